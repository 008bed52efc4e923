/* SPDX-License-Identifier: MIT */
/*
 * array_test.h - what dense and rwarray promise alike, included by the tests of each:
 * ARRAY is the container, NODE its node, CALL(name) its call, MADE(NAME) its macro in
 * capitals, ADD what adds, and LOOPS(array) leads to the loop that began last
 */
#include "test.h"

#include <errno.h>

struct item {
	char name;
	int key;
	struct NODE idx;
	struct NODE other;
};

/* Objects, an array that grows in memory that is counted, and a fixed one. */
static struct item items[10];
static struct test_mem mem;
static struct ARRAY array, fixed;
static MADE(STORAGE)(six, 6);

#define a (items[0])
#define b (items[1])
#define c (items[2])
#define d (items[3])
#define e (items[4])
#define f (items[5])

#define NAME_OF_(call) #call
#define NAME_OF(call) NAME_OF_(call)

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
	CALL(init_in)(&fixed, &six);
	lish_sure(CALL(init)(&array, config_with(0, 0, 0, false)));
	return 0;
}

/* Whatever a test did, the memory comes back. */
static int teardown(void **state)
{
	(void)state;
	if (CALL(check)(&array, NULL) != LISH_UNINITIALIZED) {
		LOOPS(&array) = NULL;
		CALL(forget)(&array);
		CALL(destroy)(&array);
	}
	assert_int_equal(mem.bytes, 0);
	return 0;
}

/* Fill an array with the objects that are named; of a dot a hole is left. */
static void fill(struct ARRAY *to, const char *names)
{
	struct item hole[16];
	const size_t n = strlen(names);
	size_t i;

	memset(hole, 0, sizeof(hole));
	for (i = 0; i < n; i++)
		assert_int_equal(ADD(to, names[i] == '.' ? &hole[i].idx : &items[names[i] - 'a'].idx),
				 0);
	for (i = 0; i < n; i++)
		if (names[i] == '.')
			CALL(del)(to, &hole[i].idx);
}

/* What loops see is collected here. */
static char visited[64];

static void visit(const struct item *item)
{
	const size_t n = strlen(visited);

	assert_true(n + 1 < sizeof(visited));
	visited[n] = item->name;
	visited[n + 1] = '\0';
}

#define assert_visits(names, loop)                   \
	do {                                         \
		visited[0] = '\0';                   \
		loop;                                \
		assert_string_equal(visited, names); \
	} while (0)

#define forward(array) CALL(for_each_entry)(pos, array, struct item, idx) visit(pos)

/* The array is whole and reads so. */
#define assert_array(array, names) check_array(array, names, __LINE__)

static void check_array(const struct ARRAY *x, const char *names, int line)
{
	char seen[16] = "";
	size_t n = 0;

	if (CALL(check)(x, NULL) != LISH_OK)
		fail_msg("line %d: the array is broken", line);
	CALL(for_each_entry_const)(pos, x, const struct item, idx)
		seen[n++] = pos->name;
	if (strcmp(seen, names) || CALL(count)(x) != n)
		fail_msg("line %d: [%s] instead of [%s]", line, seen, names);
}

/* Making arrays and nodes */

TEST(a_zeroed_node_is_in_no_array)
{
	static struct item fresh;

	assert_false(CALL(contains)(&array, &fresh.idx));
	assert_int_equal(ADD(&array, &fresh.idx), 0);
	assert_true(CALL(contains)(&array, &fresh.idx));
	CALL(del)(&array, &fresh.idx);
	assert_false(CALL(contains)(&array, &fresh.idx));
	assert_int_equal(fresh.idx.slot, 0);
}

TEST(idx_init_makes_a_node_of_any_memory)
{
	memset(&a.idx, 0x5a, sizeof(a.idx));
	CALL(idx_init)(&a.idx);
	assert_int_equal(a.idx.slot, 0);
	fill(&array, "a");
	assert_array(&array, "a");
}

TEST(init_makes_an_empty_array_of_any_memory)
{
	struct ARRAY x;

	memset(&x, 0x5a, sizeof(x));
	assert_int_equal(CALL(init)(&x, NULL), 0);
	assert_array(&x, "");
	assert_int_equal(CALL(stats)(&x).capacity, 0);
	assert_int_equal(CALL(stats)(&x).limit, LISH_MAX_COUNT);
	assert_int_equal(CALL(stats)(&x).peak, 0);
	fill(&x, "ab");
	assert_array(&x, "ab");
	CALL(destroy)(&x);
}

TEST(init_does_as_the_config_says)
{
	struct lish_config config = *config_with(2, 3, 9, false);
	struct ARRAY x;
	uint32_t i;

	memset(&x, 0x5a, sizeof(x));
	assert_int_equal(CALL(init)(&x, &config), 0);
	memset(&config, 0x5a, sizeof(config)); /* it may go */
	assert_int_equal(CALL(stats)(&x).capacity, 2);
	for (i = 0; i < 9; i++) {
		assert_int_equal(ADD(&x, &items[i].idx), 0);
		assert_int_equal(CALL(stats)(&x).capacity, i < 2 ? 2 : i < 5 ? 5 : i < 8 ? 8 : 9);
	}
	assert_int_equal(ADD(&x, &items[9].idx), -ENOSPC);
	assert_int_equal(items[9].idx.slot, 0);
	assert_int_equal(CALL(stats)(&x).failed, 1);
	assert_int_equal(CALL(reserve)(&x, 10), -ENOSPC);
	CALL(destroy)(&x);
}

TEST(without_growth_only_reserve_allocates)
{
	lish_sure(CALL(init)(&array, config_with(2, 0, 0, true)));
	fill(&array, "ab");
	assert_int_equal(ADD(&array, &c.idx), -ENOSPC);
	assert_int_equal(CALL(stats)(&array).failed, 1);
	CALL(del)(&array, &b.idx);
	fill(&array, "c");
	assert_array(&array, "ac");
	assert_int_equal(mem.allocs, 1);
	assert_int_equal(CALL(reserve)(&array, 3), 0);
	fill(&array, "d");
	assert_array(&array, "acd");
}

/* What the pages say of a number of slots that is no constant. */
TEST(a_growing_array_may_be_made_that_does_not_grow)
{
	lish_sure(CALL(init)(&array, config_with(3, 0, 3, false)));
	fill(&array, "abc");
	assert_int_equal(ADD(&array, &d.idx), -ENOSPC);
	assert_int_equal(mem.allocs, 1);
}

TEST(a_failed_init_leaves_an_array_that_is_none)
{
	struct ARRAY x;

	memset(&x, 0x5a, sizeof(x));
	mem.fail_at = mem.allocs + 1;
	assert_int_equal(CALL(init)(&x, config_with(4, 0, 0, false)), -ENOMEM);
	assert_int_equal(CALL(check)(&x, NULL), LISH_UNINITIALIZED);
	assert_reported(NAME_OF(ADD), LISH_UNINITIALIZED,
			assert_int_equal(ADD(&x, &a.idx), -EINVAL));
	memset(&x, 0x5a, sizeof(x));
	assert_int_equal(CALL(init)(&x, config_with(4, 0, 3, false)), -ENOSPC);
	assert_int_equal(CALL(check)(&x, NULL), LISH_UNINITIALIZED);
	assert_reported(NAME_OF(CALL(reserve)), LISH_UNINITIALIZED,
			assert_int_equal(CALL(reserve)(&x, 1), -EINVAL));
	assert_int_equal(mem.bytes, 0);
}

/* At level 0 it is the call that opens a loop which says so, of an array that nobody made. */
TEST(a_loop_over_an_array_that_was_never_made_visits_nothing)
{
	struct ARRAY zero;
	unsigned int visits = 0;

	memset(&zero, 0, sizeof(zero));
	CALL(for_each_entry)(pos, &array, struct item, idx)
		visits++;
	CALL(for_each_entry_const)(pos, &array, const struct item, idx)
		visits++;
#if LISH_CHECK >= 1
	assert_reported(NAME_OF(CALL(for_each_entry)), LISH_UNINITIALIZED,
			CALL(for_each_entry)(pos, &zero, struct item, idx) visits++);
	assert_reported(NAME_OF(CALL(for_each_entry_const)), LISH_UNINITIALIZED,
			CALL(for_each_entry_const)(pos, &zero, const struct item, idx) visits++);
#endif
	assert_int_equal(visits, 0);
	fill(&array, "ab");
	CALL(for_each_entry)(pos, &array, struct item, idx)
		visits++;
	CALL(for_each_entry_const)(pos, &array, const struct item, idx)
		visits++;
	assert_int_equal(visits, 4);
}

TEST(a_limit_beyond_all_numbers_is_the_highest_there_is)
{
	struct ARRAY x;

	assert_int_equal(CALL(init)(&x, config_with(0, UINT32_MAX, UINT32_MAX, false)), 0);
	assert_int_equal(CALL(stats)(&x).limit, LISH_MAX_COUNT);
	assert_int_equal(CALL(reserve)(&x, UINT32_MAX), -ENOSPC);
	assert_int_equal(CALL(reserve)(&x, LISH_MAX_COUNT + 1u), -ENOSPC);
	mem.fail_at = mem.allocs + 1;
	/* The first step is all there can be. */
	assert_int_equal(ADD(&x, &a.idx), -ENOMEM);
	assert_int_equal(a.idx.slot, 0);
	CALL(destroy)(&x);
}

TEST(init_in_makes_an_array_that_never_allocates)
{
	MADE(STORAGE)(slots[2], 2);
	struct ARRAY its[2], *x = its;
	int i = 0;

	memset(its, 0x5a, sizeof(its));
	memset(&slots, 0x5a, sizeof(slots));
	CALL(init_in)(x++, &slots[i++]);
	/* Its arguments are evaluated once. */
	assert_int_equal(i, 1);
	assert_ptr_equal(x, &its[1]);
	assert_array(its, "");
	assert_int_equal(CALL(stats)(its).capacity, 2);
	fill(its, "ab");
	assert_ptr_equal(slots[0].CALL(slots)[1], &b.idx.slot);
	assert_int_equal(ADD(its, &c.idx), -ENOSPC);
	assert_int_equal(c.idx.slot, 0);
	assert_array(its, "ab");
	CALL(destroy)(its);
	assert_int_equal(a.idx.slot, 0);
	/* Of no memory at all. */
	(CALL(init_in))(its, NULL, 0);
	assert_array(its, "");
	assert_int_equal(ADD(its, &c.idx), -ENOSPC);
	CALL(destroy)(its);
}

TEST(rebind_gives_an_array_another_allocator)
{
	struct test_mem other = TEST_MEM_INIT;
	struct lish_config config = LISH_CONFIG_INIT;

	config.mem = &other.mem;
	CALL(rebind)(&array, &config);
	fill(&array, "abc");
	assert_int_equal(mem.allocs, 0);
	assert_true(other.bytes > 0);
	CALL(destroy)(&array);
	assert_int_equal(other.bytes, 0);
}

MADE(DEFINE_STATIC)(defined_array, 3);
static MADE(STORAGE)(shared_slots, 3);
extern struct ARRAY shared_array;
struct ARRAY shared_array = MADE(INIT)(shared_slots);

struct world {
	struct ARRAY array;
	MADE(STORAGE)(slots, 3);
};

/* Members of the same name in structs of one file. */
struct other_world {
	MADE(STORAGE)(slots, 4);
};

static struct world world = { MADE(INIT)(world.slots), { { NULL } } };

TEST(initialisers_make_empty_arrays)
{
	MADE(STORAGE)(slots, 3);
	struct ARRAY x = MADE(INIT)(slots), y;
	MADE(DEFINE_STATIC)(inner, 3);
	struct ARRAY *const three[] = { &x, &inner, &defined_array, &shared_array, &world.array };
	struct other_world other;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(three); i++) {
		assert_int_equal(CALL(stats)(three[i]).capacity, 3);
		assert_int_equal(CALL(stats)(three[i]).limit, 3);
		fill(three[i], "abc");
		assert_array(three[i], "abc");
		assert_int_equal(ADD(three[i], &d.idx), -ENOSPC);
		CALL(clear)(three[i]);
	}
	memset(&other, 0x5a, sizeof(other));
	CALL(init_in)(&y, &other.slots);
	assert_int_equal(CALL(stats)(&y).capacity, 4);
	fill(&y, "abcd");
	assert_array(&y, "abcd");
	CALL(clear)(&y);
}

TEST(destroy_zeroes_the_nodes_and_gives_the_memory_back)
{
	fill(&array, "a.c");
	CALL(destroy)(&array);
	assert_int_equal(mem.bytes, 0);
	assert_int_equal(mem.frees, mem.allocs);
	assert_int_equal(a.idx.slot | c.idx.slot, 0);
	assert_int_equal(CALL(check)(&array, NULL), LISH_UNINITIALIZED);
	assert_reported(NAME_OF(CALL(destroy)), LISH_UNINITIALIZED, CALL(destroy)(&array));
	lish_sure(CALL(init)(&array, config_with(0, 0, 0, false)));
	fill(&array, "cb");
	assert_array(&array, "cb");
	fill(&fixed, "a");
	CALL(destroy)(&fixed);
	assert_int_equal(a.idx.slot, 0);
	assert_int_equal(CALL(check)(&fixed, NULL), LISH_UNINITIALIZED);
}

TEST(a_forgotten_array_can_be_destroyed_without_its_members)
{
	struct item *gone = (struct item *)calloc(1, sizeof(*gone));

	assert_non_null(gone);
	assert_int_equal(ADD(&array, &gone->idx), 0);
	free(gone);
	CALL(forget)(&array);
	CALL(destroy)(&array);
	assert_int_equal(mem.bytes, 0);
}

/* Adding and taking out */

TEST(add_puts_at_the_end)
{
	assert_int_equal(ADD(&array, &b.idx), 0);
	assert_array(&array, "b");
	assert_int_equal(ADD(&array, &a.idx), 0);
	assert_array(&array, "ba");
	assert_int_equal(a.idx.slot, 2);
}

TEST(add_tells_that_a_node_is_in_this_array)
{
	fill(&array, "ab");
	assert_int_equal(ADD(&array, &a.idx), -EEXIST);
	assert_int_equal(ADD(&array, &b.idx), -EEXIST);
	assert_array(&array, "ab");
}

TEST(add_to_a_full_fixed_array_is_no_space)
{
	fill(&fixed, "abcdef");
	assert_int_equal(ADD(&fixed, &items[6].idx), -ENOSPC);
	assert_int_equal(items[6].idx.slot, 0);
	assert_array(&fixed, "abcdef");
	CALL(clear)(&fixed);
}

TEST(add_doubles_a_full_array_from_8)
{
	static struct item more[40];
	uint32_t i, n = 0;

	memset(more, 0, sizeof(more));
	for (i = 0; i < 40; i++) {
		const uint32_t full = CALL(stats)(&array).capacity == i;

		assert_int_equal(ADD(&array, &more[i].idx), 0);
		if (full)
			assert_int_equal(CALL(stats)(&array).capacity, i ? 2 * i : 8);
		assert_int_equal(mem.bytes, CALL(stats)(&array).bytes);
		assert_int_equal(mem.bytes, CALL(stats)(&array).capacity * sizeof(uint32_t *));
	}
	assert_int_equal(mem.allocs, 4);
	assert_int_equal(CALL(check)(&array, NULL), LISH_OK);
	CALL(for_each_entry_const)(pos, &array, const struct item, idx)
		assert_ptr_equal(pos, &more[n++]);
}

TEST(add_without_memory_changes_nothing)
{
	mem.fail_at = 1;
	assert_int_equal(ADD(&array, &a.idx), -ENOMEM);
	assert_int_equal(a.idx.slot, 0);
	assert_array(&array, "");
	assert_int_equal(CALL(reserve)(&array, 2), 0);
	fill(&array, "ab");
	mem.fail_at = 3;
	assert_int_equal(ADD(&array, &c.idx), -ENOMEM);
	assert_int_equal(c.idx.slot, 0);
	assert_int_equal(CALL(stats)(&array).capacity, 2);
	assert_array(&array, "ab");
	fill(&array, "c");
	assert_array(&array, "abc");
}

TEST(an_object_is_in_two_arrays_by_two_nodes)
{
	fill(&array, "ab");
	assert_int_equal(ADD(&fixed, &b.other), 0);
	assert_false(CALL(contains)(&fixed, &b.idx));
	CALL(del)(&array, &b.idx);
	assert_true(CALL(contains)(&fixed, &b.other));
	assert_ptr_equal(container_of(&b.other, struct item, other), &b);
	CALL(clear)(&fixed);
}

TEST(leave_tells_whether_it_was_in)
{
	struct NODE forged = { UINT32_MAX };

	assert_false(CALL(leave)(&array, &a.idx));
	fill(&array, "abc");
	fill(&fixed, "de");
	/* d is at the place in another array where a is in this one. */
	assert_false(CALL(leave)(&array, &d.idx));
	assert_false(CALL(leave)(&fixed, &c.idx));
	assert_false(CALL(leave)(&array, &forged));
	assert_true(CALL(leave)(&array, &c.idx));
	assert_int_equal(c.idx.slot, 0);
	assert_false(CALL(leave)(&array, &c.idx));
	assert_array(&array, "ab");
	assert_array(&fixed, "de");
	CALL(clear)(&fixed);
}

TEST(clear_zeroes_every_node)
{
	CALL(clear)(&array);
	fill(&array, "a.c");
	CALL(clear)(&array);
	assert_array(&array, "");
	assert_int_equal(a.idx.slot | c.idx.slot, 0);
	assert_int_equal(CALL(stats)(&array).capacity, 8);
	fill(&array, "ca");
	assert_array(&array, "ca");
}

TEST(forget_empties_without_touching_the_members)
{
	fill(&array, "ab");
	CALL(forget)(&array);
	assert_array(&array, "");
	assert_int_equal(b.idx.slot, 2);
	/* Stale: no member, and not to be added before it is initialised. */
	assert_false(CALL(contains)(&array, &b.idx));
	assert_false(CALL(leave)(&array, &b.idx));
	assert_reported(NAME_OF(ADD), LISH_ALREADY_IN,
			assert_int_equal(ADD(&array, &b.idx), -EINVAL));
	/* Not even when its place is taken by somebody else. */
	fill(&array, "cd");
	assert_false(CALL(contains)(&array, &b.idx));
	CALL(idx_init)(&b.idx);
	fill(&array, "b");
	assert_array(&array, "cdb");
}

TEST(node_moved_repairs_an_array_after_a_copy)
{
	struct item old[3], moved[3], out, gone = { 0 };
	unsigned int seen = 0;
	size_t i;

	memset(old, 0, sizeof(old));
	memset(&out, 0, sizeof(out));
	for (i = 0; i < 3; i++)
		assert_int_equal(ADD(&array, &old[i].idx), 0);
	assert_int_equal(ADD(&array, &gone.idx), 0);
	CALL(del)(&array, &gone.idx);
	/* All move in the body of a loop, as by a realloc(). */
	CALL(for_each_entry)(pos, &array, const struct item, idx) {
		seen++;
		if (pos != &old[0]) {
			assert_ptr_equal(pos, &moved[seen - 1]);
			continue;
		}
		memcpy(moved, old, sizeof(old));
		memset(old, 0x5a, sizeof(old));
		for (i = 0; i < 3; i++)
			CALL(node_moved)(&array, &moved[i].idx);
	}
	assert_int_equal(seen, 3);
	assert_int_equal(CALL(check)(&array, NULL), LISH_OK);
	/* A node in no array stays in none, and one that did not move stays in. */
	CALL(node_moved)(&array, &out.idx);
	CALL(node_moved)(&array, &moved[1].idx);
	assert_false(CALL(contains)(&array, &out.idx));
	assert_true(CALL(leave)(&array, &moved[0].idx));
	assert_int_equal(CALL(check)(&array, NULL), LISH_OK);
	CALL(clear)(&array);
	assert_int_equal(moved[2].idx.slot, 0);
}

/* Memory */

TEST(reserve_makes_room_in_advance)
{
	assert_int_equal(CALL(reserve)(&array, 0), 0);
	assert_int_equal(mem.allocs, 0);
	assert_int_equal(CALL(reserve)(&array, 3), 0);
	assert_int_equal(CALL(stats)(&array).capacity, 3);
	fill(&array, "abc");
	assert_int_equal(mem.allocs, 1);
	assert_int_equal(CALL(reserve)(&array, 2), 0);
	assert_int_equal(CALL(stats)(&array).capacity, 3);
	assert_int_equal(CALL(reserve)(&array, 5), 0);
	assert_int_equal(CALL(stats)(&array).capacity, 5);
	assert_int_equal(mem.bytes, 5 * sizeof(uint32_t *));
	assert_array(&array, "abc");
}

TEST(reserve_fails_softly)
{
	assert_int_equal(CALL(reserve)(&fixed, 6), 0);
	assert_int_equal(CALL(reserve)(&fixed, 7), -ENOSPC);
	fill(&array, "a");
	mem.fail_at = 2;
	assert_int_equal(CALL(reserve)(&array, 20), -ENOMEM);
	assert_int_equal(CALL(stats)(&array).capacity, 8);
	assert_array(&array, "a");
}

TEST(trim_gives_back_what_is_not_needed)
{
	CALL(trim)(&array);
	fill(&array, "abc");
	CALL(trim)(&array);
	assert_int_equal(CALL(stats)(&array).capacity, 3);
	assert_int_equal(mem.bytes, 3 * sizeof(uint32_t *));
	assert_array(&array, "abc");
	CALL(trim)(&array);
	assert_int_equal(mem.allocs, 2);
	CALL(clear)(&array);
	CALL(trim)(&array);
	assert_int_equal(CALL(stats)(&array).capacity, 0);
	assert_int_equal(mem.bytes, 0);
	fill(&array, "ba");
	assert_array(&array, "ba");
}

TEST(trim_keeps_the_array_if_there_is_no_smaller_one)
{
	fill(&array, "ab");
	mem.fail_at = 2;
	CALL(trim)(&array);
	assert_int_equal(CALL(stats)(&array).capacity, 8);
	assert_array(&array, "ab");
	fill(&fixed, "c");
	CALL(trim)(&fixed);
	assert_int_equal(CALL(stats)(&fixed).capacity, 6);
	CALL(clear)(&fixed);
}

#if LISH_CHECK >= 1
/* An allocator that ignores the alignment, and what it has out. */
static int misaligned;

static void *misaligned_alloc(struct lish_mem *it, size_t size, size_t align)
{
	static uint64_t memory[64];

	(void)it, (void)align;
	assert_true(size < sizeof(memory));
	misaligned++;
	return (char *)memory + 1;
}

static void misaligned_free(struct lish_mem *it, void *ptr, size_t size, size_t align)
{
	(void)it, (void)ptr, (void)size, (void)align;
	misaligned--;
}

TEST(misaligned_memory_is_reported)
{
	static struct lish_mem crooked = { misaligned_alloc, misaligned_free, NULL, NULL };
	struct lish_config config = LISH_CONFIG_INIT;
	struct ARRAY x;

	config.mem = &crooked;
	assert_int_equal(CALL(init)(&x, &config), 0);
	assert_reported(NAME_OF(ADD), LISH_MISALIGNED, assert_int_equal(ADD(&x, &a.idx), -EINVAL));
	assert_int_equal(a.idx.slot, 0);
	assert_int_equal(CALL(count)(&x), 0);
	CALL(destroy)(&x);
	assert_int_equal(CALL(init)(&x, &config), 0);
	assert_reported(NAME_OF(CALL(reserve)), LISH_MISALIGNED,
			assert_int_equal(CALL(reserve)(&x, 4), -EINVAL));
	CALL(destroy)(&x);
	config.initial = 4;
	assert_reported(NAME_OF(CALL(init)), LISH_MISALIGNED,
			assert_int_equal(CALL(init)(&x, &config), -EINVAL));
	assert_int_equal(misaligned, 0);
}
#endif

/* Sorting; core/parray_test.c shows how the sort sorts. */

static int by_key(void *ctx, const struct NODE *x, const struct NODE *y)
{
	if (ctx)
		++*(unsigned int *)ctx;
	return container_of(x, struct item, idx)->key - container_of(y, struct item, idx)->key;
}

TEST(sort_puts_members_in_order_and_closes_holes)
{
	unsigned int calls = 0;

	CALL(sort)(&array, by_key, NULL);
	fill(&array, "d");
	CALL(sort)(&array, by_key, NULL);
	assert_array(&array, "d");
	fill(&array, "b.e.ac");
	CALL(sort)(&array, by_key, NULL);
	assert_array(&array, "abcde");
	assert_int_equal(CALL(stats)(&array).highest, 5);
	CALL(sort)(&array, by_key, &calls);
	assert_int_equal(calls, 4);
	CALL(clear)(&array);
	a.key = c.key = 7;
	b.key = d.key = 3;
	fill(&array, "abcd");
	CALL(sort)(&array, by_key, NULL);
	assert_array(&array, "bdac");
}

/* Loops */

/* More members than are visited without fetching ahead. */
static struct item crowd[LISH_FETCH_ABOVE_ + 100];

static void fill_crowd(uint32_t n)
{
	uint32_t i;

	CALL(clear)(&array);
	memset(crowd, 0, sizeof(crowd));
	for (i = 0; i < n; i++)
		assert_int_equal(ADD(&array, &crowd[i].idx), 0);
}

static void assert_loops_over_crowd(uint32_t n)
{
	struct lish_span span;
	uint32_t i = 0, part;

	CALL(for_each_entry)(pos, &array, struct item, idx)
		assert_ptr_equal(pos, &crowd[i++]);
	assert_int_equal(i, n);
	CALL(for_each_entry_reverse)(pos, &array, struct item, idx)
		assert_ptr_equal(pos, &crowd[--i]);
	assert_int_equal(i, 0);
	CALL(for_each_entry_present)(pos, &array, struct item, idx)
		assert_ptr_equal(pos, &crowd[i++]);
	assert_int_equal(i, n);
	i = 0;
	CALL(for_each_entry_const)(pos, &array, struct item, idx)
		assert_ptr_equal(pos, &crowd[i++]);
	assert_int_equal(i, n);
	/* Shares shorter than what is fetched ahead, too. */
	for (i = 0, part = 0; part < 1000; part++) {
		span = CALL(span)(&array, part, 1000);
		CALL(for_each_entry_span)(pos, &array, span, struct item, idx)
			assert_ptr_equal(pos, &crowd[i++]);
	}
	assert_int_equal(i, n);
}

#if LISH_CHECK >= 1
/* In order, off by one, upside down or shuffled; the sort has moved some when it comes to one. */
TEST(sort_leaves_an_array_with_an_overwritten_object_alone)
{
	const uint32_t n = 300;
	uint32_t shape, bad, i;

	for (shape = 0; shape < 5; shape++) {
		fill_crowd(n);
		for (i = 0; i < n; i++)
			crowd[i].key = shape == 0 ? (int)i : shape == 1 ? (int)(i ^ 1)
				     : shape == 2 ? (int)(n - i) : shape == 3 ? (int)(i * 7 % n)
				     : (int)(i % 50 ? i : n - i);
		for (bad = 0; bad < n; bad += bad < 4 || bad > n - 4 ? 1 : 17) {
			crowd[bad].idx.slot = 0;
			assert_reported(NAME_OF(CALL(sort)), LISH_BAD_INDEX,
					CALL(sort)(&array, by_key, NULL));
			assert_ptr_equal(report.fault.node, &crowd[bad].idx);
			crowd[bad].idx.slot = bad + 1;
			assert_int_equal(CALL(check)(&array, NULL), LISH_OK);
			i = 0;
			CALL(for_each_entry)(pos, &array, struct item, idx)
				assert_ptr_equal(pos, &crowd[i++]);
		}
	}
	CALL(clear)(&array);
}
#endif

TEST(every_loop_over_many)
{
	const uint32_t n = ARRAY_SIZE(crowd);
	uint32_t i;

	fill_crowd(n);
	assert_loops_over_crowd(n);
	/* In some other order, and back. */
	for (i = 0; i < n; i++)
		crowd[i].key = (int)(i * 5 % n);
	CALL(sort)(&array, by_key, NULL);
	i = 0;
	CALL(for_each_entry)(pos, &array, struct item, idx)
		assert_int_equal(pos->key, i++);
	for (i = 0; i < n; i++)
		crowd[i].key = (int)i;
	CALL(sort)(&array, by_key, NULL);
	for (i = LISH_FETCH_ABOVE_; i < n; i++)
		CALL(del)(&array, &crowd[i].idx);
	assert_loops_over_crowd(LISH_FETCH_ABOVE_);
	CALL(clear)(&array);
	for (i = 0; i < n; i++)
		assert_int_equal(crowd[i].idx.slot, 0);
}

TEST(spans_cover_everything_once)
{
	static const uint32_t sizes[] = { 0, 1, 2, 5, 97 };
	uint32_t i, part, parts, next;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		fill_crowd(sizes[i]);
		for (parts = 1; parts < 200; parts += 6) {
			next = 0;
			for (part = 0; part < parts; part++) {
				const struct lish_span span = CALL(span)(&array, part, parts);

				assert_int_equal(span.start, next);
				assert_in_range(span.count, sizes[i] / parts, sizes[i] / parts + 1);
				next += span.count;
			}
			assert_int_equal(next, sizes[i]);
		}
	}
	/* More parts than anybody has, and the last of them. */
	assert_int_equal(CALL(span)(&array, 0xfffffffeu, 0xffffffffu).count, 0);
	assert_int_equal(CALL(span)(&array, 0xfffffffeu, 0xffffffffu).start, 97);
	assert_reported(NAME_OF(CALL(span)), LISH_BAD_RANGE,
			assert_int_equal(CALL(span)(&array, 2, 2).count, 0));
	assert_reported(NAME_OF(CALL(span)), LISH_BAD_RANGE,
			assert_int_equal(CALL(span)(&array, 3, 2).count, 0));
}

#define assert_span(names, start_, count_)                                                      \
	do {                                                                                    \
		const struct lish_span span = { start_, count_ };                               \
		const struct ARRAY *const readonly = &array;                                    \
                                                                                                \
		assert_visits(names, CALL(for_each_entry_span)(pos, readonly, span,             \
							       const struct item, idx) visit(pos)); \
	} while (0)

TEST(a_span_leaves_out_what_is_not_there)
{
	assert_span("", 0, 0xffffffffu);
	fill(&array, "abcd");
	assert_span("bc", 1, 2);
	assert_span("bcd", 1, 9);
	assert_span("", 1, 0);
	assert_span("", 4, 1);
	/* Start and count wrap when added. */
	assert_span("d", 3, 0xffffffffu);
	assert_span("", 0xffffffffu, 0xffffffffu);
}

TEST(a_span_loop_writes_nothing_to_the_array)
{
	static struct {
		struct ARRAY array;
		MADE(STORAGE)(mem, 10);
		struct item items[10];
	} block, before;
	int visits;

	CALL(init_in)(&block.array, &block.mem);
	memset(block.items, 0, sizeof(block.items));
	for (visits = 0; visits < 10; visits++)
		assert_int_equal(ADD(&block.array, &block.items[visits].idx), 0);
	CALL(del)(&block.array, &block.items[9].idx);
	memcpy(&before, &block, sizeof(block));
	visits = 0;
	CALL(for_each_entry_span)(pos, &block.array, CALL(span)(&block.array, 0, 2), struct item,
				  idx) {
		assert_memory_equal(&before, &block, sizeof(block));
		CALL(for_each_entry_span)(i, &block.array, CALL(span)(&block.array, 1, 2),
					  struct item, idx)
			visits += CALL(contains)(&block.array, &i->idx) && i != pos;
		if (visits == 8)
			break;
	}
	assert_int_equal(visits, 8);
	assert_memory_equal(&before, &block, sizeof(block));
}

TEST(loops_evaluate_their_arguments_once)
{
	const struct lish_span all = { 0, 2 };
	int n = 0, spans = 0;

	fill(&array, "ab");
	assert_visits("ab", CALL(for_each_entry)(pos, (n++, &array), struct item, idx) visit(pos));
	assert_visits("ab", CALL(for_each_entry_present)(pos, (n++, &array), struct item, idx)
				    visit(pos));
	assert_visits("ba", CALL(for_each_entry_reverse)(pos, (n++, &array), struct item, idx)
				    visit(pos));
	assert_visits("ab", CALL(for_each_entry_const)(pos, (n++, &array), struct item, idx)
				    visit(pos));
	assert_visits("ab", CALL(for_each_entry_safe)(pos, (n++, &array), struct item, idx)
				    visit(pos));
	assert_visits("ab", CALL(for_each_entry_span)(pos, (n++, &array), (spans++, all),
						      struct item, idx) visit(pos));
	assert_int_equal(n, 6);
	assert_int_equal(spans, 1);
	assert_ptr_equal(container_of((n++, &a.idx), const struct item, idx), &a);
	assert_int_equal(n, 7);
}

TEST(a_body_need_not_use_the_cursor)
{
	int n = 0;

	fill(&array, "abc");
	CALL(for_each_entry)(pos, &array, struct item, idx)
		n++;
	CALL(for_each_entry_reverse)(pos, &array, struct item, idx) {
		if (n == 5)
			continue;
		n++;
	}
	CALL(for_each_entry_const)(pos, &array, struct item, idx)
		n++;
	assert_int_equal(n, 8);
}

TEST(the_body_frees_the_current_element)
{
	struct item *item;
	int i, sum = 0;

	for (i = 0; i < 20; i++) {
		item = (struct item *)calloc(1, sizeof(*item));
		assert_non_null(item);
		item->key = i;
		assert_int_equal(ADD(&array, &item->idx), 0);
	}
	CALL(for_each_entry)(pos, &array, struct item, idx) {
		sum += pos->key;
		if (pos->key % 3) {
			CALL(del)(&array, &pos->idx);
			free(pos);
		}
	}
	assert_int_equal(sum, 190);
	assert_int_equal(CALL(count)(&array), 7);
	CALL(for_each_entry_reverse)(pos, &array, struct item, idx) {
		CALL(del)(&array, &pos->idx);
		free(pos);
	}
	assert_int_equal(CALL(count)(&array), 0);
}

TEST(additions_are_visited_in_the_same_pass)
{
	fill(&array, "ab");
	assert_visits("abcdef", CALL(for_each_entry)(pos, &array, struct item, idx) {
		visit(pos);
		if (pos == &a)
			fill(&array, "c");
		if (pos == &c)
			fill(&array, "def"); /* the last one, till then */
	});
	assert_array(&array, "abcdef");
}

/* A loop moves on by itself alone: nobody's question takes an element from it. */
TEST(questions_in_a_loop_change_nothing)
{
	fill(&array, "abc");
	assert_visits("abc", CALL(for_each_entry)(pos, &array, struct item, idx) {
		assert_int_equal(CALL(count)(&array), 3);
		assert_true(CALL(contains)(&array, &c.idx));
		assert_int_equal(CALL(span)(&array, 0, 1).count, 3);
		assert_int_equal(ADD(&fixed, &pos->other), 0);
		visit(pos);
	});
	assert_int_equal(CALL(count)(&fixed), 3);
	CALL(clear)(&fixed);
}

#if LISH_HAS_CLEANUP
static const struct item *find(char name)
{
	CALL(for_each_entry_present)(pos, &array, const struct item, idx) {
		CALL(for_each_entry_reverse)(other, &array, const struct item, idx) {
			if (other->name == name)
				return other;
		}
	}
	return NULL;
}

TEST(return_and_goto_close_the_loops)
{
	fill(&array, "abc");
	assert_ptr_equal(find('b'), &b);
	assert_null(LOOPS(&array));
	assert_null(find('x'));
	CALL(for_each_entry)(pos, &array, struct item, idx) {
		CALL(for_each_entry_present)(other, &array, struct item, idx)
			goto out;
	}
out:
	assert_null(LOOPS(&array));
}
#endif

/* The array, its slots and its members may all be gone at the next step. */
TEST(a_stopped_array_may_be_destroyed)
{
	int kind, visits;

	for (kind = 0; kind < 3; kind++) {
		struct ARRAY *x = (struct ARRAY *)malloc(sizeof(*x));
		struct item *item = (struct item *)calloc(4, sizeof(*item));
		int i;

		assert_true(x && item);
		assert_int_equal(CALL(init)(x, config_with(0, 0, 0, false)), 0);
		for (i = 0; i < 4; i++)
			assert_int_equal(ADD(x, &item[i].idx), 0);
		CALL(del)(x, &item[1].idx);
		visits = 0;
#define DESTROY(loop)                                \
	loop(outer, x, struct item, idx)             \
	{                                            \
		loop(pos, x, struct item, idx)       \
		{                                    \
			visits++;                    \
			CALL(stop)(x);               \
			CALL(destroy)(x);            \
			memset(x, 0x5a, sizeof(*x)); \
			free(x);                     \
			free(item);                  \
		}                                    \
	}
		if (kind == 0) {
			DESTROY(CALL(for_each_entry))
		} else if (kind == 1) {
			DESTROY(CALL(for_each_entry_present))
		} else {
			DESTROY(CALL(for_each_entry_reverse))
		}
#undef DESTROY
		assert_int_equal(visits, 1);
	}
}

static jmp_buf far_away;

static void leap(void)
{
	CALL(for_each_entry)(pos, &array, struct item, idx) {
		if (pos == &b) {
			CALL(stop)(&array);
			longjmp(far_away, 1);
		}
	}
}

TEST(a_stopped_loop_may_be_left_by_longjmp)
{
	fill(&array, "abc");
	if (!setjmp(far_away))
		leap();
	assert_null(LOOPS(&array));
	CALL(del)(&array, &c.idx);
	assert_visits("ab", forward(&array));
}
