/* SPDX-License-Identifier: MIT */
/* reported: a loop was left without being closed */
#include <linux-ish/rwarray.h>

struct bullet {
	struct rwarray_idx idx;
};

RWARRAY_DEFINE_STATIC(array, 4);

int main(void)
{
	static struct bullet bullet;

	if (rwarray_add_tail(&array, &bullet.idx))
		return 1;
	rwarray_for_each_entry(b, &array, struct bullet, idx)
		rwarray_abandon(&array); /* but this loop still runs */
	return 0;
}
