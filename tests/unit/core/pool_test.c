/* SPDX-License-Identifier: MIT */
/*
 * What the four pools have in common. Shown with ipool, which is nothing else;
 * the pools' own tests are about what they add.
 */
#include <linux-ish/ground/atomic.h>
#include <linux-ish/ipool.h>
#include <linux-ish/slotpool.h>

#define POOL ipool
#define NODE ipool_idx
#define CALL(name) ipool_##name
#define MADE(NAME) IPOOL_##NAME
#define INIT_OF(pool, memory) IPOOL_INIT(memory, struct bullet, node)
#define ALLOC ipool_alloc_entry
#define EXTRA 4.2
#include "pools_test.h"

static struct ipool_idx *node_of(void *object)
{
	return &((struct bullet *)object)->node;
}

/* Making pools */

TEST(init_allocates_a_small_table_only)
{
	memset(&pool, 0x5a, sizeof(pool));
	make_pool(0);
	assert_int_equal(mem.allocs, 1);
	assert_true(mem.bytes <= 24 * sizeof(void *));
	assert_int_equal(ipool_stats(&pool).capacity, 0);
	assert_int_equal(ipool_count(&pool), 0);
	assert_false(ipool_count(&pool));
	assert_int_equal(ipool_stats(&pool).limit, LISH_MAX_COUNT);
	assert_whole();
	ipool_destroy(&pool);
	assert_int_equal(mem.allocs, 1);
	assert_int_equal(mem.bytes, 0);
}

TEST(init_without_a_config_grows_by_64_kib)
{
	/* So much there is not. */
	if ((size_t)-1 <= 65535)
		return;
	assert_int_equal(ipool_init(&pool, struct bullet, node, NULL), 0);
	assert_non_null(take());
	assert_true(ipool_stats(&pool).capacity * sizeof(struct bullet) <= 65536);
	assert_true(ipool_stats(&pool).capacity * sizeof(struct bullet) > 32768);
}

TEST(the_step_is_rounded_up_to_a_power_of_two)
{
	static const uint32_t steps[][2] = {
		{ 1, 64 }, { 64, 64 }, { 65, 128 }, { 100, 128 }, { 129, 256 },
	};
	struct lish_config config = config_of(0);
	size_t i;

	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		config.step = steps[i][0];
		assert_int_equal(ipool_init(&pool, struct bullet, node, &config), 0);
		take();
		assert_int_equal(ipool_stats(&pool).capacity, steps[i][1]);
		ipool_destroy(&pool);
	}
	/* a step beyond the limit is the limit */
	config.limit = 70;
	config.step = 0xffffffffu;
	assert_int_equal(ipool_init(&pool, struct bullet, node, &config), 0);
	take();
	assert_int_equal(ipool_stats(&pool).capacity, 70);
}

TEST(init_takes_the_initial_objects_at_once)
{
	struct lish_config config = config_of(100);
	unsigned int n;

	config.initial = 70;
	config.hooks = &diary_hooks;
	config.step = 10;
	assert_int_equal(ipool_init(&pool, struct bullet, node, &config), 0);
	/* the step is 64, and the last chunk ends at the limit */
	assert_int_equal(ipool_stats(&pool).capacity, 100);
	assert_non_null(strstr(diary.text, "m0 m1 m2"));
	assert_null(strstr(diary.text, "m70"));
	ipool_destroy(&pool);

	config.initial = 101;
	assert_int_equal(ipool_init(&pool, struct bullet, node, &config), -ENOSPC);
	assert_int_equal(ipool_check(&pool, NULL), LISH_UNINITIALIZED);
	config.initial = 70;
	for (n = 1; n <= 4; n++) {
		mem.allocs = 0;
		mem.fail_at = n;
		assert_int_equal(ipool_init(&pool, struct bullet, node, &config), -ENOMEM);
		assert_int_equal(mem.bytes, 0);
		assert_int_equal(ipool_check(&pool, NULL), LISH_UNINITIALIZED);
	}
}

TEST(a_size_that_overflows_is_enomem)
{
	struct lish_config config = config_of(0);

	config.step = LISH_MAX_COUNT;
	assert_int_equal(lish_pool_init_(&pool.base, (size_t)-1 / 2 + 1, 4, 0, 1, NULL), -ENOMEM);
	if (sizeof(size_t) == 4)
		assert_int_equal(ipool_init(&pool, struct bullet, node, &config), -ENOMEM);
	assert_int_equal(lish_pool_init_(&pool.base, (size_t)-1 / 64 + 1, 1, 0, 1, &config),
			 -ENOMEM);
	assert_int_equal(ipool_check(&pool, NULL), LISH_UNINITIALIZED);
	/* The pool may be large, if there is memory; here there is none. */
	config.limit = LISH_MAX_COUNT;
	config.step = 64;
	config.initial = LISH_MAX_COUNT;
	mem.fail_at = 1;
	assert_int_equal(ipool_init(&pool, struct bullet, node, &config), -ENOMEM);
}

/* The fewest objects in a chunk, and how many there are with such a step. */
static uint32_t objects_of_chunk(size_t size, uint32_t least, uint32_t step)
{
	struct lish_config config = config_of(0);
	uint32_t n;

	config.step = step;
	assert_int_equal(lish_pool_init_(&pool.base, size, 4, 0, least, &config), 0);
	n = (uint32_t)1 << pool.base.shift;
	ipool_destroy(&pool);
	return n;
}

TEST(a_chunk_has_step_objects_and_64_unless_they_are_large)
{
	const uint32_t one = LISH_POOL_COARSE_ ? 1 : 64;

	assert_int_equal(objects_of_chunk(4096, 1, 1), 64);
	assert_int_equal(objects_of_chunk(4096, 1, 65), 128);
	assert_int_equal(objects_of_chunk(5000, 1, 1), one);
	assert_int_equal(objects_of_chunk(5000, 1, 3), 4 * one > 64 ? 64 : 4 * one);
	assert_int_equal(objects_of_chunk(1000000, 1, 0), one);
	assert_int_equal(objects_of_chunk(5000, 64, 1), 64);
	assert_int_equal(objects_of_chunk(5000, 64, 65), 128);
	assert_int_equal(objects_of_chunk(1000000, 64, 0), 64);
}

TEST(sizes_that_are_nonsense_are_einval)
{
	assert_int_equal(lish_pool_init_(&pool.base, 0, 4, 0, 1, NULL), -EINVAL);
	assert_int_equal(lish_pool_init_(&pool.base, 16, 0, 0, 1, NULL), -EINVAL);
	assert_int_equal(lish_pool_init_(&pool.base, 16, 3, 0, 1, NULL), -EINVAL);
	assert_int_equal(lish_pool_init_(&pool.base, 20, 8, 0, 1, NULL), -EINVAL);
	assert_int_equal(lish_pool_init_(&pool.base, 16, 4, 17, 1, NULL), -EINVAL);
	assert_int_equal(lish_pool_init_(&pool.base, 16, 4, 13, 1, NULL), -EINVAL);
}

static IPOOL_STORAGE(storage, struct bullet, 5);

TEST(init_in_uses_memory_of_any_content)
{
	struct bullet *b[5];
	int i;

	memset(&storage, 0x5a, sizeof(storage));
	memset(&pool, 0x5a, sizeof(pool));
	ipool_init_in(&pool, struct bullet, node, &storage, NULL);
	assert_int_equal(ipool_stats(&pool).capacity, 5);
	for (i = 0; i < 5; i++) {
		b[i] = take();
		assert_ptr_equal(b[i], &storage.objects[i]);
	}
	assert_null(take());
	assert_whole();
	for (i = 0; i < 5; i++)
		drop(b[i]);
	assert_ptr_equal(take(), b[4]);
	assert_whole();
}

static int never_grown(void *ctx, void *which, uint32_t capacity)
{
	(void)ctx, (void)which, (void)capacity;
	return -1;
}

TEST(memory_of_ones_own_has_no_settings_of_growth)
{
	const struct lish_config plain = LISH_CONFIG_INIT;
	struct lish_config config;
	unsigned int i;

	for (i = 0; i < 7; i++) {
		config = plain;
		config.initial = i == 1;
		config.step = i == 2;
		config.limit = i == 3;
		config.no_grow = i == 4;
		config.mem = i == 5 ? &mem.mem : NULL;
		config.grown = i == 6 ? never_grown : NULL;
		memset(&pool, 0x5a, sizeof(pool));
		if (!i) {
			ipool_init_in(&pool, struct bullet, node, &storage, &config);
			assert_non_null(take());
			/* Nor does it get one later. */
			config.grown = never_grown;
			assert_reported("ipool_rebind", LISH_BAD_RANGE,
					ipool_rebind(&pool, &config));
			ipool_destroy(&pool);
			continue;
		}
		assert_reported("ipool_init_in", LISH_BAD_RANGE,
				ipool_init_in(&pool, struct bullet, node, &storage, &config));
		assert_int_equal(ipool_check(&pool, NULL), LISH_UNINITIALIZED);
	}
}

/* Bytes beside the objects and their stack, with that many chunks at most. */
static size_t table_of(uint32_t chunks)
{
	struct lish_config config = config_of(64 * chunks);
	struct lish_stats stats;

	config.step = 64;
	assert_int_equal(ipool_init(&pool, struct bullet, node, &config), 0);
	assert_non_null(take());
	stats = ipool_stats(&pool);
	assert_int_equal(stats.capacity, 64);
	ipool_destroy(&pool);
	return stats.bytes - 64 * sizeof(struct bullet) - stats.limit * sizeof(uint32_t);
}

TEST(a_limit_of_many_chunks_takes_a_small_table)
{
	/* So many objects there are not. */
	if ((size_t)-1 <= 65535)
		return;
	assert_true(table_of(4000) >= 4000 * sizeof(void *));
	assert_true(table_of(5000) < 100 * sizeof(void *));
}

static void rebind_in_hook(char what, void *object)
{
	(void)what, (void)object;
	diary.then = NULL;
	assert_reported("ipool_rebind", LISH_IN_HOOK, ipool_rebind(&pool, NULL));
}

static void free_in_hook(char what, void *object)
{
	(void)what, (void)object;
	diary.then = NULL;
	assert_reported("ipool_free_at", LISH_IN_HOOK, assert_false(ipool_free_at(&pool, 0)));
}

TEST(a_hook_frees_its_own_object_by_no_index_and_rebinds_nothing)
{
	make_pool_with_hooks(0);
	diary.then = free_in_hook;
	assert_non_null(take());
	diary.then = rebind_in_hook;
	assert_true(ipool_free_at(&pool, 0));
	assert_null(diary.then);
	ipool_destroy(&pool);
	make_pool(0);
	assert_non_null(take());
	assert_true(ipool_free_at(&pool, 0));
	assert_false(ipool_free_at(&pool, 0));
}

/* The memory still has its claim. */
TEST(a_defined_pool_may_begin_again_from_a_copy_of_before)
{
	IPOOL_DEFINE_STATIC(again, struct bullet, node, 2);
	const struct ipool before = again;

	assert_non_null(ipool_alloc_entry(&again, struct bullet, node));
	again = before;
	assert_int_equal(ipool_check(&again, NULL), LISH_OK);
	assert_non_null(ipool_alloc_entry(&again, struct bullet, node));
	assert_int_equal(ipool_count(&again), 1);
	ipool_destroy(&again);
}

#if LISH_RELOADS_ && LISH_CHECK >= 1
static void never_full(void *ctx, void *which)
{
	(void)ctx, (void)which;
	fail();
}

/* As after the library was loaded again. */
TEST(no_address_of_a_load_before_is_called)
{
	struct lish_config config = LISH_CONFIG_INIT;
	struct bullet *b;
	unsigned int i;

	make_pool(0);
	pool.base.load ^= 4;
	assert_reported("lish_mem.alloc", LISH_RELOADED, assert_null(take()));
	assert_int_equal(ipool_stats(&pool).failed, 0);
	pool.base.load ^= 4;
	ipool_destroy(&pool);
	make_pool_with_hooks(0);
	b = take();
	diary.text[0] = 0;
	pool.base.load ^= 4;
	assert_reported("ipool_free", LISH_RELOADED, ipool_free(&pool, &b->node));
	pool.base.load ^= 4;
	assert_diary(&diary, "");
	assert_whole();
	ipool_destroy(&pool);
	config.full = never_full;
	ipool_init_in(&pool, struct bullet, node, &storage, &config);
	for (i = 0; i < 5; i++)
		assert_non_null(take());
	pool.base.load ^= 4;
	assert_reported("hooks.full", LISH_RELOADED, assert_null(take()));
	pool.base.load ^= 4;
}
#endif

/* Alloc and free */

TEST(fresh_slots_are_handed_out_in_order)
{
	struct bullet *b[64];
	int i;

	make_pool(0);
	fill(b, 64);
	for (i = 0; i < 64; i++) {
		assert_ptr_equal(b[i], b[0] + i);
		assert_int_equal(ipool_index_of(&pool, &b[i]->node), i);
	}
	assert_int_equal(ipool_count(&pool), 64);
	assert_false(!ipool_count(&pool));
	assert_whole();
}

TEST(last_freed_is_handed_out_first)
{
	struct bullet *b[4];

	make_pool(0);
	fill(b, 4);
	ipool_free(&pool, &b[0]->node);
	ipool_free(&pool, &b[3]->node);
	ipool_free(&pool, &b[1]->node);
	assert_int_equal(ipool_count(&pool), 1);
	assert_whole();
	assert_ptr_equal(take(), b[1]);
	assert_ptr_equal(take(), b[3]);
	assert_ptr_equal(take(), b[0]);
	assert_ptr_equal(take(), b[0] + 4);
}

TEST(objects_never_move)
{
	struct bullet *b[1000];
	int i;

	make_pool(0);
	for (i = 0; i < 1000; i++) {
		b[i] = take();
		b[i]->damage = i;
	}
	for (i = 0; i < 1000; i++) {
		assert_int_equal(b[i]->damage, i);
		assert_ptr_equal(ipool_at_entry(&pool, (uint32_t)i, struct bullet, node), b[i]);
	}
	assert_int_equal(ipool_stats(&pool).capacity, 1024);
	assert_whole();
}

TEST(at_the_limit_alloc_gives_null_and_makes_nothing)
{
	struct bullet *b[3];

	make_pool_with_hooks(3);
	fill(b, 3);
	assert_diary(&diary, "m0 i0 m1 i1 m2 i2");
	assert_int_equal(mem.bytes >= 3 * sizeof(struct bullet), true);
	assert_null(take());
	assert_null(ipool_alloc_entry(&pool, struct bullet, node));
	assert_null(ipool_zalloc_entry(&pool, struct bullet, node));
	assert_diary(&diary, "");
	assert_int_equal(ipool_stats(&pool).failed, 3);
	assert_int_equal(ipool_count(&pool), 3);
	assert_int_equal(ipool_stats(&pool).capacity, 3);
	ipool_free(&pool, &b[1]->node);
	assert_ptr_equal(take(), b[1]);
}

TEST(alloc_leaves_the_object_as_it_was)
{
	struct bullet *b;

	make_pool(0);
	b = take();
	b->damage = 7;
	ipool_free(&pool, &b->node);
	assert_ptr_equal(take(), b);
	assert_int_equal(b->damage, 7);
}

TEST(owns_knows_the_objects_of_this_pool)
{
	struct bullet *b[70], foreign = { 0 };

	make_pool(0);
	assert_false(ipool_owns(&pool, &foreign));
	fill(b, 70);
	ipool_free(&pool, &b[1]->node);
	assert_true(ipool_owns(&pool, b[0]));
	assert_true(ipool_owns(&pool, b[1]));
	assert_true(ipool_owns(&pool, b[69]));
	/* never used, but there */
	assert_true(ipool_owns(&pool, b[69] + 1));
	assert_true(ipool_owns(&pool, (char *)b[0] + 1));
	assert_true(ipool_owns(&pool, &b[0]->node));
	assert_false(ipool_owns(&pool, (char *)b[0] - 1));
	assert_false(ipool_owns(&pool, &foreign));
	assert_false(ipool_owns(&pool, NULL));
}

TEST(index_of_and_at_lead_to_each_other)
{
	struct bullet *b[130], foreign = { 0 };
	uint32_t i;

	make_pool(0);
	fill(b, 130);
	for (i = 0; i < 130; i++) {
		assert_int_equal(ipool_index_of(&pool, &b[i]->node), i);
		assert_ptr_equal(ipool_at_entry(&pool, i, const struct bullet, node), b[i]);
	}
	ipool_free(&pool, &b[64]->node);
	assert_int_equal(ipool_index_of(&pool, &b[64]->node), -1);
	assert_int_equal(ipool_index_of(&pool, &foreign.node), -1);
	assert_null(ipool_at_entry(&pool, 130, struct bullet, node));
	assert_null(ipool_at_entry(&pool, 0xffffffffu, struct bullet, node));
}

TEST(peak_and_failed_are_remembered)
{
	struct bullet *b[80];

	make_pool(80);
	assert_int_equal(ipool_stats(&pool).peak, 0);
	fill(b, 70);
	ipool_free(&pool, &b[0]->node);
	ipool_free(&pool, &b[1]->node);
	take();
	assert_int_equal(ipool_stats(&pool).peak, 70);
	ipool_clear(&pool);
	assert_int_equal(ipool_stats(&pool).peak, 70);
	fill(b, 3);
	assert_int_equal(ipool_stats(&pool).peak, 70);
	ipool_trim(&pool);
	assert_int_equal(ipool_stats(&pool).peak, 70);
	fill(b, 77);
	assert_null(take());
	assert_int_equal(ipool_stats(&pool).peak, 80);
	assert_int_equal(ipool_stats(&pool).failed, 1);
}

TEST(peak_survives_a_trim)
{
	struct bullet *b[130];
	int i;

	make_pool(0);
	fill(b, 130);
	for (i = 0; i < 130; i++)
		ipool_free(&pool, &b[i]->node);
	ipool_trim(&pool);
	assert_int_equal(ipool_stats(&pool).capacity, 0);
	assert_int_equal(ipool_stats(&pool).peak, 130);
}

/* Memory */

TEST(reserve_gets_all_in_advance)
{
	struct bullet *b[200];
	unsigned int allocs;

	make_pool(200);
	allocs = mem.allocs;
	assert_int_equal(ipool_reserve(&pool, 0), 0);
	assert_int_equal(mem.allocs, allocs);
	assert_int_equal(ipool_reserve(&pool, 130), 0);
	assert_int_equal(ipool_stats(&pool).capacity, 192);
	assert_int_equal(ipool_reserve(&pool, 200), 0);
	assert_int_equal(ipool_stats(&pool).capacity, 200);
	assert_int_equal(ipool_reserve(&pool, 201), -ENOSPC);
	assert_int_equal(ipool_reserve(&pool, 0xffffffffu), -ENOSPC);
	allocs = mem.allocs;
	fill(b, 200);
	assert_null(take());
	assert_int_equal(mem.allocs, allocs);
	assert_int_equal(mem.frees, 0);
}

TEST(reserve_makes_and_alloc_does_not_again)
{
	make_pool_with_hooks(8);
	take();
	assert_diary(&diary, "m0 i0");
	assert_int_equal(ipool_reserve(&pool, 3), 0);
	assert_diary(&diary, "m1 m2");
	take();
	take();
	take();
	assert_diary(&diary, "i1 i2 m3 i3");
	assert_int_equal(ipool_reserve(&pool, 4), 0);
	assert_diary(&diary, "");
	ipool_clear(&pool);
	assert_diary(&diary, "f3 f2 f1 f0");
	take();
	assert_diary(&diary, "i0");
	ipool_destroy(&pool);
	assert_diary(&diary, "f0 u3 u2 u1 u0");
}

TEST(trim_gives_back_the_chunks_at_the_end)
{
	struct bullet *b[300];
	size_t bytes, at_first;
	int i;

	make_pool(300);
	at_first = mem.bytes;
	ipool_trim(&pool);
	fill(b, 300);
	bytes = mem.bytes;
	ipool_trim(&pool);
	assert_int_equal(mem.bytes, bytes);
	/* live are the first and one of the second chunk, of five */
	for (i = 299; i > 0; i--) {
		if (i != 70)
			ipool_free(&pool, &b[i]->node);
	}
	ipool_trim(&pool);
	assert_whole();
	assert_int_equal(ipool_stats(&pool).capacity, 128);
	assert_int_equal(mem.bytes, bytes - (300 - 128) * sizeof(struct bullet));
	assert_int_equal(ipool_count(&pool), 2);
	/* the order of those that are left is kept */
	assert_ptr_equal(take(), b[1]);
	assert_ptr_equal(take(), b[2]);
	for (i = 0; i < 124; i++)
		assert_non_null(take());
	assert_int_equal(ipool_stats(&pool).capacity, 128);
	assert_non_null(take());
	assert_int_equal(ipool_stats(&pool).capacity, 192);
	assert_whole();
	ipool_clear(&pool);
	ipool_trim(&pool);
	assert_int_equal(ipool_stats(&pool).capacity, 0);
	assert_int_equal(mem.bytes, at_first);
	assert_non_null(take());
	assert_whole();
}

TEST(clear_makes_a_fresh_pool)
{
	struct bullet *b[5];
	int i;

	make_pool(0);
	fill(b, 5);
	ipool_free(&pool, &b[3]->node);
	ipool_free(&pool, &b[0]->node);
	ipool_clear(&pool);
	assert_int_equal(ipool_count(&pool), 0);
	assert_int_equal(ipool_stats(&pool).capacity, 64);
	assert_whole();
	for (i = 0; i < 5; i++)
		assert_ptr_equal(take(), b[i]);
	ipool_clear(&pool);
	ipool_clear(&pool);
	assert_whole();
}

TEST(destroy_gives_back_everything)
{
	struct bullet *b[100];

	make_pool(0);
	fill(b, 100);
	ipool_free(&pool, &b[3]->node);
	ipool_destroy(&pool);
	assert_int_equal(mem.bytes, 0);
	assert_int_equal(mem.allocs, mem.frees);
	assert_int_equal(ipool_check(&pool, NULL), LISH_UNINITIALIZED);
}

/*
 * Allocate and free until memory was asked for often; each of these requests
 * fails in one run, and is asked again.
 */
TEST(a_failed_allocation_changes_nothing)
{
	static const uint32_t limits[] = { 0, 1000 };
	struct lish_config config;
	uint32_t count, capacity, peak, i, failures, l, fail;

	for (l = 0; l < 2; l++) {
		for (fail = 1;; fail++) {
			config = config_of(limits[l]);
			config.step = 64;
			mem.allocs = 0;
			mem.fail_at = fail;
			failures = 0;
			if (ipool_init(&pool, struct bullet, node, &config)) {
				assert_int_equal(fail, 1);
				continue;
			}
			for (i = 0; i < 1000; i++) {
				count = ipool_count(&pool);
				capacity = ipool_stats(&pool).capacity;
				peak = ipool_stats(&pool).peak;
				if (take())
					continue;
				failures++;
				assert_whole();
				assert_int_equal(ipool_count(&pool), count);
				assert_int_equal(ipool_stats(&pool).capacity, capacity);
				assert_int_equal(ipool_stats(&pool).peak, peak);
				assert_int_equal(ipool_stats(&pool).failed, failures);
				i--;
			}
			ipool_destroy(&pool);
			assert_int_equal(mem.bytes, 0);
			if (!failures)
				break;
			assert_int_equal(failures, 1);
		}
		/* chunks, table and stack at the least */
		assert_true(fail > 16 + 2);
	}
}

TEST(a_failed_reserve_changes_nothing)
{
	uint32_t fail;
	int err = -ENOMEM;

	for (fail = 1; err; fail++) {
		make_pool(0);
		take();
		mem.allocs = 0;
		mem.fail_at = fail;
		err = ipool_reserve(&pool, 1000);
		assert_whole();
		assert_int_equal(ipool_stats(&pool).capacity, err ? 64 : 1024);
		if (err) {
			assert_int_equal(err, -ENOMEM);
			assert_int_equal(ipool_reserve(&pool, 1000), 0);
			assert_int_equal(ipool_stats(&pool).capacity, 1024);
		}
		ipool_destroy(&pool);
		assert_int_equal(mem.bytes, 0);
	}
	assert_true(fail > 15);
}

TEST(nothing_but_growth_and_trim_allocates_or_frees)
{
	struct bullet *b[500];
	unsigned int allocs, i, round;

	make_pool(0);
	fill(b, 500);
	allocs = mem.allocs;
	for (round = 0; round < 3; round++) {
		for (i = 0; i < 500; i++)
			ipool_free(&pool, &b[(i * 7) % 500]->node);
		fill(b, 500);
		ipool_clear(&pool);
		fill(b, 500);
	}
	assert_int_equal(mem.allocs, allocs);
	assert_int_equal(mem.frees, allocs - ipool_stats(&pool).capacity / 64 - 3);
}

/* Hooks */

TEST(hooks_are_called_once_at_each_turn)
{
	struct bullet *b[3];

	make_pool_with_hooks(0);
	fill(b, 3);
	assert_diary(&diary, "m0 i0 m1 i1 m2 i2");
	ipool_free(&pool, &b[1]->node);
	assert_diary(&diary, "f1");
	ipool_zalloc_entry(&pool, struct bullet, node);
	assert_diary(&diary, "i1");
	ipool_free(&pool, &b[0]->node);
	assert_diary(&diary, "f0");
	assert_int_equal(ipool_stats(&pool).peak, 3);
	ipool_clear(&pool);
	assert_diary(&diary, "f2 f1");
	assert_int_equal(ipool_stats(&pool).peak, 3);
	ipool_trim(&pool);
	assert_diary(&diary, "u2 u1 u0");
	take();
	assert_diary(&diary, "m0 i0");
	ipool_destroy(&pool);
	assert_diary(&diary, "f0 u0");
}

/* Each hook sees a whole pool, with its object in it. */
static void look_around(char what, void *object)
{
	const bool live = what == 'i' || what == 'f' || (what == 'm' && ipool_count(&pool));

	assert_whole();
	assert_int_equal(ipool_contains(&pool, node_of(object)), live);
	assert_int_equal(ipool_index_of(&pool, node_of(object)) >= 0, live);
	if (live)
		assert_int_equal(ipool_count(&pool), 1);
}

TEST(hooks_see_a_whole_pool)
{
	diary.then = look_around;
	make_pool_with_hooks(0);
	drop(take());
	assert_diary(&diary, "m0 i0 f0");
	assert_int_equal(ipool_reserve(&pool, 2), 0);
	take();
	ipool_destroy(&pool);
	assert_diary(&diary, "m1 i0 f0 u1 u0");
}

static struct bullet *victim;

/* A bullet that is hit explodes: another is taken, a third one freed. */
static void explode(char what, void *object)
{
	struct bullet *hit = (struct bullet *)object, *spark, *other = victim;

	if (what != 'f' || hit->damage != 9)
		return;
	spark = take();
	if (spark)
		spark->damage = 1;
	victim = NULL;
	if (other)
		ipool_free(&pool, &other->node);
	assert_whole();
}

TEST(fini_may_alloc_and_free_others)
{
	struct bullet *b[4];
	int i;

	diary.then = explode;
	make_pool_with_hooks(5);
	fill(b, 4);
	for (i = 0; i < 4; i++)
		b[i]->damage = 0;
	victim = b[2];
	b[1]->damage = 9;
	assert_diary(&diary, "m0 i0 m1 i1 m2 i2 m3 i3");
	ipool_free(&pool, &b[1]->node);
	/* the memory of the one that goes is not handed out meanwhile */
	assert_diary(&diary, "f1 m4 i4 f2");
	assert_int_equal(ipool_count(&pool), 3);
	assert_whole();
}

TEST(a_clear_ends_though_fini_allocs)
{
	struct bullet *b[5];
	int i;

	diary.then = explode;
	make_pool_with_hooks(0);
	fill(b, 5);
	for (i = 0; i < 5; i++)
		b[i]->damage = 9;
	ipool_free(&pool, &b[4]->node);
	victim = b[1];
	diary.text[0] = 0;
	ipool_clear(&pool);
	/* 3 takes nothing, for there is nothing, and frees 1; 2 takes that */
	assert_int_equal(ipool_count(&pool), 0);
	assert_whole();
	assert_non_null(strstr(diary.text, "f1"));
	victim = NULL;
	fill(b, 2);
	b[0]->damage = 9;
	ipool_destroy(&pool);
}

/* The first one that goes frees another, and takes its memory again. */
static void revive(char what, void *object)
{
	struct bullet *other = victim;

	(void)object;
	if (what != 'f' || !other)
		return;
	victim = NULL;
	ipool_free(&pool, &other->node);
	assert_non_null(take());
}

/* Always asks for more. */
static void multiply(char what, void *object)
{
	(void)object;
	if (what == 'f')
		assert_null(take());
}

TEST(what_is_revived_during_a_clear_is_freed_too)
{
	struct bullet *b[4];

	diary.then = revive;
	make_pool_with_hooks(0);
	fill(b, 3);
	diary.text[0] = 0;
	victim = b[0];
	ipool_clear(&pool);
	assert_int_equal(ipool_count(&pool), 0);
	assert_diary(&diary, "f2 f0 i0 f1 f0");
	/* nor does it go on for ever */
	fill(b, 4);
	diary.then = multiply;
	diary.text[0] = 0;
	ipool_clear(&pool);
	assert_diary(&diary, "f3 f2 f1 f0");
	assert_whole();
}

static void alloc_in_reserve(char what, void *object)
{
	if (what != 'm' || ipool_count(&pool) >= 2)
		return;
	/* neither itself nor what is not made yet; nor may the pool grow */
	assert_reported("ipool_reserve", LISH_IN_HOOK,
			assert_int_equal(ipool_reserve(&pool, 8), -EINVAL));
	assert_ptr_not_equal(take(), object);
}

TEST(reserve_hands_out_only_what_is_made)
{
	diary.then = alloc_in_reserve;
	make_pool_with_hooks(8);
	assert_int_equal(ipool_reserve(&pool, 4), 0);
	assert_diary(&diary, "m0 m1 i0 m2 i1 m3");
	assert_int_equal(ipool_stats(&pool).failed, 1);
	assert_int_equal(ipool_count(&pool), 2);
	assert_whole();
	diary.then = NULL;
}

static void alloc_in_unmake(char what, void *object)
{
	(void)object;
	if (what == 'u')
		assert_null(take());
}

TEST(unmake_hands_out_nothing)
{
	diary.then = alloc_in_unmake;
	make_pool_with_hooks(0);
	drop(take());
	ipool_trim(&pool);
	assert_int_equal(ipool_stats(&pool).failed, 1);
	take();
	assert_diary(&diary, "m0 i0 f0 u0 m0 i0");
}

TEST(each_hook_may_be_missing)
{
	static const struct lish_pool_hooks none = { NULL, NULL, NULL, NULL };
	struct lish_config config = config_of(0);

	config.hooks = &none;
	assert_int_equal(ipool_init(&pool, struct bullet, node, &config), 0);
	drop(ipool_zalloc_entry(&pool, struct bullet, node));
	assert_int_equal(ipool_reserve(&pool, 3), 0);
	take();
	ipool_clear(&pool);
	ipool_trim(&pool);
	take();
	assert_whole();
}

TEST(check_names_the_first_fault)
{
	const struct ipool_idx *fault;
	struct bullet *b[4];

	make_pool(0);
	fill(b, 4);
	ipool_free(&pool, &b[3]->node);
	assert_int_equal(ipool_check(&pool, &fault), LISH_OK);
	assert_null(fault);
	b[2]->node.slot = 2;
	assert_int_equal(ipool_check(&pool, &fault), LISH_BAD_INDEX);
	assert_ptr_equal(fault, &b[2]->node);
	assert_int_equal(ipool_check(&pool, NULL), LISH_BAD_INDEX);
	b[2]->node.slot = 3;
	assert_whole();
}

/* What the tools see */

TEST(use_after_free_is_reported_in_memory_of_ones_own)
{
	struct bullet *b;

	ipool_init_in(&pool, struct bullet, node, &storage, NULL);
	b = take();
	b->x = 1;
	ipool_free(&pool, &b->node);
	assert_int_equal(is_reading_reported((char *)&b->x), is_watched());
	ipool_destroy(&pool);
	assert_false(is_reading_reported((char *)&b->x));
}

TEST(poison_does_no_harm_where_nobody_looks)
{
	struct bullet *b;

	make_pool(0);
	pool.base.watch |= LISH_POOL_POISON_;
	b = take();
	b->x = 7;
	ipool_free(&pool, &b->node);
	assert_ptr_equal(take(), b);
	assert_true(b->x > 6);
	ipool_clear(&pool);
	assert_ptr_equal(take(), b);
	assert_true(b->x > 6);
	assert_whole();
}

TEST(memory_is_given_back_without_poison)
{
	struct lish_config config = LISH_CONFIG_INIT;
	struct bullet *b = storage.objects;

	config.hooks = &diary_hooks;
	config.ctx = &diary;
	ipool_init_in(&pool, struct bullet, node, &storage, &config);
	diary.pool = &pool.base;
	assert_false(is_reading_reported((char *)&b->x));
	assert_int_equal(ipool_reserve(&pool, 1), 0);
	assert_int_equal(is_reading_reported((char *)&b->x), is_watched());
	ipool_destroy(&pool);
	assert_diary(&diary, "m0 u0");
	assert_false(is_reading_reported((char *)&b->x));
}

/* Everything at once */

TEST(every_argument_is_evaluated_once)
{
	struct lish_config config = config_of(0);
	const struct lish_config *c = &config;
	struct ipool *p = &pool;
	uint32_t n = 4;

	assert_int_equal(ipool_init(p++, struct bullet, node, c++), 0);
	assert_ptr_equal(p--, &pool + 1);
	assert_ptr_equal(c--, &config + 1);
	assert_non_null(ipool_alloc_entry(p++, struct bullet, node));
	assert_ptr_equal(p--, &pool + 1);
	assert_non_null(ipool_zalloc_entry(p++, struct bullet, node));
	assert_ptr_equal(p--, &pool + 1);
	n = 0;
	assert_non_null(ipool_at_entry(p++, n++, struct bullet, node));
	assert_ptr_equal(p--, &pool + 1);
	assert_int_equal(n, 1);
	ipool_destroy(&pool);
	ipool_init_in(p++, struct bullet, node, (n++, &storage), NULL);
	assert_ptr_equal(p, &pool + 1);
	assert_int_equal(n, 2);
	assert_int_equal(ipool_stats(&pool).capacity, 5);
}

/* Free slots in a stack */

TEST(an_index_stays_with_its_object)
{
	struct bullet *b[130];

	make_pool(0);
	fill(b, 130);
	ipool_free(&pool, &b[64]->node);
	assert_null(ipool_at_entry(&pool, 64, struct bullet, node));
	assert_ptr_equal(ipool_at_entry(&pool, 129, struct bullet, node), b[129]);
}

static void *got_in_unmake;

static void keep_what_unmake_gets(char what, void *object)
{
	(void)object;
	if (what == 'u' && !got_in_unmake)
		got_in_unmake = take();
	else if (what == 'u')
		assert_null(take());
}

TEST(unmake_hands_out_what_trim_keeps)
{
	struct lish_config config = config_of(0);
	struct bullet *b[66];
	uint32_t i;

	got_in_unmake = NULL;
	config.hooks = &diary_hooks;
	config.step = 64;
	diary.then = keep_what_unmake_gets;
	assert_int_equal(ipool_init(&pool, struct bullet, node, &config), 0);
	for (i = 0; i < 66; i++) {
		b[i] = take();
		diary.text[0] = 0;
	}
	/* Two chunks, [a.c..][..]: one is free in the one that stays. */
	ipool_free(&pool, &b[1]->node);
	ipool_free(&pool, &b[65]->node);
	ipool_free(&pool, &b[64]->node);
	diary.text[0] = 0;
	ipool_trim(&pool);
	assert_diary(&diary, "u65 i1 u64");
	assert_ptr_equal(got_in_unmake, b[1]);
	assert_int_equal(ipool_count(&pool), 64);
	assert_int_equal(ipool_stats(&pool).capacity, 64);
	assert_whole();
	diary.then = NULL;
}

TEST(check_looks_at_the_stack)
{
	const struct ipool_idx *fault;
	struct bullet *b[4];
	uint32_t mark;

	make_pool(0);
	fill(b, 4);
	ipool_free(&pool, &b[3]->node);
	mark = b[3]->node.slot;
	/* live by its node, free by the stack */
	b[3]->node.slot = 4;
	assert_int_equal(ipool_check(&pool, &fault), LISH_BAD_COUNT);
	assert_null(fault);
	/* neither live nor on the stack */
	b[3]->node.slot = 0;
	assert_int_equal(ipool_check(&pool, &fault), LISH_BAD_INDEX);
	assert_ptr_equal(fault, &b[3]->node);
	assert_int_equal(ipool_check(&pool, NULL), LISH_BAD_INDEX);
	b[3]->node.slot = mark;
	pool.base.stack[0] = 4;
	assert_int_equal(ipool_check(&pool, &fault), LISH_BAD_INDEX);
	assert_null(fault);
	pool.base.stack[0] = 3;
	pool.base.gone++;
	assert_int_equal(ipool_check(&pool, &fault), LISH_BAD_COUNT);
	/* all are counted, but one is gone while no clear runs */
	pool.base.stacked--;
	assert_int_equal(ipool_check(&pool, &fault), LISH_BAD_COUNT);
	pool.base.stacked++;
	pool.base.gone--;
	pool.base.border = 65;
	assert_int_equal(ipool_check(&pool, &fault), LISH_BAD_COUNT);
	pool.base.border = 4;
	pool.base.stacked += 4;
	assert_int_equal(ipool_check(&pool, &fault), LISH_BAD_COUNT);
	pool.base.stacked -= 4;
	assert_whole();
}

/* May two bytes lie in one line, wherever the first struct begins? */
static bool may_share(size_t a, size_t b)
{
	size_t at;

	for (at = 0; at < 64; at += sizeof(void *)) {
		if ((at + a) / 64 == (at + b) / 64)
			return true;
	}
	return false;
}

/*
 * What alloc and free of a pool write, [first, last], shares no line with what
 * those of a pool beside it look at, [from, to]: two threads may have a pool each.
 */
static void assert_apart(size_t size, size_t from, size_t first, size_t last, size_t to)
{
	assert_true(from <= first && first <= last && last <= to && to < size);
	assert_false(may_share(last, size + from));
	assert_false(may_share(to, size + first));
}

TEST(pools_side_by_side_do_not_share_what_they_write)
{
	const size_t from = offsetof(struct lish_pool_, shift);
	const size_t first = offsetof(struct lish_pool_, stacked);

	if (sizeof(void *) != 8 || LISH_APART != 64)
		return;
	assert_apart(sizeof(struct ipool), from, first, offsetof(struct lish_pool_, border) + 3,
		     sizeof(struct ipool) - 1);
	/* The rest is written by cold calls only. */
	assert_apart(sizeof(struct slotpool), from, first, offsetof(struct lish_pool_, border) + 3,
		     sizeof(struct slotpool) - 1);
}

/* An allocator that looks at no alignment. */
static char crooked_memory[3 * 8192] __attribute__((aligned(64)));
static size_t crooked_used;

static void *crooked_alloc(struct lish_mem *from, size_t size, size_t align)
{
	char *memory = crooked_memory + crooked_used;

	(void)from, (void)align;
	size = (size + 15) / 16 * 16;
	if (size > sizeof(crooked_memory) - crooked_used)
		return NULL;
	crooked_used += size;
	return memory;
}

static void crooked_free(struct lish_mem *from, void *ptr, size_t size, size_t align)
{
	(void)from, (void)ptr, (void)size, (void)align;
}

TEST(an_allocator_that_ignores_align_is_reported)
{
	static struct lish_mem crooked = { crooked_alloc, crooked_free, NULL, NULL };
	struct lish_config config = LISH_CONFIG_INIT;
	struct ipool pool_of_lines;
	void *object = &config;
	int err = 0;

	if (LISH_CHECK < 1)
		return;
	config.mem = &crooked;
	config.step = 64;
	/* The object's alignment counts, not that of a cache line. */
	crooked_used = 16;
	assert_int_equal(ipool_init(&pool_of_lines, struct bullet, node, &config), 0);
	crooked_used = (crooked_used + 63) / 64 * 64 + 16;
	assert_non_null(ipool_alloc_entry(&pool_of_lines, struct bullet, node));
	ipool_destroy(&pool_of_lines);
#ifdef __GNUC__
	crooked_used = 16;
	assert_int_equal(ipool_init(&pool_of_lines, struct line, node, &config), 0);
	crooked_used = 1024 + 16;
	assert_reported("lish_mem.alloc", LISH_MISALIGNED,
			object = ipool_alloc_entry(&pool_of_lines, struct line, node));
	assert_null(object);
	crooked_used = 1024 + 1;
	assert_reported("lish_mem.alloc", LISH_MISALIGNED, err = ipool_reserve(&pool_of_lines, 1));
	assert_int_equal(err, -EINVAL);
	assert_int_equal(ipool_check(&pool_of_lines, NULL), LISH_OK);
	assert_int_equal(ipool_stats(&pool_of_lines).capacity, 0);
	ipool_destroy(&pool_of_lines);
#endif
	(void)object, (void)err;
}

POOL_TEST_OVERWRITTEN(ipool, node, "f4 f3 f2 f0")

POOL_TEST_RESERVE(ipool, node)
POOL_TEST_FULL(ipool, node, IPOOL)
POOL_TEST_BULK(ipool, node)

POOL_TEST_OVERWRITTEN_TRIM(ipool, node, 0)

POOL_TEST_HOOKS(ipool, node, IPOOL_STORAGE)

/* It has no loops. free_at finds no object that is dead, either. */
static uint32_t hook_visits(void)
{
	uint32_t i;

	for (i = 0; i < HOOK_SLOTS; i++) {
		if (!hook_model.live[i])
			assert_false(ipool_free_at(&hooked, i));
	}
	return ipool_count(&hooked);
}

/* For the classes of C++, whose destructors run before destroy and free. */
TEST(what_a_class_says_of_its_objects_is_reported)
{
	struct bullet *b;

	make_pool(0);
	b = take();
	lish_pool_ends_("ipool_destroy", &pool.base, 0);
	assert_reported("ipool_destroy", LISH_NOT_EMPTY,
			lish_pool_ends_("ipool_destroy", &pool.base, 1));
	assert_int_equal(report.fault.result, 1);
	assert_reported("ipool_free", LISH_IN_HOOK,
			lish_pool_is_dying_("ipool_free", &pool.base, &b->node));
	assert_ptr_equal(report.fault.node, &b->node);
	assert_int_equal(ipool_count(&pool), 1);
}

TEST_MAIN(setup, teardown)
