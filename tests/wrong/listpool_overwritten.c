/* SPDX-License-Identifier: MIT */
/* reported: an index and the place it names do not agree */
#include <linux-ish/listpool.h>

struct bullet {
	int damage;
	struct listpool_node node;
};

LISTPOOL_DEFINE_STATIC(bullets, struct bullet, node, 4);

int main(void)
{
	struct bullet *a = listpool_zalloc_entry(&bullets, struct bullet, node);
	struct bullet *b = listpool_zalloc_entry(&bullets, struct bullet, node);

	*a = *b;
	listpool_free(&bullets, &a->node);
	return 0;
}
