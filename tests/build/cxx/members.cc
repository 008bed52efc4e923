/* SPDX-License-Identifier: MIT */
/*
 * Loops by hand in C++: each closes itself when its scope is left, by return or by
 * an exception, and with the object that it is a member of. Those that were ended
 * before are left alone. on_out of a locklist may throw at the end of a loop.
 */
#include <stdexcept>
#include <type_traits>

#include <linux-ish/dense.h>
#include <linux-ish/locklist.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/walklist.h>
#include "check.h"

struct thing {
	walklist_node w;
	locklist_node l;
	dense_idx d;
	rwarray_idx r;
};

static WALKLIST_DEFINE(walks);
static LOCKLIST_DEFINE(locks);
DENSE_DEFINE_STATIC(denses, 4);
RWARRAY_DEFINE_STATIC(rows, 4);

/* A loop by hand, and those of macros. */
struct turn {
	walklist_loop walk;
	dense_loop_ dense;
	rwarray_loop_ row;
	turn() : walk(), dense(), row()
	{
	}
};

/* A class with a base whose destructor may not throw, as most are. */
struct base {
	virtual ~base()
	{
	}
};

struct derived : base {
	turn turns;
};

static_assert(sizeof(walklist_loop) == sizeof(lish_walk_), "of the same size");
static_assert(sizeof(dense_loop_) == sizeof(lish_part_loop_),
	      "of the same size");

/* The container has the address of a loop: it is not copied with its object. */
static_assert(!std::is_copy_constructible<turn>::value &&
		      !std::is_copy_assignable<turn>::value,
	      "a loop cannot be copied");

static void begin(turn &t)
{
	walklist_loop_begin(&t.walk, &walks);
	(void)dense_open_(&denses, &t.dense, LISH_PART_PLAIN_);
	(void)rwarray_open_(&t.row, &rows, 0);
	(void)walklist_loop_next(&t.walk);
	(void)dense_next_(&t.dense, 0);
	(void)rwarray_next_(&t.row, 0);
}

static int running()
{
	return (walks.walks.loops.first != nullptr) +
	       (denses.parts.loops.first != nullptr) +
	       (rows.loops.first != nullptr);
}

static int left_by_return()
{
	turn t;

	begin(t);
	return running();
}

static void left_by_exception()
{
	turn t;

	begin(t);
	throw std::runtime_error("enough");
}

static void leave_by_exception()
{
	try {
		left_by_exception();
	} catch (const std::runtime_error &) {
	}
}

static unsigned int reports;

static void count_reports(const lish_fault *)
{
	reports++;
}

int main()
{
	static thing things[3];

	lish_set_report(count_reports);
	for (thing &t : things) {
		walklist_add_tail(&walks, &t.w);
		lish_sure(locklist_add_tail(&locks, &t.l));
		lish_sure(dense_add(&denses, &t.d));
		lish_sure(rwarray_add_tail(&rows, &t.r));
	}

	CHECK(left_by_return() == 3);
	CHECK(running() == 0);
	leave_by_exception();
	CHECK(running() == 0);

	/* On the heap, behind a pointer to the base. */
	derived *on_heap = new derived;
	begin(on_heap->turns);
	CHECK(running() == 3);
	delete static_cast<base *>(on_heap);
	CHECK(running() == 0);

	/* Ended, or stopped, before: nothing is closed twice. */
	{
		turn t;

		begin(t);
		walklist_loop_end(&t.walk);
		dense_close_(&t.dense);
		rwarray_close_(&t.row);
		CHECK(running() == 0);
		begin(t);
		CHECK(running() == 3);
		walklist_stop(&walks);
		dense_stop(&denses);
		rwarray_stop(&rows);
		CHECK(running() == 0);
	}
	/* One that never began. */
	{
		turn t;
	}
	CHECK(running() == 0);

	/* The elements that loops stood on may go. */
	for (thing &t : things) {
		CHECK(walklist_leave(&t.w));
		CHECK(locklist_leave(&t.l));
		CHECK(!locklist_owner(&t.l));
		CHECK(dense_leave(&denses, &t.d));
		CHECK(rwarray_leave(&rows, &t.r));
	}

	CHECK(reports == 0);
	return finish();
}
