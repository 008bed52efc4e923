/* SPDX-License-Identifier: MIT */
/* reported: the object is not live */
#include <linux-ish/listpool.h>

struct bullet {
	struct listpool_node node;
};

LISTPOOL_DEFINE(bullets, struct bullet, node, 4);

int main(void)
{
	void *b = listpool_alloc_last(&bullets);

	listpool_free(&bullets, b);
	return !listpool_alloc_after(&bullets, b);
}
