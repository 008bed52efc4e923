/* SPDX-License-Identifier: MIT */
/*
 * slotpool.h - what slotpool.c and slotpool_save.c share. For lib/ only.
 */
#ifndef LISH_SLOTPOOL_H
#define LISH_SLOTPOOL_H

#include <linux-ish/slotpool.h>

LISH_C_BEGIN

/*
 * The base of base.ops if the pool has bits of taken slots: in all orders except last
 * freed. Pointers, so that a program without such a pool does not link this code.
 */
struct slotpool_bits_ops_ {
	struct lish_pool_ops_ base;
	void *(*alloc)(lish_op_ op, struct slotpool *pool, bool zero,
		       const void *caller);
	uint32_t (*find)(const struct slotpool *pool);
	void (*take)(struct slotpool *pool, uint32_t index);
	void (*give)(struct slotpool *pool, uint32_t index);
	void (*rebuild)(struct slotpool *pool);
};

/* The order is in base.flags. */
LISH_TINY bool slotpool_ordered_(const struct slotpool *pool,
				 enum slotpool_reuse order)
{
	return (pool->base.flags & SLOTPOOL_ORDER_MASK_) == (uint8_t)order;
}

/* Index bits of a handle of 32 bits. */
#define SLOTPOOL_FEWEST_BITS_ 2u
#define SLOTPOOL_MOST_BITS_ 31u

/* Most objects with so many index bits: no object has slot 0. */
LISH_TINY uint32_t slotpool_most_(uint32_t bits)
{
	return ((uint32_t)1 << bits) - 1;
}

/* The generation at which slots retire. */
LISH_TINY uint32_t slotpool_last_(uint32_t bits)
{
	return bits ? (uint32_t)2 << (32 - bits) : SLOTPOOL_RETIRED_;
}

/* NULL if the pool returns the object freed last. */
LISH_TINY const struct slotpool_bits_ops_ *slotpool_bits_(
	const struct slotpool *pool)
{
	return slotpool_ordered_(pool, SLOTPOOL_LAST_FREED)
		       ? NULL
		       : (const struct slotpool_bits_ops_ *)(const void *)
				 pool->base.ops;
}

LISH_TINY struct slotpool_extra_ *slotpool_extra_of_(const struct slotpool *pool)
{
	return (struct slotpool_extra_ *)(void *)pool->base.stack - 1;
}

/* Call it after a change of border, retired, peak, hooks or order. */
LISH_TINY void slotpool_refresh_(struct slotpool *pool)
{
	const uint32_t usable = pool->base.border - pool->retired;

	if (pool->base.watch || slotpool_bits_(pool))
		pool->low = SLOTPOOL_LOOK_;
	else
		pool->low = usable > pool->peak ? usable - pool->peak : 0;
}

/* 0 or -ENOMEM. */
int slotpool_fit_(struct lish_pool_ *base, uint32_t capacity);
/* Returns -1 if there is none. */
int32_t slotpool_seek_live_(const struct slotpool *pool, uint32_t index);

LISH_C_END

#endif /* LISH_SLOTPOOL_H */
