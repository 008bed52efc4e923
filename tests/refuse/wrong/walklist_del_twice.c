/* SPDX-License-Identifier: MIT */
/* reported: the node is in no container */
#include <linux-ish/walklist.h>

int main(void)
{
	struct walklist list = WALKLIST_INIT(list);
	struct walklist_node node = { { NULL, NULL }, 0, NULL };

	walklist_add(&list, &node);
	walklist_del(&list, &node);
	walklist_del(&list, &node);
	return 0;
}
