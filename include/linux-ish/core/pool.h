/* SPDX-License-Identifier: MIT */
/*
 * pool.h - what the four pools have in common
 *
 * A struct lish_pool_ is the first member of ipool, densepool, listpool and
 * slotpool. It knows where objects lie, which of their slots are free, and what
 * is called as they come and go; the pools add types and whatever they loop by.
 *
 * - Objects lie in chunks of a power of two and never move. A fixed pool is one
 *   chunk, found by the same code.
 * - Free slots are a stack of indices beside the objects, the last freed one on
 *   top, and a border from which on nothing was used yet. So nothing has to be
 *   set up in advance. (densepool keeps its free ones otherwise.)
 * - An object carries a mark, the first or some later word of the pool's node
 *   in it: its index plus one while it is live. So whether a node is a live one
 *   of this pool is one compare: the mark is below the border, and leads back to
 *   itself.
 * - The mark of a free slot tells its place on the stack. So one look at each slot
 *   proves that it is either live or on the stack, and on the stack once.
 * - What only growing pools need is in a struct lish_growth_ ahead of the chunk
 *   table. It, hooks and poison are reached through one table of functions, from
 *   cold code only. In a pool that was defined, and has no hooks, there is none
 *   of it: then the program does not contain that code.
 *
 * An object's life: lish_pool_take_() takes a slot and writes the mark. If watch
 * is not zero, lish_pool_born_() unpoisons the object and runs make and init.
 * When it is freed, lish_pool_bury_() runs fini, lets the pool give the slot
 * back, and poisons the object. Where watch is zero the pool gives the slot back
 * itself. So neither hooks nor sanitizers cost more than the one test.
 */
#ifndef LINUX_ISH_CORE_POOL_H
#define LINUX_ISH_CORE_POOL_H

#include "../bug.h"
#include "../container_of.h"
#include "../mem.h"

struct lish_pool_;

/* The fewest objects in a chunk: what one word of a bitmap can tell about. */
#define LISH_POOL_MIN_CHUNK_ 64u

/*
 * How far below the top of the stack the next objects are fetched, if so many
 * are on it. Else what is on top was freed not long ago, and lies in the cache.
 */
#define LISH_POOL_AHEAD_ 8u
#define LISH_POOL_MANY_ 256u

/* Set in an object's mark while a hook runs for it: so it looks not live. */
#define LISH_POOL_IN_HOOK_ 0x80000000u

/*
 * The mark of a free slot that lies on the stack at a place. It is no mark of a live
 * object, and no mark of this slot while a hook runs. (densepool has others.)
 */
#define LISH_POOL_FREE_(slot, place) \
	(((slot) + (place) + 2) | LISH_POOL_IN_HOOK_)

/*
 * The mark of a free slot while clear or trim has it off the stack: they tell by it
 * what is free from what is live and was overwritten, by zeros most often.
 */
#define LISH_POOL_FORGOTTEN_ LISH_POOL_IN_HOOK_

/* Bits of watch: why alloc and free have to call the cold functions. */
#define LISH_POOL_HOOKS_ 1u
#define LISH_POOL_POISON_ 2u

/* Bits of state. */
#define LISH_POOL_CLOSED_ 1u /* clear, trim, reserve, destroy: no growth */
#define LISH_POOL_HOOKED_ 2u /* a hook has not returned */

/*
 * struct lish_pool_ops_ - what cold code calls, a constant for each pool
 *
 * node: bytes of the node in front of the mark; node_size: of the whole node,
 * which poison and zeroing spare
 * born, bury, make, unmake, hide: hooks and poison, LISH_POOL_WATCH_OPS_
 * give: makes a live object a free one: its slot, its mark, its links
 * bury_all: buries all that is live, as clear does, and reports what was overwritten
 * grow: memory for a capacity, or 0 for one more, unless no_grow; 0, -ENOSPC,
 * -ENOMEM; NULL in a fixed pool
 * drop: gives back chunks, down to a capacity
 * fit: makes the arrays beside the objects as long as that; 0 or -ENOMEM
 * release: gives them back
 */
struct lish_pool_ops_ {
	uint32_t node;
	uint32_t node_size;
	void (*give)(struct lish_pool_ *pool, uint32_t *mark);
	void (*bury_all)(lish_op_ op, struct lish_pool_ *pool,
			 const void *caller);
	void (*born)(struct lish_pool_ *pool, uint32_t *mark, bool zero);
	void (*bury)(struct lish_pool_ *pool, uint32_t *mark);
	void (*make)(struct lish_pool_ *pool, uint32_t n);
	void (*unmake)(struct lish_pool_ *pool, uint32_t from);
	void (*hide)(struct lish_pool_ *pool);
	int (*grow)(struct lish_pool_ *pool, uint32_t capacity);
	void (*drop)(struct lish_pool_ *pool, uint32_t capacity);
	int (*fit)(struct lish_pool_ *pool, uint32_t capacity);
	void (*release)(struct lish_pool_ *pool);
};

/* The ends of its initialisers, after give and bury_all. */
#define LISH_POOL_WATCH_OPS_                                      \
	lish_pool_watch_born_, lish_pool_watch_bury_, lish_pool_watch_make_, \
		lish_pool_watch_unmake_, lish_pool_watch_hide_
#define LISH_POOL_FIXED_OPS_ LISH_POOL_WATCH_OPS_, NULL, NULL, NULL, NULL
#define LISH_POOL_GROWING_OPS_(fit, release)                          \
	LISH_POOL_WATCH_OPS_, lish_pool_chunks_grow_, lish_pool_chunks_drop_, \
		fit, release

/*
 * struct lish_growth_ - what only a growing pool needs
 *
 * Lies in one piece of memory with the chunk table after it.
 *
 * chunks: where the chunks begin, in an array of its own. Only to give them back,
 * and for tools that look for lost memory
 * sides: slots that the arrays beside the objects have room for
 * chunk_room, room: how many that array and the table have room for
 */
struct lish_growth_ {
	struct lish_mem *mem;
	char **chunks;
	uint32_t limit;
	uint32_t align;
	uint32_t sides;
	uint32_t chunk_room;
	uint32_t room;
	bool no_grow;
};

/*
 * struct lish_pool_ - object memory
 *
 * table: where the first mark of each chunk would be if the chunk began at slot
 * 0, so that no index needs a mask; &only in a fixed pool; NULL before the first
 * call of one that was defined
 * only: the same of the chunk if there is but one, else NULL
 * stack, free: the free slots below the border
 * border: slots from here on were never used since the last clear
 * room: fresh slots end here: at the capacity, or lower while closed
 * count: live objects
 * shift: index >> shift is the chunk
 * flags: the pool's own
 * size: of an object; 0 only if never initialised
 * offset: of the mark in it
 * capacity: slots that have memory
 * made: slots below this were used since they have memory; counted only if
 * watch is not zero
 * highest: the highest border before the last clear or trim
 *
 * - unless closed: free + count == border, where all free slots are on the stack
 * - what alloc and free look at comes last, and what they write in the midst of
 *   that: so it lies a line of 64 bytes apart from all that is looked at in a pool
 *   beside this one, on 64 bit, and two threads may have a pool each. This is why
 *   the members stand in this order, shift to stack; tests/unit/core/pool_test.c knows
 */
struct lish_pool_ {
	const struct lish_pool_hooks *hooks;
	void *ctx;
	const struct lish_pool_ops_ *ops;
	uint32_t capacity;
	uint32_t made;
	uint32_t highest;
	uint8_t shift;
	uint8_t watch;
	uint8_t state;
	uint8_t flags;
	uint32_t offset;
	uint32_t size;
	char **table;
	uint32_t free;
	uint32_t border;
	uint32_t room;
	uint32_t count;
	char *only;
	uint32_t *stack;
	uint32_t failed;
};

/*
 * Initialiser of a pool that has its memory: objects is an array, stack one of
 * as many uint32_t, or NULL. ops is the pool's constant for fixed pools; only a
 * program that tools can watch needs it, or one that calls set_hooks.
 */
#if LISH_HOSTED
#define LISH_POOL_DEFINED_OPS_(ops) &ops
#else
#define LISH_POOL_DEFINED_OPS_(ops) LISH_NO_(const struct lish_pool_ops_)
#endif
#define LISH_POOL_INIT_(objects, stack, type, offset, ops)                    \
	{ LISH_NO_(const struct lish_pool_hooks), LISH_NO_(void),             \
	  LISH_POOL_DEFINED_OPS_(ops), sizeof(objects) / sizeof(type), 0, 0,  \
	  31, 0, 0, 0, offset, sizeof(type), LISH_NO_(char *), 0, 0, 0, 0,    \
	  LISH_CAST_(char, objects) + (offset), stack, 0 }

/*
 * How many objects of a type an array has: a constant, that does not compile if
 * it is an array of others; C has a warning for those of the same size. own is a
 * member that only this kind of pool has in its memory. Neither is evaluated.
 */
#define LISH_POOL_ROOM_(array, own, type)                             \
	(sizeof(array) / sizeof(type) +                               \
	 0 * sizeof(own) +                                            \
	 0 * sizeof(1 ? (array) : LISH_NO_(type)) +                   \
	 0 * sizeof(char[sizeof(*(array)) == sizeof(type) ? 1 : -1]))

LISH_C_BEGIN

/*
 * Initialising a growing pool: 0; -EINVAL for sizes that are nonsense; -ENOMEM,
 * also for chunks that would be too big. Unless 0, pool is zero. What is beside
 * the base in the pool is the caller's to set. config may be NULL; its initial
 * objects are got by initial, which releases the base if it fails.
 */
LISH_MUST_CHECK int lish_pool_init_(struct lish_pool_ *pool, size_t size,
				    size_t align, size_t offset,
				    const struct lish_pool_ops_ *ops,
				    const struct lish_config *config);
LISH_MUST_CHECK int lish_pool_initial_(struct lish_pool_ *pool,
				       const struct lish_config *config);
/* A fixed one, with memory for n objects that begins at first. */
void lish_pool_init_in_(struct lish_pool_ *pool, size_t size, size_t offset,
			size_t n, void *first, uint32_t *stack,
			const struct lish_pool_ops_ *ops);

/*
 * Cold code of alloc: 0 if there is more memory now, else an error. Counts
 * failures, reports a pool that was never initialised.
 */
LISH_COLD int lish_pool_grow_(lish_op_ op, struct lish_pool_ *pool);
/* The same for cold code of a pool, which knows who called it. */
int lish_pool_grow_for_(lish_op_ op, struct lish_pool_ *pool,
			const void *caller);
/* All of alloc, for pools that do nothing else in it: an object, or NULL. */
LISH_COLD void *lish_pool_alloc_(lish_op_ op, struct lish_pool_ *pool);
LISH_COLD void *lish_pool_zalloc_(lish_op_ op, struct lish_pool_ *pool);
/* A defined pool has been used for the first time. */
LISH_COLD void lish_pool_wake_(struct lish_pool_ *pool);
/* alloc and free if watch is not zero. */
LISH_COLD void lish_pool_born_(struct lish_pool_ *pool, uint32_t *mark,
			       bool zero);
LISH_COLD void lish_pool_bury_(struct lish_pool_ *pool, uint32_t *mark);

/* What all pools do alike; op is what is reported, the caller's caller to whom. */
LISH_MUST_CHECK LISH_NOINLINE int
lish_pool_reserve_(lish_op_ op, struct lish_pool_ *pool, uint32_t n);
LISH_NOINLINE void lish_pool_trim_(lish_op_ op, struct lish_pool_ *pool);
LISH_NOINLINE void lish_pool_clear_(lish_op_ op, struct lish_pool_ *pool);
/* The base is zero afterwards; false if it was refused. */
LISH_NOINLINE bool lish_pool_destroy_(lish_op_ op, struct lish_pool_ *pool);
LISH_NOINLINE void
lish_pool_set_hooks_(lish_op_ op, struct lish_pool_ *pool,
		     const struct lish_pool_hooks *hooks, void *ctx,
		     const struct lish_pool_ops_ *fixed_ops);
/* The same for lib/; false if it was refused. */
bool lish_pool_hook_(lish_op_ op, struct lish_pool_ *pool,
		     const struct lish_pool_hooks *hooks, void *ctx,
		     const struct lish_pool_ops_ *fixed_ops,
		     const void *caller);
/* All but what the pool itself adds to bytes: side bytes for each slot, once. */
LISH_NOINLINE struct lish_stats
lish_pool_stats_(lish_op_ op, const struct lish_pool_ *pool, size_t side);
/* Has the pool, or was it cut into objects at, this address? */
LISH_NOINLINE bool lish_pool_owns_(lish_op_ op, const struct lish_pool_ *pool,
				   const void *address);
/* Marks and stack; fault: the first mark that is wrong, or NULL. */
enum lish_reason lish_pool_check_(const struct lish_pool_ *pool,
				  const uint32_t **fault);

/* Reports: a node that is not live; a pool that is zero, or of another type. */
LISH_COLD void lish_pool_refuse_(lish_op_ op, const struct lish_pool_ *pool,
				 const uint32_t *mark);
LISH_COLD void lish_pool_refuse_type_(lish_op_ op,
				      const struct lish_pool_ *pool);
/* Why a node is not live; LISH_OK if it is. */
enum lish_reason lish_pool_reason_(const struct lish_pool_ *pool,
				   const uint32_t *mark);

/*
 * Parts for pools that do some of it themselves
 *
 * seek: the slot whose mark is less than so many bytes before a place, or -1;
 * O(chunks), or O(capacity) with LISH_NO_DIVIDE
 * find, find_mark: the slot that an address lies in, that has this mark; or -1
 * round: the capacity of the chunks that the first n objects lie in
 * raise: memory for a capacity, chunks first, which are given back if there is none
 * for the sides; 0, -ENOSPC, -ENOMEM
 * side: a longer array, of which used elements are kept; NULL if there is no
 * memory. want: how long it shall be
 * cut: give back all chunks that hold no slot below top, and forget their slots
 * close, open: nothing grows in between, and no fresh slot is taken
 * has_fini: must clear bury each live object?
 * hide: clear buries none: poison what is live
 * forget_free: no slot is on the stack any more
 * number: the marks of all slots on the stack, from a place on, tell their places
 * stacked: is this the mark of a slot that lies where the mark says?
 * mend: the mark of a live object must have this value; what has another one was
 * overwritten, which is reported, and the mark put right
 * empty: bury or hide all that is live, and reset
 * reset: nothing is live any more: begin with slot 0 again
 * release: give back everything, of a pool in which nothing is live
 */
void lish_pool_release_(struct lish_pool_ *pool);
void lish_pool_forget_free_(struct lish_pool_ *pool);
void lish_pool_number_(struct lish_pool_ *pool, uint32_t from);
bool lish_pool_stacked_(const struct lish_pool_ *pool, uint32_t slot,
			uint32_t mark);
void lish_pool_mend_(lish_op_ op, const struct lish_pool_ *pool, uint32_t *mark,
		     uint32_t value, const void *caller);
void lish_pool_empty_(lish_op_ op, struct lish_pool_ *pool, const void *caller);
int32_t lish_pool_seek_(const struct lish_pool_ *pool, uintptr_t place,
			size_t bytes);
uint32_t lish_pool_round_(const struct lish_pool_ *pool, uint32_t n);
uint32_t lish_pool_want_(const struct lish_pool_ *pool, uint32_t has,
			 uint32_t capacity);
void *lish_pool_side_(const struct lish_pool_ *pool, void *array, uint32_t used,
		      uint32_t has, uint32_t want, size_t elem_size);
void lish_pool_free_side_(const struct lish_pool_ *pool, void *array,
			  uint32_t has, size_t elem_size);
void lish_pool_cut_(struct lish_pool_ *pool, uint32_t top);
void lish_pool_make_(struct lish_pool_ *pool, uint32_t n);
void lish_pool_look_(struct lish_pool_ *pool);
/* A freed object; a live one that no alloc has seen. */
void lish_pool_dead_(const struct lish_pool_ *pool, uint32_t *mark);
void lish_pool_revive_(struct lish_pool_ *pool, uint32_t slot);

/* For the constants of each pool. */
void lish_pool_watch_born_(struct lish_pool_ *pool, uint32_t *mark, bool zero);
void lish_pool_watch_bury_(struct lish_pool_ *pool, uint32_t *mark);
void lish_pool_watch_make_(struct lish_pool_ *pool, uint32_t n);
void lish_pool_watch_unmake_(struct lish_pool_ *pool, uint32_t from);
void lish_pool_watch_hide_(struct lish_pool_ *pool);
int lish_pool_chunks_grow_(struct lish_pool_ *pool, uint32_t capacity);
void lish_pool_chunks_drop_(struct lish_pool_ *pool, uint32_t capacity);
/* The stack is all there is beside the objects. */
int lish_pool_stack_fit_(struct lish_pool_ *pool, uint32_t capacity);
void lish_pool_stack_release_(struct lish_pool_ *pool);
/* Bury by index, from the top. */
void lish_pool_bury_all_(lish_op_ op, struct lish_pool_ *pool,
			 const void *caller);

LISH_TINY int32_t lish_pool_find_(const struct lish_pool_ *pool,
				  const void *address)
{
	return lish_pool_seek_(pool, (uintptr_t)address + pool->offset,
			       pool->size);
}

LISH_TINY int32_t lish_pool_find_mark_(const struct lish_pool_ *pool,
				       const uint32_t *mark)
{
	return lish_pool_seek_(pool, (uintptr_t)mark, 1);
}

LISH_TINY struct lish_growth_ *lish_pool_growth_(const struct lish_pool_ *pool)
{
	return (struct lish_growth_ *)(void *)pool->table - 1;
}

/* How many pointers growth and a table for so many chunks are as long as. */
LISH_TINY uint32_t lish_pool_table_units_(uint32_t room)
{
	return (uint32_t)((sizeof(struct lish_growth_) + sizeof(char *) - 1) /
			  sizeof(char *)) +
	       room;
}

/* Where an array begins that follows another one in a struct. */
LISH_TINY void *lish_pool_after_(void *array, size_t n, size_t size,
				 size_t align)
{
	return (void *)(((uintptr_t)array + n * size + align - 1) &
			~(uintptr_t)(align - 1));
}

LISH_TINY bool lish_pool_grows_(const struct lish_pool_ *pool)
{
	return pool->ops && pool->ops->grow;
}

LISH_TINY int lish_pool_raise_(struct lish_pool_ *pool, uint32_t capacity)
{
	if (capacity <= pool->capacity)
		return 0;
	return lish_pool_grows_(pool) ? pool->ops->grow(pool, capacity)
				      : -ENOSPC;
}

/* The mark of a slot that has memory; size is theirs, best a constant. */
LISH_TINY uint32_t *lish_pool_at_(const struct lish_pool_ *pool, uint32_t slot,
				  size_t size)
{
	/* As integers, for a table's address lies outside of its chunk. */
	return (uint32_t *)((uintptr_t)pool->table[slot >> pool->shift] +
			    (size_t)slot * size);
}

LISH_TINY void *lish_pool_object_(const struct lish_pool_ *pool,
				  const uint32_t *mark)
{
	return (void *)((uintptr_t)mark - (uintptr_t)pool->offset);
}

/* Does this mark lead back to where it was read, below the border? */
LISH_TINY bool lish_pool_names_(const struct lish_pool_ *pool, uint32_t value,
				const uint32_t *mark)
{
	return value - 1 < pool->border &&
	       lish_pool_at_(pool, value - 1, pool->size) == mark;
}

/* Was the pool ever initialised? */
LISH_TINY bool lish_pool_ready_(lish_op_ op, const struct lish_pool_ *pool)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!pool->size)) {
		lish_pool_refuse_type_(op, pool);
		lish_stay_();
		return false;
	}
	return true;
}

/* Is this a pool of such objects? */
LISH_TINY bool lish_pool_holds_(lish_op_ op, const struct lish_pool_ *pool,
				size_t size, size_t offset)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(pool->size != size || pool->offset != offset)) {
		lish_pool_refuse_type_(op, pool);
		lish_stay_();
		return false;
	}
	return true;
}

/* Is this the mark of a live object, for which no hook runs? Else reported. */
LISH_TINY bool lish_pool_live_(lish_op_ op, const struct lish_pool_ *pool,
			       const uint32_t *mark)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(mark) ||
			  !lish_pool_names_(pool, *mark, mark))) {
		lish_pool_refuse_(op, pool, mark);
		lish_stay_();
		return false;
	}
	return true;
}

/*
 * The index of a live object, in a hook or not; -1 if it is none. NULL, and a
 * pool that was never initialised, are reported.
 */
LISH_TINY int32_t lish_pool_index_(lish_op_ op, const struct lish_pool_ *pool,
				   const uint32_t *mark)
{
	uint32_t value;

	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(mark) || !pool->size)) {
		lish_pool_refuse_(op, pool, mark);
		lish_stay_();
		return -1;
	}
	value = *mark & ~LISH_POOL_IN_HOOK_;
	return lish_pool_names_(pool, value, mark) ? (int32_t)(value - 1) : -1;
}

#ifdef LISH_LIB_
/* Was the pool ever initialised? For lib/: reports to the user. */
LISH_TINY bool lish_pool_begun_(lish_op_ op, const struct lish_pool_ *pool)
{
	if (lish_likely(pool->size))
		return true;
	lish_misuse_(op, pool, NULL, LISH_UNINITIALIZED);
	return false;
}

/* May the pool be changed as a whole? For lib/: reports to the user. */
LISH_TINY bool lish_pool_at_rest_(lish_op_ op, const struct lish_pool_ *pool)
{
	if (lish_likely(pool->size && !pool->state))
		return true;
	lish_misuse_(op, pool, NULL,
		     pool->size ? LISH_IN_HOOK : LISH_UNINITIALIZED);
	return false;
}
#endif

/* The highest border ever. */
LISH_TINY uint32_t lish_pool_highest_(const struct lish_pool_ *pool)
{
	return pool->border > pool->highest ? pool->border : pool->highest;
}

/* Take a free slot, or else a fresh one; false if there is neither. */
LISH_TINY bool lish_pool_take_(struct lish_pool_ *pool, size_t size,
			       uint32_t *slot)
{
	const uint32_t free = pool->free;

	if (lish_likely(free > 0)) {
		*slot = pool->stack[free - 1];
		pool->free = free - 1;
		if (free > LISH_POOL_MANY_)
			lish_prefetch(lish_pool_at_(
				pool, pool->stack[free - 1 - LISH_POOL_AHEAD_],
				size));
	} else if (lish_likely(pool->border < pool->room)) {
		*slot = pool->border++;
	} else {
		return false;
	}
	pool->count++;
	return true;
}

/* The slot of a live object, and its mark, become free. */
LISH_TINY void lish_pool_give_(struct lish_pool_ *pool, uint32_t *mark)
{
	const uint32_t slot = *mark - 1, place = pool->free;

	pool->stack[place] = slot;
	pool->free = place + 1;
	pool->count--;
	*mark = LISH_POOL_FREE_(slot, place);
}

/* Zero all of an object but the pool's node. */
LISH_TINY void lish_pool_zero_(void *object, size_t size, size_t node,
			       size_t node_size)
{
	memset(object, 0, node);
	memset((char *)object + node + node_size, 0, size - node - node_size);
}

/* At rest: until open nothing grows, and no fresh slot is taken. */
LISH_TINY void lish_pool_close_(struct lish_pool_ *pool)
{
	pool->state = LISH_POOL_CLOSED_;
	pool->room = 0;
}

LISH_TINY void lish_pool_open_(struct lish_pool_ *pool)
{
	pool->state &= (uint8_t)~LISH_POOL_CLOSED_;
	pool->room = pool->capacity;
}

/* Poison must not answer this: hooks would see another pool under ASan. */
LISH_TINY bool lish_pool_has_fini_(const struct lish_pool_ *pool)
{
	return pool->hooks && pool->hooks->fini;
}

LISH_TINY void lish_pool_hide_(struct lish_pool_ *pool)
{
	if (pool->watch & LISH_POOL_POISON_)
		pool->ops->hide(pool);
}

LISH_TINY void lish_pool_reset_(struct lish_pool_ *pool)
{
	pool->highest = lish_pool_highest_(pool);
	pool->free = 0;
	pool->border = 0;
	pool->count = 0;
}

LISH_C_END

#endif /* LINUX_ISH_CORE_POOL_H */
