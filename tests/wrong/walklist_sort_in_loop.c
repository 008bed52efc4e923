/* SPDX-License-Identifier: MIT */
/* reported: the container is being looped over or sorted */
#include <linux-ish/walklist.h>

struct bullet {
	int ttl;
	struct walklist_node link;
};

static int by_nothing(void *ctx, const struct walklist_node *a,
		      const struct walklist_node *b)
{
	(void)ctx, (void)a, (void)b;
	return 0;
}

int main(void)
{
	struct walklist list = WALKLIST_INIT(list);
	static struct bullet a;

	walklist_add(&list, &a.link);
	walklist_for_each_entry(pos, &list, struct bullet, link)
		walklist_sort(&list, by_nothing, pos);
	return 0;
}
