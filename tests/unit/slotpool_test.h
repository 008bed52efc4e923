/* SPDX-License-Identifier: MIT */
/*
 * slotpool_test.h - what the tests of slotpool share
 *
 * Pictures show the slots in the order of their indices: a letter is live, a dot
 * is free, | is the border, behind which nothing was used: [a.c|....]
 */
#ifndef LINUX_ISH_SLOTPOOL_TEST_H
#define LINUX_ISH_SLOTPOOL_TEST_H

#include "pool_test.h"

#include <linux-ish/save.h>

#include "../../lib/slotpool_slots.h"
#include "save_bytes.h"

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

/* What save() and load() save; NULL for all of an object. */
static const struct slotpool_format *format;

/* All orders, one after the other. */
#define LAST_FREED LISH_LAST_FREED
#define LOWEST LISH_LOWEST
#define NEXT LISH_NEXT
#define ORDERS ((enum lish_reuse)(LISH_NEXT + 1))

static inline int setup(void **state)
{
	static const struct test_mem fresh = TEST_MEM_INIT;

	(void)state;
	mem = fresh;
	format = NULL;
	memset(&diary, 0, sizeof(diary));
	diary.pool = &pool.base;
	memset(&pool, 0, sizeof(pool));
	memset(&second, 0, sizeof(second));
	return 0;
}

/* Nothing leaks, whatever the test did. */
static inline int teardown(void **state)
{
	(void)state;
	if (pool.base.size)
		slotpool_destroy(&pool);
	if (second.base.size)
		slotpool_destroy(&second);
	assert_int_equal(mem.bytes, 0);
	return 0;
}

static unsigned int decommits;

static inline bool test_decommit(struct lish_mem *from, void *ptr, size_t size, size_t align)
{
	assert_ptr_equal(from, &mem.mem);
	assert_int_equal(size, 64 * sizeof(struct bullet));
	assert_int_equal(align, 64);
	memset(ptr, 0, size);
	decommits++;
	return true;
}

static inline struct lish_config config_of(uint32_t limit)
{
	struct lish_config config = LISH_CONFIG_INIT;

	config.step = 64;
	config.limit = limit;
	config.mem = &mem.mem;
	config.ctx = &diary;
	return config;
}

static inline int init_with(struct slotpool *p, enum lish_reuse order,
			    const struct lish_config *config)
{
	struct lish_config copy = config ? *config : config_of(0);

	copy.reuse = order;
	return slotpool_init(p, struct bullet, idx, &copy);
}

/* A pool that grows by 64, up to limit; the one before goes. */
static inline void make(struct slotpool *p, enum lish_reuse order, uint32_t limit)
{
	const struct lish_config config = config_of(limit);

	if (p->base.size)
		slotpool_destroy(p);
	assert_int_equal(init_with(p, order, &config), 0);
}

static inline void make_pool(enum lish_reuse order, uint32_t limit)
{
	make(&pool, order, limit);
}

static inline void make_pool_with_hooks(enum lish_reuse order, uint32_t limit)
{
	struct lish_config config = config_of(limit);

	if (pool.base.size)
		slotpool_destroy(&pool);
	config.hooks = &diary_hooks;
	assert_int_equal(init_with(&pool, order, &config), 0);
	diary.text[0] = 0;
}

/* With handles of 32 bits. */
static inline void make_pool_with_bits(enum lish_reuse order, uint32_t limit, uint32_t bits)
{
	struct lish_config config = config_of(limit);

	if (pool.base.size)
		slotpool_destroy(&pool);
	config.index_bits = bits;
	assert_int_equal(init_with(&pool, order, &config), 0);
}

static const struct slotpool_handle null_handle;

/* For objects of which a test knows no more than the address. */
static inline struct slotpool_idx *node_of(const struct slotpool *p, const void *object)
{
	return (struct slotpool_idx *)((uintptr_t)object + p->base.offset);
}

static inline void give(struct slotpool *p, void *object)
{
	slotpool_free(p, node_of(p, object));
}

static inline bool lives(const struct slotpool *p, const void *object)
{
	return slotpool_contains(p, node_of(p, object));
}

static inline int32_t index_in(const struct slotpool *p, const void *object)
{
	return slotpool_index_of(p, node_of(p, object));
}

static inline bool same_handle(struct slotpool_handle a, struct slotpool_handle b)
{
	return a.slot == b.slot && a.generation == b.generation;
}

static inline struct slotpool_handle handle_of(const struct slotpool *p, const void *object)
{
	return slotpool_handle_of(p, node_of(p, object));
}

static inline bool live_at(const struct slotpool *p, uint32_t index)
{
	return slotpool_next_live(p, index) == (int32_t)index;
}

static inline struct slotpool_handle handle_at(const struct slotpool *p, uint32_t index)
{
	return live_at(p, index) ? handle_of(p, slotpool_at_entry(p, index, struct bullet, idx))
				 : null_handle;
}

static inline struct bullet *take(void)
{
	return slotpool_alloc_entry(&pool, struct bullet, idx);
}

static inline struct bullet *take_last(void)
{
	return slotpool_alloc_tail_entry(&pool, struct bullet, idx);
}

static inline int32_t index_of(const void *object)
{
	return object ? index_in(&pool, object) : -1;
}

/* The index that alloc hands out. */
static inline int32_t taken(void)
{
	return index_of(take());
}

/* Objects that are zero: what is not written is not known, and may not be saved. */
static inline void fill(uint32_t n)
{
	uint32_t i;

	for (i = 0; i < n; i++)
		assert_non_null(slotpool_zalloc_entry(&pool, struct bullet, idx));
}

static inline struct bullet *by_index(uint32_t index)
{
	return slotpool_at_entry(&pool, index, struct bullet, idx);
}

static inline void free_at(uint32_t index)
{
	assert_true(slotpool_free_at(&pool, index));
}

static inline void assert_whole(void)
{
	const struct slotpool_idx *fault;

	assert_int_equal(slotpool_check(&pool, &fault), LISH_OK);
	assert_null(fault);
}

/* Break something, see the reason, and repair it. */
static inline void set_(void *place, size_t size, uint64_t value)
{
	const uint32_t half = (uint32_t)value;
	const uint16_t quarter = (uint16_t)value;

	assert_true(size >= sizeof(quarter));
	memcpy(place, size == sizeof(quarter) ? (const void *)&quarter :
		      size == sizeof(half)    ? (const void *)&half :
						&value,
	       size);
}

#define assert_broken(place, value, why)                               \
	do {                                                           \
		const struct slotpool_idx *fault_;                     \
		const uint64_t old_ = (uint64_t)(place);               \
		(place) = (value);                                     \
		assert_int_equal(slotpool_check(&pool, &fault_), why); \
		assert_true(!fault_ || why == LISH_BAD_INDEX);         \
		assert_int_equal(slotpool_check(&pool, NULL), why);    \
		set_(&(place), sizeof(place), old_);                   \
		assert_whole();                                        \
	} while (0)

/* As after many lives. */
static inline void wear_out(struct slotpool *p, uint32_t index, uint32_t generation)
{
	slotpool_at_slot_(p, index)[1] = generation;
	slotpool_age_(p, generation);
}

/* The first slots read so: letters are live, dots are not. */
static inline void assert_slots(const char *picture)
{
	uint32_t i;

	for (i = 0; picture[i] && picture[i] != '|'; i++)
		assert_int_equal(live_at(&pool, i), picture[i] != '.');
	assert_int_equal(pool.base.border, i);
	assert_whole();
}

static uint64_t random_state;

static inline uint32_t next_random(void)
{
	random_state = random_state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(random_state >> 33);
}

static inline struct bullet *take_at(uint32_t index)
{
	struct bullet *b = slotpool_alloc_at_entry(&pool, index, struct bullet, idx);

	if (b) {
		assert_int_equal(index_of(b), index);
		b->id = index;
	}
	return b;
}

/* Indices that a loop visits, as text: "0 1 5". */
static char visited[2048];

static inline void visit(int32_t index)
{
	const size_t used = strlen(visited);

	snprintf(visited + used, sizeof(visited) - used, "%s%d", used ? " " : "", (int)index);
}

static inline uint32_t number_at(uint32_t index)
{
	return slotpool_handle_to_u32(&pool, handle_at(&pool, index));
}

static uint64_t buffer[4096], again[4096];

/* Save to the buffer; how many bytes. */
static inline size_t save(void)
{
	const size_t size = slotpool_save_size(&pool, format);

	assert_true(size <= sizeof(buffer));
	assert_int_equal(slotpool_save(&pool, buffer, size, format), 0);
	return size;
}

static inline int load(size_t size)
{
	return slotpool_load(&pool, buffer, size, format);
}

/* The pool is in the state that the buffer holds. */
static inline void assert_saved(size_t size)
{
	assert_int_equal(slotpool_save_size(&pool, format), size);
	assert_int_equal(slotpool_save(&pool, again, sizeof(again), format), 0);
	assert_memory_equal(buffer, again, size);
	assert_whole();
}

/* A zeroed object, for what is not written is not known. */
static inline struct bullet *take_zero(uint32_t id)
{
	struct bullet *b = slotpool_zalloc_entry(&pool, struct bullet, idx);

	if (b)
		b->id = id;
	return b;
}

/* Some random life; returns a hash of all that could be seen of it. */
static inline uint32_t live_on(uint64_t seed, unsigned int steps)
{
	uint32_t hash = 0;
	unsigned int i;
	struct bullet *b;
	int32_t at;

	random_state = seed;
	for (i = 0; i < steps; i++) {
		at = slotpool_next_live(&pool, next_random() % 150);
		if (next_random() % 2 && at >= 0) {
			give(&pool, slotpool_at_entry(&pool, (uint32_t)at, struct bullet, idx));
			continue;
		}
		b = take_zero(i);
		if (!b)
			continue;
		at = index_in(&pool, b);
		hash = hash * 31 + (uint32_t)at;
		hash = hash * 31 + handle_at(&pool, (uint32_t)at).generation;
	}
	slotpool_for_each_entry(pos, &pool, const struct bullet, idx)
		hash = (hash * 31 + pos->id) * 31 + (uint32_t)index_of(pos);
	return hash;
}

#endif /* LINUX_ISH_SLOTPOOL_TEST_H */
