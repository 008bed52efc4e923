/* SPDX-License-Identifier: MIT */
/* reported: the node of a NULL object */
#include <linux-ish/listpool.h>

struct bullet {
	int damage;
	struct listpool_node node;
};

LISTPOOL_DEFINE_STATIC(bullets, struct bullet, node, 4);

int main(void)
{
	struct bullet *b;

	do
		b = listpool_alloc_entry(&bullets, struct bullet, node);
	while (b);
	/* That alloc may give NULL was forgotten here. */
	listpool_free(&bullets, &b->node);
	return 0;
}
