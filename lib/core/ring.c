// SPDX-License-Identifier: MIT
/*
 * ring.c - operations on whole rings
 */
#include "ring.h"

const struct lish_link_ *lish_ring_broken_(const struct lish_link_ *start)
{
	const struct lish_link_ *link = start;

	do {
		if (!link->next || link->next->prev != link)
			return link;
		link = link->next;
	} while (link != start);
	return NULL;
}

bool lish_ring_has_(const struct lish_link_ *head,
		    const struct lish_link_ *link)
{
	const struct lish_link_ *at = head->next;

	while (at && at != link && at != head)
		at = at->next;
	return at == link;
}

void lish_ring_relink_(struct lish_link_ *head, struct lish_link_ *last,
		       struct lish_link_ *chain)
{
	for (; chain; chain = chain->next) {
		LISH_WRITE_ONCE_(last->next, chain);
		chain->prev = last;
		last = chain;
	}
	LISH_WRITE_ONCE_(last->next, head);
	head->prev = last;
}
LISH_EXPORT(lish_ring_relink_)

bool lish_ring_sort_(struct lish_link_ *head, lish_ring_cmp_fn_ cmp, void *ctx)
{
	return lish_ring_sort_inline_(head, cmp, ctx);
}
