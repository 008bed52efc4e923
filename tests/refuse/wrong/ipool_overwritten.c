/* SPDX-License-Identifier: MIT */
/* reported: an index and the place it names do not agree */
#include <linux-ish/ipool.h>

struct bullet {
	int damage;
	struct ipool_idx node;
};

IPOOL_DEFINE_STATIC(bullets, struct bullet, node, 4);

int main(void)
{
	struct bullet *a =
		ipool_zalloc_entry(&bullets, struct bullet, node);
	struct bullet *b =
		ipool_zalloc_entry(&bullets, struct bullet, node);

	*a = *b;
	ipool_free(&bullets, &a->node);
	return 0;
}
