/* SPDX-License-Identifier: MIT */
/*
 * sort.h - the sorts of lists and arrays
 *
 * An add-on: no container includes it. A program that does not sort links no sort.
 *
 * Every sort is stable. A comparison returns a number > 0 if @a belongs after @b, else a
 * number <= 0. It gets @ctx, and must neither change nor query the container. No sort
 * allocates.
 *
 * Cost: O(n log n); n - 1 comparisons if the container is sorted already, little more if it
 * nearly is. The sorts of arrays recurse, O(log n) deep; those of lists do not.
 *
 * A sort in a loop over the same container is misuse. So is a change by a comparison: from level 1
 * on, such calls are refused and reported, or the sort reports LISH_LOOPED, and the list may not be
 * sorted. Lists allow changes of elements that were not compared yet.
 *
 * From level 1 on, an element that was freed or overwritten is reported; no comparison gets it, and
 * nothing is sorted.
 *
 * Parameters that a call does not describe:
 *   @list: the list
 *   @array: the array
 *   @cmp: the order
 *   @ctx: passed to @cmp
 */
#ifndef LINUX_ISH_SORT_H
#define LINUX_ISH_SORT_H

#include "ground/env.h"

LISH_NATURAL_(sort);

struct ilist;
struct ilist_node;
struct walklist;
struct walklist_node;
struct listpool;
struct listpool_node;
struct dense;
struct dense_idx;
struct rwarray;
struct rwarray_idx;

LISH_C_BEGIN

/**
 * ilist_sort() - sort the elements
 *
 * See also ilist_sort_by_key().
 */
LISH_API void ilist_sort(struct ilist *list,
			 int (*cmp)(void *ctx, const struct ilist_node *a,
				    const struct ilist_node *b),
			 void *ctx);

struct ilist_keyed_ {
	uint64_t key;
	struct lish_link_ *link;
};

#ifdef __cplusplus
#define ILIST_SIZE_(n) (static_cast<size_t>(n))
#else
#define ILIST_SIZE_(n) ((size_t)(n))
#endif

/**
 * ILIST_SORT_SCRATCH() - bytes that ilist_sort_by_key() needs
 * @n: number of elements
 */
#define ILIST_SORT_SCRATCH(n) \
	(2 * sizeof(struct ilist_keyed_) * ILIST_SIZE_(n))

/**
 * ilist_sort_by_key() - sort the elements by a number
 * @key: returns the number of an element; must not change the list. Flip the sign bit of
 * signed numbers
 * @ctx: passed to @key
 * @scratch: memory aligned as an array of uint64_t
 * @size: bytes of @scratch, at least ILIST_SORT_SCRATCH(number of elements)
 *
 * Smallest first. Faster than ilist_sort(): O(n). Uses 1 KiB of stack.
 *
 * Return: 0; -ENOSPC if @size is too small; -EINVAL after a report. On error nothing has
 * changed.
 */
LISH_MUST_CHECK LISH_API int
ilist_sort_by_key(struct ilist *list,
		  uint64_t (*key)(void *ctx, const struct ilist_node *node),
		  void *ctx, void *scratch, size_t size);

/**
 * walklist_sort() - sort the elements
 */
LISH_API void walklist_sort(struct walklist *list,
			    int (*cmp)(void *ctx,
				       const struct walklist_node *a,
				       const struct walklist_node *b),
			    void *ctx);

/**
 * listpool_sort() - sort the elements
 * @pool: the pool
 *
 * No object moves in memory.
 */
LISH_API void listpool_sort(struct listpool *pool,
			    int (*cmp)(void *ctx, const struct listpool_node *a,
				       const struct listpool_node *b),
			    void *ctx);

/**
 * dense_sort() - sort the elements
 *
 * A @cmp without a branch ("return a->key > b->key") sorts a shuffled array twice as fast.
 * The order lasts until the next removal.
 */
LISH_API void dense_sort(struct dense *array,
			 int (*cmp)(void *ctx, const struct dense_idx *a,
				    const struct dense_idx *b),
			 void *ctx);

/**
 * rwarray_sort() - sort the elements
 *
 * Closes all holes. See dense_sort() for a fast @cmp.
 */
LISH_API void rwarray_sort(struct rwarray *array,
			   int (*cmp)(void *ctx, const struct rwarray_idx *a,
				      const struct rwarray_idx *b),
			   void *ctx);

LISH_C_END

#endif /* LINUX_ISH_SORT_H */
