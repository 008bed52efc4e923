/* SPDX-License-Identifier: MIT */
/* The world in which the mistakes of rwarray.list are made. */
#include <stdlib.h>

#include <linux-ish/rwarray.h>
#include <linux-ish/sort.h>

struct item {
	int key;
	struct rwarray_idx idx;
};

/* array: a, b, c; other: d; out is in none. */
static struct world {
	struct rwarray array, other, zero;
	struct item a, b, c, d, out;
	struct rwarray_loop_ loop;
	RWARRAY_STORAGE(slots, 8);
	RWARRAY_STORAGE(more, 8);
} w;

/* The node of a NULL object. */
static struct rwarray_idx *volatile none;

static int by_key(void *ctx, const struct rwarray_idx *a,
		  const struct rwarray_idx *b)
{
	(void)ctx;
	return container_of(a, const struct item, idx)->key -
	       container_of(b, const struct item, idx)->key;
}

/* A comparison that makes a change once. */
static void (*change)(void);

static int changes(void *ctx, const struct rwarray_idx *a,
		   const struct rwarray_idx *b)
{
	void (*now)(void) = change;

	(void)ctx;
	change = NULL;
	if (now)
		now();
	return by_key(NULL, a, b);
}

static void add(void)
{
	if (rwarray_add_tail(&w.array, &w.out.idx) != -EBUSY)
		abort();
}

static void reserve(void)
{
	if (rwarray_reserve(&w.array, 1) != -EBUSY)
		abort();
}

static void del(void)
{
	rwarray_del(&w.array, &w.a.idx);
}

static void leave(void)
{
	if (rwarray_leave(&w.array, &w.a.idx))
		abort();
}

/* A loop that nothing closes. */
static void open_loop(void)
{
	(void)rwarray_open_(&w.loop, &w.array, 0);
}

static void begin(void)
{
	rwarray_init_in(&w.array, &w.slots);
	rwarray_init_in(&w.other, &w.more);
	lish_sure(rwarray_add_tail(&w.array, &w.a.idx));
	lish_sure(rwarray_add_tail(&w.array, &w.b.idx));
	lish_sure(rwarray_add_tail(&w.array, &w.c.idx));
	lish_sure(rwarray_add_tail(&w.other, &w.d.idx));
	memset(&w.loop, 0, sizeof(w.loop));
	(void)open_loop;
	(void)none;
	(void)changes;
	(void)add;
	(void)del;
	(void)leave;
}

static bool is_whole(void)
{
	return rwarray_check(&w.array, NULL) <= LISH_UNINITIALIZED &&
	       rwarray_check(&w.other, NULL) == LISH_OK;
}

#include "run.h"
