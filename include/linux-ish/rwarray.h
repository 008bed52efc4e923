/* SPDX-License-Identifier: MIT */
/*
 * rwarray.h - ordered array of objects that may change while it is walked
 *
 * For update lists in order, whose objects remove themselves, remove others
 * and spawn new ones in the middle of the loop. The object carries a struct
 * rwarray_idx, four bytes that say where it stands; the array holds pointers.
 *
 * Not for you if the order does not matter (dense: no holes), or if objects are
 * put anywhere but at the end (walklist).
 *
 *   operation                                cost    allocates, changes
 *   ---------------------------------------  ------  --------------------------
 *   init                                     O(1)    config->initial slots
 *   init_in, idx_init                        O(1)    -
 *   add_tail                                 O(1)*   growing array that is full
 *   del, leave                               O(1)    leaves a hole
 *   contains, count, stats, span             O(1)    -
 *   forget, abandon                          O(1)    -
 *   clear                                    O(n)    zeroes every node
 *   compact                                  O(n)    closes all holes
 *   reserve, trim                            O(n)    allocates; trim compacts
 *   sort                                     O(n log n) in place, stable
 *   destroy, check                           O(n)    -
 *   stop                                     O(loops)
 *   * amortised, where the array grows or has room for holes
 *
 *   loop                    delete any  add               clear, compact, trim
 *   ----------------------  ----------  ----------------  --------------------
 *   for_each_entry, _safe   yes         yes, visited      yes
 *   for_each_entry_present  yes         yes, not visited  yes
 *   for_each_entry_reverse  yes         yes, not visited  yes
 *   for_each_entry_const    no          no                no
 *   for_each_entry_span     no          no                no
 *
 * All loops nest and may be left by break, return, goto or an exception.
 * Deleting makes a hole; the outermost loop closes holes as it goes, if they are
 * worth it when it begins: an eighth of the slots, or any if there is hardly any
 * room. It writes nothing to the slots otherwise. A fixed array that is full and
 * has holes must close them all to add one: make it 1/8 larger than what it has
 * to hold.
 *
 * A zero-filled node is in no array; a zero-filled array is not valid. Nothing
 * here is thread-safe: one lock must cover an array and the nodes in it.
 */
#ifndef LINUX_ISH_RWARRAY_H
#define LINUX_ISH_RWARRAY_H

#include "bug.h"
#include "container_of.h"
#include "core/loop.h"
#include "core/parray.h"
#include "mem.h"

/* Are the steps of loops likely to be called, rather than inlined? */
#if defined(LISH_OUTLINE) || defined(LISH_OUTLINE_BODIES_) || \
	defined(__OPTIMIZE_SIZE__)
#define RWARRAY_STEP_IS_CALLED_ 1
#else
#define RWARRAY_STEP_IS_CALLED_ 0
#endif

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
LISH_NODE_(rwarray_idx);

/**
 * rwarray_loop_end() - end a loop that was begun by hand
 * @loop: the loop; if it has ended already, nothing happens
 *
 * Loops may end in any order; this one may begin again. O(loops that run).
 */
void rwarray_loop_end(struct rwarray_loop *loop);

LISH_CLEANUP_BY(rwarray_loop, rwarray_close_)
LISH_C_END

/**
 * struct rwarray - the array
 * @loops: private: running loops
 * @array: private: members in order, with NULL for holes
 * @count: private: members
 * @sorting: private: rwarray_sort() runs; used, capacity and @count are 0
 *
 * - count <= array.used <= array.capacity <= LISH_MAX_COUNT
 * - a slot below array.used is NULL, or its node's index names it
 */
struct rwarray {
	struct lish_loops_ loops;
	struct lish_parray_ array;
	uint32_t count;
	bool sorting;
};

/**
 * struct rwarray_loop - a running loop
 * @loop: private: its place among those that run over the same array
 * @next: private: slot to be visited next; reverse: slots still to be visited
 * @fetch: private: before it there is a slot that comes LISH_FETCH_AHEAD_ later;
 * reverse: from it on
 * @mode: private: bits of RWARRAY_REVERSE_ etc.
 * @end: private: what lies before it is visited before anything else is looked
 * at; reverse: what lies from it on. Whoever moves members, slots or the loop
 * sets it so that this is nothing
 * @bound: private: with RWARRAY_PRESENT_, the loop ends before this slot
 * @place: private: with RWARRAY_CLOSING_, holes are closed up to here
 * @from: private: from @place to here there are only holes
 *
 * - next <= place <= from <= used, where it closes holes
 *
 * The macros declare their own. See rwarray_loop_begin().
 */
struct rwarray_loop {
	struct lish_loop_ loop;
	uint32_t next;
	uint32_t fetch;
	uint32_t mode;
	uint32_t end;
	uint32_t bound;
	uint32_t place;
	uint32_t from;
	/* private: */
	LISH_CLEANUP_DTOR(rwarray_loop, rwarray_close_)
};

/*
 * rwarray_slots: so named that storage of other containers does not compile.
 * No tag: in C, that of a member would be known outside the struct around it.
 */
#define RWARRAY_STORAGE_(n)                 \
	{                                   \
		uint32_t *rwarray_slots[n]; \
	}

/**
 * RWARRAY_STORAGE() - declare the slots of an array of fixed capacity
 * @mem: name of the variable, or of the member
 * @n: number of slots, a constant; see rwarray_init_in()
 *
 * One object of a struct type of its own, of any storage class: at file scope,
 * in a function, or as a member. For RWARRAY_INIT() and rwarray_init_in().
 */
#define RWARRAY_STORAGE(mem, n) struct RWARRAY_STORAGE_(n) mem

/**
 * RWARRAY_INIT() - initialiser of an empty array of fixed capacity
 * @mem: a RWARRAY_STORAGE()
 *
 * A constant if @mem is static. The array needs no call before the first add. An
 * array that grows has no initialiser: call rwarray_init() once.
 */
#define RWARRAY_INIT(mem)                                           \
	{ LISH_LOOPS_INIT_,                                         \
	  LISH_PARRAY_INIT_IN_((mem).rwarray_slots,                 \
			       sizeof((mem).rwarray_slots) /        \
				       sizeof(uint32_t *)),         \
	  0, false }

/**
 * RWARRAY_DEFINE() - define an empty array of fixed capacity
 * @name: name of the variable
 * @n: number of slots, a constant; see rwarray_init_in()
 *
 * At file scope, for the whole program: other files announce it by ``extern
 * struct rwarray name;``. Ready without a call. To write static before it is an
 * error; see RWARRAY_DEFINE_STATIC().
 */
#define RWARRAY_DEFINE(name, n)                                          \
	extern struct name##_slots_ RWARRAY_STORAGE_(n) name##_storage_; \
	struct name##_slots_ name##_storage_;                            \
	struct rwarray name = RWARRAY_INIT(name##_storage_)

/**
 * RWARRAY_DEFINE_STATIC() - define an empty array of fixed capacity, for one file
 * @name: name of the variable
 * @n: number of slots, a constant; see rwarray_init_in()
 *
 * At file scope or in a function. Ready without a call.
 */
#define RWARRAY_DEFINE_STATIC(name, n)              \
	static RWARRAY_STORAGE(name##_storage_, n); \
	static struct rwarray name = RWARRAY_INIT(name##_storage_)

/* The kinds of loops: backwards; with a bound; by hand; one that closes holes. */
#define RWARRAY_REVERSE_ 1u
#define RWARRAY_PRESENT_ 2u
#define RWARRAY_BY_HAND_ 4u
#define RWARRAY_CLOSING_ 8u

/* A place after all others. */
#define RWARRAY_NOWHERE_ 0xffffffffu

LISH_C_BEGIN

void rwarray_init_in_(struct rwarray *array, uint32_t **slots, uint32_t n);
/* Cold halves of the checks: find out what is wrong and tell the hook. */
LISH_COLD void rwarray_refuse_zero_(lish_op_ op, const struct rwarray *array);
LISH_COLD void rwarray_refuse_idx_(lish_op_ op, const struct rwarray *array,
				   const struct rwarray_idx *idx);
/* Level 2: examine everything, tell the hook what is wrong. */
LISH_COLD bool rwarray_whole_ok_(lish_op_ op, const struct rwarray *array);
/* The node cannot be added: -EEXIST or, for misuse, -EINVAL or -EBUSY. */
LISH_COLD int rwarray_cannot_add_(const struct rwarray *array,
				  const struct rwarray_idx *idx);
/* The array is full: close holes or grow. */
LISH_COLD int rwarray_make_room_(struct rwarray *array);
/* What leaves is no member. Is that all? */
LISH_COLD void rwarray_not_in_(lish_op_ op, const struct rwarray *array,
			       const struct rwarray_idx *idx);
/* A loop that must not change anything did. */
LISH_COLD void rwarray_changed_(lish_op_ op, const struct rwarray *array);

/* Is it initialised? */
LISH_TINY bool rwarray_ok_(lish_op_ op, const struct rwarray *array)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!array->array.limit)) {
		rwarray_refuse_zero_(op, array);
		lish_stay_();
		return false;
	}
	if (LISH_CHECK >= 2)
		return rwarray_whole_ok_(op, array);
	return true;
}

/* A member leaves. */
LISH_TINY void rwarray_take_out_(struct rwarray *array, struct rwarray_idx *idx)
{
	lish_parray_note_peak_(&array->array, array->count);
	array->array.slots[idx->slot - 1] = NULL;
	idx->slot = 0;
	array->count--;
}

/**
 * rwarray_init() - make an empty array that grows
 * @array: any memory
 * @config: slots to begin with, to add at a time and at most, and where they
 * come from; NULL for as it comes: none, twice as many, LISH_MAX_COUNT, and
 * lish_mem_default. Need not outlive the call
 *
 * What @array held before is neither read nor changed. O(1). See also
 * rwarray_destroy().
 *
 * Context: Allocates; may sleep in the kernel: see struct lish_kmem.
 *
 * Return: 0, which it always is if @config->initial is 0; -ENOSPC if that is
 * beyond @config->limit; -ENOMEM if there is no memory. Unless 0, the array is
 * zero, hence not valid.
 */
LISH_MUST_CHECK int rwarray_init(struct rwarray *array,
				 const struct lish_config *config);

/**
 * rwarray_init_in() - make an empty array of fixed capacity
 * @array: any memory
 * @mem: pointer to a RWARRAY_STORAGE(), of any content; must outlive the array
 *
 * The array never allocates, and its init cannot fail. Storage of another
 * container, an allocator, or a pointer to slots does not compile. For a number
 * of slots that is no constant, call rwarray_init() with config->initial and
 * config->limit. When the array is full and has holes, add closes them all: an
 * eighth more slots than members keeps additions cheap. O(1).
 */
#define rwarray_init_in(array, mem)                     \
	rwarray_init_in_(array, (mem)->rwarray_slots,   \
			 sizeof((mem)->rwarray_slots) / \
				 sizeof(uint32_t *))

/**
 * rwarray_destroy() - take out all members and give the memory back
 * @array: the array; zero afterwards, hence not valid
 *
 * Every node is zero afterwards. If the objects are gone already, call
 * rwarray_forget() first. Refused and reported during a loop: see
 * rwarray_stop(). O(n).
 *
 * Context: Frees memory; may sleep in the kernel: see struct lish_kmem.
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
	if (lish_given_("rwarray_idx_init", idx))
		idx->slot = 0;
}

/**
 * rwarray_add_tail() - add a member at the end
 * @array: the array
 * @idx: a node that is in no array
 *
 * Loops that run visit it, but for _present and _reverse ones. O(1), amortised:
 * if there is no slot left after the last member, holes are closed if they are
 * many or if it may not grow, else it grows.
 *
 * Context: Allocates if it grows; may sleep in the kernel: see struct lish_kmem.
 *
 * A node that is neither zero nor in @array is misuse, LISH_ALREADY_IN: it was
 * never zeroed, was overwritten or forgotten, or is in another array. Zero a new
 * node, or call rwarray_idx_init(). Take a node out of the other array first.
 *
 * Return: 0; -EEXIST if @idx is in @array already; -ENOSPC if the array is full
 * or at its limit and has no hole; -ENOMEM if there is no memory; -EBUSY,
 * reported, during a sort; -EINVAL for misuse that was reported. Unless 0,
 * nothing has changed.
 */
LISH_MUST_CHECK LISH_HOT int rwarray_add_tail(struct rwarray *array,
					      struct rwarray_idx *idx)
{
	int err;

	if (LISH_CHECK >= 2 && !rwarray_whole_ok_("rwarray_add_tail", array))
		return -EINVAL;
	if (lish_unlikely((LISH_CHECK >= 1 && lish_is_null(idx)) || idx->slot))
		return lish_told_(rwarray_cannot_add_(array, idx));
	/* Of an array that was never initialised this is true as well. */
	if (lish_unlikely(array->array.used == array->array.capacity)) {
		err = rwarray_make_room_(array);
		if (err)
			return err;
	}
	array->array.slots[array->array.used] = &idx->slot;
	idx->slot = ++array->array.used;
	array->count++;
	return 0;
}

/**
 * rwarray_del() - take a member out
 * @array: the array
 * @idx: a member; anything else is misuse
 *
 * At any time; running loops do not visit it any more. The node is zero
 * afterwards: the object may be added again, or freed. O(1). See also
 * rwarray_leave().
 */
LISH_HOT void rwarray_del(struct rwarray *array, struct rwarray_idx *idx)
{
	if (LISH_CHECK >= 2 && !rwarray_whole_ok_("rwarray_del", array))
		return;
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(idx) ||
			  !lish_parray_holds_(&array->array, &idx->slot))) {
		rwarray_refuse_idx_("rwarray_del", array, idx);
		lish_stay_();
		return;
	}
	rwarray_take_out_(array, idx);
}

/**
 * rwarray_leave() - take a node out if it is in
 * @array: the array
 * @idx: a node of any state, of this or another array
 *
 * rwarray_del() for those who do not know. O(1).
 *
 * Return: true if it was a member; false, and nothing has changed, if not.
 */
LISH_HOT bool rwarray_leave(struct rwarray *array, struct rwarray_idx *idx)
{
	if (LISH_CHECK >= 2 && !rwarray_whole_ok_("rwarray_leave", array))
		return false;
	if ((LISH_CHECK >= 1 && lish_unlikely(lish_is_null(idx))) ||
	    !lish_parray_holds_(&array->array, &idx->slot)) {
		if (LISH_CHECK >= 1) {
			rwarray_not_in_("rwarray_leave", array, idx);
			lish_stay_();
		}
		return false;
	}
	rwarray_take_out_(array, idx);
	return true;
}

/**
 * rwarray_contains() - is this one a member?
 * @array: the array
 * @idx: a node of any state, of this or another array
 *
 * O(1).
 */
LISH_HOT bool rwarray_contains(const struct rwarray *array,
			       const struct rwarray_idx *idx)
{
	if (LISH_CHECK >= 2 && !rwarray_whole_ok_("rwarray_contains", array))
		return false;
	if (!(LISH_CHECK >= 1 && lish_unlikely(lish_is_null(idx))) &&
	    lish_parray_holds_(&array->array, &idx->slot))
		return true;
	if (LISH_CHECK >= 1) {
		rwarray_not_in_("rwarray_contains", array, idx);
		lish_stay_();
	}
	return false;
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
 * rwarray_stats() - all figures
 * @array: the array
 *
 * O(1). Holes are what @highest is more than @count.
 *
 * Return: the figures; all zero for misuse that was reported.
 */
struct lish_stats rwarray_stats(const struct rwarray *array);

/**
 * rwarray_reserve() - have slots for so many members
 * @array: the array
 * @count: number of members, those of now included
 *
 * May be called in loops. O(n).
 *
 * Context: Allocates; may sleep in the kernel: see struct lish_kmem.
 *
 * Return: 0; -ENOSPC if @count is beyond the limit or the fixed slots; -ENOMEM
 * if there is no memory; -EBUSY, reported, during a sort; -EINVAL for misuse that
 * was reported. Unless 0, nothing has changed.
 */
LISH_MUST_CHECK int rwarray_reserve(struct rwarray *array, uint32_t count);

/**
 * rwarray_compact() - close all holes
 * @array: the array
 *
 * For what is done between loops, where a loop would do it for little. May be
 * called in loops, which keep their places. O(n); O(1) if there is no hole.
 */
void rwarray_compact(struct rwarray *array);

/**
 * rwarray_trim() - give back the memory of slots that are not needed
 * @array: the array
 *
 * Compacts it, too. May be called in loops, which keep their places. Slots of
 * the caller are not given back; others stay if there is no memory for fewer.
 * O(n).
 *
 * Context: Allocates and frees memory; may sleep in the kernel: see struct lish_kmem.
 */
void rwarray_trim(struct rwarray *array);

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
 * @cmp: the order: > 0 if @a belongs after @b, else <= 0; must return, and must
 * neither change nor ask the array
 * @ctx: passed to @cmp
 *
 * Compacts it, too. In place, without memory; O(n) if it is nearly sorted,
 * O(n log n) at most. In a loop it is misuse, and so is each change while it
 * runs: both are refused and reported.
 */
void rwarray_sort(struct rwarray *array,
		  int (*cmp)(void *ctx, const struct rwarray_idx *a,
			     const struct rwarray_idx *b),
		  void *ctx);

/**
 * rwarray_span() - the share of the slots that one of several workers gets
 * @array: the array
 * @part: number of the share, from 0 on
 * @parts: how many shares there are; may be more than there are members
 *
 * The shares of all parts cover each slot in use once, one after the other, and
 * differ in length by one slot at most. Holes are slots too: rwarray_compact()
 * before makes the shares as equal in members. O(1).
 * See also rwarray_for_each_entry_span().
 *
 * Return: the share, valid until the next change. A @part that is not below
 * @parts is reported, and its share empty.
 */
struct lish_span rwarray_span(const struct rwarray *array, uint32_t part,
			      uint32_t parts);

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
 * rwarray_stop() - let all running loops end
 * @array: the array
 *
 * Each ends at its next step, without touching the array: which may be destroyed
 * now, and its memory may be freed. O(loops that run).
 */
void rwarray_stop(struct rwarray *array);

/**
 * rwarray_abandon() - forget all loops that longjmp() has left
 * @array: the array
 *
 * longjmp() closes nothing: to be called before anything else is done with
 * @array, and not while a loop over it goes on. O(1).
 */
void rwarray_abandon(struct rwarray *array);

/**
 * rwarray_loop_begin() - begin a loop by hand
 * @loop: initialised by LISH_LOOP_INIT; stays where it is until
 * rwarray_loop_end()
 * @array: the array
 *
 * For compilers that cannot close a loop that is left by return or goto, and
 * for loops that are carried on from call to call::
 *
 *	struct rwarray_loop loop = LISH_LOOP_INIT;
 *	struct rwarray_idx *idx;
 *
 *	rwarray_loop_begin(&loop, &bullets);
 *	while ((idx = rwarray_loop_next(&loop)) != NULL)
 *		...
 *	rwarray_loop_end(&loop);
 *
 * To begin a loop that runs, over this or another array, is refused and
 * reported: it goes on. O(loops that run).
 */
void rwarray_loop_begin(struct rwarray_loop *loop, struct rwarray *array);

/*
 * There is no slot before the end of a loop: is there one after all? If so, the
 * slots; NULL if not, and then the loop of a macro ends.
 */
LISH_NOINLINE uint32_t **rwarray_turn_(struct rwarray_loop *loop);

LISH_TINY struct rwarray *rwarray_of_(const struct rwarray_loop *loop)
{
	return (struct rwarray *)(void *)((char *)loop->loop.owner -
					  offsetof(struct rwarray, loops));
}

/*
 * Where a loop stands, in registers: nobody takes the address of one. What may
 * have to be changed by others is in the registered struct rwarray_loop; who
 * does sets its end so that the loop turns to rwarray_turn_(), and reads all of
 * this anew. If it was stopped it does not even read the array.
 */
struct rwarray_place_ {
	uint32_t **slots;
	uint32_t next;
};

LISH_TINY struct rwarray_place_ rwarray_place_of_(const struct rwarray_loop *loop)
{
	struct rwarray_place_ at;

	at.slots = rwarray_of_(loop)->array.slots;
	at.next = loop->next;
	return at;
}

/* The next object, or NULL. Holes are passed over. */
LISH_TINY void *rwarray_forward_(struct rwarray_loop *loop,
				 struct rwarray_place_ *at, size_t offset)
{
	uint32_t *node;
	uint32_t next = at->next;

	do {
		if (lish_unlikely(next >= loop->end)) {
			at->slots = rwarray_turn_(loop);
			if (!at->slots)
				return NULL;
			next = loop->next;
		}
		node = at->slots[next++];
		loop->next = next;
	} while (lish_unlikely(!node));
	if (next < loop->fetch)
		lish_prefetch(at->slots[next + LISH_FETCH_AHEAD_]);
	at->next = next;
	return (char *)(void *)node - offset;
}

LISH_TINY void *rwarray_back_(struct rwarray_loop *loop,
			      struct rwarray_place_ *at, size_t offset)
{
	uint32_t *node;
	uint32_t next = at->next;

	do {
		if (lish_unlikely(next <= loop->end)) {
			at->slots = rwarray_turn_(loop);
			if (!at->slots)
				return NULL;
			next = loop->next;
		}
		node = at->slots[--next];
		loop->next = next;
	} while (lish_unlikely(!node));
	if (next >= loop->fetch)
		lish_prefetch(at->slots[next - LISH_FETCH_AHEAD_]);
	at->next = next;
	return (char *)(void *)node - offset;
}

#if RWARRAY_STEP_IS_CALLED_
/* A step that is called has nothing in registers: it reads where it stands. */
struct rwarray_cursor_ {
	bool none;
};

LISH_TINY struct rwarray_cursor_
rwarray_cursor_of_(const struct rwarray_loop *loop)
{
	const struct rwarray_cursor_ none = { false };

	(void)loop;
	return none;
}

LISH_STEP void *rwarray_step_(struct rwarray_loop *loop,
			      struct rwarray_cursor_ *none, size_t offset)
{
	struct rwarray_place_ at;

	(void)none;
	if (!loop->loop.owner)
		return NULL;
	at = rwarray_place_of_(loop);
	return rwarray_forward_(loop, &at, offset);
}

LISH_STEP void *rwarray_step_reverse_(struct rwarray_loop *loop,
				      struct rwarray_cursor_ *none,
				      size_t offset)
{
	struct rwarray_place_ at;

	(void)none;
	if (!loop->loop.owner)
		return NULL;
	at = rwarray_place_of_(loop);
	return rwarray_back_(loop, &at, offset);
}

#define RWARRAY_STEP_ rwarray_step_
#define RWARRAY_STEP_REVERSE_ rwarray_step_reverse_
#else
#define rwarray_cursor_ rwarray_place_
#define rwarray_cursor_of_ rwarray_place_of_
#define RWARRAY_STEP_ rwarray_forward_
#define RWARRAY_STEP_REVERSE_ rwarray_back_
#endif

/**
 * rwarray_loop_next() - the next member of a loop that was begun by hand
 * @loop: the loop
 *
 * After NULL it may be called again: it finds what was added meanwhile. O(1),
 * plus the holes passed over.
 *
 * Return: its node, or NULL if there is none, or if the loop has ended or was
 * stopped.
 */
LISH_HOT struct rwarray_idx *rwarray_loop_next(struct rwarray_loop *loop)
{
	struct rwarray_place_ at;

	if (!loop->loop.owner)
		return NULL;
	at = rwarray_place_of_(loop);
	return (struct rwarray_idx *)rwarray_forward_(loop, &at, 0);
}

/*
 * The array was never initialised, or others run, or there are holes, or so many
 * members that they are fetched ahead.
 */
LISH_COLD struct rwarray_loop *rwarray_open_slowly_(lish_op_ op,
						    struct rwarray_loop *loop,
						    struct rwarray *array);

/*
 * Begin the loop of a macro, in memory of any content. NULL if there is nothing
 * to visit: then it is not registered.
 */
LISH_TINY struct rwarray_loop *rwarray_open_(lish_op_ op,
					     struct rwarray_loop *loop,
					     struct rwarray *array,
					     uint32_t mode)
{
	const uint32_t used = array->array.used;

	if (!array->count && (LISH_CHECK < 1 || array->array.limit))
		return NULL;
	loop->next = mode & RWARRAY_REVERSE_ ? used : 0;
	loop->fetch = mode & RWARRAY_REVERSE_ ? RWARRAY_NOWHERE_ : 0;
	loop->mode = mode;
	loop->end = mode & RWARRAY_REVERSE_ ? 0 : used;
	if (mode & RWARRAY_PRESENT_)
		loop->bound = used;
	if (lish_unlikely(array->loops.first || used != array->count ||
			  used - 1 >= LISH_FETCH_ABOVE_))
		return rwarray_open_slowly_(op, loop, array);
	lish_loop_open_(op, array, &loop->loop, &array->loops);
	return loop;
}

LISH_STEP struct rwarray_loop *rwarray_open_all_(struct rwarray_loop *loop,
						 struct rwarray *array)
{
	return rwarray_open_("rwarray_for_each_entry", loop, array, 0);
}

LISH_STEP struct rwarray_loop *rwarray_open_present_(struct rwarray_loop *loop,
						     struct rwarray *array)
{
	return rwarray_open_("rwarray_for_each_entry_present", loop, array,
			     RWARRAY_PRESENT_);
}

LISH_STEP struct rwarray_loop *rwarray_open_reverse_(struct rwarray_loop *loop,
						     struct rwarray *array)
{
	return rwarray_open_("rwarray_for_each_entry_reverse", loop, array,
			     RWARRAY_REVERSE_);
}

/* End the loop of a macro, if it has not ended by itself. */
LISH_STEP void rwarray_close_(struct rwarray_loop *loop)
{
	if (loop->loop.owner)
		rwarray_loop_end(loop);
}

/* Loops that only read need not be known to the array. */
struct rwarray_look_ {
	const struct rwarray *of;
	uint32_t next;
	uint32_t end;
	uint32_t fetch;
	uint32_t changes;
};

/* Grows with each change. */
LISH_TINY uint32_t rwarray_changes_(const struct rwarray *array)
{
	return array->array.changes + 2 * array->array.used - array->count;
}

LISH_STEP struct rwarray_look_ rwarray_look_at_(const struct rwarray *array,
						struct lish_span span)
{
	struct rwarray_look_ at;

	(void)rwarray_ok_("rwarray_for_each_entry_span", array);
	at.of = array;
	at.next = span.start;
	at.end = lish_span_end_(span, array->array.used);
	at.fetch = lish_fetch_below_(array->array.used, at.end);
	at.changes = LISH_CHECK >= 1 ? rwarray_changes_(array) : 0;
	return at;
}

LISH_STEP struct rwarray_look_ rwarray_look_at_all_(const struct rwarray *array)
{
	struct rwarray_look_ at;

	(void)rwarray_ok_("rwarray_for_each_entry_const", array);
	at.of = array;
	at.next = 0;
	at.end = array->array.used;
	at.fetch = lish_fetch_below_(at.end, at.end);
	at.changes = LISH_CHECK >= 1 ? rwarray_changes_(array) : 0;
	return at;
}

/* The next object before a slot, or NULL. */
LISH_TINY void *rwarray_look_on_(lish_op_ op, struct rwarray_look_ *at,
				 uint32_t end, size_t offset)
{
	const struct rwarray *array = at->of;
	uint32_t *node;

	do {
		if (lish_unlikely(at->next >= end)) {
			if (LISH_CHECK >= 1 &&
			    lish_unlikely(at->changes !=
					  rwarray_changes_(array))) {
				rwarray_changed_(op, array);
				lish_stay_();
			}
			return NULL;
		}
		node = array->array.slots[at->next++];
	} while (lish_unlikely(!node));
	/* The body may have made fewer of them since. */
	if (at->next < at->fetch && at->next + LISH_FETCH_AHEAD_ < end)
		lish_prefetch(array->array.slots[at->next +
						 LISH_FETCH_AHEAD_]);
	return (char *)(void *)node - offset;
}

/* Slots may have gone if the body has changed what it must not. */
LISH_STEP void *rwarray_step_const_(struct rwarray_look_ *at, size_t offset)
{
	return rwarray_look_on_("rwarray_for_each_entry_const", at,
				at->of->array.used, offset);
}

LISH_STEP void *rwarray_step_span_(struct rwarray_look_ *at, size_t offset)
{
	const uint32_t used = at->of->array.used;

	return rwarray_look_on_("rwarray_for_each_entry_span", at,
				at->end < used ? at->end : used, offset);
}

LISH_C_END

#define RWARRAY_LOOP_(pos, array, type, member, open, step)               \
	LISH_LOOP_(pos, rwarray_loop, loop, LISH_CLEANUP, rwarray_close_, \
		   open(&pos##_loop_, array), struct rwarray_cursor_,     \
		   rwarray_cursor_of_(&pos##_loop_), true, type,          \
		   step(&pos##_loop_, &pos##_at_,                         \
			LISH_OFFSET_(type, member, rwarray_idx)))

#define RWARRAY_VIEW_(pos, look, type, member, step)                                                    \
	LISH_LOOK_(pos, struct rwarray_look_, look, pos##_at_.of, LISH_NO_(const struct rwarray), type, \
		   step(&pos##_at_, LISH_OFFSET_(type, member, rwarray_idx)))

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
 * goto; by longjmp only with rwarray_abandon().
 */
#define rwarray_for_each_entry(pos, array, type, member)           \
	RWARRAY_LOOP_(pos, array, type, member, rwarray_open_all_, \
		      RWARRAY_STEP_)

/**
 * rwarray_for_each_entry_safe() - the same, under the name that the kernel uses
 * @pos: name of the cursor, declared by the loop
 * @array: the array
 * @type: type of the objects, possibly const
 * @member: name of the struct rwarray_idx in it
 */
#define rwarray_for_each_entry_safe(pos, array, type, member) \
	rwarray_for_each_entry(pos, array, type, member)

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
#define rwarray_for_each_entry_reverse(pos, array, type, member)       \
	RWARRAY_LOOP_(pos, array, type, member, rwarray_open_reverse_, \
		      RWARRAY_STEP_REVERSE_)

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
#define rwarray_for_each_entry_present(pos, array, type, member)       \
	RWARRAY_LOOP_(pos, array, type, member, rwarray_open_present_, \
		      RWARRAY_STEP_)

/**
 * rwarray_for_each_entry_const() - loop that changes nothing, not even holes
 * @pos: name of the cursor, declared by the loop
 * @array: the array, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct rwarray_idx in it
 *
 * For readers that share the array, and where only a const array is at hand.
 * The body may not change the array, nor loop over it but by const loops:
 * others may close holes. That it did is reported when the last one was visited.
 */
#define rwarray_for_each_entry_const(pos, array, type, member)           \
	RWARRAY_VIEW_(pos, rwarray_look_at_all_(array), type, member,    \
		      rwarray_step_const_)

/**
 * rwarray_for_each_entry_span() - loop over a share of the objects, in order
 * @pos: name of the cursor, declared by the loop
 * @array: the array, possibly const
 * @span: the share, a struct lish_span; any two numbers
 * @type: type of the objects, possibly const
 * @member: name of the struct rwarray_idx in it
 *
 * Passes over holes and closes none: it writes nothing to the array, so that
 * several threads may do so at a time. See rwarray_for_each_entry_const(),
 * rwarray_span(). Of a share that reaches beyond the slots in use, what exists is
 * visited.
 */
#define rwarray_for_each_entry_span(pos, array, span, type, member)      \
	RWARRAY_VIEW_(pos, rwarray_look_at_(array, span), type, member,  \
		      rwarray_step_span_)

/* Last, for LISH_REPORT_LOCATION. */
#define LISH_HERE_RWARRAY_
#include "core/here.h"

#endif /* LINUX_ISH_RWARRAY_H */
