/* SPDX-License-Identifier: MIT */
/* must not compile: the object is passed, and not the node in it */
#include <linux-ish/@X@.h>

struct bullet {
	long ttl;
	struct @N@ node;
};

int change(struct @X@ *bullets, struct bullet *b)
{
#ifdef WRONG
	return (@CALL@(bullets, b), 0);
#else
	return (@CALL@(bullets, &b->node), 0);
#endif
}
