/* SPDX-License-Identifier: MIT */
/* reported: the node is in no container */
#include <linux-ish/heap.h>

struct bullet {
	struct heap_idx idx;
};

HEAP_DEFINE_STATIC(bullets, 8);

int main(void)
{
	static struct bullet a;

	lish_sure(heap_add(&bullets, &a.idx, 1));
	heap_del(&bullets, &a.idx);
	heap_del(&bullets, &a.idx);
	return 0;
}
