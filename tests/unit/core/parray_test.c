/* SPDX-License-Identifier: MIT */
/*
 * Arrays of pointers to nodes: their most members, resize, and the one sort. array_test.h
 * shows how they grow.
 */
#include "test.h"

#include <errno.h>
#include "../../../lib/core/parray.h"
#include "../../../lib/ground/reload.h"

#define MOST 20000

struct item {
	int key;
	uint32_t stood;
	uint32_t slot;
};

static struct item items[MOST];
static uint32_t *slots[MOST];
static struct test_mem mem;
static struct lish_parray_ array;

static int setup(void **state)
{
	static const struct test_mem fresh = TEST_MEM_INIT;

	(void)state;
	mem = fresh;
	memset(&array, 0, sizeof(array));
	return 0;
}

static struct lish_config config_of(uint32_t initial, uint32_t step, uint32_t limit)
{
	struct lish_config config = LISH_CONFIG_INIT;

	config.initial = initial;
	config.step = step;
	config.limit = limit;
	config.mem = &mem.mem;
	return config;
}

static void make(uint32_t initial, uint32_t step, uint32_t limit)
{
	const struct lish_config config = config_of(initial, step, limit);

	assert_int_equal(lish_parray_init_(&array, &config, 0), 0);
}

static size_t asked_for;

static void *ask_only(struct lish_mem *which, size_t size, size_t align)
{
	(void)which;
	(void)align;
	asked_for = size;
	return NULL;
}

TEST(it_never_asks_for_more_than_the_most_members)
{
	struct lish_mem asking = { ask_only, NULL, NULL, NULL };
	const uint32_t steps[] = { 0, 0xffffffffu };
	size_t i;

	for (i = 0; i < 2; i++) {
		make(0, steps[i], 0xffffffffu);
		array.mem = &asking;
		array.capacity = LISH_MAX_COUNT / 2 + 2;
		asked_for = 0;
		assert_int_equal(lish_parray_grow_(&array), -ENOMEM);
		/* Where the product overflows, nobody is asked. */
		if ((size_t)-1 / sizeof(void *) > LISH_MAX_COUNT)
			assert_int_equal(asked_for, LISH_MAX_COUNT * sizeof(void *));
		else
			assert_int_equal(asked_for, 0);
		array.capacity = LISH_MAX_COUNT;
		assert_int_equal(lish_parray_grow_(&array), -ENOSPC);
	}
}

/* A resize is used where there is one. */
static void *resized(struct lish_mem *which, void *ptr, size_t old_size, size_t new_size,
		     size_t align)
{
	void *bigger = lish_mem_default.alloc(&lish_mem_default, new_size, align);

	(void)which;
	asked_for = new_size;
	assert_non_null(bigger);
	memcpy(bigger, ptr, old_size < new_size ? old_size : new_size);
	lish_mem_default.free(&lish_mem_default, ptr, old_size, align);
	return bigger;
}

TEST(it_grows_by_resize_where_there_is_one)
{
	struct lish_config config = LISH_CONFIG_INIT;
	struct lish_mem with_resize = lish_mem_default;

	with_resize.resize = resized;
	config.mem = &with_resize;
	config.initial = 2;
	assert_int_equal(lish_parray_init_(&array, &config, 0), 0);
	array.nodes[1] = &items[1].slot;
	array.used = 2;
	asked_for = 0;
	assert_int_equal(lish_parray_grow_(&array), 0);
	assert_int_equal(asked_for, 4 * sizeof(uint32_t *));
	assert_ptr_equal(array.nodes[1], &items[1].slot);
	lish_parray_release_(&array);
}

#if LISH_RELOADS_ && LISH_CHECK >= 1
/* As after the library was loaded again: that is no failure, but misuse. */
TEST(it_calls_no_allocator_of_a_load_before)
{
	make(2, 0, 0);
	array.load ^= 4;
	assert_int_equal(lish_parray_grow_(&array), -EINVAL);
	assert_int_equal(lish_parray_misgrown_(&array, -EINVAL), LISH_RELOADED);
	assert_int_equal(array.failed, 0);
	assert_int_equal(mem.allocs, 1);
	array.load ^= 4;
	assert_int_equal(lish_parray_grow_(&array), 0);
	lish_parray_release_(&array);
}
#endif

TEST(holds_passes_no_word_from_elsewhere)
{
	uint32_t word = 0;

	lish_parray_init_in_(&array, slots, 4);
	slots[0] = &items[0].slot;
	items[0].slot = 1;
	array.used = 1;
	assert_true(lish_parray_holds_(&array, &items[0].slot));
	assert_false(lish_parray_holds_(&array, &word));
	for (word = 1; word; word <<= 1)
		assert_false(lish_parray_holds_(&array, &word));
}

/* The sort, as a container has it. */

static unsigned long compared;

static const struct item *item_of(const void *node)
{
	return (const struct item *)((uintptr_t)node - offsetof(struct item, slot));
}

struct node {
	uint32_t slot;
};

typedef int (*node_cmp_fn)(void *ctx, const struct node *a, const struct node *b);

#define PSORT(name) sort_##name
#define PSORT_NODE struct node
#define PSORT_CMP node_cmp_fn
#include "../../../lib/core/psort.h"

static int by_key(void *ctx, const struct node *a, const struct node *b)
{
	(void)ctx;
	compared++;
	/* It is never asked about one and the same. */
	assert_true(a != b);
	return item_of(a)->key > item_of(b)->key;
}

static uint32_t random_state;

static uint32_t next_random(uint32_t below)
{
	random_state = random_state * 1664525u + 1013904223u;
	return (uint32_t)((uint64_t)random_state * below >> 32);
}

static void number(uint32_t n)
{
	uint32_t i;

	for (i = 0; i < n; i++) {
		slots[i] = &items[i].slot;
		items[i].slot = i + 1;
		items[i].stood = i;
		items[i].key = (int)i;
	}
}

static void exchange_keys(uint32_t i, uint32_t k)
{
	const int key = items[i].key;

	items[i].key = items[k].key;
	items[k].key = key;
}

static const uint32_t *fault;

static void sort(uint32_t n)
{
	const struct item *before, *after;
	uint32_t i;

	compared = 0;
	(void)sort_slots(by_key, NULL, slots, n, &fault);
	for (i = 0; i < n; i++) {
		after = item_of(slots[i]);
		/* The words are left to the caller. */
		assert_int_equal(after->slot, after->stood + 1);
		if (!i)
			continue;
		before = item_of(slots[i - 1]);
		assert_true(before->key < after->key ||
			    (before->key == after->key && before->stood < after->stood));
	}
}

TEST(the_sort_is_stable_whatever_the_input)
{
	static const uint32_t sizes[] = { 2, 3, 16, 17, 40, 100, 127, 128, 129, 1000, 5000 };
	uint32_t n, i, keys, far;
	size_t k;

	random_state = 1;
	for (k = 0; k < ARRAY_SIZE(sizes); k++) {
		n = sizes[k];
		for (keys = 1; keys <= 4 * n; keys *= 3) {
			number(n);
			for (i = 0; i < n; i++)
				items[i].key = (int)next_random(keys);
			sort(n);
		}
		for (far = 1; far < n; far *= 2) {
			number(n);
			for (i = 0; i < n; i++)
				items[i].key /= 3;
			for (i = 0; i < far; i++)
				exchange_keys(next_random(n), next_random(n));
			sort(n);
		}
		number(n);
		for (i = 0; i < n; i++)
			items[i].key = (int)((n - i) / 4);
		sort(n);
	}
}

TEST(words_are_sorted_by_their_bits)
{
	static const uint32_t sizes[] = { 1, 2, 16, 17, 100, MOST };
	uint32_t n, i;
	size_t k;

	random_state = 3;
	for (k = 0; k < ARRAY_SIZE(sizes); k++) {
		n = sizes[k];
		for (i = 0; i < n; i++) {
			slots[i] = &items[i].slot;
			items[i].slot = next_random(0xffffffffu) >> (k * 5);
		}
		lish_parray_sort_words_(slots, n);
		for (i = 1; i < n; i++)
			assert_true(*slots[i - 1] <= *slots[i]);
	}
}

TEST(it_says_whether_anything_moved)
{
	number(100);
	assert_false(sort_slots(by_key, NULL, slots, 0, &fault));
	assert_false(sort_slots(by_key, NULL, slots, 1, &fault));
	assert_false(sort_slots(by_key, NULL, slots, 100, &fault));
	exchange_keys(98, 99);
	assert_true(sort_slots(by_key, NULL, slots, 100, &fault));
}

TEST(it_compares_nearly_sorted_ones_little)
{
	uint32_t i;

	random_state = 2;
	number(MOST);
	sort(MOST);
	assert_int_equal(compared, MOST - 1);
	/* the other way round as well; equals are not to be turned round */
	number(MOST);
	for (i = 0; i < MOST; i++)
		items[i].key = (int)(MOST - i);
	sort(MOST);
	assert_int_equal(compared, MOST - 1);
	number(MOST);
	for (i = 0; i < MOST; i++)
		items[i].key = (int)((MOST - i) / 2);
	sort(MOST);
	number(MOST);
	for (i = 0; i < MOST; i++)
		items[i].key = (int)(i * 4 + next_random(16));
	sort(MOST);
	assert_true(compared < 3 * MOST);
	number(MOST);
	for (i = 0; i < MOST / 100; i++)
		exchange_keys(next_random(MOST), next_random(MOST));
	sort(MOST);
	assert_true(compared < 4 * MOST);
	/* A shuffled one: 1.2 times what is needed. */
	number(MOST);
	for (i = MOST - 1; i > 0; i--)
		exchange_keys(i, next_random(i + 1));
	sort(MOST);
	assert_true(compared < 20 * MOST);
}

static unsigned long n_log_n(uint32_t n)
{
	unsigned long log = 1;

	for (; n > 1u << log; log++)
		;
	return n * log;
}

/*
 * An adversary: keys are decided while they are compared, so that each pivot turns out
 * to be one of the smallest. Those of the first members are given: a disorder that
 * nothing but a full sort is tried on.
 */
#define UNDECIDED MOST

static int decided;
static const struct item *candidate;

static int by_malice(void *ctx, const struct node *a, const struct node *b)
{
	struct item *x = &items[item_of(a)->stood], *y = &items[item_of(b)->stood];

	(void)ctx;
	compared++;
	if (x->key == UNDECIDED && y->key == UNDECIDED)
		(x == candidate ? x : y)->key = decided++;
	if (x->key == UNDECIDED)
		candidate = x;
	else if (y->key == UNDECIDED)
		candidate = y;
	return x->key - y->key;
}

TEST(it_stays_n_log_n_against_an_adversary)
{
	const uint32_t n = 4000;
	uint32_t i;

	random_state = 8;
	number(n);
	for (i = 0; i < n; i++)
		items[i].key = UNDECIDED + (i < n / 3 ? 1 + (int)next_random(0x10000) : 0);
	compared = 0;
	(void)sort_slots(by_malice, NULL, slots, n, &fault);
	assert_true(compared < 4 * n_log_n(n));
	/* The same keys again, in the places where they did harm. */
	for (i = 0; i < n; i++)
		slots[i] = &items[i].slot;
	sort(n);
	assert_true(compared < 4 * n_log_n(n));
}

static int by_chance(void *ctx, const struct node *a, const struct node *b)
{
	(void)a, (void)b;
	return ctx ? (int)next_random(3) - 1 : 1;
}

TEST(it_survives_a_contradictory_order)
{
	uint32_t i, round;

	random_state = 4;
	for (round = 0; round < 20; round++) {
		number(500);
		(void)sort_slots(by_chance, round ? &round : NULL, slots, 500, &fault);
		/* All of them, and each once. */
		for (i = 0; i < 500; i++)
			items[item_of(slots[i])->stood].key = -1;
		for (i = 0; i < 500; i++)
			assert_int_equal(items[i].key, -1);
	}
}

TEST_MAIN(setup, NULL)
