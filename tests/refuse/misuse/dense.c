/* SPDX-License-Identifier: MIT */
/* The world in which the mistakes of dense.list are made. */
#include <stdlib.h>

#include <linux-ish/dense.h>
#include <linux-ish/sort.h>

struct item {
	int key;
	struct dense_idx idx;
};

/* array: a, b, c; other: d; out is in none. */
static struct world {
	struct dense array, other, zero;
	struct item a, b, c, d, out;
	struct dense_loop_ loop;
	DENSE_STORAGE(slots, 8);
	DENSE_STORAGE(more, 8);
} w;

/* The node of a NULL object. */
static struct dense_idx *volatile none;
static unsigned int visits;

static int by_key(void *ctx, const struct dense_idx *a,
		  const struct dense_idx *b)
{
	(void)ctx;
	return container_of(a, const struct item, idx)->key -
	       container_of(b, const struct item, idx)->key;
}

/* A comparison that adds once. */
static int adds(void *ctx, const struct dense_idx *a, const struct dense_idx *b)
{
	bool *done = (bool *)ctx;

	if (!*done) {
		*done = true;
		if (dense_add(&w.array, &w.out.idx) != -EBUSY)
			abort();
	}
	return by_key(NULL, a, b);
}

static int stops(void *ctx, const struct dense_idx *a, const struct dense_idx *b)
{
	if (a == &w.a.idx || b == &w.a.idx)
		dense_stop(&w.array);
	return by_key(ctx, a, b);
}

/* A loop that nothing closes. */
static void open_loop(void)
{
	(void)dense_open_(&w.array, &w.loop, 0);
}

static void begin(void)
{
	dense_init_in(&w.array, &w.slots);
	dense_init_in(&w.other, &w.more);
	lish_sure(dense_add(&w.array, &w.a.idx));
	lish_sure(dense_add(&w.array, &w.b.idx));
	lish_sure(dense_add(&w.array, &w.c.idx));
	lish_sure(dense_add(&w.other, &w.d.idx));
	memset(&w.loop, 0, sizeof(w.loop));
	(void)none;
	(void)visits;
	(void)adds;
	(void)stops;
	(void)open_loop;
}

static bool is_whole(void)
{
	return dense_check(&w.array, NULL) <= LISH_UNINITIALIZED &&
	       dense_check(&w.other, NULL) == LISH_OK;
}

#include "run.h"
