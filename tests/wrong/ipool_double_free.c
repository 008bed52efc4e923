/* SPDX-License-Identifier: MIT */
/* reported: the object is not live */
#include <linux-ish/ipool.h>

struct bullet {
	struct ipool_idx node;
};

IPOOL_DEFINE_STATIC(bullets, struct bullet, node, 4);

int main(void)
{
	struct bullet *b = ipool_alloc_entry(&bullets, struct bullet, node);

	ipool_free(&bullets, &b->node);
	ipool_free(&bullets, &b->node);
	return 0;
}
