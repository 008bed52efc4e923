/* SPDX-License-Identifier: MIT */
/*
 * parray.h - an array of pointers to nodes
 *
 * The base of the containers whose elements stand in one array. Each container decides
 * what a slot means: whether it may be a hole, and where the elements end.
 *
 * A node is one 32-bit word in the object: the number of its slot plus one, or zero. A
 * slot holds the address of that word. So one array type serves all node types.
 */
#ifndef LINUX_ISH_CORE_PARRAY_H
#define LINUX_ISH_CORE_PARRAY_H

#include "../bug.h"
#include "../mem.h"
#include "span.h"

LISH_NATURAL_(core_parray);

/*
 * A pass prefetches the object that comes LISH_FETCH_AHEAD_ slots later, if the array
 * has more than LISH_FETCH_ABOVE_ slots. A smaller array fits into near caches.
 */
#define LISH_FETCH_AHEAD_ 32u
#define LISH_FETCH_ABOVE_ 8192u

/* struct lish_parray_ - the array; used <= capacity <= limit */
struct lish_parray_ {
	/* NULL while the array has none. */
	uint32_t **nodes;
	/* Slots in use, from the first one on. */
	uint32_t used;
	/*
	 * Counts every change except removals, which change used. A removal does not count:
	 * that store made del and add a third slower where they miss the cache. Stands beside
	 * used: lish_parray_state_().
	 */
	uint32_t changes;
	uint32_t capacity;
	/* The largest capacity allowed. Zero: the array was never initialised. */
	uint32_t limit;
	/* The highest number of elements before the current one. */
	uint32_t peak;
	/* Adds that found no room. */
	uint32_t failed;
	/* Slots to add at a time. Zero: double the capacity. */
	uint32_t step;
	/* Only reserve adds slots. */
	bool no_grow;
	/* The slots come from mem. Else they belong to the user. */
	bool grows;
	/* Bytes of a slot that holds more than a pointer. Zero: a pointer. */
	uint8_t wide;
#if LISH_SYSTEM_
	/* The load of the library that got mem. Zero: mem is NULL. */
	uint32_t load;
#endif
	/* The user's allocator. NULL: the default one. */
	struct lish_mem *mem;
};

/* wide: as in the struct. */
#define LISH_PARRAY_INIT_IN_(nodes, n, wide) \
	{ (nodes), 0, 0, (n), LISH_MAX_COUNT, 0, 0, 0, false, false, (wide), \
	  LISH_LOAD_INIT_ NULL }

LISH_C_BEGIN

/* used and changes as one number, which each change makes another. */
LISH_INLINE uint64_t lish_parray_state_(const struct lish_parray_ *array)
{
	uint64_t state;

	memcpy(&state, (const char *)array + offsetof(struct lish_parray_, used), sizeof(state));
	return state;
}

/* A forward pass prefetches while its place is below the result. */
LISH_INLINE uint32_t lish_fetch_below_(uint32_t used, uint32_t end)
{
	if (!LISH_FETCHES_ || used <= LISH_FETCH_ABOVE_ ||
	    end <= LISH_FETCH_AHEAD_)
		return 0;
	return end - LISH_FETCH_AHEAD_;
}

/* A backward pass prefetches while its place is at or above the result. */
LISH_INLINE uint32_t lish_fetch_from_(uint32_t used)
{
	return LISH_FETCHES_ && used > LISH_FETCH_ABOVE_ ? LISH_FETCH_AHEAD_
							 : 0xffffffffu;
}

LISH_C_END

#endif /* LINUX_ISH_CORE_PARRAY_H */
