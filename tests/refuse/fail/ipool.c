/* SPDX-License-Identifier: MIT */
#include <linux-ish/ipool.h>

/* mistake packed: the node may lie at an odd address */
struct bullet {
	char side;
	struct ipool_idx idx;
} WRONG(__attribute__((packed)), );

struct bullet *spawn(struct ipool *pool)
{
	return ipool_alloc_entry(pool, struct bullet, idx);
}
