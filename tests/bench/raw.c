// SPDX-License-Identifier: MIT
/*
 * The limit: objects side by side in a plain array, the dead one overwritten in
 * place by the next born. No container can do better. Gaps that nobody was born
 * into are closed before the next pass, as by hand: the last object moves in.
 */
#include "bench.h"

#define NAME "raw"
#define UNORDERED
#define NODE                    \
	struct bullet *target;  \
	bool dead; /* only while gaps are closed */
#define BOX                    \
	struct bullet *items;  \
	uint32_t *gap;         \
	uint32_t count, gaps;
#define REF uint32_t
#define BULLET(box, ref) (&(box)->items[ref])
#define INIT(box, n, flavour)                                               \
	((box)->items = (struct bullet *)memory(n, sizeof(struct bullet)),  \
	 (box)->gap = (uint32_t *)memory(n, sizeof(uint32_t)))
#define DESTROY(box) (free((box)->items), free((box)->gap))
#define FOR_EACH(b, box)                                                   \
	for (struct bullet *b = ((box)->gaps ? close_gaps(box) : (void)0,  \
				 (box)->items),                            \
			   *end_ = b + (box)->count;                       \
	     b < end_; b++)
#define BORN(box, id)                                                   \
	do {                                                            \
		uint32_t place_ = (box)->gaps ?                         \
					  (box)->gap[--(box)->gaps] :   \
					  (box)->count++;               \
		(box)->ref[id] = place_;                                \
		birth(&(box)->items[place_], id);                       \
	} while (0)
#define DIE(box, place) ((box)->gap[(box)->gaps++] = (place))
/* In a pass: nobody is born before its end, so the gap is closed at once. */
#define LEAVE(box, b)                                                   \
	do {                                                            \
		struct bullet *last_ = &(box)->items[--(box)->count];   \
		if ((b) != last_) {                                     \
			*(b) = *last_;                                  \
			(box)->ref[(b)->id] = (uint32_t)((b) - (box)->items); \
		}                                                       \
	} while (0)
/* Backwards: what moves into the gap was visited. */
#define FOR_EACH_SAFE(b, box)                                             \
	for (struct bullet *b = (box)->items + (box)->count;              \
	     b-- > (box)->items;)
#define CLEAR(box) ((box)->count = (box)->gaps = 0)
#define HANDLE struct bullet *
#define HANDLE_OF(box, b) (b)
#define GET(box, handle) (handle)

struct box;
static void close_gaps(struct box *box);

#include "contestant.h"

static void close_gaps(struct box *box)
{
	uint32_t i;

	for (i = 0; i < box->gaps; i++)
		box->items[box->gap[i]].dead = true;
	while (box->gaps) {
		struct bullet *gap = &box->items[box->gap[--box->gaps]];

		while (box->count && box->items[box->count - 1].dead)
			box->items[--box->count].dead = false;
		if (gap < box->items + box->count)
			LEAVE(box, gap);
	}
}
