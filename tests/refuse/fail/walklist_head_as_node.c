/* SPDX-License-Identifier: MIT */
/* must not compile: list and node are swapped */
#include <linux-ish/walklist.h>

void add(struct walklist *list, struct walklist_node *node)
{
#ifdef WRONG
	walklist_add(node, list);
#else
	walklist_add(list, node);
#endif
}
