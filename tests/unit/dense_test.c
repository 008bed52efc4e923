/* SPDX-License-Identifier: MIT */
/*
 * dense, name by name. Pictures show the array as the letters of its members,
 * from the first place to the last: [a b c].
 */
#include <linux-ish/dense.h>
#include <linux-ish/sort.h>

#define ARRAY dense
#define NODE dense_idx
#define CALL(name) dense_##name
#define MADE(NAME) DENSE_##NAME
#define ADD dense_add
#define LOOPS(array) (array)->parts.loops.first
#include "array_test.h"

/* A forward loop, step by step, that may be closed in any order. */
static void open_loop(struct dense_loop_ *loop, struct dense *of)
{
	(void)dense_open_(of, loop, LISH_PART_PLAIN_);
}

static struct dense_idx *step(struct dense_loop_ *loop)
{
	return (struct dense_idx *)dense_next_(loop, 0);
}

TEST(stats_tell_all_figures)
{
	struct lish_stats stats;

	fill(&fixed, "abcde");
	dense_del(&fixed, &a.idx);
	dense_del(&fixed, &b.idx);
	fill(&fixed, "a");
	stats = dense_stats(&fixed);
	assert_int_equal(stats.count, 4);
	assert_int_equal(stats.peak, 5);
	assert_int_equal(stats.capacity, 6);
	assert_int_equal(stats.limit, 6);
	assert_int_equal(stats.highest, 4);
	assert_int_equal(stats.bytes, 6 * sizeof(uint32_t *));
	assert_int_equal(stats.failed, 0);
	assert_int_equal(stats.retired, 0);
	fill(&fixed, "bf");
	assert_int_equal(dense_add(&fixed, &items[6].idx), -ENOSPC);
	assert_int_equal(dense_stats(&fixed).failed, 1);
	dense_clear(&fixed);
	assert_int_equal(dense_stats(&fixed).peak, 6);
	assert_int_equal(dense_stats(&fixed).count, 0);
	fill(&array, "a");
	(dense_pop_entry)(&array, 0);
	assert_int_equal(dense_stats(&array).peak, 1);
	fill(&array, "ab");
	dense_forget(&array);
	assert_int_equal(dense_stats(&array).peak, 2);
}

/* Taking out */

TEST(del_puts_the_last_one_into_the_gap)
{
	fill(&array, "abcd");
	dense_del(&array, &b.idx); /* [a d c] */
	assert_array(&array, "adc");
	assert_int_equal(b.idx.slot, 0);
	/* The one that was moved can be taken out as well. */
	dense_del(&array, &d.idx); /* [a c] */
	assert_array(&array, "ac");
	dense_del(&array, &c.idx); /* the last one: [a] */
	assert_array(&array, "a");
	dense_del(&array, &a.idx); /* the only one: [] */
	assert_array(&array, "");
	assert_int_equal(a.idx.slot, 0);
}

TEST(pop_takes_the_last_one)
{
	assert_null((dense_pop_entry)(&array, 0));
	fill(&array, "ab");
	assert_ptr_equal((dense_pop_entry)(&array, 0), &b.idx);
	assert_int_equal(b.idx.slot, 0);
	assert_array(&array, "a");
	assert_ptr_equal((dense_pop_entry)(&array, 0), &a.idx);
	assert_null((dense_pop_entry)(&array, 0));
	assert_array(&array, "");
}

/* Asking */

TEST(contains_knows_foreign_and_stale_indices)
{
	fill(&array, "ab");
	fill(&fixed, "cde");
	assert_true(dense_contains(&array, &a.idx));
	assert_true(dense_contains(&fixed, &e.idx));
	assert_false(dense_contains(&array, &f.idx));
	assert_false(dense_contains(&array, &c.idx)); /* a's place */
	assert_false(dense_contains(&array, &e.idx)); /* beyond the end */
	assert_false(dense_contains(&fixed, &a.idx));
	assert_false(dense_contains(&array, &a.other));
}

TEST(at_is_the_member_or_null)
{
	assert_null((dense_at_entry)(&array, 0, 0));
	fill(&array, "abc");
	assert_ptr_equal((dense_at_entry)(&array, 0, 0), &a.idx);
	assert_ptr_equal((dense_at_entry)(&array, 2, 0), &c.idx);
	assert_null((dense_at_entry)(&array, 3, 0));
	/* what dense_index_of() returns for none */
	assert_null((dense_at_entry)(&array, (uint32_t)-1, 0));
	if (LISH_CHECK < 1)
		return;
	b.idx.slot = 0;
	assert_reported("dense_at_entry", LISH_BAD_INDEX,
			assert_null((dense_at_entry)(&array, 1, 0)));
	assert_reported("dense_at_entry", LISH_BAD_INDEX,
			assert_null(dense_at_entry(&array, 1, struct item, idx)));
	b.idx.slot = 2;
}

TEST(entries_lead_to_the_object)
{
	const struct dense *read_only = &array;
	const struct dense_idx *const_idx = &b.idx;

	fill(&array, "ab");
	assert_ptr_equal(container_of(&b.idx, struct item, idx), &b);
	assert_ptr_equal(container_of(&b.other, struct item, other), &b);
	assert_ptr_equal(container_of(const_idx, const struct item, idx), &b);
	assert_ptr_equal(dense_at_entry(read_only, 1, const struct item, idx), &b);
	assert_null(dense_at_entry(&array, 2, struct item, idx));
	assert_ptr_equal(dense_pop_entry(&array, struct item, idx), &b);
	assert_ptr_equal(dense_pop_entry(&array, struct item, idx), &a);
	assert_null(dense_pop_entry(&array, struct item, idx));
}

TEST(check_names_the_first_fault)
{
	const struct dense_idx *fault = &f.idx;
	struct dense it;

	fill(&fixed, "abc");
	assert_int_equal(dense_check(&fixed, &fault), LISH_OK);
	assert_null(fault);
	b.idx.slot = 0;
	c.idx.slot = 0;
	assert_int_equal(dense_check(&fixed, &fault), LISH_BAD_INDEX);
	assert_ptr_equal(fault, &b.idx);
	assert_int_equal(dense_check(&fixed, NULL), LISH_BAD_INDEX);
	b.idx.slot = 2;
	six.dense_slots[2] = NULL;
	assert_int_equal(dense_check(&fixed, &fault), LISH_BAD_INDEX);
	assert_null(fault);
	fixed.parts.array.used = 7;
	assert_int_equal(dense_check(&fixed, &fault), LISH_BAD_COUNT);
	fixed.parts.array.used = 1;
	fixed.parts.array.nodes = NULL;
	assert_int_equal(dense_check(&fixed, &fault), LISH_BAD_COUNT);
	memset(&it, 0, sizeof(it));
	assert_int_equal(dense_check(&it, &fault), LISH_UNINITIALIZED);
	assert_null(fault);
}

/* Loops */

static void assert_loops(const char *names, const char *backwards)
{
	const struct dense *read_only = &array;
	struct lish_span span = { 0, 0xffffffffu };

	assert_visits(names, forward(&array));
	assert_visits(names, dense_for_each_entry(pos, &array, const struct item, idx) visit(pos));
	assert_visits(names, dense_for_each_entry_safe(pos, &array, struct item, idx) visit(pos));
	assert_visits(backwards,
		      dense_for_each_entry_reverse(pos, &array, struct item, idx) visit(pos));
	assert_visits(names,
		      dense_for_each_entry_present(pos, &array, struct item, idx) visit(pos));
	assert_visits(names, dense_for_each_entry_const(pos, read_only, const struct item, idx)
				     visit(pos));
	assert_visits(names, dense_for_each_entry_span(pos, read_only, span, const struct item,
						       idx) visit(pos));
	/* All are closed. */
	assert_null(array.parts.loops.first);
}

TEST(every_loop_on_every_state)
{
	assert_loops("", "");
	fill(&array, "a");
	assert_loops("a", "a");
	fill(&array, "b");
	assert_loops("ab", "ba");
	fill(&array, "cdef");
	assert_loops("abcdef", "fedcba");
	/* One that has slots; at first the other has none. */
	assert_visits("", forward(&fixed));
	assert_visits("", dense_for_each_entry_reverse(pos, &fixed, struct item, idx) visit(pos));
}

/* The loop everybody writes first. */
TEST(the_body_removes_the_current_element)
{
	fill(&array, "abcdef");
	assert_visits(
		"abfecd", dense_for_each_entry(pos, &array, struct item, idx) {
			visit(pos);
			if (pos->key % 2)
				dense_del(&array, &pos->idx);
		});
	assert_array(&array, "aec");
}

TEST(the_body_removes_an_element_to_come)
{
	fill(&array, "abcdef");
	assert_visits(
		"abfd", dense_for_each_entry(pos, &array, struct item, idx) {
			visit(pos);
			if (pos == &b) {
				dense_del(&array, &c.idx); /* [a b | f d e] */
				assert_array(&array, "abfde");
				dense_del(&array, &e.idx); /* the last one */
			}
		});
}

TEST(a_present_loop_does_not_visit_additions)
{
	fill(&array, "abc");
	assert_visits(
		"ac", dense_for_each_entry_present(pos, &array, struct item, idx) {
			visit(pos);
			if (pos == &a) {
				fill(&array, "ef"); /* [a | b c | e f] */
				dense_del(&array, &b.idx);
				/* c to the gap, f to its place: [a | c | f e] */
				assert_array(&array, "acfe");
			}
		});
	/* A body that always adds ends. */
	dense_clear(&array);
	fill(&array, "a");
	dense_for_each_entry_present(pos, &array, struct item, idx) {
		dense_del(&array, &pos->idx);
		lish_sure(dense_add(&array, &pos->idx));
	}
	assert_array(&array, "a");
}

TEST(nested_loops_each_have_a_boundary)
{
	fill(&array, "abcdef");
	assert_visits(
		"abcdfe", dense_for_each_entry(i, &array, struct item, idx) {
			visit(i);
			if (i != &d)
				continue;
			dense_for_each_entry(k, &array, struct item, idx) {
				if (k != &b)
					continue;
				/* inner | after b, outer / after d: [a b | c d / e f] */
				dense_del(&array, &a.idx);
				assert_array(&array, "bdcfe"); /* [b | d c / f e] */
				break;
			}
		});
}

TEST(memory_may_move_in_a_loop)
{
	static struct item more[100];
	uint32_t i, n = 0;

	memset(more, 0, sizeof(more));
	for (i = 0; i < 10; i++)
		assert_int_equal(dense_add(&array, &more[i].idx), 0);
	dense_for_each_entry(pos, &array, struct item, idx) {
		assert_ptr_equal(pos, &more[n]);
		n++;
		if (n == 5)
			dense_trim(&array);
		if (n == 6)
			assert_int_equal(dense_reserve(&array, 50), 0);
		if (n > 6 && i < 100) {
			assert_int_equal(dense_add(&array, &more[i].idx), 0);
			i++;
		}
	}
	assert_int_equal(n, 100);
}

TEST(pop_clear_and_forget_in_a_loop)
{
	fill(&array, "abcd");
	assert_visits(
		"ab", dense_for_each_entry(pos, &array, struct item, idx) {
			visit(pos);
			(void)(dense_pop_entry)(&array, 0);
		});
	fill(&array, "cd");
	assert_visits(
		"abea", dense_for_each_entry(pos, &array, struct item, idx) {
			visit(pos);
			if (pos == &b) {
				dense_clear(&array);
				fill(&array, "ea");
			}
			if (pos == &a && strlen(visited) > 2)
				dense_forget(&array);
		});
	dense_for_each_entry_reverse(pos, &array, struct item, idx)
		fail();
}

/* The last element takes the place of the one that leaves. */
TEST(a_removal_writes_no_overwritten_last_element)
{
	if (LISH_CHECK < 1)
		return;
	fill(&array, "abc");
	dense_for_each_entry(pos, &array, struct item, idx) {
		if (pos != &a)
			continue;
		c.idx.slot = 77;
		assert_reported("dense_del", LISH_BAD_INDEX, dense_del(&array, &a.idx));
		assert_ptr_equal(report.fault.node, &c.idx);
		assert_int_equal(c.idx.slot, 77);
		c.idx.slot = 3;
		assert_array(&array, "abc");
	}
}

TEST(break_closes_a_loop)
{
	fill(&array, "abc");
	dense_for_each_entry(pos, &array, struct item, idx) {
		dense_for_each_entry_reverse(inner, &array, struct item, idx)
			break;
		assert_non_null(array.parts.loops.first);
		if (pos == &b)
			break;
	}
	assert_null(array.parts.loops.first);
}

/* Of three parts the last elements move: none of them may be written unless it is one. */
TEST(a_removal_in_loops_writes_no_overwritten_object)
{
	if (LISH_CHECK < 1)
		return;
	fill(&array, "abcdef");
	dense_for_each_entry(outer, &array, struct item, idx) {
		if (outer != &d)
			continue;
		dense_for_each_entry(pos, &array, struct item, idx) {
			if (pos != &b)
				continue;
			d.idx.slot = 77;
			assert_reported("dense_del", LISH_BAD_INDEX,
					dense_del(&array, &a.idx));
			assert_ptr_equal(report.fault.node, &d.idx);
			assert_int_equal(d.idx.slot, 77);
			d.idx.slot = 4;
			assert_array(&array, "abcdef");
		}
	}
}

TEST(stop_ends_loops_that_then_touch_nothing)
{
	struct dense *gone = (struct dense *)malloc(sizeof(*gone));
	struct dense_loop_ loop;
	DENSE_STORAGE(*places, 6);

	places = malloc(sizeof(*places));
	assert_non_null(gone);
	assert_non_null(places);
	dense_init_in(gone, places);
	fill(gone, "abcdef");
	open_loop(&loop, gone);
	assert_visits(
		"abfa", dense_for_each_entry(outer, gone, struct item, idx) {
			dense_for_each_entry_reverse(pos, gone, struct item, idx) {
				dense_for_each_entry_present(in, gone, struct item, idx) {
					visit(in);
					if (in == &b) {
						dense_stop(gone);
						dense_destroy(gone);
						free(gone);
						free(places);
					}
				}
				visit(pos);
			}
			visit(outer);
		});
	assert_null(step(&loop));
	dense_close_(&loop);
	assert_int_equal(a.idx.slot, 0);
}

TEST(entries_evaluate_their_arguments_once)
{
	int n = 0, at = 0;

	fill(&array, "abc");
	assert_ptr_equal(dense_at_entry((n++, &array), (uint32_t)at++, struct item, idx), &a);
	assert_int_equal(n + at, 2);
	assert_ptr_equal(dense_pop_entry((n++, &array), struct item, idx), &c);
	assert_int_equal(n, 2);
}

/* Not the loop begun last, so that another one stands ahead of it. */
TEST(a_stale_loop_behind_another_is_cut_off)
{
	struct dense_loop_ stale, loop;

	fill(&array, "abc");
	open_loop(&stale, &array);
	open_loop(&loop, &array);
	assert_ptr_equal(step(&loop), &a.idx);
	/* As if something else lay there now. */
	memset(&stale, 0, sizeof(stale));
	assert_reported("dense_del", LISH_STALE_LOOP,
			dense_del(&array, &b.idx));
	assert_int_equal(dense_count(&array), 2);
	assert_ptr_equal(step(&loop), &c.idx);
	assert_null(step(&loop));
	dense_close_(&loop);
	/* One that the array does not know. */
	open_loop(&loop, &array);
	array.parts.loops.first = NULL;
	assert_reported("dense_for_each_entry", LISH_STALE_LOOP, dense_close_(&loop));
}

/* As if a function had been left by longjmp. */
static void leave_a_loop(void)
{
	static struct dense_loop_ left;

	open_loop(&left, &array);
	memset(&left, 0x5a, sizeof(left));
}

#define assert_done(name, call)                                               \
	do {                                                                  \
		leave_a_loop();                                               \
		assert_reported("dense_" name, LISH_STALE_LOOP, call);          \
	} while (0)

TEST(a_stale_loop_refuses_no_change_of_the_whole)
{
	fill(&array, "abc");
	assert_done("reserve", assert_int_equal(dense_reserve(&array, 20), 0));
	assert_int_equal(dense_stats(&array).capacity, 20);
	assert_done("trim", dense_trim(&array));
	assert_int_equal(dense_stats(&array).capacity, 3);
	assert_done("rebind", dense_rebind(&array, config_with(0, 0, 0, false)));
	assert_done("clear", dense_clear(&array));
	assert_int_equal(a.idx.slot, 0);
	fill(&array, "de");
	assert_done("forget", dense_forget(&array));
	assert_array(&array, "");
	assert_int_equal(d.idx.slot, 1);
}

static int pop_in_sort(void *ctx, const struct dense_idx *x, const struct dense_idx *y)
{
	(void)ctx, (void)x, (void)y;
	assert_reported("dense_pop_entry", LISH_LOOPED,
			assert_null(dense_pop_entry(&array, struct item, idx)));
	return 0;
}

TEST(pop_takes_nothing_in_a_sort)
{
	fill(&array, "ab");
	dense_sort(&array, pop_in_sort, NULL);
	assert_array(&array, "ab");
}

/* The loop of the macro, however it is built. */
TEST(a_for_each_loop_that_is_not_registered_is_found_when_it_ends)
{
	fill(&array, "ab");
	assert_reported("dense_for_each_entry", LISH_STALE_LOOP,
			dense_for_each_entry(pos, &array, struct item, idx) {
				array.parts.loops.first = NULL;
				break;
			});
	assert_array(&array, "ab");
}

TEST_MAIN(setup, teardown)
