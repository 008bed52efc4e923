/* SPDX-License-Identifier: MIT */
/*
 * loop.h - the registry of loops, the part that only lib/ calls
 */
#ifndef LISH_LIB_LOOP_H
#define LISH_LIB_LOOP_H

#include <linux-ish/core/loop.h>

LISH_C_BEGIN

/*
 * The loop was initialised before. If it runs already, over this container or another,
 * that is reported, nothing changes, and the result is false.
 */
bool lish_loop_begin_(lish_op_ op, const void *container,
		      struct lish_loop_ *loop, struct lish_loops_ *loops,
		      const void *caller);
/* Report a stale loop, and cut the chain at the link that leads to it. */
LISH_COLD void lish_loop_cut_(lish_op_ op, const void *container,
			      struct lish_loop_ **link, const void *caller);

/* NULL at the end. Cuts off stale loops. */
LISH_TINY struct lish_loop_ *lish_loop_at_(lish_op_ op,
					   const void *container,
					   const struct lish_loops_ *loops,
					   struct lish_loop_ **link,
					   const void *caller)
{
	if (*link && lish_unlikely((*link)->owner != loops))
		lish_loop_cut_(op, container, link, caller);
	return *link;
}

/*
 * The body may set pos->owner to NULL only if it leaves this loop or takes pos out of the
 * chain.
 */
#define lish_for_each_loop_(pos, op, container, loops)                       \
	for (struct lish_loop_ **pos##_link_ = &(loops)->first,              \
			       *pos = lish_loop_at_(op, container, loops,    \
						    pos##_link_,             \
						    LISH_CALLER_());         \
	     pos; pos##_link_ = &pos->outer,                                 \
			       pos = lish_loop_at_(op, container, loops,     \
						   pos##_link_, LISH_CALLER_()))

LISH_C_END

#endif /* LISH_LIB_LOOP_H */
