/* SPDX-License-Identifier: MIT */
/*
 * linux-ish.hpp: lists, arrays, iheap and inbox as classes. Each range deletes any
 * element, nests, and is left by break, return and exceptions; hooks leave by
 * themselves; each method does what the C call of its name does.
 */
#include <algorithm>
#include <memory>
#include <string>

#include <linux-ish/linux-ish.hpp>
#include "check.h"

static unsigned int reports;

static void count_reports(const lish_fault *)
{
	reports++;
}

/* A class with a base, virtual functions and a private node. */
class base {
public:
	virtual ~base() {}
	int before = 0;
};

class thing : public base {
	walklist_node private_link{};

public:
	explicit thing(int number = 0) : n(number) {}
	typedef lish::walklist<thing, &thing::private_link> hidden_list;

	int n;
	ilist_node i{};
	walklist_node w{};
	locklist_node l{};
	dense_idx d{};
	rwarray_idx r{};
	iheap_idx h{};
	inbox_node in{};
};

typedef lish::ilist<thing, &thing::i> ilist_things;
typedef lish::walklist<thing, &thing::w> walklist_things;
typedef lish::locklist<thing, &thing::l> locklist_things;
typedef lish::dense<thing, &thing::d> dense_things;
typedef lish::rwarray<thing, &thing::r> rwarray_things;
typedef lish::iheap<thing, &thing::h> heap_things;
typedef lish::inbox<thing, &thing::in> inbox_things;

static_assert(sizeof(ilist_things) == sizeof(::ilist), "nothing is added");
static_assert(sizeof(walklist_things) == sizeof(::walklist), "nothing is added");
static_assert(sizeof(locklist_things) == sizeof(::locklist), "nothing is added");
static_assert(sizeof(dense_things) == sizeof(::dense), "nothing is added");
static_assert(sizeof(rwarray_things) == sizeof(::rwarray), "nothing is added");
static_assert(sizeof(heap_things) == sizeof(::iheap), "nothing is added");
static_assert(sizeof(inbox_things) == sizeof(::inbox), "nothing is added");

/* Zero, and so empty before any constructor runs. */
#ifdef __cpp_constinit
#define CONSTANT_ constinit
#else
#define CONSTANT_
#endif
CONSTANT_ ilist_things constant_ilist;
CONSTANT_ walklist_things constant_walklist;
CONSTANT_ locklist_things constant_locklist;
CONSTANT_ inbox_things constant_inbox;

/* What a range visits, as "1 2 3 ". */
template <class R> static std::string seen(R &&range)
{
	std::string s;

	for (const thing &t : range)
		s += std::to_string(t.n) + " ";
	return s;
}

static void add(ilist_things &c, thing &t) { c.add_tail(t); }
static void add(walklist_things &c, thing &t) { c.add_tail(t); }
static void add(thing::hidden_list &c, thing &t) { c.add_tail(t); }
static void add(locklist_things &c, thing &t) { lish_sure(c.add_tail(t)); }
static void add(dense_things &c, thing &t) { lish_sure(c.add(t)); }
static void add(rwarray_things &c, thing &t) { lish_sure(c.add_tail(t)); }
static void add(heap_things &c, thing &t) { lish_sure(c.add(t, t.n)); }

static bool idle(const ::walklist &c) { return !c.walks.loops.first; }
static bool idle(const ::dense &c) { return !c.parts.loops.first; }
static bool idle(const ::rwarray &c) { return !c.loops.first; }
static bool idle(const ::iheap &c) { return !c.loops.first; }

template <class C> static void fill(C &c, thing (&all)[6])
{
	for (thing &t : all) {
		(void)c.leave(t);
		add(c, t);
	}
}

template <class R> static int leave_by_return(R &&range)
{
	for (thing &t : range)
		for (thing &u : range)
			if (u.n == 3)
				return t.n * 10 + u.n;
	return 0;
}

template <class R> static int leave_by_throw(R &&range)
{
	try {
		for (thing &t : range)
			for (thing &u : range)
				if (u.n == 4)
					throw t.n * 10 + u.n;
	} catch (int n) {
		return n;
	}
	return 0;
}

/* Every guarantee of the loops that survive any deletion. */
template <class C> static void survives()
{
	thing all[6] = { thing(1), thing(2), thing(3), thing(4), thing(5), thing(6) };
	C c;
	std::string s;
	int n;

	CHECK(seen(c).empty() && idle(c) && c.count() == 0);
	fill(c, all);
	CHECK(seen(c) == "1 2 3 4 5 6 " && c.count() == 6);
	CHECK(leave_by_return(c) == 13 && idle(c));
	CHECK(leave_by_throw(c) == 14 && idle(c));
	for (thing &t : c)
		if (t.n == 2)
			break;
	CHECK(idle(c));

	/* Each body deletes itself and another; nobody is visited twice. */
	n = 0;
	for (thing &t : c) {
		CHECK(!(n >> t.n & 1));
		n |= 1 << t.n;
		c.del(t);
		for (thing &u : c) {
			if (u.n == (t.n ^ 1)) {
				n |= 1 << u.n;
				c.del(u);
			}
		}
	}
	CHECK(c.count() == 0 && idle(c) && n == 0x7e);

	/* The destructor ends the loops and zeroes the nodes. */
	{
		C other;

		fill(other, all);
		CHECK(other.contains(all[5]));
	}
	fill(c, all);
	c.clear();
	CHECK(c.count() == 0 && !c.contains(all[0]));

	/* stop() */
	fill(c, all);
	n = 0;
	for (thing &t : c) {
		n += t.n;
		c.stop();
	}
	CHECK(n == 1);
	CHECK(reports == 0);
}

static void walks()
{
	thing all[6] = { thing(1), thing(2), thing(3), thing(4), thing(5), thing(6) };
	walklist_things c, other;
	const walklist_things &same = c;
	thing late(7);

	fill(c, all);
	CHECK(seen(c.reverse()) == "6 5 4 3 2 1 ");
	CHECK(seen(c.from(all[3])) == "4 5 6 ");
	CHECK(seen(same) == "1 2 3 4 5 6 " && seen(c.const_range()) == seen(c));
	CHECK(leave_by_return(c.reverse()) == 63 && idle(c));
	CHECK(leave_by_throw(c.present()) == 14 && idle(c));
	int n = 0;
	for (thing &t : c.present()) {
		c.move_tail(t);
		n++;
	}
	CHECK(n == 6 && seen(c) == "1 2 3 4 5 6 ");
	c.add(late);
	CHECK(c.first() == &late && c.last() == &all[5] && c.next(late) == &all[0]);
	CHECK(c.prev(all[0]) == &late && !c.prev(late) && !c.next(all[5]));
	c.move(all[5]);
	CHECK(walklist_things::leave(late) && !walklist_things::leave(late));
	c.add_before(all[0], late);
	CHECK(seen(c) == "6 7 1 2 3 4 5 ");
	c.del(late);
	c.add_before_or_tail(&all[0], late);
	CHECK(seen(c) == "6 7 1 2 3 4 5 ");
	c.del(late);
	c.add_before_or_tail(nullptr, late);
	CHECK(seen(c) == "6 1 2 3 4 5 7 ");
	c.del(late);
	c.add_after(all[0], late);
	CHECK(seen(c) == "6 1 7 2 3 4 5 ");
	c.sort([](const thing &a, const thing &b) { return a.n < b.n; });
	CHECK(seen(c) == "1 2 3 4 5 6 7 ");
	CHECK(c.pop() == &all[0] && c.pop_tail() == &late);
	other.splice(c);
	CHECK(c.count() == 0 && seen(other) == "2 3 4 5 6 ");
	c.splice_tail(other);
	/* C calls, and a list that C code has defined. */
	CHECK(walklist_check(&c, nullptr) == LISH_OK && walklist_count(&c) == 5);
	CHECK(walklist_things::object(&all[2].w) == &all[2] && !walklist_things::object(nullptr));
	WALKLIST_DEFINE(from_c);
	walklist_add(&from_c, &late.w);
	CHECK(seen(walklist_things::view(from_c)) == "7 ");
	walklist_clear(&from_c);

	thing::hidden_list hidden;
	add(hidden, late);
	CHECK(seen(hidden) == "7 ");
	CHECK(reports == 0);
}

static void ilists()
{
	thing all[6] = { thing(1), thing(2), thing(3), thing(4), thing(5), thing(6) };
	ilist_things c, other;
	const ilist_things &same = c;

	CHECK(c.empty() && seen(c).empty() && seen(c.safe()).empty());
	fill(c, all);
	CHECK(seen(c) == "1 2 3 4 5 6 " && seen(same) == seen(c) && c.count() == 6);
	CHECK(seen(c.reverse()) == "6 5 4 3 2 1 " && seen(c.from(all[4])) == "5 6 ");
	CHECK(leave_by_return(c) == 13 && leave_by_throw(c.safe()) == 14);
	for (thing &t : c.safe())
		if (t.n % 2)
			c.del(t);
	CHECK(seen(c) == "2 4 6 " && !ilist_things::is_linked(all[0]));
	c.add(all[0]);
	ilist_things::add_after(all[0], all[2]);
	c.add_before_or_tail(&all[5], all[4]);
	CHECK(seen(c) == "1 3 2 4 5 6 ");
	ilist_things::leave(all[5]);
	c.add_before_or_tail(nullptr, all[5]);
	ilist_things::leave(all[4]);
	ilist_things::add_before(all[5], all[4]);
	CHECK(seen(c) == "1 3 2 4 5 6 ");
	c.sort([](const thing &a, const thing &b) { return a.n > b.n; });
	CHECK(seen(c) == "6 5 4 3 2 1 ");
	c.move(all[0]);
	c.move_tail(all[5]);
	CHECK(c.first() == &all[0] && c.last() == &all[5]);
	CHECK(c.next(all[0]) == &all[4] && c.prev(all[4]) == &all[0]);
	CHECK(c.pop() == &all[0] && c.pop_tail() == &all[5]);
	other.splice(c);
	c.splice_tail(other);
	CHECK(c.contains(all[1]) && !c.contains(all[0]));
	std::string s;
	for (thing &t : c.drain()) {
		s += std::to_string(t.n);
		if (t.n == 5)
			c.add_tail(all[0]);
	}
	CHECK(s == "54321" && c.empty());
	CHECK(reports == 0);
}

static void arrays()
{
	thing all[6] = { thing(1), thing(2), thing(3), thing(4), thing(5), thing(6) };
	lish::fixed<dense_things, 6> d;
	lish::fixed<rwarray_things, 7> r;
	thing late(7);
	int n = 0;

	fill<dense_things>(d, all);
	fill<rwarray_things>(r, all);
	CHECK(d.add(late) == -ENOSPC && d.stats().capacity == 6);
	CHECK(seen(d.reverse()) == "6 5 4 3 2 1 " && seen(r.reverse()) == "6 5 4 3 2 1 ");
	CHECK(seen(d.span(1, 3)) == "3 4 " && seen(r.span(1, 3)) == "3 4 ");
	CHECK(seen(d.const_range()) == seen(d) && seen(r.const_range()) == seen(r));
	CHECK(leave_by_throw(d.present()) == 14 && idle(d));
	CHECK(leave_by_return(r.reverse()) == 63 && idle(r));
	CHECK(d.at(2) == &all[2] && d.index_of(all[2]) == 2 && !d.at(6));
	for (thing &t : r.present()) {
		n++;
		if (t.n == 3)
			lish_sure(r.add_tail(late));
	}
	CHECK(n == 6 && r.count() == 7);
	r.sort([](const thing &a, const thing &b) { return a.n > b.n; });
	CHECK(seen(r) == "7 6 5 4 3 2 1 ");
	CHECK(d.pop() == &all[5] && !d.contains(all[5]));
	d.sort([](const thing &a, const thing &b) { return a.n > b.n; });
	CHECK(seen(d) == "5 4 3 2 1 ");

	lish_config config = LISH_CONFIG_INIT;
	config.limit = 2;
	dense_things two(config);
	thing more[2];
	CHECK(two.reserve(2) == 0 && two.reserve(3) == -ENOSPC);
	CHECK(two.add(more[0]) == 0 && two.add(more[0]) == -EEXIST);
	CHECK(reports == 0);
}

static void heaps_and_boxes()
{
	thing all[6] = { thing(1), thing(2), thing(3), thing(4), thing(5), thing(6) };
	heap_things c;
	inbox_things box;
	std::string s;

	fill(c, all);
	CHECK(c.first() == &all[0] && c.key_of(all[3]) == 4 && c.count() == 6);
	c.moved(all[0], 9);
	for (thing &t : c.drain_due(4)) {
		s += std::to_string(t.n);
		if (t.n == 2 && c.count() == 5)
			lish_sure(c.add(t, 4));
		if (t.n == 3)
			c.del(all[4]);
	}
	CHECK(s == "2342" && idle(c) && c.count() == 2);
	for (thing &t : c.drain_due(10)) {
		CHECK(t.n == 6);
		break;
	}
	CHECK(idle(c) && c.pop() == &all[0] && !c.pop() && !c.contains(all[0]));

	CHECK(c.set(all[0], 3) == 0 && c.set(all[1], 2) == 0 && c.set(all[0], 1) == 0);
	c.shift_keys(10);
	CHECK(c.key_of(all[0]) == 11 && c.key_of(all[1]) == 12);
	int sum = 0;
	for (const thing &t : c.const_range())
		sum += t.n;
	for (thing &t : c.unchanged())
		sum += t.n;
	CHECK(sum == 6 && std::count_if(c.const_range().begin(), c.const_range().end(),
					[](const thing &t) { return t.n == 2; }) == 1);
	s = "";
	for (thing &t : c.drain_due_present(12)) {
		s += std::to_string(t.n);
		CHECK(c.add(t, 0) == 0);
	}
	CHECK(s == "12" && idle(c));
	const int owner = 2;
	CHECK(c.del_if([&](thing &t) { return t.n == owner; }) == 1 && c.pop() == &all[0]);

	CHECK(box.empty() && box.push(all[0]) == 1 && box.push(all[1]) == 0);
	CHECK(box.push(all[1]) == -EEXIST && box.pop() == &all[0]);
	s = "";
	for (thing &t : box.drain()) {
		s += std::to_string(t.n);
		if (t.n < 5)
			CHECK(box.push(all[t.n + 1]) == 1);
	}
	CHECK(s == "24" && !box.empty());
	for (thing &t : box.drain())
		CHECK(t.n == 6);
	CHECK(box.empty() && !box.pop());
	CHECK(reports == 0);
}

static void locks()
{
	thing all[6] = { thing(1), thing(2), thing(3), thing(4), thing(5), thing(6) };
	locklist_things c;

	fill(c, all);
	CHECK(seen(c.const_range()) == "1 2 3 4 5 6 " && c.seen_count() == 6);
	for (thing &t : c) {
		if (t.n == 1)
			c.del(all[3]); /* is visited all the same */
		CHECK(c.count() == (t.n < 7 ? 5u : 0u) && c.seen_count() == 6);
	}
	CHECK(seen(c) == "1 2 3 5 6 " && c.first() == &all[0] && c.next(all[2]) == &all[4]);
	c.lock();
	CHECK(locklist_things::leave(all[0]) && seen(c) == "1 2 3 5 6 ");
	c.unlock();
	CHECK(!locklist_things::leave(all[0]) && seen(c) == "2 3 5 6 ");

	CHECK(reports == 0);
}

struct drawing;

class actor : public base,
	      public lish::hook<walklist_node>,
	      public lish::hook<walklist_node, drawing>,
	      public lish::hook<ilist_node> {
public:
	explicit actor(int number) : n(number) {}
	/* A class that is copied says so: the copy is in no list, and a target stays in its own. */
	actor(const actor &from)
		: base(from), lish::hook<walklist_node>(), lish::hook<walklist_node, drawing>(),
		  lish::hook<ilist_node>(), n(from.n)
	{
	}
	actor &operator=(const actor &from)
	{
		n = from.n;
		return *this;
	}
	int n;
};

static void hooks()
{
	lish::walklist<actor> turns;
	lish::walklist<actor, nullptr, drawing> drawn;
	lish::ilist<actor> names;
	int sum = 0;

	{
		actor a(1), b(2);

		for (actor *x : { &a, &b }) {
			turns.add_tail(*x);
			drawn.add(*x);
			names.add_tail(*x);
		}
		actor copy(a); /* is in no list */
		CHECK(!turns.contains(copy) && turns.count() == 2);
		b = copy; /* stays in its lists */
		CHECK(b.n == 1 && turns.contains(b) && drawn.contains(b));
		drawn.add_tail(copy);
		for (actor &x : drawn)
			sum = sum * 10 + x.n;
		CHECK(sum == 111 && drawn.first() == &b);
		CHECK((static_cast<lish::hook<walklist_node, drawing> &>(b).leave()));
		CHECK(drawn.count() == 2 && turns.count() == 2);
		for (actor &x : names.drain())
			CHECK(!lish::ilist<actor>::is_linked(x));
	}
	CHECK(turns.count() == 0 && drawn.count() == 0 && names.empty());

	/* Deleted in the loop, the current one and the next. */
	for (int n = 1; n <= 6; n++)
		turns.add_tail(*new actor(n));
	sum = 0;
	for (actor &x : turns) {
		sum += x.n;
		delete turns.next(x);
		delete &x;
	}
	CHECK(sum == 1 + 3 + 5 && turns.count() == 0);

	/* The list goes first. */
	actor last(1);
	{
		lish::walklist<actor> brief;

		brief.add(last);
		static_cast<lish::hook<walklist_node> &>(last).leave();
		brief.add(last);
	}
	CHECK(!static_cast<lish::hook<walklist_node> &>(last).leave());
	CHECK(reports == 0);
}

/* A class whose objects do not tell their address. */
struct veiled {
	explicit veiled(int number) : n(number) {}
	void *operator&() { return nullptr; }
	const void *operator&() const { return nullptr; }

	int n;
	ilist_node line{};
	walklist_node walk{};
};

static void veils()
{
	veiled a(1), b(2), c(4);
	lish::ilist<veiled, &veiled::line> line;
	lish::walklist<veiled, &veiled::walk> walk;
	int sum = 0;

	for (veiled *v : { std::addressof(a), std::addressof(b), std::addressof(c) }) {
		line.add_tail(*v);
		walk.add_tail(*v);
	}
	for (veiled &v : line.from(b))
		sum += v.n;
	CHECK(sum == 6);
	for (veiled &v : walk.from(b))
		sum += v.n;
	CHECK(sum == 12 && line.contains(a) && walk.contains(a) && reports == 0);
}

/* Only declared where its containers are members: hooks and pools allow it. */
struct later;

struct room {
	lish::walklist<later> turns;
	lish::ilist<later> names;
	lish::slotpool<later> slots;
	lish::ipool<later> memory;
	lish::densepool<later> any;
	lish::listpool<later> order;
	lish::fixed<lish::slotpool<room>, 1> *rooms = nullptr;

	room();
	~room();
	int sum() const;
};

struct later : lish::hook<walklist_node>, lish::hook<ilist_node> {
	int n = 1;
};

room::room() {}
room::~room() {}
int room::sum() const
{
	int sum = 0;

	for (const later &x : slots)
		sum += x.n;
	for (const later &x : turns)
		sum += x.n;
	return sum;
}

static void declared()
{
	later a;
	room r;

	r.turns.add(a);
	r.names.add(a);
	CHECK(r.slots.make() && r.memory.make() && r.any.make() && r.order.make());
	CHECK(r.sum() == 2 && r.turns.count() == 1 && r.names.first() == &a && reports == 0);
}

int main()
{
	lish_set_report(count_reports);
	survives<walklist_things>();
	survives<dense_things>();
	survives<rwarray_things>();
	walks();
	ilists();
	arrays();
	heaps_and_boxes();
	locks();
	hooks();
	veils();
	declared();
	return finish();
}
