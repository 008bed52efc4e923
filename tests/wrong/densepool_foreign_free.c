/* SPDX-License-Identifier: MIT */
/* reported: the node belongs to another container */
#include <linux-ish/densepool.h>

struct bullet {
	struct densepool_idx idx;
};

DENSEPOOL_DEFINE(bullets, struct bullet, idx, 4);
DENSEPOOL_DEFINE(shells, struct bullet, idx, 4);

int main(void)
{
	densepool_free(&bullets, densepool_alloc(&shells));
	return 0;
}
