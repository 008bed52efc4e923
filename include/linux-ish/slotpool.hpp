/* SPDX-License-Identifier: MIT */
/*
 * slotpool.hpp - slotpool.h as a C++ class; linux-ish.hpp says what holds for all classes
 */
#ifndef LINUX_ISH_SLOTPOOL_HPP
#define LINUX_ISH_SLOTPOOL_HPP

#include "private/makers.hpp"

#include "slotpool.h"

struct slotpool_format;

namespace lish
{

namespace private_
{

/* A loop that is refused has no pool. */
#define LISH_SLOTS_(kind, arg, starting, stepping)                                      \
	LISH_LOOK_KIND_(slotpool_##kind, const ::slotpool, arg, slotpool_iter_,                \
			*at = starting, at->pool ? stepping(at, size, offset) : nullptr)
#define LISH_VISIT_(LOOP_) slotpool_loop_over_(c, LOOP_, LISH_POOL_TYPE_(size, offset))
LISH_SLOTS_(plain, none, slotpool_forward_(LISH_VISIT_(SLOTPOOL_FORWARD_)), SLOTPOOL_STEP_)
LISH_SLOTS_(reverse, none, slotpool_reverse_(LISH_VISIT_(SLOTPOOL_REVERSE_)), SLOTPOOL_STEP_BACK_)
LISH_SLOTS_(part, lish_span, slotpool_loop_span_(LISH_VISIT_(SLOTPOOL_SPAN_), x, size), SLOTPOOL_STEP_)

LISH_CONSTEXPR_ void have_none(::slotpool *pool)
{
	pool->last = SLOTPOOL_RETIRED_;
	pool->aged = SLOTPOOL_AGE_;
}

} // namespace private_

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
	/* An order for std::map: that of the numbers. */
	LISH_IN_ bool operator<(handle h) const { return to_u64() < h.to_u64(); }
};

template <class T> class slotpool_lease;

template <class T> class slotpool : ::slotpool, private_::uncopied {
	typedef private_::cells<T, slotpool_idx> f;
	LISH_POOL_(slotpool, slotpool_idx, SLOTPOOL_STORAGE, )
	LISH_BEGIN_(slotpool_plain, slotpool_plain)
	LISH_CLEAR_AS_(LISH_DESTROY_EACH_, ::slotpool::aged, slotpool_clear_since_(this, since))

private:
	/* A death at a commit. */
	static void end_of(::slotpool *pool, void *t)
	{
		static_cast<slotpool *>(pool)->destroy(*static_cast<T *>(t));
	}

public:
	template <class... A> LISH_IN_ T *make_tail(A &&...a)
	{
		LISH_MAKE_(slotpool_alloc_tail_entry(this, cell, node));
	}
	template <class... A> LISH_IN_ T *make_at(uint32_t index, A &&...a)
	{
		LISH_MAKE_(slotpool_alloc_at_entry(this, index, cell, node));
	}
	/* The constructor gets the handle first, then the arguments. */
	template <class... A> LISH_IN_ T *make_with_handle(A &&...a)
	{
		LISH_CELL_(c, slotpool_alloc_entry(this, cell, node));

		return construct(c, handle<T>(c ? slotpool_handle_of(this, &c->node) : slotpool_handle()),
				 static_cast<A &&>(a)...);
	}
	LISH_IN_ handle<T> handle_of(const T &t) const { return handle<T>(slotpool_handle_of(this, f::node(t))); }
	LISH_IN_ handle<T> handle_at(uint32_t index) const { return handle<T>(slotpool_handle_at(this, index)); }
	LISH_IN_ T *get(handle<T> h) const { return f::object(slotpool_get_entry(this, h.c, cell, node)); }
	/* Handles of 32 bits, in a pool with config.index_bits. */
	LISH_IN_ uint32_t to_u32(handle<T> h) const { return slotpool_handle_to_u32(this, h.c); }
	LISH_IN_ T *get_u32(uint32_t number) const { return f::object(slotpool_get_u32(this, number, cell, node)); }
	LISH_IN_ bool owns(const void *address) const { return slotpool_owns(this, address); }
	LISH_IN_ int32_t index_of(const T &t) const { return slotpool_index_of(this, f::node(t)); }
	LISH_IN_ int32_t next_live(uint32_t index) const { return slotpool_next_live(this, index); }
	LISH_IN_ int32_t prev_live(uint32_t index) const { return slotpool_prev_live(this, index); }
	LISH_AT_(slotpool)
	/* These need save.hpp. */
	template <class S = private_::saves<T>>
	LISH_IN_ size_t save_size(const slotpool_format *format = nullptr) const
	{
		return private_::add_on<S>::size(this, format);
	}
	template <class S = private_::saves<T>>
	LISH_MUST_CHECK LISH_IN_ int save(void *buffer, size_t size,
					  const slotpool_format *format = nullptr) const
	{
		return private_::add_on<S>::save(this, buffer, size, format);
	}
	template <class S = private_::saves<T>>
	LISH_MUST_CHECK LISH_IN_ int load(const void *buffer, size_t size,
					  const slotpool_format *format = nullptr)
	{
		if (!begun_ && !begin_now())
			return -ENOMEM;
		return private_::add_on<S>::load(this, buffer, size, format);
	}
	/* For lish::load_all(), which loads several pools or none. */
	template <class S = private_::saves<T>>
	LISH_IN_ typename private_::add_on<S>::one loading(const void *buffer, size_t size,
							   const slotpool_format *format = nullptr)
	{
		return private_::add_on<S>::loading(begun_ || begin_now() ? this : nullptr, buffer,
						    size, format);
	}
	/* These need slotpool_lease.hpp. */
	template <class L = private_::leases<T>>
	LISH_MUST_CHECK LISH_IN_ int lend(slotpool_lease<T> *const *all, uint32_t n)
	{
		if (!begun_ && !begin_now())
			return -ENOMEM;
		return private_::add_on<L>::lend(this, all, n);
	}
	template <class L = private_::leases<T>>
	LISH_IN_ void commit(slotpool_lease<T> *const *all, uint32_t n)
	{
		private_::add_on<L>::commit(this, all, n, plain() ? nullptr : end_of);
	}

	LISH_IN_ over<private_::slotpool_reverse> reverse() { return this; }
	LISH_IN_ over<private_::slotpool_part> span(uint32_t part, uint32_t of)
	{
		return { this, slotpool_span(this, part, of) };
	}
};

} // namespace lish

/* For std::unordered_map. A handle has few bits that differ, so they are spread. */
template <class T> struct std::hash<lish::handle<T>> {
	LISH_IN_ size_t operator()(lish::handle<T> h) const
	{
		return static_cast<size_t>((h.to_u64() * 0x9e3779b97f4a7c15u) >> 32);
	}
};

#endif /* LINUX_ISH_SLOTPOOL_HPP */
