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

#include "given.h"

/* The fewest objects in a chunk. slotpool's words of live bits rely on it. */
#define LISH_POOL_MIN_CHUNK_ 64u

/*
 * The mark of a free slot while clear or trim has emptied the stack. It tells free
 * slots from live objects that were overwritten, usually by zeros.
 */
#define LISH_POOL_FORGOTTEN_ LISH_POOL_IN_HOOK_

#define LISH_POOL_HOOKS_ 1u
#define LISH_POOL_POISON_ 2u

#define LISH_POOL_CLOSED_ 1u /* clear, trim, reserve, destroy: no growth */
#define LISH_POOL_HOOKED_ 2u /* a hook has not returned */

/* Ends of the initialisers of a struct lish_pool_ops_, after give and bury_all. */
#define LISH_POOL_WATCH_OPS_                                      \
	lish_pool_watch_born_, lish_pool_watch_bury_, lish_pool_watch_make_, \
		lish_pool_watch_unmake_, lish_pool_watch_hide_
#define LISH_POOL_FIXED_OPS_ LISH_POOL_WATCH_OPS_, NULL, NULL, NULL, NULL
#define LISH_POOL_GROWING_OPS_(fit, release)                          \
	LISH_POOL_WATCH_OPS_, lish_pool_chunks_grow_, lish_pool_chunks_drop_, \
		fit, release

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

LISH_C_BEGIN

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
bool lish_pool_hook_(lish_op_ op, struct lish_pool_ *pool,
		     const struct lish_pool_hooks *hooks, void *ctx,
		     const struct lish_pool_ops_ *fixed_ops,
		     const void *caller);

int lish_pool_grow_for_(lish_op_ op, struct lish_pool_ *pool,
			const void *caller);
/* The capacity of the chunks that hold the first n objects. */
uint32_t lish_pool_round_(const struct lish_pool_ *pool, uint32_t n);
/* The array must have capacity elements, and has fewer. */
uint32_t lish_pool_want_(const struct lish_pool_ *pool, uint32_t has,
			 uint32_t capacity);
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
/* fault: the first wrong mark, or NULL. */
enum lish_reason lish_pool_check_(const struct lish_pool_ *pool,
				  const uint32_t **fault);
/*
 * The slot whose mark starts less than bytes before a place; -1 if there is none.
 * O(chunks), or O(capacity) with LISH_NO_DIVIDE.
 */
int32_t lish_pool_seek_(const struct lish_pool_ *pool, uintptr_t place,
			size_t bytes);
/* The slots get the mark LISH_POOL_FORGOTTEN_. */
void lish_pool_forget_free_(struct lish_pool_ *pool);
/* Writes the marks of the slots on the stack, beginning with a place. */
void lish_pool_number_(struct lish_pool_ *pool, uint32_t from);
/* Does this mark of a slot name a place of the stack that has the slot? */
bool lish_pool_stacked_(const struct lish_pool_ *pool, uint32_t slot,
			uint32_t mark);
/* Report a mark that differs from value, and repair it. */
void lish_pool_mend_(lish_op_ op, const struct lish_pool_ *pool, uint32_t *mark,
		     uint32_t value, const void *caller);
void lish_pool_dead_(const struct lish_pool_ *pool, uint32_t *mark);
void lish_pool_revive_(struct lish_pool_ *pool, uint32_t slot);

void lish_pool_watch_born_(struct lish_pool_ *pool, uint32_t *mark, bool zero);
void lish_pool_watch_bury_(struct lish_pool_ *pool, uint32_t *mark);
void lish_pool_watch_make_(struct lish_pool_ *pool, uint32_t n);
void lish_pool_watch_unmake_(struct lish_pool_ *pool, uint32_t from);
void lish_pool_watch_hide_(struct lish_pool_ *pool);
int lish_pool_chunks_grow_(struct lish_pool_ *pool, uint32_t capacity);
void lish_pool_chunks_drop_(struct lish_pool_ *pool, uint32_t capacity);
/* fit and release of a pool whose only array is the stack. */
int lish_pool_stack_fit_(struct lish_pool_ *pool, uint32_t capacity);
void lish_pool_stack_release_(struct lish_pool_ *pool);
/* Bury by index, highest first. */
void lish_pool_bury_all_(lish_op_ op, struct lish_pool_ *pool,
			 const void *caller);

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
	return pool->ops && pool->ops->grow;
}

/* 0, -ENOSPC or -ENOMEM. */
LISH_TINY int lish_pool_raise_(struct lish_pool_ *pool, uint32_t capacity)
{
	if (capacity <= pool->capacity)
		return 0;
	return lish_pool_grows_(pool) ? pool->ops->grow(pool, capacity)
				      : -ENOSPC;
}

LISH_TINY void *lish_pool_object_(const struct lish_pool_ *pool,
				  const uint32_t *mark)
{
	return (void *)((uintptr_t)mark - (uintptr_t)pool->offset);
}

LISH_TINY bool lish_pool_begun_(lish_op_ op, const struct lish_pool_ *pool)
{
	return lish_begun_(op, pool, pool->size);
}

/* Reports while a hook runs. */
LISH_TINY bool lish_pool_at_rest_(lish_op_ op, const struct lish_pool_ *pool)
{
	return lish_pool_begun_(op, pool) &&
	       lish_fine_(op, pool, NULL, pool->state ? LISH_IN_HOOK : LISH_OK);
}

/* Report a pool that must not get memory: clear or another whole change runs. */
LISH_TINY bool lish_pool_may_reserve_(lish_op_ op, const struct lish_pool_ *pool)
{
	return lish_pool_begun_(op, pool) &&
	       lish_fine_(op, pool, NULL,
			  pool->state & LISH_POOL_CLOSED_ ? LISH_IN_HOOK
							  : LISH_OK);
}

LISH_TINY uint32_t lish_pool_highest_(const struct lish_pool_ *pool)
{
	return pool->border > pool->highest ? pool->border : pool->highest;
}

/* Until open the pool does not grow and takes no fresh slot. */
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

/*
 * Must clear bury each object? Do not ask poison too: hooks would then see another
 * state of the pool under ASan.
 */
LISH_TINY bool lish_pool_has_fini_(const struct lish_pool_ *pool)
{
	return pool->hooks && pool->hooks->fini;
}

/* Poisons all live objects, where clear buries none. */
LISH_TINY void lish_pool_hide_(struct lish_pool_ *pool)
{
	if (pool->watch & LISH_POOL_POISON_)
		pool->ops->hide(pool);
}

/* The next alloc gets slot 0. */
LISH_TINY void lish_pool_reset_(struct lish_pool_ *pool)
{
	pool->highest = lish_pool_highest_(pool);
	pool->free = 0;
	pool->border = 0;
	pool->count = 0;
}

LISH_C_END

#endif /* LISH_POOL_H */
