/* SPDX-License-Identifier: MIT */
/*
 * densepool, name by name. Pictures show the array of pointers: live ones, a
 * bar, parked ones: [a c | b d]
 */
#include "pool_test.h"

#include <linux-ish/densepool.h>

struct bullet {
	double x;
	int damage;
	struct densepool_idx idx;
	char name[4];
};

/* The same size, but the idx lies elsewhere. */
struct other {
	struct densepool_idx idx;
	char rest[sizeof(struct bullet) - sizeof(struct densepool_idx)];
};

static struct densepool pool;
static struct test_mem mem;
static struct diary diary;

static int setup(void **state)
{
	static const struct test_mem fresh = TEST_MEM_INIT;

	(void)state;
	mem = fresh;
	memset(&diary, 0, sizeof(diary));
	diary.chunks = &pool.chunks;
	memset(&pool, 0, sizeof(pool));
	return 0;
}

/* Nothing leaks, whatever the test did. */
static int teardown(void **state)
{
	(void)state;
	if (pool.chunks.size)
		densepool_destroy(&pool);
	assert_int_equal(mem.bytes, 0);
	return 0;
}

static struct lish_pool_config config_of(uint32_t limit)
{
	struct lish_pool_config config = { 0, 0, 0, false, NULL, NULL, NULL };

	config.limit = limit;
	config.mem = &mem.mem;
	config.ctx = &diary;
	return config;
}

/* A pool that grows by 64, up to limit. */
static void make_pool(uint32_t limit)
{
	struct lish_pool_config config = config_of(limit);

	config.step = 64;
	assert_int_equal(densepool_init(&pool, struct bullet, idx, &config), 0);
}

static void make_pool_with_hooks(uint32_t limit)
{
	struct lish_pool_config config = config_of(limit);

	config.hooks = &diary_hooks;
	assert_int_equal(densepool_init(&pool, struct bullet, idx, &config), 0);
}

static struct bullet *take(void)
{
	return densepool_alloc_entry(&pool, struct bullet, idx);
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

/* Making pools */

DENSEPOOL_DEFINE(defined, struct bullet, idx, 3);

static void a_defined_pool_needs_no_call(void **state)
{
	struct bullet *b[3];
	int i;

	(void)state;
	assert_int_equal(densepool_capacity(&defined), 3);
	assert_int_equal(densepool_limit(&defined), 3);
	for (i = 0; i < 3; i++) {
		b[i] = densepool_alloc_entry(&defined, struct bullet, idx);
		assert_ptr_equal(b[i], &defined_objects_[i]);
	}
	assert_null(densepool_alloc(&defined));
	assert_int_equal(densepool_failed(&defined), 1);
	densepool_free(&defined, b[1]);
	assert_ptr_equal(densepool_alloc(&defined), b[1]);
	assert_int_equal(densepool_check(&defined, NULL), LISH_OK);
	assert_int_equal(densepool_clear(&defined), 0);
	assert_ptr_equal(densepool_alloc(&defined), b[0]);
	/* The memory stays, whatever is asked. */
	assert_int_equal(densepool_trim(&defined), 0);
	assert_int_equal(densepool_reserve(&defined, 3), 0);
	assert_int_equal(densepool_reserve(&defined, 4), -ENOSPC);
	assert_int_equal(densepool_capacity(&defined), 3);
	densepool_destroy(&defined);
}

static void init_allocates_nothing_yet(void **state)
{
	(void)state;
	memset(&pool, 0x5a, sizeof(pool));
	make_pool(0);
	assert_int_equal(mem.allocs, 0);
	assert_int_equal(densepool_capacity(&pool), 0);
	assert_int_equal(densepool_count(&pool), 0);
	assert_true(densepool_empty(&pool));
	assert_int_equal(densepool_limit(&pool), LISH_MAX_COUNT);
	assert_whole();
	densepool_destroy(&pool);
	assert_int_equal(mem.allocs, 0);
}

static void init_without_a_config_grows_by_64_kib(void **state)
{
	(void)state;
	assert_int_equal(densepool_init(&pool, struct bullet, idx, NULL), 0);
	assert_non_null(take());
	assert_true(densepool_capacity(&pool) * sizeof(struct bullet) <= 65536);
	assert_true(densepool_capacity(&pool) * sizeof(struct bullet) > 32768);
}

static void the_step_is_rounded_up_to_a_power_of_two(void **state)
{
	static const uint32_t steps[][2] = {
		{ 1, 64 }, { 64, 64 }, { 65, 128 }, { 100, 128 }, { 129, 256 },
	};
	struct lish_pool_config config = config_of(0);
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		config.step = steps[i][0];
		assert_int_equal(
			densepool_init(&pool, struct bullet, idx, &config), 0);
		take();
		assert_int_equal(densepool_capacity(&pool), steps[i][1]);
		densepool_destroy(&pool);
	}
	/* a step beyond the limit is the limit */
	config.limit = 70;
	config.step = 0xffffffffu;
	assert_int_equal(densepool_init(&pool, struct bullet, idx, &config), 0);
	take();
	assert_int_equal(densepool_capacity(&pool), 70);
}

static void init_takes_the_initial_objects_at_once(void **state)
{
	struct lish_pool_config config = config_of(100);
	unsigned int n;

	(void)state;
	config.initial = 70;
	config.hooks = &diary_hooks;
	config.step = 10;
	assert_int_equal(densepool_init(&pool, struct bullet, idx, &config), 0);
	/* the step is 64, and the last chunk ends at the limit */
	assert_int_equal(densepool_capacity(&pool), 100);
	assert_non_null(strstr(diary.text, "m0 m1 m2"));
	assert_null(strstr(diary.text, "m70"));
	densepool_destroy(&pool);

	config.initial = 101;
	assert_int_equal(densepool_init(&pool, struct bullet, idx, &config),
			 -ENOSPC);
	assert_int_equal(densepool_check(&pool, NULL), LISH_UNINITIALIZED);
	config.initial = 70;
	for (n = 1; n <= 4; n++) {
		mem.allocs = 0;
		mem.fail_at = n;
		assert_int_equal(densepool_init(&pool, struct bullet, idx,
						&config),
				 -ENOMEM);
		assert_int_equal(mem.bytes, 0);
		assert_int_equal(densepool_check(&pool, NULL),
				 LISH_UNINITIALIZED);
	}
}

static void a_size_that_overflows_is_enomem(void **state)
{
	struct lish_pool_config config = config_of(0);

	(void)state;
	config.step = LISH_MAX_COUNT;
	assert_int_equal(densepool_init_(&pool, 0x80000000u, 4, 0, NULL),
			 -ENOMEM);
	if (sizeof(size_t) == 4)
		assert_int_equal(densepool_init(&pool, struct bullet, idx,
						&config),
				 -ENOMEM);
	assert_int_equal(densepool_init_(&pool, (size_t)-1 / 64 + 1, 1, 0,
					 &config),
			 -ENOMEM);
	assert_int_equal(densepool_check(&pool, NULL), LISH_UNINITIALIZED);
	/* The pool may be large, if there is memory; here there is none. */
	config.limit = LISH_MAX_COUNT;
	config.step = 64;
	config.initial = LISH_MAX_COUNT;
	mem.fail_at = 1;
	assert_int_equal(densepool_init(&pool, struct bullet, idx, &config),
			 -ENOMEM);
}

static void sizes_that_are_nonsense_are_einval(void **state)
{
	(void)state;
	assert_int_equal(densepool_init_(&pool, 0, 4, 0, NULL), -EINVAL);
	assert_int_equal(densepool_init_(&pool, 16, 0, 0, NULL), -EINVAL);
	assert_int_equal(densepool_init_(&pool, 16, 3, 0, NULL), -EINVAL);
	assert_int_equal(densepool_init_(&pool, 20, 8, 0, NULL), -EINVAL);
	assert_int_equal(densepool_init_(&pool, 16, 4, 17, NULL), -EINVAL);
	assert_int_equal(densepool_init_(&pool, 16, 4, 13, NULL), -EINVAL);
	assert_int_equal(densepool_init_in_(&pool, 0, 4, 0, 1, &mem, 100, NULL),
			 -EINVAL);
}

static char block[DENSEPOOL_BYTES(struct bullet, 5) + 8];

DENSEPOOL_DEFINE(zeroed, struct bullet, idx, 2);
DENSEPOOL_DEFINE(reserved, struct bullet, idx, 2);

static void a_defined_pool_may_begin_with_any_call(void **state)
{
	struct bullet *b;

	(void)state;
	zeroed_objects_[0].damage = 7;
	b = densepool_alloc_zero_entry(&zeroed, struct bullet, idx);
	assert_int_equal(b->damage, 0);
	assert_int_equal(densepool_clear(&zeroed), 0);
	assert_int_equal(densepool_reserve(&reserved, 2), 0);
	assert_int_equal(densepool_clear(&reserved), 0);
	densepool_destroy(&zeroed);
	densepool_destroy(&reserved);
}

static void init_in_uses_a_piece_of_memory_of_any_alignment(void **state)
{
	struct bullet *b[5];
	size_t skip;
	int i;

	(void)state;
	for (skip = 0; skip < 8; skip++) {
		assert_int_equal(
			densepool_init_in(
				&pool, struct bullet, idx, 5, block + skip,
				DENSEPOOL_BYTES(struct bullet, 5), NULL),
			0);
		for (i = 0; i < 5; i++) {
			b[i] = take();
			assert_non_null(b[i]);
			assert_true((char *)b[i] >= block + skip);
			assert_true((char *)(b[i] + 1) <=
				    block + skip +
					    DENSEPOOL_BYTES(struct bullet, 5));
			assert_int_equal((uintptr_t)b[i] %
						 LISH_ALIGNOF(struct bullet),
					 0);
		}
		assert_null(take());
		for (i = 0; i < 5; i++)
			densepool_free(&pool, b[i]);
		assert_whole();
		densepool_destroy(&pool);
		memset(block, 0, sizeof(block));
	}
}

static void init_in_wants_room_for_all(void **state)
{
	size_t size;

	(void)state;
	/* skipping what is lost to alignment is all that makes it fit */
	for (size = 0; size < 5 * (sizeof(struct bullet) + 4); size++) {
		assert_int_equal(densepool_init_in(&pool, struct bullet, idx, 5,
						   block, size, NULL),
				 -ENOSPC);
		assert_int_equal(densepool_check(&pool, NULL),
				 LISH_UNINITIALIZED);
	}
	assert_int_equal(densepool_init_in(&pool, struct bullet, idx, 5, NULL,
					   sizeof(block), NULL),
			 -ENOSPC);
	assert_int_equal(densepool_init_in(&pool, struct bullet, idx,
					   0x80000000u, block, (size_t)-1,
					   NULL),
			 -ENOSPC);
	/* none is a number too */
	assert_int_equal(densepool_init_in(&pool, struct bullet, idx, 0, block,
					   sizeof(block), NULL),
			 0);
	assert_null(take());
	assert_whole();
}

static void set_hooks_is_for_pools_without_objects(void **state)
{
	struct bullet *b;

	(void)state;
	make_pool(4);
	densepool_free(&pool, take());
	b = take();
	assert_int_equal(densepool_set_hooks(&pool, &diary_hooks, &diary),
			 -EBUSY);
	densepool_free(&pool, b);
	assert_int_equal(densepool_set_hooks(&pool, &diary_hooks, &diary), 0);
	assert_int_equal(densepool_peak(&pool), 1);
	take();
	assert_diary(&diary, "m0 i0");
	densepool_clear(&pool);
	assert_diary(&diary, "f0");
	/* what was made for these hooks is theirs */
	assert_int_equal(densepool_set_hooks(&pool, NULL, NULL), -EBUSY);
	assert_int_equal(densepool_trim(&pool), 0);
	assert_diary(&diary, "u0");
	assert_int_equal(densepool_set_hooks(&pool, NULL, NULL), 0);
	take();
	assert_diary(&diary, "");
}

/* Alloc and free */

static void fresh_slots_are_handed_out_in_order(void **state)
{
	struct bullet *b[64];
	int i;

	(void)state;
	make_pool(0);
	fill(b, 64);
	for (i = 0; i < 64; i++) {
		assert_ptr_equal(b[i], b[0] + i);
		assert_int_equal(densepool_index_of(&pool, b[i]), i);
	}
	assert_int_equal(densepool_count(&pool), 64);
	assert_false(densepool_empty(&pool));
	assert_whole();
}

static void last_freed_is_handed_out_first(void **state)
{
	struct bullet *b[4];

	(void)state;
	make_pool(0);
	fill(b, 4);
	/* [a b c d |] -> [d b c | a] -> [c b | d a] -> [c | b d a] */
	assert_int_equal(densepool_free(&pool, b[0]), 0);
	assert_int_equal(densepool_free(&pool, b[3]), 0);
	assert_int_equal(densepool_free(&pool, b[1]), 0);
	assert_int_equal(densepool_count(&pool), 1);
	assert_order(&pool, b, "c");
	assert_ptr_equal(take(), b[1]);
	assert_ptr_equal(take(), b[3]);
	assert_ptr_equal(take(), b[0]);
	assert_order(&pool, b, "cbda");
	assert_ptr_equal(take(), b[0] + 4);
}

static void objects_never_move(void **state)
{
	struct bullet *b[1000];
	int i;

	(void)state;
	make_pool(0);
	for (i = 0; i < 1000; i++) {
		b[i] = take();
		b[i]->damage = i;
	}
	for (i = 0; i < 1000; i++) {
		assert_int_equal(b[i]->damage, i);
		assert_ptr_equal(densepool_at(&pool, (uint32_t)i), b[i]);
	}
	assert_int_equal(densepool_capacity(&pool), 1024);
	assert_whole();
}

static void at_the_limit_alloc_gives_null_and_makes_nothing(void **state)
{
	struct bullet *b[3];

	(void)state;
	make_pool_with_hooks(3);
	fill(b, 3);
	assert_diary(&diary, "m0 i0 m1 i1 m2 i2");
	assert_int_equal(mem.bytes >= 3 * sizeof(struct bullet), true);
	assert_null(take());
	assert_null(densepool_alloc(&pool));
	assert_null(densepool_alloc_zero(&pool));
	assert_diary(&diary, "");
	assert_int_equal(densepool_failed(&pool), 3);
	assert_int_equal(densepool_count(&pool), 3);
	assert_int_equal(densepool_capacity(&pool), 3);
	densepool_free(&pool, b[1]);
	assert_ptr_equal(take(), b[1]);
}

static void alloc_zero_zeroes_all_but_the_node(void **state)
{
	struct bullet *b, zero;

	(void)state;
	make_pool(0);
	b = take();
	memset((char *)b, 0x5a, offsetof(struct bullet, idx));
	memset(b->name, 0x5a, sizeof(b->name));
	densepool_free(&pool, b);
	assert_ptr_equal(densepool_alloc_zero(&pool), b);
	assert_true(densepool_is_live(&pool, b));
	memset(&zero, 0, sizeof(zero));
	zero.idx = b->idx;
	assert_memory_equal(b, &zero, sizeof(zero));
	b->damage = 7;
	densepool_free(&pool, b);
	assert_ptr_equal(densepool_alloc_zero_entry(&pool, struct bullet, idx),
			 b);
	assert_int_equal(b->damage, 0);
	assert_whole();
}

static void alloc_leaves_the_object_as_it_was(void **state)
{
	struct bullet *b;

	(void)state;
	make_pool(0);
	b = take();
	b->damage = 7;
	densepool_free(&pool, b);
	assert_ptr_equal(take(), b);
	assert_int_equal(b->damage, 7);
}

#ifdef __GNUC__
struct line {
	struct densepool_idx idx;
	char data[60];
} __attribute__((aligned(64)));

struct page {
	struct densepool_idx idx;
} __attribute__((aligned(4096)));

DENSEPOOL_DEFINE(lines, struct line, idx, 4);

static void alignment_is_that_of_the_type(void **state)
{
	static char room[DENSEPOOL_BYTES(struct line, 3)];
	struct lish_pool_config config = config_of(200);
	void *object;
	int i;

	(void)state;
	assert_int_equal((uintptr_t)densepool_alloc(&lines) % 64, 0);
	assert_int_equal((uintptr_t)densepool_alloc(&lines) % 64, 0);
	assert_int_equal(densepool_init(&pool, struct page, idx, &config), 0);
	for (i = 0; i < 200; i++) {
		object = densepool_alloc(&pool);
		assert_non_null(object);
		assert_int_equal((uintptr_t)object % 4096, 0);
	}
	densepool_destroy(&pool);
	assert_int_equal(densepool_init_in(&pool, struct line, idx, 3, room,
					   sizeof(room), NULL),
			 0);
	assert_int_equal((uintptr_t)densepool_alloc(&pool) % 64, 0);
	assert_int_equal((uintptr_t)densepool_alloc(&pool) % 64, 0);
}
#endif

/* Asking */

static void is_live_knows_live_objects_of_this_pool(void **state)
{
	struct bullet *b[3], foreign = { 0, 0, { { 0 } }, "" };

	(void)state;
	make_pool(0);
	fill(b, 3);
	densepool_free(&pool, b[1]);
	assert_true(densepool_is_live(&pool, b[0]));
	assert_false(densepool_is_live(&pool, b[1]));
	assert_true(densepool_is_live(&pool, b[2]));
	assert_false(densepool_is_live(&pool, &foreign));
	foreign.idx = b[0]->idx;
	assert_false(densepool_is_live(&pool, &foreign));
	densepool_clear(&pool);
	assert_false(densepool_is_live(&pool, b[0]));
}

static void owns_knows_the_objects_of_this_pool(void **state)
{
	struct bullet *b[70], foreign = { 0, 0, { { 0 } }, "" };

	(void)state;
	make_pool(0);
	assert_false(densepool_owns(&pool, &foreign));
	fill(b, 70);
	densepool_free(&pool, b[1]);
	assert_true(densepool_owns(&pool, b[0]));
	assert_true(densepool_owns(&pool, b[1]));
	assert_true(densepool_owns(&pool, b[69]));
	/* never used, but there */
	assert_true(densepool_owns(&pool, b[69] + 1));
	assert_false(densepool_owns(&pool, (char *)b[0] + 1));
	assert_false(densepool_owns(&pool, &b[0]->idx));
	assert_false(densepool_owns(&pool, &foreign));
	assert_false(densepool_owns(&pool, NULL));
}

static void index_of_and_at_lead_to_each_other(void **state)
{
	struct bullet *b[130], foreign = { 0, 0, { { 0 } }, "" };
	uint32_t i;

	(void)state;
	make_pool(0);
	fill(b, 130);
	for (i = 0; i < 130; i++) {
		assert_int_equal(densepool_index_of(&pool, b[i]), i);
		assert_ptr_equal(densepool_at_entry(&pool, i,
						    const struct bullet, idx),
				 b[i]);
	}
	densepool_free(&pool, b[64]);
	assert_ptr_equal(densepool_at(&pool, 64), b[129]);
	assert_int_equal(densepool_index_of(&pool, b[64]), -1);
	assert_int_equal(densepool_index_of(&pool, &foreign), -1);
	assert_null(densepool_at(&pool, 129));
	assert_null(densepool_at(&pool, 0xffffffffu));
}

static void peak_and_failed_are_remembered(void **state)
{
	struct bullet *b[80];

	(void)state;
	make_pool(80);
	assert_int_equal(densepool_peak(&pool), 0);
	fill(b, 70);
	densepool_free(&pool, b[0]);
	densepool_free(&pool, b[1]);
	take();
	assert_int_equal(densepool_peak(&pool), 70);
	densepool_clear(&pool);
	assert_int_equal(densepool_peak(&pool), 70);
	fill(b, 3);
	assert_int_equal(densepool_peak(&pool), 70);
	densepool_trim(&pool);
	assert_int_equal(densepool_peak(&pool), 70);
	fill(b, 77);
	assert_null(take());
	assert_int_equal(densepool_peak(&pool), 80);
	assert_int_equal(densepool_failed(&pool), 1);
}

static void peak_survives_a_trim(void **state)
{
	struct bullet *b[130];
	int i;

	(void)state;
	make_pool(0);
	fill(b, 130);
	for (i = 0; i < 130; i++)
		densepool_free(&pool, b[i]);
	assert_int_equal(densepool_trim(&pool), 0);
	assert_int_equal(densepool_capacity(&pool), 0);
	assert_int_equal(densepool_peak(&pool), 130);
}

/* Memory */

static void reserve_gets_all_in_advance(void **state)
{
	struct bullet *b[200];
	unsigned int allocs;

	(void)state;
	make_pool(200);
	assert_int_equal(densepool_reserve(&pool, 0), 0);
	assert_int_equal(mem.allocs, 0);
	assert_int_equal(densepool_reserve(&pool, 130), 0);
	assert_int_equal(densepool_capacity(&pool), 192);
	assert_int_equal(densepool_reserve(&pool, 200), 0);
	assert_int_equal(densepool_capacity(&pool), 200);
	assert_int_equal(densepool_reserve(&pool, 201), -ENOSPC);
	assert_int_equal(densepool_reserve(&pool, 0xffffffffu), -ENOSPC);
	allocs = mem.allocs;
	fill(b, 200);
	assert_null(take());
	assert_int_equal(mem.allocs, allocs);
	assert_int_equal(mem.frees, 0);
}

static void with_no_grow_only_reserve_allocates(void **state)
{
	struct lish_pool_config config = config_of(0);
	struct bullet *b[64];

	(void)state;
	config.no_grow = true;
	config.step = 64;
	assert_int_equal(densepool_init(&pool, struct bullet, idx, &config), 0);
	assert_null(take());
	assert_int_equal(mem.allocs, 0);
	assert_int_equal(densepool_reserve(&pool, 1), 0);
	fill(b, 64);
	assert_null(take());
	assert_int_equal(densepool_capacity(&pool), 64);
	assert_int_equal(densepool_failed(&pool), 2);
	assert_int_equal(densepool_reserve(&pool, 65), 0);
	assert_non_null(take());
}

static void reserve_makes_and_alloc_does_not_again(void **state)
{
	(void)state;
	make_pool_with_hooks(8);
	take();
	assert_diary(&diary, "m0 i0");
	assert_int_equal(densepool_reserve(&pool, 3), 0);
	assert_diary(&diary, "m1 m2");
	take();
	take();
	take();
	assert_diary(&diary, "i1 i2 m3 i3");
	assert_int_equal(densepool_reserve(&pool, 4), 0);
	assert_diary(&diary, "");
	densepool_clear(&pool);
	assert_diary(&diary, "f3 f2 f1 f0");
	take();
	assert_diary(&diary, "i0");
	densepool_destroy(&pool);
	assert_diary(&diary, "f0 u3 u2 u1 u0");
}

static void trim_gives_back_the_chunks_at_the_end(void **state)
{
	struct bullet *b[300];
	size_t bytes;
	int i;

	(void)state;
	make_pool(300);
	assert_int_equal(densepool_trim(&pool), 0);
	fill(b, 300);
	bytes = mem.bytes;
	assert_int_equal(densepool_trim(&pool), 0);
	assert_int_equal(mem.bytes, bytes);
	/* Live are the first and one of the second chunk, of five. */
	for (i = 299; i > 0; i--) {
		if (i != 70)
			densepool_free(&pool, b[i]);
	}
	assert_int_equal(densepool_trim(&pool), 0);
	assert_whole();
	assert_int_equal(densepool_capacity(&pool), 128);
	assert_int_equal(mem.bytes,
			 bytes - (300 - 128) * sizeof(struct bullet));
	assert_int_equal(densepool_count(&pool), 2);
	/* the order of those that are left is kept */
	assert_ptr_equal(take(), b[1]);
	assert_ptr_equal(take(), b[2]);
	for (i = 0; i < 124; i++)
		assert_non_null(take());
	assert_int_equal(densepool_capacity(&pool), 128);
	assert_non_null(take());
	assert_int_equal(densepool_capacity(&pool), 192);
	assert_whole();
	densepool_clear(&pool);
	assert_int_equal(densepool_trim(&pool), 0);
	assert_int_equal(densepool_capacity(&pool), 0);
	assert_int_equal(mem.bytes, 0);
	assert_non_null(take());
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
		densepool_free(&pool, b[i]);
	assert_int_equal(densepool_trim(&pool), 0);
	assert_int_equal(densepool_capacity(&pool), 64);
	assert_whole();
	for (i = 63; i > 0; i--)
		assert_ptr_equal(take(), b[i]);
	assert_whole();
}

static void clear_makes_a_fresh_pool(void **state)
{
	struct bullet *b[5];
	int i;

	(void)state;
	make_pool(0);
	fill(b, 5);
	densepool_free(&pool, b[3]);
	densepool_free(&pool, b[0]);
	assert_int_equal(densepool_clear(&pool), 0);
	assert_int_equal(densepool_count(&pool), 0);
	assert_int_equal(densepool_capacity(&pool), 64);
	assert_whole();
	for (i = 0; i < 5; i++)
		assert_ptr_equal(take(), b[i]);
	assert_int_equal(densepool_clear(&pool), 0);
	assert_int_equal(densepool_clear(&pool), 0);
	assert_whole();
}

static void destroy_gives_back_everything(void **state)
{
	struct bullet *b[100];

	(void)state;
	make_pool(0);
	fill(b, 100);
	densepool_free(&pool, b[3]);
	densepool_destroy(&pool);
	assert_int_equal(mem.bytes, 0);
	assert_int_equal(mem.allocs, mem.frees);
	assert_int_equal(densepool_check(&pool, NULL), LISH_UNINITIALIZED);
}

/*
 * Allocate and free until memory was asked for often; each of these requests
 * fails in one run, and is asked again.
 */
static void a_failed_allocation_changes_nothing(void **state)
{
	static const uint32_t limits[] = { 0, 1000 };
	struct lish_pool_config config;
	uint32_t count, capacity, peak, i, failures, l, fail;

	(void)state;
	for (l = 0; l < 2; l++) {
		for (fail = 1;; fail++) {
			config = config_of(limits[l]);
			config.step = 64;
			mem.allocs = 0;
			mem.fail_at = fail;
			failures = 0;
			assert_int_equal(densepool_init(&pool, struct bullet,
							idx, &config),
					 0);
			for (i = 0; i < 1000; i++) {
				count = densepool_count(&pool);
				capacity = densepool_capacity(&pool);
				peak = densepool_peak(&pool);
				if (take())
					continue;
				failures++;
				assert_whole();
				assert_int_equal(densepool_count(&pool), count);
				assert_int_equal(densepool_capacity(&pool),
						 capacity);
				assert_int_equal(densepool_peak(&pool), peak);
				assert_int_equal(densepool_failed(&pool),
						 failures);
				i--;
			}
			densepool_destroy(&pool);
			assert_int_equal(mem.bytes, 0);
			if (!failures)
				break;
			assert_int_equal(failures, 1);
		}
		/* chunks, table and stack at the least */
		assert_true(fail > 16 + 2);
	}
}

static void a_failed_reserve_changes_nothing(void **state)
{
	uint32_t fail;
	int err = -ENOMEM;

	(void)state;
	for (fail = 1; err; fail++) {
		make_pool(0);
		take();
		mem.allocs = 0;
		mem.fail_at = fail;
		err = densepool_reserve(&pool, 1000);
		assert_whole();
		assert_int_equal(densepool_capacity(&pool), err ? 64 : 1024);
		if (err) {
			assert_int_equal(err, -ENOMEM);
			assert_int_equal(densepool_reserve(&pool, 1000), 0);
			assert_int_equal(densepool_capacity(&pool), 1024);
		}
		densepool_destroy(&pool);
		assert_int_equal(mem.bytes, 0);
	}
	assert_true(fail > 15);
}

static void nothing_but_growth_and_trim_allocates_or_frees(void **state)
{
	struct bullet *b[500];
	unsigned int allocs, i, round;

	(void)state;
	make_pool(0);
	fill(b, 500);
	allocs = mem.allocs;
	for (round = 0; round < 3; round++) {
		for (i = 0; i < 500; i++)
			densepool_free(&pool, b[(i * 7) % 500]);
		fill(b, 500);
		densepool_clear(&pool);
		fill(b, 500);
	}
	assert_int_equal(mem.allocs, allocs);
	assert_int_equal(mem.frees,
			 allocs - densepool_capacity(&pool) / 64 - 2);
}

static void with_a_limit_no_alloc_copies_anything(void **state)
{
	uint32_t i, asked, worst = 0, first = 0, frees;
	size_t bytes, worst_bytes = 0;

	(void)state;
	make_pool(4096);
	for (i = 0; i < 4096; i++) {
		asked = mem.allocs;
		frees = mem.frees;
		bytes = mem.bytes;
		assert_non_null(take());
		asked = mem.allocs - asked;
		/* who frees an array has copied it */
		assert_int_equal(mem.frees, frees);
		if (!i)
			first = asked;
		else if (asked > worst)
			worst = asked;
		if (i && mem.bytes - bytes > worst_bytes)
			worst_bytes = mem.bytes - bytes;
	}
	print_message("worst alloc: %u requests for %u bytes, the first one "
		      "%u requests; no copies\n",
		      (unsigned int)worst, (unsigned int)worst_bytes,
		      (unsigned int)first);
	assert_int_equal(worst, 1);
	assert_int_equal(worst_bytes, 64 * sizeof(struct bullet));
	assert_true(first <= 3);
}

static void memory_beyond_the_index_is_8_bytes_an_object(void **state)
{
	struct lish_pool_config config = config_of(65536);
	double extra;

	(void)state;
	assert_int_equal(sizeof(struct densepool_idx), 4);
	assert_int_equal(densepool_init(&pool, struct bullet, idx, &config), 0);
	assert_int_equal(densepool_reserve(&pool, 65536), 0);
	extra = (double)(mem.bytes + sizeof(pool) -
			 65536 * sizeof(struct bullet)) /
		65536;
	print_message("%.3f bytes an object beyond its index\n", extra);
	assert_true(extra <= 0.2 + sizeof(void *));
}

/* Hooks */

static void hooks_are_called_once_at_each_turn(void **state)
{
	struct bullet *b[3];

	(void)state;
	make_pool_with_hooks(0);
	fill(b, 3);
	assert_diary(&diary, "m0 i0 m1 i1 m2 i2");
	densepool_free(&pool, b[1]);
	assert_diary(&diary, "f1");
	densepool_alloc_zero(&pool);
	assert_diary(&diary, "i1");
	densepool_free(&pool, b[0]);
	assert_diary(&diary, "f0");
	assert_int_equal(densepool_peak(&pool), 3);
	densepool_clear(&pool);
	assert_diary(&diary, "f2 f1");
	assert_int_equal(densepool_peak(&pool), 3);
	densepool_trim(&pool);
	assert_diary(&diary, "u2 u1 u0");
	take();
	assert_diary(&diary, "m0 i0");
	densepool_destroy(&pool);
	assert_diary(&diary, "f0 u0");
}

/* Each hook sees a whole pool, with its object in it. */
static void look_around(char what, void *object)
{
	const bool live = what == 'i' || what == 'f' ||
			  (what == 'm' && densepool_count(&pool));

	assert_whole();
	assert_int_equal(densepool_is_live(&pool, object), live);
	assert_int_equal(densepool_index_of(&pool, object) >= 0, live);
	if (live)
		assert_int_equal(densepool_count(&pool), 1);
}

static void hooks_see_a_whole_pool(void **state)
{
	(void)state;
	diary.then = look_around;
	make_pool_with_hooks(0);
	densepool_free(&pool, take());
	assert_diary(&diary, "m0 i0 f0");
	densepool_reserve(&pool, 2);
	take();
	densepool_destroy(&pool);
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
		densepool_free(&pool, other);
	assert_whole();
}

static void fini_may_alloc_and_free_others(void **state)
{
	struct bullet *b[4];
	int i;

	(void)state;
	diary.then = explode;
	make_pool_with_hooks(5);
	fill(b, 4);
	for (i = 0; i < 4; i++)
		b[i]->damage = 0;
	victim = b[2];
	b[1]->damage = 9;
	assert_diary(&diary, "m0 i0 m1 i1 m2 i2 m3 i3");
	densepool_free(&pool, b[1]);
	/* the memory of the one that goes is not handed out meanwhile */
	assert_diary(&diary, "f1 m4 i4 f2");
	assert_int_equal(densepool_count(&pool), 3);
	assert_whole();
}

static void a_clear_ends_though_fini_allocs(void **state)
{
	struct bullet *b[5];
	int i;

	(void)state;
	diary.then = explode;
	make_pool_with_hooks(0);
	fill(b, 5);
	for (i = 0; i < 5; i++)
		b[i]->damage = 9;
	densepool_free(&pool, b[4]);
	victim = b[1];
	diary.text[0] = 0;
	assert_int_equal(densepool_clear(&pool), 0);
	/* 3 takes nothing, for there is nothing, and frees 1; 2 takes that */
	assert_int_equal(densepool_count(&pool), 0);
	assert_whole();
	assert_non_null(strstr(diary.text, "f1"));
	victim = NULL;
	fill(b, 2);
	b[0]->damage = 9;
	densepool_destroy(&pool);
}

/* The first one that goes frees another, and takes its memory again. */
static void revive(char what, void *object)
{
	struct bullet *other = victim;

	(void)object;
	if (what != 'f' || !other)
		return;
	victim = NULL;
	densepool_free(&pool, other);
	assert_non_null(take());
}

/* Always asks for more. */
static void multiply(char what, void *object)
{
	(void)object;
	if (what == 'f')
		assert_null(take());
}

static void what_is_revived_during_a_clear_is_freed_too(void **state)
{
	struct bullet *b[4];

	(void)state;
	diary.then = revive;
	make_pool_with_hooks(0);
	fill(b, 3);
	diary.text[0] = 0;
	victim = b[0];
	assert_int_equal(densepool_clear(&pool), 0);
	assert_int_equal(densepool_count(&pool), 0);
	assert_diary(&diary, "f2 f0 i0 f1 f0");
	/* nor does it go on for ever */
	fill(b, 4);
	diary.then = multiply;
	diary.text[0] = 0;
	assert_int_equal(densepool_clear(&pool), 0);
	assert_diary(&diary, "f3 f2 f1 f0");
	assert_whole();
}

static void call_what_hooks_may_not(char what, void *object)
{
	(void)object;
	if (what == 'u' && !pool.chunks.hooked)
		return;
	assert_int_equal(densepool_clear(&pool), -EBUSY);
	assert_int_equal(densepool_trim(&pool), -EBUSY);
	assert_int_equal(densepool_set_hooks(&pool, NULL, NULL), -EBUSY);
	assert_reported("densepool_destroy", LISH_IN_HOOK,
			densepool_destroy(&pool));
	assert_whole();
}

static void hooks_may_not_clear_trim_or_destroy(void **state)
{
	(void)state;
	diary.then = call_what_hooks_may_not;
	make_pool_with_hooks(0);
	densepool_free(&pool, take());
	densepool_reserve(&pool, 2);
	take();
	densepool_clear(&pool);
	densepool_trim(&pool);
	assert_diary(&diary, "m0 i0 f0 m1 i0 f0 u1 u0");
}

static void alloc_in_reserve(char what, void *object)
{
	if (what != 'm' || densepool_count(&pool) >= 2)
		return;
	/* neither itself nor what is not made yet; nor may the pool grow */
	assert_int_equal(densepool_reserve(&pool, 8), -EBUSY);
	assert_ptr_not_equal(take(), object);
}

static void reserve_hands_out_only_what_is_made(void **state)
{
	(void)state;
	diary.then = alloc_in_reserve;
	make_pool_with_hooks(8);
	assert_int_equal(densepool_reserve(&pool, 4), 0);
	assert_diary(&diary, "m0 m1 i0 m2 i1 m3");
	assert_int_equal(densepool_failed(&pool), 1);
	assert_int_equal(densepool_count(&pool), 2);
	assert_whole();
	diary.then = NULL;
}

static void alloc_in_unmake(char what, void *object)
{
	(void)object;
	if (what == 'u')
		assert_null(take());
}

static void unmake_hands_out_nothing(void **state)
{
	(void)state;
	diary.then = alloc_in_unmake;
	make_pool_with_hooks(0);
	densepool_free(&pool, take());
	assert_int_equal(densepool_trim(&pool), 0);
	assert_int_equal(densepool_failed(&pool), 1);
	take();
	assert_diary(&diary, "m0 i0 f0 u0 m0 i0");
}

static void each_hook_may_be_missing(void **state)
{
	static const struct lish_pool_hooks none = { NULL, NULL, NULL, NULL };
	struct lish_pool_config config = config_of(0);

	(void)state;
	config.hooks = &none;
	assert_int_equal(densepool_init(&pool, struct bullet, idx, &config), 0);
	densepool_free(&pool, densepool_alloc_zero(&pool));
	densepool_reserve(&pool, 3);
	take();
	densepool_clear(&pool);
	densepool_trim(&pool);
	take();
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
	struct densepool_loop by_hand;
	struct densepool_idx *at;
	struct bullet *b[6];
	char seen[6][8];
	size_t i;

	(void)state;
	make_pool(0);
	for (i = 0; i < ARRAY_SIZE(counts); i++) {
		memset(seen, 0, sizeof(seen));
		densepool_clear(&pool);
		fill(b, 6);
		/* [a b .. | parked] */
		while (densepool_count(&pool) > counts[i])
			densepool_free(&pool, b[densepool_count(&pool) - 1]);
		densepool_for_each_entry (pos, &pool, struct bullet, idx)
			visit(seen[0], b, pos);
		densepool_for_each_entry_reverse (pos, &pool,
						  const struct bullet, idx)
			visit(seen[1], b, pos);
		densepool_for_each_entry_safe (pos, readable,
					       const struct bullet, idx)
			visit(seen[2], b, pos);
		densepool_for_each_entry_const (pos, readable,
						const struct bullet, idx)
			visit(seen[3], b, pos);
		densepool_for_each_entry_span (pos, readable,
					       densepool_span(readable, 0, 1),
					       struct bullet, idx)
			visit(seen[4], b, pos);
		densepool_loop_begin(&by_hand, &pool);
		while ((at = densepool_loop_next(&by_hand)))
			visit(seen[5], b,
			      densepool_entry(at, struct bullet, idx));
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
	densepool_for_each_entry (outer, &pool, struct bullet, idx) {
		assert_refusing(b, "abc");
		densepool_for_each_entry_reverse (inner, &pool, struct bullet,
						  idx) {
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
	densepool_for_each_entry (pos, &pool, struct bullet, idx)
		break;
	assert_int_equal(densepool_free(&pool, b[1]), 0);
	assert_order(&pool, b, "c");
}

#if LISH_HAS_CLEANUP
static struct bullet *first_of(struct densepool *p)
{
	densepool_for_each_entry (pos, p, struct bullet, idx)
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
	densepool_for_each_entry_safe (pos, &pool, struct bullet, idx) {
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
	densepool_for_each_entry_safe (pos, &pool, struct bullet, idx)
		assert_int_equal(densepool_free(&pool, pos), 0);
	assert_true(densepool_empty(&pool));
	fill(b, 6);
	/* clear and trim as well */
	densepool_for_each_entry_safe (pos, &pool, struct bullet, idx) {
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
	densepool_for_each_entry (pos, &pool, struct bullet, idx) {
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

/* Misuse */

static void zero_pools_are_reported(void **state)
{
	struct bullet b = { 0, 0, { { 0 } }, "" };

	(void)state;
	memset(&b, 0, sizeof(b));
	assert_reported("densepool_reserve", LISH_UNINITIALIZED,
			assert_int_equal(densepool_reserve(&pool, 1), -EINVAL));
	assert_reported("densepool_clear", LISH_UNINITIALIZED,
			assert_int_equal(densepool_clear(&pool), -EINVAL));
	assert_reported("densepool_trim", LISH_UNINITIALIZED,
			assert_int_equal(densepool_trim(&pool), -EINVAL));
	assert_reported("densepool_set_hooks", LISH_UNINITIALIZED,
			assert_int_equal(densepool_set_hooks(&pool, NULL, NULL),
					 -EINVAL));
	assert_reported("densepool_destroy", LISH_UNINITIALIZED,
			densepool_destroy(&pool));
	assert_int_equal(densepool_check(&pool, NULL), LISH_UNINITIALIZED);
#if LISH_CHECK >= 1
	assert_reported("densepool_alloc", LISH_UNINITIALIZED,
			assert_null(densepool_alloc(&pool)));
	assert_reported("densepool_alloc_entry", LISH_UNINITIALIZED,
			assert_null(take()));
	assert_reported("densepool_free", LISH_UNINITIALIZED,
			densepool_free(&pool, &b));
	assert_reported("densepool_empty", LISH_UNINITIALIZED,
			assert_true(densepool_empty(&pool)));
	assert_reported("densepool_count", LISH_UNINITIALIZED,
			assert_int_equal(densepool_count(&pool), 0));
	assert_reported("densepool_capacity", LISH_UNINITIALIZED,
			assert_int_equal(densepool_capacity(&pool), 0));
	assert_reported("densepool_limit", LISH_UNINITIALIZED,
			assert_int_equal(densepool_limit(&pool), 0));
	assert_reported("densepool_peak", LISH_UNINITIALIZED,
			assert_int_equal(densepool_peak(&pool), 0));
	assert_reported("densepool_failed", LISH_UNINITIALIZED,
			assert_int_equal(densepool_failed(&pool), 0));
	assert_reported("densepool_owns", LISH_UNINITIALIZED,
			assert_false(densepool_owns(&pool, &b)));
#endif
}

#if LISH_CHECK >= 1
static void a_double_free_is_refused(void **state)
{
	struct bullet *b[2];

	(void)state;
	make_pool(0);
	fill(b, 2);
	densepool_free(&pool, b[0]);
	assert_reported("densepool_free", LISH_NOT_LIVE,
			densepool_free(&pool, b[0]));
	assert_ptr_equal(report.container, &pool);
	assert_ptr_equal(report.node, b[0]);
	assert_int_equal(densepool_count(&pool), 1);
	assert_ptr_equal(take(), b[0]);
	assert_ptr_not_equal(take(), b[0]);
	assert_reported("densepool_free", LISH_NOT_LIVE,
			densepool_free(&pool, NULL));
	assert_whole();
}

static void free_of_what_was_never_live_is_refused(void **state)
{
	struct bullet *b;

	(void)state;
	make_pool(0);
	b = take();
	memset(b + 1, 0, sizeof(*b));
	assert_reported("densepool_free", LISH_NOT_LIVE,
			densepool_free(&pool, b + 1));
	densepool_clear(&pool);
	assert_reported("densepool_free", LISH_NOT_LIVE,
			densepool_free(&pool, b));
	assert_whole();
}

static void free_of_a_foreign_object_is_refused(void **state)
{
	struct bullet *b, *theirs, copy;
	struct densepool another;

	(void)state;
	make_pool(0);
	assert_int_equal(densepool_init(&another, struct bullet, idx, NULL), 0);
	theirs = densepool_alloc_entry(&another, struct bullet, idx);
	/* Of a pool that never held anything, which stays usable. */
	assert_reported("densepool_free", LISH_FOREIGN,
			densepool_free(&pool, theirs));
	assert_int_equal(densepool_count(&pool), 0);
	b = take();
	assert_ptr_equal(densepool_at(&pool, 0), b);
	assert_reported("densepool_free", LISH_FOREIGN,
			densepool_free(&pool, theirs));
	memcpy(&copy, b, sizeof(copy));
	assert_reported("densepool_free", LISH_FOREIGN,
			densepool_free(&pool, &copy));
	copy.idx.dense.slot = 0;
	assert_reported("densepool_free", LISH_FOREIGN,
			densepool_free(&pool, &copy));
	assert_int_equal(densepool_count(&another), 1);
	assert_whole();
	densepool_destroy(&another);
}

static void free_of_an_overwritten_object_is_refused(void **state)
{
	struct bullet *b[3];

	(void)state;
	make_pool(0);
	fill(b, 3);
	memset(b[0], 0, sizeof(*b[0]));
	memcpy(b[1], b[2], sizeof(*b[1]));
	assert_reported("densepool_free", LISH_NOT_LIVE,
			densepool_free(&pool, b[0]));
	assert_reported("densepool_free", LISH_BAD_INDEX,
			densepool_free(&pool, b[1]));
	/* what the nodes held was their index */
	b[0]->idx.dense.slot = 1;
	b[1]->idx.dense.slot = 2;
	densepool_free(&pool, b[0]);
	densepool_free(&pool, b[1]);
	assert_whole();
}

static void free_itself(char what, void *object)
{
	if (what == 'u' || !densepool_count(&pool))
		return;
	assert_reported("densepool_free", LISH_IN_HOOK,
			densepool_free(&pool, object));
	assert_int_equal(densepool_count(&pool), 1);
}

static void a_hook_cannot_free_its_own_object(void **state)
{
	struct bullet *b;

	(void)state;
	diary.then = free_itself;
	make_pool_with_hooks(0);
	b = take();
	assert_diary(&diary, "m0 i0");
	assert_true(densepool_is_live(&pool, b));
	densepool_free(&pool, b);
	assert_diary(&diary, "f0");
	assert_int_equal(densepool_count(&pool), 0);
}

static void a_pool_of_another_type_is_reported(void **state)
{
	(void)state;
	make_pool(0);
	take();
	assert_reported(
		"densepool_alloc_entry", LISH_WRONG_TYPE,
		assert_null(densepool_alloc_entry(&pool, struct other, idx)));
	assert_reported("densepool_alloc_zero_entry", LISH_WRONG_TYPE,
			assert_null(densepool_alloc_zero_entry(
				&pool, struct other, idx)));
	assert_reported(
		"densepool_at_entry", LISH_WRONG_TYPE,
		assert_null(densepool_at_entry(&pool, 0, struct other, idx)));
	assert_int_equal(densepool_count(&pool), 1);
}
#endif

#if LISH_CHECK >= 2
static void level_2_finds_damage_elsewhere(void **state)
{
	struct bullet *b[3];

	(void)state;
	make_pool(0);
	fill(b, 3);
	b[1]->idx.dense.slot = 0;
	assert_reported("densepool_alloc_entry", LISH_BAD_INDEX,
			assert_null(take()));
	assert_reported("densepool_alloc", LISH_BAD_INDEX,
			assert_null(densepool_alloc(&pool)));
	assert_reported("densepool_free", LISH_BAD_INDEX,
			assert_int_equal(densepool_free(&pool, b[0]), -EINVAL));
	b[1]->idx.dense.slot = 2;
	densepool_free(&pool, b[0]);
}
#endif

static void check_names_the_first_fault(void **state)
{
	const struct densepool_idx *fault;
	struct bullet *b[4];

	(void)state;
	make_pool(0);
	fill(b, 4);
	densepool_free(&pool, b[3]);
	assert_int_equal(densepool_check(&pool, &fault), LISH_OK);
	assert_null(fault);
	b[2]->idx.dense.slot = 2;
	assert_int_equal(densepool_check(&pool, &fault), LISH_BAD_INDEX);
	assert_ptr_equal(fault, &b[2]->idx);
	assert_int_equal(densepool_check(&pool, NULL), LISH_BAD_INDEX);
	b[2]->idx.dense.slot = 3;
	b[3]->idx.dense.slot = 0;
	assert_int_equal(densepool_check(&pool, &fault), LISH_BAD_INDEX);
	assert_ptr_equal(fault, &b[3]->idx);
	b[3]->idx.dense.slot = 4;
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

/* What the tools see */

/* Not damage: ASan sees units of eight bytes, and that one holds the idx. */
static void use_after_free_is_reported(void **state)
{
	struct bullet *b[2];

	(void)state;
	make_pool(0);
	fill(b, 2);
	b[0]->x = b[1]->x = 1;
	memset(b[0]->name, 0, sizeof(b[0]->name));
	memset(b[1]->name, 0, sizeof(b[1]->name));
	assert_int_equal(!!(pool.chunks.watch & LISH_WATCH_POISON_),
			 is_watched());
	assert_false(is_reading_reported((char *)&b[0]->x));
	densepool_free(&pool, b[0]);
	assert_int_equal(is_reading_reported((char *)&b[0]->x), is_watched());
	assert_int_equal(is_reading_reported(b[0]->name), is_watched());
	/* the idx is the pool's */
	assert_false(is_reading_reported((char *)&b[0]->idx));
	assert_false(is_reading_reported((char *)&b[1]->x));
	assert_ptr_equal(take(), b[0]);
	assert_false(is_reading_reported((char *)&b[0]->x));
	densepool_clear(&pool);
	assert_int_equal(is_reading_reported((char *)&b[1]->x), is_watched());
}

static void poison_does_no_harm_where_nobody_looks(void **state)
{
	struct bullet *b;

	(void)state;
	make_pool(0);
	pool.chunks.watch |= LISH_WATCH_POISON_;
	b = take();
	b->x = 7;
	densepool_free(&pool, b);
	assert_ptr_equal(take(), b);
	assert_true(b->x > 6);
	densepool_clear(&pool);
	assert_ptr_equal(take(), b);
	assert_true(b->x > 6);
	assert_whole();
}

DENSEPOOL_DEFINE(watched, struct bullet, idx, 2);

static void memory_is_given_back_without_poison(void **state)
{
	struct bullet *b = densepool_alloc_entry(&watched, struct bullet, idx);

	(void)state;
	b->x = 1;
	densepool_free(&watched, b);
	assert_int_equal(is_reading_reported((char *)&b->x), is_watched());
	/* hooks that come late see new objects, as does their make */
	assert_int_equal(densepool_set_hooks(&watched, &diary_hooks, &diary),
			 0);
	diary.chunks = &watched.chunks;
	assert_false(is_reading_reported((char *)&b->x));
	assert_int_equal(densepool_reserve(&watched, 1), 0);
	assert_int_equal(is_reading_reported((char *)&b->x), is_watched());
	densepool_destroy(&watched);
	assert_diary(&diary, "m0 u0");
	assert_false(is_reading_reported((char *)&b->x));
}

/* Everything at once */

static void every_argument_is_evaluated_once(void **state)
{
	struct lish_pool_config config = config_of(0);
	const struct lish_pool_config *c = &config;
	struct densepool *p = &pool;
	char *where = block;
	uint32_t n = 4;

	(void)state;
	assert_int_equal(densepool_init(p++, struct bullet, idx, c++), 0);
	assert_ptr_equal(p--, &pool + 1);
	assert_ptr_equal(c--, &config + 1);
	assert_non_null(densepool_alloc_entry(p++, struct bullet, idx));
	assert_ptr_equal(p--, &pool + 1);
	assert_non_null(densepool_alloc_zero_entry(p++, struct bullet, idx));
	assert_ptr_equal(p--, &pool + 1);
	n = 0;
	assert_non_null(densepool_at_entry(p++, n++, struct bullet, idx));
	assert_ptr_equal(p--, &pool + 1);
	assert_int_equal(n, 1);
	densepool_destroy(&pool);
	n = 2;
	assert_int_equal(densepool_init_in(p++, struct bullet, idx, n++,
					   where++, sizeof(block) - 1, NULL),
			 0);
	assert_ptr_equal(p, &pool + 1);
	assert_int_equal(n, 3);
	assert_ptr_equal(where, block + 1);
	assert_int_equal(densepool_capacity(&pool), 2);
}

static uint32_t seed;

static uint32_t random_below(uint32_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

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

	densepool_for_each_entry_safe (b, &pool, struct bullet, idx) {
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
	densepool_for_each_entry (b, &pool, struct bullet, idx)
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

#define densepool_test(name) \
	cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		densepool_test(a_defined_pool_needs_no_call),
		densepool_test(init_allocates_nothing_yet),
		densepool_test(init_without_a_config_grows_by_64_kib),
		densepool_test(the_step_is_rounded_up_to_a_power_of_two),
		densepool_test(init_takes_the_initial_objects_at_once),
		densepool_test(a_size_that_overflows_is_enomem),
		densepool_test(sizes_that_are_nonsense_are_einval),
		densepool_test(a_defined_pool_may_begin_with_any_call),
		densepool_test(init_in_uses_a_piece_of_memory_of_any_alignment),
		densepool_test(init_in_wants_room_for_all),
		densepool_test(set_hooks_is_for_pools_without_objects),
		densepool_test(fresh_slots_are_handed_out_in_order),
		densepool_test(last_freed_is_handed_out_first),
		densepool_test(objects_never_move),
		densepool_test(at_the_limit_alloc_gives_null_and_makes_nothing),
		densepool_test(alloc_zero_zeroes_all_but_the_node),
		densepool_test(alloc_leaves_the_object_as_it_was),
#ifdef __GNUC__
		densepool_test(alignment_is_that_of_the_type),
#endif
		densepool_test(is_live_knows_live_objects_of_this_pool),
		densepool_test(owns_knows_the_objects_of_this_pool),
		densepool_test(index_of_and_at_lead_to_each_other),
		densepool_test(peak_and_failed_are_remembered),
		densepool_test(peak_survives_a_trim),
		densepool_test(reserve_gets_all_in_advance),
		densepool_test(with_no_grow_only_reserve_allocates),
		densepool_test(reserve_makes_and_alloc_does_not_again),
		densepool_test(trim_gives_back_the_chunks_at_the_end),
		densepool_test(trim_closes_the_gaps_among_the_parked),
		densepool_test(clear_makes_a_fresh_pool),
		densepool_test(destroy_gives_back_everything),
		densepool_test(a_failed_allocation_changes_nothing),
		densepool_test(a_failed_reserve_changes_nothing),
		densepool_test(nothing_but_growth_and_trim_allocates_or_frees),
		densepool_test(with_a_limit_no_alloc_copies_anything),
		densepool_test(memory_beyond_the_index_is_8_bytes_an_object),
		densepool_test(hooks_are_called_once_at_each_turn),
		densepool_test(hooks_see_a_whole_pool),
		densepool_test(fini_may_alloc_and_free_others),
		densepool_test(a_clear_ends_though_fini_allocs),
		densepool_test(what_is_revived_during_a_clear_is_freed_too),
		densepool_test(hooks_may_not_clear_trim_or_destroy),
		densepool_test(reserve_hands_out_only_what_is_made),
		densepool_test(unmake_hands_out_nothing),
		densepool_test(each_hook_may_be_missing),
		densepool_test(loops_visit_what_is_live),
		densepool_test(plain_loops_refuse_changes),
#if LISH_HAS_CLEANUP
		densepool_test(plain_loops_may_be_left_by_return),
#endif
		densepool_test(abandon_allows_changes_again),
		densepool_test(safe_loops_allow_freeing_the_current_one),
		densepool_test(safe_loops_allow_freeing_all),
		densepool_test(hooks_may_loop),
		densepool_test(hooks_keep_their_object_when_it_moves),
		densepool_test(zero_pools_are_reported),
#if LISH_CHECK >= 1
		densepool_test(a_double_free_is_refused),
		densepool_test(free_of_what_was_never_live_is_refused),
		densepool_test(free_of_a_foreign_object_is_refused),
		densepool_test(free_of_an_overwritten_object_is_refused),
		densepool_test(a_hook_cannot_free_its_own_object),
		densepool_test(a_pool_of_another_type_is_reported),
#endif
#if LISH_CHECK >= 2
		densepool_test(level_2_finds_damage_elsewhere),
#endif
		densepool_test(check_names_the_first_fault),
		densepool_test(use_after_free_is_reported),
		densepool_test(poison_does_no_harm_where_nobody_looks),
		densepool_test(memory_is_given_back_without_poison),
		densepool_test(every_argument_is_evaluated_once),
		densepool_test(random_work_does_what_a_model_says),
	};

	return run_test_group(tests);
}
