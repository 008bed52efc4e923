// SPDX-License-Identifier: MIT
/*
 * The limit: objects side by side in a plain array, the last one moved into
 * the gap. Nobody else could keep a pointer to such an object.
 */
#include "bench.h"

#define NAME "raw"
#define UNORDERED
#define NODE struct bullet *target;
#define BOX                    \
	struct bullet *items;  \
	uint32_t count;
#define REF uint32_t
#define BULLET(box, ref) (&(box)->items[ref])
#define INIT(box, n, flavour) \
	((box)->items = (struct bullet *)memory(n, sizeof(struct bullet)))
#define DESTROY(box) free((box)->items)
#define FOR_EACH(b, box)                                                   \
	for (struct bullet *b = (box)->items, *end_ = b + (box)->count;    \
	     b < end_; b++)
#define BORN(box, id)                                      \
	do {                                               \
		(box)->ref[id] = (box)->count;             \
		birth(&(box)->items[(box)->count++], id);  \
	} while (0)
#define LEAVE(box, b)                                                   \
	do {                                                            \
		struct bullet *last_ = &(box)->items[--(box)->count];   \
		if ((b) != last_) {                                     \
			*(b) = *last_;                                  \
			(box)->ref[(b)->id] = (uint32_t)((b) - (box)->items); \
		}                                                       \
	} while (0)
#define DIE(box, place)                                       \
	do {                                                  \
		struct bullet *dead_ = &(box)->items[place];  \
		LEAVE(box, dead_);                            \
	} while (0)
/* Backwards: what moves into the gap was visited. */
#define FOR_EACH_SAFE(b, box)                                             \
	for (struct bullet *b = (box)->items + (box)->count;              \
	     b-- > (box)->items;)
#define CLEAR(box) ((box)->count = 0)
#define HANDLE struct bullet *
#define HANDLE_OF(box, b) (b)
#define GET(box, handle) (handle)

#include "contestant.h"
