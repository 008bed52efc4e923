// SPDX-License-Identifier: MIT
/*
 * walklist.c - check, splice, clear and sort, loops by hand
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

enum lish_reason walklist_check(const struct walklist *list,
				const struct walklist_node **fault)
{
	const struct walklist_node *found = NULL;
	const enum lish_reason reason = walklist_fault_(list, &found);

	if (fault)
		*fault = found;
	return reason;
}
LISH_EXPORT(walklist_check)

/* Also if the list is zero. Inline, so that a report names the user's line. */
LISH_TINY bool walklist_is_ready(lish_op_ op, const struct walklist *list)
{
	const struct lish_link_ *head = &list->walks.head;

	return lish_fine_(op, list, NULL,
			  head->next || !head->prev ? LISH_OK : LISH_BROKEN_LINKS);
}

/* Also if the list is zero. O(n), for calls that write each element: they look before. */
LISH_TINY bool walklist_is_whole(lish_op_ op, const struct walklist *list)
{
	const struct lish_link_ *head = &list->walks.head;

	return lish_fine_(op, list, NULL,
			  (lish_ring_is_zero_(head) ? !list->walks.count
						    : !lish_ring_broken_(head))
				  ? LISH_OK : LISH_BROKEN_LINKS);
}

LISH_TINY void walklist_splice_to(lish_op_ op, struct walklist *list,
				  struct walklist *from, bool tail)
{
	struct lish_link_ *head = &list->walks.head;
	struct lish_link_ *first = from->walks.head.next, *link;
	struct lish_link_ *last = from->walks.head.prev;
	const uint32_t moved = from->walks.count;

	if (!walklist_is_whole(op, from) ||
	    !lish_fine_(op, list, NULL, lish_ring_opens_(head, tail)
						? LISH_OK : LISH_BROKEN_LINKS) ||
	    list == from || !moved)
		return;
	for (link = first; link != &from->walks.head; link = link->next) {
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
		lish_walk_added_(&walklist_traits_, &list->walks, first, last,
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
	struct lish_link_ *head = &list->walks.head, *link, *next;

	if (!walklist_is_ready("walklist_clear", list) || !head->next)
		return;
	for (link = lish_ring_after_(head); link && link != head; link = next) {
		next = lish_ring_after_(link);
		walklist_zero_(walklist_of_link_(link));
	}
	walklist_forget(list);
	(void)lish_fine_("walklist_clear", list, NULL, link ? LISH_OK : LISH_BROKEN_LINKS);
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

	if (!lish_fine_("walklist_sort", list, NULL,
			list->walks.loops.first ? LISH_LOOPED : LISH_OK) ||
	    !walklist_is_whole("walklist_sort", list))
		return;
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
	lish_op_ op = walklist_traits_.names[LISH_WALK_FROM_];
	const struct walklist_node *node =
		(const struct walklist_node *)((uintptr_t)start + offset);
	struct lish_walk_cursor_ none = { NULL, NULL };

	if (!walklist_is_ready(op, list) || !start)
		return none;
	if (!lish_is_null(node) && node->list == list &&
	    lish_ring_known_(&node->link))
		return lish_walk_open_from_(&walklist_traits_, &list->walks,
					    &loop->walk, &node->link);
	lish_misuse_(op, list, node, lish_is_null(node) ? LISH_NULL :
				     node->list == list ? LISH_BROKEN_LINKS :
				     node->list	? LISH_FOREIGN :
						  LISH_NOT_IN);
	return none;
}
LISH_EXPORT(walklist_open_from_)

void walklist_loop_begin(struct walklist_loop *loop, struct walklist *list)
{
	/* Elements that are added later are visited. */
	if (!loop->walk.loop.owner && lish_ring_is_zero_(&list->walks.head))
		lish_ring_init_(&list->walks.head);
	lish_walk_open_by_hand_("walklist_loop_begin", &walklist_traits_,
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
		lish_walk_stop_(&walklist_traits_, &list->walks);
}
LISH_EXPORT(walklist_stop)

void walklist_abandon(struct walklist *list)
{
	if (walklist_is_ready("walklist_abandon", list))
		list->walks.loops.first = NULL;
}
LISH_EXPORT(walklist_abandon)
