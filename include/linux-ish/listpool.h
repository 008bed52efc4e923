/* SPDX-License-Identifier: MIT */
/*
 * listpool.h - memory for objects, and a list of the live ones in your order
 *
 * For objects that are born and die all the time and are walked in an order of
 * their own: sprites from back to front, turns, effects. An object is born at a
 * place: as the first or the last one, in front of or behind another. It never
 * moves in memory. Loops are those of walklist: a body may free any object, the
 * one it stands on, the next one or all of them, may alloc, and may loop again;
 * that freed memory is handed out again at once confuses no loop.
 *
 * Not for you if the order does not matter (densepool: 20 bytes less in the
 * object), if indices must lead to objects that may have died (slotpool), or if
 * objects change from list to list (ipool for the memory, walklist for the
 * lists).
 *
 *   operation                                    cost    allocates
 *   -------------------------------------------  ------  ---------------------
 *   alloc_first, alloc_last, alloc_before,
 *   alloc_after, and these with alloc_zero_      O(1)    to grow, if it may
 *   free                                         O(1)    no
 *   move_first, move_last, move_before,
 *   move_after                                   O(1)    no
 *   first, last, next, prev                      O(1)    no
 *   is_live, index_of, at, empty, count,
 *   capacity, limit, peak, failed                O(1)    no
 *   owns                                         O(chunks)
 *   clear                                        O(1)    no; O(n) with fini
 *   sort                                         O(n log n) no; stable; -EBUSY
 *   init, init_in, set_hooks                     O(1)    for config.initial
 *   reserve                                      O(n)    yes
 *   trim, destroy                                O(n)    gives back
 *   check                                        O(n)    no
 *
 * O(1) becomes O(loops that run) for what changes the list during a loop.
 *
 *   loop                    free any    alloc                move
 *   ----------------------  ----------  -------------------  ------------------
 *   for_each_entry          yes         yes, visited if      as free and alloc
 *                                       behind
 *   for_each_entry_present  yes         yes, never visited   yes, not visited
 *                                                            any more
 *   for_each_entry_const    no          no                   no
 *
 * See walklist.h for what a loop does whose object was freed.
 *
 * What was freed last is handed out first, then what was never used, in the
 * order of the indices: same calls, same objects, on every machine. Nothing
 * here is thread-safe: one lock must cover a pool, the nodes of its objects
 * and, as they write hints and register themselves, its loops.
 */
#ifndef LINUX_ISH_LISTPOOL_H
#define LINUX_ISH_LISTPOOL_H

#include "chunk.h"
#include "walklist.h"

/**
 * struct listpool_node - what an object carries to be of a listpool
 * @link: private
 * @slot: private: its index, plus one
 * @hint: private
 *
 * - slot zero: free
 * - live: at(slot - 1) is this object, and link is in the pool's list
 * - hint even: the lower 32 bits of an address to fetch, perhaps of what is
 *   gone; never dereferenced
 * - hint odd: twice the pool's stamp at the time of alloc or move, plus one
 *
 * Belongs to the pool as long as the memory does. To write it - by assigning to
 * the whole object, say - makes the object one that cannot be freed, which is
 * reported. See listpool_alloc_zero_last().
 */
struct listpool_node {
	struct ilist_node link;
	uint32_t slot;
	uint32_t hint;
};

/**
 * struct listpool - the pool
 * @head: private: of the list of live objects
 * @loops: private: those that run, the last one begun first
 * @chunks: private: the objects' memory
 * @slots: private: which of them are free
 * @stamp: private: number of _present loops begun; no live node's is higher
 *
 * - below the border, objects are in the list or on the stack of free ones
 * - all zero: never initialised, or destroyed; not valid
 *
 * Must not be moved or copied.
 */
struct listpool {
	struct listpool_node head;
	struct walklist_loop *loops;
	struct lish_chunks chunks;
	struct lish_slots slots;
	uint32_t stamp;
};

/**
 * struct listpool_loop - a loop that a pool knows of
 * @walk: private
 *
 * The macros declare their own. See listpool_loop_begin().
 */
struct listpool_loop {
	struct walklist_loop walk;
};

/**
 * LISTPOOL_LOOP_INIT - initialiser of a loop that has not begun
 *
 * For a struct listpool_loop of one's own that may be ended before it begins.
 */
#define LISTPOOL_LOOP_INIT         \
	{                          \
		WALKLIST_LOOP_INIT \
	}

/**
 * LISTPOOL_DEFINE() - define a pool of fixed capacity
 * @name: name of the variable
 * @type: type of the objects
 * @member: name of the struct listpool_node in it
 * @n: how many objects, a constant
 *
 * Pool and objects are static, and ready without a call. See also
 * listpool_set_hooks().
 */
#define LISTPOOL_DEFINE(name, type, member, n)                            \
	static type name##_objects_[n];                                   \
	static uint32_t name##_stack_[n];                                 \
	static struct listpool name = {                                   \
		{ { &name.head.link, &name.head.link }, 0, 0 },           \
		NULL,                                                     \
		LISH_CHUNKS_FIXED_(name.chunks, name##_objects_, n, type, \
				   LISTPOOL_OFFSET_(type, member),        \
				   sizeof(struct listpool_node)),         \
		LISH_SLOTS_FIXED_(name##_stack_, n),                      \
		0                                                         \
	}

/**
 * LISTPOOL_BYTES() - size of a block that holds a pool's memory
 * @type: type of the objects
 * @n: how many
 *
 * A constant if @n is. For listpool_init_in(), wherever the block begins.
 */
#define LISTPOOL_BYTES(type, n)                                   \
	(LISH_BLOCK_BYTES_(n, sizeof(type), LISH_ALIGNOF(type)) + \
	 LISH_SLOTS_BYTES_(n))

/**
 * typedef listpool_cmp_fn - the order of two objects
 * @ctx: what was passed along
 * @a: the node of an object
 * @b: the node of another one
 *
 * Must return, and must neither change nor ask the pool. See also
 * listpool_entry_const().
 *
 * Return: > 0 if @a belongs behind @b, else <= 0. To be stable, 0 and less are
 * the same: "not behind".
 */
typedef int (*listpool_cmp_fn)(void *ctx, const struct listpool_node *a,
			       const struct listpool_node *b);

LISH_C_BEGIN

/* Cold halves of the checks: find out what is wrong and tell the hook. */
LISH_COLD void listpool_refuse_(const char *op, const struct listpool *pool,
				const void *object);
LISH_COLD void listpool_refuse_place_(const char *op,
				      const struct listpool *pool,
				      const struct ilist_node *place);
LISH_COLD void listpool_refuse_zero_(const char *op,
				     const struct listpool *pool);
/* Level 2: the whole pool. */
LISH_COLD bool listpool_whole_ok_(const char *op, const struct listpool *pool);
/* More memory: 0, -ENOSPC, -ENOMEM, -EBUSY or, never initialised, -EINVAL. */
LISH_COLD int listpool_grow_(const char *op, struct listpool *pool);
/* alloc and free where there are hooks, or poison. */
LISH_COLD void listpool_born_(struct listpool *pool, struct listpool_node *node,
			      bool zero);
LISH_COLD void listpool_bury_(struct listpool *pool,
			      struct listpool_node *node);
/* Tell the loops what was put behind base or, with before, in front of it. */
void listpool_added_(struct listpool *pool, struct listpool_node *node,
		     const struct ilist_node *base, bool before);
/* A hint for a node that may bear a stamp somebody still needs. */
void listpool_hint_stamped_(const struct listpool_loop *loop,
			    struct listpool_node *node, uint32_t hint);

int listpool_init_(struct listpool *pool, size_t size, size_t align,
		   size_t offset, const struct lish_config *config);
int listpool_init_in_(struct listpool *pool, size_t size, size_t align,
		      size_t offset, uint32_t n, void *block, size_t bytes,
		      const struct lish_config *config);

/* The size of this call is 1; it refuses what is no node. Never called. */
char listpool_is_node_(const struct listpool_node *node);
#define LISTPOOL_OFFSET_(type, member) \
	(offsetof(type, member) +      \
	 0 * sizeof(listpool_is_node_(&((type *)0)->member)))

/**
 * listpool_init() - make an empty pool that grows
 * @pool: any memory; stays where it is until listpool_destroy()
 * @type: type of the objects
 * @member: name of the struct listpool_node in it
 * @config: settings, NULL for none: see struct lish_config
 *
 * Allocates nothing unless config->initial asks for it. The objects are aligned
 * as their type wants. What @pool held before is neither read nor changed.
 *
 * Return: 0; -ENOMEM if there is no memory for the initial objects, or if a
 * chunk of @type would be too big for this machine; -ENOSPC if they are beyond
 * the limit. Unless 0, @pool is not initialised.
 */
#define listpool_init(pool, type, member, config)              \
	listpool_init_(pool, sizeof(type), LISH_ALIGNOF(type), \
		       LISTPOOL_OFFSET_(type, member), config)

/**
 * listpool_init_in() - make an empty pool in a piece of memory
 * @pool: any memory; stays where it is until listpool_destroy()
 * @type: type of the objects
 * @member: name of the struct listpool_node in it
 * @n: how many objects
 * @block: memory of any alignment; the pool's until listpool_destroy()
 * @bytes: size of it, at least LISTPOOL_BYTES(type, n)
 * @config: settings, NULL for none; only the hooks and ctx count
 *
 * The pool never allocates. O(1).
 *
 * Return: 0, or -ENOSPC if they do not fit.
 */
#define listpool_init_in(pool, type, member, n, block, bytes, config)      \
	listpool_init_in_(pool, sizeof(type), LISH_ALIGNOF(type),          \
			  LISTPOOL_OFFSET_(type, member), n, block, bytes, \
			  config)

/**
 * listpool_set_hooks() - give hooks to a pool that was made without
 * @pool: a pool in which nothing is live
 * @hooks: the hooks, which must outlive the pool; NULL for none
 * @ctx: their first argument
 *
 * For pools of LISTPOOL_DEFINE(). O(1).
 *
 * Return: 0; -EBUSY if something is live, or in a hook, or if objects were made
 * for earlier hooks; -EINVAL for misuse that was reported.
 */
int listpool_set_hooks(struct listpool *pool,
		       const struct lish_pool_hooks *hooks, void *ctx);

/**
 * listpool_destroy() - give back all memory
 * @pool: the pool
 *
 * Runs fini for what is live and unmake for what was made. All pointers to
 * objects are dead. @pool is zero afterwards, and may be initialised again; a
 * block or a static array is the caller's again. O(n). Refused in a hook, and
 * while a loop runs.
 */
void listpool_destroy(struct listpool *pool);

LISH_TINY struct listpool_node *listpool_node_of_(const struct listpool *pool,
						  const void *object)
{
	/* Through an integer, because only the object may be const. */
	return (struct listpool_node *)((uintptr_t)object +
					pool->chunks.offset);
}

LISH_TINY void *listpool_object_(const struct listpool *pool,
				 struct listpool_node *node)
{
	return (char *)node - pool->chunks.offset;
}

/* Nodes begin with their link. */
LISH_TINY struct listpool_node *listpool_of_link_(struct ilist_node *link)
{
	return (struct listpool_node *)(void *)link;
}

/* Was the pool ever initialised? */
LISH_TINY bool listpool_ready_(const char *op, const struct listpool *pool)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!pool->chunks.size)) {
		listpool_refuse_zero_(op, pool);
		return false;
	}
	return true;
}

/* Is this index + 1 that of the object? */
LISH_TINY bool listpool_names_(const struct listpool *pool, uint32_t slot,
			       const void *object)
{
	return slot - 1 < pool->slots.border &&
	       lish_chunks_at_(&pool->chunks, slot - 1) == object;
}

/* Do the neighbours know it? */
LISH_TINY bool listpool_linked_(const struct listpool_node *node)
{
	return node->link.next && node->link.next->prev == &node->link &&
	       node->link.prev->next == &node->link;
}

/* Is it live? That a hook runs for it does not matter. */
LISH_TINY bool listpool_live_ok_(const char *op, const struct listpool *pool,
				 const void *object)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(
		    !object ||
		    !listpool_names_(pool,
				     listpool_node_of_(pool, object)->slot &
					     ~LISH_IN_HOOK_,
				     object))) {
		listpool_refuse_(op, pool, object);
		return false;
	}
	return true;
}

/* May it be moved? */
LISH_TINY bool listpool_may_move_(const char *op, const struct listpool *pool,
				  const void *object)
{
	if (!listpool_live_ok_(op, pool, object))
		return false;
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(!listpool_linked_(listpool_node_of_(pool, object)))) {
		listpool_refuse_(op, pool, object);
		return false;
	}
	if (LISH_CHECK >= 2)
		return listpool_whole_ok_(op, pool);
	return true;
}

/* May it be freed? */
LISH_TINY bool listpool_may_free_(const char *op, const struct listpool *pool,
				  const void *object)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(!object ||
			  !listpool_names_(
				  pool, listpool_node_of_(pool, object)->slot,
				  object) ||
			  !listpool_linked_(listpool_node_of_(pool, object)))) {
		listpool_refuse_(op, pool, object);
		return false;
	}
	if (LISH_CHECK >= 2)
		return listpool_whole_ok_(op, pool);
	return true;
}

/* May something be put behind base or, with before, in front of it? */
LISH_TINY bool listpool_may_put_(const char *op, const struct listpool *pool,
				 const struct ilist_node *base, bool before)
{
	const struct ilist_node *other = before ? base->prev : base->next;

	if (LISH_CHECK >= 1 &&
	    lish_unlikely(!other ||
			  (before ? other->next : other->prev) != base)) {
		listpool_refuse_place_(op, pool, base);
		return false;
	}
	if (LISH_CHECK >= 2)
		return listpool_whole_ok_(op, pool);
	return true;
}

/* Put node behind base or, with before, in front of it. */
LISH_TINY void listpool_insert_(struct listpool *pool,
				struct listpool_node *node,
				struct ilist_node *base, bool before)
{
	struct ilist_node *prev = before ? base->prev : base;
	struct ilist_node *next = before ? base : base->next;

	/* What is needed 24 steps behind prev is all but right for node too. */
	node->hint = listpool_of_link_(prev)->hint;
	ilist_link_(&node->link, prev, next);
	if (lish_unlikely(pool->loops != NULL))
		listpool_added_(pool, node, base, before);
}

/* Take node out, which keeps its links. */
LISH_TINY void listpool_remove_(struct listpool *pool,
				struct listpool_node *node)
{
	if (lish_unlikely(pool->loops != NULL))
		walklist_fix_del_(pool->loops, &node->link);
	ilist_unlink_(&node->link, &node->link);
}

/* Make node one that is free. */
LISH_TINY void listpool_drop_(struct listpool *pool, struct listpool_node *node)
{
	listpool_remove_(pool, node);
	lish_slots_give_(&pool->slots, node->slot - 1);
	node->link.next = NULL;
	node->link.prev = NULL;
	node->slot = 0;
}

/* Take a free object, which comes to lie beside base. */
LISH_TINY void *listpool_take_(const char *op, struct listpool *pool,
			       struct ilist_node *base, bool before, bool zero)
{
	struct listpool_node *node;
	uint32_t slot;
	void *object;

	if (!listpool_may_put_(op, pool, base, before))
		return NULL;
	while (!lish_slots_take_(&pool->slots, &pool->chunks, &slot)) {
		if (listpool_grow_(op, pool))
			return NULL;
	}
	object = lish_chunks_at_(&pool->chunks, slot);
	node = listpool_node_of_(pool, object);
	node->slot = slot + 1;
	listpool_insert_(pool, node, base, before);
	if (lish_unlikely(pool->chunks.watch))
		listpool_born_(pool, node, zero);
	else if (zero)
		lish_chunks_zero_(&pool->chunks, object);
	return object;
}

LISH_TINY void *listpool_take_beside_(const char *op, struct listpool *pool,
				      const void *pos, bool before, bool zero)
{
	if (!listpool_live_ok_(op, pool, pos))
		return NULL;
	return listpool_take_(op, pool, &listpool_node_of_(pool, pos)->link,
			      before, zero);
}

/**
 * listpool_alloc_first() - take a free object, which becomes the first one
 * @pool: the pool
 *
 * Not visited by forward loops that run, but by reverse ones. See
 * listpool_alloc_last().
 *
 * Return: the object, or NULL as listpool_alloc_last().
 */
LISH_HOT void *listpool_alloc_first(struct listpool *pool)
{
	return listpool_take_("listpool_alloc_first", pool, &pool->head.link,
			      false, false);
}

/**
 * listpool_alloc_last() - take a free object, which becomes the last one
 * @pool: the pool
 *
 * The object is as it was freed, or as make left it, or new memory. Visited by
 * forward loops that run, but for _present ones. O(1); if all objects are live
 * and the pool may grow, one chunk is allocated. See also
 * listpool_alloc_last_entry(), listpool_alloc_zero_last().
 *
 * Return: the object; NULL, and nothing has changed, if the limit is reached,
 * if the pool may not grow, or if there is no memory.
 */
LISH_HOT void *listpool_alloc_last(struct listpool *pool)
{
	return listpool_take_("listpool_alloc_last", pool, &pool->head.link,
			      true, false);
}

/**
 * listpool_alloc_before() - take a free object, which comes in front of another
 * @pool: the pool
 * @pos: a live object of it
 *
 * Where the one in front of @pos was freed under a loop, the new one lies
 * behind that place: a forward loop visits it. See listpool_alloc_last().
 *
 * Return: the object, or NULL as listpool_alloc_last(), and if @pos is not
 * live, which is reported.
 */
LISH_HOT void *listpool_alloc_before(struct listpool *pool, void *pos)
{
	return listpool_take_beside_("listpool_alloc_before", pool, pos, true,
				     false);
}

/**
 * listpool_alloc_after() - take a free object, which comes behind another
 * @pool: the pool
 * @pos: a live object of it
 *
 * Where the one behind @pos was freed under a loop, the new one lies in front
 * of that place: a forward loop does not visit it. Behind the object that the
 * loop stands on, it is visited. See listpool_alloc_last().
 *
 * Return: the object, or NULL as listpool_alloc_before().
 */
LISH_HOT void *listpool_alloc_after(struct listpool *pool, void *pos)
{
	return listpool_take_beside_("listpool_alloc_after", pool, pos, false,
				     false);
}

/**
 * listpool_alloc_zero_first() - take a free object, zero it, make it the first
 * @pool: the pool
 *
 * See listpool_alloc_first(), listpool_alloc_zero_last().
 *
 * Return: the object, or NULL as listpool_alloc_last().
 */
LISH_HOT void *listpool_alloc_zero_first(struct listpool *pool)
{
	return listpool_take_("listpool_alloc_zero_first", pool,
			      &pool->head.link, false, true);
}

/**
 * listpool_alloc_zero_last() - take a free object, zero it, make it the last
 * @pool: the pool
 *
 * Zeroes all but the node, after make and before init. See
 * listpool_alloc_last().
 *
 * Return: the object, or NULL as listpool_alloc_last().
 */
LISH_HOT void *listpool_alloc_zero_last(struct listpool *pool)
{
	return listpool_take_("listpool_alloc_zero_last", pool,
			      &pool->head.link, true, true);
}

/**
 * listpool_alloc_zero_before() - take a free object, zero it, put it in front
 * @pool: the pool
 * @pos: a live object of it
 *
 * See listpool_alloc_before(), listpool_alloc_zero_last().
 *
 * Return: the object, or NULL as listpool_alloc_before().
 */
LISH_HOT void *listpool_alloc_zero_before(struct listpool *pool, void *pos)
{
	return listpool_take_beside_("listpool_alloc_zero_before", pool, pos,
				     true, true);
}

/**
 * listpool_alloc_zero_after() - take a free object, zero it, put it behind
 * @pool: the pool
 * @pos: a live object of it
 *
 * See listpool_alloc_after(), listpool_alloc_zero_last().
 *
 * Return: the object, or NULL as listpool_alloc_before().
 */
LISH_HOT void *listpool_alloc_zero_after(struct listpool *pool, void *pos)
{
	return listpool_take_beside_("listpool_alloc_zero_after", pool, pos,
				     false, true);
}

/**
 * listpool_free() - give back an object
 * @pool: the pool it is of
 * @object: a live object
 *
 * Runs fini while the object is live. Its memory must not be touched any more,
 * which ASan and Valgrind watch. Loops that stand on it go on behind the place
 * it had, even if it is handed out again at once. What is not a live object of
 * @pool, as after a free, is reported and left alone. O(1).
 */
LISH_HOT void listpool_free(struct listpool *pool, void *object)
{
	struct listpool_node *node = listpool_node_of_(pool, object);

	if (!listpool_may_free_("listpool_free", pool, object))
		return;
	if (lish_unlikely(pool->chunks.watch))
		listpool_bury_(pool, node);
	else
		listpool_drop_(pool, node);
}

/* Move to a place beside base, which is not the object's own link. */
LISH_TINY void listpool_move_(struct listpool *pool, void *object,
			      struct ilist_node *base, bool before)
{
	struct listpool_node *node = listpool_node_of_(pool, object);

	listpool_remove_(pool, node);
	listpool_insert_(pool, node, base, before);
}

/**
 * listpool_move_first() - make an object the first one
 * @pool: the pool
 * @object: a live object of it
 *
 * For loops it is as if it had been freed and came as a new one; but no hook
 * runs. An object may be moved in its own hook. O(1).
 */
LISH_HOT void listpool_move_first(struct listpool *pool, void *object)
{
	if (listpool_may_move_("listpool_move_first", pool, object))
		listpool_move_(pool, object, &pool->head.link, false);
}

/**
 * listpool_move_last() - make an object the last one
 * @pool: the pool
 * @object: a live object of it
 *
 * A forward loop comes to it again. One that moves each object it visits ends
 * only if it is a _present loop. See listpool_move_first(). O(1).
 */
LISH_HOT void listpool_move_last(struct listpool *pool, void *object)
{
	if (listpool_may_move_("listpool_move_last", pool, object))
		listpool_move_(pool, object, &pool->head.link, true);
}

/**
 * listpool_move_before() - put an object in front of another
 * @pool: the pool
 * @pos: a live object of it
 * @object: a live object of it; if it is @pos, nothing happens
 *
 * See listpool_move_first(), listpool_alloc_before(). O(1).
 */
LISH_HOT void listpool_move_before(struct listpool *pool, void *pos,
				   void *object)
{
	if (listpool_may_move_("listpool_move_before", pool, pos) &&
	    listpool_may_move_("listpool_move_before", pool, object) &&
	    pos != object)
		listpool_move_(pool, object,
			       &listpool_node_of_(pool, pos)->link, true);
}

/**
 * listpool_move_after() - put an object behind another
 * @pool: the pool
 * @pos: a live object of it
 * @object: a live object of it; if it is @pos, nothing happens
 *
 * See listpool_move_first(), listpool_alloc_after(). O(1).
 */
LISH_HOT void listpool_move_after(struct listpool *pool, void *pos,
				  void *object)
{
	if (listpool_may_move_("listpool_move_after", pool, pos) &&
	    listpool_may_move_("listpool_move_after", pool, object) &&
	    pos != object)
		listpool_move_(pool, object,
			       &listpool_node_of_(pool, pos)->link, false);
}

/**
 * listpool_is_live() - is this a live object of this pool?
 * @pool: the pool
 * @object: an object of @pool, live or free, or any object that has a struct
 * listpool_node at the same place
 *
 * O(1). See also listpool_owns(), which takes any pointer.
 */
LISH_TINY bool listpool_is_live(const struct listpool *pool, const void *object)
{
	return listpool_names_(
		pool, listpool_node_of_(pool, object)->slot & ~LISH_IN_HOOK_,
		object);
}

/**
 * listpool_owns() - is this an object of this pool, live or free?
 * @pool: the pool
 * @ptr: any pointer; is not followed
 *
 * O(number of chunks).
 */
bool listpool_owns(const struct listpool *pool, const void *ptr);

/**
 * listpool_index_of() - the index of an object
 * @pool: the pool
 * @object: as for listpool_is_live()
 *
 * Where it lies in memory, not in the list. Does not change as long as the
 * object lives. O(1).
 *
 * Return: an index below the capacity; -1 if the object is not live.
 */
LISH_TINY int32_t listpool_index_of(const struct listpool *pool,
				    const void *object)
{
	const uint32_t slot =
		listpool_node_of_(pool, object)->slot & ~LISH_IN_HOOK_;

	return listpool_names_(pool, slot, object) ? (int32_t)(slot - 1) : -1;
}

/**
 * listpool_at() - the object with an index
 * @pool: the pool
 * @index: any number
 *
 * O(1).
 *
 * Return: the object, or NULL if none with that index is live.
 */
LISH_TINY void *listpool_at(const struct listpool *pool, uint32_t index)
{
	void *object;

	if (index >= pool->slots.border)
		return NULL;
	object = lish_chunks_at_(&pool->chunks, index);
	return listpool_node_of_(pool, object)->slot ? object : NULL;
}

/**
 * listpool_empty() - is nothing live?
 * @pool: the pool
 *
 * O(1).
 */
LISH_TINY bool listpool_empty(const struct listpool *pool)
{
	return !listpool_ready_("listpool_empty", pool) || !pool->slots.count;
}

/**
 * listpool_count() - number of live objects
 * @pool: the pool
 *
 * O(1).
 */
LISH_TINY uint32_t listpool_count(const struct listpool *pool)
{
	return listpool_ready_("listpool_count", pool) ? pool->slots.count : 0;
}

/**
 * listpool_capacity() - number of objects that there is memory for
 * @pool: the pool
 *
 * O(1).
 */
LISH_TINY uint32_t listpool_capacity(const struct listpool *pool)
{
	return listpool_ready_("listpool_capacity", pool)
		       ? pool->chunks.capacity
		       : 0;
}

/**
 * listpool_limit() - the most objects that there may ever be
 * @pool: the pool
 *
 * O(1).
 */
LISH_TINY uint32_t listpool_limit(const struct listpool *pool)
{
	return listpool_ready_("listpool_limit", pool) ? pool->chunks.limit : 0;
}

/**
 * listpool_peak() - the most objects that were ever live at a time
 * @pool: the pool
 *
 * O(1).
 */
LISH_TINY uint32_t listpool_peak(const struct listpool *pool)
{
	return listpool_ready_("listpool_peak", pool)
		       ? lish_chunks_peak_(&pool->chunks, pool->slots.border)
		       : 0;
}

/**
 * listpool_failed() - number of allocs that returned NULL
 * @pool: the pool
 *
 * Those that were reported are not counted. O(1).
 */
LISH_TINY uint32_t listpool_failed(const struct listpool *pool)
{
	return listpool_ready_("listpool_failed", pool) ? pool->chunks.failed
							: 0;
}

/* The object of a link, NULL for the head. */
LISH_TINY void *listpool_object_or_null_(const struct listpool *pool,
					 struct ilist_node *link)
{
	return link == &pool->head.link
		       ? NULL
		       : listpool_object_(pool, listpool_of_link_(link));
}

LISH_TINY void *listpool_first_(const char *op, const struct listpool *pool)
{
	return listpool_ready_(op, pool) && pool->slots.count
		       ? listpool_object_or_null_(pool, pool->head.link.next)
		       : NULL;
}

LISH_TINY void *listpool_last_(const char *op, const struct listpool *pool)
{
	return listpool_ready_(op, pool) && pool->slots.count
		       ? listpool_object_or_null_(pool, pool->head.link.prev)
		       : NULL;
}

LISH_TINY void *listpool_next_(const char *op, const struct listpool *pool,
			       const void *object)
{
	if (!listpool_live_ok_(op, pool, object))
		return NULL;
	return listpool_object_or_null_(
		pool, listpool_node_of_(pool, object)->link.next);
}

LISH_TINY void *listpool_prev_(const char *op, const struct listpool *pool,
			       const void *object)
{
	if (!listpool_live_ok_(op, pool, object))
		return NULL;
	return listpool_object_or_null_(
		pool, listpool_node_of_(pool, object)->link.prev);
}

/**
 * listpool_first() - the first object
 * @pool: the pool
 *
 * O(1).
 *
 * Return: the object, or NULL if nothing is live.
 */
LISH_TINY void *listpool_first(const struct listpool *pool)
{
	return listpool_first_("listpool_first", pool);
}

/**
 * listpool_last() - the last object
 * @pool: the pool
 *
 * O(1).
 *
 * Return: the object, or NULL if nothing is live.
 */
LISH_TINY void *listpool_last(const struct listpool *pool)
{
	return listpool_last_("listpool_last", pool);
}

/**
 * listpool_next() - the object behind another
 * @pool: the pool
 * @object: a live object of it
 *
 * O(1).
 *
 * Return: the object; NULL if @object is the last one, or not live, which is
 * reported.
 */
LISH_TINY void *listpool_next(const struct listpool *pool, const void *object)
{
	return listpool_next_("listpool_next", pool, object);
}

/**
 * listpool_prev() - the object in front of another
 * @pool: the pool
 * @object: a live object of it
 *
 * O(1).
 *
 * Return: the object; NULL if @object is the first one, or not live, which is
 * reported.
 */
LISH_TINY void *listpool_prev(const struct listpool *pool, const void *object)
{
	return listpool_prev_("listpool_prev", pool, object);
}

/**
 * listpool_reserve() - get the memory in advance
 * @pool: the pool
 * @n: objects to have memory for, live ones included
 *
 * Runs make for those that have not had it. Up to @n live objects, no alloc
 * fails or allocates; with config.no_grow none ever allocates. O(n).
 *
 * Return: 0; -ENOSPC if @n is beyond the limit; -ENOMEM if there is no memory;
 * -EBUSY while clear, trim, reserve or destroy runs a hook; -EINVAL for misuse
 * that was reported. Unless 0, nothing has changed.
 */
int listpool_reserve(struct listpool *pool, uint32_t n);

/**
 * listpool_trim() - give back memory that is not used
 * @pool: the pool
 *
 * Chunks behind the last one with a live object go, after unmake. A fixed pool
 * stays as it is. Loops that run do not mind. O(n).
 *
 * Return: 0; -EBUSY in a hook; -EINVAL for misuse that was reported.
 */
int listpool_trim(struct listpool *pool);

/**
 * listpool_clear() - free all objects
 * @pool: the pool
 *
 * Runs fini for each, from the last one to the first. The memory stays, and
 * objects are handed out as from a new pool. Loops that run go on: what becomes
 * the last one from now on is visited by forward ones, what becomes the first
 * one by reverse ones. O(1), or O(n) with fini.
 *
 * Return: 0; -EBUSY in a hook; -EINVAL for misuse that was reported.
 */
int listpool_clear(struct listpool *pool);

/**
 * listpool_sort() - sort, keeping the order of equals
 * @pool: the pool
 * @cmp: the order
 * @ctx: passed to @cmp
 *
 * The sort of ilist_sort(): in place, without recursion, O(n log n) comparisons
 * at most, O(n) if they are sorted already. Objects stay where they are in
 * memory.
 *
 * Return: 0; -EBUSY during a loop; -EINVAL for misuse that was reported.
 */
int listpool_sort(struct listpool *pool, listpool_cmp_fn cmp, void *ctx);

/**
 * listpool_check() - examine the whole pool
 * @pool: the pool
 * @fault: where the node of the first faulty object is stored, NULL if the pool
 * is at fault or nothing is; may be NULL itself
 *
 * Ends on broken lists too: each step is made only if it can be taken back.
 * O(n), reports to nobody.
 *
 * Return: LISH_OK, LISH_UNINITIALIZED, LISH_BAD_COUNT, LISH_BAD_INDEX or
 * LISH_BROKEN_LINKS.
 */
enum lish_reason listpool_check(const struct listpool *pool,
				const struct listpool_node **fault);

/* For the typed forms: is it a pool of such objects? */
LISH_HOT void *listpool_alloc_first_typed_(struct listpool *pool, size_t size,
					   size_t offset, bool zero)
{
	const char *op = zero ? "listpool_alloc_zero_first_entry"
			      : "listpool_alloc_first_entry";

	if (!lish_chunks_hold_(op, pool, &pool->chunks, size, offset))
		return NULL;
	return listpool_take_(op, pool, &pool->head.link, false, zero);
}

LISH_HOT void *listpool_alloc_last_typed_(struct listpool *pool, size_t size,
					  size_t offset, bool zero)
{
	const char *op = zero ? "listpool_alloc_zero_last_entry"
			      : "listpool_alloc_last_entry";

	if (!lish_chunks_hold_(op, pool, &pool->chunks, size, offset))
		return NULL;
	return listpool_take_(op, pool, &pool->head.link, true, zero);
}

LISH_HOT void *listpool_alloc_before_typed_(struct listpool *pool,
					    const void *pos, size_t size,
					    size_t offset, bool zero)
{
	const char *op = zero ? "listpool_alloc_zero_before_entry"
			      : "listpool_alloc_before_entry";

	if (!lish_chunks_hold_(op, pool, &pool->chunks, size, offset))
		return NULL;
	return listpool_take_beside_(op, pool, pos, true, zero);
}

LISH_HOT void *listpool_alloc_after_typed_(struct listpool *pool,
					   const void *pos, size_t size,
					   size_t offset, bool zero)
{
	const char *op = zero ? "listpool_alloc_zero_after_entry"
			      : "listpool_alloc_after_entry";

	if (!lish_chunks_hold_(op, pool, &pool->chunks, size, offset))
		return NULL;
	return listpool_take_beside_(op, pool, pos, false, zero);
}

LISH_TINY void *listpool_first_typed_(const struct listpool *pool, size_t size,
				      size_t offset)
{
	const char *op = "listpool_first_entry";

	return lish_chunks_hold_(op, pool, &pool->chunks, size, offset)
		       ? listpool_first_(op, pool)
		       : NULL;
}

LISH_TINY void *listpool_last_typed_(const struct listpool *pool, size_t size,
				     size_t offset)
{
	const char *op = "listpool_last_entry";

	return lish_chunks_hold_(op, pool, &pool->chunks, size, offset)
		       ? listpool_last_(op, pool)
		       : NULL;
}

LISH_TINY void *listpool_next_typed_(const struct listpool *pool,
				     const void *entry, size_t size,
				     size_t offset)
{
	const char *op = "listpool_next_entry";

	return lish_chunks_hold_(op, pool, &pool->chunks, size, offset)
		       ? listpool_next_(op, pool, entry)
		       : NULL;
}

LISH_TINY void *listpool_prev_typed_(const struct listpool *pool,
				     const void *entry, size_t size,
				     size_t offset)
{
	const char *op = "listpool_prev_entry";

	return lish_chunks_hold_(op, pool, &pool->chunks, size, offset)
		       ? listpool_prev_(op, pool, entry)
		       : NULL;
}

LISH_TINY void *listpool_at_typed_(const struct listpool *pool, uint32_t index,
				   size_t size, size_t offset)
{
	if (!lish_chunks_hold_("listpool_at_entry", pool, &pool->chunks, size,
			       offset))
		return NULL;
	return listpool_at(pool, index);
}

/**
 * listpool_alloc_first_entry() - take a free object as the first one, typed
 * @pool: the pool
 * @type: type of the objects
 * @member: name of the struct listpool_node in it
 *
 * A pool of something else is reported. See listpool_alloc_first().
 *
 * Return: the object as a pointer to @type, or NULL.
 */
#define listpool_alloc_first_entry(pool, type, member) \
	((type *)listpool_alloc_first_typed_(          \
		pool, sizeof(type), LISTPOOL_OFFSET_(type, member), false))

/**
 * listpool_alloc_last_entry() - take a free object as the last one, typed
 * @pool: the pool
 * @type: type of the objects
 * @member: name of the struct listpool_node in it
 *
 * See listpool_alloc_last(), listpool_alloc_first_entry().
 *
 * Return: the object as a pointer to @type, or NULL.
 */
#define listpool_alloc_last_entry(pool, type, member) \
	((type *)listpool_alloc_last_typed_(          \
		pool, sizeof(type), LISTPOOL_OFFSET_(type, member), false))

/**
 * listpool_alloc_before_entry() - take a free object in front of another, typed
 * @pool: the pool
 * @pos: a live object of it, of that type
 * @type: type of the objects
 * @member: name of the struct listpool_node in it
 *
 * See listpool_alloc_before(), listpool_alloc_first_entry().
 *
 * Return: the object as a pointer to @type, or NULL.
 */
#define listpool_alloc_before_entry(pool, pos, type, member) \
	((type *)listpool_alloc_before_typed_(               \
		pool, 1 ? (pos) : (type *)0, sizeof(type),   \
		LISTPOOL_OFFSET_(type, member), false))

/**
 * listpool_alloc_after_entry() - take a free object behind another, typed
 * @pool: the pool
 * @pos: a live object of it, of that type
 * @type: type of the objects
 * @member: name of the struct listpool_node in it
 *
 * See listpool_alloc_after(), listpool_alloc_first_entry().
 *
 * Return: the object as a pointer to @type, or NULL.
 */
#define listpool_alloc_after_entry(pool, pos, type, member) \
	((type *)listpool_alloc_after_typed_(               \
		pool, 1 ? (pos) : (type *)0, sizeof(type),  \
		LISTPOOL_OFFSET_(type, member), false))

/**
 * listpool_alloc_zero_first_entry() - take and zero an object as the first one,
 * typed
 * @pool: the pool
 * @type: type of the objects
 * @member: name of the struct listpool_node in it
 *
 * See listpool_alloc_zero_first(), listpool_alloc_first_entry().
 *
 * Return: the object as a pointer to @type, or NULL.
 */
#define listpool_alloc_zero_first_entry(pool, type, member) \
	((type *)listpool_alloc_first_typed_(               \
		pool, sizeof(type), LISTPOOL_OFFSET_(type, member), true))

/**
 * listpool_alloc_zero_last_entry() - take and zero an object as the last one,
 * typed
 * @pool: the pool
 * @type: type of the objects
 * @member: name of the struct listpool_node in it
 *
 * See listpool_alloc_zero_last(), listpool_alloc_first_entry().
 *
 * Return: the object as a pointer to @type, or NULL.
 */
#define listpool_alloc_zero_last_entry(pool, type, member) \
	((type *)listpool_alloc_last_typed_(               \
		pool, sizeof(type), LISTPOOL_OFFSET_(type, member), true))

/**
 * listpool_alloc_zero_before_entry() - take and zero an object in front of
 * another, typed
 * @pool: the pool
 * @pos: a live object of it, of that type
 * @type: type of the objects
 * @member: name of the struct listpool_node in it
 *
 * See listpool_alloc_zero_before(), listpool_alloc_first_entry().
 *
 * Return: the object as a pointer to @type, or NULL.
 */
#define listpool_alloc_zero_before_entry(pool, pos, type, member) \
	((type *)listpool_alloc_before_typed_(                    \
		pool, 1 ? (pos) : (type *)0, sizeof(type),        \
		LISTPOOL_OFFSET_(type, member), true))

/**
 * listpool_alloc_zero_after_entry() - take and zero an object behind another,
 * typed
 * @pool: the pool
 * @pos: a live object of it, of that type
 * @type: type of the objects
 * @member: name of the struct listpool_node in it
 *
 * See listpool_alloc_zero_after(), listpool_alloc_first_entry().
 *
 * Return: the object as a pointer to @type, or NULL.
 */
#define listpool_alloc_zero_after_entry(pool, pos, type, member) \
	((type *)listpool_alloc_after_typed_(                    \
		pool, 1 ? (pos) : (type *)0, sizeof(type),       \
		LISTPOOL_OFFSET_(type, member), true))

/**
 * listpool_first_entry() - the first object, typed
 * @pool: the pool
 * @type: type of the objects, possibly const
 * @member: name of the struct listpool_node in it
 *
 * See listpool_first(), listpool_alloc_first_entry(). O(1).
 *
 * Return: the object as a pointer to @type, or NULL.
 */
#define listpool_first_entry(pool, type, member)           \
	((type *)listpool_first_typed_(pool, sizeof(type), \
				       LISTPOOL_OFFSET_(type, member)))

/**
 * listpool_last_entry() - the last object, typed
 * @pool: the pool
 * @type: type of the objects, possibly const
 * @member: name of the struct listpool_node in it
 *
 * See listpool_last(), listpool_alloc_first_entry(). O(1).
 *
 * Return: the object as a pointer to @type, or NULL.
 */
#define listpool_last_entry(pool, type, member)           \
	((type *)listpool_last_typed_(pool, sizeof(type), \
				      LISTPOOL_OFFSET_(type, member)))

/**
 * listpool_next_entry() - the object behind another, typed
 * @pool: the pool
 * @entry: a live object of it, of that type
 * @type: type of the objects, possibly const
 * @member: name of the struct listpool_node in it
 *
 * See listpool_next(), listpool_alloc_first_entry(). O(1).
 *
 * Return: the object as a pointer to @type, or NULL.
 */
#define listpool_next_entry(pool, entry, type, member)               \
	((type *)listpool_next_typed_(pool, 1 ? (entry) : (type *)0, \
				      sizeof(type),                  \
				      LISTPOOL_OFFSET_(type, member)))

/**
 * listpool_prev_entry() - the object in front of another, typed
 * @pool: the pool
 * @entry: a live object of it, of that type
 * @type: type of the objects, possibly const
 * @member: name of the struct listpool_node in it
 *
 * See listpool_prev(), listpool_alloc_first_entry(). O(1).
 *
 * Return: the object as a pointer to @type, or NULL.
 */
#define listpool_prev_entry(pool, entry, type, member)               \
	((type *)listpool_prev_typed_(pool, 1 ? (entry) : (type *)0, \
				      sizeof(type),                  \
				      LISTPOOL_OFFSET_(type, member)))

/**
 * listpool_at_entry() - the object with an index, typed
 * @pool: the pool
 * @index: any number
 * @type: type of the objects, possibly const
 * @member: name of the struct listpool_node in it
 *
 * See listpool_at(), listpool_alloc_first_entry(). O(1).
 *
 * Return: the object as a pointer to @type, or NULL.
 */
#define listpool_at_entry(pool, index, type, member)           \
	((type *)listpool_at_typed_(pool, index, sizeof(type), \
				    LISTPOOL_OFFSET_(type, member)))

LISH_TINY void *listpool_entry_(struct listpool_node *node, size_t offset)
{
	return (char *)node - offset;
}

LISH_TINY const void *listpool_entry_const_(const struct listpool_node *node,
					    size_t offset)
{
	return (const char *)node - offset;
}

LISH_TINY void *listpool_entry_or_null_(struct listpool_node *node,
					size_t offset)
{
	return node ? (char *)node - offset : NULL;
}

/**
 * listpool_entry() - the object of a node
 * @node: pointer to the node, not NULL
 * @type: type of the object
 * @member: name of the struct listpool_node in it
 *
 * container_of() that takes nothing but the nodes of listpools; for what
 * listpool_loop_next() returns. O(1).
 */
#define listpool_entry(node, type, member) \
	((type *)listpool_entry_(node, LISTPOOL_OFFSET_(type, member)))

/**
 * listpool_entry_const() - the object of a node that may only be read
 * @node: pointer to the node, not NULL
 * @type: type of the object
 * @member: name of the struct listpool_node in it
 *
 * For what a listpool_cmp_fn is given. O(1).
 */
#define listpool_entry_const(node, type, member)   \
	((const type *)listpool_entry_const_(node, \
					     LISTPOOL_OFFSET_(type, member)))

/**
 * listpool_loop_begin() - begin a loop by hand
 * @loop: any memory, which stays where it is until listpool_loop_end()
 * @pool: the pool
 *
 * For compilers that cannot close a loop that is left by return or goto, and
 * for loops that are carried on from call to call::
 *
 *	struct listpool_loop loop;
 *	struct listpool_node *node;
 *
 *	listpool_loop_begin(&loop, &bullets);
 *	while ((node = listpool_loop_next(&loop)) != NULL)
 *		...
 *	listpool_loop_end(&loop);
 *
 * See walklist_loop_begin() for what is reported; what goes wrong later bears
 * the names of walklist. O(loops that run).
 */
LISH_NOINLINE void listpool_loop_begin(struct listpool_loop *loop,
				       struct listpool *pool);

/**
 * listpool_loop_begin_reverse() - begin a loop from the last object on
 * @loop: any memory, which stays where it is until listpool_loop_end()
 * @pool: the pool
 *
 * See listpool_loop_begin().
 */
LISH_NOINLINE void listpool_loop_begin_reverse(struct listpool_loop *loop,
					       struct listpool *pool);

/**
 * listpool_loop_begin_from() - begin a loop at an object
 * @loop: any memory, which stays where it is until listpool_loop_end()
 * @pool: the pool
 * @object: the live object visited first; NULL visits nothing
 *
 * See listpool_loop_begin(). What is not live is reported, and the loop has
 * ended.
 */
LISH_NOINLINE void listpool_loop_begin_from(struct listpool_loop *loop,
					    struct listpool *pool,
					    const void *object);

/**
 * listpool_loop_begin_from_reverse() - begin a loop at an object, backwards
 * @loop: any memory, which stays where it is until listpool_loop_end()
 * @pool: the pool
 * @object: the live object visited first; NULL visits nothing
 *
 * See listpool_loop_begin_from().
 */
LISH_NOINLINE void listpool_loop_begin_from_reverse(struct listpool_loop *loop,
						    struct listpool *pool,
						    const void *object);

/**
 * listpool_loop_begin_present() - begin a loop over what is live now
 * @loop: any memory, which stays where it is until listpool_loop_end()
 * @pool: the pool
 *
 * See listpool_for_each_entry_present(). O(loops that run); after 2^30 such
 * loops over one pool, one of them takes O(n).
 */
LISH_NOINLINE void listpool_loop_begin_present(struct listpool_loop *loop,
					       struct listpool *pool);

/**
 * listpool_loop_next() - the next object of a loop that was begun by hand
 * @loop: the loop
 *
 * See also listpool_entry(). O(1); a _present loop skips what is new.
 *
 * Return: its node; NULL if there is none, and then the loop has ended. A loop
 * that has ended returns NULL.
 */
struct listpool_node *listpool_loop_next(struct listpool_loop *loop);

/**
 * listpool_loop_end() - end a loop that was begun by hand
 * @loop: the loop; if it has ended already, nothing happens
 *
 * Loops may end in any order. O(loops that run).
 */
void listpool_loop_end(struct listpool_loop *loop);

/**
 * listpool_abandon() - end all loops that longjmp() has left
 * @pool: the pool
 *
 * longjmp() closes nothing: to be called before anything else is done with
 * @pool, and not while a loop over it goes on. O(1).
 */
void listpool_abandon(struct listpool *pool);

/*
 * Loops are those of walklist, step by step; only what is done at each element
 * differs, because a hint has 32 bits here. It is the lower half of an address,
 * and of all addresses with this half the one nearest to the node is fetched:
 * the right one if they are less than 2 GiB apart, which chunks mostly are. On
 * 32 bit it is the address. (The index instead would be right always, but costs
 * two loads, a multiplication and a comparison with the capacity: a quarter
 * more time per object in lists that fit into the cache.)
 */
LISH_TINY uint32_t listpool_hint_of_(const struct ilist_node *link)
{
	return (uint32_t)(uintptr_t)link;
}

LISH_TINY uintptr_t listpool_hinted_(const struct listpool_node *node)
{
	const uint32_t distance = node->hint - listpool_hint_of_(&node->link);

	return (uintptr_t)node + (uintptr_t)(ptrdiff_t)(int32_t)distance;
}

LISH_TINY struct listpool_node *listpool_forward_(struct listpool_loop *loop,
						  struct walklist_cursor_ *cur)
{
	struct ilist_node *link = walklist_step_(&loop->walk, cur);
	struct listpool_node *behind;

	if (!link)
		return NULL;
	lish_prefetch(listpool_hinted_(listpool_of_link_(link)));
	behind = listpool_of_link_(walklist_trail_(&loop->walk, cur));
	/* Written only if it differs: a walk that changes nothing reads only.
	 */
	if (behind && behind->hint != listpool_hint_of_(link)) {
		if (lish_unlikely(behind->hint & 1))
			listpool_hint_stamped_(loop, behind,
					       listpool_hint_of_(link));
		else
			behind->hint = listpool_hint_of_(link);
	}
	return listpool_of_link_(link);
}

LISH_TINY struct listpool_node *listpool_back_(struct listpool_loop *loop,
					       struct walklist_cursor_ *cur)
{
	return listpool_of_link_(walklist_step_back_(&loop->walk, cur));
}

/* Was node put in its place after loop began? */
LISH_TINY bool listpool_is_new_(const struct listpool_loop *loop,
				const struct listpool_node *node)
{
	return (node->hint & 1) && node->hint >> 1 >= loop->walk.since;
}

LISH_TINY struct listpool_node *listpool_present_(struct listpool_loop *loop,
						  struct walklist_cursor_ *cur)
{
	struct listpool_node *node;

	do
		node = listpool_forward_(loop, cur);
	while (node && lish_unlikely(listpool_is_new_(loop, node)));
	return node;
}

#define LISTPOOL_ENTRY_OR_NULL_(node, type, member) \
	((type *)listpool_entry_or_null_(node, LISTPOOL_OFFSET_(type, member)))

/* See WALKLIST_LOOP_() for why there are three. */
#define LISTPOOL_LOOP_(pos, begin, type, member, step)                        \
	for (struct listpool_loop pos##_loop_                                 \
		     LISH_CLEANUP(listpool_loop_end) = LISTPOOL_LOOP_INIT,    \
		     *pos##_once_ = &pos##_loop_;                             \
	     pos##_once_; pos##_once_ = NULL)                                 \
		for (struct walklist_cursor_ pos##_at_ =                      \
			     (begin, walklist_cursor_of_(&pos##_loop_.walk)); \
		     pos##_at_.head;                                          \
		     listpool_loop_end(&pos##_loop_), pos##_at_.head = NULL)  \
			for (type *pos = LISTPOOL_ENTRY_OR_NULL_(             \
				     step(&pos##_loop_, &pos##_at_), type,    \
				     member);                                 \
			     pos; pos = LISTPOOL_ENTRY_OR_NULL_(              \
					  step(&pos##_loop_, &pos##_at_),     \
					  type, member))

/**
 * listpool_for_each_entry() - loop over the live objects
 * @pos: name of the cursor, declared by the loop
 * @pool: the pool
 * @type: type of the objects, possibly const
 * @member: name of the struct listpool_node in it
 *
 * The body may do anything with the pool but sort or destroy it, also free any
 * object and alloc others at once, and be left by break, return, goto or an
 * exception. What is put behind @pos is visited. A body that always allocs
 * there never ends: see listpool_for_each_entry_present().
 */
#define listpool_for_each_entry(pos, pool, type, member)                   \
	LISTPOOL_LOOP_(pos, listpool_loop_begin(&pos##_loop_, pool), type, \
		       member, listpool_forward_)

/**
 * listpool_for_each_entry_reverse() - loop from the last object to the first
 * @pos: name of the cursor, declared by the loop
 * @pool: the pool
 * @type: type of the objects, possibly const
 * @member: name of the struct listpool_node in it
 *
 * As listpool_for_each_entry(), "behind" being in front of @pos. Hints help
 * forward loops only.
 */
#define listpool_for_each_entry_reverse(pos, pool, type, member)             \
	LISTPOOL_LOOP_(pos, listpool_loop_begin_reverse(&pos##_loop_, pool), \
		       type, member, listpool_back_)

/**
 * listpool_for_each_entry_from() - loop from an object on
 * @pos: name of the cursor, declared by the loop
 * @start: the live object visited first; NULL visits nothing
 * @pool: the pool
 * @type: type of the objects, possibly const
 * @member: name of the struct listpool_node in it
 *
 * See listpool_for_each_entry(), listpool_loop_begin_from().
 */
#define listpool_for_each_entry_from(pos, start, pool, type, member)      \
	LISTPOOL_LOOP_(pos,                                               \
		       listpool_loop_begin_from(&pos##_loop_, pool,       \
						1 ? (start) : (type *)0), \
		       type, member, listpool_forward_)

/**
 * listpool_for_each_entry_from_reverse() - loop from an object to the first
 * @pos: name of the cursor, declared by the loop
 * @start: the live object visited first; NULL visits nothing
 * @pool: the pool
 * @type: type of the objects, possibly const
 * @member: name of the struct listpool_node in it
 *
 * See listpool_for_each_entry_reverse(), listpool_loop_begin_from().
 */
#define listpool_for_each_entry_from_reverse(pos, start, pool, type, member) \
	LISTPOOL_LOOP_(pos,                                                  \
		       listpool_loop_begin_from_reverse(                     \
			       &pos##_loop_, pool, 1 ? (start) : (type *)0), \
		       type, member, listpool_back_)

/**
 * listpool_for_each_entry_present() - loop over the objects that are live now
 * @pos: name of the cursor, declared by the loop
 * @pool: the pool
 * @type: type of the objects, possibly const
 * @member: name of the struct listpool_node in it
 *
 * Visits each object that was live when the loop began and has been neither
 * freed nor moved before the loop comes to it. What is allocated meanwhile is
 * not visited, wherever it is put. So the loop ends, whatever the body allocs.
 */
#define listpool_for_each_entry_present(pos, pool, type, member)             \
	LISTPOOL_LOOP_(pos, listpool_loop_begin_present(&pos##_loop_, pool), \
		       type, member, listpool_present_)

/* Loops of readers: nothing is registered and nothing written. */
LISH_TINY struct walklist_iter_
listpool_iter_begin_(const struct listpool *pool)
{
	struct walklist_iter_ it;

	it.head = &pool->head.link;
	it.at = it.head;
	return it;
}

LISH_TINY struct listpool_node *listpool_enter_(struct walklist_iter_ *it,
						struct ilist_node *link)
{
	/* What it calls the node of a walklist is the link we gave it. */
	return walklist_enter_(it, link) ? listpool_of_link_(link) : NULL;
}

LISH_TINY struct listpool_node *listpool_read_(struct walklist_iter_ *it)
{
	struct listpool_node *node = listpool_enter_(it, it->at->next);

	if (node)
		lish_prefetch(listpool_hinted_(node));
	return node;
}

LISH_TINY struct listpool_node *listpool_read_back_(struct walklist_iter_ *it)
{
	return listpool_enter_(it, it->at->prev);
}

#define LISTPOOL_CONST_LOOP_(pos, pool, type, member, step)                \
	for (struct walklist_iter_ pos##_it_ = listpool_iter_begin_(pool); \
	     pos##_it_.head; pos##_it_.head = NULL)                        \
		for (type *pos = LISTPOOL_ENTRY_OR_NULL_(step(&pos##_it_), \
							 type, member);    \
		     pos; pos = LISTPOOL_ENTRY_OR_NULL_(step(&pos##_it_),  \
							type, member))

/**
 * listpool_for_each_entry_const() - loop over a pool that is only read
 * @pos: name of the cursor, declared by the loop
 * @pool: the pool, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct listpool_node in it
 *
 * The body may not change the list: nobody looks after this loop. It registers
 * nothing and leaves no hints, but uses those it finds; several threads may run
 * it at the same time. It may be left in any way, longjmp() included.
 */
#define listpool_for_each_entry_const(pos, pool, type, member) \
	LISTPOOL_CONST_LOOP_(pos, pool, type, member, listpool_read_)

/**
 * listpool_for_each_entry_const_reverse() - the same from the last to the first
 * @pos: name of the cursor, declared by the loop
 * @pool: the pool, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct listpool_node in it
 *
 * See listpool_for_each_entry_const().
 */
#define listpool_for_each_entry_const_reverse(pos, pool, type, member) \
	LISTPOOL_CONST_LOOP_(pos, pool, type, member, listpool_read_back_)

LISH_C_END

#endif /* LINUX_ISH_LISTPOOL_H */
