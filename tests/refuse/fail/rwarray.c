/* SPDX-License-Identifier: MIT */
#include <linux-ish/dense.h>
#include <linux-ish/rwarray.h>

/* mistake init_of_dense: the array is defined with the slots of another kind */
/* plain */
static WRONG(DENSE_STORAGE, RWARRAY_STORAGE)(slots, 4);
static struct rwarray bullets = RWARRAY_INIT(slots);

struct rwarray *all(void)
{
	return &bullets;
}

/* mistake slots_of_dense: the slots are those of another kind of array */
/* plain */
static WRONG(DENSE_STORAGE, RWARRAY_STORAGE)(slots, 4);

void begin(struct rwarray *bullets)
{
	rwarray_init_in(bullets, &slots);
}
