/* SPDX-License-Identifier: MIT */
#include <linux-ish/ilist.h>
#include <linux-ish/listpool.h>
#include <linux-ish/walklist.h>

struct bullet {
	int ttl;
	struct ilist_node by_owner;
	struct walklist_node link;
	struct listpool_node node;
};

/* mistake add_swapped: list and node are swapped */
void add(struct walklist *list, struct walklist_node *node)
{
	WRONG(walklist_add(node, list), walklist_add(list, node));
}

/* mistake node_into_ilist: an ilist is given the node of a walklist */
void own(struct ilist *owned, struct bullet *b)
{
	ilist_add(owned, WRONG(&b->link, &b->by_owner));
}

/* mistake node_of_listpool: a walklist loops over the nodes of a listpool */
void age(struct walklist *list)
{
	walklist_for_each_entry(b, list, struct bullet, WRONG(node, link))
		b->ttl--;
}

/* mistake start_first: list and start changed places */
void age(struct walklist *bullets, struct bullet *start)
{
#if WRONG(1, 0)
	walklist_for_each_entry_from(b, start, bullets, struct bullet, link)
#else
	walklist_for_each_entry_from(b, bullets, start, struct bullet, link)
#endif
		b->ttl--;
}
