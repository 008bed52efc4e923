/* SPDX-License-Identifier: MIT */
/*
 * ring.h - links in rings, and operations on whole rings, for lib/ only
 */
#ifndef LISH_LIB_CORE_RING_H
#define LISH_LIB_CORE_RING_H

#include <linux-ish/core/ring.h>

#include "area.h"

LISH_C_BEGIN

LISH_INLINE void lish_ring_zero_(struct lish_link_ *link)
{
	link->next = NULL;
	link->prev = NULL;
	lish_renew(*link);
}

LISH_INLINE void lish_ring_link_(struct lish_link_ *link, struct lish_link_ *prev,
				 struct lish_link_ *next)
{
	next->prev = link;
	link->next = next;
	link->prev = prev;
	LISH_WRITE_ONCE_(prev->next, link);
}

/* The run [first, last] keeps its own links. */
LISH_INLINE void lish_ring_unlink_(struct lish_link_ *first, struct lish_link_ *last)
{
	struct lish_link_ *prev = first->prev;
	struct lish_link_ *next = last->next;

	next->prev = prev;
	LISH_WRITE_ONCE_(prev->next, next);
}

/* The run is in no ring. */
LISH_INLINE void lish_ring_link_run_(struct lish_link_ *first, struct lish_link_ *last,
				     struct lish_link_ *prev)
{
	struct lish_link_ *next = prev->next;

	first->prev = prev;
	last->next = next;
	next->prev = last;
	LISH_WRITE_ONCE_(prev->next, first);
}

/* Does the neighbour on this side lead back to link? Outside a ring there is none. */
LISH_INLINE bool lish_ring_leads_back_(const struct lish_link_ *link, bool before)
{
	const struct lish_link_ *beside = before ? link->prev : link->next;

	return beside && (before ? beside->next : beside->prev) == link;
}

/* Do both? */
LISH_INLINE bool lish_ring_is_known_(const struct lish_link_ *link)
{
	const struct lish_link_ *next = link->next, *prev = link->prev;

	return next && prev && next->prev == link && prev->next == link;
}

/*
 * Of a link whose memory was copied to another place: both neighbours still lead to the old
 * one, which is not read. Returns the old one; NULL if they do not agree.
 */
LISH_INLINE struct lish_link_ *lish_ring_moved_from_(const struct lish_link_ *link)
{
	const struct lish_link_ *next = link->next, *prev = link->prev;

	return next && prev && next->prev == prev->next ? next->prev : NULL;
}

LISH_INLINE void lish_ring_move_in_(struct lish_link_ *link)
{
	link->next->prev = link;
	LISH_WRITE_ONCE_(link->prev->next, link);
}

/*
 * The first link from start on whose successor does not point back, or NULL. Ends on
 * broken rings too: a path that enters a cycle from outside meets a link with two
 * predecessors.
 */
LISH_LOCAL const struct lish_link_ *lish_ring_broken_(const struct lish_link_ *start);
/* The same in an area. A link that leads out of it is broken. */
LISH_LOCAL const struct lish_link_ *lish_ring_broken_in_(const struct lish_link_ *start,
							 const struct lish_area_ *area);

/* The link after before, or NULL if it does not lead back: zeroed, it may be in another list. */
LISH_INLINE struct lish_link_ *lish_ring_after_(const struct lish_link_ *before)
{
	return lish_ring_leads_back_(before, false) ? before->next : NULL;
}

/* The prev of a destroyed head, whose next is NULL: reading next there is safe, and no head. */
LISH_INLINE struct lish_link_ *lish_ring_grave_(const struct lish_link_ *head)
{
	return (struct lish_link_ *)(uintptr_t)&head->prev;
}

LISH_INLINE void lish_ring_destroy_(struct lish_link_ *head)
{
	LISH_WRITE_ONCE_(head->next, NULL);
	head->prev = lish_ring_grave_(head);
}

/* May a head that is not whole be that of a zero list? */
LISH_INLINE enum lish_reason lish_ring_may_be_zero_(const struct lish_link_ *head)
{
	if (!head->next && !head->prev)
		return LISH_OK;
	return !head->next && head->prev == lish_ring_grave_(head) ? LISH_UNINITIALIZED
								   : LISH_BROKEN_LINKS;
}

/* May the head be linked at this end? That of a zero list may. */
LISH_INLINE enum lish_reason lish_ring_may_link_(const struct lish_link_ *head, bool tail)
{
	const struct lish_link_ *end = tail ? head->prev : head->next;

	return lish_likely(end && (tail ? end->next : end->prev) == head) ?
		       LISH_OK : lish_ring_may_be_zero_(head);
}

/*
 * The number of links from head to link. 0 if link is head, or is not in the ring, or a link on
 * the way does not lead back.
 */
LISH_LOCAL uint32_t lish_ring_way_(const struct lish_link_ *head, const struct lish_link_ *link);

/* false for head, and if a link on the way does not lead back. O(n). */
LISH_LOCAL bool lish_ring_has_(const struct lish_link_ *head, const struct lish_link_ *link);

LISH_C_END

#endif /* LISH_LIB_CORE_RING_H */
