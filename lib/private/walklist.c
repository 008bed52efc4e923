// SPDX-License-Identifier: MIT
/*
 * walklist.c - the cold half of private/walklist.h: reports, and the checks of level 2
 */
#define LISH_LIB_
#include <linux-ish/private/walklist.h>

#include "../ground/given.h"
#include "../core/ring.h"

const struct lish_walk_traits_ walklist_traits_ = {
	{ LISH_OP_("walklist_for_each_entry"),
	  LISH_OP_("walklist_for_each_entry_reverse"),
	  LISH_OP_("walklist_for_each_entry_from"),
	  LISH_OP_("walklist_for_each_entry_present"),
	  LISH_OP_("walklist_for_each_entry_const"),
	  LISH_OP_("walklist_loop_next") },
	offsetof(struct walklist, walks),
	false
};
LISH_EXPORT(walklist_traits_)

/* rest: the reason if the node is not NULL, and the list initialised */
static enum lish_reason
walklist_why_not_linked(const struct walklist *list,
			const struct walklist_node *node, enum lish_reason rest)
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

	lish_misuse_(op, list, node, walklist_why_not_linked(list, node, rest));
}
LISH_EXPORT(walklist_refuse_add_)

void walklist_refuse_move_(lish_op_ op, const struct walklist *list,
			   const struct walklist_node *node)
{
	const enum lish_reason rest =
		!lish_is_null(node) && node->list && node->list->walks.count
			? LISH_BROKEN_LINKS : LISH_NOT_IN;

	lish_misuse_(op, list, node, walklist_why_not_linked(list, node, rest));
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

/* Of a list that is initialised. */
static enum lish_reason walklist_ring_fault(const struct walklist *list,
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

enum lish_reason walklist_fault_(const struct walklist *list,
				 const struct walklist_node **fault)
{
	const struct lish_link_ *head = &list->walks.head;

	return head->next && head->prev ? walklist_ring_fault(list, fault) :
					  LISH_UNINITIALIZED;
}

bool walklist_valid_(lish_op_ op, const struct walklist *list)
{
	const struct walklist_node *fault = NULL;
	const enum lish_reason reason = walklist_fault_(list, &fault);

	return lish_fine_(op, list, fault, reason);
}
LISH_EXPORT(walklist_valid_)
