/* SPDX-License-Identifier: MIT */
/*
 * parts.h - an array without gaps, whose loops survive every change
 *
 * Each running loop has a boundary in the array. The elements before the boundary
 * were visited; those after it are still to be visited. A backward loop has them the
 * other way round. A _present loop has a second boundary: elements added after its
 * start stand behind it. So boundaries divide the array into parts. An element may
 * change places with any other of its part; no loop misses it or visits it twice.
 *
 *   visited by both   | by the outer loop | by neither
 *   a  b  c           | d  e              | f  g  h
 *              inner next          outer next         used
 *
 * A removal leaves a gap. The last element of the same part fills it. The gap is now
 * at the boundary, and counts as the first place of the next part, whose last element
 * fills it in turn. So each removal costs one move and one boundary per running loop.
 * Without a loop there is one part, and the last element of the array fills the gap.
 *
 *   remove b:  a  c  .  | d  e  | f  g  h     then
 *              a  c  | e  d  .  | f  g  h     then
 *              a  c  | e  d  | h  f  g
 *
 * A step keeps its place and the array's address in registers. A change under running
 * loops writes to the struct of each loop. So a step reads its own loop only, and a
 * stopped loop never touches the array, whose memory may be freed.
 *
 * The container decides what stands after the elements: free slots, or parked objects.
 * lib/core/parts.h has the changes.
 */
#ifndef LINUX_ISH_CORE_PARTS_H
#define LINUX_ISH_CORE_PARTS_H

#include "../container_of.h"
#include "../ground/folded.h"
#include "loop.h"
#include "parray.h"

struct lish_parts_ {
	struct lish_parray_ array;
	struct lish_loops_ loops;
};

#define LISH_PARTS_INIT_IN_(slots, n) \
	{ LISH_PARRAY_INIT_IN_(slots, n, 0), LISH_LOOPS_INIT_ }

/* Kinds of loops. A running sort is registered as a loop, and refuses changes. */
#define LISH_PART_PRESENT_ 1u
#define LISH_PART_REVERSE_ 2u
#define LISH_PART_FROZEN_ 4u
#define LISH_PART_SORT_ 8u

/*
 * struct lish_part_loop_ - a loop
 *
 * - next: the boundary: place of the next element; backward: that place plus one
 * - end: the loop's end; backward: 0
 * - stop: a step that reaches it leaves the fast path. Equals end; after a change it
 *   is 0 (backward: the highest number), so that the next step reloads its cursor
 * - slots, fetch: new values of the cursor. Valid after a change, and always in loops
 *   by hand, which have no cursor
 *
 * Forward: next <= end <= used.
 */
struct lish_part_loop_ {
	struct lish_loop_ loop;
	size_t stop;
	uint32_t **slots;
	uint32_t next;
	uint32_t kind;
	uint32_t end;
	uint32_t fetch;
};

/*
 * struct lish_part_at_ - a cursor. Only inlined code takes its address, so that it
 * stays in registers. size_t: clang keeps two 32-bit members in one register
 *
 * - fetch: see lish_fetch_below_() and lish_fetch_from_()
 */
struct lish_part_at_ {
	uint32_t **slots;
	size_t next;
	size_t fetch;
};

LISH_C_BEGIN

/*
 * Remove the element at a place; no loop runs. Returns the place that is free now, the
 * former last one.
 */
LISH_TINY uint32_t lish_parts_remove_(struct lish_parts_ *parts, uint32_t at)
{
	struct lish_parray_ *array = &parts->array;
	const uint32_t used = array->used;
	uint32_t *last = array->slots[used - 1];

	lish_parray_note_peak_(array, used);
	array->used = used - 1;
	array->slots[at] = last;
	*last = at + 1;
	return used - 1;
}

/* The next node of a loop by hand, or NULL. */
LISH_TINY uint32_t *lish_part_next_(struct lish_part_loop_ *loop)
{
	const uint32_t i = loop->next;

	if (i >= loop->end)
		return NULL;
	loop->next = i + 1;
	return loop->slots[i];
}

/*
 * lish_part_open_() begins a loop without owner. used: the number of elements, which
 * its callers know. Over an empty array it is not registered. lish_part_step_() and
 * lish_part_step_back_() return the next object, or NULL. Where code must be small, a
 * loop is begun in lib/ and has no cursor.
 */
LISH_NOINLINE void lish_part_start_(lish_op_ op, const void *container,
				    struct lish_parts_ *parts,
				    struct lish_part_loop_ *loop, uint32_t kind);

#if LISH_SMALL_
LISH_HOT struct lish_part_at_ lish_part_open_(lish_op_ op,
					      const void *container,
					      struct lish_parts_ *parts,
					      struct lish_part_loop_ *loop,
					      uint32_t kind, uint32_t used)
{
	const struct lish_part_at_ none = { NULL, 0, 0 };

	(void)used;
	lish_go_();
	lish_part_start_(op, container, parts, loop, kind);
	lish_stay_();
	return none;
}

LISH_HOT void *lish_part_step_(struct lish_part_loop_ *loop,
				struct lish_part_at_ *at, size_t offset)
{
	uint32_t *node = lish_part_next_(loop);

	(void)at;
	/* Keep gcc from storing it in two places. */
	lish_renew(loop->next);
	return node ? (char *)node - offset : NULL;
}

LISH_HOT void *lish_part_step_back_(struct lish_part_loop_ *loop,
				     struct lish_part_at_ *at, size_t offset)
{
	(void)at;
	return loop->next ? (char *)loop->slots[--loop->next] - offset : NULL;
}
#else
LISH_HOT struct lish_part_at_ lish_part_open_(lish_op_ op,
					      const void *container,
					      struct lish_parts_ *parts,
					      struct lish_part_loop_ *loop,
					      uint32_t kind, uint32_t used)
{
	struct lish_part_at_ at;

	at.slots = NULL;
	at.next = kind & LISH_PART_REVERSE_ ? used : 0;
	at.fetch = 0;
	loop->end = kind & LISH_PART_REVERSE_ ? 0 : used;
	loop->stop = loop->end;
	if (used) {
		at.slots = parts->array.slots;
		at.fetch = kind & LISH_PART_REVERSE_ ? lish_fetch_from_(used)
						     : lish_fetch_below_(used, used);
		/* The first step sets next; nothing can change before it. */
		loop->kind = kind;
		lish_loop_open_(op, container, &loop->loop, &parts->loops);
	}
	/* Keep gcc from holding a second copy of stop in a register. */
	lish_renew(loop->stop);
	return at;
}

LISH_TINY struct lish_part_at_ lish_part_reload_(const struct lish_part_loop_ *loop)
{
	struct lish_part_at_ at;

	at.slots = loop->slots;
	at.next = loop->next;
	at.fetch = loop->fetch;
	return at;
}

LISH_HOT void *lish_part_step_(struct lish_part_loop_ *loop,
				struct lish_part_at_ *at, size_t offset)
{
	size_t i = at->next;
	uint32_t *node;

	if (lish_unlikely(i >= loop->stop)) {
		/* Test this first: a loop over an empty array set nothing else. */
		if (loop->stop == loop->end)
			return NULL;
		loop->stop = loop->end;
		*at = lish_part_reload_(loop);
		i = at->next;
		if (i >= loop->end)
			return NULL;
	}
	if (lish_unlikely(i < at->fetch))
		lish_prefetch((const char *)at->slots[i + LISH_FETCH_AHEAD_] -
			      offset);
	/* gcc's analyser cannot know: lish_renew() hides that the loop has no step. */
	lish_assume(at->slots != NULL);
	node = at->slots[i++];
	at->next = i;
	loop->next = (uint32_t)i;
	return (char *)node - offset;
}

LISH_HOT void *lish_part_step_back_(struct lish_part_loop_ *loop,
				     struct lish_part_at_ *at, size_t offset)
{
	size_t i = at->next;

	if (lish_unlikely(i <= loop->stop)) {
		if (!loop->stop)
			return NULL;
		loop->stop = 0;
		*at = lish_part_reload_(loop);
		i = at->next;
		if (!i)
			return NULL;
	}
	i--;
	if (lish_unlikely(i >= at->fetch))
		lish_prefetch((const char *)at->slots[i - LISH_FETCH_AHEAD_] -
			      offset);
	at->next = i;
	loop->next = (uint32_t)i;
	lish_assume(at->slots != NULL);
	return (char *)at->slots[i] - offset;
}
#endif

/*
 * The cursor of a loop that writes nothing. It does not follow changes, but detects them.
 */
struct lish_part_view_ {
	const struct lish_parts_ *parts;
	struct lish_part_at_ at;
	uint32_t end;
	uint32_t used;
	uint32_t changes;
};

LISH_HOT struct lish_part_view_
lish_part_view_of_(const struct lish_parts_ *parts, struct lish_span span)
{
	const struct lish_parray_ *array = &parts->array;
	struct lish_part_view_ view;

	view.parts = parts;
	view.at.slots = array->slots;
	view.at.next = span.start;
	view.end = lish_span_end_(span, array->used);
	view.at.fetch = lish_fetch_below_(array->used, view.end);
	view.used = array->used;
	view.changes = array->changes;
	return view;
}

LISH_COLD void lish_part_lost_(lish_op_ op, const void *container);

LISH_HOT void *lish_part_view_step_(lish_op_ op, const void *container,
				struct lish_part_view_ *view, size_t offset)
{
	const struct lish_parray_ *array = &view->parts->array;
	const size_t i = view->at.next;

	if (LISH_CHECK >= 1 && lish_unlikely(array->changes != view->changes ||
					     array->used != view->used)) {
#ifdef LISH_TRAP
		(void)op, (void)container;
		lish_trap_folded_();
#else
		lish_go_();
		lish_part_lost_(op, container);
		lish_stay_folded_();
#endif
		return NULL;
	}
	if (i >= view->end)
		return NULL;
	if (lish_unlikely(i < view->at.fetch))
		lish_prefetch(
			(const char *)view->at.slots[i + LISH_FETCH_AHEAD_] -
			offset);
	view->at.next = i + 1;
	return (char *)view->at.slots[i] - offset;
}

/* The loop of a view. A flag in the view would cost a store at the end. */
#define LISH_PART_VIEW_(pos, view, type, step)                            \
	for (struct lish_part_view_ pos##_at_ = view,                     \
				    *pos##_once_ = &pos##_at_;            \
	     pos##_once_; pos##_once_ = LISH_NO_(struct lish_part_view_)) \
		LISH_EACH_(pos, type, step)

LISH_C_END

#endif /* LINUX_ISH_CORE_PARTS_H */
