// SPDX-License-Identifier: MIT
/*
 * A pass after a peak: of many, three in a hundred are left, and 60 frames
 * follow in each of which a tenth of them dies and is born again.
 */
#include "pools.h"

namespace
{

template <template <size_t> class Pool> void run(struct works_run *run)
{
	typedef Pool<64> pool_of_64;
	typedef typename pool_of_64::ref ref;
	const uint32_t n = run->size, left = n * 3 / 100;
	const uint32_t passes = 1 + (run->quick ? 100000 : 1000000) / left;
	pool_of_64 pool;
	std::vector<ref> live(n);
	shuffled order(n);
	dice dice = { n };
	uint64_t sum = 0;

	for (uint32_t i = 0; i < n; i++)
		live[i] = pool.alloc();
	for (uint32_t i = left; i < n; i++)
		pool.free(live[order[i]]);
	for (uint32_t f = 0; f < 60; f++)
		for (uint32_t i = 0; i < left / 10; i++) {
			const uint32_t other = i + dice.below(left - i);
			const uint32_t at = order[i];

			order[i] = order[other];
			order[other] = at;
			pool.free(live[order[i]]);
			if (i + 1 == left / 10)
				for (uint32_t k = 0; k <= i; k++)
					live[order[k]] = pool.alloc();
		}
	for (uint32_t i = 0; i < left; i++) {
		particle *p = &pool.at(live[order[i]])->p;

		p->ttl = 0;
		p->id = i;
	}
	auto pass = [&](particle *p) {
		p->ttl++;
		sum += p->id;
		return false;
	};
	pool.each(pass);
	bench_start(&run->watch);
	for (uint32_t i = 0; i < passes; i++)
		pool.each(pass);
	bench_stop(&run->watch);
	for (uint32_t i = 0; i < left; i++)
		sum += (uint64_t)pool.at(live[order[i]])->p.ttl << 32;
	run->units = (double)passes * left;
	run->sum = sum;
}

const struct works_column columns[] = {
	{ "50k", 50000, false },
	{ "1M", 1000000, true },
};

const struct works_contestant contestants[] = {
	peer("hand slots", run<slots_pool>),
	peer("hand slots, staying", run<staying_pool>),
	ours("slotpool", run<slotpool_pool>),
	ours("slotpool-lowest", run<lowest_pool>),
	ours("densepool", run<densepool_pool>),
	ours("listpool", run<listpool_pool>),
	HIVE(run) COLONY(run),
};

} // namespace

WORK("after-peak",
     "a pass over the 3 % that are left of so many; per object that is left")
