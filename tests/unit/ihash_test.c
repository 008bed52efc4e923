/* SPDX-License-Identifier: MIT */
/*
 * ihash, name by name. Pictures show the order of the elements, which is that of their adds;
 * ihash_model_test.c has the changes inside loops.
 */
#include <errno.h>

#include "test.h"

#include <linux-ish/ihash.h>

#include "../../lib/ground/reload.h"

struct thing {
	long before; /* so that the node is not the object's first member */
	struct ihash_node node;
	char name;
};

#define THINGS 26

static struct thing things[THINGS];
static IHASH_STORAGE(buckets, 5);
static struct ihash table, fixed;
static struct test_mem mem;

static struct thing *thing(char name)
{
	return &things[name - 'a'];
}

static struct ihash_node *node(char name)
{
	return &thing(name)->node;
}

static int setup(void **state)
{
	static const struct test_mem fresh = TEST_MEM_INIT;
	struct lish_config config = LISH_CONFIG_INIT;
	size_t i;

	(void)state;
	memset(things, 0, sizeof(things));
	for (i = 0; i < THINGS; i++)
		things[i].name = (char)('a' + i);
	mem = fresh;
	config.mem = &mem.mem;
	assert_int_equal(ihash_init(&table, &config), 0);
	memset(&buckets, 0x5a, sizeof(buckets));
	ihash_init_in(&fixed, &buckets);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	if (!table.rows[IHASH_BASE_])
		return 0;
	ihash_forget(&table);
	ihash_destroy(&table);
	assert_int_equal(mem.bytes, 0);
	return 0;
}

/* Each letter is its own hash; capitals are the same letters with the hash of 'x'. */
static void fill(struct ihash *t, const char *names)
{
	for (; *names; names++)
		ihash_add(t, node((char)(*names | 0x20)),
			  ihash_u32((unsigned char)(*names < 'a' ? 'x' : *names)));
}

/* The table holds just these, seen from both ends, and is whole. */
static void assert_order(const struct ihash *t, const char *names)
{
	const size_t n = strlen(names);
	const struct thing *u;
	char seen[64];
	size_t i = 0;

	assert_int_equal(ihash_check(t, NULL), LISH_OK);
	assert_int_equal(ihash_count(t), n);
	ihash_for_each_entry_const(v, t, const struct thing, node)
		seen[i++] = v->name;
	seen[i] = '\0';
	assert_string_equal(seen, names);
	for (u = ihash_last_entry(t, const struct thing, node); u;
	     u = ihash_prev_entry(t, u, const struct thing, node))
		assert_int_equal(u->name, names[--i]);
	assert_int_equal(i, 0);
}

static void assert_candidates(const struct ihash *t, uint32_t hash, const char *names)
{
	char seen[64];
	size_t i = 0;

	ihash_for_each_hash_entry(v, t, hash, const struct thing, node)
		seen[i++] = v->name;
	seen[i] = '\0';
	assert_string_equal(seen, names);
}

static void assert_zero(const struct ihash_node *n)
{
	static const struct ihash_node zero;

	assert_memory_equal(n, &zero, sizeof(zero));
}

static bool has_name(const void *key, const struct ihash_node *n)
{
	return container_of(n, const struct thing, node)->name == *(const char *)key;
}

static struct thing *find(const struct ihash *t, uint32_t hash, char name)
{
	return ihash_find_entry(t, hash, &name, has_name, struct thing, node);
}

/* Making */

TEST(sizes_are_as_documented)
{
	assert_int_equal(sizeof(struct ihash_node), sizeof(void *) == 8 ? 40 : 24);
}

TEST(a_zeroed_node_is_in_no_table)
{
	static struct thing fresh;

	assert_false(ihash_is_linked(&fresh.node));
	assert_null(ihash_of(&fresh.node));
	ihash_add(&table, &fresh.node, 1);
	assert_true(ihash_is_linked(&fresh.node));
	assert_ptr_equal(ihash_of(&fresh.node), &table);
	ihash_del(&table, &fresh.node);
	assert_zero(&fresh.node);
}

TEST(node_init_makes_a_node_of_any_memory)
{
	memset(node('a'), 0x5a, sizeof(*node('a')));
	ihash_node_init(node('a'));
	assert_zero(node('a'));
}

/* Any number of buckets: each hash has one, and elements are found. */
TEST(the_rounds_of_a_fixed_table_are_counted_for_any_number_of_buckets)
{
	uint32_t log, n;

	for (log = 1; log < 31; log++) {
		n = (uint32_t)1 << log;
		assert_int_equal(IHASH_LOG2_(n), log);
		assert_int_equal(IHASH_LOG2_(n - 1), log - 1);
	}
	assert_int_equal(IHASH_LOG2_(LISH_MAX_COUNT), 30);
}

TEST(any_number_of_buckets_will_do)
{
	IHASH_DEFINE_STATIC(one, 1);
	IHASH_DEFINE_STATIC(two, 2);
	IHASH_DEFINE_STATIC(three, 3);
	IHASH_DEFINE_STATIC(seven, 7);
	IHASH_DEFINE_STATIC(many, 1025);
	struct ihash *all[] = { &one, &two, &three, &seven, &many, &fixed };
	size_t i;
	char name;

	for (i = 0; i < ARRAY_SIZE(all); i++) {
		fill(all[i], "abcdefghijklmnopqrstuvwxyz");
		assert_order(all[i], "abcdefghijklmnopqrstuvwxyz");
		for (name = 'a'; name <= 'z'; name++)
			assert_ptr_equal(find(all[i], (unsigned char)name, name), thing(name));
		assert_null(find(all[i], 'a', 'b'));
		ihash_clear(all[i]);
	}
	assert_int_equal(ihash_stats(&three).capacity, 3);
	assert_int_equal(ihash_stats(&many).limit, 1025);
	assert_int_equal(ihash_stats(&many).bytes, 1025 * sizeof(void *));
	assert_int_equal(ihash_reserve(&three, 3), 0);
	assert_int_equal(ihash_reserve(&three, 4), -ENOSPC);
}

TEST(init_takes_what_the_config_says)
{
	struct lish_config config = LISH_CONFIG_INIT;
	struct ihash t;

	config.mem = &mem.mem;
	config.initial = 5;
	assert_int_equal(ihash_init(&t, &config), 0);
	assert_int_equal(ihash_stats(&t).capacity, 8);
	assert_int_equal(mem.allocs, 1);
	ihash_destroy(&t);
	config.limit = 7;
	assert_int_equal(ihash_init(&t, &config), -ENOSPC);
	assert_null(t.rows[IHASH_BASE_]);
	config.initial = 3;
	assert_int_equal(ihash_init(&t, &config), 0);
	assert_int_equal(ihash_stats(&t).limit, 4);
	assert_int_equal(ihash_stats(&t).bytes, 4 * sizeof(void *));
	ihash_destroy(&t);
	mem.fail_at = mem.allocs + 1;
	assert_int_equal(ihash_init(&t, &config), -ENOMEM);
	assert_null(t.rows[IHASH_BASE_]);
	assert_int_equal(mem.bytes, 0);
}

/* Changing */

TEST(add_puts_at_the_end)
{
	fill(&table, "bac");
	assert_order(&table, "bac");
	fill(&fixed, "zy");
	assert_order(&fixed, "zy");
}

TEST(del_takes_the_node_out_and_zeroes_it)
{
	const char *names = "cadb", *name;

	fill(&table, "abcd");
	for (name = names; *name; name++) {
		ihash_del(&table, node(*name));
		assert_zero(node(*name));
		assert_int_equal(ihash_count(&table), 3 - (name - names));
		assert_null(find(&table, (unsigned char)*name, *name));
	}
	assert_order(&table, "");
	fill(&table, "c");
	assert_order(&table, "c");
}

TEST(leave_needs_no_table)
{
	fill(&table, "abc");
	fill(&fixed, "x");
	assert_true(ihash_leave(node('b')));
	assert_zero(node('b'));
	assert_order(&table, "ac");
	assert_false(ihash_leave(node('b')));
	assert_true(ihash_leave(node('x')));
	assert_order(&fixed, "");
	assert_false(ihash_leave(node('z')));
}

TEST(pop_takes_the_first)
{
	assert_null(ihash_pop_entry(&table, struct thing, node));
	fill(&table, "abc");
	assert_ptr_equal(ihash_pop_entry(&table, struct thing, node), thing('a'));
	assert_zero(node('a'));
	assert_order(&table, "bc");
}

/* [a b c] -> [a c b]; candidates X and Y of one hash stay in the order of their adds */
TEST(move_tail_moves_to_the_end_and_keeps_candidates)
{
	fill(&table, "abc");
	ihash_move_tail(&table, node('b'));
	assert_order(&table, "acb");
	ihash_move_tail(&table, node('b'));
	assert_order(&table, "acb");
	fill(&table, "XY");
	ihash_move_tail(&table, node('x'));
	assert_order(&table, "acbyx");
	assert_candidates(&table, 'x', "yx");
}

TEST(clear_zeroes_every_node)
{
	ihash_clear(&table);
	assert_order(&table, "");
	fill(&table, "abc");
	ihash_clear(&table);
	assert_order(&table, "");
	assert_zero(node('a'));
	assert_zero(node('c'));
	assert_null(find(&table, 'a', 'a'));
}

TEST(forget_empties_without_touching)
{
	fill(&table, "ab");
	ihash_forget(&table);
	assert_order(&table, "");
	assert_non_null(node('a')->link.next);
	ihash_node_init(node('a'));
	fill(&table, "a");
	assert_order(&table, "a");
}

TEST(node_moved_repairs_a_table_after_a_copy)
{
	struct thing copy;

	fill(&table, "aXcY");
	copy = *thing('x');
	memset(thing('x'), 0x5a, sizeof(copy));
	ihash_node_moved(&copy.node);
	assert_order(&table, "axcy");
	assert_candidates(&table, 'x', "yx");
	assert_ptr_equal(find(&table, 'x', 'x'), &copy);
	ihash_del(&table, &copy.node);
	ihash_node_moved(&copy.node);
	assert_zero(&copy.node);
	assert_order(&table, "acy");
}

TEST(destroy_releases_the_buckets_of_an_empty_table)
{
	fill(&table, "abcdefghijk");
	assert_true(mem.bytes > 0);
	ihash_clear(&table);
	ihash_destroy(&table);
	assert_int_equal(mem.bytes, 0);
	assert_int_equal(ihash_check(&table, NULL), LISH_UNINITIALIZED);
	ihash_destroy(&fixed);
	ihash_init_in(&fixed, &buckets);
	fill(&fixed, "a");
	assert_order(&fixed, "a");
}

/* Growth */

/* One bucket with an add, one array with a round. Nothing is lost on the way. */
TEST(a_table_grows_by_one_bucket_with_an_add)
{
	uint32_t before = ihash_stats(&table).capacity;
	char name;

	assert_int_equal(before, 1);
	assert_int_equal(ihash_stats(&table).bytes, 0);
	for (name = 'a'; name <= 'z'; name++) {
		ihash_add(&table, node(name), (unsigned char)(name % 3 ? name : 'x'));
		assert_int_equal(ihash_stats(&table).capacity, name - 'a' + 1);
		assert_int_equal(ihash_stats(&table).bytes, mem.bytes);
		assert_int_equal(ihash_check(&table, NULL), LISH_OK);
	}
	assert_int_equal(mem.allocs, 5);
	assert_int_equal(mem.frees, 3);
	assert_candidates(&table, 'x', "xurolifc");
}

TEST(an_add_without_memory_makes_longer_chains)
{
	mem.fail_at = 2;
	mem.stays = true;
	fill(&table, "abcdefghijklmnopqrstuvwxyz");
	assert_order(&table, "abcdefghijklmnopqrstuvwxyz");
	assert_int_equal(ihash_stats(&table).capacity, 2);
	/* It tries again after half as many adds. */
	assert_int_equal(ihash_stats(&table).failed, 5);
	assert_int_equal(ihash_reserve(&table, 3), -ENOMEM);
	mem.fail_at = 0;
	assert_int_equal(ihash_reserve(&table, 20), 0);
	assert_int_equal(ihash_stats(&table).capacity, 32);
	assert_order(&table, "abcdefghijklmnopqrstuvwxyz");
}

TEST(a_limit_and_no_grow_bound_the_buckets)
{
	struct lish_config config = LISH_CONFIG_INIT;
	struct ihash t;

	config.mem = &mem.mem;
	config.limit = 6;
	assert_int_equal(ihash_init(&t, &config), 0);
	fill(&t, "abcdefghij");
	assert_int_equal(ihash_stats(&t).capacity, 4);
	assert_int_equal(ihash_stats(&t).failed, 0);
	assert_int_equal(ihash_reserve(&t, 5), -ENOSPC);
	ihash_clear(&t);
	ihash_destroy(&t);
	config.limit = 0;
	config.no_grow = true;
	assert_int_equal(ihash_init(&t, &config), 0);
	fill(&t, "abcdefghij");
	assert_int_equal(ihash_stats(&t).capacity, 1);
	assert_int_equal(ihash_reserve(&t, 10), 0);
	assert_int_equal(ihash_stats(&t).capacity, 16);
	assert_order(&t, "abcdefghij");
	ihash_clear(&t);
	ihash_destroy(&t);
}

TEST(reserve_gets_memory_for_all_further_adds)
{
	unsigned int allocs;

	fill(&table, "abc");
	assert_int_equal(ihash_reserve(&table, 20), 0);
	allocs = mem.allocs;
	fill(&table, "defghijklmnopqrst");
	assert_int_equal(mem.allocs, allocs);
	assert_order(&table, "abcdefghijklmnopqrst");
}

TEST(trim_joins_buckets_and_keeps_candidates)
{
	char name;

	fill(&table, "aXbYcZdefghijklmno");
	for (name = 'd'; name <= 'o'; name++)
		ihash_del(&table, node(name));
	ihash_trim(&table);
	assert_int_equal(ihash_stats(&table).capacity, 8);
	assert_order(&table, "axbycz");
	assert_candidates(&table, 'x', "zyx");
	ihash_clear(&table);
	ihash_trim(&table);
	assert_int_equal(ihash_stats(&table).capacity, 1);
	assert_int_equal(mem.bytes, 0);
	fill(&table, "ab");
	assert_order(&table, "ab");
	ihash_trim(&fixed);
	assert_int_equal(ihash_stats(&fixed).capacity, 5);
}

TEST(rebind_hands_the_memory_to_another_allocator)
{
	struct test_mem other = TEST_MEM_INIT;
	struct lish_config config = LISH_CONFIG_INIT;

	fill(&table, "abcd");
	config.mem = &other.mem;
	other.bytes = mem.bytes;
	mem.bytes = 0;
	ihash_rebind(&table, &config);
	fill(&table, "efghij");
	assert_true(other.allocs > 0);
	ihash_clear(&table);
	ihash_destroy(&table);
	assert_int_equal(other.bytes, 0);
}

/* Asking */

TEST(contains_knows_its_table)
{
	fill(&table, "a");
	fill(&fixed, "b");
	assert_true(ihash_contains(&table, node('a')));
	assert_false(ihash_contains(&table, node('b')));
	assert_false(ihash_contains(&table, node('c')));
}

TEST(next_and_prev_reach_the_neighbours)
{
	fill(&table, "abc");
	assert_ptr_equal(ihash_first(&table), node('a'));
	assert_ptr_equal(ihash_first_entry(&table, struct thing, node), thing('a'));
	assert_ptr_equal(ihash_last_entry(&table, struct thing, node), thing('c'));
	assert_ptr_equal(ihash_next_entry(&table, thing('a'), struct thing, node), thing('b'));
	assert_ptr_equal(ihash_prev_entry(&table, thing('c'), struct thing, node), thing('b'));
	assert_null(ihash_next_entry(&table, thing('c'), struct thing, node));
	assert_null(ihash_prev_entry(&table, thing('a'), struct thing, node));
	assert_null(ihash_first(&fixed));
	assert_null(ihash_first_entry(&fixed, struct thing, node));
	assert_null(ihash_last_entry(&fixed, struct thing, node));
}

TEST(stats_tell_all_figures)
{
	struct lish_stats stats;

	fill(&table, "abcde");
	ihash_del(&table, node('a'));
	stats = ihash_stats(&table);
	assert_int_equal(stats.count, 4);
	assert_int_equal(stats.peak, 5);
	assert_int_equal(stats.capacity, 5);
	assert_int_equal(stats.limit, 1 << 30);
	assert_int_equal(stats.bytes, mem.bytes);
	ihash_clear(&table);
	assert_int_equal(ihash_stats(&table).peak, 5);
	/* No removal has noted this one. */
	fill(&table, "abcdef");
	ihash_clear(&table);
	assert_int_equal(ihash_stats(&table).peak, 6);
}

TEST(check_names_the_first_fault)
{
	const struct ihash_node *fault = node('z');
	struct ihash_node *kept;

	fill(&fixed, "abXY");
	assert_int_equal(ihash_check(&fixed, &fault), LISH_OK);
	assert_null(fault);
	node('b')->table = &table;
	assert_int_equal(ihash_check(&fixed, &fault), LISH_FOREIGN);
	assert_ptr_equal(fault, node('b'));
	node('b')->table = &fixed;
	fixed.walks.count = 3;
	assert_int_equal(ihash_check(&fixed, &fault), LISH_BAD_COUNT);
	fixed.walks.count = 4;
	node('b')->hash = 0x77777777;
	assert_int_equal(ihash_check(&fixed, &fault), LISH_BAD_INDEX);
	assert_ptr_equal(fault, node('b'));
	node('b')->hash = 'b';
	/* A chain that leads round, and one that ends early. */
	kept = node('x')->chain;
	node('x')->chain = node('y');
	assert_int_equal(ihash_check(&fixed, &fault), LISH_BROKEN_LINKS);
	node('x')->chain = kept;
	node('y')->chain = NULL;
	assert_int_equal(ihash_check(&fixed, &fault), LISH_BROKEN_LINKS);
	assert_null(fault);
	node('y')->chain = node('x');
	memset(node('a'), 0, sizeof(*node('a')));
	assert_int_equal(ihash_check(&fixed, &fault), LISH_BROKEN_LINKS);
	assert_null(fault);
}

/* Loops */

TEST(every_loop_visits_every_state)
{
	const char *states[] = { "", "a", "ab", "abcdefghij" };
	struct ihash_loop loop = LISH_LOOP_INIT;
	struct ihash_node *n;
	size_t i, k, size;

	for (i = 0; i < ARRAY_SIZE(states); i++) {
		ihash_clear(&table);
		fill(&table, states[i]);
		size = strlen(states[i]);
		k = 0;
		ihash_for_each_entry(t, &table, struct thing, node)
			assert_int_equal(t->name, states[i][k++]);
		assert_int_equal(k, size);
		ihash_for_each_entry_reverse(t, &table, struct thing, node)
			assert_int_equal(t->name, states[i][--k]);
		assert_int_equal(k, 0);
		ihash_for_each_entry_present(t, &table, struct thing, node)
			assert_int_equal(t->name, states[i][k++]);
		assert_int_equal(k, size);
		k = 0;
		ihash_for_each_entry_safe(t, &table, struct thing, node)
			assert_int_equal(t->name, states[i][k++]);
		assert_int_equal(k, size);
		k = size / 2;
		ihash_for_each_entry_from(t, &table, size ? thing(states[i][k]) : NULL, struct thing,
					  node)
			assert_int_equal(t->name, states[i][k++]);
		assert_int_equal(k, size);
		ihash_loop_begin(&loop, &table);
		for (k = 0; (n = ihash_loop_next(&loop)) != NULL; k++)
			assert_ptr_equal(n, node(states[i][k]));
		assert_int_equal(k, size);
		ihash_loop_end(&loop);
	}
}

/* Candidates come newest first; the loop takes any one change of them. */
TEST(candidates_come_newest_first)
{
	fill(&table, "aXbYcZd");
	assert_candidates(&table, 'x', "zyx");
	assert_candidates(&table, 'a', "a");
	assert_candidates(&table, 'q', "");
}

TEST(a_candidate_loop_may_remove_the_current_element)
{
	char seen[8] = "";
	size_t n = 0;

	fill(&fixed, "aXbYcZd");
	ihash_for_each_hash_entry(t, &fixed, 'x', struct thing, node) {
		seen[n++] = t->name;
		ihash_del(&fixed, &t->node);
	}
	assert_string_equal(seen, "zyx");
	assert_order(&fixed, "abcd");
}

TEST(a_candidate_loop_may_remove_others_and_add)
{
	char seen[8] = "";
	size_t n = 0;

	fill(&table, "aXbYcZd");
	ihash_for_each_hash_entry(t, &table, 'x', struct thing, node) {
		seen[n++] = t->name;
		if (t->name == 'z') {
			ihash_del(&table, node('y'));
			fill(&table, "VWefghijklmno");
		}
	}
	assert_string_equal(seen, "zx");
	assert_candidates(&table, 'x', "wvzx");
}

/* z y x. The body of z removes y and adds it again: it is in front, and x is next. */
TEST(a_candidate_loop_does_not_visit_an_element_that_was_added_again)
{
	char seen[8] = "";
	size_t n = 0;

	fill(&table, "aXbYcZd");
	ihash_for_each_hash_entry(t, &table, 'x', struct thing, node) {
		seen[n++] = t->name;
		assert_true(n < sizeof(seen));
		if (t->name == 'z') {
			ihash_del(&table, node('y'));
			fill(&table, "Y");
		}
	}
	assert_string_equal(seen, "zx");
	assert_candidates(&table, 'x', "yzx");
}

/* All in one bucket: z y x. The body removes z, and y behind it: x may have been visited. */
TEST(a_candidate_loop_that_lost_its_place_ends)
{
	IHASH_DEFINE_STATIC(one, 1);
	unsigned int n = 0;

	fill(&one, "XYZ");
#if LISH_CHECK >= 1
	report.expected = true;
	report.count = 0;
#endif
	ihash_for_each_hash_entry(t, &one, 'x', struct thing, node) {
		n++;
		ihash_del(&one, node('z'));
		ihash_del(&one, node('y'));
	}
	assert_int_equal(n, 1);
#if LISH_CHECK >= 1
	report.expected = false;
	assert_int_equal(report.count, 1);
	assert_int_equal(report.fault.reason, LISH_LOST_PLACE);
	assert_string_equal(report.fault.operation, "ihash_for_each_hash_entry");
#endif
	/* Without a candidate left there is nothing to lose. */
	ihash_clear(&one);
	fill(&one, "aXbYc");
	ihash_for_each_hash_entry(t, &one, 'x', struct thing, node)
		ihash_clear(&one);
	fill(&one, "Xa");
	ihash_for_each_hash_entry(t, &one, 'x', struct thing, node) {
		ihash_clear(&one);
		ihash_destroy(&one);
	}
}

#if LISH_CHECK >= 1
TEST(a_loop_that_reads_is_reported_in_a_file_of_any_kind)
{
	static struct ihash zero;

	fill(&table, "ab");
	assert_reported("ihash_for_each_entry_const", LISH_LOST_PLACE,
			ihash_for_each_entry_const(t, &table, struct thing, node)
				ihash_del(&table, &t->node));
	assert_ptr_equal(report.fault.node, node('a'));
	assert_order(&table, "b");
	assert_reported("ihash_for_each_hash_entry", LISH_UNINITIALIZED,
			ihash_for_each_hash_entry(t, &zero, 1, struct thing, node) fail());
}

TEST(a_table_needs_buckets)
{
	struct ihash none;

	assert_reported("ihash_init_in", LISH_NULL, (ihash_init_in)(&none, NULL, 1));
	assert_int_equal(ihash_check(&none, NULL), LISH_UNINITIALIZED);
	assert_reported("ihash_init_in", LISH_NULL,
			(ihash_init_in)(&none, buckets.ihash_buckets, 0));
}

/* An allocator that ignores the alignment. */
static void *misaligned_alloc(struct lish_mem *it, size_t size, size_t align)
{
	static uint64_t memory[64];

	(void)it, (void)align;
	assert_true(size < sizeof(memory));
	return (char *)memory + 1;
}

static void misaligned_free(struct lish_mem *it, void *ptr, size_t size, size_t align)
{
	(void)it, (void)ptr, (void)size, (void)align;
}

TEST(misaligned_memory_is_reported)
{
	static struct lish_mem crooked = { misaligned_alloc, misaligned_free, NULL, NULL };
	struct lish_config config = LISH_CONFIG_INIT;
	struct ihash grown;

	config.mem = &crooked;
	assert_int_equal(ihash_init(&grown, &config), 0);
	ihash_add(&grown, node('a'), 1);
	assert_reported("ihash_add", LISH_MISALIGNED, ihash_add(&grown, node('b'), 2));
	assert_zero(node('b'));
	assert_reported("ihash_reserve", LISH_MISALIGNED,
			assert_int_equal(ihash_reserve(&grown, 4), -EINVAL));
	assert_int_equal(ihash_stats(&grown).capacity, 1);
	ihash_clear(&grown);
	ihash_destroy(&grown);
	config.initial = 4;
	assert_reported("ihash_init", LISH_MISALIGNED,
			assert_int_equal(ihash_init(&grown, &config), -EINVAL));
}

#if LISH_RELOADS_
/* Its allocator is not called. */
TEST(a_table_of_a_library_that_was_loaded_again_neither_grows_nor_shrinks)
{
	fill(&table, "abc");
	assert_int_equal(ihash_stats(&table).capacity, 3);
	table.load++;
	/* The fourth bucket is the last one of a round, whose memory would be released. */
	assert_reported("ihash_add", LISH_RELOADED, ihash_add(&table, node('d'), 1));
	assert_zero(node('d'));
	assert_reported("ihash_trim", LISH_RELOADED, ihash_trim(&table));
	table.load--;
	ihash_add(&table, node('d'), 1);
	table.load++;
	assert_reported("ihash_reserve", LISH_RELOADED,
			assert_int_equal(ihash_reserve(&table, 8), -EINVAL));
	table.load--;
	assert_int_equal(ihash_stats(&table).capacity, 4);
	assert_int_equal(ihash_check(&table, NULL), LISH_OK);
}
#endif

/* All in one bucket, and the last one, x, leads to the first. */
TEST(a_candidate_loop_ends_in_a_chain_that_leads_round)
{
	IHASH_DEFINE_STATIC(one, 1);
	unsigned int n = 0;

	fill(&one, "XYZ");
	node('x')->chain = node('z');
	assert_reported("ihash_for_each_hash_entry", LISH_BROKEN_LINKS, {
		ihash_for_each_hash_entry(t, &one, 'x', struct thing, node)
			n++;
	});
	assert_int_equal(n, 3);
	node('x')->chain = NULL;
	ihash_clear(&one);
}

/* c x b a in one bucket. The body removes x, and b behind it; then a leads to c. */
TEST(a_candidate_loop_that_lost_its_place_ends_in_such_a_chain)
{
	IHASH_DEFINE_STATIC(one, 1);
	unsigned int n = 0;

	fill(&one, "abXc");
	assert_reported("ihash_for_each_hash_entry", LISH_LOST_PLACE, {
		ihash_for_each_hash_entry(t, &one, 'x', struct thing, node) {
			n++;
			ihash_del(&one, node('x'));
			ihash_del(&one, node('b'));
			node('a')->chain = node('c');
		}
	});
	assert_int_equal(n, 1);
	node('a')->chain = NULL;
	ihash_clear(&one);
}

/* Level 2 looks at all of it first. */
TEST(a_bucket_with_an_element_of_another_one_is_not_split)
{
	char name = 'e';

	fill(&table, "abcd");
	node('c')->hash ^= 0x5a5a5a5a;
	report.expected = true;
	for (report.count = 0; !report.count && name <= 'h'; name++)
		ihash_add(&table, node(name), (unsigned char)name);
	report.expected = false;
	assert_int_equal(report.fault.reason, LISH_BAD_INDEX);
	assert_zero(node(--name));
	assert_int_equal(ihash_stats(&table).capacity, name - 'a');
	assert_reported("ihash_reserve", LISH_BAD_INDEX,
			assert_int_equal(ihash_reserve(&table, 8), -EINVAL));
	node('c')->hash ^= 0x5a5a5a5a;
	fill(&table, strchr("efgh", name));
	assert_order(&table, "abcdefgh");
}

/* Nor joined, be it the last one of a round or an earlier one. */
TEST(a_bucket_with_an_element_of_another_one_is_not_joined)
{
	char name;

	fill(&table, "abcd");
	report.count = 0;
	for (name = 'a'; name <= 'd'; name++) {
		assert_int_equal(ihash_reserve(&table, 8), 0);
		node(name)->hash ^= 0x5a5a5a5a;
		report.expected = true;
		ihash_trim(&table);
		report.expected = false;
		assert_true(table.split < 1u << (31 - table.shift));
		node(name)->hash ^= 0x5a5a5a5a;
		assert_order(&table, "abcd");
	}
	assert_true(report.count > 0);
	assert_int_equal(report.fault.reason, LISH_BAD_INDEX);
	ihash_trim(&table);
	assert_order(&table, "abcd");
	assert_int_equal(ihash_stats(&table).capacity, 4);
}
#endif

static unsigned int evaluated;

static struct ihash *once(void)
{
	evaluated++;
	return &table;
}

TEST(every_macro_evaluates_its_arguments_once)
{
	fill(&table, "ab");
	ihash_for_each_entry(t, once(), struct thing, node)
		(void)t;
	ihash_for_each_entry_reverse(t, once(), struct thing, node)
		(void)t;
	ihash_for_each_entry_present(t, once(), struct thing, node)
		(void)t;
	ihash_for_each_entry_from(t, once(), thing('a'), struct thing, node)
		(void)t;
	ihash_for_each_entry_const(t, once(), struct thing, node)
		(void)t;
	ihash_for_each_hash_entry(t, once(), 'a', struct thing, node)
		(void)t;
	(void)ihash_first_entry(once(), struct thing, node);
	(void)ihash_last_entry(once(), struct thing, node);
	(void)ihash_next_entry(once(), thing('a'), struct thing, node);
	(void)ihash_prev_entry(once(), thing('a'), struct thing, node);
	(void)ihash_find_entry(once(), 'a', "a", has_name, struct thing, node);
	(void)ihash_pop_entry(once(), struct thing, node);
	assert_int_equal(evaluated, 12);
}

/* Hashes */

TEST(hashes_are_the_same_on_every_machine)
{
	assert_int_equal(ihash_u32(7), 7);
	assert_int_equal(ihash_u64(7), 7);
	assert_int_equal(ihash_u64((uint64_t)1 << 32), 0x85ebca6b);
	assert_int_equal(ihash_pointer(thing('a')), ihash_u64((uintptr_t)thing('a')));
	/* The published ones of FNV-1a. */
	assert_int_equal(ihash_bytes(NULL, 0), 0x811c9dc5);
	assert_int_equal(ihash_string(""), ihash_bytes("", 0));
	assert_int_equal(ihash_string("a"), 0xe40c292c);
	assert_int_equal(ihash_string("foobar"), 0xbf9cf968);
}

/* The vectors that Linux publishes for its own: bytes 0, 1, 2, ... and a seed of such bytes. */
TEST(seeded_hashes_are_half_sip_hash_1_3)
{
	static const struct ihash_seed seed = { { 0x03020100, 0x07060504 } };
	static const uint32_t published[] = { 0x5814c896, 0xe7e864ca, 0xbc4b0e30, 0x01539939,
					      0x7e059ea6, 0x88e3d89b, 0xa0080b65, 0x9d38d9d6 };
	static const struct ihash_seed another = { { 0x03020100, 0x07060505 } };
	unsigned char bytes[9];
	size_t i;

	for (i = 0; i < sizeof(bytes); i++)
		bytes[i] = (unsigned char)i;
	for (i = 0; i < ARRAY_SIZE(published); i++)
		assert_int_equal(ihash_bytes_seeded(&seed, bytes, i), published[i]);
	assert_int_equal(ihash_u64_seeded(&seed, 0x0706050403020100u),
			 ihash_bytes_seeded(&seed, bytes, 8));
	assert_int_equal(ihash_string_seeded(&seed, "abc"), ihash_bytes_seeded(&seed, "abc", 3));
	assert_int_not_equal(ihash_string_seeded(&seed, "abc"),
			     ihash_string_seeded(&another, "abc"));
}

TEST_MAIN(setup, teardown)
