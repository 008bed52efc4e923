/* SPDX-License-Identifier: MIT */
/* reported: the container was never initialised */
#include <linux-ish/heap.h>

struct bullet {
	struct heap_idx idx;
};

int main(void)
{
	static struct heap bullets;
	static struct bullet a;

	return heap_add(&bullets, &a.idx, 1);
}
