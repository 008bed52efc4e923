/* SPDX-License-Identifier: MIT */
/* reported: a loop was left without being closed */
#include <setjmp.h>
#include <linux-ish/rwarray.h>

RWARRAY_DEFINE(array, 4);
static struct rwarray_idx nodes[2];
static struct rwarray_loop loop = LISH_LOOP_INIT;
static jmp_buf out;

static void update(void)
{
	rwarray_loop_begin(&loop, &array);
	while (rwarray_loop_next(&loop))
		longjmp(out, 1);
	rwarray_loop_end(&loop);
}

int main(void)
{
	if (rwarray_add_tail(&array, &nodes[0]) ||
	    rwarray_add_tail(&array, &nodes[1]))
		return 1;
	if (!setjmp(out))
		update();
	/* rwarray_abandon() is missing here */
	update();
	return 0;
}
