/* SPDX-License-Identifier: MIT */
/*
 * kmem.h - memory with GFP flags of one's own, in the kernel
 *
 * Containers that nobody gives an allocator take GFP_KERNEL memory and may sleep
 * wherever they allocate or free. Those of an interrupt, or of what holds a
 * spinlock, take theirs through one of these::
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
 * struct lish_kmem - an allocator that is told how to allocate
 * @mem: what the config of a container takes
 * @gfp: the flags, the same as long as a container uses it
 *
 * Flags that allow sleeping take memory from kvmalloc(), and whatever allocates
 * or frees may then sleep, freeing too. With others, such as GFP_ATOMIC and
 * GFP_NOWAIT, nothing sleeps, and memory comes from kmalloc(): chunks of a pool
 * are then one page if nobody says how large, or 64 objects where these take
 * more. No flags make the kernel log that there is no memory: the call that wants
 * it says so. No block is aligned to more than a page.
 *
 * Two containers of different flags need one each. Must outlive them.
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

/* What the initialiser names. */
void *lish_kmem_alloc_(struct lish_mem *mem, size_t size, size_t align);
void lish_kmem_free_(struct lish_mem *mem, void *ptr, size_t size, size_t align);

#endif /* LINUX_ISH_KERNEL_KMEM_H */
