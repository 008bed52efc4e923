/* SPDX-License-Identifier: MIT */
/*
 * locklist.h - intrusive list whose changes wait while it is locked
 *
 * For a group that is looped over while anything may join or leave it: every
 * loop sees the members that were in when the list was locked, neither more
 * nor fewer, and the changes take effect together when the last lock goes. The
 * object carries a struct locklist_node, the list is a struct locklist;
 * nothing is ever allocated, not for pending changes either.
 *
 * A list has two orders. The true order is what all calls so far have made of
 * it, and what will be in afterwards: every name means it that does not say
 * otherwise. The seen order is what loops visit, that of the moment when the
 * list was locked; only the loops and the names with "seen" mean it. Unlocked,
 * both are the same.
 *
 * Not for you if additions and removals should show in the running loop
 * (walklist, rwarray), if the order does not matter (dense), or if four words
 * per object are too many.
 *
 *   operation                                    cost        changes
 *   -------------------------------------------  ----------  -----------------
 *   init, node_init, forget, set_on_out, lock    O(1)        the head
 *   add_tail, del, leave                         O(1)        the true order;
 *                                                            unlocked: both
 *   unlock, loop_end, abandon                    O(pending)  the seen order
 *   stop                                         O(loops +   the seen order
 *                                                pending)
 *   contains, count, empty, first_entry,
 *   next_entry, owner, is_out, is_locked,
 *   seen_contains, seen_count                    O(1)        -
 *   clear, destroy                               O(n)        as del of each
 *   check                                        O(n)        -
 *
 *   loop                  delete current  delete others  add    locks
 *   --------------------  --------------  -------------  -----  -----
 *   for_each_entry        waits           waits          waits  yes
 *   for_each_entry_const  no              no             no     no
 *
 * A zero-filled node is in no list; a zero-filled head is not valid. Nothing
 * here is thread-safe: one lock of yours must cover each call, and each step of
 * a loop, on a list and its nodes.
 */
#ifndef LINUX_ISH_LOCKLIST_H
#define LINUX_ISH_LOCKLIST_H

#include "bug.h"
#include "container_of.h"
#include "core/loop.h"

struct locklist;
struct locklist_loop;

/**
 * struct locklist_node - what an object carries to be in a locklist
 * @next: private
 * @true_next: private
 * @true_prev: private
 * @side: private
 *
 * - all zero: in no list
 * - @next is the seen order: set if loops see the node, and frozen while the
 *   list is locked
 * - @true_next and @true_prev are the true order, or a place in one of the
 *   rings of those that are leaving
 * - @side points to one of two bytes of a list: it says which list, and whether
 *   the node is in it or leaving it
 *
 * One node is in one list at a time; an object may carry several nodes.
 */
struct locklist_node {
	struct locklist_node *next;
	struct locklist_node *true_next;
	struct locklist_node *true_prev;
	unsigned char *side;
} LISH_LINKS;

/**
 * struct locklist - the list
 * @head: private
 * @fresh: private
 * @loops: private
 * @leaving: private
 * @out: private
 * @on_out: private
 * @locks: private
 * @count: private
 * @seen: private
 * @sides: private
 * @telling: private
 * @ending: private
 *
 * - @head is where both orders begin and end
 * - @fresh is the first member that was added while locked, or the head: in
 *   the true order, from there to the end, stands all that was added; what
 *   stands before it has kept its place in the seen order
 * - @leaving is the first one of a ring of nodes that are out of the true order
 *   but in the seen one, @out of those that are out of both and whose on_out is
 *   still to come; NULL if there is none
 * - @sides holds 0 and 1, and is what members and those that are leaving point
 *   at: from a byte and its value one gets to the list
 * - unlocked, @fresh is the head and @leaving is NULL
 * - all zero: never initialised, not valid
 */
struct locklist {
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

/* For the initialisers. */
#define LOCKLIST_NIL_ LISH_NO_(struct locklist_node)
typedef void locklist_out_(struct locklist *list, struct locklist_node *node);

/**
 * LOCKLIST_INIT() - initialiser of an empty, unlocked list
 * @name: the variable that is being initialised
 */
#define LOCKLIST_INIT(name)                                                  \
	{                                                                    \
		{ &(name).head, &(name).head, &(name).head,                  \
		  LISH_NO_(unsigned char) },                                 \
			&(name).head, { LISH_NO_(struct lish_loop_) },       \
			LOCKLIST_NIL_, LOCKLIST_NIL_,                        \
			LISH_NO_(locklist_out_), 0, 0, 0, { 0, 1 }, false,   \
			false                                                \
	}

/**
 * LOCKLIST_DEFINE() - define an empty, unlocked list
 * @name: name of the variable; may be preceded by static
 */
#define LOCKLIST_DEFINE(name) struct locklist name = LOCKLIST_INIT(name)

LISH_C_BEGIN

LISH_NODE_(locklist_node);

/* Cold halves of the checks: find out what is wrong and tell the hook. */
LISH_COLD void locklist_refuse_list_(lish_op_ op,
				     const struct locklist *list);
LISH_COLD void locklist_refuse_node_(lish_op_ op,
				     const struct locklist *list,
				     const struct locklist_node *node);
LISH_COLD void locklist_refuse_unlock_(const struct locklist *list);
/* The loop lost its place; without a name where each site would bear it. */
LISH_COLD void locklist_lost_(const struct locklist_node *head,
			      const struct locklist_node *at);
LISH_COLD void locklist_lost_in_(lish_op_ op, const struct locklist *list,
				 const struct locklist_node *at);
/* Level 2: both orders. */
LISH_COLD bool locklist_whole_ok_(lish_op_ op, const struct locklist *list);

/* The rarer halves of add_tail, del, leave and unlock. */
LISH_NOINLINE int locklist_add_slowly_(struct locklist *list,
				       struct locklist_node *node);
LISH_NOINLINE void locklist_take_out_(struct locklist *list,
				      struct locklist_node *node);
LISH_NOINLINE void locklist_apply_(struct locklist *list);

/* Is the head initialised? */
LISH_TINY bool locklist_list_ok_(lish_op_ op, const struct locklist *list)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!list->head.next)) {
		locklist_refuse_list_(op, list);
		lish_stay_();
		return false;
	}
	if (LISH_CHECK >= 2)
		return locklist_whole_ok_(op, list);
	return true;
}

/* The same for what only asks. */
LISH_TINY void locklist_asked_(lish_op_ op, const struct locklist *list)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!list->head.next)) {
		locklist_refuse_list_(op, list);
		lish_stay_();
	}
}

/* The same for what asks about a node. */
LISH_TINY bool locklist_asked_node_(lish_op_ op, const struct locklist *list,
				    const struct locklist_node *node)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(node) || !list->head.next)) {
		locklist_refuse_node_(op, list, node);
		lish_stay_();
		return false;
	}
	return true;
}

/* May a node that is in be taken out? Its neighbours know it. */
LISH_TINY bool locklist_member_ok_(lish_op_ op, const struct locklist *list,
				   const struct locklist_node *node)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(node->true_next->true_prev != node ||
			  node->true_prev->true_next != node)) {
		locklist_refuse_node_(op, list, node);
		lish_stay_();
		return false;
	}
	if (LISH_CHECK >= 2)
		return locklist_whole_ok_(op, list);
	return true;
}

/* The list of a node's side, which is not NULL. */
LISH_TINY struct locklist *locklist_of_side_(unsigned char *side)
{
	return (struct locklist *)(void *)(side - *side -
					   offsetof(struct locklist, sides));
}

/* The list of a loop's owner, which is not NULL. */
LISH_TINY struct locklist *locklist_of_loops_(struct lish_loops_ *loops)
{
	return (struct locklist *)(void *)((char *)loops -
					   offsetof(struct locklist, loops));
}

/* Do no changes wait in an unlocked list? Then there are none to apply. */
LISH_TINY bool locklist_none_waits_(const struct locklist *list)
{
	return list->fresh == &list->head && !list->leaving && !list->out;
}

/**
 * locklist_init() - make an empty, unlocked list
 * @list: any memory
 *
 * What @list held before is neither read nor changed. There is no on_out; see
 * locklist_set_on_out(). O(1).
 */
void locklist_init(struct locklist *list);

/**
 * locklist_node_init() - make a node that is in no list
 * @node: any memory
 *
 * For memory that is not zero-filled. Never for a node that belongs to a list.
 * O(1).
 */
LISH_HOT void locklist_node_init(struct locklist_node *node)
{
	if (!lish_given_("locklist_node_init", node))
		return;
	node->next = NULL;
	node->true_next = NULL;
	node->true_prev = NULL;
	node->side = NULL;
}

/**
 * locklist_set_on_out() - have somebody told of members that are out
 * @list: the list
 * @on_out: called from now on with @list and a node that has just left it, which
 * is zero; or NULL for nobody
 *
 * The memory of an object whose removal is pending is still needed: with
 * on_out one learns when it is not. O(1). See also locklist_is_out().
 *
 * It is called once for each removal that took effect: as soon as neither the list
 * nor a loop over it can reach the node. It may free the object, add it again,
 * here or elsewhere, lock @list, loop over it, add and delete others: the list
 * is whole, and both orders are up to date. Calls never nest: what goes out
 * meanwhile belongs to @list until its own call, which follows this one.
 *
 * It must return; leaving it by longjmp or a C++ exception needs
 * locklist_abandon().
 */
LISH_HOT void locklist_set_on_out(struct locklist *list,
				  void (*on_out)(struct locklist *list,
						 struct locklist_node *node))
{
	if (locklist_list_ok_("locklist_set_on_out", list))
		list->on_out = on_out;
}

/**
 * locklist_destroy() - end a list
 * @list: the list: neither locked, nor looped over, nor calling its on_out
 *
 * Takes out all members, as locklist_clear() does; what on_out tries to add
 * meanwhile gets -ENOSPC. The head is zero afterwards, hence not valid. Refused
 * and reported while the list is in use: running loops are ended by
 * locklist_stop(). O(n).
 */
void locklist_destroy(struct locklist *list);

/**
 * locklist_forget() - empty a list without touching its members
 * @list: the list: neither locked, nor looped over, nor calling its on_out
 *
 * For members that are gone, or initialised anew before they are used again:
 * their nodes still look like members. on_out is kept, and not called. Refused
 * and reported while the list is in use. O(1). See also locklist_clear().
 */
void locklist_forget(struct locklist *list);

/**
 * locklist_is_locked() - do changes wait?
 * @list: the list
 *
 * Return: whether there is a lock, or a loop that holds one. O(1).
 */
LISH_TINY bool locklist_is_locked(const struct locklist *list)
{
	locklist_asked_("locklist_is_locked", list);
	return list->locks || list->loops.first;
}

/**
 * locklist_lock() - let changes wait
 * @list: the list
 *
 * From the first lock to the last unlock loops see the members that are in
 * now. Locks are counted, up to 2^32 - 1; loops lock by themselves. O(1).
 */
LISH_HOT void locklist_lock(struct locklist *list)
{
	if (locklist_list_ok_("locklist_lock", list))
		list->locks++;
}

/**
 * locklist_unlock() - take back one locklist_lock()
 * @list: the list
 *
 * With the last lock, and if no loop holds another, what waited takes effect:
 * the members and their order are those of an unlocked list on which the same
 * calls were made in the same order. Then on_out is called for each of those
 * that are out, in order of removal; if it locks the list again, that concerns
 * later changes only.
 *
 * Unlocking what is not locked is refused and reported, also inside a loop,
 * whose lock is its own. O(1), plus O(additions and removals that waited).
 */
LISH_HOT void locklist_unlock(struct locklist *list)
{
	if (!locklist_list_ok_("locklist_unlock", list))
		return;
	if (LISH_CHECK >= 1 && lish_unlikely(!list->locks)) {
		locklist_refuse_unlock_(list);
		lish_stay_();
		return;
	}
	list->locks--;
	if (!list->locks && !list->loops.first && !locklist_none_waits_(list))
		locklist_apply_(list);
}

/**
 * locklist_add_tail() - add a member at the end
 * @list: the list
 * @node: any node that is zero or belongs to a list
 *
 * A member whose removal is pending comes back, at the end of the true order;
 * until the unlock loops see it in its old place. on_out is not called for a
 * removal that was taken back so.
 *
 * Return: 0; -EEXIST if @node is in already; -EBUSY if it belongs to another
 * list, even if its removal is pending there; -ENOSPC if there are 2^31 - 1
 * members, or the list is being destroyed; -EINVAL for misuse that was
 * reported. O(1).
 */
LISH_HOT LISH_MUST_CHECK int locklist_add_tail(struct locklist *list,
					       struct locklist_node *node)
{
	struct locklist_node *head = &list->head, *last = head->true_prev;

	/* What is not plain, right or wrong, is told apart in there. */
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(node) || !last ||
			  last->true_next != head || node->next ||
			  node->true_next))
		return lish_told_(locklist_add_slowly_(list, node));
	if (lish_unlikely(node->side || list->locks || list->loops.first ||
			  list->count >= LISH_MAX_COUNT))
		return lish_told_(locklist_add_slowly_(list, node));
	if (LISH_CHECK >= 2 && !locklist_whole_ok_("locklist_add_tail", list))
		return -EINVAL;
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

/* Take out what is in. */
LISH_TINY void locklist_go_(struct locklist *list, struct locklist_node *node)
{
	if (list->locks || list->loops.first || list->on_out) {
		locklist_take_out_(list, node);
		return;
	}
	node->true_next->true_prev = node->true_prev;
	node->true_prev->true_next = node->true_next;
	node->true_prev->next = node->true_next;
	list->count--;
	list->seen--;
	node->next = NULL;
	node->true_next = NULL;
	node->true_prev = NULL;
	node->side = NULL;
}

/**
 * locklist_del() - take a member out
 * @list: the list
 * @node: a node that is in, see locklist_contains()
 *
 * If the list is not locked, or if the member was added under this lock, so
 * that no loop can see it, it is out at once: the node is zero and on_out is
 * called. Else that happens at the unlock, and until then the node belongs to
 * @list and its memory is needed.
 *
 * Refused and reported if @node is not in, has been deleted already, or belongs
 * to another list. O(1). See also locklist_leave().
 */
LISH_HOT void locklist_del(struct locklist *list, struct locklist_node *node)
{
	if (LISH_CHECK >= 1 && lish_unlikely(lish_is_null(node) ||
					     node->side != &list->sides[0])) {
		locklist_refuse_node_("locklist_del", list, node);
		lish_stay_();
		return;
	}
	if (locklist_member_ok_("locklist_del", list, node))
		locklist_go_(list, node);
}

/**
 * locklist_leave() - take a node out of its list, whichever that is, if any
 * @node: a node of any state
 *
 * For whoever does not know whether it is in: destructors, say. What waits does
 * so as with locklist_del(); an object whose memory is about to go must not
 * forget to ask locklist_is_out().
 *
 * Return: whether @node was in; false if it is in no list, or its removal is
 * pending already. O(1).
 */
LISH_HOT bool locklist_leave(struct locklist_node *node)
{
	struct locklist *list;

	if (!lish_given_("locklist_leave", node))
		return false;
	if (!node->side || *node->side)
		return false;
	list = locklist_of_side_(node->side);
	if (!locklist_member_ok_("locklist_leave", list, node))
		return false;
	locklist_go_(list, node);
	return true;
}

/**
 * locklist_clear() - take out all members
 * @list: the list
 *
 * As locklist_del() of each in the true order, but on_out is called when all
 * of them are out of the true order, so that what it adds stays. O(n).
 */
void locklist_clear(struct locklist *list);

/**
 * locklist_contains() - will it be in when all locks are gone?
 * @list: the list
 * @node: a node of any state
 *
 * Return: whether @node is in the true order. O(1). See also
 * locklist_seen_contains().
 */
LISH_TINY bool locklist_contains(const struct locklist *list,
				 const struct locklist_node *node)
{
	return locklist_asked_node_("locklist_contains", list, node) &&
	       node->side == &list->sides[0];
}

/**
 * locklist_owner() - the list that a node belongs to
 * @node: a node of any state
 *
 * A node whose removal is pending belongs to its list still.
 *
 * Return: the list, or NULL if there is none. O(1).
 */
LISH_TINY struct locklist *locklist_owner(const struct locklist_node *node)
{
	if (!lish_given_("locklist_owner", node))
		return NULL;
	return node->side ? locklist_of_side_(node->side) : NULL;
}

/**
 * locklist_is_out() - may the memory of its object go?
 * @node: a node of any state
 *
 * A node that has left a locked list still belongs to it: loops stand on it and
 * pass over it. It is out when the last lock is gone; on_out tells when.
 *
 * Return: whether @node belongs to no list. O(1).
 */
LISH_TINY bool locklist_is_out(const struct locklist_node *node)
{
	if (!lish_given_("locklist_is_out", node))
		return false;
	return !node->side;
}

/**
 * locklist_count() - how many will be in when all locks are gone?
 * @list: the list
 *
 * Return: number of members in the true order. O(1).
 */
LISH_TINY uint32_t locklist_count(const struct locklist *list)
{
	locklist_asked_("locklist_count", list);
	return list->count;
}

/**
 * locklist_empty() - will nobody be in when all locks are gone?
 * @list: the list
 *
 * Return: whether locklist_count() is 0. O(1).
 */
LISH_TINY bool locklist_empty(const struct locklist *list)
{
	locklist_asked_("locklist_empty", list);
	return !list->count;
}

LISH_TINY struct locklist_node *locklist_first_(const struct locklist *list)
{
	locklist_asked_("locklist_first_entry", list);
	return list->head.true_next == &list->head ? NULL : list->head.true_next;
}

LISH_TINY struct locklist_node *locklist_next_(const struct locklist *list,
					      const struct locklist_node *node)
{
	if (LISH_CHECK >= 1 && lish_unlikely(lish_is_null(node) ||
					     node->side != &list->sides[0])) {
		locklist_refuse_node_("locklist_next_entry", list, node);
		lish_stay_();
		return NULL;
	}
	return node->true_next == &list->head ? NULL : node->true_next;
}

/* Is it in the seen order? */
LISH_TINY bool locklist_is_seen_(const struct locklist *list,
				 const struct locklist_node *node)
{
	return node->next && (node->side == &list->sides[0] ||
			      node->side == &list->sides[1]);
}

/**
 * locklist_seen_contains() - do loops visit it?
 * @list: the list
 * @node: a node of any state
 *
 * Return: whether @node is in the seen order: while locked, whether it was in
 * when the list was locked; else as locklist_contains(). O(1).
 */
LISH_TINY bool locklist_seen_contains(const struct locklist *list,
				      const struct locklist_node *node)
{
	return locklist_asked_node_("locklist_seen_contains", list, node) &&
	       locklist_is_seen_(list, node);
}

/**
 * locklist_seen_count() - how many do loops visit?
 * @list: the list
 *
 * Return: number of members in the seen order; locklist_count() if the list is
 * not locked. O(1).
 */
LISH_TINY uint32_t locklist_seen_count(const struct locklist *list)
{
	locklist_asked_("locklist_seen_count", list);
	return list->seen;
}

/**
 * locklist_check() - examine the whole list
 * @list: the list, locked or not
 * @fault: where the first faulty node is stored, NULL if the head is at fault
 * or nothing is; may be NULL itself
 *
 * Both orders, the rings of those that are leaving, and the counts. Ends on
 * broken lists too: a step in a ring is made only if it can be taken back, and
 * steps in the seen order are counted. O(n), reports to nobody.
 *
 * Return: LISH_OK, LISH_UNINITIALIZED, LISH_BROKEN_LINKS, LISH_BAD_COUNT, or
 * LISH_FOREIGN for a node that does not know that it is in this list.
 */
enum lish_reason locklist_check(const struct locklist *list,
				const struct locklist_node **fault);

LISH_TINY void *locklist_entry_or_null_(struct locklist_node *node,
					size_t offset)
{
	return node ? (char *)node - offset : NULL;
}

/**
 * locklist_first_entry() - the object that will be the first
 * @list: the list
 * @type: type of the object, possibly const
 * @member: name of the struct locklist_node in it
 *
 * Return: the object, or NULL if there is none. O(1).
 */
#define locklist_first_entry(list, type, member)  \
	LISH_CAST_(type, locklist_entry_or_null_( \
		locklist_first_(list),            \
		LISH_OFFSET_(type, member, locklist_node)))

/**
 * locklist_next_entry() - the object that will follow another
 * @list: the list
 * @entry: an object that is in
 * @type: type of the object, possibly const
 * @member: name of the struct locklist_node in it
 *
 * Return: the object, or NULL if @entry is the last one. O(1).
 */
#define locklist_next_entry(list, entry, type, member)                   \
	LISH_CAST_(type, locklist_entry_or_null_(                        \
		locklist_next_(list, LISH_MEMBER_(entry, type, member)), \
		LISH_OFFSET_(type, member, locklist_node)))

/* End a loop, if it runs. */
LISH_NOINLINE void locklist_loop_close_(struct locklist_loop *loop);

LISH_CLEANUP_BY(locklist_loop, locklist_drop_)

/**
 * struct locklist_loop - a loop during which the list is locked
 * @loop: private
 * @at: private
 *
 * - @loop says by which list it was registered; by none once it has ended, and
 *   after locklist_stop()
 * - @at is the place of a loop by hand; NULL once there is no further member
 */
struct locklist_loop {
	struct lish_loop_ loop;
	struct locklist_node *at;
	/* private: */
	LISH_CLEANUP_DTOR(locklist_loop, locklist_drop_)
};

LISH_TINY void locklist_drop_(struct locklist_loop *loop)
{
	if (loop->loop.owner)
		locklist_loop_close_(loop);
}

/**
 * locklist_loop_begin() - begin a loop by hand
 * @loop: made by LISH_LOOP_INIT, or ended; it stays where it is until
 * locklist_loop_end()
 * @list: the list; it is locked from now on, even if it is empty
 *
 * For compilers that cannot close a loop that is left by return or goto, and
 * for loops that are carried on from call to call::
 *
 *	struct locklist_loop loop = LISH_LOOP_INIT;
 *	struct locklist_node *node;
 *
 *	locklist_loop_begin(&loop, &bullets);
 *	while ((node = locklist_loop_next(&loop)) != NULL)
 *		...
 *	locklist_loop_end(&loop);
 *
 * A lock of yours need not be held from step to step, if it is for the begin,
 * for each step and for the end: what others change meanwhile waits. To begin a
 * loop that runs, over this list or another, is refused and reported: it goes
 * on. O(1), and O(loops) where others run over @list.
 */
LISH_NOINLINE void locklist_loop_begin(struct locklist_loop *loop,
				       struct locklist *list);

/**
 * locklist_loop_end() - end a loop that was begun by hand
 * @loop: the loop; if it has ended already, or was stopped, nothing happens
 *
 * Loops over one list may end in any order. Then as locklist_unlock().
 */
LISH_NOINLINE void locklist_loop_end(struct locklist_loop *loop);

/**
 * locklist_loop_next() - the next member of a loop that was begun by hand
 * @loop: the loop
 *
 * O(1).
 *
 * Return: its node, or NULL if there is none left, or the loop has ended or was
 * stopped.
 */
LISH_TINY struct locklist_node *locklist_loop_next(struct locklist_loop *loop)
{
	struct lish_loops_ *loops = loop->loop.owner;
	const struct locklist_node *at = loop->at;

	if (!loops || !at)
		return NULL;
	loop->at = at->next;
	if (LISH_CHECK >= 1 && lish_unlikely(!loop->at)) {
		locklist_lost_in_("locklist_loop_next",
				  locklist_of_loops_(loops), at);
		lish_stay_();
	}
	else if (loop->at == &locklist_of_loops_(loops)->head)
		loop->at = NULL;
	return loop->at;
}

/**
 * locklist_abandon() - end all loops that longjmp() has left
 * @list: the list
 *
 * longjmp() closes nothing. Call this before anything else is done with @list, and
 * not while a loop over @list goes on. What lies where the loops were is not
 * touched. Locks taken by locklist_lock() are not touched either: take them back
 * by as many locklist_unlock().
 *
 * If there is no such lock, what waited takes effect, but on_out is not called:
 * it may use other lists that are still to be abandoned. Nodes it is due for
 * belong to @list until the next locklist_unlock(), the end of a loop or
 * locklist_stop() calls it; other calls may do so earlier. So abandon all lists
 * first, in any order, and then call locklist_stop() for each.
 *
 * To call this in the on_out of @list is reported when on_out returns, and a
 * locklist_destroy() that called on_out leaves the list as it is then.
 * O(pending).
 */
void locklist_abandon(struct locklist *list);

/**
 * locklist_stop() - let all running loops end at their next step
 * @list: the list
 *
 * For a list that is to go while it is being looped over: the objects of a level
 * that one of them ends. From now on no loop holds a lock: unless
 * locklist_lock() does, what waited takes effect now, as by locklist_unlock(),
 * and what is called afterwards does not wait. Each loop ends at its next step,
 * or is left by break or return as usual, and neither looks at the list any
 * more, which may be destroyed and its memory freed::
 *
 *	locklist_stop(&bullets);
 *	locklist_destroy(&bullets);
 *
 * The rest of each body still runs: it must not use what on_out has freed.
 * locklist_for_each_entry_const() is not stopped, since it is not registered.
 * O(loops + pending). See also locklist_abandon(), for loops that nobody
 * returns to.
 */
void locklist_stop(struct locklist *list);

/*
 * Loops. The outermost for holds what must be closed, the next one the place,
 * which never leaves the registers, the innermost the cursor. The step asks each
 * time whether the loop still belongs to a list, since locklist_stop() ends it
 * from outside; the head is an offset from that answer. An element pointer is
 * never formed from the head. Begin and end are called, but for an empty list:
 * inline, a site would be four times as long.
 */

LISH_NOINLINE struct locklist_node *
locklist_loop_lock_(struct locklist_loop *loop, struct locklist *list);

/* An empty order is not worth a registration. */
LISH_STEP struct locklist_node *
locklist_loop_open_(struct locklist_loop *loop, struct locklist *list)
{
	return list->head.next == &list->head ?
		       NULL :
		       locklist_loop_lock_(loop, list);
}

LISH_STEP struct locklist_node *locklist_step_(const struct locklist_loop *loop,
					       struct locklist_node *at)
{
	struct lish_loops_ *loops = loop->loop.owner;
	struct locklist_node *next;

	if (lish_unlikely(!loops))
		return NULL;
	next = at->next;
	if (LISH_CHECK >= 1 && lish_unlikely(!next)) {
		locklist_lost_(&locklist_of_loops_(loops)->head, at);
		lish_stay_();
		return NULL;
	}
	lish_assume(next != NULL);
	return next == &locklist_of_loops_(loops)->head ? NULL : next;
}

/**
 * locklist_for_each_entry() - loop over the objects, the list being locked
 * @pos: name of the cursor, declared by the loop
 * @list: the list
 * @type: type of the objects, possibly const
 * @member: name of the struct locklist_node in it
 *
 * The body may do anything with the list, with @pos and with all others:
 * changes wait until the outermost loop is left. It may be left by break, and
 * by return, goto or a C++ exception where the compiler can clean up
 * (LISH_HAS_CLEANUP; else see locklist_loop_begin()); after a longjmp call
 * locklist_abandon(). Loops may be nested. A list that ends meanwhile is
 * stopped first: locklist_stop().
 */
#define locklist_for_each_entry(pos, list, type, member)                  \
	LISH_LOOP_(pos, locklist_loop, loop, LISH_CLEANUP_THROW,          \
		   locklist_loop_close_, &pos##_loop_,                    \
		   struct locklist_node *,                                \
		   locklist_loop_open_(&pos##_loop_, list), true, type,   \
		   locklist_entry_or_null_(                               \
			   pos##_at_ = locklist_step_(&pos##_loop_,       \
						      pos##_at_),         \
			   LISH_OFFSET_(type, member, locklist_node)))

/**
 * locklist_for_each_entry_safe() - the same, for those whose fingers type it
 * @pos: name of the cursor, declared by the loop
 * @list: the list
 * @type: type of the objects, possibly const
 * @member: name of the struct locklist_node in it
 *
 * As in every container, the current one may be deleted: here the plain loop
 * allows that already.
 */
#define locklist_for_each_entry_safe(pos, list, type, member) \
	locklist_for_each_entry(pos, list, type, member)

struct locklist_reader_ {
	const struct locklist *list;
	const struct locklist_node *at;
};

LISH_TINY struct locklist_reader_
locklist_reader_of_(const struct locklist *list)
{
	struct locklist_reader_ reader;

	reader.list = list;
	reader.at = locklist_list_ok_("locklist_for_each_entry_const", list) ?
			    &list->head :
			    NULL;
	return reader;
}

LISH_STEP void *locklist_read_(struct locklist_reader_ *reader, size_t offset)
{
	struct locklist_node *next = reader->at->next;

	if (LISH_CHECK >= 1 && lish_unlikely(!next)) {
		locklist_lost_in_("locklist_for_each_entry_const",
				  reader->list, reader->at);
		lish_stay_();
		return NULL;
	}
	reader->at = next;
	return next == &reader->list->head ? NULL : (char *)next - offset;
}

/**
 * locklist_for_each_entry_const() - the same without locking
 * @pos: name of the cursor, declared by the loop
 * @list: the list, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct locklist_node in it
 *
 * Visits what locklist_for_each_entry() would, but writes nothing. Unless the
 * list is locked, the body may not change it: if @pos was taken out, level 1
 * reports that when the loop moves on, and ends it.
 */
#define locklist_for_each_entry_const(pos, list, type, member)                                          \
	LISH_LOOK_(pos, struct locklist_reader_,                                                        \
		   locklist_reader_of_(list), pos##_at_.at, LISH_NO_(const struct locklist_node), type, \
		   locklist_read_(&pos##_at_,                                                           \
				  LISH_OFFSET_(type, member, locklist_node)))

LISH_C_END

/* Last, for LISH_REPORT_LOCATION. */
#define LISH_HERE_LOCKLIST_
#include "core/here.h"

#endif /* LINUX_ISH_LOCKLIST_H */
