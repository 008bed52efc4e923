/* SPDX-License-Identifier: MIT */
/* reported: the container was never initialised */
#include <linux-ish/ilist.h>

int main(void)
{
	static struct ilist list;
	static struct ilist_node node;

	ilist_add_tail(&list, &node);
	return 0;
}
