// SPDX-License-Identifier: MIT
/*
 * The stack of free slots, of any height.
 */
#include "port.h"
/* The provers know no memcpy() between types. */
#define LISH_PAIR_ 0
#define LISH_LIB_
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
// Where the mark of a slot is, which is taken for granted: apart from pool and stack.
axiomatic places {
	logic uint32_t *place(struct lish_pool_ *p, integer slot);
}
predicate placed{L}(struct lish_pool_ *p) =
	\forall integer i; 0 <= i < p->room ==>
		\valid(place(p, i)) && \separated(place(p, i), p) &&
		\separated(place(p, i), p->stack + (0 .. p->room - 1));
*/

/*@
requires \valid_read(pool);
assigns \nothing;
ensures \result == place(pool, slot);
*/
static inline uint32_t *lish_pool_at_(const struct lish_pool_ *pool,
				      uint32_t slot, size_t size);

/*@
requires stacked(pool);
assigns \nothing;
ensures \result == 0 || \result == 1;
ensures \result == 1 <==> height(pool) == 0 && pool->border >= pool->room;
*/
static inline bool lish_pool_is_full_(const struct lish_pool_ *pool);

/*@
requires stacked(pool) && placed(pool);
requires height(pool) > 0 || pool->border < pool->room;
// Then nothing is fetched ahead.
requires height(pool) <= 256;
behavior used_before:
	assumes height(pool) > 0;
	assigns pool->stacked, pool->changes,
		*place(pool, pool->stack[pool->stacked - 1]);
	ensures \result == place(pool, \old(pool->stack[height(pool) - 1]));
	ensures *\result == \old(pool->stack[height(pool) - 1]) + 1;
	ensures *\result <= pool->border;
	ensures height(pool) == \old(height(pool)) - 1;
	ensures live(pool) == \old(live(pool)) + 1;
	ensures stacked(pool);
behavior fresh:
	assumes height(pool) == 0;
	assigns pool->border, *place(pool, pool->border);
	ensures \result == place(pool, \old(pool->border));
	ensures *\result == \old(pool->border) + 1;
	ensures pool->border == \old(pool->border) + 1;
	ensures live(pool) == \old(live(pool)) + 1;
	ensures stacked(pool);
complete behaviors;
disjoint behaviors;
*/
static inline uint32_t *lish_pool_take_(struct lish_pool_ *pool, bool ahead);

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
static inline void lish_pool_give_(struct lish_pool_ *pool, uint32_t *mark);

/* What was given last is taken first. */
/*@
requires stacked(pool) && placed(pool);
requires 1 <= *mark <= pool->border && live(pool) > 0 && height(pool) < 256;
requires mark == place(pool, *mark - 1);
ensures \result == mark && *mark == \old(*mark);
ensures height(pool) == \old(height(pool));
ensures live(pool) == \old(live(pool));
*/
uint32_t *prove_last_first(struct lish_pool_ *pool, uint32_t *mark)
{
	lish_pool_give_(pool, mark);
	return lish_pool_take_(pool, true);
}
