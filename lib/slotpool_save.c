// SPDX-License-Identifier: MIT
/*
 * slotpool_save.c - snapshots of a slotpool
 *
 * lib/core/snapshot.h describes the header. The body has three arrays:
 *
 *   generations   of all slots below the highest border ever; an odd one is live
 *   stack         of free slots; only with the order last freed
 *   objects       the saved bytes of each live object, by index
 *
 * A snapshot may be forged, with a right sum. So load proves, before it changes the
 * pool, that each slot below the border is live, retired or on the stack, and on the
 * stack once. Then it gets the memory. The rest cannot fail.
 */
#define LISH_LIB_
#include <linux-ish/slotpool.h>

#include "core/given.h"
#include "core/pool.h"
#include "core/slotpool.h"
#include "core/snapshot.h"

static struct lish_snapshot_ snapshot_of(const struct slotpool *pool)
{
	const struct slotpool_extra_ *extra = slotpool_extra_of_(pool);
	struct lish_snapshot_ head;

	head = lish_snapshot_of_(&pool->base, LISH_SNAPSHOT_SLOTPOOL_);
	if (slotpool_ordered_(pool, SLOTPOOL_LOWEST))
		head.kind = LISH_SNAPSHOT_LOWEST_;
	if (slotpool_ordered_(pool, SLOTPOOL_NEXT)) {
		head.kind = LISH_SNAPSHOT_NEXT_;
		head.next = extra->next;
	}
	if (extra->saved) {
		head.saved_offset = extra->saved_offset;
		head.saved_size = extra->saved_size;
	}
	head.index_bits = pool->base.flags >> SLOTPOOL_ORDER_BITS_;
	head.retired = pool->retired;
	head.peak = pool->peak;
	return head;
}

size_t slotpool_save_size(const struct slotpool *pool)
{
	struct lish_snapshot_ head;

	if (!lish_pool_begun_("slotpool_save_size", &pool->base))
		return 0;
	head = snapshot_of(pool);
	return lish_snapshot_size_(&head);
}
LISH_EXPORT(slotpool_save_size)

/* The length of the next run from *slot on, or 0. It ends with its chunk. */
static uint32_t snapshot_run(const struct slotpool *pool, uint32_t *slot)
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

static void snapshot_put_objects(const struct slotpool *pool,
				 const struct lish_snapshot_ *head, char *to)
{
	const size_t size = pool->base.size, saved = head->saved_size;
	const struct lish_pool_ *base = &pool->base;
	uint32_t slot = 0, n;
	const char *object;

	while ((n = snapshot_run(pool, &slot)) != 0) {
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
	char *to;

	if (!lish_pool_at_rest_("slotpool_save", &pool->base) ||
	    !lish_given_memory_("slotpool_save", pool, buffer, size))
		return -EINVAL;
	head = snapshot_of(pool);
	if (size < lish_snapshot_size_(&head))
		return -ENOSPC;
	to = lish_snapshot_put_((char *)buffer + sizeof(head), pool->generation,
				head.used * sizeof(uint32_t));
	to = lish_snapshot_put_(to, pool->base.stack,
				head.free * sizeof(uint32_t));
	snapshot_put_objects(pool, &head, to);
	lish_snapshot_seal_(&head, buffer);
	return 0;
}
LISH_EXPORT(slotpool_save)

static bool snapshot_generations_ok(const struct lish_snapshot_ *head,
				    const char *numbers)
{
	const uint32_t last = slotpool_last_(head->index_bits);
	uint32_t count = 0, retired = 0, end = 0, i, generation;

	for (i = 0; i < head->used; i++) {
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
static bool snapshot_slots_ok(const struct lish_snapshot_ *head,
			      const char *body, uint32_t *seen)
{
	const char *stack = body + head->used * sizeof(uint32_t);
	uint32_t i, slot, generation;

	if (!snapshot_generations_ok(head, body))
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

static int snapshot_fit(struct lish_pool_ *base,
			const struct lish_snapshot_ *head)
{
	const uint32_t before = base->capacity;
	int err;

	if (!lish_pool_grows_(base))
		return 0;
	err = lish_pool_raise_(base, head->border);
	if (err)
		return err;
	err = slotpool_fit_(base, head->used);
	if (err && base->capacity > before) {
		base->ops->drop(base, before);
		base->room = before;
	}
	return err;
}

static lish_word snapshot_bits(const uint32_t *generation, uint32_t n)
{
	lish_word bits = 0;
	uint32_t i;

	for (i = 0; i < n; i++)
		bits |= (lish_word)(generation[i] & 1) << i;
	return bits;
}

/* These were live and are not in the snapshot. */
static void snapshot_bury(struct slotpool *pool, uint32_t first, lish_word bits)
{
	uint32_t *mark;

	for (; bits; bits &= bits - 1) {
		mark = lish_pool_at_(&pool->base, first + lish_ctz(bits),
				     pool->base.size);
		*mark = 0;
		if (pool->base.watch)
			lish_pool_dead_(&pool->base, mark);
	}
}

static void snapshot_load_live(struct slotpool *pool, uint32_t before,
			       uint32_t border)
{
	const uint32_t end = before > border ? before : border;
	uint32_t first, n;
	lish_word *word, bits;

	for (first = 0; first < end; first += LISH_WORD_BITS) {
		n = border > first ? border - first : 0;
		bits = snapshot_bits(pool->generation + first,
				     n < LISH_WORD_BITS ? n : LISH_WORD_BITS);
		word = &pool->live[first >> LISH_WORD_SHIFT];
		if (first < before)
			snapshot_bury(pool, first, *word & ~bits);
		*word = bits;
	}
	/* Nodes of free slots may be stale, or new memory. */
	for (first = 0; first < border; first++) {
		if (!(pool->generation[first] & 1))
			*lish_pool_at_(&pool->base, first, pool->base.size) = 0;
	}
}

static void snapshot_load_objects(struct slotpool *pool,
				  const struct lish_snapshot_ *head,
				  const char *from)
{
	const size_t size = pool->base.size, saved = head->saved_size;
	struct lish_pool_ *base = &pool->base;
	uint32_t slot = 0, index, n, *mark;

	while ((n = snapshot_run(pool, &slot)) != 0) {
		for (index = slot - n; index < slot; index++) {
			if (base->watch)
				lish_pool_revive_(base, index);
			mark = lish_pool_at_(base, index, size);
			lish_snapshot_put_((char *)lish_pool_object_(base, mark) +
						   head->saved_offset,
					   from, saved);
			from += saved;
			*mark = index + 1;
		}
	}
}

/* This cannot fail. */
static void snapshot_apply(struct slotpool *pool,
			   const struct lish_snapshot_ *head, const char *body)
{
	const size_t numbers = head->used * sizeof(uint32_t);
	const size_t stack = head->free * sizeof(uint32_t);
	struct lish_pool_ *base = &pool->base;

	lish_snapshot_put_((char *)pool->generation, body, numbers);
	lish_snapshot_put_((char *)base->stack, body + numbers, stack);
	snapshot_load_live(pool, base->border, head->border);
	base->highest = head->used;
	base->border = head->border;
	base->free = head->free;
	base->count = head->count;
	lish_pool_number_(base, 0);
	pool->retired = head->retired;
	pool->peak = head->peak;
	pool->changes++;
	if (slotpool_bits_(pool))
		slotpool_bits_(pool)->rebuild(pool);
	slotpool_extra_of_(pool)->next = head->next;
	snapshot_load_objects(pool, head, body + numbers + stack);
	slotpool_refresh_(pool);
}

int slotpool_load(struct slotpool *pool, const void *buffer, size_t size)
{
	struct lish_snapshot_ head, mine;
	const char *body;
	uint32_t *seen;
	int err;

	if (!lish_pool_at_rest_("slotpool_load", &pool->base) ||
	    !lish_given_memory_("slotpool_load", pool, buffer, size))
		return -EINVAL;
	mine = snapshot_of(pool);
	err = lish_snapshot_read_(&head, &mine, buffer, size);
	if (err)
		return err;
	body = (const char *)buffer + sizeof(head);
	err = lish_snapshot_look_(&pool->base, &head, &seen);
	if (err)
		return err;
	if (!snapshot_slots_ok(&head, body, seen))
		err = -EINVAL;
	lish_snapshot_looked_(&pool->base, &head, seen);
	if (!err)
		err = snapshot_fit(&pool->base, &head);
	if (err)
		return err;
	lish_pool_make_(&pool->base, head.border);
	snapshot_apply(pool, &head, body);
	return 0;
}
LISH_EXPORT(slotpool_load)
