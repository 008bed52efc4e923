/* SPDX-License-Identifier: MIT */
/* must not compile: an ilist is given the node of a walklist */
#include <linux-ish/ilist.h>
#include <linux-ish/walklist.h>

struct bullet {
	struct ilist_node by_owner;
	struct walklist_node link;
};

void own(struct ilist *owned, struct bullet *b)
{
#ifdef WRONG
	ilist_add(owned, &b->link);
#else
	ilist_add(owned, &b->by_owner);
#endif
}
