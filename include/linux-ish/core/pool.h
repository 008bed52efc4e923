/* SPDX-License-Identifier: MIT */
/*
 * pool.h - the common part of the four pools, as inline code needs it
 *
 * A struct lish_pool_ is the first member of ipool, densepool, listpool and slotpool.
 * lib/core/pool.c explains how it works.
 *
 * Each object has a mark, its self index: a 32-bit word in the pool's node. A node is live
 * if its mark is at most the border and leads back to the same mark. Hooks and poison cost
 * one test: if watch is not zero, alloc and free call cold functions.
 */
#ifndef LINUX_ISH_CORE_POOL_H
#define LINUX_ISH_CORE_POOL_H

#include "../bug.h"
#include "../container_of.h"
#include "../mem.h"
#include "../ground/pair.h"

struct lish_pool_;

/*
 * While more than MANY slots are free, alloc prefetches the object AHEAD places below the
 * top of the stack. Fewer were freed recently and are cached.
 */
#define LISH_POOL_AHEAD_ 8u
#define LISH_POOL_MANY_ 256u

/*
 * Bit 31 of a mark: the slot is free. The other bits are the index plus one, always.
 * (densepool has marks of its own.)
 */
#define LISH_POOL_FREE_BIT_ 0x80000000u
#define LISH_POOL_FREE_MARK_(slot) (((slot) + 1) | LISH_POOL_FREE_BIT_)

/* A change adds the low half to stacked, and the high half to changes. */
#define LISH_POOL_PUSHED_ ((uint64_t)0x100000001u)
#define LISH_POOL_POPPED_ ((uint64_t)0xffffffffu)
#define LISH_POOL_CHANGED_ ((uint64_t)0x100000000u)

/*
 * struct lish_pool_ops_ - functions that cold code calls, a constant for each pool
 *
 * @damaged: the operation in a report of a free object that was written to
 * @node: bytes of the node before the mark
 * @node_size: bytes of the node; poison and zalloc leave the node alone
 * @own: bytes of the node, from the mark on, that a hook must not change
 * @holds: has the pool itself changed the mark? NULL if it never does
 * @prepare: writes the nodes up to a slot that was never used, before make; NULL: zero
 * @free_slot: frees the slot of a live object, with its mark and its links
 * @free_all: frees all live objects for clear, and reports overwritten marks
 * @fit: lengthens the arrays beside the objects, to this many slots; 0 or -ENOMEM. NULL in a
 * pool of fixed capacity
 * @release: releases these arrays, when no chunk is left
 * @watch: hooks and poison
 * @chunks: growth; NULL in a pool of fixed capacity
 *
 * The last two are the same in all pools: a program links only what its pools use.
 */
struct lish_pool_ops_ {
#ifdef LISH_FILL
	lish_op_ damaged;
#endif
	uint32_t node;
	uint32_t node_size;
	uint32_t own;
	bool (*holds)(const struct lish_pool_ *pool, const uint32_t *mark);
	void (*prepare)(struct lish_pool_ *pool, uint32_t slot);
	void (*free_slot)(struct lish_pool_ *pool, uint32_t *mark);
	void (*free_all)(lish_op_ op, struct lish_pool_ *pool,
			 const void *caller);
	int (*fit)(struct lish_pool_ *pool, uint32_t capacity);
	void (*release)(struct lish_pool_ *pool);
	const struct lish_pool_watch_ *watch;
	const struct lish_pool_chunks_ *chunks;
};

/*
 * A hook that has not returned, and the one in which it was called. In C++ the destructor
 * of an object counts as a hook.
 */
struct lish_pool_running_ {
	const uint32_t *mark;
	const struct lish_pool_running_ *outer;
};

/*
 * struct lish_pool_ - object memory
 *
 * @ops: may be NULL without an operating system
 * @running: the hooks that run now, the innermost first
 * @capacity: slots that have memory
 * @made: slots below it were used since they have memory; kept only if watch is
 * not zero
 * @highest: the highest border before the last clear or trim
 * @shift: index >> shift is the chunk
 * @watch: bits that make alloc and free call cold functions: LISH_POOL_HOOKS_
 * @closed: clear, trim, reserve or destroy runs: no growth
 * @flags: for the pool that has this base
 * @seal: size, offset and the pool's own address in one number, so that one comparison
 * finds another type and a copy of a pool. 0 before the first alloc of a pool with an
 * initialiser
 * @offset: of the mark in an object
 * @size: of an object; 0 only if never initialised
 * @table: for each chunk the address that the mark of slot 0 would have if the chunk
 * reached down to it. &only in a pool of fixed capacity; NULL before the first call on a
 * pool with an initialiser
 * @stacked: number of slots on the stack
 * @changes: number of changes; loops compare it
 * @border: slots at or above it were not used since the last clear
 * @room: fresh slots end here: at the capacity, or lower while closed
 * @gone: slots below the border that are neither live nor on the stack
 * @failed: allocs that found no memory
 * @only: the table's entry if there is exactly one chunk, else NULL
 * @stack: the free slots below the border
 *
 * Nothing counts live objects: they are border - stacked - gone, except in densepool.
 *
 * The order of the members is deliberate. Between what alloc writes here and what it uses
 * in the next pool lie 64 bytes: two threads may have a pool each, without false sharing.
 * tests/unit/core/pool_test.c checks the order.
 */
struct lish_pool_ {
	const struct lish_pool_hooks *hooks;
	void *ctx;
	const struct lish_pool_ops_ *ops;
	const struct lish_pool_running_ *running;
	uint32_t capacity;
	uint32_t made;
	uint32_t highest;
	uint8_t shift;
	uint8_t watch;
	bool closed;
	uint8_t flags;
	uintptr_t seal;
	uint32_t offset;
	uint32_t size;
	char **table;
	uint32_t stacked;
	uint32_t changes;
	uint32_t border;
	uint32_t room;
	uint32_t gone;
	uint32_t failed;
	char *only;
	uint32_t *stack;
};

/*
 * objects: an array; stack: an array of as many uint32_t, or NULL; ops: the pool's
 * constant. Without an operating system no tool can watch the program, so ops is left out
 * until set_hooks needs it, except with LISH_FILL.
 */
#if LISH_HOSTED || defined(LISH_FILL)
#define LISH_POOL_DEFINED_OPS_(ops) &ops
#else
#define LISH_POOL_DEFINED_OPS_(ops) LISH_NO_(const struct lish_pool_ops_)
#endif
#define LISH_POOL_INIT_(objects, stack, type, offset, ops)                    \
	{ LISH_NO_(const struct lish_pool_hooks), LISH_NO_(void),             \
	  LISH_POOL_DEFINED_OPS_(ops), LISH_NO_(const struct lish_pool_running_), \
	  sizeof(objects) / sizeof(type), 0, 0, 31, 0, false, 0, 0, offset,   \
	  sizeof(type), LISH_NO_(char *), 0, 0, 0, 0, 0, 0,                   \
	  LISH_CAST_(char, objects) + (offset), stack }

/*
 * For X_init(). Above LISH_C_BEGIN, because below it compilers do not warn. -pedantic warns of
 * the array if the type has a flexible array member. g++ warns at the parenthesis of a call
 * if its result is ignored.
 */
#define LISH_POOL_SIZE_(type) sizeof(type[1])
#define LISH_POOL_INIT_BY_(init, ...) init(__VA_ARGS__)

/*
 * Does not compile for an array of another type; C only warns of one of the same size.
 * own: a member that only the memory of this kind of pool has. Neither is evaluated.
 */
#define LISH_POOL_ROOM_(array, own, type)                  \
	(sizeof(array) / sizeof(type) +                    \
	 0U * sizeof(own) +                                \
	 0U * sizeof(*(1 ? (array) : LISH_NO_(type))) +    \
	 0U * sizeof(char[sizeof(*(array)) == sizeof(type) ? 1 : -1]))

LISH_C_BEGIN

/*
 * 0 if there is memory now, else an error. Counts the failure; reports a pool that was
 * never initialised.
 */
LISH_COLD int lish_pool_grow_(lish_op_ op, struct lish_pool_ *pool);
/* The end of an alloc if watch is not zero: hooks and poison. */
LISH_COLD void lish_pool_allocated_(struct lish_pool_ *pool, uint32_t *mark,
				    bool zero);

/* These report to the caller as op. */
LISH_MUST_CHECK LISH_NOINLINE int
lish_pool_reserve_(lish_op_ op, struct lish_pool_ *pool, uint32_t n);
LISH_NOINLINE void
lish_pool_set_hooks_(lish_op_ op, struct lish_pool_ *pool,
		     const struct lish_pool_hooks *hooks, void *ctx,
		     const struct lish_pool_ops_ *fixed_ops);
/* side: bytes beside each object. The pool adds its own other bytes. */
LISH_NOINLINE struct lish_stats
lish_pool_stats_(lish_op_ op, const struct lish_pool_ *pool, size_t side);
LISH_NOINLINE bool lish_pool_owns_(lish_op_ op, const struct lish_pool_ *pool,
				   const void *address);

LISH_COLD void lish_pool_refuse_(lish_op_ op, const struct lish_pool_ *pool,
				 const uint32_t *mark);
/* Report a wrong seal. True, without a report: no call has needed the seal yet. */
LISH_COLD void lish_pool_refuse_type_(lish_op_ op,
				      const struct lish_pool_ *pool,
				      size_t size, size_t offset);
LISH_COLD bool lish_pool_unsealed_(lish_op_ op, const struct lish_pool_ *pool,
				   size_t size, size_t offset);

/* Count a change, LISH_POOL_PUSHED_ say. One store where a register has both numbers. */
LISH_TINY void lish_pool_changed_(struct lish_pool_ *pool, uint64_t what)
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

/* Number of live objects. */
LISH_TINY uint32_t lish_pool_count_(const struct lish_pool_ *pool)
{
	return pool->border - pool->stacked - pool->gone;
}

/* Pass size as a constant where possible. */
LISH_TINY uint32_t *lish_pool_at_(const struct lish_pool_ *pool, uint32_t slot,
				  size_t size)
{
	/* As integers: the address in the table lies outside of the chunk. */
	return (uint32_t *)((uintptr_t)pool->table[slot >> pool->shift] +
			    (size_t)slot * size);
}

LISH_TINY bool lish_pool_ready_(lish_op_ op, const struct lish_pool_ *pool)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!pool->size)) {
		lish_tell_(lish_pool_refuse_(op, pool, NULL));
		return false;
	}
	return true;
}

/*
 * The seal of a pool at this address. Unless objects are large, one instruction adds it.
 * The offset moves away from the size: on an AVR by 4 of 16 bits.
 */
LISH_TINY uintptr_t lish_pool_sealed_(const struct lish_pool_ *pool,
				      size_t size, size_t offset)
{
	return (uintptr_t)pool + size +
	       ((uintptr_t)offset << ((sizeof(uintptr_t) > 2U) ? 20U : 4U)) +
	       ((uintptr_t)offset >> 12);
}

/* Code for small machines compares only the type. */
LISH_TINY bool lish_pool_known_(const struct lish_pool_ *pool, size_t size,
				size_t offset)
{
	if (LISH_CHECK < 1)
		return true;
	if (LISH_SMALL_)
		return pool->offset == offset && pool->size == size;
	return pool->seal == lish_pool_sealed_(pool, size, offset);
}

/* For calls that need an object: before the first alloc there is none. */
LISH_TINY bool lish_pool_holds_(lish_op_ op, const struct lish_pool_ *pool,
				size_t size, size_t offset)
{
	if (lish_likely(lish_pool_known_(pool, size, offset)))
		return true;
	lish_tell_(lish_pool_refuse_type_(op, pool, size, offset));
	return false;
}

/* For alloc. */
LISH_TINY bool lish_pool_gives_(lish_op_ op, const struct lish_pool_ *pool,
				size_t size, size_t offset)
{
	return lish_likely(lish_pool_known_(pool, size, offset)) ||
	       lish_told_(lish_pool_unsealed_(op, pool, size, offset));
}

/* The slot on top, which stays there. There must be one. */
LISH_TINY uint32_t lish_pool_top_(const struct lish_pool_ *pool, size_t size)
{
	const uint32_t *top = pool->stack + pool->stacked - 1;

	if (pool->stacked > LISH_POOL_MANY_)
		lish_prefetch(lish_pool_at_(pool, *(top - LISH_POOL_AHEAD_),
					    size));
	return *top;
}

LISH_TINY void lish_pool_zero_(void *object, size_t size, size_t node,
			       size_t node_size)
{
	memset(object, 0, node);
	memset((char *)object + node + node_size, 0, size - node - node_size);
}

LISH_C_END

#endif /* LINUX_ISH_CORE_POOL_H */
