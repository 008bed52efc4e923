/* SPDX-License-Identifier: MIT */
/* must not compile: a loop with a const type writes to the objects */
#include <linux-ish/rwarray.h>

struct bullet {
	int ttl;
	struct rwarray_idx idx;
};

void age(struct rwarray *array);

void age(struct rwarray *array)
{
#ifdef WRONG
	rwarray_for_each_entry(b, array, const struct bullet, idx)
		b->ttl--;
#else
	rwarray_for_each_entry(b, array, struct bullet, idx)
		b->ttl--;
#endif
}
