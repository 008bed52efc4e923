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
 * Not for you if the order counts (listpool), or if nobody holds on to objects
 * and you do not loop over them (ipool).
 *
 *   operation                                    cost    allocates
 *   -------------------------------------------  ------  ---------------------
 *   alloc, alloc_zero, alloc_last                O(1)    to grow, if it may
 *   free, free_handle, free_at                   O(1)*   no
 *   get, handle_of, handle_at, is_live,
 *   index_of, at, empty, count, capacity,
 *   limit, peak, failed, retired, span           O(1)    no
 *   next_live                                    O(1) for neighbours
 *   owns                                         O(chunks)
 *   init, init_in, set_hooks, set_saved          O(1)    for config.initial
 *   clear, forget_handles, check                 O(n)    no
 *   reserve, trim, destroy                       O(n)    takes, gives back
 *   save_size, save                              O(1), O(n)  no
 *   load                                         O(n)    if it must grow
 *   * lowest index first: amortised
 *
 *   loop                  free current    free others    alloc
 *   --------------------  --------------  -------------  ---------------------
 *   for_each_entry        yes             yes            yes, visited if its
 *                                                        index is higher
 *   for_each_entry_span   yes             yes            the same, within the
 *                                                        span
 *   for_each_run,         after the run   after the run  yes, visited if its
 *   for_each_run_span                                    index is behind it
 *
 * Which index is next is part of the contract: same calls, same indices, on
 * every machine. Last freed first: what was freed last is handed out first,
 * then what was never used, in the order of the indices; freeing the one in
 * front of the border, which is where the unused ones begin, lowers the border
 * by one. Lowest first: always the lowest index that is free.
 *
 * Nothing here is thread-safe: one lock must cover a pool and the nodes of its
 * objects.
 */
#ifndef LINUX_ISH_SLOTPOOL_H
#define LINUX_ISH_SLOTPOOL_H

#include "chunk.h"

/**
 * struct slotpool_idx - what an object carries to be of a slotpool
 * @slot: private: its index, plus one
 *
 * - zero: free
 * - live: at(slot - 1) is this object
 *
 * Belongs to the pool as long as the memory does. To write it - by assigning to
 * the whole object, say - makes the object one that cannot be freed, which is
 * reported. See slotpool_alloc_zero().
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

/**
 * struct slotpool_share - a contiguous share of the slots
 * @start: index of the first one
 * @count: how many slots, of live objects or not
 */
struct slotpool_share {
	uint32_t start;
	uint32_t count;
};

/**
 * struct slotpool - the pool
 * @live: private: a bit per slot, set if its object is live
 * @generation: private: per slot: odd if live; grows at each alloc and free
 * @stack: private: last freed first: the free slots below the border
 * @taken: private: lowest first: a bit per slot, set if it is live or retired;
 * last freed first: scratch, zero between calls
 * @free: private: slots on @stack
 * @border: private: all live and retired slots are below
 * @count: private: live objects
 * @low: private: while more slots are free, alloc needs no second look: nobody
 * watches, and @count stays below @peak; SLOTPOOL_LOOK_ to look always
 * @sides: private: slots that the arrays have room for
 * @used: private: slots that were ever live; generations are zero from here on
 * @peak: private: the most that were ever live
 * @retired: private: slots that are out of generations
 * @full: private: lowest first: a bit per word of @taken, set if all of it is
 * @top: private: lowest first: the same of @full
 * @changes: private: grows whenever bits of @live change
 * @hint: private: lowest first: all words of @top before this one are full
 * @lowest: private: lowest first?
 * @saved_offset: private: where the saved bytes of an object begin
 * @saved_size: private: how many
 * @chunks: private: the objects' memory
 *
 * - last freed first: count + free + retired == border <= low + peak + retired
 * - lowest first: the slot in front of the border is taken
 * - all zero: never initialised, or destroyed; not valid
 *
 * Must not be moved or copied.
 */
struct slotpool {
	lish_word *live;
	uint32_t *generation;
	uint32_t *stack;
	lish_word *taken;
	uint32_t free;
	uint32_t border;
	uint32_t count;
	uint32_t low;
	uint32_t sides;
	uint32_t used;
	uint32_t peak;
	uint32_t retired;
	lish_word *full;
	lish_word *top;
	uint64_t changes;
	uint32_t hint;
	bool lowest;
	uint32_t saved_offset;
	uint32_t saved_size;
	struct lish_chunks chunks;
};

/*
 * What an even generation becomes when the last object that a slot can hold is
 * freed. It is never handed out again, so that no generation ever comes back.
 */
#define SLOTPOOL_RETIRED_ 0xfffffffeu

/* There are hooks, or poison, or nobody knows yet; or lowest comes first. */
#define SLOTPOOL_LOOK_ 0xffffffffu

#define SLOTPOOL_FIXED_(name, type, member, n, stack, full, top, lowest)     \
	{ name##_live_, name##_generation_, stack, name##_taken_, 0, 0, 0,   \
	  SLOTPOOL_LOOK_, (n), 0, 0, 0, full, top, 0, 0, lowest, 0,          \
	  (uint32_t)sizeof(type),                                            \
	  LISH_CHUNKS_FIXED_(name.chunks, name##_objects_, n, type,          \
			     SLOTPOOL_OFFSET_(type, member),                 \
			     sizeof(struct slotpool_idx)) }

/**
 * SLOTPOOL_DEFINE() - define a pool of fixed capacity, last freed first
 * @name: name of the variable
 * @type: type of the objects
 * @member: name of the struct slotpool_idx in it
 * @n: how many objects, a constant
 *
 * Pool and objects are static, and ready without a call. See also
 * slotpool_set_hooks(), slotpool_set_saved().
 */
#define SLOTPOOL_DEFINE(name, type, member, n)                            \
	static type name##_objects_[n];                                   \
	static lish_word name##_live_[LISH_WORDS(n)];                     \
	static lish_word name##_taken_[LISH_WORDS(n)];                    \
	static uint32_t name##_generation_[n];                            \
	static uint32_t name##_stack_[n];                                 \
	static struct slotpool name = SLOTPOOL_FIXED_(                    \
		name, type, member, n, name##_stack_, NULL, NULL, false)

/**
 * SLOTPOOL_DEFINE_LOWEST() - define a pool of fixed capacity, lowest first
 * @name: name of the variable
 * @type: type of the objects
 * @member: name of the struct slotpool_idx in it
 * @n: how many objects, a constant
 *
 * See SLOTPOOL_DEFINE(), slotpool_init_lowest().
 */
#define SLOTPOOL_DEFINE_LOWEST(name, type, member, n)                     \
	static type name##_objects_[n];                                   \
	static lish_word name##_live_[LISH_WORDS(n)];                     \
	static lish_word name##_taken_[LISH_WORDS(n)];                    \
	static lish_word name##_full_[LISH_WORDS(LISH_WORDS(n))];         \
	static lish_word name##_top_[LISH_WORDS(LISH_WORDS(LISH_WORDS(n)))]; \
	static uint32_t name##_generation_[n];                            \
	static struct slotpool name = SLOTPOOL_FIXED_(                    \
		name, type, member, n, NULL, name##_full_, name##_top_, true)

/**
 * SLOTPOOL_BYTES() - size of a block that holds a pool's memory
 * @type: type of the objects
 * @n: how many
 *
 * A constant if @n is. For slotpool_init_in() and slotpool_init_in_lowest(),
 * wherever the block begins.
 */
#define SLOTPOOL_BYTES(type, n)                                              \
	(LISH_BLOCK_BYTES_(n, sizeof(type), LISH_ALIGNOF(type)) +            \
	 LISH_BLOCK_BYTES_(2 * (size_t)LISH_WORDS(n) +                       \
				   LISH_WORDS(LISH_WORDS(n)) +               \
				   LISH_WORDS(LISH_WORDS(LISH_WORDS(n))),    \
			   sizeof(lish_word), sizeof(lish_word)) +           \
	 (size_t)(n) * 2 * sizeof(uint32_t))

LISH_C_BEGIN

/* Cold halves of the checks: find out what is wrong and tell the hook. */
LISH_COLD void slotpool_refuse_(const char *op, const struct slotpool *pool,
				const void *object);
LISH_COLD void slotpool_refuse_zero_(const char *op,
				     const struct slotpool *pool);
/* Level 2: the whole pool. */
LISH_COLD bool slotpool_whole_ok_(const char *op, const struct slotpool *pool);
/* alloc and free that look at everything, for what the header leaves to them. */
void *slotpool_take_any_(struct slotpool *pool, bool zero);
void *slotpool_take_last_(struct slotpool *pool);
void slotpool_bury_(struct slotpool *pool, void *object, uint32_t index);

int slotpool_init_(struct slotpool *pool, size_t size, size_t align,
		   size_t offset, bool lowest,
		   const struct lish_config *config);
int slotpool_init_in_(struct slotpool *pool, size_t size, size_t align,
		      size_t offset, bool lowest, uint32_t n, void *block,
		      size_t bytes, const struct lish_config *config);

/* The size of this call is 1; it refuses what is no idx. Never called. */
char slotpool_is_idx_(const struct slotpool_idx *idx);
#define SLOTPOOL_OFFSET_(type, member) \
	(offsetof(type, member) +      \
	 0 * sizeof(slotpool_is_idx_(&((type *)0)->member)))

/**
 * slotpool_init() - make an empty pool that grows, last freed first
 * @pool: any memory; stays where it is until slotpool_destroy()
 * @type: type of the objects
 * @member: name of the struct slotpool_idx in it
 * @config: settings, NULL for none: see struct lish_config
 *
 * Allocates nothing unless config->initial asks for it. The objects are aligned
 * as their type wants. What @pool held before is neither read nor changed.
 *
 * Return: 0; -ENOMEM if there is no memory for the initial objects, or if a
 * chunk of @type would be too big for this machine; -ENOSPC if they are beyond
 * the limit. Unless 0, @pool is not initialised.
 */
#define slotpool_init(pool, type, member, config)                    \
	slotpool_init_(pool, sizeof(type), LISH_ALIGNOF(type),       \
		       SLOTPOOL_OFFSET_(type, member), false, config)

/**
 * slotpool_init_lowest() - make an empty pool that grows, lowest first
 * @pool: any memory; stays where it is until slotpool_destroy()
 * @type: type of the objects
 * @member: name of the struct slotpool_idx in it
 * @config: settings, NULL for none: see struct lish_config
 *
 * alloc and free cost about twice as much as in the other order, but the live
 * objects stay together at low indices: after a peak, loops are fast again and
 * slotpool_trim() finds something to give back. See slotpool_init().
 *
 * Return: as slotpool_init().
 */
#define slotpool_init_lowest(pool, type, member, config)            \
	slotpool_init_(pool, sizeof(type), LISH_ALIGNOF(type),      \
		       SLOTPOOL_OFFSET_(type, member), true, config)

/**
 * slotpool_init_in() - make an empty pool in a piece of memory, last freed
 * first
 * @pool: any memory; stays where it is until slotpool_destroy()
 * @type: type of the objects
 * @member: name of the struct slotpool_idx in it
 * @n: how many objects
 * @block: memory of any alignment; the pool's until slotpool_destroy()
 * @bytes: size of it, at least SLOTPOOL_BYTES(type, n)
 * @config: settings, NULL for none; only the hooks and ctx count
 *
 * The pool never allocates. O(n): zeroes the arrays beside the objects.
 *
 * Return: 0, or -ENOSPC if they do not fit.
 */
#define slotpool_init_in(pool, type, member, n, block, bytes, config)     \
	slotpool_init_in_(pool, sizeof(type), LISH_ALIGNOF(type),         \
			  SLOTPOOL_OFFSET_(type, member), false, n,       \
			  block, bytes, config)

/**
 * slotpool_init_in_lowest() - make an empty pool in a piece of memory, lowest
 * first
 * @pool: any memory; stays where it is until slotpool_destroy()
 * @type: type of the objects
 * @member: name of the struct slotpool_idx in it
 * @n: how many objects
 * @block: memory of any alignment; the pool's until slotpool_destroy()
 * @bytes: size of it, at least SLOTPOOL_BYTES(type, n)
 * @config: settings, NULL for none; only the hooks and ctx count
 *
 * See slotpool_init_in(), slotpool_init_lowest().
 *
 * Return: 0, or -ENOSPC if they do not fit.
 */
#define slotpool_init_in_lowest(pool, type, member, n, block, bytes, config) \
	slotpool_init_in_(pool, sizeof(type), LISH_ALIGNOF(type),            \
			  SLOTPOOL_OFFSET_(type, member), true, n, block,    \
			  bytes, config)

/**
 * slotpool_set_hooks() - give hooks to a pool that was made without
 * @pool: a pool in which nothing is live
 * @hooks: the hooks, which must outlive the pool; NULL for none
 * @ctx: their first argument
 *
 * For pools of SLOTPOOL_DEFINE(). Indices begin anew, handles do not. O(1), or
 * O(n) if slots are retired: then make runs at once for all up to the last of
 * these.
 *
 * Return: 0; -EBUSY if something is live, or in a hook, or if objects were made
 * for earlier hooks.
 */
int slotpool_set_hooks(struct slotpool *pool,
		       const struct lish_pool_hooks *hooks, void *ctx);

/**
 * slotpool_set_saved() - choose which bytes of each object a snapshot keeps
 * @pool: the pool
 * @offset: where they begin in the object
 * @size: how many; 0 to keep indices and generations only
 *
 * All bytes, unless chosen. What lies outside is left as it is by
 * slotpool_load(). Snapshots made before, with another choice, are refused.
 * O(1).
 *
 * Return: 0, or -EINVAL if they are not in the object; then nothing changed.
 */
int slotpool_set_saved(struct slotpool *pool, size_t offset, size_t size);

/**
 * slotpool_destroy() - give back all memory
 * @pool: the pool
 *
 * Runs fini for what is live and unmake for what was made. All pointers to
 * objects are dead, and so are handles. @pool is zero afterwards, and may be
 * initialised again; a block or a static array is the caller's again. O(n).
 * Refused in a hook.
 */
void slotpool_destroy(struct slotpool *pool);

LISH_TINY struct slotpool_idx *slotpool_idx_of_(const struct slotpool *pool,
						const void *object)
{
	/* Through an integer, because only the object may be const. */
	return (struct slotpool_idx *)((uintptr_t)object + pool->chunks.offset);
}

/* Was the pool ever initialised? */
LISH_TINY bool slotpool_ready_(const char *op, const struct slotpool *pool)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!pool->chunks.size)) {
		slotpool_refuse_zero_(op, pool);
		return false;
	}
	return true;
}

/* The object of a slot with memory; size is theirs, best a constant. */
LISH_TINY void *slotpool_place_(const struct slotpool *pool, uint32_t index,
				size_t size)
{
	return pool->chunks.table[index >> pool->chunks.shift] +
	       (size_t)(index & pool->chunks.mask) * size;
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

/**
 * slotpool_is_live_at() - is the object with this index live?
 * @pool: the pool
 * @index: any number
 *
 * O(1).
 */
LISH_TINY bool slotpool_is_live_at(const struct slotpool *pool, uint32_t index)
{
	return index < pool->border && slotpool_bit_(pool->live, index);
}

/* Is this index + 1 that of the object, and is it live? */
LISH_TINY bool slotpool_names_(const struct slotpool *pool, uint32_t slot,
			       const void *object)
{
	return slotpool_is_live_at(pool, slot - 1) &&
	       slotpool_place_(pool, slot - 1, pool->chunks.size) == object;
}

/* A slot, that is free, begins to live. */
LISH_TINY void slotpool_enter_(struct slotpool *pool, uint32_t index)
{
	pool->live[index >> LISH_WORD_SHIFT] |= slotpool_mask_(index);
	pool->generation[index]++;
	pool->changes++;
	pool->count++;
}

/* May this be freed? */
LISH_TINY bool slotpool_may_free_(const char *op, const struct slotpool *pool,
				  const void *object)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(!object ||
			  !slotpool_names_(
				  pool, slotpool_idx_of_(pool, object)->slot,
				  object))) {
		slotpool_refuse_(op, pool, object);
		return false;
	}
	if (LISH_CHECK >= 2)
		return slotpool_whole_ok_(op, pool);
	return true;
}

LISH_TINY void *slotpool_take_(const char *op, struct slotpool *pool,
			       size_t size, bool zero)
{
	const uint32_t free = pool->free;
	uint32_t index, ahead;
	void *object;

	if (LISH_CHECK >= 2 && !slotpool_whole_ok_(op, pool))
		return NULL;
	if (lish_unlikely(free <= pool->low))
		return slotpool_take_any_(pool, zero);
	index = pool->stack[free - 1];
	pool->free = free - 1;
	if (free > LISH_SLOTS_MANY_) {
		ahead = pool->stack[free - 1 - LISH_SLOTS_AHEAD_];
		lish_prefetch(slotpool_place_(pool, ahead, size));
		lish_prefetch(&pool->generation[ahead]);
	}
	object = slotpool_place_(pool, index, size);
	slotpool_idx_of_(pool, object)->slot = index + 1;
	slotpool_enter_(pool, index);
	if (zero)
		lish_chunks_zero_(&pool->chunks, object);
	return object;
}

/**
 * slotpool_alloc() - take a free object
 * @pool: the pool
 *
 * The object is as it was freed, or as make left it, or new memory. O(1); if
 * there is no free one and the pool may grow, one chunk is allocated.
 * See also slotpool_alloc_entry(), slotpool_alloc_zero().
 *
 * Return: the object; NULL, and nothing has changed, if the limit is reached,
 * if the pool may not grow, or if there is no memory.
 */
LISH_HOT void *slotpool_alloc(struct slotpool *pool)
{
	return slotpool_take_("slotpool_alloc", pool, pool->chunks.size, false);
}

/**
 * slotpool_alloc_zero() - take a free object and zero it
 * @pool: the pool
 *
 * Zeroes all but the node, after make and before init. See slotpool_alloc().
 *
 * Return: the object, or NULL as slotpool_alloc().
 */
LISH_HOT void *slotpool_alloc_zero(struct slotpool *pool)
{
	return slotpool_take_("slotpool_alloc_zero", pool, pool->chunks.size,
			      true);
}

LISH_TINY void *slotpool_last_(const char *op, struct slotpool *pool)
{
	if (LISH_CHECK >= 2 && !slotpool_whole_ok_(op, pool))
		return NULL;
	return slotpool_take_last_(pool);
}

/**
 * slotpool_alloc_last() - take the object behind the border
 * @pool: the pool
 *
 * It has a higher index than any that is live, so that a running loop visits
 * it. See slotpool_alloc(), slotpool_alloc_last_entry().
 *
 * Return: the object; NULL if there is none behind the border, even if there
 * are free ones below.
 */
LISH_HOT void *slotpool_alloc_last(struct slotpool *pool)
{
	return slotpool_last_("slotpool_alloc_last", pool);
}

/* An object that is live, and its slot, become free. */
LISH_TINY void slotpool_give_(struct slotpool *pool, void *object,
			      uint32_t index)
{
	if (lish_unlikely(pool->low == SLOTPOOL_LOOK_)) {
		slotpool_bury_(pool, object, index);
		return;
	}
	pool->live[index >> LISH_WORD_SHIFT] &= ~slotpool_mask_(index);
	pool->changes++;
	pool->count--;
	if (lish_unlikely(++pool->generation[index] == SLOTPOOL_RETIRED_))
		pool->retired++;
	else if (index + 1 == pool->border)
		pool->border = index;
	else
		pool->stack[pool->free++] = index;
	slotpool_idx_of_(pool, object)->slot = 0;
}

/**
 * slotpool_free() - give back an object
 * @pool: the pool it is of
 * @object: a live object
 *
 * Runs fini while the object is live. Its memory must not be touched any more,
 * which ASan and Valgrind watch; its handles find nothing from now on. What is
 * not a live object of @pool, as after a free, is reported and left alone.
 * O(1). See also slotpool_free_handle(), slotpool_free_at().
 */
LISH_HOT void slotpool_free(struct slotpool *pool, void *object)
{
	if (slotpool_may_free_("slotpool_free", pool, object))
		slotpool_give_(pool, object,
			       slotpool_idx_of_(pool, object)->slot - 1);
}

/* Free what is known to be live; a result code instead of a report. */
LISH_TINY int slotpool_free_known_(const char *op, struct slotpool *pool,
				   uint32_t index)
{
	void *object = slotpool_place_(pool, index, pool->chunks.size);

	if (lish_unlikely(slotpool_idx_of_(pool, object)->slot &
			  LISH_IN_HOOK_) &&
	    pool->chunks.hooked)
		return -EBUSY;
	if (!slotpool_may_free_(op, pool, object))
		return -EINVAL;
	slotpool_give_(pool, object, index);
	return 0;
}

/**
 * slotpool_free_at() - give back the object with an index
 * @pool: the pool
 * @index: any number
 *
 * See slotpool_free(). O(1).
 *
 * Return: 0; -ENOENT if no object with that index is live; -EBUSY in a hook of
 * that object; -EINVAL for misuse that was reported. Unless 0, nothing has
 * changed.
 */
LISH_HOT int slotpool_free_at(struct slotpool *pool, uint32_t index)
{
	if (!slotpool_is_live_at(pool, index))
		return slotpool_ready_("slotpool_free_at", pool) ? -ENOENT :
								   -EINVAL;
	return slotpool_free_known_("slotpool_free_at", pool, index);
}

/**
 * slotpool_is_live() - is this a live object of this pool?
 * @pool: the pool
 * @object: an object of @pool, live or free, or any object that has a struct
 * slotpool_idx at the same place
 *
 * O(1). See also slotpool_owns(), which takes any pointer.
 */
LISH_TINY bool slotpool_is_live(const struct slotpool *pool, const void *object)
{
	return slotpool_names_(pool,
			       slotpool_idx_of_(pool, object)->slot &
				       ~LISH_IN_HOOK_,
			       object);
}

/**
 * slotpool_owns() - is this an object of this pool, live or free?
 * @pool: the pool
 * @ptr: any pointer; is not followed
 *
 * O(number of chunks).
 */
bool slotpool_owns(const struct slotpool *pool, const void *ptr);

/**
 * slotpool_index_of() - the index of an object
 * @pool: the pool
 * @object: as for slotpool_is_live()
 *
 * Does not change as long as the object lives. O(1).
 *
 * Return: an index below the capacity; -1 if the object is not live.
 */
LISH_TINY int32_t slotpool_index_of(const struct slotpool *pool,
				    const void *object)
{
	const uint32_t slot = slotpool_idx_of_(pool, object)->slot &
			      ~LISH_IN_HOOK_;

	return slotpool_names_(pool, slot, object) ? (int32_t)(slot - 1) : -1;
}

/**
 * slotpool_at() - the object with an index
 * @pool: the pool
 * @index: any number
 *
 * O(1). See also slotpool_at_entry().
 *
 * Return: the object, or NULL if none with that index is live.
 */
LISH_TINY void *slotpool_at(const struct slotpool *pool, uint32_t index)
{
	return slotpool_is_live_at(pool, index) ?
		       slotpool_place_(pool, index, pool->chunks.size) :
		       NULL;
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
	return lish_likely(handle.slot - 1 < pool->sides) &&
	       lish_likely(pool->generation[handle.slot - 1] ==
			   handle.generation) &&
	       (LISH_CHECK < 1 || lish_likely(handle.generation & 1));
}

/*
 * The object that a handle refers to. Handles lead from object to object, so
 * here it counts that the address waits for no table where none is needed.
 */
LISH_TINY void *slotpool_follow_(const struct slotpool *pool, uint32_t index,
				 size_t size)
{
	char *only = pool->chunks.only;

	return only ? only + index * size : slotpool_place_(pool, index, size);
}

/**
 * slotpool_get() - the object of a handle
 * @pool: the pool the handle is of
 * @handle: any handle, null included
 *
 * O(1): one range test, one compare. See also slotpool_get_entry().
 *
 * Return: the object, or NULL if it is gone.
 */
LISH_TINY void *slotpool_get(const struct slotpool *pool,
			     struct slotpool_handle handle)
{
	return slotpool_refers_(pool, handle) ?
		       slotpool_follow_(pool, handle.slot - 1,
					pool->chunks.size) :
		       NULL;
}

/**
 * slotpool_free_handle() - give back the object of a handle
 * @pool: the pool the handle is of
 * @handle: any handle, null included
 *
 * See slotpool_free(). O(1).
 *
 * Return: 0; -ENOENT if the object is gone; -EBUSY in a hook of that object;
 * -EINVAL for misuse that was reported. Unless 0, nothing has changed.
 */
LISH_HOT int slotpool_free_handle(struct slotpool *pool,
				  struct slotpool_handle handle)
{
	if (!slotpool_refers_(pool, handle))
		return slotpool_ready_("slotpool_free_handle", pool) ? -ENOENT :
								       -EINVAL;
	return slotpool_free_known_("slotpool_free_handle", pool,
				    handle.slot - 1);
}

/**
 * slotpool_handle_null() - the handle that refers to nothing
 *
 * All zero.
 */
LISH_TINY struct slotpool_handle slotpool_handle_null(void)
{
	struct slotpool_handle handle;

	handle.slot = 0;
	handle.generation = 0;
	return handle;
}

/**
 * slotpool_handle_is_null() - does this handle refer to nothing?
 * @handle: any handle
 *
 * Not whether its object is gone: see slotpool_get(). O(1).
 */
LISH_TINY bool slotpool_handle_is_null(struct slotpool_handle handle)
{
	return !handle.slot;
}

/**
 * slotpool_handle_equal() - do these two refer to the same object?
 * @a: any handle
 * @b: another one of the same pool
 *
 * O(1).
 */
LISH_TINY bool slotpool_handle_equal(struct slotpool_handle a,
				     struct slotpool_handle b)
{
	return a.slot == b.slot && a.generation == b.generation;
}

/**
 * slotpool_handle_at() - a handle to the object with an index
 * @pool: the pool
 * @index: any number
 *
 * O(1).
 *
 * Return: the handle, null if no object with that index is live.
 */
LISH_TINY struct slotpool_handle slotpool_handle_at(const struct slotpool *pool,
						    uint32_t index)
{
	struct slotpool_handle handle = slotpool_handle_null();

	if (slotpool_is_live_at(pool, index)) {
		handle.slot = index + 1;
		handle.generation = pool->generation[index];
	}
	return handle;
}

/**
 * slotpool_handle_of() - a handle to an object
 * @pool: the pool
 * @object: as for slotpool_is_live()
 *
 * O(1). Of the same object it is always the same.
 *
 * Return: the handle, null if the object is not live.
 */
LISH_TINY struct slotpool_handle slotpool_handle_of(const struct slotpool *pool,
						    const void *object)
{
	/* -1 is beyond any border. */
	return slotpool_handle_at(pool,
				  (uint32_t)slotpool_index_of(pool, object));
}

/**
 * slotpool_handle_to_u64() - a handle as one number
 * @handle: any handle
 *
 * The same on every machine. O(1).
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
	if (handle.slot - 1 >= LISH_MAX_COUNT || !(handle.generation & 1))
		return slotpool_handle_null();
	return handle;
}

/**
 * slotpool_forget_handles() - let the generations begin anew
 * @pool: the pool
 *
 * Retired slots come back. No handle that was taken before may be used any
 * more: it may find another object. For the change of a level, when no handle
 * is left. O(n).
 *
 * Return: 0, or -EBUSY in a hook.
 */
int slotpool_forget_handles(struct slotpool *pool);

/**
 * slotpool_empty() - is nothing live?
 * @pool: the pool
 *
 * O(1).
 */
LISH_TINY bool slotpool_empty(const struct slotpool *pool)
{
	return !slotpool_ready_("slotpool_empty", pool) || !pool->count;
}

/**
 * slotpool_count() - number of live objects
 * @pool: the pool
 *
 * O(1).
 */
LISH_TINY uint32_t slotpool_count(const struct slotpool *pool)
{
	return slotpool_ready_("slotpool_count", pool) ? pool->count : 0;
}

/**
 * slotpool_capacity() - number of objects that there is memory for
 * @pool: the pool
 *
 * O(1).
 */
LISH_TINY uint32_t slotpool_capacity(const struct slotpool *pool)
{
	return slotpool_ready_("slotpool_capacity", pool) ?
		       pool->chunks.capacity :
		       0;
}

/**
 * slotpool_limit() - the most objects that there may ever be
 * @pool: the pool
 *
 * O(1).
 */
LISH_TINY uint32_t slotpool_limit(const struct slotpool *pool)
{
	return slotpool_ready_("slotpool_limit", pool) ? pool->chunks.limit : 0;
}

/**
 * slotpool_peak() - the most objects that were ever live at a time
 * @pool: the pool
 *
 * O(1).
 */
LISH_TINY uint32_t slotpool_peak(const struct slotpool *pool)
{
	return slotpool_ready_("slotpool_peak", pool) ? pool->peak : 0;
}

/**
 * slotpool_failed() - number of allocs that returned NULL
 * @pool: the pool
 *
 * O(1).
 */
LISH_TINY uint32_t slotpool_failed(const struct slotpool *pool)
{
	return slotpool_ready_("slotpool_failed", pool) ? pool->chunks.failed :
							  0;
}

/**
 * slotpool_retired() - number of slots that are out of generations
 * @pool: the pool
 *
 * A slot is retired when the last of its 2^31 - 1 lives ends, so that a handle
 * never finds another object than its own. That many objects fewer fit in.
 * O(1). See also slotpool_forget_handles().
 */
LISH_TINY uint32_t slotpool_retired(const struct slotpool *pool)
{
	return slotpool_ready_("slotpool_retired", pool) ? pool->retired : 0;
}

/**
 * slotpool_reserve() - get the memory in advance
 * @pool: the pool
 * @n: objects to have memory for, live ones included
 *
 * Runs make for those that have not had it. Up to @n live objects, no alloc
 * fails or allocates; with config.no_grow none ever allocates. (alloc_last, and
 * retired slots, need more.) O(n).
 *
 * Return: 0; -ENOSPC if @n is beyond the limit; -ENOMEM if there is no memory;
 * -EBUSY while clear, trim, reserve or destroy runs a hook. Unless 0, nothing
 * has changed.
 */
int slotpool_reserve(struct slotpool *pool, uint32_t n);

/**
 * slotpool_trim() - give back memory that is not used
 * @pool: the pool
 *
 * Chunks behind the last one with a live object, or a retired slot, go, after
 * unmake. Generations stay, for the sake of old handles. A fixed pool stays as
 * it is. O(n).
 *
 * Return: 0, or -EBUSY in a hook.
 */
int slotpool_trim(struct slotpool *pool);

/**
 * slotpool_clear() - free all objects
 * @pool: the pool
 *
 * Runs fini for each, the highest index first. The memory stays, and objects
 * are handed out as from a new pool, but for retired slots. Old handles find
 * nothing. O(n), without touching the objects unless there is fini.
 *
 * Return: 0, or -EBUSY in a hook.
 */
int slotpool_clear(struct slotpool *pool);

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
 * Keeps which objects are live, their bytes, all generations and the order in
 * which free slots are handed out. The same state gives the same bytes. O(n).
 * See also slotpool_set_saved().
 *
 * Return: 0; -ENOSPC if @size is too small; -EBUSY in a hook.
 */
int slotpool_save(const struct slotpool *pool, void *buffer, size_t size);

/**
 * slotpool_load() - go back to a snapshot
 * @pool: the pool that was saved, or another one of the same type and order
 * @buffer: the snapshot; any alignment
 * @size: bytes of it; may be more
 *
 * The pool is as it was when it was saved, so that the same calls give the same
 * objects, indices and handles again. Handles that were taken between save and
 * load must not be used any more. Neither init nor fini runs; make does for
 * objects that never lived here. Loops may run. O(n); allocates only if the
 * pool has less memory than the snapshot needs.
 *
 * What was saved by a pool of another shape, on a machine of another kind, is
 * cut off, or damaged, is refused.
 *
 * Return: 0; -EINVAL if it is no such snapshot; -ENOSPC if it is beyond the
 * limit; -ENOMEM if there is no memory; -EBUSY in a hook. Unless 0, nothing has
 * changed.
 */
int slotpool_load(struct slotpool *pool, const void *buffer, size_t size);

/**
 * slotpool_span() - the share of the slots that one of several workers gets
 * @pool: the pool
 * @part: number of the share, from 0 on
 * @parts: how many shares there are
 *
 * The shares of all parts cover each slot below the border once, one behind the
 * other. They begin at multiples of 64, so that no two share a word of bits, on
 * any machine. Some are empty if there are more parts than words. O(1).
 * See also slotpool_for_each_entry_span(), slotpool_for_each_run_span().
 *
 * Return: the share. A @part that is not below @parts is reported, and its
 * share empty.
 */
struct slotpool_share slotpool_span(const struct slotpool *pool, uint32_t part,
				    uint32_t parts);

/**
 * slotpool_check() - examine the whole pool
 * @pool: the pool
 * @fault: where the node of the first faulty object is stored, NULL if the pool
 * is at fault or nothing is; may be NULL itself
 *
 * O(n), reports to nobody. Uses the pool's scratch memory: not for two threads
 * at a time.
 *
 * Return: LISH_OK, LISH_UNINITIALIZED, LISH_BAD_COUNT or LISH_BAD_INDEX.
 */
enum lish_reason slotpool_check(const struct slotpool *pool,
				const struct slotpool_idx **fault);

LISH_HOT void *slotpool_alloc_typed_(struct slotpool *pool, size_t size,
				     size_t offset)
{
	if (!lish_chunks_hold_("slotpool_alloc_entry", pool, &pool->chunks,
			       size, offset))
		return NULL;
	return slotpool_take_("slotpool_alloc_entry", pool, size, false);
}

LISH_HOT void *slotpool_alloc_zero_typed_(struct slotpool *pool, size_t size,
					  size_t offset)
{
	if (!lish_chunks_hold_("slotpool_alloc_zero_entry", pool, &pool->chunks,
			       size, offset))
		return NULL;
	return slotpool_take_("slotpool_alloc_zero_entry", pool, size, true);
}

LISH_HOT void *slotpool_alloc_last_typed_(struct slotpool *pool, size_t size,
					  size_t offset)
{
	if (!lish_chunks_hold_("slotpool_alloc_last_entry", pool, &pool->chunks,
			       size, offset))
		return NULL;
	return slotpool_last_("slotpool_alloc_last_entry", pool);
}

LISH_TINY void *slotpool_at_typed_(const struct slotpool *pool, uint32_t index,
				   size_t size, size_t offset)
{
	if (!lish_chunks_hold_("slotpool_at_entry", pool, &pool->chunks, size,
			       offset) ||
	    !slotpool_is_live_at(pool, index))
		return NULL;
	return slotpool_place_(pool, index, size);
}

LISH_TINY void *slotpool_get_typed_(const struct slotpool *pool,
				    struct slotpool_handle handle, size_t size,
				    size_t offset)
{
	if (!lish_chunks_hold_("slotpool_get_entry", pool, &pool->chunks, size,
			       offset) ||
	    !slotpool_refers_(pool, handle))
		return NULL;
	return slotpool_follow_(pool, handle.slot - 1, size);
}

/**
 * slotpool_alloc_entry() - take a free object, typed
 * @pool: the pool
 * @type: type of the objects
 * @member: name of the struct slotpool_idx in it
 *
 * A pool of something else is reported. See slotpool_alloc().
 *
 * Return: the object as a pointer to @type, or NULL.
 */
#define slotpool_alloc_entry(pool, type, member)            \
	((type *)slotpool_alloc_typed_(pool, sizeof(type), \
				       SLOTPOOL_OFFSET_(type, member)))

/**
 * slotpool_alloc_zero_entry() - take a free object and zero it, typed
 * @pool: the pool
 * @type: type of the objects
 * @member: name of the struct slotpool_idx in it
 *
 * See slotpool_alloc_zero(), slotpool_alloc_entry().
 *
 * Return: the object as a pointer to @type, or NULL.
 */
#define slotpool_alloc_zero_entry(pool, type, member)            \
	((type *)slotpool_alloc_zero_typed_(pool, sizeof(type), \
					    SLOTPOOL_OFFSET_(type, member)))

/**
 * slotpool_alloc_last_entry() - take the object behind the border, typed
 * @pool: the pool
 * @type: type of the objects
 * @member: name of the struct slotpool_idx in it
 *
 * See slotpool_alloc_last(), slotpool_alloc_entry().
 *
 * Return: the object as a pointer to @type, or NULL.
 */
#define slotpool_alloc_last_entry(pool, type, member)            \
	((type *)slotpool_alloc_last_typed_(pool, sizeof(type), \
					    SLOTPOOL_OFFSET_(type, member)))

/**
 * slotpool_at_entry() - the object with an index, typed
 * @pool: the pool
 * @index: any number
 * @type: type of the objects, possibly const
 * @member: name of the struct slotpool_idx in it
 *
 * See slotpool_at(), slotpool_alloc_entry().
 *
 * Return: the object as a pointer to @type, or NULL.
 */
#define slotpool_at_entry(pool, index, type, member)           \
	((type *)slotpool_at_typed_(pool, index, sizeof(type), \
				    SLOTPOOL_OFFSET_(type, member)))

/**
 * slotpool_get_entry() - the object of a handle, typed
 * @pool: the pool the handle is of
 * @handle: any handle, null included
 * @type: type of the objects, possibly const
 * @member: name of the struct slotpool_idx in it
 *
 * See slotpool_get(), slotpool_alloc_entry().
 *
 * Return: the object as a pointer to @type, or NULL.
 */
#define slotpool_get_entry(pool, handle, type, member)           \
	((type *)slotpool_get_typed_(pool, handle, sizeof(type), \
				     SLOTPOOL_OFFSET_(type, member)))

/*
 * Loops. The outer for declares the iterator, whose address nobody keeps so
 * that it lives in registers, and runs once; the inner one declares the cursor.
 *
 * The loop remembers which bits of a word were set. While nothing has changed,
 * a full word is walked by adding to a pointer, another one by taking off the
 * lowest bit; after any change the loop looks anew for what is behind the
 * current bit. So it survives whatever its body does.
 *
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
	uint64_t changes;
	uint32_t slot;
	uint32_t end;
	bool done;
};

/* A whole loop has no end but the border of the moment. */
#define SLOTPOOL_NO_END_ 0xffffffffu

/* A word of bits that begins at slot, without what lies beyond the end. */
LISH_TINY lish_word slotpool_cut_(const struct slotpool_iter_ *it,
				  uint32_t slot, lish_word bits)
{
	if (it->end != SLOTPOOL_NO_END_ && it->end - slot < LISH_WORD_BITS)
		bits &= slotpool_mask_(it->end) - 1;
	return bits;
}

/* Go to the lowest object of those in rest. */
LISH_TINY void *slotpool_stand_(struct slotpool_iter_ *it, size_t size)
{
	it->at = it->base + lish_ctz(it->rest) * size;
	lish_assume(it->at != NULL);
	return it->at;
}

/* Begin at slot, which begins a word, with what the mask lets through of it. */
LISH_TINY void *slotpool_seek_(struct slotpool_iter_ *it, uint32_t slot,
			       lish_word mask, size_t size)
{
	const struct slotpool *pool = it->pool;
	const uint32_t end = it->end < pool->border ? it->end : pool->border;

	for (;;) {
		if (slot >= end)
			return NULL;
		it->rest = slotpool_cut_(
			it, slot, pool->live[slot >> LISH_WORD_SHIFT] & mask);
		if (lish_likely(it->rest))
			break;
		slot += LISH_WORD_BITS;
		mask = LISH_WORD_ALL;
	}
	it->base = (char *)slotpool_place_(pool, slot, size);
	it->last = NULL;
	if (it->rest == LISH_WORD_ALL) {
		it->rest = LISH_WORD_ONE;
		it->last = it->base + LISH_WORD_MASK * size;
	}
	it->changes = pool->changes;
	it->slot = slot;
	return slotpool_stand_(it, size);
}

LISH_STEP void *slotpool_first_(struct slotpool_iter_ *it, size_t size)
{
	return slotpool_seek_(it, it->slot & ~LISH_WORD_MASK,
			      LISH_WORD_ALL << (it->slot & LISH_WORD_MASK),
			      size);
}

LISH_STEP void *slotpool_step_(struct slotpool_iter_ *it, size_t size)
{
	/* As integers, for there may be no last one, and memory may be gone. */
	const uintptr_t at = (uintptr_t)it->at;
	uint32_t slot = it->slot;
	lish_word mask;

	if (lish_likely(it->pool->changes == it->changes)) {
		if (lish_likely(at < (uintptr_t)it->last)) {
			it->at += size;
			return it->at;
		}
		it->rest &= it->rest - 1;
		if (it->rest)
			return slotpool_stand_(it, size);
		slot += LISH_WORD_BITS;
		mask = LISH_WORD_ALL;
	} else {
		mask = LISH_WORD_ALL << 1 << (at - (uintptr_t)it->base) / size;
	}
	return slotpool_seek_(it, slot, mask, size);
}

LISH_TINY struct slotpool_iter_ slotpool_iter_from_(const struct slotpool *pool,
					       uint32_t start, uint32_t end,
					       size_t size, size_t offset)
{
	struct slotpool_iter_ it;

	it.pool = pool;
	it.base = NULL;
	it.at = NULL;
	it.last = NULL;
	it.rest = 0;
	it.changes = 0;
	it.slot = start;
	it.end = end;
	it.done = !lish_chunks_hold_("slotpool_for_each_entry", pool,
				     &pool->chunks, size, offset);
	return it;
}

LISH_TINY struct slotpool_iter_
slotpool_iter_span_(const struct slotpool *pool, struct slotpool_share share,
		    size_t size, size_t offset)
{
	return slotpool_iter_from_(pool, share.start, share.start + share.count,
			      size, offset);
}

#define SLOTPOOL_LOOP_(pos, iter, type)                                        \
	for (struct slotpool_iter_ pos##_it_ = iter; !pos##_it_.done;          \
	     pos##_it_.done = true)                                            \
		for (type *pos = (type *)slotpool_first_(&pos##_it_,           \
							 sizeof(type));        \
		     pos;                                                      \
		     pos = (type *)slotpool_step_(&pos##_it_, sizeof(type)))

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
 * that always calls slotpool_alloc_last() ends at the limit; to visit only
 * what is below the border of the beginning, loop over slotpool_span(pool, 0,
 * 1). Loops may be nested, and left in any way.
 */
#define slotpool_for_each_entry(pos, pool, type, member)                  \
	SLOTPOOL_LOOP_(pos,                                               \
		       slotpool_iter_from_(pool, 0, SLOTPOOL_NO_END_,          \
				      sizeof(type),                       \
				      SLOTPOOL_OFFSET_(type, member)),    \
		       type)

/**
 * slotpool_for_each_entry_span() - loop over the live objects of a share
 * @pos: name of the cursor, declared by the loop
 * @pool: the pool, possibly const
 * @share: the share, a struct slotpool_share
 * @type: type of the objects, possibly const
 * @member: name of the struct slotpool_idx in it
 *
 * Writes nothing to the pool, so that several threads may do so at a time, as
 * long as none changes it. See slotpool_for_each_entry(), slotpool_span().
 */
#define slotpool_for_each_entry_span(pos, pool, share, type, member)      \
	SLOTPOOL_LOOP_(pos,                                               \
		       slotpool_iter_span_(pool, share, sizeof(type),     \
					   SLOTPOOL_OFFSET_(type, member)), \
		       type)

/*
 * Runs. slot: where to look for the next one; count: objects in this one.
 */
struct slotpool_run_ {
	const struct slotpool *pool;
	uint32_t slot;
	uint32_t end;
	uint32_t count;
	bool done;
};

LISH_TINY struct slotpool_run_ slotpool_run_from_(const struct slotpool *pool,
					     uint32_t start, uint32_t end,
					     size_t size, size_t offset)
{
	struct slotpool_run_ run;

	run.pool = pool;
	run.slot = start;
	run.end = end;
	run.count = 0;
	run.done = !lish_chunks_hold_("slotpool_for_each_run", pool,
				      &pool->chunks, size, offset);
	return run;
}

LISH_TINY struct slotpool_run_
slotpool_run_span_(const struct slotpool *pool, struct slotpool_share share,
		   size_t size, size_t offset)
{
	return slotpool_run_from_(pool, share.start, share.start + share.count,
			     size, offset);
}

/* The next run: its first object, its length in count. NULL: none. */
void *slotpool_next_run_(struct slotpool_run_ *run);

#define SLOTPOOL_RUNS_(pos, n, iter, type)                                 \
	for (struct slotpool_run_ pos##_run_ = iter; !pos##_run_.done;     \
	     pos##_run_.done = true)                                       \
		for (uint32_t n = 0; !pos##_run_.done;                     \
		     pos##_run_.done = true)                               \
			for (type *pos = NULL;                             \
			     (pos = (type *)slotpool_next_run_(            \
				      &pos##_run_)) != NULL &&             \
			     (n = pos##_run_.count) != 0;)

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
 * The body may change the pool, but has itself to know then which objects of
 * the run are still live. The next run is decided when the loop moves on; it
 * begins behind this one. Loops may be nested, and left in any way.
 */
#define slotpool_for_each_run(pos, n, pool, type, member)                \
	SLOTPOOL_RUNS_(pos, n,                                           \
		       slotpool_run_from_(pool, 0, SLOTPOOL_NO_END_,          \
				     sizeof(type),                       \
				     SLOTPOOL_OFFSET_(type, member)),    \
		       type)

/**
 * slotpool_for_each_run_span() - loop over the runs of a share
 * @pos: name of a pointer to the first object of the run, declared by the loop
 * @n: name of the uint32_t with their number, declared by the loop
 * @pool: the pool, possibly const
 * @share: the share, a struct slotpool_share
 * @type: type of the objects, possibly const
 * @member: name of the struct slotpool_idx in it
 *
 * See slotpool_for_each_run(), slotpool_for_each_entry_span().
 */
#define slotpool_for_each_run_span(pos, n, pool, share, type, member)      \
	SLOTPOOL_RUNS_(pos, n,                                             \
		       slotpool_run_span_(pool, share, sizeof(type),       \
					  SLOTPOOL_OFFSET_(type, member)), \
		       type)

LISH_C_END

#endif /* LINUX_ISH_SLOTPOOL_H */
