/* SPDX-License-Identifier: MIT */
/*
 * ipool.hpp - ipool.h as a C++ class; linux-ish.hpp says what holds for all classes
 */
#ifndef LINUX_ISH_IPOOL_HPP
#define LINUX_ISH_IPOOL_HPP

#include "private/makers.hpp"

#include "ipool.h"

namespace lish
{

template <class T> class ipool : ::ipool, private_::uncopied {
	typedef private_::cells<T, ipool_idx> f;
	LISH_POOL_(ipool, ipool_idx, IPOOL_STORAGE, )

	LISH_IN_ bool owns(const void *address) const { return ipool_owns(this, address); }
	LISH_IN_ int32_t index_of(const T &t) const { return ipool_index_of(this, f::node(t)); }
	LISH_AT_(ipool)
	LISH_CLEAR_(ipool, for (uint32_t i = stats().highest; i-- > 0;) if (T *t = at(i)) destroy(*t))
};

} // namespace lish

#endif /* LINUX_ISH_IPOOL_HPP */
