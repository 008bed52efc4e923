/* SPDX-License-Identifier: MIT */
/* must not compile: pool and object are swapped */
#include <linux-ish/ipool.h>

struct bullet {
	struct ipool_idx node;
};

void give(struct ipool *pool, struct bullet *b)
{
#ifdef WRONG
	ipool_free(&b->node, pool);
#else
	ipool_free(pool, &b->node);
#endif
}
