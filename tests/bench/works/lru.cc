// SPDX-License-Identifier: MIT
/*
 * The order of a cache that throws out what was used longest ago. A hit moves
 * an entry to the front; a miss takes the last one out, gives it another key
 * and puts it in front. Half of the accesses go to an eighth of the keys, and
 * there are twice as many keys as entries. The way from the key to the entry is
 * a plain table for all.
 */
#include "works.h"

#include <list>
#include <vector>
#include <sys/queue.h>

#include <linux-ish/ilist.h>
#include <linux-ish/listpool.h>
#include <linux-ish/walklist.h>

#if __has_include(<boost/intrusive/list.hpp>)
#include <boost/intrusive/list.hpp>
#define HAVE_BOOST 1
#endif

namespace
{

/* List: make(n), and add_front(e), to_front(e), take_last(), of its own entry.
 */
template <class List> void run(struct works_run *run)
{
	typedef typename List::entry entry;
	const uint32_t n = run->size, keys = 2 * n;
	const uint32_t accesses = run->quick ? 200000 : 1000000;
	block<entry *> at(keys);
	block<uint32_t> wanted(accesses);
	dice dice = { n };
	List list(n);

	for (uint32_t i = 0; i < accesses; i++)
		wanted[i] = dice.below(dice.below(2) ? keys / 8 : keys);
	/* Entries lie in memory in the order of anything but their use. */
	shuffled order(n);
	for (uint32_t i = 0; i < n; i++) {
		entry *e = list.nth(order[i]);

		e->key = i;
		at[i] = e;
		list.add_front(e);
	}
	bench_start(&run->watch);
	for (uint32_t i = 0; i < accesses; i++) {
		const uint32_t key = wanted[i];
		entry *e = at[key];

		if (e) {
			list.to_front(e);
			run->sum += e->key;
			continue;
		}
		e = list.take_last();
		at[e->key] = nullptr;
		run->sum += (uint64_t)e->key << 20;
		e->key = key;
		at[key] = e;
		list.add_front(e);
	}
	bench_stop(&run->watch);
	run->units = accesses;
}

#define ENTRY(NODE)           \
	struct entry {        \
		uint64_t key; \
		NODE          \
	} __attribute__((aligned(64)))

/* A list of entries that lie in one block. */
template <class List> struct of_block : List {
	block<typename List::entry> entries;

	explicit of_block(uint32_t n) : entries(n)
	{
	}

	typename List::entry *nth(uint32_t i)
	{
		return &entries[i];
	}
};

/* By hand: no check, no zeroing, nothing counted. */
struct by_hand {
	struct link {
		link *next, *prev;
	};

	ENTRY(link node;);

	link head;

	by_hand() : head{ &head, &head }
	{
	}

	void add_front(entry *e)
	{
		link *next = head.next;

		e->node.prev = &head;
		e->node.next = next;
		next->prev = &e->node;
		head.next = &e->node;
	}

	static void take(link *at)
	{
		at->prev->next = at->next;
		at->next->prev = at->prev;
	}

	void to_front(entry *e)
	{
		take(&e->node);
		add_front(e);
	}

	entry *take_last()
	{
		link *last = head.prev;

		take(last);
		return reinterpret_cast<entry *>(
			reinterpret_cast<char *>(last) - offsetof(entry, node));
	}
};

struct by_ilist {
	ENTRY(struct ilist_node node;);

	struct ilist list;

	by_ilist()
	{
		ilist_init(&list);
	}

	void add_front(entry *e)
	{
		ilist_add(&list, &e->node);
	}

	void to_front(entry *e)
	{
		ilist_move(&list, &e->node);
	}

	entry *take_last()
	{
		return ilist_pop_tail_entry(&list, entry, node);
	}
};

struct by_walklist {
	ENTRY(struct walklist_node node;);

	struct walklist list;

	by_walklist()
	{
		walklist_init(&list);
	}

	void add_front(entry *e)
	{
		walklist_add(&list, &e->node);
	}

	void to_front(entry *e)
	{
		walklist_move(&list, &e->node);
	}

	entry *take_last()
	{
		return walklist_pop_tail_entry(&list, entry, node);
	}
};

/* The entries are the pool's; the last one is not taken out but moved. */
struct by_listpool {
	ENTRY(struct listpool_node node;);

	struct listpool pool;
	std::vector<entry *> all;

	explicit by_listpool(uint32_t n) : all(n)
	{
		struct lish_config config = LISH_CONFIG_INIT;

		config.initial = n;
		if (listpool_init(&pool, entry, node, &config))
			abort();
		for (uint32_t i = 0; i < n; i++)
			if (!(all[i] = listpool_alloc_tail_entry(&pool, entry,
								 node)))
				abort();
	}

	~by_listpool()
	{
		listpool_destroy(&pool);
	}

	entry *nth(uint32_t i)
	{
		return all[i];
	}

	void add_front(entry *e)
	{
		listpool_move(&pool, &e->node);
	}

	void to_front(entry *e)
	{
		listpool_move(&pool, &e->node);
	}

	entry *take_last()
	{
		return listpool_last_entry(&pool, entry, node);
	}
};

struct by_tailq {
	ENTRY(TAILQ_ENTRY(entry) node;);
	TAILQ_HEAD(head, entry) list;

	by_tailq()
	{
		TAILQ_INIT(&list);
	}

	void add_front(entry *e)
	{
		TAILQ_INSERT_HEAD(&list, e, node);
	}

	void to_front(entry *e)
	{
		TAILQ_REMOVE(&list, e, node);
		TAILQ_INSERT_HEAD(&list, e, node);
	}

	entry *take_last()
	{
		entry *e = TAILQ_LAST(&list, head);

		TAILQ_REMOVE(&list, e, node);
		return e;
	}
};

/* A list of values: the entry knows its place in it, as hash tables keep it. */
struct by_std_list {
	struct entry {
		uint64_t key;
		std::list<entry>::iterator self;
		unsigned char rest[32];
	};

	std::list<entry> list, spare;
	block<entry *> entries;

	explicit by_std_list(uint32_t n) : entries(n)
	{
		for (uint32_t i = 0; i < n; i++) {
			spare.emplace_back();
			spare.back().self = --spare.end();
			entries[i] = &spare.back();
		}
	}

	entry *nth(uint32_t i)
	{
		return entries[i];
	}

	void add_front(entry *e)
	{
		list.splice(list.begin(), spare, e->self);
	}

	void to_front(entry *e)
	{
		list.splice(list.begin(), list, e->self);
	}

	entry *take_last()
	{
		entry *e = &list.back();

		spare.splice(spare.begin(), list, e->self);
		return e;
	}
};

#ifdef HAVE_BOOST
namespace bi = boost::intrusive;

struct by_boost {
	typedef bi::list_member_hook<bi::link_mode<bi::normal_link>> hook;

	ENTRY(hook node;);

	typedef bi::list<entry, bi::member_hook<entry, hook, &entry::node>,
			 bi::constant_time_size<false>>
		entry_list;

	entry_list list;

	void add_front(entry *e)
	{
		list.push_front(*e);
	}

	void to_front(entry *e)
	{
		list.splice(list.begin(), list, list.iterator_to(*e));
	}

	entry *take_last()
	{
		entry *e = &list.back();

		list.pop_back();
		return e;
	}
};
#define BOOST peer("Boost list", run<of_block<by_boost>>)
#else
#define BOOST missing("Boost list", "libboost-dev")
#endif

const struct works_column columns[] = {
	{ "10k", 10000, false },
	{ "1M", 1000000, true },
};

const struct works_contestant contestants[] = {
	peer("hand list", run<of_block<by_hand>>),     ours("ilist", run<of_block<by_ilist>>),
	ours("walklist", run<of_block<by_walklist>>),  ours("listpool", run<by_listpool>),
	peer("TAILQ", run<of_block<by_tailq>>),	     BOOST,
	peer("std::list", run<by_std_list>),
};

} // namespace

WORK("lru", "an access to a cache of so many entries, by its order of use")
