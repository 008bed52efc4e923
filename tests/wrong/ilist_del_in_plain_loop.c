/* SPDX-License-Identifier: MIT */
/* reported: a loop's current or next element was taken away */
#include <linux-ish/ilist.h>

struct bullet {
	struct ilist_node link;
};

int main(void)
{
	struct ilist list = ILIST_INIT(list);
	static struct bullet a, b;

	ilist_add_tail(&list, &a.link);
	ilist_add_tail(&list, &b.link);
	ilist_for_each_entry(pos, &list, struct bullet, link)
		ilist_del(&pos->link);
	return 0;
}
