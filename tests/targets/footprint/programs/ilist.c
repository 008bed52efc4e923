/* SPDX-License-Identifier: MIT */
#include "program.h"
#include <linux-ish/ilist.h>

struct object {
	int value;
	struct ilist_node node;
};

static ILIST_DEFINE(box);
static struct object objects[N];

FOOTPRINT(struct ilist, struct ilist_node);

void put(unsigned char i)
{
	objects[i].value = i;
	ilist_add_tail(&box, &objects[i].node);
}

void take(unsigned char i)
{
	ilist_del(&objects[i].node);
}

WALKS({
	int sum = 0;

	ilist_for_each_entry(o, &box, struct object, node)
		sum += o->value;
	return sum;
})
