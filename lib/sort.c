// SPDX-License-Identifier: MIT
/*
 * sort.c - the sorts of all lists and arrays
 *
 * No container knows this file. What it knows of them stands under "Doors". The rest works on
 * rings (core/ring_sort.h) and on slots (core/psort.h), which only this file includes. One file
 * of some containers has their sorts alone, so each is in an #ifdef.
 *
 * ilist_sort_by_key() collects (key, link) pairs in the first half of the scratch and
 * tells in which bits keys differ. Sorting works on the pairs, which are contiguous;
 * the nodes are written once, in order, at the end.
 *
 * If keys are spread, few of their highest bits tell most elements apart. So
 *
 *   1. a radix sort (8 bits a pass, between the two halves of the scratch) by the
 *      highest bits that differ, about as many as 4 n values need;
 *   2. an insertion sort for the rest, which gives up after 8 n moves;
 *   3. if it gave up, a radix sort by all bits that differ.
 *
 * Every part is stable. So giving up loses nothing: the order of equal keys is still
 * the order of the list. Passes by bits in which no keys differ are skipped. The cost
 * is O(n) for any keys: at most 8 passes, twice.
 */
#define LISH_LIB_
#include <linux-ish/sort.h>

#include <linux-ish/dense.h>
#include <linux-ish/ilist.h>
#include <linux-ish/listpool.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/walklist.h>

#include "core/loop.h"
#include "core/parray.h"
#include "core/ring.h"
#include "core/ring_sort.h"
#include "core/walk.h"
#include "ground/refused.h"

/*
 * Doors. A list is a ring, maybe with loops; an array is its slots. While a comparison of an
 * array runs, a change by it is refused: dense finds a running loop, rwarray a mark, and neither
 * its elements nor room.
 */

static inline enum lish_reason sort_may_begin_(const struct lish_loops_ *loops)
{
	return loops->first ? LISH_LOOPED : LISH_OK;
}

/* owner: NULL, or what the elements name. Meanwhile a loop runs that stands nowhere. */
static LISH_WRAPS_ enum lish_reason sort_walks_(struct lish_walks_ *walks,
						lish_ring_cmp_fn_ cmp,
						void *ctx, const void *owner)
{
	enum lish_reason reason = sort_may_begin_(&walks->loops), left;
	struct lish_walk_ guard;

	if (reason == LISH_OK && !walks->head.next && walks->count)
		reason = LISH_BROKEN_LINKS;
	if (reason != LISH_OK)
		return reason;
	memset(&guard, 0, sizeof(guard));
	guard.kind = LISH_WALK_SORT_;
	(void)lish_loop_enter_(&guard.loop, &walks->loops);
	reason = lish_ring_sort_(&walks->head, cmp, ctx, owner);
	left = lish_loop_leave_(&guard.loop);
	/* Hints lead to where elements were. */
	if (reason == LISH_OK)
		walks->stale += walks->count;
	return reason != LISH_OK ? reason : left;
}

/*
 * Close the holes of an array, and renumber it. Returns a node that does not name its slot, and
 * changes nothing then.
 */
static const uint32_t *sort_close_holes_(struct lish_parray_ *array)
{
	uint32_t **const nodes = array->nodes;
	uint32_t count = 0, i;

	for (i = 0; LISH_CHECK >= 1 && i < array->used; i++)
		if (nodes[i] && *nodes[i] != i + 1)
			return nodes[i];
	for (i = 0; i < array->used; i++) {
		nodes[count] = nodes[i];
		if (nodes[i])
			*nodes[i] = ++count;
	}
	/* As rwarray_cut_(). */
	array->changes += 2 * (array->used - count);
	array->used = count;
	return NULL;
}

/* Lists. */

/* The order of the user, for one that compares links, with which all nodes begin. */
#define LISH_SORT_ORDER_(name, node)                                                          \
	struct name##_order_ {                                                                \
		int (*cmp)(void *ctx, const struct node *a, const struct node *b);            \
		void *ctx;                                                                    \
	};                                                                                    \
	static int name##_compare_(void *ctx, const struct lish_link_ *a,                     \
				   const struct lish_link_ *b)                                \
	{                                                                                     \
		const struct name##_order_ *order = (const struct name##_order_ *)ctx;        \
											      \
		return order->cmp(order->ctx, (const struct node *)(const void *)a,           \
				  (const struct node *)(const void *)b);                      \
	}

#ifdef LINUX_ISH_ILIST_H
LISH_SORT_ORDER_(ilist, ilist_node)

void ilist_sort(struct ilist *list,
		int (*cmp)(void *ctx, const struct ilist_node *a, const struct ilist_node *b),
		void *ctx)
{
	struct ilist_order_ order = { cmp, ctx };

	/* A copy of its own calls cmp directly. */
	(void)lish_refused(list, NULL,
		LISH_SMALL_ ? lish_ring_sort_(&list->head, ilist_compare_, &order, NULL) :
			      lish_ring_sort_inline_(&list->head, ilist_compare_, &order, NULL));
}
#endif

#ifdef LINUX_ISH_WALKLIST_H
LISH_SORT_ORDER_(walklist, walklist_node)

void walklist_sort(struct walklist *list,
		   int (*cmp)(void *ctx, const struct walklist_node *a,
			      const struct walklist_node *b),
		   void *ctx)
{
	struct walklist_order_ order = { cmp, ctx };

	(void)lish_refused(list, NULL, lish_loops_cut_(&list->walks.loops));
	(void)lish_refused(list, NULL, sort_walks_(&list->walks, walklist_compare_, &order, list));
}
#endif

#ifdef LINUX_ISH_LISTPOOL_H
#include "core/pool.h"

LISH_SORT_ORDER_(listpool, listpool_node)

void listpool_sort(struct listpool *pool,
		   int (*cmp)(void *ctx, const struct listpool_node *a,
			      const struct listpool_node *b),
		   void *ctx)
{
	struct listpool_order_ order = { cmp, ctx };

	/* As lish_pool_begun_(), without its file. A pool that was never used is empty. */
	if (lish_refused(pool, NULL, pool->base.self == &pool->base ||
				     (pool->base.size && !pool->base.self) ?
					     LISH_OK : LISH_UNINITIALIZED))
		return;
	(void)lish_refused(pool, NULL, lish_loops_cut_(&pool->walks.loops));
	(void)lish_refused(pool, NULL, sort_walks_(&pool->walks, listpool_compare_, &order, NULL));
}
#endif

/* Arrays. */

/*
 * By the bits of the words, from the given one down. The recursion is at most 32 deep.
 */
static void parray_sort_bits(uint32_t **v, uint32_t n, uint32_t bit)
{
	uint32_t *node;
	uint32_t low, i, to;

	while (n > 16 && bit) {
		for (low = 0, i = 0; i < n; i++) {
			node = v[i];
			v[i] = v[low];
			v[low] = node;
			low += !(*node & bit);
		}
		bit >>= 1;
		parray_sort_bits(v, low, bit);
		v += low;
		n -= low;
	}
	for (i = 1; i < n; i++) {
		node = v[i];
		for (to = i; to > 0 && *v[to - 1] > *node; to--)
			v[to] = v[to - 1];
		v[to] = node;
	}
}

void lish_parray_sort_words_(uint32_t **v, uint32_t n)
{
	uint32_t differ = 0, bit = 0x80000000u, i;

	for (i = 1; i < n; i++)
		differ |= *v[i] ^ *v[0];
	while (bit > 1 && !(differ & bit))
		bit >>= 1;
	parray_sort_bits(v, n, bit);
}

static inline void sort_renumber_(struct lish_parray_ *array)
{
	uint32_t *const *const nodes = array->nodes;
	const size_t used = array->used;
	const size_t fetch = lish_fetch_below_(array->used, array->used);
	size_t i = 0;

	while (i < used) {
		if (i < fetch)
			lish_prefetch(nodes[i + LISH_FETCH_AHEAD_]);
		*nodes[i] = (uint32_t)(i + 1);
		i++;
	}
	array->changes++;
}

#ifdef LINUX_ISH_DENSE_H
#define PSORT(name) dense_sort_##name##_
#define PSORT_NODE struct dense_idx
typedef int (*dense_cmp_)(void *ctx, const struct dense_idx *a, const struct dense_idx *b);
#define PSORT_CMP dense_cmp_
#include "core/psort.h"

void dense_sort(struct dense *array,
		int (*cmp)(void *ctx, const struct dense_idx *a, const struct dense_idx *b),
		void *ctx)
{
	struct lish_parray_ *slots = &array->parts.array;
	struct lish_part_loop_ guard;
	const uint32_t *fault;

	if (lish_refused(array, NULL, lish_parray_begun_(slots)))
		return;
	(void)lish_refused(array, NULL, lish_loops_cut_(&array->parts.loops));
	if (lish_refused(array, NULL, sort_may_begin_(&array->parts.loops)))
		return;
	guard.kind = LISH_PART_SORT_;
	(void)lish_loop_enter_(&guard.loop, &array->parts.loops);
	if (dense_sort_slots_(cmp, ctx, slots->nodes, slots->used, &fault))
		sort_renumber_(slots);
	(void)lish_refused(array, NULL, lish_loop_leave_(&guard.loop));
	(void)lish_refused(array, fault, lish_parray_zeroed_(fault));
}
#endif

#ifdef LINUX_ISH_RWARRAY_H
#define PSORT(name) rwarray_sort_##name##_
#define PSORT_NODE struct rwarray_idx
typedef int (*rwarray_cmp_)(void *ctx, const struct rwarray_idx *a, const struct rwarray_idx *b);
#define PSORT_CMP rwarray_cmp_
#include "core/psort.h"

void rwarray_sort(struct rwarray *array,
		  int (*cmp)(void *ctx, const struct rwarray_idx *a, const struct rwarray_idx *b),
		  void *ctx)
{
	struct lish_parray_ *slots = &array->array;
	const uint32_t count = array->count, capacity = slots->capacity;
	const uint32_t *fault = NULL;
	bool moved;

	if (lish_refused(array, NULL, lish_parray_begun_(slots)) ||
	    lish_refused(array, NULL, array->sorting ? LISH_LOOPED : LISH_OK))
		return;
	(void)lish_refused(array, NULL, lish_loops_cut_(&array->loops));
	if (lish_refused(array, NULL, sort_may_begin_(&array->loops)))
		return;
	if (slots->used != count)
		fault = sort_close_holes_(slots);
	if (lish_refused(array, fault, lish_parray_zeroed_(fault)))
		return;
	array->count = 0;
	slots->used = 0;
	slots->capacity = 0;
	array->sorting = true;
	moved = rwarray_sort_slots_(cmp, ctx, slots->nodes, count, &fault);
	array->sorting = false;
	slots->capacity = capacity;
	slots->used = count;
	array->count = count;
	if (moved)
		sort_renumber_(slots);
	(void)lish_refused(array, fault, lish_parray_zeroed_(fault));
}
#endif

/* By keys. */

#ifdef LINUX_ISH_ILIST_H
/* One stable pass by the eight bits of the key from shift on. */
static void ilist_radix_pass_(const struct ilist_keyed_ *from, struct ilist_keyed_ *to, size_t n,
			      unsigned int shift)
{
	uint32_t place[256] = { 0 };
	uint32_t sum = 0, count;
	size_t i;

	for (i = 0; i < n; i++)
		place[from[i].key >> shift & 0xff]++;
	for (i = 0; i < 256; i++) {
		count = place[i];
		place[i] = sum;
		sum += count;
	}
	for (i = 0; i < n; i++)
		to[place[from[i].key >> shift & 0xff]++] = from[i];
}

/* These digits tell most of n elements apart. */
static unsigned int ilist_digits_for_(size_t n)
{
	unsigned int digits = 0;

	/* Insertion alone is faster. */
	if (n <= 16)
		return 0;
	for (n *= 4; n > 1; n >>= 8)
		digits++;
	return digits;
}

static unsigned int ilist_bits_of_(uint64_t differ)
{
	unsigned int bits = 0;

	while (bits < 64 && differ >> bits)
		bits++;
	return bits;
}

/* Stable. Returns the half that has the result. */
static struct ilist_keyed_ *ilist_radix_sort_(struct ilist_keyed_ *from, struct ilist_keyed_ *to,
					      size_t n, unsigned int shift, unsigned int bits,
					      uint64_t differ)
{
	struct ilist_keyed_ *swap;

	for (; shift < bits; shift += 8) {
		if (!(differ >> shift & 0xff))
			continue;
		ilist_radix_pass_(from, to, n, shift);
		swap = from;
		from = to;
		to = swap;
	}
	return from;
}

/* Stable. false if it gave up: then v is in some stable order. */
static bool ilist_insertion_sort_(struct ilist_keyed_ *v, size_t n)
{
	size_t left = 8 * n, i, to;
	struct ilist_keyed_ keyed;

	for (i = 1; i < n; i++) {
		keyed = v[i];
		for (to = i; to > 0 && v[to - 1].key > keyed.key; to--)
			v[to] = v[to - 1];
		v[to] = keyed;
		if (i - to > left)
			return false;
		left -= i - to;
	}
	return true;
}

/* differ: the bits in which keys differ */
static void ilist_sort_keyed_(struct ilist *list, struct ilist_keyed_ *from, size_t n,
			      uint64_t differ)
{
	/* Relinking misses the cache: prefetch this far ahead. */
	const size_t ahead = 16;
	const unsigned int bits = ilist_bits_of_(differ), few = 8 * ilist_digits_for_(n);
	struct ilist_keyed_ *to = from + n, *sorted;
	struct lish_link_ *link, *prev = &list->head;
	size_t i;

	sorted = ilist_radix_sort_(from, to, n, bits > few ? bits - few : 0, bits, differ);
	if (bits > few && !ilist_insertion_sort_(sorted, n))
		sorted = ilist_radix_sort_(sorted, sorted == from ? to : from, n, 0, bits, differ);
	for (i = 0; i < n; i++) {
		if (i + ahead < n)
			lish_prefetch(sorted[i + ahead].link);
		link = sorted[i].link;
		LISH_WRITE_ONCE_(prev->next, link);
		link->prev = prev;
		prev = link;
	}
	LISH_WRITE_ONCE_(prev->next, &list->head);
	list->head.prev = prev;
}

static enum lish_reason ilist_may_scratch_(const struct ilist *list, const void *scratch,
					   size_t size)
{
	if (LISH_CHECK < 1)
		return LISH_OK;
	if (size && lish_is_null(scratch) && !ilist_empty(list))
		return LISH_NULL;
	/* Not alignof(uint64_t): a 32-bit target may align the pair to 4. */
	return (uintptr_t)scratch % LISH_ALIGNOF(struct ilist_keyed_) ? LISH_MISALIGNED : LISH_OK;
}

int ilist_sort_by_key(struct ilist *list, uint64_t (*key)(void *ctx, const struct ilist_node *node),
		      void *ctx, void *scratch, size_t size)
{
	const size_t room = size / ILIST_SORT_SCRATCH(1);
	struct ilist_keyed_ *from = (struct ilist_keyed_ *)scratch;
	struct lish_link_ *head = &list->head, *link;
	uint64_t differ = 0, before = 0;
	bool sorted = true;
	size_t n = 0;

	if (lish_refused(list, NULL, ilist_may_scratch_(list, scratch, size)))
		return -EINVAL;
	for (link = lish_ring_after_(head); link && link != head; link = lish_ring_after_(link)) {
		if (n == room || n == (size_t)LISH_MAX_COUNT)
			return -ENOSPC;
		from[n].key = key(ctx, ilist_node_of_(link));
		from[n].link = link;
		sorted = sorted && before <= from[n].key;
		before = from[n].key;
		differ |= from[n].key ^ from[0].key;
		n++;
	}
	if (lish_refused(list, NULL, link ? LISH_OK : lish_ring_may_be_zero_(head)))
		return -EINVAL;
	if (!sorted)
		ilist_sort_keyed_(list, from, n, differ);
	return 0;
}
#endif
