/* SPDX-License-Identifier: MIT */
/*
 * iheap in C++: objects of a class, and drains that are closed however they are left.
 */
#include <stdexcept>

#include <linux-ish/iheap.h>
#include "check.h"

class timer {
public:
	explicit timer(int number) : id(number), idx()
	{
	}
	int id;
	iheap_idx idx;
};

IHEAP_DEFINE_STATIC(timers, 4);

extern iheap shared;
static IHEAP_STORAGE(shared_slots, 2);
iheap shared = IHEAP_INIT(shared_slots);

/* A heap in which a loop was left open is not destroyed. */
static bool reported;

static void note(const struct lish_fault *)
{
	reported = true;
}

static bool at_rest()
{
	const lish_report_fn before = lish_set_report(note);

	reported = false;
	iheap_destroy(&timers);
	lish_set_report(before);
	if (reported)
		return false;
	static IHEAP_STORAGE(again, 4);
	iheap_init_in(&timers, &again);
	return true;
}

static int first_due(int64_t until)
{
	iheap_drain_due(t, &timers, until, timer, idx)
		return t->id;
	return -1;
}

static int sum_until_throw()
{
	int sum = 0;

	try {
		iheap_drain_due(outer, &timers, 9, timer, idx) {
			sum += 10 * outer->id;
			iheap_drain_due(t, &timers, 9, timer, idx) {
				sum += t->id;
				if (t->id == 3)
					throw std::runtime_error("enough");
			}
		}
	} catch (const std::runtime_error &) {
	}
	return sum;
}

static int sum_until_goto()
{
	int sum = 0;

	iheap_drain_due(t, &timers, 9, timer, idx) {
		sum += t->id;
		if (t->id == 2)
			goto out;
	}
out:
	return sum;
}

static iheap &throws()
{
	throw std::runtime_error("no heap");
}

static int later_id(void *, const iheap_idx *a, const iheap_idx *b)
{
	return container_of(a, const timer, idx)->id <
	       container_of(b, const timer, idx)->id;
}

int main()
{
	timer a(1), b(2), c(3), d(4);

	CHECK(iheap_add(&timers, &c.idx, 3) == 0);
	CHECK(iheap_add(&timers, &a.idx, 1) == 0);
	CHECK(iheap_add(&timers, &b.idx, 2) == 0);
	CHECK(iheap_first_entry(&timers, const timer, idx) == &a);
	CHECK(first_due(9) == 1);
	CHECK(iheap_count(&timers) == 2);
	CHECK(sum_until_goto() == 2);
	CHECK(first_due(2) == -1);
	CHECK(iheap_pop_entry(&timers, timer, idx) == &c);
	CHECK(at_rest());

	lish_sure(iheap_add(&timers, &a.idx, 1));
	lish_sure(iheap_add(&timers, &b.idx, 2));
	lish_sure(iheap_add(&timers, &c.idx, 3));
	lish_sure(iheap_add(&timers, &d.idx, 4));
	CHECK(sum_until_throw() == 15);
	CHECK(iheap_contains(&timers, &d.idx));
	CHECK(at_rest());

	/* Nothing is open yet while the heap is evaluated. */
	bool thrown = false;
	try {
		iheap_drain_due(t, &throws(), 1, timer, idx)
			CHECK(t == nullptr);
	} catch (const std::runtime_error &) {
		thrown = true;
	}
	CHECK(thrown);

	iheap_set_order(&shared, later_id, nullptr);
	lish_sure(iheap_add(&shared, &a.idx, 0));
	lish_sure(iheap_add(&shared, &b.idx, 0));
	CHECK(iheap_key_of(&shared, &b.idx) == 0);
	CHECK(iheap_pop_entry(&shared, timer, idx) == &b);
	iheap_clear(&shared);

	return finish();
}
