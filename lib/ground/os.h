/* SPDX-License-Identifier: MIT */
/*
 * os.h - calls of the library to the operating system: memory, a report
 *
 * - lish_os_alloc_(size), lish_os_free_(ptr): memory aligned to LISH_OS_ALIGN_, or NULL
 * - lish_os_realloc_(ptr, size): grows or shrinks such memory, only where LISH_OS_REALLOCS_
 * - lish_os_maps_(size, align): does such memory come from mmap()? The answer for a size
 *   does not change during a run
 * - lish_os_map_(size), lish_os_unmap_(ptr, size), lish_os_remap_(ptr, old, size): memory
 *   from mmap(). It grows by moving pages, without a copy
 * - lish_os_decommit_(ptr, size): gives back the pages of such memory, which is zero then
 * - LISH_OS_PRINTS_: 1 if there are stderr and abort()
 * - lish_os_number_(name, most): a variable of the environment as a number up to most; else 0
 */
#ifndef LISH_OS_H
#define LISH_OS_H

#include <linux-ish/ground/env.h>

#include "poison.h"

#if defined(__KERNEL__)
#include <linux/gfp.h>
/* In lib/kernel/kmem.c. */
void *lish_kmem_get_(size_t size, size_t align, gfp_t gfp);
void lish_kmem_put_(const void *ptr, gfp_t gfp);
/* Pools ask for this alignment; a larger one costs extra bytes for each block. */
#define LISH_OS_ALIGN_ ((size_t)64)
#else
#if LISH_HOSTED && !defined(LISH_NO_MALLOC)
#include <stdlib.h>
#define LISH_OS_ALIGN_ (UINTPTR_MAX > 0xffffu ? 2 * sizeof(void *) : 1)
#define LISH_OS_REALLOCS_ 1
#else
#define LISH_OS_ALIGN_ sizeof(void *)
#endif
#if LISH_HOSTED && !defined(LISH_NO_STDIO)
#include <stdio.h>
#include <stdlib.h>
#define LISH_OS_PRINTS_ 1
#else
#define LISH_OS_PRINTS_ 0
#endif
#endif

#ifndef LISH_OS_REALLOCS_
#define LISH_OS_REALLOCS_ 0
#endif

#ifdef LISH_QUARANTINE_ENV_
static inline uint32_t lish_os_number_(const char *name, uint32_t most)
{
	const char *text = getenv(name);
	const unsigned long number = text ? strtoul(text, NULL, 10) : 0;

	return number <= most ? (uint32_t)number : 0;
}
#endif

static inline void *lish_os_alloc_(size_t size)
{
#ifdef __KERNEL__
	return lish_kmem_get_(size, LISH_OS_ALIGN_, GFP_KERNEL);
#elif LISH_OS_REALLOCS_
	return malloc(size);
#else
	(void)size;
	return NULL;
#endif
}

static inline void lish_os_free_(void *ptr)
{
#ifdef __KERNEL__
	lish_kmem_put_(ptr, GFP_KERNEL);
#elif LISH_OS_REALLOCS_
	free(ptr);
#else
	(void)ptr;
#endif
}

#if LISH_OS_REALLOCS_
static inline void *lish_os_realloc_(void *ptr, size_t size)
{
	return realloc(ptr, size);
}
#endif

/*
 * Linux grows a large block by moving its pages, in time that does not depend on the
 * size. glibc's realloc copies once the program has freed a large block. With -std=c99
 * <sys/mman.h> hides MAP_ANONYMOUS, mremap() and madvise(). The first value below is wrong on four
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
#if defined(MAP_ANONYMOUS) && !defined(LISH_NO_MALLOC)
/* From this size on. An array that grows past it is copied once more. */
#define LISH_OS_LARGE_ ((size_t)128 << 10)
LISH_C_BEGIN
#ifndef MREMAP_MAYMOVE
#define MREMAP_MAYMOVE 1
extern void *mremap(void *ptr, size_t old_size, size_t size, int flags, ...);
#endif
#ifndef MADV_DONTNEED
#define MADV_DONTNEED 4
extern int madvise(void *ptr, size_t size, int advice);
#endif
extern int __lsan_do_recoverable_leak_check(void) __attribute__((weak));

static inline bool lish_os_maps_(size_t size, size_t align)
{
#ifdef LISH_VALGRIND_BLOCKS
	/* Of an object in memory of malloc() Valgrind names the stack of that call. */
	if (lish_os_valgrind_(LISH_VALGRIND_RUNNING_, NULL, 0))
		return size && align <= 4096;
#endif
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

static inline bool lish_os_decommit_(void *ptr, size_t size)
{
	return !madvise(ptr, size, MADV_DONTNEED);
}
LISH_C_END
#else
#define lish_os_maps_(size, align) ((void)(size), (void)(align), false)
#define lish_os_map_(size) ((void)(size), (void *)NULL)
#define lish_os_unmap_(ptr, size) ((void)(ptr), (void)(size))
#define lish_os_remap_(ptr, old_size, size) \
	((void)(ptr), (void)(old_size), (void)(size), (void *)NULL)
#define lish_os_decommit_(ptr, size) ((void)(ptr), (void)(size), false)
#endif

#endif /* LISH_OS_H */
