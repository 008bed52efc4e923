/* SPDX-License-Identifier: MIT */
/* must not compile: the node belongs to another kind of container */
#include <linux-ish/heap.h>
#include <linux-ish/ilist.h>

struct bullet {
	struct ilist_node link;
	struct heap_idx idx;
};

struct bullet *first(struct heap *bullets, struct bullet *b)
{
#ifdef WRONG
	return heap_contains(bullets, &b->idx) ?
		       b :
		       heap_first_entry(bullets, struct bullet, link);
#else
	return heap_contains(bullets, &b->idx) ?
		       b :
		       heap_first_entry(bullets, struct bullet, idx);
#endif
}
