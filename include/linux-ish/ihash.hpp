/* SPDX-License-Identifier: MIT */
/*
 * ihash.hpp - ihash.h as a C++ class; linux-ish.hpp says what holds for all classes
 *
 * Keys is a type of yours, which says what the key of an object is, and its hash:
 *
 *	struct by_id {
 *		static uint64_t key(const session &s) { return s.id; }
 *		static uint32_t hash(uint64_t id) { return ihash_u64(id); }
 *	};
 *	lish::ihash<session, &session::node, by_id> sessions;
 *
 * Keys are compared by ==. A key does not change while its object is in the table.
 */
#ifndef LINUX_ISH_IHASH_HPP
#define LINUX_ISH_IHASH_HPP

#include "private/walks.hpp"

#include "ihash.h"

namespace lish
{

namespace private_
{

LISH_LEAVING_(ihash, ihash_leave);

LISH_WALKS_(ihash, IHASH_STEP_, IHASH_STEP_CONST_, ihash_open_const_, ihash_loop, ihash_loop_open,
	    ihash_loop_end)
LISH_WALK_(ihash, IHASH_STEP_, from, void *, ihash_loop, ihash_loop_end,
	   ihash_loop_open_from_(l, c, x, offset), LISH_WALK_FORWARD_)
LISH_LOOK_KIND_(ihash_candidates, const ::ihash, uint32_t, ihash_cursor_, *at = IHASH_LOOK_(c, x),
		IHASH_LOOK_STEP_(at, offset))

} // namespace private_

template <class T, LISH_MEMBER_OF_(T, ihash_node) M, class Keys, class Tag = void>
class ihash : public ::ihash, private_::uncopied {
	typedef private_::field<T, ihash_node, M, Tag> f;
	typedef typename f::bare bare;
	LISH_BEGIN_(ihash_plain, ihash_view)

	template <unsigned n> struct storage { IHASH_STORAGE(mem, n); };
	LISH_IN_ ihash() { lish_sure(ihash_init(this, nullptr)); }
	/* Without memory for config.initial, adds try again. */
	LISH_IN_ explicit ihash(lish_config config)
	{
		const uint32_t initial = config.initial;

		config.initial = 0;
		lish_sure(ihash_init(this, &config));
		if (ihash_reserve(this, initial)) {
		}
	}
	template <unsigned n> LISH_IN_ explicit ihash(storage<n> &s) { ihash_init_in(this, &s.mem); }
	LISH_IN_ ~ihash() { ihash_stop(this), ihash_clear(this), ihash_destroy(this); }
	static LISH_IN_ ihash &view(::ihash &c) { return static_cast<ihash &>(c); }
	static LISH_IN_ T *object(const ihash_node *node) { return f::object(node); }

	LISH_IN_ void add(T &t) { ihash_add(this, f::node(t), Keys::hash(Keys::key(t))); }
	LISH_IN_ void del(const T &t) { ihash_del(this, f::own(t)); }
	static LISH_IN_ bool leave(const T &t) { return ihash_leave(f::own(t)); }
	static LISH_IN_ void node_moved(T &t) { ihash_node_moved(f::node(t)); }
	static LISH_IN_ bool is_linked(const T &t) { return ihash_is_linked(f::node(t)); }
	/* The table of an object, or NULL. */
	static LISH_IN_ ihash *of(const T &t) { return static_cast<ihash *>(ihash_of(f::node(t))); }
	LISH_IN_ void move_tail(T &t) { ihash_move_tail(this, f::node(t)); }
	/* The object of a key, or NULL. */
	template <class K> LISH_IN_ T *find(const K &key) const
	{
		ihash_for_each_hash_entry(o, this, Keys::hash(key), bare, node)
			if (Keys::key(*f::object(o)) == key)
				return f::object(o);
		return nullptr;
	}
	/* The objects of the hash of a key: for range-for. */
	template <class K> LISH_IN_ over<private_::ihash_candidates> candidates(const K &key) const
	{
		return { this, Keys::hash(key) };
	}
	LISH_IN_ T *first() const { return f::object(ihash_first_entry(this, bare, node)); }
	LISH_IN_ T *last() const { return f::object(ihash_last_entry(this, bare, node)); }
	LISH_IN_ T *next(const T &t) const { return f::object(ihash_next_entry(this, f::in(t), bare, node)); }
	LISH_IN_ T *prev(const T &t) const { return f::object(ihash_prev_entry(this, f::in(t), bare, node)); }
	LISH_IN_ T *pop() { return f::object(ihash_pop_entry(this, bare, node)); }
	LISH_IN_ bool contains(const T &t) const { return ihash_contains(this, f::node(t)); }
	LISH_IN_ uint32_t count() const { return ihash_count(this); }
	LISH_IN_ lish_stats stats() const { return ihash_stats(this); }
	LISH_MUST_CHECK LISH_IN_ int reserve(uint32_t n) { return ihash_reserve(this, n); }
	LISH_IN_ void trim() { ihash_trim(this); }
	LISH_IN_ void rebind() { ihash_rebind(this, nullptr); }
	LISH_IN_ void rebind(const lish_config &config) { ihash_rebind(this, &config); }
	LISH_IN_ void clear() { ihash_clear(this); }
	LISH_IN_ void stop() { ihash_stop(this); }

	LISH_IN_ over<private_::ihash_reverse> reverse() { return this; }
	LISH_IN_ over<private_::ihash_present> present() { return this; }
	LISH_IN_ over<private_::ihash_from> from(T &t) { return { this, private_::address(t) }; }
	LISH_IN_ over<private_::ihash_from> from(T *t) { return { this, t }; }
};

} // namespace lish

#endif /* LINUX_ISH_IHASH_HPP */
