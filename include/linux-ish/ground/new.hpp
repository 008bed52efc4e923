/* SPDX-License-Identifier: MIT */
/*
 * new.hpp - what the classes take from C++: its headers, and objects in memory that is there
 *
 * Frameworks that count allocations make a macro of the word new. It means here what the
 * language says, and is the program's macro again afterwards.
 */
#ifndef LINUX_ISH_GROUND_NEW_HPP
#define LINUX_ISH_GROUND_NEW_HPP

#pragma push_macro("new")
#undef new

#include <array> /* the tag of forward iterators: <iterator> brings streams too */
#include <new>
#include <type_traits>
#include <typeindex> /* std::hash: <functional> is much larger */

#include "compiler.h"

namespace lish
{

namespace private_
{

/* Does the class have a usable operator new of its own: with placement, any? */
template <class T>
auto placed(int) -> decltype(T::operator new(size_t(), static_cast<void *>(nullptr)), std::true_type());
template <class> std::false_type placed(...);
template <class T> auto newed(int) -> decltype(T::operator new(size_t()), std::true_type());
template <class> std::false_type newed(...);

/* The object in the memory that an alloc returned. */
template <class T, class... A>
LISH_FORCED_INLINE_ T *construct_at(void *at, std::true_type, A &&...a)
{
	return new (at) T(static_cast<A &&>(a)...);
}
template <class T, class... A>
LISH_FORCED_INLINE_ T *construct_at(void *at, std::false_type, A &&...a)
{
	static_assert(!decltype(newed<T>(0))::value,
		      "linux-ish: a pool cannot use this class's operator new: "
		      "give the class one with placement too, operator new(size_t, void *)");
	return ::new (at) T(static_cast<A &&>(a)...);
}

} // namespace private_

} // namespace lish

#pragma pop_macro("new")

#endif /* LINUX_ISH_GROUND_NEW_HPP */
