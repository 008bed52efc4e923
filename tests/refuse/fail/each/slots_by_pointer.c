/* SPDX-License-Identifier: MIT */
/* must not compile: a pointer to slots, not to a STORAGE of them */
/* needs: @X@_idx_init */
/* plain */
#include <linux-ish/@X@.h>

void begin(struct @X@ *bullets);
void begin(struct @X@ *bullets)
{
#ifdef WRONG
	static uint32_t *slots[4];

	@X@_init_in(bullets, slots);
#else
	static @XX@_STORAGE(slots, 4);

	@X@_init_in(bullets, &slots);
#endif
}
