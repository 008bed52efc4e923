/* SPDX-License-Identifier: MIT */
/* must not compile: static in front of a definition for the whole program */
#include <linux-ish/densepool.h>

struct bullet {
	struct densepool_idx idx;
};

#ifdef WRONG
static DENSEPOOL_DEFINE(bullets, struct bullet, idx, 4);
#else
DENSEPOOL_DEFINE(bullets, struct bullet, idx, 4);
#endif

struct bullet *spawn(void)
{
	return densepool_alloc_entry(&bullets, struct bullet, idx);
}
