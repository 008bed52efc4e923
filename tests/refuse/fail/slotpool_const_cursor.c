/* SPDX-License-Identifier: MIT */
/* must not compile: what a const loop visits may not be written */
#include <linux-ish/slotpool.h>

struct bullet {
	long ttl;
	struct slotpool_idx idx;
};

long age(const struct slotpool *pool)
{
	long sum = 0;

	slotpool_for_each_entry(b, pool, const struct bullet, idx)
#ifdef WRONG
		sum += --b->ttl;
#else
		sum += b->ttl;
#endif
	return sum;
}
