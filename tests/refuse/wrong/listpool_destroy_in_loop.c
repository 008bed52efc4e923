/* SPDX-License-Identifier: MIT */
/* reported: the container is being looped over */
#include <linux-ish/listpool.h>

struct bullet {
	struct listpool_node node;
};

LISTPOOL_DEFINE_STATIC(bullets, struct bullet, node, 4);

int main(void)
{
	if (!listpool_alloc_entry(&bullets, struct bullet, node))
		return 1;
	listpool_for_each_entry(b, &bullets, struct bullet, node)
		listpool_destroy(&bullets);
	return 0;
}
