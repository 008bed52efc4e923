/* SPDX-License-Identifier: MIT */
/*
 * walklist.h - the structs of walklist, and the checks that guard them
 *
 * Level 1 reads the node and the head, level 2 the whole list. A check that fails has
 * reported.
 */
#ifndef LINUX_ISH_PRIVATE_WALKLIST_H
#define LINUX_ISH_PRIVATE_WALKLIST_H

#include "../core/walk.h"

/**
 * struct walklist_node - member of an object, one for each list at a time; zero: in no list
 */
struct walklist_node {
	/* private: */
	struct lish_link_ link;
	uintptr_t hint;
	struct walklist *list;
};

/**
 * struct walklist - the list
 *
 * All zero: empty. Do not move or copy a list that has elements.
 */
struct walklist {
	/* private: */
	struct lish_walks_ walks;
};

LISH_C_BEGIN

extern const struct lish_walk_traits_ walklist_traits_;

LISH_COLD void walklist_refuse_add_(lish_op_ op, const struct walklist *list,
				    const struct walklist_node *node);
LISH_COLD void walklist_refuse_node_(lish_op_ op, const struct walklist *list,
				     const struct walklist_node *node);
/* A link is NULL, or does not lead back. */
LISH_COLD void walklist_refuse_links_(lish_op_ op, const struct walklist *list);
LISH_COLD void walklist_refuse_move_(lish_op_ op, const struct walklist *list,
				     const struct walklist_node *node);
/* Of the whole list. Sets *node if a node is at fault. */
enum lish_reason walklist_fault_(const struct walklist *list,
				 const struct walklist_node **node);
LISH_COLD bool walklist_valid_(lish_op_ op, const struct walklist *list);

/* Level 1: may its head be followed? Not that of a zero list, which is empty. */
LISH_TINY bool walklist_ready_(lish_op_ op, const struct walklist *list)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!list->walks.head.next)) {
		if (list->walks.head.prev != NULL)
			lish_tell_(walklist_refuse_links_(op, list));
		return false;
	}
	return true;
}

/*
 * For calls that write none of its neighbours, which may be out of the cache. count: the
 * nodes of a forgotten list still name it.
 */
LISH_TINY bool walklist_is_in_(lish_op_ op, const struct walklist *list,
			       const struct walklist_node *node)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(node) || node->list != list ||
			  !list->walks.count)) {
		lish_tell_(walklist_refuse_node_(op, list, node));
		return false;
	}
	return true;
}

/* For calls that unlink it: they write both neighbours. */
LISH_TINY bool walklist_is_linked_(lish_op_ op, const struct walklist *list,
				   const struct walklist_node *node)
{
	if (!walklist_is_in_(op, list, node))
		return false;
	if (LISH_CHECK >= 1 && lish_unlikely(!lish_ring_known_(&node->link))) {
		lish_tell_(walklist_refuse_node_(op, list, node));
		return false;
	}
	return LISH_CHECK < 2 || walklist_valid_(op, list);
}

LISH_TINY bool walklist_may_move_(lish_op_ op, struct walklist *list,
				  const struct walklist_node *node, bool tail)
{
	if (lish_unlikely((LISH_CHECK >= 1 &&
			   (lish_is_null(node) || !node->list ||
			    !node->list->walks.count ||
			    !lish_ring_known_(&node->link))) ||
			  !lish_ring_opens_(&list->walks.head, tail))) {
		lish_tell_(walklist_refuse_move_(op, list, node));
		return false;
	}
	return LISH_CHECK < 2 ||
	       (walklist_valid_(op, node->list) &&
		(node->list == list || walklist_valid_(op, list)));
}

LISH_TINY bool walklist_may_add_end_(lish_op_ op, struct walklist *list,
				     const struct walklist_node *node, bool tail)
{
	if (lish_unlikely((LISH_CHECK >= 1 && (lish_is_null(node) || node->list)) ||
			  !lish_ring_opens_(&list->walks.head, tail))) {
		lish_tell_(walklist_refuse_add_(op, list, node));
		return false;
	}
	return LISH_CHECK < 2 || walklist_valid_(op, list);
}

/*
 * base: the neighbour. The neighbour beyond, which is written too, must lead back: an
 * element that was freed and zeroed in the list does not.
 */
LISH_TINY bool walklist_may_add_(lish_op_ op, const struct walklist *list,
				 const struct walklist_node *node,
				 const struct lish_link_ *base, bool before)
{
	const struct lish_link_ *beyond = before ? base->prev : base->next;

	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(node) || node->list || !beyond ||
			  (before ? beyond->next : beyond->prev) != base)) {
		lish_tell_(walklist_refuse_add_(op, list, node));
		return false;
	}
	return LISH_CHECK < 2 || walklist_valid_(op, list);
}

/* A node begins with its link. */
LISH_TINY struct walklist_node *walklist_of_link_(struct lish_link_ *link)
{
	return (struct walklist_node *)(void *)link;
}

/* base: a node's link or the head. */
LISH_TINY void walklist_insert_(struct walklist *list,
				struct walklist_node *node,
				struct lish_link_ *base, bool before)
{
	node->list = list;
	lish_walk_link_(&walklist_traits_, &list->walks, &node->link,
			base, before, false);
}

/* node itself is unchanged. */
LISH_TINY void walklist_remove_(struct walklist *list,
				struct walklist_node *node)
{
	lish_walk_unlink_(&walklist_traits_, &list->walks, &node->link);
}

LISH_TINY void walklist_move_to_(struct walklist *list,
				 struct walklist_node *node, bool tail)
{
	if (!LISH_SMALL_ && lish_likely(node->list == list)) {
		lish_walk_move_(&walklist_traits_, &list->walks, &node->link,
				&list->walks.head, tail);
		return;
	}
	walklist_remove_(node->list, node);
	walklist_insert_(list, node, &list->walks.head, tail);
}

LISH_TINY void walklist_zero_(struct walklist_node *node)
{
	lish_ring_zero_(&node->link);
	node->hint = 0;
	node->list = NULL;
	lish_renew(*node);
}

LISH_TINY bool walklist_drop_(lish_op_ op, struct walklist *list,
			      struct walklist_node *node)
{
	if (!walklist_is_linked_(op, list, node))
		return false;
	walklist_remove_(list, node);
	walklist_zero_(node);
	return true;
}

LISH_C_END

#endif /* LINUX_ISH_PRIVATE_WALKLIST_H */
