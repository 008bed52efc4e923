// SPDX-License-Identifier: MIT
/*
 * slotpool_gaps.c - chunks of a slotpool without a live slot, whose pages trim has given back
 *
 * The slots of a gap lie below the border, and are free, but have no nodes. The floor of the chunk
 * is the generation at which they begin again, plus one; without a gap it is 0. The marks in a gap
 * are 0, so no quick birth takes one. Any other birth closes the gap first: it writes all nodes of
 * the chunk. Level 0 looks at no mark, so it has no quick births while there are gaps.
 *
 * Generations and the order of slots are the same whether an allocator can give pages back or not:
 * where it cannot, a gap is opened and closed. In the default order, slots of gaps lie at the
 * bottom of the stack.
 */
#define LISH_LIB_
#include "slotpool_slots.h"

/* The only writer of a floor: what counts gaps, and what is quick, follow. */
static void slotpool_set_floor_(struct slotpool *pool, uint32_t slot, uint32_t floor)
{
	struct lish_chunk_ *chunk = lish_pool_chunk_(&pool->base, slot);

	pool->base.growth->decommitted += floor ? !chunk->floor : 0u - (chunk->floor != 0);
	chunk->floor = floor;
	slotpool_refresh_(pool);
}

/* A live slot has a node already: a stale copy of a free object brought it to life. */
void slotpool_close_gap_(struct slotpool *pool, uint32_t slot)
{
	const uint32_t floor = lish_pool_chunk_(&pool->base, slot)->floor;
	const uint32_t rest = ((uint32_t)1 << pool->base.shift) - 1, end = slot | rest;
	uint32_t i;

	for (i = slot & ~rest; i <= end; i++) {
		if (!slotpool_is_live_(pool, i))
			slotpool_set_free_(slotpool_at_slot_(pool, i), i, floor - 1);
	}
	slotpool_set_floor_(pool, slot, 0);
}

void slotpool_forget_gaps_(struct slotpool *pool)
{
	uint32_t slot = 0;

	for (; slotpool_has_gaps_(pool); slot += (uint32_t)1 << pool->base.shift)
		slotpool_set_floor_(pool, slot, 0);
}

uint32_t slotpool_last_generation_(const struct slotpool *pool, uint32_t slot, uint32_t end)
{
	uint32_t last = 0;

	for (; slot < end; slot++) {
		if (!slotpool_usable_(pool, slot))
			return SLOTPOOL_RETIRED_;
		if (last < slotpool_generation_(pool, slot))
			last = slotpool_generation_(pool, slot);
	}
	return last;
}

/* Put the slots of gaps below all others of the stack, the lowest on top. */
static void slotpool_sink_gaps_(const struct slotpool *pool)
{
	const struct lish_pool_ *base = &pool->base;
	uint32_t from = base->stacked, to = from, slot;

	while (from) {
		slot = base->stack[--from];
		if (!lish_pool_chunk_(base, slot)->floor)
			base->stack[--to] = slot;
	}
	for (slot = 0; to; slot++) {
		if (lish_pool_chunk_(base, slot)->floor)
			base->stack[--to] = slot;
	}
}

/* Is an object of the chunk of a slot live? A chunk has whole blocks. */
static bool slotpool_lives_in_(const struct slotpool *pool, uint32_t slot, uint32_t size)
{
	const uint32_t end = slot + size;

	while (slot < end && !slotpool_block_of_(pool, slot)->live)
		slot += LISH_WORD_BITS;
	return slot < end;
}

void slotpool_open_gaps_(struct slotpool *pool)
{
	const struct lish_pool_ *base = &pool->base;
	const uint32_t size = (uint32_t)1 << base->shift;
	uint32_t slot, last;

	for (slot = 0; slot + size <= base->border; slot += size) {
		if (lish_pool_chunk_(base, slot)->floor || slotpool_lives_in_(pool, slot, size))
			continue;
		last = slotpool_last_generation_(pool, slot, slot + size);
		if (last != SLOTPOOL_RETIRED_)
			slotpool_set_floor_(pool, slot, last + 1);
	}
	if (!slotpool_has_gaps_(pool))
		return;
	if (!pool->order)
		slotpool_sink_gaps_(pool);
	for (slot = 0; slot + size <= base->border; slot += size) {
		if (lish_pool_chunk_(base, slot)->floor && !lish_pool_decommit_(base, slot))
			slotpool_close_gap_(pool, slot);
	}
}
