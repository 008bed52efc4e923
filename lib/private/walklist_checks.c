// SPDX-License-Identifier: MIT
/*
 * walklist_checks.c - the cold half of private/walklist.h: reports, and the checks of level 2
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
	false,
	true
};
LISH_EXPORT(walklist_traits_)

void walklist_refuse_add_(lish_op_ op, const struct walklist *list,
			  const struct walklist_node *node)
{
	lish_misuse_(op, list, node,
		     lish_is_null(node) ? LISH_NULL :
		     node->list	? LISH_ALREADY_IN :
					  LISH_BROKEN_LINKS);
}
LISH_EXPORT(walklist_refuse_add_)

void walklist_refuse_move_(lish_op_ op, const struct walklist *list,
			   const struct walklist_node *node)
{
	lish_misuse_(op, list, node,
		     lish_is_null(node) ? LISH_NULL :
		     node->list && node->list->walks.count ?
					  LISH_BROKEN_LINKS :
					  LISH_NOT_IN);
}
LISH_EXPORT(walklist_refuse_move_)

static enum lish_reason walklist_why_not(const struct walklist *list,
					 const struct walklist_node *node)
{
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

void walklist_refuse_links_(lish_op_ op, const struct walklist *list)
{
	lish_misuse_(op, list, NULL, LISH_BROKEN_LINKS);
}
LISH_EXPORT(walklist_refuse_links_)

enum lish_reason walklist_fault_(const struct walklist *list,
				 const struct walklist_node **fault)
{
	const struct lish_link_ *head = &list->walks.head;
	const struct lish_link_ *link;
	const struct walklist_node *node;
	uint32_t count = 0;

	if (lish_ring_is_zero_(head))
		return list->walks.count ? LISH_BAD_COUNT : LISH_OK;
	link = lish_ring_broken_(head);
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

bool walklist_valid_(lish_op_ op, const struct walklist *list)
{
	const struct walklist_node *fault = NULL;
	const enum lish_reason reason = walklist_fault_(list, &fault);

	return lish_fine_(op, list, fault, reason);
}
LISH_EXPORT(walklist_valid_)
