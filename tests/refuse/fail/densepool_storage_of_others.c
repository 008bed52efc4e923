/* SPDX-License-Identifier: MIT */
/* must not compile: the memory is for objects of another type */
#include <linux-ish/densepool.h>

struct bullet {
	struct densepool_idx idx;
};

struct spark {
	struct densepool_idx idx;
	long heat;
};

#ifdef WRONG
static DENSEPOOL_STORAGE(memory, struct spark, 4);
#else
static DENSEPOOL_STORAGE(memory, struct bullet, 4);
#endif

void begin(struct densepool *pool)
{
	densepool_init_in(pool, struct bullet, idx, &memory);
}
