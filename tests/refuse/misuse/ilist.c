/* SPDX-License-Identifier: MIT */
/* The objects and lists of ilist.list. */
#include <linux-ish/ilist.h>
#include <linux-ish/sort.h>

struct item {
	int key;
	struct ilist_node link;
};

/* list: a, b, c; other: d; out is in no list; of half one link is NULL; nothing is empty. */
static struct world {
	struct ilist list, other, half, nothing;
	struct item a, b, c, d, out;
	uint64_t scratch[16];
} w;

/* The node of a NULL object. */
static struct ilist_node *volatile none;
static struct item *volatile nobody;
static unsigned int visits;

static int by_key(void *ctx, const struct ilist_node *a,
		  const struct ilist_node *b)
{
	(void)ctx;
	return container_of(a, const struct item, link)->key -
	       container_of(b, const struct item, link)->key;
}

static uint64_t key_of(void *ctx, const struct ilist_node *node)
{
	(void)ctx;
	return (uint64_t)container_of(node, const struct item, link)->key;
}

static void begin(void)
{
	ilist_init(&w.list);
	ilist_init(&w.other);
	w.half.head.prev = &w.d.link.link;
	ilist_add_tail(&w.list, &w.a.link);
	ilist_add_tail(&w.list, &w.b.link);
	ilist_add_tail(&w.list, &w.c.link);
	ilist_add_tail(&w.other, &w.d.link);
	w.b.key = 1;
}

/* Each linked node is in one of the lists. */
static bool is_whole(void)
{
	const struct item *items[] = { &w.a, &w.b, &w.c, &w.d };
	size_t i;

	if (ilist_check(&w.list, NULL) != LISH_OK ||
	    ilist_check(&w.other, NULL) != LISH_OK)
		return false;
	for (i = 0; i < 4; i++)
		if (ilist_is_linked(&items[i]->link) !=
		    (ilist_contains(&w.list, &items[i]->link) ||
		     ilist_contains(&w.other, &items[i]->link)))
			return false;
	return true;
}

#include "run.h"
