/* SPDX-License-Identifier: MIT */
/*
 * parts.h - loops over an array without gaps that survive every change
 *
 * Each running loop has a boundary in the array: what it has visited stands
 * before it, what it has still to visit after it (a backward loop: the other way
 * round). A loop over what was there at its start has a second one, after which
 * the additions stand. So the array is in parts, and a member may change places
 * with any other of its part without a loop missing it or seeing it twice.
 *
 *   visited by both   | by the outer loop | by none of them
 *   a  b  c           | d  e              | f  g  h
 *              inner next          outer next         used
 *
 * A member that goes leaves a gap. The last one of its part fills it, which
 * leaves a gap that now counts as the first of the next part, whose last one fills
 * it, and so on to the end: one move and one boundary per running loop. Without a
 * loop there is one part, and it is the last member that fills the gap.
 *
 *   del b:  a  c  .  | d  e  | f  g  h     then
 *           a  c  | e  d  .  | f  g  h     then
 *           a  c  | e  d  | h  f  g
 *
 * A step keeps its place and the array in registers. What changes the array under
 * running loops says so in their own structs: so a step asks its loop alone, and a
 * loop that was stopped never touches the array again, which may be gone.
 *
 * What stands after the members is the container's: free slots, or parked ones.
 */
#ifndef LINUX_ISH_CORE_PARTS_H
#define LINUX_ISH_CORE_PARTS_H

#include "../container_of.h"
#include "loop.h"
#include "parray.h"

/* struct lish_parts_ - the array and the loops that run over it */
struct lish_parts_ {
	struct lish_parray_ array;
	struct lish_loops_ loops;
};

#define LISH_PARTS_INIT_IN_(slots, n) \
	{ LISH_PARRAY_INIT_IN_(slots, n), { LISH_NO_LOOP_ } }
#define LISH_NO_LOOP_ LISH_NO_(struct lish_loop_)

/*
 * What kind of loop it is: over what was there at the start; from the last one to
 * the first; one that refuses changes; and a sort, which is none, but refuses them
 * as well, and loops besides.
 */
#define LISH_PART_PRESENT_ 1u
#define LISH_PART_REVERSE_ 2u
#define LISH_PART_FROZEN_ 4u
#define LISH_PART_SORT_ 8u

/*
 * struct lish_part_loop_ - a loop
 *
 * - next: the boundary: place of the member it visits next; backward: one more
 * - end: where it ends; backward: 0
 * - stop: where a step must look closer: at the end; if something changed, right
 *   away, because the cursor must be read from here: 0, or, backward, the highest
 *   number
 * - slots, fetch: as in the cursor, but valid only after a change, and always in
 *   loops by hand, which have no cursor
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
 * struct lish_part_at_ - a cursor, whose address nobody keeps, so that it lives
 * in registers, one each: clang keeps two 32-bit numbers in one
 *
 * - fetch: forward, members before this place have one after them to be fetched;
 *   backward, those from it on
 */
struct lish_part_at_ {
	uint32_t **slots;
	size_t next;
	size_t fetch;
};

LISH_C_BEGIN

/*
 * LISH_OK if it may be changed; LISH_FROZEN, or LISH_LOOPED while it is sorted.
 * Cuts off stale loops.
 */
LISH_NOINLINE enum lish_reason lish_parts_frozen_(lish_op_ op,
						  const void *container,
						  struct lish_parts_ *parts);
/*
 * Take out the member at a place while loops run, just after the call before: the
 * last one of each part from there on moves. Returns the place that is free now,
 * the last one before.
 */
LISH_NOINLINE uint32_t lish_parts_take_looped_(struct lish_parts_ *parts,
					       uint32_t at);
/* Members were added at the end, or the slots moved: tell the loops. */
void lish_parts_tell_(lish_op_ op, const void *container,
				struct lish_parts_ *parts);
/* No member is left: nor is there for the loops. */
LISH_COLD void lish_parts_emptied_(lish_op_ op, const void *container,
				   struct lish_parts_ *parts);
/* End all loops at their next step, at which they touch nothing. */
void lish_parts_stop_(lish_op_ op, const void *container,
		      struct lish_parts_ *parts);
/* Begin a loop by hand; it has been initialised. */
void lish_part_begin_(lish_op_ op, const void *container,
		      struct lish_parts_ *parts, struct lish_part_loop_ *loop,
		      const void *caller);

/* Take out the member at a place while no loop runs; as lish_parts_take_looped_. */
LISH_TINY uint32_t lish_parts_take_(struct lish_parts_ *parts, uint32_t at)
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

/*
 * Loops run: is it one, over all, and is the member in this slot (a place plus
 * one) its current one? That one goes most often under a loop, so the containers
 * take it out themselves, at half the cost of lish_parts_take_looped_().
 */
LISH_TINY bool lish_parts_at_current_(const struct lish_parts_ *parts,
				      uint32_t slot)
{
	const struct lish_loop_ *loop = parts->loops.first;
	const struct lish_part_loop_ *part =
		(const struct lish_part_loop_ *)(const void *)loop;

	return !loop->outer && loop->owner == &parts->loops &&
	       !part->kind && part->next == slot;
}

/* Take out that one; as lish_parts_take_(). */
LISH_TINY uint32_t lish_parts_take_current_(struct lish_parts_ *parts,
					    uint32_t at)
{
	struct lish_part_loop_ *part =
		(struct lish_part_loop_ *)(void *)parts->loops.first;
	const uint32_t place = lish_parts_take_(parts, at);

	/* What a loop is told after each change. */
	part->next = at;
	part->end = place;
	part->fetch = lish_fetch_below_(place, place);
	part->slots = parts->array.slots;
	part->stop = 0;
	return place;
}

/* Begin a loop in memory of any content; over nothing it is not registered. */
LISH_HOT struct lish_part_at_ lish_part_open_(lish_op_ op,
					      const void *container,
					      struct lish_parts_ *parts,
					      struct lish_part_loop_ *loop,
					      uint32_t kind)
{
	const uint32_t used = parts->array.used;
	struct lish_part_at_ at;

	at.slots = parts->array.slots;
	at.next = kind & LISH_PART_REVERSE_ ? used : 0;
	at.fetch = kind & LISH_PART_REVERSE_ ? lish_fetch_from_(used)
					     : lish_fetch_below_(used, used);
	loop->end = kind & LISH_PART_REVERSE_ ? 0 : used;
	loop->stop = loop->end;
	/* Nothing can change before the first step, which sets next. */
	loop->kind = kind;
	if (used)
		lish_loop_open_(op, container, &loop->loop, &parts->loops);
	else
		loop->loop.owner = NULL;
	/* Or gcc keeps what it was in a register and has two of it in the loop. */
	lish_renew(loop->stop);
	return at;
}

/* Where does the loop stand now? */
LISH_TINY struct lish_part_at_ lish_part_read_(const struct lish_part_loop_ *loop)
{
	struct lish_part_at_ at;

	at.slots = loop->slots;
	at.next = loop->next;
	at.fetch = loop->fetch;
	return at;
}

/* The object of the next member, or NULL. */
LISH_STEP void *lish_part_step_(struct lish_part_loop_ *loop,
				struct lish_part_at_ *at, size_t offset)
{
	size_t i = at->next;
	uint32_t *node;

	if (lish_unlikely(i >= loop->stop)) {
		/* Before it looks anywhere: what was empty has no boundary. */
		if (loop->stop == loop->end)
			return NULL;
		loop->stop = loop->end;
		*at = lish_part_read_(loop);
		i = at->next;
		if (i >= loop->end)
			return NULL;
	}
	if (lish_unlikely(i < at->fetch))
		lish_prefetch((const char *)at->slots[i + LISH_FETCH_AHEAD_] -
			      offset);
	node = at->slots[i++];
	at->next = i;
	loop->next = (uint32_t)i;
	return (char *)node - offset;
}

LISH_STEP void *lish_part_step_back_(struct lish_part_loop_ *loop,
				     struct lish_part_at_ *at, size_t offset)
{
	size_t i = at->next;

	if (lish_unlikely(i <= loop->stop)) {
		if (!loop->stop)
			return NULL;
		loop->stop = 0;
		*at = lish_part_read_(loop);
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
	return (char *)at->slots[i] - offset;
}

/* The next member of a loop by hand, or NULL. */
LISH_TINY uint32_t *lish_part_next_(struct lish_part_loop_ *loop)
{
	const uint32_t i = loop->next;

	if (i >= loop->end)
		return NULL;
	loop->next = i + 1;
	return loop->slots[i];
}

/*
 * Loops that write nothing, so that several threads may run them at a time. They
 * cannot follow changes, but notice them.
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

LISH_STEP void *lish_part_look_(lish_op_ op, const void *container,
				struct lish_part_view_ *view, size_t offset)
{
	const struct lish_parray_ *array = &view->parts->array;
	const size_t i = view->at.next;

	if (LISH_CHECK >= 1 && lish_unlikely(array->changes != view->changes ||
					     array->used != view->used)) {
		lish_part_lost_(op, container);
		lish_stay_();
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

/* The loop of a view, which has an address: a store at its end would cost more. */
#define LISH_PART_LOOK_(pos, view, type, step)                            \
	for (struct lish_part_view_ pos##_at_ = view,                     \
				    *pos##_once_ = &pos##_at_;            \
	     pos##_once_; pos##_once_ = LISH_NO_(struct lish_part_view_)) \
		LISH_EACH_(pos, type, step)

LISH_C_END

#endif /* LINUX_ISH_CORE_PARTS_H */
