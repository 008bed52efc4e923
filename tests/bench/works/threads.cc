// SPDX-License-Identifier: MIT
/*
 * Two threads, each with a pool of its own: bursts of 64 allocs and frees, last
 * first. Side by side in one array the two pools should cost what they cost
 * apart, each in memory of its own: what two threads cost each other because
 * processors share a core, and one thread alone tells of that, is not the
 * pools' doing. Each is pinned to a processor and counts its own time.
 */
#include "pools.h"

#include <atomic>
#include <thread>

#include <linux-ish/ilist.h>

namespace
{

/* A list as a stack of free objects: what is shared is the line of the heads.
 */
template <size_t Bytes> struct ilist_bag {
	struct object {
		particle p;
		struct ilist_node node;
		char rest[Bytes];
	};
	typedef object *ref;

	struct ilist list;

	ilist_bag()
	{
		ilist_init(&list);
	}

	~ilist_bag()
	{
		object *o;

		while ((o = ilist_pop_entry(&list, object, node)))
			::free(o);
	}

	ref alloc()
	{
		object *o = ilist_pop_entry(&list, object, node);

		/* On lines of its own, whoever allocates next to it. */
		return o ? o
			 : static_cast<object *>(
				   memset(aligned_alloc(64, 192), 0, 192));
	}

	void free(ref o)
	{
		ilist_add(&list, &o->node);
	}

	object *at(ref o)
	{
		return o;
	}
};

template <class Pool> struct worker {
	double ns;
	uint64_t sum = 0;

	void work(Pool *pool, uint32_t bursts, int place,
		  std::atomic<unsigned int> *waited_for)
	{
		typename Pool::ref held[64];
		struct bench_watch watch = { 0, 0, false };
		uint32_t id = 0;

		pin_to(place);
		for (uint32_t b = 0; b <= bursts; b++) {
			if (b == 1) {
				waited_for->fetch_sub(1);
				while (waited_for->load())
					;
				bench_start(&watch);
			}
			for (int i = 0; i < 64; i++) {
				held[i] = pool->alloc();
				pool->at(held[i])->p.id = id++;
			}
			for (int i = 64; i-- > 0;) {
				sum = sum * 3 + pool->at(held[i])->p.id;
				pool->free(held[i]);
			}
		}
		bench_stop(&watch);
		ns = (double)watch.ns;
	}
};

enum placing { ALONE = 1, APART, SIDE_BY_SIDE };

/* Two neighbours, and one far from both. */
template <class Pool> struct places {
	alignas(64) Pool pool[2];
	char between[4096];
	Pool far;
};

template <template <size_t> class Pool> void run(struct works_run *run)
{
	typedef Pool<64> pool_of_64;
	const uint32_t bursts = run->quick ? 2000 : 20000;
	const unsigned int n = run->size == ALONE ? 1 : 2;
	std::atomic<unsigned int> waited_for(n);
	places<pool_of_64> places;
	pool_of_64 *pools[] = {
		&places.pool[0],
		run->size == SIDE_BY_SIDE ? &places.pool[1] : &places.far,
	};
	worker<pool_of_64> workers[2];
	std::thread threads[2];

	if (n > 1 && works_places[1] < 0) {
		run->cannot = true;
		return;
	}
	for (unsigned int i = 0; i < n; i++)
		threads[i] = std::thread([&, i] {
			workers[i].work(pools[i], bursts, works_places[i],
					&waited_for);
		});
	for (unsigned int i = 0; i < n; i++) {
		threads[i].join();
		run->watch.ns += (uint64_t)workers[i].ns;
		run->watch.times++;
		run->sum += workers[i].sum / n;
	}
	run->units = 64. * bursts * n;
}

const struct works_column columns[] = {
	{ "one", ALONE, false },
	{ "apart", APART, false },
	{ "beside", SIDE_BY_SIDE, false },
};

const struct works_contestant contestants[] = {
	peer("threaded", run<threaded_pool>),
	ours("ipool", run<ipool_pool>),
	ours("slotpool", run<slotpool_pool>),
	ours("densepool", run<densepool_pool>),
	ours("listpool", run<listpool_pool>),
	ours("ilist", run<ilist_bag>),
	peer("hand slots", run<slots_pool>),
	malloc_peer(GLIBC, run<glibc_pool>),
	malloc_peer(MIMALLOC, run<mimalloc_pool>),
	malloc_peer(JEMALLOC, run<jemalloc_pool>),
	BOOST_POOL(run),
	COLONY(run),
};

} // namespace

WORK("threads",
     "one alloc and one free, by one thread alone and by each of two, their "
     "pools far apart and side by side")
