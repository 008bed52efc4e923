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
 * Cost: unlock, abandon and the end of a loop O(pending changes), stop also O(loops);
 * clear, destroy and check O(n); all others O(1).
 *
 * Nodes must be zero before their first add. A zero list is empty. Not thread-safe: one lock
 * of yours covers the list, its nodes and its loops.
 */
#ifndef LINUX_ISH_LOCKLIST_H
#define LINUX_ISH_LOCKLIST_H

#include "bug.h"
#include "container_of.h"
#include "core/loop.h"

/**
 * struct locklist_node - the member that links an object; zero: in no list
 */
struct locklist_node {
	/* private: see lib/locklist.c */
	struct locklist_node *next;
	struct locklist_node *true_next;
	struct locklist_node *true_prev;
	unsigned char *side;
} LISH_LINKS_;

/**
 * struct locklist - the list; zero: empty
 */
struct locklist {
	/* private: see lib/locklist.c */
	struct locklist_node head;
	struct locklist_node *fresh;
	struct lish_loops_ loops;
	struct locklist_node *leaving;
	struct locklist_node *out;
	void (*on_out)(struct locklist *list, struct locklist_node *node);
	uint32_t locks;
	uint32_t count;
	uint32_t seen;
	unsigned char sides[2];
	bool telling;
	bool ending;
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
	  LOCKLIST_NIL_, LISH_NO_(locklist_out_), 0, 0, 0, { 0, 0 }, false, false }

/**
 * LOCKLIST_DEFINE() - define an empty list
 * @name: name of the variable; static may precede
 */
#define LOCKLIST_DEFINE(name) struct locklist name = LOCKLIST_INIT(name)

LISH_C_BEGIN

LISH_NODE_(locklist_node);

LISH_COLD void locklist_refuse_list_(lish_op_ op, const struct locklist *list);
LISH_COLD void locklist_refuse_node_(lish_op_ op, const struct locklist *list,
				     const struct locklist_node *node);
/* From at a loop finds no way, or not as many nodes as the list has. */
LISH_COLD void locklist_lost_(const struct locklist_node *head,
			      const struct locklist_node *at);
LISH_COLD void locklist_lost_in_(lish_op_ op, const struct locklist *list,
				 const struct locklist_node *at);
LISH_COLD bool locklist_whole_ok_(lish_op_ op, const struct locklist *list);

LISH_NOINLINE int locklist_add_slowly_(struct locklist *list,
				       struct locklist_node *node);
LISH_NOINLINE bool locklist_unlink_(lish_op_ op, struct locklist *list,
				      struct locklist_node *node);
LISH_NOINLINE void locklist_apply_(struct locklist *list);

/* Refuse a list that was destroyed: next is NULL, true_next is not. */
LISH_TINY bool locklist_ready_(lish_op_ op, const struct locklist *list)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!list->head.next) &&
	    list->head.true_next) {
		lish_tell_(locklist_refuse_list_(op, list));
		return false;
	}
	return true;
}

LISH_TINY bool locklist_list_ok_(lish_op_ op, const struct locklist *list)
{
	return locklist_ready_(op, list) &&
	       (LISH_CHECK < 2 || locklist_whole_ok_(op, list));
}

/* Refuse an element that its neighbours do not know. */
LISH_TINY bool locklist_member_ok_(lish_op_ op, const struct locklist *list,
				   const struct locklist_node *node)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(!node->true_next || !node->true_prev ||
			  node->true_next->true_prev != node ||
			  node->true_prev->true_next != node)) {
		lish_tell_(locklist_refuse_node_(op, list, node));
		return false;
	}
	return LISH_CHECK < 2 || locklist_whole_ok_(op, list);
}

LISH_TINY struct locklist *locklist_of_side_(unsigned char *side)
{
	return (struct locklist *)(void *)(side - *side -
					   offsetof(struct locklist, sides));
}

LISH_TINY struct locklist *locklist_of_loops_(struct lish_loops_ *loops)
{
	return (struct locklist *)(void *)((char *)loops -
					   offsetof(struct locklist, loops));
}

LISH_TINY bool locklist_none_waits_(const struct locklist *list)
{
	return list->fresh == &list->head && !list->leaving && !list->out;
}

/**
 * locklist_init() - initialise a list
 * @list: any memory; never a list in use
 */
void locklist_init(struct locklist *list);

/**
 * locklist_node_init() - initialise a node
 * @node: memory that is not zero; never a node that belongs to a list
 */
LISH_HOT void locklist_node_init(struct locklist_node *node)
{
	if (!lish_given_("locklist_node_init", node))
		return;
	node->next = NULL;
	node->true_next = NULL;
	node->true_prev = NULL;
	node->side = NULL;
	lish_renew(*node);
}

/**
 * locklist_set_on_out() - set the function that is called for removed elements
 * @list: the list
 * @on_out: called with @list and the node, which is zero; or NULL
 *
 * on_out is called once for each removal, when no loop can reach the node. It may free
 * the object, and may change, lock and loop over any list. Its calls for one list do not
 * nest. It must not destroy, forget or abandon its list. If longjmp() or an exception
 * leaves it, call locklist_abandon().
 */
LISH_HOT void locklist_set_on_out(struct locklist *list,
				  void (*on_out)(struct locklist *list,
						 struct locklist_node *node))
{
	if (locklist_list_ok_("locklist_set_on_out", list))
		list->on_out = on_out;
}

/**
 * locklist_destroy() - empty the list and make it invalid
 * @list: the list; initialise or zero it before its next use
 *
 * As locklist_clear(), but what on_out adds is refused by -ENOSPC. Reported while the
 * list is locked, looped over or calls on_out.
 */
void locklist_destroy(struct locklist *list);

/**
 * locklist_forget() - empty the list without touching its elements
 * @list: the list
 *
 * Initialise their nodes before their next use. on_out stays set and is not called.
 * Reported where locklist_destroy() is.
 */
void locklist_forget(struct locklist *list);

/**
 * locklist_is_locked() - is the list locked?
 * @list: the list
 *
 * Return: true if locklist_lock() or a loop holds a lock.
 */
LISH_TINY bool locklist_is_locked(const struct locklist *list)
{
	locklist_ready_("locklist_is_locked", list);
	return list->locks || list->loops.first;
}

/**
 * locklist_lock() - lock the list
 * @list: the list
 *
 * Until the last unlock, loops see the elements that are in the list now. Locks count, up
 * to 2^32 - 1. Loops lock by themselves.
 */
LISH_HOT void locklist_lock(struct locklist *list)
{
	if (locklist_list_ok_("locklist_lock", list))
		list->locks++;
}

/**
 * locklist_unlock() - undo one locklist_lock()
 * @list: the list
 *
 * If no lock and no loop is left, pending changes take effect. Then on_out is called in
 * order of removal.
 */
LISH_HOT void locklist_unlock(struct locklist *list)
{
	if (!locklist_list_ok_("locklist_unlock", list))
		return;
	if (LISH_CHECK >= 1 && lish_unlikely(!list->locks)) {
		lish_tell_(locklist_refuse_list_("locklist_unlock", list));
		return;
	}
	list->locks--;
	if (!list->locks && !list->loops.first && !locklist_none_waits_(list)) {
		lish_go_();
		locklist_apply_(list);
		lish_stay_();
	}
}

/**
 * locklist_add_tail() - add an element at the end
 * @list: the list
 * @node: a node that is zero, or belongs to a list
 *
 * Cancels a pending removal from @list: on_out is not called, and loops see @node in its
 * old place until the unlock.
 *
 * Return: 0; -EEXIST if @node is in @list; -EBUSY if it belongs to another list; -ENOSPC
 * at 2^31 - 1 elements or inside destroy; -EINVAL for reported misuse.
 */
LISH_HOT LISH_MUST_CHECK int locklist_add_tail(struct locklist *list,
					       struct locklist_node *node)
{
	struct locklist_node *head = &list->head, *last = head->true_prev;

	if (LISH_CHECK >= 2 && !locklist_whole_ok_("locklist_add_tail", list))
		return -EINVAL;
	/* lib/ has the rare cases, right and wrong. */
	if (LISH_SMALL_ ||
	    lish_unlikely(!last ||
			  (LISH_CHECK >= 1 &&
			   (lish_is_null(node) || last->true_next != head ||
			    node->next || node->true_next)) ||
			  node->side || list->locks || list->loops.first ||
			  list->count >= LISH_MAX_COUNT))
		return lish_told_(locklist_add_slowly_(list, node));
	node->true_next = head;
	node->true_prev = last;
	node->next = head;
	node->side = &list->sides[0];
	last->true_next = node;
	last->next = node;
	head->true_prev = node;
	list->count++;
	list->seen++;
	return 0;
}

/* false after a report. */
LISH_TINY bool locklist_remove_(lish_op_ op, struct locklist *list,
				struct locklist_node *node)
{
	if (LISH_SMALL_ || list->locks || list->loops.first || list->on_out)
		return lish_told_(locklist_unlink_(op, list, node));
	node->true_next->true_prev = node->true_prev;
	node->true_prev->true_next = node->true_next;
	node->true_prev->next = node->true_next;
	list->count--;
	list->seen--;
	node->next = NULL;
	node->true_next = NULL;
	node->true_prev = NULL;
	node->side = NULL;
	lish_renew(*node);
	return true;
}

/**
 * locklist_del() - remove an element
 * @list: the list
 * @node: a node in @list
 *
 * Clears the node and calls on_out. If loops may see the element, the removal is pending:
 * the memory must stay valid until on_out is called.
 */
LISH_HOT void locklist_del(struct locklist *list, struct locklist_node *node)
{
	if (LISH_CHECK >= 1 && lish_unlikely(lish_is_null(node) ||
					     node->side != &list->sides[0])) {
		lish_tell_(locklist_refuse_node_("locklist_del", list, node));
		return;
	}
	if (locklist_member_ok_("locklist_del", list, node))
		(void)locklist_remove_("locklist_del", list, node);
}

/**
 * locklist_leave() - remove an element if it is in the list
 * @node: a node that was zeroed once
 *
 * Safe in destructors and inside loops. Clears the node. O(1).
 * While the list is locked, the removal is pending: the memory must stay valid until
 * on_out is called.
 *
 * Return: true if the element was in a list.
 */
LISH_HOT bool locklist_leave(struct locklist_node *node)
{
	struct locklist *list;

	if (!lish_given_("locklist_leave", node) || !node->side || *node->side)
		return false;
	list = locklist_of_side_(node->side);
	return locklist_member_ok_("locklist_leave", list, node) &&
	       locklist_remove_("locklist_leave", list, node);
}

/**
 * locklist_clear() - empty the list
 * @list: the list
 *
 * As locklist_del() of each element. on_out is called after the last removal, so
 * elements that it adds stay.
 */
void locklist_clear(struct locklist *list);

/**
 * locklist_contains() - is this node in the list?
 * @list: the list
 * @node: a node that was zeroed once
 *
 * Return: true if @node is in the true order.
 */
LISH_TINY bool locklist_contains(const struct locklist *list,
				 const struct locklist_node *node)
{
	if (LISH_CHECK >= 1 && lish_unlikely(lish_is_null(node))) {
		lish_tell_(
			locklist_refuse_node_("locklist_contains", list, node));
		return false;
	}
	return locklist_ready_("locklist_contains", list) &&
	       node->side == &list->sides[0];
}

/**
 * locklist_owner() - the list that a node belongs to
 * @node: a node that was zeroed once
 *
 * Return: the list, also while a removal is pending; NULL if the object may be freed.
 */
LISH_TINY struct locklist *locklist_owner(const struct locklist_node *node)
{
	return lish_given_("locklist_owner", node) && node->side ?
		       locklist_of_side_(node->side) : NULL;
}

/**
 * locklist_count() - number of elements
 * @list: the list
 *
 * Return: the length of the true order.
 */
LISH_TINY uint32_t locklist_count(const struct locklist *list)
{
	locklist_ready_("locklist_count", list);
	return list->count;
}

LISH_TINY struct locklist_node *locklist_first_(const struct locklist *list)
{
	locklist_ready_("locklist_first_entry", list);
	return list->head.true_next == &list->head ? NULL : list->head.true_next;
}

LISH_TINY struct locklist_node *locklist_next_(const struct locklist *list,
					      const struct locklist_node *node)
{
	if (LISH_CHECK >= 1 && lish_unlikely(lish_is_null(node) ||
					     node->side != &list->sides[0])) {
		lish_tell_(locklist_refuse_node_("locklist_next_entry", list,
						 node));
		return NULL;
	}
	return node->true_next == &list->head ? NULL : node->true_next;
}

/**
 * locklist_seen_count() - number of elements that loops visit
 * @list: the list
 *
 * Return: the length of the seen order.
 */
LISH_TINY uint32_t locklist_seen_count(const struct locklist *list)
{
	locklist_ready_("locklist_seen_count", list);
	return list->seen;
}

/**
 * locklist_check() - examine the whole list for damage
 * @list: the list, locked or not
 * @fault: receives the faulty node, or NULL; may be NULL
 *
 * Return: LISH_OK, LISH_UNINITIALIZED, LISH_BROKEN_LINKS, LISH_BAD_COUNT or LISH_FOREIGN.
 */
enum lish_reason locklist_check(const struct locklist *list,
				const struct locklist_node **fault);

LISH_TINY void *locklist_entry_or_null_(struct locklist_node *node, size_t offset)
{
	return node ? (char *)node - offset : NULL;
}

/**
 * locklist_first_entry() - the first object
 * @list: the list
 * @type: object type
 * @member: its node
 *
 * Return: the first object of the true order, or NULL.
 */
#define locklist_first_entry(list, type, member)                        \
	LISH_CAST_(type, locklist_entry_or_null_(locklist_first_(list), \
		LISH_OFFSET_(type, member, locklist_node)))

/**
 * locklist_next_entry() - the object after another
 * @list: the list
 * @entry: an object in @list
 * @type: object type
 * @member: its node
 *
 * Return: the next object of the true order, or NULL.
 */
#define locklist_next_entry(list, entry, type, member)                   \
	LISH_CAST_(type, locklist_entry_or_null_(                        \
		locklist_next_(list, LISH_MEMBER_(entry, type, member)), \
		LISH_OFFSET_(type, member, locklist_node)))

/* Inline, each loop would be twice as long. */
struct locklist_loop_;

LISH_NOINLINE struct locklist_node *
locklist_loop_lock_(struct locklist_loop_ *loop, struct locklist *list);
LISH_NOINLINE void locklist_loop_close_(struct locklist_loop_ *loop);

LISH_CLEANUP_BY(locklist_loop_, locklist_drop_)

/* left: nodes that the loop has not reached */
struct locklist_loop_ {
	struct lish_loop_ loop;
	int32_t left;
	LISH_CLEANUP_DTOR(locklist_loop_, locklist_drop_)
};

/* A second call does nothing. */
LISH_HOT void locklist_drop_(struct locklist_loop_ *loop)
{
	if (LISH_SMALL_ || loop->loop.owner)
		locklist_loop_close_(loop);
}

/**
 * locklist_abandon() - end all loops after longjmp()
 * @list: the list
 *
 * Call it before any other call on @list. Undo each locklist_lock() yourself. Pending
 * changes take effect, but on_out is not called: it may use another list that longjmp()
 * left. Abandon all lists first; then call locklist_stop() for each, which calls on_out.
 */
void locklist_abandon(struct locklist *list);

/**
 * locklist_stop() - end all running loops at their next step
 * @list: the list, which may then be destroyed and freed
 *
 * Takes the locks of all loops away: without another lock, pending changes take effect
 * now. The rest of each body still runs. _const loops go on.
 */
void locklist_stop(struct locklist *list);

/* An empty list is not locked. */
LISH_HOT struct locklist_node *
locklist_loop_open_(struct locklist_loop_ *loop, struct locklist *list)
{
	return list->head.next == &list->head ? NULL :
						locklist_loop_lock_(loop, list);
}

LISH_HOT struct locklist_node *locklist_step_(struct locklist_loop_ *loop,
					       struct locklist_node *at)
{
	struct lish_loops_ *loops = loop->loop.owner;
	struct locklist_node *head, *next;
	bool lost;

	/* locklist_stop() clears the owner at any time. */
	if (lish_unlikely(!loops))
		return NULL;
	head = &locklist_of_loops_(loops)->head;
	next = at->next;
	/* The count too: a loop must not go round for ever. */
	lost = LISH_CHECK >= 1 &&
	       (next == head ? loop->left != 0 : !next || --loop->left < 0);
	if (lish_unlikely(lost)) {
		lish_tell_(locklist_lost_(head, at));
		return NULL;
	}
	lish_assume(next != NULL);
	return next == head ? NULL : next;
}

/**
 * locklist_for_each_entry() - loop over the objects
 * @pos: the cursor, declared by the loop
 * @list: the list
 * @type: object type
 * @member: the struct locklist_node in @type
 *
 * Visits the seen order. The body may change anything; changes wait for the outermost
 * loop. To destroy the list in it, call locklist_stop() first. The loop may be left by
 * break, return, goto or a C++ exception; if LISH_HAS_CLEANUP is 0, by break only. After
 * longjmp() call locklist_abandon().
 */
#define locklist_for_each_entry(pos, list, type, member)                \
	LISH_LOOP_(pos, locklist_loop_, loop, LISH_CLEANUP_THROW,       \
		   locklist_drop_, &pos##_loop_,                        \
		   struct locklist_node *,                              \
		   locklist_loop_open_(&pos##_loop_, list), true, type, \
		   locklist_entry_or_null_(                             \
			   pos##_at_ = locklist_step_(&pos##_loop_,     \
						      pos##_at_),       \
			   LISH_OFFSET_(type, member, locklist_node)))

/**
 * locklist_for_each_entry_safe() - loop over the objects; the body may remove the current one
 * @pos: the cursor
 * @list: the list
 * @type: object type
 * @member: its node
 *
 * Another name for locklist_for_each_entry().
 */
#define locklist_for_each_entry_safe(pos, list, type, member) \
	locklist_for_each_entry(pos, list, type, member)

/* left: as in struct locklist_loop_. Below 0 if the body unlocked the list meanwhile. */
struct locklist_view_ {
	const struct locklist *list;
	const struct locklist_node *at;
	int32_t left;
};

LISH_TINY struct locklist_view_
locklist_view_of_(const struct locklist *list)
{
	struct locklist_view_ view = { list, NULL, 0 };

	/* A zero list has nothing to visit. */
	if (locklist_list_ok_("locklist_for_each_entry_const", list) &&
	    list->head.next) {
		view.at = &list->head;
		view.left = (int32_t)list->seen;
	}
	return view;
}

LISH_HOT void *locklist_view_step_(struct locklist_view_ *view, size_t offset)
{
	struct locklist_node *next = view->at->next;

	if (LISH_CHECK >= 1 &&
	    lish_unlikely(!next || (--view->left < 0 && next != &view->list->head &&
				    view->left < -(int32_t)view->list->seen))) {
		lish_tell_(locklist_lost_in_("locklist_for_each_entry_const",
					     view->list, view->at));
		return NULL;
	}
	view->at = next;
	return next == &view->list->head ? NULL : (char *)next - offset;
}

/**
 * locklist_for_each_entry_const() - loop over the objects of a list that does not change
 * @pos: the cursor
 * @list: the list, possibly const
 * @type: object type
 * @member: its node
 *
 * Visits the seen order and writes nothing. The body must not change a list that is not
 * locked. If it removes @pos, level 1 reports that and ends the loop.
 */
#define locklist_for_each_entry_const(pos, list, type, member)               \
	LISH_LOOK_(pos, struct locklist_view_, locklist_view_of_(list),      \
		   pos##_at_.at, LISH_NO_(const struct locklist_node), type, \
		   locklist_view_step_(&pos##_at_,                           \
				       LISH_OFFSET_(type, member, locklist_node)))

LISH_C_END

/* Last, for LISH_REPORT_LOCATION. */
#define LISH_HERE_LOCKLIST_
#include "ground/here.h"

#endif /* LINUX_ISH_LOCKLIST_H */
