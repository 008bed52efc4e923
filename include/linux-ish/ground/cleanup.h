/* SPDX-License-Identifier: MIT */
/*
 * cleanup.h - code that runs at the end of a variable's scope
 *
 * It closes loops that are left by return, goto or a C++ exception.
 *
 * LISH_CLEANUP(fn) on a variable calls fn(&variable). In C++ a destructor does it:
 * LISH_CLEANUP_DTOR(tag, fn) in the struct, which then cannot be copied. If fn may throw, use
 * LISH_CLEANUP_THROW(fn), the attribute in C++ too.
 */
#ifndef LINUX_ISH_GROUND_CLEANUP_H
#define LINUX_ISH_GROUND_CLEANUP_H

#include "env.h"

/* Does the compiler close loops that are left by return or goto? */
#if defined(__cplusplus) || (LISH_GNU && !defined(LISH_NO_CLEANUP_ATTRIBUTE))
#define LISH_HAS_CLEANUP 1
#else
#define LISH_HAS_CLEANUP 0
#endif

#if LISH_GNU && !defined(LISH_NO_CLEANUP_ATTRIBUTE)
#define LISH_CLEANUP_THROW(fn) __attribute__((__cleanup__(fn)))
#else
#define LISH_CLEANUP_THROW(fn)
#endif
#ifdef __cplusplus
#define LISH_CLEANUP(fn)
#define LISH_CLEANUP_DTOR(tag, fn)            \
	tag() = default;                      \
	tag(const tag &) = delete;            \
	tag &operator=(const tag &) = delete; \
	~tag()                                \
	{                                     \
		fn(this);                     \
	}
#else
#define LISH_CLEANUP(fn) LISH_CLEANUP_THROW(fn)
#define LISH_CLEANUP_DTOR(tag, fn)
#endif

#endif /* LINUX_ISH_GROUND_CLEANUP_H */
