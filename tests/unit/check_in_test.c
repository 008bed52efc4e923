/* SPDX-License-Identifier: MIT */
/*
 * X_check_in(): a whole container in its range, one that lies elsewhere, and one in whose loop a
 * reset came. Damage is in corrupt_test.c and tests/deep/overwrite.
 */
#include "test.h"

#include <linux-ish/dense.h>
#include <linux-ish/densepool.h>
#include <linux-ish/ihash.h>
#include <linux-ish/iheap.h>
#include <linux-ish/ilist.h>
#include <linux-ish/inbox.h>
#include <linux-ish/ipool.h>
#include <linux-ish/listpool.h>
#include <linux-ish/locklist.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/walklist.h>

#include "../../lib/core/pool.h"

struct thing {
	struct ilist_node in_ilist;
	struct walklist_node in_walklist;
	struct locklist_node in_locklist;
	struct ihash_node in_ihash;
	struct inbox_node in_inbox;
	struct dense_idx in_dense;
	struct rwarray_idx in_rwarray;
	struct iheap_idx in_iheap;
	struct ipool_idx in_ipool;
	struct densepool_idx in_densepool;
	struct listpool_node in_listpool;
	struct slotpool_idx in_slotpool;
};

static struct {
	struct ilist ilist;
	struct walklist walklist;
	struct locklist locklist;
	struct ihash ihash;
	struct inbox inbox;
	struct dense dense;
	struct rwarray rwarray;
	struct iheap iheap;
	struct ipool ipool;
	struct densepool densepool;
	struct listpool listpool;
	struct slotpool slotpool;
	struct thing thing;
	IHASH_STORAGE(buckets, 4);
	IHASH_STORAGE(five, 5);
	DENSE_STORAGE(of_dense, 4);
	RWARRAY_STORAGE(of_rwarray, 4);
	IHEAP_STORAGE(of_iheap, 4);
	IPOOL_STORAGE(of_ipool, struct thing, 4);
	DENSEPOOL_STORAGE(of_densepool, struct thing, 4);
	LISTPOOL_STORAGE(of_listpool, struct thing, 4);
	SLOTPOOL_STORAGE(of_slotpool, struct thing, 4);
	struct listpool_node edge;
} kept;

/* Each container with one element. */
static void set_up(void)
{
	memset(&kept, 0, sizeof(kept));
	ihash_init_in(&kept.ihash, &kept.buckets);
	dense_init_in(&kept.dense, &kept.of_dense);
	rwarray_init_in(&kept.rwarray, &kept.of_rwarray);
	iheap_init_in(&kept.iheap, &kept.of_iheap);
	ipool_init_in(&kept.ipool, struct thing, in_ipool, &kept.of_ipool, NULL);
	densepool_init_in(&kept.densepool, struct thing, in_densepool, &kept.of_densepool, NULL);
	listpool_init_in(&kept.listpool, struct thing, in_listpool, &kept.of_listpool, NULL);
	slotpool_init_in(&kept.slotpool, struct thing, in_slotpool, &kept.of_slotpool, NULL);

	ilist_add(&kept.ilist, &kept.thing.in_ilist);
	walklist_add(&kept.walklist, &kept.thing.in_walklist);
	lish_sure(locklist_add_tail(&kept.locklist, &kept.thing.in_locklist));
	ihash_add(&kept.ihash, &kept.thing.in_ihash, ihash_u32(1));
	(void)!inbox_push(&kept.inbox, &kept.thing.in_inbox);
	lish_sure(dense_add(&kept.dense, &kept.thing.in_dense));
	lish_sure(rwarray_add_tail(&kept.rwarray, &kept.thing.in_rwarray));
	lish_sure(iheap_add(&kept.iheap, &kept.thing.in_iheap, 1));
	assert_non_null(ipool_alloc_entry(&kept.ipool, struct thing, in_ipool));
	assert_non_null(densepool_alloc_entry(&kept.densepool, struct thing, in_densepool));
	assert_non_null(listpool_alloc_entry(&kept.listpool, struct thing, in_listpool));
	assert_non_null(slotpool_alloc_entry(&kept.slotpool, struct thing, in_slotpool));
}

/* All of them in this range: do they give this reason? */
static void all_give(enum lish_reason reason, const void *from, size_t size)
{
	assert_int_equal(ilist_check_in(&kept.ilist, from, size), reason);
	assert_int_equal(walklist_check_in(&kept.walklist, from, size), reason);
	assert_int_equal(locklist_check_in(&kept.locklist, from, size), reason);
	assert_int_equal(ihash_check_in(&kept.ihash, from, size), reason);
	assert_int_equal(inbox_check_in(&kept.inbox, from, size), reason);
	assert_int_equal(dense_check_in(&kept.dense, from, size), reason);
	assert_int_equal(rwarray_check_in(&kept.rwarray, from, size), reason);
	assert_int_equal(iheap_check_in(&kept.iheap, from, size), reason);
	assert_int_equal(ipool_check_in(&kept.ipool, from, size), reason);
	assert_int_equal(densepool_check_in(&kept.densepool, from, size), reason);
	assert_int_equal(listpool_check_in(&kept.listpool, from, size), reason);
	assert_int_equal(slotpool_check_in(&kept.slotpool, from, size), reason);
}

TEST(a_whole_container_is_whole_in_its_range)
{
	set_up();
	all_give(LISH_OK, &kept, sizeof(kept));
}

TEST(a_container_that_lies_elsewhere_is_told)
{
	static char other[64];

	set_up();
	all_give(LISH_BAD_RANGE, other, sizeof(other));
	all_give(LISH_BAD_RANGE, &kept, 1);
	all_give(LISH_BAD_RANGE, NULL, 0);
}

TEST(memory_of_the_container_that_lies_elsewhere_is_told)
{
	set_up();
	assert_int_equal(dense_check_in(&kept.dense, &kept.dense, sizeof(kept.dense)),
			 LISH_BAD_RANGE);
	assert_int_equal(iheap_check_in(&kept.iheap, &kept.iheap, sizeof(kept.iheap)),
			 LISH_BAD_RANGE);
	assert_int_equal(ipool_check_in(&kept.ipool, &kept.ipool, sizeof(kept.ipool)),
			 LISH_BAD_RANGE);
	assert_int_equal(slotpool_check_in(&kept.slotpool, &kept.slotpool, sizeof(kept.slotpool)),
			 LISH_BAD_RANGE);
	assert_int_equal(ilist_check_in(&kept.ilist, &kept.ilist, sizeof(kept.ilist)),
			 LISH_BROKEN_LINKS);
}

/* The range from the containers up to so many bytes behind that place. */
#define up_to(place, bytes) &kept, (size_t)((const char *)&(place) - (const char *)&kept) + (bytes)

/* The range ends in a node, behind what links it. */
TEST(a_node_that_lies_half_elsewhere_is_told)
{
	struct lish_link_ *const head = &kept.listpool.walks.head;

	set_up();
	assert_int_equal(walklist_check_in(&kept.walklist,
					   up_to(kept.thing.in_walklist, sizeof(*head))),
			 LISH_FOREIGN);
	assert_int_equal(ihash_check_in(&kept.ihash, up_to(kept.thing.in_ihash, sizeof(*head))),
			 LISH_FOREIGN);
	head->next = head->prev = &kept.edge.link;
	kept.edge.link.next = kept.edge.link.prev = head;
	assert_int_equal(listpool_check_in(&kept.listpool, up_to(kept.edge, sizeof(*head))),
			 LISH_BAD_INDEX);
}

/* What is linked lies outside of the range, or where no node can be. */
TEST(a_node_that_lies_elsewhere_is_told)
{
	static struct thing elsewhere;

	set_up();
	kept.thing.in_ihash.chain = &elsewhere.in_ihash;
	assert_int_equal(ihash_check_in(&kept.ihash, &kept, sizeof(kept)), LISH_BROKEN_LINKS);
	kept.thing.in_ilist.link.next = (struct lish_link_ *)(void *)((char *)&kept + 1);
	assert_int_equal(ilist_check_in(&kept.ilist, &kept, sizeof(kept)), LISH_BROKEN_LINKS);
	lish_sure(inbox_push(&kept.inbox, &elsewhere.in_inbox));
	assert_int_equal(inbox_check_in(&kept.inbox, &kept, sizeof(kept)), LISH_BROKEN_LINKS);
	kept.of_iheap.iheap_slots[0].idx = &elsewhere.in_iheap;
	assert_int_equal(iheap_check_in(&kept.iheap, &kept, sizeof(kept)), LISH_BAD_INDEX);
}

/* Each link of a locklist in turn. */
TEST(a_locklist_that_leads_elsewhere_is_told)
{
	static struct locklist_node elsewhere;
	const struct {
		struct locklist_node **link;
		enum lish_reason reason;
	} links[] = {
		{ &kept.locklist.head.true_next, LISH_BROKEN_LINKS },
		{ &kept.locklist.head.true_prev, LISH_BROKEN_LINKS },
		{ &kept.thing.in_locklist.next, LISH_FOREIGN },
		{ &kept.locklist.head.next, LISH_FOREIGN },
		{ &kept.locklist.leaving, LISH_BROKEN_LINKS },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(links); i++) {
		set_up();
		*links[i].link = &elsewhere;
		assert_int_equal(locklist_check_in(&kept.locklist, &kept, sizeof(kept)),
				 links[i].reason);
	}
}

/* What says where the buckets are is overwritten, or leads out of the range. */
TEST(a_table_whose_buckets_lie_elsewhere_is_told)
{
	static struct ihash_node *elsewhere[4];
	size_t i;

	for (i = 0; i < 4; i++) {
		set_up();
		/* Two buckets lie in wide, and three in base. */
		ihash_init_in(&kept.ihash, &kept.five);
		assert_int_equal(ihash_check_in(&kept.ihash, &kept, sizeof(kept)), LISH_OK);
		if (i == 0)
			kept.ihash.shift = 32;
		else if (i == 1)
			kept.ihash.split = 4;
		else if (i == 2)
			kept.ihash.rows[IHASH_BASE_] = elsewhere;
		else
			kept.ihash.rows[IHASH_WIDE_] = elsewhere;
		assert_int_equal(ihash_check_in(&kept.ihash, &kept, sizeof(kept)),
				 LISH_BAD_RANGE);
	}
}

/* Memory that it has not got yet lies nowhere. */
TEST(what_may_grow_is_whole_in_its_range_before_it_does)
{
	static struct {
		struct ihash ihash;
		struct dense dense;
		struct rwarray rwarray;
		struct iheap iheap;
	} grows;

	lish_sure(ihash_init(&grows.ihash, NULL));
	lish_sure(dense_init(&grows.dense, NULL));
	lish_sure(rwarray_init(&grows.rwarray, NULL));
	lish_sure(iheap_init(&grows.iheap, NULL));
	assert_int_equal(ihash_check_in(&grows.ihash, &grows, sizeof(grows)), LISH_OK);
	assert_int_equal(dense_check_in(&grows.dense, &grows, sizeof(grows)), LISH_OK);
	assert_int_equal(rwarray_check_in(&grows.rwarray, &grows, sizeof(grows)), LISH_OK);
	assert_int_equal(iheap_check_in(&grows.iheap, &grows, sizeof(grows)), LISH_OK);
}

TEST(a_loop_that_ran_is_told)
{
	set_up();
	walklist_for_each_entry(t, &kept.walklist, struct thing, in_walklist) {
		assert_int_equal(walklist_check_in(&kept.walklist, &kept, sizeof(kept)),
				 LISH_STALE_LOOP);
		assert_int_equal(walklist_check(&kept.walklist, NULL), LISH_OK);
	}
	locklist_for_each_entry(t, &kept.locklist, struct thing, in_locklist)
		assert_int_equal(locklist_check_in(&kept.locklist, &kept, sizeof(kept)),
				 LISH_STALE_LOOP);
	dense_for_each_entry(t, &kept.dense, struct thing, in_dense)
		assert_int_equal(dense_check_in(&kept.dense, &kept, sizeof(kept)),
				 LISH_STALE_LOOP);
	all_give(LISH_OK, &kept, sizeof(kept));
}

/* Damage a word: what is told of the container in this range? Then it is whole again. */
#define assert_told(X, word, value, why)                                                   \
	do {                                                                               \
		memcpy(was, &(word), sizeof(word));                                        \
		(word) = (value);                                                          \
		assert_int_equal(X##_check_in(&kept.X, &kept, sizeof(kept)), why);         \
		memcpy(&(word), was, sizeof(word));                                        \
		assert_int_equal(X##_check_in(&kept.X, &kept, sizeof(kept)), LISH_OK);     \
	} while (0)

static uint64_t was[1], elsewhere[64];

TEST(an_array_that_leads_elsewhere_is_told)
{
	uint32_t **nodes;

	set_up();
	nodes = kept.dense.parts.array.nodes;
	assert_told(dense, kept.dense.parts.array.nodes, (uint32_t **)(void *)elsewhere,
		    LISH_BAD_RANGE);
	/* It lies there, but no pointer can. */
	if (LISH_ALIGNOF(uint32_t *) > 1)
		assert_told(dense, kept.dense.parts.array.nodes,
			    (uint32_t **)((uintptr_t)nodes + 1), LISH_BAD_RANGE);
	elsewhere[0] = 1;
	assert_told(dense, nodes[0], (uint32_t *)(void *)elsewhere, LISH_BAD_INDEX);
	assert_told(dense, nodes[0], (uint32_t *)NULL, LISH_BAD_INDEX);
	assert_told(rwarray, kept.rwarray.array.nodes[0], (uint32_t *)(void *)elsewhere,
		    LISH_BAD_INDEX);
	assert_told(densepool, kept.densepool.parts.array.nodes, (uint32_t **)(void *)elsewhere,
		    LISH_BAD_RANGE);
}

TEST(a_pool_that_leads_elsewhere_is_told)
{
	struct lish_pool_ *base = &kept.ipool.base;
	char *table[1];
	struct thing *t;

	set_up();
	t = ipool_alloc_entry(&kept.ipool, struct thing, in_ipool);
	assert_non_null(t);
	assert_non_null(ipool_alloc_entry(&kept.ipool, struct thing, in_ipool));
	ipool_free(&kept.ipool, &t->in_ipool);
	table[0] = base->only;
	assert_told(ipool, base->stack, (uint32_t *)(void *)elsewhere, LISH_BAD_RANGE);
	assert_told(ipool, base->growth, (struct lish_growth_ *)(void *)elsewhere, LISH_BAD_RANGE);
	assert_told(ipool, base->running, (struct lish_pool_running_ *)(void *)elsewhere,
		    LISH_BAD_RANGE);
	assert_told(ipool, base->shift, 2, LISH_BAD_RANGE);
	assert_told(ipool, base->table, table, LISH_BAD_RANGE);
	assert_told(ipool, base->only, (char *)(void *)elsewhere, LISH_BAD_RANGE);
	base->closed = LISH_IN_HOOK;
	assert_int_equal(ipool_check_in(&kept.ipool, &kept, sizeof(kept)), LISH_BAD_RANGE);
	base->closed = LISH_OK;
	/* No marks have such a size, though the seal is right. */
	base->size++;
	base->seal = (uintptr_t)base + lish_pool_type_(base);
	assert_int_equal(ipool_check_in(&kept.ipool, &kept, sizeof(kept)), LISH_BAD_RANGE);
	base->size--;
	base->seal = (uintptr_t)base + lish_pool_type_(base);
	assert_int_equal(ipool_check_in(&kept.ipool, &kept, sizeof(kept)), LISH_OK);
	/* A tool watches what is free. */
	ipool_destroy(&kept.ipool);
}

TEST(a_range_that_ends_among_the_objects_is_told)
{
	struct lish_pool_ *base = &kept.ipool.base;
	size_t first, last;

	set_up();
	assert_non_null(ipool_alloc_entry(&kept.ipool, struct thing, in_ipool));
	first = (size_t)(base->only - (char *)&kept);
	last = first + base->size;
	assert_int_equal(ipool_check_in(&kept.ipool, &kept, first + 1), LISH_BAD_RANGE);
	assert_int_equal(ipool_check_in(&kept.ipool, &kept, last - 1), LISH_BAD_RANGE);
	assert_int_equal(ipool_check_in(&kept.ipool, &kept, last + 1), LISH_BAD_RANGE);
	assert_int_equal(ipool_check_in(&kept.ipool, &kept, sizeof(kept)), LISH_OK);
	/* Of an empty pool no object is read. */
	ipool_clear(&kept.ipool);
	assert_told(ipool, base->only, (char *)(void *)elsewhere, LISH_OK);
	ipool_destroy(&kept.ipool);
}

TEST(arrays_of_a_slotpool_that_lead_elsewhere_are_told)
{
	struct lish_config config = LISH_CONFIG_INIT;
	lish_word *none = (lish_word *)(void *)elsewhere;

	set_up();
	assert_told(slotpool, kept.slotpool.blocks, (struct slotpool_block_ *)(void *)elsewhere,
		    LISH_BAD_RANGE);
	config.reuse = LISH_LOWEST;
	slotpool_init_in(&kept.slotpool, struct thing, in_slotpool, &kept.of_slotpool, &config);
	assert_non_null(slotpool_alloc_entry(&kept.slotpool, struct thing, in_slotpool));
	assert_told(slotpool, kept.slotpool.extra.retired, none, LISH_BAD_RANGE);
	assert_told(slotpool, kept.slotpool.extra.full, none, LISH_BAD_RANGE);
	assert_told(slotpool, kept.slotpool.extra.top, none, LISH_BAD_RANGE);
}

TEST(the_claim_of_a_pool_that_was_defined_is_read_in_its_range_only)
{
	static struct {
		struct ipool pool, none;
		IPOOL_STORAGE(memory, struct thing, 4);
	} w = { .pool = IPOOL_INIT(w.memory, struct thing, in_ipool) };

	assert_int_equal(ipool_check_in(&w.pool, &w, sizeof(w)), LISH_OK);
	assert_int_equal(ipool_check_in(&w.pool, &w.pool, sizeof(w.pool)), LISH_UNINITIALIZED);
	assert_int_equal(ipool_check_in(&w.none, &w, sizeof(w)), LISH_UNINITIALIZED);
	assert_non_null(ipool_alloc_entry(&w.pool, struct thing, in_ipool));
	assert_int_equal(ipool_check_in(&w.pool, &w, sizeof(w)), LISH_OK);
	assert_int_equal(ipool_check_in(&w.pool, &w.pool, sizeof(w.pool)), LISH_BAD_RANGE);
	ipool_destroy(&w.pool);
}

TEST_MAIN(NULL, NULL)
