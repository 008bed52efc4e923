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
	return ilist_entry(&b->children, struct bullet, link);
#else
	return ilist_entry(&b->link, struct bullet, link);
#endif
}
