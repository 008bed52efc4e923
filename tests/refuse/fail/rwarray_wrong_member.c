/* SPDX-License-Identifier: MIT */
/* must not compile: the member that is named is no rwarray node */
#include <linux-ish/rwarray.h>

struct bullet {
	uint32_t ttl;
	struct rwarray_idx idx;
};

uint32_t sum(struct rwarray *array);

uint32_t sum(struct rwarray *array)
{
	uint32_t ttl = 0;

#ifdef WRONG
	rwarray_for_each_entry(b, array, struct bullet, ttl)
		ttl += b->ttl;
#else
	rwarray_for_each_entry(b, array, struct bullet, idx)
		ttl += b->ttl;
#endif
	return ttl;
}
