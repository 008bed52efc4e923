/* SPDX-License-Identifier: MIT */
/*
 * densepool.h - memory for objects, and an update list of the live ones
 *
 * For objects that are born and die all the time and are all updated in each
 * frame, in any order: particles, bullets, sounds. The object carries a struct
 * densepool_idx of four bytes; it never moves. One array of pointers holds the
 * live objects, and after them the parked ones: alloc moves the border between
 * the two up, free down.
 *
 * Not for you if the order of updates counts (listpool), if indices must last
 * (slotpool), or if you do not loop (ipool).
 *
 *   operation                                    cost    allocates
 *   -------------------------------------------  ------  ---------------------
 *   alloc_entry, zalloc_entry                    O(1)    to grow, if it may
 *   free                                         O(1)    no
 *   contains, index_of, at_entry, count, stats,
 *   span                                         O(1)    no
 *   owns                                         O(chunks)
 *   clear                                        O(1)    no; O(n) with fini
 *   init, init_in, set_hooks                     O(1)    a table, and
 *                                                        config.initial
 *   reserve                                      O(n)    yes
 *   trim, destroy                                O(n)    gives back
 *   check                                        O(n)    no
 *
 * O(1) becomes O(loops that run) for alloc and free during a loop.
 *
 *   loop                    free any  alloc         clear, trim, reserve
 *   ----------------------  --------  ------------  --------------------
 *   for_each_entry, _safe   yes       yes, visited  yes
 *   for_each_entry_reverse  yes       yes, not      yes
 *   for_each_entry_present  yes       yes, not      yes
 *   for_each_entry_frozen   misuse    NULL, misuse  misuse
 *   for_each_entry_const    noticed   noticed       noticed
 *   for_each_entry_span     noticed   noticed       noticed
 *
 * The object freed last is handed out first, then what was never used: same
 * calls, same objects, on every machine. Nothing here is thread-safe: one lock
 * must cover a pool and the nodes of its objects.
 */
#ifndef LINUX_ISH_DENSEPOOL_H
#define LINUX_ISH_DENSEPOOL_H

#include "core/parts.h"
#include "core/pool.h"

/**
 * struct densepool_idx - what an object carries to be of a densepool
 * @slot: private: its place in the array of pointers, plus one
 *
 * - live or parked: the array holds this node at that place
 *
 * Belongs to the pool as long as the memory does. To write it - by assigning to
 * the whole object, say - makes the object one that cannot be freed, which is
 * reported. See densepool_zalloc_entry().
 */
struct densepool_idx {
	uint32_t slot;
};

/**
 * struct densepool - the pool
 * @base: private: the objects' memory; its border: places in use, by live
 * objects and after them by parked ones
 * @parts: private: the array of pointers, of which those in use are live, and
 * the loops over it
 *
 * - parts.array.used <= base.border <= base.capacity <= parts.array.capacity
 * - the node at each place below the border names that place
 * - these are the first base.border objects in memory
 *
 * All zero: never initialised, or destroyed; not valid. Must not be moved or
 * copied, but to be put back later to the same place, with all its memory.
 */
struct densepool {
	struct lish_pool_ base;
	struct lish_parts_ parts;
};

/*
 * densepool_slots: so named that memory of other pools does not compile.
 * No tag: in C, that of a member would be known outside the struct around it.
 */
#define DENSEPOOL_STORAGE_(type, n)           \
	{                                     \
		type objects[n];              \
		uint32_t *densepool_slots[n]; \
	}

/**
 * DENSEPOOL_STORAGE() - declare the memory of a pool of fixed capacity
 * @mem: name of the variable, or of the member
 * @type: type of the objects
 * @n: how many objects, a constant
 *
 * One object of a struct type of its own, of any storage class: at file scope,
 * in a function, or as a member. For DENSEPOOL_INIT() and densepool_init_in().
 */
#define DENSEPOOL_STORAGE(mem, type, n) struct DENSEPOOL_STORAGE_(type, n) mem

/**
 * DENSEPOOL_INIT() - initialiser of a pool of fixed capacity
 * @mem: a DENSEPOOL_STORAGE()
 * @type: type of the objects
 * @member: name of the struct densepool_idx in it
 *
 * A constant if @mem is static. The pool needs no call before the first alloc.
 */
#define DENSEPOOL_INIT(mem, type, member)                          \
	{ LISH_POOL_INIT_((mem).objects, LISH_NO_(uint32_t), type, \
			  DENSEPOOL_OFFSET_(type, member),         \
			  densepool_fixed_ops_),                   \
	  LISH_PARTS_INIT_IN_((mem).densepool_slots,               \
			      sizeof((mem).densepool_slots) /      \
				      sizeof(uint32_t *)) }

/**
 * DENSEPOOL_DEFINE() - define a pool of fixed capacity for the whole program
 * @name: name of the variable
 * @type: type of the objects
 * @member: name of the struct densepool_idx in it
 * @n: how many objects, a constant
 *
 * With external linkage, at file scope; other files see it by
 * extern struct densepool name. See also DENSEPOOL_DEFINE_STATIC(),
 * densepool_set_hooks().
 */
#define DENSEPOOL_DEFINE(name, type, member, n)              \
	extern struct name##_memory_                         \
		DENSEPOOL_STORAGE_(type, n) name##_storage_; \
	struct name##_memory_ name##_storage_;               \
	struct densepool name = DENSEPOOL_INIT(name##_storage_, type, member)

/**
 * DENSEPOOL_DEFINE_STATIC() - define a pool of fixed capacity for one file
 * @name: name of the variable
 * @type: type of the objects
 * @member: name of the struct densepool_idx in it
 * @n: how many objects, a constant
 *
 * Static, at file scope or in a function. See DENSEPOOL_DEFINE().
 */
#define DENSEPOOL_DEFINE_STATIC(name, type, member, n)      \
	static DENSEPOOL_STORAGE(name##_storage_, type, n); \
	static struct densepool name =                      \
		DENSEPOOL_INIT(name##_storage_, type, member)

LISH_C_BEGIN

struct densepool_loop;
/**
 * densepool_loop_end() - end a loop that was begun by hand
 * @loop: the loop; if it does not run, nothing happens
 *
 * Loops may end in any order. O(1), plus the loops begun after it.
 */
void densepool_loop_end(struct densepool_loop *loop);

LISH_CLEANUP_BY(densepool_loop, densepool_close_)

/**
 * struct densepool_loop - a running loop
 * @loop: private
 *
 * The macros declare their own. See densepool_loop_begin().
 */
struct densepool_loop {
	struct lish_part_loop_ loop;
	/* private: */
	LISH_CLEANUP_DTOR(densepool_loop, densepool_close_)
};

LISH_NODE_(densepool_idx);
#define DENSEPOOL_OFFSET_(type, member) LISH_OFFSET_(type, member, densepool_idx)

/* For pools of fixed capacity. */
extern const struct lish_pool_ops_ densepool_fixed_ops_;

LISH_MUST_CHECK int densepool_init_(struct densepool *pool, size_t size,
				    size_t align, size_t offset,
				    const struct lish_config *config);
void densepool_init_in_(struct densepool *pool, size_t size, size_t offset,
			size_t n, void *mem);
/* What is wrong with a node that is not that of a live object. */
LISH_COLD void densepool_refuse_(lish_op_ op, const struct densepool *pool,
				 const uint32_t *mark);
/* Level 2: the whole pool. */
LISH_COLD bool densepool_whole_ok_(lish_op_ op,
				   const struct densepool *pool);
/* The next object, where nothing is parked, or loops run; NULL if none. */
LISH_NOINLINE uint32_t *densepool_take_slow_(lish_op_ op,
					     struct densepool *pool);
/* free where loops run, or there are hooks, or poison. */
LISH_NOINLINE void densepool_free_slow_(lish_op_ op,
					struct densepool *pool,
					uint32_t *mark);

/**
 * densepool_init() - make an empty pool that grows
 * @pool: any memory; stays where it is until densepool_destroy()
 * @type: type of the objects
 * @member: name of the struct densepool_idx in it
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
#define densepool_init(pool, type, member, config)              \
	densepool_init_(pool, sizeof(type), LISH_ALIGNOF(type), \
			DENSEPOOL_OFFSET_(type, member), config)

/**
 * densepool_init_in() - make an empty pool of fixed capacity
 * @pool: any memory; stays where it is until densepool_destroy()
 * @type: type of the objects
 * @member: name of the struct densepool_idx in it
 * @mem: pointer to a DENSEPOOL_STORAGE(), of any content; the pool's until
 * densepool_destroy()
 *
 * The pool never allocates, and its init cannot fail. The memory of another kind
 * of pool does not compile. O(1).
 */
#define densepool_init_in(pool, type, member, mem)          \
	densepool_init_in_(pool, sizeof(type),              \
			   DENSEPOOL_OFFSET_(type, member), \
			   LISH_POOL_ROOM_((mem)->objects,  \
					   (mem)->densepool_slots, type), mem)

/**
 * densepool_set_hooks() - give hooks to a pool that was made without
 * @pool: a pool in which nothing is live
 * @hooks: the hooks, which must outlive the pool; NULL for none
 * @ctx: their first argument
 *
 * For pools of fixed capacity. Misuse if something is live, in a hook, and if
 * objects were made for earlier hooks. O(1).
 */
void densepool_set_hooks(struct densepool *pool,
			 const struct lish_pool_hooks *hooks, void *ctx);

/**
 * densepool_destroy() - give back all memory
 * @pool: the pool
 *
 * Runs fini for what is live and unmake for what was made. All pointers to
 * objects are dead. @pool is zero afterwards, and may be initialised again; a
 * DENSEPOOL_STORAGE() is the caller's again. O(n). Misuse in a hook, and while a
 * loop runs: see densepool_stop().
 *
 * Context: Frees memory; may sleep in the kernel: see struct lish_kmem.
 */
void densepool_destroy(struct densepool *pool);

/* Of a node that may be NULL. */
LISH_TINY const uint32_t *densepool_mark_of_(const struct densepool_idx *node)
{
	return (const uint32_t *)(const void *)node;
}

/* Is this the mark of a live object? A hook may be running for it. */
LISH_TINY bool densepool_holds_(const struct densepool *pool,
				const uint32_t *mark)
{
	const struct lish_parray_ *array = &pool->parts.array;
	const uint32_t at = (*mark & ~LISH_POOL_IN_HOOK_) - 1;

	return at < array->used && array->slots[at] == mark;
}

/* May it be freed, as no hook of it runs? Else reported. */
LISH_TINY bool densepool_may_free_(lish_op_ op, const struct densepool *pool,
				   const uint32_t *mark)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(mark) ||
			  !lish_parray_holds_(&pool->parts.array, mark))) {
		densepool_refuse_(op, pool, mark);
		lish_stay_();
		return false;
	}
	return LISH_CHECK < 2 || densepool_whole_ok_(op, pool);
}

LISH_TINY void *densepool_take_(lish_op_ op, struct densepool *pool,
				size_t size, size_t offset, bool zero)
{
	struct lish_parray_ *array = &pool->parts.array;
	const uint32_t at = array->used;
	uint32_t *mark;

	if (!lish_pool_holds_(op, &pool->base, size, offset))
		return NULL;
	if (LISH_CHECK >= 2 && !densepool_whole_ok_(op, pool))
		return NULL;
	if (lish_likely(at < pool->base.border && !pool->parts.loops.first)) {
		mark = array->slots[at];
		if (at + LISH_POOL_AHEAD_ < pool->base.border)
			lish_prefetch(array->slots[at + LISH_POOL_AHEAD_]);
		array->used = at + 1;
		array->changes++;
	} else {
		mark = densepool_take_slow_(op, pool);
		if (!mark)
			return NULL;
	}
	if (lish_unlikely(pool->base.watch))
		lish_pool_born_(&pool->base, mark, zero);
	else if (zero)
		lish_pool_zero_((char *)mark - offset, size, offset,
				sizeof(struct densepool_idx));
	return (char *)mark - offset;
}

LISH_HOT void *densepool_alloc_(struct densepool *pool, size_t size,
				size_t offset)
{
	return densepool_take_("densepool_alloc_entry", pool, size, offset,
			       false);
}

LISH_HOT void *densepool_zalloc_(struct densepool *pool, size_t size,
				 size_t offset)
{
	return densepool_take_("densepool_zalloc_entry", pool, size, offset,
			       true);
}

/**
 * densepool_alloc_entry() - take a parked object
 * @pool: the pool
 * @type: type of the objects
 * @member: name of the struct densepool_idx in it
 *
 * It becomes the last live one, and is as it was freed, or as make left it, or
 * new memory. Running loops visit it, but for _reverse and _present ones. O(1);
 * if all objects are live and the pool may grow, one chunk is allocated. A pool
 * of something else is reported. See also densepool_zalloc_entry().
 *
 * Context: Allocates if it grows; may sleep in the kernel: see struct lish_kmem.
 *
 * Return: the object as a pointer to @type; NULL, and nothing has changed, if
 * the limit is reached, if the pool may not grow, if there is no memory, and,
 * reported, during a _frozen loop.
 */
#define densepool_alloc_entry(pool, type, member)             \
	LISH_CAST_(type, densepool_alloc_(pool, sizeof(type), \
					  DENSEPOOL_OFFSET_(type, member)))

/**
 * densepool_zalloc_entry() - take a parked object and zero it
 * @pool: the pool
 * @type: type of the objects
 * @member: name of the struct densepool_idx in it
 *
 * Zeroes all but the node, after make and before init. See
 * densepool_alloc_entry().
 *
 * Context: Allocates if it grows; may sleep in the kernel: see struct lish_kmem.
 *
 * Return: the object as a pointer to @type, or NULL.
 */
#define densepool_zalloc_entry(pool, type, member)             \
	LISH_CAST_(type, densepool_zalloc_(pool, sizeof(type), \
					   DENSEPOOL_OFFSET_(type, member)))

/* The last live one fills the gap, and this one is the first parked one. */
LISH_TINY void densepool_park_(struct densepool *pool, uint32_t *mark)
{
	const uint32_t place = lish_parts_take_(&pool->parts, *mark - 1);

	/* In this order, for this may be the last one. */
	pool->parts.array.slots[place] = mark;
	*mark = place + 1;
}

/**
 * densepool_free() - give back an object
 * @pool: the pool it is of
 * @node: of a live object
 *
 * At any time; running loops do not visit it any more, and no other one twice or
 * not at all. Runs fini while the object is live. Its memory must not be touched
 * any more, which ASan and Valgrind watch. The last live object takes its place
 * in the order of loops, or, in loops, the last one that they know alike. What is
 * not a live object of @pool, as after a free, is reported and left alone; so is
 * one whose hook runs, and all during a _frozen loop. O(1), plus O(running loops)
 * moves.
 */
LISH_HOT void densepool_free(struct densepool *pool,
			     struct densepool_idx *node)
{
	if (!densepool_may_free_("densepool_free", pool,
				 densepool_mark_of_(node)))
		return;
	if (lish_unlikely(pool->base.watch || pool->parts.loops.first)) {
		densepool_free_slow_("densepool_free", pool, &node->slot);
		lish_stay_();
	} else {
		densepool_park_(pool, &node->slot);
	}
}

LISH_TINY int32_t densepool_index_(lish_op_ op, const struct densepool *pool,
				   const uint32_t *mark)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(mark) || !pool->base.size)) {
		densepool_refuse_(op, pool, mark);
		lish_stay_();
		return -1;
	}
	return densepool_holds_(pool, mark)
		       ? (int32_t)((*mark & ~LISH_POOL_IN_HOOK_) - 1)
		       : -1;
}

/**
 * densepool_contains() - is this a live object of this pool?
 * @pool: the pool
 * @node: of an object of @pool, live or parked, or of any other object
 *
 * O(1). See also densepool_owns(), which does not read it.
 */
LISH_TINY bool densepool_contains(const struct densepool *pool,
				  const struct densepool_idx *node)
{
	return densepool_index_("densepool_contains", pool,
				densepool_mark_of_(node)) >= 0;
}

/**
 * densepool_owns() - does this address lie in the memory of this pool's objects?
 * @pool: the pool
 * @address: any pointer; is not followed
 *
 * O(number of chunks).
 */
LISH_TINY bool densepool_owns(const struct densepool *pool, const void *address)
{
	return lish_pool_owns_("densepool_owns", &pool->base, address);
}

/**
 * densepool_index_of() - the place of an object among the live ones
 * @pool: the pool
 * @node: as for densepool_contains()
 *
 * Valid until the next free or clear. O(1).
 *
 * Return: an index below the count; -1 if the object is not live.
 */
LISH_TINY int32_t densepool_index_of(const struct densepool *pool,
				     const struct densepool_idx *node)
{
	return densepool_index_("densepool_index_of", pool,
				densepool_mark_of_(node));
}

LISH_TINY void *densepool_at_(const struct densepool *pool, uint32_t index,
			      size_t size, size_t offset)
{
	const struct lish_parray_ *array = &pool->parts.array;

	if (!lish_pool_holds_("densepool_at_entry", &pool->base, size, offset) ||
	    index >= array->used)
		return NULL;
	return (char *)array->slots[index] - offset;
}

/**
 * densepool_at_entry() - the live object at a place
 * @pool: the pool
 * @index: any number
 * @type: type of the objects, possibly const
 * @member: name of the struct densepool_idx in it
 *
 * O(1).
 *
 * Return: the object as a pointer to @type, or NULL if @index is not below the
 * count.
 */
#define densepool_at_entry(pool, index, type, member)             \
	LISH_CAST_(type, densepool_at_(pool, index, sizeof(type), \
				       DENSEPOOL_OFFSET_(type, member)))

/**
 * densepool_count() - number of live objects
 * @pool: the pool
 *
 * O(1).
 */
LISH_TINY uint32_t densepool_count(const struct densepool *pool)
{
	return lish_pool_ready_("densepool_count", &pool->base)
		       ? pool->parts.array.used
		       : 0;
}

/**
 * densepool_stats() - all figures of a pool
 * @pool: the pool
 *
 * O(1).
 *
 * Return: see struct lish_stats.
 */
LISH_TINY struct lish_stats densepool_stats(const struct densepool *pool)
{
	struct lish_stats stats = lish_pool_stats_(
		"densepool_stats", &pool->base, sizeof(uint32_t *));

	stats.count = pool->parts.array.used;
	return stats;
}

/**
 * densepool_reserve() - get the memory in advance
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
 * -EBUSY, reported, during a _frozen loop; -EINVAL for misuse. Unless 0, nothing
 * has changed.
 */
LISH_MUST_CHECK int densepool_reserve(struct densepool *pool, uint32_t count);

/**
 * densepool_trim() - give back memory that is not used
 * @pool: the pool
 *
 * Chunks after the last one with a live object go, after unmake. A pool of fixed
 * capacity stays as it is. O(n). Misuse in a hook, and during a _frozen loop.
 *
 * Context: Frees memory; may sleep in the kernel: see struct lish_kmem.
 */
void densepool_trim(struct densepool *pool);

/**
 * densepool_clear() - free all objects
 * @pool: the pool
 *
 * Runs fini for each, from the last one to the first. The memory stays, and
 * objects are handed out as from a new pool. Loops that run go on, and visit
 * what comes as they would in a pool in which nothing was live. O(1), or O(n)
 * with fini. Misuse in a hook, and during a _frozen loop.
 */
void densepool_clear(struct densepool *pool);

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

/**
 * densepool_span() - the share of the live objects that a worker gets
 * @pool: the pool
 * @part: number of the share, from 0 on
 * @parts: how many shares there are
 *
 * O(1). See densepool_for_each_entry_span().
 *
 * Return: the share, valid until the next alloc, free or clear. A @part that is
 * not below @parts is reported, and its share empty.
 */
struct lish_span densepool_span(const struct densepool *pool, uint32_t part,
				uint32_t parts);

/**
 * densepool_loop_begin() - begin a loop by hand
 * @loop: a loop that does not run, LISH_LOOP_INIT or ended; stays where it
 * is until densepool_loop_end()
 * @pool: the pool
 *
 * For compilers that cannot close a loop that is left by return or goto, and
 * for loops that are carried on from call to call::
 *
 *	struct densepool_loop loop = LISH_LOOP_INIT;
 *	struct densepool_idx *node;
 *
 *	densepool_loop_begin(&loop, &bullets);
 *	while ((node = densepool_loop_next(&loop)) != NULL)
 *		...
 *	densepool_loop_end(&loop);
 *
 * As densepool_for_each_entry(); what is taken from a pool in which nothing was
 * live is visited too. A loop that runs already, over this or another pool, is
 * reported and goes on as it was. O(loops that run).
 */
void densepool_loop_begin(struct densepool_loop *loop, struct densepool *pool);

/**
 * densepool_loop_next() - the next object of a loop that was begun by hand
 * @loop: the loop
 *
 * Between two calls the pool may change. O(1). See also container_of().
 *
 * Return: its node, or NULL if there is none left or the loop has ended.
 */
LISH_TINY struct densepool_idx *densepool_loop_next(struct densepool_loop *loop)
{
	/* The word is all that is in the node. */
	return (struct densepool_idx *)(void *)lish_part_next_(&loop->loop);
}

/**
 * densepool_stop() - let all running loops end
 * @pool: the pool
 *
 * They end at their next step, which does not touch the pool or its objects any
 * more: so it may be destroyed from the body of a loop. O(loops that run).
 */
void densepool_stop(struct densepool *pool);

/**
 * densepool_abandon() - forget all loops that longjmp() has left
 * @pool: the pool
 *
 * longjmp() closes nothing: to be called before anything else is done with
 * @pool, and not while a loop over it goes on. O(1).
 */
void densepool_abandon(struct densepool *pool);

/* The macros' side of loops. */

/* The name of a loop is a constant that only cold code takes: one function each. */
LISH_TINY struct lish_part_at_
densepool_open_as_(lish_op_ op, struct densepool *pool,
		   struct densepool_loop *loop, uint32_t kind)
{
	if (!pool->parts.array.used)
		(void)lish_pool_ready_(op, &pool->base);
	return lish_part_open_(op, pool, &pool->parts, &loop->loop, kind);
}

LISH_HOT struct lish_part_at_
densepool_open_(struct densepool *pool, struct densepool_loop *loop)
{
	return densepool_open_as_("densepool_for_each_entry", pool, loop,
				  0);
}

LISH_HOT struct lish_part_at_
densepool_open_reverse_(struct densepool *pool, struct densepool_loop *loop)
{
	return densepool_open_as_("densepool_for_each_entry_reverse", pool, loop,
				  LISH_PART_REVERSE_);
}

LISH_HOT struct lish_part_at_
densepool_open_present_(struct densepool *pool, struct densepool_loop *loop)
{
	return densepool_open_as_("densepool_for_each_entry_present", pool, loop,
				  LISH_PART_PRESENT_);
}

LISH_HOT struct lish_part_at_
densepool_open_frozen_(struct densepool *pool, struct densepool_loop *loop)
{
	return densepool_open_as_("densepool_for_each_entry_frozen", pool, loop,
				  LISH_PART_FROZEN_);
}

/* The pool that a running loop is registered in. */
LISH_TINY const void *densepool_of_(const struct densepool_loop *loop)
{
	return (const void *)((uintptr_t)loop->loop.loop.owner -
			      offsetof(struct densepool, parts.loops));
}

LISH_HOT void densepool_close_(struct densepool_loop *loop)
{
	lish_loop_close_("densepool_for_each_entry", densepool_of_(loop),
			 &loop->loop.loop);
}

LISH_HOT struct lish_part_view_
densepool_view_span_(const struct densepool *pool, struct lish_span span)
{
	if (!pool->parts.array.used)
		(void)lish_pool_ready_("densepool_for_each_entry_span",
				       &pool->base);
	return lish_part_view_of_(&pool->parts, span);
}

LISH_HOT struct lish_part_view_ densepool_view_(const struct densepool *pool)
{
	struct lish_span span;

	span.start = 0;
	span.count = pool->parts.array.used;
	if (!pool->parts.array.used)
		(void)lish_pool_ready_("densepool_for_each_entry_const",
				       &pool->base);
	return lish_part_view_of_(&pool->parts, span);
}

LISH_STEP void *densepool_look_(struct lish_part_view_ *view, size_t offset)
{
	return lish_part_look_("densepool_for_each_entry_const", view->parts,
			       view, offset);
}

LISH_STEP void *densepool_look_span_(struct lish_part_view_ *view,
				     size_t offset)
{
	return lish_part_look_("densepool_for_each_entry_span", view->parts,
			       view, offset);
}

#define DENSEPOOL_LOOP_(pos, pool, type, member, open, step)                                     \
	LISH_LOOP_(pos, densepool_loop, loop.loop, LISH_CLEANUP, densepool_close_, &pos##_loop_, \
		   struct lish_part_at_, open(pool, &pos##_loop_), true,                         \
		   type, step(&pos##_loop_.loop, &pos##_at_,                                     \
			      DENSEPOOL_OFFSET_(type, member)))

#define DENSEPOOL_VIEW_(pos, view, type, member, look) \
	LISH_PART_LOOK_(pos, view, type,               \
			look(&pos##_at_, DENSEPOOL_OFFSET_(type, member)))

/**
 * densepool_for_each_entry() - loop over the live objects
 * @pos: name of the cursor, declared by the loop
 * @pool: the pool
 * @type: type of the objects, possibly const
 * @member: name of the struct densepool_idx in it
 *
 * The body may free @pos and any other object, and alloc; to destroy the pool
 * is refused. Whatever is live when the loop comes to it is visited once; what
 * is taken meanwhile is visited in the same pass, so that a body that always
 * allocates never ends: see densepool_for_each_entry_present(). An object that
 * is freed and taken again is a new one. May be nested, and left by break; by
 * return, goto and C++ exceptions as well where LISH_HAS_CLEANUP is 1 (else
 * use densepool_loop_begin()). See also densepool_stop(), densepool_abandon().
 */
#define densepool_for_each_entry(pos, pool, type, member)             \
	DENSEPOOL_LOOP_(pos, pool, type, member, densepool_open_,     \
			lish_part_step_)

/**
 * densepool_for_each_entry_safe() - the same, by the name that lists have for it
 * @pos: name of the cursor, declared by the loop
 * @pool: the pool
 * @type: type of the objects, possibly const
 * @member: name of the struct densepool_idx in it
 *
 * See densepool_for_each_entry(), which is as safe.
 */
#define densepool_for_each_entry_safe(pos, pool, type, member) \
	densepool_for_each_entry(pos, pool, type, member)

/**
 * densepool_for_each_entry_reverse() - loop from the last live object to the
 * first
 * @pos: name of the cursor, declared by the loop
 * @pool: the pool
 * @type: type of the objects, possibly const
 * @member: name of the struct densepool_idx in it
 *
 * As densepool_for_each_entry(), but what is taken meanwhile is not visited.
 */
#define densepool_for_each_entry_reverse(pos, pool, type, member)         \
	DENSEPOOL_LOOP_(pos, pool, type, member, densepool_open_reverse_, \
			lish_part_step_back_)

/**
 * densepool_for_each_entry_present() - loop over the objects that are live now
 * @pos: name of the cursor, declared by the loop
 * @pool: the pool
 * @type: type of the objects, possibly const
 * @member: name of the struct densepool_idx in it
 *
 * As densepool_for_each_entry(), but what is taken meanwhile is not visited.
 */
#define densepool_for_each_entry_present(pos, pool, type, member)         \
	DENSEPOOL_LOOP_(pos, pool, type, member, densepool_open_present_, \
			lish_part_step_)

/**
 * densepool_for_each_entry_frozen() - loop over the live objects, refusing
 * changes
 * @pos: name of the cursor, declared by the loop
 * @pool: the pool
 * @type: type of the objects, possibly const
 * @member: name of the struct densepool_idx in it
 *
 * Until the loop is left, calls that would change the pool are reported with
 * LISH_FROZEN and change nothing; alloc returns NULL. Other loops may stand in
 * it. Nested and left as densepool_for_each_entry().
 */
#define densepool_for_each_entry_frozen(pos, pool, type, member)         \
	DENSEPOOL_LOOP_(pos, pool, type, member, densepool_open_frozen_, \
			lish_part_step_)

/**
 * densepool_for_each_entry_const() - loop that writes nothing to the pool
 * @pos: name of the cursor, declared by the loop
 * @pool: the pool, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct densepool_idx in it
 *
 * For several threads that loop over one pool at a time. The body may not alloc,
 * free, reserve or trim: the next step notices that at level 1, reports it and ends
 * the loop. At level 0 nothing does, and freed memory may be visited.
 */
#define densepool_for_each_entry_const(pos, pool, type, member)       \
	DENSEPOOL_VIEW_(pos, densepool_view_(pool), type, member,     \
			densepool_look_)

/**
 * densepool_for_each_entry_span() - loop over a share of the live objects
 * @pos: name of the cursor, declared by the loop
 * @pool: the pool, possibly const
 * @span: the share: see densepool_span()
 * @type: type of the objects, possibly const
 * @member: name of the struct densepool_idx in it
 *
 * Writes nothing to the pool, so that several threads may do so at a time. See
 * densepool_for_each_entry_const().
 */
#define densepool_for_each_entry_span(pos, pool, span, type, member)         \
	DENSEPOOL_VIEW_(pos, densepool_view_span_(pool, span), type, member, \
			densepool_look_span_)

LISH_C_END

/* Last, for LISH_REPORT_LOCATION. */
#define LISH_HERE_DENSEPOOL_
#include "core/here.h"

#endif /* LINUX_ISH_DENSEPOOL_H */
