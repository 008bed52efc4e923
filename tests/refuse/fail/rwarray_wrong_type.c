/* SPDX-License-Identifier: MIT */
/* must not compile: the cursor's type is not the one asked for */
#include <linux-ish/rwarray.h>

struct bullet {
	struct rwarray_idx idx;
};

struct spark {
	struct rwarray_idx idx;
};

struct bullet *first(struct rwarray *array)
{
#ifdef WRONG
	rwarray_for_each_entry(b, array, struct spark, idx)
#else
	rwarray_for_each_entry(b, array, struct bullet, idx)
#endif
		return b;
	return NULL;
}
