/* SPDX-License-Identifier: MIT */
/*
 * walklist.h - a list that may be changed while it is being walked
 *
 * A counted, doubly linked list. A loop body may delete, move or free any element,
 * including the current and the next one. It may add elements and start nested loops. The
 * list tracks its running loops and keeps them valid.
 *
 * A node knows its list. walklist_leave(&obj->link) works in a destructor that does not
 * know where the object is.
 *
 * Use something else if
 *   - the node must be two words:            ilist
 *   - changes must wait for the loop's end:  locklist
 *   - the order does not matter:             dense (4-byte node, faster)
 *
 * Cost: clear, check and add_sorted O(n); splice O(elements moved); sort O(n log n); all
 * others O(1), and O(running loops) if they change the list or stop its loops.
 *
 * A loop chooses its next element after the body. If the current element was removed, the
 * loop stands on the gap: see walklist.rst.
 *
 * Nodes must be zero before their first add. A zero list is empty. Not thread-safe: one
 * lock covers the list, its nodes and its loops. Only _const loops are readers.
 */
#ifndef LINUX_ISH_WALKLIST_H
#define LINUX_ISH_WALKLIST_H

#include "container_of.h"
#include "private/walklist.h"

/**
 * WALKLIST_INIT() - initialiser of an empty list
 * @name: name of the variable
 */
#define WALKLIST_INIT(name) { LISH_WALKS_ZERO_ }

/**
 * WALKLIST_DEFINE() - define an empty list
 * @name: name of the variable; static may precede the macro
 */
#define WALKLIST_DEFINE(name) struct walklist name = WALKLIST_INIT(name)

LISH_C_BEGIN

LISH_NODE_(walklist_node);

/**
 * walklist_init() - initialise a list
 * @list: any memory
 *
 * Never call it while a loop runs over @list: see walklist_forget().
 */
LISH_HOT void walklist_init(struct walklist *list)
{
	lish_walks_init_(&list->walks);
}

/**
 * walklist_node_init() - initialise a node
 * @node: any memory
 *
 * For memory that is not zero. Never call it for a node in a list.
 */
LISH_HOT void walklist_node_init(struct walklist_node *node)
{
	if (lish_given_("walklist_node_init", node))
		walklist_zero_(node);
}

/**
 * walklist_forget() - empty the list without touching its elements
 * @list: the list
 *
 * For elements that no longer exist. Initialise a node before its next use, also before
 * leave: it still names @list. Running loops see a clear.
 */
LISH_HOT void walklist_forget(struct walklist *list)
{
	if (!walklist_ready_("walklist_forget", list))
		return;
	lish_walk_forget_(&walklist_traits_, &list->walks);
}

/**
 * walklist_add() - add an element
 * @list: the list
 * @node: a node that is zero
 *
 * At the front. Running loops do not visit it; reverse loops do.
 */
LISH_HOT void walklist_add(struct walklist *list, struct walklist_node *node)
{
	if (walklist_may_add_end_("walklist_add", list, node, false))
		walklist_insert_(list, node, &list->walks.head, false);
}

/**
 * walklist_add_tail() - add an element at the end
 * @list: the list
 * @node: a node that is zero
 *
 * Running forward loops visit it, except _present loops.
 */
LISH_HOT void walklist_add_tail(struct walklist *list,
				struct walklist_node *node)
{
	if (walklist_may_add_end_("walklist_add_tail", list, node, true))
		walklist_insert_(list, node, &list->walks.head, true);
}

/**
 * walklist_add_before() - add an element before another
 * @list: the list
 * @pos: a node in @list
 * @node: a node that is zero
 *
 * A forward loop that stands on the gap just before @pos visits @node.
 */
LISH_HOT void walklist_add_before(struct walklist *list,
				  struct walklist_node *pos,
				  struct walklist_node *node)
{
	if (walklist_is_in_("walklist_add_before", list, pos) &&
	    walklist_may_add_("walklist_add_before", list, node, &pos->link,
			      true))
		walklist_insert_(list, node, &pos->link, true);
}

/**
 * walklist_add_after() - add an element after another
 * @list: the list
 * @pos: a node in @list
 * @node: a node that is zero
 *
 * A forward loop that stands on @pos visits @node; a loop that stands on the gap just
 * after @pos does not.
 */
LISH_HOT void walklist_add_after(struct walklist *list,
				 struct walklist_node *pos,
				 struct walklist_node *node)
{
	if (walklist_is_in_("walklist_add_after", list, pos) &&
	    walklist_may_add_("walklist_add_after", list, node, &pos->link,
			      false))
		walklist_insert_(list, node, &pos->link, false);
}

/**
 * walklist_del() - remove an element
 * @list: the list
 * @node: a node in @list
 *
 * Safe inside loops. Clears the node, which may then be freed or added again.
 */
LISH_HOT void walklist_del(struct walklist *list, struct walklist_node *node)
{
	(void)walklist_drop_("walklist_del", list, node);
}

/**
 * walklist_leave() - remove an element if it is in the list
 * @node: a node that was zeroed once
 *
 * Safe in destructors and inside loops. Clears the node. O(1).
 * It is the list that @node names.
 *
 * Return: true if the element was in a list.
 */
LISH_HOT bool walklist_leave(struct walklist_node *node)
{
	return lish_given_("walklist_leave", node) && node->list &&
	       walklist_drop_("walklist_leave", node->list, node);
}

/**
 * walklist_move() - move an element to the front
 * @list: the list
 * @node: a node in any walklist
 *
 * Equals leave followed by add, also for running loops.
 */
LISH_HOT void walklist_move(struct walklist *list, struct walklist_node *node)
{
	if (walklist_may_move_("walklist_move", list, node, false))
		walklist_move_to_(list, node, false);
}

/**
 * walklist_move_tail() - move an element to the end
 * @list: the list
 * @node: a node in any walklist
 *
 * Equals leave followed by add_tail: a running forward loop visits the element again. A
 * body that moves every element needs a _present loop.
 */
LISH_HOT void walklist_move_tail(struct walklist *list,
				 struct walklist_node *node)
{
	if (walklist_may_move_("walklist_move_tail", list, node, true))
		walklist_move_to_(list, node, true);
}

/**
 * walklist_count() - number of elements
 * @list: the list
 */
LISH_TINY uint32_t walklist_count(const struct walklist *list)
{
	return walklist_ready_("walklist_count", list) ? list->walks.count : 0;
}

/**
 * walklist_contains() - is this node in the list?
 * @list: the list
 * @node: a node that was zeroed once
 */
LISH_TINY bool walklist_contains(const struct walklist *list,
				 const struct walklist_node *node)
{
	if (LISH_CHECK >= 1 && lish_unlikely(lish_is_null(node))) {
		lish_tell_(
			walklist_refuse_node_("walklist_contains", list, node));
		return false;
	}
	return walklist_ready_("walklist_contains", list) && node->list == list;
}

/* NULL if that is the head. */
LISH_TINY struct walklist_node *
walklist_beside_(const struct walklist *list, const struct lish_link_ *link,
		 bool back)
{
	struct lish_link_ *other = back ? link->prev : link->next;

	return other == &list->walks.head ? NULL : walklist_of_link_(other);
}

LISH_TINY struct walklist_node *
walklist_end_(lish_op_ op, const struct walklist *list, bool last)
{
	if (!walklist_ready_(op, list))
		return NULL;
	return walklist_beside_(list, &list->walks.head, last);
}
#define walklist_first_(list) \
	walklist_end_(LISH_OP_("walklist_first_entry"), list, false)
#define walklist_last_(list) \
	walklist_end_(LISH_OP_("walklist_last_entry"), list, true)

LISH_TINY struct walklist_node *
walklist_neighbour_(lish_op_ op, const struct walklist *list,
		    const struct walklist_node *node, bool back)
{
	if (!walklist_is_in_(op, list, node))
		return NULL;
	return walklist_beside_(list, &node->link, back);
}
#define walklist_next_(list, node) \
	walklist_neighbour_(LISH_OP_("walklist_next_entry"), list, node, false)
#define walklist_prev_(list, node) \
	walklist_neighbour_(LISH_OP_("walklist_prev_entry"), list, node, true)

LISH_TINY struct walklist_node *
walklist_pop_end_(lish_op_ op, struct walklist *list, bool last)
{
	struct walklist_node *node = walklist_end_(op, list, last);

	return node && walklist_drop_(op, list, node) ? node : NULL;
}

LISH_HOT struct walklist_node *walklist_pop_(struct walklist *list)
{
	return walklist_pop_end_("walklist_pop_entry", list, false);
}

LISH_HOT struct walklist_node *walklist_pop_tail_(struct walklist *list)
{
	return walklist_pop_end_("walklist_pop_tail_entry", list, true);
}

/**
 * walklist_splice() - move all elements of another list to the front
 * @list: the list
 * @from: the other list; empty afterwards
 *
 * Loops stay with their list: loops over @from see a clear.
 */
void walklist_splice(struct walklist *list, struct walklist *from);

/**
 * walklist_splice_tail() - move all elements of another list to the end
 * @list: the list
 * @from: the other list; empty afterwards
 *
 * See walklist_splice().
 */
void walklist_splice_tail(struct walklist *list, struct walklist *from);

/**
 * walklist_clear() - empty the list
 * @list: the list
 *
 * Clears every node. Running loops go on: forward loops visit what add_tail adds
 * later, reverse loops what add adds.
 */
void walklist_clear(struct walklist *list);

/**
 * walklist_sort() - sort the elements
 * @list: the list
 * @cmp: returns > 0 if @a belongs after @b, else 0 or less; must not use the list
 * @ctx: first argument of @cmp
 *
 * Stable, without recursion. O(n) if sorted already. Misuse while a loop runs.
 */
void walklist_sort(struct walklist *list,
		   int (*cmp)(void *ctx, const struct walklist_node *a,
			      const struct walklist_node *b),
		   void *ctx);

/**
 * walklist_add_sorted() - add an element to a sorted list
 * @list: a sorted list
 * @node: a node that is zero
 * @cmp: the order of @list, as for walklist_sort()
 * @ctx: first argument of @cmp
 *
 * After its equals. Searches from the end. Running loops take it for walklist_add_after(), or
 * at the front for walklist_add().
 */
LISH_HOT void walklist_add_sorted(struct walklist *list,
				  struct walklist_node *node,
				  int (*cmp)(void *ctx,
					     const struct walklist_node *a,
					     const struct walklist_node *b),
				  void *ctx)
{
	struct lish_link_ *const head = &list->walks.head;
	struct lish_link_ *prev, *next = head;
	uint32_t left = list->walks.count;

	if (!walklist_may_add_end_("walklist_add_sorted", list, node, true))
		return;
	/* Overwritten links lead nowhere, round for ever, or not back. */
	for (prev = head->prev; prev != head && cmp(ctx, walklist_of_link_(prev), node) > 0;) {
		next = prev;
		prev = prev->prev;
		if (LISH_CHECK >= 1 && lish_unlikely(!left--))
			prev = NULL;
		if (LISH_CHECK >= 1 && lish_unlikely(!prev))
			break;
	}
	if (LISH_CHECK >= 1 && lish_unlikely(!prev || prev->next != next)) {
		lish_tell_(walklist_refuse_links_("walklist_add_sorted", list));
		return;
	}
	walklist_insert_(list, node, prev, false);
}

/**
 * walklist_check() - examine the whole list for damage
 * @list: the list
 * @fault: set to the first faulty node, or to NULL; may be NULL
 *
 * Reports nothing. Ends on any damage.
 *
 * Return: LISH_OK, LISH_BROKEN_LINKS, LISH_BAD_COUNT, or LISH_FOREIGN for a node that names
 * another list.
 */
enum lish_reason walklist_check(const struct walklist *list,
				const struct walklist_node **fault);

/* NULL of NULL. */
LISH_TINY void *walklist_object_(void *node, size_t offset)
{
	return node ? (char *)node - offset : NULL;
}

#define WALKLIST_ENTRY_(node, type, member)                                 \
	LISH_CAST_(type, walklist_object_(node, LISH_OFFSET_(type, member,  \
							     walklist_node)))

/**
 * walklist_first() - the first node
 * @list: the list
 *
 * For code that does not know the type: see Documentation/packages.rst.
 *
 * Return: the node; NULL if the list is empty.
 */
LISH_TINY struct walklist_node *walklist_first(const struct walklist *list)
{
	return walklist_end_("walklist_first", list, false);
}

/**
 * walklist_first_entry() - the first object
 * @list: the list
 * @type: object type
 * @member: its node
 *
 * Return: the object; NULL if the list is empty.
 */
#define walklist_first_entry(list, type, member) \
	WALKLIST_ENTRY_(walklist_first_(list), type, member)

/**
 * walklist_last_entry() - the last object
 * @list: the list
 * @type: object type
 * @member: its node
 *
 * Return: the object; NULL if the list is empty.
 */
#define walklist_last_entry(list, type, member) \
	WALKLIST_ENTRY_(walklist_last_(list), type, member)

/**
 * walklist_next_entry() - the object after another
 * @list: the list
 * @entry: an object in @list
 * @type: object type
 * @member: its node
 *
 * Return: the object; NULL at the end.
 */
#define walklist_next_entry(list, entry, type, member)                           \
	WALKLIST_ENTRY_(walklist_next_(list, LISH_MEMBER_(entry, type, member)), \
			type, member)

/**
 * walklist_prev_entry() - the object before another
 * @list: the list
 * @entry: an object in @list
 * @type: object type
 * @member: its node
 *
 * Return: the object; NULL at the front.
 */
#define walklist_prev_entry(list, entry, type, member)                           \
	WALKLIST_ENTRY_(walklist_prev_(list, LISH_MEMBER_(entry, type, member)), \
			type, member)

/**
 * walklist_pop_entry() - remove and return an object
 * @list: the list
 * @type: object type
 * @member: its node
 *
 * Return: the first object; NULL if the list is empty.
 */
#define walklist_pop_entry(list, type, member) \
	WALKLIST_ENTRY_(walklist_pop_(list), type, member)

/**
 * walklist_pop_tail_entry() - remove and return the last object
 * @list: the list
 * @type: object type
 * @member: its node
 *
 * Return: the object; NULL if the list is empty.
 */
#define walklist_pop_tail_entry(list, type, member) \
	WALKLIST_ENTRY_(walklist_pop_tail_(list), type, member)

struct walklist_loop;

/**
 * walklist_loop_end() - end a loop by hand
 * @loop: the loop
 *
 * In any order; a second end does nothing.
 */
void walklist_loop_end(struct walklist_loop *loop);

LISH_CLEANUP_BY(walklist_loop, walklist_close_)

/**
 * struct walklist_loop - a running loop
 */
struct walklist_loop {
	/* private: */
	struct lish_walk_ walk;
	LISH_CLEANUP_DTOR(walklist_loop, walklist_close_)
};

/**
 * walklist_loop_begin() - begin a loop by hand
 * @loop: initialised by LISH_LOOP_INIT; must stay in place until the loop ends
 * @list: the list, empty or not
 *
 * As walklist_for_each_entry(), for loops that go on from call to call, and for compilers
 * without LISH_HAS_CLEANUP. Example: dense_loop_begin().
 */
void walklist_loop_begin(struct walklist_loop *loop, struct walklist *list);

/**
 * walklist_loop_next() - the next element of a loop by hand
 * @loop: the loop
 *
 * Return: the node; NULL if the loop has ended.
 */
struct walklist_node *walklist_loop_next(struct walklist_loop *loop);

/**
 * walklist_stop() - end all running loops at their next step
 * @list: the list, which may then be freed with its elements
 */
void walklist_stop(struct walklist *list);

/**
 * walklist_abandon() - end all loops after longjmp()
 * @list: the list; no loop may continue
 *
 * Call it before any other use of @list.
 */
void walklist_abandon(struct walklist *list);

LISH_HOT struct lish_walk_cursor_ walklist_open_(struct walklist_loop *loop,
						 struct walklist *list,
						 enum lish_walk_kind_ kind)
{
	return lish_walk_open_(&walklist_traits_, &list->walks, &loop->walk, kind);
}

/* start: an object in the list, or NULL. */
LISH_NOINLINE struct lish_walk_cursor_
walklist_open_from_(struct walklist_loop *loop, struct walklist *list,
		    const void *start, size_t offset);

LISH_HOT void walklist_close_(struct walklist_loop *loop)
{
	lish_walk_close_(&loop->walk);
}

/* A step returns the next object, or NULL. */
LISH_HOT void *walklist_forward_(struct walklist_loop *loop,
				 struct lish_walk_cursor_ *cur, size_t offset)
{
	return lish_walk_step_(&loop->walk, cur,
			       LISH_WALK_FORWARD_, offset, false);
}

LISH_HOT void *walklist_back_(struct walklist_loop *loop,
			      struct lish_walk_cursor_ *cur, size_t offset)
{
	return lish_walk_step_(&loop->walk, cur,
			       LISH_WALK_REVERSE_, offset, false);
}

LISH_HOT void *walklist_present_(struct walklist_loop *loop,
				 struct lish_walk_cursor_ *cur, size_t offset)
{
	return lish_walk_step_(&loop->walk, cur,
			       LISH_WALK_PRESENT_, offset, false);
}

/* A zero list has nothing to visit. If only next of the head is NULL, the step reports it. */
LISH_TINY struct lish_walk_cursor_ walklist_view_of_(const struct walklist *list)
{
	struct lish_walk_cursor_ cur = lish_walk_view_of_(&list->walks);

	if (lish_unlikely(!cur.at->next) && (LISH_CHECK < 1 || !cur.at->prev))
		cur.head = NULL;
	return cur;
}

LISH_HOT void *walklist_view_(struct lish_walk_cursor_ *cur, size_t offset)
{
	return lish_walk_view_(&walklist_traits_, cur, offset, false);
}

#define WALKLIST_LOOP_(pos, open, step, type, member)                            \
	LISH_LOOP_(pos, walklist_loop, walk.loop, LISH_CLEANUP, walklist_close_, \
		   &pos##_loop_, struct lish_walk_cursor_, open, pos##_at_.head, \
		   type,                                                         \
		   step(&pos##_loop_, &pos##_at_,                                \
			LISH_OFFSET_(type, member, walklist_node)))

/**
 * walklist_for_each_entry() - loop over the objects
 * @pos: the cursor, declared by the loop
 * @list: the list
 * @type: object type
 * @member: the struct walklist_node in @type
 *
 * The body may change the list in any way except sort. Elements added after @pos
 * are visited; a body that always adds there never ends.
 * The loop may be left by break, return, goto or a C++ exception.
 */
#define walklist_for_each_entry(pos, list, type, member)                            \
	WALKLIST_LOOP_(pos, walklist_open_(&pos##_loop_, list, LISH_WALK_FORWARD_), \
		       walklist_forward_, type, member)

/**
 * walklist_for_each_entry_safe() - loop over the objects; the body may remove the current one
 * @pos: the cursor
 * @list: the list
 * @type: object type
 * @member: its node
 *
 * Another name for walklist_for_each_entry().
 */
#define walklist_for_each_entry_safe(pos, list, type, member) \
	walklist_for_each_entry(pos, list, type, member)

/**
 * walklist_for_each_entry_reverse() - loop over the objects from the last to the first
 * @pos: the cursor
 * @list: the list
 * @type: object type
 * @member: its node
 *
 * As walklist_for_each_entry(), but visits elements added before @pos.
 */
#define walklist_for_each_entry_reverse(pos, list, type, member)                    \
	WALKLIST_LOOP_(pos, walklist_open_(&pos##_loop_, list, LISH_WALK_REVERSE_), \
		       walklist_back_, type, member)

/**
 * walklist_for_each_entry_from() - loop over the objects from a given one on
 * @pos: the cursor
 * @list: the list
 * @start: the first object, in @list; NULL visits nothing
 * @type: object type
 * @member: its node
 *
 * As walklist_for_each_entry().
 */
#define walklist_for_each_entry_from(pos, list, start, type, member)           \
	WALKLIST_LOOP_(pos,                                                    \
		       walklist_open_from_(                                    \
			       &pos##_loop_, list, LISH_OBJECT_(start, type),  \
			       LISH_OFFSET_(type, member, walklist_node)),     \
		       walklist_forward_, type, member)

/**
 * walklist_for_each_entry_present() - loop over the objects that are in the list now
 * @pos: the cursor
 * @list: the list
 * @type: object type
 * @member: its node
 *
 * Skips every element that was added, or moved, after the loop began.
 */
#define walklist_for_each_entry_present(pos, list, type, member)                    \
	WALKLIST_LOOP_(pos, walklist_open_(&pos##_loop_, list, LISH_WALK_PRESENT_), \
		       walklist_present_, type, member)

/**
 * walklist_for_each_entry_const() - loop over the objects of a list that does not change
 * @pos: the cursor
 * @list: the list
 * @type: object type
 * @member: its node
 *
 * The body must not change the list, which does not know of this loop. Several
 * threads may run it at once; longjmp() may leave it.
 */
#define walklist_for_each_entry_const(pos, list, type, member)               \
	LISH_LOOK_(pos, struct lish_walk_cursor_,                            \
		   walklist_view_of_(list), pos##_at_.head,                  \
		   LISH_NO_(struct lish_link_), type,                        \
		   walklist_view_(&pos##_at_, LISH_OFFSET_(type, member,     \
							   walklist_node)))

LISH_C_END

/* Last, for LISH_REPORT_LOCATION. */
#define LISH_HERE_WALKLIST_
#include "ground/here.h"

#endif /* LINUX_ISH_WALKLIST_H */
