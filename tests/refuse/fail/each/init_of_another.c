/* SPDX-License-Identifier: MIT */
/* must not compile: a pool is defined with the memory of another kind of pool */
/* needs: @X@_alloc_entry */
/* plain */
#include <linux-ish/@POOL@.h>
#include <linux-ish/@X@.h>

struct bullet {
	struct @N@ node;
};

#ifdef WRONG
static @POOLS@_STORAGE(memory, struct bullet, 4);
#else
static @XX@_STORAGE(memory, struct bullet, 4);
#endif
static struct @X@ bullets = @XX@_INIT(@SELF@memory, struct bullet, node);

struct @X@ *all(void);
struct @X@ *all(void)
{
	return &bullets;
}
