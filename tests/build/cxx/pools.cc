/* SPDX-License-Identifier: MIT */
/*
 * ipool and slotpool in C++: each form of storage, and loops that are left in
 * whatever way. With the warnings that C++ users like, for macros are theirs.
 */
#if defined(__GNUC__)
#pragma GCC diagnostic error "-Wold-style-cast"
#pragma GCC diagnostic error "-Wzero-as-null-pointer-constant"
#endif

#include <linux-ish/ipool.h>
#include <linux-ish/save.h>
#include <linux-ish/slotpool.h>
#include "check.h"

struct shell {
	ipool_idx node;
	int weight;
};

struct ship {
	slotpool_idx node;
	int armour;
};

extern ipool shells;
static IPOOL_STORAGE(shells_memory, shell, 2);
ipool shells = IPOOL_INIT(shells_memory, shell, node);
extern slotpool ships;
static SLOTPOOL_STORAGE(ship_memory, ship, 2);
slotpool ships = SLOTPOOL_INIT(ship_memory, ship, node);

namespace
{

IPOOL_DEFINE_STATIC(own_shells, shell, node, 2);
SLOTPOOL_DEFINE_STATIC(own_ships, ship, node, 2);

struct world {
	ipool shells;
	IPOOL_STORAGE(shell_memory, shell, 2);
	slotpool ships;
	SLOTPOOL_STORAGE(ship_memory, ship, 2);
};

void two_shells(ipool *pool)
{
	shell *a = ipool_alloc_entry(pool, shell, node);
	shell *b = ipool_zalloc_entry(pool, shell, node);

	check(a && b == a + 1, "alloc");
	check(!ipool_alloc_entry(pool, shell, node), "the capacity holds");
	check(ipool_contains(pool, &b->node), "contains");
	check(ipool_at_entry(pool, 1, const shell, node) == b, "at");
	ipool_free(pool, &a->node);
	check(ipool_free_at(pool, 1) && !ipool_count(pool), "free");
	check(ipool_stats(pool).peak == 2, "stats");
	ipool_destroy(pool);
}

void numbers_of_32_bits()
{
	static SLOTPOOL_STORAGE(memory, ship, 2);
	lish_config config = LISH_CONFIG_INIT;
	slotpool pool;

	config.index_bits = 20;
	slotpool_init_in(&pool, ship, node, &memory, &config);
	ship *a = slotpool_alloc_entry(&pool, ship, node);
	const uint32_t number = slotpool_handle_to_u32(&pool, slotpool_handle_of(&pool, &a->node));
	const ship *found = slotpool_get_u32(&pool, number, const ship, node);
	check(number && found == a, "get by 32 bits");
	slotpool_free(&pool, &a->node);
	check(!slotpool_get_u32(&pool, number, ship, node), "it is gone");
	slotpool_destroy(&pool);
}

void two_ships(slotpool *pool)
{
	ship *a = slotpool_alloc_entry(pool, ship, node);
	ship *b = slotpool_alloc_tail_entry(pool, ship, node);
	slotpool_handle handle = slotpool_handle_of(pool, &b->node);
	int seen = 0;

	check(a && b == a + 1, "alloc");
	check(!slotpool_alloc_entry(pool, ship, node), "the capacity holds");
	check(slotpool_get_entry(pool, handle, const ship, node) == b, "get");
	slotpool_for_each_entry (pos, pool, ship, node)
		slotpool_free(pool, &pos->node);
	check(!slotpool_get_entry(pool, handle, ship, node), "it is gone");
	check(!slotpool_free_handle(pool, handle), "nothing to free");
	slotpool_zalloc_entry(pool, ship, node);
	slotpool_for_each_entry_reverse (pos, pool, const ship, node)
		seen += pos != nullptr;
	slotpool_for_each_entry_safe (pos, pool, ship, node)
		seen += pos != nullptr;
	slotpool_for_each_entry_span (pos, pool, slotpool_span(pool, 0, 1),
				      ship, node)
		seen += pos != nullptr;
	slotpool_for_each_range (first, end, pool)
		seen += end - first == 1;
	check(seen == 4, "each loop visits");
	slotpool_destroy(pool);
}

void throw_at_first(slotpool *pool)
{
	slotpool_for_each_entry (pos, pool, ship, node)
		throw pos;
}

const ship *return_first(const slotpool *pool)
{
	slotpool_for_each_entry (pos, pool, const ship, node)
		return pos;
	return nullptr;
}

void growing()
{
	lish_config config = LISH_CONFIG_INIT;
	slotpool pool;
	ipool small;
	char buffer[4096];

	config.limit = 100;
	config.reuse = LISH_LOWEST;
	check(slotpool_init(&pool, ship, node, &config) == 0, "init");
	check(slotpool_reserve(&pool, 100) == 0, "reserve");
	ship *a = slotpool_zalloc_entry(&pool, ship, node);
	try {
		throw_at_first(&pool);
		check(false, "throws");
	} catch (ship *thrown) {
		check(thrown == a, "throws");
	}
	check(return_first(&pool) == a, "returns");
	check(slotpool_save(&pool, buffer, sizeof(buffer), nullptr) == 0, "save");
	slotpool_free(&pool, &a->node);
	check(slotpool_load(&pool, buffer, sizeof(buffer), nullptr) == 0, "load");
	check(slotpool_contains(&pool, &a->node), "it is back");
	slotpool_destroy(&pool);
	check(ipool_init(&small, shell, node, nullptr) == 0, "init");
	check(ipool_alloc_entry(&small, shell, node) != nullptr, "alloc");
	ipool_destroy(&small);
}

} // namespace

int main()
{
	static world all = { IPOOL_INIT(all.shell_memory, shell, node), {},
			     SLOTPOOL_INIT(all.ship_memory, ship, node), {} };
	IPOOL_DEFINE_STATIC(inside, shell, node, 2);
	world local;

	two_shells(&shells);
	two_shells(&own_shells);
	two_shells(&inside);
	two_shells(&all.shells);
	ipool_init_in(&local.shells, shell, node, &local.shell_memory, NULL);
	two_shells(&local.shells);
	two_ships(&ships);
	two_ships(&own_ships);
	two_ships(&all.ships);
	slotpool_init_in(&local.ships, ship, node, &local.ship_memory, NULL);
	two_ships(&local.ships);
	numbers_of_32_bits();
	growing();
	return finish();
}
