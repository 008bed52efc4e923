// SPDX-License-Identifier: MIT
/*
 * Add to a sorted list that keeps its length: one element leaves, gets a new key and is
 * added again. "near": the keys grow, as those of events do. The element that leaves is
 * near the front, and most new keys belong among the last elements. "any": all keys are
 * random, so a search passes half of the list.
 *
 * Lists search from the end. An element is added after its equals, so there is one right
 * result. The tree of the standard library finds it in another way. With "near" the objects
 * are scattered over memory, also those of a pool and of malloc. With "any" they lie in the
 * order of the list, or a search would time nothing but cache misses.
 */
#include "works.h"

#include <list>
#include <set>
#include <vector>

#include <linux-ish/ilist.h>
#include <linux-ish/listpool.h>
#include <linux-ish/walklist.h>

#if __has_include(<boost/intrusive/list.hpp>)
#include <boost/intrusive/list.hpp>
#define HAVE_BOOST 1
#endif

namespace
{

enum { NEAR, ANY };

/* Kind and number in one. */
#define SIZE(kind, n) ((uint32_t)(kind) << 28 | (n))

/* Keys of events that are 16 apart and wait for 128, some of them for 4096. */
uint32_t near_key(dice &dice, uint32_t event)
{
	return 16 * event + dice.below(dice.below(16) ? 128 : 4096);
}

/* In the order in which elements are added at first. */
struct order : shuffled {
	order(uint32_t n, uint32_t kind) : shuffled(n)
	{
		for (uint32_t i = 0; kind == ANY && i < n; i++)
			items[i] = i;
	}
};

/* Elements: made of n and an order; add(id, key), del(id), each(f). */
template <class Elements> void run(struct works_run *run)
{
	const uint32_t n = run->size & 0xfffffff, kind = run->size >> 28;
	const uint32_t all = kind == NEAR ? 300000 : n < 100000 ? 30000 : 300;
	const uint32_t steps = run->quick ? all / 10 : all;
	order order(n, kind);
	Elements elements(n, order);
	block<uint32_t> keys(steps), leaving(steps);
	dice dice = { n };
	uint64_t place = 0;

	/* In order, or the first adds would take longer than all others. */
	for (uint32_t i = 0; i < n; i++)
		elements.add(order[i], kind == NEAR ? near_key(dice, i)
						    : i * (UINT32_MAX / n));
	for (uint32_t i = 0; i < steps; i++) {
		keys[i] = kind == NEAR ? near_key(dice, n + i)
				       : dice.below(UINT32_MAX);
		leaving[i] = kind == NEAR ? order[i % n] : dice.below(n);
	}
	bench_start(&run->watch);
	for (uint32_t i = 0; i < steps; i++) {
		elements.del(leaving[i]);
		elements.add(leaving[i], keys[i]);
	}
	bench_stop(&run->watch);
	elements.each([&](uint32_t id, uint32_t key) {
		run->sum += ++place * (id + (uint64_t)key * n);
	});
	run->units = steps;
}

#define OBJECT(NODE)          \
	struct object {       \
		uint32_t key; \
		uint32_t id;  \
		NODE          \
	} __attribute__((aligned(64)))

/* Objects that lie in an array by their numbers. */
#define OBJECTS                                \
	block<object> objects;                 \
                                               \
	object *nth(uint32_t id, uint32_t key) \
	{                                      \
		objects[id].id = id;           \
		objects[id].key = key;         \
		return &objects[id];           \
	}

struct by_hand {
	struct link {
		link *next, *prev;
	};

	OBJECT(link node;);
	OBJECTS

	link head;

	by_hand(uint32_t n, order &) : objects(n), head{ &head, &head }
	{
	}

	static object *of(link *at)
	{
		return container_of(at, object, node);
	}

	void del(uint32_t id)
	{
		link *at = &objects[id].node;

		at->prev->next = at->next;
		at->next->prev = at->prev;
	}

	void add(uint32_t id, uint32_t key)
	{
		object *o = nth(id, key);
		link *at = head.prev;

		while (at != &head && of(at)->key > o->key)
			at = at->prev;
		o->node.prev = at;
		o->node.next = at->next;
		at->next->prev = &o->node;
		at->next = &o->node;
	}

	template <class F> void each(F f)
	{
		for (link *at = head.next; at != &head; at = at->next)
			f(of(at)->id, of(at)->key);
	}
};

#define EACH(X)                                                           \
	template <class F> void each(F f)                                 \
	{                                                                 \
		X##_for_each_entry(o, &c, object, node) f(o->id, o->key); \
	}

struct by_ilist {
	OBJECT(struct ilist_node node;);
	OBJECTS
	EACH(ilist)

	struct ilist c;

	by_ilist(uint32_t n, order &) : objects(n)
	{
		ilist_init(&c);
	}

	static int in_order(void *, const struct ilist_node *a,
			    const struct ilist_node *b)
	{
		return container_of(a, const object, node)->key >
		       container_of(b, const object, node)->key;
	}

	void del(uint32_t id)
	{
		ilist_del(&objects[id].node);
	}

	void add(uint32_t id, uint32_t key)
	{
		ilist_add_sorted(&c, &nth(id, key)->node, in_order, nullptr);
	}
};

struct by_walklist {
	OBJECT(struct walklist_node node;);
	OBJECTS
	EACH(walklist)

	struct walklist c;

	by_walklist(uint32_t n, order &) : objects(n)
	{
		walklist_init(&c);
	}

	~by_walklist()
	{
		walklist_forget(&c);
	}

	static int in_order(void *, const struct walklist_node *a,
			    const struct walklist_node *b)
	{
		return container_of(a, const object, node)->key >
		       container_of(b, const object, node)->key;
	}

	void del(uint32_t id)
	{
		walklist_del(&c, &objects[id].node);
	}

	void add(uint32_t id, uint32_t key)
	{
		walklist_add_sorted(&c, &nth(id, key)->node, in_order, nullptr);
	}
};

/* Elements come from the pool when they are added. */
struct by_listpool {
	OBJECT(struct listpool_node node;);
	EACH(listpool)

	struct listpool c;
	std::vector<object *> objects;

	by_listpool(uint32_t n, order &order) : objects(n)
	{
		if (listpool_init(&c, object, node, nullptr))
			abort();
		for (object *&o : objects)
			o = listpool_alloc_entry(&c, object, node);
		for (uint32_t i = n; i--;)
			del(order[i]);
	}

	~by_listpool()
	{
		listpool_destroy(&c);
	}

	void del(uint32_t id)
	{
		listpool_free(&c, &objects[id]->node);
	}

	void add(uint32_t id, uint32_t key)
	{
		object *at = listpool_last_entry(&c, object, node);

		while (at && at->key > key)
			at = listpool_prev_entry(&c, at, object, node);
		at = at ? listpool_alloc_after_entry(&c, at, object, node)
			: listpool_alloc_entry(&c, object, node);
		at->id = id;
		at->key = key;
		objects[id] = at;
	}
};

struct by_std_list {
	struct object {
		uint32_t key, id;
		char rest[40];
	};

	std::list<object> c;
	std::vector<std::list<object>::iterator> objects;

	by_std_list(uint32_t n, order &order) : objects(n)
	{
		for (auto &at : objects)
			at = c.emplace(c.end());
		for (uint32_t i = n; i--;)
			del(order[i]);
	}

	void del(uint32_t id)
	{
		c.erase(objects[id]);
	}

	void add(uint32_t id, uint32_t key)
	{
		auto at = c.end();

		while (at != c.begin() && std::prev(at)->key > key)
			--at;
		at = c.emplace(at);
		at->id = id;
		at->key = key;
		objects[id] = at;
	}

	template <class F> void each(F f)
	{
		for (object &o : c)
			f(o.id, o.key);
	}
};

struct by_std_multiset {
	OBJECT();
	OBJECTS

	struct less {
		bool operator()(const object *a, const object *b) const
		{
			return a->key < b->key;
		}
	};

	typedef std::multiset<object *, less> tree;

	tree c;
	std::vector<tree::iterator> places;

	by_std_multiset(uint32_t n, order &) : objects(n), places(n)
	{
	}

	void del(uint32_t id)
	{
		c.erase(places[id]);
	}

	void add(uint32_t id, uint32_t key)
	{
		places[id] = c.insert(nth(id, key));
	}

	template <class F> void each(F f)
	{
		for (object *o : c)
			f(o->id, o->key);
	}
};

#ifdef HAVE_BOOST
namespace bi = boost::intrusive;

struct by_boost {
	typedef bi::list_member_hook<bi::link_mode<bi::normal_link>> hook;

	OBJECT(hook node;);
	OBJECTS

	typedef bi::list<object, bi::member_hook<object, hook, &object::node>,
			 bi::constant_time_size<false>>
		list;

	list c;

	by_boost(uint32_t n, order &) : objects(n)
	{
	}

	~by_boost()
	{
		c.clear();
	}

	void del(uint32_t id)
	{
		c.erase(list::s_iterator_to(objects[id]));
	}

	void add(uint32_t id, uint32_t key)
	{
		auto at = c.end();

		while (at != c.begin() && std::prev(at)->key > key)
			--at;
		c.insert(at, *nth(id, key));
	}

	template <class F> void each(F f)
	{
		for (object &o : c)
			f(o.id, o.key);
	}
};
#define BOOST peer("Boost list", run<by_boost>)
#else
#define BOOST missing("Boost list", "libboost-dev")
#endif

const struct works_column columns[] = {
	{ "near1k", SIZE(NEAR, 1000), false },
	{ "near100k", SIZE(NEAR, 100000), false },
	{ "any1k", SIZE(ANY, 1000), false },
	{ "any100k", SIZE(ANY, 100000), true },
};

const struct works_contestant contestants[] = {
	peer("hand list", run<by_hand>),
	ours("ilist", run<by_ilist>),
	ours("walklist", run<by_walklist>),
	ours("listpool", run<by_listpool>),
	BOOST,
	peer("std::list", run<by_std_list>),
	peer("std::multiset", run<by_std_multiset>),
};

} // namespace

WORK("sorted-add",
     "an element leaves a sorted list of so many, and is added again")
