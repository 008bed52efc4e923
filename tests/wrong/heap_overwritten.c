/* SPDX-License-Identifier: MIT */
/* reported: an index and the place it names do not agree */
#include <linux-ish/heap.h>

struct bullet {
	int ttl;
	struct heap_idx idx;
};

HEAP_DEFINE_STATIC(bullets, 8);

int main(void)
{
	struct bullet a = { 0, { 0 } }, zero = a;

	lish_sure(heap_add(&bullets, &a.idx, 1));
	a = zero; /* the whole object, and with it the index */
	return heap_pop_entry(&bullets, struct bullet, idx) != NULL;
}
