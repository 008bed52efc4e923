// SPDX-License-Identifier: MIT
/*
 * Memory of a pool that holds one object of 64 bytes, and a million: all that
 * it has taken, but for what the objects need for themselves. A node counts as
 * memory of the pool. What a library of malloc keeps for its own is not known.
 */
#include "pools.h"

namespace
{

template <class Node> size_t size_of_node(const object_of<Node, 64> *)
{
	return sizeof(Node);
}

size_t size_of_node(const object_of<no_node, 64> *)
{
	return 0;
}

size_t size_of_node(...)
{
	return 0;
}

template <template <size_t> class Pool> void run(struct works_run *run)
{
	const uint32_t n = run->size;
	size_t node;

	counted_bytes = 0;
	filled<Pool<64>> filled(n);
	for (uint32_t i = 0; i < n; i++)
		filled.add(i);
	node = size_of_node(static_cast<typename Pool<64>::object *>(nullptr));
	run->figure[0] = ((double)filled.pool.bytes() -
			  (double)n * (double)(64 - node)) /
			 n;
	run->sum = filled.sum();
}

template <int Which> void run_malloc(struct works_run *run)
{
	const struct works_malloc *with = &works_mallocs[Which];
	const uint32_t n = run->size;
	block<uint32_t *> held(n);
	uint64_t bytes = 0;

	for (uint32_t i = 0; i < n; i++) {
		held[i] = static_cast<uint32_t *>(with->alloc(64));
		*held[i] = i;
		bytes += with->usable(held[i]);
		/* In front of each of glibc's is its size. */
		bytes += Which == GLIBC ? sizeof(size_t) : 0;
	}
	for (uint32_t i = 0; i < n; i += 1024)
		run->sum = run->sum * 31 + *held[i];
	for (uint32_t i = 0; i < n; i++)
		with->free(held[i]);
	run->figure[0] = ((double)bytes - 64. * n) / n;
}

const struct works_column columns[] = {
	{ "1", 1, false },
	{ "1M", 1000000, true },
};

const struct works_contestant contestants[] = {
	peer("hand values", run<values_pool>),
	peer("hand slots", run<slots_pool>),
	peer("hand slots, staying", run<staying_pool>),
	peer("threaded", run<threaded_pool>),
	ours("ipool", run<ipool_pool>),
	ours("slotpool", run<slotpool_pool>),
	ours("slotpool-lowest", run<lowest_pool>),
	ours("densepool", run<densepool_pool>),
	ours("listpool", run<listpool_pool>),
	malloc_peer(GLIBC, run_malloc<GLIBC>),
	malloc_peer(MIMALLOC, run_malloc<MIMALLOC>),
	malloc_peer(JEMALLOC, run_malloc<JEMALLOC>),
	BOOST_POOL(run),
	HIVE(run) COLONY(run),
};

} // namespace

WORK_OF_FIGURES("pool-memory",
		"bytes for each object beside its own, in a pool of so many",
		"", nullptr, false)
