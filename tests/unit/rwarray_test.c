/* SPDX-License-Identifier: MIT */
/*
 * rwarray, name by name. Pictures show the slots of the
 * array as the letters of its members, a hole as a dot: [a.c].
 */
#include <linux-ish/rwarray.h>
#include <linux-ish/sort.h>

#include "../../lib/ground/reload.h"

#define ARRAY rwarray
#define NODE rwarray_idx
#define CALL(name) rwarray_##name
#define MADE(NAME) RWARRAY_##NAME
#define ADD rwarray_add_tail
#define LOOPS(array) (array)->loops.first
#include "array_test.h"

static void add(struct rwarray *to, struct rwarray_idx *idx)
{
	assert_int_equal(rwarray_add_tail(to, idx), 0);
}

/* What stands in a slot. */
static struct rwarray_idx *at(const struct rwarray *x, uint32_t slot)
{
	return (struct rwarray_idx *)(void *)x->array.nodes[slot];
}

/* A forward loop, step by step, that may be closed in any order. */
static void open_loop(struct rwarray_loop_ *loop, struct rwarray *of)
{
	loop->loop.owner = 0;
	(void)rwarray_open_(loop, of, 0);
}

static struct rwarray_idx *step_loop(struct rwarray_loop_ *loop)
{
	return (struct rwarray_idx *)rwarray_next_(loop, 0);
}

#define assert_slots(array, picture) check_slots(array, picture, __LINE__)

static void check_slots(const struct rwarray *x, const char *picture, int line)
{
	char seen[32] = "";
	uint32_t i;

	if (rwarray_check(x, NULL) != LISH_OK)
		fail_msg("line %d: the array is broken", line);
	for (i = 0; i < x->array.used; i++)
		seen[i] = at(x, i) ? container_of(at(x, i), struct item, idx)->name : '.';
	if (strcmp(seen, picture))
		fail_msg("line %d: [%s] instead of [%s]", line, seen, picture);
}

static struct item many[10000];

/* So many members, some of which go again, evenly spread. */
static void fill_many(struct rwarray *x, unsigned int n, unsigned int gone)
{
	unsigned int i;

	memset(many, 0, sizeof(many));
	for (i = 0; i < n; i++)
		add(x, &many[i].idx);
	for (i = 0; i < gone; i++)
		rwarray_del(x, &many[i * (n / gone)].idx);
}

TEST(add_closes_many_holes_instead_of_growing)
{
	fill(&array, "a...efgh");
	assert_int_equal(rwarray_add_tail(&array, &b.idx), 0);
	assert_slots(&array, "aefghb");
	assert_int_equal(mem.allocs, 1);
}

/* An array of 32 slots, all in use but for so many holes. */
static void fill_up(unsigned int holes)
{
	lish_sure(rwarray_init(&array, config_with(32, 0, 0, false)));
	fill_many(&array, 32, holes);
	mem.fail_at = 0;
}

TEST(add_grows_in_spite_of_few_holes)
{
	fill_up(2);
	add(&array, &b.idx);
	/* nothing was moved: the holes are there still */
	assert_int_equal(rwarray_stats(&array).highest, 33);
	assert_int_equal(rwarray_stats(&array).capacity, 64);
}

TEST(add_closes_few_holes_if_it_cannot_grow)
{
	fill_up(2);
	mem.fail_at = mem.allocs + 1;
	add(&array, &c.idx);
	assert_int_equal(rwarray_stats(&array).highest, 31);
	assert_int_equal(rwarray_stats(&array).failed, 0);
	assert_int_equal(rwarray_stats(&array).capacity, 32);
}

TEST(add_to_a_full_fixed_array_closes_its_holes)
{
	fill(&defined_array, "a.c");
	assert_int_equal(rwarray_add_tail(&defined_array, &d.idx), 0);
	assert_slots(&defined_array, "acd");
	assert_int_equal(rwarray_add_tail(&defined_array, &e.idx), -ENOSPC);
	assert_slots(&defined_array, "acd");
	rwarray_clear(&defined_array);
}

TEST(del_leaves_a_hole_and_a_zero_node)
{
	fill(&array, "abc");
	rwarray_del(&array, &b.idx);
	assert_int_equal(b.idx.slot, 0);
	assert_slots(&array, "a.c");
	assert_int_equal(rwarray_count(&array), 2);
	assert_int_equal(rwarray_stats(&array).highest, 3);
}

TEST(nothing_has_moved_into_a_hole)
{
	fill(&array, "a.c");
	b.idx.slot = 2;
	assert_reported("rwarray_node_moved", LISH_FOREIGN, rwarray_node_moved(&array, &b.idx));
	assert_slots(&array, "a.c");
	b.idx.slot = 0;
}

/* A slot that was left by closing holes must not name its old holder. */
TEST(a_closed_hole_does_not_claim_who_moved_away)
{
	RWARRAY_DEFINE_STATIC(another, 4);

	fill(&array, ".bc");
	rwarray_for_each_entry(pos, &array, struct item, idx) {
		if (pos != &c)
			continue;
		/* [b.c]: b once stood in slot 1 */
		rwarray_del(&array, &b.idx);
		assert_int_equal(rwarray_add_tail(&another, &d.idx), 0);
		assert_int_equal(rwarray_add_tail(&another, &b.idx), 0);
		assert_false(rwarray_contains(&array, &b.idx));
		assert_false(rwarray_leave(&array, &b.idx));
	}
	assert_slots(&array, ".c");
	rwarray_clear(&another);
}

TEST(stats_tells_all_figures)
{
	struct lish_stats stats;

	fill(&array, "a..d");
	stats = rwarray_stats(&array);
	assert_int_equal(stats.count, 2);
	assert_int_equal(stats.capacity, 8);
	assert_int_equal(stats.limit, LISH_MAX_COUNT);
	assert_int_equal(stats.peak, 4);
	assert_int_equal(stats.failed, 0);
	assert_int_equal(stats.highest, 4);
	assert_int_equal(stats.retired, 0);
	assert_int_equal(stats.bytes, mem.bytes);
	rwarray_clear(&array);
	assert_int_equal(rwarray_stats(&array).peak, 4);
	fill(&array, "abcde");
	assert_int_equal(rwarray_stats(&array).peak, 5);
	rwarray_forget(&array);
	assert_int_equal(rwarray_stats(&array).peak, 5);
}

/* Memory */

TEST(the_limit_ends_growth)
{
	int i;

	lish_sure(rwarray_init(&array, config_with(0, 0, 3, false)));
	for (i = 0; i < 3; i++)
		add(&array, &items[i].idx);
	assert_int_equal(rwarray_stats(&array).capacity, 3);
	assert_int_equal(rwarray_add_tail(&array, &d.idx), -ENOSPC);
	/* Holes count as room. */
	rwarray_del(&array, &a.idx);
	add(&array, &d.idx);
	assert_slots(&array, "bcd");
	assert_int_equal(rwarray_reserve(&array, 4), -ENOSPC);
}

TEST(compact_closes_all_holes)
{
	rwarray_compact(&array);
	fill(&array, ".b..e.");
	rwarray_compact(&array);
	assert_slots(&array, "be");
	rwarray_compact(&array);
	assert_slots(&array, "be");
}

TEST(trim_of_a_fixed_array_compacts)
{
	fill(&defined_array, "a.c");
	rwarray_trim(&defined_array);
	assert_slots(&defined_array, "ac");
	assert_int_equal(rwarray_stats(&defined_array).capacity, 3);
	rwarray_clear(&defined_array);
}

/* Checking */

TEST(check_finds_every_fault)
{
	const struct rwarray_idx *fault;
	struct rwarray broken;

	fill(&array, "ab.d");
	assert_int_equal(rwarray_check(&array, &fault), LISH_OK);
	assert_null(fault);

	memset(&broken, 0, sizeof(broken));
	assert_int_equal(rwarray_check(&broken, &fault), LISH_UNINITIALIZED);
	broken = array;
	broken.count = 2;
	assert_int_equal(rwarray_check(&broken, &fault), LISH_BAD_COUNT);
	broken.count = 5;
	assert_int_equal(rwarray_check(&broken, &fault), LISH_BAD_COUNT);
	broken = array;
	broken.array.used = 9;
	assert_int_equal(rwarray_check(&broken, &fault), LISH_BAD_COUNT);
	broken.array.capacity = UINT32_MAX;
	assert_int_equal(rwarray_check(&broken, &fault), LISH_BAD_COUNT);
	broken = array;
	broken.array.nodes = NULL;
	assert_int_equal(rwarray_check(&broken, &fault), LISH_BAD_COUNT);
	assert_null(fault);

	b.idx.slot = 0; /* as if the object was assigned as a whole */
	assert_int_equal(rwarray_check(&array, &fault), LISH_BAD_INDEX);
	assert_ptr_equal(fault, &b.idx);
	b.idx.slot = 2;
}

TEST(check_looks_at_the_loops)
{
	struct rwarray_loop_ loop;
	struct rwarray_loop_ inner;

	fill(&array, "ab");
	open_loop(&loop, &array);
	open_loop(&inner, &array);
	assert_int_equal(rwarray_check(&array, NULL), LISH_OK);
	inner.next = 3;
	assert_int_equal(rwarray_check(&array, NULL), LISH_STALE_LOOP);
	inner.next = 0;
	inner.mode |= RWARRAY_CLOSING_;
	inner.place = 1;
	inner.from = 0;
	assert_int_equal(rwarray_check(&array, NULL), LISH_STALE_LOOP);
	inner.from = 3;
	assert_int_equal(rwarray_check(&array, NULL), LISH_STALE_LOOP);
	inner.from = 1;
	assert_int_equal(rwarray_check(&array, NULL), LISH_OK);
	inner.next = 2;
	assert_int_equal(rwarray_check(&array, NULL), LISH_STALE_LOOP);
	inner.next = 0;
	loop.loop.owner = 0;
	assert_int_equal(rwarray_check(&array, NULL), LISH_STALE_LOOP);
	loop.loop.owner = lish_loop_owner_(&loop.loop, &array.loops);
	rwarray_close_(&inner);
	rwarray_close_(&loop);
	assert_int_equal(rwarray_check(&array, NULL), LISH_OK);
}

/* Loops: what they visit in each state */

TEST(every_loop_visits_every_state)
{
	static const struct {
		const char *slots, *forward, *backward;
	} states[] = {
		{ "", "", "" },
		{ "a", "a", "a" },
		{ "ab", "ab", "ba" },
		{ "abc", "abc", "cba" },
		{ "..c", "c", "c" },
		{ "a..", "a", "a" },
		{ "a.c", "ac", "ca" },
		{ ".b.d.", "bd", "db" },
		{ ".b.d..g.ij", "bdgij", "jigdb" },
	};
	const struct rwarray *readonly = &array;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(states); i++) {
		/* These change nothing... */
		fill(&array, states[i].slots);
		assert_visits(states[i].forward,
			      rwarray_for_each_entry_const(pos, readonly, struct item, idx)
				      visit(pos));
		assert_slots(&array, states[i].slots);
		assert_visits(states[i].backward,
			      rwarray_for_each_entry_reverse(pos, &array, const struct item, idx)
				      visit(pos));
		/* ... and these close the holes. */
		rwarray_clear(&array);
		fill(&array, states[i].slots);
		assert_visits(states[i].forward, forward(&array));
		assert_slots(&array, states[i].forward);
		rwarray_clear(&array);
		fill(&array, states[i].slots);
		assert_visits(states[i].forward,
			      rwarray_for_each_entry_present(pos, &array, const struct item, idx)
				      visit(pos));
		assert_slots(&array, states[i].forward);
		rwarray_clear(&array);
	}
}

TEST(a_span_loop_passes_over_holes)
{
	uint32_t part, parts;

	fill(&array, ".b.d..g.ij");
	for (parts = 1; parts < 15; parts++) {
		visited[0] = '\0';
		for (part = 0; part < parts; part++)
			rwarray_for_each_entry_span(pos, &array, rwarray_span(&array, part, parts),
						    struct item, idx)
				visit(pos);
		assert_string_equal(visited, "bdgij");
	}
	/* It has closed none of them. */
	assert_slots(&array, ".b.d..g.ij");
	assert_span("", 4, 2);
	assert_span("g", 4, 3);
	assert_span("bd", 1, 3);
	/* Holes at the end. */
	rwarray_del(&array, &items[9].idx);
	assert_span("i", 7, 9);
	assert_span("", 9, 9);
}

TEST(every_loop_visits_very_many)
{
	const unsigned int n = ARRAY_SIZE(many);
	unsigned int i, sum[5] = { 0 };

	memset(many, 0, sizeof(many));
	for (i = 0; i < n; i++)
		add(&array, &many[i].idx);
	rwarray_del(&array, &many[5].idx);
	rwarray_for_each_entry_const(pos, &array, struct item, idx)
		sum[0] += (unsigned int)(pos - many);
	rwarray_for_each_entry_safe(pos, &array, struct item, idx)
		sum[1] += (unsigned int)(pos - many);
	rwarray_for_each_entry_reverse(pos, &array, struct item, idx)
		sum[2] += (unsigned int)(pos - many);
	rwarray_for_each_entry(pos, &array, struct item, idx)
		sum[3] += (unsigned int)(pos - many);
	rwarray_for_each_entry_present(pos, &array, struct item, idx)
		sum[4] += (unsigned int)(pos - many);
	for (i = 0; i < 5; i++)
		assert_int_equal(sum[i], n / 2 * (n - 1) - 5);
	/* Shares shorter than what is fetched ahead, too. */
	sum[0] = 0;
	for (i = 0; i < 1000; i++)
		rwarray_for_each_entry_span(pos, &array, rwarray_span(&array, i, 1000), struct item,
					    idx)
			sum[0] += (unsigned int)(pos - many);
	assert_int_equal(sum[0], n / 2 * (n - 1) - 5);
	/* With more holes than a loop would leave. */
	for (i = 0; i < n; i += 4)
		rwarray_del(&array, &many[i].idx);
	memset(sum, 0, sizeof(sum));
	rwarray_for_each_entry_reverse(pos, &array, struct item, idx)
		sum[0] += (unsigned int)(pos - many);
	rwarray_for_each_entry(pos, &array, struct item, idx)
		sum[1] += (unsigned int)(pos - many);
	assert_int_equal(rwarray_stats(&array).highest, n / 4 * 3 - 1);
	assert_int_equal(sum[0], sum[1]);
	assert_int_equal(sum[0], n / 2 * (n - 1) - 5 - n / 8 * (n - 4));
}

TEST(a_loop_closes_holes_that_are_worth_it)
{
	fill_many(&array, 96, 11);
	rwarray_for_each_entry(pos, &array, struct item, idx)
		(void)pos;
	assert_int_equal(rwarray_stats(&array).highest, 96);
	rwarray_del(&array, &many[50].idx);
	rwarray_for_each_entry_reverse(pos, &array, struct item, idx)
		(void)pos;
	assert_int_equal(rwarray_stats(&array).highest, 96);
	rwarray_for_each_entry_present(pos, &array, struct item, idx)
		(void)pos;
	assert_int_equal(rwarray_stats(&array).highest, 84);
}

TEST(a_loop_closes_all_holes_where_there_is_no_room)
{
	lish_sure(rwarray_init(&array, config_with(96, 0, 0, false)));
	fill_many(&array, 96, 1);
	rwarray_for_each_entry(pos, &array, struct item, idx)
		(void)pos;
	assert_int_equal(rwarray_stats(&array).highest, 95);
}

/* A body that leaves after a few pays for a few. */
TEST(a_loop_closes_holes_only_where_it_gets)
{
	fill_many(&array, 100, 50);
	rwarray_for_each_entry(pos, &array, struct item, idx)
		break;
	assert_int_equal(rwarray_stats(&array).highest, 100);
	assert_ptr_equal(at(&array, 15), &many[31].idx);
	assert_null(at(&array, 16));
	assert_null(at(&array, 32));
	assert_ptr_equal(at(&array, 33), &many[33].idx);
}

TEST(a_loop_closes_no_holes_while_another_stands_among_them)
{
	struct rwarray_loop_ first;
	struct rwarray_loop_ second;
	const struct rwarray_idx *idx;
	unsigned int n = 1, inner = 0;

	fill_many(&array, 100, 50);
	open_loop(&first, &array);
	assert_ptr_equal(step_loop(&first), &many[1].idx);
	/* [b d f h . . . . j ...]: now a second one begins */
	open_loop(&second, &array);
	for (; n < 10; n++)
		assert_ptr_equal(step_loop(&first), &many[2 * n + 1].idx);
	assert_int_equal(rwarray_check(&array, NULL), LISH_OK);
	assert_ptr_equal(step_loop(&second), &many[1].idx);
	rwarray_close_(&second);
	while ((idx = step_loop(&first)) != NULL)
		assert_ptr_equal(idx, &many[2 * n++ + 1].idx);
	assert_int_equal(n, 50);
	rwarray_close_(&first);
	/* One that began and ended between two steps changes nothing. */
	n = 0;
	rwarray_for_each_entry(pos, &array, struct item, idx) {
		assert_ptr_equal(pos, &many[2 * n++ + 1]);
		rwarray_for_each_entry(other, &array, struct item, idx)
			inner++;
	}
	assert_int_equal(inner, 50 * 50);
	assert_int_equal(rwarray_stats(&array).highest, 50);
}

TEST(a_loop_without_holes_writes_nothing_to_the_slots)
{
	static uint32_t *const slots[] = { &a.idx.slot, &b.idx.slot, &c.idx.slot };
	struct rwarray x;

	/* Slots in read-only memory: a write would be a fault. */
	(rwarray_init_in)(&x, (uint32_t **)(uintptr_t)slots, 3);
	x.array.used = x.count = 3;
	a.idx.slot = 1;
	b.idx.slot = 2;
	c.idx.slot = 3;
	assert_visits("abc", forward(&x));
	assert_visits("abc", rwarray_for_each_entry_present(pos, &x, struct item, idx) visit(pos));
	assert_visits("cba", rwarray_for_each_entry_reverse(pos, &x, struct item, idx) visit(pos));
}

/* Loops: changes inside */

TEST(the_body_removes_the_current_element)
{
	fill(&array, "abcde");
	assert_visits(
		"abcde", rwarray_for_each_entry(pos, &array, struct item, idx) {
			visit(pos);
			if (pos != &b && pos != &d)
				rwarray_del(&array, &pos->idx);
		});
	assert_slots(&array, ".b.d");
	assert_visits("bd", forward(&array));
	assert_slots(&array, "bd");
}

TEST(the_body_removes_any_other_element)
{
	fill(&array, "abcde");
	assert_visits(
		"abce", rwarray_for_each_entry(pos, &array, struct item, idx) {
			visit(pos);
			if (pos == &b) {
				rwarray_del(&array, &a.idx);
				rwarray_del(&array, &d.idx);
			}
		});
	/* The next loop closes the holes. */
	assert_slots(&array, ".bc.e");
	assert_visits("bce", forward(&array));
	assert_slots(&array, "bce");
}

TEST(present_and_reverse_do_not_visit_additions)
{
	fill(&array, "ab");
	assert_visits(
		"ab", rwarray_for_each_entry_present(pos, &array, struct item, idx) {
			visit(pos);
			if (pos == &a)
				add(&array, &c.idx);
		});
	assert_visits(
		"cba", rwarray_for_each_entry_reverse(pos, &array, struct item, idx) {
			visit(pos);
			if (pos == &c)
				add(&array, &d.idx);
		});
	assert_slots(&array, "abcd");
}

TEST(present_does_not_visit_what_left_and_came_back)
{
	fill(&array, "abc");
	assert_visits(
		"ab", rwarray_for_each_entry_present(pos, &array, struct item, idx) {
			visit(pos);
			if (pos != &a)
				continue;
			rwarray_del(&array, &c.idx);
			assert_int_equal(rwarray_add_tail(&array, &c.idx), 0);
			assert_int_equal(rwarray_add_tail(&array, &d.idx), 0);
		});
	assert_visits("abcd", forward(&array));
}

TEST(growth_compact_and_trim_in_a_loop_keep_its_place)
{
	fill(&array, "a.c.e...");
	assert_visits(
		"acebdf", rwarray_for_each_entry(pos, &array, struct item, idx) {
			visit(pos);
			if (pos == &c) {
				rwarray_compact(&array);
				assert_slots(&array, "ace");
			} else if (pos == &e) {
				rwarray_trim(&array);
				assert_int_equal(rwarray_stats(&array).capacity, 3);
				add(&array, &b.idx);
				add(&array, &d.idx);
				assert_int_equal(rwarray_reserve(&array, 20), 0);
				rwarray_del(&array, &a.idx);
			} else if (pos == &b) {
				rwarray_trim(&array);
				add(&array, &items[5].idx);
			}
		});
	assert_slots(&array, "cebdf");
}

TEST(a_loop_may_be_compacted_while_it_closes_holes)
{
	fill(&array, "a.cdef");
	assert_visits(
		"acdef", rwarray_for_each_entry(pos, &array, struct item, idx) {
			visit(pos);
			if (pos == &a) {
				rwarray_compact(&array);
				assert_slots(&array, "acdef");
			}
			if (pos == &d || pos == &e)
				rwarray_del(&array, &pos->idx);
		});
	assert_slots(&array, "ac..f");
	assert_visits("acf", forward(&array));
	assert_slots(&array, "acf");
}

TEST(a_full_fixed_array_closes_holes_under_the_loop)
{
	fill(&defined_array, "abc");
	assert_visits(
		"abcde", rwarray_for_each_entry(pos, &defined_array, struct item, idx) {
			visit(pos);
			if (pos == &a || pos == &b) {
				rwarray_del(&defined_array, &pos->idx);
				add(&defined_array, pos == &a ? &d.idx : &e.idx);
			}
		});
	assert_slots(&defined_array, "cde");
	rwarray_clear(&defined_array);
}

/* Loops: leaving, nesting */

TEST(break_keeps_what_was_not_visited)
{
	fill(&array, "abcde");
	rwarray_for_each_entry(pos, &array, struct item, idx) {
		rwarray_del(&array, &pos->idx);
		if (pos == &b)
			break;
	}
	assert_null(array.loops.first);
	assert_slots(&array, "..cde");
	rwarray_for_each_entry(pos, &array, struct item, idx) {
		if (pos == &d)
			break;
	}
	/* The loop has closed what lay before it. */
	assert_slots(&array, "cde");
	assert_visits("cde", forward(&array));
}

TEST(holes_at_the_end_go_when_the_last_loop_ends)
{
	struct rwarray_loop_ outer;
	struct rwarray_loop_ inner;

	fill(&array, "ab..");
	open_loop(&outer, &array);
	open_loop(&inner, &array);
	rwarray_close_(&inner);
	assert_slots(&array, "ab..");
	rwarray_close_(&outer);
	assert_slots(&array, "ab");
}

TEST(nested_loops_see_all_and_leave_the_outer_in_peace)
{
	fill(&array, "a.cd");
	assert_visits(
		"acdccddcd", rwarray_for_each_entry(pos, &array, struct item, idx) {
			visit(pos);
			rwarray_for_each_entry(other, &array, struct item, idx) {
				if (other != &a)
					visit(other);
				if (pos == &a && other == &d)
					rwarray_del(&array, &a.idx);
			}
		});
	assert_slots(&array, ".cd");
	assert_visits("cd", forward(&array));
	assert_slots(&array, "cd");
}

/* Misuse */

TEST(a_stale_loop_is_found_by_a_loop_in_its_place)
{
	struct rwarray_loop_ gone;

	fill(&array, "ab");
	open_loop(&gone, &array);
	memset(&gone, 0, sizeof(gone)); /* as if a function was left by longjmp, and called again */
	assert_int_equal(rwarray_check(&array, NULL), LISH_STALE_LOOP);
	assert_reported("rwarray_for_each_entry", LISH_STALE_LOOP, open_loop(&gone, &array));
	assert_ptr_equal(step_loop(&gone), &a.idx);
	rwarray_close_(&gone);
	assert_visits("ab", forward(&array));
}

TEST(a_stale_loop_is_found_by_what_tells_loops)
{
	struct rwarray_loop_ gone;

	fill(&array, "a.c");
	open_loop(&gone, &array);
	memset(&gone, 0x5a, sizeof(gone)); /* the stack was used by others */
	assert_reported("rwarray_compact", LISH_STALE_LOOP, rwarray_compact(&array));
	assert_slots(&array, "ac");
	assert_visits("ac", forward(&array));
}

TEST(a_loop_that_is_not_registered_is_found_when_it_ends)
{
	struct rwarray_loop_ loop;

	fill(&array, "a");
	open_loop(&loop, &array);
	array.loops.first = NULL;
	assert_reported("rwarray_for_each_entry", LISH_STALE_LOOP, rwarray_close_(&loop));
	rwarray_close_(&loop);
}

/* There is nothing behind the slots, which are fetched in advance. */
TEST(a_const_loop_reads_no_slot_that_is_gone)
{
	uint32_t n = 0, i;

	memset(many, 0, sizeof(many));
	for (i = 0; i < 10000; i++)
		add(&array, &many[i].idx);
	report.expected = true;
	rwarray_for_each_entry_const(x, &array, struct item, idx) {
		if (++n != 100)
			continue;
		for (i = 120; i < 10000; i++)
			rwarray_del(&array, &many[i].idx);
		rwarray_trim(&array);
	}
	report.expected = false;
	assert_int_equal(n, 120);
	rwarray_clear(&array);
}

/* Stopping */

/* As if a function had been left by longjmp. */
static void leave_a_loop(void)
{
	static struct rwarray_loop_ left;

	open_loop(&left, &array);
	memset(&left, 0x5a, sizeof(left));
}

#define assert_done(name, call)                                               \
	do {                                                                  \
		leave_a_loop();                                               \
		assert_reported("rwarray_" name, LISH_STALE_LOOP, call);        \
	} while (0)

TEST(a_stale_loop_refuses_no_change_of_the_whole)
{
	fill(&array, "abc");
	assert_done("reserve", assert_int_equal(rwarray_reserve(&array, 20), 0));
	assert_int_equal(rwarray_stats(&array).capacity, 20);
	assert_done("trim", rwarray_trim(&array));
	assert_int_equal(rwarray_stats(&array).capacity, 3);
	assert_done("clear", rwarray_clear(&array));
	assert_int_equal(a.idx.slot, 0);
	fill(&array, "de");
	assert_done("forget", rwarray_forget(&array));
	assert_array(&array, "");
	assert_int_equal(d.idx.slot, 1);
}

#if LISH_RELOADS_ && LISH_CHECK >= 1
/* As after the library was loaded again: the allocator may be gone. */
TEST(an_array_of_a_load_before_is_not_trimmed)
{
	fill(&array, "abc.e");
	array.array.load ^= 4;
	assert_reported("rwarray_trim", LISH_RELOADED, rwarray_trim(&array));
	assert_slots(&array, "abc.e");
	assert_int_equal(rwarray_stats(&array).capacity, 8);
	array.array.load ^= 4;
	rwarray_trim(&array);
	assert_slots(&array, "abce");
}
#endif

/* It began to close holes when it was alone, and is told that the array has changed. */
TEST(a_loop_that_closes_holes_goes_on_beside_another)
{
	struct rwarray_loop_ first, second;
	unsigned int n = 1;

	fill_many(&array, 100, 50);
	open_loop(&first, &array);
	assert_ptr_equal(step_loop(&first), &many[1].idx);
	open_loop(&second, &array);
	/* The slots move. */
	assert_int_equal(rwarray_reserve(&array, 500), 0);
	assert_ptr_equal(step_loop(&first), &many[2 * n++ + 1].idx);
	add(&array, &a.idx);
	for (; n < 50; n++)
		assert_ptr_equal(step_loop(&first), &many[2 * n + 1].idx);
	assert_ptr_equal(step_loop(&first), &a.idx);
	assert_null(step_loop(&first));
	assert_int_equal(rwarray_check(&array, NULL), LISH_OK);
	rwarray_close_(&second);
	rwarray_close_(&first);
}

TEST_MAIN(setup, teardown)
