/* SPDX-License-Identifier: MIT */
/*
 * listpool in C++: pools that need no call, loops that are left by break, return,
 * goto and exceptions and closed thereby, and all typed forms.
 */
#include <stdexcept>

#include <linux-ish/listpool.h>
#include <linux-ish/sort.h>
#include "check.h"

namespace
{

struct bullet {
	int ttl;
	listpool_node node;
};

LISTPOOL_DEFINE_STATIC(bullets, bullet, node, 8);

/* A pool in which a loop was left open lets nobody sort. */
bool reported;

void note(const lish_fault *)
{
	reported = true;
}

int by_ttl(void *, const listpool_node *a, const listpool_node *b)
{
	return container_of(a, const bullet, node)->ttl -
	       container_of(b, const bullet, node)->ttl;
}

bool at_rest()
{
	const lish_report_fn before = lish_set_report(note);

	reported = false;
	listpool_sort(&bullets, by_ttl, nullptr);
	lish_set_report(before);
	return !reported;
}

void append(int ttl)
{
	bullet *b = listpool_alloc_tail_entry(&bullets, bullet, node);

	check(b != nullptr, "alloc at the end");
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
			listpool_for_each_entry_from(c, &bullets, b,
						     bullet, node) {
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

	listpool_for_each_entry_reverse(b, &bullets, bullet, node) {
		listpool_for_each_entry_safe(c, &bullets, bullet, node) {
			sum += b->ttl + c->ttl;
			goto out;
		}
	}
out:
	return sum;
}

listpool *no_pool()
{
	throw std::runtime_error("no pool");
}

/* What a loop finds on the stack where it is to be. */
void soil_the_stack()
{
	volatile unsigned char dirt[1024];

	for (std::size_t i = 0; i < sizeof(dirt); i++)
		dirt[i] = 0x5a;
}

int throws_before_it_begins(int which)
{
	int visited = 0;

	try {
		if (which == 0) {
			listpool_for_each_entry(b, no_pool(), bullet, node)
				visited += b->ttl;
		} else if (which == 1) {
			listpool_for_each_entry_reverse(b, no_pool(), bullet,
							node)
				visited += b->ttl;
		} else if (which == 2) {
			listpool_for_each_entry_present(b, no_pool(), bullet,
							node)
				visited += b->ttl;
		} else if (which == 3) {
			listpool_for_each_entry_from(
				b, no_pool(), &bullets_storage_.objects[0],
				bullet, node)
				visited += b->ttl;
		} else {
			listpool_for_each_entry_const(b, no_pool(), bullet,
						      node)
				visited += b->ttl;
		}
	} catch (const std::runtime_error &) {
		return visited;
	}
	return -1;
}

int sum_const(const listpool *pool)
{
	int sum = 0;

	listpool_for_each_entry_const(b, pool, const bullet, node)
		sum += b->ttl;
	return sum;
}

void loops()
{
	for (int ttl = 1; ttl <= 5; ttl++)
		append(ttl);
	listpool_for_each_entry(b, &bullets, bullet, node) {
		check(!at_rest(), "a loop runs");
		if (b->ttl == 3)
			break;
	}
	check(at_rest(), "break closes");
	check(left_by_return() == 6, "the return came from both loops");
	check(at_rest(), "return closes");
	check(left_by_exception() == 6, "the exception came from both loops");
	check(at_rest(), "an exception closes");
	check(left_by_goto() == 6, "the goto came from both loops");
	check(at_rest(), "goto closes");
	for (int which = 0; which < 5; which++) {
		soil_the_stack();
		check(throws_before_it_begins(which) == 0,
		      "a loop whose pool throws does not begin");
	}
	check(at_rest(), "nor does it end");
	check(sum_const(&bullets) == 15, "const loops visit all");
	{
		int visits = 0;

		listpool_for_each_entry(b, &bullets, bullet, node) {
			visits++;
			listpool_stop(&bullets);
		}
		check(visits == 1, "stopped");
		check(at_rest(), "a loop that is over is closed");
	}
	listpool_for_each_entry(b, &bullets, bullet, node) {
		listpool_free(&bullets, &b->node);
		check(listpool_alloc_entry(&bullets, bullet, node) == b,
		      "reuse at once");
		b->ttl = 7;
		listpool_free(&bullets, &b->node);
	}
	check(!listpool_count(&bullets), "all are free");
}

void places()
{
	bullet *b = listpool_alloc_entry(&bullets, bullet, node), *c;

	b->ttl = 4;
	listpool_alloc_tail_entry(&bullets, bullet, node)->ttl = 7;
	listpool_alloc_before_entry(&bullets, b, bullet, node)->ttl = 3;
	listpool_alloc_after_entry(&bullets, b, bullet, node)->ttl = 5;
	listpool_zalloc_entry(&bullets, bullet, node)->ttl = 1;
	listpool_alloc_tail_entry(&bullets, bullet, node)->ttl = 8;
	check(listpool_prev_entry(&bullets, b, bullet, node)->ttl == 3,
	      "before it");
	check(listpool_next_entry(&bullets, b, const bullet, node)
			      ->ttl == 5,
	      "after it");
	c = listpool_last_entry(&bullets, bullet, node);
	listpool_move(&bullets, &c->node);
	listpool_move_tail(&bullets, &c->node);
	listpool_move_before(&bullets, &b->node, &c->node);
	listpool_move_after(&bullets, &b->node, &c->node);
	check(listpool_next_entry(&bullets, b, bullet, node) == c,
	      "moved after it");
	listpool_sort(&bullets, by_ttl, nullptr);
	int ttl = 0;
	listpool_for_each_entry(pos, &bullets, const bullet, node) {
		check(pos->ttl > ttl, "sorted");
		ttl = pos->ttl;
	}
	check(ttl == 8, "all of them");
	check(listpool_first_entry(&bullets, bullet, node)->ttl == 1,
	      "the first one");
	check(listpool_contains(&bullets, &b->node), "it is one of them");
	check(listpool_check(&bullets, nullptr) == LISH_OK, "all is well");
	listpool_clear(&bullets);
	check(listpool_count(&bullets) == 0, "clear");
	listpool_destroy(&bullets);
}

void memory()
{
	LISTPOOL_STORAGE(mem, bullet, 3);
	listpool at_once = LISTPOOL_INIT(at_once, mem, bullet, node);
	lish_config config = LISH_CONFIG_INIT;
	listpool pool;

	check(listpool_alloc_entry(&at_once, bullet, node) == &mem.objects[0],
	      "an initialiser suffices");
	listpool_destroy(&at_once);
	listpool_init_in(&pool, bullet, node, &mem, NULL);
	check(listpool_alloc_tail_entry(&pool, bullet, node) != nullptr &&
		      listpool_stats(&pool).capacity == 3,
	      "init_in");
	listpool_destroy(&pool);
	config.limit = 1;
	check(listpool_init(&pool, bullet, node, &config) == 0, "init");
	check(listpool_reserve(&pool, 2) == -ENOSPC, "beyond the limit");
	check(listpool_alloc_entry(&pool, bullet, node) &&
		      !listpool_alloc_entry(&pool, bullet, node),
	      "the limit holds");
	check(listpool_stats(&pool).failed == 1, "stats");
	listpool_trim(&pool);
	listpool_destroy(&pool);
}

} // namespace

static LISTPOOL_STORAGE(shared_mem, bullet, 2);
listpool shared = LISTPOOL_INIT(shared, shared_mem, bullet, node);

int main()
{
	loops();
	places();
	memory();
	check(listpool_alloc_entry(&shared, bullet, node) != nullptr, "shared");
	return finish();
}
