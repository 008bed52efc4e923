/* SPDX-License-Identifier: MIT */
/* must not compile: what is visited as const is written to */
/* needs: @X@_for_each_entry */
#include <linux-ish/@X@.h>

struct bullet {
	long ttl;
	struct @N@ node;
};

long sum(struct @X@ *bullets)
{
	long total = 0;

	@X@_for_each_entry(b, bullets, const struct bullet, node)
#ifdef WRONG
		total += --b->ttl;
#else
		total += b->ttl;
#endif
	return total;
}
