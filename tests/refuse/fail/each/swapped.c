/* SPDX-License-Identifier: MIT */
/* must not compile: container and node are swapped */
#include <linux-ish/@X@.h>

int change(struct @X@ *bullets, struct @N@ *node)
{
#ifdef WRONG
	return (@CALL@(node, bullets), 0);
#else
	return (@CALL@(bullets, node), 0);
#endif
}
