/* SPDX-License-Identifier: MIT */
/* reported: the container is being looped over */
#include <linux-ish/densepool.h>

struct bullet {
	struct densepool_idx idx;
};

DENSEPOOL_DEFINE_STATIC(bullets, struct bullet, idx, 4);

int main(void)
{
	if (!densepool_alloc_entry(&bullets, struct bullet, idx))
		return 1;
	densepool_for_each_entry(b, &bullets, struct bullet, idx)
		densepool_destroy(&bullets);
	return 0;
}
