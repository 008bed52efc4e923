/* SPDX-License-Identifier: MIT */
#include <linux-ish/container_of.h>

/* mistake function: each use of a deprecated function, in a macro too, warns */
/* flags: -Werror=deprecated-declarations */
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
	return WRONG(STALE(), fresh());
}
