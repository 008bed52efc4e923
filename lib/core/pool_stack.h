/* SPDX-License-Identifier: MIT */
/*
 * pool_stack.h - the slots of ipool and listpool, which take the slot freed last. For lib/ only.
 *
 * A birth is lish_pool_finds_(), lish_pool_take_(), what the container adds, and
 * lish_pool_born_(). A death is lish_pool_dies_(), if watch is not 0, or lish_pool_give_().
 */
#ifndef LISH_POOL_STACK_H
#define LISH_POOL_STACK_H

#include "pool.h"

LISH_C_BEGIN

/* fault: the first wrong mark, or NULL. */
LISH_LOCAL enum lish_reason lish_pool_check_(const struct lish_pool_ *pool,
					     const struct lish_area_ *area,
				  const uint32_t **fault);
/* Release the chunks after the last live object. */
LISH_LOCAL void lish_pool_trim_(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool);
/* Write the marks of the slots on the stack. */
LISH_LOCAL void lish_pool_mark_free_(struct lish_pool_ *pool);
/* Take all slots off the stack: they are gone. Writes their marks. */
LISH_LOCAL void lish_pool_forget_free_(struct lish_pool_ *pool);

/* Neither a slot on the stack, nor memory for a fresh one. */
LISH_INLINE bool lish_pool_is_full_(const struct lish_pool_ *pool)
{
	return lish_unlikely(!pool->stacked) && lish_unlikely(pool->border >= pool->room);
}

/* Is there a slot to take? Grows if not, or calls the hook full. */
static inline bool lish_pool_finds_(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool)
{
	bool tried;

	if (lish_pool_waits_(pool))
		lish_pool_draw_(kind, pool);
	for (tried = false; lish_pool_is_full_(pool); tried = true) {
		if (tried || !lish_pool_more_(kind, pool)) {
			lish_pool_fail_(pool);
			return false;
		}
	}
	return true;
}

/* The mark of a slot that is live now. The pool is not full. ahead: see LISH_POOL_FRESH_. */
LISH_INLINE uint32_t *lish_pool_take_(struct lish_pool_ *pool, bool ahead)
{
	uint32_t slot, *mark;

	if (lish_likely(pool->stacked > 0)) {
		slot = lish_pool_top_(pool);
		lish_pool_changed_(pool, LISH_POOL_POPPED_);
		mark = lish_pool_at_(pool, slot, pool->size);
	} else {
		slot = pool->border++;
		mark = lish_pool_at_(pool, slot, pool->size);
		if (ahead)
			lish_prefetch((uintptr_t)mark + LISH_POOL_FRESH_ * (uintptr_t)pool->size);
	}
	*mark = slot + 1;
	return mark;
}

/* Put the slot of a live object on the stack. */
LISH_INLINE void lish_pool_give_(struct lish_pool_ *pool, uint32_t *mark)
{
	const uint32_t slot = *mark - 1;

	pool->stack[pool->stacked] = slot;
	lish_pool_changed_(pool, LISH_POOL_PUSHED_);
	*mark = LISH_POOL_FREE_MARK_(slot);
}

LISH_C_END

#endif /* LISH_POOL_STACK_H */
