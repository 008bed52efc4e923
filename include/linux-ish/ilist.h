/* SPDX-License-Identifier: MIT */
/*
 * ilist.h - an intrusive doubly linked list
 *
 * For objects that must unlink themselves without knowing their list. Nothing is
 * allocated.
 *
 * Use something else if
 *   - a loop body may delete elements that it does not know:  walklist
 *   - you need the count, or "is it in this list?":           walklist
 *   - you mostly iterate and the order does not matter:       dense
 *
 * Cost: count, contains, check, clear, sort_by_key and add_sorted O(n); sort O(n log n);
 * all others O(1), also those of whole lists. Sorts are stable.
 *
 * Nodes must be zero before their first add. A zero list is empty. Not thread-safe: one
 * lock covers a list and its nodes.
 */
#ifndef LINUX_ISH_ILIST_H
#define LINUX_ISH_ILIST_H

#include "bug.h"
#include "core/each.h"
#include "core/ring_sort.h"
#include "private/ilist.h"

/**
 * struct ilist_node - member of the objects, one for each list at a time
 */
struct ilist_node {
	/* private: */
	struct lish_link_ link;
};

/**
 * struct ilist - a list; zero: empty
 */
struct ilist {
	/* private: */
	struct lish_link_ head;
};

/**
 * ILIST_INIT() - initialiser of an empty list
 * @name: the variable
 */
#define ILIST_INIT(name) \
	{ { LISH_NO_(struct lish_link_), LISH_NO_(struct lish_link_) } }

/**
 * ILIST_DEFINE() - define an empty list
 * @name: the variable; static may precede
 */
#define ILIST_DEFINE(name) struct ilist name = ILIST_INIT(name)

LISH_C_BEGIN

/*
 * Through integers: drop const, and never dereference the node of a NULL object.
 */
LISH_TINY struct ilist_node *ilist_of_link_(const struct lish_link_ *link)
{
	return (struct ilist_node *)(uintptr_t)link;
}

LISH_TINY struct lish_link_ *ilist_link_of_(const struct ilist_node *node)
{
	return (struct lish_link_ *)(uintptr_t)node;
}

/**
 * ilist_init() - initialise a list
 * @list: the list; its old content is ignored
 */
LISH_HOT void ilist_init(struct ilist *list)
{
	lish_ring_init_(&list->head);
}

/**
 * ilist_node_init() - initialise a node
 * @node: a node in no list, in memory of any content
 */
LISH_HOT void ilist_node_init(struct ilist_node *node)
{
	if (lish_given_("ilist_node_init", node))
		lish_ring_zero_(&node->link);
}

/**
 * ilist_add() - add an element
 * @list: the list
 * @node: a node that is zero
 *
 * At the front.
 */
LISH_HOT void ilist_add(struct ilist *list, struct ilist_node *node)
{
	struct lish_link_ *link = ilist_link_of_(node), *next;

	if (ilist_may_add_end_("ilist_add", &list->head, link, false, &next))
		lish_ring_link_(link, &list->head, next);
}

/**
 * ilist_add_tail() - add an element at the end
 * @list: the list
 * @node: a node that is zero
 */
LISH_HOT void ilist_add_tail(struct ilist *list, struct ilist_node *node)
{
	struct lish_link_ *link = ilist_link_of_(node), *prev;

	if (ilist_may_add_end_("ilist_add_tail", &list->head, link, true, &prev))
		lish_ring_link_(link, prev, &list->head);
}

/**
 * ilist_add_before() - add an element before another
 * @pos: a node in a list
 * @node: a node that is zero
 */
LISH_HOT void ilist_add_before(struct ilist_node *pos, struct ilist_node *node)
{
	struct lish_link_ *next = ilist_link_of_(pos);
	struct lish_link_ *prev = ilist_prev_of_(next);

	if (ilist_may_add_("ilist_add_before", next, ilist_link_of_(node),
			   prev, next))
		lish_ring_link_(&node->link, prev, next);
}

/**
 * ilist_add_after() - add an element after another
 * @pos: a node in a list
 * @node: a node that is zero
 */
LISH_HOT void ilist_add_after(struct ilist_node *pos, struct ilist_node *node)
{
	struct lish_link_ *prev = ilist_link_of_(pos);
	struct lish_link_ *next = ilist_next_of_(prev);

	if (ilist_may_add_("ilist_add_after", prev, ilist_link_of_(node),
			   prev, next))
		lish_ring_link_(&node->link, prev, next);
}

/**
 * ilist_del() - remove an element
 * @node: a node in a list
 *
 * Clears the node.
 */
LISH_HOT void ilist_del(struct ilist_node *node)
{
	if (ilist_node_ok_("ilist_del", ilist_link_of_(node)))
		ilist_unlink_(&node->link);
}

/**
 * ilist_leave() - remove an element if it is in the list
 * @node: a node that was zeroed once
 *
 * Safe in destructors; inside loops as ilist_del(). Clears the node. O(1).
 *
 * Return: true if the element was in a list.
 */
LISH_HOT bool ilist_leave(struct ilist_node *node)
{
	if (!lish_given_("ilist_leave", node) || !node->link.next ||
	    !ilist_node_ok_("ilist_leave", &node->link))
		return false;
	ilist_unlink_(&node->link);
	return true;
}

/**
 * ilist_move() - move an element to the front
 * @list: the list that gets it
 * @node: a node in this list or another
 */
LISH_HOT void ilist_move(struct ilist *list, struct ilist_node *node)
{
	if (!ilist_node_ok_("ilist_move", ilist_link_of_(node)) ||
	    !ilist_opens_("ilist_move", &list->head, false))
		return;
	lish_ring_unlink_(&node->link, &node->link);
	lish_ring_link_(&node->link, &list->head, list->head.next);
}

/**
 * ilist_move_tail() - move an element to the end
 * @list: the list that gets it
 * @node: a node in this list or another
 */
LISH_HOT void ilist_move_tail(struct ilist *list, struct ilist_node *node)
{
	if (!ilist_node_ok_("ilist_move_tail", ilist_link_of_(node)) ||
	    !ilist_opens_("ilist_move_tail", &list->head, true))
		return;
	lish_ring_unlink_(&node->link, &node->link);
	lish_ring_link_(&node->link, list->head.prev, &list->head);
}

/**
 * ilist_empty() - is the list empty?
 * @list: the list
 */
LISH_TINY bool ilist_empty(const struct ilist *list)
{
	const struct lish_link_ *next = LISH_READ_ONCE_(list->head.next);

	/* Not prev too: another thread may be about to add the first element. */
	return !next || next == &list->head;
}

/**
 * ilist_is_linked() - is this node in any list?
 * @node: a node that was zeroed once
 */
LISH_TINY bool ilist_is_linked(const struct ilist_node *node)
{
	return lish_given_("ilist_is_linked", node) && node->link.next != NULL;
}

LISH_TINY struct ilist_node *ilist_end_(lish_op_ op, const struct ilist *list,
					bool last)
{
	const struct lish_link_ *link = ilist_end_of_(&list->head, last);

	if (LISH_CHECK >= 1 && lish_unlikely(!link) &&
	    ilist_end_of_(&list->head, !last))
		lish_tell_(ilist_refuse_list_(op, &list->head));
	return link == &list->head ? NULL : ilist_of_link_(link);
}
#define ilist_first_(list) \
	ilist_end_(LISH_OP_("ilist_first_entry"), list, false)
#define ilist_last_(list) ilist_end_(LISH_OP_("ilist_last_entry"), list, true)

LISH_TINY struct ilist_node *
ilist_neighbour_(lish_op_ op, const struct ilist *list,
		 const struct ilist_node *node, bool back)
{
	const struct lish_link_ *link = ilist_link_of_(node);

	return ilist_of_link_(ilist_beside_(op, &list->head, link,
					    back ? ilist_prev_of_(link) :
						   ilist_next_of_(link)));
}
#define ilist_next_(list, node) \
	ilist_neighbour_(LISH_OP_("ilist_next_entry"), list, node, false)
#define ilist_prev_(list, node) \
	ilist_neighbour_(LISH_OP_("ilist_prev_entry"), list, node, true)

LISH_HOT struct ilist_node *ilist_pop_(struct ilist *list)
{
	return ilist_of_link_(
		ilist_pop_end_("ilist_pop_entry", &list->head, false, false));
}

/* Level 0 makes a zero list whole here, so that no step asks. */
LISH_TINY struct ilist *ilist_open_drain_(struct ilist *list)
{
	if (LISH_CHECK < 1 && lish_unlikely(!list->head.next))
		lish_ring_init_(&list->head);
	return list;
}

LISH_HOT struct ilist_node *ilist_drain_(struct ilist *list)
{
	return ilist_of_link_(
		ilist_pop_end_("ilist_drain_entry", &list->head, false, true));
}

LISH_HOT struct ilist_node *ilist_pop_tail_(struct ilist *list)
{
	return ilist_of_link_(
		ilist_pop_end_("ilist_pop_tail_entry", &list->head, true, false));
}

/**
 * ilist_splice() - move all elements of another list to the front
 * @list: the list that gets them
 * @from: the list that loses them
 *
 * Keeps their order.
 */
LISH_HOT void ilist_splice(struct ilist *list, struct ilist *from)
{
	if (ilist_list_ok_("ilist_splice", &from->head) &&
	    ilist_opens_("ilist_splice", &list->head, false) && list != from &&
	    from->head.next && from->head.next != &from->head)
		lish_ring_splice_(&from->head, &list->head);
}

/**
 * ilist_splice_tail() - move all elements of another list to the end
 * @list: the list that gets them
 * @from: the list that loses them
 *
 * Keeps their order.
 */
LISH_HOT void ilist_splice_tail(struct ilist *list, struct ilist *from)
{
	if (ilist_list_ok_("ilist_splice_tail", &from->head) &&
	    ilist_opens_("ilist_splice_tail", &list->head, true) && list != from &&
	    from->head.next && from->head.next != &from->head)
		lish_ring_splice_(&from->head, list->head.prev);
}

/**
 * ilist_cut_after() - move the elements up to a given one to the end of a list
 * @list: the list that gets them; may be @from
 * @from: the list that loses them
 * @node: a node in @from, the last that moves
 *
 * Keeps their order. Only level 2 reports a @node of another list.
 */
LISH_HOT void ilist_cut_after(struct ilist *list, struct ilist *from,
			      struct ilist_node *node)
{
	if (ilist_node_ok_("ilist_cut_after", ilist_link_of_(node)) &&
	    ilist_front_ok_("ilist_cut_after", &from->head, &node->link) &&
	    ilist_opens_("ilist_cut_after", &list->head, true))
		lish_ring_move_run_(from->head.next, &node->link, &list->head);
}

/**
 * ilist_node_moved() - repair the list after an object moved in memory
 * @node: the node at its new address, in a list or not
 *
 * Call it before any other operation on the list. It cannot repair two neighbours that
 * moved in one step.
 */
void ilist_node_moved(struct ilist_node *node);

/**
 * ilist_clear() - empty the list
 * @list: the list
 *
 * Clears every node. ilist_init() is O(1), but leaves nodes looking linked.
 */
void ilist_clear(struct ilist *list);

/**
 * ilist_count() - number of elements
 * @list: the list
 */
uint32_t ilist_count(const struct ilist *list);

/**
 * ilist_contains() - is this node in the list?
 * @list: the list
 * @node: a node that was zeroed once
 */
bool ilist_contains(const struct ilist *list, const struct ilist_node *node);

/**
 * ilist_check() - examine the whole list for damage
 * @list: the list
 * @fault: gets the first faulty node, NULL if none or the head; may be NULL
 *
 * Reports nothing.
 *
 * Return: LISH_OK or LISH_BROKEN_LINKS.
 */
enum lish_reason ilist_check(const struct ilist *list,
			     const struct ilist_node **fault);

/* Calls a comparison of nodes with links. */
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
 * ilist_sort() - sort the elements
 * @list: the list
 * @cmp: returns > 0 if @a belongs after @b; must not use the list
 * @ctx: passed to @cmp
 *
 * Not inside loops over @list. O(n) if sorted. See also ilist_sort_by_key().
 */
LISH_HOT void ilist_sort(struct ilist *list,
			  int (*cmp)(void *ctx, const struct ilist_node *a,
				     const struct ilist_node *b),
			  void *ctx)
{
	struct ilist_by_ by;

	by.cmp = cmp;
	by.ctx = ctx;
	if (!ilist_list_ok_("ilist_sort", &list->head))
		return;
	if (LISH_CHECK == 1 && lish_unlikely(ilist_check(list, NULL) != LISH_OK)) {
		lish_tell_(ilist_refuse_list_("ilist_sort", &list->head));
		return;
	}
	lish_ring_sort_inline_(&list->head, ilist_compare_, &by);
}

/**
 * ilist_add_sorted() - add an element to a sorted list
 * @list: a sorted list
 * @node: a node that is zero
 * @cmp: the order of @list, as for ilist_sort()
 * @ctx: passed to @cmp
 *
 * After its equals. Searches from the end.
 */
LISH_HOT void ilist_add_sorted(struct ilist *list, struct ilist_node *node,
				int (*cmp)(void *ctx,
					   const struct ilist_node *a,
					   const struct ilist_node *b),
				void *ctx)
{
	struct lish_link_ *link = ilist_link_of_(node), *next = &list->head, *prev;
	const struct lish_link_ *met = NULL;
	size_t steps = 0;

	if (!ilist_may_add_end_("ilist_add_sorted", &list->head, link, true, &prev))
		return;
	while (prev != &list->head && cmp(ctx, ilist_of_link_(prev), node) > 0) {
		next = prev;
		prev = prev->prev;
		/* Overwritten links lead nowhere, or round for ever: Brent's search for a circle. */
		if (LISH_CHECK >= 1 && lish_unlikely(prev == met))
			prev = NULL;
		if (LISH_CHECK >= 1 && lish_unlikely(!prev))
			break;
		if (LISH_CHECK >= 1 && lish_unlikely(!(steps & (steps + 1))))
			met = prev;
		steps++;
	}
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(!prev || (next != &list->head && prev->next != next))) {
		lish_tell_(ilist_refuse_list_("ilist_add_sorted", &list->head));
		return;
	}
	lish_ring_link_(link, prev, next);
}

struct ilist_keyed_ {
	uint64_t key;
	struct lish_link_ *link;
};

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

/* differ: the bits in which keys differ */
void ilist_sort_keyed_(struct ilist *list, struct ilist_keyed_ *from, size_t n,
		       uint64_t differ);

/**
 * ilist_sort_by_key() - sort the elements by a number
 * @list: the list
 * @key: returns the number of an element; must not change the list. Flip the sign bit of
 * signed numbers
 * @ctx: passed to @key
 * @scratch: memory aligned as an array of uint64_t
 * @size: bytes of @scratch, at least ILIST_SORT_SCRATCH(number of elements)
 *
 * Smallest first. Faster than ilist_sort(). Not inside loops over @list. Uses 1 KiB of
 * stack.
 *
 * Return: 0; -ENOSPC if @size is too small; -EINVAL after a report. On error nothing has
 * changed.
 */
LISH_MUST_CHECK LISH_HOT int
ilist_sort_by_key(struct ilist *list,
		  uint64_t (*key)(void *ctx, const struct ilist_node *node),
		  void *ctx, void *scratch, size_t size)
{
	const size_t room = size / ILIST_SORT_SCRATCH(1);
	struct ilist_keyed_ *from = (struct ilist_keyed_ *)scratch;
	struct lish_link_ *link, *last = &list->head;
	uint64_t differ = 0, before = 0;
	bool sorted = true;
	size_t n = 0;

	if (!ilist_list_ok_("ilist_sort_by_key", &list->head))
		return -EINVAL;
	/* Not alignof(uint64_t): a 32-bit target may align the pair to 4. */
	if (LISH_CHECK >= 1 &&
	    lish_unlikely((uintptr_t)scratch % LISH_ALIGNOF(struct ilist_keyed_) ||
			  (size && lish_is_null(scratch) && list->head.next &&
			   list->head.next != &list->head))) {
		lish_tell_(ilist_refuse_scratch_(&list->head, scratch));
		return -EINVAL;
	}
	if (!list->head.next)
		return 0;
	for (link = last->next;; last = link, link = link->next) {
		if (LISH_CHECK >= 1 && lish_unlikely(!link || link->prev != last)) {
			lish_tell_(ilist_refuse_list_("ilist_sort_by_key", &list->head));
			return -EINVAL;
		}
		if (link == &list->head)
			break;
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

LISH_NODE_(ilist_node);
#define ILIST_OFFSET_(type, member) LISH_OFFSET_(type, member, ilist_node)
#define ILIST_ENTRY_(node, type, member) \
	LISH_CAST_(type, ilist_entry_or_null_(node, ILIST_OFFSET_(type, member)))

LISH_TINY void *ilist_entry_or_null_(struct ilist_node *node, size_t offset)
{
	return node ? (char *)node - offset : NULL;
}

/**
 * ilist_first() - the first node
 * @list: the list
 *
 * For code that does not know the type: see Documentation/packages.rst.
 *
 * Return: the node; NULL if the list is empty.
 */
LISH_TINY struct ilist_node *ilist_first(const struct ilist *list)
{
	return ilist_end_("ilist_first", list, false);
}

/**
 * ilist_first_entry() - the first object
 * @list: the list
 * @type: object type
 * @member: its node
 *
 * Return: the object; NULL if the list is empty.
 */
#define ilist_first_entry(list, type, member) \
	ILIST_ENTRY_(ilist_first_(list), type, member)

/**
 * ilist_last_entry() - the last object
 * @list: the list
 * @type: object type
 * @member: its node
 *
 * Return: the object; NULL if the list is empty.
 */
#define ilist_last_entry(list, type, member) \
	ILIST_ENTRY_(ilist_last_(list), type, member)

/**
 * ilist_next_entry() - the object after another
 * @list: the list
 * @entry: an object in @list; only level 2 reports another list's
 * @type: object type
 * @member: its node
 *
 * Return: the object; NULL at the end.
 */
#define ilist_next_entry(list, entry, type, member)                          \
	ILIST_ENTRY_(ilist_next_(list, LISH_MEMBER_(entry, type, member)), \
		     type, member)

/**
 * ilist_prev_entry() - the object before another
 * @list: the list
 * @entry: an object in @list; only level 2 reports another list's
 * @type: object type
 * @member: its node
 *
 * Return: the object; NULL at the front.
 */
#define ilist_prev_entry(list, entry, type, member)                          \
	ILIST_ENTRY_(ilist_prev_(list, LISH_MEMBER_(entry, type, member)), \
		     type, member)

/**
 * ilist_pop_entry() - remove and return an object
 * @list: the list
 * @type: object type
 * @member: its node
 *
 * Return: the first object; NULL if the list is empty.
 */
#define ilist_pop_entry(list, type, member) \
	ILIST_ENTRY_(ilist_pop_(list), type, member)

/**
 * ilist_pop_tail_entry() - remove and return the last object
 * @list: the list
 * @type: object type
 * @member: its node
 *
 * Return: the object; NULL if the list is empty.
 */
#define ilist_pop_tail_entry(list, type, member) \
	ILIST_ENTRY_(ilist_pop_tail_(list), type, member)

/*
 * Where a loop stands. No object pointer is ever formed from the head.
 *
 * at: the current link, the head before the first step.
 * next: of a _safe loop, the link after at.
 */
struct ilist_place_ {
	const struct lish_link_ *head;
	struct lish_link_ *at;
	struct lish_link_ *next;
	bool running;
};

LISH_TINY struct ilist_place_ ilist_at_head_(const struct ilist *list)
{
	struct ilist_place_ place;

	place.head = &list->head;
	place.at = (struct lish_link_ *)(uintptr_t)place.head;
	place.next = NULL;
	place.running = true;
	return place;
}

/* Where no step asks for NULL, or the code must be small, the opening tells a zero list. */
LISH_TINY bool ilist_visits_(const struct lish_link_ *first)
{
	return (LISH_CHECK >= 1 && !LISH_SMALL_) || lish_likely(first != NULL);
}

LISH_HOT struct ilist_place_ ilist_open_(const struct ilist *list, bool reverse)
{
	struct ilist_place_ place = ilist_at_head_(list);

	place.running = ilist_visits_(ilist_end_of_(place.head, reverse));
	return place;
}

LISH_TINY struct ilist_place_ ilist_open_safe_(lish_op_ op,
					       const struct ilist *list)
{
	struct ilist_place_ place = ilist_at_head_(list);

	place.next = list->head.next;
	place.running = ilist_visits_(place.next) &&
			ilist_leads_on_(op, place.head, place.at, place.next, false);
	return place;
}

/* Before entry: the first step leads to it. */
LISH_TINY struct ilist_place_ ilist_open_from_(lish_op_ op,
					       const struct ilist *list,
					       const void *entry, size_t offset)
{
	struct ilist_place_ place = ilist_at_head_(list);
	const struct lish_link_ *start;

	place.running = entry != NULL;
	if (!entry)
		return place;
	start = (const struct lish_link_ *)((uintptr_t)entry + offset);
	place.at = start->prev;
	if (LISH_CHECK >= 1 && lish_unlikely(!list->head.next || !place.at ||
					     place.at->next != start)) {
		lish_tell_(ilist_refuse_in_(op, place.head, start));
		place.running = false;
	} else if (LISH_CHECK >= 2) {
		place.running = ilist_member_ok_(op, place.head, start);
	}
	return place;
}

LISH_TINY void *ilist_go_(lish_op_ op, struct ilist_place_ *place,
			  bool reverse, size_t offset)
{
	struct lish_link_ *at = place->at;
	struct lish_link_ *next = reverse ? at->prev : at->next;

	if (next == place->head ||
	    !ilist_leads_on_(op, place->head, at, next, reverse))
		return NULL;
	place->at = next;
	return (char *)next - offset;
}

LISH_HOT void *ilist_step_(lish_op_ op, struct ilist_place_ *place, size_t offset)
{
	return ilist_go_(op, place, false, offset);
}

LISH_HOT void *ilist_step_reverse_(lish_op_ op, struct ilist_place_ *place,
				   size_t offset)
{
	return ilist_go_(op, place, true, offset);
}

LISH_HOT void *ilist_step_safe_(lish_op_ op, struct ilist_place_ *place,
				size_t offset)
{
	struct lish_link_ *next = place->next;

	if (next == place->head)
		return NULL;
	place->at = next;
	place->next = next->next;
	if (!ilist_leads_on_(op, place->head, next, place->next, false))
		return NULL;
	return (char *)next - offset;
}

#define ILIST_LOOP_(op, pos, open, type, member, step)                       \
	LISH_LOOK_(pos, struct ilist_place_, open, pos##_at_.running, false, \
		   type, step(op, &pos##_at_, ILIST_OFFSET_(type, member)))

/**
 * ilist_for_each_entry() - loop over the objects
 * @pos: the cursor, declared by the loop
 * @list: the list
 * @type: object type
 * @member: the struct ilist_node in @type
 *
 * The body may add elements, and remove any but @pos: level 1 reports that and ends
 * the loop. The loop visits elements added after @pos. It may be left by break,
 * return, goto or a C++ exception.
 */
#define ilist_for_each_entry(pos, list, type, member)                         \
	ILIST_LOOP_(LISH_OP_("ilist_for_each_entry"), pos,                    \
		    ilist_open_(list, false), type, member, ilist_step_)

/**
 * ilist_for_each_entry_reverse() - loop over the objects from the last to the first
 * @pos: the cursor
 * @list: the list
 * @type: object type
 * @member: its node
 *
 * As ilist_for_each_entry(), but visits elements added before @pos.
 */
#define ilist_for_each_entry_reverse(pos, list, type, member)      \
	ILIST_LOOP_(LISH_OP_("ilist_for_each_entry_reverse"), pos, \
		    ilist_open_(list, true), type, member, ilist_step_reverse_)

/**
 * ilist_for_each_entry_from() - loop over the objects from a given one on
 * @pos: the cursor
 * @list: the list
 * @start: the first object to visit, in @list; NULL visits nothing
 * @type: object type
 * @member: its node
 *
 * As ilist_for_each_entry(). Only level 2 reports a @start of another list.
 */
#define ilist_for_each_entry_from(pos, list, start, type, member)           \
	ILIST_LOOP_(LISH_OP_("ilist_for_each_entry_from"), pos,             \
		    ilist_open_from_(LISH_OP_("ilist_for_each_entry_from"), \
				     list, LISH_OBJECT_(start, type),       \
				     ILIST_OFFSET_(type, member)),          \
		    type, member, ilist_step_)

/**
 * ilist_for_each_entry_safe() - loop over the objects; the body may remove the current one
 * @pos: the cursor
 * @list: the list
 * @type: object type
 * @member: its node
 *
 * The body may remove, move or free @pos, but not the next object: level 1 reports
 * that and ends the loop. The loop skips elements added directly after @pos.
 */
#define ilist_for_each_entry_safe(pos, list, type, member)                  \
	ILIST_LOOP_(LISH_OP_("ilist_for_each_entry_safe"), pos,             \
		    ilist_open_safe_(LISH_OP_("ilist_for_each_entry_safe"), \
				     list),                                 \
		    type, member, ilist_step_safe_)

/**
 * ilist_drain_entry() - remove the objects one by one
 * @pos: the cursor, declared by the loop
 * @list: the list
 * @type: object type
 * @member: the struct ilist_node in @type
 *
 * Removes the first object, then runs the body, which may change the list in any
 * way. After break the other objects are still in the list.
 */
#define ilist_drain_entry(pos, list, type, member)                             \
	for (struct ilist *pos##_from_ = ilist_open_drain_(list); pos##_from_; \
	     pos##_from_ = LISH_NO_(struct ilist))                             \
		LISH_EACH_(pos, type,                                          \
			   ilist_entry_or_null_(ilist_drain_(pos##_from_),     \
						ILIST_OFFSET_(type, member)))

LISH_C_END

/* Last, for LISH_REPORT_LOCATION. */
#define LISH_HERE_ILIST_
#include "ground/here.h"

#endif /* LINUX_ISH_ILIST_H */
