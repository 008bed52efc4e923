/* SPDX-License-Identifier: MIT */
/*
 * rwarray in C++: loops are closed however they are left.
 */
#include <stdexcept>

#include <linux-ish/rwarray.h>
#include "check.h"

class bullet {
public:
	explicit bullet(int time = 0) : ttl(time), idx()
	{
	}
	int ttl;
	rwarray_idx idx;
};

RWARRAY_DEFINE_STATIC(bullets, 8);
static RWARRAY_STORAGE(shared_slots, 8);
rwarray shared = RWARRAY_INIT(shared_slots);
static rwarray growing;

struct world {
	rwarray array;
	RWARRAY_STORAGE(slots, 8);
};

static world all = { RWARRAY_INIT(all.slots), {} };

/* No loop is registered, and the array is whole. */
static bool closed(const rwarray *array)
{
	return !array->loops.first &&
	       rwarray_check(array, nullptr) == LISH_OK;
}

static int left_by_break(rwarray *array)
{
	int seen = 0;

	rwarray_for_each_entry(b, array, bullet, idx) {
		seen++;
		if (b->ttl == 2)
			break;
	}
	return seen;
}

static const bullet *left_by_return(rwarray *array, int ttl)
{
	rwarray_for_each_entry(outer, array, const bullet, idx) {
		rwarray_for_each_entry_present(b, array, const bullet, idx) {
			if (b->ttl == ttl)
				return b;
		}
	}
	return nullptr;
}

static int left_by_exception(rwarray *array)
{
	int seen = 0;

	try {
		rwarray_for_each_entry(b, array, bullet, idx) {
			rwarray_for_each_entry_reverse(c, array, bullet, idx) {
				seen++;
				if (c->ttl == 2) {
					rwarray_del(array, &b->idx);
					throw std::runtime_error("enough");
				}
			}
		}
	} catch (const std::runtime_error &) {
		seen += 100;
	}
	return seen;
}

static rwarray *no_array()
{
	throw std::runtime_error("there is none");
}

static int never_begun()
{
	try {
		rwarray_for_each_entry(b, no_array(), bullet, idx)
			return b->ttl;
	} catch (const std::runtime_error &) {
		return -1;
	}
	return 0;
}

static int sum(const rwarray *array)
{
	int ttl = 0;

	rwarray_for_each_entry_const(b, array, const bullet, idx)
		ttl = ttl * 10 + b->ttl;
	for (uint32_t part = 0; part < 2; part++)
		rwarray_for_each_entry_span(b, array,
					    rwarray_span(array, part, 2),
					    const bullet, idx)
			ttl -= b->ttl;
	rwarray_for_each_entry_const(b, array, const bullet, idx)
		ttl += b->ttl;
	return ttl;
}

static int stopped(rwarray *array)
{
	int seen = 0;

	rwarray_for_each_entry_safe(b, array, bullet, idx) {
		seen += b->ttl != 0;
		rwarray_stop(array);
	}
	return seen;
}

static void all_ways(rwarray *array)
{
	bullet a(1), b(2), c(3), d(4);

	CHECK(rwarray_add_tail(array, &a.idx) == 0);
	CHECK(rwarray_add_tail(array, &b.idx) == 0);
	CHECK(rwarray_add_tail(array, &c.idx) == 0);
	CHECK(sum(array) == 123);
	CHECK(left_by_break(array) == 2);
	CHECK(closed(array));
	CHECK(left_by_return(array, 3) == &c);
	CHECK(closed(array));
	CHECK(left_by_return(array, 9) == nullptr);
	CHECK(closed(array));
	CHECK(left_by_exception(array) == 102);
	CHECK(closed(array));
	CHECK(rwarray_count(array) == 2);
	CHECK(never_begun() == -1);
	/* Deleting and adding in one pass. */
	rwarray_for_each_entry(pos, array, bullet, idx) {
		if (pos == &b) {
			rwarray_del(array, &b.idx);
			CHECK(rwarray_add_tail(array, &d.idx) == 0);
		}
	}
	CHECK(sum(array) == 34);
	CHECK(stopped(array) == 1);
	CHECK(closed(array));
	rwarray_clear(array);
}

int main()
{
	all_ways(&bullets);
	all_ways(&shared);
	all_ways(&all.array);
	CHECK(rwarray_init(&growing, nullptr) == 0);
	all_ways(&growing);
	rwarray_destroy(&growing);
	return finish();
}
