// SPDX-License-Identifier: MIT
/*
 * slotpool: two objects, their handles and loops, in memory for two.
 */
#include <linux-ish/slotpool.h>
#include "any.h"

struct object {
	int key;
	struct slotpool_idx memory;
};

static struct object *objects[2];
SLOTPOOL_DEFINE_STATIC(pool, struct object, memory, 2);
static struct slotpool_handle handles[2];

static void change(unsigned int call, unsigned int n)
{
	switch (call) {
	case 0:
		if (!objects[n])
			objects[n] = slotpool_alloc_entry(&pool, struct object,
							  memory);
		break;
	case 1:
		if (objects[n]) {
			slotpool_free(&pool, &objects[n]->memory);
			objects[n] = NULL;
		}
		break;
	default:
		if (objects[n])
			handles[n] = slotpool_handle_of(&pool,
							&objects[n]->memory);
	}
}

static void step(unsigned int call, unsigned int n)
{
	struct object *found;

	if (call < 3) {
		change(call, n);
		return;
	}
	switch (call) {
	case 3:
		found = slotpool_get_entry(&pool, handles[n], struct object,
					   memory);
		if (found)
			found->key = (int)n;
		break;
	case 4:
		(void)slotpool_next_live(&pool, n);
		break;
	case 5:
		(void)slotpool_at_entry(&pool, n, struct object, memory);
		break;
	case 6:
		slotpool_clear(&pool);
		objects[0] = objects[1] = NULL;
		break;
	case 7:
		slotpool_for_each_entry_reverse(o, &pool, struct object, memory)
			o->key = 1;
		break;
	default:
		slotpool_for_each_entry(o, &pool, struct object, memory) {
			o->key = 2;
			change(call - 8, n);
		}
	}
}

int main(void)
{
	any_steps(11, 2);
	return 0;
}
