/* SPDX-License-Identifier: MIT */
/* must not compile: the object is not its node */
#include <linux-ish/densepool.h>

struct bullet {
	struct densepool_idx idx;
};

void hit(struct densepool *pool, struct bullet *b)
{
#ifdef WRONG
	densepool_free(pool, b);
#else
	densepool_free(pool, &b->idx);
#endif
}
