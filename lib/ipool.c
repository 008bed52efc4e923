// SPDX-License-Identifier: MIT
/*
 * ipool.c - what ipool alone does. core/pool.c has the rest.
 */
#define LISH_LIB_
#include <linux-ish/ipool.h>

#include "ground/given.h"
#include "core/pool_stack.h"

/* By index, highest first. */
static void ipool_free_all(lish_op_ op, struct lish_pool_ *pool,
			   const void *caller)
{
	uint32_t slot, *mark;

	/*
	 * fini may free and alloc other objects. With an empty stack it allocs only slots
	 * that it freed itself, below the current one, so the loop ends.
	 */
	lish_pool_close_(pool);
	for (slot = pool->border; slot-- > 0;) {
		lish_pool_forget_free_(pool);
		mark = lish_pool_at_(pool, slot, pool->size);
		if (*mark == LISH_POOL_FREE_MARK_(slot))
			continue;
		lish_pool_mend_(op, pool, mark, slot + 1, caller);
		(void)pool->ops->watch->free(op, pool, mark, caller);
	}
	lish_pool_open_(pool);
}

#define IPOOL_OPS                                                          \
	LISH_POOL_OPS_OF_("ipool")                                         \
	0, sizeof(struct ipool_idx), sizeof(struct ipool_idx), NULL, NULL, \
		lish_pool_free_slot_, ipool_free_all

const struct lish_pool_ops_ ipool_fixed_ops_ = {
	IPOOL_OPS, LISH_POOL_FIXED_OPS_
};
LISH_EXPORT(ipool_fixed_ops_)

static const struct lish_pool_ops_ ipool_growing_ops = {
	IPOOL_OPS,
	LISH_POOL_GROWING_OPS_(lish_pool_stack_fit_, lish_pool_stack_release_)
};

int ipool_init_(struct ipool *pool, size_t size, size_t align, size_t offset,
		const struct lish_config *config)
{
	const int err = lish_pool_init_(&pool->base, size, align, offset,
					&ipool_growing_ops, config);

	return err ? err : lish_pool_initial_(&pool->base, config);
}
LISH_EXPORT(ipool_init_)

void ipool_init_in_(struct ipool *pool, size_t size, size_t offset, size_t n,
		    void *mem)
{
	memset(pool, 0, sizeof(*pool));
	if (!lish_given_memory_("ipool_init_in", pool, mem, n))
		return;
	lish_pool_init_in_(&pool->base, size, offset, n, mem,
			   (uint32_t *)lish_pool_after_(mem, n, size,
							LISH_ALIGNOF(uint32_t)),
			   &ipool_fixed_ops_);
}
LISH_EXPORT(ipool_init_in_)

LISH_TINY uint32_t *ipool_take(lish_op_ op, struct lish_pool_ *base,
			      const void *caller)
{
	uint32_t slot, *mark;

	while (!lish_pool_take_slot_(base, base->size, &slot)) {
		if (lish_pool_grow_for_(op, base, caller))
			return NULL;
	}
	mark = lish_pool_at_(base, slot, base->size);
	*mark = slot + 1;
	return mark;
}

void *ipool_alloc_slow_(lish_op_ op, struct lish_pool_ *base)
{
	uint32_t *mark = ipool_take(op, base, LISH_CALLER_());

	if (!mark)
		return NULL;
	if (base->watch)
		base->ops->watch->allocated(base, mark, false);
	return lish_pool_object_(base, mark);
}
LISH_EXPORT(ipool_alloc_slow_)

void *ipool_zalloc_slow_(lish_op_ op, struct lish_pool_ *base)
{
	uint32_t *mark = ipool_take(op, base, LISH_CALLER_());

	if (!mark)
		return NULL;
	if (base->watch)
		base->ops->watch->allocated(base, mark, true);
	else
		lish_pool_zero_(lish_pool_object_(base, mark), base->size,
				base->offset, sizeof(*mark));
	return lish_pool_object_(base, mark);
}
LISH_EXPORT(ipool_zalloc_slow_)

void ipool_clear_(struct ipool *pool)
{
	if (lish_pool_at_rest_("ipool_clear", &pool->base))
		lish_pool_empty_("ipool_clear", &pool->base, LISH_CALLER_());
}
LISH_EXPORT(ipool_clear_)

void ipool_destroy_(struct ipool *pool)
{
	if (!lish_pool_at_rest_("ipool_destroy", &pool->base))
		return;
	lish_pool_empty_("ipool_destroy", &pool->base, LISH_CALLER_());
	lish_pool_release_(&pool->base);
}
LISH_EXPORT(ipool_destroy_)

bool ipool_whole_ok_(lish_op_ op, const struct ipool *pool)
{
	const struct ipool_idx *fault;
	const enum lish_reason reason = ipool_check(pool, &fault);

	if (reason != LISH_OK)
		lish_misuse_(op, pool, fault, reason);
	return reason == LISH_OK;
}
LISH_EXPORT(ipool_whole_ok_)

enum lish_reason ipool_check(const struct ipool *pool,
			     const struct ipool_idx **fault)
{
	const uint32_t *mark;
	const enum lish_reason reason = lish_pool_check_(&pool->base, &mark);

	if (fault)
		*fault = (const struct ipool_idx *)(const void *)mark;
	return reason;
}
LISH_EXPORT(ipool_check)
