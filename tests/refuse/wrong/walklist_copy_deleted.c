/* SPDX-License-Identifier: MIT */
/* reported: the links of neighbours do not agree */
#include <linux-ish/walklist.h>

struct bullet {
	struct walklist_node link;
};

static WALKLIST_DEFINE(flying);

int main(void)
{
	static struct bullet a, b, copy;

	walklist_add_tail(&flying, &a.link);
	walklist_add_tail(&flying, &b.link);
	copy = a;
	walklist_del(&flying, &copy.link);
	return 0;
}
