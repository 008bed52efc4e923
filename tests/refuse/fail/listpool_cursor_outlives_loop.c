/* SPDX-License-Identifier: MIT */
/* must not compile: the cursor is used after its loop */
#include <linux-ish/listpool.h>

struct bullet {
	struct listpool_node node;
};

struct bullet *last(struct listpool *pool)
{
	struct bullet *found = NULL;

	listpool_for_each_entry(b, pool, struct bullet, node)
		found = b;
#ifdef WRONG
	return b;
#else
	return found;
#endif
}
