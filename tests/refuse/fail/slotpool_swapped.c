/* SPDX-License-Identifier: MIT */
/* must not compile: pool and object are swapped */
#include <linux-ish/slotpool.h>

struct bullet {
	struct slotpool_idx idx;
};

void hit(struct slotpool *pool, struct bullet *b)
{
#ifdef WRONG
	slotpool_free(&b->idx, pool);
#else
	slotpool_free(pool, &b->idx);
#endif
}
