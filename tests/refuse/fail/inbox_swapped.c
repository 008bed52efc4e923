/* SPDX-License-Identifier: MIT */
/* must not compile: box and node are swapped */
#include <linux-ish/inbox.h>

int hand_over(struct inbox *box, struct inbox_node *node)
{
#ifdef WRONG
	return inbox_push(node, box);
#else
	return inbox_push(box, node);
#endif
}
