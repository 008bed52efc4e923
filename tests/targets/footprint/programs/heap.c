/* SPDX-License-Identifier: MIT */
#include "program.h"
#include <linux-ish/heap.h>

struct object {
	int value;
	struct heap_idx node;
};

HEAP_DEFINE_STATIC(box, N);
static struct object objects[N];

FOOTPRINT(struct heap, struct heap_idx);

void put(unsigned char i)
{
	objects[i].value = i;
	if (heap_add(&box, &objects[i].node, i) < 0)
		objects[i].value = 0;
}

void take(unsigned char i)
{
	heap_del(&box, &objects[i].node);
}

WALKS({
	int sum = 0;

	heap_drain_due(o, &box, 9, struct object, node)
		sum += o->value;
	return sum;
})
