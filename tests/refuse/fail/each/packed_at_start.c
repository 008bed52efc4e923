/* SPDX-License-Identifier: MIT */
/* must not compile: objects at any address, the node at their start */
/* needs: @X@_for_each_entry */
#include <linux-ish/@X@.h>

#ifdef WRONG
struct __attribute__((__packed__)) bullet {
#else
struct bullet {
#endif
	struct @N@ node;
	char kind;
};

int count(struct @X@ *bullets)
{
	int n = 0;

	@X@_for_each_entry(b, bullets, struct bullet, node)
		n += b->kind;
	return n;
}
