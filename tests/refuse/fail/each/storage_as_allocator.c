/* SPDX-License-Identifier: MIT */
/* must not compile: a STORAGE in the place of an allocator */
/* needs: @X@_idx_init */
#include <linux-ish/@X@.h>

static @XX@_STORAGE(slots, 4);

int begin(struct @X@ *bullets);
int begin(struct @X@ *bullets)
{
	struct lish_config config = LISH_CONFIG_INIT;

#ifdef WRONG
	config.mem = &slots;
#else
	config.mem = &lish_mem_default;
	@X@_init_in(bullets, &slots);
#endif
	return @X@_init(bullets, &config);
}
