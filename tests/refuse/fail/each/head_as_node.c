/* SPDX-License-Identifier: MIT */
/* must not compile: the container is passed as a node of itself */
#include <linux-ish/@X@.h>

int change(struct @X@ *bullets, struct @N@ *node)
{
	(void)node;
#ifdef WRONG
	return (@CALL@(bullets, bullets), 0);
#else
	return (@CALL@(bullets, node), 0);
#endif
}
