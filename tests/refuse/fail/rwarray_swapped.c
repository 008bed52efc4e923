/* SPDX-License-Identifier: MIT */
/* must not compile: array and node are swapped */
#include <linux-ish/rwarray.h>

int add(struct rwarray *array, struct rwarray_idx *idx);

int add(struct rwarray *array, struct rwarray_idx *idx)
{
#ifdef WRONG
	return rwarray_add_tail(idx, array);
#else
	return rwarray_add_tail(array, idx);
#endif
}
