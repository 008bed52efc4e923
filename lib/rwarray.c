// SPDX-License-Identifier: MIT
/*
 * rwarray.c - an array of pointers in order, with holes
 *
 * Slot i holds the node whose value is i + 1. A removal stores NULL in its slot: a hole. Nothing
 * moves, so all loops keep their places. Only these calls close holes:
 *
 *   compact, trim, sort   all holes
 *   add, in a full array  all holes, if they are more than 1/16 of the slots or the
 *                         array cannot grow; else the array grows
 *   a loop                as it goes, see below
 *
 * Closing all holes moves the place of a running loop to the number of elements before it.
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
 * opens, the loop continues at from. The holes stay until the next loop, as those that the
 * body leaves. When the last loop ends, it drops the holes after the last element.
 *
 * A step works within [next, end) and tests nothing else. Any call that moves elements,
 * slots or loops makes that range empty, so the next step calls rwarray_reload_(), which
 * examines the array and closes a block, or finds the loop's end.
 *
 * A sort sets used, count and capacity to 0 while cmp runs. So add and del take their
 * full paths, which refuse them; the quick ones need no test.
 *
 * Level 1 looks at the node and at the slots that a call writes, level 2 at the whole array.
 *
 * Invariants:
 * - count <= used <= capacity
 * - below used, exactly count slots are not NULL, and for those *slots[i] == i + 1. A program
 *   that frees or overwrites an element breaks it. Loops, clear and destroy then skip that
 *   element, and report it; nothing writes to it.
 * - in a closing loop, next <= place <= from <= used
 */
#define LISH_LIB_
#include <linux-ish/rwarray.h>

#include "core/loop.h"
#include "core/parray.h"
#include "core/span.h"
#include "ground/refused.h"

/*
 * Slots that a loop examines at a time: few enough for their objects to stay in the
 * nearest cache. The first block is smaller, because many loops are left early.
 */
#define RWARRAY_BLOCK 256u
#define RWARRAY_FIRST_BLOCK 32u

/* When closing holes pays: one hole in so many used slots, or one free slot in so many. */
#define RWARRAY_WORTH 8u
#define RWARRAY_ROOM 4096u
/* For a full array, instead of growing: one hole in so many slots. */
#define RWARRAY_GAIN 16u

/* How loops name themselves. */
#if !LISH_NAMES_
#define rwarray_name_(mode) ((void)(mode), (const char *)NULL)
#else
#define rwarray_name_(mode) rwarray_names_[(mode) & ~RWARRAY_CLOSING_]
static const char *const rwarray_names_[] = {
	"rwarray_for_each_entry", "rwarray_for_each_entry_reverse",
	"rwarray_for_each_entry_present", "rwarray_for_each_entry_const",
	"rwarray_for_each_entry_span"
};
#endif

static struct rwarray_loop_ *rwarray_loop_of_(struct lish_loop_ *loop)
{
	return LISH_CONTAINER_OF_(loop, struct rwarray_loop_, loop);
}

/* Questions. */

/* The calls that are rare ask it at every level. */
static enum lish_reason rwarray_may_use_(const struct rwarray *array)
{
	if (!array->array.limit)
		return LISH_UNINITIALIZED;
	return array->sorting ? LISH_LOOPED : LISH_OK;
}

/* The same for changes that loops learn of. A loop that was left open refuses nothing. */
static enum lish_reason rwarray_may_change_(struct rwarray *array)
{
	const enum lish_reason reason = rwarray_may_use_(array);

	return reason == LISH_OK ? lish_loops_cut_(&array->loops) : reason;
}
#define rwarray_refused_(array, reason) \
	(lish_refused(array, NULL, reason) && !lish_loops_allow_(reason))

static enum lish_reason rwarray_may_destroy_(const struct rwarray *array)
{
	const enum lish_reason reason = rwarray_may_use_(array);

	if (reason != LISH_OK)
		return reason;
	return array->loops.first ? LISH_LOOPED : lish_bound_(&array->array);
}

static inline bool rwarray_has_(const struct rwarray *array, const struct rwarray_idx *idx)
{
	return !(LISH_CHECK >= 1 && lish_is_null(idx)) &&
	       lish_parray_holds_(&array->array, &idx->slot);
}

/* May one ask for this node, which is not in the array? */
static enum lish_reason rwarray_may_ask_(const struct rwarray *array,
					 const struct rwarray_idx *idx)
{
	const enum lish_reason reason = LISH_CHECK >= 1 ? rwarray_may_use_(array) : LISH_OK;

	return reason == LISH_OK ? lish_may_use_(idx) : reason;
}

/* Why this node, which is not in the array, may not leave. */
static enum lish_reason rwarray_may_leave_(const struct rwarray *array,
					   const struct rwarray_idx *idx)
{
	const enum lish_reason reason = rwarray_may_ask_(array, idx);

	if (reason != LISH_OK)
		return reason;
	return idx->slot ? LISH_FOREIGN : LISH_NOT_IN;
}

/* rwarray_may_add_() for the usual case. An array that was never initialised is full. */
static inline bool rwarray_adds_quickly_(const struct rwarray *array,
					 const struct rwarray_idx *idx)
{
	return !LISH_SMALL_ &&
	       !(LISH_CHECK >= 1 &&
		 (lish_is_null(idx) ||
		  lish_parray_ends_with_(&array->array, &idx->slot))) &&
	       !idx->slot && array->array.used != array->array.capacity;
}

/* An element is not asked for: rwarray_add_tail() returns -EEXIST for it. */
static enum lish_reason rwarray_may_add_(const struct rwarray *array,
					 const struct rwarray_idx *idx)
{
	const enum lish_reason reason = rwarray_may_use_(array);

	return reason == LISH_OK ? lish_parray_may_join_(&array->array, &idx->slot) : reason;
}

static bool rwarray_loops_ok_(const struct rwarray *array)
{
	const struct lish_loop_ *at, *slow = array->loops.first;
	const uint32_t used = array->array.used;
	const struct rwarray_loop_ *loop;
	bool even = false;

	/* slow advances every second time: at meets it again if the chain is a ring. */
	for (at = slow; at; at = at->outer) {
		if (at->outer == slow)
			return false;
		if (even)
			slow = slow->outer;
		even = !even;
		loop = (const struct rwarray_loop_ *)(const void *)at;
		if (at->owner != lish_loop_owner_(at, &array->loops) || loop->next > used)
			return false;
		if (loop->mode & RWARRAY_CLOSING_ &&
		    (loop->next > loop->place || loop->place > loop->from || loop->from > used))
			return false;
	}
	return true;
}

static enum lish_reason rwarray_examine_(const struct rwarray *array,
					 const struct lish_area_ *area,
					 const struct rwarray_idx **fault)
{
	const uint32_t *node;
	enum lish_reason reason = lish_parray_check_(&array->array, array->count, area, &node);

	if (!lish_loops_rest_(&array->loops, area) ||
	    (reason == LISH_OK && !rwarray_loops_ok_(array)))
		reason = LISH_STALE_LOOP;
	*fault = (const struct rwarray_idx *)(const void *)node;
	return reason;
}

LISH_CHECKS_(rwarray, rwarray_idx, (void)0)
/* May one look at the array? Level 2 asks whether it is damaged, and level 0 does not ask. */
static enum lish_reason rwarray_may_look_(const struct rwarray *array)
{
	if (LISH_CHECK >= 2)
		return rwarray_check(array, NULL);
	return LISH_CHECK >= 1 ? lish_parray_begun_(&array->array) : LISH_OK;
}

/* The node that a report of rwarray_may_look_() names. */
static const struct rwarray_idx *rwarray_fault_(const struct rwarray *array)
{
	const struct rwarray_idx *fault = NULL;

	if (LISH_CHECK >= 2)
		(void)rwarray_check(array, &fault);
	return fault;
}

/* Before each change. */
#define rwarray_damaged_(array) \
	(LISH_CHECK >= 2 &&     \
	 lish_refused(array, rwarray_fault_(array), rwarray_may_look_(array)))

/* Changes. */

/* There is room. */
static inline void rwarray_put_(struct rwarray *array, struct rwarray_idx *idx)
{
	array->array.nodes[array->array.used] = &idx->slot;
	idx->slot = ++array->array.used;
	array->count++;
}

static inline void rwarray_take_(struct rwarray *array, struct rwarray_idx *idx)
{
	lish_parray_note_peak_(&array->array, array->count);
	array->array.nodes[idx->slot - 1] = NULL;
	idx->slot = 0;
	lish_renew(idx->slot);
	array->count--;
}

/* The next step reloads its cursor. */
static void rwarray_alert_(struct rwarray_loop_ *loop)
{
	loop->end = loop->mode & RWARRAY_REVERSE_ ? RWARRAY_NOWHERE_ : 0;
}

static void rwarray_alert_all_(struct rwarray *array)
{
	lish_each_sound_loop_(loop, &array->loops)
		rwarray_alert_(rwarray_loop_of_(loop));
}

/* Holes that the loop has gathered are left to the next loop. */
static void rwarray_move_(struct rwarray_loop_ *loop, uint32_t next, uint32_t bound)
{
	loop->next = next;
	loop->place = next;
	loop->from = next;
	loop->bound = bound;
	rwarray_alert_(loop);
}

/* Number of elements below a slot. */
static LISH_NOINLINE uint32_t rwarray_count_below_(const struct rwarray *array, uint32_t slot)
{
	uint32_t count = 0, i;

	if (slot >= array->array.used)
		return array->count;
	for (i = 0; i < slot; i++)
		count += array->array.nodes[i] != NULL;
	return count;
}

/* Adds to changes, because rwarray_changes_() must not fall. */
static void rwarray_cut_(struct rwarray *array, uint32_t used)
{
	array->array.changes += 2 * (array->array.used - used);
	array->array.used = used;
}

/*
 * Move the elements of slots[from, to) down to place, and leave holes. Returns the place
 * after the last one. Prefetches below the slot fetch. No branch depends on holes: they
 * cannot be predicted. A node that does not name its slot is not written.
 */
static uint32_t rwarray_gather_(struct rwarray *array, uint32_t place,
			       uint32_t from, uint32_t to, uint32_t fetch)
{
	uint32_t **slots = array->array.nodes, *node, *known, none;
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
		known = node ? node : &none;
		none = i + 1;
		*(*known == i + 1 ? known : &none) = place;
	}
	for (i = place > from ? place : from; i < to; i++)
		slots[i] = NULL;
	array->array.changes++;
	return place;
}

static void rwarray_close_holes_(struct rwarray *array)
{
	const uint32_t used = array->array.used;
	struct rwarray_loop_ *of;

	if (used == array->count)
		return;
	lish_each_sound_loop_(loop, &array->loops) {
		of = rwarray_loop_of_(loop);
		rwarray_move_(of, rwarray_count_below_(array, of->next),
			      rwarray_count_below_(array, of->bound));
	}
	(void)rwarray_gather_(array, 0, 0, used, lish_fetch_below_(used, used));
	rwarray_cut_(array, array->count);
}

/*
 * Closing holes costs O(n), so it must gain a fraction of n slots to be O(1) on average.
 * An array that cannot grow needs one hole.
 */
static int rwarray_make_room_(struct rwarray *array)
{
	const uint32_t holes = array->array.used - array->count;
	int err;

	if (holes <= array->array.capacity / RWARRAY_GAIN) {
		err = lish_parray_grow_(&array->array);
		rwarray_alert_all_(array);
		if (!err || err == -EINVAL || !holes)
			return err;
		/* This add does not fail: a hole has room. */
		array->array.failed--;
	}
	rwarray_close_holes_(array);
	return 0;
}

static void rwarray_make_empty_(struct rwarray *array)
{
	lish_each_sound_loop_(loop, &array->loops)
		rwarray_move_(rwarray_loop_of_(loop), 0, 0);
	lish_parray_note_peak_(&array->array, array->count);
	rwarray_cut_(array, 0);
	array->count = 0;
}

/* The slots may have moved. Returns what to report of it. */
static enum lish_reason rwarray_resized_(struct rwarray *array, int err)
{
	rwarray_alert_all_(array);
	return lish_parray_misgrown_(&array->array, err);
}

/* For a full array, and for all that is refused. */
static LISH_NOINLINE int rwarray_put_fully_(struct rwarray *array, struct rwarray_idx *idx,
					    struct lish_call_ call)
{
	enum lish_reason reason = rwarray_may_add_(array, idx);
	int err = 0;

	if (reason != LISH_OK) {
		err = lish_parray_unjoined_(&array->array, &idx->slot, &reason);
	} else {
		if (array->array.used == array->array.capacity) {
			reason = lish_loops_cut_(&array->loops);
			err = rwarray_make_room_(array);
		}
		if (!err)
			rwarray_put_(array, idx);
		/* Of two reports the refusal counts. */
		if (err == -EINVAL)
			reason = lish_parray_misgrown_(&array->array, err);
	}
	(void)lish_refused_by(call, array, idx, reason);
	return err;
}

/* Operations. */

int rwarray_init(struct rwarray *array, const struct lish_config *config)
{
	int err;

	memset(array, 0, sizeof(*array));
	err = lish_parray_init_(&array->array, config, 0);
	(void)lish_refused(array, NULL, lish_parray_misgrown_(&array->array, err));
	return err;
}

void (rwarray_init_in)(struct rwarray *array, uint32_t **slots, uint32_t n)
{
	memset(array, 0, sizeof(*array));
	lish_refused(array, NULL, lish_parray_init_in_(&array->array, slots, n));
}

void rwarray_destroy(struct rwarray *array)
{
	const uint32_t *fault;

	if (lish_refused(array, NULL, rwarray_may_destroy_(array)))
		return;
	fault = lish_parray_zero_(&array->array);
	lish_parray_release_(&array->array);
	array->count = 0;
	lish_refused(array, fault, lish_parray_zeroed_(fault));
}

void rwarray_idx_init(struct rwarray_idx *idx)
{
	if (!lish_refused(NULL, idx, lish_may_use_(idx)))
		idx->slot = 0;
}

LISH_HOT_ int rwarray_add_tail(struct rwarray *array, struct rwarray_idx *idx)
{
	if (rwarray_damaged_(array))
		return -EINVAL;
	if (lish_unlikely(!rwarray_adds_quickly_(array, idx)))
		return rwarray_put_fully_(array, idx, LISH_CALL_());
	rwarray_put_(array, idx);
	return 0;
}

LISH_HOT_ void rwarray_del(struct rwarray *array, struct rwarray_idx *idx)
{
	if (rwarray_damaged_(array))
		return;
	if (LISH_CHECK < 1 || lish_likely(rwarray_has_(array, idx)))
		rwarray_take_(array, idx);
	else
		lish_refused(array, idx, rwarray_may_leave_(array, idx));
}

LISH_HOT_ bool rwarray_leave(struct rwarray *array, struct rwarray_idx *idx)
{
	if (rwarray_damaged_(array))
		return false;
	if (lish_likely(rwarray_has_(array, idx))) {
		rwarray_take_(array, idx);
		return true;
	}
	(void)lish_refused(array, idx, rwarray_may_ask_(array, idx));
	return false;
}

void rwarray_node_moved(struct rwarray *array, struct rwarray_idx *idx)
{
	struct lish_parray_ *slots = &array->array;

	if (!lish_refused(array, idx, rwarray_may_use_(array)) &&
	    !lish_refused(array, idx, lish_parray_may_have_moved_(slots, &idx->slot)) &&
	    idx->slot)
		slots->nodes[idx->slot - 1] = &idx->slot;
}

LISH_HOT_ bool rwarray_contains(const struct rwarray *array, const struct rwarray_idx *idx)
{
	if (rwarray_damaged_(array))
		return false;
	if (lish_likely(rwarray_has_(array, idx)))
		return true;
	(void)lish_refused(array, idx, rwarray_may_ask_(array, idx));
	return false;
}

uint32_t rwarray_count(const struct rwarray *array)
{
	return lish_refused(array, rwarray_fault_(array), rwarray_may_look_(array)) ?
		       0 : array->count;
}

struct lish_stats rwarray_stats(const struct rwarray *array)
{
	(void)lish_refused(array, NULL, lish_parray_begun_(&array->array));
	return lish_parray_stats_(&array->array, array->count);
}

int rwarray_reserve(struct rwarray *array, uint32_t count)
{
	const enum lish_reason reason = rwarray_may_change_(array);
	int err;

	if (rwarray_refused_(array, reason))
		return lish_parray_refusal_(reason);
	err = lish_parray_reserve_(&array->array, count);
	(void)lish_refused(array, NULL, rwarray_resized_(array, err));
	return err;
}

void rwarray_compact(struct rwarray *array)
{
	const enum lish_reason reason = rwarray_may_change_(array);

	if (!rwarray_refused_(array, reason))
		rwarray_close_holes_(array);
}

void rwarray_trim(struct rwarray *array)
{
	const enum lish_reason reason = rwarray_may_change_(array);

	if (rwarray_refused_(array, reason) ||
	    lish_refused(array, NULL, lish_bound_(&array->array)))
		return;
	rwarray_close_holes_(array);
	lish_refused(array, NULL, rwarray_resized_(array, lish_parray_trim_(&array->array)));
}

void rwarray_rebind(struct rwarray *array, const struct lish_config *config)
{
	if (!lish_refused(array, NULL, rwarray_may_use_(array)))
		lish_parray_rebind_(&array->array, config);
}

void rwarray_clear(struct rwarray *array)
{
	const enum lish_reason reason = rwarray_may_change_(array);
	const uint32_t *fault;

	if (rwarray_refused_(array, reason))
		return;
	fault = lish_parray_zero_(&array->array);
	rwarray_make_empty_(array);
	lish_refused(array, fault, lish_parray_zeroed_(fault));
}

void rwarray_forget(struct rwarray *array)
{
	const enum lish_reason reason = rwarray_may_change_(array);

	if (!rwarray_refused_(array, reason))
		rwarray_make_empty_(array);
}

struct lish_span rwarray_span(const struct rwarray *array, uint32_t part, uint32_t parts)
{
	if (!lish_refused(array, NULL, lish_parray_begun_(&array->array)))
		(void)lish_refused(array, NULL, lish_span_exists_(part, parts));
	return lish_span_(array->array.used, part, parts);
}

/* Loops. */

void rwarray_stop(struct rwarray *array)
{
	if (lish_refused(array, NULL, lish_parray_begun_(&array->array)))
		return;
	(void)lish_refused(array, NULL, lish_loops_cut_(&array->loops));
	rwarray_alert_all_(array);
	(void)lish_loops_end_(&array->loops);
}

static bool rwarray_worth_closing_(const struct rwarray *array)
{
	const uint32_t used = array->array.used;

	return used != array->count &&
	       (used - array->count >= used / RWARRAY_WORTH ||
		array->array.capacity - used <= used / RWARRAY_ROOM);
}

/* Gathers blocks until there is an element to visit. */
static void rwarray_close_ahead_(struct rwarray_loop_ *loop, struct rwarray *array, uint32_t end)
{
	const uint32_t fetch = lish_fetch_below_(array->array.used, end);
	uint32_t block, to;

	while (loop->next == loop->place && loop->from < end) {
		block = loop->from + RWARRAY_FIRST_BLOCK;
		if (block > RWARRAY_BLOCK)
			block = RWARRAY_BLOCK;
		to = end - loop->from > block ? loop->from + block : end;
		loop->place = rwarray_gather_(array, loop->place, loop->from, to, fetch);
		loop->from = to;
	}
}

static uint32_t rwarray_end_of_(struct rwarray_loop_ *loop, struct rwarray *array)
{
	uint32_t end = array->array.used;

	loop->fetch = lish_fetch_below_(end, end);
	if (loop->mode & RWARRAY_PRESENT_)
		end = loop->bound;
	if (!loop->next) {
		loop->mode &= ~RWARRAY_CLOSING_;
		if (rwarray_worth_closing_(array))
			loop->mode |= RWARRAY_CLOSING_;
		loop->place = 0;
		loop->from = 0;
	}
	if (!(loop->mode & RWARRAY_CLOSING_))
		return end;
	loop->fetch = 0;
	if (array->loops.first == &loop->loop && !loop->loop.outer) {
		rwarray_close_ahead_(loop, array, end);
		return loop->place;
	}
	/* Another loop may stand among the holes: leave them. */
	if (loop->next < loop->place)
		return loop->place;
	loop->mode &= ~RWARRAY_CLOSING_;
	loop->next = loop->from;
	return end;
}

static void rwarray_drop_last_holes_(struct rwarray *array)
{
	uint32_t used = array->array.used;

	while (used && !array->array.nodes[used - 1])
		used--;
	rwarray_cut_(array, used);
}

/* The last loop of an array has ended. */
LISH_PART_ void rwarray_rest_(struct rwarray *array)
{
	if (lish_unlikely(array->array.used != array->count))
		rwarray_drop_last_holes_(array);
}

/* Not the loop that was opened last. */
LISH_SLOW_ void rwarray_close_slowly_(struct rwarray_loop_ *loop, struct lish_call_ call)
{
	struct rwarray *array = rwarray_of_(loop);
	const enum lish_reason reason = lish_loop_leave_(&loop->loop);

	if (!array->loops.first)
		rwarray_rest_(array);
	(void)lish_refused_by(call, array, NULL, reason);
}

void rwarray_close_(struct rwarray_loop_ *loop)
{
	struct rwarray *array;

	/* A loop that was never opened has no mode. */
	if (!loop->loop.owner)
		return;
	array = rwarray_of_(loop);
	if (lish_unlikely(!lish_loop_shut_(&loop->loop)))
		rwarray_close_slowly_(loop, LISH_CALL_AS_(rwarray_name_(loop->mode)));
	else if (!array->loops.first)
		rwarray_rest_(array);
}

/* What a loop has of the array. */
LISH_PART_ void rwarray_begin_(struct rwarray_loop_ *loop, const struct rwarray *array,
			       uint32_t mode)
{
	const bool reverse = mode & RWARRAY_REVERSE_;
	const uint32_t used = array->array.used;

	loop->next = reverse ? used : 0;
	loop->fetch = reverse ? RWARRAY_NOWHERE_ : 0;
	loop->mode = mode;
	loop->bound = used;
	loop->end = reverse ? 0 : used;
	/* Other loops, holes, or prefetching that pays: the first step decides. */
	if (lish_unlikely(array->loops.first || used != array->count ||
			  (LISH_FETCHES_ && used > LISH_FETCH_ABOVE_)))
		rwarray_alert_(loop);
}

/* Beside other loops, or over nothing. */
LISH_SLOW_ struct rwarray_loop_ *rwarray_open_slowly_(struct rwarray_loop_ *loop,
						      struct rwarray *array, uint32_t mode,
						      struct lish_call_ call)
{
	if (!array->count) {
		(void)lish_refused_by(call, array, NULL, LISH_CHECK < 1 ? LISH_OK :
							 lish_parray_begun_(&array->array));
		return NULL;
	}
	rwarray_begin_(loop, array, mode);
	(void)lish_refused_by(call, array, NULL, lish_loop_enter_(&loop->loop, &array->loops));
	return loop;
}

struct rwarray_loop_ *rwarray_open_(struct rwarray_loop_ *loop,
				    struct rwarray *array, uint32_t mode)
{
	if (LISH_SMALL_ || lish_unlikely(!array->count || array->loops.first))
		return rwarray_open_slowly_(loop, array, mode, LISH_CALL_AS_(rwarray_name_(mode)));
	rwarray_begin_(loop, array, mode);
	lish_loop_link_(&loop->loop, &array->loops);
	return loop;
}

uint32_t **rwarray_reload_(struct rwarray_loop_ *loop)
{
	struct rwarray *array;
	uint32_t end;

	if (!loop->loop.owner)
		return NULL;
	array = rwarray_of_(loop);
	end = array->array.used;
	if (loop->mode & RWARRAY_REVERSE_) {
		loop->end = 0;
		loop->fetch = lish_fetch_from_(end);
		return loop->next ? array->array.nodes : NULL;
	}
	if (!loop->mode && end == array->count && loop->next >= end)
		return NULL;
	loop->end = rwarray_end_of_(loop, array);
	return loop->next < loop->end ? array->array.nodes : NULL;
}

void rwarray_lost_(const struct rwarray *array, uint32_t mode, const uint32_t *node,
		   const void *caller)
{
	(void)lish_refused_by(lish_call_of_(rwarray_name_(mode), caller ? caller : LISH_CALLER_()),
			      array, node, node ? LISH_BAD_INDEX : LISH_FROZEN);
}

void *rwarray_next_(struct rwarray_loop_ *loop, size_t offset)
{
	struct rwarray_place_ at;

	if (!loop->loop.owner)
		return NULL;
	at = rwarray_place_of_(loop);
	return rwarray_step_(loop, &at, offset, false, LISH_CALLER_());
}

void *rwarray_next_back_(struct rwarray_loop_ *loop, size_t offset)
{
	struct rwarray_place_ at;

	if (!loop->loop.owner)
		return NULL;
	at = rwarray_place_of_(loop);
	return rwarray_step_(loop, &at, offset, true, LISH_CALLER_());
}

void rwarray_may_view_(const struct rwarray *array, uint32_t mode)
{
	(void)lish_refused_as(rwarray_name_(mode), array, rwarray_fault_(array),
			      rwarray_may_look_(array));
}

struct rwarray_view_at_ rwarray_view_(const struct rwarray *array)
{
	(void)lish_refused_as(rwarray_name_(RWARRAY_CONST_), array, rwarray_fault_(array),
			      rwarray_may_look_(array));
	return rwarray_view_of_(array, 0, array->array.used, RWARRAY_CONST_);
}

struct rwarray_view_at_ rwarray_view_span_(const struct rwarray *array, struct lish_span span)
{
	(void)lish_refused_as(rwarray_name_(RWARRAY_SPAN_), array, rwarray_fault_(array),
			      rwarray_may_look_(array));
	return rwarray_view_of_(array, span.start, lish_span_end_(span, array->array.used),
				RWARRAY_SPAN_);
}

void *rwarray_look_(struct rwarray_view_at_ *at, size_t offset)
{
	return rwarray_look_step_(at, offset, LISH_CALLER_());
}
