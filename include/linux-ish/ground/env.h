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

/* The kernel has reports of its own. */
#ifdef __KERNEL__
#undef LISH_TRAP
#endif

/* Has a report names? On AVR strings take RAM: define LISH_STRINGS to keep them. A trap says nothing. */
#if defined(LISH_TRAP) || (defined(__AVR__) && !defined(LISH_STRINGS))
#define LISH_NAMES_ 0
#else
#define LISH_NAMES_ 1
#endif

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
#elif defined(__STDC_HOSTED__) && !__STDC_HOSTED__
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
/* In initialisers: the load of the library, see lib/ground/reload.h. Only a system loads one. */
#if LISH_HOSTED
#define LISH_LOAD_INIT_ 0,
#else
#define LISH_LOAD_INIT_
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

/*
 * Without <errno.h>: the values of Unix, which every libc shares. avr-libc gives all of these
 * names but ERANGE one number.
 */
#if defined(ENOERR) && defined(__AVR__)
#undef ENOENT
#undef EIO
#undef ENOEXEC
#undef ENOMEM
#undef EBUSY
#undef EEXIST
#undef EINVAL
#undef ENOSPC
#endif
#ifndef ENOENT
#define ENOENT 2
#define EIO 5
#define ENOEXEC 8
#define ENOMEM 12
#define EBUSY 16
#define EEXIST 17
#define EINVAL 22
#define ENOSPC 28
#endif
#ifndef ERANGE
#define ERANGE 34
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
/* C in a file of C++: g++ allows its casts and zeros between LISH_C_BEGIN and LISH_C_END. */
#if defined(__clang__) && defined(__cplusplus)
#define LISH_CASTS_PUSH_                                                   \
	_Pragma("clang diagnostic push")                                   \
	_Pragma("clang diagnostic ignored \"-Wold-style-cast\"")           \
	_Pragma("clang diagnostic ignored \"-Wzero-as-null-pointer-constant\"")
#define LISH_CASTS_POP_ _Pragma("clang diagnostic pop")
#else
#define LISH_CASTS_PUSH_
#define LISH_CASTS_POP_
#endif
#define LISH_C_BEGIN LISH_WRAPS_PUSH_ LISH_CASTS_PUSH_ LISH_C_LINKAGE_
#define LISH_C_END LISH_C_LINKAGE_END_ LISH_CASTS_POP_ LISH_WRAPS_POP_

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
 * lish_renew(variable): the compiler forgets the value of a variable in memory, so it
 * keeps earlier stores, also if the memory is freed next. clang's analyzer would report
 * faults in users' code.
 * LISH_NO_MERGE_: clang makes one call, without a line, of two equal ones in branches.
 * LISH_LINKS_: may_alias for the links of rings. gcc 12 takes a word of the head for two
 * words, one accessed as a member, one as a node, and keeps one in a register.
 */
#if defined(__clang__) && __clang_major__ >= 13
#define LISH_NO_MERGE_ __attribute__((__nomerge__))
#else
#define LISH_NO_MERGE_
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
#define LISH_NOINLINE __attribute__((__noinline__)) LISH_NO_MERGE_
#define LISH_COLD __attribute__((__cold__, __noinline__)) LISH_NO_MERGE_
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

/*
 * LISH_KEEPS_: can a variable be kept in the program that nothing refers to? gcc for bare metal
 * is often built without the attribute, and then ignores it.
 * LISH_REFER_(function): an expression that makes the linker look for a function
 */
#if defined(LISH_KEEPS_)
#elif defined(__has_attribute) && LISH_GNU && defined(__ELF__) && \
	(defined(__clang__) ? __clang_major__ >= 13 : defined(__unix__))
#if __has_attribute(__retain__)
#define LISH_KEEPS_ 1
#endif
#endif
#ifndef LISH_KEEPS_
#define LISH_KEEPS_ 0
#endif
#if LISH_GNU && defined(__arm__) && defined(__ELF__) && !defined(__PIC__)
#define LISH_REFER_(function) \
	__extension__({ __asm__ volatile(".reloc ., R_ARM_NONE, %c0" : : "i"(function)); })
#elif LISH_GNU
#define LISH_REFER_(function) \
	__extension__({ __asm__ volatile("" : : "r"(function)); })
#else
#define LISH_REFER_(function) ((void)(function))
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
 * LISH_API: in front of each function of the library that programs, or inline code in them, call.
 * In the shared library such functions are visible, all others are not. A report leads to the
 * return address, so clang must neither make a jump of such a call nor join two. A program may
 * define it, for lib/ too. One file with LISH_STATIC has them static; it may call none of them.
 * LISH_INLINE: a static function that is smaller than its call, or runs once an element
 */
#if defined(LISH_API)
#elif defined(LISH_STATIC) && LISH_GNU
#define LISH_API static __attribute__((__unused__)) LISH_NO_MERGE_
#elif defined(LISH_STATIC)
#define LISH_API static
#elif defined(_WIN32) && defined(LISH_SHARED) && defined(LISH_LIB_)
#define LISH_API __declspec(dllexport)
#elif defined(_WIN32) && defined(LISH_SHARED)
#define LISH_API __declspec(dllimport)
#elif defined(LISH_SHARED) && defined(__clang__)
#define LISH_API \
	__attribute__((__visibility__("default"), __not_tail_called__)) LISH_NO_MERGE_
#elif defined(LISH_SHARED) && LISH_GNU
#define LISH_API __attribute__((__visibility__("default")))
#elif defined(__clang__)
#define LISH_API __attribute__((__not_tail_called__)) LISH_NO_MERGE_
#else
#define LISH_API
#endif
/* The same for an object. */
#if defined(LISH_SHARED) && defined(_WIN32)
#define LISH_DATA_ LISH_API
#elif defined(LISH_SHARED) && LISH_GNU
#define LISH_DATA_ __attribute__((__visibility__("default")))
#else
#define LISH_DATA_
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
#if defined(LISH_LIB_) || defined(__OPTIMIZE__) || (defined(_MSC_VER) && !LISH_GNU)
#define LISH_INLINES_ 1
#else
#define LISH_INLINES_ 0
#endif

/*
 * lish_trap_(): stop. On x86 a debugger may go on: then the refused call returns. The program
 * stops at the nop, in the line of the int3. Address 1 faults like NULL, but cppcheck reports a
 * store to NULL in the user's file.
 */
#if LISH_GNU && (defined(__i386__) || defined(__x86_64__)) && !defined(__KERNEL__)
#define lish_trap_() __asm__ volatile("int3\n\tnop")
#elif LISH_GNU
#define lish_trap_() __builtin_trap()
#elif defined(_MSC_VER)
#define lish_trap_() __debugbreak()
#else
#define lish_trap_()                     \
	do {                             \
		*(volatile char *)1 = 0; \
	} while (1)
#endif

/* Is code to be small? */
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

#endif /* LINUX_ISH_ENV_H */
