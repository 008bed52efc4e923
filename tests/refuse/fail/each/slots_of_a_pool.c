/* SPDX-License-Identifier: MIT */
/* must not compile: the slots are the memory of a pool */
/* needs: @X@_idx_init */
/* plain */
#include <linux-ish/@POOL@.h>
#include <linux-ish/@X@.h>

struct bullet {
	struct @N@ node;
};

struct world {
#ifdef WRONG
	@POOLS@_STORAGE(memory, struct bullet, 4);
#else
	@XX@_STORAGE(memory, 4);
#endif
};

void begin(struct @X@ *bullets, struct world *world);
void begin(struct @X@ *bullets, struct world *world)
{
	@X@_init_in(bullets, &world->memory);
}
