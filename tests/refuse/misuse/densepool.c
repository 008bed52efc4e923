/* SPDX-License-Identifier: MIT */
/* The world in which the mistakes of densepool.list are made. */
#include <linux-ish/densepool.h>

#define POOL(op) densepool_##op
#define TYPE struct densepool
#define NODE struct densepool_idx
#define STORAGE DENSEPOOL_STORAGE
#define INIT(name, mem) DENSEPOOL_INIT(mem, struct item, node)
#define TAKE(pool) densepool_alloc_entry(pool, struct item, node)
#define LOOP struct densepool_loop_
static const LOOP fresh = LISH_LOOP_INIT;

#include "pools.h"

#define IN_FROZEN(line)                                                    \
	densepool_for_each_entry_frozen(pos, &w.pool, struct item, node) { \
		line                                                       \
		break;                                                     \
	}

#include "run.h"
