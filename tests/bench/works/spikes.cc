// SPDX-License-Identifier: MIT
/*
 * The worst single alloc or add on the way from nothing to so many, and the one
 * that only one in a thousand exceeds. Every operation is timed, and writes to
 * its object, so whoever brings memory pays for its pages. The least of three
 * rounds counts: what a growth costs comes back in each, an interrupt does not.
 */
#include "pools.h"

#include <algorithm>
#include <malloc.h>
#include <unordered_map>

#include <linux-ish/dense.h>
#include <linux-ish/ihash.h>
#include <linux-ish/rwarray.h>

namespace
{

template <class Growing> void grow(struct works_run *run, Growing &growing)
{
	const uint32_t n = run->size;
	block<uint32_t> took(n);
	uint64_t before, now;

	before = bench_now();
	for (uint32_t i = 0; i < n; i++) {
		growing.add(i);
		now = bench_now();
		took[i] = now - before < UINT32_MAX ? (uint32_t)(now - before)
						    : UINT32_MAX;
		before = now;
	}
	std::nth_element(took.items, took.items + (uint64_t)n * 999 / 1000,
			 took.items + n);
	run->figure[0] = *std::max_element(took.items, took.items + n) / 1e3;
	run->figure[1] = took[(uint64_t)n * 999 / 1000] / 1e3;
	run->sum = growing.sum();
}

/* What was freed before shall not be found again. */
void from_nothing()
{
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}

template <template <size_t> class Pool> void run(struct works_run *run)
{
	from_nothing();
	filled<Pool<64>> growing(run->size);

	grow(run, growing);
}

#define ARRAY(X, ADD)                                                 \
	struct X##_array {                                            \
		struct object {                                       \
			uint32_t id;                                  \
			struct X##_idx node;                          \
		};                                                    \
                                                                      \
		block<object> objects;                                \
		struct X c;                                           \
                                                                      \
		explicit X##_array(uint32_t n) : objects(n)           \
		{                                                     \
			lish_sure(X##_init(&c, nullptr));             \
		}                                                     \
                                                                      \
		~X##_array()                                          \
		{                                                     \
			X##_destroy(&c);                              \
		}                                                     \
                                                                      \
		void add(uint32_t id)                                 \
		{                                                     \
			objects[id].id = id;                          \
			lish_sure(ADD(&c, &objects[id].node));        \
		}                                                     \
                                                                      \
		uint64_t sum()                                        \
		{                                                     \
			uint64_t sum = 0;                             \
                                                                      \
			X##_for_each_entry(o, &c, object, node)       \
				if (!(o->id % 1024))                  \
					sum = sum * 31 + o->id;       \
			return sum;                                   \
		}                                                     \
	};

ARRAY(dense, dense_add)
ARRAY(rwarray, rwarray_add_tail)

struct ihash_table {
	struct object {
		uint32_t id;
		struct ihash_node node;
	};

	block<object> objects;
	struct ihash c;

	explicit ihash_table(uint32_t n) : objects(n)
	{
		lish_sure(ihash_init(&c, nullptr));
	}

	~ihash_table()
	{
		ihash_forget(&c);
		ihash_destroy(&c);
	}

	void add(uint32_t id)
	{
		objects[id].id = id;
		ihash_add(&c, &objects[id].node, ihash_u32(id));
	}

	uint64_t sum()
	{
		uint64_t sum = 0;

		ihash_for_each_entry(o, &c, object, node)
			if (!(o->id % 1024))
				sum = sum * 31 + o->id;
		return sum;
	}
};

/* It allocates each element. */
struct unordered_map {
	block<uint64_t> objects;
	std::unordered_map<uint32_t, uint64_t *> c;

	explicit unordered_map(uint32_t n) : objects(n)
	{
	}

	void add(uint32_t id)
	{
		objects[id] = id;
		c.emplace(id, &objects[id]);
	}

	uint64_t sum()
	{
		uint64_t sum = 0;

		for (uint32_t id = 0; id < c.size(); id += 1024)
			sum = sum * 31 + *c.find(id)->second;
		return sum;
	}
};

struct vector_of_pointers {
	block<uint64_t> objects;
	std::vector<uint64_t *> c;

	explicit vector_of_pointers(uint32_t n) : objects(n)
	{
	}

	void add(uint32_t id)
	{
		objects[id] = id;
		c.push_back(&objects[id]);
	}

	uint64_t sum()
	{
		uint64_t sum = 0;

		for (size_t id = 0; id < c.size(); id += 1024)
			sum = sum * 31 + *c[id];
		return sum;
	}
};

/* The objects were there before: only what the array does is timed. */
template <class Array> void run_array(struct works_run *run)
{
	from_nothing();
	Array array(run->size);

	grow(run, array);
}

const struct works_column columns[] = {
	{ "100k", 100000, false },
	{ "1M", 1000000, true },
	{ "10M", 10000000, true },
};

const struct works_contestant contestants[] = {
	HIVE(run) COLONY(run),
	ours("slotpool", run<slotpool_pool>),
	ours("slotpool-lowest", run<lowest_pool>),
	ours("ipool", run<ipool_pool>),
	ours("densepool", run<densepool_pool>),
	ours("listpool", run<listpool_pool>),
	ours("dense", run_array<dense_array>),
	ours("rwarray", run_array<rwarray_array>),
	ours("ihash", run_array<ihash_table>),
	peer("std::unordered_map", run_array<unordered_map>),
	peer("vector<T*>", run_array<vector_of_pointers>),
	peer("hand values", run<values_pool>),
	peer("hand slots", run<slots_pool>),
	peer("threaded", run<threaded_pool>),
	BOOST_POOL(run),
	malloc_peer(GLIBC, run<glibc_pool>),
	malloc_peer(MIMALLOC, run<mimalloc_pool>),
	malloc_peer(JEMALLOC, run<jemalloc_pool>),
};

} // namespace

WORK_OF_FIGURES(
	"spikes",
	"microseconds that the worst single alloc or add takes, growing "
	"from nothing to so many; and that only one in 1000 exceeds",
	"worst", "p99.9", true)
