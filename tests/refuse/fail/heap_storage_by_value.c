/* SPDX-License-Identifier: MIT */
/* must not compile: init_in takes the address of the memory */
#include <linux-ish/heap.h>

static HEAP_STORAGE(memory, 4);

void begin(struct heap *heap);
void begin(struct heap *heap)
{
#ifdef WRONG
	heap_init_in(heap, memory);
#else
	heap_init_in(heap, &memory);
#endif
}
