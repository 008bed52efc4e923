/* SPDX-License-Identifier: MIT */
/* reported: the container was never initialised */
#include <linux-ish/listpool.h>

int main(void)
{
	static struct listpool pool;

	return !listpool_alloc_last(&pool);
}
