// SPDX-License-Identifier: MIT
/*
 * The stack of free slots, of any height.
 */
#include "port.h"
/* The provers know no memcpy() between types. */
#define LISH_PAIR_ 0
#include "../../../lib/core/pool_stack.h"

/*@
axiomatic bits {
	axiom free_bit: \forall integer x; 0 <= x < 0x80000000 ==>
		(x | 0x80000000) == x + 0x80000000;
	axiom wrapped: \forall integer x;
		0x100000000 <= x < 0x200000000 ==>
		(uint32_t)x == x - 0x100000000;
}
logic integer height{L}(struct lish_pool_ *p) = p->stacked;
logic integer live{L}(struct lish_pool_ *p) =
	p->border - height(p) - p->gone;
// Slots that are free, or were never used, are less than the border.
predicate stacked{L}(struct lish_pool_ *p) =
	\valid(p) && p->border <= p->room <= 0x7fffffff &&
	height(p) + p->gone <= p->border && p->shift < 32 &&
	\valid(p->stack + (0 .. p->room - 1)) &&
	\separated(p, p->stack + (0 .. p->room - 1)) &&
	\forall integer i; 0 <= i < height(p) ==> p->stack[i] < p->border;
// What is fetched ahead is found by the table.
predicate tabled{L}(struct lish_pool_ *p) =
	\forall integer i; 0 <= i <= p->border >> p->shift ==>
		\valid_read(p->table + i);
*/

/*@
requires \valid_read(pool) && pool->shift < 32;
requires \valid_read(pool->table + (slot >> pool->shift));
assigns \nothing;
*/
static inline uint32_t *lish_pool_at_(const struct lish_pool_ *pool,
				      uint32_t slot, size_t size);

/*@
requires stacked(pool) && \valid(slot) && \separated(slot, pool);
requires \separated(slot, pool->stack + (0 .. pool->room - 1));
// Then nothing is fetched ahead.
requires height(pool) <= 256;
behavior used_before:
	assumes height(pool) > 0;
	assigns *slot, pool->stacked, pool->changes;
	ensures \result == 1;
	ensures *slot == \old(pool->stack[height(pool) - 1]);
	ensures *slot < pool->border;
	ensures height(pool) == \old(height(pool)) - 1;
	ensures live(pool) == \old(live(pool)) + 1;
	ensures stacked(pool);
behavior fresh:
	assumes height(pool) == 0 && pool->border < pool->room;
	assigns *slot, pool->border;
	ensures \result == 1 && *slot == \old(pool->border);
	ensures pool->border == \old(pool->border) + 1;
	ensures live(pool) == \old(live(pool)) + 1;
	ensures stacked(pool);
behavior none:
	assumes height(pool) == 0 && pool->border == pool->room;
	assigns \nothing;
	ensures \result == 0;
complete behaviors;
disjoint behaviors;
*/
static inline _Bool lish_pool_take_slot_(struct lish_pool_ *pool, size_t size,
				    uint32_t *slot);

/*@
requires stacked(pool) && \valid(mark) && \separated(mark, pool);
requires \separated(mark, pool->stack + (0 .. pool->room - 1));
requires 1 <= *mark <= pool->border && live(pool) > 0;
assigns pool->stack[height(pool)], pool->stacked, pool->changes, *mark;
ensures *mark == \old(*mark) + 0x80000000;
ensures height(pool) == \old(height(pool)) + 1;
ensures live(pool) == \old(live(pool)) - 1;
ensures pool->stack[\old(height(pool))] == \old(*mark) - 1;
ensures stacked(pool);
*/
static inline void lish_pool_free_slot_(struct lish_pool_ *pool, uint32_t *mark);

/*@
requires \valid(pool);
requires pool->border <= pool->capacity <= 0x7fffffff;
assigns pool->highest, pool->stacked, pool->changes, pool->border, pool->gone;
ensures height(pool) == pool->border == pool->gone == 0;
ensures pool->highest == \max(\old(pool->border), \old(pool->highest));
*/
static inline void lish_pool_reset_(struct lish_pool_ *pool);

/* What was given last is taken first. */
/*@
requires stacked(pool) && \valid(mark) && \separated(mark, pool);
requires \separated(mark, pool->stack + (0 .. pool->room - 1));
requires 1 <= *mark <= pool->border && live(pool) > 0 && height(pool) < 256;
ensures \result == \old(*mark) - 1;
ensures height(pool) == \old(height(pool));
ensures live(pool) == \old(live(pool));
*/
uint32_t prove_last_first(struct lish_pool_ *pool, uint32_t *mark)
{
	uint32_t slot = 0;

	lish_pool_free_slot_(pool, mark);
	(void)lish_pool_take_slot_(pool, 0, &slot);
	return slot;
}
