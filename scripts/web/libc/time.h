/* SPDX-License-Identifier: MIT */
#ifndef WEB_TIME_H
#define WEB_TIME_H
struct timespec {
	long long tv_sec;
	long tv_nsec;
};
#define CLOCK_MONOTONIC 1
/* The browser's clock, in nanoseconds. */
__attribute__((import_module("env"), import_name("now"))) double web_now(void);
static inline int clock_gettime(int clock, struct timespec *now)
{
	const unsigned long long ns = (unsigned long long)web_now();

	(void)clock;
	now->tv_sec = (long long)(ns / 1000000000u);
	now->tv_nsec = (long)(ns % 1000000000u);
	return 0;
}
#endif
