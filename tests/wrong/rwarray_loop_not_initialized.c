/* SPDX-License-Identifier: MIT */
/* reported: the container was never initialised */
#include <linux-ish/rwarray.h>

struct bullet {
	struct rwarray_idx idx;
};

static struct rwarray array;

int main(void)
{
	rwarray_for_each_entry(b, &array, struct bullet, idx)
		return 1;
	return 0;
}
