/* SPDX-License-Identifier: MIT */
/* must not compile: the objects may only be read */
#include <linux-ish/listpool.h>

struct bullet {
	int ttl;
	struct listpool_node node;
};

void age(struct listpool *pool)
{
#ifdef WRONG
	listpool_for_each_entry(b, pool, const struct bullet, node)
#else
	listpool_for_each_entry(b, pool, struct bullet, node)
#endif
		b->ttl--;
}
