/* SPDX-License-Identifier: MIT */
#include "program.h"
#include <linux-ish/dense.h>

struct object {
	int value;
	struct dense_idx node;
};

DENSE_DEFINE_STATIC(box, N);
static struct object objects[N];

FOOTPRINT(struct dense, struct dense_idx);

void put(unsigned char i)
{
	objects[i].value = i;
	if (dense_add(&box, &objects[i].node) < 0)
		objects[i].value = 0;
}

void take(unsigned char i)
{
	dense_del(&box, &objects[i].node);
}

WALKS({
	int sum = 0;

	dense_for_each_entry(o, &box, struct object, node)
		sum += o->value;
	return sum;
})
