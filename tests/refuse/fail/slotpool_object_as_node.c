/* SPDX-License-Identifier: MIT */
/* must not compile: the object is not its node */
#include <linux-ish/slotpool.h>

struct bullet {
	struct slotpool_idx idx;
};

void hit(struct slotpool *pool, struct bullet *b)
{
#ifdef WRONG
	slotpool_free(pool, b);
#else
	slotpool_free(pool, &b->idx);
#endif
}
