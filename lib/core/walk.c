// SPDX-License-Identifier: MIT
/*
 * walk.c - what a change of a ring does to the running loops, hints, stamps
 *
 * A running loop stands on an element (at) and chooses the next one after the body. The ring
 * has a chain of its loops; every change goes through the chain.
 *
 * Gaps. If at is unlinked, the loop stands on the gap that at left: at becomes the neighbour
 * that the loop came from (prev, or next in reverse), and state gets LISH_WALK_GAP_. Two
 * elements may be linked at a gap from two sides, and the call says which:
 *
 *	a [gap] c	add_after(a, w), add(w) to the front:  a w [gap] c
 *			add_before(c, x), add_tail(x):         a [gap] x c
 *
 * w is behind a forward loop, x lies ahead. So if w is linked after at, at moves to w; x needs
 * no work. A reverse loop mirrors this. If a splice links a run of elements, at moves to the
 * end of the run. clear puts a loop on a gap at the head, if the loop has made a step. A _from
 * loop starts on a gap before its first element.
 *
 * Hints. A list that changes constantly is scattered in memory, and a loop would wait for each
 * element. So some forward loops have a trail, 24 elements behind at, and write at's address
 * into the trail's hint. Every later loop prefetches from the hint of each element it visits.
 * Measured: a longer distance prefetches in vain more often, a shorter one comes too late. A
 * hint is never dereferenced, so it may be wrong. An added element takes the hint of its
 * neighbour; one that moves inside its ring keeps its own. wait counts the steps before trail
 * moves; an element unlinked between trail and at adds a step.
 *
 * A loop leaves hints only if they are due: enough of the list changed since a loop left hints
 * in all of it. Such a loop starts at the head, and makes each step here; other loops make the
 * short inline step. A list too short for hints defers them.
 *
 * Stamps. A _present loop visits the elements that were in the ring when it was opened. It gets
 * a number, since: one more than the last. While it runs, an added element gets the highest
 * number as its stamp, in place of its hint. A loop skips each element whose stamp is not below
 * since. Links are aligned, so a hint is even, and a stamp is 2n + 1. Where links may lie at odd
 * addresses (AVR) there are no hints. A hint replaces a stamp once no running loop needs the
 * stamp.
 *
 * Wrap. After 2^31 - 1 numbers (2^15 - 1 with 16-bit words), the next _present loop renumbers.
 * The running loops become 1, 2, ... in their order. Each stamp becomes the number of the last
 * loop that must skip it; a stamp that no loop needs is cleared.
 *
 * Invariants: at and trail of a registered loop are the head or linked elements. The since of
 * the _present loops falls from the newest loop to the oldest. No stamp exceeds walks->stamp.
 */
#define LISH_LIB_
#include "walk.h"

static struct lish_walk_ *walk_of_(struct lish_loop_ *loop)
{
	return (struct lish_walk_ *)(void *)loop;
}

static bool walk_trails_(const struct lish_walk_ *walk)
{
	return LISH_WALK_HINTS_ && (walk->state & LISH_WALK_TRAIL_);
}

/* Its next step is a call. */
static void walk_mark_(struct lish_walk_ *walk, unsigned int state)
{
	walk->state = (uint8_t)(walk->state | state);
}

/* What a change does to the loops. */

enum lish_reason lish_walk_gone_(struct lish_walks_ *walks, const struct lish_link_ *link)
{
	enum lish_reason reason = LISH_OK;

	lish_each_loop_(loop, &walks->loops, &reason) {
		struct lish_walk_ *walk = walk_of_(loop);

		if (walk->at == link) {
			walk->at = walk->kind == LISH_WALK_REVERSE_ ?
					   link->next :
					   link->prev;
			walk_mark_(walk, LISH_WALK_GAP_);
			/* The trail is one element closer now. */
			if (walk_trails_(walk) && walk->wait < LISH_WALK_WAIT_)
				walk->wait++;
		}
		if (walk_trails_(walk) && walk->trail == link)
			walk->trail = link->next;
	}
	return reason;
}

enum lish_reason lish_walk_forget_(struct lish_walks_ *walks)
{
	enum lish_reason reason = LISH_OK;

	lish_each_loop_(loop, &walks->loops, &reason) {
		struct lish_walk_ *walk = walk_of_(loop);

		/* Before its first step, a loop stands on no gap. */
		if (walk->at != &walks->head)
			walk_mark_(walk, LISH_WALK_GAP_);
		walk->at = &walks->head;
		walk->trail = &walks->head;
		walk->wait = LISH_WALK_WAIT_;
	}
	walks->count = 0;
	lish_ring_init_(&walks->head);
	return reason;
}

enum lish_reason lish_walk_moved_(struct lish_walks_ *walks, const struct lish_link_ *old,
				  struct lish_link_ *link)
{
	enum lish_reason reason = LISH_OK;

	lish_each_loop_(loop, &walks->loops, &reason) {
		struct lish_walk_ *walk = walk_of_(loop);

		if (walk->at == old) {
			walk->at = link;
			walk_mark_(walk, LISH_WALK_CHANGED_);
		}
		if (walk_trails_(walk) && walk->trail == old)
			walk->trail = link;
	}
	return reason;
}

enum lish_reason lish_walk_stop_(struct lish_walks_ *walks)
{
	enum lish_reason reason = LISH_OK;

	lish_each_loop_(loop, &walks->loops, &reason) {
		walk_mark_(walk_of_(loop), LISH_WALK_CHANGED_);
		loop->owner = 0;
	}
	walks->loops.first = NULL;
	return reason;
}

static uintptr_t walk_stamp_(uint32_t stamp)
{
	return (uintptr_t)stamp << 1 | 1;
}

/* The _present loops that are not newer than a stamp. Stale loops were cut off before. */
static uint32_t walk_count_before_(struct lish_walks_ *walks, uintptr_t stamp)
{
	enum lish_reason reason;
	uint32_t count = 0;

	lish_each_loop_(loop, &walks->loops, &reason) {
		const uint32_t since = walk_of_(loop)->since;

		count += since && since <= stamp;
	}
	return count;
}

enum lish_reason lish_walk_added_(struct lish_walks_ *walks, struct lish_link_ *first,
				  struct lish_link_ *last, bool before, int half)
{
	const struct lish_link_ *base = before ? last->next : first->prev;
	enum lish_reason reason = LISH_OK;
	bool present = false;

	/* Elements that were linked from the side that a loop came from are behind it. */
	lish_each_loop_(loop, &walks->loops, &reason) {
		struct lish_walk_ *walk = walk_of_(loop);

		if ((walk->state & LISH_WALK_GAP_) && walk->at == base &&
		    (walk->kind == LISH_WALK_REVERSE_) == before)
			walk->at = before ? first : last;
		present |= walk->since != 0;
	}
	if (!present)
		return reason;
	for (;; first = first->next) {
		lish_hint_set_(first, walk_stamp_(walks->stamp), half);
		if (first == last)
			return reason;
	}
}

/* Opening. */

/* Restart the stamps; those that running loops need keep their order. */
static void walk_renumber_(struct lish_walks_ *walks, int half)
{
	const uint32_t running = walk_count_before_(walks, LISH_WALK_STAMPS_);
	enum lish_reason reason;
	struct lish_link_ *link;
	uint32_t number = running;

	/* A stamp becomes the number of the last loop that must skip it. */
	for (link = walks->head.next; link != &walks->head; link = link->next) {
		const uintptr_t hint = lish_hint_of_(link, half);
		uint32_t stamp;

		if (!(hint & 1))
			continue;
		stamp = walk_count_before_(walks, hint >> 1);
		lish_hint_set_(link, stamp ? walk_stamp_(stamp) : 0, half);
	}
	/* The chain starts with the newest loop. */
	lish_each_loop_(loop, &walks->loops, &reason) {
		if (walk_of_(loop)->since)
			walk_of_(loop)->since = number--;
	}
	walks->stamp = running;
}

void lish_walk_number_(struct lish_walks_ *walks, struct lish_walk_ *walk, int half)
{
	if (walks->stamp == LISH_WALK_STAMPS_)
		walk_renumber_(walks, half);
	walk->since = ++walks->stamp;
}

/*
 * Hints are due again after so many changes: a quarter of the list, at least as many as
 * a hint is elements long, and at most 1024. In a long list a step waits for memory, so
 * that a missing hint costs more than a loop that leaves hints.
 */
static LISH_WRAPS_ void walk_defer_hints_(struct lish_walks_ *walks)
{
	uint32_t changes = walks->count / 4;

	if (changes <= LISH_WALK_WAIT_)
		changes = LISH_WALK_WAIT_ + 1;
	if (changes > 1024)
		changes = 1024;
	walks->stale = walks->count - changes;
}

void lish_walk_hints_due_(struct lish_walks_ *walks, struct lish_walk_ *walk)
{
	if (walks->count <= LISH_WALK_WAIT_) {
		walk_defer_hints_(walks);
	} else if (walk->kind != LISH_WALK_REVERSE_ && walk->at == &walks->head) {
		walk_mark_(walk, LISH_WALK_TRAIL_);
		walk->trail = walk->at;
		walk->wait = LISH_WALK_WAIT_;
	}
}

/* Steps. */

/* Must the loop skip this element, which was added since it was opened? */
static bool walk_skips_(const struct lish_walk_ *walk, const struct lish_link_ *link, int half)
{
	const uintptr_t stamp = lish_hint_of_(link, half);

	return walk->since && (stamp & 1) && stamp >> 1 >= walk->since;
}

/* Move the trail, over a stamp too, and leave a hint to link if no loop needs it. */
static void walk_leave_hint_(struct lish_walks_ *walks, struct lish_walk_ *walk,
			     const struct lish_link_ *link, int half)
{
	struct lish_link_ *early = walk->trail;
	const uintptr_t hint = lish_hint_of_(early, half);

	if (walk->wait) {
		walk->wait--;
		return;
	}
	walk->trail = early->next;
	/* An element that was zeroed under the loop has no place in the ring. */
	if (!walk->trail)
		walk->trail = &walks->head;
	else if (!(hint & 1) || !walk_count_before_(walks, hint >> 1))
		lish_hint_set_(early, lish_hint_to_(link, half), half);
}

enum lish_reason lish_walk_lost_(const struct lish_link_ *head, const struct lish_link_ *at,
				 const struct lish_link_ *next)
{
	return next || at == head ? LISH_BROKEN_LINKS : LISH_LOST_PLACE;
}

struct lish_link_ *lish_walk_next_(struct lish_walk_ *walk, int half, enum lish_reason *reason)
{
	struct lish_walks_ *walks = lish_walks_of_(walk);
	const bool back = walk->kind == LISH_WALK_REVERSE_;
	struct lish_link_ *link;
	enum lish_reason left;

	walk->state &= LISH_WALK_TRAIL_;
	for (;;) {
		link = back ? walk->at->prev : walk->at->next;
		if (!lish_walk_leads_(&walks->head, walk->at, link, back, half)) {
			*reason = lish_walk_lost_(&walks->head, walk->at, link);
			break;
		}
		if (link == &walks->head) {
			/* Stamps that other _present loops need left no room for hints. */
			if (walk_trails_(walk) &&
			    walk_count_before_(walks, LISH_WALK_STAMPS_) == (walk->since != 0))
				walk_defer_hints_(walks);
			break;
		}
		walk->at = link;
		if (walk_trails_(walk))
			walk_leave_hint_(walks, walk, link, half);
		if (!walk_skips_(walk, link, half))
			return link;
	}
	left = lish_loop_leave_inner_(&walk->loop);
	if (*reason == LISH_OK)
		*reason = left;
	return NULL;
}
