// SPDX-License-Identifier: MIT
/*
 * slotpool_save.c - snapshots of a slotpool
 *
 * lib/core/snapshot.h describes the header. The body has three arrays:
 *
 *   generations   of the slots that have a node; an odd one is live
 *   stack         of free slots; only with the order last freed
 *   objects       the saved bytes of each live object, by index
 *
 * A snapshot may be forged, with a right sum. So load proves, before it changes the
 * pool, that each slot below the border is live, retired or on the stack, and on the
 * stack once. Then it gets the memory. The rest cannot fail.
 */
#define LISH_LIB_
#include <linux-ish/slotpool.h>

#include "core/snapshot.h"
#include "slotpool_slots.h"

/*
 * The slots whose nodes are saved. Slots at the end with the generation of a new slot are left
 * out: load gives them the same node. So it does not matter how far make has gone.
 */
static uint32_t snapshot_numbers_(const struct slotpool *pool, uint32_t used)
{
	uint32_t n = pool->known < used ? pool->known : used;

	while (n > pool->base.border && slotpool_usable_(pool, n - 1) &&
	       slotpool_at_slot_(pool, n - 1)[1] == pool->floor)
		n--;
	return n;
}

static struct lish_snapshot_ snapshot_of_(const struct slotpool *pool)
{
	const struct slotpool_extra_ *extra = &pool->extra;
	struct lish_snapshot_ head;

	head = lish_snapshot_of_(&pool->base, LISH_SNAPSHOT_SLOTPOOL_);
	if (pool->order) {
		head.free = 0;
		head.kind = LISH_SNAPSHOT_LOWEST_;
		if (pool->order == LISH_NEXT) {
			head.kind = LISH_SNAPSHOT_NEXT_;
			head.next = extra->next;
		}
	}
	if (extra->saved) {
		head.saved_offset = extra->saved_offset;
		head.saved_size = extra->saved_size;
	}
	head.index_bits = pool->base.index_bits;
	head.retired = pool->retired;
	head.peak = pool->peak;
	head.floor = pool->floor;
	head.numbers = snapshot_numbers_(pool, head.used);
	return head;
}

size_t slotpool_save_size(const struct slotpool *pool)
{
	struct lish_snapshot_ head;

	if (lish_refused_here(pool, NULL, lish_pool_begun_(&pool->base)))
		return 0;
	head = snapshot_of_(pool);
	return lish_snapshot_size_(&head);
}

/* The length of the next run from *slot on, or 0. It ends with its chunk. */
static uint32_t snapshot_run_(const struct slotpool *pool, uint32_t *slot)
{
	const struct lish_pool_ *base = &pool->base;
	const uint32_t chunk = ((uint32_t)1 << base->shift) - 1;
	const int32_t first = slotpool_seek_live_(pool, *slot);
	uint32_t at = (uint32_t)first, end = base->border;
	lish_word dead;

	if (first < 0)
		return 0;
	if (end > (at | chunk))
		end = (at | chunk) + 1;
	do {
		dead = ~pool->live[at >> LISH_WORD_SHIFT] >>
		       (at & LISH_WORD_MASK);
		at = dead ? at + lish_ctz(dead) : (at | LISH_WORD_MASK) + 1;
	} while (!dead && at < end);
	*slot = at < end ? at : end;
	return *slot - (uint32_t)first;
}

/* NULL if the node of a slot was overwritten: it is in *fault then. */
static char *snapshot_put_generations_(const struct slotpool *pool, uint32_t n,
				      char *to, const uint32_t **fault)
{
	const uint32_t *mark;
	uint32_t i;

	for (i = 0; i < n; i++) {
		mark = slotpool_at_slot_(pool, i);
		if (i < pool->base.border && slotpool_bit_(pool->live, i)
			    ? !slotpool_life_ok_(pool, i)
			    : !slotpool_usable_(pool, i) &&
				      !slotpool_retired_(pool, i)) {
			*fault = mark;
			return NULL;
		}
		to = lish_snapshot_put_(to, mark + 1, sizeof(*mark));
	}
	return to;
}

static void snapshot_put_objects_(const struct slotpool *pool,
				 const struct lish_snapshot_ *head, char *to)
{
	const size_t size = pool->base.size, saved = head->saved_size;
	const struct lish_pool_ *base = &pool->base;
	uint32_t slot = 0, n;
	const char *object;

	while ((n = snapshot_run_(pool, &slot)) != 0) {
		object = (const char *)lish_pool_object_(
			base, lish_pool_at_(base, slot - n, size));
		if (saved == size) {
			to = lish_snapshot_put_(to, object, n * size);
			continue;
		}
		object += head->saved_offset;
		for (; n; n--, object += size)
			to = lish_snapshot_put_(to, object, saved);
	}
}

int slotpool_save(const struct slotpool *pool, void *buffer, size_t size)
{
	struct lish_snapshot_ head;
	const uint32_t *fault = NULL;
	char *to;

	if (lish_refused_here(pool, NULL, lish_pool_rests_(&pool->base)) ||
	    lish_refused_here(pool, NULL, lish_pool_given_(buffer, size)))
		return -EINVAL;
	head = snapshot_of_(pool);
	if (size < lish_snapshot_size_(&head))
		return -ENOSPC;
	to = snapshot_put_generations_(pool, head.numbers,
				      (char *)buffer + sizeof(head), &fault);
	if (lish_refused_here(pool, fault, to ? LISH_OK : LISH_BAD_INDEX))
		return -EINVAL;
	to = lish_snapshot_put_(to, pool->base.stack,
				head.free * sizeof(uint32_t));
	snapshot_put_objects_(pool, &head, to);
	lish_snapshot_seal_(&head, buffer);
	return 0;
}

static bool snapshot_generations_ok_(const struct lish_snapshot_ *head,
				    const char *numbers)
{
	const uint32_t last = slotpool_last_of_bits_(head->index_bits);
	uint32_t count = 0, retired = 0, end = 0, i, generation;

	if (head->floor & 1 || head->floor >= last)
		return false;
	for (i = 0; i < head->numbers; i++) {
		generation = lish_snapshot_number_(numbers, i);
		if (generation >= last && generation != SLOTPOOL_RETIRED_)
			return false;
		if (generation & 1)
			count++;
		else if (generation == SLOTPOOL_RETIRED_)
			retired++;
		else
			continue;
		end = i + 1;
	}
	if (count != head->count || retired != head->retired)
		return false;
	return head->kind == LISH_SNAPSHOT_LOWEST_ ? end == head->border
						   : end <= head->border;
}

/*
 * The header's counts add up to the border, so a stack without duplicates has all free
 * slots.
 */
static bool snapshot_slots_ok_(const struct lish_snapshot_ *head,
			      const char *body, uint32_t *seen)
{
	const char *stack = body + head->numbers * sizeof(uint32_t);
	uint32_t i, slot, generation;

	if (!snapshot_generations_ok_(head, body))
		return false;
	for (i = 0; i < head->free; i++) {
		slot = lish_snapshot_number_(stack, i);
		if (!lish_snapshot_first_(head, seen, slot))
			return false;
		generation = lish_snapshot_number_(body, slot);
		if (generation & 1 || generation == SLOTPOOL_RETIRED_)
			return false;
	}
	return true;
}

/* Slots that are neither live in the snapshot nor used by it are poisoned. */
static void snapshot_poison_(struct slotpool *pool, uint32_t slot)
{
	if (pool->base.watch && slot < pool->base.made)
		lish_pool_poison_(slotpool_kind_, &pool->base, slotpool_at_slot_(pool, slot));
}

/* Write the nodes of all slots that the snapshot knows, and the live bits. */
static void snapshot_load_nodes_(struct slotpool *pool,
				const struct lish_snapshot_ *head,
				const char *numbers)
{
	const uint32_t before = pool->base.border;
	const uint32_t end = before > head->numbers ? before : head->numbers;
	uint32_t i, generation, *mark;
	lish_word *word;
	bool was;

	for (i = 0; i < end; i++) {
		word = &pool->live[i >> LISH_WORD_SHIFT];
		was = i < before && *word & slotpool_live_mask_(i);
		if (!(i & LISH_WORD_MASK) && i >= before)
			*word = 0;
		*word &= ~slotpool_live_mask_(i);
		generation = i < head->numbers
				     ? lish_snapshot_number_(numbers, i) : 0;
		if (generation & 1)
			*word |= slotpool_live_mask_(i);
		else if (was)
			snapshot_poison_(pool, i);
		if (i >= head->numbers)
			continue;
		mark = slotpool_at_slot_(pool, i);
		mark[0] = generation & 1 ? i + 1 : LISH_POOL_FREE_MARK_(i);
		mark[1] = generation;
	}
}

static void snapshot_load_objects_(struct slotpool *pool,
				  const struct lish_snapshot_ *head,
				  const char *from)
{
	const size_t size = pool->base.size, saved = head->saved_size;
	struct lish_pool_ *base = &pool->base;
	uint32_t slot = 0, index, generation, n, *mark;

	while ((n = snapshot_run_(pool, &slot)) != 0) {
		for (index = slot - n; index < slot; index++) {
			if (base->watch)
				lish_pool_unpoison_(slotpool_kind_, base, index);
			mark = lish_pool_at_(base, index, size);
			/* The bytes may include those of a node. */
			generation = mark[1];
			lish_snapshot_put_((char *)lish_pool_object_(base, mark) +
						   head->saved_offset,
					   from, saved);
			from += saved;
			mark[0] = index + 1;
			mark[1] = generation;
		}
	}
}

/* This cannot fail. */
static void snapshot_apply_(struct slotpool *pool,
			   const struct lish_snapshot_ *head, const char *body)
{
	const size_t numbers = head->numbers * sizeof(uint32_t);
	const size_t stack = head->free * sizeof(uint32_t);
	struct lish_pool_ *base = &pool->base;

	lish_snapshot_put_((char *)base->stack, body + numbers, stack);
	snapshot_load_nodes_(pool, head, body);
	pool->known = head->numbers;
	pool->floor = head->floor;
	base->highest = head->used;
	base->border = head->border;
	base->gone = head->retired;
	lish_pool_set_stacked_(base,
			       head->border - head->count - head->retired);
	pool->retired = head->retired;
	pool->peak = head->peak;
	if (pool->order)
		slotpool_orders_->rebuild(pool);
	pool->extra.next = head->next;
	snapshot_load_objects_(pool, head, body + numbers + stack);
	slotpool_refresh_(pool);
}

int slotpool_load(struct slotpool *pool, const void *buffer, size_t size)
{
	struct lish_snapshot_ head, mine;
	const char *body;
	uint32_t *seen;
	int err;

	if (lish_refused_here(pool, NULL, lish_pool_rests_(&pool->base)) ||
	    lish_refused_here(pool, NULL, lish_pool_given_(buffer, size)))
		return -EINVAL;
	mine = snapshot_of_(pool);
	err = lish_snapshot_read_(&head, &mine, buffer, size);
	if (err)
		return err;
	body = (const char *)buffer + sizeof(head);
	err = lish_snapshot_look_(&pool->base, &head, &seen);
	if (err)
		return err;
	if (!snapshot_slots_ok_(&head, body, seen))
		err = -EINVAL;
	lish_snapshot_looked_(&pool->base, &head, seen);
	if (!err)
		err = lish_pool_raise_(slotpool_kind_, &pool->base, head.numbers);
	if (err)
		return err;
	lish_pool_make_(slotpool_kind_, &pool->base, head.border);
	snapshot_apply_(pool, &head, body);
	return 0;
}
