/* SPDX-License-Identifier: MIT */
/*
 * The registry of loops: any order of ends, and what is stale.
 */
#include "test.h"

#include "../../../lib/core/loop.h"

#include <linux-ish/dense.h>
#include <linux-ish/walklist.h>

struct item {
	struct walklist_node link;
	struct dense_idx idx;
};

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
			assert_int_equal(all[orders[i][k]].owner, 0);
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
	all[1].owner = lish_loop_owner_(&all[1], &others);
	assert_string_equal(seen(&loops, all), "c");
	assert_int_equal(found, LISH_STALE_LOOP);
	assert_string_equal(seen(&loops, all), "c");
	assert_int_equal(found, LISH_OK);
}

/* Frames of the library, and the user's, hold pointers to the chain: one word in two has it. */
static LISH_NOINLINE void paint(const struct lish_loops_ *loops, const void *volatile *words,
				size_t count, size_t phase)
{
	while (count--)
		words[count] = (count & 1) == phase ? loops : NULL;
}

TEST(memory_that_holds_a_pointer_to_the_chain_is_no_loop)
{
	struct lish_loops_ loops = LISH_LOOPS_INIT_;
	union {
		struct lish_loop_ loop;
		const void *volatile words[2];
	} left, copy;

	assert_int_equal(lish_loop_enter_(&left.loop, &loops), LISH_OK);
	paint(&loops, left.words, 2, 0);
	assert_int_equal(lish_loops_cut_(&loops), LISH_STALE_LOOP);
	assert_null(loops.first);
	/* Nor is a copy of a loop. */
	assert_int_equal(lish_loop_enter_(&left.loop, &loops), LISH_OK);
	copy = left;
	loops.first = &copy.loop;
	assert_int_equal(lish_loops_cut_(&loops), LISH_STALE_LOOP);
	assert_null(loops.first);
}

static struct walklist list;
static struct dense array;
static jmp_buf back;

static LISH_NOINLINE void jump_out_of_a_loop(bool walks)
{
	if (walks) {
		walklist_for_each_entry(pos, &list, struct item, link)
			longjmp(back, 1);
	} else {
		dense_for_each_entry(pos, &array, struct item, idx)
			longjmp(back, 1);
	}
}

/* Deep enough that no call of the library overwrites the frame of the loop. */
static LISH_NOINLINE void jump_out_of_the_deep(bool walks)
{
	volatile char depth[1024];

	depth[0] = 0;
	jump_out_of_a_loop(walks);
	depth[1] = depth[0];
}

/* The frame of the loop lies in these words. */
static LISH_NOINLINE void paint_the_stack(const struct lish_loops_ *loops, size_t phase)
{
	const void *volatile words[512];

	paint(loops, words, 512, phase);
}

TEST(a_loop_that_longjmp_left_under_such_frames_is_stale)
{
	static DENSE_STORAGE(slots, 2);
	static struct item items[2];
	volatile size_t phase;

	/* Such a tool puts frames elsewhere, or reports the access. */
	if (is_watched())
		return;
	dense_init_in(&array, &slots);
	for (phase = 0; phase < 2; phase++) {
		walklist_add_tail(&list, &items[0].link);
		assert_int_equal(dense_add(&array, &items[0].idx), 0);
		assert_int_equal(dense_add(&array, &items[1].idx), 0);
		if (!setjmp(back))
			jump_out_of_the_deep(true);
		paint_the_stack(&list.walks.loops, phase);
		assert_reported("walklist_del", LISH_STALE_LOOP,
				walklist_del(&list, &items[0].link));
		if (!setjmp(back))
			jump_out_of_the_deep(false);
		paint_the_stack(&array.parts.loops, phase);
		assert_reported("dense_del", LISH_STALE_LOOP,
				dense_del(&array, &items[0].idx));
		dense_del(&array, &items[1].idx);
	}
	dense_destroy(&array);
}

TEST(to_end_one_that_was_cut_off_is_reported)
{
	struct lish_loops_ loops;
	struct lish_loop_ all[2];

	open_all(&loops, all, 2);
	loops.first = NULL;
	assert_int_equal(lish_loop_leave_(&all[0]), LISH_STALE_LOOP);
	assert_int_equal(all[0].owner, 0);
}

TEST_MAIN(NULL, NULL)
