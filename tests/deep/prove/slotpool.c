// SPDX-License-Identifier: MIT
/*
 * slotpool: its masks, the life and the retirement of a slot, and what a handle
 * is compared with.
 */
#include "port.h"
/* The provers know no memcpy() between types. */
#define LISH_PAIR_ 0
#include <linux-ish/slotpool.h>

/*@
// What the provers do not know of bits.
axiomatic bits {
	axiom place: \forall integer x; 0 <= x ==> (x & 63) == x % 64;
	axiom word: \forall integer x; 0 <= x ==> (x >> 6) == x / 64;
	axiom odd: \forall integer x; 0 <= x ==> (x & 1) == x % 2;
	axiom half: \forall integer x; 0 <= x ==> (x >> 32) == x / 4294967296;
	axiom low: \forall integer x; 0 <= x ==>
		(uint32_t)x == x % 4294967296;
	axiom pair: \forall integer a, b; 0 <= a && 0 <= b < 4294967296 ==>
		((a << 32) | b) == a * 4294967296 + b;
	axiom one: \forall integer x; 0 <= x ==>
		((x & 1) != 0 <==> x % 2 == 1);
}
predicate bit(integer word, integer k) = ((word >> k) & 1) == 1;
predicate apart{L}(struct slotpool *p) =
	p->base.border <= p->base.room <= 0x7fffffff &&
	\valid(p) && \valid(p->live + (0 .. p->base.room / 64)) &&
	\valid(p->base.stack + (0 .. p->base.room - 1)) &&
	\separated(p, p->live + (0 .. p->base.room / 64),
		   p->base.stack + (0 .. p->base.room - 1));
predicate own{L}(struct slotpool *p, uint32_t *mark) =
	\valid(mark + (0 .. 1)) && \separated(mark + (0 .. 1), p) &&
	\separated(mark + (0 .. 1), p->live + (0 .. p->base.room / 64)) &&
	\separated(mark + (0 .. 1), p->base.stack + (0 .. p->base.room - 1));
logic integer height{L}(struct lish_pool_ *p) = p->stacked;
logic integer stacked{L}(struct slotpool *p) = height(&p->base);
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
static inline lish_word slotpool_live_mask_(uint32_t index);

/*@
requires \valid_read(mark + (0 .. 1));
assigns \nothing;
ensures \result == mark[1] * 4294967296 + mark[0];
*/
static inline uint64_t slotpool_node_(const uint32_t *mark);

/*@
requires \valid(mark + (0 .. 1));
assigns mark[0 .. 1];
ensures mark[0] == node % 4294967296;
ensures mark[1] == node / 4294967296;
*/
static inline void slotpool_set_node_(uint32_t *mark, uint64_t node);

// A birth: the mark of the free slot loses its bit, the generation grows.
/*@
requires apart(pool) && own(pool, mark) && index < pool->base.border;
requires node / 4294967296 < 0xfffffffe;
requires node % 4294967296 == 0x80000000 + index + 1;
assigns pool->live[index / 64], mark[0 .. 1];
ensures mark[0] == index + 1;
ensures mark[1] == node / 4294967296 + 1;
ensures pool->live[index / 64] ==
	(\old(pool->live[index / 64]) | (lish_word)(1 << (index & 63)));
*/
static inline void slotpool_start_(struct slotpool *pool, uint32_t *mark,
				   uint32_t index, uint64_t node);

// A death: the mark gets the bit, the generation grows.
/*@
requires apart(pool) && own(pool, mark) && index < pool->base.border;
requires stacked(pool) < pool->base.border;
requires node % 4294967296 == index + 1;
requires node / 4294967296 < 0xfffffffe;
assigns pool->live[index / 64], pool->base.stacked, pool->base.changes, pool->base.border,
	pool->base.stack[stacked(pool)], mark[0 .. 1];
ensures mark[0] == 0x80000000 + index + 1;
ensures mark[1] == node / 4294967296 + 1;
ensures pool->base.changes == (uint32_t)(\old(pool->base.changes) + 1);
behavior below_border:
	assumes index + 1 == pool->base.border;
	ensures pool->base.border == index;
	ensures stacked(pool) == \old(stacked(pool));
behavior pushed:
	assumes index + 1 != pool->base.border;
	ensures pool->base.border == \old(pool->base.border);
	ensures stacked(pool) == \old(stacked(pool)) + 1;
	ensures pool->base.stack[\old(stacked(pool))] == index;
complete behaviors;
disjoint behaviors;
*/
static inline void slotpool_end_(struct slotpool *pool, uint32_t *mark,
				 uint32_t index, uint64_t node);

/*@
assigns \nothing;
ensures \result.slot <= 0x7fffffff;
ensures \result.slot == 0 ==> \result.generation == 0;
ensures \result.slot != 0 ==> (\result.generation & 1) != 0;
*/
static inline struct slotpool_handle slotpool_handle_from_u64(uint64_t number);

/* A handle does not match the node of its object after the object's death. */
/*@
requires apart(pool) && own(pool, mark);
requires stacked(pool) < pool->base.border;
requires 1 <= handle.slot <= pool->base.border;
requires mark[0] == handle.slot && mark[1] == handle.generation;
requires handle.generation < 0xfffffffe;
ensures \result == 0;
*/
_Bool prove_handle_dies(struct slotpool *pool, struct slotpool_handle handle,
			uint32_t *mark)
{
	slotpool_end_(pool, mark, handle.slot - 1, slotpool_node_(mark));
	return mark[0] == handle.slot && mark[1] == handle.generation;
}
