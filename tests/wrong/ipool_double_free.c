/* SPDX-License-Identifier: MIT */
/* reported: the object is not live */
#include <linux-ish/ipool.h>

struct bullet {
	struct ipool_node node;
};

IPOOL_DEFINE(bullets, struct bullet, node, 4);

int main(void)
{
	void *b = ipool_alloc(&bullets);

	ipool_free(&bullets, b);
	ipool_free(&bullets, b);
	return 0;
}
