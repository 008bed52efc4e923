/* SPDX-License-Identifier: MIT */
/* reported: an index and the place it names do not agree */
#include <linux-ish/dense.h>

struct bullet {
	int ttl;
	struct dense_idx idx;
};

DENSE_DEFINE_STATIC(bullets, 8);

int main(void)
{
	struct bullet a = { 0, { 0 } }, b = a, zero = a;

	if (dense_add(&bullets, &a.idx) || dense_add(&bullets, &b.idx))
		return 1;
	b = zero; /* the whole object, and with it the index */
	dense_del(&bullets, &a.idx);
	return 0;
}
