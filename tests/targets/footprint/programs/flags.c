/* SPDX-License-Identifier: MIT */
/* An array of objects with a flag in each, written by hand */
#include "program.h"

struct object {
	int value;
	unsigned char live;
};

static struct object objects[N], *held[N];

FOOTPRINT(char, unsigned char);

void put(unsigned char i)
{
	struct object *o;

	for (o = objects; o < objects + N; o++) {
		if (!o->live) {
			o->live = 1;
			o->value = i;
			held[i] = o;
			return;
		}
	}
}

void take(unsigned char i)
{
	held[i]->live = 0;
}

WALKS({
	int sum = 0;
	struct object *o;

	for (o = objects; o < objects + N; o++) {
		if (o->live)
			sum += o->value;
	}
	return sum;
})
