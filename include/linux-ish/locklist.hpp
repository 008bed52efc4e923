/* SPDX-License-Identifier: MIT */
/*
 * locklist.hpp - locklist.h as a C++ class; linux-ish.hpp says what holds for all classes
 */
#ifndef LINUX_ISH_LOCKLIST_HPP
#define LINUX_ISH_LOCKLIST_HPP

#include "private/ranges.hpp"

#include "locklist.h"

namespace lish
{

namespace private_
{

/* A locked list keeps the node until it is unlocked. */
LISH_AID_ void locklist_end(locklist_node *node)
{
	lish_fault fault = {};

	locklist_leave(node);
	if (LISH_CHECK < 1 || !node->side)
		return;
	fault.operation = "~hook";
	fault.node = node;
	fault.reason = LISH_LOCKED;
	lish_report(&fault);
}
LISH_LEAVING_(locklist, locklist_end);

LISH_KIND_(locklist_plain, ::locklist, none, locklist_loop_,
	   l->loop.owner = 0; (void)locklist_open_(l, c), locklist_close_,
	   locklist_place_, *at = locklist_at_(c),
	   LOCKLIST_STEP_(l, at, offset))
LISH_LOOK_KIND_(locklist_view, const ::locklist, none, locklist_place_, *at = locklist_open_const_(c),
		at->at ? LOCKLIST_STEP_CONST_(at, offset) : nullptr)

} // namespace private_

template <class T, LISH_MEMBER_OF_(T, locklist_node) M = LISH_HOOKED_(T, locklist_node),
	  class Tag = void>
class locklist : public ::locklist, private_::uncopied {
	typedef private_::field<T, locklist_node, M, Tag> f;
	typedef typename f::bare bare;
	LISH_BEGIN_(locklist_plain, locklist_view)

	constexpr locklist() : ::locklist(), private_::uncopied() {}
	LISH_IN_ ~locklist() { locklist_stop(this), locklist_destroy(this); }
	static LISH_IN_ locklist &view(::locklist &c) { return static_cast<locklist &>(c); }
	static LISH_IN_ T *object(const locklist_node *node) { return f::object(node); }

	LISH_MUST_CHECK LISH_IN_ int add_tail(T &t) { return locklist_add_tail(this, f::node(t)); }
	LISH_IN_ void del(const T &t) { locklist_del(this, f::own(t)); }
	static LISH_IN_ bool leave(const T &t) { return locklist_leave(f::own(t)); }
	static LISH_IN_ void node_moved(T &t) { locklist_node_moved(f::node(t)); }
	LISH_IN_ T *first() const { return f::object(locklist_first_entry(this, bare, node)); }
	LISH_IN_ T *next(const T &t) const { return f::object(locklist_next_entry(this, f::in(t), bare, node)); }
	LISH_IN_ bool contains(const T &t) const { return locklist_contains(this, f::node(t)); }
	LISH_IN_ uint32_t count() const { return locklist_count(this); }
	LISH_IN_ uint32_t seen_count() const { return locklist_seen_count(this); }
	LISH_IN_ void clear() { locklist_clear(this); }
	LISH_IN_ void stop() { locklist_stop(this); }
	LISH_IN_ void lock() { locklist_lock(this); }
	LISH_IN_ void unlock() { locklist_unlock(this); }
};

} // namespace lish

#endif /* LINUX_ISH_LOCKLIST_HPP */
