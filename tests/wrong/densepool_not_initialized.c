/* SPDX-License-Identifier: MIT */
/* reported: the container was never initialised */
#include <linux-ish/densepool.h>

int main(void)
{
	static struct densepool pool;

	return !densepool_alloc(&pool);
}
