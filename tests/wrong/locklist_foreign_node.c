/* SPDX-License-Identifier: MIT */
/* reported: the node belongs to another container */
#include <linux-ish/locklist.h>

int main(void)
{
	struct locklist list = LOCKLIST_INIT(list);
	struct locklist other = LOCKLIST_INIT(other);
	static struct locklist_node node;

	lish_sure(locklist_add_tail(&list, &node));
	locklist_lock(&list);
	locklist_leave(&node);
	/* its removal is pending: it belongs to list still */
	return locklist_next_(&other, &node) != NULL;
}
