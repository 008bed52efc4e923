// SPDX-License-Identifier: MIT
/*
 * listpool: two objects, and loops, in memory for two.
 */
#include <linux-ish/listpool.h>
#include "any.h"

struct object {
	int key;
	struct listpool_node memory;
};

static struct object *objects[2];
LISTPOOL_DEFINE_STATIC(pool, struct object, memory, 2);

static void change(unsigned int call, unsigned int n)
{
	switch (call) {
	case 0:
		if (!objects[n])
			objects[n] = listpool_alloc_entry(&pool, struct object,
							  memory);
		break;
	case 1:
		if (objects[n]) {
			listpool_free(&pool, &objects[n]->memory);
			objects[n] = NULL;
		}
		break;
	default:
		if (objects[n])
			listpool_move_tail(&pool, &objects[n]->memory);
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
		if (!objects[n])
			objects[n] = listpool_alloc_tail_entry(
				&pool, struct object, memory);
		break;
	case 4:
		(void)listpool_count(&pool);
		break;
	case 5:
		listpool_clear(&pool);
		objects[0] = objects[1] = NULL;
		break;
	case 6:
		listpool_for_each_entry_reverse(o, &pool, struct object, memory)
			o->key = 1;
		break;
	default:
		listpool_for_each_entry(o, &pool, struct object, memory) {
			o->key = 2;
			change(call - 7, n);
		}
	}
}

int main(void)
{
	any_steps(10, 2);
	return 0;
}
