/* SPDX-License-Identifier: MIT */
/*
 * ipool, one test a name. How pools grow, call hooks and find misuse is shown
 * in core/pool_test.c.
 */
#include "pool_test.h"

#include <linux-ish/ipool.h>

struct shell {
	struct ipool_idx node;
	int power;
};

static struct ipool pool;

static int setup(void **state)
{
	(void)state;
	memset(&pool, 0x5a, sizeof(pool));
	return ipool_init(&pool, struct shell, node, NULL);
}

static int teardown(void **state)
{
	(void)state;
	if (pool.base.size)
		ipool_destroy(&pool);
	return 0;
}

static struct shell *take(void)
{
	return ipool_alloc_entry(&pool, struct shell, node);
}

/* Storage: each form at each place. */

extern struct ipool everywhere;
IPOOL_DEFINE(everywhere, struct shell, node, 2);
IPOOL_DEFINE_STATIC(here, struct shell, node, 2);

static IPOOL_STORAGE(shells, struct shell, 2);
static struct ipool of_storage = IPOOL_INIT(shells, struct shell, node);

struct world {
	struct ipool shells;
	IPOOL_STORAGE(memory, struct shell, 2);
};

static struct world world = { IPOOL_INIT(world.memory, struct shell, node),
			      { { { { 0 }, 0 } }, { 0 } } };

/* [0 1] and nothing more, beginning where its memory does. */
static void assert_two(struct ipool *two, const void *first)
{
	struct shell *a = ipool_alloc_entry(two, struct shell, node);
	struct shell *b = ipool_alloc_entry(two, struct shell, node);

	assert_ptr_equal(a, first);
	assert_ptr_equal(b, a + 1);
	assert_null(ipool_alloc_entry(two, struct shell, node));
	ipool_free(two, &a->node);
	assert_ptr_equal(ipool_alloc_entry(two, struct shell, node), a);
	assert_int_equal(ipool_check(two, NULL), LISH_OK);
	ipool_destroy(two);
	assert_int_equal(ipool_check(two, NULL), LISH_UNINITIALIZED);
}

static void ipool_define_at_each_place(void **state)
{
	IPOOL_DEFINE_STATIC(inside, struct shell, node, 2);
	IPOOL_STORAGE(on_stack, struct shell, 2);
	struct ipool local;
	struct world *any = (struct world *)malloc(sizeof(*any));

	(void)state;
	assert_two(&everywhere, &everywhere_storage_);
	assert_two(&here, &here_storage_);
	assert_two(&inside, &inside_storage_);
	assert_two(&of_storage, &shells);
	assert_two(&world.shells, &world.memory);
	memset(&on_stack, 0x5a, sizeof(on_stack));
	ipool_init_in(&local, struct shell, node, &on_stack);
	assert_two(&local, &on_stack);
	assert_non_null(any);
	memset(any, 0x5a, sizeof(*any));
	ipool_init_in(&any->shells, struct shell, node, &any->memory);
	assert_two(&any->shells, &any->memory);
	free(any);
}

/* A world is put back by one copy to the place where it was. */
static void a_world_can_be_put_back(void **state)
{
	static struct world now, then;
	struct shell *a, *b;

	(void)state;
	if (is_watched())
		return;
	ipool_init_in(&now.shells, struct shell, node, &now.memory);
	a = ipool_alloc_entry(&now.shells, struct shell, node);
	a->power = 7;
	then = now;
	b = ipool_alloc_entry(&now.shells, struct shell, node);
	ipool_free(&now.shells, &a->node);
	now = then;
	assert_true(ipool_contains(&now.shells, &a->node));
	assert_int_equal(a->power, 7);
	assert_ptr_equal(ipool_alloc_entry(&now.shells, struct shell, node), b);
	assert_int_equal(ipool_check(&now.shells, NULL), LISH_OK);
}

static void ipool_init_reads_the_config_only_once(void **state)
{
	struct lish_config *config =
		(struct lish_config *)calloc(1, sizeof(*config));

	(void)state;
	ipool_destroy(&pool);
	assert_non_null(config);
	config->limit = 2;
	config->no_grow = true;
	config->initial = 1;
	assert_int_equal(ipool_init(&pool, struct shell, node, config), 0);
	free(config);
	assert_int_equal(ipool_stats(&pool).limit, 2);
	assert_non_null(take());
}

static void ipool_limit_may_be_any_number(void **state)
{
	struct lish_config config = LISH_CONFIG_INIT;

	(void)state;
	ipool_destroy(&pool);
	config.limit = UINT32_MAX;
	assert_int_equal(ipool_init(&pool, struct shell, node, &config), 0);
	assert_int_equal(ipool_stats(&pool).limit, LISH_MAX_COUNT);
	assert_non_null(take());
	assert_int_equal(ipool_reserve(&pool, UINT32_MAX), -ENOSPC);
}

static void ipool_alloc_entry_then_free_then_alloc_again(void **state)
{
	struct shell *a = take(), *b = take();

	(void)state;
	ipool_free(&pool, &b->node);
	ipool_free(&pool, &a->node);
	/* [a b] a was freed last; freeing the last one moves no border */
	assert_ptr_equal(take(), a);
	assert_ptr_equal(take(), b);
	assert_ptr_equal(take(), b + 1);
}

static void ipool_zero_object_spares_the_node(void **state)
{
	struct shell *a = take();

	(void)state;
	a->power = 7;
	ipool_zero_object(&pool, &a->node);
	assert_int_equal(a->power, 0);
	assert_true(ipool_contains(&pool, &a->node));
	ipool_free(&pool, &a->node);
#if LISH_CHECK >= 1
	assert_reported("ipool_zero_object", LISH_NOT_LIVE,
			ipool_zero_object(&pool, &a->node));
	assert_reported("ipool_zero_object", LISH_NULL,
			ipool_zero_object(&pool, NULL));
#endif
}

static void ipool_free_at_says_whether_it_was_live(void **state)
{
	struct shell *a = take();

	(void)state;
	a->power = 7;
	assert_false(ipool_free_at(&pool, 1));
	assert_false(ipool_free_at(&pool, UINT32_MAX));
	assert_true(ipool_free_at(&pool, 0));
	assert_false(ipool_free_at(&pool, 0));
	assert_int_equal(ipool_count(&pool), 0);
	assert_null(ipool_at_entry(&pool, 0, struct shell, node));
	assert_ptr_equal(take(), a);
	assert_ptr_equal(ipool_at_entry(&pool, 0, const struct shell, node), a);
}

static void ipool_stats_has_all_figures(void **state)
{
	struct lish_stats stats;
	struct shell *a = take();

	(void)state;
	take();
	ipool_free(&pool, &a->node);
	stats = ipool_stats(&pool);
	assert_int_equal(stats.count, 1);
	assert_int_equal(stats.count, ipool_count(&pool));
	assert_int_equal(stats.capacity, ipool_capacity(&pool));
	assert_int_equal(stats.limit, LISH_MAX_COUNT);
	assert_int_equal(stats.peak, 2);
	assert_int_equal(stats.highest, 2);
	assert_int_equal(stats.failed, 0);
	assert_int_equal(stats.retired, 0);
	assert_true(stats.bytes >= stats.capacity * sizeof(struct shell));
}

#if LISH_CHECK >= 1
static void each_call_reports_a_zero_pool_and_a_null_node(void **state)
{
	struct shell *a = take();

	(void)state;
	assert_reported("ipool_contains", LISH_NULL,
			assert_false(ipool_contains(&pool, NULL)));
	assert_reported("ipool_index_of", LISH_NULL,
			assert_int_equal(ipool_index_of(&pool, NULL), -1));
	assert_reported("ipool_free", LISH_NULL, ipool_free(&pool, NULL));
	ipool_free(&pool, &a->node);
	ipool_destroy(&pool);
	assert_reported("ipool_contains", LISH_UNINITIALIZED,
			assert_false(ipool_contains(
				&pool, &world.memory.objects[0].node)));
	assert_reported(
		"ipool_index_of", LISH_UNINITIALIZED,
		assert_int_equal(ipool_index_of(&pool,
						&world.memory.objects[0].node),
				 -1));
	assert_reported("ipool_free_at", LISH_UNINITIALIZED,
			assert_false(ipool_free_at(&pool, 0)));
	assert_reported("ipool_zero_object", LISH_UNINITIALIZED,
			ipool_zero_object(&pool,
					  &world.memory.objects[0].node));
	assert_reported(
		"ipool_zalloc_entry", LISH_UNINITIALIZED,
		assert_null(ipool_zalloc_entry(&pool, struct shell, node)));
	assert_reported(
		"ipool_at_entry", LISH_UNINITIALIZED,
		assert_null(ipool_at_entry(&pool, 0, struct shell, node)));
	assert_reported("ipool_stats", LISH_UNINITIALIZED,
			assert_int_equal(ipool_stats(&pool).limit, 0));
	assert_reported("ipool_owns", LISH_UNINITIALIZED,
			assert_false(ipool_owns(&pool, NULL)));
}
#endif

#define ipool_test(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ipool_test(ipool_define_at_each_place),
		ipool_test(a_world_can_be_put_back),
		ipool_test(ipool_init_reads_the_config_only_once),
		ipool_test(ipool_limit_may_be_any_number),
		ipool_test(ipool_alloc_entry_then_free_then_alloc_again),
		ipool_test(ipool_zero_object_spares_the_node),
		ipool_test(ipool_free_at_says_whether_it_was_live),
		ipool_test(ipool_stats_has_all_figures),
#if LISH_CHECK >= 1
		ipool_test(each_call_reports_a_zero_pool_and_a_null_node),
#endif
	};

	return run_test_group(tests);
}
