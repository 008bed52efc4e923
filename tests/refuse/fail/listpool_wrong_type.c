/* SPDX-License-Identifier: MIT */
/* must not compile: the object is taken for one of another type */
#include <linux-ish/listpool.h>

struct bullet {
	struct listpool_node node;
};

struct rocket {
	struct listpool_node node;
};

struct bullet *take(struct listpool *pool)
{
#ifdef WRONG
	struct bullet *b = listpool_alloc_entry(pool, struct rocket, node);
#else
	struct bullet *b = listpool_alloc_entry(pool, struct bullet, node);
#endif
	return b;
}
