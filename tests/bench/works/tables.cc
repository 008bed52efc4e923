// SPDX-License-Identifier: MIT
/*
 * Objects of 64 bytes that are found by a key of 64 bits. "by hand" is what the kernel's
 * hashtable.h makes: an array of as many chains as objects, or up to twice as many, and a list
 * of all. It does not grow. std::unordered_map allocates each element.
 */
#include "works.h"

#include <memory>
#include <unordered_map>

#include <linux-ish/ihash.h>

#if __has_include(<boost/intrusive/unordered_set.hpp>)
#include <boost/intrusive/unordered_set.hpp>
#define HAVE_BOOST 1
#endif
#if __has_include(<uthash.h>)
#include <uthash.h>
#define HAVE_UTHASH 1
#endif

namespace
{

enum job { HIT, MISS, CHANGE, FRAME, PASS, GROW };
#define COLUMN(job, n) ((uint32_t)(job) << 28 | (n))

#define OBJECT(NODE)            \
	struct object {         \
		uint64_t key;   \
		uint32_t value; \
		NODE            \
	} __attribute__((aligned(64)))

/* Table: object; Table(n): for n objects, or 0: it grows; find(key), add(o), del(o), each(f). */
template <class Table> void run(struct works_run *run)
{
	typedef typename Table::object object;
	const uint32_t n = run->size & 0xfffffff, job = run->size >> 28;
	const uint32_t least = run->quick ? 50000 : 2000000;
	uint32_t rounds = least / n + 1, visits = 0;
	block<object> objects(n);
	block<uint64_t> keys(2 * n);
	shuffled order(n), asked(n);
	dice dice = { n };
	Table *table = new Table(job == GROW ? 0 : n);
	uint64_t sum = 0;

	for (uint32_t i = 0; i < 2 * n; i++)
		keys[i] = (uint64_t)dice.below(0xffffffff) << 32 | i;
	for (uint32_t i = 0; i < n; i++)
		objects[i].key = keys[i], objects[i].value = 1;
	if (job == GROW)
		bench_start(&run->watch);
	for (uint32_t i = 0; i < n; i++)
		table->add(&objects[order[i]]);
	if (job != GROW)
		bench_start(&run->watch);
	for (uint32_t r = 0; r < rounds && job != GROW; r++) {
		switch (job) {
		case HIT:
			for (uint32_t i = 0; i < n; i++)
				sum += table->find(keys[asked[i]])->value;
			break;
		case MISS:
			for (uint32_t i = 0; i < n; i++)
				sum += table->find(keys[n + asked[i]]) == nullptr;
			break;
		case CHANGE:
			for (uint32_t i = 0; i < n; i++) {
				object *o = &objects[asked[i]];

				table->del(o);
				table->add(o);
				sum += o->value;
			}
			break;
		default:
			for (uint32_t i = 0; i < n / 10 && job == FRAME; i++) {
				object *o = &objects[asked[(r * (n / 10) + i) % n]];

				table->del(o);
				table->add(o);
			}
			table->each([&](object *o) { sum += o->value++; });
		}
		visits += n;
	}
	bench_stop(&run->watch);
	run->units = job == GROW ? n : visits;
	run->sum = sum;
	table->each([&](object *o) { run->sum += o->value; });
	delete table;
}

struct by_ihash {
	OBJECT(struct ihash_node node;);
	struct ihash table;

	explicit by_ihash(uint32_t n)
	{
		struct lish_config config = LISH_CONFIG_INIT;

		config.initial = n;
		if (ihash_init(&table, &config))
			abort();
	}
	~by_ihash()
	{
		ihash_forget(&table);
		ihash_destroy(&table);
	}
	object *find(uint64_t key)
	{
		ihash_for_each_hash_entry(o, &table, ihash_u64(key), object, node)
			if (o->key == key)
				return o;
		return nullptr;
	}
	void add(object *o) { ihash_add(&table, &o->node, ihash_u64(o->key)); }
	void del(object *o) { ihash_del(&table, &o->node); }
	template <class F> void each(F f)
	{
		ihash_for_each_entry(o, &table, object, node)
			f(o);
	}
};

struct by_ihash_find : by_ihash {
	using by_ihash::by_ihash;
	static bool is(const void *key, const struct ihash_node *node)
	{
		return container_of(node, const object, node)->key == *(const uint64_t *)key;
	}
	object *find(uint64_t key)
	{
		return ihash_find_entry(&table, ihash_u64(key), &key, is, object, node);
	}
};

/* As hlist_node and list_head of the kernel. */
struct by_hand {
	struct ring {
		ring *next, *prev;
	};
	struct link {
		link *next, **pprev;
	};
	OBJECT(ring all; link chain;);
	link **buckets;
	uint32_t shift = 31;
	ring head = { &head, &head };
	bool grows;

	explicit by_hand(uint32_t n) : grows(!n)
	{
		while ((uint32_t)1 << (32 - shift) < n)
			shift--;
		buckets = (link **)calloc((size_t)1 << (32 - shift), sizeof(*buckets));
		if (!buckets)
			abort();
	}
	~by_hand() { free(buckets); }
	link **bucket(uint64_t key) { return &buckets[ihash_u64(key) * 0x61c88647u >> shift]; }
	object *find(uint64_t key)
	{
		for (link *l = *bucket(key); l; l = l->next) {
			object *o = (object *)((char *)l - offsetof(object, chain));

			if (o->key == key)
				return o;
		}
		return nullptr;
	}
	void add(object *o)
	{
		link **first = bucket(o->key);

		o->chain.next = *first;
		if (*first)
			(*first)->pprev = &o->chain.next;
		*first = &o->chain;
		o->chain.pprev = first;
		o->all.next = &head;
		o->all.prev = head.prev;
		head.prev->next = &o->all;
		head.prev = &o->all;
	}
	void del(object *o)
	{
		*o->chain.pprev = o->chain.next;
		if (o->chain.next)
			o->chain.next->pprev = o->chain.pprev;
		o->all.next->prev = o->all.prev;
		o->all.prev->next = o->all.next;
	}
	template <class F> void each(F f)
	{
		for (ring *r = head.next; r != &head; r = r->next)
			f((object *)((char *)r - offsetof(object, all)));
	}
};

void hand(struct works_run *given)
{
	given->cannot = given->size >> 28 == GROW;
	if (!given->cannot)
		run<by_hand>(given);
}

struct by_std {
	OBJECT();
	std::unordered_map<uint64_t, object *> table;

	explicit by_std(uint32_t n) { table.reserve(n); }
	object *find(uint64_t key)
	{
		auto found = table.find(key);

		return found == table.end() ? nullptr : found->second;
	}
	void add(object *o) { table.emplace(o->key, o); }
	void del(object *o) { table.erase(o->key); }
	template <class F> void each(F f)
	{
		for (auto &pair : table)
			f(pair.second);
	}
};

#ifdef HAVE_UTHASH
struct by_uthash {
	OBJECT(UT_hash_handle hh;);
	object *table = nullptr;

	explicit by_uthash(uint32_t) {}
	~by_uthash() { HASH_CLEAR(hh, table); }
	object *find(uint64_t key)
	{
		object *found;

		HASH_FIND(hh, table, &key, sizeof(key), found);
		return found;
	}
	void add(object *o) { HASH_ADD(hh, table, key, sizeof(o->key), o); }
	void del(object *o) { HASH_DEL(table, o); }
	template <class F> void each(F f)
	{
		for (object *o = table; o; o = (object *)o->hh.next)
			f(o);
	}
};
#define UTHASH peer("uthash", run<by_uthash>)
#else
#define UTHASH missing("uthash", "uthash-dev")
#endif

#ifdef HAVE_BOOST
namespace bi = boost::intrusive;

struct by_boost {
	typedef bi::unordered_set_member_hook<bi::link_mode<bi::normal_link>, bi::store_hash<true>> hook;
	OBJECT(hook node;);
	struct key_of {
		typedef uint64_t type;
		const uint64_t &operator()(const object &o) const { return o.key; }
	};
	struct hash {
		size_t operator()(uint64_t key) const { return ihash_u64(key) * 0x9e3779b97f4a7c15u >> 32; }
	};
	typedef bi::unordered_set<object, bi::member_hook<object, hook, &object::node>,
				  bi::key_of_value<key_of>, bi::hash<hash>, bi::power_2_buckets<true>,
				  bi::constant_time_size<true>> set;
	size_t count = 1;
	std::unique_ptr<set::bucket_type[]> buckets{ new set::bucket_type[1] };
	set table{ set::bucket_traits(buckets.get(), 1) };

	explicit by_boost(uint32_t n) { grow(n); }
	~by_boost() { table.clear(); }
	void grow(size_t n)
	{
		size_t more = count;

		while (more < n)
			more *= 2;
		if (more == count)
			return;
		std::unique_ptr<set::bucket_type[]> wider{ new set::bucket_type[more] };
		table.rehash(set::bucket_traits(wider.get(), more));
		buckets.swap(wider);
		count = more;
	}
	object *find(uint64_t key)
	{
		auto found = table.find(key);

		return found == table.end() ? nullptr : &*found;
	}
	void add(object *o)
	{
		if (table.size() == count)
			grow(2 * count);
		table.insert(*o);
	}
	void del(object *o) { table.erase(table.iterator_to(*o)); }
	template <class F> void each(F f)
	{
		for (object &o : table)
			f(&o);
	}
};
#define BOOST peer("Boost unordered_set", run<by_boost>)
#else
#define BOOST missing("Boost unordered_set", "libboost-dev")
#endif

const struct works_column columns[] = {
	{ "hit, 1k", COLUMN(HIT, 1000), false },
	{ "hit, 100k", COLUMN(HIT, 100000), false },
	{ "hit, 1M", COLUMN(HIT, 1000000), true },
	{ "miss, 1k", COLUMN(MISS, 1000), false },
	{ "miss, 100k", COLUMN(MISS, 100000), false },
	{ "miss, 1M", COLUMN(MISS, 1000000), true },
	{ "del and add, 1k", COLUMN(CHANGE, 1000), false },
	{ "del and add, 100k", COLUMN(CHANGE, 100000), false },
	{ "del and add, 1M", COLUMN(CHANGE, 1000000), true },
	{ "frame, 100k", COLUMN(FRAME, 100000), false },
	{ "pass, 100k", COLUMN(PASS, 100000), false },
	{ "growth to 1M", COLUMN(GROW, 1000000), true },
};

const struct works_contestant contestants[] = {
	ours("ihash", run<by_ihash>), ours("ihash, find_entry", run<by_ihash_find>),
	peer("by hand", hand),	      UTHASH,
	BOOST,			      peer("std::unordered_map", run<by_std>),
};

} // namespace

WORK("tables", "an object that is found, replaced or visited in a table of so many")
