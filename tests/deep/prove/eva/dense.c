// SPDX-License-Identifier: MIT
/*
 * dense: three nodes in memory for two.
 */
#include <linux-ish/dense.h>
#include <linux-ish/sort.h>
#include "any.h"

struct object {
	int key;
	struct dense_idx place;
};

static struct object objects[3];
static struct dense a;
static DENSE_STORAGE(slots, 2);

static void change(unsigned int call, unsigned int n)
{
	struct dense_idx *node = &objects[n].place;
	struct dense_idx *next = &objects[(n + 1) % 3].place;

	switch (call) {
	case 0:
		if (!dense_contains(&a, node))
			(void)dense_add(&a, node);
		break;
	case 1:
		if (dense_contains(&a, node))
			dense_del(&a, node);
		break;
	case 2:
		(void)(dense_pop_entry)(&a, 0);
		break;
	default:
		(void)dense_leave(&a, next);
	}
}

static int by_address(void *ctx, const struct dense_idx *x,
		      const struct dense_idx *y)
{
	(void)ctx;
	return (uintptr_t)x > (uintptr_t)y;
}

static void step(unsigned int call, unsigned int n)
{
	struct dense_idx *node = &objects[n].place;
	struct dense_idx *next = &objects[(n + 1) % 3].place;

	if (call < 4) {
		change(call, n);
		return;
	}
	switch (call) {
	case 4:
		if (dense_contains(&a, node) && dense_contains(&a, next))
			dense_sort(&a, by_address, NULL);
		break;
	case 5:
		dense_clear(&a);
		break;
	case 6:
		(void)dense_reserve(&a, n);
		break;
	case 7:
		dense_trim(&a);
		break;
	case 8:
		dense_for_each_entry_const(o, &a, struct object, place)
			if (o->key)
				break;
		break;
	case 9:
		(void)(dense_at_entry)(&a, n, 0);
		break;
	default:
		dense_for_each_entry(o, &a, struct object, place) {
			o->key++;
			change(call - 10, n);
			if (o->key > 3)
				break;
		}
	}
}

int main(void)
{
	dense_init_in(&a, &slots);
	any_steps(14, 3);
	return 0;
}
