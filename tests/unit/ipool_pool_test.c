/* SPDX-License-Identifier: MIT */
/* ipool: what all pools promise alike */
#include <linux-ish/ipool.h>

#define POOL ipool
#define NODE ipool_idx
#define CALL(name) ipool_##name
#define MADE(NAME) IPOOL_##NAME
#define INIT_OF(pool, memory) IPOOL_INIT(memory, struct bullet, node)
#define ALLOC ipool_alloc_entry
#define EXTRA 4.2
#include "pools_test.h"

TEST_MAIN(setup, teardown)
