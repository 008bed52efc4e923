/* SPDX-License-Identifier: MIT */
/* must not compile: the memory is for objects of another type */
#include <linux-ish/listpool.h>

struct bullet {
	struct listpool_node node;
};

struct spark {
	struct listpool_node node;
	long heat;
};

#ifdef WRONG
static LISTPOOL_STORAGE(memory, struct spark, 4);
#else
static LISTPOOL_STORAGE(memory, struct bullet, 4);
#endif

void begin(struct listpool *pool)
{
	listpool_init_in(pool, struct bullet, node, &memory);
}
