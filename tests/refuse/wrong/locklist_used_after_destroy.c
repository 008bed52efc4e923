/* SPDX-License-Identifier: MIT */
/* reported: the container was never initialised, was destroyed, or is a copy */
#include <linux-ish/locklist.h>

int main(void)
{
	struct locklist list = LOCKLIST_INIT(list);
	static struct locklist_node node;

	locklist_destroy(&list);
	return locklist_add_tail(&list, &node);
}
