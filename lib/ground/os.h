/* SPDX-License-Identifier: MIT */
/*
 * os.h - calls of the library to the operating system: memory, a report, poison
 *
 * - lish_os_alloc_(size), lish_os_free_(ptr): memory aligned to LISH_OS_ALIGN_, or NULL
 * - lish_os_realloc_(ptr, size): grows or shrinks such memory. Undefined in the kernel
 *   and without an operating system
 * - lish_os_maps_(size, align): does such memory come from mmap()? The answer for a size
 *   does not change during a run
 * - lish_os_map_(size), lish_os_unmap_(ptr, size), lish_os_remap_(ptr, old, size): memory
 *   from mmap(). It grows by moving pages, without a copy
 * - lish_os_chunk_(mem): default size of a pool's chunk, in bytes
 * - LISH_OS_PRINTS_: 1 if there are stderr and abort()
 * - lish_os_poisons_(): does the program run under ASan, Valgrind or KASAN?
 * - lish_os_poison_(ptr, size), lish_os_unpoison_(ptr, size): make accesses to that memory
 *   errors, or allow them again
 * - lish_os_quiet_(), lish_os_loud_(): code between the two may read poisoned memory, in
 *   a function marked LISH_OS_UNCHECKED_
 */
#ifndef LISH_OS_H
#define LISH_OS_H

#include <linux-ish/ground/env.h>

#if defined(__KERNEL__)
#include <linux/kasan.h>
#include <linux/gfp.h>
#include <linux/mm.h>
/* In lib/kernel/kmem.c. */
struct lish_mem;
void *lish_kmem_get_(size_t size, size_t align, gfp_t gfp);
void lish_kmem_put_(const void *ptr, gfp_t gfp);
size_t lish_kmem_chunk_(const struct lish_mem *mem);
/* Pools ask for this alignment; a larger one costs extra bytes for each block. */
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
#endif
#endif

#ifndef lish_os_chunk_
#define lish_os_chunk_(mem) ((void)(mem), (size_t)65536)
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

/* Pairs nest. */
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
 * Linux grows a large block by moving its pages, in time that does not depend on the
 * size. glibc's realloc copies once the program has freed a large block. With -std=c99
 * <sys/mman.h> hides MAP_ANONYMOUS and mremap(). The value below is wrong on four
 * machines, which use malloc() instead. So do programs under a leak checker, which does
 * not search such pages for pointers.
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
/* From this size on. An array that grows past it is copied once more. */
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

#endif /* LISH_OS_H */
