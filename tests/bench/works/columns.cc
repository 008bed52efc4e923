// SPDX-License-Identifier: MIT
/*
 * A pass that adds two fields of each object to two others. The objects are 64 bytes; one in
 * twenty is dead, anywhere. "columns": each field is an array beside the pool, by index;
 * "-all" passes over dead elements too. Compiled with -O3 and -mavx2: see bench.mk.
 */
#include "pools.h"

namespace
{

/* The fields that the pass wants, and what an object has besides. */
struct body {
	float x, y, dx, dy;
	uint32_t id;
	char rest[24];
};

struct in_place {
	struct object {
		body b;
		struct slotpool_idx node;
	};

	struct slotpool pool;
	std::vector<object *> all;

	explicit in_place(uint32_t n) : all(n)
	{
		if (slotpool_init(&pool, object, node, nullptr))
			abort();
		for (object *&o : all)
			o = slotpool_alloc_entry(&pool, object, node);
	}

	in_place(const in_place &) = delete;

	~in_place()
	{
		slotpool_destroy(&pool);
	}

	body *at(uint32_t i)
	{
		return &all[i]->b;
	}

	void set(uint32_t i)
	{
		at(i)->x = at(i)->y = 0;
		at(i)->dx = 1;
		at(i)->dy = 2;
	}

	void dies(uint32_t i)
	{
		slotpool_free(&pool, &all[i]->node);
	}

	uint64_t moved(uint32_t i)
	{
		return (uint64_t)at(i)->x + (uint64_t)at(i)->y;
	}

	void pass()
	{
		slotpool_for_each_entry (o, &pool, object, node) {
			o->b.x += o->b.dx;
			o->b.y += o->b.dy;
		}
	}
};

template <bool Dead> struct in_columns : in_place {
	std::vector<float> x, y, dx, dy;

	explicit in_columns(uint32_t n) : in_place(n), x(n), y(n), dx(n), dy(n)
	{
	}

	uint32_t index(uint32_t i)
	{
		return (uint32_t)slotpool_index_of(&pool, &all[i]->node);
	}

	void set(uint32_t i)
	{
		x[index(i)] = y[index(i)] = 0;
		dx[index(i)] = 1;
		dy[index(i)] = 2;
	}

	uint64_t moved(uint32_t i)
	{
		return (uint64_t)x[index(i)] + (uint64_t)y[index(i)];
	}

	void add(uint32_t first, uint32_t end)
	{
		float *__restrict px = x.data(), *__restrict py = y.data();
		const float *pdx = dx.data(), *pdy = dy.data();

		for (uint32_t i = first; i < end; i++) {
			px[i] += pdx[i];
			py[i] += pdy[i];
		}
	}

	void pass()
	{
		if (Dead) {
			add(0, slotpool_span(&pool, 0, 1).count);
			return;
		}
		slotpool_for_each_range (first, end, &pool)
			add(first, end);
	}
};

/* By hand: an array of structs, and a flag in each. */
struct in_array {
	struct object {
		body b;
		uint32_t alive, spare;
	};

	std::vector<object> all;

	explicit in_array(uint32_t n) : all(n)
	{
	}

	void set(uint32_t i)
	{
		all[i].b.x = all[i].b.y = 0;
		all[i].b.dx = 1;
		all[i].b.dy = 2;
		all[i].alive = 1;
	}

	void dies(uint32_t i)
	{
		all[i].alive = 0;
	}

	uint64_t moved(uint32_t i)
	{
		return (uint64_t)all[i].b.x + (uint64_t)all[i].b.y;
	}

	void pass()
	{
		for (object &o : all)
			if (o.alive) {
				o.b.x += o.b.dx;
				o.b.y += o.b.dy;
			}
	}
};

/* plf::colony and plf::hive */
template <template <class...> class Colony> struct in_colony {
	struct object {
		body b;
		char rest[8];
	};

	Colony<object> objects;
	std::vector<typename Colony<object>::iterator> all;

	explicit in_colony(uint32_t n) : all(n)
	{
		for (auto &o : all)
			o = objects.emplace();
	}

	void set(uint32_t i)
	{
		all[i]->b.x = all[i]->b.y = 0;
		all[i]->b.dx = 1;
		all[i]->b.dy = 2;
	}

	void dies(uint32_t i)
	{
		objects.erase(all[i]);
	}

	uint64_t moved(uint32_t i)
	{
		return (uint64_t)all[i]->b.x + (uint64_t)all[i]->b.y;
	}

	void pass()
	{
		for (object &o : objects) {
			o.b.x += o.b.dx;
			o.b.y += o.b.dy;
		}
	}
};

template <class World> void run(struct works_run *run)
{
	const uint32_t n = run->size;
	const uint32_t passes = 1 + (run->quick ? 2000000 : 20000000) / n;
	World world(n);
	uint32_t live = 0;

#ifdef __AVX2__
	if (!__builtin_cpu_supports("avx2")) {
		run->cannot = true;
		return;
	}
#endif
	for (uint32_t i = 0; i < n; i++)
		world.set(i);
	for (uint32_t i = 0; i < n; i++)
		if (bench_hash(i) % 20 == 0)
			world.dies(i);
	bench_start(&run->watch);
	for (uint32_t i = 0; i < passes; i++) {
		world.pass();
		__asm__ volatile("" : : : "memory");
	}
	bench_stop(&run->watch);
	for (uint32_t i = 0; i < n; i++) {
		if (bench_hash(i) % 20 == 0)
			continue;
		live++;
		run->sum += world.moved(i);
	}
	run->units = (double)passes * live;
}

const struct works_column columns[] = {
	{ "100k", 100000, false },
	{ "1M", 1000000, true },
};

const struct works_contestant contestants[] = {
	peer("hand flags", run<in_array>),
	ours("slotpool", run<in_place>),
	ours("slotpool columns", run<in_columns<false>>),
	ours("slotpool columns-all", run<in_columns<true>>),
#ifdef HAVE_HIVE
	peer("hive", run<in_colony<a_hive>>),
#endif
#ifdef HAVE_COLONY
	peer("colony", run<in_colony<a_colony>>),
#else
	missing("colony", "libplf-colony-dev"),
#endif
};

} // namespace

WORK("columns", "a live object in a pass that adds two fields to two others")
