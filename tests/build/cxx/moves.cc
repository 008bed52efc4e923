/* SPDX-License-Identifier: MIT */
/*
 * Objects with hooks that move: a std::vector grows, swaps, erases and sorts, and its objects
 * keep their places in their lists. No object is copied. Loops go on from an object that moved.
 */
#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

#include "check.h"
#include "things.h"

static unsigned int reports, moves;
static lish_reason reason;

static void count_reports(const lish_fault *fault)
{
	reports++;
	reason = fault->reason;
}

struct drawing;

struct unit : lish::hook<ilist_node>,
	      lish::hook<walklist_node>,
	      lish::hook<walklist_node, drawing>,
	      lish::hook<locklist_node> {
	explicit unit(int number = 0) noexcept : n(number) {}
	unit(unit &&from) noexcept
		: lish::hook<ilist_node>(std::move(from)), lish::hook<walklist_node>(std::move(from)),
		  lish::hook<walklist_node, drawing>(std::move(from)),
		  lish::hook<locklist_node>(std::move(from)), n(from.n)
	{
		moves++;
	}
	unit &operator=(unit &&) = default;
	int n;
};

static_assert(std::is_nothrow_move_constructible<unit>::value, "");
static_assert(std::is_nothrow_move_assignable<unit>::value, "");
static_assert(std::is_nothrow_default_constructible<unit>::value, "");
static_assert(!std::is_copy_constructible<unit>::value && !std::is_copy_assignable<unit>::value, "");

static lish::ilist<unit> turns;
static lish::walklist<unit> all;
static lish::walklist<unit, nullptr, drawing> drawn;
static lish::locklist<unit> mines;

/* Each list has the numbers of the vector, in their order, or backwards. */
template <class L> static bool has(const L &list, std::vector<int> numbers, bool backwards = false)
{
	std::vector<int> found;

	for (const unit &u : list)
		found.push_back(u.n);
	if (backwards)
		std::reverse(numbers.begin(), numbers.end());
	return found == numbers;
}

static bool lists_have(const std::vector<int> &numbers)
{
	return has(turns, numbers) && has(all, numbers) && has(drawn, numbers, true) &&
	       has(mines, numbers) && ilist_check(&turns, nullptr) == LISH_OK &&
	       walklist_check(&all, nullptr) == LISH_OK &&
	       walklist_check(&drawn, nullptr) == LISH_OK &&
	       locklist_check(&mines, nullptr) == LISH_OK && reports == 0;
}

static void add(unit &u)
{
	turns.add_tail(u);
	all.add_tail(u);
	drawn.add(u);
	lish_sure(mines.add_tail(u));
}

static void vectors()
{
	std::vector<unit> units;
	std::vector<int> numbers;

	for (int i = 0; i < 128; i++) {
		units.emplace_back(i);
		add(units.back());
		numbers.push_back(i);
	}
	/* 1 + 2 + 4 + ... + 64, where a vector doubles */
	CHECK(units.capacity() != 128 || moves == 127);
	CHECK(lists_have(numbers));
	/* The place in the list goes with the object, not with the slot of the vector. */
	std::swap(units[3], units[90]);
	CHECK(units[3].n == 90 && lists_have(numbers));
	std::sort(units.begin(), units.end(), [](const unit &a, const unit &b) { return a.n > b.n; });
	CHECK(units[0].n == 127 && lists_have(numbers));
	units.erase(units.begin() + 27); /* 100 */
	numbers.erase(numbers.begin() + 100);
	CHECK(units.size() == 127 && lists_have(numbers));
	units.erase(std::remove_if(units.begin(), units.end(), [](const unit &u) { return u.n % 2; }),
		    units.end());
	numbers.erase(std::remove_if(numbers.begin(), numbers.end(), [](int n) { return n % 2; }),
		      numbers.end());
	CHECK(lists_have(numbers) && numbers.size() == 63);

	std::vector<unit> others(std::move(units));
	CHECK(lists_have(numbers));
	/* Assigned to: it leaves, and takes the other's place. */
	others[0] = std::move(others[1]);
	numbers.erase(std::find(numbers.begin(), numbers.end(), 126));
	CHECK(lists_have(numbers) && !all.contains(others[1]) && all.of(others[0]) == &all);
	unit &same = others[0];
	others[0] = std::move(same);
	CHECK(lists_have(numbers));
	others.clear();
	CHECK(lists_have({}));
}

/* A body that lets the vector grow: all that were there are visited, once each. */
static void loops()
{
	std::vector<unit> units;
	int visits = 0, sum = 0;

	for (int i = 0; i < 10; i++) {
		units.emplace_back(i);
		all.add_tail(units.back());
	}
	for (unit &u : all.present()) {
		sum += u.n;
		visits++;
		for (int i = 0; i < 5; i++) {
			units.emplace_back(100 + i);
			all.add_tail(units.back());
		}
	}
	CHECK(visits == 10 && sum == 45 && all.count() == 60);
	visits = 0;
	for (unit &u : all) {
		(void)u;
		visits++;
		units.reserve(units.capacity() + 1);
		if (visits % 3 == 0)
			all.del(*std::find_if(units.begin(), units.end(),
					      [](const unit &x) { return all.contains(x); }));
	}
	CHECK(visits + static_cast<int>(all.count()) >= 60 && reports == 0);
	visits = 0;
	for (unit &u : mines) {
		(void)u;
		visits++;
	}
	CHECK(visits == 0);
}

/* Members move with a call: the array tells them apart. */
static void members()
{
	ilist_things i;
	walklist_things w;
	locklist_things l;
	dense_things d;
	rwarray_things r;
	heap_things h;
	thing a(1), b(2);

	i.add(a), w.add(a);
	lish_sure(l.add_tail(a));
	lish_sure(d.add(a));
	lish_sure(r.add_tail(a));
	lish_sure(h.add(a, 5));
	b = a;
	i.node_moved(b), w.node_moved(b), l.node_moved(b), d.node_moved(b), r.node_moved(b);
	h.node_moved(b);
	CHECK(i.first() == &b && w.first() == &b && l.first() == &b && d.at(0) == &b);
	CHECK(h.first() == &b && r.contains(b) && w.is_linked(b) && w.of(b) == &w);
	CHECK(i.is_linked(b) && reports == 0);
}

/* A locked list keeps the node, so an object may not end there. */
static void locked()
{
	lish::locklist<unit> list;
	{
		unit u;

		lish_sure(list.add_tail(u));
		list.lock();
		u.lish::hook<locklist_node>::leave();
		list.unlock();
		CHECK(reports == 0 && list.count() == 0);
	}
	if (LISH_CHECK < 1)
		return;
	alignas(unit) unsigned char memory[sizeof(unit)];
	unit *u = new (memory) unit;

	lish_sure(list.add_tail(*u));
	list.lock();
	u->~unit();
	CHECK(reports == 1 && reason == LISH_LOCKED);
	list.unlock();
	reports = 0;
}

int main()
{
	lish_set_report(count_reports);
	vectors();
	loops();
	members();
	locked();
	return finish();
}
