/* SPDX-License-Identifier: MIT */
/* must not compile: the cursor is used after its loop */
#include <linux-ish/densepool.h>

struct bullet {
	struct densepool_idx idx;
};

struct bullet *last(struct densepool *pool)
{
	struct bullet *found = NULL;

	densepool_for_each_entry(b, pool, struct bullet, idx)
		found = b;
#ifdef WRONG
	return b;
#else
	return found;
#endif
}
