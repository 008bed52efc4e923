/* SPDX-License-Identifier: MIT */
/* must not compile: the objects of a pool have no room for the array */
/* needs: @X@_alloc_entry */
/* flags: -pedantic-errors */
#include <linux-ish/@X@.h>

struct bullet {
	struct @N@ node;
	int n;
#ifdef WRONG
	int more[];
#endif
};

int begin(struct @X@ *pool);
int begin(struct @X@ *pool)
{
	return @X@_init(pool, struct bullet, node, NULL);
}
