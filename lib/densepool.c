// SPDX-License-Identifier: MIT
/*
 * densepool.c - memory, changes while loops or hooks run, reports, validation
 *
 * Objects lie in chunks and never move. One array of pointers has three parts:
 *
 *   live objects | free objects | slots never used
 *                used           base.border       base.capacity
 *
 * The node of an object is its place in that array, plus one. alloc turns the first
 * free object into the last live one by moving used up. free swaps: the last live
 * object fills the gap, the freed object becomes the first free one. So alloc returns
 * the object freed last, and loops visit only live objects. If no object is free, alloc
 * takes the next object in memory and moves the border up.
 *
 * While loops run, free must not move an object across the boundary of a loop:
 * core/parts.h.
 *
 * clear forgets the order of the free objects: it sets the border to 0, and the pool
 * allocates in the order of memory again. With a fini hook it first frees the live
 * objects one by one, from the last.
 *
 * Invariants:
 * - used <= border <= capacity
 * - *slots[i] == i + 1, for each place i below the border
 * - the objects of these places are the first border objects in memory
 */
#define LISH_LIB_
#define LISH_LEVELS_
#include <linux-ish/densepool.h>

#include "ground/given.h"
#include "core/loop.h"
#include "core/parts.h"
#include "core/pool.h"
#include "core/span.h"
#include "ground/refused.h"

/* Reports stale loops and removes them. */
static enum lish_reason densepool_frozen_from_(lish_op_ op, struct densepool *pool,
					       const void *caller)
{
	(void)lish_fine_from_(op, pool, NULL, lish_loops_cut_(&pool->parts.loops), caller);
	return lish_parts_frozen_(&pool->parts);
}
#define densepool_frozen_(op, pool) densepool_frozen_from_(op, pool, LISH_CALLER_())

static struct densepool *densepool_of(struct lish_pool_ *base)
{
	return (struct densepool *)(void *)base;
}

static void densepool_free_slot(struct lish_pool_ *base, uint32_t *mark)
{
	struct densepool *pool = densepool_of(base);
	struct lish_parray_ *array = &pool->parts.array;
	uint32_t place;

	/* Removes a loop that a hook has just left open. */
	(void)densepool_frozen_("densepool_free", pool);
	place = *mark - 1;
	/* fini may have freed others, which moved this object down, and wiped its node. */
	while (lish_unlikely(array->slots[place] != mark))
		place--;
	place = lish_parts_remove_(&pool->parts, place);
	array->slots[place] = mark;
	*mark = place + 1;
}

/*
 * Hooks may free and allocate others meanwhile. Forget the free objects each time: then
 * hooks can allocate only objects that they freed themselves, and the loop ends.
 */
static void densepool_free_all(lish_op_ op, struct lish_pool_ *base,
			       const void *caller)
{
	const struct lish_parray_ *array = &densepool_of(base)->parts.array;
	uint32_t *mark;

	base->highest = lish_pool_highest_(base);
	lish_pool_close_(base);
	while (array->used) {
		base->border = array->used;
		mark = array->slots[array->used - 1];
		lish_pool_mend_(op, base, mark, array->used, caller);
		(void)base->ops->watch->free(op, base, mark, caller);
	}
	lish_pool_open_(base);
}

static int densepool_fit(struct lish_pool_ *base, uint32_t sides)
{
	struct lish_parray_ *array = &densepool_of(base)->parts.array;
	void *slots = lish_pool_side_(base, array->slots, base->border,
				      array->capacity, sides,
				      sizeof(*array->slots));

	if (!slots)
		return -ENOMEM;
	array->slots = (uint32_t **)slots;
	array->capacity = sides;
	array->changes++;
	return 0;
}

static void densepool_release(struct lish_pool_ *base)
{
	struct lish_parray_ *array = &densepool_of(base)->parts.array;

	lish_pool_free_side_(base, array->slots, array->capacity,
			     sizeof(*array->slots));
	array->slots = NULL;
	array->capacity = 0;
}

static bool densepool_holds(const struct lish_pool_ *base, const uint32_t *mark)
{
	return densepool_holds_((const struct densepool *)(const void *)base,
				mark);
}

#define DENSEPOOL_OPS                                                     \
	LISH_POOL_OPS_OF_("densepool")                                    \
	0, sizeof(struct densepool_idx), sizeof(uint32_t), densepool_holds, \
		NULL, densepool_free_slot, densepool_free_all

const struct lish_pool_ops_ densepool_fixed_ops_ = { DENSEPOOL_OPS,
						     LISH_POOL_FIXED_OPS_ };
LISH_EXPORT(densepool_fixed_ops_)

static const struct lish_pool_ops_ densepool_growing_ops = {
	DENSEPOOL_OPS,
	LISH_POOL_GROWING_OPS_(densepool_fit, densepool_release)
};

int densepool_init_(struct densepool *pool, size_t size, size_t align,
		    size_t offset, const struct lish_config *config)
{
	int err = lish_pool_init_(&pool->base, size, align, offset,
				  &densepool_growing_ops, config);

	memset(&pool->parts, 0, sizeof(pool->parts));
	if (!err)
		err = lish_pool_initial_(&pool->base, config);
	if (err)
		memset(pool, 0, sizeof(*pool));
	return err;
}
LISH_EXPORT(densepool_init_)

void densepool_init_in_(struct densepool *pool, size_t size, size_t offset,
			size_t n, void *mem)
{
	memset(pool, 0, sizeof(*pool));
	if (!lish_given_memory_("densepool_init_in", pool, mem, n))
		return;
	lish_pool_init_in_(&pool->base, size, offset, n, mem, NULL,
			   &densepool_fixed_ops_);
	pool->parts.array.slots = (uint32_t **)lish_pool_after_(
		mem, n, size, LISH_ALIGNOF(uint32_t *));
	pool->parts.array.capacity = pool->base.capacity;
}
LISH_EXPORT(densepool_init_in_)

static enum lish_reason densepool_reason(const struct densepool *pool,
					 const uint32_t *mark)
{
	const struct lish_pool_ *base = &pool->base;
	const struct lish_parray_ *array = &pool->parts.array;
	uint32_t place;
	int32_t slot;

	if (!base->size)
		return LISH_UNINITIALIZED;
	if (lish_is_null(mark))
		return LISH_NULL;
	slot = lish_pool_find_mark_(base, mark);
	if (slot < 0)
		return LISH_FOREIGN;
	if ((uint32_t)slot >= base->border)
		return LISH_NOT_LIVE;
	place = *mark - 1;
	/* clear has freed the objects from the border on. */
	if (place >= base->border && base->closed)
		return LISH_NOT_LIVE;
	return place >= base->border || array->slots[place] != mark ?
		       LISH_BAD_INDEX :
		       LISH_NOT_LIVE;
}

void densepool_refuse_(lish_op_ op, const struct densepool *pool,
		       const uint32_t *mark)
{
	lish_misuse_(op, pool, mark, densepool_reason(pool, mark));
}
LISH_EXPORT(densepool_refuse_)

bool densepool_whole_ok_(lish_op_ op, const struct densepool *pool)
{
	const struct densepool_idx *fault;
	const enum lish_reason reason = densepool_check(pool, &fault);

	return lish_fine_(op, pool, fault, reason);
}
LISH_EXPORT(densepool_whole_ok_)

LISH_TINY bool densepool_may_change(lish_op_ op, struct densepool *pool,
				    const uint32_t *mark)
{
	return lish_likely(!pool->parts.loops.first) ||
	       lish_fine_(op, pool, mark,
			  densepool_frozen_(op, pool));
}

uint32_t *densepool_alloc_slow_(lish_op_ op, struct densepool *pool)
{
	struct lish_pool_ *base = &pool->base;
	struct lish_parray_ *array = &pool->parts.array;
	const uint32_t at = array->used;

	if (!densepool_may_change(op, pool, NULL))
		return NULL;
	if (at == base->border) {
		while (at >= base->room) {
			if (lish_pool_grow_(op, base))
				return NULL;
		}
		array->slots[at] = lish_pool_at_(base, at, base->size);
		*array->slots[at] = at + 1;
		base->border = at + 1;
	}
	array->used = at + 1;
	array->changes++;
	if (pool->parts.loops.first)
		lish_parts_inform_(&pool->parts);
	return array->slots[at];
}
LISH_EXPORT(densepool_alloc_slow_)

void densepool_free_slow_(lish_op_ op, struct densepool *pool,
			  uint32_t *mark)
{
	if (!LISH_SMALL_ && !pool->base.watch &&
	    lish_parts_at_current_(&pool->parts, *mark)) {
		*mark = lish_parts_take_current_(&pool->parts, *mark - 1) + 1;
		pool->parts.array.slots[*mark - 1] = mark;
		return;
	}
	if (!densepool_may_change(op, pool, mark))
		return;
	if (pool->base.watch) {
		(void)pool->base.ops->watch->free(op, &pool->base, mark,
						  LISH_CALLER_());
		return;
	}
	/* No loop has begun since densepool_may_change(). */
	*mark = lish_parts_remove_(&pool->parts, *mark - 1) + 1;
	pool->parts.array.slots[*mark - 1] = mark;
}
LISH_EXPORT(densepool_free_slow_)

LISH_TINY bool densepool_at_rest(lish_op_ op, struct densepool *pool)
{
	return lish_pool_at_rest_(op, &pool->base) &&
	       densepool_may_change(op, pool, NULL);
}

void densepool_set_hooks(struct densepool *pool,
			 const struct lish_pool_hooks *hooks, void *ctx)
{
	struct lish_pool_ *base = &pool->base;

	if (!densepool_at_rest("densepool_set_hooks", pool))
		return;
	if (!lish_fine_("densepool_set_hooks", pool, NULL,
			pool->parts.array.used || (base->hooks && base->made)
				? LISH_NOT_EMPTY : LISH_OK))
		return;
	/* The base counts live objects by what is gone. */
	base->gone = base->border;
	lish_pool_set_hooks_("densepool_set_hooks", base, hooks, ctx,
			     &densepool_fixed_ops_);
}
LISH_EXPORT(densepool_set_hooks)

int densepool_reserve(struct densepool *pool, uint32_t n)
{
	struct lish_pool_ *base = &pool->base;
	int err;

	if (!lish_pool_may_reserve_("densepool_reserve", base))
		return -EINVAL;
	if (!densepool_may_change("densepool_reserve", pool, NULL))
		return -EBUSY;
	pool->parts.array.changes++;
	lish_pool_wake_(base);
	err = lish_pool_raise_(base, n);
	lish_parts_inform_(&pool->parts);
	if (!err)
		lish_pool_make_(base, n);
	return err;
}
LISH_EXPORT(densepool_reserve)

static void densepool_empty(lish_op_ op, struct densepool *pool,
			    const void *caller)
{
	lish_pool_empty_(op, &pool->base, caller);
	pool->parts.array.used = 0;
	/* Hooks may have left loops open. */
	(void)densepool_frozen_(op, pool);
	lish_parts_emptied_(&pool->parts);
}

void densepool_clear(struct densepool *pool)
{
	if (!densepool_at_rest("densepool_clear", pool))
		return;
	densepool_empty("densepool_clear", pool, LISH_CALLER_());
}
LISH_EXPORT(densepool_clear)

static void densepool_drop_parked(struct densepool *pool, uint32_t from)
{
	struct lish_parray_ *array = &pool->parts.array;
	struct lish_pool_ *base = &pool->base;
	uint32_t *mark, slot, i, to = array->used;

	for (slot = from; slot < base->border; slot++) {
		mark = lish_pool_at_(base, slot, base->size);
		array->slots[*mark - 1] = NULL;
	}
	for (i = to; i < base->border; i++) {
		mark = array->slots[i];
		if (!mark)
			continue;
		array->slots[to++] = mark;
		*mark = to;
	}
}

void densepool_trim(struct densepool *pool)
{
	const struct lish_parray_ *array = &pool->parts.array;
	struct lish_pool_ *base = &pool->base;
	uint32_t i, top = base->border;

	if (!densepool_at_rest("densepool_trim", pool))
		return;
	pool->parts.array.changes++;
	if (!lish_pool_grows_(base))
		return;
	for (i = 0; i < array->used; i++)
		lish_pool_mend_("densepool_trim", base, array->slots[i], i + 1,
				LISH_CALLER_());
	while (top &&
	       !densepool_holds_(pool, lish_pool_at_(base, top - 1, base->size)))
		top--;
	top = lish_pool_round_(base, top);
	if (top < base->border)
		densepool_drop_parked(pool, top);
	lish_pool_cut_(base, top);
	/* Hooks may have left loops open. */
	(void)densepool_frozen_("densepool_trim", pool);
	lish_parts_inform_(&pool->parts);
}
LISH_EXPORT(densepool_trim)

void densepool_destroy(struct densepool *pool)
{
	struct lish_loops_ *loops = &pool->parts.loops;

	if (!lish_pool_at_rest_("densepool_destroy", &pool->base))
		return;
	/* Reports a stale loop, which does not count. */
	if (lish_loop_at_("densepool_destroy", pool, loops, &loops->first,
			  LISH_CALLER_())) {
		lish_misuse_("densepool_destroy", pool, NULL, LISH_LOOPED);
		return;
	}
	densepool_empty("densepool_destroy", pool, LISH_CALLER_());
	lish_pool_release_(&pool->base);
	memset(pool, 0, sizeof(*pool));
}
LISH_EXPORT(densepool_destroy)

struct lish_span densepool_span(const struct densepool *pool, uint32_t part,
				uint32_t parts)
{
	const struct lish_span none = { 0, 0 };

	if (!lish_begun_("densepool_span", pool, pool->base.size) ||
	    !lish_fine_("densepool_span", pool, NULL, lish_span_exists_(part, parts)))
		return none;
	return lish_span_(pool->parts.array.used, part, parts);
}
LISH_EXPORT(densepool_span)

enum lish_reason densepool_check(const struct densepool *pool,
				 const struct densepool_idx **fault)
{
	const struct lish_parray_ *array = &pool->parts.array;
	const struct lish_pool_ *base = &pool->base;
	uint32_t i, place, *mark;

	if (fault)
		*fault = NULL;
	if (!lish_pool_whole_seal_(base))
		return LISH_UNINITIALIZED;
	if (array->used > base->border || base->border > base->capacity ||
	    base->capacity > array->capacity)
		return LISH_BAD_COUNT;
	/*
	 * Follow no pointer of the array: it may be damaged. Each object below the border
	 * names a place that names it back. While clear runs hooks, the border counts
	 * places only, and objects come from the array.
	 */
	for (i = 0; i < base->border; i++) {
		mark = base->closed ? array->slots[i] :
				      lish_pool_at_(base, i, base->size);
		place = *mark - 1;
		if (place < base->border && array->slots[place] == mark)
			continue;
		if (fault)
			*fault = (const struct densepool_idx *)(const void *)
				mark;
		return LISH_BAD_INDEX;
	}
	return LISH_OK;
}
LISH_EXPORT(densepool_check)

void densepool_stop(struct densepool *pool)
{
	if (lish_pool_begun_("densepool_stop", &pool->base))
		(void)lish_fine_("densepool_stop", pool, NULL,
				 lish_parts_stop_(&pool->parts));
}
LISH_EXPORT(densepool_stop)

void densepool_abandon(struct densepool *pool)
{
	if (lish_pool_begun_("densepool_abandon", &pool->base))
		pool->parts.loops.first = NULL;
}
LISH_EXPORT(densepool_abandon)

/* Loops. */

static const char *densepool_name_(uint32_t kind)
{
#ifdef LISH_NO_STRINGS
	(void)kind;
	return NULL;
#else
	static const char *const names[] = {
		"densepool_for_each_entry",
		"densepool_for_each_entry_present",
		"densepool_for_each_entry_reverse",
		"densepool_for_each_entry_frozen",
		"",
		"",
		"densepool_for_each_entry_const",
		"densepool_for_each_entry_span"
	};

	return names[kind];
#endif
}

static const struct densepool *densepool_of_parts_(const struct lish_parts_ *parts)
{
	return LISH_CONTAINER_OF_(parts, const struct densepool, parts);
}

static const struct densepool *densepool_of_loops_(const struct lish_loops_ *loops)
{
	return LISH_CONTAINER_OF_(loops, const struct densepool, parts.loops);
}

struct densepool_loop_ *densepool_open_(struct densepool *pool,
					struct densepool_loop_ *loop, uint32_t kind)
{
	enum lish_reason reason = lish_part_open_(&loop->loop, &pool->parts, kind);

	if (LISH_CHECK >= 1 && !pool->base.size)
		reason = LISH_UNINITIALIZED;
	(void)lish_refused_as(densepool_name_(kind), pool, NULL, reason,
			      LISH_CALLER_());
	return loop;
}
LISH_EXPORT(densepool_open_)

void densepool_close_(struct densepool_loop_ *loop)
{
	const struct densepool *pool = densepool_of_loops_(loop->loop.loop.owner);
	const uint32_t kind = loop->loop.kind;

	(void)lish_refused_as(densepool_name_(kind), pool, NULL,
			      lish_part_close_(&loop->loop), LISH_CALLER_());
}
LISH_EXPORT(densepool_close_)

void *densepool_next_(struct densepool_loop_ *loop, size_t offset)
{
	struct lish_part_at_ at = lish_part_cursor_(&loop->loop);

	return lish_part_step_(&loop->loop, &at, offset, densepool_lost_, LISH_CALLER_());
}
LISH_EXPORT(densepool_next_)

void *densepool_next_back_(struct densepool_loop_ *loop, size_t offset)
{
	struct lish_part_at_ at = lish_part_cursor_(&loop->loop);

	return lish_part_step_back_(&loop->loop, &at, offset, densepool_lost_, LISH_CALLER_());
}
LISH_EXPORT(densepool_next_back_)

void densepool_lost_(const struct lish_part_loop_ *loop, const uint32_t *node,
		const void *caller)
{
	(void)lish_refused_as(densepool_name_(loop->kind),
			      densepool_of_loops_(loop->loop.owner), node,
			      LISH_BAD_INDEX, caller ? caller : LISH_CALLER_());
}
LISH_EXPORT(densepool_lost_)

static struct lish_part_view_ densepool_view_as_(const struct densepool *pool,
						 struct lish_span span,
						 uint32_t kind, const void *caller)
{
	if (LISH_CHECK >= 1)
		(void)lish_refused_as(densepool_name_(kind), pool, NULL,
				      pool->base.size ? LISH_OK : LISH_UNINITIALIZED,
				      caller);
	return lish_part_view_(&pool->parts, span, kind);
}

struct lish_part_view_ densepool_view_(const struct densepool *pool)
{
	const struct lish_span all = { 0, pool->parts.array.used };

	return densepool_view_as_(pool, all, LISH_PART_CONST_, LISH_CALLER_());
}
LISH_EXPORT(densepool_view_)

struct lish_part_view_ densepool_view_span_(const struct densepool *pool,
					    struct lish_span span)
{
	return densepool_view_as_(pool, span, LISH_PART_SPAN_, LISH_CALLER_());
}
LISH_EXPORT(densepool_view_span_)

void *densepool_look_(struct lish_part_view_ *view, size_t offset)
{
	return lish_part_look_(view, offset, densepool_view_lost_, LISH_CALLER_());
}
LISH_EXPORT(densepool_look_)

void densepool_view_lost_(const struct lish_parts_ *parts, uint32_t kind,
			  const uint32_t *node, const void *caller)
{
	(void)lish_refused_as(densepool_name_(kind), densepool_of_parts_(parts), node,
			      node ? LISH_BAD_INDEX : LISH_LOST_PLACE,
			      caller ? caller : LISH_CALLER_());
}
LISH_EXPORT(densepool_view_lost_)
