/* SPDX-License-Identifier: MIT */
/* reported: a loop that allows no changes is running */
#include <linux-ish/rwarray.h>

struct bullet {
	struct rwarray_idx idx;
};

RWARRAY_DEFINE(array, 4);
static struct bullet bullets[2];

int main(void)
{
	if (rwarray_add_tail(&array, &bullets[0].idx) ||
	    rwarray_add_tail(&array, &bullets[1].idx))
		return 1;
	rwarray_for_each_entry_const(b, &array, struct bullet, idx)
		rwarray_del(&array, &b->idx);
	return 0;
}
