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

/*
 * The place of the nth processor from where this thread runs now, among those
 * that it may run on; -1 if there are not so many.
 */
static inline int pin_place(unsigned int nth)
{
	const int here = sched_getcpu();
	cpu_set_t allowed;
	int i, cpu;

	if (here < 0 || sched_getaffinity(0, sizeof(allowed), &allowed))
		return -1;
	for (i = 0; i < CPU_SETSIZE; i++) {
		cpu = (here + i) % CPU_SETSIZE;
		if (CPU_ISSET(cpu, &allowed) && !nth--)
			return cpu;
	}
	return -1;
}

static inline bool pin_to(int cpu)
{
	cpu_set_t one;

	if (cpu < 0)
		return false;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	return !sched_setaffinity(0, sizeof(one), &one);
}
#else
static inline int pin_place(unsigned int nth)
{
	(void)nth;
	return -1;
}

static inline bool pin_to(int cpu)
{
	(void)cpu;
	return false;
}
#endif

#endif /* LISH_BENCH_PIN_H */
