/* SPDX-License-Identifier: MIT */
/*
 * rwarray.hpp - rwarray.h as a C++ class; linux-ish.hpp says what holds for all classes
 */
#ifndef LINUX_ISH_RWARRAY_HPP
#define LINUX_ISH_RWARRAY_HPP

#include "private/ranges.hpp"

#include "rwarray.h"

namespace lish
{

namespace private_
{

LISH_AID_ void row_at(rwarray_place_ *at, const ::rwarray *c, uint32_t next)
{
	at->nodes = c->array.nodes;
	at->next = next;
}

/* An empty array opens no loop: the first step ends one without an owner. */
#define LISH_ROW_(kind, mode, first)                                                           \
	LISH_KIND_(rwarray_##kind, ::rwarray, none, rwarray_loop_,                             \
		   l->loop.owner = 0; l->end = 0; (void)rwarray_open_(l, c, mode), rwarray_close_, \
		   rwarray_place_, row_at(at, c, first),                                       \
		   RWARRAY_STEP_(l, at, offset, (mode) == RWARRAY_REVERSE_))
LISH_ROW_(plain, 0, 0)
LISH_ROW_(reverse, RWARRAY_REVERSE_, c->array.used)
LISH_ROW_(present, RWARRAY_PRESENT_, 0)
LISH_LOOK_KIND_(rwarray_view, const ::rwarray, none, rwarray_view_at_, *at = rwarray_view_(c),
		RWARRAY_LOOK_(at, offset))
LISH_LOOK_KIND_(rwarray_part, const ::rwarray, lish_span, rwarray_view_at_,
		*at = rwarray_view_span_(c, x), RWARRAY_LOOK_(at, offset))

} // namespace private_

template <class T, LISH_MEMBER_OF_(T, rwarray_idx) M>
class rwarray : public ::rwarray, private_::uncopied {
	typedef private_::field<T, rwarray_idx, M> f;
	LISH_BEGIN_(rwarray_plain, rwarray_view)
	LISH_GROWS_(rwarray, RWARRAY_STORAGE, array, 0)

	LISH_MUST_CHECK LISH_IN_ int add_tail(T &t) { return rwarray_add_tail(this, f::node(t)); }
	LISH_IN_ void compact() { rwarray_compact(this); }
	LISH_SORT_(rwarray)

	LISH_IN_ over<private_::rwarray_reverse> reverse() { return this; }
	LISH_IN_ over<private_::rwarray_present> present() { return this; }
	LISH_IN_ private_::range<private_::rwarray_part, const T, f> span(uint32_t part, uint32_t of) const
	{
		return { this, rwarray_span(this, part, of) };
	}
};

} // namespace lish

#endif /* LINUX_ISH_RWARRAY_HPP */
