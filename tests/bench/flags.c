// SPDX-License-Identifier: MIT
/*
 * A plain array in which each object says whether it is alive.
 */
#include "bench.h"

#define NAME "flags"
#define UNORDERED
#define NODE bool alive;
#define BOX struct bullet *items;
#define REF uint32_t
#define BULLET(box, ref) (&(box)->items[ref])
#define INIT(box, n, flavour) \
	((box)->items = (struct bullet *)memory(n, sizeof(struct bullet)))
#define DESTROY(box) free((box)->items)
#define FOR_EACH(b, box)                                               \
	for (struct bullet *b = (box)->items, *end_ = b + (box)->n;    \
	     b < end_; b++)                                            \
		if (b->alive)
#define BORN(box, id)                              \
	do {                                       \
		(box)->ref[id] = id;               \
		birth(&(box)->items[id], id);      \
		(box)->items[id].alive = true;     \
	} while (0)
#define DIE(box, place) ((box)->items[place].alive = false)
#define LEAVE(box, b) ((b)->alive = false)
#define CLEAR(box)                                           \
	do {                                                 \
		FOR_EACH(cleared_, box)                      \
			cleared_->alive = false;             \
	} while (0)

#include "contestant.h"
