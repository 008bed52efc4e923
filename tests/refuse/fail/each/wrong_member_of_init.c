/* SPDX-License-Identifier: MIT */
/* must not compile, with one error: the member that is named is no node */
/* needs: @X@_alloc_entry */
#include <linux-ish/@X@.h>

struct bullet {
	long ttl;
	struct @N@ node;
};

int make(struct @X@ *bullets)
{
#ifdef WRONG
	return @X@_init(bullets, struct bullet, ttl, NULL);
#else
	return @X@_init(bullets, struct bullet, node, NULL);
#endif
}
