/* SPDX-License-Identifier: MIT */
/* must not compile: the STORAGE itself, not its address */
/* needs: @X@_idx_init */
/* plain */
#include <linux-ish/@X@.h>

static @XX@_STORAGE(slots, 4);

void begin(struct @X@ *bullets);
void begin(struct @X@ *bullets)
{
#ifdef WRONG
	@X@_init_in(bullets, slots);
#else
	@X@_init_in(bullets, &slots);
#endif
}
