/* SPDX-License-Identifier: MIT */
/*
 * links.h - what compat/list.h and compat/hlist.h call in the library
 *
 * A header of its own, because lib/ is also built where the kernel's list.h is. It
 * names links only: of a list, and those of an hlist, struct lish_hlink_.
 */
#ifndef LINUX_ISH_COMPAT_LINKS_H
#define LINUX_ISH_COMPAT_LINKS_H

#include "../bug.h"
#include "../core/ring.h"

LISH_NATURAL_(compat_links);

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
#elif !defined(__cplusplus) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L
#define LISH_TYPEOF_(x) typeof(x)
#endif

/* A node of an hlist. gcc 12 with -flto fails on the type of a member ** of the struct itself. */
typedef struct lish_hlink_ *lish_hlink_at_;
struct lish_hlink_ {
	lish_hlink_at_ next;
	lish_hlink_at_ *pprev;
} LISH_MAY_ALIAS_;

#define LISH_LIST_NAME_(text) (LISH_NAMES_ ? (text) : NULL)

LISH_C_BEGIN

/* Each is what the name says in list.h, and reports under that name. */
LISH_API void lish_list_add_between_(struct lish_link_ *node, struct lish_link_ *prev,
				     struct lish_link_ *next);
LISH_API void lish_list_add_(struct lish_link_ *node, struct lish_link_ *head);
LISH_API void lish_list_add_tail_(struct lish_link_ *node, struct lish_link_ *head);
LISH_API void lish_list_del_entry_(struct lish_link_ *entry);
LISH_API void lish_list_del_range_(struct lish_link_ *begin, struct lish_link_ *end);
LISH_API void lish_list_del_(struct lish_link_ *entry);
LISH_API void lish_list_del_init_(struct lish_link_ *entry);
LISH_API void lish_list_del_careful_(struct lish_link_ *entry);
LISH_API void lish_list_replace_(struct lish_link_ *old, struct lish_link_ *node);
LISH_API void lish_list_replace_init_(struct lish_link_ *old, struct lish_link_ *node);
LISH_API void lish_list_swap_(struct lish_link_ *a, struct lish_link_ *b);
LISH_API void lish_list_move_(struct lish_link_ *node, struct lish_link_ *head);
LISH_API void lish_list_move_tail_(struct lish_link_ *node, struct lish_link_ *head);
LISH_API void lish_list_bulk_move_(struct lish_link_ *head, struct lish_link_ *first,
				   struct lish_link_ *last);
LISH_API void lish_list_cut_position_(struct lish_link_ *list, struct lish_link_ *head,
				      struct lish_link_ *entry);
LISH_API void lish_list_cut_before_(struct lish_link_ *list, struct lish_link_ *head,
				    struct lish_link_ *entry);
LISH_API void lish_list_splice_between_(const struct lish_link_ *list, struct lish_link_ *prev,
					struct lish_link_ *next);
LISH_API void lish_list_splice_(const struct lish_link_ *list, struct lish_link_ *head);
LISH_API void lish_list_splice_tail_(const struct lish_link_ *list, struct lish_link_ *head);
LISH_API void lish_list_splice_init_(struct lish_link_ *list, struct lish_link_ *head);
LISH_API void lish_list_splice_tail_init_(struct lish_link_ *list, struct lish_link_ *head);

LISH_API void lish_hlist_add_head_(struct lish_hlink_ *node, struct lish_hlink_ **first);
LISH_API void lish_hlist_add_before_(struct lish_hlink_ *node, struct lish_hlink_ *next);
LISH_API void lish_hlist_add_behind_(struct lish_hlink_ *node, struct lish_hlink_ *prev);
LISH_API void lish_hlist_del_(struct lish_hlink_ *node);
LISH_API void lish_hlist_del_init_(struct lish_hlink_ *node);

/* For inline code. A head of zeros. */
LISH_API LISH_COLD void lish_list_no_head_(const char *name, const void *head);
/* A loop of head, which is NULL for an hlist, stands on an element that was deleted. */
LISH_API LISH_COLD void lish_list_lost_(const char *name, const void *head, const void *at);

static LISH_FORCED_INLINE_ bool lish_list_poisoned_(const void *link)
{
	return link == LIST_POISON1 || link == LIST_POISON2;
}

LISH_C_END

#endif /* LINUX_ISH_COMPAT_LINKS_H */
