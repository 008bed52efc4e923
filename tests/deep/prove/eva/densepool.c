// SPDX-License-Identifier: MIT
/*
 * densepool: two objects, and loops, in memory for two.
 */
#include <linux-ish/densepool.h>
#include "any.h"

struct object {
	int key;
	struct densepool_idx memory;
};

static struct object *objects[2];
DENSEPOOL_DEFINE_STATIC(pool, struct object, memory, 2);

static void change(unsigned int call, unsigned int n)
{
	if (!call && !objects[n]) {
		objects[n] = densepool_alloc_entry(&pool, struct object, memory);
	} else if (call && objects[n]) {
		densepool_free(&pool, &objects[n]->memory);
		objects[n] = NULL;
	}
}

static void step(unsigned int call, unsigned int n)
{
	if (call < 2) {
		change(call, n);
		return;
	}
	switch (call) {
	case 2:
		if (objects[n])
			(void)densepool_contains(&pool, &objects[n]->memory);
		break;
	case 3:
		densepool_clear(&pool);
		objects[0] = objects[1] = NULL;
		break;
	case 4:
		densepool_for_each_entry_const(o, &pool, struct object, memory)
			if (o->key)
				break;
		break;
	default:
		densepool_for_each_entry(o, &pool, struct object, memory) {
			o->key = 2;
			change(call - 5, n);
		}
	}
}

int main(void)
{
	any_steps(7, 2);
	return 0;
}
