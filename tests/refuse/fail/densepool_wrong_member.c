/* SPDX-License-Identifier: MIT */
/* must not compile: the member is no node of a densepool */
#include <linux-ish/densepool.h>

struct bullet {
	int damage;
	struct densepool_idx idx;
};

struct bullet *take(struct densepool *pool)
{
#ifdef WRONG
	return densepool_alloc_entry(pool, struct bullet, damage);
#else
	return densepool_alloc_entry(pool, struct bullet, idx);
#endif
}
