/* SPDX-License-Identifier: MIT */
/*
 * dense.h - update list without an order: an array of pointers without gaps
 *
 * For objects that are many, are visited often, and come and go at any time, from
 * within loops too. The object carries a struct dense_idx, four bytes that say
 * where it stands; another one fills the gap of the one that goes. The slots of
 * the array are the caller's, or grow through a struct lish_mem.
 *
 * Not for you if the order counts (rwarray, walklist), if objects are to leave
 * without naming the container (walklist), or if the objects' memory is to be
 * managed as well (densepool).
 *
 *   operation                                    cost    changes
 *   -------------------------------------------  ------  ---------------------
 *   init, init_in, forget                        O(1)    the array
 *   add                                          O(1)*   puts one at the end
 *   del, leave, pop_entry                        O(1)    one fills the gap; one
 *                                                more for each running loop
 *   contains, index_of, at_entry, count, stats,
 *   span                                         O(1)    -
 *   clear, destroy                               O(n)    zeroes every node
 *   reserve, trim                                O(n)    the slots move
 *   check                                        O(n)    -
 *   sort                                         O(n log n) in place, stable;
 *                                                O(n) if nearly in order
 *   stop, abandon                                O(loops) ends loops
 *   * amortised, where the array grows; else always
 *
 *   loop                    delete any  add           sort, destroy
 *   ----------------------  ----------  ------------  -------------------
 *   for_each_entry, _safe   yes         yes, visited  misuse
 *   for_each_entry_reverse  yes         yes, not      misuse
 *   for_each_entry_present  yes         yes, not      misuse
 *   for_each_entry_frozen   misuse      -EBUSY and    misuse
 *                                       misuse
 *   for_each_entry_const    noticed     noticed       noticed
 *   for_each_entry_span     noticed     noticed       noticed
 *
 * All of them may be nested and left at any time. A loop visits what is in when
 * its turn comes, and each one once. clear, forget, pop, leave are as del; trim
 * and reserve are allowed wherever add is.
 *
 * A zero-filled node is in no array; a zero-filled array is not valid. Nothing
 * here is thread-safe: one lock must cover an array and the nodes in it.
 */
#ifndef LINUX_ISH_DENSE_H
#define LINUX_ISH_DENSE_H

#include "bug.h"
#include "container_of.h"
#include "core/parts.h"
#include "mem.h"

/**
 * struct dense_idx - what an object carries to be in a dense
 * @slot: private: number of its slot plus one
 *
 * - zero: in no array
 * - in an array: the slot holds the address of this one
 *
 * One node is in one array at a time; an object may carry several nodes.
 */
struct dense_idx {
	uint32_t slot;
};

/**
 * struct dense - the array
 * @parts: private: the slots, and the loops that run
 *
 * - slot i of those in use holds a node that says i + 1
 * - all zero: never initialised, or destroyed; not valid
 *
 * May be moved while no loop runs.
 */
struct dense {
	struct lish_parts_ parts;
};

/*
 * dense_slots: so named that storage of other containers does not compile.
 * No tag: in C, that of a member would be known outside the struct around it.
 */
#define DENSE_STORAGE_(n)                 \
	{                                 \
		uint32_t *dense_slots[n]; \
	}

/**
 * DENSE_STORAGE() - declare the slots of an array of fixed capacity
 * @mem: name of the variable, or of the member
 * @n: number of slots, a constant
 *
 * One object of a struct type of its own, of any storage class: at file scope,
 * in a function, or as a member. For DENSE_INIT() and dense_init_in().
 */
#define DENSE_STORAGE(mem, n) struct DENSE_STORAGE_(n) mem

/**
 * DENSE_INIT() - initialiser of an empty array of fixed capacity
 * @mem: a DENSE_STORAGE()
 *
 * A constant if @mem is static. The array needs no call before the first add. An
 * array that grows has no initialiser: call dense_init() once.
 */
#define DENSE_INIT(mem)                                         \
	{                                                       \
		LISH_PARTS_INIT_IN_((mem).dense_slots,          \
				    sizeof((mem).dense_slots) / \
					    sizeof(uint32_t *)) \
	}

/**
 * DENSE_DEFINE() - define an empty array of fixed capacity
 * @name: name of the variable
 * @n: number of slots, a constant
 *
 * At file scope, with external linkage: other files announce it by
 * "extern struct dense name;". Ready without a call.
 */
#define DENSE_DEFINE(name, n)                                          \
	extern struct name##_slots_ DENSE_STORAGE_(n) name##_storage_; \
	struct name##_slots_ name##_storage_;                          \
	struct dense name = DENSE_INIT(name##_storage_)

/**
 * DENSE_DEFINE_STATIC() - define an empty array of fixed capacity for this file
 * @name: name of the variable
 * @n: number of slots, a constant
 *
 * Also within a function. Ready without a call.
 */
#define DENSE_DEFINE_STATIC(name, n)              \
	static DENSE_STORAGE(name##_storage_, n); \
	static struct dense name = DENSE_INIT(name##_storage_)

LISH_C_BEGIN

LISH_NODE_(dense_idx);

struct dense_loop;

/**
 * dense_loop_end() - end a loop that was begun by hand
 * @loop: the loop; if it does not run, nothing happens
 *
 * Loops may end in any order. O(1), plus the loops begun after it.
 */
void dense_loop_end(struct dense_loop *loop);

LISH_CLEANUP_BY(dense_loop, dense_close_)

/**
 * struct dense_loop - a running loop
 * @loop: private
 *
 * The macros declare their own. See dense_loop_begin().
 */
struct dense_loop {
	struct lish_part_loop_ loop;

	/* private: in C++ */
	LISH_CLEANUP_DTOR(dense_loop, dense_close_)
};

void dense_init_in_(struct dense *array, uint32_t **slots, uint32_t n);
/* Cold halves of the checks: find out what is wrong and tell the hook. */
LISH_COLD void dense_refuse_(lish_op_ op, const struct dense *array,
			     const struct dense_idx *idx);
LISH_COLD void dense_refuse_zero_(lish_op_ op, const struct dense *array);
LISH_COLD void dense_refuse_last_(lish_op_ op, const struct dense *array);
/* The node cannot be added: -EEXIST or, for misuse, -EINVAL. */
LISH_COLD int dense_cannot_add_(const struct dense *array,
				const struct dense_idx *idx);
/* Level 2: the whole array. */
LISH_COLD bool dense_whole_ok_(lish_op_ op, const struct dense *array);
/* Add to an array that is full, is being looped over, or is none. */
LISH_NOINLINE int dense_add_slow_(struct dense *array, struct dense_idx *idx);
/* Take out a member while loops run; false, and reported, if one is frozen. */
LISH_NOINLINE bool dense_take_looped_(lish_op_ op, struct dense *array,
				      struct dense_idx *idx);

LISH_TINY struct dense_idx *dense_node_(uint32_t *slot)
{
	/* The word is all that is in the node. */
	return (struct dense_idx *)(void *)slot;
}

/* Was the array ever initialised? */
LISH_TINY bool dense_ready_(lish_op_ op, const struct dense *array)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!array->parts.array.limit)) {
		dense_refuse_zero_(op, array);
		lish_stay_();
		return false;
	}
	return true;
}

/* Is it a member? NULL, and the node of a NULL object, is reported. */
LISH_TINY bool dense_holds_(lish_op_ op, const struct dense *array,
			    const struct dense_idx *idx)
{
	if (LISH_CHECK >= 1 && lish_unlikely(lish_is_null(idx))) {
		dense_refuse_(op, array, idx);
		lish_stay_();
		return false;
	}
	return lish_parray_holds_(&array->parts.array, &idx->slot) ||
	       (dense_ready_(op, array) && false);
}

/* Is it a member, as the caller insists? */
LISH_TINY bool dense_must_hold_(lish_op_ op, const struct dense *array,
				const struct dense_idx *idx)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(idx) ||
			  !lish_parray_holds_(&array->parts.array,
					      &idx->slot))) {
		dense_refuse_(op, array, idx);
		lish_stay_();
		return false;
	}
	if (LISH_CHECK >= 2)
		return dense_whole_ok_(op, array);
	return true;
}

/* Take out a member. false if it was refused. */
LISH_TINY bool dense_take_(lish_op_ op, struct dense *array,
			   struct dense_idx *idx)
{
	struct lish_parray_ *slots = &array->parts.array;

	if (lish_unlikely(array->parts.loops.first != NULL))
		return lish_told_(dense_take_looped_(op, array, idx));
	/* Wrong if the object was overwritten as a whole, or freed. */
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(*slots->slots[slots->used - 1] != slots->used)) {
		dense_refuse_last_(op, array);
		lish_stay_();
		return false;
	}
	(void)lish_parts_take_(&array->parts, idx->slot - 1);
	/* In this order, for this may be the one that filled the gap. */
	idx->slot = 0;
	return true;
}

/**
 * dense_init() - make an empty array that grows
 * @array: any memory
 * @config: how, NULL for as it comes: see struct lish_config; initial, step,
 * limit, no_grow and mem count
 *
 * Allocates nothing unless config->initial asks for it. What @array held before
 * is neither read nor changed. O(1). See also dense_destroy().
 *
 * Context: Allocates; may sleep in the kernel: see struct lish_kmem.
 *
 * Return: 0; -ENOSPC if the initial slots are beyond the limit; -ENOMEM if there
 * is no memory for them. Unless 0, @array is not initialised.
 */
int dense_init(struct dense *array,
	       const struct lish_config *config) LISH_MUST_CHECK;

/**
 * dense_init_in() - make an empty array of fixed capacity
 * @array: any memory
 * @mem: pointer to a DENSE_STORAGE(), of any content; must outlive the array
 *
 * The array never allocates, and its init cannot fail. Storage of another
 * container, an allocator, or a pointer to slots does not compile. For a number
 * of slots that is no constant, call dense_init() with config->initial and
 * config->limit. O(1).
 */
#define dense_init_in(array, mem)                   \
	dense_init_in_(array, (mem)->dense_slots,   \
		       sizeof((mem)->dense_slots) / \
			       sizeof(uint32_t *))

/**
 * dense_idx_init() - make a node that is in no array
 * @idx: any memory
 *
 * For memory that is not zero-filled, and for members of an array that was
 * forgotten. Never for a node that is in an array. O(1).
 */
LISH_HOT void dense_idx_init(struct dense_idx *idx)
{
	if (lish_given_("dense_idx_init", idx))
		idx->slot = 0;
}

/**
 * dense_contains() - is this one a member?
 * @array: the array
 * @idx: a node of any state, of this or another array
 *
 * O(1).
 */
LISH_TINY bool dense_contains(const struct dense *array,
			      const struct dense_idx *idx)
{
	return dense_holds_("dense_contains", array, idx);
}

/**
 * dense_add() - add a member at the end
 * @array: the array
 * @idx: a node that is in no array
 *
 * Running loops visit it, but for _reverse and _present ones. O(1), amortised
 * where the array grows, which is the only time that anything is allocated; plus
 * O(running loops). See also dense_reserve().
 *
 * Context: Allocates if it grows; may sleep in the kernel: see struct lish_kmem.
 *
 * A node that is neither zero nor in @array is misuse, LISH_ALREADY_IN: it was
 * never zeroed, was overwritten or forgotten, or is in another array. Zero a new
 * node, or call dense_idx_init(). Take a node out of the other array first.
 *
 * Return: 0; -EEXIST if @idx is in @array already; -ENOSPC if the array is full
 * or at its limit; -ENOMEM if there is no memory; -EBUSY, reported, during a
 * _frozen loop and during a sort; -EINVAL for misuse that was reported. Unless 0,
 * nothing has changed.
 */
LISH_MUST_CHECK LISH_HOT int dense_add(struct dense *array,
				       struct dense_idx *idx)
{
	struct lish_parray_ *slots = &array->parts.array;
	const uint32_t used = slots->used;

	if (lish_unlikely((LISH_CHECK >= 1 && lish_is_null(idx)) || idx->slot))
		return lish_told_(dense_cannot_add_(array, idx));
	if (LISH_CHECK >= 2 && !dense_whole_ok_("dense_add", array))
		return -EINVAL;
	if (lish_unlikely(used == slots->capacity ||
			  array->parts.loops.first != NULL))
		return lish_told_(dense_add_slow_(array, idx));
	slots->slots[used] = &idx->slot;
	slots->used = used + 1;
	slots->changes++;
	idx->slot = used + 1;
	return 0;
}

/**
 * dense_del() - take a member out
 * @array: the array
 * @idx: a member; anything else is reported
 *
 * At any time; running loops do not visit it any more, and no other one twice or
 * not at all. The last member goes to its place, or, in loops, the last one that
 * they know alike. @idx is zero afterwards, and may be added again, or freed.
 * Refused and reported during a _frozen loop. O(1), plus O(running loops) moves.
 * See also dense_leave().
 */
LISH_HOT void dense_del(struct dense *array, struct dense_idx *idx)
{
	if (dense_must_hold_("dense_del", array, idx))
		(void)dense_take_("dense_del", array, idx);
}

/**
 * dense_leave() - take out what may be a member
 * @array: the array
 * @idx: a node of any state
 *
 * As dense_del(), but for one that is not in this array there is nothing to do.
 *
 * Return: true if it was a member, and is none any more. O(1).
 */
LISH_HOT bool dense_leave(struct dense *array, struct dense_idx *idx)
{
	if (!dense_holds_("dense_leave", array, idx))
		return false;
	if (LISH_CHECK >= 2 && !dense_whole_ok_("dense_leave", array))
		return false;
	return dense_take_("dense_leave", array, idx);
}

LISH_HOT struct dense_idx *dense_pop_(struct dense *array)
{
	struct lish_parray_ *slots = &array->parts.array;
	struct dense_idx *last;

	if (!slots->used) {
		(void)dense_ready_("dense_pop_entry", array);
		return NULL;
	}
	if (LISH_CHECK >= 2 && !dense_whole_ok_("dense_pop_entry", array))
		return NULL;
	last = dense_node_(slots->slots[slots->used - 1]);
	return dense_take_("dense_pop_entry", array, last) ? last : NULL;
}

/**
 * dense_index_of() - the place of a member
 * @array: the array
 * @idx: a node of any state
 *
 * Valid until the next del, leave, pop_entry, sort or clear. O(1).
 *
 * Return: an index that dense_at_entry() takes; -1 if @idx is not in this array.
 */
LISH_TINY int32_t dense_index_of(const struct dense *array,
				 const struct dense_idx *idx)
{
	return dense_holds_("dense_index_of", array, idx)
		       ? (int32_t)(idx->slot - 1)
		       : -1;
}

LISH_TINY struct dense_idx *dense_at_(const struct dense *array, uint32_t index)
{
	if (index < array->parts.array.used)
		return dense_node_(array->parts.array.slots[index]);
	(void)dense_ready_("dense_at_entry", array);
	return NULL;
}

/**
 * dense_count() - number of members
 * @array: the array
 *
 * O(1).
 */
LISH_TINY uint32_t dense_count(const struct dense *array)
{
	return dense_ready_("dense_count", array) ? array->parts.array.used : 0;
}

/**
 * dense_stats() - all figures
 * @array: the array
 *
 * O(1).
 *
 * Return: see struct lish_stats; retired is zero, failed are the adds that found
 * no room or no memory.
 */
struct lish_stats dense_stats(const struct dense *array);

/**
 * dense_reserve() - have slots for so many members
 * @array: the array
 * @count: number of members, those of now included
 *
 * Until there are more of them, add cannot fail and allocates nothing. O(n).
 *
 * Context: Allocates; may sleep in the kernel: see struct lish_kmem.
 *
 * Return: 0; -ENOSPC if @count is beyond the limit or the fixed slots; -ENOMEM if
 * there is no memory; -EBUSY, reported, during a _frozen loop and during a sort;
 * -EINVAL for misuse that was reported. Unless 0, nothing has changed.
 */
int dense_reserve(struct dense *array, uint32_t count) LISH_MUST_CHECK;

/**
 * dense_trim() - give back the memory of slots that are not needed
 * @array: the array
 *
 * The array stays as it is if its slots are the caller's, if there is no memory
 * for the smaller one and, reported, during a _frozen loop. O(n).
 *
 * Context: Allocates and frees memory; may sleep in the kernel: see struct lish_kmem.
 */
void dense_trim(struct dense *array);

/**
 * dense_clear() - take out all members
 * @array: the array
 *
 * Every node is zero afterwards. Of the loops that run, plain ones visit what
 * is added after it, the others end. Keeps the memory. Refused and reported
 * during a _frozen loop. O(n); see dense_forget() for O(1).
 */
void dense_clear(struct dense *array);

/**
 * dense_forget() - empty an array without touching its members
 * @array: the array
 *
 * For objects whose memory is gone, or that are initialised anew: the nodes stay
 * as they are, and must not be added, or asked for, before dense_idx_init().
 * As dense_clear() otherwise. O(1).
 */
void dense_forget(struct dense *array);

/**
 * dense_destroy() - take out all members and give the memory back
 * @array: the array; zero afterwards, hence not valid
 *
 * Every node is zero afterwards. If the objects are gone already, call
 * dense_forget() first. Refused and reported during a loop: see dense_stop().
 * O(n).
 *
 * Context: Frees memory; may sleep in the kernel: see struct lish_kmem.
 */
void dense_destroy(struct dense *array);

/**
 * dense_sort() - put the members in order
 * @array: the array
 * @cmp: their order: > 0 if @a belongs after @b, else <= 0; must return, and must
 * neither change nor ask the array
 * @ctx: first argument of @cmp
 *
 * Stable: equals stay in their order. The order lasts until the next del, leave
 * or pop_entry. Comparisons: n - 1 if it is sorted already, or the other way
 * round; little more than two per member if few are out of place (what del and add
 * do to a sorted array); O(n log n) at most. Allocates nothing; needs a stack of
 * O(log n). Of a @cmp that contradicts itself nothing worse comes than some other
 * order. Of a shuffled array it is twice as fast if @cmp has no branch: "return
 * a->key > b->key". A loop over more objects than the cache holds is faster in the
 * order of memory: "return (uintptr_t)a > (uintptr_t)b". During a loop it is refused and reported, and so are changes
 * while it runs.
 */
void dense_sort(struct dense *array,
		int (*cmp)(void *ctx, const struct dense_idx *a,
			   const struct dense_idx *b),
		void *ctx);

/**
 * dense_span() - the share of the members that one of several workers gets
 * @array: the array
 * @part: number of the share, from 0 on
 * @parts: how many shares there are; may be more than there are members
 *
 * The shares of all parts cover each member once, one after the other, and
 * differ in length by one at most. O(1).
 * See also dense_for_each_entry_span(), dense_at_entry().
 *
 * Return: the share, valid until the next change. A @part that is not below
 * @parts is reported, and its share empty.
 */
struct lish_span dense_span(const struct dense *array, uint32_t part,
			    uint32_t parts);

/**
 * dense_check() - examine the whole array
 * @array: the array
 * @fault: where the first faulty node is stored, NULL if the array itself is at
 * fault or nothing is; may be NULL itself
 *
 * O(n), reports to nobody.
 *
 * Return: LISH_OK, LISH_UNINITIALIZED, LISH_BAD_COUNT or LISH_BAD_INDEX.
 */
enum lish_reason dense_check(const struct dense *array,
			     const struct dense_idx **fault);

#define DENSE_OFFSET_(type, member) LISH_OFFSET_(type, member, dense_idx)

LISH_TINY void *dense_entry_(const struct dense_idx *idx, size_t offset)
{
	/* Through an integer, because only the object may be const. */
	return (void *)((uintptr_t)idx - offset);
}

LISH_TINY void *dense_entry_or_null_(const struct dense_idx *idx, size_t offset)
{
	return idx ? dense_entry_(idx, offset) : NULL;
}

/**
 * dense_at_entry() - the object at a place
 * @array: the array
 * @index: any number
 * @type: type of the object, possibly const
 * @member: name of the struct dense_idx in it
 *
 * Return: the object, or NULL if @index is not below the count. O(1).
 */
#define dense_at_entry(array, index, type, member)                     \
	LISH_CAST_(type, dense_entry_or_null_(dense_at_(array, index), \
					      DENSE_OFFSET_(type, member)))

/**
 * dense_pop_entry() - take out the last object
 * @array: the array
 * @type: type of the object
 * @member: name of the struct dense_idx in it
 *
 * As dense_del(). O(1).
 *
 * Return: the object, its node zero by now; NULL if the array is empty, and,
 * reported, during a _frozen loop.
 */
#define dense_pop_entry(array, type, member)                     \
	LISH_CAST_(type, dense_entry_or_null_(dense_pop_(array), \
					      DENSE_OFFSET_(type, member)))

/**
 * dense_loop_begin() - begin a loop by hand
 * @loop: a loop that does not run, LISH_LOOP_INIT or ended; stays where it is
 * until dense_loop_end()
 * @array: the array
 *
 * For compilers that cannot close a loop that is left by return or goto, and for
 * loops that are carried on from call to call::
 *
 *	struct dense_loop loop = LISH_LOOP_INIT;
 *	struct dense_idx *idx;
 *
 *	dense_loop_begin(&loop, &bullets);
 *	while ((idx = dense_loop_next(&loop)) != NULL)
 *		...
 *	dense_loop_end(&loop);
 *
 * As dense_for_each_entry(); what is added to an array that was empty is visited
 * too. A loop that runs, over this array or another, is reported and goes on.
 * O(loops that run).
 */
void dense_loop_begin(struct dense_loop *loop, struct dense *array);

/**
 * dense_loop_next() - the next member of a loop that was begun by hand
 * @loop: the loop
 *
 * Between two calls the array may change, in an interrupt or another thread as
 * well if each call is made under its lock. O(1).
 *
 * Return: its node, or NULL if there is none left or the loop has ended.
 */
LISH_TINY struct dense_idx *dense_loop_next(struct dense_loop *loop)
{
	return dense_node_(lish_part_next_(&loop->loop));
}

/**
 * dense_stop() - let all running loops end
 * @array: the array, which may be destroyed or freed afterwards
 *
 * They end at their next step, without touching the array. For containers that
 * go while they are looped over. O(loops). See also dense_abandon().
 */
void dense_stop(struct dense *array);

/**
 * dense_abandon() - forget all loops that longjmp() has left
 * @array: the array
 *
 * longjmp() closes nothing: to be called before anything else is done with
 * @array, and not while a loop over it goes on. O(1).
 */
void dense_abandon(struct dense *array);

/* The array that a running loop is registered in. */
LISH_TINY const void *dense_of_(const struct dense_loop *loop)
{
	return (const void *)((uintptr_t)loop->loop.loop.owner -
			      offsetof(struct dense, parts.loops));
}

/* The name of a loop is a constant that only cold code takes: one function each. */
LISH_TINY struct lish_part_at_ dense_open_as_(lish_op_ op, struct dense *array,
					      struct dense_loop *loop,
					      uint32_t kind)
{
	if (!array->parts.array.used)
		(void)dense_ready_(op, array);
	return lish_part_open_(op, array, &array->parts, &loop->loop, kind);
}

LISH_HOT struct lish_part_at_
dense_open_(struct dense *array, struct dense_loop *loop)
{
	return dense_open_as_("dense_for_each_entry", array, loop, 0);
}

LISH_HOT struct lish_part_at_
dense_open_reverse_(struct dense *array, struct dense_loop *loop)
{
	return dense_open_as_("dense_for_each_entry_reverse", array, loop,
			      LISH_PART_REVERSE_);
}

LISH_HOT struct lish_part_at_
dense_open_present_(struct dense *array, struct dense_loop *loop)
{
	return dense_open_as_("dense_for_each_entry_present", array, loop,
			      LISH_PART_PRESENT_);
}

LISH_HOT struct lish_part_at_
dense_open_frozen_(struct dense *array, struct dense_loop *loop)
{
	return dense_open_as_("dense_for_each_entry_frozen", array, loop,
			      LISH_PART_FROZEN_);
}

LISH_HOT void dense_close_(struct dense_loop *loop)
{
	lish_loop_close_("dense_for_each_entry", dense_of_(loop),
			 &loop->loop.loop);
}

LISH_HOT struct lish_part_view_ dense_view_span_(const struct dense *array,
						 struct lish_span span)
{
	if (!array->parts.array.used)
		(void)dense_ready_("dense_for_each_entry_span", array);
	return lish_part_view_of_(&array->parts, span);
}

LISH_HOT struct lish_part_view_ dense_view_(const struct dense *array)
{
	struct lish_span span;

	span.start = 0;
	span.count = array->parts.array.used;
	if (!array->parts.array.used)
		(void)dense_ready_("dense_for_each_entry_const", array);
	return lish_part_view_of_(&array->parts, span);
}

LISH_STEP void *dense_look_(struct lish_part_view_ *view, size_t offset)
{
	return lish_part_look_("dense_for_each_entry_const", view->parts, view,
			       offset);
}

LISH_STEP void *dense_look_span_(struct lish_part_view_ *view, size_t offset)
{
	return lish_part_look_("dense_for_each_entry_span", view->parts, view,
			       offset);
}

#define DENSE_LOOP_(pos, array, type, member, open, step)                                \
	LISH_LOOP_(pos, dense_loop, loop.loop, LISH_CLEANUP, dense_close_, &pos##_loop_, \
		   struct lish_part_at_, open(array, &pos##_loop_), true,                \
		   type, step(&pos##_loop_.loop, &pos##_at_,                             \
			      DENSE_OFFSET_(type, member)))

#define DENSE_VIEW_(pos, view, type, member, look) \
	LISH_PART_LOOK_(pos, view, type,           \
			look(&pos##_at_, DENSE_OFFSET_(type, member)))

/**
 * dense_for_each_entry() - loop over the objects; anything may change meanwhile
 * @pos: name of the cursor, declared by the loop
 * @array: the array
 * @type: type of the objects, possibly const
 * @member: name of the struct dense_idx in it
 *
 * The body may take out @pos, free what it took out, take out any other
 * object, and add; to sort or to destroy the array is refused. Whatever is in
 * when the loop comes to it is visited once; what is added is visited in the
 * same pass, so that a body that always adds never ends: see
 * dense_for_each_entry_present(). An object that is taken out and added again
 * is a new one. May be nested, and left by break; by return, goto and C++
 * exceptions as well where LISH_HAS_CLEANUP is 1 (else use
 * dense_loop_begin()). See also dense_stop(), dense_abandon().
 */
#define dense_for_each_entry(pos, array, type, member) \
	DENSE_LOOP_(pos, array, type, member, dense_open_, lish_part_step_)

/**
 * dense_for_each_entry_safe() - dense_for_each_entry() by the kernel's name
 * @pos: name of the cursor, declared by the loop
 * @array: the array
 * @type: type of the objects, possibly const
 * @member: name of the struct dense_idx in it
 */
#define dense_for_each_entry_safe(pos, array, type, member) \
	dense_for_each_entry(pos, array, type, member)

/**
 * dense_for_each_entry_reverse() - loop from the last object to the first
 * @pos: name of the cursor, declared by the loop
 * @array: the array
 * @type: type of the objects, possibly const
 * @member: name of the struct dense_idx in it
 *
 * As dense_for_each_entry(), but what is added is not visited.
 */
#define dense_for_each_entry_reverse(pos, array, type, member)               \
	DENSE_LOOP_(pos, array, type, member, dense_open_reverse_,           \
		    lish_part_step_back_)

/**
 * dense_for_each_entry_present() - loop over the objects that are in by now
 * @pos: name of the cursor, declared by the loop
 * @array: the array
 * @type: type of the objects, possibly const
 * @member: name of the struct dense_idx in it
 *
 * As dense_for_each_entry(), but what is added is not visited.
 */
#define dense_for_each_entry_present(pos, array, type, member)               \
	DENSE_LOOP_(pos, array, type, member, dense_open_present_,           \
		    lish_part_step_)

/**
 * dense_for_each_entry_frozen() - loop over the objects, refusing changes
 * @pos: name of the cursor, declared by the loop
 * @array: the array
 * @type: type of the objects, possibly const
 * @member: name of the struct dense_idx in it
 *
 * Until the loop is left, all calls that would change the array are reported
 * with LISH_FROZEN and change nothing; dense_add() returns -EBUSY. Other loops
 * may stand in it. Nested and left as dense_for_each_entry().
 */
#define dense_for_each_entry_frozen(pos, array, type, member)                \
	DENSE_LOOP_(pos, array, type, member, dense_open_frozen_,            \
		    lish_part_step_)

/**
 * dense_for_each_entry_const() - loop that writes nothing to the array
 * @pos: name of the cursor, declared by the loop
 * @array: the array, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct dense_idx in it
 *
 * For arrays that may only be read, as when several threads loop over one at a
 * time. The body may not change the array: the next step notices that at level
 * 1, reports it and ends the loop. At level 0 nothing does. To stop and to
 * abandon loops does not concern it.
 */
#define dense_for_each_entry_const(pos, array, type, member) \
	DENSE_VIEW_(pos, dense_view_(array), type, member, dense_look_)

/**
 * dense_for_each_entry_span() - loop over a share of the objects
 * @pos: name of the cursor, declared by the loop
 * @array: the array, possibly const
 * @span: the share, a struct lish_span
 * @type: type of the objects, possibly const
 * @member: name of the struct dense_idx in it
 *
 * Writes nothing to the array, so that several threads may do so at a time. See
 * dense_for_each_entry_const(). Of a share that reaches beyond the members, those
 * that exist are visited.
 */
#define dense_for_each_entry_span(pos, array, span, type, member)       \
	DENSE_VIEW_(pos, dense_view_span_(array, span), type, member,   \
		    dense_look_span_)

LISH_C_END

/* Last, for LISH_REPORT_LOCATION. */
#define LISH_HERE_DENSE_
#include "core/here.h"

#endif /* LINUX_ISH_DENSE_H */
