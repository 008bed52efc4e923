/* SPDX-License-Identifier: MIT */
#include <linux-ish/locklist.h>

struct bullet {
	struct locklist_node link;
	struct locklist children;
};

/* mistake list_as_element: the list itself is taken for a node */
struct bullet *owner(struct bullet *b)
{
	return container_of(WRONG(&b->children, &b->link), struct bullet, link);
}
