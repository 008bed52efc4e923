/* SPDX-License-Identifier: MIT */
/*
 * reload.h - was the library loaded again since a container got addresses of the user?
 *
 * A hook, an order or an allocator may lie in code that was loaded again, together with the
 * library. So a container that has such an address has also the number of the load that got it,
 * in a member load. Cold code compares it before it jumps there. Zero: no such address. The number
 * is that of the word's address and of the time: code may be loaded again where it was.
 *
 * lish_bind_(container, has): stores the present number, or zero unless it has such addresses
 * lish_bound_(container): LISH_OK, or LISH_RELOADED
 *
 * Without an operating system nothing is loaded again, and no container has the member. WebAssembly
 * and code of ELF that is not position-independent stay too: there the member is 0.
 */
#ifndef LISH_RELOAD_H
#define LISH_RELOAD_H

#include <linux-ish/bug.h>

#if LISH_SYSTEM_ && LISH_HOSTED && !defined(__wasm__) && (!defined(__ELF__) || defined(__PIC__))
#define LISH_RELOADS_ 1
#else
#define LISH_RELOADS_ 0
#endif

#if LISH_RELOADS_
LISH_C_BEGIN
/* In reload.c. Zero until the first number of this load is needed; then it stays. */
extern uintptr_t lish_load_word_;
/* The number of this load: never 0 nor 1. */
LISH_LOCAL LISH_COLD uint32_t lish_load_(void);

/* Of a container that has such an address. */
static inline enum lish_reason lish_load_is_(uint32_t load)
{
	return LISH_CHECK >= 1 && lish_unlikely(load != lish_load_word_) ? LISH_RELOADED : LISH_OK;
}
LISH_C_END
#define lish_bind_(container, has) ((void)((container)->load = (has) ? lish_load_() : 0))
#define lish_bound_(container) \
	((container)->load ? lish_load_is_((container)->load) : LISH_OK)
#else
#define lish_load_() 0
#define lish_load_is_(load) LISH_OK
#if LISH_SYSTEM_
#define lish_bind_(container, has) ((void)((container)->load = 0), (void)(has))
#else
#define lish_bind_(container, has) ((void)(container), (void)(has))
#endif
#define lish_bound_(container) ((void)(container), (enum lish_reason)LISH_OK)
#endif

#endif /* LISH_RELOAD_H */
