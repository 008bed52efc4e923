/* SPDX-License-Identifier: MIT */
/*
 * list.h - the kernel's list.h, for user-space code written for it
 *
 * Such code builds and behaves unchanged. struct list_head is head and node; nodes need
 * no initialisation before they are added; loops take a cursor of yours, which is at the
 * head after the last step. hlist is in hlist.h, included here.
 *
 * Use ilist in new code: it reports an element that is added twice. Here nothing can,
 * because an unlinked node may have any content. Documentation/migrating.rst compares
 * both.
 *
 * Level 1 refuses changes at broken links, as CONFIG_DEBUG_LIST does. A loop ends with a
 * report if its current element was deleted, or the next one of a _safe loop. Freed memory
 * may hide that: see list_for_each_entry_safe(). Level 2 walks the whole ring at each
 * change. list_del() leaves poison at every level.
 *
 * list_for_each_from() and list_del_range() come from the kernel's tools/include. RCU is
 * missing, and so are names that begin with two underscores, except those that code
 * outside of the kernel uses. Needs typeof: GNU C and C++, C23, tcc, MSVC from 19.39 on.
 * Not thread-safe, except list_empty_careful() with list_del_init_careful().
 */
#if defined(_LINUX_LIST_H) || defined(_TOOLS_LINUX_LIST_H) || \
	defined(_LINUX_LIST_H_) || defined(__LINUX_LIST_H) || \
	defined(__LINUX_LIST_H__) || defined(_LIST_H) ||      \
	defined(__LIST_H) || defined(__LIST_H__) ||           \
	defined(_LIST_H_) || defined(LIST_H) ||               \
	defined(CCAN_LIST_H) || defined(UTIL_LINUX_LIST_H) || \
	defined(LIST_HEAD_INIT) || defined(list_for_each_entry)
#ifndef LINUX_ISH_COMPAT_LIST_H
#error "linux-ish/compat/list.h beside another list.h: include one of them. If that list.h only includes this one, rename its guard"
#endif
#elif defined(LIST_HEAD)
#error "linux-ish/compat/list.h after sys/queue.h: LIST_HEAD is theirs already"
#endif
#ifndef LINUX_ISH_COMPAT_LIST_H
#define LINUX_ISH_COMPAT_LIST_H

#include "../bug.h"
#include "../container_of.h"
#include "../ground/atomic.h"
#include "hlist.h"
#include "links.h"

LISH_NATURAL_(compat_list);

#ifndef LISH_TYPEOF_
#error "linux-ish/compat/list.h needs typeof; ilist.h does not"
#endif

struct list_head {
	struct list_head *next, *prev;
} LISH_MAY_ALIAS_;

#define LIST_HEAD_INIT(name) { &(name), &(name) }
#define LIST_HEAD(name) struct list_head name = LIST_HEAD_INIT(name)

LISH_C_BEGIN

LIST_CALL_ struct lish_link_ *list_link_(const struct list_head *list)
{
	return (struct lish_link_ *)(uintptr_t)list;
}

LIST_CALL_ void INIT_LIST_HEAD(struct list_head *list)
{
	lish_ring_init_(list_link_(list));
}

LIST_CALL_ void __list_add(struct list_head *node, struct list_head *prev, struct list_head *next)
{
	lish_list_add_between_(list_link_(node), list_link_(prev), list_link_(next));
}

/* After head, or after another element. */
LIST_CALL_ void list_add(struct list_head *node, struct list_head *head)
{
	lish_list_add_(list_link_(node), list_link_(head));
}

LIST_CALL_ void list_add_tail(struct list_head *node, struct list_head *head)
{
	lish_list_add_tail_(list_link_(node), list_link_(head));
}

/* Join two elements. */
LIST_CALL_ void __list_del(struct list_head *prev, struct list_head *next)
{
	next->prev = prev;
	prev->next = next;
}

/* entry keeps its own links. */
LIST_CALL_ void __list_del_entry(struct list_head *entry)
{
	lish_list_del_entry_(list_link_(entry));
}

/* Remove begin to end, of one list. They keep their own links. */
LIST_CALL_ void list_del_range(struct list_head *begin, struct list_head *end)
{
	lish_list_del_range_(list_link_(begin), list_link_(end));
}

LIST_CALL_ void list_del(struct list_head *entry)
{
	lish_list_del_(list_link_(entry));
}

LIST_CALL_ void list_del_init(struct list_head *entry)
{
	lish_list_del_init_(list_link_(entry));
}

/* old keeps its own links. */
LIST_CALL_ void list_replace(struct list_head *old, struct list_head *node)
{
	lish_list_replace_(list_link_(old), list_link_(node));
}

LIST_CALL_ void list_replace_init(struct list_head *old, struct list_head *node)
{
	lish_list_replace_init_(list_link_(old), list_link_(node));
}

LIST_CALL_ void list_swap(struct list_head *entry1, struct list_head *entry2)
{
	lish_list_swap_(list_link_(entry1), list_link_(entry2));
}

LIST_CALL_ void list_move(struct list_head *list, struct list_head *head)
{
	lish_list_move_(list_link_(list), list_link_(head));
}

LIST_CALL_ void list_move_tail(struct list_head *list, struct list_head *head)
{
	lish_list_move_tail_(list_link_(list), list_link_(head));
}

/* Move first to last, of one list. head is not between them. */
LIST_CALL_ void list_bulk_move_tail(struct list_head *head, struct list_head *first,
				    struct list_head *last)
{
	lish_list_bulk_move_(list_link_(head), list_link_(first), list_link_(last));
}

/*
 * Ask. The result is an int, as in the kernel.
 */

LIST_CALL_ int list_is_first(const struct list_head *list, const struct list_head *head)
{
	return list->prev == head;
}

LIST_CALL_ int list_is_last(const struct list_head *list, const struct list_head *head)
{
	return list->next == head;
}

LIST_CALL_ int list_is_head(const struct list_head *list, const struct list_head *head)
{
	return list == head;
}

/* Reads memory at each call. Reports a head of zeros. */
LIST_CALL_ int list_empty(const struct list_head *head)
{
	const struct list_head *next =
		*(struct list_head *const volatile *)&head->next;

	if (LISH_CHECK >= 1 && lish_unlikely(!next)) {
		lish_list_no_head_(LISH_LIST_NAME_("list_empty"), head);
		return 1;
	}
	return next == head;
}

LIST_CALL_ int list_is_singular(const struct list_head *head)
{
	return !list_empty(head) && head->next == head->prev;
}

LIST_CALL_ size_t list_count_nodes(const struct list_head *head)
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
 * For a thread that waits until another thread deletes its node, and for nothing else:
 * if list_empty_careful(entry), it sees all writes from before the deletion.
 */
LIST_CALL_ void list_del_init_careful(struct list_head *entry)
{
	lish_list_del_careful_(list_link_(entry));
}

LIST_CALL_ int list_empty_careful(const struct list_head *head)
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

/* Move the first element to the end. */
LIST_CALL_ void list_rotate_left(struct list_head *head)
{
	if (!list_empty(head))
		list_move_tail(head->next, head);
}

/* Make list the first element, and keep the order of the ring. */
LIST_CALL_ void list_rotate_to_front(struct list_head *list, struct list_head *head)
{
	list_move_tail(head, list);
}

/*
 * Move the first element to entry, inclusive, to list. The old elements of list are
 * lost. Nothing moves if entry is head.
 */
LIST_CALL_ void list_cut_position(struct list_head *list, struct list_head *head,
				  struct list_head *entry)
{
	lish_list_cut_position_(list_link_(list), list_link_(head), list_link_(entry));
}

/* Move all elements before entry to list; all of them if entry is head. */
LIST_CALL_ void list_cut_before(struct list_head *list, struct list_head *head,
				struct list_head *entry)
{
	lish_list_cut_before_(list_link_(list), list_link_(head), list_link_(entry));
}

/*
 * Move all elements of list between two neighbours. list itself is invalid afterwards.
 * Nothing happens if list is empty; the kernel would link the head.
 */
LIST_CALL_ void __list_splice(const struct list_head *list, struct list_head *prev,
			      struct list_head *next)
{
	lish_list_splice_between_(list_link_(list), list_link_(prev), list_link_(next));
}

/* To the front, to the end. list itself is invalid afterwards. */
LIST_CALL_ void list_splice(const struct list_head *list, struct list_head *head)
{
	lish_list_splice_(list_link_(list), list_link_(head));
}

LIST_CALL_ void list_splice_tail(const struct list_head *list, struct list_head *head)
{
	lish_list_splice_tail_(list_link_(list), list_link_(head));
}

/* To the front, to the end. list is empty afterwards. */
LIST_CALL_ void list_splice_init(struct list_head *list, struct list_head *head)
{
	lish_list_splice_init_(list_link_(list), list_link_(head));
}

LIST_CALL_ void list_splice_tail_init(struct list_head *list, struct list_head *head)
{
	lish_list_splice_tail_init_(list_link_(list), list_link_(head));
}

/*
 * Steps of loops. Each returns the next link, or head, which ends the loop: after the
 * last element, and after a report.
 */

/* Is the link of at, an element or the head, what a deletion or memset() leaves? Reports it. */
LIST_CALL_ bool list_gone_(const char *loop, const struct list_head *at,
			   const struct list_head *link, const struct list_head *head)
{
	if (LISH_CHECK < 1 ||
	    lish_likely(link && !lish_list_poisoned_(link) && (link != at || at == head)))
		return false;
	if (at == head)
		lish_list_no_head_(LISH_LIST_NAME_(loop), head);
	else
		lish_list_lost_(LISH_LIST_NAME_(loop), head, at);
	return true;
}

LIST_CALL_ struct list_head *list_next_(const char *loop, const struct list_head *at,
					const struct list_head *head)
{
	return list_gone_(loop, at, at->next, head) ? (struct list_head *)(uintptr_t)head : at->next;
}

LIST_CALL_ struct list_head *list_prev_(const char *loop, const struct list_head *at,
					const struct list_head *head)
{
	return list_gone_(loop, at, at->prev, head) ? (struct list_head *)(uintptr_t)head : at->prev;
}

/* ahead: the next element of a _safe loop. Is it still linked? */
LIST_CALL_ struct list_head *list_kept_(const char *loop, struct list_head *ahead,
					const struct list_head *head)
{
	return ahead != head && list_gone_(loop, ahead, ahead->next, head) ?
		       (struct list_head *)(uintptr_t)head : ahead;
}

LIST_CALL_ struct list_head *list_first_or_null_(const struct list_head *head)
{
	return list_empty(head) ? NULL : head->next;
}

LIST_CALL_ struct list_head *list_last_or_null_(const struct list_head *head)
{
	return list_empty(head) ? NULL : head->prev;
}

LIST_CALL_ struct list_head *list_next_circular_(const struct list_head *at,
						 const struct list_head *head)
{
	return at->next == head ? head->next : at->next;
}

LIST_CALL_ struct list_head *list_prev_circular_(const struct list_head *at,
						 const struct list_head *head)
{
	return at->prev == head ? head->prev : at->prev;
}

LISH_C_END

#define list_entry(ptr, type, member) LIST_ENTRY_(ptr, type, member)

/* Of a list that is not empty. */
#define list_first_entry(head, type, member) list_entry((head)->next, type, member)
#define list_last_entry(head, type, member) list_entry((head)->prev, type, member)

#define list_first_entry_or_null(head, type, member) \
	LIST_ENTRY_OR_NULL_(list_first_or_null_(head), type, member)
#define list_last_entry_or_null(head, type, member) \
	LIST_ENTRY_OR_NULL_(list_last_or_null_(head), type, member)

/* The object of a link, of the type that the cursor points to. */
#define LIST_OBJECT_(link, pos, member)  \
	LISH_CAST_(LISH_TYPEOF_(*(pos)), \
		   list_object_(link, LISH_OFFSETOF_(LISH_TYPEOF_(*(pos)), member)))

#define list_next_entry(pos, member) LIST_OBJECT_((pos)->member.next, pos, member)
#define list_prev_entry(pos, member) LIST_OBJECT_((pos)->member.prev, pos, member)
/* The first object after the last, and the last before the first. */
#define list_next_entry_circular(pos, head, member) \
	LIST_OBJECT_(list_next_circular_(&(pos)->member, head), pos, member)
#define list_prev_entry_circular(pos, head, member) \
	LIST_OBJECT_(list_prev_circular_(&(pos)->member, head), pos, member)

/* Is the cursor at the head, which is no object? */
#define list_entry_is_head(pos, head, member) (&(pos)->member == (head))

/* A cursor for list_for_each_entry_continue(): at the head if pos is NULL. */
#define list_prepare_entry(pos, head, member) \
	((pos) ? (pos) : LIST_OBJECT_(head, pos, member))

/* For a _safe loop whose body released a lock, or deleted n. */
#define list_safe_reset_next(pos, n, member) ((void)((n) = list_next_entry(pos, member)))

/*
 * Loops. to: next or prev, the direction. at: the link before the first one. name: of the loop, for
 * reports.
 */

#define LIST_NODES_(name, pos, at, head, to)                                 \
	for ((pos) = list_##to##_(name, at, head); !list_is_head(pos, head); \
	     (pos) = list_##to##_(name, pos, head))

#define list_for_each(pos, head) LIST_NODES_("list_for_each", pos, head, head, next)
#define list_for_each_reverse(pos, head) LIST_NODES_("list_for_each_reverse", pos, head, head, prev)
#define list_for_each_prev(pos, head) LIST_NODES_("list_for_each_prev", pos, head, head, prev)
/* From pos on; from the element after pos on. */
#define list_for_each_from(pos, head) \
	for (; !list_is_head(pos, head); (pos) = list_next_("list_for_each_from", pos, head))
#define list_for_each_continue(pos, head) \
	LIST_NODES_("list_for_each_continue", pos, pos, head, next)

/* Over objects. begin: the first link. */
#define LIST_LOOP_(name, pos, begin, head, member, to)                                         \
	for ((pos) = LIST_OBJECT_(begin, pos, member); !list_entry_is_head(pos, head, member); \
	     (pos) = LIST_OBJECT_(list_##to##_(name, &(pos)->member, head), pos, member))
#define LIST_AFTER_(name, pos, at, head, member, to) \
	LIST_LOOP_(name, pos, list_##to##_(name, at, head), head, member, to)

#define list_for_each_entry(pos, head, member) \
	LIST_AFTER_("list_for_each_entry", pos, head, head, member, next)
#define list_for_each_entry_reverse(pos, head, member) \
	LIST_AFTER_("list_for_each_entry_reverse", pos, head, head, member, prev)
/* From the element after pos on, or before it. */
#define list_for_each_entry_continue(pos, head, member) \
	LIST_AFTER_("list_for_each_entry_continue", pos, &(pos)->member, head, member, next)
#define list_for_each_entry_continue_reverse(pos, head, member)                        \
	LIST_AFTER_("list_for_each_entry_continue_reverse", pos, &(pos)->member, head, \
		    member, prev)
/* From pos on. */
#define list_for_each_entry_from(pos, head, member) \
	LIST_LOOP_("list_for_each_entry_from", pos, &(pos)->member, head, member, next)
#define list_for_each_entry_from_reverse(pos, head, member) \
	LIST_LOOP_("list_for_each_entry_from_reverse", pos, &(pos)->member, head, member, prev)

/*
 * Loops with a second cursor n. type: as for those of hlist.h. The body may delete pos, but not
 * n, the next object. A deleted n is reported only while its node keeps the poison: free() may
 * overwrite it, and the loop then reads freed memory. If the body calls code that may delete
 * others, use the plain loop of walklist.
 */
#define LIST_NODES_SAFE_(name, type, n, pos, head, to)                                        \
	for (type n = ((pos) = list_##to##_(name, head, head))->to; !list_is_head(pos, head); \
	     (pos) = list_kept_(name, n, head), n = (pos)->to)
#define LIST_NODES_AHEAD_(name, type, n, pos, head) LIST_NODES_SAFE_(name, type, n, pos, head, next)
#define LIST_NODES_BACK_(name, type, n, pos, head) LIST_NODES_SAFE_(name, type, n, pos, head, prev)

#define LIST_SAFE_(name, type, n, pos, begin, head, member, to)                       \
	for (type n = ((pos) = LIST_OBJECT_(begin, pos, member),                      \
		       LIST_OBJECT_((pos)->member.to, pos, member));                  \
	     !list_entry_is_head(pos, head, member);                                  \
	     (pos) = LIST_OBJECT_(list_kept_(name, &(n)->member, head), pos, member), \
		  n = LIST_OBJECT_((pos)->member.to, pos, member))
#define LIST_SAFE_AHEAD_(name, type, n, pos, head, member) \
	LIST_SAFE_(name, type, n, pos, list_next_(name, head, head), head, member, next)
#define LIST_SAFE_BACK_(name, type, n, pos, head, member) \
	LIST_SAFE_(name, type, n, pos, list_prev_(name, head, head), head, member, prev)
#define LIST_SAFE_CONTINUE_(name, type, n, pos, head, member) \
	LIST_SAFE_(name, type, n, pos, list_next_(name, &(pos)->member, head), head, member, next)
#define LIST_SAFE_FROM_(name, type, n, pos, head, member) \
	LIST_SAFE_(name, type, n, pos, &(pos)->member, head, member, next)

#define list_for_each_safe(pos, n, head) \
	LIST_NODES_AHEAD_("list_for_each_safe", LIST_UNDECLARED_, n, pos, head)
#define list_for_each_prev_safe(pos, n, head) \
	LIST_NODES_BACK_("list_for_each_prev_safe", LIST_UNDECLARED_, n, pos, head)
#define list_for_each_entry_safe(pos, n, head, member) \
	LIST_SAFE_AHEAD_("list_for_each_entry_safe", LIST_UNDECLARED_, n, pos, head, member)
#define list_for_each_entry_safe_reverse(pos, n, head, member) \
	LIST_SAFE_BACK_("list_for_each_entry_safe_reverse", LIST_UNDECLARED_, n, pos, head, member)
#define list_for_each_entry_safe_continue(pos, n, head, member)                            \
	LIST_SAFE_CONTINUE_("list_for_each_entry_safe_continue", LIST_UNDECLARED_, n, pos, \
			    head, member)
#define list_for_each_entry_safe_from(pos, n, head, member) \
	LIST_SAFE_FROM_("list_for_each_entry_safe_from", LIST_UNDECLARED_, n, pos, head, member)

/* The same where n may be left out: (pos, head) or (pos, n, head). */
#define list_for_each_mutable(pos, ...)                                                     \
	LIST_MUTABLE_2_(LIST_NODES_AHEAD_, LISH_TYPEOF_(pos), "list_for_each_mutable", pos, \
			__VA_ARGS__)
#define list_for_each_prev_mutable(pos, ...)                                                    \
	LIST_MUTABLE_2_(LIST_NODES_BACK_, LISH_TYPEOF_(pos), "list_for_each_prev_mutable", pos, \
			__VA_ARGS__)
/* (pos, head, member) or (pos, n, head, member) */
#define list_for_each_entry_mutable(pos, ...)                                                    \
	LIST_MUTABLE_3_(LIST_SAFE_AHEAD_, LISH_TYPEOF_(pos), "list_for_each_entry_mutable", pos, \
			__VA_ARGS__)
#define list_for_each_entry_mutable_reverse(pos, ...)       \
	LIST_MUTABLE_3_(LIST_SAFE_BACK_, LISH_TYPEOF_(pos), \
			"list_for_each_entry_mutable_reverse", pos, __VA_ARGS__)
#define list_for_each_entry_mutable_continue(pos, ...)          \
	LIST_MUTABLE_3_(LIST_SAFE_CONTINUE_, LISH_TYPEOF_(pos), \
			"list_for_each_entry_mutable_continue", pos, __VA_ARGS__)
#define list_for_each_entry_mutable_from(pos, ...)          \
	LIST_MUTABLE_3_(LIST_SAFE_FROM_, LISH_TYPEOF_(pos), \
			"list_for_each_entry_mutable_from", pos, __VA_ARGS__)

#endif /* LINUX_ISH_COMPAT_LIST_H */
