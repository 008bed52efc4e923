/* SPDX-License-Identifier: MIT */
/*
 * parts.h - changes of an array without gaps, and what its loops learn of them
 *
 * Nothing here reports. A container asks lish_parts_may_change_() first: the others trust the
 * chain of loops.
 */
#ifndef LISH_PARTS_H
#define LISH_PARTS_H

#include <linux-ish/core/parts.h>

#include "loop.h"
#include "parray.h"

LISH_C_BEGIN

/* Questions. */

/*
 * May the array change? LISH_LOOPED in a sort, LISH_FROZEN in a _frozen loop. LISH_STALE_LOOP:
 * yes, but the chain had a loop that was left open, and was cut there.
 */
LISH_LOCAL LISH_NOINLINE enum lish_reason lish_parts_may_change_(struct lish_parts_ *parts);

/*
 * Does exactly one loop run, a plain one, and is slot (a place plus one) its current
 * element? Most removals in loops are of that kind, and take half the time.
 */
LISH_INLINE bool lish_parts_at_current_(const struct lish_parts_ *parts, uint32_t slot)
{
	const struct lish_loop_ *loop = parts->loops.first;
	const struct lish_part_loop_ *part = (const struct lish_part_loop_ *)(const void *)loop;

	return loop && !loop->outer && loop->owner == lish_loop_owner_(loop, &parts->loops) &&
	       part->kind == LISH_PART_PLAIN_ && part->next == slot;
}

/* The first node that lish_parts_remove_() would renumber and that is lost, or NULL. */
LISH_LOCAL LISH_COLD const uint32_t *lish_parts_fault_(const struct lish_parts_ *parts,
						       uint32_t at);

/* Changes. */

/* Add an element; no loop runs, and there is room. */
LISH_INLINE void lish_parts_put_(struct lish_parts_ *parts, uint32_t *node)
{
	struct lish_parray_ *array = &parts->array;
	const uint32_t used = array->used;

	array->nodes[used] = node;
	array->used = used + 1;
	array->changes++;
	*node = used + 1;
}

/*
 * Remove the element at a place; no loop runs. Returns the former last place, which is free now.
 * Zero the node afterwards.
 */
LISH_INLINE uint32_t lish_parts_take_(struct lish_parts_ *parts, uint32_t at)
{
	struct lish_parray_ *array = &parts->array;
	const uint32_t used = array->used, place = used - 1;
	uint32_t *last = array->nodes[place];

	lish_parray_note_peak_(array, used);
	array->used = place;
	array->nodes[at] = last;
	*last = at + 1;
	return place;
}

/* The same if lish_parts_at_current_(). */
LISH_INLINE uint32_t lish_parts_take_current_(struct lish_parts_ *parts, uint32_t at)
{
	struct lish_part_loop_ *part = (struct lish_part_loop_ *)(void *)parts->loops.first;
	const uint32_t place = lish_parts_take_(parts, at);

	/* It may fetch slots that are unused since: their words are still pointers. */
	part->next = at;
	part->end = place;
	part->stop = 0;
	return place;
}

/* The same whatever loops run. */
LISH_LOCAL LISH_NOINLINE uint32_t lish_parts_remove_(struct lish_parts_ *parts, uint32_t at);

/* Drop all elements. */
LISH_LOCAL LISH_COLD void lish_parts_empty_(struct lish_parts_ *parts);

/* Tell the loops that elements were added, or that the slots moved. */
LISH_LOCAL void lish_parts_inform_(struct lish_parts_ *parts);

/* Loops. */

/* Open a loop in memory of any content. Over an empty array it is not registered. */
LISH_INLINE enum lish_reason lish_part_open_(struct lish_part_loop_ *loop,
					     struct lish_parts_ *parts,
					     enum lish_part_kind_ kind)
{
	const uint32_t used = parts->array.used;
	const bool reverse = kind == LISH_PART_REVERSE_;

	loop->nodes = parts->array.nodes;
	loop->kind = kind;
	loop->next = reverse ? used : 0;
	loop->end = reverse ? 0 : used;
	loop->stop = loop->end;
	loop->fetch = reverse ? lish_fetch_from_(used)
			      : lish_fetch_below_(used, used);
	if (used)
		return lish_loop_enter_(&loop->loop, &parts->loops);
	loop->loop.owner = 0;
	return LISH_OK;
}

/* End all loops: their next step touches nothing. LISH_STALE_LOOP: one was left open. */
LISH_LOCAL enum lish_reason lish_parts_stop_(struct lish_parts_ *parts);

/* Look at a part of the array. */
LISH_INLINE struct lish_part_view_
lish_part_view_of_(const struct lish_parts_ *parts, struct lish_span span,
		   enum lish_part_kind_ kind)
{
	const struct lish_parray_ *array = &parts->array;
	struct lish_part_view_ view;

	view.parts = parts;
	view.at.nodes = array->nodes;
	view.at.next = span.start;
	view.state = lish_parray_state_(array);
	view.end = lish_span_end_(span, array->used);
	view.at.fetch = lish_fetch_below_(array->used, view.end);
	view.kind = kind;
	return view;
}

LISH_C_END

#endif /* LISH_PARTS_H */
