/* SPDX-License-Identifier: MIT */
/* must not compile: the memory is for objects of another type */
#include <linux-ish/ipool.h>

struct bullet {
	struct ipool_idx idx;
};

struct spark {
	struct ipool_idx idx;
	long heat;
};

#ifdef WRONG
static IPOOL_STORAGE(memory, struct spark, 4);
#else
static IPOOL_STORAGE(memory, struct bullet, 4);
#endif

void begin(struct ipool *pool)
{
	ipool_init_in(pool, struct bullet, idx, &memory);
}
