/* SPDX-License-Identifier: MIT */
/*
 * dense, name by name. Pictures show the array as the letters of its members,
 * from the first place to the last: [a b c].
 */
#include "test.h"

#include <errno.h>
#include <linux-ish/dense.h>

struct item {
	char name;
	int key;
	struct dense_idx idx;
	struct dense_idx other;
};

/* Six objects and two containers for each test, in the state of new memory. */
static struct item a, b, c, d, e, f;
static struct item *const all[] = { &a, &b, &c, &d, &e, &f };
static struct dense_idx *slots[6];
static struct dense array, from;
static struct test_mem mem;

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
	mem = fresh;
	dense_init_fixed(&array, slots, ARRAY_SIZE(slots));
	dense_init(&from, &mem.mem);
	return 0;
}

/* What a test leaves in the growing container goes back, whatever it is. */
static int teardown(void **state)
{
	(void)state;
	dense_abandon(&from);
	(void)dense_forget(&from);
	dense_destroy(&from);
	return mem.bytes ? -1 : 0;
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
	if (it->count != n)
		fail_msg("line %d: %u members instead of [%s]", line,
			 (unsigned int)it->count, names);
	for (i = 0; i < n; i++) {
		const struct item *item =
			dense_entry(it->items[i], const struct item, idx);

		if (item->name != names[i])
			fail_msg("line %d: '%c' at %u instead of [%s]", line,
				 item->name, (unsigned int)i, names);
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
#define MANY (DENSE_PREFETCH_ABOVE + 100)

static struct item many_items[MANY];
static struct dense_idx *many_slots[MANY];
static struct dense many;

static void fill_many(uint32_t count)
{
	uint32_t i;

	dense_init_fixed(&many, many_slots, MANY);
	memset(many_items, 0, sizeof(many_items));
	for (i = 0; i < count; i++) {
		many_items[i].key = (int)i;
		many_items[i].idx.slot = i + 1;
		many_slots[i] = &many_items[i].idx;
	}
	many.count = count;
	assert_int_equal(dense_check(&many, NULL), LISH_OK);
}

/* Making containers */

static void a_zeroed_index_is_in_no_container(void **state)
{
	static struct item fresh;

	(void)state;
	assert_false(dense_contains(&array, &fresh.idx));
	assert_int_equal(dense_add(&array, &fresh.idx), 0);
	assert_true(dense_contains(&array, &fresh.idx));
	assert_int_equal(dense_del(&array, &fresh.idx), 0);
	assert_int_equal(fresh.idx.slot, 0);
}

static void init_makes_an_empty_container_that_grows(void **state)
{
	struct dense it;

	(void)state;
	memset(&it, 0x5a, sizeof(it));
	dense_init(&it, &mem.mem);
	assert_array(&it, "");
	assert_int_equal(dense_capacity(&it), 0);
	assert_int_equal(mem.allocs, 0);
	fill(&it, "a");
	assert_int_equal(mem.allocs, 1);
	dense_destroy(&it);
	assert_int_equal(mem.bytes, 0);
}

static void init_without_an_allocator_takes_the_default(void **state)
{
	struct dense it;

	(void)state;
	dense_init(&it, NULL);
	assert_ptr_equal(it.mem, &lish_mem_default);
	fill(&it, "ab");
	assert_array(&it, "ab");
	dense_destroy(&it);
}

static void init_fixed_uses_the_callers_array(void **state)
{
	struct dense_idx *places[2];
	struct dense it;

	(void)state;
	memset(&it, 0x5a, sizeof(it));
	dense_init_fixed(&it, places, 2);
	assert_array(&it, "");
	assert_int_equal(dense_capacity(&it), 2);
	fill(&it, "ab");
	assert_ptr_equal(places[0], &a.idx);
	assert_ptr_equal(places[1], &b.idx);
}

static void init_fixed_takes_no_places_and_too_many(void **state)
{
	struct dense it;

	(void)state;
	dense_init_fixed(&it, NULL, 0);
	assert_array(&it, "");
	assert_int_equal(dense_add(&it, &a.idx), -ENOSPC);
	dense_init_fixed(&it, slots, 0xffffffffu);
	assert_int_equal(dense_capacity(&it), LISH_MAX_COUNT);
}

DENSE_DEFINE(defined, 3);
static struct dense growing = DENSE_INIT(&lish_mem_default);

static void initialisers_make_empty_containers(void **state)
{
	struct dense_idx *places[2];
	struct dense it = DENSE_INIT_FIXED(places, 2);

	(void)state;
	assert_array(&it, "");
	assert_int_equal(dense_capacity(&it), 2);
	assert_array(&defined, "");
	assert_int_equal(dense_capacity(&defined), 3);
	fill(&defined, "abc");
	assert_int_equal(dense_add(&defined, &d.idx), -ENOSPC);
	assert_int_equal(dense_clear(&defined), 0);
	fill(&growing, "abc");
	assert_array(&growing, "abc");
	dense_destroy(&growing);
}

static void idx_init_makes_an_index_of_any_memory(void **state)
{
	(void)state;
	memset(&a.idx, 0x5a, sizeof(a.idx));
	dense_idx_init(&a.idx);
	assert_int_equal(dense_add(&array, &a.idx), 0);
	assert_array(&array, "a");
}

/* Adding */

static void add_puts_at_the_end(void **state)
{
	(void)state;
	assert_int_equal(dense_add(&array, &a.idx), 0); /* [a] */
	assert_array(&array, "a");
	assert_int_equal(dense_add(&array, &b.idx), 0); /* [a b] */
	assert_array(&array, "ab");
	assert_int_equal(b.idx.slot, 2);
}

static void add_refuses_what_is_in_a_container(void **state)
{
	(void)state;
	fill(&array, "ab");
	assert_int_equal(dense_add(&array, &a.idx), -EEXIST);
	assert_int_equal(dense_add(&from, &a.idx), -EEXIST);
	assert_array(&array, "ab");
	assert_array(&from, "");
	assert_int_equal(mem.allocs, 0);
}

static void an_object_is_in_two_containers_by_two_indices(void **state)
{
	(void)state;
	fill(&array, "ab");
	assert_int_equal(dense_add(&from, &b.other), 0);
	assert_array(&array, "ab");
	assert_ptr_equal(dense_at_entry(&from, 0, struct item, other), &b);
}

static void add_to_a_full_array_is_no_space(void **state)
{
	static struct item extra;

	(void)state;
	fill(&array, "abcdef");
	assert_int_equal(dense_add(&array, &extra.idx), -ENOSPC);
	assert_int_equal(extra.idx.slot, 0);
	assert_array(&array, "abcdef");
}

static void add_doubles_a_growing_array_from_8(void **state)
{
	static struct item items[40];
	uint32_t i;

	(void)state;
	for (i = 0; i < 40; i++) {
		const uint32_t full = dense_capacity(&from) == i;

		memset(&items[i], 0, sizeof(items[i]));
		assert_int_equal(dense_add(&from, &items[i].idx), 0);
		if (full)
			assert_int_equal(dense_capacity(&from), i ? 2 * i : 8);
		assert_int_equal(mem.bytes, dense_capacity(&from) *
						    sizeof(struct dense_idx *));
	}
	assert_int_equal(mem.allocs, 4);
	assert_int_equal(dense_check(&from, NULL), LISH_OK);
	for (i = 0; i < 40; i++)
		assert_int_equal(dense_index_of(&from, &items[i].idx), i);
}

static void add_without_memory_changes_nothing(void **state)
{
	(void)state;
	mem.fail_at = 1;
	assert_int_equal(dense_add(&from, &a.idx), -ENOMEM);
	assert_int_equal(a.idx.slot, 0);
	assert_array(&from, "");
	assert_int_equal(dense_reserve(&from, 2), 0);
	fill(&from, "ab");
	mem.fail_at = 3;
	assert_int_equal(dense_add(&from, &c.idx), -ENOMEM);
	assert_int_equal(c.idx.slot, 0);
	assert_int_equal(dense_capacity(&from), 2);
	assert_array(&from, "ab");
	fill(&from, "c");
	assert_array(&from, "abc");
}

static size_t asked_for;

static void *ask_only(struct lish_mem *which, size_t size, size_t align)
{
	(void)which;
	(void)align;
	asked_for = size;
	return NULL;
}

static void growth_never_asks_for_more_than_the_most_members(void **state)
{
	struct lish_mem asking = { ask_only, NULL, NULL };
	struct dense it = DENSE_INIT(&asking);

	(void)state;
	it.capacity = LISH_MAX_COUNT / 2 + 2;
	asked_for = 0;
	assert_int_equal(dense_grow_(&it), -ENOMEM);
	/* Where the product overflows, nobody is asked. */
	if ((size_t)-1 / sizeof(void *) > LISH_MAX_COUNT)
		assert_int_equal(asked_for, LISH_MAX_COUNT * sizeof(void *));
	else
		assert_int_equal(asked_for, 0);
	it.capacity = LISH_MAX_COUNT;
	assert_int_equal(dense_grow_(&it), -ENOSPC);
}

static void set_limit_stops_growth(void **state)
{
	static struct item items[11];
	uint32_t i;

	(void)state;
	memset(items, 0, sizeof(items));
	assert_int_equal(dense_set_limit(&from, 10), 0);
	for (i = 0; i < 10; i++)
		assert_int_equal(dense_add(&from, &items[i].idx), 0);
	assert_int_equal(dense_capacity(&from), 10);
	assert_int_equal(dense_add(&from, &items[10].idx), -ENOSPC);
	assert_int_equal(items[10].idx.slot, 0);
	assert_int_equal(dense_count(&from), 10);
	assert_int_equal(dense_set_limit(&from, 11), 0);
	assert_int_equal(dense_add(&from, &items[10].idx), 0);
	assert_int_equal(dense_capacity(&from), 11);
}

static void set_limit_below_the_capacity_is_no_space(void **state)
{
	(void)state;
	fill(&from, "ab");
	assert_int_equal(dense_set_limit(&from, 7), -ENOSPC);
	assert_int_equal(dense_set_limit(&from, 0), -EINVAL);
	assert_int_equal(from.limit, LISH_MAX_COUNT);
	assert_int_equal(dense_trim(&from), 0);
	assert_int_equal(dense_set_limit(&from, 2), 0);
	assert_int_equal(dense_add(&from, &c.idx), -ENOSPC);
	assert_int_equal(dense_set_limit(&from, 0xffffffffu), 0);
	assert_int_equal(from.limit, LISH_MAX_COUNT);
	fill(&from, "c");
	/* A limit of nothing lets an empty container stay so. */
	assert_int_equal(dense_set_limit(&array, 5), -ENOSPC);
	assert_int_equal(dense_set_limit(&array, 6), 0);
}

/* Taking out */

static void del_puts_the_last_one_into_the_gap(void **state)
{
	(void)state;
	fill(&array, "abcd");
	assert_int_equal(dense_del(&array, &b.idx), 0); /* [a d c] */
	assert_array(&array, "adc");
	assert_int_equal(b.idx.slot, 0);
	/* The one that was moved can be taken out as well. */
	assert_int_equal(dense_del(&array, &d.idx), 0); /* [a c] */
	assert_array(&array, "ac");
	assert_int_equal(dense_del(&array, &c.idx), 0); /* the last one: [a] */
	assert_array(&array, "a");
	assert_int_equal(dense_del(&array, &a.idx), 0); /* the only one: [] */
	assert_array(&array, "");
	assert_int_equal(a.idx.slot, 0);
}

static void del_refuses_what_is_not_in(void **state)
{
	(void)state;
	assert_int_equal(dense_del(&array, &a.idx), -ENOENT);
	fill(&array, "abc");
	fill(&from, "de");
	assert_int_equal(dense_del(&array, &f.idx), -ENOENT);
	/* d is at the place in another container where a is in this one. */
	assert_int_equal(dense_del(&array, &d.idx), -ENOENT);
	assert_int_equal(dense_del(&from, &c.idx), -ENOENT);
	assert_int_equal(dense_del(&array, &c.idx), 0);
	assert_int_equal(dense_del(&array, &c.idx), -ENOENT);
	assert_array(&array, "ab");
	assert_array(&from, "de");
}

static void pop_takes_the_last_one(void **state)
{
	(void)state;
	assert_null(dense_pop(&array));
	fill(&array, "ab");
	assert_ptr_equal(dense_pop(&array), &b.idx);
	assert_int_equal(b.idx.slot, 0);
	assert_array(&array, "a");
	assert_ptr_equal(dense_pop(&array), &a.idx);
	assert_null(dense_pop(&array));
	assert_array(&array, "");
}

static void swap_lets_two_change_places(void **state)
{
	(void)state;
	fill(&array, "abcd");
	assert_int_equal(dense_swap(&array, &a.idx, &d.idx), 0);
	assert_array(&array, "dbca");
	assert_int_equal(dense_swap(&array, &b.idx, &c.idx), 0); /* adjacent */
	assert_array(&array, "dcba");
	assert_int_equal(dense_swap(&array, &b.idx, &b.idx), 0); /* itself */
	assert_array(&array, "dcba");
}

static void swap_refuses_what_is_not_in(void **state)
{
	(void)state;
	fill(&array, "ab");
	fill(&from, "c");
	assert_int_equal(dense_swap(&array, &a.idx, &c.idx), -ENOENT);
	assert_int_equal(dense_swap(&array, &c.idx, &a.idx), -ENOENT);
	assert_int_equal(dense_swap(&array, &a.idx, &d.idx), -ENOENT);
	assert_int_equal(dense_swap(&array, &d.idx, &d.idx), -ENOENT);
	assert_array(&array, "ab");
	assert_array(&from, "c");
}

static void clear_zeroes_every_index(void **state)
{
	uint32_t i;

	(void)state;
	assert_int_equal(dense_clear(&array), 0);
	fill(&array, "abc");
	assert_int_equal(dense_clear(&array), 0);
	assert_array(&array, "");
	assert_int_equal(a.idx.slot | b.idx.slot | c.idx.slot, 0);
	assert_int_equal(dense_capacity(&array), 6);
	fill(&array, "ca");
	assert_array(&array, "ca");
	fill_many(MANY);
	assert_int_equal(dense_clear(&many), 0);
	for (i = 0; i < MANY; i++)
		assert_int_equal(many_items[i].idx.slot, 0);
}

static void forget_empties_without_touching_the_members(void **state)
{
	(void)state;
	fill(&array, "ab");
	assert_int_equal(dense_forget(&array), 0);
	assert_array(&array, "");
	assert_int_equal(a.idx.slot, 1);
	/* Stale: no member, and not to be added before it is initialised. */
	assert_false(dense_contains(&array, &a.idx));
	assert_int_equal(dense_del(&array, &a.idx), -ENOENT);
	assert_int_equal(dense_add(&array, &a.idx), -EEXIST);
	/* Not even when its place is taken by somebody else. */
	fill(&array, "c");
	assert_false(dense_contains(&array, &a.idx));
	dense_idx_init(&a.idx);
	fill(&array, "a");
	assert_array(&array, "ca");
}

static void destroy_frees_the_members_and_the_memory(void **state)
{
	(void)state;
	fill(&from, "abc");
	dense_destroy(&from);
	assert_int_equal(mem.bytes, 0);
	assert_int_equal(a.idx.slot | b.idx.slot | c.idx.slot, 0);
	assert_int_equal(dense_check(&from, NULL), LISH_UNINITIALIZED);
	fill(&array, "abc");
	dense_destroy(&array);
	assert_int_equal(a.idx.slot | b.idx.slot | c.idx.slot, 0);
	assert_int_equal(dense_check(&array, NULL), LISH_UNINITIALIZED);
	dense_init(&from, &mem.mem);
	dense_destroy(&from);
	dense_init(&from, &mem.mem);
	fill(&from, "cb");
	assert_array(&from, "cb");
}

static void destroy_after_forget_does_not_touch_the_members(void **state)
{
	struct item *gone = (struct item *)calloc(1, sizeof(*gone));

	(void)state;
	assert_non_null(gone);
	assert_int_equal(dense_add(&from, &gone->idx), 0);
	free(gone);
	assert_int_equal(dense_forget(&from), 0);
	dense_destroy(&from);
	assert_int_equal(mem.bytes, 0);
	dense_init(&from, &mem.mem);
}

/* Memory */

static void reserve_makes_room_for_so_many(void **state)
{
	(void)state;
	assert_int_equal(dense_reserve(&from, 0), 0);
	assert_int_equal(mem.allocs, 0);
	assert_int_equal(dense_reserve(&from, 3), 0);
	assert_int_equal(dense_capacity(&from), 3);
	fill(&from, "abc");
	assert_int_equal(mem.allocs, 1);
	assert_int_equal(dense_reserve(&from, 2), 0);
	assert_int_equal(dense_capacity(&from), 3);
	assert_int_equal(dense_reserve(&from, 5), 0);
	assert_int_equal(dense_capacity(&from), 5);
	assert_array(&from, "abc");
	assert_int_equal(mem.bytes, 5 * sizeof(struct dense_idx *));
}

static void reserve_fails_without_a_change(void **state)
{
	(void)state;
	assert_int_equal(dense_reserve(&array, 6), 0);
	assert_int_equal(dense_reserve(&array, 7), -ENOSPC);
	fill(&from, "a");
	assert_int_equal(dense_set_limit(&from, 20), 0);
	assert_int_equal(dense_reserve(&from, 21), -ENOSPC);
	mem.fail_at = 2;
	assert_int_equal(dense_reserve(&from, 20), -ENOMEM);
	assert_int_equal(dense_capacity(&from), 8);
	assert_array(&from, "a");
}

static void trim_gives_back_what_is_not_used(void **state)
{
	(void)state;
	assert_int_equal(dense_trim(&from), 0);
	fill(&from, "abc");
	assert_int_equal(dense_trim(&from), 0);
	assert_int_equal(dense_capacity(&from), 3);
	assert_int_equal(mem.bytes, 3 * sizeof(struct dense_idx *));
	assert_array(&from, "abc");
	assert_int_equal(dense_trim(&from), 0);
	assert_int_equal(mem.allocs, 2);
	assert_int_equal(dense_clear(&from), 0);
	assert_int_equal(dense_trim(&from), 0);
	assert_int_equal(mem.bytes, 0);
	assert_int_equal(dense_capacity(&from), 0);
	fill(&from, "ba");
	assert_array(&from, "ba");
}

static void trim_keeps_the_array_if_there_is_no_smaller_one(void **state)
{
	(void)state;
	fill(&from, "ab");
	mem.fail_at = 2;
	assert_int_equal(dense_trim(&from), -ENOMEM);
	assert_int_equal(dense_capacity(&from), 8);
	assert_array(&from, "ab");
	fill(&array, "c");
	assert_int_equal(dense_trim(&array), 0);
	assert_int_equal(dense_capacity(&array), 6);
}

/* Asking */

static void contains_knows_foreign_and_stale_indices(void **state)
{
	(void)state;
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

static void index_of_is_the_place_or_minus_one(void **state)
{
	(void)state;
	fill(&array, "abc");
	fill(&from, "d");
	assert_int_equal(dense_index_of(&array, &a.idx), 0);
	assert_int_equal(dense_index_of(&array, &c.idx), 2);
	assert_int_equal(dense_index_of(&array, &d.idx), -1);
	assert_int_equal(dense_index_of(&array, &e.idx), -1);
	assert_int_equal(dense_del(&array, &a.idx), 0); /* [c b] */
	assert_int_equal(dense_index_of(&array, &c.idx), 0);
}

static void at_is_the_member_or_null(void **state)
{
	(void)state;
	assert_null(dense_at(&array, 0));
	fill(&array, "abc");
	assert_ptr_equal(dense_at(&array, 0), &a.idx);
	assert_ptr_equal(dense_at(&array, 2), &c.idx);
	assert_null(dense_at(&array, 3));
	/* what dense_index_of() returns for none */
	assert_null(dense_at(&array, (uint32_t)-1));
}

static void empty_count_and_capacity(void **state)
{
	(void)state;
	assert_true(dense_empty(&array));
	assert_int_equal(dense_count(&array), 0);
	fill(&array, "ab");
	assert_false(dense_empty(&array));
	assert_int_equal(dense_count(&array), 2);
	assert_int_equal(dense_capacity(&array), 6);
	assert_int_equal(dense_capacity(&from), 0);
}

static void entries_lead_to_the_object(void **state)
{
	const struct dense *read_only = &array;
	const struct dense_idx *const_idx = &b.idx;

	(void)state;
	fill(&array, "ab");
	assert_ptr_equal(dense_entry(&b.idx, struct item, idx), &b);
	assert_ptr_equal(dense_entry(&b.other, struct item, other), &b);
	assert_ptr_equal(dense_entry_const(const_idx, struct item, idx), &b);
	assert_ptr_equal(dense_at_entry(read_only, 1, const struct item, idx),
			 &b);
	assert_null(dense_at_entry(&array, 2, struct item, idx));
	assert_ptr_equal(dense_pop_entry(&array, struct item, idx), &b);
	assert_ptr_equal(dense_pop_entry(&array, struct item, idx), &a);
	assert_null(dense_pop_entry(&array, struct item, idx));
}

static void spans_cover_everything_once(void **state)
{
	static const uint32_t sizes[] = { 0, 1, 2, 5, 6, 97, MANY };
	static const uint32_t shares[] = { 1, 2, 3, 7, 16, 97, 200 };
	size_t i, k;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		fill_many(sizes[i]);
		for (k = 0; k < ARRAY_SIZE(shares); k++) {
			const uint32_t parts = shares[k];
			uint32_t next = 0, part;

			for (part = 0; part < parts; part++) {
				const struct dense_share span =
					dense_span(&many, part, parts);

				assert_int_equal(span.start, next);
				assert_in_range(span.count, sizes[i] / parts,
						sizes[i] / parts + 1);
				next += span.count;
			}
			assert_int_equal(next, sizes[i]);
		}
	}
	/* More parts than anybody has, and the last of them. */
	assert_int_equal(dense_span(&many, 0xfffffffeu, 0xffffffffu).count, 0);
	assert_int_equal(dense_span(&many, 0xfffffffeu, 0xffffffffu).start,
			 MANY);
}

static void check_names_the_first_fault(void **state)
{
	const struct dense_idx *fault = &f.idx;
	struct dense it;

	(void)state;
	fill(&array, "abc");
	assert_int_equal(dense_check(&array, &fault), LISH_OK);
	assert_null(fault);
	b.idx.slot = 0;
	c.idx.slot = 0;
	assert_int_equal(dense_check(&array, &fault), LISH_BAD_INDEX);
	assert_ptr_equal(fault, &b.idx);
	assert_int_equal(dense_check(&array, NULL), LISH_BAD_INDEX);
	b.idx.slot = 2;
	slots[2] = NULL;
	assert_int_equal(dense_check(&array, &fault), LISH_BAD_INDEX);
	assert_null(fault);
	array.count = 7;
	assert_int_equal(dense_check(&array, &fault), LISH_BAD_COUNT);
	array.count = 1;
	array.items = NULL;
	assert_int_equal(dense_check(&array, &fault), LISH_BAD_COUNT);
	memset(&it, 0, sizeof(it));
	assert_int_equal(dense_check(&it, &fault), LISH_UNINITIALIZED);
	assert_null(fault);
}

/* Sorting */

static unsigned long compared;

static int by_key(void *ctx, const struct dense_idx *x,
		  const struct dense_idx *y)
{
	const int i = dense_entry_const(x, struct item, idx)->key;
	const int k = dense_entry_const(y, struct item, idx)->key;

	if (ctx)
		++*(unsigned long *)ctx;
	return i > k ? 1 : i < k ? -1 : 0;
}

/* How often a sort compares, having sorted rightly. */
static unsigned long sort_many(void)
{
	const uint32_t n = many.count;
	long sum = 0, sorted_sum = 0;
	uint32_t i;

	for (i = 0; i < n; i++)
		sum += dense_at_entry(&many, i, struct item, idx)->key;
	compared = 0;
	assert_int_equal(dense_sort(&many, by_key, &compared), 0);
	assert_int_equal(dense_check(&many, NULL), LISH_OK);
	assert_int_equal(many.count, n);
	for (i = 0; i < n; i++) {
		sorted_sum += dense_at_entry(&many, i, struct item, idx)->key;
		if (i)
			assert_true(by_key(NULL, many.items[i - 1],
					   many.items[i]) <= 0);
	}
	assert_int_equal(sum, sorted_sum);
	return compared;
}

static unsigned long n_log_n(uint32_t n)
{
	unsigned long log = 1;

	for (; n > 1u << log; log++)
		;
	return n * log;
}

static void sort_orders_and_repairs_the_indices(void **state)
{
	(void)state;
	assert_int_equal(dense_sort(&array, by_key, NULL), 0);
	fill(&array, "d");
	assert_int_equal(dense_sort(&array, by_key, NULL), 0);
	assert_array(&array, "d");
	fill(&array, "acfbe");
	assert_int_equal(dense_sort(&array, by_key, NULL), 0);
	assert_array(&array, "abcdef");
	assert_int_equal(dense_sort(&array, by_key, NULL), 0);
	assert_array(&array, "abcdef");
	assert_int_equal(dense_del(&array, &a.idx), 0);
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

static void sort_is_right_for_every_shape(void **state)
{
	static const uint32_t sizes[] = { 2,  3,  4,  15,  16,  17,
					  31, 64, 65, 200, 1000 };
	uint32_t i, k;
	int shape;

	(void)state;
	random_state = 1;
	for (shape = 0; shape < SHAPES; shape++) {
		for (k = 0; k < ARRAY_SIZE(sizes); k++) {
			fill_many(sizes[k]);
			for (i = 0; i < sizes[k]; i++)
				many_items[i].key = key_of((enum shape)shape, i,
							   sizes[k]);
			assert_true(sort_many() <= 4 * n_log_n(sizes[k]));
		}
	}
}

static void sort_is_right_for_every_permutation_of_six(void **state)
{
	uint32_t round, i, rest, at;

	(void)state;
	for (round = 0; round < 720; round++) {
		char names[] = "abcdef", order[7] = "";

		for (i = 0, rest = round; i < 6; rest /= 6 - i, i++) {
			at = rest % (6 - i);
			order[i] = names[at];
			memmove(names + at, names + at + 1, 6 - at);
		}
		assert_int_equal(dense_clear(&array), 0);
		fill(&array, order);
		assert_int_equal(dense_sort(&array, by_key, NULL), 0);
		assert_array(&array, "abcdef");
	}
}

static void sort_compares_a_sorted_array_once(void **state)
{
	(void)state;
	fill_many(MANY);
	assert_int_equal(sort_many(), MANY - 1);
}

/* Shake the keys so that each is near its place. */
static void sort_is_fast_if_all_are_near_their_places(void **state)
{
	uint32_t i;

	(void)state;
	random_state = 2;
	fill_many(MANY);
	for (i = 0; i < MANY; i++)
		many_items[i].key = key_of(JITTER, i, MANY);
	assert_true(sort_many() < 3 * MANY);
}

/* What a frame does to a sorted array: some leave, some come. */
static void sort_is_fast_if_few_are_out_of_place(void **state)
{
	uint32_t i, last;

	(void)state;
	random_state = 3;
	fill_many(MANY);
	for (i = 0; i < MANY / 50; i++) {
		/* as dense_del() and dense_add() do, without level 2 */
		const uint32_t gap = next_random() % MANY;
		struct dense_idx *idx = many_slots[gap];

		last = MANY - 1;
		many_slots[gap] = many_slots[last];
		many_slots[gap]->slot = gap + 1;
		many_slots[last] = idx;
		idx->slot = MANY;
		dense_entry(idx, struct item, idx)->key =
			(int)(next_random() % MANY);
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

static int by_malice(void *ctx, const struct dense_idx *x,
		     const struct dense_idx *y)
{
	struct adversary *it = (struct adversary *)ctx;
	struct item *i = &many_items[dense_entry_const(x, struct item, idx) -
				     many_items];
	struct item *k = &many_items[dense_entry_const(y, struct item, idx) -
				     many_items];

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

static void sort_stays_n_log_n_against_an_adversary(void **state)
{
	const uint32_t n = 4000;
	struct adversary it = { 0, NULL, 0 };
	uint32_t i;

	(void)state;
	fill_many(n);
	random_state = 8;
	for (i = 0; i < n; i++) {
		many_items[i].key = UNDECIDED;
		if (i < n / 3)
			many_items[i].key += 1 + (int)next_random();
	}
	assert_int_equal(dense_sort(&many, by_malice, &it), 0);
	assert_int_equal(dense_check(&many, NULL), LISH_OK);
	assert_true(it.compared < 4 * n_log_n(n));
	/* The same keys again, in the places where they did harm. */
	for (i = 0; i < n; i++) {
		many_slots[i] = &many_items[i].idx;
		many_items[i].idx.slot = i + 1;
	}
	assert_true(sort_many() < 4 * n_log_n(n));
}

static int by_chance(void *ctx, const struct dense_idx *x,
		     const struct dense_idx *y)
{
	(void)ctx;
	(void)x;
	(void)y;
	return (int)(next_random() % 3) - 1;
}

static int always_behind(void *ctx, const struct dense_idx *x,
			 const struct dense_idx *y)
{
	(void)ctx;
	(void)x;
	(void)y;
	return 1;
}

static void sort_survives_a_contradictory_order(void **state)
{
	uint32_t i, round;

	(void)state;
	random_state = 4;
	for (round = 0; round < 20; round++) {
		fill_many(500);
		assert_int_equal(dense_sort(&many, round ? by_chance :
							   always_behind,
					    NULL),
				 0);
		assert_int_equal(dense_check(&many, NULL), LISH_OK);
		/* All of them, and each once. */
		for (i = 0; i < 500; i++)
			assert_true(dense_contains(&many, &many_items[i].idx));
	}
}

static int by_key_and_meddling(void *ctx, const struct dense_idx *x,
			       const struct dense_idx *y)
{
	(void)ctx;
	assert_int_equal(dense_add(&array, &f.idx), -EBUSY);
	assert_int_equal(dense_clear(&array), -EBUSY);
	return by_key(NULL, x, y);
}

static void sort_refuses_changes_by_the_comparison(void **state)
{
	(void)state;
	fill(&array, "cab");
	assert_int_equal(dense_sort(&array, by_key_and_meddling, NULL), 0);
	assert_array(&array, "abc");
	fill(&array, "f");
	assert_array(&array, "abcf");
}

static void sort_by_address_orders_as_in_memory(void **state)
{
	uint32_t i, round;

	(void)state;
	random_state = 5;
	for (round = 0; round < 2; round++) {
		const uint32_t n = round ? MANY : 100;

		fill_many(n);
		for (i = 0; i < n; i++) {
			const uint32_t k = next_random() % n;
			struct dense_idx *idx = many_slots[i];

			many_slots[i] = many_slots[k];
			many_slots[k] = idx;
			many_slots[i]->slot = i + 1;
			many_slots[k]->slot = k + 1;
		}
		assert_int_equal(dense_check(&many, NULL), LISH_OK);
		assert_int_equal(dense_sort_by_address(&many), 0);
		assert_int_equal(dense_check(&many, NULL), LISH_OK);
		for (i = 0; i < n; i++)
			assert_ptr_equal(dense_at(&many, i),
					 &many_items[i].idx);
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
#define assert_visits(names, loop)             \
	do {                                   \
		visited[0] = 0;                \
		loop visit(pos);               \
		assert_string_equal(visited, names); \
	} while (0)

static void assert_loops(const char *names, const char *backwards)
{
	const struct dense *read_only = &array;
	struct dense_share span = { 0, 0xffffffffu };

	assert_visits(names, dense_for_each_entry(pos, &array, struct item,
						  idx));
	assert_visits(names, dense_for_each_entry(pos, &array,
						  const struct item, idx));
	assert_visits(backwards,
		      dense_for_each_entry_reverse(pos, &array, struct item,
						   idx));
	assert_visits(backwards, dense_for_each_entry_safe(pos, &array,
							   struct item, idx));
	assert_visits(names,
		      dense_for_each_entry_const(pos, read_only,
						 const struct item, idx));
	assert_visits(names, dense_for_each_entry_span(pos, read_only, span,
						       const struct item, idx));
	/* All are closed. */
	assert_null(array.loops);
}

static void every_loop_on_every_state(void **state)
{
	(void)state;
	assert_loops("", "");
	fill(&array, "a");
	assert_loops("a", "a");
	fill(&array, "b");
	assert_loops("ab", "ba");
	fill(&array, "cdef");
	assert_loops("abcdef", "fedcba");
	/* one that never had an array */
	assert_visits("", dense_for_each_entry(pos, &from, struct item, idx));
	assert_visits("", dense_for_each_entry_safe(pos, &from, struct item,
						    idx));
}

static void every_loop_over_many(void **state)
{
	static const uint32_t sizes[] = { DENSE_PREFETCH_ABOVE, MANY };
	struct dense_share span;
	uint32_t i, part;
	size_t k;

	(void)state;
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
		dense_for_each_entry_safe(pos, &many, struct item, idx)
			assert_ptr_equal(pos, &many_items[--i]);
		assert_int_equal(i, 0);
		/* shares shorter than what is fetched ahead, too */
		for (part = 0; part < 1000; part++) {
			span = dense_span(&many, part, 1000);
			dense_for_each_entry_span(pos, &many, span, struct item,
						  idx)
				assert_ptr_equal(pos, &many_items[i++]);
		}
		assert_int_equal(i, sizes[k]);
	}
}

static void a_body_need_not_use_the_cursor(void **state)
{
	int n = 0;

	(void)state;
	fill(&array, "abc");
	dense_for_each_entry(pos, &array, struct item, idx)
		n++;
	dense_for_each_entry_safe(pos, &array, struct item, idx) {
		if (n == 5)
			continue;
		n++;
	}
	assert_int_equal(n, 5);
}

static void span_leaves_out_what_is_not_there(void **state)
{
	struct dense_share span = { 1, 2 };

	(void)state;
	fill(&array, "abcd");
	assert_visits("bc", dense_for_each_entry_span(pos, &array, span,
						      struct item, idx));
	span.start = 3;
	assert_visits("d", dense_for_each_entry_span(pos, &array, span,
						     struct item, idx));
	span.start = 0xffffffffu;
	assert_visits("", dense_for_each_entry_span(pos, &array, span,
						    struct item, idx));
}

/* Each change is refused, and changes nothing. */
static void assert_refuses_changes(const char *names)
{
	char sorted = 'z';

	assert_int_equal(dense_add(&array, &f.idx), -EBUSY);
	assert_int_equal(dense_add(&array, &a.idx), -EEXIST);
	assert_int_equal(dense_del(&array, &a.idx), -EBUSY);
	assert_int_equal(dense_del(&array, &f.idx), -ENOENT);
	assert_null(dense_pop(&array));
	assert_null(dense_pop_entry(&array, struct item, idx));
	assert_int_equal(dense_swap(&array, &a.idx, &b.idx), -EBUSY);
	assert_int_equal(dense_swap(&array, &a.idx, &f.idx), -ENOENT);
	assert_int_equal(dense_sort(&array, by_key, &sorted), -EBUSY);
	assert_int_equal(dense_sort_by_address(&array), -EBUSY);
	assert_int_equal(dense_clear(&array), -EBUSY);
	assert_int_equal(dense_forget(&array), -EBUSY);
	assert_int_equal(dense_reserve(&array, 1), -EBUSY);
	assert_int_equal(dense_trim(&array), -EBUSY);
	assert_int_equal(f.idx.slot, 0);
	assert_array(&array, names);
}

static void a_loop_refuses_every_change(void **state)
{
	(void)state;
	fill(&array, "cab");
	dense_for_each_entry(pos, &array, struct item, idx)
		assert_refuses_changes("cab");
	dense_for_each_entry_reverse(pos, &array, struct item, idx)
		assert_refuses_changes("cab");
	fill(&array, "f");
	assert_array(&array, "cabf");
}

static void a_loop_allows_questions(void **state)
{
	(void)state;
	fill(&array, "ab");
	dense_for_each_entry(pos, &array, struct item, idx) {
		assert_true(dense_contains(&array, &pos->idx));
		assert_int_equal(dense_count(&array), 2);
		assert_int_equal(dense_span(&array, 0, 1).count, 2);
		assert_non_null(dense_at(&array, 1));
		/* Another container is another matter. */
		assert_int_equal(dense_add(&from, &pos->other), 0);
	}
	assert_int_equal(dense_count(&from), 2);
}

static void loops_nest(void **state)
{
	(void)state;
	fill(&array, "ab");
	visited[0] = 0;
	dense_for_each_entry(i, &array, struct item, idx) {
		dense_for_each_entry(k, &array, struct item, idx) {
			visit(k);
			assert_int_equal(dense_del(&array, &b.idx), -EBUSY);
		}
		/* The inner one has ended: the outer one still refuses. */
		assert_int_equal(dense_del(&array, &b.idx), -EBUSY);
		dense_for_each_entry_safe(k, &array, struct item, idx) {
			visit(k);
			assert_int_equal(dense_del(&array, &k->idx), -EBUSY);
		}
		dense_for_each_entry_const(k, &array, struct item, idx)
			visit(k);
		visit(i);
	}
	assert_string_equal(visited, "abbaabaabbaabb");
	assert_int_equal(dense_del(&array, &b.idx), 0);
}

static const struct item *find_by_return(int key)
{
	dense_for_each_entry(pos, &array, const struct item, idx) {
		dense_for_each_entry_reverse(inner, &array, const struct item,
					     idx) {
			if (inner->key == key)
				return inner;
		}
		if (pos->key == key)
			return pos;
	}
	return NULL;
}

static void break_closes_a_loop(void **state)
{
	(void)state;
	fill(&array, "abc");
	dense_for_each_entry(pos, &array, struct item, idx) {
		dense_for_each_entry_reverse(inner, &array, struct item, idx)
			break;
		assert_int_equal(dense_del(&array, &pos->idx), -EBUSY);
		if (pos == &b)
			break;
	}
	assert_null(array.loops);
	assert_int_equal(dense_del(&array, &a.idx), 0);
	assert_array(&array, "cb");
}

static void return_and_goto_close_a_loop(void **state)
{
	(void)state;
	if (!LISH_HAS_CLEANUP)
		skip();
	fill(&array, "abc");
	assert_ptr_equal(find_by_return(0), &a);
	assert_null(array.loops);
	dense_for_each_entry(pos, &array, struct item, idx) {
		dense_for_each_entry(inner, &array, struct item, idx) {
			if (inner == &b)
				goto out;
		}
	}
out:
	assert_null(array.loops);
	fill(&array, "d");
}

static void a_loop_by_hand(void **state)
{
	struct dense_loop loop = DENSE_LOOP_INIT, inner;
	const struct dense_idx *idx;

	(void)state;
	fill(&array, "abc");
	dense_loop_end(&loop); /* has not begun */
	assert_null(dense_loop_next(&loop));
	visited[0] = 0;
	dense_loop_begin(&loop, &array);
	while ((idx = dense_loop_next(&loop)) != NULL) {
		visit(dense_entry_const(idx, struct item, idx));
		assert_refuses_changes("abc");
		dense_loop_begin(&inner, &array);
		assert_ptr_equal(dense_loop_next(&inner), &a.idx);
		dense_loop_end(&inner);
		assert_int_equal(dense_del(&array, &a.idx), -EBUSY);
	}
	assert_string_equal(visited, "abc");
	assert_null(dense_loop_next(&loop));
	assert_int_equal(dense_del(&array, &a.idx), -EBUSY);
	dense_loop_end(&loop);
	assert_int_equal(dense_del(&array, &a.idx), 0);
	/* Ending twice is nothing, and there is no next one. */
	dense_loop_end(&loop);
	assert_null(dense_loop_next(&loop));
	/* The same memory for the next loop. */
	dense_loop_begin(&loop, &array);
	assert_ptr_equal(dense_loop_next(&loop), &c.idx);
	dense_loop_end(&loop);
}

static void abandon_allows_changes_after_a_longjmp(void **state)
{
	static jmp_buf out;

	(void)state;
	fill(&array, "ab");
	if (!setjmp(out)) {
		dense_for_each_entry(pos, &array, struct item, idx) {
			if (pos == &b)
				longjmp(out, 1);
		}
	}
	assert_int_equal(dense_del(&array, &a.idx), -EBUSY);
	dense_abandon(&array);
	assert_int_equal(dense_del(&array, &a.idx), 0);
	assert_visits("b", dense_for_each_entry(pos, &array, struct item, idx));
	dense_abandon(&array);
	assert_array(&array, "b");
}

/*
 * The safe loop goes from the last one to the first. Below, ^ is under the
 * current one; what is right of it was visited, or added.
 */

static void a_safe_loop_survives_taking_out_the_current(void **state)
{
	(void)state;
	fill(&array, "abcde");
	visited[0] = 0;
	dense_for_each_entry_safe(pos, &array, struct item, idx) {
		visit(pos);
		/*
		 * [a b c d e] -> [a b c d]     -> [a b c]    -> [a c]
		 *          ^              (d stays)      ^          ^ c fills
		 */
		if (pos != &a && pos != &c)
			assert_int_equal(dense_del(&array, &pos->idx), 0);
	}
	assert_string_equal(visited, "edcba");
	assert_array(&array, "ac");
	dense_for_each_entry_safe(pos, &array, struct item, idx)
		assert_int_equal(dense_del(&array, &pos->idx), 0);
	assert_array(&array, "");
}

static void a_safe_loop_lets_the_current_one_be_freed(void **state)
{
	struct item *item;
	int i, n = 0;

	(void)state;
	for (i = 0; i < 20; i++) {
		item = (struct item *)calloc(1, sizeof(*item));
		assert_non_null(item);
		item->key = i;
		assert_int_equal(dense_add(&from, &item->idx), 0);
	}
	dense_for_each_entry_safe(pos, &from, struct item, idx) {
		n++;
		if (pos->key % 3 == 0)
			continue;
		assert_int_equal(dense_del(&from, &pos->idx), 0);
		free(pos);
	}
	assert_int_equal(n, 20);
	assert_int_equal(dense_count(&from), 7);
	dense_for_each_entry_safe(pos, &from, struct item, idx) {
		assert_int_equal(dense_del(&from, &pos->idx), 0);
		free(pos);
	}
	assert_true(dense_empty(&from));
}

static void a_safe_loop_does_not_visit_what_its_body_adds(void **state)
{
	static struct item extra[20];
	int n = 0;

	(void)state;
	memset(extra, 0, sizeof(extra));
	fill(&from, "abc");
	visited[0] = 0;
	dense_for_each_entry_safe(pos, &from, struct item, idx) {
		visit(pos);
		/* The array grows under the loop. */
		for (; n % 7 != 6; n++)
			assert_int_equal(dense_add(&from, &extra[n].idx), 0);
		n++;
		/* What was added fills the gap, right of what comes. */
		assert_int_equal(dense_del(&from, &pos->idx), 0);
	}
	assert_string_equal(visited, "cba");
	assert_int_equal(dense_count(&from), 18);
}

static void a_safe_loop_lets_visited_ones_be_taken_out(void **state)
{
	(void)state;
	fill(&array, "abcde");
	visited[0] = 0;
	dense_for_each_entry_safe(pos, &array, struct item, idx) {
		visit(pos);
		/*
		 * [a b c d e] -> [a b c e]: e fills d's gap, then goes as well
		 *      ^              ^     [a b c]
		 */
		if (pos == &c) {
			assert_int_equal(dense_del(&array, &d.idx), 0);
			assert_int_equal(dense_del(&array, &e.idx), 0);
		}
	}
	assert_string_equal(visited, "edcba");
	assert_array(&array, "abc");
}

static void a_safe_loop_repeats_what_fills_an_unvisited_gap(void **state)
{
	(void)state;
	fill(&array, "abcd");
	visited[0] = 0;
	dense_for_each_entry_safe(pos, &array, struct item, idx) {
		visit(pos);
		/* [a b c d] -> [d b c]: a is not visited, d once more */
		if (pos == &c)
			assert_int_equal(dense_del(&array, &a.idx), 0);
	}
	assert_string_equal(visited, "dcbd");

	assert_int_equal(dense_clear(&array), 0);
	fill(&array, "abcd");
	visited[0] = 0;
	dense_for_each_entry_safe(pos, &array, struct item, idx) {
		visit(pos);
		/* [a b c d] -> [a d c]: the current one itself goes back */
		if (pos == &d && dense_contains(&array, &b.idx))
			assert_int_equal(dense_del(&array, &b.idx), 0);
	}
	assert_string_equal(visited, "dcda");
}

static void a_safe_loop_ends_when_nothing_is_left(void **state)
{
	(void)state;
	fill(&array, "abcd");
	visited[0] = 0;
	dense_for_each_entry_safe(pos, &array, struct item, idx) {
		visit(pos);
		if (pos == &c)
			assert_int_equal(dense_clear(&array), 0);
	}
	assert_string_equal(visited, "dc");
	fill(&array, "abcd");
	visited[0] = 0;
	dense_for_each_entry_safe(pos, &array, struct item, idx) {
		visit(pos);
		/* [a b c d] -> [a]: the place of the loop is beyond the end */
		if (pos == &d) {
			while (dense_count(&array) > 1)
				assert_non_null(dense_pop(&array));
		}
	}
	assert_string_equal(visited, "da");
	dense_for_each_entry_safe(pos, &from, struct item, idx)
		fail();
	assert_int_equal(dense_add(&from, &f.idx), 0);
	dense_for_each_entry_safe(pos, &from, struct item, idx)
		dense_destroy(&from);
	dense_init(&from, &mem.mem);
}

/*
 * Any body: nothing is visited that is no member, and all that were members
 * before and after are visited; once each, if it spares what is to come.
 */
static void a_safe_loop_keeps_its_promise_whatever_the_body_does(void **state)
{
	static struct item items[40];
	unsigned int visits[40];
	bool before[40];
	uint32_t round, i, k;

	(void)state;
	random_state = 6;
	memset(items, 0, sizeof(items));
	for (round = 0; round < 3000; round++) {
		const bool spare = round % 2;

		memset(visits, 0, sizeof(visits));
		for (i = 0; i < 40; i++) {
			if (!dense_contains(&from, &items[i].idx) &&
			    next_random() % 3 == 0)
				assert_int_equal(
					dense_add(&from, &items[i].idx), 0);
			before[i] = dense_contains(&from, &items[i].idx);
		}
		dense_for_each_entry_safe(pos, &from, struct item, idx) {
			assert_true(dense_contains(&from, &pos->idx));
			visits[pos - items]++;
			for (k = next_random() % 4; k > 0; k--) {
				const uint32_t n = next_random() % 40;
				struct dense_idx *idx = &items[n].idx;

				if (!dense_contains(&from, idx)) {
					if (next_random() % 4)
						continue;
					assert_int_equal(dense_add(&from, idx),
							 0);
					before[n] = false;
				} else if (!spare || visits[n]) {
					assert_int_equal(dense_del(&from, idx),
							 0);
				}
			}
		}
		for (i = 0; i < 40; i++) {
			if (!before[i] ||
			    !dense_contains(&from, &items[i].idx))
				continue;
			assert_true(visits[i] >= 1);
			if (spare)
				assert_int_equal(visits[i], 1);
		}
		assert_int_equal(dense_check(&from, NULL), LISH_OK);
	}
	assert_int_equal(dense_clear(&from), 0);
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

static struct dense_share counted_span(void)
{
	calls++;
	return dense_span(&array, 0, 1);
}

/* The statement evaluates what counts its calls so often, and no more. */
#define assert_calls(n, statement)           \
	do {                                 \
		calls = 0;                   \
		statement;                   \
		assert_int_equal(calls, n);  \
	} while (0)

static void every_macro_evaluates_its_arguments_once(void **state)
{
	struct item *item = NULL;

	(void)state;
	fill(&array, "abc");
	assert_calls(1, item = dense_entry(counted_idx(), struct item, idx));
	assert_ptr_equal(item, &a);
	assert_calls(1, assert_ptr_equal(dense_entry_const(counted_idx(),
							   struct item, idx),
					 &a));
	assert_calls(2, item = dense_at_entry(counted_array(), counted_zero(),
					      struct item, idx));
	assert_ptr_equal(item, &a);
	assert_calls(1, dense_for_each_entry(pos, counted_array(), struct item,
					     idx) item = pos);
	assert_ptr_equal(item, &c);
	assert_calls(1, dense_for_each_entry_reverse(pos, counted_array(),
						     struct item, idx)
				item = pos);
	assert_ptr_equal(item, &a);
	assert_calls(1, dense_for_each_entry_const(pos, counted_array(),
						   struct item, idx)
				item = pos);
	assert_ptr_equal(item, &c);
	assert_calls(1, dense_for_each_entry_safe(pos, counted_array(),
						  struct item, idx)
				item = pos);
	assert_ptr_equal(item, &a);
	assert_calls(2, dense_for_each_entry_span(pos, counted_array(),
						  counted_span(), struct item,
						  idx) item = pos);
	assert_ptr_equal(item, &c);
	assert_calls(1, item = dense_pop_entry(counted_array(), struct item,
					       idx));
	assert_ptr_equal(item, &c);
}

/* Misuse that lib/ notices at every level */

static void a_zero_container_is_reported(void **state)
{
	struct dense zero;
	struct dense_loop loop;

	(void)state;
	memset(&zero, 0, sizeof(zero));
	if (LISH_CHECK < 2)
		assert_reported("dense_add", LISH_UNINITIALIZED,
				assert_int_equal(dense_add(&zero, &a.idx),
						 -EINVAL));
	assert_reported("dense_del", LISH_UNINITIALIZED,
			assert_int_equal(dense_del(&zero, &a.idx), -EINVAL));
	assert_reported("dense_swap", LISH_UNINITIALIZED,
			assert_int_equal(dense_swap(&zero, &a.idx, &b.idx),
					 -EINVAL));
	assert_reported("dense_set_limit", LISH_UNINITIALIZED,
			assert_int_equal(dense_set_limit(&zero, 3), -EINVAL));
	assert_reported("dense_reserve", LISH_UNINITIALIZED,
			assert_int_equal(dense_reserve(&zero, 3), -EINVAL));
	assert_reported("dense_trim", LISH_UNINITIALIZED,
			assert_int_equal(dense_trim(&zero), -EINVAL));
	assert_reported("dense_clear", LISH_UNINITIALIZED,
			assert_int_equal(dense_clear(&zero), -EINVAL));
	assert_reported("dense_forget", LISH_UNINITIALIZED,
			assert_int_equal(dense_forget(&zero), -EINVAL));
	assert_reported("dense_sort", LISH_UNINITIALIZED,
			assert_int_equal(dense_sort(&zero, by_key, NULL),
					 -EINVAL));
	assert_reported("dense_span", LISH_UNINITIALIZED,
			assert_int_equal(dense_span(&zero, 0, 1).count, 0));
	assert_reported("dense_destroy", LISH_UNINITIALIZED,
			dense_destroy(&zero));
	assert_reported("dense_abandon", LISH_UNINITIALIZED,
			dense_abandon(&zero));
	assert_reported("dense_loop_begin", LISH_UNINITIALIZED,
			dense_loop_begin(&loop, &zero));
	assert_null(dense_loop_next(&loop));
	dense_loop_end(&loop);
	assert_reported("dense_loop_begin", LISH_UNINITIALIZED,
			dense_for_each_entry(pos, &zero, struct item, idx)
				fail());
	assert_reported("dense_loop_begin", LISH_UNINITIALIZED,
			dense_for_each_entry_reverse(pos, &zero, struct item,
						     idx) fail());
	assert_int_equal(a.idx.slot, 0);
}

static void a_span_of_no_part_is_reported(void **state)
{
	(void)state;
	fill(&array, "abc");
	assert_reported("dense_span", LISH_BAD_RANGE,
			assert_int_equal(dense_span(&array, 2, 2).count, 0));
	assert_reported("dense_span", LISH_BAD_RANGE,
			assert_int_equal(dense_span(&array, 0, 0).count, 0));
}

static void destroy_in_a_loop_is_refused(void **state)
{
	(void)state;
	fill(&array, "ab");
	dense_for_each_entry(pos, &array, struct item, idx)
		assert_reported("dense_destroy", LISH_LOOPED,
				dense_destroy(&array));
	assert_array(&array, "ab");
}

static void a_loop_begun_twice_is_reported(void **state)
{
	struct dense_loop loop;

	(void)state;
	fill(&array, "ab");
	dense_loop_begin(&loop, &array);
	assert_reported("dense_loop_begin", LISH_STALE_LOOP,
			dense_loop_begin(&loop, &array));
	/* Refused: it goes on, and its end allows changes again. */
	assert_ptr_equal(dense_loop_next(&loop), &a.idx);
	dense_loop_end(&loop);
	assert_int_equal(dense_del(&array, &a.idx), 0);
}

static void a_loop_that_was_overwritten_visits_nothing(void **state)
{
	struct dense_loop loop;

	(void)state;
	fill(&array, "ab");
	dense_loop_begin(&loop, &array);
	memset(&loop, 0x5a, sizeof(loop)); /* the stack was used by others */
	assert_reported("dense_loop_begin", LISH_STALE_LOOP,
			dense_loop_begin(&loop, &array));
	assert_null(dense_loop_next(&loop));
	dense_loop_end(&loop);
	assert_int_equal(dense_del(&array, &a.idx), -EBUSY);
	dense_abandon(&array);
	assert_int_equal(dense_del(&array, &a.idx), 0);
}

static void a_loop_within_that_was_not_closed_is_reported(void **state)
{
	struct dense_loop outer, inner;

	(void)state;
	fill(&array, "ab");
	dense_loop_begin(&outer, &array);
	dense_loop_begin(&inner, &array);
	assert_reported("dense_loop_end", LISH_STALE_LOOP,
			dense_loop_end(&outer));
	assert_int_equal(dense_del(&array, &a.idx), -EBUSY);
	dense_abandon(&array);
	assert_reported("dense_loop_end", LISH_STALE_LOOP,
			dense_loop_end(&inner));
	assert_int_equal(dense_del(&array, &a.idx), 0);
}

#if LISH_CHECK >= 1

/* *x = zero: as whoever initialises a whole object does. */
static void overwrite(struct item *x)
{
	const struct item zero = { 0, 0, { 0 }, { 0 } };
	const char name = x->name;

	*x = zero;
	x->name = name;
}

static void a_zero_container_is_reported_by_questions_too(void **state)
{
	struct dense_share span = { 0, 1 };
	struct dense zero;

	(void)state;
	memset(&zero, 0, sizeof(zero));
	assert_reported("dense_empty", LISH_UNINITIALIZED,
			assert_true(dense_empty(&zero)));
	assert_reported("dense_count", LISH_UNINITIALIZED,
			assert_int_equal(dense_count(&zero), 0));
	assert_reported("dense_capacity", LISH_UNINITIALIZED,
			assert_int_equal(dense_capacity(&zero), 0));
	assert_reported("dense_pop", LISH_UNINITIALIZED,
			assert_null(dense_pop(&zero)));
	assert_reported("dense_for_each_entry_const", LISH_UNINITIALIZED,
			dense_for_each_entry_const(pos, &zero, struct item, idx)
				fail());
	assert_reported("dense_for_each_entry_safe", LISH_UNINITIALIZED,
			dense_for_each_entry_safe(pos, &zero, struct item, idx)
				fail());
	assert_reported("dense_for_each_entry_span", LISH_UNINITIALIZED,
			dense_for_each_entry_span(pos, &zero, span, struct item,
						  idx) fail());
}

static void an_overwritten_object_is_reported_when_it_is_moved(void **state)
{
	(void)state;
	fill(&array, "abc");
	overwrite(&c);
	/* [a b c]: c would fill the gap, but does not know its place. */
	assert_reported("dense_del", LISH_BAD_INDEX,
			assert_int_equal(dense_del(&array, &a.idx), -EINVAL));
	assert_ptr_equal(report.fault.node, &c.idx);
	assert_ptr_equal(report.fault.container, &array);
	assert_reported("dense_pop", LISH_BAD_INDEX,
			assert_null(dense_pop(&array)));
	assert_int_equal(dense_count(&array), 3);
	assert_true(dense_contains(&array, &a.idx));
	c.idx.slot = 3;
	assert_array(&array, "abc");
}

static void an_overwritten_object_is_no_member(void **state)
{
	(void)state;
	fill(&array, "abc");
	overwrite(&a);
	assert_false(dense_contains(&array, &a.idx));
	assert_int_equal(dense_del(&array, &a.idx), -ENOENT);
	a.idx.slot = 1;
	assert_array(&array, "abc");
}

static void a_change_in_a_const_loop_is_reported(void **state)
{
	struct dense_share span = { 0, 2 };

	(void)state;
	fill(&array, "ab");
	assert_reported("dense_for_each_entry_const", LISH_LOST_PLACE,
			dense_for_each_entry_const(pos, &array, struct item,
						   idx) {
				if (pos == &b)
					(void)dense_add(&array, &c.idx);
			});
	assert_array(&array, "abc");
	assert_reported("dense_for_each_entry_const", LISH_LOST_PLACE,
			dense_for_each_entry_span(pos, &array, span,
						  struct item, idx) {
				if (pos == &b)
					(void)dense_del(&array, &c.idx);
			});
	fill(&from, "c");
	assert_reported("dense_for_each_entry_const", LISH_LOST_PLACE,
			dense_for_each_entry_const(pos, &from, struct item, idx)
				(void)dense_trim(&from));
}

#endif

#if LISH_CHECK >= 2

static void level_2_looks_at_every_member(void **state)
{
	struct dense zero;

	(void)state;
	fill(&array, "abcd");
	overwrite(&a);
	assert_reported("dense_add", LISH_BAD_INDEX,
			assert_int_equal(dense_add(&array, &e.idx), -EINVAL));
	assert_ptr_equal(report.fault.node, &a.idx);
	assert_int_equal(e.idx.slot, 0);
	assert_reported("dense_del", LISH_BAD_INDEX,
			assert_int_equal(dense_del(&array, &b.idx), -EINVAL));
	assert_reported("dense_pop", LISH_BAD_INDEX,
			assert_null(dense_pop(&array)));
	assert_reported("dense_swap", LISH_BAD_INDEX,
			assert_int_equal(dense_swap(&array, &b.idx, &c.idx),
					 -EINVAL));
	a.idx.slot = 1;
	assert_array(&array, "abcd");
	memset(&zero, 0, sizeof(zero));
	assert_reported("dense_add", LISH_UNINITIALIZED,
			assert_int_equal(dense_add(&zero, &e.idx), -EINVAL));
}

static void level_2_ends_a_const_loop_at_once(void **state)
{
	(void)state;
	fill(&array, "abc");
	visited[0] = 0;
	assert_reported("dense_for_each_entry_const", LISH_LOST_PLACE,
			dense_for_each_entry_const(pos, &array, struct item,
						   idx) {
				visit(pos);
				(void)dense_del(&array, &pos->idx);
			});
	assert_string_equal(visited, "a");
}

#endif

/*
 * The model: names in an array, and the rules in so many words.
 */
struct model {
	char names[32];
	uint32_t most;
};

static struct item actors[26];

static void model_del(struct model *m, char name)
{
	char *at = strchr(m->names, name);
	const size_t last = strlen(m->names) - 1;

	*at = m->names[last];
	m->names[last] = 0;
}

static void assert_is_model(const struct dense *it, const struct model *m)
{
	uint32_t i;

	assert_int_equal(dense_check(it, NULL), LISH_OK);
	assert_int_equal(dense_count(it), strlen(m->names));
	for (i = 0; i < dense_count(it); i++)
		assert_int_equal(
			dense_at_entry(it, i, struct item, idx)->name,
			m->names[i]);
}

static void random_calls_agree_with_a_model(void **state)
{
	struct dense *const arrays[2] = { &array, &from };
	struct model models[2] = { { "", 6 }, { "", LISH_MAX_COUNT } };
	uint32_t round, i;
	size_t n;

	(void)state;
	random_state = 7;
	memset(actors, 0, sizeof(actors));
	for (i = 0; i < 26; i++)
		actors[i].name = (char)('a' + (int)i);
	for (round = 0; round < 100000; round++) {
		const uint32_t k = next_random() % 2;
		struct dense *it = arrays[k];
		struct model *m = &models[k];
		struct item *x = &actors[next_random() % 26];
		struct item *y = &actors[next_random() % 26];
		const bool in = strchr(m->names, x->name) != NULL;
		const bool y_in = strchr(m->names, y->name) != NULL;
		const bool other = strchr(models[!k].names, x->name) != NULL;
		char *last;
		int expected = 0;

		n = strlen(m->names);
		switch (next_random() % 16) {
		default: /* add */
			if (in || other)
				expected = -EEXIST;
			else if (n == m->most)
				expected = -ENOSPC;
			else
				m->names[n] = x->name, m->names[n + 1] = 0;
			assert_int_equal(dense_add(it, &x->idx), expected);
			break;
		case 0:
		case 1:
		case 2:
		case 3:
			assert_int_equal(dense_del(it, &x->idx),
					 in ? 0 : -ENOENT);
			if (in)
				model_del(m, x->name);
			break;
		case 4:
			if (n) {
				last = &m->names[n - 1];
				assert_int_equal(dense_pop_entry(it,
								 struct item,
								 idx)
							 ->name,
						 *last);
				*last = 0;
			} else {
				assert_null(dense_pop(it));
			}
			break;
		case 5:
			assert_int_equal(dense_swap(it, &x->idx, &y->idx),
					 in && y_in ? 0 : -ENOENT);
			if (in && y_in) {
				last = strchr(m->names, x->name);
				*strchr(m->names, y->name) = x->name;
				/* if x is y, both are the same place */
				*last = y->name;
			}
			break;
		case 6:
			assert_int_equal(dense_contains(it, &x->idx), in);
			assert_int_equal(dense_index_of(it, &x->idx),
					 in ? strchr(m->names, x->name) -
							 m->names :
					      -1);
			break;
		case 7:
			if (next_random() % 16)
				break;
			assert_int_equal(dense_clear(it), 0);
			m->names[0] = 0;
			break;
		case 8:
			if (next_random() % 4)
				break;
			/* They lie in memory as they are called. */
			assert_int_equal(dense_sort_by_address(it), 0);
			for (n = 0, i = 0; i < 26; i++) {
				if (strchr(m->names, 'a' + (int)i))
					visited[n++] = (char)('a' + (int)i);
			}
			visited[n] = 0;
			strcpy(m->names, visited);
			break;
		case 9:
			assert_int_equal(dense_trim(it), 0);
			break;
		case 10:
			i = next_random() % 30;
			assert_int_equal(dense_reserve(it, i),
					 i <= m->most ? 0 : -ENOSPC);
			break;
		case 11:
			last = &m->names[n];
			dense_for_each_entry_safe(pos, it, struct item, idx) {
				assert_int_equal(pos->name, *--last);
				if (next_random() % 8)
					continue;
				assert_int_equal(dense_del(it, &pos->idx), 0);
				model_del(m, pos->name);
			}
			assert_ptr_equal(last, m->names);
			break;
		}
		assert_is_model(&array, &models[0]);
		assert_is_model(&from, &models[1]);
	}
}

#define test(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(a_zeroed_index_is_in_no_container),
		test(init_makes_an_empty_container_that_grows),
		test(init_without_an_allocator_takes_the_default),
		test(init_fixed_uses_the_callers_array),
		test(init_fixed_takes_no_places_and_too_many),
		test(initialisers_make_empty_containers),
		test(idx_init_makes_an_index_of_any_memory),
		test(add_puts_at_the_end),
		test(add_refuses_what_is_in_a_container),
		test(an_object_is_in_two_containers_by_two_indices),
		test(add_to_a_full_array_is_no_space),
		test(add_doubles_a_growing_array_from_8),
		test(add_without_memory_changes_nothing),
		test(growth_never_asks_for_more_than_the_most_members),
		test(set_limit_stops_growth),
		test(set_limit_below_the_capacity_is_no_space),
		test(del_puts_the_last_one_into_the_gap),
		test(del_refuses_what_is_not_in),
		test(pop_takes_the_last_one),
		test(swap_lets_two_change_places),
		test(swap_refuses_what_is_not_in),
		test(clear_zeroes_every_index),
		test(forget_empties_without_touching_the_members),
		test(destroy_frees_the_members_and_the_memory),
		test(destroy_after_forget_does_not_touch_the_members),
		test(reserve_makes_room_for_so_many),
		test(reserve_fails_without_a_change),
		test(trim_gives_back_what_is_not_used),
		test(trim_keeps_the_array_if_there_is_no_smaller_one),
		test(contains_knows_foreign_and_stale_indices),
		test(index_of_is_the_place_or_minus_one),
		test(at_is_the_member_or_null),
		test(empty_count_and_capacity),
		test(entries_lead_to_the_object),
		test(spans_cover_everything_once),
		test(check_names_the_first_fault),
		test(sort_orders_and_repairs_the_indices),
		test(sort_is_right_for_every_shape),
		test(sort_is_right_for_every_permutation_of_six),
		test(sort_compares_a_sorted_array_once),
		test(sort_is_fast_if_all_are_near_their_places),
		test(sort_is_fast_if_few_are_out_of_place),
		test(sort_stays_n_log_n_against_an_adversary),
		test(sort_survives_a_contradictory_order),
		test(sort_refuses_changes_by_the_comparison),
		test(sort_by_address_orders_as_in_memory),
		test(every_loop_on_every_state),
		test(every_loop_over_many),
		test(a_body_need_not_use_the_cursor),
		test(span_leaves_out_what_is_not_there),
		test(a_loop_refuses_every_change),
		test(a_loop_allows_questions),
		test(loops_nest),
		test(break_closes_a_loop),
		test(return_and_goto_close_a_loop),
		test(a_loop_by_hand),
		test(abandon_allows_changes_after_a_longjmp),
		test(a_safe_loop_survives_taking_out_the_current),
		test(a_safe_loop_lets_the_current_one_be_freed),
		test(a_safe_loop_does_not_visit_what_its_body_adds),
		test(a_safe_loop_lets_visited_ones_be_taken_out),
		test(a_safe_loop_repeats_what_fills_an_unvisited_gap),
		test(a_safe_loop_ends_when_nothing_is_left),
		test(a_safe_loop_keeps_its_promise_whatever_the_body_does),
		test(every_macro_evaluates_its_arguments_once),
		test(a_zero_container_is_reported),
		test(a_span_of_no_part_is_reported),
		test(destroy_in_a_loop_is_refused),
		test(a_loop_begun_twice_is_reported),
		test(a_loop_that_was_overwritten_visits_nothing),
		test(a_loop_within_that_was_not_closed_is_reported),
#if LISH_CHECK >= 1
		test(a_zero_container_is_reported_by_questions_too),
		test(an_overwritten_object_is_reported_when_it_is_moved),
		test(an_overwritten_object_is_no_member),
		test(a_change_in_a_const_loop_is_reported),
#endif
#if LISH_CHECK >= 2
		test(level_2_looks_at_every_member),
		test(level_2_ends_a_const_loop_at_once),
#endif
		test(random_calls_agree_with_a_model),
	};

	return run_test_group(tests);
}
