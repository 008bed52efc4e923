/* SPDX-License-Identifier: MIT */
/* reported: an index and the place it names do not agree */
#include <linux-ish/densepool.h>

struct bullet {
	int damage;
	struct densepool_idx idx;
};

DENSEPOOL_DEFINE_STATIC(bullets, struct bullet, idx, 4);

int main(void)
{
	struct bullet *a = densepool_zalloc_entry(&bullets, struct bullet, idx);
	struct bullet *b = densepool_zalloc_entry(&bullets, struct bullet, idx);

	*a = *b;
	densepool_free(&bullets, &a->idx);
	return 0;
}
