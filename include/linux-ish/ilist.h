/* SPDX-License-Identifier: MIT */
/*
 * ilist.h - intrusive doubly linked list
 *
 * For objects that must unlink themselves without knowing their list. The
 * object carries a struct ilist_node; the list is a struct ilist; nothing is
 * ever allocated.
 *
 * Not for you if something else may delete the neighbour of the element you
 * stand on (walklist), if you ask for the count (walklist), or if you mostly
 * iterate and do not care about the order (dense: several times faster).
 *
 *   operation                                    cost    changes
 *   -------------------------------------------  ------  ---------------------
 *   init, forget, head_move                      O(1)    the head
 *   add, add_tail, add_before, add_after         O(1)    links one node
 *   del, pop, pop_tail                           O(1)    unlinks one node
 *   replace, swap, move, move_tail, relocated    O(1)    one or two places
 *   bulk_move_tail, cut_before, cut_after,
 *   splice, splice_tail, rotate_left, rotate_to  O(1)    whole ranges
 *   empty, is_singular, is_first, is_last,
 *   is_linked, first, last, next, prev           O(1)    -
 *   clear                                        O(n)    zeroes every node
 *   count, check                                 O(n)    -
 *   reverse, merge, add_sorted                   O(n)    order
 *   sort                                         O(n log n) in place, stable
 *   sort_by_key                                  O(n)    stable, needs scratch
 *
 *   loop                  delete current  delete others      add
 *   --------------------  --------------  -----------------  ----------------
 *   for_each_entry        no              no                 yes, visited if
 *                                                            behind
 *   for_each_entry_safe   yes             not the next one   yes; directly
 *                                                            behind: not visited
 *   drain_entry           is popped       yes                yes, visited
 *
 * A zero-filled node is in no list; a zero-filled head is not valid. Nothing
 * here is thread-safe: one lock must cover a list and the nodes in it.
 */
#ifndef LINUX_ISH_ILIST_H
#define LINUX_ISH_ILIST_H

#include "bug.h"
#include "container_of.h"

/**
 * struct ilist_node - what an object carries to be in an ilist
 * @next: private
 * @prev: private
 *
 * - all zero: in no list
 * - in a list: next->prev and prev->next are this node
 *
 * One node is in one list at a time; an object may carry several nodes.
 */
struct ilist_node {
	struct ilist_node *next;
	struct ilist_node *prev;
} LISH_LINKS;

/**
 * struct ilist - the list
 * @head: private
 *
 * - empty: both links of the head are the head
 * - all zero: never initialised, not valid
 */
struct ilist {
	struct ilist_node head;
};

/**
 * ILIST_INIT() - initialiser of an empty list
 * @name: the variable that is being initialised
 */
#define ILIST_INIT(name) { { &(name).head, &(name).head } }

/**
 * ILIST_DEFINE() - define an empty list
 * @name: name of the variable; may be preceded by static
 */
#define ILIST_DEFINE(name) struct ilist name = ILIST_INIT(name)

/**
 * typedef ilist_cmp_fn - the order of two elements
 * @ctx: what was passed along
 * @a: an element
 * @b: another one
 *
 * Must return, and must neither change nor ask the list.
 *
 * Return: > 0 if @a belongs behind @b, else <= 0. To be stable, 0 and less are
 * the same: "not behind".
 */
typedef int (*ilist_cmp_fn)(void *ctx, const struct ilist_node *a,
			    const struct ilist_node *b);

/**
 * typedef ilist_key_fn - the number that an element is sorted by
 * @ctx: what was passed along
 * @node: the element
 *
 * Must not change the list. For signed numbers, flip the sign bit.
 *
 * Return: the key; small keys come first.
 */
typedef uint64_t (*ilist_key_fn)(void *ctx, const struct ilist_node *node);

LISH_C_BEGIN

/* Cold halves of the checks: find out what is wrong and tell the hook. */
LISH_COLD void ilist_refuse_add_(const char *op, const struct ilist *list,
				 const struct ilist_node *node,
				 const struct ilist_node *prev,
				 const struct ilist_node *next);
LISH_COLD void ilist_refuse_node_(const char *op, const struct ilist_node *node);
LISH_COLD void ilist_refuse_list_(const char *op, const struct ilist *list);
LISH_COLD void ilist_lost_(const char *op, const struct ilist_node *head,
			   const struct ilist_node *at);
/*
 * Level 2: the ring through start, whether node is in list, and whether
 * [first, last] is a range.
 */
LISH_COLD bool ilist_ring_ok_(const char *op, const struct ilist_node *start);
LISH_COLD bool ilist_member_ok_(const char *op, const struct ilist *list,
				const struct ilist_node *node);
LISH_COLD bool ilist_range_ok_(const char *op, const struct ilist *list,
			       const struct ilist_node *first,
			       const struct ilist_node *last);

/* May node be put between prev and next? list is for the report only. */
LISH_TINY bool ilist_may_add_(const char *op, const struct ilist *list,
			      const struct ilist_node *node,
			      const struct ilist_node *prev,
			      const struct ilist_node *next)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(!prev || !next || node->next || prev->next != next ||
			  next->prev != prev)) {
		ilist_refuse_add_(op, list, node, prev, next);
		return false;
	}
	if (LISH_CHECK >= 2)
		return ilist_ring_ok_(op, prev);
	return true;
}

/* Is node in a list, with neighbours that know it? */
LISH_TINY bool ilist_node_ok_(const char *op, const struct ilist_node *node)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(!node->next || node->next->prev != node ||
			  node->prev->next != node)) {
		ilist_refuse_node_(op, node);
		return false;
	}
	if (LISH_CHECK >= 2)
		return ilist_ring_ok_(op, node);
	return true;
}

/* Is the head initialised, with neighbours that know it? */
LISH_TINY bool ilist_list_ok_(const char *op, const struct ilist *list)
{
	const struct ilist_node *head = &list->head;

	if (LISH_CHECK >= 1 &&
	    lish_unlikely(!head->next || head->next->prev != head ||
			  head->prev->next != head)) {
		ilist_refuse_list_(op, list);
		return false;
	}
	if (LISH_CHECK >= 2)
		return ilist_ring_ok_(op, head);
	return true;
}

/* Do the head and the first node, or the last one, know each other? */
LISH_TINY bool ilist_first_ok_(const char *op, const struct ilist *list,
			       const struct ilist_node *node)
{
	if (LISH_CHECK >= 1 && lish_unlikely(node->prev != &list->head)) {
		ilist_refuse_list_(op, list);
		return false;
	}
	return ilist_node_ok_(op, node);
}

LISH_TINY bool ilist_last_ok_(const char *op, const struct ilist *list,
			      const struct ilist_node *node)
{
	if (LISH_CHECK >= 1 && lish_unlikely(node->next != &list->head)) {
		ilist_refuse_list_(op, list);
		return false;
	}
	return ilist_node_ok_(op, node);
}

LISH_TINY void ilist_link_(struct ilist_node *node, struct ilist_node *prev,
			   struct ilist_node *next)
{
	next->prev = node;
	node->next = next;
	node->prev = prev;
	prev->next = node;
}

/* Join what is left and right of [first, last]. */
LISH_TINY void ilist_unlink_(struct ilist_node *first, struct ilist_node *last)
{
	struct ilist_node *prev = first->prev;
	struct ilist_node *next = last->next;

	next->prev = prev;
	prev->next = next;
}

/* Put the unlinked chain [first, last] between prev and its follower. */
LISH_TINY void ilist_link_chain_(struct ilist_node *first,
				 struct ilist_node *last,
				 struct ilist_node *prev)
{
	struct ilist_node *next = prev->next;

	first->prev = prev;
	last->next = next;
	next->prev = last;
	prev->next = first;
}

/**
 * ilist_init() - make an empty list
 * @list: any memory
 *
 * What @list held before is neither read nor changed. O(1).
 */
LISH_HOT void ilist_init(struct ilist *list)
{
	list->head.next = &list->head;
	list->head.prev = &list->head;
}

/**
 * ilist_node_init() - make a node that is in no list
 * @node: any memory
 *
 * For memory that is not zero-filled. Never for a node that is in a list. O(1).
 */
LISH_HOT void ilist_node_init(struct ilist_node *node)
{
	node->next = NULL;
	node->prev = NULL;
}

/**
 * ilist_forget() - empty a list without touching its elements
 * @list: the list
 *
 * For elements that are gone, or initialised anew before they are used again:
 * their nodes still look linked. See ilist_clear(). O(1).
 */
LISH_HOT void ilist_forget(struct ilist *list)
{
	ilist_init(list);
}

/**
 * ilist_head_move() - move a list to another head
 * @list: the new head; what it held before is not read
 * @from: the old head; empty afterwards
 *
 * For a head whose memory moves or goes. Moving a list to itself changes
 * nothing. O(1). See also ilist_splice(), which keeps what @list holds.
 */
LISH_HOT void ilist_head_move(struct ilist *list, struct ilist *from)
{
	if (list == from || !ilist_list_ok_("ilist_head_move", from))
		return;
	/* The head is linked in next to the old one, which then leaves. */
	ilist_link_(&list->head, &from->head, from->head.next);
	ilist_unlink_(&from->head, &from->head);
	ilist_init(from);
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
	struct ilist_node *next = list->head.next;

	if (ilist_may_add_("ilist_add", list, node, &list->head, next))
		ilist_link_(node, &list->head, next);
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
	struct ilist_node *prev = list->head.prev;

	if (ilist_may_add_("ilist_add_tail", list, node, prev, &list->head))
		ilist_link_(node, prev, &list->head);
}

/**
 * ilist_add_before() - add an element in front of another
 * @pos: a node that is in a list
 * @node: a node that is in no list
 *
 * O(1). Adding an element in front of itself is refused: it is in a list.
 */
LISH_HOT void ilist_add_before(struct ilist_node *pos, struct ilist_node *node)
{
	struct ilist_node *prev = pos->prev;

	if (ilist_may_add_("ilist_add_before", NULL, node, prev, pos))
		ilist_link_(node, prev, pos);
}

/**
 * ilist_add_after() - add an element behind another
 * @pos: a node that is in a list
 * @node: a node that is in no list
 *
 * O(1). See ilist_add_before().
 */
LISH_HOT void ilist_add_after(struct ilist_node *pos, struct ilist_node *node)
{
	struct ilist_node *next = pos->next;

	if (ilist_may_add_("ilist_add_after", NULL, node, pos, next))
		ilist_link_(node, pos, next);
}

/**
 * ilist_del() - take an element out of its list
 * @node: a node that is in a list
 *
 * The list need not be known. The node is zero afterwards and may be added
 * again, or freed. O(1).
 */
LISH_HOT void ilist_del(struct ilist_node *node)
{
	if (!ilist_node_ok_("ilist_del", node))
		return;
	ilist_unlink_(node, node);
	ilist_node_init(node);
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
	if (old == node || !ilist_node_ok_("ilist_replace", old) ||
	    !ilist_may_add_("ilist_replace", NULL, node, old, old->next))
		return;
	ilist_link_(node, old, old->next);
	ilist_unlink_(old, old);
	ilist_node_init(old);
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
	struct ilist_node *before_b;

	if (!ilist_node_ok_("ilist_swap", a) ||
	    !ilist_node_ok_("ilist_swap", b) || a == b)
		return;
	before_b = b->prev;
	ilist_unlink_(b, b);
	ilist_link_(b, a, a->next);
	ilist_unlink_(a, a);
	/* If a stood in front of b, b now stands where a stood. */
	if (before_b == a)
		before_b = b;
	ilist_link_(a, before_b, before_b->next);
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
	    !ilist_list_ok_("ilist_move", list))
		return;
	ilist_unlink_(node, node);
	ilist_link_(node, &list->head, list->head.next);
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
	    !ilist_list_ok_("ilist_move_tail", list))
		return;
	ilist_unlink_(node, node);
	ilist_link_(node, list->head.prev, &list->head);
}

/* Move the range [first, last] to the end of list. */
LISH_TINY void ilist_range_to_tail_(struct ilist *list,
				    struct ilist_node *first,
				    struct ilist_node *last)
{
	ilist_unlink_(first, last);
	/* The end is looked up now: it may have been in the range. */
	ilist_link_chain_(first, last, list->head.prev);
}

/**
 * ilist_bulk_move_tail() - move a range of elements to the end
 * @list: the list they go to, their own or another
 * @first: first node of the range
 * @last: last node of the range: @first itself, or behind it in the same list
 *
 * The range may be the whole list. That @last does follow @first is seen at
 * check level 2 only, and not if the head in between is not that of @list. O(1).
 */
LISH_HOT void ilist_bulk_move_tail(struct ilist *list, struct ilist_node *first,
				   struct ilist_node *last)
{
	if (!ilist_node_ok_("ilist_bulk_move_tail", first) ||
	    !ilist_node_ok_("ilist_bulk_move_tail", last) ||
	    !ilist_list_ok_("ilist_bulk_move_tail", list))
		return;
	if (LISH_CHECK >= 2 &&
	    !ilist_range_ok_("ilist_bulk_move_tail", list, first, last))
		return;
	ilist_range_to_tail_(list, first, last);
}

/**
 * ilist_empty() - is there no element?
 * @list: the list
 *
 * O(1).
 */
LISH_TINY bool ilist_empty(const struct ilist *list)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!list->head.next)) {
		ilist_refuse_list_("ilist_empty", list);
		return true;
	}
	return list->head.next == &list->head;
}

/**
 * ilist_is_singular() - is there exactly one element?
 * @list: the list
 *
 * O(1).
 */
LISH_TINY bool ilist_is_singular(const struct ilist *list)
{
	return !ilist_empty(list) && list->head.next == list->head.prev;
}

/**
 * ilist_is_first() - is this the first element?
 * @list: the list
 * @node: a node of any state
 *
 * O(1).
 */
LISH_TINY bool ilist_is_first(const struct ilist *list,
			      const struct ilist_node *node)
{
	return node->prev == &list->head;
}

/**
 * ilist_is_last() - is this the last element?
 * @list: the list
 * @node: a node of any state
 *
 * O(1).
 */
LISH_TINY bool ilist_is_last(const struct ilist *list,
			     const struct ilist_node *node)
{
	return node->next == &list->head;
}

/**
 * ilist_is_linked() - is this node in a list?
 * @node: a node of any state
 *
 * O(1).
 */
LISH_TINY bool ilist_is_linked(const struct ilist_node *node)
{
	return node->next != NULL;
}

/**
 * ilist_first() - the first node
 * @list: the list
 *
 * Return: the node, or NULL if the list is empty. O(1).
 */
LISH_TINY struct ilist_node *ilist_first(const struct ilist *list)
{
	return ilist_empty(list) ? NULL : list->head.next;
}

/**
 * ilist_last() - the last node
 * @list: the list
 *
 * Return: the node, or NULL if the list is empty. O(1).
 */
LISH_TINY struct ilist_node *ilist_last(const struct ilist *list)
{
	return ilist_empty(list) ? NULL : list->head.prev;
}

/**
 * ilist_next() - the node behind another
 * @list: the list
 * @node: a node that is in it
 *
 * Return: the node, or NULL if @node is the last one. O(1).
 */
LISH_TINY struct ilist_node *ilist_next(const struct ilist *list,
					const struct ilist_node *node)
{
	return node->next == &list->head ? NULL : node->next;
}

/**
 * ilist_prev() - the node in front of another
 * @list: the list
 * @node: a node that is in it
 *
 * Return: the node, or NULL if @node is the first one. O(1).
 */
LISH_TINY struct ilist_node *ilist_prev(const struct ilist *list,
					const struct ilist_node *node)
{
	return node->prev == &list->head ? NULL : node->prev;
}

/**
 * ilist_pop() - take out the first element
 * @list: the list
 *
 * Return: its node, or NULL if the list is empty. O(1).
 */
LISH_HOT struct ilist_node *ilist_pop(struct ilist *list)
{
	struct ilist_node *node = ilist_first(list);

	if (!node || !ilist_first_ok_("ilist_pop", list, node))
		return NULL;
	ilist_unlink_(node, node);
	ilist_node_init(node);
	return node;
}

/**
 * ilist_pop_tail() - take out the last element
 * @list: the list
 *
 * Return: its node, or NULL if the list is empty. O(1).
 */
LISH_HOT struct ilist_node *ilist_pop_tail(struct ilist *list)
{
	struct ilist_node *node = ilist_last(list);

	if (!node || !ilist_last_ok_("ilist_pop_tail", list, node))
		return NULL;
	ilist_unlink_(node, node);
	ilist_node_init(node);
	return node;
}

/**
 * ilist_rotate_left() - make the first element the last
 * @list: the list; may be empty
 *
 * O(1).
 */
LISH_HOT void ilist_rotate_left(struct ilist *list)
{
	struct ilist_node *node;

	if (!ilist_list_ok_("ilist_rotate_left", list))
		return;
	node = list->head.next;
	ilist_range_to_tail_(list, node, node);
}

/**
 * ilist_rotate_to() - make an element the first, keeping the ring's order
 * @list: the list
 * @node: a node that is in it
 *
 * What stood in front of @node stands at the end afterwards. That @node is in
 * another list is seen at check level 2 only. O(1).
 */
LISH_HOT void ilist_rotate_to(struct ilist *list, struct ilist_node *node)
{
	if (!ilist_node_ok_("ilist_rotate_to", node) ||
	    !ilist_list_ok_("ilist_rotate_to", list))
		return;
	if (LISH_CHECK >= 2 && !ilist_member_ok_("ilist_rotate_to", list, node))
		return;
	ilist_unlink_(&list->head, &list->head);
	ilist_link_(&list->head, node->prev, node);
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
	struct ilist_node *first = from->head.next;
	struct ilist_node *last = from->head.prev;

	if (!ilist_list_ok_("ilist_splice", list) ||
	    !ilist_list_ok_("ilist_splice", from) || list == from ||
	    first == &from->head)
		return;
	ilist_init(from);
	ilist_link_chain_(first, last, &list->head);
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
	struct ilist_node *first = from->head.next;
	struct ilist_node *last = from->head.prev;

	if (!ilist_list_ok_("ilist_splice_tail", list) ||
	    !ilist_list_ok_("ilist_splice_tail", from) || list == from ||
	    first == &from->head)
		return;
	ilist_init(from);
	ilist_link_chain_(first, last, list->head.prev);
}

/**
 * ilist_cut_before() - move what stands in front of an element
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
	if (!ilist_list_ok_("ilist_cut_before", list) ||
	    !ilist_list_ok_("ilist_cut_before", from) ||
	    !ilist_node_ok_("ilist_cut_before", node) ||
	    node->prev == &from->head)
		return;
	if (LISH_CHECK >= 2 && !ilist_member_ok_("ilist_cut_before", from, node))
		return;
	ilist_range_to_tail_(list, from->head.next, node->prev);
}

/**
 * ilist_cut_after() - move an element and what stands in front of it
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
	if (!ilist_list_ok_("ilist_cut_after", list) ||
	    !ilist_list_ok_("ilist_cut_after", from) ||
	    !ilist_node_ok_("ilist_cut_after", node))
		return;
	if (LISH_CHECK >= 2 && !ilist_member_ok_("ilist_cut_after", from, node))
		return;
	ilist_range_to_tail_(list, from->head.next, node);
}

/**
 * ilist_relocated() - repair the list after an element has moved in memory
 * @node: the node at its new address, copied with the object
 *
 * For one object moved by realloc() or memcpy(), before anything else is done
 * with its list. It cannot repair two neighbours that moved in one step. A node
 * that is in no list is left alone. O(1).
 */
LISH_HOT void ilist_relocated(struct ilist_node *node)
{
	if (!node->next)
		return;
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(node->next->prev != node->prev->next)) {
		ilist_refuse_node_("ilist_relocated", node);
		return;
	}
	node->next->prev = node;
	node->prev->next = node;
}

/**
 * ilist_clear() - take out all elements
 * @list: the list
 *
 * Every node is zero afterwards. O(n); see ilist_forget() for O(1).
 */
void ilist_clear(struct ilist *list);

/**
 * ilist_count() - number of elements
 * @list: the list
 *
 * Counts them: O(n). A walklist knows.
 */
size_t ilist_count(const struct ilist *list);

/**
 * ilist_reverse() - turn the order round
 * @list: the list
 *
 * O(n).
 */
void ilist_reverse(struct ilist *list);

/*
 * Sorting works on chains: linked by next only, ended by NULL. It is inline,
 * because a comparison that is called costs a quarter of the time.
 *
 * relink: put a chain behind last, which is in the ring of head or head itself,
 * and close the ring
 */
void ilist_relink_(struct ilist_node *head, struct ilist_node *last,
		   struct ilist_node *chain);

/*
 * Merge two chains, neither empty; of equal nodes those of a come first. The
 * element after the next comparison's is fetched meanwhile.
 */
LISH_TINY struct ilist_node *ilist_merge_chains_(struct ilist_node *a,
						 struct ilist_node *b,
						 ilist_cmp_fn cmp, void *ctx)
{
	struct ilist_node *first = NULL, **end = &first;

	for (;;) {
		if (cmp(ctx, a, b) <= 0) {
			*end = a;
			end = &a->next;
			a = a->next;
			if (!a) {
				*end = b;
				return first;
			}
			lish_prefetch(a->next);
		} else {
			*end = b;
			end = &b->next;
			b = b->next;
			if (!b) {
				*end = a;
				return first;
			}
			lish_prefetch(b->next);
		}
	}
}

/* The same into the ring of head: the links back are made on the way. */
LISH_TINY void ilist_merge_ring_(struct ilist_node *head, struct ilist_node *a,
				 struct ilist_node *b, ilist_cmp_fn cmp,
				 void *ctx)
{
	struct ilist_node *last = head;

	for (;;) {
		if (cmp(ctx, a, b) <= 0) {
			last->next = a;
			a->prev = last;
			last = a;
			a = a->next;
			if (!a)
				break;
			lish_prefetch(a->next);
		} else {
			last->next = b;
			b->prev = last;
			last = b;
			b = b->next;
			if (!b)
				break;
			lish_prefetch(b->next);
		}
	}
	ilist_relink_(head, last, a ? a : b);
}

/*
 * Cut the longest run off the front of *chain that is in order already, so that
 * a sorted list costs one comparison per element.
 */
LISH_TINY struct ilist_node *ilist_take_run_(struct ilist_node **chain,
					     ilist_cmp_fn cmp, void *ctx)
{
	struct ilist_node *first = *chain, *node = first;

	while (node->next && cmp(ctx, node, node->next) <= 0)
		node = node->next;
	*chain = node->next;
	node->next = NULL;
	return first;
}

LISH_TINY void ilist_sort_inline_(struct ilist_node *head, ilist_cmp_fn cmp,
				  void *ctx)
{
	/* bins[i] is the merger of 2^i runs: together more than any memory. */
	struct ilist_node *bins[32] = { NULL };
	struct ilist_node *rest = head->next, *chain;
	size_t top = 0, i;

	if (head->next == head->prev)
		return;
	head->prev->next = NULL;
	while (rest) {
		chain = ilist_take_run_(&rest, cmp, ctx);
		for (i = 0; i < 31 && bins[i]; i++) {
			chain = ilist_merge_chains_(bins[i], chain, cmp, ctx);
			bins[i] = NULL;
		}
		bins[i] = chain;
		if (top < i)
			top = i;
	}
	/* Higher bins hold what came earlier, the highest is never empty. */
	for (chain = NULL, i = 0; i < top; i++) {
		if (bins[i])
			chain = chain ? ilist_merge_chains_(bins[i], chain,
							    cmp, ctx) :
					bins[i];
	}
	if (chain)
		ilist_merge_ring_(head, bins[top], chain, cmp, ctx);
	else
		ilist_relink_(head, head, bins[top]);
}

/**
 * ilist_sort() - sort, keeping the order of equals
 * @list: the list
 * @cmp: the order
 * @ctx: passed to @cmp
 *
 * In place, without recursion; not during a loop over @list. O(n log n)
 * comparisons at most, O(n) if it is sorted already. A merge sort of the runs
 * that it finds, in bins of doubling size, so that what is merged is of like
 * length. Inlined with @cmp, unless LISH_OUTLINE is defined.
 * See also ilist_sort_by_key(), which is much faster where a number decides.
 */
LISH_STEP void ilist_sort(struct ilist *list, ilist_cmp_fn cmp, void *ctx)
{
	if (ilist_list_ok_("ilist_sort", list))
		ilist_sort_inline_(&list->head, cmp, ctx);
}

/**
 * ilist_merge() - merge one sorted list into another
 * @list: a sorted list
 * @from: another sorted list; empty afterwards
 * @cmp: the order of both
 * @ctx: passed to @cmp
 *
 * Of equal elements those of @list come first. Merging a list into itself
 * changes nothing. O(n).
 */
void ilist_merge(struct ilist *list, struct ilist *from, ilist_cmp_fn cmp,
		 void *ctx);

/**
 * ilist_add_sorted() - add an element where it belongs
 * @list: a sorted list
 * @node: a node that is in no list
 * @cmp: the order of @list
 * @ctx: passed to @cmp
 *
 * Behind its equals. The place is looked for from the end: O(1) for what
 * belongs there, else O(n).
 */
void ilist_add_sorted(struct ilist *list, struct ilist_node *node,
		      ilist_cmp_fn cmp, void *ctx);

/* A key and whose it is. */
struct ilist_keyed_ {
	uint64_t key;
	struct ilist_node *node;
};

/**
 * ILIST_SORT_SCRATCH() - bytes that ilist_sort_by_key() needs
 * @n: number of elements
 */
#define ILIST_SORT_SCRATCH(n) \
	((size_t)2 * sizeof(struct ilist_keyed_) * (size_t)(n))

/* Sort what is collected by bits in which keys differ, and relink the list. */
void ilist_sort_keyed_(struct ilist *list, struct ilist_keyed_ *from, size_t n,
		       uint64_t differ);

/**
 * ilist_sort_by_key() - sort by a number, keeping the order of equals
 * @list: the list
 * @key: called once per element
 * @ctx: passed to @key
 * @scratch: memory aligned for uint64_t; may be NULL for an empty list
 * @size: bytes of it, at least ILIST_SORT_SCRATCH(number of elements)
 *
 * Not during a loop over @list. O(n): a radix sort of (key, node) pairs by as
 * many of the highest bits in which keys differ as will do, eight at a time,
 * then insertion; then one relink. Inlined with @key up to there, unless
 * LISH_OUTLINE is defined. Uses 1 KiB of stack.
 *
 * Return: 0; -ENOSPC if @size is too small; -EINVAL if @scratch is not aligned,
 * and for misuse that was reported. Unless 0, nothing has changed.
 */
LISH_STEP int ilist_sort_by_key(struct ilist *list, ilist_key_fn key, void *ctx,
				void *scratch, size_t size)
{
	const size_t room = size / ILIST_SORT_SCRATCH(1);
	struct ilist_keyed_ *from = (struct ilist_keyed_ *)scratch;
	struct ilist_node *node;
	uint64_t differ = 0, before = 0;
	bool sorted = true;
	size_t n = 0;

	if (!ilist_list_ok_("ilist_sort_by_key", list))
		return -EINVAL;
	if ((uintptr_t)scratch % sizeof(uint64_t))
		return -EINVAL;
	for (node = list->head.next; node != &list->head; node = node->next) {
		if (n == room || n == LISH_MAX_COUNT)
			return -ENOSPC;
		from[n].key = key(ctx, node);
		from[n].node = node;
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

/*
 * The same for bare rings, unchecked: for containers whose nodes begin with a
 * struct ilist_node. The first node from start on whose follower does not point
 * back, or NULL; head and all others turned round, or sorted behind head.
 */
const struct ilist_node *ilist_broken_node_(const struct ilist_node *start);
void ilist_reverse_ring_(struct ilist_node *head);
void ilist_sort_ring_(struct ilist_node *head, ilist_cmp_fn cmp, void *ctx);

/*
 * From nodes to objects. The size of this call is 1; it makes the compiler
 * refuse a member that is no struct ilist_node. Never called.
 */
char ilist_is_node_(const struct ilist_node *node);
#define ILIST_OFFSET_(type, member)   \
	(offsetof(type, member) +     \
	 0 * sizeof(ilist_is_node_(&((type *)0)->member)))

LISH_TINY void *ilist_entry_(struct ilist_node *node, size_t offset)
{
	return (char *)node - offset;
}

LISH_TINY const void *ilist_entry_const_(const struct ilist_node *node,
					 size_t offset)
{
	return (const char *)node - offset;
}

LISH_TINY void *ilist_entry_or_null_(struct ilist_node *node, size_t offset)
{
	return node ? (char *)node - offset : NULL;
}

LISH_TINY struct ilist_node *ilist_node_of_(const void *entry, size_t offset)
{
	/* Through an integer, because only the entry may be const. */
	return (struct ilist_node *)((uintptr_t)entry + offset);
}

/**
 * ilist_entry() - the object of a node
 * @node: pointer to the node, not NULL
 * @type: type of the object
 * @member: name of the struct ilist_node in it
 *
 * container_of() that takes nothing but ilist nodes. O(1).
 */
#define ilist_entry(node, type, member) \
	((type *)ilist_entry_(node, ILIST_OFFSET_(type, member)))

/**
 * ilist_entry_const() - the object of a node that may only be read
 * @node: pointer to the node, not NULL
 * @type: type of the object
 * @member: name of the struct ilist_node in it
 *
 * All other entry forms and all loops have their const twin by themselves:
 * pass "const struct bullet" as the type.
 */
#define ilist_entry_const(node, type, member) \
	((const type *)ilist_entry_const_(node, ILIST_OFFSET_(type, member)))

/**
 * ilist_first_entry() - the first object
 * @list: the list
 * @type: type of the object, possibly const
 * @member: name of the struct ilist_node in it
 *
 * Return: the object, or NULL if the list is empty. O(1).
 */
#define ilist_first_entry(list, type, member)             \
	((type *)ilist_entry_or_null_(ilist_first(list), \
				      ILIST_OFFSET_(type, member)))

/**
 * ilist_last_entry() - the last object
 * @list: the list
 * @type: type of the object, possibly const
 * @member: name of the struct ilist_node in it
 *
 * Return: the object, or NULL if the list is empty. O(1).
 */
#define ilist_last_entry(list, type, member)             \
	((type *)ilist_entry_or_null_(ilist_last(list), \
				      ILIST_OFFSET_(type, member)))

/**
 * ilist_next_entry() - the object behind another
 * @list: the list
 * @entry: an object that is in it
 * @type: type of the object, possibly const
 * @member: name of the struct ilist_node in it
 *
 * Return: the object, or NULL if @entry is the last one. O(1).
 */
#define ilist_next_entry(list, entry, type, member)                      \
	((type *)ilist_entry_or_null_(ilist_next(list, &(entry)->member), \
				      ILIST_OFFSET_(type, member)))

/**
 * ilist_prev_entry() - the object in front of another
 * @list: the list
 * @entry: an object that is in it
 * @type: type of the object, possibly const
 * @member: name of the struct ilist_node in it
 *
 * Return: the object, or NULL if @entry is the first one. O(1).
 */
#define ilist_prev_entry(list, entry, type, member)                      \
	((type *)ilist_entry_or_null_(ilist_prev(list, &(entry)->member), \
				      ILIST_OFFSET_(type, member)))

/**
 * ilist_pop_entry() - take out the first object
 * @list: the list
 * @type: type of the object
 * @member: name of the struct ilist_node in it
 *
 * Return: the object, or NULL if the list is empty. O(1).
 */
#define ilist_pop_entry(list, type, member)             \
	((type *)ilist_entry_or_null_(ilist_pop(list), \
				      ILIST_OFFSET_(type, member)))

/**
 * ilist_pop_tail_entry() - take out the last object
 * @list: the list
 * @type: type of the object
 * @member: name of the struct ilist_node in it
 *
 * Return: the object, or NULL if the list is empty. O(1).
 */
#define ilist_pop_tail_entry(list, type, member)             \
	((type *)ilist_entry_or_null_(ilist_pop_tail(list), \
				      ILIST_OFFSET_(type, member)))

/*
 * Loops. The outer for declares the iterator and runs once; the inner one
 * declares the cursor. An element pointer is never formed from the head.
 *
 * at: the node the loop stands on, the head before the first step
 * next: the node it goes to; _safe loops read it before the body runs
 */
struct ilist_iter_ {
	const struct ilist *list;
	struct ilist_node *at;
	struct ilist_node *next;
	bool done;
};

LISH_TINY struct ilist_iter_ ilist_iter_begin_(const struct ilist *list,
					       struct ilist_node *next)
{
	struct ilist_iter_ it;

	it.list = list;
	it.at = NULL;
	it.next = next;
	it.done = false;
	return it;
}

LISH_TINY struct ilist_iter_ ilist_iter_first_(const struct ilist *list)
{
	return ilist_iter_begin_(list, list->head.next);
}

LISH_TINY struct ilist_iter_ ilist_iter_last_(const struct ilist *list)
{
	return ilist_iter_begin_(list, list->head.prev);
}

/* NULL stands for the end: a loop from nowhere visits nothing. */
LISH_TINY struct ilist_iter_ ilist_iter_from_(const struct ilist *list,
					      const void *entry, size_t offset)
{
	struct ilist_iter_ it = ilist_iter_begin_(list, NULL);

	if (entry)
		it.next = ilist_node_of_(entry, offset);
	else
		it.done = true;
	return it;
}

/* False, and a report, where no link leads on. */
LISH_TINY bool ilist_iter_ok_(const struct ilist_iter_ *it)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!it->next)) {
		ilist_lost_("ilist_for_each_entry", &it->list->head, it->at);
		return false;
	}
	return true;
}

LISH_TINY void *ilist_enter_(struct ilist_iter_ *it, size_t offset)
{
	if (!ilist_iter_ok_(it))
		return NULL;
	it->at = it->next;
	return it->at == &it->list->head ? NULL : (char *)it->at - offset;
}

LISH_TINY void *ilist_enter_safe_(struct ilist_iter_ *it, size_t offset)
{
	void *entry = ilist_enter_(it, offset);

	if (!entry)
		return NULL;
	it->next = it->at->next;
	return ilist_iter_ok_(it) ? entry : NULL;
}

LISH_TINY void *ilist_enter_safe_reverse_(struct ilist_iter_ *it, size_t offset)
{
	void *entry = ilist_enter_(it, offset);

	if (!entry)
		return NULL;
	it->next = it->at->prev;
	return ilist_iter_ok_(it) ? entry : NULL;
}

LISH_TINY void *ilist_advance_(struct ilist_iter_ *it, size_t offset)
{
	it->next = it->at->next;
	return ilist_enter_(it, offset);
}

LISH_TINY void *ilist_advance_reverse_(struct ilist_iter_ *it, size_t offset)
{
	it->next = it->at->prev;
	return ilist_enter_(it, offset);
}

#define ILIST_LOOP_(pos, iter, type, member, enter, advance)                   \
	for (struct ilist_iter_ pos##_it_ = iter; !pos##_it_.done;             \
	     pos##_it_.done = true)                                            \
		for (type *pos = (type *)enter(&pos##_it_,                     \
					       ILIST_OFFSET_(type, member));   \
		     pos; pos = (type *)advance(&pos##_it_,                    \
						ILIST_OFFSET_(type, member)))

/**
 * ilist_for_each_entry() - loop over the objects
 * @pos: name of the cursor, declared by the loop
 * @list: the list, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct ilist_node in it
 *
 * The body may add; what is added behind @pos is visited. It may not take out
 * @pos: level 1 reports that when the loop moves on, and ends it. It may be
 * left by break, return or goto.
 */
#define ilist_for_each_entry(pos, list, type, member)                \
	ILIST_LOOP_(pos, ilist_iter_first_(list), type, member,      \
		    ilist_enter_, ilist_advance_)

/**
 * ilist_for_each_entry_reverse() - loop from the last object to the first
 * @pos: name of the cursor, declared by the loop
 * @list: the list, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct ilist_node in it
 *
 * As ilist_for_each_entry(), "behind" being in front of @pos.
 */
#define ilist_for_each_entry_reverse(pos, list, type, member)        \
	ILIST_LOOP_(pos, ilist_iter_last_(list), type, member,       \
		    ilist_enter_, ilist_advance_reverse_)

/**
 * ilist_for_each_entry_safe() - loop whose body may take out the current object
 * @pos: name of the cursor, declared by the loop
 * @list: the list, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct ilist_node in it
 *
 * The body may take out, move or free @pos. The one that follows is fixed
 * before the body runs: it may not be taken out (level 1 reports that and ends
 * the loop), and what is put directly behind @pos is not visited. If more than
 * the current object may go, use a walklist.
 */
#define ilist_for_each_entry_safe(pos, list, type, member)           \
	ILIST_LOOP_(pos, ilist_iter_first_(list), type, member,      \
		    ilist_enter_safe_, ilist_enter_safe_)

/**
 * ilist_for_each_entry_safe_reverse() - the same from the last to the first
 * @pos: name of the cursor, declared by the loop
 * @list: the list, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct ilist_node in it
 *
 * See ilist_for_each_entry_safe().
 */
#define ilist_for_each_entry_safe_reverse(pos, list, type, member)   \
	ILIST_LOOP_(pos, ilist_iter_last_(list), type, member,       \
		    ilist_enter_safe_reverse_, ilist_enter_safe_reverse_)

/**
 * ilist_for_each_entry_from() - loop from an object on
 * @pos: name of the cursor, declared by the loop
 * @start: the object visited first, in @list; NULL visits nothing
 * @list: the list, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct ilist_node in it
 *
 * See ilist_for_each_entry().
 */
#define ilist_for_each_entry_from(pos, start, list, type, member)    \
	ILIST_LOOP_(pos,                                             \
		    ilist_iter_from_(list, 1 ? (start) : (type *)0,  \
				     ILIST_OFFSET_(type, member)),   \
		    type, member, ilist_enter_, ilist_advance_)

/**
 * ilist_for_each_entry_from_reverse() - loop from an object to the first
 * @pos: name of the cursor, declared by the loop
 * @start: the object visited first, in @list; NULL visits nothing
 * @list: the list, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct ilist_node in it
 *
 * See ilist_for_each_entry().
 */
#define ilist_for_each_entry_from_reverse(pos, start, list, type, member) \
	ILIST_LOOP_(pos,                                                  \
		    ilist_iter_from_(list, 1 ? (start) : (type *)0,       \
				     ILIST_OFFSET_(type, member)),        \
		    type, member, ilist_enter_, ilist_advance_reverse_)

/**
 * ilist_for_each_entry_safe_from() - safe loop from an object on
 * @pos: name of the cursor, declared by the loop
 * @start: the object visited first, in @list; NULL visits nothing
 * @list: the list, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct ilist_node in it
 *
 * See ilist_for_each_entry_safe().
 */
#define ilist_for_each_entry_safe_from(pos, start, list, type, member) \
	ILIST_LOOP_(pos,                                               \
		    ilist_iter_from_(list, 1 ? (start) : (type *)0,    \
				     ILIST_OFFSET_(type, member)),     \
		    type, member, ilist_enter_safe_, ilist_enter_safe_)

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
#define ilist_drain_entry(pos, list, type, member)                           \
	for (struct ilist *pos##_from_ = (list); pos##_from_;                \
	     pos##_from_ = NULL)                                             \
		for (type *pos = ilist_pop_entry(pos##_from_, type, member); \
		     pos;                                                    \
		     pos = ilist_pop_entry(pos##_from_, type, member))

LISH_C_END

#endif /* LINUX_ISH_ILIST_H */
