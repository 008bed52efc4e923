/* SPDX-License-Identifier: MIT */
/* reported: the node belongs to another container */
#include <linux-ish/walklist.h>

struct bullet {
	int ttl;
	struct walklist_node link;
};

int main(void)
{
	struct walklist list = WALKLIST_INIT(list), other = WALKLIST_INIT(other);
	static struct bullet a, b;

	walklist_add(&list, &a.link);
	walklist_add(&other, &b.link);
	walklist_for_each_entry_from(pos, &list, &b, struct bullet, link)
		pos->ttl++; /* for ever, if it were not */
	return 0;
}
