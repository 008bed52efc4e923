/* SPDX-License-Identifier: MIT */
/* must not compile: the node is that of another kind of container */
#include <linux-ish/ilist.h>
#include <linux-ish/locklist.h>

struct bullet {
	struct ilist_node sparks;
	struct locklist_node link;
};

int add(struct locklist *list, struct bullet *b)
{
#ifdef WRONG
	return locklist_add_tail(list, &b->sparks);
#else
	return locklist_add_tail(list, &b->link);
#endif
}
