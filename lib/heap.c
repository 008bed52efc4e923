// SPDX-License-Identifier: MIT
/*
 * heap.c - operations of a heap, their checks and reports
 *
 * private/heap.h says how elements find their slots. All changes are made here, because a
 * change costs more than a call. So the cheap checks are the same at all levels. The
 * inline part of a call adds the check of the whole heap at level 2.
 *
 * A loop has no position: each step removes the first element that is due. So a change
 * of the heap needs no look at the loops. They are registered only for heap_stop(), and
 * so that heap_destroy() can refuse. A stopped loop has no owner.
 */
#define LISH_LIB_
#include <linux-ish/heap.h>

#include "ground/given.h"
#include "core/loop.h"
#include "core/parray.h"
#include "private/heap.h"

/* The difference of the keys decides, so they may wrap. */
static inline bool heap_after(uint64_t a, uint64_t b)
{
	return (int64_t)(b - a) < 0;
}

enum lish_reason heap_check(const struct heap *heap, const struct heap_idx **fault)
{
	const struct heap_slot_ *const slots = heap_slots_(heap);
	enum lish_reason reason = lish_parray_counts_(&heap->array);
	const struct heap_idx *found = NULL;
	uint32_t i;

	for (i = 0; reason == LISH_OK && i < heap->array.used; i++) {
		found = slots[i].idx;
		if (!found || found->slot != i + 1)
			reason = LISH_BAD_INDEX;
		else if (heap_after(slots[0].key, slots[i].key) ||
			 (i && heap_before(heap, &slots[i], &slots[(i - 1) / 4], !heap->cmp)))
			reason = LISH_BAD_ORDER;
	}
	if (fault)
		*fault = reason == LISH_OK ? NULL : found;
	return reason;
}
LISH_EXPORT(heap_check)

static inline bool heap_may_from(lish_op_ op, const struct heap *heap,
				 const struct heap_idx *idx, enum heap_need_ need,
				 const void *caller)
{
	enum lish_reason reason = LISH_OK;

	if (!heap->array.limit)
		reason = LISH_UNINITIALIZED;
	else if (heap->comparing || (need == HEAP_NO_LOOPS_ && heap->loops.first))
		reason = LISH_LOOPED;
	else if (need == HEAP_EMPTY_ && heap->array.used)
		reason = LISH_NOT_EMPTY;
	else if (need == HEAP_WHOLE_)
		reason = heap_check(heap, &idx);
	else if (need >= HEAP_NODE_ && lish_is_null(idx))
		reason = LISH_NULL;
	else if (need == HEAP_ELEMENT_ && !heap_has_(heap, idx))
		reason = idx->slot ? LISH_FOREIGN : LISH_NOT_IN;
	return lish_fine_from_(op, heap, idx, reason, caller);
}
#define heap_may(op, heap, idx, need) \
	heap_may_from(op, heap, idx, need, LISH_CALLER_())

bool heap_may_(lish_op_ op, const struct heap *heap, const struct heap_idx *idx,
	       enum heap_need_ need)
{
	return heap_may(op, heap, idx, need);
}
LISH_EXPORT(heap_may_)

static bool heap_fits_from(lish_op_ op, const struct heap *heap,
			   const struct heap_idx *idx, int64_t key, const void *caller)
{
	const struct heap_slot_ *const slots = heap_slots_(heap);
	enum lish_reason reason = LISH_OK;
	uint64_t first = (uint64_t)key;
	uint32_t i;

	if (!heap_may_from(op, heap, NULL, HEAP_WHOLE_, caller))
		return false;
	for (i = 0; i < heap->array.used; i++)
		if (slots[i].idx != idx && heap_after(first, slots[i].key))
			first = slots[i].key;
	if (heap_after(first, (uint64_t)key))
		reason = LISH_BAD_ORDER;
	for (i = 0; i < heap->array.used; i++)
		if (slots[i].idx != idx && heap_after(first, slots[i].key))
			reason = LISH_BAD_ORDER;
	return lish_fine_from_(op, heap, idx, reason, caller);
}

bool heap_fits_(lish_op_ op, const struct heap *heap, const struct heap_idx *idx, int64_t key)
{
	return heap_fits_from(op, heap, idx, key, LISH_CALLER_());
}
LISH_EXPORT(heap_fits_)

int heap_init(struct heap *heap, const struct lish_config *config)
{
	memset(heap, 0, sizeof(*heap));
	return lish_parray_init_(&heap->array, config, sizeof(struct heap_slot_));
}
LISH_EXPORT(heap_init)

void heap_init_in_(struct heap *heap, struct heap_slot_ *slots, uint32_t n)
{
	memset(heap, 0, sizeof(*heap));
	if (!lish_given_memory_("heap_init_in", heap, slots, n))
		return;
	lish_parray_init_in_(&heap->array, (uint32_t **)(void *)slots, n);
	heap->array.wide = sizeof(*slots);
}
LISH_EXPORT(heap_init_in_)

void heap_set_order(struct heap *heap,
		    int (*cmp)(void *ctx, const struct heap_idx *a, const struct heap_idx *b),
		    void *ctx)
{
	if (!heap_may("heap_set_order", heap, NULL, HEAP_EMPTY_))
		return;
	heap->cmp = cmp;
	heap->ctx = ctx;
}
LISH_EXPORT(heap_set_order)

int heap_put_(struct heap *heap, struct heap_idx *idx, int64_t key)
{
	struct lish_parray_ *array = &heap->array;
	int err = 0;

	if (!heap_may("heap_add", heap, idx, HEAP_NODE_))
		return -EINVAL;
	if (heap_has_(heap, idx))
		return -EEXIST;
	if (!lish_fine_("heap_add", heap, idx, idx->slot ? LISH_ALREADY_IN : LISH_OK))
		return -EINVAL;
	if (lish_unlikely(array->used == array->capacity))
		err = lish_parray_grow_(array);
	if (!err)
		heap_restore(heap, array->used++, (uint64_t)key, heap->arrivals++, idx);
	return err;
}
LISH_EXPORT(heap_put_)

/* One question instead of all: if it holds, heap_may() refuses nothing. */
LISH_TINY bool heap_holds(const struct heap *heap, const struct heap_idx *idx)
{
	return !LISH_SMALL_ &&
	       lish_likely(!heap->comparing && !lish_is_null(idx) && heap_has_(heap, idx));
}

void heap_move_(struct heap *heap, struct heap_idx *idx, int64_t key)
{
	if (heap_holds(heap, idx) || heap_may("heap_moved", heap, idx, HEAP_ELEMENT_))
		heap_restore(heap, idx->slot - 1, (uint64_t)key, heap->arrivals++, idx);
}
LISH_EXPORT(heap_move_)

/* Returns the element; NULL, and reported, if that or the last object was overwritten. */
static struct heap_idx *heap_remove_from(lish_op_ op, struct heap *heap, uint32_t hole,
				       const void *caller)
{
	const uint32_t used = heap->array.used;
	const struct heap_slot_ last = heap_slots_(heap)[used - 1];
	struct heap_idx *const idx = heap_slots_(heap)[hole].idx;
	const bool whole = idx->slot == hole + 1;

	if (!lish_fine_from_(op, heap, whole ? last.idx : idx,
			     whole && last.idx->slot == used ? LISH_OK : LISH_BAD_INDEX,
			     caller))
		return NULL;
	lish_parray_note_peak_(&heap->array, used);
	heap->array.used = used - 1;
	if (last.idx != idx)
		heap_restore(heap, hole, last.key, last.arrival, last.idx);
	idx->slot = 0;
	return idx;
}

bool heap_del_(struct heap *heap, struct heap_idx *idx, enum heap_need_ need)
{
	const lish_op_ op = need == HEAP_ELEMENT_ ? "heap_del" : "heap_leave";

	return (heap_holds(heap, idx) ||
		(heap_may(op, heap, idx, need) && heap_has_(heap, idx))) &&
	       heap_remove_from(op, heap, idx->slot - 1, LISH_CALLER_());
}
LISH_EXPORT(heap_del_)

int64_t heap_key_of(const struct heap *heap, const struct heap_idx *idx)
{
	return heap_may("heap_key_of", heap, idx, HEAP_ELEMENT_)
		       ? (int64_t)heap_slots_(heap)[idx->slot - 1].key
		       : 0;
}
LISH_EXPORT(heap_key_of)

static struct heap_idx *heap_pop_from(lish_op_ op, struct heap *heap, bool whole,
				      const void *caller)
{
	const enum heap_need_ need = whole ? HEAP_WHOLE_ : HEAP_ANY_;

	return heap_may_from(op, heap, NULL, need, caller) && heap->array.used
		       ? heap_remove_from(op, heap, 0, caller)
		       : NULL;
}

struct heap_idx *heap_pop_(struct heap *heap, bool whole)
{
	return heap_pop_from("heap_pop_entry", heap, whole, LISH_CALLER_());
}
LISH_EXPORT(heap_pop_)

int heap_reserve(struct heap *heap, uint32_t count)
{
	return heap_may("heap_reserve", heap, NULL, HEAP_ANY_)
		       ? lish_parray_reserve_(&heap->array, count)
		       : -EINVAL;
}
LISH_EXPORT(heap_reserve)

void heap_trim(struct heap *heap)
{
	if (heap_may("heap_trim", heap, NULL, HEAP_ANY_))
		(void)lish_parray_trim_(&heap->array);
}
LISH_EXPORT(heap_trim)

struct lish_stats heap_stats(const struct heap *heap)
{
	(void)heap_may("heap_stats", heap, NULL, HEAP_ANY_);
	return lish_parray_stats_(&heap->array, heap->array.used);
}
LISH_EXPORT(heap_stats)

void heap_clear(struct heap *heap)
{
	uint32_t i;

	if (!heap_may("heap_clear", heap, NULL, HEAP_ANY_))
		return;
	for (i = 0; i < heap->array.used; i++)
		heap_slots_(heap)[i].idx->slot = 0;
	lish_parray_note_peak_(&heap->array, heap->array.used);
	heap->array.used = 0;
}
LISH_EXPORT(heap_clear)

void heap_destroy(struct heap *heap)
{
	if (!heap_may("heap_destroy", heap, NULL, HEAP_NO_LOOPS_))
		return;
	heap_clear(heap);
	lish_parray_release_(&heap->array);
}
LISH_EXPORT(heap_destroy)

static bool heap_is_due(const struct heap *heap, int64_t until)
{
	return heap->array.used && !heap_after(heap_slots_(heap)->key, (uint64_t)until);
}

static inline bool heap_open_from(struct heap *heap, int64_t until,
				  struct heap_loop_ *loop, const void *caller)
{
	if (!heap_may_from("heap_drain_due", heap, NULL, HEAP_ANY_, caller) ||
	    !heap_is_due(heap, until))
		return false;
	loop->heap = heap;
	loop->until = until;
	lish_loop_push_("heap_drain_due", heap, &loop->loop, &heap->loops, caller);
	return true;
}

bool heap_open_(struct heap *heap, int64_t until, struct heap_loop_ *loop)
{
	return heap_open_from(heap, until, loop, LISH_CALLER_());
}
LISH_EXPORT(heap_open_)

bool heap_open_whole_(struct heap *heap, int64_t until, struct heap_loop_ *loop)
{
	return heap_fits_from("heap_drain_due", heap, NULL, until, LISH_CALLER_()) &&
	       heap_open_from(heap, until, loop, LISH_CALLER_());
}
LISH_EXPORT(heap_open_whole_)

void *heap_step_(struct heap_loop_ *loop, size_t offset, bool whole)
{
	struct heap_idx *first = NULL;

	if (loop->loop.owner && heap_is_due(loop->heap, loop->until))
		first = heap_pop_from("heap_drain_due", loop->heap, whole, LISH_CALLER_());
	return first ? (char *)first - offset : NULL;
}
LISH_EXPORT(heap_step_)

void heap_close_(struct heap_loop_ *loop)
{
	lish_loop_close_("heap_drain_due", loop->heap, &loop->loop);
}
LISH_EXPORT(heap_close_)

void heap_stop(struct heap *heap)
{
	if (heap_may("heap_stop", heap, NULL, HEAP_ANY_))
		lish_loops_stop_("heap_stop", heap, &heap->loops, LISH_CALLER_());
}
LISH_EXPORT(heap_stop)
