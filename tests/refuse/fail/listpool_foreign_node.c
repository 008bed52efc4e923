/* SPDX-License-Identifier: MIT */
/* must not compile: the node is that of another container */
#include <linux-ish/ilist.h>
#include <linux-ish/listpool.h>

struct bullet {
	struct ilist_node link;
	struct listpool_node node;
};

int make(struct listpool *pool)
{
#ifdef WRONG
	return listpool_init(pool, struct bullet, link, NULL);
#else
	return listpool_init(pool, struct bullet, node, NULL);
#endif
}
