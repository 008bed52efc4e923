// SPDX-License-Identifier: MIT
/*
 * Each container with a handful of members, to be changed by hand while a loop
 * stands in it. Nothing here is drawn or made up: what is visited, and in what
 * order, is what the library does.
 */
#include <linux-ish/dense.h>
#include <linux-ish/densepool.h>
#include <linux-ish/iheap.h>
#include <linux-ish/ilist.h>
#include <linux-ish/inbox.h>
#include <linux-ish/ipool.h>
#include <linux-ish/listpool.h>
#include <linux-ish/locklist.h>
#include <linux-ish/rwarray.h>
#include <linux-ish/slotpool.h>
#include <linux-ish/walklist.h>

#define EXPORT(name) __attribute__((export_name(#name)))
#define MOST 12
#define NOBODY (-1)
#define REFUSED (-2)

struct toy {
	int id;
	bool in;
	union {
		struct ilist_node ilist;
		struct walklist_node walklist;
		struct locklist_node locklist;
		struct dense_idx dense;
		struct rwarray_idx rwarray;
		struct inbox_node inbox;
		struct iheap_idx heap;
	} node;
};
#define POOLED(pool, node)                              \
	struct pool##_toy {                             \
		int id;                                 \
		struct pool##_##node in;                \
	};                                              \
	static struct pool##_toy *pool##_of[MOST];      \
	POOL_STORAGE_##pool
#define POOL_STORAGE_ipool static IPOOL_STORAGE(ipool_mem, struct ipool_toy, MOST)
#define POOL_STORAGE_densepool \
	static DENSEPOOL_STORAGE(densepool_mem, struct densepool_toy, MOST)
#define POOL_STORAGE_listpool \
	static LISTPOOL_STORAGE(listpool_mem, struct listpool_toy, MOST)
#define POOL_STORAGE_slotpool \
	static SLOTPOOL_STORAGE(slotpool_mem, struct slotpool_toy, MOST)

POOLED(ipool, idx);
POOLED(densepool, idx);
POOLED(listpool, node);
POOLED(slotpool, idx);

static struct toy toys[MOST];
static struct ilist ilist;
static struct walklist walklist;
static struct locklist locklist;
static struct dense dense;
static struct rwarray rwarray;
static struct inbox inbox;
static struct iheap heap;
static struct ipool ipool;
static struct densepool densepool;
static struct listpool listpool;
static struct slotpool slotpool;
static DENSE_STORAGE(dense_mem, MOST);
static RWARRAY_STORAGE(rwarray_mem, MOST);
static IHEAP_STORAGE(heap_mem, MOST);

static struct walklist_loop walklist_run = LISH_LOOP_INIT;
static struct locklist_loop_ locklist_run;
static struct locklist_place_ locklist_at;
static struct dense_loop_ dense_run = LISH_LOOP_INIT;
static struct rwarray_loop_ rwarray_run = LISH_LOOP_INIT;
static struct densepool_loop_ densepool_run = LISH_LOOP_INIT;
static struct listpool_loop_ listpool_run = LISH_LOOP_INIT;
static struct ilist_node *ilist_after;
static int32_t slotpool_at;
static int order[MOST];
static int chosen;

enum { ILIST, WALKLIST, LOCKLIST, DENSE, RWARRAY, IPOOL, DENSEPOOL, LISTPOOL,
       SLOTPOOL, INBOX, HEAP, KINDS };

/* When a letter is due: each at a time of its own, not in the order of the alphabet. */
EXPORT(toy_due) int toy_due(int id)
{
	return 1 + (id * 5 + 7) % MOST;
}

static struct toy *free_toy(void)
{
	for (int i = 0; i < MOST; i++)
		if (!toys[i].in)
			return &toys[i];
	return NULL;
}

/* How a pool gives and takes: an id is a letter, the first one not in use. */
#define POOL_CALLS(pool)                                                      \
	static int pool##_new(void)                                           \
	{                                                                     \
		struct pool##_toy *t;                                         \
		int id = 0;                                                   \
									      \
		while (id < MOST && pool##_of[id])                            \
			id++;                                                 \
		t = id < MOST ? POOL_ALLOC_##pool : NULL;                     \
		if (!t)                                                       \
			return REFUSED;                                       \
		t->id = id;                                                   \
		pool##_of[id] = t;                                            \
		return id;                                                    \
	}                                                                     \
	static void pool##_drop(int id)                                       \
	{                                                                     \
		pool##_free(&pool, &pool##_of[id]->in);                       \
		pool##_of[id] = NULL;                                         \
	}
#define POOL_ALLOC_ipool ipool_alloc_entry(&ipool, struct ipool_toy, in)
#define POOL_ALLOC_densepool \
	densepool_alloc_entry(&densepool, struct densepool_toy, in)
#define POOL_ALLOC_listpool \
	listpool_alloc_tail_entry(&listpool, struct listpool_toy, in)
#define POOL_ALLOC_slotpool \
	slotpool_alloc_entry(&slotpool, struct slotpool_toy, in)

POOL_CALLS(ipool)
POOL_CALLS(densepool)
POOL_CALLS(listpool)
POOL_CALLS(slotpool)

EXPORT(toy_add) int toy_add(void)
{
	struct toy *t = free_toy();
	int err = 0;

	switch (chosen) {
	case IPOOL:
		return ipool_new();
	case DENSEPOOL:
		return densepool_new();
	case LISTPOOL:
		return listpool_new();
	case SLOTPOOL:
		return slotpool_new();
	}
	if (!t)
		return REFUSED;
	switch (chosen) {
	case ILIST:
		ilist_add_tail(&ilist, &t->node.ilist);
		break;
	case WALKLIST:
		walklist_add_tail(&walklist, &t->node.walklist);
		break;
	case LOCKLIST:
		err = locklist_add_tail(&locklist, &t->node.locklist);
		break;
	case DENSE:
		err = dense_add(&dense, &t->node.dense);
		break;
	case RWARRAY:
		err = rwarray_add_tail(&rwarray, &t->node.rwarray);
		break;
	case INBOX:
		err = inbox_push(&inbox, &t->node.inbox) < 0;
		break;
	case HEAP:
		err = iheap_add(&heap, &t->node.heap, toy_due(t->id));
		break;
	}
	if (err)
		return REFUSED;
	t->in = true;
	return t->id;
}

EXPORT(toy_del) int toy_del(int id)
{
	struct toy *t = &toys[id];

	switch (chosen) {
	case IPOOL:
		ipool_drop(id);
		return id;
	case DENSEPOOL:
		densepool_drop(id);
		return id;
	case LISTPOOL:
		listpool_drop(id);
		return id;
	case SLOTPOOL:
		slotpool_drop(id);
		return id;
	case INBOX:
		return REFUSED; /* the owner takes out what comes next */
	case ILIST:
		/* What a _safe loop comes to next must stay. */
		if (ilist_after == &t->node.ilist)
			return REFUSED;
		ilist_del(&t->node.ilist);
		break;
	case WALKLIST:
		walklist_del(&walklist, &t->node.walklist);
		break;
	case LOCKLIST:
		locklist_del(&locklist, &t->node.locklist);
		break;
	case DENSE:
		dense_del(&dense, &t->node.dense);
		break;
	case RWARRAY:
		rwarray_del(&rwarray, &t->node.rwarray);
		break;
	case HEAP:
		iheap_del(&heap, &t->node.heap);
		break;
	}
	t->in = false;
	return id;
}

EXPORT(toy_begin) void toy_begin(void)
{
	ilist_after = ilist_first(&ilist);
	slotpool_at = -1;
	switch (chosen) {
	case WALKLIST:
		walklist_loop_begin(&walklist_run, &walklist);
		break;
	case LOCKLIST:
		locklist_at = locklist_at_(locklist_open_(&locklist_run, &locklist));
		break;
	case DENSE:
		(void)dense_open_(&dense, &dense_run, 0);
		break;
	case RWARRAY:
		(void)rwarray_open_(&rwarray_run, &rwarray, 0);
		break;
	case DENSEPOOL:
		(void)densepool_open_(&densepool, &densepool_run, 0);
		break;
	case LISTPOOL:
		(void)listpool_open_(&listpool_run, &listpool, LISH_WALK_FORWARD_);
		break;
	}
}

EXPORT(toy_end) void toy_end(void)
{
	ilist_after = NULL;
	walklist_loop_end(&walklist_run);
	locklist_close_(&locklist_run);
	dense_close_(&dense_run);
	rwarray_close_(&rwarray_run);
	densepool_close_(&densepool_run);
	listpool_close_(&listpool_run);
}

/* The id of a node, which may be none. */
#define ID(node, type, member) \
	((node) ? container_of(node, type, member)->id : NOBODY)

EXPORT(toy_next) int toy_next(void)
{
	struct ilist_node *at;
	struct inbox_node *sent;
	int id = NOBODY;

	switch (chosen) {
	case ILIST:
		at = ilist_after;
		if (at) {
			ilist_after = ilist_next_(&ilist, at);
			id = container_of(at, struct toy, node.ilist)->id;
		}
		break;
	case WALKLIST: {
		struct walklist_node *n = walklist_loop_next(&walklist_run);

		id = ID(n, struct toy, node.walklist);
		break;
	}
	case LOCKLIST: {
		struct locklist_node *n = NULL;

		if (locklist_at.at)
			n = (struct locklist_node *)locklist_step_(&locklist_run, &locklist_at, 0);
		if (!n)
			locklist_at.at = NULL;
		id = ID(n, struct toy, node.locklist);
		break;
	}
	case DENSE: {
		struct dense_idx *n = dense_next_(&dense_run, 0);

		id = ID(n, struct toy, node.dense);
		break;
	}
	case RWARRAY: {
		struct rwarray_idx *n = rwarray_next_(&rwarray_run, 0);

		id = ID(n, struct toy, node.rwarray);
		break;
	}
	case DENSEPOOL: {
		struct densepool_idx *n = densepool_next_(&densepool_run, 0);

		id = ID(n, struct densepool_toy, in);
		break;
	}
	case LISTPOOL: {
		struct listpool_node *n = (void *)listpool_next_(&listpool_run);

		id = ID(n, struct listpool_toy, in);
		break;
	}
	case SLOTPOOL:
		slotpool_at = slotpool_next_live(&slotpool,
						 (uint32_t)(slotpool_at + 1));
		if (slotpool_at >= 0)
			id = slotpool_at_entry(&slotpool, (uint32_t)slotpool_at,
					       struct slotpool_toy, in)->id;
		break;
	case INBOX:
		sent = (inbox_pop_entry)(&inbox, 0);
		id = ID(sent, struct toy, node.inbox);
		if (id >= 0)
			toys[id].in = false;
		break;
	case HEAP: {
		struct toy *due = iheap_pop_entry(&heap, struct toy, node.heap);

		if (due) {
			id = due->id;
			due->in = false;
		}
		break;
	}
	}
	if (id == NOBODY)
		toy_end();
	return id;
}

/* The ids of what lies in the inbox, from order[n] on: where they end. */
static int toy_chain(int n, const lish_atomic *chain)
{
	uintptr_t at;

	while (!inbox_none_(at = lish_atomic_load(chain))) {
		struct inbox_node *node = (struct inbox_node *)(at & ~INBOX_END_);

		order[n++] = ID(node, struct toy, node.inbox);
		chain = &node->next;
	}
	return n;
}

/* The members as the container has them now; of a pool by slots, -1 is free. */
EXPORT(toy_order) const int *toy_order(void)
{
	int n = 0, last;

	for (int i = 0; i < MOST; i++)
		order[i] = REFUSED;
	switch (chosen) {
	case ILIST:
		ilist_for_each_entry(t, &ilist, struct toy, node.ilist)
			order[n++] = t->id;
		break;
	case WALKLIST:
		walklist_for_each_entry_const(t, &walklist, struct toy,
					      node.walklist)
			order[n++] = t->id;
		break;
	case LOCKLIST:
		for (struct locklist_node *at = (locklist_first_entry)(&locklist, 0); at;
		     at = (locklist_next_entry)(&locklist, at, 0))
			order[n++] = ID(at, struct toy, node.locklist);
		break;
	case DENSE:
		dense_for_each_entry_const(t, &dense, struct toy, node.dense)
			order[n++] = t->id;
		break;
	case RWARRAY:
		rwarray_for_each_entry_const(t, &rwarray, struct toy,
					     node.rwarray)
			order[n++] = t->id;
		break;
	case DENSEPOOL:
		densepool_for_each_entry_const(t, &densepool,
					       struct densepool_toy, in)
			order[n++] = t->id;
		break;
	case LISTPOOL:
		listpool_for_each_entry_const(t, &listpool,
					      struct listpool_toy, in)
			order[n++] = t->id;
		break;
	case SLOTPOOL:
		for (uint32_t i = 0; i < MOST; i++) {
			const struct slotpool_toy *t = slotpool_at_entry(
				&slotpool, i, struct slotpool_toy, in);

			order[n++] = t ? t->id : NOBODY;
		}
		break;
	case IPOOL:
		for (uint32_t i = 0; i < MOST; i++) {
			const struct ipool_toy *t = ipool_at_entry(
				&ipool, i, struct ipool_toy, in);

			order[n++] = t ? t->id : NOBODY;
		}
		break;
	case INBOX:
		n = toy_chain(n, &inbox.taken);
		/* Pushed later one by one, and the youngest first. */
		last = toy_chain(n, &inbox.pushed);
		while (n < --last) {
			const int id = order[n];

			order[n++] = order[last];
			order[last] = id;
		}
		break;
	case HEAP:
		/* By time, as they are taken. */
		for (int due = 1; due <= MOST; due++)
			for (int i = 0; i < MOST; i++)
				if (iheap_contains(&heap, &toys[i].node.heap) &&
				    iheap_key_of(&heap, &toys[i].node.heap) == due)
					order[n++] = i;
		break;
	}
	return order;
}

/* Begin anew with a container and six members. 0 if there is no such one. */
EXPORT(toy_choose) int toy_choose(int kind)
{
	if (kind < 0 || kind >= KINDS)
		return 0;
	toy_end();
	chosen = kind;
	ilist_init(&ilist);
	walklist_init(&walklist);
	locklist_init(&locklist);
	dense_init_in(&dense, &dense_mem);
	rwarray_init_in(&rwarray, &rwarray_mem);
	inbox_init(&inbox);
	iheap_init_in(&heap, &heap_mem);
	ipool_init_in(&ipool, struct ipool_toy, in, &ipool_mem, NULL);
	densepool_init_in(&densepool, struct densepool_toy, in, &densepool_mem, NULL);
	listpool_init_in(&listpool, struct listpool_toy, in, &listpool_mem, NULL);
	slotpool_init_in(&slotpool, struct slotpool_toy, in, &slotpool_mem, NULL);
	for (int i = 0; i < MOST; i++) {
		toys[i] = (struct toy){ .id = i };
		ipool_of[i] = NULL;
		densepool_of[i] = NULL;
		listpool_of[i] = NULL;
		slotpool_of[i] = NULL;
	}
	for (int i = 0; i < 6; i++)
		toy_add();
	return 1;
}
