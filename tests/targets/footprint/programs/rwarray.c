/* SPDX-License-Identifier: MIT */
#include "program.h"
#include <linux-ish/rwarray.h>

struct object {
	int value;
	struct rwarray_idx node;
};

RWARRAY_DEFINE_STATIC(box, N);
static struct object objects[N];

FOOTPRINT(struct rwarray, struct rwarray_idx);

void put(unsigned char i)
{
	objects[i].value = i;
	if (rwarray_add_tail(&box, &objects[i].node) < 0)
		objects[i].value = 0;
}

void take(unsigned char i)
{
	rwarray_del(&box, &objects[i].node);
}

WALKS({
	int sum = 0;

	rwarray_for_each_entry(o, &box, struct object, node)
		sum += o->value;
	return sum;
})
