/* SPDX-License-Identifier: MIT */
/* reported: the container was never initialised */
#include <linux-ish/rwarray.h>

static struct rwarray array;
static struct rwarray_idx idx;

int main(void)
{
	return rwarray_add_tail(&array, &idx);
}
