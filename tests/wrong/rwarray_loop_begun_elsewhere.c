/* SPDX-License-Identifier: MIT */
/* reported: a loop was left without being closed */
#include <linux-ish/rwarray.h>

RWARRAY_DEFINE(one, 4);
RWARRAY_DEFINE(other, 4);
static struct rwarray_idx idx;

int main(void)
{
	struct rwarray_loop loop = LISH_LOOP_INIT;

	if (rwarray_add_tail(&one, &idx))
		return 1;
	rwarray_loop_begin(&loop, &one);
	rwarray_loop_begin(&loop, &other); /* it still runs over one */
	rwarray_loop_end(&loop);
	return 0;
}
