/* SPDX-License-Identifier: MIT */
/* must not compile: the node may lie at any address, as in a packed object */
#include <linux-ish/rwarray.h>

struct bullet {
	char kind;
	struct rwarray_idx idx;
#ifdef WRONG
} __attribute__((packed));
#else
};
#endif

struct bullet *first(struct rwarray *array);

struct bullet *first(struct rwarray *array)
{
	return rwarray_first_entry(array, struct bullet, idx);
}
