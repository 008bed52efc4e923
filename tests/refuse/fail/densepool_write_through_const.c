/* SPDX-License-Identifier: MIT */
/* must not compile: the objects may only be read */
#include <linux-ish/densepool.h>

struct bullet {
	int ttl;
	struct densepool_idx node;
};

void age(struct densepool *pool)
{
#ifdef WRONG
	densepool_for_each_entry(b, pool, const struct bullet, node)
#else
	densepool_for_each_entry(b, pool, struct bullet, node)
#endif
		b->ttl--;
}
