/* SPDX-License-Identifier: MIT */
/* walks.hpp - the loops of walklist and listpool as ranges */
#ifndef LINUX_ISH_PRIVATE_WALKS_HPP
#define LINUX_ISH_PRIVATE_WALKS_HPP

#include "ranges.hpp"

#include "../core/walk.h"

LISH_SYSTEM_HEADER_

namespace lish
{

namespace private_
{

/* The place of a walk that stands on the head; with or without a trail. */
template <class P>
LISH_AID_ auto on_head(lish_link_ *head, int) -> decltype(P{ head, head, head, 0 })
{
	return { head, head, head, LISH_WALK_WAIT_ };
}
template <class P> LISH_AID_ P on_head(lish_link_ *head, ...)
{
	return { head, head };
}

/* Let the first step read the loop; it ends one that did not open. */
LISH_AID_ void reread(lish_walk_ *walk, bool always)
{
	if (always || !walk->loop.owner)
		walk->moved = LISH_WALK_GAP_;
}

#define LISH_WALK_(X, kind, arg, loop_, opening, stepping)                                     \
	LISH_KIND_(X##_##kind, ::X, arg, loop_,                                                \
		   l->walk.loop.owner = nullptr; (void)(opening);                              \
		   reread(&l->walk, !std::is_same<arg, none>::value), X##_close_,              \
		   lish_walk_cursor_, *at = on_head<place>(&c->walks.head, 0),                 \
		   X##_##stepping##_(l, at, offset))
#define LISH_WALKS_(X, loop_)                                                                  \
	LISH_WALK_(X, plain, none, loop_, X##_open_(l, c, LISH_WALK_FORWARD_), forward)        \
	LISH_WALK_(X, reverse, none, loop_, X##_open_(l, c, LISH_WALK_REVERSE_), back)         \
	LISH_WALK_(X, present, none, loop_, X##_open_(l, c, LISH_WALK_PRESENT_), present)      \
	LISH_LOOK_KIND_(X##_view, const ::X, none, lish_walk_cursor_,                          \
			*at = X##_view_of_(c), X##_view_(at, offset))

} // namespace private_
} // namespace lish

#endif /* LINUX_ISH_PRIVATE_WALKS_HPP */
