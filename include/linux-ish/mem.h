/* SPDX-License-Identifier: MIT */
/*
 * mem.h - allocators, settings, hooks and figures of the containers that grow
 *
 * dense, rwarray, iheap, ihash and the four pools get arrays or chunks from a struct lish_mem, only
 * in calls whose description says so. No container allocates per element.
 */
#ifndef LINUX_ISH_MEM_H
#define LINUX_ISH_MEM_H

#include "ground/env.h"

LISH_NATURAL_(mem);

/**
 * struct lish_mem - an allocator
 *
 * Embed it in a struct of yours and find that struct with container_of(). The functions
 * must not use the container that calls them.
 */
struct lish_mem {
	/**
	 * @alloc: returns @size bytes (> 0), aligned to @align (a power of two), or NULL. A pool
	 * reports memory that does not suit its objects, and then has no memory
	 */
	void *(*alloc)(struct lish_mem *mem, size_t size, size_t align);
	/** @free: frees a block of @alloc or @resize, of this @size and @align */
	void (*free)(struct lish_mem *mem, void *ptr, size_t size,
		     size_t align);
	/**
	 * @resize: makes a block of @old_size bytes one of @new_size, possibly elsewhere, and
	 * keeps the content up to the smaller size. NULL: it cannot, and the block stays. May be
	 * NULL: then a growing array is copied
	 */
	void *(*resize)(struct lish_mem *mem, void *ptr, size_t old_size,
			size_t new_size, size_t align);
	/**
	 * @decommit: gives back the pages of a block of @alloc, which stays allocated, and is
	 * zero. false: it cannot. May be NULL
	 */
	bool (*decommit)(struct lish_mem *mem, void *ptr, size_t size, size_t align);
};

/**
 * struct lish_pool_hooks - functions that a pool calls during an object's life
 *
 * Each may be NULL. The object is live and counted in @init, in @fini, and in a @make
 * that an alloc runs; not in an advance @make and in @unmake. In a lease of a slotpool
 * @init runs in the job: there the object is not counted yet, and the hook calls nothing
 * of the pool.
 *
 * A hook must return: no exception, no longjmp(). It must not overwrite its object as a
 * whole, because the node belongs to the pool. It may free other objects and alloc:
 *
 * - in clear and destroy: only objects that hooks have freed themselves
 * - in trim: only slots that were used before and keep their memory
 * - in an advance @make: only objects already made. A load then replaces all live
 *   objects, without @fini
 *
 * Other allocs return NULL there. Misuse in any hook: free of its own object, clear, trim
 * and destroy.
 */
struct lish_pool_hooks {
	/**
	 * @make: once while the object has memory: before its first @init, or in advance by
	 * reserve, load, slotpool_alloc_at_entry() and slotpool_lend()
	 */
	void (*make)(void *ctx, void *object);
	/** @init: at each alloc */
	void (*init)(void *ctx, void *object);
	/** @fini: at each free, and at clear and destroy for each live object */
	void (*fini)(void *ctx, void *object);
	/** @unmake: for each made object, before trim or destroy releases its memory */
	void (*unmake)(void *ctx, void *object);
};

/**
 * enum lish_reuse - which free slot an alloc uses
 * @LISH_LAST_FREED: the slot freed last: the fastest
 * @LISH_LOWEST: the lowest slot: keeps live objects together, so loops stay fast after a
 * peak and trim finds memory to release
 * @LISH_NEXT: the first one after the slot used last: births have rising addresses, and
 * each slot is used again as late as possible. Goes on at 0 after the border, or after
 * the capacity of a fixed pool
 *
 * The last two make alloc and free about half as fast.
 */
enum lish_reuse {
	LISH_LAST_FREED,
	LISH_LOWEST,
	LISH_NEXT
} LISH_INT_ENUM_;

/**
 * struct lish_config - settings of a container
 *
 * All zero: the container grows as needed. init reads the struct and does not keep it. A
 * setting that the container cannot have is misuse, LISH_BAD_RANGE: the first five with
 * memory of yours, which has a size; the next two in other pools than a slotpool.
 */
struct lish_config {
	/** @initial: elements to have memory for from the start */
	uint32_t initial;
	/**
	 * @step: elements to add at a time. Zero: an array doubles; a pool adds a chunk of 64
	 * KiB, or of a page if its struct lish_kmem must not sleep. A pool rounds it up to a
	 * power of two, and to 64 if an object has at most 4 KiB. A slotpool always rounds it
	 * up to 64
	 */
	uint32_t step;
	/** @limit: most elements; zero for 2^31 - 1 */
	uint32_t limit;
	/** @no_grow: only reserve gets memory, never add and alloc */
	bool no_grow;
	/** @mem: the allocator, which must outlive the container; NULL for lish_mem_default */
	struct lish_mem *mem;
	/** @reuse: slotpool: which free slot alloc takes */
	enum lish_reuse reuse;
	/**
	 * @index_bits: slotpool: bits for the index in handles of 32 bits, from 2 to 31; zero:
	 * no such handles. The pool has at most 2^index_bits - 1 objects, and a slot retires
	 * after 2^(32 - index_bits) lives
	 */
	uint32_t index_bits;
	/** @hooks: pools: the hooks, which must outlive the pool; NULL for none */
	const struct lish_pool_hooks *hooks;
	/**
	 * @full: pools: called when the limit, no_grow or your memory's size refuses an alloc. It
	 * may free objects of the pool; then alloc tries once more. Misuse in it: clear, trim
	 * and destroy, and to free the neighbour that an alloc of listpool names
	 */
	void (*full)(void *ctx, void *pool);
	/**
	 * @grown: pools that grow: called when there is memory for @room objects, before the new
	 * part is used. For arrays of yours with an element for each index. It must not call the
	 * pool. Unless it returns 0, the pool gives the memory back: -ENOMEM, or an alloc that
	 * returns NULL
	 */
	int (*grown)(void *ctx, void *pool, uint32_t room);
	/** @ctx: first argument of the hooks, of @full and of @grown */
	void *ctx;
	/**
	 * @ends_empty: pools: a destroy that finds live objects reports a leak, LISH_NOT_EMPTY, at
	 * each level, and still frees them. The report has their number in result, and the first
	 * of them as its node
	 */
	bool ends_empty;
};

/**
 * LISH_CONFIG_INIT - initialiser of a config of default settings
 */
#define LISH_CONFIG_INIT { 0, 0, 0, false, NULL, LISH_LAST_FREED, 0, NULL, NULL, NULL, NULL, false }

/**
 * struct lish_stats - figures about memory and use
 */
struct lish_stats {
	/** @count: elements; in a pool live objects */
	uint32_t count;
	/** @capacity: elements that have memory */
	uint32_t capacity;
	/** @limit: most elements that can have memory */
	uint32_t limit;
	/** @peak: highest count so far; in a slotpool @highest, which is no lower */
	uint32_t peak;
	/** @failed: adds or allocs that failed without memory or room */
	uint32_t failed;
	/** @highest: highest index ever used, plus one. In an array: used slots, with holes */
	uint32_t highest;
	/** @retired: slots that are never used again; slotpool only */
	uint32_t retired;
	/** @bytes: memory in use, also memory of yours; without the container itself */
	size_t bytes;
	/**
	 * @early: with LISH_QUARANTINE: allocs of a slot that had not waited, because the pool had
	 * no other one; 0 without an operating system
	 */
	uint32_t early;
};

LISH_C_LINKAGE_

/*
 * The default allocator: malloc() and free(), with any alignment. On Linux, blocks of
 * 128 KiB and more are mapped: they grow by moving pages without a copy, and can give their
 * pages back. In the kernel:
 * kvmalloc() with GFP_KERNEL, which may sleep, alignments up to a page, no resize; see
 * also kernel/kmem.h. Without an operating system alloc returns NULL.
 */
extern LISH_DATA_ struct lish_mem lish_mem_default;

LISH_C_LINKAGE_END_

#endif /* LINUX_ISH_MEM_H */
