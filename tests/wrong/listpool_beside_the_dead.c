/* SPDX-License-Identifier: MIT */
/* reported: the object is not live */
#include <linux-ish/listpool.h>

struct bullet {
	struct listpool_node node;
};

LISTPOOL_DEFINE_STATIC(bullets, struct bullet, node, 4);

int main(void)
{
	struct bullet *b = listpool_alloc_entry(&bullets, struct bullet, node);

	listpool_free(&bullets, &b->node);
	return !listpool_alloc_after_entry(&bullets, b, struct bullet,
					   node);
}
