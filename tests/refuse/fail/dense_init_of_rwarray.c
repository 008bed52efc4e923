/* SPDX-License-Identifier: MIT */
/* must not compile: the array is defined with the slots of another kind */
/* plain */
#include <linux-ish/dense.h>
#include <linux-ish/rwarray.h>

#ifdef WRONG
static RWARRAY_STORAGE(slots, 4);
#else
static DENSE_STORAGE(slots, 4);
#endif
static struct dense bullets = DENSE_INIT(slots);

struct dense *all(void);
struct dense *all(void)
{
	return &bullets;
}
