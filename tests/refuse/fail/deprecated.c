/* SPDX-License-Identifier: MIT */
/* A deprecated function and macro: each use warns. */
/* flags: -Werror=deprecated-declarations */
#include <linux-ish/container_of.h>

LISH_DEPRECATED("write fresh()") static inline int stale(void)
{
	return 1;
}

static inline int fresh(void)
{
	return 1;
}

#define STALE() stale()

int main(void)
{
#ifdef WRONG
	return STALE();
#else
	return fresh();
#endif
}
