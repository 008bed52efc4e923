/* SPDX-License-Identifier: MIT */
/* must not compile: the list itself is taken for a node */
#include <linux-ish/locklist.h>

struct bullet {
	struct locklist_node link;
	struct locklist children;
};

struct bullet *owner(struct bullet *b)
{
#ifdef WRONG
	return container_of(&b->children, struct bullet, link);
#else
	return container_of(&b->link, struct bullet, link);
#endif
}
