/* SPDX-License-Identifier: MIT */
/*
 * parts.h - an array without gaps, whose loops survive every change
 *
 * Each running loop has a boundary in the array. A forward loop has visited the elements before
 * its boundary, a backward loop those behind it. A _present loop has a second boundary: elements
 * added after its start stand behind it. So boundaries divide the array into parts. An element
 * may change places with any other of its part; no loop misses it or visits it twice.
 *
 *   visited by both   | by the outer loop | by neither
 *   a  b  c           | d  e              | f  g  h
 *              inner next          outer next         used
 *
 * A removal leaves a gap. The last element of the same part fills it. The gap is now
 * at the boundary, and counts as the first place of the next part, whose last element
 * fills it in turn. So each removal costs one move and one boundary per running loop.
 *
 *   remove b:  a  c  .  | d  e  | f  g  h     then
 *              a  c  | e  d  .  | f  g  h     then
 *              a  c  | e  d  | h  f  g
 *
 * A change writes to the struct of each loop. So a step reads its own loop only, and a stopped
 * loop never touches the array, whose memory may be freed.
 *
 * The container decides what stands after the elements: free slots, or parked objects.
 */
#ifndef LINUX_ISH_CORE_PARTS_H
#define LINUX_ISH_CORE_PARTS_H

#include "../container_of.h"
#include "loop.h"
#include "parray.h"

LISH_NATURAL_(core_parts);

struct lish_parts_ {
	struct lish_parray_ array;
	struct lish_loops_ loops;
};

#define LISH_PARTS_INIT_IN_(nodes, n) \
	{ LISH_PARRAY_INIT_IN_(nodes, n, 0), LISH_LOOPS_INIT_ }

/*
 * Kinds of loops. A loop names itself by its kind, in the table of its container. Loops over
 * _CONST_ and _SPAN_ are not registered. A sort is registered as a loop, and has no name.
 */
enum lish_part_kind_ {
	LISH_PART_PLAIN_,
	LISH_PART_PRESENT_,
	LISH_PART_REVERSE_,
	LISH_PART_CONST_,
	LISH_PART_SPAN_,
	LISH_PART_FROZEN_,
	LISH_PART_SORT_
} LISH_INT_ENUM_;

/* struct lish_part_loop_ - a loop; forward: next <= end <= used */
struct lish_part_loop_ {
	struct lish_loop_ loop;
	/*
	 * A step that reaches it leaves the fast path. Equals end; after a change it is 0
	 * (backward: the highest number), so that the next step reloads its cursor.
	 */
	size_t stop;
	/* Of the array, unless the loop was stopped. */
	uint32_t **nodes;
	/* The boundary: place of the next element; backward: that place plus one. */
	uint32_t next;
	enum lish_part_kind_ kind;
	/* The loop's end; backward: 0. */
	uint32_t end;
	/* See lish_fetch_below_() and lish_fetch_from_(). */
	uint32_t fetch;
};

/*
 * struct lish_part_at_ - the cursor of a step: a copy of members of the loop, so that it
 * stays in registers. size_t: clang keeps two 32-bit members in one register
 */
struct lish_part_at_ {
	uint32_t **nodes;
	size_t next;
	size_t fetch;
};

/* struct lish_part_view_ - the cursor of a loop that writes nothing, and notices changes */
struct lish_part_view_ {
	const struct lish_parts_ *parts;
	struct lish_part_at_ at;
	/* of the array, when the loop began */
	uint64_t state;
	uint32_t end;
	enum lish_part_kind_ kind;
};

LISH_C_BEGIN

/*
 * Reports an element whose node does not name its place, because its object was freed, moved or
 * overwritten; node is NULL if an array changed that may not. caller: of a step that the library
 * makes; NULL: the user's function calls this.
 */
typedef void lish_part_lost_(const struct lish_parts_ *parts, enum lish_part_kind_ kind,
			     const uint32_t *node, const void *caller);

/* The same of all of it. */
LISH_INLINE struct lish_part_view_ lish_part_view_all_(const struct lish_parts_ *parts)
{
	const struct lish_parray_ *array = &parts->array;
	struct lish_part_view_ view;

	view.parts = parts;
	view.at.nodes = array->nodes;
	view.at.next = 0;
	view.state = lish_parray_state_(array);
	view.end = array->used;
	view.at.fetch = lish_fetch_below_(view.end, view.end);
	view.kind = LISH_PART_CONST_;
	return view;
}

LISH_INLINE struct lish_part_at_ lish_part_cursor_(const struct lish_part_loop_ *loop)
{
	struct lish_part_at_ at;

	at.nodes = loop->nodes;
	at.next = loop->next;
	at.fetch = loop->fetch;
	return at;
}

/* The next object, or NULL. A lost element is skipped. reverse is a constant. */
LISH_INLINE void *lish_part_step_(struct lish_part_loop_ *loop, struct lish_part_at_ *at,
				  size_t offset, bool reverse, lish_part_lost_ *lost,
				  const void *caller)
{
	uint32_t *node;
	size_t i;

	for (;;) {
		i = at->next;
		if (lish_unlikely(reverse ? i <= loop->stop : i >= loop->stop)) {
			/* Test this first: the usual end. */
			if (loop->stop == loop->end)
				return NULL;
			loop->stop = loop->end;
			*at = lish_part_cursor_(loop);
			i = at->next;
			if (reverse ? i <= loop->end : i >= loop->end)
				return NULL;
		}
		i -= reverse ? 1u : 0u;
		if (lish_unlikely(reverse ? i >= at->fetch : i < at->fetch))
			lish_prefetch((const char *)at->nodes[reverse ? i - LISH_FETCH_AHEAD_ :
								       i + LISH_FETCH_AHEAD_] -
				      offset);
		node = at->nodes[i];
		at->next = reverse ? i : i + 1;
		loop->next = (uint32_t)at->next;
		if (LISH_CHECK < 1 || lish_likely(*node == i + 1))
			return (char *)node - offset;
		LISH_NO_MERGE_ lost(LISH_CONTAINER_OF_(lish_loops_of_(&loop->loop),
						       const struct lish_parts_, loops),
				    loop->kind, node, caller);
	}
}

/*
 * The same without registration. A lost element ends the loop: with a way back from the call,
 * compilers read the array's numbers in each step.
 */
LISH_INLINE void *lish_part_look_(struct lish_part_view_ *view, size_t offset,
				  lish_part_lost_ *lost, const void *caller)
{
	const struct lish_parray_ *array = &view->parts->array;
	uint32_t *node = NULL;
	const size_t i = view->at.next;

	if (LISH_CHECK < 1 || lish_likely(lish_parray_state_(array) == view->state)) {
		if (i >= view->end)
			return NULL;
		if (lish_unlikely(i < view->at.fetch))
			lish_prefetch((const char *)view->at.nodes[i + LISH_FETCH_AHEAD_] -
				      offset);
		node = view->at.nodes[i];
		view->at.next = i + 1;
		if (LISH_CHECK < 1 || lish_likely(*node == i + 1))
			return (char *)node - offset;
	}
	LISH_NO_MERGE_ lost(view->parts, view->kind, node, caller);
	return NULL;
}

/* The loop of a view. A flag in the view would cost a store at the end. */
#define LISH_PART_VIEW_(pos, view, type, step)                            \
	LISH_PLACE_BEGIN_                                                 \
	for (struct lish_part_view_ pos##_at_ = view,                     \
				    *pos##_once_ = &pos##_at_;            \
	     pos##_once_; pos##_once_ = LISH_NO_(struct lish_part_view_)) \
		LISH_PLACE_END_                                           \
		LISH_EACH_(pos, type, step)

LISH_C_END

#endif /* LINUX_ISH_CORE_PARTS_H */
