/* SPDX-License-Identifier: MIT */
/* must not compile: the object is not of the type that is wanted */
/* needs: @X@_alloc_entry */
#include <linux-ish/@X@.h>

struct bullet {
	struct @N@ node;
};

struct spark {
	struct @N@ node;
};

struct bullet *fire(struct @X@ *bullets)
{
#ifdef WRONG
	return @X@_alloc_entry(bullets, struct spark, node);
#else
	return @X@_alloc_entry(bullets, struct bullet, node);
#endif
}
