/* SPDX-License-Identifier: MIT */
/* reported: the node of a NULL object */
#include <linux-ish/densepool.h>

struct bullet {
	int damage;
	struct densepool_idx idx;
};

DENSEPOOL_DEFINE_STATIC(bullets, struct bullet, idx, 4);

int main(void)
{
	struct bullet *b;

	do
		b = densepool_alloc_entry(&bullets, struct bullet, idx);
	while (b);
	/* That alloc may give NULL was forgotten here. */
	densepool_free(&bullets, &b->idx);
	return 0;
}
