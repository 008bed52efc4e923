/* SPDX-License-Identifier: MIT */
/*
 * slotpool.h - what the .c files of slotpool share. For lib/ only.
 */
#ifndef LISH_SLOTPOOL_H
#define LISH_SLOTPOOL_H

#include <linux-ish/slotpool.h>

#include "../core/pool.h"

/*
 * struct slotpool_bits_ - the orders lowest and next: bitmaps in place of the stack
 *
 * Pointers, so that a program without these orders links none of it.
 *
 * @order: SLOTPOOL_LOWEST or SLOTPOOL_NEXT
 * @find: the slot for alloc, or one that has no memory yet
 * @born: this slot is live now
 * @died: this slot is free now: counts it; may lower the border
 * @retire: this slot retires
 * @zero: zeroes the words that start at a slot, before their first use
 * @rebuild: computes the bitmaps from live bits and nodes
 * @ok: are the bitmaps right?
 */
struct slotpool_bits_ {
	enum slotpool_reuse order;
	uint32_t (*find)(struct slotpool *pool);
	void (*born)(struct slotpool *pool, uint32_t index);
	void (*died)(struct slotpool *pool, uint32_t index);
	void (*retire)(struct slotpool *pool, uint32_t index);
	void (*zero)(struct slotpool *pool, uint32_t slot);
	void (*rebuild)(struct slotpool *pool);
	bool (*ok)(const struct slotpool *pool);
};

LISH_C_BEGIN

extern const struct slotpool_bits_ slotpool_lowest_;
extern const struct slotpool_bits_ slotpool_next_;

#define SLOTPOOL_NO_SLOT_ 0xffffffffu

/* Index bits of a handle of 32 bits. */
#define SLOTPOOL_FEWEST_BITS_ 2u
#define SLOTPOOL_MOST_BITS_ 31u

/* Most objects with so many index bits: no object has slot 0. */
LISH_TINY uint32_t slotpool_most_(uint32_t bits)
{
	return ((uint32_t)1 << bits) - 1;
}

/* Slots retire at this generation. */
LISH_TINY uint32_t slotpool_last_of_bits_(uint32_t bits)
{
	return bits ? (uint32_t)2 << (32 - bits) : SLOTPOOL_RETIRED_;
}

/* The node of a free slot. */
LISH_TINY void slotpool_set_free_(uint32_t *mark, uint32_t slot,
				  uint32_t generation)
{
	slotpool_set_node_(mark, (uint64_t)generation << 32 |
					 LISH_POOL_FREE_MARK_(slot));
}

/* The mark of a slot below known; its generation follows. */
LISH_TINY uint32_t *slotpool_at_slot_(const struct slotpool *pool, uint32_t slot)
{
	return lish_pool_at_(&pool->base, slot, pool->base.size);
}

/* The slot is below known. */
LISH_TINY bool slotpool_retired_(const struct slotpool *pool, uint32_t slot)
{
	return slotpool_at_slot_(pool, slot)[1] == SLOTPOOL_RETIRED_;
}

/* Is this the node of a live object? */
LISH_TINY bool slotpool_life_ok_(const struct slotpool *pool, uint32_t slot)
{
	const uint32_t *mark = slotpool_at_slot_(pool, slot);

	return mark[0] == slot + 1 && mark[1] & 1 &&
	       mark[1] < pool->last;
}

/*
 * Could a slot that is not live begin another life? Not if it is retired, or if its node
 * was overwritten.
 */
LISH_TINY bool slotpool_usable_(const struct slotpool *pool, uint32_t slot)
{
	const uint32_t *mark = slotpool_at_slot_(pool, slot);

	return mark[0] == LISH_POOL_FREE_MARK_(slot) && !(mark[1] & 1) &&
	       mark[1] < pool->last;
}

/* Call it after a change of border, gone, retired, peak, room, known, hooks or order. */
LISH_TINY void slotpool_refresh_(struct slotpool *pool)
{
	const struct lish_pool_ *base = &pool->base;
	const uint32_t usable = base->border - pool->retired;

	pool->ready = 0;
	pool->old = 0;
	/* A library that was built for size has one way for all. */
	if (LISH_SMALL_ || base->watch || pool->by_bits) {
		pool->low = SLOTPOOL_LOOK_;
		return;
	}
	/* Its death adds one to the generation. */
	pool->old = (uint64_t)(pool->last - 1) << 32;
	pool->low = usable > pool->peak ? usable - pool->peak : 0;
	pool->ready = pool->peak + pool->retired;
	if (pool->ready > pool->known)
		pool->ready = pool->known;
	if (pool->ready > base->room)
		pool->ready = base->room;
}

/* Returns -1 if there is none. */
int32_t slotpool_seek_live_(const struct slotpool *pool, uint32_t index);

LISH_C_END

#endif /* LISH_SLOTPOOL_H */
