/* SPDX-License-Identifier: MIT */
/*
 * memory.h - an allocator that is part of the world
 *
 * What a container allocates is part of its state, so it lies in the block too.
 * It fails when it is told to.
 */
#ifndef STATES_MEMORY_H
#define STATES_MEMORY_H

#include <linux-ish/mem.h>

#ifndef MEMORY_BLOCKS
#define MEMORY_BLOCKS 3
#endif
#ifndef MEMORY_SIZE
#define MEMORY_SIZE 64
#endif

/* It is told anew before each call. */
static bool memory_fails;

struct memory {
	struct lish_mem mem;
	uint16_t size[MEMORY_BLOCKS]; /* in words */
	uint64_t blocks[MEMORY_BLOCKS][MEMORY_SIZE / 8];
};


static void *memory_alloc(struct lish_mem *mem, size_t size, size_t align)
{
	struct memory *memory = (struct memory *)(void *)mem;
	unsigned int i;

	must(size && size <= MEMORY_SIZE);
	must(align <= 64);
	for (i = 0; i < MEMORY_BLOCKS && !memory_fails; i++)
		if (!memory->size[i]) {
			memory->size[i] = (uint16_t)((size + 7) / 8);
			return memory->blocks[i];
		}
	must(memory_fails);
	return NULL;
}

static void memory_free(struct lish_mem *mem, void *ptr, size_t size,
			size_t align)
{
	struct memory *memory = (struct memory *)(void *)mem;
	const size_t i = (size_t)((uint64_t *)ptr - memory->blocks[0]) /
			 (MEMORY_SIZE / 8);

	(void)align;
	must(i < MEMORY_BLOCKS && ptr == memory->blocks[i]);
	must(memory->size[i] == (size + 7) / 8);
	memory->size[i] = 0;
	memset(memory->blocks[i], 0, MEMORY_SIZE);
}

static void memory_init(struct memory *memory)
{
	memset(memory, 0, sizeof(*memory));
	memory->mem.alloc = memory_alloc;
	memory->mem.free = memory_free;
}

/* What cannot be seen any more. */
static void memory_settle(struct memory *memory)
{
	unsigned int i;

	for (i = 0; i < MEMORY_BLOCKS; i++)
		memset((char *)memory->blocks[i] + 8u * memory->size[i], 0,
		       MEMORY_SIZE - 8u * memory->size[i]);
}

#endif /* STATES_MEMORY_H */
