/* SPDX-License-Identifier: MIT */
/*
 * ilist in C++: objects of a class, loops left in every way.
 */
#include <cstdio>
#include <stdexcept>

#include <linux-ish/ilist.h>

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

class bullet {
public:
	explicit bullet(int time) : ttl(time), link()
	{
	}
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
	CHECK(ilist_last_entry(&bullets, bullet, link) == &c);
	ilist_drain_entry(pos, &bullets, bullet, link)
		sum += pos->ttl;
	CHECK(sum == 6);
	CHECK(ilist_empty(&bullets));
	std::printf("%d passed, %d failed\n", passed, failed);
	return failed != 0;
}
