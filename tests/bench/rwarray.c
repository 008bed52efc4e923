// SPDX-License-Identifier: MIT
#include "ours.h"

#include <linux-ish/rwarray.h>

#define NAME "rwarray"
#define FLAVOURS "", "-fixed"
#define NODE struct rwarray_idx node;
#define BOX                      \
	struct rwarray array;    \
	struct counting_mem mem; \
	struct rwarray_idx **slots;
#define INIT(box, n, flavour) init(box, n, flavour)
#define DESTROY(box) (rwarray_destroy(&(box)->array), free((box)->slots))
#define ADD(box, b) rwarray_add(&(box)->array, &(b)->node)
#define DEL(box, b) rwarray_del(&(box)->array, &(b)->node)
#define FOR_EACH(b, box) \
	rwarray_for_each_entry(b, &(box)->array, struct bullet, node)
#define CLEAR(box) rwarray_clear(&(box)->array)
#define SORT(box, n) rwarray_sort(&(box)->array, by_key, NULL)
#define SORT_IN_LIBRARY
#define BYTES(box) \
	((double)(box)->mem.bytes / rwarray_capacity(&(box)->array))

struct box;
static void init(struct box *box, uint32_t n, unsigned int flavour);
static int by_key(void *ctx, const struct rwarray_idx *a,
		  const struct rwarray_idx *b);

#include "contestant.h"

BY_KEY(rwarray, rwarray_idx)

static void init(struct box *box, uint32_t n, unsigned int flavour)
{
	/* The room to add cheaply while there are holes. */
	const uint32_t capacity = n + n / 8;

	if (!flavour) {
		rwarray_init(&box->array, counting_init(&box->mem));
		return;
	}
	box->slots = (struct rwarray_idx **)memory(capacity,
						   sizeof(*box->slots));
	box->mem.bytes = capacity * sizeof(*box->slots);
	rwarray_init_fixed(&box->array, box->slots, capacity);
}
