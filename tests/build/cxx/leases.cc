/* SPDX-License-Identifier: MIT */
/*
 * slotpool_lease.hpp: jobs construct and note deaths, the owner destructs in the order of the
 * deaths. Each object is constructed once and destructed once, also if its constructor throws, if
 * it dies in two leases, and if the pool refuses to be cleared.
 */
#include <cstring>
#include <string>

#include <linux-ish/slotpool_lease.hpp>
#include "check.h"

static unsigned int reports;
static lish_reason reason;

static void count_reports(const lish_fault *fault)
{
	reports++;
	reason = fault->reason;
}

/* What level 1 reports, and what was reported. */
static void expect_report(lish_reason why)
{
	CHECK(reports == 1 && reason == why);
	reports = 0;
}

static int living;
static std::string ended;

class unit {
public:
	explicit unit(char called) : name(1, called)
	{
		if (called == '!')
			throw called;
		living++;
	}
	unit(lish::handle<unit> h, char called) : unit(called) { self = h; }
	unit(const unit &) = delete;
	unit &operator=(const unit &) = delete;
	virtual ~unit()
	{
		living--;
		ended += name;
		if (last_act)
			last_act(this);
	}

	std::string name;
	lish::handle<unit> self;
	static void (*last_act)(unit *);
};
void (*unit::last_act)(unit *);

typedef lish::slotpool<unit> pool_of_units;
typedef lish::slotpool_lease<unit> lease_of_units;

struct crew {
	pool_of_units pool;
	lish::fixed<lease_of_units, 4> first;
	lease_of_units::storage<3, 8> memory;
	lease_of_units second{ memory };
	lease_of_units *all[2] = { &first, &second };

	void lend() { CHECK(pool.lend(all, 2) == 0); }
	void commit() { pool.commit(all, 2); }
};

static bool ends(const char *names)
{
	const bool same = ended == names;

	ended.clear();
	return same;
}

static void births_and_deaths()
{
	{
		crew c;
		unit *old = c.pool.make('o');

		c.lend();
		unit *a = c.first.make('a'), *b = c.second.make('b');
		CHECK(a && b && living == 3 && c.pool.count() == 1);
		CHECK(c.pool.get(c.first.handle_of(*b)) == b && !c.pool.contains(*b));
		unit *d = c.second.make_with_handle('d');
		CHECK(d && d->self == c.second.handle_of(*d) && d->self);
		/* In the order of the leases, then of the calls. */
		CHECK(c.second.destroy(*a) == 0 && c.second.destroy_handle(d->self) == 0);
		CHECK(c.first.destroy(*old) == 0 && c.first.destroy_handle(d->self) == 0);
		CHECK(living == 4 && old->name == "o" && ends(""));
		c.commit();
		CHECK(ends("oda") && living == 1 && c.pool.count() == 1 && c.pool.contains(*b));
		CHECK(reports == 0);
		/* No room. */
		c.lend();
		for (char name = '1'; name <= '4'; name++)
			CHECK(c.first.make(name));
		CHECK(!c.first.make('5') && !c.first.zmake('5') && !c.first.make_with_handle('5'));
		CHECK(living == 5);
		for (int i = 0; i < 4; i++)
			CHECK(c.first.destroy_handle(lish::handle<unit>()) == 0);
		CHECK(c.first.destroy(*b) == -ENOSPC);
		c.commit();
		CHECK(ends("") && c.pool.count() == 5);
	}
	CHECK(living == 0 && reports == 0);
	ended.clear();
}

static void throws()
{
	crew c;
	bool caught = false;

	c.lend();
	CHECK(c.second.make('a'));
	try {
		c.second.make('!');
	} catch (char) {
		caught = true;
	}
	CHECK(caught && living == 1);
	for (char name = 'b'; name <= 'c'; name++)
		CHECK(c.second.make(name));
	CHECK(!c.second.make('d'));
	c.commit();
	CHECK(c.pool.count() == 3 && living == 3);
	c.pool.clear();
	CHECK(living == 0 && reports == 0);
	ended.clear();
}

/* Whose constructor makes others, and throws after that. */
struct nest {
	explicit nest(lish::slotpool_lease<nest> &lease, int depth)
	{
		if (depth < 2)
			lease.make(lease, depth + 1);
		if (depth == 1)
			throw 1;
		living++;
	}
	nest(const nest &) = delete;
	nest &operator=(const nest &) = delete;
	~nest() { living--; }
};

static void throws_above_others()
{
	lish::slotpool<nest> pool;
	lish::fixed<lish::slotpool_lease<nest>, 3> lease;
	lish::slotpool_lease<nest> *all[1] = { &lease };
	bool caught = false;

	CHECK(pool.lend(all, 1) == 0);
	try {
		lease.make(lease, 0);
	} catch (int) {
		caught = true;
	}
	CHECK(caught && living == 1);
	CHECK(lease.make(lease, 2) && lease.make(lease, 2) && !lease.make(lease, 2));
	pool.commit(all, 1);
	CHECK(pool.count() == 3 && living == 3 && reports == 0);
	pool.clear();
	CHECK(living == 0);
}

struct plain {
	int n;
	char text[20];
};

static void plain_objects()
{
	lish::fixed<lish::slotpool<plain>, 3> pool;
	lish::fixed<lish::slotpool_lease<plain>, 3> lease;
	lish::slotpool_lease<plain> none, *all[2] = { &lease, &none };

	CHECK(pool.lend(all, 2) == 0);
	plain *p = lease.zmake();
	CHECK(p && p->n == 0 && p->text[19] == 0 && !none.make());
	CHECK(lease.destroy(*p) == 0 && none.destroy(*p) == -ENOSPC);
	p = lease.make();
	pool.commit(all, 2);
	CHECK(pool.count() == 1 && pool.contains(*p) && reports == 0);
}

static crew *acting;

static void take_along(unit *self)
{
	if (unit *other = acting->pool.get(self->self))
		acting->pool.destroy(*other);
}

static void go_on(unit *)
{
	unit::last_act = nullptr;
	CHECK(acting->pool.make('n'));
	acting->pool.clear();
	expect_report(LISH_IN_HOOK);
	CHECK(acting->pool.lend(acting->all, 2) == -EINVAL);
	expect_report(LISH_IN_HOOK);
	acting->commit();
	expect_report(LISH_IN_HOOK);
}

static void destructors_act()
{
	crew c;

	acting = &c;
	c.lend();
	unit *a = c.first.make('a'), *b = c.first.make('b');
	a->self = c.first.handle_of(*b);
	CHECK(c.second.destroy_handle(c.first.handle_of(*a)) == 0 &&
	      c.second.destroy_handle(a->self) == 0);
	unit::last_act = take_along;
	c.commit();
	unit::last_act = nullptr;
	CHECK(ends("ab") && living == 0 && reports == 0 && c.pool.count() == 0);
	if (LISH_CHECK < 1)
		return;
	c.lend();
	a = c.first.make('a');
	CHECK(c.first.destroy(*a) == 0);
	unit::last_act = go_on;
	c.commit();
	CHECK(ends("a") && living == 1 && c.pool.count() == 1 && reports == 0);
	c.pool.clear();
	ended.clear();
}

/* What is refused calls no destructor. */
static void refused()
{
	crew c;
	unit *a = c.pool.make('a');

	c.lend();
	unit *b = c.first.make('b');
	c.pool.clear();
	expect_report(LISH_LEASED);
	c.pool.trim();
	expect_report(LISH_LEASED);
	CHECK(c.pool.reserve(50) == -EINVAL);
	expect_report(LISH_LEASED);
	CHECK(living == 2 && ends(""));
	CHECK(c.first.destroy(*a) == 0 && c.second.destroy(*a) == 0);
	if (LISH_CHECK >= 1) {
		c.pool.destroy(*b);
		expect_report(LISH_NOT_LIVE);
	}
	c.commit();
	expect_report(LISH_NOT_LIVE);
	CHECK(living == 1 && ends("a") && c.pool.contains(*b));
	c.commit();
	CHECK(reports == 2 && reason == LISH_NOT_LEASED);
	reports = 0;
	CHECK(!c.first.make('c'));
	expect_report(LISH_NOT_LEASED);
	CHECK(c.first.destroy(*b) == -EINVAL);
	expect_report(LISH_NOT_LEASED);
	c.pool.clear();
	CHECK(living == 0 && reports == 0 && ends("b"));
}

int main()
{
	lish_set_report(count_reports);
	births_and_deaths();
	throws();
	throws_above_others();
	plain_objects();
	destructors_act();
	refused();
	return finish();
}
