// SPDX-License-Identifier: MIT
/*
 * walklist.c - a list that may be changed while it is being walked
 *
 * The ring, its changes and its loops are those of core/walk.c, which listpool shares. Here each
 * node also names its list. So an element can leave a list that the caller does not know, a loop
 * notices an element of another list, and splice must write every node.
 *
 * A zero list is empty. Its head has no links; the first add makes it whole. Of a destroyed
 * list only the prev of the head is set, to a place that is no link.
 *
 * Invariant: the nodes of the ring, and walks.count of them, name the list. A list that was
 * forgotten keeps the second half only: nodes outside the ring may name it.
 *
 * Level 1 looks at the node, the head and the neighbours that a call writes. Level 2 looks at the
 * whole list too, in walklist_refused_().
 */
#define LISH_LIB_
#include <linux-ish/walklist.h>

#include "ground/refused.h"
#include "core/ring.h"
#include "core/walk.h"

/* A node begins with its link. */
static struct walklist_node *walklist_node_of_(const struct lish_link_ *link)
{
	return (struct walklist_node *)(uintptr_t)link;
}

/* NULL of the head, and of the missing links of a zero list. */
static struct walklist_node *walklist_element_(const struct walklist *list,
					       const struct lish_link_ *link)
{
	return link == &list->walks.head ? NULL : walklist_node_of_(link);
}

static void *walklist_object_of_(struct walklist_node *node, size_t offset)
{
	return node ? (char *)node - offset : NULL;
}

/* Questions. Calls that are rare ask them at every level, others from level 1 on. */

/* May its head be followed? A zero list may: it is empty. */
LISH_PART_ enum lish_reason walklist_may_ask_(const struct walklist *list)
{
	return lish_likely(list->walks.head.next != NULL) ?
		       LISH_OK : lish_ring_may_be_zero_(&list->walks.head);
}

LISH_PART_ enum lish_reason walklist_may_add_(const struct walklist_node *node)
{
	if (lish_is_null(node))
		return LISH_NULL;
	return node->list ? LISH_ALREADY_IN : LISH_OK;
}

LISH_PART_ enum lish_reason walklist_may_add_end_(const struct walklist *list,
						  const struct walklist_node *node, bool tail)
{
	const enum lish_reason reason = walklist_may_add_(node);

	return reason == LISH_OK ? lish_ring_may_link_(&list->walks.head, tail) : reason;
}

/*
 * The link beyond pos, which is written too, must lead back: that of an element which was freed
 * and zeroed in the list does not.
 */
LISH_PART_ enum lish_reason walklist_may_add_beside_(const struct walklist_node *pos,
						     const struct walklist_node *node, bool before)
{
	const enum lish_reason reason = walklist_may_add_(node);

	return reason == LISH_OK && !lish_ring_leads_back_(&pos->link, before) ?
		       LISH_BROKEN_LINKS : reason;
}

/* count: the nodes of a forgotten list still name it. */
LISH_PART_ enum lish_reason walklist_may_name_(const struct walklist *list,
					       const struct walklist_node *node)
{
	if (lish_is_null(node))
		return LISH_NULL;
	if (node->list != list)
		return node->list ? LISH_FOREIGN : LISH_NOT_IN;
	return list->walks.count ? LISH_OK : LISH_NOT_IN;
}

/* Both neighbours, which the call writes, must lead back to the node. */
LISH_PART_ enum lish_reason walklist_may_leave_(const struct walklist *list,
						const struct walklist_node *node)
{
	const enum lish_reason reason = walklist_may_name_(list, node);

	return reason == LISH_OK && !lish_ring_is_known_(&node->link) ?
		       LISH_BROKEN_LINKS : reason;
}

LISH_PART_ enum lish_reason walklist_may_move_(const struct walklist *list,
					       const struct walklist_node *node, bool tail)
{
	enum lish_reason reason;

	if (lish_is_null(node))
		return LISH_NULL;
	reason = node->list ? walklist_may_leave_(node->list, node) : LISH_NOT_IN;
	return reason == LISH_OK ? lish_ring_may_link_(&list->walks.head, tail) : reason;
}

/* May all its elements go? Each link is followed. */
static enum lish_reason walklist_may_give_(const struct walklist *from)
{
	const struct lish_link_ *head = &from->walks.head;

	if (!lish_ring_broken_(head))
		return LISH_OK;
	return from->walks.count ? LISH_BROKEN_LINKS : lish_ring_may_be_zero_(head);
}

/* May elements go to this end? */
static enum lish_reason walklist_may_get_(const struct walklist *list, bool tail)
{
	const enum lish_reason reason = walklist_may_ask_(list);

	return reason == LISH_OK ? lish_ring_may_link_(&list->walks.head, tail) : reason;
}

static enum lish_reason walklist_may_have_moved_(const struct walklist_node *node)
{
	if (lish_is_null(node))
		return LISH_NULL;
	if (!node->list)
		return LISH_OK;
	if (!node->list->walks.count)
		return LISH_NOT_IN;
	return lish_ring_moved_from_(&node->link) ? LISH_OK : LISH_BROKEN_LINKS;
}

static enum lish_reason walklist_may_end_(const struct walklist *list)
{
	const enum lish_reason reason = walklist_may_ask_(list);

	return reason == LISH_OK && list->walks.count ? LISH_NOT_EMPTY : reason;
}

/* Of the whole list. */
static enum lish_reason walklist_examine_(const struct walklist *list,
					  const struct lish_area_ *area,
					  const struct walklist_node **fault)
{
	const struct lish_link_ *head = &list->walks.head;
	const struct lish_link_ *link = lish_ring_broken_in_(head, area);
	enum lish_reason reason = link ? lish_ring_may_be_zero_(head) : LISH_OK;
	uint32_t count = 0;

	if (!lish_loops_rest_(&list->walks.loops, area))
		return LISH_STALE_LOOP;
	if (!link) {
		for (link = head->next; link != head; link = link->next, count++) {
			if (!LISH_AREA_HAS_(area, link, 1, struct walklist_node) ||
			    walklist_node_of_(link)->list != list) {
				reason = LISH_FOREIGN;
				break;
			}
		}
	}
	*fault = walklist_element_(list, link);
	return reason == LISH_OK && count != list->walks.count ? LISH_BAD_COUNT : reason;
}

LISH_CHECKS_(walklist, walklist_node, (void)0)
LISH_DAMAGED_(walklist, walklist_node)

/* From level 1 on. */
#define walklist_refused_(list, node, reason) \
	(LISH_CHECK >= 1 &&                   \
	 (lish_refused(list, node, reason) || lish_damaged(walklist, list)))
/* Calls that only look, and a second question of a call. */
#define walklist_refused_look_(list, node, reason) \
	(LISH_CHECK >= 1 && lish_refused(list, node, reason))

/* Changes. */

LISH_PART_ void walklist_link_(struct walklist *list, struct walklist_node *node,
			       struct lish_link_ *base, bool before)
{
	node->list = list;
	lish_walk_link_(&list->walks, &node->link, base, before, false);
}

/* The first element makes the head of a zero list whole. */
LISH_PART_ void walklist_link_end_(struct walklist *list, struct walklist_node *node, bool tail)
{
	struct lish_link_ *head = &list->walks.head;

	if (lish_unlikely(!(tail ? head->prev : head->next)))
		lish_ring_init_(head);
	walklist_link_(list, node, head, tail);
}

LISH_PART_ void walklist_zero_(struct walklist_node *node)
{
	lish_ring_zero_(&node->link);
	node->hint = 0;
	node->list = NULL;
	lish_renew(*node);
}

/*
 * Tell the running loops of a change of one element; the last act of a call, and its report if a
 * loop was left without being closed.
 */

/* before: it was linked before its next one, else after its previous one. */
LISH_SLOW_ void walklist_tell_added_(struct walklist_node *node, bool before,
				     struct lish_call_ call)
{
	struct walklist *const list = node->list;

	(void)lish_refused_by(call, list, NULL,
			      lish_walk_added_(&list->walks, &node->link, &node->link, before,
					       false));
}

/* It was unlinked. Zeroes it. */
LISH_SLOW_ bool walklist_tell_gone_(struct walklist_node *node, struct lish_call_ call)
{
	struct walklist *const list = node->list;
	const enum lish_reason reason = lish_walk_gone_(&list->walks, &node->link);

	walklist_zero_(node);
	(void)lish_refused_by(call, list, NULL, reason);
	return true;
}

#define walklist_added_(list, node, before)                                        \
	(lish_walk_is_looped_(&(list)->walks) ?                                    \
		 walklist_tell_added_(node, before, LISH_CALL_()) : \
		 (void)0)

/* Returns true. */
LISH_PART_ bool walklist_unlink_(struct walklist *list, struct walklist_node *node,
				 struct lish_call_ call)
{
	lish_walk_unlink_(&list->walks, &node->link);
	if (lish_walk_is_looped_(&list->walks))
		return walklist_tell_gone_(node, call);
	walklist_zero_(node);
	return true;
}

/* To another list, or past running loops. */
static LISH_COLD void walklist_move_over_(struct walklist *list, struct walklist_node *node,
					  bool tail, struct lish_call_ call)
{
	struct walklist *const from = node->list;
	enum lish_reason left = LISH_OK, came = LISH_OK;

	lish_walk_unlink_(&from->walks, &node->link);
	if (lish_walk_is_looped_(&from->walks))
		left = lish_walk_gone_(&from->walks, &node->link);
	walklist_link_end_(list, node, tail);
	if (lish_walk_is_looped_(&list->walks))
		came = lish_walk_added_(&list->walks, &node->link, &node->link, tail, false);
	(void)lish_refused_by(call, left != LISH_OK ? from : list, NULL,
			      left != LISH_OK ? left : came);
}

LISH_PART_ void walklist_move_end_(struct walklist *list, struct walklist_node *node, bool tail,
				   struct lish_call_ call)
{
	if (node->list == list && !lish_walk_is_looped_(&list->walks))
		lish_walk_move_(&list->walks, &node->link, &list->walks.head, tail);
	else
		walklist_move_over_(list, node, tail, call);
}

static enum lish_reason walklist_take_over_(struct walklist *list, struct walklist *from, bool tail)
{
	struct lish_link_ *head = &list->walks.head, *end = &from->walks.head;
	struct lish_link_ *first = end->next, *last = end->prev, *link;
	const uint32_t moved = from->walks.count;
	enum lish_reason left, came = LISH_OK;

	if (list == from || !moved)
		return LISH_OK;
	for (link = first; link != end; link = link->next) {
		struct walklist_node *node = walklist_node_of_(link);

		node->list = list;
		/* A stamp means nothing to the loops of another list. */
		if (node->hint & 1)
			node->hint = 0;
	}
	left = lish_walk_forget_(&from->walks);
	if (!head->next)
		lish_ring_init_(head);
	list->walks.count += moved;
	list->walks.stale += 2 * moved;
	lish_ring_link_run_(first, last, tail ? head->prev : head);
	if (lish_walk_is_looped_(&list->walks))
		came = lish_walk_added_(&list->walks, first, last, tail, false);
	return left != LISH_OK ? left : came;
}

/* Operations. */

void walklist_init(struct walklist *list)
{
	lish_walks_init_(&list->walks);
}

void walklist_node_init(struct walklist_node *node)
{
	if (!lish_refused(NULL, node, lish_may_use_(node)))
		walklist_zero_(node);
}

void walklist_forget(struct walklist *list)
{
	if (!lish_refused(list, NULL, walklist_may_ask_(list)) && list->walks.head.next &&
	    !lish_refused(list, NULL, lish_walk_may_change_(&list->walks)))
		lish_refused(list, NULL, lish_walk_forget_(&list->walks));
}

LISH_HOT_ void walklist_add(struct walklist *list, struct walklist_node *node)
{
	if (walklist_refused_(list, node, walklist_may_add_end_(list, node, false)))
		return;
	walklist_link_end_(list, node, false);
	walklist_added_(list, node, false);
}

LISH_HOT_ void walklist_add_tail(struct walklist *list, struct walklist_node *node)
{
	if (walklist_refused_(list, node, walklist_may_add_end_(list, node, true)))
		return;
	walklist_link_end_(list, node, true);
	walklist_added_(list, node, true);
}

void walklist_add_before(struct walklist *list, struct walklist_node *pos,
			 struct walklist_node *node)
{
	if (walklist_refused_(list, pos, walklist_may_name_(list, pos)) ||
	    walklist_refused_look_(list, node, walklist_may_add_beside_(pos, node, true)))
		return;
	walklist_link_(list, node, &pos->link, true);
	walklist_added_(list, node, true);
}

void walklist_add_before_or_tail(struct walklist *list, struct walklist_node *pos,
				 struct walklist_node *node)
{
	const bool tail = lish_is_null(pos);

	if (tail ? walklist_refused_(list, node, walklist_may_add_end_(list, node, true)) :
		   walklist_refused_(list, pos, walklist_may_name_(list, pos)) ||
		   walklist_refused_look_(list, node, walklist_may_add_beside_(pos, node, true)))
		return;
	if (tail)
		walklist_link_end_(list, node, true);
	else
		walklist_link_(list, node, &pos->link, true);
	walklist_added_(list, node, true);
}

void walklist_add_after(struct walklist *list, struct walklist_node *pos,
			struct walklist_node *node)
{
	if (walklist_refused_(list, pos, walklist_may_name_(list, pos)) ||
	    walklist_refused_look_(list, node, walklist_may_add_beside_(pos, node, false)))
		return;
	walklist_link_(list, node, &pos->link, false);
	walklist_added_(list, node, false);
}

LISH_HOT_ void walklist_del(struct walklist *list, struct walklist_node *node)
{
	if (!walklist_refused_(list, node, walklist_may_leave_(list, node)))
		(void)walklist_unlink_(list, node, LISH_CALL_());
}

LISH_HOT_ bool walklist_leave(struct walklist_node *node)
{
	struct walklist *list;

	if (lish_refused(NULL, node, lish_may_use_(node)))
		return false;
	list = node->list;
	if (!list || walklist_refused_(list, node, walklist_may_leave_(list, node)))
		return false;
	return walklist_unlink_(list, node, LISH_CALL_());
}

LISH_HOT_ void walklist_move(struct walklist *list, struct walklist_node *node)
{
	if (!walklist_refused_(list, node, walklist_may_move_(list, node, false)) &&
	    !lish_damaged(walklist, node->list))
		walklist_move_end_(list, node, false, LISH_CALL_());
}

LISH_HOT_ void walklist_move_tail(struct walklist *list, struct walklist_node *node)
{
	if (!walklist_refused_(list, node, walklist_may_move_(list, node, true)) &&
	    !lish_damaged(walklist, node->list))
		walklist_move_end_(list, node, true, LISH_CALL_());
}

bool walklist_contains(const struct walklist *list, const struct walklist_node *node)
{
	return !lish_refused(list, node, lish_may_use_(node)) &&
	       !walklist_refused_look_(list, NULL, walklist_may_ask_(list)) && node->list == list;
}

void walklist_splice(struct walklist *list, struct walklist *from)
{
	if (!lish_refused(from, NULL, walklist_may_give_(from)) &&
	    !lish_refused(list, NULL, walklist_may_get_(list, false)))
		lish_refused(list, NULL, walklist_take_over_(list, from, false));
}

void walklist_splice_tail(struct walklist *list, struct walklist *from)
{
	if (!lish_refused(from, NULL, walklist_may_give_(from)) &&
	    !lish_refused(list, NULL, walklist_may_get_(list, true)))
		lish_refused(list, NULL, walklist_take_over_(list, from, true));
}

void walklist_node_moved(struct walklist_node *node)
{
	const struct lish_link_ *old;

	if (lish_refused(NULL, node, walklist_may_have_moved_(node)) || !node->list)
		return;
	old = lish_ring_moved_from_(&node->link);
	lish_ring_move_in_(&node->link);
	lish_refused(node->list, NULL, lish_walk_moved_(&node->list->walks, old, &node->link));
}

void walklist_clear(struct walklist *list)
{
	struct lish_link_ *head = &list->walks.head, *link, *next;

	if (lish_refused(list, NULL, walklist_may_ask_(list)) || !head->next ||
	    lish_refused(list, NULL, lish_walk_may_change_(&list->walks)))
		return;
	for (link = lish_ring_after_(head); link && link != head; link = next) {
		next = lish_ring_after_(link);
		if (walklist_node_of_(link)->list != list)
			break;
		walklist_zero_(walklist_node_of_(link));
	}
	(void)lish_refused(list, NULL, lish_walk_forget_(&list->walks));
	lish_refused(list, NULL, link == head ? LISH_OK : LISH_BROKEN_LINKS);
}

void walklist_destroy(struct walklist *list)
{
	enum lish_reason reason;

	if (lish_refused(list, NULL, walklist_may_end_(list)))
		return;
	reason = lish_walk_stop_(&list->walks);
	memset(list, 0, sizeof(*list));
	lish_ring_destroy_(&list->walks.head);
	lish_refused(list, NULL, reason);
}

void walklist_add_sorted(struct walklist *list, struct walklist_node *node,
			 int (*cmp)(void *ctx, const struct walklist_node *a,
				    const struct walklist_node *b),
			 void *ctx)
{
	struct lish_link_ *const head = &list->walks.head;
	struct lish_link_ *at = head, *prev = head->prev;
	uint32_t left = list->walks.count;

	if (walklist_refused_(list, node, walklist_may_add_end_(list, node, true)))
		return;
	if (!prev) {
		lish_ring_init_(head);
		prev = head;
	}
	for (;; at = prev, prev = at->prev) {
		/* Overwritten links lead nowhere, round for ever, or into another list. */
		if (LISH_CHECK >= 1 &&
		    lish_refused(list, NULL,
				 lish_walk_leads_(head, at, prev, true, false) &&
						 (prev == head || left--) ?
					 LISH_OK : LISH_BROKEN_LINKS))
			return;
		if (prev == head || cmp(ctx, walklist_node_of_(prev), node) <= 0)
			break;
	}
	walklist_link_(list, node, prev, false);
	walklist_added_(list, node, false);
}

/* Looking. */

struct walklist_node *walklist_first(const struct walklist *list)
{
	return walklist_refused_look_(list, NULL, walklist_may_ask_(list)) ?
		       NULL : walklist_element_(list, list->walks.head.next);
}

void *(walklist_first_entry)(const struct walklist *list, size_t offset)
{
	if (walklist_refused_look_(list, NULL, walklist_may_ask_(list)))
		return NULL;
	return walklist_object_of_(walklist_element_(list, list->walks.head.next), offset);
}

void *(walklist_last_entry)(const struct walklist *list, size_t offset)
{
	if (walklist_refused_look_(list, NULL, walklist_may_ask_(list)))
		return NULL;
	return walklist_object_of_(walklist_element_(list, list->walks.head.prev), offset);
}

void *(walklist_next_entry)(const struct walklist *list,
			    const struct walklist_node *node, size_t offset)
{
	if (walklist_refused_look_(list, node, walklist_may_name_(list, node)))
		return NULL;
	return walklist_object_of_(walklist_element_(list, node->link.next), offset);
}

void *(walklist_prev_entry)(const struct walklist *list,
			    const struct walklist_node *node, size_t offset)
{
	if (walklist_refused_look_(list, node, walklist_may_name_(list, node)))
		return NULL;
	return walklist_object_of_(walklist_element_(list, node->link.prev), offset);
}

LISH_HOT_ void *(walklist_pop_entry)(struct walklist *list, size_t offset)
{
	struct walklist_node *node = walklist_element_(list, list->walks.head.next);

	if (walklist_refused_look_(list, NULL, walklist_may_ask_(list)) || !node ||
	    walklist_refused_(list, node, walklist_may_leave_(list, node)))
		return NULL;
	(void)walklist_unlink_(list, node, LISH_CALL_());
	return (char *)node - offset;
}

LISH_HOT_ void *(walklist_pop_tail_entry)(struct walklist *list, size_t offset)
{
	struct walklist_node *node = walklist_element_(list, list->walks.head.prev);

	if (walklist_refused_look_(list, NULL, walklist_may_ask_(list)) || !node ||
	    walklist_refused_(list, node, walklist_may_leave_(list, node)))
		return NULL;
	(void)walklist_unlink_(list, node, LISH_CALL_());
	return (char *)node - offset;
}

/* Loops, named by enum lish_walk_kind_. */

#if !LISH_NAMES_
#define walklist_loop_name_(kind) NULL
#else
#define walklist_loop_name_(kind) walklist_loop_names_[kind]
static const char *const walklist_loop_names_[] = {
	"walklist_for_each_entry",	   "walklist_for_each_entry_reverse",
	"walklist_for_each_entry_from",	   "walklist_for_each_entry_present",
	"walklist_for_each_entry_const", "walklist_loop_next"
};
#endif

#define walklist_loop_call_(kind) LISH_CALL_AS_(walklist_loop_name_(kind))
#define walklist_loop_refused_(kind, list, node, reason)                        \
	lish_refused_as(walklist_loop_name_(kind), list, node, reason)

/* Of a registered loop. */
static struct walklist *walklist_looped_(const struct walklist_loop *loop)
{
	return (struct walklist *)(void *)lish_walks_of_(&loop->walk);
}

/* Beside other loops, leaving hints, or over nothing. */
LISH_SLOW_ struct lish_link_ *walklist_open_slowly_(struct walklist_loop *loop,
						    struct walklist *list,
						    enum lish_walk_kind_ kind,
						    struct lish_call_ call)
{
	struct lish_link_ *head = &list->walks.head;

	loop->walk.loop.owner = 0;
	if (head->next == head ||
	    lish_refused_by(call, list, NULL, walklist_may_ask_(list)) ||
	    !head->next)
		return NULL;
	(void)lish_refused_by(call, list, NULL,
			      lish_walk_open_(&list->walks, &loop->walk, head, kind));
	return head;
}

struct lish_link_ *walklist_loop_open_(struct walklist_loop *loop, struct walklist *list,
				       enum lish_walk_kind_ kind)
{
	struct lish_link_ *head = &list->walks.head;

	if (lish_likely(head->next != head && head->next) &&
	    lish_walk_open_alone_(&list->walks, &loop->walk, kind))
		return head;
	return walklist_open_slowly_(loop, list, kind, walklist_loop_call_(kind));
}

struct lish_link_ *walklist_loop_open_present_(struct walklist_loop *loop, struct walklist *list)
{
	struct lish_link_ *head = walklist_open_slowly_(loop, list, LISH_WALK_PRESENT_,
							walklist_loop_call_(LISH_WALK_PRESENT_));

	if (head)
		lish_walk_number_(&list->walks, &loop->walk, false);
	return head;
}

struct lish_link_ *walklist_loop_open_from_(struct walklist_loop *loop, struct walklist *list,
					    const void *start, size_t offset)
{
	const struct walklist_node *node =
		(const struct walklist_node *)((uintptr_t)start + offset);

	if (walklist_loop_refused_(LISH_WALK_FROM_, list, NULL, walklist_may_ask_(list)) ||
	    !start ||
	    walklist_loop_refused_(LISH_WALK_FROM_, list, node,
				   walklist_may_leave_(list, node)))
		return NULL;
	(void)walklist_loop_refused_(LISH_WALK_FROM_, list, NULL,
				     lish_walk_open_(&list->walks, &loop->walk, &node->link,
						     LISH_WALK_FROM_));
	return &list->walks.head;
}

void walklist_loop_begin(struct walklist_loop *loop, struct walklist *list)
{
	struct lish_link_ *head = &list->walks.head;

	if (lish_refused(list, NULL,
			      loop->walk.loop.owner ? LISH_STALE_LOOP : walklist_may_ask_(list)))
		return;
	/* Elements that are added later are visited. */
	if (!head->next)
		lish_ring_init_(head);
	(void)lish_refused(list, NULL,
				lish_walk_open_(&list->walks, &loop->walk, head,
						LISH_WALK_HAND_));
}

LISH_SLOW_ struct walklist_node *walklist_next_(struct walklist_loop *loop, struct lish_call_ call)
{
	struct walklist *const list = walklist_looped_(loop);
	const struct walklist_node *const at = walklist_element_(list, loop->walk.at);
	enum lish_reason reason = LISH_OK;
	struct lish_link_ *link = lish_walk_next_(&loop->walk, false, &reason);

	(void)lish_refused_by(call, list,
			      reason == LISH_STALE_LOOP ? NULL : at, reason);
	return link ? walklist_node_of_(link) : NULL;
}

struct walklist_node *walklist_loop_next(struct walklist_loop *loop)
{
	struct lish_link_ *link = LISH_SMALL_ ? NULL : lish_walk_trail_(&loop->walk, false);

	if (link)
		return walklist_node_of_(link);
	if (!loop->walk.loop.owner)
		return NULL;
	return walklist_next_(loop, walklist_loop_call_(loop->walk.kind));
}

LISH_SLOW_ void walklist_close_slowly_(struct walklist_loop *loop, struct lish_call_ call)
{
	struct walklist *const list = walklist_looped_(loop);

	(void)lish_refused_by(call, list, NULL,
			      lish_loop_leave_(&loop->walk.loop));
}

void walklist_loop_end(struct walklist_loop *loop)
{
	if (!lish_loop_shut_(&loop->walk.loop))
		walklist_close_slowly_(loop, walklist_loop_call_(loop->walk.kind));
}

void *walklist_step_(struct walklist_loop *loop, struct lish_walk_cursor_ *cur,
		     enum lish_walk_kind_ kind, size_t offset)
{
	(void)kind;
	return walklist_step_inline_(loop, cur, LISH_WALK_FORWARD_, offset);
}

void *walklist_step_as_(struct walklist_loop *loop, struct lish_walk_cursor_ *cur,
			enum lish_walk_kind_ kind, size_t offset)
{
	return walklist_step_inline_(loop, cur, kind, offset);
}

static LISH_COLD void walklist_lost_as_(struct lish_walk_cursor_ cur, struct lish_call_ call)
{
	const struct walklist *list = (const struct walklist *)(const void *)cur.head;
	const struct lish_link_ *next = cur.at->next;

	(void)lish_refused_by(call, list, walklist_element_(list, cur.at),
				     cur.at == cur.head && !next ?
					     lish_ring_may_be_zero_(cur.head) :
					     lish_walk_lost_(cur.head, cur.at, next));
}

void walklist_lost_place_(struct lish_walk_cursor_ cur)
{
	walklist_lost_as_(cur, walklist_loop_call_(LISH_WALK_CONST_));
}

void *walklist_step_const_(struct lish_walk_cursor_ *cur, size_t offset)
{
	struct lish_link_ *link = lish_walk_step_const_(cur, false);

	if (LISH_CHECK >= 1 && !link)
		walklist_lost_as_(*cur, walklist_loop_call_(LISH_WALK_CONST_));
	return link ? walklist_object_(cur->head, link, offset) : NULL;
}

void walklist_stop(struct walklist *list)
{
	if (!lish_refused(list, NULL, walklist_may_ask_(list)))
		(void)lish_refused(list, NULL, lish_walk_stop_(&list->walks));
}
