/* SPDX-License-Identifier: MIT */
/* reported: the pool holds objects of another type */
#include <linux-ish/ipool.h>

struct bullet {
	struct ipool_node node;
};

struct rocket {
	struct ipool_node node;
	int fuel;
};

IPOOL_DEFINE(bullets, struct bullet, node, 4);

int main(void)
{
	return !ipool_alloc_entry(&bullets, struct rocket, node);
}
