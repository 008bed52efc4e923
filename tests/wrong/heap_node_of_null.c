/* SPDX-License-Identifier: MIT */
/* reported: the node of a NULL object */
#include <linux-ish/heap.h>

struct bullet {
	int ttl;
	struct heap_idx idx;
};

HEAP_DEFINE_STATIC(bullets, 8);

int main(void)
{
	struct bullet *volatile none = NULL;

	heap_del(&bullets, &none->idx);
	return 0;
}
