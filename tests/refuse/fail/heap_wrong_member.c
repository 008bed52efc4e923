/* SPDX-License-Identifier: MIT */
/* must not compile: the member that is named is no struct heap_idx */
#include <linux-ish/heap.h>

struct bullet {
	unsigned int ttl;
	struct heap_idx idx;
};

unsigned int sum(struct heap *bullets)
{
	unsigned int total = 0;

#ifdef WRONG
	heap_drain_due(b, bullets, 9, struct bullet, ttl)
#else
	heap_drain_due(b, bullets, 9, struct bullet, idx)
#endif
		total += b->ttl;
	return total;
}
