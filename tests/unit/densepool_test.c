/* SPDX-License-Identifier: MIT */
/*
 * densepool: its names, its array and its loops. How pools grow, call hooks and
 * find misuse is shown in core/pool_test.c, how loops survive changes in
 * core/parts_test.c. Pictures show the array of pointers: live ones, a bar,
 * parked ones: [a c | b d]
 */
#include "pool_test.h"

#include <linux-ish/densepool.h>

struct bullet {
	double x;
	int damage;
	struct densepool_idx node;
	char name[4];
};

/* The same size, but the node lies elsewhere. */
struct other {
	struct densepool_idx node;
	char rest[sizeof(struct bullet) - sizeof(struct densepool_idx)];
};

static struct densepool pool;
static struct test_mem mem;
static struct diary diary;
static struct bullet *victim;
static uint32_t seed;

static uint32_t random_below(uint32_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

static int setup(void **state)
{
	static const struct test_mem fresh = TEST_MEM_INIT;

	(void)state;
	mem = fresh;
	memset(&diary, 0, sizeof(diary));
	diary.pool = &pool.base;
	memset(&pool, 0, sizeof(pool));
	victim = NULL;
	return 0;
}

/* Nothing leaks, whatever the test did. */
static int teardown(void **state)
{
	(void)state;
	if (pool.base.size)
		densepool_destroy(&pool);
	assert_int_equal(mem.bytes, 0);
	return 0;
}

static struct lish_config config_of(uint32_t limit)
{
	struct lish_config config = LISH_CONFIG_INIT;

	config.limit = limit;
	config.step = 64;
	config.mem = &mem.mem;
	config.ctx = &diary;
	return config;
}

static void make_pool(uint32_t limit)
{
	struct lish_config config = config_of(limit);

	memset(&pool, 0x5a, sizeof(pool));
	assert_int_equal(densepool_init(&pool, struct bullet, node, &config),
			 0);
}

static void make_pool_with_hooks(uint32_t limit)
{
	struct lish_config config = config_of(limit);

	config.hooks = &diary_hooks;
	assert_int_equal(densepool_init(&pool, struct bullet, node, &config),
			 0);
}

static struct bullet *take(void)
{
	return densepool_alloc_entry(&pool, struct bullet, node);
}

static void drop(struct bullet *b)
{
	densepool_free(&pool, &b->node);
}

static void fill(struct bullet **into, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++) {
		into[i] = take();
		assert_non_null(into[i]);
	}
}

static void assert_whole(void)
{
	assert_int_equal(densepool_check(&pool, NULL), LISH_OK);
}

/* The live object at a place of the array, or NULL. */
static struct bullet *live_in(const struct densepool *of, uint32_t index)
{
	uint32_t *node;

	if (index >= densepool_count(of)) {
		assert_null(densepool_at_entry(of, index, struct bullet, node));
		return NULL;
	}
	node = of->parts.array.nodes[index];
	assert_ptr_equal(densepool_at_entry(of, index, struct bullet, node),
			 container_of((struct densepool_idx *)(void *)node,
				      struct bullet, node));
	return container_of((struct densepool_idx *)(void *)node, struct bullet,
			    node);
}

static struct bullet *live_at(uint32_t index)
{
	return live_in(&pool, index);
}

/* The loop of a macro, one step at a time. */
static void hand_begin(struct densepool_loop_ *loop)
{
	(void)densepool_open_(&pool, loop, 0);
	loop->loop.next = 0;
}

static struct densepool_idx *hand_next(struct densepool_loop_ *loop)
{
	return (struct densepool_idx *)densepool_next_(loop, 0);
}

/* The live ones are these, by their index in all, a for 0. */
static void assert_order(struct bullet *const *all, const char *names)
{
	uint32_t i;

	assert_whole();
	assert_int_equal(densepool_count(&pool), strlen(names));
	for (i = 0; names[i]; i++) {
		struct bullet *b = all[names[i] - 'a'];

		assert_ptr_equal(live_at(i), b);
		assert_true(densepool_contains(&pool, &b->node));
	}
	assert_null(live_at(i));
}

/* Making pools */

extern struct densepool everywhere;
static DENSEPOOL_STORAGE(everywhere_memory, struct bullet, 2);
struct densepool everywhere =
	DENSEPOOL_INIT(everywhere_memory, struct bullet, node);
DENSEPOOL_DEFINE_STATIC(here, struct bullet, node, 2);

static DENSEPOOL_STORAGE(bullets, struct bullet, 2);
static struct densepool of_storage =
	DENSEPOOL_INIT(bullets, struct bullet, node);

/* [0 1] and nothing more, beginning where its memory does. */
static void assert_two(struct densepool *two, const void *first)
{
	struct bullet *a = densepool_alloc_entry(two, struct bullet, node);
	struct bullet *b = densepool_alloc_entry(two, struct bullet, node);

	assert_ptr_equal(a, first);
	assert_ptr_equal(b, a + 1);
	assert_null(densepool_alloc_entry(two, struct bullet, node));
	assert_int_equal(densepool_stats(two).failed, 1);
	densepool_free(two, &a->node);
	assert_ptr_equal(densepool_alloc_entry(two, struct bullet, node), a);
	assert_int_equal(densepool_check(two, NULL), LISH_OK);
	/* The memory stays, whatever is asked. */
	densepool_trim(two);
	assert_int_equal(densepool_reserve(two, 2), 0);
	assert_int_equal(densepool_reserve(two, 3), -ENOSPC);
	assert_int_equal(densepool_stats(two).capacity, 2);
	densepool_destroy(two);
	assert_int_equal(densepool_check(two, NULL), LISH_UNINITIALIZED);
}

static void densepool_define_at_each_place(void **state)
{
	DENSEPOOL_DEFINE_STATIC(inside, struct bullet, node, 2);
	DENSEPOOL_STORAGE(on_stack, struct bullet, 2);
	struct densepool local;

	(void)state;
	assert_two(&everywhere, &everywhere_memory);
	assert_two(&here, &here_storage_);
	assert_two(&inside, &inside_storage_);
	assert_two(&of_storage, &bullets);
	memset(&on_stack, 0x5a, sizeof(on_stack));
	memset(&local, 0x5a, sizeof(local));
	densepool_init_in(&local, struct bullet, node, &on_stack, NULL);
	assert_two(&local, &on_stack);
}

static void reserve_may_be_the_first_call_of_a_fixed_pool(void **state)
{
	DENSEPOOL_DEFINE_STATIC(unused, struct bullet, node, 2);
	DENSEPOOL_DEFINE_STATIC(asked, struct bullet, node, 2);

	(void)state;
	assert_int_equal(densepool_reserve(&unused, 2), 0);
	assert_int_equal(densepool_reserve(&asked, 3), -ENOSPC);
	assert_two(&unused, &unused_storage_);
	assert_two(&asked, &asked_storage_);
}

static void a_failed_init_leaves_a_zero_pool(void **state)
{
	struct lish_config config = config_of(100);
	unsigned int n;

	(void)state;
	config.initial = 70;
	for (n = 1; n <= 3; n++) {
		memset(&pool, 0x5a, sizeof(pool));
		mem.allocs = 0;
		mem.fail_at = n;
		assert_int_equal(densepool_init(&pool, struct bullet, node,
						&config),
				 -ENOMEM);
		assert_int_equal(mem.bytes, 0);
		assert_int_equal(densepool_check(&pool, NULL),
				 LISH_UNINITIALIZED);
	}
	mem.fail_at = 0;
	config.initial = 101;
	memset(&pool, 0x5a, sizeof(pool));
	assert_int_equal(densepool_init(&pool, struct bullet, node, &config),
			 -ENOSPC);
	assert_int_equal(densepool_check(&pool, NULL), LISH_UNINITIALIZED);
	config.initial = 70;
	assert_int_equal(densepool_init(&pool, struct bullet, node, &config),
			 0);
	assert_int_equal(densepool_stats(&pool).capacity, 100);
}

static void a_failed_growth_changes_nothing(void **state)
{
	struct bullet *b[65];
	unsigned int n;

	(void)state;
	make_pool(0);
	fill(b, 64);
	drop(b[3]);
	b[3] = take();
	for (n = 1; n <= 2; n++) {
		mem.allocs = 0;
		mem.fail_at = n;
		assert_null(take());
		assert_int_equal(densepool_count(&pool), 64);
		assert_whole();
	}
	assert_int_equal(densepool_stats(&pool).failed, 2);
	mem.allocs = 0;
	mem.fail_at = 1;
	assert_int_equal(densepool_reserve(&pool, 200), -ENOMEM);
	mem.fail_at = 0;
	assert_non_null(take());
	assert_whole();
}

static void trim_gives_back_all_that_growth_took(void **state)
{
	struct bullet *b[65];
	size_t before;

	(void)state;
	make_pool(0);
	before = densepool_stats(&pool).bytes;
	fill(b, 65);
	densepool_clear(&pool);
	densepool_trim(&pool);
	assert_int_equal(densepool_stats(&pool).bytes, before);
}

/* Names */

static void densepool_zalloc_entry_zeroes_all_but_the_node(void **state)
{
	struct bullet *b;

	(void)state;
	make_pool(0);
	b = take();
	b->name[0] = 'x';
	b->name[3] = 'x';
	b->x = 7;
	b->damage = 9;
	drop(b);
	assert_ptr_equal(densepool_zalloc_entry(&pool, struct bullet, node), b);
	assert_true(b->x >= 0 && b->x <= 0);
	assert_int_equal(b->damage, 0);
	assert_int_equal(b->name[0] | b->name[3], 0);
	assert_true(densepool_contains(&pool, &b->node));
}

static void densepool_contains_knows_live_objects_of_this_pool(void **state)
{
	DENSEPOOL_DEFINE_STATIC(second, struct bullet, node, 2);
	struct bullet *b[3], *foreign, alone;
	uint32_t forged;

	(void)state;
	make_pool(0);
	fill(b, 3);
	foreign = densepool_alloc_entry(&second, struct bullet, node);
	memset(&alone, 0, sizeof(alone));
	for (forged = 0; forged < 6; forged++) {
		alone.node.slot = forged < 5 ? forged : UINT32_MAX;
		assert_false(densepool_contains(&pool, &alone.node));
	}
	assert_true(densepool_contains(&pool, &b[1]->node));
	drop(b[1]);
	assert_false(densepool_contains(&pool, &b[1]->node));
	assert_false(densepool_contains(&pool, &foreign->node));
	densepool_destroy(&second);
}

static void densepool_stats_tells_all_figures(void **state)
{
	struct bullet *b[70];
	struct lish_stats stats;
	int i;

	(void)state;
	make_pool(70);
	fill(b, 70);
	assert_null(take());
	for (i = 0; i < 60; i++)
		drop(b[i]);
	stats = densepool_stats(&pool);
	assert_int_equal(stats.count, 10);
	assert_int_equal(stats.capacity, 70);
	assert_int_equal(stats.limit, 70);
	assert_int_equal(stats.peak, 70);
	assert_int_equal(stats.failed, 1);
	assert_int_equal(stats.highest, 70);
	assert_true(stats.bytes == mem.bytes);
	assert_false(!densepool_count(&pool));
	densepool_clear(&pool);
	assert_false(densepool_count(&pool));
	assert_int_equal(densepool_stats(&pool).peak, 70);
}

static void densepool_span_shares_the_live_ones(void **state)
{
	const struct lish_span beyond = { 2, UINT32_MAX }, off = { 9, 1 };
	struct bullet *b[5];
	uint32_t part, parts, visits;

	(void)state;
	make_pool(0);
	fill(b, 5);
	for (parts = 1; parts < 8; parts++) {
		visits = 0;
		for (part = 0; part < parts; part++) {
			densepool_for_each_entry_span (
				pos, &pool, densepool_span(&pool, part, parts),
				struct bullet, node)
				assert_ptr_equal(pos, b[visits++]);
		}
		assert_int_equal(visits, 5);
	}
	visits = 0;
	densepool_for_each_entry_span (pos, &pool, beyond, struct bullet, node)
		visits += pos == b[2 + visits];
	densepool_for_each_entry_span (pos, &pool, off, struct bullet, node)
		fail_msg("%p is beyond", (void *)pos);
	assert_int_equal(visits, 3);
	assert_reported("densepool_span", LISH_BAD_RANGE,
			assert_int_equal(densepool_span(&pool, 2, 2).count, 0));
	assert_reported("densepool_span", LISH_BAD_RANGE,
			assert_int_equal(densepool_span(&pool, 0, 0).count, 0));
}

static void a_span_loop_writes_nothing_to_the_pool(void **state)
{
	static struct {
		struct densepool pool;
		DENSEPOOL_STORAGE(mem, struct bullet, 70);
	} world, before;
	struct densepool *p = &world.pool;
	uint32_t visits, n;

	(void)state;
	memset(&world, 0, sizeof(world));
	densepool_init_in(p, struct bullet, node, &world.mem, NULL);
	for (n = 0; n < 70; n++)
		assert_non_null(densepool_alloc_entry(p, struct bullet, node));
	/* Another one comes to its place; the freed memory lives again. */
	densepool_free(p, &world.mem.objects[3].node);
	assert_ptr_equal(densepool_alloc_entry(p, struct bullet, node),
			 &world.mem.objects[3]);
	memcpy(&before, &world, sizeof(world));
	visits = 0;
	densepool_for_each_entry_span (pos, p, densepool_span(p, 0, 7),
				       struct bullet, node) {
		assert_memory_equal(&before, &world, sizeof(world));
		densepool_for_each_entry_span (i, p, densepool_span(p, 6, 7),
					       struct bullet, node)
			visits += densepool_contains(p, &i->node) && i != pos;
		if (visits == 40)
			break;
	}
	assert_int_equal(visits, 40);
	assert_memory_equal(&before, &world, sizeof(world));
}

static void every_argument_is_evaluated_once(void **state)
{
	struct bullet *b[2];
	struct densepool *const pools[] = { &pool, &pool, NULL };
	struct densepool *const *p = pools;
	uint32_t i = 0;

	(void)state;
	make_pool(0);
	fill(b, 2);
	assert_non_null(densepool_alloc_entry(*p++, struct bullet, node));
	densepool_for_each_entry(pos, *p++, struct bullet, node)
		i += pos != NULL;
	assert_int_equal(i, 3);
	assert_null(*p);
}

/* The array */

static void the_last_one_closes_the_gap(void **state)
{
	struct bullet *b[130];

	(void)state;
	make_pool(0);
	fill(b, 4);
	/* [a b c d |] -> [d b c | a] -> [c b | d a] -> [c | b d a] */
	drop(b[0]);
	drop(b[3]);
	drop(b[1]);
	assert_order(b, "c");
	fill(b + 4, 3);
	assert_order(b, "cbda");
	/* from one chunk to another, too */
	densepool_clear(&pool);
	fill(b, 130);
	drop(b[64]);
	assert_ptr_equal(live_at(64), b[129]);
	assert_int_equal(densepool_count(&pool), 129);
	assert_whole();
}

static void trim_closes_the_gaps_among_the_parked(void **state)
{
	struct bullet *b[200];
	int i;

	(void)state;
	make_pool(0);
	fill(b, 200);
	/* [a | those of the other chunks .. those of its own] */
	for (i = 1; i < 200; i++)
		drop(b[i]);
	densepool_trim(&pool);
	assert_int_equal(densepool_stats(&pool).capacity, 64);
	assert_whole();
	for (i = 63; i > 0; i--)
		assert_ptr_equal(take(), b[i]);
	assert_whole();
	densepool_clear(&pool);
	densepool_trim(&pool);
	assert_int_equal(densepool_stats(&pool).capacity, 0);
	assert_non_null(take());
}

/* Loops */

static void visit(char *seen, struct bullet *const *all, const struct bullet *b)
{
	size_t used = strlen(seen);
	char name = 'a';

	while (all[name - 'a'] != b)
		name++;
	seen[used] = name;
	seen[used + 1] = 0;
}

static void loops_visit_what_is_live(void **state)
{
	static const char *const forward[] = { "", "a", "ab", "abcd" };
	static const char *const backward[] = { "", "a", "ba", "dcba" };
	static const unsigned int counts[] = { 0, 1, 2, 4 };
	const struct densepool *readable = &pool;
	struct bullet *b[6];
	char seen[7][8];
	size_t i, k;

	(void)state;
	make_pool(0);
	for (i = 0; i < ARRAY_SIZE(counts); i++) {
		memset(seen, 0, sizeof(seen));
		densepool_clear(&pool);
		fill(b, 6);
		/* [a b .. | parked] */
		while (densepool_count(&pool) > counts[i])
			drop(b[densepool_count(&pool) - 1]);
		densepool_for_each_entry (pos, &pool, struct bullet, node)
			visit(seen[0], b, pos);
		densepool_for_each_entry_safe (pos, &pool, const struct bullet,
					       node)
			visit(seen[1], b, pos);
		densepool_for_each_entry_present (pos, &pool, struct bullet,
						  node)
			visit(seen[2], b, pos);
		densepool_for_each_entry_frozen (pos, &pool, struct bullet,
						 node)
			visit(seen[3], b, pos);
		densepool_for_each_entry_const (pos, readable,
						const struct bullet, node)
			visit(seen[4], b, pos);
		densepool_for_each_entry_span (pos, readable,
					       densepool_span(readable, 0, 1),
					       struct bullet, node)
			visit(seen[5], b, pos);
		densepool_for_each_entry_reverse (pos, &pool,
						  const struct bullet, node)
			visit(seen[6], b, pos);
		for (k = 0; k < 6; k++)
			assert_string_equal(seen[k], forward[i]);
		assert_string_equal(seen[6], backward[i]);
		assert_null(pool.parts.loops.first);
	}
}

/* What everybody writes: it must do what everybody expects. */
static void the_loop_of_a_beginner_frees_all_that_died(void **state)
{
	struct bullet *b[6];
	char seen[8] = "";
	int i;

	(void)state;
	make_pool(0);
	fill(b, 6);
	for (i = 0; i < 6; i++)
		b[i]->damage = i % 2 + 1;
	densepool_for_each_entry (pos, &pool, struct bullet, node) {
		visit(seen, b, pos);
		if (--pos->damage == 0)
			drop(pos);
	}
	/* [a b c d e f] -> [f b c d e] -> [f b e d] -> [f b d] */
	assert_string_equal(seen, "afbced");
	assert_order(b, "fbd");
	densepool_for_each_entry (pos, &pool, struct bullet, node)
		drop(pos);
	assert_false(densepool_count(&pool));
}

static void what_is_taken_in_a_loop_is_visited_by_it(void **state)
{
	struct bullet *b[4];
	int forward = 0, backward = 0, present = 0;

	(void)state;
	make_pool(0);
	fill(b, 2);
	densepool_for_each_entry (pos, &pool, struct bullet, node) {
		if (forward++ < 2)
			b[1 + forward] = take();
		(void)pos;
	}
	assert_int_equal(forward, 4);
	densepool_for_each_entry_present (pos, &pool, struct bullet, node) {
		present++;
		assert_non_null(take());
		(void)pos;
	}
	assert_int_equal(present, 4);
	densepool_for_each_entry_reverse (pos, &pool, struct bullet, node) {
		backward++;
		assert_non_null(take());
		(void)pos;
	}
	assert_int_equal(backward, 8);
}

/* What is freed is the first that is taken: a new one, at the end. */
static void an_object_that_is_taken_again_is_a_new_one(void **state)
{
	struct bullet *b[3];
	char seen[8] = "";

	(void)state;
	make_pool(0);
	fill(b, 3);
	densepool_for_each_entry (pos, &pool, struct bullet, node) {
		visit(seen, b, pos);
		if (strlen(seen) < 3) {
			drop(b[0]);
			assert_ptr_equal(take(), b[0]);
		}
	}
	/* [a b c] -> [|c b a] -> [c|b a] -> [c b|a] */
	assert_string_equal(seen, "acba");
	assert_whole();
}

static void growth_and_trim_in_a_loop_are_noticed(void **state)
{
	struct bullet *b[64];
	int visits = 0;

	(void)state;
	make_pool(0);
	fill(b, 64);
	densepool_for_each_entry (pos, &pool, struct bullet, node) {
		visits++;
		if (visits == 10)
			assert_int_equal(densepool_reserve(&pool, 1000), 0);
		if (visits == 20)
			densepool_trim(&pool);
		if (visits < 100)
			assert_non_null(take());
		(void)pos;
	}
	assert_int_equal(visits, 163);
	visits = 0;
	densepool_for_each_entry (pos, &pool, struct bullet, node) {
		visits++;
		densepool_clear(&pool);
		densepool_trim(&pool);
		(void)pos;
	}
	assert_int_equal(visits, 1);
	assert_int_equal(densepool_stats(&pool).capacity, 0);
}

static void assert_refusing(struct bullet *const *b, const char *names)
{
	const char *free_is = "densepool_free";

	assert_reported(free_is, LISH_FROZEN, drop(b[0]));
	assert_ptr_equal(report.fault.node, &b[0]->node);
	assert_reported("densepool_alloc_entry", LISH_FROZEN,
			assert_null(take()));
	assert_reported("densepool_zalloc_entry", LISH_FROZEN,
			assert_null(densepool_zalloc_entry(
				&pool, struct bullet, node)));
	assert_reported("densepool_clear", LISH_FROZEN,
			densepool_clear(&pool));
	assert_reported("densepool_trim", LISH_FROZEN, densepool_trim(&pool));
	assert_reported("densepool_reserve", LISH_FROZEN,
			assert_int_equal(densepool_reserve(&pool, 200),
					 -EBUSY));
	assert_reported("densepool_destroy", LISH_LOOPED,
			densepool_destroy(&pool));
	assert_order(b, names);
}

static void frozen_loops_refuse_changes(void **state)
{
	struct bullet *b[4];
	int visits = 0;

	(void)state;
	make_pool(0);
	fill(b, 4);
	drop(b[3]);
	densepool_for_each_entry_frozen (outer, &pool, struct bullet, node) {
		assert_refusing(b, "abc");
		densepool_for_each_entry_reverse (inner, &pool, struct bullet,
						  node) {
			assert_refusing(b, "abc");
			visits += inner != outer;
			break;
		}
		assert_refusing(b, "abc");
		visits++;
	}
	assert_int_equal(visits, 5);
	/* over, and over after break too */
	drop(b[0]);
	densepool_for_each_entry_frozen (pos, &pool, struct bullet, node)
		break;
	drop(b[1]);
	assert_order(b, "c");
	/* a plain loop around a frozen one is as frozen, and only meanwhile */
	densepool_for_each_entry (pos, &pool, struct bullet, node) {
		densepool_for_each_entry_frozen (inner, &pool, struct bullet,
						 node)
			assert_reported("densepool_free", LISH_FROZEN,
					drop(inner));
		drop(pos);
	}
	assert_false(densepool_count(&pool));
}

#if LISH_HAS_CLEANUP
static struct bullet *first_of(struct densepool *p)
{
	densepool_for_each_entry_frozen (pos, p, struct bullet, node)
		return pos;
	return NULL;
}

static void loops_may_be_left_by_return(void **state)
{
	struct bullet *b[2];

	(void)state;
	make_pool(0);
	fill(b, 2);
	assert_ptr_equal(first_of(&pool), b[0]);
	drop(b[0]);
	assert_null(pool.parts.loops.first);
}
#endif

static void abandon_forgets_loops_that_were_left_open(void **state)
{
	static struct densepool_loop_ loop = LISH_LOOP_INIT;
	struct bullet *b[1];

	(void)state;
	make_pool(0);
	fill(b, 1);
	hand_begin(&loop);
	assert_reported("densepool_destroy", LISH_LOOPED,
			densepool_destroy(&pool));
	densepool_abandon(&pool);
	drop(b[0]);
	densepool_destroy(&pool);
}

static void a_pool_may_be_destroyed_in_a_loop_after_stop(void **state)
{
	struct densepool *heap = (struct densepool *)malloc(sizeof(*heap));
	int outer = 0, inner = 0;

	(void)state;
	assert_non_null(heap);
	assert_int_equal(densepool_init(heap, struct bullet, node, NULL), 0);
	densepool_alloc_entry(heap, struct bullet, node)->damage = 1;
	densepool_alloc_entry(heap, struct bullet, node)->damage = 2;
	densepool_for_each_entry (a, heap, struct bullet, node) {
		outer++;
		densepool_for_each_entry_reverse (b, heap, struct bullet,
						  node) {
			inner += b->damage;
			densepool_stop(heap);
			densepool_destroy(heap);
			free(heap);
		}
		(void)a;
	}
	assert_int_equal(outer, 1);
	assert_int_equal(inner, 2);
}

#if LISH_CHECK >= 1
#define const_loop_is_lost(change)                                         \
	assert_reported("densepool_for_each_entry_const", LISH_LOST_PLACE, \
			densepool_for_each_entry_const(pos, &pool,         \
						       struct bullet, node) \
				change)
#endif

static void const_loops_notice_changes(void **state)
{
	struct bullet *b[3];
	int visits = 0;

	(void)state;
	make_pool(0);
	fill(b, 3);
#if LISH_CHECK >= 1
	/* The count is the same in the end. */
	assert_reported("densepool_for_each_entry_const", LISH_LOST_PLACE, {
		densepool_for_each_entry_const (pos, &pool, struct bullet,
						node) {
			visits++;
			drop(b[0]);
			take();
			(void)pos;
		}
	});
	assert_int_equal(visits, 1);
	/* Nor has it changed, but the array of pointers has, or might have. */
	const_loop_is_lost(assert_int_equal(densepool_reserve(&pool, 1000), 0));
	const_loop_is_lost(assert_int_equal(densepool_reserve(&pool, 1), 0));
	const_loop_is_lost(densepool_trim(&pool));
#endif
	densepool_for_each_entry_const (pos, &pool, struct bullet, node) {
		drop(b[1]);
		break;
	}
	assert_false(densepool_contains(&pool, &b[1]->node));
	(void)visits;
}

static void loop_over_all(char what, void *object)
{
	int visits = 0;

	if (what != 'f')
		return;
	densepool_for_each_entry_frozen (pos, &pool, struct bullet, node) {
		visits++;
		if (pos != object)
			assert_reported("densepool_free", LISH_FROZEN,
					drop(pos));
	}
	assert_int_equal(visits, 2);
}

static void hooks_may_loop(void **state)
{
	struct bullet *b[2];

	(void)state;
	make_pool_with_hooks(0);
	fill(b, 2);
	diary.then = loop_over_all;
	drop(b[0]);
	diary.then = NULL;
	assert_order(b, "b");
}

/* Its object is moved to the gap of the one that it frees. */
static void free_the_first(char what, void *object)
{
	struct bullet *other = victim, *mine = (struct bullet *)object;

	if (!other || what == 'm')
		return;
	victim = NULL;
	drop(other);
	assert_ptr_equal(live_at(0), mine);
	assert_true(densepool_contains(&pool, &mine->node));
#if LISH_CHECK >= 1
	assert_reported("densepool_free", LISH_IN_HOOK, drop(mine));
#endif
	assert_whole();
}

static void hooks_keep_their_object_when_it_moves(void **state)
{
	struct bullet *b[3];
	int looped;

	(void)state;
	/* Without a loop, in one, and where the loop stands on what goes. */
	for (looped = 0; looped < 3; looped++) {
		struct densepool_loop_ loop = LISH_LOOP_INIT;

		make_pool_with_hooks(0);
		fill(b, 2);
		if (looped)
			hand_begin(&loop);
		if (looped == 2)
			assert_ptr_equal(hand_next(&loop),
					 &b[0]->node);
		diary.then = free_the_first;
		victim = b[0];
		/* [a b c |] -> [c b | a] while c is initialised */
		b[2] = take();
		assert_order(b, "cb");
		assert_ptr_equal(take(), b[0]);
		/* [c b a |] -> [a b | c] while a goes -> [b | a c] */
		victim = b[2];
		drop(b[0]);
		assert_order(b, "b");
		assert_ptr_equal(take(), b[0]);
		diary.then = NULL;
		densepool_close_(&loop);
		densepool_destroy(&pool);
		diary.text[0] = 0;
	}
}

/* Asks for another one each time: nothing that went comes back. */
static void multiply(char what, void *object)
{
	(void)object;
	if (what == 'f')
		assert_null(take());
}

static void a_clear_ends_though_fini_allocs(void **state)
{
	struct bullet *b[4];

	(void)state;
	make_pool_with_hooks(0);
	fill(b, 4);
	drop(b[3]);
	diary.then = multiply;
	diary.text[0] = 0;
	densepool_clear(&pool);
	assert_diary(&diary, "f2 f1 f0");
	diary.then = NULL;
	assert_false(densepool_count(&pool));
	assert_whole();
	/* as from a new pool */
	assert_ptr_equal(take(), b[0]);
	assert_int_equal(densepool_stats(&pool).peak, 4);
}

static void use_after_free_is_reported(void **state)
{
	struct bullet *b[2];

	(void)state;
	if (!is_watched())
		return;
	make_pool(0);
	fill(b, 2);
	b[0]->name[0] = 'x';
	assert_false(is_reading_reported(&b[0]->name[0]));
	drop(b[0]);
	assert_true(is_reading_reported(&b[0]->name[0]));
	assert_false(is_reading_reported(&b[1]->name[0]));
	densepool_clear(&pool);
	assert_true(is_reading_reported(&b[1]->name[0]));
	fill(b, 2);
	assert_false(is_reading_reported(&b[0]->name[0]));
}

/* Damage */

static void a_zero_pool_is_reported(void **state)
{
	const struct lish_span whole = { 0, 1 };
	struct bullet b;

	(void)state;
	memset(&b, 0, sizeof(b));
	assert_reported("densepool_span", LISH_UNINITIALIZED,
			assert_int_equal(densepool_span(&pool, 0, 1).count, 0));
	assert_reported("densepool_stats", LISH_UNINITIALIZED,
			assert_int_equal(densepool_stats(&pool).limit, 0));
	assert_reported("densepool_clear", LISH_UNINITIALIZED,
			densepool_clear(&pool));
	assert_reported("densepool_trim", LISH_UNINITIALIZED,
			densepool_trim(&pool));
	assert_reported("densepool_destroy", LISH_UNINITIALIZED,
			densepool_destroy(&pool));
	assert_reported("densepool_reserve", LISH_UNINITIALIZED,
			assert_int_equal(densepool_reserve(&pool, 1), -EINVAL));
	assert_reported("densepool_abandon", LISH_UNINITIALIZED,
			densepool_abandon(&pool));
	assert_reported("densepool_stop", LISH_UNINITIALIZED,
			densepool_stop(&pool));
	/* Level 0 says nothing of loops; they find nothing there. */
	report.expected = true;
	report.count = 0;
	densepool_for_each_entry(pos, &pool, struct bullet, node)
		fail_msg("%p is in nothing", (void *)pos);
	densepool_for_each_entry_frozen(pos, &pool, struct bullet, node)
		fail_msg("%p is in nothing", (void *)pos);
	densepool_for_each_entry_const(pos, &pool, struct bullet, node)
		fail_msg("%p is in nothing", (const void *)pos);
	densepool_for_each_entry_span(pos, &pool, whole, struct bullet, node)
		fail_msg("%p is in nothing", (const void *)pos);
	report.expected = false;
	assert_int_equal(report.count, LISH_CHECK >= 1 ? 4 : 0);
#if LISH_CHECK >= 1
	assert_reported("densepool_zalloc_entry", LISH_UNINITIALIZED,
			assert_null(densepool_zalloc_entry(
				&pool, struct bullet, node)));
	assert_reported("densepool_alloc_entry", LISH_UNINITIALIZED,
			assert_null(take()));
	assert_reported("densepool_free", LISH_UNINITIALIZED, drop(&b));
	assert_reported("densepool_contains", LISH_UNINITIALIZED,
			assert_false(densepool_contains(&pool, &b.node)));
	assert_reported("densepool_count", LISH_UNINITIALIZED,
			assert_int_equal(densepool_count(&pool), 0));
#endif
}

#if LISH_CHECK >= 1
static void frees_of_what_is_not_live_are_refused(void **state)
{
	DENSEPOOL_DEFINE_STATIC(second, struct bullet, node, 2);
	struct bullet *b[3], *foreign, alone;
	/* What &b->node is where b is NULL. */
	struct densepool_idx *none =
		(struct densepool_idx *)offsetof(struct bullet, node);

	(void)state;
	make_pool(0);
	fill(b, 3);
	foreign = densepool_alloc_entry(&second, struct bullet, node);
	memset(&alone, 0, sizeof(alone));
	assert_reported("densepool_free", LISH_NULL,
			densepool_free(&pool, none));
	assert_reported("densepool_contains", LISH_NULL,
			assert_false(densepool_contains(&pool, none)));
	assert_reported("densepool_free", LISH_FOREIGN, drop(foreign));
	assert_reported("densepool_free", LISH_FOREIGN, drop(&alone));
	drop(b[1]);
	assert_reported("densepool_free", LISH_NOT_LIVE, drop(b[1]));
	assert_ptr_equal(report.fault.node, &b[1]->node);
	assert_int_equal(!!report.fault.caller, LISH_HAS_CALLER);
	/* never used: it lies after the border */
	assert_reported("densepool_free", LISH_NOT_LIVE,
			densepool_free(&second,
				       &second_storage_.objects[1].node));
	/* overwritten as a whole */
	b[0]->node.slot = 0;
	assert_reported("densepool_free", LISH_BAD_INDEX, drop(b[0]));
	b[0]->node.slot = 1;
	assert_order(b, "ac");
	densepool_destroy(&second);
}

static void a_pool_of_another_type_is_reported(void **state)
{
	(void)state;
	make_pool(0);
	assert_reported("densepool_alloc_entry", LISH_WRONG_TYPE,
			assert_null(densepool_alloc_entry(&pool, struct other,
							  node)));
	assert_false(densepool_count(&pool));
}
#endif

#if LISH_CHECK >= 2
static void level_2_finds_damage_elsewhere(void **state)
{
	struct bullet *b[2];

	(void)state;
	make_pool(0);
	fill(b, 2);
	b[1]->node.slot = 0;
	assert_reported("densepool_free", LISH_BAD_INDEX, drop(b[0]));
	assert_reported("densepool_alloc_entry", LISH_BAD_INDEX,
			assert_null(take()));
	assert_reported("densepool_zalloc_entry", LISH_BAD_INDEX,
			assert_null(densepool_zalloc_entry(
				&pool, struct bullet, node)));
	b[1]->node.slot = 2;
	drop(b[0]);
}
#endif

/* Of memory of any content, whatever fails, and after a life. */
static void what_is_no_pool_any_more_is_zero(void **state)
{
	static const struct densepool zero;
	struct lish_config config = LISH_CONFIG_INIT;
	static const struct test_mem fresh = TEST_MEM_INIT;
	struct test_mem from = fresh;
	unsigned int fail;
	int err = -ENOMEM;

	(void)state;
	config.mem = &from.mem;
	config.step = 64;
	config.initial = 70;
	for (fail = 1; err; fail++) {
		memset(&pool, 0x5a, sizeof(pool));
		from.allocs = 0;
		from.fail_at = fail;
		err = densepool_init(&pool, struct bullet, node, &config);
		if (err)
			assert_memory_equal(&pool, &zero, sizeof(pool));
	}
	assert_true(fail > 3);
	from.fail_at = 0;
	assert_non_null(take());
	densepool_destroy(&pool);
	assert_memory_equal(&pool, &zero, sizeof(pool));
	assert_int_equal(from.bytes, 0);
}

static void four_with_hooks(struct bullet **b)
{
	memset(&diary, 0, sizeof(diary));
	diary.pool = &pool.base;
	make_pool_with_hooks(0);
	fill(b, 4);
}

/* fini frees the first one, which moves its own object there, and wipes that. */
static struct bullet *to_free;

static void free_that_and_wipe(char what, void *object)
{
	diary.then = NULL;
	assert_int_equal(what, 'f');
	drop(to_free);
	memset(object, 0, sizeof(struct bullet));
}

static void what_a_hook_moved_and_wiped_is_found(void **state)
{
	struct bullet *b[4];

	(void)state;
	four_with_hooks(b);
	to_free = b[0];
	diary.then = free_that_and_wipe;
	assert_reported("hooks.fini", LISH_BAD_INDEX, drop(b[3]));
	assert_int_equal(densepool_count(&pool), 2);
	assert_whole();
}

#if LISH_CHECK == 1
static void free_that(char what, void *object)
{
	(void)object;
	if (what != 'f' || object == to_free)
		return;
	diary.then = NULL;
	assert_reported("densepool_free", LISH_NOT_LIVE, drop(to_free));
}

/* clear buries from the last one on. */
static void what_clear_has_buried_is_not_live(void **state)
{
	struct bullet *b[4];

	(void)state;
	four_with_hooks(b);
	to_free = b[3];
	diary.then = free_that;
	densepool_clear(&pool);
	assert_null(diary.then);
	/* The last one lies in the first slot. */
	fill(b, 4);
	drop(b[0]);
	assert_ptr_equal(take(), b[0]);
	to_free = b[0];
	diary.then = free_that;
	densepool_clear(&pool);
	assert_null(diary.then);
	/* Overwritten, and nothing is being cleared. */
	fill(b, 4);
	b[0]->node.slot = 5;
	assert_reported("densepool_free", LISH_BAD_INDEX, drop(b[0]));
	b[0]->node.slot = 1;
	densepool_clear(&pool);
	assert_int_equal(densepool_count(&pool), 0);
	assert_whole();
}
#endif

/* As with any other change: what is there when the loop moves on is visited. */
static void a_loop_goes_on_with_what_came_after_a_clear(void **state)
{
	unsigned int visits = 0, i;
	struct bullet *b[4];

	(void)state;
	make_pool(0);
	fill(b, 4);
	densepool_for_each_entry (pos, &pool, struct bullet, node) {
		(void)pos;
		if (++visits != 3)
			continue;
		densepool_clear(&pool);
		for (i = 0; i < 4; i++)
			assert_non_null(take());
	}
	assert_int_equal(visits, 3 + 4);
}

static void check_looks_at_the_parked_and_the_counts(void **state)
{
	const struct densepool_idx *fault;
	struct bullet *b[4];

	(void)state;
	make_pool(0);
	fill(b, 4);
	drop(b[3]);
	b[3]->node.slot = 0;
	assert_int_equal(densepool_check(&pool, &fault), LISH_BAD_INDEX);
	assert_ptr_equal(fault, &b[3]->node);
	assert_ptr_equal(container_of(fault, const struct bullet, node),
			 b[3]);
	b[3]->node.slot = 4;
	b[0]->node.slot = 2;
	assert_int_equal(densepool_check(&pool, &fault), LISH_BAD_INDEX);
	b[0]->node.slot = 1;
	pool.parts.array.used = 5;
	assert_int_equal(densepool_check(&pool, &fault), LISH_BAD_COUNT);
	assert_null(fault);
	pool.parts.array.used = 3;
	pool.base.border = 65;
	assert_int_equal(densepool_check(&pool, &fault), LISH_BAD_COUNT);
	pool.base.border = 4;
	pool.parts.array.capacity = 63;
	assert_int_equal(densepool_check(&pool, &fault), LISH_BAD_COUNT);
	pool.parts.array.capacity = 64;
	assert_whole();
}

/* Everything at once */

/* The model: the live ones in their order, and the parked ones, next first. */
#define MOST 300
static struct bullet *model[MOST];
static uint32_t model_live, model_parked;

static uint32_t slot_of(const struct bullet *b)
{
	return (uint32_t)lish_pool_find_(&pool.base, b);
}

static void model_alloc(int value)
{
	struct bullet *b = take();

	if (model_live == MOST) {
		assert_null(b);
		return;
	}
	assert_non_null(b);
	if (model_parked) {
		assert_ptr_equal(b, model[model_live]);
		model_parked--;
	} else {
		assert_int_equal(slot_of(b), model_live);
	}
	model[model_live++] = b;
	b->damage = value;
	b->x = (double)value;
}

static void model_release(void)
{
	const uint32_t at = random_below(MOST);
	struct bullet *b = model[at];

	if (at >= model_live)
		return;
	assert_true((int)b->x == b->damage);
	drop(b);
	model[at] = model[--model_live];
	model[model_live] = b;
	model_parked++;
}

static void model_trim(void)
{
	uint32_t i, to, top = 0;

	for (i = 0; i < model_live; i++) {
		if (slot_of(model[i]) >= top)
			top = slot_of(model[i]) + 1;
	}
	top = (top + 63) / 64 * 64;
	for (to = i = model_live; i < model_live + model_parked; i++) {
		if (slot_of(model[i]) < top)
			model[to++] = model[i];
	}
	model_parked = to - model_live;
	densepool_trim(&pool);
}

static void model_loop(void)
{
	uint32_t i = 0;

	densepool_for_each_entry_frozen (b, &pool, struct bullet, node)
		assert_ptr_equal(b, model[i++]);
	assert_int_equal(i, model_live);
}

static void random_work_does_what_a_model_says(void **state)
{
	uint32_t round, i;

	(void)state;
	for (i = 1; i < 4; i++) {
		seed = i;
		make_pool(MOST);
		model_live = model_parked = 0;
		for (round = 0; round < 6000; round++) {
			const uint32_t dice = random_below(1000);
			/* waves: some rounds grow, some shrink */
			const uint32_t tide = round / 700 % 2 ? 300 : 650;

			if (dice < tide) {
				model_alloc((int)round);
			} else if (dice < 980) {
				model_release();
			} else if (dice < 990) {
				model_loop();
			} else if (dice < 998) {
				model_trim();
			} else {
				densepool_clear(&pool);
				model_live = model_parked = 0;
			}
			assert_int_equal(densepool_count(&pool), model_live);
			if (round % 64 == 0)
				assert_whole();
		}
		densepool_destroy(&pool);
	}
}

/*
 * Loops within loops, of all kinds, whose bodies free and take anything, give
 * memory back and get more. Each object bears the number of its life; a loop
 * keeps the first one that was born after it began, and which lives it has seen.
 */
#define LIVES 4000
static uint32_t lives, died_at[LIVES + 1], now_is;

static void give_life(struct bullet *b)
{
	b->damage = (int)++lives;
	died_at[lives] = 0;
}

static void end_life(struct bullet *b)
{
	died_at[b->damage] = ++now_is;
	drop(b);
}

static void change_something(void)
{
	const uint32_t dice = random_below(20);
	const uint32_t count = densepool_count(&pool);
	struct bullet *b;

	if (dice < 8 && lives < LIVES && count < 40) {
		b = take();
		assert_non_null(b);
		give_life(b);
	} else if (dice < 18 && count) {
		end_life(live_at(random_below(count)));
	} else if (dice == 18) {
		densepool_trim(&pool);
	} else {
		assert_int_equal(densepool_reserve(&pool, 100), 0);
	}
}

enum { FORWARD, REVERSE, PRESENT, BY_HAND };

static void random_loop(int depth);

struct watch {
	bool seen[LIVES + 1];
	uint32_t began;
};

static void see(struct watch *watch, const struct bullet *b, int kind)
{
	const uint32_t life = (uint32_t)b->damage;

	assert_true(densepool_contains(&pool, &b->node));
	assert_false(watch->seen[life]);
	if (kind == REVERSE || kind == PRESENT)
		assert_true(life <= watch->began);
	watch->seen[life] = true;
}

static void random_body(int depth)
{
	uint32_t n = random_below(3);

	while (n--)
		change_something();
	if (depth < 3 && random_below(4) == 0)
		random_loop(depth + 1);
	assert_whole();
}

static void random_loop(int depth)
{
	static struct watch watches[4];
	struct watch *watch = &watches[depth];
	const uint32_t stop = random_below(60);
	const int kind = (int)random_below(4);
	struct densepool_loop_ loop = LISH_LOOP_INIT;
	struct densepool_idx *node;
	const uint32_t start = now_is;
	uint32_t visits = 0, life;

	memset(watch, 0, sizeof(*watch));
	watch->began = lives;
	if (kind == FORWARD) {
		densepool_for_each_entry (b, &pool, struct bullet, node) {
			see(watch, b, kind);
			if (visits++ == stop)
				return;
			random_body(depth);
		}
	} else if (kind == REVERSE) {
		densepool_for_each_entry_reverse (b, &pool, struct bullet,
						  node) {
			see(watch, b, kind);
			if (visits++ == stop)
				return;
			random_body(depth);
		}
	} else if (kind == PRESENT) {
		densepool_for_each_entry_present (b, &pool, struct bullet,
						  node) {
			see(watch, b, kind);
			if (visits++ == stop)
				return;
			random_body(depth);
		}
	} else {
		hand_begin(&loop);
		while ((node = hand_next(&loop))) {
			see(watch, container_of(node, struct bullet, node),
			    kind);
			if (visits++ == stop) {
				densepool_close_(&loop);
				return;
			}
			random_body(depth);
		}
		densepool_close_(&loop);
	}
	/* None that lived all the time was missed. */
	for (life = 1; life <= lives; life++) {
		const bool counts = life <= watch->began ||
				    kind == FORWARD || kind == BY_HAND;

		if (counts && !died_at[life])
			assert_true(watch->seen[life]);
		if (died_at[life] && died_at[life] <= start)
			assert_false(watch->seen[life]);
	}
}

static void nested_loops_miss_nothing_and_repeat_nothing(void **state)
{
	struct bullet *b;
	uint32_t i, round;

	(void)state;
	if (!LISH_HAS_CLEANUP)
		return;
	for (round = 1; round < 60; round++) {
		seed = round;
		lives = 0;
		now_is = 0;
		make_pool(0);
		for (i = 0; i < random_below(30); i++) {
			b = take();
			assert_non_null(b);
			give_life(b);
		}
		for (i = 0; i < 8 && lives < LIVES - 200; i++)
			random_loop(0);
		assert_null(pool.parts.loops.first);
		densepool_destroy(&pool);
	}
}

#define CALL(name) densepool_##name
#define MADE(NAME) DENSEPOOL_##NAME
#define NODE densepool_idx
#include "pool_memory.h"

static void memory_beyond_the_node_is_as_promised(void **state)
{
	struct lish_config config = config_of(65536);
	double extra;

	(void)state;
	if ((size_t)-1 <= 65535)
		return;
	config.step = 0;
	assert_int_equal(sizeof(struct densepool_idx), 4);
	assert_int_equal(densepool_init(&pool, struct bullet, node, &config), 0);
	assert_int_equal(densepool_reserve(&pool, 65536), 0);
	extra = (double)(mem.bytes + sizeof(pool) -
			 65536 * sizeof(struct bullet)) /
		65536;
	print_message("%.3f bytes an object beyond its node\n", extra);
	assert_true(extra <= 8.2);
	assert_int_equal(densepool_stats(&pool).bytes, mem.bytes);
}

static void hooks_run_from_the_last_to_the_first(void **state)
{
	struct bullet *b[3];

	(void)state;
	make_pool_with_hooks(0);
	fill(b, 3);
	assert_diary(&diary, "m0 i0 m1 i1 m2 i2");
	/* [a b c |] becomes [c b | a], and [c b a |] */
	drop(b[0]);
	take();
	assert_diary(&diary, "f0 i0");
	densepool_clear(&pool);
	assert_diary(&diary, "f0 f1 f2");
	take();
	assert_diary(&diary, "i0");
	densepool_trim(&pool);
	assert_diary(&diary, "");
	densepool_clear(&pool);
	densepool_trim(&pool);
	assert_diary(&diary, "f0 u2 u1 u0");
	fill(b, 2);
	assert_diary(&diary, "m0 i0 m1 i1");
	densepool_destroy(&pool);
	assert_diary(&diary, "f1 f0 u1 u0");
}

/* Memory ran out after the array of pointers had moved. */
static void a_growth_that_fails_in_a_loop_does_not_harm_it(void **state)
{
	unsigned int n, visits, kind;
	struct bullet *b[64];

	(void)state;
	for (kind = 0; kind < 4; kind++) {
		for (n = 1; n <= 3; n++) {
			make_pool(0);
			fill(b, 64);
			visits = 0;
			densepool_for_each_entry(pos, &pool, struct bullet,
						 node) {
				if (visits++ != 10)
					continue;
				mem.allocs = 0;
				mem.fail_at = n;
				if (kind & 1) {
					while (take())
						;
				} else {
					while (!densepool_reserve(
						&pool,
						densepool_stats(&pool).capacity + 1))
						;
				}
				mem.fail_at = 0;
				if (kind & 2)
					drop(pos);
				assert_whole();
			}
			assert_true(visits >= 64);
			densepool_destroy(&pool);
		}
	}
}

static struct densepool_loop_ outer;
static unsigned int steps;

static void step_outer(char what, void *object)
{
	(void)object;
	if (what == 'm' && outer.loop.loop.owner &&
	    hand_next(&outer))
		steps++;
}

static void a_hook_may_step_a_loop_while_reserve_makes(void **state)
{
	static const struct densepool_loop_ fresh = LISH_LOOP_INIT;
	struct bullet *b[64];

	(void)state;
	outer = fresh;
	steps = 0;
	diary.then = step_outer;
	make_pool_with_hooks(0);
	fill(b, 64);
	hand_begin(&outer);
	diary.text[0] = 0;
	assert_int_equal(densepool_reserve(&pool, 100), 0);
	assert_int_equal(steps, 36);
	diary.then = NULL;
	assert_ptr_equal(hand_next(&outer), &b[36]->node);
	densepool_close_(&outer);
	assert_whole();
}

static void reserve_once_more(char what, void *object)
{
	(void)object;
	if (what != 'm')
		return;
	diary.then = NULL;
	assert_reported("densepool_reserve", LISH_IN_HOOK,
			assert_int_equal(densepool_reserve(&pool, 200),
					 -EINVAL));
}

static void nothing_is_reserved_while_reserve_makes(void **state)
{
	(void)state;
	make_pool_with_hooks(0);
	diary.then = reserve_once_more;
	assert_int_equal(densepool_reserve(&pool, 64), 0);
	assert_null(diary.then);
	assert_int_equal(densepool_stats(&pool).capacity, 64);
}

static void destroy_tells_a_stale_loop_from_one_that_runs(void **state)
{
	static struct densepool_loop_ loop = LISH_LOOP_INIT;
	static const struct densepool_loop_ fresh = LISH_LOOP_INIT;

	(void)state;
	make_pool(0);
	take();
	hand_begin(&loop);
	assert_reported("densepool_destroy", LISH_LOOPED, densepool_destroy(&pool));
	assert_int_equal(densepool_count(&pool), 1);
	/* As if something else lay there now. */
	loop = fresh;
	assert_reported("densepool_destroy", LISH_STALE_LOOP, densepool_destroy(&pool));
	assert_int_equal(densepool_check(&pool, NULL), LISH_UNINITIALIZED);
}

#if LISH_CHECK >= 1
/* Its word leads to the slot of another one. */
static void a_node_with_the_place_of_another_is_reported(void **state)
{
	struct bullet *b[2];
	uint32_t mark;

	(void)state;
	make_pool(0);
	fill(b, 2);
	mark = b[0]->node.slot;
	b[0]->node.slot = b[1]->node.slot;
	assert_reported("densepool_free", LISH_BAD_INDEX, drop(b[0]));
	b[0]->node.slot = mark;
	assert_order(b, "ab");
}

/* The node of an object that is NULL, where it begins with it and where not. */
static void the_nodes_of_null_objects_are_reported(void **state)
{
	struct bullet *none = NULL;
	struct densepool_idx *nodes[2];
	struct bullet *b;
	int i;

	(void)state;
	nodes[0] = NULL;
	nodes[1] = (struct densepool_idx *)(void *)((uintptr_t)none +
			offsetof(struct bullet, node));
	make_pool(0);
	b = take();
	for (i = 0; i < 2; i++) {
		assert_reported("densepool_free", LISH_NULL,
				densepool_free(&pool, nodes[i]));
		assert_reported("densepool_contains", LISH_NULL,
				assert_false(densepool_contains(
					&pool, nodes[i])));
		assert_ptr_equal(report.fault.node, nodes[i]);
	}
	assert_int_equal(densepool_count(&pool), 1);
	assert_true(densepool_contains(&pool, &b->node));
	assert_whole();
}
#endif

#define pool_test(test) \
	cmocka_unit_test_setup_teardown(test, setup, teardown)

POOL_TEST_OVERWRITTEN(densepool, node, "f3 f2 f4 f0")

POOL_TEST_RESERVE(densepool, node)
POOL_TEST_FULL(densepool, node, DENSEPOOL)

POOL_TEST_OVERWRITTEN_TRIM(densepool, node, 1)

/* The other pools have this. */
#define densepool_index_of(of, node) (densepool_contains(of, node) - 1)

POOL_TEST_HOOKS(densepool, node, DENSEPOOL_STORAGE, 0)

static uint32_t hook_visits(void)
{
	uint32_t n = 0, back = 0, present = 0, read = 0;

	densepool_for_each_entry(b, &hooked, struct bullet, node) {
		hook_visit(b);
		n++;
	}
	densepool_for_each_entry_reverse(b, &hooked, struct bullet, node) {
		hook_visit(b);
		back++;
	}
	densepool_for_each_entry_present(b, &hooked, struct bullet, node) {
		hook_visit(b);
		present++;
	}
	densepool_for_each_entry_const(b, &hooked, struct bullet, node) {
		hook_visit(b);
		read++;
	}
	assert_int_equal(back, n);
	assert_int_equal(present, n);
	assert_int_equal(read, n);
	return n;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		pool_test(densepool_define_at_each_place),
		pool_test(reserve_may_be_the_first_call_of_a_fixed_pool),
		pool_test(a_failed_init_leaves_a_zero_pool),
		pool_test(a_failed_growth_changes_nothing),
		pool_test(trim_gives_back_all_that_growth_took),
		pool_test(densepool_zalloc_entry_zeroes_all_but_the_node),
		pool_test(densepool_contains_knows_live_objects_of_this_pool),
		pool_test(densepool_stats_tells_all_figures),
		pool_test(densepool_span_shares_the_live_ones),
		pool_test(a_span_loop_writes_nothing_to_the_pool),
		pool_test(every_argument_is_evaluated_once),
		pool_test(the_last_one_closes_the_gap),
		pool_test(overwritten_objects_are_freed_with_all),
		pool_test(a_failed_reserve_keeps_no_memory),
		pool_test(a_full_pool_asks_before_it_refuses),
		pool_test(trim_keeps_what_was_overwritten),
		pool_test(hooks_see_one_pool),
		pool_test(without_fini_no_object_is_looked_at),
		pool_test(trim_closes_the_gaps_among_the_parked),
		pool_test(loops_visit_what_is_live),
		pool_test(the_loop_of_a_beginner_frees_all_that_died),
		pool_test(what_is_taken_in_a_loop_is_visited_by_it),
		pool_test(an_object_that_is_taken_again_is_a_new_one),
		pool_test(growth_and_trim_in_a_loop_are_noticed),
		pool_test(frozen_loops_refuse_changes),
#if LISH_HAS_CLEANUP
		pool_test(loops_may_be_left_by_return),
#endif
		pool_test(abandon_forgets_loops_that_were_left_open),
		pool_test(a_pool_may_be_destroyed_in_a_loop_after_stop),
		pool_test(const_loops_notice_changes),
		pool_test(hooks_may_loop),
		pool_test(hooks_keep_their_object_when_it_moves),
		pool_test(a_clear_ends_though_fini_allocs),
		pool_test(use_after_free_is_reported),
		pool_test(a_zero_pool_is_reported),
#if LISH_CHECK >= 1
		pool_test(frees_of_what_is_not_live_are_refused),
		pool_test(a_pool_of_another_type_is_reported),
#endif
#if LISH_CHECK >= 2
		pool_test(level_2_finds_damage_elsewhere),
#endif
		pool_test(check_looks_at_the_parked_and_the_counts),
		pool_test(what_a_hook_moved_and_wiped_is_found),
#if LISH_CHECK == 1
		pool_test(what_clear_has_buried_is_not_live),
#endif
		pool_test(a_loop_goes_on_with_what_came_after_a_clear),
		pool_test(what_is_no_pool_any_more_is_zero),
		pool_test(random_work_does_what_a_model_says),
		pool_test(alignment_is_that_of_the_type),
		pool_test(with_no_grow_only_reserve_allocates),
		pool_test(with_a_limit_no_alloc_copies_anything),
		pool_test(memory_beyond_the_node_is_as_promised),
		pool_test(hooks_run_from_the_last_to_the_first),
		pool_test(a_growth_that_fails_in_a_loop_does_not_harm_it),
		pool_test(a_hook_may_step_a_loop_while_reserve_makes),
		pool_test(nothing_is_reserved_while_reserve_makes),
		pool_test(destroy_tells_a_stale_loop_from_one_that_runs),
#if LISH_CHECK >= 1
		pool_test(a_node_with_the_place_of_another_is_reported),
		pool_test(the_nodes_of_null_objects_are_reported),
#endif
		pool_test(nested_loops_miss_nothing_and_repeat_nothing),
	};

	return run_test_group(tests);
}
