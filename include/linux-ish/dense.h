/* SPDX-License-Identifier: MIT */
/*
 * dense.h - update list without an order: an array of pointers without gaps
 *
 * For objects that are many, are visited often, and come and go at any time.
 * The object carries a struct dense_idx, four bytes that say where it stands;
 * taking one out puts the last one into the gap. The slots of the array are the
 * caller's, or grow through a struct lish_mem.
 *
 * Not for you if the order counts (rwarray, walklist), if a loop must survive
 * any change (rwarray, walklist, slotpool), or if the objects' memory is to be
 * managed as well (densepool).
 *
 *   operation                                    cost    changes
 *   -------------------------------------------  ------  ---------------------
 *   init, init_fixed, set_limit, forget          O(1)    the array
 *   add                                          O(1)*   puts one at the end
 *   del                                          O(1)    last one fills the gap
 *   pop, swap                                    O(1)    one or two places
 *   contains, index_of, at, empty, count,
 *   capacity, span                               O(1)    -
 *   clear, destroy                               O(n)    zeroes every node
 *   reserve, trim                                O(n)    the slots move
 *   check                                        O(n)    -
 *   sort, sort_by_address                        O(n log n) in place, not
 *                                                stable; O(n) if in order
 *   * amortised, where the array grows; else always
 *
 *   loop                    delete current  delete others    add
 *   ----------------------  --------------  ---------------  ----------------
 *   for_each_entry          -EBUSY          -EBUSY           -EBUSY
 *   for_each_entry_reverse  -EBUSY          -EBUSY           -EBUSY
 *   for_each_entry_safe     yes             visited ones;    yes, not visited
 *   (last to first)                         see there
 *   for_each_entry_const    no              no               no
 *   for_each_entry_span     no              no               no
 *
 * A zero-filled node is in no array; a zero-filled array is not valid. Nothing
 * here is thread-safe: one lock must cover an array and the nodes in it.
 */
#ifndef LINUX_ISH_DENSE_H
#define LINUX_ISH_DENSE_H

#include "bug.h"
#include "container_of.h"
#include "mem.h"

/*
 * Loops fetch the object that comes this many slots later, in arrays that have
 * more members than fit into near caches; below, it only costs.
 */
#define DENSE_PREFETCH_AHEAD 32
#define DENSE_PREFETCH_ABOVE 8192

/**
 * struct dense_idx - what an object carries to be in a dense
 * @slot: private: number of its slot plus one
 *
 * - zero: in no array
 * - in an array: items[slot - 1] is this node
 *
 * One node is in one array at a time; an object may carry several nodes.
 */
struct dense_idx {
	uint32_t slot;
};

struct dense_loop;

/**
 * struct dense - the array
 * @items: private: the slots, those of members first
 * @count: private: members
 * @capacity: private: number of slots
 * @loops: private: the loops that refuse changes, the one that began last first
 * @mem: private: where the slots come from; NULL: they are the caller's
 * @limit: private: how many they may grow to; zero: never initialised
 *
 * - items[i]->slot is i + 1 for each i < count
 * - count <= capacity
 * - while there are @loops, neither @items nor @count nor an order changes
 */
struct dense {
	struct dense_idx **items;
	uint32_t count;
	uint32_t capacity;
	struct dense_loop *loops;
	struct lish_mem *mem;
	uint32_t limit;
};

/**
 * DENSE_INIT() - initialiser of an empty array that grows
 * @mem: address of the struct lish_mem that its slots come from
 */
#define DENSE_INIT(mem) { NULL, 0, 0, NULL, (mem), LISH_MAX_COUNT }

/**
 * DENSE_INIT_FIXED() - initialiser of an empty array that does not grow
 * @slots: array of struct dense_idx pointers, which it uses
 * @capacity: number of them, at most LISH_MAX_COUNT
 */
#define DENSE_INIT_FIXED(slots, capacity) \
	{ (slots), 0, (capacity), NULL, NULL, LISH_MAX_COUNT }

/**
 * DENSE_DEFINE() - define an empty array of fixed capacity
 * @name: name of the variable
 * @capacity: number of slots, a constant
 *
 * Array and slots are static, and ready without a call.
 */
#define DENSE_DEFINE(name, capacity)                             \
	static struct dense_idx *name##_slots_[capacity];        \
	static struct dense name = DENSE_INIT_FIXED(name##_slots_, capacity)

/**
 * struct dense_share - a contiguous share of the members
 * @start: place of the first one
 * @count: how many there are
 */
struct dense_share {
	uint32_t start;
	uint32_t count;
};

/**
 * typedef dense_cmp_fn - the order of two members
 * @ctx: what was passed along
 * @a: a member
 * @b: another one
 *
 * Must return, and must neither change nor ask the array.
 *
 * Return: > 0 if @a belongs behind @b, else <= 0.
 */
typedef int (*dense_cmp_fn)(void *ctx, const struct dense_idx *a,
			    const struct dense_idx *b);

LISH_C_BEGIN

/* Declared here for the destructor. */
void dense_loop_end(struct dense_loop *loop);

/**
 * struct dense_loop - a loop during which changes are refused
 * @array: private: NULL: it has ended
 * @up: private: the loop around this one
 * @next: private: place of the member that dense_loop_next() returns
 *
 * The macros declare their own. See dense_loop_begin().
 */
struct dense_loop {
	struct dense *array;
	struct dense_loop *up;
	uint32_t next;

	/* private: in C++, unless the compiler has its own way */
	LISH_CLEANUP_DTOR(dense_loop, dense_loop_end)
};

/**
 * DENSE_LOOP_INIT - initialiser of a loop that has not begun
 *
 * For a struct dense_loop of one's own that may be ended before it begins.
 */
#define DENSE_LOOP_INIT { NULL, NULL, 0 }

/* Cold halves of the checks: find out what is wrong and tell the hook. */
LISH_COLD void dense_refuse_zero_(const char *op, const struct dense *array);
LISH_COLD void dense_refuse_last_(const char *op, const struct dense *array);
LISH_COLD void dense_refuse_loop_(const char *op, const struct dense *array);
/* Level 2: the whole array. */
LISH_COLD bool dense_whole_ok_(const char *op, const struct dense *array);
/* What is no member cannot go: -ENOENT or, never initialised, -EINVAL. */
LISH_COLD int dense_no_member_(const char *op, const struct dense *array);
/* Room for one more: 0, -ENOSPC, -ENOMEM or, never initialised, -EINVAL. */
LISH_COLD int dense_grow_(struct dense *array);

/* Was the array ever initialised? */
LISH_TINY bool dense_ready_(const char *op, const struct dense *array)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!array->limit)) {
		dense_refuse_zero_(op, array);
		return false;
	}
	return true;
}

/*
 * May the last one be moved or taken out? Its node is wrong if the object was
 * overwritten as a whole, or freed. Not for an empty array.
 */
LISH_TINY bool dense_last_ok_(const char *op, const struct dense *array)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(array->items[array->count - 1]->slot !=
			  array->count)) {
		dense_refuse_last_(op, array);
		return false;
	}
	if (LISH_CHECK >= 2)
		return dense_whole_ok_(op, array);
	return true;
}

/**
 * dense_init() - make an empty array that grows
 * @array: any memory
 * @mem: where its slots come from, NULL for lish_mem_default; must outlive the
 * array
 *
 * Allocates nothing yet: the first add or reserve does. What @array held before
 * is neither read nor changed. O(1). See also DENSE_INIT(), dense_destroy(),
 * dense_set_limit().
 */
LISH_HOT void dense_init(struct dense *array, struct lish_mem *mem)
{
	array->items = NULL;
	array->count = 0;
	array->capacity = 0;
	array->loops = NULL;
	array->mem = mem ? mem : &lish_mem_default;
	array->limit = LISH_MAX_COUNT;
}

/**
 * dense_init_fixed() - make an empty array that does not grow
 * @array: any memory
 * @slots: array of pointers to use, of any content; must outlive the array; may
 * be NULL if @capacity is 0
 * @capacity: number of @slots; what is beyond LISH_MAX_COUNT is not used
 *
 * What @array and @slots held before is neither read nor changed. O(1).
 * See also DENSE_INIT_FIXED(), DENSE_DEFINE().
 */
LISH_HOT void dense_init_fixed(struct dense *array, struct dense_idx **slots,
			       uint32_t capacity)
{
	array->items = slots;
	array->count = 0;
	array->capacity = capacity < LISH_MAX_COUNT ? capacity : LISH_MAX_COUNT;
	array->loops = NULL;
	array->mem = NULL;
	array->limit = LISH_MAX_COUNT;
}

/**
 * dense_idx_init() - make a node that is in no array
 * @idx: any memory
 *
 * For memory that is not zero-filled, and for members of an array that was
 * forgotten. Never for a node that is in an array. O(1).
 */
LISH_HOT void dense_idx_init(struct dense_idx *idx)
{
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
	/* In no array: 0 - 1 is beyond any count. */
	const uint32_t at = idx->slot - 1;

	return at < array->count && array->items[at] == idx;
}

/**
 * dense_add() - add a member at the end
 * @array: the array
 * @idx: a node that is in no array
 *
 * Running _safe loops do not visit it. O(1), amortised where the array grows:
 * from 8 slots on it doubles, which is the only time that anything is
 * allocated. See also dense_reserve().
 *
 * Return: 0; -EEXIST if @idx is in an array, this or another, which includes
 * one that was forgotten; -EBUSY during a loop; -ENOSPC if the array is full or
 * at its limit; -ENOMEM if there is no memory; -EINVAL for misuse that was
 * reported. Unless 0, nothing has changed.
 */
LISH_HOT int dense_add(struct dense *array, struct dense_idx *idx)
{
	const uint32_t count = array->count;
	int err;

	if (lish_unlikely(idx->slot))
		return -EEXIST;
	if (lish_unlikely(array->loops))
		return -EBUSY;
	if (LISH_CHECK >= 2 && !dense_whole_ok_("dense_add", array))
		return -EINVAL;
	if (lish_unlikely(count == array->capacity)) {
		err = dense_grow_(array);
		if (err)
			return err;
	}
	array->items[count] = idx;
	array->count = count + 1;
	idx->slot = count + 1;
	return 0;
}

/**
 * dense_del() - take a member out
 * @array: the array
 * @idx: a node of any state
 *
 * The last member goes to its place. @idx is zero afterwards, and may be added
 * again, or freed. O(1).
 *
 * Return: 0; -ENOENT if @idx is not in this array; -EBUSY during a loop;
 * -EINVAL for misuse that was reported. Unless 0, nothing has changed.
 */
LISH_HOT int dense_del(struct dense *array, struct dense_idx *idx)
{
	const uint32_t slot = idx->slot;
	struct dense_idx *last;

	if (lish_unlikely(!dense_contains(array, idx)))
		return dense_no_member_("dense_del", array);
	if (lish_unlikely(array->loops))
		return -EBUSY;
	if (!dense_last_ok_("dense_del", array))
		return -EINVAL;
	last = array->items[--array->count];
	array->items[slot - 1] = last;
	last->slot = slot;
	/* In this order, for this may be the last one. */
	idx->slot = 0;
	return 0;
}

/**
 * dense_pop() - take out the last member
 * @array: the array
 *
 * O(1).
 *
 * Return: its node, zero by now; NULL if the array is empty, and during a loop.
 */
LISH_HOT struct dense_idx *dense_pop(struct dense *array)
{
	struct dense_idx *last;

	if (!array->count) {
		(void)dense_ready_("dense_pop", array);
		return NULL;
	}
	if (lish_unlikely(array->loops) || !dense_last_ok_("dense_pop", array))
		return NULL;
	last = array->items[--array->count];
	last->slot = 0;
	return last;
}

/**
 * dense_swap() - let two members change places
 * @array: the array
 * @a: a node of any state
 * @b: another one, or @a, which changes nothing
 *
 * O(1).
 *
 * Return: 0; -ENOENT if one of them is not in this array; -EBUSY during a
 * loop; -EINVAL for misuse that was reported. Unless 0, nothing has changed.
 */
LISH_HOT int dense_swap(struct dense *array, struct dense_idx *a,
			struct dense_idx *b)
{
	const uint32_t slot = a->slot;

	if (lish_unlikely(!dense_contains(array, a) ||
			  !dense_contains(array, b)))
		return dense_no_member_("dense_swap", array);
	if (lish_unlikely(array->loops))
		return -EBUSY;
	if (LISH_CHECK >= 2 && !dense_whole_ok_("dense_swap", array))
		return -EINVAL;
	array->items[slot - 1] = b;
	array->items[b->slot - 1] = a;
	a->slot = b->slot;
	b->slot = slot;
	return 0;
}

/**
 * dense_index_of() - the place of a member
 * @array: the array
 * @idx: a node of any state
 *
 * Valid until the next del, pop, swap, sort or clear. O(1).
 *
 * Return: an index that dense_at() takes; -1 if @idx is not in this array.
 */
LISH_TINY int32_t dense_index_of(const struct dense *array,
				 const struct dense_idx *idx)
{
	return dense_contains(array, idx) ? (int32_t)(idx->slot - 1) : -1;
}

/**
 * dense_at() - the member at a place
 * @array: the array
 * @index: any number
 *
 * O(1). See also dense_at_entry().
 *
 * Return: the member, or NULL if @index is not below the count.
 */
LISH_TINY struct dense_idx *dense_at(const struct dense *array, uint32_t index)
{
	return index < array->count ? array->items[index] : NULL;
}

/**
 * dense_empty() - is there no member?
 * @array: the array
 *
 * O(1).
 */
LISH_TINY bool dense_empty(const struct dense *array)
{
	return !dense_ready_("dense_empty", array) || !array->count;
}

/**
 * dense_count() - number of members
 * @array: the array
 *
 * O(1).
 */
LISH_TINY uint32_t dense_count(const struct dense *array)
{
	return dense_ready_("dense_count", array) ? array->count : 0;
}

/**
 * dense_capacity() - number of slots there are
 * @array: the array
 *
 * So many members fit without an allocation. O(1).
 */
LISH_TINY uint32_t dense_capacity(const struct dense *array)
{
	return dense_ready_("dense_capacity", array) ? array->capacity : 0;
}

/**
 * dense_set_limit() - let the array grow to so many slots and no further
 * @array: the array
 * @limit: the most slots, at least 1; what is beyond LISH_MAX_COUNT counts as
 * that
 *
 * An add that would need more is then -ENOSPC. A fixed array never grows. O(1).
 *
 * Return: 0; -EINVAL if @limit is 0, and for misuse that was reported; -ENOSPC
 * if the array has more slots already: dense_trim() may help. Unless 0, nothing
 * has changed.
 */
int dense_set_limit(struct dense *array, uint32_t limit);

/**
 * dense_reserve() - have slots for so many members
 * @array: the array
 * @count: number of members, those of now included
 *
 * Until there are more of them, add cannot fail and allocates nothing. O(n).
 *
 * Return: 0; -EBUSY during a loop; -ENOSPC if @count is beyond the limit or the
 * fixed slots; -ENOMEM if there is no memory; -EINVAL for misuse that was
 * reported. Unless 0, nothing has changed.
 */
int dense_reserve(struct dense *array, uint32_t count);

/**
 * dense_trim() - give back the memory of slots that are not needed
 * @array: the array
 *
 * Slots of the caller are not given back. O(n).
 *
 * Return: 0; -EBUSY during a loop; -ENOMEM if there is no memory for the
 * smaller array, in which case the old one stays; -EINVAL for misuse that was
 * reported.
 */
int dense_trim(struct dense *array);

/**
 * dense_clear() - take out all members
 * @array: the array
 *
 * Every node is zero afterwards. Keeps the memory. O(n); see dense_forget() for
 * O(1).
 *
 * Return: 0; -EBUSY during a loop; -EINVAL for misuse that was reported.
 */
int dense_clear(struct dense *array);

/**
 * dense_forget() - empty an array without touching its members
 * @array: the array
 *
 * For objects that are gone, or initialised anew before they are used again:
 * their nodes still look as if they were in, so that no array takes them before
 * dense_idx_init(). Keeps the memory. O(1).
 *
 * Return: 0; -EBUSY during a loop; -EINVAL for misuse that was reported.
 */
int dense_forget(struct dense *array);

/**
 * dense_destroy() - take out all members and give the memory back
 * @array: the array; zero afterwards, hence not valid
 *
 * Every node is zero afterwards. If the objects are gone already, call
 * dense_forget() first. Refused and reported during a loop. O(n).
 */
void dense_destroy(struct dense *array);

/**
 * dense_sort() - sort the members
 * @array: the array
 * @cmp: the order
 * @ctx: passed to @cmp
 *
 * In place and not stable. The order lasts until the next del. Comparisons:
 * n - 1 if it is sorted already, little more than two per member if few are out
 * of place (what del and add do to a sorted array), O(n log n) at most. Needs a
 * stack of O(log n). Of a @cmp that contradicts itself nothing worse comes than
 * some other order. Changes are refused while it runs.
 *
 * Return: 0; -EBUSY during a loop; -EINVAL for misuse that was reported.
 */
int dense_sort(struct dense *array, dense_cmp_fn cmp, void *ctx);

/**
 * dense_sort_by_address() - sort the members as they lie in memory
 * @array: the array
 *
 * For loops over more objects than the cache holds, which are faster along the
 * memory than across it. Costs as much as dense_sort().
 *
 * Return: 0; -EBUSY during a loop; -EINVAL for misuse that was reported.
 */
int dense_sort_by_address(struct dense *array);

/**
 * dense_span() - the share of the members that one of several workers gets
 * @array: the array
 * @part: number of the share, from 0 on
 * @parts: how many shares there are; may be more than there are members
 *
 * The shares of all parts cover each member once, one behind the other, and
 * differ in length by one at most. O(1).
 * See also dense_for_each_entry_span(), dense_at().
 *
 * Return: the share, valid until the next change. A @part that is not below
 * @parts is reported, and its share empty.
 */
struct dense_share dense_span(const struct dense *array, uint32_t part,
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

/*
 * From nodes to objects. The size of this call is 1; it makes the compiler
 * refuse a member that is no struct dense_idx. Never called.
 */
char dense_is_idx_(const struct dense_idx *idx);
#define DENSE_OFFSET_(type, member) \
	(offsetof(type, member) +   \
	 0 * sizeof(dense_is_idx_(&((type *)0)->member)))

LISH_TINY void *dense_entry_(struct dense_idx *idx, size_t offset)
{
	return (char *)idx - offset;
}

LISH_TINY const void *dense_entry_const_(const struct dense_idx *idx,
					 size_t offset)
{
	return (const char *)idx - offset;
}

LISH_TINY void *dense_entry_or_null_(struct dense_idx *idx, size_t offset)
{
	return idx ? (char *)idx - offset : NULL;
}

/**
 * dense_entry() - the object of a node
 * @idx: pointer to the node, not NULL
 * @type: type of the object
 * @member: name of the struct dense_idx in it
 *
 * container_of() that takes nothing but dense nodes. O(1).
 */
#define dense_entry(idx, type, member) \
	((type *)dense_entry_(idx, DENSE_OFFSET_(type, member)))

/**
 * dense_entry_const() - the object of a node that may only be read
 * @idx: pointer to the node, not NULL
 * @type: type of the object
 * @member: name of the struct dense_idx in it
 *
 * All other entry forms and all loops have their const twin by themselves:
 * pass "const struct bullet" as the type.
 */
#define dense_entry_const(idx, type, member) \
	((const type *)dense_entry_const_(idx, DENSE_OFFSET_(type, member)))

/**
 * dense_at_entry() - the object at a place
 * @array: the array
 * @index: any number
 * @type: type of the object, possibly const
 * @member: name of the struct dense_idx in it
 *
 * Return: the object, or NULL if @index is not below the count. O(1).
 */
#define dense_at_entry(array, index, type, member)            \
	((type *)dense_entry_or_null_(dense_at(array, index), \
				      DENSE_OFFSET_(type, member)))

/**
 * dense_pop_entry() - take out the last object
 * @array: the array
 * @type: type of the object
 * @member: name of the struct dense_idx in it
 *
 * Return: the object; NULL if the array is empty, and during a loop. O(1).
 */
#define dense_pop_entry(array, type, member)            \
	((type *)dense_entry_or_null_(dense_pop(array), \
				      DENSE_OFFSET_(type, member)))

/**
 * dense_loop_begin() - begin a loop by hand
 * @loop: any memory, which stays where it is until dense_loop_end()
 * @array: the array; changes are refused from now on
 *
 * For compilers that cannot close a loop that is left by return or goto, and
 * for loops that are carried on from call to call::
 *
 *	struct dense_loop loop;
 *	struct dense_idx *idx;
 *
 *	dense_loop_begin(&loop, &bullets);
 *	while ((idx = dense_loop_next(&loop)) != NULL)
 *		...
 *	dense_loop_end(&loop);
 *
 * To begin the innermost loop again before it has ended is reported: if it
 * still runs it goes on, else it visits nothing. O(1).
 */
LISH_NOINLINE void dense_loop_begin(struct dense_loop *loop,
				    struct dense *array);

/**
 * dense_loop_next() - the next member of a loop that was begun by hand
 * @loop: the loop
 *
 * O(1).
 *
 * Return: its node, or NULL if there is none left or the loop has ended.
 */
LISH_TINY struct dense_idx *dense_loop_next(struct dense_loop *loop)
{
	if (!loop->array || loop->next >= loop->array->count)
		return NULL;
	return loop->array->items[loop->next++];
}

/**
 * dense_loop_end() - end a loop that was begun by hand
 * @loop: the loop; if it has ended already, nothing happens
 *
 * Changes are allowed again, unless this loop stands in another. Loops over one
 * array end in the reverse order of their begins. A loop that is not the
 * innermost one is reported, and changes are refused until dense_abandon().
 * O(1).
 */
void dense_loop_end(struct dense_loop *loop);

/**
 * dense_abandon() - end all loops that longjmp() has left
 * @array: the array; changes are allowed again
 *
 * longjmp() closes nothing: to be called before anything else is done with
 * @array, and not while a loop over it goes on. O(1).
 */
void dense_abandon(struct dense *array);

/*
 * Loops. The outermost for declares the registered loop, if there is one, the
 * next one the iterator, whose address nobody keeps so that it lives in
 * registers, the inner one the cursor. Each outer one runs once.
 *
 * next: place of the next member; one more than that when going back
 * end: going forward, where to stop
 * fetch: going forward, members in front of this place have one behind them to
 * be fetched; going back, those from it on
 */
struct dense_iter_ {
	const struct dense *array;
	struct dense_idx *const *items;
	size_t next;
	size_t end;
	size_t fetch;
	uint32_t count;
	bool done;
};

LISH_TINY struct dense_iter_ dense_iter_begin_(const struct dense *array,
					       size_t next, size_t end)
{
	struct dense_iter_ it;

	it.array = array;
	it.items = array->items;
	it.next = next;
	it.end = end;
	it.count = array->count;
	it.done = false;
	return it;
}

LISH_TINY struct dense_iter_ dense_iter_forward_(const struct dense *array,
						 size_t start, size_t end)
{
	struct dense_iter_ it = dense_iter_begin_(array, start, end);

	it.fetch = 0;
	if (it.count > DENSE_PREFETCH_ABOVE && end > DENSE_PREFETCH_AHEAD)
		it.fetch = end - DENSE_PREFETCH_AHEAD;
	return it;
}

LISH_TINY struct dense_iter_ dense_iter_back_(const struct dense *array,
					      size_t count)
{
	struct dense_iter_ it = dense_iter_begin_(array, count, 0);

	it.fetch = (size_t)-1;
	if (it.count > DENSE_PREFETCH_ABOVE)
		it.fetch = DENSE_PREFETCH_AHEAD;
	return it;
}

LISH_TINY struct dense_iter_ dense_iter_open_(struct dense_loop *loop,
					      struct dense *array)
{
	dense_loop_begin(loop, array);
	return dense_iter_forward_(array, 0, loop->array ? array->count : 0);
}

LISH_TINY struct dense_iter_ dense_iter_open_back_(struct dense_loop *loop,
						   struct dense *array)
{
	dense_loop_begin(loop, array);
	return dense_iter_back_(array, loop->array ? array->count : 0);
}

LISH_TINY struct dense_iter_ dense_iter_const_(const struct dense *array)
{
	(void)dense_ready_("dense_for_each_entry_const", array);
	return dense_iter_forward_(array, 0, array->count);
}

LISH_TINY struct dense_iter_ dense_iter_safe_(const struct dense *array)
{
	(void)dense_ready_("dense_for_each_entry_safe", array);
	return dense_iter_back_(array, array->count);
}

/* A share that is older than a change may reach beyond the members. */
LISH_TINY struct dense_iter_ dense_iter_span_(const struct dense *array,
					      struct dense_share share)
{
	const uint32_t count = array->count;
	const uint32_t start = share.start < count ? share.start : count;
	const uint32_t rest = count - start;

	(void)dense_ready_("dense_for_each_entry_span", array);
	return dense_iter_forward_(
		array, start, start + (share.count < rest ? share.count : rest));
}

LISH_TINY bool dense_more_(const struct dense_iter_ *it)
{
	return it->next < it->end;
}

LISH_TINY void *dense_step_(struct dense_iter_ *it, size_t offset)
{
	const size_t i = it->next++;

	if (lish_unlikely(i < it->fetch))
		lish_prefetch((const char *)it->items[i + DENSE_PREFETCH_AHEAD] -
			      offset);
	return (char *)it->items[i] - offset;
}

/*
 * Nobody refuses changes during a loop that writes nothing: level 1 notices
 * that there were some at the end, level 2 at each step.
 */
LISH_TINY bool dense_more_const_(const struct dense_iter_ *it)
{
	if (LISH_CHECK >= 1 && (LISH_CHECK >= 2 || it->next >= it->end) &&
	    lish_unlikely(it->array->count != it->count ||
			  it->array->items != it->items)) {
		dense_refuse_loop_("dense_for_each_entry_const", it->array);
		return false;
	}
	return it->next < it->end;
}

LISH_TINY bool dense_more_back_(const struct dense_iter_ *it)
{
	return it->next > 0;
}

LISH_TINY void *dense_step_back_(struct dense_iter_ *it, size_t offset)
{
	const size_t i = --it->next;

	if (lish_unlikely(i >= it->fetch))
		lish_prefetch((const char *)it->items[i - DENSE_PREFETCH_AHEAD] -
			      offset);
	return (char *)it->items[i] - offset;
}

/* The body may have changed anything: what is beyond the count is no member. */
LISH_TINY bool dense_more_safe_(struct dense_iter_ *it)
{
	if (it->next > it->array->count)
		it->next = it->array->count;
	it->items = it->array->items;
	return it->next > 0;
}

#define DENSE_WALK_(pos, iter, type, member, more, step)                    \
	for (struct dense_iter_ pos##_it_ = iter; !pos##_it_.done;          \
	     pos##_it_.done = true)                                         \
		for (type *pos = NULL;                                      \
		     more(&pos##_it_) &&                                    \
		     (pos = (type *)step(&pos##_it_,                        \
					 DENSE_OFFSET_(type, member)),      \
		      (void)pos, true);)

/* Where scopes are not closed by the compiler, at least break is. */
#if LISH_HAS_CLEANUP
#define DENSE_CLOSE_(loop) ((void)(loop))
#else
#define DENSE_CLOSE_(loop) dense_loop_end(loop)
#endif

#define DENSE_LOOP_(pos, iter, type, member, more, step)                       \
	for (struct dense_loop pos##_loop_ LISH_CLEANUP(dense_loop_end) =      \
		     DENSE_LOOP_INIT,                                          \
		     *pos##_open_ = &pos##_loop_;                              \
	     pos##_open_; DENSE_CLOSE_(pos##_open_), pos##_open_ = NULL)       \
		DENSE_WALK_(pos, iter, type, member, more, step)

/**
 * dense_for_each_entry() - loop over the objects, refusing changes
 * @pos: name of the cursor, declared by the loop
 * @array: the array
 * @type: type of the objects, possibly const
 * @member: name of the struct dense_idx in it
 *
 * Until the loop is left, all calls that would change the array return -EBUSY
 * (dense_pop() NULL) and change nothing. May be nested, and left by
 * break; by return, goto and C++ exceptions as well where LISH_HAS_CLEANUP is 1
 * (else use dense_loop_begin()). See also dense_abandon().
 */
#define dense_for_each_entry(pos, array, type, member)                   \
	DENSE_LOOP_(pos, dense_iter_open_(&pos##_loop_, array), type,    \
		    member, dense_more_, dense_step_)

/**
 * dense_for_each_entry_reverse() - loop from the last object to the first,
 * refusing changes
 * @pos: name of the cursor, declared by the loop
 * @array: the array
 * @type: type of the objects, possibly const
 * @member: name of the struct dense_idx in it
 *
 * See dense_for_each_entry().
 */
#define dense_for_each_entry_reverse(pos, array, type, member)             \
	DENSE_LOOP_(pos, dense_iter_open_back_(&pos##_loop_, array), type, \
		    member, dense_more_back_, dense_step_back_)

/**
 * dense_for_each_entry_const() - loop that writes nothing to the array
 * @pos: name of the cursor, declared by the loop
 * @array: the array, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct dense_idx in it
 *
 * For arrays that may only be read, as when several threads loop over one at a
 * time. The body may not change the array, and nothing keeps it from doing so:
 * level 2 reports that at the next step, level 1 at the end.
 */
#define dense_for_each_entry_const(pos, array, type, member)       \
	DENSE_WALK_(pos, dense_iter_const_(array), type, member,   \
		    dense_more_const_, dense_step_)

/**
 * dense_for_each_entry_span() - loop over a share of the objects
 * @pos: name of the cursor, declared by the loop
 * @array: the array, possibly const
 * @share: the share, a struct dense_share
 * @type: type of the objects, possibly const
 * @member: name of the struct dense_idx in it
 *
 * Writes nothing to the array, so that several threads may do so at a time. The
 * body may not change the array; see dense_for_each_entry_const(). Of a share
 * that reaches beyond the members, those that exist are visited.
 */
#define dense_for_each_entry_span(pos, array, share, type, member)       \
	DENSE_WALK_(pos, dense_iter_span_(array, share), type, member,   \
		    dense_more_const_, dense_step_)

/**
 * dense_for_each_entry_safe() - loop from the last object to the first, whose
 * body may take out the current one
 * @pos: name of the cursor, declared by the loop
 * @array: the array, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct dense_idx in it
 *
 * The body may take out @pos or any object visited before, free what it took
 * out, and add; what it adds is not visited. The gap is filled by an object
 * that was visited or added, so that no object is missed or repeated.
 *
 * If the body takes out an object that was not yet visited, that one is not
 * visited, and the one that fills its gap is visited there: again, if it was
 * visited before. All other objects are still visited. After a swap or sort
 * objects may be missed or repeated. In no case is anything visited that is not
 * a member at that time. Within another loop over @array changes are refused;
 * an inner loop that takes out objects does so as this body would.
 */
#define dense_for_each_entry_safe(pos, array, type, member)              \
	DENSE_WALK_(pos, dense_iter_safe_(array), type, member,          \
		    dense_more_safe_, dense_step_back_)

LISH_C_END

#endif /* LINUX_ISH_DENSE_H */
