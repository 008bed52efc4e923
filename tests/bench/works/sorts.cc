// SPDX-License-Identifier: MIT
/*
 * Sort, as a program does that draws from back to front: all objects lie in
 * memory in the order in which they are kept. Nearly sorted: one in a hundred
 * is anywhere. Moved: each has moved by a few places. All sorts are stable, so
 * that there is one right result.
 */
#include "works.h"

#include <algorithm>
#include <list>
#include <vector>

#include <linux-ish/dense.h>
#include <linux-ish/ilist.h>
#include <linux-ish/listpool.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/sort.h>
#include <linux-ish/walklist.h>

#if __has_include(<boost/intrusive/list.hpp>)
#include <boost/intrusive/list.hpp>
#define HAVE_BOOST 1
#endif

namespace
{

enum { NEARLY, MOVED, RANDOM };

uint32_t key_of(uint32_t id, uint32_t n, uint32_t kind, uint32_t turn)
{
	const uint32_t hash = bench_hash(id + turn * 0x9e3779b9u);

	switch (kind) {
	case NEARLY:
		return hash % 100 ? id : (hash >> 8) % n;
	case MOVED:
		return id + hash % 8;
	default:
		return hash;
	}
}

/* Kind and number in one. */
#define SIZE(kind, n) ((uint32_t)(kind) << 28 | (n))

/* Sorted: object, add(id) in order, each(f), sort(), clear(). */
template <class Sorted> void run(struct works_run *run)
{
	typedef typename Sorted::object object;
	const uint32_t n = run->size & 0xfffffff, kind = run->size >> 28;
	const uint32_t turns = run->quick ? 1 : n < 100000 ? 10 : 2;
	Sorted sorted(n);
	uint64_t place;

	for (uint32_t turn = 0; turn < turns; turn++) {
		sorted.refill();
		sorted.each([&](object *o) {
			o->key = key_of(o->id, n, kind, turn);
		});
		bench_start(&run->watch);
		sorted.sort();
		bench_stop(&run->watch);
		place = 0;
		sorted.each([&](object *o) { run->sum += ++place * o->id; });
	}
	run->units = (double)turns * n;
}

#define OBJECT(NODE)          \
	struct object {       \
		uint32_t key; \
		uint32_t id;  \
		NODE          \
	} __attribute__((aligned(64)))

#define IN_ORDER(X, node_type)                                 \
	static int in_order(void *, const struct node_type *a, \
			    const struct node_type *b)         \
	{                                                      \
		return container_of(a, const object, node)->key > \
		       container_of(b, const object, node)->key;  \
	}

#define EACH(X)                                               \
	template <class F> void each(F f)                     \
	{                                                     \
		X##_for_each_entry(o, &c, object, node) f(o); \
	}

/* Those of ours that do not own their objects. */
#define LISTED(X, node_type, INIT, END, ADD)           \
	OBJECT(struct node_type node;);                \
                                                       \
	struct X c;                                    \
	block<object> objects;                         \
	uint32_t n;                                    \
                                                       \
	IN_ORDER(X, node_type)                         \
	EACH(X)                                        \
                                                       \
	explicit by_##X(uint32_t n) : objects(n), n(n) \
	{                                              \
		for (uint32_t i = 0; i < n; i++)       \
			objects[i].id = i;             \
		INIT;                                  \
	}                                              \
                                                       \
	~by_##X()                                      \
	{                                              \
		END;                                   \
	}                                              \
                                                       \
	void refill()                                  \
	{                                              \
		X##_clear(&c);                         \
		for (uint32_t i = 0; i < n; i++)       \
			ADD;                           \
	}

#define SORTED(X)                                \
	void sort()                              \
	{                                        \
		X##_sort(&c, in_order, nullptr); \
	}

struct by_ilist {
	LISTED(ilist, ilist_node, ilist_init(&c), (void)0,
	       ilist_add_tail(&c, &objects[i].node))
	SORTED(ilist)
};

struct ilist_by_key : by_ilist {
	block<char> scratch;

	static uint64_t key(void *, const struct ilist_node *node)
	{
		return container_of(node, const object, node)->key;
	}

	explicit ilist_by_key(uint32_t n)
	    : by_ilist(n), scratch(ILIST_SORT_SCRATCH(n))
	{
	}

	void sort()
	{
		if (ilist_sort_by_key(&c, key, nullptr, scratch.items,
				      ILIST_SORT_SCRATCH(n)))
			abort();
	}
};

struct by_walklist {
	LISTED(walklist, walklist_node, walklist_init(&c), walklist_forget(&c),
	       walklist_add_tail(&c, &objects[i].node))
	SORTED(walklist)
};

struct by_dense {
	LISTED(dense, dense_idx, lish_sure(dense_init(&c, nullptr)),
	       dense_destroy(&c), lish_sure(dense_add(&c, &objects[i].node)))
	SORTED(dense)
};

struct by_rwarray {
	LISTED(rwarray, rwarray_idx, lish_sure(rwarray_init(&c, nullptr)),
	       rwarray_destroy(&c),
	       lish_sure(rwarray_add_tail(&c, &objects[i].node)))
	SORTED(rwarray)
};

struct by_listpool {
	OBJECT(struct listpool_node node;);

	struct listpool c;
	uint32_t n;

	IN_ORDER(listpool, listpool_node)
	EACH(listpool)
	SORTED(listpool)

	explicit by_listpool(uint32_t n) : n(n)
	{
		if (listpool_init(&c, object, node, nullptr))
			abort();
	}

	~by_listpool()
	{
		listpool_destroy(&c);
	}

	void refill()
	{
		listpool_clear(&c);
		for (uint32_t i = 0; i < n; i++)
			listpool_alloc_tail_entry(&c, object, node)->id = i;
	}
};

struct by_stable_sort {
	OBJECT();

	std::vector<object *> c;
	block<object> objects;

	explicit by_stable_sort(uint32_t n) : c(n), objects(n)
	{
		for (uint32_t i = 0; i < n; i++)
			objects[i].id = i;
	}

	void refill()
	{
		for (uint32_t i = 0; i < c.size(); i++)
			c[i] = &objects[i];
	}

	void sort()
	{
		std::stable_sort(c.begin(), c.end(),
				 [](const object *a, const object *b) {
					 return a->key < b->key;
				 });
	}

	template <class F> void each(F f)
	{
		for (object *o : c)
			f(o);
	}
};

/*
 * By hand, as Ernerfeldt's drop-merge sort: elements out of place go to a second array,
 * which is sorted and merged back from the end. Equal keys go by number.
 */
struct by_drop_merge : by_stable_sort {
	std::vector<object *> dropped;

	explicit by_drop_merge(uint32_t n) : by_stable_sort(n)
	{
	}

	static bool before(const object *a, const object *b)
	{
		return a->key < b->key || (a->key == b->key && a->id < b->id);
	}

	void sort()
	{
		const size_t n = c.size();
		size_t kept = 0, row = 0, i = 0;

		dropped.clear();
		while (i < n) {
			if (!kept || before(c[kept - 1], c[i])) {
				c[kept++] = c[i++];
				row = 0;
			} else if (!row && kept > 1 && before(c[kept - 2], c[i])) {
				dropped.push_back(c[kept - 1]);
				c[kept - 1] = c[i++];
			} else if (row < 8) {
				dropped.push_back(c[i++]);
				row++;
			} else {
				/* What was kept last is out of place, not these. */
				i -= row;
				dropped.resize(dropped.size() - row);
				row = 0;
				while (kept && before(c[i], c[kept - 1]))
					dropped.push_back(c[--kept]);
			}
		}
		std::sort(dropped.begin(), dropped.end(), before);
		for (i = n; !dropped.empty(); dropped.pop_back()) {
			while (kept && before(dropped.back(), c[kept - 1]))
				c[--i] = c[--kept];
			c[--i] = dropped.back();
		}
	}
};

struct by_std_list {
	struct object {
		uint32_t key, id;
		char rest[40];
	};

	std::list<object> c;
	uint32_t n;

	explicit by_std_list(uint32_t n) : n(n)
	{
	}

	void refill()
	{
		c.clear();
		for (uint32_t i = 0; i < n; i++) {
			c.emplace_back();
			c.back().id = i;
		}
	}

	void sort()
	{
		c.sort([](const object &a, const object &b) {
			return a.key < b.key;
		});
	}

	template <class F> void each(F f)
	{
		for (object &o : c)
			f(&o);
	}
};

#ifdef HAVE_BOOST
namespace bi = boost::intrusive;

struct by_boost {
	typedef bi::list_member_hook<bi::link_mode<bi::normal_link>> hook;

	OBJECT(hook node;);

	block<object> objects;
	bi::list<object, bi::member_hook<object, hook, &object::node>,
		 bi::constant_time_size<false>>
		c;
	uint32_t n;

	explicit by_boost(uint32_t n) : objects(n), n(n)
	{
		for (uint32_t i = 0; i < n; i++)
			objects[i].id = i;
	}

	void refill()
	{
		c.clear();
		for (uint32_t i = 0; i < n; i++)
			c.push_back(objects[i]);
	}

	void sort()
	{
		c.sort([](const object &a, const object &b) {
			return a.key < b.key;
		});
	}

	template <class F> void each(F f)
	{
		for (object &o : c)
			f(&o);
	}
};
#define BOOST peer("Boost list", run<by_boost>)
#else
#define BOOST missing("Boost list", "libboost-dev")
#endif

const struct works_column columns[] = {
	{ "nearly10k", SIZE(NEARLY, 10000), false },
	{ "moved10k", SIZE(MOVED, 10000), false },
	{ "random10k", SIZE(RANDOM, 10000), false },
	{ "nearly200k", SIZE(NEARLY, 200000), true },
	{ "moved200k", SIZE(MOVED, 200000), true },
	{ "random200k", SIZE(RANDOM, 200000), true },
};

const struct works_contestant contestants[] = {
	peer("std::stable_sort", run<by_stable_sort>),
	peer("hand drop-merge", run<by_drop_merge>),
	ours("dense", run<by_dense>),
	ours("rwarray", run<by_rwarray>),
	ours("ilist", run<by_ilist>),
	ours("ilist-by-key", run<ilist_by_key>),
	ours("walklist", run<by_walklist>),
	ours("listpool", run<by_listpool>),
	BOOST,
	peer("std::list", run<by_std_list>),
};

} // namespace

WORK("sorts", "a sort of so many; per object")
