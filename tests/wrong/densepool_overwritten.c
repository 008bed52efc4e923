/* SPDX-License-Identifier: MIT */
/* reported: an index and the place it names do not agree */
#include <linux-ish/densepool.h>

struct bullet {
	int damage;
	struct densepool_idx idx;
};

DENSEPOOL_DEFINE(bullets, struct bullet, idx, 4);

int main(void)
{
	struct bullet *a =
		densepool_alloc_zero_entry(&bullets, struct bullet, idx);
	struct bullet *b =
		densepool_alloc_zero_entry(&bullets, struct bullet, idx);

	*a = *b;
	densepool_free(&bullets, a);
	return 0;
}
