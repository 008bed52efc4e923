/* SPDX-License-Identifier: MIT */
/*
 * ipool.h - memory for objects of one type, and nothing more
 *
 * For objects that are created and destroyed constantly and are reached through something
 * else: a list, a tree, a pointer. Each object has a struct ipool_idx of four bytes and
 * never moves. The memory is a static array, memory of yours, or grows through a struct
 * lish_mem.
 *
 * Use something else if
 *   - you loop over the live objects:               densepool, slotpool, listpool
 *   - a pointer may outlive its object:             slotpool, with handles
 *   - the objects differ in size:                   malloc()
 *
 * Cost: reserve, trim, destroy, check, init with config.initial, and clear
 * with fini O(n); owns O(chunks); all others O(1). Only init, reserve, trim, destroy and
 * an alloc that grows get or release memory.
 *
 * A call that fails changes nothing. alloc returns the object freed last, else an object
 * never used, in the order of the indices: the same calls return the same objects on
 * every machine.
 *
 * Not thread-safe: one lock covers a pool and the nodes of its objects. ASan and Valgrind
 * report the use of a freed object until its slot is taken again. Put the node first in the
 * object: ASan does not watch the other bytes of the node's unit of eight bytes. See struct
 * lish_kmem for the kernel.
 *
 * Parameters that a call does not describe:
 *   @pool: the pool
 *   @type: object type
 *   @member: its struct ipool_idx
 */
#ifndef LINUX_ISH_IPOOL_H
#define LINUX_ISH_IPOOL_H

#include "core/pool.h"

LISH_NATURAL_(ipool);

/**
 * struct ipool_idx - the member that makes a struct an object of an ipool
 *
 * The pool owns it. Do not assign to a whole object: the object can then not be freed.
 *
 * Private: the index of the object plus one, and whether it is free.
 */
struct ipool_idx {
	/* private: index plus one if live; bit 31 is set if free */
	uint32_t slot;
};

/**
 * struct ipool - the pool; zero: not valid
 *
 * Do not move or copy it. Exception: lish_world_load() puts it back with its memory.
 *
 * Private: the memory of the objects, and the stack of free slots.
 */
struct ipool {
	/* private: memory of the objects, and the free slots */
	struct lish_pool_ base;
};

/* The name stops memory of other pools. No tag: C would show it outside. */
#define IPOOL_STORAGE_(type, n)          \
	{                                \
		type objects[n];         \
		uint32_t ipool_claim[2]; \
		uint32_t ipool_stack[n]; \
	}

/**
 * IPOOL_STORAGE() - declare the memory of a pool of fixed capacity
 * @mem: name of the variable or member
 * @type: object type, without a flexible array member: it would get no room
 * @n: number of objects, a constant
 */
#define IPOOL_STORAGE(mem, type, n) struct IPOOL_STORAGE_(type, n) mem

/**
 * IPOOL_INIT() - initialiser of an empty pool
 * @mem: an IPOOL_STORAGE()
 *
 * Destroy the pool before another one begins with @mem: the second would be reported as a copy.
 * A constant if @mem is static. A pool for the whole program is::
 *
 *	static IPOOL_STORAGE(ship_memory, struct ship, 64);
 *	struct ipool ships = IPOOL_INIT(ship_memory, struct ship, node);
 */
#define IPOOL_INIT(mem, type, member)                             \
	{ LISH_POOL_INIT_((mem).objects, (mem).ipool_stack, true, type, \
			  IPOOL_OFFSET_(type, member)) }

/**
 * IPOOL_DEFINE_STATIC() - define an empty pool of fixed capacity for this file
 * @name: name of the variable
 * @n: how many objects, a constant
 *
 * At file scope or in a function.
 */
#define IPOOL_DEFINE_STATIC(name, type, member, n)      \
	static IPOOL_STORAGE(name##_storage_, type, n); \
	static struct ipool name = IPOOL_INIT(name##_storage_, type, member)

LISH_C_BEGIN

LISH_NODE_(ipool_idx);
#define IPOOL_OFFSET_(type, member) LISH_OFFSET_(type, member, ipool_idx)

#define IPOOL_TYPE_(type, member) \
	LISH_POOL_TYPE_(sizeof(type), IPOOL_OFFSET_(type, member))

/*
 * A macro such as X_alloc_entry() calls a function of the same name, which takes one number in
 * place of type and member.
 */

/**
 * ipool_init() - initialise a pool
 * @pool: any memory; must not move
 * @type: object type, without a flexible array member; ``-pedantic`` warns of one
 * @config: settings, or NULL; see struct lish_config
 *
 * The pool grows. Allocates a small table and the memory of config->initial objects.
 *
 * Context: May sleep.
 * Return: 0; -ENOMEM without memory, or if a chunk of @type would be too big for this
 * machine; -ENOSPC if config->initial exceeds the limit. On error @pool is zero.
 */
#define ipool_init(pool, type, member, ...)                             \
	(ipool_init)(pool, LISH_POOL_SIZE_(type), LISH_ALIGNOF(type), \
		IPOOL_OFFSET_(type, member), __VA_ARGS__)
LISH_MUST_CHECK LISH_API int (ipool_init)(struct ipool *pool, size_t size,
					  size_t align, size_t offset,
					  const struct lish_config *config);

/**
 * ipool_init_in() - initialise a pool of fixed capacity
 * @pool: any memory; must not move
 * @mem: pointer to an IPOOL_STORAGE() of any content; must outlive @pool
 * @config: settings, or NULL: see struct lish_config
 *
 * Never allocates.
 */
#define ipool_init_in(pool, type, member, mem, ...)                      \
	(ipool_init_in)(pool, sizeof(type), IPOOL_OFFSET_(type, member), \
		      LISH_POOL_ROOM_((mem)->objects,                    \
				      (mem)->ipool_stack, type), mem, __VA_ARGS__)
LISH_API void (ipool_init_in)(struct ipool *pool, size_t size, size_t offset, size_t n,
			      void *mem, const struct lish_config *config);

/**
 * ipool_destroy() - empty the pool and make it invalid
 * @pool: the pool, zero afterwards
 *
 * Runs fini for live objects and unmake for made ones. Misuse in a hook.
 * If config.ends_empty was set, live objects are reported first.
 *
 * Context: May sleep.
 */
LISH_API void ipool_destroy(struct ipool *pool);

/**
 * ipool_alloc_entry() - allocate an object
 *
 * The bytes are as free or the make hook left them. Reports a pool of another type.
 *
 * Context: May sleep if it grows.
 * Return: the object; NULL at the limit or without memory.
 */
#define ipool_alloc_entry(pool, type, member) \
	LISH_CAST_(type, (ipool_alloc_entry)(pool, IPOOL_TYPE_(type, member)))
LISH_API void *(ipool_alloc_entry)(struct ipool *pool, uintptr_t type);

/**
 * ipool_zalloc_entry() - allocate an object of zeros
 *
 * As ipool_alloc_entry(). Zeroes all but the node, after make and before init.
 *
 * Context: May sleep if it grows.
 * Return: the object, or NULL.
 */
#define ipool_zalloc_entry(pool, type, member) \
	LISH_CAST_(type, (ipool_zalloc_entry)(pool, IPOOL_TYPE_(type, member)))
LISH_API void *(ipool_zalloc_entry)(struct ipool *pool, uintptr_t type);

/**
 * ipool_free() - free an object
 * @pool: the pool of the object
 * @node: node of a live object
 *
 * Runs fini first. ASan and Valgrind watch the memory afterwards. Refused: an object that
 * is not live in @pool, or whose hook runs.
 */
LISH_API void ipool_free(struct ipool *pool, struct ipool_idx *node);

/**
 * ipool_free_bulk() - free many objects
 * @objects: array of pointers to live objects of @pool
 * @n: number of pointers
 *
 * Equals @n calls of ipool_free() in the order of the array, but fetches the objects ahead. An
 * object that ipool_free() would refuse is reported and left out; the others are freed.
 */
#define ipool_free_bulk(pool, objects, n) \
	(ipool_free_bulk)(pool, LISH_POOL_POINTERS_(objects), n)
LISH_API void (ipool_free_bulk)(struct ipool *pool, const void *objects, uint32_t n);

/**
 * ipool_contains() - is this node in the pool?
 * @node: of any object, live or free
 *
 * True if the object is live. Reads the node; see also ipool_owns().
 */
LISH_API bool ipool_contains(const struct ipool *pool, const struct ipool_idx *node);

/**
 * ipool_owns() - does an address lie in the memory of the pool?
 * @address: any pointer; is not followed
 */
LISH_API bool ipool_owns(const struct ipool *pool, const void *address);

/**
 * ipool_index_of() - the index of an object
 * @node: of any object, live or free
 *
 * Return: the index, which stays while the object lives; -1 if it is not live.
 */
LISH_API int32_t ipool_index_of(const struct ipool *pool,
				const struct ipool_idx *node);

/**
 * ipool_at_entry() - the object at an index
 * @index: any number
 * @type: object type, possibly const
 *
 * Return: the object; NULL if no live object has @index.
 */
#define ipool_at_entry(pool, index, type, member)                                   \
	LISH_CAST_(type, LISH_IF_FAST_(                                             \
		ipool_look_at_(pool, index, IPOOL_TYPE_(type, member),              \
			       sizeof(type), IPOOL_OFFSET_(type, member)),          \
		(ipool_at_entry)(pool, index, IPOOL_TYPE_(type, member))))
LISH_API void *(ipool_at_entry)(const struct ipool *pool, uint32_t index,
				uintptr_t type);

/* The mark of the live object at an index, or NULL. */
LISH_INLINE uint32_t *ipool_live_at_(const struct ipool *pool, uint32_t index, size_t size)
{
	uint32_t *mark;

	if (lish_unlikely(index >= pool->base.border))
		return NULL;
	mark = lish_pool_at_(&pool->base, index, size);
	return lish_likely(*mark == index + 1) ? mark : NULL;
}

/* As ipool_at_entry(). */
LISH_INLINE void *ipool_look_at_(const struct ipool *pool, uint32_t index, uintptr_t type,
				 size_t size, size_t offset)
{
	uint32_t *mark;

	if (!lish_pool_is_ready_(&pool->base, type))
		return (ipool_at_entry)(pool, index, type);
	mark = ipool_live_at_(pool, index, size);
	return mark ? (char *)mark - offset : NULL;
}

/**
 * ipool_free_at() - free the object at an index
 * @index: any number
 *
 * Return: false if no live object has @index.
 */
LISH_API bool ipool_free_at(struct ipool *pool, uint32_t index);

/**
 * ipool_count() - number of elements
 */
LISH_API uint32_t ipool_count(const struct ipool *pool);

/**
 * ipool_stats() - figures about memory and use
 *
 * Return: see struct lish_stats.
 */
LISH_API struct lish_stats ipool_stats(const struct ipool *pool);

/**
 * ipool_reserve() - get memory in advance
 * @count: number of objects, including the live ones
 *
 * Runs make for new objects. Up to @count live objects, no alloc fails or allocates.
 * Misuse in a hook that clear, trim, reserve or destroy runs.
 *
 * Context: May sleep.
 * Return: 0; -ENOSPC beyond the limit; -ENOMEM; -EINVAL for misuse.
 */
LISH_MUST_CHECK LISH_API int ipool_reserve(struct ipool *pool, uint32_t count);

/**
 * ipool_trim() - release unused memory
 *
 * Releases the chunks after the last live object, after unmake. Misuse in a hook.
 *
 * Context: May sleep.
 */
LISH_API void ipool_trim(struct ipool *pool);

/**
 * ipool_rebind() - give a pool the addresses of code that was loaded again
 * @pool: the pool, with objects or without
 * @config: NULL, or uses mem, hooks, full, grown and ctx
 *
 * The new functions must do what the old ones did; these are not called any more. Misuse in a
 * hook. Refused: hooks for a pool that had none, and none for one that had some.
 */
LISH_API void ipool_rebind(struct ipool *pool, const struct lish_config *config);

/**
 * ipool_clear() - empty the pool
 *
 * Runs fini, highest index first. Keeps the memory; the next alloc returns index 0.
 * Misuse in a hook.
 */
LISH_API void ipool_clear(struct ipool *pool);

/**
 * ipool_check() - examine the whole pool for damage
 * @fault: set to the node of the first faulty object, or to NULL; may be NULL
 *
 * Reports nothing.
 *
 * Return: LISH_OK, LISH_UNINITIALIZED, LISH_BAD_COUNT or LISH_BAD_INDEX.
 */
LISH_API enum lish_reason ipool_check(const struct ipool *pool,
			     const struct ipool_idx **fault);

/**
 * ipool_check_in() - examine a pool whose memory may hold anything
 * @from: start of the memory in which the pool, its memory and all objects lie
 * @size: its bytes
 *
 * As ipool_check(), but reads nothing outside of this memory: for RAM that survived a reset.
 * Reports nothing. A pool that grows has memory elsewhere.
 *
 * Return: as ipool_check(); LISH_BAD_RANGE if the pool or its memory lies elsewhere, or if a hook
 * ran.
 */
LISH_API enum lish_reason ipool_check_in(const struct ipool *pool, const void *from, size_t size);

LISH_C_END

#endif /* LINUX_ISH_IPOOL_H */
