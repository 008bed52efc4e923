// SPDX-License-Identifier: MIT
/*
 * slotpool: its masks, the life and the retirement of a slot, and what a handle
 * is compared with.
 */
#include "port.h"
#include <linux-ish/slotpool.h>

/*@
// What the provers do not know of bits.
axiomatic bits {
	axiom place: \forall integer x; 0 <= x ==> (x & 63) == x % 64;
	axiom word: \forall integer x; 0 <= x ==> (x >> 6) == x / 64;
	axiom odd: \forall integer x; 0 <= x ==> (x & 1) == x % 2;
	axiom one: \forall integer x; 0 <= x ==>
		((x & 1) != 0 <==> x % 2 == 1);
}
predicate bit(integer word, integer k) = ((word >> k) & 1) == 1;
predicate apart{L}(struct slotpool *p) =
	p->base.border <= p->base.room <= 0x7fffffff &&
	\valid(p) && \valid(p->live + (0 .. p->base.room / 64)) &&
	\valid(p->generation + (0 .. p->base.room - 1)) &&
	\valid(p->base.stack + (0 .. p->base.room - 1)) &&
	\separated(p, p->live + (0 .. p->base.room / 64),
		   p->generation + (0 .. p->base.room - 1),
		   p->base.stack + (0 .. p->base.room - 1));
*/

/*@
requires \valid_read(bits + index / 64);
assigns \nothing;
ensures \result <==> bit(bits[index / 64], index % 64);
*/
static inline _Bool slotpool_bit_(const lish_word *bits, uint32_t index);

/*@
assigns \nothing;
ensures \forall integer k; 0 <= k < 64 ==>
	(bit(\result, k) <==> k == index % 64);
ensures \result == (lish_word)(1 << (index & 63));
*/
static inline lish_word slotpool_mask_(uint32_t index);

/*@
requires apart(pool) && index < pool->base.border;
requires pool->base.count < 0x7fffffff;
requires pool->generation[index] % 2 == 0 &&
	pool->generation[index] < 0xfffffffe;
assigns pool->live[index / 64], pool->generation[index], pool->changes,
	pool->base.count;
ensures pool->generation[index] == \old(pool->generation[index]) + 1;
ensures pool->base.count == \old(pool->base.count) + 1;
ensures pool->live[index / 64] ==
	(\old(pool->live[index / 64]) | (lish_word)(1 << (index & 63)));
*/
static inline void slotpool_enter_(struct slotpool *pool, uint32_t index);

/*@
requires apart(pool) && index < pool->base.border;
requires \valid(mark) && \separated(mark, pool);
requires \separated(mark, pool->live + (0 .. pool->base.room / 64));
requires \separated(mark, pool->generation + (0 .. pool->base.room - 1));
requires \separated(mark, pool->base.stack + (0 .. pool->base.room - 1));
requires pool->base.free < pool->base.border;
requires pool->low != 0xffffffff && pool->base.count > 0;
requires pool->retired < pool->base.border;
requires pool->last <= 0xfffffffe && pool->generation[index] < pool->last;
assigns pool->live[index / 64], pool->generation[index], pool->changes,
	pool->base.count, pool->retired, pool->base.border, pool->base.free,
	pool->base.stack[pool->base.free], *mark;
ensures pool->base.count == \old(pool->base.count) - 1;
ensures pool->live[index / 64] ==
	(\old(pool->live[index / 64]) & ~(lish_word)(1 << (index & 63)));
behavior last_life:
	assumes pool->generation[index] == pool->last - 1;
	ensures pool->generation[index] == 0xfffffffe;
	ensures *mark == 0;
	ensures pool->retired == \old(pool->retired) + 1;
	ensures pool->base.free == \old(pool->base.free);
	ensures pool->base.border == \old(pool->base.border);
behavior below_border:
	assumes pool->generation[index] != pool->last - 1;
	assumes index + 1 == pool->base.border;
	ensures pool->generation[index] == \old(pool->generation[index]) + 1;
	ensures *mark == 0;
	ensures pool->base.border == index;
	ensures pool->retired == \old(pool->retired);
	ensures pool->base.free == \old(pool->base.free);
behavior stacked:
	assumes pool->generation[index] != pool->last - 1;
	assumes index + 1 != pool->base.border;
	ensures pool->generation[index] == \old(pool->generation[index]) + 1;
	ensures pool->base.border == \old(pool->base.border);
	ensures pool->retired == \old(pool->retired);
	ensures pool->base.free == \old(pool->base.free) + 1;
	ensures pool->base.stack[\old(pool->base.free)] == index;
	ensures *mark == (uint32_t)((uint32_t)(index + \old(pool->base.free) + 2) | 0x80000000);
complete behaviors;
disjoint behaviors;
*/
static inline void slotpool_give_(struct slotpool *pool, uint32_t *mark,
				  uint32_t index);

/*@
requires apart(pool);
assigns \nothing;
ensures \let at = (uint32_t)(handle.slot - 1);
	\result <==> at < pool->base.border &&
	pool->generation[at] == handle.generation &&
	(handle.generation & 1) != 0;
*/
static inline _Bool slotpool_refers_(const struct slotpool *pool,
				     struct slotpool_handle handle);

/*@
assigns \nothing;
ensures \result.slot <= 0x7fffffff;
ensures \result.slot == 0 ==> \result.generation == 0;
ensures \result.slot != 0 ==> (\result.generation & 1) != 0;
*/
static inline struct slotpool_handle slotpool_handle_from_u64(uint64_t number);

/* Whoever was found by a handle is not found by it once it was freed. */
/*@
requires apart(pool);
requires \valid(mark) && \separated(mark, pool);
requires \separated(mark, pool->live + (0 .. pool->base.room / 64));
requires \separated(mark, pool->generation + (0 .. pool->base.room - 1));
requires \separated(mark, pool->base.stack + (0 .. pool->base.room - 1));
requires pool->base.free < pool->base.border;
requires pool->low != 0xffffffff && pool->base.count > 0;
requires pool->retired < pool->base.border;
requires 1 <= handle.slot <= pool->base.border;
requires pool->generation[handle.slot - 1] == handle.generation;
requires pool->last <= 0xfffffffe && handle.generation < pool->last;
ensures \result == 0;
*/
_Bool prove_handle_dies(struct slotpool *pool, struct slotpool_handle handle,
			uint32_t *mark)
{
	slotpool_give_(pool, mark, handle.slot - 1);
	return slotpool_refers_(pool, handle);
}
