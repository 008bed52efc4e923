/* SPDX-License-Identifier: MIT */
/* must not compile: the cursor is not known after its loop */
#include <linux-ish/rwarray.h>

struct bullet {
	int ttl;
	struct rwarray_idx idx;
};

int first_ttl(struct rwarray *array);

int first_ttl(struct rwarray *array)
{
	int ttl = 0;

	rwarray_for_each_entry(b, array, struct bullet, idx) {
		ttl = b->ttl;
		break;
	}
#ifdef WRONG
	return b->ttl;
#else
	return ttl;
#endif
}
