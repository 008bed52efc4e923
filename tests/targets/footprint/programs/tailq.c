/* SPDX-License-Identifier: MIT */
/* The list of BSD's <sys/queue.h> */
#include "program.h"
#include <sys/queue.h>

struct object {
	int value;
	TAILQ_ENTRY(object) link;
};

TAILQ_HEAD(head, object);
static struct head list = TAILQ_HEAD_INITIALIZER(list);
static struct object objects[N];

FOOTPRINT(struct head, TAILQ_ENTRY(object));

void put(unsigned char i)
{
	objects[i].value = i;
	TAILQ_INSERT_TAIL(&list, &objects[i], link);
}

void take(unsigned char i)
{
	TAILQ_REMOVE(&list, &objects[i], link);
}

WALKS({
	int sum = 0;
	struct object *o;

	TAILQ_FOREACH(o, &list, link)
		sum += o->value;
	return sum;
})
