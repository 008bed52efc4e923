/* SPDX-License-Identifier: MIT */
/* must not compile: static in front of the two definitions of a DEFINE */
/* needs: @XX@_DEFINE_STATIC */
#include <linux-ish/@X@.h>

struct bullet {
	struct @N@ node;
};

#ifdef WRONG
static @XX@_DEFINE(bullets@DEFINE@, 8);
#else
@XX@_DEFINE_STATIC(bullets@DEFINE@, 8);
#endif

struct @X@ *all(void);
struct @X@ *all(void)
{
	return &bullets;
}
