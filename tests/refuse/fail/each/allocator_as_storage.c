/* SPDX-License-Identifier: MIT */
/* must not compile: an allocator in the place of a STORAGE */
/* needs: @X@_idx_init */
/* plain */
#include <linux-ish/@X@.h>

int begin(struct @X@ *bullets, struct lish_mem *mem);
int begin(struct @X@ *bullets, struct lish_mem *mem)
{
#ifdef WRONG
	@X@_init_in(bullets, mem);
	return 0;
#else
	struct lish_config config = LISH_CONFIG_INIT;

	config.mem = mem;
	return @X@_init(bullets, &config);
#endif
}
