/* SPDX-License-Identifier: MIT */
/* must not compile: the member that is named is no struct dense_idx */
#include <linux-ish/dense.h>

struct bullet {
	unsigned int ttl;
	struct dense_idx idx;
};

unsigned int sum(struct dense *bullets)
{
	unsigned int total = 0;

#ifdef WRONG
	dense_for_each_entry(b, bullets, struct bullet, ttl)
#else
	dense_for_each_entry(b, bullets, struct bullet, idx)
#endif
		total += b->ttl;
	return total;
}
