/* SPDX-License-Identifier: MIT */
/* The world in which the mistakes of locklist.list are made. */
#include <setjmp.h>

#include <linux-ish/locklist.h>

struct item {
	int key;
	struct locklist_node link;
};

/* list: a, b, c; other: d; out is in none. */
static struct world {
	struct locklist list, other, gone;
	struct item a, b, c, d, out;
	struct locklist_loop_ loop;
} w;

/* The node of a NULL object. */
static struct locklist_node *volatile none;
static unsigned int visits;
static jmp_buf back;

/* A loop that longjmp() leaves, at one place of the stack. */
static LISH_NOINLINE void leave_open(void)
{
	locklist_for_each_entry(pos, &w.list, struct item, link)
		longjmp(back, 1);
}

/* What on_out does that it must not. */
static void forget_it(struct locklist *list, struct locklist_node *node)
{
	(void)node;
	locklist_forget(list);
}

static void destroy_it(struct locklist *list, struct locklist_node *node)
{
	(void)node;
	locklist_destroy(list);
}

static void stop_it(struct locklist *list, struct locklist_node *node)
{
	if (node == &w.a.link)
		locklist_stop(list);
}

/* Told of a: b is freed, and its memory added to the other list. */
static void reuse_b(struct locklist *list, struct locklist_node *node)
{
	(void)list;
	if (node != &w.a.link)
		return;
	memset(&w.b, 0, sizeof(w.b));
	lish_sure(locklist_add_tail(&w.other, &w.b.link));
}

/* Told of a: c leaves, and is overwritten before it is told of; then b leaves. */
static void overwrite_waiting(struct locklist *list, struct locklist_node *node)
{
	struct item was;

	if (node != &w.a.link)
		return;
	locklist_del(list, &w.c.link);
	was = w.c;
	memset(&w.c, 0, sizeof(w.c));
	locklist_del(list, &w.b.link);
	w.c = was;
}

static void begin(void)
{
	static const struct locklist_loop_ loop = LISH_LOOP_INIT;

	locklist_destroy(&w.gone);
	locklist_init(&w.list);
	locklist_init(&w.other);
	lish_sure(locklist_add_tail(&w.list, &w.a.link));
	lish_sure(locklist_add_tail(&w.list, &w.b.link));
	lish_sure(locklist_add_tail(&w.list, &w.c.link));
	lish_sure(locklist_add_tail(&w.other, &w.d.link));
	w.loop = loop;
}

static bool is_whole(void)
{
	return locklist_check(&w.list, NULL) <= LISH_UNINITIALIZED &&
	       locklist_check(&w.other, NULL) == LISH_OK;
}

#include "run.h"
