/* SPDX-License-Identifier: MIT */
/* reported: the node belongs to another container */
#include <linux-ish/walklist.h>

int main(void)
{
	struct walklist list = WALKLIST_INIT(list), other = WALKLIST_INIT(other);
	struct walklist_node node = { { NULL, NULL }, 0, NULL };

	walklist_add(&list, &node);
	walklist_del(&other, &node);
	return 0;
}
