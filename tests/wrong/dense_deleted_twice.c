/* SPDX-License-Identifier: MIT */
/* reported: the node is in no container */
#include <linux-ish/dense.h>

struct bullet {
	struct dense_idx idx;
};

DENSE_DEFINE_STATIC(bullets, 8);

int main(void)
{
	static struct bullet a;

	lish_sure(dense_add(&bullets, &a.idx));
	dense_del(&bullets, &a.idx);
	dense_del(&bullets, &a.idx);
	return 0;
}
