/* SPDX-License-Identifier: MIT */
/* must not compile: pool and node are swapped */
#include <linux-ish/listpool.h>

struct bullet {
	struct listpool_node node;
};

void give(struct listpool *pool, struct bullet *b)
{
#ifdef WRONG
	listpool_free(&b->node, pool);
#else
	listpool_free(pool, &b->node);
#endif
}
