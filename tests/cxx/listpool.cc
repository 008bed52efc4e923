/* SPDX-License-Identifier: MIT */
/*
 * listpool in C++: a static definition, loops that are left by break, return,
 * goto and exceptions and closed thereby, and all typed forms.
 */
#include <cstdio>
#include <stdexcept>

#include <linux-ish/listpool.h>

namespace
{

struct bullet {
	int ttl;
	listpool_node node;
};

LISTPOOL_DEFINE(bullets, bullet, node, 8);
char block[LISTPOOL_BYTES(bullet, 3)];

int passed, failed;

void check(bool ok, const char *what)
{
	if (ok) {
		passed++;
		return;
	}
	failed++;
	std::printf("FAILED: %s\n", what);
}

void append(int ttl)
{
	bullet *b = listpool_alloc_zero_last_entry(&bullets, bullet, node);

	check(b && b->ttl == 0, "alloc_zero zeroes");
	b->ttl = ttl;
}

int left_by_return()
{
	listpool_for_each_entry(b, &bullets, const bullet, node) {
		listpool_for_each_entry_reverse(c, &bullets, bullet, node) {
			if (b->ttl == 2 && c->ttl == 4)
				return b->ttl + c->ttl;
		}
	}
	return -1;
}

int left_by_exception()
{
	int sum = 0;

	try {
		listpool_for_each_entry_present(b, &bullets, bullet, node) {
			listpool_for_each_entry_from(c, b, &bullets, bullet,
						     node) {
				sum += c->ttl;
				if (c->ttl == 3)
					throw std::runtime_error("enough");
			}
		}
	} catch (const std::runtime_error &) {
	}
	return sum;
}

int left_by_goto()
{
	int sum = 0;

	listpool_for_each_entry_from_reverse(
		b, listpool_last_entry(&bullets, bullet, node), &bullets,
		bullet, node) {
		listpool_for_each_entry(c, &bullets, bullet, node) {
			sum += b->ttl + c->ttl;
			goto out;
		}
	}
out:
	return sum;
}

int sum_const(const listpool *pool)
{
	int sum = 0;

	listpool_for_each_entry_const(b, pool, const bullet, node)
		sum += b->ttl;
	listpool_for_each_entry_const_reverse(b, pool, const bullet, node)
		sum -= b->ttl / 2;
	return sum;
}

int explicit_loop()
{
	listpool_loop loop = LISTPOOL_LOOP_INIT;
	int sum = 0;

	listpool_loop_begin(&loop, &bullets);
	while (listpool_node *node = listpool_loop_next(&loop))
		sum += listpool_entry(node, bullet, node)->ttl;
	listpool_loop_end(&loop);
	return sum;
}

int by_ttl(void *, const listpool_node *a, const listpool_node *b)
{
	return listpool_entry_const(a, bullet, node)->ttl -
	       listpool_entry_const(b, bullet, node)->ttl;
}

void loops()
{
	for (int ttl = 1; ttl <= 5; ttl++)
		append(ttl);
	listpool_for_each_entry(b, &bullets, bullet, node) {
		if (b->ttl == 3)
			break;
	}
	check(!bullets.loops, "break closes");
	check(left_by_return() == 6, "the return came from both loops");
	check(!bullets.loops, "return closes");
	check(left_by_exception() == 6, "the exception came from both loops");
	check(!bullets.loops, "an exception closes");
	check(left_by_goto() == 6, "the goto came from both loops");
	check(!bullets.loops, "goto closes");
	check(sum_const(&bullets) == 9, "const loops visit all");
	check(explicit_loop() == 15, "an explicit loop visits all");
	check(!bullets.loops, "a loop that is over is closed");
	listpool_for_each_entry(b, &bullets, bullet, node) {
		listpool_free(&bullets, b);
		check(listpool_alloc_first(&bullets) == b, "reuse at once");
		b->ttl = 7;
		listpool_free(&bullets, b);
	}
	check(listpool_empty(&bullets), "all are free");
}

void places()
{
	bullet *b = listpool_alloc_first_entry(&bullets, bullet, node);

	b->ttl = 4;
	listpool_alloc_last_entry(&bullets, bullet, node)->ttl = 7;
	listpool_alloc_before_entry(&bullets, b, bullet, node)->ttl = 3;
	listpool_alloc_after_entry(&bullets, b, bullet, node)->ttl = 5;
	listpool_alloc_zero_before_entry(&bullets, b, bullet, node)->ttl = 2;
	listpool_alloc_zero_after_entry(&bullets, b, bullet, node)->ttl = 6;
	listpool_alloc_zero_first_entry(&bullets, bullet, node)->ttl = 1;
	check(listpool_prev_entry(&bullets, b, bullet, node)->ttl == 2,
	      "in front of it");
	check(listpool_next_entry(&bullets, b, const bullet, node)->ttl == 6,
	      "behind it");
	check(listpool_sort(&bullets, by_ttl, nullptr) == 0, "sort");
	int ttl = 0;
	listpool_for_each_entry(pos, &bullets, bullet, node)
		check(pos->ttl == ++ttl, "sorted");
	check(listpool_first_entry(&bullets, bullet, node)->ttl == 1,
	      "the first one");
	check(listpool_at_entry(&bullets, 0, bullet, node) ==
		      &bullets_objects_[0],
	      "objects do not move");
	listpool_destroy(&bullets);
}

void memory()
{
	lish_config config = lish_config();
	listpool pool;

	check(listpool_init_in(&pool, bullet, node, 3, block, sizeof(block),
			       &config) == 0,
	      "init_in");
	check(listpool_alloc_last(&pool) != nullptr, "alloc");
	listpool_destroy(&pool);
	config.limit = 1;
	check(listpool_init(&pool, bullet, node, &config) == 0, "init");
	check(listpool_alloc_first(&pool) && !listpool_alloc_last(&pool),
	      "the limit holds");
	listpool_destroy(&pool);
}

} // namespace

int main()
{
	loops();
	places();
	memory();
	std::printf("%d passed, %d failed\n", passed, failed);
	return failed != 0;
}
