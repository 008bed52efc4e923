/* SPDX-License-Identifier: MIT */
/*
 * walk.h - loops over a ring that changes while they run
 *
 * Under walklist and listpool. A ring has a chain of its running loops, and each
 * change of the ring tells them. lib/core/walk.c says how: gaps, hints, stamps.
 *
 * Every element begins with its link. The hint follows: a word right after the link,
 * or, if "half", a constant, is true, the 32 bits four bytes further on.
 *
 *   operation                         cost
 *   --------------------------------  -----------------------------------
 *   step                              O(1)
 *   open, close, link, unlink, forget O(1), plus O(running loops)
 *   added                             O(running loops), plus O(elements
 *                                     added) while a _present loop runs
 *   open of each 2^31st _present loop O(n * running _present loops)
 */
#ifndef LINUX_ISH_CORE_OLDWALK_H
#define LINUX_ISH_CORE_OLDWALK_H

#include "loop.h"
#include "ring.h"

/* Steps that a loop which leaves hints makes before it writes the first one. */
#define LISH_OLDWALK_WAIT_ 23

/*
 * Define LISH_NO_HINTS in a file where prefetching does not pay. Small code without an
 * operating system is for machines without a cache.
 */
#if defined(LISH_NO_HINTS) || \
	(LISH_SMALL_ && !LISH_HOSTED && !defined(__KERNEL__))
#define LISH_OLDWALK_HINTS_ 0
#else
#define LISH_OLDWALK_HINTS_ (LISH_ALIGNOF(struct lish_link_) > 1)
#endif

/* The highest stamp: with its tag it fits into 32 bits, and into a word. */
#define LISH_OLDWALK_STAMPS_ ((uint32_t)((uintptr_t)-1 >> 1 & 0x7fffffffu))

/*
 * struct lish_oldwalks_ - the head of a ring
 *
 * - head, hint: as in an element
 * - loops: the running loops
 * - count: number of elements
 * - stamp: number of _present loops opened; no element has a higher stamp
 * - stale: grows by 2 when an element is added. So stale - count grows by 1 with each
 *   change. If it is not negative, hints are due
 */
struct lish_oldwalks_ {
	struct lish_link_ head;
	union {
		uintptr_t word;
		uint32_t half[2];
	} hint;
	struct lish_loops_ loops;
	uint32_t count;
	uint32_t stamp; /* Between the two: gcc joins neighbours that an add writes, */
	uint32_t stale; /* and a removal, which writes one, would delay the next add. */
};

#define LISH_OLDWALKS_INIT_(walks) \
	{ LISH_RING_INIT_((walks).head), { 0 }, LISH_LOOPS_INIT_, 0, 0, 0 }
/* Of a walklist, which is empty if it is zero. */
#define LISH_OLDWALKS_ZERO_                                                       \
	{ { LISH_NO_(struct lish_link_), LISH_NO_(struct lish_link_) }, { 0 }, \
	  LISH_LOOPS_INIT_, 0, 0, 0 }

/* LISH_OLDWALK_FROM_ and _CONST_ occur in reports only, and in lish_oldwalk_open_(). */
enum lish_oldwalk_kind_ {
	LISH_OLDWALK_FORWARD_,
	LISH_OLDWALK_REVERSE_,
	LISH_OLDWALK_FROM_,
	LISH_OLDWALK_PRESENT_,
	LISH_OLDWALK_CONST_,
	LISH_OLDWALK_HAND_,
	LISH_OLDWALK_KINDS_
};

struct lish_oldwalk_traits_;

/*
 * struct lish_oldwalk_ - a running loop
 *
 * - at: the current element; the head before the first step
 * - trail: the element that gets the next hint; only with LISH_OLDWALK_TRAIL_
 * - since: number of a _present loop; only there
 * - kind: enum lish_oldwalk_kind_
 * - moved: if it is not 0, the next step is a call
 * - wait: steps before trail moves; only with LISH_OLDWALK_TRAIL_
 *
 * LISH_OLDWALK_GAP_: the current element was removed; at is its former neighbour, and the
 * loop stands on the gap beside it. Also set in a loop that was stopped.
 * LISH_OLDWALK_TRAIL_: the loop leaves hints.
 */
struct lish_oldwalk_ {
	struct lish_loop_ loop;
	const struct lish_oldwalk_traits_ *traits;
	struct lish_link_ *at;
	struct lish_link_ *trail;
	uint32_t since;
	uint8_t kind;
	uint8_t moved;
	uint8_t wait;
};

#define LISH_OLDWALK_GAP_ 1u
#define LISH_OLDWALK_TRAIL_ 2u

/*
 * struct lish_oldwalk_cursor_ - the place of a loop, in registers
 *
 * A step writes both at and the registered loop. A change writes only to the registered
 * loop and sets moved, which the next step reads. head is NULL if there is nothing to
 * visit.
 */
struct lish_oldwalk_cursor_ {
	struct lish_link_ *head;
	struct lish_link_ *at;
};

/*
 * struct lish_oldwalk_traits_ - what lib/ must know about a container
 *
 * - names: of its loops, for reports
 * - walks: offset of its struct lish_oldwalks_
 * - half: hints of 32 bits
 * - zero: a zero ring is an empty one
 */
struct lish_oldwalk_traits_ {
	lish_op_ names[LISH_OLDWALK_KINDS_];
	size_t walks;
	bool half;
	bool zero;
};

LISH_C_BEGIN

/*
 * Open a loop whose owner is NULL. The first step ends it if the ring is zero; unless a zero
 * ring is empty, that is reported.
 */
LISH_NOINLINE void lish_oldwalk_begin_(const struct lish_oldwalk_traits_ *traits,
				    struct lish_oldwalks_ *walks,
				    struct lish_oldwalk_ *walk);
/* The same, of LISH_OLDWALK_REVERSE_, and of LISH_OLDWALK_PRESENT_, which alone needs a number. */
LISH_NOINLINE void lish_oldwalk_begin_reverse_(const struct lish_oldwalk_traits_ *traits,
					    struct lish_oldwalks_ *walks,
					    struct lish_oldwalk_ *walk);
LISH_NOINLINE void lish_oldwalk_begin_present_(const struct lish_oldwalk_traits_ *traits,
					    struct lish_oldwalks_ *walks,
					    struct lish_oldwalk_ *walk);
/* Close a loop that runs. */
LISH_COLD void lish_oldwalk_end_(struct lish_oldwalk_ *walk);
/*
 * The step of any loop, also after a change. Returns the next link; NULL at the end,
 * where it closes the loop, and if the loop was stopped.
 */
LISH_NOINLINE struct lish_link_ *lish_oldwalk_next_(struct lish_oldwalk_ *walk);
/* Report a link that is NULL, or does not lead back. */
LISH_COLD void lish_oldwalk_view_lost_(const struct lish_oldwalk_traits_ *traits,
				    const struct lish_link_ *head,
				    const struct lish_link_ *at);

/*
 * Tell the running loops of a change:
 *
 * gone: link will be unlinked
 * added: [first, last] was linked after base or, with before, before it
 * emptied: all elements will be unlinked
 */
void lish_oldwalk_gone_(const struct lish_oldwalk_traits_ *traits,
		     struct lish_oldwalks_ *walks, const struct lish_link_ *link);
void lish_oldwalk_added_(const struct lish_oldwalk_traits_ *traits,
		      struct lish_oldwalks_ *walks, struct lish_link_ *first,
		      struct lish_link_ *last, const struct lish_link_ *base,
		      bool before);
void lish_oldwalk_emptied_(const struct lish_oldwalk_traits_ *traits,
			struct lish_oldwalks_ *walks);

LISH_TINY uintptr_t lish_oldhint_of_(const struct lish_link_ *link, bool half)
{
	const char *after = (const char *)link + sizeof(*link);

	if (half)
		return *(const uint32_t *)(const void *)(after + 4);
	return *(const uintptr_t *)(const void *)after;
}

LISH_TINY void lish_oldhint_set_(struct lish_link_ *link, uintptr_t hint,
			      bool half)
{
	char *after = (char *)link + sizeof(*link);

	if (half)
		*(uint32_t *)(void *)(after + 4) = (uint32_t)hint;
	else
		*(uintptr_t *)(void *)after = hint;
}

/*
 * A half hint means the nearest address with this lower half: the right one within 2 GiB,
 * where the chunks of a pool mostly are.
 */
LISH_TINY void lish_oldhint_fetch_(const struct lish_link_ *link, bool half)
{
	uintptr_t address = lish_oldhint_of_(link, half);

	if (half)
		address = (uintptr_t)link +
			  (uintptr_t)(ptrdiff_t)(int32_t)(
				  (uint32_t)address - (uint32_t)(uintptr_t)link);
	lish_prefetch(address);
}

LISH_TINY void lish_oldwalks_init_(struct lish_oldwalks_ *walks)
{
	lish_ring_init_(&walks->head);
	walks->hint.half[0] = 0;
	walks->hint.half[1] = 0;
	walks->hint.word = 0;
	walks->loops.first = NULL;
	walks->stamp = 0;
	walks->count = 0;
	walks->stale = 0;
}

/* After base or, with before, before it; a loop on a gap between the two must know. */
LISH_TINY void lish_oldwalk_link_(const struct lish_oldwalk_traits_ *traits,
			       struct lish_oldwalks_ *walks,
			       struct lish_link_ *link,
			       struct lish_link_ *base, bool before, bool half)
{
	struct lish_link_ *prev = before ? base->prev : base;

	/* Reuse the hint of prev: it is off by one element, which is close enough. */
	lish_oldhint_set_(link, lish_oldhint_of_(prev, half), half);
	walks->count++;
	walks->stale += 2;
	lish_ring_link_(link, prev, before ? base : base->next);
	if (lish_unlikely(walks->loops.first != NULL))
		lish_oldwalk_added_(traits, walks, link, link, base, before);
}

/* link itself is unchanged. */
LISH_TINY void lish_oldwalk_unlink_(const struct lish_oldwalk_traits_ *traits,
				 struct lish_oldwalks_ *walks,
				 struct lish_link_ *link)
{
	walks->count--;
	if (lish_unlikely(walks->loops.first != NULL))
		lish_oldwalk_gone_(traits, walks, link);
	lish_ring_unlink_(link, link);
}

/* Unlink and link in fewer stores: link keeps its hint. base must not be link. */
LISH_TINY void lish_oldwalk_move_(const struct lish_oldwalk_traits_ *traits,
			       struct lish_oldwalks_ *walks,
			       struct lish_link_ *link,
			       struct lish_link_ *base, bool before)
{
	const bool looped = walks->loops.first != NULL;

	if (lish_unlikely(looped))
		lish_oldwalk_gone_(traits, walks, link);
	lish_ring_unlink_(link, link);
	walks->stale += 2;
	lish_ring_link_(link, before ? base->prev : base,
			before ? base : base->next);
	if (lish_unlikely(looped))
		lish_oldwalk_added_(traits, walks, link, link, base, before);
}

LISH_TINY void lish_oldwalk_forget_(const struct lish_oldwalk_traits_ *traits,
				 struct lish_oldwalks_ *walks)
{
	if (lish_unlikely(walks->loops.first != NULL))
		lish_oldwalk_emptied_(traits, walks);
	walks->count = 0;
	lish_ring_init_(&walks->head);
}

/* Open a loop in any memory. Over an empty ring the loop has ended already. */
LISH_TINY struct lish_oldwalk_cursor_
lish_oldwalk_open_(const struct lish_oldwalk_traits_ *traits, struct lish_oldwalks_ *walks,
		struct lish_oldwalk_ *walk, enum lish_oldwalk_kind_ kind)
{
	struct lish_oldwalk_cursor_ cur = { NULL, NULL };

	walk->loop.owner = NULL;
	if (walks->head.next == &walks->head)
		return cur;
	cur.head = &walks->head;
	cur.at = &walks->head;
	lish_go_();
	if (kind == LISH_OLDWALK_PRESENT_)
		lish_oldwalk_begin_present_(traits, walks, walk);
	else if (kind == LISH_OLDWALK_REVERSE_)
		lish_oldwalk_begin_reverse_(traits, walks, walk);
	else
		lish_oldwalk_begin_(traits, walks, walk);
	lish_stay_();
	lish_assume(cur.head != NULL);
	return cur;
}

/* A second close does nothing. */
LISH_TINY void lish_oldwalk_close_(struct lish_oldwalk_ *walk)
{
	struct lish_loops_ *loops = walk->loop.owner;
	struct lish_loop_ *hidden = &walk->loop;

	if (!loops)
		return;
	lish_hide(hidden);
	if (lish_unlikely(loops->first != hidden)) {
		lish_go_();
		lish_oldwalk_end_(walk);
		lish_stay_();
		return;
	}
	loops->first = walk->loop.outer;
	walk->loop.owner = NULL;
}

/*
 * The next object; NULL at the end. kind and half are constants. The inline part steps to
 * the next element or to the end; the call does all else.
 */
LISH_TINY void *lish_oldwalk_step_(struct lish_oldwalk_ *walk,
				struct lish_oldwalk_cursor_ *cur,
				enum lish_oldwalk_kind_ kind, size_t offset,
				bool half)
{
	const bool back = kind == LISH_OLDWALK_REVERSE_;
	struct lish_link_ *link;

	if (lish_likely(!walk->moved)) {
		link = back ? cur->at->prev : cur->at->next;
		if (link == cur->head)
			return NULL;
		if (lish_likely((LISH_CHECK < 1 ||
				 (link && (back ? link->next : link->prev) ==
						  cur->at)) &&
				(kind != LISH_OLDWALK_PRESENT_ ||
				 !(lish_oldhint_of_(link, half) & 1)))) {
			if (LISH_OLDWALK_HINTS_ && !back)
				lish_oldhint_fetch_(link, half);
			walk->at = link;
			cur->at = link;
			return (char *)link - offset;
		}
	}
	lish_go_();
	link = lish_oldwalk_next_(walk);
	lish_stay_();
	cur->at = link;
	return link ? (char *)link - offset : NULL;
}

/* A loop that is not registered and writes nothing. */
LISH_TINY struct lish_oldwalk_cursor_
lish_oldwalk_view_of_(const struct lish_oldwalks_ *walks)
{
	/* Through an integer: the cursor is not const, but is never written through. */
	struct lish_link_ *head = (struct lish_link_ *)(uintptr_t)&walks->head;
	const struct lish_oldwalk_cursor_ cur = { head, head };

	return cur;
}

LISH_TINY void *lish_oldwalk_view_(const struct lish_oldwalk_traits_ *traits,
				struct lish_oldwalk_cursor_ *cur, size_t offset,
				bool half)
{
	struct lish_link_ *link = cur->at->next;

	if (link == cur->head)
		return NULL;
	if (LISH_CHECK >= 1 && lish_unlikely(!link || link->prev != cur->at)) {
		lish_tell_(lish_oldwalk_view_lost_(traits, cur->head, cur->at));
		return NULL;
	}
	cur->at = link;
	if (LISH_OLDWALK_HINTS_)
		lish_oldhint_fetch_(link, half);
	return (char *)link - offset;
}

LISH_C_END

#endif /* LINUX_ISH_CORE_OLDWALK_H */
