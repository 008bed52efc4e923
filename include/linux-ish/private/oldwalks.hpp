/* SPDX-License-Identifier: MIT */
/* oldwalks.hpp - the loops of walklist and listpool as ranges */
#ifndef LINUX_ISH_PRIVATE_OLDWALKS_HPP
#define LINUX_ISH_PRIVATE_OLDWALKS_HPP

#include "ranges.hpp"

#include "../core/oldwalk.h"

LISH_SYSTEM_HEADER_

namespace lish
{

namespace private_
{

/* The place of a walk that stands on the head; with or without a trail. */
template <class P>
LISH_AID_ auto on_old_head(lish_link_ *head, int) -> decltype(P{ head, head, head, 0 })
{
	return { head, head, head, LISH_OLDWALK_WAIT_ };
}
template <class P> LISH_AID_ P on_old_head(lish_link_ *head, ...)
{
	return { head, head };
}

/* Let the first step read the loop; it ends one that did not open. */
LISH_AID_ void reread_old(lish_oldwalk_ *walk, bool always)
{
	if (always || !walk->loop.owner)
		walk->moved = LISH_OLDWALK_GAP_;
}

#define LISH_OLDWALK_(X, kind, arg, loop_, opening, stepping)                                     \
	LISH_KIND_(X##_##kind, ::X, arg, loop_,                                                \
		   l->walk.loop.owner = nullptr; (void)(opening);                              \
		   reread_old(&l->walk, !std::is_same<arg, none>::value), X##_close_,              \
		   lish_oldwalk_cursor_, *at = on_old_head<place>(&c->walks.head, 0),                 \
		   X##_##stepping##_(l, at, offset))
#define LISH_OLDWALKS_(X, loop_)                                                                  \
	LISH_OLDWALK_(X, plain, none, loop_, X##_open_(l, c, LISH_OLDWALK_FORWARD_), forward)        \
	LISH_OLDWALK_(X, reverse, none, loop_, X##_open_(l, c, LISH_OLDWALK_REVERSE_), back)         \
	LISH_OLDWALK_(X, present, none, loop_, X##_open_(l, c, LISH_OLDWALK_PRESENT_), present)      \
	LISH_LOOK_KIND_(X##_view, const ::X, none, lish_oldwalk_cursor_,                          \
			*at = X##_view_of_(c), X##_view_(at, offset))

} // namespace private_
} // namespace lish

#endif /* LINUX_ISH_PRIVATE_OLDWALKS_HPP */
