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

/*
 * LISH_NATURAL_(header): before the structs of a header. Does not compile where "#pragma pack" of
 * an earlier header, or -fpack-struct, changes the layout that lib/ knows. Each header asks, for
 * any header of the program may stand before it. On i386 a 64-bit integer has the alignment of a
 * pointer in a struct, and another one elsewhere in old compilers.
 */
#ifdef __i386__
#define LISH_NATURAL_ALIGN_ LISH_ALIGNOF(void *)
#else
#define LISH_NATURAL_ALIGN_ LISH_ALIGNOF(unsigned long long)
#endif
#define LISH_NATURAL_(header)                                            \
	struct lish_natural_##header##_ {                                \
		char before;                                             \
		unsigned long long number;                               \
	};                                                               \
	typedef char lish_pragma_pack_is_in_force_before_##header##_     \
		[sizeof(struct lish_natural_##header##_) -               \
		 sizeof(unsigned long long) < LISH_NATURAL_ALIGN_ ? -1 : 1]

/*
 * Bytes between two words that two cores write constantly: they shall not share a cache
 * line. A program may define it, for lib/ too.
 */
#ifndef LISH_APART
#if defined(__KERNEL__)
#define LISH_APART SMP_CACHE_BYTES
#elif defined(__powerpc64__) || (defined(__APPLE__) && defined(__aarch64__))
#define LISH_APART 128
#elif defined(__s390x__)
#define LISH_APART 256
#elif UINTPTR_MAX > 0xffffffffu || defined(__i386__) || defined(_M_IX86) || \
	(defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'A')
#define LISH_APART 64
#else
#define LISH_APART 0
#endif
#endif

/* In initialisers: the load of the library, see lib/ground/reload.h. Only a system loads one. */
#if LISH_SYSTEM_
#define LISH_LOAD_INIT_ 0,
#else
#define LISH_LOAD_INIT_
#endif

/*
 * LISH_REPORT, the weight of a report, is that of lib/:
 *
 *   2  full: the names of the call and of the reason, and the calls that led there
 *   1  brief: the container, the node, the reason as a number, and the address of the call
 *   0  a trap, as with LISH_TRAP
 *
 * A program may define it. LISH_STRINGS means 2.
 */
#ifdef LISH_TRAP
#undef LISH_REPORT
#define LISH_REPORT 0
#elif defined(LISH_REPORT)
#if LISH_REPORT == 0
#define LISH_TRAP
#endif
#elif defined(LISH_STRINGS) || LISH_HOSTED
#define LISH_REPORT 2
#else
#define LISH_REPORT 1
#endif
#define LISH_NAMES_ (LISH_REPORT >= 2)

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
 * and makes the steps of arrays without a call. Others call the library. LISH_IF_FAST_() is the
 * one that is used, so that a wrong member is one error.
 */
#if LISH_INLINES_ && (defined(LISH_LIB_) || !LISH_SMALL_)
#define LISH_FAST_ 1
#define LISH_IF_FAST_(code, call) code
#else
#define LISH_FAST_ 0
#define LISH_IF_FAST_(code, call) call
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
