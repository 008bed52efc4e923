/* SPDX-License-Identifier: MIT */
/*
 * rwarray, name by name, and against models. Pictures show the slots of the
 * array as the letters of its members, a hole as a dot: [a.c].
 */
#include "test.h"

#include <linux-ish/rwarray.h>

struct item {
	char name;
	int key;
	struct rwarray_idx idx;
	struct rwarray_idx other;
};

/* Ten objects and an array that grows for each test. */
static struct item items[10];
static struct test_mem mem;
static struct rwarray array;

#define a (items[0])
#define b (items[1])
#define c (items[2])
#define d (items[3])
#define e (items[4])

static int setup(void **state)
{
	static const struct test_mem fresh = TEST_MEM_INIT;
	size_t i;

	(void)state;
	memset(items, 0, sizeof(items));
	for (i = 0; i < ARRAY_SIZE(items); i++) {
		items[i].name = (char)('a' + (int)i);
		items[i].key = (int)i;
	}
	mem = fresh;
	rwarray_init(&array, &mem.mem);
	return 0;
}

/* Whatever a test did, the memory comes back. */
static int teardown(void **state)
{
	(void)state;
	if (array.limit) {
		rwarray_abandon(&array);
		rwarray_destroy(&array);
	}
	assert_int_equal(mem.bytes, 0);
	return 0;
}

/* Bring an empty array into the state that is pictured. */
static void fill(struct rwarray *to, const char *slots)
{
	struct item hole[16];
	size_t n = strlen(slots), i;

	memset(hole, 0, sizeof(hole));
	for (i = 0; i < n; i++)
		assert_int_equal(rwarray_add(to, slots[i] == '.' ?
						 &hole[i].idx :
						 &items[slots[i] - 'a'].idx),
				 0);
	for (i = 0; i < n; i++)
		if (slots[i] == '.')
			assert_int_equal(rwarray_del(to, &hole[i].idx), 0);
}

#define assert_slots(array, picture) check_slots(array, picture, __LINE__)

static void check_slots(const struct rwarray *x, const char *picture, int line)
{
	char seen[32] = "";
	uint32_t i;

	if (rwarray_check(x, NULL) != LISH_OK)
		fail_msg("line %d: the array is broken", line);
	for (i = 0; i < x->len; i++)
		seen[i] = x->slots[i] ? rwarray_entry(x->slots[i], struct item,
						      idx)->name : '.';
	if (strcmp(seen, picture))
		fail_msg("line %d: [%s] instead of [%s]", line, seen, picture);
}

/* What loops see is collected here. */
static char trail[64];

static void visit(const struct item *item)
{
	const size_t n = strlen(trail);

	assert_true(n + 1 < sizeof(trail));
	trail[n] = item->name;
	trail[n + 1] = '\0';
}

#define assert_visits(names, loop)                 \
	do {                                       \
		trail[0] = '\0';                   \
		loop;                              \
		assert_string_equal(trail, names); \
	} while (0)

#define forward(array) \
	rwarray_for_each_entry(pos, array, struct item, idx) visit(pos)

/* Making arrays and nodes */

static void a_zeroed_node_is_in_no_array(void **state)
{
	static struct item fresh;

	(void)state;
	assert_false(rwarray_contains(&array, &fresh.idx));
	assert_int_equal(rwarray_add(&array, &fresh.idx), 0);
	assert_true(rwarray_contains(&array, &fresh.idx));
	assert_int_equal(rwarray_del(&array, &fresh.idx), 0);
	assert_false(rwarray_contains(&array, &fresh.idx));
}

static void init_makes_an_empty_array_of_any_memory(void **state)
{
	struct rwarray x;

	(void)state;
	memset(&x, 0x5a, sizeof(x));
	rwarray_init(&x, NULL);
	assert_ptr_equal(x.mem, &lish_mem_default);
	assert_int_equal(rwarray_count(&x), 0);
	assert_int_equal(rwarray_capacity(&x), 0);
	assert_slots(&x, "");
	rwarray_destroy(&x);
}

static void init_fixed_makes_an_array_that_never_allocates(void **state)
{
	struct rwarray_idx *slots[2];
	struct rwarray x;

	(void)state;
	memset(&x, 0x5a, sizeof(x));
	memset(slots, 0x5a, sizeof(slots));
	rwarray_init_fixed(&x, slots, 2);
	assert_int_equal(rwarray_capacity(&x), 2);
	assert_int_equal(rwarray_add(&x, &a.idx), 0);
	assert_int_equal(rwarray_add(&x, &b.idx), 0);
	assert_int_equal(rwarray_add(&x, &c.idx), -ENOSPC);
	assert_int_equal(c.idx.slot, 0);
	assert_slots(&x, "ab");
	rwarray_destroy(&x);
	assert_int_equal(a.idx.slot, 0);
}

static void a_fixed_array_may_have_no_slot_or_too_many(void **state)
{
	struct rwarray x;

	(void)state;
	rwarray_init_fixed(&x, NULL, 0);
	assert_int_equal(rwarray_add(&x, &a.idx), -ENOSPC);
	assert_visits("", forward(&x));
	assert_null(rwarray_first(&x));
	rwarray_init_fixed(&x, NULL, UINT32_MAX);
	assert_int_equal(rwarray_capacity(&x), LISH_MAX_COUNT);
}

RWARRAY_DEFINE(defined_array, 3);
static struct rwarray grown_array = RWARRAY_INIT(&mem.mem);

static void initialisers_make_empty_arrays(void **state)
{
	struct rwarray_idx *slots[3];
	struct rwarray x = RWARRAY_INIT_FIXED(slots, 3);

	(void)state;
	fill(&x, "abc");
	assert_slots(&x, "abc");
	assert_int_equal(rwarray_add(&x, &d.idx), -ENOSPC);
	rwarray_destroy(&x);

	assert_int_equal(rwarray_capacity(&defined_array), 3);
	fill(&defined_array, "abc");
	assert_int_equal(rwarray_add(&defined_array, &d.idx), -ENOSPC);
	rwarray_clear(&defined_array);

	assert_int_equal(rwarray_capacity(&grown_array), 0);
	fill(&grown_array, "abc");
	assert_int_equal(mem.allocs, 1);
	rwarray_destroy(&grown_array);
}

static void idx_init_makes_a_node_of_any_memory(void **state)
{
	(void)state;
	memset(&a.idx, 0x5a, sizeof(a.idx));
	rwarray_idx_init(&a.idx);
	assert_int_equal(a.idx.slot, 0);
	assert_int_equal(rwarray_add(&array, &a.idx), 0);
}

static void destroy_zeroes_the_nodes_and_gives_the_memory_back(void **state)
{
	(void)state;
	fill(&array, "a.c");
	rwarray_destroy(&array);
	assert_int_equal(mem.bytes, 0);
	assert_int_equal(mem.frees, mem.allocs);
	assert_int_equal(a.idx.slot, 0);
	assert_int_equal(c.idx.slot, 0);
	/* It is not valid any more. */
	assert_reported("rwarray_destroy", LISH_UNINITIALIZED,
			rwarray_destroy(&array));
}

static void destroy_is_refused_while_a_loop_runs(void **state)
{
	(void)state;
	fill(&array, "ab");
	rwarray_for_each_entry(pos, &array, struct item, idx) {
		assert_reported("rwarray_destroy", LISH_LOOPED,
				rwarray_destroy(&array));
		assert_ptr_equal(report.fault.container, &array);
	}
	assert_slots(&array, "ab");
}

static void a_forgotten_array_can_be_destroyed_without_its_members(void **state)
{
	(void)state;
	fill(&array, "ab");
	rwarray_forget(&array);
	memset(items, 0x5a, sizeof(items)); /* they are gone */
	rwarray_destroy(&array);
	assert_int_equal(mem.bytes, 0);
}

/* Adding and deleting */

static void add_puts_at_the_end(void **state)
{
	(void)state;
	assert_int_equal(rwarray_add(&array, &b.idx), 0);
	assert_int_equal(rwarray_add(&array, &a.idx), 0);
	assert_slots(&array, "ba");
	assert_int_equal(rwarray_count(&array), 2);
}

static void add_tells_that_a_node_is_in_an_array(void **state)
{
	RWARRAY_DEFINE(another, 4);

	(void)state;
	fill(&array, "a");
	assert_int_equal(rwarray_add(&array, &a.idx), -EEXIST);
	assert_int_equal(rwarray_add(&another, &a.idx), -EEXIST);
	assert_slots(&array, "a");
	assert_slots(&another, "");
}

static void add_doubles_a_full_array(void **state)
{
	(void)state;
	fill(&array, "abcdefgh");
	assert_int_equal(rwarray_capacity(&array), 8);
	assert_int_equal(rwarray_add(&array, &items[8].idx), 0);
	assert_int_equal(rwarray_capacity(&array), 16);
	assert_int_equal(mem.allocs, 2);
	assert_slots(&array, "abcdefghi");
}

static void add_closes_many_holes_instead_of_growing(void **state)
{
	(void)state;
	fill(&array, "a...efgh");
	assert_int_equal(rwarray_add(&array, &b.idx), 0);
	assert_slots(&array, "aefghb");
	assert_int_equal(mem.allocs, 1);
}

static void add_grows_in_spite_of_few_holes(void **state)
{
	(void)state;
	fill(&array, "a..defgh");
	assert_int_equal(rwarray_add(&array, &b.idx), 0);
	assert_slots(&array, "adefghb");
	assert_int_equal(rwarray_capacity(&array), 16);
}

static void add_closes_few_holes_if_it_cannot_grow(void **state)
{
	(void)state;
	fill(&array, "ab.defgh");
	mem.fail_at = mem.allocs + 1;
	assert_int_equal(rwarray_add(&array, &c.idx), 0);
	assert_slots(&array, "abdefghc");
	assert_int_equal(mem.allocs, 2);
}

static void add_to_a_full_fixed_array_closes_its_holes(void **state)
{
	(void)state;
	fill(&defined_array, "a.c");
	assert_int_equal(rwarray_add(&defined_array, &d.idx), 0);
	assert_slots(&defined_array, "acd");
	assert_int_equal(rwarray_add(&defined_array, &e.idx), -ENOSPC);
	assert_slots(&defined_array, "acd");
	rwarray_clear(&defined_array);
}

static void add_fails_softly_without_memory(void **state)
{
	(void)state;
	mem.fail_at = 1;
	assert_int_equal(rwarray_add(&array, &a.idx), -ENOMEM);
	assert_int_equal(a.idx.slot, 0);
	assert_slots(&array, "");
	assert_int_equal(rwarray_add(&array, &a.idx), 0);
	assert_slots(&array, "a");
}

static void del_leaves_a_hole_and_a_zero_node(void **state)
{
	(void)state;
	fill(&array, "abc");
	assert_int_equal(rwarray_del(&array, &b.idx), 0);
	assert_int_equal(b.idx.slot, 0);
	assert_slots(&array, "a.c");
	assert_int_equal(rwarray_count(&array), 2);
	assert_int_equal(rwarray_holes(&array), 1);
}

static void del_tells_that_a_node_is_not_in(void **state)
{
	RWARRAY_DEFINE(another, 4);

	(void)state;
	fill(&array, "ab");
	fill(&another, "cde");
	assert_int_equal(rwarray_del(&another, &a.idx), -ENOENT);
	assert_int_equal(rwarray_del(&array, &c.idx), -ENOENT);
	assert_int_equal(rwarray_del(&array, &e.idx), -ENOENT);
	assert_int_equal(rwarray_del(&array, &items[9].idx), -ENOENT);
	assert_int_equal(rwarray_del(&array, &a.idx), 0);
	assert_int_equal(rwarray_del(&array, &a.idx), -ENOENT);
	assert_slots(&array, ".b");
	assert_slots(&another, "cde");
	rwarray_clear(&another);
}

static void an_object_is_in_two_arrays_by_two_nodes(void **state)
{
	RWARRAY_DEFINE(others, 4);

	(void)state;
	fill(&array, "ab");
	assert_int_equal(rwarray_add(&others, &b.other), 0);
	assert_ptr_equal(rwarray_first_entry(&others, struct item, other), &b);
	assert_false(rwarray_contains(&others, &b.idx));
	assert_int_equal(rwarray_del(&array, &b.idx), 0);
	assert_true(rwarray_contains(&others, &b.other));
	rwarray_clear(&others);
}

/* A slot that was left by closing holes must not name its old holder. */
static void a_closed_hole_does_not_claim_who_moved_away(void **state)
{
	RWARRAY_DEFINE(another, 4);

	(void)state;
	fill(&array, ".bc");
	rwarray_for_each_entry(pos, &array, struct item, idx) {
		if (pos != &c)
			continue;
		/* [b.c]: b once stood in slot 1 */
		assert_int_equal(rwarray_del(&array, &b.idx), 0);
		assert_int_equal(rwarray_add(&another, &d.idx), 0);
		assert_int_equal(rwarray_add(&another, &b.idx), 0);
		assert_false(rwarray_contains(&array, &b.idx));
		assert_int_equal(rwarray_del(&array, &b.idx), -ENOENT);
	}
	assert_slots(&array, ".c");
	rwarray_clear(&another);
}

/* Asking */

static void count_capacity_holes_and_empty_tell_the_state(void **state)
{
	(void)state;
	assert_true(rwarray_empty(&array));
	fill(&array, "a..d");
	assert_false(rwarray_empty(&array));
	assert_int_equal(rwarray_count(&array), 2);
	assert_int_equal(rwarray_holes(&array), 2);
	assert_int_equal(rwarray_capacity(&array), 8);
}

static void first_and_last_pass_over_holes(void **state)
{
	(void)state;
	assert_null(rwarray_first(&array));
	assert_null(rwarray_last(&array));
	assert_null(rwarray_first_entry(&array, struct item, idx));
	assert_null(rwarray_last_entry(&array, struct item, idx));
	fill(&array, "..c.e.");
	assert_ptr_equal(rwarray_first(&array), &c.idx);
	assert_ptr_equal(rwarray_last(&array), &e.idx);
	assert_ptr_equal(rwarray_first_entry(&array, struct item, idx), &c);
	assert_ptr_equal(rwarray_last_entry(&array, const struct item, idx),
			 &e);
}

static void entry_finds_the_object_of_a_node(void **state)
{
	const struct rwarray_idx *idx = &b.idx;

	(void)state;
	assert_ptr_equal(rwarray_entry(&b.idx, struct item, idx), &b);
	assert_ptr_equal(rwarray_entry(&b.other, struct item, other), &b);
	assert_ptr_equal(rwarray_entry_const(idx, struct item, idx), &b);
}

/* Memory */

static void set_limit_ends_growth(void **state)
{
	int i;

	(void)state;
	assert_int_equal(rwarray_set_limit(&array, 3), 0);
	for (i = 0; i < 3; i++)
		assert_int_equal(rwarray_add(&array, &items[i].idx), 0);
	assert_int_equal(rwarray_capacity(&array), 3);
	assert_int_equal(rwarray_add(&array, &d.idx), -ENOSPC);
	/* Holes count as room. */
	assert_int_equal(rwarray_del(&array, &a.idx), 0);
	assert_int_equal(rwarray_add(&array, &d.idx), 0);
	assert_slots(&array, "bcd");
	assert_int_equal(rwarray_set_limit(&array, UINT32_MAX), 0);
	assert_int_equal(rwarray_add(&array, &e.idx), 0);
}

static void set_limit_refuses_less_than_there_is(void **state)
{
	(void)state;
	assert_int_equal(rwarray_set_limit(&array, 0), -EINVAL);
	fill(&array, "abc");
	assert_int_equal(rwarray_set_limit(&array, 7), -ENOSPC);
	assert_int_equal(rwarray_trim(&array), 0);
	assert_int_equal(rwarray_set_limit(&array, 3), 0);
	assert_int_equal(rwarray_add(&array, &d.idx), -ENOSPC);
}

static void reserve_makes_room_in_advance(void **state)
{
	int i;

	(void)state;
	assert_int_equal(rwarray_reserve(&array, 0), 0);
	assert_int_equal(mem.allocs, 0);
	assert_int_equal(rwarray_reserve(&array, 10), 0);
	assert_int_equal(rwarray_capacity(&array), 10);
	for (i = 0; i < 10; i++)
		assert_int_equal(rwarray_add(&array, &items[i].idx), 0);
	assert_int_equal(mem.allocs, 1);
	assert_int_equal(rwarray_reserve(&array, 5), 0);
	assert_int_equal(rwarray_capacity(&array), 10);
}

static void reserve_fails_softly(void **state)
{
	(void)state;
	assert_int_equal(rwarray_reserve(&defined_array, 3), 0);
	assert_int_equal(rwarray_reserve(&defined_array, 4), -ENOSPC);
	assert_int_equal(rwarray_reserve(&array, LISH_MAX_COUNT + 1), -ENOSPC);
	assert_int_equal(rwarray_set_limit(&array, 5), 0);
	assert_int_equal(rwarray_reserve(&array, 6), -ENOSPC);
	mem.fail_at = 1;
	assert_int_equal(rwarray_reserve(&array, 5), -ENOMEM);
	assert_int_equal(rwarray_capacity(&array), 0);
	assert_slots(&array, "");
}

static void compact_closes_all_holes(void **state)
{
	(void)state;
	rwarray_compact(&array);
	fill(&array, ".b..e.");
	rwarray_compact(&array);
	assert_slots(&array, "be");
	rwarray_compact(&array);
	assert_slots(&array, "be");
}

static void trim_gives_back_what_is_not_needed(void **state)
{
	(void)state;
	assert_int_equal(rwarray_trim(&array), 0);
	fill(&array, ".b..e");
	assert_int_equal(rwarray_trim(&array), 0);
	assert_slots(&array, "be");
	assert_int_equal(rwarray_capacity(&array), 2);
	assert_int_equal(rwarray_trim(&array), 0);
	assert_int_equal(mem.allocs, 2);
	rwarray_clear(&array);
	assert_int_equal(rwarray_trim(&array), 0);
	assert_int_equal(rwarray_capacity(&array), 0);
	assert_int_equal(mem.bytes, 0);
	assert_int_equal(rwarray_add(&array, &a.idx), 0);
	assert_slots(&array, "a");
}

static void trim_of_a_fixed_array_compacts(void **state)
{
	(void)state;
	fill(&defined_array, "a.c");
	assert_int_equal(rwarray_trim(&defined_array), 0);
	assert_slots(&defined_array, "ac");
	assert_int_equal(rwarray_capacity(&defined_array), 3);
	rwarray_clear(&defined_array);
}

static void trim_without_memory_keeps_the_array(void **state)
{
	(void)state;
	fill(&array, "ab");
	mem.fail_at = mem.allocs + 1;
	assert_int_equal(rwarray_trim(&array), -ENOMEM);
	assert_int_equal(rwarray_capacity(&array), 8);
	assert_slots(&array, "ab");
}

static void clear_zeroes_every_node(void **state)
{
	(void)state;
	rwarray_clear(&array);
	fill(&array, "a.c");
	rwarray_clear(&array);
	assert_slots(&array, "");
	assert_int_equal(a.idx.slot, 0);
	assert_int_equal(c.idx.slot, 0);
	assert_int_equal(rwarray_capacity(&array), 8);
	assert_int_equal(rwarray_add(&array, &a.idx), 0);
}

static void forget_does_not_touch_the_members(void **state)
{
	(void)state;
	fill(&array, "ab");
	rwarray_forget(&array);
	assert_slots(&array, "");
	assert_int_equal(b.idx.slot, 2);
	assert_false(rwarray_contains(&array, &b.idx));
	assert_int_equal(rwarray_add(&array, &b.idx), -EEXIST);
	rwarray_idx_init(&b.idx);
	assert_int_equal(rwarray_add(&array, &b.idx), 0);
	assert_slots(&array, "b");
}

/* Sorting */

static int by_key(void *ctx, const struct rwarray_idx *x,
		  const struct rwarray_idx *y)
{
	unsigned int *calls = (unsigned int *)ctx;

	if (calls)
		++*calls;
	return rwarray_entry_const(x, struct item, idx)->key -
	       rwarray_entry_const(y, struct item, idx)->key;
}

static void sort_puts_members_in_order_and_closes_holes(void **state)
{
	unsigned int calls = 0;

	(void)state;
	assert_int_equal(rwarray_sort(&array, by_key, NULL), 0);
	fill(&array, "d.a.cb");
	assert_int_equal(rwarray_sort(&array, by_key, NULL), 0);
	assert_slots(&array, "abcd");
	assert_int_equal(rwarray_sort(&array, by_key, &calls), 0);
	assert_int_equal(calls, 3);
}

static void sort_keeps_the_order_of_equals(void **state)
{
	(void)state;
	a.key = c.key = 7;
	b.key = d.key = 3;
	fill(&array, "abcd");
	assert_int_equal(rwarray_sort(&array, by_key, NULL), 0);
	assert_slots(&array, "bdac");
}

static void sort_is_refused_while_a_loop_runs(void **state)
{
	(void)state;
	fill(&array, "ba");
	rwarray_for_each_entry(pos, &array, struct item, idx)
		assert_int_equal(rwarray_sort(&array, by_key, NULL), -EBUSY);
	assert_slots(&array, "ba");
}

/* Many members, that are far from sorted: stable all the same. */
static struct item many[10000];

static void sort_sorts_many(void **state)
{
	const int n = 1000;
	uint32_t seed = 1;
	int i;

	(void)state;
	memset(many, 0, sizeof(many));
	for (i = 0; i < n; i++) {
		seed = seed * 1664525u + 1013904223u;
		many[i].key = (int)(seed >> 24);
		assert_int_equal(rwarray_add(&array, &many[i].idx), 0);
	}
	assert_int_equal(rwarray_sort(&array, by_key, NULL), 0);
	assert_int_equal(rwarray_check(&array, NULL), LISH_OK);
	for (i = 1; i < n; i++) {
		const struct item *x = rwarray_entry(array.slots[i - 1],
						     struct item, idx);
		const struct item *y = rwarray_entry(array.slots[i],
						     struct item, idx);

		assert_true(x->key < y->key || (x->key == y->key && x < y));
	}
}

static unsigned int comparisons_to_sort(int n)
{
	unsigned int calls = 0;
	int i;

	for (i = 0; i < n; i++)
		assert_int_equal(rwarray_add(&array, &many[i].idx), 0);
	assert_int_equal(rwarray_sort(&array, by_key, &calls), 0);
	for (i = 1; i < n; i++)
		assert_true(by_key(NULL, array.slots[i - 1], array.slots[i]) <=
			    0);
	rwarray_clear(&array);
	return calls;
}

/* As ilist_sort() and the others take it: 1 for "behind", 0 for anything else. */
static int is_behind(void *ctx, const struct rwarray_idx *x,
		     const struct rwarray_idx *y)
{
	(void)ctx;
	return rwarray_entry_const(x, struct item, idx)->key >
	       rwarray_entry_const(y, struct item, idx)->key;
}

static void sort_needs_no_more_than_behind_or_not(void **state)
{
	const int n = 1000;
	int i;

	(void)state;
	for (i = 0; i < n; i++) {
		many[i].key = i * 7919 % n / 3;
		rwarray_idx_init(&many[i].idx);
		assert_int_equal(rwarray_add(&array, &many[i].idx), 0);
	}
	assert_int_equal(rwarray_sort(&array, is_behind, NULL), 0);
	for (i = 1; i < n; i++) {
		const struct item *x = rwarray_entry(array.slots[i - 1],
						     struct item, idx);
		const struct item *y = rwarray_entry(array.slots[i],
						     struct item, idx);

		assert_true(x->key < y->key || (x->key == y->key && x < y));
	}
}

static void sort_costs_little_if_nearly_sorted_and_n_log_n_at_most(void **state)
{
	const int n = 1024;
	int i;

	(void)state;
	memset(many, 0, sizeof(many));
	for (i = 0; i < n; i++)
		many[i].key = i ^ 1;
	assert_true(comparisons_to_sort(n) < 2 * 1024);
	for (i = 0; i < n; i++)
		many[i].key = -i;
	assert_true(comparisons_to_sort(n) < 3 * 10 * 1024);
	for (i = 0; i < n; i++)
		many[i].key = 0;
	assert_true(comparisons_to_sort(n) < 1024);
	assert_int_equal(comparisons_to_sort(1), 0);
}

static int by_key_and_meddling(void *ctx, const struct rwarray_idx *x,
			       const struct rwarray_idx *y)
{
	(void)ctx;
	assert_int_equal(rwarray_add(&array, &e.idx), -EBUSY);
	assert_int_equal(rwarray_add(&array, &a.idx), -EEXIST);
	assert_int_equal(rwarray_del(&array, &a.idx), -EBUSY);
	assert_int_equal(rwarray_reserve(&array, 100), -EBUSY);
	assert_int_equal(rwarray_set_limit(&array, 1), -EBUSY);
	assert_int_equal(rwarray_trim(&array), -EBUSY);
	assert_int_equal(rwarray_sort(&array, by_key, NULL), -EBUSY);
	assert_reported("rwarray_clear", LISH_LOOPED, rwarray_clear(&array));
	assert_reported("rwarray_forget", LISH_LOOPED, rwarray_forget(&array));
	assert_reported("rwarray_compact", LISH_LOOPED,
			rwarray_compact(&array));
	assert_reported("rwarray_destroy", LISH_LOOPED,
			rwarray_destroy(&array));
	/* To ask is a mistake as well, but does no harm. */
	assert_visits("", forward(&array));
	rwarray_for_each_entry_const(pos, &array, struct item, idx)
		fail();
	assert_int_equal(rwarray_add(&array, &e.idx), -EBUSY);
	assert_int_equal(e.idx.slot, 0);
	return by_key(NULL, x, y);
}

static void sort_refuses_changes_by_the_comparison(void **state)
{
	(void)state;
	fill(&array, "c.ab");
	assert_int_equal(rwarray_sort(&array, by_key_and_meddling, NULL), 0);
	assert_slots(&array, "abc");
	assert_int_equal(rwarray_capacity(&array), 8);
	fill(&array, "e");
	assert_slots(&array, "abce");
	assert_int_equal(rwarray_del(&array, &b.idx), 0);
	assert_visits("ace", forward(&array));
}

/* Checking */

static void check_finds_every_fault(void **state)
{
	const struct rwarray_idx *fault;
	struct rwarray broken;

	(void)state;
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
	broken.len = 9;
	assert_int_equal(rwarray_check(&broken, &fault), LISH_BAD_COUNT);
	broken.capacity = UINT32_MAX;
	assert_int_equal(rwarray_check(&broken, &fault), LISH_BAD_COUNT);
	broken = array;
	broken.slots = NULL;
	assert_int_equal(rwarray_check(&broken, &fault), LISH_BAD_COUNT);
	assert_null(fault);

	b.idx.slot = 0; /* as if the object was assigned as a whole */
	assert_int_equal(rwarray_check(&array, &fault), LISH_BAD_INDEX);
	assert_ptr_equal(fault, &b.idx);
	b.idx.slot = 2;
}

static void check_looks_at_the_loops(void **state)
{
	struct rwarray_loop loop, inner;

	(void)state;
	fill(&array, "ab");
	rwarray_loop_begin(&loop, &array);
	rwarray_loop_begin(&inner, &array);
	assert_int_equal(rwarray_check(&array, NULL), LISH_OK);
	inner.next = 3;
	assert_int_equal(rwarray_check(&array, NULL), LISH_STALE_LOOP);
	inner.next = 0;
	inner.place = 1;
	assert_int_equal(rwarray_check(&array, NULL), LISH_STALE_LOOP);
	inner.place = 0;
	loop.array = NULL;
	assert_int_equal(rwarray_check(&array, NULL), LISH_STALE_LOOP);
	loop.array = &array;
	array.depth = 1;
	assert_int_equal(rwarray_check(&array, NULL), LISH_STALE_LOOP);
	array.depth = 3;
	assert_int_equal(rwarray_check(&array, NULL), LISH_STALE_LOOP);
	array.depth = 2;
	assert_int_equal(rwarray_del(&array, &a.idx), 0);
	assert_int_equal(rwarray_check(&array, NULL), LISH_OK);
	array.state &= ~RWARRAY_HOLES_;
	assert_int_equal(rwarray_check(&array, NULL), LISH_BAD_COUNT);
	array.state |= RWARRAY_HOLES_;
	rwarray_loop_end(&inner);
	rwarray_loop_end(&loop);
	assert_slots(&array, ".b");
}

/* Loops: what they visit in each state */

static void every_loop_visits_every_state(void **state)
{
	static const struct {
		const char *slots, *forward, *backward;
	} states[] = {
		{ "", "", "" },	       { "a", "a", "a" },
		{ "ab", "ab", "ba" },  { "abc", "abc", "cba" },
		{ ".", "", "" },       { "..c", "c", "c" },
		{ "a..", "a", "a" },   { "a.c", "ac", "ca" },
		{ ".b.d.", "bd", "db" },
	};
	const struct rwarray *readonly = &array;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(states); i++) {
		/* These change nothing... */
		fill(&array, states[i].slots);
		assert_visits(states[i].forward,
			rwarray_for_each_entry_const(pos, readonly,
						     struct item, idx)
				visit(pos));
		assert_visits(states[i].backward,
			rwarray_for_each_entry_const_reverse(pos, readonly,
				const struct item, idx)
				visit(pos));
		assert_slots(&array, states[i].slots);
		assert_visits(states[i].backward,
			rwarray_for_each_entry_reverse(pos, &array,
				const struct item, idx)
				visit(pos));
		/* ... and these close the holes. */
		rwarray_clear(&array);
		fill(&array, states[i].slots);
		assert_visits(states[i].forward, forward(&array));
		assert_slots(&array, states[i].forward);
		rwarray_clear(&array);
		fill(&array, states[i].slots);
		assert_visits(states[i].forward,
			rwarray_for_each_entry_present(pos, &array,
				const struct item, idx)
				visit(pos));
		assert_slots(&array, states[i].forward);
		rwarray_clear(&array);
	}
}

static void every_loop_visits_very_many(void **state)
{
	const unsigned int n = ARRAY_SIZE(many);
	unsigned int i, sum[5] = { 0 };

	(void)state;
	memset(many, 0, sizeof(many));
	for (i = 0; i < n; i++)
		(void)rwarray_add(&array, &many[i].idx);
	(void)rwarray_del(&array, &many[5].idx);
	rwarray_for_each_entry_const(pos, &array, struct item, idx)
		sum[0] += (unsigned int)(pos - many);
	rwarray_for_each_entry_const_reverse(pos, &array, struct item, idx)
		sum[1] += (unsigned int)(pos - many);
	rwarray_for_each_entry_reverse(pos, &array, struct item, idx)
		sum[2] += (unsigned int)(pos - many);
	rwarray_for_each_entry(pos, &array, struct item, idx)
		sum[3] += (unsigned int)(pos - many);
	assert_int_equal(rwarray_holes(&array), 0);
	rwarray_for_each_entry_present(pos, &array, struct item, idx)
		sum[4] += (unsigned int)(pos - many);
	for (i = 0; i < 5; i++)
		assert_int_equal(sum[i], n / 2 * (n - 1) - 5);
}

static void loops_evaluate_their_array_once(void **state)
{
	int n = 0;

	(void)state;
	fill(&array, "ab");
	rwarray_for_each_entry(pos, (n++, &array), struct item, idx)
		(void)pos;
	rwarray_for_each_entry_present(pos, (n++, &array), struct item, idx)
		(void)pos;
	rwarray_for_each_entry_reverse(pos, (n++, &array), struct item, idx)
		(void)pos;
	rwarray_for_each_entry_const(pos, (n++, &array), struct item, idx)
		(void)pos;
	rwarray_for_each_entry_const_reverse(pos, (n++, &array), struct item,
					     idx)
		(void)pos;
	assert_int_equal(n, 5);
	assert_non_null(rwarray_first_entry((n++, &array), struct item, idx));
	assert_non_null(rwarray_last_entry((n++, &array), struct item, idx));
	assert_non_null(rwarray_entry((n++, &a.idx), struct item, idx));
	assert_non_null(rwarray_entry_const((n++, &a.idx), struct item, idx));
	assert_int_equal(n, 9);
}

static void a_loop_without_holes_writes_nothing_to_the_slots(void **state)
{
	static struct rwarray_idx *const slots[] = { &a.idx, &b.idx, &c.idx };
	struct rwarray x;

	(void)state;
	/* Slots in read-only memory: a write would be a fault. */
	rwarray_init_fixed(&x, (struct rwarray_idx **)(uintptr_t)slots, 3);
	x.len = x.count = 3;
	a.idx.slot = 1;
	b.idx.slot = 2;
	c.idx.slot = 3;
	assert_visits("abc", forward(&x));
	assert_visits("abc",
		rwarray_for_each_entry_present(pos, &x, struct item, idx)
			visit(pos));
	assert_visits("cba",
		rwarray_for_each_entry_reverse(pos, &x, struct item, idx)
			visit(pos));
}

/* Loops: changes inside */

static void the_current_one_may_be_deleted(void **state)
{
	(void)state;
	fill(&array, "abcde");
	assert_visits("abcde",
		rwarray_for_each_entry(pos, &array, struct item, idx) {
			visit(pos);
			if (pos != &b && pos != &d)
				assert_int_equal(rwarray_del(&array, &pos->idx),
						 0);
		});
	assert_slots(&array, "bd");
}

static void its_memory_may_be_freed(void **state)
{
	struct item *item;
	int i, n = 0;

	(void)state;
	for (i = 0; i < 20; i++) {
		item = (struct item *)calloc(1, sizeof(*item));
		assert_non_null(item);
		item->key = i;
		assert_int_equal(rwarray_add(&array, &item->idx), 0);
	}
	rwarray_for_each_entry(pos, &array, struct item, idx) {
		n++;
		if (pos->key % 3) {
			assert_int_equal(rwarray_del(&array, &pos->idx), 0);
			free(pos);
		}
	}
	assert_int_equal(n, 20);
	assert_int_equal(rwarray_count(&array), 7);
	assert_int_equal(rwarray_holes(&array), 0);
	rwarray_for_each_entry_reverse(pos, &array, struct item, idx) {
		assert_int_equal(rwarray_del(&array, &pos->idx), 0);
		free(pos);
	}
	assert_true(rwarray_empty(&array));
}

static void any_other_may_be_deleted(void **state)
{
	(void)state;
	fill(&array, "abcde");
	assert_visits("abce",
		rwarray_for_each_entry(pos, &array, struct item, idx) {
			visit(pos);
			if (pos == &b) {
				assert_int_equal(rwarray_del(&array, &a.idx),
						 0);
				assert_int_equal(rwarray_del(&array, &d.idx),
						 0);
			}
		});
	/* What was deleted behind the loop is closed by the next one. */
	assert_slots(&array, ".bce");
	assert_visits("bce", forward(&array));
	assert_slots(&array, "bce");
}

static void additions_are_visited_in_the_same_pass(void **state)
{
	(void)state;
	fill(&array, "ab");
	assert_visits("abcd",
		rwarray_for_each_entry(pos, &array, struct item, idx) {
			visit(pos);
			if (pos == &a)
				assert_int_equal(rwarray_add(&array, &c.idx),
						 0);
			if (pos == &c)
				assert_int_equal(rwarray_add(&array, &d.idx),
						 0);
		});
	assert_slots(&array, "abcd");
}

static void an_addition_to_an_empty_loop_waits_for_the_next(void **state)
{
	(void)state;
	assert_visits("",
		rwarray_for_each_entry(pos, &array, struct item, idx)
			visit(pos));
	assert_int_equal(rwarray_add(&array, &a.idx), 0);
	assert_visits("a", forward(&array));
}

/* A loop moves on by itself alone: nobody's question takes an element from it. */
static void questions_in_a_loop_change_nothing(void **state)
{
	(void)state;
	fill(&array, "ab.c");
	trail[0] = '\0';
	rwarray_for_each_entry(pos, &array, struct item, idx) {
		int i;

		for (i = 0; i < 2; i++) {
			assert_false(rwarray_empty(&array));
			assert_int_equal(rwarray_count(&array), 3);
			assert_true(rwarray_contains(&array, &c.idx));
			assert_ptr_equal(rwarray_first(&array), &a.idx);
			assert_ptr_equal(rwarray_last(&array), &c.idx);
		}
		visit(pos);
	}
	assert_string_equal(trail, "abc");
	assert_visits("abc", forward(&array));
}

static void present_and_reverse_do_not_visit_additions(void **state)
{
	(void)state;
	fill(&array, "ab");
	assert_visits("ab",
		rwarray_for_each_entry_present(pos, &array, struct item, idx) {
			visit(pos);
			(void)rwarray_add(&array, &c.idx);
		});
	assert_visits("cba",
		rwarray_for_each_entry_reverse(pos, &array, struct item, idx) {
			visit(pos);
			(void)rwarray_add(&array, &d.idx);
		});
	assert_slots(&array, "abcd");
}

static void present_does_not_visit_what_left_and_came_back(void **state)
{
	(void)state;
	fill(&array, "abc");
	assert_visits("ab",
		rwarray_for_each_entry_present(pos, &array, struct item, idx) {
			visit(pos);
			if (pos != &a)
				continue;
			assert_int_equal(rwarray_del(&array, &c.idx), 0);
			assert_int_equal(rwarray_add(&array, &c.idx), 0);
			assert_int_equal(rwarray_add(&array, &d.idx), 0);
		});
	assert_visits("abcd", forward(&array));
}

static void the_end_of_present_moves_with_the_members(void **state)
{
	(void)state;
	fill(&array, ".bc.e");
	assert_visits("bce",
		rwarray_for_each_entry_present(pos, &array, struct item, idx) {
			visit(pos);
			if (pos == &b) {
				(void)rwarray_add(&array, &a.idx);
				rwarray_compact(&array);
				(void)rwarray_add(&array, &d.idx);
			}
		});
	assert_slots(&array, "bcead");
}

static void clear_in_a_loop_lets_it_visit_what_is_added_then(void **state)
{
	(void)state;
	fill(&array, "abc");
	assert_visits("abde",
		rwarray_for_each_entry(pos, &array, struct item, idx) {
			visit(pos);
			if (pos != &b)
				continue;
			rwarray_clear(&array);
			assert_int_equal(rwarray_add(&array, &d.idx), 0);
			assert_int_equal(rwarray_add(&array, &e.idx), 0);
		});
	assert_visits("d",
		rwarray_for_each_entry_present(pos, &array, struct item, idx) {
			visit(pos);
			rwarray_clear(&array);
			assert_int_equal(rwarray_add(&array, &a.idx), 0);
		});
	assert_visits("a",
		rwarray_for_each_entry_reverse(pos, &array, struct item, idx) {
			visit(pos);
			rwarray_forget(&array);
			assert_int_equal(rwarray_add(&array, &b.idx), 0);
		});
	assert_slots(&array, "b");
}

static void growth_compact_and_trim_in_a_loop_keep_its_place(void **state)
{
	(void)state;
	fill(&array, "a.c.e...");
	assert_visits("acebdf",
		rwarray_for_each_entry(pos, &array, struct item, idx) {
			visit(pos);
			if (pos == &c) {
				rwarray_compact(&array);
				assert_slots(&array, "ace");
			} else if (pos == &e) {
				assert_int_equal(rwarray_trim(&array), 0);
				assert_int_equal(rwarray_capacity(&array), 3);
				(void)rwarray_add(&array, &b.idx);
				(void)rwarray_add(&array, &d.idx);
				assert_int_equal(rwarray_reserve(&array, 20),
						 0);
				(void)rwarray_del(&array, &a.idx);
			} else if (pos == &b) {
				assert_int_equal(rwarray_trim(&array), 0);
				(void)rwarray_add(&array, &items[5].idx);
			}
		});
	assert_slots(&array, "cebdf");
}

static void a_loop_closes_holes_again_after_a_compact(void **state)
{
	(void)state;
	fill(&array, "a.cdef");
	rwarray_for_each_entry(pos, &array, struct item, idx) {
		if (pos == &a)
			rwarray_compact(&array);
		if (pos == &d)
			assert_int_equal(array.state, 0);
		if (pos == &d || pos == &e)
			assert_int_equal(rwarray_del(&array, &pos->idx), 0);
	}
	assert_slots(&array, "acf");
}

static void a_full_fixed_array_closes_holes_under_the_loop(void **state)
{
	(void)state;
	fill(&defined_array, "abc");
	assert_visits("abcde",
		rwarray_for_each_entry(pos, &defined_array, struct item, idx) {
			visit(pos);
			if (pos == &a || pos == &b) {
				(void)rwarray_del(&defined_array, &pos->idx);
				(void)rwarray_add(&defined_array,
						  pos == &a ? &d.idx : &e.idx);
			}
		});
	assert_slots(&defined_array, "cde");
	rwarray_clear(&defined_array);
}

/* Loops: leaving, nesting */

static void break_keeps_what_was_not_visited(void **state)
{
	(void)state;
	fill(&array, "abcde");
	rwarray_for_each_entry(pos, &array, struct item, idx) {
		(void)rwarray_del(&array, &pos->idx);
		if (pos == &b)
			break;
	}
	assert_null(array.loops);
	assert_slots(&array, "..cde");
	rwarray_for_each_entry(pos, &array, struct item, idx) {
		if (pos == &d)
			break;
	}
	/* c has moved up, d is where the loop was left. */
	assert_slots(&array, "c..de");
	assert_visits("cde", forward(&array));
	assert_slots(&array, "cde");
}

#if LISH_HAS_CLEANUP
static const struct item *find(struct rwarray *x, char name)
{
	rwarray_for_each_entry(pos, x, struct item, idx) {
		rwarray_for_each_entry_reverse(other, x, struct item, idx) {
			if (other->name == name)
				return other;
		}
	}
	return NULL;
}

static void return_and_goto_close_the_loops(void **state)
{
	(void)state;
	fill(&array, "abc");
	assert_ptr_equal(find(&array, 'b'), &b);
	assert_null(array.loops);
	assert_null(find(&array, 'x'));
	rwarray_for_each_entry(pos, &array, struct item, idx) {
		rwarray_for_each_entry_present(other, &array, struct item, idx)
			goto out;
	}
out:
	assert_null(array.loops);
	assert_int_equal(array.depth, 0);
}
#endif

static void holes_at_the_end_go_when_the_last_loop_ends(void **state)
{
	struct rwarray_loop outer, inner;

	(void)state;
	fill(&array, "ab..");
	rwarray_loop_begin(&outer, &array);
	rwarray_loop_begin(&inner, &array);
	rwarray_loop_end(&inner);
	assert_slots(&array, "ab..");
	rwarray_loop_end(&outer);
	assert_slots(&array, "ab");
}

static void nested_loops_see_all_and_leave_the_outer_in_peace(void **state)
{
	(void)state;
	fill(&array, "a.cd");
	assert_visits("acdccddcd",
		rwarray_for_each_entry(pos, &array, struct item, idx) {
			visit(pos);
			rwarray_for_each_entry(other, &array, struct item,
					       idx) {
				if (other != &a)
					visit(other);
				if (pos == &a && other == &d)
					(void)rwarray_del(&array, &a.idx);
			}
		});
	assert_slots(&array, "cd");
}

static void an_inner_loop_may_delete_the_outer_one_s_current(void **state)
{
	(void)state;
	fill(&array, "abcd");
	assert_visits("acd",
		rwarray_for_each_entry(pos, &array, struct item, idx) {
			visit(pos);
			rwarray_for_each_entry_present(other, &array,
						       struct item, idx) {
				if (pos == &a && (other == &a || other == &b))
					(void)rwarray_del(&array, &other->idx);
			}
		});
	assert_slots(&array, "cd");
}

/* Loops by hand */

static void a_loop_by_hand_does_what_the_macro_does(void **state)
{
	struct rwarray_loop loop = RWARRAY_LOOP_INIT;

	(void)state;
	rwarray_loop_end(&loop);
	assert_null(rwarray_loop_next(&loop));
	fill(&array, "ab.d");
	rwarray_loop_begin(&loop, &array);
	assert_ptr_equal(rwarray_loop_next(&loop), &a.idx);
	(void)rwarray_del(&array, &a.idx);
	assert_ptr_equal(rwarray_loop_next(&loop), &b.idx);
	assert_ptr_equal(rwarray_loop_next(&loop), &d.idx);
	assert_slots(&array, "b..d");
	assert_null(rwarray_loop_next(&loop));
	assert_slots(&array, "bd..");
	/* It may go on with what comes later. */
	(void)rwarray_add(&array, &e.idx);
	assert_ptr_equal(rwarray_loop_next(&loop), &e.idx);
	assert_null(rwarray_loop_next(&loop));
	assert_null(rwarray_loop_next(&loop));
	rwarray_loop_end(&loop);
	assert_slots(&array, "bde");
	assert_null(rwarray_loop_next(&loop));
	rwarray_loop_end(&loop);
}

static void a_loop_by_hand_goes_on_after_its_end(void **state)
{
	struct rwarray_loop loop;

	(void)state;
	fill(&array, "ab");
	rwarray_loop_begin(&loop, &array);
	assert_ptr_equal(rwarray_loop_next(&loop), &a.idx);
	assert_ptr_equal(rwarray_loop_next(&loop), &b.idx);
	(void)rwarray_del(&array, &a.idx);
	assert_null(rwarray_loop_next(&loop));
	/* [.b]: the hole lies behind, nothing is to be moved. */
	(void)rwarray_add(&array, &c.idx);
	assert_ptr_equal(rwarray_loop_next(&loop), &c.idx);
	assert_slots(&array, ".bc");
	rwarray_loop_end(&loop);
}

static void loops_by_hand_come_in_three_kinds(void **state)
{
	struct rwarray_loop loop;

	(void)state;
	fill(&array, "ab");
	rwarray_loop_begin_present(&loop, &array);
	(void)rwarray_add(&array, &c.idx);
	assert_ptr_equal(rwarray_loop_next(&loop), &a.idx);
	assert_ptr_equal(rwarray_loop_next(&loop), &b.idx);
	assert_null(rwarray_loop_next(&loop));
	rwarray_loop_end(&loop);

	rwarray_loop_begin_reverse(&loop, &array);
	assert_ptr_equal(rwarray_loop_next(&loop), &c.idx);
	(void)rwarray_del(&array, &b.idx);
	rwarray_compact(&array);
	assert_ptr_equal(rwarray_loop_next(&loop), &a.idx);
	assert_int_equal(rwarray_check(&array, NULL), LISH_OK);
	assert_null(rwarray_loop_next(&loop));
	rwarray_loop_end(&loop);
	assert_slots(&array, "ac");
}

static void loops_by_hand_may_end_in_any_order(void **state)
{
	struct rwarray_loop one, two, three;

	(void)state;
	fill(&array, "ab.de");
	rwarray_loop_begin(&one, &array);
	rwarray_loop_begin(&two, &array);
	rwarray_loop_begin(&three, &array);
	assert_ptr_equal(rwarray_loop_next(&two), &a.idx);
	assert_ptr_equal(rwarray_loop_next(&two), &b.idx);
	rwarray_loop_end(&one);
	assert_int_equal(rwarray_check(&array, NULL), LISH_OK);
	rwarray_loop_end(&three);
	/* It is alone now, and closes holes. */
	assert_ptr_equal(rwarray_loop_next(&two), &d.idx);
	assert_ptr_equal(rwarray_loop_next(&two), &e.idx);
	assert_slots(&array, "abd.e");
	rwarray_loop_end(&two);
	assert_null(array.loops);
}

/* Misuse */

static void a_stale_loop_is_found_when_it_begins_again(void **state)
{
	struct rwarray_loop loop;

	(void)state;
	fill(&array, "ab");
	rwarray_loop_begin(&loop, &array);
	assert_reported("rwarray_loop_begin", LISH_STALE_LOOP,
			rwarray_loop_begin(&loop, &array));
	assert_reported("rwarray_loop_begin_present", LISH_STALE_LOOP,
			rwarray_loop_begin_present(&loop, &array));
	assert_reported("rwarray_loop_begin_reverse", LISH_STALE_LOOP,
			rwarray_loop_begin_reverse(&loop, &array));
	/* The one that runs still does. */
	assert_ptr_equal(rwarray_loop_next(&loop), &a.idx);
	rwarray_loop_end(&loop);
	assert_null(array.loops);
}

static void a_stale_loop_is_found_by_a_loop_in_its_place(void **state)
{
	struct rwarray_loop gone, other;

	(void)state;
	fill(&array, "ab");
	rwarray_loop_begin(&gone, &array);
	memset(&gone, 0, sizeof(gone)); /* the stack was used by others */
	assert_int_equal(rwarray_check(&array, NULL), LISH_STALE_LOOP);
	assert_reported("rwarray_loop_begin", LISH_STALE_LOOP,
			rwarray_loop_begin(&other, &array));
	assert_null(rwarray_loop_next(&other));
	rwarray_abandon(&array);
	assert_visits("ab", forward(&array));
}

static void a_loop_that_was_overwritten_visits_nothing(void **state)
{
	struct rwarray_loop loop;

	(void)state;
	fill(&array, "ab");
	rwarray_loop_begin(&loop, &array);
	memset(&loop, 0x5a, sizeof(loop)); /* the stack was used by others */
	assert_reported("rwarray_loop_begin", LISH_STALE_LOOP,
			rwarray_loop_begin(&loop, &array));
	assert_null(rwarray_loop_next(&loop));
	rwarray_loop_end(&loop);
	rwarray_abandon(&array);
	assert_visits("ab", forward(&array));
}

static void a_loop_that_is_not_registered_is_found_when_it_ends(void **state)
{
	struct rwarray_loop loop;

	(void)state;
	rwarray_loop_begin(&loop, &array);
	rwarray_abandon(&array);
	assert_reported("rwarray_loop_end", LISH_STALE_LOOP,
			rwarray_loop_end(&loop));
	rwarray_loop_end(&loop);
}

static jmp_buf far_away;

static void leap(struct rwarray *x)
{
	rwarray_for_each_entry(pos, x, struct item, idx) {
		(void)rwarray_del(x, &pos->idx);
		if (pos == &b)
			longjmp(far_away, 1);
	}
}

static void abandon_closes_loops_that_longjmp_left(void **state)
{
	(void)state;
	fill(&array, "abcd");
	if (!setjmp(far_away))
		leap(&array);
	assert_non_null(array.loops);
	rwarray_abandon(&array);
	assert_null(array.loops);
	assert_slots(&array, "..cd");
	assert_visits("cd", forward(&array));
	assert_slots(&array, "cd");
}

static void a_zero_array_is_reported(void **state)
{
	static struct rwarray zero;
	struct rwarray_loop loop;

	(void)state;
	assert_reported("rwarray_del", LISH_UNINITIALIZED,
			assert_int_equal(rwarray_del(&zero, &a.idx), -EINVAL));
#if LISH_CHECK >= 1
	assert_reported("rwarray_contains", LISH_UNINITIALIZED,
			assert_false(rwarray_contains(&zero, &a.idx)));
	assert_reported("rwarray_count", LISH_UNINITIALIZED,
			assert_int_equal(rwarray_count(&zero), 0));
	assert_reported("rwarray_empty", LISH_UNINITIALIZED,
			assert_true(rwarray_empty(&zero)));
	assert_reported("rwarray_capacity", LISH_UNINITIALIZED,
			assert_int_equal(rwarray_capacity(&zero), 0));
	assert_reported("rwarray_holes", LISH_UNINITIALIZED,
			assert_int_equal(rwarray_holes(&zero), 0));
	assert_reported("rwarray_empty", LISH_UNINITIALIZED,
			assert_null(rwarray_first(&zero)));
	assert_reported("rwarray_empty", LISH_UNINITIALIZED,
			assert_null(rwarray_last(&zero)));
	assert_reported("rwarray_for_each_entry_const", LISH_UNINITIALIZED,
			rwarray_for_each_entry_const(pos, &zero, struct item,
						     idx) visit(pos));
#endif
	/* The library's own functions look at any level. */
	assert_reported("rwarray_add", LISH_UNINITIALIZED,
			assert_int_equal(rwarray_add(&zero, &a.idx), -EINVAL));
	assert_reported("rwarray_set_limit", LISH_UNINITIALIZED,
			assert_int_equal(rwarray_set_limit(&zero, 1), -EINVAL));
	assert_reported("rwarray_reserve", LISH_UNINITIALIZED,
			assert_int_equal(rwarray_reserve(&zero, 1), -EINVAL));
	assert_reported("rwarray_compact", LISH_UNINITIALIZED,
			rwarray_compact(&zero));
	assert_reported("rwarray_trim", LISH_UNINITIALIZED,
			assert_int_equal(rwarray_trim(&zero), -EINVAL));
	assert_reported("rwarray_clear", LISH_UNINITIALIZED,
			rwarray_clear(&zero));
	assert_reported("rwarray_forget", LISH_UNINITIALIZED,
			rwarray_forget(&zero));
	assert_reported("rwarray_sort", LISH_UNINITIALIZED,
			assert_int_equal(rwarray_sort(&zero, by_key, NULL),
					 -EINVAL));
	assert_reported("rwarray_abandon", LISH_UNINITIALIZED,
			rwarray_abandon(&zero));
	assert_reported("rwarray_loop_begin", LISH_UNINITIALIZED,
			rwarray_loop_begin(&loop, &zero));
	assert_null(rwarray_loop_next(&loop));
	rwarray_loop_end(&loop);
	assert_reported("rwarray_loop_begin", LISH_UNINITIALIZED,
			forward(&zero));
	assert_int_equal(a.idx.slot, 0);
}

#if LISH_CHECK >= 2
static void level_2_reports_a_broken_array_at_each_change(void **state)
{
	(void)state;
	fill(&array, "ab");
	b.idx.slot = 0;
	assert_reported("rwarray_add", LISH_BAD_INDEX,
			assert_int_equal(rwarray_add(&array, &b.idx), -EINVAL));
	assert_ptr_equal(report.fault.container, &array);
	assert_ptr_equal(report.fault.node, &b.idx);
	assert_reported("rwarray_del", LISH_BAD_INDEX,
			assert_int_equal(rwarray_del(&array, &a.idx), -EINVAL));
	assert_reported("rwarray_count", LISH_BAD_INDEX,
			assert_int_equal(rwarray_count(&array), 0));
	b.idx.slot = 2;
	assert_slots(&array, "ab");
}
#endif

/*
 * The model: each addition gets the next number, and that is all there is to
 * the order. A loop remembers the number it visited last and goes to the next
 * higher one that is still in, _reverse to the next lower one; _present ends at
 * the highest number there was when it began.
 */
enum kind { FORWARD, PRESENT, REVERSE };

struct model_loop {
	enum kind kind;
	unsigned int last, bound;
	const struct item *current;
};

#define OBJECTS 24
#define LOOPS 3

static struct {
	struct rwarray *array;
	unsigned int objects; /* that take part */
	struct item object[OBJECTS];
	unsigned int number[OBJECTS]; /* 0: not in */
	unsigned int next_number;
	struct model_loop loop[LOOPS];
	unsigned int depth;
	/* what is done, and what was done, for messages */
	const char *script;
	unsigned int at;
} model;

static void model_reset(struct rwarray *x, unsigned int objects)
{
	memset(&model, 0, sizeof(model));
	model.array = x;
	model.objects = objects;
	model.next_number = 1;
}

static void model_fail(const char *what)
{
	fail_msg("%s at %u of \"%s\"", what, model.at,
		 model.script ? model.script : "");
}

#define model_assert(condition)                \
	do {                                   \
		if (!(condition))              \
			model_fail(#condition); \
	} while (0)

/* The member with the lowest number above, or the highest below, this one. */
static const struct item *model_beyond(unsigned int number, bool below)
{
	const struct item *found = NULL;
	unsigned int best = 0, i;

	for (i = 0; i < model.objects; i++) {
		const unsigned int n = model.number[i];

		if (!n || (below ? n >= number : n <= number))
			continue;
		if (!best || (below ? n > best : n < best)) {
			best = n;
			found = &model.object[i];
		}
	}
	return found;
}

static unsigned int model_number(const struct item *item)
{
	return model.number[item - model.object];
}

static const struct item *model_first(void)
{
	return model_beyond(0, false);
}

static const struct item *model_last(void)
{
	return model_beyond(UINT32_MAX, true);
}

static void model_begin(struct model_loop *loop, enum kind kind)
{
	loop->kind = kind;
	loop->bound = model.next_number;
	loop->last = kind == REVERSE ? model.next_number : 0;
	loop->current = NULL;
}

static const struct item *model_next(struct model_loop *loop)
{
	const struct item *item = model_beyond(loop->last,
					       loop->kind == REVERSE);

	if (item && loop->kind == PRESENT && model_number(item) >= loop->bound)
		item = NULL;
	if (item)
		loop->last = model_number(item);
	loop->current = item;
	return item;
}

/* The array holds what the model says, in that order. */
static void model_compare(void)
{
	const struct rwarray *x = model.array;
	unsigned int number = 0, count = 0, i;

	model_assert(rwarray_check(x, NULL) == LISH_OK);
	rwarray_for_each_entry_const(pos, x, const struct item, idx) {
		model_assert(model_number(pos) > number);
		number = model_number(pos);
		count++;
	}
	for (i = 0; i < model.objects; i++) {
		const struct rwarray_idx *idx = &model.object[i].idx;

		model_assert(rwarray_contains(x, idx) == !!model.number[i]);
		model_assert(!idx->slot == !model.number[i]);
		count -= !!model.number[i];
	}
	model_assert(count == 0);
}

static bool model_add(struct item *item)
{
	unsigned int *number = &model.number[item - model.object];
	unsigned int count = rwarray_count(model.array);
	const int err = rwarray_add(model.array, &item->idx);

	if (*number) {
		model_assert(err == -EEXIST);
	} else if (err) {
		model_assert(err == -ENOSPC || err == -ENOMEM);
		model_assert(count == rwarray_capacity(model.array));
	} else {
		*number = model.next_number++;
	}
	return !err;
}

static void model_del(struct item *item)
{
	unsigned int *number = &model.number[item - model.object];
	const int err = rwarray_del(model.array, &item->idx);

	model_assert(err == (*number ? 0 : -ENOENT));
	*number = 0;
}

static void model_clear(void)
{
	rwarray_clear(model.array);
	memset(model.number, 0, sizeof(model.number));
}

static struct item *model_unconst(const struct item *item)
{
	return &model.object[item - model.object];
}

/*
 * A script is a string of operations; loops run their bodies by recursion, so
 * that it is the macros that are tested, and by hand in another run.
 *
 *   a   add an object that is not in
 *   d   delete the current one of the innermost loop, D: of the outermost
 *   f l delete the first, the last member
 *   F P R  begin a loop: forward, present, reverse
 *   n   go on with the innermost loop, b: break it
 *   c k t  clear, compact, trim
 *
 * At the end of the script all loops run to their ends. An operation that has
 * no meaning where it stands makes the script invalid from there on.
 */
static const char operations[] = "adDflFPRnbckt";

enum leave { NEXT, BREAK };

static bool by_hand, invalid;

static enum leave run_body(void);

static void run_loop_by_hand(struct model_loop *expected)
{
	struct rwarray_loop loop;
	struct rwarray_idx *idx;

	if (expected->kind == FORWARD)
		rwarray_loop_begin(&loop, model.array);
	else if (expected->kind == PRESENT)
		rwarray_loop_begin_present(&loop, model.array);
	else
		rwarray_loop_begin_reverse(&loop, model.array);
	for (;;) {
		const struct item *item = model_next(expected);

		idx = rwarray_loop_next(&loop);
		model_assert(idx == (item ? &item->idx : NULL));
		if (!item || run_body() == BREAK)
			break;
	}
	rwarray_loop_end(&loop);
}

static void run_loop(enum kind kind)
{
	struct model_loop *expected = &model.loop[model.depth++];
	bool broken = false;

	model_begin(expected, kind);
	if (by_hand) {
		run_loop_by_hand(expected);
		model.depth--;
		model_compare();
		return;
	}
/* The same body for each macro. */
#define RUN(loop)                                               \
	loop(pos, model.array, struct item, idx) {              \
		model_assert(pos == model_next(expected));      \
		model_compare();                                \
		broken = run_body() == BREAK;                   \
		if (broken)                                     \
			break;                                  \
	}
	if (kind == FORWARD) {
		RUN(rwarray_for_each_entry)
	} else if (kind == PRESENT) {
		RUN(rwarray_for_each_entry_present)
	} else {
		RUN(rwarray_for_each_entry_reverse)
	}
	if (!broken)
		model_assert(!model_next(expected));
	model.depth--;
	model_compare();
}

static struct item *model_unused(void)
{
	unsigned int i;

	for (i = 0; i < model.objects; i++)
		if (!model.number[i])
			return &model.object[i];
	return NULL;
}

static bool is_in(const struct item *item)
{
	return item && model_number(item);
}

/* One operation that is no loop; false if it has no meaning here. */
static bool run_operation(char operation)
{
	const struct item *inner = NULL, *outer = NULL, *item = NULL;

	if (model.depth) {
		inner = model.loop[model.depth - 1].current;
		outer = model.loop[0].current;
	}
	switch (operation) {
	case 'a':
		item = model_unused();
		if (item)
			(void)model_add(model_unconst(item));
		return item != NULL;
	case 'd':
		item = inner;
		break;
	case 'D':
		item = model.depth > 1 && outer != inner ? outer : NULL;
		break;
	case 'f':
		item = model_first();
		break;
	case 'l':
		item = model_last() != model_first() ? model_last() : NULL;
		break;
	case 'c':
		item = model_first();
		model_clear();
		return item != NULL;
	case 'k':
		rwarray_compact(model.array);
		return true;
	case 't':
		return rwarray_trim(model.array) == 0;
	}
	if (!is_in(item))
		return false;
	model_del(model_unconst(item));
	return true;
}

/* Operations until the body is left, by NEXT at the latest at the end. */
static enum leave run_body(void)
{
	while (!invalid && model.script[model.at]) {
		const char operation = model.script[model.at++];

		switch (operation) {
		case 'F':
		case 'P':
		case 'R':
			if (model.depth == LOOPS)
				invalid = true;
			else
				run_loop(operation == 'F' ? FORWARD :
					 operation == 'P' ? PRESENT : REVERSE);
			break;
		case 'n':
		case 'b':
			if (model.depth)
				return operation == 'n' ? NEXT : BREAK;
			invalid = true;
			break;
		default:
			if (!run_operation(operation))
				invalid = true;
			else
				model_compare();
		}
	}
	return NEXT;
}

/* Run a script; where it is invalid, return that place, else its length. */
static unsigned int run_script(struct rwarray *x, const char *slots,
			       const char *script)
{
	size_t n = strlen(slots), i;

	model_reset(x, 7);
	model.script = script;
	for (i = 0; i < n; i++)
		model_assert(model_add(&model.object[i]));
	for (i = 0; i < n; i++)
		if (slots[i] == '.')
			model_del(&model.object[i]);
	invalid = false;
	(void)run_body();
	model_assert(!x->loops && !x->depth);
	rwarray_clear(x);
	return invalid ? model.at - 1 : (unsigned int)strlen(script);
}

/* All scripts of this length, from one state; how many there were. */
static unsigned int run_all_scripts(struct rwarray *x, const char *slots,
				    unsigned int length)
{
	unsigned int digit[8] = { 0 }, sequences = 0, at;
	char script[9] = "";

	for (;;) {
		for (at = 0; at < length; at++)
			script[at] = operations[digit[at]];
		by_hand = false;
		at = run_script(x, slots, script);
		if (at == length) {
			by_hand = true;
			(void)run_script(x, slots, script);
			sequences++;
			at--;
		}
		/* The next script that differs where this one is invalid. */
		while (++digit[at] == sizeof(operations) - 1) {
			if (at == 0)
				return sequences;
			at--;
		}
		while (++at < length)
			digit[at] = 0;
	}
}

/* Valgrind is some 30 times slower: it gets shorter scripts. */
static bool on_valgrind(void)
{
	const char *preload = getenv("LD_PRELOAD");

	return preload && strstr(preload, "vgpreload");
}

static void every_short_script_does_what_the_model_says(void **state)
{
	static const char *const states[] = { "abc", "a.c.", "" };
	/* Four slots are soon full, with holes or without. */
	static struct rwarray_idx *slots[4];
	const unsigned int length = on_valgrind() ? 4 :
				    LISH_CHECK >= 2 ? 5 : 6;
	unsigned int sequences = 0;
	struct rwarray fixed;
	size_t i;

	(void)state;
	rwarray_init_fixed(&fixed, slots, ARRAY_SIZE(slots));
	for (i = 0; i < ARRAY_SIZE(states); i++) {
		sequences += run_all_scripts(&fixed, states[i],
					     i ? length - 1 : length);
		sequences += run_all_scripts(&array, states[i], length - 1);
		assert_int_equal(rwarray_trim(&array), 0);
	}
	print_message("%u scripts\n", sequences);
}

/* Pseudo-random numbers that are the same on every machine. */
static uint32_t random_state;

static unsigned int random_below(unsigned int n)
{
	random_state = random_state * 1664525u + 1013904223u;
	return (random_state >> 8) % n;
}

static void long_random_scripts_do_what_the_model_says(void **state)
{
	/* Mostly adding, deleting and going on. */
	static const char mix[] = "aaaaaaaaaaaadddDfflFFPRnnnnnnnnbckt";
	const unsigned int rounds = on_valgrind() ? 40 : 1500;
	static struct rwarray_idx *slots[12];
	struct rwarray fixed;
	char script[120];
	unsigned int round, i;

	(void)state;
	random_state = 1;
	rwarray_init_fixed(&fixed, slots, ARRAY_SIZE(slots));
	for (round = 0; round < rounds; round++) {
		struct rwarray *x = round % 2 ? &fixed : &array;

		for (i = 0; i + 1 < sizeof(script); i++)
			script[i] = mix[random_below(sizeof(mix) - 1)];
		script[i] = '\0';
		by_hand = round % 3 == 0;
		model_reset(x, OBJECTS);
		model.script = script;
		/* What has no meaning is left out here. */
		while (model.script[model.at]) {
			invalid = false;
			(void)run_body();
		}
		rwarray_clear(x);
		(void)rwarray_trim(x);
	}
}

/* Three loops by hand, stepped and ended in any order; a moody allocator. */
static void interleaved_loops_do_what_the_model_says(void **state)
{
	const unsigned int steps = on_valgrind() ? 3000 : 150000;
	struct rwarray_loop loop[LOOPS];
	bool runs[LOOPS] = { false };
	unsigned int step, i;

	(void)state;
	random_state = 2;
	model_reset(&array, OBJECTS);
	for (step = 0; step < steps; step++) {
		struct item *item = &model.object[random_below(OBJECTS)];
		const unsigned int what = random_below(100);

		i = random_below(LOOPS);
		mem.fail_at = random_below(4) ? 0 : mem.allocs + 1;
		if (what < 25) {
			(void)model_add(item);
		} else if (what < 45) {
			model_del(item);
		} else if (what < 80 && runs[i]) {
			const struct item *next = model_next(&model.loop[i]);
			const struct rwarray_idx *idx =
				rwarray_loop_next(&loop[i]);

			model_assert(idx == (next ? &next->idx : NULL));
			/* A loop that has come to its end is not asked again:
			 * only FORWARD would go on as the model does. */
			if (!next && model.loop[i].kind != FORWARD) {
				rwarray_loop_end(&loop[i]);
				runs[i] = false;
			}
		} else if (what < 80) {
			const unsigned int kind = random_below(3);

			model_begin(&model.loop[i], (enum kind)kind);
			if (kind == FORWARD)
				rwarray_loop_begin(&loop[i], &array);
			else if (kind == PRESENT)
				rwarray_loop_begin_present(&loop[i], &array);
			else
				rwarray_loop_begin_reverse(&loop[i], &array);
			runs[i] = true;
		} else if (what < 92) {
			if (runs[i])
				rwarray_loop_end(&loop[i]);
			runs[i] = false;
		} else if (what < 94) {
			rwarray_compact(&array);
		} else if (what < 96) {
			(void)rwarray_trim(&array);
		} else if (what < 97) {
			(void)rwarray_reserve(&array, random_below(40));
		} else if (what < 98) {
			(void)rwarray_set_limit(&array, 10 + random_below(30));
		} else if (what == 98 && !random_below(4)) {
			model_clear();
		}
		model_compare();
	}
	for (i = 0; i < LOOPS; i++)
		if (runs[i])
			rwarray_loop_end(&loop[i]);
	rwarray_clear(&array);
}

#define test(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(a_zeroed_node_is_in_no_array),
		test(init_makes_an_empty_array_of_any_memory),
		test(init_fixed_makes_an_array_that_never_allocates),
		test(a_fixed_array_may_have_no_slot_or_too_many),
		test(initialisers_make_empty_arrays),
		test(idx_init_makes_a_node_of_any_memory),
		test(destroy_zeroes_the_nodes_and_gives_the_memory_back),
		test(destroy_is_refused_while_a_loop_runs),
		test(a_forgotten_array_can_be_destroyed_without_its_members),
		test(add_puts_at_the_end),
		test(add_tells_that_a_node_is_in_an_array),
		test(add_doubles_a_full_array),
		test(add_closes_many_holes_instead_of_growing),
		test(add_grows_in_spite_of_few_holes),
		test(add_closes_few_holes_if_it_cannot_grow),
		test(add_to_a_full_fixed_array_closes_its_holes),
		test(add_fails_softly_without_memory),
		test(del_leaves_a_hole_and_a_zero_node),
		test(del_tells_that_a_node_is_not_in),
		test(an_object_is_in_two_arrays_by_two_nodes),
		test(a_closed_hole_does_not_claim_who_moved_away),
		test(count_capacity_holes_and_empty_tell_the_state),
		test(first_and_last_pass_over_holes),
		test(entry_finds_the_object_of_a_node),
		test(set_limit_ends_growth),
		test(set_limit_refuses_less_than_there_is),
		test(reserve_makes_room_in_advance),
		test(reserve_fails_softly),
		test(compact_closes_all_holes),
		test(trim_gives_back_what_is_not_needed),
		test(trim_of_a_fixed_array_compacts),
		test(trim_without_memory_keeps_the_array),
		test(clear_zeroes_every_node),
		test(forget_does_not_touch_the_members),
		test(sort_puts_members_in_order_and_closes_holes),
		test(sort_keeps_the_order_of_equals),
		test(sort_is_refused_while_a_loop_runs),
		test(sort_sorts_many),
		test(sort_needs_no_more_than_behind_or_not),
		test(sort_refuses_changes_by_the_comparison),
		test(sort_costs_little_if_nearly_sorted_and_n_log_n_at_most),
		test(check_finds_every_fault),
		test(check_looks_at_the_loops),
		test(every_loop_visits_every_state),
		test(every_loop_visits_very_many),
		test(loops_evaluate_their_array_once),
		test(a_loop_without_holes_writes_nothing_to_the_slots),
		test(the_current_one_may_be_deleted),
		test(its_memory_may_be_freed),
		test(any_other_may_be_deleted),
		test(additions_are_visited_in_the_same_pass),
		test(an_addition_to_an_empty_loop_waits_for_the_next),
		test(questions_in_a_loop_change_nothing),
		test(present_and_reverse_do_not_visit_additions),
		test(present_does_not_visit_what_left_and_came_back),
		test(the_end_of_present_moves_with_the_members),
		test(clear_in_a_loop_lets_it_visit_what_is_added_then),
		test(growth_compact_and_trim_in_a_loop_keep_its_place),
		test(a_loop_closes_holes_again_after_a_compact),
		test(a_full_fixed_array_closes_holes_under_the_loop),
		test(break_keeps_what_was_not_visited),
#if LISH_HAS_CLEANUP
		test(return_and_goto_close_the_loops),
#endif
		test(holes_at_the_end_go_when_the_last_loop_ends),
		test(nested_loops_see_all_and_leave_the_outer_in_peace),
		test(an_inner_loop_may_delete_the_outer_one_s_current),
		test(a_loop_by_hand_does_what_the_macro_does),
		test(a_loop_by_hand_goes_on_after_its_end),
		test(loops_by_hand_come_in_three_kinds),
		test(loops_by_hand_may_end_in_any_order),
		test(a_stale_loop_is_found_when_it_begins_again),
		test(a_stale_loop_is_found_by_a_loop_in_its_place),
		test(a_loop_that_was_overwritten_visits_nothing),
		test(a_loop_that_is_not_registered_is_found_when_it_ends),
		test(abandon_closes_loops_that_longjmp_left),
		test(a_zero_array_is_reported),
#if LISH_CHECK >= 2
		test(level_2_reports_a_broken_array_at_each_change),
#endif
		test(every_short_script_does_what_the_model_says),
		test(long_random_scripts_do_what_the_model_says),
		test(interleaved_loops_do_what_the_model_says),
	};

	return run_test_group(tests);
}
