/* SPDX-License-Identifier: MIT */
/*
 * Loops by hand over a ring, and the end of all of them. For lib/ only.
 */
#ifndef LISH_WALK_H
#define LISH_WALK_H

#include <linux-ish/core/walk.h>

LISH_C_BEGIN

/*
 * Also over an empty ring, for elements added later. false if it was refused and
 * reported. All kinds except _FROM_ and _CONST_.
 */
bool lish_walk_open_by_hand_(lish_op_ op, const struct lish_walk_face_ *face,
			     struct lish_walks_ *walks, struct lish_walk_ *walk,
			     enum lish_walk_kind_ kind, const void *caller);
/* NULL at the end, where it closes the loop. */
struct lish_link_ *lish_walk_next_(const struct lish_walk_face_ *face,
				   struct lish_walk_ *walk);
void lish_walk_stop_(const struct lish_walk_face_ *face,
		     struct lish_walks_ *walks);

LISH_C_END

#endif /* LISH_WALK_H */
