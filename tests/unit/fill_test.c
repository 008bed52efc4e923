/* SPDX-License-Identifier: MIT */
/*
 * Tests of LISH_FILL: a write to a free object is found by the next alloc of its slot.
 * They have pools of their own, built with it; ASan and Valgrind shall not see the writes.
 */
#define LISH_FILL 24
#define LISH_NO_POISON
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

/* The node between: LISH_FILL ends in the bytes after it. */
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

static unsigned int hooked;

static void count_hook(void *ctx, void *object)
{
	(void)ctx;
	(void)object;
	hooked++;
}

static const struct lish_pool_hooks init_and_fini = { NULL, count_hook, count_hook, NULL };
static const struct lish_pool_hooks make_alone = { count_hook, NULL, NULL, NULL };
static const struct lish_pool_hooks unmake_alone = { NULL, NULL, NULL, count_hook };

static const struct lish_config *hooked_with(const struct lish_pool_hooks *hooks)
{
	static struct lish_config config;

	config.hooks = hooks;
	return &config;
}

#define ALLOC(kind, pool) kind##_alloc_entry(pool, struct kind##_object, at)
#define ZALLOC(kind, pool) kind##_zalloc_entry(pool, struct kind##_object, at)
#define FREE(kind, pool, object) kind##_free(pool, &(object)->at)

/* The next alloc finds a write to that byte, and gives the object all the same. */
#define ASSERT_FOUND(kind, pool, object, byte)                             \
	do {                                                               \
		void *got = NULL;                                          \
                                                                           \
		assert_reported(#kind ": write after free", LISH_NOT_LIVE, \
				got = ALLOC(kind, pool));                  \
		assert_ptr_equal(report.fault.container, pool);            \
		assert_ptr_equal(report.fault.node, byte);                 \
		/* Nobody knows who wrote. */                              \
		assert_null(report.fault.caller);                          \
		assert_ptr_equal(got, object);                             \
	} while (0)

#define POOL_TESTS(kind)                                                                         \
	static void kind##_finds_writes(struct kind *pool)                                       \
	{                                                                                        \
		struct kind##_object *a, *b = ALLOC(kind, pool);                                 \
		size_t i;                                                                        \
                                                                                                 \
		a = ALLOC(kind, pool);                                                           \
		for (i = 0; i < sizeof(a->first); i++) {                                         \
			FREE(kind, pool, a);                                                     \
			a->first[i] ^= 1;                                                        \
			ASSERT_FOUND(kind, pool, a, &a->first[i]);                               \
		}                                                                                \
		/* At most LISH_FILL bytes. */                                                   \
		for (i = 0; i < sizeof(a->last); i++) {                                          \
			FREE(kind, pool, a);                                                     \
			a->last[i] ^= 1;                                                         \
			if (i < LISH_FILL - sizeof(a->first)) {                                  \
				ASSERT_FOUND(kind, pool, a, &a->last[i]);                        \
				FREE(kind, pool, a);                                             \
			}                                                                        \
			assert_ptr_equal(ALLOC(kind, pool), a);                                  \
		}                                                                                \
		FREE(kind, pool, a);                                                             \
		a->last[0] = 0;                                                                  \
		a = NULL;                                                                        \
		assert_reported(#kind ": write after free", LISH_NOT_LIVE,                       \
				a = ZALLOC(kind, pool));                                         \
		for (i = 0; i < sizeof(a->last); i++)                                            \
			assert_int_equal(a->last[i], 0);                                         \
		FREE(kind, pool, a);                                                             \
		FREE(kind, pool, b);                                                             \
		assert_int_equal(kind##_check(pool, NULL), LISH_OK);                             \
	}                                                                                        \
                                                                                                 \
	TEST(kind##_reports_a_write_after_free)                                                  \
	{                                                                                        \
		struct kind pool;                                                                \
                                                                                                 \
		assert_int_equal(kind##_init(&pool, struct kind##_object, at, NULL), 0);         \
		kind##_finds_writes(&pool);                                                      \
		kind##_trim(&pool);                                                              \
		kind##_finds_writes(&pool);                                                      \
		kind##_destroy(&pool);                                                           \
	}                                                                                        \
                                                                                                 \
	/* clear fills too; it runs with fini and without. */                                    \
	TEST(kind##_reports_a_write_after_clear)                                                 \
	{                                                                                        \
		struct kind##_object *a;                                                         \
		struct kind pool;                                                                \
		int with;                                                                        \
                                                                                                 \
		for (with = 0; with < 2; with++) {                                               \
			assert_int_equal(kind##_init(&pool, struct kind##_object, at,            \
						     hooked_with(with ? &init_and_fini : NULL)), \
					 0);                                                     \
			a = ALLOC(kind, &pool);                                                  \
			memset(a->last, 1, sizeof(a->last));                                     \
			kind##_clear(&pool);                                                     \
			assert_ptr_equal(ALLOC(kind, &pool), a);                                 \
			kind##_clear(&pool);                                                     \
			a->last[1] = 0;                                                          \
			ASSERT_FOUND(kind, &pool, a, &a->last[1]);                               \
			kind##_destroy(&pool);                                                   \
		}                                                                                \
	}                                                                                        \
                                                                                                 \
	/* An object that is made keeps its content. */                                          \
	TEST(kind##_with_make_or_unmake_is_not_filled)                                           \
	{                                                                                        \
		struct kind##_object *a;                                                         \
		struct kind pool;                                                                \
		int with;                                                                        \
                                                                                                 \
		for (with = 0; with < 2; with++) {                                               \
			assert_int_equal(                                                        \
				kind##_init(&pool, struct kind##_object, at,                     \
					    hooked_with(with ? &make_alone : &unmake_alone)),    \
				0);                                                              \
			a = ALLOC(kind, &pool);                                                  \
			memset(a->last, 1, sizeof(a->last));                                     \
			FREE(kind, &pool, a);                                                    \
			assert_int_equal(a->last[0], 1);                                         \
			a->last[0] = 2;                                                          \
			assert_ptr_equal(ALLOC(kind, &pool), a);                                 \
			assert_int_equal(a->last[0], 2);                                         \
			kind##_destroy(&pool);                                                   \
		}                                                                                \
	}                                                                                        \
                                                                                                 \
	/* Objects that only their owners write to, in many lives. */                            \
	TEST(kind##_reports_no_sound_program)                                                    \
	{                                                                                        \
		struct kind##_object *live[100] = { NULL };                                      \
		struct kind pool;                                                                \
		uint32_t random = 1, i, at;                                                      \
                                                                                                 \
		assert_int_equal(kind##_init(&pool, struct kind##_object, at, NULL), 0);         \
		for (i = 0; i < 20000; i++) {                                                    \
			random = random * 1664525u + 1013904223u;                                \
			at = (random >> 16) % 100;                                               \
			if (live[at]) {                                                          \
				FREE(kind, &pool, live[at]);                                     \
				live[at] = NULL;                                                 \
			} else {                                                                 \
				live[at] = random & 0x8000 ? ZALLOC(kind, &pool)                 \
							   : ALLOC(kind, &pool);                 \
				memset(live[at]->first, (int)i, 8);                              \
				memset(live[at]->last, (int)i, 40);                              \
			}                                                                        \
			if (i % 1000 == 999) {                                                   \
				kind##_clear(&pool);                                             \
				memset(live, 0, sizeof(live));                                   \
				if (i % 2000 == 1999)                                            \
					kind##_trim(&pool);                                      \
			}                                                                        \
		}                                                                                \
		kind##_destroy(&pool);                                                           \
	}
POOL_TESTS(ipool)
POOL_TESTS(densepool)
POOL_TESTS(listpool)
POOL_TESTS(slotpool)

IPOOL_DEFINE_STATIC(of_fixed_capacity, struct ipool_object, at, 4);

TEST(a_pool_with_an_initialiser_is_filled)
{
	ipool_finds_writes(&of_fixed_capacity);
}

/* slotpool_alloc_at_entry() passes slots that were never used. */
TEST(passed_slots_are_filled)
{
	static const enum lish_reuse orders[] = { LISH_LAST_FREED, LISH_LOWEST, LISH_NEXT };
	struct lish_config config = LISH_CONFIG_INIT;
	struct slotpool_object *objects[8];
	struct slotpool pool;
	uint32_t i, order;

	for (order = 0; order < 3; order++) {
		config.reuse = orders[order];
		assert_int_equal(slotpool_init(&pool, struct slotpool_object, at, &config), 0);
		assert_non_null(slotpool_alloc_at_entry(&pool, 5, struct slotpool_object, at));
		for (i = 0; i < 8; i++) {
			objects[i] = ALLOC(slotpool, &pool);
			memset(objects[i], 1, sizeof(objects[i]->first));
		}
		slotpool_clear(&pool);
		assert_non_null(slotpool_alloc_at_entry(&pool, 7, struct slotpool_object, at));
		slotpool_destroy(&pool);
	}
	assert_int_equal(slotpool_init(&pool, struct slotpool_object, at, NULL), 0);
	objects[2] = slotpool_alloc_at_entry(&pool, 2, struct slotpool_object, at);
	assert_non_null(objects[2]);
	for (i = 0; i < 2; i++) {
		objects[i] = objects[2] - 2 + i;
		objects[i]->first[0] = 0;
		ASSERT_FOUND(slotpool, &pool, objects[i], objects[i]->first);
	}
	slotpool_destroy(&pool);
}

static struct slotpool_object *born_in(struct slotpool_lease *lease)
{
	return slotpool_lease_alloc_entry(lease, struct slotpool_object, at);
}

/* A slot that is lent is free until its birth. */
TEST(a_write_to_a_lent_slot_is_found)
{
	static SLOTPOOL_LEASE_STORAGE(mem, 3, 1);
	struct slotpool_object *a, *b, *fresh, *got = NULL;
	struct slotpool_lease lease;
	struct slotpool_lease *const leases[1] = { &lease };
	struct slotpool pool;

	slotpool_lease_init_in(&lease, &mem);
	assert_int_equal(slotpool_init(&pool, struct slotpool_object, at, NULL), 0);
	b = ALLOC(slotpool, &pool);
	a = ALLOC(slotpool, &pool);
	assert_non_null(ALLOC(slotpool, &pool));
	FREE(slotpool, &pool, b);
	FREE(slotpool, &pool, a);
	/* Before it is lent, and while it is. */
	a->last[0] = 0;
	assert_int_equal(slotpool_lend(&pool, leases, 1), 0);
	b->first[7] = 1;
	assert_reported("slotpool: write after free", LISH_NOT_LIVE, got = born_in(&lease));
	assert_ptr_equal(report.fault.node, a->last);
	assert_ptr_equal(got, a);
	assert_reported("slotpool: write after free", LISH_NOT_LIVE,
			got = slotpool_lease_zalloc_entry(&lease, struct slotpool_object, at));
	assert_ptr_equal(got, b);
	assert_int_equal(b->first[7], 0);
	/* It never had a life. */
	fresh = (struct slotpool_object *)lish_pool_object_(
		&pool.base, slotpool_at_slot_(&pool, lease.indices[2]));
	fresh->first[0] = 1;
	assert_reported("slotpool: write after free", LISH_NOT_LIVE, got = born_in(&lease));
	assert_ptr_equal(got, fresh);
	slotpool_commit(&pool, leases, 1);
	/* One that is not born is found at the commit, once. */
	assert_int_equal(slotpool_lend(&pool, leases, 1), 0);
	fresh = (struct slotpool_object *)lish_pool_object_(
		&pool.base, slotpool_at_slot_(&pool, lease.indices[0]));
	fresh->last[1] = 2;
	assert_reported("slotpool: write after free", LISH_NOT_LIVE,
			slotpool_commit(&pool, leases, 1));
	assert_ptr_equal(report.fault.node, fresh->last + 1);
	assert_int_equal(slotpool_lend(&pool, leases, 1), 0);
	assert_ptr_equal(born_in(&lease), fresh);
	slotpool_commit(&pool, leases, 1);
	slotpool_destroy(&pool);
}

/* A load makes some objects live and others free. A load reads what was live before. */
#define LOAD_TEST(kind)                                                                   \
	TEST(kind##_is_filled_after_a_load)                                               \
	{                                                                                 \
		struct kind##_object *a, *b, *c, *loaded;                                 \
		struct kind pool, other;                                                  \
		char buffer[1024];                                                        \
                                                                                          \
		assert_int_equal(kind##_init(&pool, struct kind##_object, at, NULL), 0);  \
		assert_int_equal(kind##_init(&other, struct kind##_object, at, NULL), 0); \
		a = ZALLOC(kind, &pool);                                                  \
		b = ZALLOC(kind, &pool);                                                  \
		c = ZALLOC(kind, &pool);                                                  \
		memset(c->last, 3, sizeof(c->last));                                      \
		FREE(kind, &pool, b);                                                     \
		assert_in_range(kind##_save_size(&pool, NULL), 1, sizeof(buffer));        \
		assert_int_equal(kind##_save(&pool, buffer, sizeof(buffer), NULL), 0);    \
		/* Where the slots were never used */                                     \
		assert_int_equal(kind##_load(&other, buffer, sizeof(buffer), NULL), 0);   \
		assert_non_null(ALLOC(kind, &other));                                     \
		loaded = kind##_at_entry(&other, 2, struct kind##_object, at);            \
		FREE(kind, &other, loaded);                                               \
		loaded->last[0] = 0;                                                      \
		ASSERT_FOUND(kind, &other, loaded, loaded->last);                         \
		assert_non_null(ALLOC(kind, &other));                                     \
		/* Where b is live, and a free */                                         \
		FREE(kind, &pool, a);                                                     \
		assert_ptr_equal(ALLOC(kind, &pool), a);                                  \
		assert_ptr_equal(ALLOC(kind, &pool), b);                                  \
		FREE(kind, &pool, a);                                                     \
		assert_int_equal(kind##_load(&pool, buffer, sizeof(buffer), NULL), 0);    \
		assert_int_equal(c->last[0], 3);                                          \
		b->last[0] = 0;                                                           \
		ASSERT_FOUND(kind, &pool, b, b->last);                                    \
		kind##_destroy(&pool);                                                    \
		kind##_destroy(&other);                                                   \
	}
LOAD_TEST(slotpool)

/* Bytes that are not saved begin as zero where the load makes an object live. */
TEST(a_load_leaves_no_fill_in_live_objects)
{
	struct slotpool_format format = { offsetof(struct slotpool_object, last), 8, 0, NULL,
					  NULL, NULL, 0, NULL };
	struct slotpool_object *a, *b;
	struct slotpool pool;
	char buffer[1024];

	assert_int_equal(slotpool_init(&pool, struct slotpool_object, at, NULL), 0);
	a = ZALLOC(slotpool, &pool);
	b = ZALLOC(slotpool, &pool);
	memset(a, 5, offsetof(struct slotpool_object, at));
	memset(b, 5, offsetof(struct slotpool_object, at));
	memset(b->last, 6, sizeof(b->last));
	assert_int_equal(slotpool_save(&pool, buffer, sizeof(buffer), &format), 0);
	FREE(slotpool, &pool, b);
	assert_int_equal(slotpool_load(&pool, buffer, sizeof(buffer), &format), 0);
	assert_int_equal(a->first[0], 5);
	assert_int_equal(b->first[0], 0);
	assert_int_equal(b->last[7], 6);
	assert_int_equal(b->last[8], 0);
	slotpool_destroy(&pool);
}

/* fini reads the object, and init sees the fill. */
TEST(hooks_run_before_and_after_the_fill)
{
	struct ipool_object *a;
	struct ipool pool;

	assert_int_equal(ipool_init(&pool, struct ipool_object, at, hooked_with(&init_and_fini)),
			 0);
	hooked = 0;
	a = ALLOC(ipool, &pool);
	FREE(ipool, &pool, a);
	a->last[0] = 0;
	ASSERT_FOUND(ipool, &pool, a, a->last);
	assert_int_equal(hooked, 3);
	ipool_destroy(&pool);
}

/* Slots that a load brings are below the border, and were not used in this pool. */
TEST(a_clear_after_a_load_fills_no_slot_that_was_never_used)
{
	struct slotpool_object *objects[4], *fresh;
	struct slotpool pool, copy;
	char buffer[1024];
	unsigned int i;

	assert_int_equal(slotpool_init(&pool, struct slotpool_object, at, NULL), 0);
	assert_int_equal(slotpool_init(&copy, struct slotpool_object, at, NULL), 0);
	for (i = 0; i < 4; i++)
		objects[i] = ZALLOC(slotpool, &pool);
	/* The border falls by one. */
	FREE(slotpool, &pool, objects[2]);
	FREE(slotpool, &pool, objects[3]);
	assert_int_equal(slotpool_save(&pool, buffer, sizeof(buffer), NULL), 0);
	assert_int_equal(slotpool_load(&copy, buffer, sizeof(buffer), NULL), 0);
	assert_int_equal(copy.base.border, 3);
	fresh = slotpool_at_entry(&copy, 1, struct slotpool_object, at) + 1;
	fresh->last[0] = 1;
	slotpool_clear(&copy);
	assert_int_equal(fresh->last[0], 1);
	/* All are born without a report, and are watched when they die. */
	for (i = 0; i < 4; i++)
		objects[i] = ZALLOC(slotpool, &copy);
	FREE(slotpool, &copy, objects[2]);
	objects[2]->last[0] = 0;
	ASSERT_FOUND(slotpool, &copy, objects[2], objects[2]->last);
	slotpool_destroy(&copy);
	slotpool_destroy(&pool);
}

/* As on bare metal, where no code of growth and hooks may be linked. */
TEST(a_pool_that_knows_of_no_growth_has_no_more)
{
	struct ipool pool;

	assert_int_equal(ipool_init(&pool, struct ipool_object, at, NULL), 0);
	assert_false(lish_pool_more_(NULL, &pool.base));
	assert_int_equal(ipool_stats(&pool).capacity, 0);
	assert_true(lish_pool_more_(ipool_kind_, &pool.base));
	assert_true(ipool_stats(&pool).capacity > 0);
	ipool_destroy(&pool);
}

TEST_MAIN(NULL, NULL)
