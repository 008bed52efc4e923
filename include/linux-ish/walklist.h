/* SPDX-License-Identifier: MIT */
/*
 * walklist.h - intrusive list that anything may change while it is looped over
 *
 * A counted, doubly linked list that keeps the order it is given. It knows the
 * loops that run over it: a body may take out, move or free any element, the
 * one it stands on, the next one or all of them, may add, and may loop again.
 * Its nodes know their list: they leave it without naming it, in a destructor
 * say, and what belongs to another list is refused.
 *
 * Not for you if two words per object must do (ilist), if changes must wait
 * until the loop is over (locklist), or if the order does not matter (dense:
 * less memory, faster still).
 *
 *   operation                                    cost    changes
 *   -------------------------------------------  ------  ---------------------
 *   init, node_init, forget                      O(1)    the head or a node
 *   add, add_tail, add_before, add_after         O(1)    links one node
 *   del, leave, pop_entry, pop_tail_entry        O(1)    unlinks one node
 *   move, move_tail, move_before, move_after     O(1)    one node's place
 *   splice, splice_tail                          O(moved) all of another list
 *   count, empty, contains, first_entry,
 *   last_entry, next_entry, prev_entry           O(1)    -
 *   clear                                        O(n)    zeroes every node
 *   sort                                         O(n log n) stable; not in a loop
 *   check                                        O(n)    -
 *
 * O(1) becomes O(loops that run) for what changes the list during a loop.
 *
 *   loop                    delete any  add                  move
 *   ----------------------  ----------  -------------------  ------------------
 *   for_each_entry          yes         yes, visited if      as delete and add
 *                                       after the current
 *   for_each_entry_present  yes         yes, never visited   yes, not visited
 *                                                            any more
 *   for_each_entry_const    no          no                   no
 *
 * The next element is decided when the loop moves on, not before. A loop whose
 * element was taken out stands on the place that it left, its ghost: what is
 * put after the ghost's predecessor or at the front lies before the ghost, what
 * is put before its successor or at the end lies after it.
 *
 * Lists that change all the time are scattered in memory. So while a forward
 * loop walks it leaves a hint in each element, which element will be needed 24
 * steps later; the next loop fetches that one ahead.
 *
 * A zero-filled node is in no list; a zero-filled head is not valid. Nothing
 * here is thread-safe: one lock must cover a list, the nodes in it and, as they
 * write hints and register themselves, its loops. A loop that is stepped by hand
 * needs it at each step, not between them. Only _const loops are readers. A move or
 * splice needs the locks of both lists.
 */
#ifndef LINUX_ISH_WALKLIST_H
#define LINUX_ISH_WALKLIST_H

#include "container_of.h"
#include "core/walk.h"

/**
 * struct walklist_node - what an object carries to be in a walklist
 * @link: private: its place
 * @hint: private: what to fetch when a loop comes here, or a stamp
 * @list: private: the list it is in
 *
 * - all zero: in no list
 * - in a list: link.next->prev and link.prev->next are this node's link
 *
 * One node is in one list at a time; an object may carry several nodes.
 */
struct walklist_node {
	struct lish_link_ link;
	uintptr_t hint;
	struct walklist *list;
};

/**
 * struct walklist - the list
 * @walks: private: its ring, and the loops that run over it
 *
 * - empty: both links of the head are the head
 * - all zero: never initialised, not valid
 * - each node of the ring names this list, and there are walks.count of them
 *
 * Must not be moved or copied while there are elements in it.
 */
struct walklist {
	struct lish_walks_ walks;
};

/**
 * WALKLIST_INIT() - initialiser of an empty list
 * @name: the variable that is being initialised
 */
#define WALKLIST_INIT(name) { LISH_WALKS_INIT_((name).walks) }

/**
 * WALKLIST_DEFINE() - define an empty list
 * @name: name of the variable; may be preceded by static
 */
#define WALKLIST_DEFINE(name) struct walklist name = WALKLIST_INIT(name)

LISH_C_BEGIN

LISH_NODE_(walklist_node);

/* For reports: the names of the loops. */
extern const struct lish_walk_face_ walklist_face_;

/* Cold halves of the checks: find out what is wrong and tell the hook. */
LISH_COLD void walklist_refuse_add_(lish_op_ op, const struct walklist *list,
				    const struct walklist_node *node);
LISH_COLD void walklist_refuse_node_(lish_op_ op,
				     const struct walklist *list,
				     const struct walklist_node *node);
LISH_COLD void walklist_refuse_move_(lish_op_ op,
				     const struct walklist *list,
				     const struct walklist_node *node);
LISH_COLD void walklist_refuse_list_(lish_op_ op,
				     const struct walklist *list);
/* Level 2: is the whole list in order? */
LISH_COLD bool walklist_valid_(lish_op_ op, const struct walklist *list);

/* Is the head initialised? */
LISH_TINY bool walklist_ready_(lish_op_ op, const struct walklist *list)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!list->walks.head.next)) {
		walklist_refuse_list_(op, list);
		lish_stay_();
		return false;
	}
	return true;
}

/* Is there such a node, and is the list initialised? */
LISH_TINY bool walklist_may_ask_(lish_op_ op, const struct walklist *list,
				 const struct walklist_node *node)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(node) || !list->walks.head.next)) {
		walklist_refuse_node_(op, list, node);
		lish_stay_();
		return false;
	}
	return true;
}

/*
 * Is node in list? The word in the node says so: neighbours, whose memory may be
 * cold, are not looked at. An empty list has forgotten its nodes.
 */
LISH_TINY bool walklist_is_in_(lish_op_ op, const struct walklist *list,
			       const struct walklist_node *node)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(node) || node->list != list ||
			  !list->walks.count)) {
		walklist_refuse_node_(op, list, node);
		lish_stay_();
		return false;
	}
	return true;
}

/* The same before a change. */
LISH_TINY bool walklist_may_change_(lish_op_ op, const struct walklist *list,
				    const struct walklist_node *node)
{
	if (!walklist_is_in_(op, list, node))
		return false;
	return LISH_CHECK < 2 || walklist_valid_(op, list);
}

/* Is node in a list, whichever, and may it go to this one? */
LISH_TINY bool walklist_may_move_(lish_op_ op, const struct walklist *list,
				  const struct walklist_node *node)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(node) || !node->list ||
			  !node->list->walks.count || !list->walks.head.next)) {
		walklist_refuse_move_(op, list, node);
		return false;
	}
	return LISH_CHECK < 2 || (walklist_valid_(op, node->list) &&
				  (node->list == list ||
				   walklist_valid_(op, list)));
}

/* Is node in no list, and may list take it? */
LISH_TINY bool walklist_may_add_(lish_op_ op, const struct walklist *list,
				 const struct walklist_node *node)
{
	if (LISH_CHECK >= 1 && lish_unlikely(lish_is_null(node) || node->list ||
					     !list->walks.head.next)) {
		walklist_refuse_add_(op, list, node);
		lish_stay_();
		return false;
	}
	return LISH_CHECK < 2 || walklist_valid_(op, list);
}

/* Nodes begin with their link. */
LISH_TINY struct walklist_node *walklist_of_link_(struct lish_link_ *link)
{
	return (struct walklist_node *)(void *)link;
}

/* Put node, which names the list, between two others. See lish_walk_link_(). */
LISH_TINY void walklist_insert_(struct walklist *list,
				struct walklist_node *node,
				struct lish_link_ *prev,
				struct lish_link_ *next, bool before)
{
	list->walks.count++;
	lish_walk_link_(&walklist_face_, &list->walks, &node->link, prev, next,
			before, false);
}

/* Take node out, which keeps its links and its list. */
LISH_TINY void walklist_remove_(struct walklist *list,
				struct walklist_node *node)
{
	list->walks.count--;
	lish_walk_unlink_(&walklist_face_, &list->walks, &node->link);
}

/**
 * walklist_init() - make an empty list
 * @list: any memory
 *
 * What @list held before is neither read nor changed: never for a list that is
 * being looped over, see walklist_forget(). O(1).
 */
LISH_HOT void walklist_init(struct walklist *list)
{
	lish_walks_init_(&list->walks);
}

/* A node that is in no list. */
LISH_TINY void walklist_blank_(struct walklist_node *node)
{
	lish_ring_zero_(&node->link);
	node->hint = 0;
	node->list = NULL;
}

/**
 * walklist_node_init() - make a node that is in no list
 * @node: any memory
 *
 * For memory that is not zero-filled. Never for a node that is in a list. O(1).
 */
LISH_HOT void walklist_node_init(struct walklist_node *node)
{
	if (lish_given_("walklist_node_init", node))
		walklist_blank_(node);
}

/**
 * walklist_forget() - empty a list without touching its elements
 * @list: the list
 *
 * For elements that are gone, or initialised anew before they are used again:
 * their nodes still name the list. They must not leave before that: @list would
 * count down for what it has forgotten, and cut out what is in by then. Loops
 * see what walklist_clear() shows them. O(1).
 */
LISH_HOT void walklist_forget(struct walklist *list)
{
	if (!walklist_ready_("walklist_forget", list))
		return;
	lish_walk_forget_(&walklist_face_, &list->walks);
	list->walks.count = 0;
}

/**
 * walklist_add() - add an element at the front
 * @list: the list
 * @node: a node that is in no list
 *
 * O(1). Not visited by forward loops that run, but by reverse ones.
 */
LISH_HOT void walklist_add(struct walklist *list, struct walklist_node *node)
{
	struct lish_link_ *head = &list->walks.head;

	if (!walklist_may_add_("walklist_add", list, node))
		return;
	node->list = list;
	walklist_insert_(list, node, head, head->next, false);
}

/**
 * walklist_add_tail() - add an element at the end
 * @list: the list
 * @node: a node that is in no list
 *
 * O(1). Visited by forward loops that run, but for _present ones.
 */
LISH_HOT void walklist_add_tail(struct walklist *list,
				struct walklist_node *node)
{
	struct lish_link_ *head = &list->walks.head;

	if (!walklist_may_add_("walklist_add_tail", list, node))
		return;
	node->list = list;
	walklist_insert_(list, node, head->prev, head, true);
}

/**
 * walklist_add_before() - add an element before another
 * @list: the list
 * @pos: a node that is in it
 * @node: a node that is in no list
 *
 * Where the one before @pos was taken out under a loop, @node comes to lie
 * after that place: a forward loop visits it. Adding an element before
 * itself is refused: it is in a list. O(1).
 */
LISH_HOT void walklist_add_before(struct walklist *list,
				  struct walklist_node *pos,
				  struct walklist_node *node)
{
	if (!walklist_is_in_("walklist_add_before", list, pos) ||
	    !walklist_may_add_("walklist_add_before", list, node))
		return;
	node->list = list;
	walklist_insert_(list, node, pos->link.prev, &pos->link, true);
}

/**
 * walklist_add_after() - add an element after another
 * @list: the list
 * @pos: a node that is in it
 * @node: a node that is in no list
 *
 * Where the one after @pos was taken out under a loop, @node comes to lie in
 * front of that place: a forward loop does not visit it. After the element that
 * the loop stands on, it is visited. O(1).
 */
LISH_HOT void walklist_add_after(struct walklist *list,
				 struct walklist_node *pos,
				 struct walklist_node *node)
{
	if (!walklist_is_in_("walklist_add_after", list, pos) ||
	    !walklist_may_add_("walklist_add_after", list, node))
		return;
	node->list = list;
	walklist_insert_(list, node, &pos->link, pos->link.next, false);
}

/**
 * walklist_del() - take an element out
 * @list: the list
 * @node: a node that is in it
 *
 * The node is zero afterwards and may be added again, or freed, also when loops
 * stand on it. O(1). See also walklist_leave().
 */
LISH_HOT void walklist_del(struct walklist *list, struct walklist_node *node)
{
	if (!walklist_may_change_("walklist_del", list, node))
		return;
	walklist_remove_(list, node);
	walklist_blank_(node);
}

/**
 * walklist_leave() - take an element out of the list it is in, if it is in one
 * @node: a node that was zeroed once, of any state; not one that was forgotten
 *
 * The line for destructors: it names no list, and works while the list is being
 * looped over. The node is zero afterwards. O(1).
 *
 * Return: true if it was in a list.
 */
LISH_HOT bool walklist_leave(struct walklist_node *node)
{
	struct walklist *list;

	if (!lish_given_("walklist_leave", node))
		return false;
	list = node->list;
	if (!list || !walklist_may_change_("walklist_leave", list, node))
		return false;
	walklist_remove_(list, node);
	walklist_blank_(node);
	return true;
}

/**
 * walklist_move() - move an element to the front
 * @list: the list it goes to, its own or another
 * @node: a node that is in a walklist
 *
 * As walklist_leave() and walklist_add(), for loops too, even if the element is
 * the first one already: loops over the list it leaves see it go, and those over
 * @list see it come. O(1).
 */
LISH_HOT void walklist_move(struct walklist *list, struct walklist_node *node)
{
	struct lish_link_ *head = &list->walks.head;

	if (!walklist_may_move_("walklist_move", list, node))
		return;
	walklist_remove_(node->list, node);
	node->list = list;
	walklist_insert_(list, node, head, head->next, false);
}

/**
 * walklist_move_tail() - move an element to the end
 * @list: the list it goes to, its own or another
 * @node: a node that is in a walklist
 *
 * As walklist_leave() and walklist_add_tail(), for loops too, even if the element
 * is the last one already: a forward loop over @list comes to it again. A loop that
 * moves each element it visits to the end of the same list ends only if it is a
 * _present loop. O(1).
 */
LISH_HOT void walklist_move_tail(struct walklist *list,
				 struct walklist_node *node)
{
	struct lish_link_ *head = &list->walks.head;

	if (!walklist_may_move_("walklist_move_tail", list, node))
		return;
	walklist_remove_(node->list, node);
	node->list = list;
	walklist_insert_(list, node, head->prev, head, true);
}

/**
 * walklist_move_before() - move an element to before another
 * @list: the list it goes to, its own or another
 * @pos: a node that is in @list
 * @node: a node that is in a walklist; if it is @pos, nothing happens
 *
 * As walklist_leave() and walklist_add_before(), for loops too, even if the
 * element is there already. O(1).
 */
LISH_HOT void walklist_move_before(struct walklist *list,
				   struct walklist_node *pos,
				   struct walklist_node *node)
{
	if (!walklist_is_in_("walklist_move_before", list, pos) ||
	    !walklist_may_move_("walklist_move_before", list, node) ||
	    pos == node)
		return;
	walklist_remove_(node->list, node);
	node->list = list;
	walklist_insert_(list, node, pos->link.prev, &pos->link, true);
}

/**
 * walklist_move_after() - move an element to after another
 * @list: the list it goes to, its own or another
 * @pos: a node that is in @list
 * @node: a node that is in a walklist; if it is @pos, nothing happens
 *
 * As walklist_leave() and walklist_add_after(), for loops too, even if the element
 * is there already. O(1).
 */
LISH_HOT void walklist_move_after(struct walklist *list,
				  struct walklist_node *pos,
				  struct walklist_node *node)
{
	if (!walklist_is_in_("walklist_move_after", list, pos) ||
	    !walklist_may_move_("walklist_move_after", list, node) ||
	    pos == node)
		return;
	walklist_remove_(node->list, node);
	node->list = list;
	walklist_insert_(list, node, &pos->link, pos->link.next, false);
}

/**
 * walklist_empty() - is there no element?
 * @list: the list
 *
 * O(1).
 */
LISH_TINY bool walklist_empty(const struct walklist *list)
{
	return !walklist_ready_("walklist_empty", list) ||
	       list->walks.head.next == &list->walks.head;
}

/**
 * walklist_count() - number of elements
 * @list: the list
 *
 * O(1).
 */
LISH_TINY uint32_t walklist_count(const struct walklist *list)
{
	return walklist_ready_("walklist_count", list) ? list->walks.count : 0;
}

/**
 * walklist_contains() - is this element in this list?
 * @list: the list
 * @node: a node that was zeroed once, of any state
 *
 * O(1).
 */
LISH_TINY bool walklist_contains(const struct walklist *list,
				 const struct walklist_node *node)
{
	return walklist_may_ask_("walklist_contains", list, node) &&
	       node->list == list;
}

/* The node at a link of the list; NULL if it is the head. */
LISH_TINY struct walklist_node *
walklist_node_at_(const struct walklist *list, struct lish_link_ *link)
{
	return link == &list->walks.head ? NULL : walklist_of_link_(link);
}

LISH_TINY struct walklist_node *walklist_first_(const struct walklist *list)
{
	if (!walklist_ready_("walklist_first_entry", list))
		return NULL;
	return walklist_node_at_(list, list->walks.head.next);
}

LISH_TINY struct walklist_node *walklist_last_(const struct walklist *list)
{
	if (!walklist_ready_("walklist_last_entry", list))
		return NULL;
	return walklist_node_at_(list, list->walks.head.prev);
}

LISH_TINY struct walklist_node *walklist_next_(const struct walklist *list,
					      const struct walklist_node *node)
{
	if (!walklist_is_in_("walklist_next_entry", list, node))
		return NULL;
	return walklist_node_at_(list, node->link.next);
}

LISH_TINY struct walklist_node *walklist_prev_(const struct walklist *list,
					      const struct walklist_node *node)
{
	if (!walklist_is_in_("walklist_prev_entry", list, node))
		return NULL;
	return walklist_node_at_(list, node->link.prev);
}

/* Take out the element at a link of the list, NULL if it is the head. */
LISH_TINY struct walklist_node *
walklist_pop_at_(lish_op_ op, struct walklist *list, struct lish_link_ *link)
{
	struct walklist_node *node = walklist_node_at_(list, link);

	if (!node || !walklist_may_change_(op, list, node))
		return NULL;
	walklist_remove_(list, node);
	walklist_blank_(node);
	return node;
}

LISH_HOT struct walklist_node *walklist_pop_(struct walklist *list)
{
	if (!walklist_ready_("walklist_pop_entry", list))
		return NULL;
	return walklist_pop_at_("walklist_pop_entry", list, list->walks.head.next);
}

LISH_HOT struct walklist_node *walklist_pop_tail_(struct walklist *list)
{
	if (!walklist_ready_("walklist_pop_tail_entry", list))
		return NULL;
	return walklist_pop_at_("walklist_pop_tail_entry", list,
				list->walks.head.prev);
}

/**
 * walklist_splice() - move all elements of another list to the front
 * @list: the list they go to
 * @from: the list they leave; empty afterwards
 *
 * Their order is kept. Loops stay with the list they began on: those over @from
 * have seen all its elements go. Splicing a list into itself changes nothing.
 * O(elements moved): each of them names its list.
 */
void walklist_splice(struct walklist *list, struct walklist *from);

/**
 * walklist_splice_tail() - move all elements of another list to the end
 * @list: the list they go to
 * @from: the list they leave; empty afterwards
 *
 * See walklist_splice().
 */
void walklist_splice_tail(struct walklist *list, struct walklist *from);

/**
 * walklist_clear() - take out all elements
 * @list: the list
 *
 * Every node is zero afterwards. Loops that run go on: elements added at the
 * end from now on are visited by forward ones, those added at the front by
 * reverse ones. O(n); see walklist_forget() for O(1).
 */
void walklist_clear(struct walklist *list);

/**
 * walklist_sort() - sort, keeping the order of equals
 * @list: the list
 * @cmp: the order: > 0 if @a belongs after @b, else <= 0 (to be stable, 0 and less
 * are the same: "not after"); must return, and must neither change nor ask the
 * list
 * @ctx: passed to @cmp
 *
 * In place, without recursion, O(n log n) comparisons at most, O(n) if it is
 * sorted already. Not during a loop: that is reported, and nothing happens.
 */
void walklist_sort(struct walklist *list,
		   int (*cmp)(void *ctx, const struct walklist_node *a,
			      const struct walklist_node *b),
		   void *ctx);

/**
 * walklist_check() - examine the whole list
 * @list: the list
 * @fault: where the first faulty node is stored, NULL if the head is at fault
 * or nothing is; may be NULL itself
 *
 * Ends on broken lists too: each step is made only if it can be taken back.
 * O(n), reports to nobody.
 *
 * Return: LISH_OK, LISH_UNINITIALIZED, LISH_BROKEN_LINKS, LISH_FOREIGN for a
 * node that names another list, or LISH_BAD_COUNT.
 */
enum lish_reason walklist_check(const struct walklist *list,
				const struct walklist_node **fault);

LISH_TINY void *walklist_entry_or_null_(struct walklist_node *node,
					size_t offset)
{
	return node ? (char *)node - offset : NULL;
}

#define WALKLIST_ENTRY_OR_NULL_(node, type, member)                            \
	LISH_CAST_(type, walklist_entry_or_null_(node,                         \
						 LISH_OFFSET_(type, member,    \
							      walklist_node)))

/**
 * walklist_first_entry() - the first object
 * @list: the list
 * @type: type of the object, possibly const
 * @member: name of the struct walklist_node in it
 *
 * Return: the object, or NULL if the list is empty. O(1).
 */
#define walklist_first_entry(list, type, member) \
	WALKLIST_ENTRY_OR_NULL_(walklist_first_(list), type, member)

/**
 * walklist_last_entry() - the last object
 * @list: the list
 * @type: type of the object, possibly const
 * @member: name of the struct walklist_node in it
 *
 * Return: the object, or NULL if the list is empty. O(1).
 */
#define walklist_last_entry(list, type, member) \
	WALKLIST_ENTRY_OR_NULL_(walklist_last_(list), type, member)

/**
 * walklist_next_entry() - the object after another
 * @list: the list
 * @entry: an object that is in it
 * @type: type of the object, possibly const
 * @member: name of the struct walklist_node in it
 *
 * Return: the object, or NULL if @entry is the last one. O(1).
 */
#define walklist_next_entry(list, entry, type, member)                         \
	WALKLIST_ENTRY_OR_NULL_(                                               \
		walklist_next_(list, LISH_MEMBER_(entry, type, member)), type, \
		member)

/**
 * walklist_prev_entry() - the object before another
 * @list: the list
 * @entry: an object that is in it
 * @type: type of the object, possibly const
 * @member: name of the struct walklist_node in it
 *
 * Return: the object, or NULL if @entry is the first one. O(1).
 */
#define walklist_prev_entry(list, entry, type, member)                         \
	WALKLIST_ENTRY_OR_NULL_(                                               \
		walklist_prev_(list, LISH_MEMBER_(entry, type, member)), type, \
		member)

/**
 * walklist_pop_entry() - take out the first object
 * @list: the list
 * @type: type of the object
 * @member: name of the struct walklist_node in it
 *
 * Return: the object, or NULL if the list is empty. O(1).
 */
#define walklist_pop_entry(list, type, member) \
	WALKLIST_ENTRY_OR_NULL_(walklist_pop_(list), type, member)

/**
 * walklist_pop_tail_entry() - take out the last object
 * @list: the list
 * @type: type of the object
 * @member: name of the struct walklist_node in it
 *
 * Return: the object, or NULL if the list is empty. O(1).
 */
#define walklist_pop_tail_entry(list, type, member) \
	WALKLIST_ENTRY_OR_NULL_(walklist_pop_tail_(list), type, member)

struct walklist_loop;

/**
 * walklist_loop_end() - end a loop that was begun by hand
 * @loop: the loop; if it has ended already, nothing happens
 *
 * Loops may end in any order. O(loops that run).
 */
void walklist_loop_end(struct walklist_loop *loop);

LISH_CLEANUP_BY(walklist_loop, walklist_close_)

/**
 * struct walklist_loop - a loop that a list knows of
 * @walk: private
 *
 * The macros declare their own. See walklist_loop_begin().
 */
struct walklist_loop {
	struct lish_walk_ walk;
	/* private: */
	LISH_CLEANUP_DTOR(walklist_loop, walklist_close_)
};

/**
 * walklist_loop_begin() - begin a loop by hand
 * @loop: initialised by LISH_LOOP_INIT; stays where it is until it ends
 * @list: the list
 *
 * For compilers that cannot close a loop that is left by return or goto, and
 * for loops that are carried on from call to call::
 *
 *	struct walklist_loop loop = LISH_LOOP_INIT;
 *	struct walklist_node *node;
 *
 *	walklist_loop_begin(&loop, &bullets);
 *	while ((node = walklist_loop_next(&loop)) != NULL)
 *		...
 *	walklist_loop_end(&loop);
 *
 * It visits what walklist_for_each_entry() visits, also in a list that was empty
 * when it began. To begin a loop that runs, over this list or another, is
 * reported: it goes on as it was. O(loops that run).
 */
void walklist_loop_begin(struct walklist_loop *loop, struct walklist *list);

/**
 * walklist_loop_next() - the next element of a loop that was begun by hand
 * @loop: the loop
 *
 * O(1).
 *
 * Return: its node; NULL if there is none, and then the loop has ended. A loop
 * that has ended, or was stopped, returns NULL.
 */
struct walklist_node *walklist_loop_next(struct walklist_loop *loop);

/**
 * walklist_stop() - end all loops that run, at their next step
 * @list: the list
 *
 * Before a list is destroyed that may be being looped over: their next step does
 * not touch it, nor any of its elements, which may be gone by then. The body
 * that calls this runs to its end. O(loops that run).
 */
void walklist_stop(struct walklist *list);

/**
 * walklist_abandon() - end all loops that longjmp() has left
 * @list: the list
 *
 * longjmp() closes nothing: to be called before anything else is done with
 * @list, and not while a loop over it goes on, for which there is
 * walklist_stop(). O(1).
 */
void walklist_abandon(struct walklist *list);

/* What the macros begin, step and close. A step returns the object, or NULL. */
LISH_HOT void walklist_begin_(struct walklist_loop *loop,
			       struct walklist *list)
{
	lish_walk_begin_(&walklist_face_, &list->walks, &loop->walk,
			 LISH_WALK_FORWARD_);
}

LISH_HOT void walklist_begin_reverse_(struct walklist_loop *loop,
				       struct walklist *list)
{
	lish_walk_begin_(&walklist_face_, &list->walks, &loop->walk,
			 LISH_WALK_REVERSE_);
}

LISH_HOT void walklist_begin_present_(struct walklist_loop *loop,
				       struct walklist *list)
{
	lish_walk_begin_(&walklist_face_, &list->walks, &loop->walk,
			 LISH_WALK_PRESENT_);
}

/* start: an object of the list, or NULL. */
LISH_NOINLINE void walklist_begin_from_(struct walklist_loop *loop,
					struct walklist *list,
					const void *start, size_t offset);

LISH_HOT void walklist_close_(struct walklist_loop *loop)
{
	lish_walk_close_(&walklist_face_, &loop->walk);
}

LISH_TINY void *walklist_object_(struct lish_link_ *link, size_t offset)
{
	return link ? (char *)link - offset : NULL;
}

LISH_STEP void *walklist_forward_(struct walklist_loop *loop,
				  struct lish_walk_cursor_ *cur, size_t offset)
{
	return walklist_object_(lish_walk_forward_(&walklist_face_, &loop->walk,
						   cur, false),
				offset);
}

LISH_STEP void *walklist_back_(struct walklist_loop *loop,
			       struct lish_walk_cursor_ *cur, size_t offset)
{
	return walklist_object_(lish_walk_step_(&walklist_face_, &loop->walk,
						cur, true),
				offset);
}

LISH_STEP void *walklist_present_(struct walklist_loop *loop,
				  struct lish_walk_cursor_ *cur, size_t offset)
{
	return walklist_object_(lish_walk_present_(&walklist_face_, &loop->walk,
						   cur, false),
				offset);
}

LISH_STEP void *walklist_read_(struct lish_walk_cursor_ *cur, size_t offset)
{
	return walklist_object_(lish_walk_read_(&walklist_face_, cur, false),
				offset);
}

/* begin is an expression that begins the loop, unless the list is empty. */
#define WALKLIST_LOOP_(pos, begin, type, member, step)                           \
	LISH_LOOP_(pos, walklist_loop, walk.loop, LISH_CLEANUP, walklist_close_, \
		   (begin, &pos##_loop_), struct lish_walk_cursor_,              \
		   lish_walk_cursor_of_(&pos##_loop_.walk),                      \
		   pos##_at_.head, type,                                         \
		   step(&pos##_loop_, &pos##_at_,                                \
			LISH_OFFSET_(type, member, walklist_node)))

/**
 * walklist_for_each_entry() - loop over the objects
 * @pos: name of the cursor, declared by the loop
 * @list: the list
 * @type: type of the objects, possibly const
 * @member: name of the struct walklist_node in it
 *
 * The body may do anything with the list but sort it, also take out and free
 * any element, and be left by break, return, goto or an exception. What is
 * added after @pos is visited. A body that always adds there never ends: see
 * walklist_for_each_entry_present(). @pos is not there any more after the
 * loop: keep what was found in a variable of your own.
 */
#define walklist_for_each_entry(pos, list, type, member)                     \
	WALKLIST_LOOP_(pos, walklist_begin_(&pos##_loop_, list), type,       \
		       member, walklist_forward_)

/**
 * walklist_for_each_entry_safe() - walklist_for_each_entry() by its other name
 * @pos: name of the cursor, declared by the loop
 * @list: the list
 * @type: type of the objects, possibly const
 * @member: name of the struct walklist_node in it
 *
 * For fingers that type it: every loop that is not _const is safe here.
 */
#define walklist_for_each_entry_safe(pos, list, type, member) \
	walklist_for_each_entry(pos, list, type, member)

/**
 * walklist_for_each_entry_reverse() - loop from the last object to the first
 * @pos: name of the cursor, declared by the loop
 * @list: the list
 * @type: type of the objects, possibly const
 * @member: name of the struct walklist_node in it
 *
 * As walklist_for_each_entry(), "after" being before @pos. Hints help
 * forward loops only.
 */
#define walklist_for_each_entry_reverse(pos, list, type, member)              \
	WALKLIST_LOOP_(pos, walklist_begin_reverse_(&pos##_loop_, list),      \
		       type, member, walklist_back_)

/**
 * walklist_for_each_entry_from() - loop from an object on
 * @pos: name of the cursor, declared by the loop
 * @list: the list
 * @start: the object visited first, in @list; NULL visits nothing
 * @type: type of the objects, possibly const
 * @member: name of the struct walklist_node in it
 *
 * See walklist_for_each_entry(). A @start that is not in @list is reported, and
 * nothing is visited.
 */
#define walklist_for_each_entry_from(pos, list, start, type, member)           \
	WALKLIST_LOOP_(pos,                                                    \
		       walklist_begin_from_(                                   \
			       &pos##_loop_, list,                             \
			       LISH_OBJECT_(start, type),                      \
			       LISH_OFFSET_(type, member, walklist_node)),     \
		       type, member, walklist_forward_)

/**
 * walklist_for_each_entry_present() - loop over the objects that are in now
 * @pos: name of the cursor, declared by the loop
 * @list: the list
 * @type: type of the objects, possibly const
 * @member: name of the struct walklist_node in it
 *
 * Visits each element that was in when the loop began and has not been taken
 * out before the loop comes to it. What is added meanwhile is not visited,
 * wherever it is put; what is moved, or taken out and added again, counts as
 * added. So the loop ends, whatever the body adds. O(n * such loops that run) for
 * each 2^31st of them over one list.
 */
#define walklist_for_each_entry_present(pos, list, type, member)              \
	WALKLIST_LOOP_(pos, walklist_begin_present_(&pos##_loop_, list),      \
		       type, member, walklist_present_)

/**
 * walklist_for_each_entry_const() - loop over a list that is only read
 * @pos: name of the cursor, declared by the loop
 * @list: the list, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct walklist_node in it
 *
 * The body may not change the list: nobody looks after this loop. It registers
 * nothing and leaves no hints, but uses those it finds; several threads may run
 * it at the same time. It may be left in any way, longjmp() included.
 */
#define walklist_for_each_entry_const(pos, list, type, member)                                               \
	LISH_LOOK_(pos, struct lish_walk_cursor_,                                                            \
		   lish_walk_read_begin_(&(list)->walks), pos##_at_.head, LISH_NO_(struct lish_link_), type, \
		   walklist_read_(&pos##_at_,                                                                \
				  LISH_OFFSET_(type, member, walklist_node)))

LISH_C_END

/* Last, for LISH_REPORT_LOCATION. */
#define LISH_HERE_WALKLIST_
#include "core/here.h"

#endif /* LINUX_ISH_WALKLIST_H */
