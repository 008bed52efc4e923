// SPDX-License-Identifier: MIT
/*
 * The cold side of the registry of loops.
 */
#define LISH_LIB_
#include <linux-ish/core/loop.h>

void lish_loop_cut_(lish_op_ op, const void *container,
		    struct lish_loop_ **link, const void *caller)
{
	*link = NULL;
	lish_report_(op, container, NULL, LISH_STALE_LOOP, caller);
}
LISH_EXPORT(lish_loop_cut_)

/* The link that leads to a loop; NULL if it is not in the chain. */
static struct lish_loop_ **loop_link_to(lish_op_ op,
					const void *container,
					struct lish_loop_ *loop,
					struct lish_loops_ *loops,
					const void *caller)
{
	struct lish_loop_ **link = &loops->first;

	/* Compared first: what lies there may be stale, and is looked for. */
	while (*link != loop) {
		if (!lish_loop_at_(op, container, loops, link, caller))
			return NULL;
		link = &(*link)->outer;
	}
	return link;
}

bool lish_loop_begin_(lish_op_ op, const void *container,
		      struct lish_loop_ *loop, struct lish_loops_ *loops,
		      const void *caller)
{
	if (loop->owner) {
		lish_report_(op, container, NULL, LISH_STALE_LOOP, caller);
		return false;
	}
	/* Initialised again while it ran: its address is still there. */
	lish_loop_open_inner_(op, container, loop, loops);
	return true;
}
LISH_EXPORT(lish_loop_begin_)

void lish_loop_open_inner_(lish_op_ op, const void *container,
			   struct lish_loop_ *loop, struct lish_loops_ *loops)
{
	struct lish_loop_ **link = loop_link_to(op, container, loop, loops,
						LISH_CALLER_());

	/* What it said of the loops around it went when this one was prepared. */
	if (link)
		lish_loop_cut_(op, container, link, LISH_CALLER_());
	loop->owner = loops;
	loop->outer = loops->first;
	loops->first = loop;
}
LISH_EXPORT(lish_loop_open_inner_)

void lish_loop_close_inner_(lish_op_ op, const void *container,
			    struct lish_loop_ *loop)
{
	struct lish_loop_ **link = loop_link_to(op, container, loop, loop->owner,
						LISH_CALLER_());

	loop->owner = NULL;
	if (link)
		*link = loop->outer;
	else
		lish_misuse_(op, container, NULL, LISH_STALE_LOOP);
}
LISH_EXPORT(lish_loop_close_inner_)
