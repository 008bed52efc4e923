/* SPDX-License-Identifier: MIT */
/*
 * list.h - the names of the kernel's list.h, for user-space code written for them
 *
 * Such code builds and behaves unchanged: struct list_head is head and node,
 * list_add(node, head), nodes need no initialisation before they are added, loops
 * take a cursor of yours, which stands on the head after the last step. hlist too.
 *
 * Not for new code: ilist has a type for the head and one for nodes, needs no
 * typeof, and notices an element that is added twice, which nothing can here, where
 * a node that is in no list may hold anything. Documentation/migrating.rst has
 * both side by side.
 *
 * At check level 1 a change looks at the links that it is about to write, as a
 * kernel with CONFIG_DEBUG_LIST does, and is refused if they are broken; a loop ends
 * with a report if its current element was deleted, or, in a _safe loop, the one
 * after it. Level 2 walks the whole ring at each change. list_del() leaves poison
 * at every level.
 *
 * list_for_each_from() and list_del_range() are of the kernel's tools/include.
 * Not here: what needs RCU, and names that begin with two underscores, except those
 * that code outside of the kernel uses: __list_add(), __list_del(),
 * __list_del_entry() and __list_splice(). Needs typeof: GNU C and C++, C23, tcc, MSVC
 * from 19.39 on. Nothing here is thread-safe, but for list_empty_careful() together
 * with list_del_init_careful().
 */
#if defined(_LINUX_LIST_H) || defined(_TOOLS_LINUX_LIST_H) || \
	defined(_LINUX_LIST_H_) || defined(__LINUX_LIST_H) ||  \
	defined(__LINUX_LIST_H__) || defined(_LIST_H) ||       \
	defined(__LIST_H) || defined(__LIST_H__) ||            \
	defined(_LIST_H_) || defined(LIST_H) ||                \
	defined(CCAN_LIST_H) || defined(UTIL_LINUX_LIST_H) ||  \
	defined(LIST_HEAD_INIT) || defined(list_for_each_entry)
#ifndef LINUX_ISH_COMPAT_LIST_H
#error "linux-ish/compat/list.h beside another list.h: include one of them"
#endif
#elif defined(LIST_HEAD)
#error "linux-ish/compat/list.h after sys/queue.h: LIST_HEAD is theirs already"
#endif
#ifndef LINUX_ISH_COMPAT_LIST_H
#define LINUX_ISH_COMPAT_LIST_H

#include "../bug.h"
#include "../container_of.h"
#include "../core/atomic.h"
#include "../core/list.h"

#ifndef LISH_TYPEOF_
#error "linux-ish/compat/list.h needs typeof; ilist.h does not"
#endif

struct list_head {
	struct list_head *next, *prev;
} LISH_MAY_ALIAS_;

struct hlist_head {
	struct hlist_node *first;
} LISH_MAY_ALIAS_;

/* pprev: what points to this node; NULL in a node that is in no list */
struct hlist_node {
	struct hlist_node *next, **pprev;
} LISH_MAY_ALIAS_;

/*
 * What the links of a deleted element are. Addresses at which nothing lies, where
 * there is an operating system; to be defined otherwise where something does.
 */
#ifndef LIST_POISON1
#define LIST_POISON1 ((void *)0x100)
#endif
#ifndef LIST_POISON2
#define LIST_POISON2 ((void *)0x122)
#endif

#define LIST_HEAD_INIT(name) { &(name), &(name) }
#define LIST_HEAD(name) struct list_head name = LIST_HEAD_INIT(name)

#define HLIST_HEAD_INIT { NULL }
#define HLIST_HEAD(name) struct hlist_head name = HLIST_HEAD_INIT
#define INIT_HLIST_HEAD(head) ((void)((head)->first = NULL))

LISH_C_BEGIN

/* The same struct, under the name that the mechanism has for it. */
static LISH_FORCED_INLINE_ struct lish_link_ *list_link_(const struct list_head *list)
{
	return (struct lish_link_ *)(uintptr_t)list;
}

/* A node, to be named in a report. */
static LISH_FORCED_INLINE_ void *list_named_(const void *node)
{
	return (void *)(uintptr_t)node;
}

/* Does a link hold what list_del() leaves there? */
static LISH_FORCED_INLINE_ bool list_poisoned_(const void *link)
{
	return link == LIST_POISON1 || link == LIST_POISON2;
}

/* May node, which may hold anything, be put between prev and next? */
static LISH_FORCED_INLINE_ bool list_may_add_(lish_op_ op, struct list_head *node,
			     const struct list_head *prev,
			     const struct list_head *next)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(node) || list_poisoned_(prev) ||
			  list_poisoned_(next) || node == prev || node == next ||
			  !lish_ring_joined_(list_link_(prev),
					     list_link_(next)))) {
		lish_list_refuse_link_(op, list_link_(node), list_link_(prev),
				       list_link_(next),
				       list_poisoned_(prev) ||
					       list_poisoned_(next));
		lish_stay_();
		return false;
	}
	if (LISH_CHECK >= 2)
		return lish_list_whole_(op, list_link_(prev)) &&
		       lish_list_apart_(op, list_link_(prev), list_link_(node));
	return true;
}

/* Is this element, or head, in a ring, with neighbours that know it? */
static LISH_FORCED_INLINE_ bool list_linked_(lish_op_ op, const struct list_head *entry)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(entry) || list_poisoned_(entry->next) ||
			  list_poisoned_(entry->prev) || !entry->prev ||
			  !lish_ring_known_(list_link_(entry)))) {
		lish_list_refuse_link_(
			op, list_link_(entry),
			lish_is_null(entry) ? NULL : list_link_(entry->prev),
			lish_is_null(entry) ? NULL : list_link_(entry->next),
			!lish_is_null(entry) && (list_poisoned_(entry->next) ||
						 list_poisoned_(entry->prev)));
		lish_stay_();
		return false;
	}
	if (LISH_CHECK >= 2)
		return lish_list_whole_(op, list_link_(entry));
	return true;
}

/*
 * Make and change
 */

static LISH_FORCED_INLINE_ void INIT_LIST_HEAD(struct list_head *list)
{
	lish_ring_init_(list_link_(list));
}

/* Put an element between two neighbours. */
static LISH_FORCED_INLINE_ void __list_add(struct list_head *node, struct list_head *prev,
			      struct list_head *next)
{
	if (list_may_add_("__list_add", node, prev, next))
		lish_ring_link_(list_link_(node), list_link_(prev),
				list_link_(next));
}

/* After head: the first one; or after any other element. */
static LISH_FORCED_INLINE_ void list_add(struct list_head *node, struct list_head *head)
{
	if (list_may_add_("list_add", node, head, head->next))
		lish_ring_link_(list_link_(node), list_link_(head),
				list_link_(head->next));
}

/* Before head: the last one; or before any other element. */
static LISH_FORCED_INLINE_ void list_add_tail(struct list_head *node, struct list_head *head)
{
	if (list_may_add_("list_add_tail", node, head->prev, head))
		lish_ring_link_(list_link_(node), list_link_(head->prev),
				list_link_(head));
}

/* Join two that will be neighbours. */
static LISH_FORCED_INLINE_ void __list_del(struct list_head *prev, struct list_head *next)
{
	next->prev = prev;
	prev->next = next;
}

/* Take an element out; its own links stay as they are. */
static LISH_FORCED_INLINE_ void __list_del_entry(struct list_head *entry)
{
	if (list_linked_("__list_del_entry", entry))
		__list_del(entry->prev, entry->next);
}

/* Take out begin to end, of one list; the links of them all stay as they are. */
static LISH_FORCED_INLINE_ void list_del_range(struct list_head *begin,
				  struct list_head *end)
{
	if (list_linked_("list_del_range", begin) &&
	    list_linked_("list_del_range", end))
		__list_del(begin->prev, end->next);
}

static LISH_FORCED_INLINE_ void list_del(struct list_head *entry)
{
	if (!list_linked_("list_del", entry))
		return;
	__list_del(entry->prev, entry->next);
	entry->next = (struct list_head *)LIST_POISON1;
	entry->prev = (struct list_head *)LIST_POISON2;
}

/* Afterwards list_empty(entry), and it may be deleted so again. */
static LISH_FORCED_INLINE_ void list_del_init(struct list_head *entry)
{
	if (!list_linked_("list_del_init", entry))
		return;
	__list_del(entry->prev, entry->next);
	INIT_LIST_HEAD(entry);
}

/* Put node in the place of old, whose own links stay as they are. */
static LISH_FORCED_INLINE_ void list_replace(struct list_head *old, struct list_head *node)
{
	if (!list_linked_("list_replace", old))
		return;
	node->next = old->next;
	node->next->prev = node;
	node->prev = old->prev;
	node->prev->next = node;
}

static LISH_FORCED_INLINE_ void list_replace_init(struct list_head *old,
				     struct list_head *node)
{
	if (!list_linked_("list_replace_init", old))
		return;
	list_replace(old, node);
	INIT_LIST_HEAD(old);
}

/* Of one list or of two. */
static LISH_FORCED_INLINE_ void list_swap(struct list_head *entry1, struct list_head *entry2)
{
	if (list_linked_("list_swap", entry1) &&
	    list_linked_("list_swap", entry2))
		lish_ring_swap_(list_link_(entry1), list_link_(entry2));
}

static LISH_FORCED_INLINE_ void list_move(struct list_head *list, struct list_head *head)
{
	if (!list_linked_("list_move", list) ||
	    !list_linked_("list_move", head) || list == head)
		return;
	__list_del(list->prev, list->next);
	lish_ring_link_(list_link_(list), list_link_(head),
			list_link_(head->next));
}

static LISH_FORCED_INLINE_ void list_move_tail(struct list_head *list,
				  struct list_head *head)
{
	if (!list_linked_("list_move_tail", list) ||
	    !list_linked_("list_move_tail", head) || list == head)
		return;
	__list_del(list->prev, list->next);
	lish_ring_link_(list_link_(list), list_link_(head->prev),
			list_link_(head));
}

/* From first to last, neighbours of one list, which head is not among. */
static LISH_FORCED_INLINE_ void list_bulk_move_tail(struct list_head *head,
				       struct list_head *first,
				       struct list_head *last)
{
	if (list_linked_("list_bulk_move_tail", first) &&
	    list_linked_("list_bulk_move_tail", last) &&
	    list_linked_("list_bulk_move_tail", head))
		lish_ring_move_run_(list_link_(first), list_link_(last),
				    list_link_(head));
}

/*
 * Ask. An int, as there: it may be used as a number.
 */

static LISH_FORCED_INLINE_ int list_is_first(const struct list_head *list,
				const struct list_head *head)
{
	return list->prev == head;
}

static LISH_FORCED_INLINE_ int list_is_last(const struct list_head *list,
			       const struct list_head *head)
{
	return list->next == head;
}

static LISH_FORCED_INLINE_ int list_is_head(const struct list_head *list,
			       const struct list_head *head)
{
	return list == head;
}

/* Read anew at each call. A head of zeros is no list, and is reported. */
static LISH_FORCED_INLINE_ int list_empty(const struct list_head *head)
{
	const struct list_head *next =
		*(struct list_head *const volatile *)&head->next;

	if (LISH_CHECK >= 1 && lish_unlikely(!next)) {
		lish_list_refuse_("list_empty", head, NULL, LISH_UNINITIALIZED);
		lish_stay_();
		return 1;
	}
	return next == head;
}

static LISH_FORCED_INLINE_ int list_is_singular(const struct list_head *head)
{
	return !list_empty(head) && head->next == head->prev;
}

static LISH_FORCED_INLINE_ size_t list_count_nodes(const struct list_head *head)
{
	const struct list_head *at;
	size_t count = 0;

	if (list_empty(head))
		return 0;
	for (at = head->next; at != head; at = at->next)
		count++;
	return count;
}

/*
 * For a waiter whose own node is taken out by another thread, and nothing else:
 * that one's writes from before are seen by who finds the node empty.
 */
static LISH_FORCED_INLINE_ void list_del_init_careful(struct list_head *entry)
{
	if (!list_linked_("list_del_init_careful", entry))
		return;
	__list_del(entry->prev, entry->next);
	entry->prev = entry;
#if LISH_ATOMICS
	/* A release is what there is a compare and swap for. */
	{
		lish_atomic *word = (lish_atomic *)(void *)&entry->next;
		uintptr_t old = lish_atomic_load(word);

		while (!lish_atomic_cas_release(word, &old, (uintptr_t)entry))
			;
	}
#else
	*(struct list_head *volatile *)&entry->next = entry;
#endif
}

static LISH_FORCED_INLINE_ int list_empty_careful(const struct list_head *head)
{
#if LISH_ATOMICS
	const uintptr_t next = lish_atomic_load_acquire(
		(const lish_atomic *)(const void *)&head->next);

	return next == (uintptr_t)head &&
	       *(struct list_head *const volatile *)&head->prev == head;
#else
	return list_empty(head) && head->prev == head;
#endif
}

/*
 * Whole lists
 */

/* The first one becomes the last. */
static LISH_FORCED_INLINE_ void list_rotate_left(struct list_head *head)
{
	if (!list_empty(head))
		list_move_tail(head->next, head);
}

/* list becomes the first one; what stood before it stands at the end then. */
static LISH_FORCED_INLINE_ void list_rotate_to_front(struct list_head *list,
					struct list_head *head)
{
	list_move_tail(head, list);
}

/*
 * What stands up to entry, and it, goes to list, whose contents are lost. All of it
 * stays if entry is head.
 */
static LISH_FORCED_INLINE_ void list_cut_position(struct list_head *list,
				     struct list_head *head,
				     struct list_head *entry)
{
	if (list_empty(head) ||
	    (list_is_singular(head) && entry != head && entry != head->next))
		return;
	if (!list_linked_("list_cut_position", head) ||
	    !list_linked_("list_cut_position", entry))
		return;
	INIT_LIST_HEAD(list);
	if (entry != head)
		lish_ring_move_run_(list_link_(head->next), list_link_(entry),
				    list_link_(list));
}

/* What stands before entry goes to list, all of it if entry is head. */
static LISH_FORCED_INLINE_ void list_cut_before(struct list_head *list,
				   struct list_head *head,
				   struct list_head *entry)
{
	if (!list_linked_("list_cut_before", head) ||
	    !list_linked_("list_cut_before", entry))
		return;
	INIT_LIST_HEAD(list);
	if (head->next != entry)
		lish_ring_move_run_(list_link_(head->next),
				    list_link_(entry->prev), list_link_(list));
}

/* Are there elements in list, and may they be put after prev? */
static LISH_FORCED_INLINE_ bool list_may_splice_(lish_op_ op, const struct list_head *list,
				const struct list_head *prev)
{
	return !list_empty(list) && list_linked_(op, list) &&
	       list_linked_(op, prev);
}

/*
 * All elements of list between two neighbours; list itself stays as it is, and is no
 * list. Nothing happens if it is empty, where the kernel would link the head.
 */
static LISH_FORCED_INLINE_ void __list_splice(const struct list_head *list,
				 struct list_head *prev, struct list_head *next)
{
	if (!list_may_splice_("__list_splice", list, prev))
		return;
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(!lish_ring_joined_(list_link_(prev),
					     list_link_(next)))) {
		lish_list_refuse_link_("__list_splice", list_link_(list),
				       list_link_(prev), list_link_(next),
				       false);
		return;
	}
	list->next->prev = prev;
	prev->next = list->next;
	list->prev->next = next;
	next->prev = list->prev;
}

/* All elements of list to the front; list itself stays as it is, and is no list. */
static LISH_FORCED_INLINE_ void list_splice(const struct list_head *list,
			       struct list_head *head)
{
	if (list_may_splice_("list_splice", list, head))
		lish_ring_link_run_(list_link_(list->next),
				    list_link_(list->prev), list_link_(head));
}

static LISH_FORCED_INLINE_ void list_splice_tail(const struct list_head *list,
				    struct list_head *head)
{
	if (list_may_splice_("list_splice_tail", list, head))
		lish_ring_link_run_(list_link_(list->next),
				    list_link_(list->prev),
				    list_link_(head->prev));
}

/* The same, and list is empty then. */
static LISH_FORCED_INLINE_ void list_splice_init(struct list_head *list,
				    struct list_head *head)
{
	if (list_may_splice_("list_splice_init", list, head))
		lish_ring_splice_(list_link_(list), list_link_(head));
}

static LISH_FORCED_INLINE_ void list_splice_tail_init(struct list_head *list,
					 struct list_head *head)
{
	if (list_may_splice_("list_splice_tail_init", list, head))
		lish_ring_splice_(list_link_(list), list_link_(head->prev));
}

/*
 * Steps of loops
 *
 * Each returns the link that the loop goes to, or head, which ends it: where there
 * are no elements, and after a report that no link leads on.
 */

/* What list_del(), list_del_init() or memset() left of a link of at. */
static LISH_FORCED_INLINE_ bool list_lost_(const struct list_head *at,
			  const struct list_head *link,
			  const struct list_head *head)
{
	return !link || list_poisoned_(link) || (link == at && at != head);
}

static LISH_FORCED_INLINE_ struct list_head *list_lead_(lish_op_ op,
				       const struct list_head *at,
				       struct list_head *link,
				       const struct list_head *head)
{
	if (LISH_CHECK >= 1 && lish_unlikely(list_lost_(at, link, head))) {
		lish_list_refuse_(op, head, at == head ? NULL : list_named_(at),
				  at == head ? LISH_UNINITIALIZED :
					       LISH_LOST_PLACE);
		lish_stay_();
		return (struct list_head *)(uintptr_t)head;
	}
	return link;
}

static LISH_FORCED_INLINE_ struct list_head *list_next_(lish_op_ op,
				       const struct list_head *at,
				       const struct list_head *head)
{
	return list_lead_(op, at, at->next, head);
}

static LISH_FORCED_INLINE_ struct list_head *list_prev_(lish_op_ op,
				       const struct list_head *at,
				       const struct list_head *head)
{
	return list_lead_(op, at, at->prev, head);
}

/* The element that a _safe loop read ahead, if it is still in. */
static LISH_FORCED_INLINE_ struct list_head *list_kept_(lish_op_ op, struct list_head *ahead,
				       const struct list_head *head)
{
	if (LISH_CHECK >= 1 && ahead != head &&
	    lish_unlikely(list_lost_(ahead, ahead->next, head))) {
		lish_list_refuse_(op, head, ahead, LISH_LOST_PLACE);
		lish_stay_();
		return (struct list_head *)(uintptr_t)head;
	}
	return ahead;
}

/* Through an integer: what is formed from a head is no object. */
static LISH_FORCED_INLINE_ void *list_object_(const void *link, size_t offset)
{
	return (void *)((uintptr_t)link - offset);
}

static LISH_FORCED_INLINE_ void *list_object_or_null_(const void *link, size_t offset)
{
	return link ? list_object_(link, offset) : NULL;
}

LISH_C_END

/*
 * From elements to objects
 */

#define list_entry(ptr, type, member)                                    \
	LISH_CAST_(type, list_object_(1 ? (ptr) : &LISH_NO_(type)->member, \
				      offsetof(type, member)))

/* Of a list that is not empty. */
#define list_first_entry(head, type, member) \
	list_entry((head)->next, type, member)
#define list_last_entry(head, type, member) \
	list_entry((head)->prev, type, member)

LISH_C_BEGIN

static LISH_FORCED_INLINE_ struct list_head *list_first_or_null_(const struct list_head *head)
{
	return list_empty(head) ? NULL : head->next;
}

static LISH_FORCED_INLINE_ struct list_head *list_last_or_null_(const struct list_head *head)
{
	return list_empty(head) ? NULL : head->prev;
}

/* The first element again after the last one, and the last before the first. */
static LISH_FORCED_INLINE_ struct list_head *list_next_circular_(const struct list_head *at,
						const struct list_head *head)
{
	return at->next == head ? head->next : at->next;
}

static LISH_FORCED_INLINE_ struct list_head *list_prev_circular_(const struct list_head *at,
						const struct list_head *head)
{
	return at->prev == head ? head->prev : at->prev;
}

LISH_C_END

#define list_first_entry_or_null(head, type, member)                     \
	LISH_CAST_(type, list_object_or_null_(list_first_or_null_(head), \
					      offsetof(type, member)))
#define list_last_entry_or_null(head, type, member)                     \
	LISH_CAST_(type, list_object_or_null_(list_last_or_null_(head), \
					      offsetof(type, member)))

/* The object of a link, of the type that a cursor points to. */
#define LIST_OBJECT_(link, pos, member)                              \
	LISH_CAST_(LISH_TYPEOF_(*(pos)),                             \
		   list_object_(link, offsetof(LISH_TYPEOF_(*(pos)), \
					       member)))

#define list_next_entry(pos, member) \
	LIST_OBJECT_((pos)->member.next, pos, member)
#define list_prev_entry(pos, member) \
	LIST_OBJECT_((pos)->member.prev, pos, member)
#define list_next_entry_circular(pos, head, member) \
	LIST_OBJECT_(list_next_circular_(&(pos)->member, head), pos, member)
#define list_prev_entry_circular(pos, head, member) \
	LIST_OBJECT_(list_prev_circular_(&(pos)->member, head), pos, member)

/* Does the cursor stand on the head, which is no object? */
#define list_entry_is_head(pos, head, member) (&(pos)->member == (head))

/* A cursor for list_for_each_entry_continue(): on the head if pos is NULL. */
#define list_prepare_entry(pos, head, member) \
	((pos) ? (pos) : LIST_OBJECT_(head, pos, member))

/* For a _safe loop whose body gave up a lock, or took out n. */
#define list_safe_reset_next(pos, n, member) \
	((void)((n) = list_next_entry(pos, member)))

/*
 * Loops over nodes
 */

#define list_for_each(pos, head)                               \
	for ((pos) = list_next_("list_for_each", head, head);  \
	     !list_is_head(pos, head);                         \
	     (pos) = list_next_("list_for_each", pos, head))

#define list_for_each_reverse(pos, head)                              \
	for ((pos) = list_prev_("list_for_each_reverse", head, head); \
	     !list_is_head(pos, head);                                \
	     (pos) = list_prev_("list_for_each_reverse", pos, head))

#define list_for_each_prev(pos, head)                              \
	for ((pos) = list_prev_("list_for_each_prev", head, head); \
	     !list_is_head(pos, head);                             \
	     (pos) = list_prev_("list_for_each_prev", pos, head))

/* From pos on. */
#define list_for_each_from(pos, head)     \
	for (; !list_is_head(pos, head); \
	     (pos) = list_next_("list_for_each_from", pos, head))

#define list_for_each_continue(pos, head)                             \
	for ((pos) = list_next_("list_for_each_continue", pos, head); \
	     !list_is_head(pos, head);                                \
	     (pos) = list_next_("list_for_each_continue", pos, head))

#define list_for_each_safe(pos, n, head)                             \
	for ((pos) = list_next_("list_for_each_safe", head, head),   \
	    (n) = (pos)->next;                                       \
	     !list_is_head(pos, head);                               \
	     (pos) = list_kept_("list_for_each_safe", n, head),      \
	    (n) = (pos)->next)

#define list_for_each_prev_safe(pos, n, head)                           \
	for ((pos) = list_prev_("list_for_each_prev_safe", head, head), \
	    (n) = (pos)->prev;                                          \
	     !list_is_head(pos, head);                                  \
	     (pos) = list_kept_("list_for_each_prev_safe", n, head),    \
	    (n) = (pos)->prev)

/*
 * Loops over objects. begin is the link that the loop begins at.
 */

#define LIST_LOOP_(op, pos, begin, head, member, step)                  \
	for ((pos) = LIST_OBJECT_(begin, pos, member);                  \
	     !list_entry_is_head(pos, head, member);                    \
	     (pos) = LIST_OBJECT_(step(op, &(pos)->member, head), pos,  \
				  member))

#define LIST_SAFE_LOOP_(op, pos, n, begin, head, member, link)              \
	for ((pos) = LIST_OBJECT_(begin, pos, member),                      \
	    (n) = LIST_OBJECT_((pos)->member.link, n, member);              \
	     !list_entry_is_head(pos, head, member);                        \
	     (pos) = LIST_OBJECT_(list_kept_(op, &(n)->member, head), pos,  \
				  member),                                  \
	    (n) = LIST_OBJECT_((pos)->member.link, n, member))

#define list_for_each_entry(pos, head, member)                             \
	LIST_LOOP_("list_for_each_entry", pos,                             \
		   list_next_("list_for_each_entry", head, head), head,    \
		   member, list_next_)

#define list_for_each_entry_reverse(pos, head, member)                     \
	LIST_LOOP_("list_for_each_entry_reverse", pos,                     \
		   list_prev_("list_for_each_entry_reverse", head, head),  \
		   head, member, list_prev_)

/* From the element after pos on, or the one before it. */
#define list_for_each_entry_continue(pos, head, member)               \
	LIST_LOOP_("list_for_each_entry_continue", pos,               \
		   list_next_("list_for_each_entry_continue",         \
			      &(pos)->member, head),                  \
		   head, member, list_next_)

#define list_for_each_entry_continue_reverse(pos, head, member)       \
	LIST_LOOP_("list_for_each_entry_continue_reverse", pos,       \
		   list_prev_("list_for_each_entry_continue_reverse", \
			      &(pos)->member, head),                  \
		   head, member, list_prev_)

/* From pos on. */
#define list_for_each_entry_from(pos, head, member)                    \
	LIST_LOOP_("list_for_each_entry_from", pos, &(pos)->member,    \
		   head, member, list_next_)

#define list_for_each_entry_from_reverse(pos, head, member)               \
	LIST_LOOP_("list_for_each_entry_from_reverse", pos,               \
		   &(pos)->member, head, member, list_prev_)

/* The body may delete pos; n is the cursor's next place. */
#define list_for_each_entry_safe(pos, n, head, member)                     \
	LIST_SAFE_LOOP_("list_for_each_entry_safe", pos, n,                \
			list_next_("list_for_each_entry_safe", head, head), \
			head, member, next)

#define list_for_each_entry_safe_reverse(pos, n, head, member)           \
	LIST_SAFE_LOOP_("list_for_each_entry_safe_reverse", pos, n,      \
			list_prev_("list_for_each_entry_safe_reverse",   \
				   head, head),                          \
			head, member, prev)

#define list_for_each_entry_safe_continue(pos, n, head, member)         \
	LIST_SAFE_LOOP_("list_for_each_entry_safe_continue", pos, n,    \
			list_next_("list_for_each_entry_safe_continue", \
				   &(pos)->member, head),               \
			head, member, next)

#define list_for_each_entry_safe_from(pos, n, head, member)                 \
	LIST_SAFE_LOOP_("list_for_each_entry_safe_from", pos, n,            \
			&(pos)->member, head, member, next)

/*
 * hlist: a head of one pointer, for tables of hashes
 *
 * Level 1 checks what the kernel does not: that what points to a node that is
 * deleted or added beside does point to it.
 */

LISH_C_BEGIN

static LISH_FORCED_INLINE_ void INIT_HLIST_NODE(struct hlist_node *node)
{
	node->next = NULL;
	node->pprev = NULL;
}

static LISH_FORCED_INLINE_ int hlist_unhashed(const struct hlist_node *node)
{
	return !node->pprev;
}

/* Read anew at each call. */
static LISH_FORCED_INLINE_ int hlist_unhashed_lockless(const struct hlist_node *node)
{
	return !*(struct hlist_node **const volatile *)&node->pprev;
}

static LISH_FORCED_INLINE_ int hlist_empty(const struct hlist_head *head)
{
	return !*(struct hlist_node *const volatile *)&head->first;
}

/* Is this element in a list, and do both sides know it? */
static LISH_FORCED_INLINE_ bool hlist_linked_(lish_op_ op, const struct hlist_node *node)
{
	if (LISH_CHECK >= 1) {
		if (lish_unlikely(lish_is_null(node) || !node->pprev ||
				  list_poisoned_(node->pprev))) {
			lish_list_refuse_(op, NULL, list_named_(node),
					  lish_is_null(node) ? LISH_NULL :
							       LISH_NOT_IN);
			lish_stay_();
			return false;
		}
		if (lish_unlikely((*node->pprev != node &&
				   node->pprev != &node->next) ||
				  (node->next &&
				   node->next->pprev != &node->next))) {
			lish_list_refuse_(op, NULL, list_named_(node), LISH_BROKEN_LINKS);
			lish_stay_();
			return false;
		}
	}
	return true;
}

/* May node, which may hold anything, be put where link is? */
static LISH_FORCED_INLINE_ bool hlist_may_add_(lish_op_ op, struct hlist_node *node,
			      struct hlist_node *const *link)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(node) || *link == node ||
			  list_poisoned_(*link) ||
			  (*link && (*link)->pprev != link))) {
		lish_list_refuse_(op, NULL, list_named_(node),
				  lish_is_null(node)	? LISH_NULL :
				  *link == node		? LISH_ALREADY_IN :
				  list_poisoned_(*link) ? LISH_NOT_IN :
							  LISH_BROKEN_LINKS);
		lish_stay_();
		return false;
	}
	return true;
}

static LISH_FORCED_INLINE_ void hlist_link_(struct hlist_node *node, struct hlist_node **link)
{
	node->next = *link;
	node->pprev = link;
	if (node->next)
		node->next->pprev = &node->next;
	*link = node;
}

static LISH_FORCED_INLINE_ void hlist_unlink_(struct hlist_node *node)
{
	*node->pprev = node->next;
	if (node->next)
		node->next->pprev = node->pprev;
}

static LISH_FORCED_INLINE_ void hlist_del(struct hlist_node *node)
{
	if (!hlist_linked_("hlist_del", node))
		return;
	hlist_unlink_(node);
	node->next = (struct hlist_node *)LIST_POISON1;
	node->pprev = (struct hlist_node **)LIST_POISON2;
}

/* Nothing happens to a node that is in no list. */
static LISH_FORCED_INLINE_ void hlist_del_init(struct hlist_node *node)
{
	if (hlist_unhashed(node) || !hlist_linked_("hlist_del_init", node))
		return;
	hlist_unlink_(node);
	INIT_HLIST_NODE(node);
}

static LISH_FORCED_INLINE_ void hlist_add_head(struct hlist_node *node,
				  struct hlist_head *head)
{
	if (hlist_may_add_("hlist_add_head", node, &head->first))
		hlist_link_(node, &head->first);
}

static LISH_FORCED_INLINE_ void hlist_add_before(struct hlist_node *node,
				    struct hlist_node *next)
{
	if (hlist_linked_("hlist_add_before", next) &&
	    hlist_may_add_("hlist_add_before", node, next->pprev))
		hlist_link_(node, next->pprev);
}

static LISH_FORCED_INLINE_ void hlist_add_behind(struct hlist_node *node,
				    struct hlist_node *prev)
{
	if (hlist_may_add_("hlist_add_behind", node, &prev->next))
		hlist_link_(node, &prev->next);
}

/* For a node that is in no list and shall not look so: it can be deleted. */
static LISH_FORCED_INLINE_ void hlist_add_fake(struct hlist_node *node)
{
	node->pprev = &node->next;
}

static LISH_FORCED_INLINE_ bool hlist_fake(const struct hlist_node *node)
{
	return node->pprev == &node->next;
}

static LISH_FORCED_INLINE_ bool hlist_is_singular_node(const struct hlist_node *node,
					  const struct hlist_head *head)
{
	return !node->next && node->pprev == &head->first;
}

/* What to held before is lost. */
static LISH_FORCED_INLINE_ void hlist_move_list(struct hlist_head *from,
				   struct hlist_head *to)
{
	to->first = from->first;
	if (to->first)
		to->first->pprev = &to->first;
	from->first = NULL;
}

/* All of from, which is not empty and ends with last, to the front of to. */
static LISH_FORCED_INLINE_ void hlist_splice_init(struct hlist_head *from,
				     struct hlist_node *last,
				     struct hlist_head *to)
{
	if (to->first)
		to->first->pprev = &last->next;
	last->next = to->first;
	to->first = from->first;
	from->first->pprev = &to->first;
	from->first = NULL;
}

static LISH_FORCED_INLINE_ size_t hlist_count_nodes(const struct hlist_head *head)
{
	const struct hlist_node *at;
	size_t count = 0;

	for (at = head->first; at; at = at->next)
		count++;
	return count;
}

/* The next place of a loop, or a report and NULL where list_del() left poison. */
static LISH_FORCED_INLINE_ struct hlist_node *hlist_next_(lish_op_ op,
					 const struct hlist_node *at)
{
	struct hlist_node *next = at->next;

	if (LISH_CHECK >= 1 && lish_unlikely(list_poisoned_(next))) {
		lish_list_refuse_(op, NULL, list_named_(at), LISH_LOST_PLACE);
		lish_stay_();
		return NULL;
	}
	return next;
}

/* The same for one that was read ahead. */
static LISH_FORCED_INLINE_ struct hlist_node *hlist_kept_(lish_op_ op,
					 struct hlist_node *ahead)
{
	if (LISH_CHECK >= 1 && ahead && lish_unlikely(list_poisoned_(ahead->next))) {
		lish_list_refuse_(op, NULL, ahead, LISH_LOST_PLACE);
		lish_stay_();
		return NULL;
	}
	return ahead;
}

LISH_C_END

#define hlist_entry(ptr, type, member) list_entry(ptr, type, member)
/* NULL for NULL */
#define hlist_entry_safe(ptr, type, member) \
	LISH_CAST_(type, list_object_or_null_(ptr, offsetof(type, member)))

#define HLIST_OBJECT_(link, pos, member) \
	hlist_entry_safe(link, LISH_TYPEOF_(*(pos)), member)

#define HLIST_LOOP_(op, pos, begin, member)                                  \
	for ((pos) = HLIST_OBJECT_(begin, pos, member); (pos);               \
	     (pos) = HLIST_OBJECT_(hlist_next_(op, &(pos)->member), pos,     \
				   member))

#define hlist_for_each(pos, head)            \
	for ((pos) = (head)->first; (pos); \
	     (pos) = hlist_next_("hlist_for_each", pos))

#define hlist_for_each_safe(pos, n, head)                              \
	for ((pos) = (head)->first; (pos) && ((n) = (pos)->next, true); \
	     (pos) = hlist_kept_("hlist_for_each_safe", n))

#define hlist_for_each_entry(pos, head, member) \
	HLIST_LOOP_("hlist_for_each_entry", pos, (head)->first, member)

/* From the element after pos on. */
#define hlist_for_each_entry_continue(pos, member)       \
	HLIST_LOOP_("hlist_for_each_entry_continue", pos, \
		    (pos)->member.next, member)

/* From pos on. */
#define hlist_for_each_entry_from(pos, member)                             \
	for (; (pos);                                                      \
	     (pos) = HLIST_OBJECT_(hlist_next_("hlist_for_each_entry_from", \
					       &(pos)->member),            \
				   pos, member))

/* The body may delete pos; n is a node, not an object. */
#define hlist_for_each_entry_safe(pos, n, head, member)                      \
	for ((pos) = HLIST_OBJECT_((head)->first, pos, member);              \
	     (pos) && ((n) = (pos)->member.next, true);                      \
	     (pos) = HLIST_OBJECT_(                                          \
		     hlist_kept_("hlist_for_each_entry_safe", n), pos, member))

/* Last, for LISH_REPORT_LOCATION. */
#define LISH_HERE_COMPAT_LIST_
#include "../core/here.h"

#endif /* LINUX_ISH_COMPAT_LIST_H */
