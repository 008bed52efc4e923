/* SPDX-License-Identifier: MIT */
/* cl has no clock_gettime(): that of start.c stands still. */
#ifndef LINUX_ISH_TARGETS_MSVC_TIME_H
#define LINUX_ISH_TARGETS_MSVC_TIME_H

#define CLOCK_MONOTONIC 1

struct timespec {
	__int64 tv_sec;
	long tv_nsec;
};

long clock(void);
int clock_gettime(int clock, struct timespec *now);

#endif
