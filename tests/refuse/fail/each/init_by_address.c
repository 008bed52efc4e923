/* SPDX-License-Identifier: MIT */
/* must not compile: INIT takes the STORAGE itself, not its address */
/* needs: @X@_idx_init */
/* plain */
#include <linux-ish/@X@.h>

static @XX@_STORAGE(slots, 4);
#ifdef WRONG
static struct @X@ bullets = @XX@_INIT(&slots);
#else
static struct @X@ bullets = @XX@_INIT(slots);
#endif

struct @X@ *all(void);
struct @X@ *all(void)
{
	return &bullets;
}
