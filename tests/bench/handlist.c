// SPDX-License-Identifier: MIT
/*
 * What a doubly linked list costs at least: links set by hand without any
 * check, and a bottom-up merge sort that merges lists of like length two to
 * one, with the comparison inlined. The measure for ilist.
 */
#include "bench.h"

struct link {
	struct link *next, *prev;
};

#define NAME "hand list"
#define NODE struct link link;
#define BOX struct link head;
#define INIT(box, n, flavour) empty(&(box)->head)
#define DESTROY(box) ((void)0)
#define ADD(box, b) link_last(&(box)->head, &(b)->link)
#define DEL(box, b) unlink_one(&(b)->link)
#define OBJECT(at) \
	((struct bullet *)(void *)((char *)(at) - offsetof(struct bullet, link)))
#define FOR_EACH(b, box)                                                   \
	for (struct bullet *b = OBJECT((box)->head.next);                  \
	     &b->link != &(box)->head; b = OBJECT(b->link.next))
#define FOR_EACH_SAFE(b, box)                                              \
	for (struct bullet *b = OBJECT((box)->head.next),                  \
			   *next_ = OBJECT(b->link.next);                  \
	     &b->link != &(box)->head;                                     \
	     b = next_, next_ = OBJECT(b->link.next))
#define CLEAR(box) empty(&(box)->head)
#define SORT(box, n) sort(&(box)->head)

static inline void empty(struct link *head)
{
	head->next = head->prev = head;
}

static inline void link_last(struct link *head, struct link *link)
{
	struct link *last = head->prev;

	head->prev = link;
	link->next = head;
	link->prev = last;
	last->next = link;
}

static inline void unlink_one(struct link *link)
{
	link->next->prev = link->prev;
	link->prev->next = link->next;
	link->next = link->prev = NULL;
}

static void sort(struct link *head);

#include <stddef.h>
#include "contestant.h"

static struct link *merge(struct link *a, struct link *b)
{
	struct link *first, **end = &first;

	for (;;) {
		if (OBJECT(a)->key <= OBJECT(b)->key) {
			*end = a;
			end = &a->next;
			a = a->next;
			if (!a) {
				*end = b;
				return first;
			}
		} else {
			*end = b;
			end = &b->next;
			b = b->next;
			if (!b) {
				*end = a;
				return first;
			}
		}
	}
}

/*
 * Sorted chains wait on a stack that is linked by prev, the shortest on top.
 * As the count of elements seen grows by one, the two chains of the size that
 * its lowest zero bit stands for become one, unless all higher bits are zero.
 */
static void sort(struct link *head)
{
	struct link *waiting = NULL, *rest = head->next, *link, **at;
	size_t count, bits;

	if (head->next == head->prev)
		return;
	head->prev->next = NULL;
	for (count = 0; rest; count++) {
		at = &waiting;
		for (bits = count; bits & 1; bits >>= 1)
			at = &(*at)->prev;
		if (bits) {
			struct link *newer = *at, *older = newer->prev;

			link = older->prev;
			*at = merge(older, newer);
			(*at)->prev = link;
		}
		link = rest;
		rest = rest->next;
		link->next = NULL;
		link->prev = waiting;
		waiting = link;
	}
	link = waiting;
	waiting = waiting->prev;
	while (waiting) {
		struct link *older = waiting;

		waiting = waiting->prev;
		link = merge(older, link);
	}
	rest = head;
	for (; link; link = link->next) {
		rest->next = link;
		link->prev = rest;
		rest = link;
	}
	rest->next = head;
	head->prev = rest;
}
