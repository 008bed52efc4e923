/* SPDX-License-Identifier: MIT */
/* must not compile: the object is not its node */
#include <linux-ish/ipool.h>

struct bullet {
	struct ipool_idx idx;
};

void hit(struct ipool *pool, struct bullet *b)
{
#ifdef WRONG
	ipool_free(pool, b);
#else
	ipool_free(pool, &b->idx);
#endif
}
