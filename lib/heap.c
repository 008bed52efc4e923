// SPDX-License-Identifier: MIT
/*
 * heap.c - places, memory, reports, validation
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
#define LISH_LIB_
#include <linux-ish/heap.h>

/* Does slot a belong before slot b? keys: the heap has no comparison. */
LISH_TINY bool heap_before(const struct heap *heap, const struct heap_slot_ *a,
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

	if (lish_likely(end - c >= 4)) {
		/* Two pairs, which need not wait for each other. */
		first += heap_before(heap, &slots[c + 1], &slots[c], keys);
		other += heap_before(heap, &slots[c + 3], &slots[c + 2], keys);
		return heap_before(heap, &slots[other], &slots[first], keys)
			       ? other
			       : first;
	}
	while (++c < end)
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

/* Why is this node no member? Inline, so that the user's line is reported. */
LISH_TINY void heap_refuse(lish_op_ op, const struct heap *heap,
			   const struct heap_idx *idx)
{
	enum lish_reason reason = LISH_FOREIGN;

	if (!heap->array.limit)
		reason = LISH_UNINITIALIZED;
	else if (lish_is_null(idx))
		reason = LISH_NULL;
	else if (!idx->slot)
		reason = LISH_NOT_IN;
	lish_misuse_(op, heap, idx, reason);
}

void heap_refuse_(lish_op_ op, const struct heap *heap,
		  const struct heap_idx *idx)
{
	heap_refuse(op, heap, idx);
}
LISH_EXPORT(heap_refuse_)

enum lish_reason heap_check(const struct heap *heap,
			    const struct heap_idx **fault)
{
	const struct lish_parray_ *array = &heap->array;
	const struct heap_slot_ *slots = heap_slots_(heap);
	enum lish_reason reason = LISH_OK;
	uint32_t i;

	if (fault)
		*fault = NULL;
	if (!array->limit)
		return LISH_UNINITIALIZED;
	if (array->used > array->capacity || (array->used && !slots))
		return LISH_BAD_COUNT;
	for (i = 0; i < array->used && reason == LISH_OK; i++) {
		if (!slots[i].idx || slots[i].idx->slot != i + 1)
			reason = LISH_BAD_INDEX;
		else if (i && heap_before(heap, &slots[i], &slots[(i - 1) / 4],
					  !heap->cmp))
			reason = LISH_BAD_ORDER;
		if (fault && reason != LISH_OK)
			*fault = slots[i].idx;
	}
	return reason;
}
LISH_EXPORT(heap_check)

bool heap_whole_ok_(lish_op_ op, const struct heap *heap)
{
	const struct heap_idx *fault;
	const enum lish_reason reason = heap_check(heap, &fault);

	if (reason != LISH_OK)
		lish_misuse_(op, heap, fault, reason);
	return reason == LISH_OK;
}
LISH_EXPORT(heap_whole_ok_)

/* May it be changed? Inline, so that it is the user's line that is reported. */
LISH_TINY bool heap_may_change(lish_op_ op, const struct heap *heap, bool ends)
{
	enum lish_reason reason = LISH_OK;

	if (!heap->array.limit)
		reason = LISH_UNINITIALIZED;
	else if (heap->comparing || (ends && heap->loops.first))
		reason = LISH_LOOPED;
	if (lish_unlikely(reason != LISH_OK))
		lish_misuse_(op, heap, NULL, reason);
	return reason == LISH_OK;
}

/* May this member be changed? */
LISH_TINY bool heap_may_change_member(lish_op_ op, struct heap *heap,
				      const struct heap_idx *idx)
{
	if (lish_unlikely(lish_is_null(idx) || !heap_holds_(heap, idx))) {
		heap_refuse(op, heap, idx);
		return false;
	}
	return heap_may_change(op, heap, false);
}

/* Take out a member. The last one, which fills the hole, may be damaged. */
LISH_TINY bool heap_take(lish_op_ op, struct heap *heap, struct heap_idx *idx)
{
	const uint32_t used = heap->array.used;
	const struct heap_slot_ last = heap_slots_(heap)[used - 1];
	const uint32_t hole = idx->slot - 1;

	if (lish_unlikely(last.idx->slot != used)) {
		lish_misuse_(op, heap, last.idx, LISH_BAD_INDEX);
		return false;
	}
	lish_parray_note_peak_(&heap->array, used);
	heap->array.used = used - 1;
	if (last.idx != idx)
		heap_settle(heap, hole, &last);
	idx->slot = 0;
	return true;
}

bool heap_take_(lish_op_ op, struct heap *heap, struct heap_idx *idx)
{
	return heap_may_change_member(op, heap, idx) &&
	       heap_take(op, heap, idx);
}
LISH_EXPORT(heap_take_)

LISH_TINY struct heap_idx *heap_pop(lish_op_ op, struct heap *heap)
{
	struct heap_idx *first = heap_slots_(heap)->idx;

	if (!heap_may_change(op, heap, false))
		return NULL;
	/* Wrong if the object was overwritten as a whole, or freed. */
	if (lish_unlikely(first->slot != 1)) {
		lish_misuse_(op, heap, first, LISH_BAD_INDEX);
		return NULL;
	}
	return heap_take(op, heap, first) ? first : NULL;
}

struct heap_idx *heap_pop_(struct heap *heap, bool whole)
{
	if (whole && !heap_whole_ok_("heap_pop_entry", heap))
		return NULL;
	if (heap->array.used)
		return heap_pop("heap_pop_entry", heap);
	(void)heap_may_change("heap_pop_entry", heap, false);
	return NULL;
}
LISH_EXPORT(heap_pop_)

int heap_put_(struct heap *heap, struct heap_idx *idx, int64_t key)
{
	struct lish_parray_ *array = &heap->array;
	struct heap_slot_ slot;
	int err = 0;

	if (lish_is_null(idx)) {
		lish_misuse_("heap_add", heap, idx, LISH_NULL);
		return -EINVAL;
	}
	if (!heap_may_change("heap_add", heap, false))
		return -EINVAL;
	if (idx->slot)
		return -EEXIST;
	if (lish_unlikely(array->used == array->capacity))
		err = lish_parray_grow_(array);
	if (err)
		return err;
	slot.key = (uint64_t)key;
	slot.turn = heap->turns++;
	slot.idx = idx;
	heap_settle(heap, array->used++, &slot);
	return 0;
}
LISH_EXPORT(heap_put_)

void heap_move_(struct heap *heap, struct heap_idx *idx, int64_t key)
{
	struct heap_slot_ slot;

	if (!heap_may_change_member("heap_moved", heap, idx))
		return;
	slot.key = (uint64_t)key;
	slot.turn = heap->turns++;
	slot.idx = idx;
	heap_settle(heap, idx->slot - 1, &slot);
}
LISH_EXPORT(heap_move_)

int heap_init(struct heap *heap, const struct lish_config *config)
{
	memset(heap, 0, sizeof(*heap));
	return lish_parray_init_wide_(&heap->array, config,
				      sizeof(struct heap_slot_));
}
LISH_EXPORT(heap_init)

void heap_init_in_(struct heap *heap, struct heap_slot_ *slots, size_t n)
{
	memset(heap, 0, sizeof(*heap));
	lish_parray_init_in_(&heap->array, (uint32_t **)(void *)slots,
			     n < LISH_MAX_COUNT ? (uint32_t)n : LISH_MAX_COUNT);
	heap->array.wide = sizeof(*slots);
}
LISH_EXPORT(heap_init_in_)

void heap_set_order(struct heap *heap,
		    int (*cmp)(void *ctx, const struct heap_idx *a,
			       const struct heap_idx *b),
		    void *ctx)
{
	if (!heap_may_change("heap_set_order", heap, false))
		return;
	if (heap->array.used) {
		lish_misuse_("heap_set_order", heap, NULL, LISH_NOT_EMPTY);
		return;
	}
	heap->cmp = cmp;
	heap->ctx = ctx;
}
LISH_EXPORT(heap_set_order)

int heap_reserve(struct heap *heap, uint32_t count)
{
	return heap_may_change("heap_reserve", heap, false)
		       ? lish_parray_reserve_(&heap->array, count)
		       : -EINVAL;
}
LISH_EXPORT(heap_reserve)

void heap_trim(struct heap *heap)
{
	if (heap_may_change("heap_trim", heap, false))
		lish_parray_trim_(&heap->array);
}
LISH_EXPORT(heap_trim)

struct lish_stats heap_stats(const struct heap *heap)
{
	if (!heap->array.limit)
		lish_misuse_("heap_stats", heap, NULL, LISH_UNINITIALIZED);
	return lish_parray_stats_(&heap->array, heap->array.used);
}
LISH_EXPORT(heap_stats)

static void heap_zero_all(const struct heap *heap)
{
	uint32_t i;

	for (i = 0; i < heap->array.used; i++)
		heap_slots_(heap)[i].idx->slot = 0;
}

static void heap_empty(struct heap *heap)
{
	lish_parray_note_peak_(&heap->array, heap->array.used);
	heap->array.used = 0;
}

void heap_clear(struct heap *heap)
{
	if (!heap_may_change("heap_clear", heap, false))
		return;
	heap_zero_all(heap);
	heap_empty(heap);
}
LISH_EXPORT(heap_clear)

void heap_forget(struct heap *heap)
{
	if (heap_may_change("heap_forget", heap, false))
		heap_empty(heap);
}
LISH_EXPORT(heap_forget)

void heap_destroy(struct heap *heap)
{
	if (!heap_may_change("heap_destroy", heap, true))
		return;
	heap_zero_all(heap);
	lish_parray_release_(&heap->array);
	memset(heap, 0, sizeof(*heap));
}
LISH_EXPORT(heap_destroy)

/* Is there a member that is due? By the difference, as keys are compared. */
LISH_TINY bool heap_is_due(const struct heap *heap, int64_t until)
{
	return heap->array.used &&
	       (int64_t)((uint64_t)until - heap_slots_(heap)->key) >= 0;
}

void heap_open_(struct heap *heap, int64_t until, struct heap_loop_ *loop)
{
	loop->until = until;
	/* Nothing is registered if nothing is due. */
	if (heap_may_change("heap_drain_due", heap, false) &&
	    heap_is_due(heap, until))
		lish_loop_open_("heap_drain_due", heap, &loop->loop,
				&heap->loops);
}
LISH_EXPORT(heap_open_)

/* The heap that a loop runs over. */
LISH_TINY struct heap *heap_of(const struct heap_loop_ *loop)
{
	return (struct heap *)((uintptr_t)loop->loop.owner -
			       offsetof(struct heap, loops));
}

void *heap_step_(struct heap_loop_ *loop, size_t offset, bool whole)
{
	struct heap *heap = heap_of(loop);
	struct heap_idx *first;

	if (!loop->loop.owner || !heap_is_due(heap, loop->until) ||
	    (whole && !heap_whole_ok_("heap_drain_due", heap)))
		return NULL;
	first = heap_pop("heap_drain_due", heap);
	return first ? (char *)first - offset : NULL;
}
LISH_EXPORT(heap_step_)

void heap_close_(struct heap_loop_ *loop)
{
	lish_loop_close_("heap_drain_due", heap_of(loop), &loop->loop);
}
LISH_EXPORT(heap_close_)

void heap_stop(struct heap *heap)
{
	struct lish_loops_ *loops = &heap->loops;
	struct lish_loop_ *loop;

	if (!heap_may_change("heap_stop", heap, false))
		return;
	while ((loop = lish_loop_at_("heap_stop", heap, loops, &loops->first,
				     LISH_CALLER_()))) {
		loops->first = loop->outer;
		loop->owner = NULL;
	}
}
LISH_EXPORT(heap_stop)

void heap_abandon(struct heap *heap)
{
	if (heap_may_change("heap_abandon", heap, false))
		heap->loops.first = NULL;
}
LISH_EXPORT(heap_abandon)
