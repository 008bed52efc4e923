/* SPDX-License-Identifier: MIT */
/*
 * Nodes of a base class. From C++17 on each class names them as members of the derived class. A
 * hook of the base and a container of the base work in each standard.
 */
#include <linux-ish/linux-ish.hpp>
#include "check.h"

struct drawn;

struct nodes : lish::hook<walklist_node>, lish::hook<walklist_node, drawn> {
	ilist_node i{};
	walklist_node w{};
	locklist_node l{};
	inbox_node b{};
	dense_idx d{};
	rwarray_idx r{};
	iheap_idx h{};
	ihash_node t{};
};

/* Two bases, so that the object does not begin with its nodes. */
struct body {
	virtual ~body() {}
	int mass = 0;
};

struct moving : body, nodes {
};

struct ship : moving {
	explicit ship(int number) : n(number) {}
	int n;
};

static ship a(1), b(2);

/* Both objects are in the container, in this order if it has one. */
template <class R> static int sum(R &&range)
{
	int all = 0;

	for (const ship &s : range)
		all = 10 * all + s.n;
	return all;
}

static void in_any_standard()
{
	lish::walklist<ship> hooked;
	lish::walklist<ship, nullptr, drawn> tagged;
	lish::walklist<nodes, &nodes::w> of_base;

	hooked.add_tail(a), hooked.add_tail(b);
	tagged.add(a), tagged.add(b);
	of_base.add_tail(a), of_base.add_tail(b);
	CHECK(sum(hooked) == 12);
	CHECK(sum(tagged) == 21);
	CHECK(static_cast<ship *>(of_base.last()) == &b);
}

#ifdef __cpp_nontype_template_parameter_auto
struct by_number {
	static int key(const ship &s) { return s.n; }
	static uint32_t hash(int n) { return ihash_u64(static_cast<uint64_t>(n)); }
};

/* What a program of C++11 may have, which deduces the members of a class. */
template <class T, walklist_node T::*M> static T *last(const lish::walklist<T, M> &list)
{
	return list.last();
}

struct own {
	walklist_node node{};
};

struct hooked_own : lish::hook<walklist_node> {
};

static void deduced()
{
	lish::walklist<own, &own::node> list;
	lish::walklist<hooked_own> by_hook;
	own o;
	hooked_own h;

	list.add(o);
	by_hook.add(h);
	CHECK(last(list) == &o);
	CHECK(last(by_hook) == &h);
}

template <class C> static void add(C &c)
{
	lish_sure(c.add(a));
	lish_sure(c.add(b));
}

template <class C> static void add_tail(C &c)
{
	c.add_tail(a);
	c.add_tail(b);
}

static void lists()
{
	lish::ilist<ship, &ship::i> i;
	lish::walklist<ship, &ship::w> w;
	lish::locklist<ship, &ship::l> l;

	add_tail(i);
	add_tail(w);
	lish_sure(l.add_tail(a));
	lish_sure(l.add_tail(b));
	CHECK(sum(i) == 12 && sum(i.reverse()) == 21 && i.next(a) == &b);
	CHECK(sum(w) == 12 && sum(w.reverse()) == 21 && w.next(a) == &b);
	CHECK(sum(w.const_range()) == 12 && w.object(&b.w) == &b);
	CHECK(sum(l) == 12 && l.first() == &a);
	for (ship &s : w)
		w.del(s);
	CHECK(w.pop() == nullptr && i.pop_tail() == &b && !w.leave(a));
}

static void others()
{
	lish::dense<ship, &ship::d> d;
	lish::rwarray<ship, &ship::r> r;
	lish::iheap<ship, &ship::h> h;
	lish::inbox<ship, &ship::b> in;
	lish::ihash<ship, &ship::t, by_number> t;

	add(d);
	lish_sure(r.add_tail(a));
	lish_sure(r.add_tail(b));
	lish_sure(h.add(b, 2));
	lish_sure(h.add(a, 1));
	(void)!in.push(a);
	(void)!in.push(b);
	t.add(a), t.add(b);
	CHECK(sum(d) == 12 && d.at(1) == &b);
	CHECK(sum(r) == 12 && sum(r.reverse()) == 21);
	CHECK(h.first() == &a && sum(h.drain_due(5)) == 12);
	CHECK(sum(in.drain()) == 12);
	CHECK(t.find(2) == &b && t.find(3) == nullptr);
}
#endif

int main()
{
	in_any_standard();
#ifdef __cpp_nontype_template_parameter_auto
	deduced();
	lists();
	others();
#endif
	return finish();
}
