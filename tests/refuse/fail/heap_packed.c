/* SPDX-License-Identifier: MIT */
/* must not compile: the index would lie at an odd address */
#include <linux-ish/heap.h>

#ifdef WRONG
#define PACKED __attribute__((__packed__))
#else
#define PACKED
#endif

struct bullet {
	char kind;
	struct heap_idx idx;
} PACKED;

int kinds(struct heap *bullets);
int kinds(struct heap *bullets)
{
	int kinds = 0;

	heap_drain_due(b, bullets, 9, struct bullet, idx)
		kinds |= b->kind;
	return kinds;
}
