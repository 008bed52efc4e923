// SPDX-License-Identifier: MIT
/*
 * densepool.c - memory for objects, and an array of the live ones without an order
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
 * A stale pointer may have overwritten the node of a free object. So no call reads such a node:
 * alloc and trim write it again, from the array.
 *
 * Invariants:
 * - used <= border <= capacity
 * - *slots[i] == i + 1, for each place i below the border
 * - the objects of these places are the first border objects in memory
 */
#define LISH_LIB_
#include <linux-ish/densepool.h>

#include "ground/refused.h"
#include "core/loop.h"
#include "core/parts.h"
#include "core/pool.h"
#include "core/span.h"

static struct densepool *densepool_of_(struct lish_pool_ *base)
{
	return (struct densepool *)(void *)base;
}

/* node may be NULL. */
LISH_INLINE uint32_t *densepool_mark_of_(const struct densepool_idx *node)
{
	return (uint32_t *)(uintptr_t)node;
}

/* Questions. */

/* Is this the mark of a live object of this pool? Level 0 knows that it is. */
LISH_INLINE bool densepool_has_(const struct densepool *pool, const uint32_t *mark)
{
	return LISH_CHECK < 1 ||
	       lish_likely(lish_pool_may_read_(&pool->base, mark) &&
			   lish_parray_holds_(&pool->parts.array, mark));
}

#ifdef LISH_TRAP
#define densepool_why_dead_(pool, mark) LISH_NOT_LIVE
#else
/* Why this is not the mark of a live object. */
static LISH_COLD enum lish_reason densepool_why_dead_(const struct densepool *pool,
						      const uint32_t *mark)
{
	const struct lish_pool_ *base = &pool->base;
	uint32_t place;
	int32_t slot;

	if (lish_pool_begun_(base) != LISH_OK)
		return LISH_UNINITIALIZED;
	if (lish_is_null(mark))
		return LISH_NULL;
	slot = lish_pool_seek_(base, (uintptr_t)mark, 1);
	if (slot < 0)
		return LISH_FOREIGN;
	if ((uint32_t)slot >= base->border)
		return LISH_NOT_LIVE;
	place = *mark - 1;
	if (place < base->border)
		return pool->parts.array.nodes[place] == mark ? LISH_NOT_LIVE : LISH_BAD_INDEX;
	/* clear has freed the objects from the border on. */
	return base->closed ? LISH_NOT_LIVE : LISH_BAD_INDEX;
}
#endif

static LISH_WRAPS_ enum lish_reason densepool_examine_(const struct densepool *pool,
						       const struct lish_area_ *area,
						       const struct densepool_idx **fault)
{
	const struct lish_parray_ *array = &pool->parts.array;
	const struct lish_pool_ *base = &pool->base;
	uint32_t i, place, *mark;

	if (!lish_pool_sealed_(base, area))
		return LISH_UNINITIALIZED;
	if (!lish_loops_rest_(&pool->parts.loops, area))
		return LISH_STALE_LOOP;
	if (array->used > base->border || base->border > base->capacity ||
	    base->capacity > array->capacity)
		return LISH_BAD_COUNT;
	if (!lish_pool_lies_in_(base, area, base->border, sizeof(*mark)) ||
	    !LISH_AREA_HAS_(area, array->nodes, base->border, uint32_t *))
		return LISH_BAD_RANGE;
	/*
	 * Follow no pointer of the array: it may be damaged. Each object below the border
	 * names a place that names it back. While clear runs hooks, the border counts
	 * places only, and objects come from the array.
	 */
	for (i = 0; i < base->border; i++) {
		mark = base->closed ? array->nodes[i] :
				      lish_pool_at_(base, i, base->size);
		place = *mark - 1;
		if (place < base->border && array->nodes[place] == mark)
			continue;
		*fault = (const struct densepool_idx *)(const void *)mark;
		return LISH_BAD_INDEX;
	}
	return LISH_OK;
}

LISH_CHECKS_(densepool, densepool_idx, (void)0)
LISH_DAMAGED_(densepool, densepool_idx)

/*
 * Does a loop or a sort allow no change? Reports a loop that was left open, which does not
 * count. Part of the function that has this name.
 */
LISH_PART_ enum lish_reason densepool_frozen_(struct densepool *pool, struct lish_call_ call)
{
	enum lish_reason reason;

	if (lish_likely(!pool->parts.loops.first))
		return LISH_OK;
	reason = lish_parts_may_change_(&pool->parts);
	if (!lish_loops_allow_(reason))
		return reason;
	(void)lish_refused_by(call, pool, NULL, reason);
	return LISH_OK;
}

/* Is an object free, and does nothing else change? Small code does not ask. */
LISH_INLINE bool densepool_has_free_(const struct densepool *pool, uintptr_t type)
{
	return !LISH_SMALL_ && LISH_CHECK < 2 && lish_pool_is_ready_(&pool->base, type) &&
	       !lish_unlikely(pool->parts.array.used >= pool->base.border ||
			      pool->parts.loops.first || pool->base.watch);
}

/* No object is free, and there is no memory for another. */
static bool densepool_is_full_(const struct densepool *pool)
{
	return pool->parts.array.used == pool->base.border &&
	       pool->base.border >= pool->base.room;
}

/* Changes. */

/* The last live object fills the gap; this object becomes the first free one. */
LISH_INLINE void densepool_park_(struct densepool *pool, uint32_t *mark, uint32_t place)
{
	/* Write it last: this may be the last live object. */
	pool->parts.array.nodes[place] = mark;
	*mark = place + 1;
}

static void densepool_free_slot_(struct lish_pool_ *base, uint32_t *mark)
{
	struct densepool *pool = densepool_of_(base);
	struct lish_pool_running_ *hook;

	/* Removes a loop that a hook has just left open. */
	(void)densepool_frozen_(pool, LISH_CALL_AS_(LISH_NAME_("densepool_free")));
	densepool_park_(pool, mark, lish_parts_remove_(&pool->parts, *mark - 1));
	/* An object whose hook runs has moved: its mark was written just now. */
	for (hook = base->running; hook; hook = hook->outer) {
		if (hook->own && pool->parts.array.nodes[hook->own - 1] != hook->mark)
			hook->own = *hook->mark;
	}
}

static int densepool_fit_(struct lish_pool_ *base, uint32_t from, uint32_t to)
{
	struct lish_parray_ *array = &densepool_of_(base)->parts.array;
	void *nodes = lish_pool_resize_(base, array->nodes, base->border, from, to,
					sizeof(*array->nodes));

	if (!nodes && to)
		return -ENOMEM;
	array->nodes = (uint32_t **)nodes;
	array->capacity = to;
	if (to)
		lish_parts_inform_(&densepool_of_(base)->parts);
	return 0;
}

LISH_POOL_KIND_(static, densepool, densepool_fit_, 0, sizeof(struct densepool_idx),
		sizeof(uint32_t), NULL, densepool_free_slot_);

/* Take the first free object. */
LISH_INLINE uint32_t *densepool_take_(struct densepool *pool)
{
	struct lish_parray_ *array = &pool->parts.array;
	const uint32_t at = array->used;
	uint32_t *mark = array->nodes[at];

	if (at + LISH_POOL_AHEAD_ < pool->base.border)
		lish_prefetch(array->nodes[at + LISH_POOL_AHEAD_]);
	array->used = at + 1;
	array->changes++;
	*mark = at + 1;
	return mark;
}

#if LISH_POOL_WAIT_
/* As lish_pool_draw_(): the free objects begin with the one freed last. */
static void densepool_draw_(struct densepool *pool)
{
	struct lish_pool_ *base = &pool->base;
	uint32_t **nodes = pool->parts.array.nodes, *mark;
	const uint32_t used = pool->parts.array.used, waiting = base->border - used;
	uint32_t at;

	if (!waiting)
		return;
	if (lish_pool_has_fresh_(densepool_kind_, base, waiting)) {
		/* Growth may have moved the array. */
		nodes = pool->parts.array.nodes;
		at = base->border++;
		nodes[at] = lish_pool_at_(base, at, base->size);
	} else {
		at = used + lish_pool_drawn_(base, waiting);
	}
	mark = nodes[at];
	for (; at > used; at--) {
		nodes[at] = nodes[at - 1];
		*nodes[at] = at + 1;
	}
	densepool_park_(pool, mark, used);
}
#else
#define densepool_draw_(pool) ((void)0)
#endif

/* Any birth. */
static LISH_NOINLINE void *densepool_birth_(struct densepool *pool, uintptr_t type, bool zero,
					    struct lish_call_ call)
{
	struct lish_parray_ *array = &pool->parts.array;
	struct lish_pool_ *base = &pool->base;
	uint32_t at, *mark;
	bool full;

	if (lish_refused_by(call, pool, NULL, lish_pool_may_bear_(base, type)) ||
	    densepool_damaged_(pool, call) ||
	    lish_refused_by(call, pool, NULL, densepool_frozen_(pool, call)))
		return NULL;
	if (lish_pool_waits_(base))
		densepool_draw_(pool);
	full = densepool_is_full_(pool);
	if (full && lish_pool_more_(densepool_kind_, base))
		full = densepool_is_full_(pool);
	if (full) {
		lish_pool_fail_(base);
		return NULL;
	}
	at = array->used;
	if (at == base->border) {
		array->nodes[at] = lish_pool_at_(base, at, base->size);
		*array->nodes[at] = at + 1;
		base->border = at + 1;
	}
	mark = densepool_take_(pool);
	if (pool->parts.loops.first)
		lish_parts_inform_(&pool->parts);
	return lish_pool_born_(densepool_kind_, base, mark, zero);
}

/* Any death. Refused while a hook runs for the object, and in a _frozen loop. */
static LISH_NOINLINE void densepool_death_(struct densepool *pool, uint32_t *mark,
					   struct lish_call_ call)
{
	struct lish_parts_ *parts = &pool->parts;

	if (lish_refused_by(call, pool, mark, densepool_has_(pool, mark) ? LISH_OK :
					      densepool_why_dead_(pool, mark)) ||
	    densepool_damaged_(pool, call))
		return;
	if (!LISH_SMALL_ && !pool->base.watch && lish_parts_at_current_(parts, *mark)) {
		densepool_park_(pool, mark, lish_parts_take_current_(parts, *mark - 1));
		return;
	}
	if (lish_refused_by(call, pool, mark, densepool_frozen_(pool, call)))
		return;
	if (pool->base.watch)
		(void)lish_refused_by(call, pool, mark,
				      lish_pool_dies_(densepool_kind_, &pool->base, mark));
	else
		densepool_park_(pool, mark, lish_parts_remove_(parts, *mark - 1));
}

/* The same where no loop runs; false: use densepool_death_(), as small code does. */
LISH_INLINE bool densepool_quick_death_(struct densepool *pool, uint32_t *mark)
{
	if (LISH_SMALL_ || LISH_CHECK >= 2 ||
	    lish_unlikely(pool->base.watch || pool->parts.loops.first) ||
	    !densepool_has_(pool, mark))
		return false;
	densepool_park_(pool, mark, lish_parts_take_(&pool->parts, *mark - 1));
	return true;
}

/*
 * From the last to the first. Stops at an overwritten object, whose mark is repaired, and returns
 * it; NULL: nothing is live.
 *
 * Hooks may free and allocate others meanwhile. The free objects are forgotten each time: then
 * hooks can allocate only objects that they freed themselves, and the loop ends.
 */
static const uint32_t *densepool_free_all_(struct densepool *pool)
{
	const struct lish_parray_ *array = &pool->parts.array;
	struct lish_pool_ *base = &pool->base;
	uint32_t *mark;

	base->highest = lish_pool_highest_(base);
	lish_pool_set_closed_(base, true);
	while (array->used) {
		base->border = array->used;
		mark = array->nodes[array->used - 1];
		if (*mark != array->used) {
			*mark = array->used;
			return mark;
		}
		(void)lish_pool_dies_(densepool_kind_, base, mark);
	}
	lish_pool_set_closed_(base, false);
	return NULL;
}

/* As densepool_free_all_(): call it until it returns NULL. Loops may be stale then. */
static const uint32_t *densepool_empty_(struct densepool *pool)
{
	const uint32_t *fault = NULL;

	if (lish_pool_has_fini_(&pool->base))
		fault = densepool_free_all_(pool);
	else
		lish_pool_poison_all_(densepool_kind_, &pool->base);
	if (fault)
		return fault;
	lish_pool_reset_(&pool->base);
	return NULL;
}

/* The free objects from a slot on have no place any more. The marks below are right. */
static void densepool_drop_parked_(struct densepool *pool, uint32_t from)
{
	struct lish_parray_ *array = &pool->parts.array;
	struct lish_pool_ *base = &pool->base;
	uint32_t *mark, slot, i, to = array->used;

	for (slot = from; slot < base->border; slot++) {
		mark = lish_pool_at_(base, slot, base->size);
		array->nodes[*mark - 1] = NULL;
	}
	for (i = to; i < base->border; i++) {
		mark = array->nodes[i];
		if (!mark)
			continue;
		array->nodes[to++] = mark;
		*mark = to;
	}
}

/* Operations. */

int (densepool_init)(struct densepool *pool, size_t size, size_t align,
		     size_t offset, const struct lish_config *config)
{
	int err;

	memset(pool, 0, sizeof(*pool));
	if (lish_refused(pool, NULL, lish_pool_may_have_(config, false, false)))
		return -EINVAL;
	LISH_POOL_GROWS_(densepool);
	err = lish_pool_init_(&pool->base, size, align, offset, 1, config);
	return err ? err : lish_pool_initial_(densepool_kind_, &pool->base, config);
}

void (densepool_init_in)(struct densepool *pool, size_t size, size_t offset,
			 size_t n, void *mem, const struct lish_config *config)
{
	memset(pool, 0, sizeof(*pool));
	if (lish_refused(pool, NULL, lish_pool_given_(mem, n)) ||
	    lish_refused(pool, NULL, lish_pool_may_have_(config, true, false)))
		return;
	LISH_POOL_WATCHES_(densepool, config);
	pool->parts.array.nodes = (uint32_t **)lish_pool_init_in_(
		&pool->base, size, offset, n, mem, LISH_ALIGNOF(uint32_t *), config);
	pool->parts.array.capacity = pool->base.capacity;
}

/* Empty the pool, which may be. Part of the function that has this name. */
LISH_PART_ void densepool_clear_(struct densepool *pool, struct lish_call_ call)
{
	const uint32_t *fault;

	while ((fault = densepool_empty_(pool)) != NULL)
		(void)lish_refused_by(call, pool, fault, LISH_BAD_INDEX);
	/* Hooks may have left loops open. */
	(void)densepool_frozen_(pool, call);
	lish_parts_empty_(&pool->parts);
}

void densepool_destroy(struct densepool *pool)
{
	if (lish_refused(pool, NULL, lish_pool_rests_(&pool->base)))
		return;
	/* A stale loop is reported, and does not count. */
	(void)densepool_frozen_(pool, LISH_CALL_());
	if (lish_refused(pool, NULL, pool->parts.loops.first ? LISH_LOOPED : LISH_OK))
		return;
	if (pool->base.ends_empty && pool->parts.array.used)
		lish_not_empty_(pool, pool->parts.array.nodes[0], pool->parts.array.used,
				LISH_CALL_());
	densepool_clear_(pool, LISH_CALL_());
	lish_pool_release_(densepool_kind_, &pool->base);
	memset(pool, 0, sizeof(*pool));
}

LISH_HOT_ void *(densepool_alloc_entry)(struct densepool *pool, uintptr_t type)
{
	if (densepool_has_free_(pool, type))
		return lish_pool_object_(&pool->base, densepool_take_(pool));
	return densepool_birth_(pool, type, false, LISH_CALL_());
}

void *(densepool_zalloc_entry)(struct densepool *pool, uintptr_t type)
{
	void *object = densepool_has_free_(pool, type)
			       ? lish_pool_object_(&pool->base, densepool_take_(pool))
			       : densepool_birth_(pool, type, true, LISH_CALL_());

	return lish_pool_zeroed_(&pool->base, object, 0, sizeof(struct densepool_idx));
}

LISH_HOT_ void densepool_free(struct densepool *pool, struct densepool_idx *node)
{
	uint32_t *mark = densepool_mark_of_(node);

	if (!densepool_quick_death_(pool, mark))
		densepool_death_(pool, mark, LISH_CALL_());
}

int densepool_reserve(struct densepool *pool, uint32_t count)
{
	if (lish_refused(pool, NULL, lish_pool_may_reserve_(&pool->base)))
		return -EINVAL;
	if (lish_refused(pool, NULL, densepool_frozen_(pool, LISH_CALL_())))
		return -EBUSY;
	pool->parts.array.changes++;
	return lish_pool_reserve_(densepool_kind_, &pool->base, count);
}

void densepool_clear(struct densepool *pool)
{
	if (!lish_refused(pool, NULL, lish_pool_rests_(&pool->base)) &&
	    !lish_refused(pool, NULL, densepool_frozen_(pool, LISH_CALL_())))
		densepool_clear_(pool, LISH_CALL_());
}

void densepool_trim(struct densepool *pool)
{
	const struct lish_parray_ *array = &pool->parts.array;
	struct lish_pool_ *base = &pool->base;
	uint32_t i, top = base->border;

	if (lish_refused(pool, NULL, lish_pool_rests_(base)) ||
	    lish_refused(pool, NULL, densepool_frozen_(pool, LISH_CALL_())))
		return;
	pool->parts.array.changes++;
	if (!base->growth)
		return;
	for (i = 0; i < array->used; i++) {
		if (lish_refused(pool, array->nodes[i],
				      *array->nodes[i] == i + 1 ? LISH_OK : LISH_BAD_INDEX))
			*array->nodes[i] = i + 1;
	}
	for (; i < base->border; i++)
		*array->nodes[i] = i + 1;
	while (top &&
	       !lish_parray_holds_(array, lish_pool_at_(base, top - 1, base->size)))
		top--;
	top = lish_pool_round_(base, top);
	if (top < base->border)
		densepool_drop_parked_(pool, top);
	lish_pool_cut_(densepool_kind_, base, top);
	/* Hooks may have left loops open. */
	(void)densepool_frozen_(pool, LISH_CALL_());
	lish_parts_inform_(&pool->parts);
}

void densepool_rebind(struct densepool *pool, const struct lish_config *config)
{
	LISH_POOL_WATCHES_(densepool, config);
	lish_refused(pool, NULL, lish_pool_rebind_(&pool->base, config));
}

/* Looking. */

uint32_t densepool_count(const struct densepool *pool)
{
	if (lish_refused(pool, NULL, lish_pool_asked_(&pool->base)))
		return 0;
	return pool->parts.array.used;
}

struct lish_stats densepool_stats(const struct densepool *pool)
{
	struct lish_stats stats;

	memset(&stats, 0, sizeof(stats));
	if (lish_refused(pool, NULL, lish_pool_begun_(&pool->base)))
		return stats;
	return lish_pool_stats_(densepool_kind_, &pool->base, pool->parts.array.used,
				sizeof(uint32_t *));
}

bool densepool_contains(const struct densepool *pool, const struct densepool_idx *node)
{
	const uint32_t *mark = densepool_mark_of_(node);

	return !lish_refused(pool, mark, lish_pool_asked_(&pool->base)) &&
	       !lish_refused(pool, mark, lish_may_use_(mark)) &&
	       lish_parray_holds_(&pool->parts.array, mark);
}

void *(densepool_at_entry)(const struct densepool *pool, uint32_t index, uintptr_t type)
{
	if (!lish_pool_is_ready_(&pool->base, type))
		return lish_pool_has_none_(&pool->base, type, LISH_CALL_());
	if (index >= pool->parts.array.used)
		return NULL;
	return lish_pool_object_(&pool->base, pool->parts.array.nodes[index]);
}

struct lish_span densepool_span(const struct densepool *pool, uint32_t part,
				uint32_t parts)
{
	const struct lish_span none = { 0, 0 };

	if (lish_refused(pool, NULL, lish_pool_begun_(&pool->base)) ||
	    lish_refused(pool, NULL, lish_span_exists_(part, parts)))
		return none;
	return lish_span_(pool->parts.array.used, part, parts);
}

/* Loops. */

void densepool_stop(struct densepool *pool)
{
	if (!lish_refused(pool, NULL, lish_pool_begun_(&pool->base)))
		(void)lish_refused(pool, NULL, lish_parts_stop_(&pool->parts));
}

static const char *densepool_name_(enum lish_part_kind_ kind)
{
#if !LISH_NAMES_
	(void)kind;
	return NULL;
#else
	static const char *const names[] = {
		"densepool_for_each_entry",
		"densepool_for_each_entry_present",
		"densepool_for_each_entry_reverse",
		"densepool_for_each_entry_const",
		"densepool_for_each_entry_span",
		"densepool_for_each_entry_frozen"
	};

	return names[kind];
#endif
}

struct densepool_loop_ *densepool_open_(struct densepool *pool,
					struct densepool_loop_ *loop, enum lish_part_kind_ kind)
{
	const struct lish_call_ call = LISH_CALL_AS_(densepool_name_(kind));

	if (lish_refused_by(call, pool, NULL, lish_pool_asked_(&pool->base)))
		/* There is nothing to visit. */
		memset(&loop->loop, 0, sizeof(loop->loop));
	else
		(void)lish_refused_by(call, pool, NULL,
				      lish_part_open_(&loop->loop, &pool->parts, kind));
	return loop;
}

void densepool_close_(struct densepool_loop_ *loop)
{
	const struct densepool *pool = LISH_CONTAINER_OF_(lish_loops_of_(&loop->loop.loop),
							  const struct densepool, parts.loops);
	const enum lish_part_kind_ kind = loop->loop.kind;
	const enum lish_reason reason = lish_loop_leave_(&loop->loop.loop);

	/* A loop that was never opened has no kind. */
	if (lish_unlikely(reason != LISH_OK))
		(void)lish_refused_as(densepool_name_(kind), pool, NULL, reason);
}

void *densepool_next_(struct densepool_loop_ *loop, size_t offset)
{
	struct lish_part_at_ at = lish_part_cursor_(&loop->loop);

	return lish_part_step_(&loop->loop, &at, offset, false, densepool_lost_, LISH_CALLER_());
}

void *densepool_next_back_(struct densepool_loop_ *loop, size_t offset)
{
	struct lish_part_at_ at = lish_part_cursor_(&loop->loop);

	return lish_part_step_(&loop->loop, &at, offset, true, densepool_lost_, LISH_CALLER_());
}

void densepool_lost_(const struct lish_parts_ *parts, enum lish_part_kind_ kind,
		     const uint32_t *node, const void *caller)
{
	const void *from = caller ? caller : LISH_CALLER_();

	(void)lish_refused_by(lish_call_of_(densepool_name_(kind), from),
			      LISH_CONTAINER_OF_(parts, const struct densepool, parts), node,
			      node ? LISH_BAD_INDEX : LISH_LOST_PLACE);
}

LISH_PART_ struct lish_part_view_ densepool_view_as_(const struct densepool *pool,
						     struct lish_span span,
						     enum lish_part_kind_ kind)
{
	if (lish_refused_as(densepool_name_(kind), pool, NULL, lish_pool_asked_(&pool->base)))
		span.count = 0;
	return lish_part_view_of_(&pool->parts, span, kind);
}

struct lish_part_view_ densepool_view_(const struct densepool *pool)
{
	const struct lish_span all = { 0, pool->parts.array.used };

	return densepool_view_as_(pool, all, LISH_PART_CONST_);
}

struct lish_part_view_ densepool_view_span_(const struct densepool *pool,
					    struct lish_span span)
{
	return densepool_view_as_(pool, span, LISH_PART_SPAN_);
}

void *densepool_look_(struct lish_part_view_ *view, size_t offset)
{
	return lish_part_look_(view, offset, densepool_lost_, LISH_CALLER_());
}
