// SPDX-License-Identifier: MIT
/*
 * Two threads hand objects over to one owner, in bursts of 64 or 256: an object is
 * filled in and pushed. Both begin each burst at once; when both are through, the
 * owner takes all. Only the bursts are timed, by each thread for itself. "one": a
 * thread alone.
 */
#include "works.h"

#include <atomic>
#include <sched.h>
#include <thread>

#include <linux-ish/inbox.h>

namespace
{

/* Size of a burst and number of threads */
#define COLUMN(threads, burst) ((uint32_t)(threads) << 16 | (burst))

struct object {
	union {
		struct inbox_node node;
		std::atomic<object *> next;
	};
	uint64_t payload;

	object() : next(nullptr), payload(0)
	{
	}
} __attribute__((aligned(64)));

/* inbox, object by object */
struct by_push {
	struct inbox box;

	by_push()
	{
		inbox_init(&box);
	}

	void put(object *from, uint32_t n, uint64_t value)
	{
		for (uint32_t i = 0; i < n; i++) {
			from[i].payload = value + i;
			lish_sure(inbox_push(&box, &from[i].node));
		}
	}

	template <class Use> void take(Use use)
	{
		inbox_drain_entry(o, &box, object, node)
			use(o);
	}
};

/* inbox, burst by burst */
struct by_chain : by_push {
	void put(object *from, uint32_t n, uint64_t value)
	{
		struct inbox_chain burst = {};

		for (uint32_t i = 0; i < n; i++) {
			from[i].payload = value + i;
			lish_sure(inbox_chain_add_tail(&burst, &from[i].node));
		}
		lish_sure(inbox_push_chain(&box, &burst));
	}
};

/* As the kernel's llist, by hand: nodes are not zeroed, nothing is checked. */
struct by_llist {
	std::atomic<object *> first;

	by_llist() : first(nullptr)
	{
	}

	void put(object *from, uint32_t n, uint64_t value)
	{
		for (uint32_t i = 0; i < n; i++) {
			from[i].payload = value + i;
			put_chain(&from[i], &from[i]);
		}
	}

	void put_chain(object *newest, object *oldest)
	{
		object *last = first.load(std::memory_order_relaxed);

		do
			oldest->next.store(last, std::memory_order_relaxed);
		while (!first.compare_exchange_weak(last, newest,
						    std::memory_order_release,
						    std::memory_order_relaxed));
	}

	template <class Use> void take(Use use)
	{
		object *chain = first.exchange(nullptr, std::memory_order_acquire);
		object *turned = nullptr, *next;

		for (; chain; chain = next) {
			next = chain->next.load(std::memory_order_relaxed);
			chain->next.store(turned, std::memory_order_relaxed);
			turned = chain;
		}
		for (; turned; turned = next) {
			next = turned->next.load(std::memory_order_relaxed);
			use(turned);
		}
	}
};

/* The same, a chain at once: the kernel's llist_add_batch() */
struct by_llist_chain : by_llist {
	void put(object *from, uint32_t n, uint64_t value)
	{
		object *before = nullptr;

		for (uint32_t i = 0; i < n; i++) {
			from[i].payload = value + i;
			from[i].next.store(before, std::memory_order_relaxed);
			before = &from[i];
		}
		put_chain(before, from);
	}
};

/* Vyukov's queue, by hand: an exchange, then the link; a node stays in it. */
struct by_exchange {
	std::atomic<object *> last;
	char apart[64];
	object *first;
	object stub;

	by_exchange() : last(&stub), first(&stub)
	{
	}

	void put_one(object *o)
	{
		o->next.store(nullptr, std::memory_order_relaxed);
		last.exchange(o, std::memory_order_acq_rel)
			->next.store(o, std::memory_order_release);
	}

	void put(object *from, uint32_t n, uint64_t value)
	{
		for (uint32_t i = 0; i < n; i++) {
			from[i].payload = value + i;
			put_one(&from[i]);
		}
	}

	template <class Use> void take(Use use)
	{
		for (;;) {
			object *o = first;
			object *next = o->next.load(std::memory_order_acquire);

			if (o == &stub) {
				if (!next)
					return;
				first = o = next;
				next = o->next.load(std::memory_order_acquire);
			}
			if (!next) {
				put_one(&stub);
				next = o->next.load(std::memory_order_acquire);
			}
			first = next;
			use(o);
		}
	}
};

/*
 * By hand: a ring of pointers for each thread, written burst by burst, as queues do it that have
 * a block for each producer. The owner looks at all rings, so the order is not that of arrival.
 */
struct by_rings {
	static const uint32_t room = 1024;

	struct ring {
		std::atomic<uint32_t> written{ 0 };
		uint32_t taken = 0;
		object *items[room];
		char apart[64];
	};

	ring rings[2];
	std::atomic<uint32_t> threads{ 0 };

	ring *mine()
	{
		static thread_local by_rings *of;
		static thread_local uint32_t number;

		if (of != this) {
			number = threads.fetch_add(1) % 2;
			of = this;
		}
		return &rings[number];
	}

	void put(object *from, uint32_t n, uint64_t value)
	{
		ring *ring = mine();
		const uint32_t at = ring->written.load(std::memory_order_relaxed);

		for (uint32_t i = 0; i < n; i++) {
			from[i].payload = value + i;
			ring->items[(at + i) % room] = &from[i];
		}
		ring->written.store(at + n, std::memory_order_release);
	}

	template <class Use> void take(Use use)
	{
		for (ring &ring : rings) {
			const uint32_t end = ring.written.load(std::memory_order_acquire);

			for (; ring.taken != end; ring.taken++)
				use(ring.items[ring.taken % room]);
		}
	}
};

/* Wait for the other, in a loop: both must go on at once. */
struct meeting {
	std::atomic<uint32_t> arrived{ 0 };

	void wait(uint32_t threads, uint32_t *mine)
	{
		uint32_t spins = 0;

		*mine += threads;
		arrived.fetch_add(1);
		while (arrived.load() < *mine)
			if (++spins % 10000 == 0)
				sched_yield();
	}
};

template <class Box> struct state {
	Box box;
	char apart[64];
	struct meeting both;
	uint64_t sum = 0;
};

template <class Box> void run(struct works_run *run)
{
	const uint32_t n = run->size & 0xffff, threads = run->size >> 16;
	const uint32_t bursts = (run->quick ? 40000 : 400000) / n;
	state<Box> state;
	struct bench_watch watches[2] = {};
	std::thread all[2];

	if (threads > 1 && works_places[1] < 0) {
		run->cannot = true;
		return;
	}
	for (uint32_t t = 0; t < threads; t++)
		all[t] = std::thread([&, t] {
			struct bench_watch watch = { 0, 0, false };
			block<object> objects(n);
			uint32_t mine = 0;

			pin_to(works_places[t]);
			for (uint32_t b = 0; b < bursts; b++) {
				state.both.wait(threads, &mine);
				bench_start(&watch);
				state.box.put(objects.items, n, t + b);
				bench_stop(&watch);
				state.both.wait(threads, &mine);
				if (!t)
					state.box.take([&](object *o) {
						state.sum += o->payload;
					});
			}
			state.both.wait(threads, &mine);
			watches[t] = watch;
		});
	for (uint32_t t = 0; t < threads; t++) {
		all[t].join();
		run->watch.ns += watches[t].ns;
		run->watch.times += watches[t].times;
	}
	run->units = (double)n * bursts * threads;
	run->sum = state.sum;
}

const struct works_column columns[] = {
	{ "one64", COLUMN(1, 64), false },
	{ "two64", COLUMN(2, 64), false },
	{ "two256", COLUMN(2, 256), false },
};

const struct works_contestant contestants[] = {
	peer("hand llist", run<by_llist>),
	ours("inbox", run<by_push>),
	ours("inbox chain", run<by_chain>),
	peer("hand llist chain", run<by_llist_chain>),
	peer("hand Vyukov", run<by_exchange>),
	peer("hand rings", run<by_rings>),
};

} // namespace

WORK("handover", "one object that a thread fills in and hands over, in bursts")
