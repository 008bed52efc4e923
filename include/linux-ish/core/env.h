/* SPDX-License-Identifier: MIT */
/*
 * env.h - where the code runs: libc, kernel or nothing; gcc, clang, MSVC or tcc
 *
 * The only file that looks at the environment. Everything else uses the names
 * below, so that a new target is one more branch here and nowhere else.
 */
#ifndef LINUX_ISH_ENV_H
#define LINUX_ISH_ENV_H

/*
 * What a program may define is in Documentation/reports.rst; it may say all of it
 * in a header of its own: -DLISH_CONFIG_H='"name.h"', for lib/ too.
 */
#ifdef LISH_CONFIG_H
#include LISH_CONFIG_H
#endif

#include "abi.h"

/*
 * LISH_FREESTANDING: there is no operating system, whatever the compiler says; a
 * compiler for bare metal that comes with a libc calls itself hosted.
 */
#if defined(__KERNEL__)
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
#if !defined(__STDC_HOSTED__) || __STDC_HOSTED__
#define LISH_LIBC_ 1
#include <errno.h>
#include <string.h>
#else
#define LISH_LIBC_ 0
#endif
#if LISH_LIBC_ && !defined(LISH_FREESTANDING)
#define LISH_HOSTED 1
#else
#define LISH_HOSTED 0
#endif
#endif

/*
 * <errno.h> is not a freestanding header; these are Linux's values. That of AVR's
 * libc has one number for all of these, by which no result could be told from
 * another; its functions return none of them.
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
 * LISH_C_BEGIN and LISH_C_END stand around the functions of each header. What a
 * compiler finds odd in them is not said to users who asked it of their own code:
 * with LISH_OUTLINE that an inline function shall not be inlined, and in C++ the
 * casts and the NULL of C. After LISH_C_END all is as they set it.
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
/* A compiler calls these even where there is no libc: the program has them. */
void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
LISH_C_END
#endif

/*
 * What compilers offer beyond C99
 *
 * tcc defines __GNUC__ in some builds and accepts the cleanup attribute
 * without calling it, so it is counted out by name.
 */
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
 * WebAssembly has no addresses of code; clang makes its builtin an error there. Those
 * of an AVR with more than 128 KB do not fit into a pointer, of which gcc warns.
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

/* A core that waits for no memory has nothing to fetch, but addresses to reckon. */
#if (defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M') || \
	defined(__ARM_ARCH_6M__) || defined(__AVR__)
#undef lish_prefetch
#define lish_prefetch(address) ((void)sizeof(address))
#endif

/*
 * LISH_MUST_CHECK: a result that, lost, loses an object or a state
 * LISH_CALLER_(): an address in the call of the function that uses it. Taken in the first
 * function of the library that is not inlined, it names the user's line. NULL where
 * LISH_HAS_CALLER is 0.
 * lish_hide(pointer): the compiler no longer knows what the pointer points to. A
 * loop that is registered inline stores the address of a local variable in its
 * container, and takes it out again; gcc 12 sees only the first.
 * lish_renew(variable): it no longer knows what a variable in memory holds;
 * that is not for clang's analyzer, which would find faults in that of users
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
 * Closing a loop that is left by return, goto or a C++ exception
 *
 * LISH_CLEANUP(fn) on a variable calls fn(&variable) when its scope is left.
 * Where the compiler has no such attribute, C++ does it by a destructor, which
 * LISH_CLEANUP_DTOR(tag, fn) puts into the struct; C is left with closing on
 * break, and with the explicit _begin and _end pair of each such loop.
 *
 * LISH_NO_CLEANUP_ATTRIBUTE may be defined by a user whose compiler's attribute
 * is broken, and by our tests.
 */
#if LISH_GNU && !defined(LISH_NO_CLEANUP_ATTRIBUTE)
#define LISH_CLEANUP(fn) __attribute__((__cleanup__(fn)))
#define LISH_CLEANUP_DTOR(tag, fn)
#define LISH_HAS_CLEANUP 1
#elif defined(__cplusplus)
#define LISH_CLEANUP(fn)
#define LISH_CLEANUP_DTOR(tag, fn) \
	~tag()                     \
	{                          \
		fn(this);          \
	}
#define LISH_HAS_CLEANUP 1
#else
#define LISH_CLEANUP(fn)
#define LISH_CLEANUP_DTOR(tag, fn)
#define LISH_HAS_CLEANUP 0
#endif

/*
 * For the links of rings. In a loop that deletes and adds, gcc 12 takes a word
 * of the head, reached once as a member of the list and once as a node that
 * others point to, for two words, and keeps one of them in a register. It does
 * not where the node may alias anything, which costs no instruction.
 */
#if LISH_GNU && !defined(__clang__)
#define LISH_LINKS __attribute__((__may_alias__))
#else
#define LISH_LINKS
#endif

/*
 * For compat/list.h only. LISH_MAY_ALIAS_: what a struct is reached as says nothing
 * about what else is in its memory, as in code that is built with
 * -fno-strict-aliasing. LISH_TYPEOF_(x): the type of an expression, where the
 * compiler can say it: GNU C, C23, MSVC from 19.39 on.
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

/* Do two expressions have one type, but for const? 1 where nobody can say. */
#if LISH_GNU && !defined(__cplusplus)
#define LISH_SAME_TYPE_(a, b) \
	__builtin_types_compatible_p(__typeof__(a), __typeof__(b))
#else
#define LISH_SAME_TYPE_(a, b) 1
#endif

/*
 * LISH_HOT precedes the functions of the hot path, LISH_TINY those that are
 * shorter than a call of them. The compiler must inline both: the report of a copy
 * that is called would name a line of our header. Where code size counts more
 * than cycles, define LISH_OUTLINE before the first include, and the hot ones
 * are called from the library instead (lib/outline.c); such calls are checked
 * at the level the library was built with. C99 forbids an inline function with
 * a body elsewhere to call a static one, so LISH_TINY changes its linkage too.
 * C++ would emit inline functions again and keep one of them for the program,
 * of whichever level: there each source file has its own copy, of its level. So it
 * has with MSVC, whose inline functions of C are those of C++.
 *
 * LISH_STEP is LISH_HOT that must be inlined for its speed too: a step of a loop
 * that keeps its place in registers, or a sort that calls back.
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

/* Shall inline code that the library has as well be a call of it? */
#if defined(__OPTIMIZE_SIZE__)
#define LISH_SMALL_ 1
#else
#define LISH_SMALL_ 0
#endif

/*
 * LISH_ALIGNOF(type): the alignment that objects of a type have in a struct, a
 * constant, the same in each standard. (gcc's older __alignof__ is what a type
 * would like best: 8 for a 64-bit integer on i386, where C says 4.)
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
 * lish_is_null(pointer): is it NULL, or the member of a NULL object? No object
 * lies in the first page where there is an operating system; elsewhere one may, as
 * all do on a machine with 16-bit addresses, and only NULL itself is told.
 * LISH_NULL_SPAN may be defined otherwise.
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
 * LISH_EXPORT(name) stands after each function and object of lib/ that a
 * program, or inline code in it, may call. The kernel's exports and the shared
 * library's version script are made from these lines. The kernel has them in a
 * namespace, which modules name that mean to call them. LISH_NO_EXPORT is for a
 * module that the library is a part of: nobody else shall see it there.
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
 * LISH_NO_DIVIDE: a division calls for 280 bytes of the compiler's library. Then
 * who asks for the slot of an address looks at one slot after the other: reports,
 * and X_owns(). May be defined where that is so elsewhere.
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
 * lish_ctz(word): number of zero bits below the lowest one that is set
 * lish_clz(word): number of zero bits above the highest one that is set
 *
 * Neither takes 0. Where the compiler has no instruction for them, as on
 * ARMv6-M, its builtins would call a library that may not be there. LISH_NO_CTZ
 * may be defined where that is so elsewhere.
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
 * Words that several threads use at once, or a thread and an interrupt
 *
 * LISH_ATOMICS is 0 where the compiler has nothing to make them of. Such a port
 * defines two macros, for lib/ too, and has one core:
 *
 * LISH_IRQ_SAVE(state): keep interrupts out; state is a uintptr_t variable for
 * what must be known to undo that
 * LISH_IRQ_RESTORE(state): as it was before
 *
 * Neither may let the compiler move accesses to memory across it. Where both are
 * defined they are used, whatever the compiler has.
 *
 * lish_atomic: such a word, as wide as a pointer
 * lish_atomic_load(word), lish_atomic_store(word, value): whole, but in no order
 * with anything else
 * lish_atomic_load_acquire(word): what came before the release that stored what
 * is read has happened
 * lish_atomic_cas_release(word, old, value): store the value if the word is *old,
 * a release; else false, and *old is what it was. May fail without a reason
 * lish_atomic_xchg_acquire(word, value): store the value, and return what it was,
 * an acquire
 * lish_atomic_barrier(): the compiler moves no access across it; the machine may
 *
 * LISH_NO_GNU_ATOMICS may be defined by our tests, for the branches below.
 */
#if defined(LISH_IRQ_SAVE) && defined(LISH_IRQ_RESTORE)
#define LISH_ATOMICS 1
typedef uintptr_t lish_atomic;

LISH_C_BEGIN

/* Not even a load is whole where a pointer is two bytes and a register one. */
LISH_TINY uintptr_t lish_atomic_load(const lish_atomic *word)
{
	uintptr_t state, value;

	LISH_IRQ_SAVE(state);
	value = *(const volatile lish_atomic *)word;
	LISH_IRQ_RESTORE(state);
	return value;
}

LISH_TINY uintptr_t lish_atomic_load_acquire(const lish_atomic *word)
{
	return lish_atomic_load(word);
}

LISH_TINY uintptr_t lish_atomic_xchg_acquire(lish_atomic *word, uintptr_t value)
{
	uintptr_t state, old;

	LISH_IRQ_SAVE(state);
	old = *(volatile lish_atomic *)word;
	*(volatile lish_atomic *)word = value;
	LISH_IRQ_RESTORE(state);
	return old;
}

LISH_TINY void lish_atomic_store(lish_atomic *word, uintptr_t value)
{
	uintptr_t state;

	LISH_IRQ_SAVE(state);
	*(volatile lish_atomic *)word = value;
	LISH_IRQ_RESTORE(state);
}

LISH_TINY bool lish_atomic_cas_release(lish_atomic *word, uintptr_t *old,
				       uintptr_t value)
{
	uintptr_t state, now;
	bool same;

	LISH_IRQ_SAVE(state);
	now = *(volatile lish_atomic *)word;
	same = now == *old;
	if (same)
		*(volatile lish_atomic *)word = value;
	LISH_IRQ_RESTORE(state);
	*old = now;
	return same;
}

/* A store keeps interrupts out, and is a barrier by that. */
#define lish_atomic_barrier() ((void)0)

LISH_C_END
#elif defined(__KERNEL__)
#include <linux/atomic.h>
#define LISH_ATOMICS 1
typedef uintptr_t lish_atomic;

LISH_TINY uintptr_t lish_atomic_load(const lish_atomic *word)
{
	return READ_ONCE(*word);
}

LISH_TINY uintptr_t lish_atomic_load_acquire(const lish_atomic *word)
{
	return smp_load_acquire(word);
}

LISH_TINY void lish_atomic_store(lish_atomic *word, uintptr_t value)
{
	WRITE_ONCE(*word, value);
}

LISH_TINY bool lish_atomic_cas_release(lish_atomic *word, uintptr_t *old,
				       uintptr_t value)
{
	const uintptr_t expected = *old;

	*old = cmpxchg_release(word, expected, value);
	return *old == expected;
}

LISH_TINY uintptr_t lish_atomic_xchg_acquire(lish_atomic *word, uintptr_t value)
{
	return xchg_acquire(word, value);
}

#define lish_atomic_barrier() barrier()
#elif LISH_GNU && !defined(LISH_NO_GNU_ATOMICS) &&        \
	((defined(__GCC_ATOMIC_POINTER_LOCK_FREE) &&      \
	  __GCC_ATOMIC_POINTER_LOCK_FREE == 2) ||         \
	 (defined(__CLANG_ATOMIC_POINTER_LOCK_FREE) &&    \
	  __CLANG_ATOMIC_POINTER_LOCK_FREE == 2))
/* Plain words, which C++ has in common with C: it does not know _Atomic. */
#define LISH_ATOMICS 1
typedef uintptr_t lish_atomic;

LISH_C_BEGIN

LISH_TINY uintptr_t lish_atomic_load(const lish_atomic *word)
{
	return __atomic_load_n(word, __ATOMIC_RELAXED);
}

LISH_TINY uintptr_t lish_atomic_load_acquire(const lish_atomic *word)
{
	return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

LISH_TINY void lish_atomic_store(lish_atomic *word, uintptr_t value)
{
	__atomic_store_n(word, value, __ATOMIC_RELAXED);
}

LISH_TINY bool lish_atomic_cas_release(lish_atomic *word, uintptr_t *old,
				       uintptr_t value)
{
	return __atomic_compare_exchange_n(word, old, value, true,
					   __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

LISH_TINY uintptr_t lish_atomic_xchg_acquire(lish_atomic *word, uintptr_t value)
{
	return __atomic_exchange_n(word, value, __ATOMIC_ACQUIRE);
}

#define lish_atomic_barrier() __atomic_signal_fence(__ATOMIC_SEQ_CST)

LISH_C_END
#elif defined(_MSC_VER)
/* The Interlocked functions are barriers of the compiler and the machine. */
#define LISH_ATOMICS 1
typedef uintptr_t lish_atomic;

LISH_C_BEGIN

LISH_TINY uintptr_t lish_atomic_load(const lish_atomic *word)
{
	return *(const volatile lish_atomic *)word;
}

LISH_TINY void lish_atomic_store(lish_atomic *word, uintptr_t value)
{
	*(volatile lish_atomic *)word = value;
}

LISH_TINY bool lish_atomic_cas_release(lish_atomic *word, uintptr_t *old,
				       uintptr_t value)
{
	const uintptr_t expected = *old;

	*old = (uintptr_t)_InterlockedCompareExchangePointer(
		(void *volatile *)word, (void *)value, (void *)expected);
	return *old == expected;
}

LISH_TINY uintptr_t lish_atomic_xchg_acquire(lish_atomic *word, uintptr_t value)
{
	return (uintptr_t)_InterlockedExchangePointer((void *volatile *)word,
						      (void *)value);
}

/* No load is an acquire on each machine: NULL for NULL changes nothing. */
LISH_TINY uintptr_t lish_atomic_load_acquire(const lish_atomic *word)
{
	return (uintptr_t)_InterlockedCompareExchangePointer(
		(void *volatile *)(uintptr_t)word, NULL, NULL);
}

#define lish_atomic_barrier() _ReadWriteBarrier()

LISH_C_END
#elif !defined(__cplusplus) && defined(__STDC_VERSION__) && \
	__STDC_VERSION__ >= 201112L && !defined(__STDC_NO_ATOMICS__) && \
	!defined(__TINYC__)
#include <stdatomic.h>
#if ATOMIC_POINTER_LOCK_FREE == 2
#define LISH_ATOMICS 1
typedef _Atomic uintptr_t lish_atomic;

LISH_TINY uintptr_t lish_atomic_load(const lish_atomic *word)
{
	return atomic_load_explicit(word, memory_order_relaxed);
}

LISH_TINY uintptr_t lish_atomic_load_acquire(const lish_atomic *word)
{
	return atomic_load_explicit(word, memory_order_acquire);
}

LISH_TINY void lish_atomic_store(lish_atomic *word, uintptr_t value)
{
	atomic_store_explicit(word, value, memory_order_relaxed);
}

LISH_TINY bool lish_atomic_cas_release(lish_atomic *word, uintptr_t *old,
				       uintptr_t value)
{
	return atomic_compare_exchange_weak_explicit(
		word, old, value, memory_order_release, memory_order_relaxed);
}

LISH_TINY uintptr_t lish_atomic_xchg_acquire(lish_atomic *word, uintptr_t value)
{
	return atomic_exchange_explicit(word, value, memory_order_acquire);
}

#define lish_atomic_barrier() atomic_signal_fence(memory_order_seq_cst)
#endif
#elif (defined(__TINYC__) || defined(__GNUC__)) && \
	(defined(__x86_64__) || defined(__i386__))
/* tcc has the instructions, and moves nothing; the machine keeps stores in order. */
#define LISH_ATOMICS 1
typedef uintptr_t lish_atomic;

LISH_C_BEGIN

LISH_TINY uintptr_t lish_atomic_load(const lish_atomic *word)
{
	return *(const volatile lish_atomic *)word;
}

LISH_TINY uintptr_t lish_atomic_load_acquire(const lish_atomic *word)
{
	const uintptr_t value = *(const volatile lish_atomic *)word;

	__asm__ volatile("" : : : "memory");
	return value;
}

LISH_TINY void lish_atomic_store(lish_atomic *word, uintptr_t value)
{
	*(volatile lish_atomic *)word = value;
}

LISH_TINY bool lish_atomic_cas_release(lish_atomic *word, uintptr_t *old,
				       uintptr_t value)
{
	uintptr_t now = *old;
	unsigned char same;

	__asm__ volatile("lock; cmpxchg %3, %0\n\tsete %1"
			 : "+m"(*word), "=q"(same), "+a"(now)
			 : "r"(value)
			 : "memory", "cc");
	*old = now;
	return same;
}

LISH_TINY uintptr_t lish_atomic_xchg_acquire(lish_atomic *word, uintptr_t value)
{
	__asm__ volatile("xchg %0, %1"
			 : "+r"(value), "+m"(*word)
			 :
			 : "memory");
	return value;
}

#define lish_atomic_barrier() __asm__ volatile("" : : : "memory")

LISH_C_END
#endif
#ifndef LISH_ATOMICS
#define LISH_ATOMICS 0
#endif

/*
 * LISH_APART: by how many bytes two words must lie apart that two cores write all
 * the time, or each write takes the line of the cache from the other core; 0 on
 * small cores, which have one. It may be defined otherwise, for lib/ too.
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
 * LISH_PARTED() - declare something that shares no line with what follows it
 * @type: type of it, such as struct ipool
 * @name: name of the variable or member, also with [n] after it
 *
 * For containers that lie side by side and are used by a thread each::
 *
 *	static LISH_PARTED(struct ipool, pools[2]);
 *	...
 *	ipool_free(&pools[i].it, &b->memory);
 *
 * Takes LISH_APART bytes more, at whatever address it lies, on small cores none.
 * Of any storage class; in an initialiser it has a pair of braces of its own. What
 * lies before the first one may still be too near.
 */
#define LISH_PARTED(type, name)                        \
	union {                                        \
		type it;                               \
		char apart_[sizeof(type) + LISH_APART]; \
	} name

#endif /* LINUX_ISH_ENV_H */

/*
 * For lib/ only: what the library asks of the system. Not under the guard above,
 * so that lib/ may be one file, whose first part does not ask.
 *
 * lish_os_alloc_(size), lish_os_free_(ptr): memory aligned to LISH_OS_ALIGN_,
 * NULL where there is none to be had
 * lish_os_realloc_(ptr, size): such memory grows or shrinks; not in the kernel,
 * nor where there is no system
 * lish_os_maps_(size, align): is this one that goes to the system itself? The same
 * answer at all times
 * lish_os_map_(size), lish_os_unmap_(ptr, size), lish_os_remap_(ptr, old, size):
 * then these; the pages of what grows move, and nothing is copied
 * lish_os_chunk_(mem): bytes of a chunk that comes from there, if nobody says
 * LISH_OS_PRINTS_: is there a stderr, and an abort()? Else there is lish_os_trap_()
 * lish_os_poisons_(): is this program watched by ASan or Valgrind?
 * lish_os_poison_(ptr, size), lish_os_unpoison_(ptr, size): if so, from now on
 * accesses to that memory are errors, or are none
 * lish_os_quiet_(), lish_os_loud_(): what lies between the two may read poisoned
 * memory, in a function that is LISH_OS_UNCHECKED_
 */
#if defined(LISH_ENV_OS_) && !defined(LISH_ENV_OS_DONE_)
#define LISH_ENV_OS_DONE_
#if defined(__KERNEL__)
#include <linux/kasan.h>
#include <linux/gfp.h>
#include <linux/mm.h>
/* In lib/kernel/kmem.c, which is in modules only. */
struct lish_mem;
void *lish_kmem_get_(size_t size, size_t align, gfp_t gfp);
void lish_kmem_put_(const void *ptr, gfp_t gfp);
size_t lish_kmem_chunk_(const struct lish_mem *mem);
/* What pools ask for, so that nothing need be taken beyond that. */
#define LISH_OS_ALIGN_ ((size_t)64)
#define lish_os_alloc_(size) \
	lish_kmem_get_(size, LISH_OS_ALIGN_, GFP_KERNEL)
#define lish_os_free_(ptr) lish_kmem_put_(ptr, GFP_KERNEL)
#define lish_os_chunk_(mem) lish_kmem_chunk_(mem)
#else
#if LISH_HOSTED && !defined(LISH_NO_MALLOC)
#include <stdlib.h>
#define LISH_OS_ALIGN_ (UINTPTR_MAX > 0xffffu ? 2 * sizeof(void *) : 1)
#define lish_os_alloc_(size) malloc(size)
#define lish_os_free_(ptr) free(ptr)
#define lish_os_realloc_(ptr, size) realloc(ptr, size)
#else
#define LISH_OS_ALIGN_ sizeof(void *)
#define lish_os_alloc_(size) ((void)(size), (void *)NULL)
#define lish_os_free_(ptr) ((void)(ptr))
#endif
#if LISH_HOSTED && !defined(LISH_NO_STDIO)
#include <stdio.h>
#include <stdlib.h>
#define LISH_OS_PRINTS_ 1
#else
#define LISH_OS_PRINTS_ 0
#if LISH_GNU
#define lish_os_trap_() __builtin_trap()
#else
#define lish_os_trap_()   \
	do {              \
	} while (1)
#endif
#endif
#endif

#ifndef lish_os_chunk_
#define lish_os_chunk_(mem) ((void)(mem), (size_t)65536)
#endif

/*
 * The kernel's KASAN, where it is the one that compilers know, has nothing for
 * modules to call. So they write what it looks at, a byte for each 8 of memory, by
 * its own word for what was freed. vmalloc() memory has such bytes only where that
 * is configured. What is poisoned is whole eights, and so is what comes back.
 */
#if defined(__KERNEL__) && defined(CONFIG_KASAN_GENERIC) && \
	!defined(LISH_NO_POISON)
#define LISH_OS_KASAN_ 1
#define LISH_OS_FREED_ 0xfb
static inline __attribute__((__no_sanitize_address__)) void
lish_os_shadow_(const void *ptr, size_t size, char byte)
{
	const uintptr_t from = round_up((uintptr_t)ptr, 8);
	const uintptr_t to = round_down((uintptr_t)ptr + size, 8);
	volatile char *shadow = kasan_mem_to_shadow((const void *)from);
	size_t i;

	if (from >= to ||
	    (is_vmalloc_addr(ptr) && !IS_ENABLED(CONFIG_KASAN_VMALLOC)))
		return;
	for (i = 0; i < (to - from) / 8; i++)
		shadow[i] = byte;
}
#else
#define LISH_OS_KASAN_ 0
#define lish_os_shadow_(ptr, size, byte) ((void)0)
#endif

/*
 * ASan and Valgrind are found at run time, so that pools made by a library that was
 * built without them, and by programs that know nothing of them, are watched as
 * well. The runtime of ASan is there if its symbols are; Valgrind is asked by a
 * sequence of instructions that does nothing on the machine. LISH_NO_POISON may
 * be defined for lib/ by those who count instructions with one of Valgrind's
 * tools, and want those of the machine.
 */
#if !defined(__KERNEL__) && LISH_HOSTED && LISH_GNU && defined(__ELF__)
#define LISH_OS_ASAN_ 1
LISH_C_BEGIN
extern void __asan_poison_memory_region(const volatile void *ptr, size_t size)
	__attribute__((weak));
extern void __asan_unpoison_memory_region(const volatile void *ptr, size_t size)
	__attribute__((weak));
LISH_C_END
#else
#define LISH_OS_ASAN_ 0
#endif

/* Request numbers of Valgrind: common ones, and those of its memcheck. */
#define LISH_VALGRIND_RUNNING_ 0x1001u
#define LISH_VALGRIND_SILENCE_ 0x1801u
#define LISH_VALGRIND_NOACCESS_ 0x4d430000u
#define LISH_VALGRIND_DEFINED_ 0x4d430002u

static inline uintptr_t lish_os_valgrind_(uint32_t request, const void *ptr,
					  size_t size)
{
	uintptr_t answer = 0;
#if !defined(__KERNEL__) && LISH_HOSTED && LISH_GNU && \
	(defined(__x86_64__) || defined(__i386__) || defined(__aarch64__))
	const volatile uintptr_t args[6] = { request, (uintptr_t)ptr, size };
#if defined(__x86_64__)
	__asm__ volatile("rolq $3, %%rdi; rolq $13, %%rdi\n\t"
			 "rolq $61, %%rdi; rolq $51, %%rdi\n\t"
			 "xchgq %%rbx, %%rbx"
			 : "+d"(answer)
			 : "a"(args)
			 : "cc", "memory");
#elif defined(__i386__)
	__asm__ volatile("roll $3, %%edi; roll $13, %%edi\n\t"
			 "roll $29, %%edi; roll $19, %%edi\n\t"
			 "xchgl %%ebx, %%ebx"
			 : "+d"(answer)
			 : "a"(args)
			 : "cc", "memory");
#else
	__asm__ volatile("mov x3, %0\n\tmov x4, %1\n\t"
			 "ror x12, x12, #3; ror x12, x12, #13\n\t"
			 "ror x12, x12, #51; ror x12, x12, #61\n\t"
			 "orr x10, x10, x10\n\tmov %0, x3"
			 : "+r"(answer)
			 : "r"(args)
			 : "cc", "memory", "x3", "x4");
#endif
#else
	(void)request, (void)ptr, (void)size;
#endif
	return answer;
}

static inline bool lish_os_poisons_(void)
{
#if defined(LISH_NO_POISON)
	return false;
#elif LISH_OS_KASAN_
	return true;
#else
#if LISH_OS_ASAN_
	if (__asan_poison_memory_region)
		return true;
#endif
	return lish_os_valgrind_(LISH_VALGRIND_RUNNING_, NULL, 0) != 0;
#endif
}

static inline void lish_os_poison_(const void *ptr, size_t size)
{
#if LISH_OS_ASAN_
	if (__asan_poison_memory_region)
		__asan_poison_memory_region(ptr, size);
#endif
	lish_os_shadow_(ptr, size, (char)LISH_OS_FREED_);
	(void)lish_os_valgrind_(LISH_VALGRIND_NOACCESS_, ptr, size);
}

static inline void lish_os_unpoison_(const void *ptr, size_t size)
{
#if LISH_OS_ASAN_
	if (__asan_unpoison_memory_region)
		__asan_unpoison_memory_region(ptr, size);
#endif
	lish_os_shadow_(ptr, size, 0);
	(void)lish_os_valgrind_(LISH_VALGRIND_DEFINED_, ptr, size);
}

/* One reason more to be silent, or one less. */
static inline void lish_os_quiet_(void)
{
	(void)lish_os_valgrind_(LISH_VALGRIND_SILENCE_, (const void *)1, 0);
}

static inline void lish_os_loud_(void)
{
	(void)lish_os_valgrind_(LISH_VALGRIND_SILENCE_,
				(const void *)~(uintptr_t)0, 0);
}

#if LISH_OS_ASAN_ || LISH_OS_KASAN_
#define LISH_OS_UNCHECKED_ __attribute__((__no_sanitize_address__))
#else
#define LISH_OS_UNCHECKED_
#endif

/*
 * Linux can move pages, and so make a large block larger at no cost that grows
 * with it. realloc does that as well, but once the program has freed some large
 * block, glibc takes large ones from its heap, and copies. Where the C standard is
 * asked for and nothing else, <sys/mman.h> keeps half of the names to itself; a
 * few machines have numbers of their own. No tool that looks for lost memory sees
 * into pages that malloc did not hand out: under these malloc has to do.
 */
#if !defined(__KERNEL__) && LISH_HOSTED && LISH_OS_ASAN_ && defined(__linux__)
#include <sys/mman.h>
#if !defined(MAP_ANONYMOUS) && !defined(__alpha__) && !defined(__hppa__) && \
	!defined(__mips__) && !defined(__xtensa__)
#define MAP_ANONYMOUS 0x20
#endif
#endif
#if defined(MAP_ANONYMOUS) && !defined(LISH_NO_MREMAP) && \
	!defined(LISH_NO_MALLOC)
/* As many bytes are copied at most when an array grows beyond malloc's. */
#define LISH_OS_LARGE_ ((size_t)128 << 10)
LISH_C_BEGIN
#ifndef MREMAP_MAYMOVE
#define MREMAP_MAYMOVE 1
extern void *mremap(void *ptr, size_t old_size, size_t size, int flags, ...);
#endif
extern int __lsan_do_recoverable_leak_check(void) __attribute__((weak));

static inline bool lish_os_maps_(size_t size, size_t align)
{
	return size >= LISH_OS_LARGE_ && align <= 4096 &&
	       !lish_os_poisons_() && !__lsan_do_recoverable_leak_check;
}

static inline void *lish_os_map_(size_t size)
{
	void *ptr = mmap(NULL, size, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return ptr == MAP_FAILED ? NULL : ptr;
}

static inline void lish_os_unmap_(void *ptr, size_t size)
{
	(void)munmap(ptr, size);
}

static inline void *lish_os_remap_(void *ptr, size_t old_size, size_t size)
{
	ptr = mremap(ptr, old_size, size, MREMAP_MAYMOVE);
	return ptr == MAP_FAILED ? NULL : ptr;
}
LISH_C_END
#else
#define lish_os_maps_(size, align) ((void)(size), (void)(align), false)
#define lish_os_map_(size) ((void)(size), (void *)NULL)
#define lish_os_unmap_(ptr, size) ((void)(ptr), (void)(size))
#define lish_os_remap_(ptr, old_size, size) \
	((void)(ptr), (void)(old_size), (void)(size), (void *)NULL)
#endif
#endif /* LISH_ENV_OS_ */
