/* SPDX-License-Identifier: MIT */
/* reported: the container was never initialised */
#include <linux-ish/listpool.h>

struct bullet {
	struct listpool_node node;
};

int main(void)
{
	static struct listpool pool;

	return !listpool_alloc_entry(&pool, struct bullet, node);
}
