/* SPDX-License-Identifier: MIT */
#include "program.h"
#include <linux-ish/iheap.h>

struct object {
	int value;
	struct iheap_idx node;
};

IHEAP_DEFINE_STATIC(box, N);
static struct object objects[N];

FOOTPRINT(struct iheap, struct iheap_idx);

void put(unsigned char i)
{
	objects[i].value = i;
	if (iheap_add(&box, &objects[i].node, i) < 0)
		objects[i].value = 0;
}

void take(unsigned char i)
{
	iheap_del(&box, &objects[i].node);
}

WALKS({
	int sum = 0;

	iheap_drain_due(o, &box, 9, struct object, node)
		sum += o->value;
	return sum;
})
