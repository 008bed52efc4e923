/* SPDX-License-Identifier: MIT */
/*
 * The registry of loops: any order of ends, and what is stale.
 */
#include "test.h"

#include "../../../lib/core/loop.h"

/* Was a stale loop cut off by the last look? */
static enum lish_reason found;

/* The order in which a walk sees them, as letters. */
static const char *seen(struct lish_loops_ *loops, struct lish_loop_ *all)
{
	static char text[8];
	size_t n = 0;

	found = LISH_OK;
	lish_each_loop_(loop, loops, &found)
	{
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
		assert_int_equal(lish_loop_enter_(&all[i], loops), LISH_OK);
	}
}

TEST(a_walk_sees_the_one_begun_last_first)
{
	struct lish_loops_ loops;
	struct lish_loop_ all[3];

	open_all(&loops, all, 3);
	assert_string_equal(seen(&loops, all), "cba");
}

TEST(loops_end_in_any_order)
{
	static const int orders[6][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 },
					  { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };
	struct lish_loops_ loops;
	struct lish_loop_ all[3];
	int i, k;

	for (i = 0; i < 6; i++) {
		open_all(&loops, all, 3);
		for (k = 0; k < 3; k++) {
			assert_int_equal(lish_loop_leave_(&all[orders[i][k]]), LISH_OK);
			assert_null(all[orders[i][k]].owner);
			assert_int_equal(strlen(seen(&loops, all)), 2 - k);
		}
		assert_null(loops.first);
	}
}

TEST(to_end_twice_is_nothing)
{
	struct lish_loops_ loops;
	struct lish_loop_ all[2];

	open_all(&loops, all, 2);
	assert_int_equal(lish_loop_leave_(&all[1]), LISH_OK);
	assert_int_equal(lish_loop_leave_(&all[1]), LISH_OK);
	assert_string_equal(seen(&loops, all), "a");
}

/* Left by longjmp(), say, and then the same function loops again. */
TEST(one_at_the_address_of_a_stale_one_takes_its_place)
{
	static const struct lish_loop_ fresh = LISH_LOOP_INIT;
	struct lish_loops_ loops;
	struct lish_loop_ all[3];
	int i;

	/* What is left there: all of it, what an initialiser leaves, nothing. */
	for (i = 0; i < 3; i++) {
		open_all(&loops, all, 3);
		if (i == 1)
			all[1] = fresh;
		if (i == 2)
			memset(&all[1], 0x5a, sizeof(all[1]));
		assert_int_equal(lish_loop_enter_(&all[1], &loops), LISH_STALE_LOOP);
		/* Those begun before it are lost with it. */
		assert_string_equal(seen(&loops, all), "bc");
		assert_int_equal(lish_loop_leave_(&all[0]), LISH_STALE_LOOP);
		assert_string_equal(seen(&loops, all), "bc");
	}
}

TEST(a_walk_cuts_the_chain_at_a_stale_loop)
{
	struct lish_loops_ loops, others = LISH_LOOPS_INIT_;
	struct lish_loop_ all[3];

	open_all(&loops, all, 3);
	all[1].owner = &others;
	assert_string_equal(seen(&loops, all), "c");
	assert_int_equal(found, LISH_STALE_LOOP);
	assert_string_equal(seen(&loops, all), "c");
	assert_int_equal(found, LISH_OK);
}

TEST(to_end_one_that_was_cut_off_is_reported)
{
	struct lish_loops_ loops;
	struct lish_loop_ all[2];

	open_all(&loops, all, 2);
	loops.first = NULL;
	assert_int_equal(lish_loop_leave_(&all[0]), LISH_STALE_LOOP);
	assert_null(all[0].owner);
}

TEST_MAIN(NULL, NULL)
