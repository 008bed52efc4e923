/* SPDX-License-Identifier: MIT */
/*
 * The steps of loops, for run.sh: callgrind counts the instructions of each function below counted().
 */
#include <linux-ish/linux-ish.h>
#include <stdlib.h>

#define N 1024

struct thing {
	long v;
	struct ilist_node ilist;
	struct walklist_node walklist;
	struct ihash_node ihash;
	struct locklist_node locklist;
	struct dense_idx dense;
	struct rwarray_idx rwarray;
	struct inbox_node inbox;
};

struct dense_thing {
	long v;
	struct densepool_idx node;
};

struct list_thing {
	long v;
	struct listpool_node node;
};

struct slot_thing {
	long v;
	struct slotpool_idx node;
};

static struct ilist ilist;
static struct walklist walklist;
static struct ihash ihash;
static struct locklist locklist;
static struct dense dense;
static struct rwarray rwarray;
static struct densepool densepool;
static struct listpool listpool;
static struct slotpool slotpool;
static struct inbox inbox;

#define STEPS(name, loop)                                  \
	__attribute__((noinline)) static long name##_steps(void) \
	{                                                  \
		long sum = 0;                              \
                                                           \
		loop                                       \
			sum += pos->v;                     \
		return sum;                                \
	}
#define EACH(X) STEPS(X, X##_for_each_entry(pos, &X, struct thing, X))
EACH(ilist)
STEPS(_safe, ilist_for_each_entry_safe(pos, &ilist, struct thing, ilist))
EACH(walklist)
STEPS(_const, walklist_for_each_entry_const(pos, &walklist, struct thing, walklist))
EACH(ihash)
EACH(locklist)
EACH(dense)
EACH(rwarray)
STEPS(densepool, densepool_for_each_entry(pos, &densepool, struct dense_thing, node))
STEPS(listpool, listpool_for_each_entry(pos, &listpool, struct list_thing, node))
STEPS(slotpool, slotpool_for_each_entry(pos, &slotpool, struct slot_thing, node))
STEPS(inbox, inbox_drain_entry(pos, &inbox, struct thing, inbox))

/* The first pass over a list that changed leaves hints. */
static long lists(void)
{
	return walklist_steps() + ihash_steps() + listpool_steps();
}

__attribute__((noinline)) long counted(void)
{
	return ilist_steps() + _safe_steps() + _const_steps() + locklist_steps() + dense_steps() +
	       rwarray_steps() + densepool_steps() + slotpool_steps() + inbox_steps() + lists();
}

int main(void)
{
	static struct thing things[N];
	int i;

	if (ihash_init(&ihash, NULL) || dense_init(&dense, NULL) || rwarray_init(&rwarray, NULL) ||
	    densepool_init(&densepool, struct dense_thing, node, NULL) ||
	    listpool_init(&listpool, struct list_thing, node, NULL) ||
	    slotpool_init(&slotpool, struct slot_thing, node, NULL))
		abort();
	for (i = 0; i < N; i++) {
		struct thing *t = &things[i];

		t->v = 1;
		ilist_add_tail(&ilist, &t->ilist);
		walklist_add_tail(&walklist, &t->walklist);
		ihash_add(&ihash, &t->ihash, ihash_u32((uint32_t)i));
		lish_sure(locklist_add_tail(&locklist, &t->locklist));
		lish_sure(dense_add(&dense, &t->dense));
		lish_sure(rwarray_add_tail(&rwarray, &t->rwarray));
		(void)!inbox_push(&inbox, &t->inbox);
		densepool_alloc_entry(&densepool, struct dense_thing, node)->v = 1;
		listpool_alloc_tail_entry(&listpool, struct list_thing, node)->v = 1;
		slotpool_alloc_entry(&slotpool, struct slot_thing, node)->v = 1;
	}
	return lists() + counted() != 15L * N;
}
