/* SPDX-License-Identifier: MIT */
/*
 * mem.h - arrays and chunks from a struct lish_mem. For lib/ only.
 */
#ifndef LISH_MEM_H
#define LISH_MEM_H

#include <linux-ish/mem.h>

LISH_C_BEGIN

/* Large elements need more alignment than a pointer. */
LISH_INLINE size_t lish_array_align_(size_t elem_size)
{
	const size_t most = LISH_ALIGNOF(uint64_t);

	return most > sizeof(void *) && elem_size % most == 0 ? most
							      : sizeof(void *);
}

/*
 * Keeps the first used elements. NULL without memory or if the size overflows; then the
 * old array is unchanged. A new length of 0 releases the array, and returns NULL. mem: NULL for
 * the default.
 */
LISH_LOCAL void *lish_array_resize_(struct lish_mem *mem, void *array, uint32_t used,
			 uint32_t old_cap, uint32_t new_cap, size_t elem_size);

/* The default size of a pool's chunk, in bytes. */
#ifdef __KERNEL__
size_t lish_mem_chunk_(const struct lish_mem *mem);
#else
LISH_INLINE size_t lish_mem_chunk_(const struct lish_mem *mem)
{
	(void)mem;
	return 65536;
}
#endif

LISH_C_END

#endif /* LISH_MEM_H */
