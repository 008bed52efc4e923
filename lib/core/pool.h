/* SPDX-License-Identifier: MIT */
/*
 * pool.h - the common part of the four pools, as their .c files need it
 *
 * pool.c explains the words. Functions that report take the operation and, unless
 * they are called by the user's call, the address in that call.
 */
#ifndef LISH_POOL_H
#define LISH_POOL_H

#include <linux-ish/core/pool.h>

#include "../ground/given.h"

/* The fewest objects in a chunk. slotpool's words of live bits rely on it. */
#define LISH_POOL_MIN_CHUNK_ 64u

#define LISH_POOL_HOOKS_ 1u
#define LISH_POOL_POISON_ 2u
#ifdef LISH_FILL
#if LISH_FILL < 4
#error "LISH_FILL is the number of bytes to fill, such as 64"
#endif
#define LISH_POOL_FILL_ 4u
#define LISH_POOL_OPS_OF_(name) LISH_OP_(name ": write after free"),
#else
#define LISH_POOL_FILL_ 0u
#define LISH_POOL_OPS_OF_(name)
#endif

/*
 * The initialisers of a struct lish_pool_ops_ begin with LISH_POOL_OPS_OF_(), and end with
 * one of these, after free_all.
 */
#define LISH_POOL_FIXED_OPS_ NULL, NULL, &lish_pool_watch_, NULL
#define LISH_POOL_GROWING_OPS_(fit, release) \
	fit, release, &lish_pool_watch_, &lish_pool_chunks_

/*
 * struct lish_pool_watch_ - hooks and poison
 *
 * @allocated: ends an alloc
 * @free: frees an object, which is live; reports one whose hook runs, and returns false
 * @make: makes the slots below n
 * @unmake: unmakes the slots from one on
 * @poison_all: poisons all slots, where clear frees no object
 */
struct lish_pool_watch_ {
	void (*allocated)(struct lish_pool_ *pool, uint32_t *mark, bool zero);
	bool (*free)(lish_op_ op, struct lish_pool_ *pool, uint32_t *mark,
		     const void *caller);
	void (*make)(struct lish_pool_ *pool, uint32_t n);
	void (*unmake)(struct lish_pool_ *pool, uint32_t from);
	void (*poison_all)(struct lish_pool_ *pool);
};

/*
 * struct lish_pool_chunks_ - growth
 *
 * @grow: gets memory for a capacity; 0 stands for one object more, which no_grow
 * refuses. Returns 0, -ENOSPC or -ENOMEM
 * @release: releases chunks, down to a capacity
 */
struct lish_pool_chunks_ {
	int (*grow)(struct lish_pool_ *pool, uint32_t capacity);
	void (*release)(struct lish_pool_ *pool, uint32_t capacity);
};

/*
 * struct lish_growth_ - the part that only a growing pool has
 *
 * The table of chunks follows it in the same block.
 *
 * @chunks: start of each chunk, to free the chunks and to show them to leak checkers
 * @limit: highest capacity
 * @align: of an object
 * @sides: slots that the arrays beside the objects have room for
 * @chunk_room, room: entries that chunks and the table have room for
 * @limited: the arrays beside the objects get their full length at once
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
	bool limited;
};

LISH_C_BEGIN

extern const struct lish_pool_watch_ lish_pool_watch_;
extern const struct lish_pool_chunks_ lish_pool_chunks_;

/*
 * Without the first objects. config may be NULL. Returns 0; -EINVAL for impossible sizes;
 * -ENOMEM, also for a chunk that is too big. After an error the pool is zero.
 */
LISH_MUST_CHECK int lish_pool_init_(struct lish_pool_ *pool, size_t size,
				    size_t align, size_t offset,
				    const struct lish_pool_ops_ *ops,
				    const struct lish_config *config);
/* Releases the base after an error. */
LISH_MUST_CHECK int lish_pool_initial_(struct lish_pool_ *pool,
				       const struct lish_config *config);
/* The pool has memory for n objects at first. */
void lish_pool_init_in_(struct lish_pool_ *pool, size_t size, size_t offset,
			size_t n, void *first, uint32_t *stack,
			const struct lish_pool_ops_ *ops);
LISH_COLD void lish_pool_wake_(struct lish_pool_ *pool);
void lish_pool_empty_(lish_op_ op, struct lish_pool_ *pool, const void *caller);
void lish_pool_release_(struct lish_pool_ *pool);
/* false for misuse. */
bool lish_pool_replace_hooks_(lish_op_ op, struct lish_pool_ *pool,
			      const struct lish_pool_hooks *hooks, void *ctx,
			      const struct lish_pool_ops_ *fixed_ops,
			      const void *caller);

int lish_pool_grow_for_(lish_op_ op, struct lish_pool_ *pool,
			const void *caller);
/* The capacity of the chunks that hold the first n objects. */
uint32_t lish_pool_round_(const struct lish_pool_ *pool, uint32_t n);
/* Keeps used elements; NULL: no memory. */
void *lish_pool_side_(const struct lish_pool_ *pool, void *array, uint32_t used,
		      uint32_t has, uint32_t want, size_t elem_size);
void lish_pool_free_side_(const struct lish_pool_ *pool, void *array,
			  uint32_t has, size_t elem_size);
/* Release all chunks without a slot below top. */
void lish_pool_cut_(struct lish_pool_ *pool, uint32_t top);
void lish_pool_make_(struct lish_pool_ *pool, uint32_t n);

enum lish_reason lish_pool_reason_(const struct lish_pool_ *pool,
				   const uint32_t *mark);
/*
 * The slot whose mark starts less than bytes before a place; -1 if there is none.
 * O(chunks), or O(capacity) with LISH_NO_DIVIDE.
 */
int32_t lish_pool_seek_(const struct lish_pool_ *pool, uintptr_t place,
			size_t bytes);
/*
 * A number for a slot. Equal sums prove that the stack has the free slots and no others,
 * each once, except for one in 2^64 stacks.
 */
uint64_t lish_pool_hash_(uint32_t slot);
/* Is this the sum of the slots on the stack? */
bool lish_pool_stack_ok_(const struct lish_pool_ *pool, uint64_t sum);
/* Report a mark that differs from value, and repair it. */
void lish_pool_mend_(lish_op_ op, const struct lish_pool_ *pool, uint32_t *mark,
		     uint32_t value, const void *caller);
/*
 * Poison or fill a free object, if the pool is watched; unpoison one that load has made
 * live.
 */
void lish_pool_poison_(const struct lish_pool_ *pool, uint32_t *mark);
void lish_pool_unpoison_(struct lish_pool_ *pool, uint32_t slot);

LISH_TINY int32_t lish_pool_find_(const struct lish_pool_ *pool,
				  const void *address)
{
	return lish_pool_seek_(pool, (uintptr_t)address + pool->offset,
			       pool->size);
}

/* Returns -1 if there is none. */
LISH_TINY int32_t lish_pool_find_mark_(const struct lish_pool_ *pool,
				       const uint32_t *mark)
{
	return lish_pool_seek_(pool, (uintptr_t)mark, 1);
}

LISH_TINY struct lish_growth_ *lish_pool_growth_(const struct lish_pool_ *pool)
{
	return (struct lish_growth_ *)(void *)pool->table - 1;
}

LISH_TINY void *lish_pool_after_(void *array, size_t n, size_t size,
				 size_t align)
{
	return (void *)(((uintptr_t)array + n * size + align - 1) &
			~(uintptr_t)(align - 1));
}

LISH_TINY bool lish_pool_grows_(const struct lish_pool_ *pool)
{
	return pool->ops && pool->ops->chunks;
}

/* 0, -ENOSPC or -ENOMEM. */
LISH_TINY int lish_pool_raise_(struct lish_pool_ *pool, uint32_t capacity)
{
	if (capacity <= pool->capacity)
		return 0;
	return lish_pool_grows_(pool) ? pool->ops->chunks->grow(pool, capacity)
				      : -ENOSPC;
}

LISH_TINY void *lish_pool_object_(const struct lish_pool_ *pool,
				  const uint32_t *mark)
{
	return (void *)((uintptr_t)mark - (uintptr_t)pool->offset);
}

/* Was it initialised, and at this address? */
LISH_TINY bool lish_pool_whole_seal_(const struct lish_pool_ *pool)
{
	return pool->size &&
	       pool->seal == (pool->table ? lish_pool_sealed_(pool, pool->size,
							      pool->offset)
					  : 0);
}

/* lish_pool_unsealed_(), with the address in the user's call. */
LISH_TINY bool lish_pool_unsealed_for_(lish_op_ op,
				       const struct lish_pool_ *pool,
				       size_t size, size_t offset,
				       const void *caller)
{
	const bool same = pool->size == size && pool->offset == offset;

	if (same && !pool->seal)
		return true;
	lish_report_(op, pool, NULL,
		     same || !pool->size ? LISH_UNINITIALIZED : LISH_WRONG_TYPE,
		     caller);
	return false;
}

LISH_TINY bool lish_pool_begun_(lish_op_ op, const struct lish_pool_ *pool)
{
	return lish_begun_(op, pool, pool->size);
}

/* Does a hook run, or a call that may run some? */
LISH_TINY bool lish_pool_busy_(const struct lish_pool_ *pool)
{
	return pool->closed || pool->running;
}

/* Reports while a hook runs. */
LISH_TINY bool lish_pool_at_rest_(lish_op_ op, const struct lish_pool_ *pool)
{
	return lish_pool_begun_(op, pool) &&
	       lish_fine_(op, pool, NULL,
			  lish_pool_busy_(pool) ? LISH_IN_HOOK : LISH_OK);
}

/* Report a pool that must not get memory: clear or another whole change runs. */
LISH_TINY bool lish_pool_may_reserve_(lish_op_ op, const struct lish_pool_ *pool)
{
	return lish_pool_begun_(op, pool) &&
	       lish_fine_(op, pool, NULL,
			  pool->closed ? LISH_IN_HOOK : LISH_OK);
}

LISH_TINY uint32_t lish_pool_highest_(const struct lish_pool_ *pool)
{
	return pool->border > pool->highest ? pool->border : pool->highest;
}

/* Until open the pool does not grow and takes no fresh slot. */
LISH_TINY void lish_pool_close_(struct lish_pool_ *pool)
{
	pool->closed = true;
	pool->room = 0;
}

LISH_TINY void lish_pool_open_(struct lish_pool_ *pool)
{
	pool->closed = false;
	pool->room = pool->capacity;
}

/*
 * Must clear free each object? Do not ask poison too: hooks would then see another
 * state of the pool under ASan.
 */
LISH_TINY bool lish_pool_has_fini_(const struct lish_pool_ *pool)
{
	return pool->hooks && pool->hooks->fini;
}

/* Poisons all live objects, where clear frees none. */
LISH_TINY void lish_pool_poison_all_(struct lish_pool_ *pool)
{
	if (pool->watch & (LISH_POOL_POISON_ | LISH_POOL_FILL_))
		pool->ops->watch->poison_all(pool);
}

/* The number of slots on the stack. */
LISH_TINY void lish_pool_set_stacked_(struct lish_pool_ *pool, uint32_t n)
{
	pool->stacked = n;
	pool->changes++;
}

/* Hide the free slots from alloc. */
LISH_TINY void lish_pool_drop_stack_(struct lish_pool_ *pool)
{
	pool->gone += pool->stacked;
	lish_pool_set_stacked_(pool, 0);
}

/* The next alloc gets slot 0. */
LISH_TINY void lish_pool_reset_(struct lish_pool_ *pool)
{
	pool->highest = lish_pool_highest_(pool);
	lish_pool_set_stacked_(pool, 0);
	pool->border = 0;
	pool->gone = 0;
}

LISH_C_END

#endif /* LISH_POOL_H */
