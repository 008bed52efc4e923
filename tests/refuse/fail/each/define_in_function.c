/* SPDX-License-Identifier: MIT */
/* must not compile: a DEFINE with external linkage in a function */
/* needs: @XX@_DEFINE_STATIC */
#include <linux-ish/@X@.h>

struct bullet {
	struct @N@ node;
};

struct @X@ *all(void);
struct @X@ *all(void)
{
#ifdef WRONG
	@XX@_DEFINE(bullets@DEFINE@, 8);
#else
	@XX@_DEFINE_STATIC(bullets@DEFINE@, 8);
#endif
	return &bullets;
}
