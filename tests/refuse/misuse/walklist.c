/* SPDX-License-Identifier: MIT */
/* The world in which the mistakes of walklist.list are made. */
#include <setjmp.h>

#include <linux-ish/sort.h>
#include <linux-ish/walklist.h>

struct item {
	int key;
	struct walklist_node link;
};

/* list: a, b, c; other: d; out is in none. */
static struct world {
	struct walklist list, other, half, empty;
	struct item a, b, c, d, out;
	struct walklist_loop loop;
} w;

/* The node of a NULL object. */
static struct walklist_node *volatile none;
static unsigned int visits;
static jmp_buf back;
static const struct walklist_loop fresh = LISH_LOOP_INIT;

static int by_key(void *ctx, const struct walklist_node *a,
		  const struct walklist_node *b)
{
	(void)ctx;
	return container_of(a, const struct item, link)->key -
	       container_of(b, const struct item, link)->key;
}

/* A loop that longjmp() leaves. */
static LISH_NOINLINE void leave_open(void)
{
	if (setjmp(back))
		return;
	walklist_loop_begin(&w.loop, &w.list);
	(void)walklist_loop_next(&w.loop);
	longjmp(back, 1);
}

static void begin(void)
{
	w.half.walks.head.prev = &w.half.walks.head;
	walklist_init(&w.list);
	walklist_init(&w.other);
	walklist_add_tail(&w.list, &w.a.link);
	walklist_add_tail(&w.list, &w.b.link);
	walklist_add_tail(&w.list, &w.c.link);
	walklist_add_tail(&w.other, &w.d.link);
	w.loop = fresh;
}

static bool is_whole(void)
{
	return walklist_check(&w.list, NULL) == LISH_OK &&
	       walklist_check(&w.other, NULL) == LISH_OK;
}

#include "run.h"
