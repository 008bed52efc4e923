// SPDX-License-Identifier: MIT
/*
 * parray.c - figures of arrays of pointers to nodes, and questions about all elements
 *
 * parray_grow.c has what only arrays that grow need.
 */
#define LISH_LIB_
#include "parray.h"

#if !LISH_HOSTED && !defined(__KERNEL__)
int (*lish_parray_resizer_)(struct lish_parray_ *array, uint32_t capacity);
#endif

enum lish_reason lish_parray_init_in_(struct lish_parray_ *array, uint32_t **nodes, uint32_t n)
{
	if (lish_is_null(nodes) && n)
		return LISH_NULL;
	array->nodes = nodes;
	array->capacity = n < LISH_MAX_COUNT ? n : LISH_MAX_COUNT;
	array->limit = LISH_MAX_COUNT;
	return LISH_OK;
}

int lish_parray_grow_(struct lish_parray_ *array)
{
	int err = -ENOSPC;

	if (array->grows && !array->no_grow)
		err = LISH_PARRAY_RESIZE_(array, LISH_PARRAY_MORE_);
	/* A misuse is no failure. */
	if (err && err != -EINVAL)
		array->failed++;
	return err;
}

int lish_parray_reserve_(struct lish_parray_ *array, uint32_t n)
{
	if (n <= array->capacity)
		return 0;
	return array->grows && n <= array->limit ? LISH_PARRAY_RESIZE_(array, n) : -ENOSPC;
}

int lish_parray_trim_(struct lish_parray_ *array)
{
	if (!array->grows || array->used == array->capacity)
		return 0;
	return LISH_PARRAY_RESIZE_(array, array->used);
}

void lish_parray_release_(struct lish_parray_ *array)
{
	if (array->grows)
		(void)LISH_PARRAY_RESIZE_(array, 0);
	memset(array, 0, sizeof(*array));
}

struct lish_stats lish_parray_stats_(const struct lish_parray_ *array, uint32_t count)
{
	struct lish_stats stats;

	memset(&stats, 0, sizeof(stats));
	stats.count = count;
	stats.capacity = array->capacity;
	stats.limit = array->grows ? array->limit : array->capacity;
	stats.peak = count > array->peak ? count : array->peak;
	stats.failed = array->failed;
	stats.highest = array->used;
	stats.bytes = array->capacity * (array->wide ? array->wide : sizeof(*array->nodes));
	return stats;
}

enum lish_reason lish_parray_counts_(const struct lish_parray_ *array)
{
	if (!array->limit)
		return LISH_UNINITIALIZED;
	if (array->used > array->capacity || array->capacity > LISH_MAX_COUNT ||
	    (array->used && !array->nodes))
		return LISH_BAD_COUNT;
	return LISH_OK;
}

enum lish_reason lish_parray_check_(const struct lish_parray_ *array, uint32_t count,
				    const struct lish_area_ *area, const uint32_t **fault)
{
	const enum lish_reason reason = lish_parray_counts_(array);
	const bool holes = count != array->used;
	const uint32_t *node;
	uint32_t i;

	*fault = NULL;
	if (reason == LISH_OK && !LISH_AREA_HAS_(area, array->nodes, array->used, uint32_t *))
		return LISH_BAD_RANGE;
	for (i = 0; reason == LISH_OK && i < array->used; i++) {
		node = array->nodes[i];
		count -= node != NULL;
		if (node ? LISH_AREA_HAS_(area, node, 1, uint32_t) && *node == i + 1 : holes)
			continue;
		*fault = node;
		return LISH_BAD_INDEX;
	}
	return reason == LISH_OK && count ? LISH_BAD_COUNT : reason;
}

const uint32_t *lish_parray_zero_(const struct lish_parray_ *array)
{
	const uint32_t fetch = lish_fetch_below_(array->used, array->used);
	const uint32_t *fault = NULL;
	uint32_t *node;
	uint32_t i;

	for (i = 0; i < array->used; i++) {
		if (i < fetch)
			lish_prefetch(array->nodes[i + LISH_FETCH_AHEAD_]);
		node = array->nodes[i];
		if (!node)
			continue;
		if (lish_likely(*node == i + 1))
			*node = 0;
		else if (!fault)
			fault = node;
	}
	return fault;
}
