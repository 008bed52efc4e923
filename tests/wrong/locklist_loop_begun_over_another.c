/* SPDX-License-Identifier: MIT */
/* reported: a loop was left without being closed, or begun while it ran */
#include <linux-ish/locklist.h>

int main(void)
{
	struct locklist list = LOCKLIST_INIT(list);
	struct locklist other = LOCKLIST_INIT(other);
	struct locklist_loop loop = LISH_LOOP_INIT;

	locklist_loop_begin(&loop, &list);
	locklist_loop_begin(&loop, &other);
	locklist_loop_end(&loop);
	return 0;
}
