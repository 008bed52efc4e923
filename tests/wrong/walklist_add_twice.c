/* SPDX-License-Identifier: MIT */
/* reported: the node is in a container already */
#include <linux-ish/walklist.h>

int main(void)
{
	struct walklist list = WALKLIST_INIT(list), other = WALKLIST_INIT(other);
	struct walklist_node node = { { NULL, NULL }, 0, NULL };

	walklist_add(&list, &node);
	walklist_add(&other, &node);
	return 0;
}
