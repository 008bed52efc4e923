/* SPDX-License-Identifier: MIT */
#include "program.h"
#include <linux-ish/inbox.h>

struct object {
	int value;
	struct inbox_node node;
};

static INBOX_DEFINE(box);
static struct object objects[N];

FOOTPRINT(struct inbox, struct inbox_node);

void put(unsigned char i)
{
	objects[i].value = i;
	if (inbox_push(&box, &objects[i].node) < 0)
		objects[i].value = 0;
}

void take(unsigned char i)
{
	struct object *o = inbox_pop_entry(&box, struct object, node);

	if (o)
		o->value = i;
}

WALKS({
	int sum = 0;

	inbox_drain_entry(o, &box, struct object, node)
		sum += o->value;
	return sum;
})
