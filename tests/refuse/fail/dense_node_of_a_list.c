/* SPDX-License-Identifier: MIT */
/* must not compile: the node belongs to another kind of container */
#include <linux-ish/dense.h>
#include <linux-ish/ilist.h>

struct bullet {
	struct ilist_node link;
	struct dense_idx idx;
};

struct bullet *first(struct dense *bullets, struct bullet *b)
{
#ifdef WRONG
	return dense_contains(bullets, &b->idx) ?
		       b :
		       dense_at_entry(bullets, 0, struct bullet, link);
#else
	return dense_contains(bullets, &b->idx) ?
		       b :
		       dense_at_entry(bullets, 0, struct bullet, idx);
#endif
}
