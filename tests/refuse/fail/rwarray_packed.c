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

int count(struct rwarray *array);

int count(struct rwarray *array)
{
	int n = 0;

	rwarray_for_each_entry(b, array, struct bullet, idx)
		n++;
	return n;
}
