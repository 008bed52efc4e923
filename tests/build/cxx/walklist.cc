/* SPDX-License-Identifier: MIT */
/*
 * walklist in C++: loops that are left by break, return, goto and exceptions
 * are closed, so that elements they stood on may be freed.
 */
#include <stdexcept>

#include <linux-ish/walklist.h>
#include "check.h"

class bullet {
public:
	explicit bullet(int time) : ttl(time), link()
	{
	}
	/* Whoever deletes it need not know the list. */
	~bullet()
	{
		walklist_leave(&link);
	}
	int ttl;
	walklist_node link;
};

static WALKLIST_DEFINE(bullets);

static void fill()
{
	for (int ttl = 1; ttl <= 5; ttl++)
		walklist_add_tail(&bullets, &(new bullet(ttl))->link);
}

static void destroy_all()
{
	walklist_for_each_entry_safe(b, &bullets, bullet, link)
		delete b;
}

static int left_by_return()
{
	walklist_for_each_entry(b, &bullets, const bullet, link) {
		walklist_for_each_entry_reverse(c, &bullets, bullet, link) {
			if (b->ttl == 2 && c->ttl == 4)
				return b->ttl + c->ttl;
		}
	}
	return -1;
}

static int left_by_exception()
{
	int sum = 0;

	try {
		walklist_for_each_entry_present(b, &bullets, bullet, link) {
			walklist_for_each_entry_from(c, &bullets, b, bullet,
						     link) {
				sum += c->ttl;
				if (c->ttl == 3)
					throw std::runtime_error("enough");
			}
		}
	} catch (const std::runtime_error &) {
	}
	return sum;
}

static int left_by_goto()
{
	int sum = 0;

	walklist_for_each_entry_from(
		b, &bullets, walklist_last_entry(&bullets, bullet, link),
		bullet, link) {
		walklist_for_each_entry(c, &bullets, bullet, link) {
			sum += b->ttl + c->ttl;
			goto out;
		}
	}
out:
	return sum;
}

static int sum_const(const walklist *list)
{
	int sum = 0;

	walklist_for_each_entry_const(b, list, const bullet, link)
		sum += b->ttl;
	return sum;
}

static int explicit_loop()
{
	walklist_loop loop = LISH_LOOP_INIT;
	int sum = 0;

	walklist_loop_begin(&loop, &bullets);
	while (walklist_node *node = walklist_loop_next(&loop))
		sum += container_of(node, bullet, link)->ttl;
	walklist_loop_end(&loop);
	return sum;
}

/* The list and all its elements go under a loop. */
static int stopped_loop()
{
	walklist *list = new walklist;
	int visits = 0;

	walklist_init(list);
	walklist_add_tail(list, &(new bullet(1))->link);
	walklist_add_tail(list, &(new bullet(2))->link);
	walklist_for_each_entry(b, list, bullet, link) {
		visits++;
		walklist_stop(list);
		delete walklist_last_entry(list, bullet, link);
		delete b;
		delete list;
	}
	return visits;
}

int main()
{
	fill();
	walklist_for_each_entry(b, &bullets, bullet, link) {
		if (b->ttl == 3)
			break;
	}
	CHECK(!bullets.walks.loops.first);
	CHECK(left_by_return() == 6);
	CHECK(!bullets.walks.loops.first);
	CHECK(left_by_exception() == 6);
	CHECK(!bullets.walks.loops.first);
	CHECK(left_by_goto() == 6);
	CHECK(!bullets.walks.loops.first);
	CHECK(sum_const(&bullets) == 15);
	CHECK(explicit_loop() == 15);
	CHECK(stopped_loop() == 1);
	CHECK(!bullets.walks.loops.first);
	destroy_all();
	CHECK(walklist_count(&bullets) == 0);
	CHECK(walklist_count(&bullets) == 0);
	return finish();
}
