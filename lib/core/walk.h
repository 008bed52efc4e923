/* SPDX-License-Identifier: MIT */
/*
 * walk.h - changes of a ring with running loops, and its loops; for lib/ only
 *
 * Nothing here reports. A reason is LISH_OK, or LISH_STALE_LOOP if a loop was found that had been
 * left without being closed; the change was made all the same.
 */
#ifndef LISH_LIB_CORE_WALK_H
#define LISH_LIB_CORE_WALK_H

#include <linux-ish/core/walk.h>

#include "loop.h"
#include "ring.h"

/* Steps that a loop which leaves hints makes before it writes the first one. */
#define LISH_WALK_WAIT_ 23

/* The highest stamp: with its tag it fits into 32 bits, and into a word. */
#define LISH_WALK_STAMPS_ ((uint32_t)((uintptr_t)-1 >> 1 & 0x7fffffffu))

LISH_C_BEGIN

LISH_INLINE struct lish_walks_ *lish_walks_of_(const struct lish_walk_ *walk)
{
	return LISH_CONTAINER_OF_(lish_loops_of_(&walk->loop), struct lish_walks_, loops);
}

LISH_INLINE uintptr_t lish_hint_to_(const struct lish_link_ *target, int half)
{
	return half ? (uint32_t)(uintptr_t)target : (uintptr_t)target;
}

LISH_INLINE void lish_hint_set_(struct lish_link_ *link, uintptr_t hint, int half)
{
	char *after = (char *)link + sizeof(*link);

	if (half)
		*(uint32_t *)(void *)(after + 4) = (uint32_t)hint;
	else
		*(uintptr_t *)(void *)after = hint;
}

/* Let a loop that is being opened leave hints, or say that the ring needs none for now. */
LISH_LOCAL LISH_COLD void lish_walk_hints_due_(struct lish_walks_ *walks, struct lish_walk_ *walk);
/* Give a _present loop that was opened its number. */
LISH_LOCAL void lish_walk_number_(struct lish_walks_ *walks, struct lish_walk_ *walk, int half);

/*
 * The step of any loop that runs. Returns the next link; NULL at the end and at a link that leads
 * nowhere, where it closes the loop. Sets the reason to LISH_BROKEN_LINKS or LISH_LOST_PLACE, or
 * to LISH_STALE_LOOP.
 */
LISH_LOCAL struct lish_link_ *lish_walk_next_(struct lish_walk_ *walk, int half,
					      enum lish_reason *reason);

/* Why a loop cannot go on from at to next. */
LISH_LOCAL enum lish_reason lish_walk_lost_(const struct lish_link_ *head,
					    const struct lish_link_ *at,
					    const struct lish_link_ *next);

/* Empty the ring. No element is touched. */
LISH_LOCAL enum lish_reason lish_walk_forget_(struct lish_walks_ *walks);

/* End the running loops: their next step does not touch the ring or an element. */
LISH_LOCAL enum lish_reason lish_walk_stop_(struct lish_walks_ *walks);

/*
 * Tell the running loops of a change:
 *
 * gone: link was unlinked, and still has its links
 * added: [first, last] was linked after its previous or, with before, before its next link
 * moved: the link that was at old is at link now, and linked in its ring
 */
LISH_LOCAL LISH_COLD enum lish_reason lish_walk_gone_(struct lish_walks_ *walks,
						      const struct lish_link_ *link);
LISH_LOCAL LISH_COLD enum lish_reason lish_walk_added_(struct lish_walks_ *walks,
						       struct lish_link_ *first,
						       struct lish_link_ *last,
						       bool before, int half);
LISH_LOCAL LISH_COLD enum lish_reason lish_walk_moved_(struct lish_walks_ *walks,
						       const struct lish_link_ *old,
						       struct lish_link_ *link);

LISH_INLINE void lish_walks_init_(struct lish_walks_ *walks)
{
	memset(walks, 0, sizeof(*walks));
	lish_ring_init_(&walks->head);
}

/* Where a loop begins, and how. */
LISH_INLINE void lish_walk_begin_(struct lish_walk_ *walk, struct lish_link_ *at,
				  enum lish_walk_kind_ kind, uint8_t state)
{
	walk->at = at;
	walk->since = 0;
	walk->kind = (uint8_t)kind;
	walk->state = state;
}

LISH_INLINE bool lish_walk_is_due_(const struct lish_walks_ *walks)
{
	return LISH_WALK_HINTS_ && (int32_t)(walks->stale - walks->count) >= 0;
}

/*
 * Open a loop in any memory over a ring that has elements. start: the first element of a _from
 * loop, else the head. A _present loop needs a number.
 */
LISH_INLINE enum lish_reason lish_walk_open_(struct lish_walks_ *walks, struct lish_walk_ *walk,
					     const struct lish_link_ *start,
					     enum lish_walk_kind_ kind)
{
	const bool from = start != &walks->head;

	lish_walk_begin_(walk, from ? start->prev : &walks->head, kind, from ? LISH_WALK_GAP_ : 0);
	if (lish_unlikely(lish_walk_is_due_(walks)))
		lish_walk_hints_due_(walks, walk);
	return lish_loop_enter_(&walk->loop, &walks->loops);
}

/* The same from the head, if no other loop runs and no hints are due. Else false. */
LISH_INLINE bool lish_walk_open_alone_(struct lish_walks_ *walks, struct lish_walk_ *walk,
				       enum lish_walk_kind_ kind)
{
	if (LISH_SMALL_ || lish_unlikely(walks->loops.first != NULL || lish_walk_is_due_(walks)))
		return false;
	lish_loop_link_(&walk->loop, &walks->loops);
	lish_walk_begin_(walk, &walks->head, kind, 0);
	return true;
}

/*
 * The step of a loop that leaves hints, to an element that is no special case. NULL: make the
 * step by lish_walk_next_().
 */
LISH_INLINE struct lish_link_ *lish_walk_trail_(struct lish_walk_ *walk, int half)
{
	struct lish_link_ *link, *early, *head;
	uintptr_t hint;

	if (!LISH_WALK_HINTS_ || !walk->loop.owner || walk->state != LISH_WALK_TRAIL_)
		return NULL;
	head = &lish_walks_of_(walk)->head;
	early = walk->trail;
	link = walk->at->next;
	hint = lish_hint_of_(early, half);
	if (lish_unlikely(link == head ||
			  !lish_walk_leads_(head, walk->at, link, false, half) ||
			  !early->next || (hint & 1) ||
			  (walk->kind == LISH_WALK_PRESENT_ &&
			   (lish_hint_of_(link, half) & 1))))
		return NULL;
	walk->at = link;
	lish_hint_fetch_(link, half);
	if (walk->wait) {
		walk->wait--;
		return link;
	}
	walk->trail = early->next;
	if (hint != lish_hint_to_(link, half))
		lish_hint_set_(early, lish_hint_to_(link, half), half);
	return link;
}

/*
 * Changes that do not know of loops: ask lish_walk_is_looped_() afterwards. Then lish_walk_added_()
 * and lish_walk_gone_(), of links that are as the change left them, tell the loops.
 */
LISH_INLINE bool lish_walk_is_looped_(const struct lish_walks_ *walks)
{
	return lish_unlikely(walks->loops.first != NULL);
}

/* After base or, with before, before it; a loop on a gap between the two must know. */
LISH_INLINE void lish_walk_link_(struct lish_walks_ *walks, struct lish_link_ *link,
				 struct lish_link_ *base, bool before, int half)
{
	struct lish_link_ *prev = before ? base->prev : base;

	/* Reuse the hint of prev: it is off by one element, which is close enough. */
	lish_hint_set_(link, lish_hint_of_(prev, half), half);
	walks->count++;
	walks->stale += 2;
	lish_ring_link_(link, prev, before ? base : base->next);
}

/* Does a sort run? Then the ring has another head. A comparison's loops stand before it. */
static inline enum lish_reason lish_walk_may_change_(const struct lish_walks_ *walks)
{
	const struct lish_loop_ *loop = walks->loops.first;

	while (LISH_CHECK >= 1 && loop && loop->owner == lish_loop_owner_(loop, &walks->loops)) {
		if (((const struct lish_walk_ *)(const void *)loop)->kind == LISH_WALK_SORT_)
			return LISH_LOOPED;
		loop = loop->outer;
	}
	return LISH_OK;
}

/* link itself is unchanged. */
LISH_INLINE void lish_walk_unlink_(struct lish_walks_ *walks, struct lish_link_ *link)
{
	walks->count--;
	lish_ring_unlink_(link, link);
}

/* Unlink and link in fewer stores: link keeps its hint. base must not be link. */
LISH_INLINE void lish_walk_move_(struct lish_walks_ *walks, struct lish_link_ *link,
				 struct lish_link_ *base, bool before)
{
	lish_ring_unlink_(link, link);
	walks->stale += 2;
	lish_ring_link_(link, before ? base->prev : base,
			before ? base : base->next);
}

LISH_C_END

#endif /* LISH_LIB_CORE_WALK_H */
