// SPDX-License-Identifier: MIT
/*
 * dense.c - an array of pointers without gaps
 *
 * Slot i holds the node whose value is i + 1. A node is in the array if the slot that it
 * names holds it. A node of another array, or one that was forgotten, fails that test.
 *
 *   add     writes the slot after the last one
 *   remove  moves the last element into the gap, and renumbers it
 *
 * While loops run, a removal must not move an element across the boundary of a loop:
 * core/parts.h. So add and del have a quick path for an array without loops, and a full one.
 * The full one asks every question again, because it may also report: tests/unit/quick_test.c
 * compares the two in all small states.
 *
 * A sort registers itself as a loop of the kind LISH_PART_SORT_. So a cmp that changes
 * the array finds a running loop, and is refused; the quick paths need no test for it. cmp
 * sees the old node values: the sort uses them to stay stable, and renumbers the nodes
 * afterwards.
 *
 * Level 1 looks at the node and at the slots that a call writes, level 2 at the whole array.
 *
 * Invariant: slots[i] is not NULL and *slots[i] == i + 1, for all i < used. A program that
 * frees or overwrites an element breaks it. Clear, destroy and registered loops then skip that
 * element, and report it; other loops end.
 */
#define LISH_LIB_
#include <linux-ish/dense.h>

#include "core/parray.h"
#include "core/parts.h"
#include "core/span.h"
#include "ground/refused.h"

/* How loops name themselves. */
#if !LISH_NAMES_
#define dense_name_(kind) ((void)(kind), (const char *)NULL)
#else
#define dense_name_(kind) dense_names_[kind]
static const char *const dense_names_[] = {
	"dense_for_each_entry", "dense_for_each_entry_present", "dense_for_each_entry_reverse",
	"dense_for_each_entry_const", "dense_for_each_entry_span"
};
#endif

/* Questions. */

/* May one look at the array? Level 0 does not ask. */
static inline enum lish_reason dense_may_look_(const struct dense *array)
{
	return LISH_CHECK >= 1 ? lish_parray_begun_(&array->parts.array) : LISH_OK;
}

static inline bool dense_has_(const struct dense *array, const struct dense_idx *idx)
{
	return !(LISH_CHECK >= 1 && lish_is_null(idx)) &&
	       lish_parray_holds_(&array->parts.array, &idx->slot);
}

/* May one ask for this node, which is not in the array? */
static enum lish_reason dense_may_ask_(const struct dense *array, const struct dense_idx *idx)
{
	const enum lish_reason reason = dense_may_look_(array);

	return reason == LISH_OK ? lish_may_use_(idx) : reason;
}

/* The last node is wrong if its object was overwritten or freed. */
static inline bool dense_ends_well_(const struct dense *array)
{
	const struct lish_parray_ *slots = &array->parts.array;

	return LISH_CHECK < 1 || *slots->nodes[slots->used - 1] == slots->used;
}

/* A loop that was left open is reported, and refuses nothing: lish_loops_allow_(). */
static enum lish_reason dense_may_change_(struct dense *array)
{
	return array->parts.array.limit ? lish_parts_may_change_(&array->parts)
					: LISH_UNINITIALIZED;
}
#define dense_refused_(array, reason) \
	(lish_refused(array, NULL, reason) && !lish_loops_allow_(reason))

static enum lish_reason dense_may_destroy_(const struct dense *array)
{
	if (!array->parts.array.limit)
		return LISH_UNINITIALIZED;
	return array->parts.loops.first ? LISH_LOOPED : lish_bound_(&array->parts.array);
}

/* dense_may_add_() for the usual case. An array that was never initialised is full. */
static inline bool dense_adds_quickly_(const struct dense *array, const struct dense_idx *idx)
{
	const struct lish_parray_ *slots = &array->parts.array;

	return !LISH_SMALL_ && !(LISH_CHECK >= 1 && lish_is_null(idx)) && !idx->slot &&
	       slots->used != slots->capacity && !array->parts.loops.first &&
	       !(LISH_CHECK >= 1 && lish_parray_ends_with_(slots, &idx->slot));
}

/* An element is not asked for: dense_add() returns -EEXIST for it. */
static enum lish_reason dense_may_add_(struct dense *array, const struct dense_idx *idx)
{
	const enum lish_reason reason = dense_may_change_(array);
	enum lish_reason join = LISH_OK;

	if (lish_loops_allow_(reason))
		join = lish_parray_may_join_(&array->parts.array, &idx->slot);
	return join == LISH_OK ? reason : join;
}

/* dense_may_leave_() for the usual case. */
static inline bool dense_leaves_quickly_(const struct dense *array, const struct dense_idx *idx)
{
	return !LISH_SMALL_ && (LISH_CHECK < 1 || dense_has_(array, idx)) &&
	       !array->parts.loops.first && dense_ends_well_(array);
}

/* fault: the node that a report names, or NULL */
static enum lish_reason dense_may_leave_(struct dense *array, const struct dense_idx *idx,
					 const uint32_t **fault)
{
	enum lish_reason reason = dense_may_ask_(array, idx);

	*fault = &idx->slot;
	if (LISH_CHECK >= 1 && reason == LISH_OK &&
	    !lish_parray_holds_(&array->parts.array, &idx->slot))
		reason = idx->slot ? LISH_FOREIGN : LISH_NOT_IN;
	if (reason == LISH_OK)
		reason = lish_parts_may_change_(&array->parts);
	if (!lish_loops_allow_(reason))
		return reason;
	*fault = lish_parts_fault_(&array->parts, idx->slot - 1);
	return *fault ? LISH_BAD_INDEX : reason;
}

static enum lish_reason dense_examine_(const struct dense *array, const struct lish_area_ *area,
				       const struct dense_idx **fault)
{
	const struct lish_parray_ *slots = &array->parts.array;
	const uint32_t *node;
	const enum lish_reason reason = lish_parray_check_(slots, slots->used, area, &node);

	*fault = (const struct dense_idx *)(const void *)node;
	return lish_loops_rest_(&array->parts.loops, area) ? reason : LISH_STALE_LOOP;
}

LISH_CHECKS_(dense, dense_idx, (void)0)
LISH_DAMAGED_(dense, dense_idx)

/* Changes. */

/* Last: until then the node may be that of the element which fills the gap. */
static inline void dense_zero_(struct dense_idx *idx)
{
	idx->slot = 0;
	lish_renew(idx->slot);
}

/* For loops that run, a full array, and all that is refused. */
static LISH_NOINLINE int dense_put_(struct dense *array, struct dense_idx *idx,
				    struct lish_call_ call)
{
	struct lish_parray_ *slots = &array->parts.array;
	enum lish_reason reason = dense_may_add_(array, idx);
	int err = 0;

	if (lish_loops_allow_(reason)) {
		if (slots->used == slots->capacity)
			err = lish_parray_grow_(slots);
		if (!err)
			lish_parts_put_(&array->parts, &idx->slot);
		lish_parts_inform_(&array->parts);
		if (err == -EINVAL)
			reason = lish_parray_misgrown_(slots, err);
	} else {
		err = lish_parray_unjoined_(slots, &idx->slot, &reason);
	}
	(void)lish_refused_by(call, array, idx, reason);
	return err;
}

/* For loops that run, and all that is refused. Reports for the operation of that name. */
static LISH_NOINLINE bool dense_remove_fully_(struct dense *array, struct dense_idx *idx,
					      struct lish_call_ call)
{
	const uint32_t *fault;
	const enum lish_reason reason = dense_may_leave_(array, idx, &fault);
	const bool leaves = lish_loops_allow_(reason);

	if (leaves) {
		(void)lish_parts_remove_(&array->parts, idx->slot - 1);
		dense_zero_(idx);
	}
	(void)lish_refused_by(call, array, fault, reason);
	return leaves;
}

static LISH_NOINLINE bool dense_remove_(struct dense *array, struct dense_idx *idx,
					struct lish_call_ call)
{
	if (LISH_SMALL_ || !dense_has_(array, idx) ||
	    !lish_parts_at_current_(&array->parts, idx->slot) ||
	    !dense_ends_well_(array))
		return dense_remove_fully_(array, idx, call);
	(void)lish_parts_take_current_(&array->parts, idx->slot - 1);
	dense_zero_(idx);
	return true;
}

/* No loop runs. */
static inline void dense_take_(struct dense *array, struct dense_idx *idx)
{
	(void)lish_parts_take_(&array->parts, idx->slot - 1);
	dense_zero_(idx);
}

/* The slots may have moved. Returns what to report of it. */
static enum lish_reason dense_resized_(struct dense *array, int err)
{
	/* Count it even if nothing moved, so that _const loops report it always. Misuse is none. */
	if (err != -EINVAL)
		array->parts.array.changes++;
	lish_parts_inform_(&array->parts);
	return lish_parray_misgrown_(&array->parts.array, err);
}

/* Operations. */

int dense_init(struct dense *array, const struct lish_config *config)
{
	int err;

	memset(array, 0, sizeof(*array));
	err = lish_parray_init_(&array->parts.array, config, 0);
	(void)lish_refused(array, NULL, lish_parray_misgrown_(&array->parts.array, err));
	return err;
}

void (dense_init_in)(struct dense *array, uint32_t **slots, uint32_t n)
{
	memset(array, 0, sizeof(*array));
	lish_refused(array, NULL, lish_parray_init_in_(&array->parts.array, slots, n));
}

void dense_idx_init(struct dense_idx *idx)
{
	if (!lish_refused(NULL, idx, lish_may_use_(idx)))
		idx->slot = 0;
}

LISH_HOT_ bool dense_contains(const struct dense *array, const struct dense_idx *idx)
{
	if (lish_likely(dense_has_(array, idx)))
		return true;
	(void)lish_refused(array, idx, dense_may_ask_(array, idx));
	return false;
}

LISH_HOT_ int dense_add(struct dense *array, struct dense_idx *idx)
{
	if (lish_damaged(dense, array))
		return -EINVAL;
	if (lish_unlikely(!dense_adds_quickly_(array, idx)))
		return dense_put_(array, idx, LISH_CALL_());
	lish_parts_put_(&array->parts, &idx->slot);
	return 0;
}

LISH_HOT_ void dense_del(struct dense *array, struct dense_idx *idx)
{
	if (LISH_CHECK >= 2 && dense_has_(array, idx) && lish_damaged(dense, array))
		return;
	if (lish_likely(dense_leaves_quickly_(array, idx)))
		dense_take_(array, idx);
	else
		(void)dense_remove_(array, idx, LISH_CALL_());
}

LISH_HOT_ bool dense_leave(struct dense *array, struct dense_idx *idx)
{
	if (lish_unlikely(!dense_has_(array, idx))) {
		(void)lish_refused(array, idx, dense_may_ask_(array, idx));
		return false;
	}
	if (lish_damaged(dense, array))
		return false;
	if (lish_unlikely(!dense_leaves_quickly_(array, idx)))
		return dense_remove_(array, idx, LISH_CALL_());
	dense_take_(array, idx);
	return true;
}

void dense_node_moved(struct dense *array, struct dense_idx *idx)
{
	const enum lish_reason reason = dense_may_change_(array);
	struct lish_parray_ *slots = &array->parts.array;

	if (!dense_refused_(array, reason) &&
	    !lish_refused(array, idx, lish_parray_may_have_moved_(slots, &idx->slot)) &&
	    idx->slot)
		slots->nodes[idx->slot - 1] = &idx->slot;
}

int32_t dense_index_of(const struct dense *array, const struct dense_idx *idx)
{
	if (lish_likely(dense_has_(array, idx)))
		return (int32_t)(idx->slot - 1);
	(void)lish_refused(array, idx, dense_may_ask_(array, idx));
	return -1;
}

uint32_t dense_count(const struct dense *array)
{
	(void)lish_refused(array, NULL, dense_may_look_(array));
	return array->parts.array.used;
}

struct lish_stats dense_stats(const struct dense *array)
{
	const struct lish_parray_ *slots = &array->parts.array;

	(void)lish_refused(array, NULL, lish_parray_begun_(slots));
	return lish_parray_stats_(slots, slots->used);
}

int dense_reserve(struct dense *array, uint32_t count)
{
	const enum lish_reason reason = dense_may_change_(array);
	int err;

	if (dense_refused_(array, reason))
		return lish_parray_refusal_(reason);
	err = lish_parray_reserve_(&array->parts.array, count);
	(void)lish_refused(array, NULL, dense_resized_(array, err));
	return err;
}

void dense_trim(struct dense *array)
{
	const enum lish_reason reason = dense_may_change_(array);

	if (!dense_refused_(array, reason))
		lish_refused(array, NULL,
			     dense_resized_(array, lish_parray_trim_(&array->parts.array)));
}

void dense_rebind(struct dense *array, const struct lish_config *config)
{
	const enum lish_reason reason = dense_may_change_(array);

	if (!dense_refused_(array, reason))
		lish_parray_rebind_(&array->parts.array, config);
}

void dense_clear(struct dense *array)
{
	const enum lish_reason reason = dense_may_change_(array);
	const uint32_t *fault;

	if (dense_refused_(array, reason))
		return;
	fault = lish_parray_zero_(&array->parts.array);
	lish_parts_empty_(&array->parts);
	lish_refused(array, fault, lish_parray_zeroed_(fault));
}

void dense_forget(struct dense *array)
{
	const enum lish_reason reason = dense_may_change_(array);

	if (!dense_refused_(array, reason))
		lish_parts_empty_(&array->parts);
}

void dense_destroy(struct dense *array)
{
	const uint32_t *fault;

	if (lish_refused(array, NULL, dense_may_destroy_(array)))
		return;
	fault = lish_parray_zero_(&array->parts.array);
	lish_parray_release_(&array->parts.array);
	lish_refused(array, fault, lish_parray_zeroed_(fault));
}

struct lish_span dense_span(const struct dense *array, uint32_t part, uint32_t parts)
{
	const struct lish_parray_ *slots = &array->parts.array;

	if (!lish_refused(array, NULL, lish_parray_begun_(slots)))
		(void)lish_refused(array, NULL, lish_span_exists_(part, parts));
	return lish_span_(slots->used, part, parts);
}

LISH_HOT_ void *(dense_at_entry)(const struct dense *array, uint32_t index, size_t offset)
{
	const struct lish_parray_ *slots = &array->parts.array;
	uint32_t *node = NULL;

	if (lish_likely(index < slots->used)) {
		node = slots->nodes[index];
		if (LISH_CHECK < 1 || lish_likely(*node == index + 1))
			return (char *)node - offset;
	}
	(void)lish_refused(array, node, node ? LISH_BAD_INDEX : dense_may_look_(array));
	return NULL;
}

LISH_HOT_ void *(dense_pop_entry)(struct dense *array, size_t offset)
{
	const struct lish_parray_ *slots = &array->parts.array;
	struct dense_idx *last;

	if (lish_damaged(dense, array))
		return NULL;
	if (lish_unlikely(!slots->used)) {
		(void)lish_refused(array, NULL, dense_may_look_(array));
		return NULL;
	}
	last = (struct dense_idx *)(void *)slots->nodes[slots->used - 1];
	if (lish_refused(array, last, dense_ends_well_(array) ? LISH_OK : LISH_BAD_INDEX))
		return NULL;
	if (lish_likely(!array->parts.loops.first))
		dense_take_(array, last);
	else if (!dense_remove_(array, last, LISH_CALL_()))
		return NULL;
	return (char *)last - offset;
}

/* Loops. */

void dense_close_(struct dense_loop_ *loop)
{
	const struct dense *array = LISH_CONTAINER_OF_(lish_loops_of_(&loop->loop.loop),
						       const struct dense, parts.loops);
	const enum lish_reason reason = lish_loop_leave_(&loop->loop.loop);

	/* A loop that was never opened has no kind. */
	if (lish_unlikely(reason != LISH_OK))
		(void)lish_refused_as(dense_name_(loop->loop.kind), array, NULL, reason);
}

void dense_stop(struct dense *array)
{
	const enum lish_reason reason = dense_may_change_(array);

	if (!dense_refused_(array, reason))
		(void)lish_parts_stop_(&array->parts);
}

struct dense_loop_ *dense_open_(struct dense *array, struct dense_loop_ *loop,
				enum lish_part_kind_ kind)
{
	const enum lish_reason reason = lish_part_open_(&loop->loop, &array->parts, kind);

	(void)lish_refused_as(dense_name_(kind), array, NULL,
			      reason == LISH_OK ? dense_may_look_(array) : reason);
	return loop;
}

void *dense_next_(struct dense_loop_ *loop, size_t offset)
{
	struct lish_part_at_ at = lish_part_cursor_(&loop->loop);

	return lish_part_step_(&loop->loop, &at, offset, false, dense_lost_, LISH_CALLER_());
}

void *dense_next_back_(struct dense_loop_ *loop, size_t offset)
{
	struct lish_part_at_ at = lish_part_cursor_(&loop->loop);

	return lish_part_step_(&loop->loop, &at, offset, true, dense_lost_, LISH_CALLER_());
}

void dense_lost_(const struct lish_parts_ *parts, enum lish_part_kind_ kind, const uint32_t *node,
		 const void *caller)
{
	(void)lish_refused_by(lish_call_of_(dense_name_(kind), caller ? caller : LISH_CALLER_()),
			      parts, node, node ? LISH_BAD_INDEX : LISH_LOST_PLACE);
}

struct lish_part_view_ dense_view_(const struct dense *array)
{
	(void)lish_refused_as(dense_name_(LISH_PART_CONST_), array, NULL, dense_may_look_(array));
	return lish_part_view_all_(&array->parts);
}

struct lish_part_view_ dense_view_span_(const struct dense *array, struct lish_span span)
{
	(void)lish_refused_as(dense_name_(LISH_PART_SPAN_), array, NULL, dense_may_look_(array));
	return lish_part_view_of_(&array->parts, span, LISH_PART_SPAN_);
}

void *dense_look_(struct lish_part_view_ *view, size_t offset)
{
	return lish_part_look_(view, offset, dense_lost_, LISH_CALLER_());
}
