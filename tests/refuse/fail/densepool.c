/* SPDX-License-Identifier: MIT */
#include <linux-ish/dense.h>
#include <linux-ish/densepool.h>

struct bullet {
	int ttl;
	struct dense_idx other;
	struct densepool_idx idx;
};

/* mistake idx_of_dense: the index is that of a dense, not of the pool */
void age(struct densepool *pool)
{
	densepool_for_each_entry(b, pool, struct bullet, WRONG(other, idx))
		b->ttl--;
}
