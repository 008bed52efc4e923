/* SPDX-License-Identifier: MIT */
/*
 * ilist.h - intrusive doubly linked list
 *
 * For objects that must unlink themselves without knowing their list. The
 * object carries a struct ilist_node; the list is a struct ilist; nothing is
 * ever allocated.
 *
 * Not for you if the body of a loop may delete what it does not see (walklist),
 * if you ask for the count or whether an object is in this list (walklist), or
 * if you mostly iterate and do not care about the order (dense: several times
 * faster).
 *
 *   operation                                    cost    changes
 *   -------------------------------------------  ------  ---------------------
 *   init, head_move                              O(1)    the head
 *   add, add_tail, add_before, add_after         O(1)    links one node
 *   del, leave, pop_entry, pop_tail_entry        O(1)    unlinks one node
 *   replace, swap, node_moved                    O(1)    one or two places
 *   move, move_tail, move_before, move_after     O(1)    one node's place
 *   bulk_move_tail, cut_before, cut_after,
 *   rotate_left, rotate_to, splice,
 *   splice_tail, splice_before, splice_after     O(1)    whole ranges
 *   empty, is_linked, first_entry, last_entry,
 *   next_entry, prev_entry                       O(1)    -
 *   clear                                        O(n)    zeroes every node
 *   count, contains, check                       O(n)    -
 *   reverse, merge, add_sorted                   O(n)    order
 *   sort                                         O(n log n) in place, stable
 *   sort_by_key                                  O(n)    stable, needs scratch
 *
 *   loop                  delete current  delete others  add
 *   --------------------  --------------  -------------  ---------------------
 *   for_each_entry        no              yes            yes, visited if after
 *                                                        the current one
 *   for_each_entry_safe   yes             not the next   yes; directly after the
 *                                         one            current one: not visited
 *   drain_entry           is popped       yes            yes, visited
 *
 * A zero-filled node is in no list; memory that was not zeroed needs
 * ilist_node_init(). A zero-filled head is not valid. Nothing here is
 * thread-safe: one lock must cover a list and the nodes in it.
 */
#ifndef LINUX_ISH_ILIST_H
#define LINUX_ISH_ILIST_H

#include "bug.h"
#include "core/each.h"
#include "core/ring.h"

/**
 * struct ilist_node - what an object carries to be in an ilist
 *
 * - all zero: in no list
 * - in a list: its neighbours point to it
 *
 * One node is in one list at a time; an object may carry several nodes.
 */
struct ilist_node {
	/* private: */
	struct lish_link_ link;
};

/**
 * struct ilist - the list
 *
 * - empty: both links of the head are the head
 * - all zero: never initialised, not valid
 */
struct ilist {
	/* private: */
	struct lish_link_ head;
};

/**
 * ILIST_INIT() - initialiser of an empty list
 * @name: the variable that is being initialised
 */
#define ILIST_INIT(name) { LISH_RING_INIT_((name).head) }

/**
 * ILIST_DEFINE() - define an empty list
 * @name: name of the variable; may be preceded by static
 */
#define ILIST_DEFINE(name) struct ilist name = ILIST_INIT(name)

LISH_C_BEGIN

/* Cold halves of the checks: find out what is wrong and tell the hook. */
LISH_COLD void ilist_refuse_beside_(lish_op_ op,
				    const struct ilist_node *pos,
				    const struct ilist_node *node);
/* list: where it should go; NULL if it should be in one. */
LISH_COLD void ilist_refuse_(lish_op_ op, const struct ilist *list,
			     const struct ilist_node *node);
LISH_COLD void ilist_refuse_list_(lish_op_ op, const struct ilist *list);
LISH_COLD void ilist_refuse_scratch_(const struct ilist *list,
				     const void *scratch);
LISH_COLD void ilist_lost_(lish_op_ op, const struct lish_link_ *head,
			   const struct lish_link_ *at);
/*
 * Level 2: is the ring through link whole, is node in the list of head, is it
 * not in list, is [first, last] a range that outside is not in?
 */
LISH_COLD bool ilist_ring_ok_(lish_op_ op, const struct lish_link_ *link);
LISH_COLD bool ilist_member_ok_(lish_op_ op, const struct lish_link_ *head,
				const struct lish_link_ *node);
LISH_COLD bool ilist_apart_ok_(lish_op_ op, const struct ilist *list,
			       const struct ilist_node *node);
LISH_COLD bool ilist_range_ok_(lish_op_ op, const struct lish_link_ *outside,
			       const struct ilist_node *first,
			       const struct ilist_node *last);

/*
 * Level 1 looks at the links that an operation is about to write, and at no
 * others: a neighbour that is loaded only to be compared is a cache miss more.
 */

/* Its own link, and those beside it: NULL for the node of a NULL object. */
LISH_TINY struct lish_link_ *ilist_link_of_(struct ilist_node *node)
{
	return (struct lish_link_ *)(void *)node;
}

LISH_TINY struct lish_link_ *ilist_prev_of_(const struct ilist_node *node)
{
	if (LISH_CHECK >= 1 && lish_unlikely(lish_is_null(node)))
		return NULL;
	return node->link.prev;
}

LISH_TINY struct lish_link_ *ilist_next_of_(const struct ilist_node *node)
{
	if (LISH_CHECK >= 1 && lish_unlikely(lish_is_null(node)))
		return NULL;
	return node->link.next;
}

/* May node be put between prev and next, an end of list? */
LISH_TINY bool ilist_may_add_(lish_op_ op, const struct ilist *list,
			      const struct ilist_node *node,
			      const struct lish_link_ *prev,
			      const struct lish_link_ *next)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(node) || node->link.next ||
			  !lish_ring_joined_(prev, next))) {
		ilist_refuse_(op, list, node);
		lish_stay_();
		return false;
	}
	if (LISH_CHECK >= 2)
		return ilist_ring_ok_(op, prev);
	return true;
}

/* The same beside pos. */
LISH_TINY bool ilist_may_add_beside_(lish_op_ op,
				     const struct ilist_node *pos,
				     const struct ilist_node *node,
				     const struct lish_link_ *prev,
				     const struct lish_link_ *next)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(node) || node->link.next ||
			  !lish_ring_joined_(prev, next))) {
		ilist_refuse_beside_(op, pos, node);
		lish_stay_();
		return false;
	}
	if (LISH_CHECK >= 2)
		return ilist_ring_ok_(op, prev);
	return true;
}

/* Are prev and next, of which pos is one, neighbours in a list? */
LISH_TINY bool ilist_place_ok_(lish_op_ op, const struct ilist_node *pos,
			       const struct lish_link_ *prev,
			       const struct lish_link_ *next)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!lish_ring_joined_(prev, next))) {
		ilist_refuse_(op, NULL, pos);
		lish_stay_();
		return false;
	}
	if (LISH_CHECK >= 2)
		return ilist_ring_ok_(op, prev);
	return true;
}

/* Is node in a list, with neighbours that know it? */
LISH_TINY bool ilist_node_ok_(lish_op_ op, const struct ilist_node *node)
{
	if (LISH_CHECK >= 1 && lish_unlikely(lish_is_null(node) ||
					     !lish_ring_known_(&node->link))) {
		ilist_refuse_(op, NULL, node);
		lish_stay_();
		return false;
	}
	if (LISH_CHECK >= 2)
		return ilist_ring_ok_(op, &node->link);
	return true;
}

/* Is the head initialised? */
LISH_TINY bool ilist_ready_(lish_op_ op, const struct ilist *list)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!list->head.next)) {
		ilist_refuse_list_(op, list);
		lish_stay_();
		return false;
	}
	return true;
}

/* Are prev and next, an end of list, neighbours? */
LISH_TINY bool ilist_end_ok_(lish_op_ op, const struct ilist *list,
			     const struct lish_link_ *prev,
			     const struct lish_link_ *next)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!lish_ring_joined_(prev, next))) {
		ilist_refuse_list_(op, list);
		lish_stay_();
		return false;
	}
	if (LISH_CHECK >= 2)
		return ilist_ring_ok_(op, &list->head);
	return true;
}

LISH_TINY bool ilist_front_ok_(lish_op_ op, const struct ilist *list)
{
	return ilist_end_ok_(op, list, &list->head, list->head.next);
}

LISH_TINY bool ilist_tail_ok_(lish_op_ op, const struct ilist *list)
{
	return ilist_end_ok_(op, list, list->head.prev, &list->head);
}

/* Both ends. */
LISH_TINY bool ilist_list_ok_(lish_op_ op, const struct ilist *list)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!lish_ring_known_(&list->head))) {
		ilist_refuse_list_(op, list);
		lish_stay_();
		return false;
	}
	if (LISH_CHECK >= 2)
		return ilist_ring_ok_(op, &list->head);
	return true;
}

LISH_TINY struct ilist_node *ilist_of_link_(const struct lish_link_ *link)
{
	/* Through an integer, because lists may be const and nodes are not. */
	return (struct ilist_node *)(uintptr_t)link;
}

/**
 * ilist_init() - make an empty list
 * @list: any memory
 *
 * What @list held before is neither read nor changed. O(1).
 */
LISH_HOT void ilist_init(struct ilist *list)
{
	lish_ring_init_(&list->head);
}

/**
 * ilist_node_init() - make a node that is in no list
 * @node: any memory
 *
 * For memory that is not zero-filled, and for the elements of a list that was
 * forgotten. Never for a node that is in a list. O(1).
 */
LISH_HOT void ilist_node_init(struct ilist_node *node)
{
	if (lish_given_("ilist_node_init", node))
		lish_ring_zero_(&node->link);
}

/**
 * ilist_head_move() - give the elements of a list to another head
 * @list: the new head; what it held before is not read
 * @from: the old head; empty afterwards
 *
 * For a head whose memory moves or goes. Moving a list to itself changes
 * nothing. O(1). See also ilist_splice(), which keeps what @list holds.
 */
LISH_HOT void ilist_head_move(struct ilist *list, struct ilist *from)
{
	if (ilist_list_ok_("ilist_head_move", from) && list != from)
		lish_ring_move_head_(&list->head, &from->head);
}

/**
 * ilist_add() - add an element at the front
 * @list: the list
 * @node: a node that is in no list
 *
 * O(1). Visited by a running loop only if that has not begun yet.
 * See also ilist_add_tail().
 */
LISH_HOT void ilist_add(struct ilist *list, struct ilist_node *node)
{
	struct lish_link_ *next = list->head.next;

	if (ilist_may_add_("ilist_add", list, node, &list->head, next))
		lish_ring_link_(&node->link, &list->head, next);
}

/**
 * ilist_add_tail() - add an element at the end
 * @list: the list
 * @node: a node that is in no list
 *
 * O(1). Visited by loops that run, except a _safe loop on its last element.
 */
LISH_HOT void ilist_add_tail(struct ilist *list, struct ilist_node *node)
{
	struct lish_link_ *prev = list->head.prev;

	if (ilist_may_add_("ilist_add_tail", list, node, prev, &list->head))
		lish_ring_link_(&node->link, prev, &list->head);
}

/**
 * ilist_add_before() - add an element before another
 * @pos: a node that is in a list
 * @node: a node that is in no list
 *
 * O(1). Adding an element before itself is refused: it is in a list.
 */
LISH_HOT void ilist_add_before(struct ilist_node *pos, struct ilist_node *node)
{
	struct lish_link_ *prev = ilist_prev_of_(pos);

	if (ilist_may_add_beside_("ilist_add_before", pos, node, prev,
				  ilist_link_of_(pos)))
		lish_ring_link_(&node->link, prev, &pos->link);
}

/**
 * ilist_add_after() - add an element after another
 * @pos: a node that is in a list
 * @node: a node that is in no list
 *
 * O(1). See ilist_add_before().
 */
LISH_HOT void ilist_add_after(struct ilist_node *pos, struct ilist_node *node)
{
	struct lish_link_ *next = ilist_next_of_(pos);

	if (ilist_may_add_beside_("ilist_add_after", pos, node,
				  ilist_link_of_(pos), next))
		lish_ring_link_(&node->link, &pos->link, next);
}

/* Unlink a node that is known to be in. */
LISH_TINY void ilist_take_(struct lish_link_ *link)
{
	lish_ring_unlink_(link, link);
	lish_ring_zero_(link);
}

/**
 * ilist_del() - take an element out of its list
 * @node: a node that is in a list
 *
 * The list need not be known. The node is zero afterwards and may be added
 * again, or freed. O(1). See also ilist_leave(), for what may be out already.
 */
LISH_HOT void ilist_del(struct ilist_node *node)
{
	if (ilist_node_ok_("ilist_del", node))
		ilist_take_(&node->link);
}

/**
 * ilist_leave() - take an element out of its list, if it is in one
 * @node: a node of any state
 *
 * The line for destructors: right for an object that is in a list and for one
 * that never was, or is out already. Not for elements of a list that was
 * forgotten, or whose head is gone: initialise their nodes first. O(1).
 *
 * Return: was it in a list?
 */
LISH_HOT bool ilist_leave(struct ilist_node *node)
{
	if (!lish_given_("ilist_leave", node) || !node->link.next ||
	    !ilist_node_ok_("ilist_leave", node))
		return false;
	ilist_take_(&node->link);
	return true;
}

/**
 * ilist_replace() - put another element in the place of one
 * @old: a node that is in a list; in none afterwards
 * @node: a node that is in no list
 *
 * Replacing an element by itself changes nothing. O(1).
 */
LISH_HOT void ilist_replace(struct ilist_node *old, struct ilist_node *node)
{
	if (!ilist_node_ok_("ilist_replace", old) || old == node ||
	    !ilist_may_add_beside_("ilist_replace", old, node, &old->link,
				   old->link.next))
		return;
	lish_ring_replace_(&old->link, &node->link);
	lish_ring_zero_(&old->link);
}

/**
 * ilist_swap() - let two elements change places
 * @a: a node that is in a list
 * @b: a node that is in the same list or in another
 *
 * Neighbours may be swapped; swapping an element with itself changes nothing.
 * O(1).
 */
LISH_HOT void ilist_swap(struct ilist_node *a, struct ilist_node *b)
{
	if (ilist_node_ok_("ilist_swap", a) && ilist_node_ok_("ilist_swap", b))
		lish_ring_swap_(&a->link, &b->link);
}

/**
 * ilist_move() - move an element to the front
 * @list: the list it goes to, its own or another
 * @node: a node that is in a list
 *
 * O(1).
 */
LISH_HOT void ilist_move(struct ilist *list, struct ilist_node *node)
{
	if (!ilist_node_ok_("ilist_move", node) ||
	    !ilist_front_ok_("ilist_move", list))
		return;
	lish_ring_unlink_(&node->link, &node->link);
	lish_ring_link_(&node->link, &list->head, list->head.next);
}

/**
 * ilist_move_tail() - move an element to the end
 * @list: the list it goes to, its own or another
 * @node: a node that is in a list
 *
 * O(1).
 */
LISH_HOT void ilist_move_tail(struct ilist *list, struct ilist_node *node)
{
	if (!ilist_node_ok_("ilist_move_tail", node) ||
	    !ilist_tail_ok_("ilist_move_tail", list))
		return;
	lish_ring_unlink_(&node->link, &node->link);
	lish_ring_link_(&node->link, list->head.prev, &list->head);
}

/**
 * ilist_move_before() - move an element to before another
 * @pos: a node that is in a list
 * @node: a node that is in the same list or in another
 *
 * Moving an element to before itself changes nothing. O(1).
 */
LISH_HOT void ilist_move_before(struct ilist_node *pos, struct ilist_node *node)
{
	if (!ilist_node_ok_("ilist_move_before", node) ||
	    !ilist_place_ok_("ilist_move_before", pos, ilist_prev_of_(pos),
			     ilist_link_of_(pos)) ||
	    pos == node)
		return;
	lish_ring_unlink_(&node->link, &node->link);
	lish_ring_link_(&node->link, pos->link.prev, &pos->link);
}

/**
 * ilist_move_after() - move an element to after another
 * @pos: a node that is in a list
 * @node: a node that is in the same list or in another
 *
 * Moving an element to after itself changes nothing. O(1).
 */
LISH_HOT void ilist_move_after(struct ilist_node *pos, struct ilist_node *node)
{
	if (!ilist_node_ok_("ilist_move_after", node) ||
	    !ilist_place_ok_("ilist_move_after", pos, ilist_link_of_(pos),
			     ilist_next_of_(pos)) ||
	    pos == node)
		return;
	lish_ring_unlink_(&node->link, &node->link);
	lish_ring_link_(&node->link, &pos->link, pos->link.next);
}

/**
 * ilist_bulk_move_tail() - move a range of elements to the end
 * @list: the list they go to, their own or another
 * @first: first node of the range
 * @last: last node of the range: @first itself, or after it in the same list
 *
 * The range may be the whole list. That @last does follow @first is seen at
 * check level 2 only, and not if the head in between is not that of @list. O(1).
 */
LISH_HOT void ilist_bulk_move_tail(struct ilist *list, struct ilist_node *first,
				   struct ilist_node *last)
{
	if (!ilist_place_ok_("ilist_bulk_move_tail", first,
			     ilist_prev_of_(first), ilist_link_of_(first)) ||
	    !ilist_place_ok_("ilist_bulk_move_tail", last, ilist_link_of_(last),
			     ilist_next_of_(last)) ||
	    !ilist_tail_ok_("ilist_bulk_move_tail", list))
		return;
	if (LISH_CHECK >= 2 &&
	    !ilist_range_ok_("ilist_bulk_move_tail", &list->head, first, last))
		return;
	lish_ring_move_run_(&first->link, &last->link, &list->head);
}

/**
 * ilist_empty() - is there no element?
 * @list: the list
 *
 * O(1). A list that was never initialised is empty, after the report.
 */
LISH_TINY bool ilist_empty(const struct ilist *list)
{
	return !ilist_ready_("ilist_empty", list) ||
	       list->head.next == &list->head;
}

/**
 * ilist_is_linked() - is this node in a list?
 * @node: a node of any state
 *
 * O(1). Which list, it does not know: see ilist_contains().
 */
LISH_TINY bool ilist_is_linked(const struct ilist_node *node)
{
	return lish_given_("ilist_is_linked", node) && node->link.next != NULL;
}

LISH_TINY struct ilist_node *ilist_first_(const struct ilist *list)
{
	if (!ilist_ready_("ilist_first_entry", list) ||
	    list->head.next == &list->head)
		return NULL;
	return ilist_of_link_(list->head.next);
}

LISH_TINY struct ilist_node *ilist_last_(const struct ilist *list)
{
	if (!ilist_ready_("ilist_last_entry", list) || list->head.prev == &list->head)
		return NULL;
	return ilist_of_link_(list->head.prev);
}

/*
 * The node at the link beside node, NULL if it is the head. Level 1 sees that node
 * is in no list, level 2 that it is in another one, whose head may be that link.
 */
LISH_TINY struct ilist_node *ilist_beside_(lish_op_ op, const struct ilist *list,
					   const struct ilist_node *node,
					   const struct lish_link_ *link)
{
	if (!ilist_ready_(op, list))
		return NULL;
	if (LISH_CHECK >= 1 && lish_unlikely(!link)) {
		ilist_refuse_(op, NULL, node);
		return NULL;
	}
	if (LISH_CHECK >= 2 &&
	    (!ilist_ring_ok_(op, &list->head) ||
	     !ilist_member_ok_(op, &list->head, &node->link)))
		return NULL;
	return link == &list->head ? NULL : ilist_of_link_(link);
}

LISH_TINY struct ilist_node *ilist_next_(const struct ilist *list,
					const struct ilist_node *node)
{
	return ilist_beside_("ilist_next_entry", list, node,
			     ilist_next_of_(node));
}

LISH_TINY struct ilist_node *ilist_prev_(const struct ilist *list,
					const struct ilist_node *node)
{
	return ilist_beside_("ilist_prev_entry", list, node,
			     ilist_prev_of_(node));
}

LISH_TINY struct ilist_node *ilist_pop_as_(lish_op_ op, struct ilist *list)
{
	struct lish_link_ *first = list->head.next;

	if (LISH_CHECK >= 1 &&
	    lish_unlikely(!lish_ring_joined_(&list->head, first) ||
			  !lish_ring_joined_(first, first->next))) {
		ilist_refuse_list_(op, list);
		lish_stay_();
		return NULL;
	}
	if (LISH_CHECK >= 2 && !ilist_ring_ok_(op, first))
		return NULL;
	if (first == &list->head)
		return NULL;
	ilist_take_(first);
	return ilist_of_link_(first);
}

LISH_HOT struct ilist_node *ilist_pop_(struct ilist *list)
{
	return ilist_pop_as_("ilist_pop_entry", list);
}

LISH_HOT struct ilist_node *ilist_drain_(struct ilist *list)
{
	return ilist_pop_as_("ilist_drain_entry", list);
}

LISH_HOT struct ilist_node *ilist_pop_tail_(struct ilist *list)
{
	struct lish_link_ *last = list->head.prev;

	if (LISH_CHECK >= 1 &&
	    lish_unlikely(!lish_ring_joined_(last, &list->head) ||
			  !lish_ring_joined_(last->prev, last))) {
		ilist_refuse_list_("ilist_pop_tail_entry", list);
		lish_stay_();
		return NULL;
	}
	if (LISH_CHECK >= 2 && !ilist_ring_ok_("ilist_pop_tail_entry", last))
		return NULL;
	if (last == &list->head)
		return NULL;
	ilist_take_(last);
	return ilist_of_link_(last);
}

/**
 * ilist_rotate_left() - make the first element the last
 * @list: the list; may be empty
 *
 * O(1).
 */
LISH_HOT void ilist_rotate_left(struct ilist *list)
{
	struct lish_link_ *first = list->head.next;

	if (!ilist_list_ok_("ilist_rotate_left", list))
		return;
	/* The head goes to after the first one; alone, to after itself. */
	lish_ring_unlink_(&list->head, &list->head);
	lish_ring_link_(&list->head, first, first->next);
}

/**
 * ilist_rotate_to() - make an element the first, keeping the ring's order
 * @list: the list
 * @node: a node that is in it
 *
 * What stood before @node stands at the end afterwards. That @node is in
 * another list is seen at check level 2 only. O(1).
 */
LISH_HOT void ilist_rotate_to(struct ilist *list, struct ilist_node *node)
{
	if (!ilist_place_ok_("ilist_rotate_to", node, ilist_prev_of_(node),
			     ilist_link_of_(node)) ||
	    !ilist_list_ok_("ilist_rotate_to", list))
		return;
	if (LISH_CHECK >= 2 &&
	    !ilist_member_ok_("ilist_rotate_to", &list->head, &node->link))
		return;
	lish_ring_unlink_(&list->head, &list->head);
	lish_ring_link_(&list->head, node->link.prev, &node->link);
}

/**
 * ilist_splice() - move all elements of another list to the front
 * @list: the list they go to
 * @from: the list they leave; empty afterwards
 *
 * Their order is kept. Splicing a list into itself changes nothing. O(1).
 */
LISH_HOT void ilist_splice(struct ilist *list, struct ilist *from)
{
	if (ilist_front_ok_("ilist_splice", list) &&
	    ilist_list_ok_("ilist_splice", from) && list != from &&
	    from->head.next != &from->head)
		lish_ring_splice_(&from->head, &list->head);
}

/**
 * ilist_splice_tail() - move all elements of another list to the end
 * @list: the list they go to
 * @from: the list they leave; empty afterwards
 *
 * Their order is kept. Splicing a list into itself changes nothing. O(1).
 */
LISH_HOT void ilist_splice_tail(struct ilist *list, struct ilist *from)
{
	if (ilist_tail_ok_("ilist_splice_tail", list) &&
	    ilist_list_ok_("ilist_splice_tail", from) && list != from &&
	    from->head.next != &from->head)
		lish_ring_splice_(&from->head, list->head.prev);
}

/**
 * ilist_splice_before() - move all elements of a list to before an element
 * @pos: a node that is in another list than @from
 * @from: the list they leave; empty afterwards
 *
 * Their order is kept. That @pos is in @from itself is seen at check level 2
 * only. O(1).
 */
LISH_HOT void ilist_splice_before(struct ilist_node *pos, struct ilist *from)
{
	if (!ilist_place_ok_("ilist_splice_before", pos, ilist_prev_of_(pos),
			     ilist_link_of_(pos)) ||
	    !ilist_list_ok_("ilist_splice_before", from) ||
	    from->head.next == &from->head)
		return;
	if (LISH_CHECK >= 2 &&
	    !ilist_apart_ok_("ilist_splice_before", from, pos))
		return;
	lish_ring_splice_(&from->head, pos->link.prev);
}

/**
 * ilist_splice_after() - move all elements of a list to after an element
 * @pos: a node that is in another list than @from
 * @from: the list they leave; empty afterwards
 *
 * See ilist_splice_before(). O(1).
 */
LISH_HOT void ilist_splice_after(struct ilist_node *pos, struct ilist *from)
{
	if (!ilist_place_ok_("ilist_splice_after", pos, ilist_link_of_(pos),
			     ilist_next_of_(pos)) ||
	    !ilist_list_ok_("ilist_splice_after", from) ||
	    from->head.next == &from->head)
		return;
	if (LISH_CHECK >= 2 &&
	    !ilist_apart_ok_("ilist_splice_after", from, pos))
		return;
	lish_ring_splice_(&from->head, &pos->link);
}

/**
 * ilist_cut_before() - move what stands before an element
 * @list: the list the front part goes to, at its end
 * @from: the list that is cut
 * @node: a node of @from; first one of it afterwards
 *
 * Nothing moves if @node is the first one. With @list and @from the same list,
 * the front part goes to its end, as ilist_rotate_to() does. That @node is in
 * another list than @from is seen at check level 2 only. O(1).
 */
LISH_HOT void ilist_cut_before(struct ilist *list, struct ilist *from,
			       struct ilist_node *node)
{
	if (!ilist_tail_ok_("ilist_cut_before", list) ||
	    !ilist_front_ok_("ilist_cut_before", from) ||
	    !ilist_place_ok_("ilist_cut_before", node, ilist_prev_of_(node),
			     ilist_link_of_(node)) ||
	    node->link.prev == &from->head)
		return;
	if (LISH_CHECK >= 2 &&
	    !ilist_member_ok_("ilist_cut_before", &from->head, &node->link))
		return;
	lish_ring_move_run_(from->head.next, node->link.prev, &list->head);
}

/**
 * ilist_cut_after() - move an element and what stands before it
 * @list: the list the front part goes to, at its end
 * @from: the list that is cut
 * @node: a node of @from; the last one that moves
 *
 * With @list and @from the same list, the front part goes to its end.
 * See ilist_cut_before(). O(1).
 */
LISH_HOT void ilist_cut_after(struct ilist *list, struct ilist *from,
			      struct ilist_node *node)
{
	if (!ilist_tail_ok_("ilist_cut_after", list) ||
	    !ilist_front_ok_("ilist_cut_after", from) ||
	    !ilist_place_ok_("ilist_cut_after", node, ilist_link_of_(node),
			     ilist_next_of_(node)))
		return;
	if (LISH_CHECK >= 2 &&
	    !ilist_member_ok_("ilist_cut_after", &from->head, &node->link))
		return;
	lish_ring_move_run_(from->head.next, &node->link, &list->head);
}

/**
 * ilist_node_moved() - repair the list of an object that has moved in memory
 * @node: the node at its new address, copied with the object
 *
 * For one object moved by realloc() or memcpy(), before anything else is done
 * with its list. It cannot repair two neighbours that moved in one step. A node
 * that is in no list is left alone. O(1).
 */
LISH_HOT void ilist_node_moved(struct ilist_node *node)
{
	struct lish_link_ *next = ilist_next_of_(node);

	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(node) ||
			  (next && next->prev != node->link.prev->next))) {
		ilist_refuse_("ilist_node_moved", NULL, node);
		lish_stay_();
		return;
	}
	if (next) {
		next->prev = &node->link;
		node->link.prev->next = &node->link;
	}
}

/**
 * ilist_clear() - take out all elements
 * @list: the list
 *
 * Every node is zero afterwards. O(n); ilist_init() empties in O(1), without
 * touching the nodes.
 */
void ilist_clear(struct ilist *list);

/**
 * ilist_count() - number of elements
 * @list: the list
 *
 * Counts them: O(n). A walklist knows.
 */
uint32_t ilist_count(const struct ilist *list);

/**
 * ilist_contains() - is this element in this list?
 * @list: the list
 * @node: a node of any state
 *
 * Looks for it: O(n). A walklist knows.
 */
bool ilist_contains(const struct ilist *list, const struct ilist_node *node);

/**
 * ilist_reverse() - turn the order round
 * @list: the list
 *
 * O(n).
 */
void ilist_reverse(struct ilist *list);

/* A comparison of nodes, to be called with links. */
struct ilist_by_ {
	int (*cmp)(void *ctx, const struct ilist_node *a,
		   const struct ilist_node *b);
	void *ctx;
};

LISH_TINY int ilist_compare_(void *ctx, const struct lish_link_ *a,
			     const struct lish_link_ *b)
{
	const struct ilist_by_ *by = (const struct ilist_by_ *)ctx;

	return by->cmp(by->ctx, ilist_of_link_(a), ilist_of_link_(b));
}

/**
 * ilist_sort() - sort, keeping the order of equals
 * @list: the list
 * @cmp: the order: > 0 if @a belongs after @b, else <= 0 (to be stable, 0 and less
 * are the same: "not after"); must return, and must neither change nor ask the
 * list
 * @ctx: passed to @cmp
 *
 * In place, without recursion; not during a loop over @list. O(n log n)
 * comparisons at most, O(n) if it is sorted already. A merge sort of the runs
 * that it finds, in bins of doubling size, so that what is merged is of like
 * length. Inlined with @cmp, unless LISH_OUTLINE is defined.
 * See also ilist_sort_by_key(), which is much faster where a number decides.
 */
LISH_STEP void ilist_sort(struct ilist *list,
			  int (*cmp)(void *ctx, const struct ilist_node *a,
				     const struct ilist_node *b),
			  void *ctx)
{
	struct ilist_by_ by;

	by.cmp = cmp;
	by.ctx = ctx;
	if (ilist_list_ok_("ilist_sort", list))
		lish_ring_sort_inline_(&list->head, ilist_compare_, &by);
}

/**
 * ilist_merge() - merge one sorted list into another
 * @list: a sorted list
 * @from: another sorted list; empty afterwards
 * @cmp: the order of both, as for ilist_sort()
 * @ctx: passed to @cmp
 *
 * Of equal elements those of @list come first. Merging a list into itself
 * changes nothing. O(n).
 */
void ilist_merge(struct ilist *list, struct ilist *from,
		 int (*cmp)(void *ctx, const struct ilist_node *a,
			    const struct ilist_node *b),
		 void *ctx);

/**
 * ilist_add_sorted() - add an element where it belongs
 * @list: a sorted list
 * @node: a node that is in no list
 * @cmp: the order of @list, as for ilist_sort()
 * @ctx: passed to @cmp
 *
 * After its equals. The place is looked for from the end: O(1) for what
 * belongs there, else O(n).
 */
void ilist_add_sorted(struct ilist *list, struct ilist_node *node,
		      int (*cmp)(void *ctx, const struct ilist_node *a,
				 const struct ilist_node *b),
		      void *ctx);

/* A key and whose it is. */
struct ilist_keyed_ {
	uint64_t key;
	struct lish_link_ *link;
};

/* A count of any integer type as a size; C++ users see no cast of C. */
#ifdef __cplusplus
#define ILIST_SIZE_(n) (static_cast<size_t>(n))
#else
#define ILIST_SIZE_(n) ((size_t)(n))
#endif

/**
 * ILIST_SORT_SCRATCH() - bytes that ilist_sort_by_key() needs
 * @n: number of elements
 */
#define ILIST_SORT_SCRATCH(n) \
	(2 * sizeof(struct ilist_keyed_) * ILIST_SIZE_(n))

/* Sort what is collected by bits in which keys differ, and relink the list. */
void ilist_sort_keyed_(struct ilist *list, struct ilist_keyed_ *from, size_t n,
		       uint64_t differ);

/**
 * ilist_sort_by_key() - sort by a number, keeping the order of equals
 * @list: the list
 * @key: gives the number of an element, small ones come first; called once for
 * each; must not change the list. For signed numbers, flip the sign bit
 * @ctx: passed to @key
 * @scratch: memory as aligned as an array of uint64_t is; may be NULL if @size is
 * 0 or the list is empty
 * @size: bytes of it, at least ILIST_SORT_SCRATCH(number of elements)
 *
 * Not during a loop over @list. O(n): a radix sort of (key, node) pairs by as
 * many of the highest bits in which keys differ as will do, eight at a time,
 * then insertion; then one relink. Inlined with @key up to there, unless
 * LISH_OUTLINE is defined. Uses 1 KiB of stack.
 *
 * Return: 0; -ENOSPC if @size is too small, and -EINVAL for misuse that was
 * reported: then nothing has changed. lish_sure() where the size is known.
 */
LISH_MUST_CHECK LISH_STEP int
ilist_sort_by_key(struct ilist *list,
		  uint64_t (*key)(void *ctx, const struct ilist_node *node),
		  void *ctx, void *scratch, size_t size)
{
	const size_t room = size / ILIST_SORT_SCRATCH(1);
	struct ilist_keyed_ *from = (struct ilist_keyed_ *)scratch;
	struct lish_link_ *link;
	uint64_t differ = 0, before = 0;
	bool sorted = true;
	size_t n = 0;

	if (!ilist_list_ok_("ilist_sort_by_key", list))
		return -EINVAL;
	/* Where 64 bits need no more than 32 do, an array of them gets no more. */
	if (LISH_CHECK >= 1 &&
	    lish_unlikely((uintptr_t)scratch % LISH_ALIGNOF(struct ilist_keyed_) ||
			  (size && lish_is_null(scratch) &&
			   list->head.next != &list->head))) {
		ilist_refuse_scratch_(list, scratch);
		lish_stay_();
		return -EINVAL;
	}
	for (link = list->head.next; link != &list->head; link = link->next) {
		if (n == room || n == (size_t)LISH_MAX_COUNT)
			return -ENOSPC;
		from[n].key = key(ctx, ilist_of_link_(link));
		from[n].link = link;
		sorted = sorted && before <= from[n].key;
		before = from[n].key;
		differ |= from[n].key ^ from[0].key;
		n++;
	}
	if (!sorted)
		ilist_sort_keyed_(list, from, n, differ);
	return 0;
}

/**
 * ilist_check() - examine the whole list
 * @list: the list
 * @fault: where the first faulty node is stored, NULL if the head is at fault
 * or nothing is; may be NULL itself
 *
 * Ends on broken lists too: each step is made only if it can be taken back.
 * O(n), reports to nobody.
 *
 * Return: LISH_OK, LISH_UNINITIALIZED or LISH_BROKEN_LINKS.
 */
enum lish_reason ilist_check(const struct ilist *list,
			     const struct ilist_node **fault);

/* From nodes to objects. Only ilist nodes are taken. */
LISH_NODE_(ilist_node);
#define ILIST_OFFSET_(type, member) LISH_OFFSET_(type, member, ilist_node)

LISH_TINY void *ilist_entry_or_null_(struct ilist_node *node, size_t offset)
{
	return node ? (char *)node - offset : NULL;
}

/**
 * ilist_first_entry() - the first object
 * @list: the list
 * @type: type of the object
 * @member: name of the struct ilist_node in it
 *
 * Return: the object, or NULL if the list is empty. O(1).
 */
#define ilist_first_entry(list, type, member)                           \
	LISH_CAST_(type, ilist_entry_or_null_(ilist_first_(list),       \
					      ILIST_OFFSET_(type, member)))

/**
 * ilist_last_entry() - the last object
 * @list: the list
 * @type: type of the object
 * @member: name of the struct ilist_node in it
 *
 * Return: the object, or NULL if the list is empty. O(1).
 */
#define ilist_last_entry(list, type, member)                            \
	LISH_CAST_(type, ilist_entry_or_null_(ilist_last_(list),        \
					      ILIST_OFFSET_(type, member)))

/**
 * ilist_next_entry() - the object after another
 * @list: the list
 * @entry: an object that is in it
 * @type: type of the object
 * @member: name of the struct ilist_node in it
 *
 * Only check level 2 sees that @entry is in another list.
 *
 * Return: the object, or NULL if @entry is the last one. O(1).
 */
#define ilist_next_entry(list, entry, type, member)                              \
	LISH_CAST_(type,                                                         \
		   ilist_entry_or_null_(                                         \
			   ilist_next_(list, LISH_MEMBER_(entry, type, member)), \
			   ILIST_OFFSET_(type, member)))

/**
 * ilist_prev_entry() - the object before another
 * @list: the list
 * @entry: an object that is in it
 * @type: type of the object
 * @member: name of the struct ilist_node in it
 *
 * Only check level 2 sees that @entry is in another list.
 *
 * Return: the object, or NULL if @entry is the first one. O(1).
 */
#define ilist_prev_entry(list, entry, type, member)                              \
	LISH_CAST_(type,                                                         \
		   ilist_entry_or_null_(                                         \
			   ilist_prev_(list, LISH_MEMBER_(entry, type, member)), \
			   ILIST_OFFSET_(type, member)))

/**
 * ilist_pop_entry() - take out the first object
 * @list: the list
 * @type: type of the object
 * @member: name of the struct ilist_node in it
 *
 * Return: the object, or NULL if the list is empty. O(1).
 */
#define ilist_pop_entry(list, type, member)                             \
	LISH_CAST_(type, ilist_entry_or_null_(ilist_pop_(list),         \
					      ILIST_OFFSET_(type, member)))

/**
 * ilist_pop_tail_entry() - take out the last object
 * @list: the list
 * @type: type of the object
 * @member: name of the struct ilist_node in it
 *
 * Return: the object, or NULL if the list is empty. O(1).
 */
#define ilist_pop_tail_entry(list, type, member)                        \
	LISH_CAST_(type, ilist_entry_or_null_(ilist_pop_tail_(list),    \
					      ILIST_OFFSET_(type, member)))

/*
 * Loops. The outer for declares the place and runs once; the inner one declares
 * the cursor and steps, at one place in the code. An object pointer is never
 * formed from the head.
 *
 * at: the link the loop stands on, the head before the first step
 * next: where a _safe loop goes, read before the body runs
 */
struct ilist_place_ {
	const struct lish_link_ *head;
	struct lish_link_ *at;
	struct lish_link_ *next;
	bool running;
};

LISH_TINY struct ilist_place_ ilist_begin_(const struct ilist *list)
{
	struct ilist_place_ place;

	place.head = &list->head;
	place.at = &ilist_of_link_(&list->head)->link;
	place.next = NULL;
	place.running = true;
	return place;
}

/* A report, and false, where no link leads on. */
LISH_TINY bool ilist_leads_on_(lish_op_ op, const struct ilist_place_ *place,
			       const struct lish_link_ *next)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!next)) {
		ilist_lost_(op, place->head, place->at);
		lish_stay_();
		return false;
	}
	return true;
}

LISH_TINY struct ilist_place_ ilist_begin_safe_(lish_op_ op,
						const struct ilist *list)
{
	struct ilist_place_ place = ilist_begin_(list);

	place.next = list->head.next;
	place.running = ilist_leads_on_(op, &place, place.next);
	return place;
}

LISH_TINY struct ilist_place_
ilist_begin_safe_reverse_(lish_op_ op, const struct ilist *list)
{
	struct ilist_place_ place = ilist_begin_(list);

	place.next = list->head.prev;
	place.running = ilist_leads_on_(op, &place, place.next);
	return place;
}

/*
 * Stand on what comes before entry, in the loop's direction, so that the first
 * step leads to it. A loop from NULL does not run.
 */
LISH_TINY struct ilist_place_ ilist_begin_from_(lish_op_ op,
						const struct ilist *list,
						const void *entry,
						size_t offset, bool reverse)
{
	struct ilist_place_ place = ilist_begin_(list);
	struct lish_link_ *start;

	if (!entry || !ilist_ready_(op, list)) {
		place.running = false;
		return place;
	}
	start = (struct lish_link_ *)((uintptr_t)entry + offset);
	place.at = reverse ? start->next : start->prev;
	place.next = start;
	if (LISH_CHECK >= 1 && lish_unlikely(!place.at)) {
		ilist_refuse_(op, NULL, ilist_of_link_(start));
		lish_stay_();
		place.running = false;
	}
	if (LISH_CHECK >= 2 && place.running)
		place.running = ilist_member_ok_(op, place.head, start);
	return place;
}

LISH_TINY void *ilist_step_(lish_op_ op, struct ilist_place_ *place,
			    size_t offset)
{
	struct lish_link_ *next = place->at->next;

	if (!ilist_leads_on_(op, place, next) || next == place->head)
		return NULL;
	place->at = next;
	return (char *)next - offset;
}

LISH_TINY void *ilist_step_reverse_(lish_op_ op, struct ilist_place_ *place,
				    size_t offset)
{
	struct lish_link_ *prev = place->at->prev;

	if (!ilist_leads_on_(op, place, prev) || prev == place->head)
		return NULL;
	place->at = prev;
	return (char *)prev - offset;
}

LISH_TINY void *ilist_step_safe_(lish_op_ op, struct ilist_place_ *place,
				 size_t offset)
{
	if (place->next == place->head)
		return NULL;
	place->at = place->next;
	place->next = place->at->next;
	if (!ilist_leads_on_(op, place, place->next))
		return NULL;
	return (char *)place->at - offset;
}

LISH_TINY void *ilist_step_safe_reverse_(lish_op_ op,
					 struct ilist_place_ *place,
					 size_t offset)
{
	if (place->next == place->head)
		return NULL;
	place->at = place->next;
	place->next = place->at->prev;
	if (!ilist_leads_on_(op, place, place->next))
		return NULL;
	return (char *)place->at - offset;
}

#define ILIST_LOOP_(op, pos, begin, type, member, step)                             \
	LISH_LOOK_(pos, struct ilist_place_, begin, pos##_at_.running, false, type, \
		   step(op, &pos##_at_, ILIST_OFFSET_(type, member)))

/* start is an object of the type, or NULL. */
#define ILIST_FROM_(op, list, start, type, member, reverse)           \
	ilist_begin_from_(op, list, LISH_OBJECT_(start, type),        \
			  ILIST_OFFSET_(type, member), reverse)

/**
 * ilist_for_each_entry() - loop over the objects
 * @pos: name of the cursor, declared by the loop
 * @list: the list, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct ilist_node in it
 *
 * The body may add, and delete any other than @pos; what is added after @pos is
 * visited. Level 1 reports that @pos was taken out when the loop moves on, and
 * ends it. The loop may be left in any way.
 */
#define ilist_for_each_entry(pos, list, type, member)                      \
	ILIST_LOOP_("ilist_for_each_entry", pos, ilist_begin_(list), type, \
		    member, ilist_step_)

/**
 * ilist_for_each_entry_reverse() - loop from the last object to the first
 * @pos: name of the cursor, declared by the loop
 * @list: the list, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct ilist_node in it
 *
 * As ilist_for_each_entry(), with what is added before @pos visited.
 */
#define ilist_for_each_entry_reverse(pos, list, type, member)                \
	ILIST_LOOP_("ilist_for_each_entry_reverse", pos, ilist_begin_(list), \
		    type, member, ilist_step_reverse_)

/**
 * ilist_for_each_entry_from() - loop from an object on
 * @pos: name of the cursor, declared by the loop
 * @list: the list, possibly const
 * @start: the object visited first, in @list; NULL visits nothing
 * @type: type of the objects, possibly const
 * @member: name of the struct ilist_node in it
 *
 * See ilist_for_each_entry(). That @start is in another list is seen at check
 * level 2 only.
 */
#define ilist_for_each_entry_from(pos, list, start, type, member)         \
	ILIST_LOOP_("ilist_for_each_entry_from", pos,                     \
		    ILIST_FROM_("ilist_for_each_entry_from", list, start, \
				type, member, false),                     \
		    type, member, ilist_step_)

/**
 * ilist_for_each_entry_reverse_from() - loop from an object to the first
 * @pos: name of the cursor, declared by the loop
 * @list: the list, possibly const
 * @start: the object visited first, in @list; NULL visits nothing
 * @type: type of the objects, possibly const
 * @member: name of the struct ilist_node in it
 *
 * See ilist_for_each_entry_from().
 */
#define ilist_for_each_entry_reverse_from(pos, list, start, type, member) \
	ILIST_LOOP_("ilist_for_each_entry_reverse_from", pos,             \
		    ILIST_FROM_("ilist_for_each_entry_reverse_from",      \
				list, start, type, member, true),         \
		    type, member, ilist_step_reverse_)

/**
 * ilist_for_each_entry_safe() - loop whose body may take out the current object
 * @pos: name of the cursor, declared by the loop
 * @list: the list, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct ilist_node in it
 *
 * The body may take out, move or free @pos. The one that follows is fixed
 * before the body runs: it may not be taken out (level 1 reports that and ends
 * the loop), and what is put directly after @pos is not visited. If more than
 * the current object may go, use a walklist.
 */
#define ilist_for_each_entry_safe(pos, list, type, member)                \
	ILIST_LOOP_("ilist_for_each_entry_safe", pos,                     \
		    ilist_begin_safe_("ilist_for_each_entry_safe", list), \
		    type, member, ilist_step_safe_)

/**
 * ilist_for_each_entry_safe_reverse() - the same from the last to the first
 * @pos: name of the cursor, declared by the loop
 * @list: the list, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct ilist_node in it
 *
 * See ilist_for_each_entry_safe().
 */
#define ilist_for_each_entry_safe_reverse(pos, list, type, member)         \
	ILIST_LOOP_("ilist_for_each_entry_safe_reverse", pos,              \
		    ilist_begin_safe_reverse_(                             \
			    "ilist_for_each_entry_safe_reverse", list),    \
		    type, member, ilist_step_safe_reverse_)

/**
 * ilist_for_each_entry_safe_from() - safe loop from an object on
 * @pos: name of the cursor, declared by the loop
 * @list: the list, possibly const
 * @start: the object visited first, in @list; NULL visits nothing
 * @type: type of the objects, possibly const
 * @member: name of the struct ilist_node in it
 *
 * See ilist_for_each_entry_safe() and ilist_for_each_entry_from().
 */
#define ilist_for_each_entry_safe_from(pos, list, start, type, member)      \
	ILIST_LOOP_("ilist_for_each_entry_safe_from", pos,                  \
		    ILIST_FROM_("ilist_for_each_entry_safe_from", list,     \
				start, type, member, false),                \
		    type, member, ilist_step_safe_)

/**
 * ilist_drain_entry() - take out the first object, until there is none
 * @pos: name of the cursor, declared by the loop
 * @list: the list
 * @type: type of the objects
 * @member: name of the struct ilist_node in it
 *
 * @pos is in no list when the body runs. The body may do anything with the
 * list; what it adds is visited. After break the rest is still in.
 */
#define ilist_drain_entry(pos, list, type, member)                         \
	for (struct ilist *pos##_from_ = (list); pos##_from_;              \
	     pos##_from_ = LISH_NO_(struct ilist))                         \
		LISH_EACH_(pos, type,                                      \
			   ilist_entry_or_null_(ilist_drain_(pos##_from_), \
						ILIST_OFFSET_(type, member)))

LISH_C_END

/* Last, for LISH_REPORT_LOCATION. */
#define LISH_HERE_ILIST_
#include "core/here.h"

#endif /* LINUX_ISH_ILIST_H */
