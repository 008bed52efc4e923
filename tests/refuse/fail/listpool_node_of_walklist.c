/* SPDX-License-Identifier: MIT */
/* must not compile: a walklist loops over the nodes of a listpool */
#include <linux-ish/listpool.h>
#include <linux-ish/walklist.h>
#include <linux-ish/walklist.h>

struct bullet {
	struct listpool_node node;
	struct walklist_node link;
};

int count(struct walklist *list)
{
	int n = 0;

#ifdef WRONG
	walklist_for_each_entry(b, list, struct bullet, node)
#else
	walklist_for_each_entry(b, list, struct bullet, link)
#endif
		n++;
	return n;
}
