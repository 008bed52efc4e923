/* SPDX-License-Identifier: MIT */
/*
 * listpool.h - memory for objects, and a list of the live ones in your order
 *
 * For objects that are born and die all the time and are walked in an order of
 * their own: sprites from back to front, turns, effects, the entries of a cache.
 * An object is born at a place: at the front or the end, before or after
 * another. It never moves in memory. Loops are those of walklist: a body may free
 * any object, the one it stands on, the next one or all of them, may alloc, and
 * may loop again; that freed memory is handed out again at once confuses no loop.
 *
 * Not for you if the order does not matter (densepool: 20 bytes less in the
 * object), if indices must lead to objects that may have died (slotpool), or if
 * objects change from list to list (ipool for the memory, walklist for the
 * lists).
 *
 *   operation                                    cost    allocates
 *   -------------------------------------------  ------  ---------------------
 *   alloc_entry, alloc_tail_entry,
 *   alloc_before_entry, alloc_after_entry,
 *   zalloc_entry, zalloc_tail_entry              O(1)    to grow, if it may
 *   free                                         O(1)    no
 *   move, move_tail, move_before, move_after     O(1)    no
 *   first_entry, last_entry, next_entry,
 *   prev_entry, at_entry                         O(1)    no
 *   contains, index_of, count, stats             O(1)    no
 *   owns                                         O(chunks)
 *   clear                                        O(1)    no; O(n) with fini
 *   sort                                         O(n log n) no; stable
 *   init, init_in, set_hooks                     O(1)    a table, and
 *                                                        config.initial
 *   reserve                                      O(n)    yes
 *   trim, destroy                                O(n)    gives back
 *   check                                        O(n)    no
 *
 * O(1) becomes O(loops that run) for what changes the list during a loop.
 *
 *   loop                    free any    alloc                move
 *   ----------------------  ----------  -------------------  ------------------
 *   for_each_entry, _safe,  yes         yes, visited if      as free and alloc
 *   _reverse, _from                     after the current
 *   for_each_entry_present  yes         yes, never visited   yes, not visited
 *                                                            any more
 *   for_each_entry_const    no          no                   no
 *
 * walklist.h says what a loop does whose object was freed. To sort is misuse
 * while a loop runs.
 *
 * The object freed last is handed out first, then what was never used, in the
 * order of the indices: same calls, same objects, on every machine. Nothing
 * here is thread-safe: one lock must cover a pool, the nodes of its objects
 * and, as they write hints and register themselves, its loops.
 */
#ifndef LINUX_ISH_LISTPOOL_H
#define LINUX_ISH_LISTPOOL_H

#include "core/pool.h"
#include "core/walk.h"

/**
 * struct listpool_node - what an object carries to be of a listpool
 * @link: private
 * @slot: private: its index, plus one
 * @hint: private: lower half of an address to fetch, or a stamp: see core/walk.h
 *
 * - free: slot is its place on the stack of free slots
 * - live: slot leads back to this node, and link is in the pool's list
 *
 * Belongs to the pool as long as the memory does. To write it - by assigning to
 * the whole object, say - makes the object one that cannot be freed, which is
 * reported. See listpool_zalloc_entry().
 */
struct listpool_node {
	struct lish_link_ link;
	uint32_t slot;
	uint32_t hint;
};

/**
 * struct listpool - the pool
 * @base: private: the objects' memory, and which of them are free
 * @walks: private: the list of live objects, and the loops that run over it
 *
 * - below the border, objects are in the list or on the stack of free ones
 *
 * All zero: never initialised, or destroyed; not valid. Must not be moved or
 * copied, but to be put back later to the same place, with all its memory.
 */
struct listpool {
	struct lish_pool_ base;
	struct lish_walks_ walks;
};

/*
 * listpool_stack: so named that memory of other pools does not compile.
 * No tag: in C, that of a member would be known outside the struct around it.
 */
#define LISTPOOL_STORAGE_(type, n)          \
	{                                   \
		type objects[n];            \
		uint32_t listpool_stack[n]; \
	}

/**
 * LISTPOOL_STORAGE() - declare the memory of a pool of fixed capacity
 * @mem: name of the variable, or of the member
 * @type: type of the objects
 * @n: how many objects, a constant
 *
 * One object of a struct type of its own, of any storage class: at file scope,
 * in a function, or as a member. For LISTPOOL_INIT() and listpool_init_in().
 */
#define LISTPOOL_STORAGE(mem, type, n) struct LISTPOOL_STORAGE_(type, n) mem

/**
 * LISTPOOL_INIT() - initialiser of a pool of fixed capacity
 * @name: the variable that is being initialised: the list's ends point to it
 * @mem: a LISTPOOL_STORAGE()
 * @type: type of the objects
 * @member: name of the struct listpool_node in it
 *
 * A constant if @name and @mem are static. The pool needs no call before the
 * first alloc.
 */
#define LISTPOOL_INIT(name, mem, type, member)                                \
	{ LISH_POOL_INIT_((mem).objects, (mem).listpool_stack, type,          \
			  LISTPOOL_MARK_(type, member), listpool_fixed_ops_), \
	  LISH_WALKS_INIT_((name).walks) }

/**
 * LISTPOOL_DEFINE() - define a pool of fixed capacity for the whole program
 * @name: name of the variable
 * @type: type of the objects
 * @member: name of the struct listpool_node in it
 * @n: how many objects, a constant
 *
 * With external linkage, at file scope; other files see it by
 * extern struct listpool name. See also LISTPOOL_DEFINE_STATIC(),
 * listpool_set_hooks().
 */
#define LISTPOOL_DEFINE(name, type, member, n)              \
	extern struct name##_memory_                        \
		LISTPOOL_STORAGE_(type, n) name##_storage_; \
	struct name##_memory_ name##_storage_;              \
	struct listpool name = LISTPOOL_INIT(name, name##_storage_, type, member)

/**
 * LISTPOOL_DEFINE_STATIC() - define a pool of fixed capacity for one file
 * @name: name of the variable
 * @type: type of the objects
 * @member: name of the struct listpool_node in it
 * @n: how many objects, a constant
 *
 * Static, at file scope or in a function. See LISTPOOL_DEFINE().
 */
#define LISTPOOL_DEFINE_STATIC(name, type, member, n)      \
	static LISTPOOL_STORAGE(name##_storage_, type, n); \
	static struct listpool name =                      \
		LISTPOOL_INIT(name, name##_storage_, type, member)

LISH_C_BEGIN

struct listpool_loop;
/**
 * listpool_loop_end() - end a loop that was begun by hand
 * @loop: the loop; if it does not run, nothing happens
 *
 * Loops may end in any order. O(1), plus the loops begun after it.
 */
void listpool_loop_end(struct listpool_loop *loop);

LISH_CLEANUP_BY(listpool_loop, listpool_loop_close_)

/**
 * struct listpool_loop - a loop that a pool knows of
 * @walk: private
 *
 * The macros declare their own. See listpool_loop_begin().
 */
struct listpool_loop {
	struct lish_walk_ walk;
	/* private: */
	LISH_CLEANUP_DTOR(listpool_loop, listpool_loop_close_)
};

LISH_NODE_(listpool_node);
#define LISTPOOL_OFFSET_(type, member) \
	LISH_OFFSET_(type, member, listpool_node)
/* Where the mark lies, by which the base knows an object. */
#define LISTPOOL_MARK_(type, member)      \
	(LISTPOOL_OFFSET_(type, member) + \
	 offsetof(struct listpool_node, slot))

/* For pools of fixed capacity. */
extern const struct lish_pool_ops_ listpool_fixed_ops_;
extern const struct lish_walk_face_ listpool_face_;

LISH_MUST_CHECK int listpool_init_(struct listpool *pool, size_t size,
				   size_t align, size_t offset,
				   const struct lish_config *config);
void listpool_init_in_(struct listpool *pool, size_t size, size_t offset,
		       size_t n, void *mem);
/* What is wrong with a node that is to go, or to be moved. */
LISH_COLD void listpool_refuse_(lish_op_ op, const struct listpool *pool,
				const struct listpool_node *node);
/* An end of the list does not hold together. */
LISH_COLD void listpool_refuse_place_(lish_op_ op, const struct listpool *pool);
/* Level 2: the whole pool. */
LISH_COLD bool listpool_whole_ok_(lish_op_ op, const struct listpool *pool);

/**
 * listpool_init() - make an empty pool that grows
 * @pool: any memory; stays where it is until listpool_destroy()
 * @type: type of the objects
 * @member: name of the struct listpool_node in it
 * @config: settings, NULL for none: see struct lish_config
 *
 * Allocates a small table, and what config->initial asks for. The objects are
 * aligned as their type wants. What @pool held before is neither read nor
 * changed.
 *
 * Context: Allocates; may sleep in the kernel: see struct lish_kmem.
 *
 * Return: 0; -ENOMEM if there is no memory, or if a chunk of @type would be too
 * big for this machine; -ENOSPC if the initial objects are beyond the limit.
 * Unless 0, @pool is zero.
 */
#define listpool_init(pool, type, member, config)              \
	listpool_init_(pool, sizeof(type), LISH_ALIGNOF(type), \
		       LISTPOOL_MARK_(type, member), config)

/**
 * listpool_init_in() - make an empty pool of fixed capacity
 * @pool: any memory; stays where it is until listpool_destroy()
 * @type: type of the objects
 * @member: name of the struct listpool_node in it
 * @mem: pointer to a LISTPOOL_STORAGE(), of any content; the pool's until
 * listpool_destroy()
 *
 * The pool never allocates, and its init cannot fail. O(1).
 */
#define listpool_init_in(pool, type, member, mem)                           \
	listpool_init_in_(pool, sizeof(type), LISTPOOL_MARK_(type, member), \
			  LISH_POOL_ROOM_((mem)->objects,                   \
					  (mem)->listpool_stack, type), mem)

/**
 * listpool_set_hooks() - give hooks to a pool that was made without
 * @pool: a pool in which nothing is live
 * @hooks: the hooks, which must outlive the pool; NULL for none
 * @ctx: their first argument
 *
 * For pools of fixed capacity. Misuse if something is live, in a hook, and if
 * objects were made for earlier hooks. O(1).
 */
LISH_TINY void listpool_set_hooks(struct listpool *pool,
				  const struct lish_pool_hooks *hooks,
				  void *ctx)
{
	lish_pool_set_hooks_("listpool_set_hooks", &pool->base, hooks, ctx,
			     &listpool_fixed_ops_);
	lish_stay_();
}

/**
 * listpool_destroy() - give back all memory
 * @pool: the pool
 *
 * Runs fini for what is live and unmake for what was made. All pointers to
 * objects are dead. @pool is zero afterwards, and may be initialised again; a
 * LISTPOOL_STORAGE() is the caller's again. O(n). Misuse in a hook, and while a
 * loop runs: see listpool_stop().
 *
 * Context: Frees memory; may sleep in the kernel: see struct lish_kmem.
 */
void listpool_destroy(struct listpool *pool);

/* The node of an object, NULL of none; what is no such object does not compile. */
LISH_TINY struct listpool_node *listpool_of_(const void *object, size_t offset)
{
	/* Through an integer, because only the object may be const. */
	return object ? (struct listpool_node *)((uintptr_t)object + offset) :
			NULL;
}
#define LISTPOOL_OF_(object, type, member)              \
	listpool_of_(LISH_OBJECT_(object, type),        \
		     LISTPOOL_OFFSET_(type, member))

/* Nodes begin with their link. */
LISH_TINY struct listpool_node *listpool_of_link_(struct lish_link_ *link)
{
	return (struct listpool_node *)(void *)link;
}

LISH_TINY struct listpool_node *listpool_of_mark_(uint32_t *mark)
{
	return (struct listpool_node *)(void *)((char *)mark -
						offsetof(struct listpool_node,
							 slot));
}

/* Do the neighbours know it? */
LISH_TINY bool listpool_linked_(const struct listpool_node *node)
{
	return node->link.next && node->link.next->prev == &node->link &&
	       node->link.prev->next == &node->link;
}

/* May it be freed? No hook of it runs, and it is in the list. */
LISH_TINY bool listpool_may_free_(lish_op_ op, const struct listpool *pool,
				  const struct listpool_node *node)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(node) ||
			  !lish_pool_names_(&pool->base, node->slot,
					    &node->slot) ||
			  !listpool_linked_(node))) {
		listpool_refuse_(op, pool, node);
		lish_stay_();
		return false;
	}
	return LISH_CHECK < 2 || listpool_whole_ok_(op, pool);
}

/* Is it live, and in the list? That a hook runs for it does not matter. */
LISH_TINY bool listpool_live_(lish_op_ op, const struct listpool *pool,
			      const struct listpool_node *node)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(node) ||
			  !lish_pool_names_(&pool->base,
					    node->slot & ~LISH_POOL_IN_HOOK_,
					    &node->slot) ||
			  !listpool_linked_(node))) {
		listpool_refuse_(op, pool, node);
		lish_stay_();
		return false;
	}
	return LISH_CHECK < 2 || listpool_whole_ok_(op, pool);
}

/*
 * May something be put after base or, with before, before it? An object's place
 * has been looked at: this is for the ends.
 */
LISH_TINY bool listpool_may_put_(lish_op_ op, const struct listpool *pool,
				 const struct lish_link_ *base, bool before)
{
	const struct lish_link_ *other = before ? base->prev : base->next;

	if (LISH_CHECK >= 1 &&
	    lish_unlikely(!other ||
			  (before ? other->next : other->prev) != base)) {
		listpool_refuse_place_(op, pool);
		lish_stay_();
		return false;
	}
	return LISH_CHECK < 2 || listpool_whole_ok_(op, pool);
}

/* Put node after base or, with before, before it. */
LISH_TINY void listpool_put_(struct listpool *pool, struct listpool_node *node,
			     struct lish_link_ *base, bool before)
{
	lish_walk_link_(&listpool_face_, &pool->walks, &node->link,
			before ? base->prev : base, before ? base : base->next,
			before, true);
}

/* Take it out of the list, and make its slot free. */
LISH_TINY void listpool_drop_(struct listpool *pool, struct listpool_node *node)
{
	lish_walk_unlink_(&listpool_face_, &pool->walks, &node->link);
	lish_ring_zero_(&node->link);
	lish_pool_give_(&pool->base, &node->slot);
}

/* Take a free object, which comes to lie beside base. */
LISH_TINY void *listpool_take_(lish_op_ op, struct listpool *pool,
			       struct lish_link_ *base, bool before,
			       size_t size, size_t offset, bool zero)
{
	struct lish_pool_ *memory = &pool->base;
	struct listpool_node *node;
	uint32_t slot, *mark;

	if (!listpool_may_put_(op, pool, base, before))
		return NULL;
	while (!lish_pool_take_(memory, size, &slot)) {
		if (lish_pool_grow_(op, memory))
			return NULL;
	}
	mark = lish_pool_at_(memory, slot, size);
	*mark = slot + 1;
	node = listpool_of_mark_(mark);
	listpool_put_(pool, node, base, before);
	if (lish_unlikely(memory->watch))
		lish_pool_born_(memory, mark, zero);
	else if (zero)
		lish_pool_zero_((char *)mark - offset, size,
				offset - offsetof(struct listpool_node, slot),
				sizeof(*node));
	return (char *)mark - offset;
}

LISH_HOT void *listpool_alloc_(struct listpool *pool, size_t size,
			       size_t offset)
{
	lish_op_ op = "listpool_alloc_entry";

	if (!lish_pool_holds_(op, &pool->base, size, offset))
		return NULL;
	return listpool_take_(op, pool, &pool->walks.head, false, size, offset,
			      false);
}

LISH_HOT void *listpool_zalloc_(struct listpool *pool, size_t size,
				size_t offset)
{
	lish_op_ op = "listpool_zalloc_entry";

	if (!lish_pool_holds_(op, &pool->base, size, offset))
		return NULL;
	return listpool_take_(op, pool, &pool->walks.head, false, size, offset,
			      true);
}

LISH_HOT void *listpool_alloc_tail_(struct listpool *pool, size_t size,
				    size_t offset)
{
	lish_op_ op = "listpool_alloc_tail_entry";

	if (!lish_pool_holds_(op, &pool->base, size, offset))
		return NULL;
	return listpool_take_(op, pool, &pool->walks.head, true, size, offset,
			      false);
}

LISH_HOT void *listpool_zalloc_tail_(struct listpool *pool, size_t size,
				     size_t offset)
{
	lish_op_ op = "listpool_zalloc_tail_entry";

	if (!lish_pool_holds_(op, &pool->base, size, offset))
		return NULL;
	return listpool_take_(op, pool, &pool->walks.head, true, size, offset,
			      true);
}

LISH_HOT void *listpool_alloc_before_(struct listpool *pool,
				      struct listpool_node *pos, size_t size,
				      size_t offset)
{
	lish_op_ op = "listpool_alloc_before_entry";

	if (!lish_pool_holds_(op, &pool->base, size, offset) ||
	    !listpool_live_(op, pool, pos))
		return NULL;
	return listpool_take_(op, pool, &pos->link, true, size, offset, false);
}

LISH_HOT void *listpool_alloc_after_(struct listpool *pool,
				     struct listpool_node *pos, size_t size,
				     size_t offset)
{
	lish_op_ op = "listpool_alloc_after_entry";

	if (!lish_pool_holds_(op, &pool->base, size, offset) ||
	    !listpool_live_(op, pool, pos))
		return NULL;
	return listpool_take_(op, pool, &pos->link, false, size, offset, false);
}

/**
 * listpool_alloc_entry() - take a free object, which comes first
 * @pool: the pool
 * @type: type of the objects
 * @member: name of the struct listpool_node in it
 *
 * The object is as it was freed, or as make left it, or new memory. Not visited
 * by forward loops that run, but by reverse ones. O(1); if all objects are live
 * and the pool may grow, one chunk is allocated. A pool of something else is
 * reported. See also listpool_zalloc_entry(), listpool_alloc_tail_entry().
 *
 * Context: Allocates if it grows; may sleep in the kernel: see struct lish_kmem.
 *
 * Return: the object as a pointer to @type; NULL, and nothing has changed, if
 * the limit is reached, if the pool may not grow, or if there is no memory.
 */
#define listpool_alloc_entry(pool, type, member)             \
	LISH_CAST_(type, listpool_alloc_(pool, sizeof(type), \
					 LISTPOOL_MARK_(type, member)))

/**
 * listpool_alloc_tail_entry() - take a free object, which comes last
 * @pool: the pool
 * @type: type of the objects
 * @member: name of the struct listpool_node in it
 *
 * Visited by forward loops that run, but for _present ones. See
 * listpool_alloc_entry().
 *
 * Context: Allocates if it grows; may sleep in the kernel: see struct lish_kmem.
 *
 * Return: the object as a pointer to @type, or NULL.
 */
#define listpool_alloc_tail_entry(pool, type, member)             \
	LISH_CAST_(type, listpool_alloc_tail_(pool, sizeof(type), \
					      LISTPOOL_MARK_(type, member)))

/**
 * listpool_alloc_before_entry() - take a free object, which comes before another
 * @pool: the pool
 * @pos: a live object of it
 * @type: type of the objects
 * @member: name of the struct listpool_node in it
 *
 * If the one before @pos was freed under a loop, the new one lies after that
 * place: a forward loop visits it. See listpool_alloc_entry().
 *
 * Context: Allocates if it grows; may sleep in the kernel: see struct lish_kmem.
 *
 * Return: the object as a pointer to @type, or NULL, also if @pos is not live,
 * which is reported.
 */
#define listpool_alloc_before_entry(pool, pos, type, member)             \
	LISH_CAST_(type, listpool_alloc_before_(                         \
				 pool, LISTPOOL_OF_(pos, type, member),  \
				 sizeof(type), LISTPOOL_MARK_(type, member)))

/**
 * listpool_alloc_after_entry() - take a free object, which comes after another
 * @pool: the pool
 * @pos: a live object of it
 * @type: type of the objects
 * @member: name of the struct listpool_node in it
 *
 * If the one after @pos was freed under a loop, the new one lies before that
 * place: a forward loop does not visit it. After the object that the loop stands
 * on, it is visited. See listpool_alloc_entry().
 *
 * Context: Allocates if it grows; may sleep in the kernel: see struct lish_kmem.
 *
 * Return: the object as a pointer to @type, or NULL, also if @pos is not live,
 * which is reported.
 */
#define listpool_alloc_after_entry(pool, pos, type, member)             \
	LISH_CAST_(type, listpool_alloc_after_(                         \
				 pool, LISTPOOL_OF_(pos, type, member), \
				 sizeof(type), LISTPOOL_MARK_(type, member)))

/**
 * listpool_zalloc_entry() - take a free object and zero it; it comes first
 * @pool: the pool
 * @type: type of the objects
 * @member: name of the struct listpool_node in it
 *
 * Zeroes all but the node, after make and before init. See
 * listpool_alloc_entry().
 *
 * Context: Allocates if it grows; may sleep in the kernel: see struct lish_kmem.
 *
 * Return: the object as a pointer to @type, or NULL.
 */
#define listpool_zalloc_entry(pool, type, member)             \
	LISH_CAST_(type, listpool_zalloc_(pool, sizeof(type), \
					  LISTPOOL_MARK_(type, member)))

/**
 * listpool_zalloc_tail_entry() - take a free object and zero it; it comes last
 * @pool: the pool
 * @type: type of the objects
 * @member: name of the struct listpool_node in it
 *
 * Zeroes all but the node, after make and before init. See
 * listpool_alloc_tail_entry().
 *
 * Context: Allocates if it grows; may sleep in the kernel: see struct lish_kmem.
 *
 * Return: the object as a pointer to @type, or NULL.
 */
#define listpool_zalloc_tail_entry(pool, type, member)             \
	LISH_CAST_(type, listpool_zalloc_tail_(pool, sizeof(type), \
					       LISTPOOL_MARK_(type, member)))

/**
 * listpool_free() - give back an object
 * @pool: the pool it is of
 * @node: of a live object
 *
 * Runs fini while the object is live. Its memory must not be touched any more,
 * which ASan and Valgrind watch. Loops that stand on it go on after the place it
 * had, even if it is handed out again at once. What is not a live object of
 * @pool, as after a free, is reported and left alone; so is one whose hook runs.
 * O(1).
 */
LISH_HOT void listpool_free(struct listpool *pool, struct listpool_node *node)
{
	if (!listpool_may_free_("listpool_free", pool, node))
		return;
	if (lish_unlikely(pool->base.watch))
		lish_pool_bury_(&pool->base, &node->slot);
	else
		listpool_drop_(pool, node);
}

/* Move to a place beside base, which is not the object's own link. */
LISH_TINY void listpool_move_(struct listpool *pool, struct listpool_node *node,
			      struct lish_link_ *base, bool before)
{
	lish_walk_unlink_(&listpool_face_, &pool->walks, &node->link);
	listpool_put_(pool, node, base, before);
}

/**
 * listpool_move() - put an object first
 * @pool: the pool
 * @node: of a live object of it
 *
 * For loops it is as if it had been freed and came as a new one, even if it is
 * the first one already; but no hook runs. An object may be moved in its own
 * hook. An object cannot leave its pool: to move it to another pool is reported as
 * LISH_FOREIGN. O(1).
 */
LISH_HOT void listpool_move(struct listpool *pool, struct listpool_node *node)
{
	if (listpool_live_("listpool_move", pool, node))
		listpool_move_(pool, node, &pool->walks.head, false);
}

/**
 * listpool_move_tail() - put an object last
 * @pool: the pool
 * @node: of a live object of it
 *
 * A forward loop comes to it again, even if it is the last one already. One that
 * moves each object it visits ends only if it is a _present loop. See
 * listpool_move(). O(1).
 */
LISH_HOT void listpool_move_tail(struct listpool *pool,
				 struct listpool_node *node)
{
	if (listpool_live_("listpool_move_tail", pool, node))
		listpool_move_(pool, node, &pool->walks.head, true);
}

/**
 * listpool_move_before() - put an object before another
 * @pool: the pool
 * @pos: node of a live object of it
 * @node: of a live object of it; if it is @pos, nothing happens
 *
 * A move for loops even if it is there already. See listpool_move(),
 * listpool_alloc_before_entry(). O(1).
 */
LISH_HOT void listpool_move_before(struct listpool *pool,
				   struct listpool_node *pos,
				   struct listpool_node *node)
{
	if (listpool_live_("listpool_move_before", pool, pos) &&
	    listpool_live_("listpool_move_before", pool, node) && pos != node)
		listpool_move_(pool, node, &pos->link, true);
}

/**
 * listpool_move_after() - put an object after another
 * @pool: the pool
 * @pos: node of a live object of it
 * @node: of a live object of it; if it is @pos, nothing happens
 *
 * A move for loops even if it is there already. See listpool_move(),
 * listpool_alloc_after_entry(). O(1).
 */
LISH_HOT void listpool_move_after(struct listpool *pool,
				  struct listpool_node *pos,
				  struct listpool_node *node)
{
	if (listpool_live_("listpool_move_after", pool, pos) &&
	    listpool_live_("listpool_move_after", pool, node) && pos != node)
		listpool_move_(pool, node, &pos->link, false);
}

LISH_TINY int32_t listpool_index_(lish_op_ op, const struct listpool *pool,
				  const struct listpool_node *node)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(node) || !pool->base.size)) {
		listpool_refuse_(op, pool, node);
		lish_stay_();
		return -1;
	}
	return lish_pool_index_(op, &pool->base, &node->slot);
}

/**
 * listpool_contains() - is this a live object of this pool?
 * @pool: the pool
 * @node: of an object of @pool, live or free, or of any other object
 *
 * O(1). See also listpool_owns(), which does not read it.
 */
LISH_TINY bool listpool_contains(const struct listpool *pool,
				 const struct listpool_node *node)
{
	return listpool_index_("listpool_contains", pool, node) >= 0;
}

/**
 * listpool_owns() - does this address lie in the memory of this pool's objects?
 * @pool: the pool
 * @address: any pointer; is not followed
 *
 * O(number of chunks).
 */
LISH_TINY bool listpool_owns(const struct listpool *pool, const void *address)
{
	return lish_pool_owns_("listpool_owns", &pool->base, address);
}

/**
 * listpool_index_of() - the index of an object
 * @pool: the pool
 * @node: as for listpool_contains()
 *
 * It says where the object lies in memory, not where it stands in the list, and
 * does not change as long as the object lives. O(1).
 *
 * Return: an index below the capacity; -1 if the object is not live.
 */
LISH_TINY int32_t listpool_index_of(const struct listpool *pool,
				    const struct listpool_node *node)
{
	return listpool_index_("listpool_index_of", pool, node);
}

LISH_TINY void *listpool_at_(const struct listpool *pool, uint32_t index,
			     size_t size, size_t offset)
{
	const struct lish_pool_ *base = &pool->base;
	uint32_t *mark;

	if (!lish_pool_holds_("listpool_at_entry", base, size, offset) ||
	    index >= base->border)
		return NULL;
	mark = lish_pool_at_(base, index, size);
	return (*mark & ~LISH_POOL_IN_HOOK_) == index + 1
		       ? (char *)mark - offset
		       : NULL;
}

/**
 * listpool_at_entry() - the object with an index
 * @pool: the pool
 * @index: any number; see listpool_index_of()
 * @type: type of the objects, possibly const
 * @member: name of the struct listpool_node in it
 *
 * O(1).
 *
 * Return: the object as a pointer to @type, or NULL if none with that index is
 * live.
 */
#define listpool_at_entry(pool, index, type, member)             \
	LISH_CAST_(type, listpool_at_(pool, index, sizeof(type), \
				      LISTPOOL_MARK_(type, member)))

/**
 * listpool_count() - number of live objects
 * @pool: the pool
 *
 * O(1).
 */
LISH_TINY uint32_t listpool_count(const struct listpool *pool)
{
	return lish_pool_ready_("listpool_count", &pool->base)
		       ? pool->base.count
		       : 0;
}

/**
 * listpool_stats() - all figures of a pool
 * @pool: the pool
 *
 * O(1).
 *
 * Return: see struct lish_stats.
 */
LISH_TINY struct lish_stats listpool_stats(const struct listpool *pool)
{
	return lish_pool_stats_("listpool_stats", &pool->base,
				sizeof(uint32_t));
}

/* The object beside a link, NULL if that is the list's end. */
LISH_TINY void *listpool_beside_(const struct listpool *pool,
				 const struct lish_link_ *link, bool before,
				 size_t offset)
{
	struct lish_link_ *at = before ? link->prev : link->next;

	return at == &pool->walks.head
		       ? NULL
		       : (char *)&listpool_of_link_(at)->slot - offset;
}

LISH_TINY void *listpool_end_(lish_op_ op, const struct listpool *pool,
			      bool last, size_t size, size_t offset)
{
	if (!lish_pool_holds_(op, &pool->base, size, offset))
		return NULL;
	return listpool_beside_(pool, &pool->walks.head, last, offset);
}

LISH_TINY void *listpool_neighbour_(lish_op_ op, const struct listpool *pool,
				    const struct listpool_node *node,
				    bool before, size_t size, size_t offset)
{
	if (!lish_pool_holds_(op, &pool->base, size, offset) ||
	    !listpool_live_(op, pool, node))
		return NULL;
	return listpool_beside_(pool, &node->link, before, offset);
}

/**
 * listpool_first_entry() - the first object
 * @pool: the pool
 * @type: type of the objects, possibly const
 * @member: name of the struct listpool_node in it
 *
 * O(1).
 *
 * Return: the object as a pointer to @type, or NULL if nothing is live.
 */
#define listpool_first_entry(pool, type, member)                              \
	LISH_CAST_(type,                                                      \
		   listpool_end_("listpool_first_entry", pool, false,         \
				 sizeof(type), LISTPOOL_MARK_(type, member)))

/**
 * listpool_last_entry() - the last object
 * @pool: the pool
 * @type: type of the objects, possibly const
 * @member: name of the struct listpool_node in it
 *
 * O(1).
 *
 * Return: the object as a pointer to @type, or NULL if nothing is live.
 */
#define listpool_last_entry(pool, type, member)                               \
	LISH_CAST_(type,                                                      \
		   listpool_end_("listpool_last_entry", pool, true,           \
				 sizeof(type), LISTPOOL_MARK_(type, member)))

/**
 * listpool_next_entry() - the object after another
 * @pool: the pool
 * @entry: a live object of it
 * @type: type of the objects, possibly const
 * @member: name of the struct listpool_node in it
 *
 * O(1).
 *
 * Return: the object as a pointer to @type; NULL if @entry is the last one, or
 * not live, which is reported.
 */
#define listpool_next_entry(pool, entry, type, member)                     \
	LISH_CAST_(type, listpool_neighbour_(                              \
				 "listpool_next_entry", pool,              \
				 LISTPOOL_OF_(entry, type, member),        \
				 false, sizeof(type),                      \
				 LISTPOOL_MARK_(type, member)))

/**
 * listpool_prev_entry() - the object before another
 * @pool: the pool
 * @entry: a live object of it
 * @type: type of the objects, possibly const
 * @member: name of the struct listpool_node in it
 *
 * O(1).
 *
 * Return: the object as a pointer to @type; NULL if @entry is the first one, or
 * not live, which is reported.
 */
#define listpool_prev_entry(pool, entry, type, member)              \
	LISH_CAST_(type, listpool_neighbour_(                       \
				 "listpool_prev_entry", pool,       \
				 LISTPOOL_OF_(entry, type, member), \
				 true, sizeof(type),                \
				 LISTPOOL_MARK_(type, member)))

/**
 * listpool_reserve() - get the memory in advance
 * @pool: the pool
 * @count: objects to have memory for, live ones included
 *
 * Runs make for those that have not had it. Up to @count live objects, no alloc
 * fails or allocates; with config.no_grow none ever allocates. Misuse while
 * clear, trim, reserve or destroy runs a hook. O(n).
 *
 * Context: Allocates; may sleep in the kernel: see struct lish_kmem.
 *
 * Return: 0; -ENOSPC if @count is beyond the limit; -ENOMEM if there is no memory;
 * -EINVAL for misuse. Unless 0, nothing has changed.
 */
LISH_MUST_CHECK LISH_TINY int listpool_reserve(struct listpool *pool,
					       uint32_t count)
{
	return lish_pool_reserve_("listpool_reserve", &pool->base, count);
}

/**
 * listpool_trim() - give back memory that is not used
 * @pool: the pool
 *
 * Chunks after the last one with a live object go, after unmake. A pool of fixed
 * capacity stays as it is. Loops that run do not mind. O(n). Misuse in a hook.
 *
 * Context: Frees memory; may sleep in the kernel: see struct lish_kmem.
 */
LISH_TINY void listpool_trim(struct listpool *pool)
{
	lish_pool_trim_("listpool_trim", &pool->base);
	lish_stay_();
}

/**
 * listpool_clear() - free all objects
 * @pool: the pool
 *
 * Runs fini for each, from the last one to the first. The memory stays, and
 * alloc begins with index 0 again. Loops that run go on: what is put at the end
 * from now on is visited by forward ones, what is put at the front by reverse
 * ones. O(1), or O(n) with fini. Misuse in a hook.
 */
void listpool_clear(struct listpool *pool);

/**
 * listpool_sort() - sort, keeping the order of equals
 * @pool: the pool
 * @cmp: the order, called with nodes: > 0 if @a belongs after @b, else <= 0 (to be
 * stable, 0 and less are the same: "not after"); must return, and must neither
 * change nor ask the pool
 * @ctx: passed to @cmp
 *
 * The sort of ilist_sort(): in place, without recursion, O(n log n) comparisons
 * at most, O(n) if they are sorted already. Objects stay where they are in
 * memory. Misuse while a loop runs.
 */
void listpool_sort(struct listpool *pool,
		   int (*cmp)(void *ctx, const struct listpool_node *a,
			      const struct listpool_node *b),
		   void *ctx);

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

/**
 * listpool_loop_begin() - begin a loop by hand
 * @loop: initialised by LISH_LOOP_INIT; stays where it is until its end
 * @pool: the pool
 *
 * For compilers that cannot close a loop that is left by return or goto, and
 * for loops that are carried on from call to call::
 *
 *	struct listpool_loop loop = LISH_LOOP_INIT;
 *	struct listpool_node *node;
 *
 *	listpool_loop_begin(&loop, &sprites);
 *	while ((node = listpool_loop_next(&loop)) != NULL)
 *		...
 *	listpool_loop_end(&loop);
 *
 * Anything may be done to the pool between two steps. A loop that runs already,
 * over this or another pool, is reported and goes on as it was. O(loops that run).
 */
void listpool_loop_begin(struct listpool_loop *loop, struct listpool *pool);

/**
 * listpool_loop_next() - the next object of a loop that was begun by hand
 * @loop: the loop
 *
 * O(1). See also container_of().
 *
 * Return: its node, or NULL if there is none left; the loop has ended then.
 */
struct listpool_node *listpool_loop_next(struct listpool_loop *loop);

/**
 * listpool_abandon() - end all loops that longjmp() has left
 * @pool: the pool
 *
 * longjmp() closes nothing: to be called before anything else is done with
 * @pool, and not while a loop over it goes on. O(1).
 */
void listpool_abandon(struct listpool *pool);

/**
 * listpool_stop() - let all running loops end
 * @pool: the pool
 *
 * They end at their next step, which does not touch the pool or its objects any
 * more: so it may be destroyed from the body of a loop. O(loops that run).
 */
void listpool_stop(struct listpool *pool);

/* The macros' side of loops. */

LISH_HOT void listpool_loop_open_(struct listpool_loop *loop,
				  struct listpool *pool,
				  enum lish_walk_kind_ kind)
{
	lish_walk_begin_(&listpool_face_, &pool->walks, &loop->walk, kind);
}

/* From an object: the loop stands on a ghost before it. */
LISH_HOT void listpool_loop_open_from_(struct listpool_loop *loop,
				       struct listpool_node *start,
				       struct listpool *pool)
{
	if (start && listpool_live_("listpool_for_each_entry_from", pool, start))
		lish_walk_begin_at_(&listpool_face_, &pool->walks, &loop->walk,
				    start->link.prev, LISH_WALK_FROM_);
}

LISH_HOT void listpool_loop_close_(struct listpool_loop *loop)
{
	lish_walk_close_(&listpool_face_, &loop->walk);
}

LISH_TINY void *listpool_of_step_(struct lish_link_ *link, size_t offset)
{
	return link ? (char *)link - offset : NULL;
}

LISH_STEP void *listpool_forward_(struct listpool_loop *loop,
				  struct lish_walk_cursor_ *at, size_t offset)
{
	return listpool_of_step_(lish_walk_forward_(&listpool_face_,
						    &loop->walk, at, true),
				 offset);
}

LISH_STEP void *listpool_back_(struct listpool_loop *loop,
			       struct lish_walk_cursor_ *at, size_t offset)
{
	return listpool_of_step_(lish_walk_step_(&listpool_face_, &loop->walk,
						 at, true),
				 offset);
}

LISH_STEP void *listpool_present_(struct listpool_loop *loop,
				  struct lish_walk_cursor_ *at, size_t offset)
{
	return listpool_of_step_(lish_walk_present_(&listpool_face_,
						    &loop->walk, at, true),
				 offset);
}

LISH_STEP void *listpool_read_(struct lish_walk_cursor_ *at, size_t offset)
{
	return listpool_of_step_(lish_walk_read_(&listpool_face_, at, true),
				 offset);
}

/* begin is an expression that begins the loop, unless the pool is empty. */
#define LISTPOOL_LOOP_(pos, begin, step, type, member)                                \
	LISH_LOOP_(pos, listpool_loop, walk.loop, LISH_CLEANUP, listpool_loop_close_, \
		   (begin, &pos##_loop_), struct lish_walk_cursor_,                   \
		   lish_walk_cursor_of_(&pos##_loop_.walk),                           \
		   pos##_at_.head, type,                                              \
		   step(&pos##_loop_, &pos##_at_,                                     \
			LISTPOOL_OFFSET_(type, member)))

/**
 * listpool_for_each_entry() - loop over the live objects
 * @pos: name of the cursor, declared by the loop
 * @pool: the pool
 * @type: type of the objects, possibly const
 * @member: name of the struct listpool_node in it
 *
 * The body may do anything with the pool but sort or destroy it, also free any
 * object, and be left by break; by return, goto and C++ exceptions as well
 * where LISH_HAS_CLEANUP is 1 (else use listpool_loop_begin()). What comes
 * after @pos is visited: a body that always allocates there never ends.
 */
#define listpool_for_each_entry(pos, pool, type, member)             \
	LISTPOOL_LOOP_(pos,                                          \
		       listpool_loop_open_(&pos##_loop_, pool,       \
					   LISH_WALK_FORWARD_),      \
		       listpool_forward_, type, member)

/**
 * listpool_for_each_entry_safe() - the same, by the name that lists have for it
 * @pos: name of the cursor, declared by the loop
 * @pool: the pool
 * @type: type of the objects, possibly const
 * @member: name of the struct listpool_node in it
 *
 * See listpool_for_each_entry(), which is as safe.
 */
#define listpool_for_each_entry_safe(pos, pool, type, member) \
	listpool_for_each_entry(pos, pool, type, member)

/**
 * listpool_for_each_entry_reverse() - loop from the last object to the first
 * @pos: name of the cursor, declared by the loop
 * @pool: the pool
 * @type: type of the objects, possibly const
 * @member: name of the struct listpool_node in it
 *
 * As listpool_for_each_entry(), with the ends changed.
 */
#define listpool_for_each_entry_reverse(pos, pool, type, member)     \
	LISTPOOL_LOOP_(pos,                                          \
		       listpool_loop_open_(&pos##_loop_, pool,       \
					   LISH_WALK_REVERSE_),      \
		       listpool_back_, type, member)

/**
 * listpool_for_each_entry_from() - loop from an object to the last
 * @pos: name of the cursor, declared by the loop
 * @pool: the pool
 * @start: the object visited first; NULL visits nothing
 * @type: type of the objects, possibly const
 * @member: name of the struct listpool_node in it
 *
 * A @start that is not of a live object of @pool is reported. See
 * listpool_for_each_entry().
 */
#define listpool_for_each_entry_from(pos, pool, start, type, member)        \
	LISTPOOL_LOOP_(pos,                                                 \
		       listpool_loop_open_from_(                            \
			       &pos##_loop_,                                \
			       LISTPOOL_OF_(start, type, member), pool),    \
		       listpool_forward_, type, member)

/**
 * listpool_for_each_entry_present() - loop over the objects that are live now
 * @pos: name of the cursor, declared by the loop
 * @pool: the pool
 * @type: type of the objects, possibly const
 * @member: name of the struct listpool_node in it
 *
 * Visits each object that was live when the loop began and has not been freed
 * before the loop comes to it. What is allocated or moved meanwhile is not
 * visited, wherever it is put. So the loop ends, whatever the body does.
 */
#define listpool_for_each_entry_present(pos, pool, type, member)     \
	LISTPOOL_LOOP_(pos,                                          \
		       listpool_loop_open_(&pos##_loop_, pool,       \
					   LISH_WALK_PRESENT_),      \
		       listpool_present_, type, member)

LISH_TINY struct lish_walk_cursor_
listpool_read_begin_(const struct listpool *pool)
{
	return lish_walk_read_begin_(&pool->walks);
}

/**
 * listpool_for_each_entry_const() - loop over a pool that is only read
 * @pos: name of the cursor, declared by the loop
 * @pool: the pool, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct listpool_node in it
 *
 * The body may not change the pool: nobody looks after this loop. It registers
 * nothing and leaves no hints, but uses those it finds; several threads may run
 * it at the same time. It may be left in any way, longjmp() included.
 */
#define listpool_for_each_entry_const(pos, pool, type, member)                                    \
	LISH_LOOK_(pos, struct lish_walk_cursor_,                                                 \
		   listpool_read_begin_(pool), pos##_at_.head, LISH_NO_(struct lish_link_), type, \
		   listpool_read_(&pos##_at_, LISTPOOL_OFFSET_(type, member)))

LISH_C_END

/* Last, for LISH_REPORT_LOCATION. */
#define LISH_HERE_LISTPOOL_
#include "core/here.h"

#endif /* LINUX_ISH_LISTPOOL_H */
