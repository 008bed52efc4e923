/* SPDX-License-Identifier: MIT */
/*
 * densepool.h - memory for objects, and an update list of the live ones
 *
 * For objects that are born and die all the time and are all updated in each
 * frame, in any order: particles, bullets, sounds. The object carries a struct
 * densepool_idx of four bytes; it never moves. One array of pointers holds the
 * live objects, and behind them the parked ones: alloc moves the border between
 * the two up, free down.
 *
 * Not for you if the order of updates counts (listpool), if a loop must survive
 * any change or indices must last (slotpool), or if you do not loop (ipool).
 *
 *   operation                                    cost    allocates
 *   -------------------------------------------  ------  ---------------------
 *   alloc, alloc_zero                            O(1)    to grow, if it may
 *   free                                         O(1)    no
 *   is_live, index_of, at, empty, count, span,
 *   capacity, limit, peak, failed                O(1)    no
 *   owns                                         O(chunks)
 *   clear                                        O(1)    no; O(n) with fini
 *   init, init_in, set_hooks                     O(1)    for config.initial
 *   reserve                                      O(n)    yes
 *   trim, destroy                                O(n)    gives back
 *   check                                        O(n)    no
 *
 *   loop                    free current  free others        alloc
 *   ----------------------  ------------  -----------------  ----------------
 *   for_each_entry          -EBUSY        -EBUSY             NULL
 *   for_each_entry_reverse  -EBUSY        -EBUSY             NULL
 *   for_each_entry_safe     yes           visited ones; see  yes, not visited
 *   (last to first)                       dense.h
 *   for_each_entry_const    no            no                 no
 *   for_each_entry_span     no            no                 no
 *
 * What was freed last is handed out first, then what was never used: same
 * calls, same objects, on every machine. Nothing here is thread-safe: one lock
 * must cover a pool and the nodes of its objects.
 */
#ifndef LINUX_ISH_DENSEPOOL_H
#define LINUX_ISH_DENSEPOOL_H

#include "chunk.h"
#include "dense.h"

/**
 * struct densepool_idx - what an object carries to be of a densepool
 * @dense: private: its place in the array of pointers, plus one
 *
 * - live or parked: items[place] is this node
 *
 * Belongs to the pool as long as the memory does. To write it - by assigning to
 * the whole object, say - makes the object one that cannot be freed, which is
 * reported. See densepool_alloc_zero().
 */
struct densepool_idx {
	struct dense_idx dense;
};

/**
 * struct densepool - the pool
 * @live: private: the live ones, and the loops over them
 * @chunks: private: the objects' memory
 * @filled: private: places in use, by live ones and behind them by parked ones
 *
 * - live.count <= filled <= chunks.capacity <= live.capacity
 * - items[i]->slot is i + 1 for each i < filled
 * - these are the first filled objects in memory
 * - all zero: never initialised, or destroyed; not valid
 *
 * Must not be moved or copied.
 */
struct densepool {
	struct dense live;
	struct lish_chunks chunks;
	uint32_t filled;
};

/**
 * struct densepool_loop - a loop during which changes are refused
 * @dense: private
 *
 * The macros declare their own. See densepool_loop_begin().
 */
struct densepool_loop {
	struct dense_loop dense;
};

/**
 * DENSEPOOL_LOOP_INIT - initialiser of a loop that has not begun
 *
 * For a struct densepool_loop of one's own that may be ended before it begins.
 */
#define DENSEPOOL_LOOP_INIT     \
	{                       \
		DENSE_LOOP_INIT \
	}

/**
 * DENSEPOOL_DEFINE() - define a pool of fixed capacity
 * @name: name of the variable
 * @type: type of the objects
 * @member: name of the struct densepool_idx in it
 * @n: how many objects, a constant
 *
 * Pool and objects are static, and ready without a call. See also
 * densepool_set_hooks().
 */
#define DENSEPOOL_DEFINE(name, type, member, n)                           \
	static type name##_objects_[n];                                   \
	static struct dense_idx *name##_items_[n];                        \
	static struct densepool name = {                                  \
		DENSE_INIT_FIXED(name##_items_, n),                       \
		LISH_CHUNKS_FIXED_(name.chunks, name##_objects_, n, type, \
				   DENSEPOOL_OFFSET_(type, member),       \
				   sizeof(struct densepool_idx)),         \
		0                                                         \
	}

/**
 * DENSEPOOL_BYTES() - size of a block that holds a pool's memory
 * @type: type of the objects
 * @n: how many
 *
 * A constant if @n is. For densepool_init_in(), wherever the block begins.
 */
#define DENSEPOOL_BYTES(type, n)                                  \
	(LISH_BLOCK_BYTES_(n, sizeof(type), LISH_ALIGNOF(type)) + \
	 LISH_BLOCK_BYTES_(n, sizeof(struct dense_idx *),         \
			   LISH_ALIGNOF(struct dense_idx *)))

LISH_C_BEGIN

/* Cold halves of the checks: find out what is wrong and tell the hook. */
LISH_COLD void densepool_refuse_(const char *op, const struct densepool *pool,
				 const void *object);
LISH_COLD void densepool_refuse_zero_(const char *op,
				      const struct densepool *pool);
/* Level 2: the whole pool. */
LISH_COLD bool densepool_whole_ok_(const char *op,
				   const struct densepool *pool);
/* The next object that was never used, or NULL, which is counted. */
struct dense_idx *densepool_fresh_(struct densepool *pool);
/* alloc and free where there are hooks, or poison. */
LISH_COLD void densepool_born_(struct densepool *pool, struct dense_idx *idx,
			       bool zero);
LISH_COLD void densepool_bury_(struct densepool *pool, struct dense_idx *idx);

int densepool_init_(struct densepool *pool, size_t size, size_t align,
		    size_t offset, const struct lish_config *config);
int densepool_init_in_(struct densepool *pool, size_t size, size_t align,
		       size_t offset, uint32_t n, void *block, size_t bytes,
		       const struct lish_config *config);

/* The size of this call is 1; it refuses what is no idx. Never called. */
char densepool_is_idx_(const struct densepool_idx *idx);
#define DENSEPOOL_OFFSET_(type, member) \
	(offsetof(type, member) +       \
	 0 * sizeof(densepool_is_idx_(&((type *)0)->member)))

/**
 * densepool_init() - make an empty pool that grows
 * @pool: any memory; stays where it is until densepool_destroy()
 * @type: type of the objects
 * @member: name of the struct densepool_idx in it
 * @config: settings, NULL for none: see struct lish_config
 *
 * Allocates nothing unless config->initial asks for it. The objects are aligned
 * as their type wants. What @pool held before is neither read nor changed.
 *
 * Return: 0; -ENOMEM if there is no memory for the initial objects, or if a
 * chunk of @type would be too big for this machine; -ENOSPC if they are beyond
 * the limit. Unless 0, @pool is not initialised.
 */
#define densepool_init(pool, type, member, config)              \
	densepool_init_(pool, sizeof(type), LISH_ALIGNOF(type), \
			DENSEPOOL_OFFSET_(type, member), config)

/**
 * densepool_init_in() - make an empty pool in a piece of memory
 * @pool: any memory; stays where it is until densepool_destroy()
 * @type: type of the objects
 * @member: name of the struct densepool_idx in it
 * @n: how many objects
 * @block: memory of any alignment; the pool's until densepool_destroy()
 * @bytes: size of it, at least DENSEPOOL_BYTES(type, n)
 * @config: settings, NULL for none; only the hooks and ctx count
 *
 * The pool never allocates. O(1).
 *
 * Return: 0, or -ENOSPC if they do not fit.
 */
#define densepool_init_in(pool, type, member, n, block, bytes, config)       \
	densepool_init_in_(pool, sizeof(type), LISH_ALIGNOF(type),           \
			   DENSEPOOL_OFFSET_(type, member), n, block, bytes, \
			   config)

/**
 * densepool_set_hooks() - give hooks to a pool that was made without
 * @pool: a pool in which nothing is live
 * @hooks: the hooks, which must outlive the pool; NULL for none
 * @ctx: their first argument
 *
 * For pools of DENSEPOOL_DEFINE(). O(1).
 *
 * Return: 0; -EBUSY if something is live, in a hook and during a loop, or if
 * objects were made for earlier hooks; -EINVAL for misuse that was reported.
 */
int densepool_set_hooks(struct densepool *pool,
			const struct lish_pool_hooks *hooks, void *ctx);

/**
 * densepool_destroy() - give back all memory
 * @pool: the pool
 *
 * Runs fini for what is live and unmake for what was made. All pointers to
 * objects are dead. @pool is zero afterwards, and may be initialised again; a
 * block or a static array is the caller's again. O(n). Refused in a hook, and
 * during a loop that refuses changes.
 */
void densepool_destroy(struct densepool *pool);

LISH_TINY struct dense_idx *densepool_idx_of_(const struct densepool *pool,
					      const void *object)
{
	/* Through an integer, because only the object may be const. */
	return (struct dense_idx *)((uintptr_t)object + pool->chunks.offset);
}

LISH_TINY void *densepool_object_(const struct densepool *pool,
				  struct dense_idx *idx)
{
	return (char *)idx - pool->chunks.offset;
}

/* Was the pool ever initialised? */
LISH_TINY bool densepool_ready_(const char *op, const struct densepool *pool)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!pool->chunks.size)) {
		densepool_refuse_zero_(op, pool);
		return false;
	}
	return true;
}

LISH_TINY void *densepool_take_(const char *op, struct densepool *pool,
				bool zero)
{
	struct dense *live = &pool->live;
	const uint32_t at = live->count;
	struct dense_idx *idx;

	if (LISH_CHECK >= 2 && !densepool_whole_ok_(op, pool))
		return NULL;
	if (lish_likely(at < pool->filled && !live->loops)) {
		idx = live->items[at];
		if (at + LISH_SLOTS_AHEAD_ < pool->filled)
			lish_prefetch(live->items[at + LISH_SLOTS_AHEAD_]);
	} else {
		idx = densepool_fresh_(pool);
		if (!idx)
			return NULL;
	}
	live->count = at + 1;
	if (lish_unlikely(pool->chunks.watch))
		densepool_born_(pool, idx, zero);
	else if (zero)
		lish_chunks_zero_(&pool->chunks, densepool_object_(pool, idx));
	return densepool_object_(pool, idx);
}

/* The last live one fills the gap, and this one is the first parked one. */
LISH_TINY void densepool_park_(struct densepool *pool, struct dense_idx *idx)
{
	struct dense *live = &pool->live;
	const uint32_t slot = idx->slot, count = live->count--;
	struct dense_idx *last = live->items[count - 1];

	live->items[slot - 1] = last;
	last->slot = slot;
	/* In this order, for this may be the last one. */
	live->items[count - 1] = idx;
	idx->slot = count;
}

/**
 * densepool_alloc() - take a parked object
 * @pool: the pool
 *
 * It becomes the last live one. It is as it was freed, or as make left it, or
 * new memory. O(1); if all objects are live and the pool may grow, one chunk is
 * allocated. See also densepool_alloc_entry(), densepool_alloc_zero().
 *
 * Return: the object; NULL, and nothing has changed, if the limit is reached,
 * if the pool may not grow, if there is no memory, and during a loop that
 * refuses changes.
 */
LISH_HOT void *densepool_alloc(struct densepool *pool)
{
	return densepool_take_("densepool_alloc", pool, false);
}

/**
 * densepool_alloc_zero() - take a parked object and zero it
 * @pool: the pool
 *
 * Zeroes all but the node, after make and before init. See densepool_alloc().
 *
 * Return: the object, or NULL as densepool_alloc().
 */
LISH_HOT void *densepool_alloc_zero(struct densepool *pool)
{
	return densepool_take_("densepool_alloc_zero", pool, true);
}

/**
 * densepool_free() - give back an object
 * @pool: the pool it is of
 * @object: a live object
 *
 * Runs fini while the object is live. Its memory must not be touched any more,
 * which ASan and Valgrind watch. The last live object takes its place in the
 * order of loops. What is not a live object of @pool, as after a free, is
 * reported and left alone. O(1).
 *
 * Return: 0; -EBUSY during a loop that refuses changes; -EINVAL for misuse that
 * was reported. Unless 0, nothing has changed.
 */
LISH_HOT int densepool_free(struct densepool *pool, void *object)
{
	struct dense_idx *idx = densepool_idx_of_(pool, object);

	if (LISH_CHECK >= 1 &&
	    lish_unlikely(!object || !dense_contains(&pool->live, idx))) {
		densepool_refuse_("densepool_free", pool, object);
		return -EINVAL;
	}
	if (LISH_CHECK >= 2 && !densepool_whole_ok_("densepool_free", pool))
		return -EINVAL;
	if (lish_unlikely(pool->live.loops))
		return -EBUSY;
	if (lish_unlikely(pool->chunks.watch))
		densepool_bury_(pool, idx);
	else
		densepool_park_(pool, idx);
	return 0;
}

/**
 * densepool_index_of() - the place of an object among the live ones
 * @pool: the pool
 * @object: an object of @pool, live or parked, or any object that has a struct
 * densepool_idx at the same place
 *
 * Valid until the next free or clear. O(1).
 *
 * Return: an index below the count; -1 if the object is not live.
 */
LISH_TINY int32_t densepool_index_of(const struct densepool *pool,
				     const void *object)
{
	const struct dense_idx *idx = densepool_idx_of_(pool, object);
	const uint32_t at = (idx->slot & ~LISH_IN_HOOK_) - 1;

	return at < pool->live.count && pool->live.items[at] == idx
		       ? (int32_t)at
		       : -1;
}

/**
 * densepool_is_live() - is this a live object of this pool?
 * @pool: the pool
 * @object: as for densepool_index_of()
 *
 * O(1). See also densepool_owns(), which takes any pointer.
 */
LISH_TINY bool densepool_is_live(const struct densepool *pool,
				 const void *object)
{
	return densepool_index_of(pool, object) >= 0;
}

/**
 * densepool_owns() - is this an object of this pool, live or parked?
 * @pool: the pool
 * @ptr: any pointer; is not followed
 *
 * O(number of chunks).
 */
bool densepool_owns(const struct densepool *pool, const void *ptr);

/**
 * densepool_at() - the live object at a place
 * @pool: the pool
 * @index: any number
 *
 * O(1).
 *
 * Return: the object, or NULL if @index is not below the count.
 */
LISH_TINY void *densepool_at(const struct densepool *pool, uint32_t index)
{
	return index < pool->live.count
		       ? densepool_object_(pool, pool->live.items[index])
		       : NULL;
}

/**
 * densepool_empty() - is nothing live?
 * @pool: the pool
 *
 * O(1).
 */
LISH_TINY bool densepool_empty(const struct densepool *pool)
{
	return !densepool_ready_("densepool_empty", pool) || !pool->live.count;
}

/**
 * densepool_count() - number of live objects
 * @pool: the pool
 *
 * O(1).
 */
LISH_TINY uint32_t densepool_count(const struct densepool *pool)
{
	return densepool_ready_("densepool_count", pool) ? pool->live.count : 0;
}

/**
 * densepool_capacity() - number of objects that there is memory for
 * @pool: the pool
 *
 * O(1).
 */
LISH_TINY uint32_t densepool_capacity(const struct densepool *pool)
{
	return densepool_ready_("densepool_capacity", pool)
		       ? pool->chunks.capacity
		       : 0;
}

/**
 * densepool_limit() - the most objects that there may ever be
 * @pool: the pool
 *
 * O(1).
 */
LISH_TINY uint32_t densepool_limit(const struct densepool *pool)
{
	return densepool_ready_("densepool_limit", pool) ? pool->chunks.limit
							 : 0;
}

/**
 * densepool_peak() - the most objects that were ever live at a time
 * @pool: the pool
 *
 * O(1).
 */
LISH_TINY uint32_t densepool_peak(const struct densepool *pool)
{
	return densepool_ready_("densepool_peak", pool)
		       ? lish_chunks_peak_(&pool->chunks, pool->filled)
		       : 0;
}

/**
 * densepool_failed() - number of allocs that returned NULL
 * @pool: the pool
 *
 * Those that were reported are not counted. O(1).
 */
LISH_TINY uint32_t densepool_failed(const struct densepool *pool)
{
	return densepool_ready_("densepool_failed", pool) ? pool->chunks.failed
							  : 0;
}

/**
 * densepool_reserve() - get the memory in advance
 * @pool: the pool
 * @n: objects to have memory for, live ones included
 *
 * Runs make for those that have not had it. Up to @n live objects, no alloc
 * fails for want of memory or allocates; with config.no_grow none ever
 * allocates. O(n).
 *
 * Return: 0; -ENOSPC if @n is beyond the limit; -ENOMEM if there is no memory;
 * -EBUSY during a loop that refuses changes, and while clear, trim, reserve or
 * destroy runs a hook; -EINVAL for misuse that was reported. Unless 0, nothing
 * has changed.
 */
int densepool_reserve(struct densepool *pool, uint32_t n);

/**
 * densepool_trim() - give back memory that is not used
 * @pool: the pool
 *
 * Chunks behind the last one with a live object go, after unmake. A fixed pool
 * stays as it is. O(n).
 *
 * Return: 0; -EBUSY in a hook, and during a loop that refuses changes; -EINVAL
 * for misuse that was reported.
 */
int densepool_trim(struct densepool *pool);

/**
 * densepool_clear() - free all objects
 * @pool: the pool
 *
 * Runs fini for each, from the last one to the first. The memory stays, and
 * objects are handed out as from a new pool. O(1), or O(n) with fini.
 *
 * Return: 0; -EBUSY in a hook, and during a loop that refuses changes; -EINVAL
 * for misuse that was reported.
 */
int densepool_clear(struct densepool *pool);

/**
 * densepool_check() - examine the whole pool
 * @pool: the pool
 * @fault: where the node of the first faulty object is stored, NULL if the pool
 * is at fault or nothing is; may be NULL itself
 *
 * O(n), reports to nobody.
 *
 * Return: LISH_OK, LISH_UNINITIALIZED, LISH_BAD_COUNT or LISH_BAD_INDEX.
 */
enum lish_reason densepool_check(const struct densepool *pool,
				 const struct densepool_idx **fault);

/* For the typed forms: is it a pool of such objects? */
LISH_HOT void *densepool_alloc_typed_(struct densepool *pool, size_t size,
				      size_t offset)
{
	if (!lish_chunks_hold_("densepool_alloc_entry", pool, &pool->chunks,
			       size, offset))
		return NULL;
	return densepool_take_("densepool_alloc_entry", pool, false);
}

LISH_HOT void *densepool_alloc_zero_typed_(struct densepool *pool, size_t size,
					   size_t offset)
{
	if (!lish_chunks_hold_("densepool_alloc_zero_entry", pool,
			       &pool->chunks, size, offset))
		return NULL;
	return densepool_take_("densepool_alloc_zero_entry", pool, true);
}

LISH_TINY void *densepool_at_typed_(const struct densepool *pool,
				    uint32_t index, size_t size, size_t offset)
{
	if (!lish_chunks_hold_("densepool_at_entry", pool, &pool->chunks, size,
			       offset))
		return NULL;
	return densepool_at(pool, index);
}

/**
 * densepool_alloc_entry() - take a parked object, typed
 * @pool: the pool
 * @type: type of the objects
 * @member: name of the struct densepool_idx in it
 *
 * A pool of something else is reported. See densepool_alloc().
 *
 * Return: the object as a pointer to @type, or NULL.
 */
#define densepool_alloc_entry(pool, type, member)           \
	((type *)densepool_alloc_typed_(pool, sizeof(type), \
					DENSEPOOL_OFFSET_(type, member)))

/**
 * densepool_alloc_zero_entry() - take a parked object and zero it, typed
 * @pool: the pool
 * @type: type of the objects
 * @member: name of the struct densepool_idx in it
 *
 * See densepool_alloc_zero(), densepool_alloc_entry().
 *
 * Return: the object as a pointer to @type, or NULL.
 */
#define densepool_alloc_zero_entry(pool, type, member)           \
	((type *)densepool_alloc_zero_typed_(pool, sizeof(type), \
					     DENSEPOOL_OFFSET_(type, member)))

/**
 * densepool_at_entry() - the live object at a place, typed
 * @pool: the pool
 * @index: any number
 * @type: type of the objects, possibly const
 * @member: name of the struct densepool_idx in it
 *
 * See densepool_at(), densepool_alloc_entry().
 *
 * Return: the object as a pointer to @type, or NULL.
 */
#define densepool_at_entry(pool, index, type, member)           \
	((type *)densepool_at_typed_(pool, index, sizeof(type), \
				     DENSEPOOL_OFFSET_(type, member)))

LISH_TINY void *densepool_entry_(struct densepool_idx *idx, size_t offset)
{
	return (char *)idx - offset;
}

LISH_TINY const void *densepool_entry_const_(const struct densepool_idx *idx,
					     size_t offset)
{
	return (const char *)idx - offset;
}

/**
 * densepool_entry() - the object of a node
 * @idx: pointer to the node, not NULL
 * @type: type of the object
 * @member: name of the struct densepool_idx in it
 *
 * container_of() that takes nothing but the nodes of densepools; for what
 * densepool_loop_next() returns. O(1).
 */
#define densepool_entry(idx, type, member) \
	((type *)densepool_entry_(idx, DENSEPOOL_OFFSET_(type, member)))

/**
 * densepool_entry_const() - the object of a node that may only be read
 * @idx: pointer to the node, not NULL
 * @type: type of the object
 * @member: name of the struct densepool_idx in it
 *
 * For what densepool_check() finds. O(1).
 */
#define densepool_entry_const(idx, type, member)   \
	((const type *)densepool_entry_const_(     \
		idx, DENSEPOOL_OFFSET_(type, member)))

/**
 * densepool_span() - the share of the live objects that a worker gets
 * @pool: the pool
 * @part: number of the share, from 0 on
 * @parts: how many shares there are
 *
 * O(1). See dense_span(), densepool_for_each_entry_span().
 *
 * Return: the share, valid until the next alloc, free or clear. A @part that is
 * not below @parts is reported, and its share empty.
 */
LISH_TINY struct dense_share densepool_span(const struct densepool *pool,
					    uint32_t part, uint32_t parts)
{
	return dense_span(&pool->live, part, parts);
}

/**
 * densepool_loop_begin() - begin a loop by hand
 * @loop: any memory, which stays where it is until densepool_loop_end()
 * @pool: the pool; changes are refused from now on
 *
 * For compilers that cannot close a loop that is left by return or goto, and
 * for loops that are carried on from call to call::
 *
 *	struct densepool_loop loop;
 *	struct densepool_idx *idx;
 *
 *	densepool_loop_begin(&loop, &bullets);
 *	while ((idx = densepool_loop_next(&loop)) != NULL)
 *		...
 *	densepool_loop_end(&loop);
 *
 * What goes wrong is reported by the names of dense: see dense_loop_begin().
 * O(1).
 */
LISH_NOINLINE void densepool_loop_begin(struct densepool_loop *loop,
					struct densepool *pool);

/**
 * densepool_loop_next() - the next object of a loop that was begun by hand
 * @loop: the loop
 *
 * O(1). See also densepool_entry().
 *
 * Return: its node, or NULL if there is none left or the loop has ended.
 */
LISH_TINY struct densepool_idx *densepool_loop_next(struct densepool_loop *loop)
{
	/* The one is all that is in the other. */
	return (struct densepool_idx *)(void *)dense_loop_next(&loop->dense);
}

/**
 * densepool_loop_end() - end a loop that was begun by hand
 * @loop: the loop; if it has ended already, nothing happens
 *
 * O(1). See dense_loop_end().
 */
void densepool_loop_end(struct densepool_loop *loop);

/**
 * densepool_abandon() - end all loops that longjmp() has left
 * @pool: the pool; changes are allowed again
 *
 * longjmp() closes nothing: to be called before anything else is done with
 * @pool, and not while a loop over it goes on. O(1).
 */
void densepool_abandon(struct densepool *pool);

/* Loops are those of dense; what goes wrong in them is reported by its names.
 */
LISH_TINY struct dense *densepool_live_(struct densepool *pool)
{
	return &pool->live;
}

LISH_TINY const struct dense *
densepool_live_const_(const struct densepool *pool)
{
	return &pool->live;
}

/**
 * densepool_for_each_entry() - loop over the live objects, refusing changes
 * @pos: name of the cursor, declared by the loop
 * @pool: the pool
 * @type: type of the objects, possibly const
 * @member: name of the struct densepool_idx in it
 *
 * Until the loop is left, free, clear, trim and reserve return -EBUSY and alloc
 * NULL. May be nested, and left by break; by return, goto and C++ exceptions as
 * well where LISH_HAS_CLEANUP is 1 (else use densepool_loop_begin()). See also
 * densepool_abandon().
 */
#define densepool_for_each_entry(pos, pool, type, member) \
	dense_for_each_entry (pos, densepool_live_(pool), type, member.dense)

/**
 * densepool_for_each_entry_reverse() - loop from the last live object to the
 * first, refusing changes
 * @pos: name of the cursor, declared by the loop
 * @pool: the pool
 * @type: type of the objects, possibly const
 * @member: name of the struct densepool_idx in it
 *
 * See densepool_for_each_entry().
 */
#define densepool_for_each_entry_reverse(pos, pool, type, member)       \
	dense_for_each_entry_reverse (pos, densepool_live_(pool), type, \
				      member.dense)

/**
 * densepool_for_each_entry_safe() - loop from the last live object to the
 * first, whose body may free the current one
 * @pos: name of the cursor, declared by the loop
 * @pool: the pool, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct densepool_idx in it
 *
 * The body may free @pos and any object visited before, and alloc; what it
 * takes is not visited, even if it is what it freed. See
 * dense_for_each_entry_safe() for what happens if it frees one that was not
 * visited yet.
 */
#define densepool_for_each_entry_safe(pos, pool, type, member)             \
	dense_for_each_entry_safe (pos, densepool_live_const_(pool), type, \
				   member.dense)

/**
 * densepool_for_each_entry_const() - loop that writes nothing to the pool
 * @pos: name of the cursor, declared by the loop
 * @pool: the pool, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct densepool_idx in it
 *
 * For several threads that loop over one pool at a time. The body may not alloc
 * or free, and nothing keeps it from doing so: level 2 reports that at the next
 * step, level 1 at the end.
 */
#define densepool_for_each_entry_const(pos, pool, type, member)             \
	dense_for_each_entry_const (pos, densepool_live_const_(pool), type, \
				    member.dense)

/**
 * densepool_for_each_entry_span() - loop over a share of the live objects
 * @pos: name of the cursor, declared by the loop
 * @pool: the pool, possibly const
 * @share: the share: see densepool_span()
 * @type: type of the objects, possibly const
 * @member: name of the struct densepool_idx in it
 *
 * Writes nothing to the pool. See densepool_for_each_entry_const().
 */
#define densepool_for_each_entry_span(pos, pool, share, type, member)       \
	dense_for_each_entry_span (pos, densepool_live_const_(pool), share, \
				   type, member.dense)

LISH_C_END

#endif /* LINUX_ISH_DENSEPOOL_H */
