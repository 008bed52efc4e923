/* SPDX-License-Identifier: MIT */
/* reported: the node is in no container */
#include <linux-ish/rwarray.h>

RWARRAY_DEFINE(array, 4);
static struct rwarray_idx idx;

int main(void)
{
	if (rwarray_add_tail(&array, &idx))
		return 1;
	rwarray_del(&array, &idx);
	rwarray_del(&array, &idx);
	return 0;
}
