/* SPDX-License-Identifier: MIT */
/*
 * env.h - the compiler, the system and libc
 *
 * A new target is a branch here, in atomic.h, word.h or lib/ground/os.h, and nowhere else.
 */
#ifndef LINUX_ISH_ENV_H
#define LINUX_ISH_ENV_H

/* An include that fails stops the compiler: this is the only error of many. */
#if !defined(_MSC_VER) && !defined(__CHECKER__) && !defined(__cplusplus) && \
	(!defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L)
#error "linux-ish needs C99: compile with -std=gnu99 or later"
#include <needs-C99>
#elif !defined(_MSC_VER) && defined(__cplusplus) && __cplusplus < 201103L
#error "linux-ish needs C++11: compile with -std=gnu++11 or later"
#include <needs-C++11>
#endif

/*
 * A header with the switches of Documentation/reports.rst: -DLISH_CONFIG_H='"name.h"',
 * for lib/ too.
 */
#if !!defined(LISH_CONFIG_H) /* In an #ifdef cppcheck would try it without a name. */
#include LISH_CONFIG_H
#endif

/* tcc may define __GNUC__, but silently ignores the cleanup attribute. */
#if (defined(__GNUC__) || defined(__clang__)) && !defined(__TINYC__)
#define LISH_GNU 1
#else
#define LISH_GNU 0
#endif

/*
 * LISH_SYSTEM_HEADER_: the rest of the file counts as a header of the system. There compilers
 * do not warn, and gcc names the user's line for an error in a macro, without the macros in
 * between. The tests of the library define LISH_SHOW_WARNINGS.
 */
#if !LISH_GNU || defined(LISH_SHOW_WARNINGS)
#define LISH_SYSTEM_HEADER_
#elif !defined(__clang__)
#define LISH_SYSTEM_HEADER_ _Pragma("GCC system_header")
#else
/* clang would warn of it in a file whose includes were expanded before. */
#define LISH_SYSTEM_HEADER_                                                                 \
	_Pragma("clang diagnostic push")                                                    \
	_Pragma("clang diagnostic ignored \"-Wunknown-warning-option\"")                    \
	_Pragma("clang diagnostic ignored \"-Wpragma-system-header-outside-header\"")       \
	_Pragma("GCC system_header")                                                        \
	_Pragma("clang diagnostic pop")
#endif

/* The kernel has reports of its own. */
#ifdef __KERNEL__
#undef LISH_TRAP
#endif

/* On AVR strings take RAM. Define LISH_STRINGS to keep them. A trap says nothing. */
#if ((defined(__AVR__) && !defined(LISH_STRINGS)) || defined(LISH_TRAP)) && \
	!defined(LISH_NO_STRINGS)
#define LISH_NO_STRINGS
#endif

#include "abi.h"

/*
 * LISH_HOSTED: 1 if there is an operating system, with malloc, stdio and abort. Bare-metal
 * compilers with a libc define __STDC_HOSTED__ too, so ask the macros of systems. A program
 * may define it as 0 or 1, for lib/ too.
 */
#if defined(__KERNEL__)
#undef LISH_HOSTED
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/stddef.h>
#include <linux/string.h>
#include <linux/types.h>
#define LISH_HOSTED 0
#else
#include <stddef.h>
#include <stdint.h>
#ifndef __cplusplus
#include <stdbool.h>
#endif
#ifdef LISH_HOSTED
#elif defined(LISH_FREESTANDING) || \
	(defined(__STDC_HOSTED__) && !__STDC_HOSTED__)
#define LISH_HOSTED 0
#elif defined(__unix__) || defined(__linux__) || defined(_WIN32) ||         \
	defined(__APPLE__) || defined(__wasi__) || defined(__EMSCRIPTEN__) || \
	defined(__Fuchsia__) || defined(__QNX__) || defined(__HAIKU__) ||     \
	defined(__redox__) || defined(__hermit__) || defined(_AIX) ||         \
	defined(__sun) || defined(__amigaos__) || defined(__MSDOS__) ||       \
	defined(__ORBIS__) || defined(__PROSPERO__) || defined(__NX__) ||     \
	defined(__SWITCH__) || defined(__vita__) || defined(__rtems__) ||     \
	defined(__VXWORKS__) || defined(__NuttX__) || defined(ESP_PLATFORM)
#define LISH_HOSTED 1
#else
#define LISH_HOSTED 0
#endif
/* For bare metal there may be no libc. */
#if !LISH_HOSTED && defined(__STDC_HOSTED__) && !__STDC_HOSTED__
#define LISH_NO_LIBC_
#elif !LISH_HOSTED && defined(__has_include)
#if !__has_include(<errno.h>) || !__has_include(<string.h>)
#define LISH_NO_LIBC_
#endif
#endif
#ifndef LISH_NO_LIBC_
#include <errno.h>
#include <string.h>
#endif
#endif

LISH_SYSTEM_HEADER_

/* Without <errno.h>: Linux's values. avr-libc gives all of these names one number. */
#if defined(ENOERR) && defined(__AVR__)
#undef ENOENT
#undef ENOMEM
#undef EBUSY
#undef EEXIST
#undef EINVAL
#undef ENOSPC
#endif
#ifndef ENOENT
#define ENOENT 2
#define ENOMEM 12
#define EBUSY 16
#define EEXIST 17
#define EINVAL 22
#define ENOSPC 28
#endif

#if defined(__has_feature)
#define LISH_HAS_FEATURE_(x) __has_feature(x)
#else
#define LISH_HAS_FEATURE_(x) 0
#endif
#if defined(__SANITIZE_THREAD__) || LISH_HAS_FEATURE_(thread_sanitizer)
#define LISH_TSAN 1
#else
#define LISH_TSAN 0
#endif

/*
 * LISH_OUTLINED_: does code call the library's copies of hot functions? With LISH_OUTLINE,
 * and where a compiler for Unix does not optimise: forced inline code is large and slow
 * there. The copies have level 1, no traps and no sanitizer; a file that asks for anything
 * else inlines.
 */
#if defined(LISH_OUTLINE_BODIES_) || defined(LISH_LIB_) || defined(__KERNEL__)
#define LISH_OUTLINED_ 0
#elif defined(LISH_OUTLINE)
#define LISH_OUTLINED_ 1
#elif !defined(__GNUC__) || defined(__TINYC__) || defined(__OPTIMIZE__) ||   \
	(defined(__GNUC_GNU_INLINE__) && !defined(__cplusplus)) ||           \
	defined(LISH_NO_OUTLINE) || defined(LISH_ONE_FILE_) ||               \
	defined(LISH_TRAP) || !LISH_HOSTED ||                                \
	!(defined(__unix__) || defined(__APPLE__)) || LISH_TSAN ||           \
	defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_HWADDRESS__) ||  \
	LISH_HAS_FEATURE_(address_sanitizer) ||                              \
	LISH_HAS_FEATURE_(hwaddress_sanitizer) ||                            \
	LISH_HAS_FEATURE_(memory_sanitizer)
#define LISH_OUTLINED_ 0
#elif defined(LISH_CHECK) && LISH_CHECK + 0 != 1
#define LISH_OUTLINED_ 0
#else
#define LISH_OUTLINED_ 1
#endif

/* LISH_C_BEGIN, LISH_C_END: around the functions of each header */
#ifdef __cplusplus
#define LISH_C_LINKAGE_ extern "C" {
#define LISH_C_LINKAGE_END_ }
#else
#define LISH_C_LINKAGE_
#define LISH_C_LINKAGE_END_
#endif
/* Our functions count modulo 2^n, which clang's -fsanitize=integer would report. */
#if defined(__clang__) && __clang_major__ >= 12 && \
	LISH_HAS_FEATURE_(undefined_behavior_sanitizer)
#define LISH_WRAPS_PUSH_ \
	_Pragma("clang attribute push(__attribute__((no_sanitize(\"unsigned-integer-overflow\", \"unsigned-shift-base\", \"implicit-conversion\"))), apply_to = function)")
#define LISH_WRAPS_POP_ _Pragma("clang attribute pop")
#else
#define LISH_WRAPS_PUSH_
#define LISH_WRAPS_POP_
#endif
/* gcc warns of the attributes of inline functions that are called, also in users' headers. */
#if LISH_GNU && !defined(__clang__) && LISH_OUTLINED_
#define LISH_CALLS_PUSH_               \
	_Pragma("GCC diagnostic push") \
	_Pragma("GCC diagnostic ignored \"-Wattributes\"")
#define LISH_CALLS_POP_ _Pragma("GCC diagnostic pop")
#else
#define LISH_CALLS_PUSH_
#define LISH_CALLS_POP_
#endif
#define LISH_C_BEGIN \
	LISH_SYSTEM_HEADER_ LISH_CALLS_PUSH_ LISH_WRAPS_PUSH_ LISH_C_LINKAGE_
#define LISH_C_END LISH_C_LINKAGE_END_ LISH_WRAPS_POP_ LISH_CALLS_POP_

#ifdef LISH_NO_LIBC_
LISH_C_BEGIN
/* Compilers call these even without a libc. The program must define them. */
void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
LISH_C_END
#endif

/*
 * Words that each compiler has its own way for; fallbacks stand last.
 *
 * LISH_DEPRECATED("what to write instead"): in front of a function. An old macro calls a
 * function that is marked so.
 * LISH_CALLER_(): the return address of the function that uses it. WebAssembly has none;
 * on an AVR with more than 128 KB it does not fit into a pointer.
 * lish_hide(pointer): the compiler forgets what the pointer points to. gcc 12 does not
 * see that a loop removes its address from the container again.
 * lish_renew(variable): the compiler forgets the value of a variable in memory, so it
 * keeps earlier stores, also if the memory is freed next. clang's analyzer would report
 * faults in users' code.
 * LISH_LINKS_: may_alias for the links of rings. gcc 12 takes a word of the head for two
 * words, one accessed as a member, one as a node, and keeps one in a register.
 */
#if LISH_GNU
#define lish_likely(x) __builtin_expect(!!(x), 1)
#define lish_unlikely(x) __builtin_expect(!!(x), 0)
#define lish_prefetch(address) __builtin_prefetch((const void *)(address))
#define lish_assume(x)                           \
	do {                                     \
		if (!(x))                        \
			__builtin_unreachable(); \
	} while (0)
#define LISH_NOINLINE __attribute__((__noinline__))
#define LISH_COLD __attribute__((__cold__, __noinline__))
#define LISH_FORCED_INLINE_ inline __attribute__((__always_inline__))
#define LISH_MUST_CHECK __attribute__((__warn_unused_result__))
#define LISH_DEPRECATED(instead) __attribute__((__deprecated__(instead)))
#if !defined(__wasm__) && !defined(__AVR_3_BYTE_PC__)
#define LISH_CALLER_() ((const void *)__builtin_return_address(0))
#endif
#define lish_hide(pointer) __asm__("" : "+r"(pointer))
#ifndef __clang_analyzer__
#define lish_renew(variable) __asm__("" : "+m"(variable))
#endif
#ifndef __clang__
#define LISH_LINKS_ __attribute__((__may_alias__))
#endif
#else
#define lish_likely(x) (!!(x))
#define lish_unlikely(x) (!!(x))
#define LISH_MUST_CHECK
#define lish_hide(pointer) ((void)0)
#ifdef _MSC_VER
#include <intrin.h>
#if defined(_M_X64) || defined(_M_IX86)
#define lish_prefetch(address) \
	_mm_prefetch((const char *)(address), _MM_HINT_T0)
#elif defined(_M_ARM64)
#define lish_prefetch(address) __prefetch((const void *)(address))
#endif
#define lish_assume(x) __assume(x)
#define LISH_NOINLINE __declspec(noinline)
#define LISH_COLD __declspec(noinline)
#define LISH_FORCED_INLINE_ __forceinline
#define LISH_DEPRECATED(instead) __declspec(deprecated(instead))
#define LISH_CALLER_() ((const void *)_ReturnAddress())
#else
#ifdef __TINYC__
#define LISH_CALLER_() ((const void *)__builtin_return_address(0))
#endif
#define lish_assume(x) ((void)0)
#define LISH_NOINLINE
#define LISH_COLD
#define LISH_FORCED_INLINE_ inline
#define LISH_DEPRECATED(instead)
#endif
#endif
#ifdef LISH_CALLER_
#define LISH_HAS_CALLER 1
#else
#define LISH_HAS_CALLER 0
#define LISH_CALLER_() ((const void *)NULL)
#endif
#ifndef lish_renew
#define lish_renew(variable) ((void)0)
#endif
#ifndef LISH_LINKS_
#define LISH_LINKS_
#endif

/* Small cores do not wait for memory: a prefetch would only cost its address. */
#if (defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M') || \
	defined(__ARM_ARCH_6M__) || defined(__AVR__)
#define LISH_FETCHES_ 0
#undef lish_prefetch
#else
#define LISH_FETCHES_ 1
#endif
#ifndef lish_prefetch
#define lish_prefetch(address) ((void)sizeof(address))
#endif

/* Has a thread variables of its own, in which calls may store where they are? */
#if LISH_GNU && LISH_HOSTED && (defined(__unix__) || defined(__APPLE__))
#define LISH_HERE_ 1
#else
#define LISH_HERE_ 0
#endif

/*
 * Does the compiler close loops that are left by return or goto? If its cleanup attribute
 * is broken, define LISH_NO_CLEANUP_ATTRIBUTE.
 */
#if defined(__cplusplus) || (LISH_GNU && !defined(LISH_NO_CLEANUP_ATTRIBUTE))
#define LISH_HAS_CLEANUP 1
#else
#define LISH_HAS_CLEANUP 0
#endif

/*
 * Around the for that declares a loop's cursor: the compiler warns if the cursor hides an
 * outer variable, because code after the loop would use that one.
 * LISH_NO_CURSOR_WARNING leaves the warning to your own flags.
 */
#if LISH_GNU && (defined(__clang__) || __GNUC__ >= 7)
#ifdef LISH_NO_CURSOR_WARNING
#define LISH_CURSOR_WARNING_
#elif defined(__clang__)
#define LISH_CURSOR_WARNING_ _Pragma("GCC diagnostic warning \"-Wshadow\"")
#else
#define LISH_CURSOR_WARNING_ \
	_Pragma("GCC diagnostic warning \"-Wshadow=compatible-local\"")
#endif
#define LISH_CURSOR_BEGIN_ _Pragma("GCC diagnostic push") LISH_CURSOR_WARNING_
#define LISH_CURSOR_END_ _Pragma("GCC diagnostic pop")
#else
#define LISH_CURSOR_BEGIN_
#define LISH_CURSOR_END_
#endif

/* 1 if two expressions have the same type except for const, or if it is unknown. */
#if LISH_GNU && !defined(__cplusplus)
#define LISH_SAME_TYPE_(a, b) \
	__builtin_types_compatible_p(__typeof__(a), __typeof__(b))
#else
#define LISH_SAME_TYPE_(a, b) 1
#endif

/*
 * LISH_HOT: an inline function of the hot path
 * LISH_TINY: an inline function that is shorter than a call
 *
 * All are forced inline: a report from a copy would name a line of our header.
 *
 * If LISH_OUTLINED_, hot functions are called in the library. C99 forbids such an inline
 * function to call a static one, so LISH_TINY is not static then. In C++ gnu_inline does
 * the same. Without gnu_inline, and at another level than the library's, each file of C++
 * has its own copy, because the linker would keep one copy of any level. So has each file
 * with MSVC.
 */
#if defined(LISH_OUTLINE_BODIES_) && LISH_GNU
#define LISH_HOT
#define LISH_TINY extern LISH_FORCED_INLINE_
#elif defined(LISH_OUTLINE_BODIES_)
#define LISH_HOT
#define LISH_TINY
#elif LISH_OUTLINED_
#if defined(__cplusplus) && LISH_GNU &&              \
	(!defined(__clang__) || __clang_major__ >= 10) && \
	(!defined(LISH_CHECK) || LISH_CHECK + 0 == 1)
#define LISH_HOT extern inline __attribute__((__gnu_inline__, __noinline__))
#define LISH_TINY static LISH_FORCED_INLINE_
#elif defined(__cplusplus) || (defined(_MSC_VER) && !LISH_GNU)
#define LISH_HOT static inline LISH_NOINLINE
#define LISH_TINY static LISH_FORCED_INLINE_
#else
#define LISH_HOT inline LISH_NOINLINE
#define LISH_TINY LISH_FORCED_INLINE_
#endif
#else
#define LISH_HOT static LISH_FORCED_INLINE_
#define LISH_TINY static LISH_FORCED_INLINE_
#endif

/*
 * LISH_API: in front of each function of the library that programs, or inline code in them, call.
 * In the shared library such functions are visible, all others are not. A report leads to the
 * return address, so clang must not make a jump of such a call. A program may define it, for
 * lib/ too; one file does.
 * One file with LISH_STATIC has them static, and calls only some.
 * LISH_INLINE: a static function that is smaller than its call, or runs once an element
 */
#if defined(LISH_API)
#elif defined(LISH_STATIC) && LISH_GNU
#define LISH_API static __attribute__((__unused__))
#elif defined(LISH_STATIC)
#define LISH_API static
#elif defined(_WIN32) && defined(LISH_SHARED) && defined(LISH_LIB_)
#define LISH_API __declspec(dllexport)
#elif defined(_WIN32) && defined(LISH_SHARED)
#define LISH_API __declspec(dllimport)
#elif defined(LISH_SHARED) && defined(__clang__)
#define LISH_API \
	__attribute__((__visibility__("default"), __not_tail_called__))
#elif defined(LISH_SHARED) && LISH_GNU
#define LISH_API __attribute__((__visibility__("default")))
#elif defined(__clang__)
#define LISH_API __attribute__((__not_tail_called__))
#else
#define LISH_API
#endif
/* LISH_LOCAL: in front of a function that one file of lib/ defines and another one calls */
#if !defined(LISH_STATIC)
#define LISH_LOCAL
#elif LISH_GNU
#define LISH_LOCAL static __attribute__((__unused__))
#else
#define LISH_LOCAL static
#endif
#ifdef __OPTIMIZE__
#define LISH_INLINE static LISH_FORCED_INLINE_
#else
#define LISH_INLINE static inline
#endif

/* LISH_HOT_: before the definition of a hot operation. One file with LISH_STATIC inlines it. */
#if defined(LISH_STATIC) && defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__)
#define LISH_HOT_ LISH_FORCED_INLINE_
#else
#define LISH_HOT_
#endif

/*
 * LISH_INLINES_: does the compiler inline the steps of loops? Where it does not optimise, files
 * call the step in the library, which is optimised.
 */
#if defined(__OPTIMIZE__) || defined(LISH_LIB_) || (defined(_MSC_VER) && !LISH_GNU)
#define LISH_INLINES_ 1
#else
#define LISH_INLINES_ 0
#endif

/*
 * LISH_ASM_(text): an asm statement that differs from all others, also in copies of the
 * same inline function. gcc makes one call, or one trap, of two equal ones in branches of
 * a function, and would name the line of the other branch. No two labels have one address.
 * clang merges no asm.
 * Only in functions: at level 0 no label may remain.
 */
#if LISH_GNU && !defined(__clang__) && defined(__OPTIMIZE__)
#define LISH_ASM_(text)                                        \
	__extension__({                                        \
		__label__ here_;                               \
	here_:                                                 \
		__asm__ volatile(text : : "X"(&&here_));       \
	})
#elif LISH_GNU
#define LISH_ASM_(text) __asm__ volatile(text)
#endif

/*
 * lish_go_(): before each call that may report, in a hot function. The library's copy
 * stores where it was called from, so the report leads to its caller; lish_stay_() or
 * lish_back_() clears that again. A range-for of C++ that is not inlined stores it for the
 * copy.
 */
#if LISH_HERE_
LISH_C_LINKAGE_
extern __thread const void *lish_outer_;
LISH_C_LINKAGE_END_
#endif
#if LISH_HERE_ && defined(LISH_OUTLINE_BODIES_)
LISH_TINY void lish_go_(void)
{
	if (!lish_outer_)
		lish_outer_ = LISH_CALLER_();
}
#define lish_back_() (lish_outer_ = NULL)
#else
#define lish_go_() ((void)0)
#define lish_back_() ((void)0)
#endif

/*
 * lish_stay_(): after each call in an inline function that may report. A call at the end
 * of the user's function would become a jump, and LISH_CALLER_() would name the user's
 * caller. Of two equal calls one would remain. No instruction.
 */
#if LISH_GNU
LISH_TINY void lish_stay_(void)
{
	LISH_ASM_("");
	lish_back_();
}
#else
#define lish_stay_() ((void)0)
#endif

/*
 * lish_trap_(): stop, at an instruction of this copy alone. On x86 a debugger may go on:
 * then the refused call returns. The program stops at the nop, in the line of the int3.
 * Address 1 faults like NULL, but cppcheck reports a store to NULL in the user's file.
 */
#if !LISH_GNU
#if defined(_MSC_VER)
#define lish_trap_() __debugbreak()
#else
#define lish_trap_()                   \
	do {                           \
		*(volatile char *)1 = 0; \
	} while (1)
#endif
#else
#if (defined(__i386__) || defined(__x86_64__)) && !defined(__KERNEL__)
#define LISH_TRAP_(ASM) ASM("int3\n\tnop")
#elif defined(__aarch64__)
#define LISH_TRAP_(ASM) ASM("brk #0"); __builtin_unreachable()
#elif defined(__arm__)
#define LISH_TRAP_(ASM) ASM("udf #0"); __builtin_unreachable()
#elif defined(__riscv)
#define LISH_TRAP_(ASM) ASM("ebreak"); __builtin_unreachable()
#else
#define LISH_TRAP_(ASM) ASM(""); __builtin_trap()
#endif
LISH_TINY void lish_trap_(void)
{
	LISH_TRAP_(LISH_ASM_);
}
#endif

/* Call the library instead of inlining? */
#if defined(__OPTIMIZE_SIZE__)
#define LISH_SMALL_ 1
#else
#define LISH_SMALL_ 0
#endif

/*
 * Alignment of a type in a struct, a constant. gcc's __alignof__ is 8 for a 64-bit
 * integer on i386, where C says 4.
 */
#if defined(__cplusplus)
#define LISH_ALIGNOF(type) alignof(type)
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define LISH_ALIGNOF(type) _Alignof(type)
#elif LISH_GNU
#define LISH_ALIGNOF(type) (__extension__ _Alignof(type))
#elif defined(_MSC_VER)
#define LISH_ALIGNOF(type) __alignof(type)
#else
#define LISH_ALIGNOF(type)                 \
	offsetof(                          \
		struct {                   \
			char before_it;    \
			type it;           \
		},                         \
		it)
#endif

/*
 * NULL, or a member of a NULL object? No object lies below LISH_NULL_SPAN, which a program
 * may define.
 */
#ifndef LISH_NULL_SPAN
#if defined(__KERNEL__) || (LISH_HOSTED && UINTPTR_MAX > 0xffffu)
#define LISH_NULL_SPAN 4096u
#else
#define LISH_NULL_SPAN 1u
#endif
#endif
#define lish_is_null(pointer) ((uintptr_t)(pointer) < LISH_NULL_SPAN)

/*
 * After each function and object of lib/ that programs, or inline code in them, may use.
 * The shared library's version script reads it too. A module that contains the library
 * defines LISH_NO_EXPORT.
 */
#if defined(__KERNEL__)
#include <linux/export.h>
#include <linux/version.h>
#endif
#if defined(__KERNEL__) && !defined(LISH_NO_EXPORT)
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 13, 0)
#define LISH_EXPORT(name) EXPORT_SYMBOL_NS(name, "LINUX_ISH");
#else
#define LISH_EXPORT(name) EXPORT_SYMBOL_NS(name, LINUX_ISH);
#endif
#else
#define LISH_EXPORT(name)
#endif

/* The most elements of a container. */
#define LISH_MAX_COUNT 0x7fffffffu

/*
 * Bytes between two words that two cores write constantly: they shall not share a cache
 * line. A program may define it, for lib/ too.
 */
#ifndef LISH_APART
#if defined(__KERNEL__)
#include <linux/cache.h>
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

/**
 * LISH_PARTED() - declare a variable that shares no cache line with the next one
 * @type: type of the variable, such as struct ipool
 * @name: name of the variable or member, possibly with [n] after it
 *
 * For neighbouring containers that are used by one thread each::
 *
 *	static LISH_PARTED(struct ipool, pools[2]);
 *	...
 *	ipool_free(&pools[i].it, &b->memory);
 *
 * Takes LISH_APART bytes more. An initialiser needs one more pair of braces. A variable
 * before it may still share a line with it.
 */
#define LISH_PARTED(type, name)                        \
	union {                                        \
		type it;                               \
		char apart_[sizeof(type) + LISH_APART]; \
	} name

#endif /* LINUX_ISH_ENV_H */
