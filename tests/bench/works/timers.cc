// SPDX-License-Identifier: MIT
/*
 * Timers, as servers have them: all wait about equally long, most are set anew
 * before they fire. In each step the next one fires and is set again, and two
 * random ones are cancelled and set again. What keeps a sorted list looks for
 * the place from its end.
 */
#include "works.h"

#include <set>
#include <vector>

#include <linux-ish/iheap.h>
#include <linux-ish/ilist.h>
#include <linux-ish/listpool.h>
#include <linux-ish/walklist.h>

#if __has_include(<boost/intrusive/set.hpp>)
#include <boost/intrusive/set.hpp>
#define HAVE_BOOST 1
#endif

namespace
{

/* Timers: timer, nth(i), set(t), cancel(t), next(), which takes it out. */
template <class Timers> void run(struct works_run *run)
{
	const uint32_t n = run->size, steps = run->quick ? 30000 : 300000;
	dice dice = { n };
	uint64_t now = 0, sum = 0;
	Timers timers(n);
	/* The last bits tell timers apart that are due together. */
	auto due = [&](uint32_t id) {
		return (now + 16 * n + dice.below(128)) << 20 | id;
	};
	auto set = [&](uint32_t id) {
		auto *t = timers.nth(id);

		t->due = due(id);
		timers.set(t);
	};
	shuffled order(n);

	for (uint32_t i = 0; i < n; i++, now += 16)
		set(order[i]);
	bench_start(&run->watch);
	for (uint32_t i = 0; i < steps; i++) {
		auto *t = timers.next();

		now = t->due >> 20;
		sum = sum * 31 + (t->due & 0xfffff);
		t->due = due((uint32_t)(t->due & 0xfffff));
		timers.set(t);
		for (int k = 0; k < 2; k++) {
			const uint32_t id = dice.below(n);

			timers.cancel(timers.nth(id));
			set(id);
		}
	}
	bench_stop(&run->watch);
	run->units = 3. * steps;
	run->sum = sum;
}

#define TIMER(NODE)           \
	struct timer {        \
		uint64_t due; \
		NODE          \
	} __attribute__((aligned(64)))

struct by_hand {
	struct link {
		link *next, *prev;
	};

	TIMER(link node;);

	link head;
	block<timer> timers;

	explicit by_hand(uint32_t n) : head{ &head, &head }, timers(n)
	{
	}

	static timer *of(link *at)
	{
		return reinterpret_cast<timer *>(reinterpret_cast<char *>(at) -
						 offsetof(timer, node));
	}

	timer *nth(uint32_t i)
	{
		return &timers[i];
	}

	void set(timer *t)
	{
		link *at = head.prev;

		while (at != &head && of(at)->due > t->due)
			at = at->prev;
		t->node.prev = at;
		t->node.next = at->next;
		at->next->prev = &t->node;
		at->next = &t->node;
	}

	void cancel(timer *t)
	{
		t->node.prev->next = t->node.next;
		t->node.next->prev = t->node.prev;
	}

	timer *next()
	{
		timer *t = of(head.next);

		cancel(t);
		return t;
	}
};

struct by_ilist {
	TIMER(struct ilist_node node;);

	struct ilist list;
	block<timer> timers;

	explicit by_ilist(uint32_t n) : timers(n)
	{
		ilist_init(&list);
	}

	static int in_order(void *, const struct ilist_node *a,
			    const struct ilist_node *b)
	{
		return container_of(a, const timer, node)->due >
		       container_of(b, const timer, node)->due;
	}

	timer *nth(uint32_t i)
	{
		return &timers[i];
	}

	void set(timer *t)
	{
		ilist_add_sorted(&list, &t->node, in_order, nullptr);
	}

	void cancel(timer *t)
	{
		ilist_del(&t->node);
	}

	timer *next()
	{
		return ilist_pop_entry(&list, timer, node);
	}
};

struct by_walklist {
	TIMER(struct walklist_node node;);

	struct walklist list;
	block<timer> timers;

	explicit by_walklist(uint32_t n) : timers(n)
	{
		walklist_init(&list);
	}

	timer *nth(uint32_t i)
	{
		return &timers[i];
	}

	void set(timer *t)
	{
		timer *at = walklist_last_entry(&list, timer, node);

		while (at && at->due > t->due)
			at = walklist_prev_entry(&list, at, timer, node);
		if (at)
			walklist_add_after(&list, &at->node, &t->node);
		else
			walklist_add(&list, &t->node);
	}

	void cancel(timer *t)
	{
		walklist_del(&list, &t->node);
	}

	timer *next()
	{
		return walklist_pop_entry(&list, timer, node);
	}
};

/* Timers come from the pool when they are set: the table finds them by number.
 */
struct by_listpool {
	struct timer {
		uint64_t due;
		struct listpool_node node;
		char rest[32];
	};

	struct listpool pool;
	std::vector<timer *> timers;
	timer fresh;

	explicit by_listpool(uint32_t n) : timers(n)
	{
		if (listpool_init(&pool, timer, node, NULL))
			abort();
	}

	~by_listpool()
	{
		listpool_destroy(&pool);
	}

	/* A timer that is not set has no memory yet. */
	timer *nth(uint32_t i)
	{
		return timers[i] ? timers[i] : &fresh;
	}

	void set(timer *t)
	{
		const uint64_t due = t->due;
		timer *at = listpool_last_entry(&pool, timer, node);

		while (at && at->due > due)
			at = listpool_prev_entry(&pool, at, timer, node);
		at = at ? listpool_alloc_after_entry(&pool, at, timer, node)
			: listpool_alloc_entry(&pool, timer, node);
		at->due = due;
		timers[due & 0xfffff] = at;
	}

	void cancel(timer *t)
	{
		timers[t->due & 0xfffff] = nullptr;
		listpool_free(&pool, &t->node);
	}

	timer *next()
	{
		timer *t = listpool_first_entry(&pool, timer, node);

		fresh.due = t->due;
		cancel(t);
		return &fresh;
	}
};

/* The standard's tree of values; the timer knows its place. */
struct by_std_set {
	struct timer {
		uint64_t due;
		std::set<std::pair<uint64_t, timer *>>::iterator self;
	};

	std::set<std::pair<uint64_t, timer *>> tree;
	std::vector<timer> timers;

	explicit by_std_set(uint32_t n) : timers(n)
	{
	}

	timer *nth(uint32_t i)
	{
		return &timers[i];
	}

	void set(timer *t)
	{
		t->self = tree.emplace(t->due, t).first;
	}

	void cancel(timer *t)
	{
		tree.erase(t->self);
	}

	timer *next()
	{
		timer *t = tree.begin()->second;

		tree.erase(tree.begin());
		return t;
	}
};

struct by_our_heap {
	TIMER(struct iheap_idx node;);

	struct iheap queue;
	block<timer> timers;

	explicit by_our_heap(uint32_t n) : timers(n)
	{
		struct lish_config config = LISH_CONFIG_INIT;

		config.initial = n;
		if (iheap_init(&queue, &config))
			abort();
	}

	~by_our_heap()
	{
		iheap_destroy(&queue);
	}

	timer *nth(uint32_t i)
	{
		return &timers[i];
	}

	void set(timer *t)
	{
		lish_sure(iheap_add(&queue, &t->node, (int64_t)t->due));
	}

	void cancel(timer *t)
	{
		iheap_del(&queue, &t->node);
	}

	timer *next()
	{
		return iheap_pop_entry(&queue, timer, node);
	}
};

/* By hand: a binary heap in which each timer knows its place. */
struct by_heap {
	struct timer {
		uint64_t due;
		uint32_t place;
		char rest[52];
	};

	struct entry {
		uint64_t due;
		timer *t;
	};

	std::vector<entry> heap;
	block<timer> timers;

	explicit by_heap(uint32_t n) : timers(n)
	{
		heap.reserve(n);
	}

	timer *nth(uint32_t i)
	{
		return &timers[i];
	}

	void put(size_t i, entry e)
	{
		heap[i] = e;
		e.t->place = (uint32_t)i;
	}

	void up(size_t i, entry e)
	{
		for (; i && heap[(i - 1) / 2].due > e.due; i = (i - 1) / 2)
			put(i, heap[(i - 1) / 2]);
		put(i, e);
	}

	void set(timer *t)
	{
		heap.push_back({ t->due, t });
		up(heap.size() - 1, heap.back());
	}

	void cancel(timer *t)
	{
		const entry last = heap.back();
		size_t i = t->place, child;

		heap.pop_back();
		if (last.t == t)
			return;
		while ((child = 2 * i + 1) < heap.size()) {
			child += child + 1 < heap.size() &&
				 heap[child + 1].due < heap[child].due;
			if (heap[child].due >= last.due)
				break;
			put(i, heap[child]);
			i = child;
		}
		up(i, last);
	}

	timer *next()
	{
		timer *t = heap[0].t;

		cancel(t);
		return t;
	}
};

#ifdef HAVE_BOOST
namespace bi = boost::intrusive;

struct by_boost {
	typedef bi::set_member_hook<bi::link_mode<bi::normal_link>> hook;

	struct timer {
		uint64_t due;
		hook node;
		char rest[24];

		bool operator<(const timer &other) const
		{
			return due < other.due;
		}
	};

	std::vector<timer> timers;
	bi::set<timer, bi::member_hook<timer, hook, &timer::node>,
		bi::constant_time_size<false>>
		tree;

	explicit by_boost(uint32_t n) : timers(n)
	{
	}

	~by_boost()
	{
		tree.clear();
	}

	timer *nth(uint32_t i)
	{
		return &timers[i];
	}

	void set(timer *t)
	{
		tree.insert(*t);
	}

	void cancel(timer *t)
	{
		tree.erase(tree.iterator_to(*t));
	}

	timer *next()
	{
		timer *t = &*tree.begin();

		cancel(t);
		return t;
	}
};
#define BOOST peer("Boost set", run<by_boost>)
#else
#define BOOST missing("Boost set", "libboost-dev")
#endif

const struct works_column columns[] = {
	{ "8", 8, false },
	{ "100", 100, false },
	{ "10k", 10000, false },
};

const struct works_contestant contestants[] = {
	peer("hand list", run<by_hand>),    ours("ilist", run<by_ilist>),
	ours("walklist", run<by_walklist>), ours("listpool", run<by_listpool>),
	ours("iheap", run<by_our_heap>),	    peer("hand heap", run<by_heap>),
	BOOST,
	peer("std::set", run<by_std_set>),
};

} // namespace

WORK("timers",
     "a timer of so many that ends, by itself or not, and is set again")
