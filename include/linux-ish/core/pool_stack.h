/* SPDX-License-Identifier: MIT */
/*
 * pool_stack.h - the slots of ipool and listpool, which take the slot freed last
 */
#ifndef LINUX_ISH_CORE_POOL_STACK_H
#define LINUX_ISH_CORE_POOL_STACK_H

#include "pool.h"

LISH_C_BEGIN

/* These report to the caller as op. */
LISH_NOINLINE void lish_pool_trim_(lish_op_ op, struct lish_pool_ *pool);
/*
 * A free if watch is not zero: hooks and poison. Refuses an object whose hook runs.
 */
LISH_COLD bool lish_pool_free_watched_(lish_op_ op, struct lish_pool_ *pool,
				       uint32_t *mark);

/* value: the mark. */
LISH_TINY bool lish_pool_names_(const struct lish_pool_ *pool, uint32_t value,
				const uint32_t *mark)
{
	return value - 1 < pool->border &&
	       lish_pool_at_(pool, value - 1, pool->size) == mark;
}

/*
 * -1 for any node but a live object's. Reports NULL and a pool that was never initialised.
 */
LISH_TINY int32_t lish_pool_index_(lish_op_ op, const struct lish_pool_ *pool,
				   const uint32_t *mark)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(mark) || !pool->size)) {
		lish_tell_(lish_pool_refuse_(op, pool, mark));
		return -1;
	}
	return lish_pool_names_(pool, *mark, mark) ? (int32_t)(*mark - 1) : -1;
}

/* false if there is none. */
LISH_TINY bool lish_pool_take_slot_(struct lish_pool_ *pool, size_t size,
				    uint32_t *slot)
{
	if (lish_likely(pool->stacked > 0)) {
		*slot = lish_pool_top_(pool, size);
		lish_pool_changed_(pool, LISH_POOL_POPPED_);
	} else if (lish_likely(pool->border < pool->room)) {
		*slot = pool->border++;
	} else {
		return false;
	}
	return true;
}

LISH_TINY void lish_pool_free_slot_(struct lish_pool_ *pool, uint32_t *mark)
{
	const uint32_t slot = *mark - 1;

	pool->stack[pool->stacked] = slot;
	lish_pool_changed_(pool, LISH_POOL_PUSHED_);
	*mark = LISH_POOL_FREE_MARK_(slot);
}

LISH_C_END

#endif /* LINUX_ISH_CORE_POOL_STACK_H */
