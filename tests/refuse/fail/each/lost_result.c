/* SPDX-License-Identifier: MIT */
/* must not compile: what may fail is not looked at */
/* needs: @X@_reserve */
/* flags: -Werror=unused-result */
#include <linux-ish/@X@.h>

int more(struct @X@ *bullets)
{
#ifdef WRONG
	@X@_reserve(bullets, 8);
	return 0;
#else
	return @X@_reserve(bullets, 8);
#endif
}
