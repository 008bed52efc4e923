/* SPDX-License-Identifier: MIT */
/* must not compile: static in front of a definition for the whole program */
#include <linux-ish/ipool.h>

struct bullet {
	struct ipool_idx idx;
};

#ifdef WRONG
static IPOOL_DEFINE(bullets, struct bullet, idx, 4);
#else
IPOOL_DEFINE(bullets, struct bullet, idx, 4);
#endif

struct bullet *spawn(void)
{
	return ipool_alloc_entry(&bullets, struct bullet, idx);
}
