/* SPDX-License-Identifier: MIT */
/*
 * poison.h - tools that watch a program's memory: ASan, Valgrind, KASAN
 *
 * - lish_os_poisons_(): does the program run under one of them?
 * - lish_os_poison_(ptr, size), lish_os_unpoison_(ptr, size): make accesses to that memory
 *   errors, or allow them again
 * - lish_os_born_(blocks, ptr, size), lish_os_died_(blocks, ptr, node, node_size): with
 *   LISH_VALGRIND_BLOCKS, tell Valgrind that an object is live, or that only its node may be used
 */
#ifndef LISH_POISON_H
#define LISH_POISON_H

#include <linux-ish/ground/env.h>

#if defined(__KERNEL__)
#include <linux/kasan.h>
#include <linux/mm.h>
#endif

/*
 * Generic KASAN exports no function that poisons memory. So this writes its shadow, one
 * byte for each granule of 8, with KASAN's value for freed memory. vmalloc() memory has
 * a shadow only with CONFIG_KASAN_VMALLOC. Skip granules that are covered only in part.
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
 * ASan and Valgrind are found at run time, so that a plain build works with both: ASan
 * by its weak symbols, Valgrind by an instruction sequence without effect. Define
 * LISH_NO_POISON for lib/ to count instructions with one of Valgrind's tools.
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

/* Valgrind's request numbers; the last two are memcheck's. */
#define LISH_VALGRIND_RUNNING_ 0x1001u
#define LISH_VALGRIND_POOL_ 0x1303u
#define LISH_VALGRIND_ALLOC_ 0x1305u
#define LISH_VALGRIND_FREE_ 0x1306u
#define LISH_VALGRIND_EXISTS_ 0x130au
/* To report less, or more again. Pairs nest. */
#define LISH_VALGRIND_SILENCE_ 0x1801u
#define LISH_VALGRIND_LESS_ ((const void *)1)
#define LISH_VALGRIND_MORE_ ((const void *)~(uintptr_t)0)
#define LISH_VALGRIND_NOACCESS_ 0x4d430000u
#define LISH_VALGRIND_DEFINED_ 0x4d430002u

static inline uintptr_t lish_os_asks_valgrind_(uint32_t request, const void *ptr, uintptr_t second,
					       uintptr_t third)
{
	uintptr_t answer = 0;
#if !defined(__KERNEL__) && LISH_HOSTED && LISH_GNU && \
	(defined(__x86_64__) || defined(__i386__) || defined(__aarch64__))
	const volatile uintptr_t args[6] = { request, (uintptr_t)ptr, second, third };
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
	(void)request, (void)ptr, (void)second, (void)third;
#endif
	return answer;
}

static inline uintptr_t lish_os_valgrind_(uint32_t request, const void *ptr, size_t size)
{
	return lish_os_asks_valgrind_(request, ptr, size, 0);
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

/*
 * Objects of all pools are blocks of one of Valgrind's pools, whose name is an address of the
 * library. Silent if there is no such block: memory may have gone without a death.
 */
static inline void lish_os_died_(const void *blocks, const void *ptr, const void *node,
				 size_t node_size)
{
#ifdef LISH_VALGRIND_BLOCKS
	(void)lish_os_valgrind_(LISH_VALGRIND_SILENCE_, LISH_VALGRIND_LESS_, 0);
	(void)lish_os_valgrind_(LISH_VALGRIND_FREE_, blocks, (uintptr_t)ptr);
	(void)lish_os_valgrind_(LISH_VALGRIND_SILENCE_, LISH_VALGRIND_MORE_, 0);
	(void)lish_os_valgrind_(LISH_VALGRIND_DEFINED_, node, node_size);
#else
	(void)blocks, (void)ptr, (void)node, (void)node_size;
#endif
}

static inline void lish_os_born_(const void *blocks, const void *ptr, size_t size)
{
#ifdef LISH_VALGRIND_BLOCKS
	if (!lish_os_valgrind_(LISH_VALGRIND_EXISTS_, blocks, 0))
		(void)lish_os_asks_valgrind_(LISH_VALGRIND_POOL_, blocks, 0, 1);
	/* A block that was left there. */
	lish_os_died_(blocks, ptr, NULL, 0);
	(void)lish_os_asks_valgrind_(LISH_VALGRIND_ALLOC_, blocks, (uintptr_t)ptr, size);
#else
	(void)blocks, (void)ptr, (void)size;
#endif
}

#endif /* LISH_POISON_H */
