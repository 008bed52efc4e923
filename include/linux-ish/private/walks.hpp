/* SPDX-License-Identifier: MIT */
/* walks.hpp - the loops of walklist and listpool as ranges */
#ifndef LINUX_ISH_PRIVATE_WALKS_HPP
#define LINUX_ISH_PRIVATE_WALKS_HPP

#include "ranges.hpp"

#include "../core/walk.h"

namespace lish
{

namespace private_
{

/* Let the first step read the loop; it ends one that did not open. */
LISH_AID_ void reread(lish_walk_ *walk, bool always)
{
	if (always || !walk->loop.owner)
		walk->state |= LISH_WALK_CHANGED_;
}

/* STEP: the C macro of the container's steps. */
#define LISH_WALK_(X, STEP, kind, arg, loop_, closing, opening, stepping)                      \
	LISH_KIND_(X##_##kind, ::X, arg, loop_,                                                \
		   l->walk.loop.owner = 0; (void)(opening);                              \
		   reread(&l->walk, !std::is_same<arg, none>::value), closing,                 \
		   lish_walk_cursor_, *at = lish_walk_at_(&c->walks.head),                     \
		   STEP(l, at, stepping, offset))
#define LISH_WALKS_(X, STEP, VIEW, view_, loop_, opens, closing)                                       \
	LISH_WALK_(X, STEP, plain, none, loop_, closing, opens##_(l, c, LISH_WALK_FORWARD_),           \
		   LISH_WALK_FORWARD_)                                                         \
	LISH_WALK_(X, STEP, reverse, none, loop_, closing, opens##_(l, c, LISH_WALK_REVERSE_),         \
		   LISH_WALK_REVERSE_)                                                         \
	LISH_WALK_(X, STEP, present, none, loop_, closing, opens##_present_(l, c), LISH_WALK_PRESENT_) \
	LISH_LOOK_KIND_(X##_view, const ::X, none, lish_walk_cursor_,                          \
			*at = view_(c), VIEW(at, offset))

} // namespace private_
} // namespace lish

#endif /* LINUX_ISH_PRIVATE_WALKS_HPP */
