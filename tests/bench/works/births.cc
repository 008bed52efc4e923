// SPDX-License-Identifier: MIT
/*
 * Objects in a list in the order of their birth, as a game keeps what thinks. In
 * each frame one in twenty dies and as many are born. The pass over the list shows
 * where the memory of births lies. All peers with a border of their own have half as
 * much memory again as the live objects need.
 *
 * Then alloc alone: many slots, of which so many in a hundred are in use, freed at
 * random before.
 */
#include "pools.h"

namespace
{

struct thinker {
	thinker *prev, *next;
	uint32_t id;
	struct slotpool_idx node;
	char rest[104];
};

/* slotpool, with one order or another */
template <enum lish_reuse Order> struct ordered {
	struct slotpool pool;

	explicit ordered(uint32_t slots)
	{
		struct lish_config config = LISH_CONFIG_INIT;

		config.reuse = Order;
		config.initial = slots;
		if (slotpool_init(&pool, thinker, node, &config))
			abort();
		/* So many slots to go round in. */
		if (Order == LISH_NEXT) {
			thinker *last = slotpool_alloc_at_entry(
				&pool, slots - 1, thinker, node);

			free(last);
		}
	}

	ordered(const ordered &) = delete;

	~ordered()
	{
		slotpool_destroy(&pool);
	}

	thinker *alloc()
	{
		return slotpool_alloc_entry(&pool, thinker, node);
	}

	void free(thinker *t)
	{
		slotpool_free(&pool, &t->node);
	}
};

struct by_malloc {
	explicit by_malloc(uint32_t)
	{
	}

	thinker *alloc()
	{
		return static_cast<thinker *>(malloc(sizeof(thinker)));
	}

	void free(thinker *t)
	{
		::free(t);
	}
};

/*
 * A zone by hand: blocks of any size in a ring, with a header each. A rover goes to
 * the next free block that is large enough. A freed block joins free neighbours.
 */
struct zone {
	struct head {
		head *prev, *next;
		size_t size; /* with this */
		bool used;
	};

	static const size_t need = sizeof(head) + sizeof(thinker);
	block<char> memory;
	head *rover;

	explicit zone(uint32_t slots)
	    : memory(slots * need), rover(reinterpret_cast<head *>(&memory[0]))
	{
		rover->prev = rover->next = rover;
		rover->size = slots * need;
	}

	thinker *alloc()
	{
		head *at = rover;

		while (at->used || at->size < need) {
			at = at->next;
			if (at == rover)
				return nullptr;
		}
		if (at->size >= 2 * need) {
			head *rest = reinterpret_cast<head *>(
				reinterpret_cast<char *>(at) + need);

			rest->used = false;
			rest->size = at->size - need;
			rest->prev = at;
			rest->next = at->next;
			at->next->prev = rest;
			at->next = rest;
			at->size = need;
		}
		at->used = true;
		rover = at->next;
		return reinterpret_cast<thinker *>(at + 1);
	}

	/* The first block of the memory has its last one before it. */
	void join(head *a, head *b)
	{
		if (a->used || b->used || b <= a)
			return;
		a->size += b->size;
		a->next = b->next;
		b->next->prev = a;
		if (rover == b)
			rover = a;
	}

	void free(thinker *t)
	{
		head *at = reinterpret_cast<head *>(t) - 1;

		at->used = false;
		join(at, at->next);
		join(at->prev, at);
	}
};

template <class Pool> void walk(struct works_run *run)
{
	const uint32_t n = run->size, turn = n / 20;
	const uint32_t passes = 1 + (run->quick ? 200000 : 2000000) / n;
	Pool pool(n + n / 2);
	block<thinker *> live(n);
	dice dice = { n };
	thinker ring;
	uint32_t next_id = 0;
	uint64_t sum = 0;
	auto born = [&](uint32_t at) {
		thinker *t = pool.alloc();

		if (!t)
			abort();
		t->id = next_id++;
		t->next = &ring;
		t->prev = ring.prev;
		ring.prev->next = t;
		ring.prev = t;
		live[at] = t;
	};

	ring.prev = ring.next = &ring;
	for (uint32_t i = 0; i < n; i++)
		born(i);
	for (uint32_t frame = 0; frame < 100; frame++) {
		for (uint32_t i = 0; i < turn; i++) {
			const uint32_t at = i + dice.below(n - i);
			thinker *t = live[at];

			live[at] = live[i];
			t->prev->next = t->next;
			t->next->prev = t->prev;
			pool.free(t);
		}
		for (uint32_t i = 0; i < turn; i++)
			born(i);
	}
	bench_start(&run->watch);
	for (uint32_t i = 0; i < passes; i++) {
		uint32_t k = i;

		for (thinker *t = ring.next; t != &ring; t = t->next)
			sum += t->id ^ ++k;
	}
	bench_stop(&run->watch);
	for (uint32_t i = 0; i < n; i++)
		pool.free(live[i]);
	run->units = (double)passes * n;
	run->sum = sum;
}

template <class Pool> void full(struct works_run *run)
{
	const uint32_t slots = 100000, n = slots / 100 * run->size;
	const uint32_t turn = slots / 200, turns = run->quick ? 40 : 400;
	Pool pool(slots);
	block<thinker *> live(n);
	dice dice = { n };
	uint64_t sum = 0;

	for (uint32_t i = 0; i < n; i++)
		live[i] = pool.alloc();
	for (uint32_t k = 0; k < turns + 100; k++) {
		for (uint32_t i = 0; i < turn; i++) {
			const uint32_t at = i + dice.below(n - i);
			thinker *t = live[at];

			live[at] = live[i];
			pool.free(t);
		}
		if (k >= 100)
			bench_start(&run->watch);
		for (uint32_t i = 0; i < turn; i++)
			live[i] = pool.alloc();
		if (k >= 100)
			bench_stop(&run->watch);
	}
	for (uint32_t i = 0; i < n; i++) {
		sum += live[i] != nullptr;
		pool.free(live[i]);
	}
	run->units = (double)turns * turn;
	run->sum = sum;
}

template <class Pool> void births(struct works_run *run)
{
	if (run->size <= 100)
		full<Pool>(run);
	else
		walk<Pool>(run);
}

const struct works_column columns[] = {
	{ "walk1k", 1000, false },   { "walk10k", 10000, false },
	{ "walk100k", 100000, true }, { "alloc50", 50, false },
	{ "alloc90", 90, false },     { "alloc99", 99, false },
};

const struct works_contestant contestants[] = {
	peer("malloc", births<by_malloc>),
	peer("hand zone", births<zone>),
	ours("slotpool", births<ordered<LISH_LAST_FREED>>),
	ours("slotpool-lowest", births<ordered<LISH_LOWEST>>),
	ours("slotpool-next", births<ordered<LISH_NEXT>>),
};

} // namespace

WORK("births",
     "a pass in the order of birth, per object; alloc of slots 50, 90, 99 % in use")
