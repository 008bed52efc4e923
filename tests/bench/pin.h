/* SPDX-License-Identifier: MIT */
/*
 * pin.h - keeps a thread on one processor, where the system allows it
 *
 * Needs _GNU_SOURCE, which g++ defines by itself.
 */
#ifndef LISH_BENCH_PIN_H
#define LISH_BENCH_PIN_H

#include <stdbool.h>

#ifdef __linux__
#include <sched.h>

/* On the processor that it runs on now. */
static inline bool pin_to_here(void)
{
	const int here = sched_getcpu();
	cpu_set_t one;

	if (here < 0)
		return false;
	CPU_ZERO(&one);
	CPU_SET((size_t)here, &one);
	return !sched_setaffinity(0, sizeof(one), &one);
}
#else
static inline bool pin_to_here(void)
{
	return false;
}
#endif

#endif /* LISH_BENCH_PIN_H */
