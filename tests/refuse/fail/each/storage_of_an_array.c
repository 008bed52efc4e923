/* SPDX-License-Identifier: MIT */
/* must not compile: the memory is the slots of an array */
/* needs: @X@_alloc_entry */
/* plain */
#include <linux-ish/dense.h>
#include <linux-ish/@X@.h>

struct bullet {
	struct @N@ node;
};

struct world {
#ifdef WRONG
	DENSE_STORAGE(memory, 4);
#else
	@XX@_STORAGE(memory, struct bullet, 4);
#endif
};

void begin(struct @X@ *bullets, struct world *world);
void begin(struct @X@ *bullets, struct world *world)
{
	@X@_init_in(bullets, struct bullet, node, &world->memory);
}
