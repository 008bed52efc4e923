// SPDX-License-Identifier: MIT
/*
 * The cold side of ipool: settings, growth, hooks, reports, validation.
 */
#define LISH_LIB_
#include <linux-ish/ipool.h>

void ipool_refuse_(const char *op, const struct ipool *pool, const void *object)
{
	const uint32_t *mark =
		object ? &ipool_node_of_(pool, object)->slot : NULL;

	lish_misuse_(op, pool, object,
		    lish_chunks_reason_(&pool->chunks, object, mark,
					pool->slots.border));
}
LISH_EXPORT(ipool_refuse_)

void ipool_refuse_zero_(const char *op, const struct ipool *pool)
{
	lish_misuse_(op, pool, NULL, LISH_UNINITIALIZED);
}
LISH_EXPORT(ipool_refuse_zero_)

bool ipool_whole_ok_(const char *op, const struct ipool *pool)
{
	const struct ipool_node *fault;
	const enum lish_reason reason = ipool_check(pool, &fault);

	if (reason != LISH_OK)
		lish_misuse_(op, pool, fault, reason);
	return reason == LISH_OK;
}
LISH_EXPORT(ipool_whole_ok_)

static void release(struct ipool *pool)
{
	lish_slots_free_(&pool->chunks, &pool->slots);
	lish_chunks_release_(&pool->chunks);
	memset(pool, 0, sizeof(*pool));
}

int ipool_init_(struct ipool *pool, size_t size, size_t align, size_t offset,
		const struct lish_config *config)
{
	int err;

	memset(pool, 0, sizeof(*pool));
	err = lish_chunks_init_(&pool->chunks, size, align, offset,
				sizeof(struct ipool_node), config);
	if (!err && config && config->initial)
		err = ipool_reserve(pool, config->initial);
	if (err)
		release(pool);
	return err;
}
LISH_EXPORT(ipool_init_)

int ipool_init_in_(struct ipool *pool, size_t size, size_t align, size_t offset,
		   uint32_t n, void *block, size_t bytes,
		   const struct lish_config *config)
{
	struct lish_block_ rest;
	int err;

	rest.at = (char *)block;
	rest.left = bytes;
	memset(pool, 0, sizeof(*pool));
	err = lish_chunks_init_in_(&pool->chunks, size, align, offset,
				   sizeof(struct ipool_node), n, &rest, config);
	if (!err)
		err = lish_slots_init_in_(&pool->slots, n, &rest);
	if (err)
		memset(pool, 0, sizeof(*pool));
	return err;
}
LISH_EXPORT(ipool_init_in_)

int ipool_set_hooks(struct ipool *pool, const struct lish_pool_hooks *hooks,
		    void *ctx)
{
	struct lish_chunks *chunks = &pool->chunks;
	int err;

	if (pool->slots.count)
		return -EBUSY;
	err = lish_chunks_set_hooks_("ipool_set_hooks", pool, chunks, hooks,
				     ctx);
	if (err)
		return err;
	/* make is called in the order of the slots. */
	chunks->peak = lish_chunks_peak_(chunks, pool->slots.border);
	lish_slots_reset_(&pool->slots);
	return 0;
}
LISH_EXPORT(ipool_set_hooks)

int ipool_grow_(struct ipool *pool)
{
	return lish_slots_grow_("ipool_alloc", pool, &pool->chunks,
				&pool->slots);
}
LISH_EXPORT(ipool_grow_)

int ipool_reserve(struct ipool *pool, uint32_t n)
{
	return lish_slots_reserve_("ipool_reserve", pool, &pool->chunks,
				   &pool->slots, n);
}
LISH_EXPORT(ipool_reserve)

void ipool_born_(struct ipool *pool, void *object, bool zero)
{
	uint32_t *mark = &ipool_node_of_(pool, object)->slot;

	lish_chunks_born_(&pool->chunks, *mark - 1, object, mark, zero);
}
LISH_EXPORT(ipool_born_)

void ipool_bury_(struct ipool *pool, void *object)
{
	uint32_t *mark = &ipool_node_of_(pool, object)->slot;

	lish_chunks_dying_(&pool->chunks, object, mark);
	lish_slots_give_(&pool->slots, *mark - 1);
	*mark = 0;
	lish_chunks_dead_(&pool->chunks, object);
}
LISH_EXPORT(ipool_bury_)

/*
 * Free all, from the top, with hooks that may free and alloc others meanwhile.
 * No slot that went is handed out again, but to a hook that freed it itself: so
 * what is taken lies below the one that goes, and there is an end.
 */
static void bury_all(struct ipool *pool)
{
	uint32_t slot;
	void *object;

	lish_chunks_close_(&pool->chunks);
	for (slot = pool->slots.border; slot-- > 0;) {
		pool->slots.free = 0;
		object = ipool_at(pool, slot);
		if (object)
			ipool_bury_(pool, object);
	}
	lish_chunks_open_(&pool->chunks);
}

int ipool_clear(struct ipool *pool)
{
	struct lish_chunks *chunks = &pool->chunks;
	const int err = lish_chunks_settled_("ipool_clear", pool, chunks);

	if (err)
		return err;
	if (lish_chunks_must_visit_(chunks))
		bury_all(pool);
	chunks->peak = lish_chunks_peak_(chunks, pool->slots.border);
	lish_slots_reset_(&pool->slots);
	return 0;
}
LISH_EXPORT(ipool_clear)

int ipool_trim(struct ipool *pool)
{
	struct lish_chunks *chunks = &pool->chunks;
	const int err = lish_chunks_settled_("ipool_trim", pool, chunks);
	uint32_t top = pool->slots.border;

	if (err || !chunks->mem)
		return err;
	while (top && !ipool_at(pool, top - 1))
		top--;
	lish_slots_trim_(chunks, &pool->slots, top);
	return 0;
}
LISH_EXPORT(ipool_trim)

void ipool_destroy(struct ipool *pool)
{
	if (!lish_chunks_may_destroy_("ipool_destroy", pool, &pool->chunks))
		return;
	(void)ipool_clear(pool);
	lish_chunks_shrink_(&pool->chunks, 0);
	release(pool);
}
LISH_EXPORT(ipool_destroy)

bool ipool_owns(const struct ipool *pool, const void *ptr)
{
	return ipool_ready_("ipool_owns", pool) &&
	       lish_chunks_find_(&pool->chunks, ptr) >= 0;
}
LISH_EXPORT(ipool_owns)

enum lish_reason ipool_check(const struct ipool *pool,
			     const struct ipool_node **fault)
{
	const struct lish_chunks *chunks = &pool->chunks;
	const struct lish_slots *slots = &pool->slots;
	const struct ipool_node *node;
	uint32_t i, live = 0;

	if (fault)
		*fault = NULL;
	if (!chunks->size)
		return LISH_UNINITIALIZED;
	if (slots->border > chunks->capacity || slots->free > slots->border)
		return LISH_BAD_COUNT;
	for (i = 0; i < slots->border; i++) {
		node = ipool_node_of_(pool, lish_chunks_at_(chunks, i));
		if (!node->slot)
			continue;
		if ((node->slot & ~LISH_IN_HOOK_) != i + 1) {
			if (fault)
				*fault = node;
			return LISH_BAD_INDEX;
		}
		live++;
	}
	for (i = 0; i < slots->free; i++) {
		if (slots->stack[i] >= slots->border)
			return LISH_BAD_INDEX;
		node = ipool_node_of_(pool,
				      lish_chunks_at_(chunks, slots->stack[i]));
		if (node->slot) {
			if (fault)
				*fault = node;
			return LISH_BAD_INDEX;
		}
	}
	if (live != slots->count ||
	    (!chunks->closed && slots->free + live != slots->border))
		return LISH_BAD_COUNT;
	return LISH_OK;
}
LISH_EXPORT(ipool_check)
