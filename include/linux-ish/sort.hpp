/* SPDX-License-Identifier: MIT */
/*
 * sort.hpp - the member sort() of the classes that have one
 */
#ifndef LINUX_ISH_SORT_HPP
#define LINUX_ISH_SORT_HPP

#include "private/ranges.hpp"

#include "sort.h"

namespace lish
{

namespace private_
{

#define LISH_SORTS_(container, node)                                                        \
	template <class B> struct sorts< ::container, B> {                                  \
		static LISH_IN_ void sort(::container *c,                                   \
					  int (*after)(void *, const node *, const node *), \
					  B *before)                                        \
		{                                                                           \
			container##_sort(c, after, before);                                 \
		}                                                                           \
	};
LISH_SORTS_(ilist, ilist_node)
LISH_SORTS_(walklist, walklist_node)
LISH_SORTS_(dense, dense_idx)
LISH_SORTS_(rwarray, rwarray_idx)

} // namespace private_

} // namespace lish

#endif /* LINUX_ISH_SORT_HPP */
