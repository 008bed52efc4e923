/* SPDX-License-Identifier: MIT */
/* reported: a loop's current or next element was taken away */
#include <linux-ish/densepool.h>

struct bullet {
	struct densepool_idx idx;
};

DENSEPOOL_DEFINE_STATIC(bullets, struct bullet, idx, 4);

int main(void)
{
	if (!densepool_alloc_entry(&bullets, struct bullet, idx))
		return 1;
	densepool_for_each_entry_const(b, &bullets, struct bullet, idx)
		(void)densepool_alloc_entry(&bullets, struct bullet, idx);
	return 0;
}
