/* SPDX-License-Identifier: MIT */
/* slotpool: which slot comes next, in each order */
#include "slotpool_test.h"

TEST(last_freed_is_handed_out_first)
{
	make_pool(LAST_FREED, 0);
	fill(6);
	assert_slots("abcdef|");
	free_at(1);
	free_at(4);
	free_at(2);
	assert_slots("a..d.f|");
	assert_int_equal(taken(), 2);
	assert_int_equal(taken(), 4);
	assert_int_equal(taken(), 1);
	assert_int_equal(taken(), 6);
	assert_slots("abcdefg|");
}

TEST(lowest_hands_out_the_lowest)
{
	make_pool(LOWEST, 0);
	fill(6);
	free_at(4);
	free_at(1);
	free_at(2);
	assert_slots("a..d.f|");
	assert_int_equal(taken(), 1);
	free_at(5);
	/* The border is exact: it falls over holes. */
	assert_slots("ab.d|");
	assert_int_equal(taken(), 2);
	assert_int_equal(taken(), 4);
	assert_int_equal(taken(), 5);
	assert_int_equal(taken(), 6);
	assert_slots("abcdefg|");
}

TEST(an_order_stays_when_the_pool_is_bound_again)
{
	const struct lish_config config = config_of(0);

	make_pool(LOWEST, 0);
	fill(5);
	free_at(3);
	free_at(1);
	slotpool_rebind(&pool, &config);
	assert_whole();
	assert_int_equal(taken(), 1);
	assert_int_equal(taken(), 3);
	assert_slots("abcde|");
}

static void check_levels(uint32_t n)
{
	struct lish_config config = config_of(n);
	uint32_t i, k, *hint;

	config.step = 1u << 18;
	config.reuse = LISH_LOWEST;
	assert_int_equal(slotpool_init(&pool, struct crumb, idx, &config), 0);
	for (i = 0; i < n; i++)
		assert_non_null(slotpool_alloc_entry(&pool, struct crumb, idx));
	assert_null(slotpool_alloc_entry(&pool, struct crumb, idx));
	assert_whole();
	/* The hint may not pass a word that is not full, nor the last one. */
	hint = &pool.extra.hint;
	free_at(n / 2);
	assert_broken(*hint, n / 2 / LISH_WORD_BITS + 1, LISH_BAD_INDEX);
	assert_int_equal(index_of(slotpool_alloc_entry(&pool, struct crumb, idx)), n / 2);
	assert_broken(*hint, LISH_WORDS(n) + 1, LISH_BAD_INDEX);
	for (k = 0; k < 200; k++) {
		const uint32_t a = (n - 1) / 199 * k, b = n / 7 + k;

		free_at(a);
		if (b != a)
			free_at(b);
		assert_int_equal(index_of(slotpool_alloc_entry(&pool, struct crumb, idx)),
				 a < b ? a : b);
		if (b != a)
			assert_int_equal(index_of(slotpool_alloc_entry(&pool, struct crumb, idx)),
					 a < b ? b : a);
	}
	assert_null(slotpool_alloc_entry(&pool, struct crumb, idx));
	/* The border falls over everything. */
	for (i = 1; i < n - 1; i++)
		free_at(i);
	assert_int_equal(pool.base.border, n);
	free_at(n - 1);
	assert_int_equal(pool.base.border, 1);
	assert_int_equal(index_of(slotpool_alloc_entry(&pool, struct crumb, idx)), 1);
	assert_int_equal(index_of(slotpool_alloc_tail_entry(&pool, struct crumb, idx)), 2);
	assert_whole();
	slotpool_destroy(&pool);
}

/* Gaps below the border are the common case; alloc does no less there. */
TEST(gaps_are_slots_like_others)
{
	static const char zeros[sizeof(struct bullet)];
	enum lish_reuse order;
	struct bullet *b;

	for (order = LOWEST; order < ORDERS; order++) {
		make_pool(order, 0);
		/* Slots that nobody used: the count rises, not the border. */
		assert_non_null(slotpool_alloc_at_entry(&pool, 9, struct bullet, idx));
		fill(4);
		assert_int_equal(slotpool_stats(&pool).peak, 10);
		assert_whole();
		/* A gap that is dirty. */
		b = slotpool_at_entry(&pool, 2, struct bullet, idx);
		memset(b, 0xaa, offsetof(struct bullet, idx));
		slotpool_free(&pool, &b->idx);
		pool.extra.next = 2;
		assert_ptr_equal(slotpool_zalloc_entry(&pool, struct bullet, idx), b);
		assert_memory_equal(b, zeros, offsetof(struct bullet, idx));
		assert_whole();
		slotpool_destroy(&pool);
	}
}

/* What says which words are full, beyond the first of them. */
TEST(summaries_of_many_slots_are_checked)
{
	const uint32_t bits = LISH_WORD_BITS, n = bits * bits + 3 * bits;
	struct lish_config config = config_of(n);
	struct slotpool_extra_ *extra;
	lish_word *wrong[4];
	uint32_t i;

	/* There each alloc looks at all of it. */
	if (LISH_CHECK >= 2)
		return;
	config.reuse = LISH_LOWEST;
	assert_int_equal(slotpool_init(&pool, struct crumb, idx, &config), 0);
	for (i = 0; i < n; i++)
		assert_non_null(slotpool_alloc_entry(&pool, struct crumb, idx));
	assert_whole();
	extra = &pool.extra;
	wrong[0] = &extra->full[0];
	wrong[1] = &extra->full[1];
	wrong[2] = &extra->top[0];
	wrong[3] = &extra->retired[bits];
	for (i = 0; i < 4; i++) {
		*wrong[i] ^= 2;
		assert_int_not_equal(slotpool_check(&pool, NULL), LISH_OK);
		*wrong[i] ^= 2;
		assert_whole();
	}
	slotpool_destroy(&pool);
}

/* Words fill up in any order: the hint passes none that is not full. */
TEST(the_hint_waits_for_the_first_word)
{
	const uint32_t first = LISH_WORD_BITS * LISH_WORD_BITS * LISH_WORD_BITS;
	struct lish_config config = config_of(2 * first);
	uint32_t i;

	if (LISH_CHECK >= 2)
		return;
	config.step = 1u << 18;
	config.reuse = LISH_LOWEST;
	assert_int_equal(slotpool_init(&pool, struct crumb, idx, &config), 0);
	assert_non_null(slotpool_alloc_at_entry(&pool, first, struct crumb, idx));
	for (i = 1; i < first; i++)
		assert_non_null(slotpool_alloc_tail_entry(&pool, struct crumb, idx));
	assert_int_equal(pool.base.border, 2 * first);
	assert_whole();
	assert_int_equal(index_of(slotpool_alloc_entry(&pool, struct crumb, idx)), 0);
	slotpool_destroy(&pool);
}

TEST(the_lowest_is_found_on_every_level)
{
	const uint32_t bits = LISH_WORD_BITS;

	check_levels(20 * bits);
	/* All of the last level is full, or more than that. */
	if (LISH_CHECK < 2) {
		check_levels(bits * bits * bits);
		check_levels(2 * bits * bits * bits + 3 * bits);
	}
}

TEST(the_lowest_is_found_in_pools_of_every_size)
{
	static SLOTPOOL_STORAGE(crumbs, struct crumb, 4200);
	static const uint32_t sizes[] = { 1,   2,    31,   32,	 33,   63,   64,   65,
					  128, 1023, 1024, 1025, 2048, 4095, 4096, 4097 };
	struct lish_config config = LISH_CONFIG_INIT;
	uint32_t i, k;

	config.reuse = LISH_LOWEST;
	for (k = 0; k < ARRAY_SIZE(sizes); k++) {
		if (LISH_CHECK >= 2 && sizes[k] > 130)
			break;
		(slotpool_init_in)(&pool, sizeof(struct crumb), 0, sizes[k], &crumbs, &config);
		for (i = 0; i < sizes[k]; i++)
			assert_int_equal(index_of(slotpool_alloc_entry(&pool, struct crumb, idx)),
					 i);
		assert_null(slotpool_alloc_entry(&pool, struct crumb, idx));
		assert_null(slotpool_alloc_tail_entry(&pool, struct crumb, idx));
		assert_whole();
		slotpool_destroy(&pool);
	}
}

TEST(next_goes_on_after_the_last)
{
	make_pool(NEXT, 0);
	fill(6);
	free_at(4);
	free_at(1);
	free_at(5);
	assert_slots("a.bc..|");
	/* No slot is free after the last: it goes on at 0. */
	assert_int_equal(taken(), 1);
	free_at(0);
	free_at(1);
	assert_int_equal(taken(), 4);
	assert_int_equal(taken(), 5);
	assert_int_equal(taken(), 0);
	assert_int_equal(taken(), 1);
	assert_int_equal(taken(), 6);
	assert_slots("abcdefg|");
	/* Every alloc counts. */
	free_at(0);
	free_at(3);
	free_at(4);
	assert_non_null(take_at(3));
	assert_int_equal(taken(), 4);
	free_at(4);
	assert_int_equal(index_of(take_last()), 7);
	assert_int_equal(taken(), 0);
	assert_non_null(take_at(12));
	free_at(1);
	assert_int_equal(taken(), 1);
	assert_int_equal(taken(), 4);
	assert_int_equal(taken(), 8);
	free_at(8);
	assert_int_equal(taken(), 9);
	slotpool_clear(&pool);
	assert_int_equal(taken(), 0);
	/* What is in memory does not matter to a pool that grows. */
	free_at(0);
	assert_int_equal(slotpool_reserve(&pool, 1000), 0);
	assert_int_equal(taken(), 0);
	assert_whole();
}

static int upwards(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* Holes anywhere, from anywhere: their order is that of the indices, in a ring. */
static void check_holes(uint32_t n)
{
	enum { HOLES = 60 };
	struct lish_config config = config_of(n);
	uint32_t holes[HOLES], round, from, i, used;

	config.step = 1u << 18;
	config.reuse = LISH_NEXT;
	assert_int_equal(slotpool_init(&pool, struct crumb, idx, &config), 0);
	for (i = 0; i < n; i++)
		assert_non_null(slotpool_alloc_entry(&pool, struct crumb, idx));
	random_state = n;
	for (round = 0; round < 60; round++) {
		/* The only hole: alloc goes on after it. */
		from = next_random() % n;
		free_at(from);
		assert_int_equal(index_of(slotpool_alloc_entry(&pool, struct crumb, idx)), from);
		for (i = 0, used = 0; i < 1 + round % HOLES; i++) {
			holes[used] = round % 2 ? next_random() % n : next_random() % 70;
			used += slotpool_free_at(&pool, holes[used]);
		}
		qsort(holes, used, sizeof(*holes), upwards);
		for (i = 0; i < used && holes[i] <= from; i++)
			;
		for (from = i; i < from + used; i++)
			assert_int_equal(index_of(slotpool_alloc_entry(&pool, struct crumb, idx)),
					 holes[i % used]);
	}
	assert_null(slotpool_alloc_entry(&pool, struct crumb, idx));
	assert_whole();
	slotpool_destroy(&pool);
}

TEST(next_is_found_on_every_level)
{
	const uint32_t bits = LISH_WORD_BITS;

	check_holes(70);
	check_holes(2 * bits);
	if (LISH_CHECK < 2) {
		check_holes(bits * bits + 3 * bits + 1);
		check_holes(2 * bits * bits);
		check_holes(bits * bits * bits);
		check_holes(2 * bits * bits * bits + 3 * bits);
	}
}

/* From 256 free slots on alloc fetches ahead. */
TEST(the_quick_path_keeps_the_order_with_many_free_slots)
{
	enum { MANY = 600 };
	uint32_t i;

	make_pool(LAST_FREED, 0);
	fill(MANY + 1);
	for (i = 0; i < MANY; i++)
		free_at(i * 7 % MANY);
	assert_int_equal(pool.base.stacked, MANY);
	for (i = MANY; i-- > 0;) {
		assert_int_equal(taken(), i * 7 % MANY);
		if (LISH_CHECK < 2 && i % 64 == 0)
			assert_whole();
	}
	assert_int_equal(taken(), MANY + 1);
}

TEST(check_knows_where_the_border_of_each_order_is)
{
	make_pool(NEXT, 0);
	fill(5);
	free_at(4);
	assert_slots("abcd.|");
	pool.order = LISH_LOWEST;
	assert_int_equal(slotpool_check(&pool, NULL), LISH_BAD_INDEX);
	pool.order = LISH_NEXT;
	assert_int_equal(taken(), 4);
	assert_whole();
}

TEST(next_takes_fresh_slots_of_fixed_memory_first)
{
	struct lish_config config = LISH_CONFIG_INIT;
	static SLOTPOOL_STORAGE(memory, struct bullet, 6);

	config.reuse = LISH_NEXT;
	slotpool_init_in(&pool, struct bullet, idx, &memory, &config);
	fill(4);
	free_at(1);
	free_at(3);
	assert_int_equal(taken(), 4);
	assert_int_equal(taken(), 5);
	assert_int_equal(taken(), 1);
	assert_int_equal(taken(), 3);
	assert_int_equal(taken(), -1);
	assert_slots("abcdef|");
}

static void takes_nothing_in_fini(char what, void *object)
{
	(void)object;
	if (what == 'f')
		assert_null(take());
}

TEST(a_hook_of_clear_takes_no_slot_in_any_order)
{
	enum lish_reuse order;

	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool_with_hooks(order, 0);
		fill(6);
		free_at(0);
		free_at(3);
		assert_non_null(take());
		diary.then = takes_nothing_in_fini;
		slotpool_clear(&pool);
		diary.then = NULL;
		assert_int_equal(slotpool_count(&pool), 0);
		assert_whole();
		diary.text[0] = 0;
	}
}

TEST_MAIN(setup, teardown)
