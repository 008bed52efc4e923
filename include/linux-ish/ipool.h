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
 * Cost: reserve, trim, destroy, check, save, load, init with config.initial, and clear
 * with fini O(n); owns O(chunks); all others O(1). Only init, reserve, load, trim,
 * destroy and an alloc that grows get or release memory.
 *
 * A call that fails changes nothing. alloc returns the object freed last, else an object
 * never used, in the order of the indices: the same calls return the same objects on
 * every machine.
 *
 * Not thread-safe: one lock covers a pool and the nodes of its objects. ASan and Valgrind
 * report the use of a freed object. Put the node first in the object: ASan does not watch
 * the other bytes of the node's unit of eight bytes. See struct lish_kmem for the kernel.
 */
#ifndef LINUX_ISH_IPOOL_H
#define LINUX_ISH_IPOOL_H

#include "core/pool_stack.h"

/**
 * struct ipool_idx - the member that makes a struct an object of an ipool
 * @slot: private: index plus one if live; bit 31 is set if free
 *
 * The pool owns it. Do not assign to a whole object: the object can then not be freed.
 */
struct ipool_idx {
	uint32_t slot;
};

/**
 * struct ipool - the pool; zero: not valid
 * @base: private: memory of the objects, and the free slots
 *
 * Do not move or copy it. Exception: lish_world_load() puts it back with its memory.
 */
struct ipool {
	struct lish_pool_ base;
};

/* The name stops memory of other pools. No tag: C would show it outside. */
#define IPOOL_STORAGE_(type, n)          \
	{                                \
		type objects[n];         \
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
 * @type: object type
 * @member: the struct ipool_idx in @type
 *
 * A constant if @mem is static. A pool for the whole program is::
 *
 *	static IPOOL_STORAGE(ship_memory, struct ship, 64);
 *	struct ipool ships = IPOOL_INIT(ship_memory, struct ship, node);
 */
#define IPOOL_INIT(mem, type, member)                             \
	{ LISH_POOL_INIT_((mem).objects, (mem).ipool_stack, type, \
			  IPOOL_OFFSET_(type, member), ipool_fixed_ops_) }

/**
 * IPOOL_DEFINE_STATIC() - define an empty pool of fixed capacity for this file
 * @name: name of the variable
 * @type: object type
 * @member: the struct ipool_idx in @type
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

extern const struct lish_pool_ops_ ipool_fixed_ops_;

LISH_MUST_CHECK int ipool_init_(struct ipool *pool, size_t size, size_t align,
				size_t offset,
				const struct lish_config *config);
void ipool_init_in_(struct ipool *pool, size_t size, size_t offset, size_t n,
		    void *mem);
LISH_COLD void *ipool_alloc_slow_(lish_op_ op, struct lish_pool_ *base);
LISH_COLD void *ipool_zalloc_slow_(lish_op_ op, struct lish_pool_ *base);
LISH_NOINLINE void ipool_clear_(struct ipool *pool);
LISH_NOINLINE void ipool_destroy_(struct ipool *pool);
LISH_COLD bool ipool_whole_ok_(lish_op_ op, const struct ipool *pool);

/**
 * ipool_init() - initialise a pool
 * @pool: any memory; must not move
 * @type: object type, without a flexible array member; ``-pedantic`` warns of one
 * @member: the struct ipool_idx in @type
 * @config: settings, or NULL; see struct lish_config
 *
 * The pool grows. Allocates a small table and the memory of config->initial objects.
 *
 * Context: May sleep.
 * Return: 0; -ENOMEM without memory, or if a chunk of @type would be too big for this
 * machine; -ENOSPC if config->initial exceeds the limit. On error @pool is zero.
 */
#define ipool_init(pool, type, member, config)                 \
	LISH_POOL_INIT_BY_(ipool_init_, pool, LISH_POOL_SIZE_(type), \
			   LISH_ALIGNOF(type), IPOOL_OFFSET_(type, member), config)

/**
 * ipool_init_in() - initialise a pool of fixed capacity
 * @pool: any memory; must not move
 * @type: object type
 * @member: the struct ipool_idx in @type
 * @mem: pointer to an IPOOL_STORAGE() of any content; must outlive @pool
 *
 * Never allocates.
 */
#define ipool_init_in(pool, type, member, mem)                          \
	ipool_init_in_(pool, sizeof(type), IPOOL_OFFSET_(type, member), \
		       LISH_POOL_ROOM_((mem)->objects,                  \
				       (mem)->ipool_stack, type), mem)

/**
 * ipool_set_hooks() - set the hooks of a pool
 * @pool: a pool of fixed capacity without live objects
 * @hooks: the hooks, which must outlive @pool; NULL for none
 * @ctx: their first argument
 *
 * Misuse in a hook, and after earlier hooks made objects.
 */
LISH_TINY void ipool_set_hooks(struct ipool *pool,
			       const struct lish_pool_hooks *hooks, void *ctx)
{
	lish_pool_set_hooks_("ipool_set_hooks", &pool->base, hooks, ctx,
			     &ipool_fixed_ops_);
	lish_stay_();
}

/**
 * ipool_destroy() - empty the pool and make it invalid
 * @pool: the pool, zero afterwards
 *
 * Runs fini for live objects and unmake for made ones. Misuse in a hook.
 *
 * Context: May sleep.
 */
LISH_TINY void ipool_destroy(struct ipool *pool)
{
	ipool_destroy_(pool);
	lish_stay_();
}

LISH_TINY void *ipool_alloc_with_(lish_op_ op, struct ipool *pool, size_t size,
				  size_t offset, bool zero)
{
	struct lish_pool_ *base = &pool->base;
	uint32_t slot = 0, *mark;

	if (!lish_pool_gives_(op, base, size, offset))
		return NULL;
	if (LISH_CHECK >= 2 && !ipool_whole_ok_(op, pool))
		return NULL;
	if (LISH_SMALL_ ||
	    lish_unlikely(base->watch ||
			  !lish_pool_take_slot_(base, size, &slot)))
		return zero ? ipool_zalloc_slow_(op, base)
			    : ipool_alloc_slow_(op, base);
	mark = lish_pool_at_(base, slot, size);
	*mark = slot + 1;
	if (zero)
		lish_pool_zero_((char *)mark - offset, size, offset,
				sizeof(struct ipool_idx));
	return (char *)mark - offset;
}

LISH_HOT void *ipool_alloc_(struct ipool *pool, size_t size, size_t offset)
{
	return ipool_alloc_with_("ipool_alloc_entry", pool, size, offset, false);
}

LISH_HOT void *ipool_zalloc_(struct ipool *pool, size_t size, size_t offset)
{
	return ipool_alloc_with_("ipool_zalloc_entry", pool, size, offset, true);
}

/**
 * ipool_alloc_entry() - allocate an object
 * @pool: the pool
 * @type: object type
 * @member: its node
 *
 * The bytes are as free or the make hook left them. Reports a pool of another type.
 *
 * Context: May sleep if it grows.
 * Return: the object; NULL at the limit or without memory.
 */
#define ipool_alloc_entry(pool, type, member)              \
	LISH_CAST_(type, ipool_alloc_(pool, sizeof(type),  \
				      IPOOL_OFFSET_(type, member)))

/**
 * ipool_zalloc_entry() - allocate an object of zeros
 * @pool: the pool
 * @type: object type
 * @member: its node
 *
 * As ipool_alloc_entry(). Zeroes all but the node, after make and before init.
 *
 * Context: May sleep if it grows.
 * Return: the object, or NULL.
 */
#define ipool_zalloc_entry(pool, type, member)              \
	LISH_CAST_(type, ipool_zalloc_(pool, sizeof(type),  \
				       IPOOL_OFFSET_(type, member)))

/* node may be NULL. */
LISH_TINY const uint32_t *ipool_mark_of_(const struct ipool_idx *node)
{
	return (const uint32_t *)(const void *)node;
}

LISH_TINY bool ipool_live_(lish_op_ op, const struct ipool *pool,
			   const uint32_t *mark)
{
	const struct lish_pool_ *base = &pool->base;

	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(mark) ||
			  !lish_pool_names_(base, *mark, mark))) {
		lish_tell_(lish_pool_refuse_(op, base, mark));
		return false;
	}
	return LISH_CHECK < 2 || ipool_whole_ok_(op, pool);
}

LISH_TINY bool ipool_free_mark_(lish_op_ op, struct ipool *pool, uint32_t *mark)
{
	if (!ipool_live_(op, pool, mark))
		return false;
	if (lish_unlikely(pool->base.watch))
		return lish_told_(lish_pool_free_watched_(op, &pool->base, mark));
	lish_pool_free_slot_(&pool->base, mark);
	return true;
}

/**
 * ipool_free() - free an object
 * @pool: the pool of the object
 * @node: node of a live object
 *
 * Runs fini first. ASan and Valgrind watch the memory afterwards. Refused: an object that
 * is not live in @pool, or whose hook runs.
 */
LISH_HOT void ipool_free(struct ipool *pool, struct ipool_idx *node)
{
	(void)ipool_free_mark_("ipool_free", pool, (uint32_t *)(void *)node);
}

/**
 * ipool_contains() - is this node in the pool?
 * @pool: the pool
 * @node: of any object, live or free
 *
 * True if the object is live. Reads the node; see also ipool_owns().
 */
LISH_TINY bool ipool_contains(const struct ipool *pool,
			      const struct ipool_idx *node)
{
	return lish_pool_index_("ipool_contains", &pool->base,
				ipool_mark_of_(node)) >= 0;
}

/**
 * ipool_owns() - does an address lie in the memory of the pool?
 * @pool: the pool
 * @address: any pointer; is not followed
 */
LISH_TINY bool ipool_owns(const struct ipool *pool, const void *address)
{
	return lish_told_(lish_pool_owns_("ipool_owns", &pool->base, address));
}

/**
 * ipool_index_of() - the index of an object
 * @pool: the pool
 * @node: of any object, live or free
 *
 * Return: the index, which stays while the object lives; -1 if it is not live.
 */
LISH_TINY int32_t ipool_index_of(const struct ipool *pool,
				 const struct ipool_idx *node)
{
	int32_t index = lish_pool_index_("ipool_index_of", &pool->base,
					 ipool_mark_of_(node));

	lish_hide(index);	/* see slotpool_index_of() */
	return index;
}

/* NULL if not live. */
LISH_TINY uint32_t *ipool_mark_(const struct ipool *pool, uint32_t index,
				size_t size)
{
	uint32_t *mark;

	if (index >= pool->base.border)
		return NULL;
	mark = lish_pool_at_(&pool->base, index, size);
	return *mark == index + 1 ? mark : NULL;
}

LISH_TINY void *ipool_at_(const struct ipool *pool, uint32_t index, size_t size,
			  size_t offset)
{
	uint32_t *mark;

	if (!lish_pool_holds_("ipool_at_entry", &pool->base, size, offset))
		return NULL;
	mark = ipool_mark_(pool, index, size);
	return mark ? (char *)mark - offset : NULL;
}

/**
 * ipool_at_entry() - the object at an index
 * @pool: the pool
 * @index: any number
 * @type: object type, possibly const
 * @member: its node
 *
 * Return: the object; NULL if no live object has @index.
 */
#define ipool_at_entry(pool, index, type, member)              \
	LISH_CAST_(type, ipool_at_(pool, index, sizeof(type),  \
				   IPOOL_OFFSET_(type, member)))

/**
 * ipool_free_at() - free the object at an index
 * @pool: the pool
 * @index: any number
 *
 * Return: false if no live object has @index.
 */
LISH_HOT bool ipool_free_at(struct ipool *pool, uint32_t index)
{
	uint32_t *mark;

	if (!lish_pool_ready_("ipool_free_at", &pool->base))
		return false;
	mark = ipool_mark_(pool, index, pool->base.size);
	return mark && ipool_free_mark_("ipool_free_at", pool, mark);
}

/**
 * ipool_count() - number of elements
 * @pool: the pool
 */
LISH_TINY uint32_t ipool_count(const struct ipool *pool)
{
	return lish_pool_ready_("ipool_count", &pool->base)
		       ? lish_pool_count_(&pool->base)
		       : 0;
}

/**
 * ipool_stats() - figures about memory and use
 * @pool: the pool
 *
 * Return: see struct lish_stats.
 */
LISH_TINY struct lish_stats ipool_stats(const struct ipool *pool)
{
	return lish_pool_stats_("ipool_stats", &pool->base, sizeof(uint32_t));
}

/**
 * ipool_reserve() - get memory in advance
 * @pool: the pool
 * @count: number of objects, including the live ones
 *
 * Runs make for new objects. Up to @count live objects, no alloc fails or allocates.
 * Misuse in a hook that clear, trim, reserve or destroy runs.
 *
 * Context: May sleep.
 * Return: 0; -ENOSPC beyond the limit; -ENOMEM; -EINVAL for misuse.
 */
LISH_MUST_CHECK LISH_TINY int ipool_reserve(struct ipool *pool, uint32_t count)
{
	return lish_told_(lish_pool_reserve_("ipool_reserve", &pool->base, count));
}

/**
 * ipool_trim() - release unused memory
 * @pool: the pool
 *
 * Releases the chunks after the last live object, after unmake. Misuse in a hook.
 *
 * Context: May sleep.
 */
LISH_TINY void ipool_trim(struct ipool *pool)
{
	lish_pool_trim_("ipool_trim", &pool->base);
	lish_stay_();
}

/**
 * ipool_clear() - empty the pool
 * @pool: the pool
 *
 * Runs fini, highest index first. Keeps the memory; the next alloc returns index 0.
 * Misuse in a hook.
 */
LISH_TINY void ipool_clear(struct ipool *pool)
{
	ipool_clear_(pool);
	lish_stay_();
}

/**
 * ipool_save_size() - bytes that a save needs
 * @pool: the pool
 */
size_t ipool_save_size(const struct ipool *pool);

/**
 * ipool_save() - save the pool
 * @pool: the pool
 * @buffer: memory for the snapshot, of any alignment
 * @size: bytes of @buffer, at least ipool_save_size()
 *
 * Saves all bytes of the live objects, the order of the free slots, and the highest index
 * ever used. The same state gives the same bytes.
 *
 * Return: 0; -ENOSPC if @size is too small; -EINVAL for misuse: in a hook, or if a live
 * object's node was overwritten.
 */
LISH_MUST_CHECK int ipool_save(const struct ipool *pool, void *buffer,
			       size_t size);

/**
 * ipool_load() - load the pool
 * @pool: the pool that was saved, or another one of the same type
 * @buffer: the snapshot, of any alignment
 * @size: bytes of @buffer; may be more than the snapshot
 *
 * Objects have their indices again, and the same calls return the same objects. Pointers
 * in objects are those of the save, also in nodes of other containers: call X_node_init()
 * before you add the objects to one. Runs neither init nor fini. Runs make first, for
 * slots that were never made here; the load undoes the allocs and frees of such a make.
 *
 * @buffer may hold any bytes. A snapshot that is damaged, cut off, or from another type
 * or kind of machine is refused. Any other gives a pool that passes ipool_check(). Check
 * the bytes in the objects yourself.
 *
 * Context: May sleep if it grows.
 * Return: 0; -EINVAL if @buffer is not such a snapshot, and for misuse, as in a hook;
 * -ENOSPC beyond the limit; -ENOMEM without memory.
 */
LISH_MUST_CHECK int ipool_load(struct ipool *pool, const void *buffer,
			       size_t size);

/**
 * ipool_check() - examine the whole pool for damage
 * @pool: the pool
 * @fault: set to the node of the first faulty object, or to NULL; may be NULL
 *
 * Reports nothing.
 *
 * Return: LISH_OK, LISH_UNINITIALIZED, LISH_BAD_COUNT or LISH_BAD_INDEX.
 */
enum lish_reason ipool_check(const struct ipool *pool,
			     const struct ipool_idx **fault);

LISH_C_END

/* Last, for LISH_REPORT_LOCATION. */
#define LISH_HERE_IPOOL_
#include "ground/here.h"

#endif /* LINUX_ISH_IPOOL_H */
