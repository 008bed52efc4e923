// SPDX-License-Identifier: MIT
/*
 * The cold side of densepool: settings, growth, hooks, reports, validation.
 */
#define LISH_LIB_
#include <linux-ish/densepool.h>

void densepool_refuse_(const char *op, const struct densepool *pool,
		       const void *object)
{
	const uint32_t *mark =
		object ? &densepool_idx_of_(pool, object)->slot : NULL;
	enum lish_reason reason =
		lish_chunks_reason_(&pool->chunks, object, mark, pool->filled);

	/* What is parked has a place too. */
	if (reason == LISH_BAD_INDEX && *mark > pool->live.count &&
	    *mark <= pool->filled && &pool->live.items[*mark - 1]->slot == mark)
		reason = LISH_NOT_LIVE;
	lish_misuse_(op, pool, object, reason);
}
LISH_EXPORT(densepool_refuse_)

void densepool_refuse_zero_(const char *op, const struct densepool *pool)
{
	lish_misuse_(op, pool, NULL, LISH_UNINITIALIZED);
}
LISH_EXPORT(densepool_refuse_zero_)

bool densepool_whole_ok_(const char *op, const struct densepool *pool)
{
	const struct densepool_idx *fault;
	const enum lish_reason reason = densepool_check(pool, &fault);

	if (reason != LISH_OK)
		lish_misuse_(op, pool, fault, reason);
	return reason == LISH_OK;
}
LISH_EXPORT(densepool_whole_ok_)

static void free_items(struct densepool *pool)
{
	lish_chunks_free_side_(&pool->chunks, pool->live.items,
			       pool->live.capacity, sizeof(*pool->live.items));
	pool->live.items = NULL;
	pool->live.capacity = 0;
}

static void release(struct densepool *pool)
{
	free_items(pool);
	lish_chunks_release_(&pool->chunks);
	memset(pool, 0, sizeof(*pool));
}

int densepool_init_(struct densepool *pool, size_t size, size_t align,
		    size_t offset, const struct lish_config *config)
{
	int err;

	memset(pool, 0, sizeof(*pool));
	dense_init_fixed(&pool->live, NULL, 0);
	err = lish_chunks_init_(&pool->chunks, size, align, offset,
				sizeof(struct densepool_idx), config);
	if (!err && config && config->initial)
		err = densepool_reserve(pool, config->initial);
	if (err)
		release(pool);
	return err;
}
LISH_EXPORT(densepool_init_)

int densepool_init_in_(struct densepool *pool, size_t size, size_t align,
		       size_t offset, uint32_t n, void *block, size_t bytes,
		       const struct lish_config *config)
{
	struct dense_idx **items = NULL;
	struct lish_block_ rest;
	int err;

	rest.at = (char *)block;
	rest.left = bytes;
	memset(pool, 0, sizeof(*pool));
	err = lish_chunks_init_in_(&pool->chunks, size, align, offset,
				   sizeof(struct densepool_idx), n, &rest,
				   config);
	if (!err) {
		items = (struct dense_idx **)lish_block_cut_(
			&rest, n, sizeof(*items),
			LISH_ALIGNOF(struct dense_idx *));
		err = items ? 0 : -ENOSPC;
	}
	if (err)
		memset(pool, 0, sizeof(*pool));
	else
		dense_init_fixed(&pool->live, items, n);
	return err;
}
LISH_EXPORT(densepool_init_in_)

/* May the pool be changed as a whole? */
static int settled(const char *op, const struct densepool *pool)
{
	const int err = lish_chunks_settled_(op, pool, &pool->chunks);

	return !err && pool->live.loops ? -EBUSY : err;
}

/* Nothing is live: forget what was parked, and in which order. */
static void start_over(struct densepool *pool)
{
	pool->chunks.peak = lish_chunks_peak_(&pool->chunks, pool->filled);
	pool->live.count = 0;
	pool->filled = 0;
}

int densepool_set_hooks(struct densepool *pool,
			const struct lish_pool_hooks *hooks, void *ctx)
{
	int err = settled("densepool_set_hooks", pool);

	if (!err && pool->live.count)
		err = -EBUSY;
	if (!err)
		err = lish_chunks_set_hooks_("densepool_set_hooks", pool,
					     &pool->chunks, hooks, ctx);
	if (!err)
		start_over(pool);
	return err;
}
LISH_EXPORT(densepool_set_hooks)

/* Memory for so many; see lish_chunks_side_() for why in this order. */
static int extend(struct densepool *pool, uint32_t capacity)
{
	struct dense *live = &pool->live;
	void *items = live->items;

	if (capacity > pool->chunks.capacity)
		items = lish_chunks_side_(&pool->chunks, items, pool->filled,
					  &live->capacity, capacity,
					  sizeof(*live->items));
	if (!items && capacity)
		return -ENOMEM;
	live->items = (struct dense_idx **)items;
	return lish_chunks_extend_(&pool->chunks, capacity);
}

static int grow(struct densepool *pool)
{
	uint32_t capacity;
	const int err = lish_chunks_next_("densepool_alloc", pool,
					  &pool->chunks, &capacity);

	return err ? err : extend(pool, capacity);
}

struct dense_idx *densepool_fresh_(struct densepool *pool)
{
	struct dense *live = &pool->live;
	const uint32_t at = live->count;
	struct dense_idx *idx;
	int err = 0;

	if (live->loops)
		err = -EBUSY;
	else if (at >= pool->chunks.room)
		err = grow(pool);
	if (err) {
		/* What was never initialised is not written to. */
		if (err != -EINVAL)
			pool->chunks.failed++;
		return NULL;
	}
	idx = densepool_idx_of_(pool, lish_chunks_at_(&pool->chunks, at));
	live->items[at] = idx;
	idx->slot = at + 1;
	pool->filled = at + 1;
	return idx;
}
LISH_EXPORT(densepool_fresh_)

int densepool_reserve(struct densepool *pool, uint32_t n)
{
	uint32_t capacity;
	int err = lish_chunks_rest_("densepool_reserve", pool, &pool->chunks, n,
				    &capacity);

	if (!err && pool->live.loops)
		err = -EBUSY;
	if (!err)
		err = extend(pool, capacity);
	if (!err)
		lish_chunks_make_(&pool->chunks, n);
	return err;
}
LISH_EXPORT(densepool_reserve)

void densepool_born_(struct densepool *pool, struct dense_idx *idx, bool zero)
{
	/* Places below the peak are those of objects that are not fresh. */
	lish_chunks_born_(&pool->chunks, idx->slot - 1,
			  densepool_object_(pool, idx), &idx->slot, zero);
}
LISH_EXPORT(densepool_born_)

void densepool_bury_(struct densepool *pool, struct dense_idx *idx)
{
	void *object = densepool_object_(pool, idx);
	struct dense_idx *last;
	uint32_t in_hook;

	lish_chunks_dying_(&pool->chunks, object, &idx->slot);
	/* A hook may be running for the one that is moved. */
	last = pool->live.items[pool->live.count - 1];
	in_hook = last->slot & LISH_IN_HOOK_;
	densepool_park_(pool, idx);
	last->slot |= in_hook;
	lish_chunks_dead_(&pool->chunks, object);
}
LISH_EXPORT(densepool_bury_)

/*
 * Free all, from the last one, with hooks that may free and alloc others
 * meanwhile. What is parked is dropped each time, so that they can take only
 * what they freed themselves, and there is an end.
 */
static void bury_all(struct densepool *pool)
{
	struct dense *live = &pool->live;

	pool->chunks.peak = lish_chunks_peak_(&pool->chunks, pool->filled);
	lish_chunks_close_(&pool->chunks);
	while (live->count) {
		pool->filled = live->count;
		densepool_bury_(pool, live->items[live->count - 1]);
	}
	lish_chunks_open_(&pool->chunks);
}

int densepool_clear(struct densepool *pool)
{
	const int err = settled("densepool_clear", pool);

	if (err)
		return err;
	if (lish_chunks_must_visit_(&pool->chunks))
		bury_all(pool);
	start_over(pool);
	return 0;
}
LISH_EXPORT(densepool_clear)

/* Forget the parked ones that lie in memory from a slot on. */
static void drop_parked(struct densepool *pool, uint32_t from)
{
	struct dense *live = &pool->live;
	struct dense_idx *idx;
	uint32_t slot, i, to = live->count;

	for (slot = from; slot < pool->filled; slot++) {
		idx = densepool_idx_of_(pool,
					lish_chunks_at_(&pool->chunks, slot));
		live->items[idx->slot - 1] = NULL;
	}
	for (i = to; i < pool->filled; i++) {
		idx = live->items[i];
		if (!idx)
			continue;
		live->items[to++] = idx;
		idx->slot = to;
	}
	pool->filled = to;
}

int densepool_trim(struct densepool *pool)
{
	struct lish_chunks *chunks = &pool->chunks;
	const int err = settled("densepool_trim", pool);
	uint32_t top = pool->filled;

	if (err || !chunks->mem)
		return err;
	while (top &&
	       !densepool_is_live(pool, lish_chunks_at_(chunks, top - 1)))
		top--;
	top = lish_chunks_round_(chunks, top);
	if (top >= chunks->capacity)
		return 0;
	chunks->peak = lish_chunks_peak_(chunks, pool->filled);
	drop_parked(pool, top);
	lish_chunks_shrink_(chunks, top);
	if (!top)
		free_items(pool);
	return 0;
}
LISH_EXPORT(densepool_trim)

void densepool_destroy(struct densepool *pool)
{
	if (pool->live.loops) {
		lish_misuse_("densepool_destroy", pool, NULL, LISH_LOOPED);
		return;
	}
	if (!lish_chunks_may_destroy_("densepool_destroy", pool, &pool->chunks))
		return;
	(void)densepool_clear(pool);
	lish_chunks_shrink_(&pool->chunks, 0);
	release(pool);
}
LISH_EXPORT(densepool_destroy)

bool densepool_owns(const struct densepool *pool, const void *ptr)
{
	return densepool_ready_("densepool_owns", pool) &&
	       lish_chunks_find_(&pool->chunks, ptr) >= 0;
}
LISH_EXPORT(densepool_owns)

enum lish_reason densepool_check(const struct densepool *pool,
				 const struct densepool_idx **fault)
{
	const struct dense *live = &pool->live;
	uint32_t i, slot;

	if (fault)
		*fault = NULL;
	if (!pool->chunks.size)
		return LISH_UNINITIALIZED;
	if (live->count > pool->filled ||
	    pool->filled > pool->chunks.capacity ||
	    pool->chunks.capacity > live->capacity)
		return LISH_BAD_COUNT;
	for (i = 0; i < pool->filled; i++) {
		slot = live->items[i]->slot;
		/* Hooks run for live ones only. */
		if (i < live->count)
			slot &= ~LISH_IN_HOOK_;
		if (slot == i + 1)
			continue;
		if (fault)
			*fault = (const struct densepool_idx *)(const void *)
					 live->items[i];
		return LISH_BAD_INDEX;
	}
	return LISH_OK;
}
LISH_EXPORT(densepool_check)

void densepool_loop_begin(struct densepool_loop *loop, struct densepool *pool)
{
	dense_loop_begin(&loop->dense, &pool->live);
}
LISH_EXPORT(densepool_loop_begin)

void densepool_loop_end(struct densepool_loop *loop)
{
	dense_loop_end(&loop->dense);
}
LISH_EXPORT(densepool_loop_end)

void densepool_abandon(struct densepool *pool)
{
	dense_abandon(&pool->live);
}
LISH_EXPORT(densepool_abandon)
