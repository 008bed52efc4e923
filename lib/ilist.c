// SPDX-License-Identifier: MIT
/*
 * ilist.c - a doubly linked list whose elements know no list
 *
 * The head is a link of the ring. All links between two neighbours agree: a->next is b where
 * b->prev is a. A node in no list is zero. A zero list is empty; its first add makes its head
 * whole. Of a destroyed list only the prev of the head is set, to a place that is no link.
 *
 * Level 1 looks at the node, and at the links that a call writes. An element does not know its
 * list, so level 1 does not notice an element of another list. Level 2 looks at the whole ring.
 */
#define LISH_LIB_
#include <linux-ish/ilist.h>

#include "ground/refused.h"
#include "core/ring.h"

/* The names of enum ilist_call_. */
#if !LISH_NAMES_
#define ilist_name_(call) ((void)(call), (const char *)NULL)
#else
#define ilist_name_(call) ilist_names_[call]
static const char *const ilist_names_[] = {
	"ilist_first", "ilist_first_entry", "ilist_last_entry",
	"ilist_next_entry", "ilist_prev_entry",
	"ilist_next_entry_circular", "ilist_prev_entry_circular",
	"ilist_for_each_entry", "ilist_for_each_entry_reverse",
	"ilist_for_each_entry_from", "ilist_for_each_entry_safe"
};
#endif

/* Questions. Calls that look at each element ask them at every level, others from level 1 on. */

/* May a call name this node as an element? */
LISH_PART_ enum lish_reason ilist_may_name_(const struct ilist_node *node)
{
	if (lish_is_null(node))
		return LISH_NULL;
	return node->link.next ? LISH_OK : LISH_NOT_IN;
}

/* Both neighbours, which the call writes, must lead back. */
LISH_PART_ enum lish_reason ilist_may_leave_(const struct ilist_node *node)
{
	const enum lish_reason reason = ilist_may_name_(node);

	return reason == LISH_OK && !lish_ring_is_known_(&node->link) ?
		       LISH_BROKEN_LINKS : reason;
}

LISH_PART_ enum lish_reason ilist_may_add_(const struct ilist_node *node)
{
	if (lish_is_null(node))
		return LISH_NULL;
	return node->link.next ? LISH_ALREADY_IN : LISH_OK;
}

LISH_PART_ enum lish_reason ilist_may_add_end_(const struct ilist *list,
					       const struct ilist_node *node, bool tail)
{
	const enum lish_reason reason = ilist_may_add_(node);

	return reason == LISH_OK ? lish_ring_may_link_(&list->head, tail) : reason;
}

/* pos may be named. The link beyond it, which is written too, must lead back. */
LISH_PART_ enum lish_reason ilist_may_add_beside_(const struct ilist_node *pos,
						  const struct ilist_node *node, bool before)
{
	const enum lish_reason reason = ilist_may_add_(node);

	return reason == LISH_OK && !lish_ring_leads_back_(&pos->link, before) ?
		       LISH_BROKEN_LINKS : reason;
}

/* May the element at this end be removed? LISH_OK if there is none. */
LISH_PART_ enum lish_reason ilist_may_take_(const struct ilist *list, bool tail)
{
	const struct lish_link_ *head = &list->head, *link = tail ? head->prev : head->next;
	const enum lish_reason reason = lish_ring_may_link_(head, tail);

	if (reason != LISH_OK || !link || link == head)
		return reason;
	return lish_ring_leads_back_(link, tail) ? LISH_OK : LISH_BROKEN_LINKS;
}

/* May the ring be followed? A zero list has none. */
static inline enum lish_reason ilist_may_walk_(const struct ilist *list)
{
	return lish_likely(lish_ring_is_known_(&list->head)) ?
		       LISH_OK : lish_ring_may_be_zero_(&list->head);
}

static enum lish_reason ilist_may_end_(const struct ilist *list)
{
	const enum lish_reason reason = ilist_may_walk_(list);

	return reason == LISH_OK && !ilist_empty(list) ? LISH_NOT_EMPTY : reason;
}

/*
 * Is the node in the list? A list without a first element has none. Of one that has some, only
 * level 2 knows.
 */
static enum lish_reason ilist_may_have_(const struct ilist *list, const struct ilist_node *node)
{
	const struct lish_link_ *head = &list->head;

	if (!head->next)
		return head->prev ? lish_ring_may_be_zero_(head) : LISH_FOREIGN;
	if (LISH_CHECK >= 2 && lish_ring_broken_(head))
		return LISH_BROKEN_LINKS;
	return LISH_CHECK < 2 || lish_ring_has_(head, &node->link) ? LISH_OK : LISH_FOREIGN;
}

/* May a loop or a look go on from a node? joined: is there a link to go to? */
static enum lish_reason ilist_may_go_on_(const struct ilist *list, const struct ilist_node *node,
					 bool joined)
{
	enum lish_reason reason = ilist_may_name_(node);

	if (reason == LISH_OK)
		reason = ilist_may_have_(list, node);
	return reason == LISH_OK && !joined ? LISH_BROKEN_LINKS : reason;
}

static enum lish_reason ilist_may_cut_(const struct ilist *from, const struct ilist_node *node)
{
	const enum lish_reason reason = ilist_may_have_(from, node);

	return reason == LISH_OK && !lish_ring_leads_back_(&from->head, false) ?
		       LISH_BROKEN_LINKS : reason;
}

/* Does the run end, without the head of the list that gets it? Level 2 knows. */
static enum lish_reason ilist_may_move_run_(const struct ilist *list,
					    const struct ilist_node *first,
					    const struct ilist_node *last)
{
	const struct lish_link_ *link;

	if (LISH_CHECK < 2)
		return LISH_OK;
	for (link = &first->link; link != &last->link;) {
		link = link->next;
		if (link == &first->link || link == &list->head)
			return LISH_BAD_RANGE;
	}
	return LISH_OK;
}

static enum lish_reason ilist_may_have_moved_(const struct ilist_node *node)
{
	if (lish_is_null(node))
		return LISH_NULL;
	return !node->link.next || lish_ring_moved_from_(&node->link) ? LISH_OK :
									 LISH_BROKEN_LINKS;
}

/* Of the whole list. */
static enum lish_reason ilist_examine_(const struct ilist *list, const struct lish_area_ *area,
				       const struct ilist_node **fault)
{
	const struct lish_link_ *head = &list->head, *broken = lish_ring_broken_in_(head, area);

	if (broken && broken != head)
		*fault = ilist_node_of_(broken);
	return broken ? lish_ring_may_be_zero_(head) : LISH_OK;
}

LISH_CHECKS_(ilist, ilist_node, (void)0)

/* The first link whose next is wrong, in the ring of a list or of a node. A zero list has none. */
static const struct lish_link_ *ilist_fault_(const struct ilist *list,
					     const struct ilist_node *node)
{
	const struct lish_link_ *ring = list ? &list->head : &node->link;

	return ring->next ? lish_ring_broken_(ring) : NULL;
}

/* From level 1 on. At level 2 any damage of the ring is refused too. */
#define ilist_damaged_(list, node)                    \
	(LISH_CHECK >= 2 &&                           \
	 lish_refused(NULL, ilist_fault_(list, node), \
		      ilist_fault_(list, node) ? LISH_BROKEN_LINKS : LISH_OK))
#define ilist_refused_(list, node, reason) \
	(LISH_CHECK >= 1 && (lish_refused(list, node, reason) || ilist_damaged_(list, node)))

/* Changes. */

/* The first element makes the head of a zero list whole. */
LISH_PART_ void ilist_link_end_(struct ilist *list, struct ilist_node *node, bool tail)
{
	struct lish_link_ *head = &list->head, *last = tail ? head->prev : head->next;

	if (lish_unlikely(!last))
		last = head;
	lish_ring_link_(&node->link, tail ? last : head, tail ? head : last);
}

LISH_PART_ void ilist_unlink_(struct lish_link_ *link)
{
	lish_ring_unlink_(link, link);
	lish_ring_zero_(link);
}

/* The object of the element at this end, which is removed; NULL if there is none. */
LISH_PART_ void *ilist_take_(struct ilist *list, bool tail, size_t offset)
{
	struct lish_link_ *link = tail ? list->head.prev : list->head.next;

	if (!link || link == &list->head)
		return NULL;
	ilist_unlink_(link);
	return (char *)link - offset;
}

/* A run without heads goes to an end of a list that may be zero. */
static void ilist_move_run_(struct ilist *list, struct lish_link_ *first, struct lish_link_ *last,
			    bool tail)
{
	struct lish_link_ *head = &list->head;

	if (!head->next)
		lish_ring_init_(head);
	lish_ring_unlink_(first, last);
	/* Only now: the last element may have been in the run. */
	lish_ring_link_run_(first, last, tail ? head->prev : head);
}

/* Operations. */

void ilist_init(struct ilist *list)
{
	lish_ring_init_(&list->head);
}

void ilist_node_init(struct ilist_node *node)
{
	if (!lish_refused(NULL, node, lish_may_use_(node)))
		lish_ring_zero_(&node->link);
}

LISH_HOT_ void ilist_add(struct ilist *list, struct ilist_node *node)
{
	if (!ilist_refused_(list, node, ilist_may_add_end_(list, node, false)))
		ilist_link_end_(list, node, false);
}

LISH_HOT_ void ilist_add_tail(struct ilist *list, struct ilist_node *node)
{
	if (!ilist_refused_(list, node, ilist_may_add_end_(list, node, true)))
		ilist_link_end_(list, node, true);
}

LISH_HOT_ void ilist_add_before(struct ilist_node *pos, struct ilist_node *node)
{
	if (!ilist_refused_(NULL, pos, ilist_may_name_(pos)) &&
	    !ilist_refused_(NULL, node, ilist_may_add_beside_(pos, node, true)))
		lish_ring_link_(&node->link, pos->link.prev, &pos->link);
}

void ilist_add_before_or_tail(struct ilist *list, struct ilist_node *pos, struct ilist_node *node)
{
	const bool tail = lish_is_null(pos);

	/* Level 2 looks at the whole ring, to find pos. */
	if (tail ? ilist_refused_(list, node, ilist_may_add_end_(list, node, true)) :
		   LISH_CHECK >= 1 &&
		   (lish_refused(list, pos, ilist_may_go_on_(list, pos, true)) ||
		    lish_refused(list, node, ilist_may_add_beside_(pos, node, true))))
		return;
	if (tail)
		ilist_link_end_(list, node, true);
	else
		lish_ring_link_(&node->link, pos->link.prev, &pos->link);
}

LISH_HOT_ void ilist_add_after(struct ilist_node *pos, struct ilist_node *node)
{
	if (!ilist_refused_(NULL, pos, ilist_may_name_(pos)) &&
	    !ilist_refused_(NULL, node, ilist_may_add_beside_(pos, node, false)))
		lish_ring_link_(&node->link, &pos->link, pos->link.next);
}

LISH_HOT_ void ilist_del(struct ilist_node *node)
{
	if (!ilist_refused_(NULL, node, ilist_may_leave_(node)))
		ilist_unlink_(&node->link);
}

LISH_HOT_ bool ilist_leave(struct ilist_node *node)
{
	if ((LISH_CHECK < 1 || !lish_is_null(node)) && !node->link.next)
		return false;
	if (ilist_refused_(NULL, node, ilist_may_leave_(node)))
		return false;
	ilist_unlink_(&node->link);
	return true;
}

LISH_HOT_ void ilist_move(struct ilist *list, struct ilist_node *node)
{
	if (ilist_refused_(NULL, node, ilist_may_leave_(node)) ||
	    ilist_refused_(list, NULL, lish_ring_may_link_(&list->head, false)))
		return;
	lish_ring_unlink_(&node->link, &node->link);
	ilist_link_end_(list, node, false);
}

LISH_HOT_ void ilist_move_tail(struct ilist *list, struct ilist_node *node)
{
	if (ilist_refused_(NULL, node, ilist_may_leave_(node)) ||
	    ilist_refused_(list, NULL, lish_ring_may_link_(&list->head, true)))
		return;
	lish_ring_unlink_(&node->link, &node->link);
	ilist_link_end_(list, node, true);
}

void ilist_splice(struct ilist *list, struct ilist *from)
{
	if (!ilist_refused_(from, NULL, ilist_may_walk_(from)) &&
	    !ilist_refused_(list, NULL, lish_ring_may_link_(&list->head, false)) &&
	    !ilist_empty(from))
		ilist_move_run_(list, from->head.next, from->head.prev, false);
}

void ilist_splice_tail(struct ilist *list, struct ilist *from)
{
	if (!ilist_refused_(from, NULL, ilist_may_walk_(from)) &&
	    !ilist_refused_(list, NULL, lish_ring_may_link_(&list->head, true)) &&
	    !ilist_empty(from))
		ilist_move_run_(list, from->head.next, from->head.prev, true);
}

void ilist_cut_after(struct ilist *list, struct ilist *from, struct ilist_node *node)
{
	if (!ilist_refused_(NULL, node, ilist_may_leave_(node)) &&
	    !ilist_refused_(from, node, ilist_may_cut_(from, node)) &&
	    !ilist_refused_(list, NULL, lish_ring_may_link_(&list->head, true)))
		ilist_move_run_(list, from->head.next, &node->link, true);
}

void ilist_bulk_move_tail(struct ilist *list, struct ilist_node *first, struct ilist_node *last)
{
	if (!ilist_refused_(NULL, first, ilist_may_leave_(first)) &&
	    !ilist_refused_(NULL, last, ilist_may_leave_(last)) &&
	    !ilist_refused_(list, last, ilist_may_move_run_(list, first, last)) &&
	    !ilist_refused_(list, NULL, lish_ring_may_link_(&list->head, true)))
		ilist_move_run_(list, &first->link, &last->link, true);
}

void ilist_node_moved(struct ilist_node *node)
{
	if (!lish_refused(NULL, node, ilist_may_have_moved_(node)) && node->link.next)
		lish_ring_move_in_(&node->link);
}

void ilist_clear(struct ilist *list)
{
	struct lish_link_ *head = &list->head, *link, *next;

	if (lish_refused(list, NULL, ilist_may_walk_(list)) || !head->next)
		return;
	for (link = head->next; link && link != head; link = next) {
		next = lish_ring_after_(link);
		lish_ring_zero_(link);
	}
	lish_ring_init_(head);
	(void)lish_refused(list, NULL, link ? LISH_OK : LISH_BROKEN_LINKS);
}

void ilist_destroy(struct ilist *list)
{
	if (!(LISH_CHECK >= 1 && lish_refused(list, NULL, ilist_may_end_(list))))
		lish_ring_destroy_(&list->head);
}

uint32_t ilist_count(const struct ilist *list)
{
	const struct lish_link_ *link = list->head.next;
	uint32_t count = 0;

	if (lish_refused(list, NULL, ilist_may_walk_(list)) || !link)
		return 0;
	for (; link && link != &list->head; link = lish_ring_after_(link))
		count++;
	return lish_refused(list, NULL, link ? LISH_OK : LISH_BROKEN_LINKS) ? 0 : count;
}

bool ilist_contains(const struct ilist *list, const struct ilist_node *node)
{
	return !lish_refused(list, node, lish_is_null(node) ? LISH_NULL : LISH_OK) &&
	       !lish_refused(list, NULL, ilist_may_walk_(list)) && node->link.next &&
	       list->head.next && lish_ring_has_(&list->head, &node->link);
}

void ilist_add_sorted(struct ilist *list, struct ilist_node *node,
		      int (*cmp)(void *ctx, const struct ilist_node *a, const struct ilist_node *b),
		      void *ctx)
{
	struct lish_link_ *head = &list->head, *at = head, *prev;

	if (ilist_refused_(list, node, ilist_may_add_end_(list, node, true)))
		return;
	if (!head->prev)
		lish_ring_init_(head);
	for (;; at = prev) {
		prev = at->prev;
		/* Overwritten links lead nowhere, round for ever, or into another list. */
		if (LISH_CHECK >= 1 &&
		    lish_refused(list, NULL,
				 prev && prev->next == at ? LISH_OK : LISH_BROKEN_LINKS))
			return;
		if (prev == head || cmp(ctx, ilist_node_of_(prev), node) <= 0)
			break;
	}
	lish_ring_link_(&node->link, prev, at);
}

void *(ilist_pop_entry)(struct ilist *list, size_t offset)
{
	return ilist_refused_(list, NULL, ilist_may_take_(list, false)) ?
		       NULL : ilist_take_(list, false, offset);
}

void *(ilist_pop_tail_entry)(struct ilist *list, size_t offset)
{
	return ilist_refused_(list, NULL, ilist_may_take_(list, true)) ?
		       NULL : ilist_take_(list, true, offset);
}

/* Loops, and looks at neighbours. The inline part of these has found something to ask. */

void *(ilist_drain_entry)(struct ilist *list, size_t offset)
{
	return ilist_refused_(list, NULL, ilist_may_take_(list, false)) ?
		       NULL : ilist_take_(list, false, offset);
}

/* An element that moved in memory is known by its neighbours. A head that is zero is no fault. */
static enum lish_reason ilist_why_no_way_(const struct lish_link_ *head,
					  const struct lish_link_ *at)
{
	if (at == head)
		return head->next && head->prev ? LISH_BROKEN_LINKS : lish_ring_may_be_zero_(head);
	return lish_ring_moved_from_(at) ? LISH_LOST_PLACE : LISH_BROKEN_LINKS;
}

LISH_NOINLINE struct ilist_node *ilist_checked_end_(enum ilist_call_ call, const struct ilist *list)
{
	const struct lish_link_ *link = list->head.next;

	if (ilist_call_reverses_(call) && link)
		link = list->head.prev;
	if (!ILIST_LEAN_ && lish_unlikely(!link))
		(void)lish_refused_as(ilist_name_(call), list, NULL,
				      ilist_why_no_way_(&list->head, &list->head));
	return ilist_node_at_(call, list, link);
}

LISH_NOINLINE struct ilist_node *ilist_beside_(enum ilist_call_ call, const struct ilist *list,
					       const struct ilist_node *node)
{
	const struct lish_link_ *link = NULL;

	if (!lish_is_null(node))
		link = ilist_call_reverses_(call) ? node->link.prev : node->link.next;
	if (lish_refused_as(ilist_name_(call), list, node,
			    ilist_may_go_on_(list, node, link != NULL)))
		return NULL;
	return ilist_node_at_(call, list, link);
}

/* The place before the object: the first step leads to it. */
struct ilist_place_ ilist_open_from_(const struct ilist *list, const void *entry, size_t offset)
{
	struct ilist_place_ place = { NULL, NULL, NULL, NULL, NULL, NULL, 0 };
	struct ilist_node *node;

	if (!entry)
		return place;
	node = (struct ilist_node *)((uintptr_t)entry + offset);
	if (LISH_CHECK >= 1 &&
	    lish_refused_as(ilist_name_(ILIST_FROM_), list, node,
			    ilist_may_go_on_(list, node,
					     !lish_is_null(node) &&
					     lish_ring_leads_back_(&node->link, true))))
		return place;
	place.head = &list->head;
	place.at = node->link.prev;
	place.behind = place.before = place.at->prev;
	place.ahead = &node->link;
	place.first = list->head.next;
	return place;
}

static LISH_COLD void ilist_no_way_as_(struct lish_call_ call, const struct lish_link_ *head,
				       const struct lish_link_ *at, uint32_t look)
{
	(void)lish_refused_by(call, head, at == head ? NULL : at,
			      look == ILIST_LOST_ ? LISH_LOST_PLACE : ilist_why_no_way_(head, at));
}

/*
 * A look costs as many reads as elements precede at. At level 1 a change pays for at most 64, so
 * that a loop whose body changes neighbours all the time stays linear.
 */
LISH_NOINLINE uint32_t (ilist_look_)(const struct lish_link_ *head, const struct lish_link_ *at,
				     uint32_t rest)
{
	uint32_t way;

	if (at == head || head->next == at)
		return rest;
	if (LISH_CHECK < 2 && rest)
		return rest - 1;
	way = lish_ring_way_(head, at);
	return way ? way / 64 : ILIST_LOST_;
}

LISH_NOINLINE void (ilist_no_way_)(enum ilist_call_ call, const struct lish_link_ *head,
				   const struct lish_link_ *at, uint32_t look)
{
	ilist_no_way_as_(LISH_CALL_AS_(ilist_name_(call)), head, at, look);
}

/*
 * Steps of files that are not optimised: leaves, beside a cold one that reports. The inline step
 * goes on after its calls, and would need a frame.
 */

/* As lish_walk_short_(): is the step to an element, or to the end, no special case? */
LISH_PART_ bool ilist_is_short_(enum ilist_call_ loop, const struct ilist_place_ *place,
				const struct lish_link_ *next, bool reverse)
{
	return !(LISH_CHECK >= 1 && ilist_may_have_left_(loop, place, next, reverse)) &&
	       ilist_may_go_(place, next, reverse);
}

static LISH_COLD void *ilist_step_slowly_(enum ilist_call_ loop, struct ilist_place_ *place,
					  bool reverse, size_t offset, struct lish_call_ call)
{
	struct lish_link_ *at = place->at, *next = reverse ? at->prev : at->next;

	if (ilist_has_left_(loop, place, next, reverse) || !ilist_may_go_(place, next, reverse)) {
		ilist_no_way_as_(call, place->head, at, place->rest);
		return NULL;
	}
	if (loop != ILIST_SAFE_ && next == place->head)
		return NULL;
	place->before = at->prev;
	ilist_go_(place, next, reverse);
	return (char *)(loop == ILIST_SAFE_ ? at : next) - offset;
}

LISH_PART_ void *ilist_step_to_(enum ilist_call_ loop, struct ilist_place_ *place, bool reverse,
				struct lish_link_ *next, size_t offset)
{
	if (lish_unlikely(!ilist_is_short_(loop, place, next, reverse)))
		return ilist_step_slowly_(loop, place, reverse, offset,
					  LISH_CALL_AS_(ilist_name_(loop)));
	if (next == place->head)
		return NULL;
	ilist_go_(place, next, reverse);
	return (char *)next - offset;
}

void *ilist_step_(enum ilist_call_ loop, struct ilist_place_ *place, bool reverse, size_t offset)
{
	return reverse ? ilist_step_to_(loop, place, true, place->at->prev, offset)
		       : ilist_step_to_(loop, place, false, place->at->next, offset);
}

void *ilist_step_safe_(struct ilist_place_ *place, size_t offset)
{
	struct lish_link_ *at = place->at;

	if (at == place->head)
		return NULL;
	if (lish_unlikely(!ilist_is_short_(ILIST_SAFE_, place, at->next, false)))
		return ilist_step_slowly_(ILIST_SAFE_, place, false, offset,
					  LISH_CALL_AS_(ilist_name_(ILIST_SAFE_)));
	place->before = at->prev;
	ilist_go_(place, at->next, false);
	return (char *)at - offset;
}
