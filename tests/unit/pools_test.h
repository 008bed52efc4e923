/* SPDX-License-Identifier: MIT */
/*
 * pools_test.h - what all pools promise alike, included by the tests of each: POOL is the
 * pool, NODE its node, CALL(name) its call, MADE(NAME) its macro in capitals,
 * INIT_OF(pool, memory) its initialiser, ALLOC what take() calls, EXTRA the bytes that it
 * has for an object, beyond the node, and FIRST the most that a first alloc asks for
 */
#include "pool_test.h"

#ifndef FIRST
#define FIRST 3
#endif

#define DESTROY_NAME_OF_(pool) #pool "_destroy"
#define DESTROY_NAME_(pool) DESTROY_NAME_OF_(pool)
#define DESTROY_NAME DESTROY_NAME_(POOL)

struct bullet {
	double x;
	int damage;
	struct NODE node;
	char name[4];
};

/* The same size, but the node lies elsewhere. */
struct other {
	struct NODE node;
	char rest[sizeof(struct bullet) - sizeof(struct NODE)];
};

static struct POOL pool;
static struct test_mem mem;
static struct diary diary;

static int setup(void **state)
{
	static const struct test_mem fresh = TEST_MEM_INIT;

	(void)state;
	mem = fresh;
	memset(&diary, 0, sizeof(diary));
	diary.pool = &pool.base;
	memset(&pool, 0, sizeof(pool));
	return 0;
}

/* Nothing leaks, whatever the test did. */
static int teardown(void **state)
{
	(void)state;
	if (pool.base.size)
		CALL(destroy)(&pool);
	assert_int_equal(mem.bytes, 0);
	return 0;
}

/* Of a pool that grows by 64, up to limit. */
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
	assert_int_equal(CALL(init)(&pool, struct bullet, node, &config), 0);
}

static inline void make_pool_with_hooks(uint32_t limit)
{
	struct lish_config config = config_of(limit);

	config.hooks = &diary_hooks;
	assert_int_equal(CALL(init)(&pool, struct bullet, node, &config), 0);
}

static struct bullet *take(void)
{
	return ALLOC(&pool, struct bullet, node);
}

static void drop(struct bullet *b)
{
	CALL(free)(&pool, &b->node);
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
	assert_int_equal(CALL(check)(&pool, NULL), LISH_OK);
}

/* Making pools: each form at each place. */

extern struct POOL everywhere;
static MADE(STORAGE)(everywhere_memory, struct bullet, 2);
struct POOL everywhere = INIT_OF(everywhere, everywhere_memory);
MADE(DEFINE_STATIC)(here, struct bullet, node, 2);
static MADE(STORAGE)(bullets, struct bullet, 2);
static struct POOL of_storage = INIT_OF(of_storage, bullets);

struct world {
	struct POOL pool;
	MADE(STORAGE)(memory, struct bullet, 2);
};

static struct world the_world = { .pool = INIT_OF(the_world.pool, the_world.memory) };

/* [0 1] and nothing more, beginning where its memory does. */
static void assert_two(struct POOL *two, const void *begin)
{
	struct bullet *a = ALLOC(two, struct bullet, node);
	struct bullet *b = ALLOC(two, struct bullet, node);

	assert_ptr_equal(a, begin);
	assert_ptr_equal(b, a + 1);
	assert_null(ALLOC(two, struct bullet, node));
	assert_int_equal(CALL(stats)(two).failed, 1);
	CALL(free)(two, &a->node);
	assert_ptr_equal(ALLOC(two, struct bullet, node), a);
	assert_int_equal(CALL(check)(two, NULL), LISH_OK);
	/* The memory stays, whatever is asked. */
	CALL(trim)(two);
	assert_int_equal(CALL(reserve)(two, 2), 0);
	assert_int_equal(CALL(reserve)(two, 3), -ENOSPC);
	assert_int_equal(CALL(stats)(two).capacity, 2);
	CALL(destroy)(two);
	assert_int_equal(CALL(check)(two, NULL), LISH_UNINITIALIZED);
}

TEST(a_pool_is_defined_at_each_place)
{
	MADE(DEFINE_STATIC)(inside, struct bullet, node, 2);
	MADE(STORAGE)(on_stack, struct bullet, 2);
	struct POOL local;
	struct world *any = (struct world *)malloc(sizeof(*any));

	assert_two(&everywhere, &everywhere_memory);
	assert_two(&here, &here_storage_);
	assert_two(&inside, &inside_storage_);
	assert_two(&of_storage, &bullets);
	assert_two(&the_world.pool, &the_world.memory);
	memset(&on_stack, 0x5a, sizeof(on_stack));
	memset(&local, 0x5a, sizeof(local));
	CALL(init_in)(&local, struct bullet, node, &on_stack, NULL);
	assert_two(&local, &on_stack);
	assert_non_null(any);
	memset(any, 0x5a, sizeof(*any));
	CALL(init_in)(&any->pool, struct bullet, node, &any->memory, NULL);
	assert_two(&any->pool, &any->memory);
	free(any);
}

TEST(any_call_may_be_the_first_of_a_fixed_pool)
{
	MADE(DEFINE_STATIC)(unused, struct bullet, node, 2);
	MADE(DEFINE_STATIC)(asked, struct bullet, node, 2);
	MADE(DEFINE_STATIC)(zeroed, struct bullet, node, 2);

	assert_int_equal(CALL(reserve)(&unused, 2), 0);
	assert_int_equal(CALL(reserve)(&asked, 3), -ENOSPC);
	assert_two(&unused, &unused_storage_);
	assert_two(&asked, &asked_storage_);
	zeroed_storage_.objects[0].damage = 7;
	assert_int_equal(CALL(zalloc_entry)(&zeroed, struct bullet, node)->damage, 0);
	CALL(clear)(&zeroed);
	assert_two(&zeroed, &zeroed_storage_);
}

TEST(a_failed_init_leaves_a_zero_pool)
{
	static const struct POOL zero;
	struct lish_config config = config_of(100);
	unsigned int n;

	config.initial = 70;
	for (n = 1; n <= 2; n++) {
		memset(&pool, 0x5a, sizeof(pool));
		mem.allocs = 0;
		mem.fail_at = n;
		assert_int_equal(CALL(init)(&pool, struct bullet, node, &config), -ENOMEM);
		assert_int_equal(mem.bytes, 0);
		assert_memory_equal(&pool, &zero, sizeof(pool));
		assert_int_equal(CALL(check)(&pool, NULL), LISH_UNINITIALIZED);
	}
	mem.fail_at = 0;
	config.initial = 101;
	memset(&pool, 0x5a, sizeof(pool));
	assert_int_equal(CALL(init)(&pool, struct bullet, node, &config), -ENOSPC);
	assert_int_equal(CALL(check)(&pool, NULL), LISH_UNINITIALIZED);
	config.initial = 70;
	assert_int_equal(CALL(init)(&pool, struct bullet, node, &config), 0);
	assert_int_equal(CALL(stats)(&pool).capacity, 100);
}

TEST(a_failed_growth_changes_nothing)
{
	struct bullet *b[65];
	unsigned int n;

	make_pool(0);
	fill(b, 64);
	drop(b[3]);
	b[3] = take();
	for (n = 1; n <= 2; n++) {
		mem.allocs = 0;
		mem.fail_at = n;
		assert_null(take());
		assert_int_equal(CALL(count)(&pool), 64);
		assert_whole();
	}
	assert_int_equal(CALL(stats)(&pool).failed, 2);
	mem.allocs = 0;
	mem.fail_at = 1;
	assert_int_equal(CALL(reserve)(&pool, 200), -ENOMEM);
	mem.fail_at = 0;
	assert_non_null(take());
	assert_whole();
}

/*
 * Stale writes to free objects, between calls: no live object is lost, moves or is handed out
 * again, and each new object is in. Reports of the damage are no fault. Level 0 of slotpool trusts
 * the node of a free slot.
 */
#if !defined(TRUSTS_FREE_NODES) || LISH_CHECK >= 1
#define STALE_OBJECTS 400

static struct {
	struct bullet *live[STALE_OBJECTS], *freed[STALE_OBJECTS];
	unsigned int lives, frees, number;
	struct NODE old; /* the node of some object while it lived */
	uint32_t seed;
} stale;

static uint32_t stale_random(uint32_t n)
{
	stale.seed = stale.seed * 1664525u + 1013904223u;
	return (stale.seed >> 8) % n;
}

static void assert_lives(void)
{
	unsigned int i;

	assert_int_equal(CALL(count)(&pool), stale.lives);
	for (i = 0; i < stale.lives; i++) {
		assert_true(CALL(contains)(&pool, &stale.live[i]->node));
		assert_int_equal(stale.live[i]->damage, (int)i);
	}
}

static void forget_freed(const struct bullet *b)
{
	unsigned int i = 0;

	while (i < stale.frees) {
		if (stale.freed[i] == b)
			stale.freed[i] = stale.freed[--stale.frees];
		else
			i++;
	}
}

static void stale_take(void)
{
	struct bullet *b = stale.lives < STALE_OBJECTS ? take() : NULL;

	if (!b)
		return;
	assert_true(CALL(contains)(&pool, &b->node));
	b->damage = (int)stale.lives;
	stale.live[stale.lives++] = b;
	forget_freed(b);
}

/* Level 2 refuses calls while the pool is damaged. */
static void stale_drop(void)
{
	const unsigned int i = stale_random(stale.lives);
	struct bullet *b = stale.live[i];

	stale.old = b->node;
	drop(b);
	if (LISH_CHECK >= 2 && CALL(count)(&pool) == stale.lives)
		return;
	stale.live[i] = stale.live[--stale.lives];
	if (i < stale.lives)
		stale.live[i]->damage = (int)i;
	if (stale.frees < STALE_OBJECTS)
		stale.freed[stale.frees++] = b;
}

static void stale_write(void)
{
	struct bullet *b = stale.freed[stale_random(stale.frees)];
	uint32_t words[sizeof(b->node) / sizeof(uint32_t)];
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(*words); i++)
		words[i] = stale_random(4) ? stale_random(2 * STALE_OBJECTS) : ~stale_random(9);
	switch (stale_random(4)) {
	case 0:
		memset(&b->node, 0, sizeof(b->node));
		break;
	case 1:
		b->node = stale.old;
		break;
	case 2:
		if (stale.lives)
			b->node = stale.live[stale_random(stale.lives)]->node;
		break;
	default:
		memcpy(&b->node, words, sizeof(b->node));
	}
}

static void stale_clear(void)
{
	unsigned int i;

	CALL(clear)(&pool);
	for (i = 0; i < stale.lives && stale.frees < STALE_OBJECTS; i++)
		stale.freed[stale.frees++] = stale.live[i];
	stale.lives = 0;
}

TEST(stale_writes_to_free_objects_reach_no_live_one)
{
	uint32_t writes = 1000000, what;
	bool grow = true;

	memset(&stale, 0, sizeof(stale));
	make_pool(0);
	report.expected = true;
#ifdef TEST_SHORT
	writes /= 50;
#endif
	if (LISH_CHECK >= 2 || RUNNING_ON_VALGRIND)
		writes /= 20;
	while (writes) {
		what = stale_random(1000);
		if (what < 2) {
			CALL(trim)(&pool);
			stale.frees = 0;
			assert_lives();
		} else if (what < 3) {
			stale_clear();
		} else if (what < 10) {
			grow = !grow;
		} else if (what < 400 && stale.frees) {
			stale_write();
			writes--;
		} else if (stale_random(10) < (grow ? 7 : 3)) {
			stale_take();
		} else if (stale.lives) {
			stale_drop();
		}
	}
	assert_lives();
	report.expected = false;
}
#endif

/* The same calls in two pools of fixed capacity. */
#define TWIN_OBJECTS 48u

static MADE(STORAGE)(twin_memory[2], struct bullet, TWIN_OBJECTS);

static void twin_hook(void *ctx, void *object)
{
	(void)object;
	++*(unsigned int *)ctx;
}

/* Where in its memory an object lies that the next alloc returns; -1: there is none. */
static ptrdiff_t twin_take(struct POOL *twin, unsigned int i)
{
	struct bullet *b = ALLOC(twin, struct bullet, node);

	return b ? b - twin_memory[i].objects : -1;
}

TEST(hooks_change_no_order)
{
	struct POOL twins[2];
	struct lish_config config = LISH_CONFIG_INIT;
	struct lish_pool_hooks hooks;
	bool live[TWIN_OBJECTS];
	unsigned int set, called = 0, step, i;
	uint32_t at, seed = 1;
	ptrdiff_t place;

	config.hooks = &hooks;
	config.ctx = &called;
	for (set = 0; set < 16; set++) {
		hooks.make = set & 1 ? twin_hook : NULL;
		hooks.init = set & 2 ? twin_hook : NULL;
		hooks.fini = set & 4 ? twin_hook : NULL;
		hooks.unmake = set & 8 ? twin_hook : NULL;
		CALL(init_in)(&twins[0], struct bullet, node, &twin_memory[0], NULL);
		CALL(init_in)(&twins[1], struct bullet, node, &twin_memory[1], &config);
		memset(live, 0, sizeof(live));
		for (step = 0; step < 500; step++) {
			seed = seed * 1664525u + 1013904223u;
			at = (seed >> 8) % TWIN_OBJECTS;
			if (seed >> 30 && live[at]) {
				for (i = 0; i < 2; i++)
					CALL(free)(&twins[i], &twin_memory[i].objects[at].node);
				live[at] = false;
			} else if (seed >> 26) {
				place = twin_take(&twins[0], 0);
				assert_int_equal(twin_take(&twins[1], 1), place);
				if (place >= 0)
					live[place] = true;
			} else {
				CALL(clear)(&twins[0]);
				CALL(clear)(&twins[1]);
				memset(live, 0, sizeof(live));
			}
		}
		CALL(destroy)(&twins[0]);
		CALL(destroy)(&twins[1]);
		assert_int_equal(called > 0, set > 0);
	}
}

/* A destroy reports two of four objects, and then runs fini for them. */
static void assert_live_are_told(struct POOL *told, const unsigned int *called)
{
	struct bullet *b[4];
	const void *node;
	unsigned int i;

	for (i = 0; i < 4; i++)
		b[i] = ALLOC(told, struct bullet, node);
	CALL(free)(told, &b[0]->node);
	CALL(free)(told, &b[1]->node);
	i = *called;
	assert_reported(DESTROY_NAME, LISH_NOT_EMPTY, CALL(destroy)(told));
	node = report.fault.node;
	assert_ptr_equal(report.fault.container, told);
	/* In densepool the last object has filled the first gap. */
	assert_true(node == &b[2]->node || node == &b[3]->node);
	assert_int_equal(report.fault.result, 2);
	assert_int_equal(*called, i + 2);
	assert_int_equal(CALL(check)(told, NULL), LISH_UNINITIALIZED);
}

TEST(destroy_tells_of_live_objects_if_asked)
{
	struct lish_config config = config_of(0);
	struct lish_config fixed = LISH_CONFIG_INIT;
	struct lish_pool_hooks hooks = { NULL, NULL, twin_hook, NULL };
	static MADE(STORAGE)(four, struct bullet, 4);
	unsigned int called = 0;
	struct POOL told;

	fixed.hooks = config.hooks = &hooks;
	fixed.ctx = config.ctx = &called;
	fixed.ends_empty = config.ends_empty = true;
	assert_int_equal(CALL(init)(&told, struct bullet, node, &config), 0);
	assert_live_are_told(&told, &called);
	assert_int_equal(mem.bytes, 0);
	CALL(init_in)(&told, struct bullet, node, &four, &fixed);
	assert_live_are_told(&told, &called);

	/* A pool that is empty, or was cleared, ends in silence, and so does the next one there. */
	assert_int_equal(CALL(init)(&told, struct bullet, node, &config), 0);
	CALL(destroy)(&told);
	assert_int_equal(CALL(init)(&told, struct bullet, node, &config), 0);
	CALL(rebind)(&told, &config);
	assert_non_null(ALLOC(&told, struct bullet, node));
	CALL(clear)(&told);
	CALL(destroy)(&told);
	config.ends_empty = false;
	assert_int_equal(CALL(init)(&told, struct bullet, node, &config), 0);
	assert_non_null(ALLOC(&told, struct bullet, node));
	CALL(destroy)(&told);
}

TEST(trim_gives_back_all_that_growth_took)
{
	struct bullet *b[65];
	size_t before;

	make_pool(0);
	before = CALL(stats)(&pool).bytes;
	fill(b, 65);
	CALL(clear)(&pool);
	CALL(trim)(&pool);
	assert_int_equal(CALL(stats)(&pool).bytes, before);
}

TEST(zalloc_zeroes_all_but_the_node)
{
	struct bullet *b, zero;

	make_pool(0);
	b = take();
	memset((char *)b, 0x5a, offsetof(struct bullet, node));
	memset(b->name, 0x5a, sizeof(b->name));
	drop(b);
	assert_ptr_equal(CALL(zalloc_entry)(&pool, struct bullet, node), b);
	assert_true(CALL(contains)(&pool, &b->node));
	memset(&zero, 0, sizeof(zero));
	zero.node = b->node;
	assert_memory_equal(b, &zero, sizeof(zero));
	assert_whole();
}

TEST(zalloc_zeroes_an_object_that_hooks_take_care_of)
{
	struct bullet *b;

	make_pool_with_hooks(0);
	b = take();
	b->damage = 7;
	drop(b);
	assert_ptr_equal(CALL(zalloc_entry)(&pool, struct bullet, node), b);
	assert_int_equal(b->damage, 0);
	assert_whole();
}

TEST(contains_knows_live_objects_of_this_pool)
{
	MADE(DEFINE_STATIC)(second, struct bullet, node, 2);
	struct bullet *b[3], *elsewhere, foreign;

	make_pool(0);
	fill(b, 3);
	elsewhere = CALL(alloc_entry)(&second, struct bullet, node);
	drop(b[1]);
	assert_true(CALL(contains)(&pool, &b[0]->node));
	assert_false(CALL(contains)(&pool, &b[1]->node));
	assert_true(CALL(contains)(&pool, &b[2]->node));
	assert_false(CALL(contains)(&pool, &elsewhere->node));
	memset(&foreign, 0, sizeof(foreign));
	assert_false(CALL(contains)(&pool, &foreign.node));
	foreign.node = b[0]->node;
	assert_false(CALL(contains)(&pool, &foreign.node));
	memset(&foreign.node, 0xff, sizeof(foreign.node));
	assert_false(CALL(contains)(&pool, &foreign.node));
	CALL(clear)(&pool);
	assert_false(CALL(contains)(&pool, &b[0]->node));
	CALL(destroy)(&second);
}

TEST(memory_beyond_the_node_is_as_promised)
{
	struct lish_config config = config_of(65536);
	double extra;

	if ((size_t)-1 <= 65535)
		return;
	config.step = 0;
	assert_int_equal(CALL(init)(&pool, struct bullet, node, &config), 0);
	assert_int_equal(CALL(reserve)(&pool, 65536), 0);
	extra = (double)(mem.bytes + sizeof(pool) - 65536 * sizeof(struct bullet)) / 65536;
	print_message("%.3f bytes an object beyond its node\n", extra);
	assert_true(extra <= EXTRA);
	assert_int_equal(CALL(stats)(&pool).bytes, mem.bytes);
}

/* Objects that want more than malloc() gives. */
struct line {
	struct NODE node;
	char text[100];
} __attribute__((aligned(64)));

struct page {
	struct NODE node;
} __attribute__((aligned(4096)));

TEST(alignment_is_that_of_the_type)
{
	static MADE(STORAGE)(room, struct line, 3);
	MADE(DEFINE_STATIC)(lines, struct line, node, 4);
	struct lish_config config = config_of(200);
	void *object;
	int i;

	/* 200 pages are more than there is. */
	if ((size_t)-1 <= 65535)
		return;
	if (LISH_ALIGNOF(struct line) < 64)
		skip(); /* tcc does not know the attribute */
	for (i = 0; i < 3; i++) {
		object = CALL(alloc_entry)(&lines, struct line, node);
		assert_int_equal((uintptr_t)object % 64, 0);
	}
	assert_int_equal(CALL(init)(&pool, struct page, node, &config), 0);
	for (i = 0; i < 200; i++) {
		object = CALL(alloc_entry)(&pool, struct page, node);
		assert_non_null(object);
		assert_int_equal((uintptr_t)object % 4096, 0);
	}
	CALL(destroy)(&pool);
	CALL(init_in)(&pool, struct line, node, &room, NULL);
	for (i = 0; i < 3; i++) {
		object = CALL(alloc_entry)(&pool, struct line, node);
		assert_int_equal((uintptr_t)object % 64, 0);
	}
	/* What lies beside the objects lies after them. */
	assert_int_equal(CALL(check)(&pool, NULL), LISH_OK);
	CALL(free)(&pool, &room.objects[1].node);
	assert_ptr_equal(CALL(alloc_entry)(&pool, struct line, node), &room.objects[1]);
}

TEST(with_no_grow_only_reserve_allocates)
{
	struct lish_config config = config_of(0);
	struct bullet *b[64];

	config.no_grow = true;
	assert_int_equal(CALL(init)(&pool, struct bullet, node, &config), 0);
	assert_null(take());
	assert_int_equal(mem.allocs, 1);
	assert_int_equal(CALL(reserve)(&pool, 1), 0);
	fill(b, 64);
	assert_null(take());
	assert_int_equal(CALL(stats)(&pool).capacity, 64);
	assert_int_equal(CALL(stats)(&pool).failed, 2);
	assert_int_equal(CALL(reserve)(&pool, 65), 0);
	assert_non_null(take());
	assert_whole();
}

TEST(with_a_limit_no_alloc_copies_anything)
{
	uint32_t i, asked, frees, first = 0;
	size_t bytes;

	if ((size_t)-1 <= 65535)
		return;
	make_pool(4096);
	for (i = 0; i < 4096; i++) {
		asked = mem.allocs;
		frees = mem.frees;
		bytes = mem.bytes;
		assert_non_null(take());
		/* Who gives back an array has copied it. */
		assert_int_equal(mem.frees, frees);
		if (!i) {
			first = mem.allocs - asked;
			continue;
		}
		assert_true(mem.allocs - asked <= 1);
		assert_true(mem.bytes - bytes <= 64 * sizeof(struct bullet));
	}
	assert_true(first <= FIRST);
	assert_null(take());
}
