/* SPDX-License-Identifier: MIT */
/* reported: the node is in no container */
#include <linux-ish/locklist.h>

int main(void)
{
	struct locklist list = LOCKLIST_INIT(list);
	static struct locklist_node node;

	lish_sure(locklist_add_tail(&list, &node));
	locklist_lock(&list);
	locklist_del(&list, &node);
	/* out for all who ask, though loops would still see it */
	locklist_del(&list, &node);
	locklist_unlock(&list);
	return 0;
}
