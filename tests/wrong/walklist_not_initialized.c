/* SPDX-License-Identifier: MIT */
/* reported: the container was never initialised */
#include <linux-ish/walklist.h>

static struct walklist list;

int main(void)
{
	struct walklist_node node = { { NULL, NULL }, 0, NULL };

	walklist_add(&list, &node);
	return 0;
}
