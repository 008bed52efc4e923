/* SPDX-License-Identifier: MIT */
/*
 * sift.h - places in a heap, for lib/heap.c
 *
 * Slot i belongs before its children, slots 4i + 1 to 4i + 4. A change leaves a hole
 * and one slot without a place: the new one, or the last one. The hole goes up while
 * that slot belongs before the hole's parent; else it goes down while the first of
 * the children belongs before that slot. With four children instead of two there are
 * half the levels, and the children stand in two or three lines of the cache.
 *
 * Slots are compared as pairs of key and turn. The turn is the number of the add, so
 * no two slots are equal. It borrows from the difference of the keys, as in a
 * subtraction of 128 bits, which needs no branch.
 */
#ifndef LISH_CORE_SIFT_H
#define LISH_CORE_SIFT_H

#include <linux-ish/heap.h>

/*
 * Does slot a belong before slot b? keys: the heap has no comparison. Not LISH_TINY:
 * one copy is smaller where code must be small.
 */
static inline bool heap_before(const struct heap *heap,
			       const struct heap_slot_ *a,
			       const struct heap_slot_ *b, bool keys)
{
	const bool earlier = a->turn < b->turn;

	if (keys || a->key != b->key)
		return (int64_t)(a->key - b->key - earlier) < 0;
	/* The earlier one goes first unless it belongs after the other. */
	return earlier ? heap->cmp(heap->ctx, a->idx, b->idx) <= 0
		       : heap->cmp(heap->ctx, b->idx, a->idx) > 0;
}

LISH_TINY void heap_place(struct heap *heap, size_t at,
			  const struct heap_slot_ *slot)
{
	heap_slots_(heap)[at] = *slot;
	slot->idx->slot = (uint32_t)at + 1;
}

/* The first one of the children in slots c to end, of which at most four count. */
LISH_TINY size_t heap_first_child(const struct heap *heap, size_t c, size_t end,
				  bool keys)
{
	const struct heap_slot_ *slots = heap_slots_(heap);
	size_t first = c, other = c + 2;

	if (!LISH_SMALL_ && lish_likely(end - c >= 4)) {
		/* Two pairs, which need not wait for each other. */
		first += heap_before(heap, &slots[c + 1], &slots[c], keys);
		other += heap_before(heap, &slots[c + 3], &slots[c + 2], keys);
		return heap_before(heap, &slots[other], &slots[first], keys)
			       ? other
			       : first;
	}
	for (end = end - c > 4 ? c + 4 : end; ++c < end;)
		if (heap_before(heap, &slots[c], &slots[first], keys))
			first = c;
	return first;
}

/* Fetch the 16 children of the children of a slot: they stand side by side. */
LISH_TINY void heap_fetch(const struct heap_slot_ *slots)
{
	size_t byte;

	for (byte = 0; byte < 16 * sizeof(*slots); byte += 64)
		lish_prefetch((const char *)slots + byte);
}

/* Move the hole to where the slot belongs, and fill it. */
LISH_TINY void heap_sift(struct heap *heap, size_t hole,
			 const struct heap_slot_ *slot, bool keys)
{
	const struct heap_slot_ *slots = heap_slots_(heap);
	const size_t used = heap->array.used, from = hole;
	const size_t fetch = used > LISH_FETCH_ABOVE_ ? used : 0;
	size_t next;

	while (hole && heap_before(heap, slot, &slots[(hole - 1) / 4], keys)) {
		next = (hole - 1) / 4;
		heap_place(heap, hole, &slots[next]);
		hole = next;
	}
	while (hole >= from && 4 * hole + 1 < used) {
		if (16 * hole + 5 < fetch)
			heap_fetch(&slots[16 * hole + 5]);
		next = heap_first_child(heap, 4 * hole + 1, used, keys);
		if (!heap_before(heap, &slots[next], slot, keys))
			break;
		heap_place(heap, hole, &slots[next]);
		hole = next;
	}
	heap_place(heap, hole, slot);
}

LISH_NOINLINE static void heap_settle(struct heap *heap, size_t hole,
				      const struct heap_slot_ *slot)
{
	/* Code of its own for the usual case, unless code must be small. */
	if (!LISH_SMALL_ && !heap->cmp) {
		heap_sift(heap, hole, slot, true);
		return;
	}
	heap->comparing = true;
	heap_sift(heap, hole, slot, !heap->cmp);
	heap->comparing = false;
}

#endif /* LISH_CORE_SIFT_H */
