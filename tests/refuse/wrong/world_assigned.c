/* SPDX-License-Identifier: MIT */
/* reported: the container was never initialised, was destroyed, or is a copy */
#include <linux-ish/slotpool.h>
#include <linux-ish/world.h>

struct bullet {
	struct slotpool_idx idx;
	long ttl;
};

static struct world {
	struct slotpool pool;
	SLOTPOOL_STORAGE(bullets, struct bullet, 40);
} a, b;

int main(void)
{
	int i;

	slotpool_init_in(&a.pool, struct bullet, idx, &a.bullets, NULL);
	for (i = 0; i < 30; i++)
		(void)slotpool_alloc_entry(&a.pool, struct bullet, idx);
	b = a; /* lish_world_save(), and lish_world_load() to &a, would be right */
	(void)slotpool_alloc_entry(&b.pool, struct bullet, idx);
	return 0;
}
