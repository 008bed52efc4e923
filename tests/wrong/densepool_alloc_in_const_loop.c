/* SPDX-License-Identifier: MIT */
/* reported: a loop's current or next element was taken away */
#include <linux-ish/densepool.h>

struct bullet {
	struct densepool_idx idx;
};

DENSEPOOL_DEFINE(bullets, struct bullet, idx, 4);

int main(void)
{
	densepool_alloc(&bullets);
	densepool_for_each_entry_const(b, &bullets, struct bullet, idx)
		densepool_alloc(&bullets);
	return 0;
}
