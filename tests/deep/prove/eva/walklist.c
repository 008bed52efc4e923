// SPDX-License-Identifier: MIT
/*
 * walklist: two lists, three nodes, and a loop whose body changes the list.
 */
#include <linux-ish/sort.h>
#include <linux-ish/walklist.h>
#include "any.h"

struct object {
	int key;
	struct walklist_node link;
};

static struct object objects[3];
static struct walklist a, b;

static int by_key(void *ctx, const struct walklist_node *x,
		  const struct walklist_node *y)
{
	(void)ctx;
	return container_of(x, const struct object, link)->key -
	       container_of(y, const struct object, link)->key;
}

static void change(unsigned int call, unsigned int n)
{
	struct walklist_node *node = &objects[n].link;
	struct walklist_node *next = &objects[(n + 1) % 3].link;
	const bool in = walklist_contains(&a, node);

	switch (call) {
	case 0:
		if (!in && !walklist_contains(&b, node))
			walklist_add_tail(&a, node);
		break;
	case 1:
		if (in)
			walklist_del(&a, node);
		break;
	case 2:
		(void)walklist_leave(node);
		break;
	case 3:
		if (in)
			walklist_move(&a, node);
		break;
	case 4:
		if (in && next != node && walklist_leave(next))
			walklist_add_before(&a, node, next);
		break;
	case 5:
		walklist_splice(&b, &a);
		break;
	case 6:
		(void)walklist_first(&a);
		break;
	default:
		(void)(walklist_pop_entry)(&a, 0);
	}
}

static void step(unsigned int call, unsigned int n)
{
	if (call < 8) {
		change(call, n);
		return;
	}
	switch (call) {
	case 8:
		walklist_sort(&a, by_key, NULL);
		break;
	case 9:
		change(7, n);
		break;
	case 10:
		walklist_for_each_entry_reverse(o, &a, struct object, link)
			change(1, n);
		break;
	case 11:
		walklist_for_each_entry_present(o, &a, struct object, link)
			change(3, n);
		break;
	case 12:
		walklist_for_each_entry_const(o, &a, struct object, link)
			if (o->key)
				break;
		break;
	case 13:
		walklist_clear(&a);
		break;
	default:
		walklist_for_each_entry(o, &a, struct object, link) {
			o->key++;
			change(call - 14, n);
			if (o->key > 3)
				break;
		}
	}
}

int main(void)
{
	walklist_init(&a);
	walklist_init(&b);
	any_steps(22, 3);
	return 0;
}
