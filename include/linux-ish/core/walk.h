/* SPDX-License-Identifier: MIT */
/*
 * walk.h - loops over a ring that changes while they run: structs, and the step
 *
 * Under walklist, listpool and ihash. A ring has a chain of its running loops, and each change of
 * the ring tells them. lib/core/walk.c says how: gaps, hints, stamps.
 *
 * Every element begins with its link. The hint follows, and "half", a constant, says how:
 *
 *	0                a word right after the link, then the address of the walks' container
 *	1                the 32 bits four bytes behind the link; no address
 *	LISH_HALF_OWNED_ the same, then the address
 */
#ifndef LINUX_ISH_CORE_WALK_H
#define LINUX_ISH_CORE_WALK_H

#include "loop.h"
#include "ring.h"

LISH_NATURAL_(core_walk);

/*
 * Define LISH_NO_HINTS in a file where prefetching does not pay. Small code without an
 * operating system is for machines without a cache.
 */
#if defined(LISH_NO_HINTS) || \
	(LISH_SMALL_ && !LISH_HOSTED && !defined(__KERNEL__))
#define LISH_WALK_HINTS_ 0
#else
#define LISH_WALK_HINTS_ (LISH_ALIGNOF(struct lish_link_) > 1)
#endif

#define LISH_HALF_OWNED_ 2

/* The head of a ring. */
struct lish_walks_ {
	struct lish_link_ head;
	union {
		uintptr_t word;
		uint32_t half[2];
	} hint;			  /* as in an element */
	struct lish_loops_ loops; /* the running loops */
	uint32_t count;		  /* number of elements */
	/* The number of _present loops opened. No element has a higher stamp. */
	uint32_t stamp;
	/* Grows by 2 with each added element. Hints are due if stale - count is not negative. */
	uint32_t stale;
};

#define LISH_WALKS_INIT_(walks) \
	{ LISH_RING_INIT_((walks).head), { 0 }, LISH_LOOPS_INIT_, 0, 0, 0 }
/* Of a walklist, which is empty if it is zero. */
#define LISH_WALKS_ZERO_                                                       \
	{ { LISH_NO_(struct lish_link_), LISH_NO_(struct lish_link_) }, { 0 }, \
	  LISH_LOOPS_INIT_, 0, 0, 0 }

/* The loops, which are numbers into the container's table of their names. */
enum lish_walk_kind_ {
	LISH_WALK_FORWARD_,
	LISH_WALK_REVERSE_,
	LISH_WALK_FROM_,
	LISH_WALK_PRESENT_,
	LISH_WALK_CONST_,
	LISH_WALK_HAND_,
	LISH_WALK_SORT_ /* no loop: a sort that runs */
} LISH_INT_ENUM_;

/* A running loop. */
struct lish_walk_ {
	struct lish_loop_ loop;
	struct lish_link_ *at;	  /* the current element; the head before the first step */
	struct lish_link_ *trail; /* the element that gets the next hint, if the loop leaves any */
	uint32_t since;		  /* the number of a _present loop; 0 of others */
	uint8_t kind;		  /* enum lish_walk_kind_ */
	uint8_t state;		  /* if not 0, the next step is a call */
	uint8_t wait;		  /* steps before trail moves, if the loop leaves hints */
};

/* In state. */
#define LISH_WALK_GAP_ 1u     /* the current element was removed: the loop stands beside at */
#define LISH_WALK_TRAIL_ 2u   /* the loop leaves hints */
#define LISH_WALK_CHANGED_ 4u /* at has moved in memory, or the loop was stopped */

/*
 * The place of a loop, in registers. A step writes both at and the registered loop. A change
 * writes only to the registered loop and sets its state, which the next step reads. head is NULL
 * if there is nothing to visit.
 */
struct lish_walk_cursor_ {
	struct lish_link_ *head;
	struct lish_link_ *at;
};

LISH_C_BEGIN

LISH_INLINE uintptr_t lish_hint_of_(const struct lish_link_ *link, int half)
{
	const char *after = (const char *)link + sizeof(*link);

	if (half)
		return *(const uint32_t *)(const void *)(after + 4);
	return *(const uintptr_t *)(const void *)after;
}

/*
 * A half hint means the nearest address with this lower half: the right one within 2 GiB,
 * where the chunks of a pool mostly are.
 */
LISH_INLINE void lish_hint_fetch_(const struct lish_link_ *link, int half)
{
	uintptr_t address = lish_hint_of_(link, half);

	if (half)
		address = (uintptr_t)link +
			  (uintptr_t)(ptrdiff_t)(int32_t)(
				  (uint32_t)address - (uint32_t)(uintptr_t)link);
	if (LISH_WALK_HINTS_)
		lish_prefetch(address);
}

/*
 * May a loop go from at to link? The two must agree. Does link name the container of head? The
 * head of another list does not, nor does an element there.
 */
LISH_INLINE bool lish_walk_leads_(const struct lish_link_ *head, const struct lish_link_ *at,
				  const struct lish_link_ *link, bool back, int half)
{
	const char *after;

	if (!link || (back ? link->next : link->prev) != at)
		return false;
	after = (const char *)link + sizeof(*link) + (half ? 8 : sizeof(uintptr_t));
	return half == 1 || link == head ||
	       *(const void *const *)(const void *)after == (const void *)head;
}

/* The place before the first element. */
LISH_INLINE struct lish_walk_cursor_ lish_walk_at_(struct lish_link_ *head)
{
	const struct lish_walk_cursor_ cur = { head, head };

	return cur;
}

/*
 * The next link, if the step is a short one: to the next element, or to the end, which is the
 * head. NULL if the container's step must make it, which is a call.
 */
LISH_INLINE struct lish_link_ *lish_walk_short_(struct lish_walk_ *walk,
						struct lish_walk_cursor_ *cur,
						enum lish_walk_kind_ kind, int half)
{
	const bool back = kind == LISH_WALK_REVERSE_;
	struct lish_link_ *link;

	if (lish_unlikely(walk->state))
		return NULL;
	link = back ? cur->at->prev : cur->at->next;
	if (link == cur->head)
		return link;
	if (lish_unlikely((LISH_CHECK >= 1 &&
			   !lish_walk_leads_(cur->head, cur->at, link, back, half)) ||
			  (kind == LISH_WALK_PRESENT_ && (lish_hint_of_(link, half) & 1))))
		return NULL;
	if (!back)
		lish_hint_fetch_(link, half);
	walk->at = link;
	return link;
}

/* The step of a loop that is not registered and writes nothing. NULL if the link leads nowhere. */
LISH_INLINE struct lish_link_ *
lish_walk_step_const_(struct lish_walk_cursor_ *cur, int half)
{
	struct lish_link_ *link = cur->at->next;

	if (link == cur->head)
		return link;
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(!lish_walk_leads_(cur->head, cur->at, link, false, half)))
		return NULL;
	cur->at = link;
	lish_hint_fetch_(link, half);
	return link;
}

LISH_C_END

#endif /* LINUX_ISH_CORE_WALK_H */
