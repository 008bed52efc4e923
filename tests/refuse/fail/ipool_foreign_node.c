/* SPDX-License-Identifier: MIT */
/* must not compile: the node is that of another container */
#include <linux-ish/ilist.h>
#include <linux-ish/ipool.h>

struct bullet {
	struct ilist_node link;
	struct ipool_idx node;
};

int make(struct ipool *pool)
{
#ifdef WRONG
	return ipool_init(pool, struct bullet, link, NULL);
#else
	return ipool_init(pool, struct bullet, node, NULL);
#endif
}
