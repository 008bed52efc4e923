/* SPDX-License-Identifier: MIT */
/* reported: the container was never initialised */
#include <linux-ish/ipool.h>

int main(void)
{
	static struct ipool pool;

	return !ipool_alloc(&pool);
}
