/* SPDX-License-Identifier: MIT */
/* must not compile: the object is not its node */
#include <linux-ish/listpool.h>

struct bullet {
	struct listpool_node node;
};

void hit(struct listpool *pool, struct bullet *b)
{
#ifdef WRONG
	listpool_free(pool, b);
#else
	listpool_free(pool, &b->node);
#endif
}
