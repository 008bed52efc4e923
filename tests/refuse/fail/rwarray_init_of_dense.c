/* SPDX-License-Identifier: MIT */
/* must not compile: the array is defined with the slots of another kind */
/* plain */
#include <linux-ish/dense.h>
#include <linux-ish/rwarray.h>

#ifdef WRONG
static DENSE_STORAGE(slots, 4);
#else
static RWARRAY_STORAGE(slots, 4);
#endif
static struct rwarray bullets = RWARRAY_INIT(slots);

struct rwarray *all(void);
struct rwarray *all(void)
{
	return &bullets;
}
