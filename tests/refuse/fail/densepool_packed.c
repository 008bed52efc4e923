/* SPDX-License-Identifier: MIT */
/* must not compile: the node may lie at an odd address */
#include <linux-ish/densepool.h>

struct bullet {
	char side;
	struct densepool_idx idx;
}
#ifdef WRONG
__attribute__((packed))
#endif
;

struct bullet *spawn(struct densepool *pool)
{
	return densepool_alloc_entry(pool, struct bullet, idx);
}
