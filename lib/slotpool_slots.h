/* SPDX-License-Identifier: MIT */
/*
 * slotpool_slots.h - the slots of a slotpool and their nodes: the door between slotpool.c and
 * slotpool_orders.c, slotpool_gaps.c, slotpool_lease.c and save.c. For lib/ only.
 */
#ifndef LISH_SLOTPOOL_SLOTS_H
#define LISH_SLOTPOOL_SLOTS_H

#include <linux-ish/slotpool.h>

#include "core/growth.h"

/* In quick_above: no alloc is quick. There are hooks, poison or another order. */
#define SLOTPOOL_LOOK_ 0xffffffffu

/* No slot has this index. */
#define SLOTPOOL_NO_SLOT_ 0xffffffffu

/* Are there quick paths? At level 2 and in small code each birth and each death is the full one. */
#define SLOTPOOL_QUICK_ (!LISH_SMALL_ && LISH_CHECK < 2)

/*
 * base.index_bits: a handle of 32 bits has the slot in its low bits, and the lives before
 * this one in the others.
 */
#define SLOTPOOL_LEAST_WIDTH_ 2u
#define SLOTPOOL_MOST_WIDTH_ 31u

/* A birth clears the bit of free slots, and the carry counts it. A death sets the bit. */
#define SLOTPOOL_BIRTH_ ((uint64_t)LISH_POOL_FREE_BIT_)
#define SLOTPOOL_DEATH_ ((uint64_t)0x180000000u)

/* The orders lowest and next. */
struct slotpool_order_ops_ {
	/* the slot for alloc, or one that has no memory yet */
	uint32_t (*find)(struct slotpool *pool);
	/* this slot is live now */
	void (*born)(struct slotpool *pool, uint32_t index);
	/* this slot is free now: counts it; may lower the border */
	void (*died)(struct slotpool *pool, uint32_t index);
	/* this slot retires */
	void (*retire)(struct slotpool *pool, uint32_t index);
	/* zeroes the words that start at a slot, before their first use */
	void (*zero)(struct slotpool *pool, uint32_t slot);
	/* computes the bitmaps from live bits and nodes */
	void (*rebuild)(struct slotpool *pool);
	/* the memory of the stack has room for other numbers of slots: move the bitmaps there */
	void (*spread)(struct slotpool *pool, uint32_t from, uint32_t to);
	/* are the bitmaps right? */
	bool (*ok)(const struct slotpool *pool);
	/* slotpool_alloc_entry() in a pool of the right type whose quick_order is not 0 */
	void *(*birth)(struct slotpool *pool, struct lish_call_ call);
	/* the death of a live object, if quick_order is not 0; node is what lies at mark */
	void (*death)(struct slotpool *pool, struct slotpool_block_ *block, uint32_t *mark,
		      uint64_t node);
};

LISH_C_BEGIN

/* In slotpool.c, as LISH_POOL_KIND_() defines it. */
#if LISH_POOL_LATE_
extern const struct lish_pool_kind_ *slotpool_kind_;
#else
extern const struct lish_pool_kind_ slotpool_kind_[1];
#endif

/* The lowest live index from one on; -1 if there is none. */
LISH_LOCAL int32_t slotpool_seek_(const struct slotpool *pool, uint32_t index);

/* Give the first slot that has no node its first one. */
LISH_LOCAL void slotpool_know_(struct slotpool *pool);

/* As lish_pool_draw_(), in the order last freed. tail: for a birth above all live objects. */
#if LISH_POOL_WAIT_
LISH_LOCAL void slotpool_draw_(struct slotpool *pool, bool tail);
#else
#define slotpool_draw_(pool, tail) ((void)0)
#endif

/*
 * Gaps, in slotpool_gaps.c. Each chunk below the border without a live object becomes one, and
 * loses its pages if the allocator can.
 */
LISH_LOCAL void slotpool_open_gaps_(struct slotpool *pool);

/* Give the slots of the gap in which this one lies their nodes. */
LISH_LOCAL void slotpool_close_gap_(struct slotpool *pool, uint32_t slot);

/* No slot is in a gap: each one has a node, or is not below known. */
LISH_LOCAL void slotpool_forget_gaps_(struct slotpool *pool);

/* The highest generation of slots that are not live; SLOTPOOL_RETIRED_ if one is not usable. */
LISH_LOCAL uint32_t slotpool_last_generation_(const struct slotpool *pool, uint32_t slot,
					      uint32_t end);

/* The slot is not live, and alloc never takes it again. */
LISH_LOCAL void slotpool_retire_(struct slotpool *pool, uint32_t *mark, uint32_t index);

/* Any slotpool_alloc_entry(), and any death of a live object in a pool without hooks. */
LISH_LOCAL void *slotpool_any_birth_(struct slotpool *pool, struct lish_call_ call);
LISH_LOCAL void slotpool_any_death_(struct slotpool *pool, uint32_t *mark);

/*
 * Functions of pools that have one of these orders. slotpool_orders_ may be NULL until a pool
 * has: a program without them links none of it. See LISH_POOL_LATE_.
 */
extern const struct slotpool_order_ops_ slotpool_order_;
#if LISH_POOL_LATE_
extern const struct slotpool_order_ops_ *slotpool_orders_;
#define SLOTPOOL_USES_ORDERS_() ((void)(slotpool_orders_ = &slotpool_order_))
#else
#define slotpool_orders_ (&slotpool_order_)
#define SLOTPOOL_USES_ORDERS_() ((void)0)
#endif

/* index must be below the length of bits. */
LISH_INLINE bool slotpool_bit_(const lish_word *bits, uint32_t index)
{
	return bits[index >> LISH_WORD_SHIFT] >> (index & LISH_WORD_MASK) & 1;
}

LISH_INLINE bool slotpool_is_live_(const struct slotpool *pool, uint32_t index)
{
	return slotpool_block_of_(pool, index)->live >> (index & LISH_WORD_MASK) & 1;
}

/* The first slot of a block is about to get its first node. */
static inline void slotpool_open_block_(struct slotpool *pool, uint32_t slot)
{
	struct slotpool_block_ *block = slotpool_block_of_(pool, slot);

	block->live = 0;
	block->base = pool->base.table[slot >> pool->base.shift];
}

/* The node of a slot as one number: the mark, and the generation in the high half. */
LISH_INLINE uint64_t slotpool_node_(const uint32_t *mark)
{
#if LISH_PAIR_
	uint64_t node;

	memcpy(&node, mark, sizeof(node));
	return node;
#else
	return (uint64_t)mark[1] << 32 | mark[0];
#endif
}

LISH_INLINE void slotpool_set_node_(uint32_t *mark, uint64_t node)
{
#if LISH_PAIR_
	memcpy(mark, &node, sizeof(node));
#else
	mark[0] = (uint32_t)node;
	mark[1] = (uint32_t)(node >> 32);
#endif
}

/* The node of a free slot. */
static inline void slotpool_set_free_(uint32_t *mark, uint32_t slot,
				      uint32_t generation)
{
	mark[0] = LISH_POOL_FREE_MARK_(slot);
	mark[1] = generation;
}

/* Without an operating system, a gap is closed before trim returns. */
#define SLOTPOOL_GAPS_ LISH_POOL_COARSE_

/* Are there gaps: chunks without pages, whose slots have no nodes? */
static inline bool slotpool_has_gaps_(const struct slotpool *pool)
{
	return pool->base.growth && pool->base.growth->decommitted;
}

/* Does this slot lie in one? */
static inline bool slotpool_in_gap_(const struct slotpool *pool, uint32_t slot)
{
	return SLOTPOOL_GAPS_ && slotpool_has_gaps_(pool) &&
	       lish_pool_chunk_(&pool->base, slot)->floor;
}

/* Level 0 does not look at the mark of a free slot, so it must not meet one without a node. */
#define SLOTPOOL_BLIND_(pool) (LISH_CHECK < 1 && SLOTPOOL_GAPS_ && slotpool_has_gaps_(pool))

/* The mark of a slot of a block. */
LISH_INLINE uint32_t *slotpool_in_block_(const struct slotpool *pool,
					 const struct slotpool_block_ *block, size_t slot)
{
	/* As integers: see lish_pool_at_(). */
	return (uint32_t *)((uintptr_t)block->base + slot * pool->base.size);
}

/* The mark of a slot below known; its generation follows. */
LISH_INLINE uint32_t *slotpool_at_slot_(const struct slotpool *pool, uint32_t slot)
{
	return slotpool_in_block_(pool, slotpool_block_of_(pool, slot), slot);
}

/* As lish_pool_top_(), but fetches the block too. */
LISH_INLINE uint32_t slotpool_top_(const struct slotpool *pool)
{
	const struct lish_pool_ *base = &pool->base;
	const size_t top = base->stacked - 1u;

	if (lish_pool_has_many_(base))
		lish_prefetch(slotpool_at_slot_(pool, base->stack[top - LISH_POOL_AHEAD_]));
	return base->stack[top];
}

/* The generation of a slot below known. */
static inline uint32_t slotpool_generation_(const struct slotpool *pool, uint32_t slot)
{
	return slotpool_in_gap_(pool, slot) ? lish_pool_chunk_(&pool->base, slot)->floor - 1
					    : slotpool_at_slot_(pool, slot)[1];
}

/* The slot is below known. */
static inline bool slotpool_retired_(const struct slotpool *pool, uint32_t slot)
{
	return slotpool_at_slot_(pool, slot)[1] == SLOTPOOL_RETIRED_;
}

/*
 * Could a slot that is not retired have this generation? check, save and load ask it: what one of
 * them accepts, the others do. The generation of a live object may be aged plus one.
 */
static inline bool slotpool_generation_ok_(uint32_t generation, uint32_t aged, uint32_t last)
{
	return generation < last && generation - (generation & 1) <= aged;
}

/* Is this the node of a live object? */
static inline bool slotpool_life_ok_(const struct slotpool *pool, uint32_t slot)
{
	const uint32_t *mark = slotpool_at_slot_(pool, slot);

	return mark[0] == slot + 1 && mark[1] & 1 &&
	       slotpool_generation_ok_(mark[1], pool->aged, pool->last);
}

/* Is a slot that is not live lent to a lease? Then it has the node of its next life. */
static inline bool slotpool_lent_(const struct slotpool *pool, uint32_t slot)
{
	return pool->leases && slotpool_life_ok_(pool, slot);
}

/*
 * Could a slot that is not live begin another life? Not if it is retired, or if its node
 * was overwritten.
 */
static inline bool slotpool_usable_(const struct slotpool *pool, uint32_t slot)
{
	const uint32_t *mark = slotpool_at_slot_(pool, slot);

	return slotpool_in_gap_(pool, slot) ||
	       (mark[0] == LISH_POOL_FREE_MARK_(slot) && !(mark[1] & 1) &&
		slotpool_generation_ok_(mark[1], pool->aged, pool->last));
}

/* 0: handles have 64 bits. */
static inline bool slotpool_is_width_(uint32_t bits)
{
	return !bits || (bits >= SLOTPOOL_LEAST_WIDTH_ && bits <= SLOTPOOL_MOST_WIDTH_);
}

/* Most objects with so many index bits: no object has slot 0. */
static inline uint32_t slotpool_most_(uint32_t bits)
{
	return ((uint32_t)1 << bits) - 1;
}

/* Slots retire at this generation. */
static inline uint32_t slotpool_last_of_width_(uint32_t bits)
{
	return bits ? (uint32_t)2 << (32 - bits) : SLOTPOOL_RETIRED_;
}

/* The slot below the border, or the border itself, is no longer free. */
LISH_INLINE void slotpool_pop_(struct lish_pool_ *base, uint32_t index, bool fresh)
{
	if (fresh) {
		base->border = index + 1;
		lish_pool_changed_(base, LISH_POOL_CHANGED_);
	} else {
		lish_pool_changed_(base, LISH_POOL_POPPED_);
	}
}

/* A free slot: lower the border if it is the last one below, or put it on the stack. */
LISH_INLINE void slotpool_push_(struct lish_pool_ *base, uint32_t index)
{
	if (index + 1 == base->border && !lish_pool_waits_(base)) {
		base->border = index;
		lish_pool_changed_(base, LISH_POOL_CHANGED_);
	} else {
		base->stack[base->stacked] = index;
		lish_pool_changed_(base, LISH_POOL_PUSHED_);
	}
}

/*
 * Begin the life of a slot that is free, unless a stale pointer has overwritten its node: the
 * top of the stack, the border (fresh), or any slot in the orders by bits.
 */
LISH_INLINE enum lish_reason slotpool_take_of_(struct slotpool *pool,
					       struct slotpool_block_ *block, uint32_t *mark,
					       uint32_t index, bool fresh)
{
	const uint64_t node = slotpool_node_(mark);

	if (LISH_CHECK >= 1 && lish_unlikely((uint32_t)node != LISH_POOL_FREE_MARK_(index)))
		return LISH_BAD_INDEX;
	slotpool_pop_(&pool->base, index, fresh);
	slotpool_set_node_(mark, node + SLOTPOOL_BIRTH_);
	block->live |= slotpool_live_mask_(index);
	return LISH_OK;
}

LISH_INLINE enum lish_reason slotpool_take_(struct slotpool *pool, uint32_t *mark,
					    uint32_t index, bool fresh)
{
	return slotpool_take_of_(pool, slotpool_block_of_(pool, index), mark, index, fresh);
}

/* A death of a node below it neither raises aged nor retires the slot. */
static inline uint64_t slotpool_quick_age_(const struct slotpool *pool)
{
	return (uint64_t)(pool->aged < pool->last ? pool->aged : pool->last - 1) << 32;
}

/* Sets what the quick paths ask, by known, aged, hooks, order and gaps. */
static inline void slotpool_refresh_(struct slotpool *pool)
{
	const struct lish_pool_ *base = &pool->base;

	/* A library that was built for size has no quick path, and reads none of these. */
	if (LISH_SMALL_)
		return;
	pool->quick_node = 0;
	pool->quick_order = 0;
	pool->quick_above = SLOTPOOL_LOOK_;
	pool->quick_below = 0;
	if (base->watch || SLOTPOOL_BLIND_(pool))
		return;
	if (pool->order) {
		pool->quick_order = slotpool_quick_age_(pool);
		return;
	}
	pool->quick_node = slotpool_quick_age_(pool);
	pool->quick_above = 0;
	pool->quick_below = pool->known;
}

static inline void slotpool_set_known_(struct slotpool *pool, uint32_t known)
{
	pool->known = known;
	if (pool->quick_node)
		pool->quick_below = known;
}

static inline void slotpool_set_aged_(struct slotpool *pool, uint32_t aged)
{
	pool->aged = aged;
	slotpool_refresh_(pool);
}

/* Before the first use of a pool that a macro has defined. */
static inline void slotpool_wake_(struct slotpool *pool)
{
	(void)lish_pool_wake_(&pool->base);
	slotpool_refresh_(pool);
}

/* A slot has this generation now. */
static inline void slotpool_age_(struct slotpool *pool, uint32_t generation)
{
	if (lish_unlikely(generation > pool->aged))
		slotpool_set_aged_(pool, generation < SLOTPOOL_RETIRED_ - SLOTPOOL_AGE_
						 ? generation + SLOTPOOL_AGE_
						 : SLOTPOOL_RETIRED_);
}

/*
 * The end of a life where nothing but the slot changes; false: take the full way. node is what
 * lies at mark. A handle that equals it does not wait for the object.
 */
LISH_INLINE bool slotpool_quick_end_(struct slotpool *pool, struct slotpool_block_ *block,
				     uint32_t *mark, uint64_t node)
{
	const uint32_t index = (uint32_t)node - 1;
	/* Higher than before only if the slot was not live. */
	const lish_word bits = block->live ^ slotpool_live_mask_(index);

	if (LISH_CHECK >= 1 && lish_unlikely(bits > block->live))
		return false;
	if (lish_likely(node < pool->quick_node)) {
		block->live = bits;
		slotpool_set_node_(mark, node + SLOTPOOL_DEATH_);
		slotpool_push_(&pool->base, index);
		return true;
	}
	if (!pool->quick_order)
		return false;
	slotpool_orders_->death(pool, block, mark, node);
	return true;
}

LISH_C_END

#endif /* LISH_SLOTPOOL_SLOTS_H */
