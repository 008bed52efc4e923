/* SPDX-License-Identifier: MIT */
/* ipool does what each pool does, and nothing else. */
#include <linux-ish/ipool.h>

#define POOL ipool
#define POOL_NODE ipool_node
#define POOL_DEFINE IPOOL_DEFINE
#define POOL_BYTES IPOOL_BYTES
#define POOL_SLOT node.slot
#define POOL_NODE_SIZE 4
#define POOL_EXTRA_SIZE 4.2
#define POOL_HAS_STACK 1
#define POOL_YOUNGEST_FIRST 0
#define POOL_WIPED LISH_BAD_COUNT

#include "each_pool.h"

int main(void)
{
	return run_test_group(pool_tests);
}
