/* SPDX-License-Identifier: MIT */
#include "program.h"
#include <linux-ish/listpool.h>

struct object {
	int value;
	struct listpool_node node;
};

LISTPOOL_DEFINE_STATIC(box, struct object, node, N);
static struct object *held[N];

FOOTPRINT(struct listpool, struct listpool_node);

void put(unsigned char i)
{
	struct object *o = listpool_alloc_entry(&box, struct object, node);

	if (o) {
		o->value = i;
		held[i] = o;
	}
}

void take(unsigned char i)
{
	listpool_free(&box, &held[i]->node);
}

WALKS({
	int sum = 0;

	listpool_for_each_entry(o, &box, struct object, node)
		sum += o->value;
	return sum;
})
