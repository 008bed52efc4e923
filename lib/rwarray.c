// SPDX-License-Identifier: MIT
/*
 * rwarray.c - holes, growth, reloads of loops, validation, sorting
 *
 * An array of pointers in the order of additions. A removal stores NULL in its slot: a
 * hole. Nothing moves, so all loops keep their places. Only these calls close holes:
 *
 *   compact, trim, sort   all holes
 *   add, in a full array  all holes, if they are more than 1/16 of the slots or the
 *                         array cannot grow; else the array grows
 *   a loop                as it goes, see below
 *
 * Closing all holes renumbers every element after the first hole. The place of a running
 * loop becomes the number of elements before the old one.
 *
 * A forward loop decides at its first step whether it closes holes. It does if at least
 * 1/8 of the used slots are holes, because skipping one costs as much as moving seven
 * elements. It also does if almost no slot is free. It works ahead of itself, in blocks:
 *
 *   visited, closed | gathered, not visited | holes        | not examined
 *   a  b  c  d      | e  f  g               | .  .  .  .   | h  .  i  j  k
 *              next               place         from                end
 *
 * Each block brings its elements down to place, which leaves holes up to from. Then the
 * loop visits the gathered elements without meeting a hole. So each element moves at most
 * once per loop, just before its visit, while its object enters the cache.
 *
 * Only a loop that runs alone closes holes: another loop may stand among them. If one
 * opens, the loop continues at from, and the holes stay until the next loop. So do holes
 * that the body leaves. When the last loop ends, it drops the holes after the last
 * element.
 *
 * A step works within [next, end) and tests nothing else. Any call that moves elements,
 * slots or loops makes that range empty, so the next step calls rwarray_reload_(), which
 * examines the array, closes a block, or ends the loop. end of a _present loop never
 * passes bound.
 *
 * A sort sets used, count and capacity to 0 while cmp runs. So add and del take their
 * cold paths, which refuse them; the hot paths need no test.
 *
 * Invariants:
 * - count <= used <= capacity
 * - below used, exactly count slots are not NULL, and for those *slots[i] == i + 1
 * - in a closing loop, next <= place <= from <= used
 */
#define LISH_LIB_
#include <linux-ish/rwarray.h>

#include "ground/given.h"
#include "core/loop.h"
#include "core/parray.h"

/*
 * Slots that a loop examines at a time: few enough for their objects to stay in the
 * nearest cache. The first block is smaller, because many loops are left early.
 */
#define RWARRAY_BLOCK 256u
#define RWARRAY_FIRST_BLOCK 32u

/*
 * A loop closes holes if at least one in RWARRAY_WORTH used slots is a hole, or if the
 * free slots are at most one in RWARRAY_ROOM used ones.
 */
#define RWARRAY_WORTH 8u
#define RWARRAY_ROOM 4096u

/* A full array closes holes, and does not grow, if more than one in this many is one. */
#define RWARRAY_GAIN 16u

LISH_TINY bool rwarray_begun(lish_op_ op, const struct rwarray *array)
{
	return lish_begun_(op, array, array->array.limit);
}

LISH_TINY enum lish_reason rwarray_closed(const struct rwarray *array)
{
	if (!array->array.limit)
		return LISH_UNINITIALIZED;
	return array->sorting ? LISH_LOOPED : LISH_OK;
}

static int rwarray_refusal(const struct rwarray *array)
{
	return array->sorting ? -EBUSY : -EINVAL;
}

LISH_TINY bool rwarray_ready(lish_op_ op, const struct rwarray *array)
{
	return lish_fine_(op, array, NULL, rwarray_closed(array));
}

void rwarray_refuse_idx_(lish_op_ op, const struct rwarray *array,
			 const struct rwarray_idx *idx)
{
	enum lish_reason reason = rwarray_closed(array);

	if (reason == LISH_OK)
		reason = lish_is_null(idx) ? LISH_NULL :
			 idx->slot	   ? LISH_FOREIGN :
					     LISH_NOT_IN;
	lish_misuse_(op, array, idx, reason);
}
LISH_EXPORT(rwarray_refuse_idx_)

void rwarray_not_in_(lish_op_ op, const struct rwarray *array,
		     const struct rwarray_idx *idx)
{
	enum lish_reason reason = rwarray_closed(array);

	if (reason == LISH_OK && lish_is_null(idx))
		reason = LISH_NULL;
	(void)lish_fine_(op, array, idx, reason);
}
LISH_EXPORT(rwarray_not_in_)

bool rwarray_whole_ok_(lish_op_ op, const struct rwarray *array)
{
	const struct rwarray_idx *fault;
	const enum lish_reason reason = rwarray_check(array, &fault);

	return lish_fine_(op, array, fault, reason);
}
LISH_EXPORT(rwarray_whole_ok_)

void rwarray_refuse_change_(lish_op_ op, const struct rwarray *array)
{
	lish_misuse_(op, array, NULL, LISH_FROZEN);
}
LISH_EXPORT(rwarray_refuse_change_)

int rwarray_init(struct rwarray *array, const struct lish_config *config)
{
	memset(array, 0, sizeof(*array));
	return lish_parray_init_(&array->array, config, 0);
}
LISH_EXPORT(rwarray_init)

void rwarray_init_in_(struct rwarray *array, uint32_t **slots, uint32_t n)
{
	memset(array, 0, sizeof(*array));
	if (!lish_given_memory_("rwarray_init_in", array, slots, n))
		return;
	lish_parray_init_in_(&array->array, slots, n);
}
LISH_EXPORT(rwarray_init_in_)

static void rwarray_alert(struct rwarray_loop *loop)
{
	loop->end = loop->mode & RWARRAY_REVERSE_ ? RWARRAY_NOWHERE_ : 0;
}

/* Holes that the loop has gathered are left to the next loop. */
static void rwarray_move(struct rwarray_loop *loop, uint32_t next,
			 uint32_t bound)
{
	loop->next = next;
	loop->place = next;
	loop->from = next;
	loop->bound = bound;
	rwarray_alert(loop);
}

static struct rwarray_loop *rwarray_loop_of(struct lish_loop_ *loop)
{
	return (struct rwarray_loop *)(void *)loop;
}

static void rwarray_alert_all(lish_op_ op, struct rwarray *array)
{
	lish_for_each_loop_(loop, op, array, &array->loops)
		rwarray_alert(rwarray_loop_of(loop));
}

/* Number of elements below a slot. */
static uint32_t rwarray_count_below(const struct rwarray *array, uint32_t slot)
{
	uint32_t count = 0, i;

	if (slot >= array->array.used)
		return array->count;
	for (i = 0; i < slot; i++)
		count += array->array.slots[i] != NULL;
	return count;
}

/* Adds to changes, because rwarray_changes_() must not fall. */
static void rwarray_cut(struct rwarray *array, uint32_t used)
{
	array->array.changes += 2 * (array->array.used - used);
	array->array.used = used;
}

/*
 * Move the elements of slots[from, to) down to place, and leave holes. Returns the place
 * after the last one. Prefetches below the slot fetch. No branch depends on holes: they
 * cannot be predicted.
 */
static uint32_t rwarray_gather(struct rwarray *array, uint32_t place,
			       uint32_t from, uint32_t to, uint32_t fetch)
{
	uint32_t **slots = array->array.slots, *node, none;
	uint32_t i;

	if (place == from) {
		while (from < to && slots[from])
			from++;
		if (from == to)
			return to;
		place = from;
	}
	for (i = from; i < to; i++) {
		if (i < fetch)
			lish_prefetch(slots[i + LISH_FETCH_AHEAD_]);
		node = slots[i];
		slots[place] = node;
		place += node != NULL;
		*(node ? node : &none) = place;
	}
	for (i = place > from ? place : from; i < to; i++)
		slots[i] = NULL;
	array->array.changes++;
	return place;
}

static void rwarray_close_holes(lish_op_ op, struct rwarray *array)
{
	struct rwarray_loop *of;

	if (array->array.used == array->count)
		return;
	lish_for_each_loop_(loop, op, array, &array->loops) {
		of = rwarray_loop_of(loop);
		rwarray_move(of, rwarray_count_below(array, of->next),
			     of->mode & RWARRAY_PRESENT_ ?
				     rwarray_count_below(array, of->bound) :
				     0);
	}
	(void)rwarray_gather(array, 0, 0, array->array.used,
			     lish_fetch_below_(array->array.used,
					       array->array.used));
	rwarray_cut(array, array->count);
}

/*
 * Closing holes costs O(n), so it must gain a fraction of n slots to be O(1) on average.
 * An array that cannot grow needs one hole.
 */
static int rwarray_make_room(struct rwarray *array)
{
	const lish_op_ op = "rwarray_add_tail";
	const uint32_t holes = array->array.used - array->count;
	int err;

	if (holes <= array->array.capacity / RWARRAY_GAIN) {
		err = lish_parray_grow_(&array->array);
		if (!err)
			rwarray_alert_all(op, array);
		if (!err || !holes)
			return err;
		/* This add does not fail: a hole has room. */
		array->array.failed--;
	}
	rwarray_close_holes(op, array);
	return 0;
}

int rwarray_add_slow_(struct rwarray *array, struct rwarray_idx *idx)
{
	enum lish_reason reason = rwarray_closed(array);
	int err = 0;

	if (reason == LISH_OK && lish_is_null(idx))
		reason = LISH_NULL;
	if (reason == LISH_OK &&
	    lish_parray_holds_(&array->array, &idx->slot))
		return -EEXIST;
	/* The node is in another array, or garbage: both look the same here. */
	if (reason == LISH_OK &&
	    (idx->slot || lish_parray_ends_with_(&array->array, &idx->slot)))
		reason = LISH_ALREADY_IN;
	if (!lish_fine_("rwarray_add_tail", array, idx, reason))
		return rwarray_refusal(array);
	if (array->array.used == array->array.capacity)
		err = rwarray_make_room(array);
	if (!err)
		rwarray_append_(array, idx);
	return err;
}
LISH_EXPORT(rwarray_add_slow_)

struct lish_stats rwarray_stats(const struct rwarray *array)
{
	(void)rwarray_begun("rwarray_stats", array);
	return lish_parray_stats_(&array->array, array->count);
}
LISH_EXPORT(rwarray_stats)

int rwarray_reserve(struct rwarray *array, uint32_t count)
{
	int err;

	if (!rwarray_ready("rwarray_reserve", array))
		return rwarray_refusal(array);
	err = lish_parray_reserve_(&array->array, count);
	if (!err)
		rwarray_alert_all("rwarray_reserve", array);
	return err;
}
LISH_EXPORT(rwarray_reserve)

void rwarray_compact(struct rwarray *array)
{
	if (rwarray_ready("rwarray_compact", array))
		rwarray_close_holes("rwarray_compact", array);
}
LISH_EXPORT(rwarray_compact)

void rwarray_trim(struct rwarray *array)
{
	if (!rwarray_ready("rwarray_trim", array))
		return;
	rwarray_close_holes("rwarray_trim", array);
	(void)lish_parray_trim_(&array->array);
	rwarray_alert_all("rwarray_trim", array);
}
LISH_EXPORT(rwarray_trim)

static void rwarray_zero_nodes(struct rwarray *array)
{
	uint32_t i;

	for (i = 0; i < array->array.used; i++)
		if (array->array.slots[i])
			*array->array.slots[i] = 0;
}

static void rwarray_make_empty(lish_op_ op, struct rwarray *array)
{
	lish_for_each_loop_(loop, op, array, &array->loops)
		rwarray_move(rwarray_loop_of(loop), 0, 0);
	lish_parray_note_peak_(&array->array, array->count);
	rwarray_cut(array, 0);
	array->count = 0;
}

void rwarray_clear(struct rwarray *array)
{
	if (!rwarray_ready("rwarray_clear", array))
		return;
	rwarray_zero_nodes(array);
	rwarray_make_empty("rwarray_clear", array);
}
LISH_EXPORT(rwarray_clear)

void rwarray_forget(struct rwarray *array)
{
	if (rwarray_ready("rwarray_forget", array))
		rwarray_make_empty("rwarray_forget", array);
}
LISH_EXPORT(rwarray_forget)

LISH_TINY bool rwarray_alone(lish_op_ op, const struct rwarray *array)
{
	return rwarray_ready(op, array) &&
	       lish_fine_(op, array, NULL,
			  array->loops.first ? LISH_LOOPED : LISH_OK);
}

void rwarray_destroy(struct rwarray *array)
{
	if (!rwarray_alone("rwarray_destroy", array))
		return;
	rwarray_zero_nodes(array);
	lish_parray_release_(&array->array);
	memset(array, 0, sizeof(*array));
}
LISH_EXPORT(rwarray_destroy)

#define PSORT(name) rwarray_sort_##name
#define PSORT_NODE struct rwarray_idx
typedef int (*rwarray_order)(void *ctx, const struct rwarray_idx *a,
			     const struct rwarray_idx *b);
#define PSORT_CMP rwarray_order
#include "core/psort.h"
#include "core/span.h"

void rwarray_sort(struct rwarray *array,
		  int (*cmp)(void *ctx, const struct rwarray_idx *a,
			     const struct rwarray_idx *b),
		  void *ctx)
{
	struct lish_parray_ *slots = &array->array;
	uint32_t count, capacity;
	bool moved;

	if (!rwarray_alone("rwarray_sort", array))
		return;
	rwarray_close_holes("rwarray_sort", array);
	count = array->count;
	capacity = slots->capacity;
	/* Nothing in the array, and no room: add and del by cmp are refused. */
	array->count = 0;
	slots->used = 0;
	slots->capacity = 0;
	array->sorting = true;
	moved = rwarray_sort_slots(cmp, ctx, slots->slots, count);
	array->sorting = false;
	slots->capacity = capacity;
	slots->used = count;
	array->count = count;
	if (moved)
		lish_parray_renumber_(slots);
}
LISH_EXPORT(rwarray_sort)

struct lish_span rwarray_span(const struct rwarray *array, uint32_t part,
			      uint32_t parts)
{
	const struct lish_span none = { 0, 0 };

	if (!rwarray_begun("rwarray_span", array) ||
	    !lish_fine_("rwarray_span", array, NULL, lish_span_exists_(part, parts)))
		return none;
	return lish_span_(array->array.used, part, parts);
}
LISH_EXPORT(rwarray_span)

static bool rwarray_loops_ok(const struct rwarray *array)
{
	const struct lish_loop_ *at, *slow = array->loops.first;
	const struct rwarray_loop *loop;
	bool even = false;

	/* slow advances every second time: at meets it again if the chain is a ring. */
	for (at = slow; at; at = at->outer) {
		if (at->outer == slow)
			return false;
		if (even)
			slow = slow->outer;
		even = !even;
		loop = (const struct rwarray_loop *)(const void *)at;
		if (at->owner != &array->loops ||
		    loop->next > array->array.used)
			return false;
		if (loop->mode & RWARRAY_CLOSING_ &&
		    (loop->next > loop->place || loop->place > loop->from ||
		     loop->from > array->array.used))
			return false;
	}
	return true;
}

enum lish_reason rwarray_check(const struct rwarray *array,
			       const struct rwarray_idx **fault)
{
	const uint32_t *node;
	enum lish_reason reason =
		lish_parray_check_(&array->array, array->count, &node);

	if (reason == LISH_OK && !rwarray_loops_ok(array))
		reason = LISH_STALE_LOOP;
	if (fault)
		*fault = (const struct rwarray_idx *)(const void *)node;
	return reason;
}
LISH_EXPORT(rwarray_check)

void rwarray_stop(struct rwarray *array)
{
	if (!rwarray_begun("rwarray_stop", array))
		return;
	lish_for_each_loop_(loop, "rwarray_stop", array, &array->loops)
		rwarray_alert(rwarray_loop_of(loop));
	lish_loops_stop_("rwarray_stop", array, &array->loops, NULL);
}
LISH_EXPORT(rwarray_stop)

void rwarray_abandon(struct rwarray *array)
{
	if (rwarray_begun("rwarray_abandon", array))
		array->loops.first = NULL;
}
LISH_EXPORT(rwarray_abandon)

void rwarray_loop_begin(struct rwarray_loop *loop, struct rwarray *array)
{
	const lish_op_ op = "rwarray_loop_begin";

	if (!rwarray_begun(op, array) ||
	    !lish_loop_begin_(op, array, &loop->loop, &array->loops,
			      LISH_CALLER_()))
		return;
	loop->mode = RWARRAY_BY_HAND_;
	rwarray_move(loop, 0, 0);
}
LISH_EXPORT(rwarray_loop_begin)

/* Only then may the loop move elements. */
static bool rwarray_is_only(const struct rwarray_loop *loop,
			    const struct rwarray *array)
{
	return array->loops.first == &loop->loop && !loop->loop.outer;
}

static bool rwarray_worth_closing(const struct rwarray *array)
{
	const uint32_t used = array->array.used;

	return used != array->count &&
	       (used - array->count >= used / RWARRAY_WORTH ||
		array->array.capacity - used <= used / RWARRAY_ROOM);
}

/* Gathers blocks until there is an element to visit. */
static void rwarray_close_ahead(struct rwarray_loop *loop,
				struct rwarray *array, uint32_t end)
{
	const uint32_t fetch = lish_fetch_below_(array->array.used, end);
	uint32_t block, to;

	while (loop->next == loop->place && loop->from < end) {
		block = loop->from + RWARRAY_FIRST_BLOCK;
		if (block > RWARRAY_BLOCK)
			block = RWARRAY_BLOCK;
		to = end - loop->from > block ? loop->from + block : end;
		loop->place = rwarray_gather(array, loop->place, loop->from, to,
					     fetch);
		loop->from = to;
	}
}

static uint32_t rwarray_end_of(struct rwarray_loop *loop, struct rwarray *array)
{
	uint32_t end = array->array.used;

	loop->fetch = lish_fetch_below_(end, end);
	if (loop->mode & RWARRAY_PRESENT_)
		end = loop->bound;
	if (!loop->next) {
		loop->mode &= ~RWARRAY_CLOSING_;
		if (rwarray_worth_closing(array))
			loop->mode |= RWARRAY_CLOSING_;
		loop->place = 0;
		loop->from = 0;
	}
	if (!(loop->mode & RWARRAY_CLOSING_))
		return end;
	loop->fetch = 0;
	if (rwarray_is_only(loop, array)) {
		rwarray_close_ahead(loop, array, end);
		return loop->place;
	}
	/* Another loop may stand among the holes: leave them. */
	if (loop->next < loop->place)
		return loop->place;
	loop->mode &= ~RWARRAY_CLOSING_;
	loop->next = loop->from;
	return end;
}

static void rwarray_drop_last_holes(struct rwarray *array)
{
	uint32_t used = array->array.used;

	while (used && !array->array.slots[used - 1])
		used--;
	rwarray_cut(array, used);
}

void rwarray_loop_end(struct rwarray_loop *loop)
{
	struct rwarray *array;

	if (!loop->loop.owner)
		return;
	array = rwarray_of_(loop);
	lish_loop_close_("rwarray_loop_end", array, &loop->loop);
	if (!array->loops.first)
		rwarray_drop_last_holes(array);
}
LISH_EXPORT(rwarray_loop_end)

/* Other loops run, there are holes, prefetching pays, or the array was not initialised. */
static LISH_NOINLINE struct rwarray_loop *
rwarray_begin_slow(struct rwarray_loop *loop, struct rwarray *array,
		   const void *caller)
{
	lish_op_ op = LISH_OP_("rwarray_for_each_entry");

	if (loop->mode & RWARRAY_REVERSE_)
		op = LISH_OP_("rwarray_for_each_entry_reverse");
	else if (loop->mode & RWARRAY_PRESENT_)
		op = LISH_OP_("rwarray_for_each_entry_present");
	if (!array->array.limit) {
		lish_report_(op, array, NULL, LISH_UNINITIALIZED, caller);
		return NULL;
	}
	/* The first step calls rwarray_reload_(), which decides the rest. */
	rwarray_alert(loop);
	lish_loop_open_(op, array, &loop->loop, &array->loops);
	return loop;
}

struct rwarray_loop *rwarray_begin_(struct rwarray_loop *loop,
				    struct rwarray *array, uint32_t mode)
{
	const uint32_t used = array->array.used;

	loop->next = mode & RWARRAY_REVERSE_ ? used : 0;
	loop->fetch = mode & RWARRAY_REVERSE_ ? RWARRAY_NOWHERE_ : 0;
	loop->mode = mode;
	loop->bound = used;
	loop->end = mode & RWARRAY_REVERSE_ ? 0 : used;
	if (LISH_SMALL_ ||
	    lish_unlikely(array->loops.first || used != array->count ||
			  used - 1 >= LISH_FETCH_ABOVE_))
		return rwarray_begin_slow(loop, array, LISH_CALLER_());
	loop->loop.owner = &array->loops;
	loop->loop.outer = NULL;
	array->loops.first = &loop->loop;
	return loop;
}
LISH_EXPORT(rwarray_begin_)

uint32_t **rwarray_reload_(struct rwarray_loop *loop)
{
	struct rwarray *array;
	uint32_t end;

	if (!loop->loop.owner)
		return NULL;
	array = rwarray_of_(loop);
	end = array->array.used;
	if (!LISH_SMALL_ && lish_likely(!loop->mode && end == array->count &&
					loop->next >= end)) {
		/* The usual end of a loop: no mode, no holes. */
		lish_loop_close_("rwarray_for_each_entry", array, &loop->loop);
		return NULL;
	}
	if (loop->mode & RWARRAY_REVERSE_) {
		loop->end = 0;
		loop->fetch = lish_fetch_from_(end);
		if (loop->next)
			return array->array.slots;
	} else {
		loop->end = rwarray_end_of(loop, array);
		if (loop->next < loop->end)
			return array->array.slots;
	}
	if (!(loop->mode & RWARRAY_BY_HAND_))
		rwarray_loop_end(loop);
	return NULL;
}
LISH_EXPORT(rwarray_reload_)
