/* SPDX-License-Identifier: MIT */
/* must not compile: the member is a node of another container */
/* needs: @X@_for_each_entry */
#include <linux-ish/@OTHER@.h>
#include <linux-ish/@X@.h>

struct bullet {
	struct @OTHER@_node other;
	struct @N@ node;
	long ttl;
};

void age(struct @X@ *bullets)
{
#ifdef WRONG
	@X@_for_each_entry(b, bullets, struct bullet, other)
#else
	@X@_for_each_entry(b, bullets, struct bullet, node)
#endif
		b->ttl--;
}
