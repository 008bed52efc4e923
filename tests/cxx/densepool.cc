/* SPDX-License-Identifier: MIT */
/*
 * Pools in C++: static definitions, and loops that refuse changes until they
 * are left, in whatever way. And ipool, which has no loops.
 */
#include <cstdio>

#include <linux-ish/densepool.h>
#include <linux-ish/ipool.h>

namespace
{

struct bullet {
	int damage;
	densepool_idx idx;
};

struct shell {
	ipool_node node;
	int weight;
};

DENSEPOOL_DEFINE(bullets, bullet, idx, 4);
IPOOL_DEFINE(shells, shell, node, 4);
char block[IPOOL_BYTES(shell, 3)];

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

bool refuses()
{
	bullet *b = static_cast<bullet *>(densepool_alloc(&bullets));

	if (b)
		densepool_free(&bullets, b);
	return !b;
}

bullet *first()
{
	densepool_for_each_entry (b, &bullets, bullet, idx) {
		check(refuses(), "a loop refuses changes");
		return b;
	}
	return nullptr;
}

void leave_by_exception()
{
	densepool_for_each_entry_reverse (b, &bullets, bullet, idx) {
		densepool_for_each_entry (inner, &bullets, bullet, idx)
			throw inner->damage + b->damage;
	}
}

void loops()
{
	bullet *b = densepool_alloc_entry(&bullets, bullet, idx);
	int sum = 0;

	b->damage = 1;
	b = densepool_alloc_zero_entry(&bullets, bullet, idx);
	check(b->damage == 0, "alloc_zero zeroes");
	b->damage = 2;
	densepool_for_each_entry (pos, &bullets, bullet, idx) {
		check(refuses(), "a loop refuses changes");
		break;
	}
	check(!refuses(), "break closes");
	check(first() == densepool_at(&bullets, 0), "loops begin at the first");
	check(!refuses(), "return closes");
	try {
		leave_by_exception();
	} catch (int damage) {
		sum = damage;
	}
	check(sum == 3, "the exception came from both loops");
	check(!refuses(), "an exception closes");
	densepool_for_each_entry_const (pos, &bullets, const bullet, idx)
		sum += pos->damage;
	check(sum == 6, "const loops visit all");
	densepool_for_each_entry_safe (pos, &bullets, bullet, idx)
		check(densepool_free(&bullets, pos) == 0, "safe loops free");
	check(densepool_empty(&bullets), "all are free");
	densepool_destroy(&bullets);
}

void memory()
{
	lish_config config = lish_config();
	ipool pool;
	shell *s = ipool_alloc_entry(&shells, shell, node);

	check(s && ipool_is_live(&shells, s), "static pools need no call");
	ipool_free(&shells, s);
	check(ipool_init_in(&pool, shell, node, 3, block, sizeof(block),
			    &config) == 0,
	      "init_in");
	check(ipool_alloc_entry(&pool, shell, node) != nullptr, "alloc");
	ipool_destroy(&pool);
	config.limit = 1;
	check(ipool_init(&pool, shell, node, &config) == 0, "init");
	check(ipool_alloc(&pool) && !ipool_alloc(&pool), "the limit holds");
	ipool_destroy(&pool);
}

} // namespace

int main()
{
	loops();
	memory();
	std::printf("%d passed, %d failed\n", passed, failed);
	return failed != 0;
}
