// SPDX-License-Identifier: MIT
/*
 * By hand what rwarray does: an array of pointers in order, whose loop skips
 * NULL, and closes the holes if there are any.
 */
#include "bench.h"

#define NAME "pointers"
#define NODE uint32_t index;
#define BOX                      \
	struct bullet **items;   \
	uint32_t count, holes;
#define INIT(box, n, flavour) \
	((box)->items = (struct bullet **)memory(2 * (size_t)(n), \
						 sizeof(struct bullet *)))
#define DESTROY(box) free((box)->items)
/* Pass over all; keep(b) says whether it stays. */
#define COMPACT(box, keep)                                     \
	do {                                                   \
		uint32_t in_, out_ = 0;                        \
		for (in_ = 0; in_ < (box)->count; in_++) {     \
			struct bullet *b_ = (box)->items[in_]; \
			if (!b_ || !keep(b_))                  \
				continue;                      \
			if (out_ != in_) {                     \
				(box)->items[out_] = b_;       \
				b_->index = out_;              \
			}                                      \
			out_++;                                \
		}                                              \
		(box)->count = out_;                           \
		(box)->holes = 0;                              \
	} while (0)
#define STAYS(b) true
#define STAYS_AFTER_STEP(b) (!step(b))
#define ADD(box, b)                                          \
	do {                                                 \
		if ((box)->count == 2 * (box)->n)            \
			COMPACT(box, STAYS);                 \
		(b)->index = (box)->count;                   \
		(box)->items[(box)->count++] = (b);          \
	} while (0)
#define DEL(box, b)                                  \
	do {                                         \
		(box)->items[(b)->index] = NULL;     \
		(box)->holes++;                      \
	} while (0)
#define FOR_EACH(b, box)                                                      \
	for (uint32_t at_ = ((box)->holes ? compact(box) : (void)0, 0u);      \
	     at_ < (box)->count; at_++)                                       \
		for (struct bullet *b = (box)->items[at_]; b; b = NULL)
#define REMOVE_PASS(box) COMPACT(box, STAYS_AFTER_STEP);
#define CLEAR(box) ((box)->count = 0, (box)->holes = 0)

struct box;
static void compact(struct box *box);

#include "contestant.h"

static void compact(struct box *box)
{
	COMPACT(box, STAYS);
}
