// SPDX-License-Identifier: MIT
#include "ours.h"

#include <linux-ish/dense.h>
#include <linux-ish/sort.h>

#define NAME "dense"
#define FLAVOURS "", "-fixed"
#define UNORDERED
#define NODE struct dense_idx node;
#define BOX                      \
	struct dense array;      \
	struct counting_mem mem; \
	uint32_t **slots;
#define INIT(box, n, flavour) init(box, n, flavour)
#define DESTROY(box) (dense_destroy(&(box)->array), free((box)->slots))
#define ADD(box, b) lish_sure(dense_add(&(box)->array, &(b)->node))
#define DEL(box, b) dense_del(&(box)->array, &(b)->node)
#define FOR_EACH(b, box) \
	dense_for_each_entry(b, &(box)->array, struct bullet, node)
#define CLEAR(box) dense_clear(&(box)->array)
#define SORT(box, n) dense_sort(&(box)->array, by_key, NULL)
#define SORT_IN_LIBRARY
#define BYTES(box) \
	((double)(box)->mem.bytes / dense_stats(&(box)->array).capacity)

struct box;
static void init(struct box *box, uint32_t n, unsigned int flavour);
static int by_key(void *ctx, const struct dense_idx *a,
		  const struct dense_idx *b);

#include "contestant.h"

static int by_key(void *ctx, const struct dense_idx *a,
		  const struct dense_idx *b)
{
	const uint32_t left = container_of(a, const struct bullet, node)->key;
	const uint32_t right = container_of(b, const struct bullet, node)->key;

	(void)ctx;
	return left > right;
}

static void init(struct box *box, uint32_t n, unsigned int flavour)
{
	struct lish_config config = LISH_CONFIG_INIT;

	if (!flavour) {
		config.mem = counting_init(&box->mem);
		if (dense_init(&box->array, &config))
			abort();
		return;
	}
	box->slots = (uint32_t **)memory(n, sizeof(*box->slots));
	box->mem.bytes = n * sizeof(*box->slots);
	/* The storage of users has a constant size. */
	(dense_init_in)(&box->array, box->slots, n);
}
