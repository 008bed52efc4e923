// SPDX-License-Identifier: MIT
/*
 * iheap.c - a queue of what is due next
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
 * hole. A hole in slot 0 moves down to the end without a look at the element: that came from
 * the end, and nearly always goes back there.
 *
 * A move of the hole copies one slot and writes one node. It does not read the node: the read
 * would wait for the object's line in each level, and a change of 100 000 elements would take
 * up to twice the time. Only a comparison reads objects.
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
 *
 * A loop has no position: each step removes the first element that is due. So a change
 * of the heap needs no look at the loops. They are registered only for iheap_stop(), and
 * so that iheap_destroy() can refuse. A stopped loop has no owner.
 *
 * A _present drain knows by the arrival which elements were added since it began. They may
 * belong before the others, so the first of the others is searched below them: the slots of due
 * elements are a tree that begins at slot 0, and the search goes down only where it meets a new
 * element.
 *
 * Each call asks first, and acts only then. A change costs more than the questions about the
 * element that the program named, so these are the same at levels 0 and 1. Level 1 also asks
 * the element that pop removes. Elements that a change moves are asked at level 2, which looks
 * at the whole heap.
 */
#define LISH_LIB_
#include <linux-ish/iheap.h>

#include "core/loop.h"
#include "core/parray.h"
#include "ground/refused.h"

/* The number of a drain for which no element is new. */
#define IHEAP_ALL_ (~(uint64_t)0)

/* How loops name themselves. */
#define IHEAP_VIEW_NAME_ LISH_NAME_("iheap_for_each_entry_const")
static inline const char *iheap_drain_name_(uint64_t before)
{
	(void)before;
	return LISH_NAMES_ ? (before == IHEAP_ALL_ ? "iheap_drain_due" : "iheap_drain_due_present")
			   : NULL;
}

static inline struct iheap_slot_ *iheap_slots_(const struct iheap *heap)
{
	return (struct iheap_slot_ *)(void *)heap->array.nodes;
}

/* The difference of the keys decides, so they may wrap. */
static inline LISH_WRAPS_ bool iheap_after_(uint64_t a, uint64_t b)
{
	return (int64_t)(b - a) < 0;
}

/* How elements find their slots. */

/* The highest bit is set if @a is before @b. */
static inline LISH_WRAPS_ uint64_t iheap_apart_(const struct iheap_slot_ *a,
						const struct iheap_slot_ *b)
{
	return a->key - b->key - (a->arrival < b->arrival);
}

/* @b if the highest bit of @apart is set, else @a; never a branch. */
static inline LISH_WRAPS_ uint64_t iheap_select_(uint64_t apart, uint64_t a,
						 uint64_t b)
{
	return a ^ ((a ^ b) & (0 - (apart >> 63)));
}

/* An element that was asked already. */
#define IHEAP_NO_SLOT_ ((size_t)-1)

/* Level 1: does its node name this slot? */
static inline bool iheap_stands_(const struct iheap_slot_ *slot, size_t at)
{
	return LISH_CHECK < 1 || at == IHEAP_NO_SLOT_ ||
	       lish_likely(slot->idx->slot == (uint32_t)at + 1);
}

/*
 * Does @a, of slot @at, belong before @b, of slot @to? keys: the heap has no comparison. A
 * comparison gets no object that was overwritten: then the adds decide.
 */
static inline bool iheap_before_(const struct iheap *heap, const struct iheap_slot_ *a, size_t at,
				 const struct iheap_slot_ *b, size_t to, bool keys)
{
	if (keys || a->key != b->key || !iheap_stands_(a, at) || !iheap_stands_(b, to))
		return iheap_apart_(a, b) >> 63;
	/* The earlier add goes first unless it belongs after the later one. */
	return a->arrival < b->arrival ? heap->cmp(heap->ctx, a->idx, b->idx) <= 0
				       : heap->cmp(heap->ctx, b->idx, a->idx) > 0;
}

/* The element of slot from moves into the hole. Its node is written unread. */
static inline void iheap_shift_(struct iheap_slot_ *slots, size_t hole, size_t from)
{
	slots[hole] = slots[from];
	slots[hole].idx->slot = (uint32_t)hole + 1;
}

/* The first child of a slot that has children: four of them if the slot is below full. */
LISH_PART_ LISH_WRAPS_ size_t
iheap_first_child_(const struct iheap *heap, const struct iheap_slot_ *slots,
		   size_t hole, size_t full, bool keys)
{
	size_t first = 4 * hole + 1, other = first, end = first + 4;

	if (keys && !LISH_SMALL_ && lish_likely(hole < full)) {
		const struct iheap_slot_ *four = &slots[first];
		const uint64_t ab = iheap_apart_(&four[1], &four[0]);
		const uint64_t cd = iheap_apart_(&four[3], &four[2]);
		const uint64_t left = iheap_select_(ab, four[0].key, four[1].key);
		const uint64_t right = iheap_select_(cd, four[2].key, four[3].key);

		first += (size_t)(ab >> 63);
		other += 2 + (size_t)(cd >> 63);
		if (lish_likely(left != right))
			return (size_t)iheap_select_(right - left, first, other);
		return iheap_apart_(&slots[other], &slots[first]) >> 63 ? other : first;
	}
	if (hole >= full)
		end = heap->array.used;
	while (++other < end)
		if (iheap_before_(heap, &slots[other], other, &slots[first], first, keys))
			first = other;
	return first;
}

/* They stand side by side. */
static inline void iheap_fetch_(const struct iheap_slot_ *slots)
{
	size_t byte;

	for (byte = 0; byte < 16 * sizeof(*slots); byte += 64)
		lish_prefetch((const char *)slots + byte);
}

/* Fill a hole that needs no search below it. The node of the element names slot @at still. */
LISH_PART_ void iheap_rise_(struct iheap *heap, size_t hole, const struct iheap_slot_ *slot,
			    size_t at, bool keys)
{
	struct iheap_slot_ *const slots = iheap_slots_(heap);
	size_t next;

	for (; hole; hole = next) {
		next = (hole - 1) / 4;
		if (!iheap_before_(heap, slot, at, &slots[next], next, keys))
			break;
		iheap_shift_(slots, hole, next);
	}
	slots[hole] = *slot;
	slot->idx->slot = (uint32_t)hole + 1;
}

LISH_PART_ void iheap_sift_(struct iheap *heap, size_t hole, const struct iheap_slot_ *slot,
			    size_t at, bool keys)
{
	struct iheap_slot_ *const slots = iheap_slots_(heap);
	const size_t used = heap->array.used, full = (used - 1) / 4, from = hole;
	const size_t fetch = used > LISH_FETCH_ABOVE_ ? full / 4 : 0;
	size_t next;

	for (; 4 * hole + 1 < used; hole = next) {
		if (hole < fetch)
			iheap_fetch_(&slots[16 * hole + 5]);
		next = iheap_first_child_(heap, slots, hole, full, keys);
		if (from && !iheap_before_(heap, &slots[next], next, slot, at, keys))
			break;
		iheap_shift_(slots, hole, next);
	}
	iheap_rise_(heap, hole, slot, at, keys);
}

/*
 * The parts of the slot are arguments. In memory two stores would be followed by one load of
 * both, which waits until they are done.
 */

static LISH_NOINLINE void iheap_restore_key_(struct iheap *heap, size_t hole, uint64_t key,
					     uint64_t arrival, struct iheap_idx *idx)
{
	const struct iheap_slot_ slot = { key, arrival, idx };

	iheap_sift_(heap, hole, &slot, IHEAP_NO_SLOT_, true);
}

static LISH_NOINLINE void iheap_restore_any_(struct iheap *heap, size_t hole, uint64_t key,
					     uint64_t arrival, struct iheap_idx *idx, size_t at)
{
	const struct iheap_slot_ slot = { key, arrival, idx };
	const uint32_t load = heap->comparing;

	heap->comparing = 1;
	iheap_sift_(heap, hole, &slot, at, LISH_SMALL_ ? !heap->cmp : false);
	heap->comparing = load;
}

/*
 * Small code has no copy without a comparison. Three quarters of all slots have no children.
 * Their way up needs few registers, so it is inlined: the call would save and load more than it
 * does.
 */
LISH_PART_ void iheap_restore_(struct iheap *heap, size_t hole, uint64_t key, uint64_t arrival,
			       struct iheap_idx *idx, size_t at)
{
	const struct iheap_slot_ slot = { key, arrival, idx };

	if (LISH_SMALL_ || heap->cmp)
		iheap_restore_any_(heap, hole, key, arrival, idx, at);
	else if (4 * hole + 1 < heap->array.used)
		iheap_restore_key_(heap, hole, key, arrival, idx);
	else
		iheap_rise_(heap, hole, &slot, IHEAP_NO_SLOT_, true);
}

/* Questions. */

static inline enum lish_reason iheap_may_bind_(const struct iheap *heap)
{
	if (!heap->array.limit)
		return LISH_UNINITIALIZED;
	return heap->comparing == 1 ? LISH_LOOPED : LISH_OK;
}

static inline enum lish_reason iheap_may_change_(const struct iheap *heap)
{
	if (!heap->array.limit)
		return LISH_UNINITIALIZED;
	if (lish_likely(!heap->comparing))
		return LISH_OK;
	return heap->comparing == 1 ? LISH_LOOPED : lish_load_is_(heap->comparing);
}

/* For a node of any state. */
static inline enum lish_reason iheap_may_take_(const struct iheap *heap,
					       const struct iheap_idx *idx)
{
	const enum lish_reason reason = iheap_may_change_(heap);

	return reason == LISH_OK && lish_is_null(idx) ? LISH_NULL : reason;
}

/* A zero node wraps to a number above all slots. */
static inline LISH_WRAPS_ bool iheap_has_(const struct iheap *heap,
					  const struct iheap_idx *idx)
{
	const uint32_t at = idx->slot - 1;

	return at < heap->array.used && iheap_slots_(heap)[at].idx == idx;
}

/* May a call use this node, which must be in the heap? */
static enum lish_reason iheap_may_use_(const struct iheap *heap, const struct iheap_idx *idx)
{
	const enum lish_reason reason = iheap_may_take_(heap, idx);

	if (reason != LISH_OK || iheap_has_(heap, idx))
		return reason;
	return idx->slot ? LISH_FOREIGN : LISH_NOT_IN;
}

/* Level 1: may one read the heap? */
static inline enum lish_reason iheap_begun_(const struct iheap *heap)
{
	return LISH_CHECK >= 1 ? lish_parray_begun_(&heap->array) : LISH_OK;
}

static inline bool iheap_is_due_(const struct iheap *heap, uint32_t at, int64_t until)
{
	return at < heap->array.used && !iheap_after_(iheap_slots_(heap)[at].key, (uint64_t)until);
}

/* The slot behind slot at and all that is below it; 0 if there is none. */
static uint32_t iheap_beyond_(uint32_t at)
{
	while (at && at % 4 == 0)
		at = (at - 1) / 4;
	return at ? at + 1 : 0;
}

/* The first slot that is due and not new. Returns the number of elements if there is none. */
LISH_PART_ uint32_t iheap_first_present_(const struct iheap *heap, int64_t until, uint64_t before)
{
	const struct iheap_slot_ *const slots = iheap_slots_(heap);
	uint32_t at = 0, first = heap->array.used;

	do {
		if (iheap_is_due_(heap, at, until) && slots[at].arrival >= before &&
		    4 * (uint64_t)at + 1 < heap->array.used) {
			at = 4 * at + 1;
		} else {
			if (iheap_is_due_(heap, at, until) && slots[at].arrival < before &&
			    (first == heap->array.used ||
			     iheap_before_(heap, &slots[at], at, &slots[first], first, !heap->cmp)))
				first = at;
			at = iheap_beyond_(at);
		}
	} while (at);
	return first;
}

/* Does each node name its slot? found: the first that does not */
static enum lish_reason iheap_numbers_(const struct iheap *heap, const struct lish_area_ *area,
				       const struct iheap_idx **found)
{
	const struct iheap_slot_ *const slots = iheap_slots_(heap);
	enum lish_reason reason =
		heap->comparing == 1 ? LISH_LOOPED : lish_parray_counts_(&heap->array);
	uint32_t i;

	*found = NULL;
	if (reason == LISH_OK && heap->comparing > 1)
		reason = lish_load_is_(heap->comparing);
	if (reason == LISH_OK && !LISH_AREA_HAS_(area, slots, heap->array.used, struct iheap_slot_))
		return LISH_BAD_RANGE;
	for (i = 0; reason == LISH_OK && i < heap->array.used; i++) {
		*found = slots[i].idx;
		if (!*found || !LISH_AREA_HAS_(area, *found, 1, struct iheap_idx) ||
		    (*found)->slot != i + 1)
			reason = LISH_BAD_INDEX;
	}
	return reason;
}

/* In an area it compares keys alone: the comparison may be gone. */
static enum lish_reason iheap_examine_(const struct iheap *heap, const struct lish_area_ *area,
				       const struct iheap_idx **fault)
{
	const struct iheap_slot_ *slots;
	const struct iheap_idx *found;
	enum lish_reason reason = iheap_numbers_(heap, area, &found);
	uint32_t i;

	for (i = 0; reason == LISH_OK && i < heap->array.used; i++) {
		/* Read it again: a cmp that changes the heap is not stopped here. */
		slots = iheap_slots_(heap);
		found = slots[i].idx;
		if (iheap_after_(slots[0].key, slots[i].key) ||
		    (i && iheap_before_(heap, &slots[i], i, &slots[(i - 1) / 4], (i - 1) / 4,
					area || !heap->cmp)))
			reason = LISH_BAD_ORDER;
	}
	if (reason != LISH_OK)
		*fault = found;
	return reason;
}

LISH_CHECKS_(iheap, iheap_idx, (void)0)
LISH_DAMAGED_(iheap, iheap_idx)

#if LISH_CHECK >= 2
/* Do key and the keys of all but idx differ by less than 2^63? */
static enum lish_reason iheap_fits_(const struct iheap *heap, const struct iheap_idx *idx,
				   int64_t key)
{
	const struct iheap_slot_ *const slots = iheap_slots_(heap);
	uint64_t first = (uint64_t)key;
	uint32_t i;

	for (i = 0; i < heap->array.used; i++)
		if (slots[i].idx != idx && iheap_after_(first, slots[i].key))
			first = slots[i].key;
	if (iheap_after_(first, (uint64_t)key))
		return LISH_BAD_ORDER;
	for (i = 0; i < heap->array.used; i++)
		if (slots[i].idx != idx && iheap_after_(first, slots[i].key))
			return LISH_BAD_ORDER;
	return LISH_OK;
}

/*
 * May the key of this element change? With a comparison the order may be wrong until then, so
 * only the nodes are examined.
 */
LISH_PART_ bool iheap_unfit_(struct lish_call_ call, const struct iheap *heap,
			     const struct iheap_idx *idx, int64_t key)
{
	const struct iheap_idx *fault;

	if (heap->cmp) {
		const enum lish_reason reason = iheap_numbers_(heap, NULL, &fault);

		return lish_refused_by(call, heap, fault, reason);
	}
	return iheap_damaged_(heap, call) ||
	       lish_refused_by(call, heap, idx, iheap_fits_(heap, idx, key));
}
#else
#define iheap_unfit_(call, heap, idx, key) false
#define iheap_fits_(heap, idx, key) LISH_OK
#endif

/* The first node, or NULL. Not shown if it does not name its slot. */
LISH_PART_ struct iheap_idx *iheap_show_(struct lish_call_ call, const struct iheap *heap)
{
	struct iheap_idx *const first = heap->array.used ? iheap_slots_(heap)->idx : NULL;
	enum lish_reason reason = LISH_OK;

	if (!first)
		reason = iheap_begun_(heap);
	else if (!iheap_stands_(iheap_slots_(heap), 0))
		reason = LISH_BAD_INDEX;
	return lish_refused_by(call, heap, first, reason) ? NULL : first;
}

/* Changes. */

/* Remove the element of a slot. */
static LISH_NOINLINE void iheap_remove_(struct iheap *heap, uint32_t hole)
{
	const uint32_t used = heap->array.used;
	const struct iheap_slot_ last = iheap_slots_(heap)[used - 1];
	struct iheap_idx *const idx = iheap_slots_(heap)[hole].idx;

	lish_parray_note_peak_(&heap->array, used);
	heap->array.used = used - 1;
	if (last.idx != idx)
		iheap_restore_(heap, hole, last.key, last.arrival, last.idx, used - 1);
	idx->slot = 0;
	lish_renew(idx->slot);
}

/* Remove and return the object of that slot. Returns NULL if it was overwritten. */
LISH_PART_ void *iheap_take_(struct lish_call_ call, struct iheap *heap, uint32_t at, size_t offset)
{
	struct iheap_idx *const idx = iheap_slots_(heap)[at].idx;

	if (lish_refused_by(call, heap, idx,
			    iheap_stands_(&iheap_slots_(heap)[at], at) ? LISH_OK : LISH_BAD_INDEX))
		return NULL;
	iheap_remove_(heap, at);
	return (char *)idx - offset;
}

/* Add an element, which is in no heap. */
LISH_PART_ int iheap_join_(struct lish_call_ call, struct iheap *heap, struct iheap_idx *idx,
			   int64_t key)
{
	struct lish_parray_ *array = &heap->array;
	int err = 0;

	if (lish_refused_by(call, heap, idx, idx->slot ? LISH_ALREADY_IN : LISH_OK))
		return -EINVAL;
	if (lish_unlikely(array->used == array->capacity)) {
		err = lish_parray_grow_(array);
		(void)lish_refused_by(call, heap, NULL, lish_parray_misgrown_(array, err));
	}
	if (!err)
		iheap_restore_(heap, array->used++, (uint64_t)key, heap->arrivals++, idx,
			       IHEAP_NO_SLOT_);
	return err;
}

/* Give an element another key. */
LISH_PART_ void iheap_rekey_(struct iheap *heap, struct iheap_idx *idx, int64_t key)
{
	iheap_restore_(heap, idx->slot - 1, (uint64_t)key, heap->arrivals++, idx, IHEAP_NO_SLOT_);
}

/* Put the slots in order again, after some were removed: most stand right. */
static void iheap_reorder_(struct iheap *heap)
{
	struct iheap_slot_ slot;
	uint32_t i;

	for (i = 1; i < heap->array.used; i++) {
		slot = iheap_slots_(heap)[i];
		iheap_rise_(heap, i, &slot, i, !heap->cmp);
	}
}

/* Remove the elements that match names. Returns the first node that was overwritten, or NULL. */
static const struct iheap_idx *iheap_sieve_(struct iheap *heap,
					    bool (*match)(void *ctx, struct iheap_idx *idx),
					    void *ctx)
{
	const struct iheap_idx *fault = NULL;
	struct iheap_slot_ slot;
	uint32_t i, kept = 0;

	for (i = 0; i < heap->array.used; i++) {
		slot = iheap_slots_(heap)[i];
		if (lish_likely(slot.idx->slot == i + 1)) {
			slot.idx->slot = 0;
			if (match(ctx, slot.idx))
				continue;
			slot.idx->slot = kept + 1;
		} else if (!fault) {
			fault = slot.idx;
		}
		iheap_slots_(heap)[kept++] = slot;
	}
	lish_parray_note_peak_(&heap->array, heap->array.used);
	heap->array.used = kept;
	return fault;
}

/* Does not write to a node that was overwritten. Returns the first one, or NULL. */
static const struct iheap_idx *iheap_empty_(struct iheap *heap)
{
	const struct iheap_idx *fault = NULL;
	struct iheap_idx *idx;
	uint32_t i;

	for (i = 0; i < heap->array.used; i++) {
		idx = iheap_slots_(heap)[i].idx;
		if (lish_likely(idx->slot == i + 1))
			idx->slot = 0;
		else if (!fault)
			fault = idx;
	}
	lish_parray_note_peak_(&heap->array, heap->array.used);
	heap->array.used = 0;
	return fault;
}

/* Operations. */

int iheap_init(struct iheap *heap, const struct lish_config *config)
{
	int err;

	memset(heap, 0, sizeof(*heap));
	err = lish_parray_init_(&heap->array, config, sizeof(struct iheap_slot_));
	(void)lish_refused(heap, NULL, lish_parray_misgrown_(&heap->array, err));
	return err;
}

void (iheap_init_in)(struct iheap *heap, struct iheap_slot_ *mem, uint32_t n)
{
	memset(heap, 0, sizeof(*heap));
	if (!lish_refused(heap, NULL,
			  lish_parray_init_in_(&heap->array, (uint32_t **)(void *)mem, n)))
		heap->array.wide = sizeof(*mem);
}

void iheap_set_order(struct iheap *heap,
		    int (*cmp)(void *ctx, const struct iheap_idx *a, const struct iheap_idx *b),
		    void *ctx)
{
	enum lish_reason reason = iheap_may_bind_(heap);

	if (reason == LISH_OK && heap->array.used && !(cmp && heap->cmp))
		reason = LISH_NOT_EMPTY;
	if (lish_refused(heap, NULL, reason))
		return;
	heap->cmp = cmp;
	heap->ctx = ctx;
	heap->comparing = cmp ? lish_load_() : 0;
}

void iheap_idx_init(struct iheap_idx *idx)
{
	if (!lish_refused(NULL, idx, lish_may_use_(idx)))
		idx->slot = 0;
}

LISH_HOT_ bool iheap_contains(const struct iheap *heap, const struct iheap_idx *idx)
{
	if (lish_refused(heap, idx, iheap_begun_(heap)) ||
	    lish_refused(heap, idx, lish_may_use_(idx)))
		return false;
	return iheap_has_(heap, idx);
}

LISH_HOT_ int iheap_add(struct iheap *heap, struct iheap_idx *idx, int64_t key)
{
	if (lish_damaged(iheap, heap) ||
	    lish_refused(heap, idx, iheap_fits_(heap, idx, key)) ||
	    lish_refused(heap, idx, iheap_may_take_(heap, idx)))
		return -EINVAL;
	if (iheap_has_(heap, idx))
		return -EEXIST;
	return iheap_join_(LISH_CALL_(), heap, idx, key);
}

LISH_HOT_ int iheap_set(struct iheap *heap, struct iheap_idx *idx, int64_t key)
{
	if (iheap_unfit_(LISH_CALL_(), heap, idx, key) ||
	    lish_refused(heap, idx, iheap_may_take_(heap, idx)))
		return -EINVAL;
	if (!iheap_has_(heap, idx))
		return iheap_join_(LISH_CALL_(), heap, idx, key);
	iheap_rekey_(heap, idx, key);
	return 0;
}

LISH_HOT_ void iheap_del(struct iheap *heap, struct iheap_idx *idx)
{
	if (!lish_damaged(iheap, heap) && !lish_refused(heap, idx, iheap_may_use_(heap, idx)))
		iheap_remove_(heap, idx->slot - 1);
}

LISH_HOT_ bool iheap_leave(struct iheap *heap, struct iheap_idx *idx)
{
	if (lish_damaged(iheap, heap) || lish_refused(heap, idx, iheap_may_take_(heap, idx)) ||
	    !iheap_has_(heap, idx))
		return false;
	iheap_remove_(heap, idx->slot - 1);
	return true;
}

uint32_t iheap_del_if(struct iheap *heap, bool (*match)(void *ctx, struct iheap_idx *idx),
		      void *ctx)
{
	const struct iheap_idx *fault;
	uint32_t before, load;

	if (lish_damaged(iheap, heap) ||
	    lish_refused(heap, NULL, iheap_may_change_(heap)))
		return 0;
	before = heap->array.used;
	load = heap->comparing;
	heap->comparing = 1;
	fault = iheap_sieve_(heap, match, ctx);
	if (heap->array.used != before)
		iheap_reorder_(heap);
	heap->comparing = load;
	(void)lish_refused(heap, fault, fault ? LISH_BAD_INDEX : LISH_OK);
	return before - heap->array.used;
}

LISH_HOT_ void iheap_moved(struct iheap *heap, struct iheap_idx *idx, int64_t key)
{
	if (!iheap_unfit_(LISH_CALL_(), heap, idx, key) &&
	    !lish_refused(heap, idx, iheap_may_use_(heap, idx)))
		iheap_rekey_(heap, idx, key);
}

void iheap_shift_keys(struct iheap *heap, int64_t by)
{
	uint32_t i;

	if (lish_damaged(iheap, heap) ||
	    lish_refused(heap, NULL, iheap_may_change_(heap)))
		return;
	for (i = 0; i < heap->array.used; i++)
		iheap_slots_(heap)[i].key += (uint64_t)by;
}

void iheap_node_moved(struct iheap *heap, struct iheap_idx *idx)
{
	if (lish_refused(heap, idx, iheap_may_take_(heap, idx)) ||
	    lish_refused(heap, idx, idx->slot <= heap->array.used ? LISH_OK : LISH_FOREIGN) ||
	    !idx->slot)
		return;
	iheap_slots_(heap)[idx->slot - 1].idx = idx;
}

int64_t iheap_key_of(const struct iheap *heap, const struct iheap_idx *idx)
{
	return lish_refused(heap, idx, iheap_may_use_(heap, idx)) ?
		       0 : (int64_t)iheap_slots_(heap)[idx->slot - 1].key;
}

struct iheap_idx *iheap_first(const struct iheap *heap)
{
	return iheap_show_(LISH_CALL_(), heap);
}

uint32_t iheap_count(const struct iheap *heap)
{
	(void)lish_refused(heap, NULL, iheap_begun_(heap));
	return heap->array.used;
}

struct lish_stats iheap_stats(const struct iheap *heap)
{
	(void)lish_refused(heap, NULL, iheap_may_change_(heap));
	return lish_parray_stats_(&heap->array, heap->array.used);
}

int iheap_reserve(struct iheap *heap, uint32_t count)
{
	int err;

	if (lish_refused(heap, NULL, iheap_may_change_(heap)))
		return -EINVAL;
	err = lish_parray_reserve_(&heap->array, count);
	(void)lish_refused(heap, NULL, lish_parray_misgrown_(&heap->array, err));
	return err;
}

void iheap_trim(struct iheap *heap)
{
	if (!lish_refused(heap, NULL, iheap_may_change_(heap)))
		lish_refused(heap, NULL,
			     lish_parray_misgrown_(&heap->array, lish_parray_trim_(&heap->array)));
}

void iheap_rebind(struct iheap *heap, const struct lish_config *config)
{
	if (!lish_refused(heap, NULL, iheap_may_bind_(heap)))
		lish_parray_rebind_(&heap->array, config);
}

void iheap_clear(struct iheap *heap)
{
	const struct iheap_idx *fault;

	if (lish_refused(heap, NULL, iheap_may_change_(heap)))
		return;
	fault = iheap_empty_(heap);
	lish_refused(heap, fault, fault ? LISH_BAD_INDEX : LISH_OK);
}

void iheap_destroy(struct iheap *heap)
{
	enum lish_reason reason = iheap_may_change_(heap);
	const struct iheap_idx *fault;

	if (reason == LISH_OK)
		reason = heap->loops.first ? LISH_LOOPED : lish_bound_(&heap->array);
	if (lish_refused(heap, NULL, reason))
		return;
	fault = iheap_empty_(heap);
	lish_parray_release_(&heap->array);
	lish_refused(heap, fault, fault ? LISH_BAD_INDEX : LISH_OK);
}

void *(iheap_first_entry)(const struct iheap *heap, size_t offset)
{
	struct iheap_idx *const first = iheap_show_(LISH_CALL_(), heap);

	return first ? (char *)first - offset : NULL;
}

LISH_HOT_ void *(iheap_pop_entry)(struct iheap *heap, size_t offset)
{
	if (lish_damaged(iheap, heap) ||
	    lish_refused(heap, NULL, iheap_may_change_(heap)) || !heap->array.used)
		return NULL;
	return iheap_take_(LISH_CALL_(), heap, 0, offset);
}

/* Loops. */

/* Elements that are added from now on have no lower number than before. */
LISH_PART_ bool iheap_drain_begin_(struct iheap *heap, int64_t until, uint64_t before,
				   struct iheap_loop_ *loop)
{
	const struct lish_call_ call = LISH_CALL_AS_(iheap_drain_name_(before));

	if (iheap_damaged_(heap, call) ||
	    lish_refused_by(call, heap, NULL, iheap_fits_(heap, NULL, until)) ||
	    lish_refused_by(call, heap, NULL, iheap_may_change_(heap)) ||
	    !iheap_is_due_(heap, 0, until))
		return false;
	loop->heap = heap;
	loop->until = until;
	loop->before = before;
	(void)lish_refused_by(call, heap, NULL, lish_loop_enter_(&loop->loop, &heap->loops));
	return true;
}

bool iheap_drain_open_(struct iheap *heap, int64_t until, struct iheap_loop_ *loop)
{
	return iheap_drain_begin_(heap, until, IHEAP_ALL_, loop);
}

bool iheap_drain_open_present_(struct iheap *heap, int64_t until, struct iheap_loop_ *loop)
{
	return iheap_drain_begin_(heap, until, heap->arrivals, loop);
}

void *iheap_drain_step_(struct iheap_loop_ *loop, size_t offset)
{
	const struct lish_call_ call = LISH_CALL_AS_(iheap_drain_name_(loop->before));
	struct iheap *const heap = loop->heap;
	uint32_t load, at = 0;

	if (!loop->loop.owner || !iheap_is_due_(heap, 0, loop->until) ||
	    iheap_damaged_(heap, call) ||
	    lish_refused_by(call, heap, NULL, iheap_may_change_(heap)))
		return NULL;
	if (loop->before != IHEAP_ALL_) {
		load = heap->comparing;
		heap->comparing = 1;
		at = iheap_first_present_(heap, loop->until, loop->before);
		heap->comparing = load;
	}
	return at < heap->array.used ? iheap_take_(call, heap, at, offset) : NULL;
}

void iheap_drain_close_(struct iheap_loop_ *loop)
{
	const enum lish_reason reason = lish_loop_leave_(&loop->loop);

	/* A loop that was never opened has no name. */
	if (lish_unlikely(reason != LISH_OK))
		(void)lish_refused_as(iheap_drain_name_(loop->before), loop->heap, NULL, reason);
}

struct iheap_view_ iheap_open_const_(const struct iheap *heap)
{
	const struct iheap_view_ view = { heap, heap->arrivals, heap->array.used, 0 };

	(void)lish_refused_as(IHEAP_VIEW_NAME_, heap, NULL, iheap_begun_(heap));
	return view;
}

void *iheap_look_(struct iheap_view_ *view, size_t offset)
{
	const struct iheap *const heap = view->of;
	const uint32_t at = view->at;
	struct iheap_idx *idx = NULL;
	enum lish_reason reason = LISH_OK;

	if (LISH_CHECK >= 1 &&
	    (heap->array.used != view->used || heap->arrivals != view->arrivals)) {
		reason = LISH_LOST_PLACE;
	} else if (at < heap->array.used) {
		idx = iheap_slots_(heap)[at].idx;
		if (!iheap_stands_(&iheap_slots_(heap)[at], at))
			reason = LISH_BAD_INDEX;
	}
	if (lish_refused_as(IHEAP_VIEW_NAME_, heap, idx, reason) || !idx)
		return NULL;
	view->at++;
	return (char *)idx - offset;
}

void iheap_stop(struct iheap *heap)
{
	if (!lish_refused(heap, NULL, iheap_may_change_(heap)))
		lish_refused(heap, NULL, lish_loops_end_(&heap->loops));
}
