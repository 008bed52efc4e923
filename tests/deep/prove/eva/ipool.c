// SPDX-License-Identifier: MIT
/*
 * ipool: memory for two objects.
 */
#include <linux-ish/ipool.h>
#include "any.h"

struct object {
	int key;
	struct ipool_idx memory;
};

static struct object *objects[2];
IPOOL_DEFINE_STATIC(pool, struct object, memory, 2);

static void step(unsigned int call, unsigned int n)
{
	switch (call) {
	case 0:
		if (!objects[n])
			objects[n] = ipool_alloc_entry(&pool, struct object,
						       memory);
		break;
	case 1:
		if (!objects[n])
			objects[n] = ipool_zalloc_entry(&pool, struct object,
							memory);
		break;
	case 2:
		if (objects[n]) {
			ipool_free(&pool, &objects[n]->memory);
			objects[n] = NULL;
		}
		break;
	case 3:
		if (objects[n])
			objects[n]->key = ipool_index_of(&pool,
							 &objects[n]->memory);
		break;
	case 4:
		(void)ipool_at_entry(&pool, n, struct object, memory);
		break;
	case 5:
		ipool_trim(&pool);
		break;
	default:
		ipool_clear(&pool);
		objects[0] = objects[1] = NULL;
	}
}

int main(void)
{
	any_steps(7, 2);
	return 0;
}
