/* SPDX-License-Identifier: MIT */
/* must not compile: the cursor is not of the type that is wanted */
/* needs: @X@_for_each_entry */
#include <linux-ish/@X@.h>

struct bullet {
	struct @N@ node;
};

struct spark {
	struct @N@ node;
};

struct bullet *any(struct @X@ *bullets)
{
	struct bullet *found = NULL;

#ifdef WRONG
	@X@_for_each_entry(b, bullets, struct spark, node)
#else
	@X@_for_each_entry(b, bullets, struct bullet, node)
#endif
		found = b;
	return found;
}
