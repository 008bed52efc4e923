/* SPDX-License-Identifier: MIT */
/* reported: the node is in this container or another one already */
#include <linux-ish/ilist.h>

int main(void)
{
	struct ilist list = ILIST_INIT(list), other = ILIST_INIT(other);
	static struct ilist_node node;

	ilist_add(&list, &node);
	ilist_add(&other, &node);
	return 0;
}
