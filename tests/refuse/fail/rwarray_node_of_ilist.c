/* SPDX-License-Identifier: MIT */
/* must not compile: the node is one of another container */
#include <linux-ish/ilist.h>
#include <linux-ish/rwarray.h>

struct bullet {
	struct ilist_node link;
	struct rwarray_idx idx;
};

int add(struct rwarray *array, struct bullet *bullet);

int add(struct rwarray *array, struct bullet *bullet)
{
#ifdef WRONG
	return rwarray_add_tail(array, &bullet->link);
#else
	return rwarray_add_tail(array, &bullet->idx);
#endif
}
