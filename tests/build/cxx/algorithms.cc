/* SPDX-License-Identifier: MIT */
/*
 * const_range(), unchanged() and loops over a const container are forward ranges: for algorithms of
 * C++11, and for ranges and views of C++20. Each container is used like a vector with the
 * same objects.
 */
#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>
#if __cplusplus >= 202002L && __has_include(<ranges>)
#include <ranges>
#endif

#include "check.h"
#include "things.h"

static void add(lish::slotpool<thing> &c, thing &t) { CHECK(c.make(t)); }
static void add(lish::densepool<thing> &c, thing &t) { CHECK(c.make(t)); }
static void add(lish::listpool<thing> &c, thing &t) { CHECK(c.make_tail(t)); }

static bool odd(const thing &t) { return t.n % 2; }
static bool big(const thing &t) { return t.n > 99; }
static bool same(const thing &a, const thing &b) { return a.n == b.n; }

/* What is in both: found from begin() on, twice, and by copies of iterators. */
template <class T, class R> static void forward(const R &range, const std::vector<thing> &all)
{
	typedef decltype(range.begin()) iterator;
	typedef std::iterator_traits<iterator> traits;
	static_assert(std::is_same<typename traits::iterator_category, std::forward_iterator_tag>::value,
		      "");
	static_assert(std::is_same<typename traits::value_type, thing>::value, "");
	static_assert(std::is_same<typename traits::reference, T &>::value, "");
	const iterator first = range.begin(), last = range.end();
	iterator none, it = first;

	CHECK(none == iterator() && last == range.end());
	for (int twice = 0; twice < 2; twice++) {
		CHECK(std::distance(first, last) == static_cast<long>(all.size()));
		CHECK(std::equal(first, last, all.begin(), same));
	}
	CHECK(std::any_of(first, last, odd) == std::any_of(all.begin(), all.end(), odd));
	CHECK(std::count_if(first, last, odd) == std::count_if(all.begin(), all.end(), odd));
	CHECK(std::find_if(first, last, big) == last);
	CHECK(std::adjacent_find(first, last, same) == last);
	if (all.empty()) {
		CHECK(first == last);
		return;
	}
	CHECK(std::find_if(first, last, odd)->n == 1);
	CHECK(std::max_element(first, last,
			       [](const thing &a, const thing &b) { return a.n < b.n; })
		      ->n == all.back().n);
	CHECK((it++)->n == 1 && it->n == 2 && (++it)->n == 3 && first->n == 1);
	/* Two steps without a look in between. */
	it = first;
	++it;
	++it;
	CHECK(it->n == 3 && it == std::next(first, 2) && it != first);
	std::vector<int> numbers;
	std::transform(first, last, std::back_inserter(numbers), [](const thing &t) { return t.n; });
	CHECK(numbers.size() == all.size() && numbers.back() == all.back().n);

#ifdef __cpp_lib_ranges
	static_assert(std::forward_iterator<iterator>);
	static_assert(std::ranges::forward_range<const R>);
	CHECK(std::ranges::any_of(range, odd));
	CHECK(std::ranges::count_if(range, odd) == std::count_if(all.begin(), all.end(), odd));
	CHECK(std::ranges::find_if(range, odd)->n == 1);
	CHECK(std::ranges::find(range, 3, &thing::n)->n == 3);
#if !defined(__clang__) || __clang_major__ >= 16 /* before, it could not compile libstdc++'s */
	int sum = 0;
	for (const thing &t : range | std::views::filter(odd) | std::views::take(2))
		sum += t.n;
	CHECK(sum == 1 + 3);
#endif
#endif
}

template <class C> static void is_forward()
{
	for (int n : { 0, 6, 200 }) {
		std::vector<thing> all;
		C c;

		for (int i = 1; i <= n; i++)
			all.emplace_back(i);
		std::vector<thing> copies = all;
		for (thing &t : copies)
			add(c, t);
		const C &constant = c;
		if (n < 99) {
			forward<const thing>(c.const_range(), all);
			forward<const thing>(constant, all);
			forward<thing>(c.unchanged(), all);
		}
		CHECK(std::equal(constant.begin(), constant.end(), all.begin(), same));
		/* An algorithm that copies no iterator is a loop. */
		int visits = 0;
		std::for_each(c.begin(), c.end(), [&](thing &) { visits++; });
		CHECK(visits == n);
		c.clear();
	}
}

/* What an algorithm has found is const; it can be taken out. */
static void found()
{
	thing a(1), b(2);
	walklist_things w;
	ilist_things i;
	dense_things d;
	lish::slotpool<thing> pool;

	for (thing *t : { &a, &b }) {
		w.add_tail(*t);
		i.add_tail(*t);
		lish_sure(d.add(*t));
		pool.make(t->n);
	}
	w.del(*std::find_if(w.const_range().begin(), w.const_range().end(), odd));
	CHECK(w.count() == 1 && w.first() == &b);
	const thing &c = *i.const_range().begin();
	ilist_things::del(c);
	CHECK(i.count() == 1 && i.first() == &b && !ilist_things::leave(c) && !w.leave(c));
	d.del(c);
	CHECK(!d.leave(c) && d.count() == 1);
	pool.destroy(*std::find_if(pool.const_range().begin(), pool.const_range().end(), odd));
	CHECK(pool.count() == 1);
}

/* What unchanged() has found is not const. */
template <class C> static thing *search(C &c, int n)
{
	for (thing &t : c.unchanged())
		if (t.n == n)
			return &t;
	return nullptr;
}

static void found_to_change()
{
	thing a(1);
	walklist_things w;
	lish::slotpool<thing> pool;

	w.add_tail(a);
	CHECK(search(w, 1) == &a && !search(w, 2));
	search(w, 1)->n = 2;
	CHECK(search(w, 2) == &a);
	CHECK(search(pool, 1) == nullptr && pool.make(1) && search(pool, 1));
}

/* from() takes what next() and pop() return. */
static void from_none()
{
	thing a(1), b(2);
	walklist_things w;
	ilist_things i;
	lish::listpool<thing> pool;
	int visits = 0;

	for (thing *t : { &a, &b }) {
		w.add_tail(*t);
		i.add_tail(*t);
	}
	thing *first = pool.make_tail(1), *last = pool.make_tail(2);
	for (thing *none : { w.next(b), i.prev(a), pool.next(*last) }) {
		CHECK(!none);
		for (thing &t : w.from(none))
			visits += t.n;
		for (thing &t : i.from(none))
			visits += t.n;
		for (thing &t : pool.from(none))
			visits += t.n;
	}
	CHECK(visits == 0);
	for (thing &t : w.from(w.next(a)))
		visits += t.n;
	for (thing &t : i.from(i.next(a)))
		visits += t.n;
	for (thing &t : pool.from(pool.next(*first)))
		visits += t.n;
	CHECK(visits == 6);
}

int main()
{
	is_forward<ilist_things>();
	is_forward<walklist_things>();
	is_forward<locklist_things>();
	is_forward<dense_things>();
	is_forward<rwarray_things>();
	is_forward<lish::slotpool<thing>>();
	is_forward<lish::densepool<thing>>();
	is_forward<lish::listpool<thing>>();
	found();
	found_to_change();
	from_none();
	return finish();
}
