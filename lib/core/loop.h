/* SPDX-License-Identifier: MIT */
/*
 * loop.h - the registry of loops, the part that only lib/ calls
 */
#ifndef LISH_LIB_LOOP_H
#define LISH_LIB_LOOP_H

#include <linux-ish/core/loop.h>

LISH_C_BEGIN

struct lish_area_;

/* For X_check_in(): does no loop run? Its frame lies on a stack, outside of the area. */
static inline bool lish_loops_rest_(const struct lish_loops_ *loops, const struct lish_area_ *area)
{
	return !area || !loops->first;
}

/*
 * Nothing here reports. A loop that was left without being closed is stale: the chain
 * is cut at the link that leads to it, and the answer is LISH_STALE_LOOP, which the public
 * function reports after its change.
 */

/* The loop that a link of the chain leads to; NULL at the end, and where the chain was cut. */
LISH_INLINE struct lish_loop_ *lish_loop_of_(const struct lish_loops_ *loops,
					     struct lish_loop_ **link, enum lish_reason *reason)
{
	if (*link && lish_unlikely((*link)->owner != lish_loop_owner_(*link, loops))) {
		*link = NULL;
		*reason = LISH_STALE_LOOP;
	}
	return *link;
}

/*
 * The body may set pos->owner to 0 only if it leaves this loop or takes pos out of the
 * chain.
 */
#define lish_each_loop_(pos, loops, reason)                           \
	for (struct lish_loop_ *pos, **pos##_link_ = &(loops)->first; \
	     (pos = lish_loop_of_(loops, pos##_link_, reason)) != NULL; \
	     pos##_link_ = &pos->outer)

/* The same after lish_loops_cut_(), which has examined the chain. */
#define lish_each_sound_loop_(pos, loops) \
	for (struct lish_loop_ *pos = (loops)->first; pos; pos = pos->outer)

/* Does a question about loops allow the change? A stale one refuses nothing. */
LISH_INLINE bool lish_loops_allow_(enum lish_reason reason)
{
	return reason == LISH_OK || reason == LISH_STALE_LOOP;
}

/* Cut off stale loops. */
LISH_LOCAL enum lish_reason lish_loops_cut_(struct lish_loops_ *loops);
/* The two below, where other loops may run. */
LISH_LOCAL LISH_COLD enum lish_reason lish_loop_enter_inner_(struct lish_loop_ *loop,
						  struct lish_loops_ *loops);
LISH_LOCAL LISH_COLD enum lish_reason lish_loop_leave_inner_(struct lish_loop_ *loop);

/* The first loop of the chain is this one from now on. */
LISH_INLINE void lish_loop_link_(struct lish_loop_ *loop, struct lish_loops_ *loops)
{
	loop->owner = lish_loop_owner_(loop, loops);
	loop->outer = loops->first;
	loops->first = loop;
}

/* Open a loop in memory of any content. A loop that was left open there is stale. */
LISH_INLINE enum lish_reason lish_loop_enter_(struct lish_loop_ *loop, struct lish_loops_ *loops)
{
	if (LISH_SMALL_ || lish_unlikely(loops->first != NULL))
		return lish_loop_enter_inner_(loop, loops);
	lish_loop_link_(loop, loops);
	return LISH_OK;
}

/* Close a loop. A second close does nothing. */
LISH_INLINE enum lish_reason lish_loop_leave_(struct lish_loop_ *loop)
{
	return lish_loop_shut_(loop) ? LISH_OK : lish_loop_leave_inner_(loop);
}

/* Take all loops out of the chain; they have no owner afterwards. */
LISH_LOCAL enum lish_reason lish_loops_end_(struct lish_loops_ *loops);

LISH_C_END

#endif /* LISH_LIB_LOOP_H */
