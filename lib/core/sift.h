/* SPDX-License-Identifier: MIT */
/*
 * sift.h - how elements of a heap find their slots, for lib/heap.c
 *
 * The array is a tree: slot i has its children in slots 4i + 1 to 4i + 4. Invariants:
 *
 *   order    no slot belongs before its parent, so slot 0 is first
 *   numbers  the node of slot i is i + 1
 *
 * A change leaves one hole and one element without a slot. An add makes its hole behind
 * the last slot; a removal makes one where the element was, and the last element needs a
 * slot. The hole moves down while the first of its children belongs before the element,
 * then up while the element belongs before the hole's parent. Then the element fills the
 * hole. A move of the hole copies one slot and writes one node. A hole in slot 0 moves
 * down to the end without a look at the element: that came from the end, and nearly
 * always goes back there.
 *
 * Four children instead of two halve the number of levels, and the children lie in two
 * or three cache lines. In a large array the 16 grandchildren are prefetched.
 *
 * The key stands in the slot, so sifting reads no object. Slots are compared as pairs of
 * key and arrival, the number of the add: no two slots are equal, and equal keys leave in
 * the order of their adds. The pair is subtracted as one 128-bit number, with a borrow
 * instead of a branch, which would be mispredicted. The difference may wrap, and so may
 * keys. Arrivals have 64 bits and never wrap. A comparison of the user decides between
 * the two parts, on a path of its own.
 */
#ifndef LISH_CORE_SIFT_H
#define LISH_CORE_SIFT_H

#include <linux-ish/heap.h>

/*
 * keys: the heap has no comparison. Several copies would not fit where code must be
 * small.
 */
static inline bool heap_before(const struct heap *heap,
			       const struct heap_slot_ *a,
			       const struct heap_slot_ *b, bool keys)
{
	const bool earlier = a->arrival < b->arrival;

	if (keys || a->key != b->key)
		return (int64_t)(a->key - b->key - earlier) < 0;
	/* The earlier add goes first unless it belongs after the later one. */
	return earlier ? heap->cmp(heap->ctx, a->idx, b->idx) <= 0
		       : heap->cmp(heap->ctx, b->idx, a->idx) > 0;
}

LISH_TINY void heap_place(struct heap *heap, size_t at,
			  const struct heap_slot_ *slot)
{
	heap_slots_(heap)[at] = *slot;
	slot->idx->slot = (uint32_t)at + 1;
}

/* Children begin at slot c and end before end. */
LISH_TINY size_t heap_first_child(const struct heap *heap, size_t c, size_t end,
				  bool keys)
{
	const struct heap_slot_ *slots = heap_slots_(heap);
	size_t first = c, other = c + 2;

	if (!LISH_SMALL_ && lish_likely(end - c >= 4)) {
		/* The two pairs do not depend on each other. */
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

/* They stand side by side. */
LISH_TINY void heap_fetch(const struct heap_slot_ *slots)
{
	size_t byte;

	for (byte = 0; byte < 16 * sizeof(*slots); byte += 64)
		lish_prefetch((const char *)slots + byte);
}

LISH_TINY void heap_sift(struct heap *heap, size_t hole,
			 const struct heap_slot_ *slot, bool keys)
{
	const struct heap_slot_ *slots = heap_slots_(heap);
	const size_t used = heap->array.used, from = hole;
	const size_t fetch = used > LISH_FETCH_ABOVE_ ? used : 0;
	size_t next;

	while (4 * hole + 1 < used) {
		if (16 * hole + 5 < fetch)
			heap_fetch(&slots[16 * hole + 5]);
		next = heap_first_child(heap, 4 * hole + 1, used, keys);
		if (from && !heap_before(heap, &slots[next], slot, keys))
			break;
		heap_place(heap, hole, &slots[next]);
		hole = next;
	}
	while (hole && heap_before(heap, slot, &slots[(hole - 1) / 4], keys)) {
		next = (hole - 1) / 4;
		heap_place(heap, hole, &slots[next]);
		hole = next;
	}
	heap_place(heap, hole, slot);
}

LISH_NOINLINE static void heap_settle(struct heap *heap, size_t hole,
				      const struct heap_slot_ *slot)
{
	/* A copy for keys alone, unless code must be small. */
	if (!LISH_SMALL_ && !heap->cmp) {
		heap_sift(heap, hole, slot, true);
		return;
	}
	heap->comparing = true;
	heap_sift(heap, hole, slot, !heap->cmp);
	heap->comparing = false;
}

#endif /* LISH_CORE_SIFT_H */
