/* SPDX-License-Identifier: MIT */
/* slotpool: snapshots */
#include "slotpool_test.h"

TEST(after_load_the_same_calls_give_the_same)
{
	enum lish_reuse order;
	unsigned int round;
	uint32_t hash;
	size_t size;

	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		for (round = 0; round < 20; round++) {
			live_on(round, 200);
			if (round == 7)
				slotpool_clear(&pool);
			size = save();
			hash = live_on(round + 100, 300);
			assert_int_equal(load(size), 0);
			assert_saved(size);
			assert_int_equal(live_on(round + 100, 300), hash);
			/* Once more, from a state with fewer slots. */
			slotpool_clear(&pool);
			slotpool_trim(&pool);
			assert_int_equal(load(size), 0);
			assert_saved(size);
			assert_int_equal(live_on(round + 100, 300), hash);
		}
	}
}

static void only_make(void *ctx, void *object)
{
	(void)ctx, (void)object;
}

/* reserve and alloc_at run make ahead, from where it stopped before the load. */
TEST(after_load_make_goes_on_ahead)
{
	static const struct lish_pool_hooks hooks = { only_make, NULL, NULL, NULL };
	struct lish_config config = config_of(0);
	enum lish_reuse order;
	unsigned int round, ahead;
	uint32_t hash, more;
	size_t size;

	config.hooks = &hooks;
	for (order = LAST_FREED; order < ORDERS; order++) {
		for (round = 0; round < 40; round++) {
			ahead = 1 + round * 7 % 170;
			assert_int_equal(init_with(&pool, order, &config), 0);
			if (round % 3) {
				fill(150);
				slotpool_clear(&pool);
				slotpool_trim(&pool);
			}
			live_on(round, round % 8 * 10);
			size = save();
			/* The future that is taken back. */
			live_on(round + 100, 100);
			if (round % 2)
				slotpool_clear(&pool);
			assert_int_equal(load(size), 0);
			assert_saved(size);
			assert_whole();
			assert_int_equal(slotpool_reserve(&pool, ahead), 0);
			assert_saved(size);
			hash = take_at(ahead) ? handle_at(&pool, ahead).generation : 0;
			assert_whole();
			more = live_on(round + 200, 200);
			assert_whole();
			slotpool_destroy(&pool);
			/* The same from nothing. */
			assert_int_equal(init_with(&pool, order, &config), 0);
			assert_int_equal(load(size), 0);
			assert_int_equal(slotpool_reserve(&pool, ahead), 0);
			assert_saved(size);
			assert_int_equal(take_at(ahead) ? handle_at(&pool, ahead).generation : 0,
					 hash);
			assert_int_equal(live_on(round + 200, 200), more);
			assert_whole();
			slotpool_destroy(&pool);
		}
	}
}

/* Behind the border of a fixed pool there are no bits to save. */
TEST(a_full_pool_is_saved)
{
	static SLOTPOOL_STORAGE(full, struct bullet, 64);
	uint32_t i;
	size_t size;

	slotpool_init_in(&pool, struct bullet, idx, &full, NULL);
	fill(64);
	for (i = 0; i < 64; i++)
		by_index(i)->id = i;
	size = save();
	slotpool_clear(&pool);
	assert_int_equal(load(size), 0);
	assert_saved(size);
	for (i = 0; i < 64; i++)
		assert_int_equal(by_index(i)->id, i);
}

TEST(numbers_of_32_bits_are_saved)
{
	enum lish_reuse order;
	uint32_t numbers[40], i;
	size_t size;

	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool_with_bits(order, 100, 30);
		live_on((uint64_t)order, 400);
		for (i = 0; i < 40; i++)
			numbers[i] = number_at(i);
		assert_true(slotpool_stats(&pool).retired > 0);
		size = save();
		live_on((uint64_t)order, 100);
		assert_int_equal(load(size), 0);
		assert_saved(size);
		for (i = 0; i < 40; i++)
			assert_int_equal(number_at(i), numbers[i]);
		/* Another split, or none, has other lives. */
		make_pool(order, 100);
		assert_int_equal(load(size), -ENOEXEC);
		make_pool_with_bits(order, 100, 28);
		assert_int_equal(load(size), -ENOEXEC);
		assert_whole();
	}
}

TEST(an_empty_pool_is_saved_too)
{
	enum lish_reuse order;
	size_t size;

	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		size = save();
		assert_int_equal(load(size), 0);
		assert_saved(size);
		fill(70);
		assert_int_equal(load(size), 0);
		assert_int_equal(slotpool_count(&pool), 0);
		assert_int_equal(slotpool_stats(&pool).peak, 0);
		assert_saved(size);
		assert_int_equal(taken(), 0);
		assert_int_equal(handle_at(&pool, 0).generation, 1);
	}
}

TEST(save_needs_all_of_its_size)
{
	size_t size;

	make_pool(LAST_FREED, 0);
	live_on(1, 50);
	size = save();
	assert_int_equal(slotpool_save(&pool, buffer, size - 1, NULL), -ENOSPC);
	assert_int_equal(slotpool_save(&pool, buffer, 0, NULL), -ENOSPC);
	/* Any address will do, and more bytes than needed. */
	assert_int_equal(slotpool_save(&pool, (char *)again + 3, size, NULL), 0);
	assert_memory_equal((char *)again + 3, buffer, size);
	live_on(2, 50);
	assert_int_equal(slotpool_load(&pool, (char *)again + 3, sizeof(again) - 3, NULL), 0);
	assert_saved(size);
}

TEST(load_gives_handles_back_and_kills_later_ones)
{
	struct slotpool_handle early, dead;
	size_t size;

	make_pool(LAST_FREED, 0);
	fill(3);
	early = handle_at(&pool, 1);
	dead = handle_at(&pool, 2);
	free_at(2);
	size = save();
	free_at(1);
	fill(70);
	assert_null(slotpool_get_entry(&pool, early, struct bullet, idx));
	assert_int_equal(load(size), 0);
	assert_ptr_equal(slotpool_get_entry(&pool, early, struct bullet, idx),
			 slotpool_at_entry(&pool, 1, struct bullet, idx));
	assert_null(slotpool_get_entry(&pool, dead, struct bullet, idx));
	assert_slots("ab|");
	assert_int_equal(slotpool_at_entry(&pool, 1, struct bullet, idx)->idx.slot, 2);
}

static void assert_unsaved_without(struct slotpool_idx *idx)
{
	const struct slotpool_idx kept = *idx;

	memset(idx, 0, sizeof(*idx));
	assert_reported("slotpool_save", LISH_BAD_INDEX,
			assert_int_equal(slotpool_save(&pool, buffer, sizeof(buffer), NULL),
					 -EINVAL));
	*idx = kept;
}

/* A load makes nodes anew, from generations. Here one is lost, of a live object or a free one. */
TEST(save_refuses_overwritten_nodes)
{
	struct bullet *a, *b;

	make_pool(LAST_FREED, 0);
	a = take();
	b = take();
	take();
	give(&pool, b);
	assert_unsaved_without(&a->idx);
	assert_unsaved_without(&b->idx);
	assert_int_equal(load(save()), 0);
	assert_whole();
	/* Behind the border. */
	make_pool(LAST_FREED, 0);
	fill(3);
	b = by_index(2);
	free_at(2);
	assert_unsaved_without(&b->idx);
	assert_int_equal(load(save()), 0);
	assert_whole();
}

TEST(only_the_chosen_bytes_are_saved)
{
	struct slotpool_format part = { .offset = 0 };
	struct bullet *a, *b;
	size_t size, all;

	make_pool(LAST_FREED, 0);
	a = take_zero(1);
	b = take_zero(2);
	all = save();
	format = &part;
	assert_int_equal(load(all), 0);
	part.size = sizeof(*a) + 1;
	assert_reported("slotpool_save_size", LISH_BAD_RANGE,
			assert_int_equal(slotpool_save_size(&pool, format), 0));
	assert_reported("slotpool_save", LISH_BAD_RANGE,
			assert_int_equal(slotpool_save(&pool, again, sizeof(again), format),
					 -EINVAL));
	part.offset = sizeof(*a) + 1;
	part.size = 0;
	assert_reported("slotpool_load", LISH_BAD_RANGE, assert_int_equal(load(all), -EINVAL));
	part.offset = offsetof(struct bullet, id);
	part.size = sizeof(*a);
	assert_reported("slotpool_load", LISH_BAD_RANGE, assert_int_equal(load(all), -EINVAL));
	part.offset = offsetof(struct bullet, x);
	part.size = sizeof(a->x);
	/* The save has more bytes than this program knows. */
	assert_int_equal(load(all), -ERANGE);
	size = save();
	assert_int_equal(all - size, 2 * (sizeof(*a) - sizeof(a->x)));
	a->x = 5;
	a->id = 7;
	give(&pool, b);
	assert_int_equal(load(size), 0);
	assert_true(a->x >= 0 && a->x <= 0);
	assert_int_equal(a->id, 7);
	assert_true(lives(&pool, b));
	assert_saved(size);
	/* Nothing from the end on: indices and generations. */
	part.offset = sizeof(*a);
	part.size = 0;
	size = save();
	free_at(0);
	assert_int_equal(load(size), 0);
	assert_slots("ab|");
	assert_int_equal(a->id, 0);
}

/* The bytes in the middle, of the live ones only, each its own. */
TEST(chosen_bytes_may_begin_anywhere_in_the_object)
{
	const struct slotpool_format part = { .offset = offsetof(struct bullet, id),
					      .size = sizeof(uint32_t) };
	struct bullet *b[70];
	enum lish_reuse order;
	size_t size;
	uint32_t i;

	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		format = &part;
		for (i = 0; i < 70; i++) {
			b[i] = take_zero(i);
			b[i]->id = 1000 + i;
			b[i]->damage = 1;
		}
		for (i = 0; i < 70; i += 3)
			free_at(i);
		size = save();
		assert_true(size < 70 * (sizeof(*b[0]) + 8));
		for (i = 0; i < 70; i++) {
			if (live_at(&pool, i)) {
				b[i]->id = 0;
				b[i]->damage = 2;
			}
		}
		slotpool_clear(&pool);
		assert_int_equal(load(size), 0);
		assert_whole();
		for (i = 0; i < 70; i++) {
			assert_int_equal(live_at(&pool, i), i % 3 != 0);
			if (i % 3 == 0)
				continue;
			assert_int_equal(b[i]->id, 1000 + i);
			/* No object was here. */
			assert_int_equal(b[i]->damage, 0);
		}
		assert_saved(size);
	}
}

/* What was cleared without a look is free after a load, whatever it says. */
TEST(load_after_clear_knows_the_dead)
{
	struct bullet *b[3];
	size_t size;
	int i;

	make_pool(LAST_FREED, 0);
	for (i = 0; i < 3; i++)
		b[i] = take_zero((uint32_t)i);
	free_at(1);
	size = save();
	assert_ptr_equal(take_zero(1), b[1]);
	slotpool_clear(&pool);
	assert_int_equal(load(size), 0);
	assert_slots("a.c|");
	assert_false(lives(&pool, b[1]));
	assert_int_equal(taken(), 1);
}

TEST(load_takes_memory_or_changes_nothing)
{
	enum lish_reuse order;
	size_t size, other;
	unsigned int fail;
	uint32_t i;

	for (order = LAST_FREED; order < ORDERS; order++) {
		setup(state);
		make_pool(order, 0);
		/* More slots than the other one has room for on its stack. */
		fill(190);
		for (i = 0; i < 190; i += 3)
			free_at(i);
		size = save();
		for (fail = 0; fail < 10; fail++) {
			mem.fail_at = 0;
			make(&second, order, 0);
			assert_non_null(slotpool_zalloc_entry(&second, struct bullet, idx));
			other = slotpool_save_size(&second, NULL);
			assert_int_equal(slotpool_save(&second, again, other, NULL), 0);
			mem.fail_at = fail ? mem.allocs + fail : 0;
			if (slotpool_load(&second, buffer, size, NULL)) {
				uint64_t now[64];

				assert_true(fail > 0);
				assert_int_equal(mem.allocs, mem.fail_at);
				assert_true(other <= sizeof(now));
				assert_int_equal(slotpool_save_size(&second, NULL), other);
				assert_int_equal(slotpool_save(&second, now, other, NULL), 0);
				assert_memory_equal(now, again, other);
			} else {
				assert_int_equal(slotpool_save(&second, again, size, NULL), 0);
				assert_memory_equal(buffer, again, size);
			}
			assert_int_equal(slotpool_check(&second, NULL), LISH_OK);
		}
		/* Beyond the limit. */
		mem.fail_at = 0;
		make(&second, order, 20);
		assert_int_equal(slotpool_load(&second, buffer, size, NULL), -ENOSPC);
		assert_int_equal(slotpool_check(&second, NULL), LISH_OK);
		slotpool_destroy(&second);
		slotpool_destroy(&pool);
	}
	/* Used once, though not now, is used. */
	make_pool(LAST_FREED, 0);
	fill(60);
	slotpool_clear(&pool);
	size = save();
	make_pool(LAST_FREED, 20);
	assert_int_equal(load(size), -ENOSPC);
	make_pool(LAST_FREED, 60);
	assert_int_equal(load(size), 0);
	assert_saved(size);
}

/* By which a program tells such a file, in whichever version and byte order. */
static void *dirty_alloc(struct lish_mem *of, size_t size, size_t align)
{
	void *memory = lish_mem_default.alloc(&lish_mem_default, size, align);

	(void)of;
	if (memory)
		memset(memory, 0xff, size);
	return memory;
}

static void dirty_free(struct lish_mem *of, void *memory, size_t size, size_t align)
{
	(void)of;
	lish_mem_default.free(&lish_mem_default, memory, size, align);
}

/* load looks at the stack of a larger pool in memory of its own. */
TEST(load_expects_nothing_of_new_memory)
{
	static struct lish_mem dirty = { dirty_alloc, dirty_free, NULL, NULL };
	struct lish_config config = config_of(0);
	size_t size;

	config.mem = &dirty;
	assert_int_equal(init_with(&pool, LAST_FREED, &config), 0);
	fill(150);
	free_at(0);
	free_at(1);
	size = save();
	slotpool_destroy(&pool);
	assert_int_equal(init_with(&pool, LAST_FREED, &config), 0);
	fill(3);
	free_at(0);
	free_at(1);
	assert_int_equal(load(size), 0);
	assert_saved(size);
}

TEST(a_snapshot_begins_with_its_number)
{
	const uint32_t number = 0x6c736970;

	make_pool(LAST_FREED, 0);
	fill(3);
	save();
	assert_memory_equal(buffer, &number, sizeof(number));
}

TEST(a_snapshot_of_another_pool_is_refused)
{
	struct lish_config config = config_of(0);
	size_t size;

	make_pool(LAST_FREED, 0);
	live_on(1, 20);
	size = save();
	/* Another order. */
	make(&second, LOWEST, 0);
	assert_int_equal(slotpool_load(&second, buffer, size, NULL), -ENOEXEC);
	slotpool_destroy(&second);
	/* Another place of the node; another size. */
	assert_int_equal(slotpool_init(&second, struct other, idx, &config), 0);
	assert_int_equal(slotpool_load(&second, buffer, size, NULL), -ENOEXEC);
	slotpool_destroy(&second);
	assert_int_equal(slotpool_init(&second, struct crumb, idx, &config), 0);
	assert_int_equal(slotpool_load(&second, buffer, size, NULL), -ERANGE);
	assert_int_equal(slotpool_count(&second), 0);
	slotpool_destroy(&second);
}

/*
 * Damage is told as such, except in the first words: without its number, or with an old format,
 * it is no save.
 */
static int damage_at(size_t byte, const unsigned char *bytes)
{
	return byte < 4 || (byte < 8 && ((const uint32_t *)(const void *)bytes)[1] < 5) ? -ENOEXEC
											: -EIO;
}

TEST(a_damaged_snapshot_is_refused_and_changes_nothing)
{
	unsigned char *bytes = (unsigned char *)buffer;
	enum lish_reuse order;
	size_t size, i;

	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		live_on(1, 40);
		size = save();
		live_on(2, 40);
		assert_int_equal(slotpool_save(&pool, again, sizeof(again), NULL), 0);
		/* There is no byte that does not count. */
		for (i = 0; i < size; i++) {
			bytes[i] ^= (unsigned char)(1u << i % 8);
			assert_int_equal(load(size), damage_at(i, bytes));
			bytes[i] ^= (unsigned char)(1u << i % 8);
			bytes[i] ^= 0xff;
			assert_int_equal(load(size), damage_at(i, bytes));
			bytes[i] ^= 0xff;
		}
		for (i = 0; i < size; i++)
			assert_int_equal(load(i), -EIO);
		size = slotpool_save_size(&pool, NULL);
		assert_int_equal(slotpool_save(&pool, buffer, size, NULL), 0);
		assert_memory_equal(buffer, again, size);
		assert_whole();
	}
}

/* Write one number of a good snapshot; is the result refused? */
static void refuses(unsigned int at, uint32_t number, int err)
{
	uint32_t *numbers = (uint32_t *)(void *)buffer, old = numbers[at];
	const size_t size = slotpool_save_size(&pool, NULL);

	numbers[at] = number;
	save_seal(buffer, sizeof(buffer));
	assert_int_equal(load(sizeof(buffer)), err);
	numbers[at] = old;
	save_seal(buffer, sizeof(buffer));
	assert_int_equal(slotpool_save(&pool, again, sizeof(again), NULL), 0);
	assert_memory_equal(again, buffer, size);
	assert_whole();
}

TEST(a_snapshot_that_is_whole_but_wrong_is_refused)
{
	const uint32_t *numbers = (const uint32_t *)(const void *)buffer;
	unsigned int i;
	size_t size;

	/* [a.c.e.g|.], slot 3 is retired; the stack: 1 5 */
	make_pool(LAST_FREED, 100);
	for (i = 0; i < 8; i++)
		assert_non_null(take_zero(i));
	wear_out(&pool, 3, SLOTPOOL_RETIRED_ - 1);
	free_at(7);
	free_at(1);
	free_at(3);
	free_at(5);
	assert_slots("a.c.e.g|");
	size = save();
	save_seal(buffer, sizeof(buffer));
	assert_int_equal(load(size), 0);
	assert_saved(size);
	assert_int_equal(numbers[SAVE_USED], 8);
	assert_int_equal(numbers[SAVE_BORDER], 7);
	assert_int_equal(numbers[SAVE_FREE], 2);
	assert_int_equal(numbers[SAVE_COUNT], 4);
	assert_int_equal(numbers[SAVE_RETIRED], 1);
	assert_int_equal(numbers[SAVE_BODY + 8], 1);
	assert_int_equal(numbers[SAVE_BODY + 9], 5);
	/* Of something else */
	refuses(SAVE_MAGIC, numbers[SAVE_MAGIC] + 1, -ENOEXEC);
	refuses(SAVE_FORMAT, 4, -ENOEXEC);
	refuses(SAVE_POINTER, numbers[SAVE_POINTER] + 1, -ENOEXEC);
	refuses(SAVE_ORDER, LISH_LOWEST, -ENOEXEC);
	refuses(SAVE_BITS, 20, -ENOEXEC);
	refuses(SAVE_NODE, numbers[SAVE_NODE] + 4, -ENOEXEC);
	/* Later */
	refuses(SAVE_FORMAT, 7, -ERANGE);
	refuses(SAVE_VERSION, 1, -ERANGE);
	/* Counts that do not agree */
	refuses(SAVE_USED, 7, -EIO);
	refuses(SAVE_USED, 0xffffffff, -EIO);
	refuses(SAVE_NUMBERS, 9, -EIO);
	refuses(SAVE_NUMBERS, 7, -EIO);
	refuses(SAVE_NUMBERS, 6, -EIO);
	refuses(SAVE_NUMBERS, 0xffffffff, -EIO);
	refuses(SAVE_FLOOR, 1, -EIO);
	refuses(SAVE_FLOOR, SLOTPOOL_RETIRED_, -EIO);
	refuses(SAVE_BORDER, 6, -EIO);
	refuses(SAVE_BORDER, 8, -EIO);
	refuses(SAVE_BORDER, 9, -EIO);
	refuses(SAVE_FREE, 1, -EIO);
	refuses(SAVE_FREE, 3, -EIO);
	refuses(SAVE_FREE, 0xffffffff, -EIO);
	refuses(SAVE_COUNT, 3, -EIO);
	refuses(SAVE_COUNT, 5, -EIO);
	refuses(SAVE_COUNT, 0xffffffff, -EIO);
	refuses(SAVE_RETIRED, 0, -EIO);
	refuses(SAVE_RETIRED, 2, -EIO);
	refuses(SAVE_NEXT, 1, -EIO);
	/* Generations that there are not, or that do not fit */
	refuses(SAVE_BODY + 0, 0xffffffff, -EIO);
	refuses(SAVE_BODY + 0, 2, -EIO);
	refuses(SAVE_BODY + 1, 1, -EIO);
	refuses(SAVE_BODY + 1, SLOTPOOL_RETIRED_, -EIO);
	refuses(SAVE_BODY + 3, 4, -EIO);
	refuses(SAVE_BODY + 7, 1, -EIO);
	/* The stack: beyond the border, live, retired, twice */
	refuses(SAVE_BODY + 8, 7, -EIO);
	refuses(SAVE_BODY + 8, 0xffffffff, -EIO);
	refuses(SAVE_BODY + 8, 0, -EIO);
	refuses(SAVE_BODY + 8, 3, -EIO);
	refuses(SAVE_BODY + 8, 5, -EIO);
	refuses(SAVE_BODY + 9, 1, -EIO);
	/* A live one beyond the border, where the counts agree */
	((uint32_t *)(void *)buffer)[SAVE_BODY + 7] = 1;
	((uint32_t *)(void *)buffer)[SAVE_BODY + 6] = 2;
	save_seal(buffer, sizeof(buffer));
	assert_int_equal(load(size), -EIO);
	/* Lowest first: [ab.d|.] has no stack, and the border is exact. */
	make_pool(LOWEST, 100);
	for (i = 0; i < 5; i++)
		assert_non_null(take_zero(i));
	free_at(2);
	free_at(4);
	assert_slots("ab.d|");
	size = save();
	refuses(SAVE_FREE, 1, -EIO);
	refuses(SAVE_BORDER, 5, -EIO);
	refuses(SAVE_BORDER, 3, -EIO);
	/* A stack of one, in a snapshot that has room for it. */
	((uint32_t *)(void *)buffer)[SAVE_FREE] = 1;
	save_seal(buffer, sizeof(buffer));
	assert_int_equal(load(size + sizeof(uint32_t)), -EIO);
	((uint32_t *)(void *)buffer)[SAVE_FREE] = 0;
	save_seal(buffer, sizeof(buffer));
	assert_int_equal(load(size), 0);
	/* Next: [ab.d.|] has no stack either, and goes on after 4. */
	make_pool(NEXT, 100);
	for (i = 0; i < 5; i++)
		assert_non_null(take_zero(i));
	free_at(2);
	free_at(4);
	size = save();
	assert_int_equal(numbers[SAVE_NEXT], 5);
	refuses(SAVE_FREE, 1, -EIO);
	refuses(SAVE_BORDER, 6, -EIO);
	refuses(SAVE_BORDER, 3, -EIO);
	refuses(SAVE_NEXT, 6, -EIO);
	refuses(SAVE_NEXT, 0xffffffff, -EIO);
	/* Another place in the ring is as good. */
	((uint32_t *)(void *)buffer)[SAVE_NEXT] = 3;
	save_seal(buffer, sizeof(buffer));
	assert_int_equal(load(size), 0);
	assert_saved(size);
	assert_int_equal(taken(), 4);
}

TEST(load_runs_make_but_neither_init_nor_fini)
{
	enum lish_reuse order;
	size_t size;

	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool_with_hooks(order, 0);
		take_zero(1);
		take_zero(2);
		take_zero(3);
		free_at(1);
		diary.text[0] = 0;
		size = save();
		free_at(0);
		assert_diary(&diary, "f0");
		assert_int_equal(load(size), 0);
		assert_diary(&diary, "");
		assert_int_equal(slotpool_at_entry(&pool, 0, struct bullet, idx)->id, 1);
		slotpool_destroy(&pool);
		make_pool_with_hooks(order, 0);
		assert_int_equal(load(size), 0);
		assert_diary(&diary, "m0 m1 m2");
		assert_saved(size);
		free_at(0);
		take_zero(1);
		assert_diary(&diary, "f0 i0");
		assert_int_equal(load(size), 0);
		slotpool_destroy(&pool);
		assert_diary(&diary, "f2 f0 u2 u1 u0");
	}
}

TEST(load_poisons_and_revives)
{
	struct bullet *a, *b;
	size_t size;

	make_pool(LAST_FREED, 0);
	a = take_zero(1);
	b = take_zero(2);
	give(&pool, b);
	size = save();
	give(&pool, a);
	assert_int_equal(is_reading_reported((const char *)a), is_watched());
	assert_ptr_equal(take_zero(3), a);
	assert_ptr_equal(take_zero(4), b);
	give(&pool, a);
	assert_int_equal(load(size), 0);
	assert_false(is_reading_reported((const char *)a));
	assert_int_equal(a->id, 1);
	assert_int_equal(b->idx.slot, LISH_POOL_FREE_MARK_(1));
	assert_int_equal(is_reading_reported((const char *)b), is_watched());
	assert_ptr_equal(take_zero(5), b);
}

SLOTPOOL_DEFINE_STATIC(loaded, struct bullet, idx, 150);

TEST(a_static_pool_that_was_never_used_is_loaded)
{
	size_t size;

	make_pool(LAST_FREED, 0);
	live_on(4, 100);
	size = save();
	assert_int_equal(slotpool_load(&loaded, buffer, size, NULL), 0);
	assert_int_equal(slotpool_count(&loaded), slotpool_count(&pool));
	assert_int_equal(slotpool_save(&loaded, again, sizeof(again), NULL), 0);
	assert_memory_equal(buffer, again, size);
	slotpool_destroy(&loaded);
}

TEST(a_loop_survives_load)
{
	unsigned int visits = 0;
	size_t size;
	uint32_t i;

	make_pool(LAST_FREED, 0);
	for (i = 0; i < 6; i++)
		take_zero(i);
	free_at(1);
	free_at(4);
	size = save(); /* [a.cd.f| */
	visited[0] = 0;
	fill(2); /* [abcdef| */
	slotpool_for_each_entry(pos, &pool, struct bullet, idx) {
		visit(index_of(pos));
		if (index_of(pos) == 1 && !visits++)
			assert_int_equal(load(size), 0);
	}
	assert_string_equal(visited, "0 1 2 3 5");
}

/* Slots that were used once have generations, also where nothing lives any more. */
TEST(load_brings_the_generations_of_slots_behind_the_border)
{
	struct slotpool_handle handle;
	size_t size, bytes;
	uint32_t i, before;
	unsigned int fail;
	int err;

	make_pool(LAST_FREED, 0);
	fill(300);
	handle = handle_at(&pool, 290);
	for (i = 300; i-- > 10;)
		free_at(i);
	assert_int_equal(pool.base.border, 10);
	size = save();
	/* Into one without memory, and one that has enough for what lives. */
	for (before = 0; before < 2; before++) {
		for (fail = 1;; fail++) {
			mem.fail_at = 0;
			make_pool(LAST_FREED, 0);
			fill(before);
			bytes = mem.bytes;
			mem.fail_at = mem.allocs + fail;
			err = load(size);
			if (!err)
				break;
			assert_int_equal(err, -ENOMEM);
			assert_int_equal(slotpool_stats(&pool).capacity, 64 * before);
			assert_int_equal(slotpool_count(&pool), before);
			assert_true(mem.bytes < bytes + 300 * 8 + 64);
			assert_int_equal(slotpool_stats(&pool).bytes, mem.bytes);
			assert_whole();
		}
		assert_true(fail > 2);
	}
	mem.fail_at = 0;
	assert_whole();
	assert_int_equal(slotpool_stats(&pool).highest, 300);
	fill(290);
	assert_true(live_at(&pool, 290));
	assert_false(same_handle(handle_at(&pool, 290), handle));
	assert_null(slotpool_get_entry(&pool, handle, struct bullet, idx));
	assert_whole();
}

/* A release adds members: at the end, in padding, and before the saved bytes. */

struct ship {
	struct slotpool_idx idx;
	uint32_t x;
	uint8_t armour;
};

struct ship_padded {
	struct slotpool_idx idx;
	uint32_t x;
	uint8_t armour;
	uint8_t shield; /* padding of before */
};

struct ship_longer {
	struct slotpool_idx idx;
	uint32_t x;
	uint8_t armour;
	uint8_t shield;
	uint32_t fuel[3];
};

struct ship_moved {
	uint32_t cache[5];
	struct slotpool_idx idx;
	uint32_t x;
	uint8_t armour;
	uint8_t shield;
	uint32_t fuel[3];
	uint32_t more;
};

/* Three ships, of which the second died; its save is in the buffer. */
static size_t save_old(const struct slotpool_format *as)
{
	struct lish_config config = config_of(0);
	struct slotpool_handle dead;
	struct ship *s;
	uint32_t i;
	size_t size;

	assert_int_equal(slotpool_init(&second, struct ship, idx, &config), 0);
	for (i = 0; i < 3; i++) {
		s = slotpool_zalloc_entry(&second, struct ship, idx);
		s->x = 10 + i;
		s->armour = (uint8_t)(20 + i);
	}
	dead = slotpool_handle_of(&second, &slotpool_at_entry(&second, 1, struct ship, idx)->idx);
	assert_int_equal(dead.generation, 1);
	slotpool_free_at(&second, 1);
	size = slotpool_save_size(&second, as);
	assert_int_equal(slotpool_save(&second, buffer, sizeof(buffer), as), 0);
	slotpool_destroy(&second);
	return size;
}

TEST(an_old_save_has_fewer_bytes_which_are_zero)
{
	static const struct lish_pool_hooks no_make = { NULL, only_make, NULL, NULL };
	const struct slotpool_handle first = { 1, 1 }, dead = { 2, 1 };
	struct lish_config config = config_of(0);
	struct ship_longer *s;
	unsigned int round;
	size_t size;

	size = save_old(NULL);
	config.hooks = &no_make;
	assert_int_equal(slotpool_init(&pool, struct ship_longer, idx, &config), 0);
	for (round = 0; round < 6; round++) {
		if (round == 3) {
			slotpool_destroy(&pool);
			config.hooks = NULL;
			assert_int_equal(slotpool_init(&pool, struct ship_longer, idx, &config), 0);
		}
		assert_int_equal(load(size), 0);
		assert_slots("a.c|");
		s = slotpool_get_entry(&pool, first, struct ship_longer, idx);
		assert_non_null(s);
		assert_null(slotpool_get_entry(&pool, dead, struct ship_longer, idx));
		assert_int_equal(s->x, 10);
		assert_int_equal(s->armour, 20);
		assert_int_equal(s->fuel[0] | s->fuel[1] | s->fuel[2], 0);
		/* Also over an object that was there, and one that died. */
		memset(s->fuel, 5, sizeof(s->fuel));
		if (round % 3 == 1)
			slotpool_free(&pool, &s->idx);
		if (round % 3 == 2)
			slotpool_clear(&pool);
	}
	slotpool_destroy(&pool);
}

static void forty_two(void *ctx, void *object)
{
	(void)ctx;
	((struct ship_longer *)object)->fuel[1] = 42;
}

TEST(new_bytes_are_as_make_left_them)
{
	static const struct lish_pool_hooks hooks = { forty_two, NULL, NULL, NULL };
	struct lish_config config = config_of(0);
	size_t size;

	size = save_old(NULL);
	config.hooks = &hooks;
	assert_int_equal(slotpool_init(&pool, struct ship_longer, idx, &config), 0);
	assert_int_equal(load(size), 0);
	assert_int_equal(slotpool_at_entry(&pool, 2, struct ship_longer, idx)->x, 12);
	assert_int_equal(slotpool_at_entry(&pool, 2, struct ship_longer, idx)->fuel[1], 42);
	slotpool_destroy(&pool);
}

/* The saved bytes lie elsewhere in the object, and behind others. */
TEST(saved_bytes_may_move_in_the_object)
{
	const struct slotpool_format old = { .offset = offsetof(struct ship, x) };
	const struct slotpool_format now = { .offset = offsetof(struct ship_moved, x),
					     .size = offsetof(struct ship_moved, more) - offsetof(struct ship_moved, x) };
	struct lish_config config = config_of(0);
	struct ship_moved *s;
	size_t size;
	uint32_t i;

	size = save_old(&old);
	assert_int_equal(slotpool_init(&pool, struct ship_moved, idx, &config), 0);
	format = &now;
	assert_int_equal(load(size), 0);
	assert_slots("a.c|");
	for (i = 0; i < 3; i += 2) {
		s = slotpool_at_entry(&pool, i, struct ship_moved, idx);
		assert_int_equal(s->x, 10 + i);
		assert_int_equal(s->armour, 20 + i);
		assert_int_equal(s->fuel[2], 0);
		/* Never used here: what is not saved is zero too. */
		assert_int_equal(s->cache[0] | s->cache[4] | s->more, 0);
		s->cache[3] = s->more = 9;
	}
	assert_int_equal(load(size), 0);
	assert_int_equal(s->cache[3], 9);
	assert_int_equal(s->more, 9);
	/* A whole object, whose node lay elsewhere: not the same kind of object. */
	size = save_old(NULL);
	format = NULL;
	assert_int_equal(load(size), -ENOEXEC);
	assert_slots("a.c|");
	slotpool_destroy(&pool);
}

static uint32_t converted, converted_from;

static void convert(void *ctx, void *object, uint32_t version)
{
	struct ship_padded *s = (struct ship_padded *)object;

	assert_ptr_equal(ctx, &converted);
	converted++;
	converted_from = version;
	s->shield = (uint8_t)(s->armour + 1);
	assert_reported("slotpool_clear", LISH_IN_HOOK, slotpool_clear(&pool));
	if (s->x == 12)
		slotpool_free(&pool, &s->idx);
}

TEST(only_the_version_tells_a_member_in_padding)
{
	struct slotpool_format old = { .version = 3 },
			       now = { .version = 4, .convert = convert, .ctx = &converted };
	struct lish_config config = config_of(0);
	size_t size;

	assert_int_equal(sizeof(struct ship), sizeof(struct ship_padded));
	size = save_old(&old);
	assert_int_equal(slotpool_init(&pool, struct ship_padded, idx, &config), 0);
	format = &now;
	converted = 0;
	assert_int_equal(load(size), 0);
	assert_int_equal(converted, 2);
	assert_int_equal(converted_from, 3);
	assert_slots("a.|");
	assert_int_equal(slotpool_at_entry(&pool, 0, struct ship_padded, idx)->shield, 21);
	/* What it saves itself needs no conversion, and is too new for the old one. */
	size = save();
	assert_int_equal(load(size), 0);
	assert_int_equal(converted, 2);
	format = &old;
	assert_int_equal(load(size), -ERANGE);
	/* Longer, and of an earlier version: another object. */
	old.version = 2;
	size = save_old(&old);
	now.size = sizeof(struct ship) - 4;
	format = &now;
	assert_int_equal(load(size), -ENOEXEC);
	now.version = 2;
	assert_int_equal(load(size), -ERANGE);
	slotpool_destroy(&pool);
}

/* The first one changes the others, which then are of the save no more. */
static void convert_alone(void *ctx, void *object, uint32_t version)
{
	(void)ctx, (void)version;
	converted++;
	if (index_of(object) != 0)
		return;
	free_at(5);
	free_at(4);
	free_at(1);
	free_at(2);
	assert_int_equal(taken(), 2);
}

TEST(objects_that_a_conversion_frees_are_converted_no_more)
{
	struct slotpool_format now = { .version = 1, .convert = convert_alone };
	size_t size;

	make_pool(LAST_FREED, 0);
	fill(6);
	size = save();
	format = &now;
	converted = 0;
	assert_int_equal(load(size), 0);
	assert_int_equal(converted, 2);
	assert_slots("a.cd|");
}

/* Saves of 2.0. Do not make them again: a 2.x that does not load them is wrong. */
struct recorded {
	enum lish_reuse order;
	uint32_t index_bits;
	struct slotpool_format format;
	uint32_t words[60];
};

static const struct recorded recorded[] = {
#include "saves_of_2_0.h"
};

/* Six births with x of 100 and more; deaths of 1, 5 and 3; another birth, and its death. */
static void live_as_recorded(const struct recorded *r)
{
	struct lish_config config = config_of(100);
	struct ship *s;
	uint32_t i;

	config.reuse = r->order;
	config.index_bits = r->index_bits;
	assert_int_equal(slotpool_init(&pool, struct ship, idx, &config), 0);
	format = &r->format;
	for (i = 0; i < 6; i++) {
		s = slotpool_zalloc_entry(&pool, struct ship, idx);
		s->x = 100 + i;
		s->armour = (uint8_t)i;
	}
	slotpool_free_at(&pool, 1);
	slotpool_free_at(&pool, 5);
	slotpool_free_at(&pool, 3);
	s = slotpool_zalloc_entry(&pool, struct ship, idx);
	s->x = 200;
	slotpool_free_at(&pool, 0);
}

static uint32_t swapped(uint32_t n)
{
	return n >> 24 | (n >> 8 & 0xff00u) | (n << 8 & 0xff0000u) | n << 24;
}

TEST(saves_of_2_0_are_loaded)
{
	const uint16_t little = 1;
	uint32_t *words = (uint32_t *)(void *)buffer, births[8], i;
	const struct recorded *r;
	struct ship *s;
	size_t size;

	for (r = recorded; r < recorded + ARRAY_SIZE(recorded); r++) {
		live_as_recorded(r);
		size = save();
		if (getenv("LISH_RECORD")) {
			printf("\t{ (enum lish_reuse)%u, %u, { %u, %u, %u, NULL, NULL, NULL, 0, NULL }, {",
			       (unsigned int)r->order, (unsigned int)r->index_bits,
			       (unsigned int)r->format.offset, (unsigned int)r->format.size,
			       (unsigned int)r->format.version);
			for (i = 0; i < size / 4; i++)
				printf("%s0x%x,", i % 8 ? " " : "\n\t\t", (unsigned int)words[i]);
			printf("\n\t} },\n");
			slotpool_destroy(&pool);
			continue;
		}
		assert_true(size <= sizeof(r->words));
		for (i = 0; i < 8; i++) {
			s = slotpool_zalloc_entry(&pool, struct ship, idx);
			births[i] = s->idx.slot * 1000 + s->idx.generation;
		}
		slotpool_clear(&pool);
		memcpy(again, r->words, sizeof(r->words));
		if (!*(const char *)&little) {
			/* Saves of 2.0 are recorded in the other byte order. */
			for (i = 0; i < size / 4; i++)
				((uint32_t *)(void *)again)[i] = swapped(r->words[i]);
			memcpy(buffer, again, size);
			assert_int_equal(load(size), -ENOEXEC);
			slotpool_destroy(&pool);
			continue;
		}
		/* The bytes, but for the size of a pointer, are those of 2.0. */
		if (sizeof(void *) != 8)
			((uint32_t *)(void *)again)[SAVE_POINTER] = sizeof(void *);
		if (sizeof(void *) != 8)
			save_seal(again, sizeof(again));
		memcpy(buffer, again, size);
		assert_int_equal(load(size), 0);
		assert_saved(size);
		for (i = 0; i < 8; i++) {
			s = slotpool_zalloc_entry(&pool, struct ship, idx);
			assert_int_equal(s->idx.slot * 1000 + s->idx.generation, births[i]);
		}
		s = slotpool_at_entry(&pool, 4, struct ship, idx);
		assert_int_equal(s->x, 104);
		slotpool_destroy(&pool);
	}
}

/* The first words of a save of linux-ish 1, whose format was 4. */
TEST(a_save_of_linux_ish_1_is_none)
{
	uint32_t *words = (uint32_t *)(void *)buffer;

	make_pool(LAST_FREED, 0);
	memset(buffer, 0, sizeof(buffer));
	words[0] = 0x6c736970;
	words[1] = 4;
	words[2] = sizeof(void *);
	words[3] = sizeof(struct bullet);
	assert_int_equal(load(sizeof(buffer)), -ENOEXEC);
	words[1] = 6;
	assert_int_equal(load(sizeof(buffer)), -EIO);
}

/* What check, save and load call valid is the same: each word of a node, overwritten in turn. */
TEST(what_check_accepts_is_saved_and_loaded)
{
	static const uint32_t values[] = { 0, 1, 2, 3, 4, 999, 1000, 1001, 1002, 0x7fffffff,
					   0x80000000, 0x80000001, 0x80000002, 0xfffffffe,
					   0xffffffff };
	uint32_t *word, kept;
	enum lish_reuse order;
	size_t i, w, size, accepted = 0;
	int err;

	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 100);
		fill(3);
		slotpool_free_at(&pool, 1);
		for (w = 0; w < 6; w++) {
			word = lish_pool_at_(&pool.base, (uint32_t)w / 2, pool.base.size) + w % 2;
			for (i = 0; i < ARRAY_SIZE(values); i++) {
				kept = *word;
				*word = values[i];
				size = slotpool_save_size(&pool, NULL);
				assert_true(size <= sizeof(buffer));
				report.expected = true;
				err = slotpool_save(&pool, buffer, size, NULL);
				report.expected = false;
				assert_true(err == 0 || err == -EINVAL);
				if (slotpool_check(&pool, NULL) == LISH_OK) {
					assert_int_equal(err, 0);
					*word = kept;
					assert_int_equal(load(size), 0);
					assert_whole();
					accepted++;
				}
				*word = kept;
			}
		}
		slotpool_destroy(&pool);
		memset(&pool, 0, sizeof(pool));
	}
	assert_true(accepted > 0);
}

/* A member in the middle goes, in a release with a higher version. */
struct had {
	struct slotpool_idx idx;
	int32_t hp, gone, mana;
};

struct has {
	struct slotpool_idx idx;
	int32_t hp, mana;
};

static unsigned int grown_over;
static struct slotpool present;

static void lose_member(void *ctx, void *object, const struct slotpool_saved *saved)
{
	struct has *o = (struct has *)object;
	struct had old;

	assert_ptr_equal(ctx, &present);
	assert_int_equal(saved->version, 1);
	assert_int_equal(saved->size, sizeof(old));
	memcpy(&old, saved->bytes, sizeof(old));
	assert_int_equal(o->hp, old.hp);
	o->mana = old.mana + old.gone;
	grown_over++;
	/* Neither is of the save. */
	if (grown_over < 5)
		assert_non_null(slotpool_zalloc_entry(&present, struct has, idx));
}

TEST(saved_bytes_may_shrink)
{
	static const struct slotpool_format first = { .version = 1 };
	struct slotpool_format later = { .version = 2, .ctx = &present };
	struct slotpool was;
	struct had *o;
	int32_t i;

	memset(&was, 0, sizeof(was));
	assert_int_equal(slotpool_init(&was, struct had, idx, NULL), 0);
	assert_int_equal(slotpool_init(&present, struct has, idx, NULL), 0);
	for (i = 0; i < 10; i++) {
		o = slotpool_zalloc_entry(&was, struct had, idx);
		assert_non_null(o);
		o->hp = i;
		o->gone = 100 * i;
		o->mana = 7;
	}
	slotpool_free_at(&was, 4);
	assert_int_equal(slotpool_save(&was, buffer, sizeof(buffer), &first), 0);
	assert_int_equal(slotpool_load(&present, buffer, sizeof(buffer), &later), -ENOEXEC);
	later.convert_from = lose_member;
	grown_over = 0;
	assert_int_equal(slotpool_load(&present, buffer, sizeof(buffer), &later), 0);
	assert_int_equal(grown_over, 9);
	assert_int_equal(slotpool_check(&present, NULL), LISH_OK);
	for (i = 0; i < 10; i++) {
		const struct has *n = slotpool_at_entry(&present, (uint32_t)i, const struct has, idx);

		assert_non_null(n);
		assert_int_equal(n->hp, i == 4 ? 0 : i);
		assert_int_equal(n->mana, i == 4 ? 0 : 7 + 100 * i);
	}
	/* The present version has too many bytes. */
	later.version = 1;
	assert_int_equal(slotpool_load(&present, buffer, sizeof(buffer), &later), -ERANGE);
	/* What this version saved needs no conversion. */
	later.version = 2;
	assert_int_equal(slotpool_save(&present, buffer, sizeof(buffer), &later), 0);
	assert_int_equal(slotpool_load(&present, buffer, sizeof(buffer), &later), 0);
	assert_int_equal(grown_over, 9);
	slotpool_destroy(&was);
	slotpool_destroy(&present);
}

struct ranged {
	int32_t first;
	void *own; /* not saved */
	int32_t second;
	struct slotpool_idx idx;
	int32_t other, third;
};

TEST(saved_bytes_may_be_ranges)
{
	static const struct slotpool_range ranges[] = {
		{ offsetof(struct ranged, first), sizeof(int32_t) },
		{ offsetof(struct ranged, second), sizeof(int32_t) },
		{ offsetof(struct ranged, third), sizeof(int32_t) },
	};
	static const struct slotpool_range wrong[][2] = {
		{ { 4, 4 }, { 0, 4 } },
		{ { 0, 4 }, { 2, 4 } },
		{ { 0, 0 }, { 4, 4 } },
		{ { 0, sizeof(struct ranged) + 1 }, { 0, 0 } },
		{ { 0, 4 }, { sizeof(struct ranged) - 3, 4 } },
		{ { 0, 4 }, { sizeof(struct ranged) + 1, (size_t)-1 } },
	};
	static const struct slotpool_range to_the_end[] = {
		{ 0, 4 }, { sizeof(struct ranged) - 4, 4 }
	};
	struct slotpool_format parts = { .ranges = ranges, .range_count = 2 };
	struct slotpool of;
	struct ranged *a, *b;
	size_t i;

	assert_int_equal(slotpool_init(&of, struct ranged, idx, NULL), 0);
	a = slotpool_zalloc_entry(&of, struct ranged, idx);
	b = slotpool_zalloc_entry(&of, struct ranged, idx);
	assert_true(a && b);
	a->first = 1;
	a->second = 2;
	a->third = 3;
	a->own = &of;
	b->first = 4;
	b->second = 5;
	assert_int_equal(slotpool_save(&of, buffer, sizeof(buffer), &parts), 0);
	a->first = a->second = b->second = 9;
	slotpool_free(&of, &b->idx);
	/* One more range, at the end: its bytes are zero. */
	parts.range_count = 3;
	assert_int_equal(slotpool_load(&of, buffer, sizeof(buffer), &parts), 0);
	assert_int_equal(a->first, 1);
	assert_int_equal(a->second, 2);
	assert_int_equal(a->third, 0);
	assert_ptr_equal(a->own, &of);
	assert_int_equal(b->first, 4);
	assert_int_equal(b->second, 5);
	assert_null(b->own);
	assert_int_equal(slotpool_check(&of, NULL), LISH_OK);
	/* One range less is an older release. */
	parts.range_count = 1;
	assert_int_equal(slotpool_load(&of, buffer, sizeof(buffer), &parts), -ERANGE);
	/* Ranges must ascend, lie apart, in the object, and have bytes. */
	parts.range_count = 0;
	assert_reported("slotpool_load", LISH_BAD_RANGE,
			assert_int_equal(slotpool_load(&of, buffer, 100, &parts), -EINVAL));
	parts.range_count = 2;
	parts.offset = 4;
	assert_reported("slotpool_save", LISH_BAD_RANGE,
			assert_int_equal(slotpool_save(&of, buffer, 100, &parts), -EINVAL));
	parts.offset = 0;
	parts.size = 4;
	assert_reported("slotpool_save", LISH_BAD_RANGE,
			assert_int_equal(slotpool_save(&of, buffer, 100, &parts), -EINVAL));
	parts.size = 0;
	for (i = 0; i < ARRAY_SIZE(wrong); i++) {
		parts.ranges = wrong[i];
		assert_reported("slotpool_save_size", LISH_BAD_RANGE,
				assert_int_equal(slotpool_save_size(&of, &parts), 0));
	}
	/* Up to the end of the object. */
	parts.ranges = to_the_end;
	assert_in_range(slotpool_save_size(&of, &parts), 1, sizeof(buffer));
	parts.ranges = ranges + 1;
	parts.range_count = 2;
	assert_int_equal(slotpool_save(&of, buffer, sizeof(buffer), &parts), 0);
	slotpool_destroy(&of);
}

TEST(several_pools_load_together_or_not_at_all)
{
	static char of_men[2000], of_horses[2000];
	struct slotpool men, horses;
	struct slotpool_loading loads[2] = { { &men, of_men, sizeof(of_men), NULL },
					  { &horses, of_horses, sizeof(of_horses), NULL } };
	size_t at;
	int i;

	assert_int_equal(slotpool_init(&men, struct had, idx, NULL), 0);
	assert_int_equal(slotpool_init(&horses, struct has, idx, NULL), 0);
	for (i = 0; i < 5; i++) {
		assert_non_null(slotpool_zalloc_entry(&men, struct had, idx));
		assert_non_null(slotpool_zalloc_entry(&horses, struct has, idx));
	}
	assert_int_equal(slotpool_save(&men, of_men, sizeof(of_men), NULL), 0);
	assert_int_equal(slotpool_save(&horses, of_horses, sizeof(of_horses), NULL), 0);
	slotpool_clear(&men);
	slotpool_clear(&horses);
	for (at = 0; at < slotpool_save_size(&horses, NULL); at++) {
		of_horses[at] ^= 1;
		assert_true(slotpool_load_all(loads, 2) < 0);
		of_horses[at] ^= 1;
		assert_int_equal(slotpool_count(&men) + slotpool_count(&horses), 0);
	}
	assert_int_equal(slotpool_load_all(loads, 2), 0);
	assert_int_equal(slotpool_count(&men), 5);
	assert_int_equal(slotpool_count(&horses), 5);
	assert_int_equal(slotpool_load_all(NULL, 0), 0);
	loads[1].buffer = NULL;
	slotpool_clear(&men);
#if LISH_CHECK >= 1
	assert_reported("slotpool_load_all", LISH_NULL,
			assert_int_equal(slotpool_load_all(loads, 2), -EINVAL));
#endif
	assert_int_equal(slotpool_count(&men), 0);
	slotpool_destroy(&men);
	slotpool_destroy(&horses);
}

TEST_MAIN(setup, teardown)
