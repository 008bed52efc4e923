/* SPDX-License-Identifier: MIT */
/* reported: the node belongs to another container */
#include <linux-ish/listpool.h>

struct bullet {
	struct listpool_node node;
};

LISTPOOL_DEFINE(bullets, struct bullet, node, 4);
LISTPOOL_DEFINE(shells, struct bullet, node, 4);

int main(void)
{
	listpool_free(&bullets, listpool_alloc_last(&shells));
	return 0;
}
