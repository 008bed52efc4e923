// SPDX-License-Identifier: MIT
/*
 * ilist_checks.c - the cold half of private/ilist.h: reports, and the checks of level 2
 */
#define LISH_LIB_
#include <linux-ish/private/ilist.h>

#include "../ground/given.h"
#include "../core/ring.h"

static enum lish_reason ilist_fault(const struct lish_link_ *link)
{
	if (lish_is_null(link))
		return LISH_NULL;
	return link->next ? LISH_BROKEN_LINKS : LISH_NOT_IN;
}

void ilist_refuse_(lish_op_ op, const struct lish_link_ *head,
		   const struct lish_link_ *link)
{
	enum lish_reason reason = LISH_BROKEN_LINKS;

	if (!head || lish_is_null(link))
		reason = ilist_fault(link);
	else if (link->next)
		reason = LISH_ALREADY_IN;
	lish_misuse_(op, head, link, reason);
}
LISH_EXPORT(ilist_refuse_)

void ilist_refuse_beside_(lish_op_ op, const struct lish_link_ *pos,
			  const struct lish_link_ *link)
{
	enum lish_reason reason = ilist_fault(pos);

	if (reason != LISH_BROKEN_LINKS)
		link = pos;
	else if (lish_is_null(link))
		reason = LISH_NULL;
	else if (link->next)
		reason = LISH_ALREADY_IN;
	lish_misuse_(op, NULL, link, reason);
}
LISH_EXPORT(ilist_refuse_beside_)

void ilist_refuse_in_(lish_op_ op, const struct lish_link_ *head,
		      const struct lish_link_ *link)
{
	enum lish_reason reason = ilist_fault(link);

	if (reason == LISH_BROKEN_LINKS && lish_ring_is_zero_(head))
		reason = LISH_FOREIGN;
	lish_misuse_(op, head, link, reason);
}
LISH_EXPORT(ilist_refuse_in_)

void ilist_refuse_list_(lish_op_ op, const struct lish_link_ *head)
{
	lish_misuse_(op, head, NULL, LISH_BROKEN_LINKS);
}
LISH_EXPORT(ilist_refuse_list_)

void ilist_refuse_scratch_(const struct lish_link_ *head, void *scratch)
{
	lish_misuse_("ilist_sort_by_key", head, NULL,
		     lish_is_null(scratch) ? LISH_NULL : LISH_MISALIGNED);
}
LISH_EXPORT(ilist_refuse_scratch_)

void ilist_lost_(lish_op_ op, const struct lish_link_ *head,
		 const struct lish_link_ *at, const struct lish_link_ *next)
{
	lish_misuse_(op, head, at == head ? NULL : at,
		     next || at == head ? LISH_BROKEN_LINKS : LISH_LOST_PLACE);
}
LISH_EXPORT(ilist_lost_)

/* Inline, so that a report names the user's line. */
LISH_TINY bool ilist_links_ok(lish_op_ op, const struct lish_link_ *link)
{
	const struct lish_link_ *broken =
		lish_ring_is_zero_(link) ? NULL : lish_ring_broken_(link);

	return lish_fine_(op, NULL, broken, broken ? LISH_BROKEN_LINKS : LISH_OK);
}

bool ilist_ring_ok_(lish_op_ op, const struct lish_link_ *link)
{
	return ilist_links_ok(op, link);
}
LISH_EXPORT(ilist_ring_ok_)

bool ilist_member_ok_(lish_op_ op, const struct lish_link_ *head,
		      const struct lish_link_ *link)
{
	return ilist_links_ok(op, head) &&
	       lish_fine_(op, head, link,
			  !lish_ring_is_zero_(head) && lish_ring_has_(head, link) ?
				  LISH_OK : LISH_FOREIGN);
}
LISH_EXPORT(ilist_member_ok_)
