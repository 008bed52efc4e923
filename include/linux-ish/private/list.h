/* SPDX-License-Identifier: MIT */
/*
 * list.h - what compat/list.h does with links, and its checks
 *
 * A header of its own, because lib/ is also built where the kernel's list.h is. It
 * names links only.
 */
#ifndef LINUX_ISH_PRIVATE_LIST_H
#define LINUX_ISH_PRIVATE_LIST_H

#include "../bug.h"
#include "../core/ring.h"

/*
 * The links of a deleted element. No object lies at these addresses on a system with
 * memory protection; define others where one may.
 */
#ifndef LIST_POISON1
#define LIST_POISON1 ((void *)0x100)
#endif
#ifndef LIST_POISON2
#define LIST_POISON2 ((void *)0x122)
#endif

/*
 * LISH_MAY_ALIAS_: for structs of code built with -fno-strict-aliasing.
 * LISH_TYPEOF_(x): undefined if the compiler has no typeof.
 */
#if LISH_GNU
#define LISH_MAY_ALIAS_ __attribute__((__may_alias__))
#else
#define LISH_MAY_ALIAS_
#endif
#if LISH_GNU || defined(__TINYC__) || (defined(_MSC_VER) && _MSC_VER >= 1939)
#define LISH_TYPEOF_(x) __typeof__(x)
#elif !defined(__cplusplus) && defined(__STDC_VERSION__) && \
	__STDC_VERSION__ >= 202311L
#define LISH_TYPEOF_(x) typeof(x)
#endif

LISH_C_BEGIN

/*
 * Cold. Nodes are not const: they may be uninitialised, and gcc warns if such memory is
 * passed as const.
 */
LISH_COLD void lish_list_refuse_(lish_op_ op, const void *container,
				 void *node, enum lish_reason reason);
LISH_COLD void lish_list_refuse_link_(lish_op_ op,
				      struct lish_link_ *node,
				      const struct lish_link_ *prev,
				      const struct lish_link_ *next,
				      bool deleted);
/* Level 2. Is node outside of the ring? */
LISH_COLD bool lish_list_whole_(lish_op_ op, const struct lish_link_ *link);
LISH_COLD bool lish_list_apart_(lish_op_ op, const struct lish_link_ *link,
				struct lish_link_ *node);

/* Exchange two links in their rings, which may be neighbours or the same link. */
LISH_TINY void lish_list_swap_(struct lish_link_ *a, struct lish_link_ *b)
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

static LISH_FORCED_INLINE_ bool lish_list_poisoned_(const void *link)
{
	return link == LIST_POISON1 || link == LIST_POISON2;
}

/* node may have any content. */
static LISH_FORCED_INLINE_ bool
lish_list_may_add_(lish_op_ op, struct lish_link_ *node,
		   const struct lish_link_ *prev, const struct lish_link_ *next)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(node) || lish_list_poisoned_(prev) ||
			  lish_list_poisoned_(next) || node == prev ||
			  node == next || !lish_ring_joined_(prev, next))) {
		lish_tell_(lish_list_refuse_link_(
			op, node, prev, next,
			lish_list_poisoned_(prev) ||
				lish_list_poisoned_(next)));
		return false;
	}
	return LISH_CHECK < 2 || (lish_list_whole_(op, prev) &&
				  lish_list_apart_(op, prev, node));
}

static LISH_FORCED_INLINE_ bool lish_list_linked_(lish_op_ op,
						  struct lish_link_ *entry)
{
	if (LISH_CHECK >= 1 &&
	    lish_unlikely(lish_is_null(entry) ||
			  lish_list_poisoned_(entry->next) ||
			  lish_list_poisoned_(entry->prev) || !entry->prev ||
			  !lish_ring_known_(entry))) {
		const bool null = lish_is_null(entry);

		lish_tell_(lish_list_refuse_link_(
			op, entry, null ? NULL : entry->prev,
			null ? NULL : entry->next,
			!null && (lish_list_poisoned_(entry->next) ||
				  lish_list_poisoned_(entry->prev))));
		return false;
	}
	return LISH_CHECK < 2 || lish_list_whole_(op, entry);
}

/* Is it what a deletion or memset() leaves? */
static LISH_FORCED_INLINE_ bool lish_list_lost_(const void *at, const void *link,
						const void *head)
{
	return !link || lish_list_poisoned_(link) || (link == at && at != head);
}

LISH_C_END

#endif /* LINUX_ISH_PRIVATE_LIST_H */
