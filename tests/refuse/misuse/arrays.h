/* SPDX-License-Identifier: MIT */
/*
 * arrays.h - the world in which mistakes with dense and rwarray are made
 *
 * Included with ARRAY(op), the name of an operation, ADD, the call that adds, TYPE, NODE
 * and LOOP, the types of array, node and loop, STORAGE, and OPEN, which begins w.loop.
 */
#include <stdlib.h>

#include <linux-ish/sort.h>

struct item {
	int key;
	NODE idx;
};

/* array: a, b, c; other: d; out is in none. */
static struct world {
	TYPE array, other, zero;
	struct item a, b, c, d, out;
	LOOP loop;
	STORAGE(slots, 8);
	STORAGE(more, 8);
} w;

/* The node of a NULL object. */
static NODE *volatile none;
static unsigned int visits;

static int by_key(void *ctx, const NODE *a, const NODE *b)
{
	(void)ctx;
	return container_of(a, const struct item, idx)->key -
	       container_of(b, const struct item, idx)->key;
}

/* A comparison that makes a change once. */
static void (*change)(void);

static int changes(void *ctx, const NODE *a, const NODE *b)
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
	if (ADD(&w.array, &w.out.idx) != -EBUSY)
		abort();
}

/* A loop that nothing closes. */
static void open_loop(void)
{
	(void)OPEN;
}

static void begin(void)
{
	ARRAY(init_in)(&w.array, &w.slots);
	ARRAY(init_in)(&w.other, &w.more);
	lish_sure(ADD(&w.array, &w.a.idx));
	lish_sure(ADD(&w.array, &w.b.idx));
	lish_sure(ADD(&w.array, &w.c.idx));
	lish_sure(ADD(&w.other, &w.d.idx));
	memset(&w.loop, 0, sizeof(w.loop));
}

static bool is_whole(void)
{
	return ARRAY(check)(&w.array, NULL) <= LISH_UNINITIALIZED &&
	       ARRAY(check)(&w.other, NULL) == LISH_OK;
}
