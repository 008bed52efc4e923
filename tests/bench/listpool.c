// SPDX-License-Identifier: MIT
#include <linux-ish/listpool.h>

/* The base is told where the mark lies, not the node. */
#define MARK (offsetof(struct bullet, node) + offsetof(struct listpool_node, slot))

#define NAME "listpool"
#define POOL listpool
#define POOL_BYTES(type, n) ((size_t)(n) * (sizeof(type) + sizeof(uint32_t)))
#define GIVE(box, b) listpool_free(&(box)->pool, &(b)->node)
#define NODE struct listpool_node node;
#define TAKE(box) listpool_alloc_tail_entry(&(box)->pool, struct bullet, node)
#define FOR_EACH(b, box) \
	listpool_for_each_entry(b, &(box)->pool, struct bullet, node)

#include "pools.h"
