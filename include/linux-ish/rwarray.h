/* SPDX-License-Identifier: MIT */
/*
 * rwarray.h - ordered array of objects that may change while it is walked
 *
 * For update lists in order, whose objects remove themselves, remove others
 * and spawn new ones in the middle of the loop. The object carries a struct
 * rwarray_idx, four bytes that say where it stands; the array holds pointers.
 *
 * Not for you if the order does not matter (dense: no holes, no bookkeeping),
 * or if objects are put anywhere but at the end (walklist).
 *
 *   operation                                cost    allocates, changes
 *   ---------------------------------------  ------  --------------------------
 *   init, init_fixed, idx_init, set_limit    O(1)    -
 *   add                                      O(1)    growing array that is full
 *   del                                      O(1)    leaves a hole
 *   contains, count, capacity, holes, empty  O(1)    -
 *   first, last                              O(1)    plus holes at that end
 *   forget                                   O(1)    -
 *   clear                                    O(n)    zeroes every node
 *   compact                                  O(n)    closes all holes
 *   reserve, trim                            O(n)    allocates; trim compacts
 *   sort                                     O(n log n) in place, stable
 *   destroy, check                           O(n)    -
 *
 *   loop                    delete any  add               clear, compact, trim
 *   ----------------------  ----------  ----------------  --------------------
 *   for_each_entry          yes         yes, visited      yes
 *   for_each_entry_present  yes         yes, not visited  yes
 *   for_each_entry_reverse  yes         yes, not visited  yes
 *   for_each_entry_const,
 *   _const_reverse          no          no                no
 *
 * All loops nest and may be left by break, return or goto. Deleting makes a
 * hole; a loop that is alone closes holes as it goes, and writes nothing to the
 * array while there are none. A fixed array that is full and has holes must
 * close them all to add one: make it 1/8 larger than what it has to hold.
 *
 * A zero-filled node is in no array; a zero-filled array is not valid. Nothing
 * here is thread-safe: one lock must cover an array and the nodes in it.
 */
#ifndef LINUX_ISH_RWARRAY_H
#define LINUX_ISH_RWARRAY_H

#include "bug.h"
#include "container_of.h"
#include "mem.h"

/*
 * Loops fetch the object that comes this many slots later, in arrays that have
 * more slots in use than fit into near caches; below, it only costs.
 */
#define RWARRAY_PREFETCH_AHEAD 32
#define RWARRAY_PREFETCH_ABOVE 8192

/**
 * struct rwarray_idx - what an object carries to be in an rwarray
 * @slot: private: number of its slot plus one
 *
 * - zero: in no array
 * - in an array: slots[slot - 1] is this node
 *
 * One node is in one array at a time; an object may carry several nodes.
 */
struct rwarray_idx {
	uint32_t slot;
};

struct rwarray_loop;

LISH_C_BEGIN
void rwarray_loop_end(struct rwarray_loop *loop);
LISH_C_END

/**
 * struct rwarray - the array
 * @slots: private: members in order, with NULL for holes
 * @mem: private: where the slots come from; NULL: they are the caller's
 * @loops: private: running loops, the one that began last first
 * @depth: private: how many they are
 * @len: private: slots in use, those of holes included
 * @count: private: members
 * @capacity: private: number of slots
 * @limit: private: how many they may grow to; zero: never initialised
 * @state: private: what running loops have to mind, bits of RWARRAY_HOLES_ etc.
 *
 * - count <= len <= capacity <= LISH_MAX_COUNT; while it is sorted all are 0
 * - a slot below len is NULL, or its node's index names it
 */
struct rwarray {
	struct rwarray_idx **slots;
	struct lish_mem *mem;
	struct rwarray_loop *loops;
	uint32_t depth;
	uint32_t len;
	uint32_t count;
	uint32_t capacity;
	uint32_t limit;
	uint32_t state;
};

/**
 * struct rwarray_loop - a running loop
 * @array: private: NULL: it has ended
 * @outer: private: the loop that began before it
 * @next: private: slot to be read next; reverse: slots still to be read
 * @place: private: from here to next there are only holes, and what was visited
 * last; of loops begun by hand only, others know it themselves
 * @bound: private: it ends in front of this slot
 * @reverse: private: which way it goes
 * @moved: private: others have changed next, place or bound, or the array has
 * other slots
 *
 * - place <= next <= len
 *
 * The macros declare their own. See rwarray_loop_begin().
 */
struct rwarray_loop {
	struct rwarray *array;
	struct rwarray_loop *outer;
	uint32_t next;
	uint32_t place;
	uint32_t bound;
	bool reverse;
	bool moved;
	/* private: */
	LISH_CLEANUP_DTOR(rwarray_loop, rwarray_loop_end)
};

/**
 * RWARRAY_LOOP_INIT - initialiser of a loop that has not begun
 *
 * For a struct rwarray_loop of one's own that may be ended before it begins.
 */
#define RWARRAY_LOOP_INIT { NULL, NULL, 0, 0, 0, false, false }

/**
 * RWARRAY_INIT() - initialiser of an empty array that grows
 * @mem: address of the struct lish_mem that its slots come from
 */
#define RWARRAY_INIT(mem) { NULL, (mem), NULL, 0, 0, 0, 0, LISH_MAX_COUNT, 0 }

/**
 * RWARRAY_INIT_FIXED() - initialiser of an empty array that does not grow
 * @slots: array of struct rwarray_idx pointers, which it uses
 * @capacity: number of them, at most LISH_MAX_COUNT
 */
#define RWARRAY_INIT_FIXED(slots, capacity) \
	{ (slots), NULL, NULL, 0, 0, 0, (capacity), LISH_MAX_COUNT, 0 }

/**
 * RWARRAY_DEFINE() - define an empty array of fixed capacity
 * @name: name of the variable
 * @capacity: number of slots, a constant; see rwarray_init_fixed()
 *
 * Array and slots are static, and ready without a call.
 */
#define RWARRAY_DEFINE(name, capacity)                                      \
	static struct rwarray_idx *name##_slots_[capacity];                 \
	static struct rwarray name =                                        \
		RWARRAY_INIT_FIXED(name##_slots_, capacity)

/**
 * typedef rwarray_cmp_fn - the order of two members
 * @ctx: what was passed along
 * @a: a member
 * @b: another one
 *
 * Must return, and must neither change nor ask the array.
 *
 * Return: > 0 if @a belongs behind @b, else <= 0. To be stable, 0 and less are
 * the same: "not behind"; less saves a call now and then.
 */
typedef int (*rwarray_cmp_fn)(void *ctx, const struct rwarray_idx *a,
			      const struct rwarray_idx *b);

/*
 * What running loops have to mind: there may be holes; some loop has been told
 * a new place, which it has to read; there is more than one loop. And whether
 * rwarray_sort() runs.
 */
#define RWARRAY_HOLES_ 1u
#define RWARRAY_MOVED_ 2u
#define RWARRAY_NESTED_ 4u
#define RWARRAY_SORTING_ 8u

/* The bound of a loop that goes on for ever. */
#define RWARRAY_NO_BOUND_ 0xffffffffu

LISH_C_BEGIN

/* Cold halves of the checks: tell the hook. */
LISH_COLD void rwarray_refuse_zero_(const char *op, const struct rwarray *array);
/* Level 2: examine everything, tell the hook what is wrong. */
LISH_COLD bool rwarray_whole_ok_(const char *op, const struct rwarray *array);
/* The array is full: close holes or grow. */
LISH_COLD int rwarray_make_room_(struct rwarray *array);
/*
 * What is no member cannot go: -ENOENT, -EBUSY while the array is sorted or,
 * never initialised, -EINVAL.
 */
LISH_COLD int rwarray_no_member_(const char *op, const struct rwarray *array);
/* A loop has taken note of its new place. */
LISH_COLD void rwarray_settled_(struct rwarray_loop *loop);

/* Is it initialised? */
LISH_TINY bool rwarray_ok_(const char *op, const struct rwarray *array)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!array->limit)) {
		rwarray_refuse_zero_(op, array);
		return false;
	}
	if (LISH_CHECK >= 2)
		return rwarray_whole_ok_(op, array);
	return true;
}

/* Does the slot that idx names hold it? No index of others passes this. */
LISH_TINY bool rwarray_holds_(const struct rwarray *array,
			      const struct rwarray_idx *idx)
{
	/* Zero, which is in no slot, becomes larger than any length. */
	const uint32_t slot = idx->slot - 1;

	return slot < array->len && array->slots[slot] == idx;
}

/**
 * rwarray_init() - make an empty array that grows
 * @array: any memory
 * @mem: where its slots come from, NULL for lish_mem_default; must outlive the
 * array
 *
 * Allocates nothing yet: the first add or reserve does. What @array held before
 * is neither read nor changed. O(1). See also RWARRAY_INIT(),
 * rwarray_destroy(), rwarray_set_limit().
 */
void rwarray_init(struct rwarray *array, struct lish_mem *mem);

/**
 * rwarray_init_fixed() - make an empty array that does not grow
 * @array: any memory
 * @slots: array of pointers to use, of any content; must outlive the array; may
 * be NULL if @capacity is 0
 * @capacity: number of @slots; what is beyond LISH_MAX_COUNT is not used
 *
 * When it is full and has holes, add closes them all: an eighth more slots than
 * members keeps additions cheap. O(1). See also RWARRAY_INIT_FIXED(),
 * RWARRAY_DEFINE().
 */
void rwarray_init_fixed(struct rwarray *array, struct rwarray_idx **slots,
			uint32_t capacity);

/**
 * rwarray_destroy() - take out all members and give the memory back
 * @array: the array; zero afterwards, hence not valid
 *
 * Every node is zero afterwards. If the objects are gone already, call
 * rwarray_forget() first. Refused and reported during a loop. O(n).
 */
void rwarray_destroy(struct rwarray *array);

/**
 * rwarray_idx_init() - make a node that is in no array
 * @idx: any memory
 *
 * For memory that is not zero-filled, and for members of an array that was
 * forgotten. Never for a node that is in an array. O(1).
 */
LISH_HOT void rwarray_idx_init(struct rwarray_idx *idx)
{
	idx->slot = 0;
}

/**
 * rwarray_add() - add a member at the end
 * @array: the array
 * @idx: a node that is in no array
 *
 * Loops that run visit it, but for _present and _reverse ones. O(1), amortised:
 * if there is no slot left behind the last member, holes are closed if they are
 * many or if it may not grow, else it doubles.
 *
 * Return: 0; -EEXIST if @idx is in an array, this or another, which includes
 * one that was forgotten; -ENOSPC if the array is full or at its limit and has
 * no hole; -ENOMEM if there is no memory; -EINVAL for misuse that was reported.
 * Unless 0, nothing has changed.
 */
LISH_HOT int rwarray_add(struct rwarray *array, struct rwarray_idx *idx)
{
	int err;

	if (LISH_CHECK >= 2 && !rwarray_whole_ok_("rwarray_add", array))
		return -EINVAL;
	if (idx->slot)
		return -EEXIST;
	/* Of an array that was never initialised this is true as well. */
	if (lish_unlikely(array->len == array->capacity)) {
		err = rwarray_make_room_(array);
		if (err)
			return err;
	}
	array->slots[array->len] = idx;
	idx->slot = ++array->len;
	array->count++;
	return 0;
}

/**
 * rwarray_del() - take a member out
 * @array: the array
 * @idx: a node of any state
 *
 * At any time; running loops do not visit it any more. The node is zero
 * afterwards: the object may be added again, or freed. O(1).
 *
 * Return: 0; -ENOENT if @idx is not in this array; -EINVAL for misuse that was
 * reported. Unless 0, nothing has changed.
 */
LISH_HOT int rwarray_del(struct rwarray *array, struct rwarray_idx *idx)
{
	if (LISH_CHECK >= 2 && !rwarray_whole_ok_("rwarray_del", array))
		return -EINVAL;
	if (lish_unlikely(!rwarray_holds_(array, idx)))
		return rwarray_no_member_("rwarray_del", array);
	array->slots[idx->slot - 1] = NULL;
	idx->slot = 0;
	array->count--;
	array->state |= RWARRAY_HOLES_;
	return 0;
}

/**
 * rwarray_contains() - is this one a member?
 * @array: the array
 * @idx: a node of any state, of this or another array
 *
 * O(1).
 */
LISH_TINY bool rwarray_contains(const struct rwarray *array,
				const struct rwarray_idx *idx)
{
	return rwarray_ok_("rwarray_contains", array) &&
	       rwarray_holds_(array, idx);
}

/**
 * rwarray_count() - number of members
 * @array: the array
 *
 * O(1).
 */
LISH_TINY uint32_t rwarray_count(const struct rwarray *array)
{
	return rwarray_ok_("rwarray_count", array) ? array->count : 0;
}

/**
 * rwarray_empty() - is there no member?
 * @array: the array
 *
 * O(1).
 */
LISH_TINY bool rwarray_empty(const struct rwarray *array)
{
	return !rwarray_ok_("rwarray_empty", array) || !array->count;
}

/**
 * rwarray_capacity() - number of slots there are
 * @array: the array
 *
 * So many members fit without an allocation if there is no hole; a full array
 * with few holes grows nevertheless, if it may. O(1).
 */
LISH_TINY uint32_t rwarray_capacity(const struct rwarray *array)
{
	return rwarray_ok_("rwarray_capacity", array) ? array->capacity : 0;
}

/**
 * rwarray_holes() - number of slots lost to holes
 * @array: the array
 *
 * Loops pass over them; rwarray_compact() and most loops close them. O(1).
 */
LISH_TINY uint32_t rwarray_holes(const struct rwarray *array)
{
	return rwarray_ok_("rwarray_holes", array) ?
		       array->len - array->count : 0;
}

/**
 * rwarray_first() - the member that was added first
 * @array: the array
 *
 * Return: its node, or NULL if the array is empty. O(1), plus the holes in
 * front of it.
 */
LISH_HOT struct rwarray_idx *rwarray_first(const struct rwarray *array)
{
	uint32_t i;

	if (rwarray_empty(array))
		return NULL;
	for (i = 0; !array->slots[i]; i++)
		;
	return array->slots[i];
}

/**
 * rwarray_last() - the member that was added last
 * @array: the array
 *
 * Return: its node, or NULL if the array is empty. O(1), plus the holes behind
 * it.
 */
LISH_HOT struct rwarray_idx *rwarray_last(const struct rwarray *array)
{
	uint32_t i;

	if (rwarray_empty(array))
		return NULL;
	for (i = array->len - 1; !array->slots[i]; i--)
		;
	return array->slots[i];
}

/**
 * rwarray_set_limit() - let the array grow to so many slots and no further
 * @array: the array
 * @limit: the most slots, at least 1; what is beyond LISH_MAX_COUNT counts as
 * that
 *
 * With rwarray_reserve() of the same number, no add can fail below it and none
 * allocates. A fixed array never grows. O(1).
 *
 * Return: 0; -EINVAL if @limit is 0, and for misuse that was reported; -ENOSPC
 * if the array has more slots already: rwarray_trim() may help. Unless 0,
 * nothing has changed.
 */
int rwarray_set_limit(struct rwarray *array, uint32_t limit);

/**
 * rwarray_reserve() - have slots for so many members
 * @array: the array
 * @count: number of members, those of now included
 *
 * May be called in loops. O(n).
 *
 * Return: 0; -ENOSPC if @count is beyond the limit or the fixed slots; -ENOMEM
 * if there is no memory; -EINVAL for misuse that was reported. Unless 0, nothing
 * has changed.
 */
int rwarray_reserve(struct rwarray *array, uint32_t count);

/**
 * rwarray_compact() - close all holes
 * @array: the array
 *
 * For what is done between loops, where a loop would do it for nothing. May be
 * called in loops, which keep their places. O(n); O(1) if there is no hole.
 */
void rwarray_compact(struct rwarray *array);

/**
 * rwarray_trim() - give back the memory of slots that are not needed
 * @array: the array
 *
 * Compacts it, too. May be called in loops, which keep their places. Slots of
 * the caller are not given back. O(n).
 *
 * Return: 0; -ENOMEM if there is no memory for the smaller array, in which case
 * the old one stays; -EINVAL for misuse that was reported.
 */
int rwarray_trim(struct rwarray *array);

/**
 * rwarray_clear() - take out all members
 * @array: the array
 *
 * Every node is zero afterwards. May be called in loops: plain ones visit what
 * is added after it, the others end. Keeps the memory. O(n); see
 * rwarray_forget() for O(1).
 */
void rwarray_clear(struct rwarray *array);

/**
 * rwarray_forget() - empty an array without touching its members
 * @array: the array
 *
 * For objects that are gone, or initialised anew before they are used again:
 * their nodes still look as if they were in. May be called in loops. O(1).
 */
void rwarray_forget(struct rwarray *array);

/**
 * rwarray_sort() - sort, keeping the order of equals
 * @array: the array
 * @cmp: the order
 * @ctx: passed to @cmp
 *
 * Compacts it, too. In place, without recursion; O(n) if it is nearly sorted,
 * O(n log n) at most. Changes are refused while it runs: with -EBUSY or, by
 * calls without a result, with a report.
 *
 * Return: 0; -EBUSY during a loop; -EINVAL for misuse that was reported.
 */
int rwarray_sort(struct rwarray *array, rwarray_cmp_fn cmp, void *ctx);

/**
 * rwarray_check() - examine the whole array
 * @array: the array
 * @fault: where the first faulty node is stored, NULL if the array itself or a
 * loop is at fault or nothing is; may be NULL itself
 *
 * Reads each member, and each loop that is registered. O(n), reports to nobody.
 *
 * Return: LISH_OK, LISH_UNINITIALIZED, LISH_BAD_COUNT, LISH_BAD_INDEX or
 * LISH_STALE_LOOP.
 */
enum lish_reason rwarray_check(const struct rwarray *array,
			       const struct rwarray_idx **fault);

/**
 * rwarray_loop_begin() - begin a loop by hand
 * @loop: any memory, which stays where it is until rwarray_loop_end()
 * @array: the array
 *
 * For compilers that cannot close a loop that is left by return or goto, and
 * for loops that are carried on from call to call::
 *
 *	struct rwarray_loop loop;
 *	struct rwarray_idx *idx;
 *
 *	rwarray_loop_begin(&loop, &bullets);
 *	while ((idx = rwarray_loop_next(&loop)) != NULL)
 *		...
 *	rwarray_loop_end(&loop);
 *
 * To begin a loop again before it has ended is reported: if it still runs it
 * goes on, else it visits nothing. O(loops that run).
 */
LISH_NOINLINE void rwarray_loop_begin(struct rwarray_loop *loop,
				      struct rwarray *array);

/**
 * rwarray_loop_begin_present() - begin a loop over what is in now
 * @loop: any memory, which stays where it is until rwarray_loop_end()
 * @array: the array
 *
 * See rwarray_loop_begin() and rwarray_for_each_entry_present().
 */
LISH_NOINLINE void rwarray_loop_begin_present(struct rwarray_loop *loop,
					      struct rwarray *array);

/**
 * rwarray_loop_begin_reverse() - begin a loop from the last member on
 * @loop: any memory, which stays where it is until rwarray_loop_end()
 * @array: the array
 *
 * See rwarray_loop_begin() and rwarray_for_each_entry_reverse().
 */
LISH_NOINLINE void rwarray_loop_begin_reverse(struct rwarray_loop *loop,
					      struct rwarray *array);

/**
 * rwarray_loop_end() - end a loop that was begun by hand
 * @loop: the loop; if it has ended already, nothing happens
 *
 * Takes holes away that are at the end of the array. Loops may end in any order.
 * O(loops that run), plus these holes.
 */
void rwarray_loop_end(struct rwarray_loop *loop);

/**
 * rwarray_abandon() - end all loops that longjmp() has left
 * @array: the array
 *
 * longjmp() closes nothing: to be called before anything else is done with
 * @array, and not while a loop over it goes on. O(1).
 */
void rwarray_abandon(struct rwarray *array);

/* Has the loop been told a new place? If so, it takes note. */
LISH_TINY bool rwarray_settle_(struct rwarray_loop *loop)
{
	if (!loop->moved)
		return false;
	rwarray_settled_(loop);
	return true;
}

/*
 * Where a loop stands, in registers: nobody takes the address of one. What may
 * have to be changed by others is in the registered struct rwarray_loop; when
 * it was, and when the slots were moved to other memory, RWARRAY_MOVED_ is set
 * and the loop reads all of this anew.
 *
 * of: the array; NULL: done
 * idx: the member visited
 * next: slot to be read next; reverse: slots still to be read
 * place: from here to next there are only holes, and what was visited last
 * end: what lies in front of it is visited; it may have become more
 * fetch: in front of it, there is a slot RWARRAY_PREFETCH_AHEAD further on;
 * reverse: from it on
 */
struct rwarray_pos_ {
	struct rwarray *of;
	struct rwarray_idx **slots;
	struct rwarray_idx *idx;
	uint32_t next;
	uint32_t place;
	uint32_t end;
	uint32_t fetch;
};

LISH_TINY uint32_t rwarray_fetch_(uint32_t len, bool reverse)
{
	if (len <= RWARRAY_PREFETCH_ABOVE || len <= RWARRAY_PREFETCH_AHEAD)
		return reverse ? LISH_MAX_COUNT : 0;
	return reverse ? RWARRAY_PREFETCH_AHEAD : len - RWARRAY_PREFETCH_AHEAD;
}

/* Members may have been added since the end was looked up. */
LISH_TINY uint32_t rwarray_end_(const struct rwarray_loop *loop,
				const struct rwarray *array)
{
	return loop->bound < array->len ? loop->bound : array->len;
}

LISH_TINY struct rwarray_pos_ rwarray_pos_of_(const struct rwarray_loop *loop)
{
	const struct rwarray *array = loop->array;
	struct rwarray_pos_ pos;

	pos.of = loop->array;
	pos.slots = array->slots;
	pos.idx = NULL;
	pos.next = loop->next;
	pos.place = loop->place;
	pos.end = rwarray_end_(loop, array);
	pos.fetch = rwarray_fetch_(array->len, loop->reverse);
	return pos;
}

/*
 * A step of the only loop that runs, which closes the holes it meets: what was
 * visited last, if it is still in, moves up to the members before it. That is
 * done now and not before the visit, so that what the body deletes is not moved
 * and no address depends on what the body did.
 */
LISH_TINY bool rwarray_step_close_(struct rwarray_loop *loop,
				   struct rwarray_pos_ *pos)
{
	struct rwarray_idx **slots = pos->slots, *idx;
	uint32_t next = pos->next, place = pos->place;

	if (place < next) {
		idx = slots[next - 1];
		if (idx) {
			slots[next - 1] = NULL;
			slots[place++] = idx;
			idx->slot = place;
		}
	}
	pos->place = place;
	do {
		if (lish_unlikely(next >= pos->end)) {
			pos->end = rwarray_end_(loop, pos->of);
			if (next >= pos->end) {
				pos->next = next;
				loop->next = next;
				return false;
			}
		}
		idx = slots[next++];
	} while (lish_unlikely(!idx));
	if (next < pos->fetch)
		lish_prefetch(slots[next + RWARRAY_PREFETCH_AHEAD]);
	pos->idx = idx;
	pos->next = next;
	loop->next = next;
	return true;
}

/* A step among holes that another loop stands between: leave them. */
LISH_TINY bool rwarray_step_skip_(struct rwarray_loop *loop,
				  struct rwarray_pos_ *pos)
{
	struct rwarray_idx *idx;
	uint32_t next = pos->next;

	pos->end = rwarray_end_(loop, pos->of);
	do {
		if (next >= pos->end)
			return false;
		idx = pos->slots[next++];
	} while (!idx);
	pos->idx = idx;
	pos->place = next - 1;
	pos->next = next;
	loop->next = next;
	return true;
}

/* A step without holes; also the last one, which may find more to visit. */
LISH_TINY bool rwarray_step_plain_(struct rwarray_loop *loop,
				   struct rwarray_pos_ *pos)
{
	const uint32_t next = pos->next;

	if (lish_unlikely(next >= pos->end)) {
		pos->end = rwarray_end_(loop, pos->of);
		if (next >= pos->end)
			return false;
	}
	pos->idx = pos->slots[next];
	if (next < pos->fetch)
		lish_prefetch(pos->slots[next + RWARRAY_PREFETCH_AHEAD]);
	pos->place = next;
	pos->next = next + 1;
	loop->next = next + 1;
	return true;
}

LISH_STEP bool rwarray_step_(struct rwarray_loop *loop,
			     struct rwarray_pos_ *pos)
{
	if (!(pos->of->state & (RWARRAY_HOLES_ | RWARRAY_MOVED_)))
		return rwarray_step_plain_(loop, pos);
	if (pos->of->state == RWARRAY_HOLES_)
		return rwarray_step_close_(loop, pos);
	if (pos->of->state & RWARRAY_MOVED_ && rwarray_settle_(loop))
		*pos = rwarray_pos_of_(loop);
	return rwarray_step_skip_(loop, pos);
}

/* Backwards holes are passed over: what lies behind them stays in its place. */
LISH_STEP bool rwarray_step_reverse_(struct rwarray_loop *loop,
				     struct rwarray_pos_ *pos)
{
	struct rwarray_idx *idx;
	uint32_t next;

	if (lish_unlikely(pos->of->state & RWARRAY_MOVED_) &&
	    rwarray_settle_(loop))
		*pos = rwarray_pos_of_(loop);
	next = pos->next;
	do {
		if (!next)
			return false;
		idx = pos->slots[--next];
	} while (!idx);
	if (next >= pos->fetch)
		lish_prefetch(pos->slots[next - RWARRAY_PREFETCH_AHEAD]);
	pos->idx = idx;
	pos->next = next;
	loop->next = next;
	return true;
}

/**
 * rwarray_loop_next() - the next member of a loop that was begun by hand
 * @loop: the loop
 *
 * After NULL it may be called again: it finds what was added meanwhile. O(1),
 * plus the holes passed over.
 *
 * Return: its node, or NULL if there is none or the loop has ended.
 */
LISH_HOT struct rwarray_idx *rwarray_loop_next(struct rwarray_loop *loop)
{
	struct rwarray_pos_ pos;
	bool more;

	if (!loop->array)
		return NULL;
	pos = rwarray_pos_of_(loop);
	more = loop->reverse ? rwarray_step_reverse_(loop, &pos) :
			       rwarray_step_(loop, &pos);
	loop->place = pos.place;
	return more ? pos.idx : NULL;
}

/*
 * From nodes to objects. The size of this call is 1; it makes the compiler
 * refuse a member that is no struct rwarray_idx. Never called.
 */
char rwarray_is_idx_(const struct rwarray_idx *idx);
#define RWARRAY_OFFSET_(type, member) \
	(offsetof(type, member) +     \
	 0 * sizeof(rwarray_is_idx_(&((type *)0)->member)))

LISH_TINY void *rwarray_entry_(struct rwarray_idx *idx, size_t offset)
{
	return (char *)idx - offset;
}

LISH_TINY const void *rwarray_entry_const_(const struct rwarray_idx *idx,
					   size_t offset)
{
	return (const char *)idx - offset;
}

LISH_TINY void *rwarray_entry_or_null_(struct rwarray_idx *idx, size_t offset)
{
	return idx ? (char *)idx - offset : NULL;
}

/**
 * rwarray_entry() - the object of a node
 * @idx: pointer to the node, not NULL
 * @type: type of the object
 * @member: name of the struct rwarray_idx in it
 *
 * container_of() that takes nothing but rwarray nodes. O(1).
 */
#define rwarray_entry(idx, type, member) \
	((type *)rwarray_entry_(idx, RWARRAY_OFFSET_(type, member)))

/**
 * rwarray_entry_const() - the object of a node that may only be read
 * @idx: pointer to the node, not NULL
 * @type: type of the object
 * @member: name of the struct rwarray_idx in it
 *
 * All other entry forms and all loops have their const twin by themselves:
 * pass "const struct bullet" as the type.
 */
#define rwarray_entry_const(idx, type, member) \
	((const type *)rwarray_entry_const_(idx, RWARRAY_OFFSET_(type, member)))

/**
 * rwarray_first_entry() - the object that was added first
 * @array: the array
 * @type: type of the object, possibly const
 * @member: name of the struct rwarray_idx in it
 *
 * Return: the object, or NULL if the array is empty. See rwarray_first().
 */
#define rwarray_first_entry(array, type, member)              \
	((type *)rwarray_entry_or_null_(rwarray_first(array), \
					RWARRAY_OFFSET_(type, member)))

/**
 * rwarray_last_entry() - the object that was added last
 * @array: the array
 * @type: type of the object, possibly const
 * @member: name of the struct rwarray_idx in it
 *
 * Return: the object, or NULL if the array is empty. See rwarray_last().
 */
#define rwarray_last_entry(array, type, member)              \
	((type *)rwarray_entry_or_null_(rwarray_last(array), \
					RWARRAY_OFFSET_(type, member)))

/*
 * Loops. The outermost for declares the registered loop and closes it, the one
 * in the middle declares the place, the innermost one the cursor.
 */
/* Where scopes are not closed by the compiler, at least break is. */
#if LISH_HAS_CLEANUP
#define RWARRAY_CLOSE_(loop) ((void)(loop))
#else
#define RWARRAY_CLOSE_(loop) rwarray_loop_end(loop)
#endif

/* A begin may have been refused. */
LISH_TINY struct rwarray_loop *rwarray_open_(struct rwarray_loop *loop)
{
	return loop->array ? loop : NULL;
}

#define RWARRAY_LOOP_(pos, array, type, member, begin, step)                   \
	for (struct rwarray_loop pos##_loop_ LISH_CLEANUP(rwarray_loop_end) =  \
		     RWARRAY_LOOP_INIT,                                        \
	     *pos##_run_ = (begin(&pos##_loop_, array),                        \
			    rwarray_open_(&pos##_loop_));                      \
	     pos##_run_; RWARRAY_CLOSE_(pos##_run_), pos##_run_ = NULL)        \
		for (struct rwarray_pos_ pos##_at_ =                           \
			     rwarray_pos_of_(&pos##_loop_);                    \
		     pos##_at_.of; pos##_at_.of = NULL)                        \
			for (type *pos = NULL;                                 \
			     step(&pos##_loop_, &pos##_at_) &&                 \
			     (pos = rwarray_entry(pos##_at_.idx, type,         \
						  member), (void)pos, true);)

/**
 * rwarray_for_each_entry() - loop over the objects, in order
 * @pos: name of the cursor, declared by the loop
 * @array: the array
 * @type: type of the objects, possibly const
 * @member: name of the struct rwarray_idx in it
 *
 * The body may do anything but destroy and sort: take out and free @pos or any
 * other, add (what is added is visited, so a body that always adds never ends),
 * compact, trim, clear, and loop again. It may be left by break, return or
 * goto; by longjmp only with rwarray_abandon(). If no other loop runs, it
 * closes the holes it meets.
 */
#define rwarray_for_each_entry(pos, array, type, member)            \
	RWARRAY_LOOP_(pos, array, type, member, rwarray_loop_begin, \
		      rwarray_step_)

/**
 * rwarray_for_each_entry_present() - loop over the objects that are in now
 * @pos: name of the cursor, declared by the loop
 * @array: the array
 * @type: type of the objects, possibly const
 * @member: name of the struct rwarray_idx in it
 *
 * As rwarray_for_each_entry(), but does not visit what the body adds, nor what
 * it takes out and adds again.
 */
#define rwarray_for_each_entry_present(pos, array, type, member)            \
	RWARRAY_LOOP_(pos, array, type, member, rwarray_loop_begin_present, \
		      rwarray_step_)

/**
 * rwarray_for_each_entry_reverse() - loop from the last object to the first
 * @pos: name of the cursor, declared by the loop
 * @array: the array
 * @type: type of the objects, possibly const
 * @member: name of the struct rwarray_idx in it
 *
 * As rwarray_for_each_entry(), but does not visit what the body adds, and
 * closes no holes.
 */
#define rwarray_for_each_entry_reverse(pos, array, type, member)            \
	RWARRAY_LOOP_(pos, array, type, member, rwarray_loop_begin_reverse, \
		      rwarray_step_reverse_)

/* Loops that only read need not be known to the array. */
struct rwarray_const_pos_ {
	const struct rwarray *of;
	struct rwarray_idx *idx;
	uint32_t next;
	uint32_t fetch;
};

LISH_TINY struct rwarray_const_pos_
rwarray_const_pos_of_(const struct rwarray *array, bool reverse)
{
	struct rwarray_const_pos_ pos;

	(void)rwarray_ok_("rwarray_for_each_entry_const", array);
	pos.of = array;
	pos.idx = NULL;
	pos.next = reverse ? array->len : 0;
	pos.fetch = rwarray_fetch_(array->len, reverse);
	return pos;
}

LISH_STEP bool rwarray_step_const_(struct rwarray_const_pos_ *pos)
{
	struct rwarray_idx **slots = pos->of->slots;
	const uint32_t len = pos->of->len;

	do {
		if (lish_unlikely(pos->next >= len))
			return false;
		pos->idx = slots[pos->next++];
	} while (lish_unlikely(!pos->idx));
	if (pos->next < pos->fetch)
		lish_prefetch(slots[pos->next + RWARRAY_PREFETCH_AHEAD]);
	return true;
}

LISH_STEP bool rwarray_step_const_reverse_(struct rwarray_const_pos_ *pos)
{
	struct rwarray_idx **slots = pos->of->slots;

	do {
		if (!pos->next)
			return false;
		pos->idx = slots[--pos->next];
	} while (!pos->idx);
	if (pos->next >= pos->fetch)
		lish_prefetch(slots[pos->next - RWARRAY_PREFETCH_AHEAD]);
	return true;
}

#define RWARRAY_CONST_LOOP_(pos, array, type, member, reverse, step)    \
	for (struct rwarray_const_pos_ pos##_at_ =                      \
		     rwarray_const_pos_of_(array, reverse);             \
	     pos##_at_.of; pos##_at_.of = NULL)                         \
		for (type *pos = NULL;                                  \
		     step(&pos##_at_) &&                                \
		     (pos = rwarray_entry(pos##_at_.idx, type, member), \
		      (void)pos, true);)

/**
 * rwarray_for_each_entry_const() - loop that changes nothing, not even holes
 * @pos: name of the cursor, declared by the loop
 * @array: the array, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct rwarray_idx in it
 *
 * For readers that share the array, and where only a const array is at hand.
 * The body may not change the array, nor loop over it but by const loops:
 * others may close holes.
 */
#define rwarray_for_each_entry_const(pos, array, type, member)  \
	RWARRAY_CONST_LOOP_(pos, array, type, member, false,    \
			    rwarray_step_const_)

/**
 * rwarray_for_each_entry_const_reverse() - the same from the last to the first
 * @pos: name of the cursor, declared by the loop
 * @array: the array, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct rwarray_idx in it
 *
 * See rwarray_for_each_entry_const().
 */
#define rwarray_for_each_entry_const_reverse(pos, array, type, member) \
	RWARRAY_CONST_LOOP_(pos, array, type, member, true,            \
			    rwarray_step_const_reverse_)

LISH_C_END

#endif /* LINUX_ISH_RWARRAY_H */
