/* SPDX-License-Identifier: MIT */
/* slotpool: births and deaths in leases, and what the owner commits */
#include "slotpool_test.h"

#include <linux-ish/save.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/slotpool_lease.h>
#include <linux-ish/world.h>

enum { LEASES = 3, BIRTHS = 4, DEATHS = 5 };

static struct slotpool_lease lease[LEASES];
static uint32_t slots[LEASES][BIRTHS];
static struct slotpool_death deaths[LEASES][DEATHS];
static struct slotpool_lease *const leases[LEASES] = { &lease[0], &lease[1], &lease[2] };

static void make_leases(void)
{
	int i;

	for (i = 0; i < LEASES; i++)
		slotpool_lease_init(&lease[i], slots[i], BIRTHS, deaths[i], DEATHS);
}

static void lend(void)
{
	assert_int_equal(slotpool_lend(&pool, leases, LEASES), 0);
	assert_whole();
}

static void commit(void)
{
	slotpool_commit(&pool, leases, LEASES);
	assert_whole();
}

static struct bullet *born_in(int i)
{
	return slotpool_lease_zalloc_entry(&lease[i], struct bullet, idx);
}

static struct slotpool_handle named(int i, const struct bullet *b)
{
	return slotpool_lease_handle_of(&lease[i], &b->idx);
}

static struct bullet *found(struct slotpool_handle handle)
{
	return slotpool_get_entry(&pool, handle, struct bullet, idx);
}

static void dies_in(int i, struct bullet *b)
{
	assert_int_equal(slotpool_lease_free(&lease[i], &b->idx), 0);
}

TEST(a_birth_is_found_by_its_handle_at_once)
{
	struct slotpool_handle handle;
	struct bullet *b;

	make_leases();
	make_pool(LAST_FREED, 0);
	fill(2);
	lend();
	b = slotpool_lease_alloc_entry(&lease[1], struct bullet, idx);
	assert_non_null(b);
	handle = named(1, b);
	assert_ptr_equal(found(handle), b);
	/* Other leases may name the object too. */
	assert_true(same_handle(named(2, b), handle));
	assert_false(lives(&pool, b));
	assert_int_equal(index_of(b), -1);
	assert_int_equal(slotpool_count(&pool), 2);
	assert_whole();
	commit();
	assert_ptr_equal(found(handle), b);
	assert_true(same_handle(handle_of(&pool, b), handle));
	assert_int_equal(slotpool_count(&pool), 3);
}

TEST(loops_visit_a_birth_after_the_commit)
{
	const struct bullet *b;
	uint32_t n = 0;

	make_leases();
	make_pool(LAST_FREED, 0);
	fill(1);
	lend();
	b = born_in(0);
	slotpool_for_each_entry(pos, &pool, const struct bullet, idx)
		n += pos == b ? 100 : 1;
	slotpool_for_each_range(first, end, &pool)
		n += end - first;
	assert_int_equal(n, 2);
	commit();
	slotpool_for_each_entry(pos, &pool, const struct bullet, idx)
		n += pos == b ? 100 : 1;
	slotpool_for_each_range(first, end, &pool)
		n += end - first;
	assert_int_equal(n, 105);
	assert_slots("ab|");
}

TEST(zalloc_in_a_lease_zeroes_all_but_the_node)
{
	struct bullet *b;

	make_leases();
	make_pool(LAST_FREED, 0);
	fill(3);
	b = by_index(1);
	memset(b, 0xa5, offsetof(struct bullet, idx));
	b->id = 77;
	give(&pool, b);
	lend();
	b = born_in(0);
	assert_int_equal(b->idx.slot, 2);
	assert_true(b->x >= 0 && b->x <= 0);
	assert_int_equal(b->damage, 0);
	assert_int_equal(b->id, 0);
	commit();
	assert_slots("abc|");
}

TEST(a_death_waits_for_the_commit)
{
	struct slotpool_handle handle;
	struct bullet *b;

	make_leases();
	make_pool(LAST_FREED, 0);
	fill(3);
	b = by_index(1);
	b->id = 5;
	handle = handle_of(&pool, b);
	lend();
	dies_in(0, b);
	assert_ptr_equal(found(handle), b);
	assert_true(lives(&pool, b));
	assert_int_equal(b->id, 5);
	assert_whole();
	commit();
	assert_null(found(handle));
	assert_slots("a.c|");
}

TEST(a_birth_may_die_in_any_lease)
{
	struct slotpool_handle mine, its;
	struct bullet *b;

	make_leases();
	make_pool(LAST_FREED, 0);
	fill(1);
	lend();
	b = born_in(2);
	mine = named(2, b);
	dies_in(2, b);
	b = born_in(2);
	its = named(2, b);
	dies_in(0, b);
	assert_ptr_equal(found(its), b);
	commit();
	assert_null(found(mine));
	assert_null(found(its));
	assert_int_equal(slotpool_count(&pool), 1);
	/* Each had a life. */
	assert_int_equal(slotpool_at_slot_(&pool, its.slot - 1)[1], its.generation + 1);
}

TEST(what_was_not_used_goes_back_as_if_it_had_not_been_lent)
{
	enum lish_reuse order;
	uint32_t next;
	size_t size;

	for (order = LAST_FREED; order < ORDERS; order = (enum lish_reuse)(order + 1)) {
		make_leases();
		make_pool(order, 0);
		fill(30);
		free_at(3);
		free_at(20);
		free_at(11);
		/* The highest border, and where next goes on, tell of lent slots. */
		lend();
		commit();
		size = save();
		next = pool.extra.next;
		lend();
		commit();
		pool.extra.next = next;
		assert_saved(size);
	}
}

TEST(births_take_the_slots_that_the_owner_would)
{
	make_leases();
	make_pool(LAST_FREED, 0);
	fill(10);
	free_at(3);
	free_at(7);
	free_at(5);
	lend();
	assert_int_equal(born_in(0)->idx.slot, 6);
	assert_int_equal(born_in(0)->idx.slot, 8);
	assert_int_equal(born_in(0)->idx.slot, 4);
	assert_int_equal(born_in(0)->idx.slot, 11);
	assert_int_equal(born_in(2)->idx.slot, 16);
	commit();
	/* 11 to 14 were lent to the second lease, 16 to 18 to the third. */
	assert_slots("abcdefghijk....l|");
	assert_int_equal(taken(), 11);
	assert_int_equal(taken(), 12);
}

TEST(a_lease_without_room_returns_null)
{
	struct bullet *b = NULL;
	int i;

	make_leases();
	make_pool(LAST_FREED, 0);
	fill(DEATHS + 1);
	lend();
	for (i = 0; i < BIRTHS; i++)
		assert_non_null(born_in(1));
	assert_null(born_in(1));
	assert_null(slotpool_lease_alloc_entry(&lease[1], struct bullet, idx));
	for (i = 0; i < DEATHS; i++)
		dies_in(1, by_index((uint32_t)i));
	b = by_index(DEATHS);
	assert_int_equal(slotpool_lease_free(&lease[1], &b->idx), -ENOSPC);
	assert_int_equal(slotpool_lease_free_handle(&lease[1], handle_of(&pool, b)), -ENOSPC);
	commit();
	assert_int_equal(slotpool_count(&pool), 1 + BIRTHS);
	assert_true(lives(&pool, b));
}

TEST(a_commit_leaves_the_lease_for_another_frame)
{
	int i;

	make_leases();
	make_pool(LAST_FREED, 0);
	for (i = 0; i < 10; i++) {
		lend();
		dies_in(0, born_in(0));
		assert_non_null(born_in(1));
		commit();
	}
	assert_int_equal(slotpool_count(&pool), 10);
}

TEST(with_too_few_slots_each_lease_gets_as_many)
{
	struct slotpool_lease *const two[2] = { &lease[0], &lease[1] };
	int i, n = 0;

	make_leases();
	lease[1].most_births = 1;
	make_pool(LAST_FREED, 64);
	fill(64 - 7);
	assert_int_equal(slotpool_lend(&pool, leases, LEASES), -ENOSPC);
	assert_whole();
	/* One for the second, which has room for no more; three each for the others. */
	for (i = 0; i < LEASES; i++) {
		while (born_in(i))
			n++;
		n *= 10;
	}
	assert_int_equal(n, (3 * 10 + 1) * 100 + 30);
	commit();
	assert_int_equal(slotpool_count(&pool), 64);
	assert_int_equal(slotpool_lend(&pool, two, 2), -ENOSPC);
	assert_null(born_in(0));
	dies_in(0, by_index(5));
	slotpool_commit(&pool, two, 2);
	assert_int_equal(slotpool_count(&pool), 63);
}

TEST(lend_grows_the_pool_and_nothing_does_while_leases_are_out)
{
	unsigned int allocs;
	int i;

	make_leases();
	make_pool(LAST_FREED, 0);
	fill(60);
	allocs = mem.allocs;
	lend();
	assert_int_equal(slotpool_stats(&pool).capacity, 128);
	assert_true(mem.allocs > allocs);
	allocs = mem.allocs;
	for (i = 0; i < 128 - 60 - LEASES * BIRTHS; i++)
		assert_non_null(take());
	assert_null(take());
	assert_int_equal(slotpool_stats(&pool).failed, 1);
	assert_int_equal(mem.allocs, allocs);
	commit();
	assert_non_null(take());
	assert_int_equal(mem.allocs, allocs);
}

TEST(lend_without_memory_lends_what_there_is)
{
	make_leases();
	make_pool(LAST_FREED, 0);
	fill(60);
	mem.fail_at = mem.allocs + 1;
	mem.stays = true;
	assert_int_equal(slotpool_lend(&pool, leases, LEASES), -ENOMEM);
	assert_whole();
	assert_non_null(born_in(0));
	assert_non_null(born_in(2));
	commit();
	assert_int_equal(slotpool_count(&pool), 62);
	assert_int_equal(slotpool_stats(&pool).capacity, 64);
}

TEST(a_pool_with_no_grow_lends_what_it_has)
{
	struct lish_config config = config_of(0);

	make_leases();
	config.no_grow = true;
	config.initial = 64;
	assert_int_equal(init_with(&pool, LAST_FREED, &config), 0);
	fill(62);
	assert_int_equal(slotpool_lend(&pool, leases, LEASES), -ENOSPC);
	assert_non_null(born_in(0));
	assert_non_null(born_in(1));
	assert_null(born_in(2));
	commit();
	assert_int_equal(slotpool_stats(&pool).capacity, 64);
}

TEST(an_object_freed_in_two_leases_dies_once)
{
	struct bullet *b;

	make_leases();
	make_pool(LAST_FREED, 0);
	fill(3);
	b = by_index(1);
	lend();
	dies_in(2, b);
	dies_in(0, b);
	assert_reported("slotpool_lease_free", LISH_NOT_LIVE,
			slotpool_commit(&pool, leases, LEASES));
	assert_ptr_equal(report.fault.container, &pool);
	assert_slots("a.c|");
	if (!LISH_HAS_CALLER)
		return;
	/* The call of the second lease comes later. */
	assert_true(report.fault.caller < deaths[2][0].from);
	assert_true((const char *)report.fault.caller + 16 > (const char *)deaths[2][0].from);
}

TEST(by_handle_an_object_may_be_freed_more_than_once)
{
	struct slotpool_handle handle;
	struct bullet *b;

	make_leases();
	make_pool(LAST_FREED, 0);
	fill(3);
	b = by_index(1);
	handle = handle_of(&pool, b);
	lend();
	assert_int_equal(slotpool_lease_free_handle(&lease[0], handle), 0);
	assert_int_equal(slotpool_lease_free_handle(&lease[1], handle), 0);
	assert_int_equal(slotpool_lease_free_handle(&lease[1], null_handle), 0);
	assert_ptr_equal(found(handle), b);
	commit();
	assert_slots("a.c|");
	/* Not another life of the slot. */
	assert_int_equal(taken(), 1);
	lend();
	assert_int_equal(slotpool_lease_free_handle(&lease[0], handle), 0);
	commit();
	assert_slots("abc|");
}

TEST(births_and_deaths_of_the_owner_go_on)
{
	enum lish_reuse order;
	struct bullet *b, *mine;

	for (order = LAST_FREED; order < ORDERS; order = (enum lish_reuse)(order + 1)) {
		make_leases();
		make_pool(order, 0);
		fill(20);
		free_at(4);
		lend();
		b = born_in(0);
		mine = take_zero(0);
		assert_non_null(mine);
		assert_ptr_not_equal(mine, b);
		free_at(19);
		free_at(18);
		give(&pool, mine);
		assert_whole();
		assert_int_equal(slotpool_count(&pool), 17);
		/* The owner kills what a job killed. */
		dies_in(0, by_index(6));
		free_at(6);
		assert_reported("slotpool_lease_free", LISH_NOT_LIVE,
				slotpool_commit(&pool, leases, LEASES));
		assert_whole();
		assert_int_equal(slotpool_count(&pool), 17);
		assert_true(lives(&pool, b));
	}
}

TEST(leases_may_be_committed_apart)
{
	struct slotpool_lease *const last[1] = { &lease[2] };
	struct bullet *b;

	make_leases();
	make_pool(LOWEST, 0);
	fill(2);
	lend();
	b = born_in(2);
	assert_non_null(born_in(0));
	slotpool_commit(&pool, last, 1);
	assert_whole();
	assert_true(lives(&pool, b));
	assert_reported("slotpool_clear", LISH_LEASED, slotpool_clear(&pool));
	assert_int_equal(slotpool_lend(&pool, last, 1), 0);
	assert_non_null(born_in(2));
	commit();
	assert_int_equal(slotpool_count(&pool), 5);
	slotpool_clear(&pool);
	assert_int_equal(slotpool_count(&pool), 0);
}

TEST(while_slots_are_lent_the_pool_stays)
{
	struct lish_config config = config_of(0);
	size_t size;

	make_leases();
	make_pool(LAST_FREED, 0);
	fill(20);
	while (slotpool_count(&pool) > 2)
		free_at(slotpool_count(&pool) - 1);
	size = save();
	lend();
	assert_reported("slotpool_clear", LISH_LEASED, slotpool_clear(&pool));
	assert_reported("slotpool_trim", LISH_LEASED, slotpool_trim(&pool));
	assert_reported("slotpool_destroy", LISH_LEASED, slotpool_destroy(&pool));
	assert_reported("slotpool_rebind", LISH_LEASED, slotpool_rebind(&pool, &config));
	assert_reported("slotpool_reserve", LISH_LEASED,
			assert_int_equal(slotpool_reserve(&pool, 9), -EINVAL));
	assert_reported("slotpool_save", LISH_LEASED,
			assert_int_equal(slotpool_save(&pool, again, size, NULL), -EINVAL));
	assert_reported("slotpool_load", LISH_LEASED, assert_int_equal(load(size), -EINVAL));
	assert_reported("slotpool_alloc_at_entry", LISH_LEASED, assert_null(take_at(5)));
	assert_whole();
	commit();
	assert_saved(size);
	assert_non_null(take_at(5));
}

/* Copies of this block; its leases lie outside. */
static struct world {
	struct slotpool pool;
	SLOTPOOL_STORAGE(mem, struct bullet, 40);
	char odd; /* makes a copy of an odd size */
} world, copy, later;

static struct bullet *begin_world(void)
{
	make_leases();
	memset(&world, 0, sizeof(world));
	slotpool_init_in(&world.pool, struct bullet, idx, &world.mem, NULL);
	return slotpool_zalloc_entry(&world.pool, struct bullet, idx);
}

TEST(a_world_is_not_copied_while_slots_are_lent)
{
	struct lish_config config = LISH_CONFIG_INIT;
	const struct bullet *b = begin_world();

	lish_world_save(&copy, &world, sizeof(world));
	assert_int_equal(slotpool_lend(&world.pool, leases, LEASES), 0);
	memset(&later, 0x5a, sizeof(later));
	if (LISH_CHECK >= 2) {
		assert_reported("lish_world_save", LISH_LEASED,
				lish_world_save(&later, &world, sizeof(world)));
		assert_ptr_equal(report.fault.container, &world);
		assert_ptr_equal(report.fault.node, &world.pool);
		assert_int_equal(((const char *)&later)[0], 0x5a);
		/* Nor is a lent one overwritten by one that is not. */
		assert_reported("lish_world_load", LISH_LEASED,
				lish_world_load(&world, &copy, sizeof(world)));
		assert_int_equal(world.pool.leases, LEASES);
		/* A part of the block has no pool. */
		lish_world_save(&copy, (const char *)&world + 1, sizeof(world) - 1);
		lish_world_save(&copy, &world, sizeof(world.pool) / 2);
		/* Nor does a copy from below level 2 come back. */
		world.pool.base.closed = LISH_OK;
		lish_world_save(&later, &world, sizeof(world));
		later.pool.base.closed = world.pool.base.closed = LISH_LEASED;
		slotpool_commit(&world.pool, leases, LEASES);
		assert_reported("lish_world_load", LISH_LEASED,
				lish_world_load(&world, &later, sizeof(world)));
		assert_int_equal(world.pool.leases, 0);
		return;
	}
	lish_world_save(&later, &world, sizeof(world));
	slotpool_commit(&world.pool, leases, LEASES);
	lish_world_load(&world, &later, sizeof(world));
	assert_reported("slotpool_rebind", LISH_LEASED, slotpool_rebind(&world.pool, &config));
	assert_reported("slotpool_clear", LISH_LEASED, slotpool_clear(&world.pool));
	assert_reported("slotpool_commit", LISH_NOT_LEASED,
			slotpool_commit(&world.pool, leases, 1));
	/* A copy from between two frames goes on. */
	lish_world_load(&world, &copy, sizeof(world));
	assert_int_equal(slotpool_lend(&world.pool, leases, LEASES), 0);
	lish_world_load(&world, &copy, sizeof(world));
	assert_reported("slotpool_commit", LISH_NOT_LEASED,
			slotpool_commit(&world.pool, leases, 1));
	assert_reported("slotpool_lend", LISH_LEASED,
			assert_int_equal(slotpool_lend(&world.pool, leases, 1), 0));
	assert_true(slotpool_contains(&world.pool, &b->idx));
	assert_int_equal(slotpool_check(&world.pool, NULL), LISH_OK);
}

TEST(a_lease_is_reported_outside_of_its_frame)
{
	struct slotpool_lease *const twice[3] = { &lease[0], &lease[0], NULL };
	struct bullet *b;

	if (LISH_CHECK < 1)
		return;
	make_leases();
	make_pool(LAST_FREED, 0);
	make(&second, LAST_FREED, 0);
	fill(2);
	b = by_index(0);
	assert_reported("slotpool_lease_zalloc_entry", LISH_NOT_LEASED, assert_null(born_in(0)));
	assert_reported("slotpool_lease_free", LISH_NOT_LEASED,
			assert_int_equal(slotpool_lease_free(&lease[0], &b->idx), -EINVAL));
	assert_reported("slotpool_lease_free_handle", LISH_NOT_LEASED,
			assert_int_equal(slotpool_lease_free_handle(&lease[0], null_handle),
					 -EINVAL));
	assert_reported("slotpool_lease_handle_of", LISH_NOT_LEASED, named(0, b));
	assert_reported("slotpool_commit", LISH_NOT_LEASED, slotpool_commit(&pool, leases, 1));
	lend();
	assert_reported("slotpool_lend", LISH_LEASED,
			assert_int_equal(slotpool_lend(&pool, leases, 1), 0));
	assert_reported("slotpool_lend", LISH_LEASED,
			assert_int_equal(slotpool_lend(&second, leases, 1), 0));
	assert_reported("slotpool_commit", LISH_FOREIGN, slotpool_commit(&second, leases, 1));
	assert_ptr_equal(report.fault.node, &lease[0]);
	assert_reported("slotpool_lease_alloc_entry", LISH_WRONG_TYPE,
			assert_null(slotpool_lease_alloc_entry(&lease[0], struct other, idx)));
	assert_reported("slotpool_commit", LISH_NULL, slotpool_commit(&pool, twice + 2, 1));
	assert_reported("slotpool_lend", LISH_NULL, assert_int_equal(slotpool_lend(&pool, NULL, 1),
								     -EINVAL));
	assert_reported("slotpool_commit", LISH_NULL, slotpool_commit(&pool, NULL, 1));
	assert_non_null(born_in(0));
	assert_reported("slotpool_commit", LISH_NOT_LEASED, slotpool_commit(&pool, twice, 2));
	assert_reported("slotpool_commit", LISH_NOT_LEASED, slotpool_commit(&pool, leases, LEASES));
	assert_whole();
	assert_int_equal(slotpool_count(&pool), 3);
	assert_int_equal(slotpool_count(&second), 0);
}

TEST(a_death_in_a_lease_must_be_of_an_object_that_lives)
{
	struct bullet twin, *b, *dead;

	if (LISH_CHECK < 1)
		return;
	make_leases();
	make_pool(LAST_FREED, 0);
	fill(4);
	b = by_index(0);
	dead = by_index(1);
	give(&pool, dead);
	lend();
	memcpy(&twin, b, sizeof(twin));
	assert_reported("slotpool_lease_free", LISH_FOREIGN,
			assert_int_equal(slotpool_lease_free(&lease[0], &twin.idx), -EINVAL));
	assert_reported("slotpool_lease_free", LISH_NULL,
			assert_int_equal(slotpool_lease_free(&lease[0], NULL), -EINVAL));
	b->idx.slot = 77;
	assert_reported("slotpool_lease_free", LISH_BAD_INDEX,
			assert_int_equal(slotpool_lease_free(&lease[0], &b->idx), -EINVAL));
	b->idx.slot = 1;
	assert_true(same_handle(named(0, &twin), null_handle));
	commit();
	give(&pool, b);
	lend();
	/* Lent to the third lease, and not born. */
	dies_in(0, (struct bullet *)lish_pool_object_(&pool.base,
						    slotpool_at_slot_(&pool, slots[2][1])));
	assert_reported("slotpool_lease_free", LISH_NOT_LIVE,
			slotpool_commit(&pool, leases, LEASES));
	assert_whole();
}

TEST(an_overwritten_slot_is_not_lent)
{
	struct bullet *dead;

	if (LISH_CHECK < 1)
		return;
	make_leases();
	make_pool(LOWEST, 0);
	fill(6);
	dead = by_index(2);
	give(&pool, dead);
	dead->idx.slot = 0;
	assert_reported("slotpool_lend", LISH_BAD_INDEX,
			(void)!slotpool_lend(&pool, leases, LEASES));
	/* Level 2 refuses a damaged pool. */
	if (!pool.leases) {
		dead->idx.slot = LISH_POOL_FREE_MARK_(2);
		return;
	}
	assert_int_equal(slotpool_stats(&pool).retired, 1);
	assert_int_equal(born_in(0)->idx.slot, 7);
	commit();
	assert_int_equal(slotpool_count(&pool), 6);
}

TEST(the_last_life_of_a_slot_may_end_in_a_lease)
{
	struct bullet *b;

	make_leases();
	make_pool(NEXT, 0);
	fill(4);
	free_at(1);
	wear_out(&pool, 1, SLOTPOOL_RETIRED_ - 2);
	pool.extra.next = 1;
	lend();
	b = born_in(0);
	assert_int_equal(b->idx.slot, 2);
	dies_in(1, b);
	commit();
	assert_int_equal(slotpool_stats(&pool).retired, 1);
	assert_false(live_at(&pool, 1));
	assert_int_equal(slotpool_count(&pool), 3);
}

TEST(hooks_of_a_lease_run_where_its_page_says)
{
	struct bullet *a, *b;

	make_leases();
	make_pool_with_hooks(LAST_FREED, 0);
	fill(2);
	assert_diary(&diary, "m0 i0 m1 i1");
	lend();
	assert_diary(&diary, "m2 m3 m4 m5 m6 m7 m8 m9 m10 m11 m12 m13");
	a = born_in(0);
	b = born_in(1);
	assert_diary(&diary, "i2 i6");
	dies_in(1, a);
	dies_in(1, by_index(0));
	dies_in(0, b);
	assert_diary(&diary, "");
	commit();
	assert_diary(&diary, "f6 f2 f0");
	lend();
	assert_diary(&diary, "");
	commit();
	assert_int_equal(slotpool_count(&pool), 1);
	diary.text[0] = 0;
}

static void init_overwrites(char what, void *object)
{
	if (what == 'i')
		((struct bullet *)object)->idx.slot = 0;
}

static void fini_goes_on(char what, void *object)
{
	struct slotpool_lease *const one[1] = { &lease[1] };

	(void)object;
	if (what != 'f' || slotpool_count(&pool) > 4)
		return;
	/* The hook may alloc and free, but not lend. */
	assert_int_equal(slotpool_lend(&pool, one, 1), -EINVAL);
	assert_non_null(take());
}

TEST(a_hook_of_a_lease_may_go_wrong)
{
	struct bullet *b;

	make_leases();
	make_pool_with_hooks(LAST_FREED, 0);
	fill(3);
	lend();
	diary.then = init_overwrites;
	assert_reported("hooks.init", LISH_BAD_INDEX, b = born_in(0));
	assert_int_equal(b->idx.slot, 4);
	diary.then = fini_goes_on;
	dies_in(0, by_index(0));
	assert_reported("slotpool_lend", LISH_IN_HOOK, commit());
	diary.then = NULL;
	assert_int_equal(slotpool_count(&pool), 4);
}

static int made_in_hook;

static void make_allocs(char what, void *object)
{
	(void)object;
	if (what == 'm' && made_in_hook++ < 2)
		assert_non_null(take());
}

TEST(a_hook_of_lend_may_alloc)
{
	make_leases();
	make_pool_with_hooks(LAST_FREED, 0);
	fill(5);
	free_at(0);
	free_at(1);
	made_in_hook = 0;
	diary.then = make_allocs;
	lend();
	diary.then = NULL;
	assert_int_equal(slotpool_count(&pool), 5);
	assert_non_null(born_in(2));
	commit();
	assert_int_equal(slotpool_count(&pool), 6);
	diary.text[0] = 0;
}

TEST(a_lent_slot_is_watched_again_after_the_commit)
{
	struct bullet *used, *rest;

	if (!is_watched())
		return;
	make_leases();
	make_pool(LAST_FREED, 0);
	fill(3);
	rest = by_index(1);
	used = by_index(0);
	give(&pool, rest);
	give(&pool, used);
	lend();
	assert_ptr_equal(born_in(0), used);
	assert_false(is_reading_reported((const char *)&used->x));
	commit();
	assert_false(is_reading_reported((const char *)&used->x));
	assert_true(is_reading_reported((const char *)&rest->x));
}

TEST(check_finds_a_damaged_lent_slot)
{
	enum lish_reuse order;

	for (order = LAST_FREED; order < ORDERS; order = (enum lish_reuse)(order + 1)) {
		make_leases();
		make_pool(order, 0);
		fill(3);
		lend();
		assert_broken(*slotpool_at_slot_(&pool, 4), 0, LISH_BAD_INDEX);
		assert_broken(pool.base.gone, 2, LISH_BAD_COUNT);
		pool.base.closed = 0;
		assert_int_equal(slotpool_check(&pool, NULL), LISH_BAD_COUNT);
		pool.base.closed = LISH_LEASED;
		assert_broken(pool.leases, 0, LISH_BAD_INDEX);
		if (order != LAST_FREED)
			assert_broken(pool.extra.retired[0], 0, LISH_BAD_INDEX);
		commit();
		pool.base.closed = LISH_LEASED;
		assert_int_equal(slotpool_check(&pool, NULL), LISH_BAD_COUNT);
		pool.base.closed = 0;
	}
}

SLOTPOOL_DEFINE_STATIC(quiver, struct bullet, idx, 6);
SLOTPOOL_LEASE_DEFINE_STATIC(static_lease, 2, 1);

TEST(a_pool_with_an_initialiser_may_be_lent_from_first)
{
	static SLOTPOOL_LEASE_STORAGE(mem_of_other, 8, 8);
	struct slotpool_lease other, none;
	struct slotpool_lease *const all[3] = { &static_lease, &other, &none };
	struct bullet *b;

	slotpool_lease_init_in(&other, &mem_of_other);
	memset(&none, 0, sizeof(none));
	assert_int_equal(slotpool_lend(&quiver, all, 3), -ENOSPC);
	b = slotpool_lease_alloc_entry(&static_lease, struct bullet, idx);
	assert_non_null(b);
	assert_non_null(slotpool_lease_alloc_entry(&static_lease, struct bullet, idx));
	assert_null(slotpool_lease_alloc_entry(&static_lease, struct bullet, idx));
	assert_null(slotpool_lease_alloc_entry(&none, struct bullet, idx));
	assert_int_equal(slotpool_lease_free(&none, &b->idx), -ENOSPC);
	assert_int_equal(slotpool_lease_free(&static_lease, &b->idx), 0);
	slotpool_commit(&quiver, all, 3);
	assert_int_equal(slotpool_check(&quiver, NULL), LISH_OK);
	assert_int_equal(slotpool_count(&quiver), 1);
	slotpool_clear(&quiver);
}

TEST(a_lease_needs_the_memory_that_it_is_told)
{
	assert_reported("slotpool_lease_init", LISH_NULL,
			slotpool_lease_init(&lease[0], NULL, 3, NULL, 0));
	assert_reported("slotpool_lease_init", LISH_NULL,
			slotpool_lease_init(&lease[0], NULL, 0, NULL, 1));
	slotpool_lease_init(&lease[0], NULL, 0, NULL, 0);
	make_pool(LAST_FREED, 0);
	assert_int_equal(slotpool_lend(&pool, leases, 1), 0);
	assert_null(born_in(0));
	slotpool_commit(&pool, leases, 1);
	assert_int_equal(slotpool_lend(&pool, leases, 0), 0);
	slotpool_commit(&pool, leases, 0);
	assert_whole();
}

/* A pool of fixed memory in the order next takes fresh slots first. */
TEST(lend_makes_the_slots_that_births_may_take)
{
	static const struct {
		enum lish_reuse order;
		uint32_t free;
		const char *made;
	} cases[] = {
		{ LAST_FREED, 0, "m20 m21 m22 m23 m24 m25 m26 m27 m28 m29 m30 m31" },
		{ LAST_FREED, 10, "m20 m21" },
		{ LAST_FREED, 13, "" },
		{ LOWEST, 13, "" },
		{ NEXT, 13, "m20 m21 m22 m23 m24 m25 m26 m27 m28 m29 m30 m31" },
	};
	struct lish_config config = LISH_CONFIG_INIT;
	static SLOTPOOL_STORAGE(memory, struct bullet, 40);
	uint32_t i, j;

	config.hooks = &diary_hooks;
	config.ctx = &diary;
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		make_leases();
		config.reuse = cases[i].order;
		slotpool_init_in(&pool, struct bullet, idx, &memory, &config);
		fill(20);
		for (j = 0; j < cases[i].free; j++)
			free_at(j);
		diary.text[0] = 0;
		lend();
		assert_diary(&diary, cases[i].made);
		commit();
		slotpool_destroy(&pool);
	}
}

TEST(lend_takes_slots_whose_pages_trim_gave_back)
{
	struct slotpool_handle old;
	struct bullet *b;
	uint32_t i;

	make_leases();
	make_pool(LAST_FREED, 0);
	mem.mem.decommit = test_decommit;
	fill(65);
	old = handle_at(&pool, 0);
	for (i = 0; i < 64; i++)
		free_at(i);
	slotpool_trim(&pool);
	lend();
	b = born_in(0);
	assert_int_equal(b->idx.slot, 1);
	commit();
	assert_null(found(old));
	assert_int_equal(handle_of(&pool, b).generation, old.generation + 2);
	assert_int_equal(slotpool_count(&pool), 2);
}

TEST(a_lease_may_have_many_births_and_deaths)
{
	enum { MANY = 100 };
	static uint32_t many_slots[MANY];
	static struct slotpool_death many_deaths[MANY];
	struct slotpool_lease many, *const one[1] = { &many };
	uint32_t i;

	slotpool_lease_init(&many, many_slots, MANY, many_deaths, MANY);
	make_pool(LAST_FREED, 0);
	fill(MANY);
	assert_int_equal(slotpool_lend(&pool, one, 1), 0);
	for (i = 0; i < MANY; i++)
		assert_int_equal(slotpool_lease_free(&many, &by_index(i)->idx), 0);
	slotpool_commit(&pool, one, 1);
	assert_whole();
	assert_int_equal(slotpool_count(&pool), 0);
	assert_int_equal(slotpool_stats(&pool).highest, 2 * MANY);
	/* The last one lowered the border; the others are free as they died. */
	assert_int_equal(pool.base.border, MANY - 1);
	assert_int_equal(taken(), MANY - 2);
}

TEST(a_lend_beside_leases_that_are_out_takes_no_memory)
{
	struct slotpool_lease *const first[2] = { &lease[0], NULL };
	struct slotpool_lease *const rest[3] = { &lease[1], &lease[0], &lease[2] };
	int i, n = 0;

	make_leases();
	make_pool(LAST_FREED, 0);
	fill(54);
	assert_reported("slotpool_lend", LISH_NULL,
			assert_int_equal(slotpool_lend(&pool, first, 2), 0));
	/* Six slots are left. */
	assert_reported("slotpool_lend", LISH_LEASED,
			assert_int_equal(slotpool_lend(&pool, rest, 3), -ENOSPC));
	assert_int_equal(slotpool_stats(&pool).capacity, 64);
	assert_whole();
	for (i = 1; i < LEASES; i++) {
		while (born_in(i))
			n++;
		n *= 10;
	}
	assert_int_equal(n, (3 * 10 + 3) * 10);
	commit();
	assert_int_equal(slotpool_count(&pool), 60);
}

TEST(leases_may_have_room_for_more_than_there_can_be)
{
	make_leases();
	make_pool(LAST_FREED, 64);
	lease[0].most_births = LISH_MAX_COUNT;
	lease[1].most_births = LISH_MAX_COUNT;
	fill(64 - 7);
	assert_int_equal(slotpool_lend(&pool, leases, LEASES), -ENOSPC);
	assert_whole();
	assert_int_equal(lease[0].lent, 3);
	assert_int_equal(lease[1].lent, 2);
	assert_int_equal(lease[2].lent, 2);
	commit();
}

TEST(lend_tells_when_too_many_leases_are_out)
{
	struct slotpool_lease *const first[1] = { &lease[0] };

	make_leases();
	make_pool(LAST_FREED, 0);
	assert_int_equal(slotpool_lend(&pool, first, 1), 0);
	/* As if the others were out as well. */
	pool.leases = 0xffff;
	assert_int_equal(slotpool_lend(&pool, leases + 1, 2), -ENOSPC);
	assert_int_equal(pool.leases, 0xffff);
	pool.leases = 1;
	assert_int_equal(lease[1].lent, 0);
	if (LISH_CHECK >= 1)
		assert_reported("slotpool_lease_zalloc_entry", LISH_NOT_LEASED,
				assert_null(born_in(1)));
	slotpool_commit(&pool, first, 1);
	assert_int_equal(slotpool_lend(&pool, leases + 1, 2), 0);
	slotpool_commit(&pool, leases + 1, 2);
	assert_whole();
}

/* Neither a slot that was never made nor one without memory takes its place. */
TEST(one_slot_less_is_lent_for_an_overwritten_one)
{
	static const struct lish_pool_hooks all_but_make = { NULL, diary_init, diary_fini, NULL };
	const struct {
		const struct lish_pool_hooks *hooks;
		uint32_t live, limit;
		int err;
		uint32_t lent;
	} cases[] = {
		{ NULL, 20, 0, 0, 12 },
		{ &all_but_make, 20, 0, 0, 12 },
		{ &diary_hooks, 20, 0, -ENOSPC, 11 },
		{ NULL, 64, 64, -ENOSPC, 11 },
	};
	struct lish_config config;
	struct bullet *dead;
	uint32_t i, j;
	int err = 0;

	/* Level 2 refuses a damaged pool. */
	if (LISH_CHECK != 1)
		return;
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		make_leases();
		config = config_of(cases[i].limit);
		config.hooks = cases[i].hooks;
		assert_int_equal(init_with(&pool, LAST_FREED, &config), 0);
		fill(cases[i].live);
		dead = by_index(3);
		for (j = 0; j < LEASES * BIRTHS; j++)
			free_at(j);
		dead->idx.slot = 0;
		assert_reported("slotpool_lend", LISH_BAD_INDEX,
				err = slotpool_lend(&pool, leases, LEASES));
		assert_ptr_equal(report.fault.node, &dead->idx);
		assert_int_equal(err, cases[i].err);
		assert_int_equal(lease[0].lent + lease[1].lent + lease[2].lent, cases[i].lent);
		assert_int_equal(slotpool_stats(&pool).retired, 1);
		commit();
		diary.text[0] = 0;
		slotpool_destroy(&pool);
	}
}

/* As a constructor of C++ that throws. */
TEST(a_birth_that_is_undone_leaves_its_slot_to_the_next)
{
	struct bullet *a, *b, *c;

	make_leases();
	make_pool(LAST_FREED, 0);
	lend();
	a = born_in(0);
	b = born_in(0);
	c = born_in(0);
	/* Not of this lease. */
	slotpool_lease_undo_(&lease[0], &born_in(1)->idx);
	slotpool_lease_undo_(&lease[0], &a->idx);
	slotpool_lease_undo_(&lease[0], &b->idx);
	assert_ptr_equal(born_in(0), b);
	commit();
	assert_true(lives(&pool, b) && lives(&pool, c));
	assert_false(lives(&pool, a));
	assert_int_equal(slotpool_count(&pool), 3);
}

static int ended;

static void end_bullet(struct slotpool *of, void *object)
{
	ended++;
	give(of, object);
}

TEST(a_commit_of_the_class_ends_each_object_by_its_destructor)
{
	struct bullet *b;

	make_leases();
	make_pool(LAST_FREED, 0);
	fill(3);
	b = by_index(1);
	lend();
	dies_in(0, b);
	dies_in(1, born_in(1));
	assert_int_equal(slotpool_lease_free_handle(&lease[2], handle_of(&pool, b)), 0);
	ended = 0;
	slotpool_commit_by_(&pool, leases, LEASES, end_bullet);
	assert_whole();
	assert_int_equal(ended, 2);
	assert_slots("a.c....|");
	assert_reported("slotpool_commit", LISH_NOT_LEASED,
			slotpool_commit_by_(&pool, leases, 1, end_bullet));
}

TEST(a_death_waits_for_the_birth_of_its_object)
{
	struct slotpool_lease *const first[1] = { &lease[0] };
	struct bullet *b;

	make_leases();
	make_pool(LAST_FREED, 0);
	lend();
	b = born_in(1);
	dies_in(0, b);
	assert_int_equal(slotpool_lease_free_handle(&lease[0], named(1, b)), 0);
	assert_reported("slotpool_lease_free", LISH_NOT_LIVE, slotpool_commit(&pool, first, 1));
	assert_whole();
	slotpool_commit(&pool, leases + 1, 2);
	assert_true(lives(&pool, b));
}

TEST(level_2_commits_to_no_damaged_pool)
{
	if (LISH_CHECK < 2)
		return;
	make_leases();
	make_pool(LAST_FREED, 0);
	fill(2);
	lend();
	by_index(1)->idx.slot = 77;
	assert_reported("slotpool_commit", LISH_BAD_INDEX, slotpool_commit(&pool, leases, LEASES));
	assert_int_equal(pool.leases, LEASES);
	slotpool_at_slot_(&pool, 1)[0] = 2;
	commit();
}

/*
 * Model: the same births and deaths by the owner of another pool. It takes all slots that are
 * lent, and frees the unused ones, the last one first. Indices and their order are the same.
 */
static uint32_t lives_of[256];

static void both_alloc(void)
{
	struct bullet *a = take(), *b = slotpool_alloc_entry(&second, struct bullet, idx);

	assert_int_equal(a ? index_in(&pool, a) : -1, b ? index_in(&second, b) : -1);
	if (a)
		lives_of[index_in(&pool, a)]++;
}

static void one_frame(void)
{
	struct bullet *mine[LEASES][BIRTHS], *b;
	struct slotpool_handle dead[LEASES * DEATHS];
	uint32_t i, j, n[LEASES], slot, died = 0, live[LEASES * DEATHS];
	int32_t at;

	lend();
	for (i = 0; i < LEASES; i++) {
		for (j = 0; j < BIRTHS; j++) {
			mine[i][j] = slotpool_alloc_entry(&second, struct bullet, idx);
			assert_non_null(mine[i][j]);
			assert_int_equal(slots[i][j], index_in(&second, mine[i][j]));
		}
		n[i] = next_random() % (BIRTHS + 1);
		for (j = 0; j < n[i]; j++) {
			b = born_in((int)i);
			slot = b->idx.slot - 1;
			assert_int_equal(slot, slots[i][j]);
			lives_of[slot]++;
			assert_int_equal(b->idx.generation, 2 * lives_of[slot] - 1);
			if (next_random() % 4)
				continue;
			dead[died] = named((int)i, b);
			live[died++] = slot;
			dies_in((int)i, b);
		}
		while (lease[i].died < DEATHS && next_random() % 4) {
			at = slotpool_next_live(&pool, next_random() % 200);
			for (j = 0; j < died && at >= 0; j++)
				at = live[j] == (uint32_t)at ? -1 : at;
			if (at < 0)
				continue;
			dead[died] = handle_at(&pool, (uint32_t)at);
			live[died++] = (uint32_t)at;
			dies_in((int)i, by_index((uint32_t)at));
		}
	}
	if (next_random() % 2)
		both_alloc();
	for (i = LEASES; i-- > 0;) {
		for (j = BIRTHS; j-- > n[i];)
			give(&second, mine[i][j]);
	}
	for (i = 0; i < died; i++)
		assert_true(slotpool_free_at(&second, live[i]));
	commit();
	for (i = 0; i < died; i++)
		assert_null(found(dead[i]));
	assert_int_equal(slotpool_count(&pool), slotpool_count(&second));
	assert_int_equal(pool.base.border, second.base.border);
	for (i = 0; i < pool.base.border; i++)
		assert_int_equal(live_at(&pool, i), live_at(&second, i));
}

TEST(leases_equal_the_calls_of_one_owner)
{
	enum lish_reuse order;
	uint32_t seed, i;

	for (seed = 0; seed < 60; seed++) {
		order = (enum lish_reuse)(seed % ORDERS);
		random_state = seed;
		memset(lives_of, 0, sizeof(lives_of));
		make_leases();
		make_pool(order, 0);
		make(&second, order, 0);
		/* While slots are lent the pool does not grow. */
		assert_int_equal(slotpool_reserve(&pool, 256), 0);
		assert_int_equal(slotpool_reserve(&second, 256), 0);
		for (i = 0; i < 40; i++) {
			one_frame();
			while (next_random() % 3 && slotpool_count(&pool) < 150)
				both_alloc();
			while (next_random() % 4) {
				const int32_t at = slotpool_next_live(&pool, next_random() % 200);

				if (at < 0)
					break;
				free_at((uint32_t)at);
				assert_true(slotpool_free_at(&second, (uint32_t)at));
			}
			while (slotpool_count(&pool) > 120) {
				const uint32_t at = (uint32_t)slotpool_prev_live(&pool, 200);

				free_at(at);
				assert_true(slotpool_free_at(&second, at));
			}
		}
	}
}

TEST_MAIN(setup, teardown)
