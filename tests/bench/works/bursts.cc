// SPDX-License-Identifier: MIT
/*
 * Alloc and free in bursts: 64 objects of 64 bytes, given back last first or
 * first first, as a frame or a request needs them; 16 thousand and 400
 * thousand, given back in any order. Each object is written when it comes and
 * read when it goes.
 */
#include "pools.h"

namespace
{

enum { LIFO_64, FIFO_64, RANDOM_16K, RANDOM_400K };

template <template <size_t> class Pool> void run(struct works_run *run)
{
	typedef Pool<64> pool_of_64;
	typedef typename pool_of_64::ref ref;
	const uint32_t n = run->size <= FIFO_64	     ? 64
			   : run->size == RANDOM_16K ? 16384
						     : 400000;
	const uint32_t pairs = run->quick ? 200000 : 1600000;
	const uint32_t bursts = pairs / n ? pairs / n : 1;
	pool_of_64 pool;
	std::vector<ref> held(n);
	shuffled order(n);
	uint64_t sum = 0;
	uint32_t id = 0;

	if (run->size == LIFO_64)
		for (uint32_t i = 0; i < n; i++)
			order[i] = n - 1 - i;
	if (run->size == FIFO_64)
		for (uint32_t i = 0; i < n; i++)
			order[i] = i;
	/* The first burst fills the pool, the last ones of it find it grown. */
	for (uint32_t b = 0; b <= bursts; b++) {
		if (b == 1)
			bench_start(&run->watch);
		for (uint32_t i = 0; i < n; i++) {
			held[i] = pool.alloc();
			pool.at(held[i])->p.id = id++;
		}
		for (uint32_t i = 0; i < n; i++) {
			sum = sum * 3 + pool.at(held[order[i]])->p.id;
			pool.free(held[order[i]]);
		}
	}
	bench_stop(&run->watch);
	run->units = (double)bursts * n;
	run->sum = sum;
}

const struct works_column columns[] = {
	{ "lifo64", LIFO_64, false },
	{ "fifo64", FIFO_64, false },
	{ "random16k", RANDOM_16K, false },
	{ "random400k", RANDOM_400K, true },
};

const struct works_contestant contestants[] = {
	peer("threaded", run<threaded_pool>),
	ours("ipool", run<ipool_pool>),
	ours("slotpool", run<slotpool_pool>),
	ours("slotpool-lowest", run<lowest_pool>),
	ours("densepool", run<densepool_pool>),
	ours("listpool", run<listpool_pool>),
	peer("hand slots", run<slots_pool>),
	peer("hand slots, staying", run<staying_pool>),
	malloc_peer(GLIBC, run<glibc_pool>),
	malloc_peer(MIMALLOC, run<mimalloc_pool>),
	malloc_peer(JEMALLOC, run<jemalloc_pool>),
	BOOST_POOL(run),
	peer("std::pmr", run<pmr_pool>),
	HIVE(run) COLONY(run),
};

} // namespace

WORK("bursts", "one alloc and one free")
