/* SPDX-License-Identifier: MIT */
/*
 * any.h - some steps, each of any kind, for Frama-C's Eva
 *
 * Each program beside this one makes STEPS steps with a small container. Eva looks at
 * all of their choices, each in a state of its own, and tells each access to memory
 * and each sum that could go wrong. Misuse ends the program: so Eva need not know
 * that it is none.
 */
#ifndef ANY_H
#define ANY_H

#include <stdlib.h>
#include <__fc_builtin.h>
#include <linux-ish/bug.h>

#ifndef STEPS
#define STEPS 3
#endif

void lish_report(const struct lish_fault *fault)
{
	(void)fault;
	exit(1);
}

static void step(unsigned int call, unsigned int n);

/*
 * calls: how many step() knows; it is told one of so many nodes. What is chosen here is
 * chosen in the body of this loop: Eva keeps states apart until a function returns.
 */
static inline void any_steps(unsigned int calls, unsigned int nodes)
{
	unsigned int i, chosen;

	for (i = 0; i < STEPS; i++) {
		for (chosen = 0; chosen + 1 < calls * nodes; chosen++)
			if (Frama_C_nondet(0, 1))
				break;
		step(chosen / nodes, chosen % nodes);
	}
}

#endif /* ANY_H */
