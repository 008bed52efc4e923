/* SPDX-License-Identifier: MIT */
/* must not compile: the member is no node of an ipool */
#include <linux-ish/ipool.h>

struct bullet {
	int damage;
	struct ipool_idx node;
};

struct bullet *take(struct ipool *pool)
{
#ifdef WRONG
	return ipool_alloc_entry(pool, struct bullet, damage);
#else
	return ipool_alloc_entry(pool, struct bullet, node);
#endif
}
