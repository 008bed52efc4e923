/* SPDX-License-Identifier: MIT */
/* reported: the node is in a container already, or its memory was never zeroed */
#include <linux-ish/ilist.h>

int main(void)
{
	struct ilist list = ILIST_INIT(list);
	struct ilist_node node;

	memset(&node, 0x5a, sizeof(node));
	ilist_add_tail(&list, &node);
	return 0;
}
