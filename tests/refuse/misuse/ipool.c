/* SPDX-License-Identifier: MIT */
/* The world in which the mistakes of ipool.list are made. */
#include <linux-ish/ipool.h>

#define POOL(op) ipool_##op
#define TYPE struct ipool
#define NODE struct ipool_idx
#define STORAGE IPOOL_STORAGE
#define INIT(name, mem) IPOOL_INIT(mem, struct item, node)
#define TAKE(pool) ipool_alloc_entry(pool, struct item, node)

#include "pools.h"

#include "run.h"
