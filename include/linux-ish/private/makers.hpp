/* SPDX-License-Identifier: MIT */
/*
 * makers.hpp - what the classes of pools share: make(), destroy() and clear()
 */
#ifndef LINUX_ISH_PRIVATE_MAKERS_HPP
#define LINUX_ISH_PRIVATE_MAKERS_HPP

#include "ranges.hpp"

#include "../core/pool.h"

namespace lish
{

namespace private_
{

/* A type with a flexible array member does not compile here: its array has no room. */
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic error "-Wgnu-variable-sized-type-not-at-end"
#endif
template <class T> struct followed {
	T object;
	char after;
};
#ifdef __clang__
#pragma clang diagnostic pop
#endif

/* An object of a pool, and its node. */
template <class T, class N> struct cell {
	alignas(T) unsigned char object[sizeof(T)];
	N node;
};

template <class T, class N> struct cells {
	typedef private_::cell<T, N> cell;
	static constexpr LISH_IN_ size_t size()
	{
		static_assert(sizeof(followed<T>) > sizeof(T), "an object needs a size");
		return sizeof(cell);
	}
	static LISH_IN_ size_t offset() { return offsetof(cell, node); }
	static LISH_AID_ cell *in(const T &t)
	{
		uintptr_t at = reinterpret_cast<uintptr_t>(address(t));

		LISH_HIDE_(at); // The node lies behind the end of T.
		return reinterpret_cast<cell *>(at);
	}
	static LISH_AID_ N *node(const T &t) { return &in(t)->node; }
	static LISH_AID_ T *object(cell *c) { return reinterpret_cast<T *>(c); }
};

/* While it exists, the destructor of an object runs, which C knows as a hook. */
class dying {
	lish_pool_ *pool_;
	lish_pool_running_ hook_;

public:
	LISH_IN_ dying(lish_pool_ *pool, const uint32_t *mark) : pool_(pool)
	{
		lish_pool_hook_begins_(pool, &hook_, mark, 0);
	}
	LISH_IN_ ~dying() { lish_pool_hook_ends_(pool_, &hook_); }
};

/* What a pool without room has besides its base. */
LISH_CONSTEXPR_ void have_none(const void *) {}
/* Would free be refused because of a loop? */
LISH_AID_ bool is_frozen(const void *) { return false; }

/* True while it exists. */
class during {
	bool *flag_;

public:
	LISH_IN_ explicit during(bool *flag) : flag_(flag) { *flag = true; }
	LISH_IN_ ~during() { *flag_ = false; }
};

} // namespace private_

/*
 * plain() first: then the test costs nothing. A pool that has not begun has no room: its first
 * alloc fails, and then it begins.
 */
#define LISH_CELL_(c, alloc)                                                                   \
	cell *c;                                                                               \
	do                                                                                     \
		c = !plain() && clearing_ ? nullptr : alloc;                                   \
	while (!c && begin_now())
#define LISH_MAKE_(alloc)                                                                      \
	LISH_CELL_(made, alloc);                                                               \
	return construct(made, static_cast<A &&>(a)...)

/*
 * The methods that all pools have.
 *
 * A pool that grows allocates nothing in its constructor, so one of static storage needs no
 * code at the start of the program (C++14). The first call that needs memory begins it. With a
 * config the constructor begins it; a pool that finds no memory there has no room.
 *
 * make(): the new object; NULL at the limit or without memory, and while clear() or the
 * destructor of the pool destroys objects. If the constructor throws, nothing has changed.
 * While it runs, loops may visit the object. Calls operator new(size_t, void *) of the class,
 * if there is one.
 * zmake(): make() in memory of zeros, for what the constructor does not set.
 * destroy(): calls the destructor, while the object is still live. Reports what free
 * reports, and then leaves the object alone.
 * The destructor of a pool, and clear(), destroy all objects.
 * A destructor of an object counts as a hook of C: destroy() of the same object, clear()
 * and trim() are refused there.
 */
#define LISH_POOL_(X, NODE, STORAGE, stop)                                                     \
	typedef private_::cell<T, NODE> cell;                                                  \
	static constexpr bool plain() { return std::is_trivially_destructible<T>::value; }     \
	bool clearing_, begun_;                                                                \
	/* A pool without room, of which nothing can be misused. */                            \
	LISH_CONSTEXPR_ void have_none()                                                       \
	{                                                                                      \
		this->base.size = f::size();                                                   \
		this->base.offset = offsetof(cell, node) + offsetof(NODE, slot);               \
		this->base.shift = 31;                                                         \
		private_::have_none(static_cast<::X *>(this));                                \
	}                                                                                      \
	LISH_COLD bool begin(const lish_config *config)                                        \
	{                                                                                      \
		begun_ = X##_init(this, cell, node, config) == 0;                              \
		if (!begun_)                                                                   \
			have_none();                                                           \
		return begun_;                                                                 \
	}                                                                                      \
	LISH_IN_ bool begin_now() { return !begun_ && begin(nullptr); }                        \
	struct undo {                                                                          \
		::X *pool;                                                                     \
		cell *made;                                                                    \
		LISH_IN_ ~undo() { if (made) X##_free(pool, &made->node); }                    \
	};                                                                                     \
	template <class... A> LISH_IN_ T *construct(cell *c, A &&...a)                         \
	{                                                                                      \
		undo made = { this, c };                                                       \
		T *t = c ? private_::construct_at<T>(c->object, decltype(private_::placed<T>(0))(), \
						     static_cast<A &&>(a)...) : nullptr;       \
                                                                                               \
		if (t)                                                                         \
			made.made = nullptr;                                                   \
		return t;                                                                      \
	}                                                                                      \
                                                                                               \
public:                                                                                        \
	template <unsigned n> struct storage { STORAGE(mem, cell, n); };                       \
	LISH_CONSTEXPR_ X() : ::X(), private_::uncopied(), clearing_(false), begun_(false) { have_none(); } \
	LISH_IN_ explicit X(const lish_config &config) : X() { begin(&config), begun_ = true; } \
	template <unsigned n>                                                                  \
	LISH_IN_ explicit X(storage<n> &s, const lish_config &config = lish_config())          \
		: clearing_(false), begun_(true)                                               \
	{                                                                                      \
		X##_init_in(this, cell, node, &s.mem, &config);                                \
	}                                                                                      \
	LISH_IN_ ~X()                                                                          \
	{                                                                                      \
		stop;                                                                          \
		if (this->base.ends_empty)                                                     \
			lish_pool_ends_(LISH_NAME_(#X "_destroy"), &this->base, count());      \
		clear();                                                                       \
		X##_destroy(this);                                                             \
	}                                                                                      \
	template <class... A> LISH_IN_ T *make(A &&...a)                                       \
	{                                                                                      \
		LISH_MAKE_(X##_alloc_entry(this, cell, node));                                 \
	}                                                                                      \
	template <class... A> LISH_IN_ T *zmake(A &&...a)                                      \
	{                                                                                      \
		LISH_CELL_(c, X##_zalloc_entry(this, cell, node));                             \
		/* To a compiler, what a constructor leaves alone is undefined. */             \
		LISH_HIDE_(c);                                                                  \
		T *t = construct(c, static_cast<A &&>(a)...);                                  \
		LISH_HIDE_(t);                                                                  \
		return t;                                                                      \
	}                                                                                      \
	LISH_IN_ void destroy(const T &t)                                                      \
	{                                                                                      \
		if (LISH_CHECK < 1 || plain()) {                                               \
			t.~T();                                                                \
		} else if (lish_pool_in_hook_(&this->base, &f::node(t)->slot)) {               \
			lish_pool_is_dying_(LISH_NAME_(#X "_free"), &this->base, f::node(t));    \
			return;                                                                \
		} else if (contains(t) && !private_::is_frozen(this)) {                        \
			private_::dying as_hook(&this->base, &f::node(t)->slot);               \
                                                                                               \
			t.~T();                                                                \
		}                                                                              \
		X##_free(this, f::node(t));                                                    \
	}                                                                                      \
	/* The pool of C, whose objects are of a private type. */                              \
	LISH_IN_ ::X &c() { begin_now(); return *this; }                                       \
	LISH_IN_ const ::X &c() const { return *this; }                                        \
	LISH_IN_ bool contains(const T &t) const { return X##_contains(this, f::node(t)); }    \
	LISH_IN_ uint32_t count() const { return X##_count(this); }                            \
	LISH_IN_ lish_stats stats() const { return X##_stats(this); }                          \
	LISH_MUST_CHECK LISH_IN_ int reserve(uint32_t n)                                       \
	{                                                                                      \
		return begun_ || begin_now() ? X##_reserve(this, n) : -ENOMEM;                 \
	}                                                                                      \
	LISH_IN_ void trim() { if (begun_) X##_trim(this); }                                   \
	LISH_IN_ void rebind() { if (begun_) X##_rebind(this, nullptr); }                      \
	LISH_IN_ void rebind(const lish_config &config) { if (begun_) X##_rebind(this, &config); }
/*
 * visit: destroys all objects. A destructor may end the loop by stop(). age: of the generations before;
 * forget: empties the pool then.
 */
#define LISH_CLEAR_AS_(visit, age, forget)                                                               \
	LISH_IN_ void clear()                                                                  \
	{                                                                                      \
		const uint32_t since = age;                                                    \
                                                                                               \
		(void)since;                                                                   \
		if (!plain() && !this->base.running && !this->base.closed &&                   \
		    !private_::is_frozen(this)) {                                              \
			private_::during now(&clearing_);                                      \
			uint32_t before;                                                       \
                                                                                               \
			do {                                                                   \
				before = count();                                              \
				visit;                                                         \
			} while (count() && count() < before);                                 \
		}                                                                              \
		if (begun_)                                                                    \
			forget;                                                                \
	}
#define LISH_CLEAR_(X, visit) LISH_CLEAR_AS_(visit, 0, X##_clear(this))
/* What ipool and slotpool have: an index. */
#define LISH_AT_(X)                                                                            \
	LISH_IN_ T *at(uint32_t index) const { return f::object(X##_at_entry(this, index, cell, node)); } \
	LISH_IN_ bool destroy_at(uint32_t index)                                               \
	{                                                                                      \
		T *t = at(index);                                                              \
                                                                                               \
		if (t) destroy(*t);                                                            \
		return t != nullptr;                                                           \
	}                                                                                      \
	LISH_IN_ void destroy_bulk(T *const *objects, uint32_t n)                              \
	{                                                                                      \
		if (plain())                                                                   \
			X##_free_bulk(this, objects, n);                                       \
		else                                                                           \
			for (uint32_t i = 0; i < n; i++) destroy(*objects[i]);                 \
	}

#define LISH_DESTROY_EACH_ for (T &t : *this) destroy(t)

} // namespace lish

#endif /* LINUX_ISH_PRIVATE_MAKERS_HPP */
