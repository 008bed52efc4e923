/* SPDX-License-Identifier: MIT */
/* must not compile: static before a definition that is for the whole program */
#include <linux-ish/rwarray.h>

extern struct rwarray bullets;

#ifdef WRONG
static RWARRAY_DEFINE(bullets, 8);
#else
RWARRAY_DEFINE(bullets, 8);
#endif
