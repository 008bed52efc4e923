/* SPDX-License-Identifier: MIT */
/* reported: the container was never initialised */
#include <linux-ish/ilist.h>

int main(void)
{
	static struct ilist list;
	struct ilist_node node = { NULL, NULL };

	ilist_add_tail(&list, &node);
	return 0;
}
