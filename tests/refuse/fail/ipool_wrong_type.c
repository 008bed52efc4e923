/* SPDX-License-Identifier: MIT */
/* must not compile: the object is taken for one of another type */
#include <linux-ish/ipool.h>

struct bullet {
	struct ipool_idx node;
};

struct rocket {
	struct ipool_idx node;
};

struct bullet *take(struct ipool *pool)
{
#ifdef WRONG
	struct bullet *b = ipool_alloc_entry(pool, struct rocket, node);
#else
	struct bullet *b = ipool_alloc_entry(pool, struct bullet, node);
#endif
	return b;
}
