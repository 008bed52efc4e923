/* SPDX-License-Identifier: MIT */
/* reported: the container was never initialised */
#include <linux-ish/densepool.h>

struct bullet {
	struct densepool_idx idx;
};

int main(void)
{
	static struct densepool pool;

	return !densepool_alloc_entry(&pool, struct bullet, idx);
}
