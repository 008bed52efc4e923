/* SPDX-License-Identifier: MIT */
/*
 * save.hpp - save.h for C++: what slotpool::save_size(), save(), load() and loading() need
 *
 * A save has the bytes of the objects of the class; the node behind each is not among them.
 */
#ifndef LINUX_ISH_SAVE_HPP
#define LINUX_ISH_SAVE_HPP

#include "slotpool.hpp"

#include "save.h"

namespace lish
{

/* A pool and its save, for load_all(): what slotpool::loading() returns. */
struct loading {
	/* NULL: there was no memory for the pool itself */
	::slotpool *pool;
	const void *buffer;
	size_t size;
	slotpool_format format;
};

/* Load several pools together, or none: slotpool_load_all(). */
template <size_t N> LISH_MUST_CHECK LISH_IN_ int load_all(const loading (&loads)[N])
{
	slotpool_loading all[N];

	for (size_t i = 0; i < N; i++) {
		if (!loads[i].pool)
			return -ENOMEM;
		all[i].pool = loads[i].pool;
		all[i].buffer = loads[i].buffer;
		all[i].size = loads[i].size;
		all[i].format = &loads[i].format;
	}
	return slotpool_load_all(all, N);
}

namespace private_
{

template <class T> struct saves {
	typedef lish::loading one;

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
	static LISH_IN_ one loading(::slotpool *pool, const void *buffer, size_t bytes,
				    const slotpool_format *given)
	{
		const one load = { pool, buffer, bytes, of(given) };

		return load;
	}
};

} // namespace private_

} // namespace lish

#endif /* LINUX_ISH_SAVE_HPP */
