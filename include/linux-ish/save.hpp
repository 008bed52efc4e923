/* SPDX-License-Identifier: MIT */
/*
 * save.hpp - save.h for C++: what slotpool::save_size(), save() and load() need
 *
 * A save has the bytes of the objects of the class; the node behind each is not among them.
 */
#ifndef LINUX_ISH_SAVE_HPP
#define LINUX_ISH_SAVE_HPP

#include "slotpool.hpp"

#include "save.h"

namespace lish
{

namespace private_
{

template <class T> struct saves {
	static_assert(std::is_trivially_copyable<T>::value,
		      "linux-ish: a save copies bytes, so only trivially copyable objects may be in it");

	static LISH_AID_ slotpool_format of(const slotpool_format *given)
	{
		slotpool_format format = given ? *given : slotpool_format();

		if (!format.ranges && !format.size && format.offset < sizeof(T))
			format.size = sizeof(T) - format.offset;
		return format;
	}
	static LISH_IN_ size_t size(const ::slotpool *pool, const slotpool_format *given)
	{
		const slotpool_format format = of(given);

		return slotpool_save_size(pool, &format);
	}
	static LISH_IN_ int save(const ::slotpool *pool, void *buffer, size_t bytes,
				 const slotpool_format *given)
	{
		const slotpool_format format = of(given);

		return slotpool_save(pool, buffer, bytes, &format);
	}
	static LISH_IN_ int load(::slotpool *pool, const void *buffer, size_t bytes,
				 const slotpool_format *given)
	{
		const slotpool_format format = of(given);

		return slotpool_load(pool, buffer, bytes, &format);
	}
};

} // namespace private_

} // namespace lish

#endif /* LINUX_ISH_SAVE_HPP */
