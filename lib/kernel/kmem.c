// SPDX-License-Identifier: MIT
/*
 * kmem.c - memory with GFP flags. Also in each module that contains the library.
 */
#ifdef __KERNEL__
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include <linux-ish/kernel/kmem.h>

#include "../ground/mem.h"
#include "../ground/os.h"

/*
 * kmalloc() aligns only blocks whose size is a power of two. Small blocks have such sizes
 * inside, except 96 and 192. Large blocks, and those of vmalloc(), are whole pages.
 */
void *lish_kmem_get_(size_t size, size_t align, gfp_t gfp)
{
	if (size > INT_MAX || align > PAGE_SIZE)
		return NULL;
	if (align > ARCH_KMALLOC_MINALIGN) {
		size = max(size, align);
		if (size < KMALLOC_MAX_CACHE_SIZE)
			size = roundup_pow_of_two(size);
	}
	/* Warn at once, not only when the allocation really sleeps. */
	might_sleep_if(gfpflags_allow_blocking(gfp));
	gfp |= __GFP_NOWARN;
	return gfpflags_allow_blocking(gfp) ? kvmalloc(size, gfp)
					    : kmalloc(size, gfp);
}

void lish_kmem_put_(const void *ptr, gfp_t gfp)
{
	might_sleep_if(gfpflags_allow_blocking(gfp));
	kvfree(ptr);
}

void *lish_kmem_alloc_(struct lish_mem *mem, size_t size, size_t align)
{
	const struct lish_kmem *kmem = container_of(mem, struct lish_kmem, mem);

	return lish_kmem_get_(size, align, kmem->gfp);
}

void lish_kmem_free_(struct lish_mem *mem, void *ptr, size_t size, size_t align)
{
	const struct lish_kmem *kmem = container_of(mem, struct lish_kmem, mem);

	lish_kmem_put_(ptr, kmem->gfp);
}

size_t lish_mem_chunk_(const struct lish_mem *mem)
{
	const struct lish_kmem *kmem = container_of(mem, struct lish_kmem, mem);

	/* Without sleeping, more than one contiguous page is often not available. */
	return mem->alloc == lish_kmem_alloc_ &&
			       !gfpflags_allow_blocking(kmem->gfp)
		       ? PAGE_SIZE
		       : 65536;
}

#else
/* Elsewhere nothing, so that a build may take all of lib/. */
#include <linux-ish/ground/env.h>
#endif
