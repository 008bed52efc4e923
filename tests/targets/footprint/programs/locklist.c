/* SPDX-License-Identifier: MIT */
#include "program.h"
#include <linux-ish/locklist.h>

struct object {
	int value;
	struct locklist_node node;
};

static LOCKLIST_DEFINE(box);
static struct object objects[N];

FOOTPRINT(struct locklist, struct locklist_node);

void put(unsigned char i)
{
	objects[i].value = i;
	if (locklist_add_tail(&box, &objects[i].node) < 0)
		objects[i].value = 0;
}

void take(unsigned char i)
{
	locklist_del(&box, &objects[i].node);
}

WALKS({
	int sum = 0;

	locklist_for_each_entry(o, &box, struct object, node)
		sum += o->value;
	return sum;
})
