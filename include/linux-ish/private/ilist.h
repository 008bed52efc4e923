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
/* link should be in the list of head. */
LISH_COLD void ilist_refuse_in_(lish_op_ op, const struct lish_link_ *head,
				const struct lish_link_ *link);
LISH_COLD void ilist_refuse_list_(lish_op_ op, const struct lish_link_ *head);
LISH_COLD void ilist_refuse_scratch_(const struct lish_link_ *head,
				     void *scratch);
/* next: NULL, or it does not lead back to at. */
LISH_COLD void ilist_lost_(lish_op_ op, const struct lish_link_ *head,
			   const struct lish_link_ *at,
			   const struct lish_link_ *next);
/* Level 2: is the ring whole, or zero? Is link in the list of head? */
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

/* The link beside the head at this end. NULL at both ends: the list is zero, and empty. */
LISH_TINY struct lish_link_ *ilist_end_of_(const struct lish_link_ *head, bool tail)
{
	return tail ? head->prev : head->next;
}

/*
 * Is the list whole at this end? *beside becomes the last link there; the head if the list
 * is empty. If an add follows, the head of a zero list needs no other store: the add writes
 * both of its links.
 */
LISH_TINY bool ilist_ends_(struct lish_link_ *head, bool tail,
			   struct lish_link_ **beside)
{
	struct lish_link_ *other;

	*beside = ilist_end_of_(head, tail);
	if (lish_likely(*beside != NULL))
		return LISH_CHECK < 1 || ilist_end_of_(*beside, !tail) == head;
	*beside = head;
	if (LISH_CHECK < 1)
		return true;
	other = ilist_end_of_(head, !tail);
	/* clang makes one comparison of both, at the cost of two instructions. */
	lish_hide(other);
	return !other;
}

LISH_TINY bool ilist_may_add_end_(lish_op_ op, struct lish_link_ *head,
				  const struct lish_link_ *link, bool tail,
				  struct lish_link_ **beside)
{
	if (lish_unlikely((LISH_CHECK >= 1 && (lish_is_null(link) || link->next)) ||
			  !ilist_ends_(head, tail, beside))) {
		lish_tell_(ilist_refuse_(op, head, link));
		return false;
	}
	return LISH_CHECK < 2 || ilist_ring_ok_(op, head);
}

/* Either prev or next is pos. */
LISH_TINY bool ilist_may_add_(lish_op_ op, const struct lish_link_ *pos,
			      const struct lish_link_ *link,
			      const struct lish_link_ *prev,
			      const struct lish_link_ *next)
{
	if (LISH_CHECK >= 1 && lish_unlikely(lish_is_null(link) || link->next ||
					     !lish_ring_joined_(prev, next))) {
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

/* May a loop or a call go from the head? Also if the list is zero. */
LISH_TINY bool ilist_list_ok_(lish_op_ op, const struct lish_link_ *head)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!lish_ring_known_(head)) &&
	    (head->next || head->prev)) {
		lish_tell_(ilist_refuse_list_(op, head));
		return false;
	}
	return LISH_CHECK < 2 || ilist_ring_ok_(op, head);
}

/* Level 1: has the list a first element? Level 2: is link in it? */
LISH_TINY bool ilist_front_ok_(lish_op_ op, const struct lish_link_ *head,
			       const struct lish_link_ *link)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!lish_ring_joined_(head, head->next))) {
		lish_tell_(ilist_refuse_in_(op, head, link));
		return false;
	}
	return LISH_CHECK < 2 || ilist_member_ok_(op, head, link);
}

/* May links that were unlinked be linked at this end? Makes a zero list whole. */
LISH_TINY bool ilist_opens_(lish_op_ op, struct lish_link_ *head, bool tail)
{
	if (lish_unlikely(!lish_ring_opens_(head, tail))) {
		lish_tell_(ilist_refuse_list_(op, head));
		return false;
	}
	return LISH_CHECK < 2 || ilist_ring_ok_(op, head);
}

LISH_TINY void ilist_unlink_(struct lish_link_ *link)
{
	lish_ring_unlink_(link, link);
	lish_ring_zero_(link);
}

/* NULL if there is none. whole: the list is not zero. */
LISH_TINY struct lish_link_ *ilist_pop_end_(lish_op_ op, struct lish_link_ *head,
					     bool tail, bool whole)
{
	struct lish_link_ *link = ilist_end_of_(head, tail);

	if (!(LISH_CHECK < 1 && whole) && lish_unlikely(!link) &&
	    (LISH_CHECK < 1 || !ilist_end_of_(head, !tail)))
		return NULL;
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(!link || head != ilist_end_of_(link, !tail) ||
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
	if (LISH_CHECK >= 1 && lish_unlikely(!head->next || !beside)) {
		lish_tell_(ilist_refuse_in_(op, head, link));
		return NULL;
	}
	if (LISH_CHECK >= 2 && !ilist_member_ok_(op, head, link))
		return NULL;
	return beside == head ? NULL : beside;
}

/*
 * May a loop go from at to next? It would go round for ever where an element of the
 * middle was freed, zeroed and added again. Code for small machines asks for NULL alone.
 * At the head of a zero list the loop ends without a report.
 */
LISH_TINY bool ilist_leads_on_(lish_op_ op, const struct lish_link_ *head,
			       const struct lish_link_ *at,
			       const struct lish_link_ *next, bool reverse)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(!next ||
			  (!LISH_SMALL_ && ilist_end_of_(next, !reverse) != at))) {
		if (LISH_SMALL_ || next || at != head ||
		    ilist_end_of_(head, !reverse))
			lish_tell_(ilist_lost_(op, head, at, next));
		return false;
	}
	return true;
}

LISH_C_END

#endif /* LINUX_ISH_PRIVATE_ILIST_H */
