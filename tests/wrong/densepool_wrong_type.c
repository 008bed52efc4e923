/* SPDX-License-Identifier: MIT */
/* reported: the pool holds objects of another type */
#include <linux-ish/densepool.h>

struct bullet {
	struct densepool_idx idx;
};

struct rocket {
	struct densepool_idx idx;
	int fuel;
};

DENSEPOOL_DEFINE_STATIC(bullets, struct bullet, idx, 4);

int main(void)
{
	return !densepool_alloc_entry(&bullets, struct rocket, idx);
}
