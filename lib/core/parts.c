// SPDX-License-Identifier: MIT
/*
 * parts.c - changes of an array without gaps, while loops run
 *
 * core/parts.h shows how boundaries divide the array into parts. Three facts carry all
 * functions here:
 *
 * 1. A loop is a boundary (two, if it is a _present loop), and nothing more. An element
 *    was visited if it stands before the boundary of a forward loop, or behind that of
 *    a backward one. The direction does not matter to a removal: each element must stay
 *    on its side of every boundary.
 *
 * 2. A removal at place at: find the nearest boundary above at. The element before that
 *    boundary fills the gap, which stays on the same side. The gap is now just before
 *    the boundary. Lower the boundary by one: the gap is behind it, and is the first
 *    place of the next part. Repeat until the gap is the last place of the array.
 *    Boundaries at the same place move together. One move for each distinct boundary
 *    above the gap; with L loops, O(L * L) comparisons, without a sort of the loops.
 *
 * 3. A step keeps its cursor in registers. Each change writes slots, end and fetch to
 *    all loops and sets stop, so that the next step reloads its cursor. Loops are few
 *    and changes touch the loop structs anyway, so this costs little; a step stays at
 *    one comparison.
 *
 * Invariant, forward loops: next <= end <= used. end == used, except in a _present
 * loop, where it is the boundary between the elements of its start and later ones.
 */
#define LISH_LIB_
#include <linux-ish/container_of.h>

#include "parts.h"

#include "loop.h"

static struct lish_part_loop_ *part_of(struct lish_loop_ *loop)
{
	return LISH_CONTAINER_OF_(loop, struct lish_part_loop_, loop);
}

static inline void part_inform(const struct lish_parray_ *array,
			     struct lish_part_loop_ *loop)
{
	if (!(loop->kind & (LISH_PART_PRESENT_ | LISH_PART_REVERSE_)))
		loop->end = array->used;
	loop->slots = array->slots;
	loop->fetch = loop->kind & LISH_PART_REVERSE_
			      ? lish_fetch_from_(array->used)
			      : lish_fetch_below_(array->used, loop->end);
	loop->stop = loop->kind & LISH_PART_REVERSE_ ? 0xffffffffu : 0;
}

/*
 * The loops, after lish_parts_frozen_() has examined them. A check of each loop in each
 * pass would double the time of a removal.
 */
#define parts_for_each(loop, parts)                                      \
	for (struct lish_loop_ *loop = (parts)->loops.first; loop;       \
	     loop = loop->outer)

static inline void parts_inform(struct lish_parts_ *parts)
{
	parts_for_each(loop, parts)
		part_inform(&parts->array, part_of(loop));
}

void lish_parts_inform_(struct lish_parts_ *parts)
{
	parts_inform(parts);
}

void lish_parts_emptied_(struct lish_parts_ *parts)
{
	parts_for_each(loop, parts) {
		part_of(loop)->next = 0;
		part_of(loop)->end = 0;
		part_inform(&parts->array, part_of(loop));
	}
}

enum lish_reason lish_parts_frozen_from_(lish_op_ op, const void *container,
					 struct lish_parts_ *parts,
					 const void *caller)
{
	uint32_t kinds = 0;

	(void)lish_loops_tidy_(op, container, &parts->loops, caller);
	parts_for_each(loop, parts)
		kinds |= part_of(loop)->kind;
	if (lish_likely(!(kinds & (LISH_PART_SORT_ | LISH_PART_FROZEN_))))
		return LISH_OK;
	return kinds & LISH_PART_SORT_ ? LISH_LOOPED : LISH_FROZEN;
}

/*
 * The lowest boundary of a loop above a place, or bound if that is lower. end is a
 * boundary of a _present loop only; in others it is used or 0, and changes nothing.
 */
static inline uint32_t part_bound(const struct lish_part_loop_ *loop,
				  uint32_t at, uint32_t bound)
{
	if (loop->next > at && loop->next < bound)
		bound = loop->next;
	if (loop->end > at && loop->end < bound)
		bound = loop->end;
	return bound;
}

uint32_t lish_parts_remove_looped_(struct lish_parts_ *parts, uint32_t at)
{
	struct lish_parray_ *array = &parts->array;
	const uint32_t used = array->used;
	struct lish_part_loop_ *part;
	uint32_t bound, *last;

	lish_parray_note_peak_(array, used);
	do {
		bound = used;
		parts_for_each(loop, parts)
			bound = part_bound(part_of(loop), at, bound);
		last = array->slots[bound - 1];
		array->slots[at] = last;
		*last = at + 1;
		at = bound - 1;
		parts_for_each(each, parts) {
			part = part_of(each);
			part->next -= part->next == bound;
			part->end -= part->end == bound;
		}
	} while (bound < used);
	array->used = at;
	parts_inform(parts);
	return at;
}

void lish_parts_stop_(lish_op_ op, const void *container,
		      struct lish_parts_ *parts)
{
	struct lish_part_loop_ *part;

	lish_for_each_loop_(loop, op, container, &parts->loops) {
		part = part_of(loop);
		part->next = 0;
		part->end = 0;
		part->stop = part->kind & LISH_PART_REVERSE_ ? 0xffffffffu : 0;
	}
	lish_loops_stop_(op, container, &parts->loops, NULL);
}

/* Put a loop at the start of the array. */
static void part_start(const struct lish_parray_ *array,
		       struct lish_part_loop_ *loop, uint32_t kind)
{
	loop->next = kind & LISH_PART_REVERSE_ ? array->used : 0;
	loop->end = kind & LISH_PART_REVERSE_ ? 0 : array->used;
	loop->kind = kind;
	part_inform(array, loop);
}

void lish_part_begin_(lish_op_ op, const void *container,
		      struct lish_parts_ *parts, struct lish_part_loop_ *loop,
		      uint32_t kind, const void *caller)
{
	if (lish_loop_begin_(op, container, &loop->loop, &parts->loops,
			     caller))
		part_start(&parts->array, loop, kind);
}

void lish_part_start_(lish_op_ op, const void *container,
		      struct lish_parts_ *parts, struct lish_part_loop_ *loop,
		      uint32_t kind)
{
	loop->loop.owner = NULL;
	part_start(&parts->array, loop, kind);
	if (parts->array.used)
		lish_loop_push_(op, container, &loop->loop, &parts->loops,
				LISH_CALLER_());
}
LISH_EXPORT(lish_part_start_)

void lish_part_lost_(lish_op_ op, const void *container)
{
	lish_misuse_(op, container, NULL, LISH_LOST_PLACE);
}
LISH_EXPORT(lish_part_lost_)
