/* SPDX-License-Identifier: MIT */
/* reported: the container is being looped over */
#include <linux-ish/rwarray.h>

struct bullet {
	struct rwarray_idx idx;
};

int main(void)
{
	struct rwarray array;
	struct bullet bullet = { { 0 } };

	if (rwarray_init(&array, NULL) || rwarray_add_tail(&array, &bullet.idx))
		return 1;
	rwarray_for_each_entry(b, &array, struct bullet, idx)
		rwarray_destroy(&array);
	return 0;
}
