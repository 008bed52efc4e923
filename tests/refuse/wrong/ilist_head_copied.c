/* SPDX-License-Identifier: MIT */
/* reported: the links of neighbours do not agree */
#include <linux-ish/ilist.h>

int main(void)
{
	struct ilist list = ILIST_INIT(list), copy;
	static struct ilist_node node;

	ilist_add(&list, &node);
	copy = list; /* ilist_init() and ilist_splice() would be right */
	while ((ilist_pop_entry)(&copy, 0))
		;
	return 0;
}
