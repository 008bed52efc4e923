/* SPDX-License-Identifier: MIT */
/*
 * Links, unlinks and loops as one would write them by hand, of lists that are empty when they
 * are zero.
 */
#include <linux-ish/ilist.h>

struct object {
	long value;
	struct ilist_node node;
};

void visit(struct object *object);

static struct object *object_of(struct lish_link_ *link)
{
	return (struct object *)(void *)((char *)link -
					 offsetof(struct object, node));
}

void ours_add(struct ilist *list, struct ilist_node *node)
{
	ilist_add(list, node);
}

void hand_add(struct ilist *list, struct ilist_node *node)
{
	struct lish_link_ *head = &list->head, *link = &node->link;
	struct lish_link_ *next = head->next;

	if (lish_unlikely(!next))
		next = head;
	next->prev = link;
	link->next = next;
	link->prev = head;
	head->next = link;
}

void ours_add_tail(struct ilist *list, struct ilist_node *node)
{
	ilist_add_tail(list, node);
}

void hand_add_tail(struct ilist *list, struct ilist_node *node)
{
	struct lish_link_ *head = &list->head, *link = &node->link;
	struct lish_link_ *prev = head->prev;

	if (lish_unlikely(!prev))
		prev = head;
	head->prev = link;
	link->next = head;
	link->prev = prev;
	prev->next = link;
}

void ours_add_after(struct ilist_node *pos, struct ilist_node *node)
{
	ilist_add_after(pos, node);
}

void hand_add_after(struct ilist_node *pos, struct ilist_node *node)
{
	struct lish_link_ *prev = &pos->link, *link = &node->link;
	struct lish_link_ *next = prev->next;

	next->prev = link;
	link->next = next;
	link->prev = prev;
	prev->next = link;
}

void ours_del(struct ilist_node *node)
{
	ilist_del(node);
}

void hand_del(struct ilist_node *node)
{
	struct lish_link_ *prev = node->link.prev;
	struct lish_link_ *next = node->link.next;

	next->prev = prev;
	prev->next = next;
	node->link.next = NULL;
	node->link.prev = NULL;
}

bool ours_leave(struct ilist_node *node)
{
	return ilist_leave(node);
}

bool hand_leave(struct ilist_node *node)
{
	struct lish_link_ *prev, *next;

	if (!node->link.next)
		return false;
	prev = node->link.prev;
	next = node->link.next;
	next->prev = prev;
	prev->next = next;
	node->link.next = NULL;
	node->link.prev = NULL;
	return true;
}

void ours_move(struct ilist *list, struct ilist_node *node)
{
	ilist_move(list, node);
}

void hand_move(struct ilist *list, struct ilist_node *node)
{
	struct lish_link_ *head = &list->head, *link = &node->link;
	struct lish_link_ *prev, *next;

	if (lish_unlikely(!head->next))
		lish_ring_init_(head);
	prev = link->prev;
	next = link->next;
	next->prev = prev;
	prev->next = next;
	next = head->next;
	next->prev = link;
	link->next = next;
	link->prev = head;
	head->next = link;
}

void ours_splice_tail(struct ilist *list, struct ilist *from)
{
	ilist_splice_tail(list, from);
}

void hand_splice_tail(struct ilist *list, struct ilist *from)
{
	struct lish_link_ *head = &list->head, *other = &from->head;
	struct lish_link_ *first, *last, *prev, *next;

	if (lish_unlikely(!head->prev))
		lish_ring_init_(head);
	if (list == from || !other->next || other->next == other)
		return;
	prev = head->prev;
	first = other->next;
	last = other->prev;
	other->next = other;
	other->prev = other;
	next = prev->next;
	first->prev = prev;
	last->next = next;
	next->prev = last;
	prev->next = first;
}

void ours_loop(struct ilist *list)
{
	ilist_for_each_entry(pos, list, struct object, node)
		visit(pos);
}

void hand_loop(struct ilist *list)
{
	struct lish_link_ *link;

	if (!list->head.next)
		return;
	for (link = list->head.next; link != &list->head; link = link->next)
		visit(object_of(link));
}

void ours_reverse_loop(struct ilist *list)
{
	ilist_for_each_entry_reverse(pos, list, struct object, node)
		visit(pos);
}

void hand_reverse_loop(struct ilist *list)
{
	struct lish_link_ *link;

	if (!list->head.prev)
		return;
	for (link = list->head.prev; link != &list->head; link = link->prev)
		visit(object_of(link));
}

void ours_safe_loop(struct ilist *list)
{
	ilist_for_each_entry_safe(pos, list, struct object, node)
		visit(pos);
}

void hand_safe_loop(struct ilist *list)
{
	struct lish_link_ *link = list->head.next, *next;

	if (!link)
		return;
	while (link != &list->head) {
		next = link->next;
		visit(object_of(link));
		link = next;
	}
}
