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
static const struct lish_config *config_with(uint32_t initial, uint32_t step,
					     uint32_t limit, bool no_grow)
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
		add(to, slots[i] == '.' ? &hole[i].idx :
					  &items[slots[i] - 'a'].idx);
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
		seen[i] = at(x, i) ? container_of(at(x, i), struct item,
						   idx)->name : '.';
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

#define forward(array) \
	rwarray_for_each_entry(pos, array, struct item, idx) visit(pos)

/* Making arrays and nodes */

static void a_zeroed_node_is_in_no_array(void **state)
{
	static struct item fresh;

	(void)state;
	assert_false(rwarray_contains(&array, &fresh.idx));
	assert_int_equal(rwarray_add_tail(&array, &fresh.idx), 0);
	assert_true(rwarray_contains(&array, &fresh.idx));
	rwarray_del(&array, &fresh.idx);
	assert_false(rwarray_contains(&array, &fresh.idx));
}

static void init_makes_an_empty_array_of_any_memory(void **state)
{
	struct rwarray x;

	(void)state;
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

static void init_does_as_the_config_says(void **state)
{
	struct lish_config config = *config_with(3, 2, 6, false);
	struct rwarray x;
	int i;

	(void)state;
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

static void a_failed_init_leaves_an_array_that_is_none(void **state)
{
	struct rwarray x;

	(void)state;
	memset(&x, 0x5a, sizeof(x));
	mem.fail_at = mem.allocs + 1;
	assert_int_equal(rwarray_init(&x, config_with(4, 0, 0, false)), -ENOMEM);
	assert_int_equal(rwarray_check(&x, NULL), LISH_UNINITIALIZED);
	assert_reported("rwarray_add_tail", LISH_UNINITIALIZED,
			assert_int_equal(rwarray_add_tail(&x, &a.idx),
					 -EINVAL));
	memset(&x, 0x5a, sizeof(x));
	assert_int_equal(rwarray_init(&x, config_with(4, 0, 3, false)), -ENOSPC);
	assert_int_equal(rwarray_check(&x, NULL), LISH_UNINITIALIZED);
	assert_reported("rwarray_reserve", LISH_UNINITIALIZED,
			assert_int_equal(rwarray_reserve(&x, 1), -EINVAL));
	assert_int_equal(mem.bytes, 0);
}

static void a_limit_beyond_all_numbers_is_the_highest_there_is(void **state)
{
	struct rwarray x;

	(void)state;
	assert_int_equal(rwarray_init(&x, config_with(0, UINT32_MAX, UINT32_MAX,
						      false)), 0);
	assert_int_equal(rwarray_stats(&x).limit, LISH_MAX_COUNT);
	assert_int_equal(rwarray_reserve(&x, UINT32_MAX), -ENOSPC);
	assert_int_equal(rwarray_reserve(&x, LISH_MAX_COUNT + 1u), -ENOSPC);
	mem.fail_at = mem.allocs + 1;
	/* The first step is all there can be. */
	assert_int_equal(rwarray_add_tail(&x, &a.idx), -ENOMEM);
	assert_int_equal(a.idx.slot, 0);
	rwarray_destroy(&x);
}

static void init_in_makes_an_array_that_never_allocates(void **state)
{
	RWARRAY_STORAGE(slots, 2);
	struct rwarray x;

	(void)state;
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

static void init_in_evaluates_its_arguments_once(void **state)
{
	RWARRAY_STORAGE(slots[2], 3);
	struct rwarray its[2], *x = its;
	int i = 0;

	(void)state;
	rwarray_init_in(x++, &slots[i++]);
	assert_int_equal(i, 1);
	assert_ptr_equal(x, &its[1]);
	fill(its, "abc");
	assert_ptr_equal(slots[0].rwarray_slots[2], &c.idx.slot);
}

/* What the pages say of a number of slots that is no constant. */
static void a_growing_array_may_be_made_that_does_not_grow(void **state)
{
	struct lish_config config = LISH_CONFIG_INIT;
	struct rwarray x;

	(void)state;
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

static void initialisers_make_empty_arrays(void **state)
{
	RWARRAY_STORAGE(slots, 3);
	struct rwarray x = RWARRAY_INIT(slots), y;
	RWARRAY_DEFINE_STATIC(inner, 3);
	struct other_world other;

	(void)state;
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

static void idx_init_makes_a_node_of_any_memory(void **state)
{
	(void)state;
	memset(&a.idx, 0x5a, sizeof(a.idx));
	rwarray_idx_init(&a.idx);
	assert_int_equal(a.idx.slot, 0);
	assert_int_equal(rwarray_add_tail(&array, &a.idx), 0);
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

static void add_tail_puts_at_the_end(void **state)
{
	(void)state;
	assert_int_equal(rwarray_add_tail(&array, &b.idx), 0);
	assert_int_equal(rwarray_add_tail(&array, &a.idx), 0);
	assert_slots(&array, "ba");
	assert_int_equal(rwarray_count(&array), 2);
}

static void add_tells_that_a_node_is_in_this_array(void **state)
{
	(void)state;
	fill(&array, "ab");
	assert_int_equal(rwarray_add_tail(&array, &a.idx), -EEXIST);
	assert_int_equal(rwarray_add_tail(&array, &b.idx), -EEXIST);
	assert_slots(&array, "ab");
}

/* An index that names no place, a hole, or one that does not name it back. */
static void add_reports_what_is_neither_zero_nor_in_this_array(void **state)
{
	static const uint32_t garbage[] = { 1, 2, 3, 4, 0x5a5a5a5au,
					    UINT32_MAX };
	RWARRAY_DEFINE_STATIC(another, 4);
	size_t i;

	(void)state;
	fill(&array, "a.b");
	for (i = 0; i < ARRAY_SIZE(garbage); i++) {
		c.idx.slot = garbage[i];
		assert_reported("rwarray_add_tail", LISH_ALREADY_IN,
				assert_int_equal(rwarray_add_tail(&array,
								  &c.idx),
						 -EINVAL));
		assert_int_equal(c.idx.slot, garbage[i]);
	}
	assert_reported("rwarray_add_tail", LISH_ALREADY_IN,
			assert_int_equal(rwarray_add_tail(&another, &a.idx),
					 -EINVAL));
	assert_slots(&another, "");
	rwarray_idx_init(&c.idx);
	assert_slots(&array, "a.b");
}

static void add_doubles_a_full_array(void **state)
{
	(void)state;
	fill(&array, "abcdefgh");
	assert_int_equal(rwarray_stats(&array).capacity, 8);
	assert_int_equal(rwarray_add_tail(&array, &items[8].idx), 0);
	assert_int_equal(rwarray_stats(&array).capacity, 16);
	assert_int_equal(mem.allocs, 2);
	assert_slots(&array, "abcdefghi");
}

static void add_closes_many_holes_instead_of_growing(void **state)
{
	(void)state;
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

static void add_grows_in_spite_of_few_holes(void **state)
{
	(void)state;
	fill_up(2);
	add(&array, &b.idx);
	/* nothing was moved: the holes are there still */
	assert_int_equal(rwarray_stats(&array).highest, 33);
	assert_int_equal(rwarray_stats(&array).capacity, 64);
}

static void add_closes_few_holes_if_it_cannot_grow(void **state)
{
	(void)state;
	fill_up(2);
	mem.fail_at = mem.allocs + 1;
	add(&array, &c.idx);
	assert_int_equal(rwarray_stats(&array).highest, 31);
	assert_int_equal(rwarray_stats(&array).failed, 0);
	assert_int_equal(rwarray_stats(&array).capacity, 32);
}

static void add_to_a_full_fixed_array_closes_its_holes(void **state)
{
	(void)state;
	fill(&defined_array, "a.c");
	assert_int_equal(rwarray_add_tail(&defined_array, &d.idx), 0);
	assert_slots(&defined_array, "acd");
	assert_int_equal(rwarray_add_tail(&defined_array, &e.idx), -ENOSPC);
	assert_slots(&defined_array, "acd");
	rwarray_clear(&defined_array);
}

static void add_fails_softly_without_memory(void **state)
{
	(void)state;
	mem.fail_at = 1;
	assert_int_equal(rwarray_add_tail(&array, &a.idx), -ENOMEM);
	assert_int_equal(a.idx.slot, 0);
	assert_slots(&array, "");
	assert_int_equal(rwarray_add_tail(&array, &a.idx), 0);
	assert_slots(&array, "a");
}

static void del_leaves_a_hole_and_a_zero_node(void **state)
{
	(void)state;
	fill(&array, "abc");
	rwarray_del(&array, &b.idx);
	assert_int_equal(b.idx.slot, 0);
	assert_slots(&array, "a.c");
	assert_int_equal(rwarray_count(&array), 2);
	assert_int_equal(rwarray_stats(&array).highest, 3);
}

#if LISH_CHECK >= 1
static void del_reports_what_is_not_in(void **state)
{
	RWARRAY_DEFINE_STATIC(another, 4);
	struct rwarray_idx forged;

	(void)state;
	fill(&array, "ab");
	fill(&another, "cde");
	assert_reported("rwarray_del", LISH_FOREIGN,
			rwarray_del(&another, &a.idx));
	assert_ptr_equal(report.fault.container, &another);
	assert_ptr_equal(report.fault.node, &a.idx);
	assert_reported("rwarray_del", LISH_FOREIGN,
			rwarray_del(&array, &c.idx));
	assert_reported("rwarray_del", LISH_FOREIGN,
			rwarray_del(&array, &e.idx));
	assert_reported("rwarray_del", LISH_NOT_IN,
			rwarray_del(&array, &items[9].idx));
	for (forged.slot = 1; forged.slot; forged.slot *= 2)
		assert_reported("rwarray_del", LISH_FOREIGN,
				rwarray_del(&array, &forged));
	forged.slot = UINT32_MAX;
	assert_reported("rwarray_del", LISH_FOREIGN,
			rwarray_del(&array, &forged));
	rwarray_del(&array, &a.idx);
	assert_reported("rwarray_del", LISH_NOT_IN,
			rwarray_del(&array, &a.idx));
	assert_slots(&array, ".b");
	assert_slots(&another, "cde");
	rwarray_clear(&another);
}

static void the_node_of_a_null_object_is_reported(void **state)
{
	/* As &object->idx is, where object is NULL. */
	struct rwarray_idx *null =
		(struct rwarray_idx *)(uintptr_t)offsetof(struct item, idx);

	(void)state;
	fill(&array, "ab");
	assert_reported("rwarray_add_tail", LISH_NULL,
			assert_int_equal(rwarray_add_tail(&array, null),
					 -EINVAL));
	assert_reported("rwarray_add_tail", LISH_NULL,
			assert_int_equal(rwarray_add_tail(&array, NULL),
					 -EINVAL));
	assert_reported("rwarray_del", LISH_NULL, rwarray_del(&array, null));
	assert_reported("rwarray_del", LISH_NULL, rwarray_del(&array, NULL));
	assert_reported("rwarray_leave", LISH_NULL,
			assert_false(rwarray_leave(&array, null)));
	assert_reported("rwarray_contains", LISH_NULL,
			assert_false(rwarray_contains(&array, null)));
	assert_slots(&array, "ab");
}

static void a_report_names_the_place_of_the_call(void **state)
{
	(void)state;
	assert_reported("rwarray_del", LISH_NOT_IN,
			rwarray_del(&array, &a.idx));
#if defined(__GNUC__) && !defined(__TINYC__)
	assert_int_equal(!!report.fault.caller, LISH_HAS_CALLER);
#endif
}
#endif

static void node_moved_repairs_an_array_after_a_copy(void **state)
{
	struct item old[3], moved[3], out, gone = { 0 };
	unsigned int seen = 0;
	size_t i;

	(void)state;
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
	assert_reported("rwarray_node_moved", LISH_FOREIGN,
			rwarray_node_moved(&array, &out.idx));
	assert_int_equal(rwarray_check(&array, NULL), LISH_OK);
	rwarray_clear(&array);
	assert_int_equal(moved[2].idx.slot, 0);
}

static void leave_takes_out_what_is_in(void **state)
{
	RWARRAY_DEFINE_STATIC(another, 4);
	struct rwarray_idx forged = { UINT32_MAX };

	(void)state;
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

/*
 * An object that is overwritten while it is in can neither be taken out nor be
 * found, but is still visited; a loop that closes holes repairs its index.
 */
static void an_object_overwritten_as_a_whole_is_still_in(void **state)
{
	(void)state;
	fill(&array, ".bc");
	b.idx.slot = 0;
	assert_int_equal(rwarray_check(&array, NULL), LISH_BAD_INDEX);
#if LISH_CHECK < 2
	assert_false(rwarray_contains(&array, &b.idx));
	assert_false(rwarray_leave(&array, &b.idx));
#if LISH_CHECK == 1
	assert_reported("rwarray_del", LISH_NOT_IN,
			rwarray_del(&array, &b.idx));
#endif
#endif
	/* The loop closes the hole, and does not write b, which may be the memory of others. */
#if LISH_CHECK >= 1
	assert_reported("rwarray_for_each_entry", LISH_BAD_INDEX,
			assert_visits("c", forward(&array)));
	assert_ptr_equal(report.fault.node, &b.idx);
	assert_ptr_equal(report.fault.container, &array);
#else
	assert_visits("bc", forward(&array));
#endif
	assert_int_equal(b.idx.slot, 0);
	b.idx.slot = 1;
	assert_slots(&array, "bc");
	assert_true(rwarray_contains(&array, &b.idx));
}

#if LISH_CHECK >= 1
/* Each loop reports it once, and visits the others. */
static void a_loop_skips_an_overwritten_object(void **state)
{
	const struct lish_span whole = { 0, 4 };
	struct rwarray_loop_ loop;
	unsigned int seen;

	(void)state;
#define assert_skipped(name, head)                                      \
	seen = 0;                                                       \
	assert_reported(name, LISH_BAD_INDEX, head {                    \
		assert_ptr_not_equal(pos, &b);                          \
		seen++;                                                 \
	});                                                             \
	assert_int_equal(seen, 3);                                      \
	assert_ptr_equal(report.fault.node, &b.idx);                    \
	assert_ptr_equal(report.fault.container, &array)
	fill(&array, "abcd");
	b.idx.slot = 77;
	assert_skipped("rwarray_for_each_entry",
		       rwarray_for_each_entry(pos, &array, struct item, idx));
	assert_skipped("rwarray_for_each_entry_reverse",
		       rwarray_for_each_entry_reverse(pos, &array, struct item, idx));
	assert_skipped("rwarray_for_each_entry_present",
		       rwarray_for_each_entry_present(pos, &array, struct item, idx));
#if LISH_CHECK == 1
	assert_skipped("rwarray_for_each_entry_const",
		       rwarray_for_each_entry_const(pos, &array, struct item, idx));
	assert_skipped("rwarray_for_each_entry_span",
		       rwarray_for_each_entry_span(pos, &array, whole, struct item, idx));
#endif
	(void)whole;
#undef assert_skipped
	open_loop(&loop, &array);
	assert_ptr_equal(step_loop(&loop), &a.idx);
	assert_reported("rwarray_for_each_entry", LISH_BAD_INDEX,
			assert_ptr_equal(step_loop(&loop), &c.idx));
	rwarray_close_(&loop);
	b.idx.slot = 2;
	assert_slots(&array, "abcd");
}
#endif

static void compact_writes_no_memory_of_others(void **state)
{
	(void)state;
	fill(&array, ".abc");
	b.idx.slot = 77;
#if LISH_CHECK < 2
	rwarray_compact(&array);
	assert_int_equal(b.idx.slot, 77);
	assert_int_equal(a.idx.slot, 1);
	assert_int_equal(c.idx.slot, 3);
	b.idx.slot = 2;
#else
	b.idx.slot = 3;
#endif
}

static void clear_writes_no_memory_of_others(void **state)
{
	(void)state;
	fill(&array, "a.bc");
	b.idx.slot = 12345;
	assert_reported("rwarray_clear", LISH_BAD_INDEX, rwarray_clear(&array));
	assert_ptr_equal(report.fault.node, &b.idx);
	assert_ptr_equal(report.fault.container, &array);
	assert_int_equal(b.idx.slot, 12345);
	assert_int_equal(a.idx.slot, 0);
	assert_int_equal(c.idx.slot, 0);
	fill(&array, "ac");
	a.idx.slot = 12345;
	assert_reported("rwarray_destroy", LISH_BAD_INDEX, rwarray_destroy(&array));
	assert_ptr_equal(report.fault.node, &a.idx);
	assert_int_equal(a.idx.slot, 12345);
	assert_int_equal(c.idx.slot, 0);
	a.idx.slot = 0;
	b.idx.slot = 0;
}

static void an_object_is_in_two_arrays_by_two_nodes(void **state)
{
	RWARRAY_DEFINE_STATIC(others, 4);

	(void)state;
	fill(&array, "ab");
	assert_int_equal(rwarray_add_tail(&others, &b.other), 0);
	assert_int_equal(rwarray_count(&others), 1);
	assert_false(rwarray_contains(&others, &b.idx));
	rwarray_del(&array, &b.idx);
	assert_true(rwarray_contains(&others, &b.other));
	rwarray_clear(&others);
}

/* A slot that was left by closing holes must not name its old holder. */
static void a_closed_hole_does_not_claim_who_moved_away(void **state)
{
	RWARRAY_DEFINE_STATIC(another, 4);

	(void)state;
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

static void count_capacity_and_empty_tell_the_state(void **state)
{
	(void)state;
	assert_false(rwarray_count(&array));
	fill(&array, "a..d");
	assert_false(!rwarray_count(&array));
	assert_int_equal(rwarray_count(&array), 2);
	assert_int_equal(rwarray_stats(&array).capacity, 8);
}

static void stats_tells_all_figures(void **state)
{
	struct lish_stats stats;

	(void)state;
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

static void entry_finds_the_object_of_a_node(void **state)
{
	const struct rwarray_idx *idx = &b.idx;

	(void)state;
	assert_ptr_equal(container_of(&b.idx, struct item, idx), &b);
	assert_ptr_equal(container_of(&b.other, struct item, other), &b);
	assert_ptr_equal(container_of(idx, const struct item, idx), &b);
}

/* Memory */

static void the_limit_ends_growth(void **state)
{
	int i;

	(void)state;
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

static void without_growth_only_reserve_allocates(void **state)
{
	(void)state;
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

static void reserve_makes_room_in_advance(void **state)
{
	int i;

	(void)state;
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

static void reserve_fails_softly(void **state)
{
	(void)state;
	assert_int_equal(rwarray_reserve(&defined_array, 3), 0);
	assert_int_equal(rwarray_reserve(&defined_array, 4), -ENOSPC);
	assert_int_equal(rwarray_reserve(&array, LISH_MAX_COUNT + 1), -ENOSPC);
	mem.fail_at = 1;
	assert_int_equal(rwarray_reserve(&array, 5), -ENOMEM);
	assert_int_equal(rwarray_stats(&array).capacity, 0);
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

static void trim_of_a_fixed_array_compacts(void **state)
{
	(void)state;
	fill(&defined_array, "a.c");
	rwarray_trim(&defined_array);
	assert_slots(&defined_array, "ac");
	assert_int_equal(rwarray_stats(&defined_array).capacity, 3);
	rwarray_clear(&defined_array);
}

static void trim_without_memory_keeps_the_array(void **state)
{
	(void)state;
	fill(&array, "ab");
	mem.fail_at = mem.allocs + 1;
	rwarray_trim(&array);
	assert_int_equal(rwarray_stats(&array).capacity, 8);
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
	assert_int_equal(rwarray_stats(&array).capacity, 8);
	assert_int_equal(rwarray_add_tail(&array, &a.idx), 0);
}

static void forget_does_not_touch_the_members(void **state)
{
	(void)state;
	fill(&array, "ab");
	rwarray_forget(&array);
	assert_slots(&array, "");
	assert_int_equal(b.idx.slot, 2);
	assert_false(rwarray_contains(&array, &b.idx));
	assert_reported("rwarray_add_tail", LISH_ALREADY_IN,
			assert_int_equal(rwarray_add_tail(&array, &b.idx),
					 -EINVAL));
	rwarray_idx_init(&b.idx);
	assert_int_equal(rwarray_add_tail(&array, &b.idx), 0);
	assert_slots(&array, "b");
}

/* Sorting */

static int by_key(void *ctx, const struct rwarray_idx *x,
		  const struct rwarray_idx *y)
{
	unsigned int *calls = (unsigned int *)ctx;

	if (calls)
		++*calls;
	return container_of(x, struct item, idx)->key -
	       container_of(y, struct item, idx)->key;
}

static void sort_puts_members_in_order_and_closes_holes(void **state)
{
	unsigned int calls = 0;

	(void)state;
	rwarray_sort(&array, by_key, NULL);
	fill(&array, "d.a.cb");
	rwarray_sort(&array, by_key, NULL);
	assert_slots(&array, "abcd");
	rwarray_sort(&array, by_key, &calls);
	assert_int_equal(calls, 3);
}

static void sort_keeps_the_order_of_equals(void **state)
{
	(void)state;
	a.key = c.key = 7;
	b.key = d.key = 3;
	fill(&array, "abcd");
	rwarray_sort(&array, by_key, NULL);
	assert_slots(&array, "bdac");
}

static void sort_is_misuse_while_a_loop_runs(void **state)
{
	(void)state;
	fill(&array, "ba");
	rwarray_for_each_entry(pos, &array, struct item, idx)
		assert_reported("rwarray_sort", LISH_LOOPED,
				rwarray_sort(&array, by_key, NULL));
	assert_slots(&array, "ba");
}

/* Many members, that are far from sorted: stable all the same. */
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
		assert_int_equal(rwarray_add_tail(&array, &many[i].idx), 0);
	}
	rwarray_sort(&array, by_key, NULL);
	assert_int_equal(rwarray_check(&array, NULL), LISH_OK);
	for (i = 1; i < n; i++) {
		const struct item *x = container_of(at(&array, (uint32_t)(i - 1)),
						     struct item, idx);
		const struct item *y = container_of(at(&array, (uint32_t)(i)),
						     struct item, idx);

		assert_true(x->key < y->key || (x->key == y->key && x < y));
	}
}

static unsigned int comparisons_to_sort(int n)
{
	unsigned int calls = 0;
	int i;

	for (i = 0; i < n; i++)
		assert_int_equal(rwarray_add_tail(&array, &many[i].idx), 0);
	rwarray_sort(&array, by_key, &calls);
	for (i = 1; i < n; i++)
		assert_true(by_key(NULL, at(&array, (uint32_t)(i - 1)),
				   at(&array, (uint32_t)i)) <=
			    0);
	rwarray_clear(&array);
	return calls;
}

/* As ilist_sort() and the others take it: 1 for "after", 0 for anything else. */
static int is_after(void *ctx, const struct rwarray_idx *x,
		     const struct rwarray_idx *y)
{
	(void)ctx;
	return container_of(x, struct item, idx)->key >
	       container_of(y, struct item, idx)->key;
}

static void sort_needs_no_more_than_after_or_not(void **state)
{
	const int n = 1000;
	int i;

	(void)state;
	for (i = 0; i < n; i++) {
		many[i].key = i * 7919 % n / 3;
		rwarray_idx_init(&many[i].idx);
		assert_int_equal(rwarray_add_tail(&array, &many[i].idx), 0);
	}
	rwarray_sort(&array, is_after, NULL);
	for (i = 1; i < n; i++) {
		const struct item *x = container_of(at(&array, (uint32_t)(i - 1)),
						     struct item, idx);
		const struct item *y = container_of(at(&array, (uint32_t)(i)),
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
	assert_reported("rwarray_add_tail", LISH_LOOPED,
			assert_int_equal(rwarray_add_tail(&array, &e.idx),
					 -EBUSY));
	assert_reported("rwarray_add_tail", LISH_LOOPED,
			assert_int_equal(rwarray_add_tail(&array, &a.idx),
					 -EBUSY));
#if LISH_CHECK >= 1
	assert_reported("rwarray_del", LISH_LOOPED,
			rwarray_del(&array, &a.idx));
	assert_reported("rwarray_leave", LISH_LOOPED,
			assert_false(rwarray_leave(&array, &a.idx)));
#endif
	assert_reported("rwarray_reserve", LISH_LOOPED,
			assert_int_equal(rwarray_reserve(&array, 100),
					 -EBUSY));
	assert_reported("rwarray_trim", LISH_LOOPED, rwarray_trim(&array));
	assert_reported("rwarray_sort", LISH_LOOPED,
			rwarray_sort(&array, by_key, NULL));
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
	assert_int_equal(e.idx.slot, 0);
	return by_key(NULL, x, y);
}

static void sort_refuses_changes_by_the_comparison(void **state)
{
	(void)state;
	fill(&array, "c.ab");
	rwarray_sort(&array, by_key_and_meddling, NULL);
	assert_slots(&array, "abc");
	assert_int_equal(rwarray_stats(&array).capacity, 8);
	fill(&array, "e");
	assert_slots(&array, "abce");
	rwarray_del(&array, &b.idx);
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

static void check_looks_at_the_loops(void **state)
{
	struct rwarray_loop_ loop;
	struct rwarray_loop_ inner;

	(void)state;
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

static void every_loop_visits_every_state(void **state)
{
	static const struct {
		const char *slots, *forward, *backward;
	} states[] = {
		{ "", "", "" },	       { "a", "a", "a" },
		{ "ab", "ab", "ba" },  { "abc", "abc", "cba" },
		{ "..c", "c", "c" },
		{ "a..", "a", "a" },   { "a.c", "ac", "ca" },
		{ ".b.d.", "bd", "db" },
		{ ".b.d..g.ij", "bdgij", "jigdb" },
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

static void spans_cover_every_slot_once(void **state)
{
	static const uint32_t sizes[] = { 0, 1, 2, 5, 97 };
	uint32_t i, part, parts, next;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		rwarray_clear(&array);
		fill_many(&array, sizes[i], 0);
		for (parts = 1; parts < 200; parts += 6) {
			next = 0;
			for (part = 0; part < parts; part++) {
				const struct lish_span span =
					rwarray_span(&array, part, parts);

				assert_int_equal(span.start, next);
				assert_in_range(span.count, sizes[i] / parts,
						sizes[i] / parts + 1);
				next += span.count;
			}
			assert_int_equal(next, sizes[i]);
		}
	}
	/* More parts than anybody has, and the last of them. */
	assert_int_equal(rwarray_span(&array, 0xfffffffeu, 0xffffffffu).count,
			 0);
	assert_int_equal(rwarray_span(&array, 0xfffffffeu, 0xffffffffu).start,
			 97);
}

static void a_span_of_no_part_is_reported(void **state)
{
	(void)state;
	fill(&array, "abc");
	assert_reported("rwarray_span", LISH_BAD_RANGE,
			assert_int_equal(rwarray_span(&array, 2, 2).count, 0));
	assert_reported("rwarray_span", LISH_BAD_RANGE,
			assert_int_equal(rwarray_span(&array, 3, 2).start, 0));
	assert_reported("rwarray_span", LISH_BAD_RANGE,
			assert_int_equal(rwarray_span(&array, 0, 0).count, 0));
}

#define assert_span(names, start_, count_)                                     \
	do {                                                                   \
		const struct lish_span span = { start_, count_ };              \
		const struct rwarray *const readonly = &array;                 \
                                                                               \
		assert_visits(names,                                           \
			rwarray_for_each_entry_span(pos, readonly, span,       \
						    const struct item, idx)    \
				visit(pos));                                   \
	} while (0)

static void a_span_loop_passes_over_holes(void **state)
{
	uint32_t part, parts;

	(void)state;
	fill(&array, ".b.d..g.ij");
	for (parts = 1; parts < 15; parts++) {
		trail[0] = '\0';
		for (part = 0; part < parts; part++)
			rwarray_for_each_entry_span(
				pos, &array, rwarray_span(&array, part, parts),
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

static void a_span_leaves_out_what_is_not_there(void **state)
{
	(void)state;
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

static void a_span_loop_writes_nothing_to_the_array(void **state)
{
	static struct {
		struct rwarray array;
		RWARRAY_STORAGE(mem, 10);
		struct item items[10];
	} block, before;
	int visits = 0;

	(void)state;
	rwarray_init_in(&block.array, &block.mem);
	memset(block.items, 0, sizeof(block.items));
	for (visits = 0; visits < 10; visits++)
		add(&block.array, &block.items[visits].idx);
	for (visits = 0; visits < 10; visits += 2)
		rwarray_del(&block.array, &block.items[visits].idx);
	memcpy(&before, &block, sizeof(block));
	visits = 0;
	rwarray_for_each_entry_span(pos, &block.array,
				    rwarray_span(&block.array, 0, 2),
				    struct item, idx) {
		assert_memory_equal(&before, &block, sizeof(block));
		rwarray_for_each_entry_span(i, &block.array,
					    rwarray_span(&block.array, 1, 2),
					    struct item, idx)
			visits += rwarray_contains(&block.array, &i->idx) &&
				  i != pos;
		if (visits == 4)
			break;
	}
	assert_int_equal(visits, 6);
	assert_int_equal(rwarray_count(&block.array), 5);
	assert_memory_equal(&before, &block, sizeof(block));
}

static void every_loop_visits_very_many(void **state)
{
	const unsigned int n = ARRAY_SIZE(many);
	unsigned int i, sum[5] = { 0 };

	(void)state;
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
		rwarray_for_each_entry_span(pos, &array,
					    rwarray_span(&array, i, 1000),
					    struct item, idx)
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

static void a_loop_closes_holes_that_are_worth_it(void **state)
{
	(void)state;
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

static void a_loop_closes_all_holes_where_there_is_no_room(void **state)
{
	(void)state;
	lish_sure(rwarray_init(&array, config_with(96, 0, 0, false)));
	fill_many(&array, 96, 1);
	rwarray_for_each_entry(pos, &array, struct item, idx)
		(void)pos;
	assert_int_equal(rwarray_stats(&array).highest, 95);
}

/* A body that leaves after a few pays for a few. */
static void a_loop_closes_holes_only_where_it_gets(void **state)
{
	(void)state;
	fill_many(&array, 100, 50);
	rwarray_for_each_entry(pos, &array, struct item, idx)
		break;
	assert_int_equal(rwarray_stats(&array).highest, 100);
	assert_ptr_equal(at(&array, 15), &many[31].idx);
	assert_null(at(&array, 16));
	assert_null(at(&array, 32));
	assert_ptr_equal(at(&array, 33), &many[33].idx);
}

static void a_loop_closes_no_holes_while_another_stands_among_them(void **state)
{
	struct rwarray_loop_ first;
	struct rwarray_loop_ second;
	const struct rwarray_idx *idx;
	unsigned int n = 1, inner = 0;

	(void)state;
	fill_many(&array, 100, 50);
	open_loop(&first, &array);
	assert_ptr_equal(step_loop(&first), &many[1].idx);
	/* [b d f h . . . . j ...]: now a second one begins */
	open_loop(&second, &array);
	for (; n < 10; n++)
		assert_ptr_equal(step_loop(&first),
				 &many[2 * n + 1].idx);
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

static void loops_evaluate_their_array_once(void **state)
{
	const struct lish_span all = { 0, 2 };
	int n = 0, calls = 0;

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
	rwarray_for_each_entry_safe(pos, (n++, &array), struct item, idx)
		(void)pos;
	assert_int_equal(n, 5);
	rwarray_for_each_entry_span(pos, (n++, &array),
				    (calls++, all), struct item, idx)
		(void)pos;
	assert_int_equal(n, 6);
	assert_int_equal(calls, 1);
	n = 5;
	assert_non_null(container_of((n++, &a.idx), struct item, idx));
	assert_non_null(container_of((n++, &a.idx), struct item, idx));
	assert_int_equal(n, 7);
}

static void a_loop_without_holes_writes_nothing_to_the_slots(void **state)
{
	static uint32_t *const slots[] = { &a.idx.slot, &b.idx.slot,
					   &c.idx.slot };
	struct rwarray x;

	(void)state;
	/* Slots in read-only memory: a write would be a fault. */
	(rwarray_init_in)(&x, (uint32_t **)(uintptr_t)slots, 3);
	x.array.used = x.count = 3;
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

static void the_body_removes_the_current_element(void **state)
{
	(void)state;
	fill(&array, "abcde");
	assert_visits("abcde",
		rwarray_for_each_entry(pos, &array, struct item, idx) {
			visit(pos);
			if (pos != &b && pos != &d)
				rwarray_del(&array, &pos->idx);
		});
	assert_slots(&array, ".b.d");
	assert_visits("bd", forward(&array));
	assert_slots(&array, "bd");
}

static void the_body_frees_the_current_element(void **state)
{
	struct item *item;
	int i, n = 0;

	(void)state;
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

static void the_body_removes_any_other_element(void **state)
{
	(void)state;
	fill(&array, "abcde");
	assert_visits("abce",
		rwarray_for_each_entry(pos, &array, struct item, idx) {
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

static void additions_are_visited_in_the_same_pass(void **state)
{
	(void)state;
	fill(&array, "ab");
	assert_visits("abcd",
		rwarray_for_each_entry(pos, &array, struct item, idx) {
			visit(pos);
			if (pos == &a)
				assert_int_equal(rwarray_add_tail(&array, &c.idx),
						 0);
			if (pos == &c)
				assert_int_equal(rwarray_add_tail(&array, &d.idx),
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
	assert_int_equal(rwarray_add_tail(&array, &a.idx), 0);
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
			assert_false(!rwarray_count(&array));
			assert_int_equal(rwarray_count(&array), 3);
			assert_true(rwarray_contains(&array, &c.idx));
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
			if (pos == &a)
				add(&array, &c.idx);
		});
	assert_visits("cba",
		rwarray_for_each_entry_reverse(pos, &array, struct item, idx) {
			visit(pos);
			if (pos == &c)
				add(&array, &d.idx);
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
			rwarray_del(&array, &c.idx);
			assert_int_equal(rwarray_add_tail(&array, &c.idx), 0);
			assert_int_equal(rwarray_add_tail(&array, &d.idx), 0);
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
				add(&array, &a.idx);
				rwarray_compact(&array);
				add(&array, &d.idx);
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
			assert_int_equal(rwarray_add_tail(&array, &d.idx), 0);
			assert_int_equal(rwarray_add_tail(&array, &e.idx), 0);
		});
	assert_visits("d",
		rwarray_for_each_entry_present(pos, &array, struct item, idx) {
			visit(pos);
			rwarray_clear(&array);
			assert_int_equal(rwarray_add_tail(&array, &a.idx), 0);
		});
	assert_visits("a",
		rwarray_for_each_entry_reverse(pos, &array, struct item, idx) {
			visit(pos);
			rwarray_forget(&array);
			assert_int_equal(rwarray_add_tail(&array, &b.idx), 0);
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
				rwarray_trim(&array);
				assert_int_equal(rwarray_stats(&array).capacity, 3);
				add(&array, &b.idx);
				add(&array, &d.idx);
				assert_int_equal(rwarray_reserve(&array, 20),
						 0);
				rwarray_del(&array, &a.idx);
			} else if (pos == &b) {
				rwarray_trim(&array);
				add(&array, &items[5].idx);
			}
		});
	assert_slots(&array, "cebdf");
}

static void a_loop_may_be_compacted_while_it_closes_holes(void **state)
{
	(void)state;
	fill(&array, "a.cdef");
	assert_visits("acdef",
		rwarray_for_each_entry(pos, &array, struct item, idx) {
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

static void a_full_fixed_array_closes_holes_under_the_loop(void **state)
{
	(void)state;
	fill(&defined_array, "abc");
	assert_visits("abcde",
		rwarray_for_each_entry(pos, &defined_array, struct item, idx) {
			visit(pos);
			if (pos == &a || pos == &b) {
				rwarray_del(&defined_array, &pos->idx);
				add(&defined_array,
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

static void return_and_goto_close_the_loops(void **state)
{
	(void)state;
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

static void holes_at_the_end_go_when_the_last_loop_ends(void **state)
{
	struct rwarray_loop_ outer;
	struct rwarray_loop_ inner;

	(void)state;
	fill(&array, "ab..");
	open_loop(&outer, &array);
	open_loop(&inner, &array);
	rwarray_close_(&inner);
	assert_slots(&array, "ab..");
	rwarray_close_(&outer);
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
					rwarray_del(&array, &a.idx);
			}
		});
	assert_slots(&array, ".cd");
	assert_visits("cd", forward(&array));
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
					rwarray_del(&array, &other->idx);
			}
		});
	assert_slots(&array, "..cd");
}

static void loops_are_closed_in_any_order(void **state)
{
	struct rwarray_loop_ one, two, three;

	(void)state;
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

static void a_stale_loop_is_found_by_a_loop_in_its_place(void **state)
{
	struct rwarray_loop_ gone;

	(void)state;
	fill(&array, "ab");
	open_loop(&gone, &array);
	memset(&gone, 0, sizeof(gone)); /* as if a function was left by longjmp, and called again */
	assert_int_equal(rwarray_check(&array, NULL), LISH_STALE_LOOP);
	assert_reported("rwarray_for_each_entry", LISH_STALE_LOOP,
			open_loop(&gone, &array));
	assert_ptr_equal(step_loop(&gone), &a.idx);
	rwarray_close_(&gone);
	assert_visits("ab", forward(&array));
}

static void a_stale_loop_is_found_by_what_tells_loops(void **state)
{
	struct rwarray_loop_ gone;

	(void)state;
	fill(&array, "a.c");
	open_loop(&gone, &array);
	memset(&gone, 0x5a, sizeof(gone)); /* the stack was used by others */
	assert_reported("rwarray_compact", LISH_STALE_LOOP,
			rwarray_compact(&array));
	assert_slots(&array, "ac");
	assert_visits("ac", forward(&array));
}

static void a_loop_that_is_not_registered_is_found_when_it_ends(void **state)
{
	struct rwarray_loop_ loop;

	(void)state;
	fill(&array, "a");
	open_loop(&loop, &array);
	array.loops.first = NULL;
	assert_reported("rwarray_for_each_entry", LISH_STALE_LOOP,
			rwarray_close_(&loop));
	rwarray_close_(&loop);
}

/* There is nothing behind the slots, which are fetched in advance. */
static void a_const_loop_reads_no_slot_that_is_gone(void **state)
{
	uint32_t n = 0, i;

	(void)state;
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

#if LISH_CHECK >= 1
static void a_const_loop_reports_what_was_changed_in_it(void **state)
{
	int what;

	(void)state;
	for (what = 0; what < 10; what++) {
		bool first = true;

		memset(items, 0, sizeof(items));
		rwarray_forget(&array);
		fill(&array, "ab..ef");
#define CHANGE                                                  \
	do {                                                    \
		if (!first)                                     \
			break;                                  \
		first = false;                                  \
		if (what == 1 || what == 2)                     \
			rwarray_del(&array, &b.idx);            \
		if (what == 2 || what == 3)                     \
			add(&array, &d.idx);                    \
		if (what == 4)                                  \
			rwarray_compact(&array);                \
		if (what == 5)                                  \
			rwarray_clear(&array);                  \
		if (what == 6)                                  \
			forward(&array);                        \
		/* Changes that could make up for each other. */ \
		if (what == 7) {                                \
			rwarray_del(&array, &items[5].idx);            \
			add(&array, &d.idx);                    \
		}                                               \
		if (what == 8) {                                \
			add(&array, &d.idx);                    \
			rwarray_del(&array, &a.idx);            \
			rwarray_del(&array, &b.idx);            \
			rwarray_del(&array, &e.idx);            \
		}                                               \
		if (what == 9) {                                \
			rwarray_compact(&array);                \
			add(&array, &c.idx);                    \
			add(&array, &d.idx);                    \
			add(&array, &items[6].idx);             \
		}                                               \
	} while (0)
		if (!what) {
			rwarray_for_each_entry_const(x, &array, struct item, idx)
				CHANGE;
			continue;
		}
		assert_reported("rwarray_for_each_entry_const", LISH_FROZEN,
			rwarray_for_each_entry_const(x, &array, struct item, idx)
				CHANGE);
		/* In a share, and what was taken away with it. */
		memset(items, 0, sizeof(items));
		rwarray_forget(&array);
		fill(&array, "ab..ef");
		first = true;
		assert_reported("rwarray_for_each_entry_span", LISH_FROZEN,
			rwarray_for_each_entry_span(x, &array,
				rwarray_span(&array, 0, 2), struct item, idx)
				CHANGE);
	}
}
#endif

/* Stopping */

static void stop_ends_loops_at_their_next_step(void **state)
{
	struct rwarray_loop_ loop;

	(void)state;
	fill(&array, "abc");
	rwarray_stop(&array);
	open_loop(&loop, &array);
	assert_ptr_equal(step_loop(&loop), &a.idx);
	assert_visits("ab", rwarray_for_each_entry(pos, &array, struct item, idx) {
		visit(pos);
		if (pos == &b)
			rwarray_stop(&array);
	});
	assert_null(array.loops.first);
	assert_null(step_loop(&loop));
	assert_visits("c", rwarray_for_each_entry_reverse(pos, &array,
							  struct item, idx) {
		visit(pos);
		rwarray_stop(&array);
	});
	assert_visits("a", rwarray_for_each_entry_present(pos, &array,
							  struct item, idx) {
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
static void a_stopped_array_may_be_destroyed(void **state)
{
	int kind, visits;

	(void)state;
	for (kind = 0; kind < 3; kind++) {
		struct rwarray *x = (struct rwarray *)malloc(sizeof(*x));
		struct item *item = (struct item *)calloc(4, sizeof(*item));
		int i;

		assert_non_null(x);
		assert_non_null(item);
		assert_int_equal(rwarray_init(x, config_with(0, 0, 0, false)),
				 0);
		for (i = 0; i < 4; i++)
			add(x, &item[i].idx);
		rwarray_del(x, &item[1].idx);
		visits = 0;
#define DESTROY(loop)                             \
	loop(outer, x, struct item, idx) {        \
		loop(pos, x, struct item, idx) {  \
			visits++;                 \
			rwarray_stop(x);          \
			rwarray_destroy(x);       \
			memset(x, 0x5a, sizeof(*x)); \
			free(x);                  \
			free(item);               \
		}                                 \
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

static void a_stopped_loop_may_be_left_by_longjmp(void **state)
{
	(void)state;
	fill(&array, "abcd");
	if (!setjmp(far_away))
		leap(&array);
	assert_null(array.loops.first);
	assert_slots(&array, "..cd");
	assert_visits("cd", forward(&array));
	assert_slots(&array, "cd");
}

static void a_zero_array_is_reported(void **state)
{
	static struct rwarray zero;
	const struct lish_span share = { 0, 1 };

	(void)state;
	(void)share;
#if LISH_CHECK >= 1
	assert_reported("rwarray_del", LISH_UNINITIALIZED,
			rwarray_del(&zero, &a.idx));
	assert_reported("rwarray_leave", LISH_UNINITIALIZED,
			assert_false(rwarray_leave(&zero, &a.idx)));
	assert_reported("rwarray_contains", LISH_UNINITIALIZED,
			assert_false(rwarray_contains(&zero, &a.idx)));
	assert_reported("rwarray_count", LISH_UNINITIALIZED,
			assert_int_equal(rwarray_count(&zero), 0));
	assert_reported("rwarray_for_each_entry_const", LISH_UNINITIALIZED,
			rwarray_for_each_entry_const(pos, &zero, struct item,
						     idx) visit(pos));
	assert_reported("rwarray_for_each_entry_span", LISH_UNINITIALIZED,
			rwarray_for_each_entry_span(pos, &zero, share,
						    struct item, idx)
				visit(pos));
	assert_reported("rwarray_for_each_entry", LISH_UNINITIALIZED,
			forward(&zero));
	assert_reported("rwarray_for_each_entry_present", LISH_UNINITIALIZED,
			rwarray_for_each_entry_present(pos, &zero, struct item,
						       idx) visit(pos));
	assert_reported("rwarray_for_each_entry_reverse", LISH_UNINITIALIZED,
			rwarray_for_each_entry_reverse(pos, &zero, struct item,
						       idx) visit(pos));
#endif
	/* The library's own functions look at any level. */
	assert_reported("rwarray_stop", LISH_UNINITIALIZED,
			rwarray_stop(&zero));
	assert_reported("rwarray_add_tail", LISH_UNINITIALIZED,
			assert_int_equal(rwarray_add_tail(&zero, &a.idx),
					 -EINVAL));
	b.idx.slot = 1;
	assert_reported("rwarray_add_tail", LISH_UNINITIALIZED,
			assert_int_equal(rwarray_add_tail(&zero, &b.idx),
					 -EINVAL));
	assert_reported("rwarray_stats", LISH_UNINITIALIZED,
			assert_int_equal(rwarray_stats(&zero).count, 0));
	assert_reported("rwarray_span", LISH_UNINITIALIZED,
			assert_int_equal(rwarray_span(&zero, 0, 1).count, 0));
	assert_reported("rwarray_reserve", LISH_UNINITIALIZED,
			assert_int_equal(rwarray_reserve(&zero, 1), -EINVAL));
	assert_reported("rwarray_compact", LISH_UNINITIALIZED,
			rwarray_compact(&zero));
	assert_reported("rwarray_trim", LISH_UNINITIALIZED,
			rwarray_trim(&zero));
	assert_reported("rwarray_clear", LISH_UNINITIALIZED,
			rwarray_clear(&zero));
	assert_reported("rwarray_forget", LISH_UNINITIALIZED,
			rwarray_forget(&zero));
	assert_reported("rwarray_sort", LISH_UNINITIALIZED,
			rwarray_sort(&zero, by_key, NULL));
	assert_int_equal(a.idx.slot, 0);
}

#if LISH_CHECK >= 2
static void level_2_reports_a_broken_array_at_each_change(void **state)
{
	(void)state;
	fill(&array, "ab");
	b.idx.slot = 0;
	assert_reported("rwarray_add_tail", LISH_BAD_INDEX,
			assert_int_equal(rwarray_add_tail(&array, &b.idx), -EINVAL));
	assert_ptr_equal(report.fault.container, &array);
	assert_ptr_equal(report.fault.node, &b.idx);
	assert_reported("rwarray_del", LISH_BAD_INDEX,
			rwarray_del(&array, &a.idx));
	assert_reported("rwarray_leave", LISH_BAD_INDEX,
			assert_false(rwarray_leave(&array, &a.idx)));
	assert_reported("rwarray_count", LISH_BAD_INDEX,
			assert_int_equal(rwarray_count(&array), 0));
	assert_reported("rwarray_contains", LISH_BAD_INDEX,
			assert_false(rwarray_contains(&array, &a.idx)));
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
	bool stopped;
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
	loop->stopped = false;
}

static const struct item *model_next(struct model_loop *loop)
{
	const struct item *item = model_beyond(loop->last,
					       loop->kind == REVERSE);

	if (loop->stopped || (item && loop->kind == PRESENT &&
			      model_number(item) >= loop->bound))
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
	const int err = rwarray_add_tail(model.array, &item->idx);

	if (*number) {
		model_assert(err == -EEXIST);
	} else if (err) {
		model_assert(err == -ENOSPC || err == -ENOMEM);
		model_assert(count == rwarray_stats(model.array).capacity);
	} else {
		*number = model.next_number++;
	}
	return !err;
}

static void model_del(struct item *item)
{
	unsigned int *number = &model.number[item - model.object];

	if (*number)
		rwarray_del(model.array, &item->idx);
	else
		model_assert(!rwarray_leave(model.array, &item->idx));
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
 * that it is the macros that are tested, and step by step in another run.
 *
 *   a   add an object that is not in
 *   d   delete the current one of the innermost loop, D: of the outermost
 *   f l delete the first, the last member
 *   F P R  begin a loop: forward, present, reverse
 *   n   go on with the innermost loop, b: break it
 *   c k t  clear, compact, trim
 *   s   stop all loops: they end at their next step
 *
 * At the end of the script all loops run to their ends. An operation that has
 * no meaning where it stands makes the script invalid from there on.
 */
static const char operations[] = "adDflFPRnbckts";

enum leave { NEXT, BREAK };

static bool by_step, invalid;

static enum leave run_body(void);

static void run_loop_by_step(struct model_loop *expected)
{
	struct rwarray_loop_ loop;
	struct rwarray_idx *idx;

	open_loop(&loop, model.array);
	for (;;) {
		const struct item *item = model_next(expected);

		idx = step_loop(&loop);
		model_assert(idx == (item ? &item->idx : NULL));
		if (!item || run_body() == BREAK)
			break;
	}
	rwarray_close_(&loop);
}

static void run_loop(enum kind kind)
{
	struct model_loop *expected = &model.loop[model.depth++];
	bool broken = false;

	model_begin(expected, kind);
	if (by_step && kind == FORWARD) {
		run_loop_by_step(expected);
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
	unsigned int i;

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
		rwarray_trim(model.array);
		return true;
	case 's':
		rwarray_stop(model.array);
		for (i = 0; i < model.depth; i++)
			model.loop[i].stopped = true;
		return true;
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
	model_assert(!x->loops.first);
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
		by_step = false;
		at = run_script(x, slots, script);
		if (at == length) {
			by_step = true;
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

/*
 * Valgrind is some 30 times slower: it gets shorter scripts. So does who asks for
 * them with TEST_SHORT, for an emulator.
 */
static bool wants_short_ones(void)
{
	const char *preload = getenv("LD_PRELOAD");

#ifdef TEST_SHORT
	return true;
#endif
	return preload && strstr(preload, "vgpreload");
}

/* "make check-full" asks once for the longest: they take as long as all else here. */
#ifdef TEST_LONG
#define SCRIPT_LENGTH 6
#else
#define SCRIPT_LENGTH 5
#endif

static void every_short_script_does_what_the_model_says(void **state)
{
	static const char *const states[] = { "abc", "a.c.", "" };
	/* Four slots are soon full, with holes or without. */
	static RWARRAY_STORAGE(slots, 4);
	const unsigned int length = wants_short_ones() ? 4 : SCRIPT_LENGTH;
	unsigned int sequences = 0;
	struct rwarray fixed;
	size_t i;

	(void)state;
	rwarray_init_in(&fixed, &slots);
	for (i = 0; i < ARRAY_SIZE(states); i++) {
		sequences += run_all_scripts(&fixed, states[i],
					     i ? length - 1 : length);
		sequences += run_all_scripts(&array, states[i], length - 1);
		rwarray_trim(&array);
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
	static const char mix[] = "aaaaaaaaaaaadddDfflFFPRnnnnnnnnbckts";
	const unsigned int rounds = wants_short_ones() ? 40 : 1500;
	static RWARRAY_STORAGE(slots, 12);
	struct rwarray fixed;
	char script[120];
	unsigned int round, i;

	(void)state;
	random_state = 1;
	rwarray_init_in(&fixed, &slots);
	for (round = 0; round < rounds; round++) {
		struct rwarray *x = round % 2 ? &fixed : &array;

		for (i = 0; i + 1 < sizeof(script); i++)
			script[i] = mix[random_below(sizeof(mix) - 1)];
		script[i] = '\0';
		by_step = round % 3 == 0;
		model_reset(x, OBJECTS);
		model.script = script;
		/* What has no meaning is left out here. */
		while (model.script[model.at]) {
			invalid = false;
			(void)run_body();
		}
		rwarray_clear(x);
		rwarray_trim(x);
	}
}

/* Three loops, stepped and closed in any order; a moody allocator. */
static void interleaved_loops_do_what_the_model_says(void **state)
{
	const unsigned int steps = wants_short_ones() ? 3000 : 150000;
	struct rwarray_loop_ loop[LOOPS];
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
				step_loop(&loop[i]);

			model_assert(idx == (next ? &next->idx : NULL));
			runs[i] = idx != NULL;
		} else if (what < 80) {
			model_begin(&model.loop[i], FORWARD);
			open_loop(&loop[i], &array);
			runs[i] = loop[i].loop.owner != NULL;
		} else if (what < 92) {
			if (runs[i])
				rwarray_close_(&loop[i]);
			runs[i] = false;
		} else if (what < 94) {
			rwarray_compact(&array);
		} else if (what < 96) {
			rwarray_trim(&array);
		} else if (what < 97) {
			model_assert(rwarray_reserve(&array, random_below(40)) !=
				     -ENOSPC);
		} else if (what < 98) {
			/* A loop of a macro amidst those. */
			rwarray_for_each_entry_present(pos, &array, struct item,
						       idx)
				if (!random_below(8))
					break;
		} else if (what == 98 && !random_below(4)) {
			model_clear();
		}
		model_compare();
	}
	for (i = 0; i < LOOPS; i++)
		if (runs[i])
			rwarray_close_(&loop[i]);
	rwarray_clear(&array);
}

/*
 * The same with many members, so that holes are closed in several blocks. The
 * number of a member is its key; 0 is out.
 */
#define CROWD 1500

static int last_number;

static void crowd_add(struct item *item)
{
	if (item->key)
		return;
	item->key = ++last_number;
	add(&array, &item->idx);
}

static void crowd_del(struct item *item)
{
	assert_int_equal(rwarray_leave(&array, &item->idx), item->key != 0);
	item->key = 0;
}

static const struct item *crowd_next(int number)
{
	const struct item *next = NULL;
	int i;

	for (i = 0; i < CROWD; i++)
		if (many[i].key > number &&
		    (!next || many[i].key < next->key))
			next = &many[i];
	return next;
}

static struct item *anybody(void)
{
	return &many[random_below(CROWD)];
}

/* What a body does, often enough to the next ones. */
static void crowd_change(struct item *pos)
{
	const unsigned int what = random_below(1000);
	unsigned int i;

	if (what < 150)
		crowd_del(pos);
	else if (what < 250)
		crowd_del(anybody());
	else if (what < 420)
		crowd_add(anybody());
	else if (what < 425)
		rwarray_compact(&array);
	else if (what < 430)
		rwarray_trim(&array);
	else if (what < 435)
		for (i = 0; i < CROWD / 4; i++)
			crowd_del(anybody());
	else if (what < 440)
		for (i = 0; i < CROWD / 4; i++)
			crowd_add(anybody());
}

static void crowds_do_what_the_model_says(void **state)
{
	const unsigned int rounds = wants_short_ones() ? 3 : LISH_CHECK >= 2 ? 20 : 60;
	struct rwarray_loop_ loop = LISH_LOOP_INIT;
	const struct item *expected;
	unsigned int round;

	(void)state;
	random_state = 3;
	last_number = 0;
	memset(many, 0, sizeof(many));
	for (round = 0; round < rounds; round++) {
		const unsigned int leave = random_below(4) ? 0 : 1000;
		bool by_step_too = random_below(3) == 0;
		int last = 0, last_by_step = 0;

		for (expected = NULL; !expected; expected = crowd_next(0))
			crowd_add(anybody());
		rwarray_for_each_entry(pos, &array, struct item, idx) {
			assert_ptr_equal(pos, crowd_next(last));
			last = pos->key;
			if (leave && !random_below(leave))
				break;
			crowd_change(pos);
			if (!by_step_too)
				continue;
			/* Another one, in fits and starts, across rounds. */
			if (!loop.loop.owner && !random_below(100)) {
				open_loop(&loop, &array);
				last_by_step = 0;
			} else if (loop.loop.owner && random_below(2)) {
				expected = crowd_next(last_by_step);
				assert_ptr_equal(step_loop(&loop),
						 expected ? &expected->idx :
							    NULL);
				if (expected)
					last_by_step = expected->key;
			} else if (!random_below(300)) {
				rwarray_close_(&loop);
			}
			/* It never ends if more come than go. */
			if (last_number > (int)(round + 1) * 3 * CROWD)
				break;
		}
		rwarray_close_(&loop);
		assert_int_equal(rwarray_check(&array, NULL), LISH_OK);
		last = last_number + 1;
		rwarray_for_each_entry_reverse(pos, &array, struct item, idx) {
			assert_true(pos->key < last);
			last = pos->key;
			if (!random_below(10))
				crowd_del(pos);
		}
	}
	assert_int_equal(rwarray_check(&array, NULL), LISH_OK);
}

#define test(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(a_zeroed_node_is_in_no_array),
		test(init_makes_an_empty_array_of_any_memory),
		test(init_does_as_the_config_says),
		test(a_failed_init_leaves_an_array_that_is_none),
		test(a_limit_beyond_all_numbers_is_the_highest_there_is),
		test(init_in_makes_an_array_that_never_allocates),
		test(init_in_evaluates_its_arguments_once),
		test(a_growing_array_may_be_made_that_does_not_grow),
		test(initialisers_make_empty_arrays),
		test(idx_init_makes_a_node_of_any_memory),
		test(destroy_zeroes_the_nodes_and_gives_the_memory_back),
		test(destroy_is_refused_while_a_loop_runs),
		test(a_forgotten_array_can_be_destroyed_without_its_members),
		test(add_tail_puts_at_the_end),
		test(add_tells_that_a_node_is_in_this_array),
		test(add_reports_what_is_neither_zero_nor_in_this_array),
		test(add_doubles_a_full_array),
		test(add_closes_many_holes_instead_of_growing),
		test(add_grows_in_spite_of_few_holes),
		test(add_closes_few_holes_if_it_cannot_grow),
		test(add_to_a_full_fixed_array_closes_its_holes),
		test(add_fails_softly_without_memory),
		test(del_leaves_a_hole_and_a_zero_node),
#if LISH_CHECK >= 1
		test(del_reports_what_is_not_in),
		test(the_node_of_a_null_object_is_reported),
		test(a_report_names_the_place_of_the_call),
#endif
		test(node_moved_repairs_an_array_after_a_copy),
		test(leave_takes_out_what_is_in),
		test(an_object_overwritten_as_a_whole_is_still_in),
#if LISH_CHECK >= 1
		test(a_loop_skips_an_overwritten_object),
#endif
		test(compact_writes_no_memory_of_others),
		test(clear_writes_no_memory_of_others),
		test(an_object_is_in_two_arrays_by_two_nodes),
		test(a_closed_hole_does_not_claim_who_moved_away),
		test(count_capacity_and_empty_tell_the_state),
		test(stats_tells_all_figures),
		test(entry_finds_the_object_of_a_node),
		test(the_limit_ends_growth),
		test(without_growth_only_reserve_allocates),
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
		test(sort_is_misuse_while_a_loop_runs),
		test(sort_sorts_many),
		test(sort_needs_no_more_than_after_or_not),
		test(sort_refuses_changes_by_the_comparison),
		test(sort_costs_little_if_nearly_sorted_and_n_log_n_at_most),
		test(check_finds_every_fault),
		test(check_looks_at_the_loops),
		test(every_loop_visits_every_state),
		test(spans_cover_every_slot_once),
		test(a_span_of_no_part_is_reported),
		test(a_span_loop_passes_over_holes),
		test(a_span_leaves_out_what_is_not_there),
		test(a_span_loop_writes_nothing_to_the_array),
		test(every_loop_visits_very_many),
		test(a_loop_closes_holes_that_are_worth_it),
		test(a_loop_closes_all_holes_where_there_is_no_room),
		test(a_loop_closes_holes_only_where_it_gets),
		test(a_loop_closes_no_holes_while_another_stands_among_them),
		test(loops_evaluate_their_array_once),
		test(a_loop_without_holes_writes_nothing_to_the_slots),
		test(the_body_removes_the_current_element),
		test(the_body_frees_the_current_element),
		test(the_body_removes_any_other_element),
		test(additions_are_visited_in_the_same_pass),
		test(an_addition_to_an_empty_loop_waits_for_the_next),
		test(questions_in_a_loop_change_nothing),
		test(present_and_reverse_do_not_visit_additions),
		test(present_does_not_visit_what_left_and_came_back),
		test(the_end_of_present_moves_with_the_members),
		test(clear_in_a_loop_lets_it_visit_what_is_added_then),
		test(growth_compact_and_trim_in_a_loop_keep_its_place),
		test(a_loop_may_be_compacted_while_it_closes_holes),
		test(a_full_fixed_array_closes_holes_under_the_loop),
		test(break_keeps_what_was_not_visited),
#if LISH_HAS_CLEANUP
		test(return_and_goto_close_the_loops),
#endif
		test(holes_at_the_end_go_when_the_last_loop_ends),
		test(nested_loops_see_all_and_leave_the_outer_in_peace),
		test(an_inner_loop_may_delete_the_outer_one_s_current),
		test(loops_are_closed_in_any_order),
		test(a_stale_loop_is_found_by_a_loop_in_its_place),
		test(a_stale_loop_is_found_by_what_tells_loops),
		test(a_loop_that_is_not_registered_is_found_when_it_ends),
#if LISH_CHECK >= 1
		test(a_const_loop_reports_what_was_changed_in_it),
#endif
		test(a_const_loop_reads_no_slot_that_is_gone),
		test(stop_ends_loops_at_their_next_step),
		test(a_stopped_array_may_be_destroyed),
		test(a_stopped_loop_may_be_left_by_longjmp),
		test(a_zero_array_is_reported),
#if LISH_CHECK >= 2
		test(level_2_reports_a_broken_array_at_each_change),
#endif
		test(every_short_script_does_what_the_model_says),
		test(long_random_scripts_do_what_the_model_says),
		test(interleaved_loops_do_what_the_model_says),
		test(crowds_do_what_the_model_says),
	};

	return run_test_group(tests);
}
