/* SPDX-License-Identifier: MIT */
/*
 * pools.h - where objects come from and go to, one shape for all
 *
 *   object           what is allocated: a particle, a node, Bytes in all
 *   ref              what one needs to give it back: most often a pointer
 *   alloc(), free(ref), at(ref)
 *   each(dies)       a pass, in which those leave for which dies(particle) is true
 *
 * A node that does not fit into Bytes makes its object larger.
 */
#ifndef LISH_BENCH_WORKS_POOLS_H
#define LISH_BENCH_WORKS_POOLS_H

#include "works.h"

#include <memory_resource>
#include <vector>

#include <linux-ish/densepool.h>
#include <linux-ish/ipool.h>
#include <linux-ish/listpool.h>
#include <linux-ish/slotpool.h>

#if __has_include(<boost/pool/pool.hpp>)
#include <boost/pool/pool.hpp>
#define HAVE_BOOST_POOL 1
#endif
#if __has_include(<plf_colony.h>)
#include <plf_colony.h>
#define HAVE_COLONY 1
#endif
#if __has_include(<plf_hive.h>)
#include <plf_hive.h>
#define HAVE_HIVE 1
#endif

namespace
{

struct particle {
	float x, dx;
	int32_t ttl;
	uint32_t id;
};

struct no_node {
};

template <class Node> struct bare {
	particle p;
	Node node;
};

template <class Node, size_t Bytes> struct object_of {
	particle p;
	Node node;
	char rest[Bytes > sizeof(bare<Node>) ? Bytes - sizeof(bare<Node>) : 0];
};

/* A linux-ish pool X, grown from nothing. */
#define OUR_POOL(X, NODE, LOWEST, EACH)                       \
	typedef object_of<struct NODE, Bytes> object;         \
	typedef object *ref;                                  \
                                                              \
	struct X pool;                                        \
                                                              \
	explicit X##_pool(bool lowest = LOWEST)               \
	{                                                     \
		struct lish_config config = LISH_CONFIG_INIT; \
                                                              \
		if (lowest)                                   \
			config.reuse = LISH_LOWEST;           \
		if (X##_init(&pool, object, node, &config))   \
			abort();                              \
	}                                                     \
                                                              \
	X##_pool(const X##_pool &) = delete;                  \
                                                              \
	~X##_pool()                                           \
	{                                                     \
		X##_destroy(&pool);                           \
	}                                                     \
                                                              \
	ref alloc()                                           \
	{                                                     \
		return X##_alloc_entry(&pool, object, node);  \
	}                                                     \
                                                              \
	void free(ref o)                                      \
	{                                                     \
		X##_free(&pool, &o->node);                    \
	}                                                     \
                                                              \
	object *at(ref o)                                     \
	{                                                     \
		return o;                                     \
	}                                                     \
                                                              \
	EACH

#define EACH_BY(LOOP, X)                           \
	template <class F> void each(F dies)       \
	{                                          \
		LOOP(o, &pool, object, node)       \
		if (dies(&o->p))                   \
			X##_free(&pool, &o->node); \
	}

template <size_t Bytes> struct ipool_pool {
	OUR_POOL(ipool, ipool_idx, false, )
};

template <size_t Bytes> struct slotpool_pool {
	OUR_POOL(slotpool, slotpool_idx, false,
		 EACH_BY(slotpool_for_each_entry, slotpool))
};

template <size_t Bytes> struct densepool_pool {
	OUR_POOL(densepool, densepool_idx, false,
		 EACH_BY(densepool_for_each_entry_safe, densepool))
};

template <size_t Bytes> struct listpool_pool {
	OUR_POOL(listpool, listpool_node, false,
		 EACH_BY(listpool_for_each_entry, listpool))
};

template <size_t Bytes> struct lowest_pool : slotpool_pool<Bytes> {
	lowest_pool() : slotpool_pool<Bytes>(true)
	{
	}
};

/* What malloc hands out. */
template <int Which, size_t Bytes> struct malloc_pool {
	typedef object_of<no_node, Bytes> object;
	typedef object *ref;

	ref alloc()
	{
		return static_cast<object *>(
			works_mallocs[Which].alloc(sizeof(object)));
	}

	void free(ref o)
	{
		works_mallocs[Which].free(o);
	}

	object *at(ref o)
	{
		return o;
	}
};

template <size_t Bytes> using glibc_pool = malloc_pool<GLIBC, Bytes>;
template <size_t Bytes> using mimalloc_pool = malloc_pool<MIMALLOC, Bytes>;
template <size_t Bytes> using jemalloc_pool = malloc_pool<JEMALLOC, Bytes>;

/* By hand: chunks, and a free list threaded through the objects. */
template <size_t Bytes> struct threaded_pool {
	union object {
		object *next;
		object_of<no_node, Bytes> o;
		particle p;
	};
	typedef object *ref;

	object *first = nullptr;
	std::vector<object *> chunks;
	static const size_t in_chunk = 65536 / sizeof(object);

	threaded_pool() = default;
	threaded_pool(const threaded_pool &) = delete;

	~threaded_pool()
	{
		for (object *chunk : chunks)
			::free(chunk);
	}

	__attribute__((noinline)) void grow()
	{
		object *chunk = static_cast<object *>(
			malloc(in_chunk * sizeof(object)));

		if (!chunk)
			abort();
		chunks.push_back(chunk);
		for (size_t i = in_chunk; i-- > 0;) {
			chunk[i].next = first;
			first = &chunk[i];
		}
	}

	ref alloc()
	{
		object *o;

		if (!first)
			grow();
		o = first;
		first = o->next;
		return o;
	}

	void free(ref o)
	{
		o->next = first;
		first = o;
	}

	object *at(ref o)
	{
		return o;
	}
};

/* By hand: a vector of values, the last one moved into the gap. */
template <size_t Bytes> struct values_pool {
	typedef object_of<no_node, Bytes> object;
	typedef size_t ref; /* until one is taken out */

	std::vector<object> values;

	ref alloc()
	{
		values.emplace_back();
		return values.size() - 1;
	}

	object *at(ref i)
	{
		return &values[i];
	}

	template <class F> void each(F dies)
	{
		for (size_t i = 0; i < values.size();) {
			if (!dies(&values[i].p)) {
				i++;
				continue;
			}
			values[i] = values.back();
			values.pop_back();
		}
	}
};

/*
 * By hand: slots with a generation, as engines write them. The slots are one
 * array that grows, the free ones are threaded, and a pass asks each if it is
 * alive. The reference is an index, as objects move when the array grows.
 */
template <size_t Bytes> struct slots_pool {
	typedef object_of<no_node, Bytes> object;
	typedef uint32_t ref;

	struct slot {
		object o;
		uint32_t generation; /* odd: alive */
		uint32_t next_free;
	};

	std::vector<slot> slots;
	uint32_t first_free = UINT32_MAX;

	ref alloc()
	{
		uint32_t i = first_free;

		if (i == UINT32_MAX) {
			i = static_cast<uint32_t>(slots.size());
			slots.emplace_back();
			slots[i].generation = 0;
		} else {
			first_free = slots[i].next_free;
		}
		slots[i].generation++;
		return i;
	}

	void free(ref i)
	{
		slots[i].generation++;
		slots[i].next_free = first_free;
		first_free = i;
	}

	object *at(ref i)
	{
		return &slots[i].o;
	}

	template <class F> void each(F dies)
	{
		for (uint32_t i = 0; i < slots.size(); i++)
			if (slots[i].generation & 1 && dies(&slots[i].o.p))
				free(i);
	}
};

/*
 * By hand: what slotpool promises of objects that stay, with as few stores as that takes.
 * Each slot has its number and a generation; a stack has the free ones; a bit for each
 * tells a pass what is alive. Slots retire before their generation wraps, and a free of
 * what is not alive ends the program. There are no hooks, reports, snapshots and orders.
 */
template <size_t Bytes> struct staying_pool {
	static const uint32_t in_chunk = 1024, word = 64;

	struct object : object_of<no_node, Bytes - 2 * sizeof(uint32_t)> {
		uint32_t generation; /* odd: alive */
		uint32_t number;
	};
	typedef object *ref;

	std::vector<object *> chunks;
	std::vector<uint32_t> stack;
	std::vector<uint64_t> alive;
	uint32_t free_ones = 0, used = 0, retired = 0;

	staying_pool() = default;
	staying_pool(const staying_pool &) = delete;

	~staying_pool()
	{
		for (object *chunk : chunks)
			std::allocator<object>().deallocate(chunk, in_chunk);
	}

	object *slot(uint32_t i)
	{
		return &chunks[i / in_chunk][i % in_chunk];
	}

	__attribute__((noinline)) uint32_t fresh()
	{
		if (used == chunks.size() * in_chunk) {
			chunks.push_back(std::allocator<object>().allocate(in_chunk));
			stack.resize(used + in_chunk);
			alive.resize((used + in_chunk) / word);
		}
		slot(used)->generation = 0;
		slot(used)->number = used;
		return used++;
	}

	ref alloc()
	{
		const uint32_t i = free_ones ? stack[--free_ones] : fresh();
		object *o = slot(i);

		o->generation++;
		alive[i / word] |= 1ull << i % word;
		return o;
	}

	void free(ref o)
	{
		const uint32_t i = o->number;

		if (__builtin_expect(i >= used || slot(i) != o ||
					     !(o->generation & 1), 0))
			abort();
		alive[i / word] &= ~(1ull << i % word);
		if (__builtin_expect(!++o->generation, 0))
			retired++;
		else
			stack[free_ones++] = i;
	}

	object *at(ref o)
	{
		return o;
	}

	/* A step reads the word again: dies() may free and allocate. */
	template <class F> void each(F dies)
	{
		for (uint32_t w = 0; w * word < used; w++) {
			object *first = slot(w * word);
			uint64_t left = alive[w];

			while (left) {
				const int i = __builtin_ctzll(left);

				if (dies(&first[i].p))
					free(&first[i]);
				left = alive[w] & ~1ull << i;
			}
		}
	}
};

/* plf::colony and plf::hive */
template <template <class...> class Colony, size_t Bytes> struct plf_pool {
	typedef object_of<no_node, Bytes> object;
	typedef Colony<object> colony;
	typedef typename colony::iterator ref;

	colony objects;

	ref alloc()
	{
		return objects.emplace();
	}

	void free(ref o)
	{
		objects.erase(o);
	}

	object *at(ref o)
	{
		return &*o;
	}

	template <class F> void each(F dies)
	{
		for (ref o = objects.begin(); o != objects.end();)
			if (dies(&o->p))
				o = objects.erase(o);
			else
				++o;
	}
};

#ifdef HAVE_COLONY
template <class... T> using a_colony = plf::colony<T...>;
template <size_t Bytes> using colony_pool = plf_pool<a_colony, Bytes>;
#define COLONY(work) peer("colony", work<colony_pool>)
#else
#define COLONY(work) missing("colony", "libplf-colony-dev")
#endif
/* No package of Debian's yet. */
#ifdef HAVE_HIVE
template <class... T> using a_hive = plf::hive<T...>;
template <size_t Bytes> using hive_pool = plf_pool<a_hive, Bytes>;
#define HIVE(work) peer("hive", work<hive_pool>),
#else
#define HIVE(work)
#endif

#ifdef HAVE_BOOST_POOL
template <size_t Bytes> struct boost_pool {
	typedef object_of<no_node, Bytes> object;
	typedef object *ref;

	boost::pool<> pool{ sizeof(object) };

	ref alloc()
	{
		return static_cast<object *>(pool.malloc());
	}

	void free(ref o)
	{
		pool.free(o);
	}

	object *at(ref o)
	{
		return o;
	}
};
#define BOOST_POOL(work) peer("boost::pool", work<boost_pool>)
#else
#define BOOST_POOL(work) missing("boost::pool", "libboost-dev")
#endif

/* The standard's own pool. */
template <size_t Bytes> struct pmr_pool {
	typedef object_of<no_node, Bytes> object;
	typedef object *ref;

	std::pmr::unsynchronized_pool_resource pool;

	ref alloc()
	{
		return static_cast<object *>(
			pool.allocate(sizeof(object), alignof(object)));
	}

	void free(ref o)
	{
		pool.deallocate(o, sizeof(object), alignof(object));
	}

	object *at(ref o)
	{
		return o;
	}
};

/* A pool that is filled, and asked at the end if every 1024th object is there.
 */
template <class Pool> struct filled {
	Pool pool;
	std::vector<typename Pool::ref> some;

	explicit filled(uint32_t n) : some(n / 1024 + 1)
	{
	}

	void add(uint32_t id)
	{
		const typename Pool::ref o = pool.alloc();

		pool.at(o)->p.id = id;
		if (!(id % 1024))
			some[id / 1024] = o;
	}

	uint64_t sum()
	{
		uint64_t sum = 0;

		for (const typename Pool::ref &o : some)
			sum = sum * 31 + pool.at(o)->p.id;
		return sum;
	}
};

} // namespace

#endif /* LISH_BENCH_WORKS_POOLS_H */
