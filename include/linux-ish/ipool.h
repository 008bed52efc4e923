/* SPDX-License-Identifier: MIT */
/*
 * ipool.h - memory for objects of one type, and nothing more
 *
 * For objects that are born and die all the time and are reached through
 * something else: a list, a tree, a pointer of yours. The object carries a
 * struct ipool_idx of four bytes; it never moves. Memory is a static array, a
 * piece of memory of yours, or grows through a struct lish_mem.
 *
 * Not for you if you want to loop over the live ones (densepool, slotpool;
 * listpool if the order counts), or if somebody may keep a pointer to an object
 * that was freed (slotpool has handles that notice).
 *
 *   operation                                    cost    allocates
 *   -------------------------------------------  ------  ---------------------
 *   alloc_entry                                  O(1)    to grow, if it may
 *   zalloc_entry                                 O(1)+   to grow, if it may
 *   free, free_at                                O(1)    no
 *   contains, index_of, at_entry, count, stats   O(1)    no
 *   owns                                         O(chunks)
 *   clear                                        O(1)    no; O(n) with fini
 *   init                                         O(1)    yes; O(n) for
 *                                                        config.initial
 *   init_in, set_hooks                           O(1)    no
 *   reserve                                      O(n)    yes
 *   trim, destroy                                O(n)    gives back
 *   check                                        O(n)    no
 *   save_size, save                              O(1), O(n)  no
 *   load                                         O(n)    if it must grow
 *   + and the size of an object
 *
 * alloc returns the object freed last, then what was never used, in the order
 * of the indices: same calls, same objects, on every machine. Nothing here is
 * thread-safe: one lock must cover a pool and the nodes of its objects.
 *
 * ASan and Valgrind report who touches a freed object. ASan marks memory in units
 * of eight bytes and the node is not marked: what shares the node's unit is read
 * in silence, and so is an object's first member, unless the node comes first.
 */
#ifndef LINUX_ISH_IPOOL_H
#define LINUX_ISH_IPOOL_H

#include "core/pool.h"

/**
 * struct ipool_idx - what an object carries to be of an ipool
 * @slot: private: its index, plus one
 *
 * - live: the object with index slot - 1 is this one
 * - free: its place on the stack of free slots
 *
 * Belongs to the pool as long as the memory does. To write it - by assigning to
 * the whole object, say - makes the object one that cannot be freed, which is
 * reported. See ipool_zalloc_entry().
 */
struct ipool_idx {
	uint32_t slot;
};

/**
 * struct ipool - the pool
 * @base: private: the objects' memory, and which of them are free
 *
 * All zero: never initialised, or destroyed; not valid. Must not be moved or
 * copied, but to be put back later to the same place, with all its memory.
 */
struct ipool {
	struct lish_pool_ base;
};

/*
 * ipool_stack: so named that memory of other pools does not compile.
 * No tag: in C, that of a member would be known outside the struct around it.
 */
#define IPOOL_STORAGE_(type, n)          \
	{                                \
		type objects[n];         \
		uint32_t ipool_stack[n]; \
	}

/**
 * IPOOL_STORAGE() - declare the memory of a pool of fixed capacity
 * @mem: name of the variable, or of the member
 * @type: type of the objects
 * @n: how many objects, a constant
 *
 * One object of a struct type of its own, of any storage class: at file scope,
 * in a function, or as a member. For IPOOL_INIT() and ipool_init_in().
 */
#define IPOOL_STORAGE(mem, type, n) struct IPOOL_STORAGE_(type, n) mem

/**
 * IPOOL_INIT() - initialiser of a pool of fixed capacity
 * @mem: an IPOOL_STORAGE()
 * @type: type of the objects
 * @member: name of the struct ipool_idx in it
 *
 * A constant if @mem is static. The pool needs no call before the first alloc.
 */
#define IPOOL_INIT(mem, type, member)                             \
	{ LISH_POOL_INIT_((mem).objects, (mem).ipool_stack, type, \
			  IPOOL_OFFSET_(type, member), ipool_fixed_ops_) }

/**
 * IPOOL_DEFINE() - define a pool of fixed capacity for the whole program
 * @name: name of the variable
 * @type: type of the objects
 * @member: name of the struct ipool_idx in it
 * @n: how many objects, a constant
 *
 * With external linkage, at file scope; other files see it by
 * extern struct ipool name. See also IPOOL_DEFINE_STATIC(), ipool_set_hooks().
 */
#define IPOOL_DEFINE(name, type, member, n)              \
	extern struct name##_memory_                     \
		IPOOL_STORAGE_(type, n) name##_storage_; \
	struct name##_memory_ name##_storage_;           \
	struct ipool name = IPOOL_INIT(name##_storage_, type, member)

/**
 * IPOOL_DEFINE_STATIC() - define a pool of fixed capacity for one file
 * @name: name of the variable
 * @type: type of the objects
 * @member: name of the struct ipool_idx in it
 * @n: how many objects, a constant
 *
 * Static, at file scope or in a function. See IPOOL_DEFINE().
 */
#define IPOOL_DEFINE_STATIC(name, type, member, n)      \
	static IPOOL_STORAGE(name##_storage_, type, n); \
	static struct ipool name = IPOOL_INIT(name##_storage_, type, member)

LISH_C_BEGIN

LISH_NODE_(ipool_idx);
#define IPOOL_OFFSET_(type, member) LISH_OFFSET_(type, member, ipool_idx)

/* For pools of fixed capacity. */
extern const struct lish_pool_ops_ ipool_fixed_ops_;

LISH_MUST_CHECK int ipool_init_(struct ipool *pool, size_t size, size_t align,
				size_t offset,
				const struct lish_config *config);
void ipool_init_in_(struct ipool *pool, size_t size, size_t offset, size_t n,
		    void *mem);
/* Level 2: the whole pool. */
LISH_COLD bool ipool_whole_ok_(lish_op_ op, const struct ipool *pool);

/**
 * ipool_init() - make an empty pool that grows
 * @pool: any memory; stays where it is until ipool_destroy()
 * @type: type of the objects
 * @member: name of the struct ipool_idx in it
 * @config: settings, NULL for none: see struct lish_config
 *
 * Allocates a small table, and what config->initial asks for. The objects are
 * aligned as their type wants. What @pool held before is neither read nor
 * changed.
 *
 * Context: Allocates; may sleep in the kernel: see struct lish_kmem.
 *
 * Return: 0; -ENOMEM if there is no memory, or if a chunk of @type would be too
 * big for this machine; -ENOSPC if the initial objects are beyond the limit.
 * Unless 0, @pool is zero.
 */
#define ipool_init(pool, type, member, config)              \
	ipool_init_(pool, sizeof(type), LISH_ALIGNOF(type), \
		    IPOOL_OFFSET_(type, member), config)

/**
 * ipool_init_in() - make an empty pool of fixed capacity
 * @pool: any memory; stays where it is until ipool_destroy()
 * @type: type of the objects
 * @member: name of the struct ipool_idx in it
 * @mem: pointer to an IPOOL_STORAGE(), of any content; the pool's until
 * ipool_destroy()
 *
 * The pool never allocates, and its init cannot fail. The memory of another kind
 * of pool does not compile. O(1).
 */
#define ipool_init_in(pool, type, member, mem)                          \
	ipool_init_in_(pool, sizeof(type), IPOOL_OFFSET_(type, member), \
		       LISH_POOL_ROOM_((mem)->objects,                  \
				       (mem)->ipool_stack, type), mem)

/**
 * ipool_set_hooks() - give hooks to a pool that was made without
 * @pool: a pool in which nothing is live
 * @hooks: the hooks, which must outlive the pool; NULL for none
 * @ctx: their first argument
 *
 * For pools of fixed capacity. Misuse if something is live, in a hook, and if
 * objects were made for earlier hooks. O(1).
 */
LISH_TINY void ipool_set_hooks(struct ipool *pool,
			       const struct lish_pool_hooks *hooks, void *ctx)
{
	lish_pool_set_hooks_("ipool_set_hooks", &pool->base, hooks, ctx,
			     &ipool_fixed_ops_);
	lish_stay_();
}

/**
 * ipool_destroy() - give back all memory
 * @pool: the pool
 *
 * Runs fini for what is live and unmake for what was made. All pointers to
 * objects are dead. @pool is zero afterwards, and may be initialised again; an
 * IPOOL_STORAGE() is the caller's again. O(n). Misuse in a hook.
 *
 * Context: Frees memory; may sleep in the kernel: see struct lish_kmem.
 */
LISH_TINY void ipool_destroy(struct ipool *pool)
{
	(void)lish_pool_destroy_("ipool_destroy", &pool->base);
	lish_stay_();
}

LISH_TINY void *ipool_take_(lish_op_ op, struct ipool *pool, size_t size,
			    size_t offset, bool zero)
{
	struct lish_pool_ *base = &pool->base;
	uint32_t slot = 0, *mark;

	if (!lish_pool_holds_(op, base, size, offset))
		return NULL;
	if (LISH_CHECK >= 2 && !ipool_whole_ok_(op, pool))
		return NULL;
	if (LISH_SMALL_ ||
	    lish_unlikely(base->watch || !lish_pool_take_(base, size, &slot)))
		return zero ? lish_pool_zalloc_(op, base)
			    : lish_pool_alloc_(op, base);
	mark = lish_pool_at_(base, slot, size);
	*mark = slot + 1;
	if (zero)
		lish_pool_zero_((char *)mark - offset, size, offset,
				sizeof(struct ipool_idx));
	return (char *)mark - offset;
}

LISH_HOT void *ipool_alloc_(struct ipool *pool, size_t size, size_t offset)
{
	return ipool_take_("ipool_alloc_entry", pool, size, offset, false);
}

LISH_HOT void *ipool_zalloc_(struct ipool *pool, size_t size, size_t offset)
{
	return ipool_take_("ipool_zalloc_entry", pool, size, offset, true);
}

/**
 * ipool_alloc_entry() - take a free object
 * @pool: the pool
 * @type: type of the objects
 * @member: name of the struct ipool_idx in it
 *
 * The object is as it was freed, or as make left it, or new memory. O(1); if
 * all objects are live and the pool may grow, one chunk is allocated. A pool of
 * something else is reported. See also ipool_zalloc_entry().
 *
 * Context: Allocates if it grows; may sleep in the kernel: see struct lish_kmem.
 *
 * Return: the object as a pointer to @type; NULL, and nothing has changed, if
 * the limit is reached, if the pool may not grow, or if there is no memory.
 */
#define ipool_alloc_entry(pool, type, member)              \
	LISH_CAST_(type, ipool_alloc_(pool, sizeof(type),  \
				      IPOOL_OFFSET_(type, member)))

/**
 * ipool_zalloc_entry() - take a free object and zero it
 * @pool: the pool
 * @type: type of the objects
 * @member: name of the struct ipool_idx in it
 *
 * Zeroes all but the node, after make and before init. See ipool_alloc_entry().
 *
 * Context: Allocates if it grows; may sleep in the kernel: see struct lish_kmem.
 *
 * Return: the object as a pointer to @type, or NULL.
 */
#define ipool_zalloc_entry(pool, type, member)              \
	LISH_CAST_(type, ipool_zalloc_(pool, sizeof(type),  \
				       IPOOL_OFFSET_(type, member)))

/* Of a node that may be NULL. */
LISH_TINY const uint32_t *ipool_mark_of_(const struct ipool_idx *node)
{
	return (const uint32_t *)(const void *)node;
}

/* May the object of this mark be changed? */
LISH_TINY bool ipool_live_(lish_op_ op, const struct ipool *pool,
			   const uint32_t *mark)
{
	return lish_pool_live_(op, &pool->base, mark) &&
	       (LISH_CHECK < 2 || ipool_whole_ok_(op, pool));
}

LISH_TINY bool ipool_give_(lish_op_ op, struct ipool *pool, uint32_t *mark)
{
	if (!ipool_live_(op, pool, mark))
		return false;
	if (lish_unlikely(pool->base.watch))
		lish_pool_bury_(&pool->base, mark);
	else
		lish_pool_give_(&pool->base, mark);
	return true;
}

/**
 * ipool_free() - give back an object
 * @pool: the pool it is of
 * @node: of a live object
 *
 * Runs fini while the object is live. Its memory must not be touched any more,
 * which ASan and Valgrind watch. What is not a live object of @pool, as after
 * a free, is reported and left alone; so is one whose hook runs. O(1).
 */
LISH_HOT void ipool_free(struct ipool *pool, struct ipool_idx *node)
{
	(void)ipool_give_("ipool_free", pool, (uint32_t *)(void *)node);
}

/**
 * ipool_contains() - is this a live object of this pool?
 * @pool: the pool
 * @node: of an object of @pool, live or free, or of any other object
 *
 * O(1). See also ipool_owns(), which does not read it.
 */
LISH_TINY bool ipool_contains(const struct ipool *pool,
			      const struct ipool_idx *node)
{
	return lish_pool_index_("ipool_contains", &pool->base,
				ipool_mark_of_(node)) >= 0;
}

/**
 * ipool_owns() - does this address lie in the memory of this pool's objects?
 * @pool: the pool
 * @address: any pointer; is not followed
 *
 * O(number of chunks).
 */
LISH_TINY bool ipool_owns(const struct ipool *pool, const void *address)
{
	return lish_pool_owns_("ipool_owns", &pool->base, address);
}

/**
 * ipool_index_of() - the index of an object
 * @pool: the pool
 * @node: as for ipool_contains()
 *
 * Does not change as long as the object lives. O(1).
 *
 * Return: an index below the capacity; -1 if the object is not live.
 */
LISH_TINY int32_t ipool_index_of(const struct ipool *pool,
				 const struct ipool_idx *node)
{
	return lish_pool_index_("ipool_index_of", &pool->base,
				ipool_mark_of_(node));
}

/* The mark of a live object, NULL if none has that index. */
LISH_TINY uint32_t *ipool_mark_(const struct ipool *pool, uint32_t index,
				size_t size)
{
	uint32_t *mark;

	if (index >= pool->base.border)
		return NULL;
	mark = lish_pool_at_(&pool->base, index, size);
	return (*mark & ~LISH_POOL_IN_HOOK_) == index + 1 ? mark : NULL;
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
 * ipool_at_entry() - the object with an index
 * @pool: the pool
 * @index: any number
 * @type: type of the objects, possibly const
 * @member: name of the struct ipool_idx in it
 *
 * O(1).
 *
 * Return: the object as a pointer to @type, or NULL if none with that index is
 * live.
 */
#define ipool_at_entry(pool, index, type, member)              \
	LISH_CAST_(type, ipool_at_(pool, index, sizeof(type),  \
				   IPOOL_OFFSET_(type, member)))

/**
 * ipool_free_at() - give back the object with an index
 * @pool: the pool
 * @index: any number
 *
 * See ipool_free(). O(1).
 *
 * Return: true; false, and nothing has changed, if no object with that index is
 * live.
 */
LISH_HOT bool ipool_free_at(struct ipool *pool, uint32_t index)
{
	uint32_t *mark;

	if (!lish_pool_ready_("ipool_free_at", &pool->base))
		return false;
	mark = ipool_mark_(pool, index, pool->base.size);
	return mark && ipool_give_("ipool_free_at", pool, mark);
}

/**
 * ipool_count() - number of live objects
 * @pool: the pool
 *
 * O(1).
 */
LISH_TINY uint32_t ipool_count(const struct ipool *pool)
{
	return lish_pool_ready_("ipool_count", &pool->base) ? pool->base.count
							    : 0;
}

/**
 * ipool_stats() - all figures of a pool
 * @pool: the pool
 *
 * O(1).
 *
 * Return: see struct lish_stats.
 */
LISH_TINY struct lish_stats ipool_stats(const struct ipool *pool)
{
	return lish_pool_stats_("ipool_stats", &pool->base, sizeof(uint32_t));
}

/**
 * ipool_reserve() - get the memory in advance
 * @pool: the pool
 * @count: objects to have memory for, live ones included
 *
 * Runs make for those that have not had it. Up to @count live objects, no alloc
 * fails or allocates; with config.no_grow none ever allocates. Misuse while
 * clear, trim, reserve or destroy runs a hook. O(n).
 *
 * Context: Allocates; may sleep in the kernel: see struct lish_kmem.
 *
 * Return: 0; -ENOSPC if @count is beyond the limit; -ENOMEM if there is no memory;
 * -EINVAL for misuse. Unless 0, nothing has changed.
 */
LISH_MUST_CHECK LISH_TINY int ipool_reserve(struct ipool *pool, uint32_t count)
{
	return lish_pool_reserve_("ipool_reserve", &pool->base, count);
}

/**
 * ipool_trim() - give back memory that is not used
 * @pool: the pool
 *
 * Chunks after the last one with a live object go, after unmake. A pool of fixed
 * capacity stays as it is. O(n). Misuse in a hook.
 *
 * Context: Frees memory; may sleep in the kernel: see struct lish_kmem.
 */
LISH_TINY void ipool_trim(struct ipool *pool)
{
	lish_pool_trim_("ipool_trim", &pool->base);
	lish_stay_();
}

/**
 * ipool_clear() - free all objects
 * @pool: the pool
 *
 * Runs fini for each, the highest index first. The memory stays, and alloc
 * begins with index 0 again. O(1), or O(n) with fini. Misuse in a hook.
 */
LISH_TINY void ipool_clear(struct ipool *pool)
{
	lish_pool_clear_("ipool_clear", &pool->base);
	lish_stay_();
}

/**
 * ipool_save_size() - bytes that a snapshot takes now
 * @pool: the pool
 *
 * O(1).
 */
size_t ipool_save_size(const struct ipool *pool);

/**
 * ipool_save() - make a snapshot
 * @pool: the pool
 * @buffer: where it is written to; any alignment
 * @size: bytes of it, at least ipool_save_size()
 *
 * Keeps which objects are live, all their bytes, the order in which alloc returns
 * free slots, and the highest index ever used, which is the peak. The same state
 * gives the same bytes. Nodes of other containers are bytes as well: see
 * ipool_load(). O(n).
 *
 * Return: 0; -ENOSPC if @size is too small; -EINVAL for misuse, as in a hook, or
 * if nodes of live objects were overwritten.
 */
LISH_MUST_CHECK int ipool_save(const struct ipool *pool, void *buffer,
			       size_t size);

/**
 * ipool_load() - go back to a snapshot
 * @pool: the pool that was saved, or another one of the same type
 * @buffer: the snapshot; any alignment
 * @size: bytes of it; may be more
 *
 * The pool is as it was when it was saved: the same objects have the same
 * indices, and the same calls give the same ones again. Pointers in them, and
 * nodes of other containers, are those of the time of the save; make nodes anew
 * by X_node_init() before these objects are added to anything. Neither init nor
 * fini runs; make does for objects that never lived here, before anything else has
 * changed. What a hook allocates or frees then, the snapshot undoes. O(n); allocates only if
 * the pool has less memory than the snapshot needs.
 *
 * Any bytes may be passed. What was saved by a pool of another shape or on a machine
 * of another kind, is cut off, or damaged, is refused. What is not refused gives a
 * pool that passes ipool_check() and behaves as one; the bytes in the objects are
 * the caller's to check.
 *
 * Context: Allocates if it grows; may sleep in the kernel: see struct lish_kmem.
 *
 * Return: 0; -EINVAL if it is no such snapshot, and for misuse, as in a hook;
 * -ENOSPC if it is beyond the limit; -ENOMEM if there is no memory. Unless 0,
 * nothing has changed.
 */
LISH_MUST_CHECK int ipool_load(struct ipool *pool, const void *buffer,
			       size_t size);

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
			     const struct ipool_idx **fault);

LISH_C_END

/* Last, for LISH_REPORT_LOCATION. */
#define LISH_HERE_IPOOL_
#include "core/here.h"

#endif /* LINUX_ISH_IPOOL_H */
