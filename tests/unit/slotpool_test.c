/* SPDX-License-Identifier: MIT */
/*
 * slotpool, name by name. Pictures show the slots in the order of their
 * indices: a letter is live, a dot is free, | is the border, behind which
 * nothing was used: [a.c|....]
 */
#include "pool_test.h"

#include "../../lib/private/slotpool.h"

struct bullet {
	double x;
	int damage;
	struct slotpool_idx idx;
	uint32_t id;
};

/* The same size, but the node lies elsewhere. */
struct other {
	struct slotpool_idx idx;
	char rest[sizeof(struct bullet) - sizeof(struct slotpool_idx)];
};

/* The smallest object there is. */
struct crumb {
	struct slotpool_idx idx;
};

static struct slotpool pool, second;
static struct test_mem mem;
static struct diary diary;

/* All orders, one after the other. */
#define LAST_FREED SLOTPOOL_LAST_FREED
#define LOWEST SLOTPOOL_LOWEST
#define NEXT SLOTPOOL_NEXT
#define ORDERS ((enum slotpool_reuse)(SLOTPOOL_NEXT + 1))

static int setup(void **state)
{
	static const struct test_mem fresh = TEST_MEM_INIT;

	(void)state;
	mem = fresh;
	memset(&diary, 0, sizeof(diary));
	diary.pool = &pool.base;
	memset(&pool, 0, sizeof(pool));
	memset(&second, 0, sizeof(second));
	return 0;
}

/* Nothing leaks, whatever the test did. */
static int teardown(void **state)
{
	(void)state;
	if (pool.base.size)
		slotpool_destroy(&pool);
	if (second.base.size)
		slotpool_destroy(&second);
	assert_int_equal(mem.bytes, 0);
	return 0;
}

static struct lish_config config_of(uint32_t limit)
{
	struct lish_config config = LISH_CONFIG_INIT;

	config.step = 64;
	config.limit = limit;
	config.mem = &mem.mem;
	config.ctx = &diary;
	return config;
}

static int init_with(struct slotpool *p, enum slotpool_reuse order,
		     const struct lish_config *config)
{
	struct lish_config copy = config ? *config : config_of(0);

	copy.reuse = order;
	return slotpool_init(p, struct bullet, idx, &copy);
}

/* A pool that grows by 64, up to limit; the one before goes. */
static void make(struct slotpool *p, enum slotpool_reuse order, uint32_t limit)
{
	const struct lish_config config = config_of(limit);

	if (p->base.size)
		slotpool_destroy(p);
	assert_int_equal(init_with(p, order, &config), 0);
}

static void make_pool(enum slotpool_reuse order, uint32_t limit)
{
	make(&pool, order, limit);
}

static void make_pool_with_hooks(enum slotpool_reuse order, uint32_t limit)
{
	struct lish_config config = config_of(limit);

	if (pool.base.size)
		slotpool_destroy(&pool);
	config.hooks = &diary_hooks;
	assert_int_equal(init_with(&pool, order, &config), 0);
	diary.text[0] = 0;
}

static const struct slotpool_handle null_handle;

/* For objects of which a test knows no more than the address. */
static struct slotpool_idx *node_of(const struct slotpool *p,
				    const void *object)
{
	return (struct slotpool_idx *)((uintptr_t)object + p->base.offset);
}

static void give(struct slotpool *p, void *object)
{
	slotpool_free(p, node_of(p, object));
}

static bool lives(const struct slotpool *p, const void *object)
{
	return slotpool_contains(p, node_of(p, object));
}

static int32_t index_in(const struct slotpool *p, const void *object)
{
	return slotpool_index_of(p, node_of(p, object));
}

static bool same_handle(struct slotpool_handle a, struct slotpool_handle b)
{
	return a.slot == b.slot && a.generation == b.generation;
}

static struct slotpool_handle handle_of(const struct slotpool *p,
					const void *object)
{
	return slotpool_handle_of(p, node_of(p, object));
}

static bool live_at(const struct slotpool *p, uint32_t index)
{
	return slotpool_next_live(p, index) == (int32_t)index;
}

static struct slotpool_handle handle_at(const struct slotpool *p,
					uint32_t index)
{
	return live_at(p, index)
		       ? handle_of(p, slotpool_at_entry(p, index, struct bullet,
							idx))
		       : null_handle;
}

static struct bullet *take(void)
{
	return slotpool_alloc_entry(&pool, struct bullet, idx);
}

static struct bullet *take_last(void)
{
	return slotpool_alloc_tail_entry(&pool, struct bullet, idx);
}

static int32_t index_of(const void *object)
{
	return object ? index_in(&pool, object) : -1;
}

/* The index that alloc hands out. */
static int32_t taken(void)
{
	return index_of(take());
}

static void fill(uint32_t n)
{
	uint32_t i;

	for (i = 0; i < n; i++)
		assert_non_null(take());
}

static struct bullet *by_index(uint32_t index)
{
	return slotpool_at_entry(&pool, index, struct bullet, idx);
}

static void free_at(uint32_t index)
{
	assert_true(slotpool_free_at(&pool, index));
}

static void assert_whole(void)
{
	const struct slotpool_idx *fault;

	assert_int_equal(slotpool_check(&pool, &fault), LISH_OK);
	assert_null(fault);
}

/* Break something, see the reason, and repair it. */
static void set_(void *place, size_t size, uint64_t value)
{
	const uint32_t half = (uint32_t)value;

	memcpy(place, size == sizeof(half) ? (const void *)&half : &value, size);
}

#define assert_broken(place, value, why)                               \
	do {                                                           \
		const struct slotpool_idx *fault_;                     \
		const uint64_t old_ = (uint64_t)(place);             \
		(place) = (value);                                     \
		assert_int_equal(slotpool_check(&pool, &fault_), why); \
		assert_true(!fault_ || why == LISH_BAD_INDEX);         \
		assert_int_equal(slotpool_check(&pool, NULL), why);    \
		set_(&(place), sizeof(place), old_);                   \
		assert_whole();                                        \
	} while (0)

/* The first slots read so: letters are live, dots are not. */
static void assert_slots(const char *picture)
{
	uint32_t i;

	for (i = 0; picture[i] && picture[i] != '|'; i++)
		assert_int_equal(live_at(&pool, i), picture[i] != '.');
	assert_int_equal(pool.base.border, i);
	assert_whole();
}

static uint64_t random_state;

static uint32_t next_random(void)
{
	random_state =
		random_state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(random_state >> 33);
}

/* Making pools */

SLOTPOOL_DEFINE_STATIC(defined, struct bullet, idx, 3);
SLOTPOOL_DEFINE_STATIC(defined_lowest, struct bullet, idx, 3);
SLOTPOOL_DEFINE_STATIC(defined_at, struct bullet, idx, 3);
SLOTPOOL_DEFINE_STATIC(defined_lowest_at, struct bullet, idx, 3);

static void check_defined_at(struct slotpool *p, struct bullet *objects)
{
	assert_ptr_equal(slotpool_alloc_at_entry(p, 1, struct bullet, idx),
			 &objects[1]);
	assert_int_equal(slotpool_stats(p).failed, 0);
	assert_int_equal(slotpool_check(p, NULL), LISH_OK);
	slotpool_destroy(p);
}

static void check_defined(struct slotpool *p, struct bullet *objects)
{
	struct bullet *b[3];
	int i;

	assert_int_equal(slotpool_stats(p).capacity, 3);
	assert_int_equal(slotpool_stats(p).limit, 3);
	for (i = 0; i < 3; i++) {
		b[i] = slotpool_alloc_entry(p, struct bullet, idx);
		assert_ptr_equal(b[i], &objects[i]);
	}
	assert_null(slotpool_alloc_entry(p, struct bullet, idx));
	assert_null(slotpool_alloc_tail_entry(p, struct bullet, idx));
	assert_int_equal(slotpool_stats(p).failed, 2);
	give(p, b[1]);
	assert_ptr_equal(slotpool_alloc_entry(p, struct bullet, idx), b[1]);
	assert_int_equal(slotpool_check(p, NULL), LISH_OK);
	slotpool_clear(p);
	assert_ptr_equal(slotpool_alloc_entry(p, struct bullet, idx), b[0]);
	/* The memory stays, whatever is asked. */
	slotpool_trim(p);
	assert_int_equal(slotpool_reserve(p, 3), 0);
	assert_int_equal(slotpool_reserve(p, 4), -ENOSPC);
	assert_int_equal(slotpool_stats(p).capacity, 3);
	slotpool_destroy(p);
	assert_int_equal(p->base.size, 0);
}

static void a_defined_pool_needs_no_call(void **state)
{
	(void)state;
	check_defined(&defined, defined_storage_.objects);
	slotpool_set_reuse(&defined_lowest, SLOTPOOL_LOWEST);
	check_defined(&defined_lowest, defined_lowest_storage_.objects);
	check_defined_at(&defined_at, defined_at_storage_.objects);
	slotpool_set_reuse(&defined_lowest_at, SLOTPOOL_LOWEST);
	check_defined_at(&defined_lowest_at,
			 defined_lowest_at_storage_.objects);
}

static void init_allocates_a_little_only(void **state)
{
	enum slotpool_reuse order;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		memset(&pool, 0x5a, sizeof(pool));
		pool.base.size = 0;
		mem.allocs = 0;
		make_pool(order, 0);
		/* a table, and arrays for the first word */
		assert_int_equal(mem.allocs, 3);
		assert_true(mem.bytes < 64 * 8 + 64 * sizeof(void *));
		assert_int_equal(slotpool_stats(&pool).capacity, 0);
		assert_int_equal(slotpool_count(&pool), 0);
		assert_int_equal(slotpool_stats(&pool).retired, 0);
		assert_false(slotpool_count(&pool));
		assert_int_equal(slotpool_stats(&pool).limit, LISH_MAX_COUNT);
		slotpool_clear(&pool);
		slotpool_trim(&pool);
		assert_int_equal(slotpool_next_live(&pool, 0), -1);
		assert_whole();
		slotpool_destroy(&pool);
		assert_int_equal(mem.allocs, 3);
		assert_int_equal(mem.bytes, 0);
	}
}

/* On memory of any content, with each allocation failing in turn. */
static void a_failed_init_leaves_a_zero_pool(void **state)
{
	static const struct slotpool zero;
	struct lish_config config = config_of(100);
	enum slotpool_reuse order;
	unsigned int fail;
	int err;

	(void)state;
	config.initial = 70;
	for (order = LAST_FREED; order < ORDERS; order++) {
		err = -ENOMEM;
		for (fail = 1; err; fail++) {
			memset(&pool, 0x5a, sizeof(pool));
			mem.allocs = 0;
			mem.fail_at = fail;
			err = init_with(&pool, order, &config);
			if (!err)
				break;
			assert_int_equal(err, -ENOMEM);
			assert_memory_equal(&pool, &zero, sizeof(pool));
			assert_int_equal(mem.bytes, 0);
			assert_int_equal(slotpool_check(&pool, NULL),
					 LISH_UNINITIALIZED);
		}
		/* table, stack, bits, the list of chunks, two chunks */
		assert_int_equal(fail, 7);
		slotpool_destroy(&pool);
	}
	memset(&pool, 0x5a, sizeof(pool));
	config.initial = 101;
	mem.fail_at = 0;
	assert_int_equal(init_with(&pool, LAST_FREED, &config), -ENOSPC);
	assert_memory_equal(&pool, &zero, sizeof(pool));
	/* A chunk that no machine has. */
	memset(&pool, 0x5a, sizeof(pool));
	config.step = 1u << 31;
	assert_int_equal(slotpool_init_(&pool, (size_t)1 << 30, 4, 0, &config),
			 sizeof(size_t) == 4 ? -ENOMEM : -ENOSPC);
	assert_memory_equal(&pool, &zero, sizeof(pool));
	assert_int_equal(mem.bytes, 0);
}

/* A limit of all ones is none. */
static void the_limit_may_be_any_number(void **state)
{
	(void)state;
	make_pool(LAST_FREED, UINT32_MAX);
	assert_int_equal(slotpool_stats(&pool).limit, LISH_MAX_COUNT);
	fill(200);
	assert_int_equal(slotpool_reserve(&pool, UINT32_MAX), -ENOSPC);
	assert_whole();
}

static void init_takes_initial_memory_or_is_undone(void **state)
{
	struct lish_config config = config_of(100);
	enum slotpool_reuse order;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		config.initial = 70;
		assert_int_equal(init_with(&pool, order, &config), 0);
		assert_int_equal(slotpool_stats(&pool).capacity, 100);
		slotpool_destroy(&pool);
		config.initial = 101;
		assert_int_equal(init_with(&pool, order, &config), -ENOSPC);
		assert_int_equal(pool.base.size, 0);
		config.initial = 70;
		mem.fail_at = mem.allocs + 3;
		assert_int_equal(init_with(&pool, order, &config), -ENOMEM);
		assert_int_equal(pool.base.size, 0);
		assert_int_equal(mem.bytes, 0);
	}
	/* Without settings: malloc. */
	assert_int_equal(slotpool_init(&pool, struct bullet, idx, NULL), 0);
	assert_non_null(take());
	assert_true(slotpool_stats(&pool).capacity * sizeof(struct bullet) <= 65536);
	slotpool_destroy(&pool);
	/* What no machine has. */
	assert_int_equal(slotpool_init_(&pool, (size_t)-1 / 2 + 1, 1, 0, NULL),
			 -ENOMEM);
}

static void a_limit_takes_the_side_arrays_at_once(void **state)
{
	enum slotpool_reuse order;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		unsigned int before = mem.allocs;

		make_pool(order, 200);
		fill(1);
		/* two arrays, table, list, chunk; then a chunk each */
		assert_int_equal(mem.allocs - before, 5);
		fill(199);
		assert_int_equal(mem.allocs - before, 8);
		assert_null(take());
		assert_int_equal(slotpool_count(&pool), 200);
		assert_whole();
	}
}

static SLOTPOOL_STORAGE(storage, struct bullet, 70);

static void init_in_takes_memory_of_any_content(void **state)
{
	enum slotpool_reuse order;
	uint32_t i;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		memset(&storage, 0x5a, sizeof(storage));
		memset(&pool, 0x5a, sizeof(pool));
		slotpool_init_in(&pool, struct bullet, idx, &storage);
		assert_whole();
		slotpool_set_reuse(&pool, order);
		assert_whole();
		for (i = 0; i < 70; i++) {
			assert_int_equal(taken(), i);
			assert_whole();
		}
		assert_ptr_equal(slotpool_at_entry(&pool, 69, struct bullet,
						   idx),
				 &storage.objects[69]);
		assert_null(take());
		assert_null(take_last());
		for (i = 0; i < 70; i++)
			free_at(i);
		assert_whole();
		assert_int_equal(slotpool_stats(&pool).bytes <= sizeof(storage),
				 true);
		/* Objects, stack, bits: nothing is forgotten. */
		assert_int_equal(slotpool_stats(&pool).bytes >=
					 70 * sizeof(struct bullet) +
						 (order ? 0 : 70) *
							 sizeof(uint32_t) +
						 2 * sizeof(lish_word),
				 true);
		slotpool_destroy(&pool);
	}
}

static void a_cleared_pool_begins_at_its_first_slot(void **state)
{
	enum slotpool_reuse order;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 70);
		fill(70);
		free_at(30);
		assert_int_equal(taken(), 30);
		/* Retired by the clear: the border stays above it. */
		slotpool_at_slot_(&pool, 65)[1] = SLOTPOOL_RETIRED_ - 1;
		slotpool_clear(&pool);
		assert_int_equal(taken(), 0);
		assert_int_equal(taken(), 1);
		assert_whole();
	}
}

static void a_destroyed_pool_is_zero(void **state)
{
	static const struct slotpool zero;

	(void)state;
	make_pool(LAST_FREED, 0);
	fill(70);
	slotpool_destroy(&pool);
	assert_memory_equal(&pool, &zero, sizeof(zero));
}

static void only_a_new_pool_of_fixed_capacity_takes_an_order(void **state)
{
	(void)state;
	make_pool(LAST_FREED, 0);
	assert_reported("slotpool_set_reuse", LISH_GROWS,
			slotpool_set_reuse(&pool, LOWEST));
	/* It is as it was. */
	fill(3);
	free_at(0);
	free_at(1);
	assert_int_equal(taken(), 1);
	assert_reported("slotpool_set_reuse", LISH_GROWS,
			slotpool_set_reuse(&pool, LOWEST));
	slotpool_destroy(&pool);
	slotpool_init_in(&pool, struct bullet, idx, &storage);
	take();
	slotpool_clear(&pool);
	assert_reported("slotpool_set_reuse", LISH_NOT_EMPTY,
			slotpool_set_reuse(&pool, LOWEST));
}

static void an_unknown_order_is_refused(void **state)
{
	struct lish_config config = LISH_CONFIG_INIT;

	(void)state;
	config.reuse = (enum slotpool_reuse)(SLOTPOOL_NEXT + 1);
	assert_reported("slotpool_init", LISH_BAD_RANGE,
			assert_int_equal(slotpool_init(&pool, struct bullet, idx,
						       &config), -EINVAL));
	assert_int_equal(pool.base.size, 0);
	slotpool_init_in(&pool, struct bullet, idx, &storage);
	assert_reported("slotpool_set_reuse", LISH_BAD_RANGE,
			slotpool_set_reuse(&pool, config.reuse));
	fill(3);
	free_at(0);
	free_at(1);
	/* the order is as it was */
	assert_int_equal(taken(), 1);
	assert_int_equal(taken(), 0);
	assert_whole();
}

/* Alloc and free: the orders */

static void last_freed_is_handed_out_first(void **state)
{
	(void)state;
	make_pool(LAST_FREED, 0);
	fill(6);
	assert_slots("abcdef|");
	free_at(1);
	free_at(4);
	free_at(2);
	assert_slots("a..d.f|");
	assert_int_equal(taken(), 2);
	assert_int_equal(taken(), 4);
	assert_int_equal(taken(), 1);
	assert_int_equal(taken(), 6);
	assert_slots("abcdefg|");
}

static void the_border_falls_by_one_even_over_holes(void **state)
{
	(void)state;
	make_pool(LAST_FREED, 0);
	fill(4);
	free_at(2);
	free_at(3);
	assert_slots("ab.|");
	/* What is next behind the border is the slot that was in front of it.
	 */
	assert_int_equal(taken(), 2);
	assert_int_equal(taken(), 3);
	assert_slots("abcd|");
}

static void lowest_hands_out_the_lowest(void **state)
{
	(void)state;
	make_pool(LOWEST, 0);
	fill(6);
	free_at(4);
	free_at(1);
	free_at(2);
	assert_slots("a..d.f|");
	assert_int_equal(taken(), 1);
	free_at(5);
	/* The border is exact: it falls over holes. */
	assert_slots("ab.d|");
	assert_int_equal(taken(), 2);
	assert_int_equal(taken(), 4);
	assert_int_equal(taken(), 5);
	assert_int_equal(taken(), 6);
	assert_slots("abcdefg|");
}

static void alloc_tail_takes_the_slot_behind_the_border(void **state)
{
	enum slotpool_reuse order;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 70);
		assert_int_equal(index_of(take_last()), 0);
		fill(3);
		free_at(1);
		free_at(2);
		assert_slots("a..d|");
		assert_int_equal(index_in(&pool,
					  slotpool_alloc_tail_entry(
						  &pool, struct bullet, idx)),
				 4);
		assert_slots("a..de|");
		while (take_last())
			;
		assert_int_equal(slotpool_stats(&pool).failed, 1);
		assert_int_equal(slotpool_count(&pool), 68);
		/* Holes are still there. */
		assert_int_equal(taken(), order == LAST_FREED ? 2 : 1);
		assert_whole();
	}
}

static struct bullet *take_at(uint32_t index)
{
	struct bullet *b = slotpool_alloc_at_entry(&pool, index, struct bullet,
						   idx);

	if (b) {
		assert_int_equal(index_of(b), index);
		b->id = index;
	}
	return b;
}

static void alloc_at_takes_the_index_it_is_told(void **state)
{
	enum slotpool_reuse order;

	(void)state;
	for (order = LAST_FREED; order < NEXT; order++) {
		make_pool(order, 200);
		/* What was passed is handed out as if it had not been. */
		assert_non_null(take_at(5));
		assert_slots(".....f|");
		assert_non_null(take_at(7));
		assert_slots(".....f.h|");
		assert_null(take_at(5));
		assert_int_equal(taken(), 0);
		assert_int_equal(taken(), 1);
		assert_non_null(take_at(3));
		assert_int_equal(taken(), 2);
		assert_int_equal(taken(), 4);
		assert_int_equal(taken(), 6);
		assert_int_equal(taken(), 8);
		assert_whole();
		/* What was freed comes first, in the order of the pool. */
		free_at(6);
		free_at(2);
		assert_non_null(take_at(70));
		assert_whole();
		assert_int_equal(taken(), 2);
		assert_int_equal(taken(), 6);
		assert_int_equal(taken(), 9);
		assert_non_null(take_at(199));
		assert_null(take_at(200));
		assert_null(take_at(0xffffffff));
		assert_int_equal(slotpool_stats(&pool).failed, 2);
		assert_int_equal(slotpool_count(&pool), 12);
		assert_whole();
		free_at(199);
		free_at(70);
		assert_int_equal(taken(), order == LOWEST ? 10 : 70);
	}
}

static void alloc_at_that_finds_no_memory_changes_nothing(void **state)
{
	uint32_t capacity;

	(void)state;
	make_pool(LAST_FREED, 0);
	fill(3);
	capacity = slotpool_stats(&pool).capacity;
	mem.fail_at = mem.allocs + 3;
	assert_null(take_at(1000));
	assert_int_equal(slotpool_stats(&pool).capacity, capacity);
	mem.fail_at = 0;
	assert_slots("abc|");
	assert_non_null(take_at(1000));
	assert_int_equal(taken(), 3);
	assert_whole();
}

static void alloc_at_makes_what_it_passes(void **state)
{
	(void)state;
	make_pool_with_hooks(LAST_FREED, 0);
	assert_non_null(take_at(2));
	assert_diary(&diary, "m0 m1 m2 i2");
	assert_int_equal(taken(), 0);
	assert_diary(&diary, "i0");
	free_at(2);
	assert_non_null(take_at(3));
	assert_diary(&diary, "f2 m3 i3");
	assert_whole();
}

static void zalloc_zeroes_all_but_the_node(void **state)
{
	static const char zeros[sizeof(struct bullet)];
	struct bullet *b, *untyped;

	(void)state;
	make_pool(LAST_FREED, 0);
	fill(2);
	b = take();
	memset((char *)b, 0x5a, offsetof(struct bullet, idx));
	b->id = 5;
	give(&pool, b);
	b = slotpool_zalloc_entry(&pool, struct bullet, idx);
	assert_int_equal(index_in(&pool, b), 2);
	assert_memory_equal(b, zeros, offsetof(struct bullet, idx));
	assert_int_equal(b->id, 0);
	b->id = 5;
	give(&pool, b);
	untyped = (struct bullet *)slotpool_zalloc_entry(&pool, struct bullet,
							 idx);
	assert_ptr_equal(untyped, b);
	assert_int_equal(b->id, 0);
}

static void an_object_keeps_its_bytes_without_zalloc(void **state)
{
	struct bullet *b;

	(void)state;
	make_pool(LAST_FREED, 0);
	fill(2);
	b = slotpool_at_entry(&pool, 0, struct bullet, idx);
	b->id = 5;
	give(&pool, b);
	assert_false(slotpool_contains(&pool, &b->idx));
	assert_ptr_equal(slotpool_alloc_entry(&pool, struct bullet, idx), b);
	assert_int_equal(b->id, 5);
}

static void objects_are_freed_by_object_index_and_handle(void **state)
{
	struct slotpool_handle handle;
	enum slotpool_reuse order;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		fill(4);
		give(&pool, slotpool_at_entry(&pool, 0, struct bullet, idx));
		handle = handle_at(&pool, 1);
		assert_true(slotpool_free_handle(&pool, handle));
		assert_false(slotpool_free_handle(&pool, handle));
		assert_true(slotpool_free_at(&pool, 2));
		assert_false(slotpool_free_at(&pool, 2));
		assert_false(slotpool_free_at(&pool, 4));
		assert_false(slotpool_free_at(&pool, 0xffffffff));
		assert_false(slotpool_free_handle(&pool, null_handle));
		assert_slots("...d|");
		assert_int_equal(slotpool_count(&pool), 1);
		assert_int_equal(slotpool_stats(&pool).peak, 4);
	}
}

static void the_peak_is_exact(void **state)
{
	(void)state;
	make_pool(LAST_FREED, 0);
	take_last();
	take_last();
	free_at(0);
	take_last();
	assert_int_equal(slotpool_stats(&pool).peak, 2);
	take();
	assert_int_equal(slotpool_stats(&pool).peak, 3);
	slotpool_clear(&pool);
	assert_int_equal(slotpool_stats(&pool).peak, 3);
	/* As many as ever, and the slot at the border has lived before. */
	make_pool(LAST_FREED, 0);
	take_last();
	take_last();
	free_at(0);
	take_last();
	free_at(2);
	free_at(1);
	fill(2);
	assert_int_equal(pool.base.stacked, 0);
	assert_int_equal(slotpool_stats(&pool).peak, 2);
	assert_int_equal(taken(), 2);
	assert_int_equal(slotpool_stats(&pool).peak, 3);
}

static void the_peak_is_exact_after_load(void **state)
{
	static char snapshot[4096];

	(void)state;
	make_pool(LAST_FREED, 0);
	fill(3);
	free_at(0);
	free_at(1);
	assert_int_equal(slotpool_save(&pool, snapshot, sizeof(snapshot)), 0);
	slotpool_destroy(&pool);
	make_pool(LAST_FREED, 0);
	assert_int_equal(slotpool_load(&pool, snapshot, sizeof(snapshot)), 0);
	/* What is loaded, the peak included, is as it was saved. */
	assert_int_equal(slotpool_stats(&pool).peak, 3);
	assert_int_equal(slotpool_stats(&pool).highest, 3);
	take();
	take();
	assert_int_equal(slotpool_stats(&pool).peak, 3);
	take();
	assert_int_equal(slotpool_stats(&pool).peak, 4);
}

static void growth_keeps_the_order(void **state)
{
	enum slotpool_reuse order;
	uint32_t i;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		fill(64);
		free_at(9);
		free_at(30);
		free_at(5);
		for (i = 64; i < 300; i++)
			assert_int_equal(index_of(take_last()), i);
		assert_int_equal(slotpool_reserve(&pool, 1000), 0);
		assert_whole();
		assert_int_equal(taken(), 5);
		assert_int_equal(taken(), order == LAST_FREED ? 30 : 9);
		assert_int_equal(taken(), order == LAST_FREED ? 9 : 30);
		assert_int_equal(taken(), 300);
	}
}

/* What has no say is not always zero. */
static void *dirty_alloc(struct lish_mem *from, size_t size, size_t align)
{
	void *area = test_mem_alloc(from, size, align);

	if (area)
		memset(area, 0xff, size);
	return area;
}

/* Of the words that no slot below the border is in, growth copies nothing. */
static void growth_while_little_is_live_keeps_nothing_of_the_dead(void **state)
{
	enum slotpool_reuse order;
	uint32_t i;

	(void)state;
	mem.mem.alloc = dirty_alloc;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		fill(200);
		for (i = 200; i-- > 0;)
			free_at(i);
		if (order == NEXT) {
			assert_int_equal(pool.base.border, 200);
			slotpool_clear(&pool);
		}
		assert_slots("|");
		assert_int_equal(slotpool_reserve(&pool, 1000), 0);
		for (i = 0; i < 200; i++) {
			assert_int_equal(taken(), i);
			assert_whole();
		}
	}
}

static void stats_count_each_byte(void **state)
{
	enum slotpool_reuse order;
	uint32_t i;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		for (i = 0; i < 300; i++) {
			assert_int_equal(slotpool_stats(&pool).bytes,
					 mem.bytes);
			take();
		}
		for (i = 1; i < 100; i++) {
			mem.allocs = 0;
			mem.fail_at = i;
			if (!slotpool_reserve(&pool, 5000))
				break;
			assert_int_equal(slotpool_stats(&pool).bytes,
					 mem.bytes);
		}
		assert_in_range(i, 3, 99);
		mem.fail_at = 0;
		assert_int_equal(slotpool_stats(&pool).bytes, mem.bytes);
		slotpool_clear(&pool);
		slotpool_trim(&pool);
		assert_int_equal(slotpool_stats(&pool).bytes, mem.bytes);
		slotpool_destroy(&pool);
	}
}

static void no_grow_takes_memory_in_reserve_only(void **state)
{
	struct lish_config config = config_of(0);
	unsigned int before;

	(void)state;
	config.no_grow = true;
	assert_int_equal(init_with(&pool, LAST_FREED, &config), 0);
	assert_null(take());
	assert_null(take_at(3));
	assert_int_equal(slotpool_stats(&pool).capacity, 0);
	assert_int_equal(slotpool_stats(&pool).failed, 2);
	assert_int_equal(slotpool_reserve(&pool, 65), 0);
	assert_int_equal(slotpool_stats(&pool).capacity, 128);
	before = mem.allocs;
	fill(128);
	assert_null(take());
	assert_int_equal(mem.allocs, before);
}

/* Questions */

static void questions_are_answered_for_live_and_dead(void **state)
{
	static struct bullet stray;
	struct bullet *b;

	(void)state;
	make_pool(LAST_FREED, 0);
	fill(3);
	b = slotpool_at_entry(&pool, 1, struct bullet, idx);
	assert_ptr_equal(slotpool_at_entry(&pool, 1, struct bullet, idx), b);
	assert_true(lives(&pool, b));
	assert_true(live_at(&pool, 1));
	assert_true(slotpool_owns(&pool, b));
	assert_int_equal(index_in(&pool, b), 1);
	assert_false(!slotpool_count(&pool));
	give(&pool, b);
	assert_false(lives(&pool, b));
	assert_false(live_at(&pool, 1));
	assert_true(slotpool_owns(&pool, b));
	assert_int_equal(index_in(&pool, b), -1);
	assert_null(slotpool_at_entry(&pool, 1, struct bullet, idx));
	assert_null(slotpool_at_entry(&pool, 1, struct bullet, idx));
	assert_null(slotpool_at_entry(&pool, 3, struct bullet, idx));
	assert_null(slotpool_at_entry(&pool, 0xffffffff, struct bullet, idx));
	/* Another object with an index that is live here. */
	stray.idx.slot = 1;
	assert_false(lives(&pool, &stray));
	assert_false(slotpool_owns(&pool, &stray));
	assert_int_equal(index_in(&pool, &stray), -1);
	assert_true(!slotpool_handle_to_u64(handle_of(&pool, &stray)));
	/* A dead object that was overwritten by a copy of its live self. */
	b->idx.slot = 2;
	assert_false(lives(&pool, b));
	b->idx.slot = 0;
}

static void next_live_finds_the_next_one(void **state)
{
	static const uint32_t live[] = { 0, 1, 63, 64, 130, 199 };
	uint32_t i, k;

	(void)state;
	make_pool(LAST_FREED, 0);
	assert_int_equal(slotpool_next_live(&pool, 0), -1);
	fill(200);
	for (i = 0, k = 0; i < 200; i++) {
		if (i == live[k])
			k++;
		else
			free_at(i);
	}
	for (i = 0, k = 0; i < 200; i++) {
		assert_int_equal(slotpool_next_live(&pool, i), live[k]);
		if (i == live[k])
			k++;
	}
	assert_int_equal(slotpool_next_live(&pool, 200), -1);
	assert_int_equal(slotpool_next_live(&pool, 0xffffffff), -1);
	free_at(199);
	assert_int_equal(slotpool_next_live(&pool, 131), -1);
}

/* Handles */

static void a_handle_finds_its_object_and_no_other(void **state)
{
	struct slotpool_handle first, other;
	struct bullet *b;

	(void)state;
	make_pool(LAST_FREED, 0);
	fill(2);
	b = slotpool_at_entry(&pool, 0, struct bullet, idx);
	first = handle_of(&pool, b);
	assert_ptr_equal(slotpool_get_entry(&pool, first, struct bullet, idx),
			 b);
	assert_ptr_equal(slotpool_get_entry(&pool, first, struct bullet, idx),
			 b);
	assert_true(same_handle(first, handle_at(&pool, 0)));
	other = handle_at(&pool, 1);
	assert_false(same_handle(first, other));
	give(&pool, b);
	assert_null(slotpool_get_entry(&pool, first, struct bullet, idx));
	assert_null(slotpool_get_entry(&pool, first, struct bullet, idx));
	/* The next user of the slot is another object. */
	assert_ptr_equal(take(), b);
	assert_null(slotpool_get_entry(&pool, first, struct bullet, idx));
	assert_false(same_handle(first, handle_of(&pool, b)));
	assert_non_null(slotpool_get_entry(&pool, other, struct bullet, idx));
}

static void the_null_handle_is_zero_and_finds_nothing(void **state)
{
	struct slotpool_handle zero;

	(void)state;
	memset(&zero, 0, sizeof(zero));
	make_pool(LAST_FREED, 0);
	assert_true(!slotpool_handle_to_u64(zero));
	assert_true(same_handle(zero, null_handle));
	assert_null(slotpool_get_entry(&pool, zero, struct bullet, idx));
	fill(1);
	assert_null(slotpool_get_entry(&pool, zero, struct bullet, idx));
	assert_true(!slotpool_handle_to_u64(handle_at(&pool, 1)));
	assert_false(!slotpool_handle_to_u64(handle_at(&pool, 0)));
	assert_int_equal(slotpool_handle_to_u64(zero), 0);
	assert_true(!slotpool_handle_to_u64(slotpool_handle_from_u64(0)));
}

static void handles_travel_as_one_number(void **state)
{
	struct slotpool_handle handle;
	uint64_t number;

	(void)state;
	make_pool(LAST_FREED, 0);
	fill(3);
	handle = handle_at(&pool, 2);
	number = slotpool_handle_to_u64(handle);
	/* The same on each machine. */
	assert_true(number == ((uint64_t)1 << 32 | 3));
	assert_true(same_handle(slotpool_handle_from_u64(number),
					  handle));
	/* A number that no handle has: that of a dead slot. */
	free_at(2);
	number = (uint64_t)2 << 32 | 3;
	assert_true(!slotpool_handle_to_u64(slotpool_handle_from_u64(number)));
	assert_null(slotpool_get_entry(&pool, slotpool_handle_from_u64(number),
				       struct bullet, idx));
	/* Those without a slot that there can be. */
	number = (uint64_t)1 << 32;
	assert_true(same_handle(slotpool_handle_from_u64(number),
					  null_handle));
	number |= (uint64_t)1 << 31;
	assert_true(!slotpool_handle_to_u64(slotpool_handle_from_u64(number)));
	number--;
	assert_false(!slotpool_handle_to_u64(slotpool_handle_from_u64(number)));
}

static void clear_keeps_old_handles_dead(void **state)
{
	struct slotpool_handle handle;
	enum slotpool_reuse order;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		fill(100);
		free_at(50);
		handle = handle_at(&pool, 70);
		slotpool_clear(&pool);
		assert_slots("|");
		assert_int_equal(slotpool_count(&pool), 0);
		assert_null(
			slotpool_get_entry(&pool, handle, struct bullet, idx));
		fill(100);
		assert_null(
			slotpool_get_entry(&pool, handle, struct bullet, idx));
		assert_false(slotpool_free_handle(&pool, handle));
		assert_non_null(slotpool_get_entry(&pool, handle_at(&pool, 70),
						   struct bullet, idx));
		assert_whole();
	}
}

/* Let a dead slot be one life from its end. */
static void age(uint32_t index)
{
	slotpool_at_slot_(&pool, index)[1] = SLOTPOOL_RETIRED_ - 2;
}

static void a_slot_retires_before_a_generation_comes_back(void **state)
{
	struct slotpool_handle handle;
	enum slotpool_reuse order;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 4);
		fill(3);
		free_at(1);
		age(1);
		assert_int_equal(taken(), 1);
		handle = handle_at(&pool, 1);
		assert_int_equal(handle.generation, 0xfffffffd);
		assert_non_null(
			slotpool_get_entry(&pool, handle, struct bullet, idx));
		assert_true(same_handle(
			slotpool_handle_from_u64(
				slotpool_handle_to_u64(handle)),
			handle));
		free_at(1);
		assert_int_equal(slotpool_stats(&pool).retired, 1);
		assert_null(
			slotpool_get_entry(&pool, handle, struct bullet, idx));
		assert_slots("a.c|");
		/* It is never handed out again. */
		assert_int_equal(taken(), 3);
		assert_null(take());
		assert_int_equal(slotpool_count(&pool), 3);
		/* Not after clear either: [...d|, then a . b c */
		slotpool_clear(&pool);
		assert_int_equal(taken(), 0);
		assert_int_equal(taken(), 2);
		assert_int_equal(taken(), 3);
		assert_null(take());
		assert_null(
			slotpool_get_entry(&pool, handle, struct bullet, idx));
		assert_whole();
	}
}

static void a_retired_slot_never_lowers_the_border(void **state)
{
	enum slotpool_reuse order;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		fill(2);
		slotpool_at_slot_(&pool, 1)[1] = SLOTPOOL_RETIRED_ - 1;
		free_at(1);
		assert_int_equal(slotpool_stats(&pool).retired, 1);
		assert_slots("a.|");
		assert_int_equal(taken(), 2);
		free_at(2);
		free_at(0);
		if (order == NEXT) {
			/* No free does. */
			assert_slots("...|");
			assert_int_equal(taken(), 0);
			assert_int_equal(taken(), 2);
			assert_int_equal(taken(), 3);
			continue;
		}
		assert_slots("..|");
		assert_int_equal(taken(), 0);
		assert_int_equal(index_of(take_last()), 2);
		assert_whole();
	}
}

static void clear_retires_too(void **state)
{
	enum slotpool_reuse order;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		fill(5);
		slotpool_at_slot_(&pool, 1)[1] = SLOTPOOL_RETIRED_ - 1;
		slotpool_at_slot_(&pool, 3)[1] = SLOTPOOL_RETIRED_ - 1;
		slotpool_clear(&pool);
		assert_int_equal(slotpool_stats(&pool).retired, 2);
		/* Those that are left, in the order of a new pool. */
		assert_slots("....|");
		assert_int_equal(taken(), 0);
		assert_int_equal(taken(), 2);
		assert_int_equal(taken(), 4);
		assert_int_equal(taken(), 5);
		assert_slots("a.b.cd|");
	}
}

static void trim_keeps_retired_slots(void **state)
{
	enum slotpool_reuse order;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		uint32_t i;

		make_pool(order, 0);
		fill(200);
		slotpool_at_slot_(&pool, 70)[1] = SLOTPOOL_RETIRED_ - 1;
		for (i = 0; i < 200; i++)
			free_at(i);
		slotpool_trim(&pool);
		assert_int_equal(slotpool_stats(&pool).capacity, 128);
		assert_int_equal(slotpool_stats(&pool).retired, 1);
		assert_whole();
		fill(127);
		assert_int_equal(slotpool_stats(&pool).capacity, 128);
		/* And live ones above them. */
		make_pool(order, 0);
		fill(200);
		slotpool_at_slot_(&pool, 3)[1] = SLOTPOOL_RETIRED_ - 1;
		for (i = 0; i < 200; i++) {
			if (i != 100)
				free_at(i);
		}
		slotpool_trim(&pool);
		assert_int_equal(slotpool_stats(&pool).capacity, 128);
		assert_true(live_at(&pool, 100));
		assert_whole();
	}
}

/* Loops */

/* Indices that a loop visits, as text: "0 1 5". */
static char visited[2048];

static void visit(int32_t index)
{
	const size_t used = strlen(visited);

	snprintf(visited + used, sizeof(visited) - used, "%s%d",
		 used ? " " : "", (int)index);
}

#define VISIT(loop)                        \
	do {                               \
		visited[0] = 0;            \
		loop visit(index_of(pos)); \
	} while (0)

/* The same text of the runs' objects. */
#define VISIT_RUNS(loop)                                   \
	do {                                               \
		visited[0] = 0;                            \
		loop                                       \
		{                                          \
			uint32_t i_;                       \
			for (i_ = 0; i_ < n; i_++)         \
				visit(index_of(pos + i_)); \
		}                                          \
	} while (0)

/* What should be visited from start to end. */
static char *expected(uint32_t start, uint32_t end)
{
	static char text[2048];
	uint32_t i;

	text[0] = 0;
	for (i = start; i < end; i++) {
		if (live_at(&pool, i))
			snprintf(text + strlen(text),
				 sizeof(text) - strlen(text), "%s%d",
				 text[0] ? " " : "", (int)i);
	}
	return text;
}

static void check_loops(void)
{
	uint32_t parts, part, at;

	VISIT(slotpool_for_each_entry (pos, &pool, struct bullet, idx));
	assert_string_equal(visited, expected(0, 1000));
	VISIT(slotpool_for_each_entry (pos, &pool, const struct bullet, idx));
	assert_string_equal(visited, expected(0, 1000));
	VISIT_RUNS(slotpool_for_each_run (pos, n, &pool, struct bullet, idx));
	assert_string_equal(visited, expected(0, 1000));
	for (parts = 1; parts < 6; parts++) {
		for (part = 0, at = 0; part < parts; part++) {
			const struct lish_span s =
				slotpool_span(&pool, part, parts);

			assert_int_equal(s.start, at);
			assert_true(s.start % 64 == 0 || !s.count);
			at += s.count;
			VISIT(slotpool_for_each_entry_span (
				pos, &pool, s, struct bullet, idx));
			assert_string_equal(visited, expected(s.start, at));
		}
		assert_int_equal(at, pool.base.border);
	}
}

static void every_loop_visits_every_state(void **state)
{
	static const uint32_t counts[] = { 0,  1,   2,	 31,  32,  33,	63, 64,
					   65, 127, 128, 129, 191, 192, 200 };
	uint32_t i, k;

	(void)state;
	random_state = 5;
	for (k = 0; k < ARRAY_SIZE(counts); k++) {
		make_pool(LAST_FREED, 0);
		fill(counts[k]);
		check_loops();
		for (i = 0; i < counts[k]; i++) {
			if (next_random() % 3 == 0)
				free_at(i);
		}
		check_loops();
		for (i = 1; i + 1 < counts[k]; i++) {
			if (live_at(&pool, i) && next_random() % 8)
				free_at(i);
		}
		check_loops();
	}
}

static void shares_of_any_kind_are_exact(void **state)
{
	struct lish_span share;
	uint32_t start, count;

	(void)state;
	make_pool(LAST_FREED, 0);
	fill(150);
	free_at(3);
	for (start = 0; start < 160; start += 7) {
		for (count = 0; count < 160; count += 11) {
			share.start = start;
			share.count = count;
			VISIT(slotpool_for_each_entry_span (
				pos, &pool, share, struct bullet, idx));
			assert_string_equal(visited,
					    expected(start, start + count));
		}
	}
}

/*
 * So an array of one's own beside the pool, a byte or more for each slot, is in
 * no line of the cache in two shares if it begins with one.
 */
static void no_two_shares_have_a_line_of_a_side_array(void **state)
{
	uint32_t parts, part, lines[2] = { 0, 0 };
	struct lish_span s;

	(void)state;
	make_pool(LAST_FREED, 0);
	fill(300);
	for (parts = 1; parts < 9; parts++) {
		for (part = 0, lines[0] = 0; part < parts; part++) {
			s = slotpool_span(&pool, part, parts);
			if (!s.count)
				continue;
			lines[1] = s.start / 64;
			assert_int_equal(lines[1], lines[0]);
			lines[0] = (s.start + s.count + 63) / 64;
		}
		assert_int_equal(lines[0], 5);
	}
}

static void a_span_loop_writes_nothing_to_the_pool(void **state)
{
	static struct {
		struct slotpool pool;
		SLOTPOOL_STORAGE(mem, struct bullet, 200);
	} world, before;
	struct slotpool *p = &world.pool;
	struct slotpool_handle handle;
	uint32_t visits, i;

	(void)state;
	memset(&world, 0, sizeof(world));
	slotpool_init_in(p, struct bullet, idx, &world.mem);
	for (i = 0; i < 200; i++)
		assert_non_null(slotpool_alloc_entry(p, struct bullet, idx));
	/* Full words and others. All live again: nothing is poisoned. */
	slotpool_free(p, &world.mem.objects[70].idx);
	assert_ptr_equal(slotpool_alloc_entry(p, struct bullet, idx),
			 &world.mem.objects[70]);
	memcpy(&before, &world, sizeof(world));
	visits = 0;
	slotpool_for_each_entry_span (pos, p, slotpool_span(p, 1, 3),
				      struct bullet, idx) {
		assert_memory_equal(&before, &world, sizeof(world));
		handle = slotpool_handle_of(p, &pos->idx);
		assert_ptr_equal(slotpool_get_entry(p, handle, struct bullet,
						    idx), pos);
		assert_ptr_equal(slotpool_at_entry(p,
				(uint32_t)slotpool_index_of(p, &pos->idx),
				struct bullet, idx), pos);
		slotpool_for_each_run (o, n, p, struct bullet, idx)
			visits += n + (slotpool_contains(p, &o->idx) ? 0 : 1);
		if (visits == 800)
			break;
	}
	assert_int_equal(visits, 800);
	assert_memory_equal(&before, &world, sizeof(world));
}

static void a_share_ends_where_the_border_was(void **state)
{
	unsigned int visits = 0;

	(void)state;
	make_pool(LAST_FREED, 0);
	fill(3);
	slotpool_for_each_entry_span (pos, &pool, slotpool_span(&pool, 0, 1),
				      struct bullet, idx) {
		visits++;
		/* Changes the word, too. */
		assert_non_null(take_last());
	}
	assert_int_equal(visits, 3);
	assert_int_equal(slotpool_count(&pool), 6);
}

static void runs_end_with_their_word(void **state)
{
	struct lish_config config = config_of(0);
	unsigned int runs = 0;
	uint32_t i, full;

	(void)state;
	config.step = 1024;
	assert_int_equal(init_with(&pool, LAST_FREED, &config), 0);
	/* Full words, and three more. */
	full = 4 * LISH_WORD_BITS;
	fill(full + 3);
	slotpool_for_each_run (pos, n, &pool, struct bullet, idx) {
		assert_int_equal(index_of(pos), runs * LISH_WORD_BITS);
		assert_int_equal(n, runs < 4 ? LISH_WORD_BITS : 3);
		runs++;
	}
	assert_int_equal(runs, 5);
	/* Three live, one dead; a run also ends where a word does. */
	for (i = 0; i < LISH_WORD_BITS; i += 4)
		free_at(i);
	free_at(full - 1);
	free_at(full);
	runs = 0;
	slotpool_for_each_run (pos, n, &pool, struct bullet, idx) {
		if (runs < LISH_WORD_BITS / 4)
			assert_int_equal(n, 3);
		else if (runs == LISH_WORD_BITS / 4 + 2)
			assert_int_equal(n, LISH_WORD_BITS - 1);
		runs++;
	}
	assert_int_equal(runs, LISH_WORD_BITS / 4 + 4);
}

/* A single object at each bit of a word, and a run from each bit up. */
static void a_run_begins_and_ends_at_any_bit(void **state)
{
	uint32_t first, end, i, runs;

	(void)state;
	for (first = 0; first < LISH_WORD_BITS; first++) {
		for (end = first + 1; end <= LISH_WORD_BITS; end += 5) {
			make_pool(LAST_FREED, 0);
			fill(LISH_WORD_BITS);
			for (i = 0; i < LISH_WORD_BITS; i++) {
				if (i < first || i >= end)
					free_at(i);
			}
			runs = 0;
			slotpool_for_each_run (pos, n, &pool, struct bullet,
					       idx) {
				assert_int_equal(index_of(pos), first);
				assert_int_equal(n, end - first);
				runs++;
			}
			assert_int_equal(runs, 1);
		}
	}
}

/* Changes in the body count for all slots above the run, also in its own word. */
static void runs_visit_what_lives_when_they_begin(void **state)
{
	struct lish_config config = config_of(700);
	uint32_t round, i, k, at, first, state_of = 1, many = 0, cut = 0;
#define RANDOM(n) ((state_of = state_of * 1664525u + 1013904223u) >> 8) % (n)

	(void)state;
	config.step = 256;
	for (round = 0; round < 600; round++) {
		uint32_t holes = RANDOM(20), often = RANDOM(2);
		uint32_t length = RANDOM(3) ? 1 : 1 + RANDOM(100);

		assert_int_equal(init_with(&pool, LAST_FREED, &config), 0);
		fill(200 + RANDOM(500));
		for (i = 0; i < pool.base.border; i += length) {
			bool dies = RANDOM(20) < holes;

			for (k = i; dies && k < i + length; k++) {
				if (live_at(&pool, k))
					free_at(k);
			}
		}
		at = 0;
		slotpool_for_each_run (pos, n, &pool, struct bullet, idx) {
			first = (uint32_t)index_of(pos);
			/* Nothing comes twice. */
			assert_true(first >= at);
			for (; at < first; at++)
				assert_false(live_at(&pool, at));
			for (; at < first + n; at++)
				assert_true(live_at(&pool, at));
			assert_int_equal(first / LISH_WORD_BITS,
					 (at - 1) / LISH_WORD_BITS);
			many += n > 1;
			cut += live_at(&pool, at);
			assert_true(at % LISH_WORD_BITS == 0 ||
				    !live_at(&pool, at));
			if (!often)
				continue;
			i = at + RANDOM(100);
			if (live_at(&pool, i))
				free_at(i);
			else if (RANDOM(2))
				(void)take();
			if (RANDOM(4) == 0 && live_at(&pool, first))
				free_at(first);
		}
		for (; at < pool.base.border; at++)
			assert_false(live_at(&pool, at));
		assert_whole();
		slotpool_destroy(&pool);
	}
	/* Long runs, and runs that ended only because their word did. */
	assert_true(many > 1000 && cut > 1000);
#undef RANDOM
}

static void loops_are_left_by_break(void **state)
{
	(void)state;
	make_pool(LAST_FREED, 0);
	fill(100);
	visited[0] = 0;
	slotpool_for_each_entry (pos, &pool, struct bullet, idx) {
		visit(index_of(pos));
		if (index_of(pos) == 2)
			break;
	}
	slotpool_for_each_run (pos, n, &pool, struct bullet, idx) {
		visit((int32_t)n);
		break;
	}
	assert_string_equal(visited, LISH_WORD_BITS == 64 ? "0 1 2 64"
							   : "0 1 2 32");
}

static void a_loop_visits_what_lies_behind_when_it_moves_on(void **state)
{
	(void)state;
	make_pool(LAST_FREED, 0);
	fill(6);
	free_at(1);
	visited[0] = 0;
	slotpool_for_each_entry (pos, &pool, struct bullet, idx) {
		visit(index_of(pos));
		switch (index_of(pos)) {
		case 0: /* behind: visited */
			assert_int_equal(taken(), 1);
			break;
		case 1: /* the next one goes */
			free_at(2);
			break;
		case 3: /* the current one, and it comes back: not again */
			give(&pool, pos);
			assert_int_equal(taken(), 3);
			/* in front: not visited */
			assert_int_equal(taken(), 2);
			break;
		case 4:
			give(&pool, pos);
			/* behind the border */
			assert_int_equal(index_of(take_last()), 6);
			break;
		default:
			break;
		}
	}
	assert_string_equal(visited, "0 1 3 4 5 6");
	assert_slots("abcd.fg|");
}

static void a_loop_survives_clear_and_trim(void **state)
{
	unsigned int visits = 0;
	uint32_t i;

	(void)state;
	make_pool(LAST_FREED, 0);
	make(&second, LAST_FREED, 0);
	fill(130);
	slotpool_for_each_entry (pos, &pool, struct bullet, idx) {
		assert_int_equal(index_of(pos), visits);
		visits++;
		if (index_of(pos) != 100)
			continue;
		/*
		 * All is gone, and back with the same bits, but the chunk the
		 * loop stood in lies elsewhere now.
		 */
		slotpool_clear(&pool);
		slotpool_trim(&pool);
		assert_int_equal(slotpool_stats(&pool).capacity, 0);
		assert_int_equal(slotpool_reserve(&second, 200), 0);
		fill(130);
		for (i = 0; i < 130; i++)
			slotpool_at_entry(&pool, i, struct bullet, idx)->id = i;
	}
	assert_int_equal(visits, 130);
	slotpool_for_each_entry (pos, &pool, struct bullet, idx) {
		if (index_of(pos) == 70)
			slotpool_clear(&pool);
		else
			assert_true(pos->id < 70);
	}
	assert_int_equal(slotpool_count(&pool), 0);
}

static void loops_nest(void **state)
{
	unsigned int visits = 0;

	(void)state;
	make_pool(LAST_FREED, 0);
	fill(70);
	slotpool_for_each_entry (pos, &pool, struct bullet, idx) {
		slotpool_for_each_entry (inner, &pool, struct bullet, idx) {
			visits++;
			if (inner != pos && index_of(inner) % 2)
				give(&pool, inner);
		}
	}
	/* 70 in the first round, 35 in 35 more */
	assert_int_equal(visits, 70 + 34 * 35);
	assert_int_equal(slotpool_count(&pool), 35);
}

static unsigned int calls;

static struct slotpool *counted_pool(void)
{
	calls++;
	return &pool;
}

static uint32_t counted_index(void)
{
	calls++;
	return 0;
}

static struct slotpool_handle counted_handle(void)
{
	calls++;
	return handle_at(&pool, 0);
}

static struct lish_span counted_share(void)
{
	calls++;
	return slotpool_span(&pool, 0, 1);
}

static const struct lish_config *counted_config(void)
{
	calls++;
	return NULL;
}

#define assert_once(statement)              \
	do {                                \
		calls = 0;                  \
		statement;                  \
		assert_int_equal(calls, 1); \
	} while (0)

static void every_macro_evaluates_its_arguments_once(void **state)
{
	int failed;
	struct bullet *b;

	(void)state;
	assert_once(failed = slotpool_init(counted_pool(), struct bullet, idx,
					   NULL));
	assert_int_equal(failed, 0);
	slotpool_destroy(&pool);
	assert_once(
		slotpool_init_in(counted_pool(), struct bullet, idx, &storage));
	assert_once(slotpool_init_in(&pool, struct bullet, idx,
				     (calls++, &storage)));
	assert_once(failed = slotpool_init(&pool, struct bullet, idx,
					   counted_config()));
	assert_int_equal(failed, 0);
	assert_once(
		b = slotpool_alloc_entry(counted_pool(), struct bullet, idx));
	assert_once(
		b = slotpool_zalloc_entry(counted_pool(), struct bullet, idx));
	assert_once(b = slotpool_alloc_tail_entry(counted_pool(), struct bullet,
						  idx));
	assert_int_equal(index_of(b), 2);
	assert_once(
		b = slotpool_at_entry(counted_pool(), 0, struct bullet, idx));
	assert_once(b = slotpool_at_entry(&pool, counted_index(), struct bullet,
					  idx));
	assert_once(b = slotpool_get_entry(counted_pool(), handle_at(&pool, 0),
					   struct bullet, idx));
	assert_once(b = slotpool_get_entry(&pool, counted_handle(),
					   struct bullet, idx));
	assert_int_equal(index_of(b), 0);
	assert_once(slotpool_for_each_entry (pos, counted_pool(), struct bullet,
					     idx) b = pos);
	assert_once(slotpool_for_each_entry_span (pos, &pool, counted_share(),
						  struct bullet, idx) b = pos);
	assert_once(slotpool_for_each_entry_span (pos, counted_pool(),
						  slotpool_span(&pool, 0, 1),
						  struct bullet, idx) b = pos);
	assert_once(slotpool_for_each_run (pos, n, counted_pool(),
					   struct bullet, idx) b = pos + n - 1);
	assert_int_equal(index_of(b), slotpool_count(&pool) - 1);
}

/* Lowest first, over all levels of bits */

static void check_levels(uint32_t n)
{
	struct lish_config config = config_of(n);
	uint32_t i, k, *hint;

	config.step = 1u << 18;
	config.reuse = SLOTPOOL_LOWEST;
	assert_int_equal(slotpool_init(&pool, struct crumb, idx, &config), 0);
	for (i = 0; i < n; i++)
		assert_non_null(slotpool_alloc_entry(&pool, struct crumb, idx));
	assert_null(slotpool_alloc_entry(&pool, struct crumb, idx));
	assert_whole();
	/* The hint may not pass a word that is not full, nor the last one. */
	hint = &slotpool_extra_of_(&pool)->hint;
	free_at(n / 2);
	assert_broken(*hint, n / 2 / LISH_WORD_BITS + 1, LISH_BAD_INDEX);
	assert_int_equal(index_of(slotpool_alloc_entry(&pool, struct crumb,
						       idx)), n / 2);
	assert_broken(*hint, LISH_WORDS(n) + 1, LISH_BAD_INDEX);
	for (k = 0; k < 200; k++) {
		const uint32_t a = (n - 1) / 199 * k, b = n / 7 + k;

		free_at(a);
		if (b != a)
			free_at(b);
		assert_int_equal(index_of(slotpool_alloc_entry(
					 &pool, struct crumb, idx)),
				 a < b ? a : b);
		if (b != a)
			assert_int_equal(index_of(slotpool_alloc_entry(
						 &pool, struct crumb, idx)),
					 a < b ? b : a);
	}
	assert_null(slotpool_alloc_entry(&pool, struct crumb, idx));
	/* The border falls over everything. */
	for (i = 1; i < n - 1; i++)
		free_at(i);
	assert_int_equal(pool.base.border, n);
	free_at(n - 1);
	assert_int_equal(pool.base.border, 1);
	assert_int_equal(
		index_of(slotpool_alloc_entry(&pool, struct crumb, idx)), 1);
	assert_int_equal(
		index_of(slotpool_alloc_tail_entry(&pool, struct crumb, idx)),
		2);
	assert_whole();
	slotpool_destroy(&pool);
}

/* Gaps below the border are the common case; alloc does no less there. */
static void gaps_are_slots_like_others(void **state)
{
	static const char zeros[sizeof(struct bullet)];
	enum slotpool_reuse order;
	struct bullet *b;

	(void)state;
	for (order = LOWEST; order < ORDERS; order++) {
		make_pool(order, 0);
		/* Slots that nobody used: the count rises, not the border. */
		assert_non_null(slotpool_alloc_at_entry(&pool, 9, struct bullet,
							idx));
		fill(4);
		assert_int_equal(slotpool_stats(&pool).peak, 5);
		assert_whole();
		/* A gap that is dirty. */
		b = slotpool_at_entry(&pool, 2, struct bullet, idx);
		memset(b, 0xaa, offsetof(struct bullet, idx));
		slotpool_free(&pool, &b->idx);
		slotpool_extra_of_(&pool)->next = 2;
		assert_ptr_equal(slotpool_zalloc_entry(&pool, struct bullet,
						       idx), b);
		assert_memory_equal(b, zeros, offsetof(struct bullet, idx));
		assert_whole();
		slotpool_destroy(&pool);
	}
}

/* What says which words are full, beyond the first of them. */
static void summaries_of_many_slots_are_checked(void **state)
{
	const uint32_t bits = LISH_WORD_BITS, n = bits * bits + 3 * bits;
	struct lish_config config = config_of(n);
	struct slotpool_extra_ *extra;
	lish_word *wrong[4];
	uint32_t i;

	(void)state;
	/* There each alloc looks at all of it. */
	if (LISH_CHECK >= 2)
		return;
	config.reuse = SLOTPOOL_LOWEST;
	assert_int_equal(slotpool_init(&pool, struct crumb, idx, &config), 0);
	for (i = 0; i < n; i++)
		assert_non_null(slotpool_alloc_entry(&pool, struct crumb, idx));
	assert_whole();
	extra = slotpool_extra_of_(&pool);
	wrong[0] = &extra->full[0];
	wrong[1] = &extra->full[1];
	wrong[2] = &extra->top[0];
	wrong[3] = &extra->taken[bits];
	for (i = 0; i < 4; i++) {
		*wrong[i] ^= 2;
		assert_int_not_equal(slotpool_check(&pool, NULL), LISH_OK);
		*wrong[i] ^= 2;
		assert_whole();
	}
	slotpool_destroy(&pool);
}

/* Words fill up in any order: the hint passes none that is not full. */
static void the_hint_waits_for_the_first_word(void **state)
{
	const uint32_t first = LISH_WORD_BITS * LISH_WORD_BITS * LISH_WORD_BITS;
	struct lish_config config = config_of(2 * first);
	uint32_t i;

	(void)state;
	if (LISH_CHECK >= 2)
		return;
	config.step = 1u << 18;
	config.reuse = SLOTPOOL_LOWEST;
	assert_int_equal(slotpool_init(&pool, struct crumb, idx, &config), 0);
	assert_non_null(slotpool_alloc_at_entry(&pool, first, struct crumb,
						idx));
	for (i = 1; i < first; i++)
		assert_non_null(slotpool_alloc_tail_entry(&pool, struct crumb,
							  idx));
	assert_int_equal(pool.base.border, 2 * first);
	assert_whole();
	assert_int_equal(index_of(slotpool_alloc_entry(&pool, struct crumb,
						       idx)), 0);
	slotpool_destroy(&pool);
}

static void the_lowest_is_found_on_every_level(void **state)
{
	const uint32_t bits = LISH_WORD_BITS;

	(void)state;
	check_levels(20 * bits);
	/* All of the last level is full, or more than that. */
	if (LISH_CHECK < 2) {
		check_levels(bits * bits * bits);
		check_levels(2 * bits * bits * bits + 3 * bits);
	}
}

static void the_lowest_is_found_in_pools_of_every_size(void **state)
{
	static SLOTPOOL_STORAGE(crumbs, struct crumb, 4200);
	static const uint32_t sizes[] = { 1,	2,    31,   32,	  33,	63,
					  64,	65,   128,  1023, 1024, 1025,
					  2048, 4095, 4096, 4097 };
	uint32_t i, k;

	(void)state;
	for (k = 0; k < ARRAY_SIZE(sizes); k++) {
		if (LISH_CHECK >= 2 && sizes[k] > 130)
			break;
		slotpool_init_in_(&pool, sizeof(struct crumb), 0, sizes[k],
				  &crumbs);
		slotpool_set_reuse(&pool, SLOTPOOL_LOWEST);
		for (i = 0; i < sizes[k]; i++)
			assert_int_equal(index_of(slotpool_alloc_entry(
						 &pool, struct crumb, idx)),
					 i);
		assert_null(slotpool_alloc_entry(&pool, struct crumb, idx));
		assert_null(
			slotpool_alloc_tail_entry(&pool, struct crumb, idx));
		assert_whole();
		slotpool_destroy(&pool);
	}
}

/* Next: each slot is used again as late as possible. */

static void next_goes_on_after_the_last(void **state)
{
	(void)state;
	make_pool(NEXT, 0);
	fill(6);
	free_at(4);
	free_at(1);
	free_at(5);
	assert_slots("a.bc..|");
	/* No slot is free after the last: it goes on at 0. */
	assert_int_equal(taken(), 1);
	free_at(0);
	free_at(1);
	assert_int_equal(taken(), 4);
	assert_int_equal(taken(), 5);
	assert_int_equal(taken(), 0);
	assert_int_equal(taken(), 1);
	assert_int_equal(taken(), 6);
	assert_slots("abcdefg|");
	/* Every alloc counts. */
	free_at(0);
	free_at(3);
	free_at(4);
	assert_non_null(take_at(3));
	assert_int_equal(taken(), 4);
	free_at(4);
	assert_int_equal(index_of(take_last()), 7);
	assert_int_equal(taken(), 0);
	assert_non_null(take_at(12));
	free_at(1);
	assert_int_equal(taken(), 1);
	assert_int_equal(taken(), 4);
	assert_int_equal(taken(), 8);
	free_at(8);
	assert_int_equal(taken(), 9);
	slotpool_clear(&pool);
	assert_int_equal(taken(), 0);
	/* What is in memory does not matter to a pool that grows. */
	free_at(0);
	assert_int_equal(slotpool_reserve(&pool, 1000), 0);
	assert_int_equal(taken(), 0);
	assert_whole();
}

static void next_uses_all_of_a_fixed_pool(void **state)
{
	uint32_t round, i;

	(void)state;
	slotpool_init_in(&pool, struct bullet, idx, &storage);
	slotpool_set_reuse(&pool, SLOTPOOL_NEXT);
	for (round = 0; round < 3; round++) {
		for (i = 0; i < 70; i++) {
			assert_int_equal(taken(), i);
			assert_int_equal(handle_at(&pool, i).generation,
					 2 * round + 1);
			free_at(i);
		}
	}
	assert_whole();
	fill(70);
	assert_null(take());
	assert_whole();
}

/* After trim, next is behind the border. */
static void next_survives_trim(void **state)
{
	uint32_t i;

	(void)state;
	make_pool(NEXT, 0);
	fill(200);
	for (i = 3; i < 200; i++)
		free_at(i);
	slotpool_trim(&pool);
	assert_int_equal(pool.base.border, 64);
	assert_whole();
	for (i = 3; i < 200; i++)
		assert_int_equal(taken(), i);
	assert_whole();
}

static int upwards(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* Holes anywhere, from anywhere: their order is that of the indices, in a ring. */
static void check_holes(uint32_t n)
{
	enum { HOLES = 60 };
	struct lish_config config = config_of(n);
	uint32_t holes[HOLES], round, from, i, used;

	config.step = 1u << 18;
	config.reuse = SLOTPOOL_NEXT;
	assert_int_equal(slotpool_init(&pool, struct crumb, idx, &config), 0);
	for (i = 0; i < n; i++)
		assert_non_null(slotpool_alloc_entry(&pool, struct crumb, idx));
	random_state = n;
	for (round = 0; round < 60; round++) {
		/* The only hole: alloc goes on after it. */
		from = next_random() % n;
		free_at(from);
		assert_int_equal(index_of(slotpool_alloc_entry(
					 &pool, struct crumb, idx)), from);
		for (i = 0, used = 0; i < 1 + round % HOLES; i++) {
			holes[used] = round % 2 ? next_random() % n
						: next_random() % 70;
			used += slotpool_free_at(&pool, holes[used]);
		}
		qsort(holes, used, sizeof(*holes), upwards);
		for (i = 0; i < used && holes[i] <= from; i++)
			;
		for (from = i; i < from + used; i++)
			assert_int_equal(index_of(slotpool_alloc_entry(
						 &pool, struct crumb, idx)),
					 holes[i % used]);
	}
	assert_null(slotpool_alloc_entry(&pool, struct crumb, idx));
	assert_whole();
	slotpool_destroy(&pool);
}

static void next_is_found_on_every_level(void **state)
{
	const uint32_t bits = LISH_WORD_BITS;

	(void)state;
	check_holes(70);
	check_holes(2 * bits);
	if (LISH_CHECK < 2) {
		check_holes(bits * bits + 3 * bits + 1);
		check_holes(2 * bits * bits);
		check_holes(bits * bits * bits);
		check_holes(2 * bits * bits * bits + 3 * bits);
	}
}

/* Handles of 32 bits */

static uint32_t number_at(uint32_t index)
{
	return slotpool_handle_to_u32(&pool, handle_at(&pool, index));
}

static struct bullet *by_number(uint32_t number)
{
	return slotpool_get_u32(&pool, number, struct bullet, idx);
}

static void a_number_of_32_bits_finds_its_object(void **state)
{
	enum slotpool_reuse order;
	struct slotpool_handle other;
	uint32_t i, old;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		slotpool_set_index_bits(&pool, 10);
		assert_int_equal(slotpool_stats(&pool).limit, 1023);
		assert_int_equal(slotpool_handle_to_u32(&pool, null_handle), 0);
		assert_null(by_number(0));
		fill(1023);
		assert_null(take());
		for (i = 0; i < 1023; i++) {
			assert_int_equal(number_at(i), i + 1);
			assert_ptr_equal(by_number(i + 1),
					 slotpool_at_entry(&pool, i,
							   struct bullet, idx));
		}
		old = number_at(70);
		free_at(70);
		assert_null(by_number(old));
		assert_int_equal(number_at(70), 0);
		assert_int_equal(taken(), 70);
		assert_null(by_number(old));
		/* The second life is above the ten bits of the slot. */
		assert_int_equal(number_at(70), 1 << 10 | 71);
		assert_int_equal(index_of(by_number(1 << 10 | 71)), 70);
		/* Handles that this pool cannot have given. */
		other = handle_at(&pool, 70);
		other.slot = 1024;
		assert_int_equal(slotpool_handle_to_u32(&pool, other), 0);
		other.slot = 71;
		other.generation = pool.last + 1;
		assert_int_equal(slotpool_handle_to_u32(&pool, other), 0);
		other.generation = pool.last - 2;
		assert_int_equal(slotpool_handle_to_u32(&pool, other), 0);
		other.generation = pool.last - 1;
		assert_int_equal(slotpool_handle_to_u32(&pool, other),
				 0xfffffc00 | 71);
		assert_whole();
	}
}

static void a_number_of_32_bits_wants_index_bits(void **state)
{
	(void)state;
	make_pool(LAST_FREED, 0);
	fill(1);
#if LISH_CHECK >= 1
	assert_reported("slotpool_handle_to_u32", LISH_BAD_RANGE,
			assert_int_equal(number_at(0), 0));
#else
	assert_int_equal(number_at(0), 0);
#endif
}

/* Any number finds nothing, or an object whose number it is. */
static void any_number_of_32_bits_is_harmless(void **state)
{
	static const uint32_t bits[] = { 2, 5, 9, 20, 31 };
	uint32_t i, k, number, most;
	const struct bullet *b;

	(void)state;
	for (k = 0; k < ARRAY_SIZE(bits); k++) {
		make_pool(NEXT, 200);
		slotpool_set_index_bits(&pool, bits[k]);
		most = slotpool_stats(&pool).limit;
		assert_int_equal(most, bits[k] < 8 ? (1u << bits[k]) - 1 : 200);
		for (i = 0; i < 3 * most; i++) {
			if (i % 3)
				slotpool_free_at(&pool, next_random() % most);
			take();
		}
		for (i = 0; i < 100000; i++) {
			number = next_random() << 16 ^ next_random();
			if (i % 4)
				number &= 4095;
			b = by_number(number);
			if (b)
				assert_int_equal(number_at((uint32_t)index_of(b)),
						 number);
		}
		for (i = 0; i < most; i++)
			assert_ptr_equal(by_number(number_at(i)),
					 slotpool_at_entry(&pool, i,
							   struct bullet, idx));
		assert_whole();
	}
}

/* Sixteen lives for each of three slots, each with a number of its own. */
static void a_slot_retires_before_its_number_wraps(void **state)
{
	uint32_t seen[3 * 16], n, i;
	enum slotpool_reuse order;
	struct bullet *b;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 3);
		slotpool_set_index_bits(&pool, 28);
		/* The slots go round, in the order next. */
		if (order == NEXT) {
			fill(3);
			for (i = 0; i < 3; i++)
				free_at(i);
		}
		for (n = order == NEXT ? 3 : 0; n < 3 * 16; n++) {
			b = take();
			assert_non_null(b);
			seen[n] = number_at((uint32_t)index_of(b));
			assert_ptr_equal(by_number(seen[n]), b);
			for (i = order == NEXT ? 3 : 0; i < n; i++) {
				assert_int_not_equal(seen[i], seen[n]);
				assert_null(by_number(seen[i]));
			}
			/* All age alike, or one after the other. */
			assert_int_equal(slotpool_stats(&pool).retired,
					 order != NEXT ? n / 16 :
					 n < 3 * 15    ? 0 :
							 n - 3 * 15);
			give(&pool, b);
			assert_null(by_number(seen[n]));
		}
		assert_null(take());
		assert_int_equal(slotpool_stats(&pool).retired, 3);
		slotpool_clear(&pool);
		assert_null(take());
		assert_whole();
	}
}

static void index_bits_must_fit(void **state)
{
	(void)state;
	slotpool_init_in(&pool, struct bullet, idx, &storage);
	assert_reported("slotpool_set_index_bits", LISH_BAD_RANGE,
			slotpool_set_index_bits(&pool, 6));
	assert_reported("slotpool_set_index_bits", LISH_BAD_RANGE,
			slotpool_set_index_bits(&pool, 1));
	assert_reported("slotpool_set_index_bits", LISH_BAD_RANGE,
			slotpool_set_index_bits(&pool, 32));
	slotpool_set_index_bits(&pool, 7);
	/* It keeps the order, and the order keeps it. */
	slotpool_set_reuse(&pool, SLOTPOOL_NEXT);
	slotpool_set_index_bits(&pool, 8);
	assert_int_equal(taken(), 0);
	free_at(0);
	assert_int_equal(taken(), 1);
	assert_int_equal(index_of(by_number(2)), 1);
	assert_reported("slotpool_set_index_bits", LISH_NOT_EMPTY,
			slotpool_set_index_bits(&pool, 9));
	assert_whole();
}

/* Memory */

static void reserve_makes_alloc_sure(void **state)
{
	enum slotpool_reuse order;
	unsigned int before;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		assert_int_equal(slotpool_reserve(&pool, 0), 0);
		assert_int_equal(slotpool_reserve(&pool, 130), 0);
		assert_int_equal(slotpool_stats(&pool).capacity, 192);
		before = mem.allocs;
		fill(192);
		assert_int_equal(mem.allocs, before);
		assert_int_equal(slotpool_reserve(&pool, 10), 0);
		assert_int_equal(mem.allocs, before);
		make_pool(order, 100);
		assert_int_equal(slotpool_reserve(&pool, 101), -ENOSPC);
		assert_int_equal(slotpool_reserve(&pool, 100), 0);
		assert_int_equal(slotpool_stats(&pool).capacity, 100);
	}
}

static void trim_gives_back_chunks_behind_the_last_live_one(void **state)
{
	struct slotpool_handle dead, live;
	enum slotpool_reuse order;
	uint32_t i;
	size_t before;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		fill(200);
		dead = handle_at(&pool, 150);
		for (i = 60; i < 200; i++) {
			if (i != 70)
				free_at(i);
		}
		live = handle_at(&pool, 70);
		before = mem.bytes;
		slotpool_trim(&pool);
		assert_int_equal(slotpool_stats(&pool).capacity, 128);
		assert_int_equal(before - mem.bytes,
				 128 * sizeof(struct bullet));
		slotpool_trim(&pool);
		assert_whole();
		assert_non_null(
			slotpool_get_entry(&pool, live, struct bullet, idx));
		assert_null(
			slotpool_get_entry(&pool, dead, struct bullet, idx));
		/* Those on the stack that are left, then new ones. */
		fill(200 - 61);
		assert_whole();
		assert_null(
			slotpool_get_entry(&pool, dead, struct bullet, idx));
		assert_int_equal(handle_at(&pool, 150).generation, 3);
	}
}

static void a_failed_allocation_changes_nothing(void **state)
{
	static uint64_t before[2000], after[2000];
	enum slotpool_reuse order;
	unsigned int fail, at;
	uint32_t count;
	size_t size;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		for (fail = 1; fail < 12; fail++) {
			setup(state);
			make_pool(order, 0);
			mem.fail_at = fail;
			for (count = 0; count < 300; count++) {
				size = slotpool_save_size(&pool);
				assert_true(size <= sizeof(before));
				assert_int_equal(
					slotpool_save(&pool, before, size), 0);
				at = mem.allocs;
				if (slotpool_zalloc_entry(&pool, struct bullet,
							  idx))
					continue;
				assert_int_equal(mem.allocs, fail);
				assert_true(at < fail);
				assert_int_equal(slotpool_save_size(&pool),
						 size);
				assert_int_equal(
					slotpool_save(&pool, after, size), 0);
				assert_memory_equal(before, after, size);
				assert_whole();
				assert_int_equal(slotpool_stats(&pool).failed,
						 1);
				/* And then it works. */
				assert_int_equal(
					index_of(slotpool_zalloc_entry(
						&pool, struct bullet, idx)),
					count);
			}
			slotpool_destroy(&pool);
			assert_int_equal(mem.bytes, 0);
		}
	}
}

static void a_failed_reserve_changes_nothing(void **state)
{
	unsigned int fail;

	(void)state;
	for (fail = 1; fail < 9; fail++) {
		setup(state);
		make_pool(LAST_FREED, 0);
		mem.fail_at = mem.allocs + fail;
		if (slotpool_reserve(&pool, 130)) {
			assert_int_equal(slotpool_stats(&pool).capacity, 0);
			assert_whole();
			assert_int_equal(slotpool_reserve(&pool, 130), 0);
		} else {
			assert_true(fail > 6);
		}
		assert_int_equal(slotpool_stats(&pool).capacity, 192);
		slotpool_destroy(&pool);
		assert_int_equal(mem.bytes, 0);
	}
}

/* Bytes per object, and what an object would cost that is not there. */
static void memory_per_object_is_small(void **state)
{
	static const char *const names[ORDERS] = { "last freed", "lowest",
						   "next" };
	static const double most[ORDERS] = { 4.3, 0.3, 0.3 };
	const uint32_t n = 100000;
	enum slotpool_reuse order;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		struct lish_config config = config_of(n);
		double each;

		config.step = 0;
		assert_int_equal(init_with(&pool, order, &config), 0);
		assert_int_equal(slotpool_reserve(&pool, n), 0);
		each = (double)mem.bytes / n - (double)sizeof(struct bullet);
		print_message("beyond the node, %s: %.3f bytes an object\n",
			      names[order], each);
		assert_true(each <= most[order]);
		slotpool_destroy(&pool);
	}
	assert_int_equal(sizeof(struct slotpool_idx), 8);
	assert_int_equal(sizeof(struct slotpool_handle), 8);
}

static void objects_are_aligned_as_their_type_wants(void **state)
{
	struct lish_config config = config_of(0);
	char *object;
	int i;

	(void)state;
	assert_int_equal(slotpool_init_(&pool, 256, 256, 0, &config), 0);
	for (i = 0; i < 70; i++) {
		object = (char *)slotpool_alloc_(&pool, 256, 0);
		assert_int_equal((uintptr_t)object % 256, 0);
	}
}

/* Hooks */

static void hooks_run_at_the_turns_of_life(void **state)
{
	enum slotpool_reuse order;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool_with_hooks(order, 0);
		fill(2);
		assert_diary(&diary, "m0 i0 m1 i1");
		free_at(0);
		assert_diary(&diary, "f0");
		slotpool_zalloc_entry(&pool, struct bullet, idx);
		assert_diary(&diary, "i0");
		give(&pool, slotpool_at_entry(&pool, 1, struct bullet, idx));
		assert_true(slotpool_free_handle(&pool, handle_at(&pool, 0)));
		assert_diary(&diary, "f1 f0");
		assert_int_equal(slotpool_reserve(&pool, 3), 0);
		assert_diary(&diary, "m2");
		fill(3);
		assert_diary(&diary, order == NEXT ? "i1 i0 i2" : "i0 i1 i2");
		free_at(1);
		diary.text[0] = 0;
		slotpool_clear(&pool);
		assert_diary(&diary, "f2 f0");
		fill(1);
		assert_diary(&diary, "i0");
		slotpool_destroy(&pool);
		assert_diary(&diary, "f0 u2 u1 u0");
	}
}

static void trim_unmakes_and_growth_makes_again(void **state)
{
	struct lish_config config = config_of(0);
	uint32_t i;

	(void)state;
	config.hooks = &diary_hooks;
	assert_int_equal(init_with(&pool, LAST_FREED, &config), 0);
	fill(65);
	free_at(64);
	diary.text[0] = 0;
	slotpool_trim(&pool);
	assert_diary(&diary, "u64");
	fill(1);
	assert_diary(&diary, "m64 i64");
	for (i = 0; i < 65; i++)
		free_at(i);
	diary.text[0] = 0;
}

static bool then_ran;

static void free_oneself(char what, void *object)
{
	const int32_t index = index_in(&pool, object);

	if (what != 'i' && what != 'f')
		return;
	then_ran = true;
	/* It is live, and counted. */
	assert_true(lives(&pool, object));
	assert_int_equal(index, 0);
	assert_ptr_equal(slotpool_get_entry(&pool, handle_of(&pool, object),
					    struct bullet, idx),
			 object);
	assert_int_equal(slotpool_count(&pool), 1);
	/* But not to be freed by itself. */
#if LISH_CHECK >= 1
	assert_reported("slotpool_free_at", LISH_IN_HOOK,
			assert_false(slotpool_free_at(&pool, 0)));
	assert_reported(
		"slotpool_free_handle", LISH_IN_HOOK,
		assert_false(slotpool_free_handle(&pool, handle_at(&pool, 0))));
	assert_reported("slotpool_free", LISH_IN_HOOK, give(&pool, object));
#endif
	assert_reported("slotpool_clear", LISH_IN_HOOK, slotpool_clear(&pool));
	assert_reported("slotpool_trim", LISH_IN_HOOK, slotpool_trim(&pool));
	assert_reported("slotpool_set_hooks", LISH_IN_HOOK,
			slotpool_set_hooks(&pool, NULL, NULL));
	assert_reported("slotpool_save", LISH_IN_HOOK,
			assert_int_equal(slotpool_save(&pool, NULL, 0),
					 -EINVAL));
	assert_reported("slotpool_load", LISH_IN_HOOK,
			assert_int_equal(slotpool_load(&pool, NULL, 0),
					 -EINVAL));
	assert_reported("slotpool_destroy", LISH_IN_HOOK,
			slotpool_destroy(&pool));
}

static void a_hook_may_not_free_its_own_object(void **state)
{
	(void)state;
	make_pool_with_hooks(LAST_FREED, 0);
	diary.then = free_oneself;
	fill(1);
	assert_true(then_ran);
	then_ran = false;
	free_at(0);
	assert_true(then_ran);
	diary.then = NULL;
	assert_int_equal(slotpool_count(&pool), 0);
	assert_whole();
}

/* In fini: free another one, and alloc. */
static void churn(char what, void *object)
{
	int32_t other;

	(void)object;
	if (what != 'f')
		return;
	diary.then = NULL;
	other = slotpool_next_live(&pool, 0);
	if (other >= 0 && slotpool_at_entry(&pool, (uint32_t)other,
					    struct bullet, idx) == object)
		other = slotpool_next_live(&pool, (uint32_t)other + 1);
	if (other >= 0)
		free_at((uint32_t)other);
	then_ran = slotpool_alloc_entry(&pool, struct bullet, idx) != NULL;
	diary.then = churn;
	/* The diary is too short for this. */
	diary.text[0] = 0;
}

static void clear_ends_whatever_fini_does(void **state)
{
	enum slotpool_reuse order;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		struct lish_config config = config_of(0);

		setup(state);
		config.hooks = &diary_hooks;
		assert_int_equal(init_with(&pool, order, &config), 0);
		fill(20);
		free_at(5);
		diary.text[0] = 0;
		diary.then = churn;
		slotpool_clear(&pool);
		assert_int_equal(slotpool_count(&pool), 0);
		diary.then = NULL;
		assert_whole();
		assert_int_equal(taken(), 0);
		assert_int_equal(taken(), 1);
		slotpool_destroy(&pool);
		assert_int_equal(mem.bytes, 0);
	}
}

static void a_hook_may_free_and_alloc_others(void **state)
{
	enum slotpool_reuse order;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool_with_hooks(order, 0);
		fill(5);
		diary.text[0] = 0;
		diary.then = churn;
		free_at(3);
		assert_true(then_ran);
		assert_int_equal(slotpool_count(&pool), 4);
		diary.then = NULL;
		assert_whole();
		slotpool_destroy(&pool);
	}
}

static void set_hooks_makes_objects_known_to_them(void **state)
{
	(void)state;
	make_pool(LAST_FREED, 0);
	fill(3);
	assert_reported("slotpool_set_hooks", LISH_NOT_EMPTY,
			slotpool_set_hooks(&pool, &diary_hooks, &diary));
	free_at(0);
	free_at(1);
	free_at(2);
	slotpool_set_hooks(&pool, &diary_hooks, &diary);
	fill(2);
	assert_diary(&diary, "m0 i0 m1 i1");
	slotpool_clear(&pool);
	assert_reported("slotpool_set_hooks", LISH_NOT_EMPTY,
			slotpool_set_hooks(&pool, NULL, NULL));
	diary.text[0] = 0;
}

static void set_hooks_makes_retired_slots_too(void **state)
{
	static char snapshot[4096];
	enum slotpool_reuse order;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		fill(4);
		slotpool_at_slot_(&pool, 2)[1] = SLOTPOOL_RETIRED_ - 1;
		assert_int_equal(slotpool_save(&pool, snapshot,
					       sizeof(snapshot)), 0);
		free_at(2);
		slotpool_clear(&pool);
		assert_int_equal(slotpool_stats(&pool).retired, 1);
		diary.pool = &pool.base;
		slotpool_set_hooks(&pool, &diary_hooks, &diary);
		assert_diary(&diary, "m0 m1 m2");
		fill(3);
		assert_diary(&diary, "i0 i1 m3 i3");
		/* A load brings it back: make has run for it. */
		assert_int_equal(slotpool_load(&pool, snapshot,
					       sizeof(snapshot)), 0);
		assert_diary(&diary, "");
		assert_true(live_at(&pool, 2));
		slotpool_clear(&pool);
		diary.text[0] = 0;
		assert_whole();
		slotpool_destroy(&pool);
		assert_diary(&diary, "u3 u2 u1 u0");
	}
}

/* What make got when it wanted an object, an index each; -1 for NULL. */
static struct {
	int32_t got[8];
	unsigned int made, born, buried;
} greed;

static void greedy_make(void *ctx, void *object)
{
	void *other = slotpool_alloc_entry(&pool, struct bullet, idx);

	(void)ctx, (void)object;
	greed.got[greed.made++] = other ? index_in(&pool, other) : -1;
	if (other)
		give(&pool, other);
}

static void greedy_init(void *ctx, void *object)
{
	(void)ctx, (void)object;
	greed.born++;
}

static void greedy_fini(void *ctx, void *object)
{
	(void)ctx, (void)object;
	greed.buried++;
}

static void make_in_set_hooks_is_handed_nothing_unmade(void **state)
{
	static const struct lish_pool_hooks greedy = { greedy_make, greedy_init,
						       greedy_fini, NULL };
	enum slotpool_reuse order;
	uint32_t i;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		memset(&greed, 0, sizeof(greed));
		make_pool(order, 0);
		fill(4);
		slotpool_at_slot_(&pool, 2)[1] = SLOTPOOL_RETIRED_ - 1;
		free_at(2);
		slotpool_clear(&pool);
		slotpool_set_hooks(&pool, &greedy, NULL);
		assert_int_equal(greed.made, 3);
		assert_int_equal(greed.got[0], -1);
		for (i = 1; i < 3; i++)
			assert_int_equal(greed.got[i],
					 order == LAST_FREED ? -1 :
					 order == LOWEST     ? 0 :
							       (int32_t)i - 1);
		assert_int_equal(greed.born, order == LAST_FREED ? 0 : 2);
		assert_int_equal(greed.buried, greed.born);
		assert_int_equal(slotpool_count(&pool), 0);
		assert_whole();
		assert_int_equal(taken(), 0);
		assert_int_equal(taken(), 1);
		assert_int_equal(greed.born - greed.buried, 2);
		slotpool_destroy(&pool);
	}
}

/* In set_hooks a slot that is made is free, but not yet to be had. */
static void alloc_the_first(char what, void *object)
{
	(void)object;
	assert_int_equal(what, 'm');
	assert_null(slotpool_alloc_at_entry(&pool, 0, struct bullet, idx));
}

static void alloc_at_in_set_hooks_gets_nothing(void **state)
{
	(void)state;
	make_pool(LAST_FREED, 0);
	fill(4);
	slotpool_at_slot_(&pool, 2)[1] = SLOTPOOL_RETIRED_ - 1;
	free_at(2);
	slotpool_clear(&pool);
	diary.then = alloc_the_first;
	slotpool_set_hooks(&pool, &diary_hooks, &diary);
	diary.then = NULL;
	assert_diary(&diary, "m0 m1 m2");
	assert_int_equal(slotpool_count(&pool), 0);
	assert_whole();
	assert_int_equal(taken(), 0);
}

static void freed_objects_are_poisoned_but_for_the_node(void **state)
{
	struct bullet *b;

	(void)state;
	make_pool(LAST_FREED, 0);
	fill(2);
	b = take();
	b->id = 1;
	give(&pool, b);
	assert_int_equal(b->idx.slot, LISH_POOL_FREE_(2));
	assert_int_equal(is_reading_reported((const char *)b), is_watched());
	assert_ptr_equal(take(), b);
	b->x = 1;
	assert_false(is_reading_reported((const char *)b));
	slotpool_clear(&pool);
	assert_int_equal(is_reading_reported((const char *)b), is_watched());
	fill(3);
	b->x = 1;
}

/* Snapshots */

static uint64_t buffer[4096], again[4096];

/* Save to the buffer; how many bytes. */
static size_t save(void)
{
	const size_t size = slotpool_save_size(&pool);

	assert_true(size <= sizeof(buffer));
	assert_int_equal(slotpool_save(&pool, buffer, size), 0);
	return size;
}

static int load(size_t size)
{
	return slotpool_load(&pool, buffer, size);
}

/* The pool is in the state that the buffer holds. */
static void assert_saved(size_t size)
{
	assert_int_equal(slotpool_save_size(&pool), size);
	assert_int_equal(slotpool_save(&pool, again, sizeof(again)), 0);
	assert_memory_equal(buffer, again, size);
	assert_whole();
}

/* A zeroed object, for what is not written is not known. */
static struct bullet *take_zero(uint32_t id)
{
	struct bullet *b = slotpool_zalloc_entry(&pool, struct bullet, idx);

	if (b)
		b->id = id;
	return b;
}

/* Some random life; returns a hash of all that could be seen of it. */
static uint32_t live_on(uint64_t seed, unsigned int steps)
{
	uint32_t hash = 0;
	unsigned int i;
	struct bullet *b;
	int32_t at;

	random_state = seed;
	for (i = 0; i < steps; i++) {
		at = slotpool_next_live(&pool, next_random() % 150);
		if (next_random() % 2 && at >= 0) {
			give(&pool, slotpool_at_entry(&pool, (uint32_t)at,
						      struct bullet, idx));
			continue;
		}
		b = take_zero(i);
		if (!b)
			continue;
		at = index_in(&pool, b);
		hash = hash * 31 + (uint32_t)at;
		hash = hash * 31 + handle_at(&pool, (uint32_t)at).generation;
	}
	slotpool_for_each_entry (pos, &pool, const struct bullet, idx)
		hash = (hash * 31 + pos->id) * 31 + (uint32_t)index_of(pos);
	return hash;
}

static void after_load_the_same_calls_give_the_same(void **state)
{
	enum slotpool_reuse order;
	unsigned int round;
	uint32_t hash;
	size_t size;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		for (round = 0; round < 20; round++) {
			live_on(round, 200);
			if (round == 7)
				slotpool_clear(&pool);
			size = save();
			hash = live_on(round + 100, 300);
			assert_int_equal(load(size), 0);
			assert_saved(size);
			assert_int_equal(live_on(round + 100, 300), hash);
			/* Once more, from a state with fewer slots. */
			slotpool_clear(&pool);
			slotpool_trim(&pool);
			assert_int_equal(load(size), 0);
			assert_saved(size);
			assert_int_equal(live_on(round + 100, 300), hash);
		}
	}
}

/* Behind the border of a fixed pool there are no bits to save. */
static void a_full_pool_is_saved(void **state)
{
	static SLOTPOOL_STORAGE(full, struct bullet, 64);
	uint32_t i;
	size_t size;

	(void)state;
	slotpool_init_in(&pool, struct bullet, idx, &full);
	fill(64);
	for (i = 0; i < 64; i++)
		by_index(i)->id = i;
	size = save();
	slotpool_clear(&pool);
	assert_int_equal(load(size), 0);
	assert_saved(size);
	for (i = 0; i < 64; i++)
		assert_int_equal(by_index(i)->id, i);
}

static void numbers_of_32_bits_are_saved(void **state)
{
	enum slotpool_reuse order;
	uint32_t numbers[40], i;
	size_t size;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 100);
		slotpool_set_index_bits(&pool, 30);
		live_on((uint64_t)order, 400);
		for (i = 0; i < 40; i++)
			numbers[i] = number_at(i);
		assert_true(slotpool_stats(&pool).retired > 0);
		size = save();
		live_on((uint64_t)order, 100);
		assert_int_equal(load(size), 0);
		assert_saved(size);
		for (i = 0; i < 40; i++)
			assert_int_equal(number_at(i), numbers[i]);
		/* Another split, or none, has other lives. */
		make_pool(order, 100);
		assert_int_equal(load(size), -EINVAL);
		slotpool_set_index_bits(&pool, 28);
		assert_int_equal(load(size), -EINVAL);
		assert_whole();
	}
}

static void an_empty_pool_is_saved_too(void **state)
{
	enum slotpool_reuse order;
	size_t size;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		size = save();
		assert_int_equal(load(size), 0);
		assert_saved(size);
		fill(70);
		assert_int_equal(load(size), 0);
		assert_int_equal(slotpool_count(&pool), 0);
		assert_int_equal(slotpool_stats(&pool).peak, 0);
		assert_saved(size);
		assert_int_equal(taken(), 0);
		assert_int_equal(handle_at(&pool, 0).generation, 1);
	}
}

static void save_needs_all_of_its_size(void **state)
{
	size_t size;

	(void)state;
	make_pool(LAST_FREED, 0);
	live_on(1, 50);
	size = save();
	assert_int_equal(slotpool_save(&pool, buffer, size - 1), -ENOSPC);
	assert_int_equal(slotpool_save(&pool, buffer, 0), -ENOSPC);
	/* Any address will do, and more bytes than needed. */
	assert_int_equal(slotpool_save(&pool, (char *)again + 3, size), 0);
	assert_memory_equal((char *)again + 3, buffer, size);
	live_on(2, 50);
	assert_int_equal(
		slotpool_load(&pool, (char *)again + 3, sizeof(again) - 3), 0);
	assert_saved(size);
}

static void load_gives_handles_back_and_kills_later_ones(void **state)
{
	struct slotpool_handle early, dead;
	size_t size;

	(void)state;
	make_pool(LAST_FREED, 0);
	fill(3);
	early = handle_at(&pool, 1);
	dead = handle_at(&pool, 2);
	free_at(2);
	size = save();
	free_at(1);
	fill(70);
	assert_null(slotpool_get_entry(&pool, early, struct bullet, idx));
	assert_int_equal(load(size), 0);
	assert_ptr_equal(slotpool_get_entry(&pool, early, struct bullet, idx),
			 slotpool_at_entry(&pool, 1, struct bullet, idx));
	assert_null(slotpool_get_entry(&pool, dead, struct bullet, idx));
	assert_slots("ab|");
	assert_int_equal(
		slotpool_at_entry(&pool, 1, struct bullet, idx)->idx.slot, 2);
}

/* A node is made anew by load, for a saved one may be that of an overwritten object. */
/* The generation is lost, live or free. */
static void save_refuses_overwritten_nodes(void **state)
{
	struct slotpool_idx kept;
	struct bullet *a, *b;

	(void)state;
	make_pool(LAST_FREED, 0);
	a = take();
	b = take();
	take();
	give(&pool, b);
	kept = a->idx;
	memset(&a->idx, 0, sizeof(a->idx));
	assert_reported("slotpool_save", LISH_BAD_INDEX,
			assert_int_equal(slotpool_save(&pool, buffer,
						       sizeof(buffer)),
					 -EINVAL));
	a->idx = kept;
	kept = b->idx;
	memset(&b->idx, 0, sizeof(b->idx));
	assert_reported("slotpool_save", LISH_BAD_INDEX,
			assert_int_equal(slotpool_save(&pool, buffer,
						       sizeof(buffer)),
					 -EINVAL));
	b->idx = kept;
	assert_int_equal(load(save()), 0);
	assert_whole();
}

static void only_the_chosen_bytes_are_saved(void **state)
{
	struct bullet *a, *b;
	size_t size, all;

	(void)state;
	make_pool(LAST_FREED, 0);
	a = take_zero(1);
	b = take_zero(2);
	all = slotpool_save_size(&pool);
	assert_reported("slotpool_set_saved", LISH_BAD_RANGE,
			slotpool_set_saved(&pool, 0, sizeof(*a) + 1));
	assert_reported("slotpool_set_saved", LISH_BAD_RANGE,
			slotpool_set_saved(&pool, sizeof(*a) + 1, 0));
	assert_reported("slotpool_set_saved", LISH_BAD_RANGE,
			slotpool_set_saved(&pool, offsetof(struct bullet, id),
					   sizeof(*a)));
	assert_int_equal(slotpool_save_size(&pool), all);
	save();
	slotpool_set_saved(&pool, offsetof(struct bullet, x), sizeof(a->x));
	/* What was saved otherwise is no snapshot any more. */
	assert_int_equal(load(all), -EINVAL);
	size = save();
	assert_int_equal(all - size, 2 * (sizeof(*a) - sizeof(a->x)));
	a->x = 5;
	a->id = 7;
	give(&pool, b);
	assert_int_equal(load(size), 0);
	assert_true(a->x >= 0 && a->x <= 0);
	assert_int_equal(a->id, 7);
	assert_true(lives(&pool, b));
	assert_saved(size);
	/* No bytes at all: indices and generations. */
	slotpool_set_saved(&pool, sizeof(*a), 0);
	size = save();
	free_at(0);
	assert_int_equal(load(size), 0);
	assert_slots("ab|");
	assert_int_equal(a->id, 7);
}

/* The bytes in the middle, of the live ones only, each its own. */
static void chosen_bytes_may_begin_anywhere_in_the_object(void **state)
{
	const size_t offset = offsetof(struct bullet, id);
	struct bullet *b[70];
	enum slotpool_reuse order;
	size_t size;
	uint32_t i;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		slotpool_set_saved(&pool, offset, sizeof(b[0]->id));
		for (i = 0; i < 70; i++) {
			b[i] = take_zero(i);
			b[i]->id = 1000 + i;
			b[i]->damage = 1;
		}
		for (i = 0; i < 70; i += 3)
			free_at(i);
		size = save();
		assert_true(size < 70 * (sizeof(*b[0]) + 8));
		for (i = 0; i < 70; i++) {
			if (live_at(&pool, i)) {
				b[i]->id = 0;
				b[i]->damage = 2;
			}
		}
		slotpool_clear(&pool);
		assert_int_equal(load(size), 0);
		assert_whole();
		for (i = 0; i < 70; i++) {
			assert_int_equal(live_at(&pool, i), i % 3 != 0);
			if (i % 3 == 0)
				continue;
			assert_int_equal(b[i]->id, 1000 + i);
			assert_int_equal(b[i]->damage, 2);
		}
		assert_saved(size);
	}
}

/* What was cleared without a look is free after a load, whatever it says. */
static void load_after_clear_knows_the_dead(void **state)
{
	struct bullet *b[3];
	size_t size;
	int i;

	(void)state;
	make_pool(LAST_FREED, 0);
	for (i = 0; i < 3; i++)
		b[i] = take_zero((uint32_t)i);
	free_at(1);
	size = save();
	assert_ptr_equal(take_zero(1), b[1]);
	slotpool_clear(&pool);
	assert_int_equal(load(size), 0);
	assert_slots("a.c|");
	assert_false(lives(&pool, b[1]));
	assert_int_equal(taken(), 1);
}

/* The hooks see zero, after make and before init, on memory of any content. */
static const char *seen_by_init;

static void look_for_dirt(char what, void *object)
{
	struct bullet *b = (struct bullet *)object;

	if (what == 'm')
		b->damage = 7;
	if (what == 'i')
		seen_by_init = b->damage == 0 && b->id == 0 ? "zero" : "dirt";
	if (what == 'i')
		b->id = 5;
}

static void alloc_leaves_the_bytes(void **state)
{
	struct bullet *b;

	(void)state;
	make_pool(LAST_FREED, 0);
	b = take();
	b->id = 7;
	give(&pool, b);
	assert_ptr_equal(take(), b);
	assert_int_equal(b->id, 7);
	give(&pool, b);
	assert_ptr_equal(take_last(), b);
	assert_int_equal(b->id, 7);
}

static void zalloc_zeroes_before_init_on_dirty_memory(void **state)
{
	struct bullet *b;
	int round;

	(void)state;
	memset(&storage, 0x5a, sizeof(storage));
	slotpool_init_in(&pool, struct bullet, idx, &storage);
	diary.then = look_for_dirt;
	slotpool_set_hooks(&pool, &diary_hooks, &diary);
	for (round = 0; round < 2; round++) {
		b = slotpool_zalloc_entry(&pool, struct bullet, idx);
		assert_string_equal(seen_by_init, "zero");
		assert_int_equal(b->id, 5);
		assert_int_equal(b->damage, 0);
		b->damage = 9;
		give(&pool, b);
	}
	assert_diary(&diary, "m0 i0 f0 i0 f0");
	assert_non_null(take());
	assert_string_equal(seen_by_init, "dirt");
	diary.then = NULL;
}

/* From 256 free slots on alloc fetches ahead. */
static void the_quick_path_keeps_the_order_with_many_free_slots(void **state)
{
	enum { MANY = 600 };
	uint32_t i;

	(void)state;
	make_pool(LAST_FREED, 0);
	fill(MANY + 1);
	for (i = 0; i < MANY; i++)
		free_at(i * 7 % MANY);
	assert_int_equal(pool.base.stacked, MANY);
	for (i = MANY; i-- > 0;) {
		assert_int_equal(taken(), i * 7 % MANY);
		if (LISH_CHECK < 2 && i % 64 == 0)
			assert_whole();
	}
	assert_int_equal(taken(), MANY + 1);
}

/* Any two numbers are a span. */
static void a_span_may_be_any_two_numbers(void **state)
{
	static const uint32_t numbers[] = { 0, 1, 50, 63, 64, 65, 99, 100, 101,
					    0x7fffffff, 0xffffffff };
	size_t i, k;

	(void)state;
	make_pool(LAST_FREED, 0);
	fill(100);
	for (i = 0; i < ARRAY_SIZE(numbers); i++) {
		for (k = 0; k < ARRAY_SIZE(numbers); k++) {
			const uint64_t end = (uint64_t)numbers[i] + numbers[k];
			const uint64_t last = end < 100 ? end : 100;
			struct lish_span span;
			uint32_t seen = 0;

			span.start = numbers[i];
			span.count = numbers[k];
			slotpool_for_each_entry_span (b, &pool, span,
						      struct bullet, idx) {
				assert_int_equal(index_of(b),
						 numbers[i] + seen);
				seen++;
			}
			assert_int_equal(seen, last > numbers[i]
						       ? last - numbers[i]
						       : 0);
		}
	}
}

/* The whole pool as a span: what other containers call a present loop. */
static void a_span_of_all_ends_at_the_border_of_its_start(void **state)
{
	uint32_t seen = 0;

	(void)state;
	make_pool(LAST_FREED, 0);
	fill(70);
	free_at(3);
	slotpool_for_each_entry_span (b, &pool, slotpool_span(&pool, 0, 1),
				      struct bullet, idx) {
		/* [abc.e...|]: the hole is filled first, and is visited */
		assert_non_null(take());
		assert_true(index_of(b) < 70);
		seen++;
	}
	assert_int_equal(seen, 70);
	assert_int_equal(slotpool_count(&pool), 69 + 70);
	slotpool_for_each_entry_safe (b, &pool, struct bullet, idx)
		give(&pool, b);
	assert_false(slotpool_count(&pool));
}

/* The highest live index below an index, or -1. */
static int32_t last_live_below(int32_t index)
{
	while (index-- > 0) {
		if (live_at(&pool, (uint32_t)index))
			return index;
	}
	return -1;
}

static void prev_live_finds_the_last_one_up_to_an_index(void **state)
{
	uint32_t i;
	int32_t last = -1;

	(void)state;
	make_pool(LAST_FREED, 0);
	assert_int_equal(slotpool_prev_live(&pool, 0), -1);
	assert_int_equal(slotpool_prev_live(&pool, UINT32_MAX), -1);
	fill(200);
	for (i = 0; i < 200; i++)
		if (i % 64 && i != 131)
			free_at(i);
	for (i = 0; i < 300; i++) {
		if (i < 200 && (i % 64 == 0 || i == 131))
			last = (int32_t)i;
		assert_int_equal(slotpool_prev_live(&pool, i), last);
	}
	assert_int_equal(slotpool_prev_live(&pool, UINT32_MAX), 192);
	/* Words without a live object are skipped. */
	free_at(0);
	assert_int_equal(slotpool_prev_live(&pool, 63), -1);
	assert_int_equal(taken(), 0);
	free_at(131);
	free_at(128);
	free_at(64);
	assert_int_equal(slotpool_prev_live(&pool, 191), 0);
}

static void a_reverse_loop_visits_by_index_from_the_last(void **state)
{
	enum slotpool_reuse order;
	uint32_t fills, i, seen;
	int32_t last;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		for (fills = 0; fills < 200; fills += 7) {
			make_pool(order, 0);
			fill(fills);
			/* Some words are full, some have holes, some are empty. */
			for (i = 0; i < fills; i++)
				if (i / 64 == 1 || i % 11 == 3)
					free_at(i);
			last = (int32_t)fills;
			seen = 0;
			slotpool_for_each_entry_reverse (
				b, &pool, const struct bullet, idx) {
				assert_int_equal(last_live_below(last),
						 index_of(b));
				assert_true((int32_t)index_of(b) < last);
				last = (int32_t)index_of(b);
				seen++;
			}
			assert_int_equal(seen, slotpool_count(&pool));
			/* Nothing lives below the last one. */
			assert_int_equal(last_live_below(last), -1);
		}
	}
}

/* trim releases the chunk that the loop stands in, and alloc gets another one. */
static void a_reverse_loop_finds_a_new_chunk(void **state)
{
	uint32_t visits = 0, i;
	void *between;

	(void)state;
	make_pool(LAST_FREED, 0);
	fill(128);
	slotpool_for_each_entry_reverse (b, &pool, struct bullet, idx) {
		assert_int_equal(index_of(b), visits ? 69 : 127);
		assert_ptr_equal(b, by_index(visits ? 69 : 127));
		if (visits++)
			break;
		for (i = 64; i < 128; i++)
			free_at(i);
		slotpool_trim(&pool);
		/* Not the same memory again. */
		between = malloc(64 * sizeof(struct bullet));
		fill(6);
		free(between);
	}
	assert_int_equal(visits, 2);
}

/* What is live is a bit in a number; each change in the body is one of it. */
static void a_reverse_loop_survives_what_its_body_does(void **state)
{
	enum slotpool_reuse order;
	unsigned int round, most;
	uint32_t i, at, index, visits;
	struct bullet *fresh;
	int32_t next;

	(void)state;
	random_state = 3;
	for (round = 0; round < 600; round++) {
		order = (enum slotpool_reuse)(round % ORDERS);
		make_pool(order, 0);
		fill(round % 180);
		for (i = 0; i < round % 180; i++)
			if (next_random() % 3 == 0)
				free_at(i);
		at = 1000;
		visits = 0;
		slotpool_for_each_entry_reverse (b, &pool, struct bullet, idx) {
			/* The highest that is live below the last one. */
			next = last_live_below((int32_t)at);
			assert_int_equal(next, index_of(b));
			at = (uint32_t)next;
			if (++visits == 400)
				break;
			for (most = next_random() % 4; most; most--) {
				index = next_random() % 200;
				switch (next_random() % 8) {
				case 0:
					fresh = take();
					assert_non_null(fresh);
					break;
				case 1:
					if (next_random() % 20 == 0)
						slotpool_clear(&pool);
					break;
				case 2:
					slotpool_free_at(&pool, at);
					break;
				case 3:
					if (next_random() % 8 == 0)
						slotpool_trim(&pool);
					break;
				default:
					slotpool_free_at(&pool, index);
				}
			}
		}
		if (visits < 400)
			assert_int_equal(last_live_below((int32_t)at), -1);
		assert_whole();
	}
}

static void load_takes_memory_or_changes_nothing(void **state)
{
	enum slotpool_reuse order;
	size_t size, other;
	unsigned int fail;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		setup(state);
		make_pool(order, 0);
		live_on(3, 400);
		size = save();
		for (fail = 0; fail < 10; fail++) {
			mem.fail_at = 0;
			make(&second, order, 0);
			assert_non_null(slotpool_zalloc_entry(
				&second, struct bullet, idx));
			other = slotpool_save_size(&second);
			assert_int_equal(slotpool_save(&second, again, other),
					 0);
			mem.fail_at = fail ? mem.allocs + fail : 0;
			if (slotpool_load(&second, buffer, size)) {
				uint64_t now[64];

				assert_true(fail > 0);
				assert_int_equal(mem.allocs, mem.fail_at);
				assert_true(other <= sizeof(now));
				assert_int_equal(slotpool_save_size(&second),
						 other);
				assert_int_equal(
					slotpool_save(&second, now, other), 0);
				assert_memory_equal(now, again, other);
			} else {
				assert_int_equal(
					slotpool_save(&second, again, size), 0);
				assert_memory_equal(buffer, again, size);
			}
			assert_int_equal(slotpool_check(&second, NULL),
					 LISH_OK);
		}
		/* Beyond the limit. */
		mem.fail_at = 0;
		make(&second, order, 20);
		assert_int_equal(slotpool_load(&second, buffer, size), -ENOSPC);
		assert_int_equal(slotpool_check(&second, NULL), LISH_OK);
		slotpool_destroy(&second);
		slotpool_destroy(&pool);
	}
	/* Used once, though not now, is used. */
	make_pool(LAST_FREED, 0);
	fill(60);
	slotpool_clear(&pool);
	size = save();
	make_pool(LAST_FREED, 20);
	assert_int_equal(load(size), -ENOSPC);
	make_pool(LAST_FREED, 60);
	assert_int_equal(load(size), 0);
	assert_saved(size);
}

/* By which a program tells such a file, in whichever version and byte order. */
static void a_snapshot_begins_with_its_number(void **state)
{
	const uint32_t number = 0x6c736970;

	(void)state;
	make_pool(LAST_FREED, 0);
	fill(3);
	save();
	assert_memory_equal(buffer, &number, sizeof(number));
}

static void a_snapshot_of_another_pool_is_refused(void **state)
{
	struct lish_config config = config_of(0);
	size_t size;

	(void)state;
	make_pool(LAST_FREED, 0);
	live_on(1, 20);
	size = save();
	/* Another order. */
	make(&second, LOWEST, 0);
	assert_int_equal(slotpool_load(&second, buffer, size), -EINVAL);
	slotpool_destroy(&second);
	/* Another place of the node; another size. */
	assert_int_equal(slotpool_init(&second, struct other, idx, &config), 0);
	assert_int_equal(slotpool_load(&second, buffer, size), -EINVAL);
	slotpool_destroy(&second);
	assert_int_equal(slotpool_init(&second, struct crumb, idx, &config), 0);
	assert_int_equal(slotpool_load(&second, buffer, size), -EINVAL);
	assert_int_equal(slotpool_count(&second), 0);
	slotpool_destroy(&second);
}

static void a_damaged_snapshot_is_refused_and_changes_nothing(void **state)
{
	unsigned char *bytes = (unsigned char *)buffer;
	enum slotpool_reuse order;
	size_t size, i;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		live_on(1, 40);
		size = save();
		live_on(2, 40);
		assert_int_equal(slotpool_save(&pool, again, sizeof(again)), 0);
		/* There is no byte that does not count. */
		for (i = 0; i < size; i++) {
			bytes[i] ^= (unsigned char)(1u << i % 8);
			assert_int_equal(load(size), -EINVAL);
			bytes[i] ^= (unsigned char)(1u << i % 8);
			bytes[i] ^= 0xff;
			assert_int_equal(load(size), -EINVAL);
			bytes[i] ^= 0xff;
		}
		for (i = 0; i < size; i++)
			assert_int_equal(load(i), -EINVAL);
		size = slotpool_save_size(&pool);
		assert_int_equal(slotpool_save(&pool, buffer, size), 0);
		assert_memory_equal(buffer, again, size);
		assert_whole();
	}
}

static void random_damage_is_refused(void **state)
{
	unsigned char *bytes = (unsigned char *)buffer;
	unsigned int round, k;
	size_t size;

	(void)state;
	make_pool(LAST_FREED, 0);
	live_on(1, 60);
	size = save();
	random_state = 9;
	for (round = 0; round < 2000; round++) {
		memcpy(again, buffer, size);
		for (k = next_random() % 20 + 1; k; k--)
			bytes[next_random() % size] =
				(unsigned char)next_random();
		if (memcmp(again, buffer, size))
			assert_int_equal(
				load(next_random() % 2 ? size : sizeof(buffer)),
				-EINVAL);
		memcpy(buffer, again, size);
	}
	assert_saved(size);
}

/*
 * The layout of a snapshot and its sum, written down once more: to make ones
 * that are whole, but wrong.
 */
enum {
	USED = 8, BORDER, FREE, COUNT, RETIRED, PEAK, CURSOR, BITS, NUMBERS,
	FLOOR, SUM, BODY = 20
};

static uint64_t step(uint64_t sum, uint64_t word)
{
	sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
	return sum << 31 | sum >> 33;
}

static uint64_t sum_of(uint64_t sum, const unsigned char *at, size_t size)
{
	uint64_t lanes[4], words[4];
	unsigned int i;

	lanes[0] = sum;
	lanes[1] = ~sum;
	lanes[2] = sum ^ 0x5555555555555555u;
	lanes[3] = ~lanes[2];
	for (;;) {
		memset(words, 0, sizeof(words));
		memcpy(words, at, size < 32 ? size : 32);
		for (i = 0; i < 4; i++)
			lanes[i] = step(lanes[i], words[i]);
		if (size < 32)
			break;
		at += 32;
		size -= 32;
	}
	return step(step(step(lanes[0], lanes[1]), lanes[2]), lanes[3]);
}

static void seal(size_t size)
{
	unsigned char *bytes = (unsigned char *)buffer;
	uint64_t sum = 0;

	memcpy(bytes + SUM * 4, &sum, sizeof(sum));
	sum = sum_of(sum_of(0, bytes, BODY * 4), bytes + BODY * 4,
		     size - BODY * 4);
	memcpy(bytes + SUM * 4, &sum, sizeof(sum));
}

/* Write one number of a good snapshot; is the result refused? */
static void refuses(unsigned int at, uint32_t number, int err)
{
	uint32_t *numbers = (uint32_t *)(void *)buffer, old = numbers[at];
	const size_t size = slotpool_save_size(&pool);

	numbers[at] = number;
	seal(size);
	assert_int_equal(load(sizeof(buffer)), err);
	numbers[at] = old;
	seal(size);
	assert_int_equal(slotpool_save(&pool, again, sizeof(again)), 0);
	assert_memory_equal(again, buffer, size);
	assert_whole();
}

static void a_snapshot_that_is_whole_but_wrong_is_refused(void **state)
{
	const uint32_t *numbers = (const uint32_t *)(const void *)buffer;
	unsigned int i;
	size_t size;

	(void)state;
	/* [a.c.e.g|.], slot 3 is retired; the stack: 1 5 */
	make_pool(LAST_FREED, 100);
	for (i = 0; i < 8; i++)
		assert_non_null(take_zero(i));
	slotpool_at_slot_(&pool, 3)[1] = SLOTPOOL_RETIRED_ - 1;
	free_at(7);
	free_at(1);
	free_at(3);
	free_at(5);
	assert_slots("a.c.e.g|");
	size = save();
	seal(size);
	assert_int_equal(load(size), 0);
	assert_saved(size);
	assert_int_equal(numbers[USED], 8);
	assert_int_equal(numbers[BORDER], 7);
	assert_int_equal(numbers[FREE], 2);
	assert_int_equal(numbers[COUNT], 4);
	assert_int_equal(numbers[RETIRED], 1);
	assert_int_equal(numbers[BODY + 8], 1);
	assert_int_equal(numbers[BODY + 9], 5);
	/* Shape */
	for (i = 0; i < USED; i++)
		refuses(i, numbers[i] + 1, -EINVAL);
	/* Counts that do not agree */
	refuses(USED, 7, -EINVAL);
	refuses(USED, 0xffffffff, -EINVAL);
	refuses(NUMBERS, 9, -EINVAL);
	refuses(NUMBERS, 7, -EINVAL);
	refuses(NUMBERS, 6, -EINVAL);
	refuses(NUMBERS, 0xffffffff, -EINVAL);
	refuses(FLOOR, 1, -EINVAL);
	refuses(FLOOR, SLOTPOOL_RETIRED_, -EINVAL);
	refuses(BORDER, 6, -EINVAL);
	refuses(BORDER, 8, -EINVAL);
	refuses(BORDER, 9, -EINVAL);
	refuses(FREE, 1, -EINVAL);
	refuses(FREE, 3, -EINVAL);
	refuses(FREE, 0xffffffff, -EINVAL);
	refuses(COUNT, 3, -EINVAL);
	refuses(COUNT, 5, -EINVAL);
	refuses(COUNT, 0xffffffff, -EINVAL);
	refuses(RETIRED, 0, -EINVAL);
	refuses(RETIRED, 2, -EINVAL);
	refuses(PEAK, 3, -EINVAL);
	refuses(PEAK, 9, -EINVAL);
	refuses(CURSOR, 1, -EINVAL);
	refuses(BITS, 20, -EINVAL);
	/* Generations that there are not, or that do not fit */
	refuses(BODY + 0, 0xffffffff, -EINVAL);
	refuses(BODY + 0, 2, -EINVAL);
	refuses(BODY + 1, 1, -EINVAL);
	refuses(BODY + 1, SLOTPOOL_RETIRED_, -EINVAL);
	refuses(BODY + 3, 4, -EINVAL);
	refuses(BODY + 7, 1, -EINVAL);
	/* The stack: beyond the border, live, retired, twice */
	refuses(BODY + 8, 7, -EINVAL);
	refuses(BODY + 8, 0xffffffff, -EINVAL);
	refuses(BODY + 8, 0, -EINVAL);
	refuses(BODY + 8, 3, -EINVAL);
	refuses(BODY + 8, 5, -EINVAL);
	refuses(BODY + 9, 1, -EINVAL);
	/* A live one beyond the border, where the counts agree */
	((uint32_t *)(void *)buffer)[BODY + 7] = 1;
	((uint32_t *)(void *)buffer)[BODY + 6] = 2;
	seal(size);
	assert_int_equal(load(size), -EINVAL);
	/* Lowest first: [ab.d|.] has no stack, and the border is exact. */
	make_pool(LOWEST, 100);
	for (i = 0; i < 5; i++)
		assert_non_null(take_zero(i));
	free_at(2);
	free_at(4);
	assert_slots("ab.d|");
	size = save();
	refuses(FREE, 1, -EINVAL);
	refuses(BORDER, 5, -EINVAL);
	refuses(BORDER, 3, -EINVAL);
	/* A stack of one, in a snapshot that has room for it. */
	((uint32_t *)(void *)buffer)[FREE] = 1;
	seal(size + sizeof(uint32_t));
	assert_int_equal(load(size + sizeof(uint32_t)), -EINVAL);
	((uint32_t *)(void *)buffer)[FREE] = 0;
	seal(size);
	assert_int_equal(load(size), 0);
	/* Next: [ab.d.|] has no stack either, and goes on after 4. */
	make_pool(NEXT, 100);
	for (i = 0; i < 5; i++)
		assert_non_null(take_zero(i));
	free_at(2);
	free_at(4);
	size = save();
	assert_int_equal(numbers[CURSOR], 5);
	refuses(FREE, 1, -EINVAL);
	refuses(BORDER, 6, -EINVAL);
	refuses(BORDER, 3, -EINVAL);
	refuses(CURSOR, 6, -EINVAL);
	refuses(CURSOR, 0xffffffff, -EINVAL);
	/* Another place in the ring is as good. */
	((uint32_t *)(void *)buffer)[CURSOR] = 3;
	seal(size);
	assert_int_equal(load(size), 0);
	assert_saved(size);
	assert_int_equal(taken(), 4);
}

static void load_runs_make_but_neither_init_nor_fini(void **state)
{
	enum slotpool_reuse order;
	size_t size;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool_with_hooks(order, 0);
		take_zero(1);
		take_zero(2);
		take_zero(3);
		free_at(1);
		diary.text[0] = 0;
		size = save();
		free_at(0);
		assert_diary(&diary, "f0");
		assert_int_equal(load(size), 0);
		assert_diary(&diary, "");
		assert_int_equal(
			slotpool_at_entry(&pool, 0, struct bullet, idx)->id, 1);
		slotpool_destroy(&pool);
		make_pool_with_hooks(order, 0);
		assert_int_equal(load(size), 0);
		assert_diary(&diary, "m0 m1 m2");
		assert_saved(size);
		free_at(0);
		take_zero(1);
		assert_diary(&diary, "f0 i0");
		assert_int_equal(load(size), 0);
		slotpool_destroy(&pool);
		assert_diary(&diary, "f2 f0 u2 u1 u0");
	}
}

static uint32_t got_in_make, refused_in_make;

/* make, run for slots in advance: the pool is closed, whatever runs it. */
static void use_the_pool_in_make(char what, void *object)
{
	const uint32_t slot = (uint32_t)lish_pool_find_(&pool.base,
							 object);

	/* In alloc the object is live while make runs, as in init. */
	if (what != 'm' || lives(&pool, object))
		return;
	diary.then = NULL;
	/* Its own slot and those behind cannot be had, those that are made can. */
	if (!take_at(slot) && !take_at(slot + 1))
		refused_in_make++;
	if (slot && take_at(0))
		got_in_make++;
	while (slotpool_count(&pool) < 10 && take())
		got_in_make++;
	if (slot == 2)
		free_at(1);
	assert_reported("slotpool_reserve", LISH_IN_HOOK,
			assert_int_equal(slotpool_reserve(&pool, 100),
					 -EINVAL));
	assert_reported("slotpool_clear", LISH_IN_HOOK, slotpool_clear(&pool));
	assert_reported("slotpool_load", LISH_IN_HOOK,
			assert_int_equal(load(sizeof(buffer)), -EINVAL));
	assert_whole();
	diary.then = use_the_pool_in_make;
}

static void make_in_alloc_at_may_use_what_is_made(void **state)
{
	enum slotpool_reuse order;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		got_in_make = refused_in_make = 0;
		make_pool_with_hooks(order, 0);
		diary.then = use_the_pool_in_make;
		/* [a.c|..], of which make has taken and freed some. */
		assert_int_equal(index_in(&pool, take_at(3)), 3);
		diary.then = NULL;
		assert_int_equal(refused_in_make, 3);
		assert_int_equal(got_in_make, 2);
		assert_slots("a..d|");
		assert_whole();
		slotpool_clear(&pool);
		assert_whole();
	}
}

static void what_make_does_in_load_is_gone_afterwards(void **state)
{
	enum slotpool_reuse order;
	size_t size;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		got_in_make = refused_in_make = 0;
		make_pool_with_hooks(order, 0);
		take_zero(1);
		take_zero(2);
		take_zero(3);
		take_zero(4);
		free_at(1);
		free_at(2);
		size = save();
		slotpool_destroy(&pool);
		make_pool_with_hooks(order, 0);
		diary.then = use_the_pool_in_make;
		assert_int_equal(load(size), 0);
		diary.then = NULL;
		assert_int_equal(refused_in_make, 4);
		assert_true(got_in_make >= 2);
		assert_saved(size);
		assert_slots("a..d|");
		diary.text[0] = 0;
		slotpool_clear(&pool);
		assert_diary(&diary, "f3 f0");
	}
}

static void load_poisons_and_revives(void **state)
{
	struct bullet *a, *b;
	size_t size;

	(void)state;
	make_pool(LAST_FREED, 0);
	a = take_zero(1);
	b = take_zero(2);
	give(&pool, b);
	size = save();
	give(&pool, a);
	assert_int_equal(is_reading_reported((const char *)a), is_watched());
	assert_ptr_equal(take_zero(3), a);
	assert_ptr_equal(take_zero(4), b);
	give(&pool, a);
	assert_int_equal(load(size), 0);
	assert_false(is_reading_reported((const char *)a));
	assert_int_equal(a->id, 1);
	assert_int_equal(b->idx.slot, LISH_POOL_FREE_(1));
	assert_int_equal(is_reading_reported((const char *)b), is_watched());
	assert_ptr_equal(take_zero(5), b);
}

SLOTPOOL_DEFINE_STATIC(loaded, struct bullet, idx, 150);

static void a_static_pool_that_was_never_used_is_loaded(void **state)
{
	size_t size;

	(void)state;
	make_pool(LAST_FREED, 0);
	live_on(4, 100);
	size = save();
	assert_int_equal(slotpool_load(&loaded, buffer, size), 0);
	assert_int_equal(slotpool_count(&loaded), slotpool_count(&pool));
	assert_int_equal(slotpool_save(&loaded, again, sizeof(again)), 0);
	assert_memory_equal(buffer, again, size);
	slotpool_destroy(&loaded);
}

static void a_loop_survives_load(void **state)
{
	unsigned int visits = 0;
	size_t size;
	uint32_t i;

	(void)state;
	make_pool(LAST_FREED, 0);
	for (i = 0; i < 6; i++)
		take_zero(i);
	free_at(1);
	free_at(4);
	size = save(); /* [a.cd.f| */
	visited[0] = 0;
	fill(2); /* [abcdef| */
	slotpool_for_each_entry (pos, &pool, struct bullet, idx) {
		visit(index_of(pos));
		if (index_of(pos) == 1 && !visits++)
			assert_int_equal(load(size), 0);
	}
	assert_string_equal(visited, "0 1 2 3 5");
}

/* Checking */

/* Slots that were used once have generations, also where nothing lives any more. */
static void load_brings_the_generations_of_slots_behind_the_border(void **state)
{
	struct slotpool_handle handle;
	size_t size, bytes;
	uint32_t i, before;
	unsigned int fail;
	int err;

	(void)state;
	make_pool(LAST_FREED, 0);
	fill(300);
	handle = handle_at(&pool, 290);
	for (i = 300; i-- > 10;)
		free_at(i);
	assert_int_equal(pool.base.border, 10);
	size = save();
	/* Into one without memory, and one that has enough for what lives. */
	for (before = 0; before < 2; before++) {
		for (fail = 1;; fail++) {
			mem.fail_at = 0;
			make_pool(LAST_FREED, 0);
			fill(before);
			bytes = mem.bytes;
			mem.fail_at = mem.allocs + fail;
			err = load(size);
			if (!err)
				break;
			assert_int_equal(err, -ENOMEM);
			assert_int_equal(slotpool_stats(&pool).capacity,
					 64 * before);
			assert_int_equal(slotpool_count(&pool), before);
			assert_true(mem.bytes < bytes + 300 * 8 + 64);
			assert_int_equal(slotpool_stats(&pool).bytes, mem.bytes);
			assert_whole();
		}
		assert_true(fail > 2);
	}
	mem.fail_at = 0;
	assert_whole();
	assert_int_equal(slotpool_stats(&pool).highest, 300);
	fill(290);
	assert_true(live_at(&pool, 290));
	assert_false(same_handle(handle_at(&pool, 290), handle));
	assert_null(slotpool_get_entry(&pool, handle, struct bullet, idx));
	assert_whole();
}

static void check_names_the_first_fault(void **state)
{
	const struct slotpool_idx *fault;
	static struct slotpool zero;
	struct bullet *b;
	uint32_t i;

	(void)state;
	assert_int_equal(slotpool_check(&zero, &fault), LISH_UNINITIALIZED);
	assert_null(fault);
	make_pool(LAST_FREED, 0);
	fill(8);
	free_at(1);
	free_at(3);
	slotpool_at_slot_(&pool, 5)[1] = SLOTPOOL_RETIRED_ - 1;
	free_at(5);
	assert_whole();
	assert_broken(pool.base.border, 7, LISH_BAD_INDEX);
	assert_broken(pool.base.border, 9, LISH_BAD_COUNT);
	assert_broken(pool.base.border, 1000, LISH_BAD_COUNT);
	assert_broken(pool.base.highest, 7, LISH_BAD_COUNT);
	assert_broken(pool.base.stacked, 9, LISH_BAD_COUNT);
	assert_broken(pool.base.stacked, 1, LISH_BAD_COUNT);
	assert_broken(pool.base.gone, 2, LISH_BAD_COUNT);
	assert_broken(pool.retired, 0, LISH_BAD_COUNT);
	assert_broken(slotpool_at_slot_(&pool, 0)[1], 2, LISH_BAD_INDEX);
	assert_broken(slotpool_at_slot_(&pool, 1)[1], 1, LISH_BAD_INDEX);
	assert_broken(slotpool_at_slot_(&pool, 0)[1], 0xffffffff, LISH_BAD_INDEX);
	assert_broken(pool.base.stack[0], 3, LISH_BAD_INDEX);
	assert_broken(pool.base.stack[0], 0, LISH_BAD_INDEX);
	assert_broken(pool.base.stack[0], 5, LISH_BAD_INDEX);
	assert_broken(pool.base.stack[0], 70, LISH_BAD_INDEX);
	/* More may be free than there is to take before the peak. */
	make_pool(LAST_FREED, 0);
	fill(8);
	for (i = 1; i < 8; i++)
		free_at(i);
	take_last();
	take_last();
	pool.peak = 3;
	slotpool_refresh_(&pool);
	assert_whole();
	assert_broken(pool.low, 0, LISH_BAD_COUNT);
	make_pool_with_hooks(LAST_FREED, 0);
	fill(1);
	assert_broken(pool.low, 0, LISH_BAD_COUNT);
	make_pool(LOWEST, 0);
	fill(1);
	assert_broken(pool.low, 0, LISH_BAD_COUNT);
	free_at(0);
	fill(5);
	free_at(4);
	assert_broken(pool.base.border, 5, LISH_BAD_COUNT);
	assert_broken(slotpool_extra_of_(&pool)->hint, 2, LISH_BAD_INDEX);
	/* An object that was overwritten. */
	make_pool(LAST_FREED, 0);
	fill(8);
	b = slotpool_at_entry(&pool, 4, struct bullet, idx);
	b->idx.slot = 0;
	assert_int_equal(slotpool_check(&pool, &fault), LISH_BAD_INDEX);
	assert_ptr_equal(fault, &b->idx);
	b->idx.slot = 5;
	make_pool(LOWEST, 0);
	fill(140);
	free_at(70);
	assert_whole();
	slotpool_extra_of_(&pool)->taken[0] &= ~(lish_word)1;
	assert_int_equal(slotpool_check(&pool, NULL), LISH_BAD_INDEX);
	slotpool_extra_of_(&pool)->taken[0] |= 1;
	slotpool_extra_of_(&pool)->full[0] ^= 1;
	assert_int_equal(slotpool_check(&pool, NULL), LISH_BAD_INDEX);
	slotpool_extra_of_(&pool)->full[0] ^= 1;
	slotpool_extra_of_(&pool)->top[0] ^= 1;
	assert_int_equal(slotpool_check(&pool, NULL), LISH_BAD_INDEX);
	slotpool_extra_of_(&pool)->top[0] ^= 1;
	assert_broken(slotpool_extra_of_(&pool)->hint, 70 / LISH_WORD_BITS + 1,
		      LISH_BAD_INDEX);
	pool.base.stacked++;
	assert_int_equal(slotpool_check(&pool, NULL), LISH_BAD_COUNT);
	pool.base.stacked--;
	assert_whole();
}

/* Misuse */

static void lib_refuses_a_zero_pool_at_every_level(void **state)
{
	static struct slotpool zero, same;

	(void)state;
	assert_reported("slotpool_alloc_entry", LISH_UNINITIALIZED,
			assert_null(slotpool_alloc_entry(&zero, struct bullet,
							 idx)));
	assert_reported("slotpool_zalloc_entry", LISH_UNINITIALIZED,
			assert_null(slotpool_zalloc_entry(&zero, struct bullet,
							  idx)));
	assert_reported("slotpool_reserve", LISH_UNINITIALIZED,
			assert_int_equal(slotpool_reserve(&zero, 1), -EINVAL));
	assert_reported("slotpool_clear", LISH_UNINITIALIZED,
			slotpool_clear(&zero));
	assert_reported("slotpool_trim", LISH_UNINITIALIZED,
			slotpool_trim(&zero));
	assert_reported("slotpool_set_hooks", LISH_UNINITIALIZED,
			slotpool_set_hooks(&zero, NULL, NULL));
	assert_reported("slotpool_set_saved", LISH_UNINITIALIZED,
			slotpool_set_saved(&zero, 0, 0));
	assert_reported("slotpool_next_live", LISH_UNINITIALIZED,
			assert_int_equal(slotpool_next_live(&zero, 0), -1));
	assert_reported("slotpool_owns", LISH_UNINITIALIZED,
			assert_false(slotpool_owns(&zero, buffer)));
	assert_reported("slotpool_save_size", LISH_UNINITIALIZED,
			assert_int_equal(slotpool_save_size(&zero), 0));
	assert_reported("slotpool_set_reuse", LISH_UNINITIALIZED,
			slotpool_set_reuse(&zero, SLOTPOOL_LOWEST));
	assert_reported("slotpool_save", LISH_UNINITIALIZED,
			assert_int_equal(slotpool_save(&zero, buffer, 99),
					 -EINVAL));
	assert_reported("slotpool_load", LISH_UNINITIALIZED,
			assert_int_equal(slotpool_load(&zero, buffer, 99),
					 -EINVAL));
	assert_reported("slotpool_owns", LISH_UNINITIALIZED,
			assert_false(slotpool_owns(&zero, &zero)));
	assert_reported("slotpool_span", LISH_UNINITIALIZED,
			assert_int_equal(slotpool_span(&zero, 0, 1).count, 0));
	assert_reported("slotpool_destroy", LISH_UNINITIALIZED,
			slotpool_destroy(&zero));
	assert_memory_equal(&zero, &same, sizeof(zero));
}

static void a_part_beyond_the_parts_is_reported(void **state)
{
	struct lish_span share;

	(void)state;
	make_pool(LAST_FREED, 0);
	fill(100);
	assert_reported("slotpool_span", LISH_BAD_RANGE,
			share = slotpool_span(&pool, 2, 2));
	assert_int_equal(share.count, 0);
	assert_reported("slotpool_span", LISH_BAD_RANGE,
			share = slotpool_span(&pool, 0, 0));
	assert_int_equal(share.count, 0);
}

static void new_memory_after_trim_begins_above_old_lives(void **state)
{
	struct slotpool_handle old[3], now;
	enum slotpool_reuse order;
	uint32_t i, life;
	size_t size;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		fill(130);
		for (life = 0; life < 5; life++) {
			free_at(129);
			assert_non_null(slotpool_alloc_at_entry(
				&pool, 129, struct bullet, idx));
		}
		for (i = 0; i < 3; i++)
			old[i] = handle_at(&pool, 64 + 32 * i);
		for (i = 130; i-- > 60;)
			free_at(i);
		slotpool_trim(&pool);
		assert_int_equal(slotpool_stats(&pool).capacity, 64);
		assert_int_equal(slotpool_stats(&pool).highest, 130);
		assert_whole();
		size = save();
		for (i = 60; i < 130; i++)
			assert_non_null(take_last());
		for (i = 0; i < 3; i++)
			assert_null(slotpool_get_entry(&pool, old[i],
						       struct bullet, idx));
		now = handle_at(&pool, 100);
		assert_whole();
		/* The same calls give the same handles after a load. */
		assert_int_equal(load(size), 0);
		assert_whole();
		for (i = 60; i < 130; i++)
			assert_non_null(take_last());
		assert_true(same_handle(handle_at(&pool, 100), now));
		slotpool_destroy(&pool);
	}
}

#if LISH_CHECK >= 1
static void freeing_what_is_not_live_is_refused(void **state)
{
	static struct bullet stray;
	struct bullet *b, *never;
	enum slotpool_reuse order;
	uint32_t mark;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		fill(4);
		b = slotpool_at_entry(&pool, 1, struct bullet, idx);
		never = b + 10;
		give(&pool, b);
		mark = b->idx.slot;
		assert_reported("slotpool_free", LISH_NOT_LIVE, give(&pool, b));
		assert_ptr_equal(report.fault.container, &pool);
		assert_ptr_equal(report.fault.node, &b->idx);
		/* Its node says live: the pool knows better. */
		b->idx.slot = 2;
		assert_reported("slotpool_free", LISH_NOT_LIVE, give(&pool, b));
		b->idx.slot = mark;
		never->idx.slot = 0;
		assert_reported("slotpool_free", LISH_NOT_LIVE,
				give(&pool, never));
		assert_reported("slotpool_free", LISH_NULL,
				give(&pool, NULL));
		assert_reported("slotpool_free", LISH_NULL,
				slotpool_free(&pool, NULL));
		assert_reported("slotpool_free", LISH_FOREIGN,
				give(&pool, &stray));
		stray.idx.slot = 1;
		assert_reported("slotpool_free", LISH_FOREIGN,
				give(&pool, &stray));
		stray.idx.slot = 0xffffffff;
		assert_reported("slotpool_free", LISH_FOREIGN,
				give(&pool, &stray));
		assert_slots("a.cd|");
		assert_int_equal(taken(), 1);
	}
}

static void the_objects_of_another_pool_are_foreign(void **state)
{
	void *object;

	(void)state;
	make_pool(LAST_FREED, 0);
	make(&second, LAST_FREED, 0);
	fill(1);
	object = slotpool_alloc_entry(&second, struct bullet, idx);
	assert_reported("slotpool_free", LISH_FOREIGN, give(&pool, object));
	assert_int_equal(slotpool_count(&pool), 1);
	assert_int_equal(slotpool_count(&second), 1);
}

/* Its index is that of the slot behind the last one, of which nothing may be read. */
static void an_index_just_behind_the_border_is_refused(void **state)
{
	struct bullet *b;

	(void)state;
	make_pool(LAST_FREED, 64);
	fill(64);
	b = slotpool_at_entry(&pool, 63, struct bullet, idx);
	b->idx.slot = 65;
	assert_reported("slotpool_free", LISH_BAD_INDEX,
			give(&pool, b));
	assert_null(slotpool_at_entry(&pool, 64, struct bullet, idx));
	b->idx.slot = 64;
	assert_whole();
}

static void an_overwritten_object_is_refused(void **state)
{
	struct slotpool_handle handle;
	struct slotpool_idx kept;
	struct bullet *b;

	(void)state;
	make_pool(LAST_FREED, 0);
	fill(3);
	b = slotpool_at_entry(&pool, 1, struct bullet, idx);
	handle = handle_of(&pool, b);
	kept = b->idx;
	memset(b, 0, sizeof(*b));
	assert_reported("slotpool_free", LISH_BAD_INDEX, give(&pool, b));
	assert_reported("slotpool_free_at", LISH_BAD_INDEX,
			assert_false(slotpool_free_at(&pool, 1)));
	assert_reported("slotpool_free_handle", LISH_BAD_INDEX,
			assert_false(slotpool_free_handle(&pool, handle)));
	assert_null(slotpool_get_entry(&pool, handle, struct bullet, idx));
	b->idx.slot = LISH_POOL_FREE_(1);
	assert_reported("slotpool_free_at", LISH_BAD_INDEX,
			assert_false(slotpool_free_at(&pool, 1)));
	b->idx = kept;
	assert_slots("abc|");
}

#if LISH_CHECK == 1
/* Free an object and overwrite its node, as a stale pointer does. */
static struct bullet *free_and_overwrite(uint32_t index, int byte)
{
	struct bullet *b = by_index(index);

	free_at(index);
	memset(&b->idx, byte, sizeof(b->idx));
	return b;
}

static void an_overwritten_free_slot_retires(void **state)
{
	struct slotpool_handle old[8];
	enum slotpool_reuse order;
	uint32_t i;
	int byte;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		for (byte = 0; byte < 256; byte += 255) {
			make_pool(order, 0);
			fill(8);
			for (i = 0; i < 8; i++)
				old[i] = handle_at(&pool, i);
			free_at(2);
			free_and_overwrite(3, byte);
			if (order == NEXT)
				free_at(7);
			report.expected = true;
			for (i = 0; i < 3; i++)
				assert_non_null(take());
			report.expected = false;
			assert_int_equal(report.fault.reason, LISH_BAD_INDEX);
			assert_int_equal(slotpool_stats(&pool).retired, 1);
			assert_false(live_at(&pool, 3));
			assert_whole();
			for (i = 2; i < 4; i++)
				assert_null(slotpool_get_entry(
					&pool, old[i], struct bullet, idx));
			slotpool_clear(&pool);
			assert_int_equal(slotpool_stats(&pool).retired, 1);
			assert_whole();
			slotpool_destroy(&pool);
		}
	}
}

static void a_node_overwritten_at_the_border_retires_its_slot(void **state)
{
	(void)state;
	make_pool(LAST_FREED, 0);
	fill(3);
	free_and_overwrite(2, 0);
	assert_reported("slotpool_alloc_entry", LISH_BAD_INDEX,
			assert_int_equal(taken(), 3));
	free_at(3);
	free_and_overwrite(1, 0);
	assert_reported("slotpool_alloc_at_entry", LISH_BAD_INDEX,
			assert_null(slotpool_alloc_at_entry(
				&pool, 1, struct bullet, idx)));
	assert_int_equal(slotpool_stats(&pool).retired, 2);
	assert_int_equal(slotpool_count(&pool), 1);
	assert_whole();
	assert_int_equal(taken(), 3);
	free_and_overwrite(3, 0);
	assert_reported("slotpool_alloc_tail_entry", LISH_BAD_INDEX,
			assert_int_equal(
				slotpool_index_of(&pool, &take_last()->idx), 4));
	assert_whole();
}

static void skipped_slots_that_were_overwritten_retire(void **state)
{
	enum slotpool_reuse order;
	struct bullet *b;

	(void)state;
	for (order = LAST_FREED; order < NEXT; order++) {
		make_pool(order, 0);
		fill(6);
		b = by_index(4);
		slotpool_clear(&pool);
		memset(&b->idx, 0, sizeof(b->idx));
		assert_reported("slotpool_alloc_at_entry", LISH_BAD_INDEX,
				assert_non_null(slotpool_alloc_at_entry(
					&pool, 6, struct bullet, idx)));
		assert_int_equal(slotpool_stats(&pool).retired, 1);
		assert_whole();
		assert_int_equal(taken(), 0);
		assert_int_equal(taken(), 1);
		assert_int_equal(taken(), 2);
		assert_int_equal(taken(), 3);
		assert_int_equal(taken(), 5);
		assert_int_equal(taken(), 7);
		assert_whole();
		slotpool_destroy(&pool);
	}
}

/* A copy of another object, or of an earlier life of the same one. */
static void copies_of_whole_objects_are_refused(void **state)
{
	struct slotpool_handle handle;
	struct bullet *a, *b, kept;

	(void)state;
	make_pool(LAST_FREED, 0);
	fill(3);
	a = by_index(0);
	b = by_index(1);
	handle = handle_of(&pool, a);
	kept = *a;
	*a = *b;
	assert_reported("slotpool_free", LISH_BAD_INDEX, give(&pool, a));
	assert_null(slotpool_get_entry(&pool, handle, struct bullet, idx));
	*a = kept;
	assert_ptr_equal(slotpool_get_entry(&pool, handle, struct bullet, idx),
			 a);
	give(&pool, a);
	*(is_watched() ? &kept : a) = kept;
	a->idx = kept.idx;
	assert_reported("slotpool_free", LISH_NOT_LIVE, give(&pool, a));
	assert_false(slotpool_free_handle(&pool, handle));
	assert_false(slotpool_contains(&pool, &a->idx));
	/* The generation is lost, so the slot is, too. */
	assert_reported("slotpool_alloc_entry", LISH_BAD_INDEX,
			assert_int_equal(taken(), 3));
	assert_whole();
}

#endif

static void a_pool_of_another_type_is_reported(void **state)
{
	(void)state;
	make_pool(LAST_FREED, 0);
	fill(3);
	assert_reported(
		"slotpool_alloc_entry", LISH_WRONG_TYPE,
		assert_null(slotpool_alloc_entry(&pool, struct other, idx)));
	assert_reported(
		"slotpool_zalloc_entry", LISH_WRONG_TYPE,
		assert_null(slotpool_zalloc_entry(&pool, struct other, idx)));
	assert_reported("slotpool_alloc_tail_entry", LISH_WRONG_TYPE,
			assert_null(slotpool_alloc_tail_entry(
				&pool, struct crumb, idx)));
	assert_reported("slotpool_alloc_at_entry", LISH_WRONG_TYPE,
			assert_null(slotpool_alloc_at_entry(
				&pool, 9, struct crumb, idx)));
	assert_reported(
		"slotpool_at_entry", LISH_WRONG_TYPE,
		assert_null(slotpool_at_entry(&pool, 0, struct other, idx)));
	assert_reported("slotpool_get_entry", LISH_WRONG_TYPE,
			assert_null(slotpool_get_entry(&pool,
						       handle_at(&pool, 0),
						       struct other, idx)));
	assert_reported("slotpool_for_each_entry", LISH_WRONG_TYPE,
			slotpool_for_each_entry (pos, &pool, struct other, idx)
				fail());
	assert_reported("slotpool_for_each_run", LISH_WRONG_TYPE,
			slotpool_for_each_run (pos, n, &pool, struct other, idx)
				fail());
	assert_slots("abc|");
}

static void a_zero_pool_is_reported(void **state)
{
	static struct slotpool zero, same;
	static struct bullet b;

	(void)state;
	make(&second, LAST_FREED, 0);
	memset(&b, 0, sizeof(b));
	assert_reported(
		"slotpool_alloc_entry", LISH_UNINITIALIZED,
		assert_null(slotpool_alloc_entry(&zero, struct bullet, idx)));
	assert_reported("slotpool_alloc_tail_entry", LISH_UNINITIALIZED,
			assert_null(slotpool_alloc_tail_entry(
				&zero, struct bullet, idx)));
	assert_reported("slotpool_alloc_at_entry", LISH_UNINITIALIZED,
			assert_null(slotpool_alloc_at_entry(
				&zero, 9, struct bullet, idx)));
	assert_reported("slotpool_free", LISH_UNINITIALIZED, give(&zero, &b));
	assert_reported("slotpool_count", LISH_UNINITIALIZED,
			assert_int_equal(slotpool_count(&zero), 0));
	assert_reported("slotpool_stats", LISH_UNINITIALIZED,
			assert_int_equal(slotpool_stats(&zero).limit, 0));
	assert_reported("slotpool_free_at", LISH_UNINITIALIZED,
			assert_false(slotpool_free_at(&zero, 0)));
	assert_reported("slotpool_free_handle", LISH_UNINITIALIZED,
			assert_false(slotpool_free_handle(&zero, null_handle)));
	assert_reported("slotpool_contains", LISH_UNINITIALIZED,
			assert_false(slotpool_contains(&zero, &b.idx)));
	assert_reported("slotpool_index_of", LISH_UNINITIALIZED,
			assert_int_equal(slotpool_index_of(&zero, &b.idx), -1));
	assert_reported("slotpool_handle_of", LISH_UNINITIALIZED,
			assert_true(!slotpool_handle_to_u64(
				slotpool_handle_of(&zero, &b.idx))));
	assert_reported("slotpool_contains", LISH_NULL,
			assert_false(slotpool_contains(&second, NULL)));
	assert_reported("slotpool_at_entry", LISH_UNINITIALIZED,
			assert_null(slotpool_at_entry(&zero, 0, struct bullet,
						      idx)));
	assert_reported("slotpool_get_entry", LISH_UNINITIALIZED,
			assert_null(slotpool_get_entry(&zero, null_handle,
						       struct bullet, idx)));
	assert_reported("slotpool_for_each_run", LISH_UNINITIALIZED,
			slotpool_for_each_run(pos, n, &zero, struct bullet, idx)
				fail_msg("%u", n + (pos != NULL)));
	assert_reported("slotpool_for_each_entry", LISH_UNINITIALIZED,
			slotpool_for_each_entry (pos, &zero, struct bullet, idx)
				fail());
	assert_memory_equal(&zero, &same, sizeof(zero));
}

static void a_handle_no_pool_ever_gave_finds_nothing(void **state)
{
	struct slotpool_handle handle;

	(void)state;
	make_pool(LAST_FREED, 0);
	fill(2);
	free_at(0);
	handle.slot = 1;
	handle.generation = 2; /* what the dead slot has */
	assert_null(slotpool_get_entry(&pool, handle, struct bullet, idx));
	assert_false(slotpool_free_handle(&pool, handle));
}
#endif

#if LISH_CHECK >= 2
static void level_2_looks_at_the_whole_pool(void **state)
{
	struct bullet *b;

	(void)state;
	make_pool(LAST_FREED, 0);
	fill(4);
	b = slotpool_at_entry(&pool, 2, struct bullet, idx);
	b->idx.slot = 9;
	assert_reported(
		"slotpool_alloc_entry", LISH_BAD_INDEX,
		assert_null(slotpool_alloc_entry(&pool, struct bullet, idx)));
	assert_ptr_equal(report.fault.node, &b->idx);
	assert_reported(
		"slotpool_zalloc_entry", LISH_BAD_INDEX,
		assert_null(slotpool_zalloc_entry(&pool, struct bullet, idx)));
	assert_reported("slotpool_alloc_tail_entry", LISH_BAD_INDEX,
			assert_null(slotpool_alloc_tail_entry(
				&pool, struct bullet, idx)));
	assert_reported("slotpool_alloc_at_entry", LISH_BAD_INDEX,
			assert_null(slotpool_alloc_at_entry(
				&pool, 7, struct bullet, idx)));
	assert_reported("slotpool_free", LISH_BAD_INDEX,
			give(&pool,
			     slotpool_at_entry(&pool, 0, struct bullet, idx)));
	assert_reported("slotpool_free_at", LISH_BAD_INDEX,
			assert_false(slotpool_free_at(&pool, 0)));
	b->idx.slot = 3;
	assert_slots("abcd|");
}
#endif

/*
 * Model: an id per slot, 0 if it is free; how often it was handed out; the
 * stack and the border. It knows which slot comes next, and which handles live.
 */
enum { SLOTS = 150, KEPT = 64 };

struct model {
	uint32_t id[SLOTS];
	uint32_t lives[SLOTS];
	uint32_t stack[SLOTS];
	uint32_t free, border, count, next;
};

static struct model model, saved_model;
static uint32_t next_id;

static struct {
	struct slotpool_handle handle;
	uint32_t index, id;
} kept[KEPT];

static void model_born(struct bullet *b, uint32_t at)
{
	assert_int_equal(index_in(&pool, b), at);
	assert_int_equal(model.id[at], 0);
	memset(b, 0, offsetof(struct bullet, idx));
	memset(&b->id, 0, sizeof(*b) - offsetof(struct bullet, id));
	b->id = model.id[at] = ++next_id;
	model.lives[at]++;
	model.count++;
	model.next = at + 1;
	if (at >= model.border)
		model.border = at + 1;
	kept[next_id % KEPT].handle = handle_of(&pool, b);
	kept[next_id % KEPT].index = at;
	kept[next_id % KEPT].id = next_id;
	assert_int_equal(kept[next_id % KEPT].handle.generation,
			 2 * model.lives[at] - 1);
}

static void model_alloc(enum slotpool_reuse order, bool last)
{
	struct bullet *b =
		last ? take_last()
		     : slotpool_zalloc_entry(&pool, struct bullet, idx);
	uint32_t at = model.border, i;

	if (!last && order == LAST_FREED && model.free)
		at = model.stack[--model.free];
	if (!last && order != LAST_FREED) {
		at = order == NEXT ? model.next : 0;
		while (at < model.border && model.id[at])
			at++;
		for (i = 0; at >= model.border && i < model.border; i++) {
			if (!model.id[i])
				at = i;
		}
		if (at > model.border)
			at = model.border;
	}
	if (at == SLOTS) {
		assert_null(b);
		return;
	}
	assert_non_null(b);
	model_born(b, at);
}

static void model_alloc_at(enum slotpool_reuse order, uint32_t at)
{
	struct bullet *b = slotpool_alloc_at_entry(&pool, at, struct bullet,
						   idx);
	uint32_t i, n = 0;

	if (at >= SLOTS || model.id[at]) {
		assert_null(b);
		return;
	}
	assert_non_null(b);
	for (i = 0; order == LAST_FREED && i < model.free; i++) {
		if (model.stack[i] != at)
			model.stack[n++] = model.stack[i];
	}
	if (order == LAST_FREED && at > model.border) {
		memmove(model.stack + (at - model.border), model.stack,
			n * sizeof(n));
		n += at - model.border;
		for (i = model.border; i < at; i++)
			model.stack[at - 1 - i] = i;
	}
	model.free = n;
	model_born(b, at);
}

static void model_free(enum slotpool_reuse order, uint32_t at)
{
	struct slotpool_handle handle = handle_at(&pool, at);
	struct bullet *b = slotpool_at_entry(&pool, at, struct bullet, idx);

	assert_int_equal(b ? b->id : 0, model.id[at]);
	if (!b) {
		assert_false(slotpool_free_at(&pool, at));
		return;
	}
	switch (next_random() % 3) {
	case 0:
		give(&pool, b);
		break;
	case 1:
		assert_true(slotpool_free_at(&pool, at));
		break;
	default:
		assert_true(slotpool_free_handle(&pool, handle));
		break;
	}
	model.id[at] = 0;
	model.count--;
	if (order == LAST_FREED) {
		if (at + 1 == model.border)
			model.border--;
		else
			model.stack[model.free++] = at;
	} else if (order == LOWEST) {
		while (model.border && !model.id[model.border - 1])
			model.border--;
	}
}

/* New memory begins above all lives that the released memory had. */
static void model_forget(uint32_t from)
{
	uint32_t i, most = 0;

	for (i = from; i < SLOTS; i++) {
		if (model.lives[i] > most)
			most = model.lives[i];
	}
	for (i = from; i < SLOTS; i++)
		model.lives[i] = most;
}

/* Any one change. */
static void model_change(enum slotpool_reuse order)
{
	const uint32_t what = next_random() % 100;

	if (what < 45) {
		model_alloc(order, false);
	} else if (what < 49) {
		model_alloc(order, true);
	} else if (what < 51) {
		model_alloc_at(order, next_random() % (SLOTS + 5));
	} else if (what < 97) {
		model_free(order, next_random() % SLOTS);
	} else if (what < 98) {
		slotpool_trim(&pool);
		if (model.border > slotpool_stats(&pool).capacity) {
			uint32_t i, n = 0;

			model.border = slotpool_stats(&pool).capacity;
			for (i = 0; i < model.free; i++) {
				if (model.stack[i] < model.border)
					model.stack[n++] = model.stack[i];
			}
			model.free = n;
		}
		model_forget(slotpool_stats(&pool).capacity);
	} else if (next_random() % 4 == 0) {
		slotpool_clear(&pool);
		memset(model.id, 0, sizeof(model.id));
		model.free = model.border = model.count = model.next = 0;
	}
}

static void assert_model(void)
{
	uint32_t i, n = 0;

	assert_int_equal(slotpool_count(&pool), model.count);
	assert_int_equal(pool.base.border, model.border);
	assert_whole();
	for (i = 0; i < KEPT; i++) {
		const struct bullet *b = slotpool_get_entry(
			&pool, kept[i].handle, const struct bullet, idx);

		assert_ptr_equal(slotpool_get_u32(
					 &pool,
					 slotpool_handle_to_u32(&pool,
								kept[i].handle),
					 const struct bullet, idx),
				 b);
		if (kept[i].id && model.id[kept[i].index] == kept[i].id)
			assert_int_equal(b->id, kept[i].id);
		else
			assert_null(b);
	}
	slotpool_for_each_entry (pos, &pool, const struct bullet, idx) {
		while (!model.id[n])
			n++;
		assert_int_equal(pos->id, model.id[n]);
		n++;
	}
}

/* A loop whose body does anything, with loops in it. */
static void model_loop(enum slotpool_reuse order, unsigned int depth)
{
	uint32_t at = 0;
	unsigned int k;

	slotpool_for_each_entry (pos, &pool, struct bullet, idx) {
		while (at < SLOTS && !model.id[at])
			at++;
		assert_int_equal(pos->id, model.id[at]);
		assert_int_equal(index_of(pos), at);
		for (k = next_random() % 4; k; k--)
			model_change(order);
		if (depth < 3 && next_random() % 64 == 0)
			model_loop(order, depth + 1);
		if (next_random() % 200 == 0)
			return;
		at++;
	}
	/* It ended because there was no more. */
	for (; at < SLOTS; at++)
		assert_int_equal(model.id[at], 0);
}

/* Runs visit what is live, all of it, in order. */
static void model_runs(void)
{
	uint32_t at = 0, i;

	slotpool_for_each_run (pos, n, &pool, struct bullet, idx) {
		for (i = 0; i < n; i++) {
			while (at < SLOTS && !model.id[at])
				at++;
			assert_int_equal(pos[i].id, model.id[at]);
			at++;
		}
	}
}

static void random_calls_agree_with_a_model(void **state)
{
	const unsigned int rounds = LISH_CHECK >= 2 ? 300 : 1000;
	unsigned int round, k;
	enum slotpool_reuse order;
	uint32_t first_id, hash[2];
	uint64_t seed;
	size_t size;

	for (order = LAST_FREED; order < ORDERS; order++) {
		setup(state);
		make_pool(order, SLOTS);
		slotpool_set_index_bits(&pool, 10);
		memset(&model, 0, sizeof(model));
		memset(kept, 0, sizeof(kept));
		next_id = 0;
		random_state = 11;
		for (round = 0; round < rounds; round++) {
			for (k = next_random() % 30; k; k--)
				model_change(order);
			assert_model();
			if (round % 8 == 1)
				model_loop(order, 0);
			model_runs();
			assert_model();
			if (round % 16 != 15)
				continue;
			/* Go on twice from here: the same both times. */
			size = save();
			saved_model = model;
			first_id = next_id;
			seed = random_state;
			for (k = 0; k < 2; k++) {
				unsigned int steps;

				if (k) {
					assert_int_equal(load(size), 0);
					model = saved_model;
					memset(kept, 0, sizeof(kept));
					next_id = first_id;
					random_state = seed;
				}
				for (steps = 0; steps < 50; steps++)
					model_change(order);
				assert_model();
				hash[k] = (uint32_t)slotpool_save_size(&pool);
				assert_int_equal(slotpool_save(&pool, again,
							       sizeof(again)),
						 0);
				hash[k] ^= (uint32_t)sum_of(
					0, (const unsigned char *)again,
					slotpool_save_size(&pool));
			}
			assert_int_equal(hash[0], hash[1]);
		}
		slotpool_destroy(&pool);
	}
}

/* The same on every machine: that is the contract. */
static void the_history_is_the_same_everywhere(void **state)
{
	static const uint32_t hashes[ORDERS] = { 0x2839b78c, 0x7bee4a03,
						   0xee230074 };
	enum slotpool_reuse order;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		make_pool(order, 0);
		assert_int_equal(live_on(42, 2000), hashes[order]);
	}
}

/* alloc_at where nothing can be, now or ever: NULL, and nothing is reported. */
static void alloc_beyond(char what, void *object)
{
	(void)object;
	diary.then = NULL;
	assert_int_equal(what, 'm');
	assert_null(slotpool_alloc_at_entry(&pool, 40, struct bullet, idx));
}

static void alloc_at_finds_nothing_where_nothing_can_be(void **state)
{
	struct lish_config config = LISH_CONFIG_INIT;
	SLOTPOOL_STORAGE(fixed, struct bullet, 4);

	(void)state;
	config.initial = 64;
	config.no_grow = true;
	assert_int_equal(slotpool_init(&pool, struct bullet, idx, &config), 0);
	assert_null(slotpool_alloc_at_entry(&pool, slotpool_stats(&pool).capacity,
					    struct bullet, idx));
	assert_null(slotpool_alloc_at_entry(&pool, 0xffffffff, struct bullet,
					    idx));
	/* A slot that lived all its lives. */
	assert_non_null(slotpool_alloc_at_entry(&pool, 3, struct bullet, idx));
	slotpool_at_slot_(&pool, 3)[1] = SLOTPOOL_RETIRED_ - 1;
	assert_true(slotpool_free_at(&pool, 3));
	assert_int_equal(slotpool_stats(&pool).retired, 1);
	assert_null(slotpool_alloc_at_entry(&pool, 3, struct bullet, idx));
	assert_int_equal(slotpool_check(&pool, NULL), LISH_OK);
	slotpool_trim(&pool);
	assert_int_equal(slotpool_check(&pool, NULL), LISH_OK);
	slotpool_destroy(&pool);
	config.no_grow = false;
	assert_int_equal(slotpool_init(&pool, struct bullet, idx, &config), 0);
	assert_null(slotpool_alloc_at_entry(&pool, 0xffffffff, struct bullet,
					    idx));
	slotpool_destroy(&pool);
	slotpool_init_in(&pool, struct bullet, idx, &fixed);
	assert_null(slotpool_alloc_at_entry(&pool, 4, struct bullet, idx));
	slotpool_destroy(&pool);
	/* Slots are made in order: not while one is. */
	config.initial = 0;
	config.hooks = &diary_hooks;
	config.ctx = &diary;
	assert_int_equal(slotpool_init(&pool, struct bullet, idx, &config), 0);
	diary.then = alloc_beyond;
	assert_non_null(slotpool_alloc_entry(&pool, struct bullet, idx));
	assert_null(diary.then);
	assert_int_equal(slotpool_count(&pool), 1);
	slotpool_destroy(&pool);
}

#define test(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

POOL_TEST_OVERWRITTEN(slotpool, idx, "f4 f3 f2 f0")

POOL_TEST_RESERVE(slotpool, idx)

POOL_TEST_OVERWRITTEN_TRIM(slotpool, idx, 0)

/* The slots of overwritten objects have retired. */
POOL_TEST_HOOKS(slotpool, idx, SLOTPOOL_STORAGE, 1)

static uint32_t hook_visits(void)
{
	uint32_t n = 0;

	slotpool_for_each_entry(b, &hooked, struct bullet, idx) {
		hook_visit(b);
		n++;
	}
	return n;
}

/* clear leaves free slots on the stack if one is retired; destroy does not. */
static void destroy_hands_out_nothing_beside_retired_slots(void **state)
{
	static const struct lish_pool_hooks hooks = { NULL, NULL, NULL,
						      hook_unmake };
	struct lish_config config = LISH_CONFIG_INIT;
	enum slotpool_reuse order;
	unsigned int i;

	(void)state;
	for (order = LAST_FREED; order < ORDERS; order++) {
		memset(&hook_model, 0, sizeof(hook_model));
		hook_model.leaving = -1;
		config.hooks = &hooks;
		config.reuse = order;
		assert_int_equal(slotpool_init(&hooked, struct bullet, idx,
					       &config),
				 0);
		for (i = 0; i < 5; i++)
			assert_non_null(hook_alloc());
		slotpool_at_slot_(&hooked, 3)[1] = SLOTPOOL_RETIRED_ - 1;
		hook_model.turn = 'd';
		slotpool_destroy(&hooked);
		assert_int_equal(hook_model.calls, 5);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(alloc_at_finds_nothing_where_nothing_can_be),
		test(a_defined_pool_needs_no_call),
		test(init_allocates_a_little_only),
		test(a_failed_init_leaves_a_zero_pool),
		test(the_limit_may_be_any_number),
		test(init_takes_initial_memory_or_is_undone),
		test(a_limit_takes_the_side_arrays_at_once),
		test(init_in_takes_memory_of_any_content),
		test(a_cleared_pool_begins_at_its_first_slot),
		test(a_destroyed_pool_is_zero),
		test(only_a_new_pool_of_fixed_capacity_takes_an_order),
		test(an_unknown_order_is_refused),
		test(last_freed_is_handed_out_first),
		test(the_border_falls_by_one_even_over_holes),
		test(lowest_hands_out_the_lowest),
		test(alloc_tail_takes_the_slot_behind_the_border),
		test(alloc_at_takes_the_index_it_is_told),
		test(alloc_at_that_finds_no_memory_changes_nothing),
		test(alloc_at_makes_what_it_passes),
		test(zalloc_zeroes_all_but_the_node),
		test(an_object_keeps_its_bytes_without_zalloc),
		test(objects_are_freed_by_object_index_and_handle),
		test(the_peak_is_exact),
		test(the_peak_is_exact_after_load),
		test(growth_keeps_the_order),
		test(stats_count_each_byte),
		test(growth_while_little_is_live_keeps_nothing_of_the_dead),
		test(no_grow_takes_memory_in_reserve_only),
		test(questions_are_answered_for_live_and_dead),
		test(next_live_finds_the_next_one),
		test(a_handle_finds_its_object_and_no_other),
		test(the_null_handle_is_zero_and_finds_nothing),
		test(handles_travel_as_one_number),
		test(clear_keeps_old_handles_dead),
		test(a_slot_retires_before_a_generation_comes_back),
		test(a_retired_slot_never_lowers_the_border),
		test(clear_retires_too),
		test(trim_keeps_retired_slots),
		test(new_memory_after_trim_begins_above_old_lives),
#if LISH_CHECK == 1
		test(an_overwritten_free_slot_retires),
		test(a_node_overwritten_at_the_border_retires_its_slot),
		test(skipped_slots_that_were_overwritten_retire),
		test(copies_of_whole_objects_are_refused),
#endif
		test(every_loop_visits_every_state),
		test(shares_of_any_kind_are_exact),
		test(no_two_shares_have_a_line_of_a_side_array),
		test(a_span_loop_writes_nothing_to_the_pool),
		test(a_share_ends_where_the_border_was),
		test(runs_end_with_their_word),
		test(a_run_begins_and_ends_at_any_bit),
		test(runs_visit_what_lives_when_they_begin),
		test(loops_are_left_by_break),
		test(a_loop_visits_what_lies_behind_when_it_moves_on),
		test(a_loop_survives_clear_and_trim),
		test(loops_nest),
		test(every_macro_evaluates_its_arguments_once),
		test(the_lowest_is_found_on_every_level),
		test(a_number_of_32_bits_finds_its_object),
		test(a_number_of_32_bits_wants_index_bits),
		test(any_number_of_32_bits_is_harmless),
		test(a_slot_retires_before_its_number_wraps),
		test(numbers_of_32_bits_are_saved),
		test(index_bits_must_fit),
		test(next_goes_on_after_the_last),
		test(next_uses_all_of_a_fixed_pool),
		test(next_survives_trim),
		test(next_is_found_on_every_level),
		test(the_hint_waits_for_the_first_word),
		test(gaps_are_slots_like_others),
		test(summaries_of_many_slots_are_checked),
		test(the_lowest_is_found_in_pools_of_every_size),
		test(reserve_makes_alloc_sure),
		test(trim_gives_back_chunks_behind_the_last_live_one),
		test(a_failed_allocation_changes_nothing),
		test(a_failed_reserve_changes_nothing),
		test(memory_per_object_is_small),
		test(objects_are_aligned_as_their_type_wants),
		test(hooks_run_at_the_turns_of_life),
		test(trim_unmakes_and_growth_makes_again),
		test(a_hook_may_not_free_its_own_object),
		test(a_hook_may_free_and_alloc_others),
		test(overwritten_objects_are_freed_with_all),
		test(a_failed_reserve_keeps_no_memory),
		test(trim_keeps_what_was_overwritten),
		test(hooks_see_one_pool),
		test(destroy_hands_out_nothing_beside_retired_slots),
		test(without_fini_no_object_is_looked_at),
		test(clear_ends_whatever_fini_does),
		test(set_hooks_makes_objects_known_to_them),
		test(set_hooks_makes_retired_slots_too),
		test(make_in_set_hooks_is_handed_nothing_unmade),
		test(alloc_at_in_set_hooks_gets_nothing),
		test(freed_objects_are_poisoned_but_for_the_node),
		test(after_load_the_same_calls_give_the_same),
		test(a_full_pool_is_saved),
		test(an_empty_pool_is_saved_too),
		test(save_needs_all_of_its_size),
		test(load_gives_handles_back_and_kills_later_ones),
		test(save_refuses_overwritten_nodes),
		test(only_the_chosen_bytes_are_saved),
		test(chosen_bytes_may_begin_anywhere_in_the_object),
		test(load_after_clear_knows_the_dead),
		test(alloc_leaves_the_bytes),
		test(zalloc_zeroes_before_init_on_dirty_memory),
		test(the_quick_path_keeps_the_order_with_many_free_slots),
		test(a_span_may_be_any_two_numbers),
		test(a_span_of_all_ends_at_the_border_of_its_start),
		test(prev_live_finds_the_last_one_up_to_an_index),
		test(a_reverse_loop_visits_by_index_from_the_last),
		test(a_reverse_loop_survives_what_its_body_does),
		test(a_reverse_loop_finds_a_new_chunk),
		test(load_takes_memory_or_changes_nothing),
		test(a_snapshot_begins_with_its_number),
		test(a_snapshot_of_another_pool_is_refused),
		test(a_damaged_snapshot_is_refused_and_changes_nothing),
		test(random_damage_is_refused),
		test(a_snapshot_that_is_whole_but_wrong_is_refused),
		test(load_runs_make_but_neither_init_nor_fini),
		test(make_in_alloc_at_may_use_what_is_made),
		test(what_make_does_in_load_is_gone_afterwards),
		test(load_poisons_and_revives),
		test(a_static_pool_that_was_never_used_is_loaded),
		test(a_loop_survives_load),
		test(load_brings_the_generations_of_slots_behind_the_border),
		test(check_names_the_first_fault),
		test(lib_refuses_a_zero_pool_at_every_level),
		test(a_part_beyond_the_parts_is_reported),
#if LISH_CHECK >= 1
		test(freeing_what_is_not_live_is_refused),
		test(the_objects_of_another_pool_are_foreign),
		test(an_index_just_behind_the_border_is_refused),
		test(an_overwritten_object_is_refused),
		test(a_pool_of_another_type_is_reported),
		test(a_zero_pool_is_reported),
		test(a_handle_no_pool_ever_gave_finds_nothing),
#endif
#if LISH_CHECK >= 2
		test(level_2_looks_at_the_whole_pool),
#endif
		test(random_calls_agree_with_a_model),
		test(the_history_is_the_same_everywhere),
	};

	return run_test_group(tests);
}
