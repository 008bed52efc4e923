// SPDX-License-Identifier: MIT
/*
 * pool_stack.c - trim and check of ipool and listpool
 *
 * Each free slot below the border is on the stack, except while clear empties the pool:
 * then it is gone. pool.c has the words.
 */
#define LISH_LIB_
#include "pool_stack.h"

void lish_pool_trim_(const struct lish_pool_kind_ *kind, struct lish_pool_ *pool)
{
	uint32_t top = pool->border;

	if (!pool->growth)
		return;
	/* Trust the stack, not the marks: objects may have been overwritten. */
	lish_pool_mark_free_(pool);
	while (top && *lish_pool_at_(pool, top - 1, pool->size) ==
			      LISH_POOL_FREE_MARK_(top - 1))
		top--;
	lish_pool_cut_(kind, pool, top);
}

enum lish_reason lish_pool_check_(const struct lish_pool_ *pool, const struct lish_area_ *area,
				  const uint32_t **fault)
{
	const uint32_t *mark;
	uint32_t i, free = 0;
	uint64_t sum = 0;

	*fault = NULL;
	if (!lish_pool_sealed_(pool, area))
		return LISH_UNINITIALIZED;
	if (pool->border > pool->capacity ||
	    pool->stacked > pool->border)
		return LISH_BAD_COUNT;
	if (!lish_pool_lies_in_(pool, area, pool->border, sizeof(*mark)) ||
	    !LISH_AREA_HAS_(area, pool->stack, pool->stacked, uint32_t))
		return LISH_BAD_RANGE;
	for (i = 0; i < pool->border; i++) {
		mark = lish_pool_at_(pool, i, pool->size);
		if (*mark == LISH_POOL_FREE_MARK_(i)) {
			free++;
			sum += lish_pool_hash_(i);
		} else if (*mark != i + 1) {
			*fault = mark;
			return LISH_BAD_INDEX;
		}
	}
	if (free != pool->stacked + pool->gone)
		return LISH_BAD_COUNT;
	/* While clear runs, free slots are off the stack. */
	if (pool->closed)
		return LISH_OK;
	if (pool->gone)
		return LISH_BAD_COUNT;
	return lish_pool_stack_ok_(pool, sum) ? LISH_OK : LISH_BAD_INDEX;
}

void lish_pool_mark_free_(struct lish_pool_ *pool)
{
	const uint32_t stacked = pool->stacked;
	uint32_t i;

	for (i = 0; i < stacked; i++)
		*lish_pool_at_(pool, pool->stack[i], pool->size) =
			LISH_POOL_FREE_MARK_(pool->stack[i]);
}

void lish_pool_forget_free_(struct lish_pool_ *pool)
{
	lish_pool_mark_free_(pool);
	lish_pool_drop_stack_(pool);
}
