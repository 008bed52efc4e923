/* SPDX-License-Identifier: MIT */
/* must not compile: the object is passed by its node of another container */
#include <linux-ish/@OTHER@.h>
#include <linux-ish/@X@.h>

struct bullet {
	struct @OTHER@_node other;
	struct @N@ node;
};

int change(struct @X@ *bullets, struct bullet *b)
{
#ifdef WRONG
	return (@CALL@(bullets, &b->other), 0);
#else
	return (@CALL@(bullets, &b->node), 0);
#endif
}
