/* SPDX-License-Identifier: MIT */
/* must not compile: the index is that of a dense, not of the pool */
#include <linux-ish/dense.h>
#include <linux-ish/densepool.h>

struct bullet {
	struct dense_idx other;
	struct densepool_idx idx;
};

int count(struct densepool *pool)
{
	int n = 0;

#ifdef WRONG
	densepool_for_each_entry(b, pool, struct bullet, other)
#else
	densepool_for_each_entry(b, pool, struct bullet, idx)
#endif
		n += b != NULL;
	return n;
}
