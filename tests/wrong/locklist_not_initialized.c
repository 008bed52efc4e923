/* SPDX-License-Identifier: MIT */
/* reported: the container was never initialised */
#include <linux-ish/locklist.h>

int main(void)
{
	static struct locklist list;
	static struct locklist_node node;

	return locklist_add_tail(&list, &node);
}
