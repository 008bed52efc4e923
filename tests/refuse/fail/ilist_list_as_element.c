/* SPDX-License-Identifier: MIT */
/* must not compile: the list itself is taken for an element */
#include <linux-ish/ilist.h>

struct bullet {
	struct ilist_node link;
	struct ilist children;
};

struct bullet *owner(struct bullet *b)
{
#ifdef WRONG
	return container_of(&b->children, struct bullet, link);
#else
	return container_of(&b->link, struct bullet, link);
#endif
}
