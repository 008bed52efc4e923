/* SPDX-License-Identifier: MIT */
/* The world in which the mistakes of listpool.list are made. */
#include <linux-ish/listpool.h>
#include <linux-ish/sort.h>

#define POOL(op) listpool_##op
#define TYPE struct listpool
#define NODE struct listpool_node
#define STORAGE LISTPOOL_STORAGE
#define INIT(name, mem) LISTPOOL_INIT(name, mem, struct item, node)
#define TAKE(pool) listpool_alloc_tail_entry(pool, struct item, node)
#define LOOP struct listpool_loop_
static const LOOP fresh = LISH_LOOP_INIT;

#include "pools.h"

static int by_key(void *ctx, const struct listpool_node *x,
		  const struct listpool_node *y)
{
	(void)ctx;
	return container_of(x, const struct item, node)->key -
	       container_of(y, const struct item, node)->key;
}

#include "run.h"
