/* SPDX-License-Identifier: MIT */
/*
 * parray.h - memory, figures and sorting of arrays of pointers to nodes
 *
 * For lib/ only; include/linux-ish/core/parray.h has the struct.
 */
#ifndef LISH_PARRAY_H
#define LISH_PARRAY_H

#include <linux-ish/core/parray.h>

LISH_C_BEGIN

/*
 * Initialise an empty array that grows as config says; config may be NULL. Allocates
 * config->initial slots. wide: as in the struct. Returns 0; -ENOSPC if they exceed the
 * limit; -ENOMEM. Unless 0, the array is all zero.
 */
int lish_parray_init_(struct lish_parray_ *array,
		      const struct lish_config *config, uint8_t wide);

void lish_parray_init_in_(struct lish_parray_ *array, uint32_t **slots,
			  uint32_t n);

/* The slots may move. 0, -ENOSPC at the limit, or -ENOMEM; counts failures. */
LISH_COLD int lish_parray_grow_(struct lish_parray_ *array);

/* Gets at least n slots. Counts no failures. */
int lish_parray_reserve_(struct lish_parray_ *array, uint32_t n);

/*
 * Changes nothing if the array is fixed or the smaller one cannot be allocated.
 */
void lish_parray_trim_(struct lish_parray_ *array);

/* Reads no slot. The array is all zero afterwards. */
void lish_parray_release_(struct lish_parray_ *array);

struct lish_stats lish_parray_stats_(const struct lish_parray_ *array,
				     uint32_t count);

/* LISH_OK; LISH_UNINITIALIZED; LISH_BAD_COUNT if the numbers contradict each other. */
enum lish_reason lish_parray_counts_(const struct lish_parray_ *array);
/*
 * The same, and examines each node; there are count of them. The first faulty one goes to
 * fault: LISH_BAD_INDEX. A hole is a fault if count leaves no room for it.
 */
enum lish_reason lish_parray_check_(const struct lish_parray_ *array, uint32_t count,
				    const uint32_t **fault);

/* In psort.c. The array has no holes. */
void lish_parray_renumber_(struct lish_parray_ *array);
void lish_parray_sort_words_(uint32_t **v, uint32_t n);

LISH_C_END

#endif /* LISH_PARRAY_H */
