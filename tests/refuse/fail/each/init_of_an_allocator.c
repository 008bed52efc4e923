/* SPDX-License-Identifier: MIT */
/* must not compile: INIT of an array that grows; there is only a call */
/* needs: @X@_idx_init */
/* plain */
#include <linux-ish/@X@.h>

#ifdef WRONG
static struct @X@ bullets = @XX@_INIT(&lish_mem_default);
#else
static struct @X@ bullets;
#endif

struct @X@ *all(void);
struct @X@ *all(void)
{
#ifndef WRONG
	if (@X@_init(&bullets, NULL))
		return NULL;
#endif
	return &bullets;
}
