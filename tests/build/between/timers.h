/* SPDX-License-Identifier: MIT */
/* What files of C90 see: nothing of linux-ish. */
#ifndef TIMERS_H
#define TIMERS_H

struct timer {
	int number;
	long reserved[1]; /* zero at first */
};

extern int timer_start(struct timer *timer, long when);
extern struct timer *timer_next(long now);

#endif /* TIMERS_H */
