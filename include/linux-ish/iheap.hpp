/* SPDX-License-Identifier: MIT */
/*
 * iheap.hpp - iheap.h as a C++ class; linux-ish.hpp says what holds for all classes
 */
#ifndef LINUX_ISH_IHEAP_HPP
#define LINUX_ISH_IHEAP_HPP

#include "private/ranges.hpp"

#include "iheap.h"

namespace lish
{

namespace private_
{

LISH_KIND_(iheap_due, ::iheap, int64_t, iheap_loop_,
	   l->loop.owner = 0; (void)iheap_drain_open_(c, x, l), iheap_drain_close_,
	   none, , iheap_drain_step_(l, offset))

LISH_KIND_(iheap_due_present, ::iheap, int64_t, iheap_loop_,
	   l->loop.owner = 0; (void)iheap_drain_open_present_(c, x, l), iheap_drain_close_,
	   none, , iheap_drain_step_(l, offset))
LISH_LOOK_KIND_(iheap_all, const ::iheap, int, iheap_view_, *at = iheap_open_const_(c),
		iheap_look_(at, offset))

/* The type R, if K is a floating type. */
template <class K, class R>
using fraction = typename std::enable_if<std::is_floating_point<K>::value, R>::type;

} // namespace private_

#define LISH_TICKS_ \
	LISH_DEPRECATED("a key is an integer: multiply seconds, and convert the product")

template <class T, LISH_MEMBER_OF_(T, iheap_idx) M>
class iheap : public ::iheap, private_::uncopied {
	typedef private_::field<T, iheap_idx, M> f;
	typedef typename f::bare bare;

public:
	LISH_GROWS_(iheap, IHEAP_STORAGE, array, sizeof(iheap_slot_))

	LISH_MUST_CHECK LISH_IN_ int add(T &t, int64_t key) { return iheap_add(this, f::node(t), key); }
	LISH_MUST_CHECK LISH_IN_ int set(T &t, int64_t key) { return iheap_set(this, f::node(t), key); }
	/* For keys that C would cut without a word. */
	template <class K>
	LISH_TICKS_ LISH_MUST_CHECK LISH_IN_ private_::fraction<K, int> add(T &t, K key)
	{
		return add(t, static_cast<int64_t>(key));
	}
	template <class K>
	LISH_TICKS_ LISH_MUST_CHECK LISH_IN_ private_::fraction<K, int> set(T &t, K key)
	{
		return set(t, static_cast<int64_t>(key));
	}
	template <class K> LISH_TICKS_ LISH_IN_ private_::fraction<K, void> moved(T &t, K key)
	{
		moved(t, static_cast<int64_t>(key));
	}
	template <class F> LISH_IN_ uint32_t del_if(F match)
	{
		struct call {
			static bool matches(void *ctx, iheap_idx *idx)
			{
				return (*static_cast<F *>(ctx))(*f::object(idx));
			}
		};
		return iheap_del_if(this, call::matches, &match);
	}
	LISH_IN_ void shift_keys(int64_t by) { iheap_shift_keys(this, by); }
	LISH_IN_ void moved(T &t, int64_t key) { iheap_moved(this, f::node(t), key); }
	LISH_IN_ int64_t key_of(const T &t) const { return iheap_key_of(this, f::node(t)); }
	LISH_IN_ T *first() const { return f::object(iheap_first_entry(this, bare, node)); }
	LISH_IN_ T *pop() { return f::object(iheap_pop_entry(this, bare, node)); }

	LISH_IN_ private_::range<private_::iheap_due, T, f> drain_due(int64_t until) { return { this, until }; }
	LISH_IN_ private_::range<private_::iheap_due_present, T, f> drain_due_present(int64_t until)
	{
		return { this, until };
	}
	LISH_IN_ private_::view<private_::iheap_all, const T, f> const_range() const { return this; }
	LISH_IN_ private_::view<private_::iheap_all, T, f> unchanged() { return this; }
};

} // namespace lish

#endif /* LINUX_ISH_IHEAP_HPP */
