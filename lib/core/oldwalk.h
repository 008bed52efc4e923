/* SPDX-License-Identifier: MIT */
/*
 * Loops by hand over a ring, and the end of all of them. For lib/ only.
 */
#ifndef LISH_OLDWALK_H
#define LISH_OLDWALK_H

#include <linux-ish/core/oldwalk.h>

LISH_C_BEGIN

LISH_TINY uintptr_t lish_oldhint_to_(const struct lish_link_ *target, bool half)
{
	return half ? (uint32_t)(uintptr_t)target : (uintptr_t)target;
}

LISH_TINY struct lish_oldwalks_ *lish_oldwalks_of_(const struct lish_oldwalk_ *walk)
{
	return (struct lish_oldwalks_ *)(void *)((char *)walk->loop.owner -
					      offsetof(struct lish_oldwalks_,
						       loops));
}

/*
 * Also over an empty ring, for elements added later. false if it was refused and
 * reported. All kinds except _FROM_ and _CONST_.
 */
bool lish_oldwalk_open_by_hand_(lish_op_ op, const struct lish_oldwalk_traits_ *traits,
			     struct lish_oldwalks_ *walks, struct lish_oldwalk_ *walk,
			     enum lish_oldwalk_kind_ kind, const void *caller);
/* End the running loops: their next step does not touch the ring or an element. */
void lish_oldwalk_stop_(const struct lish_oldwalk_traits_ *traits,
		     struct lish_oldwalks_ *walks);

/* Open a loop over an initialised ring, in any memory; start is its first element. */
struct lish_oldwalk_cursor_ lish_oldwalk_open_from_(const struct lish_oldwalk_traits_ *traits,
					      struct lish_oldwalks_ *walks,
					      struct lish_oldwalk_ *walk,
					      const struct lish_link_ *start);
/* The order changes: all hints are stale. */
LISH_TINY void lish_oldwalk_reorder_(struct lish_oldwalks_ *walks)
{
	walks->stale += walks->count;
}

LISH_C_END

#endif /* LISH_OLDWALK_H */
