/* SPDX-License-Identifier: MIT */
/*
 * densepool in C++: pools that need no call, loops that are left by break, return,
 * goto and exceptions and closed thereby, and all typed forms.
 */
#include <stdexcept>

#include <linux-ish/densepool.h>
#include "check.h"

namespace
{

struct bullet {
	int damage;
	densepool_idx idx;
};

DENSEPOOL_DEFINE_STATIC(bullets, bullet, idx, 4);

void note(const lish_fault *)
{
}

/* While a _frozen loop runs, nothing can be taken. */
bool at_rest()
{
	const lish_report_fn before = lish_set_report(note);
	bullet *b = densepool_alloc_entry(&bullets, bullet, idx);

	lish_set_report(before);
	if (b)
		densepool_free(&bullets, &b->idx);
	return b;
}

bullet *first()
{
	densepool_for_each_entry_frozen(b, &bullets, bullet, idx) {
		check(!at_rest(), "a frozen loop refuses changes");
		return b;
	}
	return nullptr;
}

int left_by_exception()
{
	int sum = 0;

	try {
		densepool_for_each_entry_frozen(b, &bullets, bullet, idx) {
			densepool_for_each_entry_reverse(c, &bullets,
							 const bullet, idx) {
				sum += 10 * b->damage + c->damage;
				if (sum)
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

	densepool_for_each_entry_present(b, &bullets, bullet, idx) {
		densepool_for_each_entry_frozen(c, &bullets, bullet, idx) {
			sum += 10 * b->damage + c->damage;
			goto out;
		}
	}
out:
	return sum;
}

densepool *no_pool()
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
			densepool_for_each_entry(b, no_pool(), bullet, idx)
				visited += b->damage;
		} else if (which == 1) {
			densepool_for_each_entry_reverse(b, no_pool(), bullet,
							 idx)
				visited += b->damage;
		} else if (which == 2) {
			densepool_for_each_entry_present(b, no_pool(), bullet,
							 idx)
				visited += b->damage;
		} else if (which == 3) {
			densepool_for_each_entry_frozen(b, no_pool(), bullet,
							idx)
				visited += b->damage;
		} else {
			densepool_for_each_entry_const(b, no_pool(), bullet,
						       idx)
				visited += b->damage;
		}
	} catch (const std::runtime_error &) {
		return visited;
	}
	return -1;
}

int sum_const(const densepool *pool)
{
	int sum = 0;

	densepool_for_each_entry_const(pos, pool, const bullet, idx)
		sum += pos->damage;
	densepool_for_each_entry_span(pos, pool, densepool_span(pool, 1, 2),
				      const bullet, idx)
		sum += 10 * pos->damage;
	return sum;
}

void loops()
{
	bullet *b = densepool_alloc_entry(&bullets, bullet, idx);
	int spawned = 0;

	b->damage = 1;
	b = densepool_zalloc_entry(&bullets, bullet, idx);
	check(b->damage == 0, "zalloc zeroes");
	b->damage = 2;
	densepool_for_each_entry_frozen(pos, &bullets, bullet, idx) {
		check(!at_rest(), "a frozen loop refuses changes");
		break;
	}
	check(at_rest(), "break closes");
	check(first() != nullptr, "loops begin at the first");
	check(at_rest(), "return closes");
	check(left_by_exception() == 12, "the exception came from both loops");
	check(at_rest(), "an exception closes");
	check(left_by_goto() == 11, "the goto came from both loops");
	check(at_rest(), "goto closes");
	for (int which = 0; which < 5; which++) {
		soil_the_stack();
		check(throws_before_it_begins(which) == 0,
		      "a loop whose pool throws does not begin");
	}
	check(at_rest(), "nor does it end");
	check(sum_const(&bullets) == 23, "const loops visit all");
	{
		int steps = 0;

		densepool_for_each_entry(pos, &bullets, bullet, idx) {
			steps += pos->damage > 0;
			densepool_stop(&bullets);
		}
		check(steps == 1, "a stopped loop makes no other step");
	}
	densepool_for_each_entry_safe(pos, &bullets, bullet, idx) {
		densepool_free(&bullets, &pos->idx);
		if (spawned++ < 2)
			densepool_zalloc_entry(&bullets, bullet, idx)->damage =
				3;
	}
	check(spawned == 4, "what is taken in a loop is visited");
	check(!densepool_count(&bullets), "all are free");
	densepool_destroy(&bullets);
}

void memory()
{
	DENSEPOOL_STORAGE(mem, bullet, 3);
	densepool at_once = DENSEPOOL_INIT(mem, bullet, idx);
	lish_config config = LISH_CONFIG_INIT;
	densepool pool;
	bullet *b = densepool_alloc_entry(&at_once, bullet, idx);

	check(b == &mem.objects[0], "an initialiser suffices");
	check(densepool_contains(&at_once, &b->idx), "it is one of them");
	check(densepool_check(&at_once, nullptr) == LISH_OK, "all is well");
	densepool_clear(&at_once);
	check(densepool_count(&at_once) == 0, "clear");
	densepool_destroy(&at_once);
	densepool_init_in(&pool, bullet, idx, &mem, NULL);
	check(densepool_alloc_entry(&pool, bullet, idx) != nullptr &&
		      densepool_stats(&pool).capacity == 3,
	      "init_in");
	densepool_destroy(&pool);
	config.limit = 1;
	check(densepool_init(&pool, bullet, idx, &config) == 0, "init");
	check(densepool_reserve(&pool, 2) == -ENOSPC, "beyond the limit");
	check(densepool_alloc_entry(&pool, bullet, idx) &&
		      !densepool_alloc_entry(&pool, bullet, idx),
	      "the limit holds");
	check(densepool_stats(&pool).failed == 1, "stats");
	densepool_trim(&pool);
	densepool_destroy(&pool);
}

} // namespace

static DENSEPOOL_STORAGE(shared_memory, bullet, 2);
densepool shared = DENSEPOOL_INIT(shared_memory, bullet, idx);

int main()
{
	loops();
	memory();
	check(densepool_alloc_entry(&shared, bullet, idx) != nullptr, "shared");
	return finish();
}
