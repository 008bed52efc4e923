/* SPDX-License-Identifier: MIT */
/*
 * parray.h - an array of pointers to nodes
 *
 * What the containers share whose members stand in one array: growth, memory
 * ahead and given back, figures, the order of fetches, numbering. What the slots
 * mean is theirs: whether there are holes, where the members end.
 *
 * A node is one 32-bit word in the object, and it is the address of that word
 * that a slot holds. The word says where it stands: number of the slot plus one,
 * zero for nowhere. That makes one type of array for all of them.
 *
 * lib/core/psort.h sorts such an array.
 */
#ifndef LINUX_ISH_CORE_PARRAY_H
#define LINUX_ISH_CORE_PARRAY_H

#include "../bug.h"
#include "../mem.h"
#include "span.h"

/*
 * A pass over the members fetches the object that comes this many slots later,
 * in arrays with more of them than fit into near caches; below, it only costs.
 */
#define LISH_FETCH_AHEAD_ 32u
#define LISH_FETCH_ABOVE_ 8192u

/*
 * No place needs the highest bit of a node's word: it is the container's, and
 * stays as it is when loops make a member move.
 */
#define LISH_PARRAY_FACE_BIT_ 0x80000000u

/*
 * struct lish_parray_ - the array
 *
 * - slots: NULL while there is none
 * - used: slots in use, from the first one on
 * - capacity: how many there are
 * - limit: how many there may be; zero: never initialised
 * - peak: the most members there were at a time, but for now
 * - changes: counts adds, and what changes anything but the number of slots in
 *   use, also where the slots lie: so whatever happens, one of the two differs. A
 *   number that del wrote as well made del and add slower by a third where they
 *   miss the cache
 * - failed: adds that found no room
 * - step: slots to add at a time; zero: as many as there are
 * - fixed: the slots are the caller's
 * - no_grow: only reserve adds slots
 * - wide: bytes of a slot, where it holds more than a pointer; else zero
 * - mem: where slots come from; NULL for lish_mem_default
 *
 * used <= capacity <= limit
 */
struct lish_parray_ {
	uint32_t **slots;
	uint32_t used;
	uint32_t capacity;
	uint32_t limit;
	uint32_t peak;
	uint32_t changes;
	uint32_t failed;
	uint32_t step;
	bool fixed;
	bool no_grow;
	uint8_t wide;
	struct lish_mem *mem;
};

/* An array that grows, with no slots yet; and one in n slots of the caller's. */
#define LISH_PARRAY_INIT_(mem) \
	{ NULL, 0, 0, LISH_MAX_COUNT, 0, 0, 0, 0, false, false, 0, (mem) }
#define LISH_PARRAY_INIT_IN_(slots, n) \
	{ (slots), 0, (n), LISH_MAX_COUNT, 0, 0, 0, 0, true, true, 0, NULL }
/* Slots of more than a pointer: only their container looks into them. */
#define LISH_PARRAY_INIT_WIDE_(slots, n, wide)                            \
	{ LISH_CAST_(uint32_t *, slots), 0, (n), LISH_MAX_COUNT, 0, 0, 0, 0, \
	  true, true, (wide), NULL }

LISH_C_BEGIN

/*
 * Make an empty array that grows as the config says, NULL for as it comes; with
 * slots for config->initial. 0; -ENOSPC if these are beyond the limit; -ENOMEM:
 * then it is zero, never initialised.
 */
int lish_parray_init_(struct lish_parray_ *array,
		      const struct lish_config *config);

/* The same with wide slots, of so many bytes. */
int lish_parray_init_wide_(struct lish_parray_ *array,
			   const struct lish_config *config, uint8_t wide);

/* Make an empty array in n slots of the caller's; more than fit are not used. */
void lish_parray_init_in_(struct lish_parray_ *array, uint32_t **slots,
			  uint32_t n);

/*
 * Have a slot after the last one in use: 0, -ENOSPC at the limit, -ENOMEM; the
 * failed ones are counted. After it the slots lie elsewhere.
 */
LISH_COLD int lish_parray_grow_(struct lish_parray_ *array);

/* Have n slots; as grow, but not counted. Fewer than there are: nothing to do. */
int lish_parray_reserve_(struct lish_parray_ *array, uint32_t n);

/*
 * Give back the slots after the last one in use. The array stays as it is if it
 * is fixed, or if the smaller one cannot be had.
 */
void lish_parray_trim_(struct lish_parray_ *array);

/* Give back all slots, whatever is in them. The array is zero afterwards. */
void lish_parray_release_(struct lish_parray_ *array);

/* All figures of an array with so many members. */
struct lish_stats lish_parray_stats_(const struct lish_parray_ *array,
				     uint32_t count);

/* Write its place into each node; of an array without holes. */
void lish_parray_renumber_(struct lish_parray_ *array);

/* For psort.h: sort nodes by their words. */
void lish_parray_sort_words_(uint32_t **v, uint32_t n);

/* A pass that ends before end fetches ahead from places below this one. */
LISH_TINY uint32_t lish_fetch_below_(uint32_t used, uint32_t end)
{
	if (used <= LISH_FETCH_ABOVE_ || end <= LISH_FETCH_AHEAD_)
		return 0;
	return end - LISH_FETCH_AHEAD_;
}

/* A pass backwards does from this place on. */
LISH_TINY uint32_t lish_fetch_from_(uint32_t used)
{
	return used > LISH_FETCH_ABOVE_ ? LISH_FETCH_AHEAD_ : 0xffffffffu;
}

/* Does the slot that a node names hold it? No word from elsewhere passes. */
LISH_TINY bool lish_parray_holds_(const struct lish_parray_ *array,
				  const uint32_t *node)
{
	/* Zero, in no slot, becomes larger than any number of slots. */
	const uint32_t at = *node - 1;

	return at < array->used && array->slots[at] == node;
}

/* Members go: keep in mind how many there were. */
LISH_TINY void lish_parray_note_peak_(struct lish_parray_ *array,
				      uint32_t count)
{
	if (lish_unlikely(count > array->peak))
		array->peak = count;
}

LISH_C_END

#endif /* LINUX_ISH_CORE_PARRAY_H */
