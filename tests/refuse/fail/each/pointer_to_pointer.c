/* SPDX-License-Identifier: MIT */
/* must not compile: the address of a pointer is passed */
#include <linux-ish/@X@.h>

int change(struct @X@ *bullets, struct @N@ *node)
{
#ifdef WRONG
	return (@CALL@(bullets, &node), 0);
#else
	return (@CALL@(bullets, node), 0);
#endif
}
