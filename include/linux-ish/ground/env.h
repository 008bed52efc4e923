/* SPDX-License-Identifier: MIT */
/*
 * env.h - the compiler, the system and libc, and the words of all files
 *
 * A new target is a branch in this folder or in lib/ground/, and nowhere else.
 */
#ifndef LINUX_ISH_ENV_H
#define LINUX_ISH_ENV_H

/*
 * A header with the switches of Documentation/reports.rst: -DLISH_CONFIG_H='"name.h"',
 * for lib/ too.
 */
#if !!defined(LISH_CONFIG_H) /* In an #ifdef cppcheck would try it without a name. */
#include LISH_CONFIG_H
#endif

#ifdef __KERNEL__
#include "../kernel/env.h"
#else
#include "compiler.h"
#include "system.h"
#endif

/* In initialisers: the load of the library, see lib/ground/reload.h. Only a system loads one. */
#if LISH_SYSTEM_
#define LISH_LOAD_INIT_ 0,
#else
#define LISH_LOAD_INIT_
#endif

/* Has a report names? On AVR strings take RAM: define LISH_STRINGS to keep them. */
#if defined(LISH_TRAP) || (defined(__AVR__) && !defined(LISH_STRINGS))
#define LISH_NAMES_ 0
#else
#define LISH_NAMES_ 1
#endif

#ifdef __OPTIMIZE_SIZE__
#define LISH_SMALL_ 1
#else
#define LISH_SMALL_ 0
#endif

/* LISH_INLINE: a static function that is smaller than its call, or runs once an element */
#ifdef __OPTIMIZE__
#define LISH_INLINE static LISH_FORCED_INLINE_
#else
#define LISH_INLINE static inline
#endif

/*
 * Does the compiler inline the steps of loops? A file that is not optimised calls the step in
 * the library, which is.
 */
#if defined(LISH_LIB_) || defined(__OPTIMIZE__) || (defined(_MSC_VER) && !LISH_GNU)
#define LISH_INLINES_ 1
#else
#define LISH_INLINES_ 0
#endif

/*
 * LISH_FAST_: is the file optimised for speed? Then it finds an empty container, looks up objects
 * and makes the steps of arrays without a call. Others call the library.
 */
#if LISH_INLINES_ && (defined(LISH_LIB_) || !LISH_SMALL_)
#define LISH_FAST_ 1
#else
#define LISH_FAST_ 0
#endif

/* NULL, or a member of a NULL object? No object lies below LISH_NULL_SPAN. */
#ifndef LISH_NULL_SPAN
#if defined(__KERNEL__) || (LISH_HOSTED && UINTPTR_MAX > 0xffffu)
#define LISH_NULL_SPAN 4096u
#else
#define LISH_NULL_SPAN 1u
#endif
#endif
#define lish_is_null(pointer) ((uintptr_t)(pointer) < LISH_NULL_SPAN)

/* The most elements of a container. */
#define LISH_MAX_COUNT 0x7fffffffu

#endif /* LINUX_ISH_ENV_H */
