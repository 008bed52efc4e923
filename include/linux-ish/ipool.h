/* SPDX-License-Identifier: MIT */
/*
 * ipool.h - memory for objects of one type, and nothing more
 *
 * For objects that are born and die all the time and are reached through
 * something else: a list, a tree, a pointer of yours. The object carries a
 * struct ipool_node of four bytes; it never moves. Memory is a static array, a
 * block of yours, or grows through a struct lish_mem.
 *
 * Not for you if you want to loop over the live ones (densepool, slotpool;
 * listpool if the order counts), or if somebody may hold on to an object that
 * was freed (slotpool has handles that notice).
 *
 *   operation                                    cost    allocates
 *   -------------------------------------------  ------  ---------------------
 *   alloc, alloc_zero                            O(1)    to grow, if it may
 *   free                                         O(1)    no
 *   is_live, index_of, at, empty, count,
 *   capacity, limit, peak, failed                O(1)    no
 *   owns                                         O(chunks)
 *   clear                                        O(1)    no; O(n) with fini
 *   init, init_in, set_hooks                     O(1)    for config.initial
 *   reserve                                      O(n)    yes
 *   trim, destroy                                O(n)    gives back
 *   check                                        O(n)    no
 *
 * What was freed last is handed out first, then what was never used, in the
 * order of the indices: same calls, same objects, on every machine. Nothing
 * here is thread-safe: one lock must cover a pool and the nodes of its objects.
 */
#ifndef LINUX_ISH_IPOOL_H
#define LINUX_ISH_IPOOL_H

#include "chunk.h"

/**
 * struct ipool_node - what an object carries to be of an ipool
 * @slot: private: its index, plus one
 *
 * - zero: free
 * - live: at(slot - 1) is this object
 *
 * Belongs to the pool as long as the memory does. To write it - by assigning to
 * the whole object, say - makes the object one that cannot be freed, which is
 * reported. See ipool_alloc_zero().
 */
struct ipool_node {
	uint32_t slot;
};

/**
 * struct ipool - the pool
 * @chunks: private: the objects' memory
 * @slots: private: which of them are free
 *
 * - below the border, objects are live or on the stack of free ones
 * - all zero: never initialised, or destroyed; not valid
 *
 * Must not be moved or copied.
 */
struct ipool {
	struct lish_chunks chunks;
	struct lish_slots slots;
};

/**
 * IPOOL_DEFINE() - define a pool of fixed capacity
 * @name: name of the variable
 * @type: type of the objects
 * @member: name of the struct ipool_node in it
 * @n: how many objects, a constant
 *
 * Pool and objects are static, and ready without a call. See also
 * ipool_set_hooks().
 */
#define IPOOL_DEFINE(name, type, member, n)                               \
	static type name##_objects_[n];                                   \
	static uint32_t name##_stack_[n];                                 \
	static struct ipool name = {                                      \
		LISH_CHUNKS_FIXED_(name.chunks, name##_objects_, n, type, \
				   IPOOL_OFFSET_(type, member),           \
				   sizeof(struct ipool_node)),            \
		LISH_SLOTS_FIXED_(name##_stack_, n)                       \
	}

/**
 * IPOOL_BYTES() - size of a block that holds a pool's memory
 * @type: type of the objects
 * @n: how many
 *
 * A constant if @n is. For ipool_init_in(), wherever the block begins.
 */
#define IPOOL_BYTES(type, n)                                      \
	(LISH_BLOCK_BYTES_(n, sizeof(type), LISH_ALIGNOF(type)) + \
	 LISH_SLOTS_BYTES_(n))

LISH_C_BEGIN

/* Cold halves of the checks: find out what is wrong and tell the hook. */
LISH_COLD void ipool_refuse_(const char *op, const struct ipool *pool,
			     const void *object);
LISH_COLD void ipool_refuse_zero_(const char *op, const struct ipool *pool);
/* Level 2: the whole pool. */
LISH_COLD bool ipool_whole_ok_(const char *op, const struct ipool *pool);
/* More memory: 0, -ENOSPC, -ENOMEM, -EBUSY or, never initialised, -EINVAL. */
LISH_COLD int ipool_grow_(struct ipool *pool);
/* alloc and free where there are hooks, or poison. */
LISH_COLD void ipool_born_(struct ipool *pool, void *object, bool zero);
LISH_COLD void ipool_bury_(struct ipool *pool, void *object);

int ipool_init_(struct ipool *pool, size_t size, size_t align, size_t offset,
		const struct lish_config *config);
int ipool_init_in_(struct ipool *pool, size_t size, size_t align, size_t offset,
		   uint32_t n, void *block, size_t bytes,
		   const struct lish_config *config);

/* The size of this call is 1; it refuses what is no node. Never called. */
char ipool_is_node_(const struct ipool_node *node);
#define IPOOL_OFFSET_(type, member) \
	(offsetof(type, member) +   \
	 0 * sizeof(ipool_is_node_(&((type *)0)->member)))

/**
 * ipool_init() - make an empty pool that grows
 * @pool: any memory; stays where it is until ipool_destroy()
 * @type: type of the objects
 * @member: name of the struct ipool_node in it
 * @config: settings, NULL for none: see struct lish_config
 *
 * Allocates nothing unless config->initial asks for it. The objects are aligned
 * as their type wants. What @pool held before is neither read nor changed.
 *
 * Return: 0; -ENOMEM if there is no memory for the initial objects, or if a
 * chunk of @type would be too big for this machine; -ENOSPC if they are beyond
 * the limit. Unless 0, @pool is not initialised.
 */
#define ipool_init(pool, type, member, config)              \
	ipool_init_(pool, sizeof(type), LISH_ALIGNOF(type), \
		    IPOOL_OFFSET_(type, member), config)

/**
 * ipool_init_in() - make an empty pool in a piece of memory
 * @pool: any memory; stays where it is until ipool_destroy()
 * @type: type of the objects
 * @member: name of the struct ipool_node in it
 * @n: how many objects
 * @block: memory of any alignment; the pool's until ipool_destroy()
 * @bytes: size of it, at least IPOOL_BYTES(type, n)
 * @config: settings, NULL for none; only the hooks and ctx count
 *
 * The pool never allocates. O(1).
 *
 * Return: 0, or -ENOSPC if they do not fit.
 */
#define ipool_init_in(pool, type, member, n, block, bytes, config) \
	ipool_init_in_(pool, sizeof(type), LISH_ALIGNOF(type),     \
		       IPOOL_OFFSET_(type, member), n, block, bytes, config)

/**
 * ipool_set_hooks() - give hooks to a pool that was made without
 * @pool: a pool in which nothing is live
 * @hooks: the hooks, which must outlive the pool; NULL for none
 * @ctx: their first argument
 *
 * For pools of IPOOL_DEFINE(). O(1).
 *
 * Return: 0; -EBUSY if something is live, or in a hook, or if objects were made
 * for earlier hooks; -EINVAL for misuse that was reported.
 */
int ipool_set_hooks(struct ipool *pool, const struct lish_pool_hooks *hooks,
		    void *ctx);

/**
 * ipool_destroy() - give back all memory
 * @pool: the pool
 *
 * Runs fini for what is live and unmake for what was made. All pointers to
 * objects are dead. @pool is zero afterwards, and may be initialised again; a
 * block or a static array is the caller's again. O(n). Refused in a hook.
 */
void ipool_destroy(struct ipool *pool);

LISH_TINY struct ipool_node *ipool_node_of_(const struct ipool *pool,
					    const void *object)
{
	/* Through an integer, because only the object may be const. */
	return (struct ipool_node *)((uintptr_t)object + pool->chunks.offset);
}

/* Was the pool ever initialised? */
LISH_TINY bool ipool_ready_(const char *op, const struct ipool *pool)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!pool->chunks.size)) {
		ipool_refuse_zero_(op, pool);
		return false;
	}
	return true;
}

/* Is this index + 1 that of the object? */
LISH_TINY bool ipool_names_(const struct ipool *pool, uint32_t slot,
			    const void *object)
{
	return slot - 1 < pool->slots.border &&
	       lish_chunks_at_(&pool->chunks, slot - 1) == object;
}

/* May this be freed? */
LISH_TINY bool ipool_may_free_(const char *op, const struct ipool *pool,
			       const void *object)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(!object ||
			  !ipool_names_(pool,
					ipool_node_of_(pool, object)->slot,
					object))) {
		ipool_refuse_(op, pool, object);
		return false;
	}
	if (LISH_CHECK >= 2)
		return ipool_whole_ok_(op, pool);
	return true;
}

LISH_TINY void *ipool_take_(const char *op, struct ipool *pool, bool zero)
{
	void *object;
	uint32_t slot;

	if (LISH_CHECK >= 2 && !ipool_whole_ok_(op, pool))
		return NULL;
	while (!lish_slots_take_(&pool->slots, &pool->chunks, &slot)) {
		if (ipool_grow_(pool))
			return NULL;
	}
	object = lish_chunks_at_(&pool->chunks, slot);
	ipool_node_of_(pool, object)->slot = slot + 1;
	if (lish_unlikely(pool->chunks.watch))
		ipool_born_(pool, object, zero);
	else if (zero)
		lish_chunks_zero_(&pool->chunks, object);
	return object;
}

/**
 * ipool_alloc() - take a free object
 * @pool: the pool
 *
 * The object is as it was freed, or as make left it, or new memory. O(1); if
 * all objects are live and the pool may grow, one chunk is allocated.
 * See also ipool_alloc_entry(), ipool_alloc_zero().
 *
 * Return: the object; NULL, and nothing has changed, if the limit is reached,
 * if the pool may not grow, or if there is no memory.
 */
LISH_HOT void *ipool_alloc(struct ipool *pool)
{
	return ipool_take_("ipool_alloc", pool, false);
}

/**
 * ipool_alloc_zero() - take a free object and zero it
 * @pool: the pool
 *
 * Zeroes all but the node, after make and before init. See ipool_alloc().
 *
 * Return: the object, or NULL as ipool_alloc().
 */
LISH_HOT void *ipool_alloc_zero(struct ipool *pool)
{
	return ipool_take_("ipool_alloc_zero", pool, true);
}

/**
 * ipool_free() - give back an object
 * @pool: the pool it is of
 * @object: a live object
 *
 * Runs fini while the object is live. Its memory must not be touched any more,
 * which ASan and Valgrind watch. What is not a live object of @pool, as after
 * a free, is reported and left alone. O(1).
 */
LISH_HOT void ipool_free(struct ipool *pool, void *object)
{
	struct ipool_node *node = ipool_node_of_(pool, object);

	if (!ipool_may_free_("ipool_free", pool, object))
		return;
	if (lish_unlikely(pool->chunks.watch)) {
		ipool_bury_(pool, object);
		return;
	}
	lish_slots_give_(&pool->slots, node->slot - 1);
	node->slot = 0;
}

/**
 * ipool_is_live() - is this a live object of this pool?
 * @pool: the pool
 * @object: an object of @pool, live or free, or any object that has a struct
 * ipool_node at the same place
 *
 * O(1). See also ipool_owns(), which takes any pointer.
 */
LISH_TINY bool ipool_is_live(const struct ipool *pool, const void *object)
{
	return ipool_names_(pool,
			    ipool_node_of_(pool, object)->slot & ~LISH_IN_HOOK_,
			    object);
}

/**
 * ipool_owns() - is this an object of this pool, live or free?
 * @pool: the pool
 * @ptr: any pointer; is not followed
 *
 * O(number of chunks).
 */
bool ipool_owns(const struct ipool *pool, const void *ptr);

/**
 * ipool_index_of() - the index of an object
 * @pool: the pool
 * @object: as for ipool_is_live()
 *
 * Does not change as long as the object lives. O(1).
 *
 * Return: an index below the capacity; -1 if the object is not live.
 */
LISH_TINY int32_t ipool_index_of(const struct ipool *pool, const void *object)
{
	const uint32_t slot =
		ipool_node_of_(pool, object)->slot & ~LISH_IN_HOOK_;

	return ipool_names_(pool, slot, object) ? (int32_t)(slot - 1) : -1;
}

/**
 * ipool_at() - the object with an index
 * @pool: the pool
 * @index: any number
 *
 * O(1).
 *
 * Return: the object, or NULL if none with that index is live.
 */
LISH_TINY void *ipool_at(const struct ipool *pool, uint32_t index)
{
	void *object;

	if (index >= pool->slots.border)
		return NULL;
	object = lish_chunks_at_(&pool->chunks, index);
	return ipool_node_of_(pool, object)->slot ? object : NULL;
}

/**
 * ipool_empty() - is nothing live?
 * @pool: the pool
 *
 * O(1).
 */
LISH_TINY bool ipool_empty(const struct ipool *pool)
{
	return !ipool_ready_("ipool_empty", pool) || !pool->slots.count;
}

/**
 * ipool_count() - number of live objects
 * @pool: the pool
 *
 * O(1).
 */
LISH_TINY uint32_t ipool_count(const struct ipool *pool)
{
	return ipool_ready_("ipool_count", pool) ? pool->slots.count : 0;
}

/**
 * ipool_capacity() - number of objects that there is memory for
 * @pool: the pool
 *
 * O(1).
 */
LISH_TINY uint32_t ipool_capacity(const struct ipool *pool)
{
	return ipool_ready_("ipool_capacity", pool) ? pool->chunks.capacity : 0;
}

/**
 * ipool_limit() - the most objects that there may ever be
 * @pool: the pool
 *
 * O(1).
 */
LISH_TINY uint32_t ipool_limit(const struct ipool *pool)
{
	return ipool_ready_("ipool_limit", pool) ? pool->chunks.limit : 0;
}

/**
 * ipool_peak() - the most objects that were ever live at a time
 * @pool: the pool
 *
 * O(1).
 */
LISH_TINY uint32_t ipool_peak(const struct ipool *pool)
{
	return ipool_ready_("ipool_peak", pool)
		       ? lish_chunks_peak_(&pool->chunks, pool->slots.border)
		       : 0;
}

/**
 * ipool_failed() - number of allocs that returned NULL
 * @pool: the pool
 *
 * Those that were reported are not counted. O(1).
 */
LISH_TINY uint32_t ipool_failed(const struct ipool *pool)
{
	return ipool_ready_("ipool_failed", pool) ? pool->chunks.failed : 0;
}

/**
 * ipool_reserve() - get the memory in advance
 * @pool: the pool
 * @n: objects to have memory for, live ones included
 *
 * Runs make for those that have not had it. Up to @n live objects, no alloc
 * fails or allocates; with config.no_grow none ever allocates. O(n).
 *
 * Return: 0; -ENOSPC if @n is beyond the limit; -ENOMEM if there is no memory;
 * -EBUSY while clear, trim, reserve or destroy runs a hook; -EINVAL for misuse
 * that was reported. Unless 0, nothing has changed.
 */
int ipool_reserve(struct ipool *pool, uint32_t n);

/**
 * ipool_trim() - give back memory that is not used
 * @pool: the pool
 *
 * Chunks behind the last one with a live object go, after unmake. A fixed pool
 * stays as it is. O(n).
 *
 * Return: 0; -EBUSY in a hook; -EINVAL for misuse that was reported.
 */
int ipool_trim(struct ipool *pool);

/**
 * ipool_clear() - free all objects
 * @pool: the pool
 *
 * Runs fini for each, the highest index first. The memory stays, and objects
 * are handed out as from a new pool. O(1), or O(n) with fini.
 *
 * Return: 0; -EBUSY in a hook; -EINVAL for misuse that was reported.
 */
int ipool_clear(struct ipool *pool);

/**
 * ipool_check() - examine the whole pool
 * @pool: the pool
 * @fault: where the node of the first faulty object is stored, NULL if the pool
 * is at fault or nothing is; may be NULL itself
 *
 * O(n), reports to nobody.
 *
 * Return: LISH_OK, LISH_UNINITIALIZED, LISH_BAD_COUNT or LISH_BAD_INDEX.
 */
enum lish_reason ipool_check(const struct ipool *pool,
			     const struct ipool_node **fault);

LISH_HOT void *ipool_alloc_typed_(struct ipool *pool, size_t size,
				  size_t offset)
{
	if (!lish_chunks_hold_("ipool_alloc_entry", pool, &pool->chunks, size,
			       offset))
		return NULL;
	return ipool_take_("ipool_alloc_entry", pool, false);
}

LISH_HOT void *ipool_alloc_zero_typed_(struct ipool *pool, size_t size,
				       size_t offset)
{
	if (!lish_chunks_hold_("ipool_alloc_zero_entry", pool, &pool->chunks,
			       size, offset))
		return NULL;
	return ipool_take_("ipool_alloc_zero_entry", pool, true);
}

LISH_TINY void *ipool_at_typed_(const struct ipool *pool, uint32_t index,
				size_t size, size_t offset)
{
	if (!lish_chunks_hold_("ipool_at_entry", pool, &pool->chunks, size,
			       offset))
		return NULL;
	return ipool_at(pool, index);
}

/**
 * ipool_alloc_entry() - take a free object, typed
 * @pool: the pool
 * @type: type of the objects
 * @member: name of the struct ipool_node in it
 *
 * A pool of something else is reported. See ipool_alloc().
 *
 * Return: the object as a pointer to @type, or NULL.
 */
#define ipool_alloc_entry(pool, type, member)           \
	((type *)ipool_alloc_typed_(pool, sizeof(type), \
				    IPOOL_OFFSET_(type, member)))

/**
 * ipool_alloc_zero_entry() - take a free object and zero it, typed
 * @pool: the pool
 * @type: type of the objects
 * @member: name of the struct ipool_node in it
 *
 * See ipool_alloc_zero(), ipool_alloc_entry().
 *
 * Return: the object as a pointer to @type, or NULL.
 */
#define ipool_alloc_zero_entry(pool, type, member)           \
	((type *)ipool_alloc_zero_typed_(pool, sizeof(type), \
					 IPOOL_OFFSET_(type, member)))

/**
 * ipool_at_entry() - the object with an index, typed
 * @pool: the pool
 * @index: any number
 * @type: type of the objects, possibly const
 * @member: name of the struct ipool_node in it
 *
 * See ipool_at(), ipool_alloc_entry().
 *
 * Return: the object as a pointer to @type, or NULL.
 */
#define ipool_at_entry(pool, index, type, member)           \
	((type *)ipool_at_typed_(pool, index, sizeof(type), \
				 IPOOL_OFFSET_(type, member)))

LISH_C_END

#endif /* LINUX_ISH_IPOOL_H */
