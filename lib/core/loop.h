/* SPDX-License-Identifier: MIT */
/*
 * loop.h - the registry of loops, the part that only lib/ calls
 */
#ifndef LISH_LIB_LOOP_H
#define LISH_LIB_LOOP_H

#include <linux-ish/core/loop.h>

LISH_C_BEGIN

/*
 * What follows reports nothing. A loop that was left without being closed is stale: the chain
 * is cut at the link that leads to it, and the answer is LISH_STALE_LOOP, which the public
 * function reports after its change.
 */

/* The loop that a link of the chain leads to; NULL at the end, and where the chain was cut. */
LISH_INLINE struct lish_loop_ *lish_loop_of_(const struct lish_loops_ *loops,
					     struct lish_loop_ **link,
					     enum lish_reason *reason)
{
	if (*link && lish_unlikely((*link)->owner != loops)) {
		*link = NULL;
		*reason = LISH_STALE_LOOP;
	}
	return *link;
}

/*
 * The body may set pos->owner to NULL only if it leaves this loop or takes pos out of the
 * chain.
 */
#define lish_each_loop_(pos, loops, reason)                           \
	for (struct lish_loop_ *pos, **pos##_link_ = &(loops)->first; \
	     (pos = lish_loop_of_(loops, pos##_link_, reason)) != NULL; \
	     pos##_link_ = &pos->outer)

/* Cut off stale loops. */
LISH_LOCAL enum lish_reason lish_loops_cut_(struct lish_loops_ *loops);
/* The two below, where other loops may run. */
LISH_LOCAL LISH_COLD enum lish_reason lish_loop_enter_inner_(struct lish_loop_ *loop,
						  struct lish_loops_ *loops);
LISH_LOCAL LISH_COLD enum lish_reason lish_loop_leave_inner_(struct lish_loop_ *loop);

/* Open a loop in memory of any content. A loop that was left open there is stale. */
LISH_INLINE enum lish_reason lish_loop_enter_(struct lish_loop_ *loop,
					      struct lish_loops_ *loops)
{
	if (LISH_SMALL_ || lish_unlikely(loops->first != NULL))
		return lish_loop_enter_inner_(loop, loops);
	loop->owner = loops;
	loop->outer = NULL;
	loops->first = loop;
	return LISH_OK;
}

/* Close a loop. A second close does nothing. */
LISH_INLINE enum lish_reason lish_loop_leave_(struct lish_loop_ *loop)
{
	struct lish_loops_ *loops = loop->owner;

	if (!loops)
		return LISH_OK;
	if (LISH_SMALL_ || lish_unlikely(loops->first != loop))
		return lish_loop_leave_inner_(loop);
	loops->first = loop->outer;
	loop->owner = NULL;
	return LISH_OK;
}

/* Take all loops out of the chain; they have no owner afterwards. */
LISH_LOCAL enum lish_reason lish_loops_end_(struct lish_loops_ *loops);

/* What follows reports: for containers that are not converted yet. */

/*
 * The loop was initialised before. If it runs already, over this container or another,
 * that is reported, nothing changes, and the result is false.
 */
LISH_LOCAL bool lish_loop_begin_(lish_op_ op, const void *container,
		      struct lish_loop_ *loop, struct lish_loops_ *loops,
		      const void *caller);
/* lish_loop_open_inner_() for functions that know the caller. */
LISH_LOCAL void lish_loop_push_(lish_op_ op, const void *container,
		     struct lish_loop_ *loop, struct lish_loops_ *loops,
		     const void *caller);
/* lish_loop_close_inner_() for functions that know the caller. */
LISH_LOCAL void lish_loop_close_for_(lish_op_ op, const void *container,
			  struct lish_loop_ *loop, const void *caller);
/* Report a stale loop, and cut the chain at the link that leads to it. */
LISH_LOCAL LISH_COLD void lish_loop_cut_(lish_op_ op, const void *container,
			      struct lish_loop_ **link, const void *caller);

/*
 * The link that leads to a loop; loop NULL: to the end of the chain. NULL if the loop is
 * not there, or behind a stale loop. That is reported, and the chain is cut there.
 */
LISH_LOCAL struct lish_loop_ **lish_loop_link_to_(lish_op_ op, const void *container,
				       const struct lish_loop_ *loop,
				       struct lish_loops_ *loops,
				       const void *caller);
/* Take all loops out of the chain; they have no owner afterwards. */
LISH_LOCAL void lish_loops_stop_(lish_op_ op, const void *container,
		      struct lish_loops_ *loops, const void *caller);

/* Cut off stale loops. Returns the first loop of the chain. */
LISH_TINY struct lish_loop_ *lish_loops_tidy_(lish_op_ op, const void *container,
					      struct lish_loops_ *loops,
					      const void *caller)
{
	(void)lish_loop_link_to_(op, container, NULL, loops, caller);
	return loops->first;
}

/* The loop that a link of the chain leads to, or NULL. Cuts off stale loops. */
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
#if LISH_SMALL_
#define lish_for_each_loop_(pos, op, container, loops)                     \
	for (struct lish_loop_ *pos = lish_loops_tidy_(op, container, loops, \
						       LISH_CALLER_());    \
	     pos; pos = pos->outer)
#else
#define lish_for_each_loop_(pos, op, container, loops)                \
	for (struct lish_loop_ *pos, **pos##_link_ = &(loops)->first; \
	     (pos = lish_loop_at_(op, container, loops, pos##_link_,  \
				  LISH_CALLER_())) != NULL;           \
	     pos##_link_ = &pos->outer)
#endif

LISH_C_END

#endif /* LISH_LIB_LOOP_H */
