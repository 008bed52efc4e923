/* SPDX-License-Identifier: MIT */
/*
 * dense, name by name. Pictures show the array as the letters of its members,
 * from the first place to the last: [a b c].
 */
#include "test.h"

#include <errno.h>
#include <linux-ish/dense.h>
#include <linux-ish/sort.h>

struct item {
	char name;
	int key;
	uint32_t stood;
	struct dense_idx idx;
	struct dense_idx other;
};

/* Six objects and two containers for each test, in the state of new memory. */
static struct item a, b, c, d, e, f;
static struct item *const all[] = { &a, &b, &c, &d, &e, &f };
static DENSE_STORAGE(six, 6);
static struct item extra;
static struct dense array, from;
static struct test_mem mem;

/* One that grows in memory that is counted. */
static void init_growing(struct dense *it)
{
	struct lish_config config = LISH_CONFIG_INIT;

	config.mem = &mem.mem;
	assert_int_equal(dense_init(it, &config), 0);
}

static int setup(void **state)
{
	static const struct test_mem fresh = TEST_MEM_INIT;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(all); i++) {
		memset(all[i], 0, sizeof(*all[i]));
		all[i]->name = (char)('a' + (int)i);
		all[i]->key = (int)i;
	}
	memset(&extra, 0, sizeof(extra));
	mem = fresh;
	dense_init_in(&array, &six);
	init_growing(&from);
	return 0;
}

/* What a test leaves in the growing container goes back, whatever it is. */
static int teardown(void **state)
{
	(void)state;
	from.parts.loops.first = NULL;
	dense_forget(&from);
	dense_destroy(&from);
	return mem.bytes ? -1 : 0;
}

/* A forward loop, step by step, that may be closed in any order. */
static void open_loop(struct dense_loop_ *loop, struct dense *of)
{
	(void)dense_open_(of, loop, 0);
}

static struct dense_idx *step(struct dense_loop_ *loop)
{
	return (struct dense_idx *)dense_next_(loop, 0);
}

/* Fill a container with the objects that are named. */
static void fill(struct dense *to, const char *names)
{
	for (; *names; names++)
		assert_int_equal(dense_add(to, &all[*names - 'a']->idx), 0);
}

/* The container is whole and reads so. */
#define assert_array(array, names) check_array(array, names, __LINE__)

static void check_array(const struct dense *it, const char *names, int line)
{
	const uint32_t n = (uint32_t)strlen(names);
	uint32_t i;

	if (dense_check(it, NULL) != LISH_OK)
		fail_msg("line %d: the container is broken", line);
	if (dense_count(it) != n)
		fail_msg("line %d: %u members instead of [%s]", line, (unsigned int)dense_count(it),
			 names);
	for (i = 0; i < n; i++) {
		const struct item *item = dense_at_entry(it, i, const struct item, idx);

		if (item->name != names[i])
			fail_msg("line %d: '%c' at %u instead of [%s]", line, item->name,
				 (unsigned int)i, names);
	}
}

/* Numbers that are the same on every machine. */
static uint32_t random_state;

static uint32_t next_random(void)
{
	random_state = random_state * 1664525u + 1013904223u;
	return random_state >> 16;
}

/*
 * More members than are visited without fetching ahead. They are put in by
 * hand: level 2 would look at all of them each time.
 */
#define MANY (LISH_FETCH_ABOVE_ + 100)

static struct item many_items[MANY];
static DENSE_STORAGE(many_room, MANY);
static uint32_t **const many_slots = many_room.dense_slots;
static struct dense many;

static void fill_many(uint32_t count)
{
	uint32_t i;

	dense_init_in(&many, &many_room);
	memset(many_items, 0, sizeof(many_items));
	for (i = 0; i < count; i++) {
		many_items[i].key = (int)i;
		many_items[i].idx.slot = i + 1;
		many_slots[i] = &many_items[i].idx.slot;
	}
	many.parts.array.used = count;
	assert_int_equal(dense_check(&many, NULL), LISH_OK);
}

/* Making containers */

TEST(a_zeroed_index_is_in_no_container)
{
	static struct item fresh;

	assert_false(dense_contains(&array, &fresh.idx));
	assert_int_equal(dense_add(&array, &fresh.idx), 0);
	assert_true(dense_contains(&array, &fresh.idx));
	dense_del(&array, &fresh.idx);
	assert_int_equal(fresh.idx.slot, 0);
}

TEST(init_makes_an_empty_container_that_grows)
{
	struct dense it;

	memset(&it, 0x5a, sizeof(it));
	init_growing(&it);
	assert_array(&it, "");
	assert_int_equal(dense_stats(&it).capacity, 0);
	assert_int_equal(mem.allocs, 0);
	fill(&it, "a");
	assert_int_equal(mem.allocs, 1);
	dense_destroy(&it);
	assert_int_equal(mem.bytes, 0);
}

TEST(init_without_a_config_takes_the_default)
{
	struct dense it;

	assert_int_equal(dense_init(&it, NULL), 0);
	fill(&it, "ab");
	assert_array(&it, "ab");
	dense_destroy(&it);
}

TEST(init_in_uses_the_callers_slots)
{
	DENSE_STORAGE(places, 2);
	struct dense it;

	memset(&it, 0x5a, sizeof(it));
	memset(&places, 0x5a, sizeof(places));
	dense_init_in(&it, &places);
	assert_array(&it, "");
	assert_int_equal(dense_stats(&it).capacity, 2);
	fill(&it, "ab");
	assert_ptr_equal(places.dense_slots[0], &a.idx.slot);
	assert_ptr_equal(places.dense_slots[1], &b.idx.slot);
}

TEST(init_in_evaluates_its_arguments_once)
{
	DENSE_STORAGE(places[2], 3);
	struct dense its[2], *it = its;
	int i = 0;

	dense_init_in(it++, &places[i++]);
	assert_int_equal(i, 1);
	assert_ptr_equal(it, &its[1]);
	fill(its, "abc");
	assert_ptr_equal(places[0].dense_slots[2], &c.idx.slot);
}

/* What the pages say of a number of slots that is no constant. */
TEST(a_growing_array_may_be_made_that_does_not_grow)
{
	struct lish_config config = LISH_CONFIG_INIT;
	struct dense it;

	config.initial = config.limit = 3;
	config.mem = &mem.mem;
	assert_int_equal(dense_init(&it, &config), 0);
	fill(&it, "abc");
	assert_int_equal(dense_add(&it, &d.idx), -ENOSPC);
	assert_int_equal(mem.allocs, 1);
	dense_destroy(&it);
}

extern struct dense defined;
static DENSE_STORAGE(defined_slots, 3);
struct dense defined = DENSE_INIT(defined_slots);
DENSE_DEFINE_STATIC(own, 2);
static DENSE_STORAGE(storage, 4);
static struct dense in_storage = DENSE_INIT(storage);

TEST(initialisers_make_empty_containers)
{
	DENSE_DEFINE_STATIC(within, 1);
	struct {
		struct dense it;
		DENSE_STORAGE(mem, 5);
	} world;

	assert_array(&defined, "");
	assert_int_equal(dense_stats(&defined).capacity, 3);
	fill(&defined, "abc");
	assert_int_equal(dense_add(&defined, &d.idx), -ENOSPC);
	dense_clear(&defined);
	assert_int_equal(dense_stats(&own).capacity, 2);
	assert_int_equal(dense_stats(&within).capacity, 1);
	assert_int_equal(dense_stats(&in_storage).capacity, 4);
	fill(&in_storage, "abcd");
	assert_ptr_equal(storage.dense_slots[3], &d.idx.slot);
	dense_clear(&in_storage);
	dense_init_in(&world.it, &world.mem);
	fill(&world.it, "abc");
	assert_array(&world.it, "abc");
	assert_int_equal(dense_stats(&world.it).capacity, 5);
	dense_clear(&world.it);
}

TEST(idx_init_makes_an_index_of_any_memory)
{
	memset(&a.idx, 0x5a, sizeof(a.idx));
	dense_idx_init(&a.idx);
	assert_int_equal(dense_add(&array, &a.idx), 0);
	assert_array(&array, "a");
}

/* Adding */

TEST(add_puts_at_the_end)
{
	assert_int_equal(dense_add(&array, &a.idx), 0); /* [a] */
	assert_array(&array, "a");
	assert_int_equal(dense_add(&array, &b.idx), 0); /* [a b] */
	assert_array(&array, "ab");
	assert_int_equal(b.idx.slot, 2);
}

TEST(add_tells_that_a_node_is_in_this_array)
{
	fill(&array, "ab");
	assert_int_equal(dense_add(&array, &a.idx), -EEXIST);
	assert_int_equal(dense_add(&array, &b.idx), -EEXIST);
	assert_array(&array, "ab");
}

TEST(an_object_is_in_two_containers_by_two_indices)
{
	fill(&array, "ab");
	assert_int_equal(dense_add(&from, &b.other), 0);
	assert_array(&array, "ab");
	assert_ptr_equal(dense_at_entry(&from, 0, struct item, other), &b);
}

TEST(add_to_a_full_array_is_no_space)
{
	fill(&array, "abcdef");
	assert_int_equal(dense_add(&array, &extra.idx), -ENOSPC);
	assert_int_equal(extra.idx.slot, 0);
	assert_array(&array, "abcdef");
}

TEST(add_doubles_a_growing_array_from_8)
{
	static struct item items[40];
	uint32_t i;

	for (i = 0; i < 40; i++) {
		const uint32_t full = dense_stats(&from).capacity == i;

		memset(&items[i], 0, sizeof(items[i]));
		assert_int_equal(dense_add(&from, &items[i].idx), 0);
		if (full)
			assert_int_equal(dense_stats(&from).capacity, i ? 2 * i : 8);
		assert_int_equal(mem.bytes, dense_stats(&from).capacity * sizeof(uint32_t *));
	}
	assert_int_equal(mem.allocs, 4);
	assert_int_equal(dense_check(&from, NULL), LISH_OK);
	for (i = 0; i < 40; i++)
		assert_int_equal(dense_index_of(&from, &items[i].idx), i);
}

TEST(add_without_memory_changes_nothing)
{
	mem.fail_at = 1;
	assert_int_equal(dense_add(&from, &a.idx), -ENOMEM);
	assert_int_equal(a.idx.slot, 0);
	assert_array(&from, "");
	assert_int_equal(dense_reserve(&from, 2), 0);
	fill(&from, "ab");
	mem.fail_at = 3;
	assert_int_equal(dense_add(&from, &c.idx), -ENOMEM);
	assert_int_equal(c.idx.slot, 0);
	assert_int_equal(dense_stats(&from).capacity, 2);
	assert_array(&from, "ab");
	fill(&from, "c");
	assert_array(&from, "abc");
}

TEST(a_config_sets_start_step_limit_and_no_grow)
{
	struct lish_config config = LISH_CONFIG_INIT;
	static struct item items[11];
	struct dense it;
	uint32_t i;

	memset(items, 0, sizeof(items));
	config.mem = &mem.mem;
	config.initial = 2;
	config.step = 3;
	config.limit = 10;
	assert_int_equal(dense_init(&it, &config), 0);
	assert_int_equal(dense_stats(&it).capacity, 2);
	/* The config itself may go. */
	memset(&config, 0x5a, sizeof(config));
	for (i = 0; i < 10; i++) {
		assert_int_equal(dense_add(&it, &items[i].idx), 0);
		assert_int_equal(dense_stats(&it).capacity, i < 2 ? 2 : i < 5 ? 5 : i < 8 ? 8 : 10);
	}
	assert_int_equal(dense_add(&it, &items[10].idx), -ENOSPC);
	assert_int_equal(items[10].idx.slot, 0);
	assert_int_equal(dense_count(&it), 10);
	dense_destroy(&it);
	memset(&config, 0, sizeof(config));
	config.mem = &mem.mem;
	config.no_grow = true;
	assert_int_equal(dense_init(&it, &config), 0);
	assert_int_equal(dense_add(&it, &items[0].idx), -ENOSPC);
	assert_int_equal(dense_reserve(&it, 1), 0);
	assert_int_equal(dense_add(&it, &items[0].idx), 0);
	assert_int_equal(dense_add(&it, &items[1].idx), -ENOSPC);
	dense_destroy(&it);
	assert_int_equal(mem.bytes, 0);
}

TEST(a_failed_init_leaves_what_counts_as_none)
{
	struct lish_config config = LISH_CONFIG_INIT;
	struct dense it;

	config.mem = &mem.mem;
	config.initial = 6;
	config.limit = 5;
	assert_int_equal(dense_init(&it, &config), -ENOSPC);
	assert_int_equal(dense_check(&it, NULL), LISH_UNINITIALIZED);
	config.limit = 0;
	mem.fail_at = 1;
	assert_int_equal(dense_init(&it, &config), -ENOMEM);
	assert_int_equal(dense_check(&it, NULL), LISH_UNINITIALIZED);
	assert_int_equal(mem.bytes, 0);
}

TEST(stats_tell_all_figures)
{
	struct lish_stats stats;

	fill(&array, "abcde");
	dense_del(&array, &a.idx);
	dense_del(&array, &b.idx);
	fill(&array, "a");
	stats = dense_stats(&array);
	assert_int_equal(stats.count, 4);
	assert_int_equal(stats.peak, 5);
	assert_int_equal(stats.capacity, 6);
	assert_int_equal(stats.limit, 6);
	assert_int_equal(stats.highest, 4);
	assert_int_equal(stats.bytes, 6 * sizeof(uint32_t *));
	assert_int_equal(stats.failed, 0);
	assert_int_equal(stats.retired, 0);
	fill(&array, "bf");
	assert_int_equal(dense_add(&array, &extra.idx), -ENOSPC);
	assert_int_equal(dense_stats(&array).failed, 1);
	dense_clear(&array);
	assert_int_equal(dense_stats(&array).peak, 6);
	assert_int_equal(dense_stats(&array).count, 0);
	assert_int_equal(dense_stats(&from).limit, LISH_MAX_COUNT);
	mem.fail_at = 1;
	assert_int_equal(dense_add(&from, &a.idx), -ENOMEM);
	assert_int_equal(dense_stats(&from).failed, 1);
	fill(&from, "a");
	(dense_pop_entry)(&from, 0);
	assert_int_equal(dense_stats(&from).peak, 1);
	fill(&from, "ab");
	dense_forget(&from);
	assert_int_equal(dense_stats(&from).peak, 2);
	assert_int_equal(dense_stats(&from).bytes, 8 * sizeof(uint32_t *));
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

TEST(leave_tells_whether_it_was_in)
{
	assert_false(dense_leave(&array, &a.idx));
	fill(&array, "abc");
	fill(&from, "de");
	assert_false(dense_leave(&array, &f.idx));
	/* d is at the place in another container where a is in this one. */
	assert_false(dense_leave(&array, &d.idx));
	assert_false(dense_leave(&from, &c.idx));
	assert_true(dense_leave(&array, &a.idx)); /* [c b] */
	assert_false(dense_leave(&array, &a.idx));
	assert_array(&array, "cb");
	assert_array(&from, "de");
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

TEST(clear_zeroes_every_index)
{
	uint32_t i;

	dense_clear(&array);
	fill(&array, "abc");
	dense_clear(&array);
	assert_array(&array, "");
	assert_int_equal(a.idx.slot | b.idx.slot | c.idx.slot, 0);
	assert_int_equal(dense_stats(&array).capacity, 6);
	fill(&array, "ca");
	assert_array(&array, "ca");
	fill_many(MANY);
	dense_clear(&many);
	for (i = 0; i < MANY; i++)
		assert_int_equal(many_items[i].idx.slot, 0);
}

TEST(forget_empties_without_touching_the_members)
{
	fill(&array, "ab");
	dense_forget(&array);
	assert_array(&array, "");
	assert_int_equal(a.idx.slot, 1);
	/* Stale: no member, and not to be added before it is initialised. */
	assert_false(dense_contains(&array, &a.idx));
	assert_false(dense_leave(&array, &a.idx));
	assert_reported("dense_add", LISH_ALREADY_IN,
			assert_int_equal(dense_add(&array, &a.idx), -EINVAL));
	/* Not even when its place is taken by somebody else. */
	fill(&array, "c");
	assert_false(dense_contains(&array, &a.idx));
	dense_idx_init(&a.idx);
	fill(&array, "a");
	assert_array(&array, "ca");
}

TEST(destroy_frees_the_members_and_the_memory)
{
	fill(&from, "abc");
	dense_destroy(&from);
	assert_int_equal(mem.bytes, 0);
	assert_int_equal(a.idx.slot | b.idx.slot | c.idx.slot, 0);
	assert_int_equal(dense_check(&from, NULL), LISH_UNINITIALIZED);
	fill(&array, "abc");
	dense_destroy(&array);
	assert_int_equal(a.idx.slot | b.idx.slot | c.idx.slot, 0);
	assert_int_equal(dense_check(&array, NULL), LISH_UNINITIALIZED);
	init_growing(&from);
	dense_destroy(&from);
	init_growing(&from);
	fill(&from, "cb");
	assert_array(&from, "cb");
}

TEST(destroy_after_forget_does_not_touch_the_members)
{
	struct item *gone = (struct item *)calloc(1, sizeof(*gone));

	assert_non_null(gone);
	assert_int_equal(dense_add(&from, &gone->idx), 0);
	free(gone);
	dense_forget(&from);
	dense_destroy(&from);
	assert_int_equal(mem.bytes, 0);
	init_growing(&from);
}

/* Memory */

TEST(reserve_makes_room_for_so_many)
{
	assert_int_equal(dense_reserve(&from, 0), 0);
	assert_int_equal(mem.allocs, 0);
	assert_int_equal(dense_reserve(&from, 3), 0);
	assert_int_equal(dense_stats(&from).capacity, 3);
	fill(&from, "abc");
	assert_int_equal(mem.allocs, 1);
	assert_int_equal(dense_reserve(&from, 2), 0);
	assert_int_equal(dense_stats(&from).capacity, 3);
	assert_int_equal(dense_reserve(&from, 5), 0);
	assert_int_equal(dense_stats(&from).capacity, 5);
	assert_array(&from, "abc");
	assert_int_equal(mem.bytes, 5 * sizeof(uint32_t *));
}

TEST(reserve_fails_without_a_change)
{
	assert_int_equal(dense_reserve(&array, 6), 0);
	assert_int_equal(dense_reserve(&array, 7), -ENOSPC);
	fill(&from, "a");
	mem.fail_at = 2;
	assert_int_equal(dense_reserve(&from, 20), -ENOMEM);
	assert_int_equal(dense_stats(&from).capacity, 8);
	assert_array(&from, "a");
}

TEST(trim_gives_back_what_is_not_used)
{
	dense_trim(&from);
	fill(&from, "abc");
	dense_trim(&from);
	assert_int_equal(dense_stats(&from).capacity, 3);
	assert_int_equal(mem.bytes, 3 * sizeof(uint32_t *));
	assert_array(&from, "abc");
	dense_trim(&from);
	assert_int_equal(mem.allocs, 2);
	dense_clear(&from);
	dense_trim(&from);
	assert_int_equal(mem.bytes, 0);
	assert_int_equal(dense_stats(&from).capacity, 0);
	fill(&from, "ba");
	assert_array(&from, "ba");
}

TEST(trim_keeps_the_array_if_there_is_no_smaller_one)
{
	fill(&from, "ab");
	mem.fail_at = 2;
	dense_trim(&from);
	assert_int_equal(dense_stats(&from).capacity, 8);
	assert_array(&from, "ab");
	fill(&array, "c");
	dense_trim(&array);
	assert_int_equal(dense_stats(&array).capacity, 6);
}

/* Asking */

TEST(node_moved_repairs_an_array_after_a_copy)
{
	struct item items[3], moved[3], out;
	unsigned int seen = 0;
	size_t i;

	memset(items, 0, sizeof(items));
	memset(&out, 0, sizeof(out));
	for (i = 0; i < 3; i++)
		assert_int_equal(dense_add(&array, &items[i].idx), 0);
	/* All move in the body of a loop, as by a realloc(). */
	dense_for_each_entry(pos, &array, const struct item, idx) {
		seen++;
		if (pos != &items[0]) {
			assert_ptr_equal(pos, &moved[seen - 1]);
			continue;
		}
		memcpy(moved, items, sizeof(items));
		memset(items, 0x5a, sizeof(items));
		for (i = 0; i < 3; i++)
			dense_node_moved(&array, &moved[i].idx);
	}
	assert_int_equal(seen, 3);
	assert_int_equal(dense_check(&array, NULL), LISH_OK);
	assert_true(dense_leave(&array, &moved[0].idx));
	assert_int_equal(dense_index_of(&array, &moved[2].idx), 0);
	/* A node in no array stays in none, and one that did not move stays in. */
	dense_node_moved(&array, &out.idx);
	dense_node_moved(&array, &moved[1].idx);
	assert_false(dense_contains(&array, &out.idx));
	assert_int_equal(dense_check(&array, NULL), LISH_OK);
	dense_clear(&array);
}

TEST(contains_knows_foreign_and_stale_indices)
{
	fill(&array, "ab");
	fill(&from, "cde");
	assert_true(dense_contains(&array, &a.idx));
	assert_true(dense_contains(&from, &e.idx));
	assert_false(dense_contains(&array, &f.idx));
	assert_false(dense_contains(&array, &c.idx)); /* a's place */
	assert_false(dense_contains(&array, &e.idx)); /* beyond the end */
	assert_false(dense_contains(&from, &a.idx));
	assert_false(dense_contains(&array, &a.other));
}

TEST(index_of_is_the_place_or_minus_one)
{
	fill(&array, "abc");
	fill(&from, "d");
	assert_int_equal(dense_index_of(&array, &a.idx), 0);
	assert_int_equal(dense_index_of(&array, &c.idx), 2);
	assert_int_equal(dense_index_of(&array, &d.idx), -1);
	assert_int_equal(dense_index_of(&array, &e.idx), -1);
	dense_del(&array, &a.idx); /* [c b] */
	assert_int_equal(dense_index_of(&array, &c.idx), 0);
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
}

TEST(empty_count_and_capacity)
{
	assert_false(dense_count(&array));
	assert_int_equal(dense_count(&array), 0);
	fill(&array, "ab");
	assert_false(!dense_count(&array));
	assert_int_equal(dense_count(&array), 2);
	assert_int_equal(dense_stats(&array).capacity, 6);
	assert_int_equal(dense_stats(&from).capacity, 0);
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

TEST(spans_cover_everything_once)
{
	static const uint32_t sizes[] = { 0, 1, 2, 5, 6, 97, MANY };
	static const uint32_t shares[] = { 1, 2, 3, 7, 16, 97, 200 };
	size_t i, k;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		fill_many(sizes[i]);
		for (k = 0; k < ARRAY_SIZE(shares); k++) {
			const uint32_t parts = shares[k];
			uint32_t next = 0, part;

			for (part = 0; part < parts; part++) {
				const struct lish_span span = dense_span(&many, part, parts);

				assert_int_equal(span.start, next);
				assert_in_range(span.count, sizes[i] / parts, sizes[i] / parts + 1);
				next += span.count;
			}
			assert_int_equal(next, sizes[i]);
		}
	}
	assert_reported("dense_span", LISH_BAD_RANGE,
			assert_int_equal(dense_span(&many, 2, 2).count, 0));
	assert_reported("dense_span", LISH_BAD_RANGE,
			assert_int_equal(dense_span(&many, 3, 2).count, 0));
	/* More parts than anybody has, and the last of them. */
	assert_int_equal(dense_span(&many, 0xfffffffeu, 0xffffffffu).count, 0);
	assert_int_equal(dense_span(&many, 0xfffffffeu, 0xffffffffu).start, MANY);
}

TEST(check_names_the_first_fault)
{
	const struct dense_idx *fault = &f.idx;
	struct dense it;

	fill(&array, "abc");
	assert_int_equal(dense_check(&array, &fault), LISH_OK);
	assert_null(fault);
	b.idx.slot = 0;
	c.idx.slot = 0;
	assert_int_equal(dense_check(&array, &fault), LISH_BAD_INDEX);
	assert_ptr_equal(fault, &b.idx);
	assert_int_equal(dense_check(&array, NULL), LISH_BAD_INDEX);
	b.idx.slot = 2;
	six.dense_slots[2] = NULL;
	assert_int_equal(dense_check(&array, &fault), LISH_BAD_INDEX);
	assert_null(fault);
	array.parts.array.used = 7;
	assert_int_equal(dense_check(&array, &fault), LISH_BAD_COUNT);
	array.parts.array.used = 1;
	array.parts.array.nodes = NULL;
	assert_int_equal(dense_check(&array, &fault), LISH_BAD_COUNT);
	memset(&it, 0, sizeof(it));
	assert_int_equal(dense_check(&it, &fault), LISH_UNINITIALIZED);
	assert_null(fault);
}

/* Sorting */

static unsigned long compared;

static int by_key(void *ctx, const struct dense_idx *x, const struct dense_idx *y)
{
	const int i = container_of(x, const struct item, idx)->key;
	const int k = container_of(y, const struct item, idx)->key;

	if (ctx)
		++*(unsigned long *)ctx;
	return i > k ? 1 : i < k ? -1 : 0;
}

/* How often a sort compares, having sorted rightly. */
static unsigned long sort_many(void)
{
	const uint32_t n = dense_count(&many);
	long sum = 0, sorted_sum = 0;
	uint32_t i;

	for (i = 0; i < n; i++)
		sum += dense_at_entry(&many, i, struct item, idx)->key;
	for (i = 0; i < n; i++)
		dense_at_entry(&many, i, struct item, idx)->stood = i;
	compared = 0;
	dense_sort(&many, by_key, &compared);
	assert_int_equal(dense_check(&many, NULL), LISH_OK);
	assert_int_equal(dense_count(&many), n);
	for (i = 0; i < n; i++) {
		sorted_sum += dense_at_entry(&many, i, struct item, idx)->key;
		if (i)
			assert_true(by_key(NULL, (dense_at_entry)(&many, i - 1, 0),
					   (dense_at_entry)(&many, i, 0)) <= 0);
	}
	assert_int_equal(sum, sorted_sum);
	/* Stable: equals as they were put in. */
	for (i = 1; i < n; i++) {
		const struct item *x = dense_at_entry(&many, i - 1, const struct item, idx);
		const struct item *y = dense_at_entry(&many, i, const struct item, idx);

		if (x->key == y->key)
			assert_true(x->stood < y->stood);
	}
	return compared;
}

static unsigned long n_log_n(uint32_t n)
{
	unsigned long log = 1;

	for (; n > 1u << log; log++)
		;
	return n * log;
}

TEST(sort_orders_and_repairs_the_indices)
{
	dense_sort(&array, by_key, NULL);
	fill(&array, "d");
	dense_sort(&array, by_key, NULL);
	assert_array(&array, "d");
	fill(&array, "acfbe");
	dense_sort(&array, by_key, NULL);
	assert_array(&array, "abcdef");
	dense_sort(&array, by_key, NULL);
	assert_array(&array, "abcdef");
	dense_del(&array, &a.idx);
	assert_array(&array, "fbcde");
}

/* The key of member i of n in an order that has a name. */
enum shape {
	ASCENDING,
	DESCENDING,
	RANDOM,
	FEW_VALUES,
	ALL_EQUAL,
	SAWTOOTH,
	ORGAN_PIPES,
	TWO_RUNS,
	SMALL_FIRST_LAST,
	GREAT_FIRST,
	JITTER,
	SHAPES
};

static int key_of(enum shape shape, uint32_t i, uint32_t n)
{
	switch (shape) {
	case ASCENDING:
		return (int)i;
	case DESCENDING:
		return (int)(n - i);
	case RANDOM:
		return (int)next_random();
	case FEW_VALUES:
		return (int)(next_random() % 4);
	case ALL_EQUAL:
		return 1;
	case SAWTOOTH:
		return (int)(i % 37);
	case ORGAN_PIPES:
		return (int)(i < n / 2 ? i : n - i);
	case TWO_RUNS:
		return (int)((i + n / 2) % n);
	case SMALL_FIRST_LAST:
		return i + 1 == n ? -1 : (int)i;
	case GREAT_FIRST:
		return i < 3 ? (int)n : (int)i;
	default:
		return (int)(i * 4 + next_random() % 16);
	}
}

TEST(sort_is_right_for_every_shape)
{
	static const uint32_t sizes[] = { 2, 3, 4, 15, 16, 17, 31, 64, 65, 200, 1000 };
	uint32_t i, k;
	int shape;

	random_state = 1;
	for (shape = 0; shape < SHAPES; shape++) {
		for (k = 0; k < ARRAY_SIZE(sizes); k++) {
			fill_many(sizes[k]);
			for (i = 0; i < sizes[k]; i++)
				many_items[i].key = key_of((enum shape)shape, i, sizes[k]);
			assert_true(sort_many() <= 4 * n_log_n(sizes[k]));
		}
	}
}

TEST(sort_compares_a_sorted_array_once)
{
	fill_many(MANY);
	assert_int_equal(sort_many(), MANY - 1);
}

/* Shake the keys so that each is near its place. */
TEST(sort_is_fast_if_all_are_near_their_places)
{
	uint32_t i;

	random_state = 2;
	fill_many(MANY);
	for (i = 0; i < MANY; i++)
		many_items[i].key = key_of(JITTER, i, MANY);
	assert_true(sort_many() < 3 * MANY);
}

/* What a frame does to a sorted array: some leave, some come. */
TEST(sort_is_fast_if_few_are_out_of_place)
{
	uint32_t i, last;

	random_state = 3;
	fill_many(MANY);
	for (i = 0; i < MANY / 50; i++) {
		/* as dense_del() and dense_add() do, without level 2 */
		const uint32_t gap = next_random() % MANY;
		uint32_t *slot = many_slots[gap];

		last = MANY - 1;
		many_slots[gap] = many_slots[last];
		*many_slots[gap] = gap + 1;
		many_slots[last] = slot;
		*slot = MANY;
		dense_at_entry(&many, last, struct item, idx)->key = (int)(next_random() % MANY);
	}
	assert_true(sort_many() < 4 * MANY);
}

/*
 * An adversary: keys are decided while they are compared, so that each pivot
 * turns out to be one of the smallest. Those of the first members are given:
 * a disorder that nothing but a full sort is tried on.
 */
struct adversary {
	uint32_t decided;
	const struct item *candidate;
	unsigned long compared;
};

#define UNDECIDED MANY

static int by_malice(void *ctx, const struct dense_idx *x, const struct dense_idx *y)
{
	struct adversary *it = (struct adversary *)ctx;
	struct item *i = &many_items[container_of(x, const struct item, idx) - many_items];
	struct item *k = &many_items[container_of(y, const struct item, idx) - many_items];

	it->compared++;
	if (i->key == UNDECIDED && k->key == UNDECIDED) {
		if (i == it->candidate)
			i->key = (int)it->decided++;
		else
			k->key = (int)it->decided++;
	}
	if (i->key == UNDECIDED)
		it->candidate = i;
	else if (k->key == UNDECIDED)
		it->candidate = k;
	return i->key - k->key;
}

TEST(sort_stays_n_log_n_against_an_adversary)
{
	const uint32_t n = 4000;
	struct adversary it = { 0, NULL, 0 };
	uint32_t i;

	fill_many(n);
	random_state = 8;
	for (i = 0; i < n; i++) {
		many_items[i].key = UNDECIDED;
		if (i < n / 3)
			many_items[i].key += 1 + (int)next_random();
	}
	dense_sort(&many, by_malice, &it);
	assert_int_equal(dense_check(&many, NULL), LISH_OK);
	assert_true(it.compared < 4 * n_log_n(n));
	/* The same keys again, in the places where they did harm. */
	for (i = 0; i < n; i++) {
		many_slots[i] = &many_items[i].idx.slot;
		many_items[i].idx.slot = i + 1;
	}
	assert_true(sort_many() < 4 * n_log_n(n));
}

static int by_chance(void *ctx, const struct dense_idx *x, const struct dense_idx *y)
{
	(void)ctx;
	(void)x;
	(void)y;
	return (int)(next_random() % 3) - 1;
}

static int always_after(void *ctx, const struct dense_idx *x, const struct dense_idx *y)
{
	(void)ctx;
	(void)x;
	(void)y;
	return 1;
}

TEST(sort_survives_a_contradictory_order)
{
	uint32_t i, round;

	random_state = 4;
	for (round = 0; round < 20; round++) {
		fill_many(500);
		dense_sort(&many, round ? by_chance : always_after, NULL);
		assert_int_equal(dense_check(&many, NULL), LISH_OK);
		/* All of them, and each once. */
		for (i = 0; i < 500; i++)
			assert_true(dense_contains(&many, &many_items[i].idx));
	}
}

static int by_address(void *ctx, const struct dense_idx *x, const struct dense_idx *y)
{
	(void)ctx;
	return (uintptr_t)x > (uintptr_t)y;
}

TEST(sort_by_address_orders_as_in_memory)
{
	uint32_t i, round;

	random_state = 5;
	for (round = 0; round < 2; round++) {
		const uint32_t n = round ? MANY : 100;

		fill_many(n);
		for (i = 0; i < n; i++) {
			const uint32_t k = next_random() % n;
			uint32_t *slot = many_slots[i];

			many_slots[i] = many_slots[k];
			many_slots[k] = slot;
			*many_slots[i] = i + 1;
			*many_slots[k] = k + 1;
		}
		assert_int_equal(dense_check(&many, NULL), LISH_OK);
		dense_sort(&many, by_address, NULL);
		assert_int_equal(dense_check(&many, NULL), LISH_OK);
		for (i = 0; i < n; i++)
			assert_ptr_equal((dense_at_entry)(&many, i, 0), &many_items[i].idx);
	}
}

/* Loops */

static char visited[64];

static void visit(const struct item *item)
{
	const size_t n = strlen(visited);

	assert_true(n + 1 < sizeof(visited));
	visited[n] = item->name;
	visited[n + 1] = 0;
}

/* The names a loop visits, in its order. */
#define assert_visits(names, loop)                   \
	do {                                         \
		visited[0] = 0;                      \
		loop visit(pos);                     \
		assert_string_equal(visited, names); \
	} while (0)

static void assert_loops(const char *names, const char *backwards)
{
	const struct dense *read_only = &array;
	struct lish_span span = { 0, 0xffffffffu };

	assert_visits(names, dense_for_each_entry(pos, &array, struct item, idx));
	assert_visits(names, dense_for_each_entry(pos, &array, const struct item, idx));
	assert_visits(names, dense_for_each_entry_safe(pos, &array, struct item, idx));
	assert_visits(backwards, dense_for_each_entry_reverse(pos, &array, struct item, idx));
	assert_visits(names, dense_for_each_entry_present(pos, &array, struct item, idx));
	assert_visits(names, dense_for_each_entry_const(pos, read_only, const struct item, idx));
	assert_visits(names,
		      dense_for_each_entry_span(pos, read_only, span, const struct item, idx));
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
	/* one that never had slots */
	assert_visits("", dense_for_each_entry(pos, &from, struct item, idx));
	assert_visits("", dense_for_each_entry_reverse(pos, &from, struct item, idx));
}

TEST(every_loop_over_many)
{
	static const uint32_t sizes[] = { LISH_FETCH_ABOVE_, MANY };
	struct lish_span span;
	uint32_t i, part;
	size_t k;

	for (k = 0; k < ARRAY_SIZE(sizes); k++) {
		fill_many(sizes[k]);
		i = 0;
		dense_for_each_entry(pos, &many, struct item, idx)
			assert_ptr_equal(pos, &many_items[i++]);
		assert_int_equal(i, sizes[k]);
		dense_for_each_entry_reverse(pos, &many, struct item, idx)
			assert_ptr_equal(pos, &many_items[--i]);
		assert_int_equal(i, 0);
		dense_for_each_entry_const(pos, &many, struct item, idx)
			assert_ptr_equal(pos, &many_items[i++]);
		assert_int_equal(i, sizes[k]);
		/* shares shorter than what is fetched ahead, too */
		for (i = 0, part = 0; part < 1000; part++) {
			span = dense_span(&many, part, 1000);
			dense_for_each_entry_span(pos, &many, span, struct item, idx)
				assert_ptr_equal(pos, &many_items[i++]);
		}
		assert_int_equal(i, sizes[k]);
	}
}

TEST(a_body_need_not_use_the_cursor)
{
	int n = 0;

	fill(&array, "abc");
	dense_for_each_entry(pos, &array, struct item, idx)
		n++;
	dense_for_each_entry_reverse(pos, &array, struct item, idx) {
		if (n == 5)
			continue;
		n++;
	}
	dense_for_each_entry_const(pos, &array, struct item, idx)
		n++;
	assert_int_equal(n, 8);
}

TEST(span_leaves_out_what_is_not_there)
{
	struct lish_span span = { 1, 2 };

	fill(&array, "abcd");
	assert_visits("bc", dense_for_each_entry_span(pos, &array, span, struct item, idx));
	span.start = 3;
	assert_visits("d", dense_for_each_entry_span(pos, &array, span, struct item, idx));
	/* Start and count wrap when added. */
	span.count = 0xffffffffu;
	assert_visits("d", dense_for_each_entry_span(pos, &array, span, struct item, idx));
	span.start = 0xffffffffu;
	assert_visits("", dense_for_each_entry_span(pos, &array, span, struct item, idx));
}

TEST(a_span_loop_writes_nothing_to_the_array)
{
	static struct {
		struct dense array;
		DENSE_STORAGE(mem, 10);
		struct item items[10];
	} world, before;
	int visits;

	dense_init_in(&world.array, &world.mem);
	memset(world.items, 0, sizeof(world.items));
	for (visits = 0; visits < 10; visits++)
		lish_sure(dense_add(&world.array, &world.items[visits].idx));
	dense_del(&world.array, &world.items[3].idx);
	memcpy(&before, &world, sizeof(world));
	visits = 0;
	dense_for_each_entry_span(pos, &world.array, dense_span(&world.array, 0, 2), struct item,
				  idx) {
		assert_memory_equal(&before, &world, sizeof(world));
		dense_for_each_entry_span(i, &world.array, dense_span(&world.array, 1, 2),
					  struct item, idx)
			visits += dense_contains(&world.array, &i->idx) &&
				  dense_index_of(&world.array, &i->idx) >= 5;
		if (visits == 16)
			break;
	}
	assert_int_equal(visits, 16);
	assert_memory_equal(&before, &world, sizeof(world));
}

/* The loop everybody writes first. */
TEST(the_body_removes_the_current_element)
{
	fill(&array, "abcdef");
	visited[0] = 0;
	dense_for_each_entry(pos, &array, struct item, idx) {
		visit(pos);
		if (pos->key % 2)
			dense_del(&array, &pos->idx);
	}
	/* [a b c d e f] -> b goes, f fills: [a f c d e] -> f goes: [a e c d] */
	assert_string_equal(visited, "abfecd");
	assert_array(&array, "aec");
}

TEST(the_body_frees_the_current_element)
{
	struct item *item;
	int i, sum = 0;

	for (i = 0; i < 20; i++) {
		item = (struct item *)calloc(1, sizeof(*item));
		assert_non_null(item);
		item->key = i;
		assert_int_equal(dense_add(&from, &item->idx), 0);
	}
	dense_for_each_entry(pos, &from, struct item, idx) {
		sum += pos->key;
		dense_del(&from, &pos->idx);
		free(pos);
	}
	assert_int_equal(sum, 190);
	assert_false(dense_count(&from));
}

/* Below, | is the boundary: before it stands what was visited. */
TEST(a_gap_among_the_visited_is_filled_by_one_of_them)
{
	fill(&array, "abcdef");
	visited[0] = 0;
	dense_for_each_entry(pos, &array, struct item, idx) {
		visit(pos);
		if (pos == &c) { /* [a b c | d e f] */
			dense_del(&array, &a.idx);
			/* c to the gap, f to its place: [c b | f d e] */
			assert_array(&array, "cbfde");
		}
	}
	assert_string_equal(visited, "abcfde");
}

TEST(the_body_removes_an_element_to_come)
{
	fill(&array, "abcdef");
	visited[0] = 0;
	dense_for_each_entry(pos, &array, struct item, idx) {
		visit(pos);
		if (pos == &b) {
			dense_del(&array, &c.idx); /* [a b | f d e] */
			assert_array(&array, "abfde");
			dense_del(&array, &e.idx); /* the last one */
		}
	}
	assert_string_equal(visited, "abfd");
}

TEST(additions_are_visited_in_the_same_pass)
{
	fill(&from, "ab");
	visited[0] = 0;
	dense_for_each_entry(pos, &from, struct item, idx) {
		visit(pos);
		if (pos == &a)
			fill(&from, "c");
		if (pos == &c)
			fill(&from, "def"); /* the last one, till then */
	}
	assert_string_equal(visited, "abcdef");
	/* What goes and comes back is a new one. */
	visited[0] = 0;
	dense_for_each_entry(pos, &from, struct item, idx) {
		visit(pos);
		if (pos == &b && strlen(visited) == 2) {
			dense_del(&from, &a.idx);
			fill(&from, "a");
		}
	}
	assert_string_equal(visited, "abfcdea");
}

TEST(a_backward_loop_does_not_visit_additions)
{
	fill(&array, "abcd");
	visited[0] = 0;
	dense_for_each_entry_reverse(pos, &array, struct item, idx) {
		visit(pos);
		if (pos == &c) { /* [a b | c d] */
			fill(&array, "e");
			dense_del(&array, &a.idx);
			assert_array(&array, "becd");
			dense_del(&array, &c.idx);
			assert_array(&array, "bed");
		}
	}
	assert_string_equal(visited, "dcb");
}

TEST(a_present_loop_does_not_visit_additions)
{
	fill(&array, "abc");
	visited[0] = 0;
	dense_for_each_entry_present(pos, &array, struct item, idx) {
		visit(pos);
		if (pos == &a) {
			fill(&array, "ef"); /* [a | b c | e f] */
			dense_del(&array, &b.idx);
			/* c to the gap, f to its place: [a | c | f e] */
			assert_array(&array, "acfe");
		}
	}
	assert_string_equal(visited, "ac");
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
	visited[0] = 0;
	dense_for_each_entry(i, &array, struct item, idx) {
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
	}
	assert_string_equal(visited, "abcdfe");
}

TEST(memory_may_move_in_a_loop)
{
	static struct item items[100];
	uint32_t i, n = 0;

	memset(items, 0, sizeof(items));
	for (i = 0; i < 10; i++)
		assert_int_equal(dense_add(&from, &items[i].idx), 0);
	dense_for_each_entry(pos, &from, struct item, idx) {
		assert_ptr_equal(pos, &items[n]);
		n++;
		if (n == 5)
			dense_trim(&from);
		if (n == 6)
			assert_int_equal(dense_reserve(&from, 50), 0);
		if (n > 6 && i < 100) {
			assert_int_equal(dense_add(&from, &items[i].idx), 0);
			i++;
		}
	}
	assert_int_equal(n, 100);
}

TEST(pop_clear_and_forget_in_a_loop)
{
	fill(&array, "abcd");
	visited[0] = 0;
	dense_for_each_entry(pos, &array, struct item, idx) {
		visit(pos);
		(void)(dense_pop_entry)(&array, 0);
	}
	assert_string_equal(visited, "ab");
	fill(&array, "cd");
	visited[0] = 0;
	dense_for_each_entry(pos, &array, struct item, idx) {
		visit(pos);
		if (pos == &b) {
			dense_clear(&array);
			fill(&array, "ea");
		}
		if (pos == &a && strlen(visited) > 2)
			dense_forget(&array);
	}
	assert_string_equal(visited, "abea");
	dense_for_each_entry_reverse(pos, &array, struct item, idx)
		fail();
}

TEST(a_loop_allows_questions)
{
	fill(&array, "ab");
	dense_for_each_entry(pos, &array, struct item, idx) {
		assert_true(dense_contains(&array, &pos->idx));
		assert_int_equal(dense_count(&array), 2);
		assert_int_equal(dense_span(&array, 0, 1).count, 2);
		assert_non_null((dense_at_entry)(&array, 1, 0));
		assert_int_equal(dense_add(&from, &pos->other), 0);
	}
	assert_int_equal(dense_count(&from), 2);
}

static const struct item *find_by_return(int key)
{
	dense_for_each_entry_present(pos, &array, const struct item, idx) {
		dense_for_each_entry_reverse(inner, &array, const struct item, idx) {
			if (inner->key == key)
				return inner;
		}
		if (pos->key == key)
			return pos;
	}
	return NULL;
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

TEST(return_and_goto_close_a_loop)
{
	if (!LISH_HAS_CLEANUP)
		skip();
	fill(&array, "abc");
	assert_ptr_equal(find_by_return(0), &a);
	assert_null(array.parts.loops.first);
	dense_for_each_entry(pos, &array, struct item, idx) {
		dense_for_each_entry(inner, &array, struct item, idx) {
			if (inner == &b)
				goto out;
		}
	}
out:
	assert_null(array.parts.loops.first);
	fill(&array, "d");
}

TEST(loops_are_closed_in_any_order)
{
	struct dense_loop_ loop, inner;
	const struct dense_idx *idx;

	visited[0] = 0;
	fill(&array, "abcd");
	open_loop(&loop, &array);
	while ((idx = step(&loop)) != NULL) {
		visit(container_of(idx, const struct item, idx));
		if (idx == &b.idx) {
			open_loop(&inner, &array);
			assert_ptr_equal(step(&inner), &a.idx);
			dense_del(&array, &a.idx); /* [| b / d c] */
			assert_array(&array, "bdc");
		}
	}
	assert_string_equal(visited, "abdc");
	dense_close_(&loop);
	assert_ptr_equal(step(&inner), &b.idx);
	dense_close_(&inner);
	assert_null(array.parts.loops.first);
	/* To close twice is nothing. The same memory for the next loop. */
	dense_close_(&loop);
	open_loop(&loop, &array);
	assert_ptr_equal(step(&loop), &b.idx);
	dense_close_(&loop);
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
	visited[0] = 0;
	dense_for_each_entry(outer, gone, struct item, idx) {
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
	}
	assert_string_equal(visited, "abfa");
	assert_null(step(&loop));
	dense_close_(&loop);
	assert_int_equal(a.idx.slot, 0);
}

TEST(a_stopped_loop_may_be_left_by_longjmp)
{
	static jmp_buf out;

	fill(&array, "ab");
	if (!setjmp(out)) {
		dense_for_each_entry(pos, &array, struct item, idx) {
			if (pos == &b) {
				dense_stop(&array);
				longjmp(out, 1);
			}
		}
	}
	assert_null(array.parts.loops.first);
	dense_del(&array, &a.idx);
	assert_visits("b", dense_for_each_entry(pos, &array, struct item, idx));
}

/*
 * Any body, nested loops of every kind: nothing is visited that is no member, no
 * member twice, and none missed. Objects that come anew count as others.
 */
#define CAST 40

static struct item cast[CAST];
static uint32_t born[CAST]; /* how often it came */
static unsigned long visits;

static void meddle(uint32_t most)
{
	uint32_t k, n;

	for (k = next_random() % 3; k > 0; k--) {
		n = next_random() % CAST;
		if (dense_contains(&from, &cast[n].idx)) {
			dense_del(&from, &cast[n].idx);
		} else if (visits < most && next_random() % 2) {
			assert_int_equal(dense_add(&from, &cast[n].idx), 0);
			born[n]++;
		}
	}
	if (next_random() % 256 == 0)
		dense_trim(&from);
	if (next_random() % 2048 == 0)
		dense_clear(&from);
	if (next_random() % 64 == 0) {
		struct item *last = dense_pop_entry(&from, struct item, idx);

		assert_true(!last || !last->idx.slot);
	}
}

/* What a loop has seen: in which life it saw whom. */
struct witness {
	uint32_t seen[CAST];
	uint32_t start[CAST];
	bool additions;
};

static void begin_witness(struct witness *w, bool additions)
{
	uint32_t i;

	memset(w->seen, 0xff, sizeof(w->seen));
	w->additions = additions;
	for (i = 0; i < CAST; i++)
		w->start[i] = dense_contains(&from, &cast[i].idx) ? born[i] : 0xfffffffeu;
}

static void saw(struct witness *w, const struct item *item)
{
	const size_t n = (size_t)(item - cast);

	visits++;
	assert_true(dense_contains(&from, &item->idx));
	assert_true(w->seen[n] != born[n]);
	assert_true(w->additions || w->start[n] == born[n]);
	w->seen[n] = born[n];
}

static void end_witness(const struct witness *w)
{
	uint32_t i;

	for (i = 0; i < CAST; i++)
		if (dense_contains(&from, &cast[i].idx) && (w->additions || w->start[i] == born[i]))
			assert_int_equal(w->seen[i], born[i]);
}

static void any_loop(unsigned int depth)
{
	const unsigned long most = visits + 300;
	const bool leave = next_random() % 8 == 0;
	struct dense_loop_ loop;
	struct dense_idx *idx;
	struct witness w;
	uint32_t n = 0;

#define BODY(item)                                       \
	do {                                             \
		saw(&w, item);                           \
		meddle(visits < most ? 0xffffffffu : 0); \
		if (depth < 3 && next_random() % 6 == 0) \
			any_loop(depth + 1);             \
		if (leave && ++n > 5)                    \
			return;                          \
	} while (0)

	switch (LISH_HAS_CLEANUP ? next_random() % 4 : 3) {
	case 0:
		begin_witness(&w, true);
		dense_for_each_entry(pos, &from, struct item, idx)
			BODY(pos);
		break;
	case 1:
		begin_witness(&w, false);
		dense_for_each_entry_reverse(pos, &from, struct item, idx)
			BODY(pos);
		break;
	case 2:
		begin_witness(&w, false);
		dense_for_each_entry_present(pos, &from, struct item, idx)
			BODY(pos);
		break;
	default:
		begin_witness(&w, true);
		open_loop(&loop, &from);
		while ((idx = step(&loop)) != NULL) {
			saw(&w, container_of(idx, struct item, idx));
			meddle(visits < most ? 0xffffffffu : 0);
			if (depth < 3 && next_random() % 6 == 0)
				any_loop(depth + 1);
		}
		dense_close_(&loop);
		break;
	}
	end_witness(&w);
#undef BODY
}

TEST(loops_miss_and_repeat_none_whatever_their_bodies_do)
{
	const unsigned long enough = LISH_CHECK >= 2 ? 100000 : 1000000;
	uint32_t i;

	random_state = 6;
	visits = 0;
	memset(cast, 0, sizeof(cast));
	while (visits < enough) {
		for (i = 0; i < CAST; i++) {
			if (dense_contains(&from, &cast[i].idx) || next_random() % 2)
				continue;
			assert_int_equal(dense_add(&from, &cast[i].idx), 0);
			born[i]++;
		}
		any_loop(0);
		assert_int_equal(dense_check(&from, NULL), LISH_OK);
		assert_null(from.parts.loops.first);
	}
	dense_clear(&from);
}

static int calls;

static struct dense *counted_array(void)
{
	calls++;
	return &array;
}

static struct dense_idx *counted_idx(void)
{
	calls++;
	return &a.idx;
}

static uint32_t counted_zero(void)
{
	calls++;
	return 0;
}

static struct lish_span counted_span(void)
{
	calls++;
	return dense_span(&array, 0, 1);
}

/* The statement evaluates what counts its calls so often, and no more. */
#define assert_calls(n, statement)          \
	do {                                \
		calls = 0;                  \
		statement;                  \
		assert_int_equal(calls, n); \
	} while (0)

TEST(every_macro_evaluates_its_arguments_once)
{
	struct item *item = NULL;

	fill(&array, "abc");
	assert_calls(1, item = container_of(counted_idx(), struct item, idx));
	assert_ptr_equal(item, &a);
	assert_calls(1, assert_ptr_equal(container_of(counted_idx(), const struct item, idx), &a));
	assert_calls(2, item = dense_at_entry(counted_array(), counted_zero(), struct item, idx));
	assert_ptr_equal(item, &a);
	assert_calls(1, dense_for_each_entry(pos, counted_array(), struct item, idx) item = pos);
	assert_ptr_equal(item, &c);
	assert_calls(1, dense_for_each_entry_reverse(pos, counted_array(), struct item, idx) item =
				pos);
	assert_ptr_equal(item, &a);
	assert_calls(1,
		     dense_for_each_entry_const(pos, counted_array(), struct item, idx) item = pos);
	assert_ptr_equal(item, &c);
	assert_calls(1,
		     dense_for_each_entry_safe(pos, counted_array(), struct item, idx) item = pos);
	assert_ptr_equal(item, &c);
	assert_calls(1, dense_for_each_entry_present(pos, counted_array(), struct item, idx) item =
				pos);
	assert_ptr_equal(item, &c);
	assert_calls(2, dense_for_each_entry_span(pos, counted_array(), counted_span(), struct item,
						  idx) item = pos);
	assert_ptr_equal(item, &c);
	assert_calls(1, item = dense_pop_entry(counted_array(), struct item, idx));
	assert_ptr_equal(item, &c);
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

#if LISH_CHECK >= 1
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
	struct dense grown;

	config.mem = &crooked;
	assert_int_equal(dense_init(&grown, &config), 0);
	assert_reported("dense_add", LISH_MISALIGNED,
			assert_int_equal(dense_add(&grown, &a.idx), -EINVAL));
	assert_int_equal(a.idx.slot, 0);
	assert_int_equal(dense_count(&grown), 0);
	dense_destroy(&grown);
	assert_int_equal(dense_init(&grown, &config), 0);
	assert_reported("dense_reserve", LISH_MISALIGNED,
			assert_int_equal(dense_reserve(&grown, 4), -EINVAL));
	dense_destroy(&grown);
	config.initial = 4;
	assert_reported("dense_init", LISH_MISALIGNED,
			assert_int_equal(dense_init(&grown, &config), -EINVAL));
	assert_int_equal(grown.parts.array.limit, 0);
}
#endif

TEST_MAIN(setup, teardown)
