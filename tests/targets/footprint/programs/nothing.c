/* SPDX-License-Identifier: MIT */
/* What the others are compared with: the same objects, in no container */
#include "program.h"

struct object {
	int value;
};

static struct object objects[N];

FOOTPRINT(char, char);

void put(unsigned char i)
{
	objects[i].value = i;
}

void take(unsigned char i)
{
	objects[i].value = 0;
}

WALKS({
	int sum = 0, i;

	for (i = 0; i < N; i++)
		sum += objects[i].value;
	return sum;
})
