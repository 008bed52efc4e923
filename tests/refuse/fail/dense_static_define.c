/* SPDX-License-Identifier: MIT */
/* must not compile: "static" in front makes one half of it static only */
#include <linux-ish/dense.h>

#ifdef WRONG
static DENSE_DEFINE(bullets, 8);
#else
DENSE_DEFINE(bullets, 8);
DENSE_DEFINE_STATIC(own, 8);
#endif

uint32_t count(void);
uint32_t count(void)
{
#ifndef WRONG
	if (dense_count(&own))
		return 1;
#endif
	return dense_count(&bullets);
}
