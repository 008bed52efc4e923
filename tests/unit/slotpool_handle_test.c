/* SPDX-License-Identifier: MIT */
/* slotpool: handles, generations and retired slots */
#include "slotpool_test.h"

TEST(a_handle_finds_its_object_and_no_other)
{
	struct slotpool_handle first, other;
	struct bullet *b;

	make_pool(LAST_FREED, 0);
	fill(2);
	b = slotpool_at_entry(&pool, 0, struct bullet, idx);
	first = handle_of(&pool, b);
	assert_ptr_equal(slotpool_get_entry(&pool, first, struct bullet, idx), b);
	assert_ptr_equal(slotpool_get_entry(&pool, first, struct bullet, idx), b);
	assert_true(same_handle(first, handle_at(&pool, 0)));
	other = handle_at(&pool, 1);
	assert_false(same_handle(first, other));
	give(&pool, b);
	assert_null(slotpool_get_entry(&pool, first, struct bullet, idx));
	assert_null(slotpool_get_entry(&pool, first, struct bullet, idx));
	/* The next user of the slot is another object. */
	assert_ptr_equal(take(), b);
	assert_null(slotpool_get_entry(&pool, first, struct bullet, idx));
	assert_false(same_handle(first, handle_of(&pool, b)));
	assert_non_null(slotpool_get_entry(&pool, other, struct bullet, idx));
}

TEST(the_null_handle_is_zero_and_finds_nothing)
{
	struct slotpool_handle zero;

	memset(&zero, 0, sizeof(zero));
	make_pool(LAST_FREED, 0);
	assert_true(!slotpool_handle_to_u64(zero));
	assert_true(same_handle(zero, null_handle));
	assert_null(slotpool_get_entry(&pool, zero, struct bullet, idx));
	fill(1);
	assert_null(slotpool_get_entry(&pool, zero, struct bullet, idx));
	assert_true(!slotpool_handle_to_u64(handle_at(&pool, 1)));
	assert_false(!slotpool_handle_to_u64(handle_at(&pool, 0)));
	assert_int_equal(slotpool_handle_to_u64(zero), 0);
	assert_true(!slotpool_handle_to_u64(slotpool_handle_from_u64(0)));
}

TEST(handles_travel_as_one_number)
{
	struct slotpool_handle handle;
	uint64_t number;

	make_pool(LAST_FREED, 0);
	fill(3);
	handle = handle_at(&pool, 2);
	number = slotpool_handle_to_u64(handle);
	/* The same on each machine. */
	assert_true(number == ((uint64_t)1 << 32 | 3));
	assert_true(same_handle(slotpool_handle_from_u64(number), handle));
	/* A number that no handle has: that of a dead slot. */
	free_at(2);
	number = (uint64_t)2 << 32 | 3;
	assert_true(!slotpool_handle_to_u64(slotpool_handle_from_u64(number)));
	assert_null(
		slotpool_get_entry(&pool, slotpool_handle_from_u64(number), struct bullet, idx));
	/* Those without a slot that there can be. */
	number = (uint64_t)1 << 32;
	assert_true(same_handle(slotpool_handle_from_u64(number), null_handle));
	number |= (uint64_t)1 << 31;
	assert_true(!slotpool_handle_to_u64(slotpool_handle_from_u64(number)));
	number--;
	assert_false(!slotpool_handle_to_u64(slotpool_handle_from_u64(number)));
}

TEST(clear_keeps_old_handles_dead)
{
	struct slotpool_handle handle;
	enum lish_reuse order;

	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		fill(100);
		free_at(50);
		handle = handle_at(&pool, 70);
		slotpool_clear(&pool);
		assert_slots("|");
		assert_int_equal(slotpool_count(&pool), 0);
		assert_null(slotpool_get_entry(&pool, handle, struct bullet, idx));
		fill(100);
		assert_null(slotpool_get_entry(&pool, handle, struct bullet, idx));
		assert_false(slotpool_free_handle(&pool, handle));
		assert_non_null(
			slotpool_get_entry(&pool, handle_at(&pool, 70), struct bullet, idx));
		assert_whole();
	}
}

/* Let a dead slot be one life from its end. */
static void age(uint32_t index)
{
	wear_out(&pool, index, SLOTPOOL_RETIRED_ - 2);
}

TEST(a_slot_retires_before_a_generation_comes_back)
{
	struct slotpool_handle handle;
	enum lish_reuse order;

	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 4);
		fill(3);
		free_at(1);
		age(1);
		assert_int_equal(taken(), 1);
		handle = handle_at(&pool, 1);
		assert_int_equal(handle.generation, 0xfffffffd);
		assert_non_null(slotpool_get_entry(&pool, handle, struct bullet, idx));
		assert_true(same_handle(slotpool_handle_from_u64(slotpool_handle_to_u64(handle)),
					handle));
		free_at(1);
		assert_int_equal(slotpool_stats(&pool).retired, 1);
		assert_null(slotpool_get_entry(&pool, handle, struct bullet, idx));
		assert_slots("a.c|");
		/* It is never handed out again. */
		assert_int_equal(taken(), 3);
		assert_null(take());
		assert_int_equal(slotpool_count(&pool), 3);
		/* Not after clear either: [...d|, then a . b c */
		slotpool_clear(&pool);
		assert_int_equal(taken(), 0);
		assert_int_equal(taken(), 2);
		assert_int_equal(taken(), 3);
		assert_null(take());
		assert_null(slotpool_get_entry(&pool, handle, struct bullet, idx));
		assert_whole();
	}
}

TEST(a_retired_slot_never_lowers_the_border)
{
	enum lish_reuse order;

	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		fill(2);
		wear_out(&pool, 1, SLOTPOOL_RETIRED_ - 1);
		free_at(1);
		assert_int_equal(slotpool_stats(&pool).retired, 1);
		assert_slots("a.|");
		assert_int_equal(taken(), 2);
		free_at(2);
		free_at(0);
		if (order == NEXT) {
			/* No free does. */
			assert_slots("...|");
			assert_int_equal(taken(), 0);
			assert_int_equal(taken(), 2);
			assert_int_equal(taken(), 3);
			continue;
		}
		assert_slots("..|");
		assert_int_equal(taken(), 0);
		assert_int_equal(index_of(take_last()), 2);
		assert_whole();
	}
}

TEST(retirement_does_not_move_the_next_slot)
{
	make_pool(NEXT, 0);
	fill(6);
	free_at(1);
	age(1);
	assert_non_null(take_at(1));
	assert_int_equal(taken(), 6);
	free_at(1);
	assert_int_equal(slotpool_stats(&pool).retired, 1);
	free_at(0);
	free_at(3);
	/* No slot is free after 6. */
	assert_int_equal(taken(), 0);
	assert_whole();
}

TEST(clear_retires_too)
{
	enum lish_reuse order;

	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		fill(5);
		wear_out(&pool, 1, SLOTPOOL_RETIRED_ - 1);
		wear_out(&pool, 3, SLOTPOOL_RETIRED_ - 1);
		slotpool_clear(&pool);
		assert_int_equal(slotpool_stats(&pool).retired, 2);
		/* Those that are left, in the order of a new pool. */
		assert_slots("....|");
		assert_int_equal(taken(), 0);
		assert_int_equal(taken(), 2);
		assert_int_equal(taken(), 4);
		assert_int_equal(taken(), 5);
		assert_slots("a.b.cd|");
	}
}

static void no_effect(void *ctx, void *object)
{
	(void)ctx, (void)object;
}

/* One step in both pools. */
static void twin_step(uint32_t random)
{
	struct slotpool *const twins[2] = { &pool, &second };
	const uint32_t at = random % 200;
	struct slotpool_handle handles[2];
	unsigned int i;
	void *b;

	for (i = 0; i < 2; i++) {
		handles[i] = null_handle;
		if (random >> 30) {
			if (!slotpool_free_at(twins[i], at)) {
				b = slotpool_alloc_entry(twins[i], struct bullet, idx);
				handles[i] = handle_of(twins[i], b);
			}
		} else if (random >> 26 == 1) {
			slotpool_trim(twins[i]);
		} else if (random >> 26 == 2) {
			slotpool_clear(twins[i]);
		} else if (random >> 26 == 3) {
			assert_int_equal(slotpool_reserve(twins[i], at), 0);
		} else if (random >> 27 == 2) {
			b = slotpool_alloc_at_entry(twins[i], at, struct bullet, idx);
			handles[i] = b ? handle_of(twins[i], b) : null_handle;
		} else {
			b = slotpool_alloc_tail_entry(twins[i], struct bullet, idx);
			handles[i] = b ? handle_of(twins[i], b) : null_handle;
		}
	}
	assert_true(same_handle(handles[0], handles[1]));
}

TEST(hooks_change_no_handle)
{
	struct lish_pool_hooks hooks;
	struct lish_config config;
	unsigned int set, step;
	uint32_t seed = 1;

	for (set = 0; set < 16 * 3 * 2; set++) {
		hooks.make = set & 1 ? no_effect : NULL;
		hooks.init = set & 2 ? no_effect : NULL;
		hooks.fini = set & 4 ? no_effect : NULL;
		hooks.unmake = set & 8 ? no_effect : NULL;
		config = config_of(250);
		config.index_bits = set >= 48 ? 20 : 0;
		assert_int_equal(init_with(&pool, (enum lish_reuse)(set / 16 % 3), &config), 0);
		config.hooks = &hooks;
		assert_int_equal(init_with(&second, (enum lish_reuse)(set / 16 % 3), &config), 0);
		for (step = 0; step < 1000; step++) {
			seed = seed * 1664525u + 1013904223u;
			twin_step(seed);
		}
		assert_whole();
		assert_int_equal(slotpool_check(&second, NULL), LISH_OK);
		slotpool_destroy(&pool);
		slotpool_destroy(&second);
	}
}

/* Handles of objects that live while clear runs hooks, and one from before. */
#define BUSY_HANDLES 100u
static struct slotpool_handle busy_handles[BUSY_HANDLES];
static unsigned int busy;

/* Ends and begins lives of the same slot, many more than clear expects. */
static void be_busy(void *ctx, void *object)
{
	static bool within;
	unsigned int i;

	(void)ctx;
	if (within || !index_of(object))
		return;
	within = true;
	for (i = 0; i < 50 && busy < BUSY_HANDLES; i++) {
		free_at(0);
		busy_handles[busy] = handle_of(&pool, take());
		busy += busy_handles[busy].slot == 1;
	}
	within = false;
}

TEST(handles_from_hooks_of_clear_stay_dead)
{
	static const struct lish_pool_hooks hooks = { NULL, NULL, be_busy, NULL };
	struct lish_config config = config_of(0);
	unsigned int i, lives;

	config.hooks = &hooks;
	assert_int_equal(init_with(&pool, LAST_FREED, &config), 0);
	busy = 0;
	fill(200);
	slotpool_clear(&pool);
	assert_true(busy > 40);
	assert_whole();
	for (lives = 0; lives < 100; lives++) {
		assert_int_equal(taken(), 0);
		for (i = 0; i < busy; i++)
			assert_null(slotpool_get_entry(&pool, busy_handles[i], struct bullet, idx));
		busy = BUSY_HANDLES;
		free_at(0);
	}
}

/* A clear forgets the nodes, and the objects are not touched. */
TEST(clear_touches_no_object)
{
	struct slotpool_handle handles[100], late;
	struct bullet copy[100];
	enum lish_reuse order;
	uint32_t i, round;

	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		for (round = 0; round < 30; round++) {
			fill(100);
			for (i = 0; i < round; i++) {
				free_at(i % 3);
				assert_non_null(take());
			}
			for (i = 0; i < 100; i++) {
				by_index(i)->x = 1;
				handles[i] = handle_at(&pool, i);
				copy[i] = *by_index(i);
			}
			late = slotpool_handle_at(&pool, 99);
			slotpool_clear(&pool);
			assert_whole();
			if (!is_watched())
				for (i = 0; i < 100; i++)
					assert_memory_equal(lish_pool_object_(&pool.base,
						slotpool_at_slot_(&pool, i)), &copy[i], sizeof(*copy));
			for (i = 0; i < 100; i++)
				assert_null(slotpool_get_entry(&pool, handles[i], struct bullet, idx));
			/* Nor does a slot's next life. */
			assert_int_equal(taken(), 0);
			assert_null(slotpool_get_entry(&pool, handles[0], struct bullet, idx));
			fill(99);
			for (i = 0; i < 100; i++)
				assert_null(slotpool_get_entry(&pool, handles[i], struct bullet, idx));
			assert_true(handle_at(&pool, 99).generation > late.generation);
			assert_whole();
			slotpool_clear(&pool);
		}
	}
}

/* One slot of many lives shall not use up those of all others. */
TEST(clear_walks_where_few_lives_are_left)
{
	enum lish_reuse order;
	uint32_t i;

	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		fill(3);
		wear_out(&pool, 1, SLOTPOOL_RETIRED_ / 2 + 2);
		for (i = 0; i < 3; i++) {
			slotpool_clear(&pool);
			assert_whole();
			fill(3);
			assert_int_equal(handle_at(&pool, 0).generation, 3 + 2 * i);
			assert_int_equal(handle_at(&pool, 1).generation, SLOTPOOL_RETIRED_ / 2 + 4 + 2 * i);
		}
		assert_int_equal(slotpool_stats(&pool).retired, 0);
	}
}

/* A saved bound: the same handles after a clear that follows the load. */
TEST(a_load_knows_how_old_the_slots_are)
{
	enum lish_reuse order;
	uint32_t generation;
	size_t size;

	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		live_on((unsigned int)order, 500);
		size = save();
		slotpool_clear(&pool);
		fill(1);
		generation = handle_at(&pool, 0).generation;
		make_pool(order, 0);
		assert_int_equal(load(size), 0);
		slotpool_clear(&pool);
		fill(1);
		assert_int_equal(handle_at(&pool, 0).generation, generation);
	}
}

TEST(trim_keeps_retired_slots)
{
	enum lish_reuse order;

	for (order = LAST_FREED; order < ORDERS; order++) {
		uint32_t i;

		make_pool(order, 0);
		fill(200);
		wear_out(&pool, 70, SLOTPOOL_RETIRED_ - 1);
		for (i = 0; i < 200; i++)
			free_at(i);
		slotpool_trim(&pool);
		assert_int_equal(slotpool_stats(&pool).capacity, 128);
		assert_int_equal(slotpool_stats(&pool).retired, 1);
		assert_whole();
		fill(127);
		assert_int_equal(slotpool_stats(&pool).capacity, 128);
		/* And live ones above them. */
		make_pool(order, 0);
		fill(200);
		wear_out(&pool, 3, SLOTPOOL_RETIRED_ - 1);
		for (i = 0; i < 200; i++) {
			if (i != 100)
				free_at(i);
		}
		slotpool_trim(&pool);
		assert_int_equal(slotpool_stats(&pool).capacity, 128);
		assert_true(live_at(&pool, 100));
		assert_whole();
	}
}

static struct bullet *by_number(uint32_t number)
{
	return slotpool_get_u32(&pool, number, struct bullet, idx);
}

TEST(a_number_of_32_bits_finds_its_object)
{
	enum lish_reuse order;
	struct slotpool_handle other;
	uint32_t i, old;

	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool_with_bits(order, 0, 10);
		assert_int_equal(slotpool_stats(&pool).limit, 1023);
		assert_int_equal(slotpool_handle_to_u32(&pool, null_handle), 0);
		assert_null(by_number(0));
		fill(1023);
		assert_null(take());
		for (i = 0; i < 1023; i++) {
			assert_int_equal(number_at(i), i + 1);
			assert_ptr_equal(by_number(i + 1),
					 slotpool_at_entry(&pool, i, struct bullet, idx));
		}
		old = number_at(70);
		free_at(70);
		assert_null(by_number(old));
		assert_int_equal(number_at(70), 0);
		assert_int_equal(taken(), 70);
		assert_null(by_number(old));
		/* The second life is above the ten bits of the slot. */
		assert_int_equal(number_at(70), 1 << 10 | 71);
		assert_int_equal(index_of(by_number(1 << 10 | 71)), 70);
		/* Handles that this pool cannot have given. */
		other = handle_at(&pool, 70);
		other.slot = 1024;
		assert_int_equal(slotpool_handle_to_u32(&pool, other), 0);
		other.slot = 71;
		other.generation = pool.last + 1;
		assert_int_equal(slotpool_handle_to_u32(&pool, other), 0);
		other.generation = pool.last - 2;
		assert_int_equal(slotpool_handle_to_u32(&pool, other), 0);
		other.generation = pool.last - 1;
		assert_int_equal(slotpool_handle_to_u32(&pool, other), 0xfffffc00 | 71);
		assert_whole();
	}
}

/* Any number finds nothing, or an object whose number it is. */
TEST(any_number_of_32_bits_is_harmless)
{
	static const uint32_t bits[] = { 2, 5, 9, 20, 31 };
	uint32_t i, k, number, most;
	const struct bullet *b;

	for (k = 0; k < ARRAY_SIZE(bits); k++) {
		make_pool_with_bits(NEXT, 200, bits[k]);
		most = slotpool_stats(&pool).limit;
		assert_int_equal(most, bits[k] < 8 ? (1u << bits[k]) - 1 : 200);
		for (i = 0; i < 3 * most; i++) {
			if (i % 3)
				slotpool_free_at(&pool, next_random() % most);
			take();
		}
		for (i = 0; i < 100000; i++) {
			number = next_random() << 16 ^ next_random();
			if (i % 4)
				number &= 4095;
			b = by_number(number);
			if (b)
				assert_int_equal(number_at((uint32_t)index_of(b)), number);
		}
		for (i = 0; i < most; i++)
			assert_ptr_equal(by_number(number_at(i)),
					 slotpool_at_entry(&pool, i, struct bullet, idx));
		assert_whole();
	}
}

/* Sixteen lives for each of three slots, each with a number of its own. */
TEST(a_slot_retires_before_its_number_wraps)
{
	uint32_t seen[3 * 16], n, i;
	enum lish_reuse order;
	struct bullet *b;

	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool_with_bits(order, 3, 28);
		/* The slots go round, in the order next. */
		if (order == NEXT) {
			fill(3);
			for (i = 0; i < 3; i++)
				free_at(i);
		}
		for (n = order == NEXT ? 3 : 0; n < 3 * 16; n++) {
			b = take();
			assert_non_null(b);
			seen[n] = number_at((uint32_t)index_of(b));
			assert_ptr_equal(by_number(seen[n]), b);
			for (i = order == NEXT ? 3 : 0; i < n; i++) {
				assert_int_not_equal(seen[i], seen[n]);
				assert_null(by_number(seen[i]));
			}
			/* All age alike, or one after the other. */
			assert_int_equal(slotpool_stats(&pool).retired, order != NEXT ? n / 16
									: n < 3 * 15  ? 0
										      : n - 3 * 15);
			give(&pool, b);
			assert_null(by_number(seen[n]));
		}
		assert_null(take());
		assert_int_equal(slotpool_stats(&pool).retired, 3);
		slotpool_clear(&pool);
		assert_null(take());
		assert_whole();
	}
}

TEST(new_memory_after_trim_begins_above_old_lives)
{
	struct slotpool_handle old[3], now;
	enum lish_reuse order;
	uint32_t i, life;
	size_t size;

	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		fill(130);
		for (life = 0; life < 5; life++) {
			free_at(129);
			assert_non_null(slotpool_alloc_at_entry(&pool, 129, struct bullet, idx));
		}
		for (i = 0; i < 3; i++)
			old[i] = handle_at(&pool, 64 + 32 * i);
		for (i = 130; i-- > 60;)
			free_at(i);
		slotpool_trim(&pool);
		assert_int_equal(slotpool_stats(&pool).capacity, 64);
		assert_int_equal(slotpool_stats(&pool).highest, 130);
		assert_whole();
		size = save();
		for (i = 60; i < 130; i++)
			assert_non_null(take_last());
		for (i = 0; i < 3; i++)
			assert_null(slotpool_get_entry(&pool, old[i], struct bullet, idx));
		now = handle_at(&pool, 100);
		assert_whole();
		/* The same calls give the same handles after a load. */
		assert_int_equal(load(size), 0);
		assert_whole();
		for (i = 60; i < 130; i++)
			assert_non_null(take_last());
		assert_true(same_handle(handle_at(&pool, 100), now));
		slotpool_destroy(&pool);
	}
}

#if LISH_CHECK >= 1
#if LISH_CHECK == 1
/* Free an object and overwrite its node, as a stale pointer does. */
static struct bullet *free_and_overwrite(uint32_t index, int byte)
{
	struct bullet *b = by_index(index);

	free_at(index);
	memset(&b->idx, byte, sizeof(b->idx));
	return b;
}

/* A call that frees nothing: it is reported so often, and the pool stays as it is. */
#define assert_frees_nothing(reports, call)                             \
	do {                                                            \
		report.expected = true;                                 \
		report.count = 0;                                       \
		call;                                                   \
		report.expected = false;                                \
		assert_int_equal(report.count, reports);                \
		assert_int_equal(slotpool_count(&pool), 7);             \
		assert_int_equal(slotpool_stats(&pool).retired, 0);     \
	} while (0)

/* One row for each question that a quick free asks. */
TEST(each_question_of_a_quick_free_refuses)
{
	struct slotpool_handle handle;
	struct bullet stray, *b, *pair[2];
	enum lish_reuse order;
	struct slotpool copy;

	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		fill(8);
		/* The live bit: an older copy lies over a freed object. */
		b = by_index(2);
		stray = *b;
		handle = handle_of(&pool, b);
		free_at(2);
		b->idx = stray.idx;
		pair[0] = pair[1] = b;
		assert_frees_nothing(1, slotpool_free(&pool, &b->idx));
		assert_frees_nothing(2, slotpool_free_bulk(&pool, pair, 2));
		assert_frees_nothing(0, assert_false(slotpool_free_handle(&pool, handle)));
		assert_frees_nothing(0, assert_false(slotpool_free_at(&pool, 2)));
		slotpool_set_free_(slotpool_at_slot_(&pool, 2), 2, handle.generation + 1);
		assert_whole();
		/* The address: a copy of a live object. */
		b = by_index(5);
		stray = *b;
		assert_frees_nothing(1, slotpool_free(&pool, &stray.idx));
		/* The border: no slot has this number. */
		stray.idx.slot = 0x40000000;
		assert_frees_nothing(1, slotpool_free(&pool, &stray.idx));
		handle = handle_of(&pool, b);
		handle.slot = 0x40000000;
		assert_frees_nothing(0, assert_false(slotpool_free_handle(&pool, handle)));
		/* The generation: another life. */
		handle = handle_of(&pool, b);
		handle.generation += 2;
		assert_frees_nothing(0, assert_false(slotpool_free_handle(&pool, handle)));
		/* The node. */
		assert_frees_nothing(1, slotpool_free(&pool, NULL));
		/* The pool: a copy. */
		copy = pool;
		handle = handle_of(&pool, b);
		assert_frees_nothing(1, slotpool_free(&copy, &b->idx));
		assert_frees_nothing(1, assert_false(slotpool_free_handle(&copy, handle)));
		assert_whole();
		slotpool_destroy(&pool);
	}
}

TEST(an_overwritten_free_slot_retires)
{
	struct slotpool_handle old[8];
	enum lish_reuse order;
	uint32_t i;
	int byte;

	for (order = LAST_FREED; order < ORDERS; order++) {
		for (byte = 0; byte < 256; byte += 255) {
			make_pool(order, 0);
			fill(8);
			for (i = 0; i < 8; i++)
				old[i] = handle_at(&pool, i);
			free_at(2);
			free_and_overwrite(3, byte);
			if (order == NEXT)
				free_at(7);
			report.expected = true;
			for (i = 0; i < 3; i++)
				assert_non_null(take());
			report.expected = false;
			assert_int_equal(report.fault.reason, LISH_BAD_INDEX);
			assert_int_equal(slotpool_stats(&pool).retired, 1);
			assert_false(live_at(&pool, 3));
			assert_whole();
			for (i = 2; i < 4; i++)
				assert_null(slotpool_get_entry(&pool, old[i], struct bullet, idx));
			slotpool_clear(&pool);
			assert_int_equal(slotpool_stats(&pool).retired, 1);
			assert_whole();
			slotpool_destroy(&pool);
		}
	}
}

TEST(a_node_overwritten_at_the_border_retires_its_slot)
{
	make_pool(LAST_FREED, 0);
	fill(3);
	free_and_overwrite(2, 0);
	assert_reported("slotpool_alloc_entry", LISH_BAD_INDEX, assert_int_equal(taken(), 3));
	free_at(3);
	free_and_overwrite(1, 0);
	assert_reported("slotpool_alloc_at_entry", LISH_BAD_INDEX,
			assert_null(slotpool_alloc_at_entry(&pool, 1, struct bullet, idx)));
	assert_int_equal(slotpool_stats(&pool).retired, 2);
	assert_int_equal(slotpool_count(&pool), 1);
	assert_whole();
	assert_int_equal(taken(), 3);
	free_and_overwrite(3, 0);
	assert_reported("slotpool_alloc_tail_entry", LISH_BAD_INDEX,
			assert_int_equal(slotpool_index_of(&pool, &take_last()->idx), 4));
	assert_whole();
}

TEST(skipped_slots_that_were_overwritten_retire)
{
	enum lish_reuse order;
	uint32_t i;
	struct bullet *b;

	for (order = LAST_FREED; order < NEXT; order++) {
		make_pool(order, 0);
		fill(6);
		b = by_index(4);
		for (i = 6; i-- > 0;)
			free_at(i);
		memset(&b->idx, 0, sizeof(b->idx));
		assert_reported(
			"slotpool_alloc_at_entry", LISH_BAD_INDEX,
			assert_non_null(slotpool_alloc_at_entry(&pool, 6, struct bullet, idx)));
		assert_int_equal(slotpool_stats(&pool).retired, 1);
		assert_whole();
		assert_int_equal(taken(), 0);
		assert_int_equal(taken(), 1);
		assert_int_equal(taken(), 2);
		assert_int_equal(taken(), 3);
		assert_int_equal(taken(), 5);
		assert_int_equal(taken(), 7);
		assert_whole();
		slotpool_destroy(&pool);
	}
}

#endif

TEST(a_handle_no_pool_ever_gave_finds_nothing)
{
	struct slotpool_handle handle;

	make_pool(LAST_FREED, 0);
	fill(2);
	free_at(0);
	handle.slot = 1;
	handle.generation = 2; /* what the dead slot has */
	assert_null(slotpool_get_entry(&pool, handle, struct bullet, idx));
	assert_false(slotpool_free_handle(&pool, handle));
}
#endif

TEST(a_number_of_32_bits_is_asked_for_the_type_of_its_object)
{
	make_pool_with_bits(LAST_FREED, 0, 10);
	fill(1);
	assert_ptr_equal(by_number(1), by_index(0));
	if (LISH_CHECK >= 1)
		assert_reported("slotpool_get_u32", LISH_WRONG_TYPE,
				assert_null(slotpool_get_u32(&pool, 1, struct other, idx)));
}

TEST(the_handle_of_an_overwritten_object_frees_nothing)
{
	struct slotpool_handle handle;
	struct bullet *b;

	if (LISH_CHECK < 1)
		return;
	make_pool(LAST_FREED, 0);
	fill(3);
	b = by_index(1);
	handle = handle_of(&pool, b);
	b->idx.slot = 77;
	b->idx.generation = 6;
	assert_reported("slotpool_free_handle", LISH_BAD_INDEX,
			assert_false(slotpool_free_handle(&pool, handle)));
	b->idx.slot = handle.slot;
	/* Another life. At level 2 a live object of an even generation is damage. */
	b->idx.generation = handle.generation + 2;
	assert_false(slotpool_free_handle(&pool, handle));
	b->idx.generation = handle.generation;
	assert_true(slotpool_free_handle(&pool, handle));
}

/* As destructors of C++ that ran before. The generation of the overwritten node is lost. */
TEST(a_clear_after_destructors_begins_above_all_lives)
{
	const uint32_t old = SLOTPOOL_AGE_ * 4 + 1;
	uint32_t since;

	make_pool(LAST_FREED, 0);
	fill(3);
	since = pool.aged;
	wear_out(&pool, 2, old);
	free_at(2);
	free_at(1);
	slotpool_at_slot_(&pool, 1)[0] = 0;
	slotpool_clear_since_(&pool, since);
	assert_whole();
	assert_int_equal(taken(), 0);
	assert_true(handle_at(&pool, 0).generation > old);
	assert_reported("slotpool_clear", LISH_UNINITIALIZED,
			slotpool_clear_since_(&second, since));
}

TEST_MAIN(setup, teardown)
