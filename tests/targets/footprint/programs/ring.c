/* SPDX-License-Identifier: MIT */
/* A ring of nodes, written by hand */
#include "program.h"

struct node {
	struct node *next, *prev;
};

struct object {
	int value;
	struct node link;
};

static struct node list = { &list, &list };
static struct object objects[N];

FOOTPRINT(struct node, struct node);

void put(unsigned char i)
{
	struct node *node = &objects[i].link, *last = list.prev;

	objects[i].value = i;
	node->next = &list;
	node->prev = last;
	last->next = node;
	list.prev = node;
}

void take(unsigned char i)
{
	struct node *node = &objects[i].link;

	node->next->prev = node->prev;
	node->prev->next = node->next;
	node->next = node->prev = NULL;
}

WALKS({
	int sum = 0;
	struct node *node;

	for (node = list.next; node != &list; node = node->next)
		sum += ((struct object *)(void *)((char *)node -
				offsetof(struct object, link)))->value;
	return sum;
})
