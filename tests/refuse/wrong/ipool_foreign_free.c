/* SPDX-License-Identifier: MIT */
/* reported: the node belongs to another container */
#include <linux-ish/ipool.h>

struct bullet {
	struct ipool_idx node;
};

IPOOL_DEFINE_STATIC(bullets, struct bullet, node, 4);
IPOOL_DEFINE_STATIC(shells, struct bullet, node, 4);

int main(void)
{
	ipool_free(&bullets,
		   &ipool_alloc_entry(&shells, struct bullet, node)->node);
	return 0;
}
