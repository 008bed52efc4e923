/* SPDX-License-Identifier: MIT */
/*
 * densepool: its names, its array and its loops. How pools grow, call hooks and
 * find misuse is shown in core/pool_test.c, how loops survive changes in
 * core/parts_test.c. Pictures show the array of pointers: live ones, a bar,
 * parked ones: [a c | b d]
 */
#include <linux-ish/densepool.h>

#define POOL densepool
#define NODE densepool_idx
#define CALL(name) densepool_##name
#define MADE(NAME) DENSEPOOL_##NAME
#define INIT_OF(pool, memory) DENSEPOOL_INIT(memory, struct bullet, node)
#define ALLOC densepool_alloc_entry
#define EXTRA 8.2
#include "pools_test.h"

static struct bullet *victim;
static uint32_t seed;

static uint32_t random_below(uint32_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
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
			 container_of((struct densepool_idx *)(void *)node, struct bullet, node));
	return container_of((struct densepool_idx *)(void *)node, struct bullet, node);
}

static struct bullet *live_at(uint32_t index)
{
	return live_in(&pool, index);
}

/* The loop of a macro, one step at a time. */
static void hand_begin(struct densepool_loop_ *loop)
{
	(void)densepool_open_(&pool, loop, LISH_PART_PLAIN_);
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

TEST(densepool_stats_tells_all_figures)
{
	struct bullet *b[70];
	struct lish_stats stats;
	int i;

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

TEST(densepool_span_shares_the_live_ones)
{
	const struct lish_span beyond = { 2, UINT32_MAX }, off = { 9, 1 };
	struct bullet *b[5];
	uint32_t part, parts, visits;

	make_pool(0);
	fill(b, 5);
	for (parts = 1; parts < 8; parts++) {
		visits = 0;
		for (part = 0; part < parts; part++) {
			densepool_for_each_entry_span(
				pos, &pool, densepool_span(&pool, part, parts), struct bullet, node)
				assert_ptr_equal(pos, b[visits++]);
		}
		assert_int_equal(visits, 5);
	}
	visits = 0;
	densepool_for_each_entry_span(pos, &pool, beyond, struct bullet, node)
		visits += pos == b[2 + visits];
	densepool_for_each_entry_span(pos, &pool, off, struct bullet, node)
		fail_msg("%p is beyond", (void *)pos);
	assert_int_equal(visits, 3);
	assert_reported("densepool_span", LISH_BAD_RANGE,
			assert_int_equal(densepool_span(&pool, 2, 2).count, 0));
	assert_reported("densepool_span", LISH_BAD_RANGE,
			assert_int_equal(densepool_span(&pool, 0, 0).count, 0));
}

TEST(at_asks_for_the_type)
{
	make_pool(0);
	(void)take();
	assert_non_null(densepool_at_entry(&pool, 0, struct bullet, node));
	if (LISH_CHECK >= 1)
		assert_reported("densepool_at_entry", LISH_WRONG_TYPE,
				assert_null(densepool_at_entry(&pool, 0, struct other, node)));
}

TEST(a_span_loop_writes_nothing_to_the_pool)
{
	static struct {
		struct densepool pool;
		DENSEPOOL_STORAGE(mem, struct bullet, 70);
	} world, before;
	struct densepool *p = &world.pool;
	uint32_t visits, n;

	memset(&world, 0, sizeof(world));
	densepool_init_in(p, struct bullet, node, &world.mem, NULL);
	for (n = 0; n < 70; n++)
		assert_non_null(densepool_alloc_entry(p, struct bullet, node));
	/* Another one comes to its place; the freed memory lives again. */
	densepool_free(p, &world.mem.objects[3].node);
	assert_ptr_equal(densepool_alloc_entry(p, struct bullet, node), &world.mem.objects[3]);
	memcpy(&before, &world, sizeof(world));
	visits = 0;
	densepool_for_each_entry_span(pos, p, densepool_span(p, 0, 7), struct bullet, node) {
		assert_memory_equal(&before, &world, sizeof(world));
		densepool_for_each_entry_span(i, p, densepool_span(p, 6, 7), struct bullet, node)
			visits += densepool_contains(p, &i->node) && i != pos;
		if (visits == 40)
			break;
	}
	assert_int_equal(visits, 40);
	assert_memory_equal(&before, &world, sizeof(world));
}

TEST(every_argument_is_evaluated_once)
{
	struct bullet *b[2];
	struct densepool *const pools[] = { &pool, &pool, NULL };
	struct densepool *const *p = pools;
	uint32_t i = 0;

	make_pool(0);
	fill(b, 2);
	assert_non_null(densepool_alloc_entry(*p++, struct bullet, node));
	densepool_for_each_entry(pos, *p++, struct bullet, node)
		i += pos != NULL;
	assert_int_equal(i, 3);
	assert_null(*p);
}

/* The array */

TEST(trim_closes_the_gaps_among_the_parked)
{
	struct bullet *b[200];
	int i;

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

TEST(loops_visit_what_is_live)
{
	static const char *const forward[] = { "", "a", "ab", "abcd" };
	static const char *const backward[] = { "", "a", "ba", "dcba" };
	static const unsigned int counts[] = { 0, 1, 2, 4 };
	const struct densepool *readable = &pool;
	struct bullet *b[6];
	char seen[7][8];
	size_t i, k;

	make_pool(0);
	for (i = 0; i < ARRAY_SIZE(counts); i++) {
		memset(seen, 0, sizeof(seen));
		densepool_clear(&pool);
		fill(b, 6);
		/* [a b .. | parked] */
		while (densepool_count(&pool) > counts[i])
			drop(b[densepool_count(&pool) - 1]);
		densepool_for_each_entry(pos, &pool, struct bullet, node)
			visit(seen[0], b, pos);
		densepool_for_each_entry_safe(pos, &pool, const struct bullet, node)
			visit(seen[1], b, pos);
		densepool_for_each_entry_present(pos, &pool, struct bullet, node)
			visit(seen[2], b, pos);
		densepool_for_each_entry_frozen(pos, &pool, struct bullet, node)
			visit(seen[3], b, pos);
		densepool_for_each_entry_const(pos, readable, const struct bullet, node)
			visit(seen[4], b, pos);
		densepool_for_each_entry_span(pos, readable, densepool_span(readable, 0, 1),
					      struct bullet, node)
			visit(seen[5], b, pos);
		densepool_for_each_entry_reverse(pos, &pool, const struct bullet, node)
			visit(seen[6], b, pos);
		for (k = 0; k < 6; k++)
			assert_string_equal(seen[k], forward[i]);
		assert_string_equal(seen[6], backward[i]);
		assert_null(pool.parts.loops.first);
	}
}

/* What everybody writes: it must do what everybody expects. */
TEST(the_loop_of_a_beginner_frees_all_that_died)
{
	struct bullet *b[6];
	char seen[8] = "";
	int i;

	make_pool(0);
	fill(b, 6);
	for (i = 0; i < 6; i++)
		b[i]->damage = i % 2 + 1;
	densepool_for_each_entry(pos, &pool, struct bullet, node) {
		visit(seen, b, pos);
		if (--pos->damage == 0)
			drop(pos);
	}
	/* [a b c d e f] -> [f b c d e] -> [f b e d] -> [f b d] */
	assert_string_equal(seen, "afbced");
	assert_order(b, "fbd");
	densepool_for_each_entry(pos, &pool, struct bullet, node)
		drop(pos);
	assert_false(densepool_count(&pool));
}

TEST(what_is_taken_in_a_loop_is_visited_by_it)
{
	struct bullet *b[4];
	int forward = 0, backward = 0, present = 0;

	make_pool(0);
	fill(b, 2);
	densepool_for_each_entry(pos, &pool, struct bullet, node) {
		if (forward++ < 2)
			b[1 + forward] = take();
		(void)pos;
	}
	assert_int_equal(forward, 4);
	densepool_for_each_entry_present(pos, &pool, struct bullet, node) {
		present++;
		assert_non_null(take());
		(void)pos;
	}
	assert_int_equal(present, 4);
	densepool_for_each_entry_reverse(pos, &pool, struct bullet, node) {
		backward++;
		assert_non_null(take());
		(void)pos;
	}
	assert_int_equal(backward, 8);
}

/* What is freed is the first that is taken: a new one, at the end. */
TEST(an_object_that_is_taken_again_is_a_new_one)
{
	struct bullet *b[3];
	char seen[8] = "";

	make_pool(0);
	fill(b, 3);
	densepool_for_each_entry(pos, &pool, struct bullet, node) {
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

TEST(growth_and_trim_in_a_loop_are_noticed)
{
	struct bullet *b[64];
	int visits = 0;

	make_pool(0);
	fill(b, 64);
	densepool_for_each_entry(pos, &pool, struct bullet, node) {
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
	densepool_for_each_entry(pos, &pool, struct bullet, node) {
		visits++;
		densepool_clear(&pool);
		densepool_trim(&pool);
		(void)pos;
	}
	assert_int_equal(visits, 1);
	assert_int_equal(densepool_stats(&pool).capacity, 0);
}

TEST(a_loop_goes_on_in_the_array_that_a_trim_has_moved)
{
	struct bullet *b[64];
	int visits = 0;

	make_pool(0);
	fill(b, 64);
	assert_int_equal(densepool_reserve(&pool, 1000), 0);
	densepool_for_each_entry(pos, &pool, struct bullet, node) {
		assert_ptr_equal(pos, b[visits]);
		if (++visits == 20)
			densepool_trim(&pool);
	}
	assert_int_equal(visits, 64);
	assert_int_equal(densepool_stats(&pool).capacity, 64);
}

TEST(a_pool_may_be_destroyed_in_a_loop_after_stop)
{
	struct densepool *heap = (struct densepool *)malloc(sizeof(*heap));
	int outer = 0, inner = 0;

	assert_non_null(heap);
	assert_int_equal(densepool_init(heap, struct bullet, node, NULL), 0);
	densepool_alloc_entry(heap, struct bullet, node)->damage = 1;
	densepool_alloc_entry(heap, struct bullet, node)->damage = 2;
	densepool_for_each_entry(a, heap, struct bullet, node) {
		outer++;
		densepool_for_each_entry_reverse(b, heap, struct bullet, node) {
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

static void loop_over_all(char what, void *object)
{
	int visits = 0;

	if (what != 'f')
		return;
	densepool_for_each_entry_frozen(pos, &pool, struct bullet, node) {
		visits++;
		if (pos != object)
			assert_reported("densepool_free", LISH_FROZEN, drop(pos));
	}
	assert_int_equal(visits, 2);
}

TEST(hooks_may_loop)
{
	struct bullet *b[2];

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

TEST(hooks_keep_their_object_when_it_moves)
{
	struct bullet *b[3];
	int looped;

	/* Without a loop, in one, and where the loop stands on what goes. */
	for (looped = 0; looped < 3; looped++) {
		struct densepool_loop_ loop = LISH_LOOP_INIT;

		make_pool_with_hooks(0);
		fill(b, 2);
		if (looped)
			hand_begin(&loop);
		if (looped == 2)
			assert_ptr_equal(hand_next(&loop), &b[0]->node);
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

TEST(a_clear_ends_though_fini_allocs)
{
	struct bullet *b[4];

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

TEST(a_loop_over_a_pool_that_was_never_made_visits_nothing)
{
	unsigned int visits = 0;

	assert_int_equal(densepool_init(&pool, struct bullet, node, NULL), 0);
	densepool_for_each_entry(pos, &pool, struct bullet, node)
		visits++;
	densepool_destroy(&pool);
#if LISH_CHECK >= 1
	assert_reported("densepool_for_each_entry", LISH_UNINITIALIZED,
			densepool_for_each_entry(pos, &pool, struct bullet, node) visits++);
#endif
	assert_int_equal(visits, 0);
}

/* Of memory of any content, whatever fails, and after a life. */
TEST(what_is_no_pool_any_more_is_zero)
{
	static const struct densepool zero;
	struct lish_config config = LISH_CONFIG_INIT;
	static const struct test_mem fresh = TEST_MEM_INIT;
	struct test_mem from = fresh;
	unsigned int fail;
	int err = -ENOMEM;

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

TEST(what_a_hook_moved_and_wiped_is_found)
{
	struct bullet *b[4];

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
TEST(what_clear_has_buried_is_not_live)
{
	struct bullet *b[4];

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
TEST(a_loop_goes_on_with_what_came_after_a_clear)
{
	unsigned int visits = 0, i;
	struct bullet *b[4];

	make_pool(0);
	fill(b, 4);
	densepool_for_each_entry(pos, &pool, struct bullet, node) {
		(void)pos;
		if (++visits != 3)
			continue;
		densepool_clear(&pool);
		for (i = 0; i < 4; i++)
			assert_non_null(take());
	}
	assert_int_equal(visits, 3 + 4);
}

TEST(check_looks_at_the_parked_and_the_counts)
{
	const struct densepool_idx *fault;
	struct bullet *b[4];

	make_pool(0);
	fill(b, 4);
	drop(b[3]);
	b[3]->node.slot = 0;
	assert_int_equal(densepool_check(&pool, &fault), LISH_BAD_INDEX);
	assert_ptr_equal(fault, &b[3]->node);
	assert_ptr_equal(container_of(fault, const struct bullet, node), b[3]);
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

	densepool_for_each_entry_frozen(b, &pool, struct bullet, node)
		assert_ptr_equal(b, model[i++]);
	assert_int_equal(i, model_live);
}

TEST(random_work_does_what_a_model_says)
{
	uint32_t round, i;

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

TEST(hooks_run_from_the_last_to_the_first)
{
	struct bullet *b[3];

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
TEST(a_growth_that_fails_in_a_loop_does_not_harm_it)
{
	unsigned int n, visits, kind;
	struct bullet *b[64];

	for (kind = 0; kind < 4; kind++) {
		for (n = 1; n <= 3; n++) {
			make_pool(0);
			fill(b, 64);
			visits = 0;
			densepool_for_each_entry(pos, &pool, struct bullet, node) {
				if (visits++ != 10)
					continue;
				mem.allocs = 0;
				mem.fail_at = n;
				if (kind & 1) {
					while (take())
						;
				} else {
					while (!densepool_reserve(
						&pool, densepool_stats(&pool).capacity + 1))
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
	if (what == 'm' && outer.loop.loop.owner && hand_next(&outer))
		steps++;
}

TEST(a_hook_may_step_a_loop_while_reserve_makes)
{
	static const struct densepool_loop_ fresh = LISH_LOOP_INIT;
	struct bullet *b[64];

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
			assert_int_equal(densepool_reserve(&pool, 200), -EINVAL));
}

TEST(nothing_is_reserved_while_reserve_makes)
{
	make_pool_with_hooks(0);
	diary.then = reserve_once_more;
	assert_int_equal(densepool_reserve(&pool, 64), 0);
	assert_null(diary.then);
	assert_int_equal(densepool_stats(&pool).capacity, 64);
}

#if LISH_CHECK >= 1
/* Its word leads to the slot of another one. */
TEST(a_node_with_the_place_of_another_is_reported)
{
	struct bullet *b[2];
	uint32_t mark;

	make_pool(0);
	fill(b, 2);
	mark = b[0]->node.slot;
	b[0]->node.slot = b[1]->node.slot;
	assert_reported("densepool_free", LISH_BAD_INDEX, drop(b[0]));
	b[0]->node.slot = mark;
	assert_order(b, "ab");
}

#endif

POOL_TEST_OVERWRITTEN(densepool, node, "f3 f2 f4 f0")

POOL_TEST_RESERVE(densepool, node)
POOL_TEST_FULL(densepool, node, DENSEPOOL)

POOL_TEST_OVERWRITTEN_TRIM(densepool, node, 1)

/* The other pools have this. */
#define densepool_index_of(of, node) (densepool_contains(of, node) - 1)

POOL_TEST_HOOKS(densepool, node, DENSEPOOL_STORAGE)

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

TEST(a_for_each_loop_that_is_not_registered_is_found_when_it_ends)
{
	struct densepool_loop_ loop;

	make_pool(0);
	assert_non_null(take());
	hand_begin(&loop);
	pool.parts.loops.first = NULL;
	assert_reported("densepool_for_each_entry", LISH_STALE_LOOP, densepool_close_(&loop));
	/* The loop of the macro, however it is built. */
	assert_reported("densepool_for_each_entry", LISH_STALE_LOOP,
			densepool_for_each_entry(pos, &pool, struct bullet, node) {
				pool.parts.loops.first = NULL;
				break;
			});
	assert_whole();
}

TEST_MAIN(setup, teardown)
