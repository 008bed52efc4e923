// SPDX-License-Identifier: MIT
/*
 * slotpool_runs.c is the same, walked by runs of neighbours.
 */
#include <linux-ish/slotpool.h>

#ifndef NAME
#define NAME "slotpool"
#define FLAVOURS "", "-fixed", "-lowest"
#define FOR_EACH(b, box) \
	slotpool_for_each_entry(b, &(box)->pool, struct bullet, node)
#endif
#define POOL slotpool
#define POOL_BYTES SLOTPOOL_BYTES
#define INIT_LOWEST slotpool_init_lowest
#define NODE                        \
	struct slotpool_idx node;   \
	struct slotpool_handle target;
#define TAKE(box) ((struct bullet *)slotpool_alloc(&(box)->pool))
#define UNORDERED
#define HANDLE struct slotpool_handle
#define HANDLE_OF(box, b) slotpool_handle_of(&(box)->pool, b)
#define GET(box, handle) ((struct bullet *)slotpool_get(&(box)->pool, handle))

#include "pools.h"
