// SPDX-License-Identifier: MIT
/*
 * By hand: as the resource pools of graphics libraries do it. An id has the index and a counter
 * that rises at each birth; a stack has the free indices; the object has the id, or 0.
 */
#include "bench.h"

#define NAME "hand ids"
#define UNORDERED
#define NODE         \
	uint64_t id_; \
	uint64_t target;
#define BOX                   \
	struct bullet *slots; \
	uint32_t *births, *stack; \
	uint32_t free_count;
#define INIT(box, n, flavour) init(box, n)
#define DESTROY(box) (free((box)->slots), free((box)->births), free((box)->stack))
#define TAKE(box) take(box)
#define GIVE(box, b)                                                                     \
	do {                                                                             \
		(box)->stack[(box)->free_count++] = (uint32_t)((b) - (box)->slots);      \
		(b)->id_ = 0;                                                            \
	} while (0)
#define FOR_EACH(b, box)                                                           \
	for (struct bullet *b = (box)->slots, *end_ = b + (box)->n; b < end_; b++) \
		if (b->id_)
#define CLEAR(box)                           \
	do {                                 \
		FOR_EACH(cleared_, box)      \
		GIVE(box, cleared_);         \
	} while (0)
#define HANDLE uint64_t
#define HANDLE_OF(box, b) ((b)->id_)
#define GET(box, handle) get(box, handle)

struct box;
struct bullet;
static void init(struct box *box, uint32_t n);
static inline struct bullet *take(struct box *box);
static inline struct bullet *get(const struct box *box, uint64_t id);

#include "contestant.h"

static void init(struct box *box, uint32_t n)
{
	box->slots = (struct bullet *)memory(n, sizeof(struct bullet));
	box->births = (uint32_t *)memory(n, sizeof(uint32_t));
	box->stack = (uint32_t *)memory(n, sizeof(uint32_t));
	while (box->free_count < n) {
		box->stack[box->free_count] = n - 1 - box->free_count;
		box->free_count++;
	}
}

static inline struct bullet *take(struct box *box)
{
	const uint32_t i = box->stack[--box->free_count];

	box->slots[i].id_ = (uint64_t)++box->births[i] << 32 | i;
	return &box->slots[i];
}

static inline struct bullet *get(const struct box *box, uint64_t id)
{
	struct bullet *b = &box->slots[(uint32_t)id];

	return (uint32_t)id < box->n && b->id_ == id ? b : NULL;
}
