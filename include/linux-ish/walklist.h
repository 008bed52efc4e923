/* SPDX-License-Identifier: MIT */
/*
 * walklist.h - intrusive list that anything may change while it is looped over
 *
 * A counted, doubly linked list that keeps the order it is given. It knows the
 * loops that run over it: a body may take out, move or free any element, the
 * one it stands on, the next one or all of them, may add, and may loop again.
 *
 * Not for you if objects must unlink themselves without knowing their list
 * (ilist), if changes must wait until the loop is over (locklist), or if the
 * order does not matter (dense: less memory, faster still).
 *
 *   operation                                    cost    changes
 *   -------------------------------------------  ------  ---------------------
 *   init, node_init, forget                      O(1)    the head or a node
 *   add, add_tail, add_before, add_after         O(1)    links one node
 *   del, pop, pop_tail                           O(1)    unlinks one node
 *   replace, swap, move, move_tail, rotate_left  O(1)    one or two places
 *   splice, splice_tail                          O(1)    all of one list
 *   count, empty, is_first, is_last, is_linked,
 *   first, last, next, prev                      O(1)    -
 *   clear                                        O(n)    zeroes every node
 *   reverse                                      O(n)    order; -EBUSY
 *   sort                                         O(n log n) stable; -EBUSY
 *   check                                        O(n)    -
 *
 * O(1) becomes O(loops that run) for what changes the list during a loop, and
 * splices are O(elements moved) while a _present loop runs over their target.
 *
 *   loop                    delete any  add                  move
 *   ----------------------  ----------  -------------------  ------------------
 *   for_each_entry          yes         yes, visited if      as delete and add
 *                                       behind
 *   for_each_entry_present  yes         yes, never visited   yes, not visited
 *                                                            any more
 *   for_each_entry_const    no          no                   no
 *
 * The next element is decided when the loop moves on, not before. A loop whose
 * element was taken out stands on the place that it left, its ghost: what is
 * put behind the ghost's predecessor or at the front lies before the ghost, what
 * is put in front of its successor or at the end lies behind it.
 *
 * Lists that change all the time are scattered in memory. So while a forward
 * loop walks it leaves a hint in each element, which element will be needed 24
 * steps later; the next loop fetches that one ahead.
 *
 * A zero-filled node is in no list; a zero-filled head is not valid. Nothing
 * here is thread-safe: one lock must cover a list, the nodes in it and, as they
 * write hints and register themselves, its loops. Only _const loops are readers.
 */
#ifndef LINUX_ISH_WALKLIST_H
#define LINUX_ISH_WALKLIST_H

#include "ilist.h"

/**
 * struct walklist_node - what an object carries to be in a walklist
 * @link: private
 * @hint: private
 *
 * - all zero: in no list
 * - in a list: link.next->prev and link.prev->next are this node's link
 * - hint even: an address to fetch, perhaps of what is gone; never dereferenced
 * - hint odd: twice the list's stamp at the time it was added, plus one
 *
 * One node is in one list at a time; an object may carry several nodes.
 */
struct walklist_node {
	struct ilist_node link;
	uintptr_t hint;
};

struct walklist_loop;

/**
 * struct walklist - the list
 * @head: private
 * @loops: private
 * @count: private
 * @stamp: private
 *
 * - empty: both links of the head are the head
 * - all zero: never initialised, not valid
 * - loops: those that run, the last one begun first
 * - stamp: number of _present loops begun; no node's is higher
 */
struct walklist {
	struct walklist_node head;
	struct walklist_loop *loops;
	uint32_t count;
	uint32_t stamp;
};

/**
 * WALKLIST_INIT() - initialiser of an empty list
 * @name: the variable that is being initialised
 */
#define WALKLIST_INIT(name) \
	{ { { &(name).head.link, &(name).head.link }, 0 }, NULL, 0, 0 }

/**
 * WALKLIST_DEFINE() - define an empty list
 * @name: name of the variable; may be preceded by static
 */
#define WALKLIST_DEFINE(name) struct walklist name = WALKLIST_INIT(name)

/**
 * typedef walklist_cmp_fn - the order of two elements
 * @ctx: what was passed along
 * @a: an element
 * @b: another one
 *
 * Must return, and must neither change nor ask the list.
 *
 * Return: > 0 if @a belongs behind @b, else <= 0. To be stable, 0 and less are
 * the same: "not behind".
 */
typedef int (*walklist_cmp_fn)(void *ctx, const struct walklist_node *a,
			       const struct walklist_node *b);

LISH_C_BEGIN

void walklist_loop_end(struct walklist_loop *loop);

/**
 * struct walklist_loop - a loop that a list knows of
 * @chain: private
 * @outer: private
 * @head: private
 * @at: private
 * @trail: private
 * @since: private
 * @wait: private
 * @lag: private
 * @reverse: private
 * @gap: private
 * @moved: private
 *
 * The macros declare their own. See walklist_loop_begin().
 *
 * - chain: where it is registered; NULL if it is closed
 * - at: the element it stands on, the head before the first one
 * - gap: that one went; at is the neighbour it came by, the ghost lies beyond
 * - trail: the next one to be given a hint, 24 places back when wait is 0
 * - wait: steps until trail moves; lag: steps to add, as elements went
 * - since: visits what bears an older stamp; 0: everything
 * - moved: at, trail or lag were changed by others, and hold what is true
 */
struct walklist_loop {
	struct walklist_loop **chain;
	struct walklist_loop *outer;
	struct ilist_node *head;
	struct ilist_node *at;
	struct ilist_node *trail;
	uint32_t since;
	uint32_t wait;
	uint32_t lag;
	bool reverse;
	bool gap;
	bool moved;
	/* private: */
	LISH_CLEANUP_DTOR(walklist_loop, walklist_loop_end)
};

/**
 * WALKLIST_LOOP_INIT - initialiser of a loop that has not begun
 *
 * For a struct walklist_loop of one's own that may be ended before it begins.
 */
#define WALKLIST_LOOP_INIT \
	{ NULL, NULL, NULL, NULL, NULL, 0, 0, 0, false, false, false }

/* Cold halves of the checks: find out what is wrong and tell the hook. */
LISH_COLD void walklist_refuse_add_(const char *op, const struct walklist *list,
				    const struct walklist_node *node,
				    const struct ilist_node *prev,
				    const struct ilist_node *next);
LISH_COLD void walklist_refuse_node_(const char *op,
				     const struct walklist *list,
				     const struct walklist_node *node);
LISH_COLD void walklist_refuse_list_(const char *op,
				     const struct walklist *list);
LISH_COLD void walklist_lost_(const struct ilist_node *head,
			      const struct ilist_node *at);
/* Level 2: the whole list, and whether member is in it or is its head. */
LISH_COLD bool walklist_valid_(const char *op, const struct walklist *list,
			       const struct ilist_node *member);

/*
 * What keeps loops right. These know rings and registered loops, not lists:
 * any container may use them whose nodes begin with a struct ilist_node.
 *
 * open: begin a loop at a place of the ring, or on the ghost beyond it; false if
 * it is refused
 * fix_del: node is about to go
 * fix_add: [first, last] was put behind base or, with before, in front of it
 * fix_replace: node takes the place of old
 * fix_swap: a and b change places
 * fix_reset: all elements are about to go
 * oldest: since of the _present loop begun first, or 0
 */
bool walklist_open_(const char *op, struct walklist_loop *loop,
		    struct walklist_loop **chain, struct ilist_node *head,
		    struct ilist_node *at, bool reverse, bool gap);
void walklist_fix_del_(struct walklist_loop *loops,
		       const struct ilist_node *node);
void walklist_fix_add_(struct walklist_loop *loops, struct ilist_node *first,
		       struct ilist_node *last, const struct ilist_node *base,
		       bool before);
void walklist_fix_replace_(struct walklist_loop *loops,
			   const struct ilist_node *old,
			   struct ilist_node *node);
void walklist_fix_swap_(struct walklist_loop *loops, struct ilist_node *a,
			struct ilist_node *b);
void walklist_fix_reset_(struct walklist_loop *loops);
uint32_t walklist_oldest_(const struct walklist_loop *loops);

/* fix_add for a walklist, which also stamps what is new. */
void walklist_added_(struct walklist *list, struct ilist_node *first,
		     struct ilist_node *last, const struct ilist_node *base,
		     bool before);
/* A hint for a node that may bear a stamp somebody still needs. */
void walklist_hint_stamped_(const struct walklist_loop *loop,
			    struct walklist_node *node, uintptr_t hint);

/* May node be put between prev and next? */
LISH_TINY bool walklist_may_add_(const char *op, const struct walklist *list,
				 const struct walklist_node *node,
				 const struct ilist_node *prev,
				 const struct ilist_node *next)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(!prev || !next || node->link.next ||
			  prev->next != next || next->prev != prev)) {
		walklist_refuse_add_(op, list, node, prev, next);
		return false;
	}
	if (LISH_CHECK >= 2)
		return walklist_valid_(op, list, prev);
	return true;
}

/* Is node in a list, with neighbours that know it, and list not empty? */
LISH_TINY bool walklist_node_ok_(const char *op, const struct walklist *list,
				 const struct walklist_node *node)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(!node->link.next ||
			  node->link.next->prev != &node->link ||
			  node->link.prev->next != &node->link ||
			  !list->count)) {
		walklist_refuse_node_(op, list, node);
		return false;
	}
	if (LISH_CHECK >= 2)
		return walklist_valid_(op, list, &node->link);
	return true;
}

/* Is the head initialised, with neighbours that know it? */
LISH_TINY bool walklist_list_ok_(const char *op, const struct walklist *list)
{
	const struct ilist_node *head = &list->head.link;

	if (LISH_CHECK >= 1 &&
	    lish_unlikely(!head->next || head->next->prev != head ||
			  head->prev->next != head)) {
		walklist_refuse_list_(op, list);
		return false;
	}
	if (LISH_CHECK >= 2)
		return walklist_valid_(op, list, head);
	return true;
}

/* Nodes begin with their link, and so does the head. */
LISH_TINY struct walklist_node *walklist_of_link_(struct ilist_node *link)
{
	return (struct walklist_node *)(void *)link;
}

/*
 * Put node behind prev. before: at the request of the one behind it, which
 * decides on which side of a ghost it comes to lie.
 */
LISH_TINY void walklist_insert_(struct walklist *list,
				struct walklist_node *node,
				struct ilist_node *prev,
				struct ilist_node *next, bool before)
{
	/* What is needed 24 steps behind prev is all but right for node too. */
	node->hint = walklist_of_link_(prev)->hint;
	ilist_link_(&node->link, prev, next);
	list->count++;
	if (lish_unlikely(list->loops != NULL))
		walklist_added_(list, &node->link, &node->link,
				before ? next : prev, before);
}

/* Take node out, which keeps its links. */
LISH_TINY void walklist_remove_(struct walklist *list,
				struct walklist_node *node)
{
	if (lish_unlikely(list->loops != NULL))
		walklist_fix_del_(list->loops, &node->link);
	ilist_unlink_(&node->link, &node->link);
	list->count--;
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
	list->head.link.next = &list->head.link;
	list->head.link.prev = &list->head.link;
	list->head.hint = 0;
	list->loops = NULL;
	list->count = 0;
	list->stamp = 0;
}

/**
 * walklist_node_init() - make a node that is in no list
 * @node: any memory
 *
 * For memory that is not zero-filled. Never for a node that is in a list. O(1).
 */
LISH_HOT void walklist_node_init(struct walklist_node *node)
{
	node->link.next = NULL;
	node->link.prev = NULL;
	node->hint = 0;
}

/**
 * walklist_forget() - empty a list without touching its elements
 * @list: the list
 *
 * For elements that are gone, or initialised anew before they are used again:
 * their nodes still look linked. Loops see what walklist_clear() shows them.
 * O(1).
 */
LISH_HOT void walklist_forget(struct walklist *list)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!list->head.link.next)) {
		walklist_refuse_list_("walklist_forget", list);
		return;
	}
	if (lish_unlikely(list->loops != NULL))
		walklist_fix_reset_(list->loops);
	list->head.link.next = &list->head.link;
	list->head.link.prev = &list->head.link;
	list->count = 0;
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
	struct ilist_node *head = &list->head.link;
	struct ilist_node *next = head->next;

	if (walklist_may_add_("walklist_add", list, node, head, next))
		walklist_insert_(list, node, head, next, false);
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
	struct ilist_node *head = &list->head.link;
	struct ilist_node *prev = head->prev;

	if (walklist_may_add_("walklist_add_tail", list, node, prev, head))
		walklist_insert_(list, node, prev, head, true);
}

/**
 * walklist_add_before() - add an element in front of another
 * @list: the list
 * @pos: a node that is in it
 * @node: a node that is in no list
 *
 * Where the one in front of @pos was taken out under a loop, @node comes to lie
 * behind that place: a forward loop visits it. Adding an element in front of
 * itself is refused: it is in a list. O(1).
 */
LISH_HOT void walklist_add_before(struct walklist *list,
				  struct walklist_node *pos,
				  struct walklist_node *node)
{
	struct ilist_node *prev = pos->link.prev;

	if (walklist_may_add_("walklist_add_before", list, node, prev,
			      &pos->link))
		walklist_insert_(list, node, prev, &pos->link, true);
}

/**
 * walklist_add_after() - add an element behind another
 * @list: the list
 * @pos: a node that is in it
 * @node: a node that is in no list
 *
 * Where the one behind @pos was taken out under a loop, @node comes to lie in
 * front of that place: a forward loop does not visit it. Behind the element that
 * the loop stands on, it is visited. O(1).
 */
LISH_HOT void walklist_add_after(struct walklist *list,
				 struct walklist_node *pos,
				 struct walklist_node *node)
{
	struct ilist_node *next = pos->link.next;

	if (walklist_may_add_("walklist_add_after", list, node, &pos->link,
			      next))
		walklist_insert_(list, node, &pos->link, next, false);
}

/**
 * walklist_del() - take an element out
 * @list: the list
 * @node: a node that is in it
 *
 * The node is zero afterwards and may be added again, or freed, also when loops
 * stand on it. That @node is in another list is seen at check level 2 only, or
 * if @list is empty. O(1).
 */
LISH_HOT void walklist_del(struct walklist *list, struct walklist_node *node)
{
	if (!walklist_node_ok_("walklist_del", list, node))
		return;
	walklist_remove_(list, node);
	walklist_node_init(node);
}

/**
 * walklist_replace() - put another element in the place of one
 * @list: the list
 * @old: a node that is in it; in none afterwards
 * @node: a node that is in no list
 *
 * Loops keep their place: one that stood on @old stands on @node, one that has
 * yet to come there visits it, a _present loop too. Replacing an element by
 * itself changes nothing. O(1).
 */
LISH_HOT void walklist_replace(struct walklist *list, struct walklist_node *old,
			       struct walklist_node *node)
{
	struct ilist_node *next = old->link.next;

	if (old == node || !walklist_node_ok_("walklist_replace", list, old) ||
	    !walklist_may_add_("walklist_replace", list, node, &old->link,
			       next))
		return;
	if (lish_unlikely(list->loops != NULL))
		walklist_fix_replace_(list->loops, &old->link, &node->link);
	node->hint = old->hint;
	ilist_link_(&node->link, &old->link, next);
	ilist_unlink_(&old->link, &old->link);
	walklist_node_init(old);
}

/**
 * walklist_swap() - let two elements of a list change places
 * @list: the list
 * @a: a node that is in it
 * @b: a node that is in it
 *
 * Loops keep their place: one that stood on @a stands on @b, and goes on with
 * what follows there. Neighbours may be swapped; swapping an element with itself
 * changes nothing. O(1).
 */
LISH_HOT void walklist_swap(struct walklist *list, struct walklist_node *a,
			    struct walklist_node *b)
{
	uintptr_t hint;

	if (!walklist_node_ok_("walklist_swap", list, a) ||
	    !walklist_node_ok_("walklist_swap", list, b) || a == b)
		return;
	if (lish_unlikely(list->loops != NULL))
		walklist_fix_swap_(list->loops, &a->link, &b->link);
	/* Hints and stamps are the places', not the elements'. */
	hint = a->hint;
	a->hint = b->hint;
	b->hint = hint;
	ilist_swap(&a->link, &b->link);
}

/**
 * walklist_move() - move an element to the front
 * @list: the list
 * @node: a node that is in it
 *
 * As walklist_del() and walklist_add(), for loops too. To move an element to
 * another list, call these two. O(1).
 */
LISH_HOT void walklist_move(struct walklist *list, struct walklist_node *node)
{
	struct ilist_node *head = &list->head.link;

	if (!walklist_node_ok_("walklist_move", list, node))
		return;
	walklist_remove_(list, node);
	walklist_insert_(list, node, head, head->next, false);
}

/**
 * walklist_move_tail() - move an element to the end
 * @list: the list
 * @node: a node that is in it
 *
 * As walklist_del() and walklist_add_tail(), for loops too: a forward loop comes
 * to it again. One that moves each element it visits ends only if it is a
 * _present loop. O(1).
 */
LISH_HOT void walklist_move_tail(struct walklist *list,
				 struct walklist_node *node)
{
	struct ilist_node *head = &list->head.link;

	if (!walklist_node_ok_("walklist_move_tail", list, node))
		return;
	walklist_remove_(list, node);
	walklist_insert_(list, node, head->prev, head, true);
}

/**
 * walklist_empty() - is there no element?
 * @list: the list
 *
 * O(1).
 */
LISH_TINY bool walklist_empty(const struct walklist *list)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!list->head.link.next)) {
		walklist_refuse_list_("walklist_empty", list);
		return true;
	}
	return list->head.link.next == &list->head.link;
}

/**
 * walklist_count() - number of elements
 * @list: the list
 *
 * O(1).
 */
LISH_TINY uint32_t walklist_count(const struct walklist *list)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!list->head.link.next))
		walklist_refuse_list_("walklist_count", list);
	return list->count;
}

/**
 * walklist_is_first() - is this the first element?
 * @list: the list
 * @node: a node of any state
 *
 * O(1).
 */
LISH_TINY bool walklist_is_first(const struct walklist *list,
				 const struct walklist_node *node)
{
	return node->link.prev == &list->head.link;
}

/**
 * walklist_is_last() - is this the last element?
 * @list: the list
 * @node: a node of any state
 *
 * O(1).
 */
LISH_TINY bool walklist_is_last(const struct walklist *list,
				const struct walklist_node *node)
{
	return node->link.next == &list->head.link;
}

/**
 * walklist_is_linked() - is this node in a list?
 * @node: a node of any state
 *
 * O(1).
 */
LISH_TINY bool walklist_is_linked(const struct walklist_node *node)
{
	return node->link.next != NULL;
}

/**
 * walklist_first() - the first node
 * @list: the list
 *
 * Return: the node, or NULL if the list is empty. O(1).
 */
LISH_TINY struct walklist_node *walklist_first(const struct walklist *list)
{
	return walklist_empty(list) ? NULL :
				      walklist_of_link_(list->head.link.next);
}

/**
 * walklist_last() - the last node
 * @list: the list
 *
 * Return: the node, or NULL if the list is empty. O(1).
 */
LISH_TINY struct walklist_node *walklist_last(const struct walklist *list)
{
	return walklist_empty(list) ? NULL :
				      walklist_of_link_(list->head.link.prev);
}

/**
 * walklist_next() - the node behind another
 * @list: the list
 * @node: a node that is in it
 *
 * Return: the node, or NULL if @node is the last one. O(1).
 */
LISH_TINY struct walklist_node *walklist_next(const struct walklist *list,
					      const struct walklist_node *node)
{
	return walklist_is_last(list, node) ? NULL :
					      walklist_of_link_(node->link.next);
}

/**
 * walklist_prev() - the node in front of another
 * @list: the list
 * @node: a node that is in it
 *
 * Return: the node, or NULL if @node is the first one. O(1).
 */
LISH_TINY struct walklist_node *walklist_prev(const struct walklist *list,
					      const struct walklist_node *node)
{
	return walklist_is_first(list, node) ?
		       NULL :
		       walklist_of_link_(node->link.prev);
}

/**
 * walklist_pop() - take out the first element
 * @list: the list
 *
 * Return: its node, or NULL if the list is empty. O(1).
 */
LISH_HOT struct walklist_node *walklist_pop(struct walklist *list)
{
	struct walklist_node *node = walklist_first(list);

	if (!node || !walklist_node_ok_("walklist_pop", list, node))
		return NULL;
	walklist_remove_(list, node);
	walklist_node_init(node);
	return node;
}

/**
 * walklist_pop_tail() - take out the last element
 * @list: the list
 *
 * Return: its node, or NULL if the list is empty. O(1).
 */
LISH_HOT struct walklist_node *walklist_pop_tail(struct walklist *list)
{
	struct walklist_node *node = walklist_last(list);

	if (!node || !walklist_node_ok_("walklist_pop_tail", list, node))
		return NULL;
	walklist_remove_(list, node);
	walklist_node_init(node);
	return node;
}

/**
 * walklist_rotate_left() - make the first element the last
 * @list: the list; may be empty
 *
 * As walklist_move_tail() of the first one, for loops too. O(1).
 */
LISH_HOT void walklist_rotate_left(struct walklist *list)
{
	struct ilist_node *head = &list->head.link;
	struct walklist_node *node = walklist_first(list);

	if (!node || !walklist_node_ok_("walklist_rotate_left", list, node))
		return;
	walklist_remove_(list, node);
	walklist_insert_(list, node, head->prev, head, true);
}

/* Move all of from, which is not empty, between prev and next. */
LISH_TINY void walklist_splice_(struct walklist *list, struct walklist *from,
				struct ilist_node *prev, bool before)
{
	struct ilist_node *first = from->head.link.next;
	struct ilist_node *last = from->head.link.prev;

	list->count += from->count;
	/* No node may bear a stamp that is higher than its list's. */
	if (list->stamp < from->stamp)
		list->stamp = from->stamp;
	walklist_forget(from);
	ilist_link_chain_(first, last, prev);
	if (lish_unlikely(list->loops != NULL))
		walklist_added_(list, first, last, &list->head.link, before);
}

/**
 * walklist_splice() - move all elements of another list to the front
 * @list: the list they go to
 * @from: the list they leave; empty afterwards
 *
 * Their order is kept. Loops stay with the list they began on: those over @from
 * have seen all its elements go. Splicing a list into itself changes nothing.
 * O(1); O(elements moved) while a _present loop runs over @list.
 */
LISH_HOT void walklist_splice(struct walklist *list, struct walklist *from)
{
	if (!walklist_list_ok_("walklist_splice", list) ||
	    !walklist_list_ok_("walklist_splice", from) || list == from ||
	    walklist_empty(from))
		return;
	walklist_splice_(list, from, &list->head.link, false);
}

/**
 * walklist_splice_tail() - move all elements of another list to the end
 * @list: the list they go to
 * @from: the list they leave; empty afterwards
 *
 * See walklist_splice().
 */
LISH_HOT void walklist_splice_tail(struct walklist *list, struct walklist *from)
{
	if (!walklist_list_ok_("walklist_splice_tail", list) ||
	    !walklist_list_ok_("walklist_splice_tail", from) || list == from ||
	    walklist_empty(from))
		return;
	walklist_splice_(list, from, list->head.link.prev, true);
}

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
 * walklist_reverse() - turn the order round
 * @list: the list
 *
 * Not during a loop, which would then have before it what it has visited. O(n).
 *
 * Return: 0; -EBUSY during a loop; -EINVAL for misuse that was reported.
 */
int walklist_reverse(struct walklist *list);

/**
 * walklist_sort() - sort, keeping the order of equals
 * @list: the list
 * @cmp: the order
 * @ctx: passed to @cmp
 *
 * The sort of ilist_sort(): in place, without recursion, O(n log n) comparisons
 * at most, O(n) if it is sorted already.
 *
 * Return: 0; -EBUSY during a loop; -EINVAL for misuse that was reported.
 */
int walklist_sort(struct walklist *list, walklist_cmp_fn cmp, void *ctx);

/**
 * walklist_check() - examine the whole list
 * @list: the list
 * @fault: where the first faulty node is stored, NULL if the head is at fault
 * or nothing is; may be NULL itself
 *
 * Ends on broken lists too: each step is made only if it can be taken back.
 * O(n), reports to nobody.
 *
 * Return: LISH_OK, LISH_UNINITIALIZED, LISH_BROKEN_LINKS or LISH_BAD_COUNT.
 */
enum lish_reason walklist_check(const struct walklist *list,
				const struct walklist_node **fault);

/*
 * From nodes to objects. The size of this call is 1; it makes the compiler
 * refuse a member that is no struct walklist_node. Never called.
 */
char walklist_is_node_(const struct walklist_node *node);
#define WALKLIST_OFFSET_(type, member)   \
	(offsetof(type, member) +        \
	 0 * sizeof(walklist_is_node_(&((type *)0)->member)))

LISH_TINY void *walklist_entry_(struct walklist_node *node, size_t offset)
{
	return (char *)node - offset;
}

LISH_TINY const void *walklist_entry_const_(const struct walklist_node *node,
					    size_t offset)
{
	return (const char *)node - offset;
}

LISH_TINY void *walklist_entry_or_null_(struct walklist_node *node,
					size_t offset)
{
	return node ? (char *)node - offset : NULL;
}

LISH_TINY struct walklist_node *walklist_node_of_(const void *entry,
						  size_t offset)
{
	/* Through an integer, because only the entry may be const. */
	return entry ? (struct walklist_node *)((uintptr_t)entry + offset) :
		       NULL;
}

/**
 * walklist_entry() - the object of a node
 * @node: pointer to the node, not NULL
 * @type: type of the object
 * @member: name of the struct walklist_node in it
 *
 * container_of() that takes nothing but walklist nodes. O(1).
 */
#define walklist_entry(node, type, member) \
	((type *)walklist_entry_(node, WALKLIST_OFFSET_(type, member)))

/**
 * walklist_entry_const() - the object of a node that may only be read
 * @node: pointer to the node, not NULL
 * @type: type of the object
 * @member: name of the struct walklist_node in it
 *
 * All other entry forms and all loops have their const twin by themselves:
 * pass "const struct bullet" as the type.
 */
#define walklist_entry_const(node, type, member)        \
	((const type *)walklist_entry_const_(node,      \
					     WALKLIST_OFFSET_(type, member)))

/**
 * walklist_first_entry() - the first object
 * @list: the list
 * @type: type of the object, possibly const
 * @member: name of the struct walklist_node in it
 *
 * Return: the object, or NULL if the list is empty. O(1).
 */
#define walklist_first_entry(list, type, member)                \
	((type *)walklist_entry_or_null_(walklist_first(list), \
					 WALKLIST_OFFSET_(type, member)))

/**
 * walklist_last_entry() - the last object
 * @list: the list
 * @type: type of the object, possibly const
 * @member: name of the struct walklist_node in it
 *
 * Return: the object, or NULL if the list is empty. O(1).
 */
#define walklist_last_entry(list, type, member)                \
	((type *)walklist_entry_or_null_(walklist_last(list), \
					 WALKLIST_OFFSET_(type, member)))

/**
 * walklist_next_entry() - the object behind another
 * @list: the list
 * @entry: an object that is in it
 * @type: type of the object, possibly const
 * @member: name of the struct walklist_node in it
 *
 * Return: the object, or NULL if @entry is the last one. O(1).
 */
#define walklist_next_entry(list, entry, type, member)                        \
	((type *)walklist_entry_or_null_(walklist_next(list, &(entry)->member), \
					 WALKLIST_OFFSET_(type, member)))

/**
 * walklist_prev_entry() - the object in front of another
 * @list: the list
 * @entry: an object that is in it
 * @type: type of the object, possibly const
 * @member: name of the struct walklist_node in it
 *
 * Return: the object, or NULL if @entry is the first one. O(1).
 */
#define walklist_prev_entry(list, entry, type, member)                        \
	((type *)walklist_entry_or_null_(walklist_prev(list, &(entry)->member), \
					 WALKLIST_OFFSET_(type, member)))

/**
 * walklist_pop_entry() - take out the first object
 * @list: the list
 * @type: type of the object
 * @member: name of the struct walklist_node in it
 *
 * Return: the object, or NULL if the list is empty. O(1).
 */
#define walklist_pop_entry(list, type, member)                \
	((type *)walklist_entry_or_null_(walklist_pop(list), \
					 WALKLIST_OFFSET_(type, member)))

/**
 * walklist_pop_tail_entry() - take out the last object
 * @list: the list
 * @type: type of the object
 * @member: name of the struct walklist_node in it
 *
 * Return: the object, or NULL if the list is empty. O(1).
 */
#define walklist_pop_tail_entry(list, type, member)                \
	((type *)walklist_entry_or_null_(walklist_pop_tail(list), \
					 WALKLIST_OFFSET_(type, member)))

/**
 * walklist_loop_begin() - begin a loop by hand
 * @loop: any memory, which stays where it is until walklist_loop_end()
 * @list: the list
 *
 * For compilers that cannot close a loop that is left by return or goto, and
 * for loops that are carried on from call to call::
 *
 *	struct walklist_loop loop;
 *	struct walklist_node *node;
 *
 *	walklist_loop_begin(&loop, &bullets);
 *	while ((node = walklist_loop_next(&loop)) != NULL)
 *		...
 *	walklist_loop_end(&loop);
 *
 * To begin a loop again before it has ended is reported: if it still runs it
 * goes on, else it visits nothing. O(loops that run).
 */
LISH_NOINLINE void walklist_loop_begin(struct walklist_loop *loop,
				       struct walklist *list);

/**
 * walklist_loop_begin_reverse() - begin a loop from the last element on
 * @loop: any memory, which stays where it is until walklist_loop_end()
 * @list: the list
 *
 * See walklist_loop_begin().
 */
LISH_NOINLINE void walklist_loop_begin_reverse(struct walklist_loop *loop,
					       struct walklist *list);

/**
 * walklist_loop_begin_from() - begin a loop at an element
 * @loop: any memory, which stays where it is until walklist_loop_end()
 * @list: the list
 * @node: the element visited first, in @list; NULL visits nothing
 *
 * See walklist_loop_begin().
 */
LISH_NOINLINE void walklist_loop_begin_from(struct walklist_loop *loop,
					    struct walklist *list,
					    struct walklist_node *node);

/**
 * walklist_loop_begin_from_reverse() - begin a loop at an element, backwards
 * @loop: any memory, which stays where it is until walklist_loop_end()
 * @list: the list
 * @node: the element visited first, in @list; NULL visits nothing
 *
 * See walklist_loop_begin().
 */
LISH_NOINLINE void walklist_loop_begin_from_reverse(struct walklist_loop *loop,
						    struct walklist *list,
						    struct walklist_node *node);

/**
 * walklist_loop_begin_present() - begin a loop over what is in now
 * @loop: any memory, which stays where it is until walklist_loop_end()
 * @list: the list
 *
 * See walklist_for_each_entry_present(). O(loops that run); after 2^30 such
 * loops over one list, one of them takes O(n).
 */
LISH_NOINLINE void walklist_loop_begin_present(struct walklist_loop *loop,
					       struct walklist *list);

/**
 * walklist_loop_next() - the next element of a loop that was begun by hand
 * @loop: the loop
 *
 * O(1); a _present loop skips what is new.
 *
 * Return: its node; NULL if there is none, and then the loop has ended. A loop
 * that has ended returns NULL.
 */
struct walklist_node *walklist_loop_next(struct walklist_loop *loop);

/**
 * walklist_loop_end() - end a loop that was begun by hand
 * @loop: the loop; if it has ended already, nothing happens
 *
 * Loops may end in any order. O(loops that run).
 */
void walklist_loop_end(struct walklist_loop *loop);

/**
 * walklist_abandon() - end all loops that longjmp() has left
 * @list: the list
 *
 * longjmp() closes nothing: to be called before anything else is done with
 * @list, and not while a loop over it goes on. O(1).
 */
void walklist_abandon(struct walklist *list);

/*
 * Loops. The first for declares the registered loop, the second a cursor whose
 * address nobody takes, so that it lives in registers: links are followed there
 * and only written to memory. The third declares the user's cursor.
 *
 * Nobody else writes to the cursor. What changes under a loop is written to the
 * registered loop, with moved set, and taken over at the next step.
 */
#define WALKLIST_WAIT_ 23 /* so that a hint is for 24 places further on */

struct walklist_cursor_ {
	struct ilist_node *head;
	struct ilist_node *at;
	struct ilist_node *trail;
	uint32_t wait;
};

LISH_TINY struct walklist_cursor_
walklist_cursor_of_(const struct walklist_loop *loop)
{
	struct walklist_cursor_ cur;

	cur.head = loop->head;
	cur.at = loop->at;
	cur.trail = loop->trail;
	cur.wait = loop->wait;
	return cur;
}

LISH_TINY void walklist_catch_up_(struct walklist_loop *loop,
				  struct walklist_cursor_ *cur)
{
	cur->at = loop->at;
	cur->trail = loop->trail;
	cur->wait += loop->lag;
	if (cur->wait > WALKLIST_WAIT_)
		cur->wait = WALKLIST_WAIT_;
	loop->lag = 0;
	loop->gap = false;
	loop->moved = false;
}

/* The loop goes to node; NULL if that is the head, or no link leads on. */
LISH_TINY struct ilist_node *walklist_arrive_(struct walklist_loop *loop,
					      struct walklist_cursor_ *cur,
					      struct ilist_node *node)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!node)) {
		walklist_lost_(cur->head, cur->at);
		return NULL;
	}
	if (node == cur->head)
		return NULL;
	loop->at = node;
	cur->at = node;
	return node;
}

LISH_TINY struct ilist_node *walklist_step_(struct walklist_loop *loop,
					    struct walklist_cursor_ *cur)
{
	if (lish_unlikely(loop->moved))
		walklist_catch_up_(loop, cur);
	return walklist_arrive_(loop, cur, cur->at->next);
}

LISH_TINY struct ilist_node *walklist_step_back_(struct walklist_loop *loop,
						 struct walklist_cursor_ *cur)
{
	if (lish_unlikely(loop->moved))
		walklist_catch_up_(loop, cur);
	return walklist_arrive_(loop, cur, cur->at->prev);
}

/* Whom to give the element just reached as a hint; NULL in the first steps. */
LISH_TINY struct ilist_node *walklist_trail_(struct walklist_loop *loop,
					     struct walklist_cursor_ *cur)
{
	struct ilist_node *node = cur->trail;

	if (cur->wait) {
		cur->wait--;
		return NULL;
	}
	loop->trail = node->next;
	cur->trail = node->next;
	return node;
}

LISH_TINY struct walklist_node *walklist_forward_(struct walklist_loop *loop,
						  struct walklist_cursor_ *cur)
{
	struct ilist_node *link = walklist_step_(loop, cur);
	struct walklist_node *behind;

	if (!link)
		return NULL;
	lish_prefetch(walklist_of_link_(link)->hint);
	behind = walklist_of_link_(walklist_trail_(loop, cur));
	/* Written only if it differs: a walk that changes nothing reads only. */
	if (behind && behind->hint != (uintptr_t)link) {
		if (lish_unlikely(behind->hint & 1))
			walklist_hint_stamped_(loop, behind, (uintptr_t)link);
		else
			behind->hint = (uintptr_t)link;
	}
	return walklist_of_link_(link);
}

LISH_TINY struct walklist_node *walklist_back_(struct walklist_loop *loop,
					       struct walklist_cursor_ *cur)
{
	return walklist_of_link_(walklist_step_back_(loop, cur));
}

/* Was node added after loop began? */
LISH_TINY bool walklist_is_new_(const struct walklist_loop *loop,
				const struct walklist_node *node)
{
	return (node->hint & 1) && node->hint >> 1 >= loop->since;
}

LISH_TINY struct walklist_node *walklist_present_(struct walklist_loop *loop,
						  struct walklist_cursor_ *cur)
{
	struct walklist_node *node;

	do
		node = walklist_forward_(loop, cur);
	while (node && lish_unlikely(walklist_is_new_(loop, node)));
	return node;
}

#define WALKLIST_ENTRY_OR_NULL_(node, type, member) \
	((type *)walklist_entry_or_null_(node, WALKLIST_OFFSET_(type, member)))

#define WALKLIST_LOOP_(pos, begin, type, member, step)                         \
	for (struct walklist_loop pos##_loop_ LISH_CLEANUP(walklist_loop_end)  \
		     = WALKLIST_LOOP_INIT,                                     \
		     *pos##_once_ = &pos##_loop_;                              \
	     pos##_once_; pos##_once_ = NULL)                                  \
		for (struct walklist_cursor_ pos##_at_ =                       \
			     (begin, walklist_cursor_of_(&pos##_loop_));       \
		     pos##_at_.head;                                           \
		     walklist_loop_end(&pos##_loop_), pos##_at_.head = NULL)   \
			for (type *pos = WALKLIST_ENTRY_OR_NULL_(              \
				     step(&pos##_loop_, &pos##_at_), type,     \
				     member);                                  \
			     pos; pos = WALKLIST_ENTRY_OR_NULL_(               \
					  step(&pos##_loop_, &pos##_at_),      \
					  type, member))

/**
 * walklist_for_each_entry() - loop over the objects
 * @pos: name of the cursor, declared by the loop
 * @list: the list
 * @type: type of the objects, possibly const
 * @member: name of the struct walklist_node in it
 *
 * The body may do anything with the list but reverse or sort it, also take out
 * and free any element, and be left by break, return, goto or an exception. What
 * is added behind @pos is visited. A body that always adds there never ends:
 * see walklist_for_each_entry_present().
 */
#define walklist_for_each_entry(pos, list, type, member)                    \
	WALKLIST_LOOP_(pos, walklist_loop_begin(&pos##_loop_, list), type,  \
		       member, walklist_forward_)

/**
 * walklist_for_each_entry_reverse() - loop from the last object to the first
 * @pos: name of the cursor, declared by the loop
 * @list: the list
 * @type: type of the objects, possibly const
 * @member: name of the struct walklist_node in it
 *
 * As walklist_for_each_entry(), "behind" being in front of @pos. Hints help
 * forward loops only.
 */
#define walklist_for_each_entry_reverse(pos, list, type, member)              \
	WALKLIST_LOOP_(pos, walklist_loop_begin_reverse(&pos##_loop_, list),  \
		       type, member, walklist_back_)

/**
 * walklist_for_each_entry_from() - loop from an object on
 * @pos: name of the cursor, declared by the loop
 * @start: the object visited first, in @list; NULL visits nothing
 * @list: the list
 * @type: type of the objects, possibly const
 * @member: name of the struct walklist_node in it
 *
 * See walklist_for_each_entry().
 */
#define walklist_for_each_entry_from(pos, start, list, type, member)           \
	WALKLIST_LOOP_(pos,                                                    \
		       walklist_loop_begin_from(                               \
			       &pos##_loop_, list,                             \
			       walklist_node_of_(                              \
				       1 ? (start) : (type *)0,                \
				       WALKLIST_OFFSET_(type, member))),       \
		       type, member, walklist_forward_)

/**
 * walklist_for_each_entry_from_reverse() - loop from an object to the first
 * @pos: name of the cursor, declared by the loop
 * @start: the object visited first, in @list; NULL visits nothing
 * @list: the list
 * @type: type of the objects, possibly const
 * @member: name of the struct walklist_node in it
 *
 * See walklist_for_each_entry_reverse().
 */
#define walklist_for_each_entry_from_reverse(pos, start, list, type, member)   \
	WALKLIST_LOOP_(pos,                                                    \
		       walklist_loop_begin_from_reverse(                       \
			       &pos##_loop_, list,                             \
			       walklist_node_of_(                              \
				       1 ? (start) : (type *)0,                \
				       WALKLIST_OFFSET_(type, member))),       \
		       type, member, walklist_back_)

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
 * added. What replaces an element, or is swapped with it, counts as that one
 * did. So the loop ends, whatever the body adds.
 */
#define walklist_for_each_entry_present(pos, list, type, member)              \
	WALKLIST_LOOP_(pos, walklist_loop_begin_present(&pos##_loop_, list),  \
		       type, member, walklist_present_)

/* Loops of readers: nothing is registered and nothing written. */
struct walklist_iter_ {
	const struct ilist_node *head;
	const struct ilist_node *at;
};

LISH_TINY struct walklist_iter_
walklist_iter_begin_(const struct walklist *list)
{
	struct walklist_iter_ it;

	it.head = &list->head.link;
	it.at = it.head;
	return it;
}

LISH_TINY struct walklist_node *walklist_enter_(struct walklist_iter_ *it,
						struct ilist_node *node)
{
	if (LISH_CHECK >= 1 && lish_unlikely(!node)) {
		walklist_lost_(it->head, it->at);
		return NULL;
	}
	it->at = node;
	return node == it->head ? NULL : walklist_of_link_(node);
}

LISH_TINY struct walklist_node *walklist_read_(struct walklist_iter_ *it)
{
	struct walklist_node *node = walklist_enter_(it, it->at->next);

	if (node)
		lish_prefetch(node->hint);
	return node;
}

LISH_TINY struct walklist_node *walklist_read_back_(struct walklist_iter_ *it)
{
	return walklist_enter_(it, it->at->prev);
}

#define WALKLIST_CONST_LOOP_(pos, list, type, member, step)                    \
	for (struct walklist_iter_ pos##_it_ = walklist_iter_begin_(list);     \
	     pos##_it_.head; pos##_it_.head = NULL)                            \
		for (type *pos = WALKLIST_ENTRY_OR_NULL_(step(&pos##_it_),     \
							 type, member);        \
		     pos; pos = WALKLIST_ENTRY_OR_NULL_(step(&pos##_it_),      \
							type, member))

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
#define walklist_for_each_entry_const(pos, list, type, member) \
	WALKLIST_CONST_LOOP_(pos, list, type, member, walklist_read_)

/**
 * walklist_for_each_entry_const_reverse() - the same from the last to the first
 * @pos: name of the cursor, declared by the loop
 * @list: the list, possibly const
 * @type: type of the objects, possibly const
 * @member: name of the struct walklist_node in it
 *
 * See walklist_for_each_entry_const().
 */
#define walklist_for_each_entry_const_reverse(pos, list, type, member) \
	WALKLIST_CONST_LOOP_(pos, list, type, member, walklist_read_back_)

LISH_C_END

#endif /* LINUX_ISH_WALKLIST_H */
