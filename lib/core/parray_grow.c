// SPDX-License-Identifier: MIT
/*
 * parray_grow.c - memory of arrays that grow
 *
 * X_init() needs lish_parray_init_(), and so brings in the rest. On bare metal nothing else
 * does: see parray.h.
 */
#define LISH_LIB_
#include "parray.h"
#include "../ground/mem.h"

/* Slots of the first allocation. */
#define PARRAY_FIRST_CAPACITY_ 8u

static uint32_t parray_next_capacity_(const struct lish_parray_ *array)
{
	const uint32_t rest = array->limit - array->capacity;
	uint32_t more = array->step;

	if (!more)
		more = array->capacity ? array->capacity : PARRAY_FIRST_CAPACITY_;
	return array->capacity + (more < rest ? more : rest);
}

int lish_parray_resize_(struct lish_parray_ *array, uint32_t capacity)
{
	struct lish_mem *mem = array->mem ? array->mem : &lish_mem_default;
	const size_t size = array->wide ? array->wide : sizeof(*array->nodes);
	const size_t align = lish_array_align_(size);
	void *slots = NULL;

	if (capacity == LISH_PARRAY_MORE_)
		capacity = parray_next_capacity_(array);
	/* No caller asks for more than the limit. */
	if (capacity == array->capacity)
		return -ENOSPC;
	if (lish_bound_(array) != LISH_OK)
		return -EINVAL;
	if (capacity)
		slots = lish_array_resize_(mem, array->nodes, array->used,
					   array->capacity, capacity, size);
	else
		(mem->free)(mem, array->nodes, array->capacity * size, align);
	if (capacity && !slots)
		return -ENOMEM;
	array->nodes = (uint32_t **)slots;
	array->capacity = capacity;
	array->changes++;
	return LISH_CHECK >= 1 && (uintptr_t)slots % align ? -EINVAL : 0;
}

void lish_parray_rebind_(struct lish_parray_ *array, const struct lish_config *config)
{
	struct lish_mem *mem = config ? config->mem : NULL;

	/* Not an address of the library, which may be loaded again too. */
	array->mem = mem == &lish_mem_default ? NULL : mem;
	lish_bind_(array, array->mem);
}

int lish_parray_init_(struct lish_parray_ *array, const struct lish_config *config, uint8_t wide)
{
	int err = 0;

	array->limit = LISH_MAX_COUNT;
	array->wide = wide;
	array->grows = true;
#if !LISH_HOSTED && !defined(__KERNEL__)
	lish_parray_resizer_ = lish_parray_resize_;
#endif
	if (!config)
		return 0;
	if (config->limit && config->limit < LISH_MAX_COUNT)
		array->limit = config->limit;
	array->step = config->step;
	array->no_grow = config->no_grow;
	lish_parray_rebind_(array, config);
	if (config->initial > array->limit)
		err = -ENOSPC;
	else if (config->initial)
		err = lish_parray_resize_(array, config->initial);
	if (err && array->nodes)
		(void)lish_parray_resize_(array, 0);
	if (err)
		memset(array, 0, sizeof(*array));
	return err;
}
