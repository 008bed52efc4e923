/* SPDX-License-Identifier: MIT */
/*
 * parray.h - memory and figures of arrays of pointers to nodes, and questions about them
 */
#ifndef LISH_PARRAY_H
#define LISH_PARRAY_H

#include <linux-ish/core/parray.h>

#include "../ground/refused.h"
#include "../ground/reload.h"
#include "area.h"

LISH_C_BEGIN

/* The user's allocator at its new address, or at its first. */
LISH_LOCAL void lish_parray_rebind_(struct lish_parray_ *array, const struct lish_config *config);
/*
 * Initialise an array that is all zero, and grows as config says; config may be NULL. Allocates
 * config->initial slots. wide: as in the struct. Returns 0; -ENOSPC if they exceed the
 * limit; -ENOMEM; -EINVAL if they are misaligned. Unless 0, the array is all zero.
 */
LISH_LOCAL int lish_parray_init_(struct lish_parray_ *array,
		      const struct lish_config *config, uint8_t wide);

/* Initialise one in slots of the user. LISH_NULL if there are none. */
LISH_LOCAL enum lish_reason lish_parray_init_in_(struct lish_parray_ *array, uint32_t **nodes,
						 uint32_t n);

/*
 * In parray_grow.c: set the number of slots, at least used. LISH_PARRAY_MORE_: a step more.
 * 0: none. Returns 0; -ENOSPC at the limit; -ENOMEM; -EINVAL, if the allocator may be gone, or
 * returned misaligned slots. The array keeps these, because the elements stand in them.
 *
 * On bare metal, programs whose arrays are all fixed do not link it: calls go through a
 * pointer that lish_parray_init_() sets. Elsewhere the pointer would be lost when a library is
 * loaded again.
 */
#define LISH_PARRAY_MORE_ 0xffffffffu
#if LISH_HOSTED || defined(__KERNEL__)
#define LISH_PARRAY_RESIZE_ lish_parray_resize_
#else
#define LISH_PARRAY_RESIZE_ (*lish_parray_resizer_)
extern int (*lish_parray_resizer_)(struct lish_parray_ *array, uint32_t capacity);
#endif
LISH_LOCAL int lish_parray_resize_(struct lish_parray_ *array, uint32_t capacity);

/* The slots may move. As lish_parray_resize_(); counts failures. */
LISH_LOCAL LISH_COLD int lish_parray_grow_(struct lish_parray_ *array);

/* Gets at least n slots. Counts no failures. */
LISH_LOCAL int lish_parray_reserve_(struct lish_parray_ *array, uint32_t n);

/* Why growth failed, if that is misuse. */
LISH_INLINE enum lish_reason lish_parray_misgrown_(const struct lish_parray_ *array, int err)
{
	if (lish_likely(err != -EINVAL))
		return LISH_OK;
	return lish_bound_(array) != LISH_OK ? LISH_RELOADED : LISH_MISALIGNED;
}

/* Changes nothing if the array is fixed or the smaller one cannot be allocated. */
LISH_LOCAL int lish_parray_trim_(struct lish_parray_ *array);

/* Reads no slot. The array is all zero afterwards. */
LISH_LOCAL void lish_parray_release_(struct lish_parray_ *array);

LISH_LOCAL struct lish_stats lish_parray_stats_(const struct lish_parray_ *array, uint32_t count);

/* Questions. */

LISH_INLINE enum lish_reason lish_parray_begun_(const struct lish_parray_ *array)
{
	return array->limit ? LISH_OK : LISH_UNINITIALIZED;
}

/* No word of another array or of garbage passes. */
LISH_INLINE bool lish_parray_holds_(const struct lish_parray_ *array, const uint32_t *node)
{
	/* A zero node wraps to a number above all slots. */
	const uint32_t at = *node - 1;

	return at < array->used && array->nodes[at] == node;
}

/* May this node have moved here? Zero: it is in no array. Does not read the old address. */
LISH_INLINE enum lish_reason lish_parray_may_have_moved_(const struct lish_parray_ *array,
							  const uint32_t *node)
{
	if (lish_is_null(node))
		return LISH_NULL;
	return !*node || (*node <= array->used && array->nodes[*node - 1]) ? LISH_OK
									   : LISH_FOREIGN;
}

/* Before elements leave: record how many there were. */
LISH_INLINE void lish_parray_note_peak_(struct lish_parray_ *array, uint32_t count)
{
	if (lish_unlikely(count > array->peak))
		array->peak = count;
}

/* Is this zero node the last element? Then it was freed or zeroed there. Level 2 finds others. */
LISH_INLINE bool lish_parray_ends_with_(const struct lish_parray_ *array, const uint32_t *node)
{
	return array->used && array->nodes[array->used - 1] == node;
}

/* May this node, which is in no array, be added? Garbage looks as if in another array. */
LISH_INLINE enum lish_reason lish_parray_may_join_(const struct lish_parray_ *array,
						   const uint32_t *node)
{
	if (lish_is_null(node))
		return LISH_NULL;
	return *node || lish_parray_ends_with_(array, node) ? LISH_ALREADY_IN : LISH_OK;
}

LISH_INLINE int lish_parray_refusal_(enum lish_reason reason)
{
	return reason == LISH_LOOPED ? -EBUSY : -EINVAL;
}

/* What an add returns that is refused. An element is no misuse: there is nothing to report. */
LISH_INLINE int lish_parray_unjoined_(const struct lish_parray_ *array, const uint32_t *node,
				      enum lish_reason *reason)
{
	if (*reason != LISH_ALREADY_IN || !lish_parray_holds_(array, node))
		return lish_parray_refusal_(*reason);
	*reason = LISH_OK;
	return -EEXIST;
}

/* LISH_OK; LISH_UNINITIALIZED; LISH_BAD_COUNT if the numbers contradict each other. */
LISH_LOCAL enum lish_reason lish_parray_counts_(const struct lish_parray_ *array);
/*
 * The same, and examines each node; there are count of them. The first faulty one goes to
 * fault: LISH_BAD_INDEX. A hole is a fault if count leaves no room for it.
 */
LISH_LOCAL enum lish_reason lish_parray_check_(const struct lish_parray_ *array, uint32_t count,
					       const struct lish_area_ *area,
					       const uint32_t **fault);

/*
 * Zero the node of each element; slots may be holes. Memory that is no longer an element's
 * is not written. Returns the first such node, or NULL.
 */
LISH_LOCAL const uint32_t *lish_parray_zero_(const struct lish_parray_ *array);
LISH_INLINE enum lish_reason lish_parray_zeroed_(const uint32_t *fault)
{
	return fault ? LISH_BAD_INDEX : LISH_OK;
}

/* In sort.c. */

LISH_LOCAL void lish_parray_sort_words_(uint32_t **v, uint32_t n);

LISH_C_END

#endif /* LISH_PARRAY_H */
