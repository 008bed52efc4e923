/* SPDX-License-Identifier: MIT */
/*
 * Link and unlink as one would write them by hand.
 */
#include <linux-ish/ilist.h>

void ours_add(struct ilist *list, struct ilist_node *node)
{
	ilist_add(list, node);
}

void hand_add(struct ilist *list, struct ilist_node *node)
{
	struct ilist_node *head = &list->head;
	struct ilist_node *next = head->next;

	next->prev = node;
	node->next = next;
	node->prev = head;
	head->next = node;
}

void ours_add_tail(struct ilist *list, struct ilist_node *node)
{
	ilist_add_tail(list, node);
}

void hand_add_tail(struct ilist *list, struct ilist_node *node)
{
	struct ilist_node *head = &list->head;
	struct ilist_node *prev = head->prev;

	head->prev = node;
	node->next = head;
	node->prev = prev;
	prev->next = node;
}

void ours_del(struct ilist_node *node)
{
	ilist_del(node);
}

void hand_del(struct ilist_node *node)
{
	struct ilist_node *prev = node->prev;
	struct ilist_node *next = node->next;

	next->prev = prev;
	prev->next = next;
	node->next = NULL;
	node->prev = NULL;
}
