/* SPDX-License-Identifier: MIT */
/* parts.hpp - the loops of dense and densepool as ranges */
#ifndef LINUX_ISH_PRIVATE_PARTS_HPP
#define LINUX_ISH_PRIVATE_PARTS_HPP

#include "ranges.hpp"

#include "../core/parts.h"

namespace lish
{

namespace private_
{

/* The place of a forward loop over an array. */
LISH_IN_ lish_part_at_ at_front(const lish_parts_ *parts)
{
	const uint32_t used = parts->array.used;

	return { parts->array.nodes, 0, lish_fetch_below_(used, used) };
}

LISH_IN_ lish_part_at_ at_back(const lish_parts_ *parts)
{
	return { parts->array.nodes, parts->array.used, lish_fetch_from_(parts->array.used) };
}

#define LISH_PART_LOOP_(X, XX, name, kind, loop_, closing, starting)                           \
	LISH_KIND_(X##_##name, ::X, none, loop_,                                               \
		   l->loop.loop.owner = 0; (void)X##_open_(c, l, kind), closing,         \
		   lish_part_at_, *at = starting(&c->parts),                                   \
		   XX##_STEP_(l, at, offset, (kind) == LISH_PART_REVERSE_))
#define LISH_PARTS_(X, XX, loop_, closing)                                                     \
	LISH_PART_LOOP_(X, XX, plain, LISH_PART_PLAIN_, loop_, closing, at_front) \
	LISH_PART_LOOP_(X, XX, reverse, LISH_PART_REVERSE_, loop_, closing, at_back) \
	LISH_PART_LOOP_(X, XX, present, LISH_PART_PRESENT_, loop_, closing, at_front) \
	LISH_LOOK_KIND_(X##_view, const ::X, none, lish_part_view_, *at = X##_view_(c),        \
			XX##_LOOK_(at, offset))                                                \
	LISH_LOOK_KIND_(X##_part, const ::X, lish_span, lish_part_view_,                       \
			*at = X##_view_span_(c, x), XX##_LOOK_(at, offset))

} // namespace private_
} // namespace lish

#endif /* LINUX_ISH_PRIVATE_PARTS_HPP */
