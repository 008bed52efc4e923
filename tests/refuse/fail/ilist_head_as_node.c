/* SPDX-License-Identifier: MIT */
/* must not compile: list and node are swapped */
#include <linux-ish/ilist.h>

void add(struct ilist *list, struct ilist_node *node)
{
#ifdef WRONG
	ilist_add(node, list);
#else
	ilist_add(list, node);
#endif
}
