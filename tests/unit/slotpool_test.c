/* SPDX-License-Identifier: MIT */
/* slotpool: making, alloc and free, questions, checks and misuse */
#include "slotpool_test.h"

/* Making pools */

TEST(init_allocates_a_little_only)
{
	enum lish_reuse order;

	for (order = LAST_FREED; order < ORDERS; order++) {
		memset(&pool, 0x5a, sizeof(pool));
		pool.base.size = 0;
		mem.allocs = 0;
		make_pool(order, 0);
		/* a table */
		assert_int_equal(mem.allocs, 1);
		assert_true(mem.bytes < 64 * 8 + 64 * sizeof(void *));
		assert_int_equal(slotpool_stats(&pool).capacity, 0);
		assert_int_equal(slotpool_count(&pool), 0);
		assert_int_equal(slotpool_stats(&pool).retired, 0);
		assert_false(slotpool_count(&pool));
		assert_int_equal(slotpool_stats(&pool).limit, LISH_MAX_COUNT);
		slotpool_clear(&pool);
		slotpool_trim(&pool);
		assert_int_equal(slotpool_next_live(&pool, 0), -1);
		assert_whole();
		slotpool_destroy(&pool);
		assert_int_equal(mem.allocs, 1);
		assert_int_equal(mem.bytes, 0);
	}
}

/* A limit of all ones is none. */
TEST(the_limit_may_be_any_number)
{
	make_pool(LAST_FREED, UINT32_MAX);
	assert_int_equal(slotpool_stats(&pool).limit, LISH_MAX_COUNT);
	fill(200);
	assert_int_equal(slotpool_reserve(&pool, UINT32_MAX), -ENOSPC);
	assert_whole();
}

static SLOTPOOL_STORAGE(storage, struct bullet, 70);

TEST(init_in_takes_memory_of_any_content)
{
	struct lish_config config = LISH_CONFIG_INIT;
	enum lish_reuse order;
	uint32_t i;

	for (order = LAST_FREED; order < ORDERS; order++) {
		memset(&storage, 0x5a, sizeof(storage));
		memset(&pool, 0x5a, sizeof(pool));
		config.reuse = order;
		slotpool_init_in(&pool, struct bullet, idx, &storage, &config);
		assert_whole();
		for (i = 0; i < 70; i++) {
			assert_int_equal(taken(), i);
			assert_whole();
		}
		assert_ptr_equal(slotpool_at_entry(&pool, 69, struct bullet, idx),
				 &storage.objects[69]);
		assert_null(take());
		assert_null(take_last());
		for (i = 0; i < 70; i++)
			free_at(i);
		assert_whole();
		assert_int_equal(slotpool_stats(&pool).bytes <= sizeof(storage), true);
		/* Objects, stack, bits: nothing is forgotten. */
		assert_int_equal(slotpool_stats(&pool).bytes >=
					 70 * sizeof(struct bullet) +
						 (order ? 0 : 70) * sizeof(uint32_t) +
						 2 * sizeof(lish_word),
				 true);
		slotpool_destroy(&pool);
	}
}

TEST(a_cleared_pool_begins_at_its_first_slot)
{
	enum lish_reuse order;

	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 70);
		fill(70);
		free_at(30);
		assert_int_equal(taken(), 30);
		/* Retired by the clear: the border stays above it. */
		slotpool_at_slot_(&pool, 65)[1] = SLOTPOOL_RETIRED_ - 1;
		slotpool_clear(&pool);
		assert_int_equal(taken(), 0);
		assert_int_equal(taken(), 1);
		assert_whole();
	}
}

TEST(a_destroyed_pool_is_zero)
{
	static const struct slotpool zero;

	make_pool(LAST_FREED, 0);
	fill(70);
	slotpool_destroy(&pool);
	assert_memory_equal(&pool, &zero, sizeof(zero));
}

TEST(alloc_at_that_finds_no_memory_changes_nothing)
{
	uint32_t capacity;

	make_pool(LAST_FREED, 0);
	fill(3);
	capacity = slotpool_stats(&pool).capacity;
	mem.fail_at = mem.allocs + 3;
	assert_null(take_at(1000));
	assert_int_equal(slotpool_stats(&pool).capacity, capacity);
	mem.fail_at = 0;
	assert_slots("abc|");
	assert_non_null(take_at(1000));
	assert_int_equal(taken(), 3);
	assert_whole();
}

TEST(objects_are_freed_by_object_index_and_handle)
{
	struct slotpool_handle handle;
	enum lish_reuse order;

	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		fill(4);
		give(&pool, slotpool_at_entry(&pool, 0, struct bullet, idx));
		handle = handle_at(&pool, 1);
		assert_true(slotpool_free_handle(&pool, handle));
		assert_false(slotpool_free_handle(&pool, handle));
		assert_true(slotpool_free_at(&pool, 2));
		assert_false(slotpool_free_at(&pool, 2));
		assert_false(slotpool_free_at(&pool, 4));
		assert_false(slotpool_free_at(&pool, 0xffffffff));
		assert_false(slotpool_free_handle(&pool, null_handle));
		assert_slots("...d|");
		assert_int_equal(slotpool_count(&pool), 1);
		assert_int_equal(slotpool_stats(&pool).peak, 4);
	}
}

/* A bound: no call pays for an exact one. */
TEST(the_peak_is_the_highest_index)
{
	make_pool(LAST_FREED, 0);
	take_last();
	take_last();
	free_at(0);
	take_last();
	assert_int_equal(slotpool_stats(&pool).peak, 3);
	take();
	assert_int_equal(slotpool_stats(&pool).peak, 3);
	slotpool_clear(&pool);
	assert_int_equal(slotpool_stats(&pool).peak, 3);
}

/* Questions */

TEST(questions_are_answered_for_live_and_dead)
{
	static struct bullet stray;
	struct bullet *b;

	make_pool(LAST_FREED, 0);
	fill(3);
	b = slotpool_at_entry(&pool, 1, struct bullet, idx);
	assert_ptr_equal(slotpool_at_entry(&pool, 1, struct bullet, idx), b);
	assert_true(lives(&pool, b));
	assert_true(live_at(&pool, 1));
	assert_true(slotpool_owns(&pool, b));
	assert_int_equal(index_in(&pool, b), 1);
	assert_false(!slotpool_count(&pool));
	give(&pool, b);
	assert_false(lives(&pool, b));
	assert_false(live_at(&pool, 1));
	assert_true(slotpool_owns(&pool, b));
	assert_int_equal(index_in(&pool, b), -1);
	assert_null(slotpool_at_entry(&pool, 1, struct bullet, idx));
	assert_null(slotpool_at_entry(&pool, 1, struct bullet, idx));
	assert_null(slotpool_at_entry(&pool, 3, struct bullet, idx));
	assert_null(slotpool_at_entry(&pool, 0xffffffff, struct bullet, idx));
	/* Another object with an index that is live here. */
	stray.idx.slot = 1;
	assert_false(lives(&pool, &stray));
	assert_false(slotpool_owns(&pool, &stray));
	assert_int_equal(index_in(&pool, &stray), -1);
	assert_true(!slotpool_handle_to_u64(handle_of(&pool, &stray)));
	/* A dead object that was overwritten by a copy of its live self. */
	b->idx.slot = 2;
	assert_false(lives(&pool, b));
	b->idx.slot = 0;
}

TEST(next_live_finds_the_next_one)
{
	static const uint32_t live[] = { 0, 1, 63, 64, 130, 199 };
	uint32_t i, k;

	make_pool(LAST_FREED, 0);
	assert_int_equal(slotpool_next_live(&pool, 0), -1);
	fill(200);
	for (i = 0, k = 0; i < 200; i++) {
		if (i == live[k])
			k++;
		else
			free_at(i);
	}
	for (i = 0, k = 0; i < 200; i++) {
		assert_int_equal(slotpool_next_live(&pool, i), live[k]);
		if (i == live[k])
			k++;
	}
	assert_int_equal(slotpool_next_live(&pool, 200), -1);
	assert_int_equal(slotpool_next_live(&pool, 0xffffffff), -1);
	free_at(199);
	assert_int_equal(slotpool_next_live(&pool, 131), -1);
}

TEST(alloc_leaves_the_bytes)
{
	struct bullet *b;

	make_pool(LAST_FREED, 0);
	b = take();
	b->id = 7;
	give(&pool, b);
	assert_ptr_equal(take(), b);
	assert_int_equal(b->id, 7);
	give(&pool, b);
	assert_ptr_equal(take_last(), b);
	assert_int_equal(b->id, 7);
}

/* Checking */

/* Give a live object the last life of its slot. */
static void age(uint32_t index)
{
	slotpool_at_slot_(&pool, index)[1] = SLOTPOOL_RETIRED_ - 1;
	slotpool_set_aged_(&pool, SLOTPOOL_RETIRED_ - 1);
}

TEST(check_names_the_first_fault)
{
	const struct slotpool_idx *fault;
	static struct slotpool zero;
	struct bullet *b;

	assert_int_equal(slotpool_check(&zero, &fault), LISH_UNINITIALIZED);
	assert_null(fault);
	make_pool(LAST_FREED, 0);
	fill(8);
	free_at(1);
	free_at(3);
	age(5);
	free_at(5);
	assert_whole();
	assert_broken(pool.base.border, 7, LISH_BAD_INDEX);
	assert_broken(pool.base.border, 9, LISH_BAD_COUNT);
	assert_broken(pool.base.border, 1000, LISH_BAD_COUNT);
	assert_broken(pool.base.highest, 7, LISH_BAD_COUNT);
	assert_broken(pool.base.stacked, 9, LISH_BAD_COUNT);
	assert_broken(pool.base.stacked, 1, LISH_BAD_COUNT);
	assert_broken(pool.base.gone, 2, LISH_BAD_COUNT);
	assert_broken(pool.retired, 0, LISH_BAD_COUNT);
	assert_broken(slotpool_at_slot_(&pool, 0)[1], 2, LISH_BAD_INDEX);
	assert_broken(slotpool_at_slot_(&pool, 1)[1], 1, LISH_BAD_INDEX);
	assert_broken(slotpool_at_slot_(&pool, 0)[1], 0xffffffff, LISH_BAD_INDEX);
	assert_broken(pool.base.stack[0], 3, LISH_BAD_INDEX);
	assert_broken(pool.base.stack[0], 0, LISH_BAD_INDEX);
	assert_broken(pool.base.stack[0], 5, LISH_BAD_INDEX);
	assert_broken(pool.base.stack[0], 70, LISH_BAD_INDEX);
	/* What makes a path quick. */
	make_pool(LAST_FREED, 0);
	fill(8);
	free_at(1);
	free_at(3);
	if (pool.quick_node) {
		assert_broken(pool.quick_above, 1, LISH_BAD_COUNT);
		assert_broken(pool.quick_below, 1000, LISH_BAD_COUNT);
		assert_broken(pool.quick_node, (uint64_t)100 << 32, LISH_BAD_COUNT);
		assert_broken(pool.aged, 100, LISH_BAD_COUNT);
	}
	make_pool_with_hooks(LAST_FREED, 0);
	fill(1);
	if (!LISH_SMALL_)
		assert_broken(pool.quick_below, 1, LISH_BAD_COUNT);
	make_pool(LOWEST, 0);
	fill(1);
	if (!LISH_SMALL_)
		assert_broken(pool.quick_below, 1, LISH_BAD_COUNT);
	free_at(0);
	fill(5);
	free_at(4);
	assert_broken(pool.base.border, 5, LISH_BAD_COUNT);
	assert_broken(pool.extra.hint, 2, LISH_BAD_INDEX);
	/* An object that was overwritten. */
	make_pool(LAST_FREED, 0);
	fill(8);
	b = slotpool_at_entry(&pool, 4, struct bullet, idx);
	b->idx.slot = 0;
	assert_int_equal(slotpool_check(&pool, &fault), LISH_BAD_INDEX);
	assert_ptr_equal(fault, &b->idx);
	b->idx.slot = 5;
	make_pool(LOWEST, 0);
	fill(140);
	free_at(70);
	assert_whole();
	pool.extra.retired[0] ^= 1;
	assert_int_equal(slotpool_check(&pool, NULL), LISH_BAD_INDEX);
	pool.extra.retired[0] ^= 1;
	pool.extra.full[0] ^= 1;
	assert_int_equal(slotpool_check(&pool, NULL), LISH_BAD_INDEX);
	pool.extra.full[0] ^= 1;
	pool.extra.top[0] ^= 1;
	assert_int_equal(slotpool_check(&pool, NULL), LISH_BAD_INDEX);
	pool.extra.top[0] ^= 1;
	assert_broken(pool.extra.hint, 70 / LISH_WORD_BITS + 1, LISH_BAD_INDEX);
	pool.base.stacked++;
	assert_int_equal(slotpool_check(&pool, NULL), LISH_BAD_COUNT);
	pool.base.stacked--;
	assert_whole();
}

#if LISH_CHECK >= 1
/* The border passes the slot that is lost, so what alloc and free go by changes. */
TEST(alloc_at_of_a_lost_slot_leaves_a_whole_pool)
{
	enum lish_reuse order;
	struct bullet *b;
	unsigned int i;

	/* Level 2 refuses the call, because the pool is damaged; Valgrind sees the write to a free slot. */
	if (LISH_CHECK != 1 || RUNNING_ON_VALGRIND)
		return;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		b = slotpool_alloc_at_entry(&pool, 60, struct bullet, idx);
		assert_non_null(b);
		give(&pool, b);
		memset(&b->idx, 0, sizeof(b->idx));
		assert_reported("slotpool_alloc_at_entry", LISH_BAD_INDEX,
				b = slotpool_alloc_at_entry(&pool, 60, struct bullet, idx));
		assert_null(b);
		assert_whole();
		assert_int_equal(slotpool_stats(&pool).retired, 1);
		for (i = 0; i < 70; i++)
			assert_non_null(slotpool_alloc_entry(&pool, struct bullet, idx));
		assert_int_equal(slotpool_stats(&pool).count, 70);
		assert_whole();
		slotpool_destroy(&pool);
	}
}

#endif

/* alloc_at where nothing can be, now or ever: NULL, and nothing is reported. */
static void alloc_beyond(char what, void *object)
{
	(void)object;
	diary.then = NULL;
	assert_int_equal(what, 'm');
	assert_null(slotpool_alloc_at_entry(&pool, 40, struct bullet, idx));
}

TEST(alloc_at_finds_nothing_where_nothing_can_be)
{
	struct lish_config config = LISH_CONFIG_INIT;
	SLOTPOOL_STORAGE(fixed, struct bullet, 4);

	config.initial = 64;
	config.no_grow = true;
	assert_int_equal(slotpool_init(&pool, struct bullet, idx, &config), 0);
	assert_null(
		slotpool_alloc_at_entry(&pool, slotpool_stats(&pool).capacity, struct bullet, idx));
	assert_null(slotpool_alloc_at_entry(&pool, 0xffffffff, struct bullet, idx));
	/* A slot that lived all its lives. */
	assert_non_null(slotpool_alloc_at_entry(&pool, 3, struct bullet, idx));
	age(3);
	assert_true(slotpool_free_at(&pool, 3));
	assert_int_equal(slotpool_stats(&pool).retired, 1);
	assert_null(slotpool_alloc_at_entry(&pool, 3, struct bullet, idx));
	assert_int_equal(slotpool_check(&pool, NULL), LISH_OK);
	slotpool_trim(&pool);
	assert_int_equal(slotpool_check(&pool, NULL), LISH_OK);
	slotpool_destroy(&pool);
	config.no_grow = false;
	assert_int_equal(slotpool_init(&pool, struct bullet, idx, &config), 0);
	assert_null(slotpool_alloc_at_entry(&pool, 0xffffffff, struct bullet, idx));
	slotpool_destroy(&pool);
	slotpool_init_in(&pool, struct bullet, idx, &fixed, NULL);
	assert_null(slotpool_alloc_at_entry(&pool, 4, struct bullet, idx));
	slotpool_destroy(&pool);
	/* Slots are made in order: not while one is. */
	config.initial = 0;
	config.hooks = &diary_hooks;
	config.ctx = &diary;
	assert_int_equal(slotpool_init(&pool, struct bullet, idx, &config), 0);
	diary.then = alloc_beyond;
	assert_non_null(slotpool_alloc_entry(&pool, struct bullet, idx));
	assert_null(diary.then);
	assert_int_equal(slotpool_count(&pool), 1);
	slotpool_destroy(&pool);
}

TEST(check_looks_at_the_floor_and_the_width)
{
	make_pool(LAST_FREED, 0);
	fill(3);
	free_at(0);
	assert_broken(pool.floor, 1, LISH_BAD_COUNT);
	assert_broken(pool.floor, pool.last, LISH_BAD_COUNT);
	assert_broken(pool.floor, pool.aged + 2, LISH_BAD_COUNT);
	assert_broken(pool.last, pool.last - 2, LISH_BAD_COUNT);
	pool.base.index_bits = 1;
	assert_int_equal(slotpool_check(&pool, NULL), LISH_BAD_COUNT);
	pool.base.index_bits = 0;
	/* The live ones are as many, but a free slot is not on the stack. */
	pool.base.stacked--;
	pool.base.gone++;
	assert_int_equal(slotpool_check(&pool, NULL), LISH_BAD_COUNT);
	pool.base.stacked++;
	pool.base.gone--;
	assert_whole();
}

TEST(alloc_at_takes_no_slot_that_a_damaged_stack_has_not)
{
	enum lish_reuse order;
	uint32_t was;

	/* Level 2 refuses a damaged pool. */
	if (LISH_CHECK >= 2)
		return;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		fill(4);
		free_at(1);
		if (order != LAST_FREED) {
			assert_non_null(take_at(1));
			continue;
		}
		was = pool.base.stack[0];
		pool.base.stack[0] = 77;
		assert_null(take_at(1));
		assert_int_equal(slotpool_count(&pool), 3);
		pool.base.stack[0] = was;
		assert_non_null(take_at(1));
		assert_whole();
	}
}

TEST_MAIN(setup, teardown)
