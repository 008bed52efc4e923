/* SPDX-License-Identifier: MIT */
/*
 * ours.h - an allocator that counts, for those of ours that take one
 */
#ifndef LISH_BENCH_OURS_H
#define LISH_BENCH_OURS_H

#include "bench.h"

#include <linux-ish/container_of.h>
#include <linux-ish/mem.h>

struct counting_mem {
	struct lish_mem mem;
	size_t bytes;
};

static inline void *counting_alloc(struct lish_mem *mem, size_t size,
				   size_t align)
{
	void *ptr = lish_mem_default.alloc(&lish_mem_default, size, align);

	if (ptr)
		container_of(mem, struct counting_mem, mem)->bytes += size;
	return ptr;
}

static inline void counting_free(struct lish_mem *mem, void *ptr, size_t size,
				 size_t align)
{
	container_of(mem, struct counting_mem, mem)->bytes -= size;
	lish_mem_default.free(&lish_mem_default, ptr, size, align);
}

static inline struct lish_mem *counting_init(struct counting_mem *counter)
{
	counter->mem.alloc = counting_alloc;
	counter->mem.free = counting_free;
	counter->mem.resize = NULL;
	counter->mem.decommit = NULL;
	counter->bytes = 0;
	return &counter->mem;
}

/* An order by key, for the containers' sort. */
#define BY_KEY(node_type)                                                   \
	static int by_key(void *ctx, const struct node_type *a,             \
			  const struct node_type *b)                        \
	{                                                                   \
		const uint32_t left =                                       \
			container_of(a, const struct bullet, node)->key;       \
		const uint32_t right =                                      \
			container_of(b, const struct bullet, node)->key;       \
									    \
		(void)ctx;                                                  \
		return left < right ? -1 : left > right;                    \
	}

#endif /* LISH_BENCH_OURS_H */
