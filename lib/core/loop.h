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
/* lish_loop_open_inner_() for functions that know the caller. */
void lish_loop_push_(lish_op_ op, const void *container,
		     struct lish_loop_ *loop, struct lish_loops_ *loops,
		     const void *caller);
/* lish_loop_close_inner_() for functions that know the caller. */
void lish_loop_close_for_(lish_op_ op, const void *container,
			  struct lish_loop_ *loop, const void *caller);
/* Report a stale loop, and cut the chain at the link that leads to it. */
LISH_COLD void lish_loop_cut_(lish_op_ op, const void *container,
			      struct lish_loop_ **link, const void *caller);

/*
 * The link that leads to a loop; loop NULL: to the end of the chain. NULL if the loop is
 * not there, or behind a stale loop. That is reported, and the chain is cut there.
 */
struct lish_loop_ **lish_loop_link_to_(lish_op_ op, const void *container,
				       const struct lish_loop_ *loop,
				       struct lish_loops_ *loops,
				       const void *caller);
/* Take all loops out of the chain; they have no owner afterwards. */
void lish_loops_stop_(lish_op_ op, const void *container,
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
