// SPDX-License-Identifier: MIT
/*
 * A frame of 100 000 objects, in 16 parts. Each of two threads takes half of them. In a part each
 * object ages, one in ten dies, and as many are born at its end. The owner commits leases. With one
 * owner the jobs ask, and the owner frees and allocates after the pass. The others keep an array of
 * pointers for each part: under a mutex they share one pool, malloc needs no lock. Births and
 * deaths scatter what these pointers lead to.
 *
 * Two figures: time on the wall, which others on the machine lengthen; and CPU time, that of the
 * owner and in the pass that of the slower thread. It does not count a wait for a mutex.
 */
#include "pools.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <linux-ish/slotpool_lease.h>

namespace
{

/* Deaths in a part, and slots lent to it: in each frame about 625. */
enum { PARTS = 16, OBJECTS = 100000, MOST = 900, ROOM = 900 };

typedef object_of<struct slotpool_idx, 64> object;

/* One that decides, some 20 ns of arithmetic, and ages. true: it dies now. One code for all. */
__attribute__((noinline)) bool ages(particle *p)
{
	uint32_t a = p->id, b = a + 1, c = a + 2, d = a + 3;

	for (int i = 0; i < 20; i++) {
		a = (a ^ a >> 15) * 0x846ca68bu;
		b = (b ^ b >> 15) * 0x846ca68bu;
		c = (c ^ c >> 15) * 0x846ca68bu;
		d = (d ^ d >> 15) * 0x846ca68bu;
	}
	p->x += p->dx * (float)((a ^ b ^ c ^ d) & 1);
	return --p->ttl == 0;
}

/* Lives 10 frames on average. */
void is_born(particle *p, uint32_t id)
{
	p->x = 0;
	p->dx = 1;
	p->ttl = (int32_t)(bench_hash(id) % 19) + 1;
	p->id = id;
}

uint64_t look(const particle *p)
{
	return bench_hash(p->id) * (uint64_t)(p->ttl + 1) + (uint64_t)(int64_t)p->x;
}

/* What one part does, and those next to it on no line of the cache. */
struct part {
	alignas(64) uint32_t died;
	uint32_t ids[MOST];
	object *dead[MOST];
	struct slotpool_lease lease;
	uint32_t slots[ROOM];
	struct slotpool_death deaths[MOST];
};

struct pool_of_parts {
	struct slotpool pool;
	block<part> parts{ PARTS };

	pool_of_parts()
	{
		struct lish_config config = LISH_CONFIG_INIT;

		config.initial = OBJECTS + PARTS * ROOM;
		if (slotpool_init(&pool, object, node, &config))
			abort();
		for (uint32_t i = 0; i < OBJECTS; i++)
			is_born(&alloc()->p, i);
	}

	pool_of_parts(const pool_of_parts &) = delete;

	~pool_of_parts()
	{
		slotpool_destroy(&pool);
	}

	object *alloc()
	{
		return slotpool_alloc_entry(&pool, object, node);
	}

	template <class F> void visit(unsigned number, F dies)
	{
		part &mine = parts[number];

		mine.died = 0;
		slotpool_for_each_entry_span(
			o, &pool, slotpool_span(&pool, number, PARTS), object, node) {
			if (!ages(&o->p))
				continue;
			mine.ids[mine.died++] = o->p.id;
			dies(o);
		}
	}

	uint64_t sum()
	{
		uint64_t sum = 0;

		slotpool_for_each_entry(o, &pool, object, node)
			sum += look(&o->p);
		return sum;
	}
};

struct by_leases : pool_of_parts {
	struct slotpool_lease *leases[PARTS];

	by_leases()
	{
		for (unsigned i = 0; i < PARTS; i++) {
			leases[i] = &parts[i].lease;
			slotpool_lease_init(leases[i], parts[i].slots, ROOM,
					    parts[i].deaths, MOST);
		}
	}

	void before()
	{
		if (slotpool_lend(&pool, leases, PARTS))
			abort();
	}

	void job(unsigned number)
	{
		struct slotpool_lease *lease = leases[number];

		visit(number, [=](object *o) {
			if (slotpool_lease_free(lease, &o->node))
				abort();
		});
		for (uint32_t i = 0; i < parts[number].died; i++)
			is_born(&slotpool_lease_alloc_entry(lease, object, node)->p,
				parts[number].ids[i] + OBJECTS);
	}

	void after()
	{
		slotpool_commit(&pool, leases, PARTS);
	}
};

struct by_owner : pool_of_parts {
	void before()
	{
	}

	void job(unsigned number)
	{
		uint32_t n = 0;

		visit(number, [&](object *o) { parts[number].dead[n++] = o; });
	}

	void after()
	{
		for (unsigned k = 0; k < PARTS; k++)
			slotpool_free_bulk(&pool, parts[k].dead, parts[k].died);
		for (unsigned k = 0; k < PARTS; k++)
			for (uint32_t i = 0; i < parts[k].died; i++)
				is_born(&alloc()->p, parts[k].ids[i] + OBJECTS);
	}
};

/* An array of pointers for each part. Pool: alloc() and free() that any thread may call. */
template <class Pool> struct by_pointers {
	struct share {
		alignas(64) uint32_t died;
		typename Pool::ref objects[OBJECTS / PARTS];
		uint32_t ids[MOST], places[MOST];
	};
	enum { SHARE = OBJECTS / PARTS };

	Pool pool;
	block<share> shares{ PARTS };

	by_pointers()
	{
		for (uint32_t i = 0; i < OBJECTS; i++)
			is_born(&(at(i) = pool.alloc())->p, i);
	}

	~by_pointers()
	{
		for (uint32_t i = 0; i < OBJECTS; i++)
			pool.free(at(i));
	}

	typename Pool::ref &at(uint32_t i)
	{
		return shares[i / SHARE].objects[i % SHARE];
	}

	void before()
	{
	}

	void job(unsigned number)
	{
		share &mine = shares[number];

		mine.died = 0;
		for (uint32_t i = 0; i < SHARE; i++) {
			const typename Pool::ref o = mine.objects[i];

			if (!ages(&o->p))
				continue;
			mine.ids[mine.died] = o->p.id;
			mine.places[mine.died++] = i;
			pool.free(o);
		}
		for (uint32_t i = 0; i < mine.died; i++) {
			const typename Pool::ref o = pool.alloc();

			is_born(&o->p, mine.ids[i] + OBJECTS);
			mine.objects[mine.places[i]] = o;
		}
	}

	void after()
	{
	}

	uint64_t sum()
	{
		uint64_t sum = 0;

		for (uint32_t i = 0; i < OBJECTS; i++)
			sum += look(&at(i)->p);
		return sum;
	}
};

struct locked_pool : slotpool_pool<64> {
	pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

	ref alloc()
	{
		pthread_mutex_lock(&lock);
		ref o = slotpool_pool<64>::alloc();
		pthread_mutex_unlock(&lock);
		return o;
	}

	void free(ref o)
	{
		pthread_mutex_lock(&lock);
		slotpool_pool<64>::free(o);
		pthread_mutex_unlock(&lock);
	}
};

uint64_t on_the_wall()
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* The owner, and with two threads a helper on other processors. */
template <class World> struct team {
	World &world;
	pthread_t thread;
	bool has_helper = false;
	std::atomic<unsigned> begun{ 0 }, ended{ 0 };
	std::atomic<bool> over{ false };
	uint64_t took = 0; /* by the helper */

	explicit team(World &w) : world(w)
	{
	}

	~team()
	{
		over = true;
		if (has_helper)
			pthread_join(thread, nullptr);
	}

	/* CPU time of some parts. */
	uint64_t work(unsigned first, unsigned end)
	{
		const uint64_t from = bench_now();

		for (unsigned i = first; i < end; i++)
			world.job(i);
		return bench_now() - from;
	}

	/* false: the program ends. */
	bool wait(std::atomic<unsigned> &count, unsigned at)
	{
		for (unsigned i = 1; count.load(std::memory_order_acquire) < at; i++) {
			if (over)
				return false;
			if (i % (1u << 18) == 0)
				sched_yield();
		}
		return true;
	}

	static void *help(void *self)
	{
		team *t = static_cast<team *>(self);

		for (unsigned pass = 1; t->wait(t->begun, pass); pass++) {
			t->took = t->work(PARTS / 2, PARTS);
			t->ended.store(pass, std::memory_order_release);
		}
		return nullptr;
	}

	bool gets_helper()
	{
#ifdef __linux__
		const int here = sched_getcpu();
		cpu_set_t others;

		CPU_ZERO(&others);
		for (long i = 0; i < sysconf(_SC_NPROCESSORS_CONF); i++)
			if (i != here)
				CPU_SET((size_t)i, &others);
		has_helper = !pthread_create(&thread, nullptr, help, this);
		return has_helper && !pthread_setaffinity_np(thread, sizeof(others), &others);
#else
		return false;
#endif
	}

	/* CPU time of the slower one. */
	uint64_t pass()
	{
		uint64_t mine;

		if (!has_helper)
			return work(0, PARTS);
		begun++;
		mine = work(0, PARTS / 2);
		wait(ended, begun);
		return took > mine ? took : mine;
	}
};

/* Of the tenth of the frames that others on the machine disturbed least, the slowest. */
double undisturbed(block<uint64_t> &times, uint32_t n)
{
	std::nth_element(times.items, times.items + n / 10, times.items + n);
	return (double)times[n / 10];
}

/* The last n frames: in the first ones the ages find their mixture. */
template <class World> void frames(struct works_run *run)
{
	const std::unique_ptr<World> world(new World);
	const uint32_t n = run->quick ? 20 : 100, first = 20;
	block<uint64_t> wall(n), cpu(n);
	team<World> team(*world);
	uint64_t start, from;

	if (run->size > 1 && !team.gets_helper()) {
		run->cannot = true;
		return;
	}
	for (uint32_t frame = 0; frame < first + n; frame++) {
		const uint32_t at = frame % n;

		start = on_the_wall();
		from = bench_now();
		world->before();
		cpu[at] = bench_now() - from;
		cpu[at] += team.pass();
		from = bench_now();
		world->after();
		cpu[at] += bench_now() - from;
		wall[at] = on_the_wall() - start;
	}
	run->figure[0] = undisturbed(wall, n) / OBJECTS;
	run->figure[1] = undisturbed(cpu, n) / OBJECTS;
	run->sum = world->sum();
}

const struct works_column columns[] = {
	{ "1", 1, false },
	{ "2", 2, false },
};

const struct works_contestant contestants[] = {
	peer("slotpool, one owner", frames<by_owner>),
	ours("slotpool, leases", frames<by_leases>),
	peer("slotpool, a mutex", frames<by_pointers<locked_pool>>),
	malloc_peer(GLIBC, frames<by_pointers<glibc_pool<64>>>),
	malloc_peer(MIMALLOC, frames<by_pointers<mimalloc_pool<64>>>),
	malloc_peer(JEMALLOC, frames<by_pointers<jemalloc_pool<64>>>),
};

} // namespace

WORK_OF_FIGURES("jobs",
		"a frame in which one in ten dies and is born, per object, on 1 or 2 threads: "
		"time on the wall; CPU time of the owner and of the slower thread",
		"wall", "cpu", true)
