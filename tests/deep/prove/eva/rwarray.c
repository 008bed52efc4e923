// SPDX-License-Identifier: MIT
/*
 * rwarray: three nodes in memory for three, with the holes that they leave.
 */
#include <linux-ish/rwarray.h>
#include "any.h"

struct object {
	int key;
	struct rwarray_idx place;
};

static struct object objects[3];
static struct rwarray a;
static RWARRAY_STORAGE(slots, 3);

static void change(unsigned int call, unsigned int n)
{
	struct rwarray_idx *node = &objects[n].place;

	switch (call) {
	case 0:
		if (!rwarray_contains(&a, node))
			(void)rwarray_add_tail(&a, node);
		break;
	case 1:
		if (rwarray_contains(&a, node))
			rwarray_del(&a, node);
		break;
	default:
		(void)rwarray_leave(&a, node);
	}
}

static void step(unsigned int call, unsigned int n)
{
	if (call < 3) {
		change(call, n);
		return;
	}
	switch (call) {
	case 3:
		rwarray_compact(&a);
		break;
	case 4:
		rwarray_clear(&a);
		break;
	case 5:
		(void)rwarray_stats(&a);
		break;
	case 6:
		rwarray_for_each_entry_const(o, &a, struct object, place)
			if (o->key)
				break;
		break;
	case 7:
		rwarray_for_each_entry_reverse(o, &a, struct object, place)
			change(1, n);
		break;
	default:
		rwarray_for_each_entry(o, &a, struct object, place) {
			o->key++;
			change(call - 8, n);
			if (o->key > 3)
				break;
		}
	}
}

int main(void)
{
	rwarray_init_in(&a, &slots);
	any_steps(11, 3);
	return 0;
}
