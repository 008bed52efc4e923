/* SPDX-License-Identifier: MIT */
/* must not compile: pool and object are swapped */
#include <linux-ish/listpool.h>

struct bullet {
	struct listpool_node node;
};

void give(struct listpool *pool, struct bullet *b)
{
#ifdef WRONG
	listpool_free(b, pool);
#else
	listpool_free(pool, b);
#endif
}
