/* SPDX-License-Identifier: MIT */
/*
 * dense.h - an array of pointers to objects, without gaps and without an order
 *
 * For many objects that are added and removed at any time, also in loops. The node is
 * four bytes: the place of its object. When an element leaves, another one fills the gap.
 *
 * Use something else if
 *   - the order matters:                            rwarray, walklist
 *   - objects leave without naming their container: walklist
 *   - the objects need memory too:                  densepool
 *
 * Cost: clear, destroy, reserve, trim and check O(n); all others O(1). add, del, leave,
 * pop_entry and stop also O(running loops). An add that grows the array is O(1) on average.
 * sort.h has the sort.
 *
 * A plain, _reverse or _present loop survives all changes; sort and destroy are misuse in
 * it. A call that fails changes nothing.
 *
 * A node of zeros is in no array; an array of zeros is not valid. Not thread-safe: one
 * lock covers an array, its nodes and its loops. Only _const and _span loops are readers.
 * See struct lish_kmem for the kernel.
 *
 * Parameters that a call does not describe:
 *   @array: the array
 *   @type: object type
 *   @member: its struct dense_idx
 *   @pos: the cursor, which the loop declares
 */
#ifndef LINUX_ISH_DENSE_H
#define LINUX_ISH_DENSE_H

#include "bug.h"
#include "container_of.h"
#include "core/parts.h"
#include "mem.h"

LISH_NATURAL_(dense);

/**
 * struct dense_idx - the node: an object has one per array it may be in
 * @slot: private: number of its slot plus one; zero: in no array
 */
struct dense_idx {
	uint32_t slot;
};

/**
 * struct dense - the array
 *
 * May be moved while no loop runs.
 *
 * Private: the slots, each the address of an element, and the running loops.
 */
struct dense {
	/* private: slots and running loops; slot i holds a node of value i + 1 */
	struct lish_parts_ parts;
};

/* The name stops storage of other containers. No tag: C would show it outside. */
#define DENSE_STORAGE_(n)                 \
	{                                 \
		uint32_t *dense_slots[n]; \
	}

/**
 * DENSE_STORAGE() - declare the memory of an array of fixed capacity
 * @mem: name of the variable or member
 * @n: number of slots, a constant
 */
#define DENSE_STORAGE(mem, n) struct DENSE_STORAGE_(n) mem

/**
 * DENSE_INIT() - initialiser of an empty array
 * @mem: a DENSE_STORAGE()
 *
 * The array has a fixed capacity. For one that grows, call dense_init().
 */
#define DENSE_INIT(mem)                                         \
	{                                                       \
		LISH_PARTS_INIT_IN_((mem).dense_slots,          \
				    sizeof((mem).dense_slots) / \
					    sizeof(uint32_t *)) \
	}

/**
 * DENSE_DEFINE_STATIC() - define an empty array of fixed capacity for this file
 * @name: name of the variable
 * @n: number of slots, a constant
 *
 * Also works in a function.
 */
#define DENSE_DEFINE_STATIC(name, n)              \
	static DENSE_STORAGE(name##_storage_, n); \
	static struct dense name = DENSE_INIT(name##_storage_)

LISH_C_BEGIN

LISH_NODE_(dense_idx);

struct dense_loop_;
LISH_API void dense_close_(struct dense_loop_ *loop);
/* The common end of a loop is no call. */
LISH_INLINE void dense_close_inline_(struct dense_loop_ *loop);
#if LISH_FAST_
#define DENSE_OPEN_ dense_open_inline_
#define DENSE_CLOSE_ dense_close_inline_
#define DENSE_VIEW_ALL_ dense_view_inline_
#else
#define DENSE_OPEN_ dense_open_
#define DENSE_CLOSE_ dense_close_
#define DENSE_VIEW_ALL_ dense_view_
#endif

/* struct dense_loop_ - a running loop, which its macro declares */
struct dense_loop_ {
	struct lish_part_loop_ loop;
	LISH_CLEANUP_DTOR(dense_loop_, DENSE_CLOSE_)
};

/**
 * dense_init() - initialise an array
 * @array: any memory
 * @config: NULL, or uses initial, step, limit, no_grow and mem
 *
 * The array grows. Allocates only @config->initial slots.
 *
 * Context: May sleep.
 * Return: 0; -ENOSPC if the initial slots exceed the limit; -ENOMEM; -EINVAL, reported, if they
 * are misaligned. On error the array is not initialised.
 */
LISH_API int dense_init(struct dense *array, const struct lish_config *config) LISH_MUST_CHECK;

/**
 * dense_init_in() - initialise an array of fixed capacity
 * @array: any memory
 * @mem: pointer to a DENSE_STORAGE() of any content; must outlive @array
 *
 * Never allocates. If the number of slots is not constant, call dense_init() with
 * config->initial and config->limit.
 */
#define dense_init_in(array, mem)                         \
	(dense_init_in)(array, LISH_CAST_(uint32_t *, mem), \
		      sizeof((mem)->dense_slots) /        \
			      sizeof(uint32_t *))
LISH_API void (dense_init_in)(struct dense *array, uint32_t **nodes, uint32_t n);

/**
 * dense_idx_init() - initialise a node
 * @idx: any memory; not a node in an array
 *
 * Needed unless the memory is zero, and after dense_forget().
 */
LISH_API void dense_idx_init(struct dense_idx *idx);

/**
 * dense_contains() - is this node in the array?
 * @idx: a node of any state
 */
LISH_API bool dense_contains(const struct dense *array, const struct dense_idx *idx);

/**
 * dense_add() - add an element
 * @idx: a node that is zero
 *
 * The element goes to the end. Running loops visit it, except _reverse and _present
 * loops. A node that is neither zero nor in @array is misuse, LISH_ALREADY_IN.
 *
 * Context: May sleep.
 * Return: 0; -EEXIST if @idx is in @array; -ENOSPC if @array is full; -ENOMEM; -EBUSY,
 * reported, in a sort; -EINVAL for other misuse.
 */
LISH_API int dense_add(struct dense *array, struct dense_idx *idx) LISH_MUST_CHECK;

/**
 * dense_del() - remove an element
 * @idx: a node in @array
 *
 * Running loops skip @idx and visit every other element exactly once. The last element
 * fills the gap; one more element moves per running loop. Clears the node.
 */
LISH_API void dense_del(struct dense *array, struct dense_idx *idx);

/**
 * dense_leave() - remove an element if it is in the array
 * @idx: a node that was zeroed once
 *
 * Safe in destructors and inside loops. Clears the node. O(1).
 *
 * Return: true if the element was in @array.
 */
LISH_API bool dense_leave(struct dense *array, struct dense_idx *idx);

/**
 * dense_node_moved() - repair the array after an object moved in memory
 * @idx: the node at its new address, in @array or not
 *
 * For realloc(), memmove() and assignment: call it for each moved object before any other
 * operation on @array. Does not read the old address. Running loops go on. Nothing tells a copy
 * from a moved object: the original must be gone.
 */
LISH_API void dense_node_moved(struct dense *array, struct dense_idx *idx);

/**
 * dense_index_of() - the index of an object
 * @idx: a node of any state
 *
 * Return: an index for dense_at_entry(), valid until the next removal or sort; -1 if
 * @idx is not in @array.
 */
LISH_API int32_t dense_index_of(const struct dense *array, const struct dense_idx *idx);

/**
 * dense_count() - number of elements
 */
LISH_API uint32_t dense_count(const struct dense *array);

/**
 * dense_stats() - figures about memory and use
 *
 * Return: see struct lish_stats.
 */
LISH_API struct lish_stats dense_stats(const struct dense *array);

/**
 * dense_reserve() - get memory in advance
 * @count: number of elements, including the current ones
 *
 * Up to @count elements, dense_add() cannot fail and allocates nothing.
 *
 * Context: May sleep.
 * Return: 0; -ENOSPC above the limit; -ENOMEM; -EBUSY, reported, in a sort; -EINVAL for
 * misuse.
 */
LISH_API int dense_reserve(struct dense *array, uint32_t count) LISH_MUST_CHECK;

/**
 * dense_trim() - release unused memory
 *
 * Changes nothing if the capacity is fixed, or if the smaller array cannot be allocated.
 *
 * Context: May sleep.
 */
LISH_API void dense_trim(struct dense *array);

/**
 * dense_rebind() - give an array the addresses of code that was loaded again
 * @array: the array, with elements or without
 * @config: NULL, or uses mem
 *
 * The new allocator gets the memory of the old one, which is not called any more.
 */
LISH_API void dense_rebind(struct dense *array, const struct lish_config *config);

/**
 * dense_clear() - empty the array
 *
 * Clears every node and keeps the memory. A node that no longer names its slot is
 * reported, and its memory not written. Plain loops visit later additions; others end.
 */
LISH_API void dense_clear(struct dense *array);

/**
 * dense_forget() - empty the array without touching its elements
 *
 * For objects that are gone. Nodes that remain need dense_idx_init() before any other
 * use. Loops see a clear.
 */
LISH_API void dense_forget(struct dense *array);

/**
 * dense_destroy() - empty the array and make it invalid
 *
 * Clears every node: if the objects are gone, call dense_forget() first. Refused in a
 * loop: see dense_stop().
 *
 * Context: May sleep.
 */
LISH_API void dense_destroy(struct dense *array);

/**
 * dense_span() - one of several equal parts of the array
 * @part: its number, from 0 on
 * @parts: number of parts
 *
 * Return: the part, valid until the next change; empty, and reported, if @part >= @parts.
 */
LISH_API struct lish_span dense_span(const struct dense *array, uint32_t part, uint32_t parts);

/**
 * dense_check() - examine the whole array for damage
 * @fault: gets the first faulty node, or NULL; may be NULL
 *
 * Reports nothing.
 *
 * Return: LISH_OK, LISH_UNINITIALIZED, LISH_BAD_COUNT or LISH_BAD_INDEX.
 */
LISH_API enum lish_reason dense_check(const struct dense *array, const struct dense_idx **fault);

/**
 * dense_check_in() - examine an array whose memory may hold anything
 * @from: start of the memory in which the array, its memory and all elements lie
 * @size: its bytes
 *
 * As dense_check(), but reads nothing outside of this memory: for RAM that survived a reset.
 * Reports nothing.
 *
 * Return: as dense_check(); LISH_BAD_RANGE if the array or its memory lies elsewhere;
 * LISH_STALE_LOOP if a loop ran.
 */
LISH_API enum lish_reason dense_check_in(const struct dense *array, const void *from, size_t size);

#define DENSE_OFFSET_(type, member) LISH_OFFSET_(type, member, dense_idx)

/**
 * dense_at_entry() - the object at an index
 * @index: any number
 *
 * Return: the object; NULL if @index is not below the count. From level 1 on, NULL and a report
 * if the object was freed or overwritten.
 */
#define dense_at_entry(array, index, type, member)                           \
	LISH_CAST_(type, LISH_IF_FAST_(dense_look_at_, (dense_at_entry))( \
			 array, index, DENSE_OFFSET_(type, member)))
LISH_API void *(dense_at_entry)(const struct dense *array, uint32_t index, size_t offset);

/* As dense_at_entry(). */
LISH_INLINE void *dense_look_at_(const struct dense *array, uint32_t index, size_t offset)
{
	uint32_t *node;

	if (lish_likely(index < array->parts.array.used)) {
		node = array->parts.array.nodes[index];
		if (LISH_CHECK < 1 || lish_likely(*node == index + 1))
			return (char *)node - offset;
	}
	return (dense_at_entry)(array, index, offset);
}

/**
 * dense_pop_entry() - remove and return an object
 *
 * Return: the last object; NULL if the array is empty.
 */
#define dense_pop_entry(array, type, member) \
	LISH_CAST_(type, (dense_pop_entry)(array, DENSE_OFFSET_(type, member)))
LISH_API void *(dense_pop_entry)(struct dense *array, size_t offset);

/**
 * dense_stop() - end all running loops at their next step
 * @array: the array, which may then be destroyed or freed; not in a sort
 */
LISH_API void dense_stop(struct dense *array);

/* Open the loop of a macro, in memory of any content. Returns it. */
LISH_API struct dense_loop_ *dense_open_(struct dense *array,
					 struct dense_loop_ *loop, enum lish_part_kind_ kind);
LISH_API struct lish_part_view_ dense_view_(const struct dense *array);
LISH_API struct lish_part_view_ dense_view_span_(const struct dense *array,
						 struct lish_span span);

/* An empty array is not opened by a call. */
LISH_INLINE struct dense_loop_ *dense_open_inline_(struct dense *array, struct dense_loop_ *loop,
						   enum lish_part_kind_ kind)
{
	if (lish_unlikely(!array->parts.array.used) && array->parts.array.limit)
		return NULL;
	return dense_open_(array, loop, kind);
}

LISH_INLINE void dense_close_inline_(struct dense_loop_ *loop)
{
	if (!lish_loop_shut_(&loop->loop.loop))
		dense_close_(loop);
}

/* Smaller than its call, which returns the view in memory. The call reports. */
LISH_INLINE struct lish_part_view_ dense_view_inline_(const struct dense *array)
{
	if (!array->parts.array.used && !array->parts.array.limit)
		(void)dense_view_(array);
	return lish_part_view_all_(&array->parts);
}

/* The steps: see lish_part_step_(). */
LISH_API void *dense_next_(struct dense_loop_ *loop, size_t offset);
LISH_API void *dense_next_back_(struct dense_loop_ *loop, size_t offset);
LISH_API void *dense_look_(struct lish_part_view_ *view, size_t offset);
LISH_API LISH_COLD void dense_lost_(const struct lish_parts_ *parts, enum lish_part_kind_ kind,
				    const uint32_t *node, const void *caller);

#define DENSE_STEP_(l, at, offset, reverse)                                                     \
	LISH_IF_FAST_(lish_part_step_(&(l)->loop, at, offset, reverse, dense_lost_, NULL),      \
		      ((void)(at), ((reverse) ? dense_next_back_ : dense_next_)(l, offset)))
#define DENSE_LOOK_(view, offset)                                        \
	LISH_IF_FAST_(lish_part_look_(view, offset, dense_lost_, NULL), \
		      dense_look_(view, offset))

#define DENSE_LOOP_(pos, array, type, member, kind)                              \
	LISH_LOOP_(pos, dense_loop_, loop.loop, LISH_CLEANUP, DENSE_CLOSE_,      \
		   DENSE_OPEN_(array, &pos##_loop_, kind), struct lish_part_at_, \
		   lish_part_cursor_(&pos##_loop_.loop), true, type,             \
		   DENSE_STEP_(&pos##_loop_, &pos##_at_, DENSE_OFFSET_(type, member), \
			       (kind) == LISH_PART_REVERSE_))

#define DENSE_VIEW_(pos, view, type, member) \
	LISH_PART_VIEW_(pos, view, type,     \
			DENSE_LOOK_(&pos##_at_, DENSE_OFFSET_(type, member)))

/**
 * dense_for_each_entry() - loop over the objects
 *
 * The body may add, and delete and free any object. The loop visits each element once,
 * also new ones; a body that always adds never ends. The loop may be left by break,
 * return, goto or a C++ exception; only by break where LISH_HAS_CLEANUP is 0.
 *
 * From level 1 on, an element that was freed, moved or overwritten is reported and skipped.
 */
#define dense_for_each_entry(pos, array, type, member) \
	DENSE_LOOP_(pos, array, type, member, LISH_PART_PLAIN_)

/**
 * dense_for_each_entry_safe() - loop over the objects; the body may remove the current one
 *
 * Another name for dense_for_each_entry().
 */
#define dense_for_each_entry_safe(pos, array, type, member) \
	dense_for_each_entry(pos, array, type, member)

/**
 * dense_for_each_entry_reverse() - loop over the objects from the last to the first
 *
 * As dense_for_each_entry(), but does not visit additions.
 */
#define dense_for_each_entry_reverse(pos, array, type, member) \
	DENSE_LOOP_(pos, array, type, member, LISH_PART_REVERSE_)

/**
 * dense_for_each_entry_present() - loop over the objects that are in the array now
 *
 * As dense_for_each_entry(), but does not visit additions.
 */
#define dense_for_each_entry_present(pos, array, type, member) \
	DENSE_LOOP_(pos, array, type, member, LISH_PART_PRESENT_)

/**
 * dense_for_each_entry_const() - loop over the objects of an array that does
 * not change
 *
 * Writes nothing to @array: several threads may loop at the same time. Level 1 reports a
 * change at the next step, or an element that was freed, moved or overwritten, and ends the
 * loop. Level 0 may visit freed memory.
 */
#define dense_for_each_entry_const(pos, array, type, member) \
	DENSE_VIEW_(pos, DENSE_VIEW_ALL_(array), type, member)

/**
 * dense_for_each_entry_span() - loop over a part of the objects
 * @span: a part: see dense_span(); any two numbers
 *
 * As dense_for_each_entry_const().
 */
#define dense_for_each_entry_span(pos, array, span, type, member) \
	DENSE_VIEW_(pos, dense_view_span_(array, span), type, member)

LISH_C_END

#endif /* LINUX_ISH_DENSE_H */
