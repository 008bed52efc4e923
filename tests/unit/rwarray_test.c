/* SPDX-License-Identifier: MIT */
/*
 * rwarray, name by name, and against models. Pictures show the slots of the
 * array as the letters of its members, a hole as a dot: [a.c].
 */
#include "test.h"

#include <linux-ish/rwarray.h>
#include <linux-ish/sort.h>

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

/* A config whose memory is counted. */
static const struct lish_config *config_with(uint32_t initial, uint32_t step, uint32_t limit,
					     bool no_grow)
{
	static struct lish_config config;

	config.initial = initial;
	config.step = step;
	config.limit = limit;
	config.no_grow = no_grow;
	config.mem = &mem.mem;
	return &config;
}

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
	lish_sure(rwarray_init(&array, config_with(0, 0, 0, false)));
	return 0;
}

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
	loop->loop.owner = NULL;
	(void)rwarray_open_(loop, of, 0);
}

static struct rwarray_idx *step_loop(struct rwarray_loop_ *loop)
{
	return (struct rwarray_idx *)rwarray_next_(loop, 0);
}

/* Whatever a test did, the memory comes back. */
static int teardown(void **state)
{
	(void)state;
	if (array.array.limit) {
		array.loops.first = NULL;
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
		add(to, slots[i] == '.' ? &hole[i].idx : &items[slots[i] - 'a'].idx);
	for (i = 0; i < n; i++)
		if (slots[i] == '.')
			rwarray_del(to, &hole[i].idx);
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

#define forward(array)                                       \
	rwarray_for_each_entry(pos, array, struct item, idx) \
	visit(pos)

/* Making arrays and nodes */

TEST(a_zeroed_node_is_in_no_array)
{
	static struct item fresh;

	assert_false(rwarray_contains(&array, &fresh.idx));
	assert_int_equal(rwarray_add_tail(&array, &fresh.idx), 0);
	assert_true(rwarray_contains(&array, &fresh.idx));
	rwarray_del(&array, &fresh.idx);
	assert_false(rwarray_contains(&array, &fresh.idx));
}

TEST(init_makes_an_empty_array_of_any_memory)
{
	struct rwarray x;

	memset(&x, 0x5a, sizeof(x));
	assert_int_equal(rwarray_init(&x, NULL), 0);
	assert_int_equal(rwarray_count(&x), 0);
	assert_int_equal(rwarray_stats(&x).capacity, 0);
	assert_int_equal(rwarray_stats(&x).limit, LISH_MAX_COUNT);
	assert_int_equal(rwarray_stats(&x).peak, 0);
	assert_slots(&x, "");
	fill(&x, "ab");
	rwarray_destroy(&x);
}

TEST(init_does_as_the_config_says)
{
	struct lish_config config = *config_with(3, 2, 6, false);
	struct rwarray x;
	int i;

	memset(&x, 0x5a, sizeof(x));
	assert_int_equal(rwarray_init(&x, &config), 0);
	memset(&config, 0x5a, sizeof(config)); /* it may go */
	assert_int_equal(rwarray_stats(&x).capacity, 3);
	for (i = 0; i < 4; i++)
		add(&x, &items[i].idx);
	assert_int_equal(rwarray_stats(&x).capacity, 5);
	for (; i < 6; i++)
		add(&x, &items[i].idx);
	assert_int_equal(rwarray_stats(&x).capacity, 6);
	assert_int_equal(rwarray_add_tail(&x, &items[6].idx), -ENOSPC);
	assert_int_equal(rwarray_stats(&x).failed, 1);
	rwarray_destroy(&x);
}

TEST(a_failed_init_leaves_an_array_that_is_none)
{
	struct rwarray x;

	memset(&x, 0x5a, sizeof(x));
	mem.fail_at = mem.allocs + 1;
	assert_int_equal(rwarray_init(&x, config_with(4, 0, 0, false)), -ENOMEM);
	assert_int_equal(rwarray_check(&x, NULL), LISH_UNINITIALIZED);
	assert_reported("rwarray_add_tail", LISH_UNINITIALIZED,
			assert_int_equal(rwarray_add_tail(&x, &a.idx), -EINVAL));
	memset(&x, 0x5a, sizeof(x));
	assert_int_equal(rwarray_init(&x, config_with(4, 0, 3, false)), -ENOSPC);
	assert_int_equal(rwarray_check(&x, NULL), LISH_UNINITIALIZED);
	assert_reported("rwarray_reserve", LISH_UNINITIALIZED,
			assert_int_equal(rwarray_reserve(&x, 1), -EINVAL));
	assert_int_equal(mem.bytes, 0);
}

TEST(a_limit_beyond_all_numbers_is_the_highest_there_is)
{
	struct rwarray x;

	assert_int_equal(rwarray_init(&x, config_with(0, UINT32_MAX, UINT32_MAX, false)), 0);
	assert_int_equal(rwarray_stats(&x).limit, LISH_MAX_COUNT);
	assert_int_equal(rwarray_reserve(&x, UINT32_MAX), -ENOSPC);
	assert_int_equal(rwarray_reserve(&x, LISH_MAX_COUNT + 1u), -ENOSPC);
	mem.fail_at = mem.allocs + 1;
	/* The first step is all there can be. */
	assert_int_equal(rwarray_add_tail(&x, &a.idx), -ENOMEM);
	assert_int_equal(a.idx.slot, 0);
	rwarray_destroy(&x);
}

TEST(init_in_makes_an_array_that_never_allocates)
{
	RWARRAY_STORAGE(slots, 2);
	struct rwarray x;

	memset(&x, 0x5a, sizeof(x));
	memset(&slots, 0x5a, sizeof(slots));
	rwarray_init_in(&x, &slots);
	assert_int_equal(rwarray_stats(&x).capacity, 2);
	assert_int_equal(rwarray_add_tail(&x, &a.idx), 0);
	assert_int_equal(rwarray_add_tail(&x, &b.idx), 0);
	assert_int_equal(rwarray_add_tail(&x, &c.idx), -ENOSPC);
	assert_int_equal(c.idx.slot, 0);
	assert_slots(&x, "ab");
	rwarray_destroy(&x);
	assert_int_equal(a.idx.slot, 0);
}

TEST(init_in_evaluates_its_arguments_once)
{
	RWARRAY_STORAGE(slots[2], 3);
	struct rwarray its[2], *x = its;
	int i = 0;

	rwarray_init_in(x++, &slots[i++]);
	assert_int_equal(i, 1);
	assert_ptr_equal(x, &its[1]);
	fill(its, "abc");
	assert_ptr_equal(slots[0].rwarray_slots[2], &c.idx.slot);
}

/* What the pages say of a number of slots that is no constant. */
TEST(a_growing_array_may_be_made_that_does_not_grow)
{
	struct lish_config config = LISH_CONFIG_INIT;
	struct rwarray x;

	config.initial = config.limit = 3;
	config.mem = &mem.mem;
	assert_int_equal(rwarray_init(&x, &config), 0);
	fill(&x, "abc");
	assert_int_equal(rwarray_add_tail(&x, &d.idx), -ENOSPC);
	assert_int_equal(mem.allocs, 1);
	rwarray_destroy(&x);
}

RWARRAY_DEFINE_STATIC(defined_array, 3);
static RWARRAY_STORAGE(shared_slots, 3);
extern struct rwarray shared_array;
struct rwarray shared_array = RWARRAY_INIT(shared_slots);

struct world {
	struct rwarray array;
	RWARRAY_STORAGE(slots, 3);
};

/* Members of the same name in structs of one file. */
struct other_world {
	RWARRAY_STORAGE(slots, 4);
};

static struct world world = { RWARRAY_INIT(world.slots), { { NULL } } };

static void check_three(struct rwarray *x)
{
	assert_int_equal(rwarray_stats(x).capacity, 3);
	assert_int_equal(rwarray_stats(x).limit, 3);
	fill(x, "abc");
	assert_slots(x, "abc");
	assert_int_equal(rwarray_add_tail(x, &d.idx), -ENOSPC);
	rwarray_clear(x);
}

TEST(initialisers_make_empty_arrays)
{
	RWARRAY_STORAGE(slots, 3);
	struct rwarray x = RWARRAY_INIT(slots), y;
	RWARRAY_DEFINE_STATIC(inner, 3);
	struct other_world other;

	check_three(&x);
	check_three(&inner);
	check_three(&defined_array);
	check_three(&shared_array);
	check_three(&world.array);
	memset(&other, 0x5a, sizeof(other));
	rwarray_init_in(&y, &other.slots);
	assert_int_equal(rwarray_stats(&y).capacity, 4);
	fill(&y, "abcd");
	assert_slots(&y, "abcd");
	rwarray_clear(&y);
}

TEST(idx_init_makes_a_node_of_any_memory)
{
	memset(&a.idx, 0x5a, sizeof(a.idx));
	rwarray_idx_init(&a.idx);
	assert_int_equal(a.idx.slot, 0);
	assert_int_equal(rwarray_add_tail(&array, &a.idx), 0);
}

TEST(destroy_zeroes_the_nodes_and_gives_the_memory_back)
{
	fill(&array, "a.c");
	rwarray_destroy(&array);
	assert_int_equal(mem.bytes, 0);
	assert_int_equal(mem.frees, mem.allocs);
	assert_int_equal(a.idx.slot, 0);
	assert_int_equal(c.idx.slot, 0);
	/* It is not valid any more. */
	assert_reported("rwarray_destroy", LISH_UNINITIALIZED, rwarray_destroy(&array));
}

TEST(a_forgotten_array_can_be_destroyed_without_its_members)
{
	fill(&array, "ab");
	rwarray_forget(&array);
	memset(items, 0x5a, sizeof(items)); /* they are gone */
	rwarray_destroy(&array);
	assert_int_equal(mem.bytes, 0);
}

/* Adding and deleting */

TEST(add_tail_puts_at_the_end)
{
	assert_int_equal(rwarray_add_tail(&array, &b.idx), 0);
	assert_int_equal(rwarray_add_tail(&array, &a.idx), 0);
	assert_slots(&array, "ba");
	assert_int_equal(rwarray_count(&array), 2);
}

TEST(add_tells_that_a_node_is_in_this_array)
{
	fill(&array, "ab");
	assert_int_equal(rwarray_add_tail(&array, &a.idx), -EEXIST);
	assert_int_equal(rwarray_add_tail(&array, &b.idx), -EEXIST);
	assert_slots(&array, "ab");
}

TEST(add_doubles_a_full_array)
{
	fill(&array, "abcdefgh");
	assert_int_equal(rwarray_stats(&array).capacity, 8);
	assert_int_equal(rwarray_add_tail(&array, &items[8].idx), 0);
	assert_int_equal(rwarray_stats(&array).capacity, 16);
	assert_int_equal(mem.allocs, 2);
	assert_slots(&array, "abcdefghi");
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

TEST(add_fails_softly_without_memory)
{
	mem.fail_at = 1;
	assert_int_equal(rwarray_add_tail(&array, &a.idx), -ENOMEM);
	assert_int_equal(a.idx.slot, 0);
	assert_slots(&array, "");
	assert_int_equal(rwarray_add_tail(&array, &a.idx), 0);
	assert_slots(&array, "a");
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

TEST(node_moved_repairs_an_array_after_a_copy)
{
	struct item old[3], moved[3], out, gone = { 0 };
	unsigned int seen = 0;
	size_t i;

	memset(old, 0, sizeof(old));
	memset(&out, 0, sizeof(out));
	assert_int_equal(rwarray_add_tail(&array, &gone.idx), 0);
	for (i = 0; i < 3; i++)
		assert_int_equal(rwarray_add_tail(&array, &old[i].idx), 0);
	rwarray_del(&array, &gone.idx);
	/* All move in the body of a loop, as by a realloc(). */
	rwarray_for_each_entry(pos, &array, const struct item, idx) {
		seen++;
		if (pos != &old[0]) {
			assert_ptr_equal(pos, &moved[seen - 1]);
			continue;
		}
		memcpy(moved, old, sizeof(old));
		memset(old, 0x5a, sizeof(old));
		for (i = 0; i < 3; i++)
			rwarray_node_moved(&array, &moved[i].idx);
	}
	assert_int_equal(seen, 3);
	assert_int_equal(rwarray_check(&array, NULL), LISH_OK);
	/* A node in no array stays in none, and a hole stays a hole. */
	rwarray_node_moved(&array, &out.idx);
	rwarray_del(&array, &moved[1].idx);
	out.idx.slot = moved[0].idx.slot + 1;
	assert_reported("rwarray_node_moved", LISH_FOREIGN, rwarray_node_moved(&array, &out.idx));
	assert_int_equal(rwarray_check(&array, NULL), LISH_OK);
	rwarray_clear(&array);
	assert_int_equal(moved[2].idx.slot, 0);
}

TEST(leave_takes_out_what_is_in)
{
	RWARRAY_DEFINE_STATIC(another, 4);
	struct rwarray_idx forged = { UINT32_MAX };

	fill(&array, "abc");
	fill(&another, "d");
	assert_true(rwarray_leave(&array, &b.idx));
	assert_int_equal(b.idx.slot, 0);
	assert_false(rwarray_leave(&array, &b.idx));
	assert_false(rwarray_leave(&array, &d.idx));
	assert_false(rwarray_leave(&array, &forged));
	assert_slots(&array, "a.c");
	rwarray_forget(&array);
	assert_false(rwarray_leave(&array, &a.idx));
	assert_slots(&another, "d");
	rwarray_clear(&another);
}

TEST(an_object_is_in_two_arrays_by_two_nodes)
{
	RWARRAY_DEFINE_STATIC(others, 4);

	fill(&array, "ab");
	assert_int_equal(rwarray_add_tail(&others, &b.other), 0);
	assert_int_equal(rwarray_count(&others), 1);
	assert_false(rwarray_contains(&others, &b.idx));
	rwarray_del(&array, &b.idx);
	assert_true(rwarray_contains(&others, &b.other));
	rwarray_clear(&others);
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

/* Asking */

TEST(count_capacity_and_empty_tell_the_state)
{
	assert_false(rwarray_count(&array));
	fill(&array, "a..d");
	assert_false(!rwarray_count(&array));
	assert_int_equal(rwarray_count(&array), 2);
	assert_int_equal(rwarray_stats(&array).capacity, 8);
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

TEST(entry_finds_the_object_of_a_node)
{
	const struct rwarray_idx *idx = &b.idx;

	assert_ptr_equal(container_of(&b.idx, struct item, idx), &b);
	assert_ptr_equal(container_of(&b.other, struct item, other), &b);
	assert_ptr_equal(container_of(idx, const struct item, idx), &b);
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

TEST(without_growth_only_reserve_allocates)
{
	lish_sure(rwarray_init(&array, config_with(2, 0, 0, true)));
	fill(&array, "ab");
	assert_int_equal(rwarray_add_tail(&array, &c.idx), -ENOSPC);
	assert_int_equal(rwarray_stats(&array).failed, 1);
	rwarray_del(&array, &a.idx);
	add(&array, &c.idx);
	assert_slots(&array, "bc");
	assert_int_equal(mem.allocs, 1);
	assert_int_equal(rwarray_reserve(&array, 3), 0);
	add(&array, &d.idx);
	assert_slots(&array, "bcd");
}

TEST(reserve_makes_room_in_advance)
{
	int i;

	assert_int_equal(rwarray_reserve(&array, 0), 0);
	assert_int_equal(mem.allocs, 0);
	assert_int_equal(rwarray_reserve(&array, 10), 0);
	assert_int_equal(rwarray_stats(&array).capacity, 10);
	for (i = 0; i < 10; i++)
		assert_int_equal(rwarray_add_tail(&array, &items[i].idx), 0);
	assert_int_equal(mem.allocs, 1);
	assert_int_equal(rwarray_reserve(&array, 5), 0);
	assert_int_equal(rwarray_stats(&array).capacity, 10);
}

TEST(reserve_fails_softly)
{
	assert_int_equal(rwarray_reserve(&defined_array, 3), 0);
	assert_int_equal(rwarray_reserve(&defined_array, 4), -ENOSPC);
	assert_int_equal(rwarray_reserve(&array, LISH_MAX_COUNT + 1), -ENOSPC);
	mem.fail_at = 1;
	assert_int_equal(rwarray_reserve(&array, 5), -ENOMEM);
	assert_int_equal(rwarray_stats(&array).capacity, 0);
	assert_slots(&array, "");
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

TEST(trim_gives_back_what_is_not_needed)
{
	rwarray_trim(&array);
	fill(&array, ".b..e");
	rwarray_trim(&array);
	assert_slots(&array, "be");
	assert_int_equal(rwarray_stats(&array).capacity, 2);
	rwarray_trim(&array);
	assert_int_equal(mem.allocs, 2);
	rwarray_clear(&array);
	rwarray_trim(&array);
	assert_int_equal(rwarray_stats(&array).capacity, 0);
	assert_int_equal(mem.bytes, 0);
	assert_int_equal(rwarray_add_tail(&array, &a.idx), 0);
	assert_slots(&array, "a");
}

TEST(trim_of_a_fixed_array_compacts)
{
	fill(&defined_array, "a.c");
	rwarray_trim(&defined_array);
	assert_slots(&defined_array, "ac");
	assert_int_equal(rwarray_stats(&defined_array).capacity, 3);
	rwarray_clear(&defined_array);
}

TEST(trim_without_memory_keeps_the_array)
{
	fill(&array, "ab");
	mem.fail_at = mem.allocs + 1;
	rwarray_trim(&array);
	assert_int_equal(rwarray_stats(&array).capacity, 8);
	assert_slots(&array, "ab");
}

TEST(clear_zeroes_every_node)
{
	rwarray_clear(&array);
	fill(&array, "a.c");
	rwarray_clear(&array);
	assert_slots(&array, "");
	assert_int_equal(a.idx.slot, 0);
	assert_int_equal(c.idx.slot, 0);
	assert_int_equal(rwarray_stats(&array).capacity, 8);
	assert_int_equal(rwarray_add_tail(&array, &a.idx), 0);
}

TEST(forget_does_not_touch_the_members)
{
	fill(&array, "ab");
	rwarray_forget(&array);
	assert_slots(&array, "");
	assert_int_equal(b.idx.slot, 2);
	assert_false(rwarray_contains(&array, &b.idx));
	assert_reported("rwarray_add_tail", LISH_ALREADY_IN,
			assert_int_equal(rwarray_add_tail(&array, &b.idx), -EINVAL));
	rwarray_idx_init(&b.idx);
	assert_int_equal(rwarray_add_tail(&array, &b.idx), 0);
	assert_slots(&array, "b");
}

/* Sorting */

static int by_key(void *ctx, const struct rwarray_idx *x, const struct rwarray_idx *y)
{
	unsigned int *calls = (unsigned int *)ctx;

	if (calls)
		++*calls;
	return container_of(x, struct item, idx)->key - container_of(y, struct item, idx)->key;
}

TEST(sort_puts_members_in_order_and_closes_holes)
{
	unsigned int calls = 0;

	rwarray_sort(&array, by_key, NULL);
	fill(&array, "d.a.cb");
	rwarray_sort(&array, by_key, NULL);
	assert_slots(&array, "abcd");
	rwarray_sort(&array, by_key, &calls);
	assert_int_equal(calls, 3);
}

TEST(sort_keeps_the_order_of_equals)
{
	a.key = c.key = 7;
	b.key = d.key = 3;
	fill(&array, "abcd");
	rwarray_sort(&array, by_key, NULL);
	assert_slots(&array, "bdac");
}

static unsigned int comparisons_to_sort(int n)
{
	unsigned int calls = 0;
	int i;

	for (i = 0; i < n; i++)
		assert_int_equal(rwarray_add_tail(&array, &many[i].idx), 0);
	rwarray_sort(&array, by_key, &calls);
	for (i = 1; i < n; i++)
		assert_true(by_key(NULL, at(&array, (uint32_t)(i - 1)), at(&array, (uint32_t)i)) <=
			    0);
	rwarray_clear(&array);
	return calls;
}

TEST(sort_costs_little_if_nearly_sorted_and_n_log_n_at_most)
{
	const int n = 1024;
	int i;

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
	loop.loop.owner = NULL;
	assert_int_equal(rwarray_check(&array, NULL), LISH_STALE_LOOP);
	loop.loop.owner = &array.loops;
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

TEST(spans_cover_every_slot_once)
{
	static const uint32_t sizes[] = { 0, 1, 2, 5, 97 };
	uint32_t i, part, parts, next;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		rwarray_clear(&array);
		fill_many(&array, sizes[i], 0);
		for (parts = 1; parts < 200; parts += 6) {
			next = 0;
			for (part = 0; part < parts; part++) {
				const struct lish_span span = rwarray_span(&array, part, parts);

				assert_int_equal(span.start, next);
				assert_in_range(span.count, sizes[i] / parts, sizes[i] / parts + 1);
				next += span.count;
			}
			assert_int_equal(next, sizes[i]);
		}
	}
	/* More parts than anybody has, and the last of them. */
	assert_int_equal(rwarray_span(&array, 0xfffffffeu, 0xffffffffu).count, 0);
	assert_int_equal(rwarray_span(&array, 0xfffffffeu, 0xffffffffu).start, 97);
}

#define assert_span(names, start_, count_)                                                        \
	do {                                                                                      \
		const struct lish_span span = { start_, count_ };                                 \
		const struct rwarray *const readonly = &array;                                    \
                                                                                                  \
		assert_visits(names,                                                              \
			      rwarray_for_each_entry_span(pos, readonly, span, const struct item, \
							  idx) visit(pos));                       \
	} while (0)

TEST(a_span_loop_passes_over_holes)
{
	uint32_t part, parts;

	fill(&array, ".b.d..g.ij");
	for (parts = 1; parts < 15; parts++) {
		trail[0] = '\0';
		for (part = 0; part < parts; part++)
			rwarray_for_each_entry_span(pos, &array, rwarray_span(&array, part, parts),
						    struct item, idx)
				visit(pos);
		assert_string_equal(trail, "bdgij");
	}
	/* It has closed none of them. */
	assert_slots(&array, ".b.d..g.ij");
	assert_span("", 4, 2);
	assert_span("g", 4, 3);
	assert_span("", 1, 0);
	assert_span("bd", 1, 3);
}

TEST(a_span_leaves_out_what_is_not_there)
{
	assert_span("", 0, 0xffffffffu);
	fill(&array, "a.cd");
	assert_span("cd", 1, 9);
	assert_span("", 4, 1);
	/* Start and count wrap when added. */
	assert_span("d", 3, 0xffffffffu);
	assert_span("", 0xffffffffu, 0xffffffffu);
	/* Holes at the end. */
	rwarray_del(&array, &d.idx);
	assert_span("c", 1, 9);
	assert_span("", 3, 9);
}

TEST(a_span_loop_writes_nothing_to_the_array)
{
	static struct {
		struct rwarray array;
		RWARRAY_STORAGE(mem, 10);
		struct item items[10];
	} block, before;
	int visits = 0;

	rwarray_init_in(&block.array, &block.mem);
	memset(block.items, 0, sizeof(block.items));
	for (visits = 0; visits < 10; visits++)
		add(&block.array, &block.items[visits].idx);
	for (visits = 0; visits < 10; visits += 2)
		rwarray_del(&block.array, &block.items[visits].idx);
	memcpy(&before, &block, sizeof(block));
	visits = 0;
	rwarray_for_each_entry_span(pos, &block.array, rwarray_span(&block.array, 0, 2),
				    struct item, idx) {
		assert_memory_equal(&before, &block, sizeof(block));
		rwarray_for_each_entry_span(i, &block.array, rwarray_span(&block.array, 1, 2),
					    struct item, idx)
			visits += rwarray_contains(&block.array, &i->idx) && i != pos;
		if (visits == 4)
			break;
	}
	assert_int_equal(visits, 6);
	assert_int_equal(rwarray_count(&block.array), 5);
	assert_memory_equal(&before, &block, sizeof(block));
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

TEST(loops_evaluate_their_array_once)
{
	const struct lish_span all = { 0, 2 };
	int n = 0, calls = 0;

	fill(&array, "ab");
	rwarray_for_each_entry(pos, (n++, &array), struct item, idx)
		(void)pos;
	rwarray_for_each_entry_present(pos, (n++, &array), struct item, idx)
		(void)pos;
	rwarray_for_each_entry_reverse(pos, (n++, &array), struct item, idx)
		(void)pos;
	rwarray_for_each_entry_const(pos, (n++, &array), struct item, idx)
		(void)pos;
	rwarray_for_each_entry_safe(pos, (n++, &array), struct item, idx)
		(void)pos;
	assert_int_equal(n, 5);
	rwarray_for_each_entry_span(pos, (n++, &array), (calls++, all), struct item, idx)
		(void)pos;
	assert_int_equal(n, 6);
	assert_int_equal(calls, 1);
	n = 5;
	assert_non_null(container_of((n++, &a.idx), struct item, idx));
	assert_non_null(container_of((n++, &a.idx), struct item, idx));
	assert_int_equal(n, 7);
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

TEST(the_body_frees_the_current_element)
{
	struct item *item;
	int i, n = 0;

	for (i = 0; i < 20; i++) {
		item = (struct item *)calloc(1, sizeof(*item));
		assert_non_null(item);
		item->key = i;
		assert_int_equal(rwarray_add_tail(&array, &item->idx), 0);
	}
	rwarray_for_each_entry(pos, &array, struct item, idx) {
		n++;
		if (pos->key % 3) {
			rwarray_del(&array, &pos->idx);
			free(pos);
		}
	}
	assert_int_equal(n, 20);
	assert_int_equal(rwarray_count(&array), 7);
	rwarray_for_each_entry_reverse(pos, &array, struct item, idx) {
		rwarray_del(&array, &pos->idx);
		free(pos);
	}
	assert_false(rwarray_count(&array));
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

TEST(additions_are_visited_in_the_same_pass)
{
	fill(&array, "ab");
	assert_visits(
		"abcd", rwarray_for_each_entry(pos, &array, struct item, idx) {
			visit(pos);
			if (pos == &a)
				assert_int_equal(rwarray_add_tail(&array, &c.idx), 0);
			if (pos == &c)
				assert_int_equal(rwarray_add_tail(&array, &d.idx), 0);
		});
	assert_slots(&array, "abcd");
}

TEST(an_addition_to_an_empty_loop_waits_for_the_next)
{
	assert_visits("", rwarray_for_each_entry(pos, &array, struct item, idx) visit(pos));
	assert_int_equal(rwarray_add_tail(&array, &a.idx), 0);
	assert_visits("a", forward(&array));
}

/* A loop moves on by itself alone: nobody's question takes an element from it. */
TEST(questions_in_a_loop_change_nothing)
{
	fill(&array, "ab.c");
	trail[0] = '\0';
	rwarray_for_each_entry(pos, &array, struct item, idx) {
		int i;

		for (i = 0; i < 2; i++) {
			assert_false(!rwarray_count(&array));
			assert_int_equal(rwarray_count(&array), 3);
			assert_true(rwarray_contains(&array, &c.idx));
		}
		visit(pos);
	}
	assert_string_equal(trail, "abc");
	assert_visits("abc", forward(&array));
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

TEST(the_end_of_present_moves_with_the_members)
{
	fill(&array, "a.bc.e");
	assert_visits(
		"abce", rwarray_for_each_entry_present(pos, &array, struct item, idx) {
			visit(pos);
			if (pos == &a) {
				rwarray_del(&array, &pos->idx);
				rwarray_compact(&array);
			} else if (pos == &b) {
				add(&array, &a.idx);
				rwarray_compact(&array);
				add(&array, &d.idx);
			}
		});
	assert_slots(&array, "bcead");
}

TEST(clear_in_a_loop_lets_it_visit_what_is_added_then)
{
	fill(&array, "abc");
	assert_visits(
		"abde", rwarray_for_each_entry(pos, &array, struct item, idx) {
			visit(pos);
			if (pos != &b)
				continue;
			rwarray_clear(&array);
			assert_int_equal(rwarray_add_tail(&array, &d.idx), 0);
			assert_int_equal(rwarray_add_tail(&array, &e.idx), 0);
		});
	assert_visits(
		"d", rwarray_for_each_entry_present(pos, &array, struct item, idx) {
			visit(pos);
			rwarray_clear(&array);
			assert_int_equal(rwarray_add_tail(&array, &a.idx), 0);
		});
	assert_visits(
		"a", rwarray_for_each_entry_reverse(pos, &array, struct item, idx) {
			visit(pos);
			rwarray_forget(&array);
			assert_int_equal(rwarray_add_tail(&array, &b.idx), 0);
		});
	assert_slots(&array, "b");
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

TEST(return_and_goto_close_the_loops)
{
	fill(&array, "abc");
	assert_ptr_equal(find(&array, 'b'), &b);
	assert_null(array.loops.first);
	assert_null(find(&array, 'x'));
	rwarray_for_each_entry(pos, &array, struct item, idx) {
		rwarray_for_each_entry_present(other, &array, struct item, idx)
			goto out;
	}
out:
	assert_null(array.loops.first);
}
#endif

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

TEST(an_inner_loop_may_delete_the_outer_one_s_current)
{
	fill(&array, "abcd");
	assert_visits(
		"acd", rwarray_for_each_entry(pos, &array, struct item, idx) {
			visit(pos);
			rwarray_for_each_entry_present(other, &array, struct item, idx) {
				if (pos == &a && (other == &a || other == &b))
					rwarray_del(&array, &other->idx);
			}
		});
	assert_slots(&array, "..cd");
}

TEST(loops_are_closed_in_any_order)
{
	struct rwarray_loop_ one, two, three;

	fill(&array, "ab.de");
	open_loop(&one, &array);
	open_loop(&two, &array);
	open_loop(&three, &array);
	assert_ptr_equal(step_loop(&two), &a.idx);
	assert_ptr_equal(step_loop(&two), &b.idx);
	rwarray_close_(&one);
	assert_int_equal(rwarray_check(&array, NULL), LISH_OK);
	rwarray_close_(&three);
	/* It began when others ran, so it closes no holes. */
	assert_ptr_equal(step_loop(&two), &d.idx);
	assert_ptr_equal(step_loop(&two), &e.idx);
	assert_slots(&array, "ab.de");
	rwarray_close_(&two);
	assert_null(array.loops.first);
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

TEST(stop_ends_loops_at_their_next_step)
{
	struct rwarray_loop_ loop;

	fill(&array, "abc");
	rwarray_stop(&array);
	open_loop(&loop, &array);
	assert_ptr_equal(step_loop(&loop), &a.idx);
	assert_visits(
		"ab", rwarray_for_each_entry(pos, &array, struct item, idx) {
			visit(pos);
			if (pos == &b)
				rwarray_stop(&array);
		});
	assert_null(array.loops.first);
	assert_null(step_loop(&loop));
	assert_visits(
		"c", rwarray_for_each_entry_reverse(pos, &array, struct item, idx) {
			visit(pos);
			rwarray_stop(&array);
		});
	assert_visits(
		"a", rwarray_for_each_entry_present(pos, &array, struct item, idx) {
			visit(pos);
			rwarray_stop(&array);
			/* Others may begin. */
			rwarray_for_each_entry(other, &array, struct item, idx)
				if (other == &b)
					break;
		});
	rwarray_close_(&loop);
	open_loop(&loop, &array);
	assert_ptr_equal(step_loop(&loop), &a.idx);
	rwarray_close_(&loop);
}

/* The array, its slots and its members may all be gone at the next step. */
TEST(a_stopped_array_may_be_destroyed)
{
	int kind, visits;

	for (kind = 0; kind < 3; kind++) {
		struct rwarray *x = (struct rwarray *)malloc(sizeof(*x));
		struct item *item = (struct item *)calloc(4, sizeof(*item));
		int i;

		assert_non_null(x);
		assert_non_null(item);
		assert_int_equal(rwarray_init(x, config_with(0, 0, 0, false)), 0);
		for (i = 0; i < 4; i++)
			add(x, &item[i].idx);
		rwarray_del(x, &item[1].idx);
		visits = 0;
#define DESTROY(loop)                                \
	loop(outer, x, struct item, idx)             \
	{                                            \
		loop(pos, x, struct item, idx)       \
		{                                    \
			visits++;                    \
			rwarray_stop(x);             \
			rwarray_destroy(x);          \
			memset(x, 0x5a, sizeof(*x)); \
			free(x);                     \
			free(item);                  \
		}                                    \
	}
		if (kind == 0) {
			DESTROY(rwarray_for_each_entry)
		} else if (kind == 1) {
			DESTROY(rwarray_for_each_entry_present)
		} else {
			DESTROY(rwarray_for_each_entry_reverse)
		}
		assert_int_equal(visits, 1);
	}
}

static jmp_buf far_away;

static void leap(struct rwarray *x)
{
	rwarray_for_each_entry(pos, x, struct item, idx) {
		rwarray_del(x, &pos->idx);
		if (pos == &b) {
			rwarray_stop(x);
			longjmp(far_away, 1);
		}
	}
}

TEST(a_stopped_loop_may_be_left_by_longjmp)
{
	fill(&array, "abcd");
	if (!setjmp(far_away))
		leap(&array);
	assert_null(array.loops.first);
	assert_slots(&array, "..cd");
	assert_visits("cd", forward(&array));
	assert_slots(&array, "cd");
}

TEST_MAIN(setup, teardown)
