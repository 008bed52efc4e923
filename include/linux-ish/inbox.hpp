/* SPDX-License-Identifier: MIT */
/*
 * inbox.hpp - inbox.h as a C++ class; linux-ish.hpp says what holds for all classes
 */
#ifndef LINUX_ISH_INBOX_HPP
#define LINUX_ISH_INBOX_HPP

#include "private/ranges.hpp"

#include "inbox.h"

namespace lish
{

namespace private_
{

LISH_LOOK_KIND_(inbox_drain, ::inbox, none, inbox_drain_, at->source = c; at->emptied = false,
		INBOX_DRAIN_(at, offset))

} // namespace private_

template <class T, LISH_MEMBER_OF_(T, inbox_node) M>
class inbox : public ::inbox, private_::uncopied {
	typedef private_::field<T, inbox_node, M> f;
	typedef typename f::bare bare;

public:
	constexpr inbox() : ::inbox(), private_::uncopied() {}
	LISH_IN_ ~inbox() { inbox_clear(this); }

	LISH_MUST_CHECK LISH_IN_ int push(T &t) { return inbox_push(this, f::node(t)); }
	LISH_IN_ T *pop() { return f::object(inbox_pop_entry(this, bare, node)); }
	LISH_IN_ bool empty() const { return inbox_empty(this); }
	LISH_IN_ void clear() { inbox_clear(this); }

	LISH_IN_ private_::range<private_::inbox_drain, T, f> drain() { return this; }
};

} // namespace lish

#endif /* LINUX_ISH_INBOX_HPP */
