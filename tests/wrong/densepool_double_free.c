/* SPDX-License-Identifier: MIT */
/* reported: the object is not live */
#include <linux-ish/densepool.h>

struct bullet {
	struct densepool_idx idx;
};

DENSEPOOL_DEFINE(bullets, struct bullet, idx, 4);

int main(void)
{
	void *b = densepool_alloc(&bullets);

	densepool_free(&bullets, b);
	densepool_free(&bullets, b);
	return 0;
}
