/* SPDX-License-Identifier: MIT */
/* reported: the object is not live */
#include <linux-ish/densepool.h>

struct bullet {
	struct densepool_idx idx;
};

DENSEPOOL_DEFINE_STATIC(bullets, struct bullet, idx, 4);

int main(void)
{
	struct bullet *b = densepool_alloc_entry(&bullets, struct bullet, idx);

	densepool_free(&bullets, &b->idx);
	densepool_free(&bullets, &b->idx);
	return 0;
}
