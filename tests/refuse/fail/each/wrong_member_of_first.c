/* SPDX-License-Identifier: MIT */
/* must not compile, with one error: the member that is named is no node */
/* needs: @X@_first_entry */
#include <linux-ish/@X@.h>

struct bullet {
	long ttl;
	struct @N@ node;
};

struct bullet *front(struct @X@ *bullets)
{
#ifdef WRONG
	return @X@_first_entry(bullets, struct bullet, ttl);
#else
	return @X@_first_entry(bullets, struct bullet, node);
#endif
}
