/* SPDX-License-Identifier: MIT */
/* The world in which the mistakes of ihash.list are made. */
#include <errno.h>
#include <setjmp.h>

#include <linux-ish/ihash.h>

struct item {
	int key;
	struct ihash_node link;
};

/* table: a, b, c, whose hashes are equal; other: d; out is in none. */
static struct world {
	struct ihash table, other, zero, empty;
	IHASH_STORAGE(mem, 2);
	IHASH_STORAGE(more, 2);
	IHASH_STORAGE(none, 2);
	struct item a, b, c, d, out;
	struct ihash_loop loop;
} w;

/* The node of a NULL object. */
static struct ihash_node *volatile none;
static unsigned int visits;
static jmp_buf back;
static const struct ihash_loop fresh = LISH_LOOP_INIT;

static bool by_key(const void *key, const struct ihash_node *node)
{
	return container_of(node, const struct item, link)->key == *(const int *)key;
}

/* A loop that longjmp() leaves. */
static LISH_NOINLINE void leave_open(void)
{
	if (setjmp(back))
		return;
	ihash_loop_begin(&w.loop, &w.table);
	(void)ihash_loop_next(&w.loop);
	longjmp(back, 1);
}

static void begin(void)
{
	ihash_init_in(&w.table, &w.mem);
	ihash_init_in(&w.other, &w.more);
	ihash_init_in(&w.empty, &w.none);
	ihash_add(&w.table, &w.a.link, 7);
	ihash_add(&w.table, &w.b.link, 7);
	ihash_add(&w.table, &w.c.link, 7);
	ihash_add(&w.other, &w.d.link, 7);
	w.loop = fresh;
}

static bool is_whole(void)
{
	return ihash_check(&w.table, NULL) == LISH_OK && ihash_check(&w.other, NULL) == LISH_OK;
}

#include "run.h"
