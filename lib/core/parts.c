// SPDX-License-Identifier: MIT
/*
 * parts.c - changes of an array without gaps, while loops run
 *
 * include/linux-ish/core/parts.h shows how boundaries divide the array into parts, and how a
 * removal fills its gap from part to part. The direction of a loop does not matter to a removal:
 * each element must stay on its side of every boundary. Boundaries at the same place move
 * together. With L loops a removal costs O(L * L) comparisons, without a sort of the loops.
 *
 * A step keeps its cursor in registers, and compares it with stop alone. Each change writes to
 * all loops and sets stop, so that the next step reloads its cursor. A stopped loop has stop and
 * end equal: its next step is its end.
 *
 * Invariant, forward loops: next <= end <= used. end == used, except in a _present loop, where
 * it is the boundary between the elements of its start and later ones.
 */
#define LISH_LIB_
#include "parts.h"

static inline struct lish_part_loop_ *part_of_(struct lish_loop_ *loop)
{
	return LISH_CONTAINER_OF_(loop, struct lish_part_loop_, loop);
}

/* The next step reloads its cursor. */
static inline void part_alert_(struct lish_part_loop_ *loop)
{
	loop->stop = loop->kind == LISH_PART_REVERSE_ ? 0xffffffffu : 0;
}

void lish_parts_inform_(struct lish_parts_ *parts)
{
	const struct lish_parray_ *array = &parts->array;
	struct lish_part_loop_ *part;
	bool reverse;

	lish_each_sound_loop_(loop, &parts->loops) {
		part = part_of_(loop);
		reverse = part->kind == LISH_PART_REVERSE_;
		if (!reverse && part->kind != LISH_PART_PRESENT_)
			part->end = array->used;
		part->nodes = array->nodes;
		part->fetch = reverse ? lish_fetch_from_(array->used)
				      : lish_fetch_below_(array->used, part->end);
		part_alert_(part);
	}
}

void lish_parts_empty_(struct lish_parts_ *parts)
{
	lish_parray_note_peak_(&parts->array, parts->array.used);
	parts->array.used = 0;
	lish_each_sound_loop_(loop, &parts->loops) {
		part_of_(loop)->next = 0;
		part_of_(loop)->end = 0;
	}
	lish_parts_inform_(parts);
}

enum lish_reason lish_parts_may_change_(struct lish_parts_ *parts)
{
	enum lish_reason reason = lish_loops_cut_(&parts->loops);

	lish_each_sound_loop_(loop, &parts->loops) {
		if (part_of_(loop)->kind == LISH_PART_SORT_)
			return LISH_LOOPED;
		if (part_of_(loop)->kind == LISH_PART_FROZEN_)
			reason = LISH_FROZEN;
	}
	return reason;
}

/* The lowest boundary above a place: next, the end of a _present loop, or used. */
static LISH_NOINLINE uint32_t parts_bound_(const struct lish_parts_ *parts, uint32_t at)
{
	uint32_t bound = parts->array.used;
	const struct lish_part_loop_ *part;

	lish_each_sound_loop_(loop, &parts->loops) {
		part = part_of_(loop);
		if (part->next > at && part->next < bound)
			bound = part->next;
		if (part->end > at && part->end < bound)
			bound = part->end;
	}
	return bound;
}

const uint32_t *lish_parts_fault_(const struct lish_parts_ *parts, uint32_t at)
{
	const struct lish_parray_ *array = &parts->array;

	do {
		at = parts_bound_(parts, at);
		if (*array->nodes[at - 1] != at)
			return array->nodes[at - 1];
	} while (at < array->used);
	return NULL;
}

uint32_t lish_parts_remove_(struct lish_parts_ *parts, uint32_t at)
{
	struct lish_parray_ *array = &parts->array;
	const uint32_t used = array->used;
	struct lish_part_loop_ *part;
	uint32_t bound, *last;

	lish_parray_note_peak_(array, used);
	do {
		bound = parts_bound_(parts, at);
		last = array->nodes[bound - 1];
		array->nodes[at] = last;
		*last = at + 1;
		at = bound - 1;
		lish_each_sound_loop_(each, &parts->loops) {
			part = part_of_(each);
			part->next -= part->next == bound;
			part->end -= part->end == bound;
		}
	} while (bound < used);
	array->used = at;
	lish_parts_inform_(parts);
	return at;
}

enum lish_reason lish_parts_stop_(struct lish_parts_ *parts)
{
	const enum lish_reason reason = lish_loops_cut_(&parts->loops);
	struct lish_part_loop_ *part;

	lish_each_sound_loop_(loop, &parts->loops) {
		part = part_of_(loop);
		part_alert_(part);
		part->end = (uint32_t)part->stop;
	}
	(void)lish_loops_end_(&parts->loops);
	return reason;
}
