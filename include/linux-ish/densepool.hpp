/* SPDX-License-Identifier: MIT */
/*
 * densepool.hpp - densepool.h as a C++ class; linux-ish.hpp says what holds for all classes
 */
#ifndef LINUX_ISH_DENSEPOOL_HPP
#define LINUX_ISH_DENSEPOOL_HPP

#include "private/makers.hpp"
#include "private/parts.hpp"

#include "densepool.h"

namespace lish
{

namespace private_
{

LISH_PARTS_(densepool, DENSEPOOL, densepool_loop_, densepool_close_)
LISH_PART_LOOP_(densepool, DENSEPOOL, frozen, LISH_PART_FROZEN_, densepool_loop_, densepool_close_, at_front)

LISH_AID_ bool is_frozen(const ::densepool *pool)
{
	const lish_loops_ *loops = &pool->parts.loops;

	/* A loop that was left open ends the chain: free reports it. */
	for (lish_loop_ *loop = loops->first; loop && loop->owner == lish_loop_owner_(loop, loops);
	     loop = loop->outer)
		if (reinterpret_cast<lish_part_loop_ *>(loop)->kind == LISH_PART_FROZEN_)
			return true;
	return false;
}

} // namespace private_

template <class T> class densepool : ::densepool, private_::uncopied {
	typedef private_::cells<T, densepool_idx> f;
	LISH_POOL_(densepool, densepool_idx, DENSEPOOL_STORAGE, densepool_stop(this))
	LISH_BEGIN_(densepool_plain, densepool_view)
	LISH_CLEAR_(densepool, LISH_DESTROY_EACH_)
	LISH_IN_ void stop() { densepool_stop(this); }
	LISH_IN_ T *at(uint32_t index) const { return f::object(densepool_at_entry(this, index, cell, node)); }

	LISH_IN_ over<private_::densepool_reverse> reverse() { return this; }
	LISH_IN_ over<private_::densepool_present> present() { return this; }
	LISH_IN_ over<private_::densepool_frozen> frozen() { return this; }
	LISH_IN_ private_::range<private_::densepool_part, const T, f> span(uint32_t part, uint32_t of) const
	{
		return { this, densepool_span(this, part, of) };
	}
};

} // namespace lish

#endif /* LINUX_ISH_DENSEPOOL_HPP */
