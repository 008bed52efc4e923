/* SPDX-License-Identifier: MIT */
/* must not compile, with one error: the member that is named is no node */
/* needs: @X@_for_each_entry */
#include <linux-ish/@X@.h>

struct bullet {
	long ttl;
	struct @N@ node;
};

void age(struct @X@ *bullets)
{
#ifdef WRONG
	@X@_for_each_entry(b, bullets, struct bullet, ttl)
#else
	@X@_for_each_entry(b, bullets, struct bullet, node)
#endif
		b->ttl--;
}
