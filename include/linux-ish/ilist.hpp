/* SPDX-License-Identifier: MIT */
/*
 * ilist.hpp - ilist.h as a C++ class; linux-ish.hpp says what holds for all classes
 */
#ifndef LINUX_ISH_ILIST_HPP
#define LINUX_ISH_ILIST_HPP

#include "private/ranges.hpp"

#include "ilist.h"

namespace lish
{

namespace private_
{

LISH_LEAVING_(ilist, ilist_leave);

LISH_LOOK_KIND_(ilist_plain, const ::ilist, none, ilist_place_,
		*at = ilist_open_(c, false), ILIST_STEP_(ILIST_EACH_, at, false, offset))
LISH_LOOK_KIND_(ilist_reverse, const ::ilist, none, ilist_place_,
		*at = ilist_open_(c, true), ILIST_STEP_(ILIST_REVERSE_, at, true, offset))
LISH_LOOK_KIND_(ilist_from, const ::ilist, const void *, ilist_place_,
		*at = ilist_open_from_(c, x, offset),
		at->at ? ILIST_STEP_(ILIST_FROM_, at, false, offset) : nullptr)
LISH_LOOK_KIND_(ilist_safe, const ::ilist, none, ilist_place_, *at = ilist_open_safe_(c),
		at->at ? ILIST_STEP_SAFE_(at, offset) : nullptr)
LISH_LOOK_KIND_(ilist_drain, ::ilist, none, ::ilist *, *at = c, (ilist_drain_entry)(*at, offset))

} // namespace private_

template <class T, LISH_MEMBER_OF_(T, ilist_node) M = LISH_HOOKED_(T, ilist_node),
	  class Tag = void>
class ilist : public ::ilist, private_::uncopied {
	typedef private_::field<T, ilist_node, M, Tag> f;
	typedef typename f::bare bare;
	LISH_BEGIN_(ilist_plain, ilist_plain)

	constexpr ilist() : ::ilist(), private_::uncopied() {}
	LISH_IN_ ~ilist() { ilist_clear(this); }
	static LISH_IN_ ilist &view(::ilist &c) { return static_cast<ilist &>(c); }
	static LISH_IN_ T *object(const ilist_node *node) { return f::object(node); }

	LISH_IN_ void add(T &t) { ilist_add(this, f::node(t)); }
	LISH_IN_ void add_tail(T &t) { ilist_add_tail(this, f::node(t)); }
	static LISH_IN_ void add_before(T &pos, T &t) { ilist_add_before(f::node(pos), f::node(t)); }
	LISH_IN_ void add_before_or_tail(T *pos, T &t) { ilist_add_before_or_tail(this, pos ? f::node(*pos) : nullptr, f::node(t)); }
	static LISH_IN_ void add_after(T &pos, T &t) { ilist_add_after(f::node(pos), f::node(t)); }
	static LISH_IN_ void del(const T &t) { ilist_del(f::own(t)); }
	static LISH_IN_ bool leave(const T &t) { return ilist_leave(f::own(t)); }
	static LISH_IN_ void node_moved(T &t) { ilist_node_moved(f::node(t)); }
	static LISH_IN_ bool is_linked(const T &t) { return ilist_is_linked(f::node(t)); }
	LISH_IN_ void move(T &t) { ilist_move(this, f::node(t)); }
	LISH_IN_ void move_tail(T &t) { ilist_move_tail(this, f::node(t)); }
	LISH_IN_ void splice(ilist &from) { ilist_splice(this, &from); }
	LISH_IN_ void splice_tail(ilist &from) { ilist_splice_tail(this, &from); }
	LISH_IN_ void bulk_move_tail(T &first, T &last)
	{
		ilist_bulk_move_tail(this, f::node(first), f::node(last));
	}
	LISH_IN_ T *first() const { return f::object(ilist_first_entry(this, bare, node)); }
	LISH_IN_ T *last() const { return f::object(ilist_last_entry(this, bare, node)); }
	LISH_IN_ T *next(const T &t) const { return f::object(ilist_next_entry(this, f::in(t), bare, node)); }
	LISH_IN_ T *prev(const T &t) const { return f::object(ilist_prev_entry(this, f::in(t), bare, node)); }
	LISH_IN_ T *next_circular(const T &t) const
	{
		return f::object(ilist_next_entry_circular(this, f::in(t), bare, node));
	}
	LISH_IN_ T *prev_circular(const T &t) const
	{
		return f::object(ilist_prev_entry_circular(this, f::in(t), bare, node));
	}
	LISH_IN_ T *pop() { return f::object(ilist_pop_entry(this, bare, node)); }
	LISH_IN_ T *pop_tail() { return f::object(ilist_pop_tail_entry(this, bare, node)); }
	LISH_IN_ bool empty() const { return ilist_empty(this); }
	LISH_IN_ bool contains(const T &t) const { return ilist_contains(this, f::node(t)); }
	LISH_IN_ uint32_t count() const { return ilist_count(this); }
	LISH_IN_ void clear() { ilist_clear(this); }
	LISH_SORT_(ilist)

	LISH_IN_ over<private_::ilist_safe> safe() { return this; }
	LISH_IN_ over<private_::ilist_reverse> reverse() { return this; }
	LISH_IN_ over<private_::ilist_from> from(T &t) { return { this, private_::address(t) }; }
	LISH_IN_ over<private_::ilist_from> from(T *t) { return { this, t }; }
	LISH_IN_ over<private_::ilist_drain> drain() { return this; }
};

} // namespace lish

#endif /* LINUX_ISH_ILIST_HPP */
