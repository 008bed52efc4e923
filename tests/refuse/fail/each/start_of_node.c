/* SPDX-License-Identifier: MIT */
/* must not compile: a loop begins at an object, not at its node */
/* needs: @X@_for_each_entry_from */
#include <linux-ish/@X@.h>

struct bullet {
	int ttl;
	struct @N@ node;
};

void age(struct @X@ *bullets, struct bullet *start)
{
#ifdef WRONG
	@X@_for_each_entry_from(b, bullets, &start->node, struct bullet, node)
#else
	@X@_for_each_entry_from(b, bullets, start, struct bullet, node)
#endif
		b->ttl--;
}
