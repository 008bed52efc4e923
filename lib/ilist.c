// SPDX-License-Identifier: MIT
/*
 * ilist.c - a doubly linked list whose elements know no list
 *
 * The head is a link of the ring. All links between two neighbours agree: a->next is b where
 * b->prev is a. A node in no list is zero. A zero list is empty; its first add makes its head
 * whole. Of a destroyed list only the prev of the head is set, to a place that is no link.
 *
 * Level 1 looks at the node, and at the links that a call writes. An element does not know
 * its list, so an element of another list is seen by level 2 alone, which looks at the whole
 * ring: ilist_unsound_().
 *
 * The hot operations are leaves: they ask with a few branches whether all is well. If not,
 * they jump to a cold function beside them, which finds out why from the same links. A zero
 * list leaves by the same branch, and the cold function links its first element.
 */
#define LISH_LIB_
#include <linux-ish/ilist.h>

#include "ground/refused.h"
#include "core/ring.h"

/* Before a cold function that a hot one calls last. A trap is shorter than the call. */
#ifdef LISH_TRAP
#define ILIST_TRAPS_ 1
#define ILIST_COLD_ LISH_FORCED_INLINE_
#else
#define ILIST_TRAPS_ 0
#define ILIST_COLD_ LISH_COLD
#endif

/* The names of enum ilist_call_, apart: a program that has loops alone links the second table. */
static const char *ilist_name_(enum ilist_call_ call)
{
#if !LISH_NAMES_
	(void)call;
	return NULL;
#else
	static const char names[][26] = {
		"ilist_first",
		"ilist_first_entry",
		"ilist_last_entry",
		"ilist_next_entry",
		"ilist_prev_entry",
		"ilist_next_entry_circular",
		"ilist_prev_entry_circular",
	};

	return names[call];
#endif
}

static const char *ilist_loop_name_(enum ilist_call_ loop)
{
#if !LISH_NAMES_
	(void)loop;
	return NULL;
#else
	static const char names[][29] = {
		"ilist_for_each_entry",
		"ilist_for_each_entry_reverse",
		"ilist_for_each_entry_from",
		"ilist_for_each_entry_safe",
	};

	return names[loop - ILIST_EACH_];
#endif
}

LISH_INLINE struct lish_link_ *ilist_link_of_(const struct ilist_node *node)
{
	return (struct lish_link_ *)(uintptr_t)node;
}

LISH_INLINE void *ilist_object_(struct lish_link_ *link, size_t offset)
{
	return (char *)link - offset;
}

/* Hot questions. Each cold one below says why the answer is no. */

/* May a node be added? */
LISH_INLINE bool ilist_is_free_(const struct lish_link_ *link)
{
	return LISH_CHECK < 1 || (!lish_is_null(link) && !link->next);
}

/*
 * Do both neighbours lead back to an element? Where a trap is all, a NULL is read: that traps, or
 * finds no link of ours.
 */
LISH_INLINE bool ilist_is_known_(const struct lish_link_ *link)
{
	return LISH_CHECK < 1 ||
	       (!lish_is_null(link) && (ILIST_LEAN_ || link->next) && (ILIST_TRAPS_ || link->prev) &&
		link->next->prev == link && link->prev->next == link);
}

/* Do both links between prev and next, either of them NULL, lead to the other? */
LISH_INLINE bool ilist_is_joined_(const struct lish_link_ *prev,
				  const struct lish_link_ *next)
{
	return LISH_CHECK < 1 || (prev && next && prev->next == next && next->prev == prev);
}

/* May a head be linked at this end? That of a zero list is no. */
LISH_INLINE bool ilist_opens_(const struct lish_link_ *head, bool tail)
{
	const struct lish_link_ *last = tail ? head->prev : head->next;

	return last && (LISH_CHECK < 1 || (tail ? last->next : last->prev) == head);
}

/* Cold questions. */

static enum lish_reason ilist_why_not_free_(const struct lish_link_ *link)
{
	if (LISH_CHECK < 1)
		return LISH_OK;
	if (lish_is_null(link))
		return LISH_NULL;
	return link->next ? LISH_ALREADY_IN : LISH_OK;
}

/* Of a node that is not known. */
static enum lish_reason ilist_why_not_in_(const struct lish_link_ *link)
{
	if (lish_is_null(link))
		return LISH_NULL;
	return link->next ? LISH_BROKEN_LINKS : LISH_NOT_IN;
}

/* Of a head that is not known, or does not open. LISH_OK: the list is zero. */
static enum lish_reason ilist_why_not_whole_(const struct lish_link_ *head)
{
	return lish_ring_is_zero_(head) ? LISH_OK : lish_ring_fault_(head);
}

/* May the ring of a head be followed? A zero list has none, which is no fault. */
static inline enum lish_reason ilist_may_walk_(const struct ilist *list)
{
	return lish_likely(lish_ring_known_(&list->head)) ? LISH_OK :
							     ilist_why_not_whole_(&list->head);
}

/* The same at level 0, where only calls that look at each element ask. */
static inline enum lish_reason ilist_may_change_(const struct ilist *list)
{
	return LISH_CHECK < 1 ? LISH_OK : ilist_may_walk_(list);
}

static inline enum lish_reason ilist_may_open_(const struct ilist *list, bool tail)
{
	return LISH_CHECK < 1 || lish_likely(ilist_opens_(&list->head, tail)) ?
		       LISH_OK : ilist_why_not_whole_(&list->head);
}

static inline enum lish_reason ilist_may_leave_(const struct lish_link_ *link)
{
	return lish_likely(ilist_is_known_(link)) ? LISH_OK : ilist_why_not_in_(link);
}

/* Level 2. */

static enum lish_reason ilist_in_(const struct ilist *list, const struct lish_link_ *link)
{
	return !lish_ring_is_zero_(&list->head) && lish_ring_has_(&list->head, link) ?
		       LISH_OK : LISH_FOREIGN;
}

/*
 * Is the ring of a link broken? That is reported, with the first link whose next is wrong. Of a
 * head without next the other questions say why.
 */
static bool ilist_unsound_as_(const char *name, const struct lish_link_ *link,
			      const void *caller)
{
	const struct lish_link_ *broken = link->next ? lish_ring_broken_(link) : NULL;

	return lish_refused_as(name, NULL, broken, broken ? LISH_BROKEN_LINKS : LISH_OK,
			       caller);
}
#define ilist_unsound_(link) \
	(LISH_CHECK >= 2 && ilist_unsound_as_(LISH_FUNC_, link, LISH_CALLER_()))

/* Is it no element of the list, whose ring is whole? That is reported. */
static bool ilist_foreign_as_(const char *name, const struct ilist *list,
			      const struct lish_link_ *link, const void *caller)
{
	return ilist_unsound_as_(name, &list->head, caller) ||
	       lish_refused_as(name, list, link, ilist_in_(list, link), caller);
}
#define ilist_foreign_(list, link) \
	(LISH_CHECK >= 2 && ilist_foreign_as_(LISH_FUNC_, list, link, LISH_CALLER_()))

/* Changes. */

LISH_INLINE void ilist_unlink_(struct lish_link_ *link)
{
	lish_ring_unlink_(link, link);
	lish_ring_zero_(link);
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

/* The first element of a zero list; or a report. */
static ILIST_COLD_ void ilist_add_first_(struct lish_link_ *head, struct lish_link_ *link,
				       const char *name, const void *caller)
{
	enum lish_reason reason = ilist_why_not_free_(link);

	if (LISH_CHECK >= 1 && reason == LISH_OK && !lish_ring_is_zero_(head))
		reason = lish_ring_fault_(head);
	if (!lish_refused_as(name, head, link, reason, LISH_HANDED_(caller)))
		lish_ring_link_(link, head, head);
}

/* The same where a trap is all: the head of a zero list, to link beside; or NULL. */
LISH_INLINE struct lish_link_ *ilist_zero_or_trap_(struct lish_link_ *head,
						   const struct lish_link_ *link,
						   const struct lish_link_ *end)
{
	if (LISH_CHECK < 1 ||
	    (ilist_is_free_(link) && (ILIST_LEAN_ ? !end : lish_ring_is_zero_(head))))
		return head;
	lish_trap_();
	return NULL;
}

LISH_HOT_ void ilist_add(struct ilist *list, struct ilist_node *node)
{
	struct lish_link_ *head = &list->head, *link = ilist_link_of_(node);
	struct lish_link_ *next = head->next;

	if (lish_unlikely(!ilist_is_free_(link) || !ilist_opens_(head, false))) {
		if (!ILIST_TRAPS_) {
			ilist_add_first_(head, link, LISH_FUNC_, LISH_HAND_ON_());
			return;
		}
		next = ilist_zero_or_trap_(head, link, next);
		if (!next)
			return;
	}
	if (!ilist_unsound_(head))
		lish_ring_link_(link, head, next);
}

LISH_HOT_ void ilist_add_tail(struct ilist *list, struct ilist_node *node)
{
	struct lish_link_ *head = &list->head, *link = ilist_link_of_(node);
	struct lish_link_ *prev = head->prev;

	if (lish_unlikely(!ilist_is_free_(link) || !ilist_opens_(head, true))) {
		if (!ILIST_TRAPS_) {
			ilist_add_first_(head, link, LISH_FUNC_, LISH_HAND_ON_());
			return;
		}
		prev = ilist_zero_or_trap_(head, link, prev);
		if (!prev)
			return;
	}
	if (!ilist_unsound_(head))
		lish_ring_link_(link, prev, head);
}

/* Why not beside pos; or, if pos is in a list, why not link? */
static ILIST_COLD_ void ilist_refuse_beside_(const struct lish_link_ *pos,
					   const struct lish_link_ *link,
					   const char *name, const void *caller)
{
	enum lish_reason reason = ilist_why_not_in_(pos);

	if (reason == LISH_BROKEN_LINKS) {
		pos = link;
		reason = ilist_why_not_free_(link);
		if (reason == LISH_OK)
			reason = LISH_BROKEN_LINKS;
	}
	lish_refuse_(NULL, pos, name, reason, LISH_HANDED_(caller));
}

LISH_HOT_ void ilist_add_before(struct ilist_node *pos, struct ilist_node *node)
{
	struct lish_link_ *next = ilist_link_of_(pos), *link = ilist_link_of_(node);

	if (lish_unlikely(!ilist_is_free_(link) || (LISH_CHECK >= 1 && lish_is_null(next)) ||
			  (LISH_CHECK >= 1 && (!next->prev || next->prev->next != next))))
		ilist_refuse_beside_(next, link, LISH_FUNC_, LISH_HAND_ON_());
	else if (!ilist_unsound_(next))
		lish_ring_link_(link, next->prev, next);
}

LISH_HOT_ void ilist_add_after(struct ilist_node *pos, struct ilist_node *node)
{
	struct lish_link_ *prev = ilist_link_of_(pos), *link = ilist_link_of_(node);

	if (lish_unlikely(!ilist_is_free_(link) || (LISH_CHECK >= 1 && lish_is_null(prev)) ||
			  (LISH_CHECK >= 1 && (!prev->next || prev->next->prev != prev))))
		ilist_refuse_beside_(prev, link, LISH_FUNC_, LISH_HAND_ON_());
	else if (!ilist_unsound_(prev))
		lish_ring_link_(link, prev, prev->next);
}

static ILIST_COLD_ bool ilist_refuse_node_(const struct lish_link_ *link, const char *name,
					 const void *caller)
{
	lish_refuse_(NULL, link, name, ilist_why_not_in_(link), LISH_HANDED_(caller));
	return false;
}

LISH_HOT_ void ilist_del(struct ilist_node *node)
{
	struct lish_link_ *link = ilist_link_of_(node);

	if (lish_unlikely(!ilist_is_known_(link)))
		(void)ilist_refuse_node_(link, LISH_FUNC_, LISH_HAND_ON_());
	else if (!ilist_unsound_(link))
		ilist_unlink_(link);
}

LISH_HOT_ bool ilist_leave(struct ilist_node *node)
{
	struct lish_link_ *link = ilist_link_of_(node);

	if (lish_likely(LISH_CHECK < 1 || !lish_is_null(link)) && !link->next)
		return false;
	if (lish_unlikely(!ilist_is_known_(link)))
		return ilist_refuse_node_(link, LISH_FUNC_, LISH_HAND_ON_());
	if (ilist_unsound_(link))
		return false;
	ilist_unlink_(link);
	return true;
}

/* To a zero list; or a report. */
static ILIST_COLD_ void ilist_move_first_(struct lish_link_ *head, struct lish_link_ *link,
					const char *name, const void *caller)
{
	enum lish_reason reason = LISH_CHECK < 1 ? LISH_OK : ilist_why_not_whole_(head);

	if (lish_refused_as(name, head, NULL, reason, LISH_HANDED_(caller)))
		return;
	lish_ring_unlink_(link, link);
	lish_ring_link_(link, head, head);
}

LISH_HOT_ void ilist_move(struct ilist *list, struct ilist_node *node)
{
	struct lish_link_ *head = &list->head, *link = ilist_link_of_(node);

	if (lish_unlikely(!ilist_is_known_(link))) {
		(void)ilist_refuse_node_(link, LISH_FUNC_, LISH_HAND_ON_());
	} else if (!ilist_unsound_(link) && !ilist_unsound_(head)) {
		if (lish_unlikely(!ilist_opens_(head, false))) {
			ilist_move_first_(head, link, LISH_FUNC_, LISH_HAND_ON_());
			return;
		}
		lish_ring_unlink_(link, link);
		lish_ring_link_(link, head, head->next);
	}
}

LISH_HOT_ void ilist_move_tail(struct ilist *list, struct ilist_node *node)
{
	struct lish_link_ *head = &list->head, *link = ilist_link_of_(node);

	if (lish_unlikely(!ilist_is_known_(link))) {
		(void)ilist_refuse_node_(link, LISH_FUNC_, LISH_HAND_ON_());
	} else if (!ilist_unsound_(link) && !ilist_unsound_(head)) {
		if (lish_unlikely(!ilist_opens_(head, true))) {
			ilist_move_first_(head, link, LISH_FUNC_, LISH_HAND_ON_());
			return;
		}
		lish_ring_unlink_(link, link);
		lish_ring_link_(link, head->prev, head);
	}
}

static inline enum lish_reason ilist_may_splice_(const struct ilist *list,
						 const struct ilist *from, bool tail,
						 const struct ilist **refused)
{
	enum lish_reason reason = ilist_may_change_(from);

	*refused = from;
	if (reason != LISH_OK)
		return reason;
	*refused = list;
	return ilist_may_open_(list, tail);
}

static void ilist_take_over_(struct ilist *list, struct ilist *from, bool tail)
{
	struct lish_link_ *head = &list->head, *end = &from->head;

	if (list == from || !end->next || end->next == end)
		return;
	if (!head->next)
		lish_ring_init_(head);
	lish_ring_splice_(end, tail ? head->prev : head);
}

void ilist_splice(struct ilist *list, struct ilist *from)
{
	const struct ilist *refused;
	enum lish_reason reason = ilist_may_splice_(list, from, false, &refused);

	if (!lish_refused(refused, NULL, reason) && !ilist_unsound_(&from->head) &&
	    !ilist_unsound_(&list->head))
		ilist_take_over_(list, from, false);
}

void ilist_splice_tail(struct ilist *list, struct ilist *from)
{
	const struct ilist *refused;
	enum lish_reason reason = ilist_may_splice_(list, from, true, &refused);

	if (!lish_refused(refused, NULL, reason) && !ilist_unsound_(&from->head) &&
	    !ilist_unsound_(&list->head))
		ilist_take_over_(list, from, true);
}

/* A run without heads goes to the end of a list that may be zero. */
static void ilist_move_run_(struct ilist *list, struct lish_link_ *first,
			    struct lish_link_ *last)
{
	if (!list->head.next)
		lish_ring_init_(&list->head);
	lish_ring_move_run_(first, last, &list->head);
}

/* Has the list a first element, which link may be? Only level 2 knows. */
static enum lish_reason ilist_may_cut_(const struct ilist *from)
{
	if (LISH_CHECK < 1 || ilist_is_joined_(&from->head, from->head.next))
		return LISH_OK;
	return lish_ring_is_zero_(&from->head) ? LISH_FOREIGN :
						 ilist_why_not_whole_(&from->head);
}

void ilist_cut_after(struct ilist *list, struct ilist *from, struct ilist_node *node)
{
	struct lish_link_ *link = ilist_link_of_(node);

	if (lish_refused(NULL, node, ilist_may_leave_(link)) ||
	    lish_refused(from, node, ilist_may_cut_(from)) || ilist_foreign_(from, link) ||
	    lish_refused(list, NULL, ilist_may_open_(list, true)) ||
	    ilist_unsound_(&list->head))
		return;
	ilist_move_run_(list, from->head.next, link);
}

/* Level 2: does the run end, without the head of the list that gets it? */
static enum lish_reason ilist_may_move_run_(const struct ilist *list,
					    const struct lish_link_ *first,
					    const struct lish_link_ *last)
{
	const struct lish_link_ *link = first;

	if (LISH_CHECK < 2)
		return LISH_OK;
	while (link != last) {
		link = link->next;
		if (link == first || link == &list->head)
			return LISH_BAD_RANGE;
	}
	return LISH_OK;
}

void ilist_bulk_move_tail(struct ilist *list, struct ilist_node *first,
			  struct ilist_node *last)
{
	struct lish_link_ *begin = ilist_link_of_(first), *end = ilist_link_of_(last);

	if (lish_refused(NULL, first, ilist_may_leave_(begin)) ||
	    lish_refused(NULL, last, ilist_may_leave_(end)) || ilist_unsound_(begin) ||
	    lish_refused(list, last, ilist_may_move_run_(list, begin, end)) ||
	    lish_refused(list, NULL, ilist_may_open_(list, true)) ||
	    ilist_unsound_(&list->head))
		return;
	ilist_move_run_(list, begin, end);
}

static enum lish_reason ilist_may_have_moved_(const struct lish_link_ *link)
{
	if (lish_is_null(link))
		return LISH_NULL;
	return !link->next || lish_ring_moved_from_(link) ? LISH_OK : LISH_BROKEN_LINKS;
}

void ilist_node_moved(struct ilist_node *node)
{
	struct lish_link_ *link = ilist_link_of_(node);

	if (!lish_refused(NULL, node, ilist_may_have_moved_(link)) && link->next)
		lish_ring_move_in_(link);
}

void ilist_clear(struct ilist *list)
{
	struct lish_link_ *head = &list->head, *link, *next;

	if (lish_refused(list, NULL, ilist_may_walk_(list)) || lish_ring_is_zero_(head))
		return;
	for (link = head->next; link && link != head; link = next) {
		next = lish_ring_after_(link);
		lish_ring_zero_(link);
	}
	lish_ring_init_(head);
	(void)lish_refused(list, NULL, link ? LISH_OK : LISH_BROKEN_LINKS);
}

static enum lish_reason ilist_may_end_(const struct ilist *list)
{
	const enum lish_reason reason = ilist_may_change_(list);

	if (LISH_CHECK < 1 || reason != LISH_OK)
		return reason;
	return ilist_empty(list) ? LISH_OK : LISH_NOT_EMPTY;
}

void ilist_destroy(struct ilist *list)
{
	if (lish_refused(list, NULL, ilist_may_end_(list)))
		return;
	lish_ring_destroy_(&list->head);
}

uint32_t ilist_count(const struct ilist *list)
{
	const struct lish_link_ *link = list->head.next;
	uint32_t count = 0;

	if (lish_refused_here(list, NULL, ilist_may_walk_(list)) || !link)
		return 0;
	for (; link && link != &list->head; link = lish_ring_after_(link))
		count++;
	return lish_refused_here(list, NULL, link ? LISH_OK : LISH_BROKEN_LINKS) ? 0 : count;
}

bool ilist_contains(const struct ilist *list, const struct ilist_node *node)
{
	return !lish_refused_here(list, node, lish_is_null(node) ? LISH_NULL : LISH_OK) &&
	       !lish_refused_here(list, NULL, ilist_may_walk_(list)) && node->link.next &&
	       list->head.next && lish_ring_has_(&list->head, &node->link);
}

enum lish_reason ilist_check(const struct ilist *list, const struct ilist_node **fault)
{
	const struct lish_link_ *head = &list->head, *broken = NULL;
	enum lish_reason reason = ilist_why_not_whole_(head);

	if (reason == LISH_BROKEN_LINKS) {
		broken = head->prev ? lish_ring_broken_(head) : head;
		reason = broken ? LISH_BROKEN_LINKS : LISH_OK;
	}
	if (fault)
		*fault = broken && broken != head ? ilist_node_of_(broken) : NULL;
	return reason;
}

/*
 * The link to add after. NULL if the links that lead there do not agree: the search looks at
 * each before it calls cmp, so cmp gets no head, and the search ends.
 */
static struct lish_link_ *ilist_place_of_(struct lish_link_ *head, const struct ilist_node *node,
					  int (*cmp)(void *ctx, const struct ilist_node *a,
						     const struct ilist_node *b),
					  void *ctx)
{
	struct lish_link_ *next = head, *prev;

	for (;; next = prev) {
		prev = next->prev;
		if (LISH_CHECK >= 1 && lish_unlikely(!prev || prev->next != next))
			return NULL;
		if (prev == head || cmp(ctx, ilist_node_of_(prev), node) <= 0)
			return prev;
	}
}

void ilist_add_sorted(struct ilist *list, struct ilist_node *node,
		      int (*cmp)(void *ctx, const struct ilist_node *a,
				 const struct ilist_node *b),
		      void *ctx)
{
	struct lish_link_ *head = &list->head, *link = ilist_link_of_(node), *prev;

	if (lish_refused(list, node, ilist_why_not_free_(link)) ||
	    lish_refused(list, NULL, ilist_may_open_(list, true)) || ilist_unsound_(head))
		return;
	prev = head->prev ? ilist_place_of_(head, node, cmp, ctx) : head;
	if (lish_refused(list, NULL, prev ? LISH_OK : LISH_BROKEN_LINKS))
		return;
	lish_ring_link_(link, prev, prev->next ? prev->next : head);
}

/* For inline code. */

#if !ILIST_LEAN_
void ilist_zero_or_not_(enum ilist_call_ call, const struct ilist *list)
{
	(void)lish_refused_as(ilist_name_(call), list, NULL,
			      LISH_CHECK < 1 ? LISH_OK : ilist_why_not_whole_(&list->head),
			      LISH_CALLER_());
}

#endif

static enum lish_reason ilist_may_look_beside_(const struct ilist *list,
					       const struct lish_link_ *link,
					       const struct lish_link_ *beside)
{
	enum lish_reason reason = ilist_why_not_in_(link);

	if (reason != LISH_BROKEN_LINKS)
		return reason;
	if (list->head.next && beside)
		return LISH_OK;
	reason = ilist_why_not_whole_(&list->head);
	return reason == LISH_OK ? LISH_FOREIGN : reason;
}

struct ilist_node *ilist_beside_(enum ilist_call_ call, const struct ilist *list,
				 const struct ilist_node *node)
{
	const bool back = call == ILIST_PREV_ || call == ILIST_PREV_CIRCULAR_;
	const struct lish_link_ *head = &list->head, *link = ilist_link_of_(node), *beside = NULL;

	if (!lish_is_null(link))
		beside = back ? link->prev : link->next;
	if (LISH_CHECK >= 1 &&
	    (lish_refused_as(ilist_name_(call), list, node,
			     ilist_may_look_beside_(list, link, beside), LISH_CALLER_()) ||
	     (LISH_CHECK >= 2 &&
	      ilist_foreign_as_(ilist_name_(call), list, link, LISH_CALLER_()))))
		return NULL;
	if (beside == head && (call == ILIST_NEXT_CIRCULAR_ || call == ILIST_PREV_CIRCULAR_))
		beside = back ? head->prev : head->next;
	return beside == head ? NULL : ilist_node_of_(beside);
}

/* Of a list that is not whole at an end, or behind its last element there; or is zero. */
static ILIST_COLD_ void *ilist_refuse_pop_(const struct lish_link_ *head, const char *name,
					 const void *caller)
{
	if (LISH_CHECK >= 1)
		(void)lish_refused_as(name, head, NULL, ilist_why_not_whole_(head),
				      LISH_HANDED_(caller));
	return NULL;
}

static LISH_FORCED_INLINE_ void *ilist_take_(struct lish_link_ *head, bool tail, size_t offset,
					     const char *name, const void *caller)
{
	struct lish_link_ *link = tail ? head->prev : head->next;

	if (lish_unlikely(!ilist_opens_(head, tail)))
		return ilist_refuse_pop_(head, name, caller);
	if (link == head)
		return NULL;
	if (lish_unlikely(!ilist_is_joined_(tail ? link->prev : link, tail ? link : link->next)))
		return ilist_refuse_pop_(head, name, caller);
	if (LISH_CHECK >= 2 && ilist_unsound_as_(name, head, LISH_CALLER_()))
		return NULL;
	ilist_unlink_(link);
	return ilist_object_(link, offset);
}

LISH_HOT_ void *(ilist_pop_entry)(struct ilist *list, size_t offset)
{
	return ilist_take_(&list->head, false, offset, LISH_FUNC_, LISH_HAND_ON_());
}

LISH_HOT_ void *(ilist_pop_tail_entry)(struct ilist *list, size_t offset)
{
	return ilist_take_(&list->head, true, offset, LISH_FUNC_, LISH_HAND_ON_());
}

/* Loops. */

void *(ilist_drain_entry)(struct ilist *list, size_t offset)
{
	return ilist_take_(&list->head, false, offset, LISH_FUNC_, LISH_HAND_ON_());
}

static enum lish_reason ilist_may_begin_(const struct ilist *list, const struct lish_link_ *link)
{
	const enum lish_reason reason = ilist_why_not_in_(link);

	if (reason != LISH_BROKEN_LINKS ||
	    (list->head.next && link->prev && link->prev->next == link))
		return reason == LISH_BROKEN_LINKS ? LISH_OK : reason;
	return lish_ring_is_zero_(&list->head) ? LISH_FOREIGN : lish_ring_fault_(&list->head);
}

/* The place before the link of entry: the first step leads to it. */
struct ilist_place_ ilist_open_from_(const struct ilist *list, const void *entry, size_t offset)
{
	const struct lish_link_ *link = NULL;
	const char *name = ilist_loop_name_(ILIST_FROM_);
	struct ilist_place_ place;

	if (entry)
		link = (const struct lish_link_ *)((uintptr_t)entry + offset);
	place.head = &list->head;
	place.at = NULL;
	place.ahead = NULL;
	if (link && !(LISH_CHECK >= 1 &&
		      lish_refused_as(name, list, link, ilist_may_begin_(list, link),
				      LISH_CALLER_())) &&
	    !(LISH_CHECK >= 2 && ilist_foreign_as_(name, list, link, LISH_CALLER_())))
		place.at = link->prev, place.ahead = link;
	place.behind = place.at;
	return place;
}

/* Why can a loop not go on from at to next? An element that moved is known by its neighbours. */
static enum lish_reason ilist_why_no_way_(const struct lish_link_ *head,
					  const struct lish_link_ *at)
{
	const struct lish_link_ *moved;

	if (at == head)
		return !head->next || !head->prev ? ilist_why_not_whole_(head) : LISH_BROKEN_LINKS;
	moved = lish_ring_moved_from_(at);
	return moved && moved != at ? LISH_LOST_PLACE : LISH_BROKEN_LINKS;
}

static struct lish_link_ *ilist_way_as_(enum ilist_call_ loop, const struct lish_link_ *head,
					const struct lish_link_ *at,
					const struct lish_link_ *behind, const void *caller)
{
	const bool reverse = loop == ILIST_REVERSE_;
	struct lish_link_ *next = reverse ? at->prev : at->next;
	enum lish_reason reason = LISH_OK;

	if (at != head && (reverse ? at->next : at->prev) != behind &&
	    !lish_ring_has_(head, at))
		reason = LISH_LOST_PLACE;
	else if (!next || (reverse ? next->next : next->prev) != at)
		reason = ilist_why_no_way_(head, at);
	else
		return next;
	(void)lish_refused_as(ilist_loop_name_(loop), head, at == head ? NULL : at, reason,
			      caller);
	return NULL;
}

#if !ILIST_LEAN_
LISH_NOINLINE struct lish_link_ *ilist_way_(enum ilist_call_ loop, const struct lish_link_ *head,
			      const struct lish_link_ *at, const struct lish_link_ *behind)
{
	return ilist_way_as_(loop, head, at, behind, LISH_CALLER_());
}
#endif

/*
 * Steps of files that are not optimised. Where a step has something to ask, a cold function
 * does, so that the others are leaves.
 */

/* May the loop go to next without a look? loop is a constant. */
LISH_INLINE bool ilist_is_clear_(enum ilist_call_ loop, const struct ilist_place_ *place,
				 const struct lish_link_ *next)
{
	return !ilist_turned_(place, next) &&
	       ((loop != ILIST_SAFE_ && next == place->head) ||
		ilist_agrees_(place->at, next, loop == ILIST_REVERSE_));
}

static LISH_COLD void *ilist_step_cold_(enum ilist_call_ loop, struct ilist_place_ *place,
					size_t offset, const void *caller)
{
	struct lish_link_ *const at = place->at;
	struct lish_link_ *const next = ilist_way_as_(loop, place->head, at, place->behind,
						      LISH_HANDED_(caller));

	if (!next || (loop != ILIST_SAFE_ && next == place->head))
		return NULL;
	place->behind = at;
	place->at = next;
	place->ahead = loop == ILIST_REVERSE_ ? next->prev : next->next;
	return (char *)(loop == ILIST_SAFE_ ? at : next) - offset;
}

void *ilist_step_(enum ilist_call_ loop, struct ilist_place_ *place, size_t offset)
{
	if (lish_likely(ilist_is_clear_(ILIST_EACH_, place, place->at->next)))
		return ilist_step_inline_(loop, place, false, offset);
	return ilist_step_cold_(loop, place, offset, LISH_HAND_ON_());
}

void *ilist_step_reverse_(struct ilist_place_ *place, size_t offset)
{
	if (lish_likely(ilist_is_clear_(ILIST_REVERSE_, place, place->at->prev)))
		return ilist_step_inline_(ILIST_REVERSE_, place, true, offset);
	return ilist_step_cold_(ILIST_REVERSE_, place, offset, LISH_HAND_ON_());
}

void *ilist_step_safe_(struct ilist_place_ *place, size_t offset)
{
	if (lish_likely(place->at == place->head ||
			ilist_is_clear_(ILIST_SAFE_, place, place->at->next)))
		return ilist_step_safe_inline_(place, offset);
	return ilist_step_cold_(ILIST_SAFE_, place, offset, LISH_HAND_ON_());
}
