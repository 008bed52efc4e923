/* SPDX-License-Identifier: MIT */
/*
 * densepool: what each pool does, then the array and its loops. Pictures show
 * the array of pointers: live ones, a bar, parked ones: [a c | b d]
 */
#include <linux-ish/densepool.h>

#define POOL densepool
#define POOL_NODE densepool_idx
#define POOL_DEFINE DENSEPOOL_DEFINE
#define POOL_BYTES DENSEPOOL_BYTES
#define POOL_SLOT node.dense.slot
#define POOL_NODE_SIZE 4
#define POOL_EXTRA_SIZE (0.2 + sizeof(void *))
#define POOL_HAS_STACK 0
#define POOL_YOUNGEST_FIRST 0
#define POOL_WIPED LISH_BAD_INDEX

#include "each_pool.h"

/* The live ones are these, by their index in all, a for 0. */
static void assert_order(const struct densepool *p, struct bullet *const *all,
			 const char *names)
{
	uint32_t i;

	assert_whole();
	assert_int_equal(densepool_count(p), strlen(names));
	for (i = 0; names[i]; i++) {
		const struct bullet *b = all[names[i] - 'a'];

		assert_ptr_equal(densepool_at(p, i), b);
		assert_int_equal(densepool_index_of(p, b), i);
	}
	assert_null(densepool_at(p, i));
}

/* The array */

static void the_last_one_closes_the_gap(void **state)
{
	struct bullet *b[130];

	(void)state;
	make_pool(0);
	fill(b, 4);
	/* [a b c d |] -> [d b c | a] -> [c b | d a] -> [c | b d a] */
	assert_int_equal(densepool_free(&pool, b[0]), 0);
	assert_int_equal(densepool_free(&pool, b[3]), 0);
	assert_int_equal(densepool_free(&pool, b[1]), 0);
	assert_order(&pool, b, "c");
	fill(b + 4, 3);
	assert_order(&pool, b, "cbda");
	/* from one chunk to another, too */
	densepool_clear(&pool);
	fill(b, 130);
	assert_int_equal(densepool_free(&pool, b[64]), 0);
	assert_ptr_equal(densepool_at(&pool, 64), b[129]);
	assert_null(densepool_at(&pool, 129));
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
		densepool_free(&pool, b[i]);
	assert_int_equal(densepool_trim(&pool), 0);
	assert_int_equal(densepool_capacity(&pool), 64);
	assert_whole();
	for (i = 63; i > 0; i--)
		assert_ptr_equal(take(), b[i]);
	assert_whole();
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
	struct densepool_loop by_hand = DENSEPOOL_LOOP_INIT;
	struct densepool_idx *at;
	struct bullet *b[6];
	char seen[6][8];
	size_t i;

	(void)state;
	make_pool(0);
	densepool_loop_end(&by_hand); /* has not begun */
	assert_null(densepool_loop_next(&by_hand));
	for (i = 0; i < ARRAY_SIZE(counts); i++) {
		memset(seen, 0, sizeof(seen));
		densepool_clear(&pool);
		fill(b, 6);
		/* [a b .. | parked] */
		while (densepool_count(&pool) > counts[i])
			densepool_free(&pool, b[densepool_count(&pool) - 1]);
		densepool_for_each_entry (pos, &pool, struct bullet, node)
			visit(seen[0], b, pos);
		densepool_for_each_entry_reverse (pos, &pool,
						  const struct bullet, node)
			visit(seen[1], b, pos);
		densepool_for_each_entry_safe (pos, readable,
					       const struct bullet, node)
			visit(seen[2], b, pos);
		densepool_for_each_entry_const (pos, readable,
						const struct bullet, node)
			visit(seen[3], b, pos);
		densepool_for_each_entry_span (pos, readable,
					       densepool_span(readable, 0, 1),
					       struct bullet, node)
			visit(seen[4], b, pos);
		densepool_loop_begin(&by_hand, &pool);
		while ((at = densepool_loop_next(&by_hand)))
			visit(seen[5], b,
			      densepool_entry(at, struct bullet, node));
		assert_int_equal(densepool_clear(&pool), -EBUSY);
		densepool_loop_end(&by_hand);
		densepool_loop_end(&by_hand);
		assert_string_equal(seen[0], forward[i]);
		assert_string_equal(seen[1], backward[i]);
		assert_string_equal(seen[2], backward[i]);
		assert_string_equal(seen[3], forward[i]);
		assert_string_equal(seen[4], forward[i]);
		assert_string_equal(seen[5], forward[i]);
	}
}

static void assert_refusing(struct bullet *const *b, const char *names)
{
	const uint32_t failed = densepool_failed(&pool);

	assert_int_equal(densepool_free(&pool, b[0]), -EBUSY);
	assert_null(take());
	assert_null(densepool_alloc_zero(&pool));
	assert_int_equal(densepool_failed(&pool), failed + 2);
	assert_int_equal(densepool_clear(&pool), -EBUSY);
	assert_int_equal(densepool_trim(&pool), -EBUSY);
	assert_int_equal(densepool_reserve(&pool, 200), -EBUSY);
	assert_int_equal(densepool_set_hooks(&pool, NULL, NULL), -EBUSY);
	assert_reported("densepool_destroy", LISH_LOOPED,
			densepool_destroy(&pool));
	assert_order(&pool, b, names);
}

static void plain_loops_refuse_changes(void **state)
{
	struct bullet *b[4];
	int visits = 0;

	(void)state;
	make_pool(0);
	fill(b, 4);
	densepool_free(&pool, b[3]);
	densepool_for_each_entry (outer, &pool, struct bullet, node) {
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
	assert_int_equal(densepool_free(&pool, b[0]), 0);
	densepool_for_each_entry (pos, &pool, struct bullet, node)
		break;
	assert_int_equal(densepool_free(&pool, b[1]), 0);
	assert_order(&pool, b, "c");
}

#if LISH_HAS_CLEANUP
static struct bullet *first_of(struct densepool *p)
{
	densepool_for_each_entry (pos, p, struct bullet, node)
		return pos;
	return NULL;
}

static void plain_loops_may_be_left_by_return(void **state)
{
	struct bullet *b[2];

	(void)state;
	make_pool(0);
	fill(b, 2);
	assert_ptr_equal(first_of(&pool), b[0]);
	assert_int_equal(densepool_free(&pool, b[0]), 0);
}
#endif

static void abandon_allows_changes_again(void **state)
{
	static struct densepool_loop loop;
	struct bullet *b[1];

	(void)state;
	make_pool(0);
	fill(b, 1);
	densepool_loop_begin(&loop, &pool);
	assert_int_equal(densepool_free(&pool, b[0]), -EBUSY);
	densepool_abandon(&pool);
	assert_int_equal(densepool_free(&pool, b[0]), 0);
}

static void safe_loops_allow_freeing_the_current_one(void **state)
{
	struct bullet *b[8];
	char seen[16] = "";

	(void)state;
	make_pool(0);
	fill(b, 6);
	densepool_for_each_entry_safe (pos, &pool, struct bullet, node) {
		visit(seen, b, pos);
		/* every other one; the last of them takes two */
		if (pos == b[5] || pos == b[3] || pos == b[1])
			assert_int_equal(densepool_free(&pool, pos), 0);
		if (pos == b[1]) {
			assert_ptr_equal(take(), b[1]);
			assert_ptr_equal(take(), b[3]);
		}
	}
	assert_string_equal(seen, "fedcba");
	assert_order(&pool, b, "aecbd");
}

static void safe_loops_allow_freeing_all(void **state)
{
	struct bullet *b[6];

	(void)state;
	make_pool(0);
	fill(b, 6);
	densepool_for_each_entry_safe (pos, &pool, struct bullet, node)
		assert_int_equal(densepool_free(&pool, pos), 0);
	assert_true(densepool_empty(&pool));
	fill(b, 6);
	/* clear and trim as well */
	densepool_for_each_entry_safe (pos, &pool, struct bullet, node) {
		assert_int_equal(densepool_clear(&pool), 0);
		assert_int_equal(densepool_trim(&pool), 0);
	}
	assert_int_equal(densepool_capacity(&pool), 0);
}

static void loop_over_all(char what, void *object)
{
	int visits = 0;

	if (what != 'f')
		return;
	densepool_for_each_entry (pos, &pool, struct bullet, node) {
		visits++;
		if (pos != object)
			assert_int_equal(densepool_free(&pool, pos), -EBUSY);
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
	assert_int_equal(densepool_free(&pool, b[0]), 0);
	diary.then = NULL;
	assert_order(&pool, b, "b");
}

/* Its object is moved to the gap of the one that it frees. */
static void free_the_first(char what, void *object)
{
	struct bullet *other = victim;

	if (!other || what == 'm')
		return;
	victim = NULL;
	assert_int_equal(densepool_free(&pool, other), 0);
	assert_int_equal(densepool_index_of(&pool, object), 0);
	assert_true(densepool_is_live(&pool, object));
#if LISH_CHECK >= 1
	assert_reported("densepool_free", LISH_IN_HOOK,
			densepool_free(&pool, object));
#endif
	assert_whole();
}

static void hooks_keep_their_object_when_it_moves(void **state)
{
	struct bullet *b[3];

	(void)state;
	make_pool_with_hooks(0);
	fill(b, 2);
	diary.then = free_the_first;
	victim = b[0];
	/* [a b c |] -> [c b | a] while c is initialised */
	b[2] = take();
	assert_order(&pool, b, "cb");
	assert_ptr_equal(take(), b[0]);
	/* [c b a |] -> [a b | c] while a goes -> [b | a c] */
	victim = b[2];
	assert_int_equal(densepool_free(&pool, b[0]), 0);
	assert_order(&pool, b, "b");
	assert_ptr_equal(take(), b[0]);
}

/* Damage */

static void a_zero_array_is_reported(void **state)
{
	struct densepool_loop loop;
#if LISH_CHECK >= 1
	struct bullet b;
#endif

	(void)state;
	assert_reported("dense_span", LISH_UNINITIALIZED,
			assert_int_equal(densepool_span(&pool, 0, 1).count, 0));
	assert_reported("dense_loop_begin", LISH_UNINITIALIZED,
			densepool_loop_begin(&loop, &pool));
	assert_null(densepool_loop_next(&loop));
	assert_reported("dense_abandon", LISH_UNINITIALIZED,
			densepool_abandon(&pool));
#if LISH_CHECK >= 1
	memset(&b, 0, sizeof(b));
	assert_reported("densepool_free", LISH_UNINITIALIZED,
			assert_int_equal(densepool_free(&pool, &b), -EINVAL));
#endif
}

#if LISH_CHECK >= 2
static void level_2_refuses_a_free_with_einval(void **state)
{
	struct bullet *b[2];

	(void)state;
	make_pool(0);
	fill(b, 2);
	b[1]->POOL_SLOT = 0;
	assert_reported("densepool_free", LISH_BAD_INDEX,
			assert_int_equal(densepool_free(&pool, b[0]), -EINVAL));
	b[1]->POOL_SLOT = 2;
	assert_int_equal(densepool_free(&pool, b[0]), 0);
}
#endif

static void check_looks_at_the_parked_and_the_counts(void **state)
{
	const struct densepool_idx *fault;
	struct bullet *b[4];

	(void)state;
	make_pool(0);
	fill(b, 4);
	densepool_free(&pool, b[3]);
	b[3]->POOL_SLOT = 0;
	assert_int_equal(densepool_check(&pool, &fault), LISH_BAD_INDEX);
	assert_ptr_equal(fault, &b[3]->node);
	assert_ptr_equal(densepool_entry_const(fault, struct bullet, node),
			 b[3]);
	b[3]->POOL_SLOT = 4;
	pool.live.count = 5;
	assert_int_equal(densepool_check(&pool, &fault), LISH_BAD_COUNT);
	assert_null(fault);
	pool.live.count = 3;
	pool.filled = 65;
	assert_int_equal(densepool_check(&pool, &fault), LISH_BAD_COUNT);
	pool.filled = 4;
	pool.live.capacity = 63;
	assert_int_equal(densepool_check(&pool, &fault), LISH_BAD_COUNT);
	pool.live.capacity = 64;
	assert_whole();
}

/* Everything at once */

/* The model: the live ones in their order, and the parked ones, next first. */
#define MOST 300
static struct bullet *model[MOST];
static uint32_t model_live, model_parked;

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
		assert_int_equal(lish_chunks_find_(&pool.chunks, b),
				 model_live);
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
	assert_int_equal(densepool_free(&pool, b), 0);
	model[at] = model[--model_live];
	model[model_live] = b;
	model_parked++;
}

static void model_trim(void)
{
	uint32_t i, to, top = 0;

	for (i = 0; i < model_live; i++) {
		const uint32_t slot =
			(uint32_t)lish_chunks_find_(&pool.chunks, model[i]);

		if (slot >= top)
			top = slot + 1;
	}
	top = (top + 63) / 64 * 64;
	for (to = i = model_live; i < model_live + model_parked; i++) {
		if (lish_chunks_find_(&pool.chunks, model[i]) < (int32_t)top)
			model[to++] = model[i];
	}
	model_parked = to - model_live;
	assert_int_equal(densepool_trim(&pool), 0);
}

static void model_loop(void)
{
	uint32_t i = model_live;

	densepool_for_each_entry_safe (b, &pool, struct bullet, node) {
		assert_ptr_equal(b, model[--i]);
		if (random_below(8) == 0) {
			assert_int_equal(densepool_free(&pool, b), 0);
			model[i] = model[--model_live];
			model[model_live] = b;
			model_parked++;
		} else if (random_below(16) == 0) {
			model_alloc(3);
		}
	}
	assert_int_equal(i, 0);
	densepool_for_each_entry (b, &pool, struct bullet, node)
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
				assert_int_equal(densepool_clear(&pool), 0);
				model_live = model_parked = 0;
			}
			assert_int_equal(densepool_count(&pool), model_live);
			if (round % 64 == 0)
				assert_whole();
		}
		densepool_destroy(&pool);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		pool_test(the_last_one_closes_the_gap),
		pool_test(trim_closes_the_gaps_among_the_parked),
		pool_test(loops_visit_what_is_live),
		pool_test(plain_loops_refuse_changes),
#if LISH_HAS_CLEANUP
		pool_test(plain_loops_may_be_left_by_return),
#endif
		pool_test(abandon_allows_changes_again),
		pool_test(safe_loops_allow_freeing_the_current_one),
		pool_test(safe_loops_allow_freeing_all),
		pool_test(hooks_may_loop),
		pool_test(hooks_keep_their_object_when_it_moves),
		pool_test(a_zero_array_is_reported),
#if LISH_CHECK >= 2
		pool_test(level_2_refuses_a_free_with_einval),
#endif
		pool_test(check_looks_at_the_parked_and_the_counts),
		pool_test(random_work_does_what_a_model_says),
	};

	return run_test_group(pool_tests) + run_test_group(tests);
}
