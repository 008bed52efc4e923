/* SPDX-License-Identifier: MIT */
/* slotpool: hooks and poison */
#include "slotpool_test.h"

static SLOTPOOL_STORAGE(storage, struct bullet, 70);

TEST(alloc_at_makes_what_it_passes)
{
	make_pool_with_hooks(LAST_FREED, 0);
	assert_non_null(take_at(2));
	assert_diary(&diary, "m0 m1 m2 i2");
	assert_int_equal(taken(), 0);
	assert_diary(&diary, "i0");
	free_at(2);
	assert_non_null(take_at(3));
	assert_diary(&diary, "f2 m3 i3");
	assert_whole();
}

TEST(hooks_run_at_the_turns_of_life)
{
	enum lish_reuse order;

	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool_with_hooks(order, 0);
		fill(2);
		assert_diary(&diary, "m0 i0 m1 i1");
		free_at(0);
		assert_diary(&diary, "f0");
		slotpool_zalloc_entry(&pool, struct bullet, idx);
		assert_diary(&diary, "i0");
		give(&pool, slotpool_at_entry(&pool, 1, struct bullet, idx));
		assert_true(slotpool_free_handle(&pool, handle_at(&pool, 0)));
		assert_diary(&diary, "f1 f0");
		assert_int_equal(slotpool_reserve(&pool, 3), 0);
		assert_diary(&diary, "m2");
		fill(3);
		assert_diary(&diary, order == NEXT ? "i1 i0 i2" : "i0 i1 i2");
		free_at(1);
		diary.text[0] = 0;
		slotpool_clear(&pool);
		assert_diary(&diary, "f2 f0");
		fill(1);
		assert_diary(&diary, "i0");
		slotpool_destroy(&pool);
		assert_diary(&diary, "f0 u2 u1 u0");
	}
}

TEST(trim_unmakes_and_growth_makes_again)
{
	struct lish_config config = config_of(0);
	uint32_t i;

	config.hooks = &diary_hooks;
	assert_int_equal(init_with(&pool, LAST_FREED, &config), 0);
	fill(65);
	free_at(64);
	diary.text[0] = 0;
	slotpool_trim(&pool);
	assert_diary(&diary, "u64");
	fill(1);
	assert_diary(&diary, "m64 i64");
	for (i = 0; i < 65; i++)
		free_at(i);
	diary.text[0] = 0;
}

static bool then_ran;

static void free_oneself(char what, void *object)
{
	const int32_t index = index_in(&pool, object);

	if (what != 'i' && what != 'f')
		return;
	then_ran = true;
	/* It is live, and counted. */
	assert_true(lives(&pool, object));
	assert_int_equal(index, 0);
	assert_ptr_equal(slotpool_get_entry(&pool, handle_of(&pool, object), struct bullet, idx),
			 object);
	assert_int_equal(slotpool_count(&pool), 1);
	/* But not to be freed by itself. */
#if LISH_CHECK >= 1
	assert_reported("slotpool_free_at", LISH_IN_HOOK, assert_false(slotpool_free_at(&pool, 0)));
	assert_reported("slotpool_free_handle", LISH_IN_HOOK,
			assert_false(slotpool_free_handle(&pool, handle_at(&pool, 0))));
	assert_reported("slotpool_free", LISH_IN_HOOK, give(&pool, object));
#endif
	assert_reported("slotpool_clear", LISH_IN_HOOK, slotpool_clear(&pool));
	assert_reported("slotpool_trim", LISH_IN_HOOK, slotpool_trim(&pool));
	assert_reported("slotpool_save", LISH_IN_HOOK,
			assert_int_equal(slotpool_save(&pool, NULL, 0, NULL), -EINVAL));
	assert_reported("slotpool_load", LISH_IN_HOOK,
			assert_int_equal(slotpool_load(&pool, NULL, 0, NULL), -EINVAL));
	assert_reported("slotpool_destroy", LISH_IN_HOOK, slotpool_destroy(&pool));
}

TEST(a_hook_may_not_free_its_own_object)
{
	make_pool_with_hooks(LAST_FREED, 0);
	diary.then = free_oneself;
	fill(1);
	assert_true(then_ran);
	then_ran = false;
	free_at(0);
	assert_true(then_ran);
	diary.then = NULL;
	assert_int_equal(slotpool_count(&pool), 0);
	assert_whole();
}

/* In fini: free another one, and alloc. */
static void churn(char what, void *object)
{
	int32_t other;

	(void)object;
	if (what != 'f')
		return;
	diary.then = NULL;
	other = slotpool_next_live(&pool, 0);
	if (other >= 0 && slotpool_at_entry(&pool, (uint32_t)other, struct bullet, idx) == object)
		other = slotpool_next_live(&pool, (uint32_t)other + 1);
	if (other >= 0)
		free_at((uint32_t)other);
	then_ran = slotpool_alloc_entry(&pool, struct bullet, idx) != NULL;
	diary.then = churn;
	/* The diary is too short for this. */
	diary.text[0] = 0;
}

TEST(clear_ends_whatever_fini_does)
{
	enum lish_reuse order;

	for (order = LAST_FREED; order < ORDERS; order++) {
		struct lish_config config = config_of(0);

		setup(state);
		config.hooks = &diary_hooks;
		assert_int_equal(init_with(&pool, order, &config), 0);
		fill(20);
		free_at(5);
		diary.text[0] = 0;
		diary.then = churn;
		slotpool_clear(&pool);
		assert_int_equal(slotpool_count(&pool), 0);
		diary.then = NULL;
		assert_whole();
		assert_int_equal(taken(), 0);
		assert_int_equal(taken(), 1);
		slotpool_destroy(&pool);
		assert_int_equal(mem.bytes, 0);
	}
}

TEST(a_hook_may_free_and_alloc_others)
{
	enum lish_reuse order;

	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool_with_hooks(order, 0);
		fill(5);
		diary.text[0] = 0;
		diary.then = churn;
		free_at(3);
		assert_true(then_ran);
		assert_int_equal(slotpool_count(&pool), 4);
		diary.then = NULL;
		assert_whole();
		slotpool_destroy(&pool);
	}
}

TEST(freed_objects_are_poisoned_but_for_the_node)
{
	struct bullet *b;

	make_pool(LAST_FREED, 0);
	fill(2);
	b = take();
	b->id = 1;
	give(&pool, b);
	assert_int_equal(b->idx.slot, LISH_POOL_FREE_MARK_(2));
	assert_int_equal(is_reading_reported((const char *)b), is_watched());
	assert_ptr_equal(take(), b);
	b->x = 1;
	assert_false(is_reading_reported((const char *)b));
	slotpool_clear(&pool);
	assert_int_equal(is_reading_reported((const char *)b), is_watched());
	fill(3);
	b->x = 1;
}

/* The hooks see zero, after make and before init, on memory of any content. */
static const char *seen_by_init;

static void look_for_dirt(char what, void *object)
{
	struct bullet *b = (struct bullet *)object;

	if (what == 'm')
		b->damage = 7;
	if (what == 'i')
		seen_by_init = b->damage == 0 && b->id == 0 ? "zero" : "dirt";
	if (what == 'i')
		b->id = 5;
}

TEST(zalloc_zeroes_before_init_on_dirty_memory)
{
	struct lish_config config = LISH_CONFIG_INIT;
	struct bullet *b;
	int round;

	memset(&storage, 0x5a, sizeof(storage));
	config.hooks = &diary_hooks;
	config.ctx = &diary;
	slotpool_init_in(&pool, struct bullet, idx, &storage, &config);
	diary.then = look_for_dirt;
	for (round = 0; round < 2; round++) {
		b = slotpool_zalloc_entry(&pool, struct bullet, idx);
		assert_string_equal(seen_by_init, "zero");
		assert_int_equal(b->id, 5);
		assert_int_equal(b->damage, 0);
		b->damage = 9;
		give(&pool, b);
	}
	assert_diary(&diary, "m0 i0 f0 i0 f0");
	assert_non_null(take());
	assert_string_equal(seen_by_init, "dirt");
	diary.then = NULL;
}

static uint32_t got_in_make, refused_in_make;

/* make, run for slots in advance: the pool is closed, whatever runs it. */
static void use_the_pool_in_make(char what, void *object)
{
	const uint32_t slot = (uint32_t)lish_pool_find_(&pool.base, object);

	/* In alloc the object is live while make runs, as in init. */
	if (what != 'm' || lives(&pool, object))
		return;
	diary.then = NULL;
	/* Its own slot and those behind cannot be had, those that are made can. */
	if (!take_at(slot) && !take_at(slot + 1))
		refused_in_make++;
	if (slot && take_at(0))
		got_in_make++;
	while (slotpool_count(&pool) < 10 && take())
		got_in_make++;
	if (slot == 2)
		free_at(1);
	assert_reported("slotpool_reserve", LISH_IN_HOOK,
			assert_int_equal(slotpool_reserve(&pool, 100), -EINVAL));
	assert_reported("slotpool_clear", LISH_IN_HOOK, slotpool_clear(&pool));
	assert_reported("slotpool_load", LISH_IN_HOOK,
			assert_int_equal(load(sizeof(buffer)), -EINVAL));
	assert_whole();
	diary.then = use_the_pool_in_make;
}

TEST(make_in_alloc_at_may_use_what_is_made)
{
	enum lish_reuse order;

	for (order = LAST_FREED; order < ORDERS; order++) {
		got_in_make = refused_in_make = 0;
		make_pool_with_hooks(order, 0);
		diary.then = use_the_pool_in_make;
		/* [a.c|..], of which make has taken and freed some. */
		assert_int_equal(index_in(&pool, take_at(3)), 3);
		diary.then = NULL;
		assert_int_equal(refused_in_make, 3);
		assert_int_equal(got_in_make, 2);
		assert_slots("a..d|");
		assert_whole();
		slotpool_clear(&pool);
		assert_whole();
	}
}

TEST(what_make_does_in_load_is_gone_afterwards)
{
	enum lish_reuse order;
	size_t size;

	for (order = LAST_FREED; order < ORDERS; order++) {
		got_in_make = refused_in_make = 0;
		make_pool_with_hooks(order, 0);
		take_zero(1);
		take_zero(2);
		take_zero(3);
		take_zero(4);
		free_at(1);
		free_at(2);
		size = save();
		slotpool_destroy(&pool);
		make_pool_with_hooks(order, 0);
		diary.then = use_the_pool_in_make;
		assert_int_equal(load(size), 0);
		diary.then = NULL;
		assert_int_equal(refused_in_make, 4);
		assert_true(got_in_make >= 2);
		assert_saved(size);
		assert_slots("a..d|");
		diary.text[0] = 0;
		slotpool_clear(&pool);
		assert_diary(&diary, "f3 f0");
	}
}

POOL_TEST_OVERWRITTEN(slotpool, idx, "f4 f3 f2 f0")

POOL_TEST_OVERWRITTEN_TRIM(slotpool, idx, 0)

POOL_TEST_HOOKS(slotpool, idx, SLOTPOOL_STORAGE)

static uint32_t hook_visits(void)
{
	uint32_t n = 0;

	slotpool_for_each_entry(b, &hooked, struct bullet, idx) {
		hook_visit(b);
		n++;
	}
	return n;
}

/* clear leaves free slots on the stack if one is retired; destroy does not. */
TEST(destroy_hands_out_nothing_beside_retired_slots)
{
	static const struct lish_pool_hooks hooks = { NULL, NULL, NULL, hook_unmake };
	struct lish_config config = LISH_CONFIG_INIT;
	enum lish_reuse order;
	unsigned int i;

	for (order = LAST_FREED; order < ORDERS; order++) {
		memset(&hook_model, 0, sizeof(hook_model));
		hook_model.leaving = -1;
		config.hooks = &hooks;
		config.reuse = order;
		assert_int_equal(slotpool_init(&hooked, struct bullet, idx, &config), 0);
		for (i = 0; i < 5; i++)
			assert_non_null(hook_alloc());
		wear_out(&hooked, 3, SLOTPOOL_RETIRED_ - 1);
		hook_model.turn = 'd';
		slotpool_destroy(&hooked);
		assert_int_equal(hook_model.calls, 5);
	}
}

TEST_MAIN(setup, teardown)
