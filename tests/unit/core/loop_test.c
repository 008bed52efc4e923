/* SPDX-License-Identifier: MIT */
/*
 * The registry of loops: any order of ends, and what is stale.
 */
#include "test.h"

#include "../../../lib/core/loop.h"

/* The order in which a walk sees them, as letters. */
static const char *seen(struct lish_loops_ *loops, struct lish_loop_ *all)
{
	static char text[8];
	size_t n = 0;

	lish_for_each_loop_(loop, "walk", loops, loops) {
		assert_true(n < sizeof(text) - 1);
		text[n++] = (char)('a' + (loop - all));
	}
	text[n] = '\0';
	return text;
}

static void open_all(struct lish_loops_ *loops, struct lish_loop_ *all, int n)
{
	int i;

	loops->first = NULL;
	for (i = 0; i < n; i++) {
		memset(&all[i], 0x5a, sizeof(all[i]));
		lish_loop_open_("open", loops, &all[i], loops);
	}
}

static void a_walk_sees_the_one_begun_last_first(void **state)
{
	struct lish_loops_ loops;
	struct lish_loop_ all[3];

	(void)state;
	open_all(&loops, all, 3);
	assert_string_equal(seen(&loops, all), "cba");
}

static void loops_end_in_any_order(void **state)
{
	static const int orders[6][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 },
					  { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };
	struct lish_loops_ loops;
	struct lish_loop_ all[3];
	int i, k;

	(void)state;
	for (i = 0; i < 6; i++) {
		open_all(&loops, all, 3);
		for (k = 0; k < 3; k++) {
			lish_loop_close_("close", &loops, &all[orders[i][k]]);
			assert_null(all[orders[i][k]].owner);
			assert_int_equal(strlen(seen(&loops, all)), 2 - k);
		}
		assert_null(loops.first);
	}
}

static void to_end_twice_is_nothing(void **state)
{
	struct lish_loops_ loops;
	struct lish_loop_ all[2];

	(void)state;
	open_all(&loops, all, 2);
	lish_loop_close_("close", &loops, &all[1]);
	lish_loop_close_("close", &loops, &all[1]);
	assert_string_equal(seen(&loops, all), "a");
}

static void one_that_runs_cannot_be_begun_again(void **state)
{
	struct lish_loops_ loops = LISH_LOOPS_INIT_, others = LISH_LOOPS_INIT_;
	struct lish_loop_ loop = LISH_LOOP_INIT;

	(void)state;
	assert_true(lish_loop_begin_("begin", &loops, &loop, &loops, NULL));
	assert_reported("begin", LISH_STALE_LOOP,
			assert_false(lish_loop_begin_("begin", &loops, &loop,
						      &loops, NULL)));
	assert_reported("begin", LISH_STALE_LOOP,
			assert_false(lish_loop_begin_("begin", &others, &loop,
						      &others, NULL)));
	assert_ptr_equal(report.fault.container, &others);
	assert_ptr_equal(loop.owner, &loops);
	assert_null(others.first);
	lish_loop_close_("close", &loops, &loop);
	assert_null(loops.first);
}

/* Left by longjmp(), say, and then the same function loops again. */
static void one_at_the_address_of_a_stale_one_takes_its_place(void **state)
{
	static const struct lish_loop_ fresh = LISH_LOOP_INIT;
	struct lish_loops_ loops;
	struct lish_loop_ all[3];
	int i;

	(void)state;
	/* What is left there: all of it, what an initialiser leaves, nothing. */
	for (i = 0; i < 3; i++) {
		open_all(&loops, all, 3);
		if (i == 1)
			all[1] = fresh;
		if (i == 2)
			memset(&all[1], 0x5a, sizeof(all[1]));
		assert_reported("open", LISH_STALE_LOOP,
				lish_loop_open_("open", &loops, &all[1],
						&loops));
		/* Those begun before it are lost with it. */
		assert_string_equal(seen(&loops, all), "bc");
		assert_reported("close", LISH_STALE_LOOP,
				lish_loop_close_("close", &loops, &all[0]));
		assert_string_equal(seen(&loops, all), "bc");
	}
}

static void a_walk_cuts_the_chain_at_a_stale_loop(void **state)
{
	struct lish_loops_ loops, others = LISH_LOOPS_INIT_;
	struct lish_loop_ all[3];

	(void)state;
	open_all(&loops, all, 3);
	all[1].owner = &others;
	assert_reported("walk", LISH_STALE_LOOP, seen(&loops, all));
	assert_string_equal(seen(&loops, all), "c");
}

static void to_end_one_that_was_cut_off_is_reported(void **state)
{
	struct lish_loops_ loops;
	struct lish_loop_ all[2];

	(void)state;
	open_all(&loops, all, 2);
	loops.first = NULL;
	assert_reported("close", LISH_STALE_LOOP,
			lish_loop_close_("close", &loops, &all[0]));
	assert_null(all[0].owner);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_walk_sees_the_one_begun_last_first),
		cmocka_unit_test(loops_end_in_any_order),
		cmocka_unit_test(to_end_twice_is_nothing),
		cmocka_unit_test(one_that_runs_cannot_be_begun_again),
		cmocka_unit_test(
			one_at_the_address_of_a_stale_one_takes_its_place),
		cmocka_unit_test(a_walk_cuts_the_chain_at_a_stale_loop),
		cmocka_unit_test(to_end_one_that_was_cut_off_is_reported),
	};

	return run_test_group(tests);
}
