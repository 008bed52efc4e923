// SPDX-License-Identifier: MIT
/*
 * reload.c - the number of a load of the library
 */
#define LISH_LIB_
#include "ground/reload.h"

#if LISH_RELOADS_
#include <linux-ish/ground/atomic.h>
#include <time.h>

uintptr_t lish_load_word_;

static LISH_WRAPS_ uint32_t lish_new_load_(void)
{
	return ((uint32_t)((uintptr_t)&lish_load_word_ >> 4) ^ (uint32_t)clock() * 0x9e3779b1u) |
	       2;
}

uint32_t lish_load_(void)
{
#if LISH_ATOMICS
	uintptr_t none = 0;

	/* Another thread may be first. */
	while (!lish_atomic_load_acquire((lish_atomic *)&lish_load_word_)) {
		(void)lish_atomic_cas_release((lish_atomic *)&lish_load_word_, &none,
					      lish_new_load_());
		none = 0;
	}
#else
	if (!lish_load_word_)
		lish_load_word_ = lish_new_load_();
#endif
	return (uint32_t)lish_load_word_;
}
#endif
