/* SPDX-License-Identifier: MIT */
/* must not compile: the cursor is used after its loop */
#include <linux-ish/slotpool.h>

struct bullet {
	struct slotpool_idx idx;
};

struct bullet *last(struct slotpool *pool)
{
	struct bullet *found = NULL;

	slotpool_for_each_entry(b, pool, struct bullet, idx)
		found = b;
#ifdef WRONG
	return b;
#else
	return found;
#endif
}
