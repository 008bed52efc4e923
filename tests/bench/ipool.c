// SPDX-License-Identifier: MIT
/*
 * Memory and nothing more: there is no loop over its objects.
 */
#include <linux-ish/ipool.h>

#define NAME "ipool"
#define POOL ipool
#define POOL_BYTES(type, n) ((size_t)(n) * (sizeof(type) + sizeof(uint32_t)))
#define NODE struct ipool_idx node;
#define TAKE(box) ipool_alloc_entry(&(box)->pool, struct bullet, node)
#define GIVE(box, b) ipool_free(&(box)->pool, &(b)->node)
#define UNORDERED
#define NO_WALK
#define FOR_EACH(b, box)                                      \
	for (uint32_t id_ = 0; id_ < (box)->n; id_++)         \
		for (struct bullet *b = (box)->ref[id_]; b; b = NULL)

#include "pools.h"
