// SPDX-License-Identifier: MIT
/*
 * slotpool: its bits, the life of a slot, and what a handle is compared with.
 */
#include "port.h"
/* The provers know no memcpy() between types. */
#define LISH_PAIR_ 0
#define LISH_LIB_
#include "../../../lib/slotpool_slots.h"

/*@
// What the provers do not know of bits.
axiomatic bits {
	axiom place: \forall integer x; 0 <= x ==> (x & 63) == x % 64;
	axiom word: \forall integer x; 0 <= x ==> (x >> 6) == x / 64;
	axiom odd: \forall integer x; 0 <= x ==> (x & 1) == x % 2;
	axiom half: \forall integer x; 0 <= x ==> (x >> 32) == x / 4294967296;
	axiom low: \forall integer x; 0 <= x ==>
		(uint32_t)x == x % 4294967296;
	axiom pair: \forall integer a, b; 0 <= a < 4294967296 && 0 <= b < 4294967296 ==>
		((uint64_t)(a << 32) | b) == a * 4294967296 + b;
	axiom read{L}: \forall uint32_t *a;
		0 <= a[1] < 4294967296 && 0 <= a[0] < 4294967296 ==>
		((uint64_t)(a[1] << 32) | a[0]) == a[1] * 4294967296 + a[0];
	axiom one: \forall integer x; 0 <= x ==>
		((x & 1) != 0 <==> x % 2 == 1);
}
predicate bit(integer word, integer k) = ((word >> k) & 1) == 1;
*/

/*@
requires \valid_read(bits + index / 64);
assigns \nothing;
ensures \result <==> bit(bits[index / 64], index % 64);
*/
static inline _Bool slotpool_bit_(const lish_word *bits, uint32_t index);

/*@
requires \valid_read(mark + (0 .. 1));
assigns \nothing;
ensures \result == mark[1] * 4294967296 + mark[0];
*/
static inline uint64_t slotpool_node_(const uint32_t *mark);

/*@
requires \valid(mark + (0 .. 1));
assigns mark[0 .. 1];
ensures mark[0] == node % 4294967296 && mark[1] == node / 4294967296;
*/
static inline void slotpool_set_node_(uint32_t *mark, uint64_t node);

/* A handle does not match the node of its object after the object's death, nor in its next life. */
/*@
requires \valid(mark + (0 .. 1)) && \separated(mark + (0 .. 1), &handle);
requires 1 <= handle.slot <= 0x7fffffff && handle.generation < 0xfffffffd;
requires mark[0] == handle.slot && mark[1] == handle.generation;
ensures \result == 0;
*/
_Bool prove_handle_dies(struct slotpool_handle handle, uint32_t *mark)
{
	const uint64_t node = (uint64_t)handle.generation << 32 | handle.slot;

	slotpool_set_node_(mark, slotpool_node_(mark) + SLOTPOOL_DEATH_);
	if (slotpool_node_(mark) == node)
		return 1;
	slotpool_set_node_(mark, slotpool_node_(mark) + SLOTPOOL_BIRTH_);
	return slotpool_node_(mark) == node;
}
