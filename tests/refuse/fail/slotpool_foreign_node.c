/* SPDX-License-Identifier: MIT */
/* must not compile: the node is one of another container */
#include <linux-ish/ipool.h>
#include <linux-ish/slotpool.h>

struct bullet {
	struct ipool_idx node;
	struct slotpool_idx idx;
};

struct bullet *spawn(struct slotpool *pool)
{
#ifdef WRONG
	return slotpool_alloc_entry(pool, struct bullet, node);
#else
	return slotpool_alloc_entry(pool, struct bullet, idx);
#endif
}
