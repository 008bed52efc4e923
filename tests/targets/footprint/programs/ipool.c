/* SPDX-License-Identifier: MIT */
#include "program.h"
#include <linux-ish/ipool.h>

POOLED(ipool, struct ipool_idx, IPOOL_DEFINE_STATIC)

/* No loop of its own: those that are held. */
WALKS({
	int sum = 0, i;

	for (i = 0; i < N; i++) {
		if (held[i])
			sum += held[i]->value;
	}
	return sum;
})
