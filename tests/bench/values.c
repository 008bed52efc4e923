// SPDX-License-Identifier: MIT
/*
 * By hand: objects side by side in an array that grows, the last one moved into
 * the gap. Nobody can keep a pointer to such an object.
 */
#include "bench.h"

#define NAME "hand values"
#define UNORDERED
#define NODE
#define BOX                   \
	struct bullet *items; \
	uint32_t count, room;
#define REF uint32_t
#define BULLET(box, ref) (&(box)->items[ref])
#define INIT(box, n, flavour) ((void)0)
#define DESTROY(box) free((box)->items)
#define FOR_EACH(b, box)                                                \
	for (struct bullet *b = (box)->items, *end_ = b + (box)->count; \
	     b < end_; b++)
#define BORN(box, id)                                     \
	do {                                              \
		if ((box)->count == (box)->room)          \
			grow(box);                        \
		(box)->ref[id] = (box)->count;            \
		birth(&(box)->items[(box)->count++], id); \
	} while (0)
#define LEAVE(box, b)                                                         \
	do {                                                                  \
		struct bullet *last_ = &(box)->items[--(box)->count];         \
		if ((b) != last_) {                                           \
			*(b) = *last_;                                        \
			(box)->ref[(b)->id] = (uint32_t)((b) - (box)->items); \
		}                                                             \
	} while (0)
#define DIE(box, place)                                      \
	do {                                                 \
		struct bullet *dead_ = &(box)->items[place]; \
		LEAVE(box, dead_);                           \
	} while (0)
/* Backwards: what moves into the gap was visited. */
#define FOR_EACH_SAFE(b, box)                                \
	for (struct bullet *b = (box)->items + (box)->count; \
	     b-- > (box)->items;)
#define CLEAR(box) ((box)->count = 0)

struct box;
static void grow(struct box *box);

#include "contestant.h"

static __attribute__((noinline)) void grow(struct box *box)
{
	const uint32_t room = box->room ? 2 * box->room : 16;
	struct bullet *items =
		(struct bullet *)memory(room, sizeof(struct bullet));

	if (box->room)
		memcpy(items, box->items, box->count * sizeof(*items));
	free(box->items);
	box->items = items;
	box->room = room;
}
