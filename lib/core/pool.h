/* SPDX-License-Identifier: MIT */
/*
 * pool.h - the common part of the four pools, as their .c files need it
 *
 * pool.c explains the words. Only what runs hooks reports here.
 */
#ifndef LISH_POOL_H
#define LISH_POOL_H

#include <linux-ish/core/pool.h>

#include "../ground/refused.h"
#include "../ground/reload.h"
#include "area.h"

/* Bit 31 of a mark: the slot is free. densepool has marks of its own. */
#define LISH_POOL_FREE_BIT_ 0x80000000u
#define LISH_POOL_FREE_MARK_(slot) ((slot) + 1 + LISH_POOL_FREE_BIT_)

/*
 * While more than MANY slots are free, alloc prefetches the object AHEAD places below the top of
 * the stack: the others are cached. A bulk free fetches as far ahead.
 */
#define LISH_POOL_AHEAD_ 32u
#define LISH_POOL_MANY_ 256u
/*
 * A birth in a slot that was never used only stores, and stores wait for each other's lines. So
 * it fetches the slot that far ahead, which may lie behind the chunk.
 */
#define LISH_POOL_FRESH_ 16u

/* A change adds the low half to stacked, and the high half to changes. */
#define LISH_POOL_PUSHED_ ((uint64_t)0x100000001u)
#define LISH_POOL_POPPED_ ((uint64_t)0xffffffffu)
#define LISH_POOL_CHANGED_ ((uint64_t)0x100000000u)

/* Bits of watch. */
#define LISH_POOL_HOOKS_ 1u
#define LISH_POOL_POISON_ 2u
#ifdef LISH_FILL
#if LISH_FILL < 4
#error "LISH_FILL is the number of bytes to fill, such as 64"
#endif
#define LISH_POOL_FILL_ 4u
#else
#define LISH_POOL_FILL_ 0u
#endif
/*
 * lish_pool_quarantine_(): how many free slots wait; 0: no pool has a quarantine. With
 * LISH_QUARANTINE_ENV_ a variable of the environment says it, when the first pool is made.
 */
#if defined(LISH_QUARANTINE)
#if LISH_QUARANTINE < 1
#error "LISH_QUARANTINE is the number of free objects that wait, such as 64"
#endif
#define LISH_POOL_WAIT_ 8u
#define lish_pool_quarantine_() ((uint32_t)LISH_QUARANTINE)
#elif defined(LISH_QUARANTINE_ENV_)
#define LISH_POOL_WAIT_ 8u
LISH_LOCAL uint32_t lish_pool_quarantine_(void);
#else
#define LISH_POOL_WAIT_ 0u
#define lish_pool_quarantine_() 0u
#endif

/*
 * LISH_POOL_LATE_: do pools reach growth and hooks by a variable, which X_init() and X_init_in()
 * set? Then a program whose pools need neither does not link them. Not in code that may be loaded
 * again, where a pool that stays would find the variable empty: on ELF it is
 * position-independent.
 */
#if defined(LISH_POOL_LATE_)
#elif defined(__KERNEL__) || defined(LISH_FILL) || LISH_POOL_WAIT_
#define LISH_POOL_LATE_ 0
#elif !LISH_HOSTED || (defined(__ELF__) && !defined(__PIC__))
#define LISH_POOL_LATE_ 1
#else
#define LISH_POOL_LATE_ 0
#endif

/* May chunks have few objects, and give their pages back? Not on bare metal. */
#if LISH_SYSTEM_ || defined(__KERNEL__)
#define LISH_POOL_COARSE_ 1
#else
#define LISH_POOL_COARSE_ 0
#endif

struct lish_pool_kind_;

/* Hooks and poison. pool_hooks.c has them. */
struct lish_pool_watch_ {
	/* ends an alloc: runs make and init */
	void (*allocated)(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool,
			  uint32_t *mark, bool zero);
	/* frees a live object; LISH_IN_HOOK: its hook runs, and nothing has changed */
	enum lish_reason (*free)(const struct lish_pool_kind_ *kind,
				 struct lish_pool_ *pool, uint32_t *mark);
	/* make for the slots below n, unmake from a slot on */
	void (*make)(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool,
		     uint32_t n);
	void (*unmake)(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool,
		       uint32_t from);
	/* where clear frees no object */
	void (*poison_all)(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool);
	/* grows, or calls the hook full; false if neither may be */
	bool (*more)(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool);
};

/* Growth. pool_growth.c has it. */
struct lish_pool_chunks_ {
	/* as lish_pool_raise_(); capacity 0: for one object more, unless no_grow is set */
	int (*grow)(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool,
		    uint32_t capacity);
	/* releases all memory */
	void (*end)(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool);
	/* adds to the figures of a fixed pool */
	void (*figures)(const struct lish_pool_ *pool, struct lish_stats *stats, size_t side);
};

/* What differs between the pools, for cold code. A constant, which no pool stores. */
struct lish_pool_kind_ {
	/* operation in a report of a write to a free object */
	const char *damaged;
	/* bytes of the node before the mark; of all of it; from the mark on what hooks must keep */
	uint32_t node, node_size, own;
	/* writes the nodes up to a slot that was never used, before make; NULL: zero */
	void (*prepare)(struct lish_pool_ *pool, uint32_t slot);
	/* frees the slot of a live object */
	void (*free_slot)(struct lish_pool_ *pool, uint32_t *mark);
	const struct lish_pool_watch_ *watch;
	/* resizes the arrays beside the objects; to 0: releases them. 0 or -ENOMEM */
	int (*fit)(struct lish_pool_ *pool, uint32_t from, uint32_t to);
	const struct lish_pool_chunks_ *chunks;
};

/*
 * LISH_POOL_KIND_(scope, X, fit, ...): defines X_kind_ from the members in their order. That of
 * ipool, if no pool is late:
 *
 *	static const struct lish_pool_kind_ ipool_kind_[1] = { {
 *		"ipool: write after free", 0, sizeof(struct ipool_idx), ..., NULL, ipool_give_,
 *		&lish_pool_watch_, lish_pool_stack_fit_, &lish_pool_chunks_
 *	} };
 *
 * With LISH_POOL_LATE_ a constant each for pools that are fixed and for those that grow, and a
 * variable in place of the array. The functions are linked where the variable is set:
 *
 *	static const struct lish_pool_kind_ ipool_fixed_ = {
 *		..., &lish_pool_watch_, NULL, NULL
 *	};
 *	static const struct lish_pool_kind_ ipool_growing_ = {
 *		..., &lish_pool_watch_, lish_pool_stack_fit_, &lish_pool_chunks_
 *	};
 *	static const struct lish_pool_kind_ *ipool_kind_ = NULL;
 *
 * LISH_POOL_WATCHES_(X, config), LISH_POOL_GROWS_(X): set it, for a pool that is about to have the
 * hooks of config, or to grow. Before, it is NULL without an operating system. With one, a tool may
 * watch any pool.
 */
#define LISH_POOL_KIND_OF_(X, ...) { LISH_NAME_(#X ": write after free"), __VA_ARGS__ }
#if LISH_POOL_LATE_
#define LISH_POOL_KIND_(scope, X, fit, ...)                                           \
	static const struct lish_pool_kind_ X##_fixed_ = LISH_POOL_KIND_OF_(          \
		X, __VA_ARGS__, &lish_pool_watch_, NULL, NULL);                       \
	static const struct lish_pool_kind_ X##_growing_ = LISH_POOL_KIND_OF_(        \
		X, __VA_ARGS__, &lish_pool_watch_, fit, &lish_pool_chunks_);          \
	scope const struct lish_pool_kind_ *X##_kind_ = LISH_HOSTED ? &X##_fixed_ : NULL
#define LISH_POOL_WATCHES_(X, config) \
	((void)(!(config) || (!(config)->hooks && !(config)->full) || X##_kind_ || \
		(X##_kind_ = &X##_fixed_)))
#define LISH_POOL_GROWS_(X) ((void)(X##_kind_ = &X##_growing_))
#else
#define LISH_POOL_KIND_(scope, X, fit, ...)                                     \
	scope const struct lish_pool_kind_ X##_kind_[1] = { LISH_POOL_KIND_OF_( \
		X, __VA_ARGS__, &lish_pool_watch_, fit, &lish_pool_chunks_) }
#define LISH_POOL_WATCHES_(X, config) ((void)0)
#define LISH_POOL_GROWS_(X) ((void)0)
#endif

LISH_C_BEGIN

extern const struct lish_pool_watch_ lish_pool_watch_;
extern const struct lish_pool_chunks_ lish_pool_chunks_;

/* Init and the end. config may be NULL. */

/* fixed: in memory of the user; slots: a slotpool. */
LISH_LOCAL enum lish_reason lish_pool_may_have_(const struct lish_config *config, bool fixed,
						bool slots);
/*
 * Without the first objects. least: the fewest objects in a chunk, also of large ones. Returns 0;
 * -EINVAL for impossible sizes; -ENOMEM, also for a big chunk.
 */
LISH_LOCAL LISH_MUST_CHECK int lish_pool_init_(struct lish_pool_ *pool, size_t size,
				    size_t align, size_t offset, uint32_t least,
				    const struct lish_config *config);
/* The first objects. An error zeroes the base, here too. */
LISH_LOCAL LISH_MUST_CHECK int lish_pool_initial_(const struct lish_pool_kind_ *kind,
				       struct lish_pool_ *pool,
				       const struct lish_config *config);
/* mem has n objects. Returns what lies behind them, so aligned. */
LISH_LOCAL void *lish_pool_init_in_(struct lish_pool_ *pool, size_t size, size_t offset,
				    size_t n, void *mem, size_t align,
				    const struct lish_config *config);
/* The first use of a pool with an initialiser, which cannot name the pool; else false. */
LISH_LOCAL LISH_COLD bool lish_pool_wake_(struct lish_pool_ *pool);
/* Sets watch, after a change of hooks. */
LISH_LOCAL void lish_pool_set_watch_(struct lish_pool_ *pool);
/* Unpoisons it. */
LISH_LOCAL void lish_pool_clean_(const void *memory, size_t size);
LISH_LOCAL enum lish_reason lish_pool_rebind_(struct lish_pool_ *pool,
					      const struct lish_config *config);
/* Releases all memory; the pool is zero. */
LISH_LOCAL void lish_pool_release_(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool);

/* Memory. Calls that return an int return 0, -ENOSPC, -ENOMEM or -EINVAL. */

LISH_LOCAL int lish_pool_raise_(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool,
		     uint32_t capacity);
/* The same for X_reserve(), with make. */
LISH_LOCAL int lish_pool_reserve_(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool,
		       uint32_t n);
/* Runs make for slots below n. */
LISH_LOCAL void lish_pool_make_(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool,
		     uint32_t n);
/* The fit of a pool whose only array is the stack. */
LISH_LOCAL int lish_pool_stack_fit_(struct lish_pool_ *pool, uint32_t from, uint32_t to);
/* The capacity of the chunks that hold the first n objects. */
LISH_LOCAL uint32_t lish_pool_round_(const struct lish_pool_ *pool, uint32_t n);
/* Releases the chunks without a slot below top. */
LISH_LOCAL void lish_pool_cut_(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool,
		    uint32_t top);
/* side: bytes beside each object. */
LISH_LOCAL struct lish_stats lish_pool_stats_(const struct lish_pool_kind_ *kind,
					      const struct lish_pool_ *pool, uint32_t count,
					      size_t side);
/* In pool_growth.c: as lish_array_resize_(), with the allocator of the pool. */
LISH_LOCAL void *lish_pool_resize_(const struct lish_pool_ *pool, void *array, uint32_t used,
				   uint32_t from, uint32_t to, size_t size);

/* Of a free object, if the pool is watched; of one that load makes live. */
LISH_LOCAL void lish_pool_poison_(const struct lish_pool_kind_ *kind,
		       const struct lish_pool_ *pool, uint32_t *mark);
LISH_LOCAL void lish_pool_unpoison_(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool,
			 uint32_t slot);
/* The same of one that is lent, which keeps its fill until its birth. */
LISH_LOCAL void lish_pool_lend_(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool,
				uint32_t slot);
/*
 * Before a birth in a pool with a quarantine: brings the slot that it may take to the top of the
 * stack. That is a fresh one while no more slots are free than wait, and the pool has memory or
 * gets some. Else it is the slot that was freed just before those that wait, or the oldest of
 * them. A stack that is empty stays so.
 */
#if LISH_POOL_WAIT_
LISH_LOCAL void lish_pool_draw_(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool);
/* The questions and counts that it needs, for densepool and slotpool. */
LISH_LOCAL bool lish_pool_has_fresh_(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool,
				     uint32_t waiting);
LISH_LOCAL uint32_t lish_pool_drawn_(struct lish_pool_ *pool, uint32_t waiting);
#else
#define lish_pool_draw_(kind, pool) ((void)0)
#endif
/* Reports a write to a free object. */
#ifdef LISH_FILL
LISH_LOCAL void lish_pool_look_(const struct lish_pool_kind_ *kind, const struct lish_pool_ *pool,
				const uint32_t *mark);
#else
#define lish_pool_look_(kind, pool, mark) ((void)0)
#endif

/* Questions. */

/*
 * Why this is not the mark of a live object; LISH_OK if the mark itself is right. Why a pool is not
 * ready for objects of this type; LISH_OK if it was never used. A trap needs no reason.
 */
#ifdef LISH_TRAP
#define lish_pool_reason_(pool, mark) ((void)(pool), (void)(mark), LISH_NOT_LIVE)
#define lish_pool_why_not_(pool, type) \
	((type) == lish_pool_type_(pool) ? lish_pool_may_wake_(pool) : LISH_UNINITIALIZED)
#else
LISH_LOCAL LISH_COLD enum lish_reason lish_pool_reason_(const struct lish_pool_ *pool,
					     const uint32_t *mark);
LISH_LOCAL LISH_COLD enum lish_reason lish_pool_why_not_(const struct lish_pool_ *pool,
							 uintptr_t type);
#endif
/*
 * The slot whose mark starts less than bytes before a place, or -1. O(chunks), or O(capacity)
 * with LISH_NO_DIVIDE.
 */
LISH_LOCAL int32_t lish_pool_seek_(const struct lish_pool_ *pool, uintptr_t place,
			size_t bytes);
/*
 * A number for a slot. If the sums over the stack and over the free slots are equal, the stack has
 * each free slot once. One wrong stack in 2^64 has the right sum.
 */
LISH_LOCAL uint64_t lish_pool_hash_(uint32_t slot);
/* Is this the sum of the slots on the stack? */
LISH_LOCAL bool lish_pool_stack_ok_(const struct lish_pool_ *pool, uint64_t sum);
/* For X_check(): is the base whole? */
LISH_LOCAL bool lish_pool_sealed_(const struct lish_pool_ *pool, const struct lish_area_ *area);
/*
 * For X_check_in(): is the pool fixed, does no hook and no clear run, and do the first n slots lie
 * in the area, each from its mark on with so many bytes?
 */
LISH_LOCAL bool lish_pool_lies_in_(const struct lish_pool_ *pool, const struct lish_area_ *area,
				   uint32_t n, size_t bytes);
/* May the pool change as a whole? Not while a hook runs, nor if that code may be gone. */
LISH_LOCAL enum lish_reason lish_pool_rests_(const struct lish_pool_ *pool);
/* May it get memory? Not while clear or another whole change runs. */
LISH_LOCAL enum lish_reason lish_pool_may_reserve_(const struct lish_pool_ *pool);

static inline uintptr_t lish_pool_type_(const struct lish_pool_ *pool)
{
	return LISH_POOL_TYPE_((uintptr_t)pool->size, (uintptr_t)pool->offset);
}

/* May it begin? A pool with an initialiser may, unless another one began with its memory. */
LISH_LOCAL LISH_COLD enum lish_reason lish_pool_may_wake_(const struct lish_pool_ *pool);

/* Was it initialised, and at this address? A pool with an initialiser has no address yet. */
static inline enum lish_reason lish_pool_begun_(const struct lish_pool_ *pool)
{
	return lish_likely(pool->self == pool) ? LISH_OK : lish_pool_may_wake_(pool);
}

/* The same for a quick call, which asks nothing at level 0. */
static inline enum lish_reason lish_pool_asked_(const struct lish_pool_ *pool)
{
	return LISH_CHECK < 1 ? LISH_OK : lish_pool_begun_(pool);
}

LISH_INLINE enum lish_reason lish_pool_is_of_(const struct lish_pool_ *pool, uintptr_t type)
{
	if (LISH_CHECK < 1)
		return lish_pool_begun_(pool);
	return lish_pool_is_ready_(pool, type) ? LISH_OK : lish_pool_why_not_(pool, type);
}

/* The same for a birth. Its hooks may be gone: it asks before it takes a slot. */
static inline enum lish_reason lish_pool_may_bear_(const struct lish_pool_ *pool, uintptr_t type)
{
	const enum lish_reason reason = lish_pool_is_of_(pool, type);

	return reason == LISH_OK && pool->hooks ? lish_bound_(pool) : reason;
}

/* The cold end of a call that looks for an object of a pool that is not ready: returns NULL. */
LISH_LOCAL LISH_COLD void *lish_pool_has_none_(const struct lish_pool_ *pool, uintptr_t type,
					       struct lish_call_ call);

/* Memory of the user; size bytes of it are needed. */
static inline enum lish_reason lish_pool_given_(const void *memory, size_t size)
{
	return lish_is_null(memory) && size ? LISH_NULL : LISH_OK;
}

/* Number of live objects, except in densepool. */
static inline uint32_t lish_pool_count_(const struct lish_pool_ *pool)
{
	return pool->border - pool->stacked - pool->gone;
}

/* The slot of the object in whose memory an address lies, or -1. */
static inline int32_t lish_pool_find_(const struct lish_pool_ *pool, const void *address)
{
	return lish_pool_seek_(pool, (uintptr_t)address + pool->offset, pool->size);
}

LISH_INLINE void *lish_pool_object_(const struct lish_pool_ *pool, const uint32_t *mark)
{
	return (void *)((uintptr_t)mark - (uintptr_t)pool->offset);
}

static inline uint32_t lish_pool_highest_(const struct lish_pool_ *pool)
{
	return pool->border > pool->highest ? pool->border : pool->highest;
}

/* Does the mark of the slot that value names lie here? */
LISH_INLINE bool lish_pool_names_(const struct lish_pool_ *pool, uint32_t value,
				  const uint32_t *mark)
{
	return value - 1 < pool->border &&
	       lish_pool_at_(pool, value - 1, pool->size) == mark;
}

/* May this mark be read, and is the pool in use? */
LISH_INLINE bool lish_pool_may_read_(const struct lish_pool_ *pool, const uint32_t *mark)
{
	return LISH_CHECK < 1 ||
	       (lish_likely(pool->self == pool) && lish_likely(!lish_is_null(mark)));
}

/* The mark of object i of an array of pointers. */
static inline uint32_t *lish_pool_pointed_(const struct lish_pool_ *pool, const void *objects,
					   size_t i)
{
	const char *object;

	/* Users' pointers have a type. */
	memcpy(&object, (const char *const *)objects + i, sizeof(object));
	return (uint32_t *)((uintptr_t)object + (uintptr_t)pool->offset);
}

/* Before a bulk free of n objects: fetch the first of them. */
static inline void lish_pool_fetch_(const struct lish_pool_ *pool, const void *objects, size_t n)
{
	size_t i;

	for (i = 0; i < n && i < LISH_POOL_AHEAD_; i++)
		lish_prefetch(lish_pool_pointed_(pool, objects, i));
}

/* The mark of object i in a bulk free of n. Fetches the object AHEAD places further. */
static inline uint32_t *lish_pool_next_(const struct lish_pool_ *pool, const void *objects,
					size_t i, size_t n)
{
	if (lish_likely(n - i > LISH_POOL_AHEAD_))
		lish_prefetch(lish_pool_pointed_(pool, objects, i + LISH_POOL_AHEAD_));
	return lish_pool_pointed_(pool, objects, i);
}

/* Changes. */

/* Count a change, LISH_POOL_PUSHED_ say. One store where a register has both numbers. */
LISH_INLINE void lish_pool_changed_(struct lish_pool_ *pool, uint64_t what)
{
#if LISH_PAIR_
	char *pair = (char *)pool + offsetof(struct lish_pool_, stacked);
	uint64_t both;

	memcpy(&both, pair, sizeof(both));
	both += what;
	memcpy(pair, &both, sizeof(both));
#else
	pool->stacked += (uint32_t)what;
	pool->changes++;
#endif
}

/* The number of slots on the stack. */
static inline void lish_pool_set_stacked_(struct lish_pool_ *pool, uint32_t n)
{
	pool->stacked = n;
	pool->changes++;
}

/* Do free slots wait before a birth takes them? */
static inline bool lish_pool_waits_(const struct lish_pool_ *pool)
{
	return LISH_POOL_WAIT_ && pool->watch & LISH_POOL_WAIT_;
}

/* Are so many slots free that alloc prefetches? */
LISH_INLINE bool lish_pool_has_many_(const struct lish_pool_ *pool)
{
	return lish_unlikely(pool->stacked > LISH_POOL_MANY_);
}

/* The slot on top, which stays there. There must be one. */
LISH_INLINE uint32_t lish_pool_top_(const struct lish_pool_ *pool)
{
	const size_t top = pool->stacked - 1u;

	if (lish_pool_has_many_(pool))
		lish_prefetch(lish_pool_at_(pool, pool->stack[top - LISH_POOL_AHEAD_], pool->size));
	return pool->stack[top];
}

/* For an alloc that found no slot: should it look once more? */
static inline bool lish_pool_more_(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool)
{
	return lish_pool_wake_(pool) || (kind && kind->watch->more(kind, pool));
}

/* An alloc found no memory. One that was refused changes nothing. */
static inline void lish_pool_fail_(struct lish_pool_ *pool)
{
	pool->failed += lish_bound_(pool) == LISH_OK;
}

/* Hide the free slots from alloc. */
static inline void lish_pool_drop_stack_(struct lish_pool_ *pool)
{
	pool->gone += pool->stacked;
	lish_pool_set_stacked_(pool, 0);
}

/* The next alloc gets slot 0. */
static inline void lish_pool_reset_(struct lish_pool_ *pool)
{
	pool->highest = lish_pool_highest_(pool);
	lish_pool_set_stacked_(pool, 0);
	pool->border = 0;
	pool->gone = 0;
}

/* A closed pool does not grow, and takes no fresh slot. */
static inline void lish_pool_set_closed_(struct lish_pool_ *pool, bool closed)
{
	pool->closed = closed ? LISH_IN_HOOK : LISH_OK;
	pool->room = closed ? 0 : pool->capacity;
}

/* Must clear free each object? Not for poison: hooks would see another state under ASan. */
static inline bool lish_pool_has_fini_(const struct lish_pool_ *pool)
{
	return pool->hooks && pool->hooks->fini;
}

static inline void lish_pool_poison_all_(const struct lish_pool_kind_ *kind,
					 struct lish_pool_ *pool)
{
	if (pool->watch & (LISH_POOL_POISON_ | LISH_POOL_FILL_))
		kind->watch->poison_all(kind, pool);
}

/* Zero an object except its node. */
static inline void lish_pool_zero_(void *object, size_t size, size_t node,
				   size_t node_size)
{
	memset(object, 0, node);
	memset((char *)object + node + node_size, 0, size - node - node_size);
}

/* The end of each birth. Hooks and poison zero the object on the way. */
static inline void *lish_pool_born_(const struct lish_pool_kind_ *kind,
				    struct lish_pool_ *pool, uint32_t *mark, bool zero)
{
	if (lish_unlikely(pool->watch))
		(kind->watch->allocated)(kind, pool, mark, zero);
	return lish_pool_object_(pool, mark);
}

/* For zalloc, last: an object, or NULL. node: bytes of the node before the mark. */
static inline void *lish_pool_zeroed_(const struct lish_pool_ *pool, void *object,
				      size_t node, size_t node_size)
{
	if (object && !pool->watch)
		lish_pool_zero_(object, pool->size, pool->offset - node, node_size);
	return object;
}

/* The death of a live object in a pool that is watched. */
LISH_INLINE enum lish_reason lish_pool_dies_(const struct lish_pool_kind_ *kind,
					       struct lish_pool_ *pool, uint32_t *mark)
{
	return (kind->watch->free)(kind, pool, mark);
}

LISH_C_END

#endif /* LISH_POOL_H */
