/* SPDX-License-Identifier: MIT */
/* reported: a loop's current or next element was taken away */
#include <linux-ish/dense.h>

struct bullet {
	struct dense_idx idx;
};

DENSE_DEFINE_STATIC(bullets, 8);

int main(void)
{
	struct bullet a = { { 0 } };

	if (dense_add(&bullets, &a.idx))
		return 1;
	dense_for_each_entry_const(b, &bullets, struct bullet, idx)
		dense_del(&bullets, &b->idx);
	return 0;
}
