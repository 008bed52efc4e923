// SPDX-License-Identifier: MIT
/*
 * ring.c - operations on whole rings
 */
#define LISH_LIB_
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

bool lish_ring_has_(const struct lish_link_ *head, const struct lish_link_ *link)
{
	const struct lish_link_ *at = lish_ring_after_(head);

	while (at && at != link && at != head)
		at = lish_ring_after_(at);
	return at == link;
}
