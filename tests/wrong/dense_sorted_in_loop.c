/* SPDX-License-Identifier: MIT */
/* reported: the container is being looped over */
#include <linux-ish/dense.h>

struct bullet {
	struct dense_idx idx;
};

DENSE_DEFINE_STATIC(bullets, 8);

static int by_address(void *ctx, const struct dense_idx *a,
		      const struct dense_idx *b)
{
	(void)ctx;
	return (uintptr_t)a > (uintptr_t)b;
}

int main(void)
{
	static struct bullet a, b;

	lish_sure(dense_add(&bullets, &a.idx));
	lish_sure(dense_add(&bullets, &b.idx));
	dense_for_each_entry(at, &bullets, struct bullet, idx)
		dense_sort(&bullets, by_address, NULL);
	return 0;
}
