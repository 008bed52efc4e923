/* SPDX-License-Identifier: MIT */
/* The world in which the mistakes of slotpool.list are made. */
#include <linux-ish/save.h>

#define POOL(op) slotpool_##op
#define TYPE struct slotpool
#define NODE struct slotpool_idx
#define STORAGE SLOTPOOL_STORAGE
#define INIT(name, mem) SLOTPOOL_INIT(mem, struct item, node)
#define TAKE(pool) slotpool_alloc_entry(pool, struct item, node)

#include "pools.h"

static void save_it(void *object)
{
	(void)object;
	if (slotpool_save(&w.hooked, NULL, 0, NULL) != -EINVAL)
		abort();
}

static void load_it(void *object)
{
	(void)object;
	if (slotpool_load(&w.hooked, NULL, 0, NULL) != -EINVAL)
		abort();
}

#include "run.h"
