/* SPDX-License-Identifier: MIT */
/* reported: the pool holds objects of another type */
#include <linux-ish/listpool.h>

struct bullet {
	struct listpool_node node;
};

struct rocket {
	struct listpool_node node;
	int fuel;
};

LISTPOOL_DEFINE_STATIC(bullets, struct bullet, node, 4);

int main(void)
{
	return !listpool_alloc_entry(&bullets, struct rocket, node);
}
