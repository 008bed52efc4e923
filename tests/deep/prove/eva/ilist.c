// SPDX-License-Identifier: MIT
/*
 * ilist: two lists, three nodes.
 */
#include <linux-ish/ilist.h>
#include <linux-ish/sort.h>
#include "any.h"

struct object {
	int key;
	struct ilist_node link;
};

static struct object objects[3];
static struct ilist a, b;

static int by_key(void *ctx, const struct ilist_node *x,
		  const struct ilist_node *y)
{
	(void)ctx;
	return container_of(x, const struct object, link)->key -
	       container_of(y, const struct object, link)->key;
}

static void step(unsigned int call, unsigned int n)
{
	struct ilist_node *node = &objects[n].link;
	struct ilist_node *next = &objects[(n + 1) % 3].link;
	const bool in = ilist_is_linked(node);

	switch (call) {
	case 0:
		if (!in)
			ilist_add(&a, node);
		break;
	case 1:
		if (!in)
			ilist_add_tail(&b, node);
		break;
	case 2:
		if (in)
			ilist_del(node);
		break;
	case 3:
		(void)ilist_leave(node);
		break;
	case 4:
		if (!in && ilist_is_linked(next))
			ilist_add_before(next, node);
		break;
	case 5:
		if (in)
			ilist_move_tail(&b, node);
		break;
	case 6:
		ilist_splice(&a, &b);
		break;
	case 7:
		(void)ilist_pop_entry(&a, struct object, link);
		break;
	case 8:
		ilist_sort(&a, by_key, NULL);
		break;
	case 9:
		ilist_clear(&a);
		break;
	case 10:
		ilist_for_each_entry(o, &a, struct object, link)
			o->key = (int)n;
		break;
	case 11:
		ilist_for_each_entry_reverse(o, &a, struct object, link)
			o->key = (int)ilist_count(&b);
		break;
	case 12:
		ilist_for_each_entry_safe(o, &a, struct object, link)
			ilist_move(&b, &o->link);
		break;
	default:
		ilist_drain_entry(o, &b, struct object, link)
			o->key = 0;
	}
}

int main(void)
{
	ilist_init(&a);
	ilist_init(&b);
	any_steps(20, 3);
	return 0;
}
