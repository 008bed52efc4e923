/* SPDX-License-Identifier: MIT */
/*
 * dense in C++: objects of a class, and loops that are closed however they are
 * left.
 */
#include <stdexcept>

#include <linux-ish/dense.h>
#include <linux-ish/sort.h>
#include "check.h"

class bullet {
public:
	explicit bullet(int time) : ttl(time), idx()
	{
	}
	int ttl;
	dense_idx idx;
};

DENSE_DEFINE_STATIC(bullets, 4);

static DENSE_STORAGE(shared_slots, 2);
extern dense shared;
dense shared = DENSE_INIT(shared_slots);

/* A container in which a loop was left open lets none change places. */
static bool reported;

static void note(const struct lish_fault *)
{
	reported = true;
}

static int as_they_are(void *, const dense_idx *, const dense_idx *)
{
	return 0;
}

static bool at_rest()
{
	const lish_report_fn before = lish_set_report(note);

	reported = false;
	dense_sort(&bullets, as_they_are, nullptr);
	lish_set_report(before);
	return !reported;
}

static int first_above(int ttl)
{
	dense_for_each_entry(b, &bullets, const bullet, idx) {
		if (b->ttl > ttl)
			return b->ttl;
	}
	return -1;
}

static int sum_until_throw()
{
	int sum = 0;

	try {
		dense_for_each_entry(outer, &bullets, bullet, idx) {
			dense_for_each_entry_reverse(b, &bullets, bullet, idx) {
				sum += b->ttl;
				if (b->ttl == 2)
					throw std::runtime_error("enough");
			}
			sum += 100 * outer->ttl;
		}
	} catch (const std::runtime_error &) {
	}
	return sum;
}

static int sum_until_goto()
{
	int sum = 0;

	dense_for_each_entry(outer, &bullets, bullet, idx) {
		dense_for_each_entry(b, &bullets, bullet, idx) {
			sum += b->ttl;
			if (outer->ttl == 2)
				goto out;
		}
	}
out:
	return sum;
}

static int by_ttl(void *, const dense_idx *a, const dense_idx *b)
{
	return container_of(b, const bullet, idx)->ttl -
	       container_of(a, const bullet, idx)->ttl;
}

int main()
{
	bullet a(1), b(2), c(3);
	const dense *read_only = &bullets;
	int sum = 0;

	CHECK(dense_add(&bullets, &a.idx) == 0);
	CHECK(dense_add(&bullets, &b.idx) == 0);
	CHECK(dense_add(&bullets, &c.idx) == 0);

	CHECK(first_above(1) == 2);
	CHECK(at_rest());
	CHECK(first_above(9) == -1);
	CHECK(at_rest());
	CHECK(sum_until_throw() == 5);
	CHECK(at_rest());
	CHECK(sum_until_goto() == 7);
	CHECK(at_rest());
	dense_for_each_entry(pos, &bullets, bullet, idx) {
		CHECK(!at_rest());
		dense_for_each_entry(inner, &bullets, bullet, idx) {
			if (inner->ttl == 2)
				break;
		}
		CHECK(!at_rest());
		if (pos->ttl == 2)
			break;
	}
	CHECK(at_rest());

	dense_for_each_entry_const(pos, read_only, const bullet, idx)
		sum += pos->ttl;
	CHECK(sum == 6);
	dense_for_each_entry_span(pos, read_only, dense_span(read_only, 1, 2),
				  const bullet, idx)
		sum += pos->ttl;
	CHECK(sum == 9);
	dense_sort(&bullets, by_ttl, nullptr);
	CHECK(dense_at_entry(read_only, 0, const bullet, idx) == &c);
	dense_for_each_entry_present(pos, &bullets, bullet, idx)
		sum += pos->ttl;
	CHECK(sum == 15);
	dense_for_each_entry_safe(pos, &bullets, bullet, idx) {
		if (pos->ttl == 1)
			dense_del(&bullets, &pos->idx);
	}
	CHECK(dense_leave(&bullets, &c.idx));
	CHECK(!dense_leave(&bullets, &c.idx));
	lish_sure(dense_add(&shared, &c.idx));
	CHECK(dense_stats(&shared).count == 1);
	CHECK(dense_count(read_only) == 1);
	CHECK(dense_pop_entry(&bullets, bullet, idx) == &b);
	CHECK(!dense_count(read_only));
	return finish();
}
