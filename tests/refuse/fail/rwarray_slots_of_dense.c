/* SPDX-License-Identifier: MIT */
/* must not compile: the slots are those of another kind of array */
/* plain */
#include <linux-ish/dense.h>
#include <linux-ish/rwarray.h>

#ifdef WRONG
static DENSE_STORAGE(slots, 4);
#else
static RWARRAY_STORAGE(slots, 4);
#endif

void begin(struct rwarray *bullets);
void begin(struct rwarray *bullets)
{
	rwarray_init_in(bullets, &slots);
}
