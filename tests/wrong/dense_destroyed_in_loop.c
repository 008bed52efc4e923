/* SPDX-License-Identifier: MIT */
/* reported: the container is being looped over */
#include <linux-ish/dense.h>

struct bullet {
	struct dense_idx idx;
};

int main(void)
{
	struct bullet a = { { 0 } };
	struct dense bullets;

	if (dense_init(&bullets, NULL) || dense_add(&bullets, &a.idx))
		return 1;
	dense_for_each_entry(b, &bullets, struct bullet, idx)
		dense_destroy(&bullets);
	return 0;
}
