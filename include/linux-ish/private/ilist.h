/* SPDX-License-Identifier: MIT */
/*
 * ilist.h - the checks of ilist
 *
 * They see links only: a list is its head, a node is its link. Level 1 checks the
 * links that an operation writes, and of a loop those between two elements: loading one
 * more neighbour costs a cache miss. Level 2 walks the whole ring. A check that fails has
 * reported.
 */
#ifndef LINUX_ISH_PRIVATE_ILIST_H
#define LINUX_ISH_PRIVATE_ILIST_H

#include "../bug.h"
#include "../core/ring.h"

LISH_C_BEGIN

/* head: NULL if link should be in a list. */
LISH_COLD void ilist_refuse_(lish_op_ op, const struct lish_link_ *head,
			     const struct lish_link_ *link);
LISH_COLD void ilist_refuse_beside_(lish_op_ op, const struct lish_link_ *pos,
				    const struct lish_link_ *link);
LISH_COLD void ilist_refuse_list_(lish_op_ op, const struct lish_link_ *head);
LISH_COLD void ilist_refuse_scratch_(const struct lish_link_ *head,
				     const void *scratch);
/* next: NULL, or it does not lead back to at. */
LISH_COLD void ilist_lost_(lish_op_ op, const struct lish_link_ *head,
			   const struct lish_link_ *at,
			   const struct lish_link_ *next);
/* Level 2: is the ring whole? Is link in the list of head? */
LISH_COLD bool ilist_ring_ok_(lish_op_ op, const struct lish_link_ *link);
LISH_COLD bool ilist_member_ok_(lish_op_ op, const struct lish_link_ *head,
				const struct lish_link_ *link);

/* NULL for the node of a NULL object. */
LISH_TINY struct lish_link_ *ilist_prev_of_(const struct lish_link_ *link)
{
	return LISH_CHECK >= 1 && lish_unlikely(lish_is_null(link)) ?
		       NULL : link->prev;
}

LISH_TINY struct lish_link_ *ilist_next_of_(const struct lish_link_ *link)
{
	return LISH_CHECK >= 1 && lish_unlikely(lish_is_null(link)) ?
		       NULL : link->next;
}

/* Either head is prev or next, or pos. */
LISH_TINY bool ilist_may_add_(lish_op_ op, const struct lish_link_ *head,
			      const struct lish_link_ *pos,
			      const struct lish_link_ *link,
			      const struct lish_link_ *prev,
			      const struct lish_link_ *next)
{
	if (LISH_CHECK >= 1 && lish_unlikely(lish_is_null(link) || link->next ||
					     !lish_ring_joined_(prev, next))) {
		if (head)
			lish_tell_(ilist_refuse_(op, head, link));
		else
			lish_tell_(ilist_refuse_beside_(op, pos, link));
		return false;
	}
	return LISH_CHECK < 2 || ilist_ring_ok_(op, prev);
}

LISH_TINY bool ilist_node_ok_(lish_op_ op, const struct lish_link_ *link)
{
	if (LISH_CHECK >= 1 && lish_unlikely(lish_is_null(link) ||
					     !lish_ring_known_(link))) {
		lish_tell_(ilist_refuse_(op, NULL, link));
		return false;
	}
	return LISH_CHECK < 2 || ilist_ring_ok_(op, link);
}

LISH_TINY bool ilist_ready_(lish_op_ op, const struct lish_link_ *head)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!head->next)) {
		lish_tell_(ilist_refuse_list_(op, head));
		return false;
	}
	return true;
}

LISH_TINY bool ilist_end_ok_(lish_op_ op, const struct lish_link_ *head,
			     bool whole)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!whole)) {
		lish_tell_(ilist_refuse_list_(op, head));
		return false;
	}
	return LISH_CHECK < 2 || ilist_ring_ok_(op, head);
}

LISH_TINY bool ilist_front_ok_(lish_op_ op, const struct lish_link_ *head)
{
	return ilist_end_ok_(op, head, lish_ring_joined_(head, head->next));
}

LISH_TINY bool ilist_tail_ok_(lish_op_ op, const struct lish_link_ *head)
{
	return ilist_end_ok_(op, head, lish_ring_joined_(head->prev, head));
}

LISH_TINY bool ilist_list_ok_(lish_op_ op, const struct lish_link_ *head)
{
	return ilist_end_ok_(op, head, lish_ring_known_(head));
}

LISH_TINY void ilist_unlink_(struct lish_link_ *link)
{
	lish_ring_unlink_(link, link);
	lish_ring_zero_(link);
}

/* NULL if there is none. */
LISH_TINY struct lish_link_ *ilist_pop_end_(lish_op_ op,
					     struct lish_link_ *head, bool tail)
{
	struct lish_link_ *link = tail ? head->prev : head->next;

	if (LISH_CHECK >= 1 &&
	    lish_unlikely(!link || head != (tail ? link->next : link->prev) ||
			  !lish_ring_joined_(tail ? link->prev : link,
					     tail ? link : link->next))) {
		lish_tell_(ilist_refuse_list_(op, head));
		return NULL;
	}
	if ((LISH_CHECK >= 2 && !ilist_ring_ok_(op, link)) || link == head)
		return NULL;
	ilist_unlink_(link);
	return link;
}

/* NULL if beside is the head. */
LISH_TINY struct lish_link_ *ilist_beside_(lish_op_ op,
					   const struct lish_link_ *head,
					   const struct lish_link_ *link,
					   struct lish_link_ *beside)
{
	if (!ilist_ready_(op, head))
		return NULL;
	if (LISH_CHECK >= 1 && lish_unlikely(!beside)) {
		lish_tell_(ilist_refuse_(op, NULL, link));
		return NULL;
	}
	if (LISH_CHECK >= 2 && !ilist_member_ok_(op, head, link))
		return NULL;
	return beside == head ? NULL : beside;
}

/*
 * May a loop go from at to next? It would go round for ever where an element of the
 * middle was freed, zeroed and added again. Code for small machines asks for NULL alone.
 */
LISH_TINY bool ilist_leads_on_(lish_op_ op, const struct lish_link_ *head,
			       const struct lish_link_ *at,
			       const struct lish_link_ *next, bool reverse)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(!next ||
			  (!LISH_SMALL_ &&
			   (reverse ? next->next : next->prev) != at))) {
		lish_tell_(ilist_lost_(op, head, at, next));
		return false;
	}
	return true;
}

LISH_C_END

#endif /* LINUX_ISH_PRIVATE_ILIST_H */
