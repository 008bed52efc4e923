// SPDX-License-Identifier: MIT
/*
 * ipool.c - init and check of an ipool. core/pool.c has the rest.
 */
#define LISH_LIB_
#include <linux-ish/ipool.h>

#include "ground/given.h"
#include "core/pool.h"

#define IPOOL_OPS                                                          \
	LISH_POOL_OPS_OF_("ipool")                                         \
	0, sizeof(struct ipool_idx), sizeof(struct ipool_idx), NULL, NULL, \
		lish_pool_free_slot_, lish_pool_free_all_

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
