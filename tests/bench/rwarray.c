// SPDX-License-Identifier: MIT
#include "ours.h"

#include <linux-ish/rwarray.h>
#include <linux-ish/sort.h>

#define NAME "rwarray"
#define FLAVOURS "", "-fixed"
#define NODE struct rwarray_idx node;
#define BOX                      \
	struct rwarray array;    \
	struct counting_mem mem; \
	uint32_t **slots;
#define INIT(box, n, flavour) init(box, n, flavour)
#define DESTROY(box) (rwarray_destroy(&(box)->array), free((box)->slots))
#define ADD(box, b) lish_sure(rwarray_add_tail(&(box)->array, &(b)->node))
#define DEL(box, b) rwarray_del(&(box)->array, &(b)->node)
#define FOR_EACH(b, box) \
	rwarray_for_each_entry(b, &(box)->array, struct bullet, node)
#define CLEAR(box) rwarray_clear(&(box)->array)
#define SORT(box, n) rwarray_sort(&(box)->array, by_key, NULL)
#define SORT_IN_LIBRARY
#define BYTES(box) \
	((double)(box)->mem.bytes / rwarray_stats(&(box)->array).capacity)

struct box;
static void init(struct box *box, uint32_t n, unsigned int flavour);
static int by_key(void *ctx, const struct rwarray_idx *a,
		  const struct rwarray_idx *b);

#include "contestant.h"

static int by_key(void *ctx, const struct rwarray_idx *a,
		  const struct rwarray_idx *b)
{
	const uint32_t left = container_of(a, const struct bullet, node)->key;
	const uint32_t right = container_of(b, const struct bullet, node)->key;

	(void)ctx;
	return left > right;
}

static void init(struct box *box, uint32_t n, unsigned int flavour)
{
	/* The room to add cheaply while there are holes. */
	const uint32_t capacity = n + n / 8;

	if (!flavour) {
		struct lish_config config = LISH_CONFIG_INIT;

		config.mem = counting_init(&box->mem);
		lish_sure(rwarray_init(&box->array, &config));
		return;
	}
	box->slots = (uint32_t **)memory(capacity, sizeof(*box->slots));
	box->mem.bytes = capacity * sizeof(*box->slots);
	/* The storage of users has a constant size. */
	(rwarray_init_in)(&box->array, box->slots, capacity);
}
