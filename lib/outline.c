// SPDX-License-Identifier: MIT
/*
 * outline.c - one extern copy of each hot function, for callers with LISH_OUTLINE
 */
#define LISH_OUTLINE_BODIES_
#include <linux-ish/ground/atomic.h>
#if LISH_ATOMICS
#endif
