/* SPDX-License-Identifier: MIT */
/*
 * ranges.hpp - what the classes of C++ are made of: the way from an object to its node,
 * the loops of C as ranges, and what several classes share
 *
 * Has no container. A macro here is a part of the classes that have it.
 */
#ifndef LINUX_ISH_PRIVATE_RANGES_HPP
#define LINUX_ISH_PRIVATE_RANGES_HPP

#include "../bug.h"
#include "../ground/new.hpp"

/*
 * LISH_IN_: a method, forced inline: a report leads to the user's line, not to a method of ours.
 * LISH_AID_: a function that reports nothing. Files that are not optimised call it.
 */
#define LISH_IN_ LISH_FORCED_INLINE_
#ifdef __OPTIMIZE__
#define LISH_AID_ LISH_FORCED_INLINE_
#else
#define LISH_AID_ inline
#endif

/* A constructor that C++14 runs while it compiles. */
#if __cplusplus >= 201402L
#define LISH_CONSTEXPR_ constexpr
#else
#define LISH_CONSTEXPR_ LISH_IN_
#endif

/*
 * The parameter M of a class that names the node in the object: a member of T. From C++17 on it may
 * be inherited; before, a template takes no member of a base for one of T.
 */
#if defined(__cpp_nontype_template_parameter_auto)
#define LISH_MEMBER_OF_(T, N) auto
#else
#define LISH_MEMBER_OF_(T, N) N T::*
#endif
/* No member: a hook. The same type in each standard. */
#define LISH_HOOKED_(T, N) static_cast<N T::*>(nullptr)

struct ilist_node;
struct walklist_node;
struct ihash_node;
struct locklist_node;
struct locklist_loop_;

namespace lish
{

template <class N, class Tag = void> class hook;

namespace private_
{

struct none {
};

LISH_AID_ void unclosed(none *) {}

struct uncopied {
	uncopied() = default;
	uncopied(const uncopied &) = delete;
	uncopied &operator=(const uncopied &) = delete;
};

/* Where no object is: for the distance of a node, which is a constant. */
template <class T> LISH_IN_ T *nowhere()
{
	return reinterpret_cast<T *>(alignof(T) * 4096);
}

/* How a hook leaves its list, moves, and ends. */
template <class N> struct leaving;
#define LISH_LEAVING_(X, end_)                                                         \
	template <> struct leaving<X##_node> {                                         \
		static LISH_AID_ bool leave(X##_node *node) { return X##_leave(node); } \
		static LISH_AID_ void moved(X##_node *node) { X##_node_moved(node); }  \
		static LISH_AID_ void end(X##_node *node) { end_(node); }              \
	}

template <class...> struct never : std::false_type {
};

/* What sort.hpp, save.hpp and slotpool_lease.hpp define: the bodies of members of the classes. */
template <class C, class B> struct sorts;
template <class T> struct saves;
template <class T> struct leases;
template <class A, class = void> struct add_on {
	static_assert(never<A>::value, "linux-ish: include <linux-ish/sort.hpp> to sort, "
				       "<linux-ish/save.hpp> to save and load, "
				       "<linux-ish/slotpool_lease.hpp> to lend and commit");
};
template <class A> struct add_on<A, decltype(void(sizeof(A)))> : A {};

#define LISH_SORT_(container)                                                          \
	template <class B> LISH_IN_ void sort(B before)                                \
	{                                                                              \
		private_::add_on<private_::sorts< ::container, B>>::sort(              \
			this, f::template after<B>, &before);                          \
	}

template <class T> LISH_AID_ bool refuse_algorithm()
{
	static_assert(never<T>::value,
		      "linux-ish: this loop may change its container, so it is for range-for alone; "
		      "algorithms take const_range()");
	return false;
}

template <class B, class T>
auto reaches(int) -> decltype(static_cast<T &>(*static_cast<B *>(nullptr)), std::true_type());
template <class, class> std::false_type reaches(...);

/* The class that a member is of. */
template <class N, class M> struct owner {
	static_assert(never<M>::value, "the named member is not a node of this container");
};
template <class N, class B> struct owner<N, N B::*> {
	typedef B type;
};
template <class N> struct owner<N, decltype(nullptr)> {
	typedef void type;
};

/* The node of an object: a member, or with M NULL a hook. */
template <class T, class N, LISH_MEMBER_OF_(T, N) M, class Tag, bool Hooked = M == nullptr>
struct member {
	static LISH_IN_ N &of(T &t)
	{
		static_assert(decltype(reaches<typename owner<N, decltype(M)>::type, T>(0))::value,
			      "the member must be in a public base, and not in a virtual base: "
			      "from there no constant distance leads to the object");
		return t.*M;
	}
	/* One expression: compilers compute it without optimisation, too. */
	static LISH_IN_ size_t offset()
	{
		return reinterpret_cast<uintptr_t>(
			       &(reinterpret_cast<T *>(alignof(T) * 4096)->*M)) -
		       alignof(T) * 4096;
	}
};

template <class T, class N, LISH_MEMBER_OF_(T, N) M, class Tag>
struct member<T, N, M, Tag, true> {
	typedef hook<N, Tag> base;
	static LISH_IN_ N &of(T &t)
	{
		static_assert(std::is_base_of<base, T>::value,
			      "name a member as the node, or derive the class from its lish::hook");
		static_assert(decltype(reaches<base, T>(0))::value,
			      "the hook must be a public base, and not in a virtual base: "
			      "from there no constant distance leads to the object");
		return static_cast<base &>(t).node_;
	}
	static LISH_IN_ size_t offset()
	{
		return reinterpret_cast<uintptr_t>(&of(*nowhere<T>())) -
		       reinterpret_cast<uintptr_t>(nowhere<T>());
	}
};

/* From object to node and back. The C calls see an object that is only a node. */
template <class T, class N, LISH_MEMBER_OF_(T, N) M, class Tag = void> struct field {
	typedef typename owner<N, decltype(M)>::type of;
	struct bare {
		N node;
	};
	static LISH_IN_ size_t size() { return sizeof(T); }
	static LISH_IN_ size_t offset()
	{
		return member<T, N, M, Tag>::offset();
	}
	static LISH_AID_ N *node(T &t) { return &member<T, N, M, Tag>::of(t); }
	static LISH_AID_ const N *node(const T &t) { return node(const_cast<T &>(t)); }
	/* To take the object out. What was added is no constant. */
	static LISH_AID_ N *own(const T &t) { return node(const_cast<T &>(t)); }
	static LISH_AID_ bare *in(const T &t)
	{
		return reinterpret_cast<bare *>(node(const_cast<T &>(t)));
	}
	static LISH_AID_ T *object(const void *node)
	{
		return node ? reinterpret_cast<T *>(reinterpret_cast<uintptr_t>(node) - offset())
			    : nullptr;
	}
	/* C asks "after?", C++ asks "before?". */
	template <class Before> static int after(void *before, const N *a, const N *b)
	{
		return (*static_cast<Before *>(before))(*object(b), *object(a));
	}
};

/* The class may have an operator&. std::addressof() would need <memory>. */
template <class T> LISH_AID_ void *address(const T &t)
{
	return const_cast<char *>(&reinterpret_cast<const volatile char &>(t));
}

/*
 * The cursor of a range-for over a loop that may change the container. That of begin()
 * has the place, which stays in registers; that of end() has the registered loop, whose
 * address the container gets. The comparison makes the step, so a loop has one step, as
 * in C. Algorithms copy iterators: then the one sentence says what to do.
 */
template <class K, class T, class F> class range_for_only {
	typename K::of *of_;
	typename K::arg arg_;
	typename K::place place_;
	T *at_;
	typename K::loop *open_;
	union {
		typename K::loop loop_;
	};

public:
	typedef std::input_iterator_tag iterator_category;
	typedef typename std::remove_cv<T>::type value_type;
	typedef ptrdiff_t difference_type;
	typedef T *pointer;
	typedef T &reference;

	LISH_AID_ range_for_only(typename K::of *of, typename K::arg arg, bool end)
		: of_(of), arg_(arg), at_(nullptr), open_(nullptr)
	{
		if (!end) {
			K::start(of, &place_, arg, F::size(), F::offset());
		} else if (!std::is_same<typename K::loop, none>::value) {
			open_ = &loop_;
			K::open(of, open_, arg, F::offset());
		}
	}
	/* Only compilers that do not elide it: the loop has not begun. */
	LISH_AID_ range_for_only(range_for_only &&from)
		: range_for_only(from.of_, from.arg_, from.open_ != nullptr)
	{
	}
	LISH_AID_ range_for_only(const range_for_only &from) : range_for_only(from.of_, from.arg_, true)
	{
		refuse_algorithm<T>();
	}
	range_for_only &operator=(const range_for_only &) = delete;
	/* on_out of a locklist may throw. */
	LISH_AID_ ~range_for_only() noexcept(!std::is_same<typename K::loop, ::locklist_loop_>::value)
	{
		if (open_)
			K::close(open_);
	}

	LISH_AID_ bool operator!=(range_for_only &end)
	{
		at_ = static_cast<T *>(K::step(&end.loop_, &place_, F::size(), F::offset()));
		return at_ != nullptr;
	}
	LISH_AID_ bool operator==(const range_for_only &) const { return refuse_algorithm<T>(); }
	LISH_IN_ range_for_only &operator++() { return *this; }
	LISH_IN_ T &operator*() const { return *at_; }
};

/*
 * The _const loop as a forward iterator: it is not registered, so it may be copied. The
 * step waits for the next look, so that a range-for has one step in its code. Threads
 * take a copy each. T is const except in unchanged().
 */
template <class K, class T, class F> class iterator {
	mutable typename K::place place_;
	mutable T *at_;
	mutable bool behind_;

	LISH_AID_ T *at() const
	{
		if (behind_) {
			/* A copy: a place whose address is passed on would not stay in registers. */
			typename K::place place = place_;

			at_ = static_cast<T *>(K::step(nullptr, &place, F::size(), F::offset()));
			place_ = place;
			behind_ = false;
		}
		return at_;
	}

public:
	typedef std::forward_iterator_tag iterator_category;
	typedef typename std::remove_cv<T>::type value_type;
	typedef ptrdiff_t difference_type;
	typedef T *pointer;
	typedef T &reference;

	LISH_AID_ iterator() : place_(), at_(nullptr), behind_(false) {}
	LISH_AID_ iterator(typename K::of *of, typename K::arg arg, bool end) : iterator()
	{
		behind_ = !end;
		if (behind_)
			K::start(of, &place_, arg, F::size(), F::offset());
	}
	LISH_AID_ iterator &operator++()
	{
		(void)at();
		behind_ = true;
		return *this;
	}
	LISH_AID_ iterator operator++(int)
	{
		const iterator before = *this;

		++*this;
		return before;
	}
	LISH_AID_ T &operator*() const { return *at(); }
	LISH_AID_ T *operator->() const { return at(); }
	friend LISH_AID_ bool operator==(const iterator &a, const iterator &b)
	{
		return a.at() == b.at();
	}
	friend LISH_AID_ bool operator!=(const iterator &a, const iterator &b)
	{
		return a.at() != b.at();
	}
};

template <class K, class I> class from_to {
	typename K::of *of_;
	typename K::arg arg_;

public:
	typedef I iterator;
	typedef I const_iterator;

	LISH_IN_ from_to(typename K::of *of, typename K::arg arg = typename K::arg()) : of_(of), arg_(arg) {}
	LISH_IN_ I begin() const { return I(of_, arg_, false); }
	LISH_IN_ I end() const { return I(of_, arg_, true); }
};
template <class K, class T, class F> using range = from_to<K, range_for_only<K, T, F>>;
template <class K, class T, class F> using view = from_to<K, iterator<K, T, F>>;

/* A loop of C: container, argument, registered loop, place, and what is done to them. */
#define LISH_KIND_(name, container, arg_, loop_, opening, closing, place_, starting, stepped)  \
	struct name {                                                                          \
		typedef container of;                                                          \
		typedef arg_ arg;                                                              \
		typedef loop_ loop;                                                            \
		typedef place_ place;                                                          \
		static LISH_IN_ void open(of *c, loop *l, arg x, size_t offset)                \
		{                                                                              \
			(void)c, (void)l, (void)x, (void)offset;                               \
			opening;                                                               \
		}                                                                              \
		static LISH_IN_ void close(loop *l) { closing(l); }                            \
		static LISH_IN_ void start(of *c, place *at, arg x, size_t size, size_t offset) \
		{                                                                              \
			(void)c, (void)at, (void)x, (void)size, (void)offset;                  \
			starting;                                                              \
		}                                                                              \
		static LISH_IN_ void *step(loop *l, place *at, size_t size, size_t offset)     \
		{                                                                              \
			(void)l, (void)at, (void)size, (void)offset;                           \
			return stepped;                                                        \
		}                                                                              \
	};
/* A loop that is not registered. */
#define LISH_LOOK_KIND_(name, container, arg, place, starting, stepped)                        \
	LISH_KIND_(name, container, arg, none, , unclosed, place, starting, stepped)

} // namespace private_

/*
 * hook - a base class that leaves its list by itself, and moves with its object
 *
 *	class actor : public lish::hook<walklist_node> { ... };
 *	lish::walklist<actor> actors;
 *
 * The destructor leaves the list. A move takes the place in the list with it, so objects of a
 * std::vector stay in their lists; what is moved from is in no list. A copy does not compile:
 * a class that needs copies writes a copy constructor, which begins the hook anew.
 * For several lists a class has several hooks, each with a type as its Tag:
 * hook<walklist_node, drawing> and walklist<actor, nullptr, drawing>.
 *
 * An object with a hook of locklist may not end while its list is locked: that is reported.
 * Other nodes are indices, which do not know their array: call leave() in the destructor, and
 * node_moved() in a move.
 */
#if defined(__cpp_deleted_function) && __cplusplus > 202302L
#define LISH_NO_COPY_ delete("the copy of an object in a list cannot be in its place: move it")
#else
#define LISH_NO_COPY_ delete
#endif
template <class N, class Tag> class hook {
	static_assert(std::is_same<N, ilist_node>::value || std::is_same<N, walklist_node>::value ||
			      std::is_same<N, ihash_node>::value ||
			      std::is_same<N, locklist_node>::value,
		      "only nodes of lists leave, and move, without their container");
	template <class T, class M, LISH_MEMBER_OF_(T, M), class, bool>
	friend struct private_::member;
	typedef private_::leaving<N> calls;
	N node_;

	LISH_AID_ void take(N &from) noexcept
	{
		node_ = from;
		from = N();
		calls::moved(&node_);
	}

public:
	LISH_IN_ hook() noexcept : node_() {}
	LISH_IN_ hook(hook &&from) noexcept { take(from.node_); }
	LISH_IN_ hook &operator=(hook &&from) noexcept
	{
		if (&from != this) {
			leave();
			take(from.node_);
		}
		return *this;
	}
	hook(const hook &) = LISH_NO_COPY_; /* move it: a copy cannot be in its place */
	hook &operator=(const hook &) = LISH_NO_COPY_; /* move it: a copy cannot be in its place */
	LISH_IN_ bool leave() noexcept { return calls::leave(&node_); }

protected:
	LISH_IN_ ~hook() { calls::end(&node_); }
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

/*
 * In each class: its range-for, also over a const container, const_range(), and
 * unchanged(): the same loop with objects that are not const.
 */
#define LISH_BEGIN_(plain, const_)                                                             \
	template <class K> using over = private_::range<K, T, f>;                              \
	typedef private_::range_for_only<private_::plain, T, f> cursor;                        \
	typedef private_::view<private_::const_, const T, f> constant;                         \
	typedef private_::view<private_::const_, T, f> looked_at;                              \
                                                                                               \
public:                                                                                        \
	LISH_IN_ cursor begin() { return over<private_::plain>(this).begin(); }                \
	LISH_IN_ cursor end() { return over<private_::plain>(this).end(); }                    \
	LISH_IN_ typename constant::iterator begin() const { return const_range().begin(); }   \
	LISH_IN_ typename constant::iterator end() const { return const_range().end(); }       \
	LISH_IN_ constant const_range() const { return this; }                                 \
	LISH_IN_ looked_at unchanged() { return this; }

/*
 * How dense, rwarray and iheap begin, end, and get memory. The constructors need none: without
 * memory for config.initial, an add tries again. One of static storage needs no code at the
 * start of the program, except in C++11, and in firmware, which links growth by X_init().
 */
#if LISH_HOSTED
#define LISH_BEGIN_ARRAY_(X, array, slot_size)                                                 \
	array.limit = LISH_MAX_COUNT, array.grows = true, array.wide = slot_size
#define LISH_CONSTEXPR_ARRAY_ LISH_CONSTEXPR_
#else
#define LISH_BEGIN_ARRAY_(X, array, slot_size) lish_sure(X##_init(this, nullptr))
#define LISH_CONSTEXPR_ARRAY_ LISH_IN_
#endif
#define LISH_GROWS_(X, STORAGE, array, slot_size)                                              \
	template <unsigned n> struct storage { STORAGE(mem, n); };                             \
	LISH_CONSTEXPR_ARRAY_ X() : ::X(), private_::uncopied() { LISH_BEGIN_ARRAY_(X, array, slot_size); } \
	LISH_IN_ explicit X(lish_config config)                                                \
	{                                                                                      \
		const uint32_t initial = config.initial;                                       \
                                                                                               \
		config.initial = 0;                                                            \
		lish_sure(X##_init(this, &config));                                            \
		if (X##_reserve(this, initial)) {                                              \
		}                                                                              \
	}                                                                                      \
	template <unsigned n> LISH_IN_ explicit X(storage<n> &s) { X##_init_in(this, &s.mem); } \
	LISH_IN_ ~X() { X##_stop(this), X##_destroy(this); }                                   \
	LISH_MUST_CHECK LISH_IN_ int reserve(uint32_t n) { return X##_reserve(this, n); }      \
	LISH_IN_ void trim() { X##_trim(this); }                                               \
	LISH_IN_ void rebind() { X##_rebind(this, nullptr); }                                  \
	LISH_IN_ void rebind(const lish_config &config) { X##_rebind(this, &config); }         \
	LISH_IN_ lish_stats stats() const { return X##_stats(this); }                          \
	static LISH_IN_ X &view(::X &c) { return static_cast<X &>(c); }                        \
	static LISH_IN_ T *object(const X##_idx *idx) { return f::object(idx); }               \
	LISH_IN_ void del(const T &t) { X##_del(this, f::own(t)); }                            \
	LISH_IN_ bool leave(const T &t) { return X##_leave(this, f::own(t)); }                 \
	LISH_IN_ void node_moved(T &t) { X##_node_moved(this, f::node(t)); }                   \
	LISH_IN_ bool contains(const T &t) const { return X##_contains(this, f::node(t)); }    \
	LISH_IN_ uint32_t count() const { return X##_count(this); }                            \
	LISH_IN_ void clear() { X##_clear(this); }                                             \
	LISH_IN_ void stop() { X##_stop(this); }

} // namespace lish

#endif /* LINUX_ISH_PRIVATE_RANGES_HPP */
