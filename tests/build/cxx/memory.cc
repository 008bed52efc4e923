/* SPDX-License-Identifier: MIT */
/*
 * Classes of containers that find no memory say so by a result, and never in a constructor.
 * Those of static storage need no code at the start of the program. make() uses the class's own
 * operator new, and zmake() makes in zeros.
 */
#include <cerrno>
#include <cstring>
#include <new>

#include "check.h"
#include "things.h"

#if __cplusplus >= 202002L
#define CONSTANT constinit
#else
#define CONSTANT
#endif
CONSTANT static ilist_things ilist;
CONSTANT static walklist_things walklist;
CONSTANT static locklist_things locklist;
CONSTANT static inbox_things inbox;
CONSTANT static dense_things dense;
CONSTANT static rwarray_things rwarray;
CONSTANT static heap_things iheap;
CONSTANT static lish::ipool<thing> ipool;
CONSTANT static lish::densepool<thing> densepool;
CONSTANT static lish::listpool<thing> listpool;
CONSTANT static lish::slotpool<thing> slotpool;

static unsigned int reports;

static void count_reports(const lish_fault *)
{
	reports++;
}

static unsigned int asked;
static bool has_memory;

static void *get(lish_mem *, size_t size, size_t align)
{
	asked++;
	return has_memory ? lish_mem_default.alloc(&lish_mem_default, size, align) : nullptr;
}

static void put(lish_mem *, void *block, size_t size, size_t align)
{
	lish_mem_default.free(&lish_mem_default, block, size, align);
}

static lish_mem memory = { get, put, nullptr, nullptr };

static lish_config of_memory(uint32_t initial)
{
	lish_config config = LISH_CONFIG_INIT;

	config.mem = &memory;
	config.initial = initial;
	return config;
}

/* As with a pool without objects, before the first make() and after it. */
template <class P> static void is_empty(P &pool)
{
	const thing other;

	CHECK(pool.count() == 0 && !pool.contains(other) && pool.stats().count == 0);
	pool.clear();
	pool.trim();
}

template <class T> static void loops_over_none(lish::ipool<T> &) {}
template <class P> static void loops_over_none(P &pool)
{
	int sum = 0;

	for (thing &t : pool)
		sum += 1 + t.n;
	for (thing &t : pool.reverse())
		sum += 1 + t.n;
	for (const thing &t : pool.const_range())
		sum += 1 + t.n;
	CHECK(sum == 0);
}

template <class P> static void pool(P &constant)
{
	is_empty(constant);
	loops_over_none(constant);
	CHECK(constant.make(1)->n == 1 && constant.count() == 1);
	constant.clear();
	is_empty(constant);
	constant.trim();
	{
		P reserved;

		CHECK(reserved.reserve(100) == 0 && reserved.stats().capacity >= 100);
		CHECK(reserved.make(1));
	}
	for (bool has : { true, false }) {
		has_memory = has;
		P none(of_memory(10));

		CHECK((none.stats().capacity >= 10) == has_memory);
		CHECK((none.make(1) != nullptr) == has_memory);
		CHECK((none.reserve(500) == 0) == has_memory);
		none.clear();
		is_empty(none);
		loops_over_none(none);
	}
	CHECK(asked && reports == 0);
}

static int try_add(rwarray_things &array, thing &t) { return array.add_tail(t); }
static int try_add(dense_things &array, thing &t) { return array.add(t); }
static int try_add(heap_things &array, thing &t) { return array.add(t, 1); }

template <class A> static void array(A &constant)
{
	thing t;

	CHECK(constant.count() == 0 && try_add(constant, t) == 0 && constant.count() == 1);
	constant.del(t);
	has_memory = false;
	A none(of_memory(10));
	CHECK(try_add(none, t) == -ENOMEM && none.count() == 0 && none.reserve(5) == -ENOMEM);
	has_memory = true;
	CHECK(try_add(none, t) == 0);
	A some(of_memory(10));
	CHECK(some.stats().capacity == 10 && reports == 0);
}

/* A class that zeroes its memory in operator new. */
struct zeroed {
	static void *operator new(size_t size, void *at) noexcept
	{
		news++;
		return std::memset(at, 0, size);
	}
	static void *operator new(size_t size) = delete;
	static int news;
};
int zeroed::news;

/* A class that no new makes. */
struct pooled {
	static void *operator new(size_t) = delete;
	int n = 5;
};

/* A constructor that leaves a member alone. */
struct unset {
	explicit unset(int first) : set(first) {}
	int set, n;
};

template <template <class> class P> static void makes()
{
	P<zeroed> with_new;
	const int before = zeroed::news;

	CHECK(with_new.make() && with_new.make() && zeroed::news == before + 2);
	P<pooled> without;
	CHECK(without.make()->n == 5);
	P<unset> sets;
	for (int i = 1; i <= 3; i++) {
		unset *u = sets.zmake(i);

		CHECK(u->set == i && u->n == 0);
		u->n = 9;
		sets.destroy(*u);
	}
	lish::fixed<P<unset>, 1> one;
	CHECK(one.zmake(1)->n == 0 && !one.zmake(2));
}

int main()
{
	thing t;

	lish_set_report(count_reports);
	ilist.add(t);
	walklist.add(t);
	lish_sure(locklist.add_tail(t));
	lish_sure(inbox.push(t));
	CHECK(ilist.count() + walklist.count() + locklist.count() == 3 && inbox.pop() == &t);
	pool(ipool);
	pool(densepool);
	pool(listpool);
	pool(slotpool);
	array(dense);
	array(rwarray);
	array(iheap);
	makes<lish::ipool>();
	makes<lish::densepool>();
	makes<lish::listpool>();
	makes<lish::slotpool>();
	CHECK(reports == 0);
	ilist.clear();
	walklist.clear();
	locklist.clear();
	return finish();
}
