// SPDX-License-Identifier: MIT
/*
 * locklist: a list, three nodes, a lock, and a loop whose body changes the list.
 */
#include <linux-ish/locklist.h>
#include "any.h"

struct object {
	int key;
	struct locklist_node link;
};

static struct object objects[3];
static struct locklist a;

static void change(unsigned int call, unsigned int n)
{
	struct locklist_node *node = &objects[n].link;

	switch (call) {
	case 0:
		if (!locklist_contains(&a, node))
			(void)locklist_add_tail(&a, node);
		break;
	case 1:
		if (locklist_contains(&a, node))
			locklist_del(&a, node);
		break;
	case 2:
		(void)locklist_leave(node);
		break;
	default:
		locklist_clear(&a);
	}
}

static void step(unsigned int call, unsigned int n)
{
	if (call < 4) {
		change(call, n);
		return;
	}
	switch (call) {
	case 4:
		locklist_lock(&a);
		break;
	case 5:
		if (locklist_is_locked(&a))
			locklist_unlock(&a);
		break;
	case 6:
		locklist_for_each_entry_const(o, &a, struct object, link)
			if (o->key)
				break;
		break;
	default:
		locklist_for_each_entry(o, &a, struct object, link) {
			o->key++;
			change(call - 7, n);
			if (o->key > 3)
				break;
		}
	}
}

int main(void)
{
	locklist_init(&a);
	any_steps(11, 3);
	return 0;
}
