/* SPDX-License-Identifier: MIT */
/* must not compile: pool and node are swapped */
#include <linux-ish/densepool.h>

struct bullet {
	struct densepool_idx idx;
};

void give(struct densepool *pool, struct bullet *b)
{
#ifdef WRONG
	densepool_free(&b->idx, pool);
#else
	densepool_free(pool, &b->idx);
#endif
}
