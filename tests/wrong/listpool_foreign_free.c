/* SPDX-License-Identifier: MIT */
/* reported: the node belongs to another container */
#include <linux-ish/listpool.h>

struct bullet {
	struct listpool_node node;
};

LISTPOOL_DEFINE_STATIC(bullets, struct bullet, node, 4);
LISTPOOL_DEFINE_STATIC(shells, struct bullet, node, 4);

int main(void)
{
	struct bullet *b = listpool_alloc_entry(&shells, struct bullet, node);

	listpool_free(&bullets, &b->node);
	return 0;
}
