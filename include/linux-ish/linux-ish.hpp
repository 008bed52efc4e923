/* SPDX-License-Identifier: MIT */
/*
 * linux-ish.hpp - the containers as C++ classes; C++11, header only
 *
 *	struct bullet {
 *		int ttl;
 *		walklist_node link;
 *	};
 *	lish::walklist<bullet, &bullet::link> bullets;
 *
 *	for (bullet &b : bullets)
 *		if (--b.ttl == 0)
 *			bullets.del(b);
 *
 * A class has the name of its C container. A method has the name of its C call: the
 * header of the container says what the call does and costs. A range-for is the plain
 * loop of C, with all its guarantees; break, return, goto and exceptions may leave it.
 * Methods that return a range are the other loops: reverse(), present() and so on. A
 * range-for over a const container is the _const loop.
 *
 *   classes                      differences from C
 *   ---------------------------  -----------------------------------------------
 *   lists, arrays, heap, inbox   derive from the C container: pass their address
 *                                to any C call. The destructor empties the
 *                                container, and ends its loops: not those of ilist
 *                                and inbox, which must have ended before.
 *   ipool, densepool, listpool,  make() constructs, destroy() destructs. The node
 *   slotpool                     lies behind the object, where no constructor and
 *                                no assignment reaches it.
 *
 * The header itself allocates nothing and throws nothing. One lock covers the same
 * calls as in C.
 */
#ifndef LINUX_ISH_HPP
#define LINUX_ISH_HPP

#include "private/ranges.hpp"

namespace lish
{

/*
 * hook - a base class that leaves its ilist or walklist by itself
 *
 *	class actor : public lish::hook<walklist_node> { ... };
 *	lish::walklist<actor> actors;
 *
 * The destructor leaves the list. A copy is in no list; an assignment changes no list.
 * For several lists a class has several hooks, each with a type as its Tag:
 * hook<walklist_node, drawing> and walklist<actor, nullptr, drawing>.
 *
 * Other nodes cannot leave by themselves; call leave() in the destructor. Arrays and
 * heap need the container for it. A locked locklist needs the memory until on_out().
 */
template <class N, class Tag> class hook {
	static_assert(std::is_same<N, ilist_node>::value || std::is_same<N, walklist_node>::value,
		      "only nodes of ilist and walklist leave without their container");
	template <class T, class M, M T::*, class, bool> friend struct private_::member;
	N node_;

public:
	LISH_IN_ hook() : node_() {}
	LISH_IN_ hook(const hook &) : node_() {}
	LISH_IN_ hook &operator=(const hook &) { return *this; }
	LISH_IN_ bool leave() { return private_::leave(&node_); }

protected:
	LISH_IN_ ~hook() { leave(); }
};

/*
 * fixed - a container with memory for n elements, which never allocates
 *
 *	lish::fixed<lish::dense<bullet, &bullet::place>, 64> bullets;
 */
template <class C, unsigned n>
class fixed : private C::template storage<n>, public C {
public:
	LISH_IN_ fixed() : C(static_cast<typename C::template storage<n> &>(*this)) {}
};

/* In each class: its range-for, also over a const container, and const_range(). */
#define LISH_BEGIN_(plain, view)                                                               \
	template <class K> using over = private_::range<K, T, f>;                              \
	typedef private_::cursor<private_::plain, T, f> cursor;                                \
	typedef private_::cursor<private_::view, const T, f> const_cursor;                     \
                                                                                               \
public:                                                                                        \
	LISH_IN_ cursor begin() { return over<private_::plain>(this).begin(); }                \
	LISH_IN_ cursor end() { return over<private_::plain>(this).end(); }                    \
	LISH_IN_ const_cursor begin() const { return const_range().begin(); }                  \
	LISH_IN_ const_cursor end() const { return const_range().end(); }                      \
	LISH_IN_ private_::range<private_::view, const T, f> const_range() const { return this; }

template <class T, ilist_node T::*M = nullptr, class Tag = void>
class ilist : public ::ilist, private_::uncopied {
	typedef private_::field<T, ilist_node, M, Tag> f;
	typedef typename f::bare bare;
	LISH_BEGIN_(ilist_plain, ilist_plain)

	LISH_IN_ ilist() { ilist_init(this); }
	LISH_IN_ ~ilist() { ilist_clear(this); }
	static LISH_IN_ ilist &view(::ilist &c) { return static_cast<ilist &>(c); }
	static LISH_IN_ T *object(const ilist_node *node) { return f::object(node); }

	LISH_IN_ void add(T &t) { ilist_add(this, f::node(t)); }
	LISH_IN_ void add_tail(T &t) { ilist_add_tail(this, f::node(t)); }
	static LISH_IN_ void add_before(T &pos, T &t) { ilist_add_before(f::node(pos), f::node(t)); }
	static LISH_IN_ void add_after(T &pos, T &t) { ilist_add_after(f::node(pos), f::node(t)); }
	static LISH_IN_ void del(T &t) { ilist_del(f::node(t)); }
	static LISH_IN_ bool leave(T &t) { return ilist_leave(f::node(t)); }
	static LISH_IN_ bool is_linked(const T &t) { return ilist_is_linked(f::node(t)); }
	LISH_IN_ void move(T &t) { ilist_move(this, f::node(t)); }
	LISH_IN_ void move_tail(T &t) { ilist_move_tail(this, f::node(t)); }
	LISH_IN_ void splice(ilist &from) { ilist_splice(this, &from); }
	LISH_IN_ void splice_tail(ilist &from) { ilist_splice_tail(this, &from); }
	LISH_IN_ T *first() const { return f::object(ilist_first_entry(this, bare, node)); }
	LISH_IN_ T *last() const { return f::object(ilist_last_entry(this, bare, node)); }
	LISH_IN_ T *next(const T &t) const { return f::object(ilist_next_entry(this, f::in(t), bare, node)); }
	LISH_IN_ T *prev(const T &t) const { return f::object(ilist_prev_entry(this, f::in(t), bare, node)); }
	LISH_IN_ T *pop() { return f::object(ilist_pop_entry(this, bare, node)); }
	LISH_IN_ T *pop_tail() { return f::object(ilist_pop_tail_entry(this, bare, node)); }
	LISH_IN_ bool empty() const { return ilist_empty(this); }
	LISH_IN_ bool contains(const T &t) const { return ilist_contains(this, f::node(t)); }
	LISH_IN_ uint32_t count() const { return ilist_count(this); }
	LISH_IN_ void clear() { ilist_clear(this); }
	template <class B> LISH_IN_ void sort(B before) { ilist_sort(this, f::template after<B>, &before); }

	LISH_IN_ over<private_::ilist_safe> safe() { return this; }
	LISH_IN_ over<private_::ilist_reverse> reverse() { return this; }
	LISH_IN_ over<private_::ilist_from> from(T &t) { return { this, private_::address(t) }; }
	LISH_IN_ over<private_::ilist_drain> drain() { return this; }
};

template <class T, walklist_node T::*M = nullptr, class Tag = void>
class walklist : public ::walklist, private_::uncopied {
	typedef private_::field<T, walklist_node, M, Tag> f;
	typedef typename f::bare bare;
	LISH_BEGIN_(walklist_plain, walklist_view)

	LISH_IN_ walklist() { walklist_init(this); }
	LISH_IN_ ~walklist() { walklist_stop(this), walklist_clear(this); }
	static LISH_IN_ walklist &view(::walklist &c) { return static_cast<walklist &>(c); }
	static LISH_IN_ T *object(const walklist_node *node) { return f::object(node); }

	LISH_IN_ void add(T &t) { walklist_add(this, f::node(t)); }
	LISH_IN_ void add_tail(T &t) { walklist_add_tail(this, f::node(t)); }
	LISH_IN_ void add_before(T &pos, T &t) { walklist_add_before(this, f::node(pos), f::node(t)); }
	LISH_IN_ void add_after(T &pos, T &t) { walklist_add_after(this, f::node(pos), f::node(t)); }
	LISH_IN_ void del(T &t) { walklist_del(this, f::node(t)); }
	static LISH_IN_ bool leave(T &t) { return walklist_leave(f::node(t)); }
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
	template <class B> LISH_IN_ void sort(B before) { walklist_sort(this, f::template after<B>, &before); }

	LISH_IN_ over<private_::walklist_reverse> reverse() { return this; }
	LISH_IN_ over<private_::walklist_present> present() { return this; }
	LISH_IN_ over<private_::walklist_from> from(T &t) { return { this, private_::address(t) }; }
};

template <class T, locklist_node T::*M> class locklist : public ::locklist, private_::uncopied {
	typedef private_::field<T, locklist_node, M> f;
	typedef typename f::bare bare;
	LISH_BEGIN_(locklist_plain, locklist_view)

	LISH_IN_ locklist() { locklist_init(this); }
	LISH_IN_ ~locklist() { locklist_stop(this), locklist_destroy(this); }
	static LISH_IN_ locklist &view(::locklist &c) { return static_cast<locklist &>(c); }
	static LISH_IN_ T *object(const locklist_node *node) { return f::object(node); }

	LISH_MUST_CHECK LISH_IN_ int add_tail(T &t) { return locklist_add_tail(this, f::node(t)); }
	LISH_IN_ void del(T &t) { locklist_del(this, f::node(t)); }
	static LISH_IN_ bool leave(T &t) { return locklist_leave(f::node(t)); }
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

/* How dense, rwarray and heap begin, end, and get memory. */
#define LISH_GROWS_(X, STORAGE)                                                                \
	template <unsigned n> struct storage { STORAGE(mem, n); };                             \
	LISH_IN_ X() { lish_sure(X##_init(this, nullptr)); }                                   \
	LISH_IN_ explicit X(const lish_config &config) { lish_sure(X##_init(this, &config)); } \
	template <unsigned n> LISH_IN_ explicit X(storage<n> &s) { X##_init_in(this, &s.mem); } \
	LISH_IN_ ~X() { X##_stop(this), X##_destroy(this); }                                   \
	LISH_MUST_CHECK LISH_IN_ int reserve(uint32_t n) { return X##_reserve(this, n); }      \
	LISH_IN_ void trim() { X##_trim(this); }                                               \
	LISH_IN_ lish_stats stats() const { return X##_stats(this); }                          \
	static LISH_IN_ X &view(::X &c) { return static_cast<X &>(c); }                        \
	static LISH_IN_ T *object(const X##_idx *idx) { return f::object(idx); }               \
	LISH_IN_ void del(T &t) { X##_del(this, f::node(t)); }                                 \
	LISH_IN_ bool leave(T &t) { return X##_leave(this, f::node(t)); }                      \
	LISH_IN_ bool contains(const T &t) const { return X##_contains(this, f::node(t)); }    \
	LISH_IN_ uint32_t count() const { return X##_count(this); }                            \
	LISH_IN_ void clear() { X##_clear(this); }                                             \
	LISH_IN_ void stop() { X##_stop(this); }

template <class T, dense_idx T::*M> class dense : public ::dense, private_::uncopied {
	typedef private_::field<T, dense_idx, M> f;
	typedef typename f::bare bare;
	LISH_BEGIN_(dense_plain, dense_view)
	LISH_GROWS_(dense, DENSE_STORAGE)

	LISH_MUST_CHECK LISH_IN_ int add(T &t) { return dense_add(this, f::node(t)); }
	LISH_IN_ T *pop() { return f::object(dense_pop_entry(this, bare, node)); }
	LISH_IN_ T *at(uint32_t index) const { return f::object(dense_at_entry(this, index, bare, node)); }
	LISH_IN_ int32_t index_of(const T &t) const { return dense_index_of(this, f::node(t)); }
	template <class B> LISH_IN_ void sort(B before) { dense_sort(this, f::template after<B>, &before); }

	LISH_IN_ over<private_::dense_reverse> reverse() { return this; }
	LISH_IN_ over<private_::dense_present> present() { return this; }
	LISH_IN_ over<private_::dense_frozen> frozen() { return this; }
	LISH_IN_ private_::range<private_::dense_part, const T, f> span(uint32_t part, uint32_t of) const
	{
		return { this, dense_span(this, part, of) };
	}
};

template <class T, rwarray_idx T::*M> class rwarray : public ::rwarray, private_::uncopied {
	typedef private_::field<T, rwarray_idx, M> f;
	LISH_BEGIN_(rwarray_plain, rwarray_view)
	LISH_GROWS_(rwarray, RWARRAY_STORAGE)

	LISH_MUST_CHECK LISH_IN_ int add_tail(T &t) { return rwarray_add_tail(this, f::node(t)); }
	LISH_IN_ void compact() { rwarray_compact(this); }
	template <class B> LISH_IN_ void sort(B before) { rwarray_sort(this, f::template after<B>, &before); }

	LISH_IN_ over<private_::rwarray_reverse> reverse() { return this; }
	LISH_IN_ over<private_::rwarray_present> present() { return this; }
	LISH_IN_ private_::range<private_::rwarray_part, const T, f> span(uint32_t part, uint32_t of) const
	{
		return { this, rwarray_span(this, part, of) };
	}
};

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

template <class T, inbox_node T::*M> class inbox : public ::inbox, private_::uncopied {
	typedef private_::field<T, inbox_node, M> f;
	typedef typename f::bare bare;

public:
	LISH_IN_ inbox() { inbox_init(this); }
	LISH_IN_ ~inbox() { inbox_clear(this); }

	LISH_MUST_CHECK LISH_IN_ int push(T &t) { return inbox_push(this, f::node(t)); }
	LISH_IN_ T *pop() { return f::object(inbox_pop_entry(this, bare, node)); }
	LISH_IN_ bool empty() const { return inbox_empty(this); }
	LISH_IN_ void clear() { inbox_clear(this); }

	LISH_IN_ private_::range<private_::inbox_drain, T, f> drain() { return this; }
};

/* plain() first: then the test costs nothing. */
#define LISH_MAKE_(alloc)                                                                      \
	return construct(!plain() && clearing_ ? nullptr : alloc, std::forward<A>(a)...)

/*
 * The methods that all pools have.
 *
 * make(): the new object; NULL at the limit or without memory, and while clear() or the
 * destructor of the pool destroys objects. If the constructor throws, nothing has changed.
 * While it runs, loops may visit the object.
 * destroy(): calls the destructor, while the object is still live. Reports what free
 * reports, and then leaves the object alone.
 * The destructor of a pool, and clear(), destroy all objects.
 * A destructor of an object counts as a hook of C: destroy() of the same object, clear()
 * and trim() are refused there.
 */
#define LISH_POOL_(X, NODE, STORAGE, stop)                                                     \
	typedef private_::cell<T, NODE> cell;                                                  \
	static constexpr bool plain() { return std::is_trivially_destructible<T>::value; }     \
	bool clearing_ = false;                                                                \
	struct undo {                                                                          \
		::X *pool;                                                                     \
		cell *made;                                                                    \
		LISH_IN_ ~undo() { if (made) X##_free(pool, &made->node); }                    \
	};                                                                                     \
	template <class... A> LISH_IN_ T *construct(cell *c, A &&...a)                         \
	{                                                                                      \
		undo made = { this, c };                                                       \
		T *t = c ? ::new (static_cast<void *>(c->object)) T(std::forward<A>(a)...) : nullptr; \
                                                                                               \
		made.made = nullptr;                                                           \
		return t;                                                                      \
	}                                                                                      \
                                                                                               \
public:                                                                                        \
	template <unsigned n> struct storage { STORAGE(mem, cell, n); };                       \
	LISH_IN_ X() { lish_sure(X##_init(this, cell, node, nullptr)); }                       \
	LISH_IN_ explicit X(const lish_config &config) { lish_sure(X##_init(this, cell, node, &config)); } \
	template <unsigned n> LISH_IN_ explicit X(storage<n> &s) { X##_init_in(this, cell, node, &s.mem); } \
	LISH_IN_ ~X() { stop; clear(); X##_destroy(this); }                                    \
	template <class... A> LISH_IN_ T *make(A &&...a)                                       \
	{                                                                                      \
		LISH_MAKE_(X##_alloc_entry(this, cell, node));                                 \
	}                                                                                      \
	LISH_IN_ void destroy(T &t)                                                            \
	{                                                                                      \
		if (LISH_CHECK < 1 || plain()) {                                               \
			t.~T();                                                                \
		} else if (private_::is_dying(&this->base, &f::node(t)->slot)) {               \
			lish_tell_(lish_pool_free_watched_(#X "_free", &this->base, &f::node(t)->slot)); \
			return;                                                                \
		} else if (contains(t) && !private_::is_frozen(this)) {                        \
			private_::dying as_hook(&this->base, &f::node(t)->slot);               \
                                                                                               \
			t.~T();                                                                \
		}                                                                              \
		X##_free(this, f::node(t));                                                    \
	}                                                                                      \
	LISH_IN_ bool contains(const T &t) const { return X##_contains(this, f::node(t)); }    \
	LISH_IN_ uint32_t count() const { return X##_count(this); }                            \
	LISH_IN_ lish_stats stats() const { return X##_stats(this); }                          \
	LISH_MUST_CHECK LISH_IN_ int reserve(uint32_t n) { return X##_reserve(this, n); }      \
	LISH_IN_ void trim() { X##_trim(this); }
/* visit: destroys all objects. A destructor may end the loop by stop(). */
#define LISH_CLEAR_(X, visit)                                                                  \
	LISH_IN_ void clear()                                                                  \
	{                                                                                      \
		if (!plain() && !this->base.running && !private_::is_frozen(this)) {           \
			private_::during now(&clearing_);                                      \
			uint32_t before;                                                       \
                                                                                               \
			do {                                                                   \
				before = count();                                              \
				visit;                                                         \
			} while (count() && count() < before);                                 \
		}                                                                              \
		X##_clear(this);                                                               \
	}
#define LISH_DESTROY_EACH_ for (T &t : *this) destroy(t)

template <class T> class ipool : ::ipool, private_::uncopied {
	typedef private_::cells<T, ipool_idx> f;
	LISH_POOL_(ipool, ipool_idx, IPOOL_STORAGE, )

	LISH_IN_ bool owns(const void *address) const { return ipool_owns(this, address); }
	LISH_IN_ int32_t index_of(const T &t) const { return ipool_index_of(this, f::node(t)); }
	LISH_IN_ T *at(uint32_t index) const { return f::object(ipool_at_entry(this, index, cell, node)); }
	LISH_CLEAR_(ipool, for (uint32_t i = stats().highest; i-- > 0;) if (T *t = at(i)) destroy(*t))
};

template <class T> class densepool : ::densepool, private_::uncopied {
	typedef private_::cells<T, densepool_idx> f;
	LISH_POOL_(densepool, densepool_idx, DENSEPOOL_STORAGE, densepool_stop(this))
	LISH_BEGIN_(densepool_plain, densepool_view)
	LISH_CLEAR_(densepool, LISH_DESTROY_EACH_)
	LISH_IN_ void stop() { densepool_stop(this); }

	LISH_IN_ over<private_::densepool_reverse> reverse() { return this; }
	LISH_IN_ over<private_::densepool_present> present() { return this; }
	LISH_IN_ over<private_::densepool_frozen> frozen() { return this; }
	LISH_IN_ private_::range<private_::densepool_part, const T, f> span(uint32_t part, uint32_t of) const
	{
		return { this, densepool_span(this, part, of) };
	}
};

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
};

/* A handle that knows the type of its object. 64 bits, all zero: of no object. */
template <class T> struct handle {
	slotpool_handle c;

	LISH_IN_ handle() : c() {}
	LISH_IN_ explicit handle(slotpool_handle h) : c(h) {}
	static LISH_IN_ handle from_u64(uint64_t n) { return handle(slotpool_handle_from_u64(n)); }
	LISH_IN_ uint64_t to_u64() const { return slotpool_handle_to_u64(c); }
	LISH_IN_ explicit operator bool() const { return c.slot != 0; }
	LISH_IN_ bool operator==(handle h) const { return to_u64() == h.to_u64(); }
	LISH_IN_ bool operator!=(handle h) const { return to_u64() != h.to_u64(); }
};

template <class T> class slotpool : ::slotpool, private_::uncopied {
	typedef private_::cells<T, slotpool_idx> f;
	LISH_POOL_(slotpool, slotpool_idx, SLOTPOOL_STORAGE, )
	LISH_BEGIN_(slotpool_plain, slotpool_plain)
	LISH_CLEAR_(slotpool, LISH_DESTROY_EACH_)

	template <class... A> LISH_IN_ T *make_tail(A &&...a)
	{
		LISH_MAKE_(slotpool_alloc_tail_entry(this, cell, node));
	}
	LISH_IN_ handle<T> handle_of(const T &t) const { return handle<T>(slotpool_handle_of(this, f::node(t))); }
	LISH_IN_ T *get(handle<T> h) const { return f::object(slotpool_get_entry(this, h.c, cell, node)); }
	/* Handles of 32 bits, after set_index_bits(). */
	LISH_IN_ void set_index_bits(uint32_t bits) { slotpool_set_index_bits(this, bits); }
	LISH_IN_ uint32_t to_u32(handle<T> h) const { return slotpool_handle_to_u32(this, h.c); }
	LISH_IN_ T *get_u32(uint32_t number) const { return f::object(slotpool_get_u32(this, number, cell, node)); }
	LISH_IN_ void set_reuse(slotpool_reuse order) { slotpool_set_reuse(this, order); }
	LISH_IN_ bool owns(const void *address) const { return slotpool_owns(this, address); }
	LISH_IN_ int32_t index_of(const T &t) const { return slotpool_index_of(this, f::node(t)); }
	LISH_IN_ T *at(uint32_t index) const { return f::object(slotpool_at_entry(this, index, cell, node)); }
	LISH_IN_ int32_t next_live(uint32_t index) const { return slotpool_next_live(this, index); }

	LISH_IN_ over<private_::slotpool_reverse> reverse() { return this; }
	LISH_IN_ over<private_::slotpool_part> span(uint32_t part, uint32_t of)
	{
		return { this, slotpool_span(this, part, of) };
	}
};

} // namespace lish

#undef LISH_IN_
#undef LISH_AID_
#undef LISH_FROM_
#undef LISH_DONE_
#undef LISH_BEGIN_
#undef LISH_GROWS_
#undef LISH_POOL_
#undef LISH_CLEAR_
#undef LISH_DESTROY_EACH_
#undef LISH_MAKE_
#pragma pop_macro("LISH_HERE_AT_")

#endif /* LINUX_ISH_HPP */
