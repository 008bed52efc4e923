/* SPDX-License-Identifier: MIT */
#include "program.h"
#include <linux-ish/walklist.h>

struct object {
	int value;
	struct walklist_node node;
};

static WALKLIST_DEFINE(box);
static struct object objects[N];

FOOTPRINT(struct walklist, struct walklist_node);

void put(unsigned char i)
{
	objects[i].value = i;
	walklist_add_tail(&box, &objects[i].node);
}

void take(unsigned char i)
{
	walklist_del(&box, &objects[i].node);
}

WALKS({
	int sum = 0;

	walklist_for_each_entry(o, &box, struct object, node)
		sum += o->value;
	return sum;
})
