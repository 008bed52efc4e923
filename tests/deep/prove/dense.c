// SPDX-License-Identifier: MIT
/*
 * dense without running loops: add, del, contains, of lib/dense.c. The array is whole if each
 * slot in use holds a node that says so; this is proved to hold for any number of
 * members after each of these calls.
 */
#include "port.h"
#define LISH_LIB_
#include "../../../lib/core/parts.h"
#include "../../../lib/ground/refused.h"
#include <linux-ish/dense.h>

/*@
predicate room{L}(struct lish_parray_ *a) =
	\valid(a) && a->used <= a->capacity <= a->limit <= 0x7fffffff &&
	0 < a->limit && \valid(a->nodes + (0 .. a->capacity - 1)) &&
	\separated(a, a->nodes + (0 .. a->capacity - 1));
predicate filled{L}(struct lish_parray_ *a) =
	\forall integer i; 0 <= i < a->used ==>
		\valid(a->nodes[i]) && *a->nodes[i] == i + 1 &&
		\separated(a->nodes[i], a) &&
		\separated(a->nodes[i], a->nodes + (0 .. a->capacity - 1));
predicate member{L}(struct lish_parray_ *a, uint32_t *node) =
	1 <= *node <= a->used && a->nodes[*node - 1] == node;
*/

/*@
requires room(array) && \valid_read(node);
assigns \nothing;
ensures \let at = (uint32_t)(*node - 1);
	\result <==> at < array->used && array->nodes[at] == node;
*/
static inline _Bool lish_parray_holds_(const struct lish_parray_ *array,
				       const uint32_t *node);

/*@
requires \valid(array);
assigns array->peak;
ensures array->peak == \max(\old(array->peak), count);
*/
static inline void lish_parray_note_peak_(struct lish_parray_ *array,
					  uint32_t count);

/*@
requires \valid(parts) && room(&parts->array) && filled(&parts->array);
requires at < parts->array.used;
assigns parts->array.used, parts->array.peak, parts->array.nodes[at],
	*parts->array.nodes[parts->array.used - 1];
ensures \result == parts->array.used == \old(parts->array.used) - 1;
ensures parts->array.nodes[at] ==
	\at(parts->array.nodes[parts->array.used - 1], Pre);
ensures *\at(parts->array.nodes[parts->array.used - 1], Pre) == at + 1;
ensures at < parts->array.used ==> filled(&parts->array);
*/
static inline uint32_t lish_parts_take_(struct lish_parts_ *parts, uint32_t at);

/* Reports change nothing, and what is proved is not refused. */
/*@
assigns \nothing;
*/
void lish_refuse_(const void *container, const void *node, enum lish_reason reason,
		  struct lish_call_ call);

/*@
requires \false;
assigns \nothing;
*/
static _Bool dense_remove_(struct dense *array, struct dense_idx *idx, struct lish_call_ call);

/*
 * In lib/, where memory grows or does not: this is not proved, but what dense_add()
 * makes of it is.
 */
/*@
requires \valid(array) && \valid(idx);
requires array->parts.loops.first == \null;
requires idx->slot != 0 ||
	array->parts.array.used == array->parts.array.capacity;
assigns array->parts.array, idx->slot;
behavior is_in:
	assumes idx->slot != 0;
	assigns array->parts.array, idx->slot;
	ensures \result == -EEXIST || \result == -EINVAL;
	ensures idx->slot == \old(idx->slot) &&
		array->parts.array.used == \old(array->parts.array.used) &&
		array->parts.array.nodes == \old(array->parts.array.nodes);
behavior full:
	assumes idx->slot == 0;
	assigns array->parts.array, idx->slot;
	ensures \result == 0 || \result == -ENOSPC || \result == -ENOMEM;
	ensures \result == 0 ==> member(&array->parts.array, &idx->slot) &&
		array->parts.array.used == \old(array->parts.array.used) + 1;
	ensures \result != 0 ==> idx->slot == 0 &&
		array->parts.array.used == \old(array->parts.array.used) &&
		array->parts.array.nodes == \old(array->parts.array.nodes);
complete behaviors;
disjoint behaviors;
*/
static int dense_put_(struct dense *array, struct dense_idx *idx, struct lish_call_ call);

/*@
requires \valid(array) && room(&array->parts.array);
requires filled(&array->parts.array);
requires \valid(idx) && 4096 <= (uintptr_t)idx;
requires \separated(idx, array);
requires \separated(idx, array->parts.array.nodes +
		    (0 .. array->parts.array.capacity - 1));
requires array->parts.loops.first == \null;
behavior is_in:
	assumes idx->slot != 0;
	assigns array->parts.array, idx->slot;
	ensures \result == -EEXIST || \result == -EINVAL;
	ensures idx->slot == \old(idx->slot) &&
		array->parts.array.used == \old(array->parts.array.used) &&
		array->parts.array.nodes == \old(array->parts.array.nodes);
behavior full:
	assumes idx->slot == 0;
	assumes array->parts.array.used == array->parts.array.capacity;
	assigns array->parts.array, idx->slot;
	ensures \result == 0 || \result == -ENOSPC || \result == -ENOMEM;
	ensures \result == 0 ==> member(&array->parts.array, &idx->slot) &&
		array->parts.array.used == \old(array->parts.array.used) + 1;
	ensures \result != 0 ==> idx->slot == 0 &&
		array->parts.array.used == \old(array->parts.array.used) &&
		array->parts.array.nodes == \old(array->parts.array.nodes);
behavior added:
	assumes idx->slot == 0;
	assumes array->parts.array.used < array->parts.array.capacity;
	assigns array->parts.array.used, array->parts.array.changes,
		array->parts.array.nodes[array->parts.array.used], idx->slot;
	ensures \result == 0;
	ensures array->parts.array.used == \old(array->parts.array.used) + 1;
	ensures array->parts.array.nodes[\old(array->parts.array.used)] ==
		&idx->slot;
	ensures member(&array->parts.array, &idx->slot);
	ensures room(&array->parts.array);
	ensures filled(&array->parts.array);
complete behaviors;
disjoint behaviors;
*/
int dense_add(struct dense *array, struct dense_idx *idx);

/*@
requires \valid(array) && room(&array->parts.array);
requires filled(&array->parts.array);
requires \valid(idx) && 4096 <= (uintptr_t)idx;
requires \separated(idx, array);
requires \separated(idx, array->parts.array.nodes +
		    (0 .. array->parts.array.capacity - 1));
requires array->parts.loops.first == \null;
requires member(&array->parts.array, &idx->slot);
assigns array->parts.array.used, array->parts.array.peak, idx->slot,
	array->parts.array.nodes[idx->slot - 1],
	*array->parts.array.nodes[array->parts.array.used - 1];
ensures idx->slot == 0;
ensures array->parts.array.used == \old(array->parts.array.used) - 1;
ensures room(&array->parts.array);
ensures filled(&array->parts.array);
*/
void dense_del(struct dense *array, struct dense_idx *idx);

#undef LISH_LIB_
#include "../../../lib/dense.c"
