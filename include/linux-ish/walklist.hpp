/* SPDX-License-Identifier: MIT */
/*
 * walklist.hpp - walklist.h as a C++ class; linux-ish.hpp says what holds for all classes
 */
#ifndef LINUX_ISH_WALKLIST_HPP
#define LINUX_ISH_WALKLIST_HPP

#include "private/walks.hpp"

#include "walklist.h"

namespace lish
{

namespace private_
{

LISH_LEAVING_(walklist, walklist_leave);

LISH_WALKS_(walklist, WALKLIST_STEP_, WALKLIST_STEP_CONST_, walklist_open_const_, walklist_loop,
	    walklist_loop_open, walklist_loop_end)
LISH_WALK_(walklist, WALKLIST_STEP_, from, void *, walklist_loop, walklist_loop_end,
	   walklist_loop_open_from_(l, c, x, offset), LISH_WALK_FORWARD_)

} // namespace private_

template <class T, LISH_MEMBER_OF_(T, walklist_node) M = LISH_HOOKED_(T, walklist_node),
	  class Tag = void>
class walklist : public ::walklist, private_::uncopied {
	typedef private_::field<T, walklist_node, M, Tag> f;
	typedef typename f::bare bare;
	LISH_BEGIN_(walklist_plain, walklist_view)

	constexpr walklist() : ::walklist(), private_::uncopied() {}
	LISH_IN_ ~walklist() { walklist_stop(this), walklist_clear(this); }
	static LISH_IN_ walklist &view(::walklist &c) { return static_cast<walklist &>(c); }
	static LISH_IN_ T *object(const walklist_node *node) { return f::object(node); }

	LISH_IN_ void add(T &t) { walklist_add(this, f::node(t)); }
	LISH_IN_ void add_tail(T &t) { walklist_add_tail(this, f::node(t)); }
	LISH_IN_ void add_before(T &pos, T &t) { walklist_add_before(this, f::node(pos), f::node(t)); }
	LISH_IN_ void add_before_or_tail(T *pos, T &t) { walklist_add_before_or_tail(this, pos ? f::node(*pos) : nullptr, f::node(t)); }
	LISH_IN_ void add_after(T &pos, T &t) { walklist_add_after(this, f::node(pos), f::node(t)); }
	LISH_IN_ void del(const T &t) { walklist_del(this, f::own(t)); }
	static LISH_IN_ bool leave(const T &t) { return walklist_leave(f::own(t)); }
	static LISH_IN_ void node_moved(T &t) { walklist_node_moved(f::node(t)); }
	static LISH_IN_ bool is_linked(const T &t) { return walklist_is_linked(f::node(t)); }
	/* The list of an object, or NULL. */
	static LISH_IN_ walklist *of(const T &t) { return static_cast<walklist *>(walklist_of(f::node(t))); }
	LISH_IN_ void move(T &t) { walklist_move(this, f::node(t)); }
	LISH_IN_ void move_tail(T &t) { walklist_move_tail(this, f::node(t)); }
	LISH_IN_ void splice(walklist &from) { walklist_splice(this, &from); }
	LISH_IN_ void splice_tail(walklist &from) { walklist_splice_tail(this, &from); }
	LISH_IN_ T *first() const { return f::object(walklist_first_entry(this, bare, node)); }
	LISH_IN_ T *last() const { return f::object(walklist_last_entry(this, bare, node)); }
	LISH_IN_ T *next(const T &t) const { return f::object(walklist_next_entry(this, f::in(t), bare, node)); }
	LISH_IN_ T *prev(const T &t) const { return f::object(walklist_prev_entry(this, f::in(t), bare, node)); }
	LISH_IN_ T *pop() { return f::object(walklist_pop_entry(this, bare, node)); }
	LISH_IN_ T *pop_tail() { return f::object(walklist_pop_tail_entry(this, bare, node)); }
	LISH_IN_ bool contains(const T &t) const { return walklist_contains(this, f::node(t)); }
	LISH_IN_ uint32_t count() const { return walklist_count(this); }
	LISH_IN_ void clear() { walklist_clear(this); }
	LISH_IN_ void stop() { walklist_stop(this); }
	LISH_SORT_(walklist)

	LISH_IN_ over<private_::walklist_reverse> reverse() { return this; }
	LISH_IN_ over<private_::walklist_present> present() { return this; }
	LISH_IN_ over<private_::walklist_from> from(T &t) { return { this, private_::address(t) }; }
	LISH_IN_ over<private_::walklist_from> from(T *t) { return { this, t }; }
};

} // namespace lish

#endif /* LINUX_ISH_WALKLIST_HPP */
