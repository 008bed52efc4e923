/* SPDX-License-Identifier: MIT */
/* Boost.Intrusive, and a vector and a list of the standard library. */
#include <algorithm>
#include <list>
#include <vector>
#include <boost/intrusive/list.hpp>
#include <linux-ish/dense.h>
#include <linux-ish/ilist.h>
#include <linux-ish/listpool.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/sort.h>

namespace bi = boost::intrusive;

struct o {
	char name;
	bi::list_member_hook<> t;
	ilist_node l;
	dense_idx d;
	rwarray_idx r;
};

struct cell {
	char name;
	listpool_node node;
};

typedef bi::list<o, bi::member_hook<o, bi::list_member_hook<>, &o::t> > list;

static o objects[26];
static list h, h2;
static ilist i, i2;
static std::vector<o *> v, v2;
static dense d;
static rwarray r;
static std::list<char> chars;
static listpool cells;

#include "orders.h"

static void fill()
{
	h.clear();
	h2.clear();
	v.clear();
	v2.clear();
	chars.clear();
	ilist_init(&i);
	ilist_init(&i2);
	if (dense_init(&d, nullptr) || rwarray_init(&r, nullptr) ||
	    listpool_init(&cells, cell, node, nullptr))
		wrong++;
	for (char letter = 'a'; letter <= 'z'; letter++) {
		O(letter)->name = letter;
		ilist_node_init(&O(letter)->l);
		dense_idx_init(&O(letter)->d);
		rwarray_idx_init(&O(letter)->r);
	}
	for (char letter = 'a'; letter <= 'd'; letter++) {
		h.push_back(*O(letter));
		ilist_add_tail(&i, &O(letter)->l);
		v.push_back(O(letter));
		v2.push_back(O(letter));
		if (dense_add(&d, &O(letter)->d) || rwarray_add_tail(&r, &O(letter)->r))
			wrong++;
		chars.push_back(letter);
		listpool_alloc_tail_entry(&cells, cell, node)->name = letter;
	}
	for (char letter = 'x'; letter <= 'z'; letter++) {
		h2.push_back(*O(letter));
		ilist_add_tail(&i2, &O(letter)->l);
	}
}

static void show()
{
	for (o &at : h)
		note(there, at.name);
	note(there, ';');
	for (o *at : v)
		note(there, at->name);
	note(there, ';');
	for (o *at : v2)
		note(there, at->name);
	note(there, ';');
	for (char at : chars)
		note(there, at);
	ilist_for_each_entry(at, &i, o, l)
		note(here, at->name);
	note(here, ';');
	dense_for_each_entry(at, &d, o, d)
		note(here, at->name);
	note(here, ';');
	rwarray_for_each_entry(at, &r, o, r)
		note(here, at->name);
	note(here, ';');
	listpool_for_each_entry(at, &cells, cell, node)
		note(here, at->name);
	dense_destroy(&d);
	rwarray_destroy(&r);
	listpool_destroy(&cells);
}

static int by_pair(void *, const ilist_node *a, const ilist_node *b)
{
	return container_of(a, const o, l)->name % 2 - container_of(b, const o, l)->name % 2;
}

static bool odd(const o *at)
{
	return at->name % 2;
}

int main()
{
	ROW("push_back", h.push_back(*O('n')), ilist_add_tail(&i, &O('n')->l));
	ROW("push_front", h.push_front(*O('n')), ilist_add(&i, &O('n')->l));
	ROW("insert", h.insert(h.iterator_to(*O('b')), *O('n')),
	    ilist_add_before(&O('b')->l, &O('n')->l));
	ROW("erase", h.erase(h.iterator_to(*O('b'))), ilist_del(&O('b')->l));
	ROW("front, back", (note(there, h.front().name), note(there, h.back().name)),
	    (note(here, ilist_first_entry(&i, o, l)->name),
	     note(here, ilist_last_entry(&i, o, l)->name)));
	ROW("splice", h.splice(h.iterator_to(*O('b')), h2),
	    { ilist_drain_entry(at, &i2, o, l) ilist_add_before(&O('b')->l, &at->l); });
	ROW("sort", h.sort([](const o &a, const o &b) { return a.name % 2 < b.name % 2; }),
	    ilist_sort(&i, by_pair, nullptr));
	ROW("merge",
	    h.merge(h2, [](const o &a, const o &b) { return a.name < b.name; }),
	    ilist_splice_tail(&i, &i2));
	ROW("clear_and_dispose",
	    h.clear_and_dispose([](o *at) { note(there, at->name); }),
	    { ilist_drain_entry(at, &i, o, l) note(here, at->name); });
	ROW("vector: erase, the last takes the place",
	    (*std::find(v.begin(), v.end(), O('b')) = v.back(), v.pop_back()),
	    dense_del(&d, &O('b')->d));
	ROW("vector: erase(remove_if)",
	    v2.erase(std::remove_if(v2.begin(), v2.end(), odd), v2.end()),
	    { rwarray_for_each_entry(at, &r, o, r) if (odd(at)) rwarray_del(&r, &at->r); });
	ROW("list: emplace_back, pop_front", (chars.emplace_back('n'), chars.pop_front()),
	    (listpool_alloc_tail_entry(&cells, cell, node)->name = 'n',
	     listpool_free(&cells, &listpool_first_entry(&cells, cell, node)->node)));
	ROW("list: splice", chars.splice(chars.begin(), chars, --chars.end()),
	    listpool_move_before(&cells, &listpool_first_entry(&cells, cell, node)->node,
				 &listpool_last_entry(&cells, cell, node)->node));
	h.clear();
	h2.clear();
	return done();
}
