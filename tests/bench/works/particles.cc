// SPDX-License-Identifier: MIT
/*
 * Particles of several sizes. Some are born in each frame, and every 32 frames
 * comes a burst; each lives 32 to 96 frames, moves in each, and leaves in the
 * pass that finds it too old. About ten thousand are alive. The memory of
 * malloc and of pools that cannot be walked is found again through a vector of
 * pointers.
 */
#include "pools.h"

namespace
{

template <class Pool> struct system_of {
	Pool pool;
	uint32_t born = 0;
	uint64_t visits = 0, sum = 0;

	void spawn(uint32_t n)
	{
		for (; n; n--) {
			particle *p = &pool.at(pool.alloc())->p;

			p->x = 0;
			p->dx = 1;
			p->ttl = static_cast<int32_t>(32 +
						      bench_hash(born) % 64);
			p->id = born++;
		}
	}

	void frame(uint32_t f)
	{
		uint64_t seen = 0, died = 0;

		pool.each([&](particle *p) {
			seen++;
			p->x += p->dx;
			if (--p->ttl)
				return false;
			died += static_cast<uint64_t>(p->x) * p->id;
			return true;
		});
		visits += seen;
		sum += died;
		spawn(f % 32 ? 120 : 1200);
	}
};

template <class Pool> void play(struct works_run *run)
{
	const uint32_t frames = run->quick ? 64 : 256;
	system_of<Pool> system;
	uint32_t f;

	for (f = 0; f < 128; f++)
		system.frame(f);
	system.visits = 0;
	bench_start(&run->watch);
	for (; f < 128 + frames; f++)
		system.frame(f);
	bench_stop(&run->watch);
	run->units = static_cast<double>(system.visits);
	run->sum = system.sum + system.visits;
}

template <template <size_t> class Pool> void run(struct works_run *run)
{
	switch (run->size) {
	case 24:
		return play<Pool<24>>(run);
	case 64:
		return play<Pool<64>>(run);
	case 200:
		return play<Pool<200>>(run);
	default:
		return play<Pool<1024>>(run);
	}
}

const struct works_column columns[] = {
	{ "24B", 24, false },
	{ "64B", 64, false },
	{ "200B", 200, false },
	{ "1KiB", 1024, false },
};

const struct works_contestant contestants[] = {
	peer("hand values", run<values_pool>),
	peer("hand slots", run<slots_pool>),
	peer("hand slots, staying", run<staying_pool>),
	ours("slotpool", run<slotpool_pool>),
	ours("densepool", run<densepool_pool>),
	ours("listpool", run<listpool_pool>),
	ours("ipool", run<kept_ipool>),
	peer("threaded", run<kept_threaded>),
	malloc_peer(GLIBC, run<kept_glibc>),
	malloc_peer(MIMALLOC, run<kept_mimalloc>),
	malloc_peer(JEMALLOC, run<kept_jemalloc>),
	BOOST_POOL_KEPT(run),
	HIVE(run) COLONY(run),
};

} // namespace

WORK("particles",
     "a particle in a frame, its birth and death included; by size")
