// SPDX-License-Identifier: MIT
#include "ours.h"

#include <linux-ish/dense.h>

#define NAME "dense"
#define FLAVOURS "", "-fixed"
#define UNORDERED
#define NODE struct dense_idx node;
#define BOX                      \
	struct dense array;      \
	struct counting_mem mem; \
	struct dense_idx **slots;
#define INIT(box, n, flavour) init(box, n, flavour)
#define DESTROY(box) (dense_destroy(&(box)->array), free((box)->slots))
#define ADD(box, b) dense_add(&(box)->array, &(b)->node)
#define DEL(box, b) dense_del(&(box)->array, &(b)->node)
#define FOR_EACH(b, box) \
	dense_for_each_entry(b, &(box)->array, struct bullet, node)
#define FOR_EACH_SAFE(b, box) \
	dense_for_each_entry_safe(b, &(box)->array, struct bullet, node)
#define CLEAR(box) dense_clear(&(box)->array)
#define SORT(box, n) dense_sort(&(box)->array, by_key, NULL)
#define SORT_IN_LIBRARY
#define BYTES(box) \
	((double)(box)->mem.bytes / dense_capacity(&(box)->array))

struct box;
static void init(struct box *box, uint32_t n, unsigned int flavour);
static int by_key(void *ctx, const struct dense_idx *a,
		  const struct dense_idx *b);

#include "contestant.h"

BY_KEY(dense, dense_idx)

static void init(struct box *box, uint32_t n, unsigned int flavour)
{
	if (!flavour) {
		dense_init(&box->array, counting_init(&box->mem));
		return;
	}
	box->slots = (struct dense_idx **)memory(n, sizeof(*box->slots));
	box->mem.bytes = n * sizeof(*box->slots);
	dense_init_fixed(&box->array, box->slots, n);
}
