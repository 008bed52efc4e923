/* SPDX-License-Identifier: MIT */
/* must not compile: the cursor is used after its loop */
#include <linux-ish/heap.h>

struct bullet {
	struct heap_idx idx;
};

struct bullet *last(struct heap *bullets)
{
	struct bullet *found = NULL;

	heap_drain_due(b, bullets, 9, struct bullet, idx)
		found = b;
#ifdef WRONG
	return b;
#else
	return found;
#endif
}
