// SPDX-License-Identifier: MIT
/*
 * loop.c - the registry of loops: nested loops, and loops left open
 *
 * The chain runs from the loop opened last to the loop opened first. A stale loop may
 * have any content, so it is never written and its link is never followed: the link
 * that leads to it is cut. Searches compare addresses before they look at owners,
 * because the loop searched for may be stale itself.
 */
#define LISH_LIB_
#include <linux-ish/core/loop.h>

#include "loop.h"

enum lish_reason lish_loops_cut_(struct lish_loops_ *loops)
{
	enum lish_reason reason = LISH_OK;

	lish_each_loop_(loop, loops, &reason)
		continue;
	return reason;
}

enum lish_reason lish_loop_enter_inner_(struct lish_loop_ *loop, struct lish_loops_ *loops)
{
	enum lish_reason reason;

	/* A loop that was left open here is stale, and cut off. */
	loop->owner = 0;
	reason = lish_loops_cut_(loops);
	lish_loop_link_(loop, loops);
	return reason;
}

enum lish_reason lish_loop_leave_inner_(struct lish_loop_ *loop)
{
	struct lish_loops_ *loops = lish_loops_of_(loop);
	struct lish_loop_ **link = &loops->first;

	/* The loop may be stale itself: compare addresses before owners. */
	loop->owner = 0;
	while (*link && *link != loop) {
		if ((*link)->owner != lish_loop_owner_(*link, loops)) {
			*link = NULL;
			break;
		}
		link = &(*link)->outer;
	}
	if (!*link)
		return LISH_STALE_LOOP;
	*link = loop->outer;
	return LISH_OK;
}

enum lish_reason lish_loops_end_(struct lish_loops_ *loops)
{
	enum lish_reason reason = LISH_OK;

	lish_each_loop_(loop, loops, &reason)
		loop->owner = 0;
	loops->first = NULL;
	return reason;
}
