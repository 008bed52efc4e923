// SPDX-License-Identifier: MIT
/*
 */
#include <linux-ish/slotpool.h>

#ifndef NAME
#define NAME "slotpool"
#define FLAVOURS "", "-fixed", "-lowest"
#define FOR_EACH(b, box) \
	slotpool_for_each_entry(b, &(box)->pool, struct bullet, node)
#endif
#define POOL slotpool
/* As SLOTPOOL_STORAGE(), of a size that is no constant. */
#define POOL_BYTES(type, n)                                         \
	((size_t)(n) * (sizeof(type) + 2 * sizeof(uint32_t)) +      \
	 (LISH_WORDS(n) + SLOTPOOL_WORDS_(64)) * sizeof(lish_word))
#define INIT_LOWEST slotpool_init
#define NODE                        \
	struct slotpool_idx node;   \
	struct slotpool_handle target;
#define TAKE(box) slotpool_alloc_entry(&(box)->pool, struct bullet, node)
#define GIVE(box, b) slotpool_free(&(box)->pool, &(b)->node)
#define UNORDERED
#define HANDLE struct slotpool_handle
#define HANDLE_OF(box, b) slotpool_handle_of(&(box)->pool, &(b)->node)
#define GET(box, handle) \
	slotpool_get_entry(&(box)->pool, handle, struct bullet, node)

#include "pools.h"
