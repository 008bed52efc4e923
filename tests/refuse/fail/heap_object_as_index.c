/* SPDX-License-Identifier: MIT */
/* must not compile: the object is added instead of the index in it */
#include <linux-ish/heap.h>

struct bullet {
	struct heap_idx idx;
};

int add(struct heap *bullets, struct bullet *b)
{
#ifdef WRONG
	return heap_add(bullets, b, 1);
#else
	return heap_add(bullets, &b->idx, 1);
#endif
}
