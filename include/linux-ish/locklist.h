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
 * it; return values, contains and count follow it. The seen order is what
 * loops visit: that of the moment when the list was locked. Unlocked, they are
 * the same.
 *
 * Not for you if additions and removals should show in the running loop
 * (walklist, rwarray), if the order does not matter (dense), or if four words
 * per object are too many.
 *
 *   operation                                    cost        changes
 *   -------------------------------------------  ----------  -----------------
 *   init, node_init, forget, set_on_out, lock    O(1)        the head
 *   add, del, leave                              O(1)        the true order;
 *                                                            unlocked: both
 *   unlock, loop_end, abandon                    O(pending)  the seen order
 *   contains, in_loop, count, seen_count,
 *   empty, is_locked, owner                      O(1)        -
 *   first, next, true_first, true_next           O(1)        -
 *   clear, destroy                               O(n)        as del of each
 *   add_each, del_each                           O(n)        as add or del
 *   check                                        O(n)        -
 *
 *   loop                  delete current  delete others  add    locks
 *   --------------------  --------------  -------------  -----  -----
 *   for_each_entry        waits           waits          waits  yes
 *   for_each_entry_const  no              no             no     no
 *   for_each_entry_true   no              no             no     no
 *
 * A zero-filled node is in no list; a zero-filled head is not valid. Nothing
 * here is thread-safe: one lock of yours must cover a list and its nodes.
 */
#ifndef LINUX_ISH_LOCKLIST_H
#define LINUX_ISH_LOCKLIST_H

#include "bug.h"
#include "container_of.h"

struct locklist;
struct locklist_loop;

/* What a node points at: it names its list, and whether it is leaving it. */
struct locklist_side_ {
	struct locklist *list;
};

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
 * - @side says which list, and whether the node is in it or leaving it
 *
 * One node is in one list at a time; an object may carry several nodes.
 */
struct locklist_node {
	struct locklist_node *next;
	struct locklist_node *true_next;
	struct locklist_node *true_prev;
	struct locklist_side_ *side;
} LISH_LINKS;

/**
 * typedef locklist_out_fn - told of members that are out
 * @list: the list
 * @node: a node that has just left it; zero
 *
 * Called once for each removal that took effect: as soon as neither the list
 * nor a loop over it can reach @node. It may free the object, add it again,
 * here or elsewhere, lock @list, loop over it, add and delete others: the list
 * is whole, and both orders are up to date. Calls never nest: what goes out
 * meanwhile belongs to @list until its own call, which follows this one.
 *
 * It must return; leaving it by longjmp or a C++ exception needs
 * locklist_abandon().
 */
typedef void (*locklist_out_fn)(struct locklist *list,
				struct locklist_node *node);

/**
 * struct locklist - the list
 * @head: private
 * @fresh: private
 * @loops: private
 * @outermost: private
 * @locks: private
 * @limit: private
 * @count: private
 * @seen: private
 * @live: private
 * @gone: private
 * @leaving: private
 * @out: private
 * @on_out: private
 * @telling: private
 *
 * - @head is where both orders begin and end
 * - @fresh is the first member that was added while locked, or the head: in
 *   the true order, from there to the end, stands all that was added; what
 *   stands before it has kept its place in the seen order
 * - @leaving is a ring of nodes that are out of the true order but in the seen
 *   one, @out of those that are out of both and whose on_out is still to come
 * - unlocked, @fresh is the head and @leaving is empty
 * - all zero: never initialised, not valid
 */
struct locklist {
	struct locklist_node head;
	struct locklist_node *fresh;
	struct locklist_loop *loops;
	struct locklist_loop *outermost;
	uint32_t locks;
	uint32_t limit;
	uint32_t count;
	uint32_t seen;
	struct locklist_side_ live;
	struct locklist_side_ gone;
	struct locklist_node leaving;
	struct locklist_node out;
	locklist_out_fn on_out;
	bool telling;
};

/* An empty ring, seen by loops as an empty order if next is the head too. */
#define LOCKLIST_RING_(ring, next) { next, &(ring), &(ring), NULL }

/**
 * LOCKLIST_INIT() - initialiser of an empty, unlocked list
 * @name: the variable that is being initialised
 */
#define LOCKLIST_INIT(name)                                                  \
	{                                                                    \
		LOCKLIST_RING_((name).head, &(name).head), &(name).head,     \
			NULL, NULL, 0, LISH_MAX_COUNT, 0, 0, { &(name) },    \
			{ &(name) }, LOCKLIST_RING_((name).leaving, NULL),   \
			LOCKLIST_RING_((name).out, NULL), NULL, false        \
	}

/**
 * LOCKLIST_DEFINE() - define an empty, unlocked list
 * @name: name of the variable; may be preceded by static
 */
#define LOCKLIST_DEFINE(name) struct locklist name = LOCKLIST_INIT(name)

LISH_C_BEGIN

/* Cold halves of the checks: find out what is wrong and tell the hook. */
LISH_COLD void locklist_refuse_list_(const char *op,
				     const struct locklist *list);
LISH_COLD void locklist_refuse_node_(const char *op,
				     const struct locklist *list,
				     const struct locklist_node *node);
LISH_COLD void locklist_refuse_unlock_(const struct locklist *list);
LISH_COLD void locklist_lost_(const char *op, const struct locklist *list,
			      const struct locklist_node *at);
/* Level 2: both orders. */
LISH_COLD bool locklist_whole_ok_(const char *op, const struct locklist *list);

/* The rarer halves of add, del and unlock. */
int locklist_add_again_(struct locklist *list, struct locklist_node *node);
void locklist_take_out_(struct locklist *list, struct locklist_node *node);
void locklist_settle_(struct locklist *list);

/* Is the head initialised, with neighbours that know it? */
LISH_TINY bool locklist_list_ok_(const char *op, const struct locklist *list)
{
	const struct locklist_node *head = &list->head;

	if (LISH_CHECK >= 1 &&
	    lish_unlikely(!head->true_next ||
			  head->true_next->true_prev != head ||
			  head->true_prev->true_next != head)) {
		locklist_refuse_list_(op, list);
		return false;
	}
	if (LISH_CHECK >= 2)
		return locklist_whole_ok_(op, list);
	return true;
}

/* Do the neighbours of a member know it? */
LISH_TINY bool locklist_member_ok_(const char *op, const struct locklist *list,
				   const struct locklist_node *node)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(node->true_next->true_prev != node ||
			  node->true_prev->true_next != node)) {
		lish_misuse_(op, list, node, LISH_BROKEN_LINKS);
		return false;
	}
	if (LISH_CHECK >= 2)
		return locklist_whole_ok_(op, list);
	return true;
}

/* Join what is left and right of node in its ring. */
LISH_TINY void locklist_unlink_(struct locklist_node *node)
{
	node->true_next->true_prev = node->true_prev;
	node->true_prev->true_next = node->true_next;
}

/* Put node at the end of a ring. */
LISH_TINY void locklist_link_(struct locklist_node *node,
			      struct locklist_node *ring)
{
	struct locklist_node *prev = ring->true_prev;

	node->true_next = ring;
	node->true_prev = prev;
	prev->true_next = node;
	ring->true_prev = node;
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
	node->next = NULL;
	node->true_next = NULL;
	node->true_prev = NULL;
	node->side = NULL;
}

/**
 * locklist_set_on_out() - have somebody told of members that are out
 * @list: the list
 * @on_out: called from now on, or NULL for nobody
 *
 * The memory of an object whose removal is pending is still needed: with
 * on_out one learns when it is not. O(1).
 */
LISH_HOT void locklist_set_on_out(struct locklist *list, locklist_out_fn on_out)
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
 * and reported while the list is in use. O(n).
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
	return list->locks || list->loops;
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
		return;
	}
	list->locks--;
	if (!locklist_is_locked(list))
		locklist_settle_(list);
}

/* At the end of the true order; also of the seen one, unless that is frozen. */
LISH_TINY void locklist_append_(struct locklist *list,
				struct locklist_node *node)
{
	struct locklist_node *head = &list->head;

	locklist_link_(node, head);
	node->side = &list->live;
	list->count++;
	if (locklist_is_locked(list)) {
		if (list->fresh == head)
			list->fresh = node;
		return;
	}
	node->true_prev->next = node;
	node->next = head;
	list->seen++;
}

/**
 * locklist_add() - add a member at the end
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
LISH_HOT int locklist_add(struct locklist *list, struct locklist_node *node)
{
	if (!locklist_list_ok_("locklist_add", list))
		return -EINVAL;
	if (lish_unlikely(node->side || list->count >= list->limit))
		return locklist_add_again_(list, node);
	if (LISH_CHECK >= 1 && lish_unlikely(node->next || node->true_next)) {
		lish_misuse_("locklist_add", list, node, LISH_BROKEN_LINKS);
		return -EINVAL;
	}
	locklist_append_(list, node);
	return 0;
}

/**
 * locklist_del() - take a member out
 * @list: the list
 * @node: a node of any state
 *
 * If the list is not locked, or if the member was added under this lock, so
 * that no loop can see it, it is out at once: the node is zero and on_out is
 * called. Else that happens at the unlock, and until then the node belongs to
 * @list and its memory is needed.
 *
 * Return: 0; -ENOENT if @node is not in, has been deleted already, or belongs
 * to another list; -EINVAL for misuse that was reported. O(1).
 * See also locklist_leave().
 */
LISH_HOT int locklist_del(struct locklist *list, struct locklist_node *node)
{
	if (node->side != &list->live) {
		if (LISH_CHECK >= 1 && lish_unlikely(!list->head.next)) {
			locklist_refuse_list_("locklist_del", list);
			return -EINVAL;
		}
		return -ENOENT;
	}
	if (!locklist_member_ok_("locklist_del", list, node))
		return -EINVAL;
	if (locklist_is_locked(list) || list->on_out) {
		locklist_take_out_(list, node);
		return 0;
	}
	locklist_unlink_(node);
	node->true_prev->next = node->true_next;
	list->count--;
	list->seen--;
	locklist_node_init(node);
	return 0;
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
	return node->side ? node->side->list : NULL;
}

/**
 * locklist_leave() - take a member out of its list, whichever that is
 * @node: a node of any state
 *
 * Return: as locklist_del() of its list; -ENOENT if it is in none. O(1).
 */
LISH_HOT int locklist_leave(struct locklist_node *node)
{
	if (!node->side)
		return -ENOENT;
	return locklist_del(node->side->list, node);
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
 * Return: whether @node is in the true order. O(1). See locklist_in_loop().
 */
LISH_TINY bool locklist_contains(const struct locklist *list,
				 const struct locklist_node *node)
{
	return node->side == &list->live;
}

/**
 * locklist_in_loop() - do loops visit it?
 * @list: the list
 * @node: a node of any state
 *
 * Return: whether @node is in the seen order: while locked, whether it was in
 * when the list was locked; else as locklist_contains(). O(1).
 */
LISH_TINY bool locklist_in_loop(const struct locklist *list,
				const struct locklist_node *node)
{
	return node->next &&
	       (node->side == &list->live || node->side == &list->gone);
}

/**
 * locklist_count() - how many will be in when all locks are gone?
 * @list: the list
 *
 * Return: number of members in the true order. O(1).
 */
LISH_TINY uint32_t locklist_count(const struct locklist *list)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!list->head.next))
		locklist_refuse_list_("locklist_count", list);
	return list->count;
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
	if (LISH_CHECK >= 1 && lish_unlikely(!list->head.next))
		locklist_refuse_list_("locklist_seen_count", list);
	return list->seen;
}

/**
 * locklist_empty() - will nobody be in when all locks are gone?
 * @list: the list
 *
 * Return: whether locklist_count() is 0. O(1).
 */
LISH_TINY bool locklist_empty(const struct locklist *list)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!list->head.next))
		locklist_refuse_list_("locklist_empty", list);
	return !list->count;
}

/**
 * locklist_first() - the first node that loops visit
 * @list: the list
 *
 * Return: the first node of the seen order, or NULL if there is none. O(1).
 */
LISH_TINY struct locklist_node *locklist_first(const struct locklist *list)
{
	struct locklist_node *first = list->head.next;

	if (LISH_CHECK >= 1 && lish_unlikely(!first))
		locklist_refuse_list_("locklist_first", list);
	return first == &list->head ? NULL : first;
}

/**
 * locklist_next() - the node that loops visit after another
 * @list: the list
 * @node: a node that loops visit, see locklist_in_loop()
 *
 * Return: the next node of the seen order, or NULL if @node is the last one,
 * or, which is reported, is none of @list's. O(1).
 */
LISH_TINY struct locklist_node *locklist_next(const struct locklist *list,
					      const struct locklist_node *node)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!locklist_in_loop(list, node))) {
		locklist_refuse_node_("locklist_next", list, node);
		return NULL;
	}
	return node->next == &list->head ? NULL : node->next;
}

/**
 * locklist_true_first() - the node that will be the first
 * @list: the list
 *
 * Return: the first node of the true order, or NULL if there is none. O(1).
 */
LISH_TINY struct locklist_node *locklist_true_first(const struct locklist *list)
{
	struct locklist_node *first = list->head.true_next;

	if (LISH_CHECK >= 1 && lish_unlikely(!first))
		locklist_refuse_list_("locklist_true_first", list);
	return first == &list->head ? NULL : first;
}

/**
 * locklist_true_next() - the node that will follow another
 * @list: the list
 * @node: a node that will be in, see locklist_contains()
 *
 * Return: the next node of the true order, or NULL if @node is the last one,
 * or, which is reported, is none of @list's. O(1).
 */
LISH_TINY struct locklist_node *
locklist_true_next(const struct locklist *list,
		   const struct locklist_node *node)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!locklist_contains(list, node))) {
		locklist_refuse_node_("locklist_true_next", list, node);
		return NULL;
	}
	return node->true_next == &list->head ? NULL : node->true_next;
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

/*
 * From nodes to objects. The size of this call is 1; it makes the compiler
 * refuse a member that is no struct locklist_node. Never called.
 */
char locklist_is_node_(const struct locklist_node *node);
#define LOCKLIST_OFFSET_(type, member)   \
	(offsetof(type, member) +        \
	 0 * sizeof(locklist_is_node_(&((type *)0)->member)))

LISH_TINY void *locklist_entry_(struct locklist_node *node, size_t offset)
{
	return (char *)node - offset;
}

LISH_TINY const void *locklist_entry_const_(const struct locklist_node *node,
					    size_t offset)
{
	return (const char *)node - offset;
}

LISH_TINY void *locklist_entry_or_null_(struct locklist_node *node,
					size_t offset)
{
	return node ? (char *)node - offset : NULL;
}

/**
 * locklist_entry() - the object of a node
 * @node: pointer to the node, not NULL
 * @type: type of the object
 * @member: name of the struct locklist_node in it
 *
 * container_of() that takes nothing but locklist nodes. O(1).
 */
#define locklist_entry(node, type, member) \
	((type *)locklist_entry_(node, LOCKLIST_OFFSET_(type, member)))

/**
 * locklist_entry_const() - the object of a node that may only be read
 * @node: pointer to the node, not NULL
 * @type: type of the object
 * @member: name of the struct locklist_node in it
 *
 * All other entry forms and all loops have their const twin by themselves:
 * pass "const struct bullet" as the type.
 */
#define locklist_entry_const(node, type, member)                          \
	((const type *)locklist_entry_const_(node,                        \
					     LOCKLIST_OFFSET_(type, member)))

/**
 * locklist_first_entry() - the first object that loops visit
 * @list: the list
 * @type: type of the object, possibly const
 * @member: name of the struct locklist_node in it
 *
 * Return: the object, or NULL if there is none. O(1).
 */
#define locklist_first_entry(list, type, member)                \
	((type *)locklist_entry_or_null_(locklist_first(list),  \
					 LOCKLIST_OFFSET_(type, member)))

/**
 * locklist_next_entry() - the object that loops visit after another
 * @list: the list
 * @entry: an object that loops visit
 * @type: type of the object, possibly const
 * @member: name of the struct locklist_node in it
 *
 * Return: the object, or NULL if @entry is the last one. O(1).
 */
#define locklist_next_entry(list, entry, type, member)           \
	((type *)locklist_entry_or_null_(                        \
		locklist_next(list, &(entry)->member),           \
		LOCKLIST_OFFSET_(type, member)))

/**
 * locklist_true_first_entry() - the object that will be the first
 * @list: the list
 * @type: type of the object, possibly const
 * @member: name of the struct locklist_node in it
 *
 * Return: the object, or NULL if there is none. O(1).
 */
#define locklist_true_first_entry(list, type, member)               \
	((type *)locklist_entry_or_null_(locklist_true_first(list), \
					 LOCKLIST_OFFSET_(type, member)))

/**
 * locklist_true_next_entry() - the object that will follow another
 * @list: the list
 * @entry: an object that will be in
 * @type: type of the object, possibly const
 * @member: name of the struct locklist_node in it
 *
 * Return: the object, or NULL if @entry is the last one. O(1).
 */
#define locklist_true_next_entry(list, entry, type, member)      \
	((type *)locklist_entry_or_null_(                        \
		locklist_true_next(list, &(entry)->member),      \
		LOCKLIST_OFFSET_(type, member)))

uint32_t locklist_add_each_(struct locklist *list, struct locklist *from,
			    size_t from_offset, size_t offset);
uint32_t locklist_del_each_(struct locklist *list, struct locklist *from,
			    size_t from_offset, size_t offset);

/**
 * locklist_add_each() - add the members of another list
 * @list: the list they are added to
 * @from: the list whose looped-over members are added
 * @type: type of the objects
 * @from_member: name of the node by which they are in @from
 * @member: name of the node by which they are added to @list
 *
 * A loop over @from with locklist_add() in its body. Pending changes of @from
 * do not count. The same list with the same member is allowed: then those
 * whose removal is pending come back.
 *
 * Return: how many were added; the others were in already, or belong to
 * another list by that node. O(members of @from).
 */
#define locklist_add_each(list, from, type, from_member, member)        \
	locklist_add_each_(list, from, LOCKLIST_OFFSET_(type, from_member), \
			   LOCKLIST_OFFSET_(type, member))

/**
 * locklist_del_each() - take out the members of another list
 * @list: the list they are taken out of
 * @from: the list whose looped-over members are taken out
 * @type: type of the objects
 * @from_member: name of the node by which they are in @from
 * @member: name of the node by which they are in @list
 *
 * A loop over @from with locklist_del() in its body. Pending changes of @from
 * do not count. The same list with the same member is allowed: then all that
 * loops see goes.
 *
 * Return: how many were taken out; the others were not in. O(members of @from).
 */
#define locklist_del_each(list, from, type, from_member, member)        \
	locklist_del_each_(list, from, LOCKLIST_OFFSET_(type, from_member), \
			   LOCKLIST_OFFSET_(type, member))

/**
 * locklist_loop_begin() - begin a loop by hand
 * @loop: any memory, which stays where it is until locklist_loop_end()
 * @list: the list; it is locked from now on
 *
 * For compilers that cannot close a loop that is left by return or goto, and
 * for loops that are carried on from call to call::
 *
 *	struct locklist_loop loop;
 *	struct locklist_node *node;
 *
 *	locklist_loop_begin(&loop, &bullets);
 *	while ((node = locklist_loop_next(&loop)) != NULL)
 *		...
 *	locklist_loop_end(&loop);
 *
 * To begin the innermost or the outermost loop again before it has ended is
 * reported: if it still runs it goes on, else it visits nothing. O(1).
 */
LISH_NOINLINE void locklist_loop_begin(struct locklist_loop *loop,
				       struct locklist *list);

/**
 * locklist_loop_end() - end a loop that was begun by hand
 * @loop: the loop; if it has ended already, nothing happens
 *
 * Loops over one list end in the reverse order of their begins. A loop that is
 * not the innermost one is reported, and the list stays locked until
 * locklist_abandon(). Else as locklist_unlock().
 */
void locklist_loop_end(struct locklist_loop *loop);

/**
 * struct locklist_loop - a loop during which the list is locked
 * @list: private
 * @at: private
 * @up: private
 *
 * - @list is NULL once ended, @at once there is no further member
 * - @up is the loop over the same list that was begun before, never followed:
 *   after a longjmp it may be gone
 */
struct locklist_loop {
	struct locklist *list;
	struct locklist_node *at;
	struct locklist_loop *up;
	/* private: */
	LISH_CLEANUP_DTOR(locklist_loop, locklist_loop_end)
};

/**
 * LOCKLIST_LOOP_INIT - initialiser of a loop that has not begun
 *
 * For a struct locklist_loop of one's own that may be ended before it begins.
 */
#define LOCKLIST_LOOP_INIT { NULL, NULL, NULL }

/**
 * locklist_loop_next() - the next member of a loop that was begun by hand
 * @loop: the loop
 *
 * O(1).
 *
 * Return: its node, or NULL if there is none left or the loop has ended.
 */
LISH_TINY struct locklist_node *locklist_loop_next(struct locklist_loop *loop)
{
	const struct locklist_node *at = loop->at;

	if (!at)
		return NULL;
	loop->at = at->next;
	if (LISH_CHECK >= 1 && lish_unlikely(!loop->at))
		locklist_lost_("locklist_loop_next", loop->list, at);
	else if (loop->at == &loop->list->head)
		loop->at = NULL;
	return loop->at;
}

/**
 * locklist_abandon() - end all loops that longjmp() has left
 * @list: the list
 *
 * longjmp() closes nothing: to be called before anything else is done with
 * @list, and not while a loop over it goes on, nor in its on_out. Locks taken by
 * locklist_lock() are not touched: they are taken back by as many
 * locklist_unlock(). Else as locklist_unlock(). O(pending).
 */
void locklist_abandon(struct locklist *list);

/*
 * Loops. The outermost for holds what must be closed, the next one the place,
 * which never leaves the registers, the innermost the cursor. An element
 * pointer is never formed from the head.
 */
struct locklist_iter_ {
	const struct locklist *list;
	struct locklist_node *at;
	bool done;
};

LISH_TINY struct locklist_iter_
locklist_iter_begin_(const struct locklist *list)
{
	struct locklist_iter_ it;

	it.list = list;
	it.at = NULL;
	it.done = !list;
	return it;
}

/* If the begin is refused, the loop has no list. */
LISH_TINY struct locklist_iter_ locklist_iter_open_(struct locklist_loop *loop,
						    struct locklist *list)
{
	locklist_loop_begin(loop, list);
	return locklist_iter_begin_(loop->list);
}

/* Step to next, which is the head at the end, and NULL if no link leads on. */
LISH_TINY void *locklist_step_(struct locklist_iter_ *it,
			       struct locklist_node *next, size_t offset)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!next)) {
		locklist_lost_("locklist_for_each_entry", it->list, it->at);
		return NULL;
	}
	it->at = next;
	return next == &it->list->head ? NULL : (char *)next - offset;
}

LISH_TINY void *locklist_enter_(struct locklist_iter_ *it, size_t offset)
{
	return locklist_step_(it, it->list->head.next, offset);
}

LISH_TINY void *locklist_advance_(struct locklist_iter_ *it, size_t offset)
{
	return locklist_step_(it, it->at->next, offset);
}

LISH_TINY void *locklist_enter_true_(struct locklist_iter_ *it, size_t offset)
{
	return locklist_step_(it, it->list->head.true_next, offset);
}

LISH_TINY void *locklist_advance_true_(struct locklist_iter_ *it,
				       size_t offset)
{
	return locklist_step_(it, it->at->true_next, offset);
}

#define LOCKLIST_LOOP_(pos, iter, close, type, member, enter, advance)       \
	for (struct locklist_iter_ pos##_it_ = iter; !pos##_it_.done;        \
	     close, pos##_it_.done = true)                                   \
		for (type *pos = (type *)enter(                              \
			     &pos##_it_, LOCKLIST_OFFSET_(type, member));    \
		     pos; pos = (type *)advance(                             \
				  &pos##_it_, LOCKLIST_OFFSET_(type, member)))

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
 * locklist_abandon(). Loops may be nested.
 */
#define locklist_for_each_entry(pos, list, type, member)                     \
	for (struct locklist_loop pos##_loop_ LISH_CLEANUP(                  \
		     locklist_loop_end) = LOCKLIST_LOOP_INIT,                \
		     *pos##_open_ = &pos##_loop_; pos##_open_;               \
	     pos##_open_ = NULL)                                             \
	LOCKLIST_LOOP_(pos, locklist_iter_open_(&pos##_loop_, list),         \
		       locklist_loop_end(&pos##_loop_), type, member,        \
		       locklist_enter_, locklist_advance_)

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
#define locklist_for_each_entry_const(pos, list, type, member)               \
	LOCKLIST_LOOP_(pos, locklist_iter_begin_(list), (void)0, type,       \
		       member, locklist_enter_, locklist_advance_)

/**
 * locklist_for_each_entry_true() - loop in the order that will be
 * @pos: name of the cursor, declared by the loop
 * @list: the list, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct locklist_node in it
 *
 * To look at what all locks will leave behind. Does not lock, and the body may
 * not take out anything, whether the list is locked or not.
 */
#define locklist_for_each_entry_true(pos, list, type, member)                \
	LOCKLIST_LOOP_(pos, locklist_iter_begin_(list), (void)0, type,       \
		       member, locklist_enter_true_, locklist_advance_true_)

LISH_C_END

#endif /* LINUX_ISH_LOCKLIST_H */
