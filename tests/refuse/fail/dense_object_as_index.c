/* SPDX-License-Identifier: MIT */
/* must not compile: the object is added instead of the index in it */
#include <linux-ish/dense.h>

struct bullet {
	struct dense_idx idx;
};

int add(struct dense *bullets, struct bullet *b)
{
#ifdef WRONG
	return dense_add(bullets, b);
#else
	return dense_add(bullets, &b->idx);
#endif
}
