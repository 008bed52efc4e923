/* SPDX-License-Identifier: MIT */
/*
 * atomic.h - words that threads share, or a thread and an interrupt
 *
 * Six branches: the port's macros, the kernel, gcc and clang, MSVC, C11, tcc on x86.
 * LISH_ATOMICS is 0 if none of them fits. A port with one core then defines two macros
 * for the whole program, lib/ included. If both are defined, they replace the compiler's
 * operations.
 *
 * LISH_IRQ_SAVE(state): disable interrupts; state is a uintptr_t variable that receives
 * the previous state
 * LISH_IRQ_RESTORE(state): restore that state
 *
 * Neither macro may let the compiler move a memory access across it. Both are defined
 * here for AVR, and for Arduino boards with one ARMv6-M core. Other ARMv6-M boards may
 * have two cores, or threads that must not disable interrupts.
 *
 *   lish_atomic                           a word as wide as a pointer
 *   lish_atomic_load(word)                never torn; no ordering
 *   lish_atomic_store(word, value)        never torn; no ordering
 *   lish_atomic_load_acquire(word)        an acquire
 *   lish_atomic_cas_release(word, old, value)
 *                                         if *word == *old, store value: a release.
 *                                         Otherwise set *old and return false. May
 *                                         fail without a reason.
 *   lish_atomic_xchg_acquire(word, value) store value, return the previous value
 *   lish_atomic_barrier()                 the compiler moves no access across it
 *   LISH_ATOMIC_TAG_                      a bit that no address of a lish_atomic has
 *   lish_tsan_release_(word), lish_tsan_acquire_(word)
 *                                         for ThreadSanitizer, what code that it does not see
 *                                         does; no instruction without it
 *
 * Tests define LISH_NO_GNU_ATOMICS to reach the later branches.
 */
#ifndef LINUX_ISH_GROUND_ATOMIC_H
#define LINUX_ISH_GROUND_ATOMIC_H

#include "env.h"

#if defined(__SANITIZE_THREAD__)
#define LISH_TSAN 1
#elif defined(__clang__)
#define LISH_TSAN __has_feature(thread_sanitizer)
#else
#define LISH_TSAN 0
#endif

#if defined(LISH_IRQ_SAVE)
#elif defined(__AVR__)
/* 0x3f is SREG; its highest bit enables interrupts. */
#define LISH_IRQ_SAVE(state)                                                  \
	do {                                                                  \
		unsigned char sreg_;                                          \
                                                                              \
		__asm__ volatile("in %0, 0x3f\n\tcli" : "=r"(sreg_) : : "memory"); \
		(state) = sreg_;                                              \
	} while (0)
#define LISH_IRQ_RESTORE(state)                 \
	__asm__ volatile("out 0x3f, %0"         \
			 :                      \
			 : "r"((unsigned char)(state)) \
			 : "memory")
#elif defined(ARDUINO) && defined(__ARM_ARCH_6M__) && \
	!defined(ARDUINO_ARCH_RP2040)
#define LISH_IRQ_SAVE(state) \
	__asm__ volatile("mrs %0, primask\n\tcpsid i" : "=r"(state) : : "memory")
#define LISH_IRQ_RESTORE(state) \
	__asm__ volatile("msr primask, %0" : : "r"(state) : "memory")
#endif

/* Accesses that some machines make by one instruction. */
#define LISH_LOADED_(word) (*(const volatile lish_atomic *)(word))
#define LISH_STORED_(word, value) ((void)(*(volatile lish_atomic *)(word) = (value)))

/*
 * A branch defines the operations. Where the machine's compare and exchange returns the previous
 * value, the branch has lish_atomic_swap_if_(word, expected, value), and LISH_SWAPS_IF_.
 */
#if defined(LISH_IRQ_SAVE) && defined(LISH_IRQ_RESTORE)
#define LISH_ATOMICS 1
#define LISH_SWAPS_IF_
typedef uintptr_t lish_atomic;

LISH_C_BEGIN

/* ARM loads and stores a pointer by one instruction, AVR by two. */
#if LISH_GNU && defined(__arm__)
#define lish_atomic_barrier() __asm__ volatile("" : : : "memory")
#define lish_atomic_load(word) LISH_LOADED_(word)
#define lish_atomic_store(word, value) LISH_STORED_(word, value)
#else
/* lish_atomic_load() and lish_atomic_store() are barriers already. */
#define lish_atomic_barrier() ((void)0)

LISH_INLINE uintptr_t lish_atomic_load(const lish_atomic *word)
{
	uintptr_t state, value;

	LISH_IRQ_SAVE(state);
	value = LISH_LOADED_(word);
	LISH_IRQ_RESTORE(state);
	return value;
}

LISH_INLINE void lish_atomic_store(lish_atomic *word, uintptr_t value)
{
	uintptr_t state;

	LISH_IRQ_SAVE(state);
	LISH_STORED_(word, value);
	LISH_IRQ_RESTORE(state);
}
#endif

LISH_INLINE uintptr_t lish_atomic_xchg_acquire(lish_atomic *word, uintptr_t value)
{
	uintptr_t state, old;

	LISH_IRQ_SAVE(state);
	old = LISH_LOADED_(word);
	LISH_STORED_(word, value);
	LISH_IRQ_RESTORE(state);
	return old;
}

LISH_INLINE uintptr_t lish_atomic_swap_if_(lish_atomic *word, uintptr_t expected, uintptr_t value)
{
	uintptr_t state, old;

	LISH_IRQ_SAVE(state);
	old = LISH_LOADED_(word);
	if (old == expected)
		LISH_STORED_(word, value);
	LISH_IRQ_RESTORE(state);
	return old;
}

LISH_C_END
#elif defined(__KERNEL__)
#include <linux/atomic.h>
#define LISH_ATOMICS 1
#define LISH_SWAPS_IF_
typedef uintptr_t lish_atomic;

#define lish_atomic_load(word) READ_ONCE(*(word))
#define lish_atomic_load_acquire(word) smp_load_acquire(word)
#define lish_atomic_store(word, value) WRITE_ONCE(*(word), value)
#define lish_atomic_swap_if_(word, expected, value) cmpxchg_release(word, expected, value)
#define lish_atomic_xchg_acquire(word, value) xchg_acquire(word, value)
#define lish_atomic_barrier() barrier()
#elif LISH_GNU && !defined(LISH_NO_GNU_ATOMICS) &&        \
	((defined(__GCC_ATOMIC_POINTER_LOCK_FREE) &&      \
	  __GCC_ATOMIC_POINTER_LOCK_FREE == 2) ||         \
	 (defined(__CLANG_ATOMIC_POINTER_LOCK_FREE) &&    \
	  __CLANG_ATOMIC_POINTER_LOCK_FREE == 2))
/* Plain words: C++ has no _Atomic. */
#define LISH_ATOMICS 1
typedef uintptr_t lish_atomic;

#define lish_atomic_load(word) __atomic_load_n(word, __ATOMIC_RELAXED)
#define lish_atomic_load_acquire(word) __atomic_load_n(word, __ATOMIC_ACQUIRE)
#define lish_atomic_store(word, value) __atomic_store_n(word, value, __ATOMIC_RELAXED)
#define lish_atomic_cas_release(word, old, value)                      \
	__atomic_compare_exchange_n(word, old, value, true, __ATOMIC_RELEASE, \
				    __ATOMIC_RELAXED)
#define lish_atomic_xchg_acquire(word, value) __atomic_exchange_n(word, value, __ATOMIC_ACQUIRE)
#define lish_atomic_barrier() __atomic_signal_fence(__ATOMIC_SEQ_CST)
#elif defined(_MSC_VER)
/* Interlocked functions are full barriers, for compiler and CPU. */
#define LISH_ATOMICS 1
#define LISH_SWAPS_IF_
typedef uintptr_t lish_atomic;

#define LISH_WORD_(word) ((void *volatile *)(uintptr_t)(word))
#define lish_atomic_load(word) LISH_LOADED_(word)
#define lish_atomic_store(word, value) LISH_STORED_(word, value)
#define lish_atomic_barrier() _ReadWriteBarrier()
#define lish_atomic_xchg_acquire(word, value) \
	((uintptr_t)_InterlockedExchangePointer(LISH_WORD_(word), (void *)(value)))
#define lish_atomic_swap_if_(word, expected, value)              \
	((uintptr_t)_InterlockedCompareExchangePointer(          \
		LISH_WORD_(word), (void *)(value), (void *)(expected)))
/* A plain load is no acquire on ARM. Replacing NULL by NULL changes nothing. */
#define lish_atomic_load_acquire(word) lish_atomic_swap_if_(word, 0, 0)
#elif !defined(__cplusplus) && defined(__STDC_VERSION__) && \
	__STDC_VERSION__ >= 201112L && !defined(__STDC_NO_ATOMICS__) && \
	!defined(__TINYC__)
#include <stdatomic.h>
#if ATOMIC_POINTER_LOCK_FREE == 2
#define LISH_ATOMICS 1
typedef _Atomic uintptr_t lish_atomic;

#define lish_atomic_load(word) atomic_load_explicit(word, memory_order_relaxed)
#define lish_atomic_load_acquire(word) atomic_load_explicit(word, memory_order_acquire)
#define lish_atomic_store(word, value) atomic_store_explicit(word, value, memory_order_relaxed)
#define lish_atomic_cas_release(word, old, value)                                       \
	atomic_compare_exchange_weak_explicit(word, old, value, memory_order_release, \
					      memory_order_relaxed)
#define lish_atomic_xchg_acquire(word, value) \
	atomic_exchange_explicit(word, value, memory_order_acquire)
#define lish_atomic_barrier() atomic_signal_fence(memory_order_seq_cst)
#endif
#elif (defined(__TINYC__) || defined(__GNUC__)) && \
	(defined(__x86_64__) || defined(__i386__))
/* tcc moves no access, and x86 keeps the order of loads and stores. */
#define LISH_ATOMICS 1
#define LISH_SWAPS_IF_
typedef uintptr_t lish_atomic;

#define lish_atomic_load(word) LISH_LOADED_(word)
#define lish_atomic_store(word, value) LISH_STORED_(word, value)
#define lish_atomic_barrier() __asm__ volatile("" : : : "memory")

LISH_C_BEGIN

LISH_INLINE uintptr_t lish_atomic_swap_if_(lish_atomic *word, uintptr_t expected, uintptr_t value)
{
	__asm__ volatile("lock; cmpxchg %2, %0"
			 : "+m"(*word), "+a"(expected)
			 : "r"(value)
			 : "memory", "cc");
	return expected;
}

LISH_INLINE uintptr_t lish_atomic_xchg_acquire(lish_atomic *word, uintptr_t value)
{
	__asm__ volatile("xchg %0, %1" : "+r"(value), "+m"(*word) : : "memory");
	return value;
}

LISH_C_END
#endif
#ifndef LISH_ATOMICS
#define LISH_ATOMICS 0
#endif

#ifdef LISH_SWAPS_IF_
LISH_C_BEGIN

LISH_INLINE bool lish_atomic_cas_release(lish_atomic *word, uintptr_t *old, uintptr_t value)
{
	const uintptr_t expected = *old;

	*old = lish_atomic_swap_if_(word, expected, value);
	return *old == expected;
}

#ifndef lish_atomic_load_acquire
LISH_INLINE uintptr_t lish_atomic_load_acquire(const lish_atomic *word)
{
	const uintptr_t value = lish_atomic_load(word);

	lish_atomic_barrier();
	return value;
}
#endif

LISH_C_END
#endif

/* AVR aligns nothing. Its objects lie in the lower half of the memory. */
#ifdef __AVR__
#define LISH_ATOMIC_TAG_ ((uintptr_t)0x8000)
#else
#define LISH_ATOMIC_TAG_ ((uintptr_t)1)
#endif

#if LISH_TSAN
LISH_C_BEGIN
void __tsan_release(void *word);
void __tsan_acquire(void *word);
LISH_C_END
#define lish_tsan_release_(word) __tsan_release(word)
#define lish_tsan_acquire_(word) __tsan_acquire(word)
#else
#define lish_tsan_release_(word) ((void)0)
#define lish_tsan_acquire_(word) ((void)0)
#endif

#endif /* LINUX_ISH_GROUND_ATOMIC_H */
