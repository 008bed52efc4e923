// SPDX-License-Identifier: MIT
/*
 * walklist.c - reports, checks, splice, clear and sort, loops by hand
 *
 * The ring and its loops are those of core/walk.c. Here each node also names its
 * list, which splice therefore has to write for every element.
 *
 * Invariant: the nodes of the ring, and walks.count of them, name the list. A list
 * that was forgotten keeps the second half only: nodes outside the ring may name it.
 */
#define LISH_LIB_
#include <linux-ish/walklist.h>

#include "ground/given.h"
#include "core/ring.h"
#include "core/walk.h"

const struct lish_walk_face_ walklist_face_ = {
	{ LISH_OP_("walklist_for_each_entry"),
	  LISH_OP_("walklist_for_each_entry_reverse"),
	  LISH_OP_("walklist_for_each_entry_from"),
	  LISH_OP_("walklist_for_each_entry_present"),
	  LISH_OP_("walklist_for_each_entry_const"),
	  LISH_OP_("walklist_loop_next") },
	offsetof(struct walklist, walks),
	false
};
LISH_EXPORT(walklist_face_)

/* rest: the reason if the node is not NULL, and the list initialised */
static enum lish_reason walklist_fault(const struct walklist *list,
				       const struct walklist_node *node,
				       enum lish_reason rest)
{
	if (lish_is_null(node))
		return LISH_NULL;
	return list->walks.head.next ? rest : LISH_UNINITIALIZED;
}

void walklist_refuse_add_(lish_op_ op, const struct walklist *list,
			  const struct walklist_node *node)
{
	const enum lish_reason rest =
		!lish_is_null(node) && node->list ? LISH_ALREADY_IN
						  : LISH_BROKEN_LINKS;

	lish_misuse_(op, list, node, walklist_fault(list, node, rest));
}
LISH_EXPORT(walklist_refuse_add_)

void walklist_refuse_move_(lish_op_ op, const struct walklist *list,
			   const struct walklist_node *node)
{
	const enum lish_reason rest =
		!lish_is_null(node) && node->list && node->list->walks.count
			? LISH_BROKEN_LINKS : LISH_NOT_IN;

	lish_misuse_(op, list, node, walklist_fault(list, node, rest));
}
LISH_EXPORT(walklist_refuse_move_)

/* node may be NULL, and is if only the list is at fault. */
static enum lish_reason walklist_why_not(const struct walklist *list,
					 const struct walklist_node *node)
{
	if (!list->walks.head.next)
		return LISH_UNINITIALIZED;
	if (lish_is_null(node))
		return LISH_NULL;
	if (node->list == list && list->walks.count)
		return LISH_BROKEN_LINKS;
	return node->list && node->list != list ? LISH_FOREIGN : LISH_NOT_IN;
}

void walklist_refuse_node_(lish_op_ op, const struct walklist *list,
			   const struct walklist_node *node)
{
	lish_misuse_(op, list, node, walklist_why_not(list, node));
}
LISH_EXPORT(walklist_refuse_node_)

/* Sets *fault if a node is at fault. */
static enum lish_reason walklist_check_ring(const struct walklist *list,
					    const struct walklist_node **fault)
{
	const struct lish_link_ *head = &list->walks.head;
	const struct lish_link_ *link = lish_ring_broken_(head);
	const struct walklist_node *node;
	uint32_t count = 0;

	if (link) {
		if (link != head)
			*fault = (const struct walklist_node *)(const void *)
				link;
		return LISH_BROKEN_LINKS;
	}
	for (link = head->next; link != head; link = link->next) {
		node = (const struct walklist_node *)(const void *)link;
		if (node->list != list) {
			*fault = node;
			return LISH_FOREIGN;
		}
		count++;
	}
	return count == list->walks.count ? LISH_OK : LISH_BAD_COUNT;
}

enum lish_reason walklist_check(const struct walklist *list,
				const struct walklist_node **fault)
{
	const struct lish_link_ *head = &list->walks.head;
	const struct walklist_node *found = NULL;
	enum lish_reason reason = LISH_UNINITIALIZED;

	if (head->next && head->prev)
		reason = walklist_check_ring(list, &found);
	if (fault)
		*fault = found;
	return reason;
}
LISH_EXPORT(walklist_check)

bool walklist_valid_(lish_op_ op, const struct walklist *list)
{
	const struct walklist_node *fault;
	const enum lish_reason reason = walklist_check(list, &fault);

	return lish_fine_(op, list, fault, reason);
}
LISH_EXPORT(walklist_valid_)

/* Inline, so that a report names the user's line. */
LISH_TINY bool walklist_is_ready(lish_op_ op, const struct walklist *list)
{
	return lish_begun_(op, list, list->walks.head.next != NULL);
}

LISH_TINY void walklist_splice_to(lish_op_ op, struct walklist *list,
				  struct walklist *from, bool tail)
{
	struct lish_link_ *head = &list->walks.head;
	struct lish_link_ *first = from->walks.head.next, *link = first;
	struct lish_link_ *last = from->walks.head.prev;
	const uint32_t moved = from->walks.count;

	if (!walklist_is_ready(op, list) || !walklist_is_ready(op, from) ||
	    list == from || !from->walks.count)
		return;
	for (; link != &from->walks.head; link = link->next) {
		struct walklist_node *node = walklist_of_link_(link);

		node->list = list;
		/* A stamp means nothing to the loops of another list. */
		if (node->hint & 1)
			node->hint = 0;
	}
	walklist_forget(from);
	list->walks.count += moved;
	list->walks.stale += 2 * moved;
	lish_ring_link_run_(first, last, tail ? head->prev : head);
	if (list->walks.loops.first)
		lish_walk_added_(&walklist_face_, &list->walks, first, last,
				 head, tail);
}

void walklist_splice(struct walklist *list, struct walklist *from)
{
	walklist_splice_to("walklist_splice", list, from, false);
}
LISH_EXPORT(walklist_splice)

void walklist_splice_tail(struct walklist *list, struct walklist *from)
{
	walklist_splice_to("walklist_splice_tail", list, from, true);
}
LISH_EXPORT(walklist_splice_tail)

void walklist_clear(struct walklist *list)
{
	struct lish_link_ *link, *next;

	if (!walklist_is_ready("walklist_clear", list))
		return;
	for (link = list->walks.head.next; link != &list->walks.head;
	     link = next) {
		next = link->next;
		walklist_zero_(walklist_of_link_(link));
	}
	walklist_forget(list);
}
LISH_EXPORT(walklist_clear)

struct walklist_order {
	int (*cmp)(void *ctx, const struct walklist_node *a,
		   const struct walklist_node *b);
	void *ctx;
};

static int walklist_compare(void *ctx, const struct lish_link_ *a,
			    const struct lish_link_ *b)
{
	const struct walklist_order *order = (const struct walklist_order *)ctx;

	return order->cmp(order->ctx,
			  (const struct walklist_node *)(const void *)a,
			  (const struct walklist_node *)(const void *)b);
}

void walklist_sort(struct walklist *list,
		   int (*cmp)(void *ctx, const struct walklist_node *a,
			      const struct walklist_node *b),
		   void *ctx)
{
	struct walklist_order order;

	if (!walklist_is_ready("walklist_sort", list))
		return;
	if (list->walks.loops.first) {
		lish_misuse_("walklist_sort", list, NULL, LISH_LOOPED);
		return;
	}
	order.cmp = cmp;
	order.ctx = ctx;
	lish_walk_reorder_(&list->walks);
	lish_ring_sort_(&list->walks.head, walklist_compare, &order);
}
LISH_EXPORT(walklist_sort)

/* Loops. */

struct lish_walk_cursor_ walklist_open_from_(struct walklist_loop *loop,
					     struct walklist *list,
					     const void *start, size_t offset)
{
	lish_op_ op = walklist_face_.names[LISH_WALK_FROM_];
	const struct walklist_node *node =
		(const struct walklist_node *)((uintptr_t)start + offset);
	struct lish_walk_cursor_ none = { NULL, NULL };

	if (!walklist_is_ready(op, list) || !start)
		return none;
	if (!lish_is_null(node) && node->list == list)
		return lish_walk_open_from_(&walklist_face_, &list->walks,
					    &loop->walk, &node->link);
	lish_misuse_(op, list, node, walklist_why_not(list, node));
	return none;
}
LISH_EXPORT(walklist_open_from_)

void walklist_loop_begin(struct walklist_loop *loop, struct walklist *list)
{
	lish_walk_open_by_hand_("walklist_loop_begin", &walklist_face_,
				&list->walks, &loop->walk, LISH_WALK_HAND_,
				LISH_CALLER_());
}
LISH_EXPORT(walklist_loop_begin)

struct walklist_node *walklist_loop_next(struct walklist_loop *loop)
{
	return walklist_of_link_(lish_walk_next_(&loop->walk));
}
LISH_EXPORT(walklist_loop_next)

void walklist_loop_end(struct walklist_loop *loop)
{
	walklist_close_(loop);
}
LISH_EXPORT(walklist_loop_end)

void walklist_stop(struct walklist *list)
{
	if (walklist_is_ready("walklist_stop", list))
		lish_walk_stop_(&walklist_face_, &list->walks);
}
LISH_EXPORT(walklist_stop)

void walklist_abandon(struct walklist *list)
{
	if (walklist_is_ready("walklist_abandon", list))
		list->walks.loops.first = NULL;
}
LISH_EXPORT(walklist_abandon)
