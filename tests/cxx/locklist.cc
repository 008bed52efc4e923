/* SPDX-License-Identifier: MIT */
/*
 * locklist in C++: loops that hold a lock, left in every way. What waited must
 * have taken effect behind each of them.
 */
#include <cstdio>
#include <stdexcept>

#include <linux-ish/locklist.h>

static int passed, failed;

#define CHECK(condition)                                               \
	do {                                                           \
		if (condition) {                                       \
			passed++;                                      \
		} else {                                               \
			failed++;                                      \
			std::printf("%s:%d: %s\n", __FILE__, __LINE__, \
				    #condition);                       \
		}                                                      \
	} while (0)

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
	return NULL;
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

static void explicit_form()
{
	locklist_loop loop = LOCKLIST_LOOP_INIT;
	locklist_node *node;
	int sum = 0;

	locklist_loop_begin(&loop, &guards);
	while ((node = locklist_loop_next(&loop)) != NULL)
		sum += locklist_entry(node, guard, link)->number;
	CHECK(sum == 6);
	CHECK(locklist_is_locked(&guards));
	locklist_loop_end(&loop);
	CHECK(!locklist_is_locked(&guards));
}

static bool state_is(unsigned int count, int on_outs)
{
	return !locklist_is_locked(&guards) &&
	       locklist_count(&guards) == count &&
	       locklist_seen_count(&guards) == count && told == on_outs &&
	       locklist_check(&guards, NULL) == LISH_OK;
}

static void fill(guard &a, guard &b, guard &c)
{
	locklist_clear(&guards);
	locklist_add(&guards, &a.link);
	locklist_add(&guards, &b.link);
	locklist_add(&guards, &c.link);
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
	CHECK(leave_by_return(9) == NULL);
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
	explicit_form();
	locklist_for_each_entry_const(g, &guards, const guard, link)
		sum += g->number;
	locklist_for_each_entry_true(g, &guards, guard, link)
		sum += g->number;
	CHECK(sum == 12);
	CHECK(state_is(3, 0));
	std::printf("%d passed, %d failed\n", passed, failed);
	return failed != 0;
}
