/* SPDX-License-Identifier: MIT */
/*
 * dense.hpp - dense.h as a C++ class; linux-ish.hpp says what holds for all classes
 */
#ifndef LINUX_ISH_DENSE_HPP
#define LINUX_ISH_DENSE_HPP

#include "private/parts.hpp"

#include "dense.h"

namespace lish
{

namespace private_
{

LISH_PARTS_(dense, DENSE, dense_loop_, dense_close_)

} // namespace private_

template <class T, LISH_MEMBER_OF_(T, dense_idx) M>
class dense : public ::dense, private_::uncopied {
	typedef private_::field<T, dense_idx, M> f;
	typedef typename f::bare bare;
	LISH_BEGIN_(dense_plain, dense_view)
	LISH_GROWS_(dense, DENSE_STORAGE, parts.array, 0)

	LISH_MUST_CHECK LISH_IN_ int add(T &t) { return dense_add(this, f::node(t)); }
	LISH_IN_ T *pop() { return f::object(dense_pop_entry(this, bare, node)); }
	LISH_IN_ T *at(uint32_t index) const { return f::object(dense_at_entry(this, index, bare, node)); }
	LISH_IN_ int32_t index_of(const T &t) const { return dense_index_of(this, f::node(t)); }
	LISH_SORT_(dense)

	LISH_IN_ over<private_::dense_reverse> reverse() { return this; }
	LISH_IN_ over<private_::dense_present> present() { return this; }
	LISH_IN_ private_::range<private_::dense_part, const T, f> span(uint32_t part, uint32_t of) const
	{
		return { this, dense_span(this, part, of) };
	}
};

} // namespace lish

#endif /* LINUX_ISH_DENSE_HPP */
