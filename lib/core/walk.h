/* SPDX-License-Identifier: MIT */
/*
 * Loops by hand over a ring, and the end of all of them. For lib/ only.
 */
#ifndef LISH_WALK_H
#define LISH_WALK_H

#include <linux-ish/core/walk.h>

LISH_C_BEGIN

LISH_TINY uintptr_t lish_hint_to_(const struct lish_link_ *target, bool half)
{
	return half ? (uint32_t)(uintptr_t)target : (uintptr_t)target;
}

LISH_TINY struct lish_walks_ *lish_walks_of_(const struct lish_walk_ *walk)
{
	return (struct lish_walks_ *)(void *)((char *)walk->loop.owner -
					      offsetof(struct lish_walks_,
						       loops));
}

/*
 * Also over an empty ring, for elements added later. false if it was refused and
 * reported. All kinds except _FROM_ and _CONST_.
 */
bool lish_walk_open_by_hand_(lish_op_ op, const struct lish_walk_traits_ *traits,
			     struct lish_walks_ *walks, struct lish_walk_ *walk,
			     enum lish_walk_kind_ kind, const void *caller);
/* End the running loops: their next step does not touch the ring or an element. */
void lish_walk_stop_(const struct lish_walk_traits_ *traits,
		     struct lish_walks_ *walks);

/* Open a loop over an initialised ring, in any memory; start is its first element. */
struct lish_walk_cursor_ lish_walk_open_from_(const struct lish_walk_traits_ *traits,
					      struct lish_walks_ *walks,
					      struct lish_walk_ *walk,
					      const struct lish_link_ *start);
/* The order changes: all hints are stale. */
LISH_TINY void lish_walk_reorder_(struct lish_walks_ *walks)
{
	walks->stale += walks->count;
}

LISH_C_END

#endif /* LISH_WALK_H */
