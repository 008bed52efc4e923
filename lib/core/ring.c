// SPDX-License-Identifier: MIT
/*
 * ring.c - operations on whole rings
 */
#define LISH_LIB_
#include "ring.h"

LISH_INLINE const struct lish_link_ *ring_broken_(const struct lish_link_ *start,
						  const struct lish_area_ *area)
{
	const struct lish_link_ *link = start;

	do {
		if (!link->next || !LISH_AREA_HAS_(area, link->next, 1, struct lish_link_) ||
		    link->next->prev != link)
			return link;
		link = link->next;
	} while (link != start);
	return NULL;
}

const struct lish_link_ *lish_ring_broken_(const struct lish_link_ *start)
{
	return ring_broken_(start, NULL);
}

const struct lish_link_ *lish_ring_broken_in_(const struct lish_link_ *start,
					      const struct lish_area_ *area)
{
	return ring_broken_(start, area);
}

uint32_t lish_ring_way_(const struct lish_link_ *head, const struct lish_link_ *link)
{
	const struct lish_link_ *at = head, *next;
	uint32_t way = 0;

	do {
		next = at->next;
		if (!next || next->prev != at || next == head)
			return 0;
		at = next;
		way++;
	} while (at != link);
	return way;
}

bool lish_ring_has_(const struct lish_link_ *head, const struct lish_link_ *link)
{
	return lish_ring_way_(head, link) != 0;
}
