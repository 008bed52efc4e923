/* SPDX-License-Identifier: MIT */
/* must not compile: the member is no node */
#include <linux-ish/slotpool.h>

struct bullet {
	long ttl;
	struct slotpool_idx idx;
};

void age(struct slotpool *pool)
{
#ifdef WRONG
	slotpool_for_each_entry(b, pool, struct bullet, ttl)
#else
	slotpool_for_each_entry(b, pool, struct bullet, idx)
#endif
		b->ttl--;
}
