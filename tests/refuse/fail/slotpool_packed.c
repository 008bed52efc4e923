/* SPDX-License-Identifier: MIT */
/* must not compile: the node may lie at an odd address */
#include <linux-ish/slotpool.h>

struct bullet {
	char side;
	struct slotpool_idx idx;
}
#ifdef WRONG
__attribute__((packed))
#endif
;

struct bullet *spawn(struct slotpool *pool)
{
	return slotpool_alloc_entry(pool, struct bullet, idx);
}
