/* SPDX-License-Identifier: MIT */
/* reported: a loop's current or next element was taken away */
#include <linux-ish/walklist.h>

struct bullet {
	int ttl;
	struct walklist_node link;
};

int main(void)
{
	struct walklist list = WALKLIST_INIT(list);
	struct bullet a = { 0, { { NULL, NULL }, 0, NULL } }, b = a, zero = a;

	walklist_add_tail(&list, &a.link);
	walklist_add_tail(&list, &b.link);
	walklist_for_each_entry(pos, &list, struct bullet, link)
		*pos = zero; /* the whole object, and with it the node */
	return 0;
}
