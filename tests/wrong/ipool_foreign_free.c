/* SPDX-License-Identifier: MIT */
/* reported: the node belongs to another container */
#include <linux-ish/ipool.h>

struct bullet {
	struct ipool_node node;
};

IPOOL_DEFINE(bullets, struct bullet, node, 4);
IPOOL_DEFINE(shells, struct bullet, node, 4);

int main(void)
{
	ipool_free(&bullets, ipool_alloc(&shells));
	return 0;
}
