/* SPDX-License-Identifier: MIT */
/* slotpool: snapshots */
#include "slotpool_test.h"

static void the_peak_is_exact_after_load(void **state)
{
	static char snapshot[4096];

	(void)state;
	make_pool(LAST_FREED, 0);
	fill(3);
	free_at(0);
	free_at(1);
	assert_int_equal(slotpool_save(&pool, snapshot, sizeof(snapshot)), 0);
	slotpool_destroy(&pool);
	make_pool(LAST_FREED, 0);
	assert_int_equal(slotpool_load(&pool, snapshot, sizeof(snapshot)), 0);
	/* What is loaded, the peak included, is as it was saved. */
	assert_int_equal(slotpool_stats(&pool).peak, 3);
	assert_int_equal(slotpool_stats(&pool).highest, 3);
	take();
	take();
	assert_int_equal(slotpool_stats(&pool).peak, 3);
	take();
	assert_int_equal(slotpool_stats(&pool).peak, 4);
}

static void after_load_the_same_calls_give_the_same(void **state)
{
	enum lish_reuse order;
	unsigned int round;
	uint32_t hash;
	size_t size;

	(void)state;
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
static void after_load_make_goes_on_ahead(void **state)
{
	static const struct lish_pool_hooks hooks = { only_make, NULL, NULL, NULL };
	struct lish_config config = config_of(0);
	enum lish_reuse order;
	unsigned int round, ahead;
	uint32_t hash, more;
	size_t size;

	(void)state;
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
static void a_full_pool_is_saved(void **state)
{
	static SLOTPOOL_STORAGE(full, struct bullet, 64);
	uint32_t i;
	size_t size;

	(void)state;
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

static void numbers_of_32_bits_are_saved(void **state)
{
	enum lish_reuse order;
	uint32_t numbers[40], i;
	size_t size;

	(void)state;
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
		assert_int_equal(load(size), -EINVAL);
		make_pool_with_bits(order, 100, 28);
		assert_int_equal(load(size), -EINVAL);
		assert_whole();
	}
}

static void an_empty_pool_is_saved_too(void **state)
{
	enum lish_reuse order;
	size_t size;

	(void)state;
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

static void save_needs_all_of_its_size(void **state)
{
	size_t size;

	(void)state;
	make_pool(LAST_FREED, 0);
	live_on(1, 50);
	size = save();
	assert_int_equal(slotpool_save(&pool, buffer, size - 1), -ENOSPC);
	assert_int_equal(slotpool_save(&pool, buffer, 0), -ENOSPC);
	/* Any address will do, and more bytes than needed. */
	assert_int_equal(slotpool_save(&pool, (char *)again + 3, size), 0);
	assert_memory_equal((char *)again + 3, buffer, size);
	live_on(2, 50);
	assert_int_equal(
		slotpool_load(&pool, (char *)again + 3, sizeof(again) - 3), 0);
	assert_saved(size);
}

static void load_gives_handles_back_and_kills_later_ones(void **state)
{
	struct slotpool_handle early, dead;
	size_t size;

	(void)state;
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
	assert_int_equal(
		slotpool_at_entry(&pool, 1, struct bullet, idx)->idx.slot, 2);
}

/* A node is made anew by load, for a saved one may be that of an overwritten object. */
/* The generation is lost, live or free. */
static void save_refuses_overwritten_nodes(void **state)
{
	struct slotpool_idx kept;
	struct bullet *a, *b;

	(void)state;
	make_pool(LAST_FREED, 0);
	a = take();
	b = take();
	take();
	give(&pool, b);
	kept = a->idx;
	memset(&a->idx, 0, sizeof(a->idx));
	assert_reported("slotpool_save", LISH_BAD_INDEX,
			assert_int_equal(slotpool_save(&pool, buffer,
						       sizeof(buffer)),
					 -EINVAL));
	a->idx = kept;
	kept = b->idx;
	memset(&b->idx, 0, sizeof(b->idx));
	assert_reported("slotpool_save", LISH_BAD_INDEX,
			assert_int_equal(slotpool_save(&pool, buffer,
						       sizeof(buffer)),
					 -EINVAL));
	b->idx = kept;
	assert_int_equal(load(save()), 0);
	assert_whole();
}

static void only_the_chosen_bytes_are_saved(void **state)
{
	struct bullet *a, *b;
	size_t size, all;

	(void)state;
	make_pool(LAST_FREED, 0);
	a = take_zero(1);
	b = take_zero(2);
	all = slotpool_save_size(&pool);
	assert_reported("slotpool_set_saved", LISH_BAD_RANGE,
			slotpool_set_saved(&pool, 0, sizeof(*a) + 1));
	assert_reported("slotpool_set_saved", LISH_BAD_RANGE,
			slotpool_set_saved(&pool, sizeof(*a) + 1, 0));
	assert_reported("slotpool_set_saved", LISH_BAD_RANGE,
			slotpool_set_saved(&pool, offsetof(struct bullet, id),
					   sizeof(*a)));
	assert_int_equal(slotpool_save_size(&pool), all);
	save();
	slotpool_set_saved(&pool, offsetof(struct bullet, x), sizeof(a->x));
	/* What was saved otherwise is no snapshot any more. */
	assert_int_equal(load(all), -EINVAL);
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
	/* No bytes at all: indices and generations. */
	slotpool_set_saved(&pool, sizeof(*a), 0);
	size = save();
	free_at(0);
	assert_int_equal(load(size), 0);
	assert_slots("ab|");
	assert_int_equal(a->id, 7);
}

/* The bytes in the middle, of the live ones only, each its own. */
static void chosen_bytes_may_begin_anywhere_in_the_object(void **state)
{
	const size_t offset = offsetof(struct bullet, id);
	struct bullet *b[70];
	enum lish_reuse order;
	size_t size;
	uint32_t i;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		slotpool_set_saved(&pool, offset, sizeof(b[0]->id));
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
			assert_int_equal(b[i]->damage, 2);
		}
		assert_saved(size);
	}
}

/* What was cleared without a look is free after a load, whatever it says. */
static void load_after_clear_knows_the_dead(void **state)
{
	struct bullet *b[3];
	size_t size;
	int i;

	(void)state;
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

static void load_takes_memory_or_changes_nothing(void **state)
{
	enum lish_reuse order;
	size_t size, other;
	unsigned int fail;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		setup(state);
		make_pool(order, 0);
		live_on(3, 400);
		size = save();
		for (fail = 0; fail < 10; fail++) {
			mem.fail_at = 0;
			make(&second, order, 0);
			assert_non_null(slotpool_zalloc_entry(
				&second, struct bullet, idx));
			other = slotpool_save_size(&second);
			assert_int_equal(slotpool_save(&second, again, other),
					 0);
			mem.fail_at = fail ? mem.allocs + fail : 0;
			if (slotpool_load(&second, buffer, size)) {
				uint64_t now[64];

				assert_true(fail > 0);
				assert_int_equal(mem.allocs, mem.fail_at);
				assert_true(other <= sizeof(now));
				assert_int_equal(slotpool_save_size(&second),
						 other);
				assert_int_equal(
					slotpool_save(&second, now, other), 0);
				assert_memory_equal(now, again, other);
			} else {
				assert_int_equal(
					slotpool_save(&second, again, size), 0);
				assert_memory_equal(buffer, again, size);
			}
			assert_int_equal(slotpool_check(&second, NULL),
					 LISH_OK);
		}
		/* Beyond the limit. */
		mem.fail_at = 0;
		make(&second, order, 20);
		assert_int_equal(slotpool_load(&second, buffer, size), -ENOSPC);
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
static void a_snapshot_begins_with_its_number(void **state)
{
	const uint32_t number = 0x6c736970;

	(void)state;
	make_pool(LAST_FREED, 0);
	fill(3);
	save();
	assert_memory_equal(buffer, &number, sizeof(number));
}

static void a_snapshot_of_another_pool_is_refused(void **state)
{
	struct lish_config config = config_of(0);
	size_t size;

	(void)state;
	make_pool(LAST_FREED, 0);
	live_on(1, 20);
	size = save();
	/* Another order. */
	make(&second, LOWEST, 0);
	assert_int_equal(slotpool_load(&second, buffer, size), -EINVAL);
	slotpool_destroy(&second);
	/* Another place of the node; another size. */
	assert_int_equal(slotpool_init(&second, struct other, idx, &config), 0);
	assert_int_equal(slotpool_load(&second, buffer, size), -EINVAL);
	slotpool_destroy(&second);
	assert_int_equal(slotpool_init(&second, struct crumb, idx, &config), 0);
	assert_int_equal(slotpool_load(&second, buffer, size), -EINVAL);
	assert_int_equal(slotpool_count(&second), 0);
	slotpool_destroy(&second);
}

static void a_damaged_snapshot_is_refused_and_changes_nothing(void **state)
{
	unsigned char *bytes = (unsigned char *)buffer;
	enum lish_reuse order;
	size_t size, i;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		live_on(1, 40);
		size = save();
		live_on(2, 40);
		assert_int_equal(slotpool_save(&pool, again, sizeof(again)), 0);
		/* There is no byte that does not count. */
		for (i = 0; i < size; i++) {
			bytes[i] ^= (unsigned char)(1u << i % 8);
			assert_int_equal(load(size), -EINVAL);
			bytes[i] ^= (unsigned char)(1u << i % 8);
			bytes[i] ^= 0xff;
			assert_int_equal(load(size), -EINVAL);
			bytes[i] ^= 0xff;
		}
		for (i = 0; i < size; i++)
			assert_int_equal(load(i), -EINVAL);
		size = slotpool_save_size(&pool);
		assert_int_equal(slotpool_save(&pool, buffer, size), 0);
		assert_memory_equal(buffer, again, size);
		assert_whole();
	}
}

static void random_damage_is_refused(void **state)
{
	unsigned char *bytes = (unsigned char *)buffer;
	unsigned int round, k;
	size_t size;

	(void)state;
	make_pool(LAST_FREED, 0);
	live_on(1, 60);
	size = save();
	random_state = 9;
	for (round = 0; round < 2000; round++) {
		memcpy(again, buffer, size);
		for (k = next_random() % 20 + 1; k; k--)
			bytes[next_random() % size] =
				(unsigned char)next_random();
		if (memcmp(again, buffer, size))
			assert_int_equal(
				load(next_random() % 2 ? size : sizeof(buffer)),
				-EINVAL);
		memcpy(buffer, again, size);
	}
	assert_saved(size);
}

/*
 * The layout of a snapshot and its sum, written down once more: to make ones
 * that are whole, but wrong.
 */
enum {
	USED = 8, BORDER, FREE, COUNT, RETIRED, PEAK, CURSOR, BITS, NUMBERS,
	FLOOR, SUM, BODY = 20
};

static void seal(size_t size)
{
	unsigned char *bytes = (unsigned char *)buffer;
	uint64_t sum = 0;

	memcpy(bytes + SUM * 4, &sum, sizeof(sum));
	sum = sum_of(sum_of(0, bytes, BODY * 4), bytes + BODY * 4,
		     size - BODY * 4);
	memcpy(bytes + SUM * 4, &sum, sizeof(sum));
}

/* Write one number of a good snapshot; is the result refused? */
static void refuses(unsigned int at, uint32_t number, int err)
{
	uint32_t *numbers = (uint32_t *)(void *)buffer, old = numbers[at];
	const size_t size = slotpool_save_size(&pool);

	numbers[at] = number;
	seal(size);
	assert_int_equal(load(sizeof(buffer)), err);
	numbers[at] = old;
	seal(size);
	assert_int_equal(slotpool_save(&pool, again, sizeof(again)), 0);
	assert_memory_equal(again, buffer, size);
	assert_whole();
}

static void a_snapshot_that_is_whole_but_wrong_is_refused(void **state)
{
	const uint32_t *numbers = (const uint32_t *)(const void *)buffer;
	unsigned int i;
	size_t size;

	(void)state;
	/* [a.c.e.g|.], slot 3 is retired; the stack: 1 5 */
	make_pool(LAST_FREED, 100);
	for (i = 0; i < 8; i++)
		assert_non_null(take_zero(i));
	slotpool_at_slot_(&pool, 3)[1] = SLOTPOOL_RETIRED_ - 1;
	free_at(7);
	free_at(1);
	free_at(3);
	free_at(5);
	assert_slots("a.c.e.g|");
	size = save();
	seal(size);
	assert_int_equal(load(size), 0);
	assert_saved(size);
	assert_int_equal(numbers[USED], 8);
	assert_int_equal(numbers[BORDER], 7);
	assert_int_equal(numbers[FREE], 2);
	assert_int_equal(numbers[COUNT], 4);
	assert_int_equal(numbers[RETIRED], 1);
	assert_int_equal(numbers[BODY + 8], 1);
	assert_int_equal(numbers[BODY + 9], 5);
	/* Shape */
	for (i = 0; i < USED; i++)
		refuses(i, numbers[i] + 1, -EINVAL);
	/* Counts that do not agree */
	refuses(USED, 7, -EINVAL);
	refuses(USED, 0xffffffff, -EINVAL);
	refuses(NUMBERS, 9, -EINVAL);
	refuses(NUMBERS, 7, -EINVAL);
	refuses(NUMBERS, 6, -EINVAL);
	refuses(NUMBERS, 0xffffffff, -EINVAL);
	refuses(FLOOR, 1, -EINVAL);
	refuses(FLOOR, SLOTPOOL_RETIRED_, -EINVAL);
	refuses(BORDER, 6, -EINVAL);
	refuses(BORDER, 8, -EINVAL);
	refuses(BORDER, 9, -EINVAL);
	refuses(FREE, 1, -EINVAL);
	refuses(FREE, 3, -EINVAL);
	refuses(FREE, 0xffffffff, -EINVAL);
	refuses(COUNT, 3, -EINVAL);
	refuses(COUNT, 5, -EINVAL);
	refuses(COUNT, 0xffffffff, -EINVAL);
	refuses(RETIRED, 0, -EINVAL);
	refuses(RETIRED, 2, -EINVAL);
	refuses(PEAK, 3, -EINVAL);
	refuses(PEAK, 9, -EINVAL);
	refuses(CURSOR, 1, -EINVAL);
	refuses(BITS, 20, -EINVAL);
	/* Generations that there are not, or that do not fit */
	refuses(BODY + 0, 0xffffffff, -EINVAL);
	refuses(BODY + 0, 2, -EINVAL);
	refuses(BODY + 1, 1, -EINVAL);
	refuses(BODY + 1, SLOTPOOL_RETIRED_, -EINVAL);
	refuses(BODY + 3, 4, -EINVAL);
	refuses(BODY + 7, 1, -EINVAL);
	/* The stack: beyond the border, live, retired, twice */
	refuses(BODY + 8, 7, -EINVAL);
	refuses(BODY + 8, 0xffffffff, -EINVAL);
	refuses(BODY + 8, 0, -EINVAL);
	refuses(BODY + 8, 3, -EINVAL);
	refuses(BODY + 8, 5, -EINVAL);
	refuses(BODY + 9, 1, -EINVAL);
	/* A live one beyond the border, where the counts agree */
	((uint32_t *)(void *)buffer)[BODY + 7] = 1;
	((uint32_t *)(void *)buffer)[BODY + 6] = 2;
	seal(size);
	assert_int_equal(load(size), -EINVAL);
	/* Lowest first: [ab.d|.] has no stack, and the border is exact. */
	make_pool(LOWEST, 100);
	for (i = 0; i < 5; i++)
		assert_non_null(take_zero(i));
	free_at(2);
	free_at(4);
	assert_slots("ab.d|");
	size = save();
	refuses(FREE, 1, -EINVAL);
	refuses(BORDER, 5, -EINVAL);
	refuses(BORDER, 3, -EINVAL);
	/* A stack of one, in a snapshot that has room for it. */
	((uint32_t *)(void *)buffer)[FREE] = 1;
	seal(size + sizeof(uint32_t));
	assert_int_equal(load(size + sizeof(uint32_t)), -EINVAL);
	((uint32_t *)(void *)buffer)[FREE] = 0;
	seal(size);
	assert_int_equal(load(size), 0);
	/* Next: [ab.d.|] has no stack either, and goes on after 4. */
	make_pool(NEXT, 100);
	for (i = 0; i < 5; i++)
		assert_non_null(take_zero(i));
	free_at(2);
	free_at(4);
	size = save();
	assert_int_equal(numbers[CURSOR], 5);
	refuses(FREE, 1, -EINVAL);
	refuses(BORDER, 6, -EINVAL);
	refuses(BORDER, 3, -EINVAL);
	refuses(CURSOR, 6, -EINVAL);
	refuses(CURSOR, 0xffffffff, -EINVAL);
	/* Another place in the ring is as good. */
	((uint32_t *)(void *)buffer)[CURSOR] = 3;
	seal(size);
	assert_int_equal(load(size), 0);
	assert_saved(size);
	assert_int_equal(taken(), 4);
}

static void load_runs_make_but_neither_init_nor_fini(void **state)
{
	enum lish_reuse order;
	size_t size;

	(void)state;
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
		assert_int_equal(
			slotpool_at_entry(&pool, 0, struct bullet, idx)->id, 1);
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

static void load_poisons_and_revives(void **state)
{
	struct bullet *a, *b;
	size_t size;

	(void)state;
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

static void a_static_pool_that_was_never_used_is_loaded(void **state)
{
	size_t size;

	(void)state;
	make_pool(LAST_FREED, 0);
	live_on(4, 100);
	size = save();
	assert_int_equal(slotpool_load(&loaded, buffer, size), 0);
	assert_int_equal(slotpool_count(&loaded), slotpool_count(&pool));
	assert_int_equal(slotpool_save(&loaded, again, sizeof(again)), 0);
	assert_memory_equal(buffer, again, size);
	slotpool_destroy(&loaded);
}

static void a_loop_survives_load(void **state)
{
	unsigned int visits = 0;
	size_t size;
	uint32_t i;

	(void)state;
	make_pool(LAST_FREED, 0);
	for (i = 0; i < 6; i++)
		take_zero(i);
	free_at(1);
	free_at(4);
	size = save(); /* [a.cd.f| */
	visited[0] = 0;
	fill(2); /* [abcdef| */
	slotpool_for_each_entry (pos, &pool, struct bullet, idx) {
		visit(index_of(pos));
		if (index_of(pos) == 1 && !visits++)
			assert_int_equal(load(size), 0);
	}
	assert_string_equal(visited, "0 1 2 3 5");
}

/* Slots that were used once have generations, also where nothing lives any more. */
static void load_brings_the_generations_of_slots_behind_the_border(void **state)
{
	struct slotpool_handle handle;
	size_t size, bytes;
	uint32_t i, before;
	unsigned int fail;
	int err;

	(void)state;
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
			assert_int_equal(slotpool_stats(&pool).capacity,
					 64 * before);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(the_peak_is_exact_after_load),
		test(numbers_of_32_bits_are_saved),
		test(after_load_the_same_calls_give_the_same),
		test(after_load_make_goes_on_ahead),
		test(a_full_pool_is_saved),
		test(an_empty_pool_is_saved_too),
		test(save_needs_all_of_its_size),
		test(load_gives_handles_back_and_kills_later_ones),
		test(save_refuses_overwritten_nodes),
		test(only_the_chosen_bytes_are_saved),
		test(chosen_bytes_may_begin_anywhere_in_the_object),
		test(load_after_clear_knows_the_dead),
		test(load_takes_memory_or_changes_nothing),
		test(a_snapshot_begins_with_its_number),
		test(a_snapshot_of_another_pool_is_refused),
		test(a_damaged_snapshot_is_refused_and_changes_nothing),
		test(random_damage_is_refused),
		test(a_snapshot_that_is_whole_but_wrong_is_refused),
		test(load_runs_make_but_neither_init_nor_fini),
		test(load_poisons_and_revives),
		test(a_static_pool_that_was_never_used_is_loaded),
		test(a_loop_survives_load),
		test(load_brings_the_generations_of_slots_behind_the_border),
	};

	return run_test_group(tests);
}
