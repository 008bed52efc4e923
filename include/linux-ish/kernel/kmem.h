/* SPDX-License-Identifier: MIT */
/*
 * kmem.h - memory with your own GFP flags, in the kernel
 *
 * A container without an allocator uses GFP_KERNEL, and may sleep wherever it allocates
 * or frees memory. In interrupts, or under a spinlock, pass an allocator::
 *
 *	static struct lish_kmem atomic = LISH_KMEM_INIT(GFP_ATOMIC);
 *	...
 *	struct lish_config config = LISH_CONFIG_INIT;
 *
 *	config.mem = &atomic.mem;
 *	err = slotpool_init(&pool, struct conn, slot, &config);
 */
#ifndef LINUX_ISH_KERNEL_KMEM_H
#define LINUX_ISH_KERNEL_KMEM_H

#include <linux/gfp.h>

#include "../mem.h"

/**
 * struct lish_kmem - an allocator with GFP flags
 * @mem: for the config of a container
 * @gfp: the flags; must not change while a container uses them
 *
 * With flags that allow sleeping, memory comes from kvmalloc(), and both alloc and
 * free may sleep. With others, such as GFP_ATOMIC and GFP_NOWAIT, nothing sleeps, and
 * memory comes from kmalloc(): a pool's default chunk is then one page, or 64 objects
 * if these are larger. The kernel never logs a failure; the call returns an error.
 * Blocks are aligned to at most a page.
 *
 * Must outlive the containers that use it.
 */
struct lish_kmem {
	struct lish_mem mem;
	gfp_t gfp;
};

/**
 * LISH_KMEM_INIT() - initialiser of a struct lish_kmem
 * @gfp: the flags
 */
#define LISH_KMEM_INIT(gfp) { { lish_kmem_alloc_, lish_kmem_free_, NULL }, (gfp) }

/* For LISH_KMEM_INIT(). */
LISH_API void *lish_kmem_alloc_(struct lish_mem *mem, size_t size, size_t align);
LISH_API void lish_kmem_free_(struct lish_mem *mem, void *ptr, size_t size, size_t align);

#endif /* LINUX_ISH_KERNEL_KMEM_H */
