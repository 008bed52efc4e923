/* SPDX-License-Identifier: MIT */
/*
 * heap, name by name. Pictures show the order in which the members would leave:
 * [a b c].
 */
#include "test.h"

#include <errno.h>
#include <linux-ish/iheap.h>
#include <linux-ish/world.h>

struct item {
	char name;
	int weight;
	int64_t key;
	uint64_t turn;
	bool is_in;
	struct iheap_idx idx;
};

#define MANY 120u

/* Six objects, and many, and two heaps for each test, in the state of new memory. */
static struct item a, b, c, d, e, f;
static struct item *const all[] = { &a, &b, &c, &d, &e, &f };
static struct item many[MANY];
static IHEAP_STORAGE(slots, 6);
static struct iheap heap, from;
static struct test_mem mem;

static void init_growing(struct iheap *it)
{
	struct lish_config config = LISH_CONFIG_INIT;

	config.mem = &mem.mem;
	assert_int_equal(iheap_init(it, &config), 0);
}

static int setup(void **state)
{
	static const struct test_mem fresh = TEST_MEM_INIT;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(all); i++) {
		memset(all[i], 0, sizeof(*all[i]));
		all[i]->name = (char)('a' + (int)i);
	}
	memset(many, 0, sizeof(many));
	mem = fresh;
	iheap_init_in(&heap, &slots);
	init_growing(&from);
	return 0;
}

/* The growing heap gives its memory back, whatever a test left in it. */
static int teardown(void **state)
{
	(void)state;
	iheap_stop(&from);
	iheap_destroy(&from);
	assert_int_equal(mem.bytes, 0);
	return 0;
}

static void add(struct iheap *it, struct item *item, int64_t key)
{
	assert_int_equal(iheap_add(it, &item->idx, key), 0);
}

/* Add these, each with its key: "a1 b-5". */
static void fill(struct iheap *it, const char *keys)
{
	char *end;

	for (; *keys; keys = *end ? end + 1 : end)
		add(it, all[*keys - 'a'], strtol(keys + 1, &end, 10));
}

/* Take all out, and compare the letters: "abc". */
static void assert_leaves(struct iheap *it, const char *picture)
{
	struct item *item;

	assert_int_equal(iheap_check(it, NULL), LISH_OK);
	assert_int_equal(iheap_count(it), strlen(picture));
	for (; *picture; picture++) {
		item = iheap_first_entry(it, struct item, idx);
		assert_non_null(item);
		assert_ptr_equal(iheap_first(it), &item->idx);
		assert_int_equal(item->name, *picture);
		assert_ptr_equal(iheap_pop_entry(it, struct item, idx), item);
		assert_int_equal(item->idx.slot, 0);
		assert_int_equal(iheap_check(it, NULL), LISH_OK);
	}
	assert_null(iheap_first(it));
	assert_null(iheap_first_entry(it, struct item, idx));
	assert_null(iheap_pop_entry(it, struct item, idx));
}

#if LISH_CHECK == 1
TEST(first_and_pop_do_not_return_an_overwritten_object)
{
	fill(&heap, "a1 b2 c3");
	a.idx.slot = 77;
	assert_reported("iheap_pop_entry", LISH_BAD_INDEX,
			assert_null(iheap_pop_entry(&heap, struct item, idx)));
	assert_ptr_equal(report.fault.node, &a.idx);
	assert_reported("iheap_first", LISH_BAD_INDEX, assert_null(iheap_first(&heap)));
	assert_reported("iheap_first_entry", LISH_BAD_INDEX,
			assert_null(iheap_first_entry(&heap, struct item, idx)));
	assert_int_equal(a.idx.slot, 77);
	a.idx.slot = 1;
	assert_leaves(&heap, "abc");
}
#endif

#if LISH_CHECK >= 2
TEST(a_change_does_not_write_an_overwritten_object)
{
	fill(&heap, "a1 b2 c3");
	b.idx.slot = 77; /* its memory is used by others */
	assert_reported("iheap_pop_entry", LISH_BAD_INDEX,
			assert_null(iheap_pop_entry(&heap, struct item, idx)));
	assert_ptr_equal(report.fault.node, &b.idx);
	assert_reported("iheap_moved", LISH_BAD_INDEX, iheap_moved(&heap, &a.idx, 9));
	assert_int_equal(b.idx.slot, 77);
	b.idx.slot = 2;
	assert_leaves(&heap, "abc");
}
#endif

TEST(node_moved_repairs_a_heap_after_a_copy)
{
	struct item moved[3], out;
	size_t i;

	memset(&out, 0, sizeof(out));
	fill(&heap, "a3 b1 c2");
	for (i = 0; i < 3; i++) {
		moved[i] = *all[i];
		memset(all[i], 0x5a, sizeof(*all[i]));
		iheap_node_moved(&heap, &moved[i].idx);
	}
	/* A node in no heap stays in none. */
	iheap_node_moved(&heap, &out.idx);
	assert_int_equal(iheap_check(&heap, NULL), LISH_OK);
	assert_int_equal(iheap_key_of(&heap, &moved[0].idx), 3);
	iheap_del(&heap, &moved[2].idx);
	assert_leaves(&heap, "ba");
}

/* A model that knows nothing of places: which one is next? */
static bool model_before(const struct item *x, const struct item *y, bool weighs)
{
	const int64_t apart = (int64_t)((uint64_t)x->key - (uint64_t)y->key);

	if (apart)
		return apart < 0;
	if (weighs && x->weight != y->weight)
		return x->weight < y->weight;
	return x->turn < y->turn;
}

static struct item *model_next(struct item *items, size_t n, bool weighs)
{
	struct item *next = NULL;
	size_t i;

	for (i = 0; i < n; i++)
		if (items[i].is_in && (!next || model_before(&items[i], next, weighs)))
			next = &items[i];
	return next;
}

static uint32_t model_count(const struct item *items, size_t n)
{
	uint32_t count = 0;
	size_t i;

	for (i = 0; i < n; i++)
		count += items[i].is_in;
	return count;
}

/* Everything that can be asked. */
static void assert_is_model(const struct iheap *it, struct item *items, size_t n, bool weighs)
{
	const struct item *next = model_next(items, n, weighs);
	const struct iheap_idx *fault;
	size_t i;

	assert_int_equal(iheap_check(it, &fault), LISH_OK);
	assert_null(fault);
	assert_int_equal(iheap_count(it), model_count(items, n));
	assert_ptr_equal(iheap_first_entry(it, const struct item, idx), next);
	for (i = 0; i < n; i++) {
		assert_int_equal(iheap_contains(it, &items[i].idx), items[i].is_in);
		if (items[i].is_in)
			assert_true(iheap_key_of(it, &items[i].idx) == items[i].key);
		else
			assert_int_equal(items[i].idx.slot, 0);
	}
}

static int by_weight(void *ctx, const struct iheap_idx *x, const struct iheap_idx *y)
{
	if (ctx)
		++*(unsigned int *)ctx;
	return container_of(x, const struct item, idx)->weight -
	       container_of(y, const struct item, idx)->weight;
}

TEST(a_new_heap_is_empty)
{
	IHEAP_DEFINE_STATIC(here, 3);
	static IHEAP_STORAGE(room, 2);
	static struct iheap there = IHEAP_INIT(room);
	struct lish_stats stats;

	assert_int_equal(iheap_check(&here, NULL), LISH_OK);
	assert_int_equal(iheap_count(&here), 0);
	assert_int_equal(iheap_stats(&here).capacity, 3);
	assert_int_equal(iheap_stats(&there).limit, 2);
	assert_int_equal(iheap_stats(&there).bytes, sizeof(room));
	assert_int_equal(iheap_stats(&from).capacity, 0);
	assert_false(iheap_contains(&here, &a.idx));
	assert_leaves(&here, "");
	assert_leaves(&from, "");
	add(&heap, &a, 1);
	stats = iheap_stats(&heap);
	assert_int_equal(stats.count, 1);
	assert_int_equal(stats.peak, 1);
	assert_int_equal(stats.bytes, sizeof(slots));
	iheap_destroy(&heap);
	assert_int_equal(iheap_check(&heap, NULL), LISH_UNINITIALIZED);
	assert_int_equal(a.idx.slot, 0);
}

static IHEAP_STORAGE(room_of_the_program, 2);
extern struct iheap of_the_program;
IHEAP_DEFINE_STATIC(of_the_others, MANY);
struct iheap of_the_program = IHEAP_INIT(room_of_the_program);

TEST(one_of_the_whole_program)
{
	fill(&of_the_program, "b2 a1");
	assert_leaves(&of_the_program, "ab");
}

TEST(members_leave_by_their_keys)
{
	add(&heap, &c, 30);
	add(&heap, &f, INT64_MAX - 5);
	fill(&heap, "a-5 d31 b0 e1000");
	assert_true(iheap_key_of(&heap, &f.idx) == INT64_MAX - 5);
	assert_true(iheap_key_of(&heap, &a.idx) == -5);
	assert_leaves(&heap, "abcdef");
}

TEST(equal_keys_leave_in_the_order_of_arrival)
{
	uint32_t i;
	struct item *item;

	for (i = 0; i < MANY; i++) {
		many[i].weight = (int)i;
		add(&from, &many[i], 0);
	}
	for (i = 0; i < MANY; i++) {
		item = iheap_pop_entry(&from, struct item, idx);
		assert_non_null(item);
		assert_int_equal(item->weight, i);
	}
}

TEST(a_moved_member_comes_after_its_equals)
{
	fill(&heap, "a1 b1 c1");
	iheap_moved(&heap, &a.idx, 1);
	assert_leaves(&heap, "bca");
	fill(&heap, "a1 b2 c3");
	iheap_moved(&heap, &c.idx, 1);
	iheap_moved(&heap, &b.idx, 0);
	assert_true(iheap_key_of(&heap, &b.idx) == 0);
	assert_leaves(&heap, "bac");
}

TEST(keys_may_wrap)
{
	const uint32_t tick = 0xfffffffeu;

	/* 64 bits */
	add(&heap, &b, INT64_MIN);
	add(&heap, &a, INT64_MAX);
	add(&heap, &c, INT64_MIN + 1);
	assert_leaves(&heap, "abc");
	/* 32 bits, as the comment on iheap_add() says */
	add(&heap, &d, (int64_t)((uint64_t)(uint32_t)(tick + 3) << 32));
	add(&heap, &b, (int64_t)((uint64_t)(uint32_t)(tick + 1) << 32));
	add(&heap, &c, (int64_t)((uint64_t)(uint32_t)(tick + 2) << 32));
	add(&heap, &a, (int64_t)((uint64_t)tick << 32));
	iheap_drain_due(pos, &heap, (int64_t)((uint64_t)(tick + 1) << 32), struct item, idx)
		assert_true(pos == &a || pos == &b);
	assert_leaves(&heap, "cd");
}

#if LISH_CHECK == 1
/* Counts how often it gets a. */
static int by_name(void *ctx, const struct iheap_idx *x, const struct iheap_idx *y)
{
	*(unsigned int *)ctx += x == &a.idx || y == &a.idx;
	return container_of(x, const struct item, idx)->name -
	       container_of(y, const struct item, idx)->name;
}

TEST(a_comparison_gets_no_overwritten_object)
{
	unsigned int seen = 0;

	iheap_set_order(&heap, by_name, &seen);
	add(&heap, &a, 1);
	a.idx.slot = 77;
	fill(&heap, "b1 c1");
	assert_int_equal(seen, 0);
	a.idx.slot = 1;
	assert_leaves(&heap, "abc");
	assert_true(seen > 0);
	/* Nor is it the one that is asked about: a stands behind d and e. */
	a.name = 'z';
	fill(&heap, "d1 e1 a1 f1");
	assert_int_equal(a.idx.slot, 3);
	seen = 0;
	a.idx.slot = 77;
	iheap_del(&heap, &d.idx);
	assert_int_equal(seen, 0);
	a.idx.slot = 3;
	assert_leaves(&heap, "efz");
	iheap_set_order(&heap, NULL, NULL);
}
#endif

TEST(a_comparison_orders_equal_keys)
{
	unsigned int calls = 0;

	iheap_set_order(&heap, by_weight, &calls);
	a.weight = b.weight = 1;
	c.weight = 2;
	fill(&heap, "d7 e6");
	assert_int_equal(calls, 0);
	fill(&heap, "c5 a5 b5");
	assert_true(calls > 0);
	assert_leaves(&heap, "abced");
	/* A weight changes, and iheap_moved() follows. */
	fill(&heap, "a5 b5");
	a.weight = 3;
	iheap_moved(&heap, &a.idx, 5);
	assert_leaves(&heap, "ba");
	iheap_set_order(&heap, NULL, NULL);
	fill(&heap, "c0 b0");
	assert_leaves(&heap, "cb");
}

TEST(an_order_is_given_again_to_live_elements)
{
	unsigned int before = 0, after = 0;

	iheap_set_order(&heap, by_weight, &before);
	a.weight = 2;
	b.weight = 1;
	add(&heap, &a, 5);
	assert_reported("iheap_set_order", LISH_NOT_EMPTY, iheap_set_order(&heap, NULL, NULL));
	iheap_rebind(&heap, NULL);
	iheap_set_order(&heap, by_weight, &after);
	before = 0;
	add(&heap, &b, 5);
	assert_int_equal(before, 0);
	assert_int_not_equal(after, 0);
	assert_leaves(&heap, "ba");
	iheap_set_order(&heap, NULL, NULL);
}

TEST(add_refuses_what_is_in_and_what_finds_no_room)
{
	size_t i;

	for (i = 0; i < 6; i++)
		add(&heap, all[i], (int64_t)i);
	assert_int_equal(iheap_add(&heap, &a.idx, 9), -EEXIST);
	assert_reported("iheap_add", LISH_ALREADY_IN,
			assert_int_equal(iheap_add(&from, &a.idx, 9), -EINVAL));
	assert_int_equal(iheap_add(&heap, &many[0].idx, -1), -ENOSPC);
	assert_int_equal(many[0].idx.slot, 0);
	assert_int_equal(iheap_stats(&heap).failed, 1);
	assert_int_equal(iheap_reserve(&heap, 6), 0);
	assert_int_equal(iheap_reserve(&heap, 7), -ENOSPC);
	iheap_trim(&heap);
	assert_int_equal(iheap_stats(&heap).capacity, 6);
	assert_true(iheap_key_of(&heap, &a.idx) == 0);
	assert_leaves(&heap, "abcdef");
	assert_int_equal(iheap_stats(&heap).peak, 6);
}

TEST(the_config_counts)
{
	struct lish_config config = LISH_CONFIG_INIT;
	struct iheap it;
	uint32_t i;

	config.mem = &mem.mem;
	config.limit = 5;
	config.step = 2;
	assert_int_equal(iheap_init(&it, &config), 0);
	for (i = 0; i < 5; i++)
		add(&it, &many[i], 0);
	assert_int_equal(mem.allocs, 3);
	assert_int_equal(iheap_add(&it, &a.idx, 0), -ENOSPC);
	iheap_destroy(&it);
	config.initial = 6;
	assert_int_equal(iheap_init(&it, &config), -ENOSPC);
	assert_int_equal(iheap_check(&it, NULL), LISH_UNINITIALIZED);
	config.limit = 0;
	config.initial = 2;
	config.no_grow = true;
	assert_int_equal(iheap_init(&it, &config), 0);
	fill(&it, "a0 b0");
	assert_int_equal(iheap_add(&it, &c.idx, 0), -ENOSPC);
	assert_int_equal(iheap_reserve(&it, 3), 0);
	add(&it, &c, 0);
	assert_leaves(&it, "abc");
	iheap_trim(&it);
	assert_int_equal(mem.bytes, 0);
	iheap_destroy(&it);
}

/* Whichever allocation fails, nothing has changed. */
TEST(a_failed_allocation_changes_nothing)
{
	struct lish_config config = LISH_CONFIG_INIT;
	struct lish_stats before;
	struct iheap it;
	uint32_t i;

	config.mem = &mem.mem;
	config.initial = 3;
	mem.fail_at = 1;
	assert_int_equal(iheap_init(&it, &config), -ENOMEM);
	assert_int_equal(iheap_check(&it, NULL), LISH_UNINITIALIZED);
	for (i = 0; i < 8; i++)
		add(&from, &many[i], 8 - (int64_t)i);
	before = iheap_stats(&from);
	mem.fail_at = mem.allocs + 1;
	mem.stays = true;
	assert_int_equal(iheap_add(&from, &a.idx, 0), -ENOMEM);
	assert_int_equal(a.idx.slot, 0);
	assert_int_equal(iheap_reserve(&from, 20), -ENOMEM);
	(void)iheap_pop_entry(&from, struct item, idx);
	iheap_trim(&from);
	assert_int_equal(iheap_stats(&from).capacity, before.capacity);
	assert_int_equal(iheap_stats(&from).failed, 1);
	mem.fail_at = 0;
	iheap_trim(&from);
	assert_int_equal(iheap_stats(&from).capacity, 7);
	assert_int_equal(iheap_check(&from, NULL), LISH_OK);
	iheap_clear(&from);
}

TEST(nothing_allocates_but_growth)
{
	uint32_t i, allocs;

	assert_int_equal(iheap_reserve(&from, MANY), 0);
	allocs = mem.allocs;
	for (i = 0; i < MANY; i++)
		lish_sure(iheap_add(&from, &many[i].idx, (int64_t)(i * 7 % 50)));
	for (i = 0; i < MANY; i++)
		iheap_moved(&from, &many[i].idx, (int64_t)(i * 11 % 50));
	iheap_drain_due(pos, &from, 30, struct item, idx)
		assert_false(iheap_contains(&from, &pos->idx));
	iheap_clear(&from);
	assert_int_equal(mem.allocs, allocs);
}

TEST(set_adds_or_moves)
{
	assert_int_equal(iheap_set(&heap, &a.idx, 5), 0);
	fill(&heap, "b5 c7");
	assert_int_equal(iheap_set(&heap, &a.idx, 5), 0);
	assert_int_equal(iheap_set(&heap, &c.idx, 1), 0);
	assert_int_equal(iheap_count(&heap), 3);
	assert_true(iheap_key_of(&heap, &c.idx) == 1);
	fill(&heap, "d8 e9 f9");
	assert_int_equal(iheap_set(&heap, &many[0].idx, 1), -ENOSPC);
	assert_int_equal(many[0].idx.slot, 0);
	assert_int_equal(iheap_set(&heap, &f.idx, 9), 0);
	assert_leaves(&heap, "cbadef");
	mem.fail_at = mem.allocs + 1;
	assert_int_equal(iheap_set(&from, &a.idx, 1), -ENOMEM);
	mem.fail_at = 0;
	assert_int_equal(iheap_set(&from, &a.idx, 1), 0);
	assert_leaves(&from, "a");
}

static bool is_vowel(void *ctx, struct iheap_idx *idx)
{
	struct item *item = container_of(idx, struct item, idx);

	++*(unsigned int *)ctx;
	assert_int_equal(idx->slot, 0);
	return item->name == 'a' || item->name == 'e';
}

/* Adds what it removes to another heap, or overwrites it, as a function that frees may. */
static bool hand_over(void *ctx, struct iheap_idx *idx)
{
	struct item *item = container_of(idx, struct item, idx);

	if (!(item->weight & 1))
		return false;
	if (item->weight & 2)
		add((struct iheap *)ctx, item, item->key);
	else
		memset(item, 0x5a, sizeof(*item));
	return true;
}

TEST(del_if_removes_all_that_a_function_names)
{
	unsigned int calls = 0;

	assert_int_equal(iheap_del_if(&heap, is_vowel, &calls), 0);
	assert_int_equal(calls, 0);
	fill(&heap, "a1 b2 c3 d4 e5 f0");
	assert_int_equal(iheap_del_if(&heap, is_vowel, &calls), 2);
	assert_int_equal(calls, 6);
	assert_int_equal(a.idx.slot + e.idx.slot, 0);
	assert_int_equal(iheap_check(&heap, NULL), LISH_OK);
	assert_int_equal(iheap_stats(&heap).peak, 6);
	assert_leaves(&heap, "fbcd");
	fill(&heap, "e1 a2");
	assert_int_equal(iheap_del_if(&heap, is_vowel, &calls), 2);
	assert_leaves(&heap, "");
}

TEST(del_if_may_free_what_it_removes)
{
	uint32_t i, dice = 1, n;

	for (i = 0; i < MANY; i++) {
		dice = dice * 1664525u + 1013904223u;
		many[i].weight = (int)(dice >> 20 & 3);
		many[i].key = (int64_t)(dice >> 24) % 30;
		add(&from, &many[i], many[i].key);
	}
	n = iheap_del_if(&from, hand_over, &of_the_others);
	assert_int_equal(iheap_check(&from, NULL), LISH_OK);
	assert_int_equal(iheap_check(&of_the_others, NULL), LISH_OK);
	assert_true(iheap_count(&of_the_others) > 0 && n > iheap_count(&of_the_others));
	assert_int_equal(iheap_count(&from), MANY - n);
	iheap_clear(&of_the_others);
}

TEST(a_drain_goes_on_after_del_if)
{
	unsigned int calls = 0;
	char seen[8];
	size_t n = 0;

	fill(&heap, "a1 b1 c2 d3 e3");
	iheap_drain_due(pos, &heap, 10, struct item, idx) {
		seen[n++] = pos->name;
		if (pos == &b)
			assert_int_equal(iheap_del_if(&heap, is_vowel, &calls), 1);
	}
	seen[n] = '\0';
	assert_string_equal(seen, "abcd");
}

TEST(del_if_keeps_the_order_of_a_comparison)
{
	unsigned int calls = 0;

	iheap_set_order(&heap, by_weight, NULL);
	b.weight = 3, c.weight = 2, d.weight = 1;
	fill(&heap, "a0 e0 b1 c1 d1 f1");
	assert_int_equal(iheap_del_if(&heap, is_vowel, &calls), 2);
	assert_leaves(&heap, "fdcb");
	iheap_set_order(&heap, NULL, NULL);
}

#if LISH_CHECK < 2
TEST(del_if_keeps_an_overwritten_object)
{
	unsigned int calls = 0;

	fill(&heap, "a1 b2 e3");
	b.idx.slot = 77;
	assert_reported("iheap_del_if", LISH_BAD_INDEX,
			assert_int_equal(iheap_del_if(&heap, is_vowel, &calls), 2));
	assert_ptr_equal(report.fault.node, &b.idx);
	assert_int_equal(calls, 2);
	b.idx.slot = 1;
	assert_leaves(&heap, "b");
}
#endif

TEST(shift_keys_keeps_the_order)
{
	fill(&heap, "a-3 b7 c7 d100");
	iheap_shift_keys(&heap, 1000);
	assert_true(iheap_key_of(&heap, &a.idx) == 997);
	assert_true(iheap_key_of(&heap, &d.idx) == 1100);
	iheap_shift_keys(&heap, -1100);
	assert_true(iheap_key_of(&heap, &d.idx) == 0);
	/* over the wrap */
	iheap_shift_keys(&heap, INT64_MAX);
	iheap_shift_keys(&heap, 50);
	add(&heap, &e, INT64_MIN);
	assert_leaves(&heap, "abced");
}

TEST(a_const_loop_visits_each_object_once)
{
	const struct iheap *it = &heap;
	unsigned int seen = 0, n = 0;

	iheap_for_each_entry_const(pos, it, struct item, idx)
		fail_msg("%c is not in", pos->name);
	fill(&heap, "a1 b1 c0 d9 e9");
	iheap_for_each_entry_const(pos, it, const struct item, idx) {
		seen |= 1u << (pos->name - 'a');
		n++;
	}
	assert_int_equal(n, 5);
	assert_int_equal(seen, 31);
	n = 0;
	iheap_for_each_entry_const(pos, it, struct item, idx) {
		if (++n == 2)
			break;
	}
	assert_int_equal(n, 2);
	iheap_clear(&heap);
}

TEST(a_present_drain_visits_what_was_due)
{
	char seen[16];
	size_t n = 0;

	fill(&heap, "a0 b0 c5 d5 e11");
	iheap_drain_due_present(pos, &heap, 10, struct item, idx) {
		seen[n++] = pos->name;
		assert_true(n < sizeof(seen));
		add(&heap, pos, pos == &c ? -7 : 0);	/* again, and before the others */
		if (pos == &a)
			add(&heap, &f, 3);		/* due, and new */
		if (pos == &c)
			iheap_moved(&heap, &e.idx, 1);	/* due by now */
	}
	seen[n] = '\0';
	assert_string_equal(seen, "abcd");
	assert_null(heap.loops.first);
	assert_leaves(&heap, "cabdef");

	n = 0;
	fill(&heap, "a1 b2 c3 d11");
	iheap_drain_due_present(pos, &heap, 10, struct item, idx) {
		n++;
		if (pos == &a)
			iheap_del(&heap, &b.idx);
		else
			iheap_moved(&heap, &d.idx, 1);
	}
	assert_int_equal(n, 2);
	iheap_drain_due_present(pos, &heap, 0, struct item, idx)
		fail_msg("%c is not due", pos->name);
	assert_leaves(&heap, "d");
}

/* Every element adds itself again before those that wait, or behind; some get another key. */
TEST(a_present_drain_agrees_with_a_model)
{
	uint32_t i, n, due, dice = 7, round;
	int64_t last;

	for (round = 0; round < 40; round++) {
		const bool weighs = round & 1;

		iheap_set_order(&from, weighs ? by_weight : NULL, NULL);
		due = 0;
		for (i = 0; i < MANY; i++) {
			dice = dice * 1664525u + 1013904223u;
			many[i].key = (int64_t)(dice >> 16) % 60;
			many[i].weight = (int)(dice >> 28);
			many[i].is_in = many[i].key <= 40;
			due += many[i].is_in;
			add(&from, &many[i], many[i].key);
		}
		n = 0;
		last = INT64_MIN;
		iheap_drain_due_present(pos, &from, 40, struct item, idx) {
			assert_true(pos->is_in);
			assert_true(pos->key >= last);
			last = pos->key;
			pos->is_in = false;
			n++;
			dice = dice * 1664525u + 1013904223u;
			add(&from, pos, (int64_t)(dice >> 16) % 60);
			i = (dice >> 8) % MANY;
			if (dice >> 29 == 0) {
				n += many[i].is_in;
				many[i].is_in = false;
				iheap_moved(&from, &many[i].idx, (int64_t)(dice >> 12) % 60);
			}
		}
		assert_int_equal(n, due);
		assert_int_equal(iheap_check(&from, NULL), LISH_OK);
		assert_int_equal(iheap_count(&from), MANY);
		iheap_clear(&from);
	}
	iheap_set_order(&from, NULL, NULL);
}

/* The recipe of iheap.rst. */
TEST(equal_keys_come_back_in_the_order_of_a_save)
{
	struct saved {
		char name;
		int64_t key;
	} file[6];
	struct item *item;
	uint32_t i, n = 0;

	fill(&heap, "d1 b1 f1 a0 c1");
	iheap_moved(&heap, &b.idx, 1);
	while ((item = iheap_first_entry(&heap, struct item, idx)) != NULL) {
		file[n].name = item->name;
		file[n++].key = iheap_key_of(&heap, &item->idx);
		iheap_del(&heap, &item->idx);
	}
	for (i = 0; i < n; i++) {
		item = all[file[i].name - 'a'];
		add(&heap, item, file[i].key);	/* goes on */
		add(&from, &many[i], file[i].key);	/* loaded */
		many[i].name = file[i].name;
	}
	assert_leaves(&heap, "adfcb");
	iheap_moved(&from, &many[1].idx, 1);
	for (i = 0; i < n; i++)
		assert_int_equal(iheap_pop_entry(&from, struct item, idx)->name, "afcbd"[i]);
}

TEST(del_and_leave_take_any)
{
	size_t i;

	for (i = 0; i < 6; i++)
		add(&heap, all[i], (int64_t)i);
	iheap_del(&heap, &c.idx);
	assert_false(iheap_contains(&heap, &c.idx));
	assert_int_equal(c.idx.slot, 0);
	assert_true(iheap_leave(&heap, &f.idx));
	assert_false(iheap_leave(&heap, &f.idx));
	assert_false(iheap_leave(&from, &a.idx));
	assert_true(iheap_leave(&heap, &a.idx));
	assert_leaves(&heap, "bde");
}

TEST(clear_empties)
{
	fill(&heap, "a1 b2");
	iheap_clear(&heap);
	assert_int_equal(iheap_count(&heap), 0);
	assert_int_equal(a.idx.slot, 0);
	assert_int_equal(b.idx.slot, 0);
	/* A node of garbage is none of an element. */
	a.idx.slot = 77;
	assert_reported("iheap_add", LISH_ALREADY_IN,
			assert_int_equal(iheap_add(&heap, &a.idx, 1), -EINVAL));
	assert_false(iheap_contains(&heap, &a.idx));
	iheap_idx_init(&a.idx);
	add(&heap, &a, 1);
	assert_int_equal(iheap_stats(&heap).peak, 2);
	assert_leaves(&heap, "a");
}

TEST(a_drain_takes_out_what_is_due_in_order)
{
	char seen[8];
	size_t n = 0;

	fill(&heap, "d11 b10 a3 c10");
	iheap_drain_due(pos, &heap, 10, struct item, idx) {
		assert_int_equal(pos->idx.slot, 0);
		seen[n++] = pos->name;
	}
	seen[n] = '\0';
	assert_string_equal(seen, "abc");
	assert_null(heap.loops.first);
	iheap_drain_due(none, &heap, 10, struct item, idx)
		fail_msg("%c is not due", none->name);
	assert_leaves(&heap, "d");
	iheap_drain_due(none, &heap, INT64_MAX, struct item, idx)
		fail_msg("%c is not in", none->name);
}

TEST(the_body_of_a_drain_may_do_anything)
{
	char seen[16];
	size_t n = 0;

	fill(&heap, "a1 b2 c3 d4 e20");
	iheap_drain_due(pos, &heap, 10, struct item, idx) {
		seen[n++] = pos->name;
		if (pos == &a && n == 1) {
			add(&heap, &a, 9);		/* again, and due */
			add(&heap, &f, 11);		/* not due */
			iheap_del(&heap, &b.idx);	/* the next one */
			iheap_moved(&heap, &d.idx, 2);	/* forward */
			iheap_moved(&heap, &e.idx, 10); /* due by now */
		}
		if (pos == &c)
			add(&heap, &b, -7); /* long due */
	}
	seen[n] = '\0';
	assert_string_equal(seen, "adcbae");
	assert_leaves(&heap, "f");

	/* clear, and then some more */
	fill(&heap, "a1 b2");
	n = 0;
	iheap_drain_due(pos, &heap, 10, struct item, idx) {
		n++;
		if (pos == &a) {
			iheap_clear(&heap);
			add(&heap, &c, 5);
		}
		assert_ptr_not_equal(pos, &b);
	}
	assert_int_equal(n, 2);
	assert_int_equal(b.idx.slot, 0);
}

TEST(memory_may_move_in_a_drain)
{
	uint32_t i = 1, n = 0;

	add(&from, &many[0], 0);
	iheap_drain_due(pos, &from, 10, struct item, idx) {
		n++;
		for (; i < MANY && i <= n * 8; i++)
			add(&from, &many[i], (int64_t)(i % 9));
		if (n == 60)
			iheap_trim(&from);
	}
	assert_int_equal(n, MANY);
	assert_int_equal(iheap_count(&from), 0);
}

/* Objects die in the body. */
TEST(the_body_may_free)
{
	struct item *items[8];
	uint32_t i, n = 0;

	for (i = 0; i < 8; i++) {
		items[i] = (struct item *)calloc(1, sizeof(*items[i]));
		assert_non_null(items[i]);
		items[i]->weight = (int)i;
		add(&from, items[i], (int64_t)i);
	}
	iheap_drain_due(pos, &from, 10, struct item, idx) {
		/* With the one that would be next but one. */
		i = (uint32_t)pos->weight + 2;
		if (pos->weight % 4 == 0) {
			iheap_del(&from, &items[i]->idx);
			free(items[i]);
		}
		free(pos);
		n++;
	}
	assert_int_equal(n, 6);
}

static int drain_until(struct item *last)
{
	iheap_drain_due(pos, &heap, 10, struct item, idx)
		if (pos == last)
			return 1;
	return 0;
}

TEST(drains_may_be_left_and_nested)
{
	char seen[16];
	size_t n = 0;

	fill(&heap, "a1 b1 c1 d1 e1");
	iheap_drain_due(pos, &heap, 1, struct item, idx) {
		assert_ptr_equal(pos, &a);
		break;
	}
	assert_null(heap.loops.first);
#if LISH_HAS_CLEANUP
	assert_int_equal(drain_until(&b), 1);
	assert_null(heap.loops.first);
	iheap_drain_due(pos, &heap, 1, struct item, idx)
		goto out;
out:
	assert_null(heap.loops.first);
	assert_leaves(&heap, "de");
#else
	(void)drain_until;
	iheap_clear(&heap);
#endif
	fill(&heap, "a1 b2 c3 d4");
	iheap_drain_due(outer, &heap, 10, struct item, idx) {
		seen[n++] = outer->name;
		iheap_drain_due(inner, &heap, 3, struct item, idx) {
			seen[n++] = '(';
			seen[n++] = inner->name;
			if (inner == &b)
				continue;
			break;
		}
	}
	seen[n] = '\0';
	assert_string_equal(seen, "a(b(cd");
}

static jmp_buf back;

static int escapes(void *ctx, const struct iheap_idx *x, const struct iheap_idx *y)
{
	(void)ctx, (void)x, (void)y;
	longjmp(back, 1);
}

static LISH_NOINLINE void add_and_escape(struct item *item)
{
	if (!setjmp(back))
		(void)!iheap_add(&heap, &item->idx, 2);
}

TEST(a_drain_ends_after_a_comparison_that_did_not_return)
{
	unsigned int n = 0;

	iheap_set_order(&heap, escapes, NULL);
	fill(&heap, "a1 b2");
	assert_reported("iheap_drain_due", LISH_LOOPED,
			iheap_drain_due(pos, &heap, 9, struct item, idx) {
				n++;
				add_and_escape(&c);
			});
	assert_int_equal(n, 1);
}

TEST(stop_ends_drains_that_then_touch_nothing)
{
	struct iheap *it = (struct iheap *)calloc(1, sizeof(*it));
	unsigned int n = 0;

	assert_non_null(it);
	assert_int_equal(iheap_init(it, NULL), 0);
	fill(it, "a1 b2 c3");
	iheap_drain_due(outer, it, 10, struct item, idx) {
		assert_reported("iheap_destroy", LISH_LOOPED, iheap_destroy(it));
		iheap_drain_due(inner, it, 10, struct item, idx) {
			n++;
			iheap_stop(it);
			iheap_destroy(it);
			memset(it, 0xff, sizeof(*it));
			free(it);
		}
		assert_ptr_equal(outer, &a);
		n++;
	}
	assert_int_equal(n, 2);
	assert_int_equal(c.idx.slot, 0);
}

TEST(stop_does_not_end_the_next_drain)
{
	unsigned int n = 0;

	fill(&heap, "a1 b2");
	iheap_drain_due(pos, &heap, 10, struct item, idx) {
		iheap_stop(&heap);
		n++;
	}
	assert_int_equal(n, 1);
	iheap_stop(&heap);
	iheap_drain_due(pos, &heap, 10, struct item, idx)
		n++;
	assert_int_equal(n, 2);
}

TEST(every_macro_evaluates_its_arguments_once)
{
	struct iheap *it[2] = { &heap, NULL };
	int64_t until[2] = { 10, 0 };
	unsigned int h = 0, u = 0, n = 0;

	fill(&heap, "a1 b2");
	iheap_drain_due(pos, it[h++], until[u++], struct item, idx)
		n++;
	assert_int_equal(n, 2);
	assert_int_equal(h + u, 2);
	h = u = n = 0;
	fill(&heap, "a1 b2");
	iheap_for_each_entry_const(pos, it[h++], struct item, idx)
		n++;
	iheap_drain_due_present(pos, it[--h], until[u++], struct item, idx)
		n++;
	assert_int_equal(n, 4);
	assert_int_equal(u, 1);
	assert_int_equal(h, 0);
	add(&heap, &a, 1);
	h = 0;
	assert_ptr_equal(iheap_first_entry(it[h++], struct item, idx), &a);
	assert_int_equal(h, 1);
	h = 0;
	assert_ptr_equal(iheap_pop_entry(it[h++], struct item, idx), &a);
	assert_int_equal(h, 1);
}

/* A heap in one block, as world.h saves it. */
TEST(a_world_is_saved_and_restored)
{
	static struct world {
		struct iheap heap;
		IHEAP_STORAGE(slots, 4);
		struct item items[4];
	} world, saved;
	uint32_t i;

	memset(&world, 0, sizeof(world));
	iheap_init_in(&world.heap, &world.slots);
	for (i = 0; i < 4; i++) {
		world.items[i].name = (char)('a' + (int)i);
		add(&world.heap, &world.items[i], 5);
	}
	lish_world_save(&saved, &world, sizeof(world));
	iheap_moved(&world.heap, &world.items[0].idx, 5);
	(void)iheap_pop_entry(&world.heap, struct item, idx);
	lish_world_load(&world, &saved, sizeof(world));
	iheap_moved(&world.heap, &world.items[1].idx, 5);
	assert_leaves(&world.heap, "acdb");
}

#if LISH_CHECK >= 1
/* An allocator that ignores the alignment. */
static void *misaligned_alloc(struct lish_mem *which, size_t size, size_t align)
{
	static uint64_t memory[64];

	(void)which, (void)align;
	assert_true(size < sizeof(memory));
	return (char *)memory + 1;
}

static void misaligned_free(struct lish_mem *which, void *ptr, size_t size, size_t align)
{
	(void)which, (void)ptr, (void)size, (void)align;
}

TEST(misaligned_memory_is_reported)
{
	static struct lish_mem crooked = { misaligned_alloc, misaligned_free, NULL, NULL };
	struct lish_config config = LISH_CONFIG_INIT;
	struct iheap grown;

	config.mem = &crooked;
	assert_int_equal(iheap_init(&grown, &config), 0);
	assert_reported("iheap_add", LISH_MISALIGNED,
			assert_int_equal(iheap_add(&grown, &a.idx, 1), -EINVAL));
	assert_int_equal(a.idx.slot, 0);
	assert_int_equal(iheap_count(&grown), 0);
	iheap_destroy(&grown);
}
#endif

TEST(check_names_the_fault)
{
	const struct iheap_idx *fault;
	struct iheap_slot_ kept;

	iheap_set_order(&heap, by_weight, NULL);
	fill(&heap, "a1 b1 c2");
	b.weight = -1;
	assert_int_equal(iheap_check(&heap, &fault), LISH_BAD_ORDER);
	assert_ptr_equal(fault, &b.idx);
	heap.array.capacity = 2;
	b.weight = 0;
	assert_int_equal(iheap_check(&heap, &fault), LISH_BAD_COUNT);
	assert_null(fault);
	heap.array.capacity = 6;
	c.idx.slot = 2;
	assert_int_equal(iheap_check(&heap, &fault), LISH_BAD_INDEX);
	assert_ptr_equal(fault, &c.idx);
	c.idx.slot = 3;
	kept = slots.iheap_slots[2];
	slots.iheap_slots[2].key = 0;
	assert_int_equal(iheap_check(&heap, &fault), LISH_BAD_ORDER);
	assert_ptr_equal(fault, &c.idx);
	slots.iheap_slots[2].idx = NULL;
	assert_int_equal(iheap_check(&heap, &fault), LISH_BAD_INDEX);
	assert_null(fault);
	slots.iheap_slots[2] = kept;
	assert_leaves(&heap, "abc");
}

static uint64_t turns;

/* One call of many, on a heap and on the model. */
static void step(struct iheap *it, struct item *items, uint32_t n, uint32_t kind, struct item *item,
		 int64_t key, bool weighs)
{
	struct item *next = model_next(items, n, weighs);

	switch (kind) {
	case 0:
		assert_int_equal(iheap_add(it, &item->idx, key), item->is_in ? -EEXIST : 0);
		if (!item->is_in) {
			item->key = key;
			item->turn = turns++;
			item->is_in = true;
		}
		break;
	case 1:
		if (!item->is_in)
			break;
		iheap_moved(it, &item->idx, key);
		item->key = key;
		item->turn = turns++;
		break;
	case 2:
		assert_int_equal(iheap_leave(it, &item->idx), item->is_in);
		item->is_in = false;
		break;
	case 3:
		if (!item->is_in)
			break;
		iheap_del(it, &item->idx);
		item->is_in = false;
		break;
	case 4:
		assert_ptr_equal(iheap_pop_entry(it, struct item, idx), next);
		if (next)
			next->is_in = false;
		break;
	default:
		iheap_drain_due(pos, it, key, struct item, idx) {
			next = model_next(items, n, weighs);
			assert_ptr_equal(pos, next);
			assert_true((int64_t)((uint64_t)key - (uint64_t)next->key) >= 0);
			next->is_in = false;
		}
		next = model_next(items, n, weighs);
		assert_true(!next || (int64_t)((uint64_t)key - (uint64_t)next->key) < 0);
		break;
	}
}

/* All sequences of so many calls on three objects with two keys, by number. */
TEST(all_short_sequences_agree_with_a_model)
{
	enum { CALLS = 6 * 3 * 2, LENGTH = 3 };
	uint32_t number, rest, i, call;

	for (number = 0; number < CALLS * CALLS * CALLS; number++) {
		memset(many, 0, 3 * sizeof(many[0]));
		iheap_init_in(&heap, &slots);
		/* The first two are in, in this order or the other. */
		step(&heap, many, 3, 0, &many[number & 1], 0, false);
		step(&heap, many, 3, 0, &many[~number & 1], 0, false);
		for (rest = number, i = 0; i < LENGTH; i++, rest /= CALLS) {
			call = rest % CALLS;
			step(&heap, many, 3, call / 6, &many[call % 3], (int64_t)(call % 2), false);
		}
		assert_is_model(&heap, many, 3, false);
	}
}

/* Every order in which six members with up to three keys can come. */
TEST(all_orders_of_arrival_leave_in_order)
{
	uint32_t number, rest, i;

	for (number = 0; number < 729; number++) {
		memset(many, 0, 6 * sizeof(many[0]));
		iheap_init_in(&heap, &slots);
		for (rest = number, i = 0; i < 6; i++, rest /= 3)
			step(&heap, many, 6, 0, &many[i], (int64_t)(rest % 3), false);
		/* One goes, one moves. */
		step(&heap, many, 6, 3, &many[number % 6], 0, false);
		step(&heap, many, 6, 1, &many[(number / 6) % 6], (int64_t)(number % 4), false);
		assert_is_model(&heap, many, 6, false);
		for (i = 0; i < 6; i++)
			step(&heap, many, 6, 4, NULL, 0, false);
		assert_int_equal(iheap_count(&heap), 0);
	}
}

static void random_calls(int64_t around, uint32_t keys, bool weighs)
{
	uint32_t dice = 1 + keys, i, kind;

	if (weighs)
		iheap_set_order(&from, by_weight, NULL);
	for (i = 0; i < MANY; i++)
		many[i].weight = (int)(i % 5);
	for (i = 0; i < 6000; i++) {
		dice = dice * 1664525u + 1013904223u;
		/* Adds prevail, so that it is nearly full most of the time. */
		kind = (dice >> 8) % 16;
		kind = kind < 7 ? 0 : kind < 11 ? 1 : kind < 16 ? kind - 9 : 5;
		if (kind > 4)
			kind = (dice >> 13) % 8 ? 4 : 5;
		step(&from, many, MANY, kind, &many[(dice >> 16) % MANY],
		     (int64_t)((uint64_t)around + (dice >> 4) % keys), weighs);
		if (i % 16 == 0)
			assert_is_model(&from, many, MANY, weighs);
	}
}

TEST(random_calls_agree_with_a_model)
{
	random_calls(0, 1000, false);
}

TEST(random_calls_with_few_keys_that_wrap)
{
	random_calls(INT64_MAX - 3, 8, false);
}

TEST(random_calls_with_a_comparison)
{
	random_calls(0, 4, true);
}

/* More than are fetched ahead for. */
TEST(many_thousands_leave_in_order)
{
	const uint32_t n = 20000;
	struct item *items = (struct item *)calloc(n, sizeof(*items)), *item;
	int64_t last = INT64_MIN;
	uint32_t i;

	assert_non_null(items);
	if (LISH_CHECK < 2) {
		for (i = 0; i < n; i++)
			add(&from, &items[i], (int64_t)(i * 7919u % n));
		assert_int_equal(iheap_check(&from, NULL), LISH_OK);
		for (i = 0; i < n; i += 3)
			iheap_del(&from, &items[i].idx);
		while ((item = iheap_first_entry(&from, struct item, idx))) {
			assert_true(iheap_key_of(&from, &item->idx) >= last);
			last = iheap_key_of(&from, &item->idx);
			iheap_del(&from, &item->idx);
		}
	}
	free(items);
}

TEST_MAIN(setup, teardown)
