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
 * Cost: clear, check and add_sorted O(n); splice O(elements moved); all others O(1), and
 * O(running loops) if they change the list or stop its loops. sort.h has the sort.
 *
 * A loop chooses its next element after the body. If the current element was removed, the
 * loop stands on the gap: see walklist.rst.
 *
 * Nodes must be zero before their first add. A zero list is empty. Not thread-safe: one
 * lock covers the list, its nodes and its loops. Only _const loops are readers.
 *
 * Parameters that a call does not describe:
 *   @list: the list
 *   @node: a node that was zeroed once; zero if it is added
 *   @entry: an object in @list
 *   @from: the list that loses them; empty afterwards
 *   @type: object type
 *   @member: its struct walklist_node
 *   @pos: the cursor, which the loop declares
 */
#ifndef LINUX_ISH_WALKLIST_H
#define LINUX_ISH_WALKLIST_H

#include "container_of.h"
#include "core/walk.h"

LISH_NATURAL_(walklist);

/**
 * struct walklist_node - member of an object, one for each list at a time; zero: in no list
 *
 * Private: the links to its two neighbours, a hint for loops, and its list.
 */
struct walklist_node {
	/* private: */
	struct lish_link_ link;
	uintptr_t hint;
	struct walklist *list;
};

/**
 * struct walklist - the list
 *
 * All zero: empty. Do not move or copy a list that has elements.
 *
 * Private: the ring of the elements, their number, and the running loops.
 */
struct walklist {
	/* private: */
	struct lish_walks_ walks;
};

/**
 * WALKLIST_INIT() - initialiser of an empty list
 * @name: the variable
 */
#define WALKLIST_INIT(name) { LISH_WALKS_ZERO_ }

/**
 * WALKLIST_DEFINE() - define an empty list
 * @name: the variable; static may precede
 */
#define WALKLIST_DEFINE(name) struct walklist name = WALKLIST_INIT(name)

LISH_C_BEGIN

LISH_NODE_(walklist_node);
#define WALKLIST_OFFSET_(type, member) LISH_OFFSET_(type, member, walklist_node)

/**
 * walklist_init() - initialise a list
 * @list: any memory
 *
 * Never call it while a loop runs over @list: see walklist_forget().
 */
LISH_API void walklist_init(struct walklist *list);

/**
 * walklist_node_init() - initialise a node
 * @node: any memory
 *
 * For memory that is not zero. Never call it for a node in a list.
 */
LISH_API void walklist_node_init(struct walklist_node *node);

/**
 * walklist_forget() - empty the list without touching its elements
 *
 * For elements that no longer exist. Initialise a node before its next use, also before
 * leave: it still names @list. Running loops see a clear.
 */
LISH_API void walklist_forget(struct walklist *list);

/**
 * walklist_add() - add an element
 *
 * At the front. Running loops do not visit it; reverse loops do.
 */
LISH_API void walklist_add(struct walklist *list, struct walklist_node *node);

/**
 * walklist_add_tail() - add an element at the end
 *
 * Running forward loops visit it, except _present loops.
 */
LISH_API void walklist_add_tail(struct walklist *list, struct walklist_node *node);

/**
 * walklist_add_before() - add an element before another
 * @pos: a node in @list
 *
 * A forward loop that stands on the gap just before @pos visits @node.
 */
LISH_API void walklist_add_before(struct walklist *list, struct walklist_node *pos,
				  struct walklist_node *node);

/**
 * walklist_add_before_or_tail() - add an element before another, or at the end
 * @pos: a node in @list; NULL, or the node of a NULL object: at the end
 *
 * Equals walklist_add_before() or walklist_add_tail(), for a position that a search found or not.
 */
LISH_API void walklist_add_before_or_tail(struct walklist *list, struct walklist_node *pos,
					  struct walklist_node *node);

/**
 * walklist_add_after() - add an element after another
 * @pos: a node in @list
 *
 * A forward loop that stands on @pos visits @node; a loop that stands on the gap just
 * after @pos does not.
 */
LISH_API void walklist_add_after(struct walklist *list, struct walklist_node *pos,
				 struct walklist_node *node);

/**
 * walklist_del() - remove an element
 * @node: a node in @list
 *
 * Safe inside loops. Clears the node, which may then be freed or added again.
 */
LISH_API void walklist_del(struct walklist *list, struct walklist_node *node);

/**
 * walklist_leave() - remove an element if it is in the list
 *
 * Safe in destructors and inside loops. Clears the node. O(1).
 * It is the list that @node names.
 *
 * Return: true if the element was in a list.
 */
LISH_API bool walklist_leave(struct walklist_node *node);

/**
 * walklist_move() - move an element to the front
 * @node: a node in any walklist
 *
 * Equals leave followed by add, also for running loops.
 */
LISH_API void walklist_move(struct walklist *list, struct walklist_node *node);

/**
 * walklist_move_tail() - move an element to the end
 * @node: a node in any walklist
 *
 * Equals leave followed by add_tail: a running forward loop visits the element again. A
 * body that moves every element needs a _present loop.
 */
LISH_API void walklist_move_tail(struct walklist *list, struct walklist_node *node);

/**
 * walklist_count() - number of elements
 */
LISH_INLINE uint32_t walklist_count(const struct walklist *list)
{
	return list->walks.count;
}

/**
 * walklist_is_linked() - is this node in a list?
 */
LISH_INLINE bool walklist_is_linked(const struct walklist_node *node)
{
	return node->list != NULL;
}

/**
 * walklist_of() - the list that an element is in
 *
 * Return: the list; NULL if the node is in none.
 */
LISH_INLINE struct walklist *walklist_of(const struct walklist_node *node)
{
	return node->list;
}

/**
 * walklist_contains() - is this node in the list?
 */
LISH_API bool walklist_contains(const struct walklist *list, const struct walklist_node *node);

/**
 * walklist_splice() - move all elements of another list to the front
 *
 * Loops stay with their list: loops over @from see a clear.
 */
LISH_API void walklist_splice(struct walklist *list, struct walklist *from);

/**
 * walklist_splice_tail() - move all elements of another list to the end
 *
 * As walklist_splice().
 */
LISH_API void walklist_splice_tail(struct walklist *list, struct walklist *from);

/**
 * walklist_node_moved() - repair the list after an object moved in memory
 * @node: the node at its new address, in a list or not
 *
 * The element keeps its place. Running loops go on from it; a body's own pointer is the old
 * address. Move one object at a time, and call this before any other operation on its list:
 * neighbours that moved in one step, as by realloc(), are not repaired. Does not read the old
 * memory.
 */
LISH_API void walklist_node_moved(struct walklist_node *node);

/**
 * walklist_clear() - empty the list
 *
 * Clears every node. Running loops go on: forward loops visit what add_tail adds
 * later, reverse loops what add adds.
 */
LISH_API void walklist_clear(struct walklist *list);

/**
 * walklist_destroy() - end the use of an empty list
 * @list: the list; initialise or zero it before its next use
 *
 * Running loops end at their next step. A list that still has elements is reported as
 * LISH_NOT_EMPTY, and nothing changes. Later calls with @list are reported.
 */
LISH_API void walklist_destroy(struct walklist *list);

/**
 * walklist_add_sorted() - add an element to a sorted list
 * @list: a sorted list
 * @cmp: the order of @list: returns > 0 if @a belongs after @b
 * @ctx: first argument of @cmp
 *
 * After its equals. Searches from the end. Running loops take it for walklist_add_after(), or
 * at the front for walklist_add().
 */
LISH_API void walklist_add_sorted(struct walklist *list,
				  struct walklist_node *node,
				  int (*cmp)(void *ctx,
					     const struct walklist_node *a,
					     const struct walklist_node *b),
				  void *ctx);

/**
 * walklist_check() - examine the whole list for damage
 * @fault: set to the first faulty node, or to NULL; may be NULL
 *
 * Reports nothing. Ends on any damage.
 *
 * Return: LISH_OK, LISH_BROKEN_LINKS, LISH_BAD_COUNT, or LISH_FOREIGN for a node that names
 * another list.
 */
LISH_API enum lish_reason walklist_check(const struct walklist *list,
					 const struct walklist_node **fault);

/**
 * walklist_check_in() - examine a list whose memory may hold anything
 * @from: start of the memory in which the list and all elements lie
 * @size: its bytes
 *
 * As walklist_check(), but reads nothing outside of this memory: for RAM that survived a reset.
 * Reports nothing.
 *
 * Return: as walklist_check(); LISH_BAD_RANGE if the list lies elsewhere; LISH_STALE_LOOP if a loop
 * ran.
 */
LISH_API enum lish_reason walklist_check_in(const struct walklist *list, const void *from,
					    size_t size);

/*
 * A call that names an object is a macro, and beside it the function of that name, which takes
 * the offset of the node in place of type and member.
 */

/**
 * walklist_first() - the first node
 *
 * For code that does not know the type: see Documentation/packages.rst.
 *
 * Return: the node; NULL if the list is empty.
 */
LISH_API struct walklist_node *walklist_first(const struct walklist *list);

/**
 * walklist_first_entry() - the first object
 *
 * Return: the object; NULL if the list is empty.
 */
#define walklist_first_entry(list, type, member) \
	LISH_CAST_(type, (walklist_first_entry)(list, WALKLIST_OFFSET_(type, member)))
LISH_API void *(walklist_first_entry)(const struct walklist *list, size_t offset);

/**
 * walklist_last_entry() - the last object
 *
 * Return: the object; NULL if the list is empty.
 */
#define walklist_last_entry(list, type, member) \
	LISH_CAST_(type, (walklist_last_entry)(list, WALKLIST_OFFSET_(type, member)))
LISH_API void *(walklist_last_entry)(const struct walklist *list, size_t offset);

/**
 * walklist_next_entry() - the object after another
 *
 * Return: the object; NULL at the end.
 */
#define walklist_next_entry(list, entry, type, member)                                     \
	LISH_CAST_(type, (walklist_next_entry)(list, LISH_MEMBER_(entry, type, member), \
					       WALKLIST_OFFSET_(type, member)))
LISH_API void *(walklist_next_entry)(const struct walklist *list, const struct walklist_node *node,
				     size_t offset);

/**
 * walklist_prev_entry() - the object before another
 *
 * Return: the object; NULL at the front.
 */
#define walklist_prev_entry(list, entry, type, member)                                     \
	LISH_CAST_(type, (walklist_prev_entry)(list, LISH_MEMBER_(entry, type, member), \
					       WALKLIST_OFFSET_(type, member)))
LISH_API void *(walklist_prev_entry)(const struct walklist *list, const struct walklist_node *node,
				     size_t offset);

/**
 * walklist_pop_entry() - remove and return an object
 *
 * Return: the first object; NULL if the list is empty.
 */
#define walklist_pop_entry(list, type, member) \
	LISH_CAST_(type, (walklist_pop_entry)(list, WALKLIST_OFFSET_(type, member)))
LISH_API void *(walklist_pop_entry)(struct walklist *list, size_t offset);

/**
 * walklist_pop_tail_entry() - remove and return the last object
 *
 * Return: the object; NULL if the list is empty.
 */
#define walklist_pop_tail_entry(list, type, member) \
	LISH_CAST_(type, (walklist_pop_tail_entry)(list, WALKLIST_OFFSET_(type, member)))
LISH_API void *(walklist_pop_tail_entry)(struct walklist *list, size_t offset);

struct walklist_loop;

/* The common end of a loop is no call. */
LISH_INLINE void walklist_close_inline_(struct walklist_loop *loop);
#if LISH_FAST_
#define WALKLIST_OPEN_ walklist_open_inline_
#define WALKLIST_OPEN_PRESENT_(loop, list) walklist_open_inline_(loop, list, LISH_WALK_PRESENT_)
#define WALKLIST_CLOSE_ walklist_close_inline_
#else
#define WALKLIST_OPEN_ walklist_loop_open_
#define WALKLIST_OPEN_PRESENT_ walklist_loop_open_present_
#define WALKLIST_CLOSE_ walklist_loop_end
#endif

/**
 * walklist_loop_end() - end a loop by hand
 * @loop: the loop
 *
 * In any order; a second end does nothing.
 */
LISH_API void walklist_loop_end(struct walklist_loop *loop);

/**
 * struct walklist_loop - a running loop
 *
 * Private: its place in the list, and the loop that was opened before it.
 */
struct walklist_loop {
	/* private: */
	struct lish_walk_ walk;
	LISH_CLEANUP_DTOR(walklist_loop, WALKLIST_CLOSE_)
};

/**
 * walklist_loop_begin() - begin a loop by hand
 * @loop: initialised by LISH_LOOP_INIT; must stay in place until the loop ends
 * @list: the list, empty or not
 *
 * As walklist_for_each_entry(), for loops that go on from call to call, and for compilers
 * without LISH_HAS_CLEANUP. Example: Documentation/loops.rst.
 */
LISH_API void walklist_loop_begin(struct walklist_loop *loop, struct walklist *list);

/**
 * walklist_loop_next() - the next element of a loop by hand
 * @loop: the loop
 *
 * Return: the node; NULL if the loop has ended.
 */
LISH_API struct walklist_node *walklist_loop_next(struct walklist_loop *loop);

/**
 * walklist_stop() - end all running loops at their next step
 * @list: the list, which may then be freed with its elements
 */
LISH_API void walklist_stop(struct walklist *list);

/* Open a loop in any memory. Return the head; NULL if there is nothing to visit. */
LISH_API struct lish_link_ *walklist_loop_open_(struct walklist_loop *loop, struct walklist *list,
						enum lish_walk_kind_ kind);
LISH_API struct lish_link_ *walklist_loop_open_present_(struct walklist_loop *loop,
							struct walklist *list);
/* start: an object in the list, or NULL. */
LISH_API struct lish_link_ *walklist_loop_open_from_(struct walklist_loop *loop,
						     struct walklist *list,
						     const void *start, size_t offset);

/* An empty list is not opened by a call. */
LISH_INLINE struct lish_link_ *walklist_open_inline_(struct walklist_loop *loop,
						     struct walklist *list,
						     enum lish_walk_kind_ kind)
{
	const struct lish_link_ *head = &list->walks.head;

	if (head->next == head)
		return NULL;
	return kind == LISH_WALK_PRESENT_ ? walklist_loop_open_present_(loop, list) :
					    walklist_loop_open_(loop, list, kind);
}

LISH_INLINE void walklist_close_inline_(struct walklist_loop *loop)
{
	if (!lish_loop_shut_(&loop->walk.loop))
		walklist_loop_end(loop);
}

/* The object of a link; NULL of the head. */
LISH_INLINE void *walklist_object_(const struct lish_link_ *head,
				   struct lish_link_ *link, size_t offset)
{
	return link == head ? NULL : (char *)link - offset;
}

/* The next object, or NULL. Files that are not optimised call the library's, which is this one. */
LISH_INLINE void *walklist_step_inline_(struct walklist_loop *loop, struct lish_walk_cursor_ *cur,
					enum lish_walk_kind_ kind, size_t offset)
{
	struct lish_link_ *link = lish_walk_short_(&loop->walk, cur, kind, false);

	if (lish_likely(link != NULL)) {
		cur->at = link;
		return walklist_object_(cur->head, link, offset);
	}
	link = (struct lish_link_ *)(void *)walklist_loop_next(loop);
	cur->at = link;
	return link ? (char *)link - offset : NULL;
}

/* A loop that is not registered and writes nothing. */
LISH_API LISH_COLD void walklist_lost_place_(struct lish_walk_cursor_ cur);

LISH_INLINE struct lish_walk_cursor_ walklist_open_const_(const struct walklist *list)
{
	/* Through an integer, which drops const: the cursor is never written through. */
	struct lish_walk_cursor_ cur = lish_walk_at_(
		(struct lish_link_ *)(uintptr_t)&list->walks.head);

	/* A zero list has nothing to visit. From level 1 on, the first step asks. */
	if (LISH_CHECK < 1 && lish_unlikely(!cur.at->next))
		cur.head = NULL;
	return cur;
}

LISH_INLINE void *walklist_step_const_inline_(struct lish_walk_cursor_ *cur, size_t offset)
{
	struct lish_link_ *link = lish_walk_step_const_(cur, false);

	if (LISH_CHECK < 1 || lish_likely(link != NULL))
		return walklist_object_(cur->head, link, offset);
	walklist_lost_place_(*cur);
	return NULL;
}

#if LISH_INLINES_
#define WALKLIST_STEP_ walklist_step_inline_
#define WALKLIST_STEP_CONST_ walklist_step_const_inline_
#else
#define WALKLIST_STEP_(loop, cur, kind, offset)                               \
	(((kind) == LISH_WALK_FORWARD_ ? walklist_step_ : walklist_step_as_)( \
		loop, cur, kind, offset))
#define WALKLIST_STEP_CONST_ walklist_step_const_
#endif
/* The first one is for LISH_WALK_FORWARD_ alone. */
LISH_API void *walklist_step_(struct walklist_loop *loop, struct lish_walk_cursor_ *cur,
			      enum lish_walk_kind_ kind, size_t offset);
LISH_API void *walklist_step_as_(struct walklist_loop *loop, struct lish_walk_cursor_ *cur,
				 enum lish_walk_kind_ kind, size_t offset);
LISH_API void *walklist_step_const_(struct lish_walk_cursor_ *cur, size_t offset);

#define WALKLIST_LOOP_(pos, open, kind, type, member)                             \
	LISH_LOOP_(pos, walklist_loop, walk.loop, LISH_CLEANUP, WALKLIST_CLOSE_, \
		   &pos##_loop_, struct lish_walk_cursor_, lish_walk_at_(open),   \
		   pos##_at_.head, type,                                          \
		   WALKLIST_STEP_(&pos##_loop_, &pos##_at_, kind,                 \
				  WALKLIST_OFFSET_(type, member)))

/**
 * walklist_for_each_entry() - loop over the objects
 *
 * The body may change the list in any way except sort. Elements added after @pos
 * are visited; a body that always adds there never ends.
 * The loop may be left by break, return, goto or a C++ exception.
 */
#define walklist_for_each_entry(pos, list, type, member)                            \
	WALKLIST_LOOP_(pos, WALKLIST_OPEN_(&pos##_loop_, list, LISH_WALK_FORWARD_), \
		       LISH_WALK_FORWARD_, type, member)

/**
 * walklist_for_each_entry_safe() - loop over the objects; the body may remove the current one
 *
 * Another name for walklist_for_each_entry().
 */
#define walklist_for_each_entry_safe(pos, list, type, member) \
	walklist_for_each_entry(pos, list, type, member)

/**
 * walklist_for_each_entry_reverse() - loop over the objects from the last to the first
 *
 * As walklist_for_each_entry(), but visits elements added before @pos.
 */
#define walklist_for_each_entry_reverse(pos, list, type, member)                    \
	WALKLIST_LOOP_(pos, WALKLIST_OPEN_(&pos##_loop_, list, LISH_WALK_REVERSE_), \
		       LISH_WALK_REVERSE_, type, member)

/**
 * walklist_for_each_entry_from() - loop over the objects from a given one on
 * @start: the first object, in @list; NULL visits nothing
 *
 * As walklist_for_each_entry().
 */
#define walklist_for_each_entry_from(pos, list, start, type, member)                       \
	WALKLIST_LOOP_(pos,                                                                \
		       walklist_loop_open_from_(&pos##_loop_, list, LISH_OBJECT_(start, type), \
						WALKLIST_OFFSET_(type, member)),           \
		       LISH_WALK_FORWARD_, type, member)

/**
 * walklist_for_each_entry_present() - loop over the objects that are in the list now
 *
 * Skips every element that was added, or moved, after the loop began.
 */
#define walklist_for_each_entry_present(pos, list, type, member)        \
	WALKLIST_LOOP_(pos, WALKLIST_OPEN_PRESENT_(&pos##_loop_, list), \
		       LISH_WALK_PRESENT_, type, member)

/**
 * walklist_for_each_entry_const() - loop over the objects of a list that does not change
 *
 * The body must not change the list, which does not know of this loop. Several
 * threads may run it at once; longjmp() may leave it.
 */
#define walklist_for_each_entry_const(pos, list, type, member)         \
	LISH_LOOK_(pos, struct lish_walk_cursor_,                      \
		   walklist_open_const_(list), pos##_at_.head,            \
		   LISH_NO_(struct lish_link_), type,                  \
		   WALKLIST_STEP_CONST_(&pos##_at_, WALKLIST_OFFSET_(type, member)))

LISH_C_END

#endif /* LINUX_ISH_WALKLIST_H */
