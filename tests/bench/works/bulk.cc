// SPDX-License-Identifier: MIT
/*
 * Many objects of 64 bytes die at once, in any order, as after an explosion: each is read and
 * given back. One by one; fetched as far ahead as ours do, by hand; or 256 at a time by one
 * call.
 */
#include "pools.h"

namespace
{

/* Objects at a time */
const uint32_t batch = 256;
const uint32_t ahead = 32;

template <class Pool> struct one_by_one {
	Pool pool;

	uint64_t free(typename Pool::ref *all, uint32_t n)
	{
		uint64_t sum = 0;

		for (uint32_t i = 0; i < n; i++) {
			sum = sum * 3 + pool.at(all[i])->p.id;
			pool.free(all[i]);
		}
		return sum;
	}
};

template <class Pool> struct fetched {
	Pool pool;

	uint64_t free(typename Pool::ref *all, uint32_t n)
	{
		uint64_t sum = 0;

		for (uint32_t i = 0; i < n; i++) {
			if (n - i > ahead)
				__builtin_prefetch(all[i + ahead], 1);
			sum = sum * 3 + pool.at(all[i])->p.id;
			pool.free(all[i]);
		}
		return sum;
	}
};

/* ipool and slotpool */
inline void free_bulk(struct ipool *pool, void *all, uint32_t n)
{
	ipool_free_bulk(pool, static_cast<void **>(all), n);
}

inline void free_bulk(struct slotpool *pool, void *all, uint32_t n)
{
	slotpool_free_bulk(pool, static_cast<void **>(all), n);
}

template <class Pool> struct in_bulk {
	Pool pool;

	uint64_t free(typename Pool::ref *all, uint32_t n)
	{
		uint64_t sum = 0;

		for (; n; all += batch) {
			const uint32_t some = n < batch ? n : batch;

			for (uint32_t i = 0; i < some; i++)
				sum = sum * 3 + pool.at(all[i])->p.id;
			free_bulk(&pool.pool, all, some);
			n -= some;
		}
		return sum;
	}
};

template <template <class> class Way, template <size_t> class Pool>
void run(struct works_run *run)
{
	const uint32_t n = run->size;
	const uint32_t times = (run->quick ? 400000 : 1600000) / n;
	Way<Pool<64>> way;
	std::vector<typename Pool<64>::ref> all(n), dead(n);
	shuffled order(n);
	uint64_t sum = 0;

	for (uint32_t k = 0; k <= times; k++) {
		for (uint32_t i = 0; i < n; i++) {
			all[i] = way.pool.alloc();
			way.pool.at(all[i])->p.id = i;
		}
		for (uint32_t i = 0; i < n; i++)
			dead[i] = all[order[i]];
		/* The first time fills the pool. */
		if (k)
			bench_start(&run->watch);
		sum = sum * 5 + way.free(dead.data(), n);
		if (k)
			bench_stop(&run->watch);
	}
	run->units = (double)times * n;
	run->sum = sum;
}

const struct works_column columns[] = {
	{ "16k", 16384, false },
	{ "400k", 400000, true },
};

const struct works_contestant contestants[] = {
	peer("hand slots, staying", run<one_by_one, staying_pool>),
	peer("hand slots, staying, fetched", run<fetched, staying_pool>),
	ours("ipool", run<one_by_one, ipool_pool>),
	ours("ipool fetched", run<fetched, ipool_pool>),
	ours("ipool bulk", run<in_bulk, ipool_pool>),
	ours("slotpool", run<one_by_one, slotpool_pool>),
	ours("slotpool fetched", run<fetched, slotpool_pool>),
	ours("slotpool bulk", run<in_bulk, slotpool_pool>),
	malloc_peer(GLIBC, run<one_by_one, glibc_pool>),
	malloc_peer(MIMALLOC, run<one_by_one, mimalloc_pool>),
	{ "mimalloc fetched", false, run<fetched, mimalloc_pool>, MIMALLOC, nullptr },
	malloc_peer(JEMALLOC, run<one_by_one, jemalloc_pool>),
};

} // namespace

WORK("bulk", "one of many objects that die at once, read and given back")
