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

/* The node is neither the first member nor the last. */
struct crumb {
	uint64_t id;
	struct ipool_idx node;
	uint32_t value;
};

static struct ipool pool, crumbs;
static struct test_mem mem;
static struct diary diary;

static int setup(void **state)
{
	static const struct test_mem fresh = TEST_MEM_INIT;

	(void)state;
	mem = fresh;
	memset(&diary, 0, sizeof(diary));
	diary.pool = &crumbs.base;
	memset(&crumbs, 0, sizeof(crumbs));
	memset(&pool, 0x5a, sizeof(pool));
	return ipool_init(&pool, struct shell, node, NULL);
}

static int teardown(void **state)
{
	(void)state;
	if (pool.base.size)
		ipool_destroy(&pool);
	if (crumbs.base.size)
		ipool_destroy(&crumbs);
	return mem.bytes != 0;
}

static struct shell *take(void)
{
	return ipool_alloc_entry(&pool, struct shell, node);
}

struct world {
	struct ipool shells;
	IPOOL_STORAGE(memory, struct shell, 2);
};

#if LISH_RELOADS_ && LISH_CHECK >= 1
static int tell_growth(void *ctx, void *container, uint32_t room)
{
	(void)ctx, (void)container, (void)room;
	return 0;
}

/* As after the library was loaded again: what is told of growth may be gone. */
TEST(a_pool_of_a_load_before_does_not_grow)
{
	struct lish_config config = LISH_CONFIG_INIT;
	struct ipool told;

	config.grown = tell_growth;
	assert_int_equal(ipool_init(&told, struct shell, node, &config), 0);
	told.base.load ^= 4;
	assert_reported("ipool_reserve", LISH_RELOADED,
			assert_int_equal(ipool_reserve(&told, 1000), -EINVAL));
	told.base.load ^= 4;
	assert_int_equal(ipool_reserve(&told, 1000), 0);
	ipool_destroy(&told);
}

/* It leads to no code, so each load of the library will do. */
TEST(a_fixed_pool_without_hooks_is_bound_to_no_load)
{
	IPOOL_DEFINE_STATIC(fixed, struct shell, node, 2);

	ipool_rebind(&fixed, NULL);
	assert_int_equal(fixed.base.load, 0);
	assert_non_null(ipool_alloc_entry(&fixed, struct shell, node));
	ipool_clear(&fixed);
}
#endif

/* A program that knows types at run time only calls the functions behind the macros. */
TEST(a_type_may_be_known_at_run_time)
{
	const size_t size = sizeof(struct crumb), offset = offsetof(struct crumb, node);
	const uintptr_t type = lish_type(size, offset);
	char *objects[3];
	uint32_t i, n = 0;

	assert_int_equal((ipool_init)(&crumbs, size, 8, offset, NULL), 0);
	for (i = 0; i < 3; i++) {
		objects[i] = (char *)(ipool_zalloc_entry)(&crumbs, type);
		assert_non_null(objects[i]);
	}
	ipool_free(&crumbs, (struct ipool_idx *)(void *)(objects[1] + offset));
	for (i = 0; i < ipool_stats(&crumbs).capacity; i++)
		n += (ipool_at_entry)(&crumbs, i, type) != NULL;
	assert_int_equal(n, 2);
	assert_ptr_equal((ipool_at_entry)(&crumbs, 2, type), objects[2]);
	assert_ptr_equal(ipool_at_entry(&crumbs, 2, struct crumb, node), objects[2]);
}

/* What was defined can be asked before anything was allocated in it. */
TEST(a_defined_pool_owns_its_memory_from_the_start)
{
	IPOOL_DEFINE_STATIC(asked, struct shell, node, 2);

	assert_true(ipool_owns(&asked, &asked_storage_));
	assert_false(ipool_owns(&asked, &asked));
	/* Where a third one would be. */
	assert_false(ipool_owns(&asked, (const char *)&asked_storage_ + 2 * sizeof(struct shell)));
	assert_int_equal(ipool_stats(&asked).capacity, 2);
}

#if LISH_CHECK >= 1
TEST(a_node_is_where_nodes_are)
{
	IPOOL_DEFINE_STATIC(asked, struct shell, node, 2);
	struct shell *shell;

	shell = ipool_alloc_entry(&asked, struct shell, node);
	assert_reported("ipool_free", LISH_FOREIGN, ipool_free(&asked, &shell->node + 1));
	ipool_free(&asked, &shell->node);
}
#endif

/* A world is put back by one copy to the place where it was. */
TEST(a_world_can_be_put_back)
{
	static struct world now, then;
	struct shell *a, *b;

	if (is_watched())
		return;
	ipool_init_in(&now.shells, struct shell, node, &now.memory, NULL);
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

TEST(ipool_init_reads_the_config_only_once)
{
	struct lish_config *config = (struct lish_config *)calloc(1, sizeof(*config));

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

TEST(ipool_limit_may_be_any_number)
{
	struct lish_config config = LISH_CONFIG_INIT;

	ipool_destroy(&pool);
	config.limit = UINT32_MAX;
	assert_int_equal(ipool_init(&pool, struct shell, node, &config), 0);
	assert_int_equal(ipool_stats(&pool).limit, LISH_MAX_COUNT);
	assert_non_null(take());
	assert_int_equal(ipool_reserve(&pool, UINT32_MAX), -ENOSPC);
}

/* The last chunk has as many objects as the limit leaves, one less than all included. */
TEST(ipool_takes_no_object_more_than_the_limit)
{
	struct lish_config config = LISH_CONFIG_INIT;
	size_t bytes[130];

	ipool_destroy(&pool);
	config.step = 64;
	config.mem = &mem.mem;
	for (config.limit = 65; config.limit < 130; config.limit++) {
		assert_int_equal(ipool_init(&pool, struct shell, node, &config), 0);
		while (take())
			;
		assert_int_equal(ipool_count(&pool), config.limit);
		bytes[config.limit] = mem.bytes;
		ipool_destroy(&pool);
		if (config.limit > 65)
			assert_true(bytes[config.limit] >=
				    bytes[config.limit - 1] + sizeof(struct shell));
	}
}

/* Nothing is taken first where there is not even room for what stands beside it. */
TEST(ipool_reserve_of_too_much_is_told_at_once)
{
	struct lish_config config = LISH_CONFIG_INIT;
	unsigned int allocs;

	ipool_destroy(&pool);
	config.step = 64;
	config.mem = &mem.mem;
	assert_int_equal(ipool_init(&pool, struct shell, node, &config), 0);
	allocs = mem.allocs;
	mem.fail_at = allocs + 1;
	assert_int_equal(ipool_reserve(&pool, 10000), -ENOMEM);
	assert_int_equal(mem.allocs, allocs + 1);
	assert_int_equal(ipool_reserve(&pool, 10000), 0);
	assert_int_equal(ipool_check(&pool, NULL), LISH_OK);
	ipool_destroy(&pool);
	assert_int_equal(mem.bytes, 0);
}

TEST(ipool_free_at_says_whether_it_was_live)
{
	struct shell *a = take();

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

TEST(ipool_stats_has_all_figures)
{
	struct lish_stats stats;
	struct shell *a = take();

	take();
	ipool_free(&pool, &a->node);
	stats = ipool_stats(&pool);
	assert_int_equal(stats.count, 1);
	assert_int_equal(stats.count, ipool_count(&pool));
	assert_true(stats.capacity >= 2);
	assert_int_equal(stats.limit, LISH_MAX_COUNT);
	assert_int_equal(stats.peak, 2);
	assert_int_equal(stats.highest, 2);
	assert_int_equal(stats.failed, 0);
	assert_int_equal(stats.retired, 0);
	assert_true(stats.bytes >= stats.capacity * sizeof(struct shell));
}

/* Hooks and marks */

/* The smallest chunks there are, so that a snapshot has several. */
static void make_crumbs(struct ipool *in, uint32_t limit, bool hooks)
{
	struct lish_config config = LISH_CONFIG_INIT;

	config.mem = &mem.mem;
	config.limit = limit;
	config.step = 1;
	if (hooks) {
		config.hooks = &diary_hooks;
		config.ctx = &diary;
	}
	assert_int_equal(ipool_init(in, struct crumb, node, &config), 0);
}

static struct crumb *crumb_new(uint64_t id)
{
	struct crumb *c = ipool_zalloc_entry(&crumbs, struct crumb, node);

	if (c)
		c->id = id;
	return c;
}

/* ASan and Valgrind would accuse the second pool. */
TEST(memory_of_a_pool_that_was_not_destroyed_serves_another_one)
{
	static IPOOL_STORAGE(storage, struct crumb, 3);
	struct ipool pools[2];
	struct crumb *crumb[3];
	int i, k;

	for (i = 0; i < 2; i++) {
		ipool_init_in(&pools[i], struct crumb, node, &storage, NULL);
		for (k = 0; k < 3; k++) {
			crumb[k] = ipool_alloc_entry(&pools[i], struct crumb, node);
			crumb[k]->id = (uint64_t)k;
		}
		for (k = 0; k < 3; k++)
			ipool_free(&pools[i], &crumb[k]->node);
	}
	ipool_destroy(&pools[1]);
}

TEST(rebind_gives_new_hooks_to_live_objects)
{
	static IPOOL_STORAGE(storage, struct crumb, 3);
	struct lish_pool_hooks first = { NULL, diary_init, NULL, NULL };
	struct lish_pool_hooks second = { NULL, NULL, diary_fini, NULL };
	struct lish_config config = LISH_CONFIG_INIT;
	struct ipool local;
	struct crumb *c;

	diary.pool = &local.base;
	config.hooks = &first;
	config.ctx = &diary;
	ipool_init_in(&local, struct crumb, node, &storage, &config);
	c = ipool_alloc_entry(&local, struct crumb, node);
	assert_reported("ipool_rebind", LISH_BAD_RANGE, ipool_rebind(&local, NULL));
	memset(&first, 0, sizeof(first));
	config.hooks = &second;
	ipool_rebind(&local, &config);
	assert_true(ipool_contains(&local, &c->node));
	ipool_free(&local, &c->node);
	assert_string_equal(diary.text, "i0 f0");
	config.mem = &mem.mem;
	assert_reported("ipool_rebind", LISH_BAD_RANGE, ipool_rebind(&local, &config));
	ipool_destroy(&local);

	make_crumbs(&crumbs, 0, false);
	assert_reported("ipool_rebind", LISH_BAD_RANGE, ipool_rebind(&crumbs, &config));
	config.hooks = NULL;
	ipool_rebind(&crumbs, &config);
	assert_non_null(crumb_new(1));
}

/* A mark that means something while a pool is being cleared, and nothing else. */
TEST(the_mark_of_a_forgotten_slot_is_no_live_one)
{
	struct crumb *c;

	make_crumbs(&crumbs, 0, false);
	c = crumb_new(0);
	c->node.slot = LISH_POOL_FREE_MARK_(1);
	assert_int_equal(ipool_check(&crumbs, NULL), LISH_BAD_INDEX);
	c->node.slot = 1;
	assert_int_equal(ipool_check(&crumbs, NULL), LISH_OK);
}

#if LISH_CHECK == 1
static struct crumb *freed;

static void free_it_again(char what, void *object)
{
	(void)object;
	if (what != 'f')
		return;
	diary.then = NULL;
	assert_reported("ipool_free", LISH_NOT_LIVE, ipool_free(&crumbs, &freed->node));
}

TEST(what_clear_has_forgotten_is_not_live)
{
	make_crumbs(&crumbs, 0, true);
	freed = crumb_new(0);
	assert_non_null(crumb_new(1));
	ipool_free(&crumbs, &freed->node);
	diary.then = free_it_again;
	ipool_clear(&crumbs);
	assert_null(diary.then);
	assert_int_equal(ipool_check(&crumbs, NULL), LISH_OK);
}
#endif

TEST_MAIN(setup, teardown)
