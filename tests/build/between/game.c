/* SPDX-License-Identifier: MIT */
/* The caller, in C90. */
#include "timers.h"

int main(void)
{
	static struct timer a, b;

	a.number = 1;
	b.number = 2;
	if (timer_start(&a, 20L) || timer_start(&b, 30L) || timer_start(&b, 10L))
		return 1;
	if (timer_next(5L) || timer_next(15L) != &b || timer_next(25L) != &a || timer_next(99L))
		return 2;
	return 0;
}
