// SPDX-License-Identifier: MIT
#define NAME "slotpool-runs"
#define FLAVOURS ""
#define FOR_EACH(b, box)                                                     \
	slotpool_for_each_run(run_, count_, &(box)->pool, struct bullet, node) \
		for (struct bullet *b = run_; b < run_ + count_; b++)

#include "slotpool.c"
