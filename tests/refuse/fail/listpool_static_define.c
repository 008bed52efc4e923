/* SPDX-License-Identifier: MIT */
/* must not compile: static in front of a definition for the whole program */
#include <linux-ish/listpool.h>

struct bullet {
	struct listpool_node node;
};

#ifdef WRONG
static LISTPOOL_DEFINE(bullets, struct bullet, node, 4);
#else
LISTPOOL_DEFINE(bullets, struct bullet, node, 4);
#endif

struct bullet *spawn(void)
{
	return listpool_alloc_entry(&bullets, struct bullet, node);
}
