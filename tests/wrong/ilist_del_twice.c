/* SPDX-License-Identifier: MIT */
/* reported: the node is in no container */
#include <linux-ish/ilist.h>

int main(void)
{
	struct ilist list = ILIST_INIT(list);
	static struct ilist_node node;

	ilist_add(&list, &node);
	ilist_del(&node);
	ilist_del(&node);
	return 0;
}
