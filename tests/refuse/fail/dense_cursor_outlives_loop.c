/* SPDX-License-Identifier: MIT */
/* must not compile: the cursor is used after its loop */
#include <linux-ish/dense.h>

struct bullet {
	struct dense_idx idx;
};

struct bullet *last(struct dense *bullets)
{
	struct bullet *found = NULL;

	dense_for_each_entry(b, bullets, struct bullet, idx)
		found = b;
#ifdef WRONG
	return b;
#else
	return found;
#endif
}
