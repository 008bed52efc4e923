/* SPDX-License-Identifier: MIT */
/* must not compile: list and node are swapped */
#include <linux-ish/locklist.h>

int add(struct locklist *list, struct locklist_node *node)
{
#ifdef WRONG
	return locklist_add_tail(node, list);
#else
	return locklist_add_tail(list, node);
#endif
}
