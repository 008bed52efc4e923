// SPDX-License-Identifier: MIT
/*
 * Memory and nothing more: there is no loop over its objects.
 */
#include <linux-ish/ipool.h>

#define NAME "ipool"
#define POOL ipool
#define POOL_BYTES IPOOL_BYTES
#define NODE struct ipool_node node;
#define TAKE(box) ((struct bullet *)ipool_alloc(&(box)->pool))
#define UNORDERED
#define NO_WALK
#define FOR_EACH(b, box)                                      \
	for (uint32_t id_ = 0; id_ < (box)->n; id_++)         \
		for (struct bullet *b = (box)->ref[id_]; b; b = NULL)

#include "pools.h"
