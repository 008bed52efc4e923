/* SPDX-License-Identifier: MIT */
/* reported: a loop was left without being closed, or begun while it ran */
#include <linux-ish/walklist.h>

int main(void)
{
	struct walklist list = WALKLIST_INIT(list), other = WALKLIST_INIT(other);
	struct walklist_loop loop = LISH_LOOP_INIT;

	walklist_loop_begin(&loop, &list);
	walklist_loop_begin(&loop, &other);
	return 0;
}
