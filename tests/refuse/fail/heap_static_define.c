/* SPDX-License-Identifier: MIT */
/* must not compile: "static" in front makes one half of it static only */
#include <linux-ish/heap.h>

#ifdef WRONG
static HEAP_DEFINE(bullets, 8);
#else
HEAP_DEFINE(bullets, 8);
HEAP_DEFINE_STATIC(own, 8);
#endif

uint32_t count(void);
uint32_t count(void)
{
#ifndef WRONG
	if (heap_count(&own))
		return 1;
#endif
	return heap_count(&bullets);
}
