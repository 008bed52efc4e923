/* SPDX-License-Identifier: MIT */
/*
 * listpool.hpp - listpool.h as a C++ class; linux-ish.hpp says what holds for all classes
 */
#ifndef LINUX_ISH_LISTPOOL_HPP
#define LINUX_ISH_LISTPOOL_HPP

#include "private/makers.hpp"
#include "private/walks.hpp"

#include "listpool.h"

namespace lish
{

namespace private_
{

LISH_WALKS_(listpool, LISTPOOL_STEP_, LISTPOOL_VIEW_, listpool_view_of_, listpool_loop_, listpool_open,
	    listpool_close_)
LISH_WALK_(listpool, LISTPOOL_STEP_, from, listpool_node *, listpool_loop_, listpool_close_,
	   listpool_open_from_(l, x, c), LISH_WALK_FORWARD_)

LISH_CONSTEXPR_ void have_none(::listpool *pool)
{
	pool->walks.head.next = pool->walks.head.prev = &pool->walks.head;
}

} // namespace private_

template <class T> class listpool : ::listpool, private_::uncopied {
	typedef private_::cells<T, listpool_node> f;
	LISH_POOL_(listpool, listpool_node, LISTPOOL_STORAGE, listpool_stop(this))
	LISH_BEGIN_(listpool_plain, listpool_view)
	LISH_CLEAR_(listpool, LISH_DESTROY_EACH_)
	LISH_IN_ void stop() { listpool_stop(this); }

	/* make() at the front; the others at the end, or beside an object. */
	template <class... A> LISH_IN_ T *make_tail(A &&...a)
	{
		LISH_MAKE_(listpool_alloc_tail_entry(this, cell, node));
	}
	template <class... A> LISH_IN_ T *make_before(T &pos, A &&...a)
	{
		LISH_MAKE_(listpool_alloc_before_entry(this, f::in(pos), cell, node));
	}
	template <class... A> LISH_IN_ T *make_after(T &pos, A &&...a)
	{
		LISH_MAKE_(listpool_alloc_after_entry(this, f::in(pos), cell, node));
	}
	LISH_IN_ void move(T &t) { listpool_move(this, f::node(t)); }
	LISH_IN_ void move_tail(T &t) { listpool_move_tail(this, f::node(t)); }
	LISH_IN_ void move_before(T &pos, T &t) { listpool_move_before(this, f::node(pos), f::node(t)); }
	LISH_IN_ void move_after(T &pos, T &t) { listpool_move_after(this, f::node(pos), f::node(t)); }
	LISH_IN_ T *first() const { return f::object(listpool_first_entry(this, cell, node)); }
	LISH_IN_ T *last() const { return f::object(listpool_last_entry(this, cell, node)); }
	LISH_IN_ T *next(const T &t) const { return f::object(listpool_next_entry(this, f::in(t), cell, node)); }
	LISH_IN_ T *prev(const T &t) const { return f::object(listpool_prev_entry(this, f::in(t), cell, node)); }

	LISH_IN_ over<private_::listpool_reverse> reverse() { return this; }
	LISH_IN_ over<private_::listpool_present> present() { return this; }
	LISH_IN_ over<private_::listpool_from> from(T &t) { return { this, f::node(t) }; }
	LISH_IN_ over<private_::listpool_from> from(T *t) { return { this, t ? f::node(*t) : nullptr }; }
};

} // namespace lish

#endif /* LINUX_ISH_LISTPOOL_HPP */
