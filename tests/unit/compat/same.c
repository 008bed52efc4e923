/* SPDX-License-Identifier: MIT */
/*
 * Every public name of list.h in random order, and what the lists are after each
 * call. It is built with our list.h and with the kernel's own: both must print the
 * same line, which the hash is of all that was seen.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "list.h"

#define N 10

struct item {
	int name;
	struct list_head l;
	struct hlist_node h;
};

static struct item items[N], other;
static struct list_head heads[2];
static struct hlist_head hheads[2];
static unsigned int where[N]; /* 0: in no list, else the number of its head + 1 */
static unsigned int hwhere[N];
static unsigned int seed = 7, hash = 2166136261u;

static unsigned int rnd(unsigned int n)
{
	seed = seed * 1103515245u + 12345u;
	return (seed >> 16) % n;
}

static void saw(int value)
{
	hash = (hash ^ (unsigned int)value) * 16777619u;
}

static void saw_item(const struct item *item)
{
	saw(item ? item->name : 99);
}

static void saw_node(const struct list_head *node)
{
	saw_item(list_entry(node, const struct item, l));
}

/* Forwards and backwards, and where each element is. */
static void saw_all(void)
{
	unsigned int i;
	struct item *pos;
	struct hlist_node *h;

	memset(where, 0, sizeof(where));
	memset(hwhere, 0, sizeof(hwhere));
	for (i = 0; i < 2; i++) {
		list_for_each_entry(pos, &heads[i], l) {
			saw_item(pos);
			where[pos->name] = i + 1;
		}
		saw(list_entry_is_head(pos, &heads[i], l));
		list_for_each_entry_reverse(pos, &heads[i], l)
			saw_item(pos);
		hlist_for_each_entry(pos, &hheads[i], h) {
			saw_item(pos);
			hwhere[pos->name] = i + 1;
		}
		saw(pos != NULL);
		hlist_for_each(h, &hheads[i])
			saw(*h->pprev == h);
	}
}

/* An element of list i, or NULL. */
static struct item *member(unsigned int i)
{
	unsigned int n = rnd(N), k;

	for (k = 0; k < N; k++, n = (n + 1) % N)
		if (where[n] == i + 1)
			return &items[n];
	return NULL;
}

static struct item *outside(void)
{
	unsigned int n = rnd(N), k;

	for (k = 0; k < N; k++, n = (n + 1) % N)
		if (!where[n])
			return &items[n];
	return NULL;
}

/* The loops, from an element or from the start, with a deletion where they may. */
static void loops(unsigned int i, struct item *start)
{
	struct list_head *head = &heads[i], *at, *ahead;
	struct item *pos, *n;

	list_for_each(at, head)
		saw_node(at);
	list_for_each_prev(at, head)
		saw_node(at);
	list_for_each_safe(at, ahead, head)
		saw(at->next == ahead);
	list_for_each_prev_safe(at, ahead, head)
		if (rnd(9) == 0)
			list_del_init(at);
	pos = NULL;
	pos = list_prepare_entry(pos, head, l);
	list_for_each_entry_continue(pos, head, l)
		saw_item(pos);
	saw_all();
	if (start && where[start->name] == i + 1) {
		at = &start->l;
		list_for_each_continue(at, head)
			saw_node(at);
		pos = start;
		list_for_each_entry_continue(pos, head, l)
			saw_item(pos);
		pos = start;
		list_for_each_entry_continue_reverse(pos, head, l)
			saw_item(pos);
		pos = start;
		list_for_each_entry_from(pos, head, l)
			saw_item(pos);
		pos = start;
		list_for_each_entry_from_reverse(pos, head, l)
			saw_item(pos);
		pos = list_prepare_entry(start, head, l);
		saw_item(pos);
		list_for_each_entry_safe_continue(pos, n, head, l)
			if (rnd(4) == 0)
				list_del(&pos->l);
		pos = start;
		list_for_each_entry_safe_from(pos, n, head, l)
			if (rnd(4) == 0)
				list_del(&pos->l);
	}
	list_for_each_entry_safe(pos, n, head, l) {
		saw_item(pos);
		if (rnd(6) == 0) {
			/* Take out the next one as well, and say so. */
			if (!list_is_last(&pos->l, head))
				list_del(pos->l.next);
			list_safe_reset_next(pos, n, l);
			list_del_init(&pos->l);
		}
	}
	list_for_each_entry_safe_reverse(pos, n, head, l)
		if (rnd(6) == 0)
			list_del(&pos->l);
	/* A node that is replaced, and not cleaned, leads on. */
	if (rnd(4) == 0)
		list_for_each_entry(pos, head, l)
			if (rnd(4) == 0) {
				other.name = pos->name;
				list_replace(&pos->l, &other.l);
				list_replace_init(&other.l, &pos->l);
				saw(list_empty(&other.l));
			}
}

static void ask(unsigned int i, struct item *a)
{
	struct list_head *head = &heads[i];

	saw(list_empty(head));
	saw(list_empty_careful(head));
	saw(list_is_singular(head));
	saw((int)list_count_nodes(head));
	saw_item(list_first_entry_or_null(head, struct item, l));
	saw(list_is_head(head, head));
	if (!a)
		return;
	saw_item(list_first_entry(head, struct item, l));
	saw_item(list_last_entry(head, struct item, l));
	saw(list_is_first(&a->l, head));
	saw(list_is_last(&a->l, head));
	saw(list_is_head(&a->l, head));
	saw_item(list_next_entry_circular(a, head, l));
	saw_item(list_prev_entry_circular(a, head, l));
	if (!list_is_last(&a->l, head))
		saw_item(list_next_entry(a, l));
	if (!list_is_first(&a->l, head))
		saw_item(list_prev_entry(a, l));
}

static void lists(void)
{
	const unsigned int i = rnd(2);
	struct list_head *head = &heads[i], *from = &heads[!i];
	struct item *a = member(i), *b = member(!i), *x = outside(), *c;
	struct list_head *first;

	switch (rnd(27)) {
	case 0:
		if (x)
			list_add(&x->l, head);
		break;
	case 1:
		if (x)
			list_add_tail(&x->l, head);
		break;
	case 2:
		if (x && a)
			list_add(&x->l, &a->l);
		break;
	case 3:
		if (x && a)
			list_add_tail(&x->l, &a->l);
		break;
	case 4:
		if (a)
			list_del(&a->l);
		saw(a && a->l.next == LIST_POISON1 && a->l.prev == LIST_POISON2);
		break;
	case 5:
		if (a) {
			list_del_init(&a->l);
			list_del_init(&a->l);
		}
		break;
	case 6:
		if (a) {
			list_del_init_careful(&a->l);
			saw(list_empty_careful(&a->l));
		}
		break;
	case 7:
		if (a && x)
			list_replace(&a->l, &x->l);
		break;
	case 8:
		if (a && x)
			list_replace_init(&a->l, &x->l);
		break;
	case 9:
		if (a && b)
			list_swap(&a->l, &b->l);
		break;
	case 10:
		c = member(i);
		if (a && c && a != c)
			list_swap(&a->l, &c->l);
		break;
	case 11:
		if (b)
			list_move(&b->l, head);
		break;
	case 12:
		if (b)
			list_move_tail(&b->l, a ? &a->l : head);
		break;
	case 13:
		if (a) {
			for (first = head->next; first != &a->l && rnd(2);)
				first = first->next;
			list_bulk_move_tail(rnd(2) ? from : head, first, &a->l);
		}
		break;
	case 14:
		list_rotate_left(head);
		break;
	case 15:
		if (a)
			list_rotate_to_front(&a->l, head);
		break;
	case 16:
	case 17:
		/* What is cut off comes back somewhere else. */
		if (list_empty(from)) {
			if (rnd(2))
				list_cut_position(from, head,
						  a && rnd(4) ? &a->l : head);
			else
				list_cut_before(from, head,
						a && rnd(4) ? &a->l : head);
		}
		break;
	case 18:
		list_splice(from, head);
		INIT_LIST_HEAD(from);
		break;
	case 19:
		list_splice_tail(from, head);
		INIT_LIST_HEAD(from);
		break;
	case 20:
		list_splice_init(from, a ? &a->l : head);
		break;
	case 21:
		list_splice_tail_init(from, a ? &a->l : head);
		break;
	case 22:
		ask(i, a);
		break;
	case 23:
		/* To the front, to the end, or after an element. */
		if (!list_empty(from)) {
			first = a ? &a->l : rnd(2) ? head : head->prev;
			__list_splice(from, first, first->next);
			INIT_LIST_HEAD(from);
		}
		break;
	case 24:
		if (a) {
			for (first = head->next; first != &a->l && rnd(2);)
				first = first->next;
			list_del_range(first, &a->l);
			/* A range that is out still leads through itself. */
			list_for_each_from(first, a->l.next)
				saw_node(first);
		}
		break;
	case 25:
		first = a ? &a->l : head;
		list_for_each_from(first, head)
			saw_node(first);
		saw(first == head);
		break;
	default:
		loops(i, a);
		break;
	}
}

/* In list i, or in none with 2; or NULL */
static struct item *hmember(unsigned int i)
{
	unsigned int n = rnd(N), k;

	for (k = 0; k < N; k++, n = (n + 1) % N)
		if (hwhere[n] == (i == 2 ? 0 : i + 1))
			return &items[n];
	return NULL;
}

static void hlists(void)
{
	const unsigned int i = rnd(2);
	struct hlist_head *head = &hheads[i];
	struct item *a = hmember(i), *x = hmember(2), *pos;
	struct hlist_node *n, *at;
	HLIST_HEAD(empty);

	switch (rnd(12)) {
	case 0:
	case 1:
		if (x)
			hlist_add_head(&x->h, head);
		break;
	case 2:
		if (x && a)
			hlist_add_before(&x->h, &a->h);
		break;
	case 3:
		if (x && a)
			hlist_add_behind(&x->h, &a->h);
		break;
	case 4:
		if (a)
			hlist_del(&a->h);
		saw(a && a->h.next == LIST_POISON1 && a->h.pprev == LIST_POISON2);
		break;
	case 5:
		if (a) {
			hlist_del_init(&a->h);
			hlist_del_init(&a->h);
			saw(hlist_unhashed(&a->h));
			saw(hlist_unhashed_lockless(&a->h));
		}
		break;
	case 6:
		saw(hlist_empty(head));
		if (a) {
			saw(hlist_is_singular_node(&a->h, head));
			saw(hlist_fake(&a->h));
		}
		break;
	case 7:
		hlist_move_list(head, &empty);
		saw(hlist_empty(head));
		hlist_move_list(&empty, head);
		break;
	case 8:
		hlist_for_each_entry_safe(pos, n, head, h) {
			saw_item(pos);
			if (rnd(3) == 0)
				hlist_del(&pos->h);
		}
		break;
	case 9:
		hlist_for_each_safe(at, n, head)
			if (rnd(5) == 0)
				hlist_del_init(at);
		break;
	case 10:
		if (x && !a) {
			INIT_HLIST_NODE(&x->h);
			hlist_add_fake(&x->h);
			saw(hlist_fake(&x->h));
			hlist_del_init(&x->h);
			saw(hlist_unhashed(&x->h));
		}
		break;
	default:
		pos = hlist_entry_safe(head->first, struct item, h);
		saw_item(pos);
		if (a) {
			pos = a;
			hlist_for_each_entry_continue(pos, h)
				saw_item(pos);
			pos = hlist_entry(&a->h, struct item, h);
			hlist_for_each_entry_from(pos, h)
				saw_item(pos);
		}
	}
}

int main(void)
{
	LIST_HEAD(local);
	struct list_head fixed = LIST_HEAD_INIT(fixed);
	struct hlist_head hfixed = HLIST_HEAD_INIT;
	unsigned int i;

	saw(list_empty(&local) && list_empty(&fixed) && hlist_empty(&hfixed));
	/* Neither elements nor links are initialised. */
	memset(items, 0x5a, sizeof(items));
	for (i = 0; i < N; i++)
		items[i].name = (int)i;
	for (i = 0; i < 2; i++) {
		INIT_LIST_HEAD(&heads[i]);
		INIT_HLIST_HEAD(&hheads[i]);
	}
	for (i = 0; i < 200000; i++) {
		lists();
		saw_all();
		hlists();
		saw_all();
	}
	printf("%08x\n", hash);
	return 0;
}
