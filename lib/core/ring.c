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

/*
 * From both ends at a time: where links miss the cache, that waits half as long. The two paths
 * meet in a whole ring. A path that leads back cannot enter a cycle from outside.
 */
static bool ring_is_whole(const struct lish_link_ *head)
{
	const struct lish_link_ *front = head, *back = head, *next, *prev;

	for (;;) {
		next = front->next;
		prev = back->prev;
		if (!next || next->prev != front)
			return false;
		if (next == back)
			return true;
		front = next;
		if (!prev || prev->next != back)
			return false;
		if (prev == front)
			return true;
		back = prev;
	}
}

enum lish_reason lish_ring_may_follow_(const struct lish_link_ *head)
{
	return ring_is_whole(head) ? LISH_OK : lish_ring_may_be_zero_(head);
}

bool lish_ring_has_(const struct lish_link_ *head, const struct lish_link_ *link)
{
	const struct lish_link_ *at = lish_ring_after_(head);

	while (at && at != link && at != head)
		at = lish_ring_after_(at);
	return at == link;
}
