/* SPDX-License-Identifier: MIT */
/* The world in which the mistakes of dense.list are made. */
#include <linux-ish/dense.h>

#define ARRAY(op) dense_##op
#define ADD dense_add
#define TYPE struct dense
#define NODE struct dense_idx
#define LOOP struct dense_loop_
#define STORAGE DENSE_STORAGE
#define OPEN dense_open_(&w.array, &w.loop, LISH_PART_PLAIN_)

#include "arrays.h"

static int stops(void *ctx, const struct dense_idx *a, const struct dense_idx *b)
{
	if (a == &w.a.idx || b == &w.a.idx)
		dense_stop(&w.array);
	return by_key(ctx, a, b);
}

#include "run.h"
