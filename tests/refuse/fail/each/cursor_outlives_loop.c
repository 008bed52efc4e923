/* SPDX-License-Identifier: MIT */
/* must not compile: the cursor is used after its loop */
/* needs: @X@_for_each_entry */
#include <linux-ish/@X@.h>

struct bullet {
	struct @N@ node;
};

struct bullet *last(struct @X@ *bullets)
{
	struct bullet *found = NULL;

	@X@_for_each_entry(b, bullets, struct bullet, node)
		found = b;
#ifdef WRONG
	return b;
#else
	return found;
#endif
}
