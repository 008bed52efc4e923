/* SPDX-License-Identifier: MIT */
/* reported: the container is being looped over */
#include <linux-ish/heap.h>

struct bullet {
	struct heap_idx idx;
};

HEAP_DEFINE_STATIC(bullets, 8);

int main(void)
{
	static struct bullet a;

	lish_sure(heap_add(&bullets, &a.idx, 1));
	heap_drain_due(b, &bullets, 1, struct bullet, idx)
		heap_destroy(&bullets);
	return 0;
}
