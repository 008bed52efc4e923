/* SPDX-License-Identifier: MIT */
/* must not compile: what comes next is asked of an object, not of its node */
/* needs: @X@_next_entry */
#include <linux-ish/@X@.h>

struct bullet {
	int ttl;
	struct @N@ node;
};

struct bullet *after(struct @X@ *bullets, struct bullet *bullet)
{
#ifdef WRONG
	return @X@_next_entry(bullets, &bullet->node, struct bullet, node);
#else
	return @X@_next_entry(bullets, bullet, struct bullet, node);
#endif
}
