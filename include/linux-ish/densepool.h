/* SPDX-License-Identifier: MIT */
/*
 * densepool.h - memory for objects, and an array of the live ones without an order
 *
 * For objects that are created and destroyed constantly and are all updated in each
 * frame, in any order: particles, bullets, sounds. Objects never move. The node is four
 * bytes. One array of pointers holds the live objects, then the free ones. alloc and free
 * move the border between the two.
 *
 * Use something else if
 *   - the order of updates matters: listpool
 *   - indices or handles must last: slotpool
 *   - you never loop:               ipool
 *
 * Cost: reserve, trim, destroy, check, and clear with fini O(n); all others O(1). alloc,
 * free and stop also O(running loops).
 *
 * A plain, _reverse or _present loop survives all changes; destroy is misuse in it. A
 * call that fails changes nothing. alloc returns the object freed last, then memory never
 * used: the same calls give the same objects on every machine.
 *
 * Not thread-safe: one lock covers a pool, its nodes and its loops. Only _const and _span
 * loops are readers. See struct lish_kmem for the kernel.
 *
 * Parameters that a call does not describe:
 *   @pool: the pool
 *   @type: object type
 *   @member: its struct densepool_idx
 *   @pos: the cursor, which the loop declares
 */
#ifndef LINUX_ISH_DENSEPOOL_H
#define LINUX_ISH_DENSEPOOL_H

#include "core/parts.h"
#include "core/pool.h"

LISH_NATURAL_(densepool);

/**
 * struct densepool_idx - the node: each object of the pool has one
 *
 * The pool owns it. Do not assign to a whole object: without its node it cannot be freed.
 *
 * Private: the place of the object in the array, plus one.
 */
struct densepool_idx {
	/* private: place of the object in the array, plus one */
	uint32_t slot;
};

/**
 * struct densepool - the pool
 *
 * All zero: not valid. Must not move. May be saved with all its memory and restored to the
 * same place.
 *
 * Private: the memory of the objects, the array of live ones, and the running loops.
 */
struct densepool {
	/* private: memory of the objects; its border counts live and free objects */
	struct lish_pool_ base;
	/* the array, of which the used slots are live, and running loops */
	struct lish_parts_ parts;
};

/* The name stops memory of other pools. No tag: C would show it outside. */
#define DENSEPOOL_STORAGE_(type, n)           \
	{                                     \
		type objects[n];              \
		uint32_t *densepool_slots[n]; \
		uint32_t densepool_claim[2];  \
	}

/**
 * DENSEPOOL_STORAGE() - declare the memory of a pool of fixed capacity
 * @mem: name of the variable or member
 * @type: object type, without a flexible array member: it would get no room
 * @n: number of objects, a constant
 */
#define DENSEPOOL_STORAGE(mem, type, n) struct DENSEPOOL_STORAGE_(type, n) mem

/**
 * DENSEPOOL_INIT() - initialiser of an empty pool
 * @mem: a DENSEPOOL_STORAGE()
 *
 * The pool has a fixed capacity. For one that grows, call densepool_init().
 * Destroy the pool before another one begins with @mem: the second would be reported as a copy.
 */
#define DENSEPOOL_INIT(mem, type, member)                          \
	{ LISH_POOL_INIT_((mem).objects, (mem).densepool_claim + 2, true, type, \
			  DENSEPOOL_OFFSET_(type, member)),        \
	  LISH_PARTS_INIT_IN_((mem).densepool_slots,               \
			      sizeof((mem).densepool_slots) /      \
				      sizeof(uint32_t *)) }

/**
 * DENSEPOOL_DEFINE_STATIC() - define an empty pool of fixed capacity for this file
 * @name: name of the variable
 * @n: number of objects, a constant
 *
 * Also works in a function. It has no hooks: use densepool_init_in().
 */
#define DENSEPOOL_DEFINE_STATIC(name, type, member, n)      \
	static DENSEPOOL_STORAGE(name##_storage_, type, n); \
	static struct densepool name =                      \
		DENSEPOOL_INIT(name##_storage_, type, member)

LISH_C_BEGIN

struct densepool_loop_;

LISH_API void densepool_close_(struct densepool_loop_ *loop);
/* The common end of a loop is no call. */
LISH_INLINE void densepool_close_inline_(struct densepool_loop_ *loop);
#if LISH_FAST_
#define DENSEPOOL_OPEN_ densepool_open_inline_
#define DENSEPOOL_CLOSE_ densepool_close_inline_
#define DENSEPOOL_VIEW_ALL_ densepool_view_inline_
#else
#define DENSEPOOL_OPEN_ densepool_open_
#define DENSEPOOL_CLOSE_ densepool_close_
#define DENSEPOOL_VIEW_ALL_ densepool_view_
#endif

/* struct densepool_loop_ - a running loop, which its macro declares */
struct densepool_loop_ {
	struct lish_part_loop_ loop;
	/* private: */
	LISH_CLEANUP_DTOR(densepool_loop_, DENSEPOOL_CLOSE_)
};

LISH_NODE_(densepool_idx);
#define DENSEPOOL_OFFSET_(type, member) LISH_OFFSET_(type, member, densepool_idx)

#define DENSEPOOL_TYPE_(type, member) \
	LISH_POOL_TYPE_(sizeof(type), DENSEPOOL_OFFSET_(type, member))

/*
 * A macro such as X_alloc_entry() calls a function of the same name, which takes one number in
 * place of type and member.
 */

/**
 * densepool_init() - initialise a pool
 * @pool: any memory; must not move
 * @type: object type, without a flexible array member; ``-pedantic`` warns of one
 * @config: NULL, or a struct lish_config
 *
 * The pool grows. Allocates a small table and @config->initial objects, which are aligned
 * for @type.
 *
 * Context: May sleep.
 * Return: 0; -ENOMEM if there is no memory or a chunk of @type is too big for this
 * machine; -ENOSPC if the initial objects exceed the limit. Unless 0, @pool is zero.
 */
#define densepool_init(pool, type, member, ...)                              \
	(densepool_init)(pool, LISH_POOL_SIZE_(type), LISH_ALIGNOF(type), \
		DENSEPOOL_OFFSET_(type, member), __VA_ARGS__)
LISH_MUST_CHECK LISH_API int (densepool_init)(struct densepool *pool, size_t size,
					      size_t align, size_t offset,
					      const struct lish_config *config);

/**
 * densepool_init_in() - initialise a pool of fixed capacity
 * @pool: any memory; must not move
 * @mem: pointer to a DENSEPOOL_STORAGE() of any content; must outlive @pool
 * @config: settings, or NULL: see struct lish_config
 *
 * Never allocates.
 */
#define densepool_init_in(pool, type, member, mem, ...)                          \
	(densepool_init_in)(pool, sizeof(type), DENSEPOOL_OFFSET_(type, member), \
			  LISH_POOL_ROOM_((mem)->objects,                        \
					  (mem)->densepool_slots, type), mem, __VA_ARGS__)
LISH_API void (densepool_init_in)(struct densepool *pool, size_t size, size_t offset,
				  size_t n, void *mem, const struct lish_config *config);

/**
 * densepool_destroy() - empty the pool and make it invalid
 *
 * Runs fini for live objects and unmake for made ones, then releases the memory. Misuse in
 * a hook or a loop: see densepool_stop().
 * If config.ends_empty was set, live objects are reported first.
 *
 * Context: May sleep.
 */
LISH_API void densepool_destroy(struct densepool *pool);

/**
 * densepool_alloc_entry() - allocate an object
 *
 * The bytes are as free or the make hook left them. Running loops visit the object,
 * except _reverse and _present loops.
 *
 * Context: May sleep if it grows.
 * Return: the object; NULL at the limit, without memory or, reported, in a _frozen loop.
 */
#define densepool_alloc_entry(pool, type, member) \
	LISH_CAST_(type, (densepool_alloc_entry)(pool, DENSEPOOL_TYPE_(type, member)))
LISH_API void *(densepool_alloc_entry)(struct densepool *pool, uintptr_t type);

/**
 * densepool_zalloc_entry() - allocate an object of zeros
 *
 * As densepool_alloc_entry(). Zeroes all but the node, after make and before init.
 *
 * Context: May sleep if it grows.
 * Return: the object, or NULL.
 */
#define densepool_zalloc_entry(pool, type, member) \
	LISH_CAST_(type, (densepool_zalloc_entry)(pool, DENSEPOOL_TYPE_(type, member)))
LISH_API void *(densepool_zalloc_entry)(struct densepool *pool, uintptr_t type);

/**
 * densepool_free() - free an object
 * @pool: the pool of the object
 * @node: node of a live object
 *
 * Runs fini while the object is live. Running loops skip it and visit every other object
 * exactly once. The last live object takes its place; one more object moves per running
 * loop. Refused: an object that is not live or whose hook runs, and a _frozen loop.
 */
LISH_API void densepool_free(struct densepool *pool, struct densepool_idx *node);

/**
 * densepool_contains() - is this node in the pool?
 * @node: node of any object, live or not
 *
 * True for live objects of @pool.
 */
LISH_API bool densepool_contains(const struct densepool *pool,
				 const struct densepool_idx *node);

/**
 * densepool_count() - number of elements
 */
LISH_API uint32_t densepool_count(const struct densepool *pool);

/**
 * densepool_stats() - figures about memory and use
 *
 * Return: see struct lish_stats.
 */
LISH_API struct lish_stats densepool_stats(const struct densepool *pool);

/**
 * densepool_reserve() - get memory in advance
 * @count: number of objects, including the live ones
 *
 * Runs make for new objects. Up to @count live objects, no alloc fails or allocates.
 * Misuse in a hook that clear, trim, reserve or destroy runs.
 *
 * Context: May sleep.
 * Return: 0; -ENOSPC if @count exceeds the limit; -ENOMEM; -EBUSY, reported, in a _frozen
 * loop; -EINVAL for other misuse.
 */
LISH_MUST_CHECK LISH_API int densepool_reserve(struct densepool *pool, uint32_t count);

/**
 * densepool_trim() - release unused memory
 *
 * Releases the chunks after the last live object, after unmake. Changes nothing if the
 * capacity is fixed. Misuse in a hook or a _frozen loop.
 *
 * Context: May sleep.
 */
LISH_API void densepool_trim(struct densepool *pool);

/**
 * densepool_rebind() - give a pool the addresses of code that was loaded again
 * @pool: the pool, with objects or without
 * @config: NULL, or uses mem, hooks, full, grown and ctx
 *
 * The new functions must do what the old ones did; these are not called any more. Misuse in a
 * hook. Refused: hooks for a pool that had none, and none for one that had some.
 */
LISH_API void densepool_rebind(struct densepool *pool, const struct lish_config *config);

/**
 * densepool_clear() - empty the pool
 *
 * Runs fini for each object, from the last to the first. Keeps the memory, and then
 * allocates as a new pool. Plain loops visit new objects; others end. Misuse in a hook or
 * a _frozen loop.
 */
LISH_API void densepool_clear(struct densepool *pool);

/**
 * densepool_check() - examine the whole pool for damage
 * @fault: NULL, or where to store the node of the first faulty object, NULL if there is
 * none
 *
 * Reports nothing.
 *
 * Return: LISH_OK, LISH_UNINITIALIZED, LISH_BAD_COUNT or LISH_BAD_INDEX.
 */
LISH_API enum lish_reason densepool_check(const struct densepool *pool,
				 const struct densepool_idx **fault);

/**
 * densepool_check_in() - examine a pool whose memory may hold anything
 * @from: start of the memory in which the pool, its memory and all objects lie
 * @size: its bytes
 *
 * As densepool_check(), but reads nothing outside of this memory: for RAM that survived a reset.
 * Reports nothing. A pool that grows has memory elsewhere.
 *
 * Return: as densepool_check(); LISH_BAD_RANGE if the pool or its memory lies elsewhere, or if a
 * hook ran; LISH_STALE_LOOP if a loop ran.
 */
LISH_API enum lish_reason densepool_check_in(const struct densepool *pool, const void *from,
					     size_t size);

/**
 * densepool_at_entry() - the object at an index
 * @index: any number; each free and each alloc in a loop may change the index of objects
 *
 * Return: the object; NULL if @index is not below the count.
 */
#define densepool_at_entry(pool, index, type, member)                                     \
	LISH_CAST_(type, LISH_IF_FAST_(                                                   \
		densepool_look_at_(pool, index, DENSEPOOL_TYPE_(type, member),            \
				   DENSEPOOL_OFFSET_(type, member)),                      \
		(densepool_at_entry)(pool, index, DENSEPOOL_TYPE_(type, member))))
LISH_API void *(densepool_at_entry)(const struct densepool *pool, uint32_t index,
				    uintptr_t type);

/* As densepool_at_entry(). */
LISH_INLINE void *densepool_look_at_(const struct densepool *pool, uint32_t index, uintptr_t type,
				     size_t offset)
{
	if (!lish_pool_is_ready_(&pool->base, type))
		return (densepool_at_entry)(pool, index, type);
	if (index >= pool->parts.array.used)
		return NULL;
	return (char *)pool->parts.array.nodes[index] - offset;
}

/**
 * densepool_span() - one of several equal parts of the pool
 * @part: number of the part, from 0 on
 * @parts: number of parts
 *
 * Together the parts cover each live object once.
 *
 * Return: the part, valid until the next alloc, free or clear; empty, and reported, if
 * @part is not below @parts.
 */
LISH_API struct lish_span densepool_span(const struct densepool *pool, uint32_t part,
				uint32_t parts);

/**
 * densepool_stop() - end all running loops at their next step
 * @pool: the pool, which may then be destroyed
 */
LISH_API void densepool_stop(struct densepool *pool);

/* Loops. Their names, in densepool.c, are those of their kinds. */
/* Open the loop of a macro, in memory of any content. Returns it. */
LISH_API struct densepool_loop_ *
densepool_open_(struct densepool *pool, struct densepool_loop_ *loop,
		enum lish_part_kind_ kind);
LISH_API struct lish_part_view_ densepool_view_(const struct densepool *pool);
LISH_API struct lish_part_view_ densepool_view_span_(const struct densepool *pool,
						     struct lish_span span);

/* An empty pool is not opened by a call. A copy of a pool is reported. */
LISH_INLINE struct densepool_loop_ *
densepool_open_inline_(struct densepool *pool, struct densepool_loop_ *loop,
		       enum lish_part_kind_ kind)
{
	if (lish_unlikely(!pool->parts.array.used) && pool->base.self == &pool->base)
		return NULL;
	return densepool_open_(pool, loop, kind);
}

LISH_INLINE void densepool_close_inline_(struct densepool_loop_ *loop)
{
	if (!lish_loop_shut_(&loop->loop.loop))
		densepool_close_(loop);
}

/* Smaller than its call, which returns the view in memory. The call reports. */
LISH_INLINE struct lish_part_view_ densepool_view_inline_(const struct densepool *pool)
{
	struct lish_part_view_ view = lish_part_view_all_(&pool->parts);

	if (lish_unlikely(pool->base.self != &pool->base))
		view.end = densepool_view_(pool).end;
	return view;
}

/* The steps: see lish_part_step_(). */
LISH_API void *densepool_next_(struct densepool_loop_ *loop, size_t offset);
LISH_API void *densepool_next_back_(struct densepool_loop_ *loop, size_t offset);
LISH_API void *densepool_look_(struct lish_part_view_ *view, size_t offset);
LISH_API LISH_COLD void densepool_lost_(const struct lish_parts_ *parts, enum lish_part_kind_ kind,
					const uint32_t *node, const void *caller);

#define DENSEPOOL_STEP_(l, at, offset, reverse)                                             \
	LISH_IF_FAST_(lish_part_step_(&(l)->loop, at, offset, reverse, densepool_lost_, NULL), \
		      ((void)(at),                                                             \
		       ((reverse) ? densepool_next_back_ : densepool_next_)(l, offset)))
#define DENSEPOOL_LOOK_(view, offset)                                        \
	LISH_IF_FAST_(lish_part_look_(view, offset, densepool_lost_, NULL), \
		      densepool_look_(view, offset))

#define DENSEPOOL_LOOP_(pos, pool, type, member, kind)                                \
	LISH_LOOP_(pos, densepool_loop_, loop.loop, LISH_CLEANUP, DENSEPOOL_CLOSE_,   \
		   DENSEPOOL_OPEN_(pool, &pos##_loop_, kind), struct lish_part_at_,   \
		   lish_part_cursor_(&pos##_loop_.loop), true, type,                  \
		   DENSEPOOL_STEP_(&pos##_loop_, &pos##_at_, DENSEPOOL_OFFSET_(type, member), \
				   (kind) == LISH_PART_REVERSE_))

#define DENSEPOOL_VIEW_(pos, view, type, member) \
	LISH_PART_VIEW_(pos, view, type,         \
			DENSEPOOL_LOOK_(&pos##_at_, DENSEPOOL_OFFSET_(type, member)))

/**
 * densepool_for_each_entry() - loop over the objects
 *
 * The body may alloc, and free any object. The loop visits each live object once, also new
 * ones; a body that always allocates never ends. The loop may be left by break, return,
 * goto or a C++ exception; only by break where LISH_HAS_CLEANUP is 0.
 */
#define densepool_for_each_entry(pos, pool, type, member)             \
	DENSEPOOL_LOOP_(pos, pool, type, member, LISH_PART_PLAIN_)

/**
 * densepool_for_each_entry_safe() - loop over the objects; the body may remove the current one
 *
 * Another name for densepool_for_each_entry().
 */
#define densepool_for_each_entry_safe(pos, pool, type, member) \
	densepool_for_each_entry(pos, pool, type, member)

/**
 * densepool_for_each_entry_reverse() - loop over the objects from the last to the first
 *
 * As densepool_for_each_entry(), but does not visit new objects.
 */
#define densepool_for_each_entry_reverse(pos, pool, type, member)         \
	DENSEPOOL_LOOP_(pos, pool, type, member, LISH_PART_REVERSE_)

/**
 * densepool_for_each_entry_present() - loop over the objects that are in the pool now
 *
 * As densepool_for_each_entry(), but does not visit new objects.
 */
#define densepool_for_each_entry_present(pos, pool, type, member)         \
	DENSEPOOL_LOOP_(pos, pool, type, member, LISH_PART_PRESENT_)

/**
 * densepool_for_each_entry_frozen() - loop over the objects and refuse changes
 *
 * While the loop runs, a change is reported as LISH_FROZEN and refused. Other loops may
 * run in it.
 */
#define densepool_for_each_entry_frozen(pos, pool, type, member)         \
	DENSEPOOL_LOOP_(pos, pool, type, member, LISH_PART_FROZEN_)

/**
 * densepool_for_each_entry_const() - loop over the objects of a pool that does not change
 *
 * Writes nothing to @pool: several threads may loop at the same time. Level 1 reports a
 * change at the next step and ends the loop; level 0 may visit freed memory.
 */
#define densepool_for_each_entry_const(pos, pool, type, member)       \
	DENSEPOOL_VIEW_(pos, DENSEPOOL_VIEW_ALL_(pool), type, member)

/**
 * densepool_for_each_entry_span() - loop over a part of the objects
 * @span: a part: see densepool_span(); any two numbers
 *
 * As densepool_for_each_entry_const().
 */
#define densepool_for_each_entry_span(pos, pool, span, type, member)         \
	DENSEPOOL_VIEW_(pos, densepool_view_span_(pool, span), type, member)

LISH_C_END

#endif /* LINUX_ISH_DENSEPOOL_H */
