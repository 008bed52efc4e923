// SPDX-License-Identifier: MIT
/*
 * The stack of free slots, of any height.
 */
#include "port.h"
#include "../../../lib/core/pool.h"

/*@
// Slots that are free, or were never used, are less than the border.
predicate stacked{L}(struct lish_pool_ *p) =
	\valid(p) && p->border <= p->room <= 0x7fffffff &&
	p->count + p->free == p->border && p->shift < 32 &&
	\valid(p->stack + (0 .. p->room - 1)) &&
	\separated(p, p->stack + (0 .. p->room - 1)) &&
	\forall integer i; 0 <= i < p->free ==> p->stack[i] < p->border;
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
requires pool->free <= 256;
behavior used_before:
	assumes pool->free > 0;
	assigns *slot, pool->free, pool->count;
	ensures \result == 1;
	ensures *slot == \old(pool->stack[pool->free - 1]);
	ensures *slot < pool->border;
	ensures pool->free == \old(pool->free) - 1;
	ensures pool->count == \old(pool->count) + 1;
	ensures stacked(pool);
behavior fresh:
	assumes pool->free == 0 && pool->border < pool->room;
	assigns *slot, pool->border, pool->count;
	ensures \result == 1 && *slot == \old(pool->border);
	ensures pool->border == \old(pool->border) + 1;
	ensures pool->count == \old(pool->count) + 1;
	ensures stacked(pool);
behavior none:
	assumes pool->free == 0 && pool->border == pool->room;
	assigns \nothing;
	ensures \result == 0;
complete behaviors;
disjoint behaviors;
*/
static inline _Bool lish_pool_take_(struct lish_pool_ *pool, size_t size,
				    uint32_t *slot);

/*@
requires stacked(pool) && \valid(mark) && \separated(mark, pool);
requires \separated(mark, pool->stack + (0 .. pool->room - 1));
requires 1 <= *mark <= pool->border && pool->count > 0;
assigns pool->stack[pool->free], pool->free, pool->count, *mark;
ensures *mark == (uint32_t)((uint32_t)(\old(*mark) - 1 + \old(pool->free) + 2) | 0x80000000);
ensures pool->free == \old(pool->free) + 1;
ensures pool->count == \old(pool->count) - 1;
ensures pool->stack[\old(pool->free)] == \old(*mark) - 1;
ensures stacked(pool);
*/
static inline void lish_pool_give_(struct lish_pool_ *pool, uint32_t *mark);

/*@
requires \valid(pool);
requires pool->border <= pool->capacity <= 0x7fffffff;
assigns pool->highest, pool->free, pool->border, pool->count;
ensures pool->free == pool->border == pool->count == 0;
ensures pool->highest == \max(\old(pool->border), \old(pool->highest));
*/
static inline void lish_pool_reset_(struct lish_pool_ *pool);

/* What was given last is taken first. */
/*@
requires stacked(pool) && \valid(mark) && \separated(mark, pool);
requires \separated(mark, pool->stack + (0 .. pool->room - 1));
requires 1 <= *mark <= pool->border && pool->count > 0 && pool->free < 256;
ensures \result == \old(*mark) - 1;
ensures pool->free == \old(pool->free);
ensures pool->count == \old(pool->count);
*/
uint32_t prove_last_first(struct lish_pool_ *pool, uint32_t *mark)
{
	uint32_t slot = 0;

	lish_pool_give_(pool, mark);
	(void)lish_pool_take_(pool, 0, &slot);
	return slot;
}
