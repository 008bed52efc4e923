/* SPDX-License-Identifier: MIT */
/* must not compile: static in front of a definition for the whole program */
#include <linux-ish/slotpool.h>

struct bullet {
	struct slotpool_idx idx;
};

#ifdef WRONG
static SLOTPOOL_DEFINE(bullets, struct bullet, idx, 4);
#else
SLOTPOOL_DEFINE(bullets, struct bullet, idx, 4);
#endif

struct bullet *spawn(void)
{
	return slotpool_alloc_entry(&bullets, struct bullet, idx);
}
