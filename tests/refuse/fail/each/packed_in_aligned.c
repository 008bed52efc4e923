/* SPDX-License-Identifier: MIT */
/* must not compile: objects at even addresses, the node at an odd one in them */
/* needs: @X@_for_each_entry */
#include <linux-ish/@X@.h>

#ifdef WRONG
struct __attribute__((__packed__, __aligned__(16))) bullet {
#else
struct bullet {
#endif
	char kind;
	struct @N@ node;
};

int count(struct @X@ *bullets)
{
	int n = 0;

	@X@_for_each_entry(b, bullets, struct bullet, node)
		n += b->kind;
	return n;
}
