// SPDX-License-Identifier: MIT
/*
 * dense.c - reports, memory, validation, and changes while loops run
 *
 * An array of pointers without gaps. Slot i holds the node whose value is i + 1. A node
 * is in the array if the slot that it names holds it. A node of another array, or one
 * that was forgotten, fails that test.
 *
 *   add     writes the slot after the last one
 *   remove  moves the last element into the gap, and renumbers it
 *
 * Both are inline, in dense.h, while no loop runs. With running loops they come here:
 * a removal must not move an element across the boundary of a loop. core/parts.h
 * explains how the boundaries work. The removal of the current element under a single
 * loop is the common case and has a path of its own, lish_parts_remove_current_().
 *
 * A sort registers itself as a loop of the kind LISH_PART_SORT_. So a cmp that changes
 * the array finds a running loop, comes here, and is refused; the inline paths need no
 * test for it. cmp sees the old node values: the sort uses them to stay stable, and
 * renumbers the nodes afterwards.
 *
 * Invariant: slots[i] is not NULL and *slots[i] == i + 1, for all i < used.
 */
#define LISH_LIB_
#include <linux-ish/dense.h>

#include "ground/given.h"
#include "core/parray.h"
#include "core/parts.h"

#define PSORT(name) dense_sort_##name
#define PSORT_NODE struct dense_idx
typedef int (*dense_order)(void *ctx, const struct dense_idx *a,
			   const struct dense_idx *b);
#define PSORT_CMP dense_order
#include "core/psort.h"
#include "core/span.h"

void dense_refuse_(lish_op_ op, const struct dense *array,
		   const struct dense_idx *idx)
{
	enum lish_reason reason = LISH_FOREIGN;

	if (!array->parts.array.limit)
		reason = LISH_UNINITIALIZED;
	else if (lish_is_null(idx))
		reason = LISH_NULL;
	else if (!idx->slot)
		reason = LISH_NOT_IN;
	lish_misuse_(op, array, idx, reason);
}
LISH_EXPORT(dense_refuse_)

enum lish_reason dense_check(const struct dense *array,
			     const struct dense_idx **fault)
{
	const struct lish_parray_ *slots = &array->parts.array;
	const uint32_t *node;
	const enum lish_reason reason =
		lish_parray_check_(slots, slots->used, &node);

	if (fault)
		*fault = (const struct dense_idx *)(const void *)node;
	return reason;
}
LISH_EXPORT(dense_check)

bool dense_whole_ok_(lish_op_ op, const struct dense *array)
{
	const struct dense_idx *fault;
	const enum lish_reason reason = dense_check(array, &fault);

	return lish_fine_(op, array, fault, reason);
}
LISH_EXPORT(dense_whole_ok_)

LISH_TINY bool dense_begun(lish_op_ op, const struct dense *array)
{
	return lish_begun_(op, array, array->parts.array.limit);
}

/* Why the array must not change now, or LISH_OK. */
static enum lish_reason dense_wrong(lish_op_ op, struct dense *array,
				    const void *caller)
{
	if (!array->parts.array.limit)
		return LISH_UNINITIALIZED;
	return lish_parts_frozen_from_(op, array, &array->parts, caller);
}

LISH_TINY bool dense_may_change(lish_op_ op, struct dense *array)
{
	return lish_fine_(op, array, NULL,
			  dense_wrong(op, array, LISH_CALLER_()));
}

LISH_TINY bool dense_at_rest(lish_op_ op, struct dense *array)
{
	return dense_begun(op, array) &&
	       lish_fine_(op, array, NULL,
			  array->parts.loops.first ? LISH_LOOPED : LISH_OK);
}

int dense_init(struct dense *array, const struct lish_config *config)
{
	array->parts.loops.first = NULL;
	return lish_parray_init_(&array->parts.array, config, 0);
}
LISH_EXPORT(dense_init)

void dense_init_in_(struct dense *array, uint32_t **slots, uint32_t n)
{
	memset(array, 0, sizeof(*array));
	if (!lish_given_memory_("dense_init_in", array, slots, n))
		return;
	lish_parray_init_in_(&array->parts.array, slots, n);
}
LISH_EXPORT(dense_init_in_)

int dense_add_slow_(struct dense *array, struct dense_idx *idx)
{
	struct lish_parray_ *slots = &array->parts.array;
	enum lish_reason reason = LISH_NULL;
	int err = -EINVAL;

	if (!lish_is_null(idx) && idx->slot && slots->limit) {
		if (lish_parray_holds_(slots, &idx->slot))
			return -EEXIST;
		/* In another array, or garbage: both look the same here. */
		reason = LISH_ALREADY_IN;
	} else if (!lish_is_null(idx)) {
		reason = dense_wrong("dense_add", array, LISH_CALLER_());
		if (reason == LISH_OK &&
		    lish_parray_ends_with_(slots, &idx->slot))
			reason = LISH_ALREADY_IN;
		else if (slots->limit)
			err = -EBUSY;
	}
	if (!lish_fine_("dense_add", array, idx, reason))
		return err;
	err = 0;
	if (slots->used == slots->capacity)
		err = lish_parray_grow_(slots);
	if (err)
		return err;
	slots->slots[slots->used++] = &idx->slot;
	slots->changes++;
	idx->slot = slots->used;
	lish_parts_inform_(&array->parts);
	return 0;
}
LISH_EXPORT(dense_add_slow_)

bool dense_remove_slow_(lish_op_ op, struct dense *array, struct dense_idx *idx)
{
	const struct lish_parray_ *slots = &array->parts.array;
	const bool is_current =
		!LISH_SMALL_ && array->parts.loops.first &&
		lish_parts_at_current_(&array->parts, idx->slot);
	enum lish_reason reason = LISH_OK;

	if (!is_current)
		reason = lish_parts_frozen_(op, array, &array->parts);
	/* The last node is wrong if its object was overwritten or freed. */
	if (reason == LISH_OK &&
	    *slots->slots[slots->used - 1] != slots->used)
		reason = LISH_BAD_INDEX;
	if (reason != LISH_OK) {
		lish_misuse_(op, array,
			     reason == LISH_BAD_INDEX ?
				     slots->slots[slots->used - 1] : &idx->slot,
			     reason);
		return false;
	}
	if (is_current)
		(void)lish_parts_remove_current_(&array->parts, idx->slot - 1);
	else
		(void)lish_parts_remove_looped_(&array->parts, idx->slot - 1);
	idx->slot = 0;
	return true;
}
LISH_EXPORT(dense_remove_slow_)

int dense_reserve(struct dense *array, uint32_t count)
{
	const enum lish_reason reason =
		dense_wrong("dense_reserve", array, LISH_CALLER_());
	int err;

	if (!lish_fine_("dense_reserve", array, NULL, reason))
		return reason == LISH_UNINITIALIZED ? -EINVAL : -EBUSY;
	/* Count it even if nothing moves, so that _const loops report it always. */
	array->parts.array.changes++;
	err = lish_parray_reserve_(&array->parts.array, count);
	lish_parts_inform_(&array->parts);
	return err;
}
LISH_EXPORT(dense_reserve)

void dense_trim(struct dense *array)
{
	if (!dense_may_change("dense_trim", array))
		return;
	array->parts.array.changes++;
	lish_parray_trim_(&array->parts.array);
	lish_parts_inform_(&array->parts);
}
LISH_EXPORT(dense_trim)

struct lish_stats dense_stats(const struct dense *array)
{
	(void)dense_begun("dense_stats", array);
	return lish_parray_stats_(&array->parts.array, array->parts.array.used);
}
LISH_EXPORT(dense_stats)

static void dense_drop_all(struct dense *array)
{
	struct lish_parray_ *slots = &array->parts.array;

	lish_parray_note_peak_(slots, slots->used);
	slots->used = 0;
	lish_parts_emptied_(&array->parts);
}

static void dense_zero_all(struct dense *array)
{
	const struct lish_parray_ *slots = &array->parts.array;
	const uint32_t fetch = lish_fetch_below_(slots->used, slots->used);
	uint32_t i;

	for (i = 0; i < slots->used; i++) {
		if (i < fetch)
			lish_prefetch(slots->slots[i + LISH_FETCH_AHEAD_]);
		*slots->slots[i] = 0;
	}
}

void dense_clear(struct dense *array)
{
	if (!dense_may_change("dense_clear", array))
		return;
	dense_zero_all(array);
	dense_drop_all(array);
}
LISH_EXPORT(dense_clear)

void dense_forget(struct dense *array)
{
	if (dense_may_change("dense_forget", array))
		dense_drop_all(array);
}
LISH_EXPORT(dense_forget)

void dense_destroy(struct dense *array)
{
	if (!dense_at_rest("dense_destroy", array))
		return;
	dense_zero_all(array);
	lish_parray_release_(&array->parts.array);
}
LISH_EXPORT(dense_destroy)

struct lish_span dense_span(const struct dense *array, uint32_t part,
			    uint32_t parts)
{
	return lish_span_of_("dense_span", array, array->parts.array.limit,
			     array->parts.array.used, part, parts);
}
LISH_EXPORT(dense_span)

void dense_loop_begin(struct dense_loop *loop, struct dense *array)
{
	if (dense_begun("dense_loop_begin", array))
		lish_part_begin_("dense_loop_begin", array, &array->parts,
				 &loop->loop, 0, LISH_CALLER_());
}
LISH_EXPORT(dense_loop_begin)

void dense_loop_end(struct dense_loop *loop)
{
	lish_loop_close_("dense_loop_end", dense_of_(loop), &loop->loop.loop);
	loop->loop.end = 0;
}
LISH_EXPORT(dense_loop_end)

void dense_stop(struct dense *array)
{
	if (dense_begun("dense_stop", array))
		lish_parts_stop_("dense_stop", array, &array->parts);
}
LISH_EXPORT(dense_stop)

void dense_abandon(struct dense *array)
{
	if (dense_begun("dense_abandon", array))
		array->parts.loops.first = NULL;
}
LISH_EXPORT(dense_abandon)

void dense_sort(struct dense *array,
		int (*cmp)(void *ctx, const struct dense_idx *a,
			   const struct dense_idx *b),
		void *ctx)
{
	struct lish_parray_ *slots = &array->parts.array;
	struct lish_part_loop_ guard = LISH_LOOP_INIT;

	if (!dense_at_rest("dense_sort", array))
		return;
	/* Refuse changes by cmp. */
	lish_part_begin_("dense_sort", array, &array->parts, &guard,
			 LISH_PART_SORT_, NULL);
	if (dense_sort_slots(cmp, ctx, slots->slots, slots->used))
		lish_parray_renumber_(slots);
	lish_loop_close_("dense_sort", array, &guard.loop);
}
LISH_EXPORT(dense_sort)
