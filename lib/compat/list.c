// SPDX-License-Identifier: MIT
/*
 * list.c - the operations of compat/list.h and compat/hlist.h
 *
 * Names links only: the kernel module is built where the kernel has its own list.h. So these
 * functions report under the names that the headers give them.
 *
 * An unlinked node may have any content. A deleted one has poison in both links, or is linked with
 * itself. Level 1 looks at the links that a call writes; level 2 at the whole ring, and whether a
 * node that is added is in it already.
 */
#define LISH_LIB_
#include <linux-ish/compat/links.h>

#include <linux-ish/ground/atomic.h>

#include "../ground/refused.h"
#include "../core/ring.h"

/* Questions, from level 1 on. Nodes are not const: gcc warns of const ones that have no value. */

/* Do both neighbours lead back to it? */
static enum lish_reason lish_list_linked_(struct lish_link_ *node)
{
	if (LISH_CHECK < 1)
		return LISH_OK;
	if (lish_is_null(node))
		return LISH_NULL;
	if (!node->next || !node->prev)
		return LISH_UNINITIALIZED;
	if (lish_list_poisoned_(node->next) || lish_list_poisoned_(node->prev))
		return LISH_NOT_IN;
	return lish_ring_is_known_(node) ? LISH_OK : LISH_BROKEN_LINKS;
}

/* May a node of any content go there? */
static enum lish_reason lish_list_fits_(struct lish_link_ *node, const struct lish_link_ *prev,
					const struct lish_link_ *next)
{
	if (LISH_CHECK < 1)
		return LISH_OK;
	if (lish_is_null(node))
		return LISH_NULL;
	if (!prev || !next)
		return LISH_UNINITIALIZED;
	if (lish_list_poisoned_(prev) || lish_list_poisoned_(next))
		return LISH_NOT_IN;
	if (node == prev || node == next)
		return LISH_ALREADY_IN;
	return prev->next == next && next->prev == prev ? LISH_OK : LISH_BROKEN_LINKS;
}

/* A call under the name that the kernel has for it. */
#define LIST_CALL_AS_(name) LISH_CALL_AS_(LISH_LIST_NAME_(name))

/* The rest reports. Level 2: is the whole ring damaged? */
static bool lish_list_damaged_(const struct lish_link_ *link, struct lish_call_ call)
{
	const struct lish_link_ *fault = LISH_CHECK >= 2 ? lish_ring_broken_(link) : NULL;

	return lish_refused_by(call, NULL, fault, fault ? LISH_BROKEN_LINKS : LISH_OK);
}

static bool lish_list_refused_(struct lish_link_ *node, struct lish_call_ call)
{
	return lish_refused_by(call, NULL, node, lish_list_linked_(node)) ||
	       lish_list_damaged_(node, call);
}
#define lish_list_not_(name, node) lish_list_refused_(node, LIST_CALL_AS_(name))

/* A head of zeros has no elements. */
static bool lish_list_is_empty_(const struct lish_link_ *head, struct lish_call_ call)
{
	return lish_refused_by(call, head, NULL,
			       LISH_CHECK >= 1 && !head->next ? LISH_UNINITIALIZED : LISH_OK) ||
	       head->next == head;
}

/* Changes. */

static void lish_list_insert_(struct lish_link_ *node, struct lish_link_ *prev,
			      struct lish_link_ *next, struct lish_call_ call)
{
	if (!lish_refused_by(call, NULL, node, lish_list_fits_(node, prev, next)) &&
	    !lish_list_damaged_(prev, call) &&
	    !lish_refused_by(call, NULL, node,
			     LISH_CHECK >= 2 && lish_ring_has_(prev, node) ? LISH_ALREADY_IN :
									     LISH_OK))
		lish_ring_link_(node, prev, next);
}

/* Remove a node, which keeps its own links. false: refused. */
static bool lish_list_take_(struct lish_link_ *node, struct lish_call_ call)
{
	if (lish_list_refused_(node, call))
		return false;
	lish_ring_unlink_(node, node);
	return true;
}
#define lish_list_takes_(name, node) lish_list_take_(node, LIST_CALL_AS_(name))

static void lish_list_put_(struct lish_link_ *old, struct lish_link_ *node)
{
	node->next = old->next;
	node->prev = old->prev;
	lish_ring_move_in_(node);
}

/* Operations. */

void lish_list_add_between_(struct lish_link_ *node, struct lish_link_ *prev,
			    struct lish_link_ *next)
{
	lish_list_insert_(node, prev, next, LIST_CALL_AS_("__list_add"));
}

void lish_list_add_(struct lish_link_ *node, struct lish_link_ *head)
{
	lish_list_insert_(node, head, head->next, LIST_CALL_AS_("list_add"));
}

void lish_list_add_tail_(struct lish_link_ *node, struct lish_link_ *head)
{
	lish_list_insert_(node, head->prev, head, LIST_CALL_AS_("list_add_tail"));
}

void lish_list_del_entry_(struct lish_link_ *entry)
{
	(void)lish_list_takes_("__list_del_entry", entry);
}

void lish_list_del_range_(struct lish_link_ *begin, struct lish_link_ *end)
{
	if (!lish_list_not_("list_del_range", begin) && !lish_list_not_("list_del_range", end))
		lish_ring_unlink_(begin, end);
}

void lish_list_del_(struct lish_link_ *entry)
{
	if (!lish_list_takes_("list_del", entry))
		return;
	entry->next = (struct lish_link_ *)LIST_POISON1;
	entry->prev = (struct lish_link_ *)LIST_POISON2;
	lish_renew(*entry);
}

void lish_list_del_init_(struct lish_link_ *entry)
{
	if (lish_list_takes_("list_del_init", entry))
		lish_ring_init_(entry);
}

void lish_list_del_careful_(struct lish_link_ *entry)
{
	if (!lish_list_takes_("list_del_init_careful", entry))
		return;
	entry->prev = entry;
#if LISH_ATOMICS
	/* ground/atomic.h has no release store of a pointer, but this. */
	{
		lish_atomic *word = (lish_atomic *)(void *)&entry->next;
		uintptr_t old = lish_atomic_load(word);

		while (!lish_atomic_cas_release(word, &old, (uintptr_t)entry))
			;
	}
#else
	*(struct lish_link_ *volatile *)(void *)&entry->next = entry;
#endif
}

void lish_list_replace_(struct lish_link_ *old, struct lish_link_ *node)
{
	if (!lish_list_not_("list_replace", old))
		lish_list_put_(old, node);
}

void lish_list_replace_init_(struct lish_link_ *old, struct lish_link_ *node)
{
	if (lish_list_not_("list_replace_init", old))
		return;
	lish_list_put_(old, node);
	lish_ring_init_(old);
}

/* Exchange two links in their rings, which may be neighbours or the same link. */
static void lish_list_exchange_(struct lish_link_ *a, struct lish_link_ *b)
{
	struct lish_link_ *before_b = b->prev;

	lish_ring_unlink_(b, b);
	lish_ring_link_(b, a, a->next);
	lish_ring_unlink_(a, a);
	/* If a was just before b, b is now in the place of a. */
	if (before_b == a)
		before_b = b;
	lish_ring_link_(a, before_b, before_b->next);
}

void lish_list_swap_(struct lish_link_ *a, struct lish_link_ *b)
{
	if (!lish_list_not_("list_swap", a) && !lish_list_not_("list_swap", b))
		lish_list_exchange_(a, b);
}

void lish_list_move_(struct lish_link_ *node, struct lish_link_ *head)
{
	if (lish_list_not_("list_move", node) || lish_list_not_("list_move", head) || node == head)
		return;
	lish_ring_unlink_(node, node);
	lish_ring_link_(node, head, head->next);
}

void lish_list_move_tail_(struct lish_link_ *node, struct lish_link_ *head)
{
	if (lish_list_not_("list_move_tail", node) || lish_list_not_("list_move_tail", head) ||
	    node == head)
		return;
	lish_ring_unlink_(node, node);
	lish_ring_link_(node, head->prev, head);
}

/* The run goes to the end of the ring of head, and does not contain head. */
static void lish_list_move_run_(struct lish_link_ *first, struct lish_link_ *last,
				struct lish_link_ *head)
{
	lish_ring_unlink_(first, last);
	/* Only now: the last element may have been in the run. */
	lish_ring_link_run_(first, last, head->prev);
}

void lish_list_bulk_move_(struct lish_link_ *head, struct lish_link_ *first,
			  struct lish_link_ *last)
{
	if (!lish_list_not_("list_bulk_move_tail", first) &&
	    !lish_list_not_("list_bulk_move_tail", last) &&
	    !lish_list_not_("list_bulk_move_tail", head))
		lish_list_move_run_(first, last, head);
}

void lish_list_cut_position_(struct lish_link_ *list, struct lish_link_ *head,
			     struct lish_link_ *entry)
{
	if (lish_list_is_empty_(head, LIST_CALL_AS_("list_empty")) ||
	    (head->next == head->prev && entry != head && entry != head->next))
		return;
	if (lish_list_not_("list_cut_position", head) || lish_list_not_("list_cut_position", entry))
		return;
	lish_ring_init_(list);
	if (entry != head)
		lish_list_move_run_(head->next, entry, list);
}

void lish_list_cut_before_(struct lish_link_ *list, struct lish_link_ *head,
			   struct lish_link_ *entry)
{
	if (lish_list_not_("list_cut_before", head) || lish_list_not_("list_cut_before", entry))
		return;
	lish_ring_init_(list);
	if (head->next != entry)
		lish_list_move_run_(head->next, entry->prev, list);
}

/* Has list elements, and may they go after prev? */
static bool lish_list_may_splice_(const struct lish_link_ *list, struct lish_link_ *prev,
				  struct lish_call_ empty, struct lish_call_ call)
{
	struct lish_link_ *head = (struct lish_link_ *)(uintptr_t)list;

	return !lish_list_is_empty_(list, empty) && !lish_list_refused_(head, call) &&
	       !lish_list_refused_(prev, call);
}
#define lish_list_splices_(name, list, prev) \
	lish_list_may_splice_(list, prev, LIST_CALL_AS_("list_empty"), LIST_CALL_AS_(name))

void lish_list_splice_between_(const struct lish_link_ *list, struct lish_link_ *prev,
			       struct lish_link_ *next)
{
	if (!lish_list_splices_("__list_splice", list, prev) ||
	    lish_refused_as(LISH_LIST_NAME_("__list_splice"), NULL, list,
			    LISH_CHECK < 1 || (prev && prev->next == next &&
					       lish_ring_leads_back_(prev, false)) ?
				    LISH_OK : LISH_BROKEN_LINKS))
		return;
	list->next->prev = prev;
	prev->next = list->next;
	list->prev->next = next;
	next->prev = list->prev;
}

void lish_list_splice_(const struct lish_link_ *list, struct lish_link_ *head)
{
	if (lish_list_splices_("list_splice", list, head))
		lish_ring_link_run_(list->next, list->prev, head);
}

void lish_list_splice_tail_(const struct lish_link_ *list, struct lish_link_ *head)
{
	if (lish_list_splices_("list_splice_tail", list, head))
		lish_ring_link_run_(list->next, list->prev, head->prev);
}

/* from has elements; they go after prev in another ring. */
static void lish_list_take_all_(struct lish_link_ *from, struct lish_link_ *prev)
{
	struct lish_link_ *first = from->next, *last = from->prev;

	lish_ring_init_(from);
	lish_ring_link_run_(first, last, prev);
}

void lish_list_splice_init_(struct lish_link_ *list, struct lish_link_ *head)
{
	if (lish_list_splices_("list_splice_init", list, head))
		lish_list_take_all_(list, head);
}

void lish_list_splice_tail_init_(struct lish_link_ *list, struct lish_link_ *head)
{
	if (lish_list_splices_("list_splice_tail_init", list, head))
		lish_list_take_all_(list, head->prev);
}

/* The same of hlist. */

static enum lish_reason lish_hlist_linked_(const struct lish_hlink_ *node)
{
	if (LISH_CHECK < 1)
		return LISH_OK;
	if (lish_is_null(node))
		return LISH_NULL;
	if (!node->pprev || lish_list_poisoned_(node->pprev))
		return LISH_NOT_IN;
	/* A fake node points to its own next. */
	return (*node->pprev == node || node->pprev == &node->next) &&
			       (!node->next || node->next->pprev == &node->next) ?
		       LISH_OK : LISH_BROKEN_LINKS;
}

/* May a node of any content go where link points? */
static enum lish_reason lish_hlist_fits_(struct lish_hlink_ *node, struct lish_hlink_ *const *link)
{
	if (LISH_CHECK < 1)
		return LISH_OK;
	if (lish_is_null(node))
		return LISH_NULL;
	if (*link == node)
		return LISH_ALREADY_IN;
	if (lish_list_poisoned_(*link))
		return LISH_NOT_IN;
	return !*link || (*link)->pprev == link ? LISH_OK : LISH_BROKEN_LINKS;
}

static void lish_hlist_link_(struct lish_hlink_ *node, struct lish_hlink_ **link)
{
	node->next = *link;
	node->pprev = link;
	if (node->next)
		node->next->pprev = &node->next;
	*link = node;
}

static void lish_hlist_unlink_(struct lish_hlink_ *node)
{
	*node->pprev = node->next;
	if (node->next)
		node->next->pprev = node->pprev;
}

#define lish_hlist_refused_(name, node, reason) \
	lish_refused_as(LISH_LIST_NAME_(name), NULL, node, reason)

void lish_hlist_add_head_(struct lish_hlink_ *node, struct lish_hlink_ **first)
{
	if (!lish_hlist_refused_("hlist_add_head", node, lish_hlist_fits_(node, first)))
		lish_hlist_link_(node, first);
}

void lish_hlist_add_before_(struct lish_hlink_ *node, struct lish_hlink_ *next)
{
	if (!lish_hlist_refused_("hlist_add_before", next, lish_hlist_linked_(next)) &&
	    !lish_hlist_refused_("hlist_add_before", node, lish_hlist_fits_(node, next->pprev)))
		lish_hlist_link_(node, next->pprev);
}

void lish_hlist_add_behind_(struct lish_hlink_ *node, struct lish_hlink_ *prev)
{
	if (!lish_hlist_refused_("hlist_add_behind", node, lish_hlist_fits_(node, &prev->next)))
		lish_hlist_link_(node, &prev->next);
}

void lish_hlist_del_(struct lish_hlink_ *node)
{
	if (lish_hlist_refused_("hlist_del", node, lish_hlist_linked_(node)))
		return;
	lish_hlist_unlink_(node);
	node->next = (struct lish_hlink_ *)LIST_POISON1;
	node->pprev = (struct lish_hlink_ **)LIST_POISON2;
	lish_renew(*node);
}

void lish_hlist_del_init_(struct lish_hlink_ *node)
{
	if (!node->pprev || lish_hlist_refused_("hlist_del_init", node, lish_hlist_linked_(node)))
		return;
	lish_hlist_unlink_(node);
	node->next = NULL;
	node->pprev = NULL;
}

/* For inline code. */

void lish_list_no_head_(const char *name, const void *head)
{
	lish_refuse_(head, NULL, LISH_UNINITIALIZED, lish_call_of_(name, LISH_CALLER_()));
}

void lish_list_lost_(const char *name, const void *head, const void *at)
{
	lish_refuse_(head, at, LISH_LOST_PLACE, lish_call_of_(name, LISH_CALLER_()));
}
