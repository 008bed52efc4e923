/* SPDX-License-Identifier: MIT */
/* reported: a loop that allows no changes is running */
#include <linux-ish/dense.h>

struct bullet {
	struct dense_idx idx;
};

DENSE_DEFINE_STATIC(bullets, 8);

int main(void)
{
	static struct bullet a;

	lish_sure(dense_add(&bullets, &a.idx));
	dense_for_each_entry_frozen(b, &bullets, struct bullet, idx)
		dense_del(&bullets, &b->idx);
	return 0;
}
