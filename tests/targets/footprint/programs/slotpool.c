/* SPDX-License-Identifier: MIT */
#include "program.h"
#include <linux-ish/slotpool.h>

struct object {
	int value;
	struct slotpool_idx node;
};

SLOTPOOL_DEFINE_STATIC(box, struct object, node, N);
static struct object *held[N];

FOOTPRINT(struct slotpool, struct slotpool_idx);

void put(unsigned char i)
{
	struct object *o = slotpool_alloc_entry(&box, struct object, node);

	if (o) {
		o->value = i;
		held[i] = o;
	}
}

void take(unsigned char i)
{
	slotpool_free(&box, &held[i]->node);
}

WALKS({
	int sum = 0;

	slotpool_for_each_entry(o, &box, struct object, node)
		sum += o->value;
	return sum;
})
