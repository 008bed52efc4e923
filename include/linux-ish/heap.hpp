/* SPDX-License-Identifier: MIT */
/*
 * heap.hpp - heap.h as a C++ class; linux-ish.hpp says what holds for all classes
 */
#ifndef LINUX_ISH_HEAP_HPP
#define LINUX_ISH_HEAP_HPP

#include "private/ranges.hpp"

#include "heap.h"

namespace lish
{

namespace private_
{

LISH_KIND_(heap_due, ::heap, int64_t, heap_loop_,
	   l->loop.owner = nullptr; (void)heap_drain_open_(c, x, l), heap_drain_close_,
	   none, , heap_drain_step_(l, offset))

} // namespace private_

template <class T, heap_idx T::*M> class heap : public ::heap, private_::uncopied {
	typedef private_::field<T, heap_idx, M> f;
	typedef typename f::bare bare;

public:
	LISH_GROWS_(heap, HEAP_STORAGE)

	LISH_MUST_CHECK LISH_IN_ int add(T &t, int64_t key) { return heap_add(this, f::node(t), key); }
	LISH_IN_ void moved(T &t, int64_t key) { heap_moved(this, f::node(t), key); }
	LISH_IN_ int64_t key_of(const T &t) const { return heap_key_of(this, f::node(t)); }
	LISH_IN_ T *first() const { return f::object(heap_first_entry(this, bare, node)); }
	LISH_IN_ T *pop() { return f::object(heap_pop_entry(this, bare, node)); }

	LISH_IN_ private_::range<private_::heap_due, T, f> drain_due(int64_t until) { return { this, until }; }
};

} // namespace lish

#endif /* LINUX_ISH_HEAP_HPP */
