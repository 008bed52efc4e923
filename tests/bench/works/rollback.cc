// SPDX-License-Identifier: MIT
/*
 * Go back, as a game over a network does: the whole state is saved before each frame, into
 * one of eight blocks. In every second frame an input turns out to be wrong, and the state
 * of seven frames ago is loaded. In a frame some objects die, as many are born, and all
 * move. Only the saves or only the loads are timed.
 *
 * The peer has the same objects in a struct of its own, with what it must know about
 * them, and copies the struct by memcpy.
 */
#include "works.h"

#include <linux-ish/ipool.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/world.h>

namespace
{

enum { SAVE, LOAD };

/* What is timed, and a number, in one. */
#define SIZE(kind, n) ((uint32_t)(kind) << 28 | (n))

const uint32_t blocks = 8, back = 7;

/* All begin with a page: where two copies lie in their pages changes the time of one. */
template <class T> struct page_block {
	T *at;

	page_block()
	    : at(static_cast<T *>(
		      aligned_alloc(4096, (sizeof(T) + 4095) / 4096 * 4096)))
	{
		if (!at)
			abort();
		memset(static_cast<void *>(at), 0, sizeof(T));
	}

	page_block(const page_block &) = delete;

	~page_block()
	{
		free(at);
	}
};

#define OBJECT(NODE)               \
	struct object {            \
		NODE uint32_t ttl; \
		uint32_t id;       \
		uint32_t x;        \
		char rest[44];     \
	} __attribute__((aligned(64)))

/*
 * State: world, a struct whose copy is the state, with init(), born(), each(f): f returns
 * whether the object dies; and save(), load().
 */
template <class State> void run_state(struct works_run *run, uint32_t kind)
{
	typedef typename State::world world;
	const uint32_t n = State::n, live = n - n / 10;
	const uint32_t frames = (n < 100000 ? 256 : 128) / (run->quick ? 4 : 1);
	page_block<world> now, saved[blocks];
	world *w = now.at;
	uint32_t input = 0, copies = 0;
	auto birth = [&]() {
		auto *o = w->born();

		o->id = w->next_id++;
		o->ttl = 1 + bench_hash(o->id ^ input) % 64;
		o->x = o->id;
	};
	auto frame = [&]() {
		uint32_t dead = 0;

		w->each([&](typename State::object *o) {
			o->x += input + o->ttl;
			dead += !--o->ttl;
			return !o->ttl;
		});
		while (dead--)
			birth();
	};

	w->init();
	for (uint32_t i = 0; i < live; i++)
		birth();
	for (uint32_t f = 0; f < frames; f++) {
		if (f >= blocks && f % 2) {
			const uint32_t from = (f - back) % blocks;

			if (kind == LOAD)
				bench_start(&run->watch);
			State::load(w, saved[from].at);
			if (kind == LOAD) {
				bench_stop(&run->watch);
				copies++;
			}
			input = f;
		}
		if (kind == SAVE)
			bench_start(&run->watch);
		State::save(saved[f % blocks].at, w);
		if (kind == SAVE) {
			bench_stop(&run->watch);
			copies++;
		}
		frame();
	}
	w->each([&](typename State::object *o) {
		run->sum += bench_hash(o->id) * (uint64_t)(o->x + o->ttl);
		return false;
	});
	run->units = (double)copies * n;
}

template <template <uint32_t> class State> void run(struct works_run *run)
{
	const uint32_t kind = run->size >> 28;

	if ((run->size & 0xfffffff) == 20000)
		run_state<State<20000>>(run, kind);
	else
		run_state<State<200000>>(run, kind);
}

/* By hand: an array, a stack of free places, and a zero in what is free. */
template <uint32_t N> struct by_memcpy {
	static const uint32_t n = N;

	OBJECT(uint32_t is_live;);

	struct world {
		object objects[N];
		uint32_t free[N];
		uint32_t free_count;
		uint32_t next_id;

		void init()
		{
			for (free_count = 0; free_count < N; free_count++)
				free[free_count] = N - 1 - free_count;
		}

		object *born()
		{
			object *o = &objects[free[--free_count]];

			o->is_live = 1;
			return o;
		}

		template <class F> void each(F f)
		{
			for (uint32_t i = 0; i < N; i++)
				if (objects[i].is_live && f(&objects[i])) {
					objects[i].is_live = 0;
					free[free_count++] = i;
				}
		}
	};

	static void save(world *to, const world *from)
	{
		memcpy(static_cast<void *>(to), from, sizeof(*to));
	}

	static void load(world *to, const world *from)
	{
		memcpy(static_cast<void *>(to), from, sizeof(*to));
	}
};

/* A pool with its memory, and what else a state has, as Documentation/rollback.rst says. */
#define POOLED(X, STORAGE)                                               \
	static const uint32_t n = N;                                     \
                                                                         \
	OBJECT(struct X##_idx node;);                                    \
                                                                         \
	struct world {                                                   \
		struct X pool;                                           \
		uint32_t next_id;                                        \
		STORAGE(memory, object, N);                              \
                                                                         \
		void init()                                              \
		{                                                        \
			X##_init_in(&pool, object, node, &memory, NULL); \
		}                                                        \
                                                                         \
		object *born()                                           \
		{                                                        \
			return X##_alloc_entry(&pool, object, node);     \
		}                                                        \
                                                                         \
		template <class F> void each(F f);                       \
	};                                                               \
                                                                         \
	static void save(world *to, const world *from)                   \
	{                                                                \
		lish_world_save(to, from, sizeof(*to));                  \
	}                                                                \
                                                                         \
	static void load(world *to, const world *from)                   \
	{                                                                \
		lish_world_load(to, from, sizeof(*to));                  \
	}

template <uint32_t N> struct by_slotpool {
	POOLED(slotpool, SLOTPOOL_STORAGE)
};

template <uint32_t N> template <class F> void by_slotpool<N>::world::each(F f)
{
	slotpool_for_each_entry(o, &pool, object, node)
		if (f(o))
			slotpool_free(&pool, &o->node);
}

template <uint32_t N> struct by_ipool {
	POOLED(ipool, IPOOL_STORAGE)
};

/* It has no loop. */
template <uint32_t N> template <class F> void by_ipool<N>::world::each(F f)
{
	for (uint32_t i = 0; i < N; i++) {
		object *o = ipool_at_entry(&pool, i, object, node);

		if (o && f(o))
			ipool_free(&pool, &o->node);
	}
}

const struct works_column columns[] = {
	{ "save20k", SIZE(SAVE, 20000), false },
	{ "load20k", SIZE(LOAD, 20000), false },
	{ "save200k", SIZE(SAVE, 200000), true },
	{ "load200k", SIZE(LOAD, 200000), true },
};

const struct works_contestant contestants[] = {
	peer("memcpy", run<by_memcpy>),
	ours("slotpool", run<by_slotpool>),
	ours("ipool", run<by_ipool>),
};

} // namespace

WORK("rollback",
     "a save or a load of a state of so many; per object of its room")
