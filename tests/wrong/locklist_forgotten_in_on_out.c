/* SPDX-License-Identifier: MIT */
/* reported: a hook has not returned yet */
#include <linux-ish/locklist.h>

static void on_out(struct locklist *list, struct locklist_node *node)
{
	(void)node;
	locklist_forget(list);
}

int main(void)
{
	struct locklist list = LOCKLIST_INIT(list);
	static struct locklist_node node;

	locklist_set_on_out(&list, on_out);
	lish_sure(locklist_add_tail(&list, &node));
	locklist_del(&list, &node);
	return 0;
}
