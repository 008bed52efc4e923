/* SPDX-License-Identifier: MIT */
/* must not compile: the memory is that of another kind of container */
#include <linux-ish/heap.h>
#include <linux-ish/ipool.h>

struct bullet {
	struct ipool_idx idx;
};

#ifdef WRONG
static IPOOL_STORAGE(memory, struct bullet, 4);
#else
static HEAP_STORAGE(memory, 4);
#endif

void begin(struct heap *heap);
void begin(struct heap *heap)
{
	heap_init_in(heap, &memory);
}
