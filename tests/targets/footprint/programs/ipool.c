/* SPDX-License-Identifier: MIT */
#include "program.h"
#include <linux-ish/ipool.h>

struct object {
	int value;
	struct ipool_idx node;
};

IPOOL_DEFINE_STATIC(box, struct object, node, N);
static struct object *held[N];

FOOTPRINT(struct ipool, struct ipool_idx);

void put(unsigned char i)
{
	struct object *o = ipool_alloc_entry(&box, struct object, node);

	if (o) {
		o->value = i;
		held[i] = o;
	}
}

void take(unsigned char i)
{
	ipool_free(&box, &held[i]->node);
}

/* No loop of its own: those that are held. */
WALKS({
	int sum = 0, i;

	for (i = 0; i < N; i++) {
		if (held[i])
			sum += held[i]->value;
	}
	return sum;
})
