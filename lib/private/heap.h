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
 * instead of a branch, which would be mispredicted. So the search for the first of four
 * children has no branch, unless the firsts of both pairs have equal keys. The difference
 * may wrap, and so may keys. Arrivals have 64 bits and never wrap. A comparison of the
 * user decides between the two parts, on a path of its own.
 */
#ifndef LISH_CORE_SIFT_H
#define LISH_CORE_SIFT_H

#include <linux-ish/heap.h>

/* The highest bit is set if @a is before @b. */
LISH_TINY uint64_t heap_apart(const struct heap_slot_ *a, const struct heap_slot_ *b)
{
	return a->key - b->key - (a->arrival < b->arrival);
}

/* @b if the highest bit of @apart is set, else @a; never a branch. */
LISH_TINY uint64_t heap_select(uint64_t apart, uint64_t a, uint64_t b)
{
	return a ^ ((a ^ b) & (0 - (apart >> 63)));
}

/*
 * keys: the heap has no comparison. Several copies would not fit where code must be
 * small.
 */
static inline bool heap_before(const struct heap *heap,
			       const struct heap_slot_ *a,
			       const struct heap_slot_ *b, bool keys)
{
	if (keys || a->key != b->key)
		return heap_apart(a, b) >> 63;
	/* The earlier add goes first unless it belongs after the later one. */
	return a->arrival < b->arrival ? heap->cmp(heap->ctx, a->idx, b->idx) <= 0
				       : heap->cmp(heap->ctx, b->idx, a->idx) > 0;
}

LISH_TINY void heap_place(struct heap_slot_ *slots, size_t at, const struct heap_slot_ *slot)
{
	slots[at] = *slot;
	slots[at].idx->slot = (uint32_t)at + 1;
}

/* The first child of a slot that has children: four of them if the slot is below full. */
LISH_TINY size_t heap_first_child(const struct heap *heap, const struct heap_slot_ *slots,
				  size_t hole, size_t full, bool keys)
{
	size_t first = 4 * hole + 1, other = first, end = first + 4;

	if (keys && !LISH_SMALL_ && lish_likely(hole < full)) {
		const struct heap_slot_ *four = &slots[first];
		const uint64_t ab = heap_apart(&four[1], &four[0]);
		const uint64_t cd = heap_apart(&four[3], &four[2]);
		const uint64_t left = heap_select(ab, four[0].key, four[1].key);
		const uint64_t right = heap_select(cd, four[2].key, four[3].key);

		first += (size_t)(ab >> 63);
		other += 2 + (size_t)(cd >> 63);
		if (lish_likely(left != right))
			return (size_t)heap_select(right - left, first, other);
		return heap_before(heap, &slots[other], &slots[first], true) ? other : first;
	}
	if (hole >= full)
		end = heap->array.used;
	while (++other < end)
		if (heap_before(heap, &slots[other], &slots[first], keys))
			first = other;
	return first;
}

/* They stand side by side. */
LISH_TINY void heap_fetch(const struct heap_slot_ *slots)
{
	size_t byte;

	for (byte = 0; byte < 16 * sizeof(*slots); byte += 64)
		lish_prefetch((const char *)slots + byte);
}

/* From a hole that needs no search below it. */
LISH_TINY void heap_rise(struct heap *heap, size_t hole, const struct heap_slot_ *slot,
			 bool keys)
{
	struct heap_slot_ *const slots = heap_slots_(heap);
	size_t next;

	for (; hole; hole = next) {
		next = (hole - 1) / 4;
		if (!heap_before(heap, slot, &slots[next], keys))
			break;
		heap_place(slots, hole, &slots[next]);
	}
	heap_place(slots, hole, slot);
}

LISH_TINY void heap_sift(struct heap *heap, size_t hole, const struct heap_slot_ *slot,
			 bool keys)
{
	struct heap_slot_ *const slots = heap_slots_(heap);
	const size_t used = heap->array.used, full = (used - 1) / 4, from = hole;
	const size_t fetch = used > LISH_FETCH_ABOVE_ ? full / 4 : 0;
	size_t next;

	for (; 4 * hole + 1 < used; hole = next) {
		if (hole < fetch)
			heap_fetch(&slots[16 * hole + 5]);
		next = heap_first_child(heap, slots, hole, full, keys);
		if (from && !heap_before(heap, &slots[next], slot, keys))
			break;
		heap_place(slots, hole, &slots[next]);
	}
	heap_rise(heap, hole, slot, keys);
}

/*
 * A copy for keys alone, and one for all, which small code has only. The parts of the
 * slot are arguments. In memory two stores would be followed by one load of both, which
 * waits until they are done.
 */
#if !LISH_SMALL_
LISH_NOINLINE static void heap_restore_key(struct heap *heap, size_t hole, uint64_t key,
					  uint64_t arrival, struct heap_idx *idx)
{
	const struct heap_slot_ slot = { key, arrival, idx };

	heap_sift(heap, hole, &slot, true);
}
#endif

LISH_NOINLINE static void heap_restore_any(struct heap *heap, size_t hole, uint64_t key,
					  uint64_t arrival, struct heap_idx *idx)
{
	const struct heap_slot_ slot = { key, arrival, idx };

	heap->comparing = true;
	heap_sift(heap, hole, &slot, !heap->cmp);
	heap->comparing = false;
}

/*
 * Three quarters of all slots have no children. Their way up needs few registers, so it
 * is inlined: the call would save and load more than it does.
 */
LISH_TINY void heap_restore(struct heap *heap, size_t hole, uint64_t key,
			   uint64_t arrival, struct heap_idx *idx)
{
#if !LISH_SMALL_
	const struct heap_slot_ slot = { key, arrival, idx };

	if (!heap->cmp) {
		if (4 * hole + 1 >= heap->array.used)
			heap_rise(heap, hole, &slot, true);
		else
			heap_restore_key(heap, hole, key, arrival, idx);
		return;
	}
#endif
	heap_restore_any(heap, hole, key, arrival, idx);
}

#endif /* LISH_CORE_SIFT_H */
