// SPDX-License-Identifier: MIT
#include <linux-ish/listpool.h>

#define NAME "listpool"
#define POOL listpool
#define POOL_BYTES LISTPOOL_BYTES
#define NODE struct listpool_node node;
#define TAKE(box) ((struct bullet *)listpool_alloc_last(&(box)->pool))
#define FOR_EACH(b, box) \
	listpool_for_each_entry(b, &(box)->pool, struct bullet, node)

#include "pools.h"
