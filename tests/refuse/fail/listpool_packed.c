/* SPDX-License-Identifier: MIT */
/* must not compile: the node may lie at an odd address */
#include <linux-ish/listpool.h>

struct bullet {
	char side;
	struct listpool_node node;
}
#ifdef WRONG
__attribute__((packed))
#endif
;

struct bullet *spawn(struct listpool *pool)
{
	return listpool_alloc_entry(pool, struct bullet, node);
}
