/* SPDX-License-Identifier: MIT */
/* must not compile: the member is no node of a listpool */
#include <linux-ish/listpool.h>

struct bullet {
	int damage;
	struct listpool_node node;
};

struct bullet *take(struct listpool *pool)
{
#ifdef WRONG
	return listpool_alloc_entry(pool, struct bullet, damage);
#else
	return listpool_alloc_entry(pool, struct bullet, node);
#endif
}
