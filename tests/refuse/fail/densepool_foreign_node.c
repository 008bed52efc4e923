/* SPDX-License-Identifier: MIT */
/* must not compile: the node is that of another container */
#include <linux-ish/ilist.h>
#include <linux-ish/densepool.h>

struct bullet {
	struct ilist_node link;
	struct densepool_idx idx;
};

int make(struct densepool *pool)
{
#ifdef WRONG
	return densepool_init(pool, struct bullet, link, NULL);
#else
	return densepool_init(pool, struct bullet, idx, NULL);
#endif
}
