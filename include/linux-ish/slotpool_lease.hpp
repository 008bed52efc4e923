/* SPDX-License-Identifier: MIT */
/*
 * slotpool_lease.hpp - slotpool_lease.h as a C++ class, and what slotpool::lend() and commit()
 * need; linux-ish.hpp says what holds for all classes
 *
 *	lish::fixed<lish::slotpool_lease<ship>, 20> leases[PARTS]; // 20 births and 20 deaths each
 *	lish::slotpool_lease<ship> *all[PARTS];
 *
 *	lish_sure(ships.lend(all, PARTS));
 *	... run the jobs, with a lease for each part of the work ...
 *	ships.commit(all, PARTS);
 *
 * make() constructs in the job. destroy() notes the death, and commit() of the pool runs the
 * destructor, in the owner and in the order of the deaths.
 */
#ifndef LINUX_ISH_SLOTPOOL_LEASE_HPP
#define LINUX_ISH_SLOTPOOL_LEASE_HPP

#include "slotpool.hpp"

#include "slotpool_lease.h"

namespace lish
{

namespace private_
{

/* C gets an array of pointers to the bases, and copies each of them. */
template <class T> struct leases {
	static_assert(sizeof(slotpool_lease<T>) == sizeof(::slotpool_lease) &&
			      std::is_standard_layout<slotpool_lease<T>>::value,
		      "a lease begins with that of C");

	static LISH_IN_ int lend(::slotpool *pool, slotpool_lease<T> *const *all, uint32_t n)
	{
		return slotpool_lend(pool, reinterpret_cast< ::slotpool_lease *const *>(all), n);
	}
	static LISH_IN_ void commit(::slotpool *pool, slotpool_lease<T> *const *all, uint32_t n,
				    void (*end)(::slotpool *, void *))
	{
		slotpool_commit_by_(pool, reinterpret_cast< ::slotpool_lease *const *>(all), n,
				    end);
	}
};

} // namespace private_

/*
 * make(): the new object, found by its handle at once; NULL if no slot is left. If the
 * constructor throws, the next birth of the lease has its slot and its handle.
 * zmake() constructs in memory of zeros: members that the constructor leaves out are zero.
 * destroy(): notes the death of a live object, or of a birth of a lease. 0, -ENOSPC or -EINVAL.
 * destroy_handle(): the same; jobs may destroy the object more than once. Nothing if it is gone.
 *
 * A destructor must not throw.
 */
template <class T> class slotpool_lease : ::slotpool_lease, private_::uncopied {
	typedef private_::cells<T, slotpool_idx> f;
	typedef typename f::cell cell;
	struct undo {
		::slotpool_lease *lease;
		cell *made;
		LISH_IN_ ~undo() { if (made) slotpool_lease_undo_(lease, &made->node); }
	};
	template <class... A> LISH_IN_ T *construct(cell *c, A &&...a)
	{
		undo made = { this, c };
		T *t = c ? private_::construct_at<T>(c->object, decltype(private_::placed<T>(0))(),
						     static_cast<A &&>(a)...) : nullptr;

		if (t)
			made.made = nullptr;
		return t;
	}

public:
	template <unsigned births, unsigned deaths = births> struct storage {
		SLOTPOOL_LEASE_STORAGE(mem, births, deaths);
	};
	/* Has room for nothing. */
	constexpr slotpool_lease() : ::slotpool_lease(), private_::uncopied() {}
	template <unsigned births, unsigned deaths>
	LISH_IN_ explicit slotpool_lease(storage<births, deaths> &s)
	{
		slotpool_lease_init_in(this, &s.mem);
	}
	LISH_IN_ slotpool_lease(uint32_t *numbers, uint32_t births, slotpool_death *dead,
				uint32_t n)
	{
		slotpool_lease_init(this, numbers, births, dead, n);
	}

	template <class... A> LISH_IN_ T *make(A &&...a)
	{
		return construct(slotpool_lease_alloc_entry(this, cell, node),
				 static_cast<A &&>(a)...);
	}
	template <class... A> LISH_IN_ T *zmake(A &&...a)
	{
		cell *c = slotpool_lease_zalloc_entry(this, cell, node);

		LISH_HIDE_(c);
		T *t = construct(c, static_cast<A &&>(a)...);
		LISH_HIDE_(t);
		return t;
	}
	/* The constructor gets the handle first, then the arguments. */
	template <class... A> LISH_IN_ T *make_with_handle(A &&...a)
	{
		cell *c = slotpool_lease_alloc_entry(this, cell, node);

		return construct(c, handle<T>(c ? slotpool_lease_handle_of(this, &c->node)
						: slotpool_handle()),
				 static_cast<A &&>(a)...);
	}
	LISH_MUST_CHECK LISH_IN_ int destroy(const T &t)
	{
		return slotpool_lease_free(this, f::node(t));
	}
	LISH_MUST_CHECK LISH_IN_ int destroy_handle(handle<T> h)
	{
		return slotpool_lease_free_handle(this, h.c);
	}
	LISH_IN_ handle<T> handle_of(const T &t) const
	{
		return handle<T>(slotpool_lease_handle_of(this, f::node(t)));
	}
};

} // namespace lish

#endif /* LINUX_ISH_SLOTPOOL_LEASE_HPP */
