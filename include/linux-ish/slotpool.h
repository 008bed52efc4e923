/* SPDX-License-Identifier: MIT */
/*
 * slotpool.h - memory for objects, with stable indices, a loop over the live
 * ones, and handles that notice when an object is gone
 *
 * For objects that others refer to and that may die at any time: the target of
 * a missile, the sound of a door. The object carries a struct slotpool_idx of
 * four bytes, never moves and keeps its index. A loop visits the live objects
 * in the order of their indices and survives any change. A snapshot of the
 * whole pool is a copy of some arrays.
 *
 * Not for you if the order counts (listpool), or if nobody refers to objects
 * and you do not loop over them (ipool).
 *
 *   operation                                    cost    allocates
 *   -------------------------------------------  ------  ---------------------
 *   alloc_entry, alloc_tail_entry                O(1)*   to grow, if it may
 *   zalloc_entry                                 O(1)*+  to grow, if it may
 *   alloc_at_entry                               O(n)    to grow, if it may
 *   free, free_handle, free_at                   O(1)*   no
 *   get_entry, handle_of, contains, index_of,
 *   at_entry, count, stats, span                 O(1)    no
 *   next_live, prev_live                         O(1) for neighbours
 *   owns                                         O(chunks)
 *   init                                         O(1)    yes; O(n) for
 *                                                        config.initial
 *   init_in, set_hooks, set_saved,
 *   set_lowest_first                             O(1)    no
 *   clear, restart_handles, check                O(n)    no
 *   reserve, trim, destroy                       O(n)    takes, gives back
 *   save_size, save                              O(1), O(n)  no
 *   load                                         O(n)    if it must grow
 *   * lowest index first: amortised    + and the size of an object
 *
 *   loop                   free current    free others    alloc
 *   ---------------------  --------------  -------------  --------------------
 *   for_each_entry, _safe  yes             yes            yes, visited if its
 *                                                         index is higher
 *   for_each_entry_span    yes             yes            the same, below the
 *                                                         end of the span
 *   for_each_entry_reverse yes             yes            yes, visited if its
 *                                                         index is lower
 *   for_each_run           after the run   after the run  yes, visited if its
 *                                                         index is higher
 *
 * Which index is next is part of the contract: same calls, same indices, on
 * every machine. By default alloc returns the object freed last, then what was
 * never used, in the order of the indices, but to free the object just below
 * the border, where the unused ones begin, lowers the border by one, and that
 * object is an unused one again. Lowest first, if the config says so: alloc
 * returns the free object with the lowest index.
 *
 * Nothing here is thread-safe: one lock must cover a pool and the nodes of its
 * objects.
 *
 * ASan and Valgrind report who touches a freed object. ASan marks memory in units
 * of eight bytes and the node is not marked: what shares the node's unit is read
 * in silence, and so is an object's first member, unless the node comes first.
 */
#ifndef LINUX_ISH_SLOTPOOL_H
#define LINUX_ISH_SLOTPOOL_H

#include "core/each.h"
#include "core/pool.h"
#include "core/span.h"

/**
 * struct slotpool_idx - what an object carries to be of a slotpool
 * @slot: private: its index, plus one
 *
 * - live: the object with index slot - 1 is this one
 * - free: its place on the stack of free slots; or zero
 *
 * Belongs to the pool as long as the memory does. To write it - by assigning to
 * the whole object, say - makes the object one that cannot be freed, which is
 * reported. See slotpool_zalloc_entry().
 */
struct slotpool_idx {
	uint32_t slot;
};

/**
 * struct slotpool_handle - a reference that notices when its object is gone
 * @slot: the object's index, plus one
 * @generation: which object it is of those that had this index; odd
 *
 * All zero refers to nothing. May be copied, compared, stored, and sent as one
 * number: see slotpool_handle_to_u64(). It does not say which pool it is of;
 * asked in another one, it may find an innocent object.
 */
struct slotpool_handle {
	uint32_t slot;
	uint32_t generation;
};

/*
 * struct slotpool_extra_ - what alloc and free seldom need; lies ahead of the
 * stack, or of the bits for lowest first, which take its place:
 *
 * taken: a bit per slot, set if it is live or retired
 * full: a bit per word of taken, set if all of it is; top: the same of full
 * hint: all words of top before this one are full
 * stack_room, live_room: slots that these arrays have room for, in a growing pool
 * saved_offset, saved_size: what a snapshot keeps of an object; all of it unless
 * saved is set
 */
struct slotpool_extra_ {
	lish_word *taken;
	lish_word *full;
	lish_word *top;
	uint32_t hint;
	uint32_t stack_room;
	uint32_t live_room;
	uint32_t saved;
	uint32_t saved_offset;
	uint32_t saved_size;
};

/**
 * struct slotpool - the pool
 * @base: private: the objects' memory; the free slots below the border, unless
 * lowest first
 * @changes: private: grows whenever bits of @live change
 * @low: private: while more slots are free, alloc needs no second look: nobody
 * watches, and the count stays below @peak; SLOTPOOL_LOOK_ to look always
 * @peak: private: the most that were ever live
 * @retired: private: slots below the border that are out of generations
 * @live: private: a bit per slot, set if its object is live
 * @generation: private: per slot: odd if live; grows at each alloc and free
 *
 * - words of @live count below the border only, generations below base.highest:
 *   nothing is zeroed ahead
 * - last freed first: count + free + retired == border <= low + peak + retired
 * - lowest first: the slot below the border is live or retired
 * - all zero: never initialised, or destroyed; not valid
 *
 * Must not be moved or copied, but to be put back later to the same place, with
 * all its memory.
 */
struct slotpool {
	struct lish_pool_ base;
	lish_word changes;
	uint32_t low;
	uint32_t peak;
	uint32_t retired;
	lish_word *live;
	uint32_t *generation;
};

/*
 * What an even generation becomes when the last object that a slot can hold is
 * freed. alloc never returns it again, so that no generation ever comes back.
 */
#define SLOTPOOL_RETIRED_ 0xfffffffeu

/* There are hooks, or poison; or lowest comes first. */
#define SLOTPOOL_LOOK_ 0xffffffffu

/* Words of bits that lowest first takes; the stack lies in the same memory. */
#define SLOTPOOL_WORDS_(n)                       \
	(LISH_WORDS(n) + LISH_WORDS(LISH_WORDS(n)) + \
	 LISH_WORDS(LISH_WORDS(LISH_WORDS(n))))

/*
 * slotpool_live: so named that memory of other pools does not compile.
 * No tag: in C, that of a member would be known outside the struct around it.
 */
#define SLOTPOOL_STORAGE_(type, n)                           \
	{                                                    \
		type objects[n];                             \
		lish_word slotpool_live[LISH_WORDS(n)];      \
		uint32_t generation[n];                      \
		struct slotpool_extra_ extra;                \
		union {                                      \
			uint32_t stack[n];                   \
			lish_word words[SLOTPOOL_WORDS_(n)]; \
		} free;                                      \
	}

/**
 * SLOTPOOL_STORAGE() - declare the memory of a pool of fixed capacity
 * @mem: name of the variable, or of the member
 * @type: type of the objects
 * @n: how many objects, a constant
 *
 * One object of a struct type of its own, of any storage class: at file scope,
 * in a function, or as a member. For SLOTPOOL_INIT() and slotpool_init_in().
 */
#define SLOTPOOL_STORAGE(mem, type, n) struct SLOTPOOL_STORAGE_(type, n) mem

/**
 * SLOTPOOL_INIT() - initialiser of a pool of fixed capacity
 * @mem: a SLOTPOOL_STORAGE() that is zero, as static ones are
 * @type: type of the objects
 * @member: name of the struct slotpool_idx in it
 *
 * A constant if @mem is static. The pool needs no call before the first alloc.
 */
#define SLOTPOOL_INIT(mem, type, member)                         \
	{ LISH_POOL_INIT_((mem).objects, (mem).free.stack, type, \
			  SLOTPOOL_OFFSET_(type, member),        \
			  slotpool_fixed_ops_),             \
	  0, 0, 0, 0, (mem).slotpool_live, (mem).generation }

/**
 * SLOTPOOL_DEFINE_STATIC() - define a pool of fixed capacity for one file
 * @name: name of the variable
 * @type: type of the objects
 * @member: name of the struct slotpool_idx in it
 * @n: how many objects, a constant
 *
 * Static, at file scope or in a function. See SLOTPOOL_DEFINE().
 */
#define SLOTPOOL_DEFINE_STATIC(name, type, member, n)      \
	static SLOTPOOL_STORAGE(name##_storage_, type, n); \
	static struct slotpool name =                      \
		SLOTPOOL_INIT(name##_storage_, type, member)

LISH_C_BEGIN

LISH_NODE_(slotpool_idx);
#define SLOTPOOL_OFFSET_(type, member) LISH_OFFSET_(type, member, slotpool_idx)

/* For pools of fixed capacity. */
extern const struct lish_pool_ops_ slotpool_fixed_ops_;

LISH_MUST_CHECK int slotpool_init_(struct slotpool *pool, size_t size,
				   size_t align, size_t offset,
				   const struct lish_config *config);
void slotpool_init_in_(struct slotpool *pool, size_t size, size_t offset,
		       size_t n, void *mem);
/* Cold half of the checks: finds out what is wrong with a node and reports it. */
LISH_COLD void slotpool_refuse_(lish_op_ op, const struct slotpool *pool,
				const uint32_t *mark);
/* Level 2: the whole pool. */
LISH_COLD bool slotpool_whole_ok_(lish_op_ op, const struct slotpool *pool);
/* alloc and free that look at everything, for what the header leaves to them. */
void *slotpool_take_any_(lish_op_ op, struct slotpool *pool, bool zero);
void *slotpool_take_tail_(lish_op_ op, struct slotpool *pool);
void *slotpool_take_at_(struct slotpool *pool, uint32_t index);
void slotpool_bury_(struct slotpool *pool, uint32_t *mark, uint32_t index);

/**
 * slotpool_init() - make an empty pool that grows
 * @pool: any memory; stays where it is until slotpool_destroy()
 * @type: type of the objects
 * @member: name of the struct slotpool_idx in it
 * @config: settings, NULL for none: see struct lish_config
 *
 * Allocates some small arrays, and what config->initial asks for. The objects
 * are aligned as their type wants. What @pool held before is neither read nor
 * changed.
 *
 * With config->lowest_first, alloc and free cost about twice as much, but the
 * live objects stay together at low indices: after a peak, loops are fast again
 * and slotpool_trim() finds something to give back.
 *
 * Context: Allocates; may sleep in the kernel: see struct lish_kmem.
 *
 * Return: 0; -ENOMEM if there is no memory, or if a chunk of @type would be too
 * big for this machine; -ENOSPC if the initial objects are beyond the limit.
 * Unless 0, @pool is zero.
 */
#define slotpool_init(pool, type, member, config)              \
	slotpool_init_(pool, sizeof(type), LISH_ALIGNOF(type), \
		       SLOTPOOL_OFFSET_(type, member), config)

/**
 * slotpool_init_in() - make an empty pool of fixed capacity
 * @pool: any memory; stays where it is until slotpool_destroy()
 * @type: type of the objects
 * @member: name of the struct slotpool_idx in it
 * @mem: pointer to a SLOTPOOL_STORAGE(), of any content; the pool's until
 * slotpool_destroy()
 *
 * The pool never allocates, and its init cannot fail. O(1).
 */
#define slotpool_init_in(pool, type, member, mem)                             \
	slotpool_init_in_(pool, sizeof(type), SLOTPOOL_OFFSET_(type, member), \
			  LISH_POOL_ROOM_((mem)->objects,                     \
					  (mem)->slotpool_live, type), mem)

/**
 * slotpool_set_hooks() - give hooks to a pool that was made without
 * @pool: a pool in which nothing is live
 * @hooks: the hooks, which must outlive the pool; NULL for none
 * @ctx: their first argument
 *
 * For pools of fixed capacity. Indices begin anew, handles do not. Misuse if
 * something is live, in a hook, and if objects were made for earlier hooks. O(1),
 * or O(n) if slots are retired: then make runs at once for all up to the last of
 * these.
 */
void slotpool_set_hooks(struct slotpool *pool,
			const struct lish_pool_hooks *hooks, void *ctx);

/**
 * slotpool_set_lowest_first() - let alloc return the lowest free index
 * @pool: a pool that never held an object, or not since slotpool_init_in()
 *
 * For pools of fixed capacity; for others see config.lowest_first. Misuse in a pool
 * that grows, and in a pool that held an object. O(1).
 */
void slotpool_set_lowest_first(struct slotpool *pool);

/**
 * slotpool_set_saved() - choose which bytes of each object a snapshot keeps
 * @pool: the pool
 * @offset: where they begin in the object
 * @size: how many; 0 to keep indices and generations only
 *
 * All bytes, unless chosen. What lies outside is left as it is by
 * slotpool_load(): in memory that is new to the pool it may be anything, and
 * nodes of other containers must be initialised. Snapshots made before, with
 * another choice, are refused. Bytes that are not in the object are misuse.
 * O(1).
 */
void slotpool_set_saved(struct slotpool *pool, size_t offset, size_t size);

/**
 * slotpool_destroy() - give back all memory
 * @pool: the pool
 *
 * Runs fini for what is live and unmake for what was made. All pointers to
 * objects are dead, and so are handles. @pool is zero afterwards, and may be
 * initialised again; a SLOTPOOL_STORAGE() is the caller's again. O(n). Misuse in
 * a hook.
 *
 * Context: Frees memory; may sleep in the kernel: see struct lish_kmem.
 */
void slotpool_destroy(struct slotpool *pool);

/* Of a node that may be NULL. */
LISH_TINY const uint32_t *slotpool_mark_of_(const struct slotpool_idx *node)
{
	return (const uint32_t *)(const void *)node;
}

/* Is this slot's bit set? For indices that the arrays have room for. */
LISH_TINY bool slotpool_bit_(const lish_word *bits, uint32_t index)
{
	return bits[index >> LISH_WORD_SHIFT] >> (index & LISH_WORD_MASK) & 1;
}

LISH_TINY lish_word slotpool_mask_(uint32_t index)
{
	return LISH_WORD_ONE << (index & LISH_WORD_MASK);
}

/* A slot, that is free, begins to live. */
LISH_TINY void slotpool_enter_(struct slotpool *pool, uint32_t index)
{
	pool->live[index >> LISH_WORD_SHIFT] |= slotpool_mask_(index);
	pool->generation[index]++;
	pool->changes++;
	pool->base.count++;
}

LISH_TINY void *slotpool_take_(lish_op_ op, struct slotpool *pool,
			       size_t size, size_t offset, bool zero)
{
	struct lish_pool_ *base = &pool->base;
	const uint32_t free = base->free;
	uint32_t index, ahead, *mark;

	if (!lish_pool_holds_(op, base, size, offset))
		return NULL;
	if (LISH_CHECK >= 2 && !slotpool_whole_ok_(op, pool))
		return NULL;
	if (LISH_SMALL_ || lish_unlikely(free <= pool->low))
		return slotpool_take_any_(op, pool, zero);
	index = base->stack[free - 1];
	base->free = free - 1;
	if (free > LISH_POOL_MANY_) {
		ahead = base->stack[free - 1 - LISH_POOL_AHEAD_];
		lish_prefetch(lish_pool_at_(base, ahead, size));
		lish_prefetch(&pool->generation[ahead]);
	}
	mark = lish_pool_at_(base, index, size);
	*mark = index + 1;
	slotpool_enter_(pool, index);
	if (zero)
		lish_pool_zero_((char *)mark - offset, size, offset,
				sizeof(struct slotpool_idx));
	return (char *)mark - offset;
}

LISH_HOT void *slotpool_alloc_(struct slotpool *pool, size_t size,
			       size_t offset)
{
	return slotpool_take_("slotpool_alloc_entry", pool, size, offset,
			      false);
}

LISH_HOT void *slotpool_zalloc_(struct slotpool *pool, size_t size,
				size_t offset)
{
	return slotpool_take_("slotpool_zalloc_entry", pool, size, offset,
			      true);
}

LISH_HOT void *slotpool_alloc_tail_(struct slotpool *pool, size_t size,
				    size_t offset)
{
	lish_op_ op = "slotpool_alloc_tail_entry";

	if (!lish_pool_holds_(op, &pool->base, size, offset) ||
	    (LISH_CHECK >= 2 && !slotpool_whole_ok_(op, pool)))
		return NULL;
	return slotpool_take_tail_(op, pool);
}

LISH_HOT void *slotpool_alloc_at_(struct slotpool *pool, uint32_t index,
				  size_t size, size_t offset)
{
	lish_op_ op = LISH_OP_("slotpool_alloc_at_entry");

	if (!lish_pool_holds_(op, &pool->base, size, offset) ||
	    (LISH_CHECK >= 2 && !slotpool_whole_ok_(op, pool)))
		return NULL;
	return slotpool_take_at_(pool, index);
}

/**
 * slotpool_alloc_entry() - take a free object
 * @pool: the pool
 * @type: type of the objects
 * @member: name of the struct slotpool_idx in it
 *
 * The object is as it was freed, or as make left it, or new memory. O(1); if
 * there is no free one and the pool may grow, one chunk is allocated. A pool of
 * something else is reported. See also slotpool_zalloc_entry().
 *
 * Context: Allocates if it grows; may sleep in the kernel: see struct lish_kmem.
 *
 * Return: the object as a pointer to @type; NULL, and nothing has changed, if
 * the limit is reached, if the pool may not grow, or if there is no memory.
 */
#define slotpool_alloc_entry(pool, type, member)             \
	LISH_CAST_(type, slotpool_alloc_(pool, sizeof(type), \
					 SLOTPOOL_OFFSET_(type, member)))

/**
 * slotpool_zalloc_entry() - take a free object and zero it
 * @pool: the pool
 * @type: type of the objects
 * @member: name of the struct slotpool_idx in it
 *
 * Zeroes all but the node, after make and before init. See
 * slotpool_alloc_entry().
 *
 * Context: Allocates if it grows; may sleep in the kernel: see struct lish_kmem.
 *
 * Return: the object as a pointer to @type, or NULL.
 */
#define slotpool_zalloc_entry(pool, type, member)             \
	LISH_CAST_(type, slotpool_zalloc_(pool, sizeof(type), \
					  SLOTPOOL_OFFSET_(type, member)))

/**
 * slotpool_alloc_tail_entry() - take the object at the border
 * @pool: the pool
 * @type: type of the objects
 * @member: name of the struct slotpool_idx in it
 *
 * It has a higher index than any that is live, so that a running loop visits
 * it. See slotpool_alloc_entry().
 *
 * Context: Allocates if it grows; may sleep in the kernel: see struct lish_kmem.
 *
 * Return: the object as a pointer to @type; NULL if there is none from the
 * border on, even if there are free ones below.
 */
#define slotpool_alloc_tail_entry(pool, type, member)             \
	LISH_CAST_(type, slotpool_alloc_tail_(pool, sizeof(type), \
					      SLOTPOOL_OFFSET_(type, member)))

/**
 * slotpool_alloc_at_entry() - take the object with an index
 * @pool: the pool
 * @index: the index that it shall have
 * @type: type of the objects
 * @member: name of the struct slotpool_idx in it
 *
 * For objects whose number comes from elsewhere: a file, another machine. What was
 * never used below @index is free then, and is handed out as if it had not been
 * passed: lowest first, after all that was freed. Grows up to @index if it may, so
 * let the config have a limit where the number is not yours. Runs make for the objects
 * it passes, in order, before it takes anything: see struct lish_pool_hooks. O(free
 * objects + objects passed). See slotpool_alloc_entry().
 *
 * Context: Allocates if it grows; may sleep in the kernel: see struct lish_kmem.
 *
 * Return: the object as a pointer to @type; NULL if it is live already, or retired;
 * as slotpool_alloc_entry() if there is no such object; and for one that has not
 * been made yet in a hook of a pool with hooks.
 */
#define slotpool_alloc_at_entry(pool, index, type, member)             \
	LISH_CAST_(type, slotpool_alloc_at_(pool, index, sizeof(type), \
					    SLOTPOOL_OFFSET_(type, member)))

/*
 * Does this mark lead back to where it was read, and is that slot live? Also asks
 * the bits, for a freed object may have been overwritten by an older copy.
 */
LISH_TINY bool slotpool_names_(const struct slotpool *pool, uint32_t value,
			       const uint32_t *mark)
{
	return value - 1 < pool->base.border &&
	       slotpool_bit_(pool->live, value - 1) &&
	       lish_pool_at_(&pool->base, value - 1, pool->base.size) == mark;
}

/*
 * May the object of this mark be changed? As slotpool_names_(), but asks the
 * generation, which says the same as the bit, and which a free changes next.
 */
LISH_TINY bool slotpool_live_(lish_op_ op, const struct slotpool *pool,
			      const uint32_t *mark)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(mark) ||
			  *mark - 1 >= pool->base.border ||
			  !(pool->generation[*mark - 1] & 1) ||
			  lish_pool_at_(&pool->base, *mark - 1,
					pool->base.size) != mark)) {
		slotpool_refuse_(op, pool, mark);
		lish_stay_();
		return false;
	}
	return LISH_CHECK < 2 || slotpool_whole_ok_(op, pool);
}

/* As lish_pool_index_(). */
LISH_TINY int32_t slotpool_index_(lish_op_ op, const struct slotpool *pool,
				  const struct slotpool_idx *node)
{
	const uint32_t *mark = slotpool_mark_of_(node);
	uint32_t value;

	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(mark) || !pool->base.size)) {
		slotpool_refuse_(op, pool, mark);
		lish_stay_();
		return -1;
	}
	value = *mark & ~LISH_POOL_IN_HOOK_;
	return slotpool_names_(pool, value, mark) ? (int32_t)(value - 1) : -1;
}

/* An object that is live, and its slot, become free. */
LISH_TINY void slotpool_give_(struct slotpool *pool, uint32_t *mark,
			      uint32_t index)
{
	struct lish_pool_ *base = &pool->base;

	if (LISH_SMALL_ || lish_unlikely(pool->low == SLOTPOOL_LOOK_)) {
		slotpool_bury_(pool, mark, index);
		return;
	}
	pool->live[index >> LISH_WORD_SHIFT] &= ~slotpool_mask_(index);
	pool->changes++;
	base->count--;
	*mark = 0;
	if (lish_unlikely(++pool->generation[index] == SLOTPOOL_RETIRED_)) {
		pool->retired++;
	} else if (index + 1 == base->border) {
		base->border = index;
	} else {
		*mark = LISH_POOL_FREE_(index, base->free);
		base->stack[base->free++] = index;
	}
}

/**
 * slotpool_free() - give back an object
 * @pool: the pool it is of
 * @node: of a live object
 *
 * Runs fini while the object is live. Its memory must not be touched any more,
 * which ASan and Valgrind watch; its handles find nothing from now on. What is
 * not a live object of @pool, as after a free, is reported and left alone; so is
 * one whose hook runs. O(1). See also slotpool_free_handle(),
 * slotpool_free_at().
 */
LISH_HOT void slotpool_free(struct slotpool *pool, struct slotpool_idx *node)
{
	uint32_t *mark = (uint32_t *)(void *)node;

	if (slotpool_live_("slotpool_free", pool, mark))
		slotpool_give_(pool, mark, *mark - 1);
}

/**
 * slotpool_contains() - is this a live object of this pool?
 * @pool: the pool
 * @node: of an object of @pool, live or free, or of any other object
 *
 * O(1). See also slotpool_owns(), which does not read it.
 */
LISH_TINY bool slotpool_contains(const struct slotpool *pool,
				 const struct slotpool_idx *node)
{
	return slotpool_index_("slotpool_contains", pool, node) >= 0;
}

/**
 * slotpool_owns() - does this address lie in the memory of this pool's objects?
 * @pool: the pool
 * @address: any pointer; is not followed
 *
 * O(number of chunks).
 */
LISH_TINY bool slotpool_owns(const struct slotpool *pool, const void *address)
{
	return lish_pool_owns_("slotpool_owns", &pool->base, address);
}

/**
 * slotpool_index_of() - the index of an object
 * @pool: the pool
 * @node: as for slotpool_contains()
 *
 * Does not change as long as the object lives. O(1).
 *
 * Return: an index below the capacity; -1 if the object is not live.
 */
LISH_TINY int32_t slotpool_index_of(const struct slotpool *pool,
				    const struct slotpool_idx *node)
{
	return slotpool_index_("slotpool_index_of", pool, node);
}

/* The mark of a live object, NULL if none has that index. */
LISH_TINY uint32_t *slotpool_mark_(const struct slotpool *pool, uint32_t index,
				   size_t size)
{
	if (index >= pool->base.border || !slotpool_bit_(pool->live, index))
		return NULL;
	return lish_pool_at_(&pool->base, index, size);
}

LISH_TINY void *slotpool_at_(const struct slotpool *pool, uint32_t index,
			     size_t size, size_t offset)
{
	uint32_t *mark;

	if (!lish_pool_holds_("slotpool_at_entry", &pool->base, size, offset))
		return NULL;
	mark = slotpool_mark_(pool, index, size);
	return mark ? (char *)mark - offset : NULL;
}

/**
 * slotpool_at_entry() - the object with an index
 * @pool: the pool
 * @index: any number
 * @type: type of the objects, possibly const
 * @member: name of the struct slotpool_idx in it
 *
 * O(1).
 *
 * Return: the object as a pointer to @type, or NULL if none with that index is
 * live.
 */
#define slotpool_at_entry(pool, index, type, member)             \
	LISH_CAST_(type, slotpool_at_(pool, index, sizeof(type), \
				      SLOTPOOL_OFFSET_(type, member)))

/**
 * slotpool_free_at() - give back the object with an index
 * @pool: the pool
 * @index: any number
 *
 * See slotpool_free(). O(1).
 *
 * Return: true; false, and nothing has changed, if no object with that index is
 * live.
 */
LISH_HOT bool slotpool_free_at(struct slotpool *pool, uint32_t index)
{
	uint32_t *mark;

	if (!lish_pool_ready_("slotpool_free_at", &pool->base))
		return false;
	mark = slotpool_mark_(pool, index, pool->base.size);
	if (!mark || !slotpool_live_("slotpool_free_at", pool, mark))
		return false;
	slotpool_give_(pool, mark, index);
	return true;
}

/**
 * slotpool_next_live() - the lowest live index from one on
 * @pool: the pool
 * @index: where to begin; any number
 *
 * For loops that are not a for statement. O(1) if it is near: looks at a word
 * of bits at a time.
 *
 * Return: @index itself if that is live, else the next one that is; -1 if there
 * is none.
 */
int32_t slotpool_next_live(const struct slotpool *pool, uint32_t index);

/*
 * The generation of a dead slot is even, that of a handle odd. So one compare
 * tells whether the slot lives, and whether it is the same life. A handle that
 * no pool ever gave is not known from a dead slot by that compare alone.
 */
LISH_TINY bool slotpool_refers_(const struct slotpool *pool,
				struct slotpool_handle handle)
{
	return lish_likely(handle.slot - 1 < pool->base.border) &&
	       lish_likely(pool->generation[handle.slot - 1] ==
			   handle.generation) &&
	       (LISH_CHECK < 1 || lish_likely(handle.generation & 1));
}

LISH_TINY void *slotpool_get_(const struct slotpool *pool,
			      struct slotpool_handle handle, size_t size,
			      size_t offset)
{
	const struct lish_pool_ *base = &pool->base;
	const uint32_t index = handle.slot - 1;
	char *mark = base->only;

	if (!lish_pool_holds_("slotpool_get_entry", base, size, offset) ||
	    !slotpool_refers_(pool, handle))
		return NULL;
	/*
	 * Handles lead from object to object, so here it counts that the address
	 * waits for no table where none is needed.
	 */
	if (mark)
		mark += index * size;
	else
		mark = (char *)lish_pool_at_(base, index, size);
	return mark - offset;
}

/**
 * slotpool_get_entry() - the object of a handle
 * @pool: the pool the handle is of
 * @handle: any handle, null included
 * @type: type of the objects, possibly const
 * @member: name of the struct slotpool_idx in it
 *
 * O(1): one range test, one compare.
 *
 * Return: the object as a pointer to @type, or NULL if it is gone.
 */
#define slotpool_get_entry(pool, handle, type, member)             \
	LISH_CAST_(type, slotpool_get_(pool, handle, sizeof(type), \
				       SLOTPOOL_OFFSET_(type, member)))

/**
 * slotpool_free_handle() - give back the object of a handle
 * @pool: the pool the handle is of
 * @handle: any handle, null included
 *
 * See slotpool_free(). O(1).
 *
 * Return: true; false, and nothing has changed, if the object is gone.
 */
LISH_HOT bool slotpool_free_handle(struct slotpool *pool,
				   struct slotpool_handle handle)
{
	const uint32_t index = handle.slot - 1;
	uint32_t *mark;

	if (!lish_pool_ready_("slotpool_free_handle", &pool->base) ||
	    !slotpool_refers_(pool, handle))
		return false;
	mark = lish_pool_at_(&pool->base, index, pool->base.size);
	if (!slotpool_live_("slotpool_free_handle", pool, mark))
		return false;
	slotpool_give_(pool, mark, index);
	return true;
}

/**
 * slotpool_handle_of() - a handle to an object
 * @pool: the pool
 * @node: as for slotpool_contains()
 *
 * O(1). Of the same object it is always the same.
 *
 * Return: the handle, null if the object is not live.
 */
LISH_TINY struct slotpool_handle slotpool_handle_of(
	const struct slotpool *pool, const struct slotpool_idx *node)
{
	const int32_t index = slotpool_index_("slotpool_handle_of", pool, node);
	struct slotpool_handle handle = { 0, 0 };

	if (lish_likely(index >= 0)) {
		handle.slot = (uint32_t)index + 1;
		handle.generation = pool->generation[index];
	}
	return handle;
}

/**
 * slotpool_handle_to_u64() - a handle as one number
 * @handle: any handle
 *
 * The same on every machine; handles are equal if their numbers are. O(1).
 *
 * Return: the number; 0 for null only.
 */
LISH_TINY uint64_t slotpool_handle_to_u64(struct slotpool_handle handle)
{
	return (uint64_t)handle.generation << 32 | handle.slot;
}

/**
 * slotpool_handle_from_u64() - a handle from its number
 * @number: what slotpool_handle_to_u64() gave; or any other
 *
 * O(1).
 *
 * Return: the handle; null if this is the number of none.
 */
LISH_TINY struct slotpool_handle slotpool_handle_from_u64(uint64_t number)
{
	struct slotpool_handle handle;

	handle.slot = (uint32_t)number;
	handle.generation = (uint32_t)(number >> 32);
	/* Slot 0 is none, and minus one beyond all others. */
	if (handle.slot - 1 >= LISH_MAX_COUNT || !(handle.generation & 1)) {
		handle.slot = 0;
		handle.generation = 0;
	}
	return handle;
}

/**
 * slotpool_count() - number of live objects
 * @pool: the pool
 *
 * O(1).
 */
LISH_TINY uint32_t slotpool_count(const struct slotpool *pool)
{
	return lish_pool_ready_("slotpool_count", &pool->base)
		       ? pool->base.count
		       : 0;
}

/**
 * slotpool_stats() - all figures of a pool
 * @pool: the pool
 *
 * A slot is retired when the last of its 2^31 - 1 lives ends, so that a handle
 * never finds another object than its own. That many objects fewer fit in. O(1).
 * See also slotpool_restart_handles().
 *
 * Return: see struct lish_stats.
 */
struct lish_stats slotpool_stats(const struct slotpool *pool);

/**
 * slotpool_reserve() - get the memory in advance
 * @pool: the pool
 * @count: objects to have memory for, live ones included
 *
 * Runs make for those that have not had it. Up to @count live objects, no alloc
 * fails or allocates; with config.no_grow none ever allocates. (alloc_tail, and
 * retired slots, need more.) Misuse while clear, trim, reserve or destroy runs a
 * hook. O(n).
 *
 * Context: Allocates; may sleep in the kernel: see struct lish_kmem.
 *
 * Return: 0; -ENOSPC if @count is beyond the limit; -ENOMEM if there is no memory;
 * -EINVAL for misuse. Unless 0, nothing has changed.
 */
LISH_MUST_CHECK LISH_TINY int slotpool_reserve(struct slotpool *pool,
					       uint32_t count)
{
	return lish_pool_reserve_("slotpool_reserve", &pool->base, count);
}

/**
 * slotpool_trim() - give back memory that is not used
 * @pool: the pool
 *
 * Chunks after the last one with a live object, or a retired slot, go, after
 * unmake. Generations stay, for the sake of old handles. A pool of fixed capacity
 * stays as it is. O(n). Misuse in a hook.
 *
 * Context: Frees memory; may sleep in the kernel: see struct lish_kmem.
 */
void slotpool_trim(struct slotpool *pool);

/**
 * slotpool_clear() - free all objects
 * @pool: the pool
 *
 * Runs fini for each, the highest index first. The memory stays, and alloc
 * begins with index 0 again, but for retired slots. Old handles find nothing.
 * O(n), without touching the objects unless there is fini. Misuse in a hook.
 */
void slotpool_clear(struct slotpool *pool);

/**
 * slotpool_save_size() - bytes that a snapshot takes now
 * @pool: the pool
 *
 * O(1).
 */
size_t slotpool_save_size(const struct slotpool *pool);

/**
 * slotpool_save() - make a snapshot
 * @pool: the pool
 * @buffer: where it is written to; any alignment
 * @size: bytes of it, at least slotpool_save_size()
 *
 * Keeps which objects are live, their bytes, all generations, the order in which
 * alloc returns free slots, the peak and the highest index ever used. The same
 * state gives the same bytes. O(n). See also slotpool_set_saved().
 *
 * Return: 0; -ENOSPC if @size is too small; -EINVAL for misuse, as in a hook.
 */
LISH_MUST_CHECK int slotpool_save(const struct slotpool *pool, void *buffer,
				  size_t size);

/**
 * slotpool_load() - go back to a snapshot
 * @pool: the pool that was saved, or another one of the same type and order
 * @buffer: the snapshot; any alignment
 * @size: bytes of it; may be more
 *
 * The pool is as it was when it was saved, so that the same calls give the same
 * objects, indices and handles again. Handles that were taken between save and
 * load must not be used any more. Neither init nor fini runs; make does for
 * objects that never lived here, before anything else has changed. What a hook
 * allocates or frees then, the snapshot undoes. Loops may run. O(n); allocates only if the
 * pool has less memory than the snapshot needs.
 *
 * Any bytes may be passed. What was saved by a pool of another shape or on a machine
 * of another kind, is cut off, or damaged, is refused. What is not refused gives a
 * pool that passes slotpool_check() and behaves as one; the bytes in the objects
 * are the caller's to check.
 *
 * Context: Allocates if there is not enough; may sleep in the kernel: see struct lish_kmem.
 *
 * Return: 0; -EINVAL if it is no such snapshot, and for misuse, as in a hook;
 * -ENOSPC if it is beyond the limit; -ENOMEM if there is no memory. Unless 0,
 * nothing has changed.
 */
LISH_MUST_CHECK int slotpool_load(struct slotpool *pool, const void *buffer,
				  size_t size);

/**
 * slotpool_span() - the share of the slots that one of several workers gets
 * @pool: the pool
 * @part: number of the share, from 0 on
 * @parts: how many shares there are
 *
 * The shares of all parts cover each slot below the border once, one after the
 * other. They begin at multiples of 64, so that no two share a word of bits, on
 * any machine. Some are empty if there are more parts than words. O(1).
 * See also slotpool_for_each_entry_span().
 *
 * Return: the share. A @part that is not below @parts is reported, and its
 * share empty.
 */
struct lish_span slotpool_span(const struct slotpool *pool, uint32_t part,
			       uint32_t parts);

/**
 * slotpool_check() - examine the whole pool
 * @pool: the pool
 * @fault: where the node of the first faulty object is stored, NULL if the pool
 * is at fault or nothing is; may be NULL itself
 *
 * O(n), reports to nobody.
 *
 * Return: LISH_OK, LISH_UNINITIALIZED, LISH_BAD_COUNT or LISH_BAD_INDEX.
 */
enum lish_reason slotpool_check(const struct slotpool *pool,
				const struct slotpool_idx **fault);

/*
 * Loops. The outer for declares the iterator, whose address nobody keeps so
 * that it lives in registers, and runs once; the inner one declares the cursor.
 * No pool knows of its loops, for there is nothing to tell them:
 *
 * The loop remembers which bits of a word were set. While nothing has changed,
 * a full word is walked by adding to a pointer, another one by taking off the
 * lowest bit; after any change the loop looks anew for what comes after the
 * current bit. So it survives whatever its body does.
 *
 * pool: NULL when the loop is over
 * base: where the object of the word's first bit is
 * at: the current object
 * last: the last object of a full word, else NULL
 * rest: bits not visited, the current one included; one bit if the word is full
 * changes: of the pool, when the loop looked
 * slot: index of the word's first bit
 * end: slots from here on are not visited
 */
struct slotpool_iter_ {
	const struct slotpool *pool;
	char *base;
	char *at;
	char *last;
	lish_word rest;
	lish_word changes;
	uint32_t slot;
	uint32_t end;
};

/* A whole loop has no end but the border of the moment. */
#define SLOTPOOL_NO_END_ 0xffffffffu

/* The first slot behind the word of the last slot below the border. */
LISH_TINY uint32_t slotpool_words_end_(const struct slotpool *pool)
{
	return (pool->base.border + LISH_WORD_MASK) & ~(uint32_t)LISH_WORD_MASK;
}

/* Go to the lowest object of those in rest. */
LISH_TINY void *slotpool_stand_(struct slotpool_iter_ *it, size_t size)
{
	it->at = it->base + lish_ctz(it->rest) * size;
	lish_assume(it->at != NULL);
	return it->at;
}

/* The next object; NULL: there is none. */
LISH_STEP void *slotpool_step_(struct slotpool_iter_ *it, size_t size,
			       size_t offset)
{
	/* As integers, for there may be no last one, and memory may be gone. */
	const uintptr_t at = (uintptr_t)it->at;
	const struct slotpool *pool = it->pool;
	uint32_t slot = it->slot, end;
	lish_word mask = LISH_WORD_ALL, bits;

	if (lish_likely(pool->changes == it->changes)) {
		if (lish_likely(at < (uintptr_t)it->last)) {
			it->at += size;
			return it->at;
		}
		it->rest &= it->rest - 1;
		if (it->rest)
			return slotpool_stand_(it, size);
		slot += LISH_WORD_BITS;
	} else {
		mask = LISH_WORD_ALL << 1 << (at - (uintptr_t)it->base) / size;
	}
	end = it->end < pool->base.border ? it->end : pool->base.border;
	for (;; slot += LISH_WORD_BITS, mask = LISH_WORD_ALL) {
		if (slot >= end)
			return NULL;
		bits = pool->live[slot >> LISH_WORD_SHIFT] & mask;
		if (it->end != SLOTPOOL_NO_END_ && end - slot < LISH_WORD_BITS)
			bits &= slotpool_mask_(end) - 1;
		if (lish_likely(bits))
			break;
	}
	it->base = (char *)lish_pool_at_(&pool->base, slot, size) - offset;
	it->rest = bits;
	it->last = NULL;
	if (bits == LISH_WORD_ALL) {
		it->rest = LISH_WORD_ONE;
		it->last = it->base + LISH_WORD_MASK * size;
	}
	it->changes = pool->changes;
	it->slot = slot;
	return slotpool_stand_(it, size);
}

/* At the end of the word before the first one. */
LISH_TINY void slotpool_begin_as_(lish_op_ op, struct slotpool_iter_ *it,
				  const struct slotpool *pool, uint32_t end,
				  size_t size, size_t offset)
{
	it->pool = lish_pool_holds_(op, &pool->base, size, offset) ? pool
								   : NULL;
	it->base = NULL;
	it->at = NULL;
	it->last = NULL;
	it->rest = 0;
	it->changes = pool->changes;
	it->slot = 0 - LISH_WORD_BITS;
	it->end = end;
}

LISH_STEP void slotpool_begin_(struct slotpool_iter_ *it,
			       const struct slotpool *pool, size_t size,
			       size_t offset)
{
	slotpool_begin_as_("slotpool_for_each_entry", it, pool,
			   SLOTPOOL_NO_END_, size, offset);
}

/* At the end of the word behind the last one. */
LISH_STEP void slotpool_begin_back_(struct slotpool_iter_ *it,
				    const struct slotpool *pool, size_t size,
				    size_t offset)
{
	slotpool_begin_as_("slotpool_for_each_entry_reverse", it, pool, 0, size,
			   offset);
	it->slot = slotpool_words_end_(pool);
}

/* The object before; NULL: there is none. The current one is the highest of rest. */
LISH_STEP void *slotpool_step_back_(struct slotpool_iter_ *it, size_t size,
				    size_t offset)
{
	const struct slotpool *pool = it->pool;
	lish_word below = 0, bits = it->rest;
	uint32_t slot = it->slot;

	if (bits) {
		below = slotpool_mask_(LISH_WORD_MASK - lish_clz(bits)) - 1;
		bits &= below;
	}
	if (lish_unlikely(pool->changes != it->changes)) {
		bits = 0;
		if (slot < pool->base.border)
			bits = pool->live[slot >> LISH_WORD_SHIFT] & below;
		else
			slot = slotpool_words_end_(pool);
		it->changes = pool->changes;
		/* Trim may have taken the chunk, and alloc brought another one. */
		it->slot = SLOTPOOL_NO_END_;
	}
	while (!bits) {
		if (!slot)
			return NULL;
		slot -= LISH_WORD_BITS;
		bits = pool->live[slot >> LISH_WORD_SHIFT];
	}
	if (slot != it->slot) {
		it->slot = slot;
		it->base = (char *)lish_pool_at_(&pool->base, slot, size) -
			   offset;
	}
	it->rest = bits;
	it->at = it->base + (LISH_WORD_MASK - lish_clz(bits)) * size;
	lish_assume(it->at != NULL);
	return it->at;
}

LISH_STEP void slotpool_begin_span_(struct slotpool_iter_ *it,
				    const struct slotpool *pool,
				    struct lish_span span, size_t size,
				    size_t offset)
{
	const uint32_t bit = span.start & LISH_WORD_MASK;

	slotpool_begin_as_("slotpool_for_each_entry_span", it, pool,
			   lish_span_end_(span, LISH_MAX_COUNT), size, offset);
	it->slot += span.start - bit;
	if (bit) {
		/* As if on the bit before, and changes had been made. */
		it->slot = span.start - bit;
		it->at = (char *)((uintptr_t)(bit - 1) * size);
		it->changes--;
	}
}

#define SLOTPOOL_LOOP_(pos, begin, step, type, offset)                    \
	for (struct slotpool_iter_ pos##_it_,                             \
	     *pos##_once_ = (begin, &pos##_it_);                          \
	     pos##_once_ && pos##_it_.pool;                               \
	     pos##_once_ = LISH_NO_(struct slotpool_iter_))               \
		LISH_EACH_(pos, type,                                     \
			   step(&pos##_it_, sizeof(type), offset))

/**
 * slotpool_for_each_entry() - loop over the live objects, by index
 * @pos: name of the cursor, declared by the loop
 * @pool: the pool, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct slotpool_idx in it
 *
 * The body may do anything but destroy the pool: free @pos or any other object,
 * alloc, clear, trim, load. The next one is decided when the loop moves on: the
 * one with the lowest live index above that of @pos. So an object that is freed
 * is not visited, and one that is allocated is if its index is higher. A body
 * that always calls slotpool_alloc_tail_entry() ends at the limit. To end at the
 * border of the start, loop over the span of the whole pool: see
 * slotpool_for_each_entry_span(). Loops may be nested, and left in any way.
 */
#define slotpool_for_each_entry(pos, pool, type, member)                 \
	SLOTPOOL_LOOP_(pos,                                              \
		       slotpool_begin_(&pos##_it_, pool, sizeof(type),   \
				       SLOTPOOL_OFFSET_(type, member)),  \
		       slotpool_step_, type, offsetof(type, member))

/**
 * slotpool_for_each_entry_safe() - loop over the live objects, which may be freed
 * @pos: name of the cursor, declared by the loop
 * @pool: the pool, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct slotpool_idx in it
 *
 * The same as slotpool_for_each_entry(), under the name that other lists have
 * for a loop whose body frees @pos.
 */
#define slotpool_for_each_entry_safe(pos, pool, type, member) \
	slotpool_for_each_entry(pos, pool, type, member)

/**
 * slotpool_for_each_entry_reverse() - loop over the live objects, from the last one
 * @pos: name of the cursor, declared by the loop
 * @pool: the pool, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct slotpool_idx in it
 *
 * The body may do what it may do in slotpool_for_each_entry(). The next object is
 * the one with the highest live index below that of @pos. So a new object is
 * visited if its index is lower, and each loop ends.
 */
#define slotpool_for_each_entry_reverse(pos, pool, type, member)               \
	SLOTPOOL_LOOP_(pos,                                                    \
		       slotpool_begin_back_(&pos##_it_, pool, sizeof(type),    \
					    SLOTPOOL_OFFSET_(type, member)),   \
		       slotpool_step_back_, type, offsetof(type, member))

/**
 * slotpool_for_each_entry_span() - loop over the live objects of a share
 * @pos: name of the cursor, declared by the loop
 * @pool: the pool, possibly const
 * @span: the share, a struct lish_span; any two numbers
 * @type: type of the objects, possibly const
 * @member: name of the struct slotpool_idx in it
 *
 * Writes nothing to the pool, so that several threads may do so at a time, as
 * long as none changes it. slotpool_span(@pool, 0, 1) is the whole pool up to the
 * border of now: new objects from there on are not visited. See
 * slotpool_for_each_entry(), slotpool_span().
 */
#define slotpool_for_each_entry_span(pos, pool, span, type, member)        \
	SLOTPOOL_LOOP_(pos,                                                \
		       slotpool_begin_span_(&pos##_it_, pool, span,        \
					    sizeof(type),                  \
					    SLOTPOOL_OFFSET_(type, member)), \
		       slotpool_step_, type, offsetof(type, member))

/*
 * A run ends with its word of live bits at the latest. While the pool does not
 * change, a step takes the next run from a copy of that word.
 *
 * pool: NULL when the loop is over
 * base: address of the object of the word's first bit
 * rest: live bits above the current run
 * changes: those of the pool when the word was copied
 * slot: index of the word's first bit
 * end: first bit above the current run
 */
struct slotpool_run_ {
	const struct slotpool *pool;
	char *base;
	lish_word rest;
	lish_word changes;
	uint32_t slot;
	uint32_t end;
};

/* Stands above the word before the first one. */
LISH_STEP struct slotpool_run_ slotpool_begin_runs_(const struct slotpool *pool,
						    size_t size, size_t offset)
{
	struct slotpool_run_ run = { NULL, NULL, 0, 0, 0u - LISH_WORD_BITS,
				     LISH_WORD_BITS };

	if (lish_pool_holds_("slotpool_for_each_run", &pool->base, size, offset))
		run.pool = pool;
	run.changes = pool->changes;
	return run;
}

/* The first object of the next run, and the run's length; NULL: there is none. */
LISH_STEP void *slotpool_step_run_(struct slotpool_run_ *run, uint32_t *n,
				   size_t size, size_t offset)
{
	const struct slotpool *pool = run->pool;
	lish_word bits = run->rest, mask = LISH_WORD_ALL, carry;
	uint32_t slot = run->slot + LISH_WORD_BITS, first;

	if (lish_unlikely(pool->changes != run->changes)) {
		slot = run->slot;
		mask = LISH_WORD_ALL << 1 << (run->end - 1);
		bits = 0;
	}
	if (!bits) {
		for (;; slot += LISH_WORD_BITS, mask = LISH_WORD_ALL) {
			if (slot >= pool->base.border)
				return NULL;
			bits = pool->live[slot >> LISH_WORD_SHIFT] & mask;
			if (lish_likely(bits))
				break;
		}
		run->base = (char *)lish_pool_at_(&pool->base, slot, size) -
			    offset;
		run->changes = pool->changes;
		run->slot = slot;
	}
	first = lish_ctz(bits);
	/* The carry stops at the first dead slot; zero: no dead slot is above. */
	carry = bits + (bits & (0 - bits));
	run->end = carry ? lish_ctz(carry) : LISH_WORD_BITS;
	run->rest = bits & carry;
	*n = run->end - first;
	lish_assume(*n != 0);
	return run->base + first * size;
}

#define SLOTPOOL_RUNS_(pos, n, begin, type, offset)                       \
	for (struct slotpool_run_ pos##_run_ = begin; pos##_run_.pool;    \
	     pos##_run_.pool = LISH_NO_(const struct slotpool))           \
		for (uint32_t n = 0; pos##_run_.pool;                     \
		     pos##_run_.pool = LISH_NO_(const struct slotpool))   \
			LISH_EACH_(pos, type,                             \
				   slotpool_step_run_(&pos##_run_, &n,    \
						      sizeof(type), offset))

/**
 * slotpool_for_each_run() - loop over runs of live objects that are neighbours
 * @pos: name of a pointer to the first object of the run, declared by the loop
 * @n: name of the uint32_t with their number, declared by the loop
 * @pool: the pool, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct slotpool_idx in it
 *
 * For inner loops as over a plain array, @pos[0] to @pos[@n - 1], which the
 * compiler can turn into vector code. A run ends with its chunk at the latest.
 * It may end before: where live and free ones alternate, neighbours come one by
 * one, for many short inner loops take longer than single objects do. Where, is
 * not the same on all machines; the objects and their order are.
 *
 * The body may change the pool, but has itself to know then which objects of
 * the run are still live. The next run is decided when the loop moves on; it
 * begins after this one. Loops may be nested, and left in any way.
 */
#define slotpool_for_each_run(pos, n, pool, type, member)                   \
	SLOTPOOL_RUNS_(pos, n,                                              \
		       slotpool_begin_runs_(pool, sizeof(type),             \
					    SLOTPOOL_OFFSET_(type, member)), \
		       type, offsetof(type, member))

LISH_C_END

/* Last, for LISH_REPORT_LOCATION. */
#define LISH_HERE_SLOTPOOL_
#include "core/here.h"

#endif /* LINUX_ISH_SLOTPOOL_H */
