// SPDX-License-Identifier: MIT
#include <linux-ish/densepool.h>

#define NAME "densepool"
#define POOL densepool
#define POOL_BYTES(type, n) ((size_t)(n) * (sizeof(type) + sizeof(void *)))
#define GIVE(box, b) densepool_free(&(box)->pool, &(b)->node)
#define NODE struct densepool_idx node;
#define TAKE(box) densepool_alloc_entry(&(box)->pool, struct bullet, node)
#define UNORDERED
#define FOR_EACH(b, box) \
	densepool_for_each_entry(b, &(box)->pool, struct bullet, node)
#define FOR_EACH_SAFE(b, box) \
	densepool_for_each_entry_safe(b, &(box)->pool, struct bullet, node)

#include "pools.h"
