// SPDX-License-Identifier: MIT
/*
 * slotpool_free_bulk(): what dies in a frame dies at once.
 */
#define NAME "slotpool-bulk"
#define FLAVOURS ""
#define FOR_EACH(b, box) \
	slotpool_for_each_entry(b, &(box)->pool, struct bullet, node)
#define GIVE_MANY(box, refs, n) slotpool_free_bulk(&(box)->pool, refs, n)

#include "slotpool.c"
