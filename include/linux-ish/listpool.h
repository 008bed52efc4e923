/* SPDX-License-Identifier: MIT */
/*
 * listpool.h - memory for objects, and a list of the live ones in your order
 *
 * For objects that are created and destroyed constantly and have an order: sprites,
 * turns, entries of a cache. An object is allocated at a place in the list and never
 * moves in memory. A loop body may free or move any object, allocate, and start nested
 * loops, as in walklist.h.
 *
 * Use something else if
 *   - the order does not matter:                 densepool (20 bytes less)
 *   - an index must not match a dead object:     slotpool
 *   - objects change from list to list:          ipool and walklist
 *
 * Cost: reserve, trim, destroy, check, and clear with fini O(n); all
 * others O(1), and O(running loops) if they change the list or stop its loops. Only init,
 * reserve, trim, destroy and an alloc that grows get or release memory.
 *
 * A call that fails changes nothing. alloc returns the object freed last, else the first
 * never used: the same calls give the same objects everywhere. Not thread-safe: one lock
 * covers the pool, its nodes and its loops. Only _const loops are readers. See struct
 * lish_kmem for the kernel.
 *
 * Parameters that a call does not describe:
 *   @pool: the pool
 *   @node: node of a live object of @pool
 *   @type: object type
 *   @member: its struct listpool_node
 *   @pos: the cursor, which the loop declares
 */
#ifndef LINUX_ISH_LISTPOOL_H
#define LINUX_ISH_LISTPOOL_H

#include "core/pool.h"
#include "core/walk.h"

LISH_NATURAL_(listpool);

/**
 * struct listpool_node - member of each object of a listpool
 *
 * The pool owns it. Do not assign to a whole object: the pool could not free it.
 *
 * Private: the links to its two neighbours, the number of its slot, and a hint for loops.
 */
struct listpool_node {
	/* private: */
	struct lish_link_ link;
	uint32_t slot;
	uint32_t hint;
};

/**
 * struct listpool - the pool
 *
 * All zero: not valid. Do not move or copy a pool.
 *
 * Private: the memory of the objects, the list of live ones, and the running loops.
 */
struct listpool {
	/* private: */
	struct lish_pool_ base;
	struct lish_walks_ walks;
};

/* The name stops storage of other pools. No tag: C would show it outside. */
#define LISTPOOL_STORAGE_(type, n)          \
	{                                   \
		type objects[n];            \
		uint32_t listpool_stack[n]; \
	}

/**
 * LISTPOOL_STORAGE() - declare the memory of a pool of fixed capacity
 * @mem: name of the variable or member; static may precede the macro
 * @type: object type, without a flexible array member: it would get no room
 * @n: number of objects, a constant
 */
#define LISTPOOL_STORAGE(mem, type, n) struct LISTPOOL_STORAGE_(type, n) mem

/**
 * LISTPOOL_INIT() - initialiser of an empty pool
 * @name: name of the variable
 * @mem: a LISTPOOL_STORAGE()
 *
 * Of fixed capacity. A constant if @name and @mem are static.
 */
#define LISTPOOL_INIT(name, mem, type, member)                                \
	{ LISH_POOL_INIT_((mem).objects, (mem).listpool_stack, false, type,   \
			  LISTPOOL_MARK_(type, member)),                      \
	  LISH_WALKS_INIT_((name).walks) }

/**
 * LISTPOOL_DEFINE_STATIC() - define an empty pool of fixed capacity for this file
 * @name: name of the variable
 * @n: number of objects, a constant
 *
 * At file scope or in a function.
 */
#define LISTPOOL_DEFINE_STATIC(name, type, member, n)      \
	static LISTPOOL_STORAGE(name##_storage_, type, n); \
	static struct listpool name =                      \
		LISTPOOL_INIT(name, name##_storage_, type, member)

LISH_C_BEGIN

LISH_NODE_(listpool_node);
#define LISTPOOL_OFFSET_(type, member) \
	LISH_OFFSET_(type, member, listpool_node)
/* Offset of the mark, by which the base knows an object. */
#define LISTPOOL_MARK_(type, member)      \
	(LISTPOOL_OFFSET_(type, member) + \
	 offsetof(struct listpool_node, slot))

#define LISTPOOL_TYPE_(type, member) \
	LISH_POOL_TYPE_(sizeof(type), LISTPOOL_MARK_(type, member))

/*
 * A call that names an object is a macro, and beside it the function of that name, which takes
 * size and offset of the mark, or both as one number, in place of type and member.
 */

/**
 * listpool_init() - initialise a pool
 * @pool: any memory; must not move
 * @type: object type, without a flexible array member; ``-pedantic`` warns of one
 * @config: settings, or NULL: see struct lish_config
 *
 * The pool grows.
 *
 * Context: May sleep.
 * Return: 0; -ENOMEM without memory, or if a chunk of @type is too big for this machine;
 * -ENOSPC if config->initial exceeds the limit. On error @pool is zero.
 */
#define listpool_init(pool, type, member, ...)                    \
	(listpool_init)(pool, LISH_POOL_SIZE_(type), LISH_ALIGNOF(type), \
		LISTPOOL_MARK_(type, member), __VA_ARGS__)
LISH_MUST_CHECK LISH_API int (listpool_init)(struct listpool *pool, size_t size,
					     size_t align, size_t offset,
					     const struct lish_config *config);

/**
 * listpool_init_in() - initialise a pool of fixed capacity
 * @pool: any memory; must not move
 * @mem: pointer to a LISTPOOL_STORAGE() with any content
 * @config: settings, or NULL: see struct lish_config
 *
 * The pool never allocates.
 */
#define listpool_init_in(pool, type, member, mem, ...)                       \
	(listpool_init_in)(pool, sizeof(type), LISTPOOL_MARK_(type, member), \
			   LISH_POOL_ROOM_((mem)->objects,                   \
					   (mem)->listpool_stack, type), mem, __VA_ARGS__)
LISH_API void (listpool_init_in)(struct listpool *pool, size_t size, size_t offset,
				 size_t n, void *mem, const struct lish_config *config);

/**
 * listpool_destroy() - empty the pool and make it invalid
 * @pool: the pool, zero afterwards
 *
 * Calls fini for live objects and unmake for made ones. Misuse in a hook or a loop: see
 * listpool_stop().
 * If config.ends_empty was set, live objects are reported first.
 *
 * Context: May sleep.
 */
LISH_API void listpool_destroy(struct listpool *pool);

/* NULL of NULL. Only the object may be const. */
LISH_INLINE struct listpool_node *listpool_of_(const void *object, size_t offset)
{
	return object ? (struct listpool_node *)((uintptr_t)object + offset) :
			NULL;
}
#define LISTPOOL_OF_(object, type, member)       \
	listpool_of_(LISH_OBJECT_(object, type), \
		     LISTPOOL_OFFSET_(type, member))

/**
 * listpool_alloc_entry() - allocate an object
 *
 * At the front: running loops do not visit it; reverse loops do. The bytes are as free or
 * the make hook left them.
 *
 * Context: May sleep if it grows.
 * Return: the object; NULL at the limit or without memory.
 */
#define listpool_alloc_entry(pool, type, member) \
	LISH_CAST_(type, (listpool_alloc_entry)(pool, LISTPOOL_TYPE_(type, member)))
LISH_API void *(listpool_alloc_entry)(struct listpool *pool, uintptr_t type);

/**
 * listpool_alloc_tail_entry() - allocate an object at the end
 *
 * Running forward loops visit it, except _present loops.
 *
 * Context: May sleep if it grows.
 * Return: as listpool_alloc_entry().
 */
#define listpool_alloc_tail_entry(pool, type, member) \
	LISH_CAST_(type, (listpool_alloc_tail_entry)(pool, LISTPOOL_TYPE_(type, member)))
LISH_API void *(listpool_alloc_tail_entry)(struct listpool *pool, uintptr_t type);

/**
 * listpool_alloc_before_entry() - allocate an object before another
 * @pos: a live object of @pool
 *
 * If a loop stands on the gap just before @pos, the new object goes after the gap and a
 * forward loop visits it.
 *
 * Context: May sleep if it grows.
 * Return: as listpool_alloc_entry().
 */
#define listpool_alloc_before_entry(pool, pos, type, member)             \
	LISH_CAST_(type, (listpool_alloc_before_entry)(                          \
				 pool, LISTPOOL_OF_(pos, type, member), \
				 LISTPOOL_TYPE_(type, member)))
LISH_API void *(listpool_alloc_before_entry)(struct listpool *pool,
					    struct listpool_node *pos,
					    uintptr_t type);

/**
 * listpool_alloc_after_entry() - allocate an object after another
 * @pos: a live object of @pool
 *
 * A forward loop that stands on @pos visits the new object. If a loop stands on the gap
 * just after @pos, the new object goes before the gap.
 *
 * Context: May sleep if it grows.
 * Return: as listpool_alloc_entry().
 */
#define listpool_alloc_after_entry(pool, pos, type, member)             \
	LISH_CAST_(type, (listpool_alloc_after_entry)(                          \
				 pool, LISTPOOL_OF_(pos, type, member), \
				 LISTPOOL_TYPE_(type, member)))
LISH_API void *(listpool_alloc_after_entry)(struct listpool *pool,
					    struct listpool_node *pos,
					    uintptr_t type);

/**
 * listpool_zalloc_entry() - allocate an object of zeros
 *
 * At the front. Zeroes all but the node, after make and before init.
 *
 * Context: May sleep if it grows.
 * Return: as listpool_alloc_entry().
 */
#define listpool_zalloc_entry(pool, type, member) \
	LISH_CAST_(type, (listpool_zalloc_entry)(pool, LISTPOOL_TYPE_(type, member)))
LISH_API void *(listpool_zalloc_entry)(struct listpool *pool, uintptr_t type);

/**
 * listpool_zalloc_tail_entry() - allocate an object of zeros at the end
 *
 * As listpool_zalloc_entry(), but running forward loops visit the object.
 *
 * Context: May sleep if it grows.
 * Return: as listpool_alloc_entry().
 */
#define listpool_zalloc_tail_entry(pool, type, member) \
	LISH_CAST_(type, (listpool_zalloc_tail_entry)(pool, LISTPOOL_TYPE_(type, member)))
LISH_API void *(listpool_zalloc_tail_entry)(struct listpool *pool, uintptr_t type);

/**
 * listpool_free() - free an object
 *
 * Calls fini first. Safe inside loops, even if the memory is reused at once.
 */
LISH_API void listpool_free(struct listpool *pool, struct listpool_node *node);

/**
 * listpool_move() - move an element to the front
 *
 * Equals free followed by alloc for running loops. Calls no hook.
 */
LISH_API void listpool_move(struct listpool *pool, struct listpool_node *node);

/**
 * listpool_move_tail() - move an element to the end
 *
 * A running forward loop visits the object again: use a _present loop if the body moves
 * every object.
 */
LISH_API void listpool_move_tail(struct listpool *pool,
				 struct listpool_node *node);

/**
 * listpool_move_before() - move an element before another
 * @pos: node of a live object of @pool
 * @node: node of a live object of @pool; if it is @pos, nothing happens
 */
LISH_API void listpool_move_before(struct listpool *pool,
				   struct listpool_node *pos,
				   struct listpool_node *node);

/**
 * listpool_move_after() - move an element after another
 * @pos: node of a live object of @pool
 * @node: node of a live object of @pool; if it is @pos, nothing happens
 */
LISH_API void listpool_move_after(struct listpool *pool,
				   struct listpool_node *pos,
				   struct listpool_node *node);

/**
 * listpool_contains() - is this node in the pool?
 * @node: node of an object, live or free, of any pool
 *
 * True while the object is live.
 */
LISH_API bool listpool_contains(const struct listpool *pool,
				const struct listpool_node *node);

/**
 * listpool_count() - number of elements
 */
LISH_API uint32_t listpool_count(const struct listpool *pool);

/**
 * listpool_stats() - figures about memory and use
 *
 * Return: see struct lish_stats.
 */
LISH_API struct lish_stats listpool_stats(const struct listpool *pool);

/**
 * listpool_first_entry() - the first object
 *
 * Return: the object; NULL if nothing is live.
 */
#define listpool_first_entry(pool, type, member) \
	LISH_CAST_(type, (listpool_first_entry)(pool, LISTPOOL_TYPE_(type, member)))
LISH_API void *(listpool_first_entry)(const struct listpool *pool, uintptr_t type);

/**
 * listpool_last_entry() - the last object
 *
 * Return: the object; NULL if nothing is live.
 */
#define listpool_last_entry(pool, type, member) \
	LISH_CAST_(type, (listpool_last_entry)(pool, LISTPOOL_TYPE_(type, member)))
LISH_API void *(listpool_last_entry)(const struct listpool *pool, uintptr_t type);

/**
 * listpool_next_entry() - the object after another
 * @entry: a live object of @pool
 *
 * Return: the object; NULL at the end.
 */
#define listpool_next_entry(pool, entry, type, member)               \
	LISH_CAST_(type, (listpool_next_entry)(                              \
				 pool, LISTPOOL_OF_(entry, type, member), \
				 LISTPOOL_TYPE_(type, member)))
LISH_API void *(listpool_next_entry)(const struct listpool *pool,
				     const struct listpool_node *node,
				     uintptr_t type);

/**
 * listpool_prev_entry() - the object before another
 * @entry: a live object of @pool
 *
 * Return: the object; NULL at the front.
 */
#define listpool_prev_entry(pool, entry, type, member)               \
	LISH_CAST_(type, (listpool_prev_entry)(                              \
				 pool, LISTPOOL_OF_(entry, type, member), \
				 LISTPOOL_TYPE_(type, member)))
LISH_API void *(listpool_prev_entry)(const struct listpool *pool,
				     const struct listpool_node *node,
				     uintptr_t type);

/**
 * listpool_reserve() - get memory in advance
 * @count: number of objects, including the live ones
 *
 * Calls make for new memory. Up to @count live objects, alloc neither fails nor
 * allocates. Misuse in a hook that clear, trim, reserve or destroy runs.
 *
 * Context: May sleep.
 * Return: 0; -ENOSPC beyond the limit; -ENOMEM; -EINVAL for misuse.
 */
LISH_MUST_CHECK LISH_API int listpool_reserve(struct listpool *pool, uint32_t count);

/**
 * listpool_trim() - release unused memory
 *
 * The chunks after the last live object, after unmake. Misuse in a hook.
 *
 * Context: May sleep.
 */
LISH_API void listpool_trim(struct listpool *pool);

/**
 * listpool_rebind() - give a pool the addresses of code that was loaded again
 * @pool: the pool, with objects or without
 * @config: NULL, or uses mem, hooks, full, grown and ctx
 *
 * The new functions must do what the old ones did; these are not called any more. Misuse in a
 * hook. Refused: hooks for a pool that had none, and none for one that had some.
 */
LISH_API void listpool_rebind(struct listpool *pool, const struct lish_config *config);

/**
 * listpool_clear() - empty the pool
 *
 * Calls fini for each object, from the last to the first. The memory stays. Running
 * forward loops visit what alloc_tail adds later, reverse loops what alloc adds. Misuse
 * in a hook.
 */
LISH_API void listpool_clear(struct listpool *pool);

/**
 * listpool_check() - examine the whole pool for damage
 * @fault: set to the node of the first faulty object, or to NULL; may be NULL
 *
 * Reports nothing. Ends on any damage.
 *
 * Return: LISH_OK, LISH_UNINITIALIZED, LISH_BAD_COUNT, LISH_BAD_INDEX or
 * LISH_BROKEN_LINKS.
 */
LISH_API enum lish_reason listpool_check(const struct listpool *pool,
					 const struct listpool_node **fault);

/**
 * listpool_check_in() - examine a pool whose memory may hold anything
 * @from: start of the memory in which the pool, its memory and all objects lie
 * @size: its bytes
 *
 * As listpool_check(), but reads nothing outside of this memory: for RAM that survived a reset.
 * Reports nothing. A pool that grows has memory elsewhere.
 *
 * Return: as listpool_check(); LISH_BAD_RANGE if the pool or its memory lies elsewhere, or if a
 * hook ran; LISH_STALE_LOOP if a loop ran.
 */
LISH_API enum lish_reason listpool_check_in(const struct listpool *pool, const void *from,
					    size_t size);

/**
 * listpool_stop() - end all running loops at their next step
 * @pool: the pool, which may then be destroyed
 */
LISH_API void listpool_stop(struct listpool *pool);

struct listpool_loop_;

LISH_API void listpool_close_(struct listpool_loop_ *loop);
/* The common end of a loop is no call. */
LISH_INLINE void listpool_close_inline_(struct listpool_loop_ *loop);
#if LISH_FAST_
#define LISTPOOL_OPEN_ listpool_open_inline_
#define LISTPOOL_OPEN_PRESENT_(loop, pool) listpool_open_inline_(loop, pool, LISH_WALK_PRESENT_)
#define LISTPOOL_CLOSE_ listpool_close_inline_
#else
#define LISTPOOL_OPEN_ listpool_open_
#define LISTPOOL_OPEN_PRESENT_ listpool_open_present_
#define LISTPOOL_CLOSE_ listpool_close_
#endif

struct listpool_loop_ {
	struct lish_walk_ walk;
	LISH_CLEANUP_DTOR(listpool_loop_, LISTPOOL_CLOSE_)
};

/* Open a loop in any memory. Return the head; NULL if there is nothing to visit. */
LISH_API struct lish_link_ *listpool_open_(struct listpool_loop_ *loop,
					   struct listpool *pool,
					   enum lish_walk_kind_ kind);
LISH_API struct lish_link_ *listpool_open_present_(struct listpool_loop_ *loop,
						   struct listpool *pool);
/* start: the node of a live object, or NULL. */
LISH_API struct lish_link_ *listpool_open_from_(struct listpool_loop_ *loop,
						const struct listpool_node *start,
						struct listpool *pool);

/* An empty pool is not opened by a call. */
LISH_INLINE struct lish_link_ *listpool_open_inline_(struct listpool_loop_ *loop,
						     struct listpool *pool,
						     enum lish_walk_kind_ kind)
{
	const struct lish_link_ *head = &pool->walks.head;

	if (head->next == head)
		return NULL;
	return kind == LISH_WALK_PRESENT_ ? listpool_open_present_(loop, pool) :
					    listpool_open_(loop, pool, kind);
}

LISH_INLINE void listpool_close_inline_(struct listpool_loop_ *loop)
{
	if (!lish_loop_shut_(&loop->walk.loop))
		listpool_close_(loop);
}

/* The step of any loop, also after a change. Returns the next link, or NULL. */
LISH_API struct lish_link_ *listpool_next_(struct listpool_loop_ *loop);

/* The object of a link; NULL of the head. */
LISH_INLINE void *listpool_object_(const struct lish_link_ *head,
				   struct lish_link_ *link, size_t offset)
{
	return link == head ? NULL : (char *)link - offset;
}

/*
 * The step of a loop returns the next object, or NULL. Files that are not optimised call the
 * library's, which is this one.
 */
LISH_INLINE void *listpool_step_inline_(struct listpool_loop_ *loop,
					struct lish_walk_cursor_ *cur,
					enum lish_walk_kind_ kind, size_t offset)
{
	struct lish_link_ *link = lish_walk_short_(&loop->walk, cur, kind, true);

	if (lish_likely(link != NULL)) {
		cur->at = link;
		return listpool_object_(cur->head, link, offset);
	}
	link = listpool_next_(loop);
	cur->at = link;
	return link ? (char *)link - offset : NULL;
}

/* A loop that is not registered and writes nothing. */
LISH_API LISH_COLD void listpool_view_lost_(struct lish_walk_cursor_ cur);

/* Pointers to other containers do not compile. */
LISH_INLINE struct lish_walk_cursor_ listpool_view_of_(const struct listpool *pool)
{
	/* Through an integer: the cursor is not const, but is never written through. */
	return lish_walk_at_((struct lish_link_ *)(uintptr_t)&pool->walks.head);
}

LISH_INLINE void *listpool_view_inline_(struct lish_walk_cursor_ *cur, size_t offset)
{
	struct lish_link_ *link = lish_walk_step_const_(cur, true);

	if (LISH_CHECK < 1 || lish_likely(link != NULL))
		return listpool_object_(cur->head, link, offset);
	listpool_view_lost_(*cur);
	return NULL;
}

#if LISH_INLINES_
#define LISTPOOL_STEP_ listpool_step_inline_
#define LISTPOOL_VIEW_ listpool_view_inline_
#else
#define LISTPOOL_STEP_(loop, cur, kind, offset)                               \
	(((kind) == LISH_WALK_FORWARD_ ? listpool_step_ : listpool_step_as_)( \
		loop, cur, kind, offset))
#define LISTPOOL_VIEW_ listpool_view_
#endif
/* The first one is for LISH_WALK_FORWARD_ alone. */
LISH_API void *listpool_step_(struct listpool_loop_ *loop,
			      struct lish_walk_cursor_ *cur,
			      enum lish_walk_kind_ kind, size_t offset);
LISH_API void *listpool_step_as_(struct listpool_loop_ *loop,
				 struct lish_walk_cursor_ *cur,
				 enum lish_walk_kind_ kind, size_t offset);
LISH_API void *listpool_view_(struct lish_walk_cursor_ *cur, size_t offset);

#define LISTPOOL_LOOP_(pos, open, kind, type, member)                             \
	LISH_LOOP_(pos, listpool_loop_, walk.loop, LISH_CLEANUP, LISTPOOL_CLOSE_, \
		   &pos##_loop_, struct lish_walk_cursor_, lish_walk_at_(open),   \
		   pos##_at_.head, type,                                          \
		   LISTPOOL_STEP_(&pos##_loop_, &pos##_at_, kind,                 \
				  LISTPOOL_OFFSET_(type, member)))

/**
 * listpool_for_each_entry() - loop over the objects
 *
 * The body may change the pool in any way except sort and destroy. Objects allocated
 * after @pos are visited; a body that always allocates there never ends. The loop may be
 * left by break, return, goto or a C++ exception.
 */
#define listpool_for_each_entry(pos, pool, type, member) \
	LISTPOOL_LOOP_(pos, LISTPOOL_OPEN_(&pos##_loop_, pool, LISH_WALK_FORWARD_), \
		       LISH_WALK_FORWARD_, type, member)

/**
 * listpool_for_each_entry_safe() - loop over the objects; the body may remove the current one
 *
 * Another name for listpool_for_each_entry().
 */
#define listpool_for_each_entry_safe(pos, pool, type, member) \
	listpool_for_each_entry(pos, pool, type, member)

/**
 * listpool_for_each_entry_reverse() - loop over the objects from the last to
 * the first
 *
 * As listpool_for_each_entry(), but visits objects allocated before @pos.
 */
#define listpool_for_each_entry_reverse(pos, pool, type, member) \
	LISTPOOL_LOOP_(pos, LISTPOOL_OPEN_(&pos##_loop_, pool, LISH_WALK_REVERSE_), \
		       LISH_WALK_REVERSE_, type, member)

/**
 * listpool_for_each_entry_from() - loop over the objects from a given one on
 * @start: the first object, live; NULL visits nothing
 *
 * As listpool_for_each_entry().
 */
#define listpool_for_each_entry_from(pos, pool, start, type, member) \
	LISTPOOL_LOOP_(pos,                                                             \
		       listpool_open_from_(&pos##_loop_, LISTPOOL_OF_(start, type, member), pool), \
		       LISH_WALK_FORWARD_, type, member)

/**
 * listpool_for_each_entry_present() - loop over the objects that are in the
 * pool now
 *
 * Skips every object that was allocated, or moved, after the loop began.
 */
#define listpool_for_each_entry_present(pos, pool, type, member) \
	LISTPOOL_LOOP_(pos, LISTPOOL_OPEN_PRESENT_(&pos##_loop_, pool), \
		       LISH_WALK_PRESENT_, type, member)

/**
 * listpool_for_each_entry_const() - loop over the objects of a pool that does
 * not change
 *
 * The body must not change the pool, which does not know of this loop. Several threads
 * may run it at once; longjmp() may leave it.
 */
#define listpool_for_each_entry_const(pos, pool, type, member)              \
	LISH_LOOK_(pos, struct lish_walk_cursor_, listpool_view_of_(pool),  \
		   pos##_at_.head, LISH_NO_(struct lish_link_), type,       \
		   LISTPOOL_VIEW_(&pos##_at_, LISTPOOL_OFFSET_(type, member)))

LISH_C_END

#endif /* LINUX_ISH_LISTPOOL_H */
