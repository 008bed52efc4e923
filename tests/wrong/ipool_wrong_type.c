/* SPDX-License-Identifier: MIT */
/* reported: the pool holds objects of another type */
#include <linux-ish/ipool.h>

struct bullet {
	struct ipool_idx node;
};

struct rocket {
	struct ipool_idx node;
	int fuel;
};

IPOOL_DEFINE_STATIC(bullets, struct bullet, node, 4);

int main(void)
{
	return !ipool_alloc_entry(&bullets, struct rocket, node);
}
