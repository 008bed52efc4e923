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

#include "../ground/given.h"
#include "loop.h"

enum lish_reason lish_loops_cut_(struct lish_loops_ *loops)
{
	enum lish_reason reason = LISH_OK;

	lish_each_loop_(loop, loops, &reason)
		continue;
	return reason;
}

enum lish_reason lish_loop_enter_inner_(struct lish_loop_ *loop,
					struct lish_loops_ *loops)
{
	enum lish_reason reason = LISH_OK;

	/* A loop that was left open here is stale, and cut off. */
	loop->owner = NULL;
	lish_each_loop_(each, loops, &reason)
		continue;
	loop->owner = loops;
	loop->outer = loops->first;
	loops->first = loop;
	return reason;
}

enum lish_reason lish_loop_leave_inner_(struct lish_loop_ *loop)
{
	struct lish_loops_ *loops = loop->owner;
	struct lish_loop_ **link = &loops->first;

	/* The loop may be stale itself: compare addresses before owners. */
	loop->owner = NULL;
	while (*link && *link != loop) {
		if ((*link)->owner != loops) {
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
		loop->owner = NULL;
	loops->first = NULL;
	return reason;
}

void lish_loop_cut_(lish_op_ op, const void *container,
		    struct lish_loop_ **link, const void *caller)
{
	*link = NULL;
	lish_report_(op, container, NULL, LISH_STALE_LOOP, caller);
}

struct lish_loop_ **lish_loop_link_to_(lish_op_ op, const void *container,
				       const struct lish_loop_ *loop,
				       struct lish_loops_ *loops,
				       const void *caller)
{
	struct lish_loop_ **link = &loops->first;

	while (*link != loop) {
		if (!lish_loop_at_(op, container, loops, link, caller))
			return NULL;
		link = &(*link)->outer;
	}
	return link;
}

void lish_loop_push_(lish_op_ op, const void *container,
		     struct lish_loop_ *loop, struct lish_loops_ *loops,
		     const void *caller)
{
	/* A loop that was left open here is stale, and cut off. */
	loop->owner = NULL;
	(void)lish_loops_tidy_(op, container, loops, caller);
	loop->owner = loops;
	loop->outer = loops->first;
	loops->first = loop;
}

bool lish_loop_begin_(lish_op_ op, const void *container,
		      struct lish_loop_ *loop, struct lish_loops_ *loops,
		      const void *caller)
{
	const bool fine =
		lish_fine_from_(op, container, NULL,
				loop->owner ? LISH_STALE_LOOP : LISH_OK, caller);

	if (fine)
		lish_loop_push_(op, container, loop, loops, caller);
	return fine;
}

void lish_loop_open_inner_(lish_op_ op, const void *container,
			   struct lish_loop_ *loop, struct lish_loops_ *loops)
{
	lish_loop_push_(op, container, loop, loops, LISH_CALLER_());
}
LISH_EXPORT(lish_loop_open_inner_)

LISH_TINY void loop_close(lish_op_ op, const void *container,
			  struct lish_loop_ *loop, const void *caller)
{
	struct lish_loop_ **link = lish_loop_link_to_(op, container, loop,
						      loop->owner, caller);

	loop->owner = NULL;
	if (link)
		*link = loop->outer;
	else
		lish_report_(op, container, NULL, LISH_STALE_LOOP, caller);
}

void lish_loop_close_for_(lish_op_ op, const void *container,
			  struct lish_loop_ *loop, const void *caller)
{
	loop_close(op, container, loop, caller);
}

void lish_loop_close_inner_(lish_op_ op, const void *container,
			    struct lish_loop_ *loop)
{
	loop_close(op, container, loop, LISH_CALLER_());
}
LISH_EXPORT(lish_loop_close_inner_)

void lish_loops_stop_(lish_op_ op, const void *container,
		      struct lish_loops_ *loops, const void *caller)
{
	struct lish_loop_ *loop = lish_loops_tidy_(op, container, loops, caller);

	for (; loop; loop = loop->outer)
		loop->owner = NULL;
	loops->first = NULL;
}
