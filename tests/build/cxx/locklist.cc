/* SPDX-License-Identifier: MIT */
/*
 * locklist in C++: loops that hold a lock, left in every way. What waited must
 * have taken effect after each of them.
 */
#include <stdexcept>

#include <linux-ish/locklist.h>
#include "check.h"

class guard {
public:
	explicit guard(int n) : number(n), link()
	{
	}
	int number;
	locklist_node link;
};

static LOCKLIST_DEFINE(guards);
static int told;

static void on_out(locklist *, locklist_node *)
{
	told++;
}

static int leave_by_break(int number)
{
	int visited = 0;

	locklist_for_each_entry(g, &guards, guard, link) {
		visited++;
		locklist_leave(&g->link);
		if (g->number == number)
			break;
	}
	return visited;
}

static const guard *leave_by_return(int number)
{
	locklist_for_each_entry(g, &guards, guard, link) {
		locklist_leave(&g->link);
		if (g->number == number)
			return g;
	}
	return nullptr;
}

static void leave_by_goto()
{
	locklist_for_each_entry(g, &guards, guard, link) {
		locklist_for_each_entry(h, &guards, guard, link) {
			locklist_leave(&g->link);
			if (g == h)
				goto out;
		}
	}
out:
	CHECK(!locklist_is_locked(&guards));
}

static void leave_nested_by_throw(int number)
{
	locklist_for_each_entry(g, &guards, const guard, link) {
		locklist_for_each_entry(h, &guards, guard, link) {
			locklist_leave(&h->link);
			if (g->number == number && g == h)
				throw std::runtime_error("enough");
		}
	}
}

/* Nothing runs yet when the list is named: nothing is closed either. */
static locklist *no_list()
{
	throw std::runtime_error("no list");
}

static LISH_NOINLINE int loop_over_no_list()
{
	int visited = 0;

	locklist_for_each_entry(g, no_list(), guard, link)
		visited += g->number;
	return visited;
}

static LISH_NOINLINE void soil_the_stack()
{
	volatile unsigned char dirt[512];

	for (unsigned int i = 0; i < sizeof(dirt); i++)
		dirt[i] = 0x5a;
}

/* A listener that leaves in its destructor, the list being told first. */
class listener {
public:
	listener() : link()
	{
		lish_sure(locklist_add_tail(&guards, &link));
	}
	~listener()
	{
		locklist_leave(&link);
		CHECK(!locklist_owner(&link));
	}
	locklist_node link;
};

static void stop_in_the_middle(int number)
{
	locklist_for_each_entry(g, &guards, guard, link) {
		locklist_for_each_entry(h, &guards, guard, link) {
			locklist_leave(&h->link);
			if (h->number == number) {
				locklist_stop(&guards);
				locklist_destroy(&guards);
			}
		}
	}
}

static bool state_is(unsigned int count, int on_outs)
{
	return !locklist_is_locked(&guards) &&
	       locklist_count(&guards) == count &&
	       locklist_seen_count(&guards) == count && told == on_outs &&
	       locklist_check(&guards, nullptr) == LISH_OK;
}

static void fill(guard &a, guard &b, guard &c)
{
	locklist_clear(&guards);
	lish_sure(locklist_add_tail(&guards, &a.link));
	lish_sure(locklist_add_tail(&guards, &b.link));
	lish_sure(locklist_add_tail(&guards, &c.link));
	told = 0;
}

int main()
{
	guard a(1), b(2), c(3);
	int sum = 0;

	locklist_set_on_out(&guards, on_out);
	fill(a, b, c);
	CHECK(leave_by_break(2) == 2);
	CHECK(state_is(1, 2));
	fill(a, b, c);
	CHECK(leave_by_break(9) == 3);
	CHECK(state_is(0, 3));
	fill(a, b, c);
	CHECK(leave_by_return(1) == &a);
	CHECK(state_is(2, 1));
	CHECK(locklist_first_entry(&guards, guard, link) == &b);
	CHECK(leave_by_return(9) == nullptr);
	CHECK(state_is(0, 3));
	fill(a, b, c);
	leave_by_goto();
	CHECK(state_is(2, 1));
	fill(a, b, c);
	try {
		leave_nested_by_throw(2);
		CHECK(false);
	} catch (const std::runtime_error &) {
		CHECK(state_is(0, 3));
	}
	fill(a, b, c);
	try {
		leave_nested_by_throw(1);
		CHECK(false);
	} catch (const std::runtime_error &) {
		CHECK(state_is(2, 1));
	}
	fill(a, b, c);
	locklist_for_each_entry_const(g, &guards, const guard, link)
		sum += g->number;
	for (const guard *g = locklist_first_entry(&guards, const guard, link);
	     g; g = locklist_next_entry(&guards, g, const guard, link))
		sum += g->number;
	CHECK(sum == 12);
	CHECK(state_is(3, 0));
	fill(a, b, c);
	{
		listener one, two;

		CHECK(locklist_count(&guards) == 5);
	}
	CHECK(state_is(3, 2));
	told = 0;
	stop_in_the_middle(2);
	CHECK(told == 3);
	CHECK(!locklist_owner(&a.link) && !locklist_owner(&c.link));
	soil_the_stack();
	try {
		loop_over_no_list();
		CHECK(false);
	} catch (const std::runtime_error &) {
		CHECK(true);
	}
	return finish();
}
