// SPDX-License-Identifier: MIT
/*
 * list.c - reports of compat/list.h, and its checks of the whole ring
 *
 * Names links only: the kernel module is built where the kernel has its own list.h.
 */
#define LISH_LIB_
#include <linux-ish/private/list.h>

#include "../core/ring.h"

void lish_list_refuse_(lish_op_ op, const void *container, void *node,
		       enum lish_reason reason)
{
	lish_misuse_(op, container, node, reason);
}
LISH_EXPORT(lish_list_refuse_)

void lish_list_refuse_link_(lish_op_ op, struct lish_link_ *node,
			    const struct lish_link_ *prev,
			    const struct lish_link_ *next, bool deleted)
{
	enum lish_reason reason = LISH_BROKEN_LINKS;

	if (lish_is_null(node))
		reason = LISH_NULL;
	else if (!prev || !next)
		reason = LISH_UNINITIALIZED;
	else if (deleted)
		reason = LISH_NOT_IN;
	else if (node == prev || node == next)
		reason = LISH_ALREADY_IN;
	lish_misuse_(op, NULL, node, reason);
}
LISH_EXPORT(lish_list_refuse_link_)

bool lish_list_whole_(lish_op_ op, const struct lish_link_ *link)
{
	const struct lish_link_ *broken = lish_ring_broken_(link);

	if (broken)
		lish_misuse_(op, NULL, broken, LISH_BROKEN_LINKS);
	return !broken;
}
LISH_EXPORT(lish_list_whole_)

bool lish_list_apart_(lish_op_ op, const struct lish_link_ *link,
		      struct lish_link_ *node)
{
	const bool in = lish_ring_has_(link, node);

	if (in)
		lish_misuse_(op, NULL, node, LISH_ALREADY_IN);
	return !in;
}
LISH_EXPORT(lish_list_apart_)
