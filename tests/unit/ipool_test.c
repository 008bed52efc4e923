/* SPDX-License-Identifier: MIT */
/*
 * ipool, one test a name. How pools grow, call hooks and find misuse is shown
 * in core/pool_test.c.
 */
#include "pool_test.h"

#include <linux-ish/ipool.h>

#include "../../lib/core/snapshot.h"

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
static IPOOL_STORAGE(everywhere_storage_, struct shell, 2);
struct ipool everywhere = IPOOL_INIT(everywhere_storage_, struct shell, node);
IPOOL_DEFINE_STATIC(here, struct shell, node, 2);

static IPOOL_STORAGE(shells, struct shell, 2);
static struct ipool of_storage = IPOOL_INIT(shells, struct shell, node);

struct world {
	struct ipool shells;
	IPOOL_STORAGE(memory, struct shell, 2);
};

static struct world world = { IPOOL_INIT(world.memory, struct shell, node),
			      { { { { 0 }, 0 } }, { 0 } } };

/* What was defined can be asked before anything was allocated in it. */
static void a_defined_pool_owns_its_memory_from_the_start(void **state)
{
	IPOOL_DEFINE_STATIC(asked, struct shell, node, 2);

	(void)state;
	assert_true(ipool_owns(&asked, &asked_storage_));
	assert_false(ipool_owns(&asked, &asked));
	/* Where a third one would be. */
	assert_false(ipool_owns(&asked, (const char *)&asked_storage_ +
						2 * sizeof(struct shell)));
	assert_int_equal(ipool_stats(&asked).capacity, 2);
}

#if LISH_CHECK >= 1
static void a_node_is_where_nodes_are(void **state)
{
	IPOOL_DEFINE_STATIC(asked, struct shell, node, 2);
	struct shell *shell;

	(void)state;
	shell = ipool_alloc_entry(&asked, struct shell, node);
	assert_reported("ipool_free", LISH_FOREIGN,
			ipool_free(&asked, &shell->node + 1));
	ipool_free(&asked, &shell->node);
}
#endif

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
	ipool_init_in(&local, struct shell, node, &on_stack, NULL);
	assert_two(&local, &on_stack);
	assert_non_null(any);
	memset(any, 0x5a, sizeof(*any));
	ipool_init_in(&any->shells, struct shell, node, &any->memory, NULL);
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

/* The last chunk has as many objects as the limit leaves, one less than all included. */
static void ipool_takes_no_object_more_than_the_limit(void **state)
{
	struct lish_config config = LISH_CONFIG_INIT;
	static const struct test_mem fresh = TEST_MEM_INIT;
	struct test_mem mem = fresh;
	size_t bytes[130];

	(void)state;
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
				    bytes[config.limit - 1] +
					    sizeof(struct shell));
	}
}

/* Nothing is taken first where there is not even room for what stands beside it. */
static void ipool_reserve_of_too_much_is_told_at_once(void **state)
{
	struct lish_config config = LISH_CONFIG_INIT;
	static const struct test_mem fresh = TEST_MEM_INIT;
	struct test_mem mem = fresh;
	unsigned int allocs;

	(void)state;
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
	assert_true(stats.capacity >= 2);
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

/* Snapshots */

/* The node is neither the first member nor the last. */
struct crumb {
	uint64_t id;
	struct ipool_idx node;
	uint32_t value;
};

static struct ipool crumbs;
static struct test_mem mem;
static struct diary diary;
static uint64_t buffer[1024], again[1024];

static int setup_crumbs(void **state)
{
	static const struct test_mem fresh = TEST_MEM_INIT;

	(void)state;
	mem = fresh;
	memset(&diary, 0, sizeof(diary));
	diary.pool = &crumbs.base;
	memset(&crumbs, 0, sizeof(crumbs));
	return 0;
}

static int teardown_crumbs(void **state)
{
	(void)state;
	if (crumbs.base.size)
		ipool_destroy(&crumbs);
	return mem.bytes != 0;
}

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

static struct crumb *crumb(uint32_t index)
{
	return ipool_at_entry(&crumbs, index, struct crumb, node);
}

static struct crumb *crumb_new(uint64_t id)
{
	struct crumb *c = ipool_zalloc_entry(&crumbs, struct crumb, node);

	if (c)
		c->id = id;
	return c;
}

static size_t save(void)
{
	const size_t size = ipool_save_size(&crumbs);

	assert_true(size <= sizeof(buffer));
	assert_int_equal(ipool_save(&crumbs, buffer, size), 0);
	return size;
}

static int load(size_t size)
{
	return ipool_load(&crumbs, buffer, size);
}

/* The pool is in the state that the buffer holds. */
static void assert_saved(size_t size)
{
	assert_int_equal(ipool_save_size(&crumbs), size);
	assert_int_equal(ipool_save(&crumbs, again, sizeof(again)), 0);
	assert_memory_equal(buffer, again, size);
	assert_int_equal(ipool_check(&crumbs, NULL), LISH_OK);
}

/* Some random life; a hash of all that could be seen of it. */
static uint32_t live_on(uint32_t seed, unsigned int steps)
{
	uint32_t random = seed, hash = 0, i;
	struct crumb *c;

	while (steps--) {
		random = random * 1664525u + 1013904223u;
		if (random >> 31 && ipool_free_at(&crumbs, (random >> 8) % 100))
			continue;
		c = crumb_new(random);
		if (!c)
			continue;
		c->value = steps;
		hash = hash * 31 + (uint32_t)ipool_index_of(&crumbs, &c->node);
	}
	for (i = 0; i < 200; i++) {
		c = crumb(i);
		hash = hash * 31 + (c ? (uint32_t)c->id + c->value : 1);
	}
	return hash * 31 + ipool_stats(&crumbs).peak;
}

static void after_load_the_same_calls_give_the_same(void **state)
{
	uint32_t round, hash;
	size_t size;

	(void)state;
	make_crumbs(&crumbs, 0, false);
	for (round = 0; round < 30; round++) {
		live_on(round, 130);
		if (round % 8 == 7)
			ipool_clear(&crumbs);
		if (round % 8 == 3)
			ipool_trim(&crumbs);
		size = save();
		hash = live_on(round + 100, 150);
		assert_int_equal(load(size), 0);
		assert_saved(size);
		assert_int_equal(live_on(round + 100, 150), hash);
		/* Once more, by a pool that has nothing yet. */
		ipool_destroy(&crumbs);
		make_crumbs(&crumbs, 0, false);
		assert_int_equal(load(size), 0);
		assert_saved(size);
		assert_int_equal(live_on(round + 100, 150), hash);
		ipool_clear(&crumbs);
	}
}

static void indices_and_bytes_are_those_of_the_save(void **state)
{
	struct crumb *c[5];
	unsigned int i;
	size_t size;

	(void)state;
	make_crumbs(&crumbs, 0, false);
	for (i = 0; i < 5; i++)
		c[i] = crumb_new(10 + i);
	ipool_free(&crumbs, &c[3]->node);
	ipool_free(&crumbs, &c[1]->node);
	size = save();
	/* [a . c . e] the stack: 3 1; then all is otherwise */
	ipool_free(&crumbs, &c[0]->node);
	assert_ptr_equal(crumb_new(99), c[0]);
	assert_ptr_equal(crumb_new(98), c[1]);
	ipool_free(&crumbs, &c[4]->node);
	c[2]->id = 97;
	for (i = 0; i < 70; i++)
		assert_non_null(crumb_new(i));
	assert_int_equal(load(size), 0);
	assert_saved(size);
	for (i = 0; i < 5; i++) {
		assert_ptr_equal(crumb(i), i % 2 ? NULL : c[i]);
		if (i % 2 == 0)
			assert_int_equal(c[i]->id, 10 + i);
	}
	assert_int_equal(ipool_stats(&crumbs).peak, 5);
	assert_int_equal(ipool_stats(&crumbs).highest, 5);
	assert_ptr_equal(crumb_new(0), c[1]);
	assert_ptr_equal(crumb_new(0), c[3]);
	assert_ptr_equal(crumb_new(0), c[4] + 1);
}

/* The block ends where it ends: a tool sees whoever reads on. */
static void what_is_cut_short_is_refused_unread(void **state)
{
	uint32_t pointer_size;
	struct crumb *c[5];
	size_t size, room;
	unsigned int i;
	char *block;

	(void)state;
	make_crumbs(&crumbs, 0, false);
	for (i = 0; i < 5; i++)
		c[i] = crumb_new(i);
	ipool_free(&crumbs, &c[3]->node);
	ipool_free(&crumbs, &c[1]->node);
	size = save();
	for (room = 0; room <= size; room++) {
		block = (char *)malloc(room + !room);
		assert_non_null(block);
		memcpy(block, buffer, room);
		assert_int_equal(ipool_load(&crumbs, block, room),
				 room < size ? -EINVAL : 0);
		free(block);
	}
	assert_saved(size);
	/* The third word: not to be read where pointers are others. */
	memcpy(&pointer_size, (const char *)buffer + 8, sizeof(pointer_size));
	assert_int_equal(pointer_size, sizeof(void *));
}

static void hooks_run_in_memory_that_was_given(void **state)
{
	static IPOOL_STORAGE(storage, struct crumb, 3);
	struct lish_config config = LISH_CONFIG_INIT;
	struct ipool local;

	(void)state;
	config.hooks = &diary_hooks;
	config.ctx = &diary;
	ipool_init_in(&local, struct crumb, node, &storage, &config);
	assert_non_null(ipool_alloc_entry(&local, struct crumb, node));
	assert_non_null(ipool_alloc_entry(&local, struct crumb, node));
	ipool_clear(&local);
	assert_false(ipool_count(&local));
	ipool_destroy(&local);
}

static void a_free_slot_that_is_lost_is_found(void **state)
{
	struct crumb *c[2];

	(void)state;
	make_crumbs(&crumbs, 0, false);
	c[0] = crumb_new(0);
	c[1] = crumb_new(1);
	ipool_free(&crumbs, &c[0]->node);
	assert_int_equal(ipool_check(&crumbs, NULL), LISH_OK);
	crumbs.base.stacked--;
	assert_int_equal(ipool_check(&crumbs, NULL), LISH_BAD_COUNT);
	crumbs.base.stacked++;
	ipool_free(&crumbs, &c[1]->node);
}

/* A mark that means something while a pool is being cleared, and nothing else. */
static void the_mark_of_a_forgotten_slot_is_no_live_one(void **state)
{
	struct crumb *c;

	(void)state;
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
	assert_reported("ipool_free", LISH_NOT_LIVE,
			ipool_free(&crumbs, &freed->node));
}

static void what_clear_has_forgotten_is_not_live(void **state)
{
	(void)state;
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

static void level_2_looks_at_the_whole_pool(void **state)
{
	struct crumb *c[2];
	uint32_t mark;

	(void)state;
	make_crumbs(&crumbs, 0, false);
	c[0] = crumb_new(0);
	c[1] = crumb_new(1);
	memcpy(&mark, &c[1]->node, sizeof(mark));
	memset(&c[1]->node, 0, sizeof(mark));
	if (LISH_CHECK >= 2) {
		assert_reported("ipool_free", LISH_BAD_INDEX,
				ipool_free(&crumbs, &c[0]->node));
		assert_true(ipool_contains(&crumbs, &c[0]->node));
	}
	memcpy(&c[1]->node, &mark, sizeof(mark));
	ipool_free(&crumbs, &c[0]->node);
}

static void an_empty_pool_is_saved_too(void **state)
{
	size_t size;

	(void)state;
	make_crumbs(&crumbs, 0, false);
	size = save();
	assert_int_equal(load(size), 0);
	assert_saved(size);
	live_on(1, 100);
	assert_int_equal(load(size), 0);
	assert_saved(size);
	assert_int_equal(ipool_count(&crumbs), 0);
	assert_int_equal(ipool_stats(&crumbs).peak, 0);
}

static void save_needs_all_of_its_size(void **state)
{
	size_t size;

	(void)state;
	make_crumbs(&crumbs, 0, false);
	live_on(1, 50);
	size = save();
	assert_int_equal(ipool_save(&crumbs, buffer, size - 1), -ENOSPC);
	assert_int_equal(ipool_save(&crumbs, NULL, 0), -ENOSPC);
	/* Any address will do, and more bytes than needed. */
	assert_int_equal(ipool_save(&crumbs, (char *)again + 3, size), 0);
	assert_memory_equal((char *)again + 3, buffer, size);
	live_on(2, 50);
	assert_int_equal(
		ipool_load(&crumbs, (char *)again + 3, sizeof(again) - 3), 0);
	assert_saved(size);
}

static void a_snapshot_of_another_pool_is_refused(void **state)
{
	struct ipool shells_of;
	size_t size;

	(void)state;
	make_crumbs(&crumbs, 0, false);
	live_on(1, 50);
	size = save();
	assert_int_equal(ipool_init(&shells_of, struct shell, node, NULL), 0);
	assert_int_equal(ipool_load(&shells_of, buffer, size), -EINVAL);
	assert_int_equal(ipool_count(&shells_of), 0);
	ipool_destroy(&shells_of);
}

static void a_damaged_snapshot_is_refused_and_changes_nothing(void **state)
{
	unsigned char *bytes = (unsigned char *)buffer;
	size_t size, i;

	(void)state;
	make_crumbs(&crumbs, 0, false);
	live_on(1, 40);
	size = save();
	live_on(2, 40);
	assert_int_equal(ipool_save(&crumbs, again, sizeof(again)), 0);
	/* There is no bit that does not count. */
	for (i = 0; i < 8 * size; i++) {
		bytes[i / 8] ^= (unsigned char)(1u << i % 8);
		assert_int_equal(load(size), -EINVAL);
		bytes[i / 8] ^= (unsigned char)(1u << i % 8);
	}
	for (i = 0; i < size; i++)
		assert_int_equal(load(i), -EINVAL);
	size = ipool_save_size(&crumbs);
	assert_int_equal(ipool_save(&crumbs, buffer, size), 0);
	assert_memory_equal(buffer, again, size);
	assert_int_equal(ipool_check(&crumbs, NULL), LISH_OK);
}

/* Where the numbers lie that are written over. */
enum {
	KIND = offsetof(struct lish_snapshot_, kind) / 4,
	USED,
	BORDER,
	FREE,
	COUNT,
	RETIRED,
	PEAK,
	STACK = sizeof(struct lish_snapshot_) / 4
};

static void write_and_seal(size_t at, uint32_t number)
{
	struct lish_snapshot_ head;

	((uint32_t *)(void *)buffer)[at] = number;
	memcpy(&head, buffer, sizeof(head));
	/* Of so many the sum itself would look beyond the buffer. */
	if ((at < USED || number < 1000) &&
	    lish_snapshot_size_(&head) <= sizeof(buffer))
		lish_snapshot_seal_(&head, buffer);
}

/* Write one number of a good snapshot, with a sum that fits: it is refused. */
static void refuses(size_t at, uint32_t number)
{
	const uint32_t old = ((const uint32_t *)(const void *)buffer)[at];

	write_and_seal(at, number);
	assert_int_equal(load(sizeof(buffer)), -EINVAL);
	write_and_seal(at, old);
}

static void a_snapshot_that_is_whole_but_wrong_is_refused(void **state)
{
	const uint32_t *numbers = (const uint32_t *)(const void *)buffer;
	const size_t node = STACK + 2 + offsetof(struct crumb, node) / 4;
	const size_t step = sizeof(struct crumb) / 4;
	unsigned int i;

	(void)state;
	/* [a . c . e] the stack: 3 1 */
	make_crumbs(&crumbs, 0, false);
	for (i = 0; i < 5; i++)
		assert_non_null(crumb_new(i));
	assert_true(ipool_free_at(&crumbs, 3));
	assert_true(ipool_free_at(&crumbs, 1));
	save();
	assert_int_equal(numbers[STACK], 3);
	assert_int_equal(numbers[STACK + 1], 1);
	for (i = 0; i < 3; i++)
		assert_int_equal(numbers[node + i * step], 2 * i + 1);
	for (i = 0; i <= KIND; i++)
		refuses(i, numbers[i] + 1);
	refuses(USED, 4);
	refuses(USED, 6); /* is the peak as well */
	refuses(USED, 0xffffffff);
	refuses(BORDER, 4);
	refuses(BORDER, 6);
	refuses(FREE, 1);
	refuses(FREE, 3);
	refuses(FREE, 0xffffffff);
	refuses(COUNT, 2);
	refuses(COUNT, 4);
	refuses(COUNT, 0xffffffff);
	refuses(RETIRED, 1);
	refuses(PEAK, 4);
	refuses(PEAK, 6);
	/* The stack: beyond the border, twice, live */
	refuses(STACK, 5);
	refuses(STACK, 0xffffffff);
	refuses(STACK, 1);
	refuses(STACK, 2);
	/* Objects: of no index, beyond the border, twice, free */
	refuses(node, 0);
	refuses(node + step, 0);
	refuses(node + 2 * step, 6);
	refuses(node + 2 * step, 0xffffffff);
	refuses(node + step, 1);
	refuses(node + step, 2);
	refuses(node, 3);
	refuses(node, 5);
	assert_saved(ipool_save_size(&crumbs));
	/* In another order, which adds up. */
	write_and_seal(node, 3);
	refuses(node + step, 1);
	write_and_seal(node, 1);
	assert_saved(ipool_save_size(&crumbs));
}

static void load_takes_memory_or_changes_nothing(void **state)
{
	struct ipool second;
	size_t size, other;
	unsigned int fail;
	uint64_t now[64];

	(void)state;
	make_crumbs(&crumbs, 0, false);
	live_on(3, 200);
	assert_true(ipool_stats(&crumbs).highest > 64);
	size = save();
	for (fail = 0; fail < 6; fail++) {
		mem.fail_at = 0;
		make_crumbs(&second, 0, false);
		assert_non_null(
			ipool_zalloc_entry(&second, struct crumb, node));
		other = ipool_save_size(&second);
		assert_true(other <= sizeof(now));
		assert_int_equal(ipool_save(&second, again, other), 0);
		mem.fail_at = fail ? mem.allocs + fail : 0;
		if (ipool_load(&second, buffer, size)) {
			assert_int_equal(mem.allocs, mem.fail_at);
			assert_int_equal(ipool_save_size(&second), other);
			assert_int_equal(ipool_save(&second, now, other), 0);
			assert_memory_equal(now, again, other);
		} else {
			assert_true(fail != 1);
			assert_int_equal(ipool_save(&second, again, size), 0);
			assert_memory_equal(buffer, again, size);
		}
		assert_int_equal(ipool_check(&second, NULL), LISH_OK);
		ipool_destroy(&second);
	}
	mem.fail_at = 0;
	/* Beyond the limit. */
	make_crumbs(&second, 20, false);
	assert_int_equal(ipool_load(&second, buffer, size), -ENOSPC);
	assert_int_equal(ipool_count(&second), 0);
	ipool_destroy(&second);
}

IPOOL_DEFINE_STATIC(fixed, struct crumb, node, 4);

static void a_defined_pool_may_be_loaded_before_its_first_call(void **state)
{
	unsigned int i;
	size_t size;

	(void)state;
	make_crumbs(&crumbs, 0, false);
	/* [. b .] the stack: 2 0 */
	for (i = 0; i < 3; i++)
		assert_non_null(crumb_new(1 + i));
	assert_true(ipool_free_at(&crumbs, 2));
	assert_true(ipool_free_at(&crumbs, 0));
	size = save();
	assert_int_equal(ipool_load(&fixed, buffer, size), 0);
	assert_null(ipool_at_entry(&fixed, 0, struct crumb, node));
	assert_int_equal(
		ipool_at_entry(&fixed, 1, const struct crumb, node)->id, 2);
	assert_int_equal(ipool_check(&fixed, NULL), LISH_OK);
	ipool_destroy(&fixed);
	/* In memory of any content. */
	memset(&fixed_storage_, 0x5a, sizeof(fixed_storage_));
	ipool_init_in(&fixed, struct crumb, node, &fixed_storage_, NULL);
	assert_int_equal(ipool_load(&fixed, buffer, size), 0);
	assert_int_equal(ipool_check(&fixed, NULL), LISH_OK);
	assert_int_equal(ipool_count(&fixed), 1);
	for (i = 0; i < 2; i++)
		assert_non_null(
			ipool_zalloc_entry(&fixed, struct crumb, node));
	assert_true(ipool_free_at(&fixed, 0));
	assert_true(ipool_free_at(&fixed, 2));
	/* One more than it has room for, once. */
	while (ipool_stats(&crumbs).highest < 5)
		assert_non_null(crumb_new(3));
	ipool_clear(&crumbs);
	size = save();
	assert_int_equal(ipool_load(&fixed, buffer, size), -ENOSPC);
	assert_int_equal(ipool_count(&fixed), 1);
	ipool_destroy(&fixed);
}

static void load_runs_make_but_neither_init_nor_fini(void **state)
{
	size_t size;

	(void)state;
	make_crumbs(&crumbs, 0, true);
	crumb_new(1);
	crumb_new(2);
	crumb_new(3);
	assert_true(ipool_free_at(&crumbs, 1));
	diary.text[0] = 0;
	size = save();
	assert_true(ipool_free_at(&crumbs, 0));
	assert_diary(&diary, "f0");
	assert_int_equal(load(size), 0);
	assert_diary(&diary, "");
	assert_int_equal(crumb(0)->id, 1);
	ipool_destroy(&crumbs);
	make_crumbs(&crumbs, 0, true);
	diary.text[0] = 0;
	assert_int_equal(load(size), 0);
	assert_diary(&diary, "m0 m1 m2");
	assert_saved(size);
	ipool_destroy(&crumbs);
	assert_diary(&diary, "f2 f0 u2 u1 u0");
}

static void load_poisons_and_revives(void **state)
{
	struct crumb *a, *b;
	size_t size;

	(void)state;
	make_crumbs(&crumbs, 0, false);
	a = crumb_new(1);
	b = crumb_new(2);
	ipool_free(&crumbs, &b->node);
	size = save();
	ipool_free(&crumbs, &a->node);
	assert_int_equal(is_reading_reported((const char *)a), is_watched());
	assert_ptr_equal(crumb_new(3), a);
	assert_ptr_equal(crumb_new(4), b);
	ipool_free(&crumbs, &a->node);
	assert_int_equal(load(size), 0);
	assert_false(is_reading_reported((const char *)a));
	assert_int_equal(a->id, 1);
	assert_int_equal(is_reading_reported((const char *)b), is_watched());
	assert_ptr_equal(crumb_new(5), b);
}

/* After a load, free slots below the border may lie in new memory. */
static void clear_poisons_no_new_memory(void **state)
{
	struct crumb *a, *b, *c;
	size_t size;

	(void)state;
	make_crumbs(&crumbs, 0, false);
	a = crumb_new(1);
	b = crumb_new(2);
	c = crumb_new(3);
	ipool_free(&crumbs, &b->node);
	ipool_free(&crumbs, &c->node);
	size = save();
	ipool_destroy(&crumbs);
	make_crumbs(&crumbs, 0, false);
	assert_int_equal(load(size), 0);
	a = ipool_at_entry(&crumbs, 0, struct crumb, node);
	ipool_clear(&crumbs);
	assert_int_equal(is_reading_reported((const char *)a), is_watched());
	assert_ptr_equal(crumb_new(4), a);
	b = ipool_alloc_entry(&crumbs, struct crumb, node);
	c = ipool_alloc_entry(&crumbs, struct crumb, node);
	assert_false(is_reading_reported((const char *)a));
	assert_false(is_reading_reported((const char *)&b->id));
	assert_false(is_reading_reported((const char *)&c->id));
}

/* The same of a second load: what was never made is never unpoisoned. */
static void a_second_load_poisons_no_new_memory(void **state)
{
	struct crumb *b;
	size_t size;
	uint32_t i;

	(void)state;
	make_crumbs(&crumbs, 0, false);
	for (i = 0; i < 4; i++)
		assert_non_null(crumb_new(i));
	assert_true(ipool_free_at(&crumbs, 3));
	assert_true(ipool_free_at(&crumbs, 2));
	size = save();
	ipool_destroy(&crumbs);
	make_crumbs(&crumbs, 0, false);
	assert_int_equal(load(size), 0);
	assert_int_equal(load(size), 0);
	for (i = 2; i < 5; i++) {
		b = ipool_alloc_entry(&crumbs, struct crumb, node);
		assert_non_null(b);
		assert_false(is_reading_reported((const char *)&b->id));
	}
}

static void save_in_a_hook(char what, void *object)
{
	(void)what;
	(void)object;
	assert_reported("ipool_save", LISH_IN_HOOK,
			assert_int_equal(ipool_save(&crumbs, NULL, 0),
					 -EINVAL));
	assert_reported("ipool_load", LISH_IN_HOOK,
			assert_int_equal(ipool_load(&crumbs, NULL, 0),
					 -EINVAL));
}

static void save_and_load_report_misuse(void **state)
{
	struct crumb *a;

	(void)state;
	assert_reported("ipool_save_size", LISH_UNINITIALIZED,
			assert_int_equal(ipool_save_size(&crumbs), 0));
	assert_reported("ipool_save", LISH_UNINITIALIZED,
			assert_int_equal(ipool_save(&crumbs, buffer, 8),
					 -EINVAL));
	assert_reported("ipool_load", LISH_UNINITIALIZED,
			assert_int_equal(ipool_load(&crumbs, buffer, 8),
					 -EINVAL));
	make_crumbs(&crumbs, 0, true);
	diary.then = save_in_a_hook;
	a = crumb_new(1);
	diary.then = NULL;
	/* What was overwritten as a whole says no more which one it is. */
	a->node.slot = 0;
	assert_reported("ipool_save", LISH_BAD_COUNT,
			assert_int_equal(ipool_save(&crumbs, buffer,
						    sizeof(buffer)),
					 -EINVAL));
	a->node.slot = 7;
	assert_reported("ipool_save", LISH_BAD_COUNT,
			assert_int_equal(ipool_save(&crumbs, buffer,
						    sizeof(buffer)),
					 -EINVAL));
	a->node.slot = 1;
}

#define ipool_test(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
#define snapshot_test(name) \
	cmocka_unit_test_setup_teardown(name, setup_crumbs, teardown_crumbs)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ipool_test(ipool_define_at_each_place),
		ipool_test(a_defined_pool_owns_its_memory_from_the_start),
#if LISH_CHECK >= 1
		ipool_test(a_node_is_where_nodes_are),
#endif
		ipool_test(a_world_can_be_put_back),
		ipool_test(ipool_init_reads_the_config_only_once),
		ipool_test(ipool_limit_may_be_any_number),
		ipool_test(ipool_takes_no_object_more_than_the_limit),
		ipool_test(ipool_reserve_of_too_much_is_told_at_once),
		ipool_test(ipool_alloc_entry_then_free_then_alloc_again),
		ipool_test(ipool_free_at_says_whether_it_was_live),
		ipool_test(ipool_stats_has_all_figures),
#if LISH_CHECK >= 1
		ipool_test(each_call_reports_a_zero_pool_and_a_null_node),
#endif
		snapshot_test(after_load_the_same_calls_give_the_same),
		snapshot_test(indices_and_bytes_are_those_of_the_save),
		snapshot_test(what_is_cut_short_is_refused_unread),
		snapshot_test(hooks_run_in_memory_that_was_given),
		snapshot_test(the_mark_of_a_forgotten_slot_is_no_live_one),
#if LISH_CHECK == 1
		snapshot_test(what_clear_has_forgotten_is_not_live),
#endif
		snapshot_test(a_free_slot_that_is_lost_is_found),
		snapshot_test(level_2_looks_at_the_whole_pool),
		snapshot_test(an_empty_pool_is_saved_too),
		snapshot_test(save_needs_all_of_its_size),
		snapshot_test(a_snapshot_of_another_pool_is_refused),
		snapshot_test(a_damaged_snapshot_is_refused_and_changes_nothing),
		snapshot_test(a_snapshot_that_is_whole_but_wrong_is_refused),
		snapshot_test(load_takes_memory_or_changes_nothing),
		snapshot_test(a_defined_pool_may_be_loaded_before_its_first_call),
		snapshot_test(load_runs_make_but_neither_init_nor_fini),
		snapshot_test(load_poisons_and_revives),
		snapshot_test(a_second_load_poisons_no_new_memory),
		snapshot_test(clear_poisons_no_new_memory),
		snapshot_test(save_and_load_report_misuse),
	};

	return run_test_group(tests);
}
