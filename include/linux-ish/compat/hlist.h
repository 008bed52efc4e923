/* SPDX-License-Identifier: MIT */
/*
 * hlist.h - the kernel's hlist: a head of one pointer, for hash tables
 *
 * Part of compat/list.h, which says how it relates to the kernel's. Level 1 checks more
 * than the kernel: that the pointer to a node, and the node after it, point back.
 */
#ifndef LINUX_ISH_COMPAT_HLIST_H
#define LINUX_ISH_COMPAT_HLIST_H

#include "../bug.h"
#include "../container_of.h"
#include "links.h"

LISH_NATURAL_(compat_hlist);

struct hlist_head {
	struct hlist_node *first;
} LISH_MAY_ALIAS_;

/* pprev: the address of the pointer to this node; NULL in no list */
typedef struct hlist_node *lish_hnode_at_;
struct hlist_node {
	lish_hnode_at_ next;
	lish_hnode_at_ *pprev;
} LISH_MAY_ALIAS_;

#define HLIST_HEAD_INIT { NULL }
#define HLIST_HEAD(name) struct hlist_head name = HLIST_HEAD_INIT
#define INIT_HLIST_HEAD(head) ((void)((head)->first = NULL))

/* static in all modes: the public functions must be too. */
#define LIST_CALL_ static LISH_FORCED_INLINE_

LISH_C_BEGIN

/* Through an integer: an object formed from a head does not exist. */
LIST_CALL_ void *list_object_(const void *link, size_t offset)
{
	return (void *)((uintptr_t)link - offset);
}

LIST_CALL_ void *list_object_or_null_(const void *link, size_t offset)
{
	return link ? list_object_(link, offset) : NULL;
}

LIST_CALL_ void INIT_HLIST_NODE(struct hlist_node *node)
{
	node->next = NULL;
	node->pprev = NULL;
}

LIST_CALL_ int hlist_unhashed(const struct hlist_node *node)
{
	return !node->pprev;
}

/* Reads memory at each call. */
LIST_CALL_ int hlist_unhashed_lockless(const struct hlist_node *node)
{
	return !*(struct hlist_node **const volatile *)&node->pprev;
}

LIST_CALL_ int hlist_empty(const struct hlist_head *head)
{
	return !*(struct hlist_node *const volatile *)&head->first;
}

LIST_CALL_ struct lish_hlink_ *hlist_link_(const struct hlist_node *node)
{
	return (struct lish_hlink_ *)(uintptr_t)node;
}

LIST_CALL_ void hlist_del(struct hlist_node *node)
{
	lish_hlist_del_(hlist_link_(node));
}

/* Does nothing if node is in no list. */
LIST_CALL_ void hlist_del_init(struct hlist_node *node)
{
	lish_hlist_del_init_(hlist_link_(node));
}

LIST_CALL_ void hlist_add_head(struct hlist_node *node, struct hlist_head *head)
{
	lish_hlist_add_head_(hlist_link_(node), (struct lish_hlink_ **)(uintptr_t)&head->first);
}

LIST_CALL_ void hlist_add_before(struct hlist_node *node, struct hlist_node *next)
{
	lish_hlist_add_before_(hlist_link_(node), hlist_link_(next));
}

LIST_CALL_ void hlist_add_behind(struct hlist_node *node, struct hlist_node *prev)
{
	lish_hlist_add_behind_(hlist_link_(node), hlist_link_(prev));
}

/* Make a node look linked, so that it can be deleted. */
LIST_CALL_ void hlist_add_fake(struct hlist_node *node)
{
	node->pprev = &node->next;
}

LIST_CALL_ bool hlist_fake(const struct hlist_node *node)
{
	return node->pprev == &node->next;
}

LIST_CALL_ bool hlist_is_singular_node(const struct hlist_node *node,
				       const struct hlist_head *head)
{
	return !node->next && node->pprev == &head->first;
}

/* The old elements of to are lost. */
LIST_CALL_ void hlist_move_list(struct hlist_head *from, struct hlist_head *to)
{
	to->first = from->first;
	if (to->first)
		to->first->pprev = &to->first;
	from->first = NULL;
}

/* Move all elements of from to the front of to. from is not empty and ends with last. */
LIST_CALL_ void hlist_splice_init(struct hlist_head *from, struct hlist_node *last,
				  struct hlist_head *to)
{
	if (to->first)
		to->first->pprev = &last->next;
	last->next = to->first;
	to->first = from->first;
	from->first->pprev = &to->first;
	from->first = NULL;
}

LIST_CALL_ size_t hlist_count_nodes(const struct hlist_head *head)
{
	const struct hlist_node *at;
	size_t count = 0;

	for (at = head->first; at; at = at->next)
		count++;
	return count;
}

/* Was at deleted? Reports it. */
LIST_CALL_ bool hlist_gone_(const char *loop, const struct hlist_node *at)
{
	if (LISH_CHECK < 1 || lish_likely(!lish_list_poisoned_(at->next)))
		return false;
	lish_list_lost_(LISH_LIST_NAME_(loop), NULL, at);
	return true;
}

/* The next node of a loop; NULL after a report. */
LIST_CALL_ struct hlist_node *hlist_next_(const char *loop, const struct hlist_node *at)
{
	return hlist_gone_(loop, at) ? NULL : at->next;
}

/* ahead: the next node of a _safe loop. */
LIST_CALL_ struct hlist_node *hlist_kept_(const char *loop, struct hlist_node *ahead)
{
	return ahead && hlist_gone_(loop, ahead) ? NULL : ahead;
}

LISH_C_END

#define LIST_ENTRY_(ptr, type, member) \
	LISH_CAST_(type, list_object_(1 ? (ptr) : &LISH_NO_(type)->member, \
				      LISH_OFFSETOF_(type, member)))
#define LIST_ENTRY_OR_NULL_(ptr, type, member) \
	LISH_CAST_(type, list_object_or_null_(ptr, LISH_OFFSETOF_(type, member)))

#define hlist_entry(ptr, type, member) LIST_ENTRY_(ptr, type, member)
/* NULL for NULL */
#define hlist_entry_safe(ptr, type, member) LIST_ENTRY_OR_NULL_(ptr, type, member)

#define HLIST_OBJECT_(link, pos, member) hlist_entry_safe(link, LISH_TYPEOF_(*(pos)), member)
#define HLIST_NEXT_OBJECT_(name, pos, member) \
	HLIST_OBJECT_(hlist_next_(name, &(pos)->member), pos, member)

#define HLIST_LOOP_(name, pos, begin, member)                  \
	for ((pos) = HLIST_OBJECT_(begin, pos, member); (pos); \
	     (pos) = HLIST_NEXT_OBJECT_(name, pos, member))

/*
 * Loops with a second cursor n, the next node. type: how the loop declares n; LIST_UNDECLARED_ if
 * n is the caller's.
 */
#define LIST_UNDECLARED_
#define HLIST_NODES_SAFE_(name, type, n, pos, head)                        \
	for (type n = ((pos) = (head)->first) ? (pos)->next : NULL; (pos); \
	     (pos) = hlist_kept_(name, n), n = (pos) ? (pos)->next : NULL)
#define HLIST_SAFE_(name, type, n, pos, head, member)                                          \
	for (type n = ((pos) = HLIST_OBJECT_((head)->first, pos, member)) ? (pos)->member.next \
									  : NULL;              \
	     (pos); (pos) = HLIST_OBJECT_(hlist_kept_(name, n), pos, member),                  \
		  n = (pos) ? (pos)->member.next : NULL)

#define hlist_for_each(pos, head) \
	for ((pos) = (head)->first; (pos); (pos) = hlist_next_("hlist_for_each", pos))
#define hlist_for_each_safe(pos, n, head) \
	HLIST_NODES_SAFE_("hlist_for_each_safe", LIST_UNDECLARED_, n, pos, head)

#define hlist_for_each_entry(pos, head, member) \
	HLIST_LOOP_("hlist_for_each_entry", pos, (head)->first, member)
/* From the object after pos on. */
#define hlist_for_each_entry_continue(pos, member) \
	HLIST_LOOP_("hlist_for_each_entry_continue", pos, (pos)->member.next, member)
/* From pos on. */
#define hlist_for_each_entry_from(pos, member) \
	for (; (pos); (pos) = HLIST_NEXT_OBJECT_("hlist_for_each_entry_from", pos, member))
/* The body may delete pos, but not n, the next node. */
#define hlist_for_each_entry_safe(pos, n, head, member) \
	HLIST_SAFE_("hlist_for_each_entry_safe", LIST_UNDECLARED_, n, pos, head, member)

/*
 * The _mutable loops that were proposed for the kernel in 2026: _safe loops whose second
 * cursor n may be left out, as in hlist_for_each_entry_mutable(pos, head, member). The
 * loop then declares one, with the number of the line in its name.
 */
#define LIST_JOIN_(a, b) a##b
#define LIST_NUMBERED_(name, line) LIST_JOIN_(name, line)
/* Is n there? The arguments and two names more: the name after the longer list. */
#define LIST_PICK_2_(a, b, name, ...) name
#define LIST_PICK_3_(a, b, c, name, ...) name
/* For MSVC, which passes on __VA_ARGS__ as one argument. */
#define LIST_EXPAND_(x) x
#define LIST_OWN_2_(loop, type, name, pos, head) \
	loop(name, type, LIST_NUMBERED_(list_ahead_, __LINE__), pos, head)
#define LIST_OWN_3_(loop, type, name, pos, head, member) \
	loop(name, type, LIST_NUMBERED_(list_ahead_, __LINE__), pos, head, member)
#define LIST_GIVEN_2_(loop, type, name, pos, n, head) loop(name, LIST_UNDECLARED_, n, pos, head)
#define LIST_GIVEN_3_(loop, type, name, pos, n, head, member) \
	loop(name, LIST_UNDECLARED_, n, pos, head, member)
#define LIST_MUTABLE_2_(loop, type, name, pos, ...)                            \
	LIST_EXPAND_(LIST_PICK_2_(__VA_ARGS__, LIST_GIVEN_2_, LIST_OWN_2_, 0)( \
		loop, type, name, pos, __VA_ARGS__))
#define LIST_MUTABLE_3_(loop, type, name, pos, ...)                            \
	LIST_EXPAND_(LIST_PICK_3_(__VA_ARGS__, LIST_GIVEN_3_, LIST_OWN_3_, 0)( \
		loop, type, name, pos, __VA_ARGS__))

/* (pos, head) or (pos, n, head) */
#define hlist_for_each_mutable(pos, ...)                        \
	LIST_MUTABLE_2_(HLIST_NODES_SAFE_, struct hlist_node *, \
			"hlist_for_each_mutable", pos, __VA_ARGS__)
/* (pos, head, member) or (pos, n, head, member); n is a node */
#define hlist_for_each_entry_mutable(pos, ...)            \
	LIST_MUTABLE_3_(HLIST_SAFE_, struct hlist_node *, \
			"hlist_for_each_entry_mutable", pos, __VA_ARGS__)

#endif /* LINUX_ISH_COMPAT_HLIST_H */
