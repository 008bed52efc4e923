// SPDX-License-Identifier: MIT
/*
 * What is due next. Time goes on in ticks; in each tick all that is due fires, and is
 * set again, and in two of the works random ones are cancelled and set again, or put
 * off or forward. Timers that are due at one tick may fire in any order: not all
 * contestants keep one, so nothing here depends on it.
 */
#include "works.h"

#include <queue>
#include <vector>

#include <linux-ish/iheap.h>

#if __has_include(<boost/heap/d_ary_heap.hpp>)
#include <boost/heap/d_ary_heap.hpp>
#define HAVE_BOOST 1
#endif

namespace
{

enum job { FILL = 0, FIRE = 1, CANCEL = 2, CHANGE = 3 };
#define COLUMN(job, n) ((uint32_t)(job) << 28 | (n))

/* When a timer is due next: by its number and how often it fired. */
uint64_t wait_of(uint32_t id, uint32_t times, uint32_t range)
{
	dice one = { (uint64_t)id << 32 | times };

	return 1 + one.below(range);
}

/* All timers have these beside their node. */
#define TIMER(NODE)             \
	struct timer {          \
		uint64_t due;   \
		uint32_t id;    \
		uint32_t fired; \
		NODE            \
	} __attribute__((aligned(64)))

/* Timers: timers, set(t), cancel(t), change(t, due), next(now): one that is due. */
template <class Timers> void run(struct works_run *run)
{
	const uint32_t n = run->size & 0xfffffff, job = run->size >> 28;
	const uint32_t range = n / 2;
	const uint32_t least = run->quick ? 20000 : 400000;
	uint64_t now = 0, sum = 0, fired = 0, others = 0;
	dice dice = { n };
	Timers timers(n, range);
	shuffled order(n);
	auto put = [&](auto *t) {
		t->due = now + wait_of(t->id, t->fired, range);
		timers.set(t);
	};

	for (uint32_t i = 0; i < n; i++)
		timers.timers[i].id = i;
	if (job != FILL)
		for (uint32_t i = 0; i < n; i++)
			put(&timers.timers[order[i]]);
	bench_start(&run->watch);
	if (job == FILL) {
		while (fired < least) {
			for (uint32_t i = 0; i < n; i++)
				put(&timers.timers[order[i]]);
			for (uint32_t left = n; left; now++)
				while (auto *t = timers.next(now)) {
					sum += now * (t->id + 1);
					t->fired++;
					left--;
				}
			fired += n;
		}
	}
	while (fired + others < least) {
		now++;
		while (auto *t = timers.next(now)) {
			sum += now * (t->id + 1);
			t->fired++;
			put(t);
			fired++;
		}
		for (int k = 0; job == CANCEL && k < 8; k++, others++) {
			auto *t = &timers.timers[dice.below(n)];

			timers.cancel(t);
			t->fired++;
			put(t);
		}
		for (int k = 0; job == CHANGE && k < 8; k++, others++) {
			auto *t = &timers.timers[dice.below(n)];

			t->fired++;
			timers.change(t, now + wait_of(t->id, t->fired, range));
		}
	}
	bench_stop(&run->watch);
	run->units = (double)(fired + others);
	run->sum = sum;
}

struct by_heap {
	TIMER(struct iheap_idx idx;);

	struct iheap heap;
	block<timer> timers;

	explicit by_heap(uint32_t n, uint32_t) : timers(n)
	{
		struct lish_config config = LISH_CONFIG_INIT;

		config.initial = n;
		if (iheap_init(&heap, &config))
			abort();
	}

	~by_heap()
	{
		iheap_destroy(&heap);
	}

	void set(timer *t)
	{
		lish_sure(iheap_add(&heap, &t->idx, (int64_t)t->due));
	}

	void cancel(timer *t)
	{
		iheap_del(&heap, &t->idx);
	}

	void change(timer *t, uint64_t due)
	{
		t->due = due;
		iheap_moved(&heap, &t->idx, (int64_t)due);
	}

	timer *next(uint64_t now)
	{
		timer *t = iheap_first_entry(&heap, timer, idx);

		if (!t || t->due > now)
			return nullptr;
		iheap_del(&heap, &t->idx);
		return t;
	}
};

/* The same with one key for all, and a comparison. */
struct by_comparison : by_heap {
	static int later(void *, const struct iheap_idx *a,
			 const struct iheap_idx *b)
	{
		return container_of(a, const timer, idx)->due >
		       container_of(b, const timer, idx)->due;
	}

	explicit by_comparison(uint32_t n, uint32_t range) : by_heap(n, range)
	{
		iheap_set_order(&heap, later, NULL);
	}

	void set(timer *t)
	{
		lish_sure(iheap_add(&heap, &t->idx, 0));
	}

	void change(timer *t, uint64_t due)
	{
		t->due = due;
		iheap_moved(&heap, &t->idx, 0);
	}
};

/*
 * By hand: a heap in which each timer knows its place. Its array has keys beside the
 * pointers; or, as libevent's, only pointers; or, as iheap, also the number of the add, so
 * that equals leave in the order of their adds. Nothing is checked.
 */
struct hand {
	TIMER(uint32_t place;);
};

struct with_key {
	uint64_t due;
	hand::timer *t;

	with_key(hand::timer *t, uint64_t) : due(t->due), t(t)
	{
	}

	bool operator<(const with_key &other) const
	{
		return due < other.due;
	}
};

struct pointer {
	hand::timer *t;

	pointer(hand::timer *t, uint64_t) : t(t)
	{
	}

	bool operator<(const pointer &other) const
	{
		return t->due < other.t->due;
	}
};

struct with_turn {
	uint64_t due;
	uint64_t turn;
	hand::timer *t;

	with_turn(hand::timer *t, uint64_t turn) : due(t->due), turn(turn), t(t)
	{
	}

	bool operator<(const with_turn &other) const
	{
		return due < other.due || (due == other.due && turn < other.turn);
	}
};

template <class entry, size_t Children> struct by_hand : hand {
	std::vector<entry> heap;
	block<timer> timers;
	uint64_t turns = 0;

	explicit by_hand(uint32_t n, uint32_t) : timers(n)
	{
		heap.reserve(n);
	}

	void put(size_t i, const entry &e)
	{
		heap[i] = e;
		e.t->place = (uint32_t)i;
	}

	void up(size_t i, const entry &e)
	{
		for (size_t parent; i; i = parent) {
			parent = (i - 1) / Children;
			if (!(e < heap[parent]))
				break;
			put(i, heap[parent]);
		}
		put(i, e);
	}

	void settle(size_t i, const entry &e)
	{
		const size_t n = heap.size();

		for (size_t child; (child = Children * i + 1) < n; i = child) {
			const size_t end = child + Children < n ? child + Children : n;

			for (size_t other = child + 1; other < end; other++)
				child = heap[other] < heap[child] ? other : child;
			if (!(heap[child] < e))
				break;
			put(i, heap[child]);
		}
		up(i, e);
	}

	void set(timer *t)
	{
		const entry e(t, turns++);

		heap.push_back(e);
		up(heap.size() - 1, e);
	}

	void cancel(timer *t)
	{
		const entry last = heap.back();

		heap.pop_back();
		if (last.t != t)
			settle(t->place, last);
	}

	void change(timer *t, uint64_t due)
	{
		t->due = due;
		settle(t->place, entry(t, turns++));
	}

	timer *next(uint64_t now)
	{
		timer *t;

		if (heap.empty() || heap[0].t->due > now)
			return nullptr;
		t = heap[0].t;
		cancel(t);
		return t;
	}
};

/* The standard's: what was cancelled stays in, and is skipped when it comes. */
struct by_lazy {
	TIMER(uint32_t life;);

	struct entry {
		uint64_t due;
		timer *t;
		uint32_t life;

		bool operator<(const entry &other) const
		{
			return due > other.due;
		}
	};

	std::priority_queue<entry> queue;
	block<timer> timers;

	explicit by_lazy(uint32_t n, uint32_t) : timers(n)
	{
	}

	void set(timer *t)
	{
		queue.push({ t->due, t, t->life });
	}

	void cancel(timer *t)
	{
		t->life++;
	}

	void change(timer *t, uint64_t due)
	{
		t->life++;
		t->due = due;
		set(t);
	}

	timer *next(uint64_t now)
	{
		while (!queue.empty() && queue.top().due <= now) {
			const entry first = queue.top();

			queue.pop();
			if (first.life == first.t->life) {
				first.t->life++;
				return first.t;
			}
		}
		return nullptr;
	}
};

#ifdef HAVE_BOOST
template <class T> struct later {
	bool operator()(const T *a, const T *b) const
	{
		return a->due > b->due;
	}
};

template <template <class> class Heap> struct by_boost {
	struct timer;
	typedef Heap<timer> queue_type;
	struct timer {
		uint64_t due;
		uint32_t id, fired;
		typename queue_type::type::handle_type self;
	} __attribute__((aligned(64)));

	typename queue_type::type queue;
	block<timer> timers;

	explicit by_boost(uint32_t n, uint32_t) : timers(n)
	{
	}

	void set(timer *t)
	{
		t->self = queue.push(t);
	}

	void cancel(timer *t)
	{
		queue.erase(t->self);
	}

	void change(timer *t, uint64_t due)
	{
		t->due = due;
		queue.update(t->self);
	}

	timer *next(uint64_t now)
	{
		timer *t;

		if (queue.empty() || queue.top()->due > now)
			return nullptr;
		t = queue.top();
		queue.pop();
		return t;
	}
};

template <class T> struct d_ary {
	typedef boost::heap::d_ary_heap<T *, boost::heap::arity<4>,
					boost::heap::mutable_<true>,
					boost::heap::compare<later<T>>>
		type;
};

#define BOOST peer("Boost d_ary_heap", run<by_boost<d_ary>>)
#else
#define BOOST missing("Boost d_ary_heap", "libboost-dev")
#endif

/*
 * By hand: a wheel of four levels of 256 slots. It knows ticks only, and cannot tell
 * when the next timer is due; each tick costs a look at a slot.
 */
struct by_wheel {
	struct link {
		link *next, *prev;
	};

	TIMER(link node;);

	link slots[4][256], due;
	uint64_t tick = 0;
	block<timer> timers;

	explicit by_wheel(uint32_t n, uint32_t) : timers(n)
	{
		for (auto &level : slots)
			for (link &head : level)
				head.next = head.prev = &head;
		due.next = due.prev = &due;
	}

	static timer *of(link *at)
	{
		return reinterpret_cast<timer *>(reinterpret_cast<char *>(at) -
						 offsetof(timer, node));
	}

	void set(timer *t)
	{
		const uint64_t wait = t->due - tick;
		const int level = wait < 1 << 8	   ? 0 :
				  wait < 1 << 16   ? 1 :
				  wait < 1u << 24 ? 2 :
						     3;
		link *head = &slots[level][t->due >> 8 * level & 255];

		t->node.next = head;
		t->node.prev = head->prev;
		head->prev->next = &t->node;
		head->prev = &t->node;
	}

	void cancel(timer *t)
	{
		t->node.prev->next = t->node.next;
		t->node.next->prev = t->node.prev;
	}

	void change(timer *t, uint64_t due)
	{
		cancel(t);
		t->due = due;
		set(t);
	}

	/* Down to the levels below, when these have gone round. */
	void cascade(int level)
	{
		link *head = &slots[level][tick >> 8 * level & 255];
		link *at = head->next, *next;

		head->next = head->prev = head;
		for (; at != head; at = next) {
			next = at->next;
			set(of(at));
		}
	}

	timer *next(uint64_t now)
	{
		for (;;) {
			link *head = &slots[0][tick & 255];
			timer *t = of(head->next);

			if (head->next != head) {
				cancel(t);
				return t;
			}
			if (tick >= now)
				return nullptr;
			tick++;
			for (int level = 1;
			     level < 4 && !(tick & ((1u << 8 * level) - 1));
			     level++)
				cascade(level);
		}
	}
};

const struct works_column columns[] = {
	{ "in-out1k", COLUMN(FILL, 1000), false },
	{ "in-out100k", COLUMN(FILL, 100000), false },
	{ "in-out1M", COLUMN(FILL, 1000000), true },
	{ "fire1k", COLUMN(FIRE, 1000), false },
	{ "fire100k", COLUMN(FIRE, 100000), false },
	{ "fire1M", COLUMN(FIRE, 1000000), true },
	{ "cancel1k", COLUMN(CANCEL, 1000), false },
	{ "cancel100k", COLUMN(CANCEL, 100000), false },
	{ "change1k", COLUMN(CHANGE, 1000), false },
	{ "change100k", COLUMN(CHANGE, 100000), false },
};

const struct works_contestant contestants[] = {
	peer("hand binary heap", run<by_hand<with_key, 2>>),
	peer("hand, as libevent's", run<by_hand<pointer, 2>>),
	peer("hand heap of four", run<by_hand<with_turn, 4>>),
	ours("iheap", run<by_heap>),
	ours("iheap, comparison", run<by_comparison>),
	peer("priority_queue, lazy", run<by_lazy>),
	BOOST,
	peer("hand wheel", run<by_wheel>),
};

} // namespace

WORK("queue", "an object that is due, cancelled or put off, and set again")
