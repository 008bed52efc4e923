/* SPDX-License-Identifier: MIT */
/* The world in which the mistakes of inbox.list are made. */
#include <linux-ish/inbox.h>

struct item {
	int key;
	struct inbox_node sent;
};

/* box: a, then b, then c, none of them taken yet; burst: d, e, f; out is in none. */
static struct world {
	struct inbox box;
	struct inbox_chain burst;
	struct item a, b, c, d, e, f, out;
} w;

/* The node of a NULL object. */
static struct inbox_node *volatile none;
static unsigned int visits;

static void begin(void)
{
	inbox_init(&w.box);
	lish_sure(inbox_push(&w.box, &w.a.sent));
	lish_sure(inbox_push(&w.box, &w.b.sent));
	lish_sure(inbox_push(&w.box, &w.c.sent));
	lish_sure(inbox_chain_add_tail(&w.burst, &w.d.sent));
	lish_sure(inbox_chain_add_tail(&w.burst, &w.e.sent));
	lish_sure(inbox_chain_add_tail(&w.burst, &w.f.sent));
}

static bool is_whole(void)
{
	return inbox_check(&w.box, NULL) == LISH_OK;
}

#include "run.h"
