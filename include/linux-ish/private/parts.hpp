/* SPDX-License-Identifier: MIT */
/* parts.hpp - the loops of dense and densepool as ranges */
#ifndef LINUX_ISH_PRIVATE_PARTS_HPP
#define LINUX_ISH_PRIVATE_PARTS_HPP

#include "ranges.hpp"

#include "../core/parts.h"

LISH_SYSTEM_HEADER_

namespace lish
{

namespace private_
{

/* The place of a forward loop over an array. */
LISH_IN_ lish_part_at_ at_front(const lish_parts_ *parts)
{
	const uint32_t used = parts->array.used;

	return { parts->array.slots, 0, lish_fetch_below_(used, used) };
}

LISH_IN_ lish_part_at_ at_back(const lish_parts_ *parts)
{
	return { parts->array.slots, parts->array.used, lish_fetch_from_(parts->array.used) };
}

#define LISH_PART_(X, kind, loop_, opening, starting, stepping)                                \
	LISH_KIND_(X##_##kind, ::X, none, loop_,                                               \
		   l->loop.loop.owner = nullptr; (void)X##_##opening(c, l), X##_close_,        \
		   lish_part_at_, *at = starting(&c->parts), lish_part_##stepping(&l->loop, at, offset))
#define LISH_PARTS_(X, loop_)                                                                  \
	LISH_PART_(X, plain, loop_, open_, at_front, step_)                                    \
	LISH_PART_(X, reverse, loop_, open_reverse_, at_back, step_back_)                      \
	LISH_PART_(X, present, loop_, open_present_, at_front, step_)                          \
	LISH_PART_(X, frozen, loop_, open_frozen_, at_front, step_)                            \
	LISH_LOOK_KIND_(X##_view, const ::X, none, lish_part_view_, *at = X##_view_(c),        \
			X##_view_step_(at, offset))                                            \
	LISH_LOOK_KIND_(X##_part, const ::X, lish_span, lish_part_view_,                       \
			*at = X##_view_span_(c, x), X##_view_step_span_(at, offset))

} // namespace private_
} // namespace lish

#endif /* LINUX_ISH_PRIVATE_PARTS_HPP */
