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
	return rwarray_first_entry(array, struct spark, idx);
#else
	return rwarray_first_entry(array, struct bullet, idx);
#endif
}
