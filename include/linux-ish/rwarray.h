/* SPDX-License-Identifier: MIT */
/*
 * rwarray.h - an array of pointers to objects, in order, that may change in loops
 *
 * For update lists in order whose objects remove themselves, remove others and add new
 * ones inside the loop. The node is four bytes: the place of its object. A removal leaves
 * a hole; loops close holes when there are many.
 *
 * Use something else if
 *   - the order does not matter:              dense (no holes)
 *   - objects are added anywhere but the end: walklist
 *
 * Cost: clear, compact, destroy, check, reserve and trim O(n); stop O(running loops); a step
 * of a loop O(holes passed); all others O(1). An add is O(1) on average, if the array grows
 * or has 1/8 more slots than elements. sort.h has the sort.
 *
 * Bodies may call all but sort and destroy, except in _const and _span loops. A call that
 * fails changes nothing. A zero node is in no array; a zero array is not valid. One lock
 * covers an array, its nodes and its loops. Only _const and _span loops are readers. See
 * struct lish_kmem for the kernel.
 *
 * Parameters that a call does not describe:
 *   @array: the array
 *   @type: object type
 *   @member: its struct rwarray_idx
 *   @pos: the cursor, which the loop declares
 */
#ifndef LINUX_ISH_RWARRAY_H
#define LINUX_ISH_RWARRAY_H

#include "bug.h"
#include "container_of.h"
#include "core/loop.h"
#include "core/parray.h"
#include "mem.h"

LISH_NATURAL_(rwarray);

/**
 * struct rwarray_idx - the node: an object has one per array it may be in
 * @slot: private: number of its slot plus one; zero: in no array
 */
struct rwarray_idx {
	uint32_t slot;
};

LISH_C_BEGIN
LISH_NODE_(rwarray_idx);

struct rwarray_loop_;
LISH_API void rwarray_close_(struct rwarray_loop_ *loop);
LISH_INLINE void rwarray_close_inline_(struct rwarray_loop_ *loop);
#if LISH_FAST_
#define RWARRAY_OPEN_ rwarray_open_inline_
#define RWARRAY_CLOSE_ rwarray_close_inline_
#define RWARRAY_VIEW_ALL_ rwarray_view_inline_
#else
#define RWARRAY_OPEN_ rwarray_open_
#define RWARRAY_CLOSE_ rwarray_close_
#define RWARRAY_VIEW_ALL_ rwarray_view_
#endif
LISH_C_END

/**
 * struct rwarray - the array; lib/rwarray.c has its invariants
 *
 * Private: the slots in the order of the adds, the number of elements, and the running loops.
 */
struct rwarray {
	/* private: */
	struct lish_loops_ loops;
	struct lish_parray_ array;
	/* Elements: used slots that are not holes. */
	uint32_t count;
	bool sorting;
};

/* struct rwarray_loop_ - a running loop, which its macro declares */
struct rwarray_loop_ {
	struct lish_loop_ loop;
	/* A step works within [next, end). */
	uint32_t next;
	/* See lish_fetch_below_() and lish_fetch_from_(). */
	uint32_t fetch;
	uint32_t mode;
	uint32_t end;
	/* The end of a _present loop. */
	uint32_t bound;
	/* A closing loop: slots from place up to from are holes. */
	uint32_t place;
	uint32_t from;
	LISH_CLEANUP_DTOR(rwarray_loop_, RWARRAY_CLOSE_)
};

/* The name stops storage of other containers. No tag: C would show it outside. */
#define RWARRAY_STORAGE_(n)                 \
	{                                   \
		uint32_t *rwarray_slots[n]; \
	}

/**
 * RWARRAY_STORAGE() - declare the memory of an array of fixed capacity
 * @mem: name of the variable or member
 * @n: number of slots
 */
#define RWARRAY_STORAGE(mem, n) struct RWARRAY_STORAGE_(n) mem

/**
 * RWARRAY_INIT() - initialiser of an empty array
 * @mem: a RWARRAY_STORAGE()
 */
#define RWARRAY_INIT(mem)                                           \
	{ LISH_LOOPS_INIT_,                                         \
	  LISH_PARRAY_INIT_IN_((mem).rwarray_slots,                 \
			       sizeof((mem).rwarray_slots) /        \
				       sizeof(uint32_t *), 0),      \
	  0, false }

/**
 * RWARRAY_DEFINE_STATIC() - define an empty array of fixed capacity for this file
 * @name: name of the variable
 * @n: number of slots
 *
 * Also works in a function.
 */
#define RWARRAY_DEFINE_STATIC(name, n)              \
	static RWARRAY_STORAGE(name##_storage_, n); \
	static struct rwarray name = RWARRAY_INIT(name##_storage_)

/* A loop names itself by all but the last. A closing loop closes holes. */
#define RWARRAY_REVERSE_ 1u
#define RWARRAY_PRESENT_ 2u
#define RWARRAY_CONST_ 3u
#define RWARRAY_SPAN_ 4u
#define RWARRAY_CLOSING_ 8u

#define RWARRAY_NOWHERE_ 0xffffffffu

LISH_C_BEGIN

/**
 * rwarray_init() - initialise an array
 * @array: any memory
 * @config: NULL, or uses initial, step, limit, no_grow and mem
 *
 * The array grows.
 *
 * Context: May sleep.
 * Return: 0; -ENOSPC if the initial slots exceed the limit; -ENOMEM; -EINVAL, reported, if they
 * are misaligned. On error the array is not initialised.
 */
LISH_API int rwarray_init(struct rwarray *array,
			  const struct lish_config *config) LISH_MUST_CHECK;

/**
 * rwarray_init_in() - initialise an array of fixed capacity
 * @array: any memory
 * @mem: pointer to a RWARRAY_STORAGE() of any content; must outlive @array
 *
 * If the number of slots is not constant, call rwarray_init() with config->initial and
 * config->limit. A full array closes holes to add one element: give it 1/8 more slots
 * than elements.
 */
#define rwarray_init_in(array, mem)                         \
	(rwarray_init_in)(array, LISH_CAST_(uint32_t *, mem), \
			sizeof((mem)->rwarray_slots) /      \
				sizeof(uint32_t *))
LISH_API void (rwarray_init_in)(struct rwarray *array, uint32_t **nodes, uint32_t n);

/**
 * rwarray_destroy() - empty the array and make it invalid
 *
 * Clears every node: if the objects are gone, call rwarray_forget() first. Refused in a
 * loop.
 *
 * Context: May sleep.
 */
LISH_API void rwarray_destroy(struct rwarray *array);

/**
 * rwarray_idx_init() - initialise a node
 * @idx: any memory; not a node in an array
 *
 * For memory that is not zero, and after rwarray_forget().
 */
LISH_API void rwarray_idx_init(struct rwarray_idx *idx);

/**
 * rwarray_add_tail() - add an element at the end
 * @idx: a node that is zero
 *
 * Running loops visit it, except _present and _reverse loops. A full array closes holes
 * if they are many or if it may not grow. A node that is neither zero nor in @array is
 * misuse, LISH_ALREADY_IN.
 *
 * Context: May sleep.
 * Return: 0; -EEXIST if @idx is in @array; -ENOSPC if @array is full and has no hole;
 * -ENOMEM; -EBUSY, reported, in a sort; -EINVAL for misuse.
 */
LISH_API int rwarray_add_tail(struct rwarray *array, struct rwarray_idx *idx) LISH_MUST_CHECK;

/**
 * rwarray_del() - remove an element
 * @idx: a node in @array
 *
 * Running loops skip it. Clears the node.
 */
LISH_API void rwarray_del(struct rwarray *array, struct rwarray_idx *idx);

/**
 * rwarray_leave() - remove an element if it is in the array
 * @idx: a node that was zeroed once
 *
 * Safe in destructors and inside loops. Clears the node. O(1).
 *
 * Return: true if the element was in @array.
 */
LISH_API bool rwarray_leave(struct rwarray *array, struct rwarray_idx *idx);

/**
 * rwarray_node_moved() - repair the array after an object moved in memory
 * @idx: the node at its new address, in @array or not
 *
 * For realloc(), memmove() and assignment: call it for each moved object before any other
 * operation on @array. Does not read the old address. Running loops go on. Nothing tells a copy
 * from a moved object: the original must be gone.
 */
LISH_API void rwarray_node_moved(struct rwarray *array, struct rwarray_idx *idx);

/**
 * rwarray_contains() - is this node in the array?
 * @idx: a node of any state
 */
LISH_API bool rwarray_contains(const struct rwarray *array, const struct rwarray_idx *idx);

/**
 * rwarray_count() - number of elements
 */
LISH_API uint32_t rwarray_count(const struct rwarray *array);

/**
 * rwarray_stats() - figures about memory and use
 *
 * Return: see struct lish_stats; @highest minus @count is the number of holes.
 */
LISH_API struct lish_stats rwarray_stats(const struct rwarray *array);

/**
 * rwarray_reserve() - get memory in advance
 * @count: number of elements, including the current ones
 *
 * Context: May sleep.
 * Return: 0; -ENOSPC above the limit; -ENOMEM; -EBUSY, reported, in a sort; -EINVAL for
 * misuse.
 */
LISH_API int rwarray_reserve(struct rwarray *array, uint32_t count) LISH_MUST_CHECK;

/**
 * rwarray_compact() - close all holes
 *
 * For idle time. O(1) if there are no holes.
 */
LISH_API void rwarray_compact(struct rwarray *array);

/**
 * rwarray_trim() - release unused memory
 *
 * Closes all holes. Keeps the slots if the smaller array cannot be allocated.
 *
 * Context: May sleep.
 */
LISH_API void rwarray_trim(struct rwarray *array);

/**
 * rwarray_rebind() - give an array the addresses of code that was loaded again
 * @array: the array, with elements or without
 * @config: NULL, or uses mem
 *
 * The new allocator gets the memory of the old one, which is not called any more.
 */
LISH_API void rwarray_rebind(struct rwarray *array, const struct lish_config *config);

/**
 * rwarray_clear() - empty the array
 *
 * Clears every node and keeps the memory. A node that no longer names its slot is
 * reported, and its memory not written. Plain loops visit later additions; others end.
 */
LISH_API void rwarray_clear(struct rwarray *array);

/**
 * rwarray_forget() - empty the array without touching its elements
 *
 * For objects that are gone. Loops see a clear.
 */
LISH_API void rwarray_forget(struct rwarray *array);

/**
 * rwarray_span() - one of several equal parts of the array
 * @part: its number, from 0 on
 * @parts: number of parts
 *
 * The parts are equal in slots; after rwarray_compact(), in elements.
 *
 * Return: the part, valid until the next change; empty, and reported, if @part >= @parts.
 */
LISH_API struct lish_span rwarray_span(const struct rwarray *array, uint32_t part,
				       uint32_t parts);

/**
 * rwarray_check() - examine the whole array for damage
 * @fault: gets the first faulty node, or NULL; may be NULL
 *
 * Also reads each registered loop. Reports nothing.
 *
 * Return: LISH_OK, LISH_UNINITIALIZED, LISH_BAD_COUNT, LISH_BAD_INDEX or LISH_STALE_LOOP.
 */
LISH_API enum lish_reason rwarray_check(const struct rwarray *array,
					const struct rwarray_idx **fault);

/**
 * rwarray_check_in() - examine an array whose memory may hold anything
 * @from: start of the memory in which the array, its memory and all elements lie
 * @size: its bytes
 *
 * As rwarray_check(), but reads nothing outside of this memory: for RAM that survived a reset.
 * Reports nothing.
 *
 * Return: as rwarray_check(); LISH_BAD_RANGE if the array or its memory lies elsewhere;
 * LISH_STALE_LOOP if a loop ran.
 */
LISH_API enum lish_reason rwarray_check_in(const struct rwarray *array, const void *from,
					   size_t size);

/**
 * rwarray_stop() - end all running loops at their next step
 * @array: the array, which may then be destroyed
 */
LISH_API void rwarray_stop(struct rwarray *array);

/* At its end: reload a loop from the array. NULL: it is over. */
LISH_API LISH_NOINLINE uint32_t **rwarray_reload_(struct rwarray_loop_ *loop);
/*
 * Report an element whose node does not name its place; node is NULL if the array was changed in
 * a loop that allows no change. caller: of a step that the library makes, else NULL.
 */
LISH_API LISH_COLD void rwarray_lost_(const struct rwarray *array, uint32_t mode,
				      const uint32_t *node, const void *caller);

/* The cursor, in registers. A change sets the end of the loop: the next step reloads the cursor. */
struct rwarray_place_ {
	uint32_t **nodes;
	uint32_t next;
};

/* Of a loop that runs. */
LISH_INLINE struct rwarray *rwarray_of_(const struct rwarray_loop_ *loop)
{
	return LISH_CONTAINER_OF_(lish_loops_of_(&loop->loop), struct rwarray, loops);
}

LISH_INLINE struct rwarray_place_ rwarray_place_of_(const struct rwarray_loop_ *loop)
{
	struct rwarray_place_ at;

	at.nodes = rwarray_of_(loop)->array.nodes;
	at.next = loop->next;
	return at;
}

/* Skips holes, and elements that were freed, moved or overwritten. reverse is a constant. */
LISH_INLINE void *rwarray_step_(struct rwarray_loop_ *loop, struct rwarray_place_ *at,
				size_t offset, bool reverse, const void *caller)
{
	uint32_t *node;
	uint32_t next = at->next;

	for (;;) {
		if (lish_unlikely(reverse ? next <= loop->end : next >= loop->end)) {
			at->nodes = rwarray_reload_(loop);
			if (!at->nodes)
				return NULL;
			next = loop->next;
		}
		node = reverse ? at->nodes[--next] : at->nodes[next++];
		loop->next = next;
		if (lish_unlikely(!node))
			continue;
		if (LISH_CHECK < 1 || lish_likely(*node == next + reverse))
			break;
		rwarray_lost_(rwarray_of_(loop), loop->mode, node, caller);
	}
	if (!reverse && next < loop->fetch)
		lish_prefetch(at->nodes[next + LISH_FETCH_AHEAD_]);
	if (reverse && next >= loop->fetch)
		lish_prefetch(at->nodes[next - LISH_FETCH_AHEAD_]);
	at->next = next;
	return (char *)(void *)node - offset;
}

/* The steps in the library, without a cursor. */
LISH_API void *rwarray_next_(struct rwarray_loop_ *loop, size_t offset);
LISH_API void *rwarray_next_back_(struct rwarray_loop_ *loop, size_t offset);

#define RWARRAY_STEP_(loop, at, offset, reverse)                                           \
	LISH_IF_FAST_(rwarray_step_(loop, at, offset, reverse, NULL),                      \
		      ((void)(at),                                                         \
		       ((reverse) ? rwarray_next_back_ : rwarray_next_)(loop, offset)))
#define RWARRAY_LOOK_(at, offset) \
	LISH_IF_FAST_(rwarray_look_step_(at, offset, NULL), rwarray_look_(at, offset))

/* Open the loop of a macro, in memory of any content. NULL: there is nothing to visit. */
LISH_API struct rwarray_loop_ *rwarray_open_(struct rwarray_loop_ *loop,
					     struct rwarray *array, uint32_t mode);

/* An empty array is neither opened nor closed by a call. */
LISH_INLINE struct rwarray_loop_ *rwarray_open_inline_(struct rwarray_loop_ *loop,
						       struct rwarray *array, uint32_t mode)
{
	return !array->count && array->array.limit ? NULL : rwarray_open_(loop, array, mode);
}

LISH_INLINE void rwarray_close_inline_(struct rwarray_loop_ *loop)
{
	if (loop->loop.owner)
		rwarray_close_(loop);
}

/* The cursor of a loop that writes nothing. */
struct rwarray_view_at_ {
	const struct rwarray *of;
	uint32_t **nodes;
	/* of the array, when the step read nodes and end */
	uint64_t state;
	uint32_t next;
	uint32_t end;
	uint32_t fetch;
	uint32_t changes;
	/* RWARRAY_CONST_ or RWARRAY_SPAN_ */
	uint32_t mode;
};

LISH_INLINE uint32_t rwarray_changes_(const struct rwarray *array)
{
	return array->array.changes + 2 * array->array.used - array->count;
}

/* Report an array that one may not look at. */
LISH_API void rwarray_may_view_(const struct rwarray *array, uint32_t mode);
LISH_API struct rwarray_view_at_ rwarray_view_(const struct rwarray *array);
LISH_API struct rwarray_view_at_ rwarray_view_span_(const struct rwarray *array,
						    struct lish_span span);
LISH_API void *rwarray_look_(struct rwarray_view_at_ *at, size_t offset);

/* Look at the slots from next up to end. */
LISH_INLINE struct rwarray_view_at_ rwarray_view_of_(const struct rwarray *array, uint32_t next,
						     uint32_t end, uint32_t mode)
{
	struct rwarray_view_at_ at;

	at.of = array;
	at.nodes = array->array.nodes;
	at.state = lish_parray_state_(&array->array);
	at.next = next;
	at.end = end;
	at.fetch = lish_fetch_below_(array->array.used, end);
	at.changes = rwarray_changes_(array);
	at.mode = mode;
	return at;
}

/* An empty array is not opened by a call. A view that a call returns is in memory. */
LISH_INLINE struct rwarray_view_at_ rwarray_view_inline_(const struct rwarray *array)
{
	struct rwarray_view_at_ none;

	if (lish_likely(array->array.used || !array->array.limit)) {
		rwarray_may_view_(array, RWARRAY_CONST_);
		return rwarray_view_of_(array, 0, array->array.used, RWARRAY_CONST_);
	}
	memset(&none, 0, sizeof(none));
	return none;
}

/* A forbidden change, or the report of one, may have moved or reduced the slots. */
LISH_INLINE void rwarray_look_again_(struct rwarray_view_at_ *at)
{
	const struct lish_parray_ *array = &at->of->array;

	at->nodes = array->nodes;
	at->state = lish_parray_state_(array);
	if (at->end > array->used)
		at->end = array->used;
	at->fetch = at->fetch < at->end ? at->fetch : 0;
}

LISH_INLINE void *rwarray_look_step_(struct rwarray_view_at_ *at, size_t offset,
				     const void *caller)
{
	const struct rwarray *array = at->of;
	uint32_t *node;

	if (lish_unlikely(at->state != lish_parray_state_(&array->array)))
		rwarray_look_again_(at);
	for (;;) {
		if (lish_unlikely(at->next >= at->end)) {
			if (LISH_CHECK >= 1 &&
			    lish_unlikely(at->changes != rwarray_changes_(array)))
				rwarray_lost_(array, at->mode, NULL, caller);
			return NULL;
		}
		node = at->nodes[at->next++];
		if (lish_unlikely(!node))
			continue;
		if (LISH_CHECK < 1 || lish_likely(*node == at->next))
			break;
		rwarray_lost_(array, at->mode, node, caller);
		rwarray_look_again_(at);
	}
	if (lish_unlikely(at->next < at->fetch))
		lish_prefetch(at->nodes[at->next + LISH_FETCH_AHEAD_]);
	return (char *)(void *)node - offset;
}

LISH_C_END

#define RWARRAY_LOOP_(pos, array, type, member, mode)                                  \
	LISH_LOOP_(pos, rwarray_loop_, loop, LISH_CLEANUP, RWARRAY_CLOSE_,             \
		   RWARRAY_OPEN_(&pos##_loop_, array, mode), struct rwarray_place_,    \
		   rwarray_place_of_(&pos##_loop_), true, type,                        \
		   RWARRAY_STEP_(&pos##_loop_, &pos##_at_,                             \
				 LISH_OFFSET_(type, member, rwarray_idx),              \
				 (mode) == RWARRAY_REVERSE_))

#define RWARRAY_VIEW_(pos, view, type, member)                          \
	LISH_LOOK_(pos, struct rwarray_view_at_, view, pos##_at_.of,    \
		   LISH_NO_(const struct rwarray), type,                \
		   RWARRAY_LOOK_(&pos##_at_, LISH_OFFSET_(type, member, rwarray_idx)))

/**
 * rwarray_for_each_entry() - loop over the objects
 *
 * The body may add, and delete and free any object. The loop visits each element once, in
 * order, also new ones; a body that always adds never ends. The loop may be left by
 * break, return, goto or a C++ exception; only by break where LISH_HAS_CLEANUP is 0.
 *
 * From level 1 on, an element that was freed, moved or overwritten is reported and skipped.
 */
#define rwarray_for_each_entry(pos, array, type, member) \
	RWARRAY_LOOP_(pos, array, type, member, 0)

/**
 * rwarray_for_each_entry_safe() - loop over the objects; the body may remove the current one
 *
 * Another name for rwarray_for_each_entry().
 */
#define rwarray_for_each_entry_safe(pos, array, type, member) \
	rwarray_for_each_entry(pos, array, type, member)

/**
 * rwarray_for_each_entry_reverse() - loop over the objects from the last to the first
 *
 * As rwarray_for_each_entry(), but does not visit additions.
 */
#define rwarray_for_each_entry_reverse(pos, array, type, member) \
	RWARRAY_LOOP_(pos, array, type, member, RWARRAY_REVERSE_)

/**
 * rwarray_for_each_entry_present() - loop over the objects that are in the array now
 *
 * As rwarray_for_each_entry(), but does not visit additions.
 */
#define rwarray_for_each_entry_present(pos, array, type, member) \
	RWARRAY_LOOP_(pos, array, type, member, RWARRAY_PRESENT_)

/**
 * rwarray_for_each_entry_const() - loop over the objects of an array that does not change
 *
 * Writes nothing: several threads may loop at the same time. The body may nest only
 * _const and _span loops, because others close holes. Level 1 reports a change at the
 * end.
 */
#define rwarray_for_each_entry_const(pos, array, type, member) \
	RWARRAY_VIEW_(pos, RWARRAY_VIEW_ALL_(array), type, member)

/**
 * rwarray_for_each_entry_span() - loop over a part of the objects
 * @span: a part: see rwarray_span(); any two numbers
 *
 * As rwarray_for_each_entry_const().
 */
#define rwarray_for_each_entry_span(pos, array, span, type, member)       \
	RWARRAY_VIEW_(pos, rwarray_view_span_(array, span), type, member)

#endif /* LINUX_ISH_RWARRAY_H */
