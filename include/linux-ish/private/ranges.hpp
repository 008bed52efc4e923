/* SPDX-License-Identifier: MIT */
/*
 * ranges.hpp - what the classes of linux-ish.hpp are made of: the way from an object to
 * its node, and the loops of C as ranges
 */
#ifndef LINUX_ISH_CORE_RANGES_HPP
#define LINUX_ISH_CORE_RANGES_HPP

#include <new>
#include <type_traits>
#include <utility>

#include "../dense.h"
#include "../densepool.h"
#include "../heap.h"
#include "../ilist.h"
#include "../inbox.h"
#include "../ipool.h"
#include "../listpool.h"
#include "../locklist.h"
#include "../rwarray.h"
#include "../slotpool.h"
#include "../walklist.h"

/*
 * Methods are forced inline, as in C, so that a report leads to the user's line.
 * LISH_REPORT_LOCATION would store a line of this header, so it stores none. Both hold
 * until the end of linux-ish.hpp.
 */
#define LISH_IN_ LISH_FORCED_INLINE_

/*
 * LISH_AID_: not forced inline where the compiler does not optimise: functions that do
 * not report, and the cursor. That stores its caller for reports: see lish_go_().
 */
#if LISH_OUTLINED_ && LISH_CHECK == 1 && LISH_HERE_ && !defined(__OPTIMIZE__)
#define LISH_AID_ inline
#define LISH_FROM_() (lish_outer_ = __builtin_return_address(0))
#define LISH_DONE_() (lish_outer_ = nullptr)
#else
#define LISH_AID_ LISH_FORCED_INLINE_
#define LISH_FROM_() ((void)0)
#define LISH_DONE_() ((void)0)
#endif
#pragma push_macro("LISH_HERE_AT_")
#undef LISH_HERE_AT_
#define LISH_HERE_AT_(call) (call)

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

LISH_AID_ bool leave(ilist_node *node) { return ilist_leave(node); }
LISH_AID_ bool leave(walklist_node *node) { return walklist_leave(node); }

/* The node of an object: a member, or with M NULL a hook. */
template <class T, class N, N T::*M, class Tag, bool Hooked = M == nullptr> struct member {
	static LISH_IN_ N &of(T &t) { return t.*M; }
	/* One expression: compilers compute it without optimisation, too. */
	static LISH_IN_ size_t offset()
	{
		return reinterpret_cast<uintptr_t>(
			       &(reinterpret_cast<T *>(alignof(T) * 4096)->*M)) -
		       alignof(T) * 4096;
	}
};

template <class B, class T>
auto reaches(int) -> decltype(static_cast<T &>(std::declval<B &>()), std::true_type());
template <class, class> std::false_type reaches(...);

template <class T, class N, N T::*M, class Tag> struct member<T, N, M, Tag, true> {
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
template <class T, class N, N T::*M, class Tag = void> struct field {
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

/* An object of a pool, and its node. */
template <class T, class N> struct cell {
	alignas(T) unsigned char object[sizeof(T)];
	N node;
};

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

template <class T, class N> struct cells {
	typedef private_::cell<T, N> cell;
	static LISH_IN_ size_t size()
	{
		static_assert(sizeof(followed<T>) > sizeof(T), "an object needs a size");
		return sizeof(cell);
	}
	static LISH_IN_ size_t offset() { return offsetof(cell, node); }
	static LISH_AID_ cell *in(const T &t)
	{
		uintptr_t at = reinterpret_cast<uintptr_t>(address(t));

		lish_hide(at);	/* gcc would warn of a node behind the object's end */
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
	LISH_IN_ dying(lish_pool_ *pool, const uint32_t *mark) : pool_(pool), hook_()
	{
		hook_.mark = mark;
		hook_.outer = pool->running;
		pool->running = &hook_;
	}
	LISH_IN_ ~dying() { pool_->running = hook_.outer; }
};

LISH_AID_ bool is_dying(const lish_pool_ *pool, const uint32_t *mark)
{
	for (const lish_pool_running_ *hook = pool->running; hook; hook = hook->outer)
		if (hook->mark == mark)
			return true;
	return false;
}

/* Would free be refused because of a loop? */
LISH_AID_ bool is_frozen(const void *) { return false; }
LISH_AID_ bool is_frozen(const ::densepool *pool)
{
	const lish_loops_ *loops = &pool->parts.loops;

	/* A loop that was left open ends the chain: free reports it. */
	for (lish_loop_ *loop = loops->first; loop && loop->owner == loops; loop = loop->outer)
		if (reinterpret_cast<lish_part_loop_ *>(loop)->kind & LISH_PART_FROZEN_)
			return true;
	return false;
}

/* True while it exists. */
class during {
	bool *flag_;

public:
	LISH_IN_ explicit during(bool *flag) : flag_(flag) { *flag = true; }
	LISH_IN_ ~during() { *flag_ = false; }
};

/*
 * The cursor of a range-for. That of begin() has the place, which stays in registers;
 * that of end() has the registered loop, whose address the container gets. The
 * comparison makes the step, so a loop has one step, as in C.
 */
template <class K, class T, class F> class cursor {
	typename K::of *of_;
	typename K::arg arg_;
	typename K::place place_;
	T *at_;
	typename K::loop *open_;
	union {
		typename K::loop loop_;
	};

public:
	LISH_AID_ cursor(typename K::of *of, typename K::arg arg, bool open)
		: of_(of), arg_(arg), at_(nullptr), open_(nullptr)
	{
		LISH_FROM_();
		if (!open) {
			K::start(of, &place_, arg, F::size(), F::offset());
		} else if (!std::is_same<typename K::loop, none>::value) {
			open_ = &loop_;
			K::open(of, open_, arg, F::offset());
		}
		LISH_DONE_();
	}
	/* Only compilers that do not elide it: the loop has not begun. */
	LISH_AID_ cursor(const cursor &from) : cursor(from.of_, from.arg_, from.open_ != nullptr) {}
	cursor &operator=(const cursor &) = delete;
	/* on_out of a locklist may throw. */
	LISH_AID_ ~cursor() noexcept(!std::is_same<typename K::loop, locklist_loop_>::value)
	{
		if (open_)
			K::close(open_);
	}

	LISH_AID_ bool operator!=(cursor &end)
	{
		LISH_FROM_();
		at_ = static_cast<T *>(K::step(&end.loop_, &place_, F::size(), F::offset()));
		LISH_DONE_();
		return at_ != nullptr;
	}
	LISH_IN_ void operator++() {}
	LISH_IN_ T &operator*() const { return *at_; }
};

template <class K, class T, class F> class range {
	typename K::of *of_;
	typename K::arg arg_;

public:
	LISH_IN_ range(typename K::of *of, typename K::arg arg = typename K::arg())
		: of_(of), arg_(arg)
	{
	}
	LISH_IN_ cursor<K, T, F> begin() const { return cursor<K, T, F>(of_, arg_, false); }
	LISH_IN_ cursor<K, T, F> end() const { return cursor<K, T, F>(of_, arg_, true); }
};

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

/* The place of a walk that stands on the head; with or without a trail. */
template <class P>
LISH_AID_ auto on_head(lish_link_ *head, int) -> decltype(P{ head, head, head, 0 })
{
	return { head, head, head, LISH_WALK_WAIT_ };
}
template <class P> LISH_AID_ P on_head(lish_link_ *head, ...)
{
	return { head, head };
}

/* Let the first step read the loop; it ends one that did not open. */
LISH_AID_ void reread(lish_walk_ *walk, bool always)
{
	if (always || !walk->loop.owner)
		walk->moved = LISH_WALK_GAP_;
}

#define LISH_WALK_(X, kind, arg, loop_, opening, stepping)                                     \
	LISH_KIND_(X##_##kind, ::X, arg, loop_,                                                \
		   l->walk.loop.owner = nullptr; (void)(opening);                              \
		   reread(&l->walk, !std::is_same<arg, none>::value), X##_close_,              \
		   lish_walk_cursor_, *at = on_head<place>(&c->walks.head, 0),                 \
		   X##_##stepping##_(l, at, offset))
#define LISH_WALKS_(X, loop_)                                                                  \
	LISH_WALK_(X, plain, none, loop_, X##_open_(l, c, LISH_WALK_FORWARD_), forward)        \
	LISH_WALK_(X, reverse, none, loop_, X##_open_(l, c, LISH_WALK_REVERSE_), back)         \
	LISH_WALK_(X, present, none, loop_, X##_open_(l, c, LISH_WALK_PRESENT_), present)      \
	LISH_LOOK_KIND_(X##_view, const ::X, none, lish_walk_cursor_,                          \
			*at = lish_walk_view_of_(&c->walks), X##_view_(at, offset))
LISH_WALKS_(walklist, walklist_loop)
LISH_WALKS_(listpool, listpool_loop_)
LISH_WALK_(walklist, from, void *, walklist_loop, walklist_open_from_(l, c, x, offset), forward)
LISH_WALK_(listpool, from, listpool_node *, listpool_loop_, listpool_open_from_(l, x, c), forward)

/* The place of a forward loop over an array. */
LISH_IN_ lish_part_at_ at_front(const lish_parts_ *parts)
{
	const uint32_t used = parts->array.used;

	return { parts->array.slots, 0, lish_fetch_below_(used, used) };
}

LISH_IN_ lish_part_at_ at_back(const lish_parts_ *parts)
{
	return { parts->array.slots, parts->array.used, lish_fetch_from_(parts->array.used) };
}

#define LISH_PART_(X, kind, loop_, opening, starting, stepping)                                \
	LISH_KIND_(X##_##kind, ::X, none, loop_,                                               \
		   l->loop.loop.owner = nullptr; (void)X##_##opening(c, l), X##_close_,        \
		   lish_part_at_, *at = starting(&c->parts), lish_part_##stepping(&l->loop, at, offset))
#define LISH_PARTS_(X, loop_)                                                                  \
	LISH_PART_(X, plain, loop_, open_, at_front, step_)                                    \
	LISH_PART_(X, reverse, loop_, open_reverse_, at_back, step_back_)                      \
	LISH_PART_(X, present, loop_, open_present_, at_front, step_)                          \
	LISH_PART_(X, frozen, loop_, open_frozen_, at_front, step_)                            \
	LISH_LOOK_KIND_(X##_view, const ::X, none, lish_part_view_, *at = X##_view_(c),        \
			X##_view_step_(at, offset))                                            \
	LISH_LOOK_KIND_(X##_part, const ::X, lish_span, lish_part_view_,                       \
			*at = X##_view_span_(c, x), X##_view_step_span_(at, offset))
LISH_PARTS_(dense, dense_loop)
LISH_PARTS_(densepool, densepool_loop_)

LISH_AID_ void row_at(bool *, const ::rwarray *, uint32_t) {}
LISH_AID_ void row_at(rwarray_place_ *at, const ::rwarray *c, uint32_t next)
{
	at->slots = c->array.slots;
	at->next = next;
}

/* An empty array opens no loop: the first step ends one without an owner. */
#define LISH_ROW_(kind, mode, first, stepping)                                              \
	LISH_KIND_(rwarray_##kind, ::rwarray, none, rwarray_loop,                              \
		   l->loop.owner = nullptr; l->end = 0; rwarray_open_(l, c, mode), rwarray_close_, \
		   RWARRAY_CURSOR_, row_at(at, c, first), stepping(l, at, offset))
LISH_ROW_(plain, 0, 0, RWARRAY_STEP_)
LISH_ROW_(reverse, RWARRAY_REVERSE_, c->array.used, RWARRAY_STEP_REVERSE_)
LISH_ROW_(present, RWARRAY_PRESENT_, 0, RWARRAY_STEP_)
LISH_LOOK_KIND_(rwarray_view, const ::rwarray, none, rwarray_view_at_, *at = rwarray_view_(c),
		rwarray_step_const_(at, offset))
LISH_LOOK_KIND_(rwarray_part, const ::rwarray, lish_span, rwarray_view_at_,
		*at = rwarray_view_span_(c, x), rwarray_step_span_(at, offset))

/* The begin of a refused loop has set no pool. */
LISH_AID_ void slots_at(slotpool_iter_ *at, const ::slotpool *c)
{
	if (!at->pool) {
		at->pool = c;
		at->slot = 0;
		at->end = 0;
	}
}

#define LISH_SLOTS_(kind, arg, starting, stepping)                                             \
	LISH_LOOK_KIND_(slotpool_##kind, const ::slotpool, arg, slotpool_iter_,                \
			starting; slots_at(at, c), stepping(at, size, offset))
LISH_SLOTS_(plain, none, slotpool_begin_(at, c, size, offset), slotpool_step_)
LISH_SLOTS_(reverse, none, slotpool_begin_back_(at, c, size, offset), slotpool_step_back_)
LISH_SLOTS_(part, lish_span, slotpool_begin_span_(at, c, x, size, offset), slotpool_step_)

#define LISH_LINE_(kind, name, arg, starting, stepping)                                        \
	LISH_LOOK_KIND_(ilist_##kind, const ::ilist, arg, ilist_place_, *at = starting,        \
			at->running ? stepping(name, at, offset) : nullptr)
LISH_LINE_(plain, "ilist_for_each_entry", none, ilist_open_(c), ilist_step_)
LISH_LINE_(reverse, "ilist_for_each_entry_reverse", none, ilist_open_(c), ilist_step_reverse_)
LISH_LINE_(from, "ilist_for_each_entry_from", const void *,
	   ilist_open_from_("ilist_for_each_entry_from", c, x, offset), ilist_step_)
LISH_LINE_(safe, "ilist_for_each_entry_safe", none,
	   ilist_open_safe_("ilist_for_each_entry_safe", c), ilist_step_safe_)
LISH_LOOK_KIND_(ilist_drain, ::ilist, none, ::ilist *, *at = c,
		ilist_entry_or_null_(ilist_drain_(*at), offset))

LISH_KIND_(locklist_plain, ::locklist, none, locklist_loop_,
	   l->loop.owner = nullptr; (void)locklist_loop_open_(l, c), locklist_loop_close_,
	   locklist_node *, *at = &c->head,
	   locklist_entry_or_null_(*at = locklist_step_(l, *at), offset))
LISH_LOOK_KIND_(locklist_view, const ::locklist, none, locklist_view_,
		*at = locklist_view_of_(c), at->at ? locklist_view_step_(at, offset) : nullptr)

LISH_LOOK_KIND_(inbox_drain, ::inbox, none, inbox_drain_, at->source = c; at->emptied = false,
		inbox_drain_step_(at, offset))
LISH_KIND_(heap_due, ::heap, int64_t, heap_loop_,
	   l->loop.owner = nullptr; (void)HEAP_OPEN_(c, x, l), heap_close_,
	   none, , heap_step_(l, offset, LISH_CHECK >= 2))

} // namespace private_
} // namespace lish

#undef LISH_KIND_
#undef LISH_LOOK_KIND_
#undef LISH_WALK_
#undef LISH_WALKS_
#undef LISH_PART_
#undef LISH_PARTS_
#undef LISH_ROW_
#undef LISH_SLOTS_
#undef LISH_LINE_

#endif /* LINUX_ISH_CORE_RANGES_HPP */
