/* SPDX-License-Identifier: MIT */
/* must not compile: the object is taken for one of another type */
#include <linux-ish/densepool.h>

struct bullet {
	struct densepool_idx idx;
};

struct rocket {
	struct densepool_idx idx;
};

struct bullet *take(struct densepool *pool)
{
#ifdef WRONG
	struct bullet *b = densepool_alloc_entry(pool, struct rocket, idx);
#else
	struct bullet *b = densepool_alloc_entry(pool, struct bullet, idx);
#endif
	return b;
}
