/* SPDX-License-Identifier: MIT */
/*
 * ilist in C++: objects of a class, loops left in every way.
 */
#include <stdexcept>

#include <linux-ish/ilist.h>
#include <linux-ish/sort.h>
#include "check.h"

class bullet {
public:
	explicit bullet(int time) : ttl(time), link()
	{
	}
	/* Right for what is in a list, was in one, or never was. */
	~bullet()
	{
		ilist_leave(&link);
	}
	bullet(const bullet &) = delete;
	bullet &operator=(const bullet &) = delete;
	int ttl;
	ilist_node link;
};

static ILIST_DEFINE(bullets);

static int first_above(const ilist *list, int ttl)
{
	ilist_for_each_entry(b, list, const bullet, link) {
		if (b->ttl > ttl)
			return b->ttl;
	}
	return -1;
}

static int sum_until_throw(ilist *list)
{
	int sum = 0;

	try {
		ilist_for_each_entry_safe(b, list, bullet, link) {
			sum += b->ttl;
			if (b->ttl == 2)
				throw std::runtime_error("enough");
		}
	} catch (const std::runtime_error &) {
	}
	return sum;
}

static int by_ttl(void *, const ilist_node *a, const ilist_node *b)
{
	return container_of(a, const bullet, link)->ttl -
	       container_of(b, const bullet, link)->ttl;
}

static uint64_t ttl_of(void *, const ilist_node *node)
{
	return static_cast<uint64_t>(container_of(node, const bullet, link)->ttl);
}

static void every_form_compiles(ilist *list, bullet *start)
{
	uint64_t scratch[ILIST_SORT_SCRATCH(8) / sizeof(uint64_t)];
	int n = 0;

	ilist_sort(list, by_ttl, nullptr);
	CHECK(ilist_sort_by_key(list, ttl_of, nullptr, scratch,
				sizeof(scratch)) == 0);
	ilist_for_each_entry(b, list, bullet, link)
		n += b->ttl;
	ilist_for_each_entry_reverse(b, list, bullet, link)
		n += b->ttl;
	ilist_for_each_entry_from(b, list, start, bullet, link)
		n += b->ttl;
	ilist_for_each_entry_safe(b, list, const bullet, link)
		n += b->ttl;
	ilist_for_each_entry_from(b, list, nullptr, bullet, link)
		n += 100;
	/* three times 1 + 2 + 3, once 2 + 3 */
	CHECK(n == 3 * 6 + 5);
	CHECK(ilist_first_entry(list, bullet, link)->ttl == 1);
	CHECK(ilist_last_entry(list, const bullet, link)->ttl == 3);
	CHECK(ilist_next_entry(list, start, bullet, link)->ttl == 3);
	CHECK(ilist_prev_entry(list, start, bullet, link)->ttl == 1);
	CHECK(container_of(&start->link, bullet, link) == start);
}

static void destructors_leave(ilist *list)
{
	bullet *gone = new bullet(4);
	bullet never(5);

	ilist_add(list, &gone->link);
	{
		bullet scoped(6);

		ilist_add_tail(list, &scoped.link);
		CHECK(ilist_count(list) == 5);
	}
	CHECK(ilist_count(list) == 4);
	delete gone;
	CHECK(ilist_count(list) == 3);
	CHECK(!ilist_leave(&never.link));
}

int main()
{
	bullet a(1), b(2), c(3);
	int sum = 0;

	ilist_add_tail(&bullets, &a.link);
	ilist_add_tail(&bullets, &b.link);
	ilist_add_tail(&bullets, &c.link);
	CHECK(first_above(&bullets, 1) == 2);
	CHECK(first_above(&bullets, 9) == -1);
	CHECK(sum_until_throw(&bullets) == 3);
	CHECK(ilist_count(&bullets) == 3);
	every_form_compiles(&bullets, &b);
	destructors_leave(&bullets);
	CHECK(ilist_last_entry(&bullets, bullet, link) == &c);
	ilist_drain_entry(pos, &bullets, bullet, link)
		sum += pos->ttl;
	CHECK(sum == 6);
	CHECK(ilist_empty(&bullets));
	return finish();
}
