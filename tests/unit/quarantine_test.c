/* SPDX-License-Identifier: MIT */
/*
 * Tests of LISH_QUARANTINE: a slot is used again after that many others were freed. They have pools
 * of their own, built with it and at level 2, so that each change checks the whole pool.
 */
#define LISH_QUARANTINE 4
#undef LISH_CHECK
#define LISH_CHECK 2
#include "../../lib/core/pool.c"
#include "../../lib/core/pool_growth.c"
#include "../../lib/core/pool_hooks.c"
#include "../../lib/core/pool_stack.c"
#include "../../lib/ipool.c"
#include "../../lib/densepool.c"
#include "../../lib/listpool.c"
#include "../../lib/slotpool.c"
#include "../../lib/slotpool_lease.c"
#include "../../lib/slotpool_gaps.c"
#include "../../lib/slotpool_orders.c"
#include "../../lib/save.c"

#include "test.h"

#define OBJECT(kind, node)      \
	struct kind##_object {  \
		char first[8];  \
		struct node at; \
		char last[40];  \
	}
OBJECT(ipool, ipool_idx);
OBJECT(densepool, densepool_idx);
OBJECT(listpool, listpool_node);
OBJECT(slotpool, slotpool_idx);

#define ALLOC(kind, pool) kind##_alloc_entry(pool, struct kind##_object, at)
#define ZALLOC(kind, pool) kind##_zalloc_entry(pool, struct kind##_object, at)
#define FREE(kind, pool, object) kind##_free(pool, &(object)->at)

/* The most objects of a test, and the free ones in the order of their deaths. */
#define MOST 200u
static const void *dead[MOST];
static unsigned int deaths;

static void died(const void *object)
{
	dead[deaths++] = object;
}

/* An object is live again. How many died after it; -1: it was not among them. */
static int born(const void *object)
{
	unsigned int i = deaths, newer;

	while (i && dead[i - 1] != object)
		i--;
	if (!i)
		return -1;
	newer = deaths - i;
	memmove(dead + i - 1, dead + i, newer * sizeof(*dead));
	deaths--;
	return (int)newer;
}

/* trim has released memory. */
static void keep_owned(const struct lish_pool_ *pool)
{
	unsigned int from, to = 0;

	for (from = 0; from < deaths; from++) {
		if (lish_pool_find_(pool, dead[from]) >= 0)
			dead[to++] = dead[from];
	}
	deaths = to;
}

static unsigned int made, inits, finis, unmade;

static void count_make(void *ctx, void *object)
{
	(void)ctx;
	(void)object;
	made++;
}

static void count_init(void *ctx, void *object)
{
	(void)ctx;
	(void)object;
	inits++;
}

static void count_fini(void *ctx, void *object)
{
	(void)ctx;
	(void)object;
	finis++;
}

static void count_unmake(void *ctx, void *object)
{
	(void)ctx;
	(void)object;
	unmade++;
}

static const struct lish_pool_hooks counting = { count_make, count_init, count_fini,
						 count_unmake };

#define POOL_TESTS(kind)                                                                           \
	/* Random births, deaths and clears; limit 0: it grows. */                                 \
	static void kind##_works(const struct lish_config *config, uint32_t most)                  \
	{                                                                                          \
		struct kind##_object *live[MOST], *object;                                         \
		unsigned int n = 0, early = 0, step, i;                                            \
		uint32_t seed = 1;                                                                 \
		struct kind pool;                                                                  \
		int newer;                                                                         \
                                                                                                   \
		deaths = 0;                                                                        \
		assert_int_equal(kind##_init(&pool, struct kind##_object, at, config), 0);         \
		for (step = 0; step < 6000; step++) {                                              \
			seed = seed * 1664525u + 1013904223u;                                      \
			i = seed >> 8;                                                             \
			if (i % 600 == 7) {                                                        \
				kind##_clear(&pool);                                               \
				n = deaths = 0;                                                    \
			} else if (i % 600 == 8) {                                                 \
				kind##_trim(&pool);                                                \
				keep_owned(&pool.base);                                            \
			} else if (seed >> 31 && n) {                                              \
				object = live[i % n];                                              \
				n--;                                                               \
				live[i % (n + 1)] = live[n];                                       \
				FREE(kind, &pool, object);                                         \
				died(object);                                                      \
			} else if (n < most) {                                                     \
				object = seed & 0x4000 ? ALLOC(kind, &pool) : ZALLOC(kind, &pool); \
				assert_non_null(object);                                           \
				live[n++] = object;                                                \
				newer = born(object);                                              \
				/* Without an operating system they are not counted. */            \
				if (LISH_SYSTEM_ ? kind##_stats(&pool).early != early :            \
						   newer >= 0 && newer < LISH_QUARANTINE) {        \
					/* The one that died first, and there is no memory. */     \
					early++;                                                   \
					assert_true(config->limit && newer <= LISH_QUARANTINE);    \
					assert_int_equal(newer, deaths);                           \
				} else if (newer >= 0) {                                           \
					assert_int_equal(newer, LISH_QUARANTINE);                  \
				} else {                                                           \
					assert_true(deaths <= LISH_QUARANTINE);                    \
				}                                                                  \
			}                                                                          \
			assert_int_equal(kind##_count(&pool), n);                                  \
		}                                                                                  \
		assert_int_equal(early > 0, config->limit > 0);                                    \
		assert_int_equal(kind##_stats(&pool).failed, 0);                                   \
		kind##_destroy(&pool);                                                             \
	}                                                                                          \
                                                                                                   \
	TEST(kind##_uses_a_slot_again_when_others_have_died)                                       \
	{                                                                                          \
		struct lish_config config = LISH_CONFIG_INIT;                                      \
                                                                                                   \
		config.initial = MOST;                                                             \
		kind##_works(&config, 50);                                                         \
		config.hooks = &counting;                                                          \
		kind##_works(&config, 50);                                                         \
		assert_int_equal(made, unmade);                                                    \
		assert_int_equal(inits, finis);                                                    \
	}                                                                                          \
                                                                                                   \
	TEST(kind##_that_is_exhausted_takes_the_oldest)                                            \
	{                                                                                          \
		struct lish_config config = LISH_CONFIG_INIT;                                      \
                                                                                                   \
		config.limit = 50;                                                                 \
		config.initial = 50;                                                               \
		kind##_works(&config, 50);                                                         \
		config.hooks = &counting;                                                          \
		kind##_works(&config, 50);                                                         \
		assert_int_equal(made, unmade);                                                    \
		assert_int_equal(inits, finis);                                                    \
	}                                                                                          \
                                                                                                   \
	TEST(kind##_of_an_initialiser_has_a_quarantine)                                            \
	{                                                                                          \
		struct kind##_object *a = ALLOC(kind, &kind##_fixed), *b;                          \
		unsigned int i;                                                                    \
                                                                                                   \
		/* Of five, one stays live: four slots do not suffice. */                          \
		assert_non_null(ALLOC(kind, &kind##_fixed));                                       \
		for (i = 0; i < 4; i++) {                                                          \
			assert_int_equal(kind##_stats(&kind##_fixed).early, 0);                    \
			FREE(kind, &kind##_fixed, a);                                              \
			b = ALLOC(kind, &kind##_fixed);                                            \
			assert_ptr_not_equal(a, b);                                                \
			a = b;                                                                     \
		}                                                                                  \
		assert_int_equal(kind##_stats(&kind##_fixed).early, LISH_SYSTEM_);                 \
		kind##_destroy(&kind##_fixed);                                                     \
	}

static IPOOL_STORAGE(ipool_memory, struct ipool_object, 5);
static struct ipool ipool_fixed = IPOOL_INIT(ipool_memory, struct ipool_object, at);
static DENSEPOOL_STORAGE(densepool_memory, struct densepool_object, 5);
static struct densepool densepool_fixed =
	DENSEPOOL_INIT(densepool_memory, struct densepool_object, at);
static LISTPOOL_STORAGE(listpool_memory, struct listpool_object, 5);
static struct listpool listpool_fixed =
	LISTPOOL_INIT(listpool_fixed, listpool_memory, struct listpool_object, at);
static SLOTPOOL_STORAGE(slotpool_memory, struct slotpool_object, 5);
static struct slotpool slotpool_fixed =
	SLOTPOOL_INIT(slotpool_memory, struct slotpool_object, at);

POOL_TESTS(ipool)
POOL_TESTS(densepool)
POOL_TESTS(listpool)
POOL_TESTS(slotpool)

/* Births at the end: the border does not rise forever, and the objects die in turn. */
TEST(slotpool_alloc_tail_stays_in_its_memory)
{
	struct slotpool_object *a, *last = NULL;
	struct slotpool pool;
	unsigned int i;

	assert_int_equal(slotpool_init(&pool, struct slotpool_object, at, NULL), 0);
	assert_non_null(ALLOC(slotpool, &pool));
	for (i = 0; i < 1000; i++) {
		a = slotpool_alloc_tail_entry(&pool, struct slotpool_object, at);
		assert_non_null(a);
		assert_true(a != last);
		assert_int_equal(slotpool_index_of(&pool, &a->at), 1 + i % (LISH_QUARANTINE + 1));
		FREE(slotpool, &pool, a);
		last = a;
	}
	assert_int_equal(slotpool_stats(&pool).early, 0);
	slotpool_destroy(&pool);
}

/* The slots that wait are lent last. What a lease has not used waits again. */
TEST(slotpool_lends_no_slot_that_waits)
{
	struct slotpool_object *objects[20], *lent;
	struct lish_config config = LISH_CONFIG_INIT;
	static struct slotpool_death lease_deaths[4];
	static uint32_t slots[8];
	struct slotpool_lease lease, *const leases[1] = { &lease };
	struct slotpool pool;
	unsigned int i, births;

	config.initial = 30;
	config.hooks = &counting;
	for (births = 0; births < 8; births++) {
		assert_int_equal(slotpool_init(&pool, struct slotpool_object, at, &config), 0);
		deaths = 0;
		for (i = 0; i < 20; i++)
			objects[i] = ALLOC(slotpool, &pool);
		for (i = 0; i < 20; i += 2) {
			FREE(slotpool, &pool, objects[i]);
			died(objects[i]);
		}
		slotpool_lease_init(&lease, slots, 8, lease_deaths, 4);
		assert_int_equal(slotpool_lend(&pool, leases, 1), 0);
		for (i = 0; i < births; i++) {
			lent = slotpool_lease_alloc_entry(&lease, struct slotpool_object, at);
			assert_non_null(lent);
			/* Six of ten slots may be lent, and then fresh ones. */
			assert_int_equal(born(lent), i < 6 ? LISH_QUARANTINE : -1);
		}
		slotpool_commit(&pool, leases, 1);
		assert_int_equal(slotpool_check(&pool, NULL), LISH_OK);
		assert_int_equal(slotpool_count(&pool), 10 + births);
		assert_int_equal(slotpool_stats(&pool).early, 0);
		slotpool_destroy(&pool);
	}
	assert_int_equal(made, unmade);
	assert_int_equal(inits, finis);
}

/* A pool that was loaded takes its slots as the pool that was saved. */
TEST(slotpool_saves_what_waits)
{
	struct slotpool_object *objects[20];
	struct slotpool pool, copy;
	static char bytes[8192];
	unsigned int i;

	assert_int_equal(slotpool_init(&pool, struct slotpool_object, at, NULL), 0);
	assert_int_equal(slotpool_init(&copy, struct slotpool_object, at, NULL), 0);
	for (i = 0; i < 20; i++)
		objects[i] = ZALLOC(slotpool, &pool);
	for (i = 0; i < 20; i += 3)
		FREE(slotpool, &pool, objects[i]);
	FREE(slotpool, &pool, objects[19]);
	assert_int_equal(slotpool_save(&pool, bytes, sizeof(bytes), NULL), 0);
	assert_int_equal(slotpool_load(&copy, bytes, sizeof(bytes), NULL), 0);
	for (i = 0; i < 20; i++) {
		objects[0] = ALLOC(slotpool, &pool);
		objects[1] = ALLOC(slotpool, &copy);
		assert_int_equal(slotpool_index_of(&pool, &objects[0]->at),
				 slotpool_index_of(&copy, &objects[1]->at));
	}
	slotpool_destroy(&copy);
	slotpool_destroy(&pool);
}

/* As with LISH_QUARANTINE_ENV_ and no such variable: the pool takes the slot that died last. */
TEST(slotpool_without_a_quarantine_lends_what_died_last)
{
	static struct slotpool_death lease_deaths[4];
	static uint32_t slots[2];
	struct slotpool_lease lease, *const leases[1] = { &lease };
	struct lish_config config = LISH_CONFIG_INIT;
	struct slotpool_object *objects[9];
	struct slotpool pool;
	unsigned int i, order;

	config.initial = 30;
	slotpool_lease_init(&lease, slots, 2, lease_deaths, 4);
	for (order = LISH_LAST_FREED; order <= LISH_NEXT; order++) {
		config.reuse = (enum lish_reuse)order;
		assert_int_equal(slotpool_init(&pool, struct slotpool_object, at, &config), 0);
		pool.base.watch &= (uint8_t)~LISH_POOL_WAIT_;
		slotpool_refresh_(&pool);
		for (i = 0; i < 9; i++)
			objects[i] = ALLOC(slotpool, &pool);
		FREE(slotpool, &pool, objects[3]);
		/* The border falls at once, but not in the order next. */
		FREE(slotpool, &pool, objects[8]);
		assert_int_equal(pool.base.border, order == LISH_NEXT ? 9 : 8);
		assert_int_equal(slotpool_lend(&pool, leases, 1), 0);
		objects[0] = slotpool_lease_alloc_entry(&lease, struct slotpool_object, at);
		slotpool_commit(&pool, leases, 1);
		assert_int_equal(slotpool_index_of(&pool, &objects[0]->at), 3);
		slotpool_destroy(&pool);
	}
}

/* The orders by bits take the same slots as ever. */
TEST(slotpool_with_an_order_of_its_own_has_no_quarantine)
{
	static uint32_t slots[1];
	struct slotpool_lease lease, *const leases[1] = { &lease };
	struct lish_config config = LISH_CONFIG_INIT;
	struct slotpool_object *objects[9], *tail;
	struct slotpool pool;
	unsigned int i;

	config.reuse = LISH_LOWEST;
	assert_int_equal(slotpool_init(&pool, struct slotpool_object, at, &config), 0);
	for (i = 0; i < 9; i++)
		objects[i] = ALLOC(slotpool, &pool);
	FREE(slotpool, &pool, objects[3]);
	assert_ptr_equal(ALLOC(slotpool, &pool), objects[3]);
	FREE(slotpool, &pool, objects[3]);
	tail = slotpool_alloc_tail_entry(&pool, struct slotpool_object, at);
	assert_int_equal(slotpool_index_of(&pool, &tail->at), 9);
	slotpool_lease_init(&lease, slots, 1, NULL, 0);
	assert_int_equal(slotpool_lend(&pool, leases, 1), 0);
	assert_int_equal(slots[0], 3);
	slotpool_commit(&pool, leases, 1);
	slotpool_destroy(&pool);
}

/* An index of the caller does not wait. */
TEST(slotpool_alloc_at_takes_a_slot_that_waits)
{
	struct slotpool_object *objects[9];
	struct slotpool pool;
	unsigned int i;

	assert_int_equal(slotpool_init(&pool, struct slotpool_object, at, NULL), 0);
	for (i = 0; i < 9; i++)
		objects[i] = ALLOC(slotpool, &pool);
	FREE(slotpool, &pool, objects[3]);
	assert_ptr_equal(slotpool_alloc_at_entry(&pool, 3, struct slotpool_object, at), objects[3]);
	slotpool_destroy(&pool);
}

/* The border falls to the last slot that is live, or that no birth takes. */
TEST(slotpool_alloc_tail_begins_above_what_is_live)
{
	static const struct {
		unsigned int live, retired;
		int32_t first;
	} cases[] = { { 0, 0, 0 }, { 3, 0, 3 }, { 3, 7, 8 }, { 19, 0, 19 } };
	struct slotpool_object *objects[20], *tail;
	struct lish_config config = LISH_CONFIG_INIT;
	struct slotpool pool;
	unsigned int i, j;

	config.initial = 20;
	config.limit = 20;
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		assert_int_equal(slotpool_init(&pool, struct slotpool_object, at, &config), 0);
		for (j = 0; j < 19; j++)
			objects[j] = ALLOC(slotpool, &pool);
		if (cases[i].retired) {
			objects[cases[i].retired]->at.generation = pool.last - 1;
			slotpool_age_(&pool, pool.last - 1);
		}
		/* The lowest one is free too. */
		for (j = 19; j-- > 0;)
			if (j >= cases[i].live || !j)
				FREE(slotpool, &pool, objects[j]);
		tail = slotpool_alloc_tail_entry(&pool, struct slotpool_object, at);
		assert_non_null(tail);
		assert_int_equal(slotpool_index_of(&pool, &tail->at), cases[i].first);
		slotpool_destroy(&pool);
	}
}

/* A birth that finds few enough slots takes a fresh one, and memory for it. */
TEST(ipool_grows_rather_than_use_a_slot_early)
{
	struct lish_config config = LISH_CONFIG_INIT;
	struct ipool_object *objects[64], *b;
	struct ipool pool;
	uint32_t limit;
	unsigned int i;

	config.step = 64;
	for (limit = 64; limit <= 128; limit += 64) {
		config.limit = limit;
		assert_int_equal(ipool_init(&pool, struct ipool_object, at, &config), 0);
		for (i = 0; i < 64; i++)
			objects[i] = ALLOC(ipool, &pool);
		FREE(ipool, &pool, objects[5]);
		b = ALLOC(ipool, &pool);
		assert_int_equal(ipool_index_of(&pool, &b->at), limit == 64 ? 5 : 64);
		assert_int_equal(ipool_stats(&pool).capacity, limit);
		ipool_destroy(&pool);
	}
}

#if LISH_RELOADS_
/* Growth would call an allocator of code that is gone. */
TEST(ipool_of_a_load_before_takes_a_slot_early)
{
	struct lish_mem memory = lish_mem_default;
	struct lish_config config = LISH_CONFIG_INIT;
	struct ipool_object *objects[64];
	struct ipool pool;
	unsigned int i;

	config.step = 64;
	config.mem = &memory;
	assert_int_equal(ipool_init(&pool, struct ipool_object, at, &config), 0);
	for (i = 0; i < 64; i++)
		objects[i] = ALLOC(ipool, &pool);
	assert_int_equal(ipool_stats(&pool).capacity, 64);
	FREE(ipool, &pool, objects[5]);
	pool.base.load ^= 4;
	assert_ptr_equal(ALLOC(ipool, &pool), objects[5]);
	pool.base.load ^= 4;
	ipool_destroy(&pool);
}
#endif

/* Hooks and a quarantine: the birth of a lease looks at both. */
TEST(slotpool_lease_runs_init_if_there_is_one)
{
	static const struct lish_pool_hooks no_init = { count_make, NULL, count_fini, NULL };
	static const struct lish_pool_hooks *const hooks[] = { NULL, &no_init, &counting };
	static uint32_t slots[1];
	struct slotpool_lease lease, *const leases[1] = { &lease };
	struct lish_config config = LISH_CONFIG_INIT;
	struct slotpool pool;
	unsigned int i, before;

	slotpool_lease_init(&lease, slots, 1, NULL, 0);
	for (i = 0; i < ARRAY_SIZE(hooks); i++) {
		config.hooks = hooks[i];
		before = inits;
		assert_int_equal(slotpool_init(&pool, struct slotpool_object, at, &config), 0);
		assert_int_equal(slotpool_lend(&pool, leases, 1), 0);
		assert_non_null(slotpool_lease_alloc_entry(&lease, struct slotpool_object, at));
		assert_int_equal(inits - before, hooks[i] == &counting);
		slotpool_commit(&pool, leases, 1);
		slotpool_destroy(&pool);
	}
}

TEST_MAIN(NULL, NULL)
