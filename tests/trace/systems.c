// SPDX-License-Identifier: MIT
/*
 * The systems whose histories can be replayed. A new one is a file of its own,
 * and a line here.
 */
#include "replay.h"

#define SYSTEMS(X)      \
	X(linked_list)  \
	X(locking_list) \
	X(container)    \
	X(read_write)   \
	X(item_pool)    \
	X(fast)         \
	X(indexed)      \
	X(pool)         \
	X(pooled_list)  \
	X(reusing)

#define DECLARE(name) extern const struct system name##_system;
SYSTEMS(DECLARE)

#define ADDRESS(name) &name##_system,
const struct system *const systems[] = { SYSTEMS(ADDRESS) NULL };
