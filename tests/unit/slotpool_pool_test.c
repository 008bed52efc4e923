/* SPDX-License-Identifier: MIT */
/* slotpool: what all pools promise alike */
#include <linux-ish/slotpool.h>

#define POOL slotpool
#define NODE slotpool_idx
#define CALL(name) slotpool_##name
#define MADE(NAME) SLOTPOOL_##NAME
#define INIT_OF(pool, memory) SLOTPOOL_INIT(memory, struct bullet, node)
#define ALLOC slotpool_alloc_entry
#define TRUSTS_FREE_NODES
#define EXTRA 4.3
#define FIRST 4
#include "pools_test.h"

POOL_TEST_RESERVE(slotpool, node)
POOL_TEST_FULL(slotpool, node, SLOTPOOL)
POOL_TEST_BULK(slotpool, node)

TEST_MAIN(setup, teardown)
