/* SPDX-License-Identifier: MIT */
/* must not compile: the slots are those of another kind of array */
/* plain */
#include <linux-ish/dense.h>
#include <linux-ish/rwarray.h>

#ifdef WRONG
static RWARRAY_STORAGE(slots, 4);
#else
static DENSE_STORAGE(slots, 4);
#endif

void begin(struct dense *bullets);
void begin(struct dense *bullets)
{
	dense_init_in(bullets, &slots);
}
