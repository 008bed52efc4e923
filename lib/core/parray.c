// SPDX-License-Identifier: MIT
/*
 * parray.c - memory and figures of arrays of pointers to nodes
 */
#define LISH_LIB_
#include "parray.h"
#include "../ground/mem.h"

/* Slots of the first allocation. */
#define PARRAY_FIRST_CAPACITY 8u

static size_t parray_slot_size(const struct lish_parray_ *array)
{
	return array->wide ? array->wide : sizeof(*array->slots);
}

/* Change the number of slots, not below used. 0: a step more. */
static int parray_resize(struct lish_parray_ *array, uint32_t capacity)
{
	const uint32_t rest = array->limit - array->capacity;
	uint32_t more = array->step;
	void *slots;

	if (!capacity) {
		if (!more)
			more = array->capacity ? array->capacity
					       : PARRAY_FIRST_CAPACITY;
		capacity = array->capacity + (more < rest ? more : rest);
	}
	if (capacity > array->limit || capacity == array->capacity)
		return -ENOSPC;
	slots = lish_array_resize_(array->mem, array->slots, array->used,
				   array->capacity, capacity,
				   parray_slot_size(array));
	if (!slots)
		return -ENOMEM;
	array->slots = (uint32_t **)slots;
	array->capacity = capacity;
	array->changes++;
	return 0;
}

int lish_parray_init_(struct lish_parray_ *array,
		      const struct lish_config *config, uint8_t wide)
{
	int err = 0;

	memset(array, 0, sizeof(*array));
	array->limit = LISH_MAX_COUNT;
	array->wide = wide;
	array->resize = parray_resize;
	array->mem = &lish_mem_default;
	if (!config)
		return 0;
	if (config->limit && config->limit < LISH_MAX_COUNT)
		array->limit = config->limit;
	array->step = config->step;
	array->no_grow = config->no_grow;
	if (config->mem)
		array->mem = config->mem;
	if (config->initial)
		err = lish_parray_reserve_(array, config->initial);
	if (err)
		memset(array, 0, sizeof(*array));
	return err;
}

void lish_parray_init_in_(struct lish_parray_ *array, uint32_t **slots,
			  uint32_t n)
{
	memset(array, 0, sizeof(*array));
	array->slots = slots;
	array->capacity = n < LISH_MAX_COUNT ? n : LISH_MAX_COUNT;
	array->limit = LISH_MAX_COUNT;
}

int lish_parray_grow_(struct lish_parray_ *array)
{
	int err = -ENOSPC;

	if (array->resize && !array->no_grow)
		err = array->resize(array, 0);
	if (err)
		array->failed++;
	return err;
}

int lish_parray_reserve_(struct lish_parray_ *array, uint32_t n)
{
	if (n <= array->capacity)
		return 0;
	return array->resize ? array->resize(array, n) : -ENOSPC;
}

static void parray_free_slots(struct lish_parray_ *array)
{
	struct lish_mem *mem = array->mem;

	if (array->slots && mem)
		mem->free(mem, array->slots,
			  array->capacity * parray_slot_size(array),
			  lish_array_align_(parray_slot_size(array)));
}

void lish_parray_trim_(struct lish_parray_ *array)
{
	if (!array->resize || array->used == array->capacity)
		return;
	if (array->used) {
		(void)array->resize(array, array->used);
		return;
	}
	parray_free_slots(array);
	array->slots = NULL;
	array->capacity = 0;
	array->changes++;
}

void lish_parray_release_(struct lish_parray_ *array)
{
	parray_free_slots(array);
	memset(array, 0, sizeof(*array));
}

struct lish_stats lish_parray_stats_(const struct lish_parray_ *array,
				     uint32_t count)
{
	struct lish_stats stats;

	memset(&stats, 0, sizeof(stats));
	stats.count = count;
	stats.capacity = array->capacity;
	stats.limit = array->resize ? array->limit : array->capacity;
	stats.peak = count > array->peak ? count : array->peak;
	stats.failed = array->failed;
	stats.highest = array->used;
	stats.bytes = array->capacity * parray_slot_size(array);
	return stats;
}

enum lish_reason lish_parray_counts_(const struct lish_parray_ *array)
{
	if (!array->limit)
		return LISH_UNINITIALIZED;
	if (array->used > array->capacity || array->capacity > LISH_MAX_COUNT ||
	    (array->used && !array->slots))
		return LISH_BAD_COUNT;
	return LISH_OK;
}

enum lish_reason lish_parray_check_(const struct lish_parray_ *array, uint32_t count,
				    const uint32_t **fault)
{
	const enum lish_reason reason = lish_parray_counts_(array);
	const bool holes = count != array->used;
	const uint32_t *node;
	uint32_t i;

	*fault = NULL;
	for (i = 0; reason == LISH_OK && i < array->used; i++) {
		node = array->slots[i];
		count -= node != NULL;
		if (node ? *node == i + 1 : holes)
			continue;
		*fault = node;
		return LISH_BAD_INDEX;
	}
	return reason == LISH_OK && count ? LISH_BAD_COUNT : reason;
}
