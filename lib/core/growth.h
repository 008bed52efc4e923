/* SPDX-License-Identifier: MIT */
/*
 * growth.h - the part of a pool that only a growing one has: see pool_growth.c
 */
#ifndef LISH_GROWTH_H
#define LISH_GROWTH_H

#include "pool.h"

/* The fewest objects in a chunk, unless objects are large; in slotpool always. */
#define LISH_POOL_MIN_CHUNK_ 64u

/* A chunk of a growing pool. */
struct lish_chunk_ {
	char *start;
	/*
	 * slotpool: 0, or the slots have no nodes, because trim gave the pages back: the
	 * generation at which they begin again, plus one
	 */
	uint32_t floor;
};

/* The table has for each chunk a pointer, and so many words of these. */
#define LISH_CHUNK_WORDS_ ((uint32_t)(sizeof(struct lish_chunk_) / sizeof(char *)))

/* The part that only a growing pool has. */
struct lish_growth_ {
	/* NULL for the default */
	struct lish_mem *mem;
	/* highest capacity */
	uint32_t limit;
	/* of an object */
	uint32_t align;
	/* slots that the arrays beside the objects have room for */
	uint32_t sides;
	/* chunks that the table has room for; behind them, it has a struct lish_chunk_ of each */
	uint32_t room;
	/* chunks without pages */
	uint32_t decommitted;
	/* tells the user that there is more room, or NULL */
	int (*grown)(void *ctx, void *pool, uint32_t room);
	bool no_grow;
	/* the arrays beside the objects get their full length at once */
	bool limited;
};

LISH_C_BEGIN

/* Gives back the pages of a chunk without a live object; false: it cannot. */
LISH_LOCAL bool lish_pool_decommit_(const struct lish_pool_ *pool, uint32_t slot);

static inline struct lish_mem *lish_pool_mem_(const struct lish_pool_ *pool)
{
	return pool->growth->mem ? pool->growth->mem : &lish_mem_default;
}

/* The chunk of a slot. The pool grows. */
static inline struct lish_chunk_ *lish_pool_chunk_(const struct lish_pool_ *pool, uint32_t slot)
{
	void *chunks = pool->table + pool->growth->room;

	return (struct lish_chunk_ *)chunks + (slot >> pool->shift);
}

LISH_C_END

#endif /* LISH_GROWTH_H */
