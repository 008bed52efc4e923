/* SPDX-License-Identifier: MIT */
/* must not compile: a definition for the whole program in a function */
#include <linux-ish/rwarray.h>

uint32_t capacity(void);

uint32_t capacity(void)
{
#ifdef WRONG
	RWARRAY_DEFINE(bullets, 8);
#else
	RWARRAY_DEFINE_STATIC(bullets, 8);
#endif

	return rwarray_stats(&bullets).capacity;
}
