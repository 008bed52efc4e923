/* SPDX-License-Identifier: MIT */
/* must not compile: the node may lie at an odd address */
#include <linux-ish/ipool.h>

struct bullet {
	char side;
	struct ipool_idx idx;
}
#ifdef WRONG
__attribute__((packed))
#endif
;

struct bullet *spawn(struct ipool *pool)
{
	return ipool_alloc_entry(pool, struct bullet, idx);
}
