/* SPDX-License-Identifier: MIT */
/*
 * ring.h - operations on whole rings, for lib/ only
 */
#ifndef LISH_LIB_CORE_RING_H
#define LISH_LIB_CORE_RING_H

#include <linux-ish/core/ring.h>

LISH_C_BEGIN

/*
 * The first link from start on whose successor does not point back, or NULL. Ends on
 * broken rings too: a path that enters a cycle from outside meets a link with two
 * predecessors.
 */
LISH_LOCAL const struct lish_link_ *lish_ring_broken_(const struct lish_link_ *start);

/* An ilist or a walklist with such a head is empty. */
LISH_INLINE bool lish_ring_is_zero_(const struct lish_link_ *head)
{
	return !head->next && !head->prev;
}

/*
 * The next link after before, or the head. NULL if it does not lead back, as one that was
 * zeroed, and may be in another list now.
 */
LISH_INLINE struct lish_link_ *lish_ring_after_(const struct lish_link_ *before)
{
	struct lish_link_ *next = before->next;

	return next && next->prev == before ? next : NULL;
}

/* True for head too. false if a link on the way does not lead back. O(n). */
LISH_LOCAL bool lish_ring_has_(const struct lish_link_ *head,
		    const struct lish_link_ *link);

/* In ring_sort.c. The ring must be whole. */
LISH_LOCAL void lish_ring_sort_(struct lish_link_ *head, lish_ring_cmp_fn_ cmp, void *ctx);

LISH_C_END

#endif /* LISH_LIB_CORE_RING_H */
