/* SPDX-License-Identifier: MIT */
/* The world in which the mistakes of iheap.list are made. */
#include <stdlib.h>

#include <linux-ish/iheap.h>

struct item {
	int weight;
	struct iheap_idx idx;
};

/* heap: a, b, c with keys 1 2 3; other: d; out is in none. */
static struct world {
	struct iheap heap, other, zero;
	struct item a, b, c, d, out;
	IHEAP_STORAGE(slots, 8);
	IHEAP_STORAGE(more, 8);
} w;

/* The node of a NULL object. */
static struct iheap_idx *volatile none;

/* Memory that an allocation refused. */
static struct memory IHEAP_STORAGE_(3) *volatile nowhere;

static int by_weight(void *ctx, const struct iheap_idx *a,
		     const struct iheap_idx *b)
{
	(void)ctx;
	return container_of(a, const struct item, idx)->weight -
	       container_of(b, const struct item, idx)->weight;
}

/* A comparison that deletes once. */
static int deletes(void *ctx, const struct iheap_idx *a,
		   const struct iheap_idx *b)
{
	bool *done = (bool *)ctx;

	if (!*done) {
		*done = true;
		iheap_del(&w.heap, &w.a.idx);
	}
	return by_weight(NULL, a, b);
}

static bool takes_all(void *ctx, struct iheap_idx *idx)
{
	(void)ctx, (void)idx;
	return true;
}

/* Deletes an element while the heap asks for b. */
static bool dels_a(void *ctx, struct iheap_idx *idx)
{
	(void)ctx;
	if (idx == &w.b.idx)
		iheap_del(&w.heap, &w.a.idx);
	return false;
}

/* Leaves a loop registered, as longjmp() does. */
LISH_NOINLINE static void leave_unclosed(void)
{
	static struct iheap_loop_ left;

	left.until = 1;
	left.loop.owner = lish_loop_owner_(&left.loop, &w.heap.loops);
	left.loop.outer = w.heap.loops.first;
	w.heap.loops.first = &left.loop;
}

/* And what lay there is overwritten. */
LISH_NOINLINE static void leave_overwritten(void)
{
	leave_unclosed();
	w.heap.loops.first->owner = 0;
}

static void begin(void)
{
	iheap_init_in(&w.heap, &w.slots);
	iheap_init_in(&w.other, &w.more);
	lish_sure(iheap_add(&w.heap, &w.a.idx, 1));
	lish_sure(iheap_add(&w.heap, &w.b.idx, 2));
	lish_sure(iheap_add(&w.heap, &w.c.idx, 3));
	lish_sure(iheap_add(&w.other, &w.d.idx, 1));
}

static bool is_whole(void)
{
	return iheap_check(&w.heap, NULL) <= LISH_UNINITIALIZED &&
	       iheap_check(&w.other, NULL) == LISH_OK;
}

#include "run.h"
