/* SPDX-License-Identifier: MIT */
/* must not compile: an element is no list */
#include <linux-ish/ilist.h>

struct bullet {
	struct ilist_node link;
	struct ilist children;
};

void adopt(struct bullet *parent, struct bullet *child)
{
#ifdef WRONG
	ilist_splice(&parent->link, &child->children);
#else
	ilist_splice(&parent->children, &child->children);
#endif
}
