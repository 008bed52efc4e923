/* SPDX-License-Identifier: MIT */
/*
 * locklist.h - a list whose changes wait while it is locked
 *
 * Every loop locks the list and visits exactly the elements that were in it then. Changes
 * take effect together when the last lock is gone. Nothing is allocated.
 *
 * The true order follows each call at once: it is the list as it will be after the last
 * unlock. Loops and locklist_seen_count() use the seen order: the list as it was when it
 * was locked.
 *
 * Use something else if
 *   - loops must see changes at once:  walklist, rwarray
 *   - the order does not matter:       dense
 *   - four words per node are many:    ilist, rwarray
 *
 * Cost: unlock and the end of a loop O(pending changes), stop also O(loops);
 * clear, destroy and check O(n); all others O(1).
 *
 * Nodes must be zero before their first add. A zero list is empty. Not thread-safe: one lock
 * of yours covers the list, its nodes and its loops.
 *
 * Parameters that a call does not describe:
 *   @list: the list
 *   @node: a node that was zeroed once
 *   @type: object type
 *   @member: its struct locklist_node
 *   @pos: the cursor, which the loop declares
 */
#ifndef LINUX_ISH_LOCKLIST_H
#define LINUX_ISH_LOCKLIST_H

#include "bug.h"
#include "container_of.h"
#include "core/loop.h"

LISH_NATURAL_(locklist);

/**
 * struct locklist_node - the member that links an object; zero: in no list
 *
 * Private: the links in both orders, and its list.
 */
struct locklist_node {
	/* private: */
	struct locklist_node *next;	 /* in the seen order; NULL: loops do not see the node */
	struct locklist_node *true_next; /* in the true order; of a removed node: in its ring */
	struct locklist_node *true_prev;
	unsigned char *side;		 /* in sides[] of its list; 0: an element, 1: removed */
} LISH_LINKS_;

/**
 * struct locklist - the list; zero: empty
 *
 * Private: both orders and their lengths, the locks, and the removals to tell of.
 */
struct locklist {
	/* private: */
	struct locklist_node head;     /* of both orders; its side is NULL */
	struct locklist_node *fresh;   /* the first element added while locked, or the head */
	struct lish_loops_ loops;      /* the running loops */
	struct locklist_node *leaving; /* ring of removed nodes that loops see, or NULL */
	struct locklist_node *out;     /* ring of removed nodes whose on_out is due, or NULL */
	void (*on_out)(struct locklist *list, struct locklist_node *node);
	uint32_t locks;
	uint32_t count; /* length of the true order */
	uint32_t seen;	/* length of the seen order */
#if LISH_SYSTEM_
	uint32_t load; /* the load of the library that got on_out, or 0 */
#endif
	unsigned char sides[2]; /* 0 and 1 */
	bool telling;		/* on_out runs */
	bool ending;		/* locklist_destroy() runs */
};

#define LOCKLIST_NIL_ LISH_NO_(struct locklist_node)
typedef void locklist_out_(struct locklist *list, struct locklist_node *node);

/**
 * LOCKLIST_INIT() - initialiser of an empty list
 * @name: name of the variable
 */
#define LOCKLIST_INIT(name)                                                     \
	{ { LOCKLIST_NIL_, LOCKLIST_NIL_, LOCKLIST_NIL_,                        \
	    LISH_NO_(unsigned char) },                                          \
	  LOCKLIST_NIL_, { LISH_NO_(struct lish_loop_) }, LOCKLIST_NIL_,        \
	  LOCKLIST_NIL_, LISH_NO_(locklist_out_), 0, 0, 0,                      \
	  LISH_LOAD_INIT_ { 0, 0 }, false, false }

/**
 * LOCKLIST_DEFINE() - define an empty list
 * @name: name of the variable; static may precede
 */
#define LOCKLIST_DEFINE(name) struct locklist name = LOCKLIST_INIT(name)

LISH_C_BEGIN

LISH_NODE_(locklist_node);
#define LOCKLIST_OFFSET_(type, member) LISH_OFFSET_(type, member, locklist_node)

/**
 * locklist_init() - initialise a list
 * @list: any memory; never a list in use
 */
LISH_API void locklist_init(struct locklist *list);

/**
 * locklist_node_init() - initialise a node
 * @node: memory that is not zero; never a node that belongs to a list
 */
LISH_API void locklist_node_init(struct locklist_node *node);

/**
 * locklist_set_on_out() - set the function that is called for removed elements
 * @on_out: called with @list and the node, which is zero; or NULL
 *
 * on_out is called once for each removal, when no loop can reach the node. It may free
 * the object, and may change, lock and loop over any list. Its calls for one list do not
 * nest. It must not destroy or forget its list, and must return: no longjmp() or exception may
 * leave it.
 */
LISH_API void locklist_set_on_out(struct locklist *list,
				  void (*on_out)(struct locklist *list,
						 struct locklist_node *node));

/**
 * locklist_destroy() - empty the list and make it invalid
 * @list: the list; initialise or zero it before its next use
 *
 * As locklist_clear(), but what on_out adds is refused by -ENOSPC. Reported while the
 * list is locked, looped over or calls on_out.
 */
LISH_API void locklist_destroy(struct locklist *list);

/**
 * locklist_forget() - empty the list without touching its elements
 *
 * Initialise their nodes before their next use. on_out stays set and is not called.
 * Reported where locklist_destroy() is.
 */
LISH_API void locklist_forget(struct locklist *list);

/**
 * locklist_is_locked() - is the list locked?
 *
 * Return: true if locklist_lock() or a loop holds a lock.
 */
LISH_API bool locklist_is_locked(const struct locklist *list);

/**
 * locklist_lock() - lock the list
 *
 * Until the last unlock, loops see the elements that are in the list now. Locks count, up
 * to 2^32 - 1. Loops lock by themselves.
 */
LISH_API void locklist_lock(struct locklist *list);

/**
 * locklist_unlock() - undo one locklist_lock()
 *
 * If no lock and no loop is left, pending changes take effect. Then on_out is called in
 * order of removal.
 */
LISH_API void locklist_unlock(struct locklist *list);

/**
 * locklist_add_tail() - add an element at the end
 * @node: a node that is zero, or belongs to a list
 *
 * Cancels a pending removal from @list: on_out is not called, and loops see @node in its
 * old place until the unlock.
 *
 * Return: 0; -EEXIST if @node is in @list; -EBUSY if it belongs to another list; -ENOSPC
 * at 2^31 - 1 elements or inside destroy; -EINVAL for reported misuse.
 */
LISH_API LISH_MUST_CHECK int locklist_add_tail(struct locklist *list,
					       struct locklist_node *node);

/**
 * locklist_del() - remove an element
 * @node: a node in @list
 *
 * Clears the node and calls on_out. If loops may see the element, the removal is pending:
 * the memory must stay valid until on_out is called.
 */
LISH_API void locklist_del(struct locklist *list, struct locklist_node *node);

/**
 * locklist_leave() - remove an element if it is in the list
 *
 * Safe in destructors and inside loops. Clears the node. O(1).
 * While the list is locked, the removal is pending: the memory must stay valid until
 * on_out is called.
 *
 * Return: true if the element was in a list.
 */
LISH_API bool locklist_leave(struct locklist_node *node);

/**
 * locklist_node_moved() - repair the list after an object moved in memory
 * @node: the node at its new address, in a list or not
 *
 * The element keeps its place in both orders. Move one object at a time, and call this before
 * any other operation on its list: neighbours that moved in one step, as by realloc(), are not
 * repaired. Does not read the old memory. The current element of a loop may not move, nor an
 * element whose removal is pending. O(1); O(seen elements) while changes are pending.
 */
LISH_API void locklist_node_moved(struct locklist_node *node);

/**
 * locklist_clear() - empty the list
 *
 * As locklist_del() of each element. on_out is called after the last removal, so
 * elements that it adds stay.
 */
LISH_API void locklist_clear(struct locklist *list);

/**
 * locklist_contains() - is this node in the list?
 *
 * Return: true if @node is in the true order.
 */
LISH_API bool locklist_contains(const struct locklist *list,
				const struct locklist_node *node);

/**
 * locklist_owner() - the list that a node belongs to
 *
 * Return: the list, also while a removal is pending; NULL if the object may be freed.
 */
LISH_API struct locklist *locklist_owner(const struct locklist_node *node);

/**
 * locklist_count() - number of elements
 *
 * Return: the length of the true order.
 */
LISH_API uint32_t locklist_count(const struct locklist *list);

/**
 * locklist_seen_count() - number of elements that loops visit
 *
 * Return: the length of the seen order.
 */
LISH_API uint32_t locklist_seen_count(const struct locklist *list);

/**
 * locklist_check() - examine the whole list for damage
 * @list: the list, locked or not
 * @fault: receives the faulty node, or NULL; may be NULL
 *
 * Return: LISH_OK, LISH_UNINITIALIZED, LISH_BROKEN_LINKS, LISH_BAD_COUNT or LISH_FOREIGN.
 */
LISH_API enum lish_reason locklist_check(const struct locklist *list,
					 const struct locklist_node **fault);

/**
 * locklist_check_in() - examine a list whose memory may hold anything
 * @from: start of the memory in which the list and all elements lie
 * @size: its bytes
 *
 * As locklist_check(), but reads nothing outside of this memory: for RAM that survived a reset.
 * Reports nothing.
 *
 * Return: as locklist_check(); LISH_BAD_RANGE if the list lies elsewhere; LISH_STALE_LOOP if a loop
 * ran.
 */
LISH_API enum lish_reason locklist_check_in(const struct locklist *list, const void *from,
					    size_t size);

/**
 * locklist_first_entry() - the first object
 *
 * Return: the first object of the true order, or NULL.
 */
#define locklist_first_entry(list, type, member) \
	LISH_CAST_(type, (locklist_first_entry)(list, LOCKLIST_OFFSET_(type, member)))
LISH_API void *(locklist_first_entry)(const struct locklist *list, size_t offset);

/**
 * locklist_next_entry() - the object after another
 * @entry: an object in @list
 *
 * Return: the next object of the true order, or NULL.
 */
#define locklist_next_entry(list, entry, type, member)                               \
	LISH_CAST_(type, (locklist_next_entry)(list, LISH_MEMBER_(entry, type, member), \
					     LOCKLIST_OFFSET_(type, member)))
LISH_API void *(locklist_next_entry)(const struct locklist *list,
				     const struct locklist_node *node, size_t offset);

/**
 * locklist_stop() - end all running loops at their next step
 * @list: the list, which may then be destroyed and freed
 *
 * Takes the locks of all loops away: without another lock, pending changes take effect
 * now. The rest of each body still runs. _const loops go on.
 */
LISH_API void locklist_stop(struct locklist *list);

struct locklist_loop_;

/* Returns NULL for an empty list, which is not locked. */
LISH_API struct locklist *locklist_open_(struct locklist_loop_ *loop, struct locklist *list);
/* A second call does nothing. */
LISH_API void locklist_close_(struct locklist_loop_ *loop);
LISH_INLINE void locklist_close_inline_(struct locklist_loop_ *loop);
#if LISH_FAST_
#define LOCKLIST_OPEN_ locklist_open_inline_
#define LOCKLIST_CLOSE_ locklist_close_inline_
#else
#define LOCKLIST_OPEN_ locklist_open_
#define LOCKLIST_CLOSE_ locklist_close_
#endif

struct locklist_loop_ {
	struct lish_loop_ loop;
	LISH_CLEANUP_DTOR(locklist_loop_, LOCKLIST_CLOSE_)
};

/* An empty list is neither opened nor closed by a call. */
LISH_INLINE struct locklist *locklist_open_inline_(struct locklist_loop_ *loop,
						   struct locklist *list)
{
	return list->head.next == &list->head ? NULL : locklist_open_(loop, list);
}

LISH_INLINE void locklist_close_inline_(struct locklist_loop_ *loop)
{
	if (loop->loop.owner)
		locklist_close_(loop);
}

/* Where a loop stands. */
struct locklist_place_ {
	const struct locklist_node *at;	/* the node, at first the head; NULL: nothing to visit */
	const unsigned char *side;	/* the first one of sides[] of the list */
	int32_t left;			/* nodes that the loop has not reached */
};

LISH_INLINE struct locklist_place_ locklist_at_(const struct locklist *list)
{
	struct locklist_place_ place;

	place.at = list ? &list->head : NULL;
	place.side = list ? &list->sides[0] : NULL;
	place.left = list ? (int32_t)list->seen : 0;
	return place;
}

/* A zero list has nothing to visit. From level 1 on, the first step asks. */
LISH_INLINE struct locklist_place_ locklist_open_const_(const struct locklist *list)
{
	return locklist_at_(LISH_CHECK >= 1 || list->head.next ? list : NULL);
}

/* Read a member again: then the common step keeps no value for the rare one. */
#define LOCKLIST_AGAIN_(type, member) (*(type const volatile *)&(member))

/*
 * What steps do not see at a glance. A node is an element of the list if its side says so: no
 * head, and none of another list. A loop must not go round for ever.
 *
 * - locklist_left_(): may a _const loop go on from at? Returns the new place.left; below 0 after
 *   a report, and for a zero list
 * - locklist_lost_(): report that a loop finds no way from at
 */
LISH_API int32_t locklist_left_(const struct locklist *list, const struct locklist_node *at,
				int32_t left);
LISH_API void locklist_lost_(const struct locklist *list, const struct locklist_node *at);

LISH_INLINE const struct locklist *locklist_of_place_(const struct locklist_place_ *place)
{
	return (const struct locklist *)(const void *)
		(place->side - offsetof(struct locklist, sides));
}

LISH_INLINE void *locklist_step_const_inline_(struct locklist_place_ *place, size_t offset)
{
	const struct locklist *list = locklist_of_place_(place);
	struct locklist_node *next = place->at->next;

	if (LISH_CHECK < 1 && next == &list->head)
		return NULL;
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(--place->left < 0 || !next || next->side != place->side)) {
		if (next == &list->head)
			return NULL;
		place->left = locklist_left_(list, place->at, place->left);
		if (place->left < 0)
			return NULL;
	}
	place->at = next;
	return (char *)next - offset;
}

/* lost is set if the loop finds no way from its place. */
LISH_INLINE void *locklist_step_to_(struct locklist_loop_ *loop, struct locklist_place_ *place,
				    size_t offset, bool *lost)
{
	const struct locklist *list = locklist_of_place_(place);
	struct locklist_node *next;

	/* locklist_stop() clears the owner at any time; then the list may be gone. */
	if (lish_unlikely(!loop->loop.owner))
		return NULL;
	next = place->at->next;
	if (LISH_CHECK < 1 && next == &list->head)
		return NULL;
	if (LISH_CHECK >= 1) {
		if (lish_unlikely(!next || next->side != place->side)) {
			if (next == &list->head && !place->left)
				return NULL;
			/* A removed element is visited too: its side is the second one. */
			if (!next ||
			    LOCKLIST_AGAIN_(unsigned char *, next->side) != place->side + 1)
				goto lost;
		}
		if (lish_unlikely(--place->left < 0))
			goto lost;
	}
	place->at = next;
	return (char *)next - offset;
lost:
	*lost = true;
	return NULL;
}

LISH_INLINE void *locklist_step_inline_(struct locklist_loop_ *loop,
					struct locklist_place_ *place, size_t offset)
{
	bool lost = false;
	void *object = locklist_step_to_(loop, place, offset, &lost);

	if (LISH_CHECK >= 1 && lish_unlikely(lost))
		locklist_lost_(locklist_of_place_(place), place->at);
	return object;
}

/* The same in the library: for files that are not optimised. */
LISH_API void *locklist_step_(struct locklist_loop_ *loop, struct locklist_place_ *place,
			      size_t offset);
LISH_API void *locklist_step_const_(struct locklist_place_ *place, size_t offset);

#if LISH_INLINES_
#define LOCKLIST_STEP_ locklist_step_inline_
#define LOCKLIST_STEP_CONST_ locklist_step_const_inline_
#else
#define LOCKLIST_STEP_ locklist_step_
#define LOCKLIST_STEP_CONST_ locklist_step_const_
#endif

/**
 * locklist_for_each_entry() - loop over the objects
 *
 * Visits the seen order. The body may change anything; changes wait for the outermost
 * loop. To destroy the list in it, call locklist_stop() first. The loop may be left by
 * break, return, goto or a C++ exception; if LISH_HAS_CLEANUP is 0, by break only.
 */
#define locklist_for_each_entry(pos, list, type, member)                                \
	LISH_LOOP_(pos, locklist_loop_, loop, LISH_CLEANUP_THROW, LOCKLIST_CLOSE_,      \
		   &pos##_loop_, struct locklist_place_,                                \
		   locklist_at_(LOCKLIST_OPEN_(&pos##_loop_, list)), pos##_at_.at, type, \
		   LOCKLIST_STEP_(&pos##_loop_, &pos##_at_,                             \
				  LOCKLIST_OFFSET_(type, member)))

/**
 * locklist_for_each_entry_safe() - loop over the objects; the body may remove the current one
 *
 * Another name for locklist_for_each_entry().
 */
#define locklist_for_each_entry_safe(pos, list, type, member) \
	locklist_for_each_entry(pos, list, type, member)

/**
 * locklist_for_each_entry_const() - loop over the objects of a list that does not change
 * @list: the list, possibly const
 *
 * Visits the seen order and writes nothing. The body must not change a list that is not
 * locked. If it removes @pos, level 1 reports that and ends the loop.
 */
#define locklist_for_each_entry_const(pos, list, type, member)                \
	LISH_LOOK_(pos, struct locklist_place_, locklist_open_const_(list),         \
		   pos##_at_.at, LISH_NO_(const struct locklist_node), type,  \
		   LOCKLIST_STEP_CONST_(&pos##_at_, LOCKLIST_OFFSET_(type, member)))

LISH_C_END

#endif /* LINUX_ISH_LOCKLIST_H */
