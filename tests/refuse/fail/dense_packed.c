/* SPDX-License-Identifier: MIT */
/* must not compile: the index would lie at an odd address */
#include <linux-ish/dense.h>

#ifdef WRONG
#define PACKED __attribute__((__packed__))
#else
#define PACKED
#endif

struct bullet {
	char kind;
	struct dense_idx idx;
} PACKED;

int kinds(struct dense *bullets);
int kinds(struct dense *bullets)
{
	int kinds = 0;

	dense_for_each_entry(b, bullets, struct bullet, idx)
		kinds |= b->kind;
	return kinds;
}
