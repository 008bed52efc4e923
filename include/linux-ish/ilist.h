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
 * Cost: count, contains, check, clear and add_sorted O(n); all others O(1), also those of
 * whole lists. sort.h has the sorts.
 *
 * Nodes must be zero before their first add. A zero list is empty. Not thread-safe: one
 * lock covers a list and its nodes.
 *
 * Parameters that a call does not describe:
 *   @list: the list
 *   @node: a node that was zeroed once; zero if it is added
 *   @from: the list that loses them
 *   @entry: an object in @list; only level 2 reports NULL, and another list's
 *   @type: object type
 *   @member: its struct ilist_node
 *   @pos: the cursor, which the loop declares
 */
#ifndef LINUX_ISH_ILIST_H
#define LINUX_ISH_ILIST_H

#include "bug.h"
#include "core/each.h"
#include "core/ring.h"

LISH_NATURAL_(ilist);

/**
 * struct ilist_node - member of the objects, one for each list at a time
 *
 * Private: the links to its two neighbours.
 */
struct ilist_node {
	/* private: */
	struct lish_link_ link;
};

/**
 * struct ilist - a list; zero: empty
 *
 * Private: the links to the first and the last element.
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

/* A node is its link. Through an integer, which drops const. */
LISH_INLINE struct ilist_node *ilist_node_of_(const struct lish_link_ *link)
{
	return (struct ilist_node *)(uintptr_t)link;
}

/**
 * ilist_init() - initialise a list
 * @list: the list; its old content is ignored
 */
LISH_API void ilist_init(struct ilist *list);

/**
 * ilist_node_init() - initialise a node
 * @node: a node in no list, in memory of any content
 */
LISH_API void ilist_node_init(struct ilist_node *node);

/**
 * ilist_add() - add an element
 *
 * At the front.
 */
LISH_API void ilist_add(struct ilist *list, struct ilist_node *node);

/**
 * ilist_add_tail() - add an element at the end
 */
LISH_API void ilist_add_tail(struct ilist *list, struct ilist_node *node);

/**
 * ilist_add_before() - add an element before another
 * @pos: a node in a list
 */
LISH_API void ilist_add_before(struct ilist_node *pos, struct ilist_node *node);

/**
 * ilist_add_before_or_tail() - add an element before another, or at the end
 * @pos: a node in @list; NULL, or the node of a NULL object: at the end
 *
 * Equals ilist_add_before() or ilist_add_tail(), for a position that a search found or not.
 */
LISH_API void ilist_add_before_or_tail(struct ilist *list, struct ilist_node *pos,
				       struct ilist_node *node);

/**
 * ilist_add_after() - add an element after another
 * @pos: a node in a list
 */
LISH_API void ilist_add_after(struct ilist_node *pos, struct ilist_node *node);

/**
 * ilist_del() - remove an element
 * @node: a node in a list
 *
 * Clears the node.
 */
LISH_API void ilist_del(struct ilist_node *node);

/**
 * ilist_leave() - remove an element if it is in the list
 *
 * Safe in destructors; inside loops as ilist_del(). Clears the node. O(1).
 *
 * Return: true if the element was in a list.
 */
LISH_API bool ilist_leave(struct ilist_node *node);

/**
 * ilist_move() - move an element to the front
 * @node: a node in any list
 */
LISH_API void ilist_move(struct ilist *list, struct ilist_node *node);

/**
 * ilist_move_tail() - move an element to the end
 * @node: a node in any list
 */
LISH_API void ilist_move_tail(struct ilist *list, struct ilist_node *node);

/**
 * ilist_empty() - is the list empty?
 */
LISH_INLINE bool ilist_empty(const struct ilist *list)
{
	const struct lish_link_ *next = LISH_READ_ONCE_(list->head.next);

	/*
	 * A branch, which ends a look at an initialised, empty list. Not prev too: another
	 * thread may be about to add the first element.
	 */
	if (lish_likely(next == &list->head))
		return true;
	return !next;
}

/**
 * ilist_is_linked() - is this node in any list?
 *
 * Does not check @node for NULL.
 */
LISH_INLINE bool ilist_is_linked(const struct ilist_node *node)
{
	return node->link.next != NULL;
}

/**
 * ilist_splice() - move all elements of another list to the front
 *
 * Keeps their order.
 */
LISH_API void ilist_splice(struct ilist *list, struct ilist *from);

/**
 * ilist_splice_tail() - move all elements of another list to the end
 *
 * Keeps their order.
 */
LISH_API void ilist_splice_tail(struct ilist *list, struct ilist *from);

/**
 * ilist_cut_after() - move the elements up to a given one to the end of a list
 * @list: the list that gets them; may be @from
 * @node: a node in @from, the last that moves
 *
 * Keeps their order. Only level 2 reports a @node of another list.
 */
LISH_API void ilist_cut_after(struct ilist *list, struct ilist *from, struct ilist_node *node);

/**
 * ilist_bulk_move_tail() - move a range of elements to the end of a list
 * @list: the list that gets them; may be the one that loses them
 * @first: a node in a list
 * @last: a node in the same list, @first or behind it
 *
 * Keeps their order. Only level 2 reports a @last that is not behind @first.
 */
LISH_API void ilist_bulk_move_tail(struct ilist *list, struct ilist_node *first,
				   struct ilist_node *last);

/**
 * ilist_node_moved() - repair the list after an object moved in memory
 * @node: the node at its new address, in a list or not
 *
 * The element keeps its place. Move one object at a time, and call this before any other
 * operation on its list: neighbours that moved in one step, as by realloc(), are not repaired.
 * Does not read the old memory. The current element of a loop, and the next one of a _safe loop,
 * may not move.
 */
LISH_API void ilist_node_moved(struct ilist_node *node);

/**
 * ilist_clear() - empty the list
 *
 * Clears every node. ilist_init() is O(1), but leaves nodes looking linked.
 */
LISH_API void ilist_clear(struct ilist *list);

/**
 * ilist_destroy() - end the use of an empty list
 * @list: the list; initialise or zero it before its next use
 *
 * For an owner that dies. A list that still has elements is reported as LISH_NOT_EMPTY, and
 * nothing changes. Later calls with @list are reported.
 */
LISH_API void ilist_destroy(struct ilist *list);

/**
 * ilist_count() - number of elements
 */
LISH_API uint32_t ilist_count(const struct ilist *list);

/**
 * ilist_contains() - is this node in the list?
 */
LISH_API bool ilist_contains(const struct ilist *list, const struct ilist_node *node);

/**
 * ilist_check() - examine the whole list for damage
 * @fault: gets the first faulty node, NULL if none or the head; may be NULL
 *
 * Reports nothing.
 *
 * Return: LISH_OK, LISH_BROKEN_LINKS, or LISH_UNINITIALIZED after ilist_destroy().
 */
LISH_API enum lish_reason ilist_check(const struct ilist *list, const struct ilist_node **fault);

/**
 * ilist_check_in() - examine a list whose memory may hold anything
 * @from: start of the memory in which the list and all elements lie
 * @size: its bytes
 *
 * As ilist_check(), but reads nothing outside of this memory: for RAM that survived a reset.
 * Reports nothing.
 *
 * Return: as ilist_check(); LISH_BAD_RANGE if the list lies elsewhere.
 */
LISH_API enum lish_reason ilist_check_in(const struct ilist *list, const void *from, size_t size);

/**
 * ilist_add_sorted() - add an element to a sorted list
 * @list: a sorted list
 * @cmp: the order of @list: returns > 0 if @a belongs after @b
 * @ctx: passed to @cmp
 *
 * After its equals. Searches from the end.
 */
LISH_API void ilist_add_sorted(struct ilist *list, struct ilist_node *node,
			       int (*cmp)(void *ctx, const struct ilist_node *a,
					  const struct ilist_node *b),
			       void *ctx);

LISH_NODE_(ilist_node);
#define ILIST_OFFSET_(type, member) LISH_OFFSET_(type, member, ilist_node)
#define ILIST_ENTRY_(node, type, member) \
	LISH_CAST_(type, ilist_entry_or_null_(node, ILIST_OFFSET_(type, member)))

LISH_INLINE void *ilist_entry_or_null_(struct ilist_node *node, size_t offset)
{
	return node ? (char *)node - offset : NULL;
}

/* Inline code tells the library by a number what was called. lib/ilist.c has the names. */
enum ilist_call_ {
	ILIST_FIRST_, ILIST_FIRST_ENTRY_, ILIST_LAST_ENTRY_,
	ILIST_NEXT_, ILIST_PREV_,
	ILIST_NEXT_CIRCULAR_, ILIST_PREV_CIRCULAR_,
	ILIST_EACH_, ILIST_REVERSE_,
	ILIST_FROM_, ILIST_SAFE_
} LISH_INT_ENUM_;

/*
 * Level 0, and small code that traps, looks neither for a list of which one link is zero, nor for
 * a loop that lost its place. Both would take a quarter of a small program.
 */
#if LISH_CHECK < 1 || (defined(LISH_TRAP) && LISH_SMALL_)
#define ILIST_LEAN_ 1
#else
#define ILIST_LEAN_ 0
#endif

/*
 * Is at still in the list? Else ILIST_LOST_. May skip the look as often as rest says, and returns
 * the new rest. Pure, so that a body that changes no links has no looks.
 */
LISH_API LISH_PURE_ uint32_t (ilist_look_)(const struct lish_link_ *head,
					   const struct lish_link_ *at, uint32_t rest);
#define ILIST_LOST_ 0xffffffffu
/*
 * Report that the last look was ILIST_LOST_, or else that at, which may be the head, and the next
 * link do not agree; not of a zero list.
 */
LISH_API void (ilist_no_way_)(enum ilist_call_ call, const struct lish_link_ *head,
			      const struct lish_link_ *at, uint32_t look);
/* The node at an end, or beside another, with all checks. */
LISH_API struct ilist_node *ilist_checked_end_(enum ilist_call_ call, const struct ilist *list);
LISH_API struct ilist_node *ilist_beside_(enum ilist_call_ call, const struct ilist *list,
					  const struct ilist_node *node);
#if ILIST_LEAN_
#define ilist_no_way_(call, head, at, look) \
	do { (void)(call); lish_trap_(); } while (0)
#define ilist_look_(head, at, rest) (rest)
#endif

LISH_INLINE bool ilist_call_reverses_(enum ilist_call_ call)
{
	return call == ILIST_LAST_ENTRY_ || call == ILIST_PREV_ || call == ILIST_PREV_CIRCULAR_;
}

/* The node of a link; NULL for the head, except in turns. */
LISH_INLINE struct ilist_node *ilist_node_at_(enum ilist_call_ call, const struct ilist *list,
					      const struct lish_link_ *link)
{
	const struct lish_link_ *head = &list->head;

	if ((call == ILIST_NEXT_CIRCULAR_ || call == ILIST_PREV_CIRCULAR_) && link == head)
		link = ilist_call_reverses_(call) ? head->prev : head->next;
	return link == head ? NULL : ilist_node_of_(link);
}

/*
 * Looks are inline in files that are optimised for speed: as functions of the library they take six
 * instructions more. Others call the library, except at level 0.
 */
#if LISH_FAST_ || LISH_CHECK < 1
LISH_INLINE struct ilist_node *ilist_end_at_(enum ilist_call_ call, const struct ilist *list)
{
	const struct lish_link_ *link = list->head.next;

	if (ilist_call_reverses_(call) && link)
		link = list->head.prev;
	if (lish_unlikely(!link) && !ILIST_LEAN_)
		return ilist_checked_end_(call, list);
	return ilist_node_at_(call, list, link);
}

LISH_INLINE struct ilist_node *ilist_beside_at_(enum ilist_call_ call, const struct ilist *list,
						const struct ilist_node *node)
{
	const struct lish_link_ *link = NULL;

	if (LISH_CHECK < 2)
		link = ilist_call_reverses_(call) ? node->link.prev : node->link.next;
	if (LISH_CHECK >= 1 && lish_unlikely(!link))
		return ilist_beside_(call, list, node);
	return ilist_node_at_(call, list, link);
}
#else
#define ilist_end_at_ ilist_checked_end_
#define ilist_beside_at_ ilist_beside_
#endif

#define ilist_first_(list) ilist_end_at_(ILIST_FIRST_ENTRY_, list)
#define ilist_last_(list) ilist_end_at_(ILIST_LAST_ENTRY_, list)
#define ilist_next_(list, node) ilist_beside_at_(ILIST_NEXT_, list, node)
#define ilist_prev_(list, node) ilist_beside_at_(ILIST_PREV_, list, node)
#define ilist_next_circular_(list, node) ilist_beside_at_(ILIST_NEXT_CIRCULAR_, list, node)
#define ilist_prev_circular_(list, node) ilist_beside_at_(ILIST_PREV_CIRCULAR_, list, node)

/**
 * ilist_first() - the first node
 *
 * For code that does not know the type: see Documentation/packages.rst.
 *
 * Return: the node; NULL if the list is empty.
 */
LISH_INLINE struct ilist_node *ilist_first(const struct ilist *list)
{
	return ilist_end_at_(ILIST_FIRST_, list);
}

/**
 * ilist_first_entry() - the first object
 *
 * Return: the object; NULL if the list is empty.
 */
#define ilist_first_entry(list, type, member) \
	ILIST_ENTRY_(ilist_first_(list), type, member)

/**
 * ilist_last_entry() - the last object
 *
 * Return: the object; NULL if the list is empty.
 */
#define ilist_last_entry(list, type, member) \
	ILIST_ENTRY_(ilist_last_(list), type, member)

/**
 * ilist_next_entry() - the object after another
 *
 * Return: the object; NULL at the end.
 */
#define ilist_next_entry(list, entry, type, member) \
	ILIST_ENTRY_(ilist_next_(list, LISH_MEMBER_(entry, type, member)), type, member)

/**
 * ilist_prev_entry() - the object before another
 *
 * Return: the object; NULL at the front.
 */
#define ilist_prev_entry(list, entry, type, member) \
	ILIST_ENTRY_(ilist_prev_(list, LISH_MEMBER_(entry, type, member)), type, member)

/**
 * ilist_next_entry_circular() - the object after another, the first one after the last
 *
 * For turns, such as those of a scheduler.
 *
 * Return: the object; @entry if it is the only one.
 */
#define ilist_next_entry_circular(list, entry, type, member) \
	ILIST_ENTRY_(ilist_next_circular_(list, LISH_MEMBER_(entry, type, member)), type, member)

/**
 * ilist_prev_entry_circular() - the object before another, the last one before the first
 *
 * Return: the object; @entry if it is the only one.
 */
#define ilist_prev_entry_circular(list, entry, type, member) \
	ILIST_ENTRY_(ilist_prev_circular_(list, LISH_MEMBER_(entry, type, member)), type, member)

/**
 * ilist_pop_entry() - remove and return an object
 *
 * Return: the first object; NULL if the list is empty.
 */
#define ilist_pop_entry(list, type, member) \
	LISH_CAST_(type, (ilist_pop_entry)(list, ILIST_OFFSET_(type, member)))
LISH_API void *(ilist_pop_entry)(struct ilist *list, size_t offset);

/**
 * ilist_pop_tail_entry() - remove and return the last object
 *
 * Return: the object; NULL if the list is empty.
 */
#define ilist_pop_tail_entry(list, type, member) \
	LISH_CAST_(type, (ilist_pop_tail_entry)(list, ILIST_OFFSET_(type, member)))
LISH_API void *(ilist_pop_tail_entry)(struct ilist *list, size_t offset);

/*
 * Where a loop stands. No object is ever formed from the head.
 *
 * The body may free the element at, or move it to another list, alone or with its neighbours. If a
 * link of at is another one than before the body, or the first element is, the library looks for at
 * in the list. A _safe loop expects that the body removes the object before at.
 */
struct ilist_place_ {
	const struct lish_link_ *head;	 /* NULL: there is nothing to visit */
	struct lish_link_ *at;		 /* the current link; of a _safe loop, the next */
	const struct lish_link_ *behind; /* the link before at */
	const struct lish_link_ *before; /* of a _safe loop: the link before behind */
	const struct lish_link_ *ahead;	 /* the link after at */
	const struct lish_link_ *first;	 /* in the list */
	uint32_t rest;			 /* so many changes need no look */
};

LISH_INLINE struct ilist_place_ ilist_open_(const struct ilist *list, bool reverse)
{
	struct ilist_place_ place;

	place.head = &list->head;
	place.at = (struct lish_link_ *)(uintptr_t)place.head;
	place.behind = place.before = reverse ? list->head.next : list->head.prev;
	place.ahead = reverse ? list->head.prev : list->head.next;
	place.first = list->head.next;
	place.rest = 0;
	/* Else the first step asks. */
	if (ILIST_LEAN_ && lish_unlikely(!place.ahead))
		place.head = NULL;
	return place;
}

LISH_INLINE struct ilist_place_ ilist_open_safe_(const struct ilist *list)
{
	const struct lish_link_ *head = &list->head;
	struct lish_link_ *first = head->next;
	struct ilist_place_ place;

	if (lish_unlikely(!first || (!ILIST_LEAN_ && first->prev != head))) {
		if (!ILIST_LEAN_)
			ilist_no_way_(ILIST_SAFE_, head, head, 0);
		first = (struct lish_link_ *)(uintptr_t)head;
	}
	place.head = place.behind = place.before = head;
	place.at = first;
	place.ahead = first->next;
	place.first = head->next;
	place.rest = 0;
	return place;
}

LISH_API struct ilist_place_ ilist_open_from_(const struct ilist *list, const void *entry,
					      size_t offset);

/* Does the link after at lead back, or is it the head? */
LISH_INLINE bool ilist_may_go_(const struct ilist_place_ *place, const struct lish_link_ *next,
			       bool reverse)
{
	return LISH_CHECK < 1 || next == place->head ||
	       lish_likely((ILIST_LEAN_ || next) &&
			   (reverse ? next->next : next->prev) == place->at);
}

/* Could the body have moved at to another list? */
LISH_INLINE bool ilist_may_have_left_(enum ilist_call_ loop, const struct ilist_place_ *place,
				      const struct lish_link_ *next, bool reverse)
{
	const struct lish_link_ *behind = reverse ? place->at->next : place->at->prev;

	return LISH_CHECK >= 2 || next != place->ahead ||
	       (behind != place->behind && (loop != ILIST_SAFE_ || behind != place->before)) ||
	       place->head->next != place->first;
}

/* Did it? Where no body changed links, compilers drop the question. */
LISH_INLINE bool ilist_has_left_(enum ilist_call_ loop, struct ilist_place_ *place,
				 const struct lish_link_ *next, bool reverse)
{
	if (LISH_CHECK < 1 || ILIST_LEAN_ ||
	    lish_likely(!ilist_may_have_left_(loop, place, next, reverse)))
		return false;
	place->rest = ilist_look_(place->head, place->at, place->rest);
	if (lish_unlikely(place->rest == ILIST_LOST_))
		return true;
	place->first = place->head->next;
	return false;
}

/* May the loop go there? */
LISH_INLINE bool ilist_may_step_(enum ilist_call_ loop, struct ilist_place_ *place,
				 const struct lish_link_ *next, bool reverse)
{
	if (lish_likely(!ilist_has_left_(loop, place, next, reverse) &&
			ilist_may_go_(place, next, reverse)))
		return true;
	ilist_no_way_(loop, place->head, place->at, place->rest);
	return false;
}

LISH_INLINE void ilist_go_(struct ilist_place_ *place, struct lish_link_ *next, bool reverse)
{
	place->behind = place->at;
	place->at = next;
	place->ahead = reverse ? next->prev : next->next;
}

LISH_INLINE void *ilist_step_inline_(enum ilist_call_ loop, struct ilist_place_ *place,
				     bool reverse, size_t offset)
{
	struct lish_link_ *at = place->at, *next = reverse ? at->prev : at->next;

	if (!ilist_may_step_(loop, place, next, reverse) || next == place->head)
		return NULL;
	ilist_go_(place, next, reverse);
	return (char *)next - offset;
}

/* Returns the object of at. */
LISH_INLINE void *ilist_step_safe_inline_(struct ilist_place_ *place, size_t offset)
{
	struct lish_link_ *at = place->at, *next;

	if (at == place->head)
		return NULL;
	next = at->next;
	if (!ilist_may_step_(ILIST_SAFE_, place, next, false))
		return NULL;
	place->before = at->prev;
	ilist_go_(place, next, false);
	return (char *)at - offset;
}

/* The same in the library: for files that are not optimised. */
LISH_API void *ilist_step_(enum ilist_call_ loop, struct ilist_place_ *place, bool reverse,
			   size_t offset);
LISH_API void *ilist_step_safe_(struct ilist_place_ *place, size_t offset);

#if LISH_INLINES_
#define ILIST_STEP_ ilist_step_inline_
#define ILIST_STEP_SAFE_ ilist_step_safe_inline_
#else
#define ILIST_STEP_ ilist_step_
#define ILIST_STEP_SAFE_ ilist_step_safe_
#endif

#define ILIST_LOOP_(pos, open, type, step)                                     \
	LISH_LOOK_(pos, struct ilist_place_, open, pos##_at_.head,             \
		   LISH_NO_(struct lish_link_), type, step)

/**
 * ilist_for_each_entry() - loop over the objects
 *
 * The body may add elements, and remove any but @pos: level 1 reports that and ends
 * the loop. A run that moves with both neighbours of @pos may need level 2. Level 1 reads the
 * node of @pos for that, also if the body has freed @pos: use ilist_for_each_entry_safe() or
 * ilist_drain_entry(). The loop visits elements added after @pos. It may be left by break, return,
 * goto or a C++ exception.
 */
#define ilist_for_each_entry(pos, list, type, member)    \
	ILIST_LOOP_(pos, ilist_open_(list, false), type, \
		    ILIST_STEP_(ILIST_EACH_, &pos##_at_, false, ILIST_OFFSET_(type, member)))

/**
 * ilist_for_each_entry_reverse() - loop over the objects from the last to the first
 *
 * As ilist_for_each_entry(), but visits elements added before @pos.
 */
#define ilist_for_each_entry_reverse(pos, list, type, member) \
	ILIST_LOOP_(pos, ilist_open_(list, true), type,       \
		    ILIST_STEP_(ILIST_REVERSE_, &pos##_at_, true, ILIST_OFFSET_(type, member)))

/**
 * ilist_for_each_entry_from() - loop over the objects from a given one on
 * @start: the first object to visit, in @list; NULL visits nothing
 *
 * As ilist_for_each_entry(). Only level 2 reports a @start of another list.
 */
#define ilist_for_each_entry_from(pos, list, start, type, member)                             \
	ILIST_LOOP_(pos, ilist_open_from_(list, LISH_OBJECT_(start, type),                    \
					  ILIST_OFFSET_(type, member)), type,                 \
		    ILIST_STEP_(ILIST_FROM_, &pos##_at_, false, ILIST_OFFSET_(type, member)))

/**
 * ilist_for_each_entry_safe() - loop over the objects; the body may remove the current one
 *
 * The body may remove, move or free @pos, but not the next object: level 1 reports
 * that and ends the loop. The loop skips elements added directly after @pos.
 */
#define ilist_for_each_entry_safe(pos, list, type, member) \
	ILIST_LOOP_(pos, ilist_open_safe_(list), type,     \
		    ILIST_STEP_SAFE_(&pos##_at_, ILIST_OFFSET_(type, member)))

/**
 * ilist_drain_entry() - remove the objects one by one
 *
 * Removes the first object, then runs the body, which may change the list in any
 * way. After break the other objects are still in the list.
 */
#define ilist_drain_entry(pos, list, type, member)            \
	for (struct ilist *pos##_from_ = (list); pos##_from_; \
	     pos##_from_ = LISH_NO_(struct ilist))            \
		LISH_EACH_(pos, type,                         \
			   (ilist_drain_entry)(pos##_from_, ILIST_OFFSET_(type, member)))
LISH_API void *(ilist_drain_entry)(struct ilist *list, size_t offset);

LISH_C_END

#endif /* LINUX_ISH_ILIST_H */
