// SPDX-License-Identifier: MIT
/*
 * By hand: slots with an index and a generation, as engines write them. One
 * array, a free list threaded through it, and a pass that asks each slot if it
 * is alive.
 */
#include "bench.h"

struct slot_id {
	uint32_t index, generation;
};

#define NAME "hand slots"
#define UNORDERED
#define NODE                                  \
	uint32_t generation; /* odd: alive */ \
	uint32_t next_free;                   \
	struct slot_id target;
#define BOX                   \
	struct bullet *slots; \
	uint32_t used, first_free; /* plus one, 0 for none */
#define INIT(box, n, flavour) \
	((box)->slots = (struct bullet *)memory(n, sizeof(struct bullet)))
#define DESTROY(box) free((box)->slots)
#define TAKE(box) take(box)
#define GIVE(box, b)                                                    \
	do {                                                            \
		(b)->generation++;                                      \
		(b)->next_free = (box)->first_free;                     \
		(box)->first_free = (uint32_t)((b) - (box)->slots) + 1; \
	} while (0)
#define FOR_EACH(b, box)                                               \
	for (struct bullet *b = (box)->slots, *end_ = b + (box)->used; \
	     b < end_; b++)                                            \
		if (b->generation & 1)
#define CLEAR(box)                                   \
	do {                                         \
		FOR_EACH(cleared_, box)              \
		cleared_->generation++;              \
		(box)->used = (box)->first_free = 0; \
	} while (0)
#define HANDLE struct slot_id
#define HANDLE_OF(box, b) \
	((struct slot_id){ (uint32_t)((b) - (box)->slots), (b)->generation })
#define GET(box, handle) get(box, handle)

struct box;
struct bullet;
static inline struct bullet *take(struct box *box);
static inline struct bullet *get(const struct box *box, struct slot_id id);

#include "contestant.h"

static inline struct bullet *take(struct box *box)
{
	struct bullet *b;

	if (box->first_free) {
		b = &box->slots[box->first_free - 1];
		box->first_free = b->next_free;
	} else {
		b = &box->slots[box->used++];
	}
	b->generation++;
	return b;
}

static inline struct bullet *get(const struct box *box, struct slot_id id)
{
	if (id.index >= box->used ||
	    box->slots[id.index].generation != id.generation)
		return NULL;
	return &box->slots[id.index];
}
