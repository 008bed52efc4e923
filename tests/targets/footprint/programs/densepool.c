/* SPDX-License-Identifier: MIT */
#include "program.h"
#include <linux-ish/densepool.h>

struct object {
	int value;
	struct densepool_idx node;
};

DENSEPOOL_DEFINE_STATIC(box, struct object, node, N);
static struct object *held[N];

FOOTPRINT(struct densepool, struct densepool_idx);

void put(unsigned char i)
{
	struct object *o = densepool_alloc_entry(&box, struct object, node);

	if (o) {
		o->value = i;
		held[i] = o;
	}
}

void take(unsigned char i)
{
	densepool_free(&box, &held[i]->node);
}

WALKS({
	int sum = 0;

	densepool_for_each_entry(o, &box, struct object, node)
		sum += o->value;
	return sum;
})
