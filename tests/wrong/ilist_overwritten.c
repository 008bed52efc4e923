/* SPDX-License-Identifier: MIT */
/* reported: the links of neighbours do not agree */
#include <linux-ish/ilist.h>

struct bullet {
	int ttl;
	struct ilist_node link;
};

int main(void)
{
	struct ilist list = ILIST_INIT(list);
	static struct bullet a, b, zero;

	ilist_add_tail(&list, &a.link);
	ilist_add_tail(&list, &b.link);
	b = zero; /* the whole object, and with it the node */
	ilist_del(&a.link);
	return 0;
}
