/* SPDX-License-Identifier: MIT */
/*
 * env.h - where the code runs: libc, kernel or nothing; gcc, clang, MSVC or tcc
 *
 * A new target is a branch here, in atomic.h or in lib/core/os.h, and nowhere else.
 */
#ifndef LINUX_ISH_ENV_H
#define LINUX_ISH_ENV_H

/*
 * Documentation/reports.rst lists what a program may define. All of it may stand in
 * one header: -DLISH_CONFIG_H='"name.h"', for lib/ too.
 */
#ifdef LISH_CONFIG_H
#include LISH_CONFIG_H
#endif

/* A string takes RAM on AVR. LISH_STRINGS keeps the strings. */
#if defined(__AVR__) && !defined(LISH_STRINGS) && !defined(LISH_NO_STRINGS)
#define LISH_NO_STRINGS
#endif

#include "abi.h"

/*
 * LISH_HOSTED: is there an operating system, with malloc, stdio and abort? The macros
 * of systems tell. __STDC_HOSTED__ does not: a compiler for bare metal that comes with
 * a libc calls itself hosted. Define LISH_HOSTED as 0 or 1 where the guess is wrong, for
 * lib/ too. LISH_FREESTANDING means LISH_HOSTED 0.
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
/* Is there a libc? One for bare metal may be installed or not. */
#if LISH_HOSTED
#define LISH_LIBC_ 1
#elif defined(__STDC_HOSTED__) && !__STDC_HOSTED__
#define LISH_LIBC_ 0
#elif defined(__has_include)
#if __has_include(<errno.h>) && __has_include(<string.h>)
#define LISH_LIBC_ 1
#else
#define LISH_LIBC_ 0
#endif
#else
#define LISH_LIBC_ 1
#endif
#if LISH_LIBC_
#include <errno.h>
#include <string.h>
#endif
#endif

/*
 * <errno.h> is not a freestanding header; these are Linux's values. avr-libc gives all
 * of these names one number, and returns none of them.
 */
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
#endif
#ifndef ENOMEM
#define ENOMEM 12
#endif
#ifndef EBUSY
#define EBUSY 16
#endif
#ifndef EEXIST
#define EEXIST 17
#endif
#ifndef EINVAL
#define EINVAL 22
#endif
#ifndef ENOSPC
#define ENOSPC 28
#endif

/*
 * LISH_C_BEGIN and LISH_C_END stand around the functions of each header. Between them
 * warnings about our code are off that users may want for their own code: inline
 * functions that must not be inlined (LISH_OUTLINE), and C's casts and NULL in C++.
 */
#ifdef __cplusplus
#define LISH_C_LINKAGE_ extern "C" {
#define LISH_C_LINKAGE_END_ }
#else
#define LISH_C_LINKAGE_
#define LISH_C_LINKAGE_END_
#endif
#if defined(__GNUC__) && !defined(__clang__)
#define LISH_WARNINGS_GCC_ _Pragma("GCC diagnostic ignored \"-Wuseless-cast\"")
#else
#define LISH_WARNINGS_GCC_
#endif
#if defined(__GNUC__) && !defined(__TINYC__) && defined(__cplusplus)
#define LISH_WARNINGS_PUSH_                                             \
	_Pragma("GCC diagnostic push")                                  \
	LISH_WARNINGS_GCC_                                              \
	_Pragma("GCC diagnostic ignored \"-Wold-style-cast\"")          \
	_Pragma("GCC diagnostic ignored \"-Wzero-as-null-pointer-constant\"") \
	_Pragma("GCC diagnostic ignored \"-Wattributes\"")
#define LISH_WARNINGS_POP_ _Pragma("GCC diagnostic pop")
#elif defined(__GNUC__) && !defined(__TINYC__) && !defined(__clang__) && \
	defined(LISH_OUTLINE)
#define LISH_WARNINGS_PUSH_            \
	_Pragma("GCC diagnostic push") \
	_Pragma("GCC diagnostic ignored \"-Wattributes\"")
#define LISH_WARNINGS_POP_ _Pragma("GCC diagnostic pop")
#else
#define LISH_WARNINGS_PUSH_
#define LISH_WARNINGS_POP_
#endif
#define LISH_C_BEGIN LISH_WARNINGS_PUSH_ LISH_C_LINKAGE_
#define LISH_C_END LISH_C_LINKAGE_END_ LISH_WARNINGS_POP_

#if !defined(__KERNEL__) && !LISH_LIBC_
LISH_C_BEGIN
/* Compilers call these even without a libc. The program provides them. */
void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
LISH_C_END
#endif

/* tcc may define __GNUC__, but ignores the cleanup attribute without a word. */
#if (defined(__GNUC__) || defined(__clang__)) && !defined(__TINYC__)
#define LISH_GNU 1
#else
#define LISH_GNU 0
#endif

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
#elif defined(_MSC_VER)
#include <intrin.h>
#define lish_likely(x) (!!(x))
#define lish_unlikely(x) (!!(x))
#if defined(_M_X64) || defined(_M_IX86)
#define lish_prefetch(address) \
	_mm_prefetch((const char *)(address), _MM_HINT_T0)
#elif defined(_M_ARM64)
#define lish_prefetch(address) __prefetch((const void *)(address))
#else
#define lish_prefetch(address) ((void)(address))
#endif
#define lish_assume(x) __assume(x)
#define LISH_NOINLINE __declspec(noinline)
#define LISH_COLD __declspec(noinline)
#define LISH_FORCED_INLINE_ __forceinline
#define LISH_MUST_CHECK
#else
#define lish_likely(x) (!!(x))
#define lish_unlikely(x) (!!(x))
#define lish_prefetch(address) ((void)(address))
#define lish_assume(x) ((void)0)
#define LISH_NOINLINE
#define LISH_COLD
#define LISH_FORCED_INLINE_ inline
#define LISH_MUST_CHECK
#endif

/*
 * WebAssembly has no addresses of code. On an AVR with more than 128 KB such an
 * address does not fit into a pointer.
 */
#if (LISH_GNU && !defined(__wasm__) && !defined(__AVR_3_BYTE_PC__)) || \
	defined(__TINYC__)
#define LISH_HAS_CALLER 1
#define LISH_CALLER_() \
	((const void *)__builtin_return_address(0))
#elif defined(_MSC_VER)
#define LISH_HAS_CALLER 1
#define LISH_CALLER_() ((const void *)_ReturnAddress())
#else
#define LISH_HAS_CALLER 0
#define LISH_CALLER_() ((const void *)NULL)
#endif

/*
 * lish_stay_() follows each call that may report in an inline function. If such a
 * call came last in the user's function, it would be a jump, and LISH_CALLER_()
 * would name the caller of the user's function. No instruction.
 */
#if LISH_GNU
#define lish_stay_() __asm__ volatile("")
#else
#define lish_stay_() ((void)0)
#endif

/*
 * LISH_TELLS_(function): see here.h, which has the list between the other two.
 */
#if defined(__clang__)
#define LISH_TELLS_(name)            \
	extern __typeof__(name) name \
		__attribute__((__noinline__, __not_tail_called__));
#elif LISH_GNU && defined(LISH_LIB_)
#define LISH_TELLS_(name) \
	extern __typeof__(name) name __attribute__((__noinline__));
#else
#define LISH_TELLS_(name)
#endif
#if LISH_GNU && defined(LISH_LIB_)
#define LISH_TELLS_BEGIN_              \
	_Pragma("GCC diagnostic push") \
	_Pragma("GCC diagnostic ignored \"-Wredundant-decls\"")
#define LISH_TELLS_END_ _Pragma("GCC diagnostic pop")
#else
#define LISH_TELLS_BEGIN_
#define LISH_TELLS_END_
#endif

/*
 * LISH_HERE_: may each call leave its file and line? By a thread's own variable. No
 * cost, and nothing but two words of such memory, unless LISH_REPORT_LOCATION asks.
 */
#if LISH_GNU && LISH_HOSTED && (defined(__unix__) || defined(__APPLE__))
#define LISH_HERE_ 1
#else
#define LISH_HERE_ 0
#endif

/* Small cores do not wait for memory, so a prefetch would only cost its address. */
#if (defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M') || \
	defined(__ARM_ARCH_6M__) || defined(__AVR__)
#undef lish_prefetch
#define lish_prefetch(address) ((void)sizeof(address))
#endif

/*
 * LISH_MUST_CHECK: whoever ignores this result loses an object or an error
 * LISH_CALLER_(): return address of the function that uses it. In the first function
 * of the library that is not inlined it names the user's line. NULL where
 * LISH_HAS_CALLER is 0
 * lish_hide(pointer): the compiler forgets what the pointer points to. gcc 12 sees that
 * an inline loop stores the address of a local variable in its container, but not that
 * the loop removes the address again
 * lish_renew(variable): the compiler forgets the value of a variable in memory. Off
 * under clang's analyzer, which would then report faults in users' code
 */
#if LISH_GNU
#define lish_hide(pointer) __asm__("" : "+r"(pointer))
#else
#define lish_hide(pointer) ((void)0)
#endif
#if LISH_GNU && !defined(__clang_analyzer__)
#define lish_renew(variable) __asm__("" : "+m"(variable))
#else
#define lish_renew(variable) ((void)0)
#endif

/*
 * LISH_CLEANUP(fn) on a variable calls fn(&variable) at the end of its scope. It closes
 * loops that are left by return, goto or a C++ exception. In C++ a destructor does it,
 * which LISH_CLEANUP_DTOR(tag, fn) puts into the struct: it also closes a loop by hand,
 * with its scope or with the object that has it as a member. LISH_CLEANUP_BY(tag, fn)
 * before the struct declares an inline fn of the header. A destructor may not throw:
 * LISH_CLEANUP_THROW(fn) is for an fn that may, the attribute in C++ too. A C compiler
 * without the attribute closes loops on break only. Define LISH_NO_CLEANUP_ATTRIBUTE if
 * your compiler's attribute is broken.
 */
#if LISH_GNU && !defined(LISH_NO_CLEANUP_ATTRIBUTE)
#define LISH_CLEANUP_THROW(fn) __attribute__((__cleanup__(fn)))
#else
#define LISH_CLEANUP_THROW(fn)
#endif
#if defined(__cplusplus)
#define LISH_CLEANUP(fn)
#define LISH_CLEANUP_BY(tag, fn) static inline void fn(struct tag *);
#define LISH_CLEANUP_DTOR(tag, fn) \
	~tag()                     \
	{                          \
		fn(this);          \
	}
#define LISH_HAS_CLEANUP 1
#else
#define LISH_CLEANUP(fn) LISH_CLEANUP_THROW(fn)
#define LISH_CLEANUP_BY(tag, fn)
#define LISH_CLEANUP_DTOR(tag, fn)
#if LISH_GNU && !defined(LISH_NO_CLEANUP_ATTRIBUTE)
#define LISH_HAS_CLEANUP 1
#else
#define LISH_HAS_CLEANUP 0
#endif
#endif

/* LISH_TSAN: does ThreadSanitizer watch this file? */
#if defined(__SANITIZE_THREAD__)
#define LISH_TSAN 1
#elif defined(__has_feature)
#define LISH_TSAN __has_feature(thread_sanitizer)
#else
#define LISH_TSAN 0
#endif

/*
 * LISH_CURSOR_BEGIN_, LISH_CURSOR_END_: around the for that declares the cursor of
 * a loop. The cursor hides an outer variable of the same name, so that
 *
 *	struct job *found = NULL;
 *	walklist_for_each_entry(found, ...) if (...) break;
 *	use(found);
 *
 * finds nothing: the compiler warns of that, by default. LISH_NO_CURSOR_WARNING
 * may be defined to leave the warning to the user's own flags. In C++ the offset
 * of a member is right in all classes without virtual bases, but compilers warn.
 */
#if LISH_GNU && !defined(__clang__) && __GNUC__ < 7
#define LISH_CURSOR_BEGIN_
#define LISH_CURSOR_END_
#elif LISH_GNU
#ifdef LISH_NO_CURSOR_WARNING
#define LISH_CURSOR_WARNING_
#elif defined(__clang__)
#define LISH_CURSOR_WARNING_ _Pragma("GCC diagnostic warning \"-Wshadow\"")
#else
#define LISH_CURSOR_WARNING_ \
	_Pragma("GCC diagnostic warning \"-Wshadow=compatible-local\"")
#endif
#ifdef __cplusplus
#define LISH_CURSOR_OFFSET_ \
	_Pragma("GCC diagnostic ignored \"-Winvalid-offsetof\"")
#else
#define LISH_CURSOR_OFFSET_
#endif
#define LISH_CURSOR_BEGIN_             \
	_Pragma("GCC diagnostic push") \
	LISH_CURSOR_WARNING_           \
	LISH_CURSOR_OFFSET_
#define LISH_CURSOR_END_ _Pragma("GCC diagnostic pop")
#else
#define LISH_CURSOR_BEGIN_
#define LISH_CURSOR_END_
#endif

/*
 * For the links of rings. gcc 12 reaches a word of the head as a member of the list and
 * as a node, takes it for two words, and keeps one in a register. A node that may alias
 * anything prevents that, at no cost.
 */
#if LISH_GNU && !defined(__clang__)
#define LISH_LINKS __attribute__((__may_alias__))
#else
#define LISH_LINKS
#endif

/*
 * For compat/list.h only. LISH_MAY_ALIAS_: a struct for code that is built with
 * -fno-strict-aliasing. LISH_TYPEOF_(x): the type of an expression, if the compiler
 * has it.
 */
#if LISH_GNU
#define LISH_MAY_ALIAS_ __attribute__((__may_alias__))
#else
#define LISH_MAY_ALIAS_
#endif
#if LISH_GNU || defined(__TINYC__) || (defined(_MSC_VER) && _MSC_VER >= 1939)
#define LISH_TYPEOF_(x) __typeof__(x)
#elif !defined(__cplusplus) && defined(__STDC_VERSION__) && \
	__STDC_VERSION__ >= 202311L
#define LISH_TYPEOF_(x) typeof(x)
#endif

/* Do two expressions have the same type, except for const? 1 if unknown. */
#if LISH_GNU && !defined(__cplusplus)
#define LISH_SAME_TYPE_(a, b) \
	__builtin_types_compatible_p(__typeof__(a), __typeof__(b))
#else
#define LISH_SAME_TYPE_(a, b) 1
#endif

/*
 * LISH_HOT: an inline function of the hot path
 * LISH_TINY: an inline function that is shorter than a call
 * LISH_STEP: LISH_HOT that must be inlined for speed, whatever its size: the step of a
 * loop that keeps its place in registers, or a sort that calls back
 *
 * The compiler must inline all of them: the report of a copy that is called would name a
 * line of our header.
 *
 * With LISH_OUTLINE, defined before the first include, hot functions are called in the
 * library (lib/outline.c) and checked at the library's level. C99 forbids such an inline
 * function to call a static one, so the linkage of LISH_TINY changes too. In C++ and
 * with MSVC each source file has its own copy, of its own level; otherwise the linker
 * would keep one copy, of any level.
 */
#if defined(LISH_OUTLINE_BODIES_)
#define LISH_HOT
#define LISH_STEP
#define LISH_TINY
#elif defined(LISH_OUTLINE) && !defined(LISH_LIB_)
#if defined(__cplusplus) || (defined(_MSC_VER) && !LISH_GNU)
#define LISH_HOT static inline LISH_NOINLINE
#define LISH_STEP static inline LISH_NOINLINE
#define LISH_TINY static LISH_FORCED_INLINE_
#else
#define LISH_HOT inline LISH_NOINLINE
#define LISH_STEP inline LISH_NOINLINE
#define LISH_TINY LISH_FORCED_INLINE_
#endif
#else
#define LISH_HOT static LISH_FORCED_INLINE_
#define LISH_STEP static LISH_FORCED_INLINE_
#define LISH_TINY static LISH_FORCED_INLINE_
#endif

/* Call the library's copy of a function instead of the inline one? */
#if defined(__OPTIMIZE_SIZE__)
#define LISH_SMALL_ 1
#else
#define LISH_SMALL_ 0
#endif

/*
 * LISH_ALIGNOF(type): alignment of a type in a struct, a constant. gcc's __alignof__ is
 * the preferred alignment: 8 for a 64-bit integer on i386, where C says 4.
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
 * lish_is_null(pointer): is it NULL, or a member of a NULL object? With an operating
 * system no object lies below 4096. Without one an object may lie anywhere, and only
 * NULL itself is recognised. A program may define LISH_NULL_SPAN.
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
 * LISH_EXPORT(name) follows each function and object of lib/ that programs, or inline
 * code in them, may use. It makes the kernel's exports, in a namespace, and the shared
 * library's version script. Define LISH_NO_EXPORT for a module that contains the
 * library.
 */
#if defined(__KERNEL__)
#include <linux/export.h>
#include <linux/version.h>
#endif
#if defined(__KERNEL__) && !defined(LISH_NO_EXPORT)
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 13, 0)
#define LISH_EXPORT(name) EXPORT_SYMBOL_NS(name, "LINUX_ISH");
#elif LINUX_VERSION_CODE >= KERNEL_VERSION(5, 4, 0)
#define LISH_EXPORT(name) EXPORT_SYMBOL_NS(name, LINUX_ISH);
#else
#define LISH_EXPORT(name) EXPORT_SYMBOL(name);
#endif
#else
#define LISH_EXPORT(name)
#endif

/*
 * LISH_NO_DIVIDE: the core cannot divide, and a division links 280 bytes of libgcc.
 * Reports and X_owns() then search the slot of an address one by one. A program may
 * define it.
 */
#if !defined(LISH_NO_DIVIDE) && \
	(defined(__ARM_ARCH_6M__) || defined(__AVR__) || \
	 (defined(__riscv) && !defined(__riscv_div)))
#define LISH_NO_DIVIDE
#endif

/* The most members any container holds. */
#define LISH_MAX_COUNT 0x7fffffffu

/*
 * Words of bits, as wide as the machine's registers
 *
 * lish_ctz(word), lish_clz(word): number of zero bits below the lowest, above the
 * highest bit that is set. word must not be 0. Without an instruction for them, as on
 * ARMv6-M, the builtins would call libgcc. A program may define LISH_NO_CTZ.
 */
#if defined(__KERNEL__) ? BITS_PER_LONG == 64 : UINTPTR_MAX > 0xffffffffu
typedef uint64_t lish_word;
#define LISH_WORD_SHIFT 6u
#if LISH_GNU
#define lish_builtin_(name) __builtin_##name##ll
#else
#define lish_builtin_(name) _BitScan##name##64
#endif
#else
typedef uint32_t lish_word;
#define LISH_WORD_SHIFT 5u
#if LISH_GNU
#define lish_builtin_(name) __builtin_##name##l
#else
#define lish_builtin_(name) _BitScan##name
#endif
#endif
#ifdef __cplusplus
#define LISH_WORD_BITS (static_cast<uint32_t>(1) << LISH_WORD_SHIFT)
#else
#define LISH_WORD_BITS ((uint32_t)1 << LISH_WORD_SHIFT)
#endif
#define LISH_WORD_MASK (LISH_WORD_BITS - 1u)
#define LISH_WORD_ALL ((lish_word)-1)
#define LISH_WORD_ONE ((lish_word)1)

/* How many words have a bit for each of n things. */
#define LISH_WORDS(n) ((n) / LISH_WORD_BITS + ((n) % LISH_WORD_BITS != 0))

LISH_C_BEGIN

#if LISH_GNU && !defined(__ARM_ARCH_6M__) && !defined(LISH_NO_CTZ)
LISH_TINY uint32_t lish_ctz(lish_word word)
{
	return (uint32_t)lish_builtin_(ctz)(word);
}

LISH_TINY uint32_t lish_clz(lish_word word)
{
	return (uint32_t)lish_builtin_(clz)(word);
}
#elif defined(_MSC_VER) && !defined(LISH_NO_CTZ)
LISH_TINY uint32_t lish_ctz(lish_word word)
{
	unsigned long n;

	(void)lish_builtin_(Forward)(&n, word);
	return (uint32_t)n;
}

LISH_TINY uint32_t lish_clz(lish_word word)
{
	unsigned long n;

	(void)lish_builtin_(Reverse)(&n, word);
	return LISH_WORD_MASK - (uint32_t)n;
}
#else
LISH_TINY uint32_t lish_ctz(lish_word word)
{
	uint32_t n = 0, step;

	for (step = LISH_WORD_BITS / 2; step; step /= 2) {
		if (!(lish_word)(word << (LISH_WORD_BITS - step))) {
			word >>= step;
			n += step;
		}
	}
	return n;
}

LISH_TINY uint32_t lish_clz(lish_word word)
{
	uint32_t n = 0, step;

	for (step = LISH_WORD_BITS / 2; step; step /= 2) {
		if (!(word >> (LISH_WORD_BITS - step))) {
			word <<= step;
			n += step;
		}
	}
	return n;
}
#endif

LISH_C_END

/*
 * LISH_APART: distance in bytes between two words that two cores write all the time, so
 * that the words do not share a cache line; 0 on small cores. A program may define it,
 * for lib/ too.
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
 * LISH_PARTED() - declare something that shares no cache line with what follows it
 * @type: type of it, such as struct ipool
 * @name: name of the variable or member, also with [n] after it
 *
 * For containers that lie side by side and are used by one thread each::
 *
 *	static LISH_PARTED(struct ipool, pools[2]);
 *	...
 *	ipool_free(&pools[i].it, &b->memory);
 *
 * Takes LISH_APART bytes more. May have any storage class. An initialiser needs a pair
 * of braces more. What lies before the first one may still share its line.
 */
#define LISH_PARTED(type, name)                        \
	union {                                        \
		type it;                               \
		char apart_[sizeof(type) + LISH_APART]; \
	} name

#endif /* LINUX_ISH_ENV_H */
