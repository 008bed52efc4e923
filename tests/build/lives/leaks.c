/* SPDX-License-Identifier: MIT */
/*
 * leaks.c - what LeakSanitizer sees through a pool
 *
 * With the argument "leak" each pool has a block of malloc() in a live object and one in a
 * free object: only the second is a leak. Without it no object is free with a block.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux-ish/densepool.h>
#include <linux-ish/ipool.h>
#include <linux-ish/listpool.h>
#include <linux-ish/slotpool.h>

#define POOL_LEAKS(X, node_type, size)                                                     \
	struct X##_owner {                                                                 \
		struct node_type node;                                                     \
		void *block;                                                               \
	};                                                                                 \
	static struct X X##_pool;                                                          \
                                                                                           \
	static __attribute__((noinline)) void X##_lives(int leak)                          \
	{                                                                                  \
		struct X##_owner *live, *gone;                                             \
                                                                                           \
		if (X##_init(&X##_pool, struct X##_owner, node, NULL))                     \
			abort();                                                           \
		live = X##_alloc_entry(&X##_pool, struct X##_owner, node);                 \
		gone = X##_alloc_entry(&X##_pool, struct X##_owner, node);                 \
		live->block = malloc(size);                                                \
		gone->block = leak ? malloc(size + 1) : NULL;                              \
		X##_free(&X##_pool, &gone->node);                                          \
	}

POOL_LEAKS(ipool, ipool_idx, 1000)
POOL_LEAKS(densepool, densepool_idx, 2000)
POOL_LEAKS(listpool, listpool_node, 3000)
POOL_LEAKS(slotpool, slotpool_idx, 4000)

static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

/* Overwrites what the calls left on the stack and in registers. */
static __attribute__((noinline)) void wipe(void)
{
	volatile int stack[4096];
	int i;

	for (i = 0; i < 4096; i++)
		stack[i] = -i;
	qsort((void *)(uintptr_t)stack, 4096, sizeof(stack[0]), compare);
}

/* Their frames are below the first words of the one of wipe(), which it may leave alone. */
static __attribute__((noinline)) void lives(int leak)
{
	volatile char above[1024];

	above[0] = above[1023] = 0;
	ipool_lives(leak);
	densepool_lives(leak);
	listpool_lives(leak);
	slotpool_lives(leak);
}

int main(int argc, char **argv)
{
	lives(argc > 1 && !strcmp(argv[1], "leak"));
	wipe();
	return 0;
}
