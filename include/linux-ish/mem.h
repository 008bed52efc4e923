/* SPDX-License-Identifier: MIT */
/*
 * mem.h - where memory comes from, for the containers that grow
 *
 * No container allocates per element. Those that grow (dense, rwarray, heap and
 * the four pools) take arrays or chunks through a struct lish_mem, and only in calls
 * that say so. One struct lish_config says how all of them do it, one struct
 * lish_stats tells what came of it.
 */
#ifndef LINUX_ISH_MEM_H
#define LINUX_ISH_MEM_H

#include "core/env.h"

/**
 * struct lish_mem - an allocator
 * @alloc: returns @size bytes (> 0) aligned to @align (a power of two), or NULL
 * @free: takes back what @alloc or @resize returned for the same @size and
 * @align
 * @resize: makes a block of @old_size bytes one of @new_size, with the content
 * of the smaller of the two, perhaps elsewhere; NULL, and the block is as it
 * was, if it cannot. May be NULL itself: then blocks are allocated anew and
 * copied, which is all that growth ever copies
 *
 * Put it into a struct of your own and find that one by container_of() in the
 * functions. They must not use the container they are called for.
 */
struct lish_mem {
	void *(*alloc)(struct lish_mem *mem, size_t size, size_t align);
	void (*free)(struct lish_mem *mem, void *ptr, size_t size,
		     size_t align);
	void *(*resize)(struct lish_mem *mem, void *ptr, size_t old_size,
			size_t new_size, size_t align);
};

/**
 * struct lish_pool_hooks - what a pool calls at the turns of an object's life
 * @make: before an object's first init, or in reserve; once, while it has
 * memory
 * @init: at each alloc
 * @fini: at each free, and in clear and destroy for what is live
 * @unmake: before the memory of a made object goes, in trim and destroy
 *
 * Each may be NULL. Each sees a whole pool: the count, loops, X_contains() and
 * X_check() agree. The object is live and counted in @init, in @fini, and in a @make
 * that an alloc runs. It is not live in other calls of @make, nor in @unmake. No
 * object is live in the @unmake of destroy. ASan and Valgrind change none of it.
 *
 * Hooks may alloc, and free other objects; to free their own is refused. While clear
 * or destroy run hooks, these can alloc only what they freed themselves; while
 * trim does, only what was used before and keeps its memory; while reserve,
 * set_hooks, slotpool_alloc_at_entry() or load makes objects in advance, only what
 * is made by then; else they get NULL. Load then replaces all that is live, what its
 * hooks have allocated included, without @fini. To clear, trim
 * or destroy a pool from one of its hooks is misuse. So is to overwrite an object
 * as a whole: the node in it is the pool's; X_zalloc_entry() zeroes all else. Hooks
 * must return: neither exceptions nor longjmp() may leave them.
 */
struct lish_pool_hooks {
	void (*make)(void *ctx, void *object);
	void (*init)(void *ctx, void *object);
	void (*fini)(void *ctx, void *object);
	void (*unmake)(void *ctx, void *object);
};

/**
 * struct lish_config - how a container gets its memory
 * @initial: members to have memory for from the start
 * @step: members to add at a time. Zero: arrays double, pools add as many as
 * fit into 64 KiB, or into a page if their struct lish_kmem must not sleep. Pools round it up to a power of two and to 64
 * @limit: the most members; zero for 2^31 - 1
 * @no_grow: only reserve adds memory; add and alloc never do
 * @lowest_first: slotpool only: alloc takes the free slot with the lowest index,
 * not the one freed last
 * @mem: where the memory comes from; NULL for lish_mem_default. Must outlive the
 * container
 * @hooks: pools only: called as objects come and go; NULL for none. Must outlive
 * the pool
 * @ctx: first argument of the hooks
 *
 * All zero is a container that grows as needed. The struct itself is read by
 * init and may go afterwards.
 */
struct lish_config {
	uint32_t initial;
	uint32_t step;
	uint32_t limit;
	bool no_grow;
	bool lowest_first;
	struct lish_mem *mem;
	const struct lish_pool_hooks *hooks;
	void *ctx;
};

/**
 * LISH_CONFIG_INIT - initialiser of a config that leaves everything as it comes
 *
 * For languages that want every field named, and for variables whose fields are
 * set one by one.
 */
#define LISH_CONFIG_INIT { 0, 0, 0, false, false, NULL, NULL, NULL }

/**
 * struct lish_stats - what a container has, had and could have
 * @count: members, or live objects
 * @capacity: how many it has memory for
 * @limit: how many it may ever have memory for
 * @peak: the most there were at a time
 * @failed: adds or allocs that found no memory or no room
 * @highest: the highest index ever used plus one; arrays: slots in use, holes
 * included
 * @retired: slots that will not be used again; slotpool only
 * @bytes: of memory in use, the caller's static memory included, the container
 * itself not
 */
struct lish_stats {
	uint32_t count;
	uint32_t capacity;
	uint32_t limit;
	uint32_t peak;
	uint32_t failed;
	uint32_t highest;
	uint32_t retired;
	size_t bytes;
};

LISH_C_BEGIN

/*
 * malloc and free, for any alignment; on Linux blocks of 128 KiB and more come
 * from the system, whose pages move when a block grows: nothing is copied. In the
 * kernel kvmalloc() with GFP_KERNEL, for alignments up to a page, which may sleep,
 * and has no resize: kernel/kmem.h has others. Without an operating system it has
 * no memory and its alloc returns NULL.
 */
extern struct lish_mem lish_mem_default;

/* The alignment of an array of such elements: more than a pointer's if need be. */
LISH_TINY size_t lish_array_align_(size_t elem_size)
{
	const size_t most = LISH_ALIGNOF(uint64_t);

	return most > sizeof(void *) && elem_size % most == 0 ? most
							      : sizeof(void *);
}

/*
 * Make an array of old_cap elements one of new_cap; its first used elements are
 * kept. NULL if there is no memory or the size overflows; then the old array is
 * as it was. For the growing containers.
 */
void *lish_array_resize_(struct lish_mem *mem, void *array, uint32_t used,
			 uint32_t old_cap, uint32_t new_cap, size_t elem_size);

LISH_C_END

#endif /* LINUX_ISH_MEM_H */
