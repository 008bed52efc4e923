/* SPDX-License-Identifier: MIT */
/* reported: the container was never initialised */
#include <linux-ish/ipool.h>

struct bullet {
	struct ipool_idx node;
};

int main(void)
{
	static struct ipool pool;

	return !ipool_alloc_entry(&pool, struct bullet, node);
}
